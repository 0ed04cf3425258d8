/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel sources of tests/corpus/conformance, as text of the program.
 */

#include "harness.h"

#define GRIDCALL_FILE(name, text) {name, text},
const Source source_list[] = {
#include "conformance_sources.inc"
    {NULL, NULL},
};
