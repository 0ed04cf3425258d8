// SPDX-License-Identifier: Apache-2.0
//
// The build puts the functions of the compiler that this source needs side by side (cmake/order_functions.py).

extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

template <class T>
__global__ void sum(const T* x, T* result, int n) {
  __shared__ T partial[256];
  T value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += x[i];
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, partial[0]);
}

template __global__ void sum<float>(const float*, float*, int);

extern "C" __global__ void functions(const double* x, float* y, unsigned* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float z = expf(static_cast<float>(x[i])) + sqrtf(y[i]);
  while (z > 1) z = sinf(z) * 0.5f;
  z += __shfl_down_sync(__activemask(), z, 1);
  if (z > 0.5f) atomicAdd(&count[i & 15], 1u);
  y[i] = z;
}
