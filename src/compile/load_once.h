// SPDX-License-Identifier: Apache-2.0
//
// NVIDIA's libraries, each loaded once for the whole process and never unloaded: they do not survive that.

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/dynamic_library.h"

namespace gridcall::compile {

// Looks up what a library must have, and what it may have. The first that is missing is noted.
class Functions {
 public:
  explicit Functions(const DynamicLibrary& library) : library_(library) {}

  template <class Function>
  void find(const char* name, Function* out) {
    *out = library_.find<Function>(name);
  }
  template <class Function>
  void need(const char* name, Function* out) {
    find(name, out);
    if (!*out && !missing_) missing_ = name;
  }
  const char* missing() const { return missing_; }

 private:
  const DynamicLibrary& library_;
  const char* missing_ = nullptr;
};

// The library at `path`. `find` fills the new object and says whether it is usable; NULL and *why if not.
template <class Library, class Find>
const Library* load_once(const std::string& path, std::string* why, Find find) {
  // Leaked on purpose: no destructors at exit.
  struct Registry {
    std::mutex mutex;
    std::map<std::string, const Library*> libraries;
  };
  static Registry* const loaded = new Registry;
  {
    const std::lock_guard lock(loaded->mutex);
    if (const auto found = loaded->libraries.find(path); found != loaded->libraries.end())
      return found->second;
  }
  // Not under the lock: dlopen runs the library's constructors. Two threads may both open it, which the
  // loader counts.
  const DynamicLibrary library = DynamicLibrary::open(path);
  if (!library) {
    // No property of the file: the next call tries it again.
    library.check_host();
    *why = library.error();
    return nullptr;
  }
  auto made = std::make_unique<Library>();
  made->path = path;
  Functions functions(library);
  const bool is_usable = find(functions, *made);
  if (functions.missing()) *why = std::string("it has no ") + functions.missing();
  if (functions.missing() || !is_usable) return nullptr;
  const std::lock_guard lock(loaded->mutex);
  auto [place, is_new] = loaded->libraries.try_emplace(path, made.get());
  if (is_new) made.release();
  return place->second;
}

}  // namespace gridcall::compile
