// SPDX-License-Identifier: Apache-2.0

#include "compile/cc_client.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "cc/protocol.h"
#include "compile/diagnostics.h"
#include "compile/options.h"
#include "compile/os.h"
#include "core/status.h"

namespace gridcall::compile {

namespace {

using cc::Record;
using cc::RecordHeader;

constexpr std::size_t kMaxAnswerBytes = std::size_t{1} << 30;
constexpr std::size_t kMaxErrorTextBytes = 64 * 1024;

std::int64_t now_ms() {
  struct timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

std::uint64_t environment_number(const char* name, std::uint64_t otherwise) {
  auto text = environment(name);
  if (!text) return otherwise;
  std::uint64_t number = 0;
  auto [rest, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  return error == std::errc() && rest == text->data() + text->size() ? number : otherwise;
}

std::string errno_text(int error) {
  char buffer[128];
  return ::strerror_r(error, buffer, sizeof(buffer));
}

std::string signal_text(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : "SIG" + std::string(name);
}

void put_record(std::string* out, Record kind, std::string_view name, std::string_view data) {
  RecordHeader header{static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(name.size()), data.size()};
  out->append(reinterpret_cast<const char*>(&header), sizeof(header));
  out->append(name);
  out->append(data);
}

std::string make_request(const CcJob& job) {
  std::string request;
  std::uint32_t version = cc::kProtocolVersion;
  put_record(&request, Record::kVersion, "", {reinterpret_cast<const char*>(&version), sizeof(version)});
  for (const std::string& option : job.options) put_record(&request, Record::kOption, "", option);
  for (const auto& [name, text] : job.headers) put_record(&request, Record::kHeader, name, text);
  for (const std::string& instance : job.instances) put_record(&request, Record::kInstance, "", instance);
  put_record(&request, Record::kSource, job.name, job.source);
  put_record(&request, Record::kEnd, "", "");
  return request;
}

struct Answer {
  std::optional<std::string_view> object;
  std::string log;
  std::vector<std::pair<std::string, std::string>> lowered;
};

// nullopt and *why if the bytes are not one whole answer.
std::optional<Answer> parse_answer(std::string_view bytes, std::string* why) {
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
    switch (static_cast<Record>(header.kind)) {
      case Record::kEnd:
        if (!bytes.empty()) {
          *why = "bytes follow the end of the answer";
          return std::nullopt;
        }
        return answer;
      case Record::kObject:
        if (answer.object) {
          *why = "the answer has two objects";
          return std::nullopt;
        }
        answer.object = data;
        break;
      case Record::kLog:
        answer.log.append(data);
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

// Descriptors 0 to 2 may be closed in the host; a pipe that landed there would be overwritten in the child.
Fd above_standard(int fd) {
  Fd owned(fd);
  if (fd < 0 || fd > 2) return owned;
  return Fd(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
}

struct Ends {
  Fd ours;
  Fd theirs;
};

// The request goes through a socket, where a reader that is gone is an error and not a SIGPIPE.
bool make_request_channel(Ends* ends) {
  int fds[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) return false;
  ends->ours = above_standard(fds[0]);
  ends->theirs = above_standard(fds[1]);
  return ends->ours && ends->theirs;
}

bool make_answer_channel(Ends* ends) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return false;
  ends->ours = above_standard(fds[0]);
  ends->theirs = above_standard(fds[1]);
  if (!ends->ours || !ends->theirs) return false;
  return ::fcntl(ends->ours.get(), F_SETFL, O_NONBLOCK) == 0;
}

class SpawnSettings {
 public:
  SpawnSettings() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// The running program. Whatever happens here, it is ended and waited for.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ <= 0 || is_reaped_) return;
    kill_group();
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  // 0 or an errno.
  int start(const std::string& program, int in, int out, int err) {
    SpawnSettings settings;
    ::posix_spawn_file_actions_adddup2(&settings.actions, in, 0);
    ::posix_spawn_file_actions_adddup2(&settings.actions, out, 1);
    ::posix_spawn_file_actions_adddup2(&settings.actions, err, 2);
    // Not everyone opens files with O_CLOEXEC; a compiler has no use for them.
    ::posix_spawn_file_actions_addclosefrom_np(&settings.actions, 3);
    // All paths it gets are absolute, and what it may leave behind does not belong into the user's directory.
    ::posix_spawn_file_actions_addchdir_np(&settings.actions, "/");

    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&settings.attributes, &none);
    ::posix_spawnattr_setsigdefault(&settings.attributes, &all);
    ::posix_spawnattr_setpgroup(&settings.attributes, 0);
    ::posix_spawnattr_setflags(&settings.attributes,
                               POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::vector<std::string> variables = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"};
    // LLVM allocates and frees millions of small things: glibc keeps more of them at hand, for a twentieth of
    // the compiler's time.
    variables.push_back("GLIBC_TUNABLES=glibc.malloc.tcache_count=4000:glibc.malloc.tcache_max=16384");
    for (const char* passed : {"TMPDIR", "GRIDCALL_CPU_TARGET"}) {
      if (auto value = environment(passed)) variables.push_back(passed + ("=" + *value));
    }
    std::vector<char*> environment_block;
    for (std::string& variable : variables) environment_block.push_back(variable.data());
    environment_block.push_back(nullptr);
    std::string name = "gridcall-cc";
    char* arguments[] = {name.data(), nullptr};

    int error = ::posix_spawn(&pid_, program.c_str(), &settings.actions, &settings.attributes, arguments,
                              environment_block.data());
    if (error != 0) {
      pid_ = 0;
      return error;
    }
    if (std::uint64_t mebibytes = environment_number("GRIDCALL_COMPILE_MEMORY", 16384); mebibytes != 0) {
      struct rlimit limit;
      limit.rlim_cur = limit.rlim_max = std::min<std::uint64_t>(mebibytes, std::uint64_t{1} << 40) << 20;
      ::prlimit(pid_, RLIMIT_AS, &limit, nullptr);
    }
    struct rlimit no_core = {0, 0};
    ::prlimit(pid_, RLIMIT_CORE, &no_core, nullptr);
    return 0;
  }

  void kill_group() {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
  }

  // Its wait status; nullopt if it has not ended by `deadline`. -1 if the host's own SIGCHLD rules took it.
  std::optional<int> wait_until(std::int64_t deadline) {
    Fd handle(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
    for (;;) {
      int status = 0;
      pid_t ended = ::waitpid(pid_, &status, WNOHANG);
      if (ended == pid_) {
        is_reaped_ = true;
        return status;
      }
      if (ended < 0 && errno != EINTR) {
        is_reaped_ = true;
        return -1;
      }
      std::int64_t left = deadline - now_ms();
      if (left <= 0) return std::nullopt;
      if (handle) {
        struct pollfd item = {handle.get(), POLLIN, 0};
        ::poll(&item, 1, static_cast<int>(std::min<std::int64_t>(left, 1000)));
      } else {
        struct timespec pause = {0, 1'000'000};
        ::nanosleep(&pause, nullptr);
      }
    }
  }

 private:
  pid_t pid_ = 0;
  bool is_reaped_ = false;
};

// Appends what there is to read. False at the end, or when `limit` is passed.
bool read_some(int fd, std::string* out, std::size_t limit, bool* too_long) {
  char buffer[65536];
  for (;;) {
    ssize_t got = ::read(fd, buffer, sizeof(buffer));
    if (got > 0) {
      std::size_t room = limit - std::min(limit, out->size());
      if (static_cast<std::size_t>(got) > room) *too_long = true;
      out->append(buffer, std::min(static_cast<std::size_t>(got), room));
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    return got < 0 && errno == EAGAIN;
  }
}

struct Run {
  int status = 0;
  std::string answer;
  std::string error_text;
  bool is_too_long = false;
};

Run run(const std::string& program, const std::string& request, const std::string& source_name) {
  std::uint64_t seconds =
      std::clamp<std::uint64_t>(environment_number("GRIDCALL_COMPILE_TIMEOUT", 60), 1, 86400);
  std::int64_t deadline = now_ms() + static_cast<std::int64_t>(seconds) * 1000;

  Ends in;
  Ends out;
  Ends err;
  if (!make_request_channel(&in) || !make_answer_channel(&out) || !make_answer_channel(&err)) {
    throw Failure(status::kCompilerFailed,
                  "no pipe for the compiler could be made: " + errno_text(errno) + "; close some files");
  }
  Child child;
  if (int error = child.start(program, in.theirs.get(), out.theirs.get(), err.theirs.get()); error != 0) {
    Status status = error == ENOENT || error == EACCES || error == ENOEXEC ? status::kCompilerUnavailable
                                                                           : status::kCompilerFailed;
    throw Failure(status, "the compiler `" + program + "` could not be started: " + errno_text(error));
  }
  in.theirs.reset();
  out.theirs.reset();
  err.theirs.reset();

  auto time_out = [&] {
    child.kill_group();
    Failure failure(status::kCompileTimeout,
                    "compiling `" + source_name + "` took longer than " + std::to_string(seconds) +
                        " s and was ended; set GRIDCALL_COMPILE_TIMEOUT to allow more seconds");
    failure.source_name = source_name;
    throw failure;
  };

  Run result;
  std::size_t sent = 0;
  bool ignored = false;
  // Reading goes on while writing: neither side can wait for the other for ever.
  while (out.ours || err.ours) {
    std::int64_t left = deadline - now_ms();
    if (left <= 0) time_out();
    struct pollfd items[3] = {
        {out.ours.get(), POLLIN, 0}, {err.ours.get(), POLLIN, 0}, {in.ours.get(), POLLOUT, 0}};
    if (::poll(items, 3, static_cast<int>(std::min<std::int64_t>(left, 60'000))) < 0) {
      if (errno == EINTR) continue;
      throw Failure(status::kCompilerFailed, "waiting for the compiler failed: " + errno_text(errno));
    }
    if (items[2].revents != 0) {
      ssize_t put =
          ::send(in.ours.get(), request.data() + sent, request.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (put >= 0) sent += static_cast<std::size_t>(put);
      // A compiler that stopped reading has its reasons; they come in its answer or its end.
      bool is_gone = put < 0 && errno != EINTR && errno != EAGAIN;
      if (is_gone || sent == request.size()) {
        ::shutdown(in.ours.get(), SHUT_WR);
        in.ours.reset();
      }
    }
    if (items[0].revents != 0 &&
        !read_some(out.ours.get(), &result.answer, kMaxAnswerBytes, &result.is_too_long)) {
      out.ours.reset();
    }
    if (items[1].revents != 0 &&
        !read_some(err.ours.get(), &result.error_text, kMaxErrorTextBytes, &ignored)) {
      err.ours.reset();
    }
    if (result.is_too_long) break;
  }
  if (result.is_too_long) {
    child.kill_group();
    deadline = now_ms() + 5000;
  }
  std::optional<int> status = child.wait_until(deadline);
  if (!status) time_out();
  result.status = *status;
  return result;
}

[[noreturn]] void throw_compiler_failed(const std::string& program, const std::string& what, const Run& run) {
  Failure failure(status::kCompilerFailed,
                  "the compiler " + program.substr(program.rfind('/') + 1) + " " + what +
                      "; this is a defect of the compiler: please report the source");
  failure.notes.push_back("program: " + program);
  if (!run.error_text.empty()) failure.notes.push_back("it wrote: " + first_line(run.error_text));
  failure.log = run.error_text;
  throw failure;
}

}  // namespace

std::optional<std::string> find_cc(std::vector<std::string>* tried) {
  auto is_program = [&](const std::string& path) {
    if (is_regular_file(path) && ::access(path.c_str(), X_OK) == 0) return true;
    tried->push_back("no program " + path);
    return false;
  };
  if (auto path = environment("GRIDCALL_CC")) {
    if (is_program(*path)) return absolute_path(*path);
    tried->back() += " (GRIDCALL_CC)";
    return std::nullopt;
  }
  Dl_info info;
  if (::dladdr(reinterpret_cast<void*>(&find_cc), &info) == 0 || info.dli_fname == nullptr)
    return std::nullopt;
  char* real = ::realpath(info.dli_fname, nullptr);
  std::string library = real == nullptr ? info.dli_fname : real;
  ::free(real);
  std::string directory = library.substr(0, library.rfind('/'));

  for (const char* leaf :
       {"/../libexec/gridcall/gridcall-cc", "/../../libexec/gridcall/gridcall-cc", "/gridcall/gridcall-cc"}) {
    if (is_program(directory + leaf)) return directory + leaf;
  }
  // In a build tree the library and the compiler lie in folders of their own.
  for (int levels = 0; levels < 4 && !directory.empty(); ++levels) {
    if (is_regular_file(directory + "/CMakeCache.txt")) {
      std::string built = directory + "/src/cc/gridcall-cc";
      if (is_program(built)) return built;
    }
    directory = directory.substr(0, directory.rfind('/'));
  }
  return std::nullopt;
}

Result compile_with_cc(const std::string& program, const CcJob& job) {
  Run outcome = run(program, make_request(job), job.name);
  if (outcome.is_too_long) throw_compiler_failed(program, "answered more than 1 GiB", outcome);

  std::string why;
  std::optional<Answer> answer = parse_answer(outcome.answer, &why);
  bool is_known_status = outcome.status != -1;
  if (is_known_status && WIFSIGNALED(outcome.status)) {
    throw_compiler_failed(program, "was ended by " + signal_text(WTERMSIG(outcome.status)), outcome);
  }
  int code = is_known_status ? WEXITSTATUS(outcome.status) : answer && answer->object ? 0 : 1;
  if (code > 2) throw_compiler_failed(program, "ended with code " + std::to_string(code), outcome);
  if (!answer) throw_compiler_failed(program, "gave a damaged answer: " + why, outcome);

  if (code == 1 || code == 2) {
    std::string message;
    if (code == 1) {
      message = first_error(answer->log, job.name);
    } else {
      message = without_prefix(first_line(answer->log));
    }
    if (message.empty()) {
      message = code == 1 ? job.name + ": error: the source does not compile"
                          : "gridcall-cc does not take one of the options";
    }
    Failure failure(code == 1 ? status::kCompile : status::kInvalidCompileOption, message);
    failure.log = std::move(answer->log);
    failure.driver_code = code;
    throw failure;
  }

  if (!answer->object || answer->object->empty()) {
    throw_compiler_failed(program, "answered without an object", outcome);
  }
  if (!answer->object->starts_with("\177ELF")) {
    throw_compiler_failed(program, "answered with what is no object", outcome);
  }
  Result result;
  const auto* first = reinterpret_cast<const std::byte*>(answer->object->data());
  result.image.assign(first, first + answer->object->size());
  result.log = std::move(answer->log);
  for (const std::string& instance : job.instances) {
    bool is_there = std::any_of(answer->lowered.begin(), answer->lowered.end(),
                                [&](const auto& pair) { return pair.first == instance; });
    if (!is_there) throw_compiler_failed(program, "did not name the instance `" + instance + "`", outcome);
  }
  result.lowered_names = std::move(answer->lowered);
  return result;
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
  // Which registers the kernel saves: AVX and AVX-512 need it.
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
