// SPDX-License-Identifier: Apache-2.0
// malloc and free inside kernels.

__global__ void use(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *p = (int *)malloc(n * sizeof(int));
  if (p == nullptr) { out[i] = -1; return; }
  for (int j = 0; j < n; ++j) p[j] = i + j;
  int sum = 0;
  for (int j = 0; j < n; ++j) sum += p[j];
  out[i] = ((unsigned long long)p % 16 == 0) ? sum : -2;
  free(p);
}

// Made by one launch, used by the next, freed by the last.
__device__ int *kept[64];
__global__ void make() {
  kept[threadIdx.x] = (int *)malloc(40);
  if (kept[threadIdx.x]) for (int j = 0; j < 10; ++j) kept[threadIdx.x][j] = threadIdx.x * j;
}
__global__ void look(int *out) { out[threadIdx.x] = kept[threadIdx.x] ? kept[threadIdx.x][9] : -1; }
__global__ void drop() { free(kept[threadIdx.x]); kept[threadIdx.x] = nullptr; }
__device__ void *volatile escaped; // or a compiler may leave the allocation out
__global__ void too_much(int *out) {
  escaped = malloc(1ull << 50);
  void *p = escaped;
  *out = p == nullptr;
  free(p);
  free(nullptr);
}
