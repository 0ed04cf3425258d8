// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdlib>

#include "api/generated/implementation.h"
#include "base/concat.h"
#include "compile/options.h"
#include "core/surface.h"
#include "core/texture.h"
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
  const auto take = [](const char* field, const char* text, std::string& to) {
    if (!text) return;
    if (*text == '\0')
      throw Failure(status::kInvalidOptions,
                    concat("`options->", field, "` is empty: name one, or pass NULL"));
    to = text;
  };
  take("cache_dir", options.cache_dir, request.cache_dir);
  take("keep_dir", options.keep_dir, request.keep_dir);
  take("compiler", options.compiler, request.compiler);
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

// Returns true if a field other than the struct's size is set.
bool says_something(const gc_compile_options& options) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&options);
  return std::any_of(bytes + sizeof options.struct_size, bytes + sizeof options,
                     [](unsigned char byte) { return byte != 0; });
}

[[noreturn]] void refuse_options(std::string message) {
  throw Failure(status::kInvalidOptions, std::move(message));
}

// Returns the CU_JIT_TARGET of "sm_90" or "compute_90a".
std::uint32_t jit_target(const std::string& arch) {
  if (!compile::is_arch(arch))
    refuse_options(concat("`options->arch` is \"", arch, "\", which is no architecture: write sm_90"));
  const auto number = static_cast<std::uint32_t>(std::atoi(arch.c_str() + arch.find('_') + 1));
  constexpr std::uint32_t kAccelerated = 0x10000, kFamily = 0x20000;
  return number + (arch.back() == 'a' ? kAccelerated : arch.back() == 'f' ? kFamily : 0);
}

core::LoadOptions load_options_of(const gc_module_options& options) {
  const auto has = [&](std::uint64_t flag) { return (options.flags & flag) != 0; };
  core::LoadOptions load;
  load.debug = has(GRIDCALL_MODULE_DEBUG);
  load.line_info = has(GRIDCALL_MODULE_LINE_INFO);
  load.verbose = has(GRIDCALL_MODULE_VERBOSE);
  load.prefer_binary = has(GRIDCALL_MODULE_PREFER_BINARY);
  load.max_registers = options.max_registers;
  load.threads_per_block = options.threads_per_block;
  if (options.optimization_level > 4)
    refuse_options(concat("`options->optimization_level` is ", options.optimization_level,
                          ": pass 1 to 4, or 0 for the driver's own"));
  if (options.optimization_level != 0 && has(GRIDCALL_MODULE_NO_OPTIMIZATION))
    refuse_options(concat("`options->optimization_level` is ", options.optimization_level,
                          " and `options->flags` has NO_OPTIMIZATION: pass one of them"));
  if (options.optimization_level != 0)
    load.optimization_level = static_cast<std::int32_t>(options.optimization_level);
  if (has(GRIDCALL_MODULE_NO_OPTIMIZATION)) load.optimization_level = 0;
  if (options.arch) {
    load.target = jit_target(options.arch);
    if (options.threads_per_block != 0)
      refuse_options(concat("`options->arch` is \"", options.arch, "\" and `options->threads_per_block` is ",
                            options.threads_per_block, ": the driver takes one of them, pass that"));
  }
  return load;
}

}  // namespace

core::Ref<core::Program> program_compile(core::Device* device, std::string_view source,
                                         const gc_compile_options& options) {
  return program::compile_program(device, request_of(source, options));
}

core::Ref<core::Module> module_from_program(core::Context& context, core::Program& program,
                                            const gc_module_options& options) {
  return program::from_program(context, program, load_options_of(options));
}

std::string program_get_default_options() {
  return compile::quoted_words(compile::default_options());
}

void program_set_default_options(std::span<const char* const> options) {
  compile::set_default_options({options.begin(), options.end()});
}

core::Ref<core::Module> module_from_source(core::Context& context, std::string_view source,
                                           const gc_compile_options& options) {
  return program::from_source(context, request_of(source, options));
}

core::Ref<core::Module> module_from_buffer(core::Context& context, std::span<const std::byte> image,
                                           const gc_module_options& options) {
  return program::from_image(context, image, load_options_of(options));
}

core::Ref<core::Module> module_from_file(core::Context& context, std::string_view path,
                                         const gc_compile_options& options) {
  return program::from_file(context, std::string(path), request_of({}, options), says_something(options));
}

core::Ref<core::Module> module_link(core::Context& context, const gc_module_options& options,
                                    std::span<const gc_link_input> inputs) {
  if (inputs.empty()) throw Failure(status::kInvalidArgument, "`input_count` is 0: pass one input at least");
  std::vector<core::LinkInput> all;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const gc_link_input& input = inputs[i];
    if (input.size == 0)
      throw Failure(status::kInvalidImage,
                    concat("`inputs[", i, "].size` is 0: pass what `-rdc=true` compiled"));
    all.emplace_back(input.name ? std::string(input.name) : concat("input ", i),
                     std::string(static_cast<const char*>(input.image), input.size));
  }
  return program::link(context, std::move(all), load_options_of(options));
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

void module_bind_texture(core::Module& module, std::string_view name, core::Texture* texture,
                         core::Stream* stream) {
  module.bind(name, texture, stream);
}

void module_bind_surface(core::Module& module, std::string_view name, core::Surface* surface,
                         core::Stream* stream) {
  module.bind(name, surface, stream);
}

}  // namespace gridcall::api
