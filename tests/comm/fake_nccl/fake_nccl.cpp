// SPDX-License-Identifier: Apache-2.0
//
// NCCL without a GPU, for tests: see control.h. Data is moved by plain loops, which are the oracle's
// opposite: the tests compare with loops of their own.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "comm/fake_nccl/control.h"
#include "comm/mpi/small_float.h"
#include "comm/nccl_types.h"
#include "comm/operation_kind.h"
#include "fake_cuda/control.h"

// The version that this library says it has (version.cpp).
extern const int fake_nccl_version;

namespace gridcall::comm {

namespace {

struct Clique;

}  // namespace

struct ncclComm {
  Clique* clique = nullptr;
  int rank = 0;
  void* context = nullptr;
  std::uint64_t next = 0;  // its next collective
  bool finalizes = false;
  ncclComm* split = nullptr;  // under way
  bool splits = false;        // also without a part of its own
  int color = 0, key = 0;
  bool is_aborted = false;
};

namespace {

struct Call {
  CommOperation kind{};
  const void* src = nullptr;
  void* dst = nullptr;
  std::size_t count = 0;
  ncclDataType_t type{};
  int reduction = 0;
  double scale = 1;
  int root = 0;
  ncclComm* comm = nullptr;
  driver::CUstream stream = nullptr;
  std::uint64_t gate = 0;
};

// Calls that are queued when a communicator's state was asked so often.
constexpr int kLooksBeforeQueued = 5;
struct Deferred {
  std::vector<Call> calls;
  int looks = 0;
};

struct Clique {
  int count = 0;
  std::vector<ncclComm*> ranks;
  std::map<std::uint64_t, std::vector<Call>> collectives;
  std::map<std::pair<int, int>, std::deque<Call>> sends, recvs;  // from, to
  int split_calls = 0;

  int joined() const {
    int joined = 0;
    for (const ncclComm* comm : ranks) joined += comm != nullptr;
    return joined;
  }
};

struct State {
  std::mutex mutex;
  std::condition_variable aborted_changed;
  std::map<std::string, std::unique_ptr<Clique>> cliques;
  std::vector<std::unique_ptr<Clique>> parts;
  std::vector<std::unique_ptr<Call>> recorded;
  std::map<int, double> scales;
  int next_reduction = 100;
  std::uint64_t ids = 0, live = 0, aborted = 0, destroyed = 0, operations = 0;
  std::atomic<int> async_error{0}, fail_next{0};
  int fail_init = 0, made_by_group = 0;
  bool hangs = false;
  std::atomic<bool> defers{false};
  std::map<ncclComm*, Deferred> deferred;
  std::map<ncclComm*, int> queueing;     // taken from there, and not on a stream yet
  std::atomic<std::uint64_t> delays{0};  // the seed of the next thread's pauses
  std::vector<std::uint64_t> to_open;
  void (*change)(void* bytes, std::uint64_t size, int rank) = nullptr;
  const char* newest = "";
  std::string last_error;
};
State& state() {
  static State* const made = new State;
  return *made;
}

thread_local int group_depth = 0, group_made = 0;
thread_local std::vector<Call> group;

// Between two steps that another rank's may come between. The pauses of a thread are a sequence of its own.
void step() {
  const std::uint64_t seed = state().delays.load(std::memory_order_relaxed);
  if (seed == 0) return;
  static std::atomic<std::uint64_t> threads{0};
  thread_local std::uint64_t mine = 0, number = 0;
  if (mine != seed) {
    mine = seed;
    number = seed * 0x9e3779b97f4a7c15 + ++threads;
  }
  number ^= number << 13;
  number ^= number >> 7;
  number ^= number << 17;
  const std::uint64_t pause = number >> 32;
  if (pause % 4 == 0) return;
  std::this_thread::sleep_for(std::chrono::microseconds(pause % 4 == 1 ? pause / 4 % 1000 : pause / 4 % 50));
}

const fake_cuda_control* cuda() {
  static const fake_cuda_control* const control = fake_cuda();
  return control;
}

std::size_t size_of(ncclDataType_t type) {
  switch (type) {
    case ncclInt8:
    case ncclUint8:
    case ncclFloat8e4m3:
    case ncclFloat8e5m2:
      return 1;
    case ncclFloat16:
    case ncclBfloat16:
      return 2;
    case ncclInt32:
    case ncclUint32:
    case ncclFloat32:
      return 4;
    default:
      return 8;
  }
}

template <class T>
void reduce_as(T* dst, const std::vector<const void*>& sources, const std::vector<double>& scales,
               std::size_t count, int reduction) {
  for (std::size_t i = 0; i < count; ++i) {
    T value{};
    for (std::size_t rank = 0; rank < sources.size(); ++rank) {
      T other;
      std::memcpy(&other, static_cast<const char*>(sources[rank]) + i * sizeof(T), sizeof other);
      if (reduction >= 100) other = static_cast<T>(static_cast<double>(other) * scales[rank]);
      if (rank == 0)
        value = other;
      else if (reduction == ncclProd)
        value = static_cast<T>(value * other);
      else if (reduction == ncclMax)
        value = value > other ? value : other;
      else if (reduction == ncclMin)
        value = value < other ? value : other;
      else
        value = static_cast<T>(value + other);
    }
    if (reduction == ncclAvg) value = static_cast<T>(value / static_cast<T>(sources.size()));
    dst[i] = value;
  }
}

// Rounds at each step, as NCCL does.
template <class Small>
void reduce_small(unsigned char* dst, const std::vector<const void*>& sources,
                  const std::vector<double>& scales, std::size_t count, int reduction) {
  for (std::size_t i = 0; i < count; ++i) {
    float value = 0;
    for (std::size_t rank = 0; rank < sources.size(); ++rank) {
      float other = Small::widen(static_cast<const unsigned char*>(sources[rank])[i]);
      if (reduction >= 100) other *= static_cast<float>(scales[rank]);
      value = rank == 0               ? other
              : reduction == ncclProd ? value * other
              : reduction == ncclMax  ? std::max(value, other)
              : reduction == ncclMin  ? std::min(value, other)
                                      : value + other;
      value = Small::widen(Small::narrow(value));
    }
    if (reduction == ncclAvg) value /= static_cast<float>(sources.size());
    dst[i] = Small::narrow(value);
  }
}

std::vector<unsigned char> reduced(const std::vector<Call>& calls, std::size_t from, std::size_t count) {
  const Call& first = calls.front();
  const std::size_t size = size_of(first.type);
  std::vector<unsigned char> result(count * size + 8);
  std::vector<const void*> sources(calls.size());
  std::vector<double> scales(calls.size());
  for (const Call& call : calls) {
    sources[static_cast<std::size_t>(call.comm->rank)] = static_cast<const char*>(call.src) + from * size;
    scales[static_cast<std::size_t>(call.comm->rank)] = call.scale;
  }
  const auto as = [&](auto zero) {
    using T = decltype(zero);
    reduce_as<T>(reinterpret_cast<T*>(result.data()), sources, scales, count, first.reduction);
  };
  switch (first.type) {
    case ncclInt8:
      as(std::int8_t{});
      break;
    case ncclUint8:
      as(std::uint8_t{});
      break;
    case ncclInt32:
      as(std::int32_t{});
      break;
    case ncclUint32:
      as(std::uint32_t{});
      break;
    case ncclInt64:
      as(std::int64_t{});
      break;
    case ncclUint64:
      as(std::uint64_t{});
      break;
    case ncclFloat32:
      as(float{});
      break;
    case ncclFloat64:
      as(double{});
      break;
    case ncclFloat8e4m3:
      reduce_small<mpi::Float8E4M3>(result.data(), sources, scales, count, first.reduction);
      break;
    case ncclFloat8e5m2:
      reduce_small<mpi::Float8E5M2>(result.data(), sources, scales, count, first.reduction);
      break;
    default:
      break;  // half types: nothing is computed
  }
  result.resize(count * size);
  return result;
}

// All ranks have called.
void execute(std::vector<Call>& calls) {
  const Call& first = calls.front();
  const std::size_t bytes = first.count * size_of(first.type);
  if (bytes == 0) return;
  const std::size_t ranks = calls.size();
  std::vector<std::vector<unsigned char>> given(ranks);
  const auto at = [&](const Call& call) { return static_cast<std::size_t>(call.comm->rank); };
  const auto keep = [&](const Call& call, std::size_t size) {
    const auto* begin = static_cast<const unsigned char*>(call.src);
    given[at(call)].assign(begin, begin + size);
  };
  switch (first.kind) {
    case CommOperation::kAllReduce:
    case CommOperation::kReduce: {
      const auto result = reduced(calls, 0, first.count);
      for (const Call& call : calls)
        if (call.kind == CommOperation::kAllReduce || call.comm->rank == call.root)
          std::memcpy(call.dst, result.data(), bytes);
      return;
    }
    case CommOperation::kReduceScatter: {
      std::vector<std::vector<unsigned char>> parts(ranks);
      for (std::size_t i = 0; i < ranks; ++i) parts[i] = reduced(calls, i * first.count, first.count);
      for (const Call& call : calls) std::memcpy(call.dst, parts[at(call)].data(), bytes);
      return;
    }
    case CommOperation::kBroadcast:
    case CommOperation::kScatter: {
      for (const Call& call : calls)
        if (call.comm->rank == call.root)
          keep(call, first.kind == CommOperation::kScatter ? bytes * ranks : bytes);
      const auto& root = given[static_cast<std::size_t>(first.root)];
      for (const Call& call : calls)
        std::memcpy(call.dst, root.data() + (first.kind == CommOperation::kScatter ? at(call) * bytes : 0),
                    bytes);
      return;
    }
    default:
      break;
  }
  for (const Call& call : calls) keep(call, first.kind == CommOperation::kAllToAll ? bytes * ranks : bytes);
  for (const Call& call : calls) {
    if (call.kind == CommOperation::kGather && call.comm->rank != call.root) continue;
    for (std::size_t i = 0; i < ranks; ++i)
      std::memcpy(static_cast<unsigned char*>(call.dst) + i * bytes,
                  given[i].data() + (call.kind == CommOperation::kAllToAll ? at(call) * bytes : 0), bytes);
    if (call.kind == CommOperation::kAllGather && state().change)
      state().change(call.dst, bytes * ranks, call.comm->rank);
  }
}

// The fake driver calls recorded work with its lock held, and that takes the one here: the driver is called
// without it.
void open_gates(const std::vector<Call>& calls) {
  for (const Call& call : calls)
    if (call.gate) state().to_open.push_back(call.gate);
}
void open_what_is_done() {
  std::vector<std::uint64_t> gates;
  {
    const std::lock_guard lock(state().mutex);
    gates.swap(state().to_open);
  }
  for (const std::uint64_t gate : gates) {
    step();
    cuda()->open_gate(gate);
  }
}

void deliver_locked(const Call& call) {
  Clique& clique = *call.comm->clique;
  if (call.kind == CommOperation::kSend || call.kind == CommOperation::kRecv) {
    const bool sends = call.kind == CommOperation::kSend;
    const auto key = sends ? std::pair(call.comm->rank, call.root) : std::pair(call.root, call.comm->rank);
    auto& others = sends ? clique.recvs[key] : clique.sends[key];
    if (others.empty()) {
      (sends ? clique.sends[key] : clique.recvs[key]).push_back(call);
      return;
    }
    const Call other = others.front();
    others.pop_front();
    const Call& from = sends ? call : other;
    const Call& to = sends ? other : call;
    std::memmove(to.dst, from.src, to.count * size_of(to.type));
    return open_gates({call, other});
  }
  auto& calls = clique.collectives[call.comm->next++];
  calls.push_back(call);
  if (static_cast<int>(calls.size()) < clique.count) return;
  execute(calls);
  open_gates(calls);
  clique.collectives.erase(call.comm->next - 1);
}

// As NCCL leaves the device of its last communicator current.
void spoil_current(const ncclComm* comm) {
  for (const ncclComm* other : comm->clique->ranks)
    if (other && other != comm) cuda()->set_current(other->context);
}

ncclResult_t queue_now(Call call);

ncclResult_t queue(const Call& call) {
  State& s = state();
  if (s.defers && group_depth == 0 && !cuda()->is_capturing(call.stream)) {
    const std::lock_guard lock(s.mutex);
    Deferred& deferred = s.deferred[call.comm];
    deferred.calls.push_back(call);
    deferred.looks = kLooksBeforeQueued;
    return ncclInProgress;
  }
  return queue_now(call);
}

ncclResult_t queue_now(Call call) {
  State& s = state();
  step();
  if (fake_nccl_version < 22400 && (call.type == ncclFloat8e4m3 || call.type == ncclFloat8e5m2)) {
    s.last_error = "an unknown type";
    return ncclInvalidArgument;
  }
  if (s.fail_next != 0) {
    s.last_error = "the test asked for this failure";
    return static_cast<ncclResult_t>(s.fail_next.exchange(0));
  }
  {
    const std::lock_guard lock(s.mutex);
    s.operations += group_depth == 0;
    s.newest = kind_of(call.kind).name;
    if (const auto scale = s.scales.find(call.reduction); scale != s.scales.end()) call.scale = scale->second;
  }
  if (group_depth > 0) {
    group.push_back(call);
    return ncclSuccess;
  }
  std::unique_lock lock(s.mutex);
  s.aborted_changed.wait(lock, [&] { return !s.hangs || call.comm->is_aborted; });
  if (call.comm->is_aborted) return ncclSystemError;
  lock.unlock();
  if (cuda()->is_capturing(call.stream)) {
    // As long as the process, as the graph may be launched.
    lock.lock();
    Call* const recorded = s.recorded.emplace_back(std::make_unique<Call>(call)).get();
    lock.unlock();
    cuda()->capture_call(
        call.stream,
        [](void* data) {
          const std::lock_guard launched(state().mutex);
          deliver_locked(*static_cast<Call*>(data));
        },
        recorded);
    spoil_current(call.comm);
    return ncclSuccess;
  }
  call.gate = cuda()->make_gate(call.stream);
  step();
  lock.lock();
  if (call.comm->is_aborted) {
    open_gates({call});
  } else {
    deliver_locked(call);
  }
  lock.unlock();
  step();
  open_what_is_done();
  spoil_current(call.comm);
  return ncclSuccess;
}

void drop_calls_locked(ncclComm* comm) {
  std::vector<Call> mine;
  const auto take = [&](auto& calls) {
    for (auto each = calls.begin(); each != calls.end();) {
      if (each->comm == comm) {
        mine.push_back(*each);
        each = calls.erase(each);
      } else {
        ++each;
      }
    }
  };
  for (auto& [number, calls] : comm->clique->collectives) take(calls);
  for (auto& [key, calls] : comm->clique->sends) take(calls);
  for (auto& [key, calls] : comm->clique->recvs) take(calls);
  open_gates(mine);
}

bool has_calls_locked(const ncclComm* comm) {
  const auto has = [&](const auto& calls) {
    for (const Call& call : calls)
      if (call.comm == comm) return true;
    return false;
  };
  for (const auto& [number, calls] : comm->clique->collectives)
    if (has(calls)) return true;
  for (const auto& [key, calls] : comm->clique->sends)
    if (has(calls)) return true;
  for (const auto& [key, calls] : comm->clique->recvs)
    if (has(calls)) return true;
  return false;
}

// The last rank has called: ranks of a color make a clique, in the order of keys.
[[maybe_unused]] void split_locked(Clique& clique) {
  for (ncclComm* first : clique.ranks) {
    if (!first->split || first->split->clique) continue;
    state().parts.push_back(std::make_unique<Clique>());
    Clique& part = *state().parts.back();
    for (;;) {
      ncclComm* next = nullptr;
      for (ncclComm* each : clique.ranks)
        if (each->split && !each->split->clique && each->color == first->color &&
            (!next || each->key < next->key))
          next = each;
      if (!next) break;
      next->split->clique = &part;
      next->split->rank = part.count++;
      part.ranks.push_back(next->split);
    }
  }
  for (ncclComm* each : clique.ranks) {
    each->split = nullptr;
    each->splits = false;
  }
  clique.split_calls = 0;
}

constexpr fake_nccl_control kControl = {
    .set_async_error = [](int result) { state().async_error = result; },
    .hang =
        [](int on) {
          const std::lock_guard lock(state().mutex);
          state().hangs = on != 0;
          state().aborted_changed.notify_all();
        },
    .defer = [](int on) { state().defers = on != 0; },
    .delay = [](std::uint64_t seed) { state().delays = seed; },
    .fail_next = [](int result) { state().fail_next = result; },
    .change_gathered =
        [](void (*change)(void* bytes, std::uint64_t size, int rank)) {
          const std::lock_guard lock(state().mutex);
          state().change = change;
        },
    .live =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().live;
        },
    .aborted =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().aborted;
        },
    .destroyed =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().destroyed;
        },
    .fail_init =
        [](int nth) {
          const std::lock_guard lock(state().mutex);
          state().fail_init = nth;
        },
    .made_by_group =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().made_by_group;
        },
    .operations =
        [] {
          const std::lock_guard lock(state().mutex);
          return state().operations;
        },
    .newest = [] { return state().newest; },
};

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT const fake_nccl_control* fake_nccl_get_control() {
  return &kControl;
}
EXPORT ncclResult_t ncclGetVersion(int* version) {
  *version = fake_nccl_version;
  return ncclSuccess;
}
EXPORT ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  const std::lock_guard lock(state().mutex);
  std::snprintf(id->internal, sizeof id->internal, "fake %llu",
                static_cast<unsigned long long>(++state().ids));
  return ncclSuccess;
}
EXPORT const char* ncclGetErrorString(ncclResult_t result) {
  return result == ncclRemoteError ? "remote process exited or there was a network error"
                                   : "a failure of the fake";
}
EXPORT const char* ncclGetLastError(ncclComm_t) {
  return state().last_error.c_str();
}
EXPORT ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int count, ncclUniqueId id, int rank,
                                           ncclConfig_t* config) {
  if (config->magic != kNcclConfigMagic || config->blocking != 0) return ncclInvalidArgument;
  State& s = state();
  const std::lock_guard lock(s.mutex);
  auto& clique = s.cliques[id.internal];
  if (!clique) {
    clique = std::make_unique<Clique>();
    clique->count = count;
    clique->ranks.resize(static_cast<std::size_t>(count));
  }
  if (clique->count != count || clique->ranks[static_cast<std::size_t>(rank)]) {
    s.last_error = clique->count != count ? "Mismatched number of ranks" : "Duplicate GPU detected";
    return ncclInvalidUsage;
  }
  for (const ncclComm* other : clique->ranks)
    if (other && other->context == cuda()->current()) {
      s.last_error = "Duplicate GPU detected : rank " + std::to_string(rank) + " and rank " +
                     std::to_string(other->rank) + " both on CUDA device 1000";
      return ncclInvalidUsage;
    }
  if (s.fail_init != 0 && --s.fail_init == 0) {
    s.last_error = "the test refuses this rank";
    return ncclSystemError;
  }
  group_made += group_depth > 0;
  *comm = new ncclComm{.clique = clique.get(), .rank = rank, .context = cuda()->current()};
  clique->ranks[static_cast<std::size_t>(rank)] = *comm;
  ++s.live;
  spoil_current(*comm);
  return ncclInProgress;
}
EXPORT ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  const std::lock_guard lock(state().mutex);
  comm->finalizes = true;
  return ncclInProgress;
}
EXPORT ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  const std::lock_guard lock(state().mutex);
  comm->clique->ranks[static_cast<std::size_t>(comm->rank)] = comm;  // its place stays taken
  ++state().destroyed;
  --state().live;
  return ncclSuccess;
}
EXPORT ncclResult_t ncclCommAbort(ncclComm_t comm) {
  State& s = state();
  {
    const std::lock_guard lock(s.mutex);
    comm->is_aborted = true;
    s.deferred.erase(comm);
    if (comm->clique) drop_calls_locked(comm);
    ++s.aborted;
    --s.live;
    s.aborted_changed.notify_all();
  }
  open_what_is_done();
  return ncclSuccess;
}
EXPORT ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* result) {
  State& s = state();
  std::vector<Call> calls;
  std::vector<ncclComm*> taken;
  bool is_deferred = false;
  step();
  {
    const std::lock_guard lock(s.mutex);
    for (auto each = s.deferred.begin(); each != s.deferred.end();) {
      if (--each->second.looks > 0) {
        ++each;
        continue;
      }
      calls.insert(calls.end(), each->second.calls.begin(), each->second.calls.end());
      ++s.queueing[each->first];
      taken.push_back(each->first);
      each = s.deferred.erase(each);
    }
    // Another thread may have taken them: what comes next on the stream must come behind them.
    is_deferred = s.deferred.contains(comm) || s.queueing.contains(comm);
  }
  for (const Call& call : calls) queue_now(call);
  const std::lock_guard lock(s.mutex);
  for (ncclComm* each : taken)
    if (--s.queueing[each] == 0) s.queueing.erase(each);
  *result = is_deferred ? ncclInProgress : ncclSuccess;
  if (s.async_error != 0) {
    *result = static_cast<ncclResult_t>(s.async_error.load());
    s.last_error = "the test says so";
  } else if (!comm->clique || comm->splits || comm->clique->joined() < comm->clique->count) {
    *result = ncclInProgress;
  } else if (comm->finalizes) {
    for (const ncclComm* other : comm->clique->ranks)
      if (!other->finalizes || has_calls_locked(other)) *result = ncclInProgress;
  }
  return ncclSuccess;
}
EXPORT ncclResult_t ncclCommCount(ncclComm_t comm, int* count) {
  *count = comm->clique->count;
  return ncclSuccess;
}
EXPORT ncclResult_t ncclCommCuDevice(ncclComm_t, int* device) {
  *device = 0;
  return ncclSuccess;
}
EXPORT ncclResult_t ncclCommUserRank(ncclComm_t comm, int* rank) {
  *rank = comm->rank;
  return ncclSuccess;
}
EXPORT ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t* made, ncclConfig_t*) {
  const std::lock_guard lock(state().mutex);
  *made = nullptr;
  comm->splits = true;
  if (color != kNcclNoColor) {
    *made = comm->split = new ncclComm{.context = comm->context};
    ++state().live;
  }
  comm->color = color;
  comm->key = key;
  if (++comm->clique->split_calls == comm->clique->count) split_locked(*comm->clique);
  return ncclInProgress;
}
EXPORT ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t* made, void* scalar, ncclDataType_t type,
                                             ncclScalarResidence_t, ncclComm_t) {
  const std::lock_guard lock(state().mutex);
  double value = 0;
  float single = 0;
  std::memcpy(&single, scalar, sizeof single);
  std::memcpy(&value, scalar, sizeof value);
  *made = static_cast<ncclRedOp_t>(state().next_reduction);
  const unsigned char byte = *static_cast<const unsigned char*>(scalar);
  state().scales[state().next_reduction++] = type == ncclFloat64      ? value
                                             : type == ncclFloat8e4m3 ? mpi::Float8E4M3::widen(byte)
                                             : type == ncclFloat8e5m2 ? mpi::Float8E5M2::widen(byte)
                                                                      : single;
  return ncclSuccess;
}
EXPORT ncclResult_t ncclRedOpDestroy(ncclRedOp_t, ncclComm_t) {
  return ncclSuccess;
}
// One row an operation: its ends, its parameters between `type` and `comm`, and what of them a Call has.
#define UNPACK(...) __VA_ARGS__
#define QUEUE(name, operation, ends, parameters, ...)                                                    \
  EXPORT ncclResult_t name(UNPACK ends, std::size_t count, ncclDataType_t type UNPACK parameters,        \
                           ncclComm_t comm, driver::CUstream stream) {                                   \
    Call call{                                                                                           \
        .kind = CommOperation::operation, .count = count, .type = type, .comm = comm, .stream = stream}; \
    __VA_ARGS__;                                                                                         \
    return queue(call);                                                                                  \
  }
#define BOTH (const void* src, void* dst)
#define ENDS call.src = src, call.dst = dst

QUEUE(ncclReduce, kReduce, BOTH, (, ncclRedOp_t reduction, int root), ENDS, call.reduction = reduction,
      call.root = root)
QUEUE(ncclBroadcast, kBroadcast, BOTH, (, int root), ENDS, call.root = root)
QUEUE(ncclAllReduce, kAllReduce, BOTH, (, ncclRedOp_t reduction), ENDS, call.reduction = reduction)
QUEUE(ncclReduceScatter, kReduceScatter, BOTH, (, ncclRedOp_t reduction), ENDS, call.reduction = reduction)
QUEUE(ncclAllGather, kAllGather, BOTH, (), ENDS)
QUEUE(ncclSend, kSend, (const void* src), (, int peer), call.src = src, call.root = peer)
QUEUE(ncclRecv, kRecv, (void* dst), (, int peer), call.dst = dst, call.root = peer)
QUEUE(ncclAlltoAll, kAllToAll, BOTH, (), ENDS)
QUEUE(ncclGather, kGather, BOTH, (, int root), ENDS, call.root = root)
QUEUE(ncclScatter, kScatter, BOTH, (, int root), ENDS, call.root = root)
EXPORT ncclResult_t ncclCommMemStats(ncclComm_t comm, ncclCommMemStat_t which, std::uint64_t* value) {
  if (state().fail_next != 0) return static_cast<ncclResult_t>(state().fail_next.exchange(0));
  *value = which == ncclStatGpuMemTotal ? 1000u + static_cast<unsigned>(comm->rank) : 1;
  return ncclSuccess;
}
EXPORT ncclResult_t ncclGroupStart() {
  ++group_depth;
  return ncclSuccess;
}
EXPORT ncclResult_t ncclGroupEnd() {
  if (--group_depth > 0) return ncclSuccess;
  std::vector<Call> calls;
  calls.swap(group);
  if (calls.empty()) {
    const std::lock_guard lock(state().mutex);
    state().made_by_group = std::exchange(group_made, 0);
    return state().made_by_group > 0 ? ncclInProgress : ncclSuccess;
  }
  ncclResult_t result = ncclSuccess;
  for (const Call& call : calls) {
    cuda()->set_current(call.comm->context);
    const ncclResult_t queued = queue(call);
    if (result == ncclSuccess) result = queued;
  }
  return result;
}

}  // namespace gridcall::comm
