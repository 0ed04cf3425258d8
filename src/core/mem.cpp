// SPDX-License-Identifier: Apache-2.0

#include "core/mem.h"

#include "core/pool.h"

namespace gridcall::core {

using namespace driver;

namespace {

void check_size(std::uint64_t size) {
  if (size == 0) throw Failure(status::kInvalidArgument, "`size` is 0: ask for 1 byte at least");
}

struct Allocation {
  std::uint64_t address = 0;
  void* host = nullptr;
};

CUresult ask_driver(Context& context, MemPlace place, std::uint64_t size, bool write_combined,
                    Allocation& made) {
  const Table& table = context.table();
  if (place == MemPlace::kDevice) return table.cuMemAlloc(&made.address, size);
  // Portable and mapped: one address that every context's kernels may use.
  const unsigned flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP |
                         (write_combined ? CU_MEMHOSTALLOC_WRITECOMBINED : 0u);
  const CUresult result = table.cuMemHostAlloc(&made.host, size, flags);
  if (result != CUDA_SUCCESS) return result;
  const CUresult mapped = table.cuMemHostGetDevicePointer(&made.address, made.host, 0);
  if (mapped != CUDA_SUCCESS) {
    table.cuMemFreeHost(made.host);
    made.host = nullptr;
  }
  return mapped;
}

// The driver has no room: more and more is given back, and it is asked each time.
CUresult ask_again(Context& context, MemPlace place, std::uint64_t size, bool write_combined, Pool* asking,
                   Allocation& made) {
  // What other threads release and take meanwhile must not wait for this call to end.
  const EpochPause pause;
  CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
  constexpr int kSteps = 12, kWaits = 4;
  for (int step = 0; step < kSteps && result == CUDA_ERROR_OUT_OF_MEMORY; ++step) {
    if (step == kWaits) {
      // Whatever was released and is still used becomes free when the device has finished.
      context.wait_for_all();
      if (const Failure* loss = context.device().loss()) throw Context::lost(context.device(), *loss);
    }
    if (step < 2) {
      handle_collect_all();
    } else {
      // A call that was interrupted keeps what all threads release meanwhile.
      handle_collect_after_calls();
    }
    if (asking) asking->release_held(0);
    if (step > 0) context.free_held_by_pools(asking);
    context.sweep(Context::Sweep::kMemoryLow);
    result = ask_driver(context, place, size, write_combined, made);
  }
  return result;
}

[[noreturn]] void refuse_memory(Context& context, MemPlace place, std::uint64_t size, const Pool* asking,
                                CUresult result) {
  const bool host = place == MemPlace::kHost;
  Failure failure = driver_failure(context.table(), result, host ? "cuMemHostAlloc" : "cuMemAlloc");
  failure.status = host ? status::kOutOfHostMemory : status::kOutOfMemory;
  std::string text = "out of memory allocating " + std::to_string(size) + " bytes";
  if (!host) {
    std::size_t free_bytes = 0, total = 0;
    if (context.table().cuMemGetInfo(&free_bytes, &total) == CUDA_SUCCESS)
      text += ": " + context.device().label() + " has " + std::to_string(free_bytes) + " of " +
              std::to_string(total) + " bytes free, perhaps not in one piece";
  } else {
    text += " of page-locked memory";
  }
  if (asking) {
    const PoolStatistics stats = asking->statistics();
    // The block that is asked for counts as active already.
    text += "; the pool has " + std::to_string(stats.active_bytes - size) + " active, " +
            std::to_string(stats.held_bytes) + " held, limit " +
            (stats.limit ? std::to_string(stats.limit) : std::string("none"));
  }
  failure.message =
      text + "; released memory and what pools held were freed first: release some or ask for less";
  throw failure;
}

}  // namespace

void Mem::take_from_driver(MemPlace place, std::uint64_t size, bool write_combined, Pool* asking) {
  Context& context = *context_;
  context.run([&] {
    Allocation made;
    // Released memory that waits for a busy device must not pile up without end.
    if (context.defers_much()) context.sweep(Context::Sweep::kPressed);
    CUresult result = ask_driver(context, place, size, write_combined, made);
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
      result = ask_again(context, place, size, write_combined, asking, made);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) refuse_memory(context, place, size, asking, result);
    context.check(result, place == MemPlace::kHost ? "cuMemHostAlloc" : "cuMemAlloc");
    // Owned from here on, whatever happens before the call ends.
    address_ = made.address;
    host_ = made.host;
    place_ = place;
    block_size_ = size;
  });
}

Ref<Mem> Mem::alloc(Context& context, std::uint64_t size) {
  check_size(size);
  collect(context);
  const auto made = make<Mem>(context);
  made->take_from_driver(MemPlace::kDevice, size, false, nullptr);
  made->size_ = size;
  return made;
}

Ref<Mem> Mem::alloc_host(Context& context, std::uint64_t size, bool write_combined) {
  check_size(size);
  collect(context);
  const auto made = make<Mem>(context);
  made->take_from_driver(MemPlace::kHost, size, write_combined, nullptr);
  made->size_ = size;
  return made;
}

Ref<Mem> Mem::sub_region(Mem& whole, std::uint64_t offset, std::uint64_t size) {
  check_size(size);
  whole.check_range(offset, size, "mem", "offset");
  const auto made = make<Mem>(whole.context());
  made->place_ = whole.place_;
  made->origin_ = MemOrigin::kSubRegion;
  made->address_ = whole.address_ + offset;
  made->host_ = whole.host_ ? static_cast<std::byte*>(whole.host_) + offset : nullptr;
  made->size_ = size;
  made->usage_ = whole.usage_;
  made->owner_ = Ref<Object>(&whole);
  return made;
}

void* Mem::host_address_of(Context& context, std::uint64_t address) {
  const Table& table = context.table();
  unsigned type = 0;
  void* host = nullptr;
  const bool is_host =
      table.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) == CUDA_SUCCESS &&
      type == CU_MEMORYTYPE_HOST &&
      table.cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, address) == CUDA_SUCCESS;
  return is_host ? host : nullptr;
}

Ref<Mem> Mem::wrap(Context& context, std::uint64_t address, std::uint64_t size, std::uint64_t host_address) {
  if (address == 0) throw Failure(status::kInvalidArgument, "`address` is 0");
  check_size(size);
  if (size - 1 > ~std::uint64_t{0} - address)
    throw Failure(status::kOutOfRange, "`size` " + std::to_string(size) + " at `address` " +
                                           std::to_string(address) + " exceeds the address space");
  collect(context);
  auto* host = reinterpret_cast<void*>(static_cast<std::uintptr_t>(host_address));
  // Where the driver knows whose address it is, it must be this context's.
  if (context.table().cuPointerGetAttribute) {
    context.run([&] {
      CUcontext its = nullptr;
      if (context.table().cuPointerGetAttribute(&its, CU_POINTER_ATTRIBUTE_CONTEXT, address) ==
              CUDA_SUCCESS &&
          its != nullptr && its != context.primary())
        throw Failure(
            status::kWrongContext,
            "`address` is memory of another context than `context`: wrap it with the context it was "
            "allocated in");
      if (!host) host = host_address_of(context, address);
    });
  }
  const auto made = make<Mem>(context);
  made->origin_ = MemOrigin::kWrapped;
  made->place_ = host ? MemPlace::kHost : MemPlace::kDevice;
  made->host_ = host;
  made->address_ = address;
  made->size_ = size;
  return made;
}

Ref<Mem> Mem::global(Context& context, Object& owner, Usage& usage, std::uint64_t address,
                     std::uint64_t size) {
  const auto made = make<Mem>(context);
  made->origin_ = MemOrigin::kGlobal;
  made->address_ = address;
  made->size_ = size;
  made->usage_ = &usage;
  made->owner_ = Ref<Object>(&owner);
  return made;
}

void Mem::use_on(const Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`mem`", *context_);
  const unsigned slot = queue_of(stream).slot;
  context_->run([&] {
    context_->use(usage(), slot);
    context_->queued(slot);
  });
}

void Mem::refuse_range(std::uint64_t offset, std::uint64_t size, const char* mem_name,
                       const char* offset_name, const char* size_name) const {
  const std::string mem = std::string("`") + mem_name + "`, which has " + std::to_string(size_) + " bytes";
  if (offset > size_)
    throw Failure(status::kOutOfRange, std::string("`") + offset_name + "` " + std::to_string(offset) +
                                           " is outside " + mem + ": pass an offset in it");
  throw Failure(status::kOutOfRange, std::string("`") + size_name + "` " + std::to_string(size) + " at `" +
                                         offset_name + "` " + std::to_string(offset) + " exceeds " + mem +
                                         ": at most " + std::to_string(size_ - offset) + " fit");
}

void Mem::last_reference() noexcept {
  if (pool_)
    pool_->take_back(*this);
  else if (block_size_ != 0)
    context_->defer(this);
  else
    delete this;
}

bool Mem::give_back() noexcept {
  const Table& table = context_->table();
  if (table.gridcallMemFree)
    table.gridcallMemFree(address_);
  else if (place_ == MemPlace::kHost)
    table.cuMemFreeHost(host_);
  else
    table.cuMemFree(address_);
  return true;
}

}  // namespace gridcall::core
