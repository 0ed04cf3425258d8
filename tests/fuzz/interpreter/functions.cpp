// SPDX-License-Identifier: Apache-2.0
//
// Functions that a kernel calls: CUDA's, and its own.

#include <array>
#include <optional>

#include "fuzz/interpreter/translator.h"

namespace gridcall::kernels {
namespace {

template <typename Kind, std::size_t count>
std::optional<Kind> kind_of(const std::pair<const char*, Kind> (&table)[count], const std::string& name) {
  for (const auto& [known, kind] : table) {
    if (name == known) return kind;
  }
  return std::nullopt;
}

constexpr std::pair<const char*, Builtin> kBuiltins[] = {
    {"threadIdx.x", Builtin::kThreadX},  {"threadIdx.y", Builtin::kThreadY},
    {"threadIdx.z", Builtin::kThreadZ},  {"blockIdx.x", Builtin::kBlockX},
    {"blockIdx.y", Builtin::kBlockY},    {"blockIdx.z", Builtin::kBlockZ},
    {"blockDim.x", Builtin::kBlockDimX}, {"blockDim.y", Builtin::kBlockDimY},
    {"blockDim.z", Builtin::kBlockDimZ}, {"gridDim.x", Builtin::kGridDimX},
    {"gridDim.y", Builtin::kGridDimY},   {"gridDim.z", Builtin::kGridDimZ},
    {"p.a", Builtin::kParameterA},       {"p.b", Builtin::kParameterB},
    {"p.c", Builtin::kParameterC},
};
constexpr std::pair<const char*, Atomic> kAtomics[] = {
    {"atomicAdd", Atomic::kAdd}, {"atomicMin", Atomic::kMinimum}, {"atomicMax", Atomic::kMaximum},
    {"atomicAnd", Atomic::kAnd}, {"atomicOr", Atomic::kOr},       {"atomicXor", Atomic::kXor},
};
constexpr std::pair<const char*, Meeting> kShuffles[] = {
    {"__shfl_sync", Meeting::kShuffle},
    {"__shfl_up_sync", Meeting::kShuffleUp},
    {"__shfl_down_sync", Meeting::kShuffleDown},
    {"__shfl_xor_sync", Meeting::kShuffleXor},
};
constexpr std::pair<const char*, Meeting> kVotes[] = {
    {"__ballot_sync", Meeting::kBallot}, {"__any_sync", Meeting::kAny}, {"__all_sync", Meeting::kAll}};
constexpr std::pair<const char*, Meeting> kReductions[] = {
    {"__match_any_sync", Meeting::kMatchAny},       {"__reduce_add_sync", Meeting::kReduceAdd},
    {"__reduce_min_sync", Meeting::kReduceMinimum}, {"__reduce_max_sync", Meeting::kReduceMaximum},
    {"__reduce_and_sync", Meeting::kReduceAnd},     {"__reduce_or_sync", Meeting::kReduceOr},
    {"__reduce_xor_sync", Meeting::kReduceXor},
};
constexpr std::pair<const char*, Meeting> kBarriers[] = {{"__syncthreads_count", Meeting::kBarrierCount},
                                                         {"__syncthreads_and", Meeting::kBarrierAnd},
                                                         {"__syncthreads_or", Meeting::kBarrierOr}};
constexpr std::pair<const char*, Operation> kUnary[] = {{"__popc", Operation::kPopulation},
                                                        {"__clz", Operation::kLeadingZeros},
                                                        {"__ffs", Operation::kFirstSet},
                                                        {"__brev", Operation::kReverse}};

}  // namespace

bool Translator::named_value(const std::string& name, Value& result) {
  if (!is(".")) return false;
  const auto kind = kind_of(kBuiltins, name + "." + peek(1).text);
  if (!kind) refuse("the name " + name);
  at_ += 2;
  result = {*kind == Builtin::kParameterC ? Type::kU64 : Type::kU32, fresh()};
  emit(Operation::kBuiltin, result.at, 0, 0, static_cast<std::uint64_t>(*kind));
  return true;
}

std::vector<Value> Translator::arguments() {
  std::vector<Value> result;
  want("(");
  while (!take(")")) {
    result.push_back(expression());
    if (!is(")")) want(",");
  }
  return result;
}

Value Translator::call(const std::string& name) {
  if (const auto kind = kind_of(kAtomics, name)) return atomic(*kind);
  if (const auto function = functions_.find(name); function != functions_.end())
    return call_function(function->second, arguments());
  if (name.size() > 5 && (name.ends_with("_sync") || name.starts_with("__sync") ||
                          name.starts_with("named_") || name == "block_barrier"))
    return warp_function(name);
  const std::vector<Value> values = arguments();
  Value result;
  if (!plain_function(name, values, result)) refuse("the function " + name);
  return result;
}

bool Translator::plain_function(const std::string& name, const std::vector<Value>& values, Value& result) {
  if (const auto operation = kind_of(kUnary, name); operation && values.size() == 1) {
    const Value value = cast(values[0], Type::kU32);
    result = {*operation == Operation::kReverse ? Type::kU32 : Type::kI32, fresh()};
    emit(*operation, result.at, value.at);
    return true;
  }
  if (name == "__float_as_uint" && values.size() == 1 && values[0].type == Type::kFloat) {
    result = {Type::kU32, values[0].at};
    return true;
  }
  if ((name != "min" && name != "max") || values.size() != 2 || values[0].type != values[1].type)
    return false;
  const bool is_signed = values[0].type == Type::kI32;
  if (!is_signed && values[0].type != Type::kU32) return false;
  result = {values[0].type, fresh()};
  const Operation operation = name == "min" ? (is_signed ? Operation::kMinimumSigned : Operation::kMinimum)
                                            : (is_signed ? Operation::kMaximumSigned : Operation::kMaximum);
  emit(operation, result.at, values[0].at, values[1].at);
  return true;
}

Value Translator::call_function(const Function& function, const std::vector<Value>& values) {
  if (values.size() != function.parameters.size()) refuse("as many arguments as parameters");
  if (++depth_ > 16) refuse("a function that calls itself");
  Call call;
  call.result = {function.result, fresh()};
  call.first_scope = scopes_.size();
  scopes_.emplace_back();
  for (std::size_t i = 0; i < values.size(); ++i) {
    Place place;
    place.type = function.parameters[i].first;
    place.at = fresh();
    store(place, values[i]);
    scopes_.back()[function.parameters[i].second] = place;
  }
  const std::size_t back = at_;
  at_ = function.body;
  body(call);
  at_ = back;
  land(call.returns);
  scopes_.pop_back();
  --depth_;
  return call.result;
}

// Translates an atomic function of an element: &array[index] or array + index.
Value Translator::atomic(Atomic kind) {
  want("(");
  Place to;
  if (take("&")) {
    to = place();
  } else {
    const Place* const found = find(want_name());
    if (!found) refuse("an array is missing");
    to = *found;
    want("+");
    const Value index = cast(expression(), Type::kU32);
    to.at = index.at;
  }
  if (to.kind != Place::kShared && to.kind != Place::kOut)
    refuse("memory of more than one thread is missing");
  want(",");
  const Value operand = cast(expression(), to.type);
  want(")");
  const std::uint16_t at = fresh();
  fresh();
  emit(Operation::kMove, at, operand.at);
  emit(Operation::kConstant, static_cast<std::uint16_t>(at + 1), 0, 0, static_cast<std::uint64_t>(kind));
  const Value result = {to.type, fresh()};
  const Operation operation = to.kind == Place::kShared ? Operation::kAtomicShared : Operation::kAtomicOut;
  code_.instructions[emit(operation, result.at, at, to.at, to.first)].bound = to.words();
  return result;
}

Value Translator::meet(Meeting meeting, Type result, const std::vector<std::pair<Value, Type>>& operands) {
  constexpr unsigned kOperands = 4;
  std::vector<Value> converted;
  for (const auto& [value, type] : operands) converted.push_back(cast(value, type));
  std::uint16_t first = 0;
  for (unsigned i = 0; i < kOperands; ++i) {
    const std::uint16_t at = fresh();
    if (i == 0) first = at;
    if (i < converted.size()) emit(Operation::kMove, at, converted[i].at);
  }
  code_.synchronizes = true;
  const Value value = {result, fresh()};
  emit(Operation::kSynchronize, value.at, first, 0, static_cast<std::uint64_t>(meeting));
  return value;
}

Value Translator::warp_function(const std::string& name) {
  constexpr Type kU32 = Type::kU32, kI32 = Type::kI32;
  if (name == "__match_all_sync") {
    want("(");
    const Value mask = expression();
    want(",");
    const Value value = expression();
    want(",");
    want("&");
    const Place same = place();
    want(")");
    if (same.kind != Place::kRegister) refuse("a variable for the predicate is missing");
    const Value number = constant(kU32, same.at);
    return meet(Meeting::kMatchAll, kU32, {{mask, kU32}, {value, kU32}, {number, kU32}});
  }
  const std::vector<Value> values = arguments();
  const std::size_t count = values.size();
  if ((name == "__syncthreads" || name == "block_barrier") && count == 0)
    return meet(Meeting::kBarrier, kI32, {});
  if (name == "__syncwarp" && count < 2)
    return meet(Meeting::kWarp, kI32, {{count == 1 ? values[0] : constant(kU32, 0xffffffffu), kU32}});
  if (name == "named_barrier" && count == 2)
    return meet(Meeting::kNamedBarrier, kI32, {{values[0], kU32}, {values[1], kU32}});
  if (const auto barrier = kind_of(kBarriers, name); barrier && count == 1)
    return meet(*barrier, kI32, {{truth(values[0]), Type::kBool}});
  if (const auto vote = kind_of(kVotes, name); vote && count == 2)
    return meet(*vote, name == "__ballot_sync" ? kU32 : kI32,
                {{values[0], kU32}, {truth(values[1]), Type::kBool}});
  if (const auto shuffle = kind_of(kShuffles, name); shuffle && (count == 3 || count == 4)) {
    if (values[1].type != kU32 && values[1].type != kI32 && values[1].type != Type::kFloat)
      refuse("a shuffle of 32 bits");
    const Value width = count == 4 ? values[3] : constant(kU32, 32);
    return meet(*shuffle, values[1].type,
                {{values[0], kU32}, {values[1], values[1].type}, {values[2], kU32}, {width, kU32}});
  }
  if (const auto reduction = kind_of(kReductions, name); reduction && count == 2) {
    if (values[1].type != kU32) refuse("a u32");
    return meet(*reduction, kU32, {{values[0], kU32}, {values[1], kU32}});
  }
  refuse("the function " + name);
}

}  // namespace gridcall::kernels
