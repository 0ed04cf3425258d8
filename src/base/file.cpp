// SPDX-License-Identifier: Apache-2.0

#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/concat.h"
#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"

namespace gridcall {

namespace {

const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

}  // namespace

std::string read_file(const char* argument, const std::string& path, std::uint64_t limit) {
  const std::string subject = std::string("`") + argument + "` \"" + path + "\"";
  const auto fail = [&](int error) -> Failure {
    if (error == ENOENT || error == ENOTDIR)
      return Failure(status::kIo, subject + " does not exist: name a file");
    return Failure(status::kIo, subject + " cannot be read: " + error_text(error));
  };
  const auto too_long = [&](const std::string& size) {
    return Failure(status::kOutOfRange,
                   subject + " has " + size + " bytes, at most " + std::to_string(limit) + " are read");
  };

  struct stat info;
  // The file's type is checked before the file is opened, because opening a device may have effects.
  if (os.fstatat(AT_FDCWD, path.c_str(), &info, 0) != 0) throw fail(errno);
  Fd file;
  if (S_ISREG(info.st_mode)) {
    file = open_at(AT_FDCWD, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!file || os.fstat(file.get(), &info) != 0) throw fail(errno);
  }
  if (!S_ISREG(info.st_mode))
    throw Failure(status::kInvalidArgument,
                  subject + " is " + kind_of(info.st_mode) + ": name a regular file");
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > limit) throw too_long(std::to_string(size));

  std::string content;
  // The files of /proc have size 0, and a file that is being written grows.
  std::size_t room = static_cast<std::size_t>(size) + 1;
  for (std::size_t used = 0;;) {
    content.resize(used + room);
    const ssize_t got = os.read(file.get(), content.data() + used, room);
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

std::string stamp_of(const struct stat& info) {
  return concat(info.st_dev, ":", info.st_ino, ":", info.st_size, ":", info.st_mtim.tv_sec, ".",
                info.st_mtim.tv_nsec, ":", info.st_ctim.tv_sec, ".", info.st_ctim.tv_nsec);
}

std::string absolute_path(const std::string& path) {
  if (!path.empty() && path.front() == '/') return path;
  char* current = ::getcwd(nullptr, 0);
  if (!current) return path;
  std::string result = std::string(current) + "/" + path;
  ::free(current);
  return result;
}

}  // namespace gridcall
