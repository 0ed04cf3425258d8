// SPDX-License-Identifier: Apache-2.0
//
// An unsigned counter that wraps within a warp: the first and the last lane enter the loop, four between them do not.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  const u32 t = threadIdx.x + blockDim.x * threadIdx.y, end = 0u - 4u - (p.a & 1u);
  u32 n = 0u, v = 1u;
  for (u32 i = end - 12u + threadIdx.x; i < end && n < 5u; i += blockDim.x) {
    v = v * 3u + i;
    ++n;
  }
  out[t * 4u] = v + in[t];
  out[t * 4u + 1u] = n;
}
