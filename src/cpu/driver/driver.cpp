// SPDX-License-Identifier: Apache-2.0
//
// The one door: fills the table.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "cpu/base/fault_text.h"
#include "cpu/base/results.h"
#include "cpu/driver/api.h"
#include "driver/table.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

// No exception leaves the library, and each call has a text of its own, if any.
template <auto kFunction>
struct Door;

template <class... Arguments, CUresult (*kFunction)(Arguments...)>
struct Door<kFunction> {
  // These explain the call before.
  static constexpr bool kExplains = std::is_same_v<Door, Door<&api::cuGetErrorName>> ||
                                    std::is_same_v<Door, Door<&api::cuGetErrorString>> ||
                                    std::is_same_v<Door, Door<&api::gridcallFaultText>>;

  static CUresult call(Arguments... arguments) noexcept try {
    if constexpr (!kExplains) fault_text_clear();
    return kFunction(arguments...);
  } catch (const std::bad_alloc&) {
    return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  } catch (...) {
    return CUDA_ERROR_UNKNOWN;
  }
};

}  // namespace

namespace api {

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *name = result_name(error);
  return *name != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *text = result_text(error);
  return *text != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult gridcallFaultText(char* text, std::size_t capacity) {
  if (text == nullptr || capacity == 0) return CUDA_ERROR_INVALID_VALUE;
  fault_text_take(text, capacity);
  return CUDA_SUCCESS;
}

}  // namespace api

}  // namespace gridcall::cpu

extern "C" [[gnu::visibility("default")]] int gridcall_cpu_driver(std::uint32_t version,
                                                                  gridcall::driver::Table* table,
                                                                  std::size_t size) {
  using namespace gridcall;
  if (version != driver::kCpuDriverVersion || table == nullptr || size < sizeof(table->size)) return 1;
  driver::Table full{};
#define GRIDCALL_DRIVER_FN(need, name, from, parameters) full.name = &cpu::Door<&cpu::api::name>::call;
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  full.size = std::min(size, sizeof full);
  std::memcpy(table, &full, full.size);
  return 0;
}
