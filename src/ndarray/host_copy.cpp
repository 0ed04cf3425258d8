// SPDX-License-Identifier: Apache-2.0

#include "ndarray/host_copy.h"

#include <array>
#include <cstring>
#include <vector>

#include "base/concat.h"
#include "core/copy/copy.h"
#include "ndarray/copy.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

// Elements in memory of the host.
struct HostArray {
  core::Element element;
  core::Layout layout;
  std::byte* first = nullptr;  // the address of the first element; that of a source is only read

  bool is_contiguous() const noexcept { return layout.is_c_contiguous(element.size); }
  std::uint64_t bytes() const noexcept { return layout.count() * element.size; }
  Operand operand() const noexcept {
    return {nullptr, reinterpret_cast<std::uintptr_t>(first), element.size, layout};
  }
};

HostArray host_array(const Ndarray& ndarray, const std::byte* data, std::uint64_t size,
                     const HostLayout& how) {
  HostArray host;
  host.element = ndarray.element();
  if (how.type != core::ScalarType{}) {
    if (core::scalar_size(how.type) == 0 || ndarray.element().is_record())
      throw Failure(status::kInvalidArgument,
                    concat("`layout->scalar_type` is ", static_cast<std::int32_t>(how.type), " (",
                           core::scalar_text(how.type), "), and `ndarray` has elements of ",
                           core::scalar_text(ndarray.type()), ": pass 0, or two scalar types"));
    core::check_array_scalar(how.type, "layout->scalar_type");
    host.element = core::Element::of(how.type);
  }
  host.layout =
      core::checked_layout(ndarray.layout().dims(), how.strides, host.element.size, how.order_f, "layout");
  if (how.strides.empty() && how.offset == 0) {
    check_host_size(size, host.layout, host.element, "data");
  } else {
    const core::Extent extent = core::extent_of(host.layout, host.element.size).value_or(core::Extent{});
    if (how.offset > size || extent.low > how.offset || extent.high > size - how.offset)
      throw Failure(
          status::kOutOfRange,
          concat("the elements reach from ", extent.low, " bytes before `layout->offset` ", how.offset,
                 " to ", extent.high, " behind it, and `data` has ", size, " bytes: pass them all"));
  }
  host.first = const_cast<std::byte*>(data) + how.offset;
  return host;
}

// Copies by a type of that size, so that the compiler emits a move instead of a call.
template <std::size_t kSize>
void move_row(std::byte* to, const std::byte* from, std::uint64_t count, std::int64_t to_stride,
              std::int64_t from_stride) noexcept {
  for (std::uint64_t i = 0; i < count; ++i, to += to_stride, from += from_stride)
    std::memcpy(to, from, kSize);
}

void copy_row(std::byte* to, const std::byte* from, std::uint64_t count, std::uint64_t size,
              std::int64_t to_stride, std::int64_t from_stride) noexcept {
  if (to_stride == static_cast<std::int64_t>(size) && from_stride == to_stride) {
    std::memcpy(to, from, count * size);
    return;
  }
  switch (size) {
    case 1:
      return move_row<1>(to, from, count, to_stride, from_stride);
    case 2:
      return move_row<2>(to, from, count, to_stride, from_stride);
    case 4:
      return move_row<4>(to, from, count, to_stride, from_stride);
    case 8:
      return move_row<8>(to, from, count, to_stride, from_stride);
    case 16:
      return move_row<16>(to, from, count, to_stride, from_stride);
    default:
      for (std::uint64_t i = 0; i < count; ++i, to += to_stride, from += from_stride)
        std::memcpy(to, from, size);
  }
}

// Copies from the second array to the first.
void copy_on_host(const HostArray& to, const HostArray& from) {
  if (to.layout.count() == 0) return;
  const Operand operands[] = {to.operand(), from.operand()};
  const Loops loops(operands);
  const std::uint64_t row = loops.inner_count();
  std::array<std::uint64_t, kMaxLoops> index{};
  auto* to_at = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(loops.operands[0].address));
  auto* from_at = reinterpret_cast<const std::byte*>(static_cast<std::uintptr_t>(loops.operands[1].address));
  const std::int64_t to_stride = loops.inner_stride(loops.operands[0]),
                     from_stride = loops.inner_stride(loops.operands[1]);
  for (;;) {
    copy_row(to_at, from_at, row, to.element.size, to_stride, from_stride);
    std::uint32_t axis = loops.ndim;
    // Advances to the next row; the last of the outer dimensions changes fastest.
    for (axis = loops.ndim == 0 ? 0 : loops.ndim - 1; axis > 0; --axis) {
      const std::uint32_t at = axis - 1;
      to_at += loops.operands[0].strides[at];
      from_at += loops.operands[1].strides[at];
      if (++index[at] < loops.shape[at]) break;
      to_at -= loops.operands[0].strides[at] * static_cast<std::int64_t>(index[at]);
      from_at -= loops.operands[1].strides[at] * static_cast<std::int64_t>(index[at]);
      index[at] = 0;
    }
    if (axis == 0) return;
  }
}

// Returns a description of `host`'s elements in `bytes`, without gaps and in C order.
HostArray packed_into(std::vector<std::byte>& bytes, const HostArray& host) {
  bytes.resize(host.bytes());
  HostArray packed = host;
  packed.layout.set_contiguous(host.element.size, false);
  packed.first = bytes.data();
  return packed;
}

// Copies a rectangle by the driver. Returns false if the elements form none.
bool copy_box(const Ndarray& ndarray, const HostArray& host, bool to_host, core::Stream* stream) {
  if (ndarray.type() != host.element.type) return false;
  const Operand device = operand_of(ndarray);
  const Operand operands[] = {to_host ? host.operand() : device, to_host ? device : host.operand()};
  const Loops loops(operands);
  Box box;
  if (!box_of(loops, box) || !box.is_wide()) return false;
  core::CopyEnd ends[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const bool is_host = (i == 0) == to_host;
    const char* name = i == 0 ? "dst" : "src";
    if (is_host) {
      ends[i] = core::CopyEnd::of_host(
          reinterpret_cast<const void*>(static_cast<std::uintptr_t>(loops.operands[i].address)), INT64_MAX,
          name);
    } else {
      ends[i] = core::CopyEnd::of_reached(ndarray.mem(), loops.operands[i].address - ndarray.mem().address(),
                                          name, name);
    }
    ends[i].row_pitch = box.ends[i].row_pitch;
    ends[i].slice_pitch = box.ends[i].slice_pitch;
  }
  core::copy({ends[0], ends[1], box.width, box.rows, box.slices}, stream);
  return true;
}

}  // namespace

void check_host_size(std::uint64_t size, const core::Layout& layout, const core::Element& element,
                     const char* name) {
  const std::uint64_t bytes = layout.count() * element.size;
  if (size == bytes) return;
  throw Failure(status::kInvalidArgument,
                concat("`", name, "` has ", size, " bytes, and ", layout.count(), " elements of ",
                       element.size, " bytes have ", bytes, ": pass exactly those"));
}

void copy_from_host(Ndarray& ndarray, std::span<const std::byte> data, const HostLayout& layout,
                    core::Stream* stream) {
  ndarray.check_writable("`ndarray`");
  check_stream(stream, ndarray.context(), "`ndarray`");
  const HostArray host = host_array(ndarray, data.data(), data.size(), layout);
  check_conversion(host.element.type, ndarray.type(), "`data`");
  if (ndarray.count() == 0) return;
  const Ref<Ndarray> keep(&ndarray);
  const Ref<core::Stream> keep_stream(stream);
  if (copy_box(ndarray, host, false, stream)) return;
  std::vector<std::byte> bytes;
  HostArray packed = host;
  if (!host.is_contiguous()) {
    packed = packed_into(bytes, host);
    copy_on_host(packed, host);
    if (copy_box(ndarray, packed, false, stream)) return;
  }
  const Temporary between(ndarray.context(), host.element, ndarray.layout().dims(), stream);
  core::copy_htod(between->mem(), 0, {packed.first, packed.bytes()}, stream);
  copy(ndarray, *between, stream);
}

void copy_to_host(Ndarray& ndarray, std::span<std::byte> data, const HostLayout& layout,
                  core::Stream* stream) {
  check_stream(stream, ndarray.context(), "`ndarray`");
  const HostArray host = host_array(ndarray, data.data(), data.size(), layout);
  check_conversion(ndarray.type(), host.element.type, "`ndarray`");
  if (core::may_overlap_itself(host.layout, host.element.size))
    throw Failure(status::kInvalidArgument,
                  concat("`layout->strides` of the shape ", core::shape_text(host.layout.dims()),
                         " put several elements into a byte of `data`: pass others"));
  if (ndarray.count() == 0) return;
  const Ref<Ndarray> keep(&ndarray);
  const Ref<core::Stream> keep_stream(stream);
  if (copy_box(ndarray, host, true, stream)) return;
  std::vector<std::byte> bytes;
  const HostArray packed = host.is_contiguous() ? host : packed_into(bytes, host);
  if (host.is_contiguous() || !copy_box(ndarray, packed, true, stream)) {
    const Temporary between(ndarray.context(), host.element, ndarray.layout().dims(), stream);
    copy(*between, ndarray, stream);
    core::copy_dtoh({packed.first, packed.bytes()}, between->mem(), 0, stream);
  }
  if (!host.is_contiguous()) copy_on_host(host, packed);
}

}  // namespace gridcall::ndarray
