// SPDX-License-Identifier: Apache-2.0

#include "compile/cc_process.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "base/environment.h"
#include "base/failure.h"
#include "base/status.h"
#include "cc/protocol.h"

namespace gridcall::compile {

namespace {

std::int64_t ms_of(std::chrono::steady_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}
std::int64_t steady_ms() {
  return ms_of(std::chrono::steady_clock::now());
}

constexpr std::size_t kMaxAnswerBytes = std::size_t{1} << 30;
constexpr std::size_t kMaxErrorTextBytes = 64 * 1024;
constexpr std::size_t kBufferBytes = 64 * 1024;
constexpr std::int64_t kWantedCheckMs = 100;

// Moves a pipe's descriptor above 2: the host may have closed 0 to 2, which the child overwrites.
Fd above_standard(int fd) {
  Fd owned(fd);
  if (fd < 0 || fd > 2) return owned;
  return Fd(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
}

struct Ends {
  Fd ours;
  Fd theirs;
};

// Creates a socket for the request, because a write to a closed socket fails without a SIGPIPE.
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

  // Throws if an action could not be added for lack of memory: the compiler would read the host's own input.
  static void need(int error) {
    if (error != 0) throw std::bad_alloc();
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// Returns 128 random bits in hexadecimal.
std::string random_mark() {
  unsigned char bits[16];
  if (::getrandom(bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits)) return {};
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (unsigned char each : bits) {
    text += kDigits[each >> 4];
    text += kDigits[each & 15];
  }
  return text;
}

// Ends the user's processes that have `mark` in their environment, because a process in a session of its own
// is in no group that could be ended.
void kill_marked(const std::string& mark) {
  Fd root = open_at(AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY);
  DIR* listing = root ? ::fdopendir(root.get()) : nullptr;
  if (!listing) return;
  root.release();
  while (const dirent* item = ::readdir(listing)) {
    if (item->d_name[0] < '1' || item->d_name[0] > '9') continue;
    struct stat info;
    if (::fstatat(::dirfd(listing), item->d_name, &info, 0) != 0 || info.st_uid != ::geteuid()) continue;
    // The descriptor is opened first, so that the number cannot name another process.
    const Fd handle(static_cast<int>(::syscall(SYS_pidfd_open, std::atoi(item->d_name), 0)));
    const Fd environment = open_at(::dirfd(listing), std::string(item->d_name) + "/environ", O_RDONLY);
    if (!handle || !environment) continue;
    std::string text(4096, '\0');  // a compiler's environment has a few lines
    const ssize_t size = ::read(environment.get(), text.data(), text.size());
    if (size <= 0 || text.substr(0, static_cast<std::size_t>(size)).find(mark) == std::string::npos) continue;
    ::syscall(SYS_pidfd_send_signal, handle.get(), SIGKILL, nullptr, 0);
  }
  ::closedir(listing);
}

}  // namespace

Child::~Child() {
  if (pid_ <= 0 || is_reaped_) return;
  kill_all();
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

int Child::start(const std::string& program, int in, int out, int err) {
  SpawnSettings settings;
  settings.need(::posix_spawn_file_actions_adddup2(&settings.actions, in, 0));
  settings.need(::posix_spawn_file_actions_adddup2(&settings.actions, out, 1));
  settings.need(::posix_spawn_file_actions_adddup2(&settings.actions, err, 2));
  // Some files are open without O_CLOEXEC, and a compiler has no use for them.
  settings.need(::posix_spawn_file_actions_addclosefrom_np(&settings.actions, 3));
  // All its paths are absolute, and its temporary files must not be in the user's directory.
  settings.need(::posix_spawn_file_actions_addchdir_np(&settings.actions, "/"));

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
  // A larger thread cache of glibc saves a twentieth of the compiler's time, because LLVM allocates millions
  // of small objects.
  variables.push_back("GLIBC_TUNABLES=glibc.malloc.tcache_count=4000:glibc.malloc.tcache_max=16384");
  for (const char* passed : {"TMPDIR", "GRIDCALL_CPU_TARGET"}) {
    if (auto value = environment::value(passed)) variables.push_back(passed + ("=" + *value));
  }
  mark_ = random_mark();
  if (!mark_.empty()) variables.push_back("GRIDCALL_CC_RUN=" + mark_);
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
  handle_ = Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  if (std::uint64_t mebibytes = environment::number(environment::Name::COMPILE_MEMORY, 16384);
      mebibytes != 0) {
    struct rlimit limit;
    limit.rlim_cur = limit.rlim_max = mebibytes << 20;
    ::prlimit(pid_, RLIMIT_AS, &limit, nullptr);
  }
  struct rlimit no_core = {0, 0};
  ::prlimit(pid_, RLIMIT_CORE, &no_core, nullptr);
  return 0;
}

void Child::kill_all() {
  if (!is_reaped_) {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
  }
  if (!mark_.empty()) kill_marked(mark_);
}

bool Child::reap() {
  // The remaining processes of its group are ended first, while the process number is still its own.
  siginfo_t ended;
  ended.si_pid = 0;
  if (::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0) {
    if (ended.si_pid != pid_) return false;
    ::kill(-pid_, SIGKILL);
  }
  int status = 0;
  const pid_t reaped = ::waitpid(pid_, &status, WNOHANG);
  if (reaped == pid_) {
    is_reaped_ = true;
    status_ = status;
  } else if (reaped < 0 && errno != EINTR) {
    is_reaped_ = true;
  }
  return is_reaped_;
}

bool Child::has_ended() {
  return is_reaped_ || reap();
}

std::optional<int> Child::wait_until(std::int64_t deadline) {
  while (!has_ended()) {
    std::int64_t left = deadline - steady_ms();
    if (left <= 0) return std::nullopt;
    if (handle_) {
      struct pollfd item = {handle_.get(), POLLIN, 0};
      ::poll(&item, 1, static_cast<int>(std::min<std::int64_t>(left, 1000)));
    } else {
      struct timespec pause = {0, 1'000'000};
      ::nanosleep(&pause, nullptr);
    }
  }
  return status_;
}

CompilerSession::CompilerSession(const std::string& program, std::string request, std::string source_name,
                                 std::chrono::steady_clock::time_point began)
    : request_(std::move(request)),
      source_name_(std::move(source_name)),
      buffer_(std::make_unique_for_overwrite<char[]>(kBufferBytes)) {
  using environment::Name;
  for (Name name : {Name::COMPILE_TIMEOUT, Name::COMPILE_MEMORY}) environment::require(name);
  seconds_ = environment::number(Name::COMPILE_TIMEOUT, 60);
  deadline_ = ms_of(began) + static_cast<std::int64_t>(seconds_) * 1000;
  Ends in;
  Ends out;
  Ends err;
  if (!make_request_channel(&in) || !make_answer_channel(&out) || !make_answer_channel(&err)) {
    throw Failure(errno == ENOMEM ? status::kOutOfHostMemory : status::kCompilerFailed,
                  "no pipe for the compiler could be made: " + error_text(errno) + "; close some files");
  }
  if (int error = child_.start(program, in.theirs.get(), out.theirs.get(), err.theirs.get()); error != 0) {
    Status status = error == ENOENT || error == EACCES || error == ENOEXEC ? status::kCompilerUnavailable
                    : error == ENOMEM                                      ? status::kOutOfHostMemory
                                                                           : status::kCompilerFailed;
    throw Failure(status, "the compiler `" + program + "` could not be started: " + error_text(error));
  }
  in_ = std::move(in.ours);
  out_ = std::move(out.ours);
  err_ = std::move(err.ours);
}

void CompilerSession::time_out() {
  child_.kill_all();
  Failure failure(status::kCompileTimeout,
                  "compiling `" + source_name_ + "` took longer than " + std::to_string(seconds_) +
                      " s and was ended; set GRIDCALL_COMPILE_TIMEOUT to allow more seconds");
  failure.source_name = source_name_;
  throw failure;
}

// Advances over whole records. Returns true once it finds the record after which another answer follows.
bool CompilerSession::first_is_whole() {
  const std::string& bytes = run_.answer;
  while (bytes.size() - scanned_ >= sizeof(cc::RecordHeader)) {
    cc::RecordHeader header;
    std::memcpy(&header, bytes.data() + scanned_, sizeof header);
    const std::size_t left = bytes.size() - scanned_ - sizeof header;
    if (header.name_bytes > left || header.data_bytes > left - header.name_bytes) return false;
    scanned_ += sizeof header + header.name_bytes + header.data_bytes;
    if (header.kind == static_cast<std::uint32_t>(cc::Record::kMore)) return true;
  }
  return false;
}

// Appends the available bytes. Returns false at the end; sets *too_long once `limit` is passed.
bool CompilerSession::read_some(const Fd& from, std::string* out, std::size_t limit, bool* too_long) {
  for (;;) {
    ssize_t got = ::read(from.get(), buffer_.get(), kBufferBytes);
    if (got > 0) {
      std::size_t room = limit - std::min(limit, out->size());
      if (static_cast<std::size_t>(got) > room) *too_long = true;
      out->append(buffer_.get(), std::min(static_cast<std::size_t>(got), room));
      if (*too_long && room == 0) return true;  // the process may write without end
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    return got < 0 && errno == EAGAIN;
  }
}

// Reads the output of an ended compiler. A pipe that stays open is held by a process that it started.
void CompilerSession::take_rest() {
  bool ignored = false;
  bool is_held = out_ && read_some(out_, &run_.answer, kMaxAnswerBytes, &run_.is_too_long);
  is_held |= err_ && read_some(err_, &run_.error_text, kMaxErrorTextBytes, &ignored);
  out_.reset();
  err_.reset();
  if (is_held) child_.kill_all();
}

bool CompilerSession::step(std::int64_t most_ms) {
  std::int64_t left = deadline_ - steady_ms();
  if (left <= 0) time_out();
  // Without a handle, the end of the process is polled.
  if (child_.handle() < 0) most_ms = std::min<std::int64_t>(most_ms, 50);
  struct pollfd items[4] = {{out_.get(), POLLIN, 0},
                            {err_.get(), POLLIN, 0},
                            {in_.get(), POLLOUT, 0},
                            {child_.handle(), POLLIN, 0}};
  if (::poll(items, 4, static_cast<int>(std::min(left, most_ms))) < 0) {
    if (errno == EINTR) return true;
    throw Failure(status::kCompilerFailed, "waiting for the compiler failed: " + error_text(errno));
  }
  if (child_.handle() < 0 ? child_.has_ended() : items[3].revents != 0) {
    take_rest();
    return !run_.is_too_long;
  }
  if (items[2].revents != 0) {
    ssize_t put =
        ::send(in_.get(), request_.data() + sent_, request_.size() - sent_, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put >= 0) sent_ += static_cast<std::size_t>(put);
    // If the compiler stopped reading, its answer or its exit status has the reason.
    bool is_gone = put < 0 && errno != EINTR && errno != EAGAIN;
    if (is_gone || sent_ == request_.size()) {
      ::shutdown(in_.get(), SHUT_WR);
      in_.reset();
    }
  }
  if (items[0].revents != 0 && !read_some(out_, &run_.answer, kMaxAnswerBytes, &run_.is_too_long))
    out_.reset();
  bool ignored = false;
  if (items[1].revents != 0 && !read_some(err_, &run_.error_text, kMaxErrorTextBytes, &ignored)) err_.reset();
  return !run_.is_too_long;
}

std::optional<std::string> CompilerSession::first() {
  // The loop reads while it writes, so that neither side waits for the other for ever.
  while ((out_ || err_) && step(60'000)) {
    if (!first_is_whole()) continue;
    std::string answer = run_.answer.substr(0, scanned_);
    run_.answer.erase(0, scanned_);
    return answer;
  }
  return std::nullopt;
}

Run CompilerSession::rest(const std::function<bool()>& is_wanted) {
  // Nobody waits, and a busy machine takes longer; without the code every process of the program is slow.
  if (is_wanted) deadline_ = steady_ms() + static_cast<std::int64_t>(seconds_) * 5000;
  while ((out_ || err_) && step(is_wanted ? kWantedCheckMs : 60'000)) {
    if (is_wanted && !is_wanted())
      throw Failure(status::kCompilerFailed, "nothing waits for the optimized code any more");
  }
  if (run_.is_too_long) {
    child_.kill_all();
    deadline_ = steady_ms() + 5000;
  }
  std::optional<int> status = child_.wait_until(deadline_);
  if (!status) time_out();
  run_.status = *status;
  return std::move(run_);
}

}  // namespace gridcall::compile
