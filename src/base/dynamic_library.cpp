// SPDX-License-Identifier: Apache-2.0

#include "base/dynamic_library.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace gridcall {

namespace {

// Opens the library again after a failure, because memory may have been short for a moment. The C library
// then omits libm from the scope of later libraries, unless it is global (glibc 2.36).
void* open_again_if_need_be(const std::string& path) {
  const int flags = RTLD_NOW | RTLD_LOCAL;
  if (void* library = ::dlopen(path.c_str(), flags)) return library;
  if (void* library = ::dlopen(path.c_str(), flags)) return library;
  const char* error = ::dlerror();
  if (error && std::strstr(error, "undefined symbol") &&
      ::dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD)) {
    if (void* library = ::dlopen(path.c_str(), flags)) return library;
  }
  return ::dlopen(path.c_str(), flags);  // so that dlerror() describes this attempt
}

// Returns dlerror's text without the path.
std::string last_error(const std::string& path) {
  const char* error = ::dlerror();
  std::string text = error ? error : "unknown error";
  const std::string prefix = path + ": ";
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  return text;
}

// Returns false if no descriptor is free; the C library's text does not tell this reliably, and is localized.
bool has_descriptor() noexcept {
  const int number = ::eventfd(0, EFD_CLOEXEC);
  if (number < 0) return errno != EMFILE && errno != ENFILE;
  ::close(number);
  return true;
}

}  // namespace

bool has_host_memory() noexcept {
  void* const some = std::malloc(256);
  std::free(some);
  return some != nullptr;
}

bool is_fully_static() {
  const auto look = [](dl_phdr_info* info, std::size_t, void* found) {
    for (int i = 0; i < info->dlpi_phnum; ++i)
      if (info->dlpi_phdr[i].p_type == PT_INTERP) *static_cast<bool*>(found) = true;
    return 1;  // the program is the first object
  };
  bool has_loader = false;
  ::dl_iterate_phdr(look, &has_loader);
  return !has_loader;
}

DynamicLibrary DynamicLibrary::open(const std::string& path) {
  DynamicLibrary library;
  if (is_fully_static()) {
    library.error_ = "a fully static program (-static) can open no library: link libc dynamically";
    return library;
  }
  ::dlerror();
  library.handle_ = open_again_if_need_be(path);
  if (library.handle_) return library;
  library.error_ = last_error(path);
  const bool said = library.error_.find("annot allocate memory") != std::string::npos ||
                    library.error_.find("out of memory") != std::string::npos;
  // The C library may report a missing file too.
  library.lacked_memory_ =
      !has_host_memory() || (said && library.error_.find("static TLS") == std::string::npos);
  library.lacked_descriptor_ = !has_descriptor();
  library.is_missing_ = library.error_.find("No such file") != std::string::npos;
  if (library.is_missing_) library.error_ = "not installed";
  return library;
}

void DynamicLibrary::check_host() const {
  if (handle_) return;
  if (lacked_descriptor_) throw NoDescriptor();
  if (lacked_memory_) throw std::bad_alloc();
}

void* DynamicLibrary::address_of(const char* name) const noexcept {
  return handle_ ? ::dlsym(handle_, name) : nullptr;
}

}  // namespace gridcall
