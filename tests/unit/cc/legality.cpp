// SPDX-License-Identifier: Apache-2.0
//
// The legality check alone: each reason for which a kernel keeps only its thread entry, and neighbours that
// are accepted.

#include "cc/passes/warp/analysis/legality.h"

#include <llvm/IR/IRBuilder.h>

#include "cc/passes/warp/analysis/execution_plan.h"
#include "cc/passes/warp/vectorize.h"
#include "small_ir.h"

namespace {

using namespace gridcall::cc::warp;

constexpr const char* kRuntime = R"(
declare i32 @gridcall_rt_barrier(ptr, i32, i32)
declare void @gridcall_rt_named_barrier(ptr, i32, i32)
declare i64 @gridcall_rt_shuffle(ptr, i32, i64, i32, i32, i32, ptr)
declare i32 @gridcall_rt_warp_reduce(ptr, i32, i32, i32)
declare i32 @gridcall_rt_activemask(ptr, i32)
declare ptr @gridcall_rt_warp_frame(ptr, i64)
declare void @llvm.trap()
declare void @llvm.assume(i1)
declare void @llvm.sideeffect()
declare i32 @llvm.ctpop.i32(i32)
declare {i32, i32} @pair(i32)
declare {i32, {i32, i32}} @nested(i32)
declare void @outside(i32)
define void @waits(i32 %a) #0 {
  ret void
}
attributes #0 = { "gridcall-may-block" }
)";

struct Options {
  WarpVariantKind variant = WarpVariantKind::kPredicated;
  bool separately = false;  // the entry is split at its waits
  bool frame = false;       // check what lies beside a coroutine's frame
};

std::string reason(const std::string& body, Options options = {}) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module =
      small_ir::parse(small_ir::thread_entry(body, kRuntime), context);
  llvm::Function& entry = *module->getFunction("entry");
  VectorizeConfig config;
  config.all_on = options.variant == WarpVariantKind::kConvergent;
  Resumptions resumptions;
  if (options.separately) {
    resumptions = split_at_waits(entry);
    config.resumptions = &resumptions;
  }
  Source source(entry);
  if (options.frame) return llvm::toString(check_frame(source, config));
  const VectorShapes shapes(entry, source.divergence, source.loops, config);
  const llvm::Expected<ExecutionPlan> plan = ExecutionPlan::create(source, shapes, config, options.variant);
  return llvm::toString(check_legality(*plan, shapes, config));
}

void memory() {
  small_ir::check("plain loads and stores", reason(R"(
  %place = getelementptr i32, ptr %parameters, i32 %x
  %v = load i32, ptr %place
  store i32 %v, ptr %place
  ret void
)"),
                  "");
  small_ir::check("a load of a struct", reason(R"(
  %place = getelementptr i32, ptr %parameters, i32 %x
  %v = load {i32, i32}, ptr %place
  ret void
)"),
                  "it loads a struct");
  small_ir::check("a struct that is the same in all lanes", reason(R"(
  %v = load {i32, i32}, ptr %parameters, !invariant.load !0
  ret void
)"),
                  "");
  small_ir::check("a store of a struct", reason(R"(
  %place = getelementptr i32, ptr %parameters, i32 %x
  store {i32, i32} zeroinitializer, ptr %place
  ret void
)"),
                  "it stores a struct");
  small_ir::check("a store of different structs to one address", reason(R"(
  %v = call {i32, i32} @pair(i32 %x)
  store {i32, i32} %v, ptr %parameters
  ret void
)"),
                  "a struct differs between threads");
  small_ir::check("the thread's context", reason(R"(
  %field = getelementptr i8, ptr %thread, i64 4
  store i32 0, ptr %field
  ret void
)"),
                  "it hands on its thread's context");
  small_ir::check("a stack that grows", reason(R"(
  %array = alloca i32, i32 %x
  store i32 0, ptr %array
  ret void
)"),
                  "it allocates stack as it runs");
  small_ir::check("a local array's alignment", reason(R"(
  %array = alloca [3 x i32], align 8
  store i32 0, ptr %array
  ret void
)"),
                  "a local array's size is no multiple of its alignment");
  small_ir::check("a local array's alignment beside a frame",
                  reason(R"(
  %array = alloca [3 x i32], align 8
  ret void
)",
                         {.frame = true}),
                  "a local array's size is no multiple of its alignment");
  small_ir::check("a large alignment beside a frame",
                  reason(R"(
  %array = alloca [32 x i32], align 128
  ret void
)",
                         {.frame = true}),
                  "a local array needs an alignment of more than 64 bytes");
}

void instructions() {
  small_ir::check("a phi of structs", reason(R"(
  %a = call {i32, i32} @pair(i32 %x)
  %c = icmp slt i32 %x, %n
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %v = phi {i32, i32} [ %a, %entry ], [ zeroinitializer, %then ]
  ret void
)"),
                  "a struct differs between threads");
  small_ir::check("members in the block of their struct", reason(R"(
  %v = call {i32, i32} @pair(i32 %x)
  %a = extractvalue {i32, i32} %v, 0
  ret void
)"),
                  "");
  small_ir::check("a struct of structs", reason(R"(
  %v = call {i32, {i32, i32}} @nested(i32 %x)
  ret void
)"),
                  "a call gives back a struct");
  small_ir::check("a struct that is made", reason(R"(
  %v = insertvalue {i32, i32} zeroinitializer, i32 %x, 0
  ret void
)"),
                  "a struct differs between threads (insertvalue)");
  small_ir::check("a small vector that differs", reason(R"(
  %v = load i32, ptr %parameters
  %a = insertelement <2 x i16> zeroinitializer, i16 1, i32 %x
  %b = bitcast <2 x i16> %a to i32
  ret void
)"),
                  "a struct differs between threads (insertelement)");
  small_ir::check("an instruction without a vector form", reason(R"(
  %v = load <2 x i32>, ptr %parameters, !invariant.load !0
  %e = extractelement <2 x i32> %v, i32 %x
  ret void
)"),
                  "it uses extractelement");
  small_ir::check("a terminator that is no branch", reason(R"(
  switch i32 %n, label %end [ i32 1, label %end ]
end:
  ret void
)"),
                  "it ends a block by switch");
}

void calls() {
  small_ir::check("calls of functions and intrinsics", reason(R"(
  %c = icmp slt i32 %x, 5
  call void @llvm.assume(i1 %c)
  %b = call i32 @llvm.ctpop.i32(i32 %x)
  call void @outside(i32 %b)
  ret void
)"),
                  "");
  small_ir::check("a call through a pointer", reason(R"(
  %f = load ptr, ptr %parameters
  call void %f(i32 %x)
  ret void
)"),
                  "it calls through a pointer");
  small_ir::check("a trap", reason("  call void @llvm.trap()\n  ret void\n"), "it traps by intrinsic");
  small_ir::check("an intrinsic without a result", reason("  call void @llvm.sideeffect()\n  ret void\n"),
                  "it calls llvm.sideeffect");
  small_ir::check("a function in which threads wait", reason("  call void @waits(i32 %x)\n  ret void\n"),
                  "it calls waits, in which threads wait");
  small_ir::check("a function of the runtime that is no kernel's", reason(R"(
  %p = call ptr @gridcall_rt_warp_frame(ptr %thread, i64 8)
  ret void
)"),
                  "it calls warp_frame");
}

void waits() {
  small_ir::check("a barrier", reason(R"(
  %r = call i32 @gridcall_rt_barrier(ptr %thread, i32 %n, i32 0)
  ret void
)"),
                  "");
  small_ir::check("a barrier whose kind differs", reason(R"(
  %r = call i32 @gridcall_rt_barrier(ptr %thread, i32 %x, i32 0)
  ret void
)"),
                  "a barrier's kind differs between threads");
  small_ir::check("a barrier of unknown kind for some lanes",
                  reason(R"(
  %r = call i32 @gridcall_rt_barrier(ptr %thread, i32 %n, i32 0)
  ret void
)",
                         {.separately = true}),
                  "a barrier's kind is not known");
  constexpr const char* kNamed = R"(
  %c = icmp slt i32 %x, %n
  br i1 %c, label %then, label %end
then:
  call void @gridcall_rt_named_barrier(ptr %thread, i32 1, i32 64)
  br label %end
end:
  ret void
)";
  small_ir::check("a named barrier for some lanes", reason(kNamed, {.separately = true}), "");
  small_ir::check("a named barrier for some lanes of the convergent variant",
                  reason(kNamed, {.variant = WarpVariantKind::kConvergent}),
                  "internal: a named barrier for some lanes");
  constexpr const char* kReduction = R"(
  %r = call i32 @gridcall_rt_warp_reduce(ptr %thread, i32 -1, i32 %x, i32 %n)
  ret void
)";
  small_ir::check("a reduction of unknown kind", reason(kReduction), "a reduction's kind is not known");
  small_ir::check("a reduction of unknown kind for some lanes", reason(kReduction, {.separately = true}),
                  "a warp function's kind is not known");
  small_ir::check("a reduction of no kind", reason(R"(
  %r = call i32 @gridcall_rt_warp_reduce(ptr %thread, i32 -1, i32 %x, i32 8)
  ret void
)"),
                  "a reduction's kind is not known");
  const auto shuffle = [](const char* width, const char* mode) {
    return "  %r = call i64 @gridcall_rt_shuffle(ptr %thread, i32 -1, i64 7, i32 1, i32 " +
           std::string(width) + ", i32 " + mode + ", ptr null)\n  ret void\n";
  };
  small_ir::check("a shuffle", reason(shuffle("16", "1")), "");
  small_ir::check("a shuffle of unknown kind", reason(shuffle("16", "%n")), "a shuffle's kind is not known");
  small_ir::check("a shuffle of unknown kind for some lanes",
                  reason(shuffle("16", "%n"), {.separately = true}), "a warp function's kind is not known");
  small_ir::check("a shuffle's width", reason(shuffle("24", "1")), "a shuffle's width is no power of two");
  small_ir::check("a shuffle of unknown width", reason(shuffle("%n", "1")), "");
}

}  // namespace

int main() {
  memory();
  instructions();
  calls();
  waits();
  return small_ir::finish();
}
