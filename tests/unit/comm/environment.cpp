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
    "PMI_SIZE",           "SLURM_PROCID",         "SLURM_STEP_NUM_TASKS", "NCCL_COMM_ID",
    "LOCAL_RANK",         "LOCAL_WORLD_SIZE",     "SLURM_LOCALID",        "GRIDCALL_COMM_LOCAL_RANK",
    "CUDA_DEVICE"};

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

// Without a context the local rank says which GPU.
void the_device_by_the_local_rank(void**) {
  const auto alone = [](gc_status status, const char* words) {
    check_refused("gc_comm_from_environment", status, words, [](gc_error** error) {
      gc_comm* comm = nullptr;
      return gc_comm_from_environment(nullptr, nullptr, &comm, error);
    });
  };
  const auto device_of = [](gc_comm* comm) {
    gc_context* context = nullptr;
    gc_device* device = nullptr;
    std::int32_t index = -1;
    MUST(gc_handle_get_context(comm, &context, error));
    MUST(gc_context_get_device(context, &device, error));
    MUST(gc_device_get_index(device, &index, error));
    gc_context_release(context);
    return index;
  };
  gc_comm* comm = nullptr;
  set("RANK", "5");
  set("WORLD_SIZE", "8");
  alone(GRIDCALL_ERROR_INVALID_STATE, "RANK=5 and WORLD_SIZE=8, but no LOCAL_RANK|pass `context`");
  set("LOCAL_RANK", "4");
  alone(GRIDCALL_ERROR_INVALID_STATE, "LOCAL_RANK=4, and this process sees 4 GPUs");
  set("SLURM_PROCID", "5");
  set("SLURM_STEP_NUM_TASKS", "8");
  set("SLURM_LOCALID", "1");
  alone(GRIDCALL_ERROR_INVALID_STATE, "LOCAL_RANK=4 and SLURM_LOCALID=1");
  // One rank: of the launcher's number, and of the first GPU where it says none.
  clear(nullptr);
  set("RANK", "0");
  set("WORLD_SIZE", "1");
  set("LOCAL_RANK", "2");
  MUST(gc_comm_from_environment(nullptr, nullptr, &comm, error));
  assert_int_equal(device_of(comm), 2);
  gc_comm_release(comm);
  unsetenv("LOCAL_RANK");
  MUST(gc_comm_from_environment(nullptr, nullptr, &comm, error));
  assert_int_equal(device_of(comm), 0);
  gc_comm_release(comm);
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
  set("GRIDCALL_COMM_LOCAL_RANK", "1");
  MUST(gc_comm_from_environment(nullptr, nullptr, &comms[1], error));
  first.join();
  std::uint64_t value = 0;
  MUST(gc_comm_get_attribute(comms[1], GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK, &value, error));
  assert_int_equal(value, 1);
  REFUSED(gc_comm_get_attribute(comms[1], GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT, &value, error), UNSUPPORTED,
          "LOCAL_COUNT of rank 1 of 2");
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
      cmocka_unit_test_setup_teardown(the_device_by_the_local_rank, clear, nothing_left),
      cmocka_unit_test_setup_teardown(the_id_by_a_file, clear, nothing_left),
      cmocka_unit_test_setup_teardown(a_file_that_does_not_come, clear, nothing_left),
  };
  return cmocka_run_group_tests_name("comm_environment", tests, open_contexts, nullptr);
}
