// SPDX-License-Identifier: Apache-2.0
//
// The consumer of clang's AST that reads from it what the module does not contain.

#pragma once

#include <memory>

#include "cc/frontend/corrections.h"
#include "cc/frontend/frontend_result.h"
#include "cc/frontend/request.h"

namespace clang {
class ASTConsumer;
class CodeGenerator;
class CompilerInstance;
}  // namespace clang

namespace gridcall::cc {

// The prefix of the variables behind a source that instantiate its name expressions.
inline constexpr const char* kInstancePrefix = "__gridcall_instance_";

// All arguments outlive the result, which runs behind the generator.
std::unique_ptr<clang::ASTConsumer> create_collector(clang::CompilerInstance& compiler,
                                                     clang::CodeGenerator& generator, const Request& request,
                                                     const Corrections& corrections, FrontendResult& result);

}  // namespace gridcall::cc
