// SPDX-License-Identifier: Apache-2.0

#include "core/ndarray/ndarray.h"

#include <algorithm>

#include "base/concat.h"
#include "core/check.h"
#include "core/memory/allocation.h"
#include "core/memory/pool.h"

namespace gridcall::core {

namespace {

// Returns true if the addresses of all elements are multiples of the alignment.
bool is_aligned(std::uint64_t address, const Layout& layout, std::uint64_t alignment) noexcept {
  if (layout.count() == 0) return true;
  if (address % alignment != 0) return false;
  for (std::size_t i = 0; i < layout.ndim; ++i)
    if (layout.shape[i] > 1 && layout.strides[i] % static_cast<std::int64_t>(alignment) != 0) return false;
  return true;
}

void check_alignment(std::uint64_t address, const Layout& layout, const Element& element, const char* where) {
  if (element.alignment == 1 || is_aligned(address, layout, element.alignment)) return;
  const bool is_address = layout.count() != 0 && address % element.alignment != 0;
  for (std::size_t i = 0; i < layout.ndim && !is_address; ++i) {
    if (layout.shape[i] <= 1 || layout.strides[i] % static_cast<std::int64_t>(element.alignment) == 0)
      continue;
    throw Failure(status::kInvalidArgument, concat("stride ", i, " of ", where, " is ", layout.strides[i],
                                                   " bytes, which is no multiple of ", element.alignment,
                                                   ", the alignment of ", scalar_text(element.type)));
  }
  throw Failure(status::kInvalidArgument, concat(where, " puts the first element at the address ", address,
                                                 ", which is no multiple of ", element.alignment,
                                                 ", the alignment of ", scalar_text(element.type)));
}

}  // namespace

Ref<Ndarray> Ndarray::create(Context& context, const NdarraySpec& spec) {
  const Layout& layout = spec.layout;
  const std::optional<Extent> extent = extent_of(layout, spec.element.size);
  std::uint64_t size = 0;
  if (!extent || __builtin_add_overflow(extent->low, extent->high, &size))
    throw Failure(status::kOutOfRange,
                  "`options->strides` span more than 63 bits of bytes: pass smaller ones");
  if (spec.element.alignment != 1) check_alignment(extent->low, layout, spec.element, "`options->strides`");
  // Memory has at least one byte.
  size = std::max<std::uint64_t>(size, 1);
  if (spec.stream) check_context("options->stream", spec.stream->context(), "`context`", context);
  Ref<Mem> mem;
  if (spec.pool) {
    check_context("options->pool", spec.pool->context(), "`context`", context);
    mem = spec.pool->alloc(size, spec.stream);
  } else {
    MemSpec options = spec.mem;
    options.size = size;
    mem = Mem::create(context, options);
  }
  return make<Ndarray>(std::move(mem), extent->low, spec.element, layout, *extent, false);
}

Ref<Ndarray> Ndarray::from_mem(Mem& mem, std::uint64_t offset, const Element& element, const Layout& layout,
                               bool is_read_only) {
  const std::optional<Extent> extent = extent_of(layout, element.size);
  if (offset > mem.size())
    throw Failure(status::kOutOfRange, concat("`offset` ", offset, " exceeds `mem`, which has ", mem.size(),
                                              " bytes: pass an offset in it"));
  if (!extent || extent->low > offset)
    throw Failure(
        status::kOutOfRange,
        concat("`options->strides` reach ", extent ? extent->low : mem.size(), " bytes before `offset` ",
               offset, ", the beginning of `mem` being ", offset, " before it: pass a larger offset"));
  if (extent->high > mem.size() - offset)
    throw Failure(
        status::kOutOfRange,
        concat("the array of shape ", shape_text(layout.dims()), " at `offset` ", offset, " ends ",
               extent->high, " bytes behind that, and `mem` has ", mem.size(), " bytes: pass less"));
  check_alignment(mem.address() + offset, layout, element, "`offset`");
  return make<Ndarray>(Ref<Mem>(&mem), offset, element, layout, *extent, is_read_only);
}

std::uint64_t Ndarray::attribute(std::int32_t attribute) const {
  switch (static_cast<NdarrayAttribute>(attribute)) {
    case NdarrayAttribute::kType:
      return static_cast<std::uint64_t>(element_.type);
    case NdarrayAttribute::kNdim:
      return layout_.ndim;
    case NdarrayAttribute::kCount:
      return count_;
    case NdarrayAttribute::kElementSize:
      return element_.size;
    case NdarrayAttribute::kSize:
      return count_ * element_.size;
    case NdarrayAttribute::kOffset:
      return offset_;
    case NdarrayAttribute::kAddress:
      if ((mem_->barred() & Mem::kKernels) != 0)
        throw Failure(status::kUnsupported,
                      concat("`ndarray` is in ordinary host memory, which kernels on ",
                             context().device().label(), " cannot reach: make it page-locked or managed"));
      mem_->expose();
      return address();
    case NdarrayAttribute::kIsCContiguous:
      return layout_.is_c_contiguous(element_.size) ? 1 : 0;
    case NdarrayAttribute::kIsFContiguous:
      return layout_.is_f_contiguous(element_.size) ? 1 : 0;
    case NdarrayAttribute::kIsReadOnly:
      return is_read_only_ ? 1 : 0;
  }
  refuse_attribute(attribute, "NDARRAY");
}

Ref<Dtype> Ndarray::record_reference() const {
  if (element_.record) return element_.record;
  throw Failure(status::kNotFound,
                concat("the elements of `ndarray` are of type ", scalar_text(element_.type),
                       " and no records: ask for the attribute TYPE"));
}

std::vector<std::uint64_t> Ndarray::shape_vector() const {
  return {layout_.shape.begin(), layout_.shape.begin() + layout_.ndim};
}

std::vector<std::int64_t> Ndarray::strides_vector() const {
  return {layout_.strides.begin(), layout_.strides.begin() + layout_.ndim};
}

void Ndarray::check_writable(const char* name) const {
  if (is_read_only_)
    throw Failure(
        status::kInvalidArgument,
        concat(name, " came from its library as read-only: copy it to another array, and write that"));
  if (may_overlap_itself(layout_, element_.size))
    throw Failure(status::kInvalidArgument, concat(name, " of shape ", shape_text(layout_.dims()),
                                                   " has strides by which several elements "
                                                   "may share a byte: it can be read and not written"));
}

}  // namespace gridcall::core
