/* SPDX-License-Identifier: Apache-2.0
 *
 * The one place where C and C++ tests read GRIDCALL_TEST_EFFORT: how much they take of what they choose from.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

/* Returns `part`, or `whole` under scripts/test --full. */
static inline unsigned effort(unsigned part, unsigned whole) {
  const char* const text = getenv("GRIDCALL_TEST_EFFORT");
  return text && strcmp(text, "full") == 0 ? whole : part;
}
