// SPDX-License-Identifier: Apache-2.0

#include "ndarray/to_array.h"

#include <algorithm>

#include "base/concat.h"
#include "core/array_format.h"
#include "core/copy/copy.h"
#include "ndarray/copy.h"
#include "ndarray/host_copy.h"

namespace gridcall::ndarray {

namespace {

using core::ArrayFormat;
using core::ScalarType;

// The bits of gc_array_from_flags.
constexpr std::uint64_t kChannels = 1, kNormalized = 2;

struct TypeRow {
  ScalarType type;
  ArrayFormat format;
  std::uint32_t channels;  // the channels of an element
  // The normalized format of one channel, which those of 2 and 4 channels follow; 0: none.
  ArrayFormat normalized{};
};
constexpr TypeRow kTypes[] = {
    {ScalarType::kInt8, ArrayFormat::kSignedInt8, 1, ArrayFormat::kSnormInt8x1},
    {ScalarType::kUint8, ArrayFormat::kUnsignedInt8, 1, ArrayFormat::kUnormInt8x1},
    {ScalarType::kInt16, ArrayFormat::kSignedInt16, 1, ArrayFormat::kSnormInt16x1},
    {ScalarType::kUint16, ArrayFormat::kUnsignedInt16, 1, ArrayFormat::kUnormInt16x1},
    {ScalarType::kInt32, ArrayFormat::kSignedInt32, 1},
    {ScalarType::kUint32, ArrayFormat::kUnsignedInt32, 1},
    {ScalarType::kInt64, ArrayFormat::kSignedInt32, 2},
    {ScalarType::kUint64, ArrayFormat::kSignedInt32, 2},
    {ScalarType::kFloat16, ArrayFormat::kHalf, 1},
    {ScalarType::kFloat32, ArrayFormat::kFloat, 1},
    {ScalarType::kFloat64, ArrayFormat::kSignedInt32, 2},
    {ScalarType::kComplex64, ArrayFormat::kFloat, 2},
    {ScalarType::kComplex128, ArrayFormat::kSignedInt32, 4},
    {ScalarType::kBool, ArrayFormat::kUnsignedInt8, 1},
};

[[noreturn]] void refuse(std::string message) {
  throw Failure(status::kInvalidArgument, std::move(message));
}

// Returns the format and the extent of an array for these elements.
core::ArraySpec array_spec(ScalarType type, const core::Layout& layout, std::uint64_t array_flags,
                           std::uint64_t from_flags) {
  const auto* const row = std::find_if(std::begin(kTypes), std::end(kTypes),
                                       [&](const TypeRow& each) { return each.type == type; });
  if (row == std::end(kTypes))
    throw Failure(status::kUnsupported,
                  concat("the elements are ", core::scalar_text(type),
                         ", for which arrays have no format: convert them, or view them as integers"));
  const std::string shape = core::shape_text(layout.dims());
  std::span<const std::uint64_t> dims = layout.dims();
  core::ArraySpec spec;
  spec.flags = array_flags;
  spec.channels = row->channels;
  if ((from_flags & kChannels) != 0) {
    if (dims.empty())
      refuse("`from_flags` has CHANNELS, and there is no dimension: pass elements of one at least");
    const std::uint64_t channels = dims.back();
    dims = dims.first(dims.size() - 1);
    if ((channels != 1 && channels != 2 && channels != 4) || channels * row->channels > 4)
      refuse(concat("the last dimension of the shape ", shape, " is the channels, of ",
                    core::scalar_text(type), ": pass ",
                    row->channels == 1 ? "1, 2 or 4" : "as many as have 128 bits together"));
    spec.channels *= static_cast<std::uint32_t>(channels);
  }
  if (dims.size() > 3)
    refuse(concat("the shape ", shape, " has ", dims.size(),
                  " dimensions: pass 3 at most, and one more with CHANNELS"));
  if (std::find(dims.begin(), dims.end(), 0) != dims.end())
    refuse(concat("the shape ", shape, " has no elements: an array has 1 at least"));
  spec.width = dims.empty() ? 1 : dims.back();
  if (dims.size() > 1) spec.height = dims[dims.size() - 2];
  if (dims.size() > 2) spec.depth = dims[0];
  if (dims.size() == 2 && (array_flags & driver::kArrayLayered) != 0) {
    spec.depth = spec.height;
    spec.height = 0;
  }
  spec.format = static_cast<std::int32_t>(row->format);
  if ((from_flags & kNormalized) == 0) return spec;
  if (row->normalized == ArrayFormat{})
    refuse(concat("`from_flags` has NORMALIZED, and the elements are ", core::scalar_text(type),
                  ": pass integers of 8 or 16 bits, or no such flag"));
  spec.format = static_cast<std::int32_t>(row->normalized) + (spec.channels == 1   ? 0
                                                              : spec.channels == 2 ? 1
                                                                                   : 2);
  return spec;
}

// Returns true if elements of `size` bytes form rows, whose elements the last `row_dims` dimensions count, at
// pitches that copies support.
bool rows_of(const core::Layout& layout, std::uint64_t size, std::uint32_t row_dims,
             core::CopyEnd& end) noexcept {
  std::uint64_t row = size;
  std::uint32_t axis = layout.ndim;
  for (; axis > layout.ndim - row_dims; --axis) {
    if (layout.shape[axis - 1] != 1 && layout.strides[axis - 1] != static_cast<std::int64_t>(row))
      return false;
    row *= layout.shape[axis - 1];
  }
  // The stride of a dimension of one element has no meaning.
  const auto pitch = [&](std::uint32_t at, std::uint64_t least) {
    return layout.shape[at] == 1    ? least
           : layout.strides[at] < 0 ? 0
                                    : static_cast<std::uint64_t>(layout.strides[at]);
  };
  end.row_pitch = axis >= 1 ? pitch(axis - 1, row) : row;
  end.slice_pitch = (axis >= 1 ? layout.shape[axis - 1] : 1) * end.row_pitch;
  if (end.row_pitch < row) return false;
  if (axis < 2) return true;
  const std::uint64_t least = end.slice_pitch;
  end.slice_pitch = pitch(0, least);
  return end.slice_pitch >= least && end.slice_pitch % end.row_pitch == 0;
}

// Returns the result of rows_of() if the array has the same rows.
bool rows_for(const core::Array& array, const core::Layout& layout, std::uint64_t size,
              std::uint64_t from_flags, core::CopyEnd& end) noexcept {
  const std::uint32_t row_dims = std::min(layout.ndim, (from_flags & kChannels) != 0 ? 2U : 1U);
  if (!rows_of(layout, size, row_dims, end)) return false;
  // Layers with one row each are slices.
  if (array.spec().height != 0 || array.spec().depth == 0) return true;
  if (end.row_pitch != array.row_size()) return false;
  end.slice_pitch = end.row_pitch;
  return true;
}

// Throws unless the host memory, which begins at the first element, holds all elements.
void check_host_extent(std::uint64_t size, const core::Layout& layout, const core::Element& element) {
  const core::Extent extent = core::extent_of(layout, element.size).value_or(core::Extent{});
  if (extent.low != 0)
    refuse("`options->strides` lead before the beginning of `data`: pass strides of 0 and more");
  if (extent.high > size)
    throw Failure(status::kOutOfRange,
                  concat("`options->strides` reach byte ", extent.high, " of `data`, which has ", size,
                         ": pass all of it, or smaller strides"));
}

void copy_to(core::Array& array, const core::CopyEnd& from, core::Stream* stream) {
  core::copy({core::CopyEnd::of_array(array, 0, 0, 0, "array"), from, array.row_size(), array.rows(),
              array.slices()},
             stream);
}

}  // namespace

core::Ref<core::Array> to_array(core::Ndarray& ndarray, std::uint64_t array_flags, std::uint64_t from_flags,
                                core::Stream* stream) {
  check_stream(stream, ndarray.context(), "`ndarray`");
  const core::ArraySpec spec = array_spec(ndarray.type(), ndarray.layout(), array_flags, from_flags);
  // A compiler may run, and the call leaves its epoch meanwhile.
  const core::Ref<core::Ndarray> keep(&ndarray);
  const core::Ref<core::Stream> keep_stream(stream);
  core::Ref<core::Array> made = core::Array::create(ndarray.context(), spec);
  core::CopyEnd from = core::CopyEnd::of_reached(ndarray.mem(), ndarray.address() - ndarray.mem().address(),
                                                 "ndarray", "ndarray");
  if (rows_for(*made, ndarray.layout(), ndarray.element().size, from_flags, from)) {
    copy_to(*made, from, stream);
    return made;
  }
  const Temporary between(ndarray.context(), ndarray.element(), ndarray.layout().dims(), stream);
  copy(*between, ndarray, stream);
  copy_to(*made, core::CopyEnd::of(between->mem(), 0, "ndarray", "ndarray"), stream);
  return made;
}

core::Ref<core::Array> to_array(core::Context& context, std::span<const std::byte> data,
                                const core::NdarraySpec& spec, const HostLayout& host,
                                std::uint64_t array_flags, std::uint64_t from_flags) {
  check_stream(spec.stream, context, "`context`");
  if (host.strides.empty())
    check_host_size(data.size(), spec.layout, spec.element, "data");
  else
    check_host_extent(data.size(), spec.layout, spec.element);
  const core::Ref<core::Stream> keep_stream(spec.stream);
  const core::ArraySpec wanted = array_spec(spec.element.type, spec.layout, array_flags, from_flags);
  if (!host.order_f || spec.layout.ndim <= 1) {
    core::Ref<core::Array> made = core::Array::create(context, wanted);
    core::CopyEnd from = core::CopyEnd::of_host(data.data(), data.size(), "data");
    if (host.strides.empty() || rows_for(*made, spec.layout, spec.element.size, from_flags, from)) {
      copy_to(*made, from, spec.stream);
      return made;
    }
  }
  const Temporary between(context, spec.element, spec.layout.dims(), spec.stream);
  copy_from_host(*between, data, host, spec.stream);
  return to_array(*between, array_flags, from_flags, spec.stream);
}

}  // namespace gridcall::ndarray
