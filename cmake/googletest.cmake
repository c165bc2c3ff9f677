# GoogleTest is built from Debian's sources, so that it has the flags of the preset (sanitizer, machine).

if(ASSAY_TESTS)
  enable_testing()
  set(googletest_folder /usr/src/googletest)
  if(NOT EXISTS ${googletest_folder}/CMakeLists.txt)
    message(FATAL_ERROR "no ${googletest_folder}: scripts/setup installs Debian's package googletest")
  endif()
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)
  add_subdirectory(${googletest_folder} googletest EXCLUDE_FROM_ALL SYSTEM)
endif()
