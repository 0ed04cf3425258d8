// SPDX-License-Identifier: Apache-2.0
//
// The benchmark's kernels in CUDA C++. kernels.cl has the same in OpenCL C, native.cpp in C++.

extern "C" {

__global__ void empty() {}

__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void vecadd(int n, const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void matmul_tiled(int n, const float* a, const float* b, float* c) {
  __shared__ float as[16][16];
  __shared__ float bs[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int tile = 0; tile < n / 16; ++tile) {
    as[ty][tx] = a[row * n + tile * 16 + tx];
    bs[ty][tx] = b[(tile * 16 + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void matmul_naive(int n, const float* a, const float* b, float* c) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void transpose(int n, const float* in, float* out) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Sums of integers, so that every order gives the same.
__global__ void reduce(int n, const int* in, int* partial) {
  __shared__ int warps[32];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) warps[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / 32 ? warps[lane] : 0;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0) partial[blockIdx.x] = sum;
  }
}

// Inclusive scan in three launches: blocks, the blocks' sums, and adding them.
__device__ int scan_block(int value, int* warps) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int offset = 1; offset < 32; offset *= 2) {
    int other = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane >= offset) value += other;
  }
  if (lane == 31) warps[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int sum = lane < blockDim.x / 32 ? warps[lane] : 0;
    for (int offset = 1; offset < 32; offset *= 2) {
      int other = __shfl_up_sync(0xffffffffu, sum, offset);
      if (lane >= offset) sum += other;
    }
    warps[lane] = sum;
  }
  __syncthreads();
  return warp == 0 ? value : value + warps[warp - 1];
}

__global__ void scan_blocks(const int* in, int* out, int* sums) {
  __shared__ int warps[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = scan_block(in[i], warps);
  out[i] = value;
  if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = value;
}

__global__ void scan_sums(int n, int* sums) {
  __shared__ int warps[32];
  int carry = 0;
  for (int first = 0; first < n; first += blockDim.x) {
    int i = first + threadIdx.x;
    int value = scan_block(i < n ? sums[i] : 0, warps) + carry;
    if (i < n) sums[i] = value;
    carry += warps[blockDim.x / 32 - 1];
    __syncthreads();
  }
}

__global__ void scan_add(int* out, const int* sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0) out[i] += sums[blockIdx.x - 1];
}

__global__ void histogram(int n, const unsigned* in, unsigned* partial) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned four = in[i];
    atomicAdd(&bins[four & 255], 1u);
    atomicAdd(&bins[four >> 8 & 255], 1u);
    atomicAdd(&bins[four >> 16 & 255], 1u);
    atomicAdd(&bins[four >> 24], 1u);
  }
  __syncthreads();
  partial[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}

__global__ void histogram_merge(int blocks, const unsigned* partial, unsigned* out) {
  unsigned sum = 0;
  for (int b = 0; b < blocks; ++b) sum += partial[b * 256 + threadIdx.x];
  out[threadIdx.x] = sum;
}

__device__ float normal_below(float d) {
  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float c = 0.39894228040143267794f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0 ? 1.0f - c : c;
}

__global__ void black_scholes(int n, const float* price, const float* strike, const float* years, float* call,
                              float* put, float rate, float volatility) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = price[i], x = strike[i], t = years[i];
  float root = sqrtf(t);
  float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  float d2 = d1 - volatility * root;
  float c1 = normal_below(d1), c2 = normal_below(d2);
  float discount = expf(-rate * t);
  call[i] = s * c1 - x * discount * c2;
  put[i] = x * discount * (1.0f - c2) - s * (1.0f - c1);
}

__global__ void mandelbrot(int width, int height, int limit, int* out) {
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / height;
  float x = 0, y = 0;
  int i = 0;
  while (i < limit && x * x + y * y < 4.0f) {
    float t = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = t;
    ++i;
  }
  out[py * width + px] = i;
}

__global__ void nbody(int n, const float4* bodies, float4* forces) {
  __shared__ float4 tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += 256) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j) {
      float4 other = tile[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float inverse = 1.0f / sqrtf(d2);
      float s = other.w * inverse * inverse * inverse;
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    __syncthreads();
  }
  forces[i] = make_float4(ax, ay, az, 0);
}

// The edge keeps its value.
__global__ void stencil(int width, int height, const float* in, float* out) {
  __shared__ float tile[18][34];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[ty][tx] = in[y * width + x];
  if (threadIdx.x == 0) tile[ty][0] = in[y * width + max(x - 1, 0)];
  if (threadIdx.x == 31) tile[ty][33] = in[y * width + min(x + 1, width - 1)];
  if (threadIdx.y == 0) tile[0][tx] = in[max(y - 1, 0) * width + x];
  if (threadIdx.y == 15) tile[17][tx] = in[min(y + 1, height - 1) * width + x];
  __syncthreads();
  float here = tile[ty][tx];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    here += 0.2f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4.0f * here);
  }
  out[y * width + x] = here;
}

__global__ void spmv(int rows, const int* first, const int* column, const float* value, const float* x, float* y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = first[row]; i < first[row + 1]; ++i) sum += value[i] * x[column[i]];
  y[row] = sum;
}

// 2048 elements a block, ascending or descending by turns.
__global__ void bitonic_local(const unsigned* in, unsigned* out) {
  __shared__ unsigned s[2048];
  unsigned base = blockIdx.x * 2048;
  s[threadIdx.x] = in[base + threadIdx.x];
  s[threadIdx.x + 1024] = in[base + threadIdx.x + 1024];
  for (unsigned size = 2; size <= 2048; size *= 2) {
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      bool up = ((base + at) & size) == 0;
      unsigned a = s[at], b = s[at + stride];
      if ((a > b) == up) {
        s[at] = b;
        s[at + stride] = a;
      }
    }
  }
  __syncthreads();
  out[base + threadIdx.x] = s[threadIdx.x];
  out[base + threadIdx.x + 1024] = s[threadIdx.x + 1024];
}

__global__ void bitonic_step(unsigned* data, unsigned size, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = 2 * i - (i & (stride - 1));
  bool up = (at & size) == 0;
  unsigned a = data[at], b = data[at + stride];
  if ((a > b) == up) {
    data[at] = b;
    data[at + stride] = a;
  }
}

__global__ void bitonic_merge(unsigned* data, unsigned size) {
  __shared__ unsigned s[2048];
  unsigned base = blockIdx.x * 2048;
  s[threadIdx.x] = data[base + threadIdx.x];
  s[threadIdx.x + 1024] = data[base + threadIdx.x + 1024];
  bool up = (base & size) == 0;
  for (unsigned stride = 1024; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    unsigned a = s[at], b = s[at + stride];
    if ((a > b) == up) {
      s[at] = b;
      s[at + stride] = a;
    }
  }
  __syncthreads();
  data[base + threadIdx.x] = s[threadIdx.x];
  data[base + threadIdx.x + 1024] = s[threadIdx.x + 1024];
}

__constant__ unsigned sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ unsigned turn(unsigned x, int by) { return x >> by | x << (32 - by); }

__device__ void sha_block(unsigned* state, const unsigned* words) {
  unsigned w[64];
  for (int i = 0; i < 16; ++i) w[i] = words[i];
  for (int i = 16; i < 64; ++i) {
    unsigned s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
    unsigned s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  unsigned a = state[0], b = state[1], c = state[2], d = state[3];
  unsigned e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; ++i) {
    unsigned s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    unsigned t1 = h + s1 + ((e & f) ^ (~e & g)) + sha_k[i] + w[i];
    unsigned s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    unsigned t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

// Messages of 64 bytes (16 words, big endian already), each followed by its padding.
__global__ void sha256(int count, const unsigned* messages, unsigned* digests) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned words[16];
  for (int j = 0; j < 16; ++j) words[j] = messages[i * 16 + j];
  sha_block(state, words);
  for (int j = 0; j < 16; ++j) words[j] = 0;
  words[0] = 0x80000000u;
  words[15] = 512;
  sha_block(state, words);
  for (int j = 0; j < 8; ++j) digests[i * 8 + j] = state[j];
}

// Sphere tracing: a sphere, a box and a floor.
__device__ float scene(float x, float y, float z) {
  float sphere = sqrtf(x * x + y * y + z * z) - 1.0f;
  float bx = fabsf(x - 1.8f) - 0.6f, by = fabsf(y + 0.2f) - 0.8f, bz = fabsf(z - 0.5f) - 0.6f;
  float ox = fmaxf(bx, 0.0f), oy = fmaxf(by, 0.0f), oz = fmaxf(bz, 0.0f);
  float box = sqrtf(ox * ox + oy * oy + oz * oz) + fminf(fmaxf(bx, fmaxf(by, bz)), 0.0f);
  return fminf(fminf(sphere, box), y + 1.0f);
}

__global__ void ray_march(int width, int height, float* out) {
  int px = blockIdx.x * blockDim.x + threadIdx.x;
  int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float dx = (px + 0.5f) / width * 2.0f - 1.0f, dy = 1.0f - (py + 0.5f) / height * 2.0f, dz = 1.5f;
  float norm = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz);
  dx *= norm;
  dy *= norm;
  dz *= norm;
  float t = 0;
  float shade = 0;
  for (int step = 0; step < 128; ++step) {
    float d = scene(t * dx, 0.5f + t * dy, t * dz - 4.0f);
    if (d < 0.001f) {
      shade = 1.0f - step / 128.0f;
      break;
    }
    t += d;
    if (t > 40.0f) break;
  }
  out[py * width + px] = shade;
}

}  // extern "C"
