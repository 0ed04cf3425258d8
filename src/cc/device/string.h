// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

// The prelude declares memcpy and similar functions.
#include <stddef.h>
__GC_INLINE size_t strlen(const char* __s) {
  size_t __n = 0;
  while (__s[__n] != 0) ++__n;
  return __n;
}
__GC_INLINE int strncmp(const char* __a, const char* __b, size_t __n) {
  for (size_t __i = 0; __i < __n; ++__i) {
    unsigned char x = static_cast<unsigned char>(__a[__i]), y = static_cast<unsigned char>(__b[__i]);
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) break;
  }
  return 0;
}
__GC_INLINE int strcmp(const char* __a, const char* __b) { return strncmp(__a, __b, ~static_cast<size_t>(0)); }
__GC_INLINE char* strncpy(char* to, const char* from, size_t __n) {
  size_t __i = 0;
  for (; __i < __n && from[__i] != 0; ++__i) to[__i] = from[__i];
  for (; __i < __n; ++__i) to[__i] = 0;
  return to;
}
__GC_INLINE char* strcpy(char* to, const char* from) {
  size_t __i = 0;
  do to[__i] = from[__i]; while (from[__i++] != 0);
  return to;
}
__GC_INLINE char* strcat(char* to, const char* from) {
  strcpy(to + strlen(to), from);
  return to;
}
__GC_INLINE const char* strchr(const char* __s, int __c) {
  for (;; ++__s) {
    if (*__s == static_cast<char>(__c)) return __s;
    if (*__s == 0) return nullptr;
  }
}
