// SPDX-License-Identifier: Apache-2.0
//
// Blocks of 16 threads at most have an entry of their own, in which a barrier is over at once: lanes that have left the kernel,
// lanes that skip a step, and a block that is not full.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  __shared__ u32 s[16][17];
  const u32 t = threadIdx.x, size = blockDim.x;
  if (size > 16u || blockDim.y != 1u) return;
  for (u32 k = 0u; k < size; ++k) s[k][t] = in[k * 16u + t];
  if (in[t] % 7u == 3u) return;
  __syncthreads();
  u32 n = 0u;
  for (u32 i = 0u; i < 6u; ++i) {
    if (t > i) s[t][i] = s[t][i] * 3u + s[i][t];
    __syncthreads();
    if (t + i < size) n += s[t + i][t] ^ s[t][(t + i) % size];
    n += __syncthreads_count(n % 3u == i % 3u) * 5u + __syncthreads_or(n == i) + __syncthreads_and(n > 9u) * 2u;
  }
  out[(blockIdx.x * size + t) * 4u] = n;
}
