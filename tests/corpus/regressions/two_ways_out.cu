// SPDX-License-Identifier: Apache-2.0
//
// Lanes leave by the second exit in early iterations, the rest by the first, whose test is the same for all that are left,
// in a later one; r says which it was. (The loop must be too large to be rotated, and something must be between the
// second test and the next iteration.)
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  const u32 t = threadIdx.x + blockDim.x * threadIdx.y;
  const u32 x = in[t] & in[t + 64u] & in[t + 128u];
  u32 r, i, a = 1u;
  for (i = 0u;; ++i) {
    a = a * 5u + in[i];
    a ^= in[a & 63u];
    a = a * 7u + in[i + 9u];
    a ^= in[(a >> 3) & 63u] >> 2;
    a = a * 11u + in[i + 19u];
    a ^= in[(a >> 5) & 63u];
    a += in[(a >> 7) & 31u] * 3u;
    a *= 0x9e3779b1u;
    a ^= a >> 15;
    if ((a & 7u) == 1u && i > 3u) {
      r = 100u;
      break;
    }
    if (((x >> (i & 31u)) & 1u) != 0u) {
      r = 200u;
      break;
    }
    if ((a & 16u) != 0u) out[t * 4u + 1u] = a;
    if ((a & 32u) != 0u) out[t * 4u + 2u] = i;
  }
  out[t * 4u] = r;
}
