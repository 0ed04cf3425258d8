// SPDX-License-Identifier: Apache-2.0

#include "native.h"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace native {

void saxpy(int n, float a, const float* __restrict x, float* __restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

void vecadd(int n, const float* __restrict a, const float* __restrict b, float* __restrict c) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

// Register blocks of 8 rows and 64 columns, k innermost.
void matmul(int n, const float* __restrict a, const float* __restrict b, float* __restrict c) {
  constexpr int kRows = 8, kColumns = 64;
#pragma omp parallel for collapse(2)
  for (int column = 0; column < n; column += kColumns) {
    for (int row = 0; row < n; row += kRows) {
      float sum[kRows][kColumns] = {};
      for (int k = 0; k < n; ++k) {
        const float* line = b + std::size_t(k) * std::size_t(n) + column;
        for (int r = 0; r < kRows; ++r) {
          float factor = a[(row + r) * n + k];
#pragma omp simd
          for (int x = 0; x < kColumns; ++x) sum[r][x] += factor * line[x];
        }
      }
      for (int r = 0; r < kRows; ++r) std::memcpy(c + (row + r) * n + column, sum[r], sizeof sum[r]);
    }
  }
}

void transpose(int n, const float* __restrict in, float* __restrict out) {
  constexpr int kTile = 32;
#pragma omp parallel for collapse(2)
  for (int y = 0; y < n; y += kTile) {
    for (int x = 0; x < n; x += kTile) {
      for (int i = 0; i < kTile; ++i) {
        for (int j = 0; j < kTile; ++j) out[(x + i) * n + y + j] = in[(y + j) * n + x + i];
      }
    }
  }
}

int reduce(int n, const int* in) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += in[i];
  return sum;
}

void scan(int n, const int* __restrict in, int* __restrict out) {
  std::vector<int> sums(static_cast<std::size_t>(omp_get_max_threads()) + 1);
#pragma omp parallel
  {
    int threads = omp_get_num_threads(), self = omp_get_thread_num();
    int from = static_cast<int>(static_cast<long>(n) * self / threads);
    int to = static_cast<int>(static_cast<long>(n) * (self + 1) / threads);
    int sum = 0;
    for (int i = from; i < to; ++i) sum += in[i];
    sums[static_cast<std::size_t>(self) + 1] = sum;
#pragma omp barrier
    int carry = 0;
    for (int t = 1; t <= self; ++t) carry += sums[static_cast<std::size_t>(t)];
    for (int i = from; i < to; ++i) out[i] = carry += in[i];
  }
}

void histogram(int n, const std::uint32_t* in, std::uint32_t* out) {
  std::memset(out, 0, 256 * sizeof *out);
#pragma omp parallel
  {
    std::uint32_t bins[256] = {};
#pragma omp for
    for (int i = 0; i < n; ++i) {
      std::uint32_t four = in[i];
      ++bins[four & 255];
      ++bins[four >> 8 & 255];
      ++bins[four >> 16 & 255];
      ++bins[four >> 24];
    }
#pragma omp critical
    for (int i = 0; i < 256; ++i) out[i] += bins[i];
  }
}

static inline float normal_below(float d) {
  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
  float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  float c = 0.39894228040143267794f * std::exp(-0.5f * d * d) *
            (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0 ? 1.0f - c : c;
}

void black_scholes(int n, const float* __restrict price, const float* __restrict strike,
                   const float* __restrict years, float* __restrict call, float* __restrict put, float rate,
                   float volatility) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i) {
    float s = price[i], x = strike[i], t = years[i];
    float root = std::sqrt(t);
    float d1 = (std::log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    float d2 = d1 - volatility * root;
    float c1 = normal_below(d1), c2 = normal_below(d2);
    float discount = std::exp(-rate * t);
    call[i] = s * c1 - x * discount * c2;
    put[i] = x * discount * (1.0f - c2) - s * (1.0f - c1);
  }
}

void mandelbrot(int width, int height, int limit, int* out) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int py = 0; py < height; ++py) {
    for (int px = 0; px < width; ++px) {
      float cx = -2.0f + 3.0f * static_cast<float>(px) / static_cast<float>(width);
      float cy = -1.5f + 3.0f * static_cast<float>(py) / static_cast<float>(height);
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
  }
}

// Sixteen bodies at a time against each of the others: the sums keep their order.
void nbody(int n, const float* bodies, float* forces) {
  constexpr int kGroup = 32;
#pragma omp parallel for
  for (int i = 0; i < n; i += kGroup) {
    float x[kGroup], y[kGroup], z[kGroup], ax[kGroup] = {}, ay[kGroup] = {}, az[kGroup] = {};
    for (int l = 0; l < kGroup; ++l) {
      x[l] = bodies[4 * (i + l)];
      y[l] = bodies[4 * (i + l) + 1];
      z[l] = bodies[4 * (i + l) + 2];
    }
    for (int j = 0; j < n; ++j) {
      const float* other = bodies + 4 * j;
#pragma omp simd
      for (int l = 0; l < kGroup; ++l) {
        float dx = other[0] - x[l], dy = other[1] - y[l], dz = other[2] - z[l];
        float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
        float inverse = 1.0f / std::sqrt(d2);
        float s = other[3] * inverse * inverse * inverse;
        ax[l] += dx * s;
        ay[l] += dy * s;
        az[l] += dz * s;
      }
    }
    for (int l = 0; l < kGroup; ++l) {
      forces[4 * (i + l)] = ax[l];
      forces[4 * (i + l) + 1] = ay[l];
      forces[4 * (i + l) + 2] = az[l];
      forces[4 * (i + l) + 3] = 0;
    }
  }
}

void stencil(int width, int height, const float* __restrict in, float* __restrict out) {
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const float* here = in + y * width;
    float* to = out + y * width;
    if (y == 0 || y == height - 1) {
      std::memcpy(to, here, static_cast<std::size_t>(width) * sizeof(float));
      continue;
    }
    to[0] = here[0];
    to[width - 1] = here[width - 1];
#pragma omp simd
    for (int x = 1; x < width - 1; ++x) {
      to[x] =
          here[x] + 0.2f * (here[x - 1] + here[x + 1] + here[x - width] + here[x + width] - 4.0f * here[x]);
    }
  }
}

void spmv(int rows, const int* first, const int* column, const float* value, const float* x, float* y) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
    for (int i = first[row]; i < first[row + 1]; ++i) sum += value[i] * x[column[i]];
    y[row] = sum;
  }
}

// A compare step of the kernel's sorting network.
static void compare(std::uint32_t* __restrict low, std::uint32_t* __restrict high, std::uint32_t count,
                    bool up) {
#pragma omp simd
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t a = low[i], b = high[i];
    std::uint32_t least = std::min(a, b), most = std::max(a, b);
    low[i] = up ? least : most;
    high[i] = up ? most : least;
  }
}

void bitonic(std::uint32_t n, const std::uint32_t* in, std::uint32_t* out) {
  constexpr std::uint32_t kLocal = 2048;
#pragma omp parallel for
  for (std::uint32_t base = 0; base < n; base += kLocal) {
    std::memcpy(out + base, in + base, kLocal * sizeof *out);
    for (std::uint32_t size = 2; size <= kLocal; size *= 2) {
      for (std::uint32_t stride = size / 2; stride > 0; stride /= 2) {
        for (std::uint32_t at = base; at < base + kLocal; at += 2 * stride)
          compare(out + at, out + at + stride, stride, (at & size) == 0);
      }
    }
  }
  for (std::uint32_t size = 2 * kLocal; size <= n; size *= 2) {
    for (std::uint32_t stride = size / 2; stride >= kLocal; stride /= 2) {
      const std::uint32_t pieces = n / 2 / 1024;
#pragma omp parallel for
      for (std::uint32_t piece = 0; piece < pieces; ++piece) {
        std::uint32_t i = piece * 1024;
        std::uint32_t at = 2 * i - (i & (stride - 1));
        compare(out + at, out + at + stride, 1024, (at & size) == 0);
      }
    }
#pragma omp parallel for
    for (std::uint32_t base = 0; base < n; base += kLocal) {
      for (std::uint32_t stride = kLocal / 2; stride > 0; stride /= 2) {
        for (std::uint32_t at = base; at < base + kLocal; at += 2 * stride)
          compare(out + at, out + at + stride, stride, (base & size) == 0);
      }
    }
  }
}

static const std::uint32_t sha_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline std::uint32_t turn(std::uint32_t x, int by) {
  return x >> by | x << (32 - by);
}

static void sha_block(std::uint32_t* state, const std::uint32_t* words) {
  std::uint32_t w[64];
  for (int i = 0; i < 16; ++i) w[i] = words[i];
  for (int i = 16; i < 64; ++i) {
    std::uint32_t s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
    std::uint32_t s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  std::uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  std::uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; ++i) {
    std::uint32_t s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + sha_k[i] + w[i];
    std::uint32_t s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
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

void sha256(int count, const std::uint32_t* messages, std::uint32_t* digests) {
#pragma omp parallel for
  for (int i = 0; i < count; ++i) {
    std::uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                              0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    sha_block(state, messages + i * 16);
    std::uint32_t words[16] = {0x80000000u};
    words[15] = 512;
    sha_block(state, words);
    std::memcpy(digests + i * 8, state, sizeof state);
  }
}

static inline float scene(float x, float y, float z) {
  float sphere = std::sqrt(x * x + y * y + z * z) - 1.0f;
  float bx = std::fabs(x - 1.8f) - 0.6f, by = std::fabs(y + 0.2f) - 0.8f, bz = std::fabs(z - 0.5f) - 0.6f;
  float ox = std::fmax(bx, 0.0f), oy = std::fmax(by, 0.0f), oz = std::fmax(bz, 0.0f);
  float box = std::sqrt(ox * ox + oy * oy + oz * oz) + std::fmin(std::fmax(bx, std::fmax(by, bz)), 0.0f);
  return std::fmin(std::fmin(sphere, box), y + 1.0f);
}

void ray_march(int width, int height, float* out) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int py = 0; py < height; ++py) {
    for (int px = 0; px < width; ++px) {
      float dx = (static_cast<float>(px) + 0.5f) / static_cast<float>(width) * 2.0f - 1.0f;
      float dy = 1.0f - (static_cast<float>(py) + 0.5f) / static_cast<float>(height) * 2.0f, dz = 1.5f;
      float norm = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz);
      dx *= norm;
      dy *= norm;
      dz *= norm;
      float t = 0;
      float shade = 0;
      for (int step = 0; step < 128; ++step) {
        float d = scene(t * dx, 0.5f + t * dy, t * dz - 4.0f);
        if (d < 0.001f) {
          shade = 1.0f - static_cast<float>(step) / 128.0f;
          break;
        }
        t += d;
        if (t > 40.0f) break;
      }
      out[py * width + px] = shade;
    }
  }
}

}  // namespace native
