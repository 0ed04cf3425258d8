// SPDX-License-Identifier: Apache-2.0
//
// The plan of a warp's code alone, over small functions: order, lanes, and which blocks lanes wait for.

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <memory>
#include <string>

#include "cc/passes/warp/analysis/execution_plan.h"

namespace {

using gridcall::cc::warp::ExecutionPlan;
using gridcall::cc::warp::Source;
using gridcall::cc::warp::VectorizeConfig;
using gridcall::cc::warp::VectorShapes;
using gridcall::cc::warp::WarpVariantKind;

int number = 0;
bool failed = false;

std::string plan_of(const std::string& body, WarpVariantKind variant) {
  const std::string text =
      "declare i32 @gridcall_rt_barrier(ptr, i32, i32)\n"
      "define void @entry(ptr %thread, ptr %parameters) {\n"
      "entry:\n"
      "  %x = load i32, ptr %thread, !invariant.load !0\n"        // threadIdx.x
      "  %n = load i32, ptr %parameters, !invariant.load !0\n" +  // the same in all lanes
      body +
      "}\n!0 = !{}\n";
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  if (module == nullptr) return problem.getMessage().str();
  Source source(*module->getFunction("entry"));
  VectorizeConfig config;
  config.all_on = variant == WarpVariantKind::kConvergent;
  const VectorShapes shapes(source.function, source.divergence, source.loops, config);
  const ExecutionPlan plan(source, shapes, config, variant);
  std::string printed;
  llvm::raw_string_ostream out(printed);
  plan.print(out);
  return printed;
}

void check(const char* name, const std::string& plan, const std::string& expected) {
  const bool same = plan == expected;
  failed = failed || !same;
  if (!same) std::printf("# planned:\n%s# expected:\n%s", plan.c_str(), expected.c_str());
  std::printf("%s %d - %s\n", same ? "ok" : "not ok", ++number, name);
}

constexpr const char* kUniformBranch = R"(
  %c = icmp sgt i32 %n, 3
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  ret void
)";
constexpr const char* kDivergentBranch = R"(
  %c = icmp slt i32 %x, %n
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %parameters
  br label %end
end:
  ret void
)";
constexpr const char* kFirstLane = R"(
  %c = icmp eq i32 %x, 0
  br i1 %c, label %one, label %end
one:
  store i32 1, ptr %parameters
  br label %end
end:
  ret void
)";
constexpr const char* kDivergentLoop = R"(
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %x
  br i1 %again, label %loop, label %end
end:
  ret void
)";
constexpr const char* kBarrierBehindBranch = R"(
  %c = icmp slt i32 %x, %n
  br i1 %c, label %then, label %else
then:
  %r = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 0)
  br label %end
else:
  store i32 1, ptr %parameters
  br label %end
end:
  store i32 2, ptr %parameters
  ret void
)";
constexpr const char* kBarrierForAll = R"(
  %r = call i32 @gridcall_rt_barrier(ptr %thread, i32 0, i32 0)
  ret void
)";

}  // namespace

int main() {
  std::printf("1..8\n");
  check("a uniform branch keeps all lanes", plan_of(kUniformBranch, WarpVariantKind::kConvergent),
        "%entry: all-active\n%then: all-active\n%end: all-active\n");
  check("nobody waits at a uniform branch's end", plan_of(kUniformBranch, WarpVariantKind::kPredicated),
        "%entry:\n%then:\n%end:\n");
  check("lanes reconverge behind a divergent branch", plan_of(kDivergentBranch, WarpVariantKind::kConvergent),
        "%entry: all-active diverges\n%then: pending\n%end: all-active pending\n");
  check("one lane runs what is for an equal index", plan_of(kFirstLane, WarpVariantKind::kConvergent),
        "%entry: all-active diverges\n%one: single-lane(%one) pending\n%end: all-active pending\n");
  check("a divergent loop is left to the predicated variant",
        plan_of(kDivergentLoop, WarpVariantKind::kConvergent), "%entry: all-active\n");
  check("lanes wait at a divergent loop's exit", plan_of(kDivergentLoop, WarpVariantKind::kPredicated),
        "%entry:\n%loop: diverges pending\n%end: pending\n");
  check("a barrier for some lanes needs resumptions",
        plan_of(kBarrierBehindBranch, WarpVariantKind::kPredicated),
        "%entry: diverges\n%then: waits\n%else:\n%end:\nneeds resumptions\n");
  check("a barrier for all lanes does not", plan_of(kBarrierForAll, WarpVariantKind::kPredicated),
        "%entry: waits\n");
  return failed ? 1 : 0;
}
