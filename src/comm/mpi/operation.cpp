// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/operation.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstring>

#include "base/concat.h"
#include "comm/mpi/tuning.h"

namespace gridcall::comm::mpi {

namespace {

constinit std::atomic<std::size_t> limit{INT_MAX};

// The size of a step of a large all_reduce, reduce or broadcast, which fits in a core's cache. Two steps at a
// time take a half to a quarter of the time of one call for all.
constexpr std::size_t kStepBytes = std::size_t{1} << 20;
constexpr std::size_t kStepsAtOnce = 2;

// Calls `each` with the first element and the count of every piece, until a call fails.
template <class Each>
int in_pieces(std::size_t count, const Each& each) {
  const std::size_t most = piece_limit();
  for (std::size_t first = 0; first < count; first += most)
    if (const int result = each(first, static_cast<int>(std::min(most, count - first)))) return result;
  return 0;
}

}  // namespace

std::size_t piece_limit() noexcept {
  return limit.load(std::memory_order_relaxed);
}
void set_piece_limit(std::size_t elements) noexcept {
  limit.store(elements == 0 || elements > INT_MAX ? INT_MAX : elements, std::memory_order_relaxed);
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
  const auto reduction =
      args_.scaled.is_used ? CommReduction::kScaledSum : static_cast<CommReduction>(args_.reduction);
  Signature own(args_.operation, reduction, scalar_type_of(args_.type), args_.count,
                static_cast<std::uint32_t>(args_.root));
  own.sequence = channel.collectives;
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
  const bool sends = args_.operation == CommOperation::kSend;
  if (const int result = mpi.isend(&signatures_[0], kBytes, Element::kUint8, args_.root,
                                   sends ? kTagSenderSigns : kTagReceiverSigns, channel.comm, request()))
    return result;
  return mpi.irecv(&signatures_[1], kBytes, Element::kUint8, args_.root,
                   sends ? kTagReceiverSigns : kTagSenderSigns, channel.comm, request());
}

std::string Operation::compare_signatures(const Channel& channel) const {
  if (!is_collective()) {
    const Signature &own = signatures_[0], &other = signatures_[1];
    const bool is_counterpart = own.operation != other.operation && other.kind().is_exchange();
    if (is_counterpart && own.count == other.count && own.scalar_type == other.scalar_type) return {};
    return difference_text(static_cast<std::uint32_t>(channel.rank), own,
                           static_cast<std::uint32_t>(args_.root), other);
  }
  const Signature& first = signatures_[0];
  for (std::uint32_t i = 1; i < static_cast<std::uint32_t>(channel.count); ++i)
    if (std::memcmp(&first, &signatures_[i], sizeof first) != 0)
      return difference_text(0, first, i, signatures_[i]);
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

// Applies the factor to each element of the source.
int Operation::scaled_source(const Channel& channel, std::size_t elements, const void*& src, bool in_place) {
  const bool averages = args_.reduction == ncclAvg && !args_.scaled.is_used;
  if (!args_.scaled.is_used && !(averages && is_floating(args_.type))) return 0;
  std::uint64_t factor = args_.scaled.bits;
  if (averages) {
    factor = reciprocal(args_.type, channel.count);
  } else if (args_.scaled.device) {
    factor = 0;
    std::memcpy(&factor, args_.scaled.device, size_of(args_.type));
  }
  if (in_place) {
    scale(args_.dst, args_.dst, elements, args_.type, factor);
    return 0;
  }
  scratch_.reset(new std::byte[elements * size_of(args_.type)]);
  scale(scratch_.get(), src, elements, args_.type, factor);
  src = scratch_.get();
  return 0;
}

int Operation::start_reduction(Channel& channel) {
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(args_.type);
  const std::size_t ranks = static_cast<std::size_t>(channel.count);
  const std::size_t count = args_.count;
  const void* src = args_.src;
  void* dst = args_.dst;
  Handle handle = 0;
  if (const int result = reduction_handle(mpi, args_.type, args_.reduction, handle)) return result;
  if (args_.operation == CommOperation::kReduceScatter) {
    scaled_source(channel, count * ranks, src, false);
    // MPI's in-place layout differs from NCCL's.
    if (dst == at(args_.src, static_cast<std::size_t>(channel.rank) * count) && src == args_.src) {
      result_.reset(new std::byte[count * size_of(args_.type)]);
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
  const bool is_reduce = args_.operation == CommOperation::kReduce;
  const bool gets_result = !is_reduce || channel.rank == args_.root;
  const bool in_place = gets_result && src == dst;
  scaled_source(channel, count, src, in_place);
  from_ = in_place ? nullptr : src;
  reduction_ = handle;
  return start_all(channel);
}

// Starts one piece of an all_reduce, a reduce or a broadcast.
int Operation::start_piece(Channel& channel, std::size_t first, int some) {
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(args_.type);
  const bool is_root = channel.rank == args_.root;
  if (args_.operation == CommOperation::kBroadcast)
    return mpi.ibcast(at(args_.dst, first), some, element, args_.root, channel.comm, request());
  const void* from = from_ ? at(from_, first) : mpi.in_place();
  if (args_.operation == CommOperation::kAllReduce) {
    const RingOfTwo ring(channel.count);
    return mpi.iallreduce(from, at(args_.dst, first), some, element, reduction_, channel.comm, request());
  }
  return mpi.ireduce(from, is_root ? at(args_.dst, first) : nullptr, some, element, reduction_, args_.root,
                     channel.comm, request());
}

int Operation::start_all(Channel& channel) {
  if (in_steps_) return start_steps(channel);
  return in_pieces(args_.count,
                   [&](std::size_t first, int some) { return start_piece(channel, first, some); });
}

int Operation::start_steps(Channel& channel) {
  const std::size_t most = std::min(piece_limit(), kStepBytes / size_of(args_.type));
  while (requests_.size() < kStepsAtOnce && next_ < args_.count) {
    const std::size_t some = std::min(most, args_.count - next_);
    if (const int result = start_piece(channel, next_, static_cast<int>(some))) return result;
    next_ += some;
  }
  return 0;
}

int Operation::start_move(Channel& channel) {
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(args_.type);
  const int count = static_cast<int>(args_.count);
  const bool is_root = channel.rank == args_.root;
  const std::size_t own = static_cast<std::size_t>(channel.rank) * args_.count;
  const void* src = args_.src;
  void* dst = args_.dst;
  switch (args_.operation) {
    case CommOperation::kAllGather:
      if (src == at(dst, own)) src = mpi.in_place();
      return mpi.iallgather(src, dst, count, element, channel.comm, request());
    case CommOperation::kAllToAll:
      if (src == dst) src = mpi.in_place();
      return mpi.ialltoall(src, dst, count, element, channel.comm, request());
    case CommOperation::kGather:
      if (is_root && src == at(dst, own)) src = mpi.in_place();
      return mpi.igather(src, is_root ? dst : nullptr, count, element, args_.root, channel.comm, request());
    default:
      if (is_root && dst == at(src, own)) dst = mpi.in_place();
      return mpi.iscatter(is_root ? src : nullptr, dst, count, element, args_.root, channel.comm, request());
  }
}

// Starts the operations of start_move() if they have more elements than one call allows, slot by slot.
int Operation::start_in_pieces(Channel& channel) {
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(args_.type);
  const std::size_t count = args_.count;
  const std::size_t bytes = count * size_of(args_.type);
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
  const void* src = args_.src;
  void* dst = args_.dst;
  const bool is_root = channel.rank == args_.root;
  int result = 0;
  if (args_.operation == CommOperation::kGather && !is_root) return send(src, args_.root);
  if (args_.operation == CommOperation::kScatter && !is_root) return receive(dst, args_.root);
  if (args_.operation == CommOperation::kAllToAll && src == dst) {
    scratch_.reset(new std::byte[bytes * static_cast<std::size_t>(channel.count)]);
    std::memcpy(scratch_.get(), src, bytes * static_cast<std::size_t>(channel.count));
    src = scratch_.get();
  }
  if (args_.operation == CommOperation::kAllGather) keep(at(dst, slot(channel.rank)), src);
  for (int rank = 0; rank < channel.count && result == 0; ++rank) {
    const bool is_own = rank == channel.rank;
    switch (args_.operation) {
      case CommOperation::kAllGather:
        result = in_pieces(count, [&](std::size_t first, int some) {
          return mpi.ibcast(at(dst, slot(rank) + first), some, element, rank, channel.comm, request());
        });
        break;
      case CommOperation::kAllToAll:
        if (is_own) {
          keep(at(dst, slot(rank)), at(src, slot(rank)));
        } else {
          result = receive(at(dst, slot(rank)), rank);
          if (result == 0) result = send(at(src, slot(rank)), rank);
        }
        break;
      case CommOperation::kGather:
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
  const bool can_step = args_.operation == CommOperation::kAllReduce ||
                        args_.operation == CommOperation::kReduce ||
                        args_.operation == CommOperation::kBroadcast;
  in_steps_ = alone && can_step && args_.count * size_of(args_.type) > kStepBytes;
  bytes_under_way_ = args_.count * size_of(args_.type);
  if (in_steps_) bytes_under_way_ = std::min(bytes_under_way_, kStepBytes * kStepsAtOnce);
  if (args_.count == 0) return 0;
  Mpi& mpi = *channel.mpi;
  const Element element = element_of(args_.type);
  switch (args_.operation) {
    case CommOperation::kAllReduce:
    case CommOperation::kReduce:
    case CommOperation::kReduceScatter:
      return start_reduction(channel);
    case CommOperation::kBroadcast:
      if (channel.rank == args_.root && args_.src != args_.dst)
        std::memmove(args_.dst, args_.src, args_.count * size_of(args_.type));
      return start_all(channel);
    case CommOperation::kSend:
      return in_pieces(args_.count, [&](std::size_t first, int some) {
        return mpi.isend(at(args_.src, first), some, element, args_.root, kTagData, channel.comm, request());
      });
    case CommOperation::kRecv:
      return in_pieces(args_.count, [&](std::size_t first, int some) {
        return mpi.irecv(at(args_.dst, first), some, element, args_.root, kTagData, channel.comm, request());
      });
    default:
      return args_.count * static_cast<std::size_t>(channel.count) <= piece_limit()
                 ? start_move(channel)
                 : start_in_pieces(channel);
  }
}

void Operation::finish(const Channel& channel) noexcept {
  const bool gets_result = args_.operation != CommOperation::kReduce || channel.rank == args_.root;
  if (result_) std::memcpy(args_.dst, result_.get(), args_.count * size_of(args_.type));
  if (kind().reduces && gets_result && args_.reduction == ncclAvg && !args_.scaled.is_used &&
      !is_floating(args_.type))
    divide(args_.dst, args_.count, args_.type, channel.count);
  scratch_.reset();
  result_.reset();
}

}  // namespace gridcall::comm::mpi
