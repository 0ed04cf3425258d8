// SPDX-License-Identifier: Apache-2.0
//
// Random kernels, each run twice on the CPU device, in reference mode and as it is by default (as vectors of
// a warp's threads, where it can), at several block shapes; everything they write must be the same, byte for
// byte. With --against each runs as it is by default on two devices instead. Forms that the interpreter reads
// are compared with what it says too. A kernel that differs is made smaller.
//
//   kernel_fuzz [--form NAME] [--seed N] [--count N] [--seconds N] [--jobs N] [--keep-going] [--no-shrink]
//               [--divergent-barriers] [--option TEXT] [--checks LIST] [DEVICES]
//
//   kernel_fuzz [--form NAME] --print SEED
//
//   kernel_fuzz [--form NAME] --replay FILE --seed N [DEVICES]
//
// NAME is `mixed`, or one that README.md names. DEVICES is --device NAME [--against NAME]. With
// --divergent-barriers only the seeds are taken in whose kernels lanes of a warp reach barriers diverged.
// --option is one more to compile with (-ftz=true). With --checks the second way is the code with those
// checks, of which each report is a difference. Several jobs share out the seeds; each has one worker thread.
// --seconds ends the taking of seeds; what was taken is finished.

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "fuzz/bench.h"
#include "fuzz/generator.h"
#include "fuzz/shrink.h"
#include "gridcall/gridcall.h"
#include "support/slowdown.h"

namespace gridcall::kernels {
namespace {

// The seconds after which a compilation of a module, or one kernel's launches, are taken to hang.
constexpr unsigned kLongestCompilation = 300, kLongestRun = 30;
// With --keep-going: the failures after which it ends all the same, and how many of them are shrunk.
constexpr unsigned kMaxFailures = 100, kMaxShrunk = 8;
// The entry that a launch takes (cpu/exec/warp_block.cpp).
constexpr const char* kLayoutNames[] = {"none", "linear32", "rows16", "general32"};

// The results of one process, in memory that outlives it.
struct Slot {
  std::uint64_t first, last;  // the seeds it has in hand
  std::uint64_t done, launches, vectorized, divergent_barriers, undefined, different, failed;
  std::uint64_t layouts[4];
  double compile_seconds;
};

// Memory that all processes see.
struct Board {
  static constexpr unsigned kMaxJobs = 256;
  std::atomic<std::uint64_t> next;
  std::atomic<bool> stop;
  std::atomic<unsigned> failures;
  std::atomic<std::uint64_t> failing[kMaxFailures];  // seeds, for the summary
  Slot slots[kMaxJobs];
};

class Fuzz {
 public:
  explicit Fuzz(const Options& options)
      : options_(options), generator_(*find_generator(options.form)), end_(options.seed + options.count) {
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
  const Generator& generator_;
  const std::uint64_t end_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Board* board_ = nullptr;
};

void Fuzz::fail(std::uint64_t seed, const std::string& problem, const Kernel* to_shrink) {
  const unsigned count = ++board_->failures;
  if (count <= kMaxFailures) board_->failing[count - 1] = seed;
  if (!options_.keep_going || count >= kMaxFailures) board_->stop = true;
  std::printf("FAIL seed %llu: %s\n", static_cast<unsigned long long>(seed), problem.substr(0, 3000).c_str());
  std::fflush(stdout);
  if (to_shrink && options_.shrink && count <= kMaxShrunk && elapsed() < options_.seconds)
    shrink(options_, *to_shrink);
  std::fflush(stdout);
}

// After a module that did not compile or a process that ended: which kernels it was.
void Fuzz::judge_one_by_one(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const Kernel kernel = generator_.generate(seed);
    if (options_.divergent_barriers && !kernel.divergent_barriers) continue;
    const int outcome = replay_apart(options_, generator_.prelude() + kernel.source(), seed);
    if (outcome == kSame || outcome == kDiffers || outcome == kUndefined) continue;
    fail(seed, "alone it ends with " + std::to_string(outcome),
         outcome == kDoesNotCompile ? nullptr : &kernel);
    if (!options_.keep_going) return;
  }
}

// The check `sync` tells of barriers that threads reach in different places, or not at all because they have
// returned, and of shuffles that read lanes outside of their mask. sm_70 defines the barriers, and a kernel
// drops such a lane's value; so the generators write them.
bool is_told_by_sync(const Kernel& kernel) {
  const std::string source = kernel.source();
  const auto has = [&](const char* text) { return source.find(text) != std::string::npos; };
  return kernel.divergent_barriers || has("u32 got = __shfl") || (has("return;") && has("__syncthreads"));
}

void Fuzz::work_on(Pair& pair, Slot& slot, std::uint64_t first, std::uint64_t last) {
  std::vector<Kernel> kernels;
  std::string source = generator_.prelude();
  const char* const of_process = std::getenv("GRIDCALL_CPU_CHECK");  // of tests/check/correct.py
  const std::string checks = options_.checks + (of_process ? of_process : "");
  const bool checks_sync =
      checks.find("all") != std::string::npos || checks.find("sync") != std::string::npos;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    Kernel kernel = generator_.generate(seed);
    // CUDA leaves open what becomes of a warp that has diverged at a barrier: no two devices need agree.
    if (kernel.divergent_barriers ? !options_.against.empty() : options_.divergent_barriers) continue;
    if (checks_sync && is_told_by_sync(kernel)) continue;
    kernels.push_back(std::move(kernel));
    source += kernels.back().source();
  }
  if (kernels.empty()) return;
  const double before = elapsed();
  alarm(alarm_limit(kLongestCompilation));
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
    alarm(alarm_limit(kLongestRun));
    try {
      Verdict verdict = pair.compare(trial_of(kernel.seed, kernel.source()));
      if (!verdict.undefined.empty()) {
        alarm(0);
        if (slot.undefined++ < 3)
          std::printf("# seed %llu is not defined: %s\n", static_cast<unsigned long long>(kernel.seed),
                      verdict.undefined.c_str());
        continue;
      }
      problem = std::move(verdict.difference);
    } catch (const Failure& failure) {
      problem = failure.text;
      broken = true;
    }
    alarm(0);
    const std::vector<Shape> shapes = shapes_for(kernel.seed);
    ++slot.done;
    slot.divergent_barriers += kernel.divergent_barriers;
    slot.launches += shapes.size();
    slot.vectorized += pair.layouts != 0;
    // Why, says the attribute that `gridcall-cc --dump-ir` shows of its source (--print).
    if (pair.layouts == 0 && slot.done - slot.vectorized < 4)
      std::printf("# seed %llu has no warp code\n", static_cast<unsigned long long>(kernel.seed));
    for (const Shape& shape : shapes) ++slot.layouts[used_layout(pair.layouts, shape)];
    if (problem.empty()) continue;
    ++(broken ? slot.failed : slot.different);
    fail(kernel.seed, problem, &kernel);
    // After a fault every call of the context fails.
    if (broken) std::exit(0);
    if (!options_.keep_going) return;
  }
}

void Fuzz::work(Slot& slot) {
  Pair pair(options_);
  while (!board_->stop && elapsed() < options_.seconds) {
    // In one of twenty or so lanes are diverged at barriers, and takes long to compile.
    const std::uint64_t seeds = (options_.divergent_barriers ? 4 : 1) * generator_.per_module;
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
  // A signal that ends the parent ends its jobs; it may be gone already.
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
    sum.vectorized += slot.vectorized;
    sum.divergent_barriers += slot.divergent_barriers;
    sum.undefined += slot.undefined;
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
      if (const unsigned count = ++board_->failures; count <= kMaxFailures)
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
      "%s, seeds %llu to %llu: %llu kernels, %llu launches in each of two ways, %llu not defined, %llu "
      "different, %llu "
      "failed\n",
      generator_.name, number(options_.seed), number(std::min<std::uint64_t>(board_->next, end_) - 1),
      number(sum.done), number(sum.launches), number(sum.undefined), number(sum.different),
      number(sum.failed));
  for (unsigned i = 0; i < std::min(board_->failures.load(), kMaxFailures); ++i)
    std::printf("  FAIL at seed %llu, told above\n", number(board_->failing[i]));
  for (unsigned i = 0; i < 4; ++i)
    std::printf("  layout %s: %llu launches\n", kLayoutNames[i], number(sum.layouts[i]));
  std::printf(
      "METRIC kernel_fuzz_kernels %llu\nMETRIC kernel_fuzz_vectorized %llu\nMETRIC "
      "kernel_fuzz_divergent_barriers "
      "%llu\nMETRIC kernel_fuzz_differences "
      "%llu\nMETRIC kernel_fuzz_jobs %u\nMETRIC kernel_fuzz_seconds %.1f\n"
      "METRIC kernel_fuzz_compile_seconds %.1f\n",
      number(sum.done), number(sum.vectorized), number(sum.divergent_barriers),
      number(sum.different + sum.failed), options_.jobs, elapsed(), sum.compile_seconds);
  return sum.different + sum.failed == 0 && sum.done != 0 ? 0 : 1;
}

constexpr char kHelp[] =
    "usage: kernel_fuzz [--form NAME] [--seed N] [--count N] [--seconds N] [--jobs N] [--keep-going] "
    "[--no-shrink]\n"
    "                   [--divergent-barriers] [--option TEXT] [--device NAME [--against NAME]]\n"
    "       kernel_fuzz [--form NAME] --print SEED\n"
    "       kernel_fuzz [--form NAME] --replay FILE --seed N [--device NAME [--against NAME]]\n\n"
    "Random kernels, each in reference mode and in the default one, or on two devices; all bytes must be "
    "equal.\n"
    "Forms: tests/fuzz/README.md.\n";

int run(int count, char** arguments) {
  Options options;
  bool print = false;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--help") {
      std::fputs(kHelp, stdout);
      return 0;
    }
    if (name == "--keep-going") {
      options.keep_going = true;
      continue;
    }
    if (name == "--no-shrink") {
      options.shrink = false;
      continue;
    }
    if (name == "--divergent-barriers") {
      options.divergent_barriers = true;
      continue;
    }
    if (i + 1 == count) throw Failure{name + " requires a value"};
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
    else if (name == "--form")
      options.form = value;
    else if (name == "--checks")
      options.checks = value;
    else if (name == "--option")
      options.option = value;
    else if (name == "--print") {
      options.seed = std::strtoull(value, nullptr, 0);
      print = true;
    } else {
      throw Failure{"`" + name + "` is no option; --help lists them"};
    }
  }
  if (options.jobs == 0 || options.jobs > Board::kMaxJobs)
    throw Failure{"--jobs " + std::to_string(options.jobs) + ": from 1 to " +
                  std::to_string(Board::kMaxJobs)};
  setenv("GRIDCALL_COMPILE_TIMEOUT", std::to_string(kLongestCompilation).c_str(), 0);
  const Generator* const generator = find_generator(options.form);
  if (!generator) throw Failure{"--form " + options.form + ": no such form; there are" + generator_names()};
  if (print) {
    std::printf("%s%s", generator->prelude().c_str(), generator->generate(options.seed).source().c_str());
    return 0;
  }
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
