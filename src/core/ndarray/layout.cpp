// SPDX-License-Identifier: Apache-2.0

#include "core/ndarray/layout.h"

#include <algorithm>
#include <limits>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"

namespace gridcall::core {

namespace {

constexpr std::uint64_t kMaxBytes = std::numeric_limits<std::int64_t>::max();

std::uint64_t magnitude(std::int64_t stride) noexcept {
  return stride < 0 ? ~static_cast<std::uint64_t>(stride) + 1 : static_cast<std::uint64_t>(stride);
}

// Checks the bytes of all elements. Dimensions of 0 count as 1, so that the strides of an empty array do not
// overflow either.
void check_bytes(std::span<const std::uint64_t> shape, std::uint64_t element_size) {
  std::uint64_t bytes = element_size;
  for (const std::uint64_t count : shape) {
    if (!__builtin_mul_overflow(bytes, std::max<std::uint64_t>(count, 1), &bytes) && bytes <= kMaxBytes)
      continue;
    throw Failure(status::kOutOfRange, concat("`shape` ", shape_text(shape), " of elements of ", element_size,
                                              " bytes has more than ", kMaxBytes, " bytes: ask for less"));
  }
}

}  // namespace

std::uint64_t Layout::count() const noexcept {
  std::uint64_t count = 1;
  for (const std::uint64_t n : dims()) count *= n;
  return count;
}

bool Layout::is_c_contiguous(std::uint64_t element_size) const noexcept {
  if (count() == 0) return true;
  std::uint64_t next = element_size;
  for (std::size_t i = ndim; i-- > 0;) {
    if (shape[i] == 1) continue;
    if (strides[i] != static_cast<std::int64_t>(next)) return false;
    next *= shape[i];
  }
  return true;
}

bool Layout::is_f_contiguous(std::uint64_t element_size) const noexcept {
  if (count() == 0) return true;
  std::uint64_t next = element_size;
  for (std::size_t i = 0; i < ndim; ++i) {
    if (shape[i] == 1) continue;
    if (strides[i] != static_cast<std::int64_t>(next)) return false;
    next *= shape[i];
  }
  return true;
}

void Layout::remove(std::size_t axis) noexcept {
  for (std::size_t i = axis + 1; i < ndim; ++i) {
    shape[i - 1] = shape[i];
    strides[i - 1] = strides[i];
  }
  --ndim;
}

void Layout::set_contiguous(std::uint64_t element_size, bool order_f) noexcept {
  std::uint64_t next = element_size;
  for (std::size_t i = 0; i < ndim; ++i) {
    const std::size_t axis = order_f ? i : ndim - 1 - i;
    strides[axis] = static_cast<std::int64_t>(next);
    next *= std::max<std::uint64_t>(shape[axis], 1);
  }
}

std::optional<Extent> extent_of(const Layout& layout, std::uint64_t element_size) noexcept {
  Extent extent{0, element_size};
  if (layout.count() == 0) return Extent{};
  for (std::size_t i = 0; i < layout.ndim; ++i) {
    std::uint64_t bytes = 0;
    std::uint64_t& side = layout.strides[i] < 0 ? extent.low : extent.high;
    if (__builtin_mul_overflow(layout.shape[i] - 1, magnitude(layout.strides[i]), &bytes) ||
        __builtin_add_overflow(side, bytes, &side))
      return std::nullopt;
  }
  if (extent.low > kMaxBytes || extent.high > kMaxBytes) return std::nullopt;
  return extent;
}

Layout contiguous_layout(std::span<const std::uint64_t> shape, std::uint64_t element_size, bool order_f) {
  if (shape.size() > kMaxDims)
    throw Failure(status::kInvalidArgument,
                  concat("`shape` has ", shape.size(), " dimensions, and an array has ", kMaxDims,
                         " at most: pass fewer"));
  check_bytes(shape, element_size);
  Layout layout;
  layout.ndim = static_cast<std::uint32_t>(shape.size());
  std::copy(shape.begin(), shape.end(), layout.shape.begin());
  layout.set_contiguous(element_size, order_f);
  return layout;
}

Layout checked_layout(std::span<const std::uint64_t> shape, std::span<const std::int64_t> strides,
                      std::uint64_t element_size, bool order_f, const char* name) {
  Layout layout = contiguous_layout(shape, element_size, order_f);
  if (strides.empty()) return layout;
  if (strides.size() != shape.size())
    throw Failure(status::kInvalidArgument,
                  concat("`", name, "->stride_count` is ", strides.size(), ", and the shape has ",
                         shape.size(), " dimensions: pass one stride for each, or none"));
  if (order_f)
    throw Failure(status::kInvalidOptions, concat("`", name, "->flags` has ORDER_F, and `", name,
                                                  "->strides` say the order: leave one out"));
  std::copy(strides.begin(), strides.end(), layout.strides.begin());
  if (!extent_of(layout, element_size))
    throw Failure(status::kOutOfRange, concat("`", name, "->strides` of the shape ", shape_text(shape),
                                              " span more than ", kMaxBytes, " bytes: pass smaller ones"));
  return layout;
}

bool may_overlap_itself(const Layout& layout, std::uint64_t element_size) noexcept {
  if (layout.count() <= 1) return false;
  std::array<std::size_t, kMaxDims> order;
  std::size_t count = 0;
  for (std::size_t i = 0; i < layout.ndim; ++i)
    if (layout.shape[i] > 1) order[count++] = i;
  std::sort(order.begin(), order.begin() + count, [&](std::size_t a, std::size_t b) {
    return magnitude(layout.strides[a]) < magnitude(layout.strides[b]);
  });
  std::uint64_t covered = element_size;  // bytes that the dimensions so far cover
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t stride = magnitude(layout.strides[order[i]]);
    if (stride < covered) return true;
    covered += stride * (layout.shape[order[i]] - 1);
  }
  return false;
}

bool broadcast(const Layout& layout, std::span<const std::uint64_t> shape, Layout& result) noexcept {
  // As in NumPy's assignment, the source may have more leading dimensions of 1 than the destination.
  std::size_t skipped = 0;
  while (layout.ndim - skipped > shape.size()) {
    if (layout.shape[skipped] != 1) return false;
    ++skipped;
  }
  const std::size_t more = shape.size() - (layout.ndim - skipped);
  result.ndim = static_cast<std::uint32_t>(shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i) {
    result.shape[i] = shape[i];
    result.strides[i] = 0;
    if (i < more) continue;
    const std::size_t from = i - more + skipped;
    if (layout.shape[from] == shape[i])
      result.strides[i] = layout.strides[from];
    else if (layout.shape[from] != 1)
      return false;
  }
  return true;
}

std::string shape_text(std::span<const std::uint64_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += concat(i == 0 ? "" : ", ", shape[i]);
  return text + ")";
}

}  // namespace gridcall::core
