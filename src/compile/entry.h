// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a cache entry.
//
//   magic[8]  u32 version  u32 0  u64 key bytes  u64 payload bytes  key  payload  SHA-256 of all before

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compile/sha256.h"
#include "image/image.h"

namespace gridcall::compile {

inline constexpr std::uint32_t kEntryVersion = 1;
inline constexpr std::size_t kMaxEntryBytes = std::size_t{1} << 30;

std::string make_entry(std::string_view key, std::string_view payload);
// Returns the parts of an entry, or nullopt if the entry is malformed.
struct EntryParts {
  std::string_view key, payload;
};
std::optional<EntryParts> split_entry(std::string_view entry);
// Returns the payload of `entry`, or nullopt if the entry is malformed or has another key.
std::optional<std::string_view> parse_entry(std::string_view entry, std::string_view key);

std::string encode_image(const image::Image& image);
std::optional<image::Image> decode_image(std::string_view payload);

}  // namespace gridcall::compile
