// SPDX-License-Identifier: Apache-2.0

#include "core/copy/pattern_kernel.h"

#include <algorithm>
#include <numeric>

#include "core/context.h"
#include "core/copy/box.h"

namespace gridcall::core {

using namespace driver;

namespace {

constexpr unsigned kThreads = 256;
constexpr std::uint64_t kMaxBlocks = 4096;
constexpr std::uint64_t kVector = 16;

// Stores `count` vectors of 16 bytes from the aligned address `to` on, and the bytes before and behind them.
// The number of threads is a multiple of `period`, the number of vectors after which the pattern repeats, so
// that each thread stores one value.
constexpr char kSource[] = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry gridcall_fill(
  .param .u64 to, .param .u64 count, .param .u32 period, .param .u32 before, .param .u32 behind,
  .param .align 16 .b8 pattern[2048])
{
  .reg .pred %p<4>;
  .reg .b32 %r<20>;
  .reg .b64 %d<20>;
  ld.param.u64 %d1, [to];
  ld.param.u64 %d2, [count];
  ld.param.u32 %r1, [period];
  ld.param.u32 %r2, [before];
  ld.param.u32 %r3, [behind];
  cvta.to.global.u64 %d1, %d1;
  mov.b64 %d4, pattern;
  mov.u32 %r4, %ctaid.x;
  mov.u32 %r5, %ntid.x;
  mov.u32 %r6, %tid.x;
  mad.lo.u32 %r7, %r4, %r5, %r6;
  mov.u32 %r8, %nctaid.x;
  mul.lo.u32 %r9, %r8, %r5;
  rem.u32 %r10, %r7, %r1;
  mul.wide.u32 %d3, %r10, 16;
  add.u64 %d5, %d4, %d3;
  ld.param.v4.u32 {%r12, %r13, %r14, %r15}, [%d5];
  cvt.u64.u32 %d6, %r7;
  cvt.u64.u32 %d7, %r9;
  shl.b64 %d8, %d6, 4;
  add.u64 %d8, %d1, %d8;
  shl.b64 %d9, %d7, 4;
vectors:
  setp.ge.u64 %p1, %d6, %d2;
  @%p1 bra first_bytes;
  st.global.v4.u32 [%d8], {%r12, %r13, %r14, %r15};
  add.u64 %d6, %d6, %d7;
  add.u64 %d8, %d8, %d9;
  bra vectors;
first_bytes:
  cvt.u64.u32 %d13, %r7;
  setp.ge.u32 %p2, %r7, %r2;
  @%p2 bra last_bytes;
  shl.b32 %r16, %r1, 4;
  sub.u32 %r17, %r16, %r2;
  add.u32 %r17, %r17, %r7;
  cvt.u64.u32 %d10, %r17;
  add.u64 %d10, %d4, %d10;
  ld.param.u8 %r18, [%d10];
  cvt.u64.u32 %d11, %r2;
  sub.u64 %d12, %d1, %d11;
  add.u64 %d12, %d12, %d13;
  st.global.u8 [%d12], %r18;
last_bytes:
  setp.ge.u32 %p3, %r7, %r3;
  @%p3 bra over;
  cvt.u64.u32 %d14, %r1;
  rem.u64 %d15, %d2, %d14;
  shl.b64 %d15, %d15, 4;
  add.u64 %d15, %d15, %d13;
  add.u64 %d16, %d4, %d15;
  ld.param.u8 %r19, [%d16];
  shl.b64 %d17, %d2, 4;
  add.u64 %d17, %d1, %d17;
  add.u64 %d17, %d17, %d13;
  st.global.u8 [%d17], %r19;
over:
  ret;
}
)";

}  // namespace

bool PatternKernel::load(Context& context) {
  const std::lock_guard lock(lock_);
  if (function_) return true;
  if (is_refused_) return false;
  const Table& table = context.table();
  CUresult result = table.cuModuleLoadDataEx(&module_, kSource, 0, nullptr, nullptr);
  if (result == CUDA_SUCCESS) {
    result = table.cuModuleGetFunction(&function_, module_, "gridcall_fill");
    if (result != CUDA_SUCCESS) {
      function_ = nullptr;
      table.cuModuleUnload(module_);
    }
  }
  if (result == CUDA_SUCCESS) return true;
  module_ = nullptr;
  context.notice(result, "cuModuleLoadDataEx");
  is_refused_ = result != CUDA_ERROR_OUT_OF_MEMORY;
  return false;
}

bool PatternKernel::fill(Context& context, std::uint64_t address, std::uint64_t bytes,
                         std::span<const std::byte> pattern, CUstream stream, CUresult& result) {
  // A driver may refuse to load code during a capture.
  if (context.slots().is_capturing(stream) || !load(context)) return false;
  const std::uint64_t begin = (address + kVector - 1) / kVector * kVector;
  auto before = static_cast<std::uint32_t>(begin - address);
  std::uint64_t count = (bytes - before) / kVector;
  auto behind = static_cast<std::uint32_t>((bytes - before) % kVector);
  const std::size_t size = pattern.size();
  auto period = static_cast<std::uint32_t>(size / std::gcd(size, kVector));
  alignas(kVector) std::byte vectors[kMaxPatternBytes * kVector];
  for (std::size_t i = 0; i < period * kVector; ++i) vectors[i] = pattern[(before + i) % size];
  const std::uint32_t odd = period / (period & (~period + 1));  // kThreads is a multiple of the other factor
  const std::uint64_t wanted = std::min((count + kThreads - 1) / kThreads, kMaxBlocks);
  const auto blocks = static_cast<unsigned>((wanted + odd - 1) / odd * odd);
  std::uint64_t to = begin;
  void* values[] = {&to, &count, &period, &before, &behind, vectors};
  result =
      context.table().cuLaunchKernel(function_, blocks, 1, 1, kThreads, 1, 1, 0, stream, values, nullptr);
  return true;
}

void PatternKernel::free(Context& context) noexcept {
  const std::lock_guard lock(lock_);
  if (module_) context.table().cuModuleUnload(module_);
  module_ = nullptr;
  function_ = nullptr;
}

}  // namespace gridcall::core
