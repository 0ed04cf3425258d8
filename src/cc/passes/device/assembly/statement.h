// SPDX-License-Identifier: Apache-2.0
//
// The text of inline PTX, cut into statements (PTX ISA, "Syntax").

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace gridcall::cc::assembly {

// "@!p add.sat.f32 $0, $1, 0f3F800000;"
struct Statement {
  std::string text;                          // all of it
  std::string guard;                         // "p", empty where there is none
  bool is_guard_negated = false;             // "@!p"
  std::string opcode;                        // "add"; of a directive ".reg"
  llvm::SmallVector<std::string> modifiers;  // "sat", "f32": in any order
  llvm::SmallVector<std::string> operands;   // "$0", "[p+4]", "{a, b}", "p|q"

  // These record the modifiers that the caller knows; a statement with any other is refused.
  bool has(llvm::StringRef modifier) const;
  // Whether one of them is there. All are known then, which `has(...) || has(...)` would not see to.
  bool has_one(std::initializer_list<llvm::StringRef> names) const;
  llvm::StringRef modifier(std::size_t index) const;
  // The types are modifiers such as "u32"; the last is that of the operands.
  llvm::StringRef type() const;
  llvm::StringRef result_type() const;  // the one before it, as in "cvt.u32.f32"
  // For modifiers that change nothing here.
  void ignore(std::initializer_list<llvm::StringRef> names) const;
  void ignore_all() const { known_ = ~std::uint64_t{0}; }
  bool are_modifiers_known() const;

 private:
  std::optional<std::size_t> find_type(std::size_t from_last) const;
  llvm::StringRef know(std::optional<std::size_t> index) const;

  mutable std::uint64_t known_ = 0;  // a bit for each modifier
};

// The opcodes of the braces of a scope, and of a label, whose name is the text.
inline constexpr const char* kScopeBegin = "{";
inline constexpr const char* kScopeEnd = "}";
inline constexpr const char* kLabel = ":";

// False where the text is no list of statements.
bool parse(llvm::StringRef text, llvm::SmallVectorImpl<Statement>& statements);

// The parts of "a, {b, c}, [d]" between commas outside of brackets.
llvm::SmallVector<std::string> split_operands(llvm::StringRef text);
// Returns the parts of "{a, b}"; for "a", that alone.
llvm::SmallVector<std::string> elements(llvm::StringRef operand);

}  // namespace gridcall::cc::assembly
