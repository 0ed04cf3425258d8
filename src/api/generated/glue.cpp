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

uint32_t gc_version() {
  return api::accessor([](api::Call&) -> uint32_t { return api::version(); });
}

const char* gc_version_text() {
  return api::accessor([](api::Call&) -> const char* { return api::version_text(); });
}

const char* gc_version_status() {
  return api::accessor([](api::Call&) -> const char* { return api::version_status(); });
}

gc_status gc_version_get_driver(int32_t* out_major, int32_t* out_minor, gc_error** out_error) {
  return api::guard("gc_version_get_driver", out_error, [&](api::Call& call) {
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    api::version_get_driver(out_major_, out_minor_);
    *out_major = out_major_;
    *out_minor = out_minor_;
  });
}

gc_status gc_version_get_nvrtc(int32_t* out_major, int32_t* out_minor, gc_error** out_error) {
  return api::guard("gc_version_get_nvrtc", out_error, [&](api::Call& call) {
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    api::version_get_nvrtc(out_major_, out_minor_);
    *out_major = out_major_;
    *out_minor = out_minor_;
  });
}

gc_status gc_version_get_cpu(int32_t* out_major, int32_t* out_minor, gc_error** out_error) {
  return api::guard("gc_version_get_cpu", out_error, [&](api::Call& call) {
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    api::version_get_cpu(out_major_, out_minor_);
    *out_major = out_major_;
    *out_minor = out_minor_;
  });
}

const char* gc_status_name(gc_status status) {
  return api::accessor([&](api::Call&) -> const char* { return api::status_name(status); });
}

const char* gc_status_text(gc_status status) {
  return api::accessor([&](api::Call&) -> const char* { return api::status_text(status); });
}

gc_category gc_status_category(gc_status status) {
  return api::accessor([&](api::Call&) -> gc_category { return api::status_category(status); });
}

gc_status gc_error_status(gc_error* error) {
  return api::accessor([&](api::Call& call) -> gc_status {
    return api::error_status(call.find<core::Error>(error));
  });
}

const char* gc_error_message(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_message(call.find<core::Error>(error));
  });
}

const char* gc_error_text(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_text(call.find<core::Error>(error));
  });
}

const char* gc_error_function(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_function(call.find<core::Error>(error));
  });
}

int32_t gc_error_driver_code(gc_error* error) {
  return api::accessor([&](api::Call& call) -> int32_t {
    return api::error_driver_code(call.find<core::Error>(error));
  });
}

const char* gc_error_driver_name(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_driver_name(call.find<core::Error>(error));
  });
}

size_t gc_error_note_count(gc_error* error) {
  return api::accessor([&](api::Call& call) -> size_t {
    return api::error_note_count(call.find<core::Error>(error));
  });
}

const char* gc_error_note(gc_error* error, size_t index) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_note(call.find<core::Error>(error), index);
  });
}

const char* gc_error_log(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_log(call.find<core::Error>(error));
  });
}

const char* gc_error_options(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_options(call.find<core::Error>(error));
  });
}

const char* gc_error_source_name(gc_error* error) {
  return api::accessor([&](api::Call& call) -> const char* {
    return api::error_source_name(call.find<core::Error>(error));
  });
}

void gc_error_release(gc_error* error) { api::release<core::Error>(error); }

gc_status gc_handle_get_context(const void* handle, gc_context** out_context, gc_error** out_error) {
  return api::guard("gc_handle_get_context", out_error, [&](api::Call& call) {
    const auto handle_ = call.any_handle(handle, "handle");
    call.out(out_context, "out_context");
    call.give(out_context, api::handle_get_context(handle_));
  });
}

gc_status gc_handle_get_identity(const void* handle, uint64_t* out_identity, gc_error** out_error) {
  return api::guard_quick("gc_handle_get_identity", out_error, [&](api::Call& call) {
    const auto handle_ = call.any_handle(handle, "handle");
    call.out(out_identity, "out_identity");
    *out_identity = api::handle_get_identity(handle_);
  });
}

gc_status gc_handle_get_native(const void* handle, uint64_t* out_native, gc_error** out_error) {
  return api::guard_quick("gc_handle_get_native", out_error, [&](api::Call& call) {
    const auto handle_ = call.any_handle(handle, "handle");
    call.out(out_native, "out_native");
    *out_native = api::handle_get_native(handle_);
  });
}

uint64_t gc_handle_count() {
  return api::accessor([](api::Call&) -> uint64_t { return api::handle_count(); });
}

gc_status gc_handle_collect(gc_error** out_error) {
  return api::guard("gc_handle_collect", out_error, [&](api::Call&) {
    api::handle_collect();
  });
}

gc_status gc_device_get_count(int32_t* out_count, gc_error** out_error) {
  return api::guard("gc_device_get_count", out_error, [&](api::Call& call) {
    call.out(out_count, "out_count");
    *out_count = api::device_get_count();
  });
}

gc_status gc_device_get_by_index(int32_t index, gc_device** out_device, gc_error** out_error) {
  return api::guard("gc_device_get_by_index", out_error, [&](api::Call& call) {
    call.out(out_device, "out_device");
    call.give_borrowed(out_device, api::device_get_by_index(index));
  });
}

gc_status gc_device_find(const char* text, gc_device** out_device, gc_error** out_error) {
  return api::guard("gc_device_find", out_error, [&](api::Call& call) {
    const auto text_ = call.str(text, "text");
    call.out(out_device, "out_device");
    call.give_borrowed(out_device, api::device_find(text_));
  });
}

gc_status gc_device_get_by_pci_bus_id(const char* bus_id, gc_device** out_device, gc_error** out_error) {
  return api::guard("gc_device_get_by_pci_bus_id", out_error, [&](api::Call& call) {
    const auto bus_id_ = call.str(bus_id, "bus_id");
    call.out(out_device, "out_device");
    call.give_borrowed(out_device, api::device_get_by_pci_bus_id(bus_id_));
  });
}

gc_status gc_device_get_index(gc_device* device, int32_t* out_index, gc_error** out_error) {
  return api::guard_quick("gc_device_get_index", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_index, "out_index");
    *out_index = api::device_get_index(device_);
  });
}

gc_status gc_device_get_kind(gc_device* device, gc_device_kind* out_kind, gc_error** out_error) {
  return api::guard_quick("gc_device_get_kind", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_kind, "out_kind");
    *out_kind = api::device_get_kind(device_);
  });
}

gc_status gc_device_get_name(gc_device* device, char* name, size_t capacity, size_t* out_needed,
                             gc_error** out_error) {
  return api::guard("gc_device_get_name", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.buffer(name, capacity, "name");
    call.out(out_needed, "out_needed");
    call.out_string(name, capacity, out_needed, api::device_get_name(device_));
  });
}

gc_status gc_device_get_pci_bus_id(gc_device* device, char* bus_id, size_t capacity, size_t* out_needed,
                                   gc_error** out_error) {
  return api::guard("gc_device_get_pci_bus_id", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.buffer(bus_id, capacity, "bus_id");
    call.out(out_needed, "out_needed");
    call.out_string(bus_id, capacity, out_needed, api::device_get_pci_bus_id(device_));
  });
}

gc_status gc_device_get_uuid(gc_device* device, uint8_t out_uuid[16], gc_error** out_error) {
  return api::guard("gc_device_get_uuid", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_uuid, "out_uuid");
    const auto out_uuid_ = api::device_get_uuid(device_);
    std::memcpy(out_uuid, out_uuid_.data(), out_uuid_.size());
  });
}

gc_status gc_device_get_compute_capability(gc_device* device, int32_t* out_major, int32_t* out_minor,
                                           gc_error** out_error) {
  return api::guard("gc_device_get_compute_capability", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_major, "out_major");
    call.out(out_minor, "out_minor");
    std::int32_t out_major_{};
    std::int32_t out_minor_{};
    api::device_get_compute_capability(device_, out_major_, out_minor_);
    *out_major = out_major_;
    *out_minor = out_minor_;
  });
}

gc_status gc_device_get_total_memory(gc_device* device, uint64_t* out_size, gc_error** out_error) {
  return api::guard("gc_device_get_total_memory", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_size, "out_size");
    *out_size = api::device_get_total_memory(device_);
  });
}

gc_status gc_device_get_attribute(gc_device* device, gc_device_attribute attribute, int32_t* out_value,
                                  gc_error** out_error) {
  return api::guard("gc_device_get_attribute", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.out(out_value, "out_value");
    *out_value = api::device_get_attribute(device_, attribute);
  });
}

gc_status gc_device_get_attributes(gc_device* device, gc_device_attribute_entry* values, size_t capacity,
                                   size_t* out_count, gc_error** out_error) {
  return api::guard("gc_device_get_attributes", out_error, [&](api::Call& call) {
    auto& device_ = call.handle<core::Device>(device, "device");
    call.buffer(values, capacity, "values");
    call.out(out_count, "out_count");
    call.out_array(values, capacity, out_count, api::device_get_attributes(device_));
  });
}

const char* gc_device_attribute_name(gc_device_attribute attribute) {
  return api::accessor([&](api::Call&) -> const char* { return api::device_attribute_name(attribute); });
}

gc_status gc_device_attribute_from_name(const char* name, gc_device_attribute* out_attribute,
                                        gc_error** out_error) {
  return api::guard_quick("gc_device_attribute_from_name", out_error, [&](api::Call& call) {
    const auto name_ = call.str(name, "name");
    call.out(out_attribute, "out_attribute");
    *out_attribute = api::device_attribute_from_name(name_);
  });
}

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
    const auto options_ = call.options(options, "options", 8, 0);
    call.out(out_context, "out_context");
    call.give(out_context, api::context_get_primary(device_, options_));
  });
}

gc_status gc_context_get_device_reason(gc_context* context, char* text, size_t capacity, size_t* out_needed,
                                       gc_error** out_error) {
  return api::guard_quick("gc_context_get_device_reason", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.buffer(text, capacity, "text");
    call.out(out_needed, "out_needed");
    call.out_string(text, capacity, out_needed, api::context_get_device_reason(context_));
  });
}

gc_status gc_context_get_device(gc_context* context, gc_device** out_device, gc_error** out_error) {
  return api::guard_quick("gc_context_get_device", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_device, "out_device");
    call.give_borrowed(out_device, api::context_get_device(context_));
  });
}

gc_status gc_context_synchronize(gc_context* context, gc_error** out_error) {
  return api::guard("gc_context_synchronize", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    api::context_synchronize(context_);
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

gc_status gc_stream_create(gc_context* context, const gc_stream_options* options, gc_stream** out_stream,
                           gc_error** out_error) {
  return api::guard("gc_stream_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 24, GRIDCALL_STREAM_NON_BLOCKING);
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_stream, "out_stream");
    call.give(out_stream, api::stream_create(context_, options_));
  });
}

gc_status gc_context_get_default_stream(gc_context* context, gc_stream** out_stream, gc_error** out_error) {
  return api::guard("gc_context_get_default_stream", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_stream, "out_stream");
    call.give(out_stream, api::context_get_default_stream(context_));
  });
}

gc_status gc_context_get_stream_priority_range(gc_context* context, int32_t* out_least, int32_t* out_greatest,
                                               gc_error** out_error) {
  return api::guard("gc_context_get_stream_priority_range", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_least, "out_least");
    call.out(out_greatest, "out_greatest");
    std::int32_t out_least_{};
    std::int32_t out_greatest_{};
    api::context_get_stream_priority_range(context_, out_least_, out_greatest_);
    *out_least = out_least_;
    *out_greatest = out_greatest_;
  });
}

gc_status gc_stream_synchronize(gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_stream_synchronize", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    api::stream_synchronize(stream_);
  });
}

gc_status gc_stream_query(gc_stream* stream, int32_t* out_done, gc_error** out_error) {
  return api::guard("gc_stream_query", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    call.out(out_done, "out_done");
    *out_done = api::stream_query(stream_) ? 1 : 0;
  });
}

gc_status gc_stream_synchronize_for(gc_stream* stream, uint64_t timeout_nanoseconds, int32_t* out_done,
                                    gc_error** out_error) {
  return api::guard("gc_stream_synchronize_for", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    call.out(out_done, "out_done");
    *out_done = api::stream_synchronize_for(stream_, timeout_nanoseconds) ? 1 : 0;
  });
}

gc_status gc_stream_cancel(gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_stream_cancel", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    api::stream_cancel(stream_);
  });
}

gc_status gc_stream_wait_event(gc_stream* stream, gc_event* event, gc_error** out_error) {
  return api::guard("gc_stream_wait_event", out_error, [&](api::Call& call) {
    auto& stream_ = call.handle<core::Stream>(stream, "stream");
    auto& event_ = call.handle<core::Event>(event, "event");
    api::stream_wait_event(stream_, event_);
  });
}

void gc_stream_release(gc_stream* stream) { api::release<core::Stream>(stream); }

gc_status gc_event_create(gc_context* context, const gc_event_options* options, gc_event** out_event,
                          gc_error** out_error) {
  return api::guard("gc_event_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 16,
                                       GRIDCALL_EVENT_BLOCKING_SYNC | GRIDCALL_EVENT_DISABLE_TIMING);
    call.out(out_event, "out_event");
    call.give(out_event, api::event_create(context_, options_));
  });
}

gc_status gc_event_record(gc_event* event, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_event_record", out_error, [&](api::Call& call) {
    auto& event_ = call.handle<core::Event>(event, "event");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::event_record(event_, stream_);
  });
}

gc_status gc_event_synchronize(gc_event* event, gc_error** out_error) {
  return api::guard("gc_event_synchronize", out_error, [&](api::Call& call) {
    auto& event_ = call.handle<core::Event>(event, "event");
    api::event_synchronize(event_);
  });
}

gc_status gc_event_query(gc_event* event, int32_t* out_done, gc_error** out_error) {
  return api::guard("gc_event_query", out_error, [&](api::Call& call) {
    auto& event_ = call.handle<core::Event>(event, "event");
    call.out(out_done, "out_done");
    *out_done = api::event_query(event_) ? 1 : 0;
  });
}

gc_status gc_event_get_elapsed(gc_event* start, gc_event* end, int64_t* out_nanoseconds,
                               gc_error** out_error) {
  return api::guard("gc_event_get_elapsed", out_error, [&](api::Call& call) {
    auto& start_ = call.handle<core::Event>(start, "start");
    auto& end_ = call.handle<core::Event>(end, "end");
    call.out(out_nanoseconds, "out_nanoseconds");
    *out_nanoseconds = api::event_get_elapsed(start_, end_);
  });
}

void gc_event_release(gc_event* event) { api::release<core::Event>(event); }

gc_status gc_mem_alloc(gc_context* context, uint64_t size, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_mem_alloc", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::mem_alloc(context_, size));
  });
}

gc_status gc_mem_alloc_host(gc_context* context, uint64_t size, const gc_mem_host_options* options,
                            gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_mem_alloc_host", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 16, GRIDCALL_MEM_HOST_WRITE_COMBINED);
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::mem_alloc_host(context_, size, options_));
  });
}

gc_status gc_mem_create_sub_region(gc_mem* mem, uint64_t offset, uint64_t size, gc_mem** out_mem,
                                   gc_error** out_error) {
  return api::guard("gc_mem_create_sub_region", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::mem_create_sub_region(mem_, offset, size));
  });
}

gc_status gc_mem_wrap(gc_context* context, uint64_t address, uint64_t size,
                      const gc_mem_wrap_options* options, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_mem_wrap", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 16, 0);
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::mem_wrap(context_, address, size, options_));
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
    *out_size = api::mem_get_size(mem_);
  });
}

gc_status gc_mem_get_attribute(gc_mem* mem, gc_mem_attribute attribute, uint64_t* out_value,
                               gc_error** out_error) {
  return api::guard_quick("gc_mem_get_attribute", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    call.out(out_value, "out_value");
    *out_value = api::mem_get_attribute(mem_, attribute);
  });
}

gc_status gc_mem_use(gc_mem* mem, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_mem_use", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::mem_use(mem_, stream_);
  });
}

void gc_mem_release(gc_mem* mem) { api::release<core::Mem>(mem); }

gc_status gc_memcpy_htod(gc_mem* dst, uint64_t dst_offset, const void* src, size_t size, gc_stream* stream,
                         gc_error** out_error) {
  return api::guard("gc_memcpy_htod", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    const auto src_ = call.bytes(src, size, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memcpy_htod(dst_, dst_offset, src_, stream_);
  });
}

gc_status gc_memcpy_dtoh(void* dst, gc_mem* src, uint64_t src_offset, size_t size, gc_stream* stream,
                         gc_error** out_error) {
  return api::guard("gc_memcpy_dtoh", out_error, [&](api::Call& call) {
    const auto dst_ = call.out_bytes(dst, size, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memcpy_dtoh(dst_, src_, src_offset, stream_);
  });
}

gc_status gc_memcpy_dtod(gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset, uint64_t size,
                         gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_dtod", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memcpy_dtod(dst_, dst_offset, src_, src_offset, size, stream_);
  });
}

gc_status gc_memcpy_htod_async(gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                               uint64_t size, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_htod_async", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memcpy_htod_async(dst_, dst_offset, src_, src_offset, size, stream_);
  });
}

gc_status gc_memcpy_dtoh_async(gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                               uint64_t size, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_memcpy_dtoh_async", out_error, [&](api::Call& call) {
    auto& dst_ = call.handle<core::Mem>(dst, "dst");
    auto& src_ = call.handle<core::Mem>(src, "src");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memcpy_dtoh_async(dst_, dst_offset, src_, src_offset, size, stream_);
  });
}

gc_status gc_memset_d8(gc_mem* mem, uint64_t offset, uint8_t value, uint64_t count, gc_stream* stream,
                       gc_error** out_error) {
  return api::guard("gc_memset_d8", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_d8(mem_, offset, value, count, stream_);
  });
}

gc_status gc_memset_d16(gc_mem* mem, uint64_t offset, uint16_t value, uint64_t count, gc_stream* stream,
                        gc_error** out_error) {
  return api::guard("gc_memset_d16", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_d16(mem_, offset, value, count, stream_);
  });
}

gc_status gc_memset_d32(gc_mem* mem, uint64_t offset, uint32_t value, uint64_t count, gc_stream* stream,
                        gc_error** out_error) {
  return api::guard("gc_memset_d32", out_error, [&](api::Call& call) {
    auto& mem_ = call.handle<core::Mem>(mem, "mem");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::memset_d32(mem_, offset, value, count, stream_);
  });
}

gc_status gc_module_from_source(gc_context* context, const char* source, size_t source_size,
                                const gc_compile_options* options, gc_module** out_module,
                                gc_error** out_error) {
  return api::guard("gc_module_from_source", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto source_ = call.text(source, source_size, "source");
    const auto options_ = call.options(options, "options", 112,
                                       GRIDCALL_COMPILE_NO_CACHE | GRIDCALL_COMPILE_NO_TIERING | GRIDCALL_COMPILE_NO_FILES);
    call.optional_str(options_.name, "options->name");
    call.optional_str(options_.arch, "options->arch");
    call.strings(options_.options, options_.option_count, "options->options");
    for (const gc_define& element : call.array(options_.defines, options_.define_count, "options->defines")) {
      call.str(element.name, "options->defines[].name");
      call.optional_str(element.value, "options->defines[].value");
    }
    call.strings(options_.include_dirs, options_.include_dir_count, "options->include_dirs");
    for (const gc_header& element : call.array(options_.headers, options_.header_count, "options->headers")) {
      call.str(element.name, "options->headers[].name");
      call.str(element.text, "options->headers[].text");
    }
    call.strings(options_.instances, options_.instance_count, "options->instances");
    call.out(out_module, "out_module");
    call.give(out_module, api::module_from_source(context_, source_, options_));
  });
}

gc_status gc_module_from_buffer(gc_context* context, const void* image, size_t size,
                                const gc_module_options* options, gc_module** out_module,
                                gc_error** out_error) {
  return api::guard("gc_module_from_buffer", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto image_ = call.bytes(image, size, "image");
    const auto options_ = call.options(options, "options", 8, 0);
    call.out(out_module, "out_module");
    call.give(out_module, api::module_from_buffer(context_, image_, options_));
  });
}

gc_status gc_module_from_file(gc_context* context, const char* path, const gc_compile_options* options,
                              gc_module** out_module, gc_error** out_error) {
  return api::guard("gc_module_from_file", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto path_ = call.str(path, "path");
    const auto options_ = call.options(options, "options", 112,
                                       GRIDCALL_COMPILE_NO_CACHE | GRIDCALL_COMPILE_NO_TIERING | GRIDCALL_COMPILE_NO_FILES);
    call.optional_str(options_.name, "options->name");
    call.optional_str(options_.arch, "options->arch");
    call.strings(options_.options, options_.option_count, "options->options");
    for (const gc_define& element : call.array(options_.defines, options_.define_count, "options->defines")) {
      call.str(element.name, "options->defines[].name");
      call.optional_str(element.value, "options->defines[].value");
    }
    call.strings(options_.include_dirs, options_.include_dir_count, "options->include_dirs");
    for (const gc_header& element : call.array(options_.headers, options_.header_count, "options->headers")) {
      call.str(element.name, "options->headers[].name");
      call.str(element.text, "options->headers[].text");
    }
    call.strings(options_.instances, options_.instance_count, "options->instances");
    call.out(out_module, "out_module");
    call.give(out_module, api::module_from_file(context_, path_, options_));
  });
}

gc_status gc_module_get_kernel(gc_module* module, const char* name, gc_kernel** out_kernel,
                               gc_error** out_error) {
  return api::guard("gc_module_get_kernel", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    const auto name_ = call.str(name, "name");
    call.out(out_kernel, "out_kernel");
    call.give(out_kernel, api::module_get_kernel(module_, name_));
  });
}

gc_status gc_module_get_kernel_count(gc_module* module, size_t* out_count, gc_error** out_error) {
  return api::guard("gc_module_get_kernel_count", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    call.out(out_count, "out_count");
    *out_count = api::module_get_kernel_count(module_);
  });
}

gc_status gc_module_get_kernel_name(gc_module* module, size_t index, char* name, size_t capacity,
                                    size_t* out_needed, gc_error** out_error) {
  return api::guard("gc_module_get_kernel_name", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    call.buffer(name, capacity, "name");
    call.out(out_needed, "out_needed");
    call.out_string(name, capacity, out_needed, api::module_get_kernel_name(module_, index));
  });
}

gc_status gc_module_get_global(gc_module* module, const char* name, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_module_get_global", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    const auto name_ = call.str(name, "name");
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::module_get_global(module_, name_));
  });
}

gc_status gc_module_get_log(gc_module* module, char* log, size_t capacity, size_t* out_needed,
                            gc_error** out_error) {
  return api::guard_quick("gc_module_get_log", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    call.buffer(log, capacity, "log");
    call.out(out_needed, "out_needed");
    call.out_string(log, capacity, out_needed, api::module_get_log(module_));
  });
}

gc_status gc_module_is_cached(gc_module* module, int32_t* out_cached, gc_error** out_error) {
  return api::guard_quick("gc_module_is_cached", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    call.out(out_cached, "out_cached");
    *out_cached = api::module_is_cached(module_) ? 1 : 0;
  });
}

void gc_module_release(gc_module* module) { api::release<core::Module>(module); }

gc_status gc_kernel_get_name(gc_kernel* kernel, char* name, size_t capacity, size_t* out_needed,
                             gc_error** out_error) {
  return api::guard_quick("gc_kernel_get_name", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    call.buffer(name, capacity, "name");
    call.out(out_needed, "out_needed");
    call.out_string(name, capacity, out_needed, api::kernel_get_name(kernel_));
  });
}

gc_status gc_kernel_get_attribute(gc_kernel* kernel, gc_kernel_attribute attribute, int32_t* out_value,
                                  gc_error** out_error) {
  return api::guard("gc_kernel_get_attribute", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    call.out(out_value, "out_value");
    *out_value = api::kernel_get_attribute(kernel_, attribute);
  });
}

gc_status gc_kernel_set_attribute(gc_kernel* kernel, gc_kernel_attribute attribute, int32_t value,
                                  gc_error** out_error) {
  return api::guard("gc_kernel_set_attribute", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    api::kernel_set_attribute(kernel_, attribute, value);
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

gc_status gc_launch(gc_kernel* kernel, const gc_launch_config* config, const gc_arg* args, size_t arg_count,
                    gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_launch", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    const auto config_ = call.required_options(config, "config", 64, 0);
    call.bytes(config_.bytes, config_.bytes_size, "config->bytes");
    const auto args_ = call.array(args, arg_count, "args");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::launch(kernel_, config_, args_, stream_);
  });
}

gc_status gc_prepared_create(gc_kernel* kernel, const gc_launch_config* config, const gc_arg* args,
                             size_t arg_count, gc_prepared** out_prepared, gc_error** out_error) {
  return api::guard("gc_prepared_create", out_error, [&](api::Call& call) {
    auto& kernel_ = call.handle<core::Kernel>(kernel, "kernel");
    const auto config_ = call.required_options(config, "config", 64, 0);
    call.bytes(config_.bytes, config_.bytes_size, "config->bytes");
    const auto args_ = call.array(args, arg_count, "args");
    call.out(out_prepared, "out_prepared");
    call.give(out_prepared, api::prepared_create(kernel_, config_, args_));
  });
}

gc_status gc_prepared_set_arg(gc_prepared* prepared, size_t index, const gc_arg* arg, const void* bytes,
                              size_t bytes_size, gc_error** out_error) {
  return api::guard_quick("gc_prepared_set_arg", out_error, [&](api::Call& call) {
    auto& prepared_ = call.handle<core::Prepared>(prepared, "prepared");
    const auto& arg_ = call.structure(arg, "arg");
    const auto bytes_ = call.bytes(bytes, bytes_size, "bytes");
    api::prepared_set_arg(prepared_, index, arg_, bytes_);
  });
}

gc_status gc_prepared_launch(gc_prepared* prepared, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_prepared_launch", out_error, [&](api::Call& call) {
    auto& prepared_ = call.handle<core::Prepared>(prepared, "prepared");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::prepared_launch(prepared_, stream_);
  });
}

void gc_prepared_release(gc_prepared* prepared) { api::release<core::Prepared>(prepared); }

gc_status gc_pool_create(gc_context* context, const gc_pool_options* options, gc_pool** out_pool,
                         gc_error** out_error) {
  return api::guard("gc_pool_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 24, 0);
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_pool, "out_pool");
    call.give(out_pool, api::pool_create(context_, options_));
  });
}

gc_status gc_pool_alloc(gc_pool* pool, uint64_t size, gc_stream* stream, gc_mem** out_mem,
                        gc_error** out_error) {
  return api::guard("gc_pool_alloc", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    call.out(out_mem, "out_mem");
    call.give(out_mem, api::pool_alloc(pool_, size, stream_));
  });
}

gc_status gc_pool_get_statistics(gc_pool* pool, gc_pool_statistics* out_statistics, gc_error** out_error) {
  return api::guard_quick("gc_pool_get_statistics", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    call.out_struct(out_statistics, "out_statistics", 56);
    call.give_struct(out_statistics, api::pool_get_statistics(pool_));
  });
}

gc_status gc_pool_free_held(gc_pool* pool, gc_error** out_error) {
  return api::guard("gc_pool_free_held", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    api::pool_free_held(pool_);
  });
}

gc_status gc_pool_stop_holding(gc_pool* pool, gc_error** out_error) {
  return api::guard("gc_pool_stop_holding", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    api::pool_stop_holding(pool_);
  });
}

gc_status gc_pool_set_limit(gc_pool* pool, uint64_t limit, gc_error** out_error) {
  return api::guard("gc_pool_set_limit", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    api::pool_set_limit(pool_, limit);
  });
}

void gc_pool_release(gc_pool* pool) { api::release<core::Pool>(pool); }

gc_status gc_cache_get_statistics(gc_cache_statistics* out_statistics, gc_error** out_error) {
  return api::guard("gc_cache_get_statistics", out_error, [&](api::Call& call) {
    call.out_struct(out_statistics, "out_statistics", 40);
    call.give_struct(out_statistics, api::cache_get_statistics());
  });
}

gc_status gc_cache_get_directory(char* path, size_t capacity, size_t* out_needed, gc_error** out_error) {
  return api::guard("gc_cache_get_directory", out_error, [&](api::Call& call) {
    call.buffer(path, capacity, "path");
    call.out(out_needed, "out_needed");
    call.out_string(path, capacity, out_needed, api::cache_get_directory());
  });
}

gc_status gc_cache_get_disabled_reason(char* reason, size_t capacity, size_t* out_needed,
                                       gc_error** out_error) {
  return api::guard("gc_cache_get_disabled_reason", out_error, [&](api::Call& call) {
    call.buffer(reason, capacity, "reason");
    call.out(out_needed, "out_needed");
    call.out_string(reason, capacity, out_needed, api::cache_get_disabled_reason());
  });
}

gc_status gc_cache_clear(gc_error** out_error) {
  return api::guard("gc_cache_clear", out_error, [&](api::Call&) {
    api::cache_clear();
  });
}

}  // extern "C"
