// SPDX-License-Identifier: Apache-2.0

#include "cc/passes/warp/emit/warp_loop.h"

#include <llvm/IR/Constants.h>

#include <cstddef>

#include "cc/passes/warp/emit/entry.h"
#include "cpu/abi/image.h"

namespace gridcall::cc::warp {
namespace {

class Writer {
 public:
  Writer(Target& target, llvm::IRBuilder<>& build, const VectorizeConfig& config)
      : target_(target),
        build_(build),
        config_(config),
        context_(build.getContext()),
        entry_(target.function.getArg(0)) {}

  WarpLoop write(bool with_convergent_variant, bool may_wait, bool block_runs);

 private:
  BasicBlock* block(const char* name) { return BasicBlock::Create(context_, name, &target_.function); }
  Value* warp_at(Value* number) {
    return build_.CreateInBoundsGEP(build_.getInt8Ty(), entry_,
                                    build_.CreateNUWMul(build_.CreateZExt(number, build_.getInt64Ty()),
                                                        build_.getInt64(cpu::kWarpStride)));
  }
  void note(Value* number, Value* lanes) { note_running(build_, target_.function, number, lanes); }
  void go_round(BasicBlock* to) { mark_short(build_.CreateBr(to)); }
  Value* block_place() {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), target_.block,
                                             offsetof(cpu::BlockContext, block_index));
  }

  Target& target_;
  llvm::IRBuilder<>& build_;
  const VectorizeConfig& config_;
  llvm::LLVMContext& context_;
  Value* entry_;
};

// Long because it emits one loop nest, in the order of its blocks.
WarpLoop Writer::write(bool with_convergent_variant, bool may_wait, bool block_runs) {
  Type* i32 = build_.getInt32Ty();
  Value* zero = build_.getInt32(0);
  Value* per_warp = build_.getInt32(config_.lanes);
  target_.block = read_block(build_, target_.function);
  Value* threads = read_field(build_, i32, target_.block, offsetof(cpu::BlockContext, thread_count));
  // In linear warps x grows by one from lane to lane, row by row of the block. A row ends inside of a warp
  // only if it is the whole block.
  const bool linear = config_.layout == BlockLayout::kLinear;
  // The x and the linear index of the first warp's first lane are multiples of the number of lanes, at any
  // position of that warp in the block.
  auto first_of = [&](std::size_t offset) {
    return build_.CreateAnd(read_field(build_, i32, entry_, offset), build_.getInt32(~(config_.lanes - 1)));
  };
  Value* first_index = first_of(offsetof(cpu::WarpContext, first_linear_index));
  Value* wanted = read_warps_to_run(build_, target_.function);
  Value* limit = build_.CreateNUWAdd(first_index, build_.CreateNUWMul(wanted, per_warp));
  threads = build_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, threads, limit);
  Value* length =
      linear ? read_field(build_, i32, target_.block, offsetof(cpu::BlockContext, block_size)) : threads;
  Value* first_x = linear ? first_of(offsetof(cpu::WarpContext, thread_index)) : first_index;

  Value* blocks = nullptr;
  Value* first_block = nullptr;
  if (block_runs) {
    blocks = read_field(build_, i32, target_.block, offsetof(cpu::BlockContext, blocks_to_run));
    first_block = build_.CreateLoad(i32, block_place());
  }

  WarpLoop loop;
  BasicBlock* before = build_.GetInsertBlock();
  BasicBlock* row = block("row");
  BasicBlock* warp = block("warp");
  BasicBlock* row_end = block("row.end");
  BasicBlock* again = block("row.again");
  BasicBlock* done = block("block.done");
  loop.predicated = block("some.lanes");
  loop.predicated_end = block("some.end");
  build_.CreateBr(row);

  build_.SetInsertPoint(row);
  llvm::PHINode* row_number = build_.CreatePHI(i32, 2, "row.warp");
  llvm::PHINode* row_x = build_.CreatePHI(i32, 2, "row.x");
  if (linear) {
    Value* left = build_.CreateNUWMul(build_.CreateSub(wanted, row_number), per_warp);
    length = build_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, length, build_.CreateAdd(row_x, left));
    Value* first = warp_at(row_number);
    for (unsigned dimension = 1; dimension < 3; ++dimension) {
      const std::size_t offset =
          offsetof(cpu::WarpContext, thread_index) + dimension * cpu::kWarpSize * sizeof(std::uint32_t);
      target_.thread_index[dimension] = read_field(build_, i32, first, offset);
    }
  }
  const auto index_of = [&](Value* of) {
    return build_.CreateAdd(first_index, build_.CreateNUWMul(of, per_warp), "", true, true);
  };
  Value* running = nullptr;
  BasicBlock* next_block = nullptr;
  llvm::PHINode* block_number = nullptr;
  llvm::PHINode* begin_number = nullptr;
  llvm::PHINode* begin_x = nullptr;
  if (block_runs) {
    if (!linear) {
      // One warp is a row, so that what it reads of its context is read once for all blocks.
      running = row_number;
      target_.warp = warp_at(row_number);
      target_.first_index = index_of(row_number);
      length = build_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, length, build_.CreateAdd(row_x, per_warp));
    }
    next_block = block("row.block");
    build_.CreateBr(next_block);
    build_.SetInsertPoint(next_block);
    block_number = build_.CreatePHI(i32, 2, "block.number");
    begin_number = build_.CreatePHI(i32, 2);
    begin_x = build_.CreatePHI(i32, 2);
    block_number->addIncoming(zero, row);
    begin_number->addIncoming(row_number, row);
    begin_x->addIncoming(row_x, row);
    target_.block_x = build_.CreateAdd(first_block, block_number, "block.x", true, true);
    build_.CreateStore(target_.block_x, block_place(), /*isVolatile*/ true);  // for fault reports
  }
  BasicBlock* start = build_.GetInsertBlock();
  build_.CreateBr(warp);

  build_.SetInsertPoint(warp);
  llvm::PHINode* number = build_.CreatePHI(i32, 2, "warp.number");
  llvm::PHINode* x = build_.CreatePHI(i32, 2, "warp.x");
  number->addIncoming(block_runs ? begin_number : row_number, start);
  x->addIncoming(block_runs ? begin_x : row_x, start);
  target_.fresh = warp;
  if (!running) {
    running = number;
    target_.warp = warp_at(number);
    target_.first_index = index_of(number);
  }
  if (linear) target_.thread_index[0] = x;
  Value* next_number = build_.CreateAdd(number, build_.getInt32(1), "", true, true);
  Value* next_x = build_.CreateAdd(x, per_warp, "", true, true);
  BasicBlock* rest = warp;
  if (may_wait) {
    rest = block("warp.begin");
    build_.CreateCondBr(build_.CreateICmpULT(number, read_warps_to_run(build_, target_.function)), rest,
                        done);
    build_.SetInsertPoint(rest);
  }
  if (with_convergent_variant) {
    loop.convergent = block("all.lanes");
    loop.convergent_end = block("all.end");
    rest = block("rest");
    build_.CreateCondBr(build_.CreateICmpULE(next_x, length), loop.convergent, rest);
    build_.SetInsertPoint(loop.convergent);
    note(running, build_.getInt32(~0u));
    build_.SetInsertPoint(loop.convergent_end);
    number->addIncoming(next_number, loop.convergent_end);
    x->addIncoming(next_x, loop.convergent_end);
    go_round(warp);
    build_.SetInsertPoint(rest);
  }
  build_.CreateCondBr(build_.CreateICmpULT(x, length), loop.predicated, row_end);

  build_.SetInsertPoint(loop.predicated);
  llvm::SmallVector<llvm::Constant*> numbers;
  for (unsigned lane = 0; lane < config_.lanes; ++lane) numbers.push_back(build_.getInt32(lane));
  loop.lanes = build_.CreateICmpULT(llvm::ConstantVector::get(numbers),
                                    build_.CreateVectorSplat(config_.lanes, build_.CreateNUWSub(length, x)));
  note(running, build_.CreateBitCast(loop.lanes, build_.getIntNTy(config_.lanes)));
  build_.SetInsertPoint(loop.predicated_end);
  BasicBlock* turn = block_runs ? block("row.turn") : again;
  build_.CreateBr(turn);

  build_.SetInsertPoint(row_end);
  if (block_runs) {
    BasicBlock* all_blocks = block("row.done");
    Value* next = build_.CreateAdd(block_number, build_.getInt32(1), "", true, true);
    build_.CreateCondBr(build_.CreateICmpULT(next, blocks), turn, all_blocks);
    build_.SetInsertPoint(turn);
    const auto go_on = [&](llvm::PHINode* phi, Value* same_block, Value* next_one) {
      llvm::PHINode* later = build_.CreatePHI(i32, 2);
      later->addIncoming(same_block, loop.predicated_end);
      later->addIncoming(next_one, row_end);
      phi->addIncoming(later, turn);
    };
    go_on(block_number, block_number, next);
    go_on(begin_number, next_number, row_number);
    go_on(begin_x, next_x, row_x);
    go_round(next_block);
    row_end = all_blocks;
    build_.SetInsertPoint(row_end);
  }
  if (linear || block_runs) {
    mark_short(build_.CreateCondBr(build_.CreateICmpULT(index_of(number), threads), again, done));
  } else {
    build_.CreateBr(done);
  }

  build_.SetInsertPoint(again);
  llvm::PHINode* again_number = build_.CreatePHI(i32, 2);
  llvm::PHINode* again_x = build_.CreatePHI(i32, 2);
  if (!block_runs) {
    again_number->addIncoming(next_number, loop.predicated_end);
    again_x->addIncoming(next_x, loop.predicated_end);
  }
  if (linear || block_runs) {
    again_number->addIncoming(number, row_end);
    again_x->addIncoming(linear ? zero : x, row_end);
  }
  go_round(row);
  row_number->addIncoming(zero, before);
  row_number->addIncoming(again_number, again);
  row_x->addIncoming(first_x, before);
  row_x->addIncoming(again_x, again);

  build_.SetInsertPoint(done);
  build_.CreateRet(llvm::ConstantPointerNull::get(build_.getPtrTy()));
  return loop;
}

}  // namespace

WarpLoop begin_warp_loop(Target& target, llvm::IRBuilder<>& build, const VectorizeConfig& config,
                         bool with_convergent_variant, bool may_wait, bool block_runs) {
  return Writer(target, build, config).write(with_convergent_variant, may_wait, block_runs);
}

}  // namespace gridcall::cc::warp
