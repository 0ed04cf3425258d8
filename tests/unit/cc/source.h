// SPDX-License-Identifier: Apache-2.0
//
// Sources compiled by gridcall-cc and loaded into libgridcall_cpu.so, and launches of their kernels.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "client.h"
#include "harness.h"
#include "support/places.h"

namespace harness {

// A source is compiled once.
inline CUmodule load_source(const std::string& source, const std::vector<std::string>& options = {},
                            const std::vector<std::string>& instances = {}, client::Answer* out = nullptr) {
  static std::map<std::string, client::Answer> answers;
  std::string key = source;
  for (const auto& list : {options, instances})
    for (const std::string& each : list) key += "\n" + each;
  client::Answer& answer = answers[key];
  if (!answer.complete) answer = client::compile(source, options, instances);
  if (answer.exit_code != 0) fail_msg("gridcall-cc: exit code %d\n%s", answer.exit_code, answer.log.c_str());
  CUmodule module = nullptr;
  CUresult result = cu.cuModuleLoadDataEx(&module, answer.object.data(), 0, nullptr, nullptr);
  if (result != 0) fail_msg("loading: %d, %s", result, fault_text().c_str());
  if (out) *out = answer;
  return module;
}

// A module of the corpus is loaded once.
#define CORPUS_MODULE(name)                                                                    \
  inline CUmodule name() {                                                                     \
    static CUmodule module = load_source(client::read_file(corpus("/compiler/" #name ".cu"))); \
    return module;                                                                             \
  }
CORPUS_MODULE(basic)
CORPUS_MODULE(simd)
CORPUS_MODULE(arithmetic)
CORPUS_MODULE(math)

template <class T>
CUdeviceptr put(const std::vector<T>& values) {
  CUdeviceptr address = alloc(values.size() * sizeof(T));
  assert_int_equal(cu.cuMemcpyHtoD(address, values.data(), values.size() * sizeof(T)), 0);
  return address;
}

inline void finish() {
  CUresult result = cu.cuCtxSynchronize();
  if (result != 0) fail_msg("kernel: %d, %s", result, fault_text().c_str());
}

#define RUN(kernel, grid, block, ...)                                       \
  do {                                                                      \
    assert_int_equal(launch(kernel, grid, block, nullptr, __VA_ARGS__), 0); \
    finish();                                                               \
  } while (0)

}  // namespace harness
