// SPDX-License-Identifier: Apache-2.0

#include "core/error.h"

#include <cstdlib>
#include <cstring>
#include <utility>

namespace gridcall::core {

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

// Reads the JSON of a report, which the CPU device writes without spaces: each value under its path, a list
// by the number of its elements.
class ReportReader {
 public:
  explicit ReportReader(const std::string& json) : at_(json.c_str()) { value(""); }
  Values take() { return std::move(values_); }

 private:
  void value(const std::string& path) {
    if (*at_ == '{' || *at_ == '[') return several(path, *at_ == '{');
    values_[path] = *at_ == '"' ? text() : number();
  }

  void several(const std::string& path, bool is_object) {
    const std::string before = path.empty() ? "" : path + ".";
    std::size_t count = 0;
    for (++at_; *at_ != '\0' && *at_ != '}' && *at_ != ']'; ++count) {
      std::string key = is_object ? text() : std::to_string(count);
      if (is_object && *at_ == ':') ++at_;
      value(before + key);
      if (*at_ == ',') ++at_;
    }
    if (*at_ != '\0') ++at_;
    if (!is_object) values_[path] = std::to_string(count);
  }

  std::string number() {
    const std::size_t length = std::strcspn(at_, ",]}");
    return std::string(std::exchange(at_, at_ + length), length);
  }

  std::string text() {
    std::string text;
    for (++at_; *at_ != '\0' && *at_ != '"'; ++at_) {
      const bool is_escaped = *at_ == '\\';
      if (is_escaped) ++at_;
      if (!is_escaped || *at_ != 'u') {
        text += *at_;
        continue;
      }
      // A control character, or the one that stands for what is no UTF-8.
      const unsigned long code = std::strtoul(std::string(at_ + 1, 4).c_str(), nullptr, 16);
      text += code < 128 ? std::string(1, static_cast<char>(code)) : "\xef\xbf\xbd";
      at_ += 4;
    }
    if (*at_ != '\0') ++at_;
    return text;
  }

  const char* at_;
  Values values_;
};

}  // namespace

const std::string& Error::text(const char* status_name) const {
  std::call_once(text_once_, [&] {
    std::string text = function_.empty() ? "" : function_ + ": ";
    text += std::string(status_name) + ": " + failure_.message;
    for (const std::string& note : failure_.notes) text += "\n  " + note;
    if (!failure_.log.empty()) text += "\n" + failure_.log;
    while (text.ends_with('\n')) text.pop_back();
    text_ = std::move(text);
  });
  return text_;
}

const char* Error::report(std::size_t index, std::string_view key) const {
  if (index >= failure_.reports.size()) return "";
  if (key.empty()) return failure_.reports[index].c_str();
  std::call_once(reports_once_, [&] {
    std::vector<Values> reports;
    for (const std::string& json : failure_.reports) reports.push_back(ReportReader(json).take());
    reports_ = std::move(reports);
  });
  const auto found = reports_[index].find(key);
  return found == reports_[index].end() ? "" : found->second.c_str();
}

}  // namespace gridcall::core
