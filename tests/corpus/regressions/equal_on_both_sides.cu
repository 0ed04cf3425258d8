// SPDX-License-Identifier: Apache-2.0
//
// Both sides of branches compute one index, which is used behind them, also across barriers; and sums that may be
// too large for an int on one side only.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  __shared__ u32 s[1024];
  const u32 t = threadIdx.x + blockDim.x * threadIdx.y, y = threadIdx.y, x = threadIdx.x;
  if (x == 0u) s[y] = in[y] + 1u;
  __syncthreads();
  const u32 mine = s[y] * in[t];
  __syncthreads();
  s[t] = mine;
  __syncthreads();
  if (y % 2u == 0u && y + 1u < blockDim.y) s[t] += s[t + blockDim.x];
  __syncthreads();
  u32 v, w;
  if ((in[t] & 1u) != 0u) {
    v = (x + in[0]) * 3u;
    w = in[(x + 1u) & 63u] ^ 7u;
  } else {
    v = (x + in[0]) * 3u;
    w = in[(x + 1u) & 63u] ^ v;
  }
  for (u32 i = 0u; i < 3u; ++i) {
    if (((in[t] >> i) & 2u) != 0u) {
      w += s[t];
      v = (t ^ i) + 5u;
    } else {
      w *= 3u;
      v = (t ^ i) + 5u;
    }
    w = w * 5u + in[v & 63u];
  }
  out[t * 4u] = v;
  out[t * 4u + 1u] = w;
  out[t * 4u + 2u] = s[t];
}
