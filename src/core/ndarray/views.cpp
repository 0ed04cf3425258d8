// SPDX-License-Identifier: Apache-2.0
//
// Arrays that look at the memory of another one.

#include <algorithm>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::core {

namespace {

// Returns the bound of a slice, from 0 to `count`.
std::uint64_t bound(std::int64_t value, std::uint64_t count, std::uint64_t most, std::size_t axis,
                    const char* name) {
  const auto size = static_cast<std::int64_t>(count);
  const std::int64_t place = value < 0 ? value + size : value;
  if (place < 0 || static_cast<std::uint64_t>(place) > most)
    throw Failure(status::kOutOfRange,
                  concat("`", name, "` of `slices`[", axis, "] is ", value, ", and the dimension has ", count,
                         " elements: pass ", -size, " to ", most));
  return static_cast<std::uint64_t>(place);
}

struct AxisPart {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

AxisPart taken(const AxisSlice& slice, std::uint64_t count, std::size_t axis) {
  const bool no_start = slice.start == AxisSlice::kOmitted, no_stop = slice.stop == AxisSlice::kOmitted;
  if (slice.step == 0) {
    if (slice.start != slice.stop || no_start)
      throw Failure(
          status::kInvalidArgument,
          concat("`step` of `slices`[", axis, "] is 0, its `start` ", slice.start, " and its `stop` ",
                 slice.stop, ": pass another step, or for one element that as start and stop"));
    if (count == 0)
      throw Failure(status::kOutOfRange, concat("`start` of `slices`[", axis, "] is ", slice.start,
                                                ", and the dimension has 0 elements"));
    return {bound(slice.start, count, count - 1, axis, "start"), 1};
  }
  if (slice.step > 0) {
    const std::uint64_t start = no_start ? 0 : bound(slice.start, count, count, axis, "start");
    const std::uint64_t stop = no_stop ? count : bound(slice.stop, count, count, axis, "stop");
    const auto step = static_cast<std::uint64_t>(slice.step);
    return {start, start < stop ? (stop - start - 1) / step + 1 : 0};
  }
  if (count == 0) {
    if (!no_start) bound(slice.start, 0, 0, axis, "start");
    if (!no_stop) bound(slice.stop, 0, 0, axis, "stop");
    return {};
  }
  const std::uint64_t start = no_start ? count - 1 : bound(slice.start, count, count - 1, axis, "start");
  const std::uint64_t step = ~static_cast<std::uint64_t>(slice.step) + 1;
  if (no_stop) return {start, start / step + 1};
  const std::uint64_t stop = bound(slice.stop, count, count - 1, axis, "stop");
  return {start, start > stop ? (start - stop - 1) / step + 1 : 0};
}

// Computes the strides of the new shape over the same elements in C order; returns false if there are none.
// Groups of old and new dimensions with the same number of elements have one stride each.
bool strides_of_reshaped(const Layout& from, Layout& to) noexcept {
  Layout old = from;
  for (std::size_t i = old.ndim; i-- > 0;)
    if (old.shape[i] == 1) old.remove(i);
  std::size_t o = 0, n = 0;
  while (o < old.ndim && n < to.ndim) {
    std::uint64_t old_count = old.shape[o], new_count = to.shape[n];
    std::size_t old_end = o + 1, new_end = n + 1;
    while (old_count != new_count) {
      if (new_count < old_count)
        new_count *= to.shape[new_end++];
      else
        old_count *= old.shape[old_end++];
    }
    for (std::size_t i = o; i + 1 < old_end; ++i)
      if (old.strides[i] != static_cast<std::int64_t>(old.shape[i + 1]) * old.strides[i + 1]) return false;
    to.strides[new_end - 1] = old.strides[old_end - 1];
    for (std::size_t i = new_end - 1; i > n; --i)
      to.strides[i - 1] = to.strides[i] * static_cast<std::int64_t>(to.shape[i]);
    o = old_end;
    n = new_end;
  }
  // The remaining dimensions are 1.
  for (; n < to.ndim; ++n) to.strides[n] = n == 0 ? 0 : to.strides[n - 1];
  return true;
}

void reverse(Layout& layout) noexcept {
  std::reverse(layout.shape.begin(), layout.shape.begin() + layout.ndim);
  std::reverse(layout.strides.begin(), layout.strides.begin() + layout.ndim);
}

// Returns the requested shape, with -1 replaced by a number.
Layout reshaped(std::span<const std::int64_t> shape, std::uint64_t count) {
  if (shape.size() > kMaxDims)
    throw Failure(status::kInvalidArgument,
                  concat("`shape` has ", shape.size(), " dimensions, and an array has ", kMaxDims,
                         " at most: pass fewer"));
  Layout layout;
  layout.ndim = static_cast<std::uint32_t>(shape.size());
  std::uint64_t known = 1;
  std::size_t open = shape.size();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    layout.shape[i] = static_cast<std::uint64_t>(shape[i]);
    if (shape[i] == -1 && open == shape.size()) {
      open = i;
      continue;
    }
    if (shape[i] < 0)
      throw Failure(status::kInvalidArgument,
                    concat("`shape`[", i, "] is ", shape[i], ": pass a count, or -1 for one of them"));
    if (__builtin_mul_overflow(known, layout.shape[i], &known))
      throw Failure(status::kOutOfRange, concat("`shape` up to [", i, "], ", shape[i],
                                                ", exceeds 64 bits, and the array has ", count, " elements"));
  }
  if (open != shape.size()) {
    if (known == 0 || count % known != 0)
      throw Failure(status::kInvalidArgument,
                    concat("the array has ", count, " elements, which is no multiple of the ", known,
                           " that `shape` has beside its -1: pass another shape"));
    layout.shape[open] = count / known;
    known = count;
  }
  if (known != count)
    throw Failure(status::kInvalidArgument, concat("`shape` ", shape_text(layout.dims()), " has ", known,
                                                   " elements, and the array ", count, ": pass as many"));
  return layout;
}

}  // namespace

Ref<Ndarray> Ndarray::view_of(std::int64_t moved, const Element& element, const Layout& layout) const {
  // Offsets of elements within checked bytes do not overflow.
  const Extent extent = extent_of(layout, element.size).value_or(Extent{});
  const std::uint64_t offset = layout.count() == 0 ? offset_ : offset_ + static_cast<std::uint64_t>(moved);
  return make<Ndarray>(mem_, offset, element, layout, extent, is_read_only_);
}

Ref<Ndarray> Ndarray::slice(std::span<const AxisSlice> slices) const {
  if (slices.size() > layout_.ndim)
    throw Failure(status::kInvalidArgument, concat("`slice_count` is ", slices.size(), ", and `ndarray` has ",
                                                   layout_.ndim, " dimensions: pass one for each at most"));
  Layout layout = layout_;
  std::int64_t moved = 0;
  std::size_t to = 0;
  for (std::size_t i = 0; i < layout_.ndim; ++i, ++to) {
    layout.shape[to] = layout_.shape[i];
    layout.strides[to] = layout_.strides[i];
    if (i >= slices.size()) continue;
    const AxisPart part = taken(slices[i], layout_.shape[i], i);
    // For an empty array the product has no meaning and may overflow.
    moved = static_cast<std::int64_t>(static_cast<std::uint64_t>(moved) +
                                      part.first * static_cast<std::uint64_t>(layout_.strides[i]));
    layout.shape[to] = part.count;
    if (part.count > 1) layout.strides[to] *= slices[i].step;
    if (slices[i].step == 0) --to;
  }
  layout.ndim = static_cast<std::uint32_t>(to);
  return view_of(moved, element_, layout);
}

Ref<Ndarray> Ndarray::reshape(std::span<const std::int64_t> shape, bool order_f) const {
  Layout layout = reshaped(shape, count_);
  if (count_ == 0) {
    contiguous_layout(layout.dims(), element_.size, order_f);  // throws if the size overflows
    layout.set_contiguous(element_.size, order_f);
    return view_of(0, element_, layout);
  }
  Layout from = layout_;
  if (order_f) {
    reverse(from);
    reverse(layout);
  }
  const bool fits = strides_of_reshaped(from, layout);
  if (order_f) reverse(layout);
  if (!fits)
    throw Failure(
        status::kInvalidArgument,
        concat("`shape` ", shape_text(layout.dims()), " of `ndarray` of shape ", shape_text(layout_.dims()),
               " needs other strides than its elements have: copy it to a contiguous array first"));
  return view_of(0, element_, layout);
}

Ref<Ndarray> Ndarray::transpose(std::span<const std::uint32_t> axes) const {
  Layout layout = layout_;
  if (axes.empty()) {
    reverse(layout);
    return view_of(0, element_, layout);
  }
  if (axes.size() != layout_.ndim)
    throw Failure(status::kInvalidArgument, concat("`axis_count` is ", axes.size(), ", and `ndarray` has ",
                                                   layout_.ndim, " dimensions: pass each once"));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] >= layout_.ndim)
      throw Failure(status::kOutOfRange, concat("`axes`[", i, "] is ", axes[i], ", and `ndarray` has ",
                                                layout_.ndim, " dimensions: pass less"));
    if ((seen >> axes[i] & 1) != 0)
      throw Failure(status::kInvalidArgument,
                    concat("`axes`[", i, "] is ", axes[i], " for the second time: pass each dimension once"));
    seen |= std::uint64_t{1} << axes[i];
    layout.shape[i] = layout_.shape[axes[i]];
    layout.strides[i] = layout_.strides[axes[i]];
  }
  return view_of(0, element_, layout);
}

Ref<Ndarray> Ndarray::view(const Element& element) const {
  Layout layout = layout_;
  if (element.size != element_.size) {
    if (layout.ndim == 0)
      throw Failure(status::kInvalidArgument,
                    concat("`scalar_type` has ", element.size, " bytes and the one element of `ndarray` ",
                           element_.size, ": pass a type of that size"));
    const std::size_t last = layout.ndim - 1;
    if (count_ != 0 && layout.shape[last] > 1 &&
        layout.strides[last] != static_cast<std::int64_t>(element_.size))
      throw Failure(status::kInvalidArgument,
                    concat("the stride of the last dimension of `ndarray` is ", layout.strides[last],
                           " bytes, and its elements have ", element_.size,
                           ": they must follow each other for a `scalar_type` of ", element.size, " bytes"));
    const std::uint64_t bytes = layout.shape[last] * element_.size;
    if (bytes % element.size != 0)
      throw Failure(status::kInvalidArgument,
                    concat("the last dimension of `ndarray` has ", bytes,
                           " bytes, which is no multiple of the ", element.size, " of `scalar_type`"));
    layout.shape[last] = bytes / element.size;
    layout.strides[last] = static_cast<std::int64_t>(element.size);
  }
  const std::optional<Extent> extent = extent_of(layout, element.size);
  if (!extent)
    throw Failure(status::kOutOfRange, concat("`scalar_type` of ", element.size,
                                              " bytes makes an array of more than 63 bits of bytes"));
  const auto alignment = static_cast<std::int64_t>(element.alignment);
  bool is_aligned = address() % element.alignment == 0;
  for (std::size_t i = 0; i < layout.ndim; ++i)
    is_aligned &= layout.shape[i] <= 1 || layout.strides[i] % alignment == 0;
  if (!is_aligned && layout.count() != 0)
    throw Failure(status::kInvalidArgument,
                  concat("elements of `scalar_type` ", scalar_text(element.type), " are at multiples of ",
                         element.alignment, " bytes, and `ndarray` at the address ", address(),
                         " has strides or an address of others"));
  return view_of(0, element, layout);
}

Ref<Ndarray> Ndarray::field(std::string_view name) const {
  if (!element_.record)
    throw Failure(status::kInvalidArgument,
                  concat("the elements of `ndarray` are of type ", scalar_text(element_.type),
                         ", which has no fields: pass "
                         "an array of records"));
  const Dtype::Field& field = element_.record->field(element_.record->find_field(name));
  Layout layout = layout_;
  if (field.count > 1) {
    if (layout.ndim == kMaxDims)
      throw Failure(status::kInvalidArgument,
                    concat("`ndarray` has ", layout.ndim, " dimensions, and field \"", name,
                           "\" would be one more: an array has ", kMaxDims, " at most"));
    layout.shape[layout.ndim] = field.count;
    layout.strides[layout.ndim++] = static_cast<std::int64_t>(field.element.size);
  }
  // A packed record may have misaligned fields.
  const auto alignment = static_cast<std::int64_t>(field.element.alignment);
  bool is_aligned = (address() + field.offset) % field.element.alignment == 0;
  for (std::size_t i = 0; i < layout.ndim; ++i)
    is_aligned &= layout.shape[i] <= 1 || layout.strides[i] % alignment == 0;
  if (!is_aligned && layout.count() != 0)
    throw Failure(status::kInvalidArgument,
                  concat("field \"", name, "\" of `name` is at offset ", field.offset,
                         " of packed records, and its elements need multiples of ", field.element.alignment,
                         ": view the array as bytes"));
  return view_of(static_cast<std::int64_t>(field.offset), field.element, layout);
}

}  // namespace gridcall::core
