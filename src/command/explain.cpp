// SPDX-License-Identifier: Apache-2.0
//
// `gridcall explain STATUS`: the meaning of a status, and what helps.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "command/command.h"

namespace gridcall::command {

namespace {

constexpr gc_status kMaxStatus = 999;

const char* category_name(gc_category category) {
  switch (category) {
    case GRIDCALL_CATEGORY_NONE:
      return "success";
    case GRIDCALL_CATEGORY_LOGIC:
      return "logic: the program asked for something that cannot be right, on any machine";
    case GRIDCALL_CATEGORY_MEMORY:
      return "memory: it ran out";
    case GRIDCALL_CATEGORY_LAUNCH:
      return "launch: a kernel could not be launched, or failed while it ran";
    case GRIDCALL_CATEGORY_COMPILE:
      return "compile: a source or an image could not be compiled or loaded";
    default:
      return "runtime: the environment failed or lacks something: driver, device, process, file";
  }
}

// Returns the next step. A status without one of its own has its category's.
const char* advice(gc_status status) {
  switch (status) {
    case GRIDCALL_OK:
      return "nothing to do";
    case GRIDCALL_ERROR_INVALID_HANDLE:
      return "look for a release before the call, or a variable that was never set";
    case GRIDCALL_ERROR_NOT_FOUND:
      return "the error's message lists the names there are; type: gridcall info for the devices";
    case GRIDCALL_ERROR_ARGUMENT_MISMATCH:
      return "compare the arguments with the kernel's parameters; type: gridcall bindgen FILE.cu for "
             "wrappers that the compiler checks";
    case GRIDCALL_ERROR_CHECK_FAILED:
    case GRIDCALL_ERROR_ILLEGAL_ADDRESS:
    case GRIDCALL_ERROR_MISALIGNED_ADDRESS:
      return "type: gridcall run FILE.cu --check ... or set GRIDCALL_CPU_CHECK=all: the report names the "
             "source line";
    case GRIDCALL_ERROR_KERNEL_DEADLOCK:
      return "type: gridcall run FILE.cu --check=sync ... to see which barrier not all threads reach";
    case GRIDCALL_ERROR_LAUNCH_TIMEOUT:
      return "give the launch more time, or set GRIDCALL_KERNEL_TIMEOUT to more seconds";
    case GRIDCALL_ERROR_DEVICE_LOST:
      return "start a new process: CUDA refuses every further call of this one";
    case GRIDCALL_ERROR_COMPILE:
      return "type: gridcall check FILE.cu to see every message with its line";
    case GRIDCALL_ERROR_COMPILER_UNAVAILABLE:
    case GRIDCALL_ERROR_DRIVER_UNAVAILABLE:
    case GRIDCALL_ERROR_DRIVER_TOO_OLD:
    case GRIDCALL_ERROR_NO_DEVICE:
    case GRIDCALL_ERROR_COMM_UNAVAILABLE:
      return "type: gridcall doctor to see what is missing and what to install";
    case GRIDCALL_ERROR_COMPILE_TIMEOUT:
      return "set GRIDCALL_COMPILE_TIMEOUT to more seconds";
    case GRIDCALL_ERROR_POOL_LIMIT:
      return "release memory of the pool, or raise its limit with gc_pool_set_limit";
    case GRIDCALL_ERROR_INTERNAL:
      return "report it, with gc_error_text and the output of gridcall info";
    default:
      break;
  }
  switch (gc_status_category(status)) {
    case GRIDCALL_CATEGORY_LOGIC:
      return "the error's message names the argument and both numbers: print gc_error_text";
    case GRIDCALL_CATEGORY_MEMORY:
      return "release memory that is no longer used, or work in smaller pieces";
    case GRIDCALL_CATEGORY_COMPILE:
      return "the compile log says why: print gc_error_text, or type: gridcall check FILE.cu";
    default:
      return "print gc_error_text, which has the driver's own code too, and type: gridcall doctor";
  }
}

bool is_known(gc_status status) {
  return std::string_view(gc_status_name(status)) != "UNKNOWN";
}

gc_status find_status(std::string text) {
  gc_status number = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (wrong == std::errc() && end == text.data() + text.size() && is_known(number)) return number;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return c == '-' ? '_' : static_cast<char>(std::toupper(c)); });
  for (const char* prefix : {"GRIDCALL_", "ERROR_"}) {
    if (text.starts_with(prefix)) text.erase(0, std::string_view(prefix).size());
  }
  std::vector<std::string> names;
  for (gc_status status = 0; status <= kMaxStatus; ++status) {
    if (!is_known(status)) continue;
    if (text == gc_status_name(status)) return status;
    names.emplace_back(gc_status_name(status));
  }
  const std::string near = nearest(text, names);
  throw Failure(kUsage, "`" + text + "` is no status" +
                            (near.empty() ? "" : ": did you mean `" + near + "`?") +
                            "\ntype: gridcall explain to list them all");
}

void explain(const std::string& text) {
  const gc_status status = find_status(text);
  std::printf("%s (%d)\n%s\ncategory: %s\nnext: %s\n", paint(Color::kBold, gc_status_name(status)).c_str(),
              status, gc_status_text(status), category_name(gc_status_category(status)), advice(status));
}

void list_statuses() {
  for (gc_status status = 0; status <= kMaxStatus; ++status) {
    if (is_known(status))
      std::printf("%3d  %-24s %s\n", status, gc_status_name(status), gc_status_text(status));
  }
}

}  // namespace

void add_explain(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("explain", "Explain a status of the library, or list all");
  const auto status = std::make_shared<std::string>();
  sub->add_option("STATUS", *status, "A number or a name, as 301 or ARGUMENT_MISMATCH");
  sub->callback([status] { status->empty() ? list_statuses() : explain(*status); });
}

}  // namespace gridcall::command
