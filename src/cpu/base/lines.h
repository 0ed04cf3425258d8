// SPDX-License-Identifier: Apache-2.0
//
// The lines of a small file, such as the system's below /proc, read without an allocation: what they say must
// not depend on how much memory is free.

#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace gridcall::cpu {

class Lines {
 public:
  explicit Lines(const char* path) noexcept {
    do fd_ = ::open(path, O_RDONLY | O_CLOEXEC);
    while (fd_ < 0 && errno == EINTR);
  }
  ~Lines() {
    if (fd_ >= 0) ::close(fd_);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  // Returns a line without its end, cut to the buffer; NULL if there is none. Valid until the next call.
  const char* next() noexcept {
    std::size_t length = 0;
    for (bool some = false;; some = true) {
      const int c = take();
      if (c < 0 && !some) return nullptr;
      if (c < 0 || c == '\n') break;
      if (length < sizeof line_ - 1) line_[length++] = static_cast<char>(c);
    }
    line_[length] = '\0';
    return line_;
  }

 private:
  int take() noexcept {
    if (at_ == end_) {
      if (fd_ < 0) return -1;
      ssize_t got = 0;
      do got = ::read(fd_, buffer_, sizeof buffer_);
      while (got < 0 && errno == EINTR);
      if (got <= 0) return -1;
      at_ = 0;
      end_ = static_cast<std::size_t>(got);
    }
    return static_cast<unsigned char>(buffer_[at_++]);
  }

  int fd_ = -1;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  char buffer_[1024];
  char line_[1024];
};

}  // namespace gridcall::cpu
