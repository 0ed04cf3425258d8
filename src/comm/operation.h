// SPDX-License-Identifier: Apache-2.0
//
// An operation of a call, and its checks: everything is checked before anything is queued.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "comm/rank.h"
#include "core/stream.h"

namespace gridcall::comm {

// The fields of gc_comm_op, with objects instead of handles.
struct Operation {
  CommOperation operation{};
  CommReduction reduction{};
  ScalarType scalar_type{};
  std::uint32_t peer = 0;
  Rank* rank = nullptr;
  core::Mem* dst = nullptr;
  std::uint64_t dst_offset = 0;
  core::Mem* src = nullptr;
  std::uint64_t src_offset = 0;
  std::uint64_t count = 0;
  core::Stream* stream = nullptr;
  double scale = 0;

  Signature signature() const noexcept { return {operation, reduction, scalar_type, count, peer}; }
};

// An operation in the form that the engine takes: elements of a known type, and addresses.
struct EngineOperation {
  ncclDataType_t type = ncclInt8;
  std::size_t count = 0;       // the elements of that type for each rank
  std::size_t slot_bytes = 0;  // the bytes for each rank
  std::uint64_t dst = 0, src = 0;
  ncclRedOp_t reduction = ncclSum;
};

// Throws INVALID_ARGUMENT, OUT_OF_RANGE, WRONG_CONTEXT, INVALID_HANDLE, UNSUPPORTED. `entry`: the index in a
// group; negative if messages name the parameters alone.
EngineOperation check(const Operation& operation, std::ptrdiff_t entry);

// Writes a number as an element of that type, for ncclRedOpCreatePreMulSum.
void store_scalar(ncclDataType_t type, double value, unsigned char (&bytes)[8]) noexcept;

// Queues all operations or none.
void launch(std::span<const Operation> operations, bool is_group);

}  // namespace gridcall::comm
