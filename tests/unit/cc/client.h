// SPDX-License-Identifier: Apache-2.0
//
// Runs gridcall-cc as the library does: a request on its standard input, what it returns on its standard
// output (cc/protocol.h).

#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace client {

struct Request {
  std::string name = "test.cu";
  std::string source;
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<std::string> options;
  std::vector<std::string> instances;
  int patience_ms = -1;  // a baseline image first where the optimized one takes longer; -1: never
};

struct Answer {
  int exit_code = -1;  // 256 + signal where one ended it
  bool complete = false;
  std::string object;
  std::string log;
  std::string baseline_object, baseline_log;  // of the answer before this one
  std::map<std::string, std::string> lowered;
};

Answer compile(const Request& request);
Answer compile(const std::string& source, std::vector<std::string> options = {},
               std::vector<std::string> instances = {});
// Names and bytes of what is linked.
Answer link(const std::vector<std::pair<std::string, std::string>>& inputs);
// The request as it is, for malformed ones.
Answer send(const std::string& bytes);
std::string framed(unsigned kind, const std::string& name, const std::string& data);
std::string read_file(const std::string& path);

}  // namespace client
