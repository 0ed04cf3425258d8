// SPDX-License-Identifier: Apache-2.0
//
// Objects and numbers that a program keeps for a context under keys, made once for each context.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/object.h"
#include "core/services.h"

namespace gridcall::core {

class Memo final : public ContextService {
 public:
  static constexpr Place kPlace = kMemo;

  explicit Memo(Context&) noexcept {}

  struct Entry {
    HandleType type = HandleType::kNone;
    Ref<Object> object;
    std::uint64_t value = 0;
  };
  using Entries = std::map<std::string, Entry, std::less<>>;

  void put(std::span<const std::byte> key, Entry entry) {
    std::string copy(text(key));
    const std::lock_guard lock(lock_);
    std::swap(entries_[std::move(copy)], entry);  // the old value is destroyed after the lock is released
  }
  std::optional<Entry> find(std::span<const std::byte> key) const {
    const std::lock_guard lock(lock_);
    const auto found = entries_.find(text(key));
    if (found == entries_.end()) return std::nullopt;
    return found->second;
  }
  // Returns all entries and leaves the memo empty.
  Entries take() {
    Entries taken;
    const std::lock_guard lock(lock_);
    taken.swap(entries_);
    return taken;
  }

 private:
  static std::string_view text(std::span<const std::byte> key) noexcept {
    return {reinterpret_cast<const char*>(key.data()), key.size()};
  }

  mutable std::mutex lock_;
  Entries entries_;
};

}  // namespace gridcall::core
