# room(): the only place where a dependency between rooms is written.

# room(NAME [OUTSIDE] [EXCEPTIONS] [PROGRAM program] [USES room...] [TEST_USES room...])
#
# The room is the folder engine/NAME (NAME alone with OUTSIDE); nested names such as compiler/ssa are allowed, and a
# room that lies inside another is declared before it. Its *.cpp become the static library assay_NAME, *_test.cpp one
# GoogleTest program NAME_test, and main.cpp, with PROGRAM, a program of that name. USES names every room whose headers
# the sources may include, TEST_USES those that only the tests may; scripts/layering.py holds the sources to it.
# Rooms of the engine are compiled without RTTI and, unless EXCEPTIONS is said, without exceptions.
function(room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "OUTSIDE;EXCEPTIONS" "PROGRAM" "USES;TEST_USES")
  if(room_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "room(${name}): unknown words ${room_UNPARSED_ARGUMENTS}")
  endif()

  if(room_OUTSIDE)
    set(folder ${name})
    set(include_folders ${PROJECT_SOURCE_DIR}/engine ${PROJECT_SOURCE_DIR})
  else()
    set(folder engine/${name})
    set(include_folders ${PROJECT_SOURCE_DIR}/engine)
  endif()
  file(MAKE_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder})

  # Sources: the folder and those below it that are not rooms of their own (nor fuzz targets and the extra row, programs of their own).
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  get_property(known_folders GLOBAL PROPERTY assay_room_folders)
  foreach(known IN LISTS known_folders)
    list(FILTER sources EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/${known}/")
  endforeach()
  list(FILTER sources EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/${folder}/(targets|extra_row)/")
  set(test_sources ${sources})
  list(FILTER test_sources INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  set(main_source ${PROJECT_SOURCE_DIR}/${folder}/main.cpp)
  if(room_PROGRAM)
    list(REMOVE_ITEM sources ${main_source})
  endif()

  # The library.
  string(REPLACE "/" "_" word ${name})
  set(library assay_${word})
  assay_libraries(used_libraries "${room_USES}")
  if(sources)
    add_library(${library} STATIC ${sources})
    target_include_directories(${library} PUBLIC ${include_folders})
    target_link_libraries(${library} PUBLIC ${used_libraries} PRIVATE assay_warnings)
    room_language_options(${library})
  else()
    add_library(${library} INTERFACE)
    target_include_directories(${library} INTERFACE ${include_folders})
    target_link_libraries(${library} INTERFACE ${used_libraries})
  endif()

  if(room_PROGRAM AND EXISTS ${main_source})
    add_executable(${room_PROGRAM} ${main_source})
    target_link_libraries(${room_PROGRAM} PRIVATE ${library} assay_warnings)
    room_language_options(${room_PROGRAM})
  endif()

  if(ASSAY_TESTS AND test_sources)
    assay_libraries(test_libraries "${room_TEST_USES}")
    add_executable(${word}_test ${test_sources})
    target_link_libraries(${word}_test PRIVATE ${library} ${test_libraries} assay_warnings gtest_main)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # GoogleTest's EXPECT macros below an `if` without braces are no dangling else.
      target_compile_options(${word}_test PRIVATE -Wno-dangling-else)
    endif()
    set_target_properties(${word}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    add_test(NAME ${word}_test COMMAND ${word}_test WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endif()

  list(JOIN room_USES " " uses)
  list(JOIN room_TEST_USES " " test_uses)
  set_property(GLOBAL APPEND PROPERTY assay_room_folders ${folder})
  set_property(GLOBAL APPEND_STRING PROPERTY assay_room_record "${name} | ${folder} | ${uses} | ${test_uses}\n")
endfunction()

# The libraries of some rooms.
function(assay_libraries result rooms)
  set(libraries "")
  foreach(used IN LISTS rooms)
    string(REPLACE "/" "_" word ${used})
    if(NOT TARGET assay_${word})
      message(FATAL_ERROR "room(${name}) uses ${used}, which is not declared above it")
    endif()
    list(APPEND libraries assay_${word})
  endforeach()
  set(${result} ${libraries} PARENT_SCOPE)
endfunction()

# Exceptions and RTTI of a target in the room being declared.
macro(room_language_options target)
  if(NOT room_OUTSIDE AND NOT room_EXCEPTIONS)
    target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
  endif()
endmacro()

# One libFuzzer program fuzz_NAME for each NAME.cpp in the folder, where ASSAY_FUZZERS is on.
function(fuzz_targets folder)
  if(NOT ASSAY_FUZZERS)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  foreach(source IN LISTS sources)
    get_filename_component(word ${source} NAME_WE)
    add_executable(fuzz_${word} ${source})
    target_link_libraries(fuzz_${word} PRIVATE assay_fuzz assay_warnings)
    target_link_options(fuzz_${word} PRIVATE -fsanitize=fuzzer)
  endforeach()
endfunction()

# Writes what room() was told, one line per room: name | folder | USES | TEST_USES.
function(write_room_record)
  get_property(record GLOBAL PROPERTY assay_room_record)
  file(WRITE ${CMAKE_BINARY_DIR}/room_record.txt "${record}")
endfunction()

# The test that every #include is covered by the record.
function(add_layering_test)
  if(ASSAY_TESTS)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    add_test(NAME layering
             COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/layering.py ${CMAKE_BINARY_DIR}/room_record.txt)
  endif()
endfunction()
