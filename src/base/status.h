// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.
//
// The numbers that a function returns. Names and texts are in src/api/generated.

#pragma once

#include "base/failure.h"

namespace gridcall::status {

inline constexpr Status kOk = 0;
inline constexpr Status kInvalidArgument = 100;
inline constexpr Status kInvalidHandle = 101;
inline constexpr Status kOutOfRange = 102;
inline constexpr Status kInvalidOptions = 103;
inline constexpr Status kNotFound = 104;
inline constexpr Status kWrongContext = 105;
inline constexpr Status kInvalidState = 106;
inline constexpr Status kNotReady = 107;
inline constexpr Status kAlreadyRegistered = 108;
inline constexpr Status kOutOfMemory = 200;
inline constexpr Status kOutOfHostMemory = 201;
inline constexpr Status kPoolLimit = 202;
inline constexpr Status kInvalidLaunch = 300;
inline constexpr Status kArgumentMismatch = 301;
inline constexpr Status kIllegalAddress = 302;
inline constexpr Status kMisalignedAddress = 303;
inline constexpr Status kKernelTrap = 304;
inline constexpr Status kKernelAssert = 305;
inline constexpr Status kDivideByZero = 306;
inline constexpr Status kStackOverflow = 307;
inline constexpr Status kLaunchTimeout = 308;
inline constexpr Status kLaunchFailed = 309;
inline constexpr Status kKernelDeadlock = 310;
inline constexpr Status kDeviceLost = 311;
inline constexpr Status kCancelled = 312;
inline constexpr Status kCheckFailed = 313;
inline constexpr Status kCompile = 400;
inline constexpr Status kCompilerUnavailable = 401;
inline constexpr Status kCompilerFailed = 402;
inline constexpr Status kCompileTimeout = 403;
inline constexpr Status kInvalidImage = 404;
inline constexpr Status kIncompatibleImage = 405;
inline constexpr Status kInvalidCompileOption = 406;
inline constexpr Status kDriver = 500;
inline constexpr Status kNoDevice = 501;
inline constexpr Status kDriverUnavailable = 502;
inline constexpr Status kDriverTooOld = 503;
inline constexpr Status kIo = 504;
inline constexpr Status kInternal = 505;
inline constexpr Status kUnsupported = 506;
inline constexpr Status kForked = 507;
inline constexpr Status kExiting = 508;
inline constexpr Status kComm = 520;
inline constexpr Status kCommUnavailable = 521;
inline constexpr Status kCommTooOld = 522;
inline constexpr Status kCommPeerLost = 523;
inline constexpr Status kCommTimeout = 524;
inline constexpr Status kCommAborted = 525;
inline constexpr Status kCommMismatch = 526;

}  // namespace gridcall::status
