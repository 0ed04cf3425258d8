// SPDX-License-Identifier: Apache-2.0
//
// Copies by `threads` threads, of which the caller has rank `rank`: a word at a time if both ends are aligned.

#pragma once
#pragma clang system_header

__GC_DEVICE void __gc_copy(void* __to, const void* __from, size_t __bytes, size_t __rank, size_t __threads) {
  size_t __words = 0;
  if (((reinterpret_cast<size_t>(__to) | reinterpret_cast<size_t>(__from)) & 3) == 0) {
    __words = __bytes / 4;
    for (size_t __i = __rank; __i < __words; __i += __threads)
      static_cast<unsigned int*>(__to)[__i] = static_cast<const unsigned int*>(__from)[__i];
  }
  for (size_t __i = 4 * __words + __rank; __i < __bytes; __i += __threads)
    static_cast<char*>(__to)[__i] = static_cast<const char*>(__from)[__i];
}
