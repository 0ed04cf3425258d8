// SPDX-License-Identifier: Apache-2.0

#include "comm/signature.h"

#include <algorithm>

#include "base/concat.h"
#include "core/scalar_type.h"

namespace gridcall::comm {

namespace {

// SCALED_SUM is the last one, because its number does not fit.
constexpr const char* kReductions[] = {"SUM", "PROD", "MAX", "MIN", "AVG", "SCALED_SUM"};
constexpr std::uint8_t kScaledSum = 5;

std::uint8_t reduction_index(CommReduction reduction) noexcept {
  return reduction == CommReduction::kScaledSum ? kScaledSum : static_cast<std::uint8_t>(reduction);
}

std::uint64_t mix(std::uint64_t digest, std::uint64_t value) noexcept {
  return (digest ^ value) * 0x100000001b3;
}

}  // namespace

const char* reduction_name(CommReduction reduction) noexcept {
  return kReductions[std::min(reduction_index(reduction), kScaledSum)];
}

Signature::Signature(CommOperation called, CommReduction reduced, ScalarType type, std::uint64_t elements,
                     std::uint32_t other) noexcept
    : count(elements),
      operation(static_cast<std::uint8_t>(called)),
      scalar_type(static_cast<std::uint8_t>(type)),
      operations(1) {
  if (kind().reduces) reduction = reduction_index(reduced);
  if (kind().peer != Peer::NOBODY) peer = static_cast<std::int32_t>(other);
  if (kind().is_exchange()) return;
  for (const std::uint64_t part : {std::uint64_t{operation}, count, std::uint64_t{scalar_type},
                                   std::uint64_t{reduction}, static_cast<std::uint64_t>(peer)})
    digest = mix(digest, part);
}

void Signature::add(const Signature& next) noexcept {
  if (operations == 0) {
    const std::uint64_t kept = sequence;
    *this = next;
    sequence = kept;
    return;
  }
  if (!next.kind().is_exchange()) digest = mix(digest, next.digest);
  operations = static_cast<std::uint8_t>(std::min(operations + next.operations, 255));
}

std::string Signature::text() const {
  const OperationKind& its = kind();
  if (its.operation == CommOperation::kBarrier) return its.name;
  std::string text =
      concat(its.name, " of ", count, ' ', core::scalar_text(static_cast<ScalarType>(scalar_type)));
  if (its.reduces) text += concat(" (", kReductions[std::min(reduction, kScaledSum)], ')');
  if (its.has_root()) text += concat(", root ", peer);
  if (its.is_exchange())
    text += concat(its.operation == CommOperation::kSend ? " to" : " from", " rank ", peer);
  if (operations > 1) text += concat(" and ", operations - 1, " more in its group");
  return text;
}

std::string difference_text(std::uint64_t rank, const Signature& signature, std::uint64_t other_rank,
                            const Signature& other) {
  return concat("rank ", rank, " calls ", signature.text(), ", rank ", other_rank, " calls ", other.text());
}

std::string difference_of(const std::vector<Signature>& all, std::uint32_t rank) {
  const Signature& mine = all[rank];
  for (std::size_t other = 0; other < all.size(); ++other) {
    const Signature& its = all[other];
    const bool is_alike = its.sequence == mine.sequence && its.digest == mine.digest &&
                          its.kind().is_exchange() == mine.kind().is_exchange();
    if (is_alike) continue;
    return concat("operation ", mine.sequence, ": ", difference_text(rank, mine, other, its),
                  its.sequence != mine.sequence ? concat(", its operation ", its.sequence) : std::string(),
                  ": no data was moved; make all ranks call alike");
  }
  return {};
}

}  // namespace gridcall::comm
