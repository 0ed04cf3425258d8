// SPDX-License-Identifier: Apache-2.0
//
// Sources that nobody vouches for: no spelling gets NVRTC to open a file, and what is no such thing passes.

#include "base/source_scanner.h"
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

#include <vector>

#include "base/status.h"
#include "compile/closed_files.h"
#include "compile/compiler.h"
#include "compile/no_files.h"
#include "compile/search_paths.h"

using namespace gridcall;
using namespace gridcall::compile;
using namespace gridcall::compile::test;

namespace {

bool is_given(const std::string& header) {
  return header == "given.h" || header == "cstdint";
}

std::optional<Failure> check(const std::string& text) {
  return failure_of([&] {
    const std::string plain = without_comments(text);
    check_directives(plain, "source.cu", is_given);
    check_pasted_words({plain}, "source.cu");
  });
}

// NVRTC 13.5 opened the file for each of these but the last three, which other versions may.
const char* const kOpensPasswd[] = {
    "#include \"/etc/passwd\"\n",
    "#include </etc/passwd>\n",
    "  #\t include\t\"/etc/passwd\"\n",
    "#\f\vinclude\f\"/etc/passwd\"\n",
    "#/**/include/**/\"/etc/passwd\"\n",
    "/* a\n*/ #include \"/etc/passwd\"\n",
    "#inc\\\nlude \"/etc/passwd\"\n",
    "#inc\\\r\nlude \"/etc/passwd\"\n",
    "#\\\ninclude \\\n\"/etc/passwd\"\n",
    "#/\\\n* x *\\\n/include \"/etc/passwd\"\n",
    "%:include \"/etc/passwd\"\n",
    "%\\\n:include \"/etc/passwd\"\n",
    "?\?=include \"/etc/passwd\"\n",
    "#inc?\?/\nlude \"/etc/passwd\"\n",
    "?\?=inc?\?/\nlude \"/etc/passwd\"\n",
    "#define H \"/etc/passwd\"\n#include H\n",
    "#define H() </etc/passwd>\n#include H()\n",
    "#if __has_include(\"/etc/passwd\")\n#endif\n",
    "#if __has_include ( </etc/passwd> )\n#endif\n",
    "#define Q __has_include\n#if Q(\"/etc/passwd\")\n#endif\n",
    "#define P(a, b) a##b\n#if P(__has_, include)(\"/etc/passwd\")\n#endif\n",
    "#define P(a, b) a##b\n#if P(__has_inc, lude)(</etc/passwd>)\n#endif\n",
    "#define P(a, b, c) a ## b ## c\n#if P(__, has, _inclu\\\nde)(\"/etc/passwd\")\n#endif\n",
    "#define P(x) __has ## x\n#if P(_include)(\"/etc/passwd\")\n#endif\n",
    "#define P(x) x ##\\\n_include\n#if P(__has)(\"/etc/passwd\")\n#endif\n",
    "#ifdef __has_include\n#if __has_include(\"/etc/passwd\")\n#endif\n#endif\n",
    "#if defined(__has_include) && __has_include(\"/etc/passwd\")\n#endif\n",
    "#include_next \"/etc/passwd\"\n",
    "import \"/etc/passwd\";\n",
    "import </etc/passwd>;\n",
    "export import \"/etc/passwd\";\n",
    "#include \"../self/environ\"\n",
    "#include \"given.h\" \n#include \"../../etc/passwd\"\n",
    "const char* a = \"/*\";\n#include \"/etc/passwd\"\nconst char* b = \"*/\";\n",
    "const char* a = R\"(/*)\";\n#include \"/etc/passwd\"\n/* */\n",
    "int a = 1'0; // '\n#include \"/etc/passwd\"\n",
    "#define A '\n#include \"/etc/passwd\"\n#define B '\n",
    "// a ?\?/\n#include \"/etc/passwd\"\n",
    "// a \\ \n#include \"/etc/passwd\"\n",
    "#include \"/etc/passwd",
    "#inc\\ \nlude \"/etc/passwd\"\n",
    "#import \"/etc/passwd\"\n",
    "#embed \"/etc/passwd\"\n",
};

void every_spelling_is_refused(void**) {
  for (const char* text : kOpensPasswd) {
    const auto failure = check(std::string(text) + "__global__ void f() {}\n");
    if (!failure) fail_msg("passed: %s", text);
    assert_int_equal(failure->status, status::kCompile);
    expect_contains(failure->message, "GRIDCALL_COMPILE_NO_FILES");
  }
}

void ordinary_source_passes(void**) {
  for (const char* text : {
           "#include \"given.h\"\n#include <cstdint>\n",
           "// #include <iostream>\n/* #include <vector>\n #include \"x.h\" */\n#include <cstdint> // why\n",
           "// one \\\n#include <two.h>\nint x;\n",
           "#ifdef __has_include\n#endif\n#if defined __has_include\n#endif\n#if defined(__has_include) && "
           "__has_include(<cstdint>)\n#endif\n",
           "#define STRING(x) #x\n#define GLUE(a, b) a##b\n#pragma once\n#line 5 \"/etc/passwd\"\n",
           "const char* s = \"a // b /* c\"; char c = '\"'; int n = 1'000'000; const char* r = R\"x(// \" "
           ")\")x\";\n",
           "#define P(a, b) a##b\n#include <cstdint>\n#define __HAS_X 1\nint has, in, clude, P(has_, x);\n",
           "int includes = 1; int important = 2; int a = includes < 4; # 5 \"x\"\n",
       }) {
    const auto failure = check(text);
    if (failure) fail_msg("refused: %s: %s", text, failure->message.c_str());
  }
}

void the_line_is_named(void**) {
  const auto failure = check("int a;\n/* b\n*/\n#define X \\\n  1\n\n#include \"secret.h\"\n");
  expect_failure(
      failure, status::kCompile,
      "source.cu:7: error: 'secret.h' is no header given from memory, and GRIDCALL_COMPILE_NO_FILES");
}

void comments_become_blanks(void**) {
  expect_equal(without_comments("a/* b\n c */d // e\nf"), "a    \n     d     \nf");
  expect_equal(without_comments("\"/*\" '\"' // \\\n still\nx"), "\"/*\" '\"'     \n      \nx");
  expect_equal(without_comments("R\"(// a)\" // b"), "R\"(// a)\"     ");
  expect_equal(without_comments("1'0 /* x */"), "1'0        ");
}

// Beside what is checked of the source: a thread of its own that may open nothing else.
void files_are_closed_to_the_thread_alone(void**) {
  if (::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1) < 1) {
    std::printf("# SKIPPED: the kernel has no Landlock\n");
    skip();
  }
  const std::string root = make_temp_directory();
  write_file(root + "/here", "x");
  const auto error_of_open = [](const std::string& path, int flags) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
    if (fd < 0) return errno;
    ::close(fd);
    return 0;
  };
  int inside[4] = {};
  run_with_files_closed({root}, [&] {
    inside[0] = error_of_open("/etc/passwd", O_RDONLY);
    inside[1] = error_of_open(root + "/here", O_RDONLY);
    inside[2] = error_of_open(root + "/new", O_WRONLY | O_CREAT);
    inside[3] = error_of_open(root + "/../etc/passwd", O_RDONLY);
  });
  assert_int_equal(inside[0], EACCES);
  assert_int_equal(inside[1], 0);
  assert_int_equal(inside[2], EACCES);
  assert_true(inside[3] != 0);
  assert_int_equal(error_of_open("/etc/passwd", O_RDONLY), 0);
  assert_int_equal(error_of_open(root + "/new", O_WRONLY | O_CREAT), 0);
  expect_failure(failure_of([] { run_with_files_closed({}, [] { throw Failure(status::kIo, "thrown"); }); }),
                 status::kIo, "thrown");
  remove_tree(root);
}

struct UntrustedSource {
  explicit UntrustedSource(std::string source_text) : text(std::move(source_text)) {
    request.source = text;
    request.use_cache = false;
    request.no_files = true;
  }
  std::string text;
  Request request;
};

Target gpu() {
  Target target;
  target.compute_capability_major = 9;
  return target;
}

bool has_nvrtc() {
  std::vector<std::string> tried;
  return !find_nvrtc(&tried).empty();
}

void nvrtc_opens_nothing(void**) {
  if (!has_nvrtc()) {
    std::printf("# SKIPPED: no NVRTC\n");
    skip();
  }
  for (const char* text : kOpensPasswd) {
    const UntrustedSource source(std::string(text) + "__global__ void f() {}\n");
    const auto failure = failure_of([&] { compile::compile(source.request, gpu()); });
    if (!failure) fail_msg("compiled: %s", text);
    expect_contains(failure->message, "GRIDCALL_COMPILE_NO_FILES");
    if (failure->log.find("root:") != std::string::npos) fail_msg("%s", failure->log.c_str());
  }
  // In a header from memory, in an instance.
  UntrustedSource header("#include \"h.h\"\n__global__ void f() {}\n");
  header.request.headers = {{"h.h", "\n#include \"/etc/passwd\"\n"}};
  expect_failure(failure_of([&] { compile::compile(header.request, gpu()); }), status::kCompile,
                 "h.h:2: error: '/etc/passwd'");
  // The words of a question for a file, one of them in a header.
  UntrustedSource pieces(
      "#include \"h.h\"\n#if P(include)(\"/etc/passwd\")\n#endif\n__global__ void f() {}\n");
  pieces.request.headers = {{"h.h", "#define P(x) __has_##x\n"}};
  expect_failure(failure_of([&] { compile::compile(pieces.request, gpu()); }), status::kCompile,
                 "a macro can make __has_include of `__has_` and `include`");
  UntrustedSource instance("template <class T> __global__ void f(T) {}\n");
  instance.request.instances = {"f<int>\n#include \"/etc/passwd\""};
  expect_failure(failure_of([&] { compile::compile(instance.request, gpu()); }), status::kCompile,
                 "several lines");
}

void nvrtc_compiles_what_is_given(void**) {
  if (!has_nvrtc()) {
    std::printf("# SKIPPED: no NVRTC\n");
    skip();
  }
  UntrustedSource source(
      "#include \"mine.h\"  // #include \"not.h\"\n#include <cstdint>\n"
      "/* a comment */ template <class T> __global__ void scale(T* p, int32_t n) { p[0] *= T(n * MINE); }\n");
  source.request.headers = {{"mine.h", "#pragma once\n#define MINE 3 /* three */\n"}};
  source.request.instances = {"scale<float>"};
  source.request.name = "folder/that/is/not/looked/into.cu";
  const auto failure = failure_of([&] {
    const image::Image result = compile::compile(source.request, gpu());
    assert_true(result.lowered_names.size() >= 1);
  });
  if (failure) fail_msg("%s\n%s", failure->message.c_str(), failure->log.c_str());
  // Errors still name the source, and the toolkit's headers are there where it has them.
  UntrustedSource wrong("// one\n__device__ int x = 1; /* two\n */ __global__ void f() { y = 1; }\n");
  expect_failure(failure_of([&] { compile::compile(wrong.request, gpu()); }), status::kCompile,
                 "source.cu:3");
  std::vector<std::string> tried;
  if (!find_cuda_headers(find_nvrtc(&tried).front()).empty()) {
    UntrustedSource half(
        "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n__global__ void f(__half* p) { *p = "
        "__float2half(1); }\n");
    const auto error = failure_of([&] { compile::compile(half.request, gpu()); });
    if (error) fail_msg("%s\n%s", error->message.c_str(), error->log.c_str());
    UntrustedSource thrust(
        "#define __THRUST_HOST_SYSTEM_ALGORITH_DETAIL_HEADER_INCLUDE(x) \"/etc/passwd\"\n#include "
        "<thrust/sort.h>\n__global__ void f() {}\n");
    const auto refused = failure_of([&] { compile::compile(thrust.request, gpu()); });
    assert_true(refused.has_value());
    expect_contains(refused->message, "GRIDCALL_COMPILE_NO_FILES");
  }
}

void options_that_name_files_are_refused(void**) {
  for (const bool is_cpu : {false, true}) {
    Target target = gpu();
    target.is_cpu = is_cpu;
    for (const char* option :
         {"-I/etc", "--include-path=/etc", "-isystem=/etc", "-include=/etc/passwd", "--pre-include=x.h",
          "--time=/tmp/x", "-fdevice-time-trace=/tmp/x", "-fplugin=/tmp/x.so", "-ivfsoverlay=/x", "-load=/x",
          "--options-file=/x", "--optix-ir", "-optf=/x", "--config=/x", "-imacros=/etc/passwd"}) {
      UntrustedSource source("__global__ void f() {}\n");
      source.request.options = {option};
      const auto failure = failure_of([&] { compile::compile(source.request, target); });
      if (!failure || failure->status != status::kInvalidCompileOption ||
          failure->message.find(std::string(option).substr(0, 4)) == std::string::npos)
        fail_msg("%s: %s", option, failure ? failure->message.c_str() : "taken");
    }
    for (const char* response : {"@/etc/passwd", "@x"}) {
      UntrustedSource source("__global__ void f() {}\n");
      source.request.options = {response};
      expect_failure(failure_of([&] { compile::compile(source.request, target); }),
                     status::kInvalidCompileOption, response);
    }
    UntrustedSource source("__global__ void f() {}\n");
    source.request.include_dirs = {"/etc"};
    expect_failure(failure_of([&] { compile::compile(source.request, target); }),
                   status::kInvalidCompileOption, "include_dirs");
  }
  UntrustedSource source("__global__ void f() {}\n");
  for (const char* option : {"--ptxas-options=--options-file=/etc/passwd", "-Xptxas=-O3,-o,/tmp/x",
                             "-Xptxas=-optf,x", "-Xptxas=-O/etc/passwd", "-Xptxas=-v,-dlcm=/etc/passwd"}) {
    source.request.options = {option};
    expect_failure(failure_of([&] { compile::compile(source.request, gpu()); }),
                   status::kInvalidCompileOption, "GRIDCALL_COMPILE_NO_FILES");
  }
  // A header from memory may come first, and code may be made as the caller likes.
  if (has_nvrtc()) {
    source.request.headers = {{"first.h", "#define FIRST 1\n"}};
    source.request.options = {"--pre-include=first.h", "-Xptxas=-O2", "-Xptxas=-v", "--use_fast_math",
                              "-DN=4"};
    const auto failure = failure_of([&] { compile::compile(source.request, gpu()); });
    if (failure) fail_msg("%s\n%s", failure->message.c_str(), failure->log.c_str());
  }
}

}  // namespace

int main() {
  ::unsetenv("GRIDCALL_DEFAULT_OPTIONS");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_spelling_is_refused),
      cmocka_unit_test(ordinary_source_passes),
      cmocka_unit_test(the_line_is_named),
      cmocka_unit_test(comments_become_blanks),
      cmocka_unit_test(files_are_closed_to_the_thread_alone),
      cmocka_unit_test(nvrtc_opens_nothing),
      cmocka_unit_test(nvrtc_compiles_what_is_given),
      cmocka_unit_test(options_that_name_files_are_refused),
  };
  return cmocka_run_group_tests_name("no files", tests, nullptr, nullptr);
}
