// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy.h"

#include <cstring>

#include "base/concat.h"
#include "core/copy/box.h"
#include "core/copy/copy_array.h"
#include "core/copy/copy_between.h"
#include "core/copy/staged_copy.h"
#include "core/poll_until.h"
#include "core/profiler.h"

namespace gridcall::core {

using namespace driver;

namespace {

// The direction of a copy, which selects the driver's function by the ends given as host addresses. Memory of
// any place has a device address too; host memory has none.
enum class Direction { kToDevice, kToHost, kOnDevice };

Direction direction_of(const CopyRegion& region) noexcept {
  return !region.dst.mem      ? Direction::kToHost
         : region.src.by_host ? Direction::kToDevice
         : region.dst.by_host ? Direction::kToHost
                              : Direction::kOnDevice;
}

// Copies one run of bytes from one offset to another. A blocking call takes no stream.
[[gnu::always_inline]] inline CUresult copy_run(const Table& table, const CopyEnd& dst, const CopyEnd& src,
                                                Direction direction, bool is_blocking, CUstream stream,
                                                std::uint64_t to, std::uint64_t from, std::uint64_t size) {
  switch (direction) {
    case Direction::kToDevice:
      return is_blocking ? table.cuMemcpyHtoD(dst.address() + to, src.host + from, size)
                         : table.cuMemcpyHtoDAsync(dst.address() + to, src.host + from, size, stream);
    case Direction::kToHost:
      return is_blocking ? table.cuMemcpyDtoH(dst.host + to, src.address() + from, size)
                         : table.cuMemcpyDtoHAsync(dst.host + to, src.address() + from, size, stream);
    case Direction::kOnDevice:
      break;
  }
  return table.cuMemcpyDtoDAsync(dst.address() + to, src.address() + from, size, stream);
}

const char* call_of(Direction direction, bool is_blocking) noexcept {
  switch (direction) {
    case Direction::kToDevice:
      return is_blocking ? "cuMemcpyHtoD" : "cuMemcpyHtoDAsync";
    case Direction::kToHost:
      return is_blocking ? "cuMemcpyDtoH" : "cuMemcpyDtoHAsync";
    case Direction::kOnDevice:
      break;
  }
  return "cuMemcpyDtoDAsync";
}

[[gnu::noinline]] Work work_of(const CopyRegion& region, Direction direction) noexcept {
  Work work;
  work.kind = direction == Direction::kToDevice ? WorkKind::kHtoD
              : direction == Direction::kToHost ? WorkKind::kDtoH
                                                : WorkKind::kDtoD;
  work.bytes = region.width * region.rows * region.slices;
  return work;
}

template <class Site>
[[gnu::always_inline]] inline void ask_driver(Context& context, const CopyRegion& region, Direction direction,
                                              bool is_blocking, Queue queue) {
  const Table& table = context.table();
  Recording recording(context, queue.stream);
  if constexpr (!Site::kIsLine) {
    const CallResult asked = copy_box(context, region, is_blocking, queue.stream);
    if (recording && asked.result == CUDA_SUCCESS) recording.end(work_of(region, direction));
    if (!is_blocking || direction == Direction::kToDevice) context.slots().queued(queue.slot);
    return context.check(asked.result, asked.call, kNotCopied);
  }
  const CUresult result = copy_run(table, region.dst, region.src, direction, is_blocking, queue.stream,
                                   region.dst.offset, region.src.offset, region.width);
  if (recording && result == CUDA_SUCCESS) recording.end(work_of(region, direction));
  // When a blocking copy to the device returns, the last bytes may still be in the driver's own buffer.
  if (!is_blocking || direction == Direction::kToDevice) context.slots().queued(queue.slot);
  context.check(result, call_of(direction, is_blocking), kNotCopied);
}

// Queues a copy and marks both memories as used by the stream, so that they may be released at once.
template <class Site>
[[gnu::always_inline]] inline void copy_queued(Context& context, const CopyRegion& region,
                                               Direction direction, Queue queue) {
  context.run([&] {
    context.slots().use(region.dst.mem->usage(), queue.slot);
    context.slots().use(region.src.mem->usage(), queue.slot);
    ask_driver<Site>(context, region, direction, false, queue);
  });
}

// Copies between ordinary host memory and a stream other than the default one, for which the driver has no
// blocking copy. An expired time limit is reported before the copy is queued, because no queued work may use
// the host's memory when this returns.
template <class Site>
[[gnu::always_inline]] inline void copy_and_wait(Context& context, const CopyRegion& region,
                                                 Direction direction, Stream& stream) {
  const Ref<Stream> keep(&stream);
  const EpochPause pause;
  context.time_limits().wait(context, TimeLimits::Scope::of(&stream));
  ask_driver<Site>(context, region, direction, false, queue_of(&stream));
  const std::uint64_t moment = context.slots().settle_begin();
  context.check(context.table().cuStreamSynchronize(stream.driver_handle()), "cuStreamSynchronize",
                kNotCopied);
  context.slots().settle(stream.slot(), moment);
}

// Returns true if the library has made the copy through page-locked memory.
[[gnu::noinline]] bool copy_large(Context& context, const CopyRegion& region, Stream* stream) {
  const Ref<Stream> keep(stream);
  const EpochPause pause;
  context.time_limits().wait(context, TimeLimits::Scope::of(stream));
  return copy_staged(context, region, queue_of(stream));
}
bool copy_small(Context& context, const CopyRegion& line, Stream* stream) {
  const Ref<Stream> keep(stream);
  const EpochPause pause;
  context.time_limits().wait(context, TimeLimits::Scope::of(stream));
  return copy_small_to_host(context, line, queue_of(stream));
}

// Copies with ordinary host memory at one end.
template <class Site>
[[gnu::always_inline]] inline void copy_blocking(Context& context, const CopyRegion& region,
                                                 Direction direction, Stream* stream) {
  Mem& mem = region.dst.mem ? *region.dst.mem : *region.src.mem;
  const Ref<Mem> keep(&mem);
  const Queue queue = queue_of(stream);
  context.run([&] {
    context.slots().use(mem.usage(), queue.slot);
    if (__builtin_expect(region.width * region.rows * region.slices >= kStagedBytes, 0) &&
        !context.slots().is_capturing(queue.stream) && copy_large(context, region, stream))
      return;
    if constexpr (Site::kIsLine)
      if (direction == Direction::kToHost && region.width <= kSmallBytes && !context.is_cpu() &&
          !context.slots().is_capturing(queue.stream) && copy_small(context, region, stream))
        return;
    if (queue.stream) return copy_and_wait<Site>(context, region, direction, *stream);
    if (direction == Direction::kToHost) context.slots().queued(queue.slot);
    const EpochPause pause;  // the call waits for work that was queued before
    context.time_limits().wait(context, TimeLimits::Scope::of(nullptr));
    ask_driver<Site>(context, region, direction, true, queue);
  });
  context.late_failures().check(queue.stream);
}

// Each call site passes a type of its own: the templates are instantiated for each, and a plain copy has no
// code for rows and slices.
template <bool kLine, bool kBetween, class Caller>
struct SiteOf {
  static constexpr bool kIsLine = kLine;
  static constexpr bool kMayBeBetween = kBetween;  // the memories may belong to two contexts
};
template <class Caller>
constexpr SiteOf<true, false, Caller> line_of(Caller) {
  return {};
}
template <class Caller>
constexpr SiteOf<true, true, Caller> line_between(Caller) {
  return {};
}
template <class Caller>
constexpr SiteOf<false, true, Caller> box_of(Caller) {
  return {};
}

// Throws if an end was created with a promise that bars the copy.
[[gnu::noinline]] void check_barred(const Mem* dst, const Mem* src) {
  if (!src && (dst->barred() & Mem::kHostWrites) != 0) dst->refuse_barred("`dst`", Mem::kHostWrites);
  if (!dst && (src->barred() & Mem::kHostReads) != 0) src->refuse_barred("`src`", Mem::kHostReads);
}

bool is_ordinary(const CopyEnd& end) noexcept {
  return !end.mem || end.mem->is_ordinary();
}

// Copies a checked region, as collapsed() returns it, between ordinary memories of the host. The processor
// copies once no work uses them.
void copy_on_host(const CopyRegion& region) {
  const Ref<Mem> keep_dst(region.dst.mem), keep_src(region.src.mem);
  for (Mem* mem : {region.dst.mem, region.src.mem})
    if (mem) mem->wait(kForEver);
  const EpochPause pause;
  for (std::uint64_t z = 0; z < region.slices; ++z)
    for (std::uint64_t y = 0; y < region.rows; ++y) {
      const auto at = [&](const CopyEnd& end) {
        return end.host + end.offset + z * end.slice_pitch + y * end.row_pitch;
      };
      // Overlaps are refused between two memories, but a pointer may point into the other end.
      std::memmove(at(region.dst), at(region.src), region.width);
    }
}

// Checks that memories and stream belong to one context, or to the two contexts of the copy.
template <class Site>
[[gnu::always_inline]] inline void check_contexts(const CopyRegion& region, Context& context,
                                                  Stream* stream) {
  const char* owner = region.dst.mem ? "`dst`" : "`src`";
  Context* other = region.dst.mem && region.src.mem ? &region.src.mem->context() : &context;
  if constexpr (!Site::kMayBeBetween) check_context("src", *other, owner, context);
  if (stream && &stream->context() != other) check_context("stream", stream->context(), owner, context);
}

template <class Site>
[[gnu::always_inline]] inline void copy_unbarred(const CopyRegion& region, Stream* stream, Site);

template <class Site>
[[gnu::noinline]] void copy_barred(const CopyRegion& given, Stream* stream, Site site) {
  check_barred(given.dst.mem, given.src.mem);
  CopyRegion region = given;
  const bool has_ordinary = is_ordinary(region.dst) || is_ordinary(region.src);
  for (CopyEnd* end : {&region.dst, &region.src}) {
    if (!end->mem || !has_ordinary) continue;
    end->by_host = end->mem->is_ordinary();
    if (end->by_host) end->host = end->mem->host();
  }
  if (!is_ordinary(region.dst) || !is_ordinary(region.src)) return copy_unbarred(region, stream, site);
  Context& context = (region.dst.mem ? region.dst.mem : region.src.mem)->context();
  if (stream) check_context("stream", stream->context(), region.dst.mem ? "`dst`" : "`src`", context);
  region.check();
  copy_on_host(region.collapsed());
}

template <class Site>
[[gnu::always_inline]] inline void copy_of(const CopyRegion& region, Stream* stream, Site site) {
  if (__builtin_expect(((region.dst.mem ? region.dst.mem->barred() : 0) |
                        (region.src.mem ? region.src.mem->barred() : 0)) != 0,
                       0))
    return copy_barred(region, stream, site);
  copy_unbarred(region, stream, site);
}

// Copies a checked region, as collapsed() returns it.
template <class Site>
[[gnu::always_inline]] inline void copy_checked(Context& context, const CopyRegion& region, Stream* stream) {
  const bool has_two = region.dst.mem && region.src.mem;
  if constexpr (Site::kMayBeBetween)
    if (__builtin_expect(has_two && &region.src.mem->context() != &context, 0))
      return copy_between(region, stream);
  const Direction direction = direction_of(region);
  if (has_two)
    copy_queued<Site>(context, region, direction, queue_of(stream));
  else
    copy_blocking<Site>(context, region, direction, stream);
}

template <class Site>
[[gnu::always_inline]] inline void copy_unbarred(const CopyRegion& region, Stream* stream, Site) {
  Context& context = (region.dst.mem ? region.dst.mem : region.src.mem)->context();
  check_contexts<Site>(region, context, stream);
  region.check();
  if (region.is_empty()) return;
  if constexpr (Site::kIsLine)
    copy_checked<Site>(context, region, stream);
  else
    copy_checked<Site>(context, region.collapsed(), stream);
}

// The driver takes the host's address of page-locked memory, as in copies to and from the host.
CopyEnd queued_end(Mem& mem, std::uint64_t offset, const char* name, const char* offset_name) {
  CopyEnd end = CopyEnd::of(mem, offset, name, offset_name);
  if (mem.host() && mem.place() == MemPlace::kHost) {
    end.by_host = true;
    end.host = mem.host();
  }
  return end;
}

}  // namespace

void copy(const CopyRegion& region, Stream* stream) {
  if (region.dst.array || region.src.array) return copy_array(region, stream);
  copy_of(region, stream, box_of([] {}));
}

void copy_box_blocking(Context& context, const CopyRegion& region, Stream* stream) {
  copy_blocking<decltype(box_of([] {}))>(context, region, direction_of(region), stream);
}

void copy_htod(Mem& dst, std::uint64_t dst_offset, std::span<const std::byte> src, Stream* stream) {
  copy_of({CopyEnd::of(dst, dst_offset, "dst", "dst_offset"), CopyEnd::of_host(src.data(), src.size(), "src"),
           src.size()},
          stream, line_of([] {}));
}

void copy_dtoh(std::span<std::byte> dst, Mem& src, std::uint64_t src_offset, Stream* stream) {
  copy_of({CopyEnd::of_host(dst.data(), dst.size(), "dst"), CopyEnd::of(src, src_offset, "src", "src_offset"),
           dst.size()},
          stream, line_of([] {}));
}

void copy(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset, std::uint64_t size,
          Stream* stream) {
  copy_of({queued_end(dst, dst_offset, "dst", "dst_offset"), queued_end(src, src_offset, "src", "src_offset"),
           size},
          stream, line_between([] {}));
}

}  // namespace gridcall::core
