// SPDX-License-Identifier: Apache-2.0
//
// A queue of packets between kernels: memory that src/cc/device/gridcall_pipe.h reads and writes.

#pragma once

#include <cstdint>

#include "core/memory/mem.h"

namespace gridcall::core {

class Pipe final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kPipe;

  static Ref<Pipe> create(Context& context, std::uint64_t packet_size, std::uint64_t max_packets);

  Mem& mem() const noexcept { return *mem_; }
  Context& context() const noexcept { return mem_->context(); }
  Context* context_or_null() noexcept override { return &context(); }
  // Throws NOT_FOUND.
  std::uint64_t attribute(std::int32_t attribute) const;

  Pipe(Ref<Mem> mem, std::uint32_t packet_size, std::uint32_t max_packets) noexcept
      : mem_(std::move(mem)), packet_size_(packet_size), max_packets_(max_packets) {}

 private:
  const Ref<Mem> mem_;
  const std::uint32_t packet_size_;
  const std::uint32_t max_packets_;
};

}  // namespace gridcall::core
