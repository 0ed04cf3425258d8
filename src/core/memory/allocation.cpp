// SPDX-License-Identifier: Apache-2.0

#include "core/memory/allocation.h"

#include "base/concat.h"
#include "base/log.h"
#include "core/capture.h"
#include "core/completion.h"
#include "core/context_list.h"
#include "core/memory/pool.h"

namespace gridcall::core {

using namespace driver;

void check_size(std::uint64_t size) {
  if (size == 0) throw Failure(status::kInvalidArgument, "`size` is 0: ask for 1 byte at least");
}

void check_foreign_range(std::uint64_t address, std::uint64_t size, const char* name, const char* what) {
  if (address == 0)
    throw Failure(status::kInvalidArgument, concat("`", name, "` is 0: pass the address of ", what));
  check_size(size);
  const std::uint64_t most = ~std::uint64_t{0} - address;
  if (size - 1 > most)
    throw Failure(status::kOutOfRange,
                  concat("`size` ", size, " at `", name, "` ", address, " exceeds the address space by ",
                         size - 1 - most, " bytes: pass the size of the memory"));
}

bool has_attribute(const Context& context, CUdevice_attribute attribute) {
  int value = 0;
  return context.device().try_attribute(attribute, value) && value != 0;
}

unsigned mem_flags::barred_by(std::uint64_t flags) noexcept {
  unsigned barred = 0;
  if (flags & (kHostReadOnly | kHostNoAccess)) barred |= Mem::kHostWrites;
  if (flags & (kHostWriteOnly | kHostNoAccess)) barred |= Mem::kHostReads;
  return barred;
}

void Allocation::set_flags(std::uint64_t flags) noexcept {
  flags_ = flags;
  bar(mem_flags::barred_by(flags));
}

Allocation::LastToken::LastToken() noexcept = default;

Allocation::LastToken::~LastToken() {
  if (!is_armed) return;
  Notification* const posted = notification.release();
  posted->post();
  posted->unretain();
  tokens_of_memory.fetch_sub(1, std::memory_order_relaxed);
}

void Allocation::LastToken::arm() noexcept {
  if (!notification) return;
  is_armed = true;
  tokens_of_memory.fetch_add(1, std::memory_order_relaxed);
}

void Allocation::set_last_token(Completion* completion, std::uint64_t token) {
  if (completion) last_token_.notification = std::make_unique<Notification>(*completion, token);
}

void Allocation::set_whole(std::uint64_t address, std::uint64_t size, std::byte* host) noexcept {
  whole_.address_ = address;
  whole_.size_ = size;
  whole_.host_ = host;
}

void Allocation::give_back_now() {
  context_->run([&] {
    const RelaxedCaptureMode relaxed(context_->table(), context_->is_cpu());
    CUresult result = CUDA_SUCCESS;
    const char* call = free_now(result);
    set_whole(0, 0, nullptr);
    context_->check(result, call);
  });
}

const char* Allocation::free_now(CUresult&) noexcept {
  give_back();
  return "";
}

void Allocation::last_reference() noexcept {
  delete this;
}

// ----------------------------------------------------------------------------------------------------------

void DriverAllocation::last_reference() noexcept {
  if (device_bytes() != 0)
    context_->defer(this);
  else
    delete this;  // the driver gave no memory
}

const char* DriverAllocation::free_now(CUresult& result) noexcept {
  if (log::wants(log::Level::kDebug))
    log::debug("memory", free_call(), " takes back ", device_bytes(), " bytes at ", log::Hex(given_.address));
  const auto free_at_once = context_->table().gridcallMemFree;
  result = free_at_once && is_drivers() ? free_at_once(given_.address) : free();
  return free_call();
}

bool DriverAllocation::give_back() noexcept {
  CUresult ignored = CUDA_SUCCESS;
  free_now(ignored);
  return true;
}

// The driver aligns memory to 256 bytes.
void DriverAllocation::set_options(const MemSpec& spec, const RowLayout& rows) noexcept {
  constexpr std::uint64_t kDriverAlignment = 256;
  set_rows(rows);
  if (spec.alignment > kDriverAlignment) slack_ = spec.alignment - kDriverAlignment;
  set_flags(spec.flags);
}

CUresult ask_again(Context& context, Pool* asking, const std::function<CUresult()>& ask) {
  // Other threads must be able to reclaim what they release during this call.
  const EpochPause pause;
  CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
  constexpr int kSteps = 12, kWaits = 4;
  for (int step = 0; step < kSteps && result == CUDA_ERROR_OUT_OF_MEMORY; ++step) {
    if (step == kWaits) {
      // Released memory that is still used becomes free when the device is idle.
      context.slots().wait_for_all();
      context.check_loss();
    }
    if (step < 2) {
      handle_collect_all();
    } else {
      // An interrupted call delays the reclamation of all handles released meanwhile.
      handle_collect_after_calls();
    }
    if (asking) asking->release_held(0);
    if (step > 0) {
      if (Pools* const pools = context.services().find<Pools>()) pools->free_held(asking);
      sweep_ending_contexts(&context, Sweep::kMemoryLow);
    }
    context.sweep(Sweep::kMemoryLow);
    result = ask();
  }
  return result;
}

void DriverAllocation::refuse(std::uint64_t size, const Pool* asking, CUresult result) {
  Failure failure = driver_failure(context_->table(), result, call());
  failure.status = out_of_memory(size, failure.message);
  if (asking) {
    const PoolStatistics stats = asking->statistics();
    // The block for this request counts as active already.
    failure.message += concat("; the pool has ", stats.active_bytes - size, " active, ", stats.held_bytes,
                              " held, limit ", stats.limit ? concat(stats.limit) : std::string("none"));
  }
  failure.message += "; released memory and what pools held were freed first: release memory or ask for less";
  log::info("memory", failure.message);
  throw failure;
}

void DriverAllocation::take(std::uint64_t size, Pool* asking) {
  Context& context = *context_;
  context.run([&] {
    DriverMemory given;
    const RelaxedCaptureMode relaxed(context.table(), context.is_cpu());
    // Released memory that waits for a busy device must not grow without limit.
    if (context.deferred().has_much()) context.sweep(Sweep::kPressed);
    const std::uint64_t wanted = size > ~slack_ ? ~std::uint64_t{0} : size + slack_;
    CUresult result = ask(wanted, given);
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
      result = ask_again(context, asking, [&] { return ask(wanted, given); });
    if (result == CUDA_ERROR_OUT_OF_MEMORY) refuse(size, asking, result);
    context.check(result, call());
    // From here on the destructor frees the memory.
    given_ = given;
    if (log::wants(log::Level::kDebug))
      log::debug("memory", call(), " gave ", wanted, " bytes at ", log::Hex(given.address));
    const std::uint64_t skipped = slack_ == 0 ? 0 : (0 - given.address) & (slack_ + 255);
    auto* host = static_cast<std::byte*>(given.host);
    set_whole(given.address + skipped, rows().pitch != 0 ? rows().pitch * rows().height : size,
              host ? host + skipped : nullptr);
  });
}

}  // namespace gridcall::core
