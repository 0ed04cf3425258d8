// SPDX-License-Identifier: Apache-2.0

#include "core/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "core/failure.h"
#include "core/status.h"

namespace gridcall::core {

namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

struct Descriptor {
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  int number = -1;
};

}  // namespace

std::string read_file(const char* argument, const std::string& path, std::uint64_t limit) {
  const std::string subject = std::string("`") + argument + "` \"" + path + "\"";
  const auto fail = [&](int error) -> Failure {
    if (error == ENOENT || error == ENOTDIR)
      return Failure(status::kNotFound, subject + " does not exist: name a file");
    return Failure(status::kIo, subject + " cannot be read: " + std::generic_category().message(error));
  };
  const auto too_long = [&](const std::string& size) {
    return Failure(status::kOutOfRange,
                   subject + " has " + size + " bytes, at most " + std::to_string(limit) + " are read");
  };

  struct stat info;
  // Before it is opened: a device may do something then.
  if (::stat(path.c_str(), &info) != 0) throw fail(errno);
  Descriptor file;
  if (S_ISREG(info.st_mode)) {
    do {
      file.number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (file.number < 0 && errno == EINTR);
    if (file.number < 0 || ::fstat(file.number, &info) != 0) throw fail(errno);
  }
  if (!S_ISREG(info.st_mode))
    throw Failure(status::kInvalidArgument,
                  subject + " is " + kind_of(info.st_mode) + ": name a regular file");
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > limit) throw too_long(std::to_string(size));

  std::string content;
  // The files of /proc have size 0, and one that is being written grows.
  std::size_t room = static_cast<std::size_t>(size) + 1;
  for (std::size_t used = 0;;) {
    content.resize(used + room);
    const ssize_t got = ::read(file.number, content.data() + used, room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw fail(errno);
    used += static_cast<std::size_t>(got);
    if (used > limit) throw too_long("more than " + std::to_string(limit));
    if (got == 0) {
      content.resize(used);
      return content;
    }
    if (used == content.size())
      room = std::max<std::size_t>(used, 65536);
    else
      room = content.size() - used;
  }
}

}  // namespace gridcall::core
