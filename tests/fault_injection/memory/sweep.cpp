// SPDX-License-Identifier: Apache-2.0
//
// Each scenario is run again and again while its first, second, third ... request for memory fails, once or
// from then on, until a run makes fewer requests than that. Nothing aborts; a call that returns success has
// done its work; one that does not says that memory is missing; nothing is left behind; and the scenario
// works afterwards.
//
//   test_fault_injection_memory [--all] [SCENARIO]    without --all some of the runs that start the compiler
//   are left out
//
// A library is opened once in a process, so the runs happen in forked children of one that never uses it.

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "fail_allocations.h"
#include "scenarios.h"
#include "support/cmocka.h"
#include "support/effort.h"
#include "support/slowdown.h"

namespace {

bool all = false;

constexpr const char* kKinds[] = {"allocation", "mapping", "thread"};

enum Result : int { kFine = 0, kWrong = 1, kNotReached = 2 };

// Runs a scenario without a failure.
bool works(const Scenario& scenario, const char* when) {
  if (scenario.prepare) scenario.prepare();
  Run run;
  scenario.run(run);
  if (!run.wrong && run.status == GRIDCALL_OK) return true;
  std::fprintf(stderr, "    %s: %s in %s: %s\n", when, run.wrong ? run.wrong : gc_status_name(run.status),
               run.call, gc_error_message(run.error));
  return false;
}

bool is_memory(gc_status status) {
  return status == GRIDCALL_ERROR_OUT_OF_HOST_MEMORY || status == GRIDCALL_ERROR_OUT_OF_MEMORY;
}

bool nothing_left() {
  gc_handle_collect(nullptr);
  if (gc_handle_count() == 0) return true;
  std::fprintf(stderr, "    %llu handles are left\n", static_cast<unsigned long long>(gc_handle_count()));
  return false;
}

int one(const Scenario& scenario, FailKind kind, long nth, bool for_ever) {
  alarm(alarm_limit(60));
  // The test runner's handlers would continue with the tests, in this process.
  for (const int each : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS}) signal(each, SIG_DFL);
  // Output of kernels is discarded.
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, 1);
  if (!scenario.first_use && !open_fixture()) {
    std::fprintf(stderr, "    the fixture cannot be made\n");
    return kWrong;
  }
  if (scenario.prepare) scenario.prepare();
  bool fine = true;
  long fired = 0;
  {
    Run run;
    fail_arm(kind, nth, for_ever);
    scenario.run(run);
    fired = fail_disarm();
    const bool honest = run.status == GRIDCALL_OK || is_memory(run.status);
    if (run.wrong || !honest) {
      std::fprintf(stderr, "    %s: %s, %s\n", run.call, run.wrong ? run.wrong : gc_status_name(run.status),
                   gc_error_message(run.error));
      fine = false;
    }
    if (run.status != GRIDCALL_OK && fired == 0) {
      std::fprintf(stderr, "    %s: %s with nothing failing\n", run.call, gc_status_name(run.status));
      fine = false;
    }
  }
  // A kernel that found no memory has yet to be reported, if the call that would have waited for it found
  // none either.
  if (gc_context* context = fixture_context())
    for (int i = 0; i < 100 && gc_context_synchronize(context, nullptr) != GRIDCALL_OK; ++i) {
    }
  fine = works(scenario, "afterwards") && fine;
  close_fixture();
  fine = nothing_left() && fine;
  return !fine ? kWrong : fired != 0 ? kFine : kNotReached;
}

int in_child(const Scenario& scenario, FailKind kind, long nth, bool for_ever) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) _exit(one(scenario, kind, nth, for_ever));
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  std::fprintf(stderr, "    ended by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return kWrong;
}

void sweep(void** state) {
  const Scenario& scenario = *static_cast<const Scenario*>(*state);
  int failures = 0;
  long runs = 0;
  // The compile cache has what is asked of it from here on. Each request fails once; from then on, those of a
  // part, which is another one with each seed.
  for (const FailKind kind : {kAllocations, kMappings, kThreads})
    for (const bool for_ever : {false, true}) {
      const long step = all ? 1 : scenario.slow ? effort(84, 7) : for_ever ? effort(12, 1) : 1;
      for (long nth = 1 + (scenario.slow ? 0 : effort_seed() % step);; nth += step) {
        ++runs;
        const int result = in_child(scenario, kind, nth, for_ever);
        if (result == kNotReached) break;
        if (result != kFine) {
          ++failures;
          std::fprintf(stderr, "  ^ %s: %s %ld fails %s\n", scenario.name, kKinds[kind], nth,
                       for_ever ? "and all later ones" : "once");
        }
        if (nth > 5000 || failures > 30) break;
      }
    }
  std::printf("# %s: %ld runs\n", scenario.name, runs);
  assert_int_equal(failures, 0);
}

// It is said what the system forbids, and not that memory is missing.
void executable_memory_is_forbidden(void**) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    for (const int each : {SIGABRT, SIGSEGV}) signal(each, SIG_DFL);
    fail_arm(kExecutable, 1, true);
    Run run;
    for (std::size_t i = 0; i < scenario_count; ++i)
      if (std::strcmp(scenarios[i].name, "cold start") == 0) scenarios[i].run(run);
    const long refused = fail_disarm();
    const char* const message = gc_error_message(run.error);
    const bool right = refused != 0 && run.status == GRIDCALL_ERROR_UNSUPPORTED && !run.wrong &&
                       std::strstr(message, "executable memory") && std::strstr(message, "Permission denied");
    if (!right) std::fprintf(stderr, "    %s: %s: %s\n", run.call, gc_status_name(run.status), message);
    _exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace

int main(int argc, char** argv) {
  std::printf("# seed %u\n", effort_seed());
  static CMUnitTest tests[64];
  std::size_t count = 0;
  const char* only = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--all") == 0)
      all = true;
    else
      only = argv[i];
  }
  for (std::size_t i = 0; i < scenario_count; ++i)
    if (!only || std::strcmp(only, scenarios[i].name) == 0)
      tests[count++] = {scenarios[i].name, sweep, nullptr, nullptr, const_cast<Scenario*>(&scenarios[i])};
  if (!only)
    tests[count++] = {"executable_memory_is_forbidden", executable_memory_is_forbidden, nullptr, nullptr,
                      nullptr};
  return _cmocka_run_group_tests("fault_injection_memory", tests, count, nullptr, nullptr);
}
