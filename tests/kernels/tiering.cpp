// SPDX-License-Identifier: Apache-2.0
//
// A source so large that a baseline image of it is made first: it works at once, the optimized code takes its
// place while the program runs and nothing but the speed changes, and whatever ends in between leaves nothing
// behind.

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "gridcall/gridcall.h"
#include "support/cmocka.h"  // after the library's headers: `fail` is a macro of its
#include "support/part.h"
#include "support/slowdown.h"

namespace {

constexpr std::uint32_t kBlocks = 4;
constexpr std::uint32_t kThreads = 96;
constexpr std::uint32_t kCount = kBlocks * kThreads;
constexpr int kStatements = 2200;                              // some more than make a source large
const int patience_ms = static_cast<int>(stretched(100'000));  // beyond the time that a compilation may take

#define CALL(function, ...)                                                                      \
  do {                                                                                           \
    gc_error* call_error = nullptr;                                                              \
    if (function(__VA_ARGS__, &call_error) != GRIDCALL_OK)                                       \
      fail_msg("%s: %s\n%s", #function, gc_error_message(call_error), gc_error_log(call_error)); \
  } while (false)

gc_context* context = nullptr;

// Statements with products to contract, branches and loops; variables of every kind; a barrier; a second
// kernel. No two calls give the same text, so that no cache has it.
std::string large_source() {
  static int number = 0;
  struct timespec now;
  ::clock_gettime(CLOCK_REALTIME, &now);
  std::string text = "// " + std::to_string(::getpid()) + " " + std::to_string(now.tv_nsec) + " " +
                     std::to_string(++number) + R"(
__device__ unsigned counter = 5;
__device__ unsigned* counter_address = &counter;
__constant__ float weights[4] = {1, 2, 3, 4};
__device__ float history[4];
__device__ unsigned next() { static unsigned calls; return atomicAdd(&calls, 1u); }
__device__ float mix(float a, float b) { float p = a * b; return p + a; }
extern "C" __global__ void large(float* out, const float* in, unsigned n) {
  __shared__ float row[96];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  row[threadIdx.x] = in[i];
  __syncthreads();
  float a = in[i], b = row[95 - threadIdx.x], c = weights[i & 3], d = c - a;
)";
  for (int i = 0; i < kStatements; ++i) {
    const std::string k = std::to_string(i);
    const std::string x(1, "abcd"[i % 4]);
    const std::string y(1, "abcd"[(i * 7 + 1) % 4]);
    const std::string z(1, "abcd"[(i / 4 + 2) % 4]);
    switch (i % 40) {
      case 3:
        text += "if (" + x + " > " + k + ".5f) " + x + " = " + y + " - " + z + ";\n";
        break;
      case 7:
        // One product stands in two places: an optimizer that sees further computes it once, and contracts
        // less.
        text += "if (" + x + " > 0) { " + x + " = " + y + " * 0.6f + " + x + "; out[i] = " + x + "; }\n" + x +
                " = " + y + " * 0.6f - " + x + ";\n";
        break;
      case 13:
        text += x + " = mix(" + y + ", 0.25f) * 0.5f;\n";
        break;
      case 23:
        text += "for (unsigned k = 0; k < (i & 3); ++k) " + x + " = " + x + " * 0.5f + " + y + ";\n";
        break;
      case 33:
        text += x + " += in[(i + " + k + "u) % n];\n";
        break;
      default:
        text += x + " = " + y + " * " + std::to_string((i % 97) / 256.0) + "f - " + z + " * 0.75f;\n";
    }
  }
  return text + R"(
  out[i] = a + b + c + d;
  atomicAdd(counter_address, 1u);
  if (i == 0) history[next() & 3] = weights[0];
}
// Threads that run one by one take consecutive tickets, those of a vector take every 32nd.
template <bool meets>
__device__ void work(unsigned* out, unsigned iterations, const volatile unsigned* stop) {
  if (*stop) return;
  if (meets) __syncthreads();
  unsigned* tickets = out + 2 * gridDim.x;
  unsigned first = atomicAdd(&tickets[blockIdx.x], 1u);
  unsigned second = atomicAdd(&tickets[blockIdx.x], 1u);
  if (meets) __syncthreads();
  unsigned x = blockIdx.x + threadIdx.x;
  for (unsigned i = 0; i < iterations; ++i) x = x * 1664525u + 1013904223u;
  atomicXor(&out[blockIdx.x], x);
  atomicOr(&out[gridDim.x + blockIdx.x], second - first);
}
extern "C" __global__ void sequence(unsigned* out, unsigned iterations, const volatile unsigned* stop) {
  work<false>(out, iterations, stop);
}
extern "C" __global__ void meeting(unsigned* out, unsigned iterations, const volatile unsigned* stop) {
  work<true>(out, iterations, stop);
}
extern "C" __global__ void read_back(float* out) {
  for (int i = 0; i < 4; ++i) out[i] = history[i];
  out[4] = (float)*counter_address;
  out[5] = counter_address == &counter ? 1 : 0;
  out[6] = (float)next();
}
)";
}

gc_module* compile(const std::string& source, std::uint64_t flags = 0) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = flags;
  gc_module* module = nullptr;
  CALL(gc_module_from_source, context, source.data(), source.size(), &options, &module);
  return module;
}

int attribute(gc_module* module, const char* name, gc_kernel_attribute which) {
  gc_kernel* kernel = nullptr;
  std::int32_t value = 0;
  CALL(gc_module_get_kernel, module, name, &kernel);
  CALL(gc_kernel_get_attribute, kernel, which, &value);
  gc_kernel_release(kernel);
  return value;
}

bool is_quick(gc_module* module) {
  return attribute(module, "large", GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE) == 1;
}

using Floats = std::vector<float>;

Floats launch(gc_module* module, const char* name, std::uint32_t blocks = kBlocks,
              std::uint32_t threads = kThreads) {
  gc_kernel* kernel = nullptr;
  gc_mem* out = nullptr;
  gc_mem* in = nullptr;
  CALL(gc_module_get_kernel, module, name, &kernel);
  CALL(gc_mem_alloc, context, kCount * 4, &out);
  CALL(gc_mem_alloc, context, kCount * 4, &in);
  Floats values(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) values[i] = static_cast<float>(i * 37 % 101) / 16 - 3;
  CALL(gc_memcpy_htod, in, 0, values.data(), kCount * 4, nullptr);
  gc_arg arguments[3] = {};
  arguments[0].kind = arguments[1].kind = GRIDCALL_ARG_KIND_MEM;
  arguments[0].object = out;
  arguments[1].object = in;
  arguments[2].kind = GRIDCALL_ARG_KIND_SCALAR;
  arguments[2].size = 4;
  arguments[2].bits = kCount;
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = blocks;
  config.block_x = threads;
  CALL(gc_launch, kernel, &config, arguments, std::strcmp(name, "large") == 0 ? 3u : 1u, nullptr);
  CALL(gc_memcpy_dtoh, values.data(), out, 0, kCount * 4, nullptr);
  gc_mem_release(out);
  gc_mem_release(in);
  gc_kernel_release(kernel);
  return values;
}

void pause_ms(int milliseconds) {
  struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  ::nanosleep(&pause, nullptr);
}

template <typename Condition>
bool becomes_true(Condition condition) {
  for (int waited = 0; waited < patience_ms; waited += 20) {
    if (condition()) return true;
    pause_ms(20);
  }
  return false;
}

// Returns the children of `parent`, zombies among them.
std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> found;
  DIR* directory = ::opendir("/proc");
  assert_non_null(directory);
  while (const dirent* entry = ::readdir(directory)) {
    const int process = std::atoi(entry->d_name);
    if (process <= 0) continue;
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t end = line.rfind(')');
    if (end == std::string::npos) continue;
    if (std::atoi(line.c_str() + end + 4) == parent) found.push_back(process);
  }
  ::closedir(directory);
  return found;
}

bool is_running(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t end = line.rfind(')');
  return end != std::string::npos && line[end + 2] != 'Z';
}

void optimized_tier_takes_over(void**) {
  const std::string source = large_source();
  gc_module* module = compile(source);
  assert_true(is_quick(module));
  assert_int_equal(attribute(module, "large", GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS), 0);

  gc_mem* weights = nullptr;
  const float heavier[4] = {5, 6, 7, 8};
  CALL(gc_module_get_global, module, "weights", &weights);
  CALL(gc_memcpy_htod, weights, 0, heavier, sizeof heavier, nullptr);
  const Floats quick = launch(module, "large");
  for (std::uint32_t i = 1; i < kCount; ++i) assert_true(std::isfinite(quick[i]) && quick[i] != quick[0]);
  const Floats before = launch(module, "read_back", 1, 1);
  assert_true(before[0] == 5 && before[1] == 0);
  assert_true(before[4] == 5 + kCount && before[5] == 1 && before[6] == 1);

  assert_true(becomes_true([&] { return !is_quick(module); }));
  assert_true(attribute(module, "large", GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS) != 0);
  const Floats full = launch(module, "large");
  assert_memory_equal(quick.data(), full.data(), kCount * 4);
  // The host's weights, the counter, what a pointer in memory points to, a variable inside a function.
  const Floats after = launch(module, "read_back", 1, 1);
  assert_true(after[0] == 5 && after[1] == 0 && after[2] == 5);
  assert_true(after[4] == 5 + 2 * kCount && after[5] == 1 && after[6] == 3);
  float kept[4] = {};
  CALL(gc_memcpy_dtoh, kept, weights, 0, sizeof kept, nullptr);
  assert_memory_equal(kept, heavier, sizeof heavier);
  gc_mem_release(weights);

  // The cache has the full one.
  gc_module* again = compile(source);
  std::int32_t cached = 0;
  CALL(gc_module_is_cached, again, &cached);
  assert_int_equal(cached, 1);
  assert_false(is_quick(again));
  CALL(gc_module_get_global, again, "weights", &weights);
  CALL(gc_memcpy_htod, weights, 0, heavier, sizeof heavier, nullptr);
  gc_mem_release(weights);
  const Floats from_cache = launch(again, "large");
  assert_memory_equal(quick.data(), from_cache.data(), kCount * 4);
  gc_module_release(again);
  gc_module_release(module);
}

// A launch beside which the host looks at the results of its blocks.
struct Running {
  const std::uint32_t blocks, threads, iterations;
  gc_kernel* kernel = nullptr;
  gc_mem* out = nullptr;  // of each block its result, how the tickets of a thread differ, and their number
  gc_mem* stop = nullptr;
  gc_stream* streams[2] = {};

  Running(gc_module* module, const char* name, std::uint32_t of_blocks, std::uint32_t of_threads,
          std::uint32_t of_iterations)
      : blocks(of_blocks), threads(of_threads), iterations(of_iterations) {
    const std::uint32_t zero = 0;
    gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
    options.flags = GRIDCALL_STREAM_NON_BLOCKING;
    for (gc_stream*& stream : streams) CALL(gc_stream_create, context, &options, &stream);
    CALL(gc_module_get_kernel, module, name, &kernel);
    CALL(gc_mem_alloc, context, std::size_t{blocks} * 12, &out);
    CALL(gc_mem_alloc, context, 4, &stop);
    CALL(gc_memset, out, 0, &zero, 4, blocks * 3, streams[0]);
    CALL(gc_memset, stop, 0, &zero, 4, 1, streams[0]);
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = blocks;
    config.block_x = threads;
    const gc_arg arguments[] = {GRIDCALL_ARG_MEM(out), GRIDCALL_ARG(iterations), GRIDCALL_ARG_MEM(stop)};
    CALL(gc_launch, kernel, &config, arguments, 3, streams[0]);
  }
  ~Running() {
    for (gc_stream* stream : streams) gc_stream_release(stream);
    gc_kernel_release(kernel);
    gc_mem_release(stop);
    gc_mem_release(out);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  std::vector<std::uint32_t> read(std::size_t first) {
    std::vector<std::uint32_t> values(blocks);
    CALL(gc_memcpy_dtoh, values.data(), out, first * 4, std::size_t{blocks} * 4, streams[1]);
    return values;
  }
  // Returns the number of blocks with these differences and at least so many tickets.
  std::size_t count_with(std::uint32_t difference, std::uint32_t least = 0) {
    const std::vector<std::uint32_t> differences = read(blocks), tickets = read(2 * blocks);
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < blocks; ++i) found += differences[i] == difference && tickets[i] >= least;
    return found;
  }
  // Lets the threads that have not begun do nothing, and checks the blocks without such.
  void end() {
    const std::uint32_t one = 1;
    CALL(gc_memcpy_htod, stop, 0, &one, 4, streams[1]);
    CALL(gc_stream_synchronize, streams[0]);
    std::uint32_t factor = 1, term = 0;
    for (std::uint32_t i = 0; i < iterations; ++i) {
      factor *= 1664525u;
      term = term * 1664525u + 1013904223u;
    }
    const std::vector<std::uint32_t> results = read(0), tickets = read(2 * blocks);
    for (std::uint32_t block = 0; block < blocks; ++block) {
      assert_true(tickets[block] <= 2 * threads);   // no thread has run twice
      if (tickets[block] != 2 * threads) continue;  // a thread was stopped
      std::uint32_t wanted = 0;
      for (std::uint32_t thread = 0; thread < threads; ++thread) wanted ^= (block + thread) * factor + term;
      assert_int_equal(results[block], wanted);
    }
  }
};

// Baseline code runs a block's threads one by one, optimized code runs them as vectors.
void running_launches_change_their_code(void**) {
  gc_module* module = compile(large_source(), GRIDCALL_COMPILE_NO_CACHE);
  assert_true(is_quick(module));
  {
    Running sequence(module, "sequence", 1 << 20, 32, 20'000);
    Running meeting(module, "meeting", 1 << 20, 32, 20'000);
    for (Running* running : {&sequence, &meeting})
      assert_true(becomes_true([&] { return running->count_with(1) != 0; }));
    assert_true(becomes_true([&] { return !is_quick(module); }));
    for (Running* running : {&sequence, &meeting}) {
      assert_true(becomes_true([&] { return running->count_with(32) != 0; }));
      running->end();
      assert_true(running->count_with(1) != 0);
    }
  }
  gc_module_release(module);
}

// A block that was running has threads that ran by themselves, and behind them vectors. Longer threads would
// be suspended, and a block that has such keeps its code.
void running_blocks_change_their_code(void**) {
  gc_module* module = compile(large_source(), GRIDCALL_COMPILE_NO_CACHE);
  assert_true(is_quick(module));
  {
    Running running(module, "sequence", 1 << 16, 1024, 15'000);
    assert_true(becomes_true([&] { return running.count_with(1 | 32, 2 * running.threads) != 0; }));
    running.end();
  }
  gc_module_release(module);
}

// Two modules have one source: the second does not start the compiler again, and each goes over by itself.
void one_compilation_for_two(void**) {
  const std::string source = large_source();
  gc_module* first = compile(source);
  gc_module* second = compile(source);
  assert_true(is_quick(second));
  assert_int_equal(children_of(::getpid()).size(), 1);
  const Floats quick = launch(first, "large");
  assert_true(becomes_true([&] { return !is_quick(second); }));
  assert_false(is_quick(first));
  assert_memory_equal(quick.data(), launch(second, "large").data(), kCount * 4);
  assert_memory_equal(quick.data(), launch(first, "large").data(), kCount * 4);
  gc_module_release(first);
  gc_module_release(second);
}

void full_at_once_where_wanted(void**) {
  const std::string source = large_source();
  gc_module* module = compile(source, GRIDCALL_COMPILE_NO_TIERING | GRIDCALL_COMPILE_NO_CACHE);
  assert_false(is_quick(module));
  assert_int_equal(children_of(::getpid()).size(), 0);
  gc_module_release(module);
  ::setenv("GRIDCALL_DISABLE_TIERING", "1", 1);
  module = compile(source, GRIDCALL_COMPILE_NO_CACHE);
  ::unsetenv("GRIDCALL_DISABLE_TIERING");
  assert_false(is_quick(module));
  gc_module_release(module);
}

void small_sources_in_one_step(void**) {
  gc_module* module =
      compile("extern \"C\" __global__ void large(float* out) { *out = 1; }", GRIDCALL_COMPILE_NO_CACHE);
  assert_false(is_quick(module));
  gc_module_release(module);
}

// If functions have addresses, code in memory must be that of one version.
void no_baseline_tier_with_function_pointers(void**) {
  const std::string source = large_source() + R"(
__device__ float twice(float x) { return 2 * x; }
__device__ float (*function)(float) = twice;
extern "C" __global__ void call(float* out) { *out = function(*out); }
)";
  gc_module* module = compile(source, GRIDCALL_COMPILE_NO_CACHE);
  assert_false(is_quick(module));
  gc_module_release(module);
}

void baseline_tier_stays_when_the_compiler_dies(void**) {
  const std::string source = large_source();
  gc_module* module = compile(source);
  const Floats quick = launch(module, "large");
  const std::vector<pid_t> compilers = children_of(::getpid());
  assert_int_equal(compilers.size(), 1);
  ::kill(compilers[0], SIGKILL);
  assert_true(becomes_true([&] { return children_of(::getpid()).empty(); }));
  pause_ms(100);
  assert_memory_equal(quick.data(), launch(module, "large").data(), kCount * 4);
  assert_true(is_quick(module));
  gc_module_release(module);
  // The cache has no entry of it.
  module = compile(source);
  std::int32_t cached = 1;
  CALL(gc_module_is_cached, module, &cached);
  assert_int_equal(cached, 0);
  gc_module_release(module);
  assert_true(becomes_true([&] { return children_of(::getpid()).empty(); }));
}

void released_before_it_is_made(void**) {
  gc_module* module = compile(large_source(), GRIDCALL_COMPILE_NO_CACHE);
  const std::vector<pid_t> compilers = children_of(::getpid());
  assert_int_equal(compilers.size(), 1);
  gc_module_release(module);
  assert_true(becomes_true([&] { return children_of(::getpid()).empty(); }));
}

// ---- The process ends in between. The second program is this one, started anew.

enum class End { kReturn, kQuickExit, kSignal, kWithForkedChild, kSignalBeforeTheAnswer };

[[noreturn]] void be_killed_by_another_thread(int report) {
  std::vector<pid_t> compilers;
  while ((compilers = children_of(::getpid())).empty()) pause_ms(1);
  pause_ms(100);
  const pid_t both[2] = {compilers[0], 0};
  if (::write(report, both, sizeof both) != sizeof both) ::_exit(3);
  ::kill(::getpid(), SIGKILL);
  ::_exit(3);
}

[[noreturn]] void be_the_second_program(End end, int report) {
  gc_error* error = nullptr;
  if (gc_context_get_default(&context, &error) != GRIDCALL_OK) ::_exit(2);
  if (end == End::kSignalBeforeTheAnswer) {
    std::thread(be_killed_by_another_thread, report).detach();
    compile(large_source(), GRIDCALL_COMPILE_NO_TIERING);
    ::_exit(4);
  }
  gc_module* module = compile(large_source());
  const std::vector<pid_t> compilers = children_of(::getpid());
  pid_t compiler = compilers.size() == 1 && is_quick(module) ? compilers[0] : -1;
  pid_t forked = 0;
  // It has a copy of the end of the pipe that the compiler writes to.
  if (end == End::kWithForkedChild && (forked = ::fork()) == 0) {
    pause_ms(patience_ms);
    ::_exit(0);
  }
  const pid_t both[2] = {compiler, forked};
  if (::write(report, both, sizeof both) != sizeof both) ::_exit(3);
  if (end == End::kQuickExit || end == End::kWithForkedChild) ::_exit(0);
  if (end == End::kSignal) ::raise(SIGKILL);
  std::exit(0);
}

void ends_in_between(End end) {
  char directory[] = "/tmp/gridcall-test-XXXXXX";
  assert_non_null(::mkdtemp(directory));
  int channel[2];
  assert_int_equal(::pipe(channel), 0);
  const pid_t program = ::fork();
  if (program == 0) {
    ::setenv("GRIDCALL_CACHE_DIR", (std::string(directory) + "/cache").c_str(), 1);
    const std::string which = std::to_string(static_cast<int>(end));
    const std::string report = std::to_string(channel[1]);
    ::execl("/proc/self/exe", "tiered", which.c_str(), report.c_str(), nullptr);
    ::_exit(4);
  }
  ::close(channel[1]);
  pid_t both[2] = {-1, -1};
  const ssize_t got = ::read(channel[0], both, sizeof both);
  ::close(channel[0]);
  assert_int_equal(::waitpid(program, nullptr, 0), program);
  assert_int_equal(got, sizeof both);
  assert_true(both[0] > 0);
  // At once, and not when it would have been done.
  bool gone = false;
  for (double waited = 0; waited < 2000 * slowdown() && !gone; waited += 20) {
    gone = !is_running(both[0]);
    if (!gone) pause_ms(20);
  }
  if (both[1] > 0) ::kill(both[1], SIGKILL);
  if (!gone) fail_msg("the compiler is still there");
  const std::string command =
      std::string("test -z \"$(find ") + directory + " -name 'tmp-*')\" && rm -r " + directory;
  assert_int_equal(std::system(command.c_str()), 0);
}

void process_returns(void**) {
  ends_in_between(End::kReturn);
}
void process_exits_quickly(void**) {
  ends_in_between(End::kQuickExit);
}
void process_is_killed(void**) {
  ends_in_between(End::kSignal);
}
void process_is_killed_while_it_waits(void**) {
  ends_in_between(End::kSignalBeforeTheAnswer);
}
void process_leaves_a_forked_child(void**) {
  ends_in_between(End::kWithForkedChild);
}

int open_device(void**) {
  CALL(gc_context_get_default, &context);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 3) be_the_second_program(static_cast<End>(std::atoi(arguments[1])), std::atoi(arguments[2]));
  CMUnitTest tests[] = {
      cmocka_unit_test(optimized_tier_takes_over),
      cmocka_unit_test(running_launches_change_their_code),
      cmocka_unit_test(running_blocks_change_their_code),
      cmocka_unit_test(one_compilation_for_two),
      cmocka_unit_test(full_at_once_where_wanted),
      cmocka_unit_test(small_sources_in_one_step),
      cmocka_unit_test(no_baseline_tier_with_function_pointers),
      cmocka_unit_test(baseline_tier_stays_when_the_compiler_dies),
      cmocka_unit_test(released_before_it_is_made),
      cmocka_unit_test(process_returns),
      cmocka_unit_test(process_exits_quickly),
      cmocka_unit_test(process_is_killed),
      cmocka_unit_test(process_is_killed_while_it_waits),
      cmocka_unit_test(process_leaves_a_forked_child),
  };
  gridcall::part::take(tests, 2, 2);
  return cmocka_run_group_tests_name("tiered", tests, open_device, nullptr);
}
