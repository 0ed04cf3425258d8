// SPDX-License-Identifier: Apache-2.0
//
// Ranks that end, do not fit together or have no memory, and what the others make of it.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "comm/peers.h"
#include "fault_injection/memory/fail_allocations.h"
#include "fixture.h"
#include "support/slowdown.h"

namespace {

constexpr gc_scalar_type kFloat = GRIDCALL_SCALAR_TYPE_FLOAT32;

using Record = gridcall::comm::PeerRecord;
Record instead{};      // of rank 1, as rank 0 gets it; a 0 leaves what is there
bool for_all = false;  // the other ranks too

void change(void* bytes, std::uint64_t size, int rank) {
  if (size % sizeof(Record) != 0 || (rank != 0 && !for_all)) return;
  Record& record = static_cast<Record*>(bytes)[1];
  if (instead.pid != 0) record.pid = instead.pid;
  if (instead.started != 0) record.started = instead.started;
  if (instead.version != 0) record.version = instead.version;
}

struct ChangedRecord {
  ChangedRecord(Record given, bool everybody) {
    instead = given;
    for_all = everybody;
    fake_nccl()->change_gathered(change);
  }
  ~ChangedRecord() { fake_nccl()->change_gathered(nullptr); }
  ChangedRecord(const ChangedRecord&) = delete;
  ChangedRecord& operator=(const ChangedRecord&) = delete;
};

// An engine that says too early that it is done: no rank is blamed for what is not there yet.
void forget(void* bytes, std::uint64_t size, int) {
  std::memset(static_cast<char*>(bytes) + size / 2, 0, size - size / 2);
}

std::uint64_t started_at(pid_t pid) {
  char text[1024] = {};
  const int file = open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 || read(file, text, sizeof text - 1) <= 0) std::abort();
  close(file);
  const char* at = std::strrchr(text, ')');
  for (int field = 0; field < 20; ++field) at = std::strchr(at + 1, ' ');
  return std::strtoull(at, nullptr, 10);
}

// Another process, which does nothing.
struct Child {
  pid_t pid = fork();
  std::uint64_t started = 0;
  Child() {
    if (pid == 0) {
      alarm(alarm_limit(60));
      for (;;) pause();
    }
    started = started_at(pid);
  }
  ~Child() { end(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  void end() {
    if (pid <= 0) return;
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    pid = 0;
  }
};

// This program again, with one argument; its output. Fails unless it ends with 0 within 5 s.
std::string output_of(const char* argument, const char* nccl) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  const std::string before = getenv("GRIDCALL_NCCL");
  if (nccl) setenv("GRIDCALL_NCCL", nccl, 1);
  char self[] = "/proc/self/exe";
  char* arguments[] = {self, const_cast<char*>(argument), nullptr};
  pid_t pid = 0;
  if (posix_spawn(&pid, self, &actions, nullptr, arguments, environ) != 0) std::abort();
  setenv("GRIDCALL_NCCL", before.c_str(), 1);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  const auto begin = Clock::now();
  int status = -1;
  while (waitpid(pid, &status, WNOHANG) == 0) {
    if (seconds_since(begin) > 10 * slowdown()) {
      kill(pid, SIGKILL);
      waitpid(pid, &status, 0);
    }
    usleep(2000);
  }
  within(argument, begin, 5);
  if (status != 0) fail_msg("\"%s\" ended with %#x", argument, static_cast<unsigned>(status));
  std::string text(4096, '\0');
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(ends[0], text.data(), text.size()))));
  close(ends[0]);
  return text;
}

// NCCL says nothing of it, as on one host it often does not.
void a_process_that_ends(void**) {
  Child child;
  const ChangedRecord as_if({0, child.started, child.pid, 0, 0}, false);
  Ranks all(2, limited(0, 30));
  const Rank& me = all.ranks[0];
  gc_mem* mem = me.mem(64);
  all_reduce(me, mem);
  std::int32_t done = 1;
  usleep(500000);
  MUST(gc_stream_query(me.stream, &done, error));
  assert_int_equal(done, 0);  // it is there
  const std::string words =
      "rank 1, process " + std::to_string(child.pid) + " of this host, has ended|rank 0 of 2";
  const auto begin = Clock::now();
  child.end();
  check_refused("synchronize", GRIDCALL_ERROR_COMM_PEER_LOST, words.c_str(),
                [&](gc_error** error) { return gc_stream_synchronize(me.stream, error); });
  within("the loss", begin, 1);
  REFUSED(gc_comm_barrier(me.comm, me.stream, error), INVALID_STATE, "has ended");
  gc_mem_release(mem);
}

// Before the operation, before the communicator, or so long ago that its number came again.
void a_process_that_has_ended(void**) {
  for (int when = 0; when < 3; ++when) {
    Child child;
    const ChangedRecord as_if({0, child.started + (when == 2 ? 1 : 0), child.pid, 0, 0}, false);
    if (when == 1) child.end();
    Ranks all(2, limited(0, 30));
    if (when == 0) child.end();
    const Rank& me = all.ranks[0];
    gc_mem* mem = me.mem(64);
    const auto begin = Clock::now();
    all_reduce(me, mem);
    REFUSED(gc_stream_synchronize(me.stream, error), COMM_PEER_LOST, "rank 1, process ");
    within("the loss", begin, 1);
    gc_mem_release(mem);
  }
}

// A call that waits for all ranks by itself.
void a_process_that_ends_in_a_checked_call(void**) {
  Child child;
  const ChangedRecord as_if({0, child.started, child.pid, 0, 0}, false);
  gc_comm_options options = limited(0, 30);
  options.flags = GRIDCALL_COMM_CHECKED;
  Ranks all(2, options);
  const Rank& me = all.ranks[0];
  gc_mem* mem = me.mem(64);
  child.end();
  const auto begin = Clock::now();
  REFUSED(gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 4, kFloat, 0, me.stream, error), COMM_PEER_LOST,
          "rank 1, process ");
  within("the loss", begin, 1);
  gc_mem_release(mem);
}

// A rank that needs nothing of it any more is not told.
void a_process_that_may_end(void**) {
  Child child;
  const ChangedRecord as_if({0, child.started, child.pid, 0, 0}, false);
  Ranks all(2, limited(0, 30));
  all.each([&](Rank& me) {
    gc_mem* mem = me.mem(64);
    all_reduce(me, mem);
    me.synchronize();
    if (me.rank == 0) {
      child.end();
      usleep(600000);
    }
    std::int32_t done = 0;
    MUST(gc_comm_query(me.comm, &done, error));
    gc_mem_release(mem);
  });
}

void versions_that_differ(void**) {
  {
    const ChangedRecord as_if({0, 0, 0, 22703, 0}, true);
    const Id id;
    const gc_comm_options options = limited(5, 0);
    in_threads(2, [&](unsigned i) {
      gc_comm* comm = nullptr;
      REFUSED(gc_comm_create(contexts[i], id.bytes, 256, i, 2, &options, &comm, error), COMM_MISMATCH,
              "rank 0 has NCCL 2.18.3, rank 1 has NCCL 2.27.3|same version");
    });
  }
  // The id says it before.
  std::string old = getenv("GRIDCALL_NCCL");
  old.replace(old.rfind("libnccl."), 8, "libnccl_old.");
  const std::string id = output_of("id", old.c_str());
  assert_int_equal(id.size(), 256);
  gc_comm* comm = nullptr;
  REFUSED(gc_comm_create(contexts[0], reinterpret_cast<const std::uint8_t*>(id.data()), 256, 0, 2, nullptr,
                         &comm, error),
          COMM_MISMATCH, "made with NCCL 2.18.0|this rank has 2.18.3");
}

void two_ranks_on_one_gpu(void**) {
  const Id id;
  std::atomic<int> mismatches{0}, timeouts{0};
  const gc_comm_options options = limited(0.5, 0);
  const auto begin = Clock::now();
  in_threads(2, [&](unsigned i) {
    gc_comm* comm = nullptr;
    gc_error* error = nullptr;
    const gc_status status = gc_comm_create(contexts[0], id.bytes, 256, i, 2, &options, &comm, &error);
    const std::string text = objects::take(error);
    mismatches += status == GRIDCALL_ERROR_COMM_MISMATCH && text.find("Duplicate GPU") != std::string::npos &&
                  text.find("rank 0") != std::string::npos && text.find("rank 1") != std::string::npos;
    timeouts += status == GRIDCALL_ERROR_COMM_TIMEOUT;
  });
  within("the creation", begin, 2.5);
  assert_int_equal(mismatches.load(), 1);
  assert_int_equal(timeouts.load(), 1);  // the fake tells the later one alone
}

// The other rank waits for its time, and no longer.
void no_memory_in_create(void**) {
  const Id id;
  const gc_comm_options options = limited(0.5, 0);
  const auto begin = Clock::now();
  std::thread other([&] {
    gc_comm* comm = nullptr;
    REFUSED(gc_comm_create(contexts[0], id.bytes, 256, 0, 2, &options, &comm, error), COMM_TIMEOUT,
            "not all ranks came");
  });
  wait_until("the other rank has come", [] { return fake_nccl()->live() == 1; });
  fake->fail_only("cuMemHostAlloc");
  fake->inject(1, 2, 1);
  gc_comm* comm = nullptr;
  REFUSED(gc_comm_create(contexts[1], id.bytes, 256, 1, 2, &options, &comm, error), OUT_OF_HOST_MEMORY,
          "page-locked memory");
  fake->inject(0, 0, 0);
  fake->fail_only(nullptr);
  other.join();
  within("the creation", begin, 2.5);
  Ranks all(2);  // the memory has come back
}

// A call that is refused queues nothing: it can be repeated, or the others' time ends.
void no_memory_in_an_operation(void**) {
  for (const bool repeats : {true, false}) {
    Ranks all(2, limited(0, repeats ? 10 : 0.5));
    const Rank &me = all.ranks[0], &other = all.ranks[1];
    MUST(gc_comm_barrier(other.comm, other.stream, error));
    for (const char* function : {"cuMemAlloc", "cuMemAllocFromPoolAsync"}) {
      fake->fail_only(function);
      fake->inject(1, 2, 1);
      gc_error* error = nullptr;
      const gc_status status = gc_comm_barrier(me.comm, me.stream, &error);
      const std::string text = objects::take(error);
      fake->inject(0, 0, 0);
      fake->fail_only(nullptr);
      if (status == GRIDCALL_OK) fail_msg("%s was not called", function);
      if (status != GRIDCALL_ERROR_OUT_OF_MEMORY) fail_msg("%s: %s", gc_status_name(status), text.c_str());
      break;
    }
    if (repeats) {
      MUST(gc_comm_barrier(me.comm, me.stream, error));
      me.synchronize();
      other.synchronize();
    } else {
      const auto begin = Clock::now();
      REFUSED(gc_stream_synchronize(other.stream, error), COMM_TIMEOUT, "operation 1, barrier");
      within("the timeout", begin, 2.5);
    }
  }
}

#ifdef GRIDCALL_TEST_FAILS_ALLOCATIONS
// The host's memory ends at every place in turn. Nothing hangs, and what does not say so has worked.
void no_host_memory(void**) {
  if (!fail_only_in("libgridcall.so"))
    fail_msg("there is no libgridcall.so");  // the fakes know no such failure
  for (const bool creates : {true, false}) {
    int refused = 0;
    for (long nth = 1; nth < 400; ++nth) {
      const Id id;
      const gc_comm_options options = limited(2, 2);
      Rank me;
      me.context = contexts[0];
      MUST(gc_stream_create(me.context, nullptr, &me.stream, error));
      gc_mem* mem = me.mem(64);
      if (!creates) MUST(gc_comm_create(me.context, id.bytes, 256, 0, 1, &options, &me.comm, error));
      fail_arm(kAllocations, nth, false);
      const gc_status status =
          creates ? gc_comm_create(me.context, id.bytes, 256, 0, 1, &options, &me.comm, nullptr)
                  : gc_comm_all_reduce(me.comm, mem, 0, mem, 0, 4, kFloat, 0, me.stream, nullptr);
      const long fired = fail_disarm();
      if (status != GRIDCALL_OK && status != GRIDCALL_ERROR_OUT_OF_HOST_MEMORY)
        fail_msg("allocation %ld: %s", nth, gc_status_name(status));
      refused += status != GRIDCALL_OK;
      gc_error* error = nullptr;
      gc_stream_synchronize(me.stream, &error);
      gc_error_release(error);
      gc_mem_release(mem);
      gc_stream_release(me.stream);
      gc_comm_release(me.comm);
      if (fired == 0) break;
    }
    if (refused < 3) fail_msg("only %d allocations were refused", refused);
  }
}

#endif
// Three of four go on with a new communicator.
void survivors(void**) {
  Ranks all(4, limited(0, 0.5));
  const auto begin = Clock::now();
  in_threads(3, [&](unsigned i) {
    const Rank& me = all.ranks[i];
    gc_mem* mem = me.mem(64);
    all_reduce(me, mem);
    REFUSED(gc_stream_synchronize(me.stream, error), COMM_TIMEOUT, "operation 1");
    gc_comm* comm = me.comm;
    MUST(gc_comm_abort(&comm, 1, error));
    gc_mem_release(mem);
  });
  const Id id;
  in_threads(3, [&](unsigned i) {
    Rank me = all.ranks[i];
    const gc_comm_options options = limited(5, 5);
    MUST(gc_comm_create(me.context, id.bytes, 256, 2 - i, 3, &options, &me.comm, error));
    gc_mem* mem = me.mem_of(std::vector<float>(4, static_cast<float>(i + 1)));
    all_reduce(me, mem);
    me.synchronize();
    if (me.values_of<float>(mem, 4) != std::vector<float>(4, 6)) std::abort();
    gc_mem_release(mem);
    gc_comm_release(me.comm);
  });
  within("the new communicator", begin, 10);
}

void a_forked_child(void**) {
  Ranks all(2);
  const Rank& me = all.ranks[0];
  gc_mem* mem = me.mem(64);
  const Id id;
  const pid_t child = fork();
  if (child == 0) {
    alarm(alarm_limit(5));
    const gc_status expected = GRIDCALL_ERROR_FORKED;
    std::int32_t done = 0;
    gc_comm *comm = me.comm, *made = nullptr;
    int wrong = 0;
    wrong += gc_comm_all_reduce(comm, mem, 0, mem, 0, 4, kFloat, 0, me.stream, nullptr) != expected;
    wrong += gc_comm_query(comm, &done, nullptr) != expected;
    wrong += gc_comm_finalize(comm, kSecond, &done, nullptr) != expected;
    wrong += gc_comm_abort(&comm, 1, nullptr) != expected;
    wrong += gc_comm_split(comm, 0, 0, nullptr, &made, nullptr) != expected;
    wrong += gc_comm_create(me.context, id.bytes, 256, 0, 1, nullptr, &made, nullptr) != expected;
    gc_comm_release(comm);
    _exit(wrong);
  }
  int status = 0;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  gc_mem_release(mem);
}

void exit_with_work(void**) {
  assert_string_equal(output_of("exit", nullptr).c_str(), "queued");
}

void records_that_are_not_there(void**) {
  gc_comm_options options = limited(5, 5);
  options.flags = GRIDCALL_COMM_CHECKED;
  Ranks all(2, options);
  gc_mem* mem[] = {all.ranks[0].mem(64), all.ranks[1].mem(64)};
  fake_nccl()->change_gathered(forget);
  all.each([&](Rank& me) {
    REFUSED(gc_comm_all_reduce(me.comm, mem[me.rank], 0, mem[me.rank], 0, 4, GRIDCALL_SCALAR_TYPE_FLOAT32,
                               GRIDCALL_COMM_REDUCTION_SUM, me.stream, error),
            COMM, "ncclAllGather of NCCL|without what rank 1 sends");
  });
  const Id id;
  in_threads(2, [&](unsigned i) {
    gc_comm* comm = nullptr;
    REFUSED(gc_comm_create(contexts[i], id.bytes, sizeof id.bytes, i, 2, &options, &comm, error), COMM,
            "without what rank 1 sends");
  });
  fake_nccl()->change_gathered(nullptr);
  for (gc_mem* each : mem) gc_mem_release(each);
}

// Runs in a process of its own.
int leave_with_work() {
  if (open_contexts(nullptr) != 0) return 3;
  auto* const all = new Ranks(2);
  all_reduce(all->ranks[0], all->ranks[0].mem(64));
  std::printf("queued");
  std::fflush(stdout);
  std::exit(0);
}

int print_id() {
  if (open_contexts(nullptr) != 0) return 3;
  const Id id;
  return std::fwrite(id.bytes, 1, sizeof id.bytes, stdout) == sizeof id.bytes ? 0 : 4;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) return std::string(argv[1]) == "exit" ? leave_with_work() : print_id();
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(a_process_that_ends, nothing_left),
      cmocka_unit_test_teardown(a_process_that_has_ended, nothing_left),
      cmocka_unit_test_teardown(a_process_that_ends_in_a_checked_call, nothing_left),
      cmocka_unit_test_teardown(a_process_that_may_end, nothing_left),
      cmocka_unit_test_teardown(versions_that_differ, nothing_left),
      cmocka_unit_test_teardown(records_that_are_not_there, nothing_left),
      cmocka_unit_test_teardown(two_ranks_on_one_gpu, nothing_left),
      cmocka_unit_test_teardown(no_memory_in_create, nothing_left),
      cmocka_unit_test_teardown(no_memory_in_an_operation, nothing_left),
#ifdef GRIDCALL_TEST_FAILS_ALLOCATIONS
      cmocka_unit_test_teardown(no_host_memory, nothing_left),
#endif
      cmocka_unit_test_teardown(survivors, nothing_left),
      cmocka_unit_test_teardown(a_forked_child, nothing_left),
      cmocka_unit_test_teardown(exit_with_work, nothing_left),
  };
  return cmocka_run_group_tests_name("comm_losses", tests, open_contexts, nullptr);
}
