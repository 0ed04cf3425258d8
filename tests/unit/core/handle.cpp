// SPDX-License-Identifier: Apache-2.0
//
// The handle table: what is no live handle of the right type is found out, and an object outlives every call
// that looked it up.

#include "core/handle.h"

#include <pthread.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <random>
#include <thread>
#include <vector>

#include "base/failure.h"
#include "base/process.h"
#include "base/status.h"
#include "support/cmocka.h"
#include "support/sanitized.h"

namespace {

// While it is set, memory that is requested without an exception is refused: the table requests all of its
// so.
std::atomic<bool> no_memory{false};

template <class Ask>
void* unless_short(Ask ask) noexcept {
  try {
    return no_memory ? nullptr : ask();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

bool is_starved() {
  return std::getenv("GRIDCALL_TEST_STARVED") != nullptr;
}

}  // namespace

void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return unless_short([&] { return ::operator new[](size); });
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return unless_short([&] { return ::operator new(size, alignment); });
}

// The table asks for it when the library is loaded. A starved process has no random numbers then, and the
// program has taken every key for data of threads.
extern "C" ssize_t getrandom(void* bytes, std::size_t size, unsigned flags) {
  if (!is_starved()) return ::syscall(SYS_getrandom, bytes, size, flags);
  pthread_key_t key;
  while (::pthread_key_create(&key, nullptr) == 0) {
  }
  errno = ENOSYS;
  return -1;
}

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

// The number that a released slot has now is no handle either.
void no_dead_generation_is_found(void**) {
  constexpr HandleValue kGeneration = HandleValue{1} << (kHandleIndexBits + kHandleTypeBits);
  const HandleValue handle = create();
  assert_false(handle_release(handle ^ kGeneration, HandleType::kMem));
  handle_release(handle, HandleType::kMem);
  const HandleValue dead = ((handle ^ detail::handle_secret) + kGeneration) ^ detail::handle_secret;
  assert_null(find(dead));
  assert_false(handle_release(dead, HandleType::kMem));
  handle_collect();
  assert_int_equal(alive, 0);
}

void finds_any_type(void**) {
  const HandleValue handle = create(HandleType::kStream);
  const auto of_type = [&](unsigned type) {
    const HandleValue mask = (HandleValue{1} << kHandleTypeBits) - 1;
    const HandleValue other = ((handle ^ detail::handle_secret) & ~(mask << kHandleIndexBits)) |
                              HandleValue{type} << kHandleIndexBits;
    return other ^ detail::handle_secret;
  };
  const auto find_any = [](HandleValue value) {
    const Epoch epoch;
    return handle_find_any(value);
  };
  assert_non_null(find_any(handle).object);
  assert_true(find_any(handle).type == HandleType::kStream);
  assert_null(find_any(0).object);
  for (unsigned type = 0; type < 1u << kHandleTypeBits; ++type) {
    if (type == static_cast<unsigned>(HandleType::kStream)) continue;
    assert_null(find_any(of_type(type)).object);
    if (type == 0 || type > static_cast<unsigned>(kLastHandleType))
      assert_true(handle_diagnose(of_type(type), HandleType::kMem).verdict == HandleVerdict::kForeign);
  }
  handle_release(handle, HandleType::kStream);
  handle_collect();
  assert_int_equal(alive, 0);
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
      // Half of them are stale.
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
  // It was released when a call looked for it, and nothing else can have come in its place.
  assert_true(handle_diagnose(stream, HandleType::kStream).verdict == HandleVerdict::kReleased);
  // An index that no slot has.
  const HandleValue last = (HandleValue{1} << kHandleIndexBits) - 1;
  const HandleValue none = ((stream ^ detail::handle_secret) | last) ^ detail::handle_secret;
  assert_true(handle_diagnose(none, HandleType::kStream).verdict == HandleVerdict::kForeign);
  assert_false(handle_release(none, HandleType::kStream));
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

// One value in 2^64 would read as NULL: it is not handed out.
void no_handle_reads_as_null(void**) {
  HandleValue first = 0, next = 0;
  const HandleValue secret = detail::handle_secret;
  // A thread of its own has no other slots aside.
  std::thread([&] {
    first = create();
    handle_release(first, HandleType::kMem);
    handle_collect();
    // The slot comes next, with the generation after next.
    detail::handle_secret = (first ^ secret) + (HandleValue{2} << (kHandleIndexBits + kHandleTypeBits));
    next = create();
  }).join();
  assert_int_not_equal(next, 0);
  assert_int_not_equal(index_of(next), index_of(first ^ secret ^ detail::handle_secret));
  assert_non_null(find(next));
  handle_release(next, HandleType::kMem);
  handle_collect();
  detail::handle_secret = secret;
  assert_int_equal(alive, 0);
}

// Runs what changes the table for ever in a process of its own.
template <class Case>
void in_child(Case&& run) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    run();
    std::exit(0);
  }
  int status = 0;
  assert_int_equal(::waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}

// Takes every free slot.
std::vector<HandleValue> take_all() {
  std::vector<HandleValue> handles;
  while (const HandleValue handle = handle_try_create(HandleType::kMem, new Thing)) handles.push_back(handle);
  assert_int_equal(alive, handles.size());  // the object of the one that was refused is gone
  return handles;
}
void release_all(const std::vector<HandleValue>& handles) {
  for (const HandleValue handle : handles) assert_true(handle_release(handle, HandleType::kMem));
  handle_collect();
  assert_int_equal(alive, 0);
}

void no_memory_for_a_handle(void**) {
  no_memory = true;
  std::vector<HandleValue> handles = take_all();
  assert_true(handles.size() > 16);
  gridcall::Status refused = gridcall::status::kOk;
  try {
    create();
  } catch (const gridcall::Failure& failure) {
    refused = failure.status;
  }
  assert_int_equal(refused, gridcall::status::kOutOfHostMemory);
  assert_int_equal(alive, handles.size());
  // A slot that becomes free is enough.
  handle_release(handles.back(), HandleType::kMem);
  handle_collect();
  handles.back() = create();
  no_memory = false;
  handles.push_back(create());
  release_all(handles);
}

void a_full_table_refuses(void**) {
  in_child([] {
    // As if other threads had added every chunk there can be, and not counted them yet.
    HandleSlot* const used = detail::handle_chunks[0];
    for (std::atomic<HandleSlot*>& chunk : detail::handle_chunks)
      if (!chunk) chunk = used;
    release_all(take_all());
    // One more: its last handle has the last index.
    detail::handle_chunks[kHandleChunks - 1] = nullptr;
    for (int round = 0; round < 2; ++round) {
      const std::vector<HandleValue> handles = take_all();
      std::uint32_t last = 0;
      for (const HandleValue handle : handles) last = std::max(last, index_of(handle));
      assert_int_equal(last, kHandleChunks * kSlotsPerChunk - 1);
      for (const HandleValue handle : handles) assert_non_null(find(handle));
      release_all(handles);
    }
  });
}

// A thread's first call may find no memory: it fails, what it releases goes, and the next one works.
void no_memory_for_a_thread(void**) {
  const HandleValue handle = create();
  std::atomic<int> inside{0};
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 64; ++i)
    threads.emplace_back([&] {
      const Epoch epoch;
      if (!epoch) std::abort();
      ++inside;
      while (!done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  while (inside != 64) std::this_thread::yield();
  no_memory = true;
  bool was_refused = false, is_left = false, works = false;
  std::thread([&] {
    {
      const Epoch epoch;
      was_refused = !epoch;
      const EpochPause pause;
    }
    handle_release(handle, HandleType::kMem);
    handle_collect();
    is_left = alive == 1;
    no_memory = false;
    const Epoch epoch;
    works = static_cast<bool>(epoch);
  }).join();
  done = true;
  for (std::thread& thread : threads) thread.join();
  assert_true(was_refused && is_left && works);
  handle_collect();
  assert_int_equal(alive, 0);
}

// Handles that an object's end releases are left to the next collection, for this one is under way.
void an_end_that_collects(void**) {
  static int left;
  struct Parent final : Object {
    explicit Parent(HandleValue of_child) : child(of_child) {}
    ~Parent() override {
      handle_release(child, HandleType::kMem);
      handle_collect();
      left = alive;
    }
    HandleValue child;
  };
  handle_release(handle_create(HandleType::kMem, new Parent(create())), HandleType::kMem);
  handle_collect();
  assert_int_equal(left, 1);
  assert_int_equal(alive, 1);
  handle_collect();
  assert_int_equal(alive, 0);
}

void some_at_a_time(void**) {
  for (int i = 0; i < 200; ++i) handle_release(create(), HandleType::kMem);
  for (const int left : {136, 72, 8, 0}) {
    handle_collect_some();
    assert_int_equal(alive, left);
  }
  handle_collect_some();
}

// Other threads may have been in the middle of anything.
void a_forked_child_drops_nothing(void**) {
  handle_release(create(), HandleType::kMem);
  gridcall::detail::forked = true;
  handle_collect();
  handle_collect_all();
  handle_collect_after_calls();
  assert_int_equal(alive, 1);
  gridcall::detail::forked = false;
  handle_collect_after_calls();
  assert_int_equal(alive, 0);
}

// At the exit of a process a call that is under way gets a moment, and no more.
void exit_waits_a_moment(void**) {
  for (const int milliseconds : {0, 20, 60'000})
    in_child([&] {
      gridcall::process_watch();
      std::atomic<bool> inside{false};
      std::thread([&] {
        const Epoch epoch;
        inside = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      }).detach();
      while (!inside) std::this_thread::yield();
      std::exit(0);
    });
}

// The process of the next test.
int run_starved() {
  const HandleValue first = create();
  if (detail::handle_secret == 0 || !find(first) || find(first, HandleType::kStream)) return 1;
  std::atomic<int> found{0};
  for (int i = 0; i < 100; ++i)
    std::thread([&] {
      const HandleValue handle = create();
      if (find(handle) && find(first)) ++found;
      handle_release(handle, HandleType::kMem);
      handle_collect();
    }).join();
  handle_release(first, HandleType::kMem);
  handle_collect();
  // It ends as a child of a fork.
  if (!gridcall::process_watch()) return 2;
  gridcall::detail::forked = true;
  return found == 100 && alive == 0 ? 0 : 3;
}

void a_starved_process_has_handles(void**) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("GRIDCALL_TEST_STARVED", "1", 1);
    ::execl("/proc/self/exe", "test_core_handle", nullptr);
    ::_exit(127);
  }
  int status = 0;
  assert_int_equal(::waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
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
  std::thread later([&] {  // began behind the release
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const Epoch epoch;
    while (step != 2) std::this_thread::yield();
  });
  handle_collect_after_calls();  // gives up: the call does not end
  assert_int_equal(alive, 1);
  step = 2;
  caller.join();
  later.join();
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
  std::thread first([] { handle_collect_all(); });
  while (!inside) std::this_thread::yield();
  handle_collect();  // does not wait
  assert_int_equal(alive, 1);
  // While one thread collects all, another one leaves nothing for later.
  for (int i = 0; i < 100; ++i) handle_release(create(), HandleType::kMem);
  handle_collect_some();
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
  // There are so many and no more.
  for (std::uint32_t i = 1; i <= kPermanentHandles; ++i) {
    auto* const thing = new Thing;
    if (handle_make_permanent(HandleType::kError, thing) == 0) {
      thing->unretain();
      break;
    }
    assert_true(i < kPermanentHandles);
    --alive;
  }
  assert_int_equal(alive, 0);
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
  const HandleValue mem = create(), error = create(HandleType::kError), device = create(HandleType::kDevice);
  assert_int_equal(handle_count(), before + 2);
  handle_release(device, HandleType::kDevice);
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
  if (is_starved()) return run_starved();
  const CMUnitTest tests[] = {
      cmocka_unit_test(finds_only_what_lives),
      cmocka_unit_test(release_wants_the_type),
      cmocka_unit_test(no_dead_generation_is_found),
      cmocka_unit_test(finds_any_type),
      cmocka_unit_test(every_flipped_bit_is_found_out),
      cmocka_unit_test(random_values_are_no_handles),
      cmocka_unit_test(says_what_a_value_is),
      cmocka_unit_test(a_slot_is_used_again_under_another_value),
      cmocka_unit_test(a_slot_ends_with_its_last_generation),
      cmocka_unit_test(no_handle_reads_as_null),
      cmocka_unit_test(no_memory_for_a_handle),
      cmocka_unit_test(a_full_table_refuses),
      cmocka_unit_test(no_memory_for_a_thread),
      cmocka_unit_test(an_end_that_collects),
      cmocka_unit_test(some_at_a_time),
      cmocka_unit_test(a_forked_child_drops_nothing),
      cmocka_unit_test(exit_waits_a_moment),
      cmocka_unit_test(a_starved_process_has_handles),
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
