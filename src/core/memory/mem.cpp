// SPDX-License-Identifier: Apache-2.0

#include "core/memory/mem.h"

#include "base/concat.h"
#include "core/memory/allocation.h"
#include "core/poll_until.h"

namespace gridcall::core {

using namespace driver;

MemPlace Mem::place() const noexcept {
  return allocation_.place();
}

MemOrigin Mem::origin() const noexcept {
  return is_part() ? MemOrigin::kSubRegion : allocation_.origin();
}

Ref<Mem> Mem::sub_region(Mem& whole, std::uint64_t offset, std::uint64_t size, std::uint64_t flags) {
  if ((flags & ~mem_flags::kPromises) != 0)
    throw Failure(status::kInvalidOptions,
                  concat("`flags` is ", flags,
                         ", which says how memory is made: pass KERNEL_* and HOST_* bits, what is promised "
                         "of the part"));
  check_promises(flags, "flags");
  check_size(size);
  whole.check_range(offset, size, "mem", "offset");
  auto made = Ref<Mem>::adopt(new Mem(whole.allocation_, whole.context_, whole.usage_));
  made->parent_ = Ref<Mem>(&whole);
  made->address_ = whole.address_ + offset;
  made->size_ = size;
  made->host_ = whole.host_ ? whole.host_ + offset : nullptr;
  made->promises_ = static_cast<std::uint16_t>(whole.promises_ | flags);
  made->barred_ = static_cast<std::uint8_t>(whole.barred_ | mem_flags::barred_by(flags));
  return made;
}

Ref<Mem> Mem::parent() const {
  if (!is_part())
    throw Failure(status::kNotFound,
                  "`mem` is no part: only what gc_mem_create_sub_region made has a parent");
  return parent_;
}

void Mem::use_on(const Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`mem`", context_);
  const unsigned slot = queue_of(stream).slot;
  context_.run([&] {
    context_.slots().use(usage_, slot);
    context_.slots().queued(slot);
  });
}

// ----------------------------------------------------------------------------------------------------------

bool Mem::wait(std::uint64_t timeout_ns) {
  return wait_for(usage_.told(), timeout_ns);
}

bool Mem::wait_for(std::uint64_t slots, std::uint64_t timeout_ns) {
  const std::uint64_t moment = context_.slots().now();
  const Ref<Mem> keep(this);
  const auto is_done = [&]() -> bool {
    const std::uint64_t unfinished = context_.slots().unfinished(slots, moment, true);
    if (unfinished != 0 && context_.slots().some_capture(unfinished))
      context_.slots().refuse_capture("a stream that captures may use `mem`: end the capture first");
    if (unfinished != slot_bit(kSharedSlot) || timeout_ns == 0) return unfinished == 0;
    // Streams that share a slot are known to be idle only when the whole context is.
    const EpochPause pause;
    context_.time_limits().wait(TimeLimits::Scope::all());
    context_.check(context_.slots().wait_for_all(), "cuCtxSynchronize");
    return true;
  };
  return poll_until(
      timeout_ns, [&] { return context_.run(is_done); },
      [&] { context_.run([&] { context_.time_limits().check(TimeLimits::Scope::all()); }); });
}

void Mem::free(HandleValue handle) {
  if (is_part())
    throw Failure(status::kInvalidArgument,
                  "`mem` is a part of another memory: release it with gc_mem_release, and free the whole");
  const MemOrigin from = allocation_.origin();
  if (from == MemOrigin::kGlobal)
    throw Failure(
        status::kInvalidArgument,
        "`mem` is a variable of a module, which goes with the module: release it with gc_mem_release");
  if (const std::uint32_t held = references(); held > 1)
    throw Failure(
        status::kInvalidState,
        concat("`mem` is held ", held - 1,
               " more times, by parts, other handles, prepared launches or graphs: release them first"));
  const Ref<Mem> keep(this);
  wait_for(usage_.possible(), kForEver);
  if (!handle_release(handle, kType)) refuse_handle(handle, kType, "`mem`");
  {
    // Calls of other threads that began before may still use the memory.
    const EpochPause pause;
    for (int i = 0; i < 10 && references() > 1; ++i) handle_collect_after_calls();
  }
  if (references() > 1)
    throw Failure(
        status::kInvalidState,
        "another thread began to use `mem` while it was freed: its handle has ended, and the memory "
        "goes with its last holder");
  // A pool gets the block back with the last reference.
  if (from != MemOrigin::kPool) allocation_.give_back_now();
}

void Mem::last_reference() noexcept {
  // The loop replaces a recursion, because parts may have parts.
  Mem* mem = this;
  while (mem->is_part()) {
    Mem* const parent = mem->parent_.detach();
    delete mem;
    if (!parent->drop_reference()) return;
    mem = parent;
  }
  mem->allocation_.unretain();
}

// ----------------------------------------------------------------------------------------------------------

std::uint64_t Mem::attribute(MemAttribute attribute) const {
  switch (attribute) {
    case MemAttribute::kPlace:
      return static_cast<std::uint64_t>(place());
    case MemAttribute::kOrigin:
      return static_cast<std::uint64_t>(origin());
    case MemAttribute::kFlags: {
      std::uint64_t flags = allocation_.flags() | promises_;
      const auto ask = context_.table().cuMemHostGetFlags;
      if (place() != MemPlace::kHost || !ask) return flags;
      unsigned theirs = 0;
      const CUresult result = context_.run([&] { return ask(&theirs, host_); });
      if (result == CUDA_ERROR_INVALID_VALUE) return flags;  // wrapped memory that the driver does not know
      context_.check(result, "cuMemHostGetFlags");
      // The CPU device ignores WRITE_COMBINED, and does not report it.
      flags &= ~(mem_flags::kPortable | mem_flags::kMapped);
      if (theirs & CU_MEMHOSTALLOC_PORTABLE) flags |= mem_flags::kPortable;
      if (theirs & CU_MEMHOSTALLOC_DEVICEMAP) flags |= mem_flags::kMapped;
      if (theirs & CU_MEMHOSTALLOC_WRITECOMBINED) flags |= mem_flags::kWriteCombined;
      return flags;
    }
    case MemAttribute::kPitch:
      return allocation_.rows().pitch;
    case MemAttribute::kRowSize:
      return allocation_.rows().row_size;
    case MemAttribute::kHeight:
      return allocation_.rows().height;
    case MemAttribute::kAlignment:
      return address_ & (0 - address_);
    case MemAttribute::kOffset:
      return is_part() ? address_ - parent_->address_ : 0;
    case MemAttribute::kReferenceCount:
      return references();
    case MemAttribute::kIsRegistered:
      return allocation_.origin() == MemOrigin::kRegistered ? 1 : 0;
    case MemAttribute::kUsesSvm:
      return host_ && reinterpret_cast<std::uintptr_t>(host_) == address_ && (barred_ & kKernels) == 0 ? 1
                                                                                                       : 0;
    case MemAttribute::kMapCount:
      return mappings_.load(std::memory_order_relaxed);
    case MemAttribute::kReadMostly:
    case MemAttribute::kPreferredLocation:
    case MemAttribute::kLastPrefetchLocation:
      return range_attribute(attribute);
  }
  refuse_attribute(static_cast<std::int32_t>(attribute), "MEM");
}

void Mem::refuse_barred(const char* name, BarredUse barred) const {
  switch (barred) {
    case kKernels:
      throw Failure(status::kInvalidArgument,
                    concat(name, " is ordinary host memory, which kernels on ", context_.device().label(),
                           " cannot reach: make it page-locked or managed"));
    case kHostReads:
      throw Failure(status::kInvalidArgument,
                    concat(name,
                           " was made with HOST_WRITE_ONLY or HOST_NO_ACCESS, so the host must not read "
                           "it: copy it to other memory first"));
    case kOrdinary:
    case kHostWrites:
      break;
  }
  throw Failure(status::kInvalidArgument,
                concat(name,
                       " was made with HOST_READ_ONLY or HOST_NO_ACCESS, so the host must not write it: "
                       "give it its content with gc_mem_create, or copy from other memory"));
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

}  // namespace gridcall::core
