// SPDX-License-Identifier: Apache-2.0

#include "ndarray/kernel.h"

#include <algorithm>
#include <bit>

#include "base/concat.h"
#include "core/kernel_cache.h"
#include "core/launch.h"
#include "program/program.h"

namespace gridcall::ndarray {

namespace {

constexpr std::string_view kTypes =
#include "types.cuh.inc"
    ;

// (umulhi(n, factor) + n) >> shift is n / count for n below 2^31.
struct Divisor {
  std::uint32_t count, factor, shift;
};

Divisor divisor_of(std::uint32_t count) noexcept {
  const auto shift = static_cast<std::uint32_t>(std::bit_width(count - 1));
  const std::uint64_t factor = ((std::uint64_t{1} << 32) * ((std::uint64_t{1} << shift) - count)) / count + 1;
  return {count, static_cast<std::uint32_t>(factor), shift};
}

// Gives the lines behind a text of the caller's their own names and numbers.
std::string with_own_lines(std::string text) {
  std::size_t line = 1, begin = 0;
  for (std::size_t at; (at = text.find(kOwnLines, begin)) != std::string::npos;) {
    const std::string_view own = std::string_view(text).substr(begin, at - begin);
    line += static_cast<std::size_t>(std::count(own.begin(), own.end(), '\n')) + 1;
    const std::string directive = concat("#line ", line, " \"gridcall_kernel.cu\"\n");
    text.replace(at, kOwnLines.size(), directive);
    begin = at + directive.size();
  }
  return text;
}

}  // namespace

core::Ref<core::Kernel> kernel_of(core::Context& context, std::string_view key,
                                  const std::function<std::string()>& source) {
  if (core::Ref<core::Kernel> known = core::service<core::KernelCache>(context).find(key)) return known;
  compile::Request request;
  request.source = with_own_lines(concat(kTypes, source()));
  // The option makes the device round each operation, as the host does.
  request.options = {"--fmad=false"};
  request.tiered = false;
  const core::Ref<core::Module> module = program::from_own_source(context, std::move(request));
  return core::service<core::KernelCache>(context).add(key, module->kernel("gridcall_kernel"));
}

std::string Parameters::declaration(bool is_wide, std::size_t indices, std::size_t divisors) {
  std::string text = concat("typedef ", is_wide ? "long long" : "int",
                            " index;\nstruct parameters {\n  index v[", indices, "];\n");
  if (divisors != 0) text += concat("  divisor d[", divisors, "];\n");
  return text + "};\n";
}

const void* Parameters::bytes() {
  for (const std::uint32_t count : divisors_) {
    const Divisor divisor = divisor_of(count);
    words_.insert(words_.end(), {divisor.count, divisor.factor, divisor.shift});
  }
  words_.push_back(0);  // the struct may be longer by that
  return words_.data();
}

void launch(core::Kernel& kernel, const core::Stream* stream, const std::uint32_t (&grid)[3],
            const std::uint32_t (&block)[3], std::span<const void* const> values,
            std::span<core::Mem* const> memory, std::uint64_t shared) {
  core::Context& context = kernel.context();
  const core::Queue queue = core::queue_of(stream);
  const core::Shape shape = core::shape_of(grid, block, shared, 0);
  context.run([&] {
    for (core::Mem* mem : memory) context.slots().use(mem->usage(), queue.slot);
    context.slots().use(kernel.module().usage(), queue.slot);
    core::launch_checked(kernel, stream, queue, shape, {}, const_cast<void**>(values.data()));
  });
}

}  // namespace gridcall::ndarray
