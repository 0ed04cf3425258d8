// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/operation.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstring>
#include <string_view>

#include "base/concat.h"
#include "comm/mpi/tuning.h"

namespace gridcall::comm::mpi {

namespace {

constinit std::atomic<std::size_t> limit{INT_MAX};

// A large all_reduce, reduce or broadcast goes in steps of so many bytes, which a core's cache holds, and two
// of them at a time: twice to four times as fast as one call for all.
constexpr std::size_t kStepBytes = std::size_t{1} << 20;
constexpr std::size_t kStepsAtOnce = 2;

constexpr const char* kNames[] = {"all_reduce", "reduce", "broadcast", "all_gather", "reduce_scatter",
                                  "all_to_all", "gather", "scatter",   "send",       "recv"};
constexpr const char* kReductions[] = {"sum", "prod", "max", "min", "avg", "scaled_sum"};
constexpr std::uint8_t kScaledSum = 5;

bool reduces(What what) noexcept {
  return what == What::kAllReduce || what == What::kReduce || what == What::kReduceScatter;
}
bool has_root(What what) noexcept {
  return what == What::kReduce || what == What::kBroadcast || what == What::kGather || what == What::kScatter;
}

// "4,096".
std::string grouped(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

// Calls `each` with first element and count of every piece, until one fails.
template <class Each>
int in_pieces(std::size_t count, const Each& each) {
  const std::size_t most = piece_limit();
  for (std::size_t first = 0; first < count; first += most)
    if (const int result = each(first, static_cast<int>(std::min(most, count - first)))) return result;
  return 0;
}

}  // namespace

const char* name_of(What what) noexcept {
  return kNames[static_cast<int>(what)];
}

std::size_t piece_limit() noexcept {
  return limit.load(std::memory_order_relaxed);
}
void set_piece_limit(std::size_t elements) noexcept {
  limit.store(elements == 0 || elements > INT_MAX ? INT_MAX : elements, std::memory_order_relaxed);
}

std::string Signature::text(bool with_root, bool with_reduction) const {
  std::string made = concat(kNames[std::min<int>(what, 9)], ' ', name_of(static_cast<ncclDataType_t>(type)),
                            " x ", grouped(count));
  if (with_reduction && reduces(static_cast<What>(what)))
    made += concat(' ', kReductions[std::min<int>(reduction, kScaledSum)]);
  if (with_root && has_root(static_cast<What>(what))) made += concat(" root ", root);
  return made;
}

int reduction_handle(Mpi& mpi, ncclDataType_t type, ncclRedOp_t reduction, Handle& handle) {
  static Handle made[kDataTypes][kBasicReductions];
  constexpr BasicReduction kBasic[] = {BasicReduction::kSum, BasicReduction::kProd, BasicReduction::kMax,
                                       BasicReduction::kMin, BasicReduction::kSum};
  const BasicReduction basic = kBasic[reduction];
  const Combine combine = combine_of(type, basic);
  if (!combine) {
    handle = mpi.reduction(basic);
    return 0;
  }
  Handle& kept = made[type][static_cast<int>(basic)];
  if (kept == 0)
    if (const int result = mpi.create_reduction(combine, kept)) return result;
  handle = kept;
  return 0;
}

Signature Operation::signature(const Channel& channel) const noexcept {
  Signature own{};
  own.count = wanted_.count;
  own.what = static_cast<std::uint8_t>(wanted_.what);
  own.type = static_cast<std::uint8_t>(wanted_.type);
  own.collectives = channel.collectives;
  if (reduces(wanted_.what))
    own.reduction = wanted_.scaled.is_used ? kScaledSum : static_cast<std::uint8_t>(wanted_.reduction);
  // What differs from rank to rank by right is left out: the factor and the peer.
  own.root = has_root(wanted_.what) ? wanted_.root : -1;
  return own;
}

int Operation::start_signatures(Channel& channel) {
  Mpi& mpi = *channel.mpi;
  constexpr int kBytes = sizeof(Signature);
  const Signature own = signature(channel);
  if (is_collective()) {
    signatures_.assign(static_cast<std::size_t>(channel.count) + 1, own);
    return mpi.iallgather(&signatures_.back(), signatures_.data(), kBytes, Element::kUint8, channel.comm,
                          request());
  }
  signatures_.assign(2, own);
  requests_.reserve(2);
  const bool sends = wanted_.what == What::kSend;
  if (const int result = mpi.isend(&signatures_[0], kBytes, Element::kUint8, wanted_.root,
                                   sends ? kTagSenderSigns : kTagReceiverSigns, channel.comm, request()))
    return result;
  return mpi.irecv(&signatures_[1], kBytes, Element::kUint8, wanted_.root,
                   sends ? kTagReceiverSigns : kTagSenderSigns, channel.comm, request());
}

std::string Operation::compare_signatures(const Channel& channel) const {
  if (!is_collective()) {
    const Signature &own = signatures_[0], &other = signatures_[1];
    const bool is_counterpart = own.what != other.what && other.what >= static_cast<int>(What::kSend);
    if (is_counterpart && own.count == other.count && own.type == other.type) return {};
    return concat("rank ", channel.rank, ' ', own.text(false, false), ", rank ", wanted_.root, ' ',
                  other.text(true, false));
  }
  const Signature& first = signatures_[0];
  for (int i = 1; i < channel.count; ++i) {
    const Signature& other = signatures_[static_cast<std::size_t>(i)];
    if (std::memcmp(&first, &other, sizeof first) == 0) continue;
    const bool roots = first.root != other.root;
    const bool reductions = first.reduction != other.reduction;
    return concat("rank 0 ", first.text(roots, reductions), ", rank ", i, ' ', other.text(roots, reductions));
  }
  return {};
}

int Operation::test(Mpi& mpi, bool& done, bool& moved) {
  std::size_t open = 0;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    bool is_done = false;
    int source = 0;
    if (const int result = mpi.test(requests_[i], is_done, source)) return result;
    if (is_done) {
      moved = true;
    } else {
      requests_[open++] = requests_[i];
    }
  }
  requests_.resize(open);
  done = open == 0;
  return 0;
}

// A source with the factor of each element applied.
int Operation::scaled_source(const Channel& channel, std::size_t elements, const void*& src, bool in_place) {
  const bool averages = wanted_.reduction == ncclAvg && !wanted_.scaled.is_used;
  if (!wanted_.scaled.is_used && !(averages && is_floating(wanted_.type))) return 0;
  std::uint64_t factor = wanted_.scaled.bits;
  if (averages) {
    factor = reciprocal(wanted_.type, channel.count);
  } else if (wanted_.scaled.device) {
    factor = 0;
    std::memcpy(&factor, wanted_.scaled.device, size_of(wanted_.type));
  }
  if (in_place) {
    scale(wanted_.dst, wanted_.dst, elements, wanted_.type, factor);
    return 0;
  }
  scratch_.reset(new std::byte[elements * size_of(wanted_.type)]);
  scale(scratch_.get(), src, elements, wanted_.type, factor);
  src = scratch_.get();
  return 0;
}

int Operation::start_reduction(Channel& channel) {
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(wanted_.type);
  const std::size_t ranks = static_cast<std::size_t>(channel.count);
  const std::size_t count = wanted_.count;
  const void* src = wanted_.src;
  void* dst = wanted_.dst;
  Handle handle = 0;
  if (const int result = reduction_handle(mpi, wanted_.type, wanted_.reduction, handle)) return result;
  if (wanted_.what == What::kReduceScatter) {
    scaled_source(channel, count * ranks, src, false);
    // MPI's own kind of in place has another layout than NCCL's.
    if (dst == at(wanted_.src, static_cast<std::size_t>(channel.rank) * count) && src == wanted_.src) {
      result_.reset(new std::byte[count * size_of(wanted_.type)]);
      dst = result_.get();
    }
    if (count * ranks <= piece_limit())
      return mpi.ireduce_scatter_block(src, dst, static_cast<int>(count), element, handle, channel.comm,
                                       request());
    for (int rank = 0; rank < channel.count; ++rank) {
      const int result = in_pieces(count, [&](std::size_t first, int some) {
        return mpi.ireduce(at(src, static_cast<std::size_t>(rank) * count + first), at(dst, first), some,
                           element, handle, rank, channel.comm, request());
      });
      if (result != 0) return result;
    }
    return 0;
  }
  const bool is_reduce = wanted_.what == What::kReduce;
  const bool gets_result = !is_reduce || channel.rank == wanted_.root;
  const bool in_place = gets_result && src == dst;
  scaled_source(channel, count, src, in_place);
  from_ = in_place ? nullptr : src;
  reduction_ = handle;
  return start_all(channel);
}

// Of an all_reduce, a reduce or a broadcast.
int Operation::start_piece(Channel& channel, std::size_t first, int some) {
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(wanted_.type);
  const bool is_root = channel.rank == wanted_.root;
  if (wanted_.what == What::kBroadcast)
    return mpi.ibcast(at(wanted_.dst, first), some, element, wanted_.root, channel.comm, request());
  const void* from = from_ ? at(from_, first) : mpi.in_place();
  if (wanted_.what == What::kAllReduce) {
    const RingOfTwo ring(channel.count);
    return mpi.iallreduce(from, at(wanted_.dst, first), some, element, reduction_, channel.comm, request());
  }
  return mpi.ireduce(from, is_root ? at(wanted_.dst, first) : nullptr, some, element, reduction_,
                     wanted_.root, channel.comm, request());
}

int Operation::start_all(Channel& channel) {
  if (in_steps_) return start_steps(channel);
  return in_pieces(wanted_.count,
                   [&](std::size_t first, int some) { return start_piece(channel, first, some); });
}

int Operation::start_steps(Channel& channel) {
  const std::size_t most = std::min(piece_limit(), kStepBytes / size_of(wanted_.type));
  while (requests_.size() < kStepsAtOnce && next_ < wanted_.count) {
    const std::size_t some = std::min(most, wanted_.count - next_);
    if (const int result = start_piece(channel, next_, static_cast<int>(some))) return result;
    next_ += some;
  }
  return 0;
}

int Operation::start_move(Channel& channel) {
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(wanted_.type);
  const int count = static_cast<int>(wanted_.count);
  const bool is_root = channel.rank == wanted_.root;
  const std::size_t own = static_cast<std::size_t>(channel.rank) * wanted_.count;
  const void* src = wanted_.src;
  void* dst = wanted_.dst;
  switch (wanted_.what) {
    case What::kAllGather:
      if (src == at(dst, own)) src = mpi.in_place();
      return mpi.iallgather(src, dst, count, element, channel.comm, request());
    case What::kAllToAll:
      if (src == dst) src = mpi.in_place();
      return mpi.ialltoall(src, dst, count, element, channel.comm, request());
    case What::kGather:
      if (is_root && src == at(dst, own)) src = mpi.in_place();
      return mpi.igather(src, is_root ? dst : nullptr, count, element, wanted_.root, channel.comm, request());
    default:
      if (is_root && dst == at(src, own)) dst = mpi.in_place();
      return mpi.iscatter(is_root ? src : nullptr, dst, count, element, wanted_.root, channel.comm,
                          request());
  }
}

// The same with more elements than one call can have: each slot for itself.
int Operation::start_in_pieces(Channel& channel) {
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(wanted_.type);
  const std::size_t count = wanted_.count;
  const std::size_t bytes = count * size_of(wanted_.type);
  const auto slot = [count](int rank) { return static_cast<std::size_t>(rank) * count; };
  const auto send = [&](const void* from, int to) {
    return in_pieces(count, [&](std::size_t first, int some) {
      return mpi.isend(at(from, first), some, element, to, kTagData, channel.comm, request());
    });
  };
  const auto receive = [&](void* to, int from) {
    return in_pieces(count, [&](std::size_t first, int some) {
      return mpi.irecv(at(to, first), some, element, from, kTagData, channel.comm, request());
    });
  };
  const auto keep = [&](void* to, const void* from) {
    if (to != from) std::memmove(to, from, bytes);
  };
  const void* src = wanted_.src;
  void* dst = wanted_.dst;
  const bool is_root = channel.rank == wanted_.root;
  int result = 0;
  if (wanted_.what == What::kGather && !is_root) return send(src, wanted_.root);
  if (wanted_.what == What::kScatter && !is_root) return receive(dst, wanted_.root);
  if (wanted_.what == What::kAllToAll && src == dst) {
    scratch_.reset(new std::byte[bytes * static_cast<std::size_t>(channel.count)]);
    std::memcpy(scratch_.get(), src, bytes * static_cast<std::size_t>(channel.count));
    src = scratch_.get();
  }
  if (wanted_.what == What::kAllGather) keep(at(dst, slot(channel.rank)), src);
  for (int rank = 0; rank < channel.count && result == 0; ++rank) {
    const bool is_own = rank == channel.rank;
    switch (wanted_.what) {
      case What::kAllGather:
        result = in_pieces(count, [&](std::size_t first, int some) {
          return mpi.ibcast(at(dst, slot(rank) + first), some, element, rank, channel.comm, request());
        });
        break;
      case What::kAllToAll:
        if (is_own) {
          keep(at(dst, slot(rank)), at(src, slot(rank)));
        } else {
          result = receive(at(dst, slot(rank)), rank);
          if (result == 0) result = send(at(src, slot(rank)), rank);
        }
        break;
      case What::kGather:
        if (is_own) {
          keep(at(dst, slot(rank)), src);
        } else {
          result = receive(at(dst, slot(rank)), rank);
        }
        break;
      default:
        if (is_own) {
          keep(dst, at(src, slot(rank)));
        } else {
          result = send(at(src, slot(rank)), rank);
        }
        break;
    }
  }
  return result;
}

int Operation::start_data(Channel& channel, bool alone) {
  if (is_collective()) ++channel.collectives;
  const bool can_step =
      wanted_.what == What::kAllReduce || wanted_.what == What::kReduce || wanted_.what == What::kBroadcast;
  in_steps_ = alone && can_step && wanted_.count * size_of(wanted_.type) > kStepBytes;
  bytes_under_way_ = wanted_.count * size_of(wanted_.type);
  if (in_steps_) bytes_under_way_ = std::min(bytes_under_way_, kStepBytes * kStepsAtOnce);
  if (wanted_.count == 0) return 0;
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(wanted_.type);
  switch (wanted_.what) {
    case What::kAllReduce:
    case What::kReduce:
    case What::kReduceScatter:
      return start_reduction(channel);
    case What::kBroadcast:
      if (channel.rank == wanted_.root && wanted_.src != wanted_.dst)
        std::memmove(wanted_.dst, wanted_.src, wanted_.count * size_of(wanted_.type));
      return start_all(channel);
    case What::kSend:
      return in_pieces(wanted_.count, [&](std::size_t first, int some) {
        return mpi.isend(at(wanted_.src, first), some, element, wanted_.root, kTagData, channel.comm,
                         request());
      });
    case What::kReceive:
      return in_pieces(wanted_.count, [&](std::size_t first, int some) {
        return mpi.irecv(at(wanted_.dst, first), some, element, wanted_.root, kTagData, channel.comm,
                         request());
      });
    default:
      return wanted_.count * static_cast<std::size_t>(channel.count) <= piece_limit()
                 ? start_move(channel)
                 : start_in_pieces(channel);
  }
}

void Operation::finish(const Channel& channel) noexcept {
  const bool gets_result = wanted_.what != What::kReduce || channel.rank == wanted_.root;
  if (result_) std::memcpy(wanted_.dst, result_.get(), wanted_.count * size_of(wanted_.type));
  if (reduces(wanted_.what) && gets_result && wanted_.reduction == ncclAvg && !wanted_.scaled.is_used &&
      !is_floating(wanted_.type))
    divide(wanted_.dst, wanted_.count, wanted_.type, channel.count);
  scratch_.reset();
  result_.reset();
}

}  // namespace gridcall::comm::mpi
