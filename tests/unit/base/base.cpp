// SPDX-License-Identifier: Apache-2.0

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/concat.h"
#include "base/dynamic_library.h"
#include "base/environment.h"
#include "base/failure.h"
#include "base/file.h"
#include "base/own_file.h"
#include "base/sole_thread.h"
#include "base/spin_lock.h"
#include "base/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
extern "C" {
#include <cmocka.h>
}

using namespace gridcall;

namespace {

template <class Call>
Status status_of(Call call) {
  try {
    call();
  } catch (const Failure& failure) {
    return failure.status;
  }
  return status::kOk;
}

void texts_are_put_together(void**) {
  const std::string name = "mem";
  assert_string_equal(concat("`", name, "` has ", std::uint64_t{7}, " bytes", '.').c_str(),
                      "`mem` has 7 bytes.");
  assert_string_equal(concat(std::numeric_limits<std::int64_t>::min()).c_str(), "-9223372036854775808");
  assert_string_equal(concat(std::numeric_limits<std::uint64_t>::max(), -1, 0u).c_str(),
                      "18446744073709551615-10");
  assert_string_equal(concat(std::string_view(), "").c_str(), "");
}

void a_spin_lock_excludes(void**) {
  SpinLock lock;
  std::uint64_t count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 20000; ++k) {
        const std::lock_guard held(lock);
        ++count;
      }
    });
  for (std::thread& each : threads) each.join();
  assert_int_equal(count, 80000);
  const std::unique_lock held(lock, std::try_to_lock);
  assert_true(held.owns_lock());
  assert_false(lock.try_lock());
}

// Makes this thread the sole one. Returns false where the system has no membarrier(2), or a thread that has
// ended is still listed.
bool become_sole() {
  SoleThread::allow();
  SoleThread::add();
  return SoleThread::is_alone();
}

// A second thread begins while the sole one is at any place of a section. Both write one more word before, so
// that the sole one's next stores wait in its processor.
void a_second_thread_ends_sections_without_locks(void**) {
  int alone = 0;
  for (int round = 0; round < 1000; ++round) {
    std::array<std::atomic<std::uint64_t>, 8> words{};
    alignas(64) std::atomic<int> contended{0};
    const auto count = [&] {
      const SoleThread::Section section;
      for (auto& word : words) section.add(word, std::uint64_t{1});
    };
    std::atomic<bool> over{false};
    alone += become_sole() ? 1 : 0;
    std::thread second([&] {
      for (int i = 0; i < 4 * round; ++i) contended.store(i, std::memory_order_relaxed);
      for (int i = 0; i < 3; ++i) count();
      over = true;
    });
    std::uint64_t sections = 3;
    for (; !over; ++sections) {
      contended.store(1, std::memory_order_relaxed);
      count();
    }
    second.join();
    assert_false(SoleThread::is_alone());
    for (const auto& word : words) assert_int_equal(word, sections);
  }
  if (alone == 0) skip();
}

// The thread in its section is not in the child, which must not wait for it.
void a_forked_child_waits_for_no_section(void**) {
  if (!become_sole()) skip();
  int status = -1;
  {
    const SoleThread::Section section;
    std::thread([&] {
      const pid_t child = ::fork();
      if (child == 0) {
        std::atomic<int> word{1};
        ::_exit(SoleThread::Section().exchange(word, 2) - 1);
      }
      ::waitpid(child, &status, 0);
    }).join();
  }
  assert_int_equal(status, 0);
}

// The child of the sole thread has it, and a thread that begins there waits for its section.
void a_forked_child_has_a_sole_thread(void**) {
  if (!become_sole()) skip();
  const pid_t child = ::fork();
  if (child == 0) {
    std::atomic<int> word{1};
    std::optional<SoleThread::Section> section(std::in_place);
    const int seen = section->add(word, 0);
    std::thread second([&] { SoleThread::Section().add(word, 1); });
    ::usleep(50'000);
    section->exchange(word, seen + 1);
    section.reset();
    second.join();
    ::_exit(word - 3);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  assert_int_equal(status, 0);
}

void sections_do_what_locked_instructions_do(void**) {
  for (const bool is_sole : {become_sole(), false}) {
    if (!is_sole) std::thread(SoleThread::add).join();
    assert_int_equal(SoleThread::is_alone(), is_sole);
    std::atomic<int> word{5};
    const SoleThread::Section section;
    assert_int_equal(section.exchange(word, 6), 5);
    assert_int_equal(section.add(word, 2), 6);
    int expected = 7;
    assert_false(section.replace(word, expected, 9));
    assert_int_equal(expected, 8);
    assert_true(section.replace(word, expected, 9));
    assert_int_equal(word, 9);
  }
}

void files_are_read_whole(void**) {
  char folder[] = "/tmp/gridcall-base-XXXXXX";
  assert_non_null(::mkdtemp(folder));
  const std::string path = std::string(folder) + "/file";
  std::ofstream(path) << "some text";
  assert_string_equal(read_file("path", path, 9).c_str(), "some text");
  assert_int_equal(status_of([&] { read_file("path", path, 8); }), status::kOutOfRange);
  assert_int_equal(status_of([&] { read_file("path", path + "s", 9); }), status::kIo);
  assert_int_equal(status_of([&] { read_file("path", folder, 9); }), status::kInvalidArgument);
  const std::string fifo = std::string(folder) + "/fifo";
  assert_int_equal(::mkfifo(fifo.c_str(), 0600), 0);
  assert_int_equal(status_of([&] { read_file("path", fifo, 9); }),
                   status::kInvalidArgument);  // and does not wait
  // A file of /proc says that it has no bytes.
  assert_true(read_file("path", "/proc/self/status", 1 << 20).size() > 100);
  ::unlink(fifo.c_str());
  ::unlink(path.c_str());
  ::rmdir(folder);
}

void a_library_is_opened_or_says_why_not(void**) {
  const DynamicLibrary libm = DynamicLibrary::open("libm.so.6");
  assert_true(static_cast<bool>(libm));
  const auto cosine = libm.find<double (*)(double)>("cos");
  assert_non_null(reinterpret_cast<void*>(cosine));
  assert_true(cosine(0.0) == 1.0);
  assert_null(reinterpret_cast<void*>(libm.find<void (*)()>("no such function")));

  const DynamicLibrary none = DynamicLibrary::open("/nowhere/libnothing.so");
  assert_false(static_cast<bool>(none));
  assert_true(none.is_missing());
  assert_false(none.lacked_memory());
  assert_string_equal(none.error().c_str(), "not installed");
  assert_null(reinterpret_cast<void*>(none.find<void (*)()>("cos")));

  const DynamicLibrary text = DynamicLibrary::open("/proc/self/status");
  assert_false(static_cast<bool>(text));
  assert_false(text.is_missing());
  assert_true(text.error().find("/proc/self/status") == std::string::npos);
  assert_false(text.error().empty());
}

void variables_are_read_and_required(void**) {
  using environment::Name;
  ::setenv("GRIDCALL_CPU_THREADS", "3", 1);
  assert_int_equal(environment::number(Name::CPU_THREADS, 1), 3);
  assert_string_equal(environment::value(Name::CPU_THREADS)->c_str(), "3");
  environment::require(Name::CPU_THREADS);
  ::setenv("GRIDCALL_CPU_THREADS", "many", 1);
  assert_int_equal(environment::number(Name::CPU_THREADS, 1), 1);
  assert_int_equal(status_of([] { environment::require(Name::CPU_THREADS); }), status::kInvalidArgument);
  assert_int_equal(status_of(environment::check_all), status::kInvalidArgument);
  ::setenv("GRIDCALL_CPU_THREADS", "", 1);
  assert_false(environment::value(Name::CPU_THREADS).has_value());
  ::unsetenv("GRIDCALL_CPU_THREADS");
  assert_int_equal(status_of(environment::check_all), status::kOk);
}

void the_program_knows_its_folder(void**) {
  const std::vector<std::string> folders = own_folders();
  assert_false(folders.empty());
  assert_int_equal(folders.back().front(), '/');
  assert_int_equal(installed_libraries()[0], '/');
  assert_int_equal(installed_programs()[0], '/');
  const std::vector<std::string> places = plugin_places();
  assert_string_equal(places[0].c_str(), folders[0].c_str());
  assert_string_equal(places[1].c_str(), (folders[0] + "/gridcall").c_str());
  assert_string_equal(places.back().c_str(), (installed_libraries() + "/gridcall").c_str());
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_are_put_together),
      cmocka_unit_test(a_spin_lock_excludes),
      cmocka_unit_test(a_second_thread_ends_sections_without_locks),
      cmocka_unit_test(a_forked_child_waits_for_no_section),
      cmocka_unit_test(a_forked_child_has_a_sole_thread),
      cmocka_unit_test(sections_do_what_locked_instructions_do),
      cmocka_unit_test(files_are_read_whole),
      cmocka_unit_test(a_library_is_opened_or_says_why_not),
      cmocka_unit_test(variables_are_read_and_required),
      cmocka_unit_test(the_program_knows_its_folder),
  };
  return cmocka_run_group_tests_name("base", tests, nullptr, nullptr);
}
