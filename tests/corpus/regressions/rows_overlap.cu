// SPDX-License-Identifier: Apache-2.0
//
// The rows of four words that lanes write overlap: behind __syncwarp() the last words of a lane replace the first ones of the next.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  __shared__ u32 s[100];
  const int t = threadIdx.x;
  if (blockDim.x != 32u || blockDim.y != 1u) return;
  u32 all = 0u;
  for (int k = 0; k < 3; ++k) {
    const int step = 2 + (int)(in[k] % 2u);
    const u32 v = in[t];
    s[step * t] = v;
    s[step * t + 1] = v + 1u;
    __syncwarp();
    s[step * t + 2] = v + 2u;
    s[step * t + 3] = v + 3u;
    __syncwarp();
    all = all * 3u + s[step * t] + s[step * t + 1] * 5u;
    __syncwarp();
  }
  out[t * 4] = all;
}
