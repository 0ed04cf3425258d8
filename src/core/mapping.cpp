// SPDX-License-Identifier: Apache-2.0

#include "core/mapping.h"

#include "core/copy/copy.h"
#include "core/memory/pool.h"

namespace gridcall::core {

namespace {

// Where the host reaches the memory itself; nullptr: nowhere.
std::byte* host_address(const Mem& mem, std::uint64_t offset) noexcept {
  if (mem.host()) return mem.host() + offset;
  // The CPU device's memory is the host's.
  if (mem.context().is_cpu()) return reinterpret_cast<std::byte*>(mem.address() + offset);
  return nullptr;
}

}  // namespace

Ref<Mapping> Mapping::create(Mem& mem, std::uint64_t offset, std::uint64_t size, const Use& use,
                             Stream* stream) {
  Context& context = mem.context();
  if (size == 0) throw Failure(status::kInvalidArgument, "`size` is 0: map 1 byte at least");
  mem.check_range(offset, size, "mem", "offset");
  if (stream) check_context("stream", stream->context(), "`mem`", context);
  const Ref<Mem> keep(&mem);  // where memory is short, the epoch is left
  const Ref<Stream> keep_stream(stream);
  auto made = make<Mapping>(mem, offset, size, use);
  made->event_ = Event::create(context, false, false);
  made->host_ = host_address(mem, offset);
  made->is_direct_ = made->host_ != nullptr;
  if (!made->is_direct_) {
    made->staging_ = context.staging_pool(MemPlace::kHost)->alloc(size, stream);
    made->host_ = made->staging_->host();
    if (use.keeps_content) copy_dtoh_async(*made->staging_, 0, mem, offset, size, stream);
  }
  made->event_->record(stream);
  return made;
}

void Mapping::refuse_unmapped() {
  throw Failure(status::kInvalidState, "`mapping` was unmapped already: map the memory again");
}

std::uint64_t Mapping::address() const {
  if (!mapped_.load(std::memory_order_acquire)) refuse_unmapped();
  return reinterpret_cast<std::uintptr_t>(host_);
}

void Mapping::unmap(Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`mapping`", mem_->context());
  if (!mapped_.exchange(false, std::memory_order_acq_rel)) refuse_unmapped();
  if (is_direct_) return mem_->context().run([] {});  // DEVICE_LOST and the like, as where there is a copy
  try {
    if (use_.writes) copy_back(stream);
  } catch (...) {
    mapped_.store(true, std::memory_order_release);
    throw;
  }
  // The copies under way keep it from other users.
  staging_.reset();
  mem_->context().staging_pool(MemPlace::kHost)->release_held(Context::kKeptStagingBytes);
}

void Mapping::copy_back(Stream* stream) {
  Context& context = mem_->context();
  // On another stream the copy that filled it may still be under way.
  if (use_.keeps_content)
    context.run([&] {
      context.check(context.table().cuStreamWaitEvent(queue_of(stream).stream, event_->driver_handle(), 0),
                    "cuStreamWaitEvent");
    });
  copy_htod_async(*mem_, offset_, *staging_, 0, size_, stream);
}

}  // namespace gridcall::core
