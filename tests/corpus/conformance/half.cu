// SPDX-License-Identifier: Apache-2.0
// 16-bit floats.

#include <cuda_fp16.h>
#include <cuda_bf16.h>

__global__ void halves(unsigned short *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  __half h = __float2half(in[i]);
  out[3 * i] = __half_as_ushort(h);
  out[3 * i + 1] = __half_as_ushort(__hadd(h, __float2half(1.0f)));
  out[3 * i + 2] = __half_as_ushort(h * h);
}
__global__ void back(float *out, const unsigned short *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __half2float(__ushort_as_half(in[i]));
}
__global__ void pairs(__half2 *out, const __half2 *a, const __half2 *b) {
  out[threadIdx.x] = __hfma2(a[threadIdx.x], b[threadIdx.x], __float2half2_rn(0.5f));
}
__global__ void brains(unsigned short *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __bfloat16_as_ushort(__float2bfloat16(in[i]));
}
__global__ void add_atomically(__half *sum) { atomicAdd(sum, __float2half(1.0f)); }
