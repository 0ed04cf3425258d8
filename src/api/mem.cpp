// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "api/results.h"
#include "core/completion.h"
#include "core/memory/allocation.h"

namespace gridcall::api {

static_assert(core::mem_flags::kWriteCombined == GRIDCALL_MEM_WRITE_COMBINED);
static_assert(core::mem_flags::kPortable == GRIDCALL_MEM_PORTABLE);
static_assert(core::mem_flags::kMapped == GRIDCALL_MEM_MAPPED);
static_assert(core::mem_flags::kZero == GRIDCALL_MEM_ZERO);
static_assert(core::mem_flags::kKernelReadOnly == GRIDCALL_MEM_KERNEL_READ_ONLY);
static_assert(core::mem_flags::kKernelWriteOnly == GRIDCALL_MEM_KERNEL_WRITE_ONLY);
static_assert(core::mem_flags::kHostReadOnly == GRIDCALL_MEM_HOST_READ_ONLY);
static_assert(core::mem_flags::kHostWriteOnly == GRIDCALL_MEM_HOST_WRITE_ONLY);
static_assert(core::mem_flags::kHostNoAccess == GRIDCALL_MEM_HOST_NO_ACCESS);
static_assert(core::mem_flags::kSvmFineGrainBuffer == GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER);
static_assert(core::mem_flags::kSvmAtomics == GRIDCALL_MEM_SVM_ATOMICS);
// The values of these flags are CUDA's, so they are passed unchanged.
static_assert(GRIDCALL_MEM_REGISTER_PORTABLE == driver::CU_MEMHOSTREGISTER_PORTABLE &&
              GRIDCALL_MEM_REGISTER_MAPPED == driver::CU_MEMHOSTREGISTER_DEVICEMAP &&
              GRIDCALL_MEM_REGISTER_IO_MEMORY == driver::CU_MEMHOSTREGISTER_IOMEMORY &&
              GRIDCALL_MEM_REGISTER_READ_ONLY == driver::CU_MEMHOSTREGISTER_READ_ONLY);

namespace {

void check_token(const core::Completion* completion, std::uint64_t token) {
  if (!completion && token != 0)
    throw Failure(status::kInvalidOptions, "`options->token` is " + std::to_string(token) +
                                               " without `options->completion`: pass one, or 0");
}

}  // namespace

core::Ref<core::Mem> mem_create(core::Context& context, const gc_mem_options& options,
                                const MemOptionsObjects& options_objects) {
  check_token(options_objects.completion, options.token);
  const core::MemPlace place =
      options.place == 0 ? core::MemPlace::kDevice : static_cast<core::MemPlace>(options.place);
  return core::Mem::create(context,
                           {.size = options.size == 0 ? options.content_size : options.size,
                            .place = place,
                            .attach = static_cast<core::MemAttachMode>(options.attach),
                            .flags = options.flags,
                            .alignment = options.alignment,
                            .height = options.height,
                            .element_size = options.element_size,
                            .content = {static_cast<const std::byte*>(options.content), options.content_size},
                            .completion = options_objects.completion,
                            .token = options.token});
}

core::Ref<core::Mem> mem_register(core::Context& context, std::uint64_t address, std::uint64_t size,
                                  const gc_mem_register_options& options) {
  // The memory is always portable and mapped, like page-locked memory of gc_mem_create.
  const auto flags = static_cast<unsigned>(options.flags) | driver::CU_MEMHOSTREGISTER_PORTABLE |
                     driver::CU_MEMHOSTREGISTER_DEVICEMAP;
  return core::Mem::register_host(context, address, size, flags);
}

core::Ref<core::Mem> mem_wrap(core::Context& context, std::uint64_t address, std::uint64_t size,
                              const gc_mem_wrap_options& options,
                              const MemWrapOptionsObjects& options_objects) {
  check_token(options_objects.completion, options.token);
  return core::Mem::wrap(context, address, size, options.host_address,
                         (options.flags & GRIDCALL_MEM_WRAP_OWNED) != 0, options_objects.completion,
                         options.token);
}

core::Ref<core::Mem> mem_open_ipc(core::Context& context, std::span<const std::byte> handle,
                                  std::uint64_t offset, std::uint64_t size, const gc_mem_ipc_options&) {
  return core::Mem::open_ipc(context, handle, offset, size);
}

void mem_free(core::Mem& mem, core::HandleValue handle) {
  mem.free(handle);
}

std::uint64_t mem_get_address(core::Mem& mem) {
  if (mem.barred() & core::Mem::kKernels)
    throw Failure(status::kUnsupported, "`mem` is ordinary host memory, which kernels on " +
                                            mem.context().device().label() +
                                            " cannot reach: make it page-locked or managed");
  mem.expose();
  return mem.address();
}

std::uint64_t mem_get_host_address(core::Mem& mem) {
  if (!mem.host())
    throw Failure(status::kUnsupported,
                  "`mem` is not page-locked host memory, so the host has no address of it: copy it with "
                  "gc_memcpy_dtoh, or make it with the place HOST");
  constexpr unsigned kNoAccess = core::Mem::kHostReads | core::Mem::kHostWrites;
  if ((mem.barred() & kNoAccess) == kNoAccess)
    throw Failure(
        status::kUnsupported,
        "`mem` was made with HOST_NO_ACCESS, so the host must not use it: make it without that flag");
  mem.expose();
  return reinterpret_cast<std::uintptr_t>(mem.host());
}

std::uint64_t mem_get_attribute(core::Mem& mem, gc_mem_attribute attribute) {
  return mem.attribute(static_cast<core::MemAttribute>(attribute));
}

}  // namespace gridcall::api
