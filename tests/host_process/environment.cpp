// SPDX-License-Identifier: Apache-2.0
//
// Settings that are wrong are refused or warned of, by name. Each in a process of its own:
//   environment PROGRAM          runs PROGRAM with --probe under many environments

#include <cstring>
#include <map>
#include <utility>

#include "host.h"

namespace {

std::string program;

// Returns the program's output with these settings: results on standard output, warnings on standard error.
std::string probe(const std::map<std::string, std::string>& settings, const std::string& what = "") {
  std::string command = "env -u GRIDCALL_CACHE_DIR";
  for (const auto& [name, value] : settings) command += " " + name + "='" + value + "'";
  command += " '" + program + "' --probe " + what + " 2>&1";
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  char buffer[4096];
  for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, got);
  assert_int_equal(::pclose(pipe), 0);
  return text;
}

int run_probe(const char* what) {
  gc_error* error = nullptr;
  int32_t count = 0;
  if (std::strcmp(what, "mended") == 0) {
    // The program may correct it and continue.
    std::printf("count: %s", host::take([] {
                               int32_t n;
                               gc_error* e = nullptr;
                               gc_device_get_count(&n, &e);
                               return e;
                             }())
                                 .c_str());
    ::unsetenv("GRIDCALL_CPU_THREADS");
  }
  for (int i = 0; i < 2; ++i) {
    const gc_status status = gc_device_get_count(&count, &error);
    std::printf("count: %s %s", gc_status_name(status), host::take(error).c_str());
    std::printf("%s\n", status == GRIDCALL_OK && count > 0 ? "devices" : "none");
  }
  gc_device* device = nullptr;
  if (gc_device_find("cpu", &device, &error) != GRIDCALL_OK)
    std::printf("cpu: %s", host::take(error).c_str());
  gc_context* context = nullptr;
  if (gc_context_get_default(&context, &error) != GRIDCALL_OK)
    std::printf("default: %s", host::take(error).c_str());
  char reason[1000] = "";
  std::size_t needed = 0;
  if (gc_cache_get_disabled_reason(reason, sizeof reason, &needed, &error) != GRIDCALL_OK)
    std::printf("cache: %s", host::take(error).c_str());
  std::printf("reason: %s\n", reason);
  if (context && std::strcmp(what, "compile") == 0)
    std::printf("compile: %s\n", host::compile(context, host::new_source()).c_str());
  return 0;
}

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

void wrong_values_are_refused(void**) {
  const struct {
    const char* name;
    const char* value;
    const char* allowed;
  } kWrong[] = {
      {"GRIDCALL_CPU_THREADS", "abc", "a whole number, 1 to 1024"},
      {"GRIDCALL_CPU_THREADS", "0", "a whole number, 1 to 1024"},
      {"GRIDCALL_CPU_THREADS", "2k", "a whole number, 1 to 1024"},
      {"GRIDCALL_CPU_MEMORY", "12Q", "1M at least"},
      {"GRIDCALL_CPU_HEAP", "-5", "4K at least"},
      {"GRIDCALL_CPU_STACK", "1G", "16K to 64M"},
      {"GRIDCALL_CPU_MODE", "fast", "automatic or reference"},
      {"GRIDCALL_CACHE_SIZE", "zz", "bytes, with K, M, G or T"},
      {"GRIDCALL_CACHE_SHARED", "maybe", "1 or 0"},
      {"GRIDCALL_DISABLE_CACHE", "2", "1 or 0"},
      {"GRIDCALL_COMPILE_TIMEOUT", "0.001", "a whole number, 1 to 86400"},
      {"GRIDCALL_COMPILE_MEMORY", "lots", "a whole number, 0 to 1073741824"},
      {"GRIDCALL_DISABLE_TIERING", "x", "1 or 0"},
  };
  for (const auto& wrong : kWrong) {
    const std::string text = probe({{wrong.name, wrong.value}});
    const std::string start = std::string("INVALID_ARGUMENT: ") + wrong.name + " in the environment is \"" +
                              wrong.value + "\": write ";
    // From each call that asks for the devices.
    if (occurrences(text, start) < 4 || !host::contains(text, wrong.allowed))
      fail_msg("%s=%s: %s", wrong.name, wrong.value, text.c_str());
  }
}

void right_values_are_taken(void**) {
  const std::string text = probe({{"GRIDCALL_CPU_THREADS", "2"},
                                  {"GRIDCALL_CPU_MEMORY", "1g"},
                                  {"GRIDCALL_CPU_HEAP", "8M"},
                                  {"GRIDCALL_CPU_STACK", "128K"},
                                  {"GRIDCALL_CPU_MODE", "automatic"},
                                  {"GRIDCALL_CACHE_SIZE", "3M"},
                                  {"GRIDCALL_CACHE_SHARED", "off"},
                                  {"GRIDCALL_COMPILE_TIMEOUT", "100"},
                                  {"GRIDCALL_TEST_ANYTHING", "1"},
                                  {"GRIDCALL_LIB_DIR", "/x"},
                                  {"GRIDCALL_DISABLE_TIERING", ""}});
  assert_int_equal(occurrences(text, "count: OK devices"), 2);
  assert_int_equal(occurrences(text, "gridcall: "), 0);
}

void a_mended_value_is_taken(void**) {
  const std::string text = probe({{"GRIDCALL_CPU_THREADS", "abc"}}, "mended");
  assert_int_equal(occurrences(text, "INVALID_ARGUMENT"), 1);
  assert_int_equal(occurrences(text, "count: OK devices"), 2);
}

void unknown_names_are_warned_of_once(void**) {
  for (const auto& [wrong, meant] : {std::pair{"GRIDCALL_DEVCE", "GRIDCALL_DEVICE"},
                                     {"GRIDCALL_CPU_TRHEADS", "GRIDCALL_CPU_THREADS"},
                                     {"GRIDCALL_CACHEDIR", "GRIDCALL_CACHE_DIR"}}) {
    const std::string text = probe({{wrong, "1"}});
    assert_int_equal(occurrences(text, std::string("gridcall: ") + wrong +
                                           " in the environment is no variable of gridcall's: did you mean " +
                                           meant + "?\n"),
                     1);
    assert_int_equal(occurrences(text, "count: OK devices"), 2);
  }
  assert_true(host::contains(
      probe({{"GRIDCALL_ENTIRELY_ELSE", "1"}}),
      "GRIDCALL_ENTIRELY_ELSE in the environment is no variable of gridcall's and does nothing\n"));
}

void drivers_that_are_not_there_are_named(void**) {
  const std::string text = probe({{"GRIDCALL_CPU_DRIVER", "/nowhere/cpu.so"},
                                  {"GRIDCALL_CUDA_DRIVER", "/nowhere/cuda.so"},
                                  {"GRIDCALL_DEVICE", ""}});
  assert_true(host::contains(text, "count: OK none"));
  assert_true(host::contains(text, "/nowhere/cpu.so: not installed (GRIDCALL_CPU_DRIVER)"));
  assert_true(host::contains(text,
                             "there is no device: no GPU (/nowhere/cuda.so: not installed "
                             "(GRIDCALL_CUDA_DRIVER)) and no CPU device (/nowhere/cpu.so"));
}

void a_device_that_is_none_is_named(void**) {
  const std::string text = probe({{"GRIDCALL_DEVICE", "cup"}});
  assert_true(host::contains(text, "default: NO_DEVICE: GRIDCALL_DEVICE=cup: \"cup\" names no device"));
}

void a_wrong_compiler_is_named(void**) {
  assert_true(
      host::contains(probe({{"GRIDCALL_CC", "/bin/true"}}, "compile"),
                     "COMPILER_UNAVAILABLE: `/bin/true` (GRIDCALL_CC) does not answer as gridcall-cc does"));
  assert_true(
      host::contains(probe({{"GRIDCALL_CC", "/nowhere"}}, "compile"), "no program /nowhere (GRIDCALL_CC)"));
  assert_true(host::contains(probe({{"GRIDCALL_CPU_TARGET", "pentium5"}}, "compile"),
                             "GRIDCALL_CPU_TARGET: 'pentium5'"));
}

void a_cache_that_is_off_says_why(void**) {
  const std::string relative = probe({{"GRIDCALL_CACHE_DIR", "here"}});
  assert_true(
      host::contains(relative, "reason: GRIDCALL_CACHE_DIR in the environment is \"here\", a relative path"));
  assert_int_equal(occurrences(relative, "gridcall: GRIDCALL_CACHE_DIR in the environment is \"here\""), 1);
  assert_true(
      host::contains(probe({{"GRIDCALL_CACHE_DIR", "/proc/x"}}), "reason: `/proc/x` cannot be made: "));
  assert_true(host::contains(probe({{"GRIDCALL_DISABLE_CACHE", "1"}}),
                             "reason: GRIDCALL_DISABLE_CACHE in the environment turns it off"));
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--probe") == 0) return run_probe(count > 2 ? arguments[2] : "");
  if (count != 2) return 2;
  program = arguments[1];
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_values_are_refused),
      cmocka_unit_test(right_values_are_taken),
      cmocka_unit_test(a_mended_value_is_taken),
      cmocka_unit_test(unknown_names_are_warned_of_once),
      cmocka_unit_test(drivers_that_are_not_there_are_named),
      cmocka_unit_test(a_device_that_is_none_is_named),
      cmocka_unit_test(a_wrong_compiler_is_named),
      cmocka_unit_test(a_cache_that_is_off_says_why),
  };
  return cmocka_run_group_tests_name("the environment", tests, nullptr, nullptr);
}
