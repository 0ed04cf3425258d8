// SPDX-License-Identifier: Apache-2.0
//
// The table of operations.def.

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/types.h"

namespace gridcall::comm {

using core::CommOperation;

enum class Peer : std::uint8_t { NOBODY, ROOT, PEER };
enum class Slots : std::uint8_t { NONE, ONE, ALL, ROOT_ONE, ROOT_ALL };

struct OperationKind {
  CommOperation operation{};
  const char* name = "unknown";  // "all_reduce"
  bool reduces = false;
  Peer peer = Peer::NOBODY;
  Slots dst = Slots::NONE, src = Slots::NONE;

  constexpr bool has_root() const noexcept { return peer == Peer::ROOT; }
  // Returns true for sends and receives, which differ from rank to rank within an exchange.
  constexpr bool is_exchange() const noexcept { return peer == Peer::PEER; }
  constexpr const char* peer_name() const noexcept { return has_root() ? "root" : "peer"; }
};

inline constexpr OperationKind kOperationKinds[] = {
    {},
#define GRIDCALL_COMM_OPERATION(name, text, reduces, peer, dst, src) \
  {CommOperation::k##name, text, reduces, Peer::peer, Slots::dst, Slots::src},
#define YES true
#define NO false
#include "comm/operations.def"
#undef YES
#undef NO
#undef GRIDCALL_COMM_OPERATION
};
inline constexpr std::size_t kOperations = sizeof kOperationKinds / sizeof kOperationKinds[0];

// Returns the row of an operation, or the row "unknown".
constexpr const OperationKind& kind_of(CommOperation operation) noexcept {
  const auto index = static_cast<std::size_t>(operation);
  return kOperationKinds[index < kOperations ? index : 0];
}

constexpr bool are_in_order() noexcept {
  for (std::size_t i = 0; i < kOperations; ++i)
    if (static_cast<std::size_t>(kOperationKinds[i].operation) != i) return false;
  return true;
}
static_assert(are_in_order());

}  // namespace gridcall::comm
