// SPDX-License-Identifier: Apache-2.0
//
// A write beside a small buffer is told to the launch that made it, whatever ends, begins, is allocated or is
// released meanwhile, and to no launch that cannot have made it. The kernels say when they have written and
// wait for the test before they end, so that each order of things is the same in every run.

#include <algorithm>
#include <memory>
#include <utility>

#include "fixture.h"

namespace {

gc_module* kernels;
gc_kernel *poke, *poke_behind, *touch, *add_float, *add_double;

int open(void** state) {
  static const char source[] =
      "__global__ void poke(char* p, long at, volatile int* state) {\n"
      "  if (at != 0) p[at] = 1;\n"
      "  __threadfence_system(); state[0] = 1;\n"
      "  while (state[1] == 0) { }\n"
      "}\n"
      "__global__ void poke_behind(char** p, long at) { (*p)[at] = 1; }\n"
      "__global__ void touch(char* p) { p[0] = 2; }\n"
      "__global__ void add_float(float* p, long at) { p[at] += 1; }\n"
      "__global__ void add_double(double* p, long at) { p[at] += 1; }\n";
  open_cpu(state);
  OK(gc_module_from_source, context, source, sizeof source - 1, nullptr, &kernels);
  for (const auto& [kernel, name] : {std::pair{&poke, "poke"},
                                     {&poke_behind, "poke_behind"},
                                     {&touch, "touch"},
                                     {&add_float, "add_float"},
                                     {&add_double, "add_double"}})
    OK(gc_module_get_kernel, kernels, name, kernel);
  return 0;
}

gc_arg mem_arg(gc_mem* mem) {
  return {GRIDCALL_ARG_KIND_MEM, 8, 0, mem};
}
gc_arg number(std::int64_t value) {
  return {GRIDCALL_ARG_KIND_SCALAR, 8, static_cast<std::uint64_t>(value), nullptr};
}
std::uint64_t address_of(gc_mem* mem) {
  std::uint64_t address = 0;
  OK(gc_mem_get_address, mem, &address);
  return address;
}

// A kernel that has written at `at` of the memory, if that is not 0, and has not ended.
class Poke {
 public:
  Poke(gc_mem* mem, std::int64_t at) : stream_(make_stream()) {
    OK(alloc_host, context, 2 * sizeof(int), &state_);
    std::uint64_t address = 0;
    OK(gc_mem_get_host_address, state_, &address);
    words_ = reinterpret_cast<int*>(address);
    words_[0] = words_[1] = 0;
    const gc_arg args[] = {mem_arg(mem), number(at), mem_arg(state_)};
    const gc_launch_config config = shape(1, 1);
    OK(gc_launch, poke, &config, args, 3, stream_);
    while (__atomic_load_n(&words_[0], __ATOMIC_ACQUIRE) == 0) std::this_thread::yield();
  }
  ~Poke() {
    gc_stream_release(stream_);
    gc_mem_release(state_);
  }
  Poke(const Poke&) = delete;
  Poke& operator=(const Poke&) = delete;

  gc_stream* stream() const { return stream_; }
  void end() { __atomic_store_n(&words_[1], 1, __ATOMIC_RELEASE); }
  void is_innocent() {
    end();
    OK(gc_stream_synchronize, stream_);
  }
  void is_told(const char* words) {
    end();
    FAILS(ILLEGAL_ADDRESS, words, gc_stream_synchronize, stream_);
    OK(gc_stream_synchronize, stream_);
  }

 private:
  gc_stream* stream_;
  gc_mem* state_ = nullptr;
  int* words_ = nullptr;
};

void is_innocent(gc_mem* mem) {
  gc_stream* stream = make_stream();
  const gc_arg arg = mem_arg(mem);
  const gc_launch_config config = shape(1, 1);
  OK(gc_launch, touch, &config, &arg, 1, stream);
  OK(gc_stream_synchronize, stream);
  gc_stream_release(stream);
}

constexpr std::uint64_t kSizes[] = {1,    4,    63,   64,         65,    100,         128,         192,
                                    193,  256,  320,  448,        512,   832,         1000,        1856,
                                    2048, 4032, 4096, 32768 - 64, 65536, 65536 - 128, 262144 - 64, 262143};

// Three buffers side by side; the handles' memory goes with this.
class Neighbours {
 public:
  explicit Neighbours(std::uint64_t size) {
    for (gc_mem*& mem : all_) mem = make_mem(size);
    std::sort(std::begin(all_), std::end(all_),
              [](gc_mem* a, gc_mem* b) { return address_of(a) < address_of(b); });
    std::size_t best = 0;
    for (std::size_t i = 0; i + 2 < std::size(all_); ++i)
      if (distance(i) < distance(best)) best = i;
    for (int i = 0; i < 3; ++i) buffers[i] = all_[best + static_cast<std::size_t>(i)];
  }
  ~Neighbours() {
    for (gc_mem* mem : all_) gc_mem_release(mem);
    gc_context_synchronize(context, nullptr);
    gc_handle_collect(nullptr);
    while (gc_context_synchronize(context, nullptr) != GRIDCALL_OK) {
    }
  }
  gc_mem* buffers[3];

 private:
  std::uint64_t distance(std::size_t i) const { return address_of(all_[i + 2]) - address_of(all_[i]); }
  gc_mem* all_[8];
};

// 64 bytes at least are watched before a buffer and 128 behind it.
struct Place {
  std::int64_t at;
  const char* words;
};
std::vector<Place> places(std::uint64_t size) {
  const auto end = static_cast<std::int64_t>(size);
  return {{end, "kernel `poke`|0 bytes past the end of the"},
          {end + 63, "kernel `poke`|63 bytes past the end of the"},
          {end + 127, "kernel `poke`|127 bytes past the end of the"},
          {-1, "kernel `poke`|1 bytes before the"},
          {-64, "kernel `poke`|64 bytes before the"}};
}

void neighbours_are_innocent(void**) {
  for (const std::uint64_t size : kSizes) {
    const Neighbours those(size);
    for (const auto& [at, words] : places(size)) {
      Poke guilty(those.buffers[1], at);
      for (gc_mem* mem : those.buffers) is_innocent(mem);
      guilty.is_told(words);
      for (gc_mem* mem : those.buffers) is_innocent(mem);
      OK(gc_context_synchronize, context);
    }
  }
}

void neighbours_that_run_already_are_innocent(void**) {
  for (const std::uint64_t size : kSizes) {
    const Neighbours those(size);
    for (const auto& [at, words] : places(size)) {
      Poke below(those.buffers[0], 0), above(those.buffers[2], 0);
      Poke guilty(those.buffers[1], at);
      below.is_innocent();
      guilty.is_told(words);
      above.is_innocent();
      OK(gc_context_synchronize, context);
    }
  }
}

// Beside it memory is allocated and released while the kernel runs.
void allocations_hide_nothing(void**) {
  for (const std::uint64_t size : kSizes) {
    for (const auto& [at, words] : places(size)) {
      std::vector<gc_mem*> others;
      for (int i = 0; i < 40; ++i) others.push_back(make_mem(size));
      gc_mem* mem = make_mem(size);
      for (int i = 0; i < 40; ++i) others.push_back(make_mem(size));
      Poke guilty(mem, at);
      for (int round = 0; round < 3; ++round) {
        for (gc_mem* other : others) gc_mem_release(other);
        others.clear();
        gc_handle_collect(nullptr);
        for (int i = 0; i < 80; ++i) others.push_back(make_mem(size));
      }
      guilty.is_told(words);
      for (gc_mem* other : others) gc_mem_release(other);
      gc_mem_release(mem);
      gc_handle_collect(nullptr);
      OK(gc_context_synchronize, context);
    }
  }
}

// Both launches used the buffer when it happened: each is told, in whatever order they end.
void all_suspects_are_told(void**) {
  for (const std::uint64_t size : {100u, 192u, 4096u}) {
    for (const bool guilty_first : {false, true}) {
      const Neighbours those(size);
      Poke beside(those.buffers[1], 0);
      Poke guilty(those.buffers[1], static_cast<std::int64_t>(size));
      Poke later(those.buffers[0], 0);
      if (guilty_first) {
        guilty.is_told("kernel `poke`|0 bytes past the end");
        beside.is_told("kernel `poke`, or another one that ran beside it|beside the");
      } else {
        beside.is_told("kernel `poke`|0 bytes past the end");
        guilty.is_told("kernel `poke`, or another one that ran beside it|beside the");
      }
      later.is_innocent();
      OK(gc_context_synchronize, context);
    }
  }
}

// A write through an address that no argument says. No launch is told, but the context.
void later_kernels_are_innocent(void**) {
  for (const std::uint64_t size : kSizes) {
    const Neighbours those(size);
    gc_mem* pointer = make_mem(8);
    const std::uint64_t address = address_of(those.buffers[1]);
    OK(gc_memcpy_htod, pointer, 0, &address, 8, nullptr);
    const gc_arg args[] = {mem_arg(pointer), number(static_cast<std::int64_t>(size))};
    const gc_launch_config config = shape(1, 1);
    gc_stream* stream = make_stream();
    OK(gc_launch, poke_behind, &config, args, 2, stream);
    OK(gc_stream_synchronize, stream);
    for (gc_mem* mem : those.buffers) is_innocent(mem);
    FAILS(ILLEGAL_ADDRESS, "0 bytes past the end of the|found when a kernel that uses it began",
          gc_context_synchronize, context);
    OK(gc_context_synchronize, context);
    gc_stream_release(stream);
    gc_mem_release(pointer);
  }
}

// A kernel that is cancelled has no end of its own.
void cancelled_kernels_leave_nothing(void**) {
  for (const std::uint64_t size : {100u, 192u, 4096u}) {
    const Neighbours those(size);
    Poke guilty(those.buffers[1], static_cast<std::int64_t>(size));
    OK(gc_stream_cancel, guilty.stream());
    FAILS(CANCELLED, "past the end of the", gc_stream_synchronize, guilty.stream());
    for (gc_mem* mem : those.buffers) is_innocent(mem);
    OK(gc_context_synchronize, context);
  }
}

// The pattern is a NaN, and arithmetic must not leave it as it was.
void arithmetic_is_found(void**) {
  const gc_launch_config config = shape(1, 1);
  for (const auto& [kernel, size] : {std::pair{add_float, 4}, {add_double, 8}})
    for (const std::int64_t at : {-64 / size, 128 / size, 136 / size}) {
      gc_mem* mem = nullptr;
      OK(gc_mem_alloc, context, 128, &mem);
      const gc_arg args[] = {mem_arg(mem), number(at)};
      OK(gc_launch, kernel, &config, args, 2, nullptr);
      FAILS(ILLEGAL_ADDRESS, "(write)", gc_context_synchronize, context);
      gc_mem_release(mem);
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(neighbours_are_innocent),
      cmocka_unit_test(neighbours_that_run_already_are_innocent),
      cmocka_unit_test(allocations_hide_nothing),
      cmocka_unit_test(all_suspects_are_told),
      cmocka_unit_test(later_kernels_are_innocent),
      cmocka_unit_test(cancelled_kernels_leave_nothing),
      cmocka_unit_test(arithmetic_is_found),
  };
  return cmocka_run_group_tests_name("cpu_device_red_zones", tests, open, nullptr);
}
