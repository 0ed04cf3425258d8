// SPDX-License-Identifier: Apache-2.0
//
// nvcc's command line as gridcall-nvcc takes it.

#pragma once

#include <string>
#include <vector>

namespace gridcall::nvcc {

enum class Action { kLink, kCompile, kPreprocess, kDependencies, kLibrary, kDeviceLink };

struct CommandLine {
  Action action = Action::kLink;
  std::vector<std::string> inputs;
  std::string output;
  std::string output_folder;
  std::string standard = "gnu++17";
  std::string language;             // of -x; "" by the files' names
  std::string clang;                // of -ccbin, if it names a clang
  std::vector<std::string> both;    // for each file that is compiled: macros, folders, dependencies ...
  std::vector<std::string> host;    // for the host's code
  std::vector<std::string> device;  // for gridcall-cc
  std::vector<std::string> link;
  int patience = 300;  // seconds for the optimized code of a file
  bool is_dry = false;
  bool is_verbose = false;
  bool keeps_files = false;
  bool is_relocatable = false;  // -rdc=true, -dc: device code is linked with that of other files
  bool has_runtime = true;      // -cudart=none
};

// False, and `problem` is what to tell the user, for an option that is unknown or means what gridcall does
// not have.
bool parse(const std::vector<std::string>& arguments, CommandLine& line, std::string& problem);

}  // namespace gridcall::nvcc
