// SPDX-License-Identifier: Apache-2.0

#include "cpu/image/module.h"

#include <cstdint>

#include "cpu/memory/memory.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

void module_release_locked(Module* module) noexcept {
  if (--module->references != 0) return;
  shadow().set(reinterpret_cast<std::uintptr_t>(module->image.base), module->image.bytes, 0);
  image_unload(module->full);
  image_unload(module->image);
  delete module;
}

void module_forget_locked(Module* module) noexcept {
  module->owner->modules.erase(module);
  for (Function& function : module->functions) module->owner->functions.erase(&function);
  const ModuleDescription& description = *module->image.description;
  for (std::uint32_t i = 0; i < description.global_count; ++i)
    memory().remove(reinterpret_cast<std::uintptr_t>(description.globals[i].address), module);
  module_release_locked(module);
}

}  // namespace gridcall::cpu
