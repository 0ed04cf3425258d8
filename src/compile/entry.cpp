// SPDX-License-Identifier: Apache-2.0

#include "compile/entry.h"

#include <cstdint>
#include <cstring>

namespace gridcall::compile {

namespace {

constexpr char kMagic[8] = {'G', 'R', 'I', 'D', 'C', 'A', 'L', 'L'};

struct EntryHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t reserved;
  std::uint64_t key_bytes;
  std::uint64_t payload_bytes;
};
static_assert(sizeof(EntryHeader) == 32);

void put(std::string* out, std::string_view bytes) {
  std::uint64_t size = bytes.size();
  char raw[sizeof(size)];
  std::memcpy(raw, &size, sizeof(size));
  out->append(raw, sizeof(raw));
  out->append(bytes);
}

// Reads the fields that put() wrote, and checks every length against the remaining bytes.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  bool string(std::string_view* out) {
    std::uint64_t size;
    if (!count(&size) || size > left_.size()) return false;
    *out = left_.substr(0, size);
    left_.remove_prefix(size);
    return true;
  }
  bool count(std::uint64_t* out) {
    if (left_.size() < sizeof(*out)) return false;
    std::memcpy(out, left_.data(), sizeof(*out));
    left_.remove_prefix(sizeof(*out));
    return true;
  }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
};

void put_count(std::string* out, std::uint64_t count) {
  char raw[sizeof(count)];
  std::memcpy(raw, &count, sizeof(count));
  out->append(raw, sizeof(raw));
}

}  // namespace

std::string make_entry(std::string_view key, std::string_view payload) {
  EntryHeader header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.version = kEntryVersion;
  header.key_bytes = key.size();
  header.payload_bytes = payload.size();
  std::string entry;
  entry.reserve(sizeof(header) + key.size() + payload.size() + sizeof(Digest));
  entry.append(reinterpret_cast<const char*>(&header), sizeof(header));
  entry.append(key);
  entry.append(payload);
  Digest digest = sha256(entry);
  entry.append(reinterpret_cast<const char*>(digest.data()), digest.size());
  return entry;
}

std::optional<EntryParts> split_entry(std::string_view entry) {
  EntryHeader header;
  if (entry.size() < sizeof(header) + sizeof(Digest)) return std::nullopt;
  std::memcpy(&header, entry.data(), sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 || header.version != kEntryVersion ||
      header.reserved != 0) {
    return std::nullopt;
  }
  std::size_t body = entry.size() - sizeof(header) - sizeof(Digest);
  if (header.key_bytes > body || header.payload_bytes != body - header.key_bytes) return std::nullopt;
  std::string_view signed_part = entry.substr(0, entry.size() - sizeof(Digest));
  Digest digest = sha256(signed_part);
  if (std::memcmp(digest.data(), entry.data() + signed_part.size(), digest.size()) != 0) return std::nullopt;
  return EntryParts{entry.substr(sizeof(header), header.key_bytes),
                    entry.substr(sizeof(header) + header.key_bytes, header.payload_bytes)};
}

std::optional<std::string_view> parse_entry(std::string_view entry, std::string_view key) {
  const std::optional<EntryParts> parts = split_entry(entry);
  if (!parts || parts->key != key) return std::nullopt;
  return parts->payload;
}

std::string encode_image(const image::Image& image) {
  std::string out;
  put(&out, {reinterpret_cast<const char*>(image.bytes.data()), image.bytes.size()});
  put(&out, image.log);
  put_count(&out, image.lowered_names.size());
  for (const auto& [plain, lowered] : image.lowered_names) {
    put(&out, plain);
    put(&out, lowered);
  }
  put_count(&out, image.kernels.size());
  for (const std::string& name : image.kernels) put(&out, name);
  return out;
}

std::optional<image::Image> decode_image(std::string_view payload) {
  Reader reader(payload);
  image::Image image;
  std::string_view bytes;
  std::string_view text;
  std::uint64_t count;
  if (!reader.string(&bytes) || bytes.empty() || !reader.string(&text) || !reader.count(&count)) {
    return std::nullopt;
  }
  const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
  image.bytes.assign(first, first + bytes.size());
  image.log = text;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string_view plain;
    std::string_view lowered;
    if (!reader.string(&plain) || !reader.string(&lowered)) return std::nullopt;
    image.lowered_names.emplace_back(plain, lowered);
  }
  if (!reader.count(&count)) return std::nullopt;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!reader.string(&text)) return std::nullopt;
    image.kernels.emplace_back(text);
  }
  if (!reader.at_end()) return std::nullopt;
  return image;
}

}  // namespace gridcall::compile
