// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's NCCL, between GPUs.

#include "base/concat.h"
#include "base/environment.h"
#include "comm/engine_library.h"

namespace gridcall::comm {

namespace {

constexpr int kOldestNccl = 21800;  // the first version with ncclCommSplit and splitShare in ncclConfig_t
constexpr int kFloat8Nccl = 22400;

void load_nccl(Engine& engine) {
  const char* chosen = environment::text(environment::Name::NCCL);
  // By the soname the loader finds a library that the process has loaded, such as PyTorch's.
  const DynamicLibrary library = try_open(engine, chosen ? chosen : "libnccl.so.2");
  if (!library) {
    engine.failure = status::kCommUnavailable;
    engine.reason =
        concat("NCCL, which communicators between GPUs need, cannot be opened: ", engine.notes.back(),
               chosen ? " (GRIDCALL_NCCL)" : "",
               ": install it (pip install nvidia-nccl-cu13, or NVIDIA's package libnccl2), or set "
               "GRIDCALL_NCCL to its libnccl.so.2");
    return;
  }
  const char* missing = fill(engine.table, library);
  if (engine.table.ncclGetVersion) engine.table.ncclGetVersion(&engine.version);
  if (engine.version >= kOldestNccl && !missing) return;
  engine.failure = status::kCommTooOld;
  engine.reason =
      engine.version >= kOldestNccl
          ? concat(engine.path, " is NCCL ", version_text(engine.version), " but has no ", missing,
                   ": install a whole NCCL of 2.18 or newer")
          : concat(engine.path, " is NCCL ", version_text(engine.version),
                   ", communicators need 2.18.0 or newer: install a newer one, or set GRIDCALL_NCCL to it");
}

}  // namespace

const Engine& nccl_engine() {
  static const Engine* const engine = [] {
    auto* const made = new Engine;  // never destroyed, because calls may come while the process exits
    made->kind = core::CommEngine::kNccl;
    made->family = made->versioned_as = "NCCL";
    made->shares_memory = true;
    made->float8_since = kFloat8Nccl;
    // These words mean that two ranks are on one GPU, or that a group does not fit together.
    made->mismatch_words = {"Duplicate", "Mismatched"};
    made->hint = "; NCCL_DEBUG=INFO in the environment prints more";
    load_nccl(*made);
    return made;
  }();
  return *engine;
}

}  // namespace gridcall::comm
