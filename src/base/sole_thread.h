// SPDX-License-Identifier: Apache-2.0
//
// The thread that calls the library alone needs no locked instructions, which cost more than all else in a
// short call. It is the first one that calls; the second one makes both of them use locked instructions from
// then on: membarrier(2) shows each thread the other's stores, and the second one waits for the end of a
// section that the first one is in. A handler of signals must not call the library.

#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "base/each_call.h"

namespace gridcall {

class SoleThread {
 public:
  // A sequence of instructions that the sole thread executes without locks. It is short, calls nothing and
  // cannot be nested.
  class Section {
   public:
    Section() noexcept : Section(is_it) {}
    // `may_be_alone`: the result of is_this_thread().
    explicit Section(bool may_be_alone) noexcept : is_alone_(may_be_alone && is_alone() && begin()) {
      if (__builtin_expect(!is_alone_ && state.load(std::memory_order_acquire) != State::kSeveral, 0)) end();
    }
    ~Section() {
      if (is_alone_) inside.store(false, std::memory_order_release);
    }
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    template <class T>
    T exchange(std::atomic<T>& word, T value) const noexcept {
      if (!is_alone_) return word.exchange(value, std::memory_order_acq_rel);
      const T before = word.load(std::memory_order_acquire);
      word.store(value, std::memory_order_release);
      return before;
    }
    // Returns true and stores the value if the word is as expected; otherwise sets `expected`.
    template <class T>
    bool replace(std::atomic<T>& word, T& expected, T value) const noexcept {
      if (!is_alone_) return word.compare_exchange_strong(expected, value, std::memory_order_seq_cst);
      const T before = word.load(std::memory_order_acquire);
      if (before == expected) word.store(value, std::memory_order_release);
      return before == std::exchange(expected, before);
    }
    template <class T>
    T add(std::atomic<T>& word, T value) const noexcept {
      if (!is_alone_) return word.fetch_add(value, std::memory_order_seq_cst);
      const T before = word.load(std::memory_order_acquire);
      word.store(before + value, std::memory_order_release);
      return before;
    }

   private:
    static bool begin() noexcept {
      inside.store(true, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (__builtin_expect(is_alone(), 1)) return true;
      inside.store(false, std::memory_order_release);
      return is_it = false;
    }

    const bool is_alone_;
  };

  // Lets there be a sole thread, if the process has one thread and membarrier(2): it is the next to call
  // add().
  static void allow() noexcept;
  // Adds the calling thread to those that call the library, before it does.
  static void add() noexcept;
  // Returns true for the sole thread, of those that have called add(). Stores before it are visible to the
  // thread that ends this.
  static bool is_alone() noexcept { return state.load(std::memory_order_acquire) == State::kAlone; }

  // Returns true for the thread that is the sole one, or was.
  static bool is_this_thread() noexcept { return is_it; }

 private:
  enum State : std::uint8_t { kAlone, kEnding, kSeveral };
  static void end() noexcept;
  static void after_fork() noexcept;

  static constexpr std::atomic<std::uint8_t>& state = each_call.sole_thread;
  static constexpr std::atomic<bool>& inside = each_call.inside_sole;
  static constinit std::atomic<bool> is_chosen;
  // initial-exec: one load instead of a call of the loader; the C library reserves some bytes for libraries
  // opened later.
  static constinit thread_local bool is_it __attribute__((tls_model("initial-exec")));
};

}  // namespace gridcall
