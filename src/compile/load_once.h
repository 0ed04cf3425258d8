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

// Looks up the required and the optional functions of a library, and notes the first missing one.
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

// Returns the library at `path`. `find` fills the new object and returns true if it is usable; otherwise the
// result is NULL and *why is set.
template <class Library, class Find>
const Library* load_once(const std::string& path, std::string* why, Find find) {
  // It is leaked, so that no destructor runs at exit.
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
  // The lock is not held, because dlopen runs the library's constructors. Two threads may both open it, which
  // the loader counts.
  const DynamicLibrary library = DynamicLibrary::open(path);
  if (!library) {
    // This failure does not depend on the file, so the next call tries again.
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
