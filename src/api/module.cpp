// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "api/generated/implementation.h"
#include "base/concat.h"
#include "program/program.h"

namespace gridcall::api {

namespace {

void check_name(const char* what, std::string_view name) {
  if (name.empty())
    throw Failure(status::kInvalidArgument, concat("`options->", what, "` has an empty name: give it one"));
}

compile::Request request_of(std::string_view source, const gc_compile_options& options) {
  compile::Request request;
  request.source = source;
  if (options.name) request.name = options.name;
  if (options.arch) request.arch = options.arch;
  request.use_cache = (options.flags & GRIDCALL_COMPILE_NO_CACHE) == 0;
  request.tiered = (options.flags & GRIDCALL_COMPILE_NO_TIERING) == 0;
  request.no_files = (options.flags & GRIDCALL_COMPILE_NO_FILES) != 0;
  request.options.assign(options.options, options.options + options.option_count);
  request.include_dirs.assign(options.include_dirs, options.include_dirs + options.include_dir_count);
  request.instances.assign(options.instances, options.instances + options.instance_count);
  for (const gc_define& define : std::span(options.defines, options.define_count)) {
    check_name("defines", define.name);
    request.defines.emplace_back(define.name, define.value ? define.value : "1");
  }
  for (const gc_header& header : std::span(options.headers, options.header_count)) {
    check_name("headers", header.name);
    request.headers.emplace_back(header.name, header.text);
  }
  return request;
}

// Whether anything but the struct's size is set.
bool says_something(const gc_compile_options& options) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&options);
  return std::any_of(bytes + sizeof options.struct_size, bytes + sizeof options,
                     [](unsigned char byte) { return byte != 0; });
}

}  // namespace

core::Ref<core::Module> module_from_source(core::Context& context, std::string_view source,
                                           const gc_compile_options& options) {
  return program::from_source(context, request_of(source, options));
}

core::Ref<core::Module> module_from_buffer(core::Context& context, std::span<const std::byte> image,
                                           const gc_module_options&) {
  return program::from_image(context, image);
}

core::Ref<core::Module> module_from_file(core::Context& context, std::string_view path,
                                         const gc_compile_options& options) {
  return program::from_file(context, std::string(path), request_of({}, options), says_something(options));
}

std::size_t module_get_kernel_count(core::Module& module) {
  return module.kernel_names().size();
}

std::string module_get_kernel_name(core::Module& module, std::size_t index) {
  const auto names = module.kernel_names();
  if (index >= names.size())
    throw Failure(status::kOutOfRange, "`index` is " + std::to_string(index) + ", and the module has " +
                                           std::to_string(names.size()) + " kernels");
  return names[index];
}

}  // namespace gridcall::api
