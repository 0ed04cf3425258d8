// SPDX-License-Identifier: Apache-2.0
//
// The second set of the benchmark: behind second.h one text for CUDA C++, OpenCL C and, but for the kernels with shared
// memory, C++. There a kernel is a function of its global index, which tests/bench/cpu/second.cpp calls in loops.

// --- As in collections of applications

DEVICE int within(int i, int n) {
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

KERNEL(bilateral, int n, G const float* in, G float* out) {
  int x = GX, y = GY;
  float centre = in[y * n + x], sum = 0, weights = 0;
  for (int dy = -3; dy <= 3; ++dy) {
    for (int dx = -3; dx <= 3; ++dx) {
      float value = in[within(y + dy, n) * n + within(x + dx, n)], off = value - centre;
      float weight = expf(-0.08f * (float)(dx * dx + dy * dy) - 12.5f * off * off);
      sum += weight * value;
      weights += weight;
    }
  }
  out[y * n + x] = sum / weights;
}

KERNEL(adam, int n, float rate, G const float* gradient, G float* m, G float* v, G float* weight) {
  int i = GX;
  if (i >= n) return;
  float g = gradient[i];
  float m1 = 0.9f * m[i] + 0.1f * g, v1 = 0.999f * v[i] + 0.001f * g * g;
  m[i] = m1;
  v[i] = v1;
  weight[i] -= rate * (m1 / 0.19f) / (sqrtf(v1 / 0.002f) + 1e-8f);
}

#define ROTATE(x, by) ((x) << (by) | (x) >> (32 - (by)))
#define QUARTER(a, b, c, d)                         \
  a += b, d ^= a, d = ROTATE(d, 16), c += d, b ^= c, b = ROTATE(b, 12), a += b, d ^= a, d = ROTATE(d, 8), c += d, b ^= c, b = ROTATE(b, 7)

KERNEL(chacha20, int n, G const u32* key, G u32* stream) {
  int i = GX;
  if (i >= n) return;
  u32 from[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u};
  u32 x[16];
  for (int k = 0; k < 8; ++k) from[4 + k] = key[k];
  from[12] = (u32)i;
  for (int k = 13; k < 16; ++k) from[k] = key[k - 5];
  for (int k = 0; k < 16; ++k) x[k] = from[k];
  for (int round = 0; round < 10; ++round) {
    QUARTER(x[0], x[4], x[8], x[12]);
    QUARTER(x[1], x[5], x[9], x[13]);
    QUARTER(x[2], x[6], x[10], x[14]);
    QUARTER(x[3], x[7], x[11], x[15]);
    QUARTER(x[0], x[5], x[10], x[15]);
    QUARTER(x[1], x[6], x[11], x[12]);
    QUARTER(x[2], x[7], x[8], x[13]);
    QUARTER(x[3], x[4], x[9], x[14]);
  }
  for (int k = 0; k < 16; ++k) stream[i * 16 + k] = x[k] + from[k];
}

// Lennard-Jones forces from lists of 64 neighbours, one list a column.
KERNEL(lennard_jones, int n, G const float* at, G const int* neighbours, G float* force) {
  int i = GX;
  if (i >= n) return;
  float x = at[4 * i], y = at[4 * i + 1], z = at[4 * i + 2], fx = 0, fy = 0, fz = 0;
  for (int k = 0; k < 64; ++k) {
    int j = neighbours[k * n + i];
    float dx = x - at[4 * j], dy = y - at[4 * j + 1], dz = z - at[4 * j + 2];
    float d2 = dx * dx + dy * dy + dz * dz;
    if (d2 < 16.0f) {
      float r2 = 1.0f / d2, r6 = r2 * r2 * r2, f = r2 * r6 * (1.5f * r6 - 2.0f);
      fx += dx * f;
      fy += dy * f;
      fz += dz * f;
    }
  }
  force[4 * i] = fx;
  force[4 * i + 1] = fy;
  force[4 * i + 2] = fz;
}

// The sum of the distances to the 8 nearest, which are kept sorted.
KERNEL(nearest, int n, int known, G const float* query, G const float* other, G float* out) {
  int i = GX;
  if (i >= n) return;
  float best[8];
  for (int k = 0; k < 8; ++k) best[k] = 1e30f;
  float x = query[2 * i], y = query[2 * i + 1];
  for (int j = 0; j < known; ++j) {
    float dx = other[2 * j] - x, dy = other[2 * j + 1] - y, d = dx * dx + dy * dy;
    if (d < best[7]) {
      int k = 7;
      for (; k > 0 && best[k - 1] > d; --k) best[k] = best[k - 1];
      best[k] = d;
    }
  }
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += sqrtf(best[k]);
  out[i] = sum;
}

// One thread a row, as written first.
KERNEL(layernorm, int rows, int columns, G const float* in, G float* out) {
  int row = GX;
  if (row >= rows) return;
  float sum = 0, squares = 0;
  for (int k = 0; k < columns; ++k) {
    float value = in[row * columns + k];
    sum += value;
    squares += value * value;
  }
  float mean = sum / (float)columns, scale = 1.0f / sqrtf(squares / (float)columns - mean * mean + 1e-5f);
  for (int k = 0; k < columns; ++k) out[row * columns + k] = (in[row * columns + k] - mean) * scale;
}

KERNEL(jenkins, int n, G const u8* keys, G u32* out) {
  int i = GX;
  if (i >= n) return;
  u32 hash = 0;
  for (int k = 0; k < 32; ++k) {
    hash += keys[i * 32 + k];
    hash += hash << 10;
    hash ^= hash >> 6;
  }
  hash += hash << 3;
  hash ^= hash >> 11;
  out[i] = hash + (hash << 15);
}

KERNEL(haversine, int n, G const float* from, G const float* to, G float* out) {
  int i = GX;
  if (i >= n) return;
  float latitude = from[2 * i], other = to[2 * i];
  float a = sinf(0.5f * (other - latitude)), b = sinf(0.5f * (to[2 * i + 1] - from[2 * i + 1]));
  out[i] = 2.0f * asinf(sqrtf(a * a + cosf(latitude) * cosf(other) * b * b));
}

KERNEL(mandelbulb, int width, int height, G int* out) {
  int px = GX, py = GY;
  float cx = 2.4f * (float)px / (float)width - 1.2f, cy = 2.4f * (float)py / (float)height - 1.2f, cz = 0.3f;
  float x = cx, y = cy, z = cz;
  int i = 0;
  for (; i < 16; ++i) {
    float r = sqrtf(x * x + y * y + z * z);
    if (r > 2.0f) break;
    float theta = 8.0f * acosf(z / r), phi = 8.0f * atan2f(y, x), size = powf(r, 8.0f);
    x = cx + size * sinf(theta) * cosf(phi);
    y = cy + size * sinf(theta) * sinf(phi);
    z = cz + size * cosf(theta);
  }
  out[py * width + px] = i;
}

// --- As in collections for architecture and for polyhedra

KERNEL(hotspot, int n, G const float* power, G const float* in, G float* out) {
  int x = GX, y = GY, i = y * n + x;
  float here = in[i];
  float north = y > 0 ? in[i - n] : here, south = y < n - 1 ? in[i + n] : here;
  float west = x > 0 ? in[i - 1] : here, east = x < n - 1 ? in[i + 1] : here;
  out[i] = here + 0.1f * (power[i] + (south + north - 2.0f * here) * 0.8f + (east + west - 2.0f * here) * 0.8f +
                          (80.0f - here) * 0.01f);
}

KERNEL(srad_factor, int n, float q0, G const float* image, G float* factor) {
  int x = GX, y = GY, i = y * n + x;
  float here = image[i];
  float north = image[within(y - 1, n) * n + x] - here, south = image[within(y + 1, n) * n + x] - here;
  float west = image[y * n + within(x - 1, n)] - here, east = image[y * n + within(x + 1, n)] - here;
  float g2 = (north * north + south * south + west * west + east * east) / (here * here);
  float l = (north + south + west + east) / here;
  float part = 1.0f + 0.25f * l;
  float q = (0.5f * g2 - 0.0625f * l * l) / (part * part);
  float c = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
  factor[i] = c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

KERNEL(srad_update, int n, float lambda, G const float* factor, G const float* image, G float* out) {
  int x = GX, y = GY, i = y * n + x;
  float here = image[i], c = factor[i];
  float south = factor[within(y + 1, n) * n + x], east = factor[y * n + within(x + 1, n)];
  float d = c * (image[within(y - 1, n) * n + x] - here) + south * (image[within(y + 1, n) * n + x] - here) +
            c * (image[y * n + within(x - 1, n)] - here) + east * (image[y * n + within(x + 1, n)] - here);
  out[i] = here + 0.25f * lambda * d;
}

KERNEL(bfs_begin, int n, G u8* frontier, G u8* next, G u8* visited, G int* cost) {
  int i = GX;
  if (i >= n) return;
  frontier[i] = visited[i] = i == 0;
  next[i] = 0;
  cost[i] = i == 0 ? 0 : -1;
}

KERNEL(bfs_visit, int n, G const int* first, G const int* edges, G u8* frontier, G u8* next, G const u8* visited,
       G int* cost) {
  int i = GX;
  if (i >= n || !frontier[i]) return;
  frontier[i] = 0;
  for (int e = first[i]; e < first[i + 1]; ++e) {
    int to = edges[e];
    if (!visited[to]) {
      cost[to] = cost[i] + 1;
      next[to] = 1;
    }
  }
}

KERNEL(bfs_advance, int n, G u8* frontier, G u8* next, G u8* visited) {
  int i = GX;
  if (i >= n || !next[i]) return;
  frontier[i] = visited[i] = 1;
  next[i] = 0;
}

KERNEL(kmeans, int n, int features, int clusters, G const float* points, G const float* centres, G int* member) {
  int i = GX;
  if (i >= n) return;
  int index = 0;
  float least = 1e30f;
  for (int c = 0; c < clusters; ++c) {
    float distance = 0;
    for (int f = 0; f < features; ++f) {
      float d = points[f * n + i] - centres[c * features + f];
      distance += d * d;
    }
    if (distance < least) {
      least = distance;
      index = c;
    }
  }
  member[i] = index;
}

KERNEL(fdtd_ey, int n, float source, G float* ey, G const float* hz) {
  int x = GX, y = GY;
  if (y == 0) {
    ey[x] = source;
  } else {
    ey[y * n + x] -= 0.5f * (hz[y * n + x] - hz[(y - 1) * n + x]);
  }
}

KERNEL(fdtd_ex, int n, G float* ex, G const float* hz) {
  int x = GX, y = GY;
  if (x > 0) ex[y * n + x] -= 0.5f * (hz[y * n + x] - hz[y * n + x - 1]);
}

KERNEL(fdtd_hz, int n, G const float* ex, G const float* ey, G float* hz) {
  int x = GX, y = GY, i = y * n + x;
  if (x < n - 1 && y < n - 1) hz[i] -= 0.7f * (ex[i + 1] - ex[i] + ey[i + n] - ey[i]);
}

KERNEL(atax_rows, int n, G const float* a, G const float* x, G float* middle) {
  int row = GX;
  if (row >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * x[k];
  middle[row] = sum;
}

KERNEL(atax_columns, int n, G const float* a, G const float* middle, G float* y) {
  int column = GX;
  if (column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[k * n + column] * middle[k];
  y[column] = sum;
}

// --- Other types than float and int

KERNEL(daxpy, int n, double a, G const double* x, G double* y) {
  int i = GX;
  if (i < n) y[i] = a * x[i] + y[i];
}

KERNEL(dnbody, int n, G const double* body, G double* force) {
  int i = GX;
  if (i >= n) return;
  double x = body[4 * i], y = body[4 * i + 1], z = body[4 * i + 2], fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; ++j) {
    double dx = body[4 * j] - x, dy = body[4 * j + 1] - y, dz = body[4 * j + 2] - z;
    double inverse = 1.0 / sqrt(dx * dx + dy * dy + dz * dz + 0.01);
    double s = body[4 * j + 3] * inverse * inverse * inverse;
    fx += dx * s;
    fy += dy * s;
    fz += dz * s;
  }
  force[4 * i] = fx;
  force[4 * i + 1] = fy;
  force[4 * i + 2] = fz;
}

KERNEL(dblack_scholes, int n, G const double* price, G const double* strike, G const double* years, G double* call,
       double rate, double volatility) {
  int i = GX;
  if (i >= n) return;
  double s = price[i], x = strike[i], t = years[i], spread = volatility * sqrt(t);
  double d1 = (log(s / x) + (rate + 0.5 * volatility * volatility) * t) / spread, d2 = d1 - spread;
  call[i] = s * 0.5 * erfc(-0.70710678118654752 * d1) - x * exp(-rate * t) * 0.5 * erfc(-0.70710678118654752 * d2);
}

KERNEL(xorshift, int n, int steps, G const u64* seeds, G int* ones) {
  int i = GX;
  if (i >= n) return;
  u64 x = seeds[i];
  int count = 0;
  for (int k = 0; k < steps; ++k) {
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    count += POPCOUNT(x * (u64)2685821657736338717);
  }
  ones[i] = count;
}

KERNEL(modular_power, int n, i64 modulus, G const i64* base, G const int* exponents, G i64* out) {
  int i = GX;
  if (i >= n) return;
  i64 result = 1, factor = base[i] % modulus;
  for (int e = exponents[i]; e != 0; e >>= 1) {
    if (e & 1) result = result * factor % modulus;
    factor = factor * factor % modulus;
  }
  out[i] = result;
}

KERNEL(hsaxpy, int n, float a, G const f16* x, G f16* y) {
  int i = GX;
  if (i < n) STORE_HALF(y, i, a * LOAD_HALF(x, i) + LOAD_HALF(y, i));
}

KERNEL(int8_matmul, int n, G const i8* a, G const i8* b, G int* c) {
  int x = GX, y = GY, sum = 0;
  for (int k = 0; k < n; ++k) sum += (int)a[y * n + k] * (int)b[k * n + x];
  c[y * n + x] = sum;
}

#if !defined(CPLUSPLUS)

// --- Kernels whose threads work together

// A block of 256 for a row.
KERNEL(softmax, int columns, G const float* in, G float* out) {
  SHARED float part[256];
  float most = -1e30f, sum = 0;
  for (int k = TX; k < columns; k += 256) most = fmaxf(most, in[BX * columns + k]);
  part[TX] = most;
  SYNC;
  for (int half_of = 128; half_of > 0; half_of /= 2) {
    if (TX < half_of) part[TX] = fmaxf(part[TX], part[TX + half_of]);
    SYNC;
  }
  most = part[0];
  SYNC;
  for (int k = TX; k < columns; k += 256) sum += expf(in[BX * columns + k] - most);
  part[TX] = sum;
  SYNC;
  for (int half_of = 128; half_of > 0; half_of /= 2) {
    if (TX < half_of) part[TX] += part[TX + half_of];
    SYNC;
  }
  sum = part[0];
  for (int k = TX; k < columns; k += 256) out[BX * columns + k] = expf(in[BX * columns + k] - most) / sum;
}

// Rows `row` to `row + count` of the cheapest path: 256 columns less a margin that shrinks with each row.
KERNEL(pathfinder, int columns, int row, int count, G const int* wall, G const int* in, G int* out) {
  SHARED int before[256];
  SHARED int now[256];
  int x = BX * (256 - 2 * count) - count + TX;
  bool inside = x >= 0 && x < columns;
  before[TX] = inside ? in[x] : 0x3fffffff;
  SYNC;
  bool computed = false;
  for (int k = 0; k < count; ++k) {
    computed = false;
    if (TX > k && TX < 255 - k && inside) {
      computed = true;
      int least = before[TX - 1] < before[TX] ? before[TX - 1] : before[TX];
      if (before[TX + 1] < least) least = before[TX + 1];
      now[TX] = least + wall[(row + k) * columns + x];
    }
    SYNC;
    if (k == count - 1) break;
    if (computed) before[TX] = now[TX];
    SYNC;
  }
  if (computed) out[x] = now[TX];
}

// The sums of 16 inputs each, for 16 units.
KERNEL(backprop, G const float* in, G const float* weights, G float* sums) {
  SHARED float nodes[16];
  SHARED float part[16][16];
  if (TX == 0) nodes[TY] = in[BY * 16 + TY];
  SYNC;
  part[TY][TX] = weights[(BY * 16 + TY) * 16 + TX] * nodes[TY];
  SYNC;
  for (int step = 2; step <= 16; step *= 2) {
    if (TY % step == 0) part[TY][TX] += part[TY + step / 2][TX];
    SYNC;
  }
  if (TY == 0) sums[BY * 16 + TX] = part[0][TX];
}

// One matrix of 16 x 16 a block of 16 threads.
KERNEL(lud, G const float* in, G float* out) {
  SHARED float m[16][16];
  for (int k = 0; k < 16; ++k) m[k][TX] = in[BX * 256 + k * 16 + TX];
  SYNC;
  for (int i = 0; i < 15; ++i) {
    if (TX > i) {
      for (int j = 0; j < i; ++j) m[TX][i] -= m[TX][j] * m[j][i];
      m[TX][i] /= m[i][i];
    }
    SYNC;
    if (TX > i) {
      for (int j = 0; j < i + 1; ++j) m[i + 1][TX] -= m[i + 1][j] * m[j][TX];
    }
    SYNC;
  }
  for (int k = 0; k < 16; ++k) out[BX * 256 + k * 16 + TX] = m[k][TX];
}

// One diagonal of tiles of 16 x 16; n + 1 scores a row.
KERNEL(needleman, int n, int diagonal, int first, int penalty, G const int* match, G int* score) {
  SHARED int s[17][17];
  int tx = BX + first, ty = diagonal - tx, at = ty * 16 * (n + 1) + tx * 16;
  if (TX == 0) s[0][0] = score[at];
  s[0][TX + 1] = score[at + TX + 1];
  s[TX + 1][0] = score[at + (TX + 1) * (n + 1)];
  SYNC;
  for (int d = 0; d < 31; ++d) {
    int y = d - TX + 1, x = TX + 1;
    if (y >= 1 && y <= 16) {
      int best = s[y - 1][x - 1] + match[(ty * 16 + y - 1) * n + tx * 16 + x - 1];
      if (s[y][x - 1] - penalty > best) best = s[y][x - 1] - penalty;
      if (s[y - 1][x] - penalty > best) best = s[y - 1][x] - penalty;
      s[y][x] = best;
    }
    SYNC;
  }
  for (int y = 1; y <= 16; ++y) score[at + y * (n + 1) + TX + 1] = s[y][TX + 1];
}

KERNEL(dgemm, int n, G const double* a, G const double* b, G double* c) {
  SHARED double as[16][16];
  SHARED double bs[16][16];
  int row = BY * 16 + TY, column = BX * 16 + TX;
  double sum = 0;
  for (int tile = 0; tile < n; tile += 16) {
    as[TY][TX] = a[row * n + tile + TX];
    bs[TY][TX] = b[(tile + TY) * n + column];
    SYNC;
    for (int k = 0; k < 16; ++k) sum += as[TY][k] * bs[k][TX];
    SYNC;
  }
  c[row * n + column] = sum;
}

// A block of 256 sums `count` numbers.
KERNEL(hreduce, int count, G const f16* in, G float* sums) {
  SHARED float part[256];
  float sum = 0;
  for (int k = TX; k < count; k += 256) sum += LOAD_HALF(in, BX * count + k);
  part[TX] = sum;
  SYNC;
  for (int half_of = 128; half_of > 0; half_of /= 2) {
    if (TX < half_of) part[TX] += part[TX + half_of];
    SYNC;
  }
  if (TX == 0) sums[BX] = part[0];
}

// A block of 128 for a row, whose numbers stay in shared memory.
KERNEL(hsoftmax, G const f16* in, G f16* out) {
  SHARED float row[1024];
  SHARED float part[128];
  float sum = 0;
  for (int k = TX; k < 1024; k += 128) {
    row[k] = expf(LOAD_HALF(in, BX * 1024 + k));
    sum += row[k];
  }
  part[TX] = sum;
  SYNC;
  for (int half_of = 64; half_of > 0; half_of /= 2) {
    if (TX < half_of) part[TX] += part[TX + half_of];
    SYNC;
  }
  for (int k = TX; k < 1024; k += 128) STORE_HALF(out, BX * 1024 + k, row[k] / part[0]);
}

#endif
