// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/device/assembly/statement.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>

namespace gridcall::cc::assembly {
namespace {

constexpr llvm::StringLiteral kBlanks(" \t\r\n\f\v");

std::string without_comments(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    if (text.starts_with("//")) {
      text = text.drop_front(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/", 2);
      text = end == llvm::StringRef::npos ? llvm::StringRef() : text.drop_front(end + 2);
      result += ' ';
    } else {
      result += text.front();
      text = text.drop_front();
    }
  }
  return result;
}

// Returns whether the text may be the name of a label.
bool is_name(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%'; });
}

bool parse_one(llvm::StringRef text, Statement& statement) {
  statement.text = text.str();
  if (text.consume_front("@")) {
    statement.is_guard_negated = text.consume_front("!");
    text = text.ltrim(kBlanks);
    statement.guard = text.take_until([](char c) { return kBlanks.contains(c); }).str();
    text = text.drop_front(statement.guard.size()).ltrim(kBlanks);
  }
  if (text.contains(':') && !text.contains("::")) return false;
  const llvm::StringRef name = text.take_until([](char c) { return kBlanks.contains(c); });
  llvm::StringRef rest = text.drop_front(name.size()).trim(kBlanks);
  llvm::SmallVector<llvm::StringRef> parts;
  name.split(parts, '.');
  // A directive, such as ".reg .pred p, q" or ".reg.pred p, q".
  const bool is_directive = name.starts_with(".");
  if (is_directive) parts.erase(parts.begin());
  if (parts.empty() || parts[0].empty()) return false;
  statement.opcode = (is_directive ? "." : "") + parts[0].str();
  for (llvm::StringRef part : llvm::drop_begin(parts)) statement.modifiers.push_back(part.str());
  while (is_directive && rest.starts_with(".")) {
    const llvm::StringRef modifier = rest.take_until([](char c) { return kBlanks.contains(c); });
    statement.modifiers.push_back(modifier.drop_front().str());
    rest = rest.drop_front(modifier.size()).ltrim(kBlanks);
  }
  statement.operands = split_operands(rest);
  return true;
}

}  // namespace

bool Statement::has(llvm::StringRef modifier) const {
  const auto found = std::find(modifiers.begin(), modifiers.end(), modifier);
  if (found == modifiers.end()) return false;
  know(static_cast<std::size_t>(found - modifiers.begin()));
  return true;
}

bool Statement::has_one(std::initializer_list<llvm::StringRef> names) const {
  bool found = false;
  for (const llvm::StringRef name : names) found |= has(name);
  return found;
}

llvm::StringRef Statement::modifier(std::size_t index) const {
  return index < modifiers.size() ? know(index) : llvm::StringRef();
}

llvm::StringRef Statement::type(std::size_t from_last) const {
  return know(find_type(from_last));
}
llvm::StringRef Statement::result_type() const {
  return know(find_type(1));
}

void Statement::ignore(std::initializer_list<llvm::StringRef> names) const {
  for (llvm::StringRef name : names) static_cast<void>(has(name));
}

bool Statement::are_modifiers_known() const {
  if (modifiers.size() > 64) return false;
  for (std::size_t i = 0; i < modifiers.size(); ++i) {
    if ((known_ >> i & 1) == 0) return false;
  }
  return true;
}

std::optional<std::size_t> Statement::find_type(std::size_t from_last) const {
  for (std::size_t i = modifiers.size(); i-- > 0;) {
    const llvm::StringRef name = modifiers[i];
    unsigned size = 0;
    const bool has_size = name.size() > 1 && !name.drop_front().getAsInteger(10, size) && size >= 8;
    const bool is_type = name == "pred" || (has_size && llvm::StringRef("usbf").contains(name.front()));
    if (is_type && from_last-- == 0) return i;
  }
  return std::nullopt;
}

llvm::StringRef Statement::know(std::optional<std::size_t> index) const {
  if (!index) return {};
  if (*index < 64) known_ |= std::uint64_t{1} << *index;
  return modifiers[*index];
}

llvm::SmallVector<std::string> split_operands(llvm::StringRef text) {
  llvm::SmallVector<std::string> operands;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '{' || c == '[' || c == '(') ++depth;
    if (c == '}' || c == ']' || c == ')') --depth;
    if (c != ',' || (depth != 0 && i < text.size())) continue;
    const llvm::StringRef one = text.slice(start, i).trim(kBlanks);
    if (!one.empty()) operands.push_back(one.str());
    start = i + 1;
  }
  return operands;
}

bool parse(llvm::StringRef text, llvm::SmallVectorImpl<Statement>& statements) {
  const std::string plain = without_comments(text);
  // The braces of a scope end a statement, as semicolons do; those of a vector operand follow an opcode.
  std::string current;
  int vector_depth = 0, scope_depth = 0;
  const auto add_brace = [&](char brace) {
    Statement statement;
    statement.text = statement.opcode = brace == '{' ? kScopeBegin : kScopeEnd;
    statements.push_back(std::move(statement));
    scope_depth += brace == '{' ? 1 : -1;
    return scope_depth >= 0;
  };
  const auto end = [&] {
    const llvm::StringRef one = llvm::StringRef(current).trim(kBlanks);
    Statement statement;
    const bool ok = one.empty() || parse_one(one, statement);
    if (ok && !one.empty()) statements.push_back(std::move(statement));
    current.clear();
    return ok;
  };
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    const llvm::StringRef so_far = llvm::StringRef(current).trim(kBlanks);
    const bool is_start = so_far.empty();
    if (c == ':' && is_name(so_far) && plain[i + 1] != ':') {
      Statement label;
      label.opcode = kLabel;
      label.text = so_far.str();
      statements.push_back(std::move(label));
      current.clear();
    } else if (c == ';' || (c == '{' && is_start) || (c == '}' && vector_depth == 0)) {
      if (!end() || (c != ';' && !add_brace(c))) return false;
    } else {
      vector_depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      current += c;
    }
  }
  return vector_depth == 0 && end() && scope_depth == 0;
}

llvm::SmallVector<std::string> elements(llvm::StringRef operand) {
  if (operand.consume_front("{") && operand.consume_back("}")) return split_operands(operand);
  return {operand.str()};
}

}  // namespace gridcall::cc::assembly
