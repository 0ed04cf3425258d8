// SPDX-License-Identifier: Apache-2.0

#include "compile/cc_client.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/environment.h"
#include "base/file.h"
#include "base/os.h"
#include "base/own_file.h"
#include "base/status.h"
#include "base/thread.h"
#include "cc/protocol.h"
#include "compile/cc_process.h"
#include "compile/diagnostics.h"

namespace gridcall::compile {

using image::Image;

namespace {

using cc::Record;
using cc::RecordHeader;

constexpr std::size_t kTierUpStackBytes = 512 * 1024;

std::string signal_text(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return !name ? "signal " + std::to_string(signal) : "SIG" + std::string(name);
}

void put_record(std::string* out, Record kind, std::string_view name, std::string_view data) {
  RecordHeader header{static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(name.size()), data.size()};
  out->append(reinterpret_cast<const char*>(&header), sizeof(header));
  out->append(name);
  out->append(data);
}

std::string make_request(const CompilerInput& input) {
  const CompileJob& job = input.job;
  std::string request;
  std::uint32_t version = cc::kProtocolVersion;
  put_record(&request, Record::kVersion, "", {reinterpret_cast<const char*>(&version), sizeof(version)});
  for (const std::string& option : input.arguments) put_record(&request, Record::kOption, "", option);
  for (const auto& [name, text] : job.headers) put_record(&request, Record::kHeader, name, text);
  for (const std::string& instance : job.instances) put_record(&request, Record::kInstance, "", instance);
  if (job.no_files) put_record(&request, Record::kNoFiles, "", "");
  if (input.tiered) put_record(&request, Record::kBaselineFirst, "", "");
  put_record(&request, Record::kSource, job.name, job.source);
  put_record(&request, Record::kEnd, "", "");
  return request;
}

struct Answer {
  std::optional<std::string_view> object;
  std::string log;
  std::vector<std::pair<std::string, std::string>> lowered;
};

// nullopt and *why if the bytes are not one whole answer that ends as `end` says.
std::optional<Answer> parse_answer(std::string_view bytes, std::string* why, Record end = Record::kEnd) {
  Answer answer;
  while (true) {
    RecordHeader header;
    if (bytes.size() < sizeof(header)) {
      *why = bytes.empty() ? "the answer has no end" : "the answer ends within a record";
      return std::nullopt;
    }
    std::memcpy(&header, bytes.data(), sizeof(header));
    bytes.remove_prefix(sizeof(header));
    if (header.name_bytes > bytes.size() || header.data_bytes > bytes.size() - header.name_bytes) {
      *why = "a record of the answer is longer than the answer";
      return std::nullopt;
    }
    std::string_view name = bytes.substr(0, header.name_bytes);
    std::string_view data = bytes.substr(header.name_bytes, header.data_bytes);
    bytes.remove_prefix(header.name_bytes + header.data_bytes);
    if (static_cast<Record>(header.kind) == end) {
      if (bytes.empty()) return answer;
      *why = "bytes follow the end of the answer";
      return std::nullopt;
    }
    switch (static_cast<Record>(header.kind)) {
      case Record::kObject:
        if (answer.object) {
          *why = "the answer has two objects";
          return std::nullopt;
        }
        answer.object = data;
        break;
      case Record::kLog:
        answer.log += printable(std::string(data));
        break;
      case Record::kLowered:
        answer.lowered.emplace_back(name, data);
        break;
      default:
        *why = "the answer has a record of unknown kind " + std::to_string(header.kind);
        return std::nullopt;
    }
  }
}

// Why it was for want of memory that the compiler failed; "" if nothing says so.
std::string memory_reason(const Run& run) {
  // Less than it needs to start with a small source.
  constexpr rlim_t kLeast = rlim_t{256} << 20;
  struct rlimit limit;
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < kLeast)
    return "this process may use " + std::to_string(limit.rlim_cur >> 20) +
           " MiB of addresses (RLIMIT_AS, ulimit -v), and so may the compiler, which needs " +
           std::to_string(kLeast >> 20) + ": raise that";
  for (const char* said : {"out of memory", "bad_alloc", "annot allocate memory"})
    if (run.error_text.find(said) != std::string::npos)
      return "it ran out of memory: free some, or allow it more by GRIDCALL_COMPILE_MEMORY";
  return "";
}

// Whose choice the program was, for a message about it.
const char* chooser() {
  return environment::text(environment::Name::CC) ? " (GRIDCALL_CC)" : "";
}

bool begins_with_record(std::string_view bytes) {
  RecordHeader header;
  if (bytes.size() < sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto kind = static_cast<Record>(header.kind);
  return kind == Record::kEnd || kind == Record::kObject || kind == Record::kLog ||
         kind == Record::kLowered || kind == Record::kMore;
}

[[noreturn]] void throw_compiler_failed(const std::string& program, const std::string& what, const Run& run) {
  const std::string reason = memory_reason(run);
  Failure failure(
      reason.empty() ? status::kCompilerFailed : status::kOutOfHostMemory,
      "the compiler " + program.substr(program.rfind('/') + 1) + chooser() + " " + what + "; " +
          (reason.empty() ? "this is a defect of the compiler: please report the source" : reason));
  failure.notes.push_back("program: " + program);
  failure.log = printable(run.error_text);
  if (!failure.log.empty()) failure.notes.push_back("it wrote: " + first_line(failure.log));
  throw failure;
}

Image make_result(const std::string& program, Answer answer, const std::vector<std::string>& instances,
                  const Run& run) {
  if (!answer.object || answer.object->empty()) {
    throw_compiler_failed(program, "returned no object", run);
  }
  if (!answer.object->starts_with("\177ELF")) {
    throw_compiler_failed(program, "returned an object that is no ELF file", run);
  }
  Image result;
  const auto* first = reinterpret_cast<const std::byte*>(answer.object->data());
  result.bytes.assign(first, first + answer.object->size());
  result.log = std::move(answer.log);
  for (const std::string& instance : instances) {
    bool is_there = std::any_of(answer.lowered.begin(), answer.lowered.end(),
                                [&](const auto& pair) { return pair.first == instance; });
    if (!is_there) throw_compiler_failed(program, "did not name the instance `" + instance + "`", run);
  }
  result.lowered_names = std::move(answer.lowered);
  return result;
}

// Returns the image of a process that has ended.
Image take_result(const std::string& program, const std::string& name,
                  const std::vector<std::string>& instances, const Run& outcome) {
  if (outcome.is_too_long) throw_compiler_failed(program, "returned more than 1 GiB", outcome);

  std::string why;
  std::optional<Answer> answer = parse_answer(outcome.answer, &why);
  bool is_known_status = outcome.status != -1;
  // Whatever gridcall-cc has to say, it says in records, unless it crashes.
  bool is_crash = is_known_status && (WIFSIGNALED(outcome.status) || WEXITSTATUS(outcome.status) > 2);
  if (!answer && !is_crash && !begins_with_record(outcome.answer)) {
    Failure failure(status::kCompilerUnavailable,
                    "`" + program + "`" + chooser() + " does not answer as gridcall-cc does: " +
                        (*chooser() != '\0' ? "correct GRIDCALL_CC, or unset it" : "install gridcall anew"));
    if (!outcome.error_text.empty()) failure.notes.push_back("it wrote: " + first_line(outcome.error_text));
    throw failure;
  }
  if (is_known_status && WIFSIGNALED(outcome.status)) {
    throw_compiler_failed(program, "was ended by " + signal_text(WTERMSIG(outcome.status)), outcome);
  }
  int code = is_known_status ? WEXITSTATUS(outcome.status) : answer && answer->object ? 0 : 1;
  if (code > 2) throw_compiler_failed(program, "ended with code " + std::to_string(code), outcome);
  if (!answer) throw_compiler_failed(program, "gave a damaged answer: " + why, outcome);

  if (code == 1 || code == 2) {
    std::string message;
    if (code == 1) {
      message = first_error(answer->log, name);
    } else {
      message = without_prefix(first_line(answer->log));
    }
    if (message.empty()) {
      message = code == 1 ? name + ": error: the source does not compile"
                          : "gridcall-cc does not take one of the options";
    }
    Failure failure(code == 1 ? status::kCompile : status::kInvalidCompileOption, message);
    failure.log = std::move(answer->log);
    failure.driver_code = code;
    throw failure;
  }

  return make_result(program, std::move(*answer), instances, outcome);
}

// Waits for the optimised code, on a thread of its own.
struct Waiter {
  std::string program;
  std::string name;
  std::vector<std::string> instances;
  std::unique_ptr<CompilerSession> session;
  std::weak_ptr<image::OptimisedTier> optimised;
  std::function<void(const Image* made)> take;
  bool is_cached;

  void run() noexcept {
    std::optional<Image> made;
    try {
      const Run outcome = session->rest([&] { return is_cached || !optimised.expired(); });
      made = take_result(program, name, instances, outcome);
    } catch (...) {
      // The baseline code stays.
    }
    session.reset();
    try {
      take(made ? &*made : nullptr);
    } catch (...) {
    }
  }
};

void* run_waiter(void* raw) {
  std::unique_ptr<Waiter>(static_cast<Waiter*>(raw))->run();
  return nullptr;
}

// False if the system gives no thread; `waiter` is still the caller's then.
bool start(std::unique_ptr<Waiter>& waiter) {
  const bool started = start_thread(nullptr, kTierUpStackBytes, run_waiter, waiter.get()) == 0;
  if (started) static_cast<void>(waiter.release());
  return started;
}

}  // namespace

std::optional<std::string> find_cc(std::vector<std::string>* tried) {
  auto is_program = [&](const std::string& path) {
    if (is_regular_file(path) && ::access(path.c_str(), X_OK) == 0) return true;
    tried->push_back("no program " + path);
    return false;
  };
  if (auto path = environment::value(environment::Name::CC)) {
    if (is_program(*path)) return absolute_path(*path);
    tried->back() += " (GRIDCALL_CC)";
    return std::nullopt;
  }
  const std::vector<std::string> folders = own_folders();
  for (const std::string& folder : folders) {
    for (const char* leaf : {"/../libexec/gridcall/gridcall-cc", "/../../libexec/gridcall/gridcall-cc",
                             "/gridcall/gridcall-cc"}) {
      if (is_program(folder + leaf)) return folder + leaf;
    }
  }
  // In a build tree the library and the compiler lie in folders of their own.
  std::string directory = folders.empty() ? "" : folders.back();
  for (int levels = 0; levels < 4 && !directory.empty(); ++levels) {
    if (is_regular_file(directory + "/CMakeCache.txt")) {
      std::string built = directory + "/libexec/gridcall/gridcall-cc";
      if (is_program(built)) return built;
    }
    directory = directory.substr(0, directory.rfind('/'));
  }
  // A program that the library was linked into lies anywhere.
  if (std::string installed = std::string(kInstalledPrograms) + "/gridcall/gridcall-cc";
      is_program(installed))
    return installed;
  return std::nullopt;
}

Image compile_with_cc(const CompilerInput& input, const TierUp& tier_up) {
  const std::string& program = input.compiler.path;
  const CompileJob& job = input.job;
  const std::int64_t began = steady_ms() - input.prepared_ms;
  auto session = std::make_unique<CompilerSession>(program, make_request(input), job.name, began);
  std::optional<std::string> first;
  if (input.tiered) first = session->first();
  if (!first) return take_result(program, job.name, job.instances, session->rest());

  std::string why;
  std::optional<Answer> answer = parse_answer(*first, &why, Record::kMore);
  if (!answer) throw_compiler_failed(program, "gave a damaged answer: " + why, Run{});
  Image baseline = make_result(program, std::move(*answer), job.instances, Run{});
  auto waiter = std::make_unique<Waiter>(program, job.name, job.instances, std::move(session),
                                         tier_up.optimised, tier_up.take, tier_up.is_cached);
  if (!start(waiter)) return take_result(program, job.name, job.instances, waiter->session->rest());
  baseline.optimised = tier_up.optimised;
  return baseline;
}

namespace {

std::string read_host_cpu_identity() {
  std::string text;
#if defined(__x86_64__)
  auto leaf = [&](unsigned number, unsigned part) {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid_count(number, part, &a, &b, &c, &d) == 0) return;
    // Leaf 1 has the number of the core it runs on in EBX, and what the kernel enabled in ECX.
    if (number == 1) b = 0;
    text += std::to_string(number) + "." + std::to_string(part) + ":" + std::to_string(a) + "," +
            std::to_string(b) + "," + std::to_string(c) + "," + std::to_string(d) + " ";
  };
  leaf(0, 0);
  leaf(1, 0);
  leaf(7, 0);
  leaf(7, 1);
  leaf(0x80000001, 0);
  leaf(0x80000002, 0);
  leaf(0x80000003, 0);
  leaf(0x80000004, 0);
  // The registers that the kernel saves: AVX and AVX-512 need it.
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_OSXSAVE) != 0) {
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    text += "xcr0:" + std::to_string(low);
  }
#else
  text = "hwcap " + std::to_string(::getauxval(AT_HWCAP)) + " " + std::to_string(::getauxval(AT_HWCAP2));
#endif
  return text;
}

}  // namespace

const std::string& host_cpu_identity() {
  // Once: in a virtual machine every cpuid is a trip to the hypervisor.
  static const std::string* identity = new std::string(read_host_cpu_identity());
  return *identity;
}

}  // namespace gridcall::compile
