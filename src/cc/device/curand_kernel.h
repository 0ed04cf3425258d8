// SPDX-License-Identifier: Apache-2.0
//
// cuRAND's device functions, of the published algorithms: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as
// easy as 1, 2, 3"), MRG32k3a (L'Ecuyer: "Good parameters and implementations for combined multiple recursive random number
// generators"), XORWOW (Marsaglia: "Xorshift RNGs"), Sobol's sequences in the order of Gray's code (Joe, Kuo). A generator's numbers
// and the spacing of its subsequences equal those of cuRAND's host generators (docs/decisions/0012-curand-seeds.md); normal numbers
// equal them except for rounding. A toolkit's header takes precedence if one is on the path.

#pragma once
#pragma clang system_header
#define CURAND_KERNEL_H_

#include <curand.h>
#include <gridcall/random_generators.h>
#include <stdint.h>  // NVIDIA's header includes it too

typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];

// ---- States, of the sizes that cuRAND documents ----

// `output` is the block of counter `ctr`; STATE of its words are used.
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
// x is the next number, with index i; c is the scramble of its bits.
struct curandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct curandStateScrambledSobol32 : curandStateSobol32 {};
struct curandStateScrambledSobol64 : curandStateSobol64 {};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

#define __GC_CURAND_ABSENT(why) __attribute__((unavailable(why "; or give a toolkit's folder with -I")))
struct __gc_mtgp32;
typedef __gc_mtgp32 curandStateMtgp32 __GC_CURAND_ABSENT(
    "MTGP32 is not built into the CPU device's compiler, as its parameters come from cuRAND's host library: use curandStatePhilox4_32_10_t");
typedef __gc_mtgp32 curandStateMtgp32_t __GC_CURAND_ABSENT(
    "MTGP32 is not built into the CPU device's compiler, as its parameters come from cuRAND's host library: use curandStatePhilox4_32_10_t");
typedef struct curandDiscreteDistribution_st* curandDiscreteDistribution_t;
template <typename __State>
__device__ __GC_CURAND_ABSENT("curand_discrete is not built into the CPU device's compiler, as cuRAND's host library makes the distribution: use "
                              "curand_poisson") unsigned int curand_discrete(__State* __s, curandDiscreteDistribution_t __d);
#undef __GC_CURAND_ABSENT

// ---- Philox4x32-10 ----

__GC_INLINE uint4 curand_Philox4x32_10(uint4 __c, uint2 __k) {
  for (int __i = 0; __i < 10; ++__i) {
    const unsigned long long __a = __gc_wide(0xd2511f53u, __c.x), __b = __gc_wide(0xcd9e8d57u, __c.z);
    __c = {static_cast<unsigned int>(__b >> 32) ^ __c.y ^ __k.x, static_cast<unsigned int>(__b),
           static_cast<unsigned int>(__a >> 32) ^ __c.w ^ __k.y, static_cast<unsigned int>(__a)};
    __k.x += 0x9e3779b9u, __k.y += 0xbb67ae85u;
  }
  return __c;
}
__GC_INLINE void __gc_philox_count(curandStatePhilox4_32_10* __s, unsigned long long __low, unsigned long long __high) {
  const unsigned long long __old = __s->ctr.x | static_cast<unsigned long long>(__s->ctr.y) << 32, __new = __old + __low;
  const unsigned long long __upper = (__s->ctr.z | static_cast<unsigned long long>(__s->ctr.w) << 32) + __high + (__new < __old);
  __s->ctr = {static_cast<unsigned int>(__new), static_cast<unsigned int>(__new >> 32), static_cast<unsigned int>(__upper),
              static_cast<unsigned int>(__upper >> 32)};
  __s->output = curand_Philox4x32_10(__s->ctr, __s->key);
}
__GC_INLINE void skipahead(unsigned long long __n, curandStatePhilox4_32_10* __s) {
  const unsigned int __used = __s->STATE + static_cast<unsigned int>(__n & 3);
  __s->STATE = __used & 3;
  __gc_philox_count(__s, (__n >> 2) + (__used >> 2), 0);
}
// A sequence has 2^66 numbers.
__GC_INLINE void skipahead_sequence(unsigned long long __n, curandStatePhilox4_32_10* __s) { __gc_philox_count(__s, 0, __n); }
__GC_INLINE void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long __offset, curandStatePhilox4_32_10* __s) {
  *__s = {};
  __s->key = {static_cast<unsigned int>(__seed), static_cast<unsigned int>(__seed >> 32)};
  skipahead_sequence(__subsequence, __s);
  skipahead(__offset, __s);
}
__GC_INLINE unsigned int curand(curandStatePhilox4_32_10* __s) {
  const unsigned int __at = __s->STATE;
  const unsigned int __word = __at == 0 ? __s->output.x : __at == 1 ? __s->output.y : __at == 2 ? __s->output.z : __s->output.w;
  __s->STATE = (__at + 1) & 3;
  if (__at == 3) __gc_philox_count(__s, 1, 0);
  return __word;
}
__GC_INLINE uint4 curand4(curandStatePhilox4_32_10* __s) {
  const uint4 __a = __s->output;
  __gc_philox_count(__s, 1, 0);
  const uint4 __b = __s->output;
  switch (__s->STATE) {
    case 1: return {__a.y, __a.z, __a.w, __b.x};
    case 2: return {__a.z, __a.w, __b.x, __b.y};
    case 3: return {__a.w, __b.x, __b.y, __b.z};
    default: return __a;
  }
}

// ---- Sobol ----

template <typename __State, typename __T> __GC_INLINE void __gc_sobol_skip(__T __n, __State* __s) {
  __s->i += __n;
  const __T __code = __s->i ^ (__s->i >> 1);
  __s->x = __s->c;
  for (unsigned int __k = 0; __k < 8 * sizeof(__T); ++__k) __s->x ^= (__code >> __k & 1) != 0 ? __s->direction_vectors[__k] : 0;
}
template <typename __T, typename __State> __GC_INLINE __T __gc_sobol_next(__State* __s) {
  const __T __x = __s->x, __free = ~__s->i++;
  // The sequence starts over after the last index.
  if (__free != 0) __s->x ^= __s->direction_vectors[__builtin_ctzll(__free)];
  else __s->x = __s->c;
  return __x;
}
#define __GC_SOBOL(state, __T)                                                                                        \
  __GC_INLINE void skipahead(__T __n, state* __s) { __gc_sobol_skip(__n, __s); }                                       \
  __GC_INLINE __T curand(state* __s) { return __gc_sobol_next<__T>(__s); }                                             \
  __GC_INLINE void __gc_sobol_init(const __T* __vectors, __T __scramble, __T __offset, state* __s) {                   \
    for (unsigned int __k = 0; __k < 8 * sizeof(__T); ++__k) __s->direction_vectors[__k] = __vectors[__k];             \
    __s->i = 0;                                                                                                        \
    __s->c = __scramble;                                                                                               \
    __gc_sobol_skip(__offset, __s);                                                                                    \
  }
__GC_SOBOL(curandStateSobol32, unsigned int)
__GC_SOBOL(curandStateSobol64, unsigned long long)
__GC_SOBOL(curandStateScrambledSobol32, unsigned int)
__GC_SOBOL(curandStateScrambledSobol64, unsigned long long)
#undef __GC_SOBOL
__GC_INLINE void curand_init(const unsigned int* __vectors, unsigned int __offset, curandStateSobol32* __s) {
  __gc_sobol_init(__vectors, 0, __offset, __s);
}
__GC_INLINE void curand_init(const unsigned long long* __vectors, unsigned long long __offset, curandStateSobol64* __s) {
  __gc_sobol_init(__vectors, 0, __offset, __s);
}
__GC_INLINE void curand_init(const unsigned int* __vectors, unsigned int __scramble, unsigned int __offset, curandStateScrambledSobol32* __s) {
  __gc_sobol_init(__vectors, __scramble, __offset, __s);
}
__GC_INLINE void curand_init(const unsigned long long* __vectors, unsigned long long __scramble, unsigned long long __offset,
                             curandStateScrambledSobol64* __s) {
  __gc_sobol_init(__vectors, __scramble, __offset, __s);
}

#include <gridcall/random_distributions.h>
