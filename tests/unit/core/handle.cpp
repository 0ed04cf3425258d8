// SPDX-License-Identifier: Apache-2.0
//
// The handle table: what is no live handle of the right type is found out, and an object outlives every call
// that looked it up.

#include "core/handle.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "support/cmocka.h"
#include "support/sanitized.h"

namespace {

using namespace gridcall::core;

std::atomic<int> alive{0};

struct Thing final : Object {
  explicit Thing(std::uint64_t word = 0) : canary(~word), mark(word) { ++alive; }
  ~Thing() override {
    canary = 0;
    --alive;
  }
  volatile std::uint64_t canary;
  std::uint64_t mark;
};

HandleValue create(HandleType type = HandleType::kMem) {
  return handle_create(type, new Thing);
}

Object* find(HandleValue handle, HandleType type = HandleType::kMem) {
  const Epoch epoch;
  return handle_find(handle, type);
}

void finds_only_what_lives(void**) {
  const HandleValue handle = create();
  assert_non_null(find(handle));
  assert_null(find(handle, HandleType::kStream));
  assert_null(find(0));
  assert_true(handle_release(handle, HandleType::kMem));
  assert_null(find(handle));
  assert_false(handle_release(handle, HandleType::kMem));
  handle_collect();
  assert_int_equal(alive, 0);
}

void release_wants_the_type(void**) {
  const HandleValue handle = create();
  assert_false(handle_release(handle, HandleType::kStream));
  assert_false(handle_release(0, HandleType::kMem));
  assert_non_null(find(handle));
  assert_true(handle_release(handle, HandleType::kMem));
  handle_collect();
}

void every_flipped_bit_is_found_out(void**) {
  std::vector<HandleValue> handles;
  for (int i = 0; i < 3000; ++i) handles.push_back(create());
  for (int pass = 0; pass < 2; ++pass) {
    for (const HandleValue handle : handles) {
      const Epoch epoch;
      Object* own = handle_find(handle, HandleType::kMem);
      for (int bit = 0; bit < 64; ++bit) {
        Object* other = handle_find(handle ^ (HandleValue{1} << bit), HandleType::kMem);
        // An index bit may hit another live handle only if its generation is the same by chance: never
        // itself.
        assert_true(!other || other != own);
      }
    }
    if (pass == 0) {
      // Half of them stale.
      for (std::size_t i = 0; i < handles.size(); i += 2) handle_release(handles[i], HandleType::kMem);
      handle_collect();
      for (std::size_t i = 0; i < handles.size(); i += 2) assert_null(find(handles[i]));
      for (std::size_t i = 0; i < handles.size(); i += 2) handles[i] = create();
    }
  }
  for (const HandleValue handle : handles) handle_release(handle, HandleType::kMem);
  handle_collect();
  assert_int_equal(alive, 0);
}

void random_values_are_no_handles(void**) {
  const HandleValue handle = create();
  std::mt19937_64 random(7);
  for (int i = 0; i < 2'000'000; ++i) assert_null(find(random()));
  for (HandleValue i = 0; i < 100'000; ++i) assert_null(find(i));
  handle_release(handle, HandleType::kMem);
  handle_collect();
}

void says_what_a_value_is(void**) {
  const HandleValue stream = create(HandleType::kStream);
  assert_true(handle_diagnose(0, HandleType::kMem).verdict == HandleVerdict::kNull);
  auto diagnosis = handle_diagnose(stream, HandleType::kMem);
  assert_true(diagnosis.verdict == HandleVerdict::kWrongType && diagnosis.actual == HandleType::kStream);
  // A generation that no live handle has, and one that the slot has not come to.
  for (const int bit : {32, 45})
    assert_true(handle_diagnose(stream ^ (HandleValue{1} << bit), HandleType::kStream).verdict ==
                HandleVerdict::kForeign);
  handle_release(stream, HandleType::kStream);
  diagnosis = handle_diagnose(stream, HandleType::kMem);
  assert_true(diagnosis.verdict == HandleVerdict::kReleased && diagnosis.actual == HandleType::kStream);
  int local = 0;
  assert_true(handle_diagnose(reinterpret_cast<std::uintptr_t>(&local), HandleType::kMem).verdict ==
              HandleVerdict::kForeign);
  handle_collect();
}

void a_slot_is_used_again_under_another_value(void**) {
  HandleValue last = create();
  for (int i = 0; i < 10'000; ++i) {
    handle_release(last, HandleType::kMem);
    handle_collect();
    const HandleValue next = create();
    assert_true(next != last);
    assert_null(find(last));
    last = next;
  }
  handle_release(last, HandleType::kMem);
  handle_collect();
}

std::uint32_t index_of(HandleValue handle) {
  return static_cast<std::uint32_t>(handle ^ detail::handle_secret) & ((1u << kHandleIndexBits) - 1);
}

// Its old values would come to mean other objects.
void a_slot_ends_with_its_last_generation(void**) {
  const HandleValue first = create();
  const std::uint32_t index = index_of(first);
  handle_release(first, HandleType::kMem);
  handle_collect();
  HandleSlot& slot = detail::handle_chunks[index / kSlotsPerChunk].load()[index % kSlotsPerChunk];
  slot.tag = std::uint64_t{0xfffffffc} << kHandleTypeBits;
  bool again = false;
  for (int round = 0; round < 2; ++round) {
    std::vector<HandleValue> handles;
    again = false;
    while (handles.size() < 5000 && !again) {
      handles.push_back(create());
      again = index_of(handles.back()) == index;
    }
    assert_int_equal(again, round == 0);
    if (again) assert_non_null(find(handles.back()));
    for (const HandleValue handle : handles) handle_release(handle, HandleType::kMem);
    if (again) assert_null(find(handles.back()));
    handle_collect();
  }
  assert_int_equal(alive, 0);
}

void a_call_keeps_what_it_looked_up(void**) {
  const HandleValue handle = create();
  std::atomic<int> step{0};
  std::thread caller([&] {
    const Epoch epoch;
    auto* thing = static_cast<Thing*>(handle_find(handle, HandleType::kMem));
    step = 1;
    while (step != 2) std::this_thread::yield();
    assert_int_equal(thing->canary, ~std::uint64_t{0});
    assert_null(handle_find(handle, HandleType::kMem));
  });
  while (step != 1) std::this_thread::yield();
  handle_release(handle, HandleType::kMem);
  handle_collect();
  assert_int_equal(alive, 1);
  // A call that begins later does not hold it up.
  {
    const Epoch later;
    handle_collect();
    assert_int_equal(alive, 1);
  }
  step = 2;
  caller.join();
  handle_collect();
  assert_int_equal(alive, 0);
}

// A call that waits for a device leaves its epoch, so that other threads' releases are not held up.
void collecting_waits_a_while_for_calls(void**) {
  const HandleValue handle = create();
  std::atomic<int> step{0};
  std::thread caller([&] {
    const Epoch epoch;
    if (!handle_find(handle, HandleType::kMem)) std::abort();
    step = 1;
    while (step != 2) std::this_thread::yield();
  });
  while (step != 1) std::this_thread::yield();
  handle_release(handle, HandleType::kMem);
  handle_collect_after_calls();  // gives up: the call does not end
  assert_int_equal(alive, 1);
  step = 2;
  caller.join();
  handle_collect_after_calls();
  assert_int_equal(alive, 0);
}

void a_waiting_call_holds_up_nothing(void**) {
  const HandleValue handle = create();
  std::atomic<int> step{0};
  std::thread caller([&] {
    const Epoch epoch;
    assert_non_null(handle_find(handle, HandleType::kMem));
    {
      const EpochPause pause;
      {
        const EpochPause inside;  // changes nothing
      }
      step = 1;
      while (step != 2) std::this_thread::yield();
    }
    assert_null(handle_find(handle, HandleType::kMem));
    step = 3;
    while (step != 4) std::this_thread::yield();
  });
  while (step != 1) std::this_thread::yield();
  handle_release(handle, HandleType::kMem);
  handle_collect();
  assert_int_equal(alive, 0);
  // After the wait it counts again.
  const HandleValue other = create();
  step = 2;
  while (step != 3) std::this_thread::yield();
  handle_release(other, HandleType::kMem);
  handle_collect();
  assert_int_equal(alive, 1);
  step = 4;
  caller.join();
  handle_collect();
  assert_int_equal(alive, 0);
}

// handle_collect_all does not return while another thread still drops what it took from the list.
void collecting_all_waits_for_other_threads(void**) {
  static std::atomic<bool> inside, go;
  struct Slow final : Object {
    ~Slow() override {
      inside = true;
      while (!go) std::this_thread::yield();
      --alive;
    }
  };
  inside = go = false;
  ++alive;
  handle_release(handle_create(HandleType::kMem, new Slow), HandleType::kMem);
  std::thread first([] { handle_collect(); });
  while (!inside) std::this_thread::yield();
  handle_collect();  // does not wait
  assert_int_equal(alive, 1);
  std::thread later([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    go = true;
  });
  handle_collect_all();
  assert_int_equal(alive, 0);
  first.join();
  later.join();
}

// The error for "no memory for an error" stays, however often it is released.
void the_permanent_handle_outlives_its_release(void**) {
  const auto before = handle_count();
  const HandleValue handle = handle_make_permanent(HandleType::kError, new Thing);
  assert_int_not_equal(handle, 0);
  assert_int_equal(handle_count(), before);
  for (int i = 0; i < 3; ++i) {
    assert_true(handle_release(handle, HandleType::kError));
    handle_collect();
    const Epoch epoch;
    assert_non_null(handle_find(handle, HandleType::kError));
    assert_null(handle_find(handle, HandleType::kMem));
  }
  assert_false(handle_release(handle, HandleType::kMem));
  --alive;  // it stays
}

// Slots that a thread keeps aside for itself come back when it ends: 2,000 threads of 20 handles each do not
// need more than a few hundred.
void a_thread_leaves_no_slots_behind(void**) {
  std::uint32_t chunk_of_first = 0, chunk_of_last = 0;
  for (int round = 0; round < 2000; ++round)
    std::thread([&] {
      std::vector<HandleValue> handles;
      for (int i = 0; i < 20; ++i) handles.push_back(create());
      const auto index =
          static_cast<std::uint32_t>(handles.back() ^ detail::handle_secret) & ((1u << kHandleIndexBits) - 1);
      (round == 0 ? chunk_of_first : chunk_of_last) = index / kSlotsPerChunk;
      for (const HandleValue handle : handles) handle_release(handle, HandleType::kMem);
      handle_collect();
    }).join();
  assert_true(chunk_of_last <= chunk_of_first + 1);
  assert_int_equal(alive, 0);
}

void counts_all_but_devices(void**) {
  const auto before = handle_count();
  const HandleValue mem = create(), error = create(HandleType::kError);
  assert_int_equal(handle_count(), before + 2);
  handle_release(mem, HandleType::kMem);
  handle_release(error, HandleType::kError);
  assert_int_equal(handle_count(), before);
  handle_collect();
}

// Threads look up, release and make handles that they share; every object looked up must be whole.
void threads_never_see_a_dead_object(void**) {
  constexpr int kShared = 64;
  std::atomic<HandleValue> shared[kShared];
  for (auto& slot : shared) slot = handle_create(HandleType::kMem, new Thing(1));
  std::atomic<std::uint64_t> found{0}, broken{0}, released{0};
  const auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < 60'000; ++i) {
      auto& slot = shared[random() % kShared];
      if (random() % 4 != 0) {
        const Epoch epoch;
        if (auto* thing = static_cast<Thing*>(handle_find(slot.load(), HandleType::kMem))) {
          ++found;
          for (int again = 0; again < 4; ++again)
            if (thing->canary != ~thing->mark) ++broken;
        }
      } else {
        const HandleValue fresh = handle_create(HandleType::kMem, new Thing(random()));
        if (handle_release(slot.exchange(fresh), HandleType::kMem)) ++released;
        if (random() % 8 == 0) handle_collect();
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i) threads.emplace_back(work, i + 1);
  for (auto& thread : threads) thread.join();
  assert_int_equal(broken, 0);
  assert_true(found > 1000 && released > 1000);
  for (auto& slot : shared) handle_release(slot, HandleType::kMem);
  handle_collect();
  assert_int_equal(alive, 0);
}

// One release among several threads wins.
void only_one_release_counts(void**) {
  for (int round = 0; round < 500; ++round) {
    const HandleValue handle = create();
    std::atomic<int> wins{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&] { wins += handle_release(handle, HandleType::kMem); });
    for (auto& thread : threads) thread.join();
    assert_int_equal(wins, 1);
  }
  handle_collect();
  assert_int_equal(alive, 0);
}

void what_a_check_costs(void**) {
  const HandleValue handle = create();
  constexpr int kRounds = kIsSanitized ? 1'000 : 2'000'000;
  const auto start = std::chrono::steady_clock::now();
  std::uintptr_t sum = 0;
  for (int i = 0; i < kRounds; ++i) {
    const Epoch epoch;
    sum += reinterpret_cast<std::uintptr_t>(handle_find(handle, HandleType::kMem));
  }
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  assert_true(sum != 0);
  std::printf("# METRIC handle_check_ns %.1f\n", time.count() / kRounds);
  handle_release(handle, HandleType::kMem);
  handle_collect();
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(finds_only_what_lives),
      cmocka_unit_test(release_wants_the_type),
      cmocka_unit_test(every_flipped_bit_is_found_out),
      cmocka_unit_test(random_values_are_no_handles),
      cmocka_unit_test(says_what_a_value_is),
      cmocka_unit_test(a_slot_is_used_again_under_another_value),
      cmocka_unit_test(a_slot_ends_with_its_last_generation),
      cmocka_unit_test(a_call_keeps_what_it_looked_up),
      cmocka_unit_test(collecting_waits_a_while_for_calls),
      cmocka_unit_test(a_waiting_call_holds_up_nothing),
      cmocka_unit_test(collecting_all_waits_for_other_threads),
      cmocka_unit_test(the_permanent_handle_outlives_its_release),
      cmocka_unit_test(a_thread_leaves_no_slots_behind),
      cmocka_unit_test(counts_all_but_devices),
      cmocka_unit_test(threads_never_see_a_dead_object),
      cmocka_unit_test(only_one_release_counts),
      cmocka_unit_test(what_a_check_costs),
  };
  return cmocka_run_group_tests_name("core_handle", tests, nullptr, nullptr);
}
