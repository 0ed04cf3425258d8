// SPDX-License-Identifier: Apache-2.0

#include "ndarray/copy.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/concat.h"
#include "core/copy/box.h"
#include "core/copy/copy.h"
#include "core/copy/staging.h"
#include "ndarray/map.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

}  // namespace

bool box_of(const Loops& loops, Box& box) noexcept {
  const std::uint64_t size = loops.operands[0].size;
  std::uint32_t outer = loops.ndim;
  box.width = size;
  const bool rows_follow =
      loops.ndim != 0 &&
      std::all_of(loops.operands.begin(), loops.operands.end(), [&](const LoopOperand& operand) {
        return loops.inner_stride(operand) == static_cast<std::int64_t>(size);
      });
  if (rows_follow) box.width = size * loops.shape[--outer];
  if (outer > 2) return false;
  if (outer >= 1) box.rows = loops.shape[outer - 1];
  if (outer == 2) box.slices = loops.shape[0];
  for (std::size_t i = 0; i < loops.operands.size(); ++i) {
    const LoopOperand& operand = loops.operands[i];
    Box::End& end = box.ends[i];
    if (outer >= 1) {
      if (operand.strides[outer - 1] < static_cast<std::int64_t>(box.width)) return false;
      end.row_pitch = static_cast<std::uint64_t>(operand.strides[outer - 1]);
    }
    if (outer == 2) {
      if (operand.strides[0] <= 0) return false;
      end.slice_pitch = static_cast<std::uint64_t>(operand.strides[0]);
      if (end.slice_pitch % end.row_pitch != 0 || end.slice_pitch < box.rows * end.row_pitch) return false;
    }
  }
  return true;
}

namespace {

core::CopyEnd end_of(core::Mem& mem, std::uint64_t address, const Box::End& place, const char* name) {
  core::CopyEnd end = core::CopyEnd::of_reached(mem, address - mem.address(), name, name);
  end.row_pitch = place.row_pitch;
  end.slice_pitch = place.slice_pitch;
  return end;
}

bool reachable(const core::Mem& mem) noexcept {
  return (mem.barred() & core::Mem::kKernels) == 0;
}

// Copies between elements of one type, byte for byte.
void copy_bytes(const Ndarray& dst, const Ndarray& src, Loops& loops, const core::Stream* stream) {
  Box box;
  const bool is_box = box_of(loops, box);
  const bool needs_box = &dst.context() != &src.context() || !reachable(dst.mem()) || !reachable(src.mem());
  if (is_box && (needs_box || box.is_wide())) {
    core::CopyRegion region{end_of(dst.mem(), loops.operands[0].address, box.ends[0], "dst"),
                            end_of(src.mem(), loops.operands[1].address, box.ends[1], "src"), box.width,
                            box.rows, box.slices};
    return core::copy(region, const_cast<core::Stream*>(stream));
  }
  check_for_kernels(src, dst.context(), "`src`");
  check_for_kernels(dst, dst.context(), "`dst`");
  loops.split(std::min(loops.unit(), loops.operands[0].size));
  const char* unit = unit_name(loops.operands[0].size);
  core::Mem* const memory[] = {&dst.mem(), &src.mem()};
  run_map(dst.context(), stream, loops, {unit, {unit}, {}, "a"}, memory, {});
}

void convert(const Ndarray& dst, const Ndarray& src, const Loops& loops, const core::Stream* stream) {
  check_for_kernels(src, dst.context(), "`src`");
  check_for_kernels(dst, dst.context(), "`dst`");
  core::Mem* const memory[] = {&dst.mem(), &src.mem()};
  run_map(dst.context(), stream, loops, {storage_name(dst.type()), {storage_name(src.type())}, {}, "a"},
          memory, {});
}

void check_types(const Ndarray& dst, const Ndarray& src) {
  const core::Element &to = dst.element(), &from = src.element();
  if (!to.is_record() && !from.is_record()) return check_conversion(from.type, to.type, "`src`");
  if (to.is_record() != from.is_record() || to.size != from.size)
    throw Failure(status::kInvalidArgument,
                  concat("the elements of `src` are ", core::scalar_text(from.type), " of ", from.size,
                         " bytes, those of `dst` ", core::scalar_text(to.type), " of ", to.size,
                         ": records are copied to records of the same size"));
}

}  // namespace

void check_stream(const core::Stream* stream, const core::Context& context, const char* name) {
  if (stream) core::check_context("stream", stream->context(), name, context);
}

Operand operand_of(const Ndarray& ndarray, std::span<const std::uint64_t> shape, const char* name,
                   const char* to) {
  Operand operand = operand_of(ndarray);
  if (!core::broadcast(ndarray.layout(), shape, operand.layout))
    throw Failure(status::kInvalidArgument,
                  concat(name, " of shape ", core::shape_text(ndarray.layout().dims()),
                         " cannot be broadcast to the shape ", core::shape_text(shape), " of ", to,
                         ": make each dimension as in that, or 1"));
  return operand;
}

void check_no_record(const Ndarray& ndarray, std::string_view name, const char* verb) {
  if (!ndarray.element().is_record()) return;
  throw Failure(status::kInvalidArgument, concat(name, " has records as elements: ", verb,
                                                 " one of their fields (gc_ndarray_get_field)"));
}

void check_conversion(core::ScalarType from, core::ScalarType to, const char* name) {
  if (core::is_complex(from) && !core::is_complex(to) && to != core::ScalarType::kBool)
    throw Failure(status::kInvalidArgument,
                  concat(name, " is ", core::scalar_text(from), ", and is not converted to ",
                         core::scalar_text(to), ": take real(a), imag(a) or abs(a) with gc_ndarray_apply"));
}

void check_for_kernels(const Ndarray& ndarray, const core::Context& context, const char* name) {
  if (__builtin_expect(&ndarray.context() != &context, 0)) {
    const std::string plain(name + 1, std::strlen(name) - 2);
    core::check_context(plain.c_str(), ndarray.context(), "the array that is written", context);
  }
  if (!reachable(ndarray.mem())) ndarray.mem().refuse_barred(name, core::Mem::kKernels);
}

bool share_bytes(const Ndarray& a, const Ndarray& b) noexcept {
  return a.count() != 0 && b.count() != 0 && a.begin() < b.end() && b.begin() < a.end();
}

void check_apart(const Ndarray& a, const char* name, const Ndarray& b, const char* other,
                 const char* advice) {
  if (share_bytes(a, b))
    throw Failure(status::kInvalidArgument,
                  concat(name, " at ", a.begin(), " to ", a.end(), " and ", other, " at ", b.begin(), " to ",
                         b.end(), " share bytes: ", advice));
}

bool same_elements(const Operand& a, const Operand& b) noexcept {
  if (a.address != b.address || a.size != b.size) return false;
  for (std::size_t i = 0; i < a.layout.ndim; ++i)
    if (a.layout.shape[i] > 1 && a.layout.strides[i] != b.layout.strides[i]) return false;
  return true;
}

Temporary::Temporary(core::Context& context, const core::Element& element,
                     std::span<const std::uint64_t> shape, const core::Stream* stream, core::Pool* pool)
    : pool_(pool ? Ref<core::Pool>(pool)
                 : core::service<core::Staging>(context).pool(core::MemPlace::kDevice)),
      is_own_(!pool) {
  core::check_context("options->pool", pool_->context(), "`ndarray`", context);
  const core::Layout layout = core::contiguous_layout(shape, element.size, false);
  const Ref<core::Mem> mem = pool_->alloc(std::max<std::uint64_t>(layout.count() * element.size, 1), stream);
  if (!reachable(*mem)) mem->refuse_barred("`options->pool`", core::Mem::kKernels);
  array_ = Ndarray::from_mem(*mem, 0, element, layout);
}

Temporary::~Temporary() {
  array_.reset();
  if (is_own_) pool_->release_held(core::service<core::Staging>(pool_->context()).kept_bytes_of_arrays());
}

void copy(Ndarray& dst, Ndarray& src, core::Stream* stream) {
  dst.check_writable("`dst`");
  check_types(dst, src);
  const core::Layout& shape = dst.layout();
  const Operand operands[] = {operand_of(dst, shape.dims(), "`dst`", "`dst`"),
                              operand_of(src, shape.dims(), "`src`", "`dst`")};
  if (stream && &stream->context() != &src.context()) check_stream(stream, dst.context(), "`dst`");
  if (dst.count() == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep_dst(&dst), keep_src(&src);
  const Ref<core::Stream> keep_stream(stream);
  const bool same_type = dst.type() == src.type();
  if (share_bytes(dst, src)) {
    if (same_type && same_elements(operands[0], operands[1])) return;
    const Temporary between(src.context(), src.element(), src.layout().dims(), stream);
    copy(*between, src, stream);
    copy(dst, *between, stream);
    return;
  }
  Loops loops(operands);
  if (same_type)
    copy_bytes(dst, src, loops, stream);
  else
    convert(dst, src, loops, stream);
}

void fill(Ndarray& ndarray, std::span<const std::byte> value, core::Stream* stream) {
  const std::uint64_t size = ndarray.element().size;
  if (value.size() != size)
    throw Failure(status::kInvalidArgument,
                  concat("`value_size` is ", value.size(), ", and an element of `ndarray`, ",
                         core::scalar_text(ndarray.type()), ", has ", size, " bytes: pass one element"));
  ndarray.check_writable("`ndarray`");
  check_stream(stream, ndarray.context(), "`ndarray`");
  if (ndarray.count() == 0) return;
  const Ref<Ndarray> keep(&ndarray);
  const Ref<core::Stream> keep_stream(stream);
  const Operand operand = operand_of(ndarray, ndarray.layout().dims(), "`ndarray`", "`ndarray`");
  Loops loops(std::span(&operand, 1));
  Box box;
  if (size <= core::kMaxPatternBytes && box_of(loops, box) && (box.is_wide() || !reachable(ndarray.mem()))) {
    core::CopyEnd end = core::CopyEnd::of(ndarray.mem(), loops.operands[0].address - ndarray.mem().address(),
                                          "ndarray", "ndarray");
    end.row_pitch = box.ends[0].row_pitch;
    end.slice_pitch = box.ends[0].slice_pitch;
    return core::fill_rect(end, box.width, box.rows, box.slices, value, stream);
  }
  check_for_kernels(ndarray, ndarray.context(), "`ndarray`");
  if (size == 1 || size == 2 || size == 4 || size == 8 || size == 16) {
    alignas(16) std::array<std::byte, 16> bits{};
    std::memcpy(bits.data(), value.data(), value.size());
    const std::uint64_t unit = std::min(loops.unit(), size);
    if (unit == size) {
      core::Mem* const memory[] = {&ndarray.mem()};
      const void* const scalars[] = {bits.data()};
      return run_map(ndarray.context(), stream, loops, {unit_name(size), {}, {unit_name(size)}, "x"}, memory,
                     scalars);
    }
  }
  // One element in device memory, which is copied to all.
  const Temporary one(ndarray.context(), ndarray.element(), {}, stream);
  core::copy_htod(one->mem(), 0, value, stream);
  copy(ndarray, *one, stream);
}

}  // namespace gridcall::ndarray
