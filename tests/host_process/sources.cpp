// SPDX-License-Identifier: Apache-2.0
//
// Hostile source on the CPU device: each ends with an error of its own, soon, and the host continues.

#include <fcntl.h>
#include <sys/stat.h>

#include <vector>

#include "host.h"
#include "support/slowdown.h"

namespace {

gc_context* context;
std::string folder;

void expect(const std::string& what, const std::string& source, const std::string& text, uint64_t flags = 0,
            double most_seconds = 20) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = flags | GRIDCALL_COMPILE_NO_CACHE;
  const double start = host::now();
  const std::string got = host::compile(context, source, &options);
  if (got.find(text) == std::string::npos || (text.empty() && !got.empty()))
    fail_msg("%s: \"%s\", expected ...%s...", what.c_str(), got.substr(0, 1000).c_str(), text.c_str());
  if (host::now() - start > most_seconds * slowdown())
    fail_msg("%s took %.1f s", what.c_str(), host::now() - start);
}

std::string repeated(const std::string& piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

void what_is_nested_too_deeply_is_an_error(void**) {
  const std::string deep =
      "COMPILE: source.cu: error: an expression or statement nests too deeply for the compiler";
  expect("minus signs", "__global__ void k(int* p) { p[0] = " + repeated("- ", 400'000) + "p[1]; }", deep);
  // That many terms alone are no mistake.
  expect("terms", "__global__ void k(int* p) { p[0] = p[1]" + repeated("+p[1]", 100'000) + "; }", "", 0, 60);
}

void files_that_are_none_are_not_opened(void**) {
  const std::string fifo = folder + "/fifo";
  assert_int_equal(::mkfifo(fifo.c_str(), 0600), 0);
  expect("FIFO", "#include \"" + fifo + "\"\n__global__ void k() {}", "'" + fifo + "' is no regular file");
  expect("device", "\n#include </dev/zero>\n__global__ void k() {}", "source.cu:2:");
  expect("device", "#include </dev/zero>\n__global__ void k() {}", "'/dev/zero' is no regular file");
  expect("folder", "#include \"/etc\"\n__global__ void k() {}", "COMPILE: ");
}

void embed_is_refused_by_name(void**) {
  for (const char* file : {"/etc/passwd", "/dev/zero", "/nowhere"})
    expect("#embed",
           std::string("__device__ unsigned char secret[] = {\n#embed \"") + file +
               "\"\n};\n__global__ void k() {}",
           "COMPILE: source.cu:2:");
  expect("#embed",
         "__device__ unsigned char secret[] = {\n#embed \"/etc/passwd\"\n};\n__global__ void k() {}",
         "#embed is not supported");
}

void pragmas_for_clangs_developers_do_nothing(void**) {
  for (const char* pragma :
       {"crash", "parser_crash", "llvm_fatal_error", "llvm_unreachable", "overflow_stack", "assert"}) {
    gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
    options.flags = GRIDCALL_COMPILE_NO_CACHE;
    const std::string got = host::compile(
        context, std::string("#pragma clang __debug ") + pragma + "\n__global__ void k() {}", &options);
    if (got.find("defect") != std::string::npos || got.find("FAILED") != std::string::npos)
      fail_msg("%s: %s", pragma, got.c_str());
  }
}

// The compiler has nothing but the headers from memory and its own, however the source asks.
void untrusted_source_reads_no_file(void**) {
  const std::string secret = folder + "/secret.h";
  FILE* file = std::fopen(secret.c_str(), "w");
  std::fputs("int THE_SECRET;\n", file);
  std::fclose(file);
  assert_int_equal(::chdir(folder.c_str()), 0);
  const std::string kernel = "__global__ void k() {}\n";
  const std::string quoted = "\"" + secret + "\"";
  const std::string not_given =
      "is no header given from memory, and GRIDCALL_COMPILE_NO_FILES keeps the source from reading files";
  for (const std::string& text : std::vector<std::string>{
           "#include " + quoted, "#include <" + secret + ">", "#include_next " + quoted, "#import " + quoted,
           "#define H " + quoted + "\n#include H", "#include \"secret.h\"",
           "#include \"../../../../.." + secret + "\"", "?\?=include " + quoted + "\n#include " + quoted,
           "%:include " + quoted, "#inc\\\nlude " + quoted,
           "__device__ char x[] = {\n#embed " + quoted + "\n};"})
    expect(text, text + "\n" + kernel, not_given, GRIDCALL_COMPILE_NO_FILES);
  // Not even whether it is there.
  for (const std::string& text :
       std::vector<std::string>{"__has_include(" + quoted + ")", "__has_include(\"secret.h\")",
                                "__has_include_next(" + quoted + ")", "__has_embed(" + quoted + ")"})
    expect(text, "#if " + text + "\n#error it is there\n#endif\n" + kernel, "", GRIDCALL_COMPILE_NO_FILES);
  // Assembly of the host's is dropped or refused, whatever it names.
  expect("asm", "asm(\".incbin \\\"" + secret + "\\\"\");\n" + kernel, "", GRIDCALL_COMPILE_NO_FILES);
  expect("asm in a kernel", "__global__ void k() { asm(\".incbin \\\"" + secret + "\\\";\"); }\n",
         "cannot run on the CPU device", GRIDCALL_COMPILE_NO_FILES);
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_NO_FILES | GRIDCALL_COMPILE_NO_CACHE;
  for (const char* pragma :
       {"GCC dependency", "clang module load", "include_alias(\"a.h\",", "comment(lib,"}) {
    const std::string start = std::string("#pragma ") + pragma + " \"" + folder;
    std::string there = host::compile(context, start + "/secret.h\"\n" + kernel, &options);
    const std::string absent = host::compile(context, start + "/absent.h\"\n" + kernel, &options);
    for (std::size_t at; (at = there.find("secret.h")) != std::string::npos;) there.replace(at, 6, "absent");
    assert_string_equal(there.c_str(), absent.c_str());
    assert_true(there.find("THE_SECRET") == std::string::npos);
  }
}

void untrusted_source_has_its_headers(void**) {
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  options.flags = GRIDCALL_COMPILE_NO_FILES;
  const gc_header header = {"mine.h", "#pragma once\n#include <cstdint>\n#define MINE 3\n"};
  options.headers = &header;
  options.header_count = 1;
  const std::string source = host::new_source(
      "#include \"mine.h\"\n#include <cuda_fp16.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include "
      "<limits.h>\n"
      "__global__ void f(int32_t* p) { *p = MINE; }\n");
  assert_string_equal(host::compile(context, source, &options).c_str(), "");
  // A source that may read is another, also to the cache.
  const std::string seen = host::new_source("#include \"" + folder + "/secret.h\"\n__global__ void f() {}\n");
  assert_string_equal(host::compile(context, seen).c_str(), "");
  assert_true(host::contains(host::compile(context, seen, &options), "GRIDCALL_COMPILE_NO_FILES"));
  assert_string_equal(host::compile(context, seen).c_str(), "");
  // Large ones too, whose parts are finished by processes of their own.
  std::string body;
  for (int i = 0; i < 40; ++i) {
    body += "__global__ void k" + std::to_string(i) + "(float* p, int n) { for (int i = 0; i < n; ++i) {";
    for (int k = 0; k < 40; ++k)
      body += " p[i + " + std::to_string(k) + "] += p[i] * " + std::to_string(i + 1) + ".5f;";
    body += " } }\n";
  }
  assert_string_equal(host::compile(context, host::new_source(body), &options).c_str(), "");
}

}  // namespace

int main() {
  char name[] = "/tmp/gridcall-sources-XXXXXX";
  folder = ::mkdtemp(name);
  context = host::cpu_context();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_nested_too_deeply_is_an_error),
      cmocka_unit_test(files_that_are_none_are_not_opened),
      cmocka_unit_test(embed_is_refused_by_name),
      cmocka_unit_test(pragmas_for_clangs_developers_do_nothing),
      cmocka_unit_test(untrusted_source_reads_no_file),
      cmocka_unit_test(untrusted_source_has_its_headers),
  };
  const int failed = cmocka_run_group_tests_name("hostile sources", tests, nullptr, nullptr);
  gc_context_release(context);
  return std::system(("rm -rf " + folder).c_str()) != 0 ? 1 : failed;
}
