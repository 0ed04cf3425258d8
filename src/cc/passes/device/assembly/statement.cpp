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

bool parse_one(llvm::StringRef text, Statement& statement) {
  statement.text = text.str();
  if (text.consume_front("@")) {
    statement.is_guard_negated = text.consume_front("!");
    text = text.ltrim(kBlanks);
    statement.guard = text.take_until([](char c) { return kBlanks.contains(c); }).str();
    text = text.drop_front(statement.guard.size()).ltrim(kBlanks);
  }
  if (text.contains(':') && !text.contains("::")) return false;  // a label
  const llvm::StringRef name = text.take_until([](char c) { return kBlanks.contains(c); });
  llvm::StringRef rest = text.drop_front(name.size()).trim(kBlanks);
  llvm::SmallVector<llvm::StringRef> parts;
  name.split(parts, '.');
  if (name.starts_with(".")) {
    // A directive: ".reg .pred p, q".
    statement.opcode = name.str();
    while (rest.starts_with(".")) {
      const llvm::StringRef modifier = rest.take_until([](char c) { return kBlanks.contains(c); });
      statement.modifiers.push_back(modifier.drop_front().str());
      rest = rest.drop_front(modifier.size()).ltrim(kBlanks);
    }
  } else {
    if (parts.empty() || parts[0].empty()) return false;
    statement.opcode = parts[0].str();
    for (llvm::StringRef part : llvm::drop_begin(parts)) statement.modifiers.push_back(part.str());
  }
  statement.operands = split_operands(rest);
  return true;
}

}  // namespace

bool Statement::has(llvm::StringRef modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

llvm::SmallVector<llvm::StringRef> Statement::types() const {
  llvm::SmallVector<llvm::StringRef> found;
  for (llvm::StringRef modifier : modifiers) {
    unsigned size = 0;
    const bool has_size = modifier.size() > 1 && !modifier.drop_front().getAsInteger(10, size) && size >= 8;
    if (modifier == "pred" || (has_size && llvm::StringRef("usbf").contains(modifier.front())))
      found.push_back(modifier);
  }
  return found;
}

llvm::StringRef Statement::type() const {
  const llvm::SmallVector<llvm::StringRef> all = types();
  return all.empty() ? llvm::StringRef() : all.back();
}
llvm::StringRef Statement::result_type() const {
  const llvm::SmallVector<llvm::StringRef> all = types();
  return all.size() < 2 ? llvm::StringRef() : all[all.size() - 2];
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
  int vector_depth = 0;
  const auto end = [&] {
    const llvm::StringRef one = llvm::StringRef(current).trim(kBlanks);
    Statement statement;
    const bool ok = one.empty() || parse_one(one, statement);
    if (ok && !one.empty()) statements.push_back(std::move(statement));
    current.clear();
    return ok;
  };
  for (const char c : plain) {
    const bool is_start = llvm::StringRef(current).trim(kBlanks).empty();
    if (c == ';' || (c == '{' && is_start) || (c == '}' && vector_depth == 0)) {
      if (!end()) return false;
    } else {
      vector_depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      current += c;
    }
  }
  return vector_depth == 0 && end();
}

}  // namespace gridcall::cc::assembly
