// SPDX-License-Identifier: Apache-2.0
//
// A source with its options, as the front end takes it.

#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace gridcall::cc {

using LinkInput = std::pair<std::string, std::string>;  // what messages call it, its bytes

struct Request {
  std::string source_name = "source.cu";
  std::string source;
  std::vector<LinkInput> inputs;                             // to link, in place of a source
  std::vector<std::pair<std::string, std::string>> headers;  // name as #include spells it, text
  std::vector<std::string> options;
  std::vector<std::string> instances;  // name expressions
  bool baseline_first = false;
  // Baseline code comes first if the optimized code takes longer: its launches are slow, and so it is worth
  // some waiting to have none of them.
  std::chrono::milliseconds patience{5000};
  bool no_files = false;  // only headers from memory
};

}  // namespace gridcall::cc
