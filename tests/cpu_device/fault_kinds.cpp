// SPDX-License-Identifier: Apache-2.0
//
// Every kind of kernel that goes wrong: its status and what it says; afterwards its stream works again, other
// streams and contexts go on beside it, and no address is at any time both writable and executable. How long
// it takes to end a kernel that does not end is printed.

#include <algorithm>
#include <cstdio>

#include "fixture.h"
#include "support/slowdown.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr char kSource[] = R"(
__global__ void null_pointer(int* p) { if (threadIdx.x == 5) *(volatile int*)(p - p) = 1; }
__global__ void far_away(int* p) { if (threadIdx.x == 5) ((volatile int*)p)[-(1ll << 38)] = 1; }
__global__ void past_the_end(int* p) { if (threadIdx.x == 5) ((volatile int*)p)[1] = 1; }
__global__ void past_a_large_one(int* p) { if (threadIdx.x == 5) ((volatile int*)p)[1 << 18] = 1; }
__global__ void released(int* p) { if (threadIdx.x == 5) *(volatile int*)p = 1; }
// Into the inaccessible pages behind the 227 KiB that a block may have.
__global__ void shared_overrun(int* p) {
  __shared__ volatile int part[32];
  part[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 5) part[(p - (int*)0) % 2 + (60 << 10)] = 1;
}
__global__ void divides(int* p) { p[0] = 7 / p[threadIdx.x & 0]; }
__global__ void traps(int* p) { if (threadIdx.x == 5) __trap(); }
__global__ void asserts(int* p) { assert(threadIdx.x != 5); }
__device__ __noinline__ int deep(int n, volatile int* p) {
  volatile int room[64];
  room[n & 63] = n;
  const int below = deep(n + 1, p);
  *p = below;
  return below + room[n & 63];
}
__global__ void overflows(int* p) { deep(0, p); }
__global__ void divergent_barrier(int* p) {
  if (threadIdx.x < 16) __syncthreads();
  else p[0] = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0);
}
__global__ void endless(int* p) { for (;;) { } }
__global__ void endless_stores(volatile int* p) { for (int i = 0;; ++i) p[0] = i; }
__global__ void endless_barriers(int* p) { for (;;) { __syncthreads(); } }
__global__ void endless_polls(volatile int* p) { while (p[0] == 0) { } }
__device__ __noinline__ void back(int n, char* p);
__device__ __noinline__ void forth(int n, char* p) { p[n & 1] += 1; back(n + 1, p); }
__device__ __noinline__ void back(int n, char* p) { p[n & 3] += 2; forth(n + 3, p); }
__global__ void endless_calls(char* p) { forth(0, p); }
__global__ void huge_grid(int* p) { if (blockIdx.x == 0x7ffffffe) p[0] = 2; }
)";

gc_module* kinds;

int open_kinds(void** state) {
  if (open_cpu(state) != 0) return 1;
  OK(gc_module_from_source, context, kSource, sizeof kSource - 1, nullptr, &kinds);
  return 0;
}
gc_kernel* kind(const char* name) {
  gc_kernel* kernel = nullptr;
  OK(gc_module_get_kernel, kinds, name, &kernel);
  return kernel;
}

struct Kind {
  const char* name;
  gc_status status;
  const char* words;
  std::uint64_t size = 4;  // of the memory whose address it has
  double limit = 0;
};
const Kind kKinds[] = {
    {"null_pointer", GRIDCALL_ERROR_ILLEGAL_ADDRESS, "thread (5,0,0)|null pointer|write"},
    {"far_away", GRIDCALL_ERROR_ILLEGAL_ADDRESS, "thread (5,0,0)|illegal address 0x"},
    {"past_the_end", GRIDCALL_ERROR_ILLEGAL_ADDRESS, "past the end of the 4-byte allocation"},
    {"past_a_large_one", GRIDCALL_ERROR_ILLEGAL_ADDRESS,
     "thread (5,0,0)|past the end of the 1048576-byte allocation", 1 << 20},
    {"released", GRIDCALL_ERROR_ILLEGAL_ADDRESS, "thread (5,0,0)|illegal address 0x", 1 << 20},
    {"shared_overrun", GRIDCALL_ERROR_ILLEGAL_ADDRESS, "thread (5,0,0)|illegal address 0x"},
    {"divides", GRIDCALL_ERROR_DIVIDE_BY_ZERO, "division by zero"},
    {"traps", GRIDCALL_ERROR_KERNEL_TRAP, "thread (5,0,0)|trap"},
    {"asserts", GRIDCALL_ERROR_KERNEL_ASSERT, "thread (5,0,0)|`threadIdx.x != 5' failed"},
    {"overflows", GRIDCALL_ERROR_STACK_OVERFLOW, "stack overflow"},
    {"divergent_barrier", GRIDCALL_ERROR_KERNEL_DEADLOCK, "wait at the block barrier"},
    {"endless", GRIDCALL_ERROR_LAUNCH_TIMEOUT, "its time limit is 0.05 s", 4, 0.05},
};

void every_kind_is_told(void**) {
  gc_stream *stream = make_stream(), *other = make_stream();
  gc_mem* word = make_mem(4);
  for (const Kind& each : kKinds) {
    gc_kernel* const kernel = kind(each.name);
    gc_mem* mem = make_mem(each.size);
    OK(fill_u8, mem, 0, 0, each.size, stream);
    OK(gc_stream_synchronize, stream);
    std::uint64_t address = 0;
    OK(gc_mem_get_address, mem, &address);
    if (std::strcmp(each.name, "released") == 0) OK(gc_mem_free, mem);
    const gc_arg arg = {GRIDCALL_ARG_KIND_SCALAR, 8, address, nullptr};
    const gc_launch_config config = shape(1, 32, each.limit);
    gc_error* error = nullptr;
    gc_status status = gc_launch(kernel, &config, &arg, 1, stream, &error);
    if (status == GRIDCALL_OK) status = gc_stream_synchronize(stream, &error);
    const std::string name = "kernel `" + std::string(each.name) + "`|" + each.words;
    check_fails(each.name, status, each.status, error, name.c_str());
    // The fault is told once, to this stream alone.
    OK(start_put, word, 3, other);
    OK(gc_stream_synchronize, other);
    OK(gc_context_synchronize, context);
    OK(start_put, word, 4, stream);
    OK(gc_stream_synchronize, stream);
    assert_int_equal(read_word(word), 4);
    gc_mem_release(mem);
    gc_kernel_release(kernel);
  }
  gc_mem_release(word);
  gc_stream_release(stream);
  gc_stream_release(other);
}

// The fault comes while a thread of another context of the device computes.
void other_contexts_go_on(void**) {
  gc_device* device = nullptr;
  OK(gc_context_get_device, context, &device);
  gc_context* own = nullptr;
  OK(gc_context_create, device, nullptr, &own);
  std::atomic<bool> stops{false};
  std::atomic<int> rounds{0}, wrong{0};
  std::thread beside([&] {
    gc_mem* mem = nullptr;
    if (gc_mem_alloc(own, 4096, &mem, nullptr) != GRIDCALL_OK) ++wrong;
    for (std::uint32_t i = 0; !stops || rounds < 100; ++i) {
      std::uint32_t read = ~i;
      if (fill_u32(mem, 0, i, 1024, nullptr, nullptr) != GRIDCALL_OK ||
          gc_memcpy_dtoh(&read, mem, 4092, 4, nullptr, nullptr) != GRIDCALL_OK || read != i)
        ++wrong;
      ++rounds;
    }
    gc_mem_release(mem);
  });
  every_kind_is_told(nullptr);
  stops = true;
  beside.join();
  assert_int_equal(wrong, 0);
  gc_context_release(own);
}

// From gc_stream_cancel to the return of gc_stream_synchronize, of kernels that run.
void latencies_of_cancelling(void**) {
  gc_stream* stream = make_stream();
  gc_mem* mem = make_mem(64);
  const gc_arg arg = GRIDCALL_ARG_MEM(mem);
  for (const char* name :
       {"endless", "endless_stores", "endless_barriers", "endless_polls", "endless_calls", "huge_grid"}) {
    gc_kernel* const kernel = kind(name);
    const bool is_huge = std::strcmp(name, "huge_grid") == 0;
    OK(fill_u8, mem, 0, 0, 64, nullptr);
    std::vector<double> took;
    for (int i = 0; i < 9; ++i) {
      const gc_launch_config config = is_huge ? shape(0x7fffffff, 1) : shape(4, 64);
      OK(gc_launch, kernel, &config, &arg, 1, stream);
      usleep(5000);
      const Clock::time_point begin = Clock::now();
      OK(gc_stream_cancel, stream);
      FAILS(CANCELLED, name, gc_stream_synchronize, stream);
      took.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    std::sort(took.begin(), took.end());
    print_message("# METRIC cancel_ms_%s %.2f (most %.2f)\n", name, took[took.size() / 2], took.back());
    // The duration depends on the machine; only the end is checked.
    assert_true(took.back() < 20000 * slowdown());
    gc_kernel_release(kernel);
  }
  gc_mem_release(mem);
  gc_stream_release(stream);
}

// Looked at again and again, while modules are loaded and unloaded and kernels run, fault and are cancelled.
void nothing_is_writable_and_executable(void**) {
  std::atomic<bool> stops{false};
  std::atomic<int> looked{0};
  std::string found;
  std::thread watcher([&] {
    char line[512];
    do {
      std::FILE* maps = std::fopen("/proc/self/maps", "re");
      if (!maps) continue;
      while (std::fgets(line, sizeof line, maps))
        if (const char* mode = std::strchr(line, ' ');
            mode && mode[2] == 'w' && mode[3] == 'x' && found.empty())
          found = line;
      std::fclose(maps);
      ++looked;
    } while (!stops);
  });
  for (int i = 0; i < 8; ++i) {
    const std::string source =
        "__device__ int value = " + std::to_string(i) + ";\n__global__ void add(int* p) { p[0] += value; }\n";
    gc_module* module = nullptr;
    OK(gc_module_from_source, context, source.data(), source.size(), nullptr, &module);
    gc_kernel* add = nullptr;
    OK(gc_module_get_kernel, module, "add", &add);
    gc_mem* word = make_mem(4);
    OK(fill_u8, word, 0, 0, 4, nullptr);
    const gc_arg arg = GRIDCALL_ARG_MEM(word);
    const gc_launch_config config = shape(1, 1);
    OK(gc_launch, add, &config, &arg, 1, nullptr);
    assert_int_equal(read_word(word), i);
    gc_mem_release(word);
    gc_kernel_release(add);
    gc_module_release(module);
  }
  every_kind_is_told(nullptr);
  stops = true;
  watcher.join();
  print_message("# looked at the mappings %d times\n", looked.load());
  assert_true(looked > 0);
  assert_string_equal(found.c_str(), "");
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_is_told),
      cmocka_unit_test(other_contexts_go_on),
      cmocka_unit_test(latencies_of_cancelling),
      cmocka_unit_test(nothing_is_writable_and_executable),
  };
  return cmocka_run_group_tests_name("cpu_device_fault_kinds", tests, open_kinds, nullptr);
}
