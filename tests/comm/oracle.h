// SPDX-License-Identifier: Apache-2.0
//
// The results of collectives, by loops: for ranks that are threads (tests/unit/comm) and processes
// (ranks.cpp).

#pragma once

#include <gridcall/preview.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace oracle {

// Returns element i of a rank's source: 1, 2 or 3, so that every type holds sums, and products of four ranks.
template <class T>
T element(std::size_t rank, std::size_t i) {
  const auto mixed =
      static_cast<std::uint32_t>(rank * 0x9e3779b9u) ^ static_cast<std::uint32_t>(i * 0x85ebca6bu);
  return static_cast<T>(1 + (mixed >> 16) % 3);
}

template <class T>
std::vector<T> source(std::size_t rank, std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = element<T>(rank, i);
  return values;
}

// Element i of all ranks.
template <class T>
T reduced(gc_comm_reduction reduction, std::size_t ranks, std::size_t i) {
  T value = element<T>(0, i);
  for (std::size_t rank = 1; rank < ranks; ++rank) {
    const T other = element<T>(rank, i);
    value = reduction == GRIDCALL_COMM_REDUCTION_PROD  ? static_cast<T>(value * other)
            : reduction == GRIDCALL_COMM_REDUCTION_MAX ? std::max(value, other)
            : reduction == GRIDCALL_COMM_REDUCTION_MIN ? std::min(value, other)
                                                       : static_cast<T>(value + other);
  }
  return reduction == GRIDCALL_COMM_REDUCTION_AVG ? static_cast<T>(value / static_cast<T>(ranks)) : value;
}

struct Call {
  gc_comm_operation operation = 0;
  std::size_t ranks = 0, rank = 0, count = 0;
  std::size_t peer = 0;  // or the root
  gc_comm_reduction reduction = GRIDCALL_COMM_REDUCTION_SUM;
};

// The destination of the rank afterwards.
template <class T>
std::vector<T> result(const Call& call) {
  const bool has_slots = call.operation == GRIDCALL_COMM_OPERATION_ALL_GATHER ||
                         call.operation == GRIDCALL_COMM_OPERATION_GATHER ||
                         call.operation == GRIDCALL_COMM_OPERATION_ALL_TO_ALL;
  const std::size_t own = call.rank * call.count;  // of the rank's slot
  std::vector<T> values(has_slots ? call.count * call.ranks : call.count);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t slot = i / call.count, at = i % call.count;
    switch (call.operation) {
      case GRIDCALL_COMM_OPERATION_ALL_REDUCE:
      case GRIDCALL_COMM_OPERATION_REDUCE:
        values[i] = reduced<T>(call.reduction, call.ranks, i);
        break;
      case GRIDCALL_COMM_OPERATION_REDUCE_SCATTER:
        values[i] = reduced<T>(call.reduction, call.ranks, own + i);
        break;
      case GRIDCALL_COMM_OPERATION_ALL_GATHER:
      case GRIDCALL_COMM_OPERATION_GATHER:
        values[i] = element<T>(slot, at);
        break;
      case GRIDCALL_COMM_OPERATION_ALL_TO_ALL:
        values[i] = element<T>(slot, own + at);
        break;
      case GRIDCALL_COMM_OPERATION_SCATTER:
        values[i] = element<T>(call.peer, own + i);
        break;
      default:  // a broadcast, and a receive
        values[i] = element<T>(call.peer, i);
        break;
    }
  }
  return values;
}

// Returns "", or the first element that is wrong.
template <class T>
std::string difference(const std::vector<T>& got, const std::vector<T>& expected) {
  if (got.size() != expected.size())
    return std::to_string(got.size()) + " elements, not " + std::to_string(expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] == expected[i]) continue;
    char text[120];
    std::snprintf(text, sizeof text, "element %zu of %zu is %g, not %g", i, got.size(),
                  static_cast<double>(got[i]), static_cast<double>(expected[i]));
    return text;
  }
  return {};
}

// The two calls of a ring, to the next rank and from the one before.
struct Ring {
  gc_comm_op ops[2] = {};
  std::size_t before;

  Ring(gc_comm* comm, gc_stream* stream, std::size_t ranks, std::size_t rank, std::size_t count,
       gc_scalar_type type, gc_mem* src, gc_mem* dst)
      : before((rank + ranks - 1) % ranks) {
    for (gc_comm_op& op : ops) {
      op.comm = comm;
      op.stream = stream;
      op.count = count;
      op.scalar_type = type;
    }
    ops[0].operation = GRIDCALL_COMM_OPERATION_SEND;
    ops[0].src = src;
    ops[0].peer = static_cast<std::uint32_t>((rank + 1) % ranks);
    ops[1].operation = GRIDCALL_COMM_OPERATION_RECV;
    ops[1].dst = dst;
    ops[1].peer = static_cast<std::uint32_t>(before);
  }
};

}  // namespace oracle
