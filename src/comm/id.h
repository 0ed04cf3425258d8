// SPDX-License-Identifier: Apache-2.0
//
// The id that gc_comm_create_id returns: plain bytes that any channel may carry.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "comm/engine.h"

namespace gridcall::comm {

struct Id {
  static constexpr std::size_t kBytes = 256;
  std::uint32_t magic = 0;
  std::uint16_t format = 0;
  std::uint16_t engine = 0;  // the engine's kind
  std::int32_t engine_version = 0;
  std::uint32_t reserved = 0;
  std::uint64_t nonce = 0;
  std::uint64_t made_at_ns = 0;  // the time of CLOCK_REALTIME
  ncclUniqueId native{};
  unsigned char unused[kBytes - 168] = {};
  std::uint64_t checksum = 0;
};
static_assert(sizeof(Id) == Id::kBytes);

// Makes a new id.
Id make_id(const Engine& engine);
std::array<std::uint8_t, Id::kBytes> bytes_of(const Id& id) noexcept;
// Reads an id. Throws INVALID_ARGUMENT if the bytes are none, or belong to another engine or version.
Id read_id(std::span<const std::byte> bytes, const Engine& engine);
// Throws INVALID_STATE if this process has already used the id for that rank.
void take_id(const Id& id, std::uint32_t rank);
bool is_id_taken(const Id& id, std::uint32_t rank);

}  // namespace gridcall::comm
