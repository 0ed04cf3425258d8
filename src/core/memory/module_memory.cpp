// SPDX-License-Identifier: Apache-2.0
//
// A variable of a module: there as long as the module is loaded.

#include "core/memory/allocation.h"

namespace gridcall::core {

namespace {

class ModuleMemory final : public Allocation {
 public:
  ModuleMemory(Context& context, Object& owner, Usage& usage, std::uint64_t address,
               std::uint64_t size) noexcept
      : Allocation(context, MemPlace::kDevice, usage), owner_(&owner) {
    set_whole(address, size, nullptr);
  }

  MemOrigin origin() const noexcept override { return MemOrigin::kGlobal; }

 private:
  const Ref<Object> owner_;
};

}  // namespace

Ref<Mem> Mem::global(Context& context, Object& owner, Usage& usage, std::uint64_t address,
                     std::uint64_t size) {
  return Allocation::mem_of(make<ModuleMemory>(context, owner, usage, address, size));
}

}  // namespace gridcall::core
