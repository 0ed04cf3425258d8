// SPDX-License-Identifier: Apache-2.0
//
// The programs, libraries and folders that the compiler driver works with.

#pragma once

#include <filesystem>
#include <string>

namespace gridcall::nvcc {

[[noreturn]] void die(const std::string& text);

// The places of the rest of gridcall, from where this program is.
struct Layout {
  std::filesystem::path cuda;       // include, lib64, bin
  std::filesystem::path libraries;  // libgridcall_cudart.so
  std::filesystem::path gridcall_cc;

  Layout();
};

// Returns the path of clang++: that of -ccbin, else of clang++ 19 in PATH.
std::string find_clang(const std::string& given);

class TemporaryFolder {
 public:
  explicit TemporaryFolder(bool keep);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
  bool keep_;
};

}  // namespace gridcall::nvcc
