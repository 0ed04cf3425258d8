// SPDX-License-Identifier: Apache-2.0
//
// nvcc's command line as gridcall-nvcc takes it.

#pragma once

#include <string>
#include <vector>

#include "nvcc/run_command.h"

namespace gridcall::nvcc {

enum class Action { kLink, kCompile, kPreprocess, kDependencies, kLibrary, kDeviceLink };

struct CommandLine {
  Action action = Action::kLink;
  std::vector<std::string> inputs;
  std::string output;
  std::string output_folder;
  std::string standard = "gnu++17";
  std::string language;           // the value of -x; "" if the files' names decide
  std::string clang;              // the value of -ccbin, if it is a clang
  std::vector<std::string> both;  // the arguments for every compiled file: macros, folders, dependencies ...
  std::vector<std::string> host;  // the arguments for host code
  std::vector<std::string> device;  // the arguments for gridcall-cc
  std::vector<std::string> link;
  int patience = 300;  // the seconds for the optimized code of a file
  bool is_dry = false;
  bool is_verbose = false;
  bool keeps_files = false;
  bool is_relocatable = false;  // -rdc=true, -dc: device code is linked with that of other files
  bool has_runtime = true;      // -cudart=none
};

// Returns false for an unknown or unsupported option, with a message for the user in `problem`.
bool parse(const std::vector<std::string>& arguments, CommandLine& line, std::string& problem);

// Takes clang's options about dependencies out. Returns whether they have a file of them written.
bool remove_dependencies(Command& command);
// Adds the names that clang takes where it compiles a source to that object.
void name_dependencies(Command& command, const std::string& object);

}  // namespace gridcall::nvcc
