// SPDX-License-Identifier: Apache-2.0

#include "core/collect.h"

#include <vector>

#include "core/context_list.h"
#include "core/memo.h"
#include "core/ndarray/dlpack.h"

namespace gridcall::core {

void clear_all_memos() {
  // These are destroyed after the list's lock is released: they may hold the last reference of a context.
  std::vector<Memo::Entries> dropped;
  each_context([&](Context& context) {
    if (Memo* memo = context.services().find<Memo>()) dropped.push_back(memo->take());
  });
}

void collect_everything() {
  check_process();
  // Giving one thing back may drop the last reference of another: a kernel's module, a pool's blocks.
  for (int round = 0; round < 3; ++round) {
    handle_collect_all();
    for (Device* device : devices()) {
      Context* context = device->made_context();
      if (!context) continue;
      if (round == 0 && context->deferred().cleanup_deferrals() == 0)
        context->services().each([&](ContextService& each) { each.free_unused(*context); });
      context->sweep(Sweep::kNow);
    }
    sweep_ending_contexts(nullptr, Sweep::kNow);
  }
  delete_finished_tensors();
}

}  // namespace gridcall::core
