// SPDX-License-Identifier: Apache-2.0

#include "ndarray/cublas.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "base/concat.h"
#include "base/dynamic_library.h"
#include "base/environment.h"
#include "base/log.h"
#include "base/os.h"
#include "compile/search_paths.h"
#include "core/capture.h"
#include "core/context.h"
#include "core/stream.h"

namespace gridcall::ndarray {

namespace {

using core::ScalarType;

constexpr std::uint64_t kMaxCalls = 64;
// The greatest batch of a call: a grid's extent in z.
constexpr std::uint64_t kMaxBatch = 65535;

// Numbers of cudaDataType_t and cublasComputeType_t.
enum { kR32F = 0, kR64F = 1, kR16F = 2, kC32F = 4, kC64F = 5, kR16BF = 14 };
enum { kCompute32F = 68, kCompute64F = 70, kCompute32FFastTf32 = 77 };
enum { kDefaultAlgorithm = -1 };

struct OpenedLibrary {
  std::vector<CublasLibrary> libraries;
  std::string reason;
  bool is_chosen = false;
};

bool fill(CublasLibrary& made, const DynamicLibrary& library) {
  CublasTable& table = made.table;
  const auto find = [&](const char* name, auto& function) {
    function = library.find<std::decay_t<decltype(function)>>(name);
    return function != nullptr;
  };
  if (!find("cublasCreate_v2", table.Create) || !find("cublasDestroy_v2", table.Destroy) ||
      !find("cublasGetProperty", table.GetProperty) ||
      !find("cublasGetStatusString", table.GetStatusString) || !find("cublasSetStream_v2", table.SetStream) ||
      !find("cublasSetWorkspace_v2", table.SetWorkspace) ||
      !find("cublasGemmStridedBatchedEx_64", table.GemmStridedBatchedEx))
    return false;
  for (std::size_t letter = 0; letter < 4; ++letter) {
    const std::string begin = concat("cublas", std::string(1, "SDCZ"[letter]));
    if (!find((begin + "trsm_v2_64").c_str(), table.trsm[letter]) ||
        !find((begin + "getrfBatched").c_str(), table.getrf_batched[letter]) ||
        !find((begin + "getrsBatched").c_str(), table.getrs_batched[letter]))
      return false;
  }
  for (int i = 0; i < 3; ++i) table.GetProperty(i, &made.version[static_cast<std::size_t>(i)]);
  return true;
}

void load(OpenedLibrary& all) {
  std::vector<std::string> notes;
  const std::vector<std::string> paths = compile::find_cublas(&notes);
  const char* const chosen = environment::text(environment::Name::CUBLAS);
  all.is_chosen = chosen && std::string_view(chosen) != "none";
  for (const std::string& path : paths) {
    // cuBLAS opens cuBLASLt by a bare name, which fails outside the loader's path.
    const std::size_t slash = path.rfind('/') + 1, dot = path.find(".so", slash);
    for (const std::string& major :
         {path.substr(std::min(dot + 3, path.size())), std::string(".13"), std::string(".12")}) {
      const std::string light = concat(path.substr(0, slash), "libcublasLt.so", major);
      if (is_regular_file(light) && DynamicLibrary::open(light)) break;
    }
    const DynamicLibrary library = DynamicLibrary::open(path);
    library.check_host();
    CublasLibrary made;
    made.path = path;
    if (library && fill(made, library))
      all.libraries.push_back(std::move(made));
    else
      notes.push_back(concat(path, ": ", library ? std::string("is older than cuBLAS 12") : library.error()));
  }
  for (const std::string& note : notes) all.reason += concat(all.reason.empty() ? "" : ", ", note);
  if (chosen && !all.is_chosen) all.reason = "GRIDCALL_CUBLAS is none";
  if (all.libraries.empty())
    log::info("blas", "no cuBLAS for GPUs (", all.reason, "): the library's own kernel multiplies");
}

struct Type {
  int data, compute;
};
Type type_of(ScalarType type, bool allows_tf32) noexcept {
  const int single = allows_tf32 ? kCompute32FFastTf32 : kCompute32F;
  switch (type) {
    case ScalarType::kFloat16:
      return {kR16F, kCompute32F};
    case ScalarType::kBfloat16:
      return {kR16BF, kCompute32F};
    case ScalarType::kFloat32:
      return {kR32F, single};
    case ScalarType::kComplex64:
      return {kC32F, single};
    case ScalarType::kFloat64:
      return {kR64F, kCompute64F};
    default:
      return {kC64F, kCompute64F};
  }
}

// Turns the last dimension so that the results' distance is positive, and makes it the batch of a call.
BatchDim take_batch(Gemm& gemm, std::int64_t size) noexcept {
  if (gemm.batch_ndim == 0) return {1, 0, 0, 0};
  BatchDim& last = gemm.batch[gemm.batch_ndim - 1];
  if (last.out < 0) {
    const auto steps = static_cast<std::int64_t>(last.count - 1);
    gemm.a += static_cast<std::uint64_t>(steps * last.a);
    gemm.b += static_cast<std::uint64_t>(steps * last.b);
    gemm.c += static_cast<std::uint64_t>(steps * last.out);
    last = {last.count, -last.out, -last.a, -last.b};
  }
  if (last.a < 0 || last.b < 0 || last.out % size != 0 || last.a % size != 0 || last.b % size != 0)
    return {1, 0, 0, 0};
  --gemm.batch_ndim;
  return {last.count, last.out / size, last.a / size, last.b / size};
}

}  // namespace

std::span<const CublasLibrary> cublas_libraries(std::string& reason) {
  static const OpenedLibrary* const loaded = [] {
    auto made = std::make_unique<OpenedLibrary>();
    load(*made);
    return made.release();  // never destroyed, because calls may come while the process exits
  }();
  if (loaded->is_chosen && loaded->libraries.empty())
    throw Failure(status::kUnsupported,
                  concat("GRIDCALL_CUBLAS names no cuBLAS that can be used: ", loaded->reason,
                         "; set it to a libcublas.so of CUDA 12 or later, or to none"));
  reason = loaded->reason;
  return loaded->libraries;
}

bool Cublas::open(core::Context& context) {
  const std::lock_guard lock(lock_);
  if (was_tried_) return library_ != nullptr;
  std::string reason;
  // A driver may be too old for the newest one.
  for (const CublasLibrary& library : cublas_libraries(reason)) {
    const int result = context.run([&] {
      const core::RelaxedCaptureMode relaxed(context.table(), false);  // it allocates
      return library.table.Create(&handle_);
    });
    if (result == 0) {
      library_ = &library;
      log::info("blas", "found cuBLAS ", library.version[0], '.', library.version[1], '.', library.version[2],
                ": ", library.path);
      break;
    }
    log::info("blas", library.path, " is not used: cublasCreate returned ",
              library.table.GetStatusString(result));
  }
  was_tried_ = true;
  return library_ != nullptr;
}

void Cublas::check(core::Context& context, int result, const char* call) const {
  if (result == 0) return;
  context.check_loss();
  Failure failure(status::kDriver,
                  concat(call, " of cuBLAS ", library_->version[0], '.', library_->version[1], " returned ",
                         library_->table.GetStatusString(result), " (", result,
                         "): set GRIDCALL_CUBLAS to another one, or to none"));
  failure.driver_code = result;
  throw failure;
}

template <class Queue>
void Cublas::run_queued(core::Context& context, core::Mem& workspace, std::span<core::Mem* const> memory,
                        const core::Stream* stream, Queue&& queue) {
  const core::Queue place = core::queue_of(stream);
  context.run([&] {
    for (core::Mem* mem : memory) context.slots().use(mem->usage(), place.slot);
    context.slots().use(workspace.usage(), place.slot);
    const std::lock_guard lock(lock_);
    check(context, library_->table.SetStream(handle_, place.stream), "cublasSetStream");
    check(context, library_->table.SetWorkspace(handle_, memory_at(workspace.address()), kWorkspaceBytes),
          "cublasSetWorkspace");
    queue();
    context.slots().queued(place.slot);
  });
}

void Cublas::solve(core::Context& context, const FactorStep& step, core::Mem& workspace,
                   std::span<core::Mem* const> memory, const core::Stream* stream) {
  const CublasTable& table = library_->table;
  const std::size_t letter = letter_of(step.type);
  if (step.is_one_call) {
    const auto n = static_cast<int>(step.n), count = static_cast<int>(step.count);
    auto* const a = static_cast<void**>(memory_at(step.pointers));
    auto* const pivots = static_cast<int*>(memory_at(step.pivots));
    int bad_argument = 0;
    return run_queued(context, workspace, memory, stream, [&] {
      if (step.routine == Routine::kGetrf)
        check(context,
              table.getrf_batched[letter](handle_, n, a, n, pivots, static_cast<int*>(memory_at(step.info)),
                                          count),
              "cublasGetrfBatched");
      else
        check(context,
              table.getrs_batched[letter](handle_, 0, n, static_cast<int>(step.k), a, n, pivots, a + count, n,
                                          &bad_argument, count),
              "cublasGetrsBatched");
    });
  }
  const void* const one = blas_number(real_size_of(step) == 8, 1);
  run_queued(context, workspace, memory, stream, [&] {
    for (const bool is_upper : {false, true})  // and the lower one's diagonal is 1
      check(context,
            table.trsm[letter](handle_, 0, is_upper ? 1 : 0, 0, is_upper ? 0 : 1, step.n, step.k, one,
                               memory_at(step.a), step.n, memory_at(step.b), step.n),
            "cublasTrsm");
  });
}

bool Cublas::run(core::Context& context, const Gemm& whole, bool allows_tf32, core::Mem& workspace,
                 std::span<core::Mem* const> memory, const core::Stream* stream) {
  Gemm gemm = whole;
  const auto size = static_cast<std::int64_t>(core::scalar_size(gemm.type));
  const BatchDim batch = take_batch(gemm, size);
  std::uint64_t calls = (batch.count + kMaxBatch - 1) / kMaxBatch;
  for (std::uint32_t i = 0; i < gemm.batch_ndim; ++i) calls *= gemm.batch[i].count;
  if (calls > kMaxCalls) return false;
  const Type type = type_of(gemm.type, allows_tf32);
  const bool is_wide = type.compute == kCompute64F;
  const void *const one = blas_number(is_wide, 1), *const zero = blas_number(is_wide, 0);
  const CublasTable& table = library_->table;
  const auto at = memory_at;
  run_queued(context, workspace, memory, stream, [&] {
    for (std::uint64_t call = 0; call < calls; ++call) {
      const std::uint64_t pieces = (batch.count + kMaxBatch - 1) / kMaxBatch,
                          first = call % pieces * kMaxBatch;
      const auto skipped = static_cast<std::int64_t>(first) * size;
      std::int64_t a = skipped * batch.a, b = skipped * batch.b, c = skipped * batch.out;
      std::uint64_t left = call / pieces;
      for (std::uint32_t i = gemm.batch_ndim; i-- > 0;) {
        const auto place = static_cast<std::int64_t>(left % gemm.batch[i].count);
        left /= gemm.batch[i].count;
        a += place * gemm.batch[i].a, b += place * gemm.batch[i].b, c += place * gemm.batch[i].out;
      }
      check(context,
            table.GemmStridedBatchedEx(
                handle_, gemm.transposes_a ? 1 : 0, gemm.transposes_b ? 1 : 0, gemm.m, gemm.n, gemm.k, one,
                at(gemm.a + static_cast<std::uint64_t>(a)), type.data, gemm.lda, batch.a,
                at(gemm.b + static_cast<std::uint64_t>(b)), type.data, gemm.ldb, batch.b, zero,
                at(gemm.c + static_cast<std::uint64_t>(c)), type.data, gemm.ldc, batch.out,
                static_cast<std::int64_t>(std::min(kMaxBatch, batch.count - first)), type.compute,
                kDefaultAlgorithm),
            "cublasGemmStridedBatchedEx");
    }
  });
  return true;
}

void Cublas::context_ends(core::Context&) noexcept {
  if (library_) library_->table.Destroy(handle_);
  library_ = nullptr;
}

}  // namespace gridcall::ndarray
