// SPDX-License-Identifier: Apache-2.0
//
// Leaves out tests of a group that compile for long: the seed chooses those that run (README.md, "The
// effort").

#pragma once

#include "support/cmocka.h"
#include "support/effort.h"

namespace gridcall::part {

inline void left_out(void**) {
  print_message("# SKIPPED: in the part of another seed, and by scripts/test --full\n");
  skip();
}

// Every `one_of`-th test stays, and the first `always` of the group. Other digits of the seed decide within a
// test.
template <std::size_t count>
void take(CMUnitTest (&tests)[count], unsigned one_of, std::size_t always = 0) {
  print_message("# seed %u\n", effort_seed());
  const unsigned step = effort(one_of, 1);
  for (std::size_t i = always; i < count; ++i)
    if ((i + effort_seed() / step) % step != 0) tests[i].test_func = left_out;
}

}  // namespace gridcall::part
