// SPDX-License-Identifier: Apache-2.0
//
// The code that the interpreter's translator makes of a kernel: instructions of one thread over registers
// of 64 bits. A 32-bit value is kept without its sign's extension; a float as its bits.

#pragma once

#include <cstdint>
#include <vector>

namespace gridcall::kernels {

enum class Operation : std::uint8_t {
  kNone,
  kConstant,  // to = value
  kBuiltin,   // to = the thread's number of kind `value`
  kMove,
  kJump,        // to instruction `value`
  kJumpIf,      // a
  kJumpUnless,  // a
  kExit,
  // 32 bits; where there are two of an operation, signed and unsigned.
  kAdd,
  kAddSigned,
  kSubtract,
  kSubtractSigned,
  kMultiply,
  kMultiplySigned,
  kDivide,
  kDivideSigned,
  kRemainder,
  kRemainderSigned,
  kShiftLeft,
  kShiftRight,
  kShiftRightSigned,
  // 64 bits, unsigned.
  kAddWide,
  kSubtractWide,
  kMultiplyWide,
  kDivideWide,
  kRemainderWide,
  kShiftLeftWide,
  kShiftRightWide,
  kInvertWide,
  // float.
  kAddFloat,
  kSubtractFloat,
  kMultiplyFloat,
  // Any unsigned width.
  kAnd,
  kOr,
  kXor,
  kInvert,
  kEqual,
  kUnequal,
  kLess,
  kLessEqual,
  kLessSigned,
  kLessEqualSigned,
  kLessFloat,
  kLessEqualFloat,
  kEqualFloat,
  kMinimum,
  kMaximum,
  kMinimumSigned,
  kMaximumSigned,
  kPopulation,
  kLeadingZeros,
  kFirstSet,
  kReverse,
  // Conversions.
  kTruth,     // to = a != 0
  kNot,       // to = a == 0
  kNarrow,    // 64 to 32 bits
  kSignWide,  // int to 64 bits
  kUnsignedToFloat,
  kSignedToFloat,
  kWideToFloat,
  kFloatToSigned,  // as PTX has them: saturating, with its integers for NaNs
  kFloatToUnsigned,
  kFloatToWide,
  // Memory: word b of an array of `bound` words that begins at word `value`.
  kLoadLocal,
  kStoreLocal,
  kLoadShared,
  kStoreShared,
  kLoadIn,
  kLoadOut,
  kStoreOut,
  kAtomicShared,  // to = the old word b; register `a` and the one behind it: operand, kind
  kAtomicOut,
  kSynchronize,  // of kind `value`, with the registers from `a` on; to = the result
};

enum class Builtin : std::uint8_t {
  kThreadX,
  kThreadY,
  kThreadZ,
  kBlockX,
  kBlockY,
  kBlockZ,
  kBlockDimX,
  kBlockDimY,
  kBlockDimZ,
  kGridDimX,
  kGridDimY,
  kGridDimZ,
  kParameterA,
  kParameterB,
  kParameterC,
};

enum class Atomic : std::uint8_t { kAdd, kMinimum, kMaximum, kAnd, kOr, kXor };

enum class Meeting : std::uint8_t {
  // Meetings of the lanes of a mask: registers mask, value, number, width.
  kWarp,
  kShuffle,
  kShuffleUp,
  kShuffleDown,
  kShuffleXor,
  kBallot,
  kAny,
  kAll,
  kMatchAny,
  kMatchAll,  // writes its predicate to the register of `number`
  kReduceAdd,
  kReduceMinimum,
  kReduceMaximum,
  kReduceAnd,
  kReduceOr,
  kReduceXor,
  // Meetings of the block: register value.
  kBarrier,
  kBarrierCount,
  kBarrierAnd,
  kBarrierOr,
  // Registers number, threads.
  kNamedBarrier,
};

struct Instruction {
  Operation operation = Operation::kNone;
  std::uint16_t to = 0, a = 0, b = 0;
  std::uint32_t bound = 0;
  std::uint64_t value = 0;
};

struct Code {
  std::vector<Instruction> instructions;
  unsigned registers = 0, local_words = 0, shared_words = 0;
  bool synchronizes = false;
};

}  // namespace gridcall::kernels
