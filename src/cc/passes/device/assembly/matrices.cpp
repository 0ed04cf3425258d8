// SPDX-License-Identifier: Apache-2.0
//
// Matrix instructions of a warp (PTX ISA, "Matrix multiply-accumulate operation using mma instruction"):
// ldmatrix, stmatrix, movmatrix, and mma of 8 columns. A lane reads the rows and columns that its part of the
// result needs from other lanes.

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include "cc/passes/device/assembly/machine.h"

namespace gridcall::cc::assembly {

Value* Machine::from_lane(Value* value, Value* lane) {
  llvm::Type *type = value->getType(), *i64 = integer(64);
  const unsigned bits = type->getScalarSizeInBits();
  Value* word = builder_.CreateZExt(builder_.CreateBitCast(value, integer(bits)), i64);
  Value* result = call_device("shuffle", i64,
                              {builder_.getInt32(~0u), word, lane, builder_.getInt32(32),
                               builder_.getInt32(static_cast<std::uint32_t>(cpu::ShuffleMode::kIndex)),
                               llvm::ConstantPointerNull::get(builder_.getPtrTy())});
  return builder_.CreateBitCast(builder_.CreateTrunc(result, integer(bits)), type);
}

bool Machine::matrices(const Statement& statement) {
  const bool is_known = matrix_access(statement) || matrix_transpose(statement) || matrix_product(statement);
  statement.ignore({"aligned"});
  return is_known && statement.has("sync");
}

// Lane 8 i + r has the address of row r of matrix i; lane 4 r + p gets its elements 2 p and 2 p + 1.
bool Machine::matrix_access(const Statement& statement) {
  const bool loads = statement.opcode == "ldmatrix";
  if ((!loads && statement.opcode != "stmatrix") || !count(statement, 2)) return false;
  if (!statement.has("m8n8") || statement.type() != "b16") return false;
  const bool is_transposed = statement.has("trans");
  const unsigned matrices = statement.has("x4") ? 4 : statement.has("x2") ? 2 : statement.has("x1") ? 1 : 0;
  const llvm::SmallVector<std::string> registers = elements(statement.operands[loads ? 0 : 1]);
  Value* row = address(statement.operands[loads ? 1 : 0], space_of(statement));
  if (matrices == 0 || registers.size() != matrices || !row) return false;
  llvm::Type *i16 = integer(16), *i32 = integer(32), *i64 = integer(64);
  Value* given = builder_.CreatePtrToInt(row, i64);
  Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {});
  Value *line = builder_.CreateLShr(lane, 2), *pair = builder_.CreateAnd(lane, 3);
  llvm::Type* type = is_transposed ? i16 : i32;
  for (unsigned i = 0; i < matrices; ++i) {
    Value* word = loads ? builder_.getInt32(0) : read(registers[i], i32);
    if (!word) return false;
    for (unsigned part = 0; part < (is_transposed ? 2u : 1u); ++part) {
      Value* from = is_transposed
                        ? builder_.CreateAdd(builder_.CreateShl(pair, 1), builder_.getInt32(8 * i + part))
                        : builder_.CreateAdd(line, builder_.getInt32(8 * i));
      Value* offset = is_transposed ? builder_.CreateShl(line, 1) : builder_.CreateShl(pair, 2);
      Value* at = builder_.CreateIntToPtr(
          builder_.CreateAdd(from_lane(given, from), builder_.CreateZExt(offset, i64)), builder_.getPtrTy());
      const llvm::Align alignment(is_transposed ? 2 : 4);
      if (loads) {
        Value* loaded = builder_.CreateZExt(builder_.CreateAlignedLoad(type, at, alignment), i32);
        word = builder_.CreateOr(word, builder_.CreateShl(loaded, 16 * part));
      } else {
        builder_.CreateAlignedStore(builder_.CreateTrunc(builder_.CreateLShr(word, 16 * part), type), at,
                                    alignment);
      }
    }
    if (loads && !write(registers[i], word)) return false;
  }
  // Without this barrier a lane could overwrite a row that another lane still reads.
  builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {}, {builder_.getInt32(~0u)});
  return true;
}

bool Machine::matrix_transpose(const Statement& statement) {
  if (statement.opcode != "movmatrix" || !count(statement, 2) || !statement.has("m8n8") ||
      !statement.has("trans") || statement.type() != "b16")
    return false;
  llvm::Type* i32 = integer(32);
  Value* word = read(statement.operands[1], i32);
  if (!word) return false;
  Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {});
  Value *line = builder_.CreateLShr(lane, 2), *pair = builder_.CreateAnd(lane, 3);
  Value* shift = builder_.CreateShl(builder_.CreateAnd(line, 1), 4);
  Value* result = builder_.getInt32(0);
  for (unsigned part = 0; part < 2; ++part) {
    Value* row = builder_.CreateOr(builder_.CreateShl(pair, 1), builder_.getInt32(part));
    Value* from = builder_.CreateAdd(builder_.CreateShl(row, 2), builder_.CreateLShr(line, 1));
    Value* element = builder_.CreateAnd(builder_.CreateLShr(from_lane(word, from), shift), 0xffff);
    result = builder_.CreateOr(result, builder_.CreateShl(element, 16 * part));
  }
  return write(statement.operands[0], result);
}

// Returns the numbers in a register of a factor, as float, double or i32; for single bits the word itself.
llvm::SmallVector<Value*> Machine::factors(Value* word, llvm::StringRef type, unsigned bits) {
  if (type == "f64" || type == "b1") return {word};
  if (type == "tf32")
    return {builder_.CreateBitCast(builder_.CreateAnd(word, 0xffffe000), builder_.getFloatTy())};
  llvm::SmallVector<Value*> result;
  for (unsigned at = 0; at < 32; at += bits) {
    if (type == "f16" || type == "bf16") {
      result.push_back(
          from_half(builder_.CreateTrunc(builder_.CreateLShr(word, at), integer(16)), type == "bf16"));
    } else if (type == "e4m3" || type == "e5m2") {
      result.push_back(
          from_byte(builder_.CreateTrunc(builder_.CreateLShr(word, at), integer(8)), type == "e4m3"));
    } else {
      Value* up = builder_.CreateShl(word, 32 - bits - at);
      result.push_back(type.starts_with("s") ? builder_.CreateAShr(up, 32 - bits)
                                             : builder_.CreateLShr(up, 32 - bits));
    }
  }
  return result;
}

// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d, a, b, c. Lane 4 g + t has rows g (and g + 8) of a and
// column g of b, in each register a run of K at position t, and columns 2 t and 2 t + 1 of the sums.
// Long because the types decide the rows, the columns and the run of K together.
bool Machine::matrix_product(const Statement& statement) {
  if (statement.opcode != "mma" || !count(statement, 4) || !statement.has("row") || !statement.has("col"))
    return false;
  const bool saturates = statement.has("satfinite"), counts = statement.has("popc"),
             is_xor = statement.has("xor"), is_and = statement.has("and");
  const std::size_t types_at = saturates ? 6 : 5;
  if (statement.modifiers.size() != types_at + 4 + (counts ? 2 : 0)) return false;
  const llvm::StringRef result_type = statement.modifier(types_at), a_type = statement.modifier(types_at + 1),
                        b_type = statement.modifier(types_at + 2),
                        sum_type = statement.modifier(types_at + 3);
  // The shape is "m16n8k16", for example.
  llvm::StringRef shape = statement.modifier(2);
  unsigned rows = 0, columns = 0, depth = 0;
  if (!shape.consume_front("m") || shape.consumeInteger(10, rows) || !shape.consume_front("n") ||
      shape.consumeInteger(10, columns) || !shape.consume_front("k") || shape.getAsInteger(10, depth))
    return false;
  const auto bits_of = [](llvm::StringRef type) {
    return llvm::StringSwitch<unsigned>(type)
        .Case("f64", 64)
        .Case("tf32", 32)
        .Cases("f16", "bf16", 16)
        .Cases("s8", "u8", "e4m3", "e5m2", 8)
        .Cases("s4", "u4", 4)
        .Case("b1", 1)
        .Default(0);
  };
  const unsigned bits = bits_of(a_type), halves = rows / 8;
  if (bits == 0 || bits != bits_of(b_type) || (rows != 8 && rows != 16) || columns != 8) return false;
  const bool is_integer = sum_type == "s32", is_double = sum_type == "f64", is_half = sum_type == "f16";
  if (counts != (a_type == "b1") || (counts && is_xor == is_and) || is_double != (bits == 64)) return false;
  if ((result_type != sum_type && (is_integer || is_double)) || (saturates && !is_integer)) return false;
  llvm::Type *i32 = integer(32), *f32 = builder_.getFloatTy();
  llvm::Type* factor_type = is_double ? builder_.getDoubleTy() : i32;
  llvm::Type* type = is_integer ? i32 : is_double ? builder_.getDoubleTy() : f32;
  const unsigned run = 4 * (is_double ? 1 : 32 / bits), runs = depth / run;
  const llvm::SmallVector<std::string> names[] = {
      elements(statement.operands[0]), elements(statement.operands[1]), elements(statement.operands[2]),
      elements(statement.operands[3])};
  const std::size_t results = result_type == "f16" ? halves : 2 * halves,
                    sums = is_half ? halves : 2 * halves;
  if (runs == 0 || depth % run != 0 || names[0].size() != results || names[1].size() != halves * runs ||
      names[2].size() != runs || names[3].size() != sums)
    return false;

  llvm::SmallVector<Value*> a, b, c, sum;
  for (const std::string& name : names[1]) a.push_back(read(name, factor_type));
  for (const std::string& name : names[2]) b.push_back(read(name, factor_type));
  for (const std::string& name : names[3]) {
    Value* value = read(name, is_half ? i32 : type);
    if (!value) return false;
    if (is_half)
      c.append(factors(value, "f16", 16));
    else
      c.push_back(value);
  }
  if (llvm::is_contained(a, nullptr) || llvm::is_contained(b, nullptr)) return false;
  sum = c;
  if (saturates) sum.assign(c.size(), builder_.getInt32(0));

  Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {}, {});
  Value *quad = builder_.CreateAnd(lane, ~3u), *column = builder_.CreateShl(builder_.CreateAnd(lane, 3), 3);
  for (unsigned place = 0; place < 4; ++place) {
    Value* of_row = builder_.CreateOr(quad, builder_.getInt32(place));
    for (unsigned i = 0; i < runs; ++i) {
      llvm::SmallVector<Value*> y[2];
      for (unsigned n = 0; n < 2; ++n)
        y[n] = factors(from_lane(b[i], builder_.CreateOr(column, builder_.getInt32(4 * n + place))), b_type,
                       bits);
      for (unsigned half = 0; half < halves; ++half) {
        const llvm::SmallVector<Value*> x = factors(from_lane(a[half + halves * i], of_row), a_type, bits);
        for (unsigned n = 0; n < 2; ++n) {
          Value*& to = sum[2 * half + n];
          for (std::size_t k = 0; k < x.size(); ++k) {
            if (!is_integer) {
              to = builder_.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {x[k], y[n][k], to});
              continue;
            }
            Value* product = is_xor   ? builder_.CreateXor(x[k], y[n][k])
                             : is_and ? builder_.CreateAnd(x[k], y[n][k])
                                      : builder_.CreateMul(x[k], y[n][k]);
            if (counts) product = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, product);
            to = builder_.CreateAdd(to, product);
          }
        }
      }
    }
  }
  for (std::size_t i = 0; i < results; ++i) {
    Value* result = sum[i];
    if (saturates) result = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, c[i], result);
    if (result_type == "f16") result = pair_of_halves(sum[2 * i], sum[2 * i + 1], false);
    if (!write(names[0][i], result)) return false;
  }
  statement.ignore_all();
  return true;
}

}  // namespace gridcall::cc::assembly
