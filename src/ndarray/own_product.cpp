// SPDX-License-Identifier: Apache-2.0
//
// The own kernel of products: which tiles it has, and its arguments.

#include <algorithm>
#include <cstdlib>

#include "base/concat.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"
#include "ndarray/matmul.h"

namespace gridcall::ndarray {

namespace {

using core::ScalarType;

constexpr std::string_view kMatmulText =
#include "add_product.cuh.inc"
#include "matmul.cuh.inc"
    ;

constexpr std::uint64_t kMaxGrid = std::uint64_t{1} << 30;

// The type that is computed with, and its size.
struct Number {
  const char* name;
  std::uint32_t size;
};

Number number_of(ScalarType type) noexcept {
  switch (type) {
    case ScalarType::kFloat16:
    case ScalarType::kBfloat16:
    case ScalarType::kFloat32:
      return {"float", 4};
    case ScalarType::kFloat64:
      return {"double", 8};
    case ScalarType::kComplex64:
      return {"complex_number<float>", 8};
    case ScalarType::kComplex128:
      return {"complex_number<double>", 16};
    case ScalarType::kInt64:
    case ScalarType::kUint64:
      return {"u64", 8};
    default:
      return {"u32", 4};
  }
}

// The division of the results into tiles. Warps of the CPU device are vectors of 32 numbers, of which few
// stay in registers; a GPU's thread has registers for more, and little shared memory.
struct Tiles {
  std::uint32_t warps = 8, rows = 4, columns = 1, pad = 0, unroll = 1;
  bool splits = false;

  Tiles(const Product& product, std::uint32_t size, bool is_cpu) {
    if (product.m == 1) {
      splits = true;
      rows = 1;
    } else if (is_cpu) {
      warps = product.m > 32 ? 32 : 8;
      rows = size <= 8 ? 2 : 1;
    } else {
      rows = size <= 8 ? 8 : 4;
      columns = product.n <= 32 || size == 16 ? 1 : size == 4 ? 4 : 2;
    }
    if (!is_cpu) pad = 1, unroll = 4;
  }
};

bool fits_31_bits(const Product& product, std::uint64_t tiles) noexcept {
  constexpr std::uint64_t kMax = 0x7fff0000;
  const auto fits = [](std::int64_t stride) { return static_cast<std::uint64_t>(std::abs(stride)) <= kMax; };
  bool all = product.m <= kMax && product.n <= kMax && product.k <= kMax && tiles <= kMax;
  for (const Matrix* each : {&product.out, &product.a, &product.b})
    all = all && fits(each->row) && fits(each->column);
  for (std::uint32_t i = 0; i < product.batch_ndim; ++i) {
    const BatchDim& dim = product.batch[i];
    all = all && dim.count <= kMax && fits(dim.out) && fits(dim.a) && fits(dim.b);
  }
  return all;
}

}  // namespace

void run_own_product(core::Context& context, Product product, std::span<core::Mem* const> memory,
                     core::Stream* stream) {
  // The lanes of a warp are columns.
  if (product.n < 32 && product.m > product.n) product.transpose();
  const Number number = number_of(product.type);
  const Tiles tiles(product, number.size, context.is_cpu());
  const std::uint64_t rows = tiles.rows * (tiles.splits ? 1 : tiles.warps), columns = 32 * tiles.columns;
  const std::uint64_t down = divide_up(product.m, rows), across = divide_up(product.n, columns);
  const std::uint64_t count = down * across * product.batch_count();
  const bool is_wide = !fits_31_bits(product, count);
  const auto is_near = [](std::int64_t near, std::int64_t far) { return std::abs(near) <= std::abs(far); };
  const std::string head =
      concat(Parameters::declaration(is_wide, 12 + 4 * product.batch_ndim, 0), "typedef ",
             storage_name(product.type), " element;\ntypedef ", number.name,
             " number;\nenum { kWarps = ", tiles.warps, ", kThreadRows = ", tiles.rows,
             ", kThreadColumns = ", tiles.columns, ", kPad = ", tiles.pad, ", kUnroll = ", tiles.unroll,
             ", kSplit = ", tiles.splits ? 1 : 0, ", kDims = ", product.batch_ndim,
             ", kNearA = ", is_near(product.a.column, product.a.row) ? 1 : 0,
             ", kNearB = ", is_near(product.b.column, product.b.row) ? 1 : 0,
             ", kTruth = ", product.type == ScalarType::kBool ? 1 : 0, " };\n");
  const core::Ref<core::Kernel> kernel =
      kernel_of(context, concat("matmul ", head), [&] { return concat(head, kMatmulText); });
  Parameters parameters(is_wide);
  for (const std::uint64_t each : {product.m, product.n, product.k, down, across, count})
    parameters.add(each);
  for (const Matrix* each : {&product.out, &product.a, &product.b}) {
    parameters.add(static_cast<std::uint64_t>(each->row));
    parameters.add(static_cast<std::uint64_t>(each->column));
  }
  for (std::uint32_t i = 0; i < product.batch_ndim; ++i) {
    const BatchDim& dim = product.batch[i];
    parameters.add(dim.count);
    for (const std::int64_t stride : {dim.out, dim.a, dim.b})
      parameters.add(static_cast<std::uint64_t>(stride));
  }
  const void* const values[] = {&product.out.address, &product.a.address, &product.b.address,
                                parameters.bytes()};
  launch(*kernel, stream, {static_cast<std::uint32_t>(std::min(count, kMaxGrid)), 1, 1}, {32, tiles.warps, 1},
         values, memory);
}

}  // namespace gridcall::ndarray
