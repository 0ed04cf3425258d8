# SPDX-License-Identifier: Apache-2.0
#
# Files as text inside a program. gridcall_embed(OUTPUT FOLDER [NAME...]) writes one line for each of these files of FOLDER, or for
# all of them: GRIDCALL_FILE("NAME", "TEXT"). C and C++ include OUTPUT with a macro of that name; it is one of the program's SOURCES.
# OUTPUT.hash has its SHA-256, quoted.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(GRIDCALL_EMBED ${CMAKE_CURRENT_LIST_FILE})
  function(gridcall_embed output folder)
    set(names ${ARGN})
    if(NOT names)
      file(GLOB names CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*)
    endif()
    set(files ${names})
    list(TRANSFORM files PREPEND ${folder}/)
    add_custom_command(OUTPUT ${output} BYPRODUCTS ${output}.hash
      COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} "-DNAMES=${names}" -DOUTPUT=${output} -P ${GRIDCALL_EMBED}
      DEPENDS ${files} ${GRIDCALL_EMBED} VERBATIM)
  endfunction()
  return()
endif()

set(out "/* Made by cmake/embed.cmake. */\n")
foreach(name IN LISTS NAMES)
  file(READ ${FOLDER}/${name} text)
  string(REPLACE "__has_feature(modules)" "0" text "${text}")  # clang's headers; a source for NVRTC has no such macro
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "?" "\\?" text "${text}")  # no trigraphs
  string(REPLACE "\t" "\\t" text "${text}")
  string(REPLACE "\n" "\\n\"\n\"" text "${text}")
  string(APPEND out "GRIDCALL_FILE(\"${name}\",\n\"${text}\")\n")
endforeach()
file(WRITE ${OUTPUT} "${out}")
file(SHA256 ${OUTPUT} hash)
file(WRITE ${OUTPUT}.hash "\"${hash}\"\n")
