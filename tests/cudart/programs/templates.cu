// SPDX-License-Identifier: Apache-2.0
//
// Kernel templates that host templates instantiate, the C++ library beside device code, mathematical functions of both sides.

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "check.h"

namespace app {

template <typename T>
struct Scale {
  T factor;
  __host__ __device__ T operator()(T x) const { return x * factor + std::sqrt(T(4)) - T(2); }
};

template <typename T, typename F>
__global__ void transform(const T* in, T* out, int n, F f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(in[i]);
}

template <typename T>
std::vector<T> on_device(const std::vector<T>& in, T factor) {
  T *x = nullptr, *y = nullptr;
  const int n = static_cast<int>(in.size());
  CUDA(cudaMalloc(&x, n * sizeof(T)));
  CUDA(cudaMalloc(&y, n * sizeof(T)));
  CUDA(cudaMemcpy(x, in.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  transform<<<(n + 127) / 128, 128>>>(x, y, n, Scale<T>{factor});
  CUDA(cudaGetLastError());
  std::vector<T> out(in.size());
  CUDA(cudaMemcpy(out.data(), y, n * sizeof(T), cudaMemcpyDeviceToHost));
  CUDA(cudaFree(x));
  CUDA(cudaFree(y));
  return out;
}

}  // namespace app

static __global__ void sum(const float* x, float* out, int n) {
  extern __shared__ float part[];
  float mine = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine += x[i];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = std::max(part[0], -std::numeric_limits<float>::max());
}

__global__ void functions(double* out, float x, int i) {
  out[0] = std::sin(x);
  out[1] = sin(double(x));
  out[2] = std::pow(x, 2);
  out[3] = fabs(-x);
  out[4] = abs(-i);
  out[5] = std::exp(double(x));
  out[6] = std::isnan(x) ? 1 : 0;
  out[7] = min(i, 3) + max(i, 9);
  out[8] = floorf(x) + std::floor(x);
  out[9] = __expf(0.0f) + rsqrtf(4.0f);
}

int main() {
  std::vector<float> floats(1000);
  std::iota(floats.begin(), floats.end(), 0.0f);
  const std::vector<float> scaled = app::on_device(floats, 3.0f);
  for (std::size_t i = 0; i < floats.size(); ++i) CHECK(scaled[i] == app::Scale<float>{3.0f}(floats[i]));
  const std::vector<double> doubles = app::on_device(std::vector<double>(77, 0.5), 8.0);
  CHECK(std::count(doubles.begin(), doubles.end(), 4.0) == 77);

  float *x = nullptr, *total = nullptr;
  CUDA(cudaMallocManaged(&x, floats.size() * sizeof(float)));
  CUDA(cudaMallocManaged(&total, sizeof(float)));
  std::copy(floats.begin(), floats.end(), x);
  sum<<<1, 256, 256 * sizeof(float)>>>(x, total, static_cast<int>(floats.size()));
  CUDA(cudaDeviceSynchronize());
  CHECK(*total == 499500.0f);

  double* results = nullptr;
  CUDA(cudaMallocManaged(&results, 10 * sizeof(double)));
  functions<<<1, 1>>>(results, 0.5f, 7);
  CUDA(cudaDeviceSynchronize());
  const double wanted[10] = {std::sin(0.5), std::sin(0.5), 0.25, 0.5, 7, std::exp(0.5), 0, 3 + 9, 0, 1.5};
  for (int i = 0; i < 10; ++i) CHECK(std::fabs(results[i] - wanted[i]) < 1e-6);
  CHECK(min(2, 3) == 2 && max(2.5f, 1.0f) == 2.5f && rsqrtf(4.0f) == 0.5f);
  std::map<std::string, int> names{{"done", 1}};
  std::cout << names.begin()->first << "\n";
}
