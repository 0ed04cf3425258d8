// SPDX-License-Identifier: Apache-2.0
//
// The classes behind the handles of the tiny spec. Their handles are of types that the library has.

#pragma once

#include <string>
#include <utility>

#include "core/handle.h"
#include "core/object.h"

namespace gridcall::core {

class Room : public Object {
 public:
  static constexpr HandleType kType = HandleType::kDevice;

  explicit Room(std::string called) : name(std::move(called)) {
    retain();
    handle_ = handle_make_permanent(kType, this);
  }
  HandleValue handle() const noexcept { return handle_; }

  const std::string name;

 private:
  HandleValue handle_ = 0;
};

class Lamp : public Object {
 public:
  static constexpr HandleType kType = HandleType::kMem;

  explicit Lamp(std::string called) : name(std::move(called)) { ++live; }

  const std::string name;
  static inline int live = 0;

 protected:
  ~Lamp() override { --live; }
};

}  // namespace gridcall::core
