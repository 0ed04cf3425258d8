// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "fuzz/interpreter/translator.h"

namespace gridcall::kernels {
namespace {

constexpr unsigned kMaxWords = 1u << 14;

}  // namespace

std::uint32_t Place::words() const {
  std::uint32_t words = 1;
  for (const std::uint32_t extent : extents) words *= extent;
  return words;
}

bool Translator::take(const char* text) {
  if (!is(text) || peek().kind == Token::kText) return false;
  ++at_;
  return true;
}

void Translator::want(const char* text) {
  if (!take(text)) refuse("`" + std::string(text) + "` is missing");
}

std::string Translator::want_name() {
  if (peek().kind != Token::kName) refuse("a name is missing");
  return tokens_[at_++].text;
}

void Translator::refuse(const std::string& why) const {
  std::string text = why + " before `";
  for (std::size_t i = at_; i < tokens_.size() && i < at_ + 8; ++i) text += tokens_[i].text + " ";
  throw Undefined{text + "`"};
}

bool Translator::is_type(std::size_t ahead) const {
  const std::string& text = peek(ahead).text;
  return text == "u32" || text == "int" || text == "u64" || text == "float" || text == "bool" ||
         text == "const" || text == "unsigned" || text == "volatile";
}

Type Translator::want_type() {
  while (take("const") || take("volatile")) {
  }
  if (take("u32") || take("unsigned")) return Type::kU32;
  if (take("int")) return Type::kI32;
  if (take("u64")) return Type::kU64;
  if (take("float")) return Type::kFloat;
  if (take("bool")) return Type::kBool;
  refuse("a type is missing");
}

std::size_t Translator::emit(Operation operation, std::uint16_t to, std::uint16_t a, std::uint16_t b,
                             std::uint64_t value) {
  code_.instructions.push_back({operation, to, a, b, 0, value});
  return here() - 1;
}

void Translator::land(const Jumps& jumps, std::size_t goal) {
  for (const std::size_t jump : jumps) code_.instructions[jump].value = goal;
}

std::uint16_t Translator::fresh() {
  if (next_ == 0xffff) refuse("too many values");
  code_.registers = std::max(code_.registers, next_ + 1u);
  return next_++;
}

Value Translator::constant(Type type, std::uint64_t value) {
  const Value result = {type, fresh()};
  emit(Operation::kConstant, result.at, 0, 0, value);
  return result;
}

void Translator::run() {
  while (peek().kind != Token::kEnd) {
    if (take("extern")) {
      ++at_;  // "C"
      want("__global__");
      while (is("FITS")) ++at_;
      want("void");
      want_name();
      kernel();
      continue;
    }
    while (take("__device__") || take("__noinline__") || take("__forceinline__") || take("static") ||
           take("inline")) {
    }
    const Type type = want_type();
    function(type, want_name());
  }
}

void Translator::function(Type result, const std::string& name) {
  Function function;
  function.result = result;
  want("(");
  while (!take(")")) {
    const Type type = want_type();
    function.parameters.emplace_back(type, want_name());
    take(",");
  }
  function.body = at_;
  skip_braces();
  functions_[name] = std::move(function);
}

void Translator::skip_braces() {
  want("{");
  for (int open = 1; open != 0;) {
    if (peek().kind == Token::kEnd) refuse("`}` is missing");
    if (is("{")) ++open;
    if (is("}")) --open;
    ++at_;
  }
}

// Its parameters are always the same.
void Translator::kernel() {
  while (!take(")")) ++at_;
  Call call;
  call.is_kernel = true;
  scopes_.emplace_back();
  Place in, out;
  in.kind = Place::kIn;
  in.extents = {kInWords};
  out.kind = Place::kOut;
  out.extents = {kOutWords};
  scopes_.back()["in"] = in;
  scopes_.back()["out"] = out;
  body(call);
  land(call.returns);
  emit(Operation::kExit);
  scopes_.pop_back();
}

void Translator::body(Call& call) {
  Call* const outer = call_;
  call_ = &call;
  block();
  for (const auto& [name, jump] : call.labels.wanted) {
    const auto label = call.labels.known.find(name);
    if (label == call.labels.known.end()) refuse("no label " + name);
    code_.instructions[jump].value = label->second;
  }
  call_ = outer;
}

void Translator::block() {
  const std::uint16_t free = next_;
  scopes_.emplace_back();
  want("{");
  while (!take("}")) statement();
  scopes_.pop_back();
  next_ = free;
}

void Translator::statement() {
  if (is("{")) return block();
  if (take(";")) return;
  if (peek().kind == Token::kName && is(":", 1) && !is("default")) {
    call_->labels.known[want_name()] = here();
    want(":");
    return;
  }
  if (take("if")) return branch();
  if (take("while")) return while_loop();
  if (take("do")) return do_loop();
  if (take("for")) return for_loop();
  if (take("switch")) return switch_of();
  if (take("break")) return leave(true);
  if (take("continue")) return leave(false);
  if (take("return")) return return_value();
  if (take("goto")) {
    jump_to(want_name());
    return want(";");
  }
  if (take("extern")) refuse("memory whose size is told at the launch");
  if (take("__shared__")) return declaration(true);
  if (is_type()) return declaration(false);
  const std::uint16_t free = next_;
  expression();
  want(";");
  next_ = free;
}

void Translator::declaration(bool shared) {
  const Type type = want_type();
  do {
    const std::string name = want_name();
    if (is("[") || shared) {
      array(name, type, shared);
      continue;
    }
    Place place;
    place.type = type;
    place.at = fresh();
    scopes_.back()[name] = place;
    if (!take("=")) continue;
    const std::uint16_t free = next_;
    store(place, expression());
    next_ = free;
  } while (take(","));
  want(";");
}

void Translator::array(const std::string& name, Type type, bool shared) {
  Place place;
  place.kind = shared ? Place::kShared : Place::kLocal;
  place.type = type;
  while (take("[")) {
    if (peek().kind != Token::kNumber) refuse("an array's size is missing");
    place.extents.push_back(static_cast<std::uint32_t>(tokens_[at_++].value));
    want("]");
  }
  if (place.words() == 0 || place.words() > kMaxWords || type == Type::kU64) refuse("an array like that");
  unsigned& words = shared ? code_.shared_words : code_.local_words;
  place.first = words;
  words += place.words();
  scopes_.back()[name] = place;
  if (take("=")) initialize(place);
}

// Elements that the list does not name become 0.
void Translator::initialize(const Place& place) {
  const std::uint16_t free = next_;
  want("{");
  for (std::uint32_t i = 0; i < place.words(); ++i) {
    Place element = place;
    element.extents = {place.words()};
    const Value value = is("}") ? constant(place.type, 0) : expression();
    element.at = constant(Type::kU32, i).at;
    store(element, value);
    take(",");
    next_ = free;
  }
  want("}");
}

void Translator::branch() {
  const std::uint16_t free = next_;
  want("(");
  const Value condition = truth(expression());
  want(")");
  next_ = free;
  const std::size_t otherwise = emit(Operation::kJumpUnless, 0, condition.at);
  statement();
  if (!take("else")) return land({otherwise});
  const std::size_t end = emit(Operation::kJump);
  land({otherwise});
  statement();
  land({end});
}

void Translator::end_loop(std::size_t next, std::size_t end) {
  land(call_->loops.back().continues, next);
  land(call_->loops.back().breaks, end);
  call_->loops.pop_back();
}

void Translator::while_loop() {
  const std::uint16_t free = next_;
  const std::size_t top = here();
  want("(");
  const Value condition = truth(expression());
  want(")");
  next_ = free;
  const std::size_t out = emit(Operation::kJumpUnless, 0, condition.at);
  call_->loops.emplace_back();
  statement();
  emit(Operation::kJump, 0, 0, 0, top);
  land({out});
  end_loop(top, here());
}

void Translator::do_loop() {
  const std::uint16_t free = next_;
  const std::size_t top = here();
  call_->loops.emplace_back();
  statement();
  const std::size_t next = here();
  want("while");
  want("(");
  const Value condition = truth(expression());
  want(")");
  want(";");
  emit(Operation::kJumpIf, 0, condition.at, 0, top);
  next_ = free;
  end_loop(next, here());
}

void Translator::for_loop() {
  const std::uint16_t free = next_;
  scopes_.emplace_back();
  want("(");
  if (is_type()) {
    declaration(false);
  } else {
    if (!is(";")) expression();
    want(";");
  }
  const std::uint16_t after = next_;
  const std::size_t top = here();
  Jumps out;
  if (!is(";")) out.push_back(emit(Operation::kJumpUnless, 0, truth(expression()).at));
  want(";");
  next_ = after;
  const std::size_t into = emit(Operation::kJump);
  const std::size_t next = here();
  if (!is(")")) expression();
  want(")");
  next_ = after;
  emit(Operation::kJump, 0, 0, 0, top);
  land({into});
  call_->loops.emplace_back();
  statement();
  emit(Operation::kJump, 0, 0, 0, next);
  land(out);
  end_loop(next, here());
  scopes_.pop_back();
  next_ = free;
}

void Translator::switch_of() {
  const std::uint16_t free = next_;
  want("(");
  const Value value = promoted(expression());
  want(")");
  // The comparisons come behind the body, where all labels are known.
  const std::size_t into = emit(Operation::kJump);
  std::vector<std::pair<std::uint64_t, std::size_t>> cases;
  std::size_t otherwise = 0;
  call_->loops.push_back({true, {}, {}});
  scopes_.emplace_back();
  want("{");
  while (!take("}")) {
    if (take("case")) {
      if (peek().kind != Token::kNumber) refuse("a case");
      cases.emplace_back(tokens_[at_++].value, here());
      want(":");
    } else if (take("default")) {
      want(":");
      otherwise = here();
    } else {
      statement();
    }
  }
  scopes_.pop_back();
  const Jumps breaks = call_->loops.back().breaks;
  call_->loops.pop_back();
  const std::size_t end = emit(Operation::kJump);
  land({into});
  for (const auto& [label, goal] : cases) {
    const Value equal = constant(value.type, label);
    emit(Operation::kEqual, equal.at, value.at, equal.at);
    emit(Operation::kJumpIf, 0, equal.at, 0, goal);
  }
  if (otherwise != 0) emit(Operation::kJump, 0, 0, 0, otherwise);
  land({end});
  land(breaks);
  next_ = free;
}

void Translator::leave(bool is_break) {
  want(";");
  std::vector<Loop>& loops = call_->loops;
  auto loop = loops.rbegin();
  while (loop != loops.rend() && !is_break && loop->is_switch) ++loop;
  if (loop == loops.rend()) refuse("no loop to leave");
  (is_break ? loop->breaks : loop->continues).push_back(emit(Operation::kJump));
}

void Translator::jump_to(const std::string& label) {
  call_->labels.wanted.emplace_back(label, emit(Operation::kJump));
}

void Translator::return_value() {
  const std::uint16_t free = next_;
  if (!is(";")) {
    if (call_->is_kernel) refuse("a kernel returns no value");
    emit(Operation::kMove, call_->result.at, cast(expression(), call_->result.type).at);
  }
  want(";");
  call_->returns.push_back(emit(Operation::kJump));
  next_ = free;
}

}  // namespace gridcall::kernels
