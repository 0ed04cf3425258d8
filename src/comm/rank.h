// SPDX-License-Identifier: Apache-2.0
//
// A gc_comm names one rank of a communicator. It has a session with an engine and a timeline of its
// operations; a communicator of one rank that was made without an id has no engine. A rank that failed, timed
// out or was aborted tells that to every stream that has its work, and then has the engine end the work.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "comm/peers.h"
#include "comm/session.h"
#include "comm/timeline.h"
#include "core/handle.h"
#include "core/late_failures.h"

namespace gridcall::comm {

using core::CommState;
using core::Ref;

// The options of a rank, from gc_comm_options.
struct Spec {
  bool checked = false, unchecked = false;  // neither: the engine's default
  bool share = false;
  std::uint64_t create_timeout_ns = 0;  // 0: the default
  std::uint64_t timeout_ns = 0;
  std::string name;
  std::uint32_t min_blocks = 0, max_blocks = 0;
};
// Returns `spec` with the default time limits. Throws INVALID_OPTIONS.
Spec checked_spec(Spec spec);

// The lock that makes calls run one after another. The caller holds references on the objects that it uses,
// because a wait here leaves the epoch.
class OrderLock {
 public:
  explicit OrderLock(std::mutex& mutex) : mutex_(mutex) {
    if (mutex_.try_lock()) return;
    const core::EpochPause pause;
    mutex_.lock();
  }
  ~OrderLock() { mutex_.unlock(); }
  OrderLock(const OrderLock&) = delete;
  OrderLock& operator=(const OrderLock&) = delete;

 private:
  std::mutex& mutex_;
};

class Rank final : public core::Object,
                   private core::StreamObserver,
                   private core::GraphObserver,
                   private ServiceRank {
 public:
  static constexpr core::HandleType kType = core::HandleType::kComm;

  // `spec` has its defaults. `engine` is NULL for a communicator of one rank.
  Rank(core::Context& context, std::uint32_t number, std::uint32_t count, const Spec& spec,
       const Engine* engine);

  core::Context& context() const noexcept { return *context_; }
  core::Context* context_or_null() noexcept override { return context_.get(); }
  std::uint32_t number() const noexcept { return number_; }
  std::uint32_t count() const noexcept { return count_; }
  const Spec& spec() const noexcept { return spec_; }
  // Returns "rank 0 of 4".
  const std::string& label() const noexcept { return label_; }
  const Engine* engine() const noexcept { return session_ ? &session_->engine() : nullptr; }
  Session& session() noexcept { return *session_; }  // only with an engine
  Timeline& timeline() noexcept { return timeline_; }
  std::mutex& order() noexcept { return order_; }
  core::Usage& usage() noexcept { return usage_; }
  // Returns memory for a barrier, which moves one word. The caller holds the order.
  core::Mem& scratch();

  std::uint64_t attribute(std::int32_t attribute);
  // Returns true if no operation is in flight. Throws the failure of the rank.
  bool query();
  // Returns false after the timeout.
  bool finalize(std::uint64_t timeout_ns);

  // --- Creation. Sets the place among the ranks of its machine if it is unknown; negative: still unknown.
  void set_local(std::int64_t rank, std::int64_t count) noexcept;
  bool is_on_one_machine() const noexcept { return local_count_ == static_cast<std::int64_t>(count_); }
  void set_peers(std::span<const PeerRecord> records) { peers_.emplace(records, number_); }
  // Holds an object until the engine has ended.
  void keep(std::shared_ptr<void> kept) noexcept { kept_ = std::move(kept); }
  // Makes the rank known to streams and the watchdog.
  void publish();
  // Ends a rank that was only partly made; the engine frees its part later.
  void drop() noexcept;

  // --- Failure. Throws INVALID_STATE unless operations can be queued.
  void check_ready();
  // Throws the rank's failure, in a call that was running when the rank failed.
  void check_not_ended();
  // Fails the streams once, and makes the engine end the work, without waiting for it.
  void fail(CommState state, Failure failure);
  // Throws the failure for a result of the engine, and fails the rank, unless the result concerns only an
  // argument.
  [[noreturn]] void refuse(ncclResult_t result, const char* call);
  // Fails the rank if the process of another rank on this host has ended.
  void look_for_lost_peer(Clock::time_point now);

  core::GraphObserver* graph_observer() noexcept override { return this; }

 private:
  void last_reference() noexcept override;
  void stream_waited() noexcept override;
  void graph_holds(bool does) noexcept override { graphs_.fetch_add(does ? 1 : -1); }
  void graph_launches() override { check_ready(); }
  void graph_launched(const core::Stream* stream) override;
  std::optional<Clock::time_point> watch(Clock::time_point now) override;
  bool reap(Clock::time_point now) override;

  CommState state() const noexcept { return state_.load(std::memory_order_acquire); }
  bool is_healthy() const noexcept {
    return state() == CommState::kReady || state() == CommState::kFinalized;
  }
  [[noreturn]] void refuse_state(CommState state);
  // Fails the rank with the engine's error, if it reports one.
  void look_for_error(bool tries);
  void set_finalized();

  const Ref<core::Context> context_;
  const std::uint32_t number_, count_;
  const Spec spec_;
  const std::string label_;
  core::Usage usage_;
  std::int64_t local_rank_ = -1, local_count_ = -1;
  std::mutex order_;
  std::optional<Session> session_;
  Timeline timeline_;

  std::atomic<CommState> state_{CommState::kReady};
  std::mutex failure_lock_;
  std::optional<Failure> failure_;
  bool is_finalized_ = false;

  std::atomic<int> graphs_{0};
  bool is_watched_ = false;
  Ref<core::Mem> scratch_;
  std::optional<Peers> peers_;
  std::shared_ptr<void> kept_;
};

// The combined state of several ranks: the first error, or in progress, or success.
struct PollResult {
  ncclResult_t result = ncclSuccess;
  Rank* rank = nullptr;  // the rank that the result belongs to, unless it is success
};
// Throws the failure of a rank that has ended.
PollResult poll(std::span<const Ref<Rank>> ranks);

// Polls until `is_done(result)`. Returns false when the time is up.
template <class IsDone>
bool wait_for_engine(std::span<const Ref<Rank>> ranks, std::uint64_t timeout_ns, PollResult& polled,
                     const IsDone& is_done) {
  return wait_until(timeout_ns, [&] {
    polled = poll(ranks);
    return is_done(polled.result);
  });
}

// Aborts the ranks at once, on all streams.
void abort(std::span<Rank* const> ranks);

}  // namespace gridcall::comm
