# The proof that facts about instructions are stated once: the engine built with one more row in the instruction table and
# no other edit, and a test that finds the instruction everywhere.

# extra_row_test(TEST_SOURCE EXTRA_DEF ROOM...)
#
# Compiles the sources of the rooms once more into one program with the row. Without optimization: only its answers count.
function(extra_row_test source extra)
  set(sources "")
  foreach(room IN LISTS ARGN)
    get_target_property(room_sources assay_${room} SOURCES)
    list(APPEND sources ${room_sources})
  endforeach()
  add_executable(extra_row_test ${PROJECT_SOURCE_DIR}/${source} ${sources})
  target_include_directories(extra_row_test PRIVATE ${PROJECT_SOURCE_DIR}/engine)
  target_compile_definitions(extra_row_test PRIVATE ASSAY_EXTRA_INSTRUCTIONS="${extra}")
  target_compile_options(extra_row_test PRIVATE -O0)
  target_link_libraries(extra_row_test PRIVATE assay_warnings gtest_main)
  set_target_properties(extra_row_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME extra_row_test COMMAND extra_row_test WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endfunction()
