// SPDX-License-Identifier: Apache-2.0
//
// Every file operation of the cache and of the search for compilers and headers goes through this table, so
// that a test can make the N-th one fail.

#pragma once

#include <dirent.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>

namespace gridcall {

struct Os {
  int (*openat)(int dir, const char* path, int flags, mode_t mode);
  int (*close)(int fd);
  int (*fstat)(int fd, struct stat* out);
  int (*fstatat)(int dir, const char* path, struct stat* out, int flags);
  ssize_t (*read)(int fd, void* buffer, std::size_t bytes);
  ssize_t (*readlinkat)(int dir, const char* path, char* buffer, std::size_t bytes);
  ssize_t (*write)(int fd, const void* buffer, std::size_t bytes);
  int (*mkdirat)(int dir, const char* path, mode_t mode);
  int (*fchmod)(int fd, mode_t mode);
  int (*renameat)(int from_dir, const char* from, int to_dir, const char* to);
  int (*unlinkat)(int dir, const char* path, int flags);
  int (*flock)(int fd, int operation);
  int (*futimens)(int fd, const struct timespec times[2]);
  DIR* (*fdopendir)(int fd);
  dirent* (*readdir)(DIR* dir);
  int (*closedir)(DIR* dir);
};

extern Os os;

// A file descriptor that closes itself.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(other.release()) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = other.release();
    }
    return *this;
  }
  ~Fd() { reset(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() {
    int fd = fd_;
    fd_ = -1;
    return fd;
  }
  // Returns false if closing failed; the descriptor is closed either way.
  bool reset() {
    int fd = release();
    return fd < 0 || os.close(fd) == 0;
  }

 private:
  int fd_ = -1;
};

// Opens a file, and tries again after a signal.
Fd open_at(int dir, const std::string& path, int flags, mode_t mode = 0);
// Returns the next `bytes` bytes; nullopt with errno set if there are fewer or reading fails.
std::optional<std::string> read_exactly(int fd, std::size_t bytes);
// Writes all bytes. At a limit on the size of files it fails as on a full disk, and discards the signal,
// which would end the host process.
bool write_all(int fd, const char* data, std::size_t bytes);
bool is_regular_file(const std::string& path);
bool is_directory(const std::string& path);

std::string error_text(int error);

}  // namespace gridcall
