# SPDX-License-Identifier: Apache-2.0
#
# Installed files without debug information, that beside it (component debug: `cmake --install build --component debug`), and packages:
# `cmake --preset package && cmake --build build-package && cpack --config build-package/CPackConfig.cmake` makes .deb and .tar.gz.

set(stripped ON)
if(CMAKE_BUILD_TYPE STREQUAL "Debug" OR GRIDCALL_SANITIZE OR GRIDCALL_COVERAGE)
  set(stripped OFF)
endif()
option(GRIDCALL_INSTALL_STRIPPED "Install without debug information and symbols that nobody needs" ${stripped})
option(GRIDCALL_DEBIAN_DOCS "Install copyright and changelog where Debian has them (preset package)" OFF)

# gridcall_strips(COMPONENT DESTINATION STRIP_OPTION TARGET...): the installed files of these targets.
function(gridcall_strips component destination how)
  foreach(target ${ARGN})
    if(NOT TARGET ${target})
      continue()
    endif()
    if(GRIDCALL_INSTALL_STRIPPED)
      install(CODE "
        set(file \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${destination}/$<TARGET_FILE_NAME:${target}>\")
        if(EXISTS \"\${file}\")
          execute_process(COMMAND ${CMAKE_STRIP} ${how} \"\${file}\" COMMAND_ERROR_IS_FATAL ANY)
        endif()" COMPONENT ${component})
    endif()
    # gridcall-cc has none, an archive no build identifier.
    if(NOT target STREQUAL gridcall-cc AND NOT how STREQUAL "--strip-debug")
      install(CODE "
        execute_process(COMMAND ${CMAKE_READELF} -n $<TARGET_FILE:${target}> OUTPUT_VARIABLE notes COMMAND_ERROR_IS_FATAL ANY)
        if(notes MATCHES \"Build ID: ([0-9a-f][0-9a-f])([0-9a-f]+)\")
          set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/debug/.build-id/\${CMAKE_MATCH_1}\")
          file(MAKE_DIRECTORY \"\${folder}\")
          execute_process(COMMAND ${CMAKE_OBJCOPY} --only-keep-debug --compress-debug-sections $<TARGET_FILE:${target}>
            \"\${folder}/\${CMAKE_MATCH_2}.debug\" COMMAND_ERROR_IS_FATAL ANY)
        endif()" COMPONENT debug EXCLUDE_FROM_ALL)
    endif()
  endforeach()
endfunction()
gridcall_strips(runtime ${CMAKE_INSTALL_LIBDIR} --strip-unneeded gridcall)
gridcall_strips(runtime ${CMAKE_INSTALL_LIBDIR}/gridcall --strip-unneeded gridcall_cpu gridcall_mpi)
gridcall_strips(runtime ${CMAKE_INSTALL_LIBEXECDIR}/gridcall --strip-all gridcall-cc)
gridcall_strips(dev ${CMAKE_INSTALL_LIBDIR} --strip-debug gridcall_static)
# A program with the static library in it finds the rest where that was installed, wherever that is.
install(CODE "
  set(libdir ${CMAKE_INSTALL_LIBDIR})
  set(libexecdir ${CMAKE_INSTALL_LIBEXECDIR})
  set(objcopy ${CMAKE_OBJCOPY})
  set(scratch ${PROJECT_BINARY_DIR}/installed_places)
  include(${PROJECT_SOURCE_DIR}/cmake/installed_places.cmake)" COMPONENT dev)
gridcall_strips(tools ${CMAKE_INSTALL_LIBDIR} --strip-unneeded gridcall_cudart)
gridcall_strips(tools ${CMAKE_INSTALL_BINDIR} --strip-all gridcall-nvcc gridcall_command)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_VENDOR gridcall)
set(CPACK_PACKAGE_CONTACT "The gridcall developers <gridcall@users.invalid>" CACHE STRING "Maintainer of the packages")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION}-linux-x86_64)
set(CPACK_STRIP_FILES OFF)
set(CPACK_COMPONENTS_ALL runtime dev tools debug)
# The archive is one tree; Debian's packages are the components.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package_kinds.cmake)

# The first line is the synopsis; with a summary cpack would put that in front.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "${PROJECT_DESCRIPTION}
CUDA C++ source goes in as a string; the library compiles it, copies memory,
launches kernels, and says plainly what went wrong. The same source runs on
the CPU device of this package and, with NVIDIA's driver and NVRTC, on a GPU.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "${PROJECT_DESCRIPTION} (development files)
The header, the static library, and the files of pkg-config and CMake.")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "command line and compiler driver of gridcall
The program gridcall says what this machine has, checks, runs and measures
kernels, and writes typed wrappers of them. The program gridcall-nvcc compiles programs that use the CUDA runtime API, and
libgridcall_cudart has the functions of that API over gridcall.")
set(CPACK_COMPONENT_DEBUG_DESCRIPTION "debug information of gridcall
Debuggers find these files by build identifier.")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${GRIDCALL_LIB_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_TOOLS_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY =)
set(version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libgridcall${GRIDCALL_SOVERSION})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "libopenmpi3 | libmpich12")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libgridcall-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} (= ${version})")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME gridcall-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} (= ${version})")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS clang-19)
set(CPACK_DEBIAN_DEBUG_PACKAGE_NAME libgridcall${GRIDCALL_SOVERSION}-dbgsym)
set(CPACK_DEBIAN_DEBUG_PACKAGE_SECTION debug)
set(CPACK_DEBIAN_DEBUG_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} (= ${version})")

if(GRIDCALL_DEBIAN_DOCS)
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  file(CONFIGURE OUTPUT debian/changelog.Debian CONTENT "gridcall (${version}) unstable; urgency=medium

  * Version ${PROJECT_VERSION}: see CHANGELOG.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  execute_process(COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/debian/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
  # One build serves all systems, so gridcall-cc has what is not libc inside.
  file(WRITE ${PROJECT_BINARY_DIR}/debian/overrides "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME}: embedded-library *zlib*\n")
  install(FILES ${PROJECT_BINARY_DIR}/debian/overrides DESTINATION share/lintian/overrides
    RENAME ${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} COMPONENT runtime)
  foreach(component RUNTIME DEV TOOLS DEBUG)
    string(TOLOWER ${component} name)
    install(FILES ${PROJECT_BINARY_DIR}/debian/changelog.Debian.gz pkgconfig/copyright
      DESTINATION share/doc/${CPACK_DEBIAN_${component}_PACKAGE_NAME} COMPONENT ${name})
  endforeach()
endif()
include(CPack)
