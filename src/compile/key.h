// SPDX-License-Identifier: Apache-2.0
//
// Cache keys: everything that decides what a compiler would return, in full, so that two keys with one hash
// never share an entry.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compile/job.h"
#include "compile/toolchain.h"

namespace gridcall::compile {

// A list of fields with their lengths, so that different lists never give equal bytes.
class KeyBuilder {
 public:
  void add(std::string_view field, std::string_view value);
  void add(std::string_view field, const std::vector<std::string>& values);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// `includes`: the description of the include closure.
std::string key_of(const CompileJob& job, const Compiler& compiler, const std::string& includes);

}  // namespace gridcall::compile
