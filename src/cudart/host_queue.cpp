// SPDX-License-Identifier: Apache-2.0
//
// Host functions in streams, and what is queued behind them.

#include "cudart/runtime.h"

namespace gridcall::cudart {
namespace {

// All queues share one lock, because a stream may have to wait for the others.
struct Queues {
  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<std::size_t> waiting{0};
  std::size_t waiting_in_blocking_streams = 0;
  cudaError_t error = cudaSuccess;
};
Queues& queues() {
  static auto* const instance = new Queues;
  return *instance;
}

thread_local bool is_worker = false;

}  // namespace

HostQueue::~HostQueue() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(queues().mutex);
    is_ending_ = true;
  }
  queues().changed.notify_all();
  thread_.join();
}

void HostQueue::push(std::function<cudaError_t()> work) {
  {
    const std::lock_guard lock(queues().mutex);
    waiting_.push_back(std::move(work));
    ++queues().waiting;
    if (is_blocking_) ++queues().waiting_in_blocking_streams;
    if (!thread_.joinable()) thread_ = std::thread([this, device = current_device()] { run(device); });
  }
  queues().changed.notify_all();
}

void HostQueue::run(int device) {
  is_worker = true;
  set_current_device(device);
  std::unique_lock lock(queues().mutex);
  for (;;) {
    queues().changed.wait(lock, [&] { return is_ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    cudaError_t error = cudaSuccess;
    {
      // The work stays in the queue, because others wait for it.
      const std::function<cudaError_t()>& work = waiting_.front();
      lock.unlock();
      try {
        error = work();
      } catch (...) {
        error = error_of_exception();
      }
      lock.lock();
    }
    waiting_.pop_front();
    --queues().waiting;
    if (is_blocking_) --queues().waiting_in_blocking_streams;
    if (queues().error == cudaSuccess) queues().error = error;
    queues().changed.notify_all();
  }
}

bool HostQueue::is_empty() {
  const std::lock_guard lock(queues().mutex);
  return waiting_.empty();
}

void HostQueue::wait() {
  std::unique_lock lock(queues().mutex);
  queues().changed.wait(lock, [&] { return waiting_.empty(); });
}

void HostQueue::wait_for_blocking_streams() {
  std::unique_lock lock(queues().mutex);
  queues().changed.wait(lock, [] { return queues().waiting_in_blocking_streams == 0; });
}

void HostQueue::wait_for_all() {
  if (is_worker || are_all_empty()) return;
  std::unique_lock lock(queues().mutex);
  queues().changed.wait(lock, [] { return queues().waiting == 0; });
}

void HostQueue::wait_for(const std::atomic<int>& count) {
  if (is_worker || count == 0) return;
  std::unique_lock lock(queues().mutex);
  queues().changed.wait(lock, [&] { return count == 0; });
}

bool HostQueue::is_own_thread() {
  return is_worker;
}

bool HostQueue::are_all_empty() {
  return queues().waiting == 0;
}

cudaError_t HostQueue::take_error() {
  const std::lock_guard lock(queues().mutex);
  return std::exchange(queues().error, cudaSuccess);
}

}  // namespace gridcall::cudart
