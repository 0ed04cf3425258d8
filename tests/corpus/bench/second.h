// SPDX-License-Identifier: Apache-2.0
//
// Words with which second.cu is CUDA C++, OpenCL C and C++: the benchmark puts this text before it.

#if defined(__OPENCL_VERSION__)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define KERNEL(name, ...) kernel void name(__VA_ARGS__)
#define DEVICE
#define G global
#define SHARED local
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#define GX ((int)get_global_id(0))
#define GY ((int)get_global_id(1))
#define TX ((int)get_local_id(0))
#define TY ((int)get_local_id(1))
#define BX ((int)get_group_id(0))
#define BY ((int)get_group_id(1))
#define f16 half
#define LOAD_HALF(p, i) vload_half(i, p)
#define STORE_HALF(p, i, value) vstore_half(value, i, p)
#define POPCOUNT(x) ((int)popcount(x))
#define expf exp
#define logf log
#define powf pow
#define sqrtf sqrt
#define sinf sin
#define cosf cos
#define asinf asin
#define acosf acos
#define atan2f atan2
#define fmaxf fmax
#define fminf fmin
typedef char i8;
typedef uchar u8;
typedef uint u32;
typedef ulong u64;
typedef long i64;
#else
#define G
typedef signed char i8;
typedef unsigned char u8;
typedef unsigned u32;
typedef unsigned long long u64;
typedef long long i64;
#if defined(__CUDACC__)
#include <cuda_fp16.h>
#define KERNEL(name, ...) extern "C" __global__ void name(__VA_ARGS__)
#define DEVICE __device__
#define SHARED __shared__
#define SYNC __syncthreads()
#define GX ((int)(blockIdx.x * blockDim.x + threadIdx.x))
#define GY ((int)(blockIdx.y * blockDim.y + threadIdx.y))
#define TX ((int)threadIdx.x)
#define TY ((int)threadIdx.y)
#define BX ((int)blockIdx.x)
#define BY ((int)blockIdx.y)
#define f16 __half
#define LOAD_HALF(p, i) __half2float((p)[i])
#define STORE_HALF(p, i, value) ((p)[i] = __float2half(value))
#define POPCOUNT(x) __popcll(x)
#else
#define KERNEL(name, ...) \
  static inline void name([[maybe_unused]] int GX, [[maybe_unused]] int GY, __VA_ARGS__)
#define DEVICE static inline
#define f16 _Float16
#define LOAD_HALF(p, i) static_cast<float>((p)[i])
#define STORE_HALF(p, i, value) ((p)[i] = static_cast<_Float16>(value))
#define POPCOUNT(x) __builtin_popcountll(x)
#define CPLUSPLUS
#endif
#endif
