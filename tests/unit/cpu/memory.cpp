// SPDX-License-Identifier: Apache-2.0
//
// Device memory is separate from the host's: what runs off a buffer ends neither the process nor changes the
// host's data, and is found; many buffers cost few mappings; what is freed comes back.

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <utility>

#include "harness.h"
#include "support/sanitized.h"

using namespace harness;

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kHasShadow = true;  // its mappings and pages count as the process's
#else
constexpr bool kHasShadow = false;
#endif
constexpr size_t kMany = kIsSanitized ? 100'000 : 1'000'000;

CUmodule memory;
CUmodule basic;
CUstream stream;

int set_up(void** state) {
  if (open_driver(state) != 0) return 1;
  memory = load("memory");
  basic = load("basic");
  return cu.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0);
}

void assert_contains(const std::string& text, const std::string& part) {
  if (text.find(part) == std::string::npos) fail_msg("`%s' is not in `%s'", part.c_str(), text.c_str());
}

// Runs this program again, with its first argument and variables of the environment; its exit code or
// -signal, and what it wrote to standard error.
int run_self(const char* mode, std::initializer_list<std::pair<const char*, const char*>> variables,
             std::string* said = nullptr) {
  std::fflush(nullptr);
  int ends[2];
  if (pipe(ends) != 0) return -1000;
  const pid_t child = fork();
  if (child == 0) {
    for (const auto& [name, value] : variables) setenv(name, value, 1);
    if (said) dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    execl("/proc/self/exe", "test_cpu_memory", mode, nullptr);
    _exit(99);
  }
  close(ends[1]);
  std::string text;
  char piece[4096];
  for (ssize_t got; (got = read(ends[0], piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (said) *said = text;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

CUdeviceptr take(size_t bytes) {
  CUdeviceptr address = 0;
  assert_int_equal(cu.cuMemAlloc(&address, bytes), 0);
  return address;
}

long mappings() {
  std::FILE* file = std::fopen("/proc/self/maps", "re");
  long lines = 0;
  for (int c; (c = std::fgetc(file)) != EOF;) lines += c == '\n';
  std::fclose(file);
  return lines;
}

// The host's own memory beside the device's: small blocks of its heap and mappings, all known by their
// content.
class HostData {
 public:
  HostData() : content_(600000) {
    for (size_t i = 0; i < content_.size(); ++i) content_[i] = static_cast<unsigned char>(i * 31 + 5);
    std::mt19937_64 random(7);
    for (int i = 0; i < 4000; ++i) add(static_cast<size_t>(16 + random() % 3000));
    for (int i = 0; i < 60; ++i) add(static_cast<size_t>(200000 + random() % 400000));
  }
  void check() const {
    for (const auto& [block, bytes] : blocks_)
      if (std::memcmp(block.get(), content_.data(), bytes) != 0)
        fail_msg("one of %zu bytes of the host's own memory has changed", bytes);
    // The heap's own records too.
    std::vector<std::unique_ptr<char[]>> more;
    for (size_t i = 0; i < 500; ++i) more.push_back(std::make_unique<char[]>(i * 37 + 1));
  }

 private:
  void add(size_t bytes) {
    auto block = std::make_unique<unsigned char[]>(bytes);
    std::memcpy(block.get(), content_.data(), bytes);
    blocks_.emplace_back(std::move(block), bytes);
  }
  std::vector<unsigned char> content_;
  std::vector<std::pair<std::unique_ptr<unsigned char[]>, size_t>> blocks_;
};

// Writes or reads `count` bytes from `from` on; returns what the stream reports.
CUresult run_off(const char* kernel, CUdeviceptr address, int64_t from, uint64_t count) {
  assert_int_equal(launch(function(memory, kernel), 1, 1, stream, address, from, count, 0xa7u), 0);
  return cu.cuStreamSynchronize(stream);
}

constexpr size_t kSizes[] = {1,      4,       63,      64,      100,           192,     193,    256,
                             400,    1000,    4000,    4096,    4100,          16384,   32704,  32768,
                             65472,  65536,   65540,   100000,  196608,        262080,  262143, 262144,
                             262145, 1000000, 1048576, 4194304, (1 << 22) + 4, 16 << 20};

// ---- Run-offs --------------------------------------------------------------------------------------------

void test_run_offs_leave_the_host_alone(void**) {
  const HostData host;
  constexpr int64_t kReach = 65536;
  for (const size_t bytes : kSizes) {
    const CUdeviceptr before = take(bytes);
    const CUdeviceptr buffer = take(bytes);
    const CUdeviceptr behind = take(bytes);
    const auto end = static_cast<int64_t>(bytes);
    for (const int64_t distance : {1, 2, 4, 60, 64, 255, 256, 4095, 4096, 4097, 30000, 65532}) {
      for (const CUdeviceptr each : {before, buffer, behind}) {
        run_off("write_bytes", each, end + distance - 1, 4);
        run_off("write_bytes", each, -distance - 3, 4);
        run_off("read_bytes", each, end + distance - 1, 4);
        run_off("read_bytes", each, -distance - 3, 4);
      }
    }
    for (const CUdeviceptr each : {before, buffer, behind}) {
      run_off("write_bytes", each, end, kReach);
      run_off("write_bytes_down", each, -kReach, kReach);
      run_off("read_bytes", each, end, kReach);
      run_off("read_bytes", each, -kReach, kReach);
    }
    assert_int_equal(cu.cuMemFree(buffer), 0);
    assert_int_equal(cu.cuMemFree(before), 0);
    assert_int_equal(cu.cuMemFree(behind), 0);
    while (cu.cuCtxSynchronize() != 0) {
    }
    host.check();
  }
  // Page-locked memory is the host's too.
  for (const size_t bytes : {size_t{100}, size_t{4096}, size_t{65536}, size_t{1} << 20}) {
    void* locked = nullptr;
    assert_int_equal(cu.cuMemHostAlloc(&locked, bytes, 0), 0);
    std::memset(locked, 0x3c, bytes);
    const CUdeviceptr buffer = take(bytes);
    run_off("write_bytes", buffer, static_cast<int64_t>(bytes), kReach);
    run_off("write_bytes_down", buffer, -kReach, kReach);
    for (size_t i = 0; i < bytes; ++i) assert_int_equal(static_cast<unsigned char*>(locked)[i], 0x3c);
    run_off("write_bytes", reinterpret_cast<CUdeviceptr>(locked), static_cast<int64_t>(bytes), kReach);
    run_off("write_bytes_down", reinterpret_cast<CUdeviceptr>(locked), -kReach, kReach);
    assert_int_equal(cu.cuMemFree(buffer), 0);
    assert_int_equal(cu.cuMemFreeHost(locked), 0);
    while (cu.cuCtxSynchronize() != 0) {
    }
  }
  host.check();
}

// One element too far, in either direction, is reported by the call that waits for the kernel, with the
// distance.
void test_one_element_is_found(void**) {
  for (const size_t bytes : kSizes) {
    const CUdeviceptr buffer = take(bytes);
    const std::string name = "the " + std::to_string(bytes) + "-byte allocation at 0x";
    assert_int_equal(run_off("write_bytes", buffer, static_cast<int64_t>(bytes), 4),
                     CUDA_ERROR_ILLEGAL_ADDRESS);
    std::string text = fault_text();
    assert_contains(text, "kernel `write_bytes`");
    assert_contains(text, "0 bytes past the end of " + name);
    assert_int_equal(run_off("write_bytes_down", buffer, -4, 4), CUDA_ERROR_ILLEGAL_ADDRESS);
    text = fault_text();
    assert_contains(text, "kernel `write_bytes_down`");
    assert_contains(text, "bytes before " + name);
    // It is reported once, and the memory can be used as before.
    assert_int_equal(cu.cuStreamSynchronize(stream), 0);
    assert_int_equal(run_off("write_bytes", buffer, 0, bytes), 0);
    assert_int_equal(cu.cuMemFree(buffer), 0);
    assert_int_equal(cu.cuCtxSynchronize(), 0);
  }
}

// A buffer that the kernel's arguments do not name: found when it is freed, reported by the next call that
// waits for the context.
void test_damage_is_found_on_release(void**) {
  for (const size_t bytes : {size_t{10}, size_t{400}, size_t{65536}, size_t{200000}, size_t{300001}}) {
    const CUdeviceptr buffer = take(bytes);
    const CUdeviceptr pointer = take(8);
    assert_int_equal(cu.cuMemcpyHtoD(pointer, &buffer, sizeof buffer), 0);
    assert_int_equal(run_off("write_behind_pointer", pointer, static_cast<int64_t>(bytes), 4), 0);
    assert_int_equal(cu.cuMemFree(buffer), 0);
    assert_int_equal(cu.cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    const std::string text = fault_text();
    assert_contains(text, "0 bytes past the end of the " + std::to_string(bytes) + "-byte allocation");
    assert_contains(text, "when the memory was released");
    assert_true(text.find('\n') == std::string::npos);
    assert_int_equal(cu.cuCtxSynchronize(), 0);
    assert_int_equal(cu.cuMemFree(pointer), 0);
  }
}

int run_unreported() {
  if (set_up(nullptr) != 0) return 1;
  CUdeviceptr buffer = 0, pointer = 0;
  if (cu.cuMemAlloc(&buffer, 400) != 0 || cu.cuMemAlloc(&pointer, 8) != 0) return 2;
  if (cu.cuMemcpyHtoD(pointer, &buffer, sizeof buffer) != 0) return 3;
  if (run_off("write_behind_pointer", pointer, 403, 1) != 0) return 4;
  if (cu.cuMemFree(buffer) != 0) return 5;
  std::exit(0);
}

// Nobody asks: it is said when the process ends.
void test_damage_is_never_lost(void**) {
  std::string said;
  assert_int_equal(run_self("unreported", {}, &said), 0);
  assert_contains(said, "3 bytes past the end of the 400-byte allocation");
}

void test_use_after_release(void**) {
  for (const size_t bytes : {size_t{1} << 20, size_t{8} << 20, (size_t{1} << 20) + 100}) {
    const CUdeviceptr buffer = take(bytes);
    assert_int_equal(cu.cuMemFree(buffer), 0);
    assert_int_equal(run_off("write_bytes", buffer, 40, 1), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_contains(fault_text(), "40 bytes into the " + std::to_string(bytes) + "-byte allocation at 0x");
    assert_int_equal(run_off("read_bytes", buffer, static_cast<int64_t>(bytes) - 1, 1),
                     CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_contains(fault_text(), "which was released");
  }
}

void test_kernel_heap_and_globals(void**) {
  const HostData host;
  const CUfunction heap = function(memory, "run_off_heap");
  for (const int64_t from : {int64_t{0}, int64_t{-4096}}) {
    assert_int_equal(launch(heap, 1, 1, stream, CUdeviceptr{0}, from, uint64_t{1} << 22, 0u), 0);
    assert_int_equal(cu.cuStreamSynchronize(stream), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_contains(fault_text(), "-byte kernel heap");
  }
  CUdeviceptr variable = 0;
  size_t bytes = 0;
  assert_int_equal(cu.cuModuleGetGlobal(&variable, &bytes, memory, "variable"), 0);
  for (const int64_t distance : {1, 64, 4096, 32768, 65000}) {
    run_off("write_bytes", variable, static_cast<int64_t>(bytes) + distance + 4096, 4);
    run_off("read_bytes", variable, -distance, 4);
  }
  assert_int_equal(run_off("write_bytes", variable, 0, 65536), CUDA_ERROR_ILLEGAL_ADDRESS);
  assert_int_equal(run_off("write_bytes_down", variable, -65536, 65536), CUDA_ERROR_ILLEGAL_ADDRESS);
  host.check();
  assert_int_equal(cu.cuModuleUnload(memory), 0);  // what follows the variable is the image's own
  memory = load("memory");
}

// ---- Many ------------------------------------------------------------------------------------------------

int run_many() {
  if (set_up(nullptr) != 0) return 1;
  const auto all = [](size_t count, size_t bytes, long most_mappings) {
    const long before = mappings();
    std::vector<CUdeviceptr> taken(count);
    for (CUdeviceptr& each : taken) {
      if (cu.cuMemAlloc(&each, bytes) != 0) return 1;
    }
    const long more = mappings() - before;
    if (more > most_mappings && !kHasShadow) {
      std::fprintf(stderr, "%zu buffers of %zu bytes: %ld mappings\n", count, bytes, more);
      return 2;
    }
    // The host can still allocate from the system.
    if (mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) return 3;
    std::thread([] {}).join();
    // Known ones are found, no two overlap.
    std::vector<CUdeviceptr> sorted = taken;
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 1; i < count; ++i) {
      if (sorted[i] - sorted[i - 1] < bytes + 64) return 4;
    }
    std::shuffle(taken.begin(), taken.end(), std::mt19937(5));
    for (size_t i = 0; i < count; ++i) {
      if (cu.cuMemFree(taken[i]) != 0) return 5;
    }
    return 0;
  };
  if (const int wrong = all(60000, 65536, 90)) return 10 + wrong;
  if (const int wrong = all(kMany, 200, 60)) return 20 + wrong;
  if (const int wrong = all(100000, 5000, 60)) return 30 + wrong;
  // Large ones have pages of their own as long as they take an eighth of the mappings that the system allows.
  long allowed = 65530;
  if (std::FILE* file = std::fopen("/proc/sys/vm/max_map_count", "re")) {
    if (std::fscanf(file, "%ld", &allowed) != 1) return 6;
    std::fclose(file);
  }
  if (const int wrong = all(20000, 300000, allowed / 7)) return 40 + wrong;
  return cu.cuCtxSynchronize() == 0 ? 0 : 50;
}

void test_many_buffers(void**) {
  const auto began = std::chrono::steady_clock::now();
  std::string said;
  const int code = run_self("many", {{"GRIDCALL_CPU_MEMORY", "16G"}}, &said);
  if (code != 0) fail_msg("%d: %s", code, said.c_str());
  const auto took = std::chrono::steady_clock::now() - began;
  print_message("# METRIC cpu_many_buffers_ms %d\n",
                static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
}

long minor_faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// Freed memory keeps its pages for the next user.
void test_reuse_does_not_fault(void**) {
  for (const size_t bytes : {size_t{50000}, size_t{200000}, size_t{1} << 20, size_t{32} << 20}) {
    const auto round = [bytes] {
      const CUdeviceptr buffer = take(bytes);
      std::memset(reinterpret_cast<void*>(buffer), 1, bytes);
      assert_int_equal(cu.cuMemFree(buffer), 0);
    };
    round();
    const long before = minor_faults();
    for (int i = 0; i < 20; ++i) round();
    const long faults = minor_faults() - before;
    if (faults > 40) fail_msg("20 buffers of %zu bytes, one after another: %ld page faults", bytes, faults);
  }
}

long resident_kib() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  long all = 0, resident = 0;
  assert_int_equal(std::fscanf(file, "%ld %ld", &all, &resident), 2);
  std::fclose(file);
  return resident * 4;
}

// A large buffer costs nothing before it is used, and freed memory does not stay without end.
void test_pages_come_late_and_go(void**) {
  const long before = resident_kib();
  const CUdeviceptr large = take((size_t{1} << 30) + 12);
  assert_true(resident_kib() - before < 8192);
  assert_int_equal(cu.cuMemFree(large), 0);
  std::vector<CUdeviceptr> taken;
  for (int i = 0; i < 3000; ++i) {
    taken.push_back(take(i % 2 == 0 ? 150000 : 500000));
    std::memset(reinterpret_cast<void*>(taken.back()), 1, i % 2 == 0 ? 150000 : 500000);
  }
  assert_true(resident_kib() - before > 500000);
  for (const CUdeviceptr each : taken) assert_int_equal(cu.cuMemFree(each), 0);
  const long left = resident_kib() - before;
  if (left > 300000 && !kHasShadow) fail_msg("%ld KiB are left", left);
}

void test_memory_info(void**) {
  size_t before = 0, during = 0, after = 0, total = 0;
  assert_int_equal(cu.cuMemGetInfo(&before, &total), 0);
  const CUdeviceptr buffers[] = {take(size_t{64} << 20), take(1000), take(70000)};
  for (const CUdeviceptr each : buffers) std::memset(reinterpret_cast<void*>(each), 1, 1000);
  assert_int_equal(cu.cuMemGetInfo(&during, &total), 0);
  assert_true(during + (size_t{64} << 20) + 70000 <= total);
  for (const CUdeviceptr each : buffers) assert_int_equal(cu.cuMemFree(each), 0);
  assert_int_equal(cu.cuMemGetInfo(&after, &total), 0);
  assert_true(after > during || before < total - (size_t{128} << 20));
}

// ---- Freeing without waiting, and threads ----------------------------------------------------------------

void test_free_does_not_wait(void**) {
  const CUdeviceptr flag = alloc(4);
  const CUdeviceptr used = alloc(4096);
  const CUdeviceptr unused = take(4096);
  assert_int_equal(launch(function(memory, "write_when_told"), 1, 1, stream, flag, used, uint64_t{4096}), 0);
  assert_int_equal(cu.gridcallMemFree(unused), 0);
  assert_int_equal(cu.gridcallMemFree(unused), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.gridcallMemFree(used + 8), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuStreamQuery(stream), CUDA_ERROR_NOT_READY);
  void* locked = nullptr;
  assert_int_equal(cu.cuMemHostAlloc(&locked, 100, 0), 0);
  assert_int_equal(cu.gridcallMemFree(reinterpret_cast<CUdeviceptr>(locked)), 0);
  // cuMemFree waits, as on a GPU.
  std::thread opener([flag] {
    usleep(30000);
    *reinterpret_cast<volatile uint32_t*>(flag) = 1;
  });
  assert_int_equal(cu.cuMemFree(used), 0);
  assert_int_equal(cu.cuStreamQuery(stream), 0);
  opener.join();
  assert_int_equal(cu.cuMemFree(flag), 0);
}

// Memory that is freed too early harms the host no more than the kernel would: the copy that was queued
// before is refused.
void test_memory_that_goes_under_a_copy(void**) {
  const CUdeviceptr flag = alloc(4);
  const CUdeviceptr used = alloc(4096);
  const CUdeviceptr gone = take(size_t{1} << 20);
  CUcontext context = nullptr;
  cu.cuCtxGetCurrent(&context);
  for (const bool fill : {false, true}) {
    const CUdeviceptr buffer = fill ? gone : take(size_t{1} << 20);
    *reinterpret_cast<volatile uint32_t*>(flag) = 0;
    assert_int_equal(launch(function(memory, "write_when_told"), 1, 1, nullptr, flag, used, uint64_t{4096}),
                     0);
    std::thread opener([flag, buffer, context] {
      usleep(30000);
      cu.cuCtxSetCurrent(context);
      cu.gridcallMemFree(buffer);
      *reinterpret_cast<volatile uint32_t*>(flag) = 1;
    });
    unsigned char bytes[4096];
    CUresult result = CUDA_SUCCESS;
    if (fill) {  // is only queued
      assert_int_equal(cu.cuMemsetD8(buffer, 1, 4096), 0);
      result = cu.cuCtxSynchronize();
    } else {
      result = cu.cuMemcpyDtoH(bytes, buffer, sizeof bytes);
    }
    if (result != CUDA_ERROR_ILLEGAL_ADDRESS) fail_msg("%s: %d", fill ? "fill" : "copy", result);
    char text[200] = "";
    assert_int_equal(cu.gridcallFaultText(text, sizeof text), 0);
    if (!strstr(text, fill ? "fill: illegal address" : "copy: illegal address")) fail_msg("%s", text);
    opener.join();
  }
  assert_int_equal(cu.cuMemFree(flag), 0);
  assert_int_equal(cu.cuMemFree(used), 0);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
}

// Eight threads run beside an oracle: no two buffers overlap, none loses what was written to it.
void test_threads(void**) {
  CUcontext context = nullptr;
  cu.cuCtxGetCurrent(&context);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (unsigned n = 0; n < 8; ++n) {
    threads.emplace_back([&wrong, context, n] {
      struct Allocation {
        CUdeviceptr address;
        size_t bytes;
        unsigned char tag;
      };
      cu.cuCtxSetCurrent(context);
      std::mt19937 random(n);
      std::vector<Allocation> taken;
      const auto give = [&](size_t i) {
        const Allocation last = taken[i];
        taken[i] = taken.back();
        taken.pop_back();
        const auto* bytes = reinterpret_cast<const unsigned char*>(last.address);
        for (size_t k = 0; k < last.bytes; k += std::max<size_t>(1, last.bytes / 16))
          wrong += bytes[k] != last.tag;
        wrong += bytes[last.bytes - 1] != last.tag;
        wrong += cu.gridcallMemFree(last.address) != 0;
      };
      for (int i = 0; i < 4000; ++i) {
        if (taken.size() > 60 || (!taken.empty() && random() % 2 == 0)) {
          give(random() % taken.size());
          continue;
        }
        Allocation next{0, size_t{1} << (random() % 20), static_cast<unsigned char>(random())};
        next.bytes += random() % next.bytes;
        if (cu.cuMemAlloc(&next.address, next.bytes) != 0) {
          ++wrong;
          continue;
        }
        std::memset(reinterpret_cast<void*>(next.address), next.tag, next.bytes);
        taken.push_back(next);
      }
      while (!taken.empty()) give(taken.size() - 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(wrong.load(), 0);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
}

// ---- GRIDCALL_CPU_CHECK ----------------------------------------------------------------------------------

void test_checked_memory_is_filled(void**) {
  for (const size_t bytes : kSizes) {
    const CUdeviceptr buffer = take(bytes);
    const auto content = fetch<unsigned char>(buffer, bytes);
    assert_true(std::all_of(content.begin(), content.end(), [](unsigned char byte) { return byte == 0xfd; }));
    assert_int_equal(cu.cuMemFree(buffer), 0);
  }
}

// Every buffer has guard pages: what is further off than its alignment is found as it happens, reads too.
void test_checked_guards(void**) {
  for (const size_t bytes : kSizes) {
    const CUdeviceptr buffer = take(bytes);
    const CUdeviceptr other = take(bytes);
    for (const char* kernel : {"write_bytes", "read_bytes"}) {
      assert_int_equal(run_off(kernel, buffer, static_cast<int64_t>((bytes + 255) / 256 * 256), 1),
                       CUDA_ERROR_ILLEGAL_ADDRESS);
      std::string text = fault_text();
      assert_contains(text, "thread (0,0,0)");
      assert_contains(text, std::to_string((256 - bytes % 256) % 256) + " bytes past the end of the " +
                                std::to_string(bytes) + "-byte");
      assert_int_equal(run_off(kernel, buffer, -4096, 1), CUDA_ERROR_ILLEGAL_ADDRESS);
      assert_contains(fault_text(), "4096 bytes before the");
    }
    assert_int_equal(cu.cuMemFree(buffer), 0);
    assert_int_equal(run_off("read_bytes", buffer, 0, 1), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_contains(fault_text(), "which was released");
    assert_int_equal(cu.cuMemFree(other), 0);
  }
}

// Also where no argument names the buffer.
void test_checked_after_each_kernel(void**) {
  const CUdeviceptr buffer = take(1001);
  const CUdeviceptr pointer = take(8);
  assert_int_equal(cu.cuMemcpyHtoD(pointer, &buffer, sizeof buffer), 0);
  assert_int_equal(run_off("write_behind_pointer", pointer, 1003, 1), CUDA_ERROR_ILLEGAL_ADDRESS);
  const std::string text = fault_text();
  assert_contains(text, "kernel `write_behind_pointer`");
  assert_contains(text, "2 bytes past the end of the 1001-byte allocation");
  assert_int_equal(cu.cuMemFree(buffer), 0);
  assert_int_equal(cu.cuMemFree(pointer), 0);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
}

int run_checked() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_checked_memory_is_filled),
      cmocka_unit_test(test_checked_guards),
      cmocka_unit_test(test_checked_after_each_kernel),
      cmocka_unit_test(test_one_element_is_found),
      cmocka_unit_test(test_run_offs_leave_the_host_alone),
      cmocka_unit_test(test_memory_that_goes_under_a_copy),
      cmocka_unit_test(test_threads),
  };
  return cmocka_run_group_tests_name("cpu memory, checked", tests, set_up, nullptr);
}

void test_check_mode(void**) {
  std::string said;
  const int code =
      run_self("checked", {{"GRIDCALL_CPU_CHECK", "1"}, {"CMOCKA_MESSAGE_OUTPUT", "STDERR"}}, &said);
  if (code != 0) fail_msg("%d: %s", code, said.c_str());
}

}  // namespace

int main(int count, char** arguments) {
  const std::string mode = count > 1 ? arguments[1] : "";
  if (mode == "unreported") return run_unreported();
  if (mode == "many") return run_many();
  if (mode == "checked") return run_checked();
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_one_element_is_found),
      cmocka_unit_test(test_damage_is_found_on_release),
      cmocka_unit_test(test_damage_is_never_lost),
      cmocka_unit_test(test_use_after_release),
      cmocka_unit_test(test_kernel_heap_and_globals),
      cmocka_unit_test(test_run_offs_leave_the_host_alone),
      cmocka_unit_test(test_many_buffers),
      cmocka_unit_test(test_reuse_does_not_fault),
      cmocka_unit_test(test_pages_come_late_and_go),
      cmocka_unit_test(test_memory_info),
      cmocka_unit_test(test_free_does_not_wait),
      cmocka_unit_test(test_memory_that_goes_under_a_copy),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_check_mode),
  };
  return cmocka_run_group_tests_name("cpu memory", tests, set_up, nullptr);
}
