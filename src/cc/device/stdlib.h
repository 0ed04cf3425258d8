// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

#include <stddef.h>
struct div_t { int quot, rem; };
struct ldiv_t { long quot, rem; };
struct lldiv_t { long long quot, rem; };
__GC_INLINE div_t div(int __a, int __b) { return {__a / __b, __a % __b}; }
__GC_INLINE ldiv_t ldiv(long __a, long __b) { return {__a / __b, __a % __b}; }
__GC_INLINE lldiv_t lldiv(long long __a, long long __b) { return {__a / __b, __a % __b}; }
#define RAND_MAX 2147483647
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
