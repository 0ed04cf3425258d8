// SPDX-License-Identifier: Apache-2.0
//
// The statuses that compiling can end in: numbers of bindings/api/status.toml.

#pragma once

#include "core/failure.h"

namespace gridcall::compile {

inline constexpr Status kInvalidArgument = 100;
inline constexpr Status kOutOfHostMemory = 201;
inline constexpr Status kCompileError = 400;
inline constexpr Status kCompilerUnavailable = 401;
inline constexpr Status kCompilerFailed = 402;
inline constexpr Status kCompileTimeout = 403;
inline constexpr Status kInvalidCompileOption = 406;
inline constexpr Status kIo = 504;
inline constexpr Status kInternal = 505;

}  // namespace gridcall::compile
