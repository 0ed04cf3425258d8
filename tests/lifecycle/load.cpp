// SPDX-License-Identifier: Apache-2.0
//
// A host that opens the library, uses it and closes it, over and over: nothing grows. And two copies of the
// library in one process, under two paths, that do not take each other's handles.

#include <dirent.h>
#include <gridcall/table.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#include "support/cmocka.h"
#include "support/objects.h"
#include "support/places.h"

namespace {

const gc_api* open_library(const char* path, void** library) {
  *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!*library) fail_msg("%s", dlerror());
  const gc_api* (*get)(std::uint32_t) = nullptr;
  *reinterpret_cast<void**>(&get) = dlsym(*library, "gc_get_api");
  assert_non_null(get);
  const gc_api* api = get(GRIDCALL_ABI_VERSION);
  assert_non_null(api);
  return api;
}

void use(const gc_api* api, const char* device_name) {
  gc_error* error = nullptr;
  gc_device* device = nullptr;
  gc_context* context = nullptr;
  gc_stream* stream = nullptr;
  gc_mem* mem = nullptr;
  unsigned char bytes[64] = {0};
#define CALL(call) \
  if ((call) != GRIDCALL_OK) fail_msg("%s: %s", #call, api->error_message(error))
  CALL(api->device_find(device_name, &device, &error));
  CALL(api->context_get_primary(device, nullptr, &context, &error));
  CALL(api->stream_create(context, nullptr, &stream, &error));
  CALL(api->mem_alloc(context, sizeof bytes, &mem, &error));
  CALL(api->memset(mem, 0, "Z", 1, sizeof bytes, stream, &error));
  CALL(api->stream_synchronize(stream, &error));
  CALL(api->memcpy_dtoh(bytes, mem, 0, sizeof bytes, stream, &error));
  for (const unsigned char byte : bytes) assert_int_equal(byte, 0x5a);
  api->mem_release(mem);
  api->stream_release(stream);
  api->context_release(context);
  CALL(api->handle_collect(&error));
  assert_int_equal(api->handle_count(), 0);
#undef CALL
}

long count_entries(const char* folder) {
  long count = 0;
  DIR* opened = opendir(folder);
  assert_non_null(opened);
  while (readdir(opened)) ++count;
  closedir(opened);
  return count;
}
long resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  long pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

bool has_device(const char* name) {
  void* library = nullptr;
  const gc_api* api = open_library(kLibrary, &library);
  gc_device* device = nullptr;
  return api->device_find(name, &device, nullptr) == GRIDCALL_OK;
}

void open_use_close(const char* device) {
  if (!has_device(device)) skip();
  constexpr int kWarmUp = 10, kRounds = 200;
  long files = 0, threads = 0, resident = 0;
  for (int round = 0; round < kWarmUp + kRounds; ++round) {
    if (round == kWarmUp) {
      files = count_entries("/proc/self/fd");
      threads = count_entries("/proc/self/task");
      resident = resident_bytes();
    }
    void* library = nullptr;
    const gc_api* api = open_library(kLibrary, &library);
    use(api, device);
    assert_int_equal(dlclose(library), 0);
  }
  assert_int_equal(count_entries("/proc/self/fd"), files);
  assert_int_equal(count_entries("/proc/self/task"), threads);
  const long growth = resident_bytes() - resident;
  std::printf("# METRIC load_growth_%s_kib %ld\n", device, growth / 1024);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  assert_true(growth <= 1024 * 1024);
#endif
}

void gpu_200_times(void**) {
  open_use_close("gpu");
}
void cpu_200_times(void**) {
  open_use_close("cpu");
}

void closing_does_not_unload(void**) {
  void* library = nullptr;
  const gc_api* api = open_library(kLibrary, &library);
  assert_int_equal(dlclose(library), 0);
  // Its fork and exit handlers stay registered, so its code must stay.
  assert_int_equal(api->version(), GRIDCALL_VERSION);
}

void two_copies(void**) {
  const std::string copy = "/tmp/gridcall-copy-" + std::to_string(getpid()) + ".so";
  {
    std::ifstream from(kLibrary, std::ios::binary);
    std::ofstream to(copy, std::ios::binary);
    to << from.rdbuf();
  }
  void *first_library = nullptr, *second_library = nullptr;
  const gc_api* first = open_library(kLibrary, &first_library);
  const gc_api* second = open_library(copy.c_str(), &second_library);
  unlink(copy.c_str());
  assert_ptr_not_equal(first, second);
  use(first, "gpu");
  use(second, "gpu");

  gc_device* device = nullptr;
  gc_context* context = nullptr;
  assert_int_equal(first->device_find("gpu", &device, nullptr), GRIDCALL_OK);
  assert_int_equal(first->context_get_primary(device, nullptr, &context, nullptr), GRIDCALL_OK);
  assert_int_equal(second->context_synchronize(context, nullptr), GRIDCALL_ERROR_INVALID_HANDLE);
  second->context_release(context);  // not its own: nothing happens
  assert_int_equal(first->context_synchronize(context, nullptr), GRIDCALL_OK);
  first->context_release(context);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(gpu_200_times),
      cmocka_unit_test(cpu_200_times),
      cmocka_unit_test(closing_does_not_unload),
      cmocka_unit_test(two_copies),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
