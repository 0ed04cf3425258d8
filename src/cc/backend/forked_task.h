// SPDX-License-Identifier: Apache-2.0
//
// Work that a process of its own does on a copy of all that this one has: it ends with this one, and what it
// breaks is its own.

#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace gridcall::cc {

class Worker {
 public:
  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();

  // False: the system gives no process or no memory. Empty text counts as failure.
  bool start(const std::function<std::string()>& work);
  // Waits for its end.
  bool wait();
  // What the work gave; after its end.
  std::optional<std::string> result() const;

 private:
  pid_t process_ = -1;
  int memory_ = -1;
};

}  // namespace gridcall::cc
