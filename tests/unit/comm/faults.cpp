// SPDX-License-Identifier: Apache-2.0
//
// Faults of communicators: each in the time and with the words that are promised.

#include <atomic>

#include "fixture.h"

namespace {

constexpr gc_scalar_type kFloat = GRIDCALL_SCALAR_TYPE_FLOAT32;

// Rank 0 calls, the others do not.
void a_late_rank(void**) {
  Ranks all(kRanks, limited(0, 0.4));
  const Rank& me = all.ranks[0];
  gc_mem* mem = me.mem(64);
  const auto begin = Clock::now();
  all_reduce(me, mem);
  REFUSED(gc_stream_synchronize(me.stream, error), COMM_TIMEOUT,
          "operation 1, all_reduce of 4 float32 (SUM) of rank 0 of 4|within 0.4 s|timeout_nanoseconds");
  within("the timeout", begin, 0.4 + 2);
  // It is told once; then the stream works.
  MUST(gc_stream_synchronize(me.stream, error));
  REFUSED(gc_comm_barrier(me.comm, me.stream, error), INVALID_STATE,
          "rank 0 of 4 has failed: operation 1, all_reduce");
  std::int32_t done = 0;
  for (int i = 0; i < 2; ++i) REFUSED(gc_comm_query(me.comm, &done, error), COMM_TIMEOUT, "operation 1");
  assert_int_equal(me.attribute(GRIDCALL_COMM_ATTRIBUTE_STATE), GRIDCALL_COMM_STATE_FAILED);
  assert_int_equal(me.attribute(GRIDCALL_COMM_ATTRIBUTE_ERROR_STATUS), GRIDCALL_ERROR_COMM_TIMEOUT);
  gc_mem_release(mem);
}

// Every way to wait for the stream is told, and no garbage passes as data.
void every_wait_is_told(void**) {
  for (int way = 0; way < 4; ++way) {
    Ranks all(2, limited(0, 0.2));
    const Rank& me = all.ranks[0];
    gc_mem* mem = me.mem(64);
    gc_event* event = nullptr;
    MUST(gc_event_create(me.context, nullptr, &event, error));
    all_reduce(me, mem);
    MUST(gc_event_record(event, me.stream, error));
    float values[4];
    std::int32_t done = 0;
    switch (way) {
      case 0:
        REFUSED(gc_context_synchronize(me.context, error), COMM_TIMEOUT, "all_reduce");
        break;
      case 1:
        REFUSED(gc_event_synchronize(event, error), COMM_TIMEOUT, "all_reduce");
        break;
      case 2:
        REFUSED(gc_memcpy_dtoh(values, mem, 0, sizeof values, me.stream, error), COMM_TIMEOUT, "all_reduce");
        break;
      default:
        wait_until("the stream is told", [&] {
          gc_error* error = nullptr;
          const gc_status status = gc_stream_query(me.stream, &done, &error);
          gc_error_release(error);
          return status == GRIDCALL_ERROR_COMM_TIMEOUT;
        });
    }
    MUST(gc_stream_synchronize(me.stream, error));
    gc_event_release(event);
    gc_mem_release(mem);
  }
}

void abort_while_a_thread_waits(void**) {
  Ranks all;
  const Rank& me = all.ranks[1];
  gc_mem* mem = me.mem(64);
  all_reduce(me, mem);
  std::thread waits([&] {
    REFUSED(gc_stream_synchronize(me.stream, error), COMM_ABORTED,
            "gc_comm_abort ended the communicator of rank 1 of 4");
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto begin = Clock::now();
  gc_comm* both[] = {all.ranks[0].comm, me.comm};
  MUST(gc_comm_abort(both, 2, error));
  waits.join();
  within("the abort", begin, 5);
  MUST(gc_comm_abort(both, 2, error));
  REFUSED(gc_comm_barrier(me.comm, me.stream, error), INVALID_STATE, "was aborted");
  assert_int_equal(me.attribute(GRIDCALL_COMM_ATTRIBUTE_STATE), GRIDCALL_COMM_STATE_ABORTED);
  gc_mem_release(mem);
}

void a_call_that_hangs(void**) {
  for (const bool aborts : {true, false}) {
    Ranks all(2, limited(0, aborts ? 60 : 0.3));
    const Rank& me = all.ranks[0];
    gc_mem* mem = me.mem(64);
    fake_nccl()->hang(1);
    const auto begin = Clock::now();
    std::thread calls([&] {
      check_refused("all_reduce", aborts ? GRIDCALL_ERROR_COMM_ABORTED : GRIDCALL_ERROR_COMM_TIMEOUT,
                    aborts ? "gc_comm_abort" : "has not returned from a call", [&](gc_error** error) {
                      return gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 4, kFloat, 0, me.stream, error);
                    });
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (aborts) MUST(gc_comm_abort(&me.comm, 1, error));
    calls.join();
    within("the call", begin, aborts ? 5 : 2.3);
    fake_nccl()->hang(0);
    gc_mem_release(mem);
  }
}

void an_error_that_comes_later(void**) {
  Ranks all(2);
  const Rank& me = all.ranks[0];
  gc_mem* mem = me.mem(64);
  all_reduce(me, mem);
  const auto begin = Clock::now();
  fake_nccl()->set_async_error(6);
  REFUSED(gc_stream_synchronize(me.stream, error), COMM_PEER_LOST, "NCCL 2.18|remote process exited");
  within("the error", begin, 1);
  fake_nccl()->set_async_error(0);
  gc_mem_release(mem);
}

void an_engine_that_refuses(void**) {
  Ranks all(2);
  const Rank& me = all.ranks[0];
  gc_mem* mem = me.mem(64);
  fake_nccl()->fail_next(3);
  REFUSED(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 4, kFloat, 0, me.stream, error), COMM,
          "ncclAllReduce of NCCL 2.18|returned 3|the test asked for this failure|rank 0 of 2");
  REFUSED(gc_comm_barrier(me.comm, me.stream, error), INVALID_STATE, "has failed");
  gc_mem_release(mem);
}

void ranks_that_never_come(void**) {
  const Id id;
  gc_comm* comm = nullptr;
  const gc_comm_options options = limited(0.3, 0);
  const auto begin = Clock::now();
  REFUSED(gc_comm_create(contexts[0], id.bytes, sizeof id.bytes, 0, 2, &options, &comm, error), COMM_TIMEOUT,
          "not all ranks came within 0.3 s|rank 0 of 2");
  within("the creation", begin, 2.3);
  REFUSED(gc_comm_create(contexts[0], id.bytes, sizeof id.bytes, 0, 2, &options, &comm, error), INVALID_STATE,
          "`id` was used for rank 0");
}

void wrong_ids(void**) {
  gc_comm* comm = nullptr;
  Id id;
  REFUSED(gc_comm_create(contexts[0], id.bytes, 255, 0, 1, nullptr, &comm, error), INVALID_ARGUMENT,
          "`id` has 255 bytes");
  REFUSED(gc_comm_create(contexts[0], id.bytes, 256, 2, 2, nullptr, &comm, error), OUT_OF_RANGE,
          "`rank` is 2|`count` 2");
  REFUSED(gc_comm_create(contexts[0], nullptr, 0, 0, 2, nullptr, &comm, error), INVALID_ARGUMENT,
          "`id` is empty");
  id.bytes[100] ^= 1;
  REFUSED(gc_comm_create(contexts[0], id.bytes, 256, 0, 1, nullptr, &comm, error), INVALID_ARGUMENT,
          "damaged");
  gc_context* own = nullptr;
  gc_device* device = nullptr;
  MUST(gc_device_find("gpu:0", &device, error));
  MUST(gc_context_create(device, nullptr, &own, error));
  const Id good;
  REFUSED(gc_comm_create(own, good.bytes, 256, 0, 1, nullptr, &comm, error), WRONG_CONTEXT,
          "primary context");
  gc_context_release(own);
}

// A communicator that cannot be made wholly leaves nothing, and nothing is written.
void many_that_cannot_be(void**) {
  gc_comm* const before = reinterpret_cast<gc_comm*>(contexts);
  gc_comm* made[kRanks] = {before, before, before, before};
  const std::uint64_t handles = gc_handle_count(), live = fake_nccl()->live();
  const gc_comm_options options = limited(0.3, 0);
  Id id;
  const auto refuses = [&](gc_status status, const char* words, const std::vector<gc_context*>& chosen,
                           const std::vector<std::uint32_t>& ranks, const Id* with, std::uint32_t count) {
    check_refused("gc_comm_create_many", status, words, [&](gc_error** error) {
      return gc_comm_create_many(chosen.data(), chosen.size(), ranks.data(), ranks.size(),
                                 with ? with->bytes : nullptr, with ? sizeof with->bytes : 0, count, &options,
                                 made, error);
    });
    for (gc_comm* each : made) assert_ptr_equal(each, before);
    assert_int_equal(gc_handle_count(), handles);
  };
  gc_context *const a = contexts[0], *const b = contexts[1];
  refuses(GRIDCALL_ERROR_INVALID_ARGUMENT, "`context_count` is 0", {}, {}, nullptr, 1);
  refuses(GRIDCALL_ERROR_INVALID_ARGUMENT, "`rank_count` is 1|`context_count` 2", {a, b}, {0}, nullptr, 2);
  refuses(GRIDCALL_ERROR_INVALID_ARGUMENT, "`id` is empty|`count` is 3|`context_count` 2", {a, b}, {},
          nullptr, 3);
  refuses(GRIDCALL_ERROR_INVALID_ARGUMENT, "`context_count` is 2|`count` 1", {a, b}, {}, &id, 1);
  refuses(GRIDCALL_ERROR_INVALID_ARGUMENT, "`ranks[1]` is 1, as `ranks[0]`", {a, b}, {1, 1}, &id, 4);
  refuses(GRIDCALL_ERROR_OUT_OF_RANGE, "`ranks[1]` is 4|`count` 4", {a, b}, {0, 4}, &id, 4);
  refuses(GRIDCALL_ERROR_INVALID_HANDLE, "`contexts[1]` is NULL", {a, nullptr}, {}, nullptr, 2);
  refuses(GRIDCALL_ERROR_COMM_MISMATCH, "`contexts[0]` and `contexts[2]`, ranks 3 and 2|PCI bus id",
          {a, b, a}, {3, 1, 2}, &id, 4);
  gc_context* own = nullptr;
  gc_device* device = nullptr;
  MUST(gc_device_find("gpu:1", &device, error));
  MUST(gc_context_create(device, nullptr, &own, error));
  const std::uint64_t without_own = gc_handle_count();
  check_refused("an own context", GRIDCALL_ERROR_WRONG_CONTEXT, "`contexts[1]` is not the primary context",
                [&](gc_error** error) {
                  gc_context* const two[] = {a, own};
                  return gc_comm_create_many(two, 2, nullptr, 0, nullptr, 0, 2, &options, made, error);
                });
  assert_int_equal(gc_handle_count(), without_own);
  gc_context_release(own);

  // The engine refuses the third, or two ranks do not come.
  fake_nccl()->fail_init(3);
  refuses(GRIDCALL_ERROR_COMM, "ncclCommInitRankConfig|returned 2|the test refuses this rank|rank 2 of 4",
          {a, b, contexts[2], contexts[3]}, {}, nullptr, 4);
  assert_int_equal(fake_nccl()->made_by_group(), 2);  // the group was closed
  wait_until("what was made is given back", [&] { return fake_nccl()->live() == live; });
  const auto begin = Clock::now();
  refuses(GRIDCALL_ERROR_COMM_TIMEOUT, "not all ranks came within 0.3 s|2 ranks of this process|rank 0 of 4",
          {a, b}, {}, &id, 4);
  within("the creation", begin, 2.3);
  refuses(GRIDCALL_ERROR_INVALID_STATE, "`id` was used for rank 1", {a, b}, {1, 2}, &id, 4);
  wait_until("what was made is given back", [&] { return fake_nccl()->live() == live; });
}

void counts_that_differ(void**) {
  const Id id;
  std::atomic<int> mismatches{0};
  in_threads(2, [&](unsigned i) {
    gc_comm* comm = nullptr;
    gc_error* error = nullptr;
    const gc_comm_options options = limited(0.5, 0);
    mismatches += gc_comm_create(contexts[i], id.bytes, 256, i, 2 + i, &options, &comm, &error) ==
                  GRIDCALL_ERROR_COMM_MISMATCH;
    gc_error_release(error);
  });
  assert_int_equal(mismatches.load(), 1);  // the later one; the other waits for the rest
}

// Also where NCCL puts on the stream later what it was given.
void ranks_that_call_differently(void**) {
  gc_comm_options options = limited(0, 5);
  options.flags = GRIDCALL_COMM_CHECKED;
  for (const int is_deferred : {0, 1}) {
    fake_nccl()->defer(is_deferred);
    Ranks all(2, options);
    all.each([](Rank& me) {
      gc_mem* mem = me.mem(64);
      all_reduce(me, mem, 4);
      me.synchronize();
      const auto begin = Clock::now();
      const std::string words = "operation 2: rank " + std::to_string(me.rank) + " calls all_reduce of " +
                                std::to_string(4 + me.rank) + " float32 (SUM), rank " +
                                std::to_string(1 - me.rank) + " calls all_reduce of " +
                                std::to_string(5 - me.rank) + " float32 (SUM): no data";
      REFUSED(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 4 + me.rank, kFloat, 0, me.stream, error),
              COMM_MISMATCH, words.c_str());
      within("the mismatch", begin, 1);
      gc_mem_release(mem);
    });
  }
  fake_nccl()->defer(0);
}

void wrong_arguments(void**) {
  Ranks all(2);
  const Rank& me = all.ranks[0];
  gc_mem* mem = me.mem(64);
  gc_mem* foreign = all.ranks[1].mem(64);
  const auto operations = fake_nccl()->operations();
  const auto reduce = [&](gc_mem* dst, std::uint64_t at, std::uint64_t count, gc_error** error) {
    return gc_comm_all_reduce(me.comm, dst, at, mem, 0, count, kFloat, 0, me.stream, error);
  };
  REFUSED(reduce(mem, 2, 4, error), INVALID_ARGUMENT, "`dst_offset` is 2|multiple of 4");
  REFUSED(reduce(mem, 4, 4, error), INVALID_ARGUMENT, "`dst` and `src` overlap|same address");
  REFUSED(reduce(mem, 0, 17, error), OUT_OF_RANGE, "`count` 17|`dst`|64 bytes");
  REFUSED(reduce(mem, 0, UINT64_MAX, error), OUT_OF_RANGE, "`count` is 18446744073709551615");
  REFUSED(reduce(foreign, 0, 4, error), WRONG_CONTEXT, "`dst` belongs to");
  REFUSED(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 4, kFloat, 0, all.ranks[1].stream, error),
          WRONG_CONTEXT, "stream");
  REFUSED(gc_comm_broadcast(me.comm, mem, 0, mem, 0, 4, kFloat, 2, me.stream, error), OUT_OF_RANGE,
          "`root` is 2|2 ranks");
  REFUSED(gc_comm_send(me.comm, mem, 0, 4, kFloat, 9, me.stream, error), OUT_OF_RANGE, "`peer` is 9");
  REFUSED(gc_comm_all_gather(me.comm, mem, 0, mem, 16, 4, kFloat, me.stream, error), INVALID_ARGUMENT,
          "own slot");
  REFUSED(gc_comm_all_to_all(me.comm, mem, 0, mem, 0, 4, kFloat, me.stream, error), INVALID_ARGUMENT,
          "never works in place");
  REFUSED(gc_comm_reduce(me.comm, nullptr, 0, mem, 0, 4, kFloat, 0, 0, me.stream, error), INVALID_HANDLE,
          "`dst` is NULL");
  REFUSED(gc_comm_launch_group(nullptr, 0, error), INVALID_ARGUMENT, "`op_count` is 0");
  assert_int_equal(fake_nccl()->operations(), operations);
  gc_mem_release(mem);
  gc_mem_release(foreign);
}

// A release does not wait for other ranks; work that is queued has its time.
void release_is_local(void**) {
  const auto aborted = fake_nccl()->aborted();
  {
    Ranks all(2, limited(0, 0.3));
    Rank& me = all.ranks[1];
    gc_mem* mem = me.mem(64);
    all_reduce(me, mem);
    const auto begin = Clock::now();
    gc_comm_release(me.comm);
    me.comm = nullptr;
    within("the release", begin, 0.1);
    REFUSED(gc_stream_synchronize(me.stream, error), COMM_TIMEOUT, "operation 1");
    gc_mem_release(mem);
  }
  wait_until("both are given back", [] {
    gc_handle_collect(nullptr);
    return fake_nccl()->live() == 0;
  });
  if (fake_nccl()->aborted() == aborted) fail_msg("none was aborted");
}

void the_orderly_end(void**) {
  Ranks all(2);
  const auto destroyed = fake_nccl()->destroyed();
  std::int32_t done = 1;
  // The other one has not come yet.
  MUST(gc_comm_finalize(all.ranks[0].comm, kSecond / 10, &done, error));
  assert_int_equal(done, 0);
  assert_int_equal(all.ranks[0].attribute(GRIDCALL_COMM_ATTRIBUTE_STATE), GRIDCALL_COMM_STATE_FINALIZED);
  all.each([](Rank& me) {
    std::int32_t is_done = 0;
    MUST(gc_comm_finalize(me.comm, 0, &is_done, error));
    if (!is_done) std::abort();
    REFUSED(gc_comm_barrier(me.comm, me.stream, error), INVALID_STATE, "was finalized");
  });
  assert_int_equal(fake_nccl()->destroyed(), destroyed + 2);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(a_late_rank, nothing_left),
      cmocka_unit_test_teardown(every_wait_is_told, nothing_left),
      cmocka_unit_test_teardown(abort_while_a_thread_waits, nothing_left),
      cmocka_unit_test_teardown(a_call_that_hangs, nothing_left),
      cmocka_unit_test_teardown(an_error_that_comes_later, nothing_left),
      cmocka_unit_test_teardown(an_engine_that_refuses, nothing_left),
      cmocka_unit_test_teardown(ranks_that_never_come, nothing_left),
      cmocka_unit_test_teardown(wrong_ids, nothing_left),
      cmocka_unit_test_teardown(many_that_cannot_be, nothing_left),
      cmocka_unit_test_teardown(counts_that_differ, nothing_left),
      cmocka_unit_test_teardown(ranks_that_call_differently, nothing_left),
      cmocka_unit_test_teardown(wrong_arguments, nothing_left),
      cmocka_unit_test_teardown(release_is_local, nothing_left),
      cmocka_unit_test_teardown(the_orderly_end, nothing_left),
  };
  return cmocka_run_group_tests_name("comm_faults", tests, open_contexts, nullptr);
}
