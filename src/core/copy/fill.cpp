// SPDX-License-Identifier: Apache-2.0

#include "base/concat.h"
#include "core/copy/copy.h"

namespace gridcall::core {

using namespace driver;

void fill(Mem& mem, std::uint64_t offset, std::uint32_t value, unsigned width, std::uint64_t count,
          const Stream* stream) {
  Context& context = mem.context();
  if (stream) check_context("stream", stream->context(), "`mem`", context);
  if (offset % width != 0)
    throw Failure(status::kInvalidArgument,
                  concat("`offset` ", offset, " is not a multiple of ", width, ": pass one that is"));
  if (__builtin_expect((mem.barred() & Mem::kCopies) != 0, 0)) mem.refuse_barred("`mem`", Mem::kCopies);
  const std::uint64_t address = mem.address() + offset;
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, std::uint64_t{width}, &bytes) || offset > mem.size() ||
      bytes > mem.size() - offset) {
    if (offset > mem.size()) mem.check_range(offset, 0, "mem", "offset");
    throw Failure(status::kOutOfRange, concat("`count` ", count, " of ", width, " bytes at `offset` ", offset,
                                              " exceeds `mem`, which has ", mem.size(), " bytes: at most ",
                                              (mem.size() - offset) / width, " fit"));
  }
  if (address % width != 0)
    throw Failure(status::kInvalidArgument,
                  concat("`mem` begins at address ", mem.address(), ", not a multiple of ", width,
                         ": fill it with 8-bit patterns"));
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
