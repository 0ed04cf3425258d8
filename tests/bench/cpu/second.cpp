// SPDX-License-Identifier: Apache-2.0
//
// The second set: second.cu. Natively each kernel without shared memory runs in OpenMP's loops; those with
// are written as C++ would have them.

#include <algorithm>
#include <cmath>

#include "case.h"

namespace {

#include "second.h"
// The words come first.
#include "second.cu"

// A kernel's call for each of its points.
template <typename F>
void each(int nx, int ny, const F& call) {
  if (ny == 1) {
#pragma omp parallel for simd schedule(static)
    for (int x = 0; x < nx; ++x) call(x, 0);
    return;
  }
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < ny; ++y) {
#pragma omp simd
    for (int x = 0; x < nx; ++x) call(x, y);
  }
}

// The arguments as the kernels take them: a buffer is a pointer of whatever type.
struct Pointer {
  void* at;
  template <typename T>
  operator T*() const {
    return static_cast<T*>(at);
  }
};
template <typename T>
T native_argument(T value) {
  return value;
}
inline Pointer native_argument(Buffer* buffer) {
  return {buffer->native};
}
inline Argument argument(Buffer* buffer) {
  return {*buffer};
}
template <typename T>
Argument argument(T value) {
  return {value};
}

struct Launch {
  Step step;
  std::function<void()> native;
};

// A launch of `kernel` over nx * ny threads, and natively the loops over them.
#define LAUNCH(kernel, nx, ny, block_x, block_y, ...)                                               \
  launch(                                                                                           \
      #kernel, nx, ny, block_x, block_y,                                                            \
      [](int x, int y, auto... values) __attribute__((always_inline)) { kernel(x, y, values...); }, \
      __VA_ARGS__)
template <typename F, typename... T>
Launch launch(const char* name, int nx, int ny, int block_x, int block_y, F kernel, T... values) {
  return {{name, {u(nx / block_x), u(ny / block_y)}, {u(block_x), u(block_y)}, {argument(values)...}}, [=] {
            each(nx, ny, [&](int x, int y) __attribute__((always_inline)) {
              kernel(x, y, native_argument(values)...);
            });
          }};
}
// A launch whose native work is one function with that of the other launches.
template <typename... T>
Step blocks(const char* name, Size grid, Size block, T... values) {
  return {name, grid, block, {argument(values)...}};
}

Case of(const char* name, std::vector<Launch> launches, Buffer* result, Elements elements = Elements::kWords,
        double tolerance = 0, int outliers = 0) {
  std::vector<Step> steps;
  for (const Launch& launch : launches) steps.push_back(launch.step);
  return {name,
          std::move(steps),
          [launches = std::move(launches)] {
            for (const Launch& launch : launches) launch.native();
          },
          result,
          elements,
          tolerance,
          outliers};
}

Buffer* doubles(std::size_t count, float low, float high) {
  return make<double>(count, [=](std::size_t) { return double{uniform(low, high)}; });
}
Buffer* halves(std::size_t count, float low, float high) {
  return make<f16>(count, [=](std::size_t) { return static_cast<f16>(uniform(low, high)); });
}
Buffer* integers(std::size_t count, int limit) {
  return make<int>(count, [=](std::size_t) { return static_cast<int>(random_bits() % u(limit)); });
}

// --- The cases

Case bilateral_case() {
  constexpr int kN = 1024;
  Buffer *in = floats(kN * kN, 0, 1), *out = zeros(kN * kN);
  return of("bilateral 1024", {LAUNCH(bilateral, kN, kN, 16, 16, kN, in, out)}, out, Elements::kFloats, 1e-4);
}

Case adam_case() {
  constexpr int kN = 4 << 20;
  Buffer *gradient = floats(kN, -1, 1), *m = zeros(kN), *v = zeros(kN), *weight = floats(kN, -1, 1);
  return of("adam 4M", {LAUNCH(adam, kN, 1, 256, 1, kN, 1e-3f, gradient, m, v, weight)}, weight,
            Elements::kFloats, 1e-5);
}

Case chacha20_case() {
  constexpr int kN = 256 << 10;
  Buffer *key = words(11), *out = zeros(kN * 16);
  return of("ChaCha20 16 MiB", {LAUNCH(chacha20, kN, 1, 256, 1, kN, key, out)}, out);
}

Case lennard_jones_case() {
  constexpr int kN = 128 << 10;
  Buffer* at = make<float>(kN * 4, [](std::size_t i) {
    return i % 4 == 0 ? static_cast<float>(i / 4 % 50) : i % 4 == 3 ? 0 : uniform(0, 4);
  });
  Buffer* neighbours = make<int>(std::size_t{64} * kN, [](std::size_t i) {
    const int atom = static_cast<int>(i % kN), off = static_cast<int>(random_bits() % 2000) + 1;
    return (atom + off) % kN;
  });
  Buffer* force = zeros(kN * 4);
  return of("Lennard-Jones 128K", {LAUNCH(lennard_jones, kN, 1, 128, 1, kN, at, neighbours, force)}, force,
            Elements::kFloats, 1e-2, 1);
}

Case nearest_case() {
  constexpr int kN = 16 << 10, kKnown = 1024;
  Buffer *query = floats(kN * 2, 0, 1), *known = floats(kKnown * 2, 0, 1), *out = zeros(kN);
  return of("8 nearest of 1024", {LAUNCH(nearest, kN, 1, 128, 1, kN, kKnown, query, known, out)}, out,
            Elements::kFloats, 1e-4);
}

Case softmax_case() {
  constexpr int kRows = 4096, kColumns = 1024;
  Buffer *in = floats(kRows * kColumns, -4, 4), *out = zeros(kRows * kColumns);
  return {"softmax 4096 x 1024",
          {blocks("softmax", {kRows}, {256}, kColumns, in, out)},
          [=] {
#pragma omp parallel for
            for (int row = 0; row < kRows; ++row) {
              const float* from = in->as<float>() + row * kColumns;
              float *to = out->as<float>() + row * kColumns, most = from[0], sum = 0;
              for (int k = 0; k < kColumns; ++k) most = std::max(most, from[k]);
#pragma omp simd reduction(+ : sum)
              for (int k = 0; k < kColumns; ++k) sum += to[k] = std::exp(from[k] - most);
              for (int k = 0; k < kColumns; ++k) to[k] /= sum;
            }
          },
          out,
          Elements::kFloats,
          1e-5};
}

Case layernorm_case() {
  constexpr int kRows = 64 << 10, kColumns = 128;
  Buffer *in = floats(kRows * kColumns, -1, 1), *out = zeros(kRows * kColumns);
  return of("layernorm 64K rows", {LAUNCH(layernorm, kRows, 1, 128, 1, kRows, kColumns, in, out)}, out,
            Elements::kFloats, 1e-3);
}

Case jenkins_case() {
  constexpr int kN = 1 << 20;
  Buffer *keys = words(kN * 8), *out = zeros(kN);
  return of("Jenkins hash 1M", {LAUNCH(jenkins, kN, 1, 256, 1, kN, keys, out)}, out);
}

Case haversine_case() {
  constexpr int kN = 2 << 20;
  Buffer *from = floats(kN * 2, -1.5f, 1.5f), *to = floats(kN * 2, -1.5f, 1.5f), *out = zeros(kN);
  return of("haversine 2M", {LAUNCH(haversine, kN, 1, 256, 1, kN, from, to, out)}, out, Elements::kFloats,
            1e-3);
}

Case mandelbulb_case() {
  constexpr int kN = 1024;
  Buffer* out = zeros(kN * kN);
  return of("Mandelbulb slice 1024", {LAUNCH(mandelbulb, kN, kN, 32, 8, kN, kN, out)}, out, Elements::kWords,
            0, 20);
}

Case hotspot_case() {
  constexpr int kN = 1024;
  Buffer *power = floats(kN * kN, 0, 1), *a = floats(kN * kN, 40, 90), *b = zeros(kN * kN),
         *c = zeros(kN * kN);
  std::vector<Launch> steps{LAUNCH(hotspot, kN, kN, 16, 16, kN, power, a, b)};
  for (int i = 0; i < 4; ++i) {
    steps.push_back(LAUNCH(hotspot, kN, kN, 16, 16, kN, power, b, c));
    steps.push_back(LAUNCH(hotspot, kN, kN, 16, 16, kN, power, c, b));
  }
  return of("hotspot 1024, 9 steps", steps, b, Elements::kFloats, 1e-4);
}

Case srad_case() {
  constexpr int kN = 1024;
  Buffer *image = floats(kN * kN, 1, 2), *factor = zeros(kN * kN), *b = zeros(kN * kN), *c = zeros(kN * kN);
  return of("srad 1024, 2 steps",
            {LAUNCH(srad_factor, kN, kN, 16, 16, kN, 0.05f, image, factor),
             LAUNCH(srad_update, kN, kN, 16, 16, kN, 0.5f, factor, image, b),
             LAUNCH(srad_factor, kN, kN, 16, 16, kN, 0.05f, b, factor),
             LAUNCH(srad_update, kN, kN, 16, 16, kN, 0.5f, factor, b, c)},
            c, Elements::kFloats, 1e-3);
}

Case pathfinder_case() {
  constexpr int kColumns = 216 * 1200, kRows = 60, kCount = 20;
  Buffer *wall = integers(std::size_t{kColumns} * kRows, 10), *first = integers(kColumns, 10);
  Buffer *a = zeros(kColumns), *b = zeros(kColumns);
  const Size grid{kColumns / 216}, block{256};
  return {"pathfinder 60 x 259K",
          {blocks("pathfinder", grid, block, kColumns, 0, kCount, wall, first, a),
           blocks("pathfinder", grid, block, kColumns, 20, kCount, wall, a, b),
           blocks("pathfinder", grid, block, kColumns, 40, kCount, wall, b, a)},
          [=] {
            const int* from = first->as<int>();
            int* to = kRows % 2 == 1 ? a->as<int>() : b->as<int>();
            for (int row = 0; row < kRows; ++row) {
              const int* cost = wall->as<int>() + row * kColumns;
              to[0] = std::min(from[0], from[1]) + cost[0];
              to[kColumns - 1] = std::min(from[kColumns - 1], from[kColumns - 2]) + cost[kColumns - 1];
#pragma omp parallel for simd
              for (int x = 1; x < kColumns - 1; ++x)
                to[x] = std::min(std::min(from[x - 1], from[x]), from[x + 1]) + cost[x];
              from = to;
              to = from == a->as<int>() ? b->as<int>() : a->as<int>();
            }
          },
          a};
}

Case backprop_case() {
  constexpr int kBlocks = 32 << 10;
  Buffer *in = floats(kBlocks * 16, -1, 1), *weights = floats(kBlocks * 256, -1, 1),
         *sums = zeros(kBlocks * 16);
  return {"backprop 512K x 16",
          {blocks("backprop", {1, kBlocks}, {16, 16}, in, weights, sums)},
          [=] {
            const float *from = in->as<float>(), *weight = weights->as<float>();
#pragma omp parallel for
            for (int block = 0; block < kBlocks; ++block) {
              float sum[16] = {};
              for (int k = 0; k < 16; ++k) {
                for (int x = 0; x < 16; ++x)
                  sum[x] += from[block * 16 + k] * weight[(block * 16 + k) * 16 + x];
              }
              std::memcpy(sums->as<float>() + block * 16, sum, sizeof sum);
            }
          },
          sums,
          Elements::kFloats,
          1e-4};
}

Case lud_case() {
  constexpr int kBlocks = 16 << 10;
  Buffer* in = make<float>(std::size_t{kBlocks} * 256,
                           [](std::size_t i) { return i % 256 % 17 == 0 ? 20.0f : uniform(-1, 1); });
  Buffer* out = zeros(std::size_t{kBlocks} * 256);
  return {"LU of 16K 16 x 16",
          {blocks("lud", {kBlocks}, {16}, in, out)},
          [=] {
#pragma omp parallel for
            for (int block = 0; block < kBlocks; ++block) {
              float m[16][16];
              std::memcpy(m, in->as<float>() + block * 256, sizeof m);
              for (int i = 0; i < 15; ++i) {
                for (int row = i + 1; row < 16; ++row) {
                  m[row][i] /= m[i][i];
                  for (int x = i + 1; x < 16; ++x) m[row][x] -= m[row][i] * m[i][x];
                }
              }
              std::memcpy(out->as<float>() + block * 256, m, sizeof m);
            }
          },
          out,
          Elements::kFloats,
          1e-4};
}

Case needleman_case() {
  constexpr int kN = 2048, kTiles = kN / 16, kPenalty = 10;
  Buffer* match = make<int>(kN * kN, [](std::size_t) { return static_cast<int>(random_bits() % 21) - 10; });
  Buffer* score = make<int>((kN + 1) * (kN + 1), [](std::size_t i) {
    const int y = static_cast<int>(i / (kN + 1)), x = static_cast<int>(i % (kN + 1));
    return x == 0 || y == 0 ? -kPenalty * (x + y) : 0;
  });
  std::vector<Step> steps;
  for (int d = 0; d < 2 * kTiles - 1; ++d) {
    const int first = std::max(0, d - kTiles + 1), count = std::min(d, kTiles - 1) - first + 1;
    steps.push_back(blocks("needleman", {u(count)}, {16}, kN, d, first, kPenalty, match, score));
  }
  return {"Needleman-Wunsch 2048", steps,
          [=] {
            for (int d = 0; d < 2 * kTiles - 1; ++d) {
              const int first = std::max(0, d - kTiles + 1), last = std::min(d, kTiles - 1);
#pragma omp parallel for
              for (int tile = first; tile <= last; ++tile) {
                for (int y = (d - tile) * 16 + 1; y <= (d - tile) * 16 + 16; ++y) {
                  int *line = score->as<int>() + y * (kN + 1), *above = line - (kN + 1);
                  const int* gain = match->as<int>() + (y - 1) * kN - 1;
                  for (int x = tile * 16 + 1; x <= tile * 16 + 16; ++x)
                    line[x] = std::max(above[x - 1] + gain[x], std::max(line[x - 1], above[x]) - kPenalty);
                }
              }
            }
          },
          score};
}

Case bfs_case() {
  constexpr int kN = 512 << 10, kDegree = 6;
  Buffer* first = make<int>(kN + 1, [](std::size_t i) { return static_cast<int>(i) * kDegree; });
  Buffer *edges = integers(kN * kDegree, kN), *cost = zeros(kN);
  Buffer *frontier = zeros(kN / 4), *next = zeros(kN / 4), *visited = zeros(kN / 4);
  std::vector<Launch> steps{LAUNCH(bfs_begin, kN, 1, 256, 1, kN, frontier, next, visited, cost)};
  for (int level = 0; level < 12; ++level) {
    steps.push_back(LAUNCH(bfs_visit, kN, 1, 256, 1, kN, first, edges, frontier, next, visited, cost));
    steps.push_back(LAUNCH(bfs_advance, kN, 1, 256, 1, kN, frontier, next, visited));
  }
  return of("bfs 512K, 12 levels", steps, cost);
}

Case kmeans_case() {
  constexpr int kN = 256 << 10;
  Buffer *points = floats(kN * 16, 0, 1), *centres = floats(16 * 16, 0, 1), *member = zeros(kN);
  return of("k-means 256K", {LAUNCH(kmeans, kN, 1, 256, 1, kN, 16, 16, points, centres, member)}, member,
            Elements::kWords, 0, 1);
}

Case fdtd_case() {
  constexpr int kN = 1024;
  Buffer *ex = floats(kN * kN, 0, 1), *ey = floats(kN * kN, 0, 1), *hz = floats(kN * kN, 0, 1);
  std::vector<Launch> steps;
  for (int t = 0; t < 4; ++t) {
    steps.push_back(LAUNCH(fdtd_ey, kN, kN, 32, 8, kN, static_cast<float>(t), ey, hz));
    steps.push_back(LAUNCH(fdtd_ex, kN, kN, 32, 8, kN, ex, hz));
    steps.push_back(LAUNCH(fdtd_hz, kN, kN, 32, 8, kN, ex, ey, hz));
  }
  return of("fdtd-2d 1024, 4 steps", steps, hz, Elements::kFloats, 1e-4);
}

Case atax_case() {
  constexpr int kN = 4096;
  Buffer *a = floats(kN * kN, 0, 1), *x = floats(kN, -1, 1), *middle = zeros(kN), *y = zeros(kN);
  return of("atax 4096",
            {LAUNCH(atax_rows, kN, 1, 128, 1, kN, a, x, middle),
             LAUNCH(atax_columns, kN, 1, 128, 1, kN, a, middle, y)},
            y, Elements::kFloats, 1e-3, 5);
}

Case daxpy_case() {
  constexpr int kN = 8 << 20;
  Buffer *x = doubles(kN, 0, 1), *y = doubles(kN, 0, 1);
  return of("daxpy 8M", {LAUNCH(daxpy, kN, 1, 256, 1, kN, 0.5, x, y)}, y, Elements::kDoubles, 1e-14);
}

Case dgemm_case() {
  constexpr int kN = 512;
  Buffer *a = doubles(kN * kN, -1, 1), *b = doubles(kN * kN, -1, 1), *c = zeros(kN * kN * 2);
  return {"double matmul 512",
          {blocks("dgemm", {kN / 16, kN / 16}, {16, 16}, kN, a, b, c)},
          [=] {
            constexpr int kRows = 4, kColumns = 32;
#pragma omp parallel for collapse(2)
            for (int column = 0; column < kN; column += kColumns) {
              for (int row = 0; row < kN; row += kRows) {
                double sum[kRows][kColumns] = {};
                for (int k = 0; k < kN; ++k) {
                  for (int r = 0; r < kRows; ++r) {
                    const double factor = a->as<double>()[(row + r) * kN + k];
                    const double* line = b->as<double>() + k * kN + column;
                    for (int x = 0; x < kColumns; ++x) sum[r][x] += factor * line[x];
                  }
                }
                for (int r = 0; r < kRows; ++r)
                  std::memcpy(c->as<double>() + (row + r) * kN + column, sum[r], sizeof sum[r]);
              }
            }
          },
          c,
          Elements::kDoubles,
          1e-11};
}

Case dnbody_case() {
  constexpr int kN = 4096;
  Buffer *body = doubles(kN * 4, 0, 1), *force = zeros(kN * 8);
  return of("double n-body 4096", {LAUNCH(dnbody, kN, 1, 128, 1, kN, body, force)}, force, Elements::kDoubles,
            1e-9);
}

Case dblack_scholes_case() {
  constexpr int kN = 1 << 20;
  Buffer *price = doubles(kN, 5, 30), *strike = doubles(kN, 1, 100), *years = doubles(kN, 0.25f, 10);
  Buffer* call = zeros(kN * 2);
  return of("double Black-Scholes 1M",
            {LAUNCH(dblack_scholes, kN, 1, 256, 1, kN, price, strike, years, call, 0.02, 0.3)}, call,
            Elements::kDoubles, 1e-10);
}

Case xorshift_case() {
  constexpr int kN = 256 << 10;
  Buffer* seeds = make<u64>(kN, [](std::size_t) { return u64{random_bits()} << 32 | random_bits() | 1; });
  Buffer* ones = zeros(kN);
  return of("xorshift, population", {LAUNCH(xorshift, kN, 1, 256, 1, kN, 128, seeds, ones)}, ones);
}

Case modular_case() {
  constexpr int kN = 128 << 10;
  Buffer* base = make<i64>(kN, [](std::size_t) { return static_cast<i64>(random_bits()); });
  Buffer *exponents = integers(kN, 1 << 16), *out = zeros(kN * 2);
  return of("modular power 128K",
            {LAUNCH(modular_power, kN, 1, 128, 1, kN, i64{2147483647}, base, exponents, out)}, out);
}

Case hsaxpy_case() {
  constexpr int kN = 16 << 20;
  Buffer *x = halves(kN, 0, 1), *y = halves(kN, 0, 1);
  return of("half saxpy 16M", {LAUNCH(hsaxpy, kN, 1, 256, 1, kN, 0.125f, x, y)}, y, Elements::kHalves, 1e-3);
}

Case hreduce_case() {
  constexpr int kN = 32 << 20, kBlocks = 1024;
  Buffer* in = make<f16>(kN, [](std::size_t i) { return static_cast<f16>(static_cast<float>(i % 15)); });
  Buffer* sums = zeros(kBlocks);
  return {"half reduction 32M",
          {blocks("hreduce", {kBlocks}, {256}, kN / kBlocks, in, sums)},
          [=] {
#pragma omp parallel for
            for (int block = 0; block < kBlocks; ++block) {
              const f16* from = in->as<f16>() + block * (kN / kBlocks);
              float sum = 0;
#pragma omp simd reduction(+ : sum)
              for (int k = 0; k < kN / kBlocks; ++k) sum += LOAD_HALF(from, k);
              sums->as<float>()[block] = sum;
            }
          },
          sums};
}

Case hsoftmax_case() {
  constexpr int kRows = 4096, kColumns = 1024;
  Buffer *in = halves(kRows * kColumns, -4, 4), *out = halves(kRows * kColumns, 0, 0);
  return {"half softmax 4096",
          {blocks("hsoftmax", {kRows}, {128}, in, out)},
          [=] {
#pragma omp parallel for
            for (int row = 0; row < kRows; ++row) {
              const f16* from = in->as<f16>() + row * kColumns;
              f16* to = out->as<f16>() + row * kColumns;
              float values[kColumns], sum = 0;
#pragma omp simd reduction(+ : sum)
              for (int k = 0; k < kColumns; ++k) sum += values[k] = std::exp(LOAD_HALF(from, k));
              for (int k = 0; k < kColumns; ++k) STORE_HALF(to, k, values[k] / sum);
            }
          },
          out,
          Elements::kHalves,
          1e-3};
}

Case int8_case() {
  constexpr int kN = 512;
  Buffer *a = words(kN * kN / 4), *b = words(kN * kN / 4), *c = zeros(kN * kN);
  return of("int8 matmul 512", {LAUNCH(int8_matmul, kN, kN, 16, 16, kN, a, b, c)}, c);
}

}  // namespace

Makers second_set() {
  return {bilateral_case, adam_case,      chacha20_case,   lennard_jones_case,  nearest_case,
          softmax_case,   layernorm_case, jenkins_case,    haversine_case,      mandelbulb_case,
          hotspot_case,   srad_case,      pathfinder_case, backprop_case,       lud_case,
          needleman_case, bfs_case,       kmeans_case,     fdtd_case,           atax_case,
          daxpy_case,     dgemm_case,     dnbody_case,     dblack_scholes_case, xorshift_case,
          modular_case,   hsaxpy_case,    hreduce_case,    hsoftmax_case,       int8_case};
}
