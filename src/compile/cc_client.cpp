// SPDX-License-Identifier: Apache-2.0

#include "compile/cc_client.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/environment.h"
#include "base/log.h"
#include "base/os.h"
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
// The time for optimized code that an earlier process did not wait for.
constexpr std::uint32_t kSecondPatienceMs = 5000;

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

std::string make_request(const CompilerInput& input, const TierUp* tier_up) {
  const CompileJob& job = input.job;
  std::string request;
  std::uint32_t version = cc::kProtocolVersion;
  put_record(&request, Record::kVersion, "", {reinterpret_cast<const char*>(&version), sizeof(version)});
  for (const std::string& option : input.arguments) put_record(&request, Record::kOption, "", option);
  for (const auto& [name, text] : job.request.headers) put_record(&request, Record::kHeader, name, text);
  for (const std::string& instance : job.request.instances)
    put_record(&request, Record::kInstance, "", instance);
  if (job.request.no_files) put_record(&request, Record::kNoFiles, "", "");
  const std::string_view longer(reinterpret_cast<const char*>(&kSecondPatienceMs), sizeof kSecondPatienceMs);
  if (tier_up) put_record(&request, Record::kBaselineFirst, "", tier_up->was_in_vain() ? longer : "");
  for (const auto& [name, bytes] : job.request.inputs) put_record(&request, Record::kInput, name, bytes);
  if (job.request.inputs.empty()) put_record(&request, Record::kSource, job.name, job.request.source);
  put_record(&request, Record::kEnd, "", "");
  return request;
}

struct Answer {
  std::optional<std::string_view> object;
  std::string log;
  std::vector<std::pair<std::string, std::string>> lowered;
};

// Returns nullopt and sets *why if the bytes are not one whole answer with the ending that `end` names.
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

// Returns the reason if the compiler failed for lack of memory; "" if no sign of that exists.
std::string memory_reason(const Run& run) {
  // Less memory than the compiler needs to start with a small source.
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

// Returns the setting that selected the program, for messages.
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
  if (!answer.object->starts_with("\177ELF") && !answer.object->starts_with(image::kBitcodeMagic)) {
    throw_compiler_failed(program, "returned an object that is neither an ELF file nor bitcode", run);
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
  // gridcall-cc reports everything in records, unless it crashes.
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

// Waits for the optimized code, on a thread of its own.
struct Waiter {
  std::string program;
  std::string name;
  std::vector<std::string> instances;
  std::unique_ptr<CompilerSession> session;
  std::shared_ptr<TierUp> tier_up;

  void run() noexcept {
    std::optional<Image> made;
    try {
      const Run outcome = session->rest([&] { return tier_up->is_wanted(); });
      made = take_result(program, name, instances, outcome);
    } catch (const Failure& failure) {
      log::info("compile", "\"", name, "\": the baseline code stays in use: ", failure.message);
    } catch (...) {
    }
    session.reset();
    try {
      tier_up->end(made ? &*made : nullptr);
    } catch (...) {
    }
  }
};

void* run_waiter(void* raw) {
  std::unique_ptr<Waiter>(static_cast<Waiter*>(raw))->run();
  return nullptr;
}

// Returns false if the system creates no thread; the caller then still owns `waiter`.
bool start(std::unique_ptr<Waiter>& waiter) {
  const bool started = start_thread(nullptr, kTierUpStackBytes, run_waiter, waiter.get()) == 0;
  if (started) static_cast<void>(waiter.release());
  return started;
}

}  // namespace

Image compile_with_cc(const CompilerInput& input, const std::shared_ptr<TierUp>& tier_up) {
  const std::string& program = input.compiler.path;
  const CompileJob& job = input.job;
  const std::vector<std::string>& instances = job.request.instances;
  auto session =
      std::make_unique<CompilerSession>(program, make_request(input, tier_up.get()), job.name, job.began);
  std::optional<std::string> first;
  if (tier_up) first = session->first();
  if (!first) return take_result(program, job.name, instances, session->rest());

  std::string why;
  std::optional<Answer> answer = parse_answer(*first, &why, Record::kMore);
  if (!answer) throw_compiler_failed(program, "gave a damaged answer: " + why, Run{});
  Image baseline = make_result(program, std::move(*answer), instances, Run{});
  baseline.optimized = tier_up->begin();
  auto waiter = std::make_unique<Waiter>(program, job.name, instances, std::move(session), tier_up);
  if (!start(waiter)) return take_result(program, job.name, instances, waiter->session->rest());
  return baseline;
}

}  // namespace gridcall::compile
