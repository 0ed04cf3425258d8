// SPDX-License-Identifier: Apache-2.0
//
// A part of memory that the host reads and writes for a while: where it is, if the host reaches that, else in
// page-locked memory that is copied from it and back.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/array.h"
#include "core/event.h"
#include "core/memory/mem.h"

namespace gridcall::core {

class Mapping final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kMapping;

  struct Use {
    std::uint64_t flags = 0;     // the flags that the caller gave
    bool keeps_content = false;  // the host sees the previous content
    bool writes = false;
  };

  // `stream` nullptr: the default stream.
  static Ref<Mapping> create(Mem& mem, std::uint64_t offset, std::uint64_t size, const Use& use,
                             Stream* stream);

  // Maps a part of an array through page-locked memory, whose rows have no gaps.
  static Ref<Mapping> create(Array& array, const ArrayBox& box, const Use& use, Stream* stream);

  Context& context() const noexcept { return context_; }
  Context* context_or_null() noexcept override { return &context_; }
  std::uint64_t size() const noexcept { return size_; }
  const Use& use() const noexcept { return use_; }
  bool is_direct() const noexcept { return is_direct_; }
  // Throws INVALID_STATE after the mapping was unmapped.
  std::uint64_t address() const;
  Ref<Event> event() const { return event_; }
  void unmap(Stream* stream);
  // Unmaps on the stream of the mapping, so that the host's writes are not lost with the handle.
  void close() noexcept;

  std::uint64_t row_pitch() const noexcept { return box_.width; }  // 0 for memory
  std::uint64_t slice_pitch() const noexcept { return box_.width * box_.height; }

  Mapping(Mem& mem, std::uint64_t offset, std::uint64_t size, const Use& use, Stream* stream)
      : context_(mem.context()), stream_(stream), mem_(&mem), offset_(offset), size_(size), use_(use) {
    mem.map();
  }
  Mapping(Array& array, const ArrayBox& box, const Use& use, Stream* stream)
      : context_(array.context()),
        stream_(stream),
        array_(&array),
        box_(box),
        offset_(0),
        size_(box.width * box.height * box.depth),
        use_(use) {
    array.map();
  }
  ~Mapping() override {
    if (mapped_.load(std::memory_order_relaxed)) uncount();
  }

 private:
  [[noreturn]] static void refuse_unmapped();
  void copy_back(Stream* stream);
  void uncount() noexcept {
    if (mem_)
      mem_->unmap();
    else
      array_->unmap();
  }
  void copy_array_to(bool to_array, Stream* stream);

  Context& context_;
  const Ref<Stream> stream_;  // nullptr is the default stream
  const Ref<Mem> mem_;        // nullptr for a mapping of an array
  const Ref<Array> array_;
  const ArrayBox box_;
  const std::uint64_t offset_;
  const std::uint64_t size_;
  const Use use_;
  bool is_direct_ = false;
  std::byte* host_ = nullptr;
  Ref<Mem> staging_;
  Ref<Event> event_;
  std::atomic<bool> mapped_{true};
};

}  // namespace gridcall::core
