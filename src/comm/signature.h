// SPDX-License-Identifier: Apache-2.0
//
// What the ranks of a checked communicator compare before an operation, where the engine does not do it.

#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "comm/operation.h"

namespace gridcall::comm {

// 32 bytes: the first operation of the call, and a digest of all.
struct Signature {
  std::uint64_t sequence = 0;
  std::uint64_t count = 0;
  std::uint64_t digest = 0;
  std::uint16_t operation = 0, scalar_type = 0;
  std::uint8_t reduction = 0, operations = 0;
  std::uint16_t root = 0;

  void add(const Operation& operation) noexcept;
  std::string text() const;
};
static_assert(sizeof(Signature) == 32);

// "" if all ranks call alike, else which does not.
std::string difference_of(const std::vector<Signature>& all, std::uint32_t rank);

}  // namespace gridcall::comm
