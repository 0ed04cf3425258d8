// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/surface.h"
#include "core/texture.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_module_from_source(gc_context* context, const char* source, size_t source_size,
                                const gc_compile_options* options, gc_module** out_module,
                                gc_error** out_error) {
  return api::guard("gc_module_from_source", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
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
    const auto options_ = call.options(options, "options", 40,
                                       GRIDCALL_MODULE_DEBUG | GRIDCALL_MODULE_LINE_INFO | GRIDCALL_MODULE_VERBOSE | GRIDCALL_MODULE_PREFER_BINARY | GRIDCALL_MODULE_NO_OPTIMIZATION);
    call.optional_str(options_.arch, "options->arch");
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_module, "out_module");
    call.give(out_module, api::module_from_buffer(context_, image_, options_));
  });
}

gc_status gc_module_from_file(gc_context* context, const char* path, const gc_compile_options* options,
                              gc_module** out_module, gc_error** out_error) {
  return api::guard("gc_module_from_file", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto path_ = call.str(path, "path");
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
    call.give(out_kernel, module_.kernel(name_));
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
    call.needed(name, out_needed, "out_needed");
    call.out_string(name, capacity, out_needed, api::module_get_kernel_name(module_, index));
  });
}

gc_status gc_module_get_global(gc_module* module, const char* name, gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_module_get_global", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    const auto name_ = call.str(name, "name");
    call.out(out_mem, "out_mem");
    call.give(out_mem, module_.global(name_));
  });
}

gc_status gc_module_bind_texture(gc_module* module, const char* name, gc_texture* texture, gc_stream* stream,
                                 gc_error** out_error) {
  return api::guard("gc_module_bind_texture", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    const auto name_ = call.str(name, "name");
    auto* texture_ = call.optional_handle<core::Texture>(texture, "texture");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::module_bind_texture(module_, name_, texture_, stream_);
  });
}

gc_status gc_module_bind_surface(gc_module* module, const char* name, gc_surface* surface, gc_stream* stream,
                                 gc_error** out_error) {
  return api::guard("gc_module_bind_surface", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    const auto name_ = call.str(name, "name");
    auto* surface_ = call.optional_handle<core::Surface>(surface, "surface");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::module_bind_surface(module_, name_, surface_, stream_);
  });
}

gc_status gc_module_get_texture(gc_module* module, const char* name, gc_texture** out_texture,
                                gc_error** out_error) {
  return api::guard("gc_module_get_texture", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    const auto name_ = call.str(name, "name");
    call.out(out_texture, "out_texture");
    call.give(out_texture, module_.texture(name_));
  });
}

gc_status gc_module_get_surface(gc_module* module, const char* name, gc_surface** out_surface,
                                gc_error** out_error) {
  return api::guard("gc_module_get_surface", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    const auto name_ = call.str(name, "name");
    call.out(out_surface, "out_surface");
    call.give(out_surface, module_.surface(name_));
  });
}

gc_status gc_module_get_log(gc_module* module, char* log, size_t capacity, size_t* out_needed,
                            gc_error** out_error) {
  return api::guard_quick("gc_module_get_log", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    call.buffer(log, capacity, "log");
    call.needed(log, out_needed, "out_needed");
    call.out_string(log, capacity, out_needed, module_.log());
  });
}

gc_status gc_module_get_attribute(gc_module* module, gc_module_attribute attribute, uint64_t* out_value,
                                  gc_error** out_error) {
  return api::guard_quick("gc_module_get_attribute", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    call.out(out_value, "out_value");
    *out_value = module_.attribute(attribute);
  });
}

gc_status gc_module_is_cached(gc_module* module, int32_t* out_cached, gc_error** out_error) {
  return api::guard_quick("gc_module_is_cached", out_error, [&](api::Call& call) {
    auto& module_ = call.handle<core::Module>(module, "module");
    call.out(out_cached, "out_cached");
    *out_cached = module_.cached() ? 1 : 0;
  });
}

void gc_module_release(gc_module* module) { api::release<core::Module>(module); }

}  // extern "C"
