// SPDX-License-Identifier: Apache-2.0

#include "compile/no_files.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <set>

#include "base/failure.h"
#include "base/os.h"
#include "base/status.h"
#include "base/thread.h"

namespace gridcall::compile {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

class CommentEraser {
 public:
  explicit CommentEraser(std::string_view text) : text_(text), out_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (text_.substr(at_, 2) == "//") {
        erase_line();
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        erase_to(end == std::string_view::npos ? text_.size() : end + 2);
      } else if (c == '"' || c == '\'') {
        skip_literal(c);
      } else if (is_word(c)) {
        const std::size_t start = at_;
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        const std::string_view word = text_.substr(start, at_ - start);
        const char next = at_ < text_.size() ? text_[at_] : '\0';
        if (next == '"' && word.ends_with('R') && word.size() <= 3) {
          skip_raw_string();
        } else if (next == '\'' && word[0] >= '0' && word[0] <= '9') {
          ++at_;  // a digit separator
        }
      } else {
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  void erase_to(std::size_t end) {
    for (; at_ < end; ++at_)
      if (text_[at_] != '\n') out_[at_] = ' ';
  }
  void erase_line() {
    std::size_t end = at_;
    do {
      end = std::min(text_.find('\n', end), text_.size());
      // NVRTC joins no lines where blanks stand behind the backslash.
      const std::size_t last = end > at_ && text_[end - 1] == '\r' ? end - 1 : end;
      if (last == at_ || text_[last - 1] != '\\' || end == text_.size()) break;
      ++end;
    } while (true);
    erase_to(end);
  }
  void skip_literal(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
  }
  void skip_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 17) {
      ++at_;
      return;
    }
    const std::string end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t close = text_.find(end, open);
    at_ = close == std::string_view::npos ? text_.size() : close + end.size();
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
};

// A text as it is after the first phases of translation, and the line that each character came from.
struct Joined {
  std::string text;
  std::vector<unsigned> lines;
};

// Lines that end in a backslash are joined with the next. `trigraphs`: as C++14 has them. `lenient`: blanks
// may stand behind the backslash.
Joined joined_lines(std::string_view text, bool trigraphs, bool lenient) {
  Joined result;
  unsigned line = 1;
  for (std::size_t at = 0; at < text.size();) {
    char c = text[at];
    std::size_t size = 1;
    if (trigraphs && text.substr(at, 2) == "??" && at + 2 < text.size()) {
      constexpr std::string_view kFrom = "=/'()!<>-";
      constexpr std::string_view kTo = "#\\^[]|{}~";
      if (const std::size_t which = kFrom.find(text[at + 2]); which != std::string_view::npos) {
        c = kTo[which];
        size = 3;
      }
    }
    if (c == '\\') {
      std::size_t end = at + size;
      while (end < text.size() && (lenient ? is_blank(text[end]) : text[end] == '\r')) ++end;
      if (end < text.size() && text[end] == '\n') {
        at = end + 1;
        ++line;
        continue;
      }
    }
    result.text += c;
    result.lines.push_back(line);
    if (c == '\n') ++line;
    at += size;
  }
  return result;
}

class DirectiveChecker {
 public:
  DirectiveChecker(const Joined& joined, const std::string& name,
                   const std::function<bool(const std::string&)>& is_given)
      : text_(joined.text), lines_(joined.lines), name_(name), is_given_(is_given) {}

  void run() {
    for (at_ = 0; at_ < text_.size();) {
      if (text_[at_] == '#' || text_.substr(at_, 2) == "%:") {
        at_ += text_[at_] == '#' ? 1 : 2;
        directive();
      } else if (is_word(text_[at_])) {
        ordinary(word());
      } else {
        ++at_;
      }
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    const unsigned line = lines_.empty() ? 1 : lines_[std::min(at_, lines_.size() - 1)];
    Failure failure(status::kCompile, name_ + ":" + std::to_string(line) + ": error: " + message);
    failure.log = failure.message + "\n";
    throw failure;
  }

  std::string_view word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }
  // Joining lines may have made a comment.
  void skip_blanks() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  // A header's name, which must be given.
  void header() {
    skip_blanks();
    const char open = at_ < text_.size() ? text_[at_] : '\0';
    const char close = open == '<' ? '>' : '"';
    const std::size_t start = at_ + 1;
    std::size_t end = start;
    while (end < text_.size() && text_[end] != close && text_[end] != '\n') ++end;
    if ((open != '<' && open != '"') || end >= text_.size() || text_[end] != close)
      refuse("GRIDCALL_COMPILE_NO_FILES keeps the source from reading files: write the header's name itself");
    const std::string name(text_.substr(start, end - start));
    if (!is_given_(name)) refuse(not_given_message(name));
    at_ = end + 1;
  }

  void directive() {
    skip_blanks();
    const std::string_view name = word();
    if (name == "include" || name == "include_next" || name == "import" || name == "embed") {
      header();
      return;
    }
    asks_whether_defined_ = name == "ifdef" || name == "ifndef";
  }

  void ordinary(std::string_view name) {
    const bool is_defined_question = asks_whether_defined_;
    asks_whether_defined_ = false;
    if (name == "defined") {
      skip_blanks();
      if (at_ < text_.size() && text_[at_] == '(') ++at_;
      asks_whether_defined_ = true;
    } else if (name == "import") {
      // A header unit.
      skip_blanks();
      if (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '"')) header();
    } else if (name == "__has_include" || name == "__has_include_next" || name == "__has_embed") {
      if (is_defined_question) return;
      skip_blanks();
      if (at_ >= text_.size() || text_[at_] != '(')
        refuse("GRIDCALL_COMPILE_NO_FILES keeps the source from looking for files: write " +
               std::string(name) + " with a header's name");
      ++at_;
      // Whether a file is there is not told either; a header that is not given is none.
      header();
    }
  }

  std::string_view text_;
  const std::vector<unsigned>& lines_;
  const std::string& name_;
  const std::function<bool(const std::string&)>& is_given_;
  std::size_t at_ = 0;
  bool asks_whether_defined_ = false;
};

// The words of `text` that are pieces of `target`. Not the `include` of a directive: a macro never has it.
void add_pieces(std::string_view text, std::string_view target, std::set<std::string>* pieces) {
  bool is_directive = false;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      if (text[at] == '#' || text[at] == '\n')
        is_directive = text[at] == '#' && (at == 0 || text[at - 1] != '#');
      else if (!is_blank(text[at]))
        is_directive = false;
      ++at;
      continue;
    }
    const std::size_t start = at;
    while (at < text.size() && is_word(text[at])) ++at;
    const std::string_view word = text.substr(start, at - start);
    if (word.size() < target.size() && target.find(word) != std::string_view::npos &&
        !(is_directive && word == "include"))
      pieces->emplace(word);
    is_directive = false;
  }
}

// "`__has_` and `include`", or "" if the pieces do not make `target`.
std::string making_of(std::string_view target, const std::set<std::string>& pieces) {
  std::vector<std::string> made(target.size() + 1);
  for (std::size_t end = 1; end <= target.size(); ++end) {
    for (const std::string& piece : pieces) {
      if (!target.substr(0, end).ends_with(piece)) continue;
      const std::size_t start = end - piece.size();
      if (start != 0 && made[start].empty()) continue;
      made[end] = made[start] + (start == 0 ? "`" : " and `") + piece + "`";
      break;
    }
  }
  return made.back();
}

// Everything about files that the first Landlock knows.
constexpr std::uint64_t kAllAccess = (std::uint64_t{1} << 13) - 1;
constexpr std::uint64_t kReading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

// Of the calling thread, for good. Where it fails, what was checked before has to do.
void close_files(const std::vector<std::string>& folders) {
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = kAllAccess;
  const Fd ruleset(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0)));
  if (!ruleset) return;
  for (const std::string& folder : folders) {
    const Fd place = open_at(AT_FDCWD, folder, O_PATH);
    struct stat info;
    if (!place || os.fstat(place.get(), &info) != 0) continue;
    landlock_path_beneath_attr rule{};
    rule.allowed_access =
        S_ISDIR(info.st_mode) ? kReading : kReading & ~std::uint64_t{LANDLOCK_ACCESS_FS_READ_DIR};
    rule.parent_fd = place.get();
    ::syscall(SYS_landlock_add_rule, ruleset.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) ::syscall(SYS_landlock_restrict_self, ruleset.get(), 0);
}

struct Task {
  const std::vector<std::string>& folders;
  const std::function<void()>& work;
  std::exception_ptr thrown = nullptr;
};

void* run_task(void* raw) {
  auto* task = static_cast<Task*>(raw);
  try {
    close_files(task->folders);
    task->work();
  } catch (...) {
    task->thrown = std::current_exception();
  }
  return nullptr;
}

}  // namespace

std::string without_comments(std::string_view text) {
  return CommentEraser(text).run();
}

std::string not_given_message(const std::string& header) {
  return "'" + header +
         "' is no header given from memory, and GRIDCALL_COMPILE_NO_FILES keeps the source from reading "
         "files";
}

void check_directives(std::string_view text, const std::string& name,
                      const std::function<bool(const std::string&)>& is_given) {
  // Which of these the compiler does is not for us to know.
  for (bool trigraphs : {false, true}) {
    for (bool lenient : {false, true})
      DirectiveChecker(joined_lines(text, trigraphs, lenient), name, is_given).run();
  }
}

void check_pasted_words(const std::vector<std::string_view>& texts, const std::string& name) {
  // What begins with __has_include as a whole is found as such.
  for (std::string_view target : {"__has_include", "__has_embed"}) {
    std::set<std::string> pieces;
    for (std::string_view text : texts) {
      for (bool trigraphs : {false, true}) {
        for (bool lenient : {false, true})
          add_pieces(joined_lines(text, trigraphs, lenient).text, target, &pieces);
      }
    }
    if (const std::string making = making_of(target, pieces); !making.empty()) {
      Failure failure(status::kCompile, name + ": error: a macro can make " + std::string(target) + " of " +
                                            making +
                                            ", and GRIDCALL_COMPILE_NO_FILES keeps the source from looking "
                                            "for files: use other names");
      failure.log = failure.message + "\n";
      throw failure;
    }
  }
}

void run_with_files_closed(const std::vector<std::string>& folders, const std::function<void()>& work) {
  // As much as NVRTC has on a main thread, and more.
  constexpr std::size_t kStackBytes = std::size_t{64} << 20;
  Task task{folders, work};
  pthread_t thread;
  const int error = start_thread(&thread, kStackBytes, run_task, &task);
  if (error != 0)
    throw Failure(status::kCompilerFailed,
                  "no thread for the compiler could be made: " + error_text(error) + "; end some threads");
  ::pthread_join(thread, nullptr);
  if (task.thrown) std::rethrow_exception(task.thrown);
}

}  // namespace gridcall::compile
