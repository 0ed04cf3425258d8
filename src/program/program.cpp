// SPDX-License-Identifier: Apache-2.0

#include "program/program.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/concat.h"
#include "base/file.h"
#include "base/status.h"
#include "image/elf.h"
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
  const core::EpochPause pause;  // all that is used is held by the caller
  const auto began = Clock::now();
  image::Image image = compiler(request, target);
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
  // The entry was whole and the driver refuses it all the same: compile it anew, once.
  image = make_image(request, target, compile::recompile);
  image.from_cache = false;
  return core::Module::load(context, std::move(image), options, instances);
}

// A source with its options, kept by the modules that are made of it.
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
    return load_image(*context_, request, target_, std::move(image), options_, shared_from_this());
  }

  const core::Ref<core::Context> context_;
  const compile::Request request_;
  const compile::Target target_;
  const core::LoadOptions options_;
};

// The program of a source that was compiled.
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
                 ", and `context` is of ", context.device().label(), ": compile the source for that"));
    image::Image image = image_;
    const image::Bytes code = is_cpu_ ? without_header(exported_) : image::Bytes(exported_);
    image.bytes.reserve(code.size() + 1);  // and the NUL behind text
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
  const image::Format format = image::format_of(bytes);
  if (context.is_cpu() && (format == image::Format::kPtx || format == image::Format::kFatbin ||
                           (format == image::Format::kElf && image::Elf(bytes).is_cubin())))
    throw Failure(
        status::kUnsupported,
        "the CPU device runs no PTX, cubin or fatbin (NVIDIA's licence forbids translating its compilers' "
        "output for another platform): pass CUDA C++ source to gc_module_from_source, or an image that was "
        "compiled for the CPU device");
  if (!context.is_cpu() && format == image::Format::kCpu)
    throw Failure(status::kIncompatibleImage,
                  concat("the image of ", bytes.size(), " bytes is for the CPU device, and `context` is of ",
                         context.device().label(), ": compile the source for that"));
  if (context.is_cpu() && format != image::Format::kCpu)
    throw Failure(status::kInvalidImage,
                  concat("the image of ", bytes.size(),
                         " bytes is none of the CPU device: pass what gc_program_get_image returned"));
  if (const std::string defect = image::defect_of(bytes); !defect.empty())
    throw Failure(status::kInvalidImage, defect + ": pass the whole output of a compiler");
  if (context.is_cpu()) bytes = without_header(bytes);
  image::Image image;
  image.bytes.reserve(bytes.size() + 1);  // and the NUL behind text
  image.bytes.assign(bytes.begin(), bytes.end());
  return core::Module::load(context, std::move(image), options);
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
