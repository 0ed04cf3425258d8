// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy_array.h"

#include <algorithm>
#include <string>

#include "base/concat.h"
#include "core/copy/box.h"
#include "core/copy/staging.h"
#include "core/profiler.h"

namespace gridcall::core {

using namespace driver;

namespace {

bool is_within_array(const CopyRegion& region) noexcept {
  return region.dst.array && region.src.array &&
         region.dst.array->driver_handle() == region.src.array->driver_handle();
}

// The driver of an H200 (580) corrupts copies between two two-dimensional layers of one array.
bool is_to_another_layer(const CopyRegion& region) noexcept {
  return is_within_array(region) && region.dst.array->has_layers() && region.dst.z != region.src.z;
}

// Checks the bounds of an end that is no array, and replaces its pitches of 0.
void check_linear(CopyEnd& end, const CopyRegion& region) {
  region.check_box_end(end);
  end.row_pitch = region.row_pitch(end);
  end.slice_pitch = region.slice_pitch(end);
  // The driver of an H200 (580) ignores the height of a slice beside a one-dimensional array with layers.
  if (region.rows == 1 && region.slices > 1 && end.slice_pitch <= kLeastMaxPitch)
    end.row_pitch = end.slice_pitch;
}

void check_end(CopyEnd& end, const CopyRegion& region, const std::string& owner, Context& context) {
  const std::string name = concat(end.name, end.array ? ".array" : ".mem");
  if (!end.array) {
    if (end.mem) check_context(name.c_str(), end.mem->context(), owner.c_str(), context);
    return check_linear(end, region);
  }
  end.array->need_no_levels(concat("`", name, "`").c_str());
  check_context(name.c_str(), end.array->context(), owner.c_str(), context);
  ArrayBox{end.x, end.y, end.z, region.width, region.rows, region.slices}.check(
      *end.array, concat(end.name, ".").c_str());
}

void check_overlap(const CopyRegion& region) {
  const auto apart = [](std::uint64_t a, std::uint64_t b, std::uint64_t extent) {
    return a >= b ? a - b >= extent : b - a >= extent;
  };
  const CopyEnd &to = region.dst, &from = region.src;
  if (apart(to.x, from.x, region.width) || apart(to.y, from.y, region.rows) ||
      apart(to.z, from.z, region.slices))
    return;
  throw Failure(
      status::kInvalidArgument,
      "`dst.array` and `src.array` are one array and the rectangles overlap: copy by way of a second array");
}

Usage* usage_of(const CopyEnd& end) noexcept {
  return end.array ? &end.array->usage() : end.mem ? &end.mem->usage() : nullptr;
}

// Calls the driver; the context is current.
void ask_driver(Context& context, const CopyRegion& region, bool is_blocking, Queue queue) {
  Recording recording(context, queue.stream);
  const CallResult asked = copy_array_box(context, region, is_blocking, queue.stream);
  if (recording && asked.result == CUDA_SUCCESS) {
    Work work;
    work.kind = region.dst.by_host ? WorkKind::kDtoH : region.src.by_host ? WorkKind::kHtoD : WorkKind::kDtoD;
    work.bytes = region.width * region.rows * region.slices;
    recording.end(work);
  }
  context.slots().queued(queue.slot);
  context.check(asked.result, asked.call, kNotCopied);
}

// Returns when the host's memory may be reused.
void copy_and_wait(Context& context, const CopyRegion& region, Stream* stream) {
  const Ref<Stream> keep(stream);
  const Ref<Array> keep_array(region.dst.array ? region.dst.array : region.src.array);
  const Ref<Mem> keep_dst(region.dst.mem), keep_src(region.src.mem);
  const Queue queue = queue_of(stream);
  const EpochPause pause;
  context.time_limits().wait(context, TimeLimits::Scope::of(stream));
  if (!queue.stream) return ask_driver(context, region, true, queue);
  ask_driver(context, region, false, queue);
  const std::uint64_t moment = context.slots().settle_begin();
  context.check(context.table().cuStreamSynchronize(queue.stream), "cuStreamSynchronize", kNotCopied);
  context.slots().settle(queue.slot, moment);
}

// Copies through linear memory, some layers at a time.
void copy_to_another_layer(const CopyRegion& region, Stream* stream) {
  constexpr std::uint64_t kPieceBytes = std::uint64_t{4} << 20;
  Context& context = region.dst.array->context();
  const Ref<Array> keep(region.dst.array);
  const Ref<Stream> keep_stream(stream);
  const std::uint64_t layer = region.width * region.rows,
                      layers = std::clamp<std::uint64_t>(kPieceBytes / layer, 1, region.slices);
  const Ref<Pool> pool = service<Staging>(context).pool(MemPlace::kDevice);
  Ref<Mem> piece = pool->alloc(layer * layers, stream);
  const CopyEnd linear = CopyEnd::of(*piece, 0, "layers", "layers");
  for (std::uint64_t z = 0; z < region.slices; z += layers) {
    CopyEnd dst = region.dst, src = region.src;
    dst.z += z;
    src.z += z;
    const std::uint64_t now = std::min(layers, region.slices - z);
    copy_array({linear, src, region.width, region.rows, now}, stream);
    copy_array({dst, linear, region.width, region.rows, now}, stream);
  }
  piece.reset();
  pool->release_held(Staging::kKeptBytes);
}

}  // namespace

void copy_array(const CopyRegion& given, Stream* stream) {
  CopyRegion region = given;
  const CopyEnd& first = region.dst.array ? region.dst : region.src;
  Context& context = first.array->context();
  const std::string owner = concat("`", first.name, ".array`");
  for (CopyEnd* end : {&region.dst, &region.src}) {
    check_end(*end, region, owner, context);
    if (!end->mem || !end->mem->is_ordinary()) continue;
    // A GPU's driver takes ordinary memory by the host's address.
    end->by_host = true;
    end->host = end->mem->host();
  }
  if (stream) check_context("stream", stream->context(), owner.c_str(), context);
  if (region.is_empty()) return;
  if (is_within_array(region)) check_overlap(region);
  if (is_to_another_layer(region) && !context.is_cpu()) return copy_to_another_layer(region, stream);
  const bool has_host = region.dst.is_host() || region.src.is_host();
  const Queue queue = queue_of(stream);
  context.run([&] {
    for (const CopyEnd* end : {&region.dst, &region.src})
      if (Usage* usage = usage_of(*end)) context.slots().use(*usage, queue.slot);
    if (has_host) return copy_and_wait(context, region, stream);
    ask_driver(context, region, false, queue);
  });
  if (has_host) context.late_failures().check(queue.stream);
}

}  // namespace gridcall::core
