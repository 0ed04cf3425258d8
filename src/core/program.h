// SPDX-License-Identifier: Apache-2.0
//
// Compiled code that is not loaded. What compiled it, and how a module is made of it, is known above.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/object.h"
#include "image/image.h"

namespace gridcall::core {

class Program : public Object {
 public:
  static constexpr HandleType kType = HandleType::kProgram;

  // Returns the image as the program gets it.
  std::span<const std::uint8_t> image() const noexcept {
    return {reinterpret_cast<const std::uint8_t*>(exported_.data()), exported_.size()};
  }
  const std::string& log() const noexcept { return image_.log; }
  // Returns the compiled name. Throws NOT_FOUND.
  std::string symbol(std::string_view name) const;

 protected:
  // `image` has no bytes, because `exported` has them.
  Program(image::Image image, std::vector<std::byte> exported) noexcept
      : image_(std::move(image)), exported_(std::move(exported)) {}

  const image::Image image_;
  const std::vector<std::byte> exported_;
};

}  // namespace gridcall::core
