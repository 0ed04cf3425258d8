// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <memory>

#include "api/generated/implementation.h"
#include "base/file.h"
#include "compile/compiler.h"

namespace gridcall::api {

namespace {

// A source with its options, kept by the module for template instances that are asked for later.
struct Source {
  std::string text;
  compile::Request request;
  compile::Target target;
};

void check_name(const char* what, std::string_view name) {
  if (name.empty())
    throw Failure(status::kInvalidArgument,
                  std::string("`options->") + what + "` has an empty name: give it one");
}

std::shared_ptr<Source> source_of(core::Context& context, std::string_view text,
                                  const gc_compile_options& options, const std::string& default_name) {
  auto source = std::make_shared<Source>();
  source->text = text;
  compile::Request& request = source->request;
  request.source = source->text;
  request.name = options.name ? options.name : default_name;
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
  const core::Device& device = context.device();
  source->target = {device.is_cpu(), device.major(), device.minor(), device.driver().version};
  return source;
}

core::Ref<core::Module> compile_and_load(core::Context& context, const std::shared_ptr<Source>& source,
                                         const compile::Request& request) {
  compile::Result result = [&] {
    const core::EpochPause pause;  // the context lives on, and all else is the caller's or ours
    return compile::compile(request, source->target);
  }();
  core::Image image;
  image.bytes = result.image;
  image.log = result.log;
  image.lowered_names = result.lowered_names;
  image.kernels = result.kernels;
  image.from_cache = result.from_cache;
  image.full = result.full;
  const auto add_instance = [&context, source](const std::string& instance) {
    compile::Request more = source->request;
    more.instances.push_back(instance);
    return compile_and_load(context, source, more);
  };
  try {
    return core::Module::load(context, image, add_instance);
  } catch (const Failure& failure) {
    // The entry was whole and the driver refuses it all the same: compile it anew, once.
    const bool image_refused =
        failure.status == status::kInvalidImage || failure.status == status::kIncompatibleImage;
    if (!result.from_cache || !image_refused) throw;
    {
      const core::EpochPause pause;
      result = compile::recompile(request, source->target);
    }
    image.bytes = result.image;
    image.from_cache = false;
    image.full = result.full;
    return core::Module::load(context, image, add_instance);
  }
}

core::Ref<core::Module> from_source(core::Context& context, std::string_view text,
                                    const gc_compile_options& options, const std::string& default_name) {
  core::check_process();
  if (const Failure* loss = context.device().loss()) throw core::Context::lost(context.device(), *loss);
  const auto source = source_of(context, text, options, default_name);
  return compile_and_load(context, source, source->request);
}

constexpr std::uint64_t kMostFileBytes = std::uint64_t{1} << 30;

}  // namespace

core::Ref<core::Module> module_from_source(core::Context& context, std::string_view source,
                                           const gc_compile_options& options) {
  return from_source(context, source, options, "source.cu");
}

core::Ref<core::Module> module_from_buffer(core::Context& context, std::span<const std::byte> image,
                                           const gc_module_options&) {
  core::check_process();
  if (context.is_cpu())
    throw Failure(
        status::kUnsupported,
        "the CPU device runs no PTX, cubin or fatbin (NVIDIA's licence forbids translating its compilers' "
        "output for another platform): pass CUDA C++ source to gc_module_from_source");
  const std::string defect = core::image_defect(image);
  if (!defect.empty()) throw Failure(status::kInvalidImage, defect + ": pass the whole output of a compiler");
  core::Image loaded;
  loaded.bytes = image;
  return core::Module::load(context, loaded);
}

core::Ref<core::Module> module_from_file(core::Context& context, std::string_view path,
                                         const gc_compile_options& options) {
  core::check_process();
  const std::string name(path);
  if (name.empty()) throw Failure(status::kInvalidArgument, "`path` is empty: name a file");
  const std::string content = read_file("path", name, kMostFileBytes);
  const auto bytes = std::as_bytes(std::span(content));
  if (core::is_image(bytes)) {
    const auto* given = reinterpret_cast<const unsigned char*>(&options) + sizeof options.struct_size;
    if (std::any_of(given, reinterpret_cast<const unsigned char*>(&options + 1),
                    [](unsigned char c) { return c != 0; }))
      throw Failure(status::kInvalidOptions,
                    "`options` are given for \"" + name + "\", which is compiled code: pass NULL");
    return module_from_buffer(context, bytes, {});
  }
  return from_source(context, content, options, name);
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
