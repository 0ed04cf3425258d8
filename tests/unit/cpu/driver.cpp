// SPDX-License-Identifier: Apache-2.0
//
// The table, the device, contexts and memory; and what becomes of it all at fork and exit.

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "harness.h"

using namespace harness;

namespace {

int set_up(void**) {
  return open_table() ? 0 : 1;
}

// Runs `body` in a process of its own; returns its exit code, or -signal.
template <class Body>
int in_child(Body body) {
  std::fflush(stdout);
  std::fflush(stderr);
  const pid_t child = fork();
  if (child == 0) body();
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// Every function with zeros and NULL pointers, which each refuses before it does anything: `expected` says
// how, from what functions.def says of the function. 0: it is not called.
enum class State { NONE, INIT, CONTEXT, UNSUPPORTED };
template <class... Arguments>
CUresult call_with_zeros(CUresult (*function)(Arguments...)) {
  return function(Arguments{}...);
}
template <class Expected>
void refuse_zeros(Expected expected) {
  int called = 0;
#define GRIDCALL_DRIVER_FN(need, name, version, parameters, state, not_null)       \
  if (const int code = expected(State::state, sizeof(#not_null) > sizeof("()"))) { \
    const int got = call_with_zeros(cu.name);                                      \
    if (got != code) fail_msg("%s: %d, not %d", #name, got, code);                 \
    ++called;                                                                      \
  }
#include "driver/functions.def"
#undef GRIDCALL_DRIVER_FN
  assert_true(called >= 30);
}

void test_before_init(void**) {
  int value = 0;
  CUcontext context = nullptr;
  refuse_zeros([](State state, bool has_pointers) -> int {
    return state != State::NONE ? CUDA_ERROR_NOT_INITIALIZED : has_pointers ? CUDA_ERROR_INVALID_VALUE : 0;
  });
  assert_int_equal(cu.cuDeviceGetCount(&value), 3);
  assert_int_equal(cu.cuCtxGetCurrent(&context), 3);
  assert_int_equal(cu.cuDriverGetVersion(&value), 0);
  assert_true(value >= 12000);
  const char* name = nullptr;
  assert_int_equal(cu.cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &name), 0);
  assert_string_equal(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
  assert_int_equal(cu.cuGetErrorName(static_cast<CUresult>(12345), &name), 1);
  assert_int_equal(cu.cuInit(1), 1);
}

void test_results(void**) {
  const char* got = nullptr;
#define GRIDCALL_RESULT(name, number, status, sticky, text)                      \
  assert_int_equal(cu.cuGetErrorName(static_cast<CUresult>(number), &got), 0);   \
  assert_string_equal(got, #name);                                               \
  assert_int_equal(cu.cuGetErrorString(static_cast<CUresult>(number), &got), 0); \
  assert_string_equal(got, text);
#include "driver/results.def"
#undef GRIDCALL_RESULT
  assert_int_equal(cu.cuGetErrorString(static_cast<CUresult>(12345), &got), 1);
  assert_null(got);
}

// The parent has not initialized it up to here: both processes start clean.
void test_fork_before_init(void**) {
  const int code = in_child([] { _exit(open_driver(nullptr)); });
  assert_int_equal(code, 0);
}

void test_init(void**) {
  assert_int_equal(cu.cuInit(0), 0);
}

void test_device(void**) {
  int count = 0;
  assert_int_equal(cu.cuDeviceGetCount(&count), 0);
  assert_int_equal(count, 1);
  CUdevice device = 9;
  assert_int_equal(cu.cuDeviceGet(&device, 0), 0);
  assert_int_equal(cu.cuDeviceGet(&device, 1), 101);
  char name[256];
  assert_int_equal(cu.cuDeviceGetName(name, sizeof name, device), 0);
  assert_true(std::strncmp(name, "gridcall CPU: ", 14) == 0);
  char small[8];
  assert_int_equal(cu.cuDeviceGetName(small, sizeof small, device), 0);
  assert_string_equal(small, "gridcal");
  CUuuid first{};
  CUuuid second{};
  assert_int_equal(cu.cuDeviceGetUuid(&first, device), 0);
  assert_int_equal(cu.cuDeviceGetUuid(&second, device), 0);
  assert_memory_equal(&first, &second, sizeof first);
  size_t bytes = 0;
  assert_int_equal(cu.cuDeviceTotalMem(&bytes, device), 0);
  assert_true(bytes >= (64u << 20));
  const int expected[][2] = {{1, 1024},  {2, 1024},  {3, 1024}, {4, 64}, {5, 2147483647}, {6, 65535},
                             {7, 65535}, {8, 49152}, {10, 32},  {75, 9}, {76, 0},         {97, 227 * 1024}};
  for (const auto& [attribute, value] : expected) {
    int got = -1;
    assert_int_equal(cu.cuDeviceGetAttribute(&got, static_cast<CUdevice_attribute>(attribute), device), 0);
    assert_int_equal(got, value);
  }
  int got = 0;
  for (int attribute = 1; attribute <= 119; ++attribute) {
    assert_int_equal(cu.cuDeviceGetAttribute(&got, static_cast<CUdevice_attribute>(attribute), device), 0);
  }
  assert_int_equal(cu.cuDeviceGetAttribute(&got, static_cast<CUdevice_attribute>(0), device), 1);
  assert_int_equal(cu.cuDeviceGetAttribute(&got, static_cast<CUdevice_attribute>(100000), device), 1);
  assert_int_equal(cu.cuDeviceGetAttribute(&got, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 7), 101);
  assert_int_equal(cu.cuDeviceGetAttribute(&got, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device), 0);
  assert_true(got >= 1);
  char id[32];
  assert_int_equal(cu.cuDeviceGetPCIBusId(id, sizeof id, device), CUDA_ERROR_NOT_SUPPORTED);
}

void test_context(void**) {
  CUcontext context = nullptr;
  CUcontext got = nullptr;
  size_t bytes = 0;
  assert_int_equal(cu.cuMemGetInfo(&bytes, &bytes), 201);
  refuse_zeros([](State state, bool has_pointers) -> int {
    return state == State::CONTEXT ? CUDA_ERROR_INVALID_CONTEXT : has_pointers ? CUDA_ERROR_INVALID_VALUE : 0;
  });
  assert_int_equal(cu.cuDevicePrimaryCtxRelease(0), 201);
  assert_int_equal(cu.cuDevicePrimaryCtxRetain(&context, 0), 0);
  assert_int_equal(cu.cuDevicePrimaryCtxRetain(&got, 0), 0);
  assert_ptr_equal(context, got);
  assert_int_equal(cu.cuCtxGetCurrent(&got), 0);
  assert_null(got);
  assert_int_equal(cu.cuCtxPopCurrent(&got), 201);
  for (int i = 0; i < 1000; ++i) assert_int_equal(cu.cuCtxPushCurrent(context), 0);
  refuse_zeros([](State, bool has_pointers) -> int { return has_pointers ? CUDA_ERROR_INVALID_VALUE : 0; });
  for (int i = 0; i < 1000; ++i) assert_int_equal(cu.cuCtxPopCurrent(&got), 0);
  assert_int_equal(cu.cuCtxPopCurrent(&got), 201);
  assert_int_equal(cu.cuCtxPushCurrent(context), 0);
  assert_int_equal(cu.cuCtxPushCurrent(context), 0);
  assert_int_equal(cu.cuCtxPopCurrent(&got), 0);
  assert_ptr_equal(got, context);
  assert_int_equal(cu.cuCtxGetCurrent(&got), 0);
  assert_ptr_equal(got, context);
  int forged = 0;
  assert_int_equal(cu.cuCtxSetCurrent(reinterpret_cast<CUcontext>(&forged)), 201);
  std::thread([] {
    CUcontext other = reinterpret_cast<CUcontext>(1);
    if (cu.cuCtxGetCurrent(&other) != 0 || other) std::abort();
  }).join();
  assert_int_equal(cu.cuCtxSetCurrent(nullptr), 0);
  assert_int_equal(cu.cuCtxGetCurrent(&got), 0);
  assert_null(got);
  assert_int_equal(cu.cuCtxSetCurrent(context), 0);
  // It was retained twice: the first release changes nothing, the second ends it.
  assert_int_equal(cu.cuDevicePrimaryCtxRelease(0), 0);
  CUdeviceptr memory = 0;
  CUstream stream = nullptr;
  assert_int_equal(cu.cuMemAlloc(&memory, 1 << 20), 0);
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, 0, 0), 0);
  assert_int_equal(cu.cuDevicePrimaryCtxRelease(0), 0);
  assert_int_equal(cu.cuMemFree(memory), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  assert_int_equal(cu.cuDevicePrimaryCtxRetain(&context, 0), 0);
  assert_int_equal(cu.cuMemFree(memory), 1);
  assert_int_equal(cu.cuStreamDestroy(stream), 400);
}

void test_memory(void**) {
  CUdeviceptr a = 0;
  assert_int_equal(cu.cuMemAlloc(&a, 0), 1);
  assert_int_equal(cu.cuMemAlloc(nullptr, 1), 1);
  assert_int_equal(cu.cuMemAlloc(&a, ~size_t{0}), 2);
  assert_int_equal(cu.cuMemAlloc(&a, size_t{1} << 50), 2);
  size_t before = 0;
  size_t after = 0;
  size_t total = 0;
  assert_int_equal(cu.cuMemGetInfo(&before, &total), 0);
  assert_true(before <= total);
  for (const size_t bytes : {size_t{1}, size_t{255}, size_t{4096}, size_t{65535}, size_t{65536},
                             size_t{1} << 22, (size_t{1} << 22) + 1}) {
    assert_int_equal(cu.cuMemAlloc(&a, bytes), 0);
    assert_int_equal(a % 256, 0);
    assert_int_equal(cu.cuMemsetD8(a, 7, bytes), 0);
    const auto got = fetch<unsigned char>(a, bytes);
    assert_int_equal(got.front(), 7);
    assert_int_equal(got.back(), 7);
    std::vector<char> host(bytes + 1);
    assert_int_equal(cu.cuMemcpyHtoD(a, host.data(), bytes + 1), 1);
    assert_int_equal(cu.cuMemcpyHtoD(a + 1, host.data(), bytes), 1);
    assert_int_equal(cu.cuMemcpyDtoH(host.data(), a, bytes + 1), 1);
    assert_int_equal(cu.cuMemsetD8(a, 0, bytes + 1), 1);
    assert_int_equal(cu.cuMemFree(a + 1), 1);
    assert_int_equal(cu.cuMemFree(a), 0);
    assert_int_equal(cu.cuMemFree(a), 1);
    assert_int_equal(cu.cuMemcpyHtoD(a, host.data(), 1), 1);
  }
  assert_int_equal(cu.cuMemGetInfo(&after, &total), 0);
  char stack[4] = {};
  assert_int_equal(cu.cuMemcpyDtoH(stack, reinterpret_cast<CUdeviceptr>(stack), 4), 0);  // the host's own
  assert_int_equal(cu.cuMemFree(reinterpret_cast<CUdeviceptr>(stack)), 1);
  assert_int_equal(cu.cuMemAlloc(&a, 64), 0);
  assert_int_equal(cu.cuMemcpyHtoD(a, nullptr, 4), 1);
  assert_int_equal(cu.cuMemcpyHtoD(a, nullptr, 0), 0);
  assert_int_equal(cu.cuMemsetD32(a + 2, 1, 1), 1);
  assert_int_equal(cu.cuMemsetD32(a, 1, size_t{1} << 62), 1);
  unsigned type = 0;
  assert_int_equal(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a + 63), 0);
  assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
  assert_int_equal(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a + 64), 1);
  void* pinned = nullptr;
  CUdeviceptr mapped = 0;
  assert_int_equal(cu.cuMemHostAlloc(&pinned, 100, CU_MEMHOSTALLOC_DEVICEMAP), 0);
  assert_int_equal(cu.cuMemHostAlloc(&pinned, 100, 0x100), 1);
  assert_int_equal(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                            reinterpret_cast<CUdeviceptr>(pinned)),
                   0);
  assert_int_equal(type, CU_MEMORYTYPE_HOST);
  assert_int_equal(cu.cuMemHostGetDevicePointer(&mapped, pinned, 0), 0);
  assert_int_equal(mapped, reinterpret_cast<CUdeviceptr>(pinned));
  assert_int_equal(cu.cuMemHostGetDevicePointer(&mapped, stack, 0), 1);
  // The host's end of a copy may leave page-locked memory as little as the device's end.
  char* const last = static_cast<char*>(pinned) + 90;
  assert_int_equal(cu.cuMemcpyHtoD(a, last, 10), 0);
  assert_int_equal(cu.cuMemcpyHtoD(a, last, 11), 1);
  assert_int_equal(cu.cuMemcpyDtoH(last, a, 10), 0);
  assert_int_equal(cu.cuMemcpyDtoH(last, a, 11), 1);
  assert_int_equal(cu.cuMemFree(mapped), 1);
  assert_int_equal(cu.cuMemFreeHost(pinned), 0);
  assert_int_equal(cu.cuMemFreeHost(pinned), 1);
  assert_int_equal(cu.cuMemFree(a), 0);
}

// Until nothing is left, and then all of it again.
void test_memory_limit(void**) {
  const int code = in_child([] {
    execl("/proc/self/exe", "test_cpu_driver", "limit", nullptr);
    _exit(99);
  });
  assert_int_equal(code, 0);
}

int run_with_limit() {
  setenv("GRIDCALL_CPU_MEMORY", "64M", 1);
  if (open_driver(nullptr) != 0) return 1;
  size_t total = 0;
  if (cu.cuDeviceTotalMem(&total, 0) != 0 || total != 64u << 20) return 2;
  for (int round = 0; round < 3; ++round) {
    std::vector<CUdeviceptr> taken;
    CUdeviceptr address = 0;
    CUresult result = CUDA_SUCCESS;
    while ((result = cu.cuMemAlloc(&address, 1 << 20)) == 0) taken.push_back(address);
    if (result != CUDA_ERROR_OUT_OF_MEMORY || taken.size() != 64) return 3;
    size_t free = 1;
    if (cu.cuMemGetInfo(&free, &total) != 0 || free != 0) return 4;
    for (const CUdeviceptr each : taken) {
      if (cu.cuMemFree(each) != 0) return 5;
    }
  }
  return 0;
}

void test_fork(void**) {
  const CUmodule basic = load("basic");
  const CUfunction nothing = function(basic, "nothing");
  CUstream stream = nullptr;
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, 0, 0), 0);
  assert_int_equal(launch(nothing, 1, 1, stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  const int code = in_child([&] {
    size_t bytes = 0;
    CUcontext context = nullptr;
    CUdeviceptr memory = 0;
    CUmodule module = nullptr;
    int wrong = 0;
    for (const CUresult result :
         {cu.cuInit(0), cu.cuStreamQuery(stream), cu.cuStreamSynchronize(stream),
          cu.cuMemGetInfo(&bytes, &bytes), cu.cuCtxGetCurrent(&context), cu.cuMemAlloc(&memory, 4),
          cu.cuModuleLoadDataEx(&module, "x", 0, nullptr, nullptr), cu.cuStreamDestroy(stream),
          cu.cuCtxSynchronize(), cu.cuModuleUnload(basic), launch(nothing, 1, 1, stream)}) {
      if (result != CUDA_ERROR_NOT_INITIALIZED) ++wrong;
    }
    std::exit(wrong);
  });
  assert_int_equal(code, 0);
  assert_int_equal(launch(nothing, 1, 1, stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  cu.cuStreamDestroy(stream);
  cu.cuModuleUnload(basic);
}

// Exits with kernels running and threads still calling. `late` runs after the library's own exit handler.
int run_exit() {
  static CUresult late = CUDA_SUCCESS;
  std::atexit([] {
    int count = 0;
    late = cu.cuDeviceGetCount(&count);
    if (late != CUDA_ERROR_DEINITIALIZED) _exit(9);
  });
  if (open_driver(nullptr) != 0) return 1;
  const CUmodule basic = load("basic");
  CUcontext context = nullptr;
  cu.cuCtxGetCurrent(&context);
  const CUfunction endless = function(basic, "endless");
  const CUfunction nothing = function(basic, "nothing");
  if (launch(endless, 100, 32, nullptr) != 0) return 2;
  for (int i = 0; i < 3; ++i) {
    std::thread([=] {
      cu.cuCtxSetCurrent(context);
      CUstream stream = nullptr;
      cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0);
      for (;;) {
        CUdeviceptr memory = 0;
        launch(nothing, 4, 32, stream);
        if (cu.cuMemAlloc(&memory, 100) == 0) cu.cuMemsetD8Async(memory, 1, 100, stream);
        cu.cuStreamQuery(stream);
      }
    }).detach();
  }
  usleep(30000);
  std::exit(0);
}

void test_exit_with_running_kernel(void**) {
  for (int i = 0; i < 10; ++i) {
    const int code = in_child([] {
      execl("/proc/self/exe", "test_cpu_driver", "exit", nullptr);
      _exit(99);
    });
    assert_int_equal(code, 0);
  }
}

void test_entry(void**) {
  // A table of an older, shorter library: only what fits is written.
  struct {
    Table table;
    unsigned char guard[64];
  } place;
  std::memset(&place, 0xab, sizeof place);
  const size_t part = sizeof(size_t) + 5 * sizeof(void*);
  assert_int_equal(harness::entry(kCpuDriverVersion, &place.table, part), 0);
  assert_int_equal(place.table.size, part);
  const auto* bytes = reinterpret_cast<unsigned char*>(&place);
  for (size_t i = part; i < sizeof place; ++i) assert_int_equal(bytes[i], 0xab);
  assert_int_equal(harness::entry(kCpuDriverVersion + 1, &place.table, sizeof place.table), 1);
  assert_int_equal(place.table.size, part);
  assert_int_equal(harness::entry(kCpuDriverVersion, nullptr, 100), 1);
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "limit") == 0) return run_with_limit();
  if (count > 1 && std::strcmp(arguments[1], "exit") == 0) return run_exit();
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_entry),
      cmocka_unit_test(test_before_init),
      cmocka_unit_test(test_results),
      cmocka_unit_test(test_fork_before_init),
      cmocka_unit_test(test_init),
      cmocka_unit_test(test_device),
      cmocka_unit_test(test_context),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_memory_limit),
      cmocka_unit_test(test_fork),
      cmocka_unit_test(test_exit_with_running_kernel),
  };
  return cmocka_run_group_tests_name("cpu driver", tests, set_up, nullptr);
}
