// SPDX-License-Identifier: Apache-2.0

#include "ndarray/host_blas.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/concat.h"
#include "base/dynamic_library.h"
#include "base/environment.h"
#include "base/log.h"
#include "core/context.h"
#include "core/stream.h"
#include "ndarray/host_small.h"

namespace gridcall::ndarray {

namespace {

using core::ScalarType;

constexpr const char* kLapackName = "liblapack.so.3";
constexpr const char* kNames =
    "libopenblas.so.0:libblis.so.4:libmkl_rt.so.2:libopenblas64_.so.0:libmkl_rt.so.3:libmkl_rt.so";

// The spellings of gemm, those with integers of 64 bits first: a library with both takes more by them. The
// wheels of NumPy and SciPy have a prefix.
struct Spelling {
  const char *prefix, *suffix;
  std::int64_t most;
};
constexpr Spelling kSpellings[] = {{"", "_64_", std::numeric_limits<std::int64_t>::max()},
                                   {"scipy_", "_64_", std::numeric_limits<std::int64_t>::max()},
                                   {"", "_", std::numeric_limits<std::int32_t>::max()},
                                   {"scipy_", "_", std::numeric_limits<std::int32_t>::max()}};

// Returns the numbers of "OpenBLAS 0.3.21 NO_AFFINITY".
std::array<int, 3> numbers_in(const char* text) {
  while (*text != '\0' && (*text < '0' || *text > '9')) ++text;
  std::array<int, 3> found{};
  std::sscanf(text, "%d.%d.%d", found.data(), &found[1], &found[2]);
  return found;
}

std::array<int, 3> version_of(const DynamicLibrary& library) {
  for (const char* name : {"openblas_get_config", "openblas_get_config64_", "scipy_openblas_get_config64_",
                           "scipy_openblas_get_config", "bli_info_get_version_str"})
    if (const auto tell = library.find<const char* (*)()>(name)) return numbers_in(tell());
  struct {
    int major, minor, update;
    const char* texts[8];
  } mkl = {};
  if (const auto tell = library.find<void (*)(void*)>("MKL_Get_Version")) tell(&mkl);
  return {mkl.major, mkl.minor, mkl.update};
}

bool fill(HostBlas& blas, const DynamicLibrary& library) {
  for (const Spelling& spelling : kSpellings) {
    const auto find = [&](const char* name) {
      return library.find<GemmFunction>(concat(spelling.prefix, name, spelling.suffix).c_str());
    };
    blas.sgemm = find("sgemm"), blas.dgemm = find("dgemm"), blas.cgemm = find("cgemm"),
    blas.zgemm = find("zgemm");
    blas.most = spelling.most;
    blas.threads = library.find<int (*)()>(concat(spelling.prefix, "openblas_get_num_threads",
                                                  spelling.suffix == std::string_view("_64_") ? "64_" : "")
                                               .c_str());
    if (blas.sgemm && blas.dgemm && blas.cgemm && blas.zgemm) return true;
  }
  return false;
}

// By HostRoutine. Of matrices of complex numbers some have another name.
constexpr const char* kLapackRoutines[][2] = {{"getrf", "getrf"}, {"getrs", "getrs"}, {"potrf", "potrf"},
                                              {"geqrf", "geqrf"}, {"orgqr", "ungqr"}, {"gesdd", "gesdd"},
                                              {"syevd", "heevd"}, {"trsm", "trsm"},   {"syrk", "herk"}};

bool fill(HostLapack& lapack, const DynamicLibrary& library) {
  for (const Spelling& spelling : kSpellings) {
    bool has_all = true;
    for (std::size_t routine = 0; routine < std::size(kLapackRoutines); ++routine)
      for (std::size_t letter = 0; letter < 4; ++letter) {
        const std::string name = concat(spelling.prefix, std::string(1, "sdcz"[letter]),
                                        kLapackRoutines[routine][letter / 2], spelling.suffix);
        lapack.functions[routine][letter] = library.find<void (*)()>(name.c_str());
        has_all = has_all && lapack.functions[routine][letter];
      }
    if (!has_all) continue;
    // MKL and others have it under this name whatever the rest is called; the integers may have 64 bits.
    const std::string name = concat(spelling.prefix, "ilaver", spelling.suffix);
    auto tell = library.find<void (*)(std::int64_t*, std::int64_t*, std::int64_t*)>(name.c_str());
    std::int64_t numbers[3] = {};
    if (tell) tell(&numbers[0], &numbers[1], &numbers[2]);
    for (std::size_t i = 0; i < 3; ++i) lapack.version[i] = static_cast<int>(numbers[i]);
    return true;
  }
  return false;
}

// Returns the word before the next colon, and takes it away.
std::string take_word(std::string_view& words) {
  const std::size_t end = std::min(words.find(':'), words.size());
  std::string word(words.substr(0, end));
  words.remove_prefix(std::min(end + 1, words.size()));
  return word;
}

// Looks in a library that was opened as `name`.
void add_lapack(HostLapack& lapack, const DynamicLibrary& library, const std::string& name) {
  if (!lapack.path.empty()) return;
  if (library && fill(lapack, library)) {
    lapack.path = name;
    log::info("lapack", "found ", name);
  } else {
    lapack.reason +=
        concat(lapack.reason.empty() ? "" : ", ", name, ": ",
               library ? std::string("has no getrf, potrf, geqrf, gesdd and syevd") : library.error());
  }
}

void load(HostBlas& blas) {
  const char* const chosen = environment::text(environment::Name::BLAS);
  if (chosen && std::string_view(chosen) == "none") {
    blas.reason = "GRIDCALL_BLAS is none";
  } else if (environment::text(environment::Name::CPU_CHECK)) {
    blas.reason = "GRIDCALL_CPU_CHECK is set, and BLAS is not checked";
  } else {
    blas.is_chosen = chosen != nullptr;
    for (std::string_view names = chosen ? chosen : kNames; !names.empty();) {
      const std::string name = take_word(names);
      const DynamicLibrary library = DynamicLibrary::open(name);
      library.check_host();
      add_lapack(blas.lapack, library, name);
      if (library && fill(blas, library)) {
        blas.path = name;
        blas.version = version_of(library);
        log::info("blas", "found ", name, ", version ", blas.version[0], '.', blas.version[1], '.',
                  blas.version[2],
                  blas.most > std::numeric_limits<std::int32_t>::max() ? ", of 64-bit integers" : "");
        break;
      }
      blas.reason +=
          concat(blas.reason.empty() ? "" : ", ", name, ": ",
                 library ? std::string("has no sgemm_, dgemm_, cgemm_ and zgemm_") : library.error());
    }
    if (blas.lapack.path.empty()) {
      const DynamicLibrary library = DynamicLibrary::open(kLapackName);
      library.check_host();
      add_lapack(blas.lapack, library, kLapackName);
    }
    if (!blas.path.empty()) return;
  }
  if (blas.lapack.path.empty() && blas.lapack.reason.empty()) blas.lapack.reason = blas.reason;
  log::info("blas", "none for the CPU device (", blas.reason, "): the library's own kernel multiplies");
}

GemmFunction function_of(const HostBlas& blas, ScalarType type) noexcept {
  switch (type) {
    case ScalarType::kFloat32:
      return blas.sgemm;
    case ScalarType::kFloat64:
      return blas.dgemm;
    case ScalarType::kComplex64:
      return blas.cgemm;
    default:
      return blas.zgemm;
  }
}

struct HostGemm {
  GemmFunction function;
  SmallProduct small;  // does it instead unless it is nullptr
  Gemm gemm;
};
static_assert(std::is_trivially_copyable_v<HostGemm> && sizeof(HostGemm) <= 4096);

// Runs on a worker of the CPU device.
void run(void* data) {
  const auto& [function, small, gemm] = *static_cast<const HostGemm*>(data);
  const bool is_wide = gemm.type == ScalarType::kFloat64 || gemm.type == ScalarType::kComplex128;
  const void *const one = blas_number(is_wide, 1), *const zero = blas_number(is_wide, 0);
  const char* const transpose_a = gemm.transposes_a ? "T" : "N";
  const char* const transpose_b = gemm.transposes_b ? "T" : "N";
  const auto at = [](std::uint64_t address) { return reinterpret_cast<void*>(address); };
  std::array<std::uint64_t, core::kMaxDims> place{};
  std::uint64_t a = gemm.a, b = gemm.b, c = gemm.c;
  for (;;) {
    if (small)
      small(gemm, at(a), at(b), at(c));
    else
      function(transpose_a, transpose_b, &gemm.m, &gemm.n, &gemm.k, one, at(a), &gemm.lda, at(b), &gemm.ldb,
               zero, at(c), &gemm.ldc, 1, 1);
    std::uint32_t dim = gemm.batch_ndim;
    for (; dim != 0; --dim) {
      const BatchDim& step = gemm.batch[dim - 1];
      const bool is_last = ++place[dim - 1] == step.count;
      const auto steps = is_last ? -static_cast<std::int64_t>(step.count - 1) : 1;
      a += static_cast<std::uint64_t>(steps * step.a);
      b += static_cast<std::uint64_t>(steps * step.b);
      c += static_cast<std::uint64_t>(steps * step.out);
      if (!is_last) break;
      place[dim - 1] = 0;
    }
    if (dim == 0) return;
  }
}

}  // namespace

const HostBlas& host_blas() {
  static const HostBlas* const blas = [] {
    auto made = std::make_unique<HostBlas>();
    load(*made);
    return made.release();  // never destroyed, because calls may come while the process exits
  }();
  if (blas->is_chosen && blas->path.empty())
    throw Failure(status::kUnsupported,
                  concat("GRIDCALL_BLAS names no library that can be used: ", blas->reason,
                         "; set it to one of OpenBLAS, BLIS or MKL, or to none"));
  return *blas;
}

std::int64_t small_side(const HostBlas& blas, ScalarType type) noexcept {
  constexpr int kSideOfOneThread = 512, kFewThreads = 4;
  if (blas.is_chosen || !has_small_kernels(type)) return 0;
  return kSideOfOneThread / std::clamp(blas.threads ? blas.threads() : kFewThreads, 1, kFewThreads);
}

bool run_host_gemm(const HostBlas& blas, core::Context& context, const Gemm& gemm,
                   std::span<core::Mem* const> memory, const core::Stream* stream) {
  if (std::max({gemm.m, gemm.n, gemm.k, gemm.lda, gemm.ldb, gemm.ldc}) > blas.most) return false;
  if (!context.table().gridcallHostWork) return false;
  HostGemm work;
  work.function = function_of(blas, gemm.type);
  work.small = small_product_of(gemm, small_side(blas, gemm.type));
  // Dimensions that the batch does not have are not copied.
  std::memcpy(static_cast<void*>(&work.gemm), &gemm,
              offsetof(Gemm, batch) + gemm.batch_ndim * sizeof(BatchDim));
  // A call of the library takes as long as 1024 products.
  std::uint64_t products = static_cast<std::uint64_t>(gemm.m) * static_cast<std::uint64_t>(gemm.n) *
                               static_cast<std::uint64_t>(gemm.k) +
                           1024;
  for (std::uint32_t i = 0; i < gemm.batch_ndim; ++i) products *= gemm.batch[i].count;
  const std::size_t bytes = offsetof(HostGemm, gemm.batch) + gemm.batch_ndim * sizeof(BatchDim);
  const bool is_deep = work.small ? packs_small_product(gemm) : products > kFlatProducts + 1024;
  queue_host_work(context, {&run, &work, bytes, products <= kShortProducts + 1024, is_deep}, memory, stream);
  return true;
}

void queue_host_work(core::Context& context, const HostCall& call, std::span<core::Mem* const> memory,
                     const core::Stream* stream) {
  // Memory that the library has allocated does not go before the call ends.
  const bool is_kept = std::ranges::all_of(memory, [](const core::Mem* mem) {
    return mem->origin() == core::MemOrigin::kAllocated || mem->origin() == core::MemOrigin::kPool;
  });
  const unsigned flags = (call.is_short ? driver::kHostWorkShort : 0) |
                         (is_kept ? driver::kHostWorkKept : 0) | (call.is_deep ? driver::kHostWorkDeep : 0);
  const core::Queue queue = core::queue_of(stream);
  context.run([&] {
    for (core::Mem* mem : memory) context.slots().use(mem->usage(), queue.slot);
    context.check(context.table().gridcallHostWork(queue.stream, call.function, call.data, call.bytes, flags),
                  "gridcallHostWork");
    context.slots().queued(queue.slot);
  });
}

}  // namespace gridcall::ndarray
