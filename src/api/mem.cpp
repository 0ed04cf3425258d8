// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"

namespace gridcall::api {

core::Ref<core::Mem> mem_alloc_host(core::Context& context, std::uint64_t size,
                                    const gc_mem_host_options& options) {
  return core::Mem::alloc_host(context, size, (options.flags & GRIDCALL_MEM_HOST_WRITE_COMBINED) != 0);
}

core::Ref<core::Mem> mem_wrap(core::Context& context, std::uint64_t address, std::uint64_t size,
                              const gc_mem_wrap_options& options) {
  return core::Mem::wrap(context, address, size, options.host_address);
}

std::uint64_t mem_get_address(core::Mem& mem) {
  mem.expose();
  return mem.address();
}

std::uint64_t mem_get_host_address(core::Mem& mem) {
  if (!mem.host())
    throw Failure(status::kUnsupported,
                  "`mem` is not page-locked host memory, so the host has no address of it: copy it with "
                  "gc_memcpy_dtoh, or make it with gc_mem_alloc_host");
  mem.expose();
  return reinterpret_cast<std::uintptr_t>(mem.host());
}

std::uint64_t mem_get_attribute(core::Mem& mem, gc_mem_attribute attribute) {
  switch (static_cast<core::MemAttribute>(attribute)) {
    case core::MemAttribute::kPlace:
      return static_cast<std::uint64_t>(mem.place());
    case core::MemAttribute::kOrigin:
      return static_cast<std::uint64_t>(mem.origin());
  }
  throw Failure(status::kNotFound,
                "`attribute` is " + std::to_string(attribute) +
                    ", which this library does not know: pass PLACE (100001) or ORIGIN (100002)");
}

}  // namespace gridcall::api
