// SPDX-License-Identifier: Apache-2.0
//
// Readers of text and images: #include lines, compiler logs, symbol names.

#include "check.h"

#include "compile/diagnostics.h"
#include "compile/headers.h"
#include "compile/includes.h"
#include "compile/sha256.h"

using namespace gridcall;
using namespace gridcall::compile;
using namespace gridcall::compile::test;

namespace {

std::string scanned(const std::string& source, bool* known = nullptr) {
  bool is_known = true;
  std::string text;
  for (const Include& include : scan_includes(source, &is_known)) {
    text += (text.empty() ? "" : " ") +
            (include.is_quoted ? "\"" + include.name + "\"" : "<" + include.name + ">") +
            (include.is_next ? "+" : "");
  }
  if (known) *known = is_known;
  return text;
}

void includes_are_found(void**) {
  expect_equal(scanned("#include <a.h>\n  #  include \"b.h\"\n#include_next <c.h>\n#import <d.h>\n"),
               "<a.h> \"b.h\" <c.h>+ <d.h>");
  expect_equal(
      scanned("/* #include <no.h> */ #include <a.h>\n// #include <no.h> \\\n#include <no.h>\n#include <b.h>"),
      "<a.h> <b.h>");
  expect_equal(
      scanned("const char* s = \"\\\"#include <no.h>\";\nconst char* r = R\"x(\n#include <no.h>\n)x\";\n"
              "int n = 1'000'000; char c = '\"';\n#include <a.h>\n"),
      "<a.h>");
  expect_equal(
      scanned("#if __has_include(<a.h>) && defined(__has_include)\n#endif\nint i; #include <no.h>\n"),
      "<a.h>");
  expect_equal(scanned("#\\\ninclude /* x */ \\\n <a.h>\n#define X #include <no.h>\n"), "<a.h>");
  bool known = true;
  scanned("#include HEADER\n", &known);
  assert_false(known);
  scanned("#include <a.h>\n#include \"unfinished\n", &known);
  assert_true(known);
}

void any_bytes_are_scanned_to_their_end(void**) {
  std::mt19937 random(7);
  const char alphabet[] = "#include <a>\"'\\\n\r /*R(x)_has";
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto i = random() % 60; i > 0; --i) text += alphabet[random() % (sizeof(alphabet) - 1)];
    scanned(text);
  }
}

void the_closure_sees_every_change(void**) {
  std::string root = make_temp_directory();
  ::mkdir((root + "/first").c_str(), 0700);
  ::mkdir((root + "/second").c_str(), 0700);
  write_file(root + "/second/a.h", "#include \"b.h\"\n");
  write_file(root + "/second/b.h", "int b;\n");
  std::vector<std::pair<std::string, std::string>> headers;
  IncludeSearch search;
  search.user_dirs = {root + "/first", root + "/second"};
  search.headers = &headers;
  auto describe = [&] {
    return include_closure("#include <a.h>\n#include <gone.h>\n", {}, search).description;
  };

  std::string before = describe();
  expect_contains(before, root + "/second/b.h");
  expect_contains(before, "gone.h\n  not found");
  expect_equal(describe(), before);

  write_file(root + "/second/b.h", "int c;\n");  // the same size
  std::string changed = describe();
  assert_true(changed != before);
  write_file(root + "/first/a.h", "int shadow;\n");  // found earlier than the old one
  std::string shadowed = describe();
  assert_true(shadowed != changed);
  expect_contains(shadowed, root + "/first/a.h");
  write_file(root + "/second/gone.h", "\n");
  assert_true(describe() != shadowed);

  headers.emplace_back("a.h", "int memory;\n");  // goes before files
  assert_true(describe().find("a.h") == std::string::npos);
  remove_tree(root);
}

void cycles_end(void**) {
  std::string root = make_temp_directory();
  write_file(root + "/a.h", "#include \"b.h\"\n");
  write_file(root + "/b.h", "#include \"a.h\"\n#include \"b.h\"\n");
  std::vector<std::pair<std::string, std::string>> headers;
  IncludeSearch search;
  search.user_dirs = {root};
  search.headers = &headers;
  IncludeClosure closure = include_closure("#include \"a.h\"\n", {}, search);
  assert_true(closure.is_known);
  write_file(root + "/b.h", "#include MACRO\n");
  assert_false(include_closure("#include \"a.h\"\n", {}, search).is_known);
  remove_tree(root);
}

void built_in_headers_name_each_other(void**) {
  std::vector<std::pair<std::string, std::string>> headers;
  IncludeSearch search;
  search.headers = &headers;
  search.built_in = [](const std::string& name) { return built_in_header(name, {}); };
  IncludeClosure closure = include_closure("#include <cstdint>\n", {}, search);
  assert_int_equal(closure.built_in.size(), 2);  // and stdint.h behind it
  assert_false(built_in_header("no_such_header", {}).has_value());
}

void logs_are_printable(void**) {
  expect_equal(printable("a.cu:1:2: error: x\n\t^\n"), "a.cu:1:2: error: x\n\t^\n");
  expect_equal(printable("\x1b[31mred\x1b]0;title\x07\r\x7f"), "\\x1b[31mred\\x1b]0;title\\x07\\x0d\\x7f");
  expect_equal(printable("\xc2\x9b"
                         "1m \xc3\x9b \xc2\xa0 \xc2"),
               "\\x9b"
               "1m \xc3\x9b \xc2\xa0 \xc2");
}

void first_errors_are_found(void**) {
  expect_equal(
      first_error("vector_add.cu(3): error: identifier \"x\" is undefined\n    x = 1;\n    ^\n\n1 error",
                  "s"),
      "vector_add.cu:3:3: error: identifier \"x\" is undefined");
  expect_equal(
      first_error("a(1).cu(2): warning #177-D: unused\n\na(1).cu(7): catastrophic error: cannot open \"x\"\n",
                  "s"),
      "a(1).cu:7: catastrophic error: cannot open \"x\"");
  expect_equal(first_error("source.cu:1:27: error: use of undeclared identifier 'x'\n", "s"),
               "source.cu:1:27: error: use of undeclared identifier 'x'");
  expect_equal(first_error("ptxas error   : Entry function uses too much shared data\n", "s.cu"),
               "s.cu: ptxas error   : Entry function uses too much shared data");
  expect_equal(first_error("nothing to see\n", "s"), "");
  expect_equal(first_error("", "s"), "");
  expect_equal(without_prefix("nvrtc: error: unrecognized option -x found"), "unrecognized option -x found");
}

void instance_errors_are_told_apart(void**) {
  std::string log =
      "__nv_name_map(2): error: identifier \"flot\" is undefined\n  #pragma nv_mangled_name scale<flot>\n    "
      " ^\n";
  auto error = find_instance_error(log);
  assert_true(error.has_value());
  expect_equal(error->instance, "scale<flot>");
  expect_equal(error->what, "identifier \"flot\" is undefined");
  assert_false(find_instance_error(log + "s.cu(1): error: bad\n").has_value());
  assert_false(find_instance_error("s.cu(1): error: bad\n").has_value());
}

void sha256_is_the_standard_one(void**) {
  expect_equal(to_hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect_equal(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(includes_are_found),
      cmocka_unit_test(any_bytes_are_scanned_to_their_end),
      cmocka_unit_test(the_closure_sees_every_change),
      cmocka_unit_test(cycles_end),
      cmocka_unit_test(built_in_headers_name_each_other),
      cmocka_unit_test(logs_are_printable),
      cmocka_unit_test(first_errors_are_found),
      cmocka_unit_test(instance_errors_are_told_apart),
      cmocka_unit_test(sha256_is_the_standard_one),
  };
  return cmocka_run_group_tests_name("compile texts", tests, nullptr, nullptr);
}
