// SPDX-License-Identifier: Apache-2.0
//
// The one thread of a process that calls MPI. It runs tasks and communicators: spins for 20 us after
// something moved, then yields, sleeps 50 us a time after 1 ms (and 2 ns for each byte that is under way:
// what is large moves only while MPI is called) and 1 ms a time after 0.1 s, and sleeps until it is woken
// when there is nothing to do. Made with the first use, never destroyed.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "comm/mpi/communicator.h"
#include "comm/nccl_types.h"

namespace gridcall::comm::mpi {

std::int64_t now_ns() noexcept;

// An operation that needs several calls of step().
class Task {
 public:
  virtual ~Task() = default;
  // Returns true if the task is over. `moved`: it made progress.
  virtual bool step(Mpi& mpi, bool& moved) = 0;
  // Ends the task at the process's exit. Returns true if MPI has no request of it any more.
  virtual bool end(Mpi& mpi) = 0;
};

class Progress {
 public:
  std::mutex lock;
  std::condition_variable changed;  // the condition that callers wait for
  Mpi* mpi = nullptr;               // valid once `is_open` is true
  bool is_ours = false;             // this library initialized MPI
  int world_rank = 0;
  int world_count = 0;
  gridcallMpiHost host;
  // Requests were abandoned, so MPI must not be finalized.
  bool has_given_up = false;

  // Starts the thread, which calls `open` first, and waits for that. Returns "" or the reason of a failure.
  std::string start(std::string (*open)());
  void add(std::unique_ptr<Task> task);
  void activate_locked(Communicator& comm);
  void wake() noexcept;
  void values_written() const noexcept {
    if (host.values_written) host.values_written();
  }
  // Returns the communicator for the messages of creations; 0 if it does not exist yet.
  Handle control();

 private:
  void run() noexcept;
  bool step_all() noexcept;
  void sleep(std::int64_t quiet_ns, bool has_nothing);
  void end_at_exit() noexcept;
  static void at_exit() noexcept;

  std::condition_variable news_;
  std::atomic<bool> has_news_{false};
  bool is_asleep_ = false;
  bool is_ending_ = false;
  bool has_ended_ = false;
  bool is_opened_ = false;
  bool is_registered_ = false;  // true once the exit handler is registered
  std::string (*open_)() = nullptr;
  std::string refusal_;
  int pid_ = 0;
  std::vector<std::unique_ptr<Task>> new_tasks_, tasks_;
  std::vector<Communicator*> active_;  // the lock guards it
  std::vector<Communicator*> round_;   // the thread's own
  std::int64_t bytes_under_way_ = 0;
  Communicator* destroyed_ = nullptr;
  Handle control_ = 0;
  Request control_request_;
  bool control_begun_ = false;
};

Progress& progress() noexcept;

}  // namespace gridcall::comm::mpi
