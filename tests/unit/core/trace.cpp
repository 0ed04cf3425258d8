// SPDX-License-Identifier: Apache-2.0
//
// The trace of a process over the fake driver: contexts of several devices in one file, beside profilers of
// the program's own, other processes, and children.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "fixture.h"
#include "gridcall/preview.h"

namespace {

std::string path;

std::string content_of(const std::string& file) {
  std::ostringstream content;
  content << std::ifstream(file).rdbuf();
  return content.str();
}
int count(const std::string& text, const std::string& word) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++found;
  return found;
}
// Fills of one size are one kind of event, found by their bytes.
void fill(gc_context* on, std::uint64_t bytes) {
  gc_mem* mem = nullptr;
  const std::uint32_t value = 7;
  MUST(gc_mem_alloc(on, bytes, &mem, &e));
  MUST(gc_memset(mem, 0, &value, sizeof value, bytes / sizeof value, nullptr, &e));
  gc_mem_release(mem);
}
int fills(const std::string& file, std::uint64_t bytes) {
  return count(content_of(file), "\"args\":{\"bytes\":" + std::to_string(bytes) + ",");
}
int in_child(int (*run)()) {
  const pid_t child = fork();
  if (child == 0) _exit(run());
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int refused_file() {
  ::setenv("GRIDCALL_TRACE", "/no/such/folder/trace.json", 1);
  gc_error* error = nullptr;
  gc_context* made = nullptr;
  const gc_status status = gc_context_get_default(&made, &error);
  const std::string message = message_of(error);
  return status == GRIDCALL_ERROR_INVALID_ARGUMENT && message.find("GRIDCALL_TRACE") != std::string::npos ? 0
                                                                                                          : 1;
}
void a_file_that_cannot_be_written(void**) {
  assert_int_equal(in_child(refused_file), 0);
}

void devices_are_rows(void**) {
  gc_device* device = nullptr;
  gc_context* other = nullptr;
  MUST(gc_device_get_by_index(1, &device, &e));
  MUST(gc_context_get_primary(device, nullptr, &other, &e));
  fill(context, 4096);
  fill(other, 8192);
  MUST(gc_context_synchronize(context, &e));
  MUST(gc_context_synchronize(other, &e));
  gc_context* own = nullptr;
  MUST(gc_context_create(device, nullptr, &own, &e));
  fill(own, 12288);
  gc_context_release(own);
  for (int i = 0; i < 3; ++i) MUST(gc_handle_collect(&e));  // the context ends, and completes the file
  gc_context_release(other);
  const std::string text = content_of(path);
  assert_true(text.starts_with("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n{\"name\":\"process_name\""));
  assert_true(text.ends_with("\"otherData\":{\"dropped\":0}}\n"));
  assert_int_equal(count(text, "\"process_name\""), 4);  // the host and three contexts
  assert_int_equal(count(text, "\"pid\":2,\"tid\":0,\"args\":{\"name\":\"default stream\"}"), 1);
  assert_int_equal(count(text, "\"pid\":3,\"tid\":0,\"args\":{\"name\":\"default stream\"}"), 1);
  assert_int_equal(count(text, "{\"name\":\"memset\",\"cat\":\"call\",\"ph\":\"X\",\"pid\":1,"), 3);
  assert_int_equal(count(text, "\"main thread\""), 1);
  for (const std::uint64_t bytes : {4096u, 8192u, 12288u}) assert_int_equal(fills(path, bytes), 1);
}

// A profiler that a program asks for itself is as it is without a trace.
void a_profiler_of_the_program(void**) {
  const std::string own = path + ".own";
  fill(context, 20480);
  MUST(gc_profiler_start(context, &e));  // for NVIDIA's tools alone: there is no profiler
  MUST(gc_profiler_stop(context, &e));
  fill(context, 24576);
  gc_profiler_options options = GRIDCALL_PROFILER_OPTIONS_INIT;
  options.output_file = path.c_str();
  REFUSED(gc_profiler_initialize(context, &options, &e), INVALID_STATE, "written by the profiler");
  options.output_file = own.c_str();
  MUST(gc_profiler_initialize(context, &options, &e));
  MUST(gc_profiler_start(context, &e));
  fill(context, 28672);
  MUST(gc_profiler_stop(context, &e));
  MUST(gc_context_synchronize(context, &e));
  assert_int_equal(fills(path, 20480), 1);
  assert_int_equal(fills(path, 24576), 1);
  assert_int_equal(fills(path, 28672), 0);
  assert_int_equal(fills(own, 28672), 1);
  assert_int_equal(fills(own, 24576), 0);
  ::unlink(own.c_str());
}

int child_that_exits() {
  std::exit(0);
}
void a_forked_child_leaves_the_file_alone(void**) {
  const std::string before = content_of(path);
  assert_int_equal(in_child(child_that_exits), 0);
  assert_string_equal(content_of(path).c_str(), before.c_str());
}

// A program that was started by the traced one has the same variable.
void another_process_writes_another_file(void**) {
  int link[2];
  assert_int_equal(::pipe(link), 0);
  const pid_t child = fork();
  if (child == 0) {
    ::dup2(link[1], STDOUT_FILENO);
    ::execl("/proc/self/exe", "test_core_trace", "child", static_cast<char*>(nullptr));
    _exit(9);
  }
  int status = -1;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
  const std::string file = path + "." + std::to_string(child);
  assert_int_equal(fills(file, 32768), 1);
  assert_int_equal(fills(path, 32768), 0);
  ::unlink(file.c_str());
}

// Ends without waiting or releasing: the exit writes what the device is done with.
int run_as_child() {
  if (open_context(nullptr) != 0) return 1;
  fill(context, 32768);
  return 0;
}

}  // namespace

int main(int count, char**) {
  if (count > 1) return run_as_child();
  path = "/tmp/gridcall-trace-" + std::to_string(getpid()) + ".json";
  ::setenv("GRIDCALL_TRACE", path.c_str(), 1);
  const CMUnitTest in_children[] = {cmocka_unit_test(a_file_that_cannot_be_written)};
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(devices_are_rows, nothing_left),
      cmocka_unit_test_teardown(another_process_writes_another_file, nothing_left),
      cmocka_unit_test_teardown(a_forked_child_leaves_the_file_alone, nothing_left),
      cmocka_unit_test_teardown(a_profiler_of_the_program, nothing_left),
  };
  // The child first: afterwards this process has used the library.
  const int failed = cmocka_run_group_tests_name("traces in children", in_children, nullptr, nullptr);
  const int result = cmocka_run_group_tests_name("traces", tests, open_context, nullptr) + failed;
  ::unlink(path.c_str());
  return result;
}
