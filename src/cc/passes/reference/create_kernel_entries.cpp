// SPDX-License-Identifier: Apache-2.0
//
// create-kernel-entries: adds one `void(ThreadContext*, const void* parameters)` per kernel, which reads the
// parameters from the block that the driver packed: in order, each at its natural alignment.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "cc/passes/passes.h"

namespace gridcall::cc {
namespace {

// The attributes that decide how an argument is passed: they must be on both the call and the callee.
llvm::AttributeList argument_attributes(const llvm::Function& kernel) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::SmallVector<llvm::AttributeSet> sets;
  for (unsigned i = 0; i < kernel.arg_size(); ++i) {
    llvm::AttrBuilder kept(context);
    for (llvm::Attribute attribute : kernel.getAttributes().getParamAttrs(i)) {
      if (attribute.isStringAttribute()) continue;
      switch (attribute.getKindAsEnum()) {
        case llvm::Attribute::ByVal:
        case llvm::Attribute::Alignment:
        case llvm::Attribute::ZExt:
        case llvm::Attribute::SExt:
          kept.addAttribute(attribute);
          break;
        default:
          break;
      }
    }
    sets.push_back(llvm::AttributeSet::get(context, kept));
  }
  return llvm::AttributeList::get(context, {}, {}, sets);
}

void create_entry(llvm::Module& module, llvm::Function& kernel) {
  llvm::LLVMContext& context = module.getContext();
  const llvm::DataLayout& layout = module.getDataLayout();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer}, false);
  llvm::Function* entry = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                                 kEntryPrefix + kernel.getName(), module);
  entry->setDSOLocal(true);
  entry->setDoesNotThrow();
  llvm::Argument* thread = entry->getArg(0);
  llvm::Argument* parameters = entry->getArg(1);
  entry->addParamAttrs(0, llvm::AttrBuilder(context, kernel.getAttributes().getParamAttrs(0)));
  // Nobody writes the block while the launch runs.
  for (llvm::Attribute::AttrKind kind : {llvm::Attribute::NoAlias, llvm::Attribute::ReadOnly,
                                         llvm::Attribute::NoCapture, llvm::Attribute::NoUndef}) {
    parameters->addAttr(kind);
  }
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", entry));
  llvm::SmallVector<llvm::Value*> arguments{thread};
  std::string table;
  std::uint64_t size = 0;
  for (llvm::Argument& argument : llvm::drop_begin(kernel.args())) {
    bool by_value = argument.hasByValAttr();
    llvm::Type* value = by_value ? argument.getParamByValType() : argument.getType();
    std::uint64_t bytes = layout.getTypeAllocSize(value);
    llvm::Align align = layout.getABITypeAlign(value);
    if (by_value) align = argument.getParamAlign().value_or(align);
    std::uint64_t offset = llvm::alignTo(size, align);
    size = offset + bytes;
    if (!table.empty()) table += ",";
    table += std::to_string(offset) + ":" + std::to_string(bytes);
    llvm::Value* address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), parameters, offset);
    if (by_value) {
      arguments.push_back(address);
      continue;
    }
    bool is_bool = value->isIntegerTy(1);
    llvm::LoadInst* load = builder.CreateAlignedLoad(is_bool ? builder.getInt8Ty() : value, address, align);
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
    arguments.push_back(is_bool ? builder.CreateTrunc(load, value) : load);
  }
  llvm::CallInst* call = builder.CreateCall(&kernel, arguments);
  call->setAttributes(argument_attributes(kernel));
  builder.CreateRetVoid();
  for (const char* name :
       {kKernelAttribute, kMaxThreadsAttribute, kClusterAttribute, kMayBlockAttribute, kPollsAttribute,
        kStaticSharedAttribute, kSmallBlocksAttribute, kInStepAttribute}) {
    if (kernel.hasFnAttribute(name)) entry->addFnAttr(kernel.getFnAttribute(name));
    kernel.removeFnAttr(name);
  }
  entry->addFnAttr(kParametersAttribute, table);
  kernel.setLinkage(llvm::GlobalValue::InternalLinkage);
  // A kernel that does not call itself has one use, the call by its entry.
  if (kernel.hasOneUse()) {
    kernel.removeFnAttr(llvm::Attribute::NoInline);
    kernel.removeFnAttr(llvm::Attribute::OptimizeNone);
    kernel.addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

}  // namespace

llvm::PreservedAnalyses CreateKernelEntries::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && function.hasFnAttribute(kKernelAttribute)) kernels.push_back(&function);
  }
  for (llvm::Function* kernel : kernels) create_entry(module, *kernel);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gridcall::cc
