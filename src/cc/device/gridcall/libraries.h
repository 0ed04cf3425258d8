// SPDX-License-Identifier: Apache-2.0
//
// Included before a source that uses a machine's own CUB, Thrust or libcu++: names of C++'s library in their prototypes.

#pragma once
#pragma clang system_header

namespace std {
template <typename __C, typename __Traits> class basic_istream;
template <typename __C, typename __Traits> class basic_ostream;
class ios_base;
}  // namespace std

#include <gridcall/long_long.h>

// Takes a hint for the use of memory, and ignores it.
__device__ inline void* __nv_associate_access_property(const void* __p, unsigned long long) { return const_cast<void*>(__p); }
