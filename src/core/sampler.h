// SPDX-License-Identifier: Apache-2.0
//
// Settings by which textures are read.

#pragma once

#include <cstdint>

#include "core/context.h"

namespace gridcall::core {

// The fields of gc_sampling.
struct Sampling {
  std::uint64_t flags = 0;
  std::int32_t address[3] = {};
  std::int32_t filter = 0;
  std::int32_t mip_filter = 0;
  std::uint32_t max_anisotropy = 0;
  float bias = 0;
  float min_level = 0;
  float max_level = 0;
  float border[4] = {};

  bool operator==(const Sampling&) const = default;
  // Throws INVALID_ARGUMENT, OUT_OF_RANGE.
  void check() const;
  // Throws NOT_FOUND.
  std::uint64_t attribute(SamplerAttribute attribute) const;
};

class Sampler final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kSampler;

  Sampler(Context& context, const Sampling& sampling) noexcept : context_(&context), sampling_(sampling) {
    if (context.ends()) context.retain();
  }
  ~Sampler() override {
    if (context_->ends()) context_->unretain();
  }

  Context& context() const noexcept { return *context_; }
  Context* context_or_null() noexcept override { return context_; }
  const Sampling& sampling() const noexcept { return sampling_; }
  // Throws NOT_FOUND.
  std::uint64_t attribute(std::int32_t attribute) const;

 private:
  Context* const context_;
  const Sampling sampling_;
};

}  // namespace gridcall::core
