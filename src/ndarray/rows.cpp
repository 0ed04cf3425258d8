// SPDX-License-Identifier: Apache-2.0

#include "ndarray/rows.h"

#include <algorithm>
#include <vector>

#include "base/concat.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

Ref<Ndarray> with_last(const Ndarray& array, std::uint32_t axis) {
  std::vector<std::uint32_t> axes;
  for (std::uint32_t i = 0; i < array.layout().ndim; ++i)
    if (i != axis) axes.push_back(i);
  axes.push_back(axis);
  return array.transpose(axes);
}

bool is_in_rows(const Ndarray& array) noexcept {
  return array.layout().is_c_contiguous(array.element().size);
}

}  // namespace

std::uint64_t processors_of(const core::Context& context) {
  int count = 1;
  context.device().try_attribute(driver::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, count);
  return static_cast<std::uint64_t>(std::max(count, 1));
}

void check_target(const Ndarray& array, const core::Context& context, const char* name) {
  array.check_writable(name);
  check_for_kernels(array, context, name);
}

void check_axis(const Ndarray& src, std::uint32_t axis) {
  const std::uint32_t ndim = src.layout().ndim;
  if (axis >= ndim)
    throw Failure(status::kOutOfRange, concat("`options->axis` is ", axis, ", and `src` has ", ndim,
                                              ndim == 1 ? " dimension" : " dimensions",
                                              ndim == 0 ? ": reshape it to one of 1" : ": pass less"));
}

void check_shape(const Ndarray& array, const char* name, const Ndarray& src, const char* src_name) {
  const auto have = array.layout().dims(), want = src.layout().dims();
  if (!std::equal(have.begin(), have.end(), want.begin(), want.end()))
    throw Failure(status::kInvalidArgument,
                  concat(name, " has the shape ", core::shape_text(have), ", and ", src_name, " ",
                         core::shape_text(want), ": make it of that shape"));
}

Rows::Rows(Ndarray& array, std::uint32_t axis, const Workspace& workspace)
    : workspace_(workspace), view_(with_last(array, axis)) {
  if (!is_in_rows(*view_))
    copy_.emplace(workspace.context, view_->element(), view_->layout().dims(), workspace.stream,
                  workspace.pool);
}

void Rows::store() {
  if (copy_) copy(*view_, **copy_, workspace_.stream);
}

SourceRows::SourceRows(Ndarray& array, std::uint32_t axis, const Rows& result, const Ndarray* other,
                       const Workspace& workspace)
    : rows_(with_last(array, axis)) {
  const bool is_overwritten = other && share_bytes(array, *other);
  const bool is_result =
      rows_->address() == result->address() && array.element().size == result->element().size;
  if (!is_overwritten && is_in_rows(*rows_) && (is_result || !share_bytes(array, *result))) return;
  if (!is_overwritten && array.type() == result->type()) {
    copy(*result, *rows_, workspace.stream);
    rows_ = Ref<Ndarray>(&*result);
    return;
  }
  copy_.emplace(workspace.context, array.element(), rows_->layout().dims(), workspace.stream, workspace.pool);
  copy(**copy_, *rows_, workspace.stream);
  rows_ = Ref<Ndarray>(&**copy_);
}

}  // namespace gridcall::ndarray
