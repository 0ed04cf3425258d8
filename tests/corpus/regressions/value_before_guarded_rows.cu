// SPDX-License-Identifier: Apache-2.0
//
// A row behind a guard becomes a function, and where it ends without the break, r has the value from before it: the
// function used that value without taking it, and the compiler ended by SIGSEGV.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  const u32 t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * blockIdx.x);
  if (in[t] % 3u == 0u) return;
  u32 r = in[t + 1024u];
  const u32 first = in[t + 2048u] % 4096u, last = first + in[t + 3072u] % 20u;
  for (u32 e = first; e < last; ++e) {
    const u32 to = in[e] % 64u;
    if ((in[to] & 1u) != 0u) out[4096u + to] = 5u;
    if (to == 3u) {
      r = 7u;
      break;
    }
  }
  out[t] = r;
}
