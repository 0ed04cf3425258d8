// SPDX-License-Identifier: Apache-2.0

#include "cpu/image/description.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cpu/abi/limits.h"
#include "cpu/base/processor.h"
#include "cpu/base/text.h"

namespace gridcall::cpu {

namespace {

class Check {
 public:
  Check(const ImageBounds& bounds, const ModuleDescription* first, std::string& why, bool& is_incompatible)
      : bounds_(bounds), first_(first), why_(why), is_incompatible_(is_incompatible) {}

  bool module(const ModuleDescription* module) {
    if (!inside(module, sizeof *module, alignof(ModuleDescription)))
      return wrong("`gridcall_module' lies outside it");
    if (module->magic != kImageMagic) return wrong("`gridcall_module' does not begin as it should");
    if (module->version != kImageVersion) {
      return incompatible(format("it has format %u, this library runs format %u; compile again",
                                 module->version, kImageVersion));
    }
    if (module->target_cpu) {
      if (!is_string(module->target_cpu)) return wrong("a bad processor name");
      if (const std::string lacking = lacking_feature(module->target_cpu); !lacking.empty()) {
        const auto name = static_cast<int>(std::min<std::size_t>(60, std::strcspn(module->target_cpu, "+")));
        return incompatible(format(
            "it was compiled for the processor `%.*s' and needs its `%.40s', which this processor lacks; "
            "compile again",
            name, module->target_cpu, lacking.c_str()));
      }
    }
    if (module->kernel_count != 0 &&
        !inside(module->kernels, std::uint64_t{module->kernel_count} * sizeof(KernelDescription),
                alignof(KernelDescription))) {
      return wrong("its table of kernels lies outside it");
    }
    for (std::uint32_t i = 0; i < module->kernel_count; ++i) {
      if (!check_kernel(module->kernels[i], i)) return false;
    }
    if (module->global_count != 0 &&
        !inside(module->globals, std::uint64_t{module->global_count} * sizeof(GlobalDescription),
                alignof(GlobalDescription))) {
      return wrong("its table of globals lies outside it");
    }
    for (std::uint32_t i = 0; i < module->global_count; ++i) {
      const GlobalDescription& global = module->globals[i];
      if (!is_string(global.name) || !is_string(global.plain_name))
        return wrong(format("global %u has a bad name", i));
      if (first_) continue;  // check_same_source checks these
      if (!inside(global.address, global.bytes, 1))
        return wrong(format("global `%.200s' lies outside it", global.plain_name));
      const auto place =
          reinterpret_cast<std::uint64_t>(global.address) - reinterpret_cast<std::uint64_t>(bounds_.base);
      if (place < bounds_.read_only) return wrong(format("global `%.200s' lies in code", global.plain_name));
    }
    return check_same_source(*module);
  }

 private:
  bool wrong(std::string text) {
    why_ = std::move(text);
    return false;
  }

  bool incompatible(std::string text) {
    is_incompatible_ = true;
    return wrong(std::move(text));
  }

  bool inside(const void* pointer, std::uint64_t bytes, std::uint64_t alignment) const noexcept {
    const auto at = reinterpret_cast<std::uint64_t>(pointer);
    const auto base = reinterpret_cast<std::uint64_t>(bounds_.base);
    const std::uint64_t size = bounds_.size;
    return at >= base && at - base <= size && bytes <= size - (at - base) && at % alignment == 0;
  }

  bool is_string(const char* text) const noexcept {
    if (!inside(text, 1, 1)) return false;
    const auto left =
        static_cast<std::size_t>(bounds_.base + bounds_.size - reinterpret_cast<const std::byte*>(text));
    return std::memchr(text, 0, left) != nullptr;
  }

  bool is_code(const void* pointer) const noexcept {
    const auto at = reinterpret_cast<std::uint64_t>(pointer);
    const auto base = reinterpret_cast<std::uint64_t>(bounds_.base);
    return at >= base && at - base < bounds_.code_end;
  }

  // Every version lists the kernels and variables in the source's order.
  bool check_same_source(const ModuleDescription& module) {
    if (!first_) return true;
    const ModuleDescription& before = *first_;
    if (module.kernel_count != before.kernel_count || module.global_count != before.global_count)
      return wrong("it has not the kernels and variables of the one it is to stand in for");
    for (std::uint32_t i = 0; i < before.kernel_count; ++i) {
      const KernelDescription& mine = module.kernels[i];
      const KernelDescription& other = before.kernels[i];
      const bool same = std::strcmp(mine.name, other.name) == 0 &&
                        mine.parameter_count == other.parameter_count &&
                        mine.parameter_bytes == other.parameter_bytes &&
                        std::equal(mine.parameters, mine.parameters + mine.parameter_count, other.parameters,
                                   [](const ParameterDescription& a, const ParameterDescription& b) {
                                     return a.offset == b.offset && a.size == b.size;
                                   });
      if (!same) return wrong(format("kernel `%.200s' is not that of the other version", mine.plain_name));
    }
    for (std::uint32_t i = 0; i < before.global_count; ++i) {
      const GlobalDescription& mine = module.globals[i];
      const GlobalDescription& other = before.globals[i];
      const bool same =
          std::strcmp(mine.name, other.name) == 0 && mine.bytes == other.bytes &&
          mine.is_constant == other.is_constant && mine.address == other.address &&
          (mine.alignment == 0 || reinterpret_cast<std::uint64_t>(mine.address) % mine.alignment == 0);
      if (!same) return wrong(format("variable `%.200s' is not that of the other version", mine.plain_name));
    }
    return true;
  }

  bool check_kernel(const KernelDescription& kernel, std::uint32_t index) {
    if (!is_string(kernel.name) || !is_string(kernel.plain_name))
      return wrong(format("kernel %u has a bad name", index));
    const char* name = kernel.plain_name;
    if (!is_code(reinterpret_cast<const void*>(kernel.thread_entry)))
      return wrong(format("kernel `%.200s' has no code", name));
    if (kernel.warp_entries) {
      const bool good =
          inside(kernel.warp_entries, kWarpVariants * sizeof(WarpEntry), alignof(WarpEntry)) &&
          std::all_of(kernel.warp_entries, kernel.warp_entries + kWarpVariants, [this](WarpEntry entry) {
            return !entry || is_code(reinterpret_cast<const void*>(entry));
          });
      if (!good) return wrong(format("kernel `%.200s' has a warp entry that is no code", name));
    }
    if (kernel.parameter_bytes > kMaxArgumentBytes)
      return wrong(format("kernel `%.200s' takes %u bytes of arguments, %llu are the most", name,
                          kernel.parameter_bytes, static_cast<unsigned long long>(kMaxArgumentBytes)));
    if (kernel.parameter_count != 0 &&
        !inside(kernel.parameters, std::uint64_t{kernel.parameter_count} * sizeof(ParameterDescription),
                alignof(ParameterDescription))) {
      return wrong(format("kernel `%.200s' has a bad parameter table", name));
    }
    for (std::uint32_t i = 0; i < kernel.parameter_count; ++i) {
      const ParameterDescription& parameter = kernel.parameters[i];
      if (parameter.offset > kernel.parameter_bytes ||
          parameter.size > kernel.parameter_bytes - parameter.offset) {
        return wrong(format("kernel `%.200s': parameter %u lies outside the parameter block", name, i));
      }
      for (const char* text : {parameter.name, parameter.type_name}) {
        if (text && !is_string(text))
          return wrong(format("kernel `%.200s': parameter %u has a bad name", name, i));
      }
    }
    if (kernel.static_shared_bytes > kMaxSharedBytes) {
      return wrong(format("kernel `%.200s' needs %u bytes of shared memory, %u are the most", name,
                          kernel.static_shared_bytes, kMaxSharedBytes));
    }
    if (kernel.max_threads == 0 || kernel.max_threads > kMaxThreadsPerBlock) {
      return wrong(format("kernel `%.200s' has launch bounds of %u threads, %u are the most", name,
                          kernel.max_threads, kMaxThreadsPerBlock));
    }
    if (kernel.local_bytes > kMaxLocalBytes)
      return wrong(
          format("kernel `%.200s' needs %u bytes of local memory per thread", name, kernel.local_bytes));
    return true;
  }

  const ImageBounds& bounds_;
  const ModuleDescription* first_;
  std::string& why_;
  bool& is_incompatible_;
};

// Appends objects to a buffer; without a buffer it only counts their size.
class Copy {
 public:
  explicit Copy(std::byte* memory) noexcept : memory_(memory) {}
  std::size_t bytes() const noexcept { return used_; }

  template <class T>
  T* add(const T* from, std::size_t count) noexcept {
    if (!from) return nullptr;
    used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    std::byte* place = memory_ ? memory_ + used_ : nullptr;
    used_ += count * sizeof(T);
    if (place) std::memcpy(place, from, count * sizeof(T));
    return reinterpret_cast<T*>(place);
  }
  void add_module(const ModuleDescription& from) noexcept {
    auto* module = add(&from, 1);
    auto* kernels = add(from.kernel_count != 0 ? from.kernels : nullptr, from.kernel_count);
    auto* globals = add(from.global_count != 0 ? from.globals : nullptr, from.global_count);
    const char* target = text(from.target_cpu);
    if (module) {
      module->target_cpu = target;
      module->kernels = kernels;
      module->globals = globals;
    }
    for (std::uint32_t i = 0; i < from.kernel_count; ++i) {
      KernelDescription kernel = from.kernels[i];
      kernel.name = text(kernel.name);
      kernel.plain_name = text(kernel.plain_name);
      kernel.parameters =
          add(kernel.parameter_count != 0 ? kernel.parameters : nullptr, kernel.parameter_count);
      kernel.warp_entries = add(kernel.warp_entries, kWarpVariants);
      if (kernels) kernels[i] = kernel;
    }
    for (std::uint32_t i = 0; i < from.global_count; ++i) {
      GlobalDescription global = from.globals[i];
      global.name = text(global.name);
      global.plain_name = text(global.plain_name);
      if (globals) globals[i] = global;
    }
  }

 private:
  const char* text(const char* from) noexcept { return from ? add(from, std::strlen(from) + 1) : nullptr; }

  std::byte* const memory_;
  std::size_t used_ = 0;
};

}  // namespace

std::byte* description_copy(const ModuleDescription& module) {
  Copy measure(nullptr);
  measure.add_module(module);
  auto* memory = new std::byte[measure.bytes()];
  Copy(memory).add_module(module);
  return memory;
}

bool description_holds(const ModuleDescription* module, const ImageBounds& bounds,
                       const ModuleDescription* first, std::string& why, bool& is_incompatible) {
  return Check(bounds, first, why, is_incompatible).module(module);
}

bool has_constants_below(const ModuleDescription& module, const std::byte* place) noexcept {
  return std::any_of(module.globals, module.globals + module.global_count,
                     [place](const GlobalDescription& global) { return global.address < place; });
}

}  // namespace gridcall::cpu
