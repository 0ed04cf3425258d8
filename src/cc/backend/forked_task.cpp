// SPDX-License-Identifier: Apache-2.0

#include "cc/backend/forked_task.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace gridcall::cc {
namespace {

bool write_all(int descriptor, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

ForkedTask::~ForkedTask() {
  if (memory_ >= 0) ::close(memory_);
  if (end_ >= 0) ::close(end_);
}

bool ForkedTask::start(const std::function<std::string()>& work) {
  memory_ = ::memfd_create("gridcall-cc", MFD_CLOEXEC);
  int ends[2];
  if (memory_ < 0 || ::pipe2(ends, O_CLOEXEC) != 0) return false;
  end_ = ends[0];
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ != 0) {
    ::close(ends[1]);
    return process_ > 0;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  const std::string made = work();
  ::_exit(!made.empty() && write_all(memory_, made) ? 0 : 1);
}

bool ForkedTask::ends_within(std::chrono::milliseconds limit) const {
  const auto last = std::chrono::steady_clock::now() + limit;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(last - std::chrono::steady_clock::now());
    struct pollfd item = {end_, 0, 0};
    const int ready = ::poll(&item, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (ready >= 0 || errno != EINTR) return ready != 0;
  }
}

bool ForkedTask::wait() {
  int status = 0;
  pid_t ended;
  do {
    ended = ::waitpid(process_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  return ended == process_ && status == 0;
}

std::optional<std::string> ForkedTask::result() const {
  struct stat info;
  if (memory_ < 0 || ::fstat(memory_, &info) != 0 || info.st_size == 0) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count =
        ::pread(memory_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

}  // namespace gridcall::cc
