// SPDX-License-Identifier: Apache-2.0
//
// prepare-module: translates clang's form of CUDA (annotations, linkage, address spaces) into attributes of
// kernels and variables for later passes, and makes all other symbols internal. Declares the math functions
// as pure. Reads of threadIdx, blockIdx, blockDim and gridDim, which the device headers declare as external
// constants, become reads of special registers.

#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

#include "cc/ir/runtime.h"
#include "cc/passes/device/convert_nan.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

// The annotation of __managed__ variables of a whole program, and the prefix of the constant that contains
// the variable's address in the host.
constexpr const char* kManagedAnnotation = "gridcall-managed";
constexpr const char* kManagedPrefix = "__gridcall_managed_";
constexpr unsigned kConstantSpace = 4;

void mark_kernels(llvm::Module& module) {
  llvm::NamedMDNode* annotations = module.getNamedMetadata("nvvm.annotations");
  if (!annotations) return;
  std::map<llvm::Function*, std::uint64_t> threads;
  for (llvm::MDNode* node : annotations->operands()) {
    auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
    if (!function) continue;
    for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
      auto* key = llvm::dyn_cast<llvm::MDString>(node->getOperand(i));
      auto* value = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(i + 1));
      if (!key || !value) continue;
      llvm::StringRef name = key->getString();
      if (name == "kernel") {
        function->addFnAttr(kKernelAttribute);
      } else if (name == "maxntidx" || name == "maxntidy" || name == "maxntidz") {
        auto [entry, fresh] = threads.try_emplace(function, 1);
        entry->second *= value->getZExtValue();
      }
    }
  }
  for (auto& [function, count] : threads) function->addFnAttr(kMaxThreadsAttribute, std::to_string(count));
  module.eraseNamedMetadata(annotations);
}

// Adds __cluster_dims__(2, 1, 1), whose missing numbers are 1.
void add_cluster(llvm::Function& function, llvm::Constant* given) {
  auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(given->stripPointerCasts());
  if (!variable || !variable->hasInitializer()) return;
  llvm::Constant* numbers = variable->getInitializer();
  std::string text;
  for (unsigned i = 0; i < 3; ++i) {
    auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(numbers->getAggregateElement(i));
    text += (i != 0 ? "," : "") + std::to_string(number ? number->getZExtValue() : 1);
  }
  function.addFnAttr(kClusterAttribute, text);
}

// The host's linker places a __managed__ variable of a whole program. Device code reads its address from a
// constant that the runtime API sets; until then it is the address of this module's variable.
void share_with_host(llvm::GlobalVariable& variable) {
  llvm::Module& module = *variable.getParent();
  llvm::Type* type = variable.getType();
  auto* place = new llvm::GlobalVariable(
      module, type, false, llvm::GlobalValue::ExternalLinkage, variable.isDeclaration() ? nullptr : &variable,
      kManagedPrefix + variable.getName(), nullptr, llvm::GlobalValue::NotThreadLocal, kConstantSpace);
  llvm::convertUsersOfConstantsToInstructions({&variable});
  std::map<llvm::Function*, llvm::Value*> addresses;
  for (llvm::Use& use : llvm::make_early_inc_range(variable.uses())) {
    auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user) continue;
    llvm::Value*& address = addresses[user->getFunction()];
    if (!address) {
      llvm::IRBuilder<> builder(&*user->getFunction()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      address = builder.CreateLoad(type, place);
    }
    use.set(address);
  }
}

void read_annotations(llvm::Module& module) {
  llvm::GlobalVariable* list = module.getGlobalVariable("llvm.global.annotations");
  if (!list) return;
  llvm::SmallVector<llvm::Constant*> named;
  llvm::SmallVector<llvm::GlobalVariable*> managed;
  for (llvm::Value* entry : llvm::cast<llvm::ConstantArray>(list->getInitializer())->operands()) {
    auto* fields = llvm::cast<llvm::ConstantStruct>(entry);
    for (unsigned i = 0; i < 3; ++i) named.push_back(fields->getOperand(i)->stripPointerCasts());
    auto* function = llvm::dyn_cast<llvm::Function>(fields->getOperand(0)->stripPointerCasts());
    llvm::StringRef text;
    llvm::getConstantStringInfo(fields->getOperand(1)->stripPointerCasts(), text);
    if (function && (text == kFlushedOutsideAttribute || text == kNotFlushedAttribute))
      function->addFnAttr(text);
    if (function && text == kClusterAttribute) add_cluster(*function, fields->getOperand(4));
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(0)->stripPointerCasts());
    if (variable && text == kManagedAnnotation) managed.push_back(variable);
  }
  list->eraseFromParent();
  // The optimizer counts the users of a function.
  for (llvm::Constant* one : named) one->removeDeadConstantUsers();
  for (llvm::GlobalVariable* variable : managed) share_with_host(*variable);
}

void set_linkage(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.setComdat(nullptr);
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setDSOLocal(true);
    function.setLinkage(function.hasFnAttribute(kKernelAttribute) ? llvm::GlobalValue::ExternalLinkage
                                                                  : llvm::GlobalValue::InternalLinkage);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration()) continue;
    variable.setComdat(nullptr);
    // The host may read and write these by name, so that no pass may use their initializers.
    bool of_host =
        (variable.getAddressSpace() == 1 || variable.getAddressSpace() == 4) && !variable.isConstant();
    if (of_host) {
      variable.setExternallyInitialized(true);
      variable.addAttribute(kVariableAttribute, variable.getAddressSpace() == 4 ? "constant" : "device");
      variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    } else if (!variable.hasAppendingLinkage() && !variable.hasPrivateLinkage()) {
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    variable.setVisibility(llvm::GlobalValue::DefaultVisibility);
    variable.setDSOLocal(true);
  }
  for (const char* used : {"llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* list = module.getGlobalVariable(used)) list->eraseFromParent();
  }
}

void declare_math(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const bool reads = is_texture_function(function.getName());
    if (!function.isDeclaration() || !(reads || is_math_function(function.getName()))) continue;
    bool pure = true;
    for (llvm::Argument& argument : function.args()) pure &= !argument.getType()->isPointerTy();
    auto set = [&](auto& target) {
      target.removeFnAttr(llvm::Attribute::Convergent);
      target.addFnAttr(llvm::Attribute::NoUnwind);
      target.addFnAttr(llvm::Attribute::WillReturn);
      target.setMemoryEffects(reads  ? llvm::MemoryEffects::readOnly()
                              : pure ? llvm::MemoryEffects::none()
                                     : llvm::MemoryEffects::argMemOnly());
    };
    set(function);
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call && call->getCalledFunction() == &function) set(*call);
    }
  }
}

// Returns the intrinsic of a function that is about one instruction; the optimizer knows intrinsics.
llvm::Intrinsic::ID intrinsic_of(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::Intrinsic::ID>(name)
      .Cases("floor", "floorf", llvm::Intrinsic::floor)
      .Cases("ceil", "ceilf", llvm::Intrinsic::ceil)
      .Cases("trunc", "truncf", llvm::Intrinsic::trunc)
      .Cases("rint", "rintf", llvm::Intrinsic::rint)
      .Cases("nearbyint", "nearbyintf", llvm::Intrinsic::nearbyint)
      .Cases("round", "roundf", llvm::Intrinsic::round)
      .Cases("fabs", "fabsf", llvm::Intrinsic::fabs)
      .Cases("sqrt", "sqrtf", llvm::Intrinsic::sqrt)
      .Cases("copysign", "copysignf", llvm::Intrinsic::copysign)
      .Cases("fma", "fmaf", llvm::Intrinsic::fma)
      .Cases("fmin", "fminf", llvm::Intrinsic::minnum)
      .Cases("fmax", "fmaxf", llvm::Intrinsic::maxnum)
      .Default(llvm::Intrinsic::not_intrinsic);
}

void use_intrinsics(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    llvm::Intrinsic::ID id = intrinsic_of(function.getName());
    if (id == llvm::Intrinsic::not_intrinsic || !function.getReturnType()->isFloatingPointTy()) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != &function) continue;
      llvm::IRBuilder<> builder(call);
      llvm::SmallVector<llvm::Value*> arguments(call->args());
      llvm::CallInst* fresh = builder.CreateIntrinsic(id, {call->getType()}, arguments, call);
      call->replaceAllUsesWith(fresh);
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
  }
}

// The front end has no other representation of these two.
void use_wrapping_updates(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::AtomicRMWInst::BinOp operation;
    switch (function.getIntrinsicID()) {
      case llvm::Intrinsic::nvvm_atomic_load_inc_32:
        operation = llvm::AtomicRMWInst::UIncWrap;
        break;
      case llvm::Intrinsic::nvvm_atomic_load_dec_32:
        operation = llvm::AtomicRMWInst::UDecWrap;
        break;
      default:
        continue;
    }
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(builder.CreateAtomicRMW(operation, call->getArgOperand(0),
                                                       call->getArgOperand(1), llvm::MaybeAlign(4),
                                                       llvm::AtomicOrdering::AcquireRelease));
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

// Clang's conversions to integers give 0 for NaN, and saturate at the type's range. NVRTC converts to 8 and
// 16 bits by way of 32, and takes the lower bits of that.
void convert_as_nvrtc(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const llvm::Intrinsic::ID id = function.getIntrinsicID();
    if (id != llvm::Intrinsic::fptosi_sat && id != llvm::Intrinsic::fptoui_sat) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      if (call->getType()->getScalarSizeInBits() < 32) {
        llvm::IRBuilder<> builder(call);
        llvm::Value* number = call->getArgOperand(0);
        llvm::CallInst* wide =
            builder.CreateIntrinsic(id, {builder.getInt32Ty(), number->getType()}, {number});
        call->replaceAllUsesWith(builder.CreateTrunc(convert_nan(builder, wide), call->getType()));
        call->eraseFromParent();
        continue;
      }
      llvm::IRBuilder<> builder(call->getNextNode());
      llvm::Value* result = convert_nan(builder, call);
      if (result == call) continue;
      call->replaceUsesWithIf(result, [&](const llvm::Use& use) { return use.getUser() != result; });
    }
  }
}

// NVRTC does not know that malloc's memory has no value yet, nor what memory a block shares: a branch on what
// nothing wrote goes one way there, and would end the code here.
void keep_unset_memory(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == 3 && !variable.isDeclaration()) variable.setExternallyInitialized(true);
  for (const char* name : {"malloc", "free"}) {
    llvm::Function* function = module.getFunction(name);
    if (!function) continue;
    function->addFnAttr(("no-builtin-" + llvm::Twine(name)).str());  // so that nothing is inferred of it
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) call->addFnAttr(llvm::Attribute::NoBuiltin);
  }
}

struct BuiltIn {
  const char* name;
  llvm::Intrinsic::ID registers[3];
};
constexpr BuiltIn kBuiltIns[] = {
    {"threadIdx",
     {llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
      llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z}},
    {"blockIdx",
     {llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
      llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z}},
    {"blockDim",
     {llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y,
      llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z}},
    {"gridDim",
     {llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
      llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z}},
};

// Replaces such a variable by a local copy where its address is used for more than a load of one field (a
// reference to it, a copy of the whole).
void materialize(llvm::Module& module, llvm::GlobalVariable& variable, const BuiltIn& built_in) {
  std::map<llvm::Function*, llvm::SmallVector<llvm::Use*>> uses;
  for (llvm::Use& use : variable.uses()) {
    if (auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser()))
      uses[user->getFunction()].push_back(&use);
  }
  llvm::Type* type = llvm::Type::getInt32Ty(module.getContext());
  for (auto& [function, list] : uses) {
    llvm::IRBuilder<> builder(&*function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    llvm::AllocaInst* copy = builder.CreateAlloca(llvm::ArrayType::get(type, 3), nullptr, variable.getName());
    copy->setAlignment(llvm::Align(4));
    for (unsigned i = 0; i < 3; ++i) {
      llvm::Value* value = builder.CreateIntrinsic(type, built_in.registers[i], {});
      builder.CreateStore(value, builder.CreateConstInBoundsGEP1_64(type, copy, i));
    }
    llvm::Value* address = copy;
    if (variable.getAddressSpace() != 0) address = builder.CreateAddrSpaceCast(copy, variable.getType());
    for (llvm::Use* use : list) use->set(address);
  }
}

void lower_built_ins(llvm::Module& module) {
  const llvm::DataLayout& layout = module.getDataLayout();
  for (const BuiltIn& built_in : kBuiltIns) {
    llvm::GlobalVariable* variable = module.getGlobalVariable(built_in.name);
    if (!variable || !variable->isDeclaration()) continue;
    llvm::convertUsersOfConstantsToInstructions({variable});
    llvm::SmallVector<llvm::Value*> work(variable->user_begin(), variable->user_end());
    llvm::SmallVector<llvm::LoadInst*> loads;
    while (!work.empty()) {
      llvm::Value* value = work.pop_back_val();
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
        loads.push_back(load);
      } else if (llvm::isa<llvm::AddrSpaceCastInst, llvm::GetElementPtrInst>(value)) {
        work.append(value->user_begin(), value->user_end());
      }
    }
    for (llvm::LoadInst* load : loads) {
      std::int64_t offset = 0;
      llvm::Value* pointer = load->getPointerOperand();
      llvm::SmallVector<llvm::Instruction*> chain;
      bool simple = load->getType()->isIntegerTy(32);
      while (simple && pointer != variable) {
        if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(pointer)) {
          chain.push_back(cast);
          pointer = cast->getPointerOperand();
        } else if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer)) {
          llvm::APInt step(layout.getIndexTypeSizeInBits(gep->getType()), 0);
          simple = gep->accumulateConstantOffset(layout, step);
          offset += step.getSExtValue();
          chain.push_back(gep);
          pointer = gep->getPointerOperand();
        } else {
          simple = false;
        }
      }
      if (!simple || offset < 0 || offset > 8 || offset % 4 != 0) continue;
      llvm::IRBuilder<> builder(load);
      load->replaceAllUsesWith(builder.CreateIntrinsic(load->getType(), built_in.registers[offset / 4], {}));
      load->eraseFromParent();
      for (llvm::Instruction* instruction : chain) {
        if (instruction->use_empty()) instruction->eraseFromParent();
      }
    }
    variable->removeDeadConstantUsers();
    materialize(module, *variable, built_in);
    variable->removeDeadConstantUsers();
    if (variable->use_empty()) variable->eraseFromParent();
  }
}

// As in NVRTC, a function whose end lacks the return statement of its type returns: x += y needs no value of
// an operator. The value is undefined, here zero. clang marks the end as -fsanitize=return checks it.
void return_from_ends(llvm::Module& module) {
  llvm::Function* mark = module.getFunction("llvm.ubsantrap");
  if (!mark) return;
  for (llvm::User* user : llvm::make_early_inc_range(mark->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    llvm::Type* type = call->getFunction()->getReturnType();
    llvm::ReturnInst::Create(module.getContext(),
                             type->isVoidTy() ? nullptr : llvm::Constant::getNullValue(type),
                             call->getIterator());
    call->getNextNode()->eraseFromParent();  // the unreachable
    call->eraseFromParent();
  }
}

// Each value of a bool's byte but 0 is true, as in NVRTC; clang assumes that memory has 0 or 1.
void read_whole_bools(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& load : llvm::instructions(function)) {
      if (!llvm::isa<llvm::LoadInst>(load) || !load.hasMetadata(llvm::LLVMContext::MD_range)) continue;
      load.setMetadata(llvm::LLVMContext::MD_range, nullptr);
      load.setMetadata(llvm::LLVMContext::MD_noundef, nullptr);
      for (llvm::User* user : llvm::make_early_inc_range(load.users())) {
        auto* narrow = llvm::dyn_cast<llvm::TruncInst>(user);
        if (!narrow || !narrow->getType()->isIntegerTy(1)) continue;
        llvm::IRBuilder<> builder(narrow);
        narrow->replaceAllUsesWith(builder.CreateIsNotNull(&load));
        narrow->eraseFromParent();
      }
    }
}

}  // namespace

llvm::PreservedAnalyses PrepareModule::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  return_from_ends(module);
  read_whole_bools(module);
  mark_kernels(module);
  read_annotations(module);
  set_linkage(module);
  use_intrinsics(module);
  declare_math(module);
  use_wrapping_updates(module);
  convert_as_nvrtc(module);
  keep_unset_memory(module);
  lower_built_ins(module);
  // As in NVRTC, code that no kernel calls may contain what cannot run, such as calls of missing functions.
  llvm::GlobalDCEPass().run(module, analyses);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
