// SPDX-License-Identifier: Apache-2.0
//
// Barriers, fences and warp functions.

#pragma once
#pragma clang system_header

// These numbers are those of cpu/abi/image.h.
#define __GC_SHUFFLE_INDEX 0u
#define __GC_SHUFFLE_UP 1u
#define __GC_SHUFFLE_DOWN 2u
#define __GC_SHUFFLE_XOR 3u

// __syncthreads() is built into clang.
__GC_DEVICE int __syncthreads_count(int predicate) {
  return static_cast<int>(__gridcall_rt_barrier(1, static_cast<unsigned int>(predicate)));
}
__GC_DEVICE int __syncthreads_and(int predicate) {
  return static_cast<int>(__gridcall_rt_barrier(2, static_cast<unsigned int>(predicate)));
}
__GC_DEVICE int __syncthreads_or(int predicate) {
  return static_cast<int>(__gridcall_rt_barrier(3, static_cast<unsigned int>(predicate)));
}
__GC_DEVICE void __barrier_sync(unsigned int id) { __gridcall_rt_named_barrier(id, 0); }
__GC_DEVICE void __barrier_sync_count(unsigned int id, unsigned int count) { __gridcall_rt_named_barrier(id, count); }
__GC_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu) { __gridcall_rt_syncwarp(mask); }

__GC_DEVICE void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__GC_DEVICE void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__GC_DEVICE void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

__GC_DEVICE unsigned int __activemask() { return __gridcall_rt_activemask(); }
__GC_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return __gridcall_rt_ballot(mask, predicate != 0);
}
__GC_DEVICE int __any_sync(unsigned int mask, int predicate) { return __gridcall_rt_ballot(mask, predicate != 0) != 0; }
// Lanes of the mask that have exited do not vote, so that this tests whether any lane votes no.
__GC_DEVICE int __all_sync(unsigned int mask, int predicate) { return __gridcall_rt_ballot(mask, predicate == 0) == 0; }
__GC_DEVICE int __uni_sync(unsigned int mask, int predicate) {
  unsigned int yes = __gridcall_rt_ballot(mask, predicate != 0);
  unsigned int no = __gridcall_rt_ballot(mask, predicate == 0);
  return yes == 0 || no == 0;
}
// Declared as in NVRTC, where a function that kernels do not call may name them.
#define __GC_REMOVED(name) __GC_OVERRIDABLE __attribute__((error("`" name "` is no more since compute capability 7.0: " \
                           "use `" name "_sync(mask, predicate)`, where the mask 0xffffffff names all lanes"))) __device__
__GC_REMOVED("__all") int __all(int);
__GC_REMOVED("__any") int __any(int);
__GC_REMOVED("__ballot") unsigned int __ballot(int);
#undef __GC_REMOVED

template <int Bytes> struct __gc_bits;
template <> struct __gc_bits<4> { typedef unsigned int type; };
template <> struct __gc_bits<8> { typedef unsigned long long type; };

template <typename T>
__GC_DEVICE T __gc_shuffle(unsigned int mask, T value, unsigned int operand, int width, unsigned int mode) {
  typedef typename __gc_bits<sizeof(T)>::type bits;
  unsigned long long result = __gridcall_rt_shuffle(mask, __builtin_bit_cast(bits, value), operand,
                                                    static_cast<unsigned int>(width), mode, nullptr);
  return __builtin_bit_cast(T, static_cast<bits>(result));
}

#define __GC_SHUFFLES(T)                                                                                         \
  __GC_DEVICE T __shfl_sync(unsigned int mask, T value, int lane, int width = 32) {                              \
    return __gc_shuffle(mask, value, static_cast<unsigned int>(lane) & static_cast<unsigned int>(width - 1), width, \
                        __GC_SHUFFLE_INDEX);                                                                     \
  }                                                                                                              \
  __GC_DEVICE T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32) {                 \
    return __gc_shuffle(mask, value, delta, width, __GC_SHUFFLE_UP);                                             \
  }                                                                                                              \
  __GC_DEVICE T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32) {               \
    return __gc_shuffle(mask, value, delta, width, __GC_SHUFFLE_DOWN);                                           \
  }                                                                                                              \
  __GC_DEVICE T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = 32) {                         \
    return __gc_shuffle(mask, value, static_cast<unsigned int>(lanes), width, __GC_SHUFFLE_XOR);                 \
  }
__GC_SHUFFLES(int)
__GC_SHUFFLES(unsigned int)
__GC_SHUFFLES(long)
__GC_SHUFFLES(unsigned long)
__GC_SHUFFLES(long long)
__GC_SHUFFLES(unsigned long long)
__GC_SHUFFLES(float)
__GC_SHUFFLES(double)

#define __GC_MATCHES(T)                                                                                          \
  __GC_DEVICE unsigned int __match_any_sync(unsigned int mask, T value) {                                        \
    return __gridcall_rt_match_any(mask, __builtin_bit_cast(__gc_bits<sizeof(T)>::type, value));                 \
  }                                                                                                              \
  __GC_DEVICE unsigned int __match_all_sync(unsigned int mask, T value, int* all_equal) {                        \
    unsigned int equal = 0;                                                                                      \
    unsigned int result =                                                                                        \
        __gridcall_rt_match_all(mask, __builtin_bit_cast(__gc_bits<sizeof(T)>::type, value), &equal);            \
    *all_equal = equal != 0;                                                                                     \
    return result;                                                                                               \
  }
__GC_MATCHES(int)
__GC_MATCHES(unsigned int)
__GC_MATCHES(long)
__GC_MATCHES(unsigned long)
__GC_MATCHES(long long)
__GC_MATCHES(unsigned long long)
__GC_MATCHES(float)
__GC_MATCHES(double)
#undef __GC_MATCHES

__GC_DEVICE unsigned int __reduce_add_sync(unsigned int mask, unsigned int v) { return __gridcall_rt_warp_reduce(mask, v, 0); }
__GC_DEVICE int __reduce_add_sync(unsigned int mask, int v) {
  return static_cast<int>(__gridcall_rt_warp_reduce(mask, static_cast<unsigned int>(v), 0));
}
__GC_DEVICE unsigned int __reduce_min_sync(unsigned int mask, unsigned int v) { return __gridcall_rt_warp_reduce(mask, v, 3); }
__GC_DEVICE int __reduce_min_sync(unsigned int mask, int v) {
  return static_cast<int>(__gridcall_rt_warp_reduce(mask, static_cast<unsigned int>(v), 1));
}
__GC_DEVICE unsigned int __reduce_max_sync(unsigned int mask, unsigned int v) { return __gridcall_rt_warp_reduce(mask, v, 4); }
__GC_DEVICE int __reduce_max_sync(unsigned int mask, int v) {
  return static_cast<int>(__gridcall_rt_warp_reduce(mask, static_cast<unsigned int>(v), 2));
}
__GC_DEVICE unsigned int __reduce_and_sync(unsigned int mask, unsigned int v) { return __gridcall_rt_warp_reduce(mask, v, 5); }
__GC_DEVICE unsigned int __reduce_or_sync(unsigned int mask, unsigned int v) { return __gridcall_rt_warp_reduce(mask, v, 6); }
__GC_DEVICE unsigned int __reduce_xor_sync(unsigned int mask, unsigned int v) { return __gridcall_rt_warp_reduce(mask, v, 7); }
