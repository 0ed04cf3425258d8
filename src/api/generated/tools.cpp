// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/memo.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_device_get_data(gc_device* device, gc_device_data* out_data, gc_error** out_error) {
  return api::guard("gc_device_get_data", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out_struct(out_data, "out_data", 64);
    call.give_struct(out_data, api::device_get_data(device_));
  });
}

gc_status gc_device_get_alignment(gc_device* device, uint64_t word_size, uint64_t size,
                                  uint64_t* out_alignment, uint64_t* out_size, gc_error** out_error) {
  return api::guard("gc_device_get_alignment", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_alignment, "out_alignment");
    call.out(out_size, "out_size");
    std::uint64_t out_alignment_{};
    std::uint64_t out_size_{};
    api::device_get_alignment(device_, word_size, size, out_alignment_, out_size_);
    *out_alignment = out_alignment_;
    *out_size = out_size_;
  });
}

gc_status gc_device_data_get_occupancy(const gc_device_data* data, uint32_t threads, uint64_t shared_size,
                                       uint32_t registers, gc_occupancy_record* out_record,
                                       gc_error** out_error) {
  return api::guard_quick("gc_device_data_get_occupancy", out_error, [&](api::Call& call) {
    const auto data_ = call.required_options(data, "data", 64, 0);
    call.out_struct(out_record, "out_record", 32);
    call.give_struct(out_record, api::device_data_get_occupancy(data_, threads, shared_size, registers));
  });
}

gc_status gc_context_set_memo(gc_context* context, const void* key, size_t key_size, const void* handle,
                              uint64_t value, gc_error** out_error) {
  return api::guard_quick("gc_context_set_memo", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto key_ = call.bytes(key, key_size, "key");
    const auto handle_ = call.optional_any_handle(handle, "handle");
    api::context_set_memo(context_, key_, handle_, value);
  });
}

gc_status gc_context_get_memo(gc_context* context, const void* key, size_t key_size, uint64_t* out_handle,
                              uint64_t* out_value, int32_t* out_found, gc_error** out_error) {
  return api::guard("gc_context_get_memo", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto key_ = call.bytes(key, key_size, "key");
    call.out(out_handle, "out_handle");
    call.out(out_value, "out_value");
    call.out(out_found, "out_found");
    std::uint64_t out_handle_{};
    std::uint64_t out_value_{};
    bool out_found_{};
    api::context_get_memo(context_, key_, out_handle_, out_value_, out_found_);
    *out_handle = out_handle_;
    *out_value = out_value_;
    *out_found = out_found_ ? 1 : 0;
  });
}

gc_status gc_context_clear_memo(gc_context* context, gc_error** out_error) {
  return api::guard_quick("gc_context_clear_memo", out_error, [&](api::Call& call) {
    auto* context_ = call.optional_handle<core::Context>(context, "context");
    api::context_clear_memo(context_);
  });
}

gc_status gc_context_defer_cleanup(gc_context* context, int32_t defers, gc_error** out_error) {
  return api::guard("gc_context_defer_cleanup", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    context_.defer_cleanup(defers != 0);
  });
}

}  // extern "C"
