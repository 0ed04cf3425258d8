// SPDX-License-Identifier: Apache-2.0
//
// gridcall-cc: one request on standard input, one answer on standard output (cc/protocol.h).

#include <fcntl.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Pass.h>
#include <llvm/Support/ErrorHandling.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "cc/backend/target.h"
#include "cc/frontend/prelude.h"
#include "cc/protocol.h"
#include "cc/service/compile.h"
#include "cc/service/large_stack.h"
#include "cc/service/records.h"
#include "cpu/abi/image.h"

namespace {

using namespace gridcall::cc;

constexpr const char* kHelp =
    "usage: gridcall-cc [--dump-ir=DIR]            one request on standard input, the answer on standard "
    "output\n"
    "       gridcall-cc [--dump-ir=DIR] FILE.cu [-o FILE.o] [--baseline[=SECONDS]] [--no-files] "
    "[--time-passes] [--instance=EXPRESSION]... "
    "[OPTION]...\n"
    "       gridcall-cc [--dump-ir=DIR] --link FILE... [-o FILE.o] [OPTION]...\n"
    "       gridcall-cc --version | --help\n"
    "\n"
    "Compiles CUDA C++ for gridcall's CPU device. OPTIONs are spelled as NVRTC's. Exit codes: 0 compiled,\n"
    "1 the source does not compile, 2 bad request or options, 3 and above the compiler itself failed.\n"
    "--link makes one of relocatable objects (-rdc=true), of host objects that have some, and of archives.\n"
    "--baseline stops at the baseline tier of a large source, or of one whose optimized code takes longer\n"
    "than 0.3 s, or SECONDS; --no-files keeps the source from reading any. GRIDCALL_CC_DUMP_IR=DIR does "
    "what "
    "--dump-ir does; --time-passes prints what each pass of LLVM and of ours took, in one process.\n";

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kFirstHeap = 4 * kHugePage;
void* unused = nullptr;  // memory in front of the first huge page, never touched

// LLVM calls this function on a fatal error. The answer's log is lost, so the reason goes to standard error.
[[noreturn]] void fatal(void*, const char* reason, bool) {
  std::fprintf(stderr, "gridcall-cc: internal failure: %s\n", reason);
  ::_exit(kInternalFailure);
}

bool read_file(const char* path, std::string& text) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) return false;
  char buffer[65536];
  for (std::size_t count; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
    text.append(buffer, count);
  std::fclose(file);
  return true;
}

// The reader may exit long before the optimized tier is compiled; a failing write would show that too late.
pid_t reader = 0;
void* watch_reader(void* raw) {
  struct pollfd item = {static_cast<int>(reinterpret_cast<std::intptr_t>(raw)), 0, 0};
  for (;;) {
    const int count = ::poll(&item, 1, 200);
    // Another process that the reader forked may hold a copy of the reader's end.
    if (count > 0 || ::getppid() != reader) ::_exit(kInternalFailure);
  }
}

void watch_reader_of(int descriptor) {
  pthread_t thread;
  void* argument = reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor));
  if (::pthread_create(&thread, nullptr, watch_reader, argument) == 0) ::pthread_detach(thread);
}

bool write_file(std::FILE* file, const std::string& text) {
  if (!file) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

std::string overflow_text(const Request& request) {
  return request.source_name +
         ": error: an expression or statement nests too deeply for the compiler: its stack is used up\n";
}

// Compiles a file instead of a request; for developers.
int compile_file(int count, char** arguments, const std::string& dump) {
  Request request;
  const char* output = nullptr;
  bool links = false;
  for (int i = 0; i < count; ++i) {
    std::string argument = arguments[i];
    if (argument == "-o" && i + 1 < count) {
      output = arguments[++i];
    } else if (argument == "--baseline" || argument.starts_with("--baseline=")) {
      request.baseline_first = true;
      if (const std::size_t equals = argument.find('='); equals != std::string::npos)
        request.patience = std::chrono::seconds(std::atoi(argument.c_str() + equals + 1));
    } else if (argument == "--link") {
      links = true;
    } else if (argument == "--time-passes") {
      llvm::TimePassesIsEnabled = true;
    } else if (argument == "--no-files") {
      request.no_files = true;
    } else if (argument.starts_with("--instance=")) {
      request.instances.push_back(argument.substr(std::strlen("--instance=")));
    } else if (argument.starts_with("-")) {
      request.options.push_back(argument);
    } else {
      if (links) request.inputs.emplace_back(argument, "");
      request.source_name = argument;
      if (!read_file(arguments[i], links ? request.inputs.back().second : request.source)) {
        std::fprintf(stderr, "gridcall-cc: cannot read '%s': %s\n", arguments[i], std::strerror(errno));
        return kBadRequest;
      }
    }
  }
  set_overflow_answer(STDERR_FILENO, overflow_text(request), kDoesNotCompile);
  // The output is opened early, because close_files() would prevent that.
  std::FILE* early = output && request.no_files ? std::fopen(output, "wb") : nullptr;
  const auto write_object = [&](const Answer& answer) {
    if (!output) return;
    if (write_file(early ? early : std::fopen(output, "wb"), answer.object)) return;
    std::fprintf(stderr, "gridcall-cc: cannot write '%s': %s\n", output, std::strerror(errno));
    std::fflush(nullptr);
    ::_exit(kBadRequest);
  };
  const auto print = [&](const Answer& answer) {
    std::fputs(answer.log.c_str(), stderr);
    for (const auto& [instance, mangled] : answer.lowered) {
      if (answer.exit_code == kCompiled) std::printf("%s %s\n", instance.c_str(), mangled.c_str());
    }
    for (const std::string& function : answer.registrations) std::printf("register %s\n", function.c_str());
    if (answer.exit_code == kCompiled) write_object(answer);
  };
  const Answer whole = compile(request, dump, [&](const Answer& baseline) {
    print(baseline);
    std::fflush(nullptr);
    ::_exit(kCompiled);
  });
  print(whole);
  return whole.exit_code;
}

int run(int count, char** arguments) {
  llvm::install_fatal_error_handler(fatal);
  std::string dump;
  if (const char* directory = std::getenv("GRIDCALL_CC_DUMP_IR")) dump = directory;
  initialize_targets();
  int first = 1;
  if (first < count && std::strncmp(arguments[first], "--dump-ir=", 10) == 0) dump = arguments[first++] + 10;
  if (first < count && std::strcmp(arguments[first], "--version") == 0) {
    std::printf("gridcall-cc %s llvm %s image %u cpu %s %s\n", GRIDCALL_CC_VERSION, LLVM_VERSION_STRING,
                gridcall::cpu::kImageVersion, host_cpu().c_str(), host_features().c_str());
    return 0;
  }
  if (first < count && std::strcmp(arguments[first], "--help") == 0) {
    std::fputs(kHelp, stdout);
    return 0;
  }
  if (!dump.empty() && ::access(dump.c_str(), W_OK | X_OK) != 0) {
    std::fprintf(stderr,
                 "gridcall-cc: cannot write IR into '%s': %s; name a folder that exists and is writable\n",
                 dump.c_str(), std::strerror(errno));
    return kBadRequest;
  }
  // The build runs this.
  if (first + 1 < count && std::strcmp(arguments[first], "--make-prelude") == 0) {
    return make_prelude(arguments[first + 1]) ? 0 : kInternalFailure;
  }
  if (first < count) return compile_file(count - first, arguments + first, dump);

  reader = ::getppid();
  // The requesting thread waits until it has an answer.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Standard output carries only the answer: other output of libraries goes to standard error.
  int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (out < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return kInternalFailure;
  Request request;
  Answer answer;
  std::string problem;
  if (!read_request(STDIN_FILENO, request, problem)) {
    answer.exit_code = kBadRequest;
    answer.log = "error: " + problem + "\n";
  } else {
    Answer overflow;
    overflow.exit_code = kDoesNotCompile;
    overflow.log = overflow_text(request);
    set_overflow_answer(out, answer_bytes(overflow), kDoesNotCompile);
    answer = compile(request, dump, [&](const Answer& baseline) {
      ::prctl(PR_SET_PDEATHSIG, 0);
      if (!write_answer(out, baseline, /*more*/ true)) ::_exit(kInternalFailure);
      watch_reader_of(out);
    });
  }
  if (!write_answer(out, answer)) return kInternalFailure;
  return answer.exit_code;
}

}  // namespace

int main(int count, char** arguments) {
  // A compilation is one thread and gives no memory back, so it has one arena that grows in large steps.
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_TOP_PAD, 16 << 20);
  ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
  ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
  // The heap begins at a huge page: the page faults of a small compilation would take a tenth of its time.
  if (void* first = std::malloc(kFirstHeap)) {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(first);
    const std::uintptr_t begin = (at + kHugePage - 1) & ~(kHugePage - 1);
    ::madvise(reinterpret_cast<void*>(begin), kFirstHeap - kHugePage, MADV_HUGEPAGE);
    std::free(first);
    unused = std::malloc(begin - at);
  }
  // A forked process returns its result in a memory file, and a limit on file sizes must not end it.
  ::signal(SIGXFSZ, SIG_IGN);
  // LLVM's file system fails if the working directory was removed.
  if (char* folder = ::getcwd(nullptr, 0)) {
    std::free(folder);
  } else if (::chdir("/") != 0) {
    std::fputs("gridcall-cc: the working directory was removed, and there is no other\n", stderr);
    return 1;
  }
  struct Line {
    int count;
    char** arguments;
  } line = {count, arguments};
  const int code = run_on_large_stack(
      [](void* raw) {
        const auto* given = static_cast<const Line*>(raw);
        return run(given->count, given->arguments);
      },
      &line);
  std::fflush(nullptr);
  // Skips exit(), because tearing down clang and LLVM takes longer than a small compilation.
  ::_exit(code);
}
