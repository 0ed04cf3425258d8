// SPDX-License-Identifier: Apache-2.0

#include "compile/diagnostics.h"

#include <string_view>
#include <vector>

namespace gridcall::compile {

namespace {

constexpr std::string_view kNameMap = "__nv_name_map";

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Returns where " error: " begins in a line, past "catastrophic" and "fatal"; npos if it does not report one.
std::size_t find_error(std::string_view line) {
  for (std::string_view mark :
       {": error: ", ": fatal error: ", ": catastrophic error: ", ": error #", ": internal error: "}) {
    std::size_t at = line.find(mark);
    if (at != std::string_view::npos) return at;
  }
  return std::string_view::npos;
}

// Returns the column of the caret, which NVRTC writes below the source line, behind two blanks.
std::size_t caret_column(const std::vector<std::string_view>& lines, std::size_t error_line) {
  for (std::size_t i = error_line + 1; i < lines.size() && i < error_line + 4; ++i) {
    std::size_t at = lines[i].find_first_not_of(' ');
    if (at != std::string_view::npos && at >= 2 && lines[i].substr(at) == "^") return at - 1;
  }
  return 0;
}

}  // namespace

std::string printable(std::string log) {
  const auto is_control = [&](std::size_t i) {
    const auto c = static_cast<unsigned char>(log[i]);
    if (c < 0x20) return c != '\n' && c != '\t';
    // the controls U+0080 to U+009F
    return c == 0x7f || (c == 0xc2 && i + 1 < log.size() && static_cast<unsigned char>(log[i + 1]) < 0xa0);
  };
  std::size_t i = 0;
  while (i < log.size() && !is_control(i)) ++i;
  if (i == log.size()) return log;
  std::string clean = log.substr(0, i);
  for (; i < log.size(); ++i) {
    if (!is_control(i)) {
      clean += log[i];
      continue;
    }
    if (static_cast<unsigned char>(log[i]) == 0xc2) ++i;
    constexpr char kDigits[] = "0123456789abcdef";
    const auto c = static_cast<unsigned char>(log[i]);
    clean += {'\\', 'x', kDigits[c >> 4], kDigits[c & 15]};
  }
  return clean;
}

std::string first_line(const std::string& text) {
  std::size_t start = text.find_first_not_of("\n ");
  if (start == std::string::npos) return "";
  return text.substr(start, text.find('\n', start) - start);
}

std::string without_prefix(const std::string& line) {
  constexpr std::string_view kMark = "error: ";
  std::size_t at = line.find(kMark);
  return at == std::string::npos ? line : line.substr(at + kMark.size());
}

namespace {

std::string first_error_line(const std::string& log, const std::string& source_name) {
  std::vector<std::string_view> lines = split_lines(log);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    if (line.starts_with(kNameMap)) continue;
    std::size_t mark = find_error(line);
    if (mark == std::string_view::npos) {
      if (line.starts_with("error: ") || line.starts_with("ptxas error") || line.starts_with("ptxas fatal")) {
        return source_name + ": " + std::string(line);
      }
      if (line.starts_with("Command-line error: ")) return std::string(line);
      continue;
    }
    std::string_view place = line.substr(0, mark);
    std::string rest(line.substr(mark));
    std::size_t open = place.rfind('(');
    bool is_nvrtc = open != std::string_view::npos && place.ends_with(')') && open + 2 < place.size() &&
                    place.substr(open + 1, place.size() - open - 2).find_first_not_of("0123456789") ==
                        std::string_view::npos;
    if (!is_nvrtc) return std::string(line);
    std::string text(place.substr(0, open));
    text += ":";
    text += place.substr(open + 1, place.size() - open - 2);
    if (std::size_t column = caret_column(lines, i); column != 0) text += ":" + std::to_string(column);
    return text + rest;
  }
  return "";
}

}  // namespace

std::string first_error(const std::string& log, const std::string& source_name) {
  std::string line = first_error_line(log, source_name);
  if (line.ends_with("file not found") || line.find("could not open source file") != std::string::npos)
    line += ": pass its folder in `include_dirs`, or its text in `headers`";
  return line;
}

std::optional<InstanceError> find_instance_error(const std::string& log) {
  constexpr std::string_view kPragma = "#pragma nv_mangled_name ";
  std::vector<std::string_view> lines = split_lines(log);
  std::optional<InstanceError> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::size_t mark = find_error(lines[i]);
    if (mark == std::string_view::npos) continue;
    if (!lines[i].starts_with(kNameMap)) return std::nullopt;  // the source itself has an error
    if (found) continue;
    InstanceError error;
    std::size_t text = lines[i].find(": ", mark + 2);
    error.what = lines[i].substr(text + 2);
    if (i + 1 < lines.size()) {
      std::size_t at = lines[i + 1].find(kPragma);
      if (at != std::string_view::npos) error.instance = lines[i + 1].substr(at + kPragma.size());
    }
    found = std::move(error);
  }
  return found;
}

}  // namespace gridcall::compile
