// SPDX-License-Identifier: Apache-2.0
//
// Every operation against a loop, over four GPUs of the fake driver.

#include <algorithm>

#include "comm/nccl_types.h"
#include "comm/oracle.h"
#include "fixture.h"
#include "gridcall/preview.h"

namespace {

constexpr std::size_t kCounts[] = {0, 1, 7, 4099};

template <class T>
struct TypeOf;
template <>
struct TypeOf<float> {
  static constexpr gc_scalar_type kType = GRIDCALL_SCALAR_TYPE_FLOAT32;
};
template <>
struct TypeOf<double> {
  static constexpr gc_scalar_type kType = GRIDCALL_SCALAR_TYPE_FLOAT64;
};
template <>
struct TypeOf<std::int32_t> {
  static constexpr gc_scalar_type kType = GRIDCALL_SCALAR_TYPE_INT32;
};
template <>
struct TypeOf<std::uint8_t> {
  static constexpr gc_scalar_type kType = GRIDCALL_SCALAR_TYPE_UINT8;
};
template <>
struct TypeOf<std::int64_t> {
  static constexpr gc_scalar_type kType = GRIDCALL_SCALAR_TYPE_INT64;
};

using oracle::element;
using oracle::reduced;
using oracle::source;

template <class T>
void expect(const char* name, const std::vector<T>& got, const std::vector<T>& expected) {
  const std::string difference = oracle::difference(got, expected);
  if (difference.empty()) return;
  std::fprintf(stderr, "%s: %s\n", name, difference.c_str());
  std::abort();
}
template <class T>
void expect(const char* name, const std::vector<T>& got, const std::function<T(std::size_t)>& expected) {
  std::vector<T> values(got.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = expected(i);
  expect(name, got, values);
}

template <class T>
void reductions_of(Ranks& all) {
  constexpr gc_scalar_type type = TypeOf<T>::kType;
  for (const std::size_t count : kCounts) {
    for (gc_comm_reduction reduction = 0; reduction <= GRIDCALL_COMM_REDUCTION_AVG; ++reduction) {
      for (const bool in_place : {false, true}) {
        all.each([&](Rank& me) {
          const auto expected = [&](gc_comm_operation operation) {
            return oracle::result<T>({operation, kRanks, me.rank, count, 0, reduction});
          };
          gc_mem* src = me.mem_of(source<T>(me.rank, count));
          gc_mem* dst = in_place ? src : me.mem(count * sizeof(T) + 8);
          MUST(gc_comm_all_reduce(me.comm, dst, 0, src, 0, count, type, reduction, me.stream, error));
          me.synchronize();
          expect("all_reduce", me.values_of<T>(dst, count), expected(GRIDCALL_COMM_OPERATION_ALL_REDUCE));
          gc_mem_release(src);
          if (!in_place) gc_mem_release(dst);
          for (unsigned root = 0; root < kRanks; root += 3) {
            src = me.mem_of(source<T>(me.rank, count));
            dst = me.rank == root ? me.mem(count * sizeof(T) + 8) : nullptr;
            MUST(gc_comm_reduce(me.comm, dst, 0, src, 0, count, type, reduction, root, me.stream, error));
            me.synchronize();
            if (dst) expect("reduce", me.values_of<T>(dst, count), expected(GRIDCALL_COMM_OPERATION_REDUCE));
            gc_mem_release(src);
            gc_mem_release(dst);
          }
          // In place the result lies in the rank's own slot.
          src = me.mem_of(source<T>(me.rank, count * kRanks));
          dst = in_place ? src : me.mem(count * sizeof(T) + 8);
          const std::uint64_t at = in_place ? me.rank * count * sizeof(T) : 0;
          MUST(gc_comm_reduce_scatter(me.comm, dst, at, src, 0, count, type, reduction, me.stream, error));
          me.synchronize();
          std::vector<T> got(count);
          MUST(gc_memcpy_dtoh(got.data(), dst, at, count * sizeof(T), nullptr, error));
          expect("reduce_scatter", got, expected(GRIDCALL_COMM_OPERATION_REDUCE_SCATTER));
          gc_mem_release(src);
          if (!in_place) gc_mem_release(dst);
        });
      }
    }
  }
}

void reductions(void**) {
  Ranks all;
  reductions_of<float>(all);
  reductions_of<double>(all);
  reductions_of<std::int32_t>(all);
  reductions_of<std::uint8_t>(all);
  reductions_of<std::int64_t>(all);
}

void moves(void**) {
  Ranks all;
  using T = std::int32_t;
  constexpr gc_scalar_type type = GRIDCALL_SCALAR_TYPE_INT32;
  for (const std::size_t count : kCounts) {
    all.each([&](Rank& me) {
      const std::size_t whole = count * kRanks;
      gc_mem* one = me.mem_of(source<T>(me.rank, count));
      gc_mem* many = me.mem_of(source<T>(me.rank, whole));
      gc_mem* out = me.mem(whole * sizeof(T) + 8);
      const auto check = [&](const char* name, gc_comm_operation operation, std::size_t peer = 0) {
        me.synchronize();
        const auto expected = oracle::result<T>({operation, kRanks, me.rank, count, peer});
        expect(name, me.values_of<T>(out, expected.size()), expected);
      };
      MUST(gc_comm_broadcast(me.comm, out, 0, me.rank == 2 ? one : nullptr, 0, count, type, 2, me.stream,
                             error));
      check("broadcast", GRIDCALL_COMM_OPERATION_BROADCAST, 2);
      MUST(gc_comm_all_gather(me.comm, out, 0, one, 0, count, type, me.stream, error));
      check("all_gather", GRIDCALL_COMM_OPERATION_ALL_GATHER);
      MUST(gc_comm_all_to_all(me.comm, out, 0, many, 0, count, type, me.stream, error));
      check("all_to_all", GRIDCALL_COMM_OPERATION_ALL_TO_ALL);
      MUST(
          gc_comm_gather(me.comm, me.rank == 1 ? out : nullptr, 0, one, 0, count, type, 1, me.stream, error));
      if (me.rank == 1) check("gather", GRIDCALL_COMM_OPERATION_GATHER);
      MUST(gc_comm_scatter(me.comm, out, 0, me.rank == 3 ? many : nullptr, 0, count, type, 3, me.stream,
                           error));
      check("scatter", GRIDCALL_COMM_OPERATION_SCATTER, 3);
      const oracle::Ring ring(me.comm, me.stream, kRanks, me.rank, count, type, one, out);
      MUST(gc_comm_launch_group(ring.ops, 2, error));
      check("ring", GRIDCALL_COMM_OPERATION_RECV, ring.before);
      MUST(gc_comm_barrier(me.comm, me.stream, error));
      me.synchronize();
      for (gc_mem* mem : {one, many, out}) gc_mem_release(mem);
    });
  }
  all.each([](Rank& me) {
    wait_until("all operations are known to be done", [&] {
      return me.attribute(GRIDCALL_COMM_ATTRIBUTE_OPERATIONS_DONE) ==
             me.attribute(GRIDCALL_COMM_ATTRIBUTE_OPERATIONS_STARTED);
    });
    std::int32_t done = 0;
    MUST(gc_comm_query(me.comm, &done, error));
    if (!done) std::abort();
  });
}

// Types that engines do not know go as parts of others.
void parts_of_types(void**) {
  Ranks all;
  all.each([](Rank& me) {
    const std::vector<std::int16_t> shorts = source<std::int16_t>(me.rank, 6);
    gc_mem* src = me.mem_of(shorts);
    gc_mem* dst = me.mem(64);
    MUST(gc_comm_all_gather(me.comm, dst, 0, src, 0, 6, GRIDCALL_SCALAR_TYPE_INT16, me.stream, error));
    me.synchronize();
    expect<std::int16_t>("int16", me.values_of<std::int16_t>(dst, 24), [](std::size_t i) {
      return element<std::int16_t>(static_cast<unsigned>(i / 6), i % 6);
    });
    REFUSED(gc_comm_all_reduce(me.comm, dst, 0, src, 0, 6, GRIDCALL_SCALAR_TYPE_INT16, 0, me.stream, error),
            UNSUPPORTED, "`reduction` is SUM|int16");
    // 3 complex numbers are 6 floats.
    gc_mem* pairs = me.mem_of(source<float>(me.rank, 6));
    MUST(gc_comm_all_reduce(me.comm, dst, 0, pairs, 0, 3, GRIDCALL_SCALAR_TYPE_COMPLEX64,
                            GRIDCALL_COMM_REDUCTION_SUM, me.stream, error));
    me.synchronize();
    expect<float>("complex64", me.values_of<float>(dst, 6),
                  [](std::size_t i) { return reduced<float>(0, kRanks, i); });
    REFUSED(gc_comm_all_reduce(me.comm, dst, 0, pairs, 0, 3, GRIDCALL_SCALAR_TYPE_COMPLEX64,
                               GRIDCALL_COMM_REDUCTION_MAX, me.stream, error),
            UNSUPPORTED, "MAX|complex64");
    // A scale for each rank.
    gc_comm_op op = {};
    op.operation = GRIDCALL_COMM_OPERATION_ALL_REDUCE;
    op.reduction = GRIDCALL_COMM_REDUCTION_SCALED_SUM;
    op.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
    op.comm = me.comm;
    op.dst = dst;
    op.src = pairs;
    op.count = 6;
    op.stream = me.stream;
    op.scale = me.rank + 0.5;
    MUST(gc_comm_launch_group(&op, 1, error));
    me.synchronize();
    expect<float>("scaled sum", me.values_of<float>(dst, 6), [](std::size_t i) {
      float sum = 0;
      for (unsigned rank = 0; rank < kRanks; ++rank)
        sum += element<float>(rank, i) * (static_cast<float>(rank) + 0.5f);
      return sum;
    });
    for (gc_mem* mem : {src, dst, pairs}) gc_mem_release(mem);
  });
}

// 8 bits an element, which NCCL before 2.24 moves and does not combine.
void float8(void**) {
  const bool is_new = std::string(std::getenv("GRIDCALL_NCCL")).find("_new") != std::string::npos;
  Ranks all;
  struct Type {
    gc_scalar_type type;
    const char* name;
    std::uint8_t one, two, three, eight, largest;
  };
  constexpr Type kTypes[] = {
      {GRIDCALL_SCALAR_TYPE_FLOAT8_E4M3, "float8_e4m3", 0x38, 0x40, 0x44, 0x50, 0x7e},
      {GRIDCALL_SCALAR_TYPE_FLOAT8_E5M2, "float8_e5m2", 0x3c, 0x40, 0x42, 0x48, 0x7b},
  };
  for (const Type& each : kTypes) {
    assert_int_equal(gc_dtype_scalar_size(each.type), 1);
    all.each([&](Rank& me) {
      const std::uint8_t own = me.rank == 2 ? each.three : each.one;
      gc_mem* src = me.mem_of(std::vector<std::uint8_t>{each.two, own, each.largest});
      gc_mem* dst = me.mem(64);
      MUST(gc_comm_all_gather(me.comm, dst, 0, src, 0, 3, each.type, me.stream, error));
      me.synchronize();
      expect<std::uint8_t>("float8 moved", me.values_of<std::uint8_t>(dst, 12), [&](std::size_t i) {
        return i % 3 == 0 ? each.two : i % 3 == 2 ? each.largest : i / 3 == 2 ? each.three : each.one;
      });
      const std::string refusal = std::string("`scalar_type` is ") + each.name + "|from 2.24 on|NCCL 2.18";
      gc_comm_op op = {};
      op.operation = GRIDCALL_COMM_OPERATION_ALL_REDUCE;
      op.reduction = GRIDCALL_COMM_REDUCTION_SCALED_SUM;
      op.scalar_type = each.type;
      op.comm = me.comm;
      op.dst = dst;
      op.src = src;
      op.count = 1;
      op.stream = me.stream;
      op.scale = 0.5;
      const auto reduce = [&](gc_comm_reduction reduction, gc_error** error) {
        return gc_comm_all_reduce(me.comm, dst, 0, src, 0, 3, each.type, reduction, me.stream, error);
      };
      if (!is_new) {
        REFUSED(reduce(GRIDCALL_COMM_REDUCTION_SUM, error), UNSUPPORTED, refusal.c_str());
      } else {
        MUST(reduce(GRIDCALL_COMM_REDUCTION_MAX, error));
        me.synchronize();
        std::vector<std::uint8_t> got = me.values_of<std::uint8_t>(dst, 3);
        if (got != std::vector<std::uint8_t>{each.two, each.three, each.largest}) std::abort();
        // 2 four times; what is too large stays the largest.
        MUST(reduce(GRIDCALL_COMM_REDUCTION_SUM, error));
        me.synchronize();
        got = me.values_of<std::uint8_t>(dst, 3);
        if (got[0] != each.eight || got[2] != each.largest) std::abort();
        MUST(reduce(GRIDCALL_COMM_REDUCTION_AVG, error));
        me.synchronize();
        if (me.values_of<std::uint8_t>(dst, 1)[0] != each.two) std::abort();
        // A scale in the type itself: half of 2, four times.
        MUST(gc_comm_launch_group(&op, 1, error));
        me.synchronize();
        MUST(gc_comm_all_reduce(me.comm, dst, 0, dst, 0, 1, each.type, GRIDCALL_COMM_REDUCTION_MIN, me.stream,
                                error));
        me.synchronize();
        const std::uint8_t four = static_cast<std::uint8_t>((each.two + each.eight) / 2);
        if (me.values_of<std::uint8_t>(dst, 1)[0] != four) std::abort();
      }
      gc_mem_release(src);
      gc_mem_release(dst);
    });
  }
}

// One thread drives all GPUs by one call.
void a_group_of_devices(void**) {
  Ranks all;
  gc_comm_op ops[kRanks] = {};
  for (unsigned i = 0; i < kRanks; ++i) {
    Rank& me = all.ranks[i];
    ops[i].operation = GRIDCALL_COMM_OPERATION_ALL_REDUCE;
    ops[i].scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
    ops[i].comm = me.comm;
    ops[i].src = ops[i].dst = me.mem_of(source<float>(i, 7));
    ops[i].count = 7;
    ops[i].stream = me.stream;
  }
  const auto before = fake_nccl()->operations();
  // One bad entry, and nothing is queued.
  ops[2].count = 1000;
  REFUSED(gc_comm_launch_group(ops, kRanks, error), OUT_OF_RANGE, "`ops[2].count`|1000");
  assert_int_equal(fake_nccl()->operations(), before);
  ops[2].count = 7;
  gc_comm* alone = nullptr;
  MUST(gc_comm_create(contexts[2], nullptr, 0, 0, 1, nullptr, &alone, error));
  ops[2].comm = alone;
  REFUSED(gc_comm_launch_group(ops, kRanks, error), UNSUPPORTED,
          "`ops[0]` is of a communicator over NCCL 2.|and `ops[2]` of one that has one rank and no engine");
  assert_int_equal(fake_nccl()->operations(), before);
  ops[2].comm = all.ranks[2].comm;
  gc_comm_release(alone);
  MUST(gc_comm_launch_group(ops, kRanks, error));
  assert_int_equal(fake_nccl()->operations(), before + kRanks);
  for (unsigned i = 0; i < kRanks; ++i) {
    all.ranks[i].synchronize();
    expect<float>("group", all.ranks[i].values_of<float>(ops[i].dst, 7),
                  [](std::size_t k) { return reduced<float>(0, kRanks, k); });
    gc_mem_release(ops[i].dst);
  }
}

void parts_of_ranks(void**) {
  Ranks all;
  all.each([](Rank& me) {
    gc_comm* part = nullptr;
    // The ranks are split into two parts, in falling order.
    MUST(gc_comm_split(me.comm, static_cast<std::int32_t>(me.rank % 2), -static_cast<std::int32_t>(me.rank),
                       nullptr, &part, error));
    Rank mine = me;
    mine.comm = part;
    if (mine.attribute(GRIDCALL_COMM_ATTRIBUTE_COUNT) != 2) std::abort();
    if (mine.attribute(GRIDCALL_COMM_ATTRIBUTE_RANK) != (me.rank < 2 ? 1u : 0u)) std::abort();
    gc_mem* mem = me.mem_of(source<std::int32_t>(me.rank, 5));
    MUST(gc_comm_all_reduce(part, mem, 0, mem, 0, 5, GRIDCALL_SCALAR_TYPE_INT32, 0, me.stream, error));
    me.synchronize();
    expect<std::int32_t>("split", me.values_of<std::int32_t>(mem, 5), [&](std::size_t i) {
      return element<std::int32_t>(me.rank % 2, i) + element<std::int32_t>(me.rank % 2 + 2, i);
    });
    gc_mem_release(mem);
    gc_comm_release(part);
  });
}

// A rank that takes no part gets none; the others do not miss it.
void a_rank_in_no_part(void**) {
  Ranks all;
  all.each([](Rank& me) {
    gc_comm* part = me.comm;
    MUST(gc_comm_split(me.comm, me.rank == 2 ? -5 : 7, 0, nullptr, &part, error));
    if ((!part) != (me.rank == 2)) std::abort();
    if (part) {
      Rank mine = me;
      mine.comm = part;
      if (mine.attribute(GRIDCALL_COMM_ATTRIBUTE_COUNT) != 3) std::abort();
    }
    // The whole one still works.
    MUST(gc_comm_barrier(me.comm, me.stream, error));
    me.synchronize();
    gc_comm_release(part);
  });
  gc_comm* none = all.ranks[0].comm;
  gc_comm* alone = nullptr;
  MUST(gc_comm_create(contexts[0], nullptr, 0, 0, 1, nullptr, &alone, error));
  MUST(gc_comm_split(alone, -1, 0, nullptr, &none, error));
  assert_null(none);
  gc_comm_release(alone);
}

// The ranks of gc_comm_create_many, with a stream each.
struct Many {
  Rank ranks[kRanks];
  unsigned count = 0;

  Many(const std::vector<unsigned>& devices, const std::vector<std::uint32_t>& numbers, const Id* id,
       std::uint32_t all, gc_comm_options options = GRIDCALL_COMM_OPTIONS_INIT) {
    std::vector<gc_context*> chosen;
    for (const unsigned device : devices) chosen.push_back(contexts[device]);
    std::vector<gc_comm*> made(chosen.size());
    MUST(gc_comm_create_many(chosen.data(), chosen.size(), numbers.data(), numbers.size(),
                             id ? id->bytes : nullptr, id ? sizeof id->bytes : 0, all, &options, made.data(),
                             error));
    for (; count < made.size(); ++count) {
      Rank& rank = ranks[count];
      rank.rank = numbers.empty() ? count : numbers[count];
      rank.context = chosen[count];
      rank.comm = made[count];
      rank.make_stream();
    }
  }
  ~Many() {
    for (unsigned i = 0; i < count; ++i) ranks[i].release();
  }
  Many(const Many&) = delete;
  Many& operator=(const Many&) = delete;

  // The sum over all ranks, by one call.
  void sums(unsigned all) {
    gc_comm_op ops[kRanks] = {};
    for (unsigned i = 0; i < count; ++i) {
      ops[i].operation = GRIDCALL_COMM_OPERATION_ALL_REDUCE;
      ops[i].scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
      ops[i].comm = ranks[i].comm;
      ops[i].src = ops[i].dst = ranks[i].mem_of(source<std::int32_t>(ranks[i].rank, 5));
      ops[i].count = 5;
      ops[i].stream = ranks[i].stream;
    }
    MUST(gc_comm_launch_group(ops, count, error));
    for (unsigned i = 0; i < count; ++i) {
      ranks[i].synchronize();
      expect<std::int32_t>("many", ranks[i].values_of<std::int32_t>(ops[i].dst, 5),
                           [&](std::size_t k) { return reduced<std::int32_t>(0, all, k); });
      gc_mem_release(ops[i].dst);
    }
  }
};

// Facts that an engine does not tell are refused by name.
void attributes_of_the_machine(void**) {
  const bool is_old = std::string(std::getenv("GRIDCALL_NCCL")).find("_old") != std::string::npos;
  const auto value = [](gc_comm* comm, gc_comm_attribute which) {
    std::uint64_t got = 0;
    MUST(gc_comm_get_attribute(comm, which, &got, error));
    return got;
  };
  std::uint64_t got = 0;
  gc_comm* alone = nullptr;
  MUST(gc_comm_create(contexts[0], nullptr, 0, 0, 1, nullptr, &alone, error));
  assert_int_equal(value(alone, GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK), 0);
  assert_int_equal(value(alone, GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT), 1);
  assert_int_equal(value(alone, GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY), 0);
  gc_comm_release(alone);
  {
    // Ranks that could be anywhere; one of them by itself is where it is.
    Ranks some(2);
    REFUSED(gc_comm_get_attribute(some.ranks[1].comm, GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK, &got, error),
            UNSUPPORTED, "LOCAL_RANK of rank 1 of 2|NCCL 2.|GRIDCALL_COMM_LOCAL_RANK");
    REFUSED(gc_comm_get_attribute(some.ranks[0].comm, GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT, &got, error),
            UNSUPPORTED, "LOCAL_COUNT of rank 0 of 2");
    some.each([&](Rank& me) {
      gc_comm* part = nullptr;
      MUST(gc_comm_split(me.comm, static_cast<std::int32_t>(me.rank), 0, nullptr, &part, error));
      if (value(part, GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT) != 1) std::abort();
      gc_comm_release(part);
    });
  }
  Many all({0, 1, 2}, {}, nullptr, 3);
  gc_comm* const last = all.ranks[2].comm;
  assert_int_equal(value(last, GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK), 2);
  assert_int_equal(value(last, GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT), 3);
  in_threads(3, [&](unsigned i) {
    gc_comm* part = nullptr;
    MUST(gc_comm_split(all.ranks[i].comm, i == 0 ? 1 : 2, -static_cast<std::int32_t>(i), nullptr, &part,
                       error));
    if (value(part, GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT) != (i == 0 ? 1u : 2u)) std::abort();
    if (value(part, GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK) != (i == 1 ? 1u : 0u)) std::abort();
    gc_comm_release(part);
  });
  if (is_old) {
    REFUSED(gc_comm_get_attribute(last, GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY, &got, error), UNSUPPORTED,
            "DEVICE_MEMORY of rank 2 of 3|NCCL 2.18.0|2.29.7");
    return;
  }
  assert_int_equal(value(last, GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY), 1002);
  fake_nccl()->fail_next(gridcall::comm::ncclInvalidUsage);
  REFUSED(gc_comm_get_attribute(last, GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY, &got, error), UNSUPPORTED,
          "DEVICE_MEMORY of rank 2 of 3|ncclCommMemStats");
  fake_nccl()->fail_next(gridcall::comm::ncclInternalError);
  REFUSED(gc_comm_get_attribute(last, GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY, &got, error), COMM,
          "ncclCommMemStats of NCCL 2.|returned 3");
  // It goes on, and one that has ended says so.
  all.sums(3);
  gc_comm* comms[] = {last};
  MUST(gc_comm_abort(comms, 1, error));
  REFUSED(gc_comm_get_attribute(last, GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY, &got, error), INVALID_STATE,
          "it has ended");
}

// The GPUs of this process, by one thread and one call.
void many_ranks_by_one_call(void**) {
  void* const current = fake->current();
  {
    Many all({0, 1, 2, 3}, {}, nullptr, kRanks);
    assert_int_equal(fake_nccl()->made_by_group(), kRanks);
    assert_ptr_equal(fake->current(), current);
    for (unsigned i = 0; i < kRanks; ++i) {
      assert_int_equal(all.ranks[i].attribute(GRIDCALL_COMM_ATTRIBUTE_RANK), i);
      assert_int_equal(all.ranks[i].attribute(GRIDCALL_COMM_ATTRIBUTE_COUNT), kRanks);
    }
    all.sums(kRanks);
  }
  {
    Many turned({3, 1}, {1, 0}, nullptr, 2);
    assert_int_equal(turned.ranks[0].attribute(GRIDCALL_COMM_ATTRIBUTE_RANK), 1);
    turned.sums(2);
  }
  Many alone({2}, {}, nullptr, 1);
  assert_int_equal(alone.ranks[0].attribute(GRIDCALL_COMM_ATTRIBUTE_ENGINE), GRIDCALL_COMM_ENGINE_NONE);
}

// Two callers with two GPUs each, as two processes would be.
void many_ranks_of_several_callers(void**) {
  const Id id;
  in_threads(2, [&](unsigned i) {
    Many mine({i, i + 2}, {i, i + 2}, &id, kRanks);
    mine.sums(kRanks);
  });
}

// The ranks of one process wait for each other's signatures in one call.
void many_ranks_checked(void**) {
  gc_comm_options options = limited(5, 5);
  options.flags = GRIDCALL_COMM_CHECKED;
  for (const int is_deferred : {0, 1}) {
    fake_nccl()->defer(is_deferred);
    const auto begin = Clock::now();
    {
      Many all({0, 1, 2, 3}, {}, nullptr, kRanks, options);
      all.sums(kRanks);
    }
    const Id id;
    in_threads(2, [&](unsigned i) {
      Many mine({i, i + 2}, {i, i + 2}, &id, kRanks, options);
      mine.sums(kRanks);
    });
    within("checked groups", begin, 3);
  }
  fake_nccl()->defer(0);
}

// The ranks come to each step in many orders: what one of them sent is never read before it is there.
void ranks_in_any_order(void**) {
  gc_comm_options options = limited(20, 20);
  options.flags = GRIDCALL_COMM_CHECKED;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    fake_nccl()->delay(seed);
    fake_nccl()->defer(seed % 3 != 0);
    const Id id;
    in_threads(2, [&](unsigned i) {
      Many mine({i, i + 2}, {i, i + 2}, &id, kRanks, options);
      for (int again = 0; again < 3; ++again) mine.sums(kRanks);
    });
    Ranks single(kRanks, options);
    single.each([](Rank& me) {
      gc_mem* mem = me.mem_of(std::vector<float>(4, 1));
      for (int again = 0; again < 3; ++again) all_reduce(me, mem);
      MUST(gc_comm_barrier(me.comm, me.stream, error));
      me.synchronize();
      expect<float>("in any order", me.values_of<float>(mem, 4), [](std::size_t) { return 64; });
      gc_mem_release(mem);
    });
  }
  fake_nccl()->delay(0);
  fake_nccl()->defer(0);
}

// One process with two GPUs, and two with one each.
void many_ranks_beside_single_ones(void**) {
  const Id id;
  const gc_comm_options options = limited(5, 5);
  in_threads(3, [&](unsigned i) {
    if (i == 0) {
      Many mine({0, 1}, {0, 1}, &id, kRanks, options);
      mine.sums(kRanks);
      return;
    }
    Rank me;
    me.rank = i + 1;
    me.context = contexts[me.rank];
    me.create(id.bytes, kRanks, options);
    gc_mem* mem = me.mem_of(source<std::int32_t>(me.rank, 5));
    MUST(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 5, GRIDCALL_SCALAR_TYPE_INT32,
                            GRIDCALL_COMM_REDUCTION_SUM, me.stream, error));
    me.synchronize();
    gc_mem_release(mem);
    me.release();
  });
}

void one_rank_needs_no_engine(void**) {
  gc_comm* comm = nullptr;
  MUST(gc_comm_create(contexts[0], nullptr, 0, 0, 1, nullptr, &comm, error));
  Rank me;
  me.context = contexts[0];
  me.comm = comm;
  assert_int_equal(me.attribute(GRIDCALL_COMM_ATTRIBUTE_ENGINE), GRIDCALL_COMM_ENGINE_NONE);
  gc_mem* src = me.mem_of(source<float>(3, 9));
  gc_mem* dst = me.mem(64);
  MUST(gc_comm_all_reduce(comm, dst, 0, src, 0, 9, GRIDCALL_SCALAR_TYPE_FLOAT32, GRIDCALL_COMM_REDUCTION_AVG,
                          nullptr, error));
  MUST(gc_context_synchronize(contexts[0], error));
  expect<float>("alone", me.values_of<float>(dst, 9), [](std::size_t i) { return element<float>(3, i); });
  REFUSED(gc_comm_send(comm, src, 0, 9, GRIDCALL_SCALAR_TYPE_FLOAT32, 0, nullptr, error), INVALID_ARGUMENT,
          "its send has no recv");
  std::int32_t done = 0;
  MUST(gc_comm_finalize(comm, 0, &done, error));
  assert_int_equal(done, 1);
  REFUSED(gc_comm_barrier(comm, nullptr, error), INVALID_STATE, "was finalized");
  for (gc_mem* mem : {src, dst}) gc_mem_release(mem);
  gc_comm_release(comm);
}

// The graph holds the communicator and runs the operation each time.
void graphs(void**) {
  Ranks all;
  all.each([](Rank& me) {
    gc_mem* mem = me.mem_of(std::vector<std::int32_t>{1});
    MUST(gc_stream_begin_capture(me.stream, GRIDCALL_CAPTURE_MODE_RELAXED, error));
    MUST(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 1, GRIDCALL_SCALAR_TYPE_INT32, 0, me.stream, error));
    gc_graph* graph = nullptr;
    MUST(gc_stream_end_capture(me.stream, &graph, error));
    if (me.values_of<std::int32_t>(mem, 1)[0] != 1) std::abort();
    std::int32_t done = 0;
    REFUSED(gc_comm_finalize(me.comm, 0, &done, error), INVALID_STATE, "a graph holds the communicator");
    MUST(gc_graph_launch(graph, me.stream, error));
    // The host function of a graph of the fake runs at once; the last rank's moves the data.
    wait_until("all ranks have launched",
               [&] { return me.values_of<std::int32_t>(mem, 1)[0] == static_cast<int>(kRanks); });
    me.synchronize();
    gc_graph_release(graph);
    gc_mem_release(mem);
  });
  gc_handle_collect(nullptr);
}

void current_context_stays(void**) {
  Ranks all;
  all.each([](Rank& me) {
    void* const none = fake->current();
    gc_mem* mem = me.mem_of(source<float>(me.rank, 4));
    MUST(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 4, GRIDCALL_SCALAR_TYPE_FLOAT32, 0, me.stream, error));
    if (fake->current() != none || fake->stack_depth() != 0) std::abort();
    // The rank's own is current, and NCCL makes another one so.
    MUST(gc_context_push(me.context, error));
    void* const own = fake->current();
    MUST(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 4, GRIDCALL_SCALAR_TYPE_FLOAT32, 0, me.stream, error));
    std::int32_t done = 0;
    MUST(gc_comm_finalize(me.comm, 0, &done, error));
    if (!done || fake->current() != own || fake->stack_depth() != 1) std::abort();
    MUST(gc_context_pop(me.context, error));
    me.synchronize();
    gc_mem_release(mem);
  });
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(reductions, nothing_left),
      cmocka_unit_test_teardown(moves, nothing_left),
      cmocka_unit_test_teardown(parts_of_types, nothing_left),
      cmocka_unit_test_teardown(float8, nothing_left),
      cmocka_unit_test_teardown(a_group_of_devices, nothing_left),
      cmocka_unit_test_teardown(parts_of_ranks, nothing_left),
      cmocka_unit_test_teardown(a_rank_in_no_part, nothing_left),
      cmocka_unit_test_teardown(attributes_of_the_machine, nothing_left),
      cmocka_unit_test_teardown(many_ranks_by_one_call, nothing_left),
      cmocka_unit_test_teardown(many_ranks_of_several_callers, nothing_left),
      cmocka_unit_test_teardown(many_ranks_checked, nothing_left),
      cmocka_unit_test_teardown(ranks_in_any_order, nothing_left),
      cmocka_unit_test_teardown(many_ranks_beside_single_ones, nothing_left),
      cmocka_unit_test_teardown(one_rank_needs_no_engine, nothing_left),
      cmocka_unit_test_teardown(graphs, nothing_left),
      cmocka_unit_test_teardown(current_context_stays, nothing_left),
  };
  return cmocka_run_group_tests_name("comm_operations", tests, open_contexts, nullptr);
}
