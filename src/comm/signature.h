// SPDX-License-Identifier: Apache-2.0
//
// The call of a rank, as the ranks of a checked communicator compare it and as messages print it. NCCL's
// ranks gather signatures before they call the engine (rendezvous.h); libgridcall_mpi.so does it by itself.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "comm/operation_kind.h"

namespace gridcall::comm {

using core::CommReduction;
using core::ScalarType;

// Returns "SUM" and the like.
const char* reduction_name(CommReduction reduction) noexcept;

// The signature of a call: its first operation, and a digest of all.
struct Signature {
  std::uint64_t sequence = 0;  // the number of the call; 0: the rank has sent none
  std::uint64_t count = 0;
  std::uint64_t digest = 0;
  std::uint8_t operation = 0, scalar_type = 0, reduction = 0;
  std::uint8_t operations = 0;  // the operations of the call, at most 255
  std::int32_t peer = -1;       // the peer or the root

  Signature() = default;
  Signature(CommOperation operation, CommReduction reduction, ScalarType scalar_type, std::uint64_t count,
            std::uint32_t peer) noexcept;

  // Appends the operations of another signature. The digest does not include sends and receives.
  void add(const Signature& next) noexcept;
  const OperationKind& kind() const noexcept { return kind_of(static_cast<CommOperation>(operation)); }
  // Returns "all_reduce of 1024 float32 (SUM)".
  std::string text() const;
};
static_assert(sizeof(Signature) == 32);

// Returns "rank 0 calls ..., rank 2 calls ...".
std::string difference_text(std::uint64_t rank, const Signature& signature, std::uint64_t other_rank,
                            const Signature& other);
// Returns "", or a sentence that names a rank of `all` whose call differs from that of `rank`.
std::string difference_of(const std::vector<Signature>& all, std::uint32_t rank);

}  // namespace gridcall::comm
