// SPDX-License-Identifier: Apache-2.0
// Integer and bit intrinsics, conversions with a rounding, arithmetic with a rounding.

__global__ void bits(unsigned long long *out, const unsigned *a, const unsigned *b, const unsigned long long *c,
                     const unsigned long long *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = a[i], y = b[i];
  unsigned long long v = c[i], w = d[i];
  unsigned long long *o = out + 28ull * i;
  o[0] = __clz((int)x); o[1] = __clzll((long long)v); o[2] = __popc(x); o[3] = __popcll(v); o[4] = __brev(x);
  o[5] = __brevll(v); o[6] = __ffs((int)x); o[7] = __ffsll((long long)v); o[8] = (unsigned)__mul24((int)x, (int)y);
  o[9] = __umul24(x, y); o[10] = (unsigned)__mulhi((int)x, (int)y); o[11] = __umulhi(x, y);
  o[12] = (unsigned long long)__mul64hi((long long)v, (long long)w); o[13] = __umul64hi(v, w);
  o[14] = __sad((int)x, (int)y, 5u); o[15] = __usad(x, y, 5u); o[16] = __byte_perm(x, y, v & 0x7777);
  o[17] = __funnelshift_l(x, y, (unsigned)w); o[18] = __funnelshift_r(x, y, (unsigned)w);
  o[19] = __funnelshift_lc(x, y, (unsigned)w & 63); o[20] = __funnelshift_rc(x, y, (unsigned)w & 63);
  o[21] = (unsigned)__hadd((int)x, (int)y); o[22] = (unsigned)__rhadd((int)x, (int)y); o[23] = __uhadd(x, y);
  o[24] = __urhadd(x, y); o[25] = (unsigned)__dp4a((int)x, (int)y, 7); o[26] = __dp4a(x, y, 7u);
  o[27] = (unsigned)abs((int)x >> 1);
}

__global__ void convert(long long *out, const double *in, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  double d = in[i];
  float f = (float)d;
  long long *o = out + 24 * i;
  o[0] = __float2int_rn(f); o[1] = __float2int_rz(f); o[2] = __float2int_ru(f); o[3] = __float2int_rd(f);
  o[4] = __double2int_rn(d); o[5] = __double2int_rz(d); o[6] = __double2int_ru(d); o[7] = __double2int_rd(d);
  o[8] = __double2ll_rn(d); o[9] = __double2ll_rz(d); o[10] = __double2ll_ru(d); o[11] = __double2ll_rd(d);
  o[12] = __float_as_int(f); o[13] = __double_as_longlong(d); o[14] = __double2hiint(d); o[15] = (unsigned)__double2loint(d);
  o[16] = __double_as_longlong(__hiloint2double(__double2hiint(d), __double2loint(d)));
  o[17] = __float_as_int(__double2float_rz(d)); o[18] = __float_as_int(__double2float_ru(d));
  o[19] = __float_as_int(__double2float_rd(d)); o[20] = __float_as_int(__double2float_rn(d));
  o[21] = __float_as_int(__int_as_float(__float_as_int(f))); o[22] = (int)f; o[23] = (long long)d;
}

__global__ void from_integers(int *out, const long long *in, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  long long v = in[i];
  int w = (int)v;
  int *o = out + 8 * i;
  o[0] = __float_as_int(__int2float_rn(w)); o[1] = __float_as_int(__int2float_rz(w)); o[2] = __float_as_int(__int2float_ru(w));
  o[3] = __float_as_int(__int2float_rd(w)); o[4] = __float_as_int(__ll2float_rn(v)); o[5] = __float_as_int(__ll2float_rz(v));
  o[6] = (int)(__double_as_longlong(__ll2double_ru(v)) >> 20); o[7] = __float_as_int(__uint2float_rn((unsigned)w));
}

// rn, rz, ru, rd of add, mul, fma, div, sqrt, in float and double.
__global__ void rounded(float *f, double *d, float x, float y, float z, double u, double v, double w) {
  f[0] = __fadd_rn(x, y); f[1] = __fadd_rz(x, y); f[2] = __fadd_ru(x, y); f[3] = __fadd_rd(x, y);
  f[4] = __fmul_rn(x, y); f[5] = __fmul_rz(x, y); f[6] = __fmul_ru(x, y); f[7] = __fmul_rd(x, y);
  f[8] = __fmaf_rn(x, y, z); f[9] = __fmaf_rz(x, y, z); f[10] = __fmaf_ru(x, y, z); f[11] = __fmaf_rd(x, y, z);
  f[12] = __fdiv_rn(x, y); f[13] = __fdiv_rz(x, y); f[14] = __fdiv_ru(x, y); f[15] = __fdiv_rd(x, y);
  f[16] = __fsqrt_rn(x); f[17] = __fsqrt_rz(x); f[18] = __fsqrt_ru(x); f[19] = __fsqrt_rd(x);
  d[0] = __dadd_rn(u, v); d[1] = __dadd_rz(u, v); d[2] = __dadd_ru(u, v); d[3] = __dadd_rd(u, v);
  d[4] = __dmul_rn(u, v); d[5] = __dmul_rz(u, v); d[6] = __dmul_ru(u, v); d[7] = __dmul_rd(u, v);
  d[8] = __fma_rn(u, v, w); d[9] = __fma_rz(u, v, w); d[10] = __fma_ru(u, v, w); d[11] = __fma_rd(u, v, w);
  d[12] = __ddiv_rn(u, v); d[13] = __ddiv_rz(u, v); d[14] = __ddiv_ru(u, v); d[15] = __ddiv_rd(u, v);
  d[16] = __dsqrt_rn(u); d[17] = __dsqrt_rz(u); d[18] = __dsqrt_ru(u); d[19] = __dsqrt_rd(u);
}
