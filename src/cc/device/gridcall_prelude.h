#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
struct uint3 { unsigned x,y,z; };
extern "C" { extern const __device__ uint3 threadIdx; extern const __device__ uint3 blockIdx, blockDim, gridDim;
 __device__ float sinf(float);
}
