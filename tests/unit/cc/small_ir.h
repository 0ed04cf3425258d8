// SPDX-License-Identifier: Apache-2.0
//
// For tests of the warp passes' classes over small functions: textual IR in, text compared, TAP out.

#pragma once

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"

namespace small_ir {

using gridcall::cc::warp::Source;
using gridcall::cc::warp::VectorizeConfig;
using gridcall::cc::warp::VectorShapes;

inline int number = 0;
inline bool failed = false;

inline void check(const char* name, const std::string& got, const std::string& expected) {
  const bool same = got == expected;
  failed = failed || !same;
  if (!same) std::printf("# got:\n%s\n# expected:\n%s\n", got.c_str(), expected.c_str());
  std::printf("%s %d - %s\n", same ? "ok" : "not ok", ++number, name);
}

inline int finish() {
  std::printf("1..%d\n", number);
  return failed ? 1 : 0;
}

// A module that ends the program where its text does not parse: the test itself is wrong then.
inline std::unique_ptr<llvm::Module> parse(const std::string& text, llvm::LLVMContext& context) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  if (!module) {
    problem.print("small_ir", llvm::errs());
    std::exit(2);
  }
  return module;
}

// A thread entry whose first block reads %x, threadIdx.x, and %n, which is the same in all lanes. `outside`
// is what the module has beside it.
inline std::string thread_entry(const std::string& body, const std::string& outside = "") {
  return outside + R"(
define void @entry(ptr %thread, ptr %parameters) {
entry:
  %x = load i32, ptr %thread, !invariant.load !0
  %n = load i32, ptr %parameters, !invariant.load !0
)" + body +
         "}\n!0 = !{}\n";
}

inline std::string text_of(const llvm::Value& value) {
  std::string text;
  llvm::raw_string_ostream out(text);
  value.print(out);
  return text;
}

// "" or what the verifier refuses.
inline std::string problem_of(const llvm::Function& function) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::verifyFunction(function, &out);
  return text;
}

}  // namespace small_ir
