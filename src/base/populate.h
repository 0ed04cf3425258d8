// SPDX-License-Identifier: Apache-2.0
//
// Advice to madvise that gives pages at once (Linux 5.14), which headers of older systems lack. A kernel that
// does not know it refuses it.

#pragma once

#include <sys/mman.h>

namespace gridcall {

#ifdef MADV_POPULATE_READ
inline constexpr int kPopulateRead = MADV_POPULATE_READ;
inline constexpr int kPopulateWrite = MADV_POPULATE_WRITE;
#else
inline constexpr int kPopulateRead = 22;
inline constexpr int kPopulateWrite = 23;
#endif

}  // namespace gridcall
