// SPDX-License-Identifier: Apache-2.0

#include "comm/signature.h"

#include "base/concat.h"
#include "core/scalar_type.h"

namespace gridcall::comm {

namespace {

// Sends and receives of one exchange differ from rank to rank.
bool is_exchange(CommOperation operation) noexcept {
  return operation == CommOperation::kSend || operation == CommOperation::kRecv;
}

std::uint64_t mix(std::uint64_t digest, std::uint64_t value) noexcept {
  return (digest ^ value) * 0x100000001b3;
}

}  // namespace

void Signature::add(const Operation& op) noexcept {
  const bool exchanges = is_exchange(op.operation);
  if (!exchanges) {
    digest = mix(mix(mix(digest, static_cast<std::uint64_t>(op.operation)), op.count),
                 static_cast<std::uint64_t>(op.scalar_type));
    digest = mix(mix(digest, static_cast<std::uint64_t>(op.reduction)), op.peer);
  }
  if (operations < 255) ++operations;
  if (operation != 0) return;
  operation = static_cast<std::uint16_t>(op.operation);
  scalar_type = static_cast<std::uint16_t>(op.scalar_type);
  reduction = static_cast<std::uint8_t>(op.reduction);
  root = static_cast<std::uint16_t>(op.peer);
  count = op.count;
}

std::string Signature::text() const {
  Operation op;
  op.operation = static_cast<CommOperation>(operation);
  op.scalar_type = static_cast<ScalarType>(scalar_type);
  op.reduction = static_cast<CommReduction>(reduction);
  op.peer = root;
  op.count = count;
  std::string text = describe(op);
  const bool has_root = op.operation == CommOperation::kReduce || op.operation == CommOperation::kBroadcast ||
                        op.operation == CommOperation::kGather || op.operation == CommOperation::kScatter;
  if (has_root) text += concat(", root ", root);
  if (operations > 1) text += concat(" and ", operations - 1, " more in its group");
  return text;
}

std::string difference_of(const std::vector<Signature>& all, std::uint32_t rank) {
  const Signature& mine = all[rank];
  for (std::size_t other = 0; other < all.size(); ++other) {
    const Signature& its = all[other];
    const bool is_alike = its.sequence == mine.sequence && its.digest == mine.digest &&
                          (is_exchange(static_cast<CommOperation>(its.operation)) ==
                           is_exchange(static_cast<CommOperation>(mine.operation)));
    if (is_alike) continue;
    return concat("operation ", mine.sequence, ": rank ", rank, " calls ", mine.text(), ", rank ", other,
                  " calls ", its.text(),
                  its.sequence != mine.sequence ? concat(", its operation ", its.sequence) : std::string(),
                  ": no data was moved; make all ranks call alike");
  }
  return {};
}

}  // namespace gridcall::comm
