// SPDX-License-Identifier: Apache-2.0
// Vector types: sizes, alignments, members, whole loads and stores.

#define SIZES(X) \
  X(char1) X(char2) X(char3) X(char4) X(uchar1) X(uchar2) X(uchar3) X(uchar4) X(short1) X(short2) X(short3) X(short4) \
  X(ushort2) X(ushort3) X(ushort4) X(int1) X(int2) X(int3) X(int4) X(uint1) X(uint2) X(uint3) X(uint4) X(long2) X(ulong2) \
  X(longlong1) X(longlong2) X(longlong3) X(longlong4) X(ulonglong2) X(float1) X(float2) X(float3) X(float4) X(double1) \
  X(double2) X(double3) X(double4) X(dim3)

__global__ void sizes(int *out) {
  int i = 0;
#define X(type) out[i++] = (int)sizeof(type); out[i++] = (int)alignof(type);
  SIZES(X)
#undef X
}

__global__ void add4(float4 *out, const float4 *a, const float4 *b) {
  float4 x = a[threadIdx.x], y = b[threadIdx.x];
  out[threadIdx.x] = make_float4(x.x + y.x, x.y - y.y, x.z * y.z, x.w / y.w);
}
__global__ void swap_bytes(uchar4 *x) {
  uchar4 v = x[threadIdx.x];
  x[threadIdx.x] = make_uchar4(v.w, v.z, v.y, v.x);
}
__global__ void mixed(double *out, int3 a, double2 b, short4 c, longlong2 d) {
  out[0] = a.x; out[1] = a.y; out[2] = a.z; out[3] = b.x; out[4] = b.y; out[5] = c.x; out[6] = c.w; out[7] = (double)d.x; out[8] = (double)d.y;
  dim3 g(2, 3);
  out[9] = g.x; out[10] = g.y; out[11] = g.z;
  int2 made = make_int2(5, -6);
  uint3 where = threadIdx;
  out[12] = made.x * made.y; out[13] = where.x;
  double4 four = {1, 2, 3, 4};
  out[14] = four.x + four.y * four.z - four.w;
}
