// SPDX-License-Identifier: Apache-2.0
//
// The process that gridcall-cc runs in, and what is said between it and this one. Whatever happens here, it
// is ended and waited for.

#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/os.h"

namespace gridcall::compile {

class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  // Returns 0 or an errno.
  int start(const std::string& program, int in, int out, int err);
  // Ends the process and all processes that it started.
  void kill_all();
  // Returns a descriptor that becomes readable when the process has ended; -1 if the system has none.
  int handle() const { return handle_.get(); }
  bool has_ended();
  // Returns the wait status, or nullopt if the process has not ended by `deadline`; -1 if the host's SIGCHLD
  // handling took the status.
  std::optional<int> wait_until(std::int64_t deadline);

 private:
  bool reap();

  pid_t pid_ = 0;
  Fd handle_;
  std::string mark_;  // in the environment of all processes that it starts
  bool is_reaped_ = false;
  int status_ = -1;
};

struct Run {
  int status = 0;  // the status of waitpid, -1 if unknown
  std::string answer;
  std::string error_text;
  bool is_too_long = false;
};

// One request and its answers. Throws Failure: COMPILER_UNAVAILABLE, COMPILER_FAILED, COMPILE_TIMEOUT.
class CompilerSession {
 public:
  // `began`: the begin of the compilation, from which its time limit counts.
  CompilerSession(const std::string& program, std::string request, std::string source_name,
                  std::chrono::steady_clock::time_point began);

  // Returns the whole answer that another one follows, or nullopt; rest() then has the only answer.
  std::optional<std::string> first();
  // Returns the remaining output once the process has ended. With `is_wanted` nobody waits for it: it stops
  // when that returns false, and has five times the time limit.
  Run rest(const std::function<bool()>& is_wanted = nullptr);

 private:
  bool step(std::int64_t most_ms);
  bool read_some(const Fd& from, std::string* out, std::size_t limit, bool* too_long);
  void take_rest();
  bool first_is_whole();
  [[noreturn]] void time_out();

  std::string request_;
  std::string source_name_;
  std::uint64_t seconds_ = 0;
  std::int64_t deadline_ = 0;  // the deadline of the whole compilation
  Child child_;
  Fd in_;
  Fd out_;
  Fd err_;
  std::size_t sent_ = 0;
  std::size_t scanned_ = 0;         // the bytes of whole records in the answer
  std::unique_ptr<char[]> buffer_;  // on the heap, because the caller's stack may be small
  Run run_;
};

}  // namespace gridcall::compile
