// SPDX-License-Identifier: Apache-2.0
//
// For a <stdint.h> that is read later: libcu++ and all who replace that header for NVRTC define these types as
// long long. A source that has included <stdint.h> itself, which NVRTC does not have, keeps its long.

#pragma once
#pragma clang system_header

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
