// SPDX-License-Identifier: Apache-2.0
//
// A source and its options, the input of the front end.

#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace gridcall::cc {

using LinkInput = std::pair<std::string, std::string>;  // its name in messages, its bytes

struct Request {
  std::string source_name = "source.cu";
  std::string source;
  std::vector<LinkInput> inputs;                             // inputs to link, in place of a source
  std::vector<std::pair<std::string, std::string>> headers;  // name as #include spells it, text
  std::vector<std::string> options;
  std::vector<std::string> instances;  // name expressions
  bool baseline_first = false;
  // Baseline code is sent first if the optimized code takes longer than this. It launches slowly, which makes
  // some waiting for the optimized code worth while.
  std::chrono::milliseconds patience{300};
  bool no_files = false;  // only headers from memory
};

}  // namespace gridcall::cc
