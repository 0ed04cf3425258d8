// SPDX-License-Identifier: Apache-2.0
//
// cuSOLVER's dense functions, for GPUs: a handle for each context, opened when a factorisation is first asked
// for.

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
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
#include "core/services.h"
#include "core/stream.h"
#include "ndarray/cublas.h"
#include "ndarray/factor_step.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

using SolverFunction = void (*)();

// The functions that are called. NVIDIA's documentation has their types: handles are pointers, results,
// enumerators and lengths int.
struct CusolverLibrary {
  std::string path;
  std::array<int, 3> version{};
  int (*Create)(void** handle) = nullptr;
  int (*Destroy)(void* handle) = nullptr;
  int (*SetStream)(void* handle, driver::CUstream stream) = nullptr;
  // By Routine, for float, double, complex64 and complex128; the work space's sizes, and the routines.
  std::array<std::array<SolverFunction, 4>, kRoutines> sizes{}, routines{};
  std::array<SolverFunction, 4> potrf_batched{};
  // Eigenvectors of a batch are new in cuSOLVER 11.7.1; nullptr before.
  int (*CreateParams)(void** parameters) = nullptr;
  int (*DestroyParams)(void* parameters) = nullptr;
  int (*XsyevBatched_bufferSize)(void* handle, void* parameters, int vectors, int fill, std::int64_t n,
                                 int a_type, const void* a, std::int64_t lda, int w_type, const void* w,
                                 int compute_type, std::size_t* bytes, std::size_t* host_bytes,
                                 std::int64_t count) = nullptr;
  int (*XsyevBatched)(void* handle, void* parameters, int vectors, int fill, std::int64_t n, int a_type,
                      void* a, std::int64_t lda, int w_type, void* w, int compute_type, void* work,
                      std::size_t bytes, void* host_work, std::size_t host_bytes, void* info,
                      std::int64_t count) = nullptr;
};

constexpr const char* kSolverNames[kRoutines][2] = {{"getrf", "getrf"}, {"getrs", "getrs"},
                                                    {"potrf", "potrf"}, {"geqrf", "geqrf"},
                                                    {"orgqr", "ungqr"}, {"syevd", "heevd"}};

bool fill(CusolverLibrary& made, const DynamicLibrary& library) {
  const auto find = [&](const char* name, auto& function) {
    function = library.find<std::decay_t<decltype(function)>>(name);
    return function != nullptr;
  };
  int (*property)(int, int*) = nullptr;
  bool has_all = find("cusolverDnCreate", made.Create) && find("cusolverDnDestroy", made.Destroy) &&
                 find("cusolverDnSetStream", made.SetStream) && find("cusolverGetProperty", property);
  for (std::size_t routine = 0; routine < kRoutines; ++routine)
    for (std::size_t letter = 0; letter < 4; ++letter) {
      const std::string name =
          concat("cusolverDn", std::string(1, "SDCZ"[letter]), kSolverNames[routine][letter / 2]);
      has_all = has_all && find(name.c_str(), made.routines[routine][letter]);
      if (routine != static_cast<std::size_t>(Routine::kGetrs))
        has_all = has_all && find(concat(name, "_bufferSize").c_str(), made.sizes[routine][letter]);
    }
  for (std::size_t letter = 0; letter < 4; ++letter)
    has_all = has_all && find(concat("cusolverDn", std::string(1, "SDCZ"[letter]), "potrfBatched").c_str(),
                              made.potrf_batched[letter]);
  if (!find("cusolverDnCreateParams", made.CreateParams) ||
      !find("cusolverDnDestroyParams", made.DestroyParams) ||
      !find("cusolverDnXsyevBatched_bufferSize", made.XsyevBatched_bufferSize))
    made.XsyevBatched = nullptr;
  else
    find("cusolverDnXsyevBatched", made.XsyevBatched);
  for (int i = 0; i < 3 && has_all; ++i) property(i, &made.version[static_cast<std::size_t>(i)]);
  return has_all;
}

// Opens what cuSOLVER opens by bare names, which fails outside the loader's path: cuBLAS, and what lies
// beside it.
void open_companions(const std::string& path) {
  std::string reason;
  static_cast<void>(cublas_libraries(reason));
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  for (const char* name : {"libnvJitLink.so.13", "libnvJitLink.so.12", "libcusparse.so.12"})
    if (is_regular_file(folder + name)) static_cast<void>(DynamicLibrary::open(folder + name));
}

struct OpenedSolvers {
  std::vector<CusolverLibrary> libraries;
  std::string reason;
  bool is_chosen = false;
};

void load(OpenedSolvers& all) {
  std::vector<std::string> notes;
  const char* const chosen = environment::text(environment::Name::CUSOLVER);
  all.is_chosen = chosen && std::string_view(chosen) != "none";
  for (const std::string& path : compile::find_cusolver(&notes)) {
    open_companions(path);
    const DynamicLibrary library = DynamicLibrary::open(path);
    library.check_host();
    CusolverLibrary made;
    made.path = path;
    if (library && fill(made, library))
      all.libraries.push_back(std::move(made));
    else
      notes.push_back(
          concat(path, ": ", library ? std::string("lacks functions of cuSOLVER 11") : library.error()));
  }
  for (const std::string& note : notes) all.reason += concat(all.reason.empty() ? "" : ", ", note);
  if (chosen && !all.is_chosen) all.reason = "GRIDCALL_CUSOLVER is none";
}

const OpenedSolvers& cusolver_libraries() {
  static const OpenedSolvers* const loaded = [] {
    auto made = std::make_unique<OpenedSolvers>();
    load(*made);
    return made.release();  // never destroyed, because calls may come while the process exits
  }();
  if (loaded->is_chosen && loaded->libraries.empty())
    throw Failure(status::kUnsupported,
                  concat("GRIDCALL_CUSOLVER names no cuSOLVER that can be used: ", loaded->reason,
                         "; set it to a libcusolver.so of CUDA 12 or later, or to none"));
  return *loaded;
}

template <class... Arguments>
int call_cusolver(SolverFunction function, Arguments... arguments) {
  return reinterpret_cast<int (*)(Arguments...)>(function)(arguments...);
}

// The numbers of cublasFillMode_t, cublasOperation_t and cusolverEigMode_t.
enum { kLower = 0 };
enum { kNotTransposed = 0 };

struct Integers {
  int m, n, k, lda;
  explicit Integers(const FactorStep& step)
      : m(static_cast<int>(step.m)),
        n(static_cast<int>(step.n)),
        k(static_cast<int>(step.k)),
        lda(std::max(m, 1)) {}
};

// Asks how many elements of work space a routine needs.
int ask_length(SolverFunction function, void* handle, const FactorStep& step, int& length) {
  const auto [m, n, k, lda] = Integers(step);
  const int vectors = step.has_vectors ? 1 : 0;
  switch (step.routine) {
    case Routine::kGetrs:
      return 0;
    case Routine::kGetrf:
    case Routine::kGeqrf:
      return call_cusolver(function, handle, m, n, memory_at(step.a), lda, &length);
    case Routine::kPotrf:
      return call_cusolver(function, handle, int{kLower}, n, memory_at(step.a), lda, &length);
    case Routine::kOrgqr:
      return call_cusolver(function, handle, m, n, k, memory_at(step.a), lda, memory_at(step.tau), &length);
    case Routine::kSyevd:
      return call_cusolver(function, handle, vectors, int{kLower}, n, memory_at(step.a), lda,
                           memory_at(step.values), &length);
    default:
      return 0;
  }
}

// Queues a routine for one matrix.
int queue_routine(SolverFunction function, void* handle, const FactorStep& step, void* work, int length,
                  void* info) {
  const auto [m, n, k, lda] = Integers(step);
  void* const a = memory_at(step.a);
  switch (step.routine) {
    case Routine::kGetrf:
      return call_cusolver(function, handle, m, n, a, lda, work, memory_at(step.pivots), info);
    case Routine::kGetrs:
      return call_cusolver(function, handle, int{kNotTransposed}, n, k, a, lda, memory_at(step.pivots),
                           memory_at(step.b), lda, info);
    case Routine::kPotrf:
      return call_cusolver(function, handle, int{kLower}, n, a, lda, work, length, info);
    case Routine::kGeqrf:
      return call_cusolver(function, handle, m, n, a, lda, memory_at(step.tau), work, length, info);
    case Routine::kOrgqr:
      return call_cusolver(function, handle, m, n, k, a, lda, memory_at(step.tau), work, length, info);
    case Routine::kSyevd:
      return call_cusolver(function, handle, step.has_vectors ? 1 : 0, int{kLower}, n, a, lda,
                           memory_at(step.values), work, length, info);
    default:
      return 0;
  }
}

// The handle of a context.
class Cusolver final : public core::ContextService {
 public:
  static constexpr Place kPlace = kSolver;
  explicit Cusolver(core::Context&) noexcept {}

  bool open(core::Context& context, std::string& reason) {
    const std::lock_guard lock(lock_);
    const OpenedSolvers& all = cusolver_libraries();
    if (reason_.empty()) reason_ = all.reason;
    // A driver may be too old for the newest one.
    for (const CusolverLibrary& library : all.libraries) {
      if (was_tried_) break;
      const int result = context.run([&] {
        const core::RelaxedCaptureMode relaxed(context.table(), false);  // it allocates
        return library.Create(&handle_);
      });
      if (result == 0) {
        library_ = &library;
        log::info("lapack", "found cuSOLVER ", library.version[0], '.', library.version[1], '.',
                  library.version[2], ": ", library.path);
        break;
      }
      reason_ = concat(library.path, ": cusolverDnCreate returned ", result);
    }
    was_tried_ = true;
    reason = reason_;
    return library_ != nullptr;
  }

  void run(const FactorStep& batch, std::span<core::Mem* const> memory, const Workspace& workspace) {
    core::Context& context = workspace.context;
    if (batch.is_one_call && batch.routine == Routine::kSyevd && library_->XsyevBatched)
      return find_eigenvectors(batch, memory, workspace);
    if (batch.is_one_call && batch.routine == Routine::kPotrf)
      return queue(batch, memory, workspace, nullptr, [&] {
        const auto n = static_cast<int>(batch.n);
        check(
            context,
            call_cusolver(library_->potrf_batched[letter_of(batch.type)], handle_, int{kLower}, n,
                          memory_at(batch.pointers), n, memory_at(batch.info), static_cast<int>(batch.count)),
            batch, "Batched");
      });
    const auto routine = static_cast<std::size_t>(batch.routine);
    const std::size_t letter = letter_of(batch.type);
    const SolverFunction ask = library_->sizes[routine][letter],
                         function = library_->routines[routine][letter];
    int length = 0;
    context.run([&] {
      const std::lock_guard lock(lock_);
      check(context, ask_length(ask, handle_, batch, length), batch, "_bufferSize");
    });
    // The info of routines that cannot fail stands behind their work space.
    const std::uint64_t used = divide_up(static_cast<std::uint64_t>(length) * size_of(batch), 256) * 256;
    const std::uint64_t bytes[] = {used + sizeof(std::int32_t)};
    const Temporary work(context, core::Element::of(core::ScalarType::kUint8), bytes, workspace.stream,
                         workspace.pool);
    queue(batch, memory, workspace, &work->mem(), [&] {
      for (std::uint64_t i = 0; i < batch.count; ++i) {
        const FactorStep step = matrix_of(batch, i);
        void* const info = memory_at(step.info != 0 ? step.info : work->address() + used);
        check(context, queue_routine(function, handle_, step, memory_at(work->address()), length, info),
              batch, "");
      }
    });
  }

  void context_ends(core::Context&) noexcept override {
    if (library_) library_->Destroy(handle_);
    if (library_ && parameters_) library_->DestroyParams(parameters_);
    library_ = nullptr;
  }

 private:
  // Calls `calls` with the handle on the stream, which holds the memory.
  template <class Calls>
  void queue(const FactorStep& step, std::span<core::Mem* const> memory, const Workspace& workspace,
             core::Mem* work, Calls&& calls) {
    core::Context& context = workspace.context;
    const core::Queue place = core::queue_of(workspace.stream);
    context.run([&] {
      for (core::Mem* mem : memory) context.slots().use(mem->usage(), place.slot);
      if (work) context.slots().use(work->usage(), place.slot);
      const std::lock_guard lock(lock_);
      check(context, library_->SetStream(handle_, place.stream), step, "SetStream");
      calls();
      context.slots().queued(place.slot);
    });
  }

  void find_eigenvectors(const FactorStep& step, std::span<core::Mem* const> memory,
                         const Workspace& workspace) {
    core::Context& context = workspace.context;
    // The numbers of cudaDataType_t.
    static constexpr int kTypes[] = {0, 1, 4, 5};
    const std::size_t letter = letter_of(step.type);
    const int type = kTypes[letter], real = kTypes[letter % 2], vectors = step.has_vectors ? 1 : 0;
    const auto count = static_cast<std::int64_t>(step.count);
    std::size_t length = 0, host_length = 0;
    context.run([&] {
      const std::lock_guard lock(lock_);
      if (!parameters_) check(context, library_->CreateParams(&parameters_), step, "CreateParams");
      check(context,
            library_->XsyevBatched_bufferSize(handle_, parameters_, vectors, kLower, step.n, type,
                                              memory_at(step.a), step.n, real, memory_at(step.values), type,
                                              &length, &host_length, count),
            step, "Batched_bufferSize");
    });
    const std::uint64_t bytes[] = {std::max<std::uint64_t>(length, 1)};
    const Temporary work(context, core::Element::of(core::ScalarType::kUint8), bytes, workspace.stream,
                         workspace.pool);
    std::vector<std::byte> host_work(host_length);
    queue(step, memory, workspace, &work->mem(), [&] {
      check(context,
            library_->XsyevBatched(handle_, parameters_, vectors, kLower, step.n, type, memory_at(step.a),
                                   step.n, real, memory_at(step.values), type, memory_at(work->address()),
                                   length, host_work.data(), host_length, memory_at(step.info), count),
            step, "Batched");
    });
  }

  void check(core::Context& context, int result, const FactorStep& step, const char* suffix) const {
    if (result == 0) return;
    context.check_loss();
    const std::size_t letter = letter_of(step.type);
    Failure failure(status::kDriver,
                    concat("cusolverDn", std::string(1, "SDCZ"[letter]),
                           kSolverNames[static_cast<std::size_t>(step.routine)][letter / 2], suffix,
                           " of cuSOLVER ", library_->version[0], '.', library_->version[1], " returned ",
                           result, ": set GRIDCALL_CUSOLVER to another one, or to none"));
    failure.driver_code = result;
    throw failure;
  }

  std::mutex lock_;  // a handle is used by one thread at a time
  const CusolverLibrary* library_ = nullptr;
  void* handle_ = nullptr;
  void* parameters_ = nullptr;
  bool was_tried_ = false;
  std::string reason_;
};

}  // namespace

std::array<int, 3> cusolver_version(std::string& reason) {
  const OpenedSolvers& all = cusolver_libraries();
  reason = all.reason;
  return all.libraries.empty() ? std::array<int, 3>{} : all.libraries.front().version;
}

bool has_cusolver(core::Context& context, std::string& reason) {
  return !context.is_cpu() && core::service<Cusolver>(context).open(context, reason);
}

bool run_on_cusolver(const FactorStep& step, std::span<core::Mem* const> memory, const Workspace& workspace,
                     std::string& reason) {
  auto& solver = core::service<Cusolver>(workspace.context);
  if (!solver.open(workspace.context, reason)) return false;
  solver.run(step, memory, workspace);
  return true;
}

}  // namespace gridcall::ndarray
