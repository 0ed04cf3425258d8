// SPDX-License-Identifier: Apache-2.0
//
// Release in any order: context, stream, event, module, kernel, memory, pool, then from other threads and
// with work that has not finished. After each nothing is left, in the library or in the driver; the driver
// aborts if anything dies too early.
//
//   test_lifecycle_order [--all] [--seed N]     with --all in all 7! = 5,040 orders; by default in 1,680,
//   which the seed chooses: each kind of object is as often the first of them as any other

#include <algorithm>
#include <array>
#include <barrier>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <thread>
#include <vector>

#include "support/cmocka.h"
#include "support/objects.h"

namespace {

enum ObjectKind { kContext, kStream, kEvent, kModule, kKernel, kMem, kPool, kObjectKinds };
using Order = std::array<int, kObjectKinds>;

struct All {
  gc_context* context = nullptr;
  gc_stream* stream = nullptr;
  gc_event* event = nullptr;
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  gc_mem* mem = nullptr;
  gc_pool* pool = nullptr;
  gc_mem* from_pool = nullptr;          // goes with `mem`
  gc_completion* completion = nullptr;  // with `event`
  gc_mapping* mapping = nullptr;        // with `pool`

  All() {
    gc_error* error = nullptr;
    context = objects::make_context();
    CHECK(gc_stream_create(context, nullptr, &stream, &error));
    CHECK(gc_event_create(context, nullptr, &event, &error));
    CHECK(gc_module_from_buffer(context, objects::kPtx, sizeof objects::kPtx - 1, nullptr, &module, &error));
    CHECK(gc_module_get_kernel(module, "scale", &kernel, &error));
    CHECK(gc_mem_alloc(context, 4096, &mem, &error));
    CHECK(gc_pool_create(context, nullptr, &pool, &error));
    CHECK(gc_pool_alloc(pool, 1000, stream, &from_pool, &error));
    CHECK(gc_completion_create(&completion, &error));
  }
  // Work that touches everything, so that every object is held by something that is queued.
  void work() {
    gc_error* error = nullptr;
    const gc_launch_config config = objects::shape(1, 32);
    const objects::ScaleArguments one(mem), two(from_pool);
    CHECK(gc_launch(kernel, &config, one.args, 3, stream, &error));
    CHECK(gc_launch(kernel, &config, two.args, 3, stream, &error));
    CHECK(fill_u8(from_pool, 0, 1, 1000, stream, &error));
    CHECK(gc_event_record(event, stream, &error));
    CHECK(gc_stream_notify(stream, completion, 1, &error));
    CHECK(gc_mem_map(mem, 0, 64, GRIDCALL_MAP_WRITE, stream, &mapping, &error));
  }
  void release(int which) const {
    switch (which) {
      case kContext:
        gc_context_release(context);
        break;
      case kStream:
        gc_stream_release(stream);
        break;
      case kEvent:
        gc_event_release(event);
        gc_completion_release(completion);
        break;
      case kModule:
        gc_module_release(module);
        break;
      case kKernel:
        gc_kernel_release(kernel);
        break;
      case kMem:
        gc_mem_release(mem);
        gc_mem_release(from_pool);
        break;
      case kPool:
        gc_pool_release(pool);
        gc_mapping_release(mapping);
        break;
      default:
        std::abort();
    }
  }
};

std::string spelled(const Order& order) {
  static const char* const kNames[] = {"context", "stream", "event", "module", "kernel", "mem", "pool"};
  std::string text;
  for (const int which : order) text += std::string(text.empty() ? "" : ", ") + kNames[which];
  return text;
}

void expect_nothing_left(const Order& order) {
  gc_error* error = nullptr;
  const fake_cuda_control* fake = fake_cuda();
  CHECK(gc_handle_collect(&error));
  if (gc_handle_count() == 0 && objects::left_in_driver(fake) == 0) return;
  std::fprintf(stderr, "released in the order %s: %llu handles are left\n", spelled(order).c_str(),
               static_cast<unsigned long long>(gc_handle_count()));
  objects::print_live(fake);
  fail();
}

Order first_order() {
  Order order;
  for (int i = 0; i < kObjectKinds; ++i) order[static_cast<std::size_t>(i)] = i;
  return order;
}

bool all_orders = false;
unsigned seed = 20261121;

void every_order(void**) {
  std::vector<Order> orders;
  Order order = first_order();
  do orders.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  assert_int_equal(orders.size(), 5040);
  if (!all_orders) {
    // The orders with the same first object follow one another.
    std::mt19937 random(seed);
    std::vector<Order> chosen;
    for (auto begin = orders.begin(); begin != orders.end(); begin += 720)
      std::sample(begin, begin + 720, std::back_inserter(chosen), 240, random);
    orders = chosen;
  }
  for (const Order& each : orders) {
    All objects;
    objects.work();
    for (const int which : each) objects.release(which);
    expect_nothing_left(each);
  }
  std::printf("# METRIC release_orders %zu of seed %u\n", orders.size(), seed);
}

// Work queued before the releases has not finished when they come: what it uses must live on until it has.
void with_work_in_flight(void**) {
  std::mt19937 random(seed);
  const fake_cuda_control* fake = fake_cuda();
  Order order = first_order();
  for (int round = 0; round < 500; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    fake->hold(1);
    {
      All all;
      all.work();
      for (const int which : order) all.release(which);
    }
    assert_int_equal(gc_handle_count(), 0);
    // A later call may collect what is done, and must not wait for what is not.
    gc_error* error = nullptr;
    gc_context* context = objects::make_context();
    gc_mem* mem = nullptr;
    CHECK(gc_mem_alloc(context, 16, &mem, &error));
    fake->hold(0);
    gc_mem_release(mem);
    gc_context_release(context);
    expect_nothing_left(order);
  }
}

// Each object is released by one of four threads, all at the same time.
void from_four_threads(void**) {
  constexpr int kThreads = 4, kRounds = 500;
  std::mt19937 random(7);
  Order order = first_order();
  const All* all = nullptr;
  std::barrier start(kThreads + 1), end(kThreads + 1);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      for (int round = 0; round < kRounds; ++round) {
        start.arrive_and_wait();
        for (int i = thread; i < kObjectKinds; i += kThreads)
          all->release(order[static_cast<std::size_t>(i)]);
        end.arrive_and_wait();
      }
    });
  for (int round = 0; round < kRounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    All made;
    made.work();
    all = &made;
    start.arrive_and_wait();
    end.arrive_and_wait();
    expect_nothing_left(order);
  }
  for (std::thread& thread : threads) thread.join();
}

// A handle that was released, by whatever thread, is refused and does no harm.
void released_twice(void**) {
  All all;
  for (int which = 0; which < kObjectKinds; ++which) all.release(which);
  for (int which = 0; which < kObjectKinds; ++which) all.release(which);
  gc_error* error = nullptr;
  assert_int_equal(gc_stream_synchronize(all.stream, &error), GRIDCALL_ERROR_INVALID_HANDLE);
  gc_error_release(error);
  expect_nothing_left(first_order());
}

void current_context_is_kept(void**) {
  const fake_cuda_control* fake = fake_cuda();
  const int depth = fake->stack_depth();
  void* const current = fake->current();
  {
    All all;
    all.work();
    for (int which = 0; which < kObjectKinds; ++which) all.release(which);
  }
  expect_nothing_left(first_order());
  assert_int_equal(fake->stack_depth(), depth);
  assert_ptr_equal(fake->current(), current);
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    all_orders = all_orders || std::strcmp(arguments[i], "--all") == 0;
    if (std::strcmp(arguments[i], "--seed") == 0 && i + 1 < count)
      seed = static_cast<unsigned>(std::strtoul(arguments[i + 1], nullptr, 10));
  }
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_order),
      cmocka_unit_test(with_work_in_flight),
      cmocka_unit_test(from_four_threads),
      cmocka_unit_test(released_twice),
      cmocka_unit_test(current_context_is_kept),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
