# SPDX-License-Identifier: Apache-2.0
#
# gridcall_unity(TARGET...) compiles the C++ files of a folder as one, since their headers are most of the time that they take.
# Files whose local names another file of their folder has, too, stay alone; so does every file with options of its own. The test
# package_plain_build compiles so: where it fails by a name that is defined twice, rename it, or add its file here.
set(GRIDCALL_UNITY_ALONE
  core/texture.cpp core/copy/copy_array.cpp core/copy/copy_between.cpp core/copy/staged_copy.cpp
  core/scalar_type.cpp comm/mpi_engine.cpp comm/nccl_engine.cpp comm/rendezvous.cpp comm/service.cpp comm/session.cpp
  compile/entry.cpp compile/job.cpp compile/no_files.cpp compile/search_paths.cpp ndarray/reduce.cpp ndarray/to_array.cpp
  cpu/driver/texture.cpp cpu/memory/own_mappings.cpp cpu/memory/shared_regions.cpp
  cpu/queue/shared_event.cpp cpu/queue/value_wait.cpp cpu/queue/watchdog.cpp
  cc/passes/reference/mark_shared_atomics.cpp cc/passes/reference/remove_address_spaces.cpp
  cc/passes/warp/analysis/context_fields.cpp cc/passes/warp/analysis/vector_shapes.cpp cc/passes/warp/analysis/wrapping.cpp)
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
        string(MAKE_C_IDENTIFIER "${group}" group)
        set_property(SOURCE ${file} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group})
      endif()
    endforeach()
  endforeach()
endfunction()
