// SPDX-License-Identifier: Apache-2.0

#include "core/copy.h"

namespace gridcall::core {

using namespace driver;

namespace {

constexpr char kNotCopied[] = "this copy was not made";

void refuse_overlap(std::uint64_t dst, std::uint64_t src, std::uint64_t size) {
  // Both ranges lie inside memory, so the sums do not overflow.
  if (size != 0 && dst < src + size && src < dst + size)
    throw Failure(status::kInvalidArgument, "the ranges overlap by " +
                                                std::to_string(size - (dst > src ? dst - src : src - dst)) +
                                                " bytes: copy by way of a third memory");
}

void want_host(const Mem& mem, const char* name) {
  if (!mem.host())
    throw Failure(status::kInvalidArgument,
                  std::string("`") + name +
                      "` is not page-locked host memory, which an _async copy takes: "
                      "make it with gc_mem_alloc_host");
}

// A copy between ordinary host memory and a stream that is not the default one, of which the driver has a
// blocking copy. A time limit that runs out is reported before the copy is queued: nothing that is queued may
// use the host's memory when this returns.
template <class Queued>
void copy_and_wait(Context& context, Stream& stream, const char* call, Queued&& copy) {
  const Ref<Stream> keep(&stream);
  const EpochPause pause;
  context.time_limits().wait(context, TimeLimits::Scope::of(&stream));
  const CUresult result = copy(stream.driver_handle());
  context.queued(stream.slot());
  context.check(result, call, kNotCopied);
  const std::uint64_t moment = context.settle_begin();
  context.check(context.table().cuStreamSynchronize(stream.driver_handle()), "cuStreamSynchronize",
                kNotCopied);
  context.settle(stream.slot(), moment);
}

}  // namespace

void copy_htod(Mem& dst, std::uint64_t dst_offset, std::span<const std::byte> src, Stream* stream) {
  Context& context = dst.context();
  if (stream) check_context("stream", stream->context(), "`dst`", context);
  dst.check_range(dst_offset, src.size(), "dst", "dst_offset");
  if (src.empty()) return;
  const Queue queue = queue_of(stream);
  const Table& table = context.table();
  const std::uint64_t to = dst.address() + dst_offset;
  const Ref<Mem> keep(&dst);
  context.run([&] {
    context.use(dst.usage(), queue.slot);
    if (queue.stream)
      return copy_and_wait(context, *stream, "cuMemcpyHtoDAsync", [&](CUstream on) {
        return table.cuMemcpyHtoDAsync(to, src.data(), src.size(), on);
      });
    const EpochPause pause;  // it waits for what was queued before
    context.time_limits().wait(context, TimeLimits::Scope::of(nullptr));
    const CUresult result = table.cuMemcpyHtoD(to, src.data(), src.size());
    // The last bytes may still be on their way from the driver's own buffer.
    context.queued(queue.slot);
    context.check(result, "cuMemcpyHtoD", kNotCopied);
  });
}

void copy_dtoh(std::span<std::byte> dst, Mem& src, std::uint64_t src_offset, Stream* stream) {
  Context& context = src.context();
  if (stream) check_context("stream", stream->context(), "`src`", context);
  src.check_range(src_offset, dst.size(), "src", "src_offset");
  if (dst.empty()) return;
  const Queue queue = queue_of(stream);
  const Table& table = context.table();
  const std::uint64_t from = src.address() + src_offset;
  const Ref<Mem> keep(&src);
  context.run([&] {
    context.use(src.usage(), queue.slot);
    if (queue.stream)
      return copy_and_wait(context, *stream, "cuMemcpyDtoHAsync", [&](CUstream on) {
        return table.cuMemcpyDtoHAsync(dst.data(), from, dst.size(), on);
      });
    context.queued(queue.slot);
    const EpochPause pause;
    context.time_limits().wait(context, TimeLimits::Scope::of(nullptr));
    context.check(table.cuMemcpyDtoH(dst.data(), from, dst.size()), "cuMemcpyDtoH", kNotCopied);
  });
}

namespace {

// What the three have in common: the checks, and both memories marked as used by the stream, so that
// releasing them at once is safe.
template <class Copy>
void copy_async(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset, std::uint64_t size,
                const Stream* stream, const char* call, Copy&& copy) {
  Context& context = dst.context();
  check_context("src", src.context(), "`dst`", context);
  if (stream) check_context("stream", stream->context(), "`dst`", context);
  dst.check_range(dst_offset, size, "dst", "dst_offset");
  src.check_range(src_offset, size, "src", "src_offset");
  refuse_overlap(dst.address() + dst_offset, src.address() + src_offset, size);
  if (size == 0) return;
  const Queue queue = queue_of(stream);
  context.run([&] {
    context.use(dst.usage(), queue.slot);
    context.use(src.usage(), queue.slot);
    const CUresult result = copy(context.table(), queue.stream);
    context.queued(queue.slot);
    context.check(result, call, kNotCopied);
  });
}

}  // namespace

void copy_htod_async(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset,
                     std::uint64_t size, const Stream* stream) {
  want_host(src, "src");
  copy_async(dst, dst_offset, src, src_offset, size, stream, "cuMemcpyHtoDAsync",
             [&](const Table& table, CUstream queue) {
               return table.cuMemcpyHtoDAsync(dst.address() + dst_offset,
                                              static_cast<const std::byte*>(src.host()) + src_offset, size,
                                              queue);
             });
}

void copy_dtoh_async(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset,
                     std::uint64_t size, const Stream* stream) {
  want_host(dst, "dst");
  copy_async(dst, dst_offset, src, src_offset, size, stream, "cuMemcpyDtoHAsync",
             [&](const Table& table, CUstream queue) {
               return table.cuMemcpyDtoHAsync(static_cast<std::byte*>(dst.host()) + dst_offset,
                                              src.address() + src_offset, size, queue);
             });
}

void copy_dtod(Mem& dst, std::uint64_t dst_offset, Mem& src, std::uint64_t src_offset, std::uint64_t size,
               const Stream* stream) {
  copy_async(dst, dst_offset, src, src_offset, size, stream, "cuMemcpyDtoDAsync",
             [&](const Table& table, CUstream queue) {
               return table.cuMemcpyDtoDAsync(dst.address() + dst_offset, src.address() + src_offset, size,
                                              queue);
             });
}

void fill(Mem& mem, std::uint64_t offset, std::uint32_t value, unsigned width, std::uint64_t count,
          const Stream* stream) {
  Context& context = mem.context();
  if (stream) check_context("stream", stream->context(), "`mem`", context);
  if (offset % width != 0)
    throw Failure(status::kInvalidArgument, "`offset` " + std::to_string(offset) + " is not a multiple of " +
                                                std::to_string(width) + ": pass one that is");
  const std::uint64_t address = mem.address() + offset;
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, std::uint64_t{width}, &bytes) || offset > mem.size() ||
      bytes > mem.size() - offset) {
    if (offset > mem.size()) mem.check_range(offset, 0, "mem", "offset");
    throw Failure(status::kOutOfRange, "`count` " + std::to_string(count) + " of " + std::to_string(width) +
                                           " bytes at `offset` " + std::to_string(offset) +
                                           " exceeds `mem`, which has " + std::to_string(mem.size()) +
                                           " bytes: at most " +
                                           std::to_string((mem.size() - offset) / width) + " fit");
  }
  if (address % width != 0)
    throw Failure(status::kInvalidArgument, "`mem` begins at address " + std::to_string(mem.address()) +
                                                ", not a multiple of " + std::to_string(width) +
                                                ": fill it with 8-bit patterns");
  if (count == 0) return;
  const Queue queue = queue_of(stream);
  const Table& table = context.table();
  context.run([&] {
    context.use(mem.usage(), queue.slot);
    CUresult result;
    const char* call;
    switch (width) {
      case 1:
        call = "cuMemsetD8Async";
        result = table.cuMemsetD8Async(address, static_cast<unsigned char>(value), count, queue.stream);
        break;
      case 2:
        call = "cuMemsetD16Async";
        result = table.cuMemsetD16Async(address, static_cast<unsigned short>(value), count, queue.stream);
        break;
      default:
        call = "cuMemsetD32Async";
        result = table.cuMemsetD32Async(address, value, count, queue.stream);
    }
    context.queued(queue.slot);
    context.check(result, call, "this fill was not queued");
  });
}

}  // namespace gridcall::core
