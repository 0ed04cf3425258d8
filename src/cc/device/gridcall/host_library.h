// SPDX-License-Identifier: Apache-2.0
//
// Functions of the C library that kernels of a whole program call, as overloads beside the host's.

#pragma once
#pragma clang system_header

extern "C" {
__device__ void* malloc(size_t bytes);
__device__ void free(void* address);
__device__ int printf(const char* format, ...);
}
__GC_DEVICE void* memcpy(void* to, const void* from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
__GC_DEVICE void* memmove(void* to, const void* from, size_t bytes) { return __builtin_memmove(to, from, bytes); }
__GC_DEVICE void* memset(void* to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }
__GC_DEVICE int memcmp(const void* a, const void* b, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) {
    const int difference = static_cast<const unsigned char*>(a)[i] - static_cast<const unsigned char*>(b)[i];
    if (difference != 0) return difference;
  }
  return 0;
}
extern "C" __device__ __inline__ void __assert_fail(const char* expression, const char* file, unsigned int line, const char* function) {
  __gridcall_rt_assert(expression, file, line, function);
}
