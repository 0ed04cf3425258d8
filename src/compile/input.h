// SPDX-License-Identifier: Apache-2.0
//
// A job as one compiler gets it: its options, the headers that no file has, and the key of its result.

#pragma once

#include <string>
#include <vector>

#include "compile/job.h"
#include "compile/toolchain.h"

namespace gridcall::compile {

struct CompilerInput {
  const CompileJob& job;
  const Compiler& compiler;
  std::vector<std::string> arguments;  // for NVRTC, all but the architecture
  std::string key;
  // True if every header that the source can include is known, so that the cache may have the result.
  bool is_cacheable = true;
  // If not empty, the only folders that the compiler may read, if the kernel can enforce that.
  std::vector<std::string> readable = {};
  // The library's own headers that the source includes.
  std::vector<Header> built_in = {};
  // The texts without comments, if files must not be read.
  std::string plain_source = {};
  std::vector<Header> plain_headers = {};

  const std::string& source() const { return plain_source.empty() ? job.request.source : plain_source; }
  const std::vector<Header>& headers() const {
    return plain_headers.empty() ? job.request.headers : plain_headers;
  }
};

// Throws Failure COMPILE for a source that makes NVRTC open a file that it must not read.
CompilerInput input_for(const CompileJob& job, const Compiler& compiler);

}  // namespace gridcall::compile
