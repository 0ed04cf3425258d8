// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include "base/status.h"
#include "compile/options.h"

using namespace gridcall;
using namespace gridcall::compile;
using namespace gridcall::compile::test;

namespace {

Options gpu(const std::vector<std::string>& options) {
  return translate_options(options, {}, {}, false);
}
Options cpu(const std::vector<std::string>& options) {
  return translate_options(options, {}, {}, true);
}

std::string line(const Options& options) {
  std::string text;
  for (const std::string& argument : options.arguments) text += (text.empty() ? "" : " ") + argument;
  return text;
}

void spellings_agree(void**) {
  for (const auto& form : std::vector<std::vector<std::string>>{{"-arch=sm_90"},
                                                                {"-arch", "sm_90"},
                                                                {"--gpu-architecture=sm_90"},
                                                                {"--gpu-architecture", "sm_90"},
                                                                {"--arch=sm_90"}}) {
    expect_equal(gpu(form).arch, "sm_90");
    expect_equal(line(gpu(form)), "");
  }
  for (const auto& form : std::vector<std::vector<std::string>>{
           {"-DN=4"}, {"-D", "N=4"}, {"--define-macro=N=4"}, {"--define-macro", "N=4"}, {"-D=N=4"}}) {
    expect_equal(line(gpu(form)), "-DN=4");
  }
  for (const auto& form : std::vector<std::vector<std::string>>{{"-I/opt/x"},
                                                                {"-I", "/opt/x"},
                                                                {"--include-path=/opt/x"},
                                                                {"-isystem", "/opt/x"},
                                                                {"-isystem=/opt/x"}}) {
    assert_int_equal(gpu(form).include_dirs.size(), 1);
    expect_equal(gpu(form).include_dirs[0], "/opt/x");
  }
  expect_equal(line(gpu({"--ptxas-options=-v"})), "--ptxas-options=-v");
  expect_equal(line(gpu({"-Xptxas", "-v"})), "--ptxas-options=-v");
  expect_equal(line(gpu({"--ptxas-options", "-v"})), "--ptxas-options=-v");
  expect_equal(line(gpu({"-use_fast_math"})), "--use_fast_math");
  expect_equal(line(gpu({"-lineinfo", "-G", "-w"})),
               "--generate-line-info --device-debug --disable-warnings");
  expect_equal(line(gpu({"--std", "c++20"})), "-std=c++20");
}

void host_options_are_dropped(void**) {
  expect_equal(line(gpu({"-O3", "-O", "-O2", "--optimize", "2", "-g", "-Xcompiler", "-fPIC,-Wall",
                         "--compiler-options=-rdynamic", "-m64", "-v", "-gencode",
                         "arch=compute_90,code=sm_90", "-code=sm_90", "-x", "cu", "-rdc=false", "-t", "4"})),
               "");
}

void others_are_refused_by_name(void**) {
  expect_failure(failure_of([] { gpu({"-ccbin", "g++"}); }), status::kInvalidCompileOption,
                 "`-ccbin` is nvcc's");
  expect_failure(failure_of([] { gpu({"-ccbin=g++"}); }), status::kInvalidCompileOption,
                 "`-ccbin=g++` is nvcc's");
  for (const char* option :
       {"-c", "-o", "-ptx", "-cubin", "--keep", "-dlink", "-lcublas", "-L/x", "-m32", "--pch"}) {
    expect_failure(failure_of([&] { gpu({option}); }), status::kInvalidCompileOption,
                   std::string("`") + option + "`");
  }
  expect_failure(failure_of([] { gpu({"-arch=hopper"}); }), status::kInvalidCompileOption,
                 "`hopper` is no architecture");
  expect_failure(failure_of([] { gpu({"-arch"}); }), status::kInvalidCompileOption, "needs a value");
  expect_failure(failure_of([] { gpu({"-D"}); }), status::kInvalidCompileOption, "needs a value");
  expect_failure(failure_of([] { gpu({"-D4=N"}); }), status::kInvalidCompileOption, "macro name");
  expect_failure(failure_of([] { gpu({"-lineinfo=1"}); }), status::kInvalidCompileOption, "takes no value");
  expect_failure(failure_of([] { gpu({"kernel.cu"}); }), status::kInvalidCompileOption,
                 "`kernel.cu` is no option");
  expect_failure(failure_of([] { translate_options({}, {{"a b\n", "1"}}, {}, false); }),
                 status::kInvalidCompileOption, "macro name");
}

void relocatable_code_is_one_option(void**) {
  for (const std::vector<std::string>& form : {std::vector<std::string>{"-rdc=true"},
                                               {"-rdc", "true"},
                                               {"--relocatable-device-code=true"},
                                               {"-dc"},
                                               {"--device-c", "-rdc=true"},
                                               {"-rdc=false", "-dc", "-lcudadevrt"}})
    expect_equal(line(gpu(form)), "--relocatable-device-code=true");
  expect_equal(line(gpu({"-dc", "-rdc=false"})), "");
  expect_failure(failure_of([] { gpu({"-rdc=maybe"}); }), status::kInvalidCompileOption, "true or false");
  Request request;
  request.options = {"-dc"};
  assert_true(is_relocatable(request, true) && is_relocatable(request, false));
  request.options.clear();
  assert_false(is_relocatable(request, true));
}

void unknown_options_reach_the_compiler(void**) {
  expect_equal(line(gpu({"--fancy-new-option=3", "-other", "value", "-DX"})),
               "--fancy-new-option=3 -other value -DX");
}

void the_last_of_equal_options_counts(void**) {
  expect_equal(line(gpu({"-std=c++14", "--use_fast_math", "-std=c++20", "-use_fast_math"})),
               "-std=c++20 --use_fast_math");
  expect_equal(line(gpu({"-Xptxas", "-v", "-Xptxas", "-O2"})), "--ptxas-options=-v --ptxas-options=-O2");
}

void gpu_only_options_leave_the_cpu_device_alone(void**) {
  expect_equal(line(cpu({"-Xptxas", "-v", "-maxrregcount=32", "-DN=4", "--use_fast_math"})),
               "-DN=4 --use_fast_math");
}

void defines_and_directories_follow(void**) {
  Options options = translate_options({"-DA"}, {{"B", "2"}, {"C", ""}}, {"relative", "/absolute"}, false);
  expect_equal(line(options), "-DA -DB=2 -DC=");
  assert_int_equal(options.include_dirs.size(), 2);
  assert_int_equal(options.include_dirs[0][0], '/');
  expect_contains(options.include_dirs[0], "/relative");
  expect_equal(options.include_dirs[1], "/absolute");
}

void words_split_as_in_a_shell(void**) {
  std::vector<std::string> words = split_words("  -DA='x y' \"-I/a b\"  -DQ=\\\"z\\\" '' ");
  assert_int_equal(words.size(), 4);
  expect_equal(words[0], "-DA=x y");
  expect_equal(words[1], "-I/a b");
  expect_equal(words[2], "-DQ=\"z\"");
  expect_equal(words[3], "");
}

void default_options_come_from_the_environment(void**) {
  ::unsetenv("GRIDCALL_DEFAULT_OPTIONS");
  ::setenv("PYCUDA_DEFAULT_NVCC_FLAGS", "-use_fast_math -DSEED", 1);
  assert_int_equal(default_options().size(), 2);
  assert_int_equal(default_options(true).size(), 0);  // of a call with options of its own
  ::setenv("GRIDCALL_DEFAULT_OPTIONS", "-DOWN", 1);
  assert_int_equal(default_options().size(), 1);
  assert_int_equal(default_options(true).size(), 1);
  expect_equal(default_options()[0], "-DOWN");
  ::unsetenv("GRIDCALL_DEFAULT_OPTIONS");
  ::unsetenv("PYCUDA_DEFAULT_NVCC_FLAGS");
  assert_int_equal(default_options().size(), 0);
}

void archs_are_told_from_other_words(void**) {
  for (const char* good : {"sm_75", "sm_90a", "compute_100f", "compute_120"}) assert_true(is_arch(good));
  for (const char* bad : {"", "90", "sm_", "sm_9", "sm_90x", "sm_90aa", "sm_1000", "SM_90"})
    assert_false(is_arch(bad));
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(spellings_agree),
      cmocka_unit_test(host_options_are_dropped),
      cmocka_unit_test(others_are_refused_by_name),
      cmocka_unit_test(relocatable_code_is_one_option),
      cmocka_unit_test(unknown_options_reach_the_compiler),
      cmocka_unit_test(the_last_of_equal_options_counts),
      cmocka_unit_test(gpu_only_options_leave_the_cpu_device_alone),
      cmocka_unit_test(defines_and_directories_follow),
      cmocka_unit_test(words_split_as_in_a_shell),
      cmocka_unit_test(default_options_come_from_the_environment),
      cmocka_unit_test(archs_are_told_from_other_words),
  };
  return cmocka_run_group_tests_name("compile options", tests, nullptr, nullptr);
}
