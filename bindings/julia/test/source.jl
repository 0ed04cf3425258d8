# SPDX-License-Identifier: Apache-2.0
# The kernels of the tests, and the struct that one takes.

const SOURCE = """
__device__ int counter;
__constant__ float weights[4];
__global__ void vector_add(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
template <typename T> __global__ void scale(T *x, T factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * factor;
}
struct Mixed { signed char a; double b; short c; };
__global__ void types(double *out, signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f,
                      long long g, unsigned long long h, float i, double j, bool k, Mixed m, const double *p, Mixed n) {
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f; out[6] = g; out[7] = h; out[8] = i;
  out[9] = j; out[10] = k; out[11] = m.a; out[12] = m.b; out[13] = m.c; out[14] = *p; out[15] = n.a; out[16] = n.b;
  out[17] = n.c;
}
__global__ void where(int *x) {
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0 && blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0) {
    x[0] = gridDim.x; x[1] = gridDim.y; x[2] = gridDim.z; x[3] = blockDim.x; x[4] = blockDim.y; x[5] = blockDim.z;
  }
}
__global__ void reverse(int *x) {
  extern __shared__ int part[];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}
__global__ void wait_for(volatile int *flag) { while (*flag == 0) { } }
__global__ void count() { atomicAdd(&counter, 1); }
__global__ void weigh(float *x) { x[threadIdx.x] *= weights[threadIdx.x % 4]; }
"""

struct Mixed
    a::Int8
    b::Float64
    c::Int16
end
