/* SPDX-License-Identifier: Apache-2.0
 *
 * The one place where C and C++ tests read GRIDCALL_TEST_SLOWDOWN: limits of time are stretched by it. */

#pragma once

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Returns the factor: 1 unless the variable has a larger one. */
static inline double slowdown(void) {
  const char* const text = getenv("GRIDCALL_TEST_SLOWDOWN");
  const double factor = text ? strtod(text, NULL) : 1;
  return factor > 1 && factor <= 1000 ? factor : 1;
}

/* Returns a limit for this machine, in the unit of the one that is given, for a machine without other work.
 */
static inline uint64_t stretched(uint64_t limit) {
  return (uint64_t)ceil((double)limit * slowdown());
}

/* Returns it as alarm() takes it. */
static inline unsigned alarm_limit(unsigned seconds) {
  return (unsigned)stretched(seconds);
}
