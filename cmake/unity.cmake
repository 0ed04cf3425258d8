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
    set(kept "")
    set(groups "")
    foreach(source IN LISTS sources)
      get_filename_component(file ${source} ABSOLUTE BASE_DIR ${folder})
      get_source_file_property(options ${file} TARGET_DIRECTORY ${target} COMPILE_OPTIONS)
      get_source_file_property(definitions ${file} TARGET_DIRECTORY ${target} COMPILE_DEFINITIONS)
      if(NOT source MATCHES "[.]cpp$" OR file IN_LIST GRIDCALL_UNITY_ALONE OR options OR definitions)
        list(APPEND kept ${source})
      else()
        cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        cmake_path(GET file PARENT_PATH group)
        # The headers of LLVM and of clang are read once for these.
        string(REGEX REPLACE "(/cc/passes/[a-z]+)/.*" "\\1" group "${group}")
        string(REGEX REPLACE "/cc/(ir|passes/host|passes/reference)$" "/cc/passes/device" group "${group}")
        string(REGEX REPLACE "/cc/service$" "/cc/frontend" group "${group}")
        string(MAKE_C_IDENTIFIER "${group}" group)
        list(APPEND groups ${group})
        string(APPEND text_of_${group} "#include \"${file}\"\n")
      endif()
    endforeach()
    list(REMOVE_DUPLICATES groups)
    foreach(group IN LISTS groups)
      # CMake's own UNITY_BUILD names files by the clone's folder, so that ccache has to preprocess them to know them again in another.
      file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/Unity/${target}/${group}.cpp CONTENT "${text_of_${group}}" @ONLY)
      list(APPEND kept ${PROJECT_BINARY_DIR}/Unity/${target}/${group}.cpp)
      unset(text_of_${group})
    endforeach()
    set_property(TARGET ${target} PROPERTY SOURCES ${kept})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  endforeach()
endfunction()
