// SPDX-License-Identifier: Apache-2.0
//
// Memory of the device: cuMemAlloc.

#include "base/concat.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

class DeviceMemory final : public DriverAllocation {
 public:
  explicit DeviceMemory(Context& context) noexcept : DriverAllocation(context, MemPlace::kDevice) {}

 private:
  CUresult ask(std::uint64_t size, Given& given) noexcept override {
    return context_->table().cuMemAlloc(&given.address, size);
  }
  void free() noexcept override { context_->table().cuMemFree(whole().address()); }
  const char* call() const noexcept override { return "cuMemAlloc"; }

  Status out_of_memory(std::uint64_t size, std::string& message) override {
    message = concat("out of memory allocating ", size, " bytes");
    std::size_t free_bytes = 0, total = 0;
    if (context_->table().cuMemGetInfo(&free_bytes, &total) == CUDA_SUCCESS)
      message += concat(": ", context_->device().label(), " has ", free_bytes, " of ", total,
                        " bytes free, perhaps not in one piece");
    return status::kOutOfMemory;
  }
};

}  // namespace

Ref<DriverAllocation> make_device_memory(Context& context) {
  return Ref<DriverAllocation>::adopt(new DeviceMemory(context));
}

Ref<Mem> Mem::alloc(Context& context, std::uint64_t size) {
  check_size(size);
  collect(context);
  Ref<DriverAllocation> made = make_device_memory(context);
  made->take(size, nullptr);
  return Allocation::mem_of(std::move(made));
}

}  // namespace gridcall::core
