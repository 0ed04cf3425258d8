// SPDX-License-Identifier: Apache-2.0
//
// Communicators through gc_comm_* where a rank is stopped, killed, forked or gone: one process a rank,
// started by a launcher. The argument names the case; run.py has the list, and looks at what is left of the
// processes.

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstring>
#include <string_view>
#include <thread>

#include "comm/ranks.h"

using namespace ranks;

namespace {

constexpr gc_scalar_type kFloat = GRIDCALL_SCALAR_TYPE_FLOAT32;

gc_status all_reduce(gc_comm* comm, gc_mem* mem, std::uint64_t elements, gc_stream* stream, gc_error** e) {
  return gc_comm_all_reduce(comm, mem, 0, mem, 0, elements, kFloat, GRIDCALL_COMM_REDUCTION_SUM, stream, e);
}

void say_pid() {
  std::printf("pid %d\n", static_cast<int>(getpid()));
  std::fflush(stdout);
}

// The last rank is stopped while the others wait for it, and goes on afterwards.
void stopped() {
  gc_comm* comm = from_environment(options(1));
  gc_stream* stream = make_stream();
  Memory<std::int32_t> pids(static_cast<std::size_t>(count)), own(1);
  own.put({getpid()});
  MUST(gc_comm_all_gather(comm, pids.mem, 0, own.mem, 0, 1, GRIDCALL_SCALAR_TYPE_INT32, stream, e));
  const pid_t last = pids.get(static_cast<std::size_t>(count), stream).back();
  Memory<float> data(1 << 20);
  data.put(std::vector<float>(1 << 20, 1));
  if (rank == count - 1) {
    kill(last, SIGSTOP);
    sleep(2);  // all say that they have passed before a process ends: see main
  } else {
    usleep(200000);  // it stands still
    const auto begin = Clock::now();
    MUST(all_reduce(comm, data.mem, 1 << 20, stream, e));
    REFUSED(gc_stream_synchronize(stream, e), COMM_TIMEOUT, "operation 2", "all_reduce", "within 1 s");
    const double took = since(begin);
    if (took < 0.9 || took > 3 * slowdown()) fail("the timeout came after %.2f s", took);
    const auto aborting = Clock::now();
    MUST(gc_comm_abort(&comm, 1, e));
    HOLDS(since(aborting) < 5 * slowdown());
    if (rank == 0) {
      sleep(2);  // so that all have timed out
      kill(last, SIGCONT);
      sleep(2);
    } else {
      sleep(4);
    }
  }
  gc_comm_release(comm);
  gc_stream_release(stream);
}

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto of = [](timeval time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

// A rank that waits for a late one sleeps: 0.5 s of a core in 10 s, for small operations and large ones.
void patient() {
  gc_comm* comm = from_environment();
  gc_stream* stream = make_stream();
  Memory<float> data(16 << 20);
  for (const std::uint64_t elements : {std::uint64_t{1}, std::uint64_t{16} << 20}) {
    MUST(all_reduce(comm, data.mem, elements, stream, e));
    MUST(gc_stream_synchronize(stream, e));
    if (rank == count - 1) sleep(5);
    const double before = cpu_seconds();
    MUST(all_reduce(comm, data.mem, elements, stream, e));
    MUST(gc_stream_synchronize(stream, e));
    const double used = cpu_seconds() - before;
    if (rank == 0) std::printf("# %.3f s of a core in 5 s of waiting\n", used);
    if (rank != count - 1 && used > 0.3) fail("%.3f s of a core in 5 s of waiting", used);
  }
  gc_stream_release(stream);
  finalize(comm);
}

// Works without an end; the last rank kills itself after so many microseconds.
void killed_sometime(int after_us) {
  say_pid();
  std::thread([after_us] {
    usleep(static_cast<useconds_t>(after_us));
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "RANK"})
      if (const char* own = std::getenv(name); own && std::strcmp(own, "1") == 0) kill(getpid(), SIGKILL);
  }).detach();
  gc_comm_options how = options(3 * slowdown());
  how.create_timeout_nanoseconds = stretched(3 * kSecond);
  for (;;) {
    gc_comm* comm = nullptr;
    gc_error* error = nullptr;
    if (gc_comm_from_environment(context, &how, &comm, &error) != GRIDCALL_OK) break;
    gc_stream* stream = make_stream();
    Memory<float> data(1 << 19);
    for (int i = 0; i < 20; ++i) {
      if (all_reduce(comm, data.mem, i % 2 == 0 ? 1 << 19 : 1, stream, &error) != GRIDCALL_OK ||
          gc_stream_synchronize(stream, &error) != GRIDCALL_OK)
        std::_Exit(4);
    }
    gc_stream_release(stream);
    finalize(comm);
  }
  std::_Exit(4);
}

// Returns from main with an operation that never ends.
void leave_with_work() {
  say_pid();
  gc_comm* comm = from_environment();
  gc_stream* stream = make_stream();
  Memory<float> data(1 << 20);
  if (rank != count - 1) MUST(all_reduce(comm, data.mem, 1 << 20, stream, e));
  usleep(100000);
  std::printf("rank %d passed\n", rank);
  std::fflush(stdout);
  std::exit(0);
}

// A call of a child is refused; the parent's communicator works on.
void forked() {
  gc_comm* comm = from_environment();
  gc_stream* stream = make_stream();
  Memory<float> data(16);
  data.put(std::vector<float>(16, 1));
  const pid_t child = fork();
  if (child == 0) {
    alarm(alarm_limit(5));
    std::int32_t done = 0;
    gc_comm* second = nullptr;
    const gc_comm_options how = options();
    const gc_status expected = GRIDCALL_ERROR_FORKED;
    int wrong = 0;
    wrong += all_reduce(comm, data.mem, 16, stream, nullptr) != expected;
    wrong += gc_comm_barrier(comm, stream, nullptr) != expected;
    wrong += gc_comm_query(comm, &done, nullptr) != expected;
    wrong += gc_comm_finalize(comm, kSecond, &done, nullptr) != expected;
    wrong += gc_comm_abort(&comm, 1, nullptr) != expected;
    wrong += gc_comm_split(comm, 0, 0, &how, &second, nullptr) != expected;
    wrong += gc_comm_from_environment(context, &how, &second, nullptr) != expected;
    gc_comm_release(comm);
    _exit(wrong);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) fail("the child ended with %#x: so many calls were not refused as FORKED", status);
  MUST(all_reduce(comm, data.mem, 16, stream, e));
  EQUAL(data.get(1, stream)[0], count);
  gc_stream_release(stream);
  finalize(comm);
}

// MPI may still write to what an aborted operation had: nobody else gets it, and it stays mapped.
void memory_stays() {
  gc_comm* comm = from_environment();
  gc_comm* second = from_environment();
  gc_stream* stream = make_stream();
  constexpr std::uint64_t kElements = 1 << 18, kBytes = kElements * sizeof(float);
  const auto address_of = [](gc_mem* mem) {
    std::uint64_t address = 0;
    MUST(gc_mem_get_address(mem, &address, e));
    return address;
  };
  if (rank != count - 1) {
    std::uint64_t kept = 0;
    {
      Memory<float> data(kElements);
      data.put(std::vector<float>(kElements, 1));
      kept = address_of(data.mem);
      MUST(all_reduce(comm, data.mem, kElements, stream, e));
      usleep(100000);
      MUST(gc_comm_abort(&comm, 1, e));
      REFUSED(gc_stream_synchronize(stream, e), COMM_ABORTED, "abort");
    }
    gc_comm_release(comm);
    comm = nullptr;
    usleep(200000);
    gc_handle_collect(nullptr);
    unsigned char resident[1] = {};
    const std::uint64_t page = kept / 4096 * 4096;
    if (mincore(reinterpret_cast<void*>(page), 4096, resident) != 0)
      fail("the memory is not mapped any more");
    std::vector<gc_mem*> others(32);
    for (gc_mem*& each : others) {
      MUST(gc_mem_alloc(context, kBytes, &each, e));
      const std::uint64_t at = address_of(each);
      if (at < kept + kBytes && kept < at + kBytes) fail("the memory was given to somebody else");
    }
    for (gc_mem* each : others) gc_mem_release(each);
  }
  gc_comm_release(comm);
  gc_stream_release(stream);
  finalize(second);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "killed_sometime") {
    open_device(argc - 1, argv + 1);
    killed_sometime(argc > 2 ? std::atoi(argv[2]) : 0);
  }
  return run_case(argc, argv,
                  {{"stopped", stopped, true},
                   {"patient", patient},
                   {"leave_with_work", leave_with_work},
                   {"forked", forked},
                   {"memory_stays", memory_stays, true}});
}
