// SPDX-License-Identifier: Apache-2.0

#include "compile/includes.h"

#include <fcntl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "base/file.h"
#include "base/os.h"
#include "base/source_scanner.h"
#include "compile/sha256.h"

namespace gridcall::compile {

namespace {

// Finds the names of headers in a source, outside comments and strings.
class IncludeScanner {
 public:
  IncludeScanner(std::string_view text, bool* is_known) : text_(text), is_known_(is_known) {}

  std::vector<Include> run() {
    bool at_line_start = true;
    while (!text_.at_end()) {
      const char c = text_.peek();
      if (c == '\n') {
        at_line_start = true;
        text_.skip();
      } else if (is_blank(c)) {
        text_.skip();
      } else if (const std::size_t splice = text_.splice(); splice != 0) {
        text_.skip(splice);
      } else if (text_.skip_comment()) {
        continue;
      } else if (c == '#' && at_line_start) {
        text_.skip();
        directive();
        at_line_start = false;
      } else {
        at_line_start = false;
        ordinary();
      }
    }
    return std::move(found_);
  }

 private:
  void header_name(bool is_next) {
    text_.skip_blanks();
    const char open = text_.peek();
    if (open != '<' && open != '"') {
      *is_known_ = false;
    } else if (const auto name = text_.header_name()) {
      found_.push_back({std::string(*name), open == '"', is_next});
    }
  }

  void directive() {
    text_.skip_blanks();
    const std::string_view name = text_.word();
    if (name == "include" || name == "import" || name == "embed") header_name(false);
    if (name == "include_next") header_name(true);
  }

  void ordinary() {
    if (text_.peek() == '"' || text_.peek() == '\'') return text_.skip_literal();
    if (!text_.at_word()) return text_.skip();
    const std::string_view name = text_.word();
    if (text_.skip_literal_behind(name)) return;
    if (name != "__has_include" && name != "__has_include_next") return;
    text_.skip_blanks();
    if (text_.peek() != '(') return;
    text_.skip();
    text_.skip_blanks();
    // In `defined(__has_include)` and the like no file name follows.
    if (text_.peek() == '<' || text_.peek() == '"') header_name(name == "__has_include_next");
  }

  SourceScanner text_;
  bool* is_known_;
  std::vector<Include> found_;
};

struct ScannedFile {
  std::string digest;
  std::vector<Include> includes;
  bool is_known = true;
};

// The header files that this process has read, by their fstat data. It is leaked, so that no destructor runs
// at exit.
struct FileMemo {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const ScannedFile>> files;
};
FileMemo& file_memo() {
  static FileMemo* memo = new FileMemo;
  return *memo;
}

constexpr std::size_t kMaxHeaderBytes = std::size_t{64} << 20;

std::shared_ptr<const ScannedFile> scan_file(const std::string& path) {
  Fd fd = open_at(AT_FDCWD, path, O_RDONLY | O_NONBLOCK);
  struct stat info;
  if (!fd || os.fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < 0 ||
      static_cast<std::size_t>(info.st_size) > kMaxHeaderBytes) {
    return nullptr;
  }
  std::string stamp = stamp_of(info);
  {
    const std::lock_guard lock(file_memo().mutex);
    auto found = file_memo().files.find(stamp);
    if (found != file_memo().files.end()) return found->second;
  }
  std::optional<std::string> text = read_exactly(fd.get(), static_cast<std::size_t>(info.st_size));
  if (!text) return nullptr;
  auto scanned = std::make_shared<ScannedFile>();
  scanned->digest = to_hex(sha256(*text));
  scanned->includes = scan_includes(*text, &scanned->is_known);
  const std::lock_guard lock(file_memo().mutex);
  file_memo().files.emplace(std::move(stamp), scanned);
  return scanned;
}

std::string directory_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

class Closure {
 public:
  explicit Closure(const IncludeSearch& search) : search_(search) {}

  void add_text(std::string_view text, const std::string& directory) {
    bool is_known = true;
    for (const Include& include : scan_includes(text, &is_known)) visit(include, directory, false);
    if (!is_known) result_.is_known = false;
  }

  void add_name(const std::string& name) { visit({name, true, false}, "", false); }

  IncludeClosure run() {
    while (!pending_.empty()) {
      auto [path, is_toolkit] = std::move(pending_.back());
      pending_.pop_back();
      std::shared_ptr<const ScannedFile> file = scan_file(path);
      if (!file) {
        note(path, "unreadable");
        result_.is_known = false;
        continue;
      }
      note(path, file->digest);
      // A toolkit names some of its own headers by macros, but such headers change only with the toolkit.
      if (!file->is_known && !is_toolkit) result_.is_known = false;
      if (!file->is_known && is_toolkit) result_.computed_by = path;
      for (const Include& include : file->includes) visit(include, directory_of(path), is_toolkit);
    }
    return std::move(result_);
  }

 private:
  void note(const std::string& name, const std::string& what) {
    result_.description += name + "\n  " + what + "\n";
  }

  void visit(const Include& include, const std::string& directory, bool from_toolkit) {
    std::string question =
        (include.is_next ? "next " : "") + (include.is_quoted ? directory + "\"" : "<") + include.name;
    if (!asked_.insert(question).second) return;
    // The key contains the text of headers from memory.
    for (const auto& header : *search_.headers) {
      if (header.first == include.name) return;
    }
    if (find(include, directory, from_toolkit)) return;
    for (const auto& header : result_.built_in) {
      if (header.first == include.name) return;
    }
    std::optional<std::string> text;
    // The toolkit's own headers include only what NVRTC has, and anything else under conditions.
    if (search_.built_in && !from_toolkit) text = search_.built_in(include.name);
    if (!text) {
      note(include.name, "not found");
      result_.missing.push_back(include.name);
      return;
    }
    note(include.name, to_hex(sha256(*text)));
    result_.built_in.emplace_back(include.name, *text);
    add_text(*text, "");
  }

  // A possible file of a header; `is_toolkit` if the toolkit has it.
  struct Place {
    std::string path;
    bool is_toolkit;
  };

  // Returns the files that may be the header, in search order.
  std::vector<Place> places_of(const Include& include, const std::string& directory,
                               bool from_toolkit) const {
    if (include.name.starts_with('/')) return {{include.name, from_toolkit}};
    std::vector<Place> places;
    if (include.is_quoted && !directory.empty())
      places.push_back({directory + "/" + include.name, from_toolkit});
    for (const std::string& dir : search_.user_dirs) places.push_back({dir + "/" + include.name, false});
    for (const std::string& dir : search_.toolkit_dirs) places.push_back({dir + "/" + include.name, true});
    return places;
  }

  // Returns true if a file has the header, and describes the result.
  bool find(const Include& include, const std::string& directory, bool from_toolkit) {
    const bool is_beside = include.is_quoted && !directory.empty();
    bool is_found = false;
    std::size_t number = 0;
    for (Place& place : places_of(include, directory, from_toolkit)) {
      const bool ends = !include.is_next || (number++ == 0 && is_beside);
      if (!seen_.contains(place.path)) {
        if (!is_regular_file(place.path)) continue;
        seen_.insert(place.path);
        pending_.emplace_back(place.path, place.is_toolkit);
      }
      if (ends) return true;
      is_found = true;
    }
    if (is_found || !include.name.starts_with('/')) return is_found;
    note(include.name, "not found");
    return true;
  }

  const IncludeSearch& search_;
  std::set<std::string> asked_;
  std::set<std::string> seen_;
  std::vector<std::pair<std::string, bool>> pending_;
  IncludeClosure result_;
};

}  // namespace

std::vector<Include> scan_includes(std::string_view source, bool* is_known) {
  return IncludeScanner(source, is_known).run();
}

IncludeClosure include_closure(std::string_view source, const std::vector<std::string>& pre_includes,
                               const IncludeSearch& search) {
  Closure closure(search);
  for (const std::string& name : pre_includes) closure.add_name(name);
  closure.add_text(source, "");
  for (const auto& header : *search.headers) closure.add_text(header.second, "");
  return closure.run();
}

}  // namespace gridcall::compile
