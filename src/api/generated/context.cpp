// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/context_attribute.h"
#include "core/context_list.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_context_get_default(gc_context** out_context, gc_error** out_error) {
  return api::guard("gc_context_get_default", out_error, [&](api::Call& call) {
    call.out(out_context, "out_context");
    call.give(out_context, api::context_get_default());
  });
}

gc_status gc_context_get_primary(gc_device* device, const gc_context_options* options,
                                 gc_context** out_context, gc_error** out_error) {
  return api::guard("gc_context_get_primary", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    const auto options_ = call.options(options, "options", 24,
                                       GRIDCALL_CONTEXT_MAP_HOST | GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX);
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_context, "out_context");
    call.give(out_context, api::context_get_primary(device_, options_));
  });
}

gc_status gc_context_create(gc_device* device, const gc_context_options* options, gc_context** out_context,
                            gc_error** out_error) {
  return api::guard("gc_context_create", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    const auto options_ = call.options(options, "options", 24,
                                       GRIDCALL_CONTEXT_MAP_HOST | GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX);
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_context, "out_context");
    call.give(out_context, api::context_create(device_, options_));
  });
}

gc_status gc_context_wrap(gc_device* device, uint64_t native, gc_context** out_context,
                          gc_error** out_error) {
  return api::guard("gc_context_wrap", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_context, "out_context");
    call.give(out_context, api::context_wrap(device_, native));
  });
}

gc_status gc_context_push(gc_context* context, gc_error** out_error) {
  return api::guard("gc_context_push", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    context_.push();
  });
}

gc_status gc_context_pop(gc_context* context, gc_error** out_error) {
  return api::guard("gc_context_pop", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    context_.pop();
  });
}

gc_status gc_context_get_current(gc_context** out_context, gc_error** out_error) {
  return api::guard("gc_context_get_current", out_error, [&](api::Call& call) {
    call.out(out_context, "out_context");
    call.give(out_context, api::context_get_current());
  });
}

gc_status gc_context_get_attribute(gc_context* context, gc_context_attribute attribute, uint64_t* out_value,
                                   gc_error** out_error) {
  return api::guard("gc_context_get_attribute", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_value, "out_value");
    *out_value = core::context_attribute(context_, attribute);
  });
}

gc_status gc_context_set_attribute(gc_context* context, gc_context_attribute attribute, uint64_t value,
                                   gc_error** out_error) {
  return api::guard("gc_context_set_attribute", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    core::set_context_attribute(context_, attribute, value);
  });
}

gc_status gc_context_get_pointer_attribute(gc_context* context, gc_pointer_attribute attribute,
                                           uint64_t address, uint64_t* out_value, gc_error** out_error) {
  return api::guard("gc_context_get_pointer_attribute", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_value, "out_value");
    *out_value = core::pointer_attribute(context_, attribute, address);
  });
}

gc_status gc_context_enable_peer_access(gc_context* context, gc_context* peer, gc_error** out_error) {
  return api::guard("gc_context_enable_peer_access", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    auto& peer_ = call.handle<core::Context>(peer, "peer");
    context_.enable_peer_access(peer_);
  });
}

gc_status gc_context_disable_peer_access(gc_context* context, gc_context* peer, gc_error** out_error) {
  return api::guard("gc_context_disable_peer_access", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    auto& peer_ = call.handle<core::Context>(peer, "peer");
    context_.disable_peer_access(peer_);
  });
}

gc_status gc_context_get_device_reason(gc_context* context, char* text, size_t capacity, size_t* out_needed,
                                       gc_error** out_error) {
  return api::guard_quick("gc_context_get_device_reason", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.buffer(text, capacity, "text");
    call.needed(text, out_needed, "out_needed");
    call.out_string(text, capacity, out_needed, context_.choice());
  });
}

gc_status gc_context_get_device(gc_context* context, gc_device** out_device, gc_error** out_error) {
  return api::guard_quick("gc_context_get_device", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_device, "out_device");
    call.give_borrowed(out_device, context_.device());
  });
}

gc_status gc_context_synchronize(gc_context* context, gc_error** out_error) {
  return api::guard("gc_context_synchronize", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    context_.synchronize();
  });
}

gc_status gc_context_get_memory_info(gc_context* context, uint64_t* out_free, uint64_t* out_total,
                                     gc_error** out_error) {
  return api::guard("gc_context_get_memory_info", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_free, "out_free");
    call.out(out_total, "out_total");
    std::uint64_t out_free_{};
    std::uint64_t out_total_{};
    api::context_get_memory_info(context_, out_free_, out_total_);
    *out_free = out_free_;
    *out_total = out_total_;
  });
}

gc_status gc_context_is_supported(gc_context* context, gc_feature feature, int32_t* out_supported,
                                  gc_error** out_error) {
  return api::guard_quick("gc_context_is_supported", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_supported, "out_supported");
    *out_supported = api::context_is_supported(context_, feature) ? 1 : 0;
  });
}

void gc_context_release(gc_context* context) { api::release<core::Context>(context); }

}  // extern "C"
