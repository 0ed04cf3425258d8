// SPDX-License-Identifier: Apache-2.0
//
// Memory of the host that devices reach: cuMemHostAlloc.

#include "base/concat.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

class PageLockedMemory final : public DriverAllocation {
 public:
  PageLockedMemory(Context& context, bool write_combined) noexcept
      : DriverAllocation(context, MemPlace::kHost), write_combined_(write_combined) {}

 private:
  CUresult ask(std::uint64_t size, DriverMemory& given) noexcept override {
    const Table& table = context_->table();
    // Portable and mapped memory has one address that the kernels of every context may use.
    const unsigned flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP |
                           (write_combined_ ? CU_MEMHOSTALLOC_WRITECOMBINED : 0u);
    const CUresult result = table.cuMemHostAlloc(&given.host, size, flags);
    if (result != CUDA_SUCCESS) return result;
    const CUresult mapped = table.cuMemHostGetDevicePointer(&given.address, given.host, 0);
    if (mapped != CUDA_SUCCESS) {
      table.cuMemFreeHost(given.host);
      given.host = nullptr;
    }
    return mapped;
  }
  CUresult free() noexcept override { return context_->table().cuMemFreeHost(given().host); }
  const char* call() const noexcept override { return "cuMemHostAlloc"; }

  Status out_of_memory(std::uint64_t size, std::string& message) override {
    message = concat("out of memory allocating ", size, " bytes of page-locked memory");
    return status::kOutOfHostMemory;
  }

  const bool write_combined_;
};

}  // namespace

Ref<DriverAllocation> make_page_locked_memory(Context& context, bool write_combined) {
  return Ref<DriverAllocation>::adopt(new PageLockedMemory(context, write_combined));
}

}  // namespace gridcall::core
