// SPDX-License-Identifier: Apache-2.0
//
// The ways to make ranks: one, several of one process, or as a part of a communicator.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank.h"

namespace gridcall::comm {

// Creates a rank. An empty `id` makes the only rank, without an engine.
Ref<Rank> create(core::Context& context, std::span<const std::byte> id, std::uint32_t rank,
                 std::uint32_t count, const Spec& spec);
// Creates a rank for each of the contexts. `ranks` empty: 0, 1, 2 in that order; `id` empty: there are no
// other ranks.
std::vector<Ref<Rank>> create_many(std::span<core::Context* const> contexts,
                                   std::span<const std::uint32_t> ranks, std::span<const std::byte> id,
                                   std::uint32_t count, const Spec& spec);
// Returns no rank if the color is negative.
Ref<Rank> split(Rank& parent, std::int32_t color, std::int32_t key, const Spec& spec);

}  // namespace gridcall::comm
