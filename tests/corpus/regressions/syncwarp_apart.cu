// SPDX-License-Identifier: Apache-2.0
//
// A warp's first lane and the others meet at __syncwarp from two places, as sm_70 and later allow.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  __shared__ u32 s;
  u32 v = 0u;
  const u32 t = threadIdx.x;
  const u32 all = blockDim.x >= 32u ? 0xffffffffu : (1u << (blockDim.x & 31u)) - 1u;
  if (t >= 32u || threadIdx.y != 0u) return;
  if (t == 0u) {
    for (u32 i = 0u; i < 4u; ++i) {
      s = in[i] + i;
      __syncwarp(all);
      __syncwarp(all);
    }
  } else {
    for (u32 i = 0u; i < 4u; ++i) {
      __syncwarp(all);
      v = v * 3u + s;
      __syncwarp(all);
    }
  }
  out[t * 4u] = v;
}
