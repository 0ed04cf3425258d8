// SPDX-License-Identifier: Apache-2.0

#include "base/own_file.h"

#include <cstdint>
#include <cstring>

#include <dlfcn.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>

#if !defined(GRIDCALL_INSTALLED_LIBDIR) || !defined(GRIDCALL_INSTALLED_LIBEXECDIR)
#error \
    "GRIDCALL_INSTALLED_LIBDIR and GRIDCALL_INSTALLED_LIBEXECDIR must be defined: where the library is installed"
#endif

namespace gridcall {

// Two lines that `cmake --install` replaces in the static library by the prefix's folders
// (cmake/installed_places.cmake). They are not const, so that the compiler does not assume their values.
struct InstalledPlaces {
  char libraries[1024];
  char programs[1024];
};
[[gnu::section("gridcall_places"), gnu::used]] constinit InstalledPlaces installed_places = {
    GRIDCALL_INSTALLED_LIBDIR "\n", GRIDCALL_INSTALLED_LIBEXECDIR "\n"};

std::string installed_libraries() {
  return {installed_places.libraries, std::strcspn(installed_places.libraries, "\n")};
}

std::string installed_programs() {
  return {installed_places.programs, std::strcspn(installed_places.programs, "\n")};
}

namespace {

// The path of a program; the name from dladdr is the way it was called, which need not be a path.
constexpr const char* kProgram = "/proc/self/exe";

std::string real_path(const char* path) {
  char* found = ::realpath(path, nullptr);
  if (!found) return {};
  std::string result = found;
  ::free(found);
  return result;
}

// Returns the file that is mapped at an address. The loader's name for it comes from LD_LIBRARY_PATH, and is
// wrong once the working directory has changed.
std::string mapped_file(const void* at) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  std::string found;
  char* line = nullptr;
  std::size_t capacity = 0;
  std::FILE* maps = std::fopen("/proc/self/maps", "re");
  if (!maps) return found;
  for (ssize_t length = 0; found.empty() && (length = ::getline(&line, &capacity, maps)) > 0;) {
    std::uintptr_t begin = 0, end = 0;
    if (std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &begin, &end) != 2 || address < begin || address >= end)
      continue;
    const std::string_view text(line, static_cast<std::size_t>(length));
    const std::size_t path = text.find('/');
    if (path != std::string_view::npos) found = text.substr(path, text.find('\n') - path);
  }
  ::free(line);
  std::fclose(maps);
  return found;
}

void add_folder_of(const std::string& path, std::vector<std::string>* folders) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return;
  std::string folder = path.substr(0, slash == 0 ? 1 : slash);
  if (folders->empty() || folders->back() != folder) folders->push_back(std::move(folder));
}

std::vector<std::string> find_own_folders() {
  std::vector<std::string> folders;
  Dl_info info{};
  link_map* map = nullptr;
  if (::dladdr1(reinterpret_cast<const void*>(&find_own_folders), &info, reinterpret_cast<void**>(&map),
                RTLD_DL_LINKMAP) == 0 ||
      !map || !map->l_name || map->l_name[0] == '\0') {
    add_folder_of(real_path(kProgram), &folders);
    return folders;
  }
  const bool relative = map->l_name[0] != '/';
  const std::string name =
      relative ? mapped_file(reinterpret_cast<const void*>(&find_own_folders)) : map->l_name;
  add_folder_of(name, &folders);
  add_folder_of(real_path(name.c_str()), &folders);
  return folders;
}

}  // namespace

const std::vector<std::string>& own_folders() {
  // Found once, because each link of the path is a system call; leaked, so that no destructor runs at exit.
  static const auto* const folders = new std::vector<std::string>(find_own_folders());
  return *folders;
}

std::vector<std::string> plugin_places() {
  constexpr const char* kPrivate = "/gridcall";
  std::vector<std::string> places;
  for (const std::string& folder : own_folders()) {
    places.push_back(folder);
    places.push_back(folder + kPrivate);
  }
  places.push_back({});
  places.push_back(installed_libraries() + kPrivate);
  return places;
}

}  // namespace gridcall
