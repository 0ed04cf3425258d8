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

// For <stdint.h>: libcu++ and all who replace that header for NVRTC define these types as long long.
#undef __INT64_TYPE__
#undef __UINT64_TYPE__
#undef __INTPTR_TYPE__
#undef __UINTPTR_TYPE__
#undef __INTMAX_TYPE__
#undef __UINTMAX_TYPE__
#define __INT64_TYPE__ long long int
#define __UINT64_TYPE__ long long unsigned int
#define __INTPTR_TYPE__ __INT64_TYPE__
#define __UINTPTR_TYPE__ __UINT64_TYPE__
#define __INTMAX_TYPE__ __INT64_TYPE__
#define __UINTMAX_TYPE__ __UINT64_TYPE__

// Takes a hint for the use of memory, and ignores it.
__device__ inline void* __nv_associate_access_property(const void* __p, unsigned long long) { return const_cast<void*>(__p); }
