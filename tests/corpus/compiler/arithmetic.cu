// SPDX-License-Identifier: Apache-2.0
// Exact functions: bit by bit against this machine's own arithmetic (tests/unit/cc/kernels.cpp).

__global__ void rounding(const float* x, const float* y, float* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float a = x[i], b = y[i];
    float* o = out + 24 * i;
    o[0] = __fadd_rn(a, b); o[1] = __fadd_rz(a, b); o[2] = __fadd_ru(a, b); o[3] = __fadd_rd(a, b);
    o[4] = __fmul_rn(a, b); o[5] = __fmul_rz(a, b); o[6] = __fmul_ru(a, b); o[7] = __fmul_rd(a, b);
    o[8] = __fdiv_rn(a, b); o[9] = __fdiv_rz(a, b); o[10] = __fdiv_ru(a, b); o[11] = __fdiv_rd(a, b);
    float s = fabsf(a);
    o[12] = __fsqrt_rn(s); o[13] = __fsqrt_rz(s); o[14] = __fsqrt_ru(s); o[15] = __fsqrt_rd(s);
    o[16] = __fmaf_rn(a, b, a); o[17] = __fmaf_rz(a, b, a); o[18] = __fmaf_ru(a, b, a); o[19] = __fmaf_rd(a, b, a);
    double d = static_cast<double>(a) * 1.0000001 + b * 1e-12;
    o[20] = __double2float_rn(d); o[21] = __double2float_rz(d); o[22] = __double2float_ru(d); o[23] = __double2float_rd(d);
  }
}

__global__ void integer_functions(const unsigned* x, const unsigned* y, unsigned* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned a = x[i], b = y[i];
    unsigned* o = out + 16 * i;
    o[0] = __popc(a); o[1] = __clz(a); o[2] = __ffs(a); o[3] = __brev(a);
    o[4] = __byte_perm(a, b, 0x5140); o[5] = __umulhi(a, b); o[6] = __mulhi((int)a, (int)b); o[7] = __sad((int)a, (int)b, 3);
    o[8] = __funnelshift_l(a, b, b); o[9] = __funnelshift_r(a, b, a & 63); o[10] = __funnelshift_lc(a, b, b & 63);
    o[11] = __dp4a((int)a, (int)b, 7); o[12] = __uhadd(a, b); o[13] = __hadd((int)a, (int)b);
    o[14] = __mul24((int)a, (int)b); o[15] = __umul24(a, b);
  }
}

__global__ void conversions(const float* x, int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int* o = out + 6 * i;
    o[0] = __float2int_rn(x[i]); o[1] = __float2int_rz(x[i]); o[2] = __float2int_ru(x[i]); o[3] = __float2int_rd(x[i]);
    o[4] = (int)x[i]; o[5] = (int)__float2uint_rz(x[i]);
  }
}

template <class T>
__device__ void cast_to_all(T x, long long* o) {
  o[0] = (signed char)x; o[1] = (short)x; o[2] = (int)x; o[3] = (long long)x;
  o[4] = (unsigned char)x; o[5] = (unsigned short)x; o[6] = (unsigned)x; o[7] = (unsigned long long)x;
}
__global__ void casts(const double* x, long long* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    cast_to_all((float)x[i], out + 16 * i);
    cast_to_all(x[i], out + 16 * i + 8);
  }
}

#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void halves(const float* x, const float* y, float* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    __half a = __float2half(x[i]), b = __float2half(y[i]);
    float* o = out + 8 * i;
    o[0] = __half2float(a); o[1] = __half2float(a + b); o[2] = __half2float(a * b); o[3] = __half2float(a / b);
    o[4] = __half2float(__hfma(a, b, a)); o[5] = __half2float(__double2half(x[i] * 1.0001));
    o[6] = __bfloat162float(__float2bfloat16(x[i])); o[7] = __bfloat162float(__float2bfloat16(x[i]) * __float2bfloat16(y[i]));
  }
}
