/* SPDX-License-Identifier: Apache-2.0
 *
 * The one place where C and C++ tests read GRIDCALL_TEST_EFFORT and GRIDCALL_TEST_SEED: how much they take of
 * what they choose from, and which part that is.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

/* Returns `part`, or `whole` under scripts/test --full. */
static inline unsigned effort(unsigned part, unsigned whole) {
  const char* const text = getenv("GRIDCALL_TEST_EFFORT");
  return text && strcmp(text, "full") == 0 ? whole : part;
}

/* Returns the seed of the part, which its users print: scripts/test has another one each day; 1 by
 * hand. */
static inline unsigned effort_seed(void) {
  const char* const text = getenv("GRIDCALL_TEST_SEED");
  return text ? (unsigned)strtoul(text, NULL, 10) : 1;
}
