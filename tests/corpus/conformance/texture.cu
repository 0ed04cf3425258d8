// SPDX-License-Identifier: Apache-2.0

__constant__ cudaTextureObject_t bound_texture;
__constant__ cudaSurfaceObject_t bound_surface;

__global__ void read_1d(cudaTextureObject_t t, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(t, i - 1);
}

__global__ void read_2d(cudaTextureObject_t t, float* out, int w, int h, float scale, float shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h) out[i] = tex2D<float>(t, (i % w) * scale + shift, (i / w) * scale + shift);
}

__global__ void read_bytes(cudaTextureObject_t t, uchar4* out, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h) out[i] = tex2D<uchar4>(t, i % w, i / w);
}

__global__ void read_bound(float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = tex2D<float>(bound_texture, i + 0.5f, 0.5f);
}

__global__ void write_bound(int n) {
  int i = threadIdx.x;
  if (i < n) surf2Dwrite(100.0f + i, bound_surface, i * 4, 0);
}

// Doubles what is there, in place.
__global__ void doubled(cudaSurfaceObject_t s, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h) surf2Dwrite(2 * surf2Dread<float>(s, (i % w) * 4, i / w), s, (i % w) * 4, i / w);
}

// A value for each of some places outside and inside, in a mode.
__global__ void edges(cudaSurfaceObject_t s, int* out, int mode) {
  const int x[8] = {-4, 0, 28, 32, 4, 4, 1000, -1000};
  const int y[8] = {0, 0, 3, 0, -1, 4, 2, 2};
  int i = threadIdx.x;
  int value = 0;
  if (i < 8) {
    if (mode == 0) surf2Dread(&value, s, x[i], y[i], cudaBoundaryModeZero);
    if (mode == 1) surf2Dread(&value, s, x[i], y[i], cudaBoundaryModeClamp);
    out[i] = value;
  }
}

__global__ void write_edges(cudaSurfaceObject_t s) {
  int i = threadIdx.x;
  if (i < 4) surf2Dwrite(-1 - i, s, (i - 1) * 32, 1, cudaBoundaryModeZero);
}

__global__ void outside(cudaSurfaceObject_t s) { surf2Dwrite(1, s, 32, 0); }

__global__ void fill_slices(cudaSurfaceObject_t s, int w, int h, int d, int is_layered) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w * h * d) return;
  int x = i % w, y = i / w % h, z = i / (w * h);
  uchar4 value = make_uchar4(x, y, z, 7);
  if (is_layered)
    surf2DLayeredwrite(value, s, x * 4, y, z);
  else
    surf3Dwrite(value, s, x * 4, y, z);
}

__global__ void bytes_of(cudaSurfaceObject_t s, unsigned char* out, unsigned* whole, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = surf2Dread<unsigned char>(s, i, 0);
  if (i < n / 4) whole[i] = surf2Dread<unsigned>(s, i * 4, 0);
}

__global__ void wait_then_read(volatile int* flag, cudaTextureObject_t t, float* out, int n) {
  while (*flag == 0) {}
  int i = threadIdx.x;
  if (i < n) out[i] = tex2D<float>(t, i + 0.5f, 0.5f);
}
