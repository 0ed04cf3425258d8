// SPDX-License-Identifier: Apache-2.0

#include "program/program.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "base/concat.h"
#include "base/file.h"
#include "base/status.h"

namespace gridcall::program {

namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;

compile::Target target_of(const core::Device& device) {
  return {device.is_cpu(), device.major(), device.minor(), device.driver().version};
}

// A source with its options, kept by the modules that are made of it.
class Program final : public core::InstanceSource, public std::enable_shared_from_this<Program> {
 public:
  Program(core::Context& context, compile::Request request)
      : context_(&context), request_(std::move(request)), target_(target_of(context.device())) {}

  core::Ref<core::Module> load() { return load(request_); }

  core::Ref<core::Module> add_instance(const std::string& instance) override {
    compile::Request more = request_;
    more.instances.push_back(instance);
    return load(more);
  }

 private:
  using Compiler = image::Image (*)(const compile::Request&, const compile::Target&);

  core::Ref<core::Module> load(const compile::Request& request) {
    image::Image image = make(request, compile::compile);
    const bool from_cache = image.from_cache;
    try {
      return core::Module::load(*context_, std::move(image), shared_from_this());
    } catch (const Failure& failure) {
      const bool is_refused =
          failure.status == status::kInvalidImage || failure.status == status::kIncompatibleImage;
      if (!from_cache || !is_refused) throw;
    }
    // The entry was whole and the driver refuses it all the same: compile it anew, once.
    image = make(request, compile::recompile);
    image.from_cache = false;
    return core::Module::load(*context_, std::move(image), shared_from_this());
  }

  image::Image make(const compile::Request& request, Compiler compiler) const {
    const core::EpochPause pause;  // all that is used is held here or by the caller
    return compiler(request, target_);
  }

  const core::Ref<core::Context> context_;
  const compile::Request request_;
  const compile::Target target_;
};

}  // namespace

core::Ref<core::Module> from_source(core::Context& context, compile::Request request) {
  core::check_process();
  context.check_loss();
  return std::make_shared<Program>(context, std::move(request))->load();
}

core::Ref<core::Module> from_image(core::Context& context, image::Bytes bytes) {
  core::check_process();
  if (context.is_cpu())
    throw Failure(
        status::kUnsupported,
        "the CPU device runs no PTX, cubin or fatbin (NVIDIA's licence forbids translating its compilers' "
        "output for another platform): pass CUDA C++ source to gc_module_from_source");
  if (const std::string defect = image::defect_of(bytes); !defect.empty())
    throw Failure(status::kInvalidImage, defect + ": pass the whole output of a compiler");
  image::Image image;
  image.bytes.reserve(bytes.size() + 1);  // and the NUL behind text
  image.bytes.assign(bytes.begin(), bytes.end());
  return core::Module::load(context, std::move(image));
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
    return from_image(context, bytes);
  }
  request.source = std::move(content);
  if (request.name.empty()) request.name = path;
  return from_source(context, std::move(request));
}

}  // namespace gridcall::program
