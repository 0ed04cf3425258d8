// SPDX-License-Identifier: Apache-2.0
//
// The statements of inline PTX (PTX ISA, "Syntax").

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

namespace gridcall::cc::assembly {

// A statement such as "@!p add.sat.f32 $0, $1, 0f3F800000;".
struct Statement {
  std::string text;                          // the whole statement
  std::string guard;                         // "p"; empty if there is no guard
  bool is_guard_negated = false;             // "@!p"
  std::string opcode;                        // "add"; of a directive ".reg"
  llvm::SmallVector<std::string> modifiers;  // "sat", "f32", in any order
  llvm::SmallVector<std::string> operands;   // "$0", "[p+4]", "{a, b}", "p|q"

  // These functions record the modifiers that the caller knows; a statement with any other is refused.
  bool has(llvm::StringRef modifier) const;
  // Returns whether it has one of them, and records all, unlike `has(...) || has(...)`, which stops early.
  bool has_one(std::initializer_list<llvm::StringRef> names) const;
  llvm::StringRef modifier(std::size_t index) const;
  // Returns the type of the operands, the last of the modifiers that are types, such as "u32", or one before.
  llvm::StringRef type(std::size_t from_last = 0) const;
  llvm::StringRef result_type() const;  // the type before it, as in "cvt.u32.f32"
  // Records modifiers that have no effect here.
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

// Returns false if the text is not a list of statements.
bool parse(llvm::StringRef text, llvm::SmallVectorImpl<Statement>& statements);

// Returns the parts of "a, {b, c}, [d]" between commas outside of brackets.
llvm::SmallVector<std::string> split_operands(llvm::StringRef text);
// Returns the parts of "{a, b}"; for "a", that alone.
llvm::SmallVector<std::string> elements(llvm::StringRef operand);

}  // namespace gridcall::cc::assembly
