// SPDX-License-Identifier: Apache-2.0

#include "core/mapping.h"

#include "core/copy/copy.h"
#include "core/copy/staging.h"
#include "core/memory/pool.h"

namespace gridcall::core {

namespace {

// Returns the address by which the host accesses the memory itself; nullptr if it cannot.
std::byte* host_address(const Mem& mem, std::uint64_t offset) noexcept {
  if (mem.host()) return mem.host() + offset;
  // The CPU device's memory is the host's, but checks of kernels must see the host's writes.
  if (mem.context().is_cpu() && !mem.context().checks_memory())
    return reinterpret_cast<std::byte*>(mem.address() + offset);
  return nullptr;
}

}  // namespace

Ref<Mapping> Mapping::create(Mem& mem, std::uint64_t offset, std::uint64_t size, const Use& use,
                             Stream* stream) {
  Context& context = mem.context();
  if (size == 0) throw Failure(status::kInvalidArgument, "`size` is 0: map 1 byte at least");
  mem.check_range(offset, size, "mem", "offset");
  if (stream) check_context("stream", stream->context(), "`mem`", context);
  const Ref<Mem> keep(&mem);  // the call leaves its epoch if memory is short
  const Ref<Stream> keep_stream(stream);
  auto made = make<Mapping>(mem, offset, size, use, stream);
  made->event_ = Event::create(context, false, false);
  made->host_ = host_address(mem, offset);
  made->is_direct_ = made->host_ != nullptr;
  if (!made->is_direct_) {
    made->staging_ = service<Staging>(context).pool(MemPlace::kHost)->alloc(size, stream);
    made->host_ = made->staging_->host();
    if (use.keeps_content) copy(*made->staging_, 0, mem, offset, size, stream);
  }
  made->event_->record(stream);
  return made;
}

Ref<Mapping> Mapping::create(Array& array, const ArrayBox& given, const Use& use, Stream* stream) {
  Context& context = array.context();
  array.need_no_levels("`array`");
  ArrayBox box = given;
  const auto rest = [](std::uint64_t& count, std::uint64_t begin, std::uint64_t extent) {
    if (count == 0 && begin < extent) count = extent - begin;
  };
  rest(box.width, box.x, array.row_size());
  rest(box.height, box.y, array.rows());
  rest(box.depth, box.z, array.slices());
  box.check(array, "");
  if (box.width == 0 || box.height == 0 || box.depth == 0)
    throw Failure(status::kOutOfRange,
                  "`region` begins at the end of the array and is empty: map 1 element at least");
  if (stream) check_context("stream", stream->context(), "`array`", context);
  const Ref<Array> keep(&array);  // the call leaves its epoch if memory is short
  const Ref<Stream> keep_stream(stream);
  auto made = make<Mapping>(array, box, use, stream);
  made->event_ = Event::create(context, false, false);
  made->staging_ = service<Staging>(context).pool(MemPlace::kHost)->alloc(made->size_, stream);
  made->host_ = made->staging_->host();
  if (use.keeps_content) made->copy_array_to(false, stream);
  made->event_->record(stream);
  return made;
}

void Mapping::copy_array_to(bool to_array, Stream* stream) {
  const CopyEnd of_array = CopyEnd::of_array(*array_, box_.x, box_.y, box_.z, "mapping");
  const CopyEnd of_host = CopyEnd::of_reached(*staging_, 0, "mapping", "offset");
  copy({to_array ? of_array : of_host, to_array ? of_host : of_array, box_.width, box_.height, box_.depth},
       stream);
}

void Mapping::refuse_unmapped() {
  throw Failure(status::kInvalidState, "`mapping` was unmapped already: map it again");
}

std::uint64_t Mapping::address() const {
  if (!mapped_.load(std::memory_order_acquire)) refuse_unmapped();
  return reinterpret_cast<std::uintptr_t>(host_);
}

void Mapping::unmap(Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`mapping`", context_);
  if (!mapped_.exchange(false, std::memory_order_acq_rel)) refuse_unmapped();
  if (is_direct_) {
    uncount();
    return context_.run([] {});  // throws DEVICE_LOST and the like, as a copy would
  }
  try {
    if (use_.writes) copy_back(stream);
  } catch (...) {
    mapped_.store(true, std::memory_order_release);
    throw;
  }
  uncount();
  // The queued copies keep the staging memory from other users.
  staging_.reset();
  service<Staging>(context_).pool(MemPlace::kHost)->release_held(Staging::kKeptBytes);
}

void Mapping::close() noexcept {
  const Ref<Mapping> keep(this);  // the call leaves its epoch if memory is short
  try {
    if (mapped_.load(std::memory_order_acquire)) unmap(stream_.get());
  } catch (...) {
    // The mapping was unmapped meanwhile, or the device is lost.
  }
}

void Mapping::copy_back(Stream* stream) {
  Context& context = context_;
  // The copy that filled the staging memory may still run on another stream.
  if (use_.keeps_content)
    context.run([&] {
      context.check(context.table().cuStreamWaitEvent(queue_of(stream).stream, event_->driver_handle(), 0),
                    "cuStreamWaitEvent");
    });
  if (array_) return copy_array_to(true, stream);
  copy(*mem_, offset_, *staging_, 0, size_, stream);
}

}  // namespace gridcall::core
