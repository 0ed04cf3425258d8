// SPDX-License-Identifier: Apache-2.0
//
// Memory of the program's, page-locked for as long as the gc_mem lives: cuMemHostRegister.

#include <map>
#include <mutex>

#include "base/concat.h"
#include "core/context_list.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

// The ranges that this library has registered, so that a failure can name the range that a new one overlaps.
// Each driver has registrations of its own.
class Registrations {
 public:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
  };

  void add(const Table& driver, std::uint64_t begin, std::uint64_t size) {
    const std::lock_guard lock(lock_);
    ranges_[{&driver, begin}] = size;
  }
  void remove(const Table& driver, std::uint64_t begin) noexcept {
    const std::lock_guard lock(lock_);
    ranges_.erase({&driver, begin});
  }
  // Returns false if none of these ranges overlaps the new one.
  bool find(const Table& driver, std::uint64_t begin, std::uint64_t size, Range& found) const {
    const std::lock_guard lock(lock_);
    for (const auto& [key, bytes] : ranges_) {
      if (key.first != &driver || (key.second - begin >= size && begin - key.second >= bytes)) continue;
      found = {key.second, bytes};
      return true;
    }
    return false;
  }

 private:
  mutable std::mutex lock_;
  std::map<std::pair<const Table*, std::uint64_t>, std::uint64_t> ranges_;
};

Registrations& registrations() {
  static auto* const all = new Registrations;
  return *all;
}

class RegisteredMemory final : public DriverAllocation {
 public:
  RegisteredMemory(Context& context, std::uint64_t address, unsigned flags) noexcept
      : DriverAllocation(context, MemPlace::kHost), address_(address), register_flags_(flags) {}
  ~RegisteredMemory() override { forget(); }

  MemOrigin origin() const noexcept override { return MemOrigin::kRegistered; }
  // Marks the range as registered.
  void note(std::uint64_t size) {
    registrations().add(context_->table(), address_, size);
    is_noted_ = true;
  }

 private:
  void* host() const noexcept { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address_)); }
  void forget() noexcept {
    if (is_noted_) registrations().remove(context_->table(), address_);
    is_noted_ = false;
  }

  CUresult ask(std::uint64_t size, DriverMemory& given) noexcept override {
    const Table& table = context_->table();
    CUresult result = table.cuMemHostRegister(host(), size, register_flags_);
    if (result == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED) {
      // A released range may still wait for its work.
      handle_collect_all();
      context_->sweep(Sweep::kNow);
      result = table.cuMemHostRegister(host(), size, register_flags_);
    }
    if (result != CUDA_SUCCESS) return result;
    const CUresult mapped = table.cuMemHostGetDevicePointer(&given.address, host(), 0);
    if (mapped != CUDA_SUCCESS) table.cuMemHostUnregister(host());
    given.host = host();
    return mapped;
  }
  CUresult free() noexcept override {
    forget();
    return context_->table().cuMemHostUnregister(host());
  }
  const char* free_call() const noexcept override { return "cuMemHostUnregister"; }
  bool is_drivers() const noexcept override { return false; }
  const char* call() const noexcept override { return "cuMemHostRegister"; }

  Status out_of_memory(std::uint64_t size, std::string& message) override {
    message = concat("out of memory registering ", size, " bytes of host memory");
    return status::kOutOfHostMemory;
  }

  const std::uint64_t address_;
  const unsigned register_flags_;
  bool is_noted_ = false;
};

constexpr const char* kPageLocked =
    " overlaps memory that is page-locked already, by gc_mem_create or another library: wrap it with "
    "gc_mem_wrap";

// Returns true if the driver knows the address as host memory; an H200's driver returns INVALID_VALUE unless
// it has page-locked the memory.
bool is_page_locked(Context& context, std::uint64_t address) {
  const Table& table = context.table();
  unsigned type = 0;
  return table.cuPointerGetAttribute && context.run([&] {
    return table.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
  }) == CUDA_SUCCESS &&
         type == CU_MEMORYTYPE_HOST;
}

}  // namespace

Ref<Mem> Mem::register_host(Context& context, std::uint64_t address, std::uint64_t size, unsigned flags) {
  check_foreign_range(address, size, "host_address", "host memory of this process");
  const Table& table = context.table();
  if (!table.cuMemHostRegister || !table.cuMemHostUnregister)
    throw Failure(status::kUnsupported,
                  concat("the driver of ", context.device().label(),
                         " cannot register host memory: use gc_mem_create with the place HOST"));
  collect(context);
  auto made = make<RegisteredMemory>(context, address, flags);
  try {
    made->take(size, nullptr);
  } catch (Failure& failure) {
    const auto code = static_cast<CUresult>(failure.driver_code);
    if (code == CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED) {
      Registrations::Range other;
      failure.message = concat("`size` ", size, " at `host_address` ", address);
      if (registrations().find(table, address, size, other))
        failure.message += concat(" overlaps ", other.size, " bytes at address ", other.begin,
                                  ", which are registered: free that gc_mem first (gc_mem_free)");
      else
        failure.message += kPageLocked;
    } else if (code == CUDA_ERROR_NOT_SUPPORTED &&
               (flags & (CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY)) != 0) {
      failure.status = status::kUnsupported;
      failure.message =
          concat(context.device().label(), " registers no memory with ",
                 (flags & CU_MEMHOSTREGISTER_IOMEMORY) != 0 ? "IO_MEMORY" : "READ_ONLY",
                 " of `options->flags`: leave it out, if this is ordinary memory that the process may write");
    } else if (code == CUDA_ERROR_INVALID_VALUE || code == CUDA_ERROR_NOT_SUPPORTED) {
      const bool is_locked = is_page_locked(context, address);
      failure.status = is_locked ? status::kAlreadyRegistered : status::kInvalidArgument;
      failure.message = concat(
          "`size` ", size, " at `host_address` ", address,
          is_locked ? kPageLocked : " is not host memory of this program: pass memory that it has allocated");
    }
    throw;
  }
  made->note(size);
  return Allocation::mem_of(std::move(made));
}

}  // namespace gridcall::core
