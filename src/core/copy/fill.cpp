// SPDX-License-Identifier: Apache-2.0

#include <bit>
#include <cstring>

#include "base/concat.h"
#include "core/copy/box.h"
#include "core/copy/copy.h"
#include "core/poll_until.h"
#include "core/profiler.h"

namespace gridcall::core {

using namespace driver;

namespace {

[[gnu::noinline]] void end_recording(Recording& recording, CUresult result, std::uint64_t bytes) noexcept {
  if (result != CUDA_SUCCESS) return;
  Work work;
  work.kind = WorkKind::kFill;
  work.bytes = bytes;
  recording.end(work);
}

// Fills by the processor once no work uses the memory, because a GPU's driver does not fill ordinary host
// memory.
[[gnu::noinline]] void fill_on_host(const CopyRegion& region, std::span<const std::byte> pattern) {
  Mem& mem = *region.dst.mem;
  const Ref<Mem> keep(&mem);
  mem.wait(kForEver);
  const EpochPause pause;
  for (std::uint64_t z = 0; z < region.slices; ++z)
    for (std::uint64_t y = 0; y < region.rows; ++y) {
      std::byte* const row =
          mem.host() + region.dst.offset + z * region.dst.slice_pitch + y * region.dst.row_pitch;
      for (std::uint64_t x = 0; x < region.width; x += pattern.size())
        std::memcpy(row + x, pattern.data(), pattern.size());
    }
}

}  // namespace

void check_pattern(std::size_t size, std::uint64_t width) {
  if (size == 0) throw Failure(status::kInvalidArgument, "`value_size` is 0: pass a value of 1 to 128 bytes");
  if (size > kMaxPatternBytes)
    throw Failure(status::kOutOfRange, concat("`value_size` ", size, " exceeds ", kMaxPatternBytes,
                                              ": pass a value of 1 to 128 bytes, or copy"));
  if (width % size != 0)
    throw Failure(status::kInvalidArgument, concat("`width` ", width, " is not a multiple of `value_size` ",
                                                   size, ": pass whole values"));
}

namespace {

void queue_fill(const CopyRegion& whole, std::span<const std::byte> pattern, const Stream* stream) {
  const CopyRegion region = whole.collapsed();
  if (region.dst.mem->is_ordinary()) return fill_on_host(region, pattern);
  Context& context = region.dst.mem->context();
  const Queue queue = queue_of(stream);
  context.run([&] {
    context.slots().use(region.dst.mem->usage(), queue.slot);
    Recording recording(context, queue.stream);
    const CallResult asked = fill_box(context, region, pattern, queue.stream);
    if (recording) end_recording(recording, asked.result, region.width * region.rows * region.slices);
    context.slots().queued(queue.slot);
    context.check(asked.result, asked.call, "this fill was not queued");
  });
}

// Returns a region that has the memory at both ends.
CopyRegion fill_region(Mem& mem, std::uint64_t offset, std::uint64_t width) {
  const CopyEnd end = CopyEnd::of_reached(mem, offset, "mem", "offset");
  return {end, end, width};
}

// Returns true if every driver can fill: values of 1, 2 and 4 bytes, at a multiple of their size.
bool driver_fills(const Mem& mem, std::uint64_t address, std::size_t size) noexcept {
  return size <= 4 && std::has_single_bit(size) && address % size == 0 && !mem.is_ordinary();
}

}  // namespace

void fill(Mem& mem, std::uint64_t offset, std::span<const std::byte> value, std::uint64_t count,
          const Stream* stream) {
  Context& context = mem.context();
  if (stream) check_context("stream", stream->context(), "`mem`", context);
  const std::size_t size = value.size();
  check_pattern(size, 0);
  if (offset > mem.size()) mem.check_range(offset, 0, "mem", "offset");
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, std::uint64_t{size}, &bytes) || bytes > mem.size() - offset)
    throw Failure(status::kOutOfRange, concat("`count` ", count, " of ", size, " bytes at `offset` ", offset,
                                              " exceeds `mem`, which has ", mem.size(), " bytes: at most ",
                                              (mem.size() - offset) / size, " fit"));
  if (count == 0) return;
  const std::uint64_t address = mem.address() + offset;
  if (!driver_fills(mem, address, size)) return queue_fill(fill_region(mem, offset, bytes), value, stream);
  std::uint32_t number = 0;
  std::memcpy(&number, value.data(), size);  // x86-64 and every GPU are little-endian
  const Queue queue = queue_of(stream);
  const Table& table = context.table();
  context.run([&] {
    context.slots().use(mem.usage(), queue.slot);
    CUresult result;
    const char* call;
    Recording recording(context, queue.stream);
    switch (size) {
      case 1:
        call = "cuMemsetD8Async";
        result = table.cuMemsetD8Async(address, static_cast<unsigned char>(number), count, queue.stream);
        break;
      case 2:
        call = "cuMemsetD16Async";
        result = table.cuMemsetD16Async(address, static_cast<unsigned short>(number), count, queue.stream);
        break;
      default:
        call = "cuMemsetD32Async";
        result = table.cuMemsetD32Async(address, number, count, queue.stream);
    }
    if (recording) end_recording(recording, result, bytes);
    context.slots().queued(queue.slot);
    context.check(result, call, "this fill was not queued");
  });
}

void fill_rect(const CopyEnd& end, std::uint64_t width, std::uint64_t rows, std::uint64_t slices,
               std::span<const std::byte> pattern, const Stream* stream) {
  Mem& mem = *end.mem;
  if (stream) check_context("stream", stream->context(), "`mem`", mem.context());
  check_pattern(pattern.size(), width);
  CopyRegion region = fill_region(mem, end.offset, width);
  region.rows = rows;
  region.slices = slices;
  region.check_box_end(end);
  if (region.is_empty()) return;
  for (CopyEnd* each : {&region.dst, &region.src}) {
    each->row_pitch = end.row_pitch;
    each->slice_pitch = end.slice_pitch;
  }
  queue_fill(region, pattern, stream);
}

}  // namespace gridcall::core
