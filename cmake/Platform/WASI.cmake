# What CMake has to know of a system that it does not know.

set(WASI 1)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
