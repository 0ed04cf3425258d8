// SPDX-License-Identifier: Apache-2.0

#include "core/memory/allocation.h"

#include "base/concat.h"
#include "core/context_list.h"
#include "core/memory/pool.h"

namespace gridcall::core {

using namespace driver;

void check_size(std::uint64_t size) {
  if (size == 0) throw Failure(status::kInvalidArgument, "`size` is 0: ask for 1 byte at least");
}

void Allocation::set_whole(std::uint64_t address, std::uint64_t size, std::byte* host) noexcept {
  whole_.address_ = address;
  whole_.size_ = size;
  whole_.host_ = host;
}

Ref<Mem> Allocation::part(std::uint64_t address, std::uint64_t size, std::byte* host) {
  const auto made = Ref<Mem>::adopt(new Mem(*this, *context_, usage()));
  retain();
  made->address_ = address;
  made->size_ = size;
  made->host_ = host;
  return made;
}

void Allocation::last_reference() noexcept {
  delete this;
}

// ----------------------------------------------------------------------------------------------------------

void DriverAllocation::last_reference() noexcept {
  if (device_bytes() != 0)
    context_->defer(this);
  else
    delete this;  // the driver gave nothing
}

bool DriverAllocation::give_back() noexcept {
  if (const auto free_at_once = context_->table().gridcallMemFree)
    free_at_once(whole().address());
  else
    free();
  return true;
}

// The driver is out of memory: each step frees more, and then asks the driver again.
CUresult DriverAllocation::ask_again(std::uint64_t size, Pool* asking, Given& given) {
  // What other threads release and take meanwhile must not wait for this call to end.
  const EpochPause pause;
  Context& context = *context_;
  CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
  constexpr int kSteps = 12, kWaits = 4;
  for (int step = 0; step < kSteps && result == CUDA_ERROR_OUT_OF_MEMORY; ++step) {
    if (step == kWaits) {
      // Whatever was released and is still used becomes free when the device has finished.
      context.wait_for_all();
      context.check_loss();
    }
    if (step < 2) {
      handle_collect_all();
    } else {
      // A call that was interrupted keeps what all threads release meanwhile.
      handle_collect_after_calls();
    }
    if (asking) asking->release_held(0);
    if (step > 0) {
      context.free_held_by_pools(asking);
      sweep_ending_contexts(&context, Sweep::kMemoryLow);
    }
    context.sweep(Context::Sweep::kMemoryLow);
    result = ask(size, given);
  }
  return result;
}

void DriverAllocation::refuse(std::uint64_t size, const Pool* asking, CUresult result) {
  Failure failure = driver_failure(context_->table(), result, call());
  failure.status = out_of_memory(size, failure.message);
  if (asking) {
    const PoolStatistics stats = asking->statistics();
    // The block that is asked for counts as active already.
    failure.message += concat("; the pool has ", stats.active_bytes - size, " active, ", stats.held_bytes,
                              " held, limit ", stats.limit ? concat(stats.limit) : std::string("none"));
  }
  failure.message += "; released memory and what pools held were freed first: release some or ask for less";
  throw failure;
}

void DriverAllocation::take(std::uint64_t size, Pool* asking) {
  Context& context = *context_;
  context.run([&] {
    Given given;
    // Released memory that waits for a busy device must not pile up without end.
    if (context.defers_much()) context.sweep(Context::Sweep::kPressed);
    CUresult result = ask(size, given);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) result = ask_again(size, asking, given);
    if (result == CUDA_ERROR_OUT_OF_MEMORY) refuse(size, asking, result);
    context.check(result, call());
    // From here on the destructor frees it.
    set_whole(given.address, size, static_cast<std::byte*>(given.host));
  });
}

}  // namespace gridcall::core
