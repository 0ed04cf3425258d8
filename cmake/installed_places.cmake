# SPDX-License-Identifier: Apache-2.0
#
# Part of `cmake --install`: writes where the libraries and the compiler were installed into the installed static library
# (src/base/own_file.cpp).
set(archive "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${libdir}/libgridcall.a")
if(EXISTS "${archive}")
  get_filename_component(prefix "${CMAKE_INSTALL_PREFIX}" ABSOLUTE)
  set(text "")
  foreach(folder IN ITEMS ${libdir} ${libexecdir})
    get_filename_component(place "${folder}" ABSOLUTE BASE_DIR "${prefix}")
    string(LENGTH "${place}" length)
    if(length GREATER 1000)
      message(FATAL_ERROR "${place} is too long for the static library: at most 1000 bytes fit")
    endif()
    math(EXPR rest "1024 - ${length}")
    string(REPEAT "\n" ${rest} end)
    string(APPEND text "${place}${end}")
  endforeach()
  file(WRITE ${scratch} "${text}")
  execute_process(COMMAND ${objcopy} --update-section gridcall_places=${scratch} "${archive}" COMMAND_ERROR_IS_FATAL ANY)
endif()
