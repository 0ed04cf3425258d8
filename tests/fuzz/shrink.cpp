// SPDX-License-Identifier: Apache-2.0

#include "fuzz/shrink.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/interpreter/expectations.h"
#include "fuzz/interpreter/interpreter.h"

extern char** environ;

namespace gridcall::kernels {

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
    const Verdict verdict = pair.compare(trial_of(options.seed, kernel_in(source)));
    if (!verdict.undefined.empty()) {
      std::printf("not defined: %s\n", verdict.undefined.c_str());
      return kUndefined;
    }
    std::printf("layouts %d; %s\n", pair.layouts,
                verdict.difference.empty() ? "the same" : verdict.difference.c_str());
    return verdict.difference.empty() ? kSame : kDiffers;
  } catch (const Failure& failure) {
    std::printf("%s\n", failure.text.c_str());
    return kFails;
  }
}

int replay_apart(const Options& options, const std::string& source, std::uint64_t seed, unsigned seconds) {
  char path[] = "/tmp/kernel_fuzz_XXXXXX";
  const int descriptor = mkstemp(path);
  if (descriptor < 0) return kSame;
  close(descriptor);
  std::ofstream(path) << source;
  const std::string number = std::to_string(seed), limit = std::to_string(seconds);
  char self[4096] = "/proc/self/exe";
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length > 0) self[length] = '\0';
  std::vector<const char*> arguments = {"timeout",
                                        "-k",
                                        "1",
                                        limit.c_str(),
                                        self,
                                        "--replay",
                                        path,
                                        "--seed",
                                        number.c_str(),
                                        "--form",
                                        options.form.c_str(),
                                        "--device",
                                        options.device.c_str()};
  if (!options.against.empty()) {
    arguments.push_back("--against");
    arguments.push_back(options.against.c_str());
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, "timeout", &actions, nullptr, const_cast<char**>(arguments.data()), environ) == 0)
    waitpid(child, &status, 0);
  posix_spawn_file_actions_destroy(&actions);
  unlink(path);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

void shrink(const Options& options, const Kernel& kernel) {
  const Generator& generator = *find_generator(options.form);
  const auto begin = std::chrono::steady_clock::now();
  unsigned limit = kLongestReplay;
  const auto judge = [&](const Node& root) {
    // Quicker than a process: a kernel that says nothing.
    if (generator.interpreted) {
      try {
        const Expectations expected(trial_of(kernel.seed, root.print()));
      } catch (const Undefined&) {
        return kUndefined;
      }
    }
    return replay_apart(options, generator.prelude() + root.print(), kernel.seed, limit);
  };
  Node best = kernel.root;
  const int wanted = judge(best);
  if (wanted == kSame || wanted == kUndefined) {
    std::printf("  seed %llu: alone it is the same\n", static_cast<unsigned long long>(kernel.seed));
    return;
  }
  // One that hangs takes its time each try.
  const bool hangs = wanted == 124 || wanted == 137;
  if (hangs) limit = 4;
  const auto end = begin + std::chrono::seconds(hangs ? 150 : 60);
  const auto late = [&] { return std::chrono::steady_clock::now() > end; };
  unsigned tried = 0;
  const auto take = [&](Node candidate) {
    ++tried;
    if (judge(candidate) != wanted) return false;
    best = std::move(candidate);
    return true;
  };
  // Many statements are removed at once, then fewer.
  for (std::size_t size = removable_count(best) / 2; size > 1 && !late(); size /= 2) {
    for (std::size_t first = 0; first < removable_count(best) && !late();) {
      if (!take(without(best, first, size))) first += size;
    }
  }
  for (bool smaller = true; smaller && !late();) {
    smaller = false;
    for (Node& candidate : reductions(best)) {
      if (late()) break;
      if (!take(std::move(candidate))) continue;
      smaller = true;
      break;
    }
  }
  std::printf("  seed %llu made smaller in %u steps (it ends with %d):\n%s\n",
              static_cast<unsigned long long>(kernel.seed), tried, wanted, best.print().c_str());
}

}  // namespace gridcall::kernels
