// SPDX-License-Identifier: Apache-2.0

#include "compile/os.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace gridcall::compile {

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

bool write_all(int fd, const char* data, std::size_t bytes) {
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

std::optional<std::string> environment(const char* name) {
  const char* value = ::secure_getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

bool is_on(const std::optional<std::string>& value) {
  return value && *value != "0";
}

}  // namespace gridcall::compile
