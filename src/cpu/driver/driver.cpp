// SPDX-License-Identifier: Apache-2.0
//
// The table of the driver, and what the entry points of all functions have in common.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "cpu/base/fault_text.h"
#include "cpu/base/results.h"
#include "cpu/driver/api.h"
#include "cpu/driver/context.h"
#include "driver/table.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// The state that a function requires before it runs, as functions.def has it.
enum class Requires : std::uint8_t { NONE, INIT, CONTEXT, UNSUPPORTED };

// Converts the column not_null to bits.
constexpr unsigned arguments(auto... positions) noexcept {
  return (0u | ... | (1u << positions));
}

template <unsigned kNotNull, std::size_t... kIndex, class... Arguments>
bool has_null(std::index_sequence<kIndex...>, Arguments... values) noexcept {
  [[maybe_unused]] const auto is_null = [](auto position, auto value) {
    if constexpr ((kNotNull >> decltype(position)::value & 1) != 0) {
      static_assert(std::is_pointer_v<decltype(value)>, "not_null names an argument that is no pointer");
      return !value;
    }
    return false;
  };
  return (is_null(std::integral_constant<std::size_t, kIndex>{}, values) || ...);
}

// The entry point of each function: it checks the required state and NULL arguments, and lets no exception
// leave the library. Each call has a fault text of its own, if any.
template <auto kFunction, Requires kRequires, unsigned kNotNull>
struct EntryPoint;

template <class... Arguments, CUresult (*kFunction)(Arguments...), Requires kRequires, unsigned kNotNull>
struct EntryPoint<kFunction, kRequires, kNotNull> {
  static_assert(kNotNull >> sizeof...(Arguments) == 0, "not_null names an argument past the last");

  static CUresult call(Arguments... values) noexcept try {
    if constexpr (!explains()) fault_text_clear();
    if constexpr (kRequires == Requires::CONTEXT) {
      if (const CUresult refused = enter_context()) return refused;
    } else if constexpr (kRequires != Requires::NONE) {
      if (const CUresult refused = enter()) return refused;
    }
    if (has_null<kNotNull>(std::index_sequence_for<Arguments...>{}, values...))
      return CUDA_ERROR_INVALID_VALUE;
    if constexpr (kRequires == Requires::UNSUPPORTED) {
      return CUDA_ERROR_NOT_SUPPORTED;
    } else {
      return kFunction(values...);
    }
  } catch (const std::bad_alloc&) {
    return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  } catch (...) {
    return CUDA_ERROR_UNKNOWN;
  }

 private:
  template <auto kOther>
  static constexpr bool kIs = std::is_same_v<EntryPoint, EntryPoint<kOther, kRequires, kNotNull>>;
  // These functions explain the previous call.
  static constexpr bool explains() noexcept {
    return kIs<&api::cuGetErrorName> || kIs<&api::cuGetErrorString> || kIs<&api::gridcallFaultText> ||
           kIs<&api::gridcallFaultReports>;
  }
};

}  // namespace

namespace api {

CUresult cuGetErrorName(CUresult error, const char** name) {
  *name = result_name(error);
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  *text = result_text(error);
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult gridcallFaultText(char* text, std::size_t capacity) {
  if (capacity == 0) return CUDA_ERROR_INVALID_VALUE;
  fault_text_take(text, capacity);
  return CUDA_SUCCESS;
}

CUresult gridcallFaultReports(char** reports) {
  *reports = fault_reports_take();
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu

extern "C" [[gnu::visibility("default")]] int gridcall_cpu_driver(std::uint32_t version,
                                                                  gridcall::driver::Table* table,
                                                                  std::size_t size) {
  using namespace gridcall;
  if (version != driver::kCpuDriverVersion || !table || size < sizeof(table->size)) return 1;
  driver::Table full{};
#define GRIDCALL_DRIVER_FN(need, name, from, parameters, state, not_null) \
  full.name = &cpu::EntryPoint<&cpu::api::name, cpu::Requires::state, cpu::arguments not_null>::call;
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  full.size = std::min(size, sizeof full);
  std::memcpy(table, &full, full.size);
  return 0;
}
