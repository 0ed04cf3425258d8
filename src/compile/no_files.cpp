// SPDX-License-Identifier: Apache-2.0

#include "compile/no_files.h"

#include <algorithm>
#include <set>

#include "base/failure.h"
#include "base/source_scanner.h"
#include "base/status.h"

namespace gridcall::compile {

namespace {

// A text after the first phases of translation, and the source line of each character.
struct JoinedLines {
  std::string text;
  std::vector<unsigned> lines;
};

// Joins lines that end in a backslash with the next. `trigraphs`: as in C++14. `lenient`: blanks may follow
// the backslash.
JoinedLines joined_lines(std::string_view text, bool trigraphs, bool lenient) {
  JoinedLines result;
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

// Returns the message about a header that is not given.
std::string not_given_message(const std::string& header) {
  return "'" + header +
         "' is no header given from memory, and GRIDCALL_COMPILE_NO_FILES keeps the source from reading "
         "files";
}

class DirectiveChecker {
 public:
  DirectiveChecker(const JoinedLines& joined, const std::string& name,
                   const std::function<bool(const std::string&)>& is_given)
      : text_(joined.text), lines_(joined.lines), name_(name), is_given_(is_given) {}

  void run() {
    while (!text_.at_end()) {
      if (text_.peek() == '#' || text_.begins("%:")) {
        text_.skip(text_.peek() == '#' ? 1 : 2);
        directive();
      } else if (text_.at_word()) {
        ordinary(text_.word());
      } else {
        text_.skip();
      }
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    const unsigned line = lines_.empty() ? 1 : lines_[std::min(text_.at(), lines_.size() - 1)];
    Failure failure(status::kCompile, name_ + ":" + std::to_string(line) + ": error: " + message);
    failure.log = failure.message + "\n";
    throw failure;
  }

  // Checks a header's name, which must be given.
  void header() {
    text_.skip_blanks();
    const auto name = text_.header_name();
    if (!name)
      refuse("GRIDCALL_COMPILE_NO_FILES keeps the source from reading files: write the header's name itself");
    if (!is_given_(std::string(*name))) refuse(not_given_message(std::string(*name)));
  }

  void directive() {
    text_.skip_blanks();
    const std::string_view name = text_.word();
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
      text_.skip_blanks();
      if (text_.peek() == '(') text_.skip();
      asks_whether_defined_ = true;
    } else if (name == "import") {
      // An import of a header unit.
      text_.skip_blanks();
      if (text_.peek() == '<' || text_.peek() == '"') header();
    } else if (name == "__has_include" || name == "__has_include_next" || name == "__has_embed") {
      if (is_defined_question) return;
      text_.skip_blanks();
      if (text_.peek() != '(')
        refuse("GRIDCALL_COMPILE_NO_FILES keeps the source from looking for files: write " +
               std::string(name) + " with a header's name");
      text_.skip();
      // The existence of a file is not revealed either, so the header must be a given one.
      header();
    }
  }

  SourceScanner text_;  // its comments are skipped too, as joined lines may form some
  const std::vector<unsigned>& lines_;
  const std::string& name_;
  const std::function<bool(const std::string&)>& is_given_;
  bool asks_whether_defined_ = false;
};

// Adds the words of `text` that are pieces of `target`, except the `include` of a directive, which no macro
// contains.
void add_pieces(std::string_view text, std::string_view target, std::set<std::string>* pieces) {
  bool is_directive = false;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word_character(text[at])) {
      if (text[at] == '#' || text[at] == '\n')
        is_directive = text[at] == '#' && (at == 0 || text[at - 1] != '#');
      else if (!is_blank(text[at]))
        is_directive = false;
      ++at;
      continue;
    }
    const std::size_t start = at;
    while (at < text.size() && is_word_character(text[at])) ++at;
    const std::string_view word = text.substr(start, at - start);
    if (word.size() < target.size() && target.find(word) != std::string_view::npos &&
        !(is_directive && word == "include"))
      pieces->emplace(word);
    is_directive = false;
  }
}

// Returns "`__has_` and `include`", or "" if the pieces do not form `target`.
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

}  // namespace

bool has_header(const std::vector<Header>& headers, const std::string& name) {
  return std::any_of(headers.begin(), headers.end(),
                     [&](const Header& header) { return header.first == name; });
}

void check_pre_includes(const std::vector<std::string>& names, const std::vector<Header>& given) {
  for (const std::string& name : names)
    if (!has_header(given, name))
      throw Failure(status::kInvalidCompileOption,
                    "`--pre-include=" + name + "`: " + not_given_message(name));
}

void check_directives(std::string_view text, const std::string& name,
                      const std::function<bool(const std::string&)>& is_given) {
  // The compiler may do either, so each combination is checked.
  for (bool trigraphs : {false, true}) {
    for (bool lenient : {false, true})
      DirectiveChecker(joined_lines(text, trigraphs, lenient), name, is_given).run();
  }
}

void check_pasted_words(const std::vector<std::string_view>& texts, const std::string& name) {
  // A word that begins with the whole of __has_include is found by check_directives.
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

}  // namespace gridcall::compile
