// SPDX-License-Identifier: Apache-2.0
//
// `gridcall cache`: the entries of the compile cache on disk.

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/command.h"
#include "compile/entry.h"

namespace gridcall::command {

namespace {

namespace fs = std::filesystem;
constexpr std::string_view kSuffix = ".gridcall";

struct Entry {
  fs::path path;
  std::uint64_t size;
  double age_days;
};

fs::path folder() {
  const std::string path = text_of(gc_cache_get_directory);
  if (path.empty()) {
    throw Failure(kFailed, "the compile cache is off: " + text_of(gc_cache_get_disabled_reason) +
                               "\ntype: gridcall doctor");
  }
  return path;
}

std::vector<Entry> entries() {
  std::vector<Entry> found;
  for (const fs::directory_entry& file : fs::directory_iterator(folder())) {
    std::error_code gone;  // another process may remove an entry meanwhile
    const std::uint64_t size = file.file_size(gone);
    if (file.path().extension() != kSuffix || gone) continue;
    const std::chrono::duration<double> age = fs::file_time_type::clock::now() - file.last_write_time(gone);
    found.push_back({file.path(), size, age.count() / 86400});
  }
  std::sort(found.begin(), found.end(),
            [](const Entry& a, const Entry& b) { return a.age_days < b.age_days; });
  return found;
}

void print_size() {
  std::uint64_t bytes = 0;
  const std::vector<Entry> found = entries();
  for (const Entry& entry : found) bytes += entry.size;
  std::printf("%s: %zu entries, %s\n", folder().c_str(), found.size(),
              human_size(static_cast<double>(bytes)).c_str());
}

void list_entries() {
  for (const Entry& entry : entries()) {
    std::printf("%s  %10llu bytes  %6.1f days\n", entry.path.stem().c_str(),
                static_cast<unsigned long long>(entry.size), entry.age_days);
  }
}

// Returns the defect of an entry, whose name is the digest of its key.
std::string damage(const Entry& entry) {
  struct stat info{};
  if (::stat(entry.path.c_str(), &info) != 0) return "";  // the entry was removed
  if (info.st_uid != ::geteuid()) return "belongs to another user";
  if (info.st_mode & (S_IWGRP | S_IWOTH)) return "others may write to it";
  const std::string bytes = read_file(entry.path);
  const std::optional<compile::EntryParts> parts = compile::split_entry(bytes);
  if (!parts) return "its content is damaged, or of another version";
  return compile::to_hex(compile::sha256(parts->key)) == entry.path.stem() ? ""
                                                                           : "has the name of another entry";
}

void verify() {
  int wrong = 0;
  const std::vector<Entry> found = entries();
  for (const Entry& entry : found) {
    const std::string text = damage(entry);
    if (text.empty()) continue;
    ++wrong;
    std::printf("%s: %s\n", paint(Color::kRed, entry.path.string()).c_str(), text.c_str());
  }
  if (wrong == 0) {
    std::printf("%zu entries, all as they were written\n", found.size());
    return;
  }
  throw Failure(kFailed, std::to_string(wrong) + " of " + std::to_string(found.size()) +
                             " entries are wrong; the library never uses them\ntype: gridcall cache clear");
}

void clear() {
  print_size();
  call(gc_cache_clear);
  std::printf("cleared\n");
}

}  // namespace

void add_cache(CLI::App& app) {
  CLI::App* cache = app.add_subcommand("cache", "Look at the compile cache, verify or clear it");
  cache->require_subcommand(1);
  cache->add_subcommand("size", "Print where it is, the number of entries and their bytes")
      ->callback(print_size);
  cache->add_subcommand("list", "List the entries, the newest first")->callback(list_entries);
  cache->add_subcommand("verify", "Compare each entry with its digest")->callback(verify);
  cache->add_subcommand("clear", "Remove every entry")->callback(clear);
}

}  // namespace gridcall::command
