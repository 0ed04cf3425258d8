// SPDX-License-Identifier: Apache-2.0
// Blocks: shared memory, barriers, shapes, threads and blocks that wait for each other.

// Each thread writes its place in the grid.
__global__ void place(unsigned long long *out) {
  unsigned long long block = blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  out[block * threads + thread] = (unsigned long long)blockIdx.x | (unsigned long long)blockIdx.y << 10 |
                                  (unsigned long long)blockIdx.z << 20 | (unsigned long long)threadIdx.x << 30 |
                                  (unsigned long long)threadIdx.y << 40 | (unsigned long long)threadIdx.z << 50;
}

__global__ void sizes(int *out) {
  out[0] = gridDim.x; out[1] = gridDim.y; out[2] = gridDim.z;
  out[3] = blockDim.x; out[4] = blockDim.y; out[5] = blockDim.z; out[6] = warpSize;
}

__global__ void count_blocks(unsigned *count) {
  if (threadIdx.x == 0) atomicAdd(count, 1u);
}

__global__ void reverse_static(int *x) {
  __shared__ int part[1024];
  part[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  x[blockIdx.x * blockDim.x + threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

// Two arrays of different types in one dynamic allocation.
__global__ void reverse_dynamic(double *x, char *y) {
  extern __shared__ double doubles[];
  char *chars = (char *)(doubles + blockDim.x);
  doubles[threadIdx.x] = x[threadIdx.x];
  chars[threadIdx.x] = y[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = doubles[blockDim.x - 1 - threadIdx.x];
  y[threadIdx.x] = chars[blockDim.x - 1 - threadIdx.x];
}

struct Tile { float value[16][17]; int count; };
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ Tile tile;
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) tile.value[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = tile.value[threadIdx.x][threadIdx.y];
}

__global__ void sum_block(long long *out, const int *in, int n) {
  __shared__ long long part[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

// The counting barriers, in a loop, so that one iteration's result must not leak into the next.
__global__ void counting(int *count, int *all, int *any, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    int c = __syncthreads_count((int)threadIdx.x % (r + 2) == 0);
    int a = __syncthreads_and((int)threadIdx.x < 1000 - 150 * r);
    int o = __syncthreads_or((int)threadIdx.x == 10 * r);
    count[r * blockDim.x + threadIdx.x] = c;
    all[r * blockDim.x + threadIdx.x] = a != 0;
    any[r * blockDim.x + threadIdx.x] = o != 0;
  }
}

// Threads that have left do not hold up a barrier.
__global__ void leave_early(int *out, int n) {
  __shared__ int seen[1024];
  if (threadIdx.x >= n) return;
  seen[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = seen[n - 1 - threadIdx.x];
}

// Barriers reached from different places of the code by whole warps would be undefined; from one place in a loop of
// equal length they are not.
__global__ void many_barriers(int *out, int rounds) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 0;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == r % blockDim.x) value = value * 3 + (int)threadIdx.x;
    __syncthreads();
  }
  out[threadIdx.x] = value;
}

// Another warp's thread, and one of the same warp, opens the door.
__global__ void wait_for_thread(int *out, int opener) {
  __shared__ volatile int door;
  if (threadIdx.x == 0) door = 0;
  __syncthreads();
  if (threadIdx.x == opener) {
    out[1] = 7;
    __threadfence_block();
    door = 1;
  } else if (threadIdx.x == 0) {
    while (door == 0) { }
    out[0] = ((volatile int *)out)[1] + 1;
  }
}

// A lock that each thread of a block takes in turn.
__global__ void take_lock(int *lock, int *counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *(volatile int *)counter += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

// Each block waits for the block before it.
__global__ void chain(volatile int *flag, volatile long long *value) {
  if (threadIdx.x == 0) {
    long long before = 0;
    if (blockIdx.x > 0) {
      while (flag[blockIdx.x - 1] == 0) { }
      __threadfence();
      before = value[blockIdx.x - 1];
    }
    value[blockIdx.x] = before + blockIdx.x + 1;
    __threadfence();
    flag[blockIdx.x] = 1;
  }
}

// The last block to finish adds up what all have left.
__device__ unsigned arrived;
__global__ void last_adds(long long *parts, long long *total, const int *in, int n) {
  __shared__ bool last;
  __shared__ long long sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd((unsigned long long *)&sum, (unsigned long long)in[i]);
  __syncthreads();
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence_system();
    long long all = 0;
    for (int b = 0; b < gridDim.x; ++b) all += ((volatile long long *)parts)[b];
    *total = all;
  }
}

__global__ void clocks(long long *out) {
  long long first = clock64();
  long long x = first;
  for (int i = 0; i < 1000; ++i) x = x * 6364136223846793005ll + 1442695040888963407ll;
  long long second = clock64();
  out[2 * threadIdx.x] = second - first;
  out[2 * threadIdx.x + 1] = x;
}
