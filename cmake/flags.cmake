# Flags of every compilation; what differs between presets stands in CMakePresets.json.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_COLOR_DIAGNOSTICS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

option(ASSAY_TESTS "Build the unit tests" ON)
option(ASSAY_FUZZERS "Link fuzz/targets with libFuzzer" OFF)
set(ASSAY_SANITIZE "" CACHE STRING "Value of -fsanitize= for everything that is compiled and linked")

# Floating-point results must not depend on which operations a compiler fuses; nobody reads errno after a square root.
add_compile_options(-ffp-contract=off -fno-math-errno)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  add_compile_options(-march=x86-64-v2)
endif()
if(ASSAY_SANITIZE)
  add_compile_options(-fsanitize=${ASSAY_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ASSAY_SANITIZE})
  if(ASSAY_SANITIZE MATCHES "undefined")
    # The check of virtual tables needs RTTI, which the engine does not have.
    add_compile_options(-fno-sanitize=vptr -fno-sanitize-recover=undefined,float-cast-overflow)
  endif()
endif()

# Warnings are errors, but only in our own code.
add_library(assay_warnings INTERFACE)
target_compile_options(assay_warnings INTERFACE
  -Werror -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor
  -Wold-style-cast -Wimplicit-fallthrough -Wswitch)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ counts the words of an enum class as shadowing names outside it; clang's -Wshadow covers the rest.
  target_compile_options(assay_warnings INTERFACE -Wno-shadow -Wshadow=local)
  # memcpy of what is trivially copyable but has default member values is fine; clang complains where it is not.
  target_compile_options(assay_warnings INTERFACE -Wno-class-memaccess)
  # g++ 12 reports these inside libstdc++'s own strings and vectors once it has inlined them (PR105651 and kin).
  target_compile_options(assay_warnings INTERFACE
    -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()

# One cache for all build folders and clones: results must not depend on where they are.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER env CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

# What runs this build's programs, for the scripts: empty, or an emulator and its arguments.
list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
file(WRITE ${CMAKE_BINARY_DIR}/emulator.txt "${emulator}")
