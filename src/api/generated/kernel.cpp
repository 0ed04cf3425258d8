// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_kernel_get_name(gc_kernel* kernel, char* name, size_t capacity, size_t* out_needed,
                             gc_error** out_error) {
  return api::guard_quick("gc_kernel_get_name", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    call.buffer(name, capacity, "name");
    call.needed(name, out_needed, "out_needed");
    call.out_string(name, capacity, out_needed, kernel_.name());
  });
}

gc_status gc_kernel_get_attribute(gc_kernel* kernel, gc_kernel_attribute attribute, int32_t* out_value,
                                  gc_error** out_error) {
  return api::guard("gc_kernel_get_attribute", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    call.out(out_value, "out_value");
    *out_value = kernel_.attribute(attribute);
  });
}

gc_status gc_kernel_set_attribute(gc_kernel* kernel, gc_kernel_attribute attribute, int32_t value,
                                  gc_error** out_error) {
  return api::guard("gc_kernel_set_attribute", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    kernel_.set_attribute(attribute, value);
  });
}

gc_status gc_kernel_get_occupancy(gc_kernel* kernel, uint32_t block_size, uint64_t shared_size,
                                  gc_occupancy_flags flags, uint32_t* out_block_count, gc_error** out_error) {
  return api::guard("gc_kernel_get_occupancy", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    call.flags(flags, "flags", GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE);
    call.out(out_block_count, "out_block_count");
    *out_block_count = kernel_.occupancy(block_size, shared_size, flags);
  });
}

gc_status gc_kernel_suggest_block(gc_kernel* kernel, uint64_t shared_size, uint32_t max_block_size,
                                  uint32_t* out_block_size, uint32_t* out_grid_size, gc_error** out_error) {
  return api::guard("gc_kernel_suggest_block", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    call.out(out_block_size, "out_block_size");
    call.out(out_grid_size, "out_grid_size");
    std::uint32_t out_block_size_{};
    std::uint32_t out_grid_size_{};
    kernel_.suggest_block(shared_size, max_block_size, out_block_size_, out_grid_size_);
    *out_block_size = out_block_size_;
    *out_grid_size = out_grid_size_;
  });
}

gc_status gc_kernel_get_param_count(gc_kernel* kernel, size_t* out_count, gc_error** out_error) {
  return api::guard_quick("gc_kernel_get_param_count", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    call.out(out_count, "out_count");
    *out_count = api::kernel_get_param_count(kernel_);
  });
}

gc_status gc_kernel_get_param(gc_kernel* kernel, size_t index, gc_kernel_param* out_param,
                              gc_error** out_error) {
  return api::guard_quick("gc_kernel_get_param", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    call.out_struct(out_param, "out_param", 48);
    call.give_struct(out_param, api::kernel_get_param(kernel_, index));
  });
}

void gc_kernel_release(gc_kernel* kernel) { api::release<core::Kernel>(kernel); }

}  // extern "C"
