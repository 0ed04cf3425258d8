// SPDX-License-Identifier: Apache-2.0
//
// Barriers that not all threads reach and warp functions whose lanes do not come, one a kernel, at the line that says FAULT.
// README.md explains the lines with //!.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

//! sync what=exited_threads | 1 32 | a:128
__global__ void divergent_branch(int* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = 1;
    __syncthreads();  // FAULT
  }
}

//! sync what=exited_threads | 1 64 | a:256
__global__ void one_warp_of_two(int* out) {
  if (threadIdx.x < 32) __syncthreads();  // FAULT
  out[threadIdx.x] = 1;
}

//! sync what=exited_threads | 1 64 | a:256 50
__global__ void after_early_return(int* out, int n) {
  if (threadIdx.x >= n) return;
  out[threadIdx.x] = 1;
  __syncthreads();  // FAULT
  out[threadIdx.x] += 1;
}

//! sync what=exited_threads | 1 64 | a:256
__global__ void loop_of_different_counts(int* out) {
  for (unsigned i = 0; i < 1 + threadIdx.x / 32; ++i) {
    out[threadIdx.x] += 1;
    __syncthreads();  // FAULT
  }
}

//! sync what=exited_threads | 1 32 | a:128
__global__ void loop_by_thread(int* out) {
  for (unsigned i = 0; i < threadIdx.x; ++i) {
    out[threadIdx.x] += i;
    __syncthreads();  // FAULT
  }
}

//! sync what=divergent_barrier | 1 64 | a:256
__global__ void two_barriers_of_a_branch(int* out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;
    __syncthreads();  // FAULT
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();  // OTHER
  }
}

//! sync what=exited_threads | 1 64 | a:4
__global__ void counting_barrier(int* out) {
  if (threadIdx.x < 33) *out = __syncthreads_count(1);  // FAULT
}

//! sync what=exited_threads stack=meet,in_function | 1 64 | a:256
__device__ __noinline__ void meet() {
  __syncthreads();  // FAULT
}
__global__ void in_function(int* out) {
  if (threadIdx.x != 5) meet();
  out[threadIdx.x] = 1;
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void syncwarp_of_absent_lanes(int* out) {
  if (threadIdx.x < 16) {
    __syncwarp(0xffffffff);  // FAULT
    out[threadIdx.x] = 1;
  }
}

//! sync what=caller_not_in_mask | 1 32 | a:128
__global__ void syncwarp_without_caller(int* out) {
  out[threadIdx.x] = 1;
  __syncwarp(0x0000ffff);  // FAULT
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void shuffle_in_branch(int* out) {
  if (threadIdx.x < 8) out[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 0);  // FAULT
}

//! sync what=inactive_source | 1 32 | a:128
__global__ void shuffle_from_exited_lane(int* out) {
  if (threadIdx.x >= 24) return;
  out[threadIdx.x] = __shfl_down_sync(0x00ffffff, (int)threadIdx.x, 4);  // FAULT
}

//! sync what=inactive_source | 1 50 | a:200
__global__ void shuffle_of_a_small_block(int* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 4);  // FAULT
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void shuffle_with_exited_lanes_in_mask(int* out) {
  if (threadIdx.x >= 24) return;
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 1);  // FAULT
}

//! sync what=caller_not_in_mask | 1 32 | a:128
__global__ void shuffle_without_caller(int* out) {
  out[threadIdx.x] = __shfl_sync(0x7fffffff, (int)threadIdx.x, 3);  // FAULT
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void ballot_of_absent_lanes(unsigned* out) {
  if (threadIdx.x & 1) out[threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x > 4);  // FAULT
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void vote_after_return(int* out) {
  if (threadIdx.x == 31) return;
  out[threadIdx.x] = __all_sync(0xffffffff, 1);  // FAULT
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void reduce_of_absent_lanes(unsigned* out) {
  if (threadIdx.x > 3) out[threadIdx.x] = __reduce_add_sync(0xffffffff, 1u);  // FAULT
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void match_of_absent_lanes(unsigned* out) {
  if (threadIdx.x > 3) out[threadIdx.x] = __match_any_sync(0xffffffff, threadIdx.x & 3);  // FAULT
}

//! sync | 1 32 | a:128
__global__ void two_functions_of_one_mask(int* out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = __any_sync(0xffffffff, 1);  // FAULT
  } else {
    out[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 0);  // OTHER
  }
}

//! sync | 1 32 | a:128
__global__ void masks_that_differ(int* out) {
  const unsigned mask = threadIdx.x < 16 ? 0x00ffffff : 0xffffffff;
  out[threadIdx.x] = __shfl_sync(mask, (int)threadIdx.x, 0);  // FAULT
}

//! sync what=exited_threads | 1 64 | a:256
__global__ void group_of_the_block(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x < 48) block.sync();  // FAULT
  out[threadIdx.x] = 1;
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void tile_in_branch(int* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (tile.thread_rank() < 8) tile.sync();  // FAULT
  out[threadIdx.x] = 1;
}

//! sync what=missing_lanes | 1 32 | a:128
__global__ void tile_shuffle_in_branch(int* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  if (tile.thread_rank() != 3) out[threadIdx.x] = tile.shfl(1, 0);  // FAULT
}

//! sync | 1 64 | a:256
__global__ void named_barrier_of_too_many(int* out) {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;" ::: "memory");  // FAULT
  out[threadIdx.x] = 1;
}

//! sync | 1 96 | a:384
__global__ void named_barriers_of_other_numbers(int* out) {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // FAULT
  } else if (threadIdx.x < 64) {
    asm volatile("bar.sync 2, 64;" ::: "memory");  // OTHER
  }
  out[threadIdx.x] = 1;
}

//! sync what=barrier_count | 1 64 | a:256 40
__global__ void named_barrier_of_no_warps(int* out, int count) {
  asm volatile("bar.sync 1, %0;" ::"r"(count) : "memory");  // FAULT
  out[threadIdx.x] = 1;
}

//! sync | 1 64 | a:256
__global__ void barrier_and_named_barrier(int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();  // FAULT
  } else {
    asm volatile("bar.sync 3;" ::: "memory");  // OTHER
  }
  out[threadIdx.x] = 1;
}

//! sync what=exited_threads | 1 64 | a:256
__global__ void barrier_in_switch(int* out) {
  switch (threadIdx.x % 3) {
    case 0: out[threadIdx.x] = 1; break;
    default: __syncthreads();  // FAULT
  }
}

//! sync what=deadlock | 2 64 | a:512
__cluster_dims__(2, 1, 1) __global__ void barriers_of_block_and_cluster(int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();  // FAULT
  } else {
    cg::this_cluster().sync();  // OTHER
  }
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// No race beside it: all threads are at a barrier.
//! sync what=divergent_barrier | 1 64 | a:256
__global__ void barriers_in_branches_of_a_warp(int* out) {
  __shared__ int tile[64];
  for (int i = 0; i < 3; ++i) {
    if ((threadIdx.x & 1) == 0) {
      tile[threadIdx.x] = i;
      __syncthreads();  // FAULT
    } else {
      tile[threadIdx.x] = -i - 1;
      __syncthreads();  // OTHER
    }
    out[threadIdx.x] = tile[threadIdx.x ^ 1];
    __syncthreads();
  }
}
