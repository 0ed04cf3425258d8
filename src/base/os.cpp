// SPDX-License-Identifier: Apache-2.0

#include "base/os.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace gridcall {

namespace {

int do_openat(int dir, const char* path, int flags, mode_t mode) {
  return ::openat(dir, path, flags, mode);
}

}  // namespace

constinit Os os = {
    .openat = do_openat,
    .close = ::close,
    .fstat = ::fstat,
    .fstatat = ::fstatat,
    .read = ::read,
    .readlinkat = ::readlinkat,
    .write = ::write,
    .mkdirat = ::mkdirat,
    .fchmod = ::fchmod,
    .renameat = ::renameat,
    .unlinkat = ::unlinkat,
    .flock = ::flock,
    .futimens = ::futimens,
    .fdopendir = ::fdopendir,
    .readdir = ::readdir,
    .closedir = ::closedir,
};

Fd open_at(int dir, const std::string& path, int flags, mode_t mode) {
  int fd;
  do {
    fd = os.openat(dir, path.c_str(), flags | O_CLOEXEC, mode);
  } while (fd < 0 && errno == EINTR);
  return Fd(fd);
}

std::optional<std::string> read_exactly(int fd, std::size_t bytes) {
  std::string data(bytes, '\0');
  std::size_t done = 0;
  while (done < bytes) {
    ssize_t got = os.read(fd, data.data() + done, bytes - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) {
      errno = EIO;
      return std::nullopt;
    }
    done += static_cast<std::size_t>(got);
  }
  return data;
}

// A scope that blocks SIGXFSZ for this thread and discards one that a write raised: the kernel sends it to
// the thread that writes.
class FileSizeSignalHeld {
 public:
  FileSizeSignalHeld() {
    ::sigemptyset(&signal_);
    ::sigaddset(&signal_, SIGXFSZ);
    sigset_t pending;
    is_pending_ = ::sigpending(&pending) == 0 && ::sigismember(&pending, SIGXFSZ) == 1;
    ::pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~FileSizeSignalHeld() {
    const int error = errno;
    const struct timespec now = {0, 0};
    while (!is_pending_ && ::sigtimedwait(&signal_, nullptr, &now) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  FileSizeSignalHeld(const FileSizeSignalHeld&) = delete;
  FileSizeSignalHeld& operator=(const FileSizeSignalHeld&) = delete;

 private:
  sigset_t signal_;
  sigset_t before_;
  bool is_pending_ = false;
};

bool write_all(int fd, const char* data, std::size_t bytes) {
  const FileSizeSignalHeld held;
  while (bytes > 0) {
    ssize_t put = os.write(fd, data, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    data += put;
    bytes -= static_cast<std::size_t>(put);
  }
  return true;
}

bool is_regular_file(const std::string& path) {
  struct stat info;
  return os.fstatat(AT_FDCWD, path.c_str(), &info, 0) == 0 && S_ISREG(info.st_mode);
}

bool is_directory(const std::string& path) {
  struct stat info;
  return os.fstatat(AT_FDCWD, path.c_str(), &info, 0) == 0 && S_ISDIR(info.st_mode);
}

std::string error_text(int error) {
  char buffer[128];
  return ::strerror_r(error, buffer, sizeof(buffer));
}

}  // namespace gridcall
