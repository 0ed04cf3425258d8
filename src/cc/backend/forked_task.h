// SPDX-License-Identifier: Apache-2.0
//
// Work in a forked process, on a copy of this process's memory. The child dies with the parent; a crash of
// the child does not end the parent, which sees it as a failure.

#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace gridcall::cc {

class ForkedTask {
 public:
  ForkedTask() = default;
  ForkedTask(const ForkedTask&) = delete;
  ForkedTask& operator=(const ForkedTask&) = delete;
  ~ForkedTask();

  // Returns false if no process or memory is available. Work that returns an empty text has failed.
  bool start(const std::function<std::string()>& work);
  // Waits for the child's exit at most this long and returns whether it came. wait() must follow.
  bool ends_within(std::chrono::milliseconds limit) const;
  // Waits for the child's exit and returns whether it succeeded.
  bool wait();
  // Returns the result of the work. May be called only after the child's exit.
  std::optional<std::string> result() const;

 private:
  pid_t process_ = -1;
  int memory_ = -1;
  int end_ = -1;  // the end of a pipe whose other end the child holds
};

}  // namespace gridcall::cc
