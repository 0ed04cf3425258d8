// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "cc/request.h"

namespace gridcall::cc {

// Source to object. `dump_directory`, if not empty, receives the IR of each stage.
Answer compile(const Request& request, const std::string& dump_directory);

}  // namespace gridcall::cc
