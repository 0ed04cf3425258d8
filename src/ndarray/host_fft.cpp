// SPDX-License-Identifier: Apache-2.0

#include "ndarray/host_fft.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/concat.h"
#include "base/dynamic_library.h"
#include "base/environment.h"
#include "base/log.h"
#include "compile/search_paths.h"
#include "core/context.h"
#include "core/stream.h"
#include "ndarray/host_blas.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

constexpr const char* kFftwNames = "libfftw3.so.3:libfftw3f.so.3:libmkl_rt.so.2:libmkl_rt.so.3:libmkl_rt.so";
constexpr unsigned kUnaligned = 2, kEstimate = 64;
// Plans are kept, because a graph may run their work again at any time. Beyond this number the own kernels
// work.
constexpr std::size_t kMaxFftwPlans = 1024;
// Below this number of elements a transform does not make FFTW start threads.
constexpr std::uint64_t kElementsForThreads = 65536;
// The calling thread transforms so many, in some 10 us, because a worker's wake-up costs more.
constexpr std::uint64_t kShortElements = 8192;

struct FftwDim {  // fftw_iodim64
  std::ptrdiff_t count, in, out;
};
using FftwPlan = void*;

// The functions of one precision; FFTW's manual has their types.
struct FftwTable {
  using PlanComplex = FftwPlan (*)(int rank, const FftwDim* dims, int batch_rank, const FftwDim* batch,
                                   void* in, void* out, int sign, unsigned flags);
  using PlanReal = FftwPlan (*)(int rank, const FftwDim* dims, int batch_rank, const FftwDim* batch, void* in,
                                void* out, unsigned flags);
  using Execute = void (*)(FftwPlan plan, void* in, void* out);

  PlanComplex plan_dft = nullptr;
  PlanReal plan_r2c = nullptr, plan_c2r = nullptr;
  Execute execute_dft = nullptr, execute_r2c = nullptr, execute_c2r = nullptr;
  void (*with_threads)(int count) = nullptr;  // or nullptr
};

struct HostFft {
  FftwTable tables[2];  // of float and of double
  bool has[2] = {};
  std::string reason;
  std::array<int, 3> version{};  // zeros: it does not tell
  bool is_chosen = false, has_compiler = false;
  std::mutex lock;  // the planner is not safe for threads
  // By type, direction, kind, alignment, and dimensions of which the unused ones are 0.
  using Key = std::array<std::int64_t, 7 + 3 * (3 + kMaxFftBatchDims)>;
  std::map<Key, FftwPlan> plans;
};

bool fill(FftwTable& table, const DynamicLibrary& library, const std::string& prefix) {
  const auto find = [&](const char* name, auto& function) {
    function = library.find<std::decay_t<decltype(function)>>(concat(prefix, name).c_str());
    return function != nullptr;
  };
  return find("plan_guru64_dft", table.plan_dft) && find("plan_guru64_dft_r2c", table.plan_r2c) &&
         find("plan_guru64_dft_c2r", table.plan_c2r) && find("execute_dft", table.execute_dft) &&
         find("execute_dft_r2c", table.execute_r2c) && find("execute_dft_c2r", table.execute_c2r);
}

// FFTW's threads are a library beside it, libfftw3_threads.so.3.
void add_threads(FftwTable& table, std::string name, const std::string& prefix) {
  const std::size_t dot = name.rfind(".so");
  if (dot == std::string::npos) return;
  const DynamicLibrary library = DynamicLibrary::open(name.insert(dot, "_threads"));
  if (!library) return;
  const auto start = library.find<int (*)()>(concat(prefix, "init_threads").c_str());
  if (start && start() != 0)
    table.with_threads = library.find<void (*)(int)>(concat(prefix, "plan_with_nthreads").c_str());
}

void load(HostFft& fft) {
  const char* const chosen = environment::text(environment::Name::FFTW);
  if (chosen && std::string_view(chosen) == "none") {
    fft.reason = "GRIDCALL_FFTW is none";
  } else if (environment::text(environment::Name::CPU_CHECK)) {
    fft.reason = "GRIDCALL_CPU_CHECK is set, and FFTW is not checked";
  } else {
    fft.is_chosen = chosen != nullptr;
    for (std::string_view names = chosen ? chosen : kFftwNames; !names.empty();) {
      const std::size_t end = std::min(names.find(':'), names.size());
      const std::string name(names.substr(0, end));
      names.remove_prefix(std::min(end + 1, names.size()));
      if (fft.has[0] && fft.has[1]) break;
      const DynamicLibrary library = DynamicLibrary::open(name);
      library.check_host();
      bool is_used = false;
      for (const int is_double : {0, 1}) {
        const std::string prefix = is_double ? "fftw_" : "fftwf_";
        FftwTable made;
        if (fft.has[is_double] || !library || !fill(made, library, prefix)) continue;
        add_threads(made, name, prefix);
        fft.tables[is_double] = made;
        fft.has[is_double] = is_used = true;
        if (const auto* text = library.find<const char*>(concat(prefix, "version").c_str()))
          std::sscanf(text, "fftw-%d.%d.%d", fft.version.data(), &fft.version[1], &fft.version[2]);
        log::info("fft", "found FFTW for ", is_double ? "float64" : "float32", ": ", name);
      }
      if (!is_used)
        fft.reason += concat(
            fft.reason.empty() ? "" : ", ", name, ": ",
            library ? std::string("has no fftw_plan_guru64_dft of a type that is missing") : library.error());
    }
  }
  std::vector<std::string> tried;
  fft.has_compiler = compile::find_cc(&tried).has_value();
  if (!fft.has[0] || !fft.has[1])
    log::info("fft", "no FFTW for the CPU device's ",
              fft.has[0]   ? "float64"
              : fft.has[1] ? "float32"
                           : "floats",
              " (", fft.reason, "): the library's own kernels transform");
}

HostFft& host_fft() {
  static HostFft* const fft = [] {
    auto made = std::make_unique<HostFft>();
    load(*made);
    return made.release();  // never destroyed, because calls may come while the process exits
  }();
  if (fft->is_chosen && !fft->has[0] && !fft->has[1])
    throw Failure(status::kUnsupported, concat("GRIDCALL_FFTW names no library that can be used: ",
                                               fft->reason, "; set it to FFTW's or MKL's files, or to none"));
  return *fft;
}

struct HostTransform {
  FftwTable::Execute execute;
  FftwPlan plan;
  std::uint64_t in, out;  // addresses
};
struct ScaledTransform {
  HostTransform raw;
  Transform transform;
};
static_assert(std::is_trivially_copyable_v<ScaledTransform> && sizeof(ScaledTransform) <= 4096);

template <class T>
void scale_row(std::uint64_t at, std::uint64_t count, std::int64_t step, bool is_complex, T by) {
  for (std::uint64_t i = 0; i < count; ++i, at += static_cast<std::uint64_t>(step)) {
    T* const parts = reinterpret_cast<T*>(at);
    parts[0] *= by;
    if (is_complex) parts[1] *= by;
  }
}

void scale(const Transform& transform) {
  std::vector<FftDim> dims(transform.batch.begin(), transform.batch.begin() + transform.batch_ndim);
  dims.insert(dims.end(), transform.dims.begin(), transform.dims.begin() + transform.ndim);
  FftDim& last = dims.back();
  if (transform.kind == FftKind::kRealToComplex) last.count = last.count / 2 + 1;
  std::ranges::stable_sort(
      dims, [](const FftDim& a, const FftDim& b) { return std::abs(a.out) > std::abs(b.out); });
  const FftDim row = dims.back();
  dims.pop_back();
  std::uint64_t rows = 1;
  for (const FftDim& dim : dims) rows *= dim.count;
  for (std::uint64_t i = 0; i < rows; ++i) {
    std::uint64_t at = transform.out, rest = i;
    for (std::size_t d = dims.size(); d-- > 0; rest /= dims[d].count)
      at += rest % dims[d].count * static_cast<std::uint64_t>(dims[d].out);
    const bool is_complex = transform.kind != FftKind::kComplexToReal;
    if (transform.is_double)
      scale_row<double>(at, row.count, row.out, is_complex, transform.scale);
    else
      scale_row<float>(at, row.count, row.out, is_complex, static_cast<float>(transform.scale));
  }
}

// Runs on a worker of the CPU device.
void run_transform(void* data) {
  const auto& [execute, plan, in, out] = *static_cast<const HostTransform*>(data);
  execute(plan, reinterpret_cast<void*>(in), reinterpret_cast<void*>(out));
}
void run_scaled(void* data) {
  auto& [raw, transform] = *static_cast<ScaledTransform*>(data);
  run_transform(&raw);
  scale(transform);
}

// Returns nullptr if the library does not take the transform.
FftwPlan fftw_plan(const core::Context& context, HostFft& fft, const FftwTable& table,
                   const Transform& transform) {
  const auto in_size = static_cast<std::int64_t>(transform.in_size()),
             out_size = static_cast<std::int64_t>(transform.out_size());
  std::array<FftwDim, 3 + kMaxFftBatchDims> dims{};
  HostFft::Key key = {transform.is_double,
                      transform.is_inverse,
                      static_cast<std::int64_t>(transform.kind),
                      transform.ndim,
                      static_cast<std::int64_t>(transform.in % 64),
                      static_cast<std::int64_t>(transform.out % 64),
                      transform.in == transform.out};
  std::uint64_t elements = 1;
  for (std::uint32_t i = 0; i < transform.ndim + transform.batch_ndim; ++i) {
    const FftDim& dim = i < transform.ndim ? transform.dims[i] : transform.batch[i - transform.ndim];
    dims[i] = {static_cast<std::ptrdiff_t>(dim.count), dim.in / in_size, dim.out / out_size};
    key[7 + 3 * i] = dims[i].count, key[8 + 3 * i] = dims[i].in, key[9 + 3 * i] = dims[i].out;
    elements *= dim.count;
  }
  thread_local struct {
    HostFft::Key key;
    FftwPlan plan;
  } last;  // plans stay
  if (last.plan && last.key == key) return last.plan;
  const std::lock_guard lock(fft.lock);
  const auto known = fft.plans.find(key);
  if (known != fft.plans.end()) {
    last = {key, known->second};
    return known->second;
  }
  if (fft.plans.size() >= kMaxFftwPlans) return nullptr;
  if (table.with_threads)
    table.with_threads(elements >= kElementsForThreads ? static_cast<int>(processors_of(context)) : 1);
  const unsigned flags = kEstimate | (transform.in % 16 != 0 || transform.out % 16 != 0 ? kUnaligned : 0);
  const int rank = static_cast<int>(transform.ndim), batch_rank = static_cast<int>(transform.batch_ndim);
  const FftwDim* const batch = dims.data() + rank;
  void *const in = reinterpret_cast<void*>(transform.in), *const out = reinterpret_cast<void*>(transform.out);
  FftwPlan plan = nullptr;
  if (transform.kind == FftKind::kComplex)
    plan =
        table.plan_dft(rank, dims.data(), batch_rank, batch, in, out, transform.is_inverse ? 1 : -1, flags);
  else
    plan = (transform.kind == FftKind::kRealToComplex ? table.plan_r2c : table.plan_c2r)(
        rank, dims.data(), batch_rank, batch, in, out, flags);
  fft.plans.emplace(key, plan);
  return plan;
}

}  // namespace

std::array<int, 3> host_fft_version(std::string& reason) {
  const HostFft& fft = host_fft();
  reason = fft.has[0] || fft.has[1] ? "" : fft.reason;
  return fft.version;
}

bool has_host_fft(bool is_double) {
  return host_fft().has[is_double ? 1 : 0];
}

bool fits_host_fft(const Transform& transform) noexcept {
  const auto in_size = static_cast<std::int64_t>(transform.in_size()),
             out_size = static_cast<std::int64_t>(transform.out_size());
  const auto fits = [&](const FftDim& dim) {
    return dim.in > 0 && dim.out > 0 && dim.in % in_size == 0 && dim.out % out_size == 0;
  };
  return std::all_of(transform.dims.begin(), transform.dims.begin() + transform.ndim, fits) &&
         std::all_of(transform.batch.begin(), transform.batch.begin() + transform.batch_ndim, fits);
}

bool is_own_fft_faster(const Transform& transform) {
  constexpr std::uint64_t kLeastOfLine = std::uint64_t{1} << 18, kLeastOfPlane = kLeastOfLine / 4, kSide = 64;
  const HostFft& fft = host_fft();
  if (fft.is_chosen || fft.version[0] == 0 || !fft.has_compiler || transform.batch_ndim != 0) return false;
  const std::uint64_t first = transform.dims[0].count, second = transform.dims[1].count;
  if (transform.ndim == 1) return std::has_single_bit(first) && first >= kLeastOfLine;
  return transform.ndim == 2 && transform.kind == FftKind::kComplex && std::has_single_bit(first) &&
         std::has_single_bit(second) && std::min(first, second) >= kSide && first * second >= kLeastOfPlane;
}

bool run_host_fft(core::Context& context, const Transform& transform, std::span<core::Mem* const> memory,
                  const core::Stream* stream) {
  HostFft& fft = host_fft();
  const FftwTable& table = fft.tables[transform.is_double ? 1 : 0];
  if (!context.table().gridcallHostWork) return false;
  const FftwPlan plan = fftw_plan(context, fft, table, transform);
  if (!plan) return false;
  const FftwTable::Execute execute = transform.kind == FftKind::kComplex         ? table.execute_dft
                                     : transform.kind == FftKind::kRealToComplex ? table.execute_r2c
                                                                                 : table.execute_c2r;
  const HostTransform work = {execute, plan, transform.in, transform.out};
  std::uint64_t elements = 1;
  for (std::uint32_t i = 0; i < transform.ndim; ++i) elements *= transform.dims[i].count;
  for (std::uint32_t i = 0; i < transform.batch_ndim; ++i) elements *= transform.batch[i].count;
  const bool is_short = elements <= kShortElements;
  if (transform.scale == 1) {
    queue_host_work(context, {&run_transform, &work, sizeof work, is_short, false}, memory, stream);
  } else {
    const ScaledTransform scaled = {work, transform};
    queue_host_work(context, {&run_scaled, &scaled, sizeof scaled, is_short, false}, memory, stream);
  }
  return true;
}

}  // namespace gridcall::ndarray
