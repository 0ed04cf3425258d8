// SPDX-License-Identifier: Apache-2.0
//
// Words of generators that have a state, in the order of cuRAND's host generators: word n of XORWOW and MRG32k3a is that of
// place n / kSubsequences in subsequence n % kSubsequences. The host writes in front of it: `index`, `parameters`,
// random_generators.h of the CPU device's compiler, and the constants kGenerator, kSubsequences and kGroup, the
// neighbouring subsequences of a thread.

enum { kXorwow = 1, kMrg32k3a = 2, kSobol32 = 3 };  // kGenerator

struct directions { u32 v[32]; };  // of a dimension of Sobol's sequences

__device__ inline void next_subsequence(curandStateXORWOW* state) { skipahead_sequence(1, state); }
__device__ inline void next_subsequence(curandStateMRG32k3a* state) { skipahead_subsequence(1, state); }

// Neighbouring threads write neighbouring words.
template <class State> __device__ inline void make(u32* out, u64 seed, u64 first, index count, index thread) {
  index begin = thread * kGroup;
  const index most = count < kSubsequences ? count : (index)kSubsequences;
  const index end = most - begin < kGroup ? most : begin + kGroup;
  State state;
  bool is_known = false;
  for (; begin < end; ++begin) {
    const u64 word = first + (u64)begin;
    const u64 subsequence = word % kSubsequences;
    if (is_known && subsequence != 0)
      next_subsequence(&state);
    else
      curand_init(seed, subsequence, word / kSubsequences, &state);
    is_known = true;
    State here = state;
    for (index i = begin; i < count; i += kSubsequences) out[i] = curand(&here);
  }
}

// The values in v: the words.
extern "C" __global__ void __launch_bounds__(256)
    gridcall_kernel(u32* out, u64 seed, u64 first, const directions d, const parameters p) {
  const index count = p.v[0], thread = (index)blockIdx.x * (index)blockDim.x + (index)threadIdx.x;
  if (kGenerator == kXorwow) return make<curandStateXORWOW>(out, seed, first, count, thread);
  if (kGenerator == kMrg32k3a) return make<curandStateMRG32k3a>(out, seed, first, count, thread);
  for (index i = thread; i < count; i += (index)gridDim.x * (index)blockDim.x) {
    const u32 n = (u32)(first + (u64)i), code = n ^ n >> 1;
    u32 word = 0;
#pragma unroll
    for (int bit = 0; bit < 32; ++bit) word ^= d.v[bit] & (0 - (code >> bit & 1));
    out[i] = word;
  }
}
