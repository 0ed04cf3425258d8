// SPDX-License-Identifier: Apache-2.0
//
// The kernels of kernels.cu in OpenCL C. OpenCL 1.2 has no shuffles: reduction and scan go through local memory instead.

kernel void empty() {}

kernel void saxpy(int n, float a, global const float* x, global float* y) {
  int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  if (i < n) y[i] = a * x[i] + y[i];
}

kernel void vecadd(int n, global const float* a, global const float* b, global float* c) {
  int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  if (i < n) c[i] = a[i] + b[i];
}

kernel void matmul_tiled(int n, global const float* a, global const float* b, global float* c) {
  local float as[16][16];
  local float bs[16][16];
  int tx = (int)get_local_id(0), ty = (int)get_local_id(1);
  int row = (int)get_group_id(1) * 16 + ty, column = (int)get_group_id(0) * 16 + tx;
  float sum = 0;
  for (int tile = 0; tile < n / 16; ++tile) {
    as[ty][tx] = a[row * n + tile * 16 + tx];
    bs[ty][tx] = b[(tile * 16 + ty) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void matmul_naive(int n, global const float* a, global const float* b, global float* c) {
  int column = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  int row = (int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

kernel void transpose(int n, global const float* in, global float* out) {
  local float tile[32][33];
  int x = (int)get_group_id(0) * 32 + (int)get_local_id(0);
  int y = (int)get_group_id(1) * 32 + (int)get_local_id(1);
  for (int j = 0; j < 32; j += 8) tile[(int)get_local_id(1) + j][(int)get_local_id(0)] = in[(y + j) * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = (int)get_group_id(1) * 32 + (int)get_local_id(0);
  y = (int)get_group_id(0) * 32 + (int)get_local_id(1);
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[(int)get_local_id(0)][(int)get_local_id(1) + j];
}

// Sums of integers, so that every order gives the same.
kernel void reduce(int n, global const int* in, global int* partial) {
  local int s[256];
  int t = (int)get_local_id(0), size = (int)get_local_size(0);
  int sum = 0;
  for (int i = (int)get_group_id(0) * size + t; i < n; i += (int)get_num_groups(0) * size) sum += in[i];
  s[t] = sum;
  for (int offset = size / 2; offset > 0; offset /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < offset) s[t] += s[t + offset];
  }
  if (t == 0) partial[get_group_id(0)] = s[0];
}

// Inclusive scan in three launches: blocks, the blocks' sums, and adding them.
int scan_block(int value, local int* s) {
  int t = (int)get_local_id(0), size = (int)get_local_size(0);
  s[t] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < size; offset *= 2) {
    int other = t >= offset ? s[t - offset] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    s[t] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return s[t];
}

kernel void scan_blocks(global const int* in, global int* out, global int* sums) {
  local int warps[256];
  int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  int value = scan_block(in[i], warps);
  out[i] = value;
  if ((int)get_local_id(0) == (int)get_local_size(0) - 1) sums[(int)get_group_id(0)] = value;
}

kernel void scan_sums(int n, global int* sums) {
  local int warps[256];
  int carry = 0;
  for (int first = 0; first < n; first += (int)get_local_size(0)) {
    int i = first + (int)get_local_id(0);
    int value = scan_block(i < n ? sums[i] : 0, warps) + carry;
    if (i < n) sums[i] = value;
    carry += warps[(int)get_local_size(0) - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void scan_add(global int* out, global const int* sums) {
  int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  if ((int)get_group_id(0) > 0) out[i] += sums[(int)get_group_id(0) - 1];
}

kernel void histogram(int n, global const uint* in, global uint* partial) {
  local uint bins[256];
  bins[(int)get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0); i < n; i += (int)get_num_groups(0) * (int)get_local_size(0)) {
    uint four = in[i];
    atomic_add(&bins[four & 255], 1u);
    atomic_add(&bins[four >> 8 & 255], 1u);
    atomic_add(&bins[four >> 16 & 255], 1u);
    atomic_add(&bins[four >> 24], 1u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  partial[(int)get_group_id(0) * 256 + (int)get_local_id(0)] = bins[(int)get_local_id(0)];
}

kernel void histogram_merge(int blocks, global const uint* partial, global uint* out) {
  uint sum = 0;
  for (int b = 0; b < blocks; ++b) sum += partial[b * 256 + (int)get_local_id(0)];
  out[(int)get_local_id(0)] = sum;
}

float normal_below(float d) {
  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float c = 0.39894228040143267794f * exp(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0 ? 1.0f - c : c;
}

kernel void black_scholes(int n, global const float* price, global const float* strike, global const float* years, global float* call,
                              global float* put, float rate, float volatility) {
  int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  if (i >= n) return;
  float s = price[i], x = strike[i], t = years[i];
  float root = sqrt(t);
  float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  float d2 = d1 - volatility * root;
  float c1 = normal_below(d1), c2 = normal_below(d2);
  float discount = exp(-rate * t);
  call[i] = s * c1 - x * discount * c2;
  put[i] = x * discount * (1.0f - c2) - s * (1.0f - c1);
}

kernel void mandelbrot(int width, int height, int limit, global int* out) {
  int px = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  int py = (int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1);
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

kernel void nbody(int n, global const float4* bodies, global float4* forces) {
  local float4 tile[256];
  int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += 256) {
    tile[(int)get_local_id(0)] = bodies[first + (int)get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 256; ++j) {
      float4 other = tile[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float inverse = 1.0f / sqrt(d2);
      float s = other.w * inverse * inverse * inverse;
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  forces[i] = (float4)(ax, ay, az, 0);
}

// The edge keeps its value.
kernel void stencil(int width, int height, global const float* in, global float* out) {
  local float tile[18][34];
  int tx = (int)get_local_id(0) + 1, ty = (int)get_local_id(1) + 1;
  int x = (int)get_group_id(0) * 32 + (int)get_local_id(0), y = (int)get_group_id(1) * 16 + (int)get_local_id(1);
  tile[ty][tx] = in[y * width + x];
  if ((int)get_local_id(0) == 0) tile[ty][0] = in[y * width + max(x - 1, 0)];
  if ((int)get_local_id(0) == 31) tile[ty][33] = in[y * width + min(x + 1, width - 1)];
  if ((int)get_local_id(1) == 0) tile[0][tx] = in[max(y - 1, 0) * width + x];
  if ((int)get_local_id(1) == 15) tile[17][tx] = in[min(y + 1, height - 1) * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float here = tile[ty][tx];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    here += 0.2f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4.0f * here);
  }
  out[y * width + x] = here;
}

kernel void spmv(int rows, global const int* first, global const int* column, global const float* value, global const float* x, global float* y) {
  int row = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  if (row >= rows) return;
  float sum = 0;
  for (int i = first[row]; i < first[row + 1]; ++i) sum += value[i] * x[column[i]];
  y[row] = sum;
}

// 2048 elements a block, ascending or descending by turns.
kernel void bitonic_local(global const uint* in, global uint* out) {
  local uint s[2048];
  uint base = (int)get_group_id(0) * 2048;
  s[(int)get_local_id(0)] = in[base + (int)get_local_id(0)];
  s[(int)get_local_id(0) + 1024] = in[base + (int)get_local_id(0) + 1024];
  for (uint size = 2; size <= 2048; size *= 2) {
    for (uint stride = size / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint at = 2 * (int)get_local_id(0) - ((int)get_local_id(0) & (stride - 1));
      int up = ((base + at) & size) == 0;
      uint a = s[at], b = s[at + stride];
      if ((a > b) == up) {
        s[at] = b;
        s[at + stride] = a;
      }
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + (int)get_local_id(0)] = s[(int)get_local_id(0)];
  out[base + (int)get_local_id(0) + 1024] = s[(int)get_local_id(0) + 1024];
}

kernel void bitonic_step(global uint* data, uint size, uint stride) {
  uint i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  uint at = 2 * i - (i & (stride - 1));
  int up = (at & size) == 0;
  uint a = data[at], b = data[at + stride];
  if ((a > b) == up) {
    data[at] = b;
    data[at + stride] = a;
  }
}

kernel void bitonic_merge(global uint* data, uint size) {
  local uint s[2048];
  uint base = (int)get_group_id(0) * 2048;
  s[(int)get_local_id(0)] = data[base + (int)get_local_id(0)];
  s[(int)get_local_id(0) + 1024] = data[base + (int)get_local_id(0) + 1024];
  int up = (base & size) == 0;
  for (uint stride = 1024; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = 2 * (int)get_local_id(0) - ((int)get_local_id(0) & (stride - 1));
    uint a = s[at], b = s[at + stride];
    if ((a > b) == up) {
      s[at] = b;
      s[at + stride] = a;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[base + (int)get_local_id(0)] = s[(int)get_local_id(0)];
  data[base + (int)get_local_id(0) + 1024] = s[(int)get_local_id(0) + 1024];
}

constant uint sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint turn(uint x, int by) { return x >> by | x << (32 - by); }

void sha_block(uint* state, const uint* words) {
  uint w[64];
  for (int i = 0; i < 16; ++i) w[i] = words[i];
  for (int i = 16; i < 64; ++i) {
    uint s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  uint a = state[0], b = state[1], c = state[2], d = state[3];
  uint e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; ++i) {
    uint s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    uint t1 = h + s1 + ((e & f) ^ (~e & g)) + sha_k[i] + w[i];
    uint s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    uint t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
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
kernel void sha256(int count, global const uint* messages, global uint* digests) {
  int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  if (i >= count) return;
  uint state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint words[16];
  for (int j = 0; j < 16; ++j) words[j] = messages[i * 16 + j];
  sha_block(state, words);
  for (int j = 0; j < 16; ++j) words[j] = 0;
  words[0] = 0x80000000u;
  words[15] = 512;
  sha_block(state, words);
  for (int j = 0; j < 8; ++j) digests[i * 8 + j] = state[j];
}

// Sphere tracing: a sphere, a box and a floor.
float scene(float x, float y, float z) {
  float sphere = sqrt(x * x + y * y + z * z) - 1.0f;
  float bx = fabs(x - 1.8f) - 0.6f, by = fabs(y + 0.2f) - 0.8f, bz = fabs(z - 0.5f) - 0.6f;
  float ox = fmax(bx, 0.0f), oy = fmax(by, 0.0f), oz = fmax(bz, 0.0f);
  float box = sqrt(ox * ox + oy * oy + oz * oz) + fmin(fmax(bx, fmax(by, bz)), 0.0f);
  return fmin(fmin(sphere, box), y + 1.0f);
}

kernel void ray_march(int width, int height, global float* out) {
  int px = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  int py = (int)get_group_id(1) * (int)get_local_size(1) + (int)get_local_id(1);
  if (px >= width || py >= height) return;
  float dx = (px + 0.5f) / width * 2.0f - 1.0f, dy = 1.0f - (py + 0.5f) / height * 2.0f, dz = 1.5f;
  float norm = 1.0f / sqrt(dx * dx + dy * dy + dz * dz);
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
