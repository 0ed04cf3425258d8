// SPDX-License-Identifier: Apache-2.0

#include "nvcc/run_command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include "nvcc/layout.h"

extern char** environ;

namespace gridcall::nvcc {

int run_command(const Command& command, const std::filesystem::path& log, const std::filesystem::path& out,
                std::optional<int> limit) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (!log.empty())
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                       0600);
  if (!log.empty() || !out.empty())
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.empty() ? "/dev/null" : out.c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t process = 0;
  const int failure = ::posix_spawnp(&process, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) die("cannot start " + command[0] + ": " + std::strerror(failure));
  int status = 0;
  if (limit) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(*limit);
    while (::waitpid(process, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        continue;
      }
      ::kill(process, SIGKILL);
      while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
      }
      return kTookTooLong;
    }
  } else {
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  std::fprintf(stderr, "gridcall-nvcc: error: %s ended by signal %d\n", command[0].c_str(), WTERMSIG(status));
  return 1;
}

}  // namespace gridcall::nvcc
