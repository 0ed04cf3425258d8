// SPDX-License-Identifier: Apache-2.0
//
// Two paths to the next iteration, taken in the same one, give q another value each: at the loop's header lanes join.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  const u32 t = threadIdx.x + blockDim.x * threadIdx.y;
  u32 n = 0u, a = 0u, q = 7u;
  for (;;) {
    ++n;
    a += q * n;
    if (((in[t] & 0x7fffffffu) >> (n & 31u) & 1u) != 0u) {
      q = 1u;
      continue;
    }
    a ^= n;
    if (n > 6u) break;
    q = 2u;
  }
  out[t * 4u] = a;
}
