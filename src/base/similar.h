// SPDX-License-Identifier: Apache-2.0
//
// Suggestions for a word that was mistyped.

#pragma once

#include <span>
#include <string_view>

namespace gridcall {

// Returns the word that `given` probably stands for: at most two letters, or a quarter of them, are inserted,
// deleted, replaced or swapped with their neighbours. Returns "" if there is none.
std::string_view most_similar(std::string_view given, std::span<const std::string_view> words);

}  // namespace gridcall
