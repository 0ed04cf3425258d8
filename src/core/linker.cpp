// SPDX-License-Identifier: Apache-2.0

#include "core/linker.h"

#include <memory>

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "core/context_list.h"
#include "image/elf.h"

namespace gridcall::core {

using namespace driver;

namespace {

CUjitInputType type_of(const LinkInput& input) {
  const image::Bytes bytes = std::as_bytes(std::span(input.second));
  if (image::is_archive(bytes)) return CU_JIT_INPUT_LIBRARY;
  switch (image::format_of(bytes)) {
    case image::Format::kElf:
      return image::Elf(bytes).is_cubin() ? CU_JIT_INPUT_CUBIN : CU_JIT_INPUT_OBJECT;
    case image::Format::kFatbin:
      return CU_JIT_INPUT_FATBINARY;
    case image::Format::kPtx:
      return CU_JIT_INPUT_PTX;
    case image::Format::kLtoIr:  // the format of nvJitLink
    case image::Format::kCpu:
    case image::Format::kUnknown:
      break;
  }
  throw Failure(status::kInvalidImage, concat("`", input.first, "` of ", input.second.size(),
                                              " bytes is neither PTX nor a cubin, a fatbin, an object or a "
                                              "library: pass what `-rdc=true` compiled"));
}

class State {
 public:
  explicit State(const Table& table) noexcept : table_(table) {}
  ~State() {
    if (state) table_.cuLinkDestroy(state);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  CUlinkState state = nullptr;

 private:
  const Table& table_;
};

}  // namespace

image::Image link(Context& context, std::span<const LinkInput> inputs, const LoadOptions& options) {
  const Table& table = context.table();
  if (!table.cuLinkCreate || !table.cuLinkAddData || !table.cuLinkComplete || !table.cuLinkDestroy)
    throw Failure(status::kUnsupported,
                  "the driver has no linker (cuLinkCreate is missing): update the driver");
  collect(context);
  image::Image linked;
  // The driver writes to the values and logs of the options until the link state is destroyed.
  const auto jit = std::make_unique<Jit>(options, /*compiles*/ true);
  context.run([&] {
    const EpochPause pause;  // the driver compiles
    const auto check = [&](CUresult result, const char* function, const std::string& input) {
      if (result == CUDA_SUCCESS) return;
      Failure failure = context.failure(result, function);
      failure.log = jit->errors();
      // Symbols that no input defines, or that two inputs define.
      if (!failure.log.empty() && result != CUDA_ERROR_OUT_OF_MEMORY) failure.status = status::kCompile;
      if (!input.empty()) failure.message += "; the input is `" + input + "`";
      throw failure;
    };
    State made(table);
    check(table.cuLinkCreate(jit->count(), jit->options(), jit->values(), &made.state), "cuLinkCreate", "");
    for (const LinkInput& input : inputs) {
      const CUjitInputType type = type_of(input);
      // PTX ends with a NUL, which its size includes.
      std::string bytes = input.second;
      if (type == CU_JIT_INPUT_PTX) bytes.push_back('\0');
      check(table.cuLinkAddData(made.state, type, bytes.data(), bytes.size(), input.first.c_str(), 0, nullptr,
                                nullptr),
            "cuLinkAddData", input.first);
    }
    void* cubin = nullptr;
    std::size_t size = 0;
    check(table.cuLinkComplete(made.state, &cubin, &size), "cuLinkComplete", "");
    const auto* first = static_cast<const std::byte*>(cubin);
    linked.bytes.assign(first, first + size);
  });
  linked.log = jit->info();
  return linked;
}

}  // namespace gridcall::core
