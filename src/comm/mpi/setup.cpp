// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/setup.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <list>
#include <map>
#include <new>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "comm/mpi/machine.h"

namespace gridcall::comm::mpi {

namespace {

constexpr char kMagic[8] = {'G', 'C', 'M', 'P', 'I', ' ', '0', '2'};
// The first tag: far from those that programs use, and below the least upper bound that MPI allows.
constexpr int kFirstTag = 20000;
constexpr std::uint32_t kTags = 6000;

struct Id {
  char magic[8];
  std::uint32_t counter;  // the creator's counter
  std::int32_t creator;   // the creator's rank in the world
  std::int32_t world;     // the size of the world
  std::uint32_t check;
};
static_assert(sizeof(Id) <= sizeof(ncclUniqueId));

std::uint32_t check_of(const Id& id) {
  std::uint32_t sum = 2166136261u;
  for (const std::uint32_t part :
       {id.counter, static_cast<std::uint32_t>(id.creator), static_cast<std::uint32_t>(id.world)})
    sum = (sum ^ part) * 16777619u;
  return sum;
}

int join_tag(std::uint32_t counter) {
  return kFirstTag + static_cast<int>(counter % kTags) * 2;
}
int reply_tag(std::uint32_t counter) {
  return join_tag(counter) + 1;
}

struct Join {
  std::int32_t rank, count, world, reserved;
  std::uint64_t machine;
};

// A rank as the other ranks know it.
struct Member {
  std::uint64_t machine;
  std::int32_t world, reserved;
};

// The reply that precedes the list of members.
struct JoinReply {
  std::int32_t result;
  char text[252];
};

// The ranks that have come for the ids of this process, for messages. The lock guards it.
struct Arrivals {
  int count = 0;
  std::vector<int> ranks;
};
std::map<std::uint64_t, Arrivals>& arrivals() {
  static auto* const made = new std::map<std::uint64_t, Arrivals>;
  return *made;
}

class IdService final : public Task {
 public:
  explicit IdService(std::uint32_t counter) : counter_(counter) {}

  bool step(Mpi& mpi, bool& moved) override {
    const Handle control = progress().control();
    if (control == 0) return false;
    if (!sending_.empty()) return send_done(mpi, moved);
    if (!receiving_) {
      if (mpi.irecv(&join_, sizeof join_, Element::kUint8, Mpi::kAnySource, join_tag(counter_), control,
                    request_) != 0)
        return true;
      receiving_ = true;
    }
    bool done = false;
    int source = 0;
    if (mpi.test(request_, done, source) != 0) return true;
    if (!done) return false;
    moved = true;
    receiving_ = false;
    joined_.push_back(join_);
    note();
    if (static_cast<int>(joined_.size()) < joined_.front().count) return false;
    reply(mpi, control);
    return false;
  }

  bool end(Mpi& mpi) override {
    if (!receiving_) return sending_.empty();
    bool done = false;
    int source = 0;
    mpi.cancel(request_);
    return mpi.test(request_, done, source) == 0 && done;
  }

 private:
  void note() {
    const std::lock_guard lock(progress().lock);
    Arrivals& all = arrivals()[counter_];
    all.count = joined_.front().count;
    all.ranks.push_back(join_.rank);
  }

  std::string defect() const {
    for (const Join& each : joined_) {
      if (each.count != joined_.front().count)
        return concat("rank ", joined_.front().rank, " says ", joined_.front().count, " ranks, rank ",
                      each.rank, " says ", each.count, ": give all of them the same count");
      for (const Join& other : joined_)
        if (&each < &other && each.rank == other.rank)
          return concat("two processes are rank ", each.rank, " (", each.world, " and ", other.world,
                        " of the world): give each a rank of its own");
    }
    return {};
  }

  void reply(Mpi& mpi, Handle control) {
    const std::string wrong = defect();
    const std::size_t count = joined_.size();
    JoinReply head{};
    head.result = wrong.empty() ? ncclSuccess : GRIDCALL_NCCL_MISMATCH;
    wrong.copy(head.text, sizeof head.text - 1);
    std::vector<Member> list(count);
    if (wrong.empty())
      for (const Join& each : joined_)
        list[static_cast<std::size_t>(each.rank)] = {each.machine, each.world, 0};
    requests_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      // The length is the one that the receiver expects.
      list.resize(static_cast<std::size_t>(joined_[i].count));
      auto& bytes = sending_.emplace_back(sizeof head + list.size() * sizeof list[0]);
      std::memcpy(bytes.data(), &head, sizeof head);
      std::memcpy(bytes.data() + sizeof head, list.data(), list.size() * sizeof list[0]);
      mpi.isend(bytes.data(), static_cast<int>(bytes.size()), Element::kUint8, joined_[i].world,
                reply_tag(counter_), control, requests_[i]);
    }
  }

  bool send_done(Mpi& mpi, bool& moved) {
    for (std::size_t i = 0; i < requests_.size();) {
      bool done = false;
      int source = 0;
      if (mpi.test(requests_[i], done, source) != 0) return true;
      if (done) {
        moved = true;
        requests_.erase(requests_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    return requests_.empty();
  }

  const std::uint32_t counter_;
  bool receiving_ = false;
  Join join_{};
  Request request_;
  std::vector<Join> joined_;
  std::list<std::vector<std::byte>> sending_;
  std::vector<Request> requests_;
};

class Creation final : public Task {
 public:
  Creation(Communicator& comm, const Id& id)
      : comm_(comm),
        id_(id),
        join_{comm.channel.rank, comm.channel.count, progress().world_rank, 0, machine_number()},
        reply_(sizeof(JoinReply) + static_cast<std::size_t>(comm.channel.count) * sizeof(Member)) {}

  bool step(Mpi& mpi, bool& moved) override {
    const Handle control = progress().control();
    if (is_given_up()) return end(mpi);
    if (control == 0) return false;
    if (!begun_) {
      begun_ = true;
      const int sent = mpi.isend(&join_, sizeof join_, Element::kUint8, id_.creator, join_tag(id_.counter),
                                 control, requests_[0]);
      const int received = mpi.irecv(reply_.data(), static_cast<int>(reply_.size()), Element::kUint8,
                                     id_.creator, reply_tag(id_.counter), control, requests_[1]);
      if (sent != 0 || received != 0)
        return fail(ncclRemoteError, mpi.error_text(sent != 0 ? sent : received));
    }
    for (int i = 0; i < 2; ++i) {
      int source = 0;
      if (done_[i]) continue;
      if (const int result = mpi.test(requests_[i], done_[i], source))
        return fail(ncclRemoteError, mpi.error_text(result));
      moved = moved || done_[i];
    }
    if (!done_[0] || !done_[1]) return false;
    return finish(mpi, control);
  }

  bool end(Mpi& mpi) override {
    if (!begun_) return true;
    bool done = done_[1];
    int source = 0;
    if (!done) {
      mpi.cancel(requests_[1]);
      mpi.test(requests_[1], done, source);
    }
    if (!done_[0]) mpi.test(requests_[0], done_[0], source);
    if (!done || !done_[0]) {
      progress().has_given_up = true;
      new (std::nothrow) std::vector<std::byte>(std::move(reply_));  // MPI may still write to it
    }
    return true;
  }

 private:
  bool is_given_up() const {
    const std::lock_guard lock(progress().lock);
    return comm_.state == State::kAborted || comm_.is_destroyed;
  }
  bool fail(ncclResult_t result, const std::string& why) {
    comm_.fail(result, why);
    return true;
  }

  // All members have arrived, so making the communicator does not wait for long.
  bool finish(Mpi& mpi, Handle control) {
    JoinReply head{};
    std::memcpy(&head, reply_.data(), sizeof head);
    if (head.result != ncclSuccess) return fail(static_cast<ncclResult_t>(head.result), head.text);
    std::vector<Member> members(static_cast<std::size_t>(comm_.channel.count));
    std::memcpy(members.data(), reply_.data() + sizeof head, members.size() * sizeof members[0]);
    std::vector<int> ranks;
    int local_rank = 0, local_count = 0;
    for (const Member& each : members) {
      ranks.push_back(each.world);
      if (each.machine != join_.machine) continue;
      local_rank += static_cast<int>(ranks.size()) <= join_.rank ? 1 : 0;
      ++local_count;
    }
    Handle made = 0;
    if (const int result = mpi.create_group(control, ranks.data(), static_cast<int>(ranks.size()),
                                            static_cast<int>(id_.counter % kTags), made))
      return fail(ncclRemoteError, mpi.error_text(result));
    mpi.return_errors(made);
    Progress& all = progress();
    const std::lock_guard lock(all.lock);
    comm_.channel.mpi = &mpi;
    comm_.channel.comm = made;
    comm_.local_rank = local_rank;
    comm_.local_count = local_count;
    if (comm_.state == State::kCreating) comm_.state = State::kReady;
    all.changed.notify_all();
    return true;
  }

  Communicator& comm_;
  const Id id_;
  Join join_;
  std::vector<std::byte> reply_;
  bool begun_ = false;
  bool done_[2] = {};
  Request requests_[2];
};

struct Broadcast {
  bool is_done = false;
  int result = 0;
};

class BroadcastTask final : public Task {
 public:
  BroadcastTask(std::shared_ptr<Broadcast> state, std::shared_ptr<std::vector<std::byte>> bytes, int root)
      : state_(std::move(state)), bytes_(std::move(bytes)), root_(root) {}
  bool step(Mpi& mpi, bool& moved) override {
    const Handle control = progress().control();
    if (control == 0) return false;
    int result = 0;
    bool done = false;
    int source = 0;
    if (!begun_) {
      begun_ = true;
      result = mpi.ibcast(bytes_->data(), static_cast<int>(bytes_->size()), Element::kUint8, root_, control,
                          request_);
    }
    if (result == 0) result = mpi.test(request_, done, source);
    if (result == 0 && !done) return false;
    moved = true;
    const std::lock_guard lock(progress().lock);
    state_->is_done = true;
    state_->result = result;
    progress().changed.notify_all();
    return true;
  }
  bool end(Mpi&) override {
    // MPI may still write to the bytes.
    new (std::nothrow) std::shared_ptr<std::vector<std::byte>>(bytes_);
    return !begun_;
  }

 private:
  std::shared_ptr<Broadcast> state_;
  std::shared_ptr<std::vector<std::byte>> bytes_;
  const int root_;
  bool begun_ = false;
  Request request_;
};

Id read(const ncclUniqueId& id) {
  Id own{};
  std::memcpy(&own, id.internal, sizeof own);
  return own;
}

}  // namespace

ncclUniqueId make_id() {
  Progress& all = progress();
  static std::uint32_t last = 0;
  Id own{};
  {
    const std::lock_guard lock(all.lock);
    own.counter = ++last;
  }
  std::memcpy(own.magic, kMagic, sizeof kMagic);
  own.creator = all.world_rank;
  own.world = all.world_count;
  own.check = check_of(own);
  all.add(std::make_unique<IdService>(own.counter));
  ncclUniqueId id{};
  std::memcpy(id.internal, &own, sizeof own);
  return id;
}

std::string check_id(const ncclUniqueId& id) {
  const Id own = read(id);
  const Progress& all = progress();
  if (std::memcmp(own.magic, kMagic, sizeof kMagic) != 0) return "the id is not one of MPI: take a new one";
  if (own.check != check_of(own)) return "the id is damaged: pass its bytes as they are";
  if (own.world != all.world_count || own.creator < 0 || own.creator >= all.world_count)
    return concat("the id is of a job of ", own.world, " processes, this one has ", all.world_count,
                  ": take a new one");
  return {};
}

void begin_creation(Communicator& comm, const ncclUniqueId& id) {
  const Id own = read(id);
  if (own.creator == progress().world_rank) comm.creator = own.counter;
  progress().add(std::make_unique<Creation>(comm, own));
}

std::string describe_creation_locked(const Communicator& comm) {
  const auto found = comm.creator == 0 ? arrivals().end() : arrivals().find(comm.creator);
  if (found == arrivals().end()) return {};
  const Arrivals& all = found->second;
  std::string missing;
  for (int rank = 0; rank < all.count; ++rank)
    if (std::find(all.ranks.begin(), all.ranks.end(), rank) == all.ranks.end())
      missing += concat(missing.empty() ? "" : ", ", rank);
  return concat(all.ranks.size(), " of ", all.count, " ranks came; missing: ", missing);
}

ncclResult_t broadcast(void* bytes, std::size_t count, int root) {
  Progress& all = progress();
  auto state = std::make_shared<Broadcast>();
  const auto* from = static_cast<const std::byte*>(bytes);
  auto copy = std::make_shared<std::vector<std::byte>>(from, from + count);
  all.add(std::make_unique<BroadcastTask>(state, copy, root));
  std::unique_lock guard(all.lock);
  if (!all.changed.wait_for(guard, std::chrono::seconds(300), [&] { return state->is_done; }))
    return ncclSystemError;
  std::memcpy(bytes, copy->data(), count);
  return state->result == 0 ? ncclSuccess : ncclRemoteError;
}

}  // namespace gridcall::comm::mpi
