// SPDX-License-Identifier: Apache-2.0
//
// Engines that are missing, too old or incomplete, by the first argument; and that a program without
// communicators opens none.

#include <dirent.h>
#include <dlfcn.h>

#include "fixture.h"

namespace {

const char* engine = "";

int threads() {
  DIR* const folder = opendir("/proc/self/task");
  int count = 0;
  while (readdir(folder)) ++count;
  closedir(folder);
  return count - 2;
}

void nothing_is_opened_before(void**) {
  const int before = threads();
  gc_comm* comm = nullptr;
  MUST(gc_comm_create(contexts[0], nullptr, 0, 0, 1, nullptr, &comm, error));
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(contexts[0], nullptr, &stream, error));
  MUST(gc_stream_synchronize(stream, error));
  gc_stream_release(stream);
  gc_comm_release(comm);
  assert_int_equal(threads(), before);
  assert_null(dlopen(getenv("GRIDCALL_NCCL"), RTLD_NOW | RTLD_NOLOAD));
}

void it_is_refused_with_the_reason(void**) {
  const bool is_missing = std::strcmp(engine, "none") == 0;
  const gc_status wanted = is_missing ? GRIDCALL_ERROR_COMM_UNAVAILABLE : GRIDCALL_ERROR_COMM_TOO_OLD;
  const char* const words = is_missing ? "libnccl_none.so.2|GRIDCALL_NCCL|install it"
                            : std::strcmp(engine, "lacking") == 0 ? "NCCL 2.18.3|has no ncclCommSplit"
                                                                  : "NCCL 2.17.5|2.18.0 or newer";
  std::uint8_t id[256];
  check_refused("gc_comm_create_id", wanted, words,
                [&](gc_error** error) { return gc_comm_create_id(contexts[0], id, error); });
  std::int32_t major = -1, minor = -1, patch = -1;
  check_refused("gc_version_get", wanted, words, [&](gc_error** error) {
    return gc_version_get(GRIDCALL_VERSION_COMPONENT_NCCL, &major, &minor, &patch, error);
  });
  assert_int_equal(major, -1);
  char text[1024];
  MUST(gc_context_get_comm_engine(contexts[0], text, sizeof text, nullptr, error));
  if (!std::strstr(text, is_missing ? "install it" : "NCCL 2.1")) fail_msg("%s", text);
}

}  // namespace

int main(int argc, char** argv) {
  engine = argc > 1 ? argv[1] : "none";
  const CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_opened_before),
      cmocka_unit_test(it_is_refused_with_the_reason),
  };
  return cmocka_run_group_tests_name("comm_engine", tests, open_contexts, nullptr);
}
