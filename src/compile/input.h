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
  std::vector<std::string> arguments;  // for NVRTC all but the architecture
  std::string key;
  // Whether the result may come from the cache: every header that the source can reach is known.
  bool is_cacheable = true;
  // If not empty: the compiler may read the files below and nothing else, as far as the kernel can see to it.
  std::vector<std::string> readable = {};
  // Headers of the library's own that the source includes.
  std::vector<Header> built_in = {};
  // Texts without comments, where files are not to be read.
  std::string plain_source = {};
  std::vector<Header> plain_headers = {};

  const std::string& source() const { return plain_source.empty() ? job.request.source : plain_source; }
  const std::vector<Header>& headers() const {
    return plain_headers.empty() ? job.request.headers : plain_headers;
  }
};

// Throws Failure COMPILE for a source that makes NVRTC open a file where none is to be read.
CompilerInput input_for(const CompileJob& job, const Compiler& compiler);

}  // namespace gridcall::compile
