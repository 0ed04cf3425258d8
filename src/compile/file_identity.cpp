// SPDX-License-Identifier: Apache-2.0

#include "compile/file_identity.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>

#include "base/os.h"

namespace gridcall::compile {

namespace {

constexpr std::size_t kHeaderBytes = 64 * 1024;

template <typename T>
bool copy_at(std::string_view bytes, std::uint64_t offset, T* out) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return false;
  std::memcpy(out, bytes.data() + offset, sizeof(T));
  return true;
}

// The build id lies in a PT_NOTE segment, which linkers put into the first page.
std::string build_id(std::string_view file) {
  Elf64_Ehdr header;
  if (!copy_at(file, 0, &header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64) {
    return "";
  }
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!copy_at(file, header.e_phoff + std::uint64_t{i} * sizeof(segment), &segment)) return "";
    if (segment.p_type != PT_NOTE) continue;
    std::uint64_t at = segment.p_offset;
    Elf64_Nhdr note;
    while (at < segment.p_offset + segment.p_filesz && copy_at(file, at, &note)) {
      std::uint64_t name_at = at + sizeof(note);
      std::uint64_t data_at = name_at + ((std::uint64_t{note.n_namesz} + 3) & ~std::uint64_t{3});
      std::uint64_t end = data_at + ((std::uint64_t{note.n_descsz} + 3) & ~std::uint64_t{3});
      if (end > file.size()) break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && file.substr(name_at, 3) == "GNU") {
        static constexpr char kDigits[] = "0123456789abcdef";
        std::string text;
        for (char c : file.substr(data_at, note.n_descsz)) {
          text += kDigits[static_cast<unsigned char>(c) >> 4];
          text += kDigits[static_cast<unsigned char>(c) & 15];
        }
        return text;
      }
      at = end;
    }
  }
  return "";
}

// What was read before, by what stat says of the file. Leaked on purpose: no destructors at exit.
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
    std::lock_guard lock(memo().mutex);
    auto found = memo().identities.find(stamp);
    if (found != memo().identities.end()) return found->second;
  }
  std::string identity = read_identity(path);
  std::lock_guard lock(memo().mutex);
  if (!identity.empty()) memo().identities.emplace(std::move(stamp), identity);
  return identity;
}

}  // namespace gridcall::compile
