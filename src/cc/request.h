// SPDX-License-Identifier: Apache-2.0
//
// One request and its answer, as cc/protocol.h frames them.

#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gridcall::cc {

struct Request {
  std::string source_name = "source.cu";
  std::string source;
  std::vector<std::pair<std::string, std::string>> headers;  // name as #include spells it, text
  std::vector<std::string> options;
  std::vector<std::string> instances;  // name expressions
  bool quick_first = false;
  bool no_files = false;  // only headers from memory
};

struct Answer {
  int exit_code = 0;
  std::string object;
  std::string log;
  std::vector<std::pair<std::string, std::string>> lowered;  // instance, mangled name
};

inline constexpr int kCompiled = 0;
inline constexpr int kDoesNotCompile = 1;
inline constexpr int kBadRequest = 2;
inline constexpr int kInternalFailure = 3;

// Reads records up to kEnd. On failure false, and `problem` says why.
bool read_request(int descriptor, Request& request, std::string& problem);
// `more`: it is of a quick version, and another follows.
std::string answer_bytes(const Answer& answer, bool more = false);
bool write_answer(int descriptor, const Answer& answer, bool more = false);

}  // namespace gridcall::cc
