// SPDX-License-Identifier: Apache-2.0
//
// The boundary of every function of the API: arguments, and exceptions that become statuses and errors, also
// when the host has no memory for an error.

#include "api/boundary.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/dynamic_library.h"
#include "base/process.h"
#include "core/check.h"
#include "driver/loader.h"
#include "gridcall/preview.h"
#include "support/cmocka.h"
#include "support/fail_new.h"

namespace {

using namespace gridcall;

// A process in which the library finds no memory for its errors, or for their texts, when it is loaded.
const char* starved() {
  return std::getenv("GRIDCALL_TEST_STARVED");
}
__attribute__((constructor(101))) void starve() {
  if (!starved()) return;
  const bool of_texts = *starved() == 't';
  refused_from = of_texts ? 32 : sizeof(core::Error);
  refused_to = of_texts ? sizeof(core::Error) : sizeof(core::Error) + 1;
}

// --- What is thrown.

// Runs a body that throws, with memory for so many requests behind the throw; the error's status must be the
// one that is returned.
template <class Throw>
gc_status thrown(const char* function, Throw what, std::string* message = nullptr, long memory = -1) {
  gc_error* error = nullptr;
  const gc_status status = api::guard(function, &error, [&](api::Call&) {
    memory_left = memory;
    what();
  });
  memory_left = -1;
  assert_int_equal(api::guard_quick(function, nullptr, [&](api::Call&) { what(); }) == GRIDCALL_OK, 0);
  if (message) *message = gc_error_message(error);
  if (error) assert_int_equal(gc_error_status(error), status);
  gc_error_release(error);
  return status;
}

void not_found() {
  throw Failure(status::kNotFound, "short");
}

struct Case {
  void (*what)();
  gc_status status;
  const char* words;
};
const Case kCases[] = {
    {[] { throw Failure(status::kNotFound, "no such thing, in more words than fit into a short string"); },
     GRIDCALL_ERROR_NOT_FOUND, "no such thing"},
    {[] { throw std::bad_alloc(); }, GRIDCALL_ERROR_OUT_OF_HOST_MEMORY, "not enough memory"},
    {[] { throw NoDescriptor(); }, GRIDCALL_ERROR_OUT_OF_HOST_MEMORY, "no file descriptor left"},
    {[] { throw driver::LoadOutOfMemory(driver::CUDA_ERROR_OUT_OF_MEMORY); },
     GRIDCALL_ERROR_OUT_OF_HOST_MEMORY, "a driver cannot be opened"},
    {[] { throw std::logic_error("a reason that is too long for a short string"); }, GRIDCALL_ERROR_INTERNAL,
     "a defect in gridcall (a reason"},
    {[] { throw 7; }, GRIDCALL_ERROR_INTERNAL, "an unknown exception"},
};

void exceptions_become_statuses(void**) {
  for (const Case& each : kCases) {
    std::string message;
    assert_int_equal(thrown("gc_test", each.what, &message), each.status);
    if (message.find(each.words) == std::string::npos) fail_msg("no %s in: %s", each.words, message.c_str());
    assert_int_equal(gc_handle_collect(nullptr), GRIDCALL_OK);
    assert_int_equal(gc_handle_count(), 0);
  }
}

// The message cannot be made, or the error, or its handle: the status stays, or says that memory is missing,
// and the error is one that was made at load.
void errors_without_memory(void**) {
  for (const Case& each : kCases) {
    bool enough = false;
    for (long memory = 0; !enough; ++memory) {
      std::string message;
      const gc_status status = thrown("gc_test_of_a_function_with_a_long_name", each.what, &message, memory);
      assert_true(status == each.status || status == GRIDCALL_ERROR_OUT_OF_HOST_MEMORY);
      assert_false(message.empty());
      enough = message.find(each.words) != std::string::npos;
      assert_true(memory < 50);
    }
  }
  // A status that nobody documents has no such error.
  std::string message = "x";
  const auto unknown = [] { throw Failure(9999, "short"); };
  assert_int_equal(thrown("gc_test", unknown, &message, 0), 9999);
  assert_string_equal(message.c_str(), "");
  // Releasing such an error ends nothing.
  for (int i = 0; i < 3; ++i) {
    assert_int_equal(thrown("gc_test", not_found, &message, 0), GRIDCALL_ERROR_NOT_FOUND);
    assert_true(std::strstr(message.c_str(), "no memory for more words"));
  }
}

struct FunctionStatuses {
  const char* function;
  std::uint64_t statuses;
};
const FunctionStatuses kDocumented[] = {
#define GRIDCALL_DOCUMENTED(function, statuses) {function, statuses},
#include "api/generated/documented_statuses.inc"
#undef GRIDCALL_DOCUMENTED
};
const Status kStatuses[] = {
#define GRIDCALL_STATUS(constant, name, category, text) constant,
#include "api/generated/status_table.inc"
#undef GRIDCALL_STATUS
};

// A driver's answer becomes a status that the function documents, if there is one for it.
void answers_of_drivers_are_documented(void**) {
  int kept = 0, lost = 0, driver = 0, foreign = 0;
  for (const FunctionStatuses& each : kDocumented) {
    const auto lists = [&](Status status) {
      for (std::size_t i = 0; i < std::size(kStatuses); ++i)
        if (kStatuses[i] == status) return (each.statuses >> i & 1) != 0;
      return false;
    };
    for (const auto code : {driver::CUDA_ERROR_INVALID_VALUE, driver::CUDA_ERROR_ILLEGAL_ADDRESS})
      for (const Status status : {status::kIllegalAddress, status::kNotFound, 9999}) {
        const auto answer = [&] {
          Failure failure(status, "x");
          failure.driver_code = code;
          throw failure;
        };
        const gc_status got = thrown(each.function, answer);
        const bool is_lost = core::is_sticky(code) && lists(status::kDeviceLost);
        if (lists(status))
          ++kept;
        else if (is_lost)
          ++lost;
        else if (lists(status::kDriver))
          ++driver;
        else
          ++foreign;
        assert_int_equal(got, lists(status)            ? status
                              : is_lost                ? status::kDeviceLost
                              : lists(status::kDriver) ? status::kDriver
                                                       : status);
      }
  }
  assert_true(kept && lost && driver && foreign);
  // Functions that the table does not have, before and behind all others.
  for (const char* function : {"a", "gc_mem", "z"})
    assert_int_equal(thrown(function,
                            [] {
                              Failure failure(status::kNotFound, "x");
                              failure.driver_code = driver::CUDA_ERROR_ILLEGAL_ADDRESS;
                              throw failure;
                            }),
                     GRIDCALL_ERROR_NOT_FOUND);
}

// --- Arguments.

const api::Call call("gc_test");

template <class Use>
void refused(Use use, Status status, const char* words) {
  try {
    use();
  } catch (const Failure& failure) {
    if (failure.status != status || failure.message.find(words) == std::string::npos)
      fail_msg("status %d `%s`, expected %d and `%s`", failure.status, failure.message.c_str(), status,
               words);
    return;
  }
  fail_msg("nothing was thrown, expected `%s`", words);
}

void text_is_utf8(void**) {
  const auto text = [](std::string_view value) { return call.text(value.data(), value.size(), "name"); };
  // The least and the largest of each length, and the neighbours of the surrogates.
  for (const char* good :
       {"a", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xec\xbf\xbf", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf1\x80\x80\x80", "\xf4\x8f\xbf\xbf", "a\xc3\xa4z"})
    assert_true(text(good) == good && call.str(good, "name") == good);
  for (const char* bad : {"\x80",
                          "\xbf",
                          "\xc0\x80",
                          "\xc1\xbf",
                          "\xc2",
                          "\xc2\x7f",
                          "\xc2\xc0",
                          "\xe0\x9f\x80",
                          "\xe0\xa0",
                          "\xe1\x80\x7f",
                          "\xe1\x80\xc0",
                          "\xed\xa0\x80",
                          "\xf0\x8f\x80\x80",
                          "\xf1\x80\x80",
                          "\xf1\x80\x7f\x80",
                          "\xf1\x80\xc0\x80",
                          "\xf1\x80\x80\x7f",
                          "\xf4\x90\x80\x80",
                          "\xf5\x80\x80\x80",
                          "\xff"}) {
    const std::string behind = std::string("ok") + bad;
    refused([&] { text(behind); }, status::kInvalidArgument, "byte 2 of");
  }
  assert_true(text("").empty() && call.text(nullptr, 0, "name").empty());
  refused([&] { text(std::string_view("a\0b", 3)); }, status::kInvalidArgument, "has a NUL at byte 1 of 3");
  refused([] { call.str(nullptr, "name"); }, status::kInvalidArgument, "`name` is NULL");
  assert_true(call.optional_str(nullptr, "name").empty() && call.optional_str("a", "name") == "a");
  const char fixed[4] = {'a', 'b', 0, 'c'};
  assert_true(call.fixed_text(fixed, 4, "name") == "ab");
  refused([&] { call.fixed_text(fixed, 2, "name"); }, status::kInvalidArgument, "has no NUL in its 2 bytes");
  const char* const names[] = {"a", nullptr};
  assert_int_equal(call.strings(names, 1, "names").size(), 1);
  refused([&] { call.strings(names, 2, "names"); }, status::kInvalidArgument, "`names[1]` is NULL");
}

void buffers_have_sizes(void**) {
  char byte = 0;
  const std::uint64_t* const words = reinterpret_cast<const std::uint64_t*>(&call);
  assert_int_equal(call.bytes(&byte, 1, "data").size(), 1);
  assert_int_equal(call.out_bytes(nullptr, 0, "data").size(), 0);
  refused([] { call.bytes(nullptr, 5, "data"); }, status::kInvalidArgument, "is NULL, but its size is 5");
  refused([&] { call.bytes(&byte, ~std::size_t{0}, "data"); }, status::kInvalidArgument,
          "more than any buffer has");
  refused([&] { call.array(words, PTRDIFF_MAX / 4, "data"); }, status::kInvalidArgument,
          "more than memory can hold");
  refused([] { call.max_count(3, 2, "count"); }, status::kInvalidArgument, "more than the 2");
  call.max_count(2, 2, "count");
  std::size_t size = 0;
  call.needed(&byte, nullptr, "data");
  call.needed(nullptr, &size, "data");
  refused([] { call.needed(nullptr, nullptr, "data"); }, status::kInvalidArgument, "`data` is NULL");
  assert_ptr_equal(&call.out(&size, "out"), &size);
  refused([] { call.out<int>(nullptr, "out"); }, status::kInvalidArgument, "`out` is NULL");
  assert_ptr_equal(&call.structure(&size, "size"), &size);
  refused([] { call.structure<int>(nullptr, "size"); }, status::kInvalidArgument, "`size` is NULL");
  call.reserved(0, "reserved");
  refused([] { call.reserved(4, "reserved"); }, status::kInvalidOptions, "set it to 0");
  assert_int_equal(call.enumeration(2, "kind", {1, 2}), 2);
  refused([] { call.enumeration(3, "kind", {1, 2}); }, status::kInvalidArgument, "is 3, which is none");
  // Results that only the library knows the size of.
  char text[4];
  call.out_string(text, sizeof text, &size, "abc");
  assert_string_equal(text, "abc");
  call.out_string(nullptr, 0, &size, "abcd");
  assert_int_equal(size, 5);
  refused([&] { call.out_string(text, sizeof text, nullptr, "abcd"); }, status::kOutOfRange, "5 are needed");
}

struct Options {
  std::size_t struct_size;
  std::uint64_t flags;
  std::uint64_t later;
};
struct Grown {
  Options known;
  std::uint64_t more;
};

// The program may be older or newer than the library.
void structs_grow(void**) {
  const auto options = [](const Options* given) { return call.options(given, "options", 16, 1); };
  Grown grown = {{sizeof(Options), 1, 5}, 0};
  assert_int_equal(options(nullptr).struct_size, sizeof(Options));
  assert_int_equal(options(&grown.known).later, 5);
  grown.known.struct_size = 16;
  assert_int_equal(options(&grown.known).later, 0);
  assert_int_equal(options(&grown.known).struct_size, sizeof(Options));
  grown.known.struct_size = sizeof grown;
  assert_int_equal(options(&grown.known).later, 5);
  grown.more = 1;
  refused([&] { options(&grown.known); }, status::kInvalidOptions, "and byte 24 is set");
  for (const auto& [size, words] : {std::pair{std::size_t{15}, "less than 16"},
                                    std::pair{std::size_t{1} << 20, "more than any struct has"}}) {
    grown.known.struct_size = size;
    refused([&] { options(&grown.known); }, status::kInvalidOptions, words);
    refused([&] { call.out_struct(&grown.known, "out", 16); }, status::kInvalidOptions, words);
  }
  grown.known = {sizeof(Options), 6, 0};
  refused([&] { options(&grown.known); }, status::kInvalidOptions, "flags 0x6, of which");
  refused([] { call.required_options<Options>(nullptr, "options", 16, 1); }, status::kInvalidArgument,
          "`options` is NULL");
  for (const std::size_t size : {std::size_t{16}, sizeof(Options), sizeof(Grown)}) {
    grown = {{size, 9, 9}, 9};
    call.out_struct(&grown.known, "out", 16);
    call.give_struct(&grown.known, Options{0, 1, 2});
    assert_int_equal(grown.known.struct_size, size);
    assert_int_equal(grown.known.flags, 1);
    assert_int_equal(grown.known.later, size == 16 ? 9 : 2);
    assert_int_equal(grown.more, size == sizeof grown ? 0 : 9);
  }
}

gc_error* make_error() {
  return api::opaque<gc_error>(core::handle_create(
      core::HandleType::kError, new core::Error("gc_test", Failure(status::kNotFound, "text"))));
}

void handles_are_live_and_of_a_type(void**) {
  gc_error* error = make_error();
  const core::Epoch epoch;
  assert_string_equal(call.handle<core::Error>(error, "error").function().c_str(), "gc_test");
  assert_non_null(call.optional_handle<core::Error>(error, "error"));
  assert_null(call.optional_handle<core::Error>(nullptr, "error"));
  assert_non_null(call.any_handle(error, "error").object);
  assert_non_null(call.optional_any_handle(error, "error").object);
  assert_null(call.optional_any_handle(nullptr, "error").object);
  refused([] { call.handle<core::Error>(nullptr, "error"); }, status::kInvalidHandle, "`error` is NULL");
  refused([] { call.any_handle(&memory_left, "object"); }, status::kInvalidHandle, "not a gridcall handle");
  refused([&] { call.handle<core::Event>(error, "event"); }, status::kInvalidHandle,
          "is a gc_error: pass a gc_event");
  gc_error* const both[] = {error, nullptr};
  assert_int_equal((call.handles<core::Error, gc_error>(both, 1, "errors").size()), 1);
  refused([&] { call.handles<core::Error, gc_error>(both, 2, "errors"); }, status::kInvalidHandle,
          "`errors[1]` is NULL");
  gc_error_release(error);
  refused([&] { call.any_handle(error, "error"); }, status::kInvalidHandle, "that was released");
  refused([&] { call.handle<core::Event>(error, "event"); }, status::kInvalidHandle,
          "was a gc_error, which was released");
}

// --- Calls that cannot even begin.

void accessors_answer_zero(void**) {
  assert_int_equal(api::accessor([](api::Call&) { return 5; }), 5);
  assert_int_equal(api::accessor([](api::Call&) -> int { throw 7; }), 0);
}

// More threads are in calls than there is memory for: the call fails with an error, and what cannot fail
// answers zero.
void no_memory_for_a_thread(void**) {
  std::atomic<int> inside{0};
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 80; ++i)
    threads.emplace_back([&] {
      const core::Epoch epoch;
      ++inside;
      while (!done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  while (inside != 80) std::this_thread::yield();
  gc_error* error = nullptr;
  gc_status status = GRIDCALL_OK, without = GRIDCALL_OK;
  int zero = 1;
  std::atomic<bool> go{false};
  std::thread late([&] {
    while (!go) std::this_thread::yield();
    memory_left = 0;
    status = api::guard("gc_test", &error, [](api::Call&) {});
    without = api::guard_quick("gc_test", nullptr, [](api::Call&) {});
    zero = api::accessor([](api::Call&) { return 1; });
    api::release<core::Event>(nullptr);
    gc_stream_release(nullptr);
    gc_comm_release(nullptr);
    memory_left = -1;
  });
  go = true;
  late.join();
  done = true;
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(status, GRIDCALL_ERROR_OUT_OF_HOST_MEMORY);
  assert_int_equal(without, GRIDCALL_ERROR_OUT_OF_HOST_MEMORY);
  assert_int_equal(zero, 0);
  assert_int_equal(gc_error_status(error), GRIDCALL_ERROR_OUT_OF_HOST_MEMORY);
}

// --- Results of drivers.

void every_result_has_a_status(void**) {
  using namespace driver;
  const struct {
    CUresult code;
    Status status;
    bool is_sticky;
  } kResults[] = {
#define PASSES false
#define STICKY true
#define GRIDCALL_RESULT(name, number, returned, sticky, ...) {name, status::returned, sticky},
#include "driver/results.def"
#undef GRIDCALL_RESULT
      {static_cast<CUresult>(123456), status::kDriver, false},
  };
  for (const auto& each : kResults) {
    assert_int_equal(core::status_of(each.code), each.status);
    assert_int_equal(core::is_sticky(each.code), each.is_sticky);
    if (each.is_sticky) assert_true(core::is_kernel_fault(each.code));
  }
  assert_true(core::is_kernel_fault(static_cast<CUresult>(GRIDCALL_DRIVER_ERROR_DIVIDE_BY_ZERO)));
  assert_false(core::is_kernel_fault(CUDA_ERROR_INVALID_VALUE));
  refused([] { core::refuse_attribute(-5, "DEVICE"); }, status::kNotFound,
          "pass a GRIDCALL_DEVICE_ATTRIBUTE_*");
  detail::forked = true;
  assert_int_equal(core::status_of(CUDA_ERROR_NOT_INITIALIZED), status::kForked);
  assert_int_equal(core::status_of(CUDA_ERROR_INVALID_VALUE), status::kDriver);
  refused([] { core::check_process(); }, status::kForked, "this process was forked");
  detail::forked = false;
  detail::exiting = true;
  refused([] { core::check_process(); }, status::kExiting, "the process is exiting");
  detail::exiting = false;
  core::check_process();
}

// A driver may have no name or no text for its own answer.
void answers_without_names(void**) {
  using namespace driver;
  static CUresult result;
  static const char* name;
  static const char* text;
  Table table{};
  table.cuGetErrorName = [](CUresult, const char** out) {
    *out = name;
    return result;
  };
  table.cuGetErrorString = [](CUresult, const char** out) {
    *out = text;
    return result;
  };
  const auto message = [&] { return core::driver_failure(table, CUDA_ERROR_INVALID_VALUE, "cuX").message; };
  result = CUDA_SUCCESS;
  name = "CUDA_ERROR_OF_MINE";
  text = "a text";
  assert_string_equal(message().c_str(), "cuX returned CUDA_ERROR_OF_MINE (1): a text");
  name = text = nullptr;
  assert_string_equal(message().c_str(), "cuX returned an unknown code (1): no text for it");
  result = CUDA_ERROR_INVALID_VALUE;
  name = text = "rubbish";
  assert_string_equal(message().c_str(), "cuX returned an unknown code (1): no text for it");
}

void texts_of_errors(void**) {
  Failure failure(status::kCompile, "it failed");
  failure.notes = {"one", "two"};
  failure.log = "a log\n\n";
  assert_string_equal(core::Error("gc_f", failure).text("COMPILE").c_str(),
                      "gc_f: COMPILE: it failed\n  one\n  two\na log");
  assert_string_equal(core::Error("", Failure(status::kCompile, "it failed")).text("COMPILE").c_str(),
                      "COMPILE: it failed");
  with_little_memory([&] { core::Error("a function whose name is long", failure).text("COMPILE"); });
  // Each part by its function; no error is one without texts.
  failure.driver_name = "CUDA_ERROR_OF_MINE";
  failure.driver_code = 7;
  failure.options = "-O3";
  failure.source_name = "a.cu";
  gc_error* error =
      api::opaque<gc_error>(core::handle_create(core::HandleType::kError, new core::Error("gc_f", failure)));
  const struct {
    const char* (*get)(gc_error*);
    const char* text;
  } kTexts[] = {
      {gc_error_message, "it failed"}, {gc_error_text, "gc_f: COMPILE: it failed\n  one\n  two\na log"},
      {gc_error_function, "gc_f"},     {gc_error_driver_name, "CUDA_ERROR_OF_MINE"},
      {gc_error_log, "a log\n\n"},     {gc_error_options, "-O3"},
      {gc_error_source_name, "a.cu"}};
  for (const auto& [get, text] : kTexts) {
    assert_string_equal(get(error), text);
    assert_string_equal(get(nullptr), "");
  }
  assert_int_equal(gc_error_status(error), GRIDCALL_ERROR_COMPILE);
  assert_int_equal(gc_error_status(nullptr), GRIDCALL_OK);
  assert_int_equal(gc_error_driver_code(error), 7);
  assert_int_equal(gc_error_driver_code(nullptr), 0);
  assert_int_equal(gc_error_note_count(error), 2);
  assert_int_equal(gc_error_note_count(nullptr), 0);
  assert_string_equal(gc_error_note(error, 1), "two");
  assert_string_equal(gc_error_note(error, 2), "");
  assert_string_equal(gc_error_note(nullptr, 0), "");
  gc_error_release(error);
}

// The library was loaded when memory was short: calls fail without an error then, and with their statuses.
int run_starved() {
  std::string message = "x";
  if (thrown("gc_test", not_found, &message, 0) != GRIDCALL_ERROR_NOT_FOUND || !message.empty()) return 1;
  return thrown("gc_test", not_found, &message) == GRIDCALL_ERROR_NOT_FOUND && !message.empty() ? 0 : 2;
}

void a_starved_process_has_statuses(void**) {
  for (const char* what : {"errors", "texts"}) {
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
      ::setenv("GRIDCALL_TEST_STARVED", what, 1);
      ::execl("/proc/self/exe", "test_api_boundary", nullptr);
      ::_exit(127);
    }
    int status = 0;
    assert_int_equal(::waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
  }
}

}  // namespace

int main() {
  refused_to = 0;
  if (starved()) return run_starved();
  const CMUnitTest tests[] = {
      cmocka_unit_test(exceptions_become_statuses),
      cmocka_unit_test(errors_without_memory),
      cmocka_unit_test(answers_of_drivers_are_documented),
      cmocka_unit_test(text_is_utf8),
      cmocka_unit_test(buffers_have_sizes),
      cmocka_unit_test(structs_grow),
      cmocka_unit_test(handles_are_live_and_of_a_type),
      cmocka_unit_test(accessors_answer_zero),
      cmocka_unit_test(no_memory_for_a_thread),
      cmocka_unit_test(every_result_has_a_status),
      cmocka_unit_test(answers_without_names),
      cmocka_unit_test(texts_of_errors),
      cmocka_unit_test(a_starved_process_has_statuses),
  };
  return cmocka_run_group_tests_name("api_boundary", tests, nullptr, nullptr);
}
