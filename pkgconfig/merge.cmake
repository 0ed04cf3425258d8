# SPDX-License-Identifier: Apache-2.0
#
# OBJECTS (separated by |) and what they need of ARCHIVES become the one object OUTPUT, whose only global symbols are the
# functions that the version script MAP names.

string(REPLACE "|" ";" objects "${OBJECTS}")
file(STRINGS ${MAP} lines REGEX "^ +gc_[a-z0-9_]+;$")
list(TRANSFORM lines REPLACE "^ +(.*);$" "\\1")
list(JOIN lines "\n" names)
file(WRITE ${OUTPUT}.names "${names}\n")

# Section groups would let the final link drop our copy of an inline function in favour of another's, after its symbols
# became local: so they are dissolved here.
execute_process(COMMAND ${LD} -r --force-group-allocation -o ${OUTPUT}.all ${objects} ${ARCHIVES} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${OBJCOPY} --keep-global-symbols=${OUTPUT}.names ${OUTPUT}.all ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${OUTPUT}.all)
