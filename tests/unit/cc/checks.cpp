// SPDX-License-Identifier: Apache-2.0
//
// Checked code (gridcall-cc --cpu-check): what is reported of kernels with one fault each, and that a kernel
// without one computes what it does unchecked. tests/check has more of them.

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "client.h"
#include "harness.h"

namespace {

using namespace harness;

std::string reports_file;

struct Wrong {
  const char* checks;
  const char* source;   // a kernel `k(float* a, int n)`; its arguments are 32 floats and their number
  const char* says[6];  // what the first line has
  CUresult result;
  unsigned threads = 32;
  bool is_written = true;  // the floats
};

CUfunction compiled(const std::string& source, const char* checks, CUmodule& module) {
  std::vector<std::string> options;
  if (checks) options.push_back(std::string("--cpu-check=") + checks);
  const client::Answer answer = client::compile(source, options);
  if (answer.exit_code != 0) fail_msg("gridcall-cc: exit code %d\n%s", answer.exit_code, answer.log.c_str());
  const CUresult result = cu.cuModuleLoadDataEx(&module, answer.object.data(), 0, nullptr, nullptr);
  if (result != 0) fail_msg("loading: %d, %s", result, fault_text().c_str());
  return function(module, "k");
}

std::string take_reports() {
  std::string text = client::read_file(reports_file);
  assert_int_equal(::truncate(reports_file.c_str(), 0), 0);
  return text;
}

constexpr CUresult kCheckFailed = GRIDCALL_DRIVER_ERROR_CHECK_FAILED;
constexpr CUresult kIllegal = CUDA_ERROR_ILLEGAL_ADDRESS;

const Wrong kWrong[] = {
    {"memory",
     "extern \"C\" __global__ void k(float* a, int n) {\n"
     "  a[threadIdx.x + 1] = 1;\n}",
     {"\"check\":\"memory\",\"what\":\"out_of_bounds\"", "\"thread\":[31,0,0]", "\"line\":2,\"column\":22",
      "\"access\":\"write\",\"bytes\":4", "\"array_kind\":\"device\",\"array_bytes\":128,\"distance\":0"},
     kIllegal},
    {"memory",
     "__device__ __noinline__ float deeper(float* a) { return a[-1]; }\n"
     "extern \"C\" __global__ void k(float* a, int n) {\n  if (threadIdx.x == 7) a[0] = deeper(a);\n}",
     {"\"thread\":[7,0,0]", "\"line\":1", "\"distance\":-4", "\"function\":\"deeper\"",
      "{\"function\":\"k\",\"file\":\"test.cu\",\"line\":3,\"column\":32}"},
     kIllegal},
    {"memory",
     "extern \"C\" __global__ void k(float* a, int n) {\n  __shared__ int first[8]; __shared__ int "
     "second[8];\n"
     "  first[threadIdx.x & 7] = 1; second[threadIdx.x & 7] = 2; __syncthreads();\n"
     "  int* p = n < 0 ? second : first;\n  a[0] = p[n - 24];\n}",
     {"\"line\":5", "\"array\":\"first\",\"array_kind\":\"shared\",\"array_bytes\":32,\"distance\":0"},
     kIllegal},
    {"memory",
     "extern \"C\" __global__ void k(float* a, int n) {\n  int local[4] = {1, 2, 3, 4};\n"
     "  a[threadIdx.x] = local[n - 28];\n}",
     {"\"line\":3", "\"array\":\"local\",\"array_kind\":\"local\",\"array_bytes\":16,\"distance\":0"},
     kIllegal},
    {"memory",
     "__device__ int table[10];\nextern \"C\" __global__ void k(float* a, int n) { a[threadIdx.x] = "
     "table[n]; }",
     {"\"line\":2", "\"array\":\"table\",\"array_kind\":\"global\",\"array_bytes\":40,\"distance\":88"},
     kIllegal},
    {"memory",
     "extern \"C\" __global__ void k(float* a, int n) { *(float*)((char*)a + 2) = 1; }",
     {"\"what\":\"misaligned\"", "\"line\":1"},
     CUDA_ERROR_MISALIGNED_ADDRESS},
    {"memory",
     "extern \"C\" __global__ void k(float* a, int n) { a = (float*)(size_t)(n >> 20); a[1] = 1; }",
     {"\"what\":\"null\""},
     kIllegal},
    {"init",
     "extern \"C\" __global__ void k(float* a, int n) {\n  float x = a[threadIdx.x];\n  a[threadIdx.x] = x + "
     "1;\n}",
     {"\"check\":\"init\",\"what\":\"uninitialized\"", "\"line\":2", "\"thread\":[0,0,0]"},
     kCheckFailed,
     32,
     false},
    {"init",
     "extern \"C\" __global__ void k(float* a, int n) {\n  __shared__ float s[32];\n  if (threadIdx.x < 16) "
     "s[threadIdx.x] = 1;\n"
     "  __syncthreads();\n  a[threadIdx.x] = s[threadIdx.x];\n}",
     {"\"thread\":[16,0,0]", "\"line\":5", "\"array\":\"s\",\"array_kind\":\"shared\""},
     kCheckFailed},
    {"init",
     "extern \"C\" __global__ void k(float* a, int n) {\n  float x;\n  if (threadIdx.x != 3) x = 1;\n  "
     "a[threadIdx.x] = x;\n}",
     {"\"thread\":[3,0,0]", "\"line\":4", "\"array\":\"x\",\"array_kind\":\"local\""},
     kCheckFailed},
    {"init",
     "extern \"C\" __global__ void k(float* a, int n) {\n  float x[4];\n  for (int i = 0; i < 3; ++i) x[i] = "
     "1;\n"
     "  a[threadIdx.x] = x[n - 29];\n}",
     {"\"line\":4", "\"array\":\"x\",\"array_kind\":\"local\""},
     kCheckFailed},
    {"race",
     "extern \"C\" __global__ void k(float* a, int n) {\n  __shared__ float s[64];\n  s[threadIdx.x] = "
     "a[threadIdx.x] + threadIdx.x;\n"
     "  a[threadIdx.x] = s[63 - threadIdx.x];\n}",
     {"\"check\":\"race\",\"what\":\"read_after_write\"", "\"line\":4", "\"array\":\"s\"",
      "\"other\":{\"access\":\"write\"", "\"line\":3"},
     kCheckFailed,
     64},
    {"race",
     "extern \"C\" __global__ void k(float* a, int n) {\n  a[0] += 1;\n}",
     {"\"what\":\"write_after_read\"", "\"line\":2", "\"array_kind\":\"device\""},
     kCheckFailed},
    {"sync",
     "extern \"C\" __global__ void k(float* a, int n) {\n  if (threadIdx.x < 16) __syncthreads();\n  else "
     "a[threadIdx.x] = 1;\n"
     "  __syncthreads();\n}",
     {"\"check\":\"sync\",\"what\":\"divergent_barrier\"", "\"line\":2"},
     kCheckFailed},
    {"sync",
     "extern \"C\" __global__ void k(float* a, int n) {\n  if (threadIdx.x > 3) return;\n  "
     "__syncthreads();\n  a[0] = 1;\n}",
     {"\"what\":\"exited_threads\"", "\"line\":3"},
     kCheckFailed},
    {"sync",
     "extern \"C\" __global__ void k(float* a, int n) {\n  if (threadIdx.x > 15) return;\n"
     "  a[threadIdx.x] = __shfl_sync(~0u, a[threadIdx.x], 20);\n}",
     {"\"what\":\"inactive_source\"", "\"line\":3"},
     kCheckFailed},
};

void each_fault_is_told(void**) {
  unsigned failed = 0;
  for (const Wrong& wrong : kWrong) {
    for (const bool with_all : {false, true}) {
      CUmodule module = nullptr;
      const CUfunction kernel = compiled(wrong.source, with_all ? "all" : wrong.checks, module);
      CUdeviceptr memory = 0;
      assert_int_equal(cu.cuMemAlloc(&memory, wrong.threads * 4), 0);
      if (wrong.is_written) assert_int_equal(cu.cuMemsetD8(memory, 0, wrong.threads * 4), 0);
      assert_int_equal(launch(kernel, 1, wrong.threads, nullptr, memory, static_cast<int>(wrong.threads)), 0);
      const CUresult result = cu.cuCtxSynchronize();
      const std::string reports = take_reports();
      bool is_right = result == wrong.result;
      for (const char* says : wrong.says)
        is_right = is_right && (!says || reports.find(says) != std::string::npos);
      if (!is_right) {
        ++failed;
        print_error("%s: result %d, wanted %d; %s\n%s%s\n", with_all ? "all" : wrong.checks, result,
                    wrong.result, fault_text().c_str(), reports.c_str(), wrong.source);
      }
      cu.cuModuleUnload(module);
      cu.cuMemFree(memory);
    }
  }
  assert_int_equal(failed, 0);
}

void a_refused_access_is_not_made(void**) {
  CUmodule module = nullptr;
  const CUfunction kernel = compiled(
      "extern \"C\" __global__ void k(float* a, int n) { a[threadIdx.x] = 1 + a[threadIdx.x + 16]; }",
      "memory", module);
  const CUdeviceptr memory = alloc(32 * 4);
  assert_int_equal(launch(kernel, 1, 32, nullptr, memory, 32), 0);
  assert_int_equal(cu.cuCtxSynchronize(), kIllegal);
  for (const float value : fetch<float>(memory, 16)) assert_true(value == 1.0f);
  const std::string reports = take_reports();
  assert_int_equal(std::count(reports.begin(), reports.end(), '\n'), 1);
  cu.cuModuleUnload(module);
  cu.cuMemFree(memory);
}

void it_stops(void**) {
  CUmodule module = nullptr;
  const CUfunction kernel =
      compiled("extern \"C\" __global__ void k(float* a, int n) { a[n + threadIdx.x] = 1; a[0] = 5; }",
               "memory,stop", module);
  const CUdeviceptr memory = alloc(32 * 4);
  assert_int_equal(launch(kernel, 1, 32, nullptr, memory, 32), 0);
  assert_int_equal(cu.cuCtxSynchronize(), kIllegal);
  assert_true(fault_text().find("test.cu:1:") != std::string::npos);
  assert_true(fetch<float>(memory, 1)[0] == 0.0f);
  take_reports();
  cu.cuModuleUnload(module);
  cu.cuMemFree(memory);
}

void what_is_right_has_no_report(void**) {
  static const char kReduce[] =
      "__constant__ float factor[2] = {1, 2};\n"
      "struct Pair { char c; double d; };\n"
      "extern \"C\" __global__ void k(float* a, int n) {\n"
      "  __shared__ float s[64]; extern __shared__ float t[];\n"
      "  Pair p; p.c = 1; p.d = 2; Pair q = p;\n"
      "  int i = threadIdx.x; s[i] = a[i] * factor[i & 1] + q.c; __syncthreads();\n"
      "  for (int w = 32; w > 0; w >>= 1) { if (i < w) s[i] += s[i + w]; __syncthreads(); }\n"
      "  float v = i; for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);\n"
      "  int local[8]; for (int j = 0; j < 8; ++j) local[j] = j * n; atomicAdd(&a[i & 3], float(local[i & "
      "7]));\n"
      "  if (i == 63) a[63] = s[0] + v + float(q.d);\n}";
  std::vector<float> results[2];
  for (const char* checks : {static_cast<const char*>(nullptr), "all"}) {
    CUmodule module = nullptr;
    const CUfunction kernel = compiled(kReduce, checks, module);
    const CUdeviceptr memory = alloc(64 * 4);
    assert_int_equal(launch(kernel, 1, 64, nullptr, memory, 64), 0);
    const CUresult result = cu.cuCtxSynchronize();
    if (result != 0) fail_msg("%d: %s\n%s", result, fault_text().c_str(), take_reports().c_str());
    results[checks ? 1 : 0] = fetch<float>(memory, 64);
    cu.cuModuleUnload(module);
    cu.cuMemFree(memory);
  }
  assert_memory_equal(results[0].data(), results[1].data(), 64 * 4);
  assert_string_equal(take_reports().c_str(), "");
}

void wrong_lists_are_refused(void**) {
  for (const char* list : {"memory;race", "everything", "memory,", ",", "Memory"}) {
    const client::Answer answer =
        client::compile("extern \"C\" __global__ void k() {}", {std::string("--cpu-check=") + list});
    assert_int_equal(answer.exit_code, 2);
    assert_true(answer.log.find("list of checks") != std::string::npos);
  }
}

}  // namespace

int main() {
  char name[] = "/tmp/gridcall-checks-XXXXXX";
  const int file = ::mkstemp(name);
  if (file < 0) return 1;
  ::close(file);
  reports_file = name;
  ::setenv("GRIDCALL_CPU_CHECK_FILE", name, 1);
  ::setenv("GRIDCALL_CPU_CHECK", "all", 1);
  const CMUnitTest tests[] = {
      cmocka_unit_test(each_fault_is_told),
      cmocka_unit_test(a_refused_access_is_not_made),
      cmocka_unit_test(it_stops),
      cmocka_unit_test(what_is_right_has_no_report),
      cmocka_unit_test(wrong_lists_are_refused),
  };
  const int failed = cmocka_run_group_tests(tests, open_driver, nullptr);
  ::unlink(name);
  return failed;
}
