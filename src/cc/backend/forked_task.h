// SPDX-License-Identifier: Apache-2.0
//
// Work in a forked process, on a copy of this process's memory. The child dies with the parent; its crash is
// reported, not shared.

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

  // False if no process or memory is available. An empty result is a failure.
  bool start(const std::function<std::string()>& work);
  // Waits for its exit, whose status wait() gives; false if that takes longer.
  bool ends_within(std::chrono::milliseconds limit) const;
  // Waits for its exit.
  bool wait();
  // Returns the result of the work; only after its exit.
  std::optional<std::string> result() const;

 private:
  pid_t process_ = -1;
  int memory_ = -1;
  int end_ = -1;  // of a pipe whose other end is the child's
};

}  // namespace gridcall::cc
