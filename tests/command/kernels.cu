// SPDX-License-Identifier: Apache-2.0
//
// Kernels of the tests of the command.

struct Pair {
  int a, b;
};

__global__ void scale(float *x, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

__global__ void add(const double *a, const double *b, double *out, unsigned long long n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

// Names that are words of other languages: "type", "in".
__global__ void words(const unsigned char *in, short *type, bool is_negative, Pair *pairs) {
  type[threadIdx.x] = is_negative ? -in[threadIdx.x] : in[threadIdx.x];
}

__global__ void by_value(Pair pair, int *out) { *out = pair.a + pair.b; }

template <class T>
__global__ void fill(T *x, T value) {
  x[threadIdx.x] = value;
}

__global__ void outside(int *x) { x[threadIdx.x + 1] = 1; }

__global__ void nothing() {}
