// SPDX-License-Identifier: Apache-2.0
//
// Keys, and values that move along with them, in the kernels of sorts.

#pragma once

#include <string>
#include <string_view>

#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

enum class Values { kNone, kMoved, kPlaces };

// Returns the types, constants and macros that kernels/keys.cuh and the sorts need. `values`: the element of
// the values, unless there are none.
std::string key_head(const core::Ndarray& keys, Values kind, const core::Ndarray* values, bool is_descending);
// Returns what of it kernels/keys.cuh needs.
std::string order_types(const core::Element& element, bool is_descending);
inline constexpr const char* kStridedText = "#define GRIDCALL_STRIDED\n";
// Returns kernels/keys.cuh.
std::string_view key_text() noexcept;

}  // namespace gridcall::ndarray
