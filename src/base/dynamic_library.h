// SPDX-License-Identifier: Apache-2.0
//
// A library that is opened at run time and never closed: the drivers and NVRTC do not survive that.

#pragma once

#include <new>
#include <string>

namespace gridcall {

// Like memory that is missing for a moment: nothing of it is remembered, and the next call tries again.
struct NoDescriptor : std::bad_alloc {};

class DynamicLibrary {
 public:
  // A path, or a name that the loader looks for. On failure the object is false and `error` says why; opening
  // is tried again first, since it may fail because a little memory was missing for a moment.
  static DynamicLibrary open(const std::string& path);

  explicit operator bool() const noexcept { return handle_ != nullptr; }
  // In half a sentence, without the path: "not installed". Empty if it was opened.
  const std::string& error() const noexcept { return error_; }
  bool is_missing() const noexcept { return is_missing_; }  // there is no such file
  bool lacked_memory() const noexcept { return lacked_memory_; }
  // Throws where that it could not be opened says nothing of the file: NoDescriptor, or bad_alloc for want of
  // memory.
  void check_host() const;

  // The function with this name, nullptr if there is none.
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

// A program without the dynamic loader: a library that its dlopen opens brings a second libc, which does not
// work.
bool is_fully_static();

// Whether the host has some memory left at all.
bool has_host_memory() noexcept;

}  // namespace gridcall
