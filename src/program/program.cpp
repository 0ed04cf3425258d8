// SPDX-License-Identifier: Apache-2.0

#include "program/program.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/file.h"
#include "base/status.h"
#include "compile/nvjitlink.h"
#include "compile/options.h"
#include "core/trace.h"
#include "image/elf.h"
#include "image/symbols.h"
#include "program/cpu_image.h"

namespace gridcall::program {

namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;

compile::Target target_of(const core::Device& device) {
  return {device.is_cpu(), device.major(), device.minor(), device.driver().version};
}

using Compiler = image::Image (*)(const compile::Request&, const compile::Target&);

image::Image make_image(const compile::Request& request, const compile::Target& target, Compiler compiler) {
  using Clock = std::chrono::steady_clock;
  const core::EpochPause pause;  // the caller holds all objects in use
  const auto began = Clock::now();
  const core::TraceSpan span;
  image::Image image = compiler(request, target);
  if (span)
    span.end("compile", "compile " + request.source_name(),
             concat("\"cached\":", image.from_cache ? "true" : "false",
                    ",\"baseline\":", image.optimized ? "true" : "false"));
  if (!image.from_cache)
    image.compile_ns = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - began).count());
  return image;
}

core::Ref<core::Module> load_image(core::Context& context, const compile::Request& request,
                                   const compile::Target& target, image::Image image,
                                   const core::LoadOptions& options,
                                   const std::shared_ptr<core::InstanceSource>& instances) {
  const bool from_cache = image.from_cache;
  try {
    return core::Module::load(context, std::move(image), options, instances);
  } catch (const Failure& failure) {
    const bool is_refused =
        failure.status == status::kInvalidImage || failure.status == status::kIncompatibleImage;
    if (!from_cache || !is_refused) throw;
  }
  // If the driver refuses an entry that is whole, the source is compiled again, once.
  image = make_image(request, target, compile::recompile);
  image.from_cache = false;
  return core::Module::load(context, std::move(image), options, instances);
}

// Throws the exceptions of from_image.
void check_format(const core::Context& context, image::Bytes bytes, const std::string& what) {
  const image::Format format = image::format_of(bytes);
  if (context.is_cpu() &&
      (format == image::Format::kPtx || format == image::Format::kFatbin || format == image::Format::kLtoIr ||
       (format == image::Format::kElf && image::Elf(bytes).is_cubin())))
    throw Failure(
        status::kUnsupported,
        "the CPU device runs no PTX, LTO IR, cubin or fatbin (NVIDIA's licence forbids translating its "
        "compilers' "
        "output for another platform): pass CUDA C++ source to gc_module_from_source, or an image that was "
        "compiled for the CPU device");
  if (!context.is_cpu() && format == image::Format::kCpu)
    throw Failure(status::kIncompatibleImage,
                  concat(what, " of ", bytes.size(), " bytes is for the CPU device, and `context` is of ",
                         context.device().label(), ": compile the source for that device"));
}

bool is_lto_ir(const core::LinkInput& input) {
  return image::format_of(std::as_bytes(std::span(input.second))) == image::Format::kLtoIr;
}

// Returns the linker's options; the context's device gives the architecture unless they do.
compile::LinkOptions link_options(const core::Device& device, const core::LoadOptions& options) {
  if (options.threads_per_block != 0)
    throw Failure(status::kInvalidOptions,
                  concat("`options->threads_per_block` is ", options.threads_per_block,
                         ", and an input is LTO IR, whose linker has no such option: set `max_registers`"));
  constexpr std::uint32_t kAccelerated = 0x10000, kFamily = 0x20000;  // CU_TARGET_COMPUTE_90A, 100F
  const std::uint32_t number = options.target & 0xffff;
  if (number != 0 && (number / 10 != static_cast<std::uint32_t>(device.major()) ||
                      number % 10 > static_cast<std::uint32_t>(device.minor())))
    throw Failure(status::kInvalidOptions,
                  concat("`options->arch` is sm_", number, ", and ", device.label(), " is sm_",
                         device.major(), device.minor(), ": link for that, or pass NULL"));
  compile::LinkOptions link;
  link.arch = number == 0 ? concat("sm_", device.major(), device.minor())
                          : concat("sm_", number,
                                   (options.target & kAccelerated) != 0 ? "a"
                                   : (options.target & kFamily) != 0    ? "f"
                                                                        : "");
  link.debug = options.debug;
  link.line_info = options.line_info;
  link.verbose = options.verbose;
  link.optimization_level = options.optimization_level;
  link.max_registers = options.max_registers;
  return link;
}

image::Image link_for_gpu(core::Context& context, const std::vector<core::LinkInput>& inputs,
                          const core::LoadOptions& options) {
  if (std::none_of(inputs.begin(), inputs.end(), is_lto_ir)) return core::link(context, inputs, options);
  const core::EpochPause pause;  // the caller holds all objects in use
  return compile::link_lto(inputs, link_options(context.device(), options));
}

// Links all inputs to an image that can be loaded. `like`: the request that the inputs come from, or nullptr.
image::Image link_image(core::Context& context, std::vector<core::LinkInput> inputs,
                        const core::LoadOptions& options, const compile::Request& like = {}) {
  if (!context.is_cpu()) {
    image::Image image = link_for_gpu(context, inputs, options);
    image::add_names(image);
    return image;
  }
  compile::Request request;
  request.name = inputs.front().first;
  request.is_own = true;
  request.inputs = std::move(inputs);
  request.use_cache = like.use_cache;
  request.tiered = like.tiered;
  request.cache_dir = like.cache_dir;
  request.compiler = like.compiler;
  return make_image(request, target_of(context.device()), compile::compile);
}

// Returns the input in the form that the linker takes.
core::LinkInput link_input(const core::Context& context, std::string name, image::Bytes bytes) {
  const std::string what = "`" + name + "`";
  check_format(context, bytes, what);
  const image::Format format = image::format_of(bytes);
  if (context.is_cpu() && format == image::Format::kCpu) {
    if (!image::is_cpu_relocatable(bytes))
      throw Failure(status::kInvalidImage,
                    concat(what, " of ", bytes.size(),
                           " bytes is linked already: compile its source with `-rdc=true`"));
    bytes = without_header(bytes);
  } else if (context.is_cpu() && format != image::Format::kElf && !image::is_archive(bytes)) {
    throw Failure(status::kInvalidImage,
                  concat(what, " of ", bytes.size(),
                         " bytes is neither an image of the CPU device nor an object or a library: pass what "
                         "`-rdc=true` compiled"));
  }
  return {std::move(name), std::string(image::as_text(bytes))};
}

// A source with its options, which the modules made of it hold.
class Source final : public core::InstanceSource, public std::enable_shared_from_this<Source> {
 public:
  Source(core::Context& context, compile::Request request, core::LoadOptions options = {})
      : context_(&context),
        request_(std::move(request)),
        target_(target_of(context.device())),
        options_(options) {}

  core::Ref<core::Module> load() { return load(request_, make_image(request_, target_, compile::compile)); }
  core::Ref<core::Module> load(image::Image image) { return load(request_, std::move(image)); }

  core::Ref<core::Module> add_instance(const std::string& instance) override {
    compile::Request more = request_;
    more.instances.push_back(instance);
    return load(more, make_image(more, target_, compile::compile));
  }

 private:
  core::Ref<core::Module> load(const compile::Request& request, image::Image image) {
    if (compile::is_relocatable(request, target_.is_cpu)) image = linked(request, std::move(image));
    return load_image(*context_, request, target_, std::move(image), options_, shared_from_this());
  }

  image::Image linked(const compile::Request& request, image::Image object) {
    std::vector<core::LinkInput> inputs = {
        {request.source_name(), std::string(image::as_text(object.bytes))}};
    image::Image image = link_image(*context_, std::move(inputs), options_, request);
    image.log.insert(0, object.log);
    // Instances have the names of the request.
    image.lowered_names.insert(image.lowered_names.end(), object.lowered_names.begin(),
                               object.lowered_names.end());
    image.compile_ns += object.compile_ns;
    image.from_cache = false;  // a refused image cannot be compiled again
    return image;
  }

  const core::Ref<core::Context> context_;
  const compile::Request request_;
  const compile::Target target_;
  const core::LoadOptions options_;
};

// The program of a compiled source.
class CompiledProgram final : public core::Program {
 public:
  CompiledProgram(compile::Request request, bool is_cpu, image::Image image, std::vector<std::byte> exported)
      : Program(std::move(image), std::move(exported)), request_(std::move(request)), is_cpu_(is_cpu) {}

  static core::Ref<CompiledProgram> make(compile::Request request, const compile::Target& target) {
    image::Image image = make_image(request, target, compile::compile);
    std::vector<std::byte> exported = std::exchange(image.bytes, {});
    if (target.is_cpu) exported = with_header(exported);
    return core::make<CompiledProgram>(std::move(request), target.is_cpu, std::move(image),
                                       std::move(exported));
  }

  core::Ref<core::Module> load(core::Context& context, const core::LoadOptions& options) const {
    if (context.is_cpu() != is_cpu_)
      throw Failure(
          status::kIncompatibleImage,
          concat("`program` was compiled for ", is_cpu_ ? "the CPU device" : "a GPU",
                 ", and `context` is of ", context.device().label(), ": compile the source for that device"));
    image::Image image = image_;
    const image::Bytes code = is_cpu_ ? without_header(exported_) : image::Bytes(exported_);
    image.bytes.reserve(code.size() + 1);  // and the NUL after text
    image.bytes.assign(code.begin(), code.end());
    return std::make_shared<Source>(context, request_, options)->load(std::move(image));
  }

 private:
  const compile::Request request_;
  const bool is_cpu_;
};

}  // namespace

core::Ref<core::Module> from_source(core::Context& context, compile::Request request) {
  core::check_process();
  context.check_loss();
  return std::make_shared<Source>(context, std::move(request))->load();
}

core::Ref<core::Module> from_own_source(core::Context& context, compile::Request request) {
  core::check_process();
  context.check_loss();
  request.is_own = true;
  const compile::Target target = target_of(context.device());
  return load_image(context, request, target, make_image(request, target, compile::compile), {}, nullptr);
}

core::Ref<core::Program> compile_program(const core::Device* device, compile::Request request) {
  core::check_process();
  request.tiered = false;
  return core::Ref<core::Program>::adopt(
      CompiledProgram::make(std::move(request), device ? target_of(*device) : compile::Target{}).detach());
}

core::Ref<core::Module> from_program(core::Context& context, const core::Program& program,
                                     const core::LoadOptions& options) {
  core::check_process();
  context.check_loss();
  return static_cast<const CompiledProgram&>(program).load(context, options);
}

core::Ref<core::Module> from_image(core::Context& context, image::Bytes bytes,
                                   const core::LoadOptions& options) {
  core::check_process();
  check_format(context, bytes, "the image");
  if (context.is_cpu() && image::format_of(bytes) != image::Format::kCpu)
    throw Failure(status::kInvalidImage,
                  concat("the image of ", bytes.size(),
                         " bytes is none of the CPU device: pass what gc_program_get_image returned"));
  if (const std::string defect = image::defect_of(bytes); !defect.empty())
    throw Failure(status::kInvalidImage, defect + ": pass the whole output of a compiler");
  if (context.is_cpu() ? image::is_cpu_relocatable(bytes) : image::format_of(bytes) == image::Format::kLtoIr)
    return core::Module::load(context, link_image(context, {link_input(context, "image", bytes)}, options),
                              options);
  if (context.is_cpu()) bytes = without_header(bytes);
  image::Image image;
  image.bytes.reserve(bytes.size() + 1);  // and the NUL after text
  image.bytes.assign(bytes.begin(), bytes.end());
  return core::Module::load(context, std::move(image), options);
}

core::Ref<core::Module> link(core::Context& context, std::vector<core::LinkInput> inputs,
                             const core::LoadOptions& options) {
  core::check_process();
  context.check_loss();
  for (core::LinkInput& input : inputs)
    input = link_input(context, input.first, std::as_bytes(std::span(input.second)));
  return core::Module::load(context, link_image(context, std::move(inputs), options), options);
}

core::Ref<core::Module> from_file(core::Context& context, const std::string& path, compile::Request request,
                                  bool has_options) {
  core::check_process();
  if (path.empty()) throw Failure(status::kInvalidArgument, "`path` is empty: name a file");
  std::string content = read_file("path", path, kMaxFileBytes);
  const auto bytes = std::as_bytes(std::span(content));
  if (image::is_image(bytes)) {
    if (has_options)
      throw Failure(status::kInvalidOptions,
                    concat("`options` are given for \"", path, "\", which is compiled code: pass NULL"));
    return from_image(context, bytes, {});
  }
  request.source = std::move(content);
  if (request.name.empty()) request.name = path;
  return from_source(context, std::move(request));
}

}  // namespace gridcall::program
