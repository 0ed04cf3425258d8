// SPDX-License-Identifier: Apache-2.0
//
// A lane that takes `continue` misses this iteration's test of the exit by which others leave: n differs behind the
// loop, though it is the same for all that are in it.
extern "C" __global__ void k0(const u32* in, u32* out, Parameters p) {
  const u32 t = threadIdx.x + blockDim.x * threadIdx.y;
  const u32 x = t == 4u ? 0xff80u : t == 3u ? 0x80u : (t & 3u) + 1u;
  u32 n = 0u, a = 0u;
  for (;;) {
    ++n;
    if (((x >> (n & 31u)) & 1u) != 0u) {
      a += n * 3u;
      continue;
    }
    a ^= n;
    if (n > 6u) break;
  }
  out[t * 4u] = n;
  out[t * 4u + 1u] = a;
}
