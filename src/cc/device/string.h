// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

// memcpy and its kin are in the prelude.
#include <stddef.h>
__GC_INLINE size_t strlen(const char* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}
__GC_INLINE int strncmp(const char* a, const char* b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    unsigned char x = static_cast<unsigned char>(a[i]), y = static_cast<unsigned char>(b[i]);
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) break;
  }
  return 0;
}
__GC_INLINE int strcmp(const char* a, const char* b) { return strncmp(a, b, ~static_cast<size_t>(0)); }
__GC_INLINE char* strncpy(char* to, const char* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  for (; i < n; ++i) to[i] = 0;
  return to;
}
__GC_INLINE char* strcpy(char* to, const char* from) {
  size_t i = 0;
  do to[i] = from[i]; while (from[i++] != 0);
  return to;
}
__GC_INLINE char* strcat(char* to, const char* from) {
  strcpy(to + strlen(to), from);
  return to;
}
__GC_INLINE const char* strchr(const char* s, int c) {
  for (;; ++s) {
    if (*s == static_cast<char>(c)) return s;
    if (*s == 0) return nullptr;
  }
}
