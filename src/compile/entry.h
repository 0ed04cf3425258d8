// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a cache entry, and the key it is found by.
//
//   magic[8]  u32 version  u32 0  u64 key bytes  u64 payload bytes  key  payload  SHA-256 of all before
//
// The key is everything that decides what the compiler would answer, in full, so that two keys with one
// hash never share an entry.

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

// Fields with their lengths, so that no two lists of fields give the same bytes.
class KeyBuilder {
 public:
  void add(std::string_view field, std::string_view value);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

std::string make_entry(std::string_view key, std::string_view payload);
// The payload inside `entry`, or nullopt if anything about the entry is not right.
std::optional<std::string_view> parse_entry(std::string_view entry, std::string_view key);

std::string encode_image(const image::Image& image);
std::optional<image::Image> decode_image(std::string_view payload);

}  // namespace gridcall::compile
