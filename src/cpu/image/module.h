// SPDX-License-Identifier: Apache-2.0
//
// Loaded code.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "cpu/abi/image.h"
#include "cpu/image/loader.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct Module;

struct Function {
  Module* module = nullptr;
  const KernelDescription* kernel = nullptr;
  std::uint32_t max_dynamic_shared_bytes = 0;
  int carveout = -1;
  int cpu_mode = 0;  // GRIDCALL_FUNC_ATTRIBUTE_CPU_MODE
};

// The modules of one context.
struct Modules {
  std::unordered_set<Module*> modules;  // the live handles, under the scheduler's lock
  std::unordered_set<Function*> functions;
};

// A loaded module. Its references are the handle's own and one for each queued Command that runs or accesses
// it.
struct Module {
  Modules* owner = nullptr;
  std::uint32_t references = 1;  // under the scheduler's lock
  LoadedImage image;             // the module uses its variables for good
  LoadedImage full;              // the optimized image after a quick `image`, which further blocks run
  std::vector<Function> functions;
  std::atomic<bool> is_replaced{false};  // `functions` are those of `full`, and do not change any more

  const ModuleDescription& current() const noexcept { return *(full.description ? full : image).description; }
};

// Requires the scheduler's lock.
void module_release_locked(Module* module) noexcept;
// Removes the module from the live handles; its code is unloaded after the last command that uses it.
// Requires the lock.
void module_forget_locked(Module* module) noexcept;

}  // namespace gridcall::cpu
