// SPDX-License-Identifier: Apache-2.0
// Atomics. `op` is one of the numbers of atomic.c; what a type has no operation for is left alone.

enum { kAdd, kSub, kExch, kMin, kMax, kInc, kDec, kCas, kAnd, kOr, kXor };

template <typename T> __device__ T cas_add(T *p, T v) {
  T old = *(volatile T *)p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, (T)(seen + v));
  } while (old != seen);
  return old;
}

__device__ int apply(int op, int *p, int v) {
  switch (op) {
    case kAdd: return atomicAdd(p, v);
    case kSub: return atomicSub(p, v);
    case kExch: return atomicExch(p, v);
    case kMin: return atomicMin(p, v);
    case kMax: return atomicMax(p, v);
    case kCas: return cas_add(p, v);
    case kAnd: return atomicAnd(p, v);
    case kOr: return atomicOr(p, v);
    case kXor: return atomicXor(p, v);
  }
  return 0;
}
__device__ unsigned apply(int op, unsigned *p, unsigned v) {
  switch (op) {
    case kAdd: return atomicAdd(p, v);
    case kSub: return atomicSub(p, v);
    case kExch: return atomicExch(p, v);
    case kMin: return atomicMin(p, v);
    case kMax: return atomicMax(p, v);
    case kInc: return atomicInc(p, 1000u);
    case kDec: return atomicDec(p, 1000u);
    case kCas: return cas_add(p, v);
    case kAnd: return atomicAnd(p, v);
    case kOr: return atomicOr(p, v);
    case kXor: return atomicXor(p, v);
  }
  return 0;
}
__device__ unsigned long long apply(int op, unsigned long long *p, unsigned long long v) {
  switch (op) {
    case kAdd: return atomicAdd(p, v);
    case kExch: return atomicExch(p, v);
    case kMin: return atomicMin(p, v);
    case kMax: return atomicMax(p, v);
    case kCas: return cas_add(p, v);
    case kAnd: return atomicAnd(p, v);
    case kOr: return atomicOr(p, v);
    case kXor: return atomicXor(p, v);
  }
  return 0;
}
__device__ long long apply(int op, long long *p, long long v) {
  switch (op) {
    case kMin: return atomicMin(p, v);
    case kMax: return atomicMax(p, v);
  }
  return 0;
}
__device__ unsigned short apply(int op, unsigned short *p, unsigned short v) {
  return op == kCas ? cas_add(p, v) : (unsigned short)0;
}
__device__ float apply(int op, float *p, float v) {
  return op == kAdd ? atomicAdd(p, v) : op == kExch ? atomicExch(p, v) : 0.0f;
}
__device__ double apply(int op, double *p, double v) { return op == kAdd ? atomicAdd(p, v) : 0.0; }

template <typename T> __global__ void on_global(int op, T *cell, T *old, const T *value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  old[i] = apply(op, cell, value[i]);
}

template <typename T> __global__ void on_shared(int op, T *cells, T *old, const T *value) {
  __shared__ T cell;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) cell = cells[blockIdx.x];
  __syncthreads();
  old[i] = apply(op, &cell, value[i]);
  __syncthreads();
  if (threadIdx.x == 0) cells[blockIdx.x] = cell;
}

// Two 16-bit counters in one word: neither may tear the other.
__global__ void neighbours(unsigned short *two) { cas_add(two + threadIdx.x % 2, (unsigned short)1); }

__global__ void histogram(unsigned *bins, const unsigned char *in, int n) {
  __shared__ unsigned part[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) part[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&part[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], part[i]);
}

// The scoped forms.
__global__ void scoped(unsigned *out) {
  __shared__ unsigned inner;
  if (threadIdx.x == 0) inner = 0;
  __syncthreads();
  atomicAdd_block(&inner, 1u);
  atomicAdd_system(&out[0], 1u);
  atomicMax_system(&out[1], blockIdx.x * blockDim.x + threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&out[2], inner);
}
