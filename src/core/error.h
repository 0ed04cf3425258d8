// SPDX-License-Identifier: Apache-2.0
//
// What a gc_error names: one failure, kept until it is released.

#pragma once

#include <string>

#include "core/failure.h"
#include "core/object.h"

namespace gridcall::core {

class Error final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kError;

  Error(std::string function, Failure failure)
      : function_(std::move(function)), failure_(std::move(failure)) {}

  const std::string& function() const noexcept { return function_; }
  const Failure& failure() const noexcept { return failure_; }

 private:
  std::string function_;
  Failure failure_;
};

}  // namespace gridcall::core
