// SPDX-License-Identifier: Apache-2.0
//
// Atomic functions. Every scope is this machine. CUDA promises relaxed order only; these also order the
// memory accesses around them, since much code relies on what GPUs do and it costs nothing on x86-64.

#pragma once
#pragma clang system_header

#define __GC_ORDER __ATOMIC_ACQ_REL

#define __GC_ATOMIC_SCOPES(T, name, body)                                           \
  __GC_OVERRIDABLE __GC_DEVICE T name(T* address, T value) { body }                                  \
  __GC_OVERRIDABLE __GC_DEVICE T name##_block(T* address, T value) { return name(address, value); }  \
  __GC_OVERRIDABLE __GC_DEVICE T name##_system(T* address, T value) { return name(address, value); }

#define __GC_ATOMIC_ADD(T) __GC_ATOMIC_SCOPES(T, atomicAdd, return __atomic_fetch_add(address, value, __GC_ORDER);)
__GC_ATOMIC_ADD(int)
__GC_ATOMIC_ADD(unsigned int)
__GC_ATOMIC_ADD(unsigned long long)
__GC_ATOMIC_ADD(float)
__GC_ATOMIC_ADD(double)
#undef __GC_ATOMIC_ADD

#define __GC_ATOMIC_SUB(T) __GC_ATOMIC_SCOPES(T, atomicSub, return __atomic_fetch_sub(address, value, __GC_ORDER);)
__GC_ATOMIC_SUB(int)
__GC_ATOMIC_SUB(unsigned int)
#undef __GC_ATOMIC_SUB

#define __GC_ATOMIC_EXCH(T)                                                                                       \
  __GC_ATOMIC_SCOPES(T, atomicExch, T old; __atomic_exchange(address, &value, &old, __GC_ORDER); return old;)
__GC_ATOMIC_EXCH(int)
__GC_ATOMIC_EXCH(unsigned int)
__GC_ATOMIC_EXCH(unsigned long long)
__GC_ATOMIC_EXCH(float)
__GC_ATOMIC_EXCH(double)
#undef __GC_ATOMIC_EXCH

#define __GC_ATOMIC_MIN_MAX(T)                                                                       \
  __GC_ATOMIC_SCOPES(T, atomicMin, return __atomic_fetch_min(address, value, __GC_ORDER);)           \
  __GC_ATOMIC_SCOPES(T, atomicMax, return __atomic_fetch_max(address, value, __GC_ORDER);)
__GC_ATOMIC_MIN_MAX(int)
__GC_ATOMIC_MIN_MAX(unsigned int)
__GC_ATOMIC_MIN_MAX(long long)
__GC_ATOMIC_MIN_MAX(unsigned long long)
#undef __GC_ATOMIC_MIN_MAX

__GC_ATOMIC_SCOPES(unsigned int, atomicInc, return __nvvm_atom_inc_gen_ui(address, value);)
__GC_ATOMIC_SCOPES(unsigned int, atomicDec, return __nvvm_atom_dec_gen_ui(address, value);)

#define __GC_ATOMIC_BITS(T)                                                                      \
  __GC_ATOMIC_SCOPES(T, atomicAnd, return __atomic_fetch_and(address, value, __GC_ORDER);)       \
  __GC_ATOMIC_SCOPES(T, atomicOr, return __atomic_fetch_or(address, value, __GC_ORDER);)         \
  __GC_ATOMIC_SCOPES(T, atomicXor, return __atomic_fetch_xor(address, value, __GC_ORDER);)
__GC_ATOMIC_BITS(int)
__GC_ATOMIC_BITS(unsigned int)
__GC_ATOMIC_BITS(long long)
__GC_ATOMIC_BITS(unsigned long long)
#undef __GC_ATOMIC_BITS

#define __GC_ATOMIC_CAS(T)                                                                                        \
  __GC_OVERRIDABLE __GC_DEVICE T atomicCAS(T* address, T expected, T value) {                                                      \
    __atomic_compare_exchange_n(address, &expected, value, false, __GC_ORDER, __ATOMIC_ACQUIRE);                  \
    return expected;                                                                                              \
  }                                                                                                               \
  __GC_OVERRIDABLE __GC_DEVICE T atomicCAS_block(T* address, T expected, T value) { return atomicCAS(address, expected, value); }  \
  __GC_OVERRIDABLE __GC_DEVICE T atomicCAS_system(T* address, T expected, T value) { return atomicCAS(address, expected, value); }
__GC_ATOMIC_CAS(int)
__GC_ATOMIC_CAS(unsigned int)
__GC_ATOMIC_CAS(unsigned long long)
__GC_ATOMIC_CAS(unsigned short)
#undef __GC_ATOMIC_CAS
