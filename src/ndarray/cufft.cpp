// SPDX-License-Identifier: Apache-2.0

#include "ndarray/cufft.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "base/concat.h"
#include "base/dynamic_library.h"
#include "base/environment.h"
#include "base/log.h"
#include "compile/search_paths.h"
#include "core/capture.h"
#include "core/context.h"
#include "core/stream.h"
#include "ndarray/copy.h"

namespace gridcall::ndarray {

namespace {

// Numbers of cudaDataType_t, of float; those of double are greater by 1. Results and directions of cuFFT.
enum { kRealFloat = 0, kComplexFloat = 4 };
enum { kCufftForward = -1, kCufftInverse = 1 };

struct CufftLibrary {
  CufftTable table;
  std::string path, reason;
  int version = 0;
  bool is_chosen = false;
};

bool fill(CufftTable& table, const DynamicLibrary& library) {
  const auto find = [&](const char* name, auto& function) {
    function = library.find<std::decay_t<decltype(function)>>(name);
    return function != nullptr;
  };
  return find("cufftCreate", table.Create) && find("cufftDestroy", table.Destroy) &&
         find("cufftGetVersion", table.GetVersion) &&
         find("cufftSetAutoAllocation", table.SetAutoAllocation) &&
         find("cufftXtMakePlanMany", table.XtMakePlanMany) && find("cufftSetWorkArea", table.SetWorkArea) &&
         find("cufftSetStream", table.SetStream) && find("cufftXtExec", table.XtExec);
}

void load(CufftLibrary& made) {
  std::vector<std::string> notes;
  const std::vector<std::string> paths = compile::find_cufft(&notes);
  const char* const chosen = environment::text(environment::Name::CUFFT);
  made.is_chosen = chosen && std::string_view(chosen) != "none";
  for (const std::string& path : paths) {
    const DynamicLibrary library = DynamicLibrary::open(path);
    library.check_host();
    if (library && fill(made.table, library)) {
      made.table.GetVersion(&made.version);
      made.path = path;
      log::info("fft", "found cuFFT ", made.version / 1000, '.', made.version / 100 % 10, '.',
                made.version % 100, ": ", path);
      return;
    }
    notes.push_back(concat(path, ": ", library ? std::string("is older than cuFFT 10") : library.error()));
  }
  for (const std::string& note : notes) made.reason += concat(made.reason.empty() ? "" : ", ", note);
  if (chosen && !made.is_chosen) made.reason = "GRIDCALL_CUFFT is none";
  log::info("fft", "no cuFFT for GPUs (", made.reason, "): the library's own kernels transform");
}

// One side of a transform as cuFFT has it, in elements.
struct Embedding {
  long long lengths[3] = {}, stride = 1, distance = 1;

  Embedding(const Transform& transform, bool is_in) {
    const auto size = static_cast<long long>(is_in ? transform.in_size() : transform.out_size());
    const auto distance_of = [&](const FftDim& dim) { return (is_in ? dim.in : dim.out) / size; };
    stride = distance_of(transform.dims[transform.ndim - 1]);
    lengths[0] = static_cast<long long>(transform.dims[0].count);
    for (std::uint32_t i = 1; i < transform.ndim; ++i)
      lengths[i] = distance_of(transform.dims[i - 1]) / distance_of(transform.dims[i]);
    if (transform.batch_ndim != 0) distance = distance_of(transform.batch[0]);
  }
};

bool fits_side(const Transform& transform, bool is_in) noexcept {
  const std::uint64_t complex_size = transform.is_double ? 16 : 8;
  const auto size = static_cast<std::int64_t>(is_in ? transform.in_size() : transform.out_size());
  const auto distance_of = [&](const FftDim& dim) { return is_in ? dim.in : dim.out; };
  if ((is_in ? transform.in : transform.out) % complex_size != 0 || transform.batch_ndim > 1) return false;
  const bool is_half = transform.kind == (is_in ? FftKind::kComplexToReal : FftKind::kRealToComplex);
  for (std::uint32_t i = 0; i < transform.ndim; ++i) {
    const std::int64_t distance = distance_of(transform.dims[i]);
    if (distance <= 0 || distance % size != 0) return false;
    if (i == 0) continue;
    const bool is_last = i + 1 == transform.ndim;
    const std::uint64_t count = transform.dims[i].count, there = is_last && is_half ? count / 2 + 1 : count;
    const std::int64_t outer = distance_of(transform.dims[i - 1]);
    if (outer % distance != 0 || static_cast<std::uint64_t>(outer / distance) < there) return false;
  }
  return transform.batch_ndim == 0 ||
         (distance_of(transform.batch[0]) > 0 && distance_of(transform.batch[0]) % size == 0);
}

}  // namespace

bool fits_cufft(const Transform& transform) noexcept {
  return fits_side(transform, true) && fits_side(transform, false);
}

namespace {

const CufftLibrary& cufft_library() {
  static const CufftLibrary* const library = [] {
    auto made = std::make_unique<CufftLibrary>();
    load(*made);
    return made.release();  // never destroyed, because calls may come while the process exits
  }();
  if (library->is_chosen && library->path.empty())
    throw Failure(status::kUnsupported,
                  concat("GRIDCALL_CUFFT names no cuFFT that can be used: ", library->reason,
                         "; set it to a libcufft.so of CUDA 10 or later, or to none"));
  return *library;
}

}  // namespace

std::array<int, 3> cufft_version(std::string& reason) {
  const CufftLibrary& library = cufft_library();
  reason = library.reason;
  return {library.version / 1000, library.version / 100 % 10, library.version % 100};
}

bool Cufft::open() {
  const CufftLibrary& library = cufft_library();
  const std::lock_guard lock(lock_);
  if (!library.path.empty()) table_ = &library.table;
  return table_ != nullptr;
}

void Cufft::check(core::Context& context, int result, const char* call) const {
  if (result == 0) return;
  context.check_loss();
  Failure failure(status::kDriver, concat(call, " of cuFFT returned ", result,
                                          ": set GRIDCALL_CUFFT to another one, or to none"));
  failure.driver_code = result;
  throw failure;
}

Cufft::Plan* Cufft::plan_for(core::Context& context, const Transform& transform) {
  Embedding in(transform, true), out(transform, false);
  const auto batch = static_cast<long long>(transform.batch_ndim == 0 ? 1 : transform.batch[0].count);
  std::vector<long long> key = {transform.is_double, static_cast<long long>(transform.kind), batch};
  long long lengths[3] = {};
  for (std::uint32_t i = 0; i < transform.ndim; ++i) {
    lengths[i] = static_cast<long long>(transform.dims[i].count);
    key.insert(key.end(), {lengths[i], in.lengths[i], out.lengths[i]});
  }
  key.insert(key.end(), {in.stride, in.distance, out.stride, out.distance});
  const auto known = std::ranges::find(plans_, key, &Plan::key);
  if (known != plans_.end()) {
    plans_.splice(plans_.begin(), plans_, known);
    return &plans_.front();
  }
  const int wide = transform.is_double ? 1 : 0;
  const int real = kRealFloat + wide, complex = kComplexFloat + wide;
  Plan made = {std::move(key), 0, 0, false};
  check(context, table_->Create(&made.handle), "cufftCreate");
  int result = table_->SetAutoAllocation(made.handle, 0);
  if (result == 0)
    result = table_->XtMakePlanMany(
        made.handle, static_cast<int>(transform.ndim), lengths, in.lengths, in.stride, in.distance,
        transform.kind == FftKind::kRealToComplex ? real : complex, out.lengths, out.stride, out.distance,
        transform.kind == FftKind::kComplexToReal ? real : complex, batch, &made.bytes, complex);
  if (result != 0) {
    table_->Destroy(made.handle);
    context.check_loss();
    log::info("fft", "cufftXtMakePlanMany returned ", result, ": the library's own kernels transform");
    return nullptr;
  }
  const auto last = std::ranges::find(plans_.rbegin(), plans_.rend(), false, &Plan::is_kept);
  if (plans_.size() >= kMaxPlans && last != plans_.rend()) {
    table_->Destroy(last->handle);
    plans_.erase(std::next(last).base());
  }
  plans_.push_front(std::move(made));
  return &plans_.front();
}

bool Cufft::run(core::Context& context, const Transform& transform, core::Pool* pool,
                std::span<core::Mem* const> memory, core::Stream* stream) {
  const core::Queue queue = core::queue_of(stream);
  const std::lock_guard lock(lock_);
  Plan* plan = nullptr;
  context.run([&] {
    const core::RelaxedCaptureMode relaxed(context.table(), false);  // it allocates
    plan = plan_for(context, transform);
  });
  if (!plan) return false;
  if (queue.slot >= core::kStreamSlots) plan->is_kept = true;
  const std::uint64_t bytes[] = {plan->bytes};
  const Temporary workspace(context, core::Element::of(core::ScalarType::kUint8), bytes, stream, pool);
  context.run([&] {
    for (core::Mem* mem : memory) context.slots().use(mem->usage(), queue.slot);
    context.slots().use(workspace->mem().usage(), queue.slot);
    const auto at = [](std::uint64_t address) { return reinterpret_cast<void*>(address); };
    check(context, table_->SetStream(plan->handle, queue.stream), "cufftSetStream");
    check(context, table_->SetWorkArea(plan->handle, at(workspace->address())), "cufftSetWorkArea");
    check(context,
          table_->XtExec(plan->handle, at(transform.in), at(transform.out),
                         transform.is_inverse ? kCufftInverse : kCufftForward),
          "cufftXtExec");
    context.slots().queued(queue.slot);
  });
  return true;
}

void Cufft::context_ends(core::Context&) noexcept {
  for (const Plan& plan : plans_) table_->Destroy(plan.handle);
  plans_.clear();
}

}  // namespace gridcall::ndarray
