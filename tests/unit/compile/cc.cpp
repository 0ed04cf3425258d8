// SPDX-License-Identifier: Apache-2.0
//
// The client of gridcall-cc against a compiler that misbehaves (fake_cc), and against the real one where it
// is built.

#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <atomic>
#include <filesystem>
#include <optional>
#include <thread>
#include <vector>

#include "base/status.h"
#include "compile/cc_client.h"
#include "compile/compiler.h"
#include "compile/job.h"
#include "compile/search_paths.h"
#include "support/sanitized.h"

using namespace gridcall;
using namespace gridcall::compile;
using namespace gridcall::compile::test;

namespace {

std::string g_root;

Target cpu_target() {
  Target target;
  target.is_cpu = true;
  return target;
}

image::Image fake(const std::string& mode, const std::vector<std::string>& instances = {},
                  bool use_cache = false) {
  std::string source = "// fake: " + mode + "\n__global__ void f() {}\n";
  Request request;
  request.source = source;
  request.instances = instances;
  request.use_cache = use_cache;
  return compile::compile(request, cpu_target());
}

std::string image_text(const image::Image& result) {
  return std::string(reinterpret_cast<const char*>(result.bytes.data()), result.bytes.size());
}

void an_object_comes_back(void**) {
  image::Image result = fake("ok here", {"scale<float>", "&table"});
  expect_equal(image_text(result), "\177ELF fake object here");
  expect_equal(result.log, "a warning\n");
  assert_int_equal(result.lowered_names.size(), 2);
  expect_equal(result.lowered_names[1].second, "_Z&table");
  assert_false(result.from_cache);
}

void large_sources_and_answers_do_not_block(void**) {
  std::string source = "// fake: answer-first\n" + std::string(8 << 20, ' ');
  Request request;
  request.source = source;
  request.use_cache = false;
  assert_true(compile::compile(request, cpu_target()).bytes.size() > (4u << 20));
  assert_true(fake("loud").bytes.size() > 4);
}

void a_reader_that_is_gone_is_no_sigpipe(void**) {
  std::string source = "// fake: stop-reading\n" + std::string(8 << 20, ' ');
  Request request;
  request.source = source;
  request.use_cache = false;
  assert_true(compile::compile(request, cpu_target()).bytes.size() > 4);
}

void crashes_name_the_signal(void**) {
  for (auto [number, name] : {std::pair{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGKILL, "SIGKILL"}}) {
    auto failure = failure_of([&] { fake("signal " + std::to_string(number)); });
    expect_failure(failure, status::kCompilerFailed, name);
    expect_equal(failure->source_name, "source.cu");
    if (number != SIGKILL) expect_contains(failure->log, "something terrible");
  }
  expect_failure(failure_of([] { fake("exit 3"); }), status::kCompilerFailed, "code 3");
}

void damaged_answers_are_refused(void**) {
  for (const char* mode : {"huge-record", "huge-name", "two-objects", "trailing"}) {
    expect_failure(failure_of([&] { fake(mode); }), status::kCompilerFailed, "damaged answer");
  }
  expect_failure(failure_of([] { fake("no-object"); }), status::kCompilerFailed, "returned no object");
  expect_failure(failure_of([] { fake("no-elf"); }), status::kCompilerFailed,
                 "neither an ELF file nor bitcode");
  expect_failure(failure_of([] { fake("no-instances", {"scale<float>"}); }), status::kCompilerFailed,
                 "scale<float>");
  for (int bytes = 16; bytes < 75; ++bytes) {
    expect_failure(failure_of([&] { fake("truncate " + std::to_string(bytes)); }), status::kCompilerFailed,
                   "damaged answer");
  }
}

// A program that is no gridcall-cc is a wrong setting, and no defect of the compiler.
void another_program_is_a_wrong_setting(void**) {
  for (const char* mode : {"nothing", "unknown-record", "truncate 3"}) {
    expect_failure(failure_of([&] { fake(mode); }), status::kCompilerUnavailable,
                   "(GRIDCALL_CC) does not answer as gridcall-cc does: correct GRIDCALL_CC, or unset it");
  }
  std::string saved = std::getenv("GRIDCALL_CC");
  std::vector<std::optional<Failure>> failures;
  for (const char* program : {"/bin/true", "/bin/false", "/bin/echo", "/bin/cat"}) {
    ::setenv("GRIDCALL_CC", program, 1);
    failures.push_back(failure_of([] { fake("ok"); }));
  }
  ::setenv("GRIDCALL_CC", saved.c_str(), 1);
  for (const auto& failure : failures)
    expect_failure(failure, status::kCompilerUnavailable,
                   "(GRIDCALL_CC) does not answer as gridcall-cc does");
}

void errors_are_told_from_failures(void**) {
  auto failure = failure_of([] { fake("error"); });
  expect_failure(failure, status::kCompile, "source.cu:3:5: error: no such thing");
  expect_contains(failure->log, "    ^");
  expect_failure(failure_of([] { fake("bad-option"); }), status::kInvalidCompileOption,
                 "option '-x' is unknown");
}

void expect_gone(const std::string& pid_file) {
  int pid = std::atoi(read_file(pid_file).c_str());
  assert_true(pid > 1);
  bool is_gone = false;
  for (int i = 0; i < 100 && !is_gone; ++i) {
    std::string stat = read_file("/proc/" + std::to_string(pid) + "/stat");
    is_gone = stat.empty() || stat.find(") Z ") != std::string::npos;
    ::usleep(10'000);
  }
  if (!is_gone) ::kill(pid, SIGKILL);
  assert_true(is_gone);
}

void slow_compilers_are_ended(void**) {
  ::setenv("GRIDCALL_COMPILE_TIMEOUT", "1", 1);
  time_t start = ::time(nullptr);
  expect_failure(failure_of([] { fake("sleep"); }), status::kCompileTimeout, "longer than 1 s");
  // Processes that it started end with it, even in a session of their own.
  std::string pid_file = g_root + "/pid-slow";
  expect_failure(failure_of([&] { fake("sleep-with-session " + pid_file); }), status::kCompileTimeout,
                 "longer than 1 s");
  ::unsetenv("GRIDCALL_COMPILE_TIMEOUT");
  assert_true(::time(nullptr) - start <= 4);
  expect_gone(pid_file);
  for (const char* wrong : {"0", "0.001", "90000", "1s"}) {
    ::setenv("GRIDCALL_COMPILE_TIMEOUT", wrong, 1);
    expect_failure(failure_of([] { fake("ok"); }), status::kInvalidArgument,
                   "GRIDCALL_COMPILE_TIMEOUT in the environment is \"" + std::string(wrong) +
                       "\": write a whole number, 1 to 86400, or unset it");
  }
  ::unsetenv("GRIDCALL_COMPILE_TIMEOUT");
}

// A large source is long under way before the compiler gets it.
void the_limit_counts_what_came_before(void**) {
  Request request;
  std::string source = "// fake: ok here\n__global__ void f() {}\n";
  request.source = source;
  CompileJob job = make_job(request, cpu_target());
  std::vector<std::string> tried;
  const std::optional<std::string> program = find_cc(&tried);
  assert_true(program.has_value());
  const Compiler compiler{*program, {}, {}};
  const CompilerInput input{job, compiler, {}, {}};
  const auto began = job.began;
  ::setenv("GRIDCALL_COMPILE_TIMEOUT", "100", 1);
  job.began = began - std::chrono::seconds(9);
  expect_equal(image_text(compile_with_cc(input, {})), "\177ELF fake object here");
  job.began = began - std::chrono::milliseconds(100'001);
  expect_failure(failure_of([&] { compile_with_cc(input, {}); }), status::kCompileTimeout,
                 "longer than 100 s");
  ::unsetenv("GRIDCALL_COMPILE_TIMEOUT");
}

// Its end counts, not that of the pipes: what it left behind may hold them for ever.
void children_of_the_compiler_hold_up_nothing(void**) {
  time_t start = ::time(nullptr);
  for (const char* mode : {"ok-with-child", "ok-with-session", "ok-with-quiet-child"}) {
    const std::string pid_file = g_root + "/pid-" + mode;
    expect_equal(image_text(fake(mode + (" " + pid_file))), "\177ELF fake object " + pid_file);
    expect_gone(pid_file);
  }
  const std::string pid_file = g_root + "/pid";
  expect_failure(failure_of([&] { fake("sleep-with-child " + pid_file); }), status::kCompilerUnavailable,
                 "does not answer");
  assert_true(::time(nullptr) - start <= 4);
}

using State = image::OptimizedTier::State;

State end_of(const image::OptimizedTier& full) {
  for (int i = 0; i < 2000 && full.state() == State::kBeingMade; ++i) ::usleep(5'000);
  return full.state();
}

bool has_child() {
  return ::waitpid(-1, nullptr, WNOHANG) == 0;
}

void baseline_code_comes_first(void**) {
  const image::Image quick = fake("two-answers 400", {"scale<float>"}, true);
  expect_equal(image_text(quick), "\177ELF fake object quick");
  expect_equal(quick.log, "a warning\n");
  assert_int_equal(quick.lowered_names.size(), 1);
  assert_non_null(quick.optimized.get());
  // A request in between gets the same result, and no second compiler starts.
  const image::Image same = fake("two-answers 400", {"scale<float>"}, true);
  assert_ptr_equal(same.optimized.get(), quick.optimized.get());
  assert_true(same.from_cache);
  assert_true(end_of(*quick.optimized) == State::kMade);
  const auto* text = reinterpret_cast<const char*>(quick.optimized->bytes().data());
  expect_equal(std::string(text, quick.optimized->bytes().size()), "\177ELF fake object 400");
  const image::Image later = fake("two-answers 400", {"scale<float>"}, true);
  assert_null(later.optimized.get());
  assert_true(later.from_cache);
  expect_equal(image_text(later), "\177ELF fake object 400");
  assert_false(has_child());
}

void baseline_code_can_be_refused(void**) {
  std::string source = "// fake: two-answers 0\n";
  Request request;
  request.source = source;
  request.use_cache = false;
  request.tiered = false;
  assert_null(compile::compile(request, cpu_target()).optimized.get());
  request.tiered = true;
  ::setenv("GRIDCALL_DISABLE_TIERING", "1", 1);
  assert_null(compile::compile(request, cpu_target()).optimized.get());
  ::unsetenv("GRIDCALL_DISABLE_TIERING");
  assert_non_null(compile::compile(request, cpu_target()).optimized.get());
  expect_failure(failure_of([] { fake("no-quick-object"); }), status::kCompilerFailed, "returned no object");
}

void baseline_code_stays_where_no_optimized_code_is_made(void**) {
  for (const char* mode : {"two-answers die", "two-answers damaged"}) {
    const image::Image quick = fake(mode, {}, true);
    assert_non_null(quick.optimized.get());
    assert_true(end_of(*quick.optimized) == State::kFailed);
    const image::Image again = fake(mode, {}, true);
    assert_false(again.from_cache);
    // The second time it waits longer, and after that no more.
    expect_equal(quick.log + again.log, "a warning\npatient\n");
    assert_true(end_of(*again.optimized) == State::kFailed);
    const image::Image third = fake(mode, {}, true);
    expect_equal(third.log, "a warning\n");
    assert_true(end_of(*third.optimized) == State::kFailed);
  }
  ::setenv("GRIDCALL_COMPILE_TIMEOUT", "1", 1);
  const image::Image quick = fake("two-answers 600000");
  const image::Image late = fake("two-answers 2000");  // nobody waits for it
  ::unsetenv("GRIDCALL_COMPILE_TIMEOUT");
  assert_true(end_of(*late.optimized) == State::kMade);
  assert_true(end_of(*quick.optimized) == State::kFailed);
  assert_false(has_child());
}

void optimized_code_that_nobody_wants_is_given_up(void**) {
  image::Image quick = fake("two-answers 600000");
  assert_true(has_child());
  quick = image::Image();
  for (int i = 0; i < 500 && has_child(); ++i) ::usleep(10'000);
  assert_false(has_child());
}

void memory_is_limited(void**) {
  const char* chosen = std::getenv("GRIDCALL_COMPILE_MEMORY");
  std::string before = chosen ? chosen : "";
  ::setenv("GRIDCALL_COMPILE_MEMORY", "4096", 1);
  auto failure = failure_of([] { fake("memory"); });
  ::setenv("GRIDCALL_COMPILE_MEMORY", before.c_str(), 1);
  expect_failure(failure, status::kOutOfHostMemory, "SIGABRT");
  expect_failure(failure, status::kOutOfHostMemory, "GRIDCALL_COMPILE_MEMORY");
  expect_equal(fake("cores").log, "0");
}

// The compiler has the host's limit, and may not even start with it.
void a_small_address_space_is_said(void**) {
  if (kIsSanitized) skip();  // a sanitizer needs terabytes
  rlimit before;
  ::getrlimit(RLIMIT_AS, &before);
  rlimit small = before;
  small.rlim_cur = rlim_t{250} << 20;
  ::setrlimit(RLIMIT_AS, &small);
  auto failure = failure_of([] { fake("signal 11"); });
  ::setrlimit(RLIMIT_AS, &before);
  expect_failure(failure, status::kOutOfHostMemory, "250 MiB of addresses (RLIMIT_AS");
  expect_failure(failure_of([] { fake("signal 11"); }), status::kCompilerFailed, "SIGSEGV");
}

void nothing_of_the_host_leaks_into_it(void**) {
  int leak = ::open("/dev/null", O_RDONLY);
  expect_equal(fake("files").log, "");
  ::close(leak);
}

void no_descriptor_or_process_stays(void**) {
  int before = count_open_files();
  for (const char* mode : {"ok", "error", "signal 11", "nothing", "exit 9"}) failure_of([&] { fake(mode); });
  assert_int_equal(count_open_files(), before);
  assert_int_equal(::waitpid(-1, nullptr, WNOHANG), -1);  // no children at all
}

void standard_descriptors_may_be_closed(void**) {
  int saved[3];
  for (int i = 0; i < 3; ++i) saved[i] = ::fcntl(i, F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 3; ++i) ::close(i);
  std::optional<std::string> text;
  auto failure = failure_of([&] { text = image_text(fake("ok closed")); });
  for (int i = 0; i < 3; ++i) {
    ::dup2(saved[i], i);
    ::close(saved[i]);
  }
  if (failure) fail_msg("%s", failure->message.c_str());
  expect_equal(*text, "\177ELF fake object closed");
}

void a_host_that_ignores_its_children_works(void**) {
  struct sigaction ignore = {};
  struct sigaction before;
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGCHLD, &ignore, &before);
  std::string text = image_text(fake("ok reaped"));
  auto failure = failure_of([] { fake("error"); });
  ::sigaction(SIGCHLD, &before, nullptr);
  expect_equal(text, "\177ELF fake object reaped");
  expect_failure(failure, status::kCompile, "no such thing");
}

void a_missing_compiler_lists_where_it_was_looked_for(void**) {
  std::string saved = std::getenv("GRIDCALL_CC");
  ::setenv("GRIDCALL_CC", "/nowhere/gridcall-cc", 1);
  auto failure = failure_of([] { fake("ok"); });
  ::setenv("GRIDCALL_CC", saved.c_str(), 1);
  expect_failure(failure, status::kCompilerUnavailable, "GRIDCALL_CC");
  expect_contains(failure->message, "no program /nowhere/gridcall-cc (GRIDCALL_CC)");
  write_file(g_root + "/text", "neither program nor script");
  ::chmod((g_root + "/text").c_str(), 0755);
  ::setenv("GRIDCALL_CC", (g_root + "/text").c_str(), 1);
  failure = failure_of([] { fake("ok"); });
  ::setenv("GRIDCALL_CC", saved.c_str(), 1);
  expect_failure(failure, status::kCompilerUnavailable, "could not be started");
}

void threads_that_want_the_same_start_one_compiler(void**) {
  std::string counter = g_root + "/starts";
  std::atomic<int> right{0};
  const CacheStats before = cache_stats();
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      image::Image result = fake("count " + counter, {}, true);
      if (image_text(result) == "\177ELF fake object " + counter) ++right;
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert_int_equal(right.load(), 8);
  assert_int_equal(read_file(counter).size(), 1);
  CacheStats stats = cache_stats();
  assert_int_equal(stats.misses - before.misses, 1);
  assert_int_equal(stats.hits - before.hits, 7);
  assert_true(fake("count " + counter, {}, true).from_cache);
  assert_int_equal(read_file(counter).size(), 1);

  // Failures are not kept.
  for (int i = 0; i < 2; ++i)
    expect_failure(failure_of([] { fake("error", {}, true); }), status::kCompile, "no such");
  // recompile replaces what is there.
  std::string source = "// fake: count " + counter + "\n__global__ void f() {}\n";
  Request request;
  request.source = source;
  assert_false(recompile(request, cpu_target()).from_cache);
  assert_int_equal(read_file(counter).size(), 2);
  assert_true(compile::compile(request, cpu_target()).from_cache);
}

void what_decides_the_result_is_in_the_key(void**) {
  std::string counter = g_root + "/keyed";
  std::string source = "// fake: count " + counter + "\n#include \"a.h\"\n";
  std::string directory = g_root + "/include";
  ::mkdir(directory.c_str(), 0700);
  write_file(directory + "/a.h", "int a;\n");
  int starts = 0;
  auto expect_start = [&](Request request, const char* what) {
    if (request.source.empty()) request.source = source;
    image::Image first = compile::compile(request, cpu_target());
    ++starts;
    if (static_cast<int>(read_file(counter).size()) != starts) fail_msg("%s: no compiler was started", what);
    image::Image second = compile::compile(request, cpu_target());
    if (static_cast<int>(read_file(counter).size()) != starts || !second.from_cache || first.from_cache) {
      fail_msg("%s: the second time was no hit", what);
    }
  };
  Request base;
  base.include_dirs = {directory};
  expect_start(base, "first");
  Request changed = base;
  changed.name = "other.cu";
  expect_start(changed, "name");
  changed = base;
  changed.options = {"--use_fast_math"};
  expect_start(changed, "options");
  changed = base;
  changed.defines = {{"N", "4"}};
  expect_start(changed, "defines");
  changed = base;
  changed.arch = "sm_80";
  expect_start(changed, "arch");
  changed = base;
  changed.instances = {"scale<float>"};
  expect_start(changed, "instances");
  changed = base;
  changed.headers = {{"a.h", "int x;\n"}};
  expect_start(changed, "headers from memory");
  write_file(directory + "/a.h", "int b;\n");
  expect_start(base, "an included file");
  write_file(directory + "/a.h", "#include \"b.h\"\n");
  expect_start(base, "a header that is not there");
  write_file(directory + "/b.h", "int c;\n");
  expect_start(base, "a header that came");
  ::setenv("GRIDCALL_DEFAULT_OPTIONS", "-DFROM_ENVIRONMENT", 1);
  expect_start(base, "default options");
  ::unsetenv("GRIDCALL_DEFAULT_OPTIONS");

  // A compiler is its build id, in whatever file; without one it is the file.
  std::string program = std::getenv("GRIDCALL_CC");
  std::string copy = g_root + "/other-cc";
  std::string bytes = read_file(program);
  const auto use_copy = [&] {
    ::unlink(copy.c_str());
    write_file(copy, bytes);
    ::chmod(copy.c_str(), 0755);
    ::setenv("GRIDCALL_CC", copy.c_str(), 1);
  };
  use_copy();
  changed = base;
  changed.source = source;
  assert_true(compile::compile(changed, cpu_target()).from_cache);
  const std::size_t note = bytes.find(std::string("\x14\0\0\0\3\0\0\0GNU", 11));
  assert_int_not_equal(note, std::string::npos);
  bytes[note + 12] ^= 1;
  use_copy();
  expect_start(base, "compiler");
  bytes[note + 4] = 9;  // a note of another type
  use_copy();
  expect_start(base, "compiler without a build id");
  struct timespec times[2] = {{1'000'000, 0}, {1'000'000, 0}};
  ::utimensat(AT_FDCWD, copy.c_str(), times, 0);
  expect_start(base, "compiler of another time");
  ::setenv("GRIDCALL_CC", program.c_str(), 1);

  // Closures that only the preprocessor can know are not kept.
  write_file(directory + "/b.h", "#include MACRO\n");
  for (int i = 0; i < 2; ++i) {
    Request request = base;
    request.source = source;
    assert_false(compile::compile(request, cpu_target()).from_cache);
  }
}

// A file's includes are beside it, also where its name has no folder; a name that is no file's has no
// includes beside it.
void includes_beside_the_source(void**) {
  const std::string directory = g_root + "/beside", counter = g_root + "/counted";
  ::mkdir(directory.c_str(), 0700);
  write_file(directory + "/a.h", "int a;\n");
  char* before = ::getcwd(nullptr, 0);
  assert_int_equal(::chdir(directory.c_str()), 0);
  const std::string source = "// fake: count " + counter + "\n#include \"a.h\"\n";
  Request request;
  request.source = source;
  const auto starts_for = [&](const char* name) {
    request.name = name;
    compile::compile(request, cpu_target());
    return read_file(counter).size();
  };
  // The key of the cache names which files a source reads.
  assert_int_equal(starts_for("k.cu"), 1);
  write_file(directory + "/a.h", "int b;\n");
  assert_int_equal(starts_for("k.cu"), 1);
  write_file(directory + "/k.cu", source);
  assert_int_equal(starts_for("k.cu"), 2);
  write_file(directory + "/a.h", "int c;\n");
  assert_int_equal(starts_for("k.cu"), 3);
  assert_int_equal(starts_for("k.cu"), 3);
  assert_int_equal(::chdir(before), 0);
  std::free(before);
}

void requests_are_checked(void**) {
  std::string source("a\0b", 3);
  Request request;
  request.source = source;
  expect_failure(failure_of([&] { compile::compile(request, cpu_target()); }), status::kCompile,
                 "offset 1 of 3");
  request.source = "x";
  request.arch = "hopper";
  expect_failure(failure_of([&] { compile::compile(request, cpu_target()); }), status::kInvalidCompileOption,
                 "`hopper`");
}

void the_real_compiler_compiles(void**) {
  const char* real = std::getenv("GRIDCALL_TEST_CC");
  if (!real || ::access(real, X_OK) != 0) {
    std::printf("# SKIPPED: gridcall-cc is not built\n");
    skip();
  }
  std::string saved = std::getenv("GRIDCALL_CC");
  ::setenv("GRIDCALL_CC", real, 1);
  Request request;
  request.source =
      "#include \"factor.h\"\n"
      "template <class T> __global__ void scale(T* p, int n) { p[threadIdx.x] *= T(n * FACTOR); }\n"
      "__global__ void add(const float* a, float* b) { b[threadIdx.x] += a[threadIdx.x]; }\n";
  request.headers = {{"factor.h", "#pragma once\n"}};
  request.defines = {{"FACTOR", "3"}};
  request.instances = {"scale<float>"};
  image::Image result;
  auto failure = failure_of([&] { result = compile::compile(request, cpu_target()); });
  Request wrong = request;
  wrong.source = "__global__ void f(int* p) { *p = nothing; }\n";
  wrong.instances = {};
  auto error = failure_of([&] { compile::compile(wrong, cpu_target()); });
  bool is_hit = !failure && compile::compile(request, cpu_target()).from_cache;
  ::setenv("GRIDCALL_CC", saved.c_str(), 1);
  if (failure) fail_msg("%s\n%s", failure->message.c_str(), failure->log.c_str());
  assert_true(image_text(result).starts_with("\177ELF"));
  // The instance, and what the source has besides.
  assert_int_equal(result.lowered_names.size(), 2);
  expect_equal(result.lowered_names[0].second, "_Z5scaleIfEvPT_i");
  expect_equal(result.lowered_names[1].first, "add");
  expect_failure(error, status::kCompile, "source.cu:1:34: error:");
  assert_true(is_hit);
}

}  // namespace

namespace {

// An environment of Python whose packages have made-up headers: those of NVIDIA's wheel, then cuda-cccl's.
void headers_in_packages_are_found(void**) {
  if (::access("/usr/local/cuda/include/cub", F_OK) == 0) skip();  // a toolkit comes before packages
  for (const char* name :
       {"GRIDCALL_CUDA_HEADERS", "GRIDCALL_NVRTC", "CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CONDA_PREFIX"})
    ::unsetenv(name);
  std::vector<std::string> expected;
  for (const std::string leaf : {"/cuda/cccl/headers/include", "/nvidia/cu13/include/cccl"}) {
    const std::string root = g_root + "/packages" + std::to_string(expected.size());
    const std::string include = root + "/lib/python3.11/site-packages" + leaf;
    std::filesystem::create_directories(include + "/cub");
    write_file(include + "/cub/version.cuh", "");
    ::setenv("VIRTUAL_ENV", root.c_str(), 1);
    expected.push_back(include);
    const std::vector<std::string> found = find_library_headers();
    assert_false(found.empty());
    expect_equal(found[0], include);
  }
  ::unsetenv("VIRTUAL_ENV");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  g_root = make_temp_directory();
  ::setenv("GRIDCALL_CC", argv[1], 1);
  ::unsetenv("GRIDCALL_DISABLE_TIERING");
  ::setenv("GRIDCALL_CACHE_DIR", (g_root + "/cache").c_str(), 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_object_comes_back),
      cmocka_unit_test(large_sources_and_answers_do_not_block),
      cmocka_unit_test(a_reader_that_is_gone_is_no_sigpipe),
      cmocka_unit_test(crashes_name_the_signal),
      cmocka_unit_test(damaged_answers_are_refused),
      cmocka_unit_test(errors_are_told_from_failures),
      cmocka_unit_test(another_program_is_a_wrong_setting),
      cmocka_unit_test(slow_compilers_are_ended),
      cmocka_unit_test(the_limit_counts_what_came_before),
      cmocka_unit_test(children_of_the_compiler_hold_up_nothing),
      cmocka_unit_test(baseline_code_comes_first),
      cmocka_unit_test(baseline_code_can_be_refused),
      cmocka_unit_test(baseline_code_stays_where_no_optimized_code_is_made),
      cmocka_unit_test(optimized_code_that_nobody_wants_is_given_up),
      cmocka_unit_test(memory_is_limited),
      cmocka_unit_test(a_small_address_space_is_said),
      cmocka_unit_test(nothing_of_the_host_leaks_into_it),
      cmocka_unit_test(no_descriptor_or_process_stays),
      cmocka_unit_test(standard_descriptors_may_be_closed),
      cmocka_unit_test(a_host_that_ignores_its_children_works),
      cmocka_unit_test(a_missing_compiler_lists_where_it_was_looked_for),
      cmocka_unit_test(threads_that_want_the_same_start_one_compiler),
      cmocka_unit_test(what_decides_the_result_is_in_the_key),
      cmocka_unit_test(includes_beside_the_source),
      cmocka_unit_test(requests_are_checked),
      cmocka_unit_test(the_real_compiler_compiles),
      cmocka_unit_test(headers_in_packages_are_found),
  };
  int failed = cmocka_run_group_tests_name("gridcall-cc client", tests, nullptr, nullptr);
  remove_tree(g_root);
  return failed;
}
