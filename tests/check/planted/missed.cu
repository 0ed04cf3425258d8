// SPDX-License-Identifier: Apache-2.0
//
// Faults that are not found, each with the reason. A case that is reported fails: it then moves to the file of its check.
// README.md explains the lines with //!.

// The access lies in memory of the program, and which array was meant is not in the address.
//! missed | 1 8,8 | a:256
__global__ void row_of_a_matrix(int* out) {
  __shared__ int matrix[9][8];
  matrix[threadIdx.y][threadIdx.x] = 1;
  if (threadIdx.y == 0) matrix[8][threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.y * 8 + threadIdx.x] = matrix[threadIdx.y][threadIdx.x + 1];  // FAULT
}

//! missed | 1 4 | sub:256/0/64 a:256
__global__ void parts_of_dynamic_memory(int* out, int* counts) {
  int* const sums = counts + 4;
  counts[threadIdx.x + 4] = 1;  // FAULT
  sums[threadIdx.x + 4] = 2;
  out[threadIdx.x] = 1;
}

// Far enough to lie in another array.
//! missed | 1 1 | box:64 box:64
__global__ void another_allocation(int** one, int** other) {
  const long long distance = other[0] - one[0];
  one[0][distance] = 1;  // FAULT
}

// A store that nobody reads is removed.
//! missed | 1 4 | a:16
__global__ void dead_store(int* out) {
  int scratch[4];
  scratch[threadIdx.x + 4] = 1;  // FAULT
  out[threadIdx.x] = 1;
}

// A function's code does not say which argument of the kernel it was given.
//! missed | 1 65 | sub:1024/256/256
__device__ __noinline__ void set(int* at) { *at = 1; }
__global__ void past_sub_region_in_a_function(int* part) {
  set(part + threadIdx.x);  // FAULT
}

//! missed | 1 1 | a:20 4
struct Whole {
  int values[4];
  int total;
};
__global__ void member_by_a_pointer(Whole* whole, int n) {
  int* const values = whole->values;
  values[n] = 1;  // FAULT
}

// Two volatile accesses of one word of device memory are taken for a way to tell another block something.
//! missed | 2 32 | a:128
__global__ void lock_by_a_plain_word(volatile int* box) {
  if (threadIdx.x == 0) {
    box[blockIdx.x + 1] = 1;
    box[0] += 1;  // FAULT
  }
}
