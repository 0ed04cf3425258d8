# SPDX-License-Identifier: Apache-2.0
#
# gridcall_unity(TARGET...) compiles the C++ files of a folder as one, since their headers are most of the time that they take.
# Files whose local names another file of their folder has, too, stay alone; so does every file with options of its own. The test
# package_plain_build compiles so: where it fails by a name that is defined twice, rename it, or add its file here.
set(GRIDCALL_UNITY_ALONE
  # Compiled once more by tests/package.
  base/own_file.cpp
  # LLVM's names of ELF are macros of <elf.h>.
  cc/frontend/objects.cpp
  # Types of global names with members of local ones.
  cudart/stream.cpp
  core/texture.cpp ndarray/reduce.cpp ndarray/to_array.cpp cpu/queue/value_wait.cpp cpu/queue/watchdog.cpp)
list(TRANSFORM GRIDCALL_UNITY_ALONE PREPEND ${PROJECT_SOURCE_DIR}/src/)

function(gridcall_unity)
  foreach(target ${ARGN})
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(sources ${target} SOURCES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    list(FILTER sources INCLUDE REGEX "[.]cpp$")
    foreach(source IN LISTS sources)
      get_filename_component(file ${source} ABSOLUTE BASE_DIR ${folder})
      if(NOT file IN_LIST GRIDCALL_UNITY_ALONE)
        cmake_path(GET file PARENT_PATH group)
        # Clones share objects (ccache): no name of this one's folder.
        cmake_path(RELATIVE_PATH group BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        # The headers of LLVM and of clang are read once for these.
        string(REGEX REPLACE "(/cc/passes/[a-z]+)/.*" "\\1" group "${group}")
        string(REGEX REPLACE "/cc/(ir|passes/host|passes/reference)$" "/cc/passes/device" group "${group}")
        string(REGEX REPLACE "/cc/service$" "/cc/frontend" group "${group}")
        string(MAKE_C_IDENTIFIER "${group}" group)
        set_property(SOURCE ${file} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group})
      endif()
    endforeach()
  endforeach()
endfunction()
