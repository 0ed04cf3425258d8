// SPDX-License-Identifier: Apache-2.0

#include "compile/search_paths.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "base/concat.h"
#include "base/environment.h"
#include "base/file.h"
#include "base/os.h"
#include "base/own_file.h"
#include "base/rate_limit.h"

namespace gridcall::compile {

namespace {

// The newest comes first, because it knows every architecture of the older ones, except those that it
// dropped.
constexpr const char* kNvrtcNames[] = {"libnvrtc.so.14",   "libnvrtc.so.13",   "libnvrtc.so.12",
                                       "libnvrtc.so.11.2", "libnvrtc.so.11.1", "libnvrtc.so.11.0",
                                       "libnvrtc.so"};
constexpr const char* kNvJitLinkNames[] = {"libnvJitLink.so.14", "libnvJitLink.so.13", "libnvJitLink.so.12",
                                           "libnvJitLink.so"};
constexpr const char* kCublasNames[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so"};
constexpr const char* kCufftNames[] = {"libcufft.so.12", "libcufft.so.11", "libcufft.so.10", "libcufft.so"};

constexpr const char* kCusolverNames[] = {"libcusolver.so.12", "libcusolver.so.11", "libcusolver.so"};

struct Library {
  std::span<const char* const> names;
  const char* wheel;  // the path in the wheels of CUDA 12
};
constexpr Library kNvrtc = {kNvrtcNames, "/nvidia/cuda_nvrtc/lib"};
constexpr Library kNvJitLink = {kNvJitLinkNames, "/nvidia/nvjitlink/lib"};
constexpr Library kCublas = {kCublasNames, "/nvidia/cublas/lib"};
constexpr Library kCusolver = {kCusolverNames, "/nvidia/cusolver/lib"};
constexpr Library kCufft = {kCufftNames, "/nvidia/cufft/lib"};

std::vector<std::string> list_directory(const std::string& path) {
  std::vector<std::string> names;
  Fd fd = open_at(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
  if (!fd) return names;
  DIR* stream = os.fdopendir(fd.get());
  if (!stream) return names;
  fd.release();
  while (dirent* item = os.readdir(stream)) names.emplace_back(item->d_name);
  os.closedir(stream);
  return names;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (;;) {
    std::size_t end = text.find(separator, start);
    std::string part = text.substr(start, end == std::string::npos ? end : end - start);
    if (!part.empty()) parts.push_back(std::move(part));
    if (end == std::string::npos) return parts;
    start = end + 1;
  }
}

// Sorts cuda-13.0 before cuda-12.8.
std::vector<std::string> toolkit_roots() {
  std::vector<std::string> roots;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"}) {
    if (auto root = environment::value(name)) roots.push_back(*root);
  }
  std::vector<std::string> names;
  for (std::string& name : list_directory("/usr/local")) {
    if (name == "cuda" || name.starts_with("cuda-")) names.push_back(std::move(name));
  }
  auto version = [](const std::string& name) {
    // "cuda" is the administrator's choice and comes first.
    return name == "cuda" ? 1e9 : std::strtod(name.c_str() + 5, nullptr);
  };
  std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return version(a) != version(b) ? version(a) > version(b) : a < b;
  });
  for (const std::string& name : names) roots.push_back("/usr/local/" + name);
  for (const char* root : {"/opt/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit"})
    roots.push_back(root);
  return roots;
}

std::vector<std::string> site_packages() {
  std::vector<std::string> result;
  auto add_versions = [&](const std::string& lib) {
    for (const std::string& name : list_directory(lib)) {
      if (!name.starts_with("python3")) continue;
      for (const char* leaf : {"/site-packages", "/dist-packages"}) {
        std::string path = lib + "/" + name + leaf;
        if (is_directory(path + "/nvidia") || is_directory(path + "/cuda/cccl")) result.push_back(path);
      }
    }
  };
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (auto root = environment::value(name)) add_versions(*root + "/lib");
  }
  if (auto home = environment::value("HOME")) add_versions(*home + "/.local/lib");
  add_versions("/usr/local/lib");
  add_versions("/usr/lib");
  return result;
}

// Returns the libraries in wheels: nvidia/cu13/lib since CUDA 13, nvidia/cuda_nvrtc/lib before.
std::vector<std::string> wheel_libraries(const Library& library) {
  std::vector<std::string> result;
  for (const std::string& site : site_packages()) {
    for (const char* leaf : {"/nvidia/cu14/lib", "/nvidia/cu13/lib", library.wheel}) {
      result.push_back(site + leaf);
    }
  }
  return result;
}

// The loader's cache, /etc/ld.so.cache, which maps a library's name to its file. A call of dlopen would load
// it.
class LoaderCache {
 public:
  LoaderCache() {
    Fd fd = open_at(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY);
    struct stat info;
    if (!fd || os.fstat(fd.get(), &info) != 0 || info.st_size <= 0 || info.st_size > (64 << 20)) return;
    if (auto bytes = read_exactly(fd.get(), static_cast<std::size_t>(info.st_size)))
      bytes_ = std::move(*bytes);
    // An old cache begins with another table, and the new table follows it.
    std::size_t at = bytes_.find("glibc-ld.so.cache1.1");
    if (at == std::string::npos) {
      bytes_.clear();
    } else {
      bytes_.erase(0, at);
    }
  }

  std::optional<std::string> find(std::string_view name) const {
    constexpr std::size_t kHeader = 48;
    constexpr std::size_t kItem = 24;
    if (bytes_.size() < kHeader) return std::nullopt;
    std::uint32_t count = number(20);
    for (std::uint32_t i = 0; i < count; ++i) {
      std::size_t at = kHeader + kItem * i;
      if (at + kItem > bytes_.size()) return std::nullopt;
      if (text(number(at + 4)) == name) return std::string(text(number(at + 8)));
    }
    return std::nullopt;
  }

 private:
  std::uint32_t number(std::size_t at) const {
    std::uint32_t value;
    std::memcpy(&value, bytes_.data() + at, sizeof(value));
    return value;
  }
  std::string_view text(std::size_t at) const {
    if (at >= bytes_.size()) return {};
    std::string_view rest = std::string_view(bytes_).substr(at);
    return rest.substr(0, rest.find('\0'));
  }

  std::string bytes_;
};

// Adds a file once, even if several paths lead to it.
void add_candidate(std::vector<std::string>* found, const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  std::string resolved = !real ? path : real;
  ::free(real);
  if (std::find(found->begin(), found->end(), resolved) == found->end()) found->push_back(resolved);
}

}  // namespace

namespace {

// Adds the files in toolkits, in the loader's cache and in Python's packages.
void search_machine(const Library& library, std::vector<std::string>& found,
                    std::vector<std::string>* tried) {
  const std::string name_of_any = library.names.back();
  auto look_in = [&](const std::string& directory) {
    if (!is_directory(directory)) {
      tried->push_back("no directory " + directory);
      return;
    }
    bool any = false;
    for (const char* name : library.names) {
      std::string path = directory + "/" + name;
      if (!is_regular_file(path)) continue;
      add_candidate(&found, path);
      any = true;
    }
    if (!any) tried->push_back("no " + name_of_any + " in " + directory);
  };

  if (auto paths = environment::value("LD_LIBRARY_PATH")) {
    for (const std::string& directory : split(*paths, ':')) look_in(directory);
  }
  for (const std::string& root : toolkit_roots()) {
    if (!is_directory(root)) {
      tried->push_back("no directory " + root);
      continue;
    }
    look_in(root + "/lib64");
    look_in(root + "/lib");
#if defined(__aarch64__)
    look_in(root + "/targets/sbsa-linux/lib");
#else
    look_in(root + "/targets/x86_64-linux/lib");
#endif
  }
  LoaderCache loader_cache;
  for (const char* name : library.names) {
    std::optional<std::string> path = loader_cache.find(name);
    if (path && is_regular_file(*path)) add_candidate(&found, *path);
  }
  if (found.empty()) tried->push_back("no " + name_of_any + " in the dynamic loader's cache");
  if (auto conda = environment::value("CONDA_PREFIX")) look_in(*conda + "/lib");
  std::vector<std::string> wheels = wheel_libraries(library);
  for (const std::string& directory : wheels) look_in(directory);
  if (wheels.empty()) tried->push_back("no nvidia package in Python's site-packages");
}

// Adds the file of an environment variable, or the first one of its folder.
void add_chosen(const Library& library, const std::string& file, const char* variable,
                std::vector<std::string>& found, std::vector<std::string>* tried) {
  if (is_regular_file(file)) return add_candidate(&found, file);
  if (!is_directory(file)) return tried->push_back(concat("no file ", file, " (", variable, ")"));
  for (const char* name : library.names)
    if (is_regular_file(file + "/" + name)) return add_candidate(&found, file + "/" + name);
  tried->push_back(concat("no ", library.names.back(), " in ", file, " (", variable, ")"));
}

std::vector<std::string> search(const Library& library, environment::Name variable,
                                std::vector<std::string>* tried) {
  std::vector<std::string> found;
  if (auto path = environment::value(variable))
    add_chosen(library, *path, environment::variable(variable).name, found, tried);
  else
    search_machine(library, found, tried);
  return found;
}

std::vector<std::string> search_nvjitlink(std::vector<std::string>* tried) {
  std::vector<std::string> found;
  if (auto nvrtc = environment::value(environment::Name::NVRTC)) {
    const std::string directory = is_directory(*nvrtc) ? *nvrtc : nvrtc->substr(0, nvrtc->rfind('/'));
    for (const char* name : kNvJitLink.names)
      if (is_regular_file(directory + "/" + name)) add_candidate(&found, directory + "/" + name);
  }
  search_machine(kNvJitLink, found, tried);
  return found;
}

std::vector<std::string> search_cuda_headers(const std::string& nvrtc_path) {
  std::vector<std::string> result;
  auto try_include = [&](const std::string& include) {
    if (!is_regular_file(include + "/cuda_fp16.h")) return false;
    result.push_back(include);
    // CUDA 13 has libcu++, CUB and Thrust in a subfolder.
    if (is_directory(include + "/cccl")) result.push_back(include + "/cccl");
    return true;
  };
  auto try_include_2 = [&](const std::string& base) {
    return try_include(base + "/include") || try_include(base + "/targets/x86_64-linux/include") ||
           try_include(base + "/targets/sbsa-linux/include");
  };

  std::string directory = nvrtc_path.substr(0, nvrtc_path.rfind('/'));
  std::string base = directory.substr(0, directory.rfind('/'));
  if (try_include_2(base)) return result;
  // The wheels of CUDA 12 have nvidia/cuda_nvrtc/lib, nvidia/cuda_runtime/include and
  // nvidia/cuda_cccl/include.
  if (base.ends_with("/cuda_nvrtc")) {
    std::string vendor = base.substr(0, base.rfind('/'));
    if (try_include(vendor + "/cuda_runtime/include")) {
      for (const char* leaf : {"/cuda_cccl/include", "/curand/include"})
        if (is_directory(vendor + leaf)) result.push_back(vendor + leaf);
      return result;
    }
  }
  for (const std::string& root : toolkit_roots()) {
    if (try_include_2(root)) return result;
  }
  return result;
}

std::vector<std::string> search_library_headers() {
  std::vector<std::string> places;
  if (auto paths = environment::value(environment::Name::CUDA_HEADERS)) {
    for (const std::string& path : split(*paths, ':')) places.push_back(absolute_path(path));
  } else {
    if (auto nvrtc = environment::value(environment::Name::NVRTC)) {
      const std::string directory = is_directory(*nvrtc) ? *nvrtc : nvrtc->substr(0, nvrtc->rfind('/'));
      places.push_back(directory + "/../include");
    }
    std::vector<std::string> roots = toolkit_roots();
    if (auto conda = environment::value("CONDA_PREFIX")) roots.push_back(*conda);
    for (const std::string& root : roots) {
      for (const char* leaf : {"/include", "/targets/x86_64-linux/include", "/targets/sbsa-linux/include"})
        places.push_back(root + leaf);
    }
    for (const std::string& site : site_packages()) {
      for (const char* leaf : {"/nvidia/cu14/include", "/nvidia/cu13/include", "/nvidia/cuda_cccl/include",
                               "/cuda/cccl/headers/include", "/nvidia/curand/include"})
        places.push_back(site + leaf);
    }
  }
  std::vector<std::string> found;
  // Adds the first folder that has the file, itself or in its subfolder cccl (CUDA 13).
  const auto add = [&](const char* file) {
    for (const std::string& place : places) {
      for (const std::string& directory : {place, place + "/cccl"}) {
        if (!is_regular_file(directory + file)) continue;
        add_candidate(&found, directory);
        return;
      }
    }
  };
  add("/cub/version.cuh");
  add("/curand_kernel.h");
  return found;
}

// The results of earlier searches. It is leaked, so that no destructor runs at exit.
struct SearchResult {
  std::vector<std::string> paths;
  RateLimit checks;
};
struct Memo {
  std::mutex mutex;
  std::map<std::string, SearchResult> found;
};
Memo& memo() {
  static Memo* instance = new Memo;
  return *instance;
}

// Returns the result of `search`, and stores it until its first path is gone, which the caller finds out
// unless `checks`, so that a hit in the compile cache does not search the machine. An empty result is not
// stored.
template <typename Search>
std::vector<std::string> remembered(const std::string& question, Search search, bool checks = true) {
  {
    const std::lock_guard lock(memo().mutex);
    auto known = memo().found.find(question);
    if (known != memo().found.end()) {
      SearchResult& found = known->second;
      struct stat info;
      if (!checks || !found.checks.allow() ||
          os.fstatat(AT_FDCWD, found.paths.front().c_str(), &info, 0) == 0)
        return found.paths;
    }
  }
  std::vector<std::string> found = search();
  const std::lock_guard lock(memo().mutex);
  if (found.empty())
    memo().found.erase(question);
  else
    memo().found[question].paths = found;
  return found;
}

// The variables that the answers depend on.
std::string environment_signature() {
  std::string text;
  text.reserve(512);
  for (const char* name : {"GRIDCALL_NVRTC", "GRIDCALL_CUDA_HEADERS", "LD_LIBRARY_PATH", "CUDA_HOME",
                           "CUDA_PATH", "CUDA_ROOT", "CONDA_PREFIX", "VIRTUAL_ENV", "HOME"}) {
    if (const char* const value = environment::text(name)) text += value;
    text += '\n';
  }
  return text;
}

}  // namespace

std::vector<std::string> find_nvrtc(std::vector<std::string>* tried, bool checks) {
  return remembered(
      "libraries\n" + environment_signature(),
      [&] { return search(kNvrtc, environment::Name::NVRTC, tried); }, checks);
}

std::vector<std::string> find_cublas(std::vector<std::string>* tried) {
  const char* const chosen = environment::text(environment::Name::CUBLAS);
  if (chosen && std::string_view(chosen) == "none") return {};
  return search(kCublas, environment::Name::CUBLAS, tried);
}

std::vector<std::string> find_cusolver(std::vector<std::string>* tried) {
  const char* const chosen = environment::text(environment::Name::CUSOLVER);
  if (chosen && std::string_view(chosen) == "none") return {};
  return search(kCusolver, environment::Name::CUSOLVER, tried);
}

std::vector<std::string> find_cufft(std::vector<std::string>* tried) {
  const char* const chosen = environment::text(environment::Name::CUFFT);
  if (chosen && std::string_view(chosen) == "none") return {};
  return search(kCufft, environment::Name::CUFFT, tried);
}

std::vector<std::string> find_nvjitlink(std::vector<std::string>* tried) {
  return remembered("linkers\n" + environment_signature(), [&] { return search_nvjitlink(tried); });
}

std::vector<std::string> find_cuda_headers(const std::string& nvrtc_path) {
  return remembered("headers\n" + nvrtc_path + "\n" + environment_signature(),
                    [&] { return search_cuda_headers(nvrtc_path); });
}

std::vector<std::string> find_library_headers() {
  return remembered("libraries' headers\n" + environment_signature(), search_library_headers);
}

std::optional<std::string> find_cc(std::vector<std::string>* tried) {
  auto is_program = [&](const std::string& path) {
    if (is_regular_file(path) && ::access(path.c_str(), X_OK) == 0) return true;
    tried->push_back("no program " + path);
    return false;
  };
  if (auto path = environment::value(environment::Name::CC)) {
    if (is_program(*path)) return absolute_path(*path);
    tried->back() += " (GRIDCALL_CC)";
    return std::nullopt;
  }
  const std::vector<std::string>& folders = own_folders();
  for (const std::string& folder : folders) {
    for (const char* leaf : {"/../libexec/gridcall/gridcall-cc", "/../../libexec/gridcall/gridcall-cc",
                             "/gridcall/gridcall-cc"}) {
      if (is_program(folder + leaf)) return folder + leaf;
    }
  }
  // A build tree has the library and the compiler in different folders.
  std::string directory = folders.empty() ? "" : folders.back();
  for (int levels = 0; levels < 4 && !directory.empty(); ++levels) {
    if (is_regular_file(directory + "/CMakeCache.txt")) {
      std::string built = directory + "/libexec/gridcall/gridcall-cc";
      if (is_program(built)) return built;
    }
    directory = directory.substr(0, directory.rfind('/'));
  }
  // A program with the library linked statically may be anywhere.
  if (std::string installed = installed_programs() + "/gridcall/gridcall-cc"; is_program(installed))
    return installed;
  return std::nullopt;
}

}  // namespace gridcall::compile
