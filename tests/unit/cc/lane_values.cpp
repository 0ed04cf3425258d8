// SPDX-License-Identifier: Apache-2.0
//
// LaneValues alone, with 4 lanes: which forms follow from those that are set, within a block and through
// slots.

#include "cc/passes/warp/emit/lane_values.h"

#include "small_emitter.h"

namespace {

using namespace gridcall::cc::warp;
using small_ir::check;
using small_ir::Emitter;

constexpr const char* kBody = R"(
  %affine = add i32 %x, %n
  %wide = sext i32 %affine to i64
  %place = getelementptr i8, ptr %parameters, i64 %wide
  %varying = mul i32 %x, %x
  %same = add i32 %n, 1
  %low = and i32 %x, 3
  %column = shl i32 %low, 1
  br label %next
next:
  %use = add i32 %varying, %affine
  %sum = add i32 %use, %same
  %again = sext i32 %affine to i64
  %last = add i64 %again, %wide
  %loaded = load i8, ptr %place
  ret void
)";

VectorizeConfig config_of(BlockLayout layout) {
  VectorizeConfig config;
  config.lanes = 4;
  config.row_lanes = 2;
  config.layout = layout;
  return config;
}

// The emitter, behind values that the test makes up.
struct Test : Emitter {
  explicit Test(BlockLayout layout = BlockLayout::kLinear)
      : Emitter(small_ir::thread_entry(kBody), config_of(layout)), values(*known, *target, *build) {
    values.begin_block(block("entry"));
    i32 = build->getInt32Ty();
    i64 = build->getInt64Ty();
  }
  std::string emitted() { return small_ir::instructions(*build->GetInsertBlock()).substr(before.size()); }
  void begin() { before = small_ir::instructions(*build->GetInsertBlock()); }

  LaneValues values;
  Type* i32;
  Type* i64;
  std::string before;
};

void in_block() {
  Test t;
  t.values.set_scalar(*t.value("affine"), t.opaque(t.i32, "first"));
  t.begin();
  t.values.vector(t.value("affine"));
  check("the vector of an affine value counts from its scalar", t.emitted(),
        "%.splatinsert = insertelement <4 x i32> poison, i32 %first, i64 0\n"
        "%.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer\n"
        "%0 = add <4 x i32> %.splat, <i32 0, i32 1, i32 2, i32 3>\n");

  Test uniform;
  uniform.values.set_scalar(*uniform.value("same"), uniform.opaque(uniform.i32, "all"));
  uniform.begin();
  uniform.values.vector(uniform.value("same"));
  check("the vector of a uniform value repeats it", uniform.emitted(),
        "%.splatinsert = insertelement <4 x i32> poison, i32 %all, i64 0\n"
        "%.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer\n");

  Test varying;
  Value* elements = varying.opaque(varying.build->vector_type(varying.i32), "elements");
  varying.values.set_vector(*varying.value("varying"), elements);
  varying.begin();
  check("the vector of a varying value is the one that is set",
        varying.values.vector(varying.value("varying")) == elements ? varying.emitted() : "another", "");

  Test known;
  known.begin();
  check("what depends on the lane's number alone is a constant",
        small_ir::text_of(*known.values.vector(known.value("column"))) + known.emitted(),
        "<4 x i32> <i32 0, i32 2, i32 4, i32 6>");

  Test constant;
  check("a constant is its own scalar",
        small_ir::text_of(*constant.values.scalar(constant.build->getInt32(3))), "i32 3");
  check("an argument is the warp entry's",
        small_ir::text_of(*constant.values.scalar(constant.source->function.getArg(1))), "ptr %parameters");
}

void rows() {
  Test t(BlockLayout::kRows);
  t.values.set_scalars(*t.value("affine"), {t.opaque(t.i32, "row0"), t.opaque(t.i32, "row1")});
  t.begin();
  t.values.vector(t.value("affine"));
  check("by rows the vector counts from each row's scalar", t.emitted(),
        "%.splatinsert = insertelement <2 x i32> poison, i32 %row0, i64 0\n"
        "%.splat = shufflevector <2 x i32> %.splatinsert, <2 x i32> poison, <2 x i32> zeroinitializer\n"
        "%.splatinsert1 = insertelement <2 x i32> poison, i32 %row1, i64 0\n"
        "%.splat2 = shufflevector <2 x i32> %.splatinsert1, <2 x i32> poison, <2 x i32> zeroinitializer\n"
        "%0 = shufflevector <2 x i32> %.splat, <2 x i32> %.splat2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>\n"
        "%1 = add <4 x i32> %0, <i32 0, i32 1, i32 0, i32 1>\n");
}

void known_by_rows() {
  Test t(BlockLayout::kRows);
  t.begin();
  check("by rows it is the number within the row that counts",
        small_ir::text_of(*t.values.vector(t.value("column"))) + t.emitted(),
        "<4 x i32> <i32 0, i32 2, i32 0, i32 2>");
}

void checked() {
  Test t;
  t.values.set_scalar(*t.value("affine"), t.opaque(t.i32, "first"));
  t.values.set_scalar(*t.value("wide"), t.opaque(t.i64, "wide.first"));
  Value* holds = t.opaque(t.build->getInt1Ty(), "holds");
  t.values.set_check(*t.value("wide"), holds);
  check("the check of a checked value is the one that is set",
        t.values.check_of(t.value("wide")) == holds ? "set" : "another", "set");
  check("an affine value needs no check", !t.values.check_of(t.value("affine")) ? "none" : "one", "none");
  t.begin();
  Value* exact = t.values.exact_vector(t.value("wide"));
  check("a checked value's lanes are computed from its operand", t.emitted(),
        "%.splatinsert = insertelement <4 x i32> poison, i32 %first, i64 0\n"
        "%.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer\n"
        "%0 = add <4 x i32> %.splat, <i32 0, i32 1, i32 2, i32 3>\n"
        "%1 = sext <4 x i32> %0 to <4 x i64>\n");
  check("they are computed once in a block",
        t.values.exact_vector(t.value("wide")) == exact ? "once" : "again", "once");
}

void single_lane() {
  Test t;
  Value* lane = t.opaque(t.i32, "lane");
  t.values.begin_block(t.block("entry"), lane);
  t.values.set_scalar(*t.value("affine"), t.opaque(t.i32, "first"));
  t.values.set_vector(*t.value("varying"), t.opaque(t.build->vector_type(t.i32), "elements"));
  t.begin();
  t.values.one(t.value("affine"));
  t.values.one(t.value("varying"));
  check(
      "one lane's value is counted from the scalar, or extracted", t.emitted(),
      "%0 = mul i32 %lane, 1\n%1 = add i32 %first, %0\n%2 = extractelement <4 x i32> %elements, i32 %lane\n");
  Value* one = t.opaque(t.i32, "one");
  t.values.set_one(*t.value("varying"), one);
  check("or the one that is set", t.values.one(t.value("varying")) == one ? "set" : "another", "set");
}

void slots() {
  Test t;
  t.values.set_scalar(*t.value("affine"), t.opaque(t.i32, "first"));
  t.values.set_vector(*t.value("varying"), t.opaque(t.build->vector_type(t.i32), "elements"));
  t.values.publish(*t.value("affine"));
  t.values.publish(*t.value("varying"));
  BasicBlock* entry = t.build->GetInsertBlock();
  t.build->SetInsertPoint(t.build->block("next"));
  t.values.begin_block(t.block("next"));
  t.values.vector(t.value("varying"));
  t.values.scalar(t.value("affine"));
  check("a value that another block uses is stored", small_ir::instructions(*entry),
        "%vector = alloca <4 x i32>, align 16\n"
        "%scalar = alloca i32, align 4\n"
        "%first = load i32, ptr %parameters, align 4\n"
        "%elements = load <4 x i32>, ptr %parameters, align 16\n"
        "store i32 %first, ptr %scalar, align 4\n"
        "store <4 x i32> %elements, ptr %vector, align 16\n");
  check("and read there", t.emitted(),
        "%0 = load <4 x i32>, ptr %vector, align 16\n%1 = load i32, ptr %scalar, align 4\n");

  t.begin();
  t.values.forget([&](const Value* value) { return value == t.value("affine"); });
  check("what is forgotten is poison", t.emitted(), "store <4 x i32> poison, ptr %vector, align 16\n");

  // The other variant knows `varying` as a vector too, and `affine` as a scalar of its own.
  LaneValues other(*t.known, *t.target, *t.build);
  other.begin_block(t.block("entry"));
  other.set_scalar(*t.value("affine"), t.opaque(t.i32, "other.first"));
  other.set_vector(*t.value("varying"), t.opaque(t.build->vector_type(t.i32), "other.elements"));
  t.begin();
  t.values.import_from(other, t.block("entry"));
  check("another variant's forms are stored in this one's slots", t.emitted(),
        "store i32 %other.first, ptr %scalar, align 4\n"
        "store <4 x i32> %other.elements, ptr %vector, align 16\n");
  check("nothing was missing", !t.values.missing() && !other.missing() ? "nothing" : "some", "nothing");
}

void missing() {
  Test t;
  Value* scalar = t.values.scalar(t.value("same"));
  check("a scalar that nothing has set is poison", small_ir::text_of(*scalar), "i32 poison");
  check("and is noted", t.values.missing() ? t.values.missing() : "", "a value has no scalar");
  Test check_of;
  check("a check that nothing has set is poison",
        small_ir::text_of(*check_of.values.check_of(check_of.value("wide"))), "i1 poison");
  check("and is noted too", check_of.values.missing() ? check_of.values.missing() : "",
        "a checked value has no check");
}

}  // namespace

int main() {
  in_block();
  rows();
  known_by_rows();
  checked();
  single_lane();
  slots();
  missing();
  return small_ir::finish();
}
