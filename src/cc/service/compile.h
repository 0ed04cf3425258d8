// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <functional>
#include <string>

#include "cc/service/records.h"

namespace gridcall::cc {

// Compiles a source. `dump_directory`, if not empty, receives the IR of each stage. `take_baseline`, if set,
// first receives an answer with the baseline tier if the source is large and the request asks for it.
Answer compile(const Request& request, const std::string& dump_directory,
               const std::function<void(const Answer&)>& take_baseline = nullptr);

}  // namespace gridcall::cc
