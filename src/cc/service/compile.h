// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <functional>
#include <string>

#include "cc/service/records.h"

namespace gridcall::cc {

// Source to object. `dump_directory`, if not empty, receives the IR of each stage. `take_quick`, if set, gets
// an answer with a quick version first where the source is large and the request asks for it.
Answer compile(const Request& request, const std::string& dump_directory,
               const std::function<void(const Answer&)>& take_quick = nullptr);

}  // namespace gridcall::cc
