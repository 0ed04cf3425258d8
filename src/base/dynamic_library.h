// SPDX-License-Identifier: Apache-2.0
//
// A library that is opened at run time and never closed: the drivers and NVRTC do not survive that.

#pragma once

#include <new>
#include <string>

namespace gridcall {

// A failure because no descriptor is free. Like a lack of memory it is not stored, so the next call tries
// again.
struct NoDescriptor : std::bad_alloc {};

class DynamicLibrary {
 public:
  // Opens a path, or a name that the loader searches. On failure the object is false and `error` has the
  // reason; the opening is repeated first, because memory may have been short for a moment.
  static DynamicLibrary open(const std::string& path);

  explicit operator bool() const noexcept { return handle_ != nullptr; }
  // Returns the reason in half a sentence, without the path: "not installed". Empty after success.
  const std::string& error() const noexcept { return error_; }
  bool is_missing() const noexcept { return is_missing_; }  // true if there is no such file
  bool lacked_memory() const noexcept { return lacked_memory_; }
  // Throws NoDescriptor or bad_alloc if the failure does not concern the file.
  void check_host() const;

  // Returns the function with this name, nullptr if there is none.
  template <class Function>
  Function find(const char* name) const noexcept {
    return reinterpret_cast<Function>(address_of(name));
  }

 private:
  void* address_of(const char* name) const noexcept;

  void* handle_ = nullptr;
  std::string error_;
  bool is_missing_ = false;
  bool lacked_memory_ = false;
  bool lacked_descriptor_ = false;
};

// Returns true for a program without the dynamic loader: a library that its dlopen opens loads a second libc,
// which does not work.
bool is_fully_static();

// Returns true if the host has some memory left.
bool has_host_memory() noexcept;

}  // namespace gridcall
