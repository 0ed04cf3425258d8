// SPDX-License-Identifier: Apache-2.0
//
// Execution and memory spaces, vector types, built-in variables, memory, printf and assert.

#pragma once
#pragma clang system_header

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifdef __GC_WHOLE_PROGRAM
#define __NVCC__ 1
#define __managed__ __attribute__((device, annotate("gridcall-managed")))
#else
#define __CUDACC_RTC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 0
#define CUDART_VERSION 12040
#define __CUDART_API_VERSION CUDART_VERSION
#define __CUDA_API_VER_MAJOR__ __CUDACC_VER_MAJOR__
#define __CUDA_API_VER_MINOR__ __CUDACC_VER_MINOR__
#define __GRIDCALL_CPU__ 1
#ifndef __GC_WHOLE_PROGRAM
#define __NV_BUILTIN_INITIALIZER_LIST 1
#define __NV_BUILTIN_MOVE_FORWARD 1
#define __noinline__ __attribute__((noinline))
typedef __builtin_va_list va_list;
#define __managed__ __attribute__((device))
#define CUDART_DEVICE __device__
#define __CUDA_ARCH_HAS_FEATURE__(feature) __CUDA_ARCH_FEAT_##feature
#define CUDARTAPI_CDECL
#define __cdecl
#define __thread__ __thread
#define __THROW
#define __import__
#define __export__
#define __device_builtin__
#define __device_builtin_surface_type__
#define __device_builtin_texture_type__
#define __cudart_builtin__
#define __annotate__(a)
#define __location__(a)
#define __no_return__ __attribute__((noreturn))
// NVRTC has read these headers: a source may bring copies of them.
#define __COMMON_FUNCTIONS_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __LIBRARY_TYPES_H__
#define __MATH_FUNCTIONS_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_TYPES_H__
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __grid_constant__
#define __cluster_dims__(...) __attribute__((annotate("gridcall-cluster" __VA_OPT__(, ) __VA_ARGS__)))
#define __block_size__(...)
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(...)
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __nv_pure__ __attribute__((pure))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __specialization_static static
#define CUDARTAPI
#define CUDART_CB
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END

#define __GC_INLINE static __inline__ __attribute__((always_inline)) __host__ __device__
#define __GC_DEVICE static __inline__ __attribute__((always_inline)) __device__
// Functions that the C library has too: in a whole program the names are the host's, and the device has its own overloads.
#ifdef __GC_WHOLE_PROGRAM
#define __GC_NAMED __GC_DEVICE
#define __GC_LIBM(result, name, parameters, ...) __GC_INLINE result name parameters { return __builtin_##name(__VA_ARGS__); }
#else
#define __GC_NAMED __GC_INLINE
#define __GC_LIBM(result, name, parameters, ...) extern "C" __host__ __device__ result name parameters;
#endif
// Templates for names that sources define themselves: overload resolution prefers a source's function.
#define __GC_OVERRIDABLE template <int = 0>

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;
#ifndef NULL
#define NULL __null
#endif

#include "vector_types.h"

#ifdef __GC_WHOLE_PROGRAM
#include <driver_types.h>
#else
#include "host_types.h"

// Host code in a source, which is parsed but not compiled, may contain kernel<<<grid, block>>>().
__host__ int cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
#endif

// ---- Built-in variables: the compiler turns reads of these into reads of the thread's own values ----

extern "C" {
extern const __device__ uint3 threadIdx;
extern const __device__ uint3 blockIdx;
extern const __device__ dim3 blockDim;
extern const __device__ dim3 gridDim;
}
static const __device__ int warpSize = 32;

// ---- Functions of the runtime (cpu/abi/runtime.def); the compiler adds the calling thread ----

extern "C" {
__device__ unsigned int __gridcall_rt_barrier(unsigned int reduction, unsigned int predicate);
__device__ void __gridcall_rt_named_barrier(unsigned int barrier, unsigned int count);
__device__ void __gridcall_rt_syncwarp(unsigned int mask);
__device__ unsigned long long __gridcall_rt_shuffle(unsigned int mask, unsigned long long value, unsigned int operand,
                                                    unsigned int width, unsigned int mode, unsigned int* in_range);
__device__ unsigned int __gridcall_rt_ballot(unsigned int mask, unsigned int predicate);
__device__ unsigned int __gridcall_rt_match_any(unsigned int mask, unsigned long long value);
__device__ unsigned int __gridcall_rt_match_all(unsigned int mask, unsigned long long value, unsigned int* all_equal);
__device__ unsigned int __gridcall_rt_warp_reduce(unsigned int mask, unsigned int value, unsigned int reduction);
__device__ unsigned int __gridcall_rt_activemask();
__device__ void __gridcall_rt_nanosleep(unsigned int nanoseconds);
__device__ void __gridcall_rt_grid_sync();
__device__ unsigned int __gridcall_rt_is_cooperative();
__device__ void __gridcall_rt_cluster_arrive();
__device__ void __gridcall_rt_cluster_wait();
__device__ void* __gridcall_rt_cluster_address(unsigned int word);
__device__ unsigned int __gridcall_rt_cluster_rank(const void* address);
__device__ unsigned int __gridcall_rt_special(unsigned int which);
__device__ unsigned long long __gridcall_rt_globaltimer();
__device__ void __gridcall_rt_fault(unsigned int fault) __attribute__((noreturn));
__device__ void __gridcall_rt_assert(const char* expression, const char* file, unsigned int line, const char* function)
    __attribute__((noreturn));
}

// ---- Memory ----

#ifndef __GC_WHOLE_PROGRAM
extern "C" {
__host__ __device__ void* malloc(size_t bytes);
__host__ __device__ void free(void* address);
__host__ __device__ void* memcpy(void* to, const void* from, size_t bytes);
__host__ __device__ void* memmove(void* to, const void* from, size_t bytes);
__host__ __device__ void* memset(void* to, int value, size_t bytes);
__host__ __device__ int memcmp(const void* a, const void* b, size_t bytes);
__host__ __device__ int printf(const char* format, ...);
__host__ __device__ __inline__ void __assertfail(const char* expression, const char* file, unsigned int line, const char* function, size_t) {
  __gridcall_rt_assert(expression, file, line, function);
}
}

namespace std {
typedef decltype(sizeof(0)) __gc_size_t;
enum class align_val_t : __gc_size_t {};
struct nothrow_t {};
}  // namespace std
#include "../initializer_list"
// As in NVRTC, these need no header.
namespace std {
template <typename __T> __host__ __device__ constexpr __remove_reference_t(__T)&& move(__T&& __v) noexcept {
  return static_cast<__remove_reference_t(__T)&&>(__v);
}
template <typename __T> __host__ __device__ constexpr __T&& forward(__remove_reference_t(__T)& __v) noexcept { return static_cast<__T&&>(__v); }
template <typename __T> __host__ __device__ constexpr __T&& forward(__remove_reference_t(__T)&& __v) noexcept { return static_cast<__T&&>(__v); }
}  // namespace std
#endif

#ifdef __GC_WHOLE_PROGRAM
#include "host_library.h"
#else
#if __cplusplus >= 201103L
#define __GC_NOEXCEPT noexcept
#else
#define __GC_NOEXCEPT throw()
#endif
__device__ __inline__ void* operator new(size_t bytes) { return malloc(bytes); }
__device__ __inline__ void* operator new[](size_t bytes) { return malloc(bytes); }
__device__ __inline__ void* operator new(size_t bytes, const std::nothrow_t&) __GC_NOEXCEPT { return malloc(bytes); }
__device__ __inline__ void* operator new[](size_t bytes, const std::nothrow_t&) __GC_NOEXCEPT { return malloc(bytes); }
__host__ __device__ __inline__ void* operator new(size_t, void* address) __GC_NOEXCEPT { return address; }
__host__ __device__ __inline__ void* operator new[](size_t, void* address) __GC_NOEXCEPT { return address; }
__device__ __inline__ void operator delete(void* address) __GC_NOEXCEPT { free(address); }
__device__ __inline__ void operator delete[](void* address) __GC_NOEXCEPT { free(address); }
__device__ __inline__ void operator delete(void* address, size_t) __GC_NOEXCEPT { free(address); }
__device__ __inline__ void operator delete[](void* address, size_t) __GC_NOEXCEPT { free(address); }
__host__ __device__ __inline__ void operator delete(void*, void*) __GC_NOEXCEPT {}
__host__ __device__ __inline__ void operator delete[](void*, void*) __GC_NOEXCEPT {}
#undef __GC_NOEXCEPT
#endif

// The functions that a vtable with a pure or deleted virtual function refers to.
extern "C" __device__ __inline__ __attribute__((used)) void __cxa_pure_virtual() { __gridcall_rt_fault(1); }
extern "C" __device__ __inline__ __attribute__((used)) void __cxa_deleted_virtual() { __gridcall_rt_fault(1); }

// Cache hints have no effect here, except that __ldcv is volatile.
#define __GC_LOAD(name) \
  template <typename T> __GC_DEVICE T name(const T* address) { return *address; }
__GC_LOAD(__ldg)
__GC_LOAD(__ldca)
__GC_LOAD(__ldcg)
__GC_LOAD(__ldcs)
__GC_LOAD(__ldlu)
#undef __GC_LOAD
template <typename T> __GC_DEVICE T __ldcv(const T* address) {
  __asm__ volatile("" ::: "memory");
  return *address;
}
template <typename T> struct __gc_same { typedef T type; };
#define __GC_STORE(name) \
  template <typename T> __GC_DEVICE void name(T* address, typename __gc_same<T>::type value) { *address = value; }
__GC_STORE(__stwb)
__GC_STORE(__stcg)
__GC_STORE(__stcs)
__GC_STORE(__stwt)
#undef __GC_STORE

__GC_DEVICE unsigned int __isShared(const void* address) { return __nvvm_isspacep_shared(address); }
__GC_DEVICE unsigned int __isCtaShared(const void* address) { return __nvvm_isspacep_shared(address); }
__GC_DEVICE unsigned int __isGlobal(const void* address) { return __nvvm_isspacep_global(address); }
// All memory that is not shared is one memory, and counts as global.
__GC_DEVICE unsigned int __isConstant(const void*) { return 0; }
__GC_DEVICE unsigned int __isLocal(const void*) { return 0; }
__GC_DEVICE unsigned int __isGridConstant(const void*) { return 0; }

// Inline PTX addresses shared memory by offsets into the block's.
extern "C" __device__ void* __gridcall_shared_base() __attribute__((const));
__GC_DEVICE size_t __cvta_generic_to_shared(const void* address) {
  return static_cast<size_t>(static_cast<const char*>(address) - static_cast<const char*>(__gridcall_shared_base()));
}
__GC_DEVICE void* __cvta_shared_to_generic(size_t offset) { return static_cast<char*>(__gridcall_shared_base()) + offset; }
__GC_DEVICE size_t __cvta_generic_to_global(const void* address) { return reinterpret_cast<size_t>(address); }
__GC_DEVICE size_t __cvta_generic_to_constant(const void* address) { return reinterpret_cast<size_t>(address); }
__GC_DEVICE size_t __cvta_generic_to_local(const void* address) { return reinterpret_cast<size_t>(address); }
__GC_DEVICE size_t __cvta_generic_to_grid_constant(const void* address) { return reinterpret_cast<size_t>(address); }
__GC_DEVICE void* __cvta_grid_constant_to_generic(size_t address) { return reinterpret_cast<void*>(address); }
__GC_DEVICE void* __cvta_global_to_generic(size_t address) { return reinterpret_cast<void*>(address); }
__GC_DEVICE void* __cvta_constant_to_generic(size_t address) { return reinterpret_cast<void*>(address); }
__GC_DEVICE void* __cvta_local_to_generic(size_t address) { return reinterpret_cast<void*>(address); }

// ---- Assertions, traps, time ----

#ifdef __GC_WHOLE_PROGRAM
#include <assert.h>
#else
#include "../assert.h"
#endif

__GC_DEVICE void __trap() { __gridcall_rt_fault(1); }
__GC_DEVICE void __brkpt() { __gridcall_rt_fault(1); }
__GC_DEVICE void __prof_trigger(int) {}

typedef long clock_t;
__GC_DEVICE clock_t clock() { return static_cast<clock_t>(__builtin_readcyclecounter()); }
__GC_DEVICE long long clock64() { return static_cast<long long>(__builtin_readcyclecounter()); }
__GC_OVERRIDABLE __GC_DEVICE unsigned long long __globaltimer() { return __gridcall_rt_globaltimer(); }
__GC_DEVICE void __nanosleep(unsigned int nanoseconds) { __gridcall_rt_nanosleep(nanoseconds); }
