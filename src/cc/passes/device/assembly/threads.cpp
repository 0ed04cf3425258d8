// SPDX-License-Identifier: Apache-2.0
//
// Barriers, warp functions, traps and sleep (PTX ISA, "Parallel Synchronization and Communication
// Instructions", "Miscellaneous Instructions").

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "cc/passes/device/assembly/machine.h"

namespace gridcall::cc::assembly {

bool Machine::threads(const Statement& statement) {
  const llvm::StringRef opcode = statement.opcode;
  if (opcode == "trap" || opcode == "brkpt") {
    builder_.CreateIntrinsic(llvm::Intrinsic::trap, {}, {});
    return count(statement, 0);
  }
  if (opcode == "nanosleep") {
    statement.ignore({"u32"});
    Value* time = count(statement, 1) ? read(statement.operands[0], integer(32)) : nullptr;
    if (time) call_device("nanosleep", builder_.getVoidTy(), {time});
    return time != nullptr;
  }
  return barrier(statement) || shuffle(statement) || vote(statement);
}

// Translates barrier.cluster.arrive and barrier.cluster.wait.
bool Machine::cluster(const Statement& statement) {
  if (statement.opcode != "barrier" || !statement.has("cluster") || !count(statement, 0)) return false;
  statement.ignore({"aligned", "release", "relaxed", "acquire"});
  const bool arrives = statement.has("arrive");
  if (arrives == statement.has("wait")) return false;
  call_device(arrives ? "cluster_arrive" : "cluster_wait", builder_.getVoidTy(), {});
  return true;
}

bool Machine::barrier(const Statement& statement) {
  if (cluster(statement)) return true;
  if (statement.opcode != "bar" && statement.opcode != "barrier") return false;
  llvm::Type* i32 = integer(32);
  statement.ignore({"cta", "aligned"});
  if (statement.has("warp")) {
    statement.ignore({"sync"});
    Value* mask = count(statement, 1) ? read(statement.operands[0], i32) : nullptr;
    if (mask) builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {}, {mask});
    return mask != nullptr;
  }
  if (statement.has("sync")) {
    if (!count(statement, 1) && !count(statement, 2)) return false;
    Value* number = read(statement.operands[0], i32);
    Value* threads = count(statement, 2) ? read(statement.operands[1], i32) : nullptr;
    if (!number || (count(statement, 2) && !threads)) return false;
    auto* known = llvm::dyn_cast<llvm::ConstantInt>(number);
    if (threads) {
      builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_sync_cnt, {}, {number, threads});
    } else if (known && known->isZero()) {
      builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier0, {}, {});
    } else {
      builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_barrier_sync, {}, {number});
    }
    return true;
  }
  const auto any_barrier = [&](Value* number, Value* threads, cpu::BarrierReduction what, Value* predicate) {
    return call_device("any_barrier", i32,
                       {number, threads, builder_.getInt32(static_cast<std::uint32_t>(what)), predicate});
  };
  if (statement.has("arrive")) {
    Value* v[2];
    if (!count(statement, 2) || !read_all(statement, 0, v, i32, i32)) return false;
    any_barrier(v[0], v[1], cpu::BarrierReduction::kArrive, builder_.getInt32(0));
    return true;
  }
  // bar.red.popc.u32 d, a, p; bar.red.and.pred d, a, b, p.
  const std::size_t size = statement.operands.size();
  if (!statement.has("red") || size < 3 || size > 4) return false;
  Value* any_number = read(statement.operands[1], i32);
  auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(any_number);
  Value* predicate = read(statement.operands[size - 1], builder_.getInt1Ty());
  if (!any_number || !predicate) return false;
  statement.ignore({"pred", "u32", "or"});
  if (size == 4 || !number || !number->isZero()) {
    Value* threads = size == 4 ? read(statement.operands[2], i32) : builder_.getInt32(0);
    if (!threads) return false;
    const auto what = statement.has("popc")  ? cpu::BarrierReduction::kCount
                      : statement.has("and") ? cpu::BarrierReduction::kAnd
                                             : cpu::BarrierReduction::kOr;
    Value* result = any_barrier(any_number, threads, what, builder_.CreateZExt(predicate, i32));
    if (!statement.has("popc")) result = builder_.CreateICmpNE(result, builder_.getInt32(0));
    return write(statement.operands[0], result);
  }
  const auto id = statement.has("popc")  ? llvm::Intrinsic::nvvm_barrier0_popc
                  : statement.has("and") ? llvm::Intrinsic::nvvm_barrier0_and
                                         : llvm::Intrinsic::nvvm_barrier0_or;
  Value* result = builder_.CreateIntrinsic(id, {}, {builder_.CreateZExt(predicate, i32)});
  if (!statement.has("popc")) result = builder_.CreateICmpNE(result, builder_.getInt32(0));
  return write(statement.operands[0], result);
}

// shfl.sync.up.b32 d|p, a, b, c, mask. c contains the segment mask, which gives the width, and the last lane.
bool Machine::shuffle(const Statement& statement) {
  if (statement.opcode != "shfl" || !statement.has("sync") || statement.type() != "b32" ||
      !count(statement, 5))
    return false;
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  statement.ignore({"idx"});
  const bool is_up = statement.has("up");
  const cpu::ShuffleMode mode = is_up                   ? cpu::ShuffleMode::kUp
                                : statement.has("down") ? cpu::ShuffleMode::kDown
                                : statement.has("bfly") ? cpu::ShuffleMode::kXor
                                                        : cpu::ShuffleMode::kIndex;
  Value* v[4];
  if (!read_all(statement, 1, v, i32, i32, i32, i32)) return false;
  // The runtime implements the segments that CUDA C++ has; others are computed here, as PTX defines them.
  auto* segment = llvm::dyn_cast<llvm::ConstantInt>(v[2]);
  const std::uint64_t c = segment ? segment->getZExtValue() : 0, outer = (c >> 8) & 31, width = 32 - outer;
  if (!segment || (c & 31) != (is_up ? 0 : 31) || (width & (width - 1)) != 0)
    return any_shuffle(statement, mode, v);
  Value* lane = mode == cpu::ShuffleMode::kIndex ? builder_.CreateAnd(v[1], width - 1) : v[1];
  auto [to, predicate] = llvm::StringRef(statement.operands[0]).split('|');
  Value* in_range = predicate.empty()
                        ? static_cast<Value*>(llvm::ConstantPointerNull::get(builder_.getPtrTy()))
                        : local(i32, "in_range");
  Value* result = call_device(
      "shuffle", i64,
      {v[3], builder_.CreateZExt(v[0], i64), lane, builder_.getInt32(static_cast<std::uint32_t>(width)),
       builder_.getInt32(static_cast<std::uint32_t>(mode)), in_range});
  if (!write(to, builder_.CreateTrunc(result, i32))) return false;
  if (predicate.empty()) return true;
  Value* is_in_range = builder_.CreateICmpNE(builder_.CreateLoad(i32, in_range), builder_.getInt32(0));
  return write(predicate, is_in_range);
}

bool Machine::any_shuffle(const Statement& statement, cpu::ShuffleMode mode, Value* const* v) {
  llvm::Type *i32 = integer(32), *i64 = integer(64);
  Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {});
  Value *by = builder_.CreateAnd(v[1], 31), *segment = builder_.CreateAnd(builder_.CreateLShr(v[2], 8), 31);
  Value *inside = builder_.CreateXor(segment, 31), *first = builder_.CreateAnd(lane, segment);
  Value* bound = builder_.CreateOr(first, builder_.CreateAnd(v[2], inside));
  Value* from = mode == cpu::ShuffleMode::kUp     ? builder_.CreateSub(lane, by)
                : mode == cpu::ShuffleMode::kDown ? builder_.CreateAdd(lane, by)
                : mode == cpu::ShuffleMode::kXor  ? builder_.CreateXor(lane, by)
                                                  : builder_.CreateOr(first, builder_.CreateAnd(by, inside));
  Value* is_in_range = mode == cpu::ShuffleMode::kUp ? builder_.CreateICmpSGE(from, bound)
                                                     : builder_.CreateICmpSLE(from, bound);
  Value* result = call_device(
      "shuffle", i64,
      {v[3], builder_.CreateZExt(v[0], i64), builder_.CreateSelect(is_in_range, from, lane),
       builder_.getInt32(32), builder_.getInt32(static_cast<std::uint32_t>(cpu::ShuffleMode::kIndex)),
       llvm::ConstantPointerNull::get(builder_.getPtrTy())});
  auto [to, predicate] = llvm::StringRef(statement.operands[0]).split('|');
  return write(to, builder_.CreateTrunc(result, i32)) && (predicate.empty() || write(predicate, is_in_range));
}

bool Machine::vote(const Statement& statement) {
  llvm::Type *i1 = builder_.getInt1Ty(), *i32 = integer(32), *i64 = integer(64);
  const auto ballot = [&](Value* mask, Value* predicate) {
    return call_device("ballot", i32, {mask, builder_.CreateZExt(predicate, i32)});
  };
  const auto is_none = [&](Value* lanes) { return builder_.CreateICmpEQ(lanes, builder_.getInt32(0)); };
  const llvm::StringRef opcode = statement.opcode;
  statement.ignore({"b32", "pred"});
  if (opcode == "activemask") {
    return count(statement, 1) && write(statement.operands[0], call_device("activemask", i32, {}));
  }
  if (!statement.has("sync")) return false;
  if (opcode == "elect") {
    // elect.sync d|p, mask elects the lowest of the lanes.
    Value* mask = count(statement, 2) ? read(statement.operands[1], i32) : nullptr;
    if (!mask) return false;
    Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {});
    Value* first = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, ballot(mask, builder_.getTrue()),
                                                  builder_.getFalse());
    auto [to, predicate] = llvm::StringRef(statement.operands[0]).split('|');
    return write(to, first) && write(predicate, builder_.CreateICmpEQ(lane, first));
  }
  if (opcode == "vote") {
    Value* v[2];
    if (!count(statement, 3) || !read_all(statement, 1, v, i1, i32)) return false;
    // Lanes that have exited do not vote: "all" means that no lane votes against.
    if (statement.has("ballot")) return write(statement.operands[0], ballot(v[1], v[0]));
    if (statement.has("any"))
      return write(statement.operands[0], builder_.CreateNot(is_none(ballot(v[1], v[0]))));
    Value* no = is_none(ballot(v[1], builder_.CreateNot(v[0])));
    if (statement.has("all")) return write(statement.operands[0], no);
    return statement.has("uni") &&
           write(statement.operands[0], builder_.CreateOr(no, is_none(ballot(v[1], v[0]))));
  }
  if (opcode == "match") {
    const std::optional<Kind> type = kind(statement);
    Value* v[2];
    if (!type || !type->is_integer() || !count(statement, 3) || !read_all(statement, 1, v, type->type, i32))
      return false;
    Value* value = builder_.CreateZExt(v[0], i64);
    statement.ignore({"all"});
    if (statement.has("any"))
      return write(statement.operands[0], call_device("match_any", i32, {v[1], value}));
    auto [to, predicate] = llvm::StringRef(statement.operands[0]).split('|');
    Value* equal = local(i32, "all_equal");
    if (!write(to, call_device("match_all", i32, {v[1], value, equal}))) return false;
    return predicate.empty() ||
           write(predicate, builder_.CreateICmpNE(builder_.CreateLoad(i32, equal), builder_.getInt32(0)));
  }
  if (opcode == "redux" && statement.modifiers.size() == 3) {
    const std::optional<Kind> type = kind(statement);
    Value* v[2];
    if (!type || !type->type->isIntegerTy(32) || !count(statement, 3) || !read_all(statement, 1, v, i32, i32))
      return false;
    const llvm::StringRef name = statement.modifier(1);
    using cpu::WarpReduction;
    std::optional<WarpReduction> reduction;
    if (name == "add") reduction = WarpReduction::kAdd;
    if (name == "min") reduction = type->is_signed ? WarpReduction::kMinSigned : WarpReduction::kMinUnsigned;
    if (name == "max") reduction = type->is_signed ? WarpReduction::kMaxSigned : WarpReduction::kMaxUnsigned;
    if (name == "and") reduction = WarpReduction::kAnd;
    if (name == "or") reduction = WarpReduction::kOr;
    if (name == "xor") reduction = WarpReduction::kXor;
    if (!reduction) return false;
    return write(statement.operands[0],
                 call_device("warp_reduce", i32,
                             {v[1], v[0], builder_.getInt32(static_cast<std::uint32_t>(*reduction))}));
  }
  return false;
}

}  // namespace gridcall::cc::assembly
