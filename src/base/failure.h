// SPDX-License-Identifier: Apache-2.0
//
// The one exception type. Everything below the C boundary throws it; src/api turns it into a gc_status and a
// gc_error, in one place.

#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace gridcall {

// The numbers of bindings/api/status.toml, GRIDCALL_ERROR_* in the public header.
using Status = std::int32_t;

struct Failure : std::exception {
  Failure(Status code, std::string text) : status(code), message(std::move(text)) {}

  const char* what() const noexcept override { return message.c_str(); }

  Status status;
  std::string message;  // one line with the object, both numbers and the next step
  std::vector<std::string> notes;
  std::int32_t driver_code = 0;  // the driver's or compiler's own number, and its name
  std::string driver_name;
  std::string log;
  std::string options;
  std::string source_name;
  std::vector<std::string> reports;  // of the CPU device's checks, each a JSON object
};

}  // namespace gridcall
