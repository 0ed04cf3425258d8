// SPDX-License-Identifier: Apache-2.0

#include "base/own_file.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#if !defined(GRIDCALL_INSTALLED_LIBDIR) || !defined(GRIDCALL_INSTALLED_LIBEXECDIR)
#error \
    "GRIDCALL_INSTALLED_LIBDIR and GRIDCALL_INSTALLED_LIBEXECDIR must be defined: where the library is installed"
#endif

namespace gridcall {

const char* const kInstalledLibraries = GRIDCALL_INSTALLED_LIBDIR;
const char* const kInstalledPrograms = GRIDCALL_INSTALLED_LIBEXECDIR;

namespace {

// What dladdr says of a program is how it was called, which need not be a path.
constexpr const char* kProgram = "/proc/self/exe";

std::string real_path(const char* path) {
  char* found = ::realpath(path, nullptr);
  if (!found) return {};
  std::string result = found;
  ::free(found);
  return result;
}

void add_folder_of(const std::string& path, std::vector<std::string>* folders) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return;
  std::string folder = path.substr(0, slash == 0 ? 1 : slash);
  if (folders->empty() || folders->back() != folder) folders->push_back(std::move(folder));
}

}  // namespace

std::vector<std::string> own_folders() {
  std::vector<std::string> folders;
  Dl_info info{};
  link_map* map = nullptr;
  if (::dladdr1(reinterpret_cast<const void*>(&own_folders), &info, reinterpret_cast<void**>(&map),
                RTLD_DL_LINKMAP) == 0 ||
      !map || !map->l_name || map->l_name[0] == '\0') {
    add_folder_of(real_path(kProgram), &folders);
    return folders;
  }
  add_folder_of(map->l_name, &folders);
  add_folder_of(real_path(map->l_name), &folders);
  return folders;
}

}  // namespace gridcall
