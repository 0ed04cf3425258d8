// SPDX-License-Identifier: Apache-2.0

#include "compile/file_identity.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>

#include "base/os.h"
#include "image/elf.h"

namespace gridcall::compile {

namespace {

constexpr std::size_t kHeaderBytes = 64 * 1024;

// In hexadecimal; "" if the file has none.
std::string build_id(std::string_view head) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  const image::Elf elf(std::as_bytes(std::span(head)));
  for (const std::byte each : elf.build_id()) {
    text += kDigits[std::to_integer<unsigned>(each) >> 4];
    text += kDigits[std::to_integer<unsigned>(each) & 15];
  }
  return text;
}

// Identities read before, by what stat says of the file. Leaked on purpose: no destructors at exit.
struct Memo {
  std::mutex mutex;
  std::map<std::string, std::string> identities;
};
Memo& memo() {
  static Memo* instance = new Memo;
  return *instance;
}

std::string read_identity(const std::string& path) {
  Fd fd = open_at(AT_FDCWD, path, O_RDONLY | O_NONBLOCK);
  struct stat info;
  if (!fd || os.fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0) return "";
  std::size_t wanted = std::min(kHeaderBytes, static_cast<std::size_t>(info.st_size));
  std::optional<std::string> head = read_exactly(fd.get(), wanted);
  if (!head) return "";
  return "size " + std::to_string(info.st_size) + " time " + std::to_string(info.st_mtim.tv_sec) + "." +
         std::to_string(info.st_mtim.tv_nsec) + " inode " + std::to_string(info.st_ino) + " build " +
         build_id(*head);
}

}  // namespace

std::string file_identity(const std::string& path) {
  struct stat before;
  if (os.fstatat(AT_FDCWD, path.c_str(), &before, 0) != 0) return "";
  std::string stamp = std::to_string(before.st_dev) + ":" + std::to_string(before.st_ino) + ":" +
                      std::to_string(before.st_size) + ":" + std::to_string(before.st_mtim.tv_sec) + "." +
                      std::to_string(before.st_mtim.tv_nsec) + ":" + std::to_string(before.st_ctim.tv_sec) +
                      "." + std::to_string(before.st_ctim.tv_nsec);
  {
    const std::lock_guard lock(memo().mutex);
    auto found = memo().identities.find(stamp);
    if (found != memo().identities.end()) return found->second;
  }
  std::string identity = read_identity(path);
  const std::lock_guard lock(memo().mutex);
  if (!identity.empty()) memo().identities.emplace(std::move(stamp), identity);
  return identity;
}

}  // namespace gridcall::compile
