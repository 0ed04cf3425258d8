// SPDX-License-Identifier: Apache-2.0
//
// Memory of another library's: it is freed here only if it was handed over.

#include <cstdint>
#include <utility>

#include "base/concat.h"
#include "core/context_list.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

class WrappedMemory final : public Allocation {
 public:
  WrappedMemory(Context& context, MemPlace place, std::uint64_t address, std::uint64_t size, std::byte* host,
                Completion* completion, std::uint64_t token)
      : Allocation(context, place) {
    set_last_token(completion, token);
    set_whole(address, size, host);
    arm_last_token();
  }

  MemOrigin origin() const noexcept override { return MemOrigin::kWrapped; }

  // The driver has no memory to free, so only the object's own work must be done.
  bool waits_for_device() const noexcept override { return false; }
  bool give_back() noexcept override {
    if (!has_last_token()) return true;
    return context_->slots().unfinished(slots_in_use() & context_->slots().all(), deferred_at, true) == 0;
  }

 protected:
  void last_reference() noexcept override {
    if (has_last_token())
      context_->defer(this);
    else
      Allocation::last_reference();
  }
};

class OwnedMemory final : public DriverAllocation {
 public:
  OwnedMemory(Context& context, MemPlace place, std::uint64_t address, std::byte* host)
      : DriverAllocation(context, place), address_(address), host_(host) {}

  MemOrigin origin() const noexcept override { return MemOrigin::kWrapped; }

 private:
  // The memory exists already.
  CUresult ask(std::uint64_t, DriverMemory& given) noexcept override {
    given = {.address = address_, .host = host_};
    return CUDA_SUCCESS;
  }
  CUresult free() noexcept override {
    const Table& table = context_->table();
    return place() == MemPlace::kHost ? table.cuMemFreeHost(host_) : table.cuMemFree(address_);
  }
  const char* call() const noexcept override { return ""; }
  Status out_of_memory(std::uint64_t, std::string&) override { return status::kOutOfMemory; }

  const std::uint64_t address_;
  std::byte* const host_;
};

// An address, and the driver's attributes of it.
class Pointer {
 public:
  Pointer(Context& context, std::uint64_t address) noexcept
      : ask_(context.table().cuPointerGetAttribute), address_(address) {}

  template <class Value>
  bool get(CUpointer_attribute attribute, Value& value) const noexcept {
    return ask_ && ask_(&value, attribute, address_) == CUDA_SUCCESS;
  }
  bool can_ask() const noexcept { return ask_ != nullptr; }

 private:
  decltype(driver::Table::cuPointerGetAttribute) ask_;
  std::uint64_t address_;
};

void check_owner(const Context& context, const Pointer& pointer) {
  CUcontext its = nullptr;
  if (pointer.get(CU_POINTER_ATTRIBUTE_CONTEXT, its) && its && its != context.driver_handle())
    throw Failure(status::kWrongContext,
                  "`address` is memory of another context than `context`: wrap it with the context it was "
                  "allocated in");
}

// Throws unless the memory, which is to be freed, is a whole allocation.
void check_whole(const Pointer& pointer, std::uint64_t address, std::uint64_t size) {
  if (!pointer.can_ask()) return;
  CUdeviceptr begin = 0;
  std::size_t bytes = 0;
  if (!pointer.get(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, begin) ||
      !pointer.get(CU_POINTER_ATTRIBUTE_RANGE_SIZE, bytes))
    throw Failure(status::kInvalidArgument,
                  concat("`address` ", address,
                         " is no allocation of the driver, so OWNED cannot free it: pass "
                         "one, or leave OWNED out"));
  if (begin != address)
    throw Failure(status::kInvalidArgument, concat("`address` ", address, " lies inside the allocation at ",
                                                   begin, ", which OWNED would free: pass its beginning"));
  if (size > bytes)
    throw Failure(status::kOutOfRange,
                  concat("`size` ", size, " exceeds the allocation at `address`, which has ", bytes,
                         " bytes: pass at most as much"));
}

}  // namespace

Ref<Mem> Mem::wrap(Context& context, std::uint64_t address, std::uint64_t size, std::uint64_t host_address,
                   bool owned, Completion* completion, std::uint64_t token) {
  check_foreign_range(address, size, "address", "memory that `context` can reach");
  collect(context);
  auto* host = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(host_address));
  MemPlace place = host ? MemPlace::kHost : MemPlace::kDevice;
  const Pointer pointer(context, address);
  // If the driver knows the context of the address, it must be this one.
  if (pointer.can_ask()) {
    context.run([&] {
      check_owner(context, pointer);
      if (owned) check_whole(pointer, address, size);
      int managed = 0;
      unsigned type = 0;
      void* its_host = nullptr;
      if (pointer.get(CU_POINTER_ATTRIBUTE_IS_MANAGED, managed) && managed != 0) {
        place = MemPlace::kManaged;
        if (!host) host = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(address));
      } else if (!host && pointer.get(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, type) && type == CU_MEMORYTYPE_HOST &&
                 pointer.get(CU_POINTER_ATTRIBUTE_HOST_POINTER, its_host)) {
        place = MemPlace::kHost;
        host = static_cast<std::byte*>(its_host);
      }
    });
  }
  if (!owned)
    return Allocation::mem_of(make<WrappedMemory>(context, place, address, size, host, completion, token));
  auto made = make<OwnedMemory>(context, place, address, host);
  made->set_last_token(completion, token);
  made->take(size, nullptr);
  made->arm_last_token();
  return Allocation::mem_of(std::move(made));
}

}  // namespace gridcall::core
