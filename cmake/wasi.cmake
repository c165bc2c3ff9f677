# Cross-building for wasm32-wasi with clang, Debian's wasi-libc and libc++-22-dev-wasm32.

list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-22)
set(CMAKE_RANLIB llvm-ranlib-22)
# Debian's folders have the triple's older name, of which the driver complains.
set(CMAKE_C_FLAGS_INIT -Wno-deprecated)
set(CMAKE_CXX_FLAGS_INIT -Wno-deprecated)
