// SPDX-License-Identifier: Apache-2.0
//
// Memory of the device: cuMemAlloc.

#include "base/concat.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

class DeviceMemory : public DriverAllocation {
 public:
  explicit DeviceMemory(Context& context) noexcept : DriverAllocation(context, MemPlace::kDevice) {}

 private:
  CUresult ask(std::uint64_t size, DriverMemory& given) noexcept override {
    return context_->table().cuMemAlloc(&given.address, size);
  }
  CUresult free() noexcept override { return context_->table().cuMemFree(given().address); }
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

class PitchedMemory final : public DeviceMemory {
 public:
  PitchedMemory(Context& context, const MemSpec& spec) noexcept
      : DeviceMemory(context), element_size_(spec.element_size == 0 ? 4 : spec.element_size) {}

 private:
  CUresult ask(std::uint64_t, DriverMemory& given) noexcept override {
    RowLayout layout = rows();
    std::size_t pitch = 0;
    const CUresult result = context_->table().cuMemAllocPitch(&given.address, &pitch, layout.row_size,
                                                              layout.height, element_size_);
    layout.pitch = pitch;
    if (result == CUDA_SUCCESS) set_rows(layout);
    return result;
  }
  const char* call() const noexcept override { return "cuMemAllocPitch"; }

  const unsigned element_size_;
};

}  // namespace

Ref<DriverAllocation> make_device_memory(Context& context) {
  return Ref<DriverAllocation>::adopt(new DeviceMemory(context));
}

Ref<DriverAllocation> make_pitched_memory(Context& context, const MemSpec& spec) {
  return Ref<DriverAllocation>::adopt(new PitchedMemory(context, spec));
}

}  // namespace gridcall::core
