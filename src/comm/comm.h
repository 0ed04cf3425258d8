// SPDX-License-Identifier: Apache-2.0
//
// What a gc_comm names: one rank of a communicator. Operations are numbered, and each ends with a write of a
// number into page-locked memory, a word for each stream, so that a thread of the library (comm/service.h)
// sees without a driver call which of them are late. A communicator that failed, timed out or was aborted
// tells that to every stream that has its work, and then ends the work by the engine's abort.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comm/engine.h"
#include "comm/operation.h"
#include "comm/peers.h"
#include "core/late_failures.h"
#include "core/memory/mem.h"

namespace gridcall::comm {
class Launch;
class Service;
}  // namespace gridcall::comm

namespace gridcall::core {

// gc_comm_options.
struct CommSpec {
  bool checked = false, unchecked = false;  // neither: as the engine does
  bool share = false;
  std::uint64_t create_timeout_ns = 0;  // 0: the default
  std::uint64_t timeout_ns = 0;
  std::string name;
  std::uint32_t min_blocks = 0, max_blocks = 0;
};

class Comm final : public Object, private StreamObserver, private GraphObserver {
 public:
  static constexpr HandleType kType = HandleType::kComm;
  using Clock = std::chrono::steady_clock;

  // Throws INVALID_OPTIONS.
  static void check_spec(const CommSpec& spec);
  // `id` empty: of one rank, without an engine.
  static Ref<Comm> create(Context& context, std::span<const std::byte> id, std::uint32_t rank,
                          std::uint32_t count, const CommSpec& spec);
  // A rank for each of the contexts. `ranks` empty: 0, 1, 2 in that order; `id` empty: there are no others.
  static std::vector<Ref<Comm>> create_many(std::span<Context* const> contexts,
                                            std::span<const std::uint32_t> ranks,
                                            std::span<const std::byte> id, std::uint32_t count,
                                            const CommSpec& spec);
  // None if the color is negative.
  Ref<Comm> split(std::int32_t color, std::int32_t key, const CommSpec& spec);

  Context& context() const noexcept { return *context_; }
  Context* context_or_null() noexcept override { return context_.get(); }
  std::uint32_t rank() const noexcept { return rank_; }
  std::uint32_t count() const noexcept { return count_; }
  const comm::Engine* engine() const noexcept { return engine_; }
  Usage& usage() noexcept { return usage_; }

  // Operations that need no engine were queued.
  void started(std::uint64_t operations) noexcept {
    started_.fetch_add(operations, std::memory_order_relaxed);
  }

  std::uint64_t attribute(std::int32_t attribute);
  // What a launcher says; negative: nothing. Before anyone else has it.
  void set_local(std::int64_t rank, std::int64_t count) noexcept {
    if (local_rank_ < 0) local_rank_ = rank;
    if (local_count_ < 0) local_count_ = count;
  }
  // True if nothing is outstanding. Throws what it failed with.
  bool query();
  // False: the time is up.
  bool finalize(std::uint64_t timeout_ns);
  static void abort(std::span<Comm* const> comms);

  Comm(Context& context, std::uint32_t rank, std::uint32_t count, const CommSpec& spec,
       const comm::Engine* engine);
  ~Comm() override;

  GraphObserver* graph_observer() noexcept override { return this; }

 private:
  friend class comm::Launch;
  friend class comm::Service;

  // An operation, or a graph's launch, that was queued.
  struct Outstanding {
    std::uint32_t number = 0;    // of the lane
    std::uint64_t sequence = 0;  // of the communicator, the last one of its group
    bool is_graph = false;
    comm::Operation what;           // its objects may be gone
    std::vector<Ref<Object>> kept;  // by MPI, which does not take back what it was given
    Clock::time_point since;
  };
  // What a stream has of it.
  struct Lane {
    driver::CUstream stream = nullptr;
    const std::uint32_t* word = nullptr;
    driver::CUdeviceptr address = 0;
    Mem* memory = nullptr;
    std::uint32_t queued = 0;
    Clock::time_point progress;  // when the newest one that is done was seen so
    std::deque<Outstanding> outstanding;
  };

  void last_reference() noexcept override;
  void stream_waited() noexcept override;
  void graph_holds(bool does) noexcept override { graphs_.fetch_add(does ? 1 : -1); }
  void graph_launches() override { check_ready(); }
  void graph_launched(const Stream* stream) override;

  // --- Making and ending (comm.cpp, many.cpp, exchange.cpp).
  static void check_kind(const Context& context, std::string_view name);
  std::uint64_t create_timeout_ns() const noexcept;
  static void connect_many(std::span<const Ref<Comm>> made, const comm::ncclUniqueId& id);
  // ncclInProgress while one of them is; `failed` is that one, or the one with the error.
  static comm::ncclResult_t ask_all(std::span<const Ref<Comm>> comms, Comm*& failed);
  // Which ranks share this machine, where that is known without a launcher.
  void find_local();
  std::uint64_t local(std::int64_t known, const char* name) const;
  std::uint64_t device_memory();
  comm::ncclConfig_t config() const;
  // `start` is a call of the engine that makes `native_`.
  template <class Start>
  void connect(const char* call, Start&& start);
  // Of GPUs: the ranks tell each other what they are. Throws COMM_MISMATCH, COMM_TIMEOUT.
  static void exchange_records(std::span<const Ref<Comm>> comms, std::uint64_t limit_ns);
  void begin_exchange();
  void queue_exchange();
  bool is_exchanged();
  void read_records();
  void end_exchange() noexcept;
  // Of one that is not made wholly: what the engine has of it goes by itself.
  void drop();
  // Throws what the engine says; the communicator has failed then, unless `result` is only a wrong argument.
  [[noreturn]] void refuse(comm::ncclResult_t result, const char* call);
  Failure engine_failure(comm::ncclResult_t result, const char* call, bool is_made);
  void check_ready();
  [[noreturn]] void refuse_state(CommState state);
  // In a call that was under way when it failed: throws that failure.
  void check_not_ended();
  std::string label() const;

  // --- While it works (progress.cpp).
  // The engine call `body(native)` with its context current, which it is afterwards too; nothing if it has
  // ended.
  template <class Body>
  std::optional<comm::ncclResult_t> ask(Body&& body);
  // Once: tells the streams, and has the engine end the work, which it does not wait for.
  void fail(CommState state, Failure failure);
  void end_native_apart();
  void end_native() noexcept;
  // For the reaper, again and again: true, the engine's part is gone.
  bool end_gracefully(Clock::time_point now) noexcept;
  bool wait_for_end(Clock::time_point until);
  // The engine's asynchronous error, if it has one: fails with it. `tries`: not if the engine is busy.
  void look_for_error(bool tries);
  // Whether the engine has yet to put on the stream what it was given.
  bool is_queueing();
  // A process of this host that has ended is a rank: fails with it.
  void look_for_lost_peer(Clock::time_point now);
  // True: nothing is outstanding.
  bool look_at_lanes_locked(Clock::time_point now);
  bool is_idle();
  // For the watchdog: when to look again at the latest; nothing is outstanding: nullopt.
  std::optional<Clock::time_point> watch(Clock::time_point now);
  Lane& lane_of(driver::CUstream stream);
  // Behind what was queued on the lane's stream. The context must be current.
  void mark(Lane& lane, unsigned slot, const Outstanding& what);
  void add_words();

  const Ref<Context> context_;
  const std::uint32_t rank_, count_;
  const CommSpec spec_;
  const comm::Engine* const engine_;
  const std::uint64_t timeout_ns_;
  std::int64_t local_rank_ = -1, local_count_ = -1;  // of its machine; negative: unknown
  Usage usage_;

  std::mutex order_;  // one call after another

  std::mutex engine_lock_;                         // around each use of it
  std::atomic<comm::ncclComm_t> native_{nullptr};  // an abort takes it from a call that does not return
  std::atomic<std::int64_t> busy_since_ns_{0};     // a call of the engine is under way

  std::atomic<CommState> state_{CommState::kReady};
  std::mutex failure_lock_;
  std::condition_variable ended_changed_;
  std::optional<Failure> failure_;
  bool ends_ = false, ended_ = false;  // the engine's part
  bool is_finalized_ = false;

  std::atomic<int> graphs_{0};
  std::atomic<std::uint64_t> started_{0}, done_{0};
  std::mutex lanes_lock_;
  std::deque<Lane> lanes_;
  std::vector<Ref<Mem>> words_;
  Ref<Mem> scratch_;  // of a barrier
  std::optional<comm::Peers> peers_;
  Ref<Mem> records_;  // of the ranks, while they are exchanged
  driver::CUstream exchange_stream_ = nullptr;
  bool is_watched_ = false;
  std::optional<Clock::time_point> grace_;  // until which a released one waits for the others' release
};

}  // namespace gridcall::core
