// SPDX-License-Identifier: Apache-2.0
//
// A way to read an array or linear memory in kernels.

#pragma once

#include <cstdint>

#include "core/array.h"
#include "core/memory/mem.h"
#include "core/sampler.h"

namespace gridcall::core {

// The fields of gc_texture_options.
struct TextureSpec {
  std::uint64_t flags = 0;
  Array* array = nullptr;
  Mem* mem = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::uint64_t row_pitch = 0;
  std::int32_t format = 0;
  std::uint32_t channels = 0;
  Sampling sampling;
};

class Texture final : public DriverObject {
 public:
  static constexpr HandleType kType = HandleType::kTexture;

  // ALLOW_OFFSET, which is not a flag of CUDA's.
  static constexpr std::uint64_t kAllowOffset = std::uint64_t{1} << 32;

  static Ref<Texture> create(Context& context, const TextureSpec& spec);

  driver::CUtexObject driver_handle() const noexcept { return texture_; }
  std::optional<std::uint64_t> native() override {
    usage().exposed.store(true, std::memory_order_relaxed);
    return texture_;
  }
  // Throws NOT_FOUND.
  std::uint64_t attribute(std::int32_t attribute) const;
  Ref<Array> array() const;
  // Returns the usage of the memory or the array that the texture reads.
  Usage& usage() noexcept { return array_ ? array_->usage() : mem_->usage(); }

  bool waits_for_device() const noexcept override { return true; }
  std::uint64_t slots_told() const noexcept override { return used().told(); }
  std::uint64_t slots_in_use() const noexcept override { return used().possible(); }
  bool give_back() noexcept override;

  Texture(Context& context, const TextureSpec& spec) noexcept
      : DriverObject(context), spec_(spec), array_(spec.array), mem_(spec.mem) {}

 private:
  const Usage& used() const noexcept { return array_ ? array_->usage() : mem_->usage(); }

  TextureSpec spec_;
  std::uint64_t row_pitch_ = 0;  // the pitch of rows in linear memory
  std::uint64_t skipped_ = 0;    // bytes between the address of the driver's texture and `offset`
  const Ref<Array> array_;       // one of the two is set
  const Ref<Mem> mem_;
  driver::CUtexObject texture_ = 0;
};

}  // namespace gridcall::core
