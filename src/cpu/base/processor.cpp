// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/processor.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace gridcall::cpu {

#if defined(__x86_64__)

namespace {

enum Register { eax, ebx, ecx, edx };

// Bits of XCR0: the registers that the operating system saves.
constexpr std::uint64_t kVectorState = 0x6;        // xmm, ymm
constexpr std::uint64_t kWideState = 0xe6;         // also zmm and masks
constexpr std::uint64_t kTileState = 0x60000;      // AMX
constexpr std::uint64_t kManyRegisters = 0x80000;  // APX

struct Feature {
  std::string_view name;
  std::uint32_t leaf, subleaf;
  Register in;
  std::uint32_t bit;
  std::uint64_t state;
};
constexpr Feature kFeatures[] = {
#define GRIDCALL_CPU_FEATURE(name, leaf, subleaf, in, bit, state) {name, leaf, subleaf, in, bit, state},
#include "cpu/abi/features.def"
#undef GRIDCALL_CPU_FEATURE
};
static_assert(kFeatures[0].leaf == 1, "the saved state, which leaf 1 tells of, is asked for by all others");

// `features`: ecx of leaf 1.
std::uint64_t saved_state(std::uint32_t features) noexcept {
  if ((features & bit_OSXSAVE) == 0) return 0;
  std::uint32_t low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return std::uint64_t{high} << 32 | low;
}

// Each leaf is read once, because in a virtual machine each cpuid exits to the hypervisor.
struct Here {
  bool has[std::size(kFeatures)];

  Here() noexcept {
    const std::uint32_t most[] = {__get_cpuid_max(0, nullptr), __get_cpuid_max(0x80000000, nullptr)};
    std::uint64_t state = 0;
    std::uint32_t registers[4] = {};
    const Feature* last = nullptr;
    for (const Feature& feature : kFeatures) {
      if (!last || last->leaf != feature.leaf || last->subleaf != feature.subleaf) {
        std::fill(std::begin(registers), std::end(registers), 0);
        // A leaf that the processor does not have leaves them zero.
        if (feature.leaf <= most[feature.leaf >> 31])
          __cpuid_count(feature.leaf, feature.subleaf, registers[eax], registers[ebx], registers[ecx],
                        registers[edx]);
        if (feature.leaf == 1) state = saved_state(registers[ecx]);
        last = &feature;
      }
      has[&feature - kFeatures] =
          (registers[feature.in] >> feature.bit & 1) != 0 && (state & feature.state) == feature.state;
    }
  }
};

bool has_feature(std::string_view name) noexcept {
  static const Here here;
  const auto* known = std::find_if(std::begin(kFeatures), std::end(kFeatures),
                                   [&](const Feature& each) { return each.name == name; });
  return known != std::end(kFeatures) && here.has[known - std::begin(kFeatures)];
}

}  // namespace

std::string lacking_feature(std::string_view target) {
  for (std::size_t at = target.find('+'); at != std::string_view::npos;) {
    const std::size_t end = target.find('+', at + 1);
    const std::string_view name = target.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
    if (!has_feature(name)) return std::string(name);
    at = end;
  }
  return "";
}

#else

std::string lacking_feature(std::string_view) {
  return "";
}

#endif

}  // namespace gridcall::cpu
