// SPDX-License-Identifier: Apache-2.0
//
// MaskBuilder alone: what it emits is compiled for this machine and run over masks.

#include "cc/passes/warp/emit/mask_builder.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/TargetSelect.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <utility>

#include "small_ir.h"

namespace {

using namespace gridcall::cc::warp;

using Run = std::uint32_t (*)(std::uint32_t, std::uint32_t);
// Emits an i32 from two masks.
using Emit = llvm::function_ref<Value*(WarpBuilder&, MaskBuilder&, Value* mask, Value* other)>;

constexpr std::uint32_t kMasks[] = {0, 1, 2, 0x80000000, 0xffffffff, 0x00ff00f0, 0x13579bdf, 0x7ffffffe};

// Compares with `expected` over all pairs of masks; "" or the first difference.
std::string run(Emit emit, std::function<std::uint32_t(std::uint32_t, std::uint32_t)> expected,
                bool of_empty = true) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("masks", *context);
  Type* i32 = Type::getInt32Ty(*context);
  llvm::Function* function = llvm::Function::Create(llvm::FunctionType::get(i32, {i32, i32}, false),
                                                    llvm::Function::ExternalLinkage, "run", *module);
  WarpBuilder build(*function, 32);
  MaskBuilder masks(build);
  build.SetInsertPoint(build.block("entry"));
  Value* mask = build.CreateBitCast(function->getArg(0), masks.type());
  Value* other = build.CreateBitCast(function->getArg(1), masks.type());
  build.CreateRet(emit(build, masks, mask, other));
  if (const std::string problem = small_ir::problem_of(*function); !problem.empty()) return problem;

  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit) return llvm::toString(jit.takeError());
  if (llvm::Error error = (*jit)->addIRModule({std::move(module), std::move(context)}))
    return llvm::toString(std::move(error));
  auto symbol = (*jit)->lookup("run");
  if (!symbol) return llvm::toString(symbol.takeError());
  const auto code = symbol->toPtr<Run>();
  for (const std::uint32_t a : kMasks) {
    if (a == 0 && !of_empty) continue;
    for (const std::uint32_t b : kMasks) {
      if (code(a, b) == expected(a, b)) continue;
      return std::to_string(a) + ", " + std::to_string(b) + " gives " + std::to_string(code(a, b)) +
             " instead of " + std::to_string(expected(a, b));
    }
  }
  return "";
}

// Depends on which lanes run, and on their order.
std::uint32_t digest(std::uint32_t lanes) {
  std::uint32_t result = 7;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((lanes >> lane & 1) != 0) result = result * 33 + lane;
  }
  return result;
}

Value* emit_digest(WarpBuilder& build, MaskBuilder& masks, Value* mask, unsigned at_once) {
  Type* i32 = build.getInt32Ty();
  llvm::AllocaInst* result = build.CreateAlloca(i32);
  build.CreateStore(build.getInt32(7), result);
  masks.for_lanes(
      mask,
      [&](Value* lane) {
        Value* product = build.CreateMul(build.CreateLoad(i32, result), build.getInt32(33));
        build.CreateStore(build.CreateAdd(product, lane), result);
      },
      at_once);
  return build.CreateLoad(i32, result);
}

void conversions() {
  small_ir::check("bits32 has one bit for each lane",
                  run([](auto&, auto& masks, Value* mask, Value*) { return masks.bits32(mask); },
                      [](auto a, auto) { return a; }),
                  "");
  small_ir::check("any is whether a lane is active",
                  run([](auto& build, auto& masks, Value* mask,
                         Value*) { return build.CreateZExt(masks.any(mask), build.getInt32Ty()); },
                      [](auto a, auto) { return a != 0 ? 1u : 0u; }),
                  "");
  small_ir::check("first_lane is the lowest active lane",
                  run([](auto&, auto& masks, Value* mask, Value*) { return masks.first_lane(mask); },
                      [](auto a, auto) { return static_cast<std::uint32_t>(std::countr_zero(a)); },
                      /*of_empty*/ false),
                  "");
  small_ir::check(
      "all and none",
      run([](auto& build, auto& masks, Value*,
             Value*) { return build.CreateSub(masks.bits32(masks.none()), masks.bits32(masks.all())); },
          [](auto, auto) { return 1u; }),
      "");
}

void algebra() {
  small_ir::check(
      "both is the lanes of the mask that have the condition",
      run([](auto&, auto& masks, Value* mask, Value* other) { return masks.bits32(masks.both(mask, other)); },
          [](auto a, auto b) { return a & b; }),
      "");
  small_ir::check("nonzero_bits are the active lanes whose element is not 0",
                  run(
                      [](auto& build, auto& masks, Value* mask, Value* other) {
                        Value* elements = build.CreateSExt(other, build.vector_type(build.getInt64Ty()));
                        return masks.nonzero_bits(mask, elements);
                      },
                      [](auto a, auto b) { return a & b; }),
                  "");
  llvm::LLVMContext context;
  llvm::Module module("masks", context);
  llvm::Function* function = llvm::Function::Create(llvm::FunctionType::get(Type::getVoidTy(context), false),
                                                    llvm::Function::ExternalLinkage, "function", module);
  WarpBuilder build(*function, 32);
  MaskBuilder masks(build);
  build.SetInsertPoint(build.block("entry"));
  Value* unknown = build.CreateLoad(masks.type(), build.CreateAlloca(masks.type()));
  const auto yes_or_no = [](bool value) { return std::string(value ? "yes" : "no"); };
  small_ir::check("is_all is what is known of a mask",
                  yes_or_no(MaskBuilder::is_all(masks.all())) + yes_or_no(MaskBuilder::is_all(masks.none())) +
                      yes_or_no(MaskBuilder::is_all(unknown)),
                  "yesnono");
  // An `and` would spread poison from an inactive lane.
  small_ir::check("both selects", llvm::isa<llvm::SelectInst>(masks.both(unknown, unknown)) ? "select" : "",
                  "select");
}

void loops() {
  small_ir::check(
      "for_lanes runs the active lanes in order",
      run([](auto& build, auto& masks, Value* mask, Value*) { return emit_digest(build, masks, mask, 1); },
          [](auto a, auto) { return digest(a); }, /*of_empty*/ false),
      "");
  for (const unsigned at_once : {1u, 4u, 32u}) {
    small_ir::check(("for_lanes runs all lanes, " + std::to_string(at_once) + " an iteration").c_str(),
                    run([&](auto& build, auto& masks, Value*,
                            Value*) { return emit_digest(build, masks, masks.all(), at_once); },
                        [](auto, auto) { return digest(0xffffffff); }),
                    "");
  }
}

}  // namespace

int main() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  conversions();
  algebra();
  loops();
  return small_ir::finish();
}
