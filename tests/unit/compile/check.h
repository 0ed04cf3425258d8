// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <random>
#include <sstream>
#include <string>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka takes the name `fail`, which the streams and <random> use too: it comes last.
extern "C" {
#include <cmocka.h>
}

#include "base/failure.h"

namespace gridcall::compile::test {

inline int count_open_files() {
  int count = 0;
  DIR* stream = ::opendir("/proc/self/fd");
  while (::readdir(stream)) ++count;
  ::closedir(stream);
  return count;
}

// Returns the failure that `call` throws; nullopt if it returns.
template <typename Call>
std::optional<Failure> failure_of(Call call) {
  try {
    call();
  } catch (const Failure& failure) {
    return failure;
  }
  return std::nullopt;
}

inline void expect_failure(const std::optional<Failure>& failure, Status status, const std::string& text) {
  if (!failure) fail_msg("nothing was thrown, expected status %d", status);
  if (failure->status != status || failure->message.find(text) == std::string::npos) {
    fail_msg("got status %d `%s`, expected %d `...%s...`", failure->status, failure->message.c_str(), status,
             text.c_str());
  }
}

inline void expect_equal(const std::string& got, const std::string& wanted) {
  assert_string_equal(got.c_str(), wanted.c_str());
}

inline void expect_contains(const std::string& text, const std::string& part) {
  if (text.find(part) == std::string::npos) fail_msg("`%s` is not in `%s`", part.c_str(), text.c_str());
}

inline std::string make_temp_directory() {
  const char* base = std::getenv("TMPDIR");
  std::string path = std::string(base ? base : "/tmp") + "/gridcall-test-XXXXXX";
  if (!::mkdtemp(path.data())) std::abort();
  return path;
}

inline void remove_tree(const std::string& path) {
  std::string command = "rm -rf '" + path + "'";
  if (std::system(command.c_str()) != 0) std::abort();
}

inline void write_file(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace gridcall::compile::test
