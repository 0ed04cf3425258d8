// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy_array.h"

#include <algorithm>

#include "base/concat.h"
#include "core/copy/box.h"
#include "core/memory/pool.h"
#include "core/profiler.h"

namespace gridcall::core {

using namespace driver;

namespace {

constexpr char kNotCopied[] = "this copy was not made";

// A copy, with the pitches that matter.
struct Job {
  ArrayCopyEnd dst, src;
  std::uint64_t width, rows, slices;

  bool is_within_array() const noexcept {
    return dst.array && src.array && dst.array->driver_handle() == src.array->driver_handle();
  }
  // The driver of an H200 (580) copies wrongly from a layer of two dimensions to another one of the same
  // array.
  bool is_to_another_layer() const noexcept {
    return is_within_array() && dst.array->has_layers() && dst.box.z != src.box.z;
  }
  bool has_host() const noexcept { return is_host(dst) || is_host(src); }
  static bool is_host(const ArrayCopyEnd& end) noexcept { return !end.array && !end.linear.mem; }
};

// Checks the bounds of an end that is no array, and sets pitches in place of 0.
void check_linear(ArrayCopyEnd& end, const Job& job) {
  CopyRegion region{end.linear, end.linear, job.width, job.rows, job.slices};
  region.check_box_end(end.linear);
  end.linear.row_pitch = region.row_pitch(end.linear);
  end.linear.slice_pitch = region.slice_pitch(end.linear);
  // The driver of an H200 (580) does not heed the height of a slice beside a one-dimensional array with
  // layers.
  if (job.rows == 1 && end.linear.slice_pitch <= kLeastMaxPitch)
    end.linear.row_pitch = end.linear.slice_pitch;
}

void check_overlap(const Job& job) {
  const auto apart = [](std::uint64_t a, std::uint64_t b, std::uint64_t extent) {
    return a >= b ? a - b >= extent : b - a >= extent;
  };
  const ArrayBox &to = job.dst.box, &from = job.src.box;
  if (apart(to.x, from.x, job.width) || apart(to.y, from.y, job.rows) || apart(to.z, from.z, job.slices))
    return;
  throw Failure(
      status::kInvalidArgument,
      "`dst_array` and `src_array` are one array and the rectangles overlap: copy by way of a second array");
}

void set_src(CUDA_MEMCPY3D& copy, const ArrayCopyEnd& end) noexcept {
  if (end.array) {
    copy.src_type = CU_MEMORYTYPE_ARRAY;
    copy.src_array = end.array->driver_handle();
    copy.src_x = end.box.x;
    copy.src_y = end.box.y;
    copy.src_z = end.box.z;
    return;
  }
  if (end.linear.by_host) {
    copy.src_type = CU_MEMORYTYPE_HOST;
    copy.src_host = end.linear.host + end.linear.offset;
  } else {
    copy.src_type = CU_MEMORYTYPE_DEVICE;
    copy.src_device = end.linear.begin();
  }
  copy.src_pitch = end.linear.row_pitch;
  copy.src_height = end.linear.slice_pitch / end.linear.row_pitch;
}

void set_dst(CUDA_MEMCPY3D& copy, const ArrayCopyEnd& end) noexcept {
  if (end.array) {
    copy.dst_type = CU_MEMORYTYPE_ARRAY;
    copy.dst_array = end.array->driver_handle();
    copy.dst_x = end.box.x;
    copy.dst_y = end.box.y;
    copy.dst_z = end.box.z;
    return;
  }
  if (end.linear.by_host) {
    copy.dst_type = CU_MEMORYTYPE_HOST;
    copy.dst_host = end.linear.host + end.linear.offset;
  } else {
    copy.dst_type = CU_MEMORYTYPE_DEVICE;
    copy.dst_device = end.linear.begin();
  }
  copy.dst_pitch = end.linear.row_pitch;
  copy.dst_height = end.linear.slice_pitch / end.linear.row_pitch;
}

Usage* usage_of(const ArrayCopyEnd& end) noexcept {
  return end.array ? &end.array->usage() : end.linear.mem ? &end.linear.mem->usage() : nullptr;
}

WorkKind kind_of(const Job& job) noexcept {
  const auto is_host = [](const ArrayCopyEnd& end) { return !end.array && end.linear.by_host; };
  return is_host(job.dst) ? WorkKind::kDtoH : is_host(job.src) ? WorkKind::kHtoD : WorkKind::kDtoD;
}

// With the context current.
void ask_driver(Context& context, const Job& job, bool is_blocking, Queue queue) {
  CUDA_MEMCPY3D copy{};
  set_src(copy, job.src);
  set_dst(copy, job.dst);
  copy.width = job.width;
  copy.height = job.rows;
  copy.depth = job.slices;
  const Table& table = context.table();
  Recording recording(context, queue.stream);
  const CUresult result = is_blocking ? table.cuMemcpy3D(&copy) : table.cuMemcpy3DAsync(&copy, queue.stream);
  if (recording && result == CUDA_SUCCESS) {
    Work work;
    work.kind = kind_of(job);
    work.bytes = job.width * job.rows * job.slices;
    recording.end(work);
  }
  context.queued(queue.slot);
  context.check(result, is_blocking ? "cuMemcpy3D" : "cuMemcpy3DAsync", kNotCopied);
}

// The host's memory may be used again when it returns.
void copy_and_wait(Context& context, const Job& job, Stream* stream) {
  const Ref<Stream> keep(stream);
  const Ref<Array> keep_array(job.dst.array ? job.dst.array : job.src.array);
  const Ref<Mem> keep_dst(job.dst.linear.mem), keep_src(job.src.linear.mem);
  const Queue queue = queue_of(stream);
  const EpochPause pause;
  context.time_limits().wait(context, TimeLimits::Scope::of(stream));
  if (!queue.stream) return ask_driver(context, job, true, queue);
  ask_driver(context, job, false, queue);
  const std::uint64_t moment = context.settle_begin();
  context.check(context.table().cuStreamSynchronize(queue.stream), "cuStreamSynchronize", kNotCopied);
  context.settle(queue.slot, moment);
}

// A GPU's driver takes the host's address of ordinary memory.
void use_host_addresses(Job& job) {
  for (ArrayCopyEnd* end : {&job.dst, &job.src}) {
    if (!end->linear.mem || !end->linear.mem->is_ordinary()) continue;
    end->linear.by_host = true;
    end->linear.host = end->linear.mem->host();
  }
}

// By way of linear memory, some layers at a time.
void copy_to_another_layer(const Job& job, Stream* stream) {
  constexpr std::uint64_t kPieceBytes = std::uint64_t{4} << 20;
  Context& context = job.dst.array->context();
  const Ref<Array> keep(job.dst.array);
  const Ref<Stream> keep_stream(stream);
  const std::uint64_t layer = job.width * job.rows,
                      layers = std::clamp<std::uint64_t>(kPieceBytes / layer, 1, job.slices);
  const Ref<Pool> pool = context.staging_pool(MemPlace::kDevice);
  Ref<Mem> piece = pool->alloc(layer * layers, stream);
  ArrayCopyEnd linear;
  linear.linear = CopyEnd::of(*piece, 0, "layers", "layers");
  for (std::uint64_t z = 0; z < job.slices; z += layers) {
    ArrayCopyEnd dst = job.dst, src = job.src;
    dst.box.z += z;
    src.box.z += z;
    const std::uint64_t now = std::min(layers, job.slices - z);
    copy_array(linear, src, job.width, job.rows, now, stream);
    copy_array(dst, linear, job.width, job.rows, now, stream);
  }
  piece.reset();
  pool->release_held(Context::kKeptStagingBytes);
}

}  // namespace

void copy_array(const ArrayCopyEnd& dst, const ArrayCopyEnd& src, std::uint64_t width, std::uint64_t rows,
                std::uint64_t slices, Stream* stream) {
  Job job{dst, src, width, rows, slices};
  Array& first = dst.array ? *dst.array : *src.array;
  Context& context = first.context();
  const char* const owner = dst.array ? "`dst_array`" : "`src_array`";
  for (ArrayCopyEnd* end : {&job.dst, &job.src}) {
    const bool is_dst = end == &job.dst;
    if (end->array) {
      end->array->need_no_levels(is_dst ? "`dst_array`" : "`src_array`");
      check_context(is_dst ? "dst_array" : "src_array", end->array->context(), owner, context);
      end->box.width = width;
      end->box.height = rows;
      end->box.depth = slices;
      end->box.check(*end->array, is_dst ? "dst_" : "src_");
    } else {
      if (end->linear.mem)
        check_context(is_dst ? "dst_mem" : "src_mem", end->linear.mem->context(), owner, context);
      check_linear(*end, job);
    }
  }
  if (stream) check_context("stream", stream->context(), owner, context);
  use_host_addresses(job);
  if (width == 0 || rows == 0 || slices == 0) return;
  if (job.is_within_array()) check_overlap(job);
  if (job.is_to_another_layer() && !context.is_cpu()) return copy_to_another_layer(job, stream);
  const Queue queue = queue_of(stream);
  context.run([&] {
    for (const ArrayCopyEnd* end : {&job.dst, &job.src})
      if (Usage* usage = usage_of(*end)) context.use(*usage, queue.slot);
    if (job.has_host()) return copy_and_wait(context, job, stream);
    ask_driver(context, job, false, queue);
  });
  if (job.has_host()) context.late_failures().check(queue.stream);
}

}  // namespace gridcall::core
