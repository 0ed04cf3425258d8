// SPDX-License-Identifier: Apache-2.0

#include "fuzz/interpreter/machine.h"

#include <algorithm>
#include <bit>

#include "fuzz/interpreter/translator.h"

namespace gridcall::kernels {
namespace {

// A thread, and a launch, that takes more is taken not to end.
constexpr std::uint64_t kMaxThreadSteps = 400'000, kMaxSteps = 60'000'000;

std::uint64_t narrow(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
std::int64_t signed_of(std::uint64_t value) {
  return static_cast<std::int32_t>(value);
}
float float_of(std::uint64_t value) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(value));
}
std::uint64_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
std::uint64_t whole(std::int64_t value) {
  if (value != static_cast<std::int32_t>(value)) throw Undefined{"an int overflows"};
  return static_cast<std::uint32_t>(value);
}
std::uint64_t divisor(std::uint64_t value) {
  if (value == 0) throw Undefined{"a division by 0"};
  return value;
}
std::uint64_t shift(std::uint64_t by, unsigned bits) {
  if (by >= bits) throw Undefined{"a shift by as many bits as there are"};
  return by;
}
std::size_t element(const Instruction& instruction, std::uint64_t index) {
  if (index >= instruction.bound) throw Undefined{"an index outside of its array"};
  return instruction.value + index;
}

std::uint64_t computed(Operation operation, std::uint64_t a, std::uint64_t b) {
  switch (operation) {
    case Operation::kAdd:
      return narrow(a + b);
    case Operation::kAddSigned:
      return whole(signed_of(a) + signed_of(b));
    case Operation::kSubtract:
      return narrow(a - b);
    case Operation::kSubtractSigned:
      return whole(signed_of(a) - signed_of(b));
    case Operation::kMultiply:
      return narrow(a * b);
    case Operation::kMultiplySigned:
      return whole(signed_of(a) * signed_of(b));
    case Operation::kDivide:
    case Operation::kDivideWide:
      return a / divisor(b);
    case Operation::kDivideSigned:
      return whole(signed_of(a) / signed_of(divisor(b)));
    case Operation::kRemainder:
    case Operation::kRemainderWide:
      return a % divisor(b);
    case Operation::kRemainderSigned:
      whole(signed_of(a) / signed_of(divisor(b)));
      return whole(signed_of(a) % signed_of(b));
    case Operation::kShiftLeft:
      return narrow(a << shift(b, 32));
    case Operation::kShiftRight:
      return a >> shift(b, 32);
    case Operation::kShiftRightSigned:
      return narrow(static_cast<std::uint64_t>(signed_of(a) >> shift(b, 32)));
    case Operation::kAddWide:
      return a + b;
    case Operation::kSubtractWide:
      return a - b;
    case Operation::kMultiplyWide:
      return a * b;
    case Operation::kShiftLeftWide:
      return a << shift(b, 64);
    case Operation::kShiftRightWide:
      return a >> shift(b, 64);
    case Operation::kInvertWide:
      return ~a;
    case Operation::kAddFloat:
      return bits_of(float_of(a) + float_of(b));
    case Operation::kSubtractFloat:
      return bits_of(float_of(a) - float_of(b));
    case Operation::kMultiplyFloat:
      return bits_of(float_of(a) * float_of(b));
    case Operation::kAnd:
      return a & b;
    case Operation::kOr:
      return a | b;
    case Operation::kXor:
      return a ^ b;
    case Operation::kInvert:
      return narrow(~a);
    case Operation::kEqual:
      return a == b;
    case Operation::kUnequal:
      return a != b;
    case Operation::kLess:
      return a < b;
    case Operation::kLessEqual:
      return a <= b;
    case Operation::kLessSigned:
      return signed_of(a) < signed_of(b);
    case Operation::kLessEqualSigned:
      return signed_of(a) <= signed_of(b);
    case Operation::kLessFloat:
      return float_of(a) < float_of(b);
    case Operation::kLessEqualFloat:
      return float_of(a) <= float_of(b);
    case Operation::kEqualFloat:
      return float_of(a) == float_of(b);
    case Operation::kMinimum:
      return std::min(a, b);
    case Operation::kMaximum:
      return std::max(a, b);
    case Operation::kMinimumSigned:
      return signed_of(a) < signed_of(b) ? a : b;
    case Operation::kMaximumSigned:
      return signed_of(a) > signed_of(b) ? a : b;
    case Operation::kPopulation:
      return static_cast<std::uint64_t>(std::popcount(a));
    case Operation::kLeadingZeros:
      return static_cast<std::uint64_t>(std::countl_zero(static_cast<std::uint32_t>(a)));
    case Operation::kFirstSet:
      return a == 0 ? 0 : static_cast<std::uint64_t>(std::countr_zero(a)) + 1;
    case Operation::kReverse: {
      std::uint64_t reversed = 0;
      for (unsigned bit = 0; bit < 32; ++bit) reversed |= (a >> bit & 1) << (31 - bit);
      return reversed;
    }
    case Operation::kTruth:
      return a != 0;
    case Operation::kNot:
      return a == 0;
    case Operation::kNarrow:
      return narrow(a);
    case Operation::kSignWide:
      return static_cast<std::uint64_t>(signed_of(a));
    case Operation::kUnsignedToFloat:
      return bits_of(static_cast<float>(static_cast<std::uint32_t>(a)));
    case Operation::kSignedToFloat:
      return bits_of(static_cast<float>(static_cast<std::int32_t>(a)));
    case Operation::kWideToFloat:
      return bits_of(static_cast<float>(a));
    case Operation::kFloatToSigned: {
      const float number = float_of(a);
      if (number != number) return 0;
      if (number >= 0x1p31f) return 0x7fffffffu;
      return number < -0x1p31f ? 0x80000000u
                               : narrow(static_cast<std::uint64_t>(static_cast<std::int64_t>(number)));
    }
    case Operation::kFloatToUnsigned:
      if (!(float_of(a) > 0)) return 0;
      return float_of(a) >= 0x1p32f ? 0xffffffffu : static_cast<std::uint64_t>(float_of(a));
    case Operation::kFloatToWide:
      if (float_of(a) != float_of(a)) return std::uint64_t{1} << 63;
      if (!(float_of(a) > 0)) return 0;
      return float_of(a) >= 0x1p64f ? ~std::uint64_t{0} : static_cast<std::uint64_t>(float_of(a));
    default:
      throw Undefined{"an instruction that the interpreter does not have"};
  }
}

}  // namespace

Machine::Machine(const Code& code, const Shape& shape, const Memory& memory)
    : code_(code), shape_(shape), memory_(memory), count_(shape.block[0] * shape.block[1] * shape.block[2]) {
  threads_.resize(count_);
  registers_.resize(std::size_t{count_} * code.registers);
  local_.resize(std::size_t{count_} * code.local_words);
  shared_.resize(code.shared_words);
}

std::uint64_t Machine::builtin(unsigned thread, Builtin which) const {
  const auto number = static_cast<unsigned>(which);
  const std::uint32_t* const size = shape_.block;
  switch (which) {
    case Builtin::kThreadX:
      return thread % size[0];
    case Builtin::kThreadY:
      return thread / size[0] % size[1];
    case Builtin::kThreadZ:
      return thread / size[0] / size[1];
    case Builtin::kBlockX:
    case Builtin::kBlockY:
    case Builtin::kBlockZ:
      return block_[number - static_cast<unsigned>(Builtin::kBlockX)];
    case Builtin::kBlockDimX:
    case Builtin::kBlockDimY:
    case Builtin::kBlockDimZ:
      return size[number - static_cast<unsigned>(Builtin::kBlockDimX)];
    case Builtin::kGridDimX:
    case Builtin::kGridDimY:
    case Builtin::kGridDimZ:
      return shape_.grid[number - static_cast<unsigned>(Builtin::kGridDimX)];
    case Builtin::kParameterA:
      return memory_.parameters.a;
    case Builtin::kParameterB:
      return memory_.parameters.b;
    case Builtin::kParameterC:
      return memory_.parameters.c;
  }
  return 0;
}

void Machine::run_block(const std::uint32_t (&block)[3], Schedule schedule) {
  block_ = block;
  std::fill(threads_.begin(), threads_.end(), Thread{});
  std::fill(local_.begin(), local_.end(), 0xdeadbeefu);
  std::fill(shared_.begin(), shared_.end(), 0xdeadbeefu);
  for (;;) {
    for (unsigned i = 0; i < count_; ++i) {
      const unsigned thread = schedule == Schedule::kAscending ? i : count_ - 1 - i;
      if (threads_[thread].state == State::kReady) run_thread(thread);
    }
    const bool left = std::any_of(threads_.begin(), threads_.end(),
                                  [](const Thread& thread) { return thread.state != State::kExited; });
    if (!left) return;
    if (!release()) throw Undefined{"threads wait for ever: " + waiting()};
  }
}

void Machine::run_thread(unsigned number) {
  Thread& thread = threads_[number];
  std::uint64_t* const values = registers(number);
  std::uint32_t* const local = local_.data() + std::size_t{number} * code_.local_words;
  const Instruction* const code = code_.instructions.data();
  std::uint32_t next = thread.next;
  std::uint64_t steps = 0, path = thread.path;
  for (bool runs = true; runs;) {
    if (++steps > kMaxThreadSteps - thread.steps) throw Undefined{"a thread does not end"};
    const Instruction& now = code[next];
    switch (now.operation) {
      case Operation::kConstant:
        values[now.to] = now.value;
        break;
      case Operation::kBuiltin:
        values[now.to] = builtin(number, static_cast<Builtin>(now.value));
        break;
      case Operation::kMove:
        values[now.to] = values[now.a];
        break;
      case Operation::kJump:
        next = static_cast<std::uint32_t>(now.value);
        continue;
      case Operation::kJumpIf:
      case Operation::kJumpUnless:
        if ((values[now.a] != 0) == (now.operation == Operation::kJumpIf)) {
          next = static_cast<std::uint32_t>(now.value);
          path = (path ^ next) * 0x9e3779b97f4a7c15u;
          continue;
        }
        break;
      case Operation::kExit:
        thread.state = State::kExited;
        runs = false;
        continue;
      case Operation::kSynchronize:
        thread.state = State::kWaits;
        runs = false;
        continue;
      case Operation::kLoadLocal:
        values[now.to] = local[element(now, values[now.b])];
        break;
      case Operation::kStoreLocal:
        local[element(now, values[now.b])] = static_cast<std::uint32_t>(values[now.a]);
        break;
      case Operation::kLoadShared:
        values[now.to] = shared_[element(now, values[now.b])];
        break;
      case Operation::kStoreShared:
        shared_[element(now, values[now.b])] = static_cast<std::uint32_t>(values[now.a]);
        break;
      case Operation::kLoadIn:
        values[now.to] = memory_.in[element(now, values[now.b])];
        break;
      case Operation::kLoadOut:
        values[now.to] = memory_.out[element(now, values[now.b])];
        break;
      case Operation::kStoreOut:
        memory_.out[element(now, values[now.b])] = static_cast<std::uint32_t>(values[now.a]);
        break;
      case Operation::kAtomicShared:
      case Operation::kAtomicOut:
        atomic(now, values);
        break;
      default:
        values[now.to] = computed(now.operation, values[now.a], values[now.b]);
    }
    ++next;
  }
  thread.next = next;
  thread.steps += steps;
  thread.path = path;
  if ((steps_ += steps) > kMaxSteps) throw Undefined{"the launch does not end"};
}

void Machine::atomic(const Instruction& instruction, std::uint64_t* values) {
  std::vector<std::uint32_t>& memory =
      instruction.operation == Operation::kAtomicShared ? shared_ : memory_.out;
  std::uint32_t& word = memory[element(instruction, values[instruction.b])];
  const std::uint32_t old = word;
  const auto by = static_cast<std::uint32_t>(values[instruction.a]);
  switch (static_cast<Atomic>(values[instruction.a + 1])) {
    case Atomic::kAdd:
      word += by;
      break;
    case Atomic::kMinimum:
      word = std::min(word, by);
      break;
    case Atomic::kMaximum:
      word = std::max(word, by);
      break;
    case Atomic::kAnd:
      word &= by;
      break;
    case Atomic::kOr:
      word |= by;
      break;
    case Atomic::kXor:
      word ^= by;
      break;
  }
  values[instruction.to] = old;
}

bool Machine::diverges() const {
  for (unsigned thread = 0; thread < count_; ++thread) {
    if (threads_[thread].path != threads_[thread - thread % kLanes].path) return true;
  }
  return false;
}

Interpreter::Interpreter(const std::string& source) : code_(std::make_unique<Code>()) {
  const std::vector<Token> tokens = tokens_of(source);
  Translator(tokens, *code_).run();
}

Interpreter::~Interpreter() = default;

bool Interpreter::synchronizes() const {
  return code_->synchronizes;
}

bool Interpreter::run(const Shape& shape, const Parameters& parameters, const std::vector<std::uint32_t>& in,
                      std::vector<std::uint32_t>& out, Schedule schedule) const {
  const Memory memory = {parameters, in, out};
  Machine machine(*code_, shape, memory);
  bool diverges = false;
  for (std::uint32_t z = 0; z < shape.grid[2]; ++z) {
    for (std::uint32_t y = 0; y < shape.grid[1]; ++y) {
      for (std::uint32_t x = 0; x < shape.grid[0]; ++x) {
        machine.run_block({x, y, z}, schedule);
        diverges = diverges || machine.diverges();
      }
    }
  }
  return diverges;
}

}  // namespace gridcall::kernels
