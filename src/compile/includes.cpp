// SPDX-License-Identifier: Apache-2.0

#include "compile/includes.h"

#include <fcntl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "base/os.h"
#include "compile/sha256.h"

namespace gridcall::compile {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Walks over a source, past comments, strings and spliced lines.
class Scanner {
 public:
  Scanner(std::string_view text, bool* is_known) : text_(text), is_known_(is_known) {}

  std::vector<Include> run() {
    bool at_line_start = true;
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '\n') {
        at_line_start = true;
        ++at_;
      } else if (is_blank(c) || is_splice() || skip_comment()) {
        if (is_blank(c)) ++at_;
        if (at_ < text_.size() && is_splice()) at_ += splice_bytes();
      } else if (c == '#' && at_line_start) {
        ++at_;
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
  std::size_t splice_bytes() const {
    if (at_ >= text_.size() || text_[at_] != '\\') return 0;
    if (at_ + 1 < text_.size() && text_[at_ + 1] == '\n') return 2;
    if (at_ + 2 < text_.size() && text_[at_ + 1] == '\r' && text_[at_ + 2] == '\n') return 3;
    return 0;
  }
  bool is_splice() const { return splice_bytes() != 0; }

  bool skip_comment() {
    if (text_.substr(at_, 2) == "//") {
      while (at_ < text_.size() && text_[at_] != '\n') {
        std::size_t splice = splice_bytes();
        at_ += splice != 0 ? splice : 1;
      }
      return true;
    }
    if (text_.substr(at_, 2) == "/*") {
      std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
      return true;
    }
    return false;
  }

  void skip_blanks() {
    for (;;) {
      if (at_ >= text_.size()) return;
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (std::size_t splice = splice_bytes(); splice != 0) {
        at_ += splice;
      } else if (text_.substr(at_, 2) != "/*" || !skip_comment()) {
        return;
      }
    }
  }

  std::string_view word() {
    std::size_t start = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  void header_name(bool is_next) {
    skip_blanks();
    char open = at_ < text_.size() ? text_[at_] : '\0';
    char close = open == '<' ? '>' : '"';
    if (open != '<' && open != '"') {
      *is_known_ = false;
      return;
    }
    std::size_t start = at_ + 1;
    std::size_t end = start;
    while (end < text_.size() && text_[end] != close && text_[end] != '\n') ++end;
    if (end >= text_.size() || text_[end] != close) return;
    found_.push_back({std::string(text_.substr(start, end - start)), open == '"', is_next});
    at_ = end + 1;
  }

  void directive() {
    skip_blanks();
    std::string_view name = word();
    if (name == "include" || name == "import" || name == "embed") header_name(false);
    if (name == "include_next") header_name(true);
  }

  void ordinary() {
    char c = text_[at_];
    if (c == '"' || c == '\'') {
      skip_literal(c);
    } else if (is_word(c)) {
      std::string_view name = word();
      bool is_raw = at_ < text_.size() && text_[at_] == '"' &&
                    (name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R");
      if (is_raw) {
        skip_raw_string();
      } else if (name == "__has_include" || name == "__has_include_next") {
        skip_blanks();
        if (at_ < text_.size() && text_[at_] == '(') {
          ++at_;
          skip_blanks();
          // `defined(__has_include)` and the like are no question about a file.
          if (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '"')) {
            header_name(name == "__has_include_next");
          }
        }
      } else if (at_ < text_.size() && text_[at_] == '\'' && name[0] >= '0' && name[0] <= '9') {
        ++at_;  // a digit separator: 1'000
      }
    } else {
      ++at_;
    }
  }

  void skip_literal(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    }
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  void skip_raw_string() {
    std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 17) {
      ++at_;
      return;
    }
    std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    std::size_t close = text_.find(end, open);
    at_ = close == std::string_view::npos ? text_.size() : close + end.size();
  }

  std::string_view text_;
  bool* is_known_;
  std::size_t at_ = 0;
  std::vector<Include> found_;
};

struct ScannedFile {
  std::string digest;
  std::vector<Include> includes;
  bool is_known = true;
};

// Header files already read by this process, by what fstat says of them. Leaked on purpose: no destructors
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
  std::string identity = std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino) + ":" +
                         std::to_string(info.st_size) + ":" + std::to_string(info.st_mtim.tv_sec) + "." +
                         std::to_string(info.st_mtim.tv_nsec) + ":" + std::to_string(info.st_ctim.tv_sec) +
                         "." + std::to_string(info.st_ctim.tv_nsec);
  {
    std::lock_guard lock(file_memo().mutex);
    auto found = file_memo().files.find(identity);
    if (found != file_memo().files.end()) return found->second;
  }
  std::optional<std::string> text = read_exactly(fd.get(), static_cast<std::size_t>(info.st_size));
  if (!text) return nullptr;
  auto scanned = std::make_shared<ScannedFile>();
  scanned->digest = to_hex(sha256(*text));
  scanned->includes = scan_includes(*text, &scanned->is_known);
  std::lock_guard lock(file_memo().mutex);
  file_memo().files.emplace(std::move(identity), scanned);
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
      // A toolkit names some of its own headers by macros; they come and go with the rest of it.
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
    // Headers from memory stand in the key with their text.
    for (const auto& header : *search_.headers) {
      if (header.first == include.name) return;
    }
    if (include.name.starts_with('/')) {
      found(include.name, from_toolkit, include.name);
      return;
    }
    if (include.is_quoted && !directory.empty() && found(directory + "/" + include.name, from_toolkit, {})) {
      return;
    }
    bool is_found = false;
    for (const std::string& dir : search_.user_dirs) {
      is_found |= found(dir + "/" + include.name, false, {});
      if (is_found && !include.is_next) return;
    }
    for (const std::string& dir : search_.toolkit_dirs) {
      is_found |= found(dir + "/" + include.name, true, {});
      if (is_found && !include.is_next) return;
    }
    if (is_found) return;
    for (const auto& header : result_.built_in) {
      if (header.first == include.name) return;
    }
    std::optional<std::string> text;
    // The toolkit's own headers know what NVRTC has, and ask for the rest under conditions.
    if (search_.built_in && !from_toolkit) text = search_.built_in(include.name);
    if (!text) {
      note(include.name, "not found");
      return;
    }
    note(include.name, to_hex(sha256(*text)));
    result_.built_in.emplace_back(include.name, *text);
    add_text(*text, "");
  }

  bool found(const std::string& path, bool is_toolkit, const std::string& missing) {
    if (seen_.contains(path)) return true;
    if (!is_regular_file(path)) {
      if (!missing.empty()) note(missing, "not found");
      return false;
    }
    seen_.insert(path);
    pending_.emplace_back(path, is_toolkit);
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
  return Scanner(source, is_known).run();
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
