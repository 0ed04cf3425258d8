// SPDX-License-Identifier: Apache-2.0
//
// Random kernels, each run twice on the CPU device, in reference mode and as it is by default (as vectors of
// a warp's threads, where it can), at several block shapes; everything they write must be the same, byte for
// byte. With --against each runs as it is by default on two devices instead. A kernel that differs is made
// smaller.
//
//   kernel_fuzz [--seed N] [--count N] [--seconds N] [--jobs N] [--keep-going] [--parting] [DEVICES]
//
//   kernel_fuzz --print SEED
//
//   kernel_fuzz --replay FILE --seed N [DEVICES]
//
// DEVICES is --device NAME [--against NAME]. With --parting only the seeds are taken in whose kernels lanes
// of a warp come to barriers apart. Several jobs share out the seeds; each has one worker thread. --seconds
// ends the taking of seeds; what was taken is finished.

#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gridcall/gridcall.h"
#include "kernels/call.h"
#include "kernels/generator.h"

extern char** environ;

namespace gridcall::kernels {
namespace {

constexpr std::uint64_t kPerModule = 32;
// What takes longer is taken to hang: compiling a module, one kernel's launches, the two of one kernel.
constexpr unsigned kLongestCompilation = 120, kLongestRun = 30, kLongestReplay = 20;
// With --keep-going: after so many it ends all the same, and so many are made smaller.
constexpr unsigned kMostFailures = 100, kMostShrunk = 8;
// Of a replay.
constexpr int kSame = 0, kDiffers = 10, kDoesNotCompile = 11, kFails = 12;

struct Options {
  std::uint64_t seed = 1, count = 1000;
  double seconds = 1e9;
  unsigned jobs = 1;
  std::string device = "cpu", against, replay;
  bool keep_going = false, parting = false;
};

struct Failure {
  std::string text;
};

[[noreturn]] void give_up(std::string problem) {
  throw Failure{std::move(problem)};
}

class Bench {
 public:
  Bench(const std::string& device_name, bool across) : across_(across) {
    gc_device* device = nullptr;
    CALL(gc_device_find, device_name.c_str(), &device);
    gc_device_kind_t kind = 0;
    CALL(gc_device_kind, device, &kind);
    is_cpu = kind == GRIDCALL_DEVICE_KIND_CPU;
    CALL(gc_context_primary, device, &context_);
    CALL(gc_mem_alloc, context_, kInWords * 4, &in_);
    CALL(gc_mem_alloc, context_, kOutWords * 4, &out_);
    std::vector<std::uint32_t> values(kInWords);
    Random random(2026);
    for (std::uint32_t& value : values) {
      value = static_cast<std::uint32_t>(random.next());
      if (random.chance(40)) value &= 255;
      if (random.chance(10)) value = 0xffffffffu - random.below(3);
    }
    CALL(gc_memcpy_htod, in_, 0, values.data(), kInWords * 4);
  }

  gc_module* compile(const std::string& source) {
    gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
    options.flags = GRIDCALL_COMPILE_NO_CACHE | GRIDCALL_COMPILE_FULL;
    options.name = "kernel_fuzz.cu";
    // What is contracted differs from mode to mode, and may.
    const char* exact[] = {"-fmad=false"};
    options.options = exact;
    options.option_count = 1;
    const gc_define across = {"ACROSS_DEVICES", "1"};
    options.defines = &across;
    options.define_count = across_ ? 1 : 0;
    gc_module* module = nullptr;
    CALL(gc_module_from_source, context_, source.c_str(), source.size(), &options, &module);
    return module;
  }

  gc_kernel* kernel(gc_module* module, const std::string& name) {
    gc_kernel* kernel = nullptr;
    CALL(gc_module_kernel, module, name.c_str(), &kernel);
    return kernel;
  }

  void mode(gc_kernel* kernel, int mode) {
    if (is_cpu) CALL(gc_kernel_set_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE, mode);
  }

  int layouts(gc_kernel* kernel) {
    std::int32_t value = 0;
    if (is_cpu) CALL(gc_kernel_attribute, kernel, GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS, &value);
    return value;
  }

  void run(gc_kernel* kernel, std::uint64_t seed, const Shape& shape, std::vector<std::uint32_t>& result) {
    CALL(gc_memset_d32, out_, 0, static_cast<std::uint32_t>(seed * 2654435761u), kOutWords);
    CALL(gc_memset_d32, out_, kZeroFrom * 4, 0, kZeroWords);
    const Parameters parameters = parameters_for(seed);
    gc_arg args[3] = {};
    args[0].kind = args[1].kind = GRIDCALL_ARG_KIND_MEM;
    args[0].size = args[1].size = 8;
    args[0].mem = in_;
    args[1].mem = out_;
    args[2].kind = GRIDCALL_ARG_KIND_BYTES;
    args[2].size = sizeof parameters;
    gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
    config.grid_x = shape.grid[0];
    config.grid_y = shape.grid[1];
    config.grid_z = shape.grid[2];
    config.block_x = shape.block[0];
    config.block_y = shape.block[1];
    config.block_z = shape.block[2];
    config.shared_size = shape.block[0] * shape.block[1] * shape.block[2] * 4;
    config.bytes = &parameters;
    config.bytes_size = sizeof parameters;
    CALL(gc_launch, kernel, nullptr, &config, args, 3);
    CALL(gc_context_synchronize, context_);
    result.resize(kOutWords);
    CALL(gc_memcpy_dtoh, out_, 0, result.data(), kOutWords * 4);
  }

  bool is_cpu = true;

 private:
  const bool across_;
  gc_context* context_ = nullptr;
  gc_mem* in_ = nullptr;
  gc_mem* out_ = nullptr;
};

std::string describe(const Shape& shape) {
  std::ostringstream out;
  out << shape.grid[0] << 'x' << shape.grid[1] << 'x' << shape.grid[2] << " blocks of " << shape.block[0]
      << 'x' << shape.block[1] << 'x' << shape.block[2];
  return out.str();
}

// Which entry a launch takes (cpu/warp_block.cpp).
constexpr const char* kLayoutNames[] = {"none", "linear32", "rows16", "general32"};
unsigned used_layout(int layouts, const Shape& shape) {
  const bool row = shape.block[1] == 1 && shape.block[2] == 1;
  if ((row || shape.block[0] % 32 == 0) && (layouts & 1) != 0) return 1;
  if (shape.block[0] == 16 && (layouts & 2) != 0) return 2;
  return (layouts & 4) != 0 ? 3 : 0;
}

// One module, to be run in the two ways that are compared.
class Pair {
 public:
  explicit Pair(const Options& options) : first_(new Bench(options.device, !options.against.empty())) {
    if (!options.against.empty()) second_.reset(new Bench(options.against, true));
  }
  ~Pair() { release(); }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  void compile(const std::string& source) {
    release();
    modules_[0] = first_->compile(source);
    if (second_ != nullptr) modules_[1] = second_->compile(source);
  }

  // The first difference, or "".
  std::string compare(std::uint64_t seed) {
    const std::string name = "k" + std::to_string(seed);
    gc_kernel* kernel = first_->kernel(modules_[0], name);
    layouts = first_->layouts(kernel);
    gc_kernel* other = second_ != nullptr ? second_->kernel(modules_[1], name) : kernel;
    Bench& bench = second_ != nullptr ? *second_ : *first_;
    std::string problem;
    for (const Shape& shape : shapes_for(seed)) {
      first_->mode(kernel, 0);
      first_->run(kernel, seed, shape, expected_);
      if (second_ == nullptr) bench.mode(other, 1);
      bench.run(other, seed, shape, got_);
      if (expected_ == got_) continue;
      std::size_t count = 0, first = 0;
      for (std::size_t i = kOutWords; i-- > 0;) {
        if (expected_[i] != got_[i]) ++count, first = i;
      }
      char text[240];
      std::snprintf(text, sizeof text, "%s: %zu of %zu words differ, the first is out[%zu]: 0x%x, %s 0x%x",
                    describe(shape).c_str(), count, kOutWords, first, expected_[first],
                    second_ != nullptr ? "on the other device" : "in reference mode", got_[first]);
      problem = text;
      break;
    }
    if (second_ != nullptr) gc_kernel_release(other);
    gc_kernel_release(kernel);
    return problem;
  }

  int layouts = 0;  // of the last kernel

 private:
  void release() {
    for (gc_module*& module : modules_) {
      if (module != nullptr) gc_module_release(module);
      module = nullptr;
    }
  }

  std::unique_ptr<Bench> first_, second_;
  gc_module* modules_[2] = {};
  std::vector<std::uint32_t> expected_, got_;
};

int replay(const Options& options) {
  std::ifstream file(options.replay);
  const std::string source((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  Pair pair(options);
  try {
    pair.compile(source);
  } catch (const Failure& failure) {
    std::printf("%s\n", failure.text.c_str());
    return failure.text.find("error:") != std::string::npos ? kDoesNotCompile : kFails;
  }
  try {
    const std::string difference = pair.compare(options.seed);
    std::printf("layouts %d; %s\n", pair.layouts, difference.empty() ? "the same" : difference.c_str());
    return difference.empty() ? kSame : kDiffers;
  } catch (const Failure& failure) {
    std::printf("%s\n", failure.text.c_str());
    return kFails;
  }
}

// What a process of its own says of a source: a crash or an endless kernel ends with it.
int replay_apart(const Options& options, const std::string& source, std::uint64_t seed,
                 unsigned seconds = kLongestReplay) {
  char path[] = "/tmp/kernel_fuzz_XXXXXX";
  const int descriptor = mkstemp(path);
  if (descriptor < 0) return kSame;
  close(descriptor);
  std::ofstream(path) << source;
  const std::string number = std::to_string(seed), limit = std::to_string(seconds);
  char self[4096] = "/proc/self/exe";
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length > 0) self[length] = '\0';
  const char* arguments[] = {"timeout",
                             "-k",
                             "1",
                             limit.c_str(),
                             self,
                             "--replay",
                             path,
                             "--seed",
                             number.c_str(),
                             "--device",
                             options.device.c_str(),
                             options.against.empty() ? nullptr : "--against",
                             options.against.c_str(),
                             nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, "timeout", &actions, nullptr, const_cast<char**>(arguments), environ) == 0)
    waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&actions);
  unlink(path);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void shrink(const Options& options, const Kernel& kernel) {
  const auto begin = std::chrono::steady_clock::now();
  unsigned limit = kLongestReplay;
  const auto judge = [&](const Node& root) {
    return replay_apart(options, prelude() + root.print(), kernel.seed, limit);
  };
  Node best = kernel.root;
  const int wanted = judge(best);
  if (wanted == kSame) {
    std::printf("  seed %llu: alone it is the same\n", static_cast<unsigned long long>(kernel.seed));
    return;
  }
  // One that hangs takes its time each try.
  const bool hangs = wanted == 124 || wanted == 137;
  if (hangs) limit = 4;
  const auto end = begin + std::chrono::seconds(hangs ? 150 : 40);
  unsigned tried = 0;
  for (bool smaller = true; smaller && std::chrono::steady_clock::now() < end;) {
    smaller = false;
    for (Node& candidate : reductions(best)) {
      if (std::chrono::steady_clock::now() > end) break;
      ++tried;
      if (judge(candidate) != wanted) continue;
      best = std::move(candidate);
      smaller = true;
      break;
    }
  }
  std::printf("  seed %llu made smaller in %u steps (it ends with %d):\n%s\n",
              static_cast<unsigned long long>(kernel.seed), tried, wanted, best.print().c_str());
}

// What one process did; it stays when the process does not.
struct Slot {
  std::uint64_t first, last;  // the seeds it has in hand
  std::uint64_t done, launches, vectorised, parting, different, failed;
  std::uint64_t layouts[4];
  double compile_seconds;
};

// Memory that all processes see.
struct Board {
  static constexpr unsigned kMostJobs = 256;
  std::atomic<std::uint64_t> next;
  std::atomic<bool> stop;
  std::atomic<unsigned> failures;
  std::atomic<std::uint64_t> failing[kMostFailures];  // seeds, for the summary
  Slot slots[kMostJobs];
};

class Fuzz {
 public:
  explicit Fuzz(const Options& options) : options_(options), end_(options.seed + options.count) {
    void* memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw Failure{"no memory for what the jobs share"};
    board_ = new (memory) Board{};
    board_->next = options.seed;
  }

  int run();

 private:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  pid_t start(unsigned job);
  void work(Slot& slot);
  void work_on(Pair& pair, Slot& slot, std::uint64_t first, std::uint64_t last);
  void fail(std::uint64_t seed, const std::string& problem, const Kernel* to_shrink);
  void judge_one_by_one(std::uint64_t first, std::uint64_t last);
  Slot total() const;

  const Options& options_;
  const std::uint64_t end_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Board* board_ = nullptr;
};

void Fuzz::fail(std::uint64_t seed, const std::string& problem, const Kernel* to_shrink) {
  const unsigned count = ++board_->failures;
  if (count <= kMostFailures) board_->failing[count - 1] = seed;
  if (!options_.keep_going || count >= kMostFailures) board_->stop = true;
  std::printf("FAIL seed %llu: %s\n", static_cast<unsigned long long>(seed), problem.substr(0, 3000).c_str());
  std::fflush(stdout);
  if (to_shrink != nullptr && count <= kMostShrunk && elapsed() < options_.seconds)
    shrink(options_, *to_shrink);
  std::fflush(stdout);
}

// After a module that did not compile or a process that ended: which kernels it was.
void Fuzz::judge_one_by_one(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const Kernel kernel = generate(seed);
    if (options_.parting && !kernel.parting) continue;
    const int answer = replay_apart(options_, prelude() + kernel.source(), seed);
    if (answer == kSame || answer == kDiffers) continue;
    fail(seed, "alone it ends with " + std::to_string(answer), answer == kDoesNotCompile ? nullptr : &kernel);
    if (!options_.keep_going) return;
  }
}

void Fuzz::work_on(Pair& pair, Slot& slot, std::uint64_t first, std::uint64_t last) {
  std::vector<Kernel> kernels;
  std::string source = prelude();
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    Kernel kernel = generate(seed);
    // What becomes of a warp that has parted at a barrier, CUDA leaves open: no two devices need agree.
    if (kernel.parting ? !options_.against.empty() : options_.parting) continue;
    kernels.push_back(std::move(kernel));
    source += kernels.back().source();
  }
  if (kernels.empty()) return;
  const double before = elapsed();
  alarm(kLongestCompilation);
  try {
    pair.compile(source);
  } catch (const Failure& failure) {
    alarm(0);
    ++slot.failed;
    fail(first, "a module of the seeds up to " + std::to_string(last) + ": " + failure.text, nullptr);
    judge_one_by_one(first, last);
    return;
  }
  slot.compile_seconds += elapsed() - before;
  for (const Kernel& kernel : kernels) {
    std::string problem;
    bool broken = false;
    alarm(kLongestRun);
    try {
      problem = pair.compare(kernel.seed);
    } catch (const Failure& failure) {
      problem = failure.text;
      broken = true;
    }
    alarm(0);
    const std::vector<Shape> shapes = shapes_for(kernel.seed);
    ++slot.done;
    slot.parting += kernel.parting;
    slot.launches += shapes.size();
    slot.vectorised += pair.layouts != 0;
    // Why, says the attribute that `gridcall-cc --dump-ir` shows of its source (--print).
    if (pair.layouts == 0 && slot.done - slot.vectorised < 4)
      std::printf("# seed %llu has no warp code\n", static_cast<unsigned long long>(kernel.seed));
    for (const Shape& shape : shapes) ++slot.layouts[used_layout(pair.layouts, shape)];
    if (problem.empty()) continue;
    ++(broken ? slot.failed : slot.different);
    fail(kernel.seed, problem, &kernel);
    // After a fault the context answers nothing more.
    if (broken) std::exit(0);
    if (!options_.keep_going) return;
  }
}

void Fuzz::work(Slot& slot) {
  Pair pair(options_);
  while (!board_->stop && elapsed() < options_.seconds) {
    // One in twenty or so parts its lanes at barriers, and takes long to compile.
    const std::uint64_t seeds = options_.parting ? 4 * kPerModule : kPerModule;
    const std::uint64_t first = board_->next.fetch_add(seeds);
    if (first >= end_) break;
    slot.first = first;
    slot.last = std::min(first + seeds, end_) - 1;
    work_on(pair, slot, slot.first, slot.last);
    std::fflush(stdout);
  }
}

pid_t Fuzz::start(unsigned job) {
  std::fflush(stdout);
  const pid_t parent = getpid(), child = fork();
  if (child < 0) throw Failure{"fork failed"};
  if (child > 0) return child;
  // Whoever stops the parent stops its jobs; it may be gone already.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  // Several processes share the cores already.
  if (options_.jobs > 1) setenv("GRIDCALL_CPU_THREADS", "1", 0);
  try {
    work(board_->slots[job]);
  } catch (const Failure& failure) {
    std::printf("kernel_fuzz: %s\n", failure.text.c_str());
    ++board_->slots[job].failed;
    board_->stop = true;
  }
  std::exit(0);
}

Slot Fuzz::total() const {
  Slot sum{};
  for (const Slot& slot : board_->slots) {
    sum.done += slot.done;
    sum.launches += slot.launches;
    sum.vectorised += slot.vectorised;
    sum.parting += slot.parting;
    sum.different += slot.different;
    sum.failed += slot.failed;
    sum.compile_seconds += slot.compile_seconds;
    for (unsigned i = 0; i < 4; ++i) sum.layouts[i] += slot.layouts[i];
  }
  return sum;
}

int Fuzz::run() {
  const auto number = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
  std::vector<pid_t> children(options_.jobs);
  for (unsigned job = 0; job < options_.jobs; ++job) children[job] = start(job);
  double told = 0;
  for (unsigned left = options_.jobs; left != 0;) {
    int status = 0;
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended <= 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (elapsed() - told > 30) {
        told = elapsed();
        std::printf("# %llu kernels in %.0f s, next seed %llu\n", number(total().done), told,
                    number(board_->next));
        std::fflush(stdout);
      }
      continue;
    }
    const auto at = std::find(children.begin(), children.end(), ended);
    if (at == children.end()) continue;
    const auto job = static_cast<unsigned>(at - children.begin());
    Slot& slot = board_->slots[job];
    bool again = WIFEXITED(status) && options_.keep_going && board_->next < end_;
    if (!WIFEXITED(status)) {
      ++slot.failed;
      std::printf("FAIL seeds %llu to %llu: their process ended with signal %d%s\n", number(slot.first),
                  number(slot.last), WTERMSIG(status),
                  WTERMSIG(status) == SIGALRM ? ": it took too long" : "");
      if (const unsigned count = ++board_->failures; count <= kMostFailures)
        board_->failing[count - 1] = slot.first;
      if (!options_.keep_going) board_->stop = true;
      judge_one_by_one(slot.first, slot.last);
      again = options_.keep_going;
    }
    if (again && !board_->stop && elapsed() < options_.seconds) {
      *at = start(job);
    } else {
      *at = 0;
      --left;
    }
  }
  const Slot sum = total();
  std::printf(
      "seeds %llu to %llu: %llu kernels, %llu launches in each of two ways, %llu different, %llu failed\n",
      number(options_.seed), number(std::min<std::uint64_t>(board_->next, end_) - 1), number(sum.done),
      number(sum.launches), number(sum.different), number(sum.failed));
  for (unsigned i = 0; i < std::min(board_->failures.load(), kMostFailures); ++i)
    std::printf("  FAIL at seed %llu, told above\n", number(board_->failing[i]));
  for (unsigned i = 0; i < 4; ++i)
    std::printf("  layout %s: %llu launches\n", kLayoutNames[i], number(sum.layouts[i]));
  std::printf(
      "METRIC kernel_fuzz_kernels %llu\nMETRIC kernel_fuzz_vectorised %llu\nMETRIC kernel_fuzz_parting "
      "%llu\nMETRIC kernel_fuzz_differences "
      "%llu\nMETRIC kernel_fuzz_jobs %u\nMETRIC kernel_fuzz_seconds %.1f\n"
      "METRIC kernel_fuzz_compile_seconds %.1f\n",
      number(sum.done), number(sum.vectorised), number(sum.parting), number(sum.different + sum.failed),
      options_.jobs, elapsed(), sum.compile_seconds);
  return sum.different + sum.failed == 0 && sum.done != 0 ? 0 : 1;
}

int run(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--keep-going") {
      options.keep_going = true;
      continue;
    }
    if (name == "--parting") {
      options.parting = true;
      continue;
    }
    if (i + 1 == count) throw Failure{name + " wants a value"};
    const char* value = arguments[++i];
    if (name == "--seed")
      options.seed = std::strtoull(value, nullptr, 0);
    else if (name == "--count")
      options.count = std::strtoull(value, nullptr, 0);
    else if (name == "--seconds")
      options.seconds = std::strtod(value, nullptr);
    else if (name == "--device")
      options.device = value;
    else if (name == "--against")
      options.against = value;
    else if (name == "--jobs")
      options.jobs = static_cast<unsigned>(std::strtoul(value, nullptr, 0));
    else if (name == "--replay")
      options.replay = value;
    else if (name == "--print") {
      std::printf("%s%s", prelude().c_str(), generate(std::strtoull(value, nullptr, 0)).source().c_str());
      return 0;
    } else {
      throw Failure{"`" + name + "` is no option; see the top of kernel_fuzz.cpp"};
    }
  }
  if (options.jobs == 0 || options.jobs > Board::kMostJobs)
    throw Failure{"--jobs " + std::to_string(options.jobs) + ": from 1 to " +
                  std::to_string(Board::kMostJobs)};
  return options.replay.empty() ? Fuzz(options).run() : replay(options);
}

}  // namespace
}  // namespace gridcall::kernels

int main(int count, char** arguments) {
  try {
    return gridcall::kernels::run(count, arguments);
  } catch (const gridcall::kernels::Failure& failure) {
    std::fprintf(stderr, "kernel_fuzz: %s\n", failure.text.c_str());
    return 2;
  }
}
