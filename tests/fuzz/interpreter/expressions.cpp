// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "fuzz/interpreter/translator.h"

namespace gridcall::kernels {
namespace {

struct Level {
  int level;
  const char* sign;
};
// The binary operators; a higher level binds more closely.
constexpr Level kLevels[] = {{0, "||"}, {1, "&&"}, {2, "|"}, {3, "^"},  {4, "&"},  {5, "=="},
                             {5, "!="}, {6, "<"},  {6, ">"}, {6, "<="}, {6, ">="}, {7, "<<"},
                             {7, ">>"}, {8, "+"},  {8, "-"}, {9, "*"},  {9, "/"},  {9, "%"}};
constexpr int kHighest = 9;

bool is_wide(Type type) {
  return type == Type::kU64;
}

// Returns the type of C's usual arithmetic conversions.
Type common(Type a, Type b) {
  for (const Type type : {Type::kFloat, Type::kU64, Type::kU32}) {
    if (a == type || b == type) return type;
  }
  return Type::kI32;
}

struct Arithmetic {
  const char* sign;
  Operation of_u32, of_i32, of_u64, of_float;
};
constexpr Operation kNone = Operation::kNone;
constexpr Arithmetic kArithmetic[] = {
    {"+", Operation::kAdd, Operation::kAddSigned, Operation::kAddWide, Operation::kAddFloat},
    {"-", Operation::kSubtract, Operation::kSubtractSigned, Operation::kSubtractWide,
     Operation::kSubtractFloat},
    {"*", Operation::kMultiply, Operation::kMultiplySigned, Operation::kMultiplyWide,
     Operation::kMultiplyFloat},
    {"/", Operation::kDivide, Operation::kDivideSigned, Operation::kDivideWide, kNone},
    {"%", Operation::kRemainder, Operation::kRemainderSigned, Operation::kRemainderWide, kNone},
    {"<<", Operation::kShiftLeft, kNone, Operation::kShiftLeftWide, kNone},
    {">>", Operation::kShiftRight, Operation::kShiftRightSigned, Operation::kShiftRightWide, kNone},
    {"&", Operation::kAnd, Operation::kAnd, Operation::kAnd, kNone},
    {"|", Operation::kOr, Operation::kOr, Operation::kOr, kNone},
    {"^", Operation::kXor, Operation::kXor, Operation::kXor, kNone},
    {"==", Operation::kEqual, Operation::kEqual, Operation::kEqual, Operation::kEqualFloat},
    {"<", Operation::kLess, Operation::kLessSigned, Operation::kLess, Operation::kLessFloat},
    {"<=", Operation::kLessEqual, Operation::kLessEqualSigned, Operation::kLessEqual,
     Operation::kLessEqualFloat},
};

}  // namespace

Value Translator::cast(Value value, Type type) {
  const Type from = value.type;
  if (from == type) return value;
  const auto converted = [&](Operation operation) {
    const Value result = {type, fresh()};
    emit(operation, result.at, value.at);
    return result;
  };
  if (type == Type::kBool) return converted(from == Type::kFloat ? kNone : Operation::kTruth);
  if (type == Type::kFloat) {
    return converted(from == Type::kU64   ? Operation::kWideToFloat
                     : from == Type::kU32 ? Operation::kUnsignedToFloat
                                          : Operation::kSignedToFloat);
  }
  if (from == Type::kFloat)
    return converted(is_wide(type)        ? Operation::kFloatToWide
                     : type == Type::kU32 ? Operation::kFloatToUnsigned
                                          : Operation::kFloatToSigned);
  if (is_wide(type)) return from == Type::kI32 ? converted(Operation::kSignWide) : Value{type, value.at};
  return is_wide(from) ? converted(Operation::kNarrow) : Value{type, value.at};
}

Value Translator::promoted(Value value) {
  return value.type == Type::kBool ? cast(value, Type::kI32) : value;
}

Value Translator::arithmetic(const std::string& sign, Value a, Value b) {
  if (sign == "!=") {
    const Value equal = arithmetic("==", a, b);
    const Value result = {Type::kBool, fresh()};
    emit(Operation::kNot, result.at, equal.at);
    return result;
  }
  if (sign == ">" || sign == ">=") return arithmetic(sign == ">" ? "<" : "<=", b, a);
  const bool shift = sign == "<<" || sign == ">>";
  const Type type = shift ? promoted(a).type : common(a.type, b.type);
  a = cast(a, type);
  if (!shift) b = cast(b, type);
  const auto row = std::find_if(std::begin(kArithmetic), std::end(kArithmetic),
                                [&](const Arithmetic& one) { return sign == one.sign; });
  if (row == std::end(kArithmetic)) refuse("the operator " + sign);
  const Operation operation = type == Type::kU32   ? row->of_u32
                              : type == Type::kI32 ? row->of_i32
                              : type == Type::kU64 ? row->of_u64
                                                   : row->of_float;
  if (operation == kNone) refuse("the operator " + sign + " of such values");
  const bool compares = sign == "==" || sign == "<" || sign == "<=";
  const Value result = {compares ? Type::kBool : type, fresh()};
  emit(operation, result.at, a.at, b.at);
  return result;
}

bool Translator::at_place(std::size_t& end) const {
  if (peek().kind != Token::kName || !find(peek().text)) return false;
  std::size_t ahead = 1;
  while (peek(ahead).text == "[") {
    int open = 0;
    do {
      if (peek(ahead).kind == Token::kEnd) return false;
      if (peek(ahead).text == "[") ++open;
      if (peek(ahead).text == "]") --open;
      ++ahead;
    } while (open != 0);
  }
  end = ahead;
  return true;
}

Value Translator::assignment() {
  std::size_t end = 0;
  if (!at_place(end) || peek(end).kind != Token::kSign) return conditional();
  const std::string sign = peek(end).text;
  if (sign == "=") {
    const Place to = place();
    ++at_;
    store(to, assignment());
    return load(to);
  }
  if (sign.size() < 2 || sign.back() != '=' || sign == "==" || sign == "!=" || sign == "<=" || sign == ">=")
    return conditional();
  const Place to = place();
  ++at_;
  const Value by = assignment();
  store(to, arithmetic(sign.substr(0, sign.size() - 1), load(to), by));
  return load(to);
}

Value Translator::conditional() {
  const Value condition = binary(0);
  if (!take("?")) return condition;
  const std::size_t otherwise = emit(Operation::kJumpUnless, 0, truth(condition).at);
  const Value yes = expression();
  want(":");
  // The common type is known behind the second operand: this is the place for the first one's conversion.
  const std::size_t conversion = emit(Operation::kMove);
  const std::size_t end = emit(Operation::kJump);
  land({otherwise});
  const Value no = conditional();
  const Type type = yes.type == no.type ? yes.type : common(yes.type, no.type);
  const Value result = {type, fresh()};
  emit(Operation::kMove, result.at, cast(no, type).at);
  land({end});
  const std::size_t after = here();
  const Value converted = cast(yes, type);
  Instruction& move = code_.instructions[conversion];
  move.a = yes.at;
  if (here() != after) {
    move = code_.instructions[after];
    code_.instructions.resize(after);
  } else {
    move.a = converted.at;
  }
  move.to = result.at;
  return result;
}

// a && b and a || b: the second is evaluated only where it decides.
Value Translator::short_circuit(bool is_and, Value first, int level) {
  const Value result = {Type::kBool, fresh()};
  emit(Operation::kMove, result.at, truth(first).at);
  const std::size_t end = emit(is_and ? Operation::kJumpUnless : Operation::kJumpIf, 0, result.at);
  emit(Operation::kMove, result.at, truth(binary(level + 1)).at);
  land({end});
  return result;
}

Value Translator::binary(int level) {
  if (level > kHighest) return unary();
  Value result = binary(level + 1);
  for (;;) {
    const auto found = std::find_if(std::begin(kLevels), std::end(kLevels),
                                    [&](const Level& one) { return one.level == level && is(one.sign); });
    if (found == std::end(kLevels) || peek().kind != Token::kSign) return result;
    ++at_;
    if (level < 2) {
      result = short_circuit(level == 1, result, level);
    } else {
      const Value second = binary(level + 1);
      result = arithmetic(found->sign, result, second);
    }
  }
}

Value Translator::unary() {
  if (take("!")) {
    const Value value = truth(unary());
    const Value result = {Type::kBool, fresh()};
    emit(Operation::kNot, result.at, value.at);
    return result;
  }
  if (take("~")) {
    const Value value = promoted(unary());
    const Value result = {value.type, fresh()};
    emit(is_wide(value.type) ? Operation::kInvertWide : Operation::kInvert, result.at, value.at);
    return result;
  }
  if (take("-")) {
    const Value value = promoted(unary());
    // -0.0f is what 0.0f - x is not.
    if (value.type == Type::kFloat) return arithmetic("*", constant(Type::kFloat, 0xbf800000u), value);
    return arithmetic("-", constant(value.type, 0), value);
  }
  if (is("++") || is("--")) {
    const bool up = is("++");
    ++at_;
    return step(place(), up, true);
  }
  if (is("(") && is_type(1)) {
    want("(");
    const Type type = want_type();
    want(")");
    return cast(unary(), type);
  }
  return postfix();
}

Value Translator::postfix() {
  std::size_t end = 0;
  if (!at_place(end)) return primary();
  const Place from = place();
  if (is("++") || is("--")) {
    const bool up = is("++");
    ++at_;
    return step(from, up, false);
  }
  return load(from);
}

Value Translator::primary() {
  if (take("(")) {
    const Value value = expression();
    want(")");
    return value;
  }
  if (peek().kind == Token::kNumber) {
    const Token& token = tokens_[at_++];
    return constant(token.type, token.value);
  }
  const std::string name = want_name();
  if (name == "true" || name == "false") return constant(Type::kBool, name == "true");
  Value result;
  if (named_value(name, result)) return result;
  if (is("(")) return call(name);
  refuse("the name " + name);
}

const Place* Translator::find(const std::string& name) const {
  for (std::size_t i = scopes_.size(); i > call_->first_scope; --i) {
    const auto found = scopes_[i - 1].find(name);
    if (found != scopes_[i - 1].end()) return &found->second;
  }
  return nullptr;
}

// A variable, or an element of an array, whose index becomes one register.
Place Translator::place() {
  const std::string name = want_name();
  const Place* const found = find(name);
  if (!found) refuse("the name " + name);
  Place result = *found;
  if (result.kind == Place::kRegister) return result;
  Value index = constant(Type::kU32, 0);
  for (std::size_t i = 0; i < result.extents.size(); ++i) {
    want("[");
    const Value of_this = cast(promoted(expression()), Type::kU32);
    want("]");
    // Each index has its own bound; the first index's is the whole array's.
    index = i == 0
                ? of_this
                : arithmetic("+", arithmetic("*", index, constant(Type::kU32, result.extents[i])), of_this);
  }
  // The index may be a variable that the assigned value changes.
  result.at = fresh();
  emit(Operation::kMove, result.at, index.at);
  return result;
}

Value Translator::load(const Place& place) {
  if (place.kind == Place::kRegister) {
    // A copy: the variable may change before the value is used.
    const Value result = {place.type, fresh()};
    emit(Operation::kMove, result.at, place.at);
    return result;
  }
  const Operation operation = place.kind == Place::kLocal    ? Operation::kLoadLocal
                              : place.kind == Place::kShared ? Operation::kLoadShared
                              : place.kind == Place::kIn     ? Operation::kLoadIn
                                                             : Operation::kLoadOut;
  const Value result = {place.type, fresh()};
  code_.instructions[emit(operation, result.at, 0, place.at, place.first)].bound = place.words();
  return result;
}

void Translator::store(const Place& place, Value value) {
  const Value converted = cast(value, place.type);
  if (place.kind == Place::kRegister) {
    emit(Operation::kMove, place.at, converted.at);
    return;
  }
  if (place.kind == Place::kIn) refuse("in[] is read only");
  const Operation operation = place.kind == Place::kLocal    ? Operation::kStoreLocal
                              : place.kind == Place::kShared ? Operation::kStoreShared
                                                             : Operation::kStoreOut;
  code_.instructions[emit(operation, 0, converted.at, place.at, place.first)].bound = place.words();
}

Value Translator::step(const Place& place, bool up, bool before) {
  const Value old = load(place);
  store(place, arithmetic(up ? "+" : "-", old, constant(Type::kI32, 1)));
  return before ? load(place) : old;
}

}  // namespace gridcall::kernels
