// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/program.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_program_compile(gc_device* device, const char* source, size_t source_size,
                             const gc_compile_options* options, gc_program** out_program,
                             gc_error** out_error) {
  return api::guard("gc_program_compile", out_error, [&](api::Call& call) {
    auto* device_ = call.optional_handle<core::Device>(device, "device");
    const auto source_ = call.text(source, source_size, "source");
    const auto options_ = call.options(options, "options", 136,
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
    call.optional_str(options_.cache_dir, "options->cache_dir");
    call.optional_str(options_.keep_dir, "options->keep_dir");
    call.optional_str(options_.compiler, "options->compiler");
    call.out(out_program, "out_program");
    call.give(out_program, api::program_compile(device_, source_, options_));
  });
}

gc_status gc_program_get_image(gc_program* program, uint8_t* image, size_t capacity, size_t* out_count,
                               gc_error** out_error) {
  return api::guard_quick("gc_program_get_image", out_error, [&](api::Call& call) {
    auto& program_ = call.handle<core::Program>(program, "program");
    call.buffer(image, capacity, "image");
    call.needed(image, out_count, "out_count");
    call.out_array(image, capacity, out_count, program_.image());
  });
}

gc_status gc_program_get_log(gc_program* program, char* log, size_t capacity, size_t* out_needed,
                             gc_error** out_error) {
  return api::guard_quick("gc_program_get_log", out_error, [&](api::Call& call) {
    auto& program_ = call.handle<core::Program>(program, "program");
    call.buffer(log, capacity, "log");
    call.needed(log, out_needed, "out_needed");
    call.out_string(log, capacity, out_needed, program_.log());
  });
}

gc_status gc_program_get_symbol(gc_program* program, const char* name, char* symbol, size_t capacity,
                                size_t* out_needed, gc_error** out_error) {
  return api::guard_quick("gc_program_get_symbol", out_error, [&](api::Call& call) {
    auto& program_ = call.handle<core::Program>(program, "program");
    const auto name_ = call.str(name, "name");
    call.buffer(symbol, capacity, "symbol");
    call.needed(symbol, out_needed, "out_needed");
    call.out_string(symbol, capacity, out_needed, program_.symbol(name_));
  });
}

gc_status gc_module_from_program(gc_context* context, gc_program* program, const gc_module_options* options,
                                 gc_module** out_module, gc_error** out_error) {
  return api::guard("gc_module_from_program", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    auto& program_ = call.handle<core::Program>(program, "program");
    const auto options_ = call.options(options, "options", 40,
                                       GRIDCALL_MODULE_DEBUG | GRIDCALL_MODULE_LINE_INFO | GRIDCALL_MODULE_VERBOSE | GRIDCALL_MODULE_PREFER_BINARY | GRIDCALL_MODULE_NO_OPTIMIZATION);
    call.optional_str(options_.arch, "options->arch");
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_module, "out_module");
    call.give(out_module, api::module_from_program(context_, program_, options_));
  });
}

gc_status gc_program_get_default_options(char* options, size_t capacity, size_t* out_needed,
                                         gc_error** out_error) {
  return api::guard_quick("gc_program_get_default_options", out_error, [&](api::Call& call) {
    call.buffer(options, capacity, "options");
    call.needed(options, out_needed, "out_needed");
    call.out_string(options, capacity, out_needed, api::program_get_default_options());
  });
}

gc_status gc_program_set_default_options(const char* const* options, size_t option_count,
                                         gc_error** out_error) {
  return api::guard_quick("gc_program_set_default_options", out_error, [&](api::Call& call) {
    const auto options_ = call.strings(options, option_count, "options");
    api::program_set_default_options(options_);
  });
}

void gc_program_release(gc_program* program) { api::release<core::Program>(program); }

}  // extern "C"
