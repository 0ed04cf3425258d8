// SPDX-License-Identifier: Apache-2.0
//
// Lanes that take `continue` come to the barriers in a later iteration than the others: each thread's k-th barrier is the
// others' k-th.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  __shared__ u32 s[1024];
  const u32 t = threadIdx.x + blockDim.x * threadIdx.y, size = blockDim.x * blockDim.y;
  s[t] = 0u;
  __syncthreads();
  u32 n = 0u, v = 0u;
  for (;;) {
    ++n;
    if (((in[t] >> n) & 1u) != 0u && n < 12u) {
      v += 3u;
      continue;
    }
    s[t] += n;
    __syncthreads();
    v = v * 3u + s[(t + 1u) % size];
    __syncthreads();
    if (n > 6u) break;
  }
  out[t * 4u] = v;
  out[t * 4u + 1u] = n;
}
