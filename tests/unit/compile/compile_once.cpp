// SPDX-License-Identifier: Apache-2.0
//
// Compiles one file in a process of its own, for the tests that need several processes.
//   compile_once gpu|cpu FILE [OPTION...]
// Prints what came out, one "field value" a line; ends with 0, or with 1 and the failure.

#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "base/failure.h"
#include "compile/compiler.h"

namespace gc = gridcall::compile;

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  gc::Target target;
  target.is_cpu = std::strcmp(argv[1], "cpu") == 0;
  target.compute_capability_major = 9;
  std::ifstream file(argv[2], std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  std::string source = text.str();
  gc::Request request;
  request.source = source;
  for (int i = 3; i < argc; ++i) request.options.emplace_back(argv[i]);
  int code = 0;
  try {
    const auto result = gc::compile(request, target);
    std::printf("cached %d\nbytes %zu\n", result.from_cache ? 1 : 0, result.bytes.size());
    unsigned sum = 0;
    for (std::byte byte : result.bytes) sum = sum * 31 + static_cast<unsigned>(byte);
    std::printf("sum %u\n", sum);
    for (const auto& [plain, lowered] : result.lowered_names)
      std::printf("name %s = %s\n", plain.c_str(), lowered.c_str());
    for (const std::string& kernel : result.kernels) std::printf("kernel %s\n", kernel.c_str());
    if (!result.log.empty()) std::printf("log %s\n", result.log.c_str());
  } catch (const gridcall::Failure& failure) {
    std::printf("status %d\nmessage %s\noptions %s\n", failure.status, failure.message.c_str(),
                failure.options.c_str());
    for (const std::string& note : failure.notes) std::printf("note %s\n", note.c_str());
    std::printf("log %s\n", failure.log.c_str());
    code = 1;
  }
  gc::CacheStats stats = gc::cache_stats();
  std::printf("hits %llu\nmisses %llu\nerrors %llu\nenabled %d\n",
              static_cast<unsigned long long>(stats.hits), static_cast<unsigned long long>(stats.misses),
              static_cast<unsigned long long>(stats.errors), stats.enabled ? 1 : 0);
  return code;
}
