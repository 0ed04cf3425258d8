// SPDX-License-Identifier: Apache-2.0
//
// The object that a gc_error names: one failure, kept until it is released.

#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "core/object.h"

namespace gridcall::core {

class Error final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kError;

  Error(std::string function, Failure failure)
      : function_(std::move(function)), failure_(std::move(failure)) {}

  const std::string& function() const noexcept { return function_; }
  const Failure& failure() const noexcept { return failure_; }
  // Returns the function, the status and the message, then notes and log, each on lines of its own.
  const std::string& text(const char* status_name) const;
  // Returns a value of a check's report: "line", "stack.0.file"; the whole of it for "", "" for what is not
  // there.
  const char* report(std::size_t index, std::string_view key) const;

 private:
  std::string function_;
  Failure failure_;
  mutable std::once_flag text_once_;
  mutable std::string text_;
  mutable std::once_flag reports_once_;
  mutable std::vector<std::map<std::string, std::string, std::less<>>> reports_;
};

}  // namespace gridcall::core
