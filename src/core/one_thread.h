// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <atomic>
#include <string>

#include "base/failure.h"
#include "base/sole_thread.h"

namespace gridcall::core {

// A guard of an object that one thread at a time may use; another thread is refused and does not wait.
class OneThread {
 public:
  class Busy {
   public:
    // `name`: the parameter, such as "`prepared`". Throws INVALID_STATE.
    [[gnu::always_inline]] Busy(OneThread& of, const char* name) : flag_(of.flag_) {
      if (__builtin_expect(SoleThread::Section().exchange(flag_, true), 0)) refuse(name);
    }
    ~Busy() { flag_.store(false, std::memory_order_release); }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    [[noreturn, gnu::cold]] static void refuse(const char* name) {
      throw Failure(
          status::kInvalidState,
          std::string(name) + " is being changed or launched by another thread: give each thread its own");
    }

    std::atomic<bool>& flag_;
  };

  // Return false if another thread uses the object; and end the use. `may_be_alone`: as for a Section.
  bool try_begin(bool may_be_alone) noexcept {
    return !SoleThread::Section(may_be_alone).exchange(flag_, true);
  }
  void end() noexcept { flag_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> flag_{false};
};

}  // namespace gridcall::core
