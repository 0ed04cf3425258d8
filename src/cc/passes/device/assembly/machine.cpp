// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/device/assembly/machine.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "cc/ir/names.h"
#include "cc/ir/runtime.h"

namespace gridcall::cc::assembly {

Machine::Machine(llvm::CallInst* call, Carry& between)
    : call_(call), builder_(call), between_(between), has_carry_(between.is_set) {}

namespace {

// A statement that is always refused, by its opcode, or by the opcode and a modifier.
struct Refusal {
  const char *opcode, *modifier, *reason;
};
constexpr const char *kTensorMemory = "it needs the tensor cores' own memory, which only a GPU has",
                     *kTensorMap = "it needs a tensor map, which the driver of a GPU makes",
                     *kCallConvention =
                         "it needs PTX's own calling convention; call the function from CUDA C++",
                     *kTexture = "use the CUDA C++ functions of textures and surfaces";
constexpr Refusal kRefusals[] = {
    {"wgmma", "", "a group of four warps multiplies in the background there; use mma.sync or wmma"},
    {"tcgen05", "", kTensorMemory},
    {"tensormap", "", kTensorMap},
    {"cp", "tensor", kTensorMap},
    {"cp", "im2col", kTensorMap},
    {"multimem", "", "it needs memory of several GPUs behind one address"},
    {"clusterlaunchcontrol", "", "blocks that take over others' work need sm_100"},
    {"mma", "sp", "factors of which half are left out are not supported; use mma.sync with all of them"},
    {"mma", "block_scale", "scaled factors need sm_120"},
    {"atom", "b128", "atomic accesses have 8 bytes at most"},
    {"wmma", "", "use mma.h, whose functions it is made from"},
    {"call", "", kCallConvention},
    {"ret", "", "functions are inlined into kernels; return in CUDA C++, or leave the kernel by `exit`"},
    {"alloca", "", kCallConvention},
    {"stacksave", "", kCallConvention},
    {"stackrestore", "", kCallConvention},
    {"tex", "", kTexture},
    {"tld4", "", kTexture},
    {"txq", "", kTexture},
    {"istypep", "", kTexture},
    {"suld", "", kTexture},
    {"sust", "", kTexture},
    {"sured", "", kTexture},
    {"suq", "", kTexture},
};

std::string reason_of(const Statement& statement) {
  for (const Refusal& one : kRefusals) {
    if (statement.opcode == one.opcode && (*one.modifier == 0 || statement.has(one.modifier)))
      return one.reason;
  }
  return {};
}

}  // namespace

bool Machine::run(std::string& problem, std::string& reason) {
  auto* assembly = llvm::cast<llvm::InlineAsm>(call_->getCalledOperand());
  std::string text = assembly->getAsmString();
  std::replace(text.begin(), text.end(), kAssemblyPercent, '%');
  // A label's name may contain the number of the assembly, which is a scope of its own anyway.
  for (std::size_t at; (at = text.find("${:uid}")) != std::string::npos;) text.replace(at, 7, "_uid");
  llvm::SmallVector<Statement> statements;
  if (!parse(text, statements)) return false;
  has_control_ = llvm::any_of(statements, is_control);
  if (!bind_operands()) return false;
  llvm::Type* bit = builder_.getInt1Ty();
  Value* carry =
      has_carry_ ? builder_.CreateLoad(bit, between_.place) : llvm::cast<Value>(builder_.getFalse());
  registers_["%cc"] = make_register(bit, carry, "carry");
  collect_labels(statements);
  for (const Statement& statement : statements) {
    if (statement.opcode == kScopeBegin) {
      enter_scope();
    } else if (statement.opcode == kScopeEnd) {
      leave_scope();
    } else if (!(statement.opcode == ".reg" ? declare(statement) : translate(statement))) {
      if (statements.size() > 1) problem = statement.text;
      reason = reason_of(statement);
      return false;
    }
  }
  if (has_carry_) {
    if (!between_.place) between_.place = local(bit, "carry");
    builder_.CreateStore(value_of(registers_["%cc"]), between_.place);
    between_.is_set = true;
  }
  replace_call();
  return true;
}

// "$0" ... are the results, then the arguments that are not a result's initial value ("+r").
bool Machine::bind_operands() {
  auto* assembly = llvm::cast<llvm::InlineAsm>(call_->getCalledOperand());
  llvm::SmallVector<llvm::Type*> types;
  if (auto* type = llvm::dyn_cast<llvm::StructType>(call_->getType())) {
    types.append(type->element_begin(), type->element_end());
  } else if (!call_->getType()->isVoidTy()) {
    types.push_back(call_->getType());
  }
  unsigned argument = 0, operand = 0;
  for (const llvm::InlineAsm::ConstraintInfo& constraint : assembly->ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber) continue;
    if (constraint.isIndirect || constraint.Type == llvm::InlineAsm::isLabel) return false;
    const std::string name = "$" + std::to_string(operand++);
    if (constraint.Type == llvm::InlineAsm::isOutput) {
      if (outputs_.size() >= types.size()) return false;
      llvm::Type* type = types[outputs_.size()];
      registers_[name] = make_register(type, llvm::Constant::getNullValue(type), "result");
      outputs_.push_back(name);
      continue;
    }
    Value* value = call_->getArgOperand(argument++);
    unsigned tied = 0;
    if (!constraint.Codes.empty() && !llvm::StringRef(constraint.Codes[0]).getAsInteger(10, tied)) {
      if (tied >= outputs_.size()) return false;
      Register& output = registers_[outputs_[tied]];
      Value* first = convert(value, output.type);
      if (!first) return false;
      set(output, first);
    }
    registers_[name] = llvm::isa<llvm::Constant>(value) ? Register{value->getType(), value}
                                                        : make_register(value->getType(), value, "operand");
  }
  return outputs_.size() == types.size();
}

llvm::AllocaInst* Machine::local(llvm::Type* type, const llvm::Twine& name) {
  llvm::BasicBlock& entry = call_->getFunction()->getEntryBlock();
  return llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, nullptr, name);
}

Machine::Register Machine::make_register(llvm::Type* type, Value* value, const llvm::Twine& name) {
  Register result{type, value, has_control_ ? local(type, name) : nullptr};
  if (result.place) builder_.CreateStore(value, result.place);
  return result;
}

void Machine::replace_call() {
  Value* result = nullptr;
  if (outputs_.size() == 1 && !call_->getType()->isStructTy()) {
    result = value_of(registers_[outputs_[0]]);
  } else if (!outputs_.empty()) {
    result = llvm::PoisonValue::get(call_->getType());
    for (unsigned i = 0; i < outputs_.size(); ++i)
      result = builder_.CreateInsertValue(result, value_of(registers_[outputs_[i]]), i);
  }
  if (result) call_->replaceAllUsesWith(result);
  call_->eraseFromParent();
}

// ".reg .b32 a, t<4>" declares `a`, `t0` ... `t3`.
bool Machine::declare(const Statement& statement) {
  const std::optional<Kind> declared = kind(statement);
  if (!declared || !statement.are_modifiers_known()) return false;
  for (llvm::StringRef name : statement.operands) {
    auto [stem, rest] = name.split('<');
    unsigned count = 0;
    if (rest.empty()) {
      if (!declare_one(name, declared->type)) return false;
    } else if (!rest.consume_back(">") || rest.getAsInteger(10, count) || count > 4096) {
      return false;
    }
    for (unsigned i = 0; i < count; ++i) {
      if (!declare_one(stem.str() + std::to_string(i), declared->type)) return false;
    }
  }
  return true;
}

bool Machine::declare_one(llvm::StringRef name, llvm::Type* type) {
  const auto outer = registers_.find(name);
  const Register hidden = outer == registers_.end() ? Register() : outer->second;
  // Declaring a register twice in one scope is an error.
  if (!hidden_.back().try_emplace(name, hidden).second) return false;
  registers_[name] = make_register(type, llvm::Constant::getNullValue(type), name);
  return true;
}

void Machine::leave_scope() {
  scopes_.pop_back();
  for (const auto& entry : hidden_.pop_back_val()) {
    if (!entry.second.type) {
      registers_.erase(entry.getKey());
    } else {
      registers_[entry.getKey()] = entry.second;
    }
  }
}

std::optional<Machine::Kind> Machine::kind(llvm::StringRef suffix) {
  if (suffix == "f32") return Kind{builder_.getFloatTy()};
  if (suffix == "f64") return Kind{builder_.getDoubleTy()};
  if (suffix == "f16") return Kind{builder_.getHalfTy()};
  if (suffix == "pred") return Kind{builder_.getInt1Ty()};
  const bool is_signed = suffix.starts_with("s");
  if (suffix.size() < 2 || (!is_signed && !suffix.starts_with("u") && !suffix.starts_with("b")))
    return std::nullopt;
  unsigned size = 0;
  if (suffix.drop_front().getAsInteger(10, size) ||
      (size != 8 && size != 16 && size != 32 && size != 64 && size != 128))
    return std::nullopt;
  return Kind{integer(size), is_signed};
}

// ---- Operands ----

// Converts an operand as PTX allows for a register of another type: the bits are kept, or the low ones of a
// larger register are taken.
Value* Machine::convert(Value* value, llvm::Type* type) {
  llvm::Type* from = value->getType();
  if (from == type) return value;
  if (from->isIntegerTy(1) || type->isIntegerTy(1)) return nullptr;
  if (from->isPointerTy() && type->isPointerTy()) return builder_.CreateAddrSpaceCast(value, type);
  if (from->isPointerTy()) {
    value = builder_.CreatePtrToInt(value, integer(64));
    from = value->getType();
  }
  const unsigned have = from->getScalarSizeInBits(),
                 want = type->isPointerTy() ? 64 : type->getScalarSizeInBits();
  if (!from->isIntegerTy()) value = builder_.CreateBitCast(value, integer(have));
  if (have < want) return nullptr;
  if (have > want) value = builder_.CreateTrunc(value, integer(want));
  if (type->isPointerTy()) return builder_.CreateIntToPtr(value, type);
  return type->isIntegerTy() ? value : builder_.CreateBitCast(value, type);
}

Value* Machine::read(llvm::StringRef operand, llvm::Type* type) {
  bool is_negated = false;
  if (type->isIntegerTy(1)) is_negated = operand.consume_front("!");
  Value* value = nullptr;
  if (auto found = registers_.find(operand); found != registers_.end()) {
    value = convert(value_of(found->second), type);
  } else if (operand.starts_with("%") || operand == "WARP_SZ") {
    value = special_register(operand);
    if (value) value = convert(value, type);
  } else {
    value = number(operand, type);
  }
  return value && is_negated ? builder_.CreateNot(value) : value;
}

Value* Machine::number(llvm::StringRef text, llvm::Type* type) {
  const bool is_negative = text.consume_front("-");
  if (text.empty() || llvm::isDigit(text.front()) == false) return nullptr;
  if (type->isFloatingPointTy()) {
    // 0f3F800000 and 0d3FF0000000000000 are bit patterns.
    std::uint64_t word = 0;
    double value = 0;
    if (text.starts_with_insensitive("0f") && text.size() == 10) {
      if (text.drop_front(2).getAsInteger(16, word)) return nullptr;
      value = static_cast<double>(llvm::bit_cast<float>(static_cast<std::uint32_t>(word)));
    } else if (text.starts_with_insensitive("0d") && text.size() == 18) {
      if (text.drop_front(2).getAsInteger(16, word)) return nullptr;
      value = llvm::bit_cast<double>(word);
    } else if (text.getAsDouble(value)) {
      return nullptr;
    }
    return llvm::ConstantFP::get(type, is_negative ? -value : value);
  }
  if (!type->isIntegerTy()) return nullptr;
  text.consume_back("U") || text.consume_back("u");
  std::uint64_t value = 0;
  if (text.getAsInteger(0, value)) return nullptr;
  if (is_negative) value = 0 - value;
  const unsigned size = type->getIntegerBitWidth();
  return llvm::ConstantInt::get(type, size < 64 ? value & ((std::uint64_t{1} << size) - 1) : value);
}

Value* Machine::special_register(llvm::StringRef name) {
  using namespace llvm::Intrinsic;
  if (name == "WARP_SZ") return builder_.getInt32(32);
  if (name.starts_with("%envreg") || name.starts_with("%pm")) return builder_.getInt32(0);
  if (name == "%gridid" || name == "%current_graph_exec") return builder_.getInt64(0);
  for (std::size_t i = 0; i < std::size(cpu::kSpecialRegisters); ++i) {
    if (name != cpu::kSpecialRegisters[i]) continue;
    const auto which = static_cast<cpu::Special>(i);
    Value* value = special(which);
    return which == cpu::Special::kIsExplicitCluster ? builder_.CreateICmpNE(value, builder_.getInt32(0))
                                                     : value;
  }
  const ID id =
      llvm::StringSwitch<ID>(name)
          .Case("%laneid", nvvm_read_ptx_sreg_laneid)
          .Case("%warpid", nvvm_read_ptx_sreg_warpid)
          .Case("%nwarpid", nvvm_read_ptx_sreg_nwarpid)
          .Case("%smid", nvvm_read_ptx_sreg_smid)
          .Case("%nsmid", nvvm_read_ptx_sreg_nsmid)
          .Case("%tid.x", nvvm_read_ptx_sreg_tid_x)
          .Case("%tid.y", nvvm_read_ptx_sreg_tid_y)
          .Case("%tid.z", nvvm_read_ptx_sreg_tid_z)
          .Case("%ntid.x", nvvm_read_ptx_sreg_ntid_x)
          .Case("%ntid.y", nvvm_read_ptx_sreg_ntid_y)
          .Case("%ntid.z", nvvm_read_ptx_sreg_ntid_z)
          .Case("%ctaid.x", nvvm_read_ptx_sreg_ctaid_x)
          .Case("%ctaid.y", nvvm_read_ptx_sreg_ctaid_y)
          .Case("%ctaid.z", nvvm_read_ptx_sreg_ctaid_z)
          .Case("%nctaid.x", nvvm_read_ptx_sreg_nctaid_x)
          .Case("%nctaid.y", nvvm_read_ptx_sreg_nctaid_y)
          .Case("%nctaid.z", nvvm_read_ptx_sreg_nctaid_z)
          .Case("%lanemask_eq", nvvm_read_ptx_sreg_lanemask_eq)
          .Case("%lanemask_lt", nvvm_read_ptx_sreg_lanemask_lt)
          .Case("%lanemask_le", nvvm_read_ptx_sreg_lanemask_le)
          .Case("%lanemask_gt", nvvm_read_ptx_sreg_lanemask_gt)
          .Case("%lanemask_ge", nvvm_read_ptx_sreg_lanemask_ge)
          .Case("%clock", nvvm_read_ptx_sreg_clock)
          .Case("%clock_hi", nvvm_read_ptx_sreg_clock64)
          .Case("%clock64", nvvm_read_ptx_sreg_clock64)
          .Cases("%globaltimer", "%globaltimer_lo", "%globaltimer_hi", nvvm_read_ptx_sreg_globaltimer)
          .Default(not_intrinsic);
  if (id == not_intrinsic) return nullptr;
  Value* value = builder_.CreateIntrinsic(id, {}, {});
  return name.ends_with("_hi") ? builder_.CreateTrunc(builder_.CreateLShr(value, 32), integer(32)) : value;
}

bool Machine::write(llvm::StringRef operand, Value* value) {
  if (operand == "_") return true;
  auto found = registers_.find(operand);
  if (found == registers_.end()) return false;
  llvm::Type* type = found->second.type;
  // An instruction has extended the value to a larger register if PTX defines how; otherwise its bits are
  // zero-extended.
  if (value->getType()->isIntegerTy() && type->isIntegerTy() && !type->isIntegerTy(1) &&
      value->getType()->getIntegerBitWidth() > 1 &&
      value->getType()->getIntegerBitWidth() < type->getIntegerBitWidth())
    value = builder_.CreateZExt(value, type);
  value = convert(value, type);
  if (!value) return false;
  set(found->second, value);
  return true;
}

Value* Machine::wide(Value* value, unsigned bits, bool is_signed) {
  return is_signed ? builder_.CreateSExt(value, integer(bits)) : builder_.CreateZExt(value, integer(bits));
}

Value* Machine::call_device(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<Value*> arguments) {
  llvm::SmallVector<llvm::Type*> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee = call_->getModule()->getOrInsertFunction(
      (llvm::Twine(kDevicePrefix) + name).str(), llvm::FunctionType::get(result, types, false));
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) function->setConvergent();
  llvm::CallInst* call = builder_.CreateCall(callee, arguments);
  call->setConvergent();
  return call;
}

// ---- Statements ----

bool Machine::has_effects(const Statement& statement) const {
  return llvm::StringSwitch<bool>(statement.opcode)
      .Cases("ld", "ldu", "st", "atom", "red", "cp", "mbarrier", true)
      .Cases("bar", "barrier", "vote", "shfl", "match", "redux", "activemask", "elect", true)
      .Cases("mapa", "getctarank", "isspacep", "fns", true)
      .Cases("ldmatrix", "stmatrix", "movmatrix", "mma", true)
      .Cases("membar", "fence", "trap", "brkpt", "nanosleep", "div", "rem", true)
      .Default(false);
}

Value* Machine::guard_of(const Statement& statement) {
  Value* guard = read(statement.guard, builder_.getInt1Ty());
  return guard && statement.is_guard_negated ? builder_.CreateNot(guard) : guard;
}

bool Machine::translate(const Statement& statement) {
  if (is_control(statement)) return control(statement);
  if (statement.guard.empty()) return translate_plain(statement);
  Value* guard = guard_of(statement);
  if (!guard) return false;
  if (has_control_) {
    builder_.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(guard, call_->getIterator(), false));
    const bool is_known = translate_plain(statement);
    builder_.SetInsertPoint(call_);
    return is_known;
  }
  llvm::StringMap<Register> before = registers_;
  llvm::Instruction* end = nullptr;
  llvm::BasicBlock* head = builder_.GetInsertBlock();
  if (has_effects(statement)) {
    end = llvm::SplitBlockAndInsertIfThen(guard, call_->getIterator(), false);
    builder_.SetInsertPoint(end);
  }
  if (!translate_plain(statement)) return false;
  llvm::BasicBlock* then = builder_.GetInsertBlock();
  if (end) builder_.SetInsertPoint(call_->getParent(), call_->getParent()->begin());
  const auto merge = [&](Value* now, Value* old) -> Value* {
    if (!end) return builder_.CreateSelect(guard, now, old);
    llvm::PHINode* phi = builder_.CreatePHI(now->getType(), 2);
    phi->addIncoming(now, then);
    phi->addIncoming(old, head);
    return phi;
  };
  for (auto& entry : registers_) {
    Value* old = before[entry.getKey()].value;
    if (entry.second.value != old) entry.second.value = merge(entry.second.value, old);
  }
  builder_.SetInsertPoint(call_);
  return true;
}

bool Machine::translate_plain(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  if (opcode == ".pragma" || opcode == ".loc") return true;
  // These statements are hints.
  if (opcode == "prefetch" || opcode == "prefetchu" || opcode == "discard" || opcode == "applypriority" ||
      opcode == "griddepcontrol" || opcode == "setmaxnreg" || opcode == "pmevent")
    return true;
  return (moves(statement) || conversion(statement) || comparison(statement) || arithmetic(statement) ||
          half_function(statement) || half_arithmetic(statement) || packed_integers(statement) ||
          bits(statement) || matrices(statement) || memory(statement) || threads(statement)) &&
         statement.are_modifiers_known();
}

}  // namespace gridcall::cc::assembly
