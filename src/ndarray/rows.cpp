// SPDX-License-Identifier: Apache-2.0

#include "ndarray/rows.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/concat.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

constexpr std::uint64_t kChunkTile = 2048;  // that of the kernels by chunks
constexpr std::uint64_t kBlocksOfProcessor = 8;

}  // namespace

bool is_in_rows(const Ndarray& array) noexcept {
  return array.layout().is_c_contiguous(array.element().size);
}

std::optional<StepsOfRow> steps_of_rows(const Ndarray& array, std::uint64_t most) noexcept {
  const core::Layout& layout = array.layout();
  std::uint32_t i = layout.ndim - 1;
  StepsOfRow steps{layout.strides[i], 0};
  if (static_cast<std::uint64_t>(std::abs(steps.element)) > most) return {};
  std::int64_t rows = 1;
  while (i-- > 0) {
    if (layout.shape[i] == 1) continue;
    if (rows == 1) steps.row = layout.strides[i];
    if (layout.strides[i] != steps.row * rows) return {};
    rows *= static_cast<std::int64_t>(layout.shape[i]);
  }
  return steps;
}

std::uint64_t processors_of(const core::Context& context) {
  int count = 1;
  context.device().try_attribute(driver::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, count);
  return static_cast<std::uint64_t>(std::max(count, 1));
}

Chunks::Chunks(const core::Context& context, std::uint64_t count) {
  const bool is_cpu = context.is_cpu();
  const std::uint64_t least = is_cpu ? kLeastOfRowChunk : kChunkTile;
  const std::uint64_t most = processors_of(context) * (is_cpu ? kChunksOfProcessor : kBlocksOfProcessor);
  chunk =
      divide_up(divide_up(count, std::clamp<std::uint64_t>(count / least, 1, most)), kChunkTile) * kChunkTile;
  chunks = divide_up(count, chunk);
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

void check_same_type(const Ndarray& array, const char* name, const Ndarray& src, const char* src_name) {
  const core::Element &to = array.element(), &from = src.element();
  if (to.type != from.type || to.size != from.size)
    throw Failure(status::kInvalidArgument,
                  concat(name, " is ", core::scalar_text(to.type), " of ", to.size, " bytes, and ", src_name,
                         " ", core::scalar_text(from.type), " of ", from.size, ": make it of that type"));
}

bool holds_places(core::ScalarType type) noexcept {
  using core::ScalarType;
  return type == ScalarType::kInt32 || type == ScalarType::kUint32 || type == ScalarType::kInt64 ||
         type == ScalarType::kUint64;
}

Ref<Ndarray> with_last(const Ndarray& array, std::uint32_t axis) {
  std::vector<std::uint32_t> axes;
  for (std::uint32_t i = 0; i < array.layout().ndim; ++i)
    if (i != axis) axes.push_back(i);
  axes.push_back(axis);
  return array.transpose(axes);
}

Contiguous::Contiguous(Ndarray& array, const Workspace& workspace, std::uint64_t most_stride)
    : array_(&array) {
  if (is_in_rows(array) || (most_stride != 0 && steps_of_rows(array, most_stride))) return;
  copy_.emplace(workspace.context, array.element(), array.layout().dims(), workspace.stream, workspace.pool);
  copy(**copy_, array, workspace.stream);
}

void check_segments(const Ndarray& segments, const Ndarray& src) {
  if (src.layout().ndim != 1 || segments.layout().ndim != 1)
    throw Failure(status::kInvalidArgument,
                  concat("`options->segments` has ", segments.layout().ndim, " dimensions, and `src` ",
                         src.layout().ndim, ": segments are those of one dimension, at offsets of one"));
  if (segments.type() != core::ScalarType::kInt32 && segments.type() != core::ScalarType::kInt64)
    throw Failure(status::kInvalidArgument,
                  concat("`options->segments` is ", core::scalar_text(segments.type()),
                         ": its offsets are int32 or int64"));
  check_for_kernels(segments, src.context(), "`options->segments`");
}

Rows::Rows(Ndarray& array, std::uint32_t axis, const Workspace& workspace, std::uint64_t most_stride)
    : Rows(with_last(array, axis), workspace, most_stride) {}

Rows::Rows(Ndarray& array, const Workspace& workspace) : Rows(Ref<Ndarray>(&array), workspace, 0) {}

Rows::Rows(Ref<Ndarray> view, const Workspace& workspace, std::uint64_t most_stride)
    : workspace_(workspace), view_(std::move(view)) {
  if (!is_in_rows(*view_) && !(most_stride != 0 && steps_of_rows(*view_, most_stride)))
    copy_.emplace(workspace.context, view_->element(), view_->layout().dims(), workspace.stream,
                  workspace.pool);
}

void Rows::store() {
  if (copy_) copy(*view_, **copy_, workspace_.stream);
}

SourceRows::SourceRows(Ndarray& array, std::uint32_t axis, const Rows& result, const Workspace& workspace)
    : rows_(with_last(array, axis)) {
  const bool is_result =
      rows_->address() == result->address() && array.element().size == result->element().size;
  const bool is_apart = !share_bytes(array, *result);
  if (is_in_rows(*rows_) && (is_result || is_apart)) return;
  if (is_apart && array.type() == result->type()) {
    copy(*result, *rows_, workspace.stream);
    rows_ = Ref<Ndarray>(&*result);
    return;
  }
  copy_.emplace(workspace.context, array.element(), rows_->layout().dims(), workspace.stream, workspace.pool);
  copy(**copy_, *rows_, workspace.stream);
  rows_ = Ref<Ndarray>(&**copy_);
}

FlatSource::FlatSource(Ndarray& array, std::initializer_list<const Ndarray*> results,
                       const Workspace& workspace)
    : array_(&array) {
  const bool is_overwritten = std::any_of(results.begin(), results.end(), [&](const Ndarray* result) {
    return result && share_bytes(*result, array);
  });
  if (!is_overwritten && is_in_rows(array)) return;
  copy_.emplace(workspace.context, array.element(), array.layout().dims(), workspace.stream, workspace.pool);
  copy(**copy_, array, workspace.stream);
}

}  // namespace gridcall::ndarray
