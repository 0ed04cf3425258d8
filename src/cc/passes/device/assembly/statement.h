// SPDX-License-Identifier: Apache-2.0
//
// The text of inline PTX, cut into statements (PTX ISA, "Syntax").

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

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

  bool has(llvm::StringRef modifier) const;
  // The modifiers that are types, "u32", in order; the last is that of the operands.
  llvm::SmallVector<llvm::StringRef> types() const;
  llvm::StringRef type() const;
  llvm::StringRef result_type() const;  // the one before it, as in "cvt.u32.f32"
};

// False where the text is no list of statements (labels are none).
bool parse(llvm::StringRef text, llvm::SmallVectorImpl<Statement>& statements);

// The parts of "a, {b, c}, [d]" between commas outside of brackets.
llvm::SmallVector<std::string> split_operands(llvm::StringRef text);

}  // namespace gridcall::cc::assembly
