// SPDX-License-Identifier: Apache-2.0
//
// The first set: kernels.cu, kernels.cl and native.cpp.

#include "case.h"
#include "native.h"

namespace {

Case saxpy() {
  constexpr int kN = 16 << 20;
  Buffer *x = floats(kN, 0, 1), *y = floats(kN, 0, 1);
  return {"saxpy 16M",
          {{"saxpy", {kN / 256}, {256}, {kN, 2.0f, *x, *y}}},
          [=] { native::saxpy(kN, 2.0f, x->as<float>(), y->as<float>()); },
          y,
          Elements::kFloats,
          1e-6};
}

Case vecadd() {
  constexpr int kN = 16 << 20;
  Buffer *a = floats(kN, 0, 1), *b = floats(kN, 0, 1), *c = zeros(kN);
  return {"vector add 16M",
          {{"vecadd", {kN / 256}, {256}, {kN, *a, *b, *c}}},
          [=] { native::vecadd(kN, a->as<float>(), b->as<float>(), c->as<float>()); },
          c,
          Elements::kFloats,
          0};
}

Case matmul(const char* name, const char* kernel, int n) {
  auto elements = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  Buffer *a = floats(elements, -1, 1), *b = floats(elements, -1, 1), *c = zeros(elements);
  return {name,
          {{kernel, {u(n / 16), u(n / 16)}, {16, 16}, {n, *a, *b, *c}}},
          [=] { native::matmul(n, a->as<float>(), b->as<float>(), c->as<float>()); },
          c,
          Elements::kFloats,
          1e-3};
}

Case transpose() {
  constexpr int kN = 4096;
  Buffer *in = floats(kN * kN, 0, 1), *out = zeros(kN * kN);
  return {"transpose 4096",
          {{"transpose", {kN / 32, kN / 32}, {32, 8}, {kN, *in, *out}}},
          [=] { native::transpose(kN, in->as<float>(), out->as<float>()); },
          out,
          Elements::kFloats,
          0};
}

Case reduce(const char* name, int blocks) {
  constexpr int kN = 16 << 20;
  Buffer* in = make<int>(kN, [](std::size_t i) { return static_cast<int>(i % 1001); });
  Buffer* partial = zeros(static_cast<std::size_t>(blocks));
  Buffer* sum = zeros(1);
  // The last few sums by one more block, as the CUDA samples do.
  return {
      name,
      {{"reduce", {u(blocks)}, {256}, {kN, *in, *partial}}, {"reduce", {1}, {256}, {blocks, *partial, *sum}}},
      [=] { *sum->as<int>() = native::reduce(kN, in->as<int>()); },
      sum,
      Elements::kWords,
      0};
}

Case scan() {
  constexpr int kN = 4 << 20;
  Buffer* in = make<int>(kN, [](std::size_t i) { return static_cast<int>(i % 7); });
  Buffer *out = zeros(kN), *sums = zeros(kN / 256);
  return {"scan 4M",
          {{"scan_blocks", {kN / 256}, {256}, {*in, *out, *sums}},
           {"scan_sums", {1}, {256}, {kN / 256, *sums}},
           {"scan_add", {kN / 256}, {256}, {*out, *sums}}},
          [=] { native::scan(kN, in->as<int>(), out->as<int>()); },
          out,
          Elements::kWords,
          0};
}

Case histogram() {
  constexpr int kN = 4 << 20;
  Buffer *in = words(kN), *partial = zeros(64 * 256), *out = zeros(256);
  return {"histogram 16M bytes",
          {{"histogram", {64}, {256}, {kN, *in, *partial}},
           {"histogram_merge", {1}, {256}, {64, *partial, *out}}},
          [=] { native::histogram(kN, in->as<std::uint32_t>(), out->as<std::uint32_t>()); },
          out,
          Elements::kWords,
          0};
}

Case black_scholes() {
  constexpr int kN = 4 << 20;
  Buffer *price = floats(kN, 5, 30), *strike = floats(kN, 1, 100), *years = floats(kN, 0.25f, 10);
  Buffer *call = zeros(kN), *put = zeros(kN);
  return {"Black-Scholes 4M",
          {{"black_scholes", {kN / 256}, {256}, {kN, *price, *strike, *years, *call, *put, 0.02f, 0.3f}}},
          [=] {
            native::black_scholes(kN, price->as<float>(), strike->as<float>(), years->as<float>(),
                                  call->as<float>(), put->as<float>(), 0.02f, 0.3f);
          },
          call,
          Elements::kFloats,
          1e-4};
}

Case mandelbrot() {
  Buffer* out = zeros(1024 * 1024);
  return {"Mandelbrot 1024",
          {{"mandelbrot", {32, 128}, {32, 8}, {1024, 1024, 256, *out}}},
          [=] { native::mandelbrot(1024, 1024, 256, out->as<int>()); },
          out,
          Elements::kWords,
          0,
          5};
}

Case nbody() {
  constexpr int kN = 8192;
  Buffer *bodies = floats(4 * kN, 0, 1), *forces = zeros(4 * kN);
  return {"n-body 8192",
          {{"nbody", {kN / 256}, {256}, {kN, *bodies, *forces}}},
          [=] { native::nbody(kN, bodies->as<float>(), forces->as<float>()); },
          forces,
          Elements::kFloats,
          1e-3};
}

Case stencil() {
  constexpr int kN = 2048;
  Buffer *in = floats(kN * kN, 0, 1), *out = zeros(kN * kN);
  return {"stencil 2048",
          {{"stencil", {kN / 32, kN / 16}, {32, 16}, {kN, kN, *in, *out}}},
          [=] { native::stencil(kN, kN, in->as<float>(), out->as<float>()); },
          out,
          Elements::kFloats,
          1e-6};
}

Case spmv() {
  constexpr int kRows = 256 << 10;
  std::vector<int> first{0};
  for (int row = 0; row < kRows; ++row)
    first.push_back(first.back() + 8 + static_cast<int>(random_bits() % 17));
  auto entries = static_cast<std::size_t>(first.back());
  Buffer* starts = make<int>(first.size(), [&](std::size_t i) { return first[i]; });
  Buffer* columns = make<int>(entries, [](std::size_t) { return static_cast<int>(random_bits() % kRows); });
  Buffer *values = floats(entries, -1, 1), *x = floats(kRows, -1, 1), *y = zeros(kRows);
  return {"sparse MV 256K rows",
          {{"spmv", {kRows / 256}, {256}, {kRows, *starts, *columns, *values, *x, *y}}},
          [=] {
            native::spmv(kRows, starts->as<int>(), columns->as<int>(), values->as<float>(), x->as<float>(),
                         y->as<float>());
          },
          y,
          Elements::kFloats,
          1e-4};
}

Case bitonic() {
  constexpr int kN = 1 << 20;
  Buffer *in = words(kN), *out = zeros(kN);
  std::vector<Step> steps{{"bitonic_local", {kN / 2048}, {1024}, {*in, *out}}};
  for (int size = 4096; size <= kN; size *= 2) {
    for (int stride = size / 2; stride >= 2048; stride /= 2)
      steps.push_back({"bitonic_step", {kN / 2 / 256}, {256}, {*out, size, stride}});
    steps.push_back({"bitonic_merge", {kN / 2048}, {1024}, {*out, size}});
  }
  return {"bitonic sort 1M",
          std::move(steps),
          [=] { native::bitonic(kN, in->as<std::uint32_t>(), out->as<std::uint32_t>()); },
          out,
          Elements::kWords,
          0};
}

Case sha256() {
  constexpr int kN = 128 << 10;
  Buffer *messages = words(kN * 16), *digests = zeros(kN * 8);
  return {"SHA-256 128K x 64 B",
          {{"sha256", {kN / 128}, {128}, {kN, *messages, *digests}}},
          [=] { native::sha256(kN, messages->as<std::uint32_t>(), digests->as<std::uint32_t>()); },
          digests,
          Elements::kWords,
          0};
}

Case ray_march() {
  Buffer* out = zeros(1024 * 1024);
  return {"ray marching 1024",
          {{"ray_march", {64, 64}, {16, 16}, {1024, 1024, *out}}},
          [=] { native::ray_march(1024, 1024, out->as<float>()); },
          out,
          Elements::kFloats,
          1e-4,
          5};
}

}  // namespace

Makers first_set() {
  return {saxpy,
          vecadd,
          [] { return matmul("tiled matmul 512", "matmul_tiled", 512); },
          [] { return matmul("tiled matmul 1024", "matmul_tiled", 1024); },
          [] { return matmul("naive matmul 512", "matmul_naive", 512); },
          transpose,
          [] { return reduce("reduction 16M, 64", 64); },
          [] { return reduce("reduction 16M, 4096", 4096); },
          scan,
          histogram,
          black_scholes,
          mandelbrot,
          nbody,
          stencil,
          spmv,
          bitonic,
          sha256,
          ray_march};
}
