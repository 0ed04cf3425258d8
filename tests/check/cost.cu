// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose time cost.py measures, each of another kind.

extern "C" {

__global__ void saxpy(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void stencil(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  const float* c = in + y * n + x;
  out[y * n + x] = 0.5f * c[0] + 0.125f * (c[-1] + c[1] + c[-n] + c[n]);
}

__global__ void matmul(const float* a, const float* b, float* c, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

__global__ void matmul_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float ta[16][16], tb[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int tile = 0; tile < n; tile += 16) {
    ta[ty][tx] = a[y * n + tile + tx];
    tb[ty][tx] = b[(tile + ty) * n + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += ta[ty][k] * tb[k][tx];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

__global__ void reduce(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void scan(const int* in, int* out, int n) {
  __shared__ int buffer[2][256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int from = 0;
  buffer[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    buffer[1 - from][t] = buffer[from][t] + (t >= step ? buffer[from][t - step] : 0);
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = buffer[from][t];
}

__global__ void histogram(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&counts[in[i]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  const int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(ty + j) * n + tx] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void black_scholes(const float* price, const float* strike, const float* years, float* call, float* put, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float s = price[i] + 10.f, x = strike[i] + 12.f, t = years[i] + 1.f;
  const float root = sqrtf(t), d1 = (logf(s / x) + 0.07f * t) / (0.3f * root), d2 = d1 - 0.3f * root;
  const float n1 = 0.5f * erfcf(-0.70710678f * d1), n2 = 0.5f * erfcf(-0.70710678f * d2), e = expf(-0.02f * t);
  call[i] = s * n1 - x * e * n2;
  put[i] = x * e * (1.f - n2) - s * (1.f - n1);
}

__global__ void nbody(const float4* bodies, float4* out, int n) {
  __shared__ float4 tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += 128) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; ++j) {
      const float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = tile[j].w * r * r * r;
      ax += dx * f;
      ay += dy * f;
      az += dz * f;
    }
    __syncthreads();
  }
  out[i] = make_float4(ax, ay, az, 0);
}

__global__ void spmv(const int* first, const int* column, const float* value, const float* x, float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = first[row]; k < first[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}

__global__ void gather(const int* index, const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}

// Sorts 512 numbers a block.
__global__ void bitonic(int* keys, int n) {
  __shared__ int own[512];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  own[t] = keys[first + t];
  own[t + 256] = keys[first + t + 256];
  for (int size = 2; size <= 512; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int low = 2 * t - (t & (stride - 1)), high = low + stride;
      const int a = own[low], b = own[high];
      if ((a > b) == ((low & size) == 0)) {
        own[low] = b;
        own[high] = a;
      }
    }
  __syncthreads();
  keys[first + t] = own[t];
  keys[first + t + 256] = own[t + 256];
}

// In place, 16 bytes an access.
__global__ void particles(float4* place, float4* speed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = place[i], v = speed[i];
  if (p.x < 0 || p.x > 1) v.x = -v.x;
  if (p.y < 0 || p.y > 1) v.y = -v.y;
  p.x += 0.01f * v.x;
  p.y += 0.01f * v.y;
  p.z += 0.01f * v.z;
  place[i] = p;
  speed[i] = v;
}

__global__ void convolve(const float* in, float* out, int n) {
  __shared__ float tile[256 + 16];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  tile[t + 8] = in[i];
  if (t < 8) tile[t] = i >= 8 ? in[i - 8] : 0;
  if (t >= 248) tile[t + 16] = i + 8 < n ? in[i + 8] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = -8; k <= 8; ++k) sum += tile[t + 8 + k] * (0.06f + 0.001f * k);
  out[i] = sum;
}

__global__ void bytes(const unsigned char* in, unsigned char* out, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  for (int k = i; k < i + 4 && k < n; ++k) out[k] = 255 - in[k];
}

// Fills the memory that spmv and gather read.
__global__ void fill_rows(int* first, int rows) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= rows) first[i] = 16 * i;
}
__global__ void fill_indices(int* index, int n, int below) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) index[i] = (i * 2654435761u >> 7) % below;
}
}
