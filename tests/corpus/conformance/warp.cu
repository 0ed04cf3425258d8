// SPDX-License-Identifier: Apache-2.0
// Warps: shuffles, votes, matches, reductions.

template <typename T> __global__ void shuffles(T *out, const T *in, int operand, int width) {
  int t = threadIdx.x, n = blockDim.x;
  T v = in[t];
  out[t] = __shfl_sync(0xffffffffu, v, operand, width);
  out[n + t] = __shfl_up_sync(0xffffffffu, v, (unsigned)operand, width);
  out[2 * n + t] = __shfl_down_sync(0xffffffffu, v, (unsigned)operand, width);
  out[3 * n + t] = __shfl_xor_sync(0xffffffffu, v, operand, width);
}

// Each lane names its own source.
__global__ void gather(int *out, const int *in, const int *source) {
  out[threadIdx.x] = __shfl_sync(0xffffffffu, in[threadIdx.x], source[threadIdx.x]);
}

// Halves of a warp shuffle and vote separately.
__global__ void halves(int *out) {
  int lane = threadIdx.x % 32;
  if (lane < 16) {
    out[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, lane * 10, 1);
    out[64 + threadIdx.x] = (int)__ballot_sync(0x0000ffffu, lane % 2);
  } else {
    out[threadIdx.x] = __shfl_xor_sync(0xffff0000u, lane * 100, 15);
    out[64 + threadIdx.x] = (int)__ballot_sync(0xffff0000u, lane % 4 == 0);
  }
}

__global__ void votes(unsigned *out, const int *in) {
  int p = in[threadIdx.x];
  unsigned *mine = out + 4 * threadIdx.x;
  mine[0] = __ballot_sync(0xffffffffu, p);
  mine[1] = (unsigned)(__any_sync(0xffffffffu, p) != 0);
  mine[2] = (unsigned)(__all_sync(0xffffffffu, p) != 0);
  mine[3] = (unsigned)__popc(__ballot_sync(0xffffffffu, p) & ((1u << (threadIdx.x % 32)) - 1));
}

template <typename T> __global__ void matches(unsigned *out, const T *in) {
  int predicate = -1;
  out[3 * threadIdx.x] = __match_any_sync(0xffffffffu, in[threadIdx.x]);
  out[3 * threadIdx.x + 1] = __match_all_sync(0xffffffffu, in[threadIdx.x], &predicate);
  out[3 * threadIdx.x + 2] = (unsigned)(predicate != 0);
}

__global__ void active(unsigned *out, int below) {
  out[threadIdx.x] = 0;
  if ((int)(threadIdx.x % 32) < below) out[threadIdx.x] = __activemask();
}

__global__ void reduce_unsigned(unsigned *out, const unsigned *in, unsigned mask) {
  unsigned v = in[threadIdx.x], *mine = out + 6 * threadIdx.x;
  if (mask >> (threadIdx.x % 32) & 1) {
    mine[0] = __reduce_add_sync(mask, v);
    mine[1] = __reduce_min_sync(mask, v);
    mine[2] = __reduce_max_sync(mask, v);
    mine[3] = __reduce_and_sync(mask, v);
    mine[4] = __reduce_or_sync(mask, v);
    mine[5] = __reduce_xor_sync(mask, v);
  }
}

__global__ void reduce_signed(int *out, const int *in) {
  int v = in[threadIdx.x], *mine = out + 3 * threadIdx.x;
  mine[0] = __reduce_add_sync(0xffffffffu, v);
  mine[1] = __reduce_min_sync(0xffffffffu, v);
  mine[2] = __reduce_max_sync(0xffffffffu, v);
}

// Lanes exchange through shared memory, with nothing but __syncwarp between.
__global__ void rotate(int *out, int rounds) {
  __shared__ int part[64];
  int t = threadIdx.x, base = t & ~31;
  part[t] = t;
  for (int r = 0; r < rounds; ++r) {
    __syncwarp();
    int v = part[base + (t + 1) % 32];
    __syncwarp();
    part[t] = v;
  }
  __syncwarp();
  out[t] = part[t];
}

// A scan by shuffles, as everybody writes it.
__global__ void scan(int *out, const int *in) {
  int lane = threadIdx.x % 32, v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    int u = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += u;
  }
  out[threadIdx.x] = v;
}

// A last warp that is not full.
__global__ void partial(unsigned *out) {
  unsigned mask = threadIdx.x < blockDim.x / 32 * 32 ? 0xffffffffu : (1u << blockDim.x % 32) - 1;
  out[threadIdx.x] = __ballot_sync(mask, 1);
}
