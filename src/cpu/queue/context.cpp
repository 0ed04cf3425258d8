// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/context.h"

#include <cstdint>

namespace gridcall::cpu {

using namespace driver;

Stream* Context::find_locked(CUstream handle) noexcept {
  const auto value = reinterpret_cast<std::uintptr_t>(handle);
  if (value == 0 || value == 1) return &legacy;  // NULL and CU_STREAM_LEGACY
  auto* stream = reinterpret_cast<Stream*>(handle);
  return streams.count(stream) != 0 ? stream : nullptr;
}

Event* Context::find_locked(CUevent handle) noexcept {
  auto* event = reinterpret_cast<Event*>(handle);
  return events.count(event) != 0 ? event : nullptr;
}

Module* Context::find_locked(CUmodule handle) noexcept {
  auto* module = reinterpret_cast<Module*>(handle);
  return modules.modules.count(module) != 0 ? module : nullptr;
}

Function* Context::find_locked(CUfunction handle) noexcept {
  auto* function = reinterpret_cast<Function*>(handle);
  return modules.functions.count(function) != 0 ? function : nullptr;
}

}  // namespace gridcall::cpu
