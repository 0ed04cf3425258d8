// SPDX-License-Identifier: Apache-2.0
//
// Memory and events of two processes, with a GPU's answers. The other process is this program again, which
// makes what it is told to and ends with its standard input.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "harness.h"

using namespace harness;

extern char** environ;

namespace {

constexpr size_t kLarge = 4 << 20;
constexpr size_t kSmall = 3000;
constexpr unsigned kLazy = CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS;

struct Exports {
  CUipcMemHandle large, small;
  CUipcEventHandle event;
};

// The other process: its large memory holds 0x41, its event is recorded behind a kernel that waits for 'o' on
// standard input and writes 0x42.
int other_process() {
  if (open_driver(nullptr) != 0) return 1;
  const CUmodule module = load("memory");
  const CUfunction kernel = function(module, "write_when_told");
  Exports made{};
  const CUdeviceptr large = alloc(kLarge, 0x41), small = alloc(kSmall, 0x51);
  CUevent event = nullptr;
  CUstream stream = nullptr;
  volatile uint32_t gate = 0;
  if (cu.cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING) != 0 ||
      cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0) != 0 ||
      launch(kernel, 1, 1, stream, reinterpret_cast<uintptr_t>(&gate), large, uint64_t{16}) != 0 ||
      cu.cuEventRecord(event, stream) != 0 || cu.cuIpcGetMemHandle(&made.large, large) != 0 ||
      cu.cuIpcGetMemHandle(&made.small, small) != 0 || cu.cuIpcGetEventHandle(&made.event, event) != 0)
    return 2;
  if (write(1, &made, sizeof made) != sizeof made) return 3;
  char order = 0;
  while (read(0, &order, 1) == 1) {
    if (order == 'o') gate = 1;
    if (order == 'f' && cu.cuMemFree(small) != 0) return 4;
    if (order == 's' && cu.cuStreamSynchronize(stream) != 0) return 5;
    if (write(1, &order, 1) != 1) return 6;
  }
  gate = 1;
  return 0;
}

struct Other {
  pid_t pid = 0;
  int to = -1, from = -1;
  Exports made{};

  Other() {
    int in[2], out[2];
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    char path[] = "/proc/self/exe", option[] = "--other";
    char* arguments[] = {path, option, nullptr};
    assert_int_equal(posix_spawn(&pid, path, &actions, nullptr, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    to = in[1];
    from = out[0];
    assert_int_equal(read(from, &made, sizeof made), sizeof made);
  }
  void order(char what) const {
    char done = 0;
    assert_int_equal(write(to, &what, 1), 1);
    assert_int_equal(read(from, &done, 1), 1);
  }
  void end(int with_signal = 0) {
    if (pid == 0) return;
    if (with_signal != 0) kill(pid, with_signal);
    close(to);
    close(from);
    int status = 0;
    waitpid(pid, &status, 0);
    pid = 0;
    if (with_signal == 0) assert_int_equal(status, 0);
  }
  ~Other() { end(SIGKILL); }
};

CUdeviceptr open_memory(const CUipcMemHandle& handle) {
  CUdeviceptr address = 0;
  const CUresult result = cu.cuIpcOpenMemHandle(&address, handle, kLazy);
  if (result != 0) fail_msg("%d: %s", result, fault_text().c_str());
  return address;
}

template <class T>
void put(void* handle, size_t offset, T value) {
  std::memcpy(static_cast<char*>(handle) + offset, &value, sizeof value);
}

void opened_and_counted(void**) {
  Other other;
  const CUdeviceptr first = open_memory(other.made.large);
  assert_int_equal(open_memory(other.made.large), first);
  CUdeviceptr begin = 0;
  size_t bytes = 0;
  assert_int_equal(cu.cuMemGetAddressRange(&begin, &bytes, first + 5), 0);
  assert_int_equal(begin, first);
  assert_int_equal(bytes, kLarge);
  unsigned type = 0;
  assert_int_equal(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, first), 0);
  assert_int_equal(type, CU_MEMORYTYPE_DEVICE);
  void* host = nullptr;
  assert_int_equal(
      cu.cuPointerGetAttribute(static_cast<void*>(&host), CU_POINTER_ATTRIBUTE_HOST_POINTER, first),
      CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(fetch<unsigned char>(first + kLarge - 1, 1)[0], 0x41);
  // It is neither freed nor exported here.
  CUipcMemHandle handle{};
  assert_int_equal(cu.cuMemFree(first), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuIpcGetMemHandle(&handle, first), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemsetD8(first, 1, kLarge + 1), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuIpcCloseMemHandle(first + 1), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuIpcCloseMemHandle(first), 0);
  assert_int_equal(fetch<unsigned char>(first, 1)[0], 0x41);
  assert_int_equal(cu.cuIpcCloseMemHandle(first), 0);
  assert_int_equal(cu.cuIpcCloseMemHandle(first), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemsetD8(first, 1, 1), CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr none = 0;
  for (const unsigned flags : {0u, 2u, 3u})
    assert_int_equal(cu.cuIpcOpenMemHandle(&none, other.made.large, flags), CUDA_ERROR_INVALID_VALUE);
  other.end();
}

// Behind the end of what was opened lies no memory of the host's.
void small_memory(void**) {
  Other other;
  const CUdeviceptr small = open_memory(other.made.small);
  assert_int_equal(fetch<unsigned char>(small + kSmall - 1, 1)[0], 0x51);
  assert_int_equal(cu.cuMemsetD8(small, 0x52, kSmall), 0);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
  other.order('o');  // for the release waits for work
  other.order('f');
  CUdeviceptr none = 0;
  CUipcMemHandle again = other.made.small;
  // Open here it stays; the handle is none any more.
  assert_int_equal(fetch<unsigned char>(small, 1)[0], 0x52);
  assert_int_equal(cu.cuIpcCloseMemHandle(small), 0);
  assert_int_equal(cu.cuIpcOpenMemHandle(&none, again, kLazy), CUDA_ERROR_NOT_FOUND);
  assert_non_null(std::strstr(fault_text().c_str(), "has released the memory"));
  other.end();
  assert_int_equal(cu.cuIpcOpenMemHandle(&none, other.made.large, kLazy), CUDA_ERROR_NOT_FOUND);
  assert_non_null(std::strstr(fault_text().c_str(), "has ended"));
}

void own_handles(void**) {
  const CUdeviceptr address = alloc(kLarge, 1);
  CUipcMemHandle handle{}, again{};
  assert_int_equal(cu.cuIpcGetMemHandle(&handle, address + 100), 0);
  assert_int_equal(cu.cuIpcGetMemHandle(&again, address), 0);
  assert_memory_equal(&handle, &again, sizeof handle);
  CUdeviceptr none = 0;
  assert_int_equal(cu.cuIpcOpenMemHandle(&none, handle, kLazy), CUDA_ERROR_INVALID_CONTEXT);
  assert_int_equal(fetch<unsigned char>(address + kLarge - 1, 1)[0], 1);
  assert_int_equal(cu.cuMemFree(address), 0);

  CUevent event = nullptr, plain = nullptr;
  CUipcEventHandle event_handle{};
  assert_int_equal(cu.cuEventCreate(&event, CU_EVENT_INTERPROCESS), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING), 0);
  assert_int_equal(cu.cuEventCreate(&plain, CU_EVENT_DISABLE_TIMING), 0);
  assert_int_equal(cu.cuIpcGetEventHandle(&event_handle, plain), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cu.cuIpcGetEventHandle(&event_handle, event), 0);
  CUevent opened = nullptr;
  assert_int_equal(cu.cuIpcOpenEventHandle(&opened, event_handle), CUDA_ERROR_INVALID_CONTEXT);
  assert_int_equal(cu.cuEventDestroy(plain), 0);
  assert_int_equal(cu.cuEventDestroy(event), 0);

  // Memory that is not cuMemAlloc's.
  void* host = nullptr;
  assert_int_equal(cu.cuMemHostAlloc(&host, kLarge, 0), 0);
  assert_int_equal(cu.cuIpcGetMemHandle(&handle, reinterpret_cast<uintptr_t>(host)),
                   CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemFreeHost(host), 0);
  CUdeviceptr managed = 0;
  assert_int_equal(cu.cuMemAllocManaged(&managed, kLarge, CU_MEM_ATTACH_GLOBAL), 0);
  assert_int_equal(cu.cuIpcGetMemHandle(&handle, managed), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemFree(managed), 0);
  assert_int_equal(cu.cuIpcGetMemHandle(&handle, 4096), CUDA_ERROR_INVALID_VALUE);

  // Memory ends with its last byte, the small one too that has a neighbour in the same pages.
  for (const size_t bytes : {kSmall, kLarge}) {
    const CUdeviceptr memory = alloc(bytes, 1);
    assert_int_equal(cu.cuIpcGetMemHandle(&handle, memory + bytes - 1), 0);
    assert_int_equal(cu.cuIpcGetMemHandle(&handle, memory + bytes), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemFree(memory), 0);
  }
}

// Each field made wrong, with the sum over them left as it was, then right (FNV-1a): none crashes, none
// opens.
void forged_handles(void**) {
  Other other;
  const auto sum = [](CUipcMemHandle& handle) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < 56; ++i)
      hash = (hash ^ static_cast<unsigned char>(handle.reserved[i])) * 0x100000001b3u;
    put(handle.reserved, 56, hash);
  };
  CUipcMemHandle handle = other.made.large;
  sum(handle);
  assert_memory_equal(&handle, &other.made.large, sizeof handle);
  unsigned opened = 0;
  for (size_t offset = 0; offset < 56; offset += 4) {
    for (const uint32_t value : {0u, 1u, 3u, 256u, 4096u, 1u << 20, 0x7fffffffu, ~0u}) {
      handle = other.made.large;
      if (std::memcmp(handle.reserved + offset, &value, 4) == 0) continue;
      put(handle.reserved, offset, value);
      CUdeviceptr address = 0;
      assert_int_equal(cu.cuIpcOpenMemHandle(&address, handle, kLazy), CUDA_ERROR_INVALID_VALUE);
      sum(handle);
      if (cu.cuIpcOpenMemHandle(&address, handle, kLazy) != 0) continue;
      // A smaller size, or what is not looked at: it is in the file all the same.
      ++opened;
      size_t bytes = 0;
      assert_int_equal(cu.cuMemGetAddressRange(nullptr, &bytes, address), 0);
      assert_true(bytes <= kLarge);
      fetch<unsigned char>(address + bytes - 1, 1);
      assert_int_equal(cu.cuIpcCloseMemHandle(address), 0);
    }
  }
  assert_true(opened < 30);
  other.end();
}

// Memory that is written by kernels and by threads of the host while it moves: no byte is lost.
void written_while_it_moves(void**) {
  const CUmodule module = load("basic");
  const CUfunction count_slowly = function(module, "count_slowly");
  for (int round = 0; round < 20; ++round) {
    const size_t bytes = round % 2 == 0 ? 8 << 20 : 2000;
    const CUdeviceptr address = alloc(bytes, 0), counter = alloc(256, 0);
    auto* const words = reinterpret_cast<std::atomic<uint32_t>*>(static_cast<uintptr_t>(address));
    const size_t count = bytes / 4;
    std::atomic<bool> stop{false};
    std::vector<uint32_t> written(2, 0);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < written.size(); ++t) {
      threads.emplace_back([&, t] {
        uint32_t n = 0;
        // Each word of its own half is written again and again.
        for (size_t i = t; !stop.load(std::memory_order_relaxed); i = i + 2 < count ? i + 2 : t, ++n)
          words[i].fetch_add(1, std::memory_order_relaxed);
        written[t] = n;
      });
    }
    assert_int_equal(launch(count_slowly, 200, 4, nullptr, counter), 0);
    usleep(1000);
    CUipcMemHandle handle{};
    assert_int_equal(cu.cuIpcGetMemHandle(&handle, address), 0);
    assert_int_equal(cu.cuIpcGetMemHandle(&handle, counter), 0);
    usleep(1000);
    stop = true;
    for (std::thread& thread : threads) thread.join();
    assert_int_equal(cu.cuCtxSynchronize(), 0);
    uint64_t total = 0;
    for (size_t i = 0; i < count; ++i) total += words[i].load(std::memory_order_relaxed);
    assert_int_equal(total, uint64_t{written[0]} + written[1]);
    assert_int_equal(fetch<uint32_t>(counter, 1)[0], 800);
    assert_int_equal(cu.cuMemFree(address), 0);
    assert_int_equal(cu.cuMemFree(counter), 0);
  }
  assert_int_equal(cu.cuModuleUnload(module), 0);
}

// Exports leave neither descriptors nor mappings behind, also between buffers that stay.
void nothing_is_left(void**) {
  const auto descriptors = [] {
    int count = 0;
    for (int i = 0; i < 1024; ++i) count += fcntl(i, F_GETFD) >= 0;
    return count;
  };
  const int before = descriptors();
  std::vector<CUdeviceptr> stay;
  for (int round = 0; round < 300; ++round) {
    std::vector<CUdeviceptr> all;
    for (const size_t bytes : {size_t{100}, size_t{5000}, size_t{200000}, kLarge}) {
      all.push_back(alloc(bytes, round));
      CUipcMemHandle handle{};
      assert_int_equal(cu.cuIpcGetMemHandle(&handle, all.back()), 0);
    }
    if (round % 50 == 0) stay.push_back(alloc(100, 7));
    for (const CUdeviceptr each : all) assert_int_equal(cu.cuMemFree(each), 0);
  }
  for (const CUdeviceptr each : stay) {
    assert_int_equal(fetch<unsigned char>(each, 100)[99], 7);
    assert_int_equal(cu.cuMemFree(each), 0);
  }
  assert_int_equal(descriptors(), before);
}

// The stream's wait, the host's wait and the poll for a record of the other process.
void record_of_another_process(void**) {
  Other other;
  const CUdeviceptr large = open_memory(other.made.large);
  CUevent event = nullptr;
  assert_int_equal(cu.cuIpcOpenEventHandle(&event, other.made.event), 0);
  CUipcEventHandle again{};
  assert_int_equal(cu.cuIpcGetEventHandle(&again, event), CUDA_ERROR_INVALID_HANDLE);
  CUstream streams[3] = {};
  std::vector<CUdeviceptr> copies;
  for (CUstream& stream : streams) {
    assert_int_equal(cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0), 0);
    copies.push_back(alloc(16, 0));
    assert_int_equal(cu.cuStreamWaitEvent(stream, event, 0), 0);
    assert_int_equal(cu.cuMemcpyDtoDAsync(copies.back(), large, 16, stream), 0);
    assert_int_equal(cu.cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  }
  assert_int_equal(cu.cuEventQuery(event), CUDA_ERROR_NOT_READY);
  other.order('o');
  assert_int_equal(cu.cuEventSynchronize(event), 0);
  for (size_t i = 0; i < 3; ++i) {
    assert_int_equal(cu.cuStreamSynchronize(streams[i]), 0);
    assert_int_equal(fetch<unsigned char>(copies[i], 1)[0], 0x77);
    assert_int_equal(cu.cuMemFree(copies[i]), 0);
    assert_int_equal(cu.cuStreamDestroy(streams[i]), 0);
  }
  assert_int_equal(cu.cuEventQuery(event), 0);
  assert_int_equal(cu.cuStreamWaitEvent(nullptr, event, 0), 0);
  assert_int_equal(cu.cuEventDestroy(event), 0);
  assert_int_equal(cu.cuIpcCloseMemHandle(large), 0);
  other.end();
}

// More records under way than an event has places, some of a process that has ended.
void more_records_than_places(void**) {
  const CUmodule module = load("basic");
  const CUfunction wait_for_host = function(module, "wait_for_host");
  Other other;
  CUevent event = nullptr;
  assert_int_equal(cu.cuIpcOpenEventHandle(&event, other.made.event), 0);
  volatile uint32_t gate = 0;
  CUstream stream = nullptr;
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0), 0);
  assert_int_equal(launch(wait_for_host, 1, 1, stream, reinterpret_cast<uintptr_t>(&gate)), 0);
  for (int i = 0; i < 200; ++i) assert_int_equal(cu.cuEventRecord(event, stream), 0);
  assert_int_equal(cu.cuEventQuery(event), CUDA_ERROR_NOT_READY);
  other.end(SIGKILL);
  gate = 1;
  assert_int_equal(cu.cuEventSynchronize(event), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(cu.cuEventQuery(event), 0);
  assert_int_equal(cu.cuEventDestroy(event), 0);
  assert_int_equal(cu.cuStreamDestroy(stream), 0);
  assert_int_equal(cu.cuModuleUnload(module), 0);
}

// Its process is killed before its work is done: who waits is told, and goes on.
void abandoned_record(void**) {
  Other other;
  CUevent event = nullptr;
  assert_int_equal(cu.cuIpcOpenEventHandle(&event, other.made.event), 0);
  CUstream stream = nullptr;
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0), 0);
  const CUdeviceptr address = alloc(16, 1);
  assert_int_equal(cu.cuStreamWaitEvent(stream, event, 0), 0);
  assert_int_equal(cu.cuMemsetD8Async(address, 2, 16, stream), 0);
  std::thread killer([&] {
    usleep(20000);
    kill(other.pid, SIGKILL);  // nobody has waited for it yet when it is found
  });
  assert_int_equal(cu.cuStreamSynchronize(stream), GRIDCALL_DRIVER_ERROR_CANCELLED);
  killer.join();
  assert_non_null(std::strstr(fault_text().c_str(), "ended before its work was done"));
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(fetch<unsigned char>(address, 1)[0], 1);  // skipped
  assert_int_equal(cu.cuEventSynchronize(event), GRIDCALL_DRIVER_ERROR_CANCELLED);
  assert_int_equal(cu.cuEventQuery(event), GRIDCALL_DRIVER_ERROR_CANCELLED);
  assert_int_equal(cu.cuEventRecord(event, stream), 0);
  assert_int_equal(cu.cuEventSynchronize(event), 0);
  assert_int_equal(cu.cuMemsetD8Async(address, 3, 16, stream), 0);
  assert_int_equal(cu.cuStreamSynchronize(stream), 0);
  assert_int_equal(fetch<unsigned char>(address, 1)[0], 3);
  assert_int_equal(cu.cuMemFree(address), 0);
  assert_int_equal(cu.cuEventDestroy(event), 0);
  assert_int_equal(cu.cuStreamDestroy(stream), 0);
}

}  // namespace

// A page is mapped anew while threads write to it, which the mapping's own order makes right: that is the
// test.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions();
const char* __tsan_default_suppressions() {
  return "race:gridcall::cpu::moved_pages_move\n";
}

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--other") == 0) return other_process();
  signal(SIGPIPE, SIG_IGN);
  const CMUnitTest tests[] = {
      cmocka_unit_test(opened_and_counted),
      cmocka_unit_test(small_memory),
      cmocka_unit_test(own_handles),
      cmocka_unit_test(forged_handles),
      cmocka_unit_test(written_while_it_moves),
      cmocka_unit_test(nothing_is_left),
      cmocka_unit_test(record_of_another_process),
      cmocka_unit_test(more_records_than_places),
      cmocka_unit_test(abandoned_record),
  };
  return cmocka_run_group_tests_name("cpu_ipc", tests, open_driver, nullptr);
}
