// SPDX-License-Identifier: Apache-2.0
//
// Ranks that a launcher starts: what its variables say, and the id by a file.

#include <unistd.h>

#include <cstdlib>

#include "fixture.h"

namespace {

constexpr const char* kVariables[] = {
    "GRIDCALL_COMM_RANK", "GRIDCALL_COMM_COUNT",  "GRIDCALL_COMM_ID",     "RANK",
    "WORLD_SIZE",         "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK",
    "PMI_SIZE",           "SLURM_PROCID",         "SLURM_STEP_NUM_TASKS", "NCCL_COMM_ID"};

int clear(void**) {
  for (const char* name : kVariables) unsetenv(name);
  return 0;
}
void set(const char* name, const char* value) {
  setenv(name, value, 1);
}
void refused(gc_status status, const char* words) {
  check_refused("gc_comm_from_environment", status, words, [](gc_error** error) {
    gc_comm* comm = nullptr;
    return gc_comm_from_environment(contexts[0], nullptr, &comm, error);
  });
}

void what_is_wrong_is_named(void**) {
  refused(GRIDCALL_ERROR_INVALID_STATE, "names no rank|mpirun|GRIDCALL_COMM_RANK");
  set("RANK", "1");
  set("WORLD_SIZE", "2");
  refused(GRIDCALL_ERROR_INVALID_STATE, "RANK=1 and WORLD_SIZE=2|GRIDCALL_COMM_ID|NCCL_COMM_ID");
  set("GRIDCALL_COMM_ID", "somewhere");
  refused(GRIDCALL_ERROR_INVALID_STATE, "\"somewhere\"|file:");
  set("SLURM_PROCID", "0");
  set("SLURM_STEP_NUM_TASKS", "2");
  refused(GRIDCALL_ERROR_INVALID_STATE, "RANK=1 and WORLD_SIZE=2|SLURM_PROCID=0 and SLURM_STEP_NUM_TASKS=2");
  set("SLURM_PROCID", "1");
  set("WORLD_SIZE", "two");
  refused(GRIDCALL_ERROR_INVALID_STATE, "WORLD_SIZE in the environment is \"two\"");
  set("RANK", "2");
  set("WORLD_SIZE", "2");
  refused(GRIDCALL_ERROR_INVALID_STATE, "RANK=2 and WORLD_SIZE=2|below the count");
}

// Two processes would do this; the fake's ranks are of one, so the ranks take turns to read the environment.
void the_id_by_a_file(void**) {
  char folder[] = "/tmp/gridcall-comm-XXXXXX";
  assert_non_null(mkdtemp(folder));
  const std::string path = std::string(folder) + "/id";
  set("GRIDCALL_COMM_ID", ("file:" + path).c_str());
  set("GRIDCALL_COMM_COUNT", "2");
  set("GRIDCALL_COMM_RANK", "0");
  gc_comm* comms[2] = {};
  std::thread first([&] { MUST(gc_comm_from_environment(contexts[0], nullptr, &comms[0], error)); });
  wait_until("rank 0 has written the file", [&] { return access(path.c_str(), R_OK) == 0; });
  set("GRIDCALL_COMM_RANK", "1");
  MUST(gc_comm_from_environment(contexts[1], nullptr, &comms[1], error));
  first.join();
  // It goes when all have come.
  assert_int_not_equal(access(path.c_str(), F_OK), 0);
  for (gc_comm* comm : comms) gc_comm_release(comm);
  rmdir(folder);
}

void a_file_that_does_not_come(void**) {
  set("GRIDCALL_COMM_ID", "file:/tmp/gridcall-no-such-folder/id");
  set("GRIDCALL_COMM_COUNT", "2");
  set("GRIDCALL_COMM_RANK", "1");
  gc_comm_options options = GRIDCALL_COMM_OPTIONS_INIT;
  options.create_timeout_nanoseconds = kSecond / 5;
  gc_comm* comm = nullptr;
  REFUSED(gc_comm_from_environment(contexts[1], &options, &comm, error), COMM_TIMEOUT,
          "rank 0 has not written the id to|0.2 s");
  set("GRIDCALL_COMM_RANK", "0");
  REFUSED(gc_comm_from_environment(contexts[0], &options, &comm, error), IO, "cannot be written");
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_is_wrong_is_named, clear, nothing_left),
      cmocka_unit_test_setup_teardown(the_id_by_a_file, clear, nothing_left),
      cmocka_unit_test_setup_teardown(a_file_that_does_not_come, clear, nothing_left),
  };
  return cmocka_run_group_tests_name("comm_environment", tests, open_contexts, nullptr);
}
