// SPDX-License-Identifier: Apache-2.0
//
// In a build with gcov's counters (scripts/coverage), a program that links objects of the library writes
// theirs to a folder of its own. Of an inline function each program keeps one object's copy, and gcov does
// not add the counters of two programs that chose differently: it keeps the first one's alone.

#include <cstdlib>

namespace {

__attribute__((constructor(101))) void name_folder() {
  ::setenv("GCOV_PREFIX", GRIDCALL_TEST_COUNTERS, 1);
  ::setenv("GCOV_PREFIX_STRIP", GRIDCALL_TEST_COUNTERS_STRIP, 1);
}

}  // namespace
