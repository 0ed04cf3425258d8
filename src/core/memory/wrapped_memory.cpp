// SPDX-License-Identifier: Apache-2.0
//
// Memory of another library's: it is never freed here.

#include "base/concat.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

class WrappedMemory final : public Allocation {
 public:
  WrappedMemory(Context& context, std::uint64_t address, std::uint64_t size, std::byte* host) noexcept
      : Allocation(context, host ? MemPlace::kHost : MemPlace::kDevice) {
    set_whole(address, size, host);
  }

  MemOrigin origin() const noexcept override { return MemOrigin::kWrapped; }
};

// Where the host reaches page-locked memory; nullptr if it is none.
std::byte* host_address_of(Context& context, std::uint64_t address) {
  const Table& table = context.table();
  unsigned type = 0;
  void* host = nullptr;
  const bool is_host =
      table.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) == CUDA_SUCCESS &&
      type == CU_MEMORYTYPE_HOST &&
      table.cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, address) == CUDA_SUCCESS;
  return is_host ? static_cast<std::byte*>(host) : nullptr;
}

}  // namespace

Ref<Mem> Mem::wrap(Context& context, std::uint64_t address, std::uint64_t size, std::uint64_t host_address) {
  if (address == 0)
    throw Failure(status::kInvalidArgument,
                  "`address` is 0: pass the address of memory that `context` can reach");
  check_size(size);
  if (size - 1 > ~std::uint64_t{0} - address)
    throw Failure(status::kOutOfRange,
                  concat("`size` ", size, " at `address` ", address, " exceeds the address space by ",
                         size - 1 - (~std::uint64_t{0} - address), " bytes: pass the size of the memory"));
  collect(context);
  auto* host = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(host_address));
  // Where the driver knows whose address it is, it must be this context's.
  if (context.table().cuPointerGetAttribute) {
    context.run([&] {
      CUcontext its = nullptr;
      if (context.table().cuPointerGetAttribute(&its, CU_POINTER_ATTRIBUTE_CONTEXT, address) ==
              CUDA_SUCCESS &&
          its && its != context.driver_handle())
        throw Failure(
            status::kWrongContext,
            "`address` is memory of another context than `context`: wrap it with the context it was "
            "allocated in");
      if (!host) host = host_address_of(context, address);
    });
  }
  return Allocation::mem_of(make<WrappedMemory>(context, address, size, host));
}

}  // namespace gridcall::core
