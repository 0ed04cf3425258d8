// SPDX-License-Identifier: Apache-2.0

#include "core/memory/mem.h"

#include "base/concat.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

MemPlace Mem::place() const noexcept {
  return allocation_.place();
}

MemOrigin Mem::origin() const noexcept {
  return allocation_.is_whole(*this) ? allocation_.origin() : MemOrigin::kSubRegion;
}

Ref<Mem> Mem::sub_region(Mem& whole, std::uint64_t offset, std::uint64_t size) {
  check_size(size);
  whole.check_range(offset, size, "mem", "offset");
  return whole.allocation_.part(whole.address_ + offset, size, whole.host_ ? whole.host_ + offset : nullptr);
}

void Mem::use_on(const Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`mem`", context_);
  const unsigned slot = queue_of(stream).slot;
  context_.run([&] {
    context_.use(usage_, slot);
    context_.queued(slot);
  });
}

void Mem::refuse_range(std::uint64_t offset, std::uint64_t size, const char* mem_name,
                       const char* offset_name, const char* size_name) const {
  const std::string mem = concat("`", mem_name, "`, which has ", size_, " bytes");
  if (offset > size_)
    throw Failure(status::kOutOfRange,
                  concat("`", offset_name, "` ", offset, " is outside ", mem, ": pass an offset in it"));
  throw Failure(status::kOutOfRange, concat("`", size_name, "` ", size, " at `", offset_name, "` ", offset,
                                            " exceeds ", mem, ": at most ", size_ - offset, " fit"));
}

void Mem::last_reference() noexcept {
  Allocation& allocation = allocation_;
  if (!allocation.is_whole(*this)) delete this;
  allocation.unretain();
}

}  // namespace gridcall::core
