// SPDX-License-Identifier: Apache-2.0

#include "ndarray/gemm.h"

#include <algorithm>
#include <optional>

#include "core/scalar_type.h"

namespace gridcall::ndarray {

namespace {

// Returns the distance of columns, in elements, of a matrix whose rows follow each other.
std::optional<std::int64_t> leading(std::int64_t row, std::int64_t column, std::uint64_t rows,
                                    std::uint64_t columns, std::int64_t size) noexcept {
  const auto least = static_cast<std::int64_t>(std::max<std::uint64_t>(rows, 1));
  if (rows > 1 && row != size) return std::nullopt;
  if (columns <= 1) return least;
  if (column % size != 0 || column / size < least) return std::nullopt;
  return column / size;
}

struct Form {
  bool transposes;
  std::int64_t leading;
};

std::optional<Form> form_of(const Matrix& matrix, std::uint64_t rows, std::uint64_t columns,
                            std::int64_t size) noexcept {
  if (const auto plain = leading(matrix.row, matrix.column, rows, columns, size)) return Form{false, *plain};
  if (const auto turned = leading(matrix.column, matrix.row, columns, rows, size)) return Form{true, *turned};
  return std::nullopt;
}

std::int64_t size_of(const Product& product) noexcept {
  return core::scalar_size(product.type);
}

}  // namespace

GemmFit gemm_fit(const Product& product) noexcept {
  const std::int64_t size = size_of(product);
  return {form_of(product.out, product.m, product.n, size).has_value(),
          form_of(product.a, product.m, product.k, size).has_value(),
          form_of(product.b, product.k, product.n, size).has_value()};
}

bool gemm_of(Product& product, Gemm& gemm) noexcept {
  const std::int64_t size = size_of(product);
  const auto out = form_of(product.out, product.m, product.n, size);
  if (!out) return false;
  if (out->transposes) product.transpose();
  const auto a = form_of(product.a, product.m, product.k, size),
             b = form_of(product.b, product.k, product.n, size);
  if (!a || !b) return false;
  gemm.type = product.type;
  gemm.transposes_a = a->transposes, gemm.transposes_b = b->transposes;
  gemm.m = static_cast<std::int64_t>(product.m);
  gemm.n = static_cast<std::int64_t>(product.n);
  gemm.k = static_cast<std::int64_t>(product.k);
  gemm.lda = a->leading, gemm.ldb = b->leading, gemm.ldc = out->leading;
  gemm.a = product.a.address, gemm.b = product.b.address, gemm.c = product.out.address;
  gemm.batch_ndim = product.batch_ndim;
  std::copy_n(product.batch.begin(), product.batch_ndim, gemm.batch.begin());
  return true;
}

}  // namespace gridcall::ndarray
