// SPDX-License-Identifier: Apache-2.0
//
// Translates the source of a kernel to instructions, in one pass over its tokens. A device function is
// translated anew at each of its calls.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/interpreter/code.h"
#include "fuzz/interpreter/interpreter.h"
#include "fuzz/interpreter/lexer.h"

namespace gridcall::kernels {

struct Value {
  Type type = Type::kU32;
  std::uint16_t at = 0;  // its register
};

// The target of an assignment, and the variable that a name refers to.
struct Place {
  enum Kind : std::uint8_t { kRegister, kLocal, kShared, kIn, kOut };
  Kind kind = kRegister;
  Type type = Type::kU32;
  std::uint16_t at = 0;     // its register; of an element the index
  std::uint32_t first = 0;  // of an array: where it begins, in words
  std::vector<std::uint32_t> extents = {};
  std::uint32_t words() const;
};

class Translator {
 public:
  Translator(const std::vector<Token>& tokens, Code& code) : tokens_(tokens), code_(code) {}
  void run();

 private:
  struct Function {
    Type result = Type::kStatement;
    std::vector<std::pair<Type, std::string>> parameters;
    std::size_t body = 0;  // its first token
  };
  // Jumps whose goal is not known yet.
  using Jumps = std::vector<std::size_t>;
  struct Loop {
    bool is_switch = false;
    Jumps breaks, continues;
  };
  struct Labels {
    std::map<std::string, std::size_t> known;
    std::vector<std::pair<std::string, std::size_t>> wanted;
  };
  struct Call {
    bool is_kernel = false;
    Value result;
    Jumps returns;
    Labels labels;
    std::size_t first_scope = 0;
    std::vector<Loop> loops = {};
  };

  // Tokens.
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool is(const char* text, std::size_t ahead = 0) const { return peek(ahead).text == text; }
  bool take(const char* text);
  void want(const char* text);
  std::string want_name();
  [[noreturn]] void refuse(const std::string& why) const;
  bool is_type(std::size_t ahead = 0) const;
  Type want_type();

  // Instructions and registers.
  std::size_t emit(Operation operation, std::uint16_t to = 0, std::uint16_t a = 0, std::uint16_t b = 0,
                   std::uint64_t value = 0);
  std::size_t here() const { return code_.instructions.size(); }
  void land(const Jumps& jumps) { land(jumps, here()); }
  void land(const Jumps& jumps, std::size_t goal);
  std::uint16_t fresh();
  Value constant(Type type, std::uint64_t value);

  // statements.cpp
  void function(Type result, const std::string& name);
  void kernel();
  void body(Call& call);
  void statement();
  void block();
  void declaration(bool shared);
  void array(const std::string& name, Type type, bool shared);
  void initialize(const Place& place);
  void branch();
  void while_loop();
  void do_loop();
  void for_loop();
  void switch_of();
  void leave(bool is_break);
  void jump_to(const std::string& label);
  void return_value();
  void end_loop(std::size_t next, std::size_t end);
  void skip_braces();

  // expressions.cpp
  Value expression() { return assignment(); }
  Value assignment();
  Value conditional();
  Value binary(int level);
  Value unary();
  Value postfix();
  Value primary();
  Value cast(Value value, Type type);
  Value promoted(Value value);
  Value truth(Value value) { return cast(value, Type::kBool); }
  Value arithmetic(const std::string& sign, Value a, Value b);
  Value short_circuit(bool is_and, Value first, int level);
  bool at_place(std::size_t& end) const;
  Place place();
  Value load(const Place& place);
  void store(const Place& place, Value value);
  Value step(const Place& place, bool up, bool before);
  const Place* find(const std::string& name) const;

  // functions.cpp
  Value call(const std::string& name);
  std::vector<Value> arguments();
  bool named_value(const std::string& name, Value& result);
  Value call_function(const Function& function, const std::vector<Value>& values);
  Value atomic(Atomic kind);
  Value meet(Meeting meeting, Type result, const std::vector<std::pair<Value, Type>>& operands);
  Value warp_function(const std::string& name);
  bool plain_function(const std::string& name, const std::vector<Value>& values, Value& result);

  const std::vector<Token>& tokens_;
  Code& code_;
  std::size_t at_ = 0;
  std::uint16_t next_ = 0;  // the first free register
  std::map<std::string, Function> functions_;
  std::vector<std::map<std::string, Place>> scopes_;
  Call* call_ = nullptr;
  int depth_ = 0;
};

}  // namespace gridcall::kernels
