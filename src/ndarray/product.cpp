// SPDX-License-Identifier: Apache-2.0

#include "ndarray/product.h"

#include <algorithm>
#include <utility>

#include "base/concat.h"

namespace gridcall::ndarray {

namespace {

using core::Layout;
using core::Ndarray;

// An operand's matrix and its batch; one dimension is a row of `left`, a column of `right`.
struct Parts {
  std::uint64_t rows = 1, columns = 1;
  std::int64_t row = 0, column = 0;
  Layout batch;

  Parts(const Layout& layout, bool has_row, bool has_column) {
    std::uint32_t at = layout.ndim;
    if (has_column) columns = layout.shape[--at], column = layout.strides[at];
    if (has_row) rows = layout.shape[--at], row = layout.strides[at];
    batch.ndim = at;
    std::copy_n(layout.shape.begin(), at, batch.shape.begin());
    std::copy_n(layout.strides.begin(), at, batch.strides.begin());
  }
};

Parts parts_of_a(const Ndarray& a) noexcept {
  return {a.layout(), a.layout().ndim > 1, true};
}
Parts parts_of_b(const Ndarray& b) noexcept {
  return {b.layout(), true, b.layout().ndim > 1};
}

bool follows(std::int64_t outer, std::int64_t inner, std::uint64_t count) noexcept {
  std::int64_t end = 0;
  return !__builtin_mul_overflow(inner, static_cast<std::int64_t>(count), &end) && outer == end;
}

}  // namespace

Layout shape_of_product(const Ndarray& a, const Ndarray& b) {
  for (const Ndarray* each : {&a, &b})
    if (each->layout().ndim == 0)
      throw Failure(
          status::kInvalidArgument,
          concat(each == &a ? "`left`" : "`right`",
                 " has 0 dimensions: pass 1 or more, and multiply by a number with gc_ndarray_apply"));
  const Parts left = parts_of_a(a), right = parts_of_b(b);
  if (left.columns != right.rows)
    throw Failure(
        status::kInvalidArgument,
        concat("`left` of shape ", core::shape_text(a.layout().dims()), " has ", left.columns,
               " columns, and `right` of shape ", core::shape_text(b.layout().dims()), ' ', right.rows,
               " rows: make these numbers equal, or transpose one (gc_ndarray_transpose)"));
  Layout shape;
  shape.ndim = std::max(left.batch.ndim, right.batch.ndim);
  for (std::uint32_t i = 0; i < shape.ndim; ++i) {
    // Dimensions are counted from the last one.
    const auto extent = [&](const Layout& batch) {
      return i < shape.ndim - batch.ndim ? std::uint64_t{1} : batch.shape[i - (shape.ndim - batch.ndim)];
    };
    const std::uint64_t of_a = extent(left.batch), of_b = extent(right.batch);
    if (of_a != of_b && of_a != 1 && of_b != 1)
      throw Failure(
          status::kInvalidArgument,
          concat("the batches of `left`, ", core::shape_text(left.batch.dims()), ", and of `right`, ",
                 core::shape_text(right.batch.dims()), ", are not broadcast: ", of_a, " and ", of_b,
                 " differ; make them equal, or one of them 1"));
    shape.shape[i] = of_a == 1 ? of_b : of_a;
  }
  const bool has_row = a.layout().ndim > 1, has_column = b.layout().ndim > 1;
  if (shape.ndim + (has_row ? 1 : 0) + (has_column ? 1 : 0) > core::kMaxDims)
    throw Failure(status::kInvalidArgument, concat("the product has more than ", core::kMaxDims,
                                                   " dimensions: reshape the batches (gc_ndarray_reshape)"));
  if (has_row) shape.shape[shape.ndim++] = left.rows;
  if (has_column) shape.shape[shape.ndim++] = right.columns;
  return shape;
}

Product::Product(const Ndarray& out_array, const Ndarray& a_array, const Ndarray& b_array)
    : type(out_array.type()) {
  const Parts left = parts_of_a(a_array), right = parts_of_b(b_array);
  const Parts results(out_array.layout(), a_array.layout().ndim > 1, b_array.layout().ndim > 1);
  m = left.rows, n = right.columns, k = left.columns;
  out = {out_array.address(), results.row, results.column};
  a = {a_array.address(), left.row, left.column};
  b = {b_array.address(), right.row, right.column};
  Layout of_a, of_b;
  core::broadcast(left.batch, results.batch.dims(), of_a);
  core::broadcast(right.batch, results.batch.dims(), of_b);
  for (std::uint32_t i = 0; i < results.batch.ndim; ++i) {
    const BatchDim dim = {results.batch.shape[i], results.batch.strides[i], of_a.strides[i], of_b.strides[i]};
    if (dim.count == 1) continue;
    BatchDim* const last = batch_ndim == 0 ? nullptr : &batch[batch_ndim - 1];
    if (last && follows(last->out, dim.out, dim.count) && follows(last->a, dim.a, dim.count) &&
        follows(last->b, dim.b, dim.count)) {
      last->count *= dim.count;
      last->out = dim.out, last->a = dim.a, last->b = dim.b;
    } else {
      batch[batch_ndim++] = dim;
    }
  }
  while (batch_ndim != 0) {
    const BatchDim& last = batch[batch_ndim - 1];
    if (last.b == 0 && (m == 1 || (follows(last.out, out.row, m) && follows(last.a, a.row, m)))) {
      if (m == 1) out.row = last.out, a.row = last.a;
      m *= last.count;
    } else if (last.a == 0 &&
               (n == 1 || (follows(last.out, out.column, n) && follows(last.b, b.column, n)))) {
      if (n == 1) out.column = last.out, b.column = last.b;
      n *= last.count;
    } else {
      break;
    }
    --batch_ndim;
  }
}

std::uint64_t Product::batch_count() const noexcept {
  std::uint64_t count = 1;
  for (std::uint32_t i = 0; i < batch_ndim; ++i) count *= batch[i].count;
  return count;
}

void Product::transpose() noexcept {
  std::swap(m, n);
  std::swap(a, b);
  for (Matrix* each : {&out, &a, &b}) std::swap(each->row, each->column);
  for (std::uint32_t i = 0; i < batch_ndim; ++i) std::swap(batch[i].a, batch[i].b);
}

}  // namespace gridcall::ndarray
