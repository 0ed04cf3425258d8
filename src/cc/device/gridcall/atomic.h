// SPDX-License-Identifier: Apache-2.0
//
// Atomic functions. Every scope is the whole machine. CUDA promises relaxed order only; these also order the memory
// accesses around them, since much code relies on the behaviour of GPUs, and it costs nothing on x86-64.

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

// Each component is added separately, as on a GPU.
#define __GC_ATOMIC_VECTOR(T, ...)                                                                                  \
  __GC_OVERRIDABLE __GC_DEVICE T atomicAdd(T* address, T value) { return {__VA_ARGS__}; }                           \
  __GC_OVERRIDABLE __GC_DEVICE T atomicAdd_block(T* address, T value) { return atomicAdd(address, value); }         \
  __GC_OVERRIDABLE __GC_DEVICE T atomicAdd_system(T* address, T value) { return atomicAdd(address, value); }
#define __GC_COMPONENT(name) atomicAdd(&address->name, value.name)
__GC_ATOMIC_VECTOR(float2, __GC_COMPONENT(x), __GC_COMPONENT(y))
__GC_ATOMIC_VECTOR(float4, __GC_COMPONENT(x), __GC_COMPONENT(y), __GC_COMPONENT(z), __GC_COMPONENT(w))
#undef __GC_COMPONENT
#undef __GC_ATOMIC_VECTOR

// The atomic functions with an order and a scope, all with the strongest order that a source may request.
#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
#define __GC_ATOMIC_ORDERED(name)                                                                                         \
  template <typename T> __GC_DEVICE T __nv_atomic_fetch_##name(T* p, typename __gc_same<T>::type v, int, int = 4) {        \
    return __atomic_fetch_##name(p, v, __GC_ORDER);                                                                       \
  }                                                                                                                       \
  template <typename T> __GC_DEVICE void __nv_atomic_##name(T* p, typename __gc_same<T>::type v, int, int = 4) {           \
    __atomic_fetch_##name(p, v, __GC_ORDER);                                                                              \
  }
__GC_ATOMIC_ORDERED(add)
__GC_ATOMIC_ORDERED(sub)
__GC_ATOMIC_ORDERED(and)
__GC_ATOMIC_ORDERED(or)
__GC_ATOMIC_ORDERED(xor)
__GC_ATOMIC_ORDERED(min)
__GC_ATOMIC_ORDERED(max)
#undef __GC_ATOMIC_ORDERED
template <typename T> __GC_DEVICE void __nv_atomic_load(const T* p, T* to, int, int = 4) { __atomic_load(p, to, __ATOMIC_SEQ_CST); }
template <typename T> __GC_DEVICE T __nv_atomic_load_n(const T* p, int, int = 4) { return __atomic_load_n(p, __ATOMIC_SEQ_CST); }
template <typename T> __GC_DEVICE void __nv_atomic_store(T* p, T* from, int, int = 4) { __atomic_store(p, from, __ATOMIC_SEQ_CST); }
template <typename T> __GC_DEVICE void __nv_atomic_store_n(T* p, typename __gc_same<T>::type v, int, int = 4) {
  __atomic_store_n(p, v, __ATOMIC_SEQ_CST);
}
template <typename T> __GC_DEVICE void __nv_atomic_exchange(T* p, T* from, T* to, int, int = 4) {
  __atomic_exchange(p, from, to, __GC_ORDER);
}
template <typename T> __GC_DEVICE T __nv_atomic_exchange_n(T* p, typename __gc_same<T>::type v, int, int = 4) {
  return __atomic_exchange_n(p, v, __GC_ORDER);
}
template <typename T> __GC_DEVICE bool __nv_atomic_compare_exchange(T* p, T* expected, T* from, bool, int, int, int = 4) {
  return __atomic_compare_exchange(p, expected, from, false, __GC_ORDER, __ATOMIC_ACQUIRE);
}
template <typename T>
__GC_DEVICE bool __nv_atomic_compare_exchange_n(T* p, T* expected, typename __gc_same<T>::type v, bool, int, int, int = 4) {
  return __atomic_compare_exchange_n(p, expected, v, false, __GC_ORDER, __ATOMIC_ACQUIRE);
}
__GC_DEVICE void __nv_atomic_thread_fence(int, int = 4) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
