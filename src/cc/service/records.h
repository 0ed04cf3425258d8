// SPDX-License-Identifier: Apache-2.0
//
// Conversion of requests and answers to and from the records of cc/protocol.h.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cc/frontend/request.h"

namespace gridcall::cc {

struct Answer {
  int exit_code = 0;
  std::string object;
  std::string log;
  std::vector<std::pair<std::string, std::string>> lowered;  // instance or plain name, mangled name
  std::vector<std::string> registrations;                    // FrontendResult::registrations; not sent
};

inline constexpr int kCompiled = 0;
inline constexpr int kDoesNotCompile = 1;
inline constexpr int kBadRequest = 2;
inline constexpr int kInternalFailure = 3;

// Reads records up to kEnd. Returns false on failure, with the reason in `problem`.
bool read_request(int descriptor, Request& request, std::string& problem);
// `more` marks the baseline tier's answer, which another answer follows.
std::string answer_bytes(const Answer& answer, bool more = false);
bool write_answer(int descriptor, const Answer& answer, bool more = false);

}  // namespace gridcall::cc
