// SPDX-License-Identifier: Apache-2.0
//
// The stack that each call needs of its caller: fibers and threads made for one task have little of it.

#include <pthread.h>
#include <sys/mman.h>

#include <cstring>

#include "host.h"

namespace {

// The stack that a call may need, with what the thread itself had used before.
constexpr std::size_t kMaxBytes = 16 * 1024;
constexpr std::size_t kPaintedBytes = std::size_t{1} << 20;
constexpr unsigned char kPaint = 0x5a;

gc_context* context;
gc_module* module;
gc_kernel* kernel;
gc_mem* mem;
gc_stream* stream;
gc_pool* pool;
std::string source;

#define CALL(call)                                                                      \
  [] {                                                                                  \
    gc_error* error = nullptr;                                                          \
    if ((call) != GRIDCALL_OK) std::fprintf(stderr, "%s\n", host::take(error).c_str()); \
  }

gc_status launch(gc_error** error) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = 4;
  config.block_x = 64;
  gc_arg args[1] = {};
  args[0].kind = GRIDCALL_ARG_KIND_MEM;
  args[0].object = mem;
  return gc_launch(kernel, &config, args, 1, stream, error);
}

struct Step {
  const char* name;
  void (*work)();
};

char host_data[1 << 16];
int32_t number;

// In the order of a program's first use.
const Step kSteps[] = {
    {"an error",
     [] {
       host::take([] {
         gc_error* e = nullptr;
         gc_stream_query(nullptr, nullptr, &e);
         return e;
       }());
     }},
    {"the devices", CALL(gc_device_get_count(&number, &error))},
    {"a context", [] { context = host::cpu_context(); }},
    {"the cache",
     [] {
       gc_cache_statistics statistics = GRIDCALL_CACHE_STATISTICS_INIT;
       gc_cache_get_statistics(&statistics, nullptr);
     }},
    {"compiling",
     CALL(gc_module_from_source(context, source.data(), source.size(), nullptr, &module, &error))},
    {"a look into the cache", [] { host::compile(context, source); }},
    {"a source with an error", [] { host::compile(context, "__global__ void f( {"); }},
    {"a file",
     [] {
       gc_module* none = nullptr;
       gc_module_from_file(context, "/proc/self/maps", nullptr, &none, nullptr);
     }},
    {"a kernel", CALL(gc_module_get_kernel(module, "f", &kernel, &error))},
    {"memory", CALL(gc_mem_alloc(context, sizeof host_data, &mem, &error))},
    {"a stream", CALL(gc_stream_create(context, nullptr, &stream, &error))},
    {"a pool", CALL(gc_pool_create(context, nullptr, &pool, &error))},
    {"a launch", CALL(launch(&error))},
    {"a wait", CALL(gc_stream_synchronize(stream, &error))},
    {"a copy", CALL(gc_memcpy_dtoh(host_data, mem, 0, sizeof host_data, nullptr, &error))},
    {"no NVRTC",
     [] {
       int32_t a = 0, b = 0, c = 0;
       gc_version_get(GRIDCALL_VERSION_COMPONENT_NVRTC, &a, &b, &c, nullptr);
     }},
    {"no driver",
     [] {
       int32_t a = 0, b = 0, c = 0;
       gc_version_get(GRIDCALL_VERSION_COMPONENT_DRIVER, &a, &b, &c, nullptr);
     }},
    {"the end",
     [] {
       gc_mem_release(mem);
       gc_pool_release(pool);
       gc_stream_release(stream);
       gc_kernel_release(kernel);
       gc_module_release(module);
       gc_context_release(context);
       gc_handle_collect(nullptr);
     }},
};

void* run_step(void* step) {
  static_cast<const Step*>(step)->work();
  return nullptr;
}

[[maybe_unused]] void calls_need_little(void**) {
  source = host::new_source("__global__ void f(float* p) { p[threadIdx.x] = 1; }\n");
  auto* memory = static_cast<unsigned char*>(
      ::mmap(nullptr, kPaintedBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  assert_true(memory != MAP_FAILED);
  bool too_deep = false;
  for (const Step& step : kSteps) {
    std::memset(memory, kPaint, kPaintedBytes);
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstack(&attributes, memory, kPaintedBytes);
    pthread_t thread;
    assert_int_equal(::pthread_create(&thread, &attributes, run_step, const_cast<Step*>(&step)), 0);
    ::pthread_join(thread, nullptr);
    ::pthread_attr_destroy(&attributes);
    std::size_t untouched = 0;
    while (untouched < kPaintedBytes && memory[untouched] == kPaint) ++untouched;
    std::printf("# %s: %zu bytes\n", step.name, kPaintedBytes - untouched);
    too_deep |= kPaintedBytes - untouched > kMaxBytes;
  }
  assert_false(too_deep);
}

// The compiler of its own accord has what it needs, whatever the host's threads have.
void a_small_thread_compiles(void**) {
  const int status = host::in_child([] {
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    if (::pthread_attr_setstacksize(&attributes, 32 * 1024) != 0) return 2;
    pthread_t thread;
    const auto work = [](void*) -> void* {
      const std::string text = host::compile(host::cpu_context(), host::new_source());
      if (!text.empty()) std::_Exit(3);
      return nullptr;
    };
    if (::pthread_create(&thread, &attributes, work, nullptr) != 0) return 4;
    ::pthread_join(thread, nullptr);
    return 0;
  });
  assert_int_equal(status, 0);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_small_thread_compiles),
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
      cmocka_unit_test(calls_need_little),
#endif
  };
  return cmocka_run_group_tests_name("the caller's stack", tests, nullptr, nullptr);
}
