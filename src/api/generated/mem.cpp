// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/completion.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_mem_alloc(gc_context* context, uint64_t size, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_mem_alloc", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_mem, "out_mem");
    call.give(out_mem, core::Mem::alloc(context_, size));
  });
}

gc_status gc_mem_create(gc_context* context, const gc_mem_options* options, gc_mem** out_mem,
                        gc_error** out_error) {
  return api::guard("gc_mem_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.required_options(options, "options", 88,
                                                GRIDCALL_MEM_WRITE_COMBINED | GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_ZERO | GRIDCALL_MEM_KERNEL_READ_ONLY | GRIDCALL_MEM_KERNEL_WRITE_ONLY | GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_WRITE_ONLY | GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER | GRIDCALL_MEM_SVM_ATOMICS);
    api::MemOptionsObjects options_objects;
    call.reserved(options_.reserved, "options->reserved");
    call.bytes(options_.content, options_.content_size, "options->content");
    options_objects.completion = call.optional_handle<core::Completion>(options_.completion, "options->completion");
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::mem_create(context_, options_, options_objects));
  });
}

gc_status gc_mem_create_sub_region(gc_mem* mem, uint64_t offset, uint64_t size, gc_mem_flags flags,
                                   gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_mem_create_sub_region", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.flags(flags, "flags", GRIDCALL_MEM_WRITE_COMBINED | GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_ZERO | GRIDCALL_MEM_KERNEL_READ_ONLY | GRIDCALL_MEM_KERNEL_WRITE_ONLY | GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_WRITE_ONLY | GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER | GRIDCALL_MEM_SVM_ATOMICS);
    call.out(out_mem, "out_mem");
    call.give(out_mem, core::Mem::sub_region(mem_, offset, size, flags));
  });
}

gc_status gc_mem_register(gc_context* context, uint64_t host_address, uint64_t size,
                          const gc_mem_register_options* options, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_mem_register", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 16,
                                       GRIDCALL_MEM_REGISTER_PORTABLE | GRIDCALL_MEM_REGISTER_MAPPED | GRIDCALL_MEM_REGISTER_IO_MEMORY | GRIDCALL_MEM_REGISTER_READ_ONLY);
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::mem_register(context_, host_address, size, options_));
  });
}

gc_status gc_mem_wrap(gc_context* context, uint64_t address, uint64_t size,
                      const gc_mem_wrap_options* options, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_mem_wrap", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 40, GRIDCALL_MEM_WRAP_OWNED);
    api::MemWrapOptionsObjects options_objects;
    options_objects.completion = call.optional_handle<core::Completion>(options_.completion, "options->completion");
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::mem_wrap(context_, address, size, options_, options_objects));
  });
}

gc_status gc_mem_get_address(gc_mem* mem, uint64_t* out_address, gc_error** out_error) {
  return api::guard_quick("gc_mem_get_address", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_address, "out_address");
    *out_address = api::mem_get_address(mem_);
  });
}

gc_status gc_mem_get_host_address(gc_mem* mem, uint64_t* out_address, gc_error** out_error) {
  return api::guard_quick("gc_mem_get_host_address", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_address, "out_address");
    *out_address = api::mem_get_host_address(mem_);
  });
}

gc_status gc_mem_get_size(gc_mem* mem, uint64_t* out_size, gc_error** out_error) {
  return api::guard_quick("gc_mem_get_size", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_size, "out_size");
    *out_size = mem_.size();
  });
}

gc_status gc_mem_get_attribute(gc_mem* mem, gc_mem_attribute attribute, uint64_t* out_value,
                               gc_error** out_error) {
  return api::guard("gc_mem_get_attribute", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_value, "out_value");
    *out_value = api::mem_get_attribute(mem_, attribute);
  });
}

gc_status gc_mem_get_parent(gc_mem* mem, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_mem_get_parent", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_mem, "out_mem");
    call.give(out_mem, mem_.parent());
  });
}

gc_status gc_mem_use(gc_mem* mem, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_mem_use", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    mem_.use_on(stream_);
  });
}

gc_status gc_mem_wait(gc_mem* mem, uint64_t timeout_nanoseconds, int32_t* out_done, gc_error** out_error) {
  return api::guard("gc_mem_wait", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_done, "out_done");
    *out_done = mem_.wait(timeout_nanoseconds) ? 1 : 0;
  });
}

gc_status gc_mem_attach(gc_mem* mem, gc_mem_attach_mode attach, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_mem_attach", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    mem_.attach(attach, stream_);
  });
}

gc_status gc_mem_advise(gc_mem* mem, uint64_t offset, uint64_t size, gc_mem_advice advice, gc_device* device,
                        gc_error** out_error) {
  return api::guard("gc_mem_advise", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.enumeration(advice, "advice", {GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY, GRIDCALL_MEM_ADVICE_UNSET_READ_MOSTLY, GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION, GRIDCALL_MEM_ADVICE_UNSET_PREFERRED_LOCATION, GRIDCALL_MEM_ADVICE_SET_ACCESSED_BY, GRIDCALL_MEM_ADVICE_UNSET_ACCESSED_BY});
    auto* device_ = call.optional_handle<core::Device>(device, "device");
    mem_.advise(offset, size, advice, device_);
  });
}

gc_status gc_mem_prefetch(gc_mem* mem, uint64_t offset, uint64_t size, gc_device* device,
                          gc_mem_prefetch_flags flags, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_mem_prefetch", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* device_ = call.optional_handle<core::Device>(device, "device");
    call.flags(flags, "flags", GRIDCALL_MEM_PREFETCH_DISCARD);
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    mem_.prefetch(offset, size, device_, flags, stream_);
  });
}

gc_status gc_mem_get_ipc_handle(gc_mem* mem, uint8_t out_handle[64], uint64_t* out_offset,
                                gc_error** out_error) {
  return api::guard("gc_mem_get_ipc_handle", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_handle, "out_handle");
    call.out(out_offset, "out_offset");
    std::array<std::uint8_t, 64> out_handle_{};
    std::uint64_t out_offset_{};
    mem_.ipc_handle(out_handle_, out_offset_);
    std::memcpy(out_handle, out_handle_.data(), out_handle_.size());
    *out_offset = out_offset_;
  });
}

gc_status gc_mem_open_ipc(gc_context* context, const void* handle, size_t handle_size, uint64_t offset,
                          uint64_t size, const gc_mem_ipc_options* options, gc_mem** out_mem,
                          gc_error** out_error) {
  return api::guard("gc_mem_open_ipc", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto handle_ = call.bytes(handle, handle_size, "handle");
    const auto options_ = call.options(options, "options", 16, GRIDCALL_MEM_IPC_LAZY_PEER_ACCESS);
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::mem_open_ipc(context_, handle_, offset, size, options_));
  });
}

gc_status gc_mem_free(gc_mem* mem, gc_error** out_error) {
  return api::guard("gc_mem_free", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    api::mem_free(mem_, reinterpret_cast<std::uintptr_t>(mem));
  });
}

void gc_mem_release(gc_mem* mem) { api::release<core::Mem>(mem); }

}  // extern "C"
