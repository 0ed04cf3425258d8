// SPDX-License-Identifier: Apache-2.0
//
// check-accesses: inserts calls of gridcall_rt_check_* before the memory accesses, barriers and calls of a
// checked module. It runs after the optimizer, so that checked code computes the same results as unchecked
// code, and before address spaces and shared variables are lowered. It then removes debug information; the
// tables made here contain the facts for reports.
//
// An index into a variable of known size is compared with the size; other accesses are looked up in shadow
// memory (cpu/memory/shadow.h). Most calls are skipped at run time: see expand-checks. Local variables have
// shadow memory only if a pointer of unknown origin may reach them or if reads of uninitialized memory are
// checked. Some bytes stay free after each of them, and after shared variables if there is room. The file is
// longer than others, because all parts of it need the facts about a function's variables.

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "cc/ir/intrinsics.h"
#include "cc/ir/requested_checks.h"
#include "cc/passes/check/compared_reads.h"
#include "cc/passes/check/reads_ahead.h"
#include "cc/passes/check/writes.h"
#include "cc/passes/passes.h"
#include "cpu/abi/image.h"

namespace gridcall::cc {
namespace {

using llvm::Function;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned kConstantSpace = 4;
constexpr std::uint64_t kLocalGap = 32;
constexpr std::uint64_t kSharedGap = 16;

// Returns the name in the source, the last part of the demangled name.
std::string variable_name(const llvm::GlobalVariable& variable) {
  std::string name = llvm::demangle(variable.getName());
  if (const std::size_t blank = name.rfind(" (");
      blank != std::string::npos && name.ends_with(")") && name.find(".", blank) != std::string::npos)
    name.resize(blank);
  const std::size_t part = name.rfind("::");
  return part == std::string::npos ? name : name.substr(part + 2);
}

// The table of locations in the source.
class Sites {
 public:
  explicit Sites(llvm::Module& module) : module_(module) {
    llvm::LLVMContext& context = module.getContext();
    llvm::Type* pointer = llvm::PointerType::getUnqual(context);
    llvm::Type* i32 = llvm::Type::getInt32Ty(context);
    static_assert(sizeof(cpu::CheckSite) == 32 && offsetof(cpu::CheckSite, line) == 24);
    type_ = llvm::StructType::get(context, {pointer, pointer, pointer, i32, i32});
    // The table has one element until all locations are known.
    table_ = new llvm::GlobalVariable(
        module, llvm::ArrayType::get(type_, 1), true, llvm::GlobalValue::PrivateLinkage,
        llvm::Constant::getNullValue(llvm::ArrayType::get(type_, 1)), "gridcall_check_sites");
  }

  // Returns the location of an instruction. If the optimizer lost it, returns the nearest one before it.
  llvm::Constant* of(const Instruction& instruction) {
    const Instruction* place = &instruction;
    while (place && (!place->getDebugLoc() || place->getDebugLoc().getLine() == 0))
      place = place->getPrevNode();
    if (!place) {
      place = &instruction;
      while (place && (!place->getDebugLoc() || place->getDebugLoc().getLine() == 0))
        place = place->getNextNode();
    }
    if (place) return address(number_of(place->getDebugLoc().get()));
    return address(number_of(*instruction.getFunction()));
  }

  llvm::GlobalVariable* finish() {
    auto* type = llvm::ArrayType::get(type_, rows_.size());
    if (rows_.empty()) return table_;
    llvm::SmallVector<llvm::Constant*> rows;
    auto* whole = new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::PrivateLinkage, nullptr,
                                           "gridcall_check_sites");
    table_->replaceAllUsesWith(whole);
    table_->eraseFromParent();
    table_ = whole;
    whole->setName("gridcall_check_sites");
    llvm::Type* i32 = llvm::Type::getInt32Ty(module_.getContext());
    for (const Row& row : rows_) {
      llvm::Constant* caller =
          row.caller < 0 ? llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(module_.getContext()))
                         : address(static_cast<unsigned>(row.caller));
      rows.push_back(llvm::ConstantStruct::get(
          type_, {text(row.file), text(row.function), caller, llvm::ConstantInt::get(i32, row.line),
                  llvm::ConstantInt::get(i32, row.column)}));
    }
    whole->setInitializer(llvm::ConstantArray::get(type, rows));
    return whole;
  }
  unsigned count() const { return static_cast<unsigned>(rows_.size()); }

 private:
  struct Row {
    std::string file;
    std::string function;
    int caller;
    unsigned line;
    unsigned column;
  };

  llvm::Constant* text(const std::string& value) {
    llvm::Constant*& known = texts_[value];
    if (!known) known = check::text(module_, value);
    return known;
  }

  llvm::Constant* address(unsigned number) {
    llvm::Type* i64 = llvm::Type::getInt64Ty(module_.getContext());
    return llvm::ConstantExpr::getGetElementPtr(
        llvm::Type::getInt8Ty(module_.getContext()), table_,
        llvm::ConstantInt::get(i64, std::uint64_t{number} * sizeof(cpu::CheckSite)));
  }

  static std::string function_name(const llvm::DILocalScope* scope) {
    const llvm::DISubprogram* subprogram = scope->getSubprogram();
    if (!subprogram) return "";
    return subprogram->getName().str();
  }

  unsigned add(Row row) {
    const auto key = std::tuple(row.file, row.function, row.caller, row.line, row.column);
    const auto [found, is_new] = numbers_.try_emplace(key, static_cast<unsigned>(rows_.size()));
    if (is_new) rows_.push_back(std::move(row));
    return found->second;
  }

  unsigned number_of(const llvm::DILocation* location) {
    // A function of the device headers has the location of its call.
    while (location->getInlinedAt() && location->getFilename().starts_with("/gridcall/device/"))
      location = location->getInlinedAt();
    const int caller = location->getInlinedAt() ? static_cast<int>(number_of(location->getInlinedAt())) : -1;
    return add({location->getFilename().str(), function_name(location->getScope()), caller,
                location->getLine(), location->getColumn()});
  }

  unsigned number_of(const Function& function) {
    const llvm::DISubprogram* subprogram = function.getSubprogram();
    return add({subprogram ? subprogram->getFilename().str() : std::string(),
                subprogram ? subprogram->getName().str() : llvm::demangle(function.getName()), -1,
                subprogram ? subprogram->getLine() : 0, 0});
  }

  llvm::Module& module_;
  llvm::StructType* type_;
  llvm::GlobalVariable* table_;
  std::vector<Row> rows_;
  std::map<std::tuple<std::string, std::string, int, unsigned, unsigned>, unsigned> numbers_;
  std::map<std::string, llvm::Constant*> texts_;
};

// An access before it is checked.
struct Access {
  Instruction* at;
  unsigned operand;  // the number of the address operand
  std::uint64_t bytes;
  std::uint32_t flags;
  llvm::Align align;
};

// The variable that an address points into.
struct Target {
  Value* base = nullptr;     // the variable
  std::uint64_t bytes = 0;   // its size; 0 if unknown
  std::int64_t offset = -1;  // the constant offset from its beginning; -1 if unknown
  bool is_local = false;
  bool is_constant = false;
  bool is_variable = false;
  bool is_shared = false;
};

class Checking {
 public:
  Checking(llvm::Module& module, std::uint32_t checks)
      : module_(module), layout_(module.getDataLayout()), checks_(checks), sites_(module) {}

  void run() {
    for (Function& function : module_)
      if (function.hasFnAttribute(kKernelAttribute) && !function.isDeclaration())
        writes_[&function] = check::writes_of(function);
    if (has(cpu::kCheckMemory | cpu::kCheckInit)) widen_shared();
    std::vector<Function*> functions;
    for (Function& function : module_)
      if (!function.isDeclaration()) functions.push_back(&function);
    for (Function* function : functions) check(*function);
    for (Function* function : functions)
      if (function->hasFnAttribute(kKernelAttribute)) enter(*function);
    finish();
  }

 private:
  bool has(std::uint32_t checks) const { return (checks_ & checks) != 0; }
  llvm::FunctionCallee runtime(llvm::StringRef name) { return check::device_function(module_, name); }

  // ---- Variables ----

  // Adds some bytes after each shared variable that belong to no variable.
  void widen_shared() {
    llvm::SmallVector<llvm::GlobalVariable*> variables;
    std::uint64_t total = 0;
    for (llvm::GlobalVariable& variable : module_.globals()) {
      if (variable.getAddressSpace() != kSharedSpace || variable.isDeclaration()) continue;
      variables.push_back(&variable);
      total = llvm::alignTo(total, layout_.getPreferredAlign(&variable)) +
              layout_.getTypeAllocSize(variable.getValueType()) + kSharedGap;
    }
    if (total > cpu::kDefaultSharedBytes) return;
    for (llvm::GlobalVariable* old : variables) {
      const llvm::Align align = layout_.getPreferredAlign(old);
      const std::uint64_t bytes = layout_.getTypeAllocSize(old->getValueType());
      auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module_.getContext()), bytes + kSharedGap);
      auto* fresh =
          new llvm::GlobalVariable(module_, type, false, old->getLinkage(), llvm::UndefValue::get(type), "",
                                   old, llvm::GlobalValue::NotThreadLocal, kSharedSpace);
      fresh->takeName(old);
      fresh->copyAttributesFrom(old);
      fresh->setAlignment(align);
      old->replaceAllUsesWith(fresh);
      old->eraseFromParent();
      sizes_[fresh] = bytes;
    }
  }

  std::uint64_t size_of(const llvm::GlobalVariable& variable) {
    if (const auto known = sizes_.find(&variable); known != sizes_.end()) return known->second;
    return layout_.getTypeAllocSize(variable.getValueType());
  }

  llvm::Constant* object_of(Value* base) {
    llvm::Constant*& known = objects_[base];
    if (known) return known;
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
      const bool is_shared = variable->getAddressSpace() == kSharedSpace;
      const cpu::CheckObjectKind kind =
          is_shared ? variable->isDeclaration() ? cpu::CheckObjectKind::kDynamicShared
                                                : cpu::CheckObjectKind::kShared
          : variable->getAddressSpace() == kConstantSpace || variable->isConstant()
              ? cpu::CheckObjectKind::kConstant
              : cpu::CheckObjectKind::kVariable;
      return known = check::object(module_, variable->hasPrivateLinkage() ? "" : variable_name(*variable),
                                   variable->isDeclaration() ? 0 : size_of(*variable), kind);
    }
    const auto* local = llvm::cast<llvm::AllocaInst>(base);
    return known = check::object(
               module_, check::local_name(local->getName()), locals_[local],
               parameters_.contains(local) ? cpu::CheckObjectKind::kParameter : cpu::CheckObjectKind::kLocal);
  }

  // Returns the object that an address points into, also through an array in a struct.
  Value* root_of(Value* address) const {
    for (;;) {
      Value* base = llvm::getUnderlyingObject(address, 0);
      const auto* call = llvm::dyn_cast<llvm::CallInst>(base);
      if (!call || !members_.contains(call)) return base;
      address = call->getArgOperand(1);
    }
  }

  // Returns the number, counted from 1, of the kernel argument that the address derives from; 0 if unknown.
  unsigned argument_of(Value* address) const {
    llvm::SmallVector<const Value*> roots;
    llvm::getUnderlyingObjects(root_of(address), roots, nullptr, 0);
    const auto* argument = roots.size() == 1 ? llvm::dyn_cast<llvm::Argument>(roots[0]) : nullptr;
    if (!argument || argument->hasByValAttr() || argument->getArgNo() >= cpu::kAccessArgumentMask ||
        !argument->getParent()->hasFnAttribute(kKernelAttribute))
      return 0;
    return argument->getArgNo() + 1;
  }

  Target target_of(Value* address) {
    Target target;
    Value* base = root_of(address);
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(base)) {
      const auto known = locals_.find(local);
      if (known == locals_.end()) return target;
      target.bytes = known->second;
      target.is_local = true;
    } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
      target.is_variable = true;
      target.is_shared = variable->getAddressSpace() == kSharedSpace;
      target.is_constant = variable->isConstant() || variable->getAddressSpace() == kConstantSpace;
      if (!variable->isDeclaration()) target.bytes = size_of(*variable);
    } else {
      return target;
    }
    target.base = base;
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    const Value* stripped =
        address->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds*/ true);
    if (stripped->stripPointerCasts() == base && offset.isNonNegative())
      target.offset = offset.getSExtValue();
    return target;
  }
  static bool is_inside(const Target& target, std::uint64_t bytes) {
    return target.bytes != 0 && target.offset >= 0 && bytes <= target.bytes &&
           static_cast<std::uint64_t>(target.offset) <= target.bytes - bytes;
  }

  // Copies arguments by value into variables.
  void copy_arguments(Function& function) {
    for (llvm::Argument& argument : function.args()) {
      if (!argument.hasByValAttr() || argument.use_empty()) continue;
      llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
      llvm::Type* type = argument.getParamByValType();
      llvm::AllocaInst* copy = builder.CreateAlloca(type, nullptr, argument.getName());
      copy->setAlignment(argument.getParamAlign().value_or(layout_.getABITypeAlign(type)));
      argument.replaceAllUsesWith(copy);
      builder.SetInsertPoint(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      Instruction* move = builder.CreateMemCpy(copy, copy->getAlign(), &argument, copy->getAlign(),
                                               layout_.getTypeAllocSize(type));
      unchecked_.insert(move);
      parameters_.insert(copy);
    }
  }

  // Returns whether the variable may be accessed otherwise than at offsets that are known here.
  bool escapes(const llvm::AllocaInst& variable) {
    llvm::SmallVector<const Value*> work{&variable};
    llvm::SmallPtrSet<const Value*, 16> seen;
    while (!work.empty()) {
      const Value* value = work.pop_back_val();
      if (!seen.insert(value).second) continue;
      for (const llvm::User* user : value->users()) {
        if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
          work.push_back(user);
        } else if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user)) {
          continue;
        } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
          if (store->getValueOperand() == value) return true;
        } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
          const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
          if (intrinsic && (intrinsic->isLifetimeStartOrEnd() || llvm::isa<llvm::MemSetInst>(intrinsic)))
            continue;
          if (unchecked_.contains(llvm::cast<Instruction>(const_cast<llvm::User*>(user)))) continue;
          const Function* callee = call->getCalledFunction();
          if (callee && callee->getName() == kDevicePrefix + std::string("check_keep")) continue;
          if (callee && callee->isDeclaration() && !callee->isIntrinsic()) continue;  // not checked
          return true;
        } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user)) {
          continue;
        } else {
          return true;
        }
      }
    }
    return false;
  }

  void prepare_locals(Function& function) {
    llvm::SmallVector<llvm::AllocaInst*> variables;
    for (Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        if (variable->isStaticAlloca()) variables.push_back(variable);
        continue;
      }
    }
    for (llvm::AllocaInst* variable : variables) {
      const std::uint64_t bytes = variable->getAllocationSize(layout_)->getFixedValue();
      if (bytes == 0) continue;
      locals_[variable] = bytes;
    }
    // A variable that the optimizer left in memory may be read before it is written.
    const bool has_state = has(cpu::kCheckInit) && !relies_on_step(function);
    llvm::SmallVector<llvm::AllocaInst*> shadowed;
    for (llvm::AllocaInst* variable : variables)
      if (locals_.contains(variable) && (escapes(*variable) || (has_state && !variable->use_empty())))
        shadowed.push_back(variable);
    for (llvm::AllocaInst* old : shadowed) shadow(function, old);
  }

  // Returns whether the function counts on it that a warp's threads go in step, which they do in vector code
  // alone. Code with the state of local variables runs thread by thread, and would compute something else.
  static bool relies_on_step(const Function& function) {
    return llvm::any_of(llvm::instructions(function), [](const Instruction& instruction) {
      const Value* address = llvm::getLoadStorePointerOperand(&instruction);
      return address && instruction.isVolatile() &&
             address->getType()->getPointerAddressSpace() == kSharedSpace;
    });
  }

  void shadow(Function& function, llvm::AllocaInst* old) {
    const std::uint64_t bytes = locals_[old];
    llvm::IRBuilder<> builder(old);
    auto* wide = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), bytes + kLocalGap),
                                      old->getAddressSpace());
    wide->setAlignment(old->getAlign());
    wide->takeName(old);
    old->replaceAllUsesWith(wide);
    locals_.erase(old);
    locals_[wide] = bytes;
    if (parameters_.erase(old)) parameters_.insert(wide);
    old->eraseFromParent();
    shadowed_.insert(wide);
    llvm::Constant* object = object_of(wide);
    const auto say = [&](Instruction* before, std::uint32_t what) {
      llvm::IRBuilder<> at(before);
      Value* address = wide;
      if (wide->getAddressSpace() != 0) address = at.CreateAddrSpaceCast(wide, at.getPtrTy());
      added_.insert(at.CreateCall(runtime("local"), {address, at.getInt32(what), object}));
    };
    const std::uint32_t begins =
        cpu::kLocalBegins | (parameters_.contains(wide) ? std::uint32_t{cpu::kLocalIsSet} : 0u);
    // The call goes after all allocas of the entry block, and before the first use.
    Instruction* first = wide->getNextNode();
    while (llvm::isa<llvm::AllocaInst>(first)) first = first->getNextNode();
    say(first, begins);
    for (llvm::User* user : wide->users()) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::lifetime_start) say(call->getNextNode(), begins);
    }
    for (llvm::BasicBlock& block : function)
      if (llvm::isa<llvm::ReturnInst>(block.getTerminator())) say(block.getTerminator(), cpu::kLocalEnds);
  }

  // Returns the select that chooses between a value and another; NULL if the value has other uses.
  static llvm::SelectInst* selected_by(Instruction* value) {
    auto* select = value->hasOneUse() ? llvm::dyn_cast<llvm::SelectInst>(value->user_back()) : nullptr;
    const bool selects = select && select->getParent() == value->getParent() &&
                         select->getCondition() != value && select->getCondition()->getType()->isIntegerTy(1);
    return selects ? select : nullptr;
  }

  // `c ? &array[1] : &other` has become a select between two reads, because both places can be read. Makes
  // each read of a local variable conditional again, since the one that is not selected may be unset.
  void read_if_selected(Function& function) {
    llvm::SmallVector<llvm::LoadInst*> reads;
    for (Instruction& instruction : llvm::instructions(function)) {
      auto* read = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      llvm::SelectInst* const select = read && read->isSimple() ? selected_by(read) : nullptr;
      if (!select) continue;
      const Target target = target_of(read->getPointerOperand());
      const auto local = llvm::dyn_cast_or_null<llvm::AllocaInst>(target.base);
      if (!local || !shadowed_.contains(local) ||
          !is_inside(target, layout_.getTypeStoreSize(read->getType())))
        continue;
      if (std::none_of(read->getIterator(), select->getIterator(),
                       [](const Instruction& between) { return between.mayWriteToMemory(); }))
        reads.push_back(read);
    }
    for (llvm::LoadInst* read : reads) read->moveBefore(selected_by(read));
    for (llvm::LoadInst* read : reads) {
      llvm::IRBuilder<> builder(read);
      Value* is_read = nullptr;
      Instruction* value = read;
      while (llvm::SelectInst* select = selected_by(value)) {
        auto* const made = llvm::dyn_cast<Instruction>(select->getCondition());
        if (made && made->getParent() == read->getParent() && !made->comesBefore(read)) break;
        Value* condition = builder.CreateFreeze(select->getCondition());
        if (select->getTrueValue() != value) condition = builder.CreateNot(condition);
        is_read = is_read ? builder.CreateAnd(is_read, condition) : condition;
        value = select;
      }
      if (!is_read) continue;
      llvm::BasicBlock* const before = read->getParent();
      llvm::SelectInst* const select = selected_by(read);
      Instruction* const end = llvm::SplitBlockAndInsertIfThen(is_read, read, false);
      read->moveBefore(end);
      llvm::PHINode* const merged =
          llvm::PHINode::Create(read->getType(), 2, "", select->getParent()->begin());
      select->replaceUsesOfWith(read, merged);
      merged->addIncoming(read, read->getParent());
      merged->addIncoming(llvm::Constant::getNullValue(read->getType()), before);
    }
  }

  // ---- Accesses ----

  void check(Function& function) {
    if (relies_on_step(function)) function.addFnAttr(kInStepAttribute);
    const bool accesses = has(cpu::kCheckMemory | cpu::kCheckInit | cpu::kCheckRace);
    // The code after the allocas will be split into several blocks.
    for (Instruction& instruction : llvm::make_early_inc_range(function.getEntryBlock()))
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          variable && variable->isStaticAlloca())
        variable->moveBefore(function.getEntryBlock(), function.getEntryBlock().getFirstInsertionPt());
    if (accesses) copy_arguments(function);
    bound_members(function);
    llvm::SmallVector<Instruction*> keeps;
    for (Instruction& instruction : llvm::instructions(function))
      if (is_check(instruction, "keep")) keeps.push_back(&instruction);
    for (Instruction* keep : keeps) keep->eraseFromParent();
    if (accesses) prepare_locals(function);
    if (has(cpu::kCheckInit)) read_if_selected(function);
    std::vector<Instruction*> all;
    for (Instruction& instruction : llvm::instructions(function))
      if (!unchecked_.contains(&instruction) && !added_.contains(&instruction)) all.push_back(&instruction);
    if (has(cpu::kCheckRace)) compared_ = check::compared_reads(function);
    if (has(cpu::kCheckRace))
      for (const check::ReadsAhead& reads : check::reads_ahead(function)) look_ahead(reads);
    for (Instruction* instruction : all) check(*instruction, accesses);
    function.removeFnAttr(llvm::Attribute::SanitizeAddress);
    function.removeFnAttr(llvm::Attribute::SanitizeThread);
    // A check may redirect an access, so that these attributes no longer hold.
    function.removeFnAttr(llvm::Attribute::Memory);
    function.removeFnAttr(llvm::Attribute::NoSync);
    function.removeFnAttr(llvm::Attribute::NoFree);
  }

  void look_ahead(const check::ReadsAhead& reads) {
    llvm::IRBuilder<> builder(reads.first);
    Value* address = reads.first->getPointerOperand();
    if (address->getType()->getPointerAddressSpace() != 0)
      address = builder.CreateAddrSpaceCast(address, builder.getPtrTy());
    if (reads.distance != 0)
      address = builder.CreateGEP(builder.getInt8Ty(), address,
                                  builder.getInt64(static_cast<std::uint64_t>(reads.distance)));
    const std::uint32_t flags =
        cpu::kAccessRead | cpu::kAccessShared | llvm::Log2(reads.first->getAlign()) << cpu::kAccessAlignShift;
    added_.insert(builder.CreateCall(runtime("ahead"), {address, builder.getInt64(reads.bytes),
                                                        builder.getInt32(flags), sites_.of(*reads.first)}));
  }

  // Emits the checks of arrays in structs for which check-locals has found an index.
  void bound_members(Function& function) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (Instruction& instruction : llvm::instructions(function))
      if (is_check(instruction, "member")) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
    for (llvm::CallInst* member : calls) {
      llvm::IRBuilder<> builder(member);
      builder.SetCurrentDebugLocation(member->getDebugLoc());
      const Instruction* access = first_access(member);
      const std::uint32_t flags = llvm::isa<llvm::StoreInst>(access) ? cpu::kAccessWrite
                                  : llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(access)
                                      ? cpu::kAccessRead | cpu::kAccessWrite | cpu::kAccessAtomic
                                      : cpu::kAccessRead;
      llvm::CallInst* checked =
          call(builder, "variable",
               {member->getArgOperand(0), member->getArgOperand(1), member->getArgOperand(2),
                builder.getInt32(flags), sites_.of(*access), member->getArgOperand(3)});
      member->replaceAllUsesWith(checked);
      member->eraseFromParent();
      added_.insert(checked);
      members_.insert(checked);
    }
  }
  // Returns the access through an address whose location is reported.
  static const Instruction* first_access(const Instruction* address) {
    for (const llvm::User* user : address->users()) {
      if (llvm::isa<llvm::GetElementPtrInst>(user)) {
        const Instruction* found = first_access(llvm::cast<Instruction>(user));
        if (found != user) return found;
      } else if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
                     user)) {
        return llvm::cast<Instruction>(user);
      }
    }
    return address;
  }

  static bool is_check(const Instruction& instruction, llvm::StringRef name) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName() == kDevicePrefix + std::string("check_") + name.str();
  }

  static bool is_releasing(llvm::AtomicOrdering ordering) { return llvm::isReleaseOrStronger(ordering); }

  void check(Instruction& instruction, bool accesses) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return check_call(*call, accesses);
    if (!accesses) return;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      const bool is_struct = load->getType()->isAggregateType();
      check_access({load, load->getPointerOperandIndex(), layout_.getTypeStoreSize(load->getType()),
                    cpu::kAccessRead | (load->isAtomic() ? cpu::kAccessAtomic : 0u) |
                        (load->isVolatile() ? cpu::kAccessVolatile : 0u) |
                        (is_struct ? cpu::kAccessMayBeUnset : 0u) | compared_.lookup(load),
                    load->getAlign()});
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      check_access({store, store->getPointerOperandIndex(),
                    layout_.getTypeStoreSize(store->getValueOperand()->getType()),
                    cpu::kAccessWrite | (store->isAtomic() ? cpu::kAccessAtomic : 0u) |
                        (store->isAtomic() && is_releasing(store->getOrdering()) ? cpu::kAccessRelease : 0u) |
                        (store->isVolatile() ? cpu::kAccessVolatile : 0u),
                    store->getAlign()});
    } else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      check_access({update, llvm::AtomicRMWInst::getPointerOperandIndex(),
                    layout_.getTypeStoreSize(update->getType()),
                    cpu::kAccessRead | cpu::kAccessWrite | cpu::kAccessAtomic, update->getAlign()});
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      check_access({exchange, llvm::AtomicCmpXchgInst::getPointerOperandIndex(),
                    layout_.getTypeStoreSize(exchange->getCompareOperand()->getType()),
                    cpu::kAccessRead | cpu::kAccessWrite | cpu::kAccessAtomic, exchange->getAlign()});
    } else if (llvm::isa<llvm::FenceInst>(&instruction) && has(cpu::kCheckRace)) {
      llvm::IRBuilder<>(&instruction).CreateCall(runtime("fence"));
    }
  }

  bool wants_lookup(const Target& target, const Access& access) const {
    if (target.is_local)
      return shadowed_.contains(llvm::cast<llvm::AllocaInst>(target.base)) && has(cpu::kCheckInit);
    if (target.is_constant && (access.flags & cpu::kAccessWrite) == 0) return false;
    return has(cpu::kCheckInit | cpu::kCheckRace);
  }

  void check_access(const Access& access) {
    Value* address = access.at->getOperand(access.operand);
    const Target target = target_of(address);
    llvm::Constant* site = nullptr;
    llvm::IRBuilder<> builder(access.at);
    builder.SetCurrentDebugLocation(access.at->getDebugLoc());
    Value* generic = address;
    if (address->getType()->getPointerAddressSpace() != 0)
      generic = builder.CreateAddrSpaceCast(address, builder.getPtrTy());
    Value* checked = nullptr;
    const auto flags = [&](std::uint32_t more) {
      return builder.getInt32(access.flags | more | (llvm::Log2(access.align) << cpu::kAccessAlignShift) |
                              (target.is_shared ? std::uint32_t{cpu::kAccessShared} : 0u) |
                              argument_of(address) << cpu::kAccessArgumentShift);
    };
    if (has(cpu::kCheckMemory) && target.bytes != 0 && !is_inside(target, access.bytes)) {
      site = sites_.of(*access.at);
      Value* base = target.base;
      if (base->getType()->getPointerAddressSpace() != 0)
        base = builder.CreateAddrSpaceCast(base, builder.getPtrTy());
      checked = call(builder, "variable",
                     {base, generic, builder.getInt64(access.bytes), flags(0), site, object_of(target.base)});
    }
    const bool is_known = target.bytes != 0;
    if (is_known ? wants_lookup(target, access)
                 : has(cpu::kCheckMemory | cpu::kCheckInit | cpu::kCheckRace)) {
      if (!site) site = sites_.of(*access.at);
      std::uint32_t more = 0;
      Value* value = builder.getInt64(0);
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(access.at); store && has(cpu::kCheckRace)) {
        if (Value* bits = bits_of(builder, store->getValueOperand())) {
          value = bits;
          more = cpu::kAccessHasValue;
        }
      }
      checked = call(builder, "access",
                     {checked ? checked : generic, builder.getInt64(access.bytes), flags(more), site, value,
                      builder.getInt32(slot_of(address, access))});
    }
    if (!checked) return;
    if (address->getType()->getPointerAddressSpace() != 0)
      checked = builder.CreateAddrSpaceCast(checked, address->getType());
    access.at->setOperand(access.operand, checked);
  }

  llvm::CallInst* call(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::ArrayRef<Value*> arguments) {
    llvm::CallInst* made = builder.CreateCall(runtime(name), arguments);
    // Merged calls would have phis instead of constant numbers.
    made->addFnAttr(llvm::Attribute::NoMerge);
    return made;
  }

  // Returns the number of the CheckRange for accesses of one kind through one pointer.
  unsigned slot_of(Value* address, const Access& access) {
    const unsigned argument = argument_of(address);
    const Value* root = root_of(address);
    if (argument != 0) root = access.at->getFunction()->getArg(argument - 1);
    const auto key = std::tuple(root, access.bytes, access.flags & cpu::kAccessWrite, access.align.value());
    const auto next = std::min(static_cast<unsigned>(slots_.size()), cpu::kNoCheckRange);
    return slots_.try_emplace(key, next).first->second;
  }

  // Returns a value of at most 8 bytes as an integer; NULL for others.
  Value* bits_of(llvm::IRBuilder<>& builder, Value* value) {
    llvm::Type* type = value->getType();
    if (!type->isSingleValueType()) return nullptr;
    const std::uint64_t bits = layout_.getTypeSizeInBits(type);
    if (bits > 64 || bits == 0) return nullptr;
    if (type->isPtrOrPtrVectorTy())
      return type->isPointerTy() ? builder.CreatePtrToInt(value, builder.getInt64Ty()) : nullptr;
    Value* integer = builder.CreateBitCast(value, builder.getIntNTy(static_cast<unsigned>(bits)));
    return builder.CreateZExt(integer, builder.getInt64Ty());
  }

  // ---- Calls ----

  void check_call(llvm::CallInst& call, bool accesses) {
    llvm::IRBuilder<> builder(&call);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    if (is_check(call, "unset")) return call.setArgOperand(1, sites_.of(call));
    if (auto* move = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
      if (accesses) check_move(*move);
      return;
    }
    if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
      if (accesses) check_fill(*fill);
      return;
    }
    const Function* callee = call.getCalledFunction();
    if (callee && callee->isIntrinsic()) {
      switch (callee->getIntrinsicID()) {
        case llvm::Intrinsic::nvvm_membar_cta:
        case llvm::Intrinsic::nvvm_membar_gl:
        case llvm::Intrinsic::nvvm_membar_sys:
          if (has(cpu::kCheckRace)) builder.CreateCall(runtime("fence"));
          return;
        default:
          break;
      }
      if (has(cpu::kCheckSync) && waits_for(callee->getIntrinsicID()) != WaitsFor::kNothing)
        builder.CreateCall(runtime("wait"), {sites_.of(call)});
      return;
    }
    if (callee && callee->isDeclaration()) {
      llvm::StringRef name = callee->getName();
      if (has(cpu::kCheckSync) && name.consume_front(kDevicePrefix) &&
          is_blocking_runtime_function((kRuntimePrefix + name).str()))
        builder.CreateCall(runtime("wait"), {sites_.of(call)});
      if (has(cpu::kCheckInit)) note_written(call);
      return;
    }
    if (call.isInlineAsm()) return;
    builder.CreateCall(runtime("call"), {sites_.of(call)});
    builder.SetInsertPoint(call.getNextNode());
    builder.CreateCall(runtime("return"));
    call.setTailCallKind(llvm::CallInst::TCK_None);
  }

  // A function that is not checked may have written the targets of its arguments.
  void note_written(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(call.getNextNode());
    for (Value* argument : call.args()) {
      if (!argument->getType()->isPointerTy()) continue;
      Value* base = llvm::getUnderlyingObject(argument, 0);
      auto* local = llvm::dyn_cast<llvm::AllocaInst>(base);
      if (!local || !shadowed_.contains(local)) continue;
      if (local->getAddressSpace() != 0) base = builder.CreateAddrSpaceCast(base, builder.getPtrTy());
      builder.CreateCall(runtime("written"), {base, builder.getInt64(locals_[local])});
    }
  }

  // Returns whether the runtime can skip one end of a copy, a local variable without shadow memory.
  bool is_trusted(Value* address, Value* length) {
    const Target target = target_of(address);
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(length);
    return target.is_local && !shadowed_.contains(llvm::cast<llvm::AllocaInst>(target.base)) && bytes &&
           is_inside(target, bytes->getZExtValue());
  }

  Value* generic(llvm::IRBuilder<>& builder, Value* address) {
    return address->getType()->getPointerAddressSpace() == 0
               ? address
               : builder.CreateAddrSpaceCast(address, builder.getPtrTy());
  }

  void check_move(llvm::MemTransferInst& move) {
    const bool to = is_trusted(move.getRawDest(), move.getLength());
    const bool from = is_trusted(move.getRawSource(), move.getLength());
    if (to && from) return;
    llvm::IRBuilder<> builder(&move);
    const std::uint32_t flags = (to ? cpu::kAccessTrustTo : 0u) | (from ? cpu::kAccessTrustFrom : 0u) |
                                llvm::Log2(move.getDestAlign().valueOrOne()) << cpu::kAccessAlignShift |
                                llvm::Log2(move.getSourceAlign().valueOrOne()) << cpu::kAccessFromAlignShift |
                                argument_of(move.getRawDest()) << cpu::kAccessArgumentShift |
                                argument_of(move.getRawSource()) << cpu::kAccessFromArgumentShift;
    builder.CreateCall(runtime("move"),
                       {generic(builder, move.getRawDest()), generic(builder, move.getRawSource()),
                        builder.CreateZExtOrTrunc(move.getLength(), builder.getInt64Ty()),
                        builder.getInt32(flags), sites_.of(move)});
    move.eraseFromParent();
  }

  void check_fill(llvm::MemSetInst& fill) {
    if (is_trusted(fill.getRawDest(), fill.getLength())) return;
    llvm::IRBuilder<> builder(&fill);
    builder.CreateCall(
        runtime("fill"),
        {generic(builder, fill.getRawDest()), builder.CreateZExt(fill.getValue(), builder.getInt32Ty()),
         builder.CreateZExtOrTrunc(fill.getLength(), builder.getInt64Ty()),
         builder.getInt32(argument_of(fill.getRawDest()) << cpu::kAccessArgumentShift), sites_.of(fill)});
    fill.eraseFromParent();
  }

  // ---- Kernels ----

  llvm::SmallVector<llvm::GlobalVariable*> shared_of(Function& kernel) {
    const llvm::SetVector<Function*> reached = check::reached_from(kernel);
    llvm::SmallVector<llvm::GlobalVariable*> found;
    for (llvm::GlobalVariable& variable : module_.globals()) {
      if (variable.getAddressSpace() != kSharedSpace) continue;
      bool is_used = false;
      llvm::SmallVector<const llvm::User*> users(variable.user_begin(), variable.user_end());
      while (!users.empty() && !is_used) {
        const llvm::User* user = users.pop_back_val();
        if (const auto* instruction = llvm::dyn_cast<Instruction>(user))
          is_used = reached.contains(const_cast<Function*>(instruction->getFunction()));
        else
          users.append(user->user_begin(), user->user_end());  // a cast of the variable
      }
      if (is_used) found.push_back(&variable);
    }
    return found;
  }

  void enter(Function& kernel) {
    Instruction* first = &*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    llvm::IRBuilder<> builder(first);
    llvm::Type* pointer = builder.getPtrTy();
    llvm::Type* i32 = builder.getInt32Ty();
    auto* type = llvm::StructType::get(module_.getContext(), {pointer, pointer, i32, i32, i32, i32});
    static_assert(sizeof(cpu::CheckKernel) == 32);
    auto* description = new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::PrivateLinkage,
                                                 nullptr, "gridcall_check_kernel");
    kernels_[&kernel] = description;
    Value* is_first = builder.CreateIsNotNull(builder.CreateCall(runtime("enter"), {description}));
    const auto shared = has(cpu::kCheckMemory | cpu::kCheckInit | cpu::kCheckRace)
                            ? shared_of(kernel)
                            : llvm::SmallVector<llvm::GlobalVariable*>();
    if (shared.empty()) return;
    Instruction* end = llvm::SplitBlockAndInsertIfThen(is_first, first, false);
    builder.SetInsertPoint(end);
    for (llvm::GlobalVariable* variable : shared)
      builder.CreateCall(runtime("shared"),
                         {builder.CreateAddrSpaceCast(variable, builder.getPtrTy()), object_of(variable)});
  }

  void finish() {
    llvm::GlobalVariable* sites = sites_.finish();
    llvm::Type* i32 = llvm::Type::getInt32Ty(module_.getContext());
    const auto number = [&](std::uint64_t value) { return llvm::ConstantInt::get(i32, value); };
    for (const auto& [kernel, description] : kernels_) {
      const auto& writes = writes_[kernel];
      description->setInitializer(
          llvm::ConstantStruct::get(llvm::cast<llvm::StructType>(description->getValueType()),
                                    {sites, table_of(writes), number(sites_.count()), number(checks_),
                                     number(writes ? writes->size() : cpu::kWritesUnknown), number(0)}));
    }
    llvm::StripDebugInfo(module_);
  }

  llvm::Constant* table_of(const std::optional<std::vector<check::Write>>& writes) {
    llvm::Type* pointer = llvm::PointerType::getUnqual(module_.getContext());
    if (!writes || writes->empty()) return llvm::Constant::getNullValue(pointer);
    llvm::Type* i32 = llvm::Type::getInt32Ty(module_.getContext());
    static_assert(sizeof(cpu::CheckWrite) == 16);
    auto* type = llvm::StructType::get(module_.getContext(), {pointer, i32, i32});
    llvm::SmallVector<llvm::Constant*> rows;
    for (const check::Write& write : *writes)
      rows.push_back(llvm::ConstantStruct::get(
          type,
          {write.variable ? llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(write.variable, pointer)
                          : llvm::Constant::getNullValue(pointer),
           llvm::ConstantInt::get(i32, write.parameter), llvm::ConstantInt::get(i32, write.offset)}));
    return check::constant(module_, llvm::ConstantArray::get(llvm::ArrayType::get(type, rows.size()), rows),
                           "gridcall_check_writes");
  }

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const std::uint32_t checks_;
  Sites sites_;
  std::map<const Value*, std::uint64_t> sizes_;              // of shared variables with bytes after them
  std::map<const llvm::AllocaInst*, std::uint64_t> locals_;  // local variables and their sizes
  std::set<const llvm::AllocaInst*> shadowed_;               // local variables with shadow memory
  std::set<const llvm::AllocaInst*> parameters_;
  std::set<const Instruction*> unchecked_;
  std::set<const Instruction*> added_;
  llvm::DenseMap<const Instruction*, std::uint32_t> compared_;  // the compared reads of the function
  std::map<Value*, llvm::Constant*> objects_;
  std::map<std::tuple<const Value*, std::uint64_t, std::uint32_t, std::uint64_t>, unsigned> slots_;
  llvm::DenseSet<const llvm::CallInst*> members_;  // checks of arrays in structs
  std::map<const Function*, std::optional<std::vector<check::Write>>> writes_;
  llvm::MapVector<const Function*, llvm::GlobalVariable*> kernels_;
};

}  // namespace

llvm::PreservedAnalyses CheckAccesses::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const std::uint32_t checks = check::requested(module);
  if (checks == 0) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::Constant*> shared;
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.getAddressSpace() == kSharedSpace) shared.push_back(&variable);
  llvm::convertUsersOfConstantsToInstructions(shared);
  Checking(module, checks).run();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
