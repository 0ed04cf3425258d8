// SPDX-License-Identifier: Apache-2.0
//
// Checks, and the steps of each factorisation where LAPACK of the host does not do it. Matrices are copied to
// Fortran's order first; a kernel writes results to where they belong, with NaN for the matrices that failed.
//
// Long because the steps share how a call is checked and its temporary matrices.

#include "ndarray/factor.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "base/concat.h"
#include "core/stream.h"
#include "ndarray/apply.h"
#include "ndarray/cublas.h"
#include "ndarray/factor_step.h"
#include "ndarray/gather.h"
#include "ndarray/host_blas.h"
#include "ndarray/matmul.h"
#include "ndarray/reduce.h"
#include "ndarray/scan.h"

namespace gridcall::ndarray {

namespace {

using core::AxisSlice;
using core::Element;
using core::Ndarray;
using core::Ref;
using core::ScalarType;
using Shape = std::vector<std::uint64_t>;

// The side of matrices up to which the library's QR takes less time on an H200 than cuSOLVER, if a block's
// shared memory has room for one; and up to which its singular values do, by letter_of(), and in a large
// batch.
constexpr std::uint64_t kOwnSide = 128, kOwnValues[] = {56, 80, 40, 56}, kLargeBatch = 8;

struct Parameter {
  Ndarray* array;
  const char* name;
};

ScalarType real_of(ScalarType type) noexcept {
  if (type == ScalarType::kComplex64) return ScalarType::kFloat32;
  return type == ScalarType::kComplex128 ? ScalarType::kFloat64 : type;
}

void check_type(const Ndarray& a) {
  check_no_record(a, "`a`", "factorize");
  const ScalarType type = a.type();
  if (real_of(type) == ScalarType::kFloat32 || real_of(type) == ScalarType::kFloat64) return;
  throw Failure(status::kInvalidArgument,
                concat("`a` is ", core::scalar_text(type),
                       ": pass float32, float64, complex64 or complex128 (gc_ndarray_copy converts)"));
}

void check_type_of(const Parameter& each, ScalarType type) {
  if (each.array->type() == type) return;
  throw Failure(status::kInvalidArgument,
                concat(each.name, " is ", core::scalar_text(each.array->type()), ": pass one of ",
                       core::scalar_text(type), ", which belongs to the type of `a`"));
}

void check_shape_of(const Parameter& each, const Shape& want, const Ndarray& a) {
  if (std::ranges::equal(each.array->layout().dims(), want)) return;
  throw Failure(status::kInvalidArgument,
                concat(each.name, " has the shape ", core::shape_text(each.array->layout().dims()),
                       ", and for `a` of the shape ", core::shape_text(a.layout().dims()), " it is ",
                       core::shape_text(want), ": make it of that shape"));
}

// One call: its arrays, and the shape of its batch.
struct Call {
  core::Context& context;
  const FactorOptions& options;
  core::Stream* stream;
  std::vector<Parameter> results;
  std::vector<Parameter> operands;
  Shape batch = {};
  std::uint64_t rows = 0, columns = 0;    // of `a`
  std::array<Ref<Ndarray>, 6> kept = {};  // a compiler may run, and the call leaves its epoch meanwhile
  Ref<core::Stream> kept_stream = {};
  Ref<core::Pool> kept_pool = {};

  Workspace workspace() const { return {context, options.pool, stream}; }
  std::uint64_t count() const {
    std::uint64_t product = 1;
    for (const std::uint64_t each : batch) product *= each;
    return product;
  }
  Shape shape(std::initializer_list<std::uint64_t> last) const {
    Shape made = batch;
    made.insert(made.end(), last);
    return made;
  }

  // Reads the shape of `a`, the first operand.
  void take_a() {
    const Ndarray& a = *operands[0].array;
    check_type(a);
    const core::Layout& layout = a.layout();
    if (layout.ndim < 2)
      throw Failure(status::kInvalidArgument,
                    concat("`a` has ", layout.ndim, layout.ndim == 1 ? " dimension" : " dimensions",
                           ": pass a matrix, or a batch of them"));
    rows = layout.shape[layout.ndim - 2];
    columns = layout.shape[layout.ndim - 1];
    batch.assign(layout.shape.begin(), layout.shape.begin() + layout.ndim - 2);
  }
  void check_square() const {
    if (rows != columns)
      throw Failure(status::kInvalidArgument,
                    concat("`a` has the shape ", core::shape_text(operands[0].array->layout().dims()),
                           ", matrices of ", rows, " rows and ", columns, " columns: pass square ones"));
  }
  // Returns false if there is nothing to compute. The shape of results was checked.
  bool begin() {
    if (options.info) {
      results.push_back({options.info, "`options->info`"});
      check_no_record(*options.info, "`options->info`", "write");
      if (options.info->type() != ScalarType::kInt32)
        throw Failure(
            status::kInvalidArgument,
            concat("`options->info` is ", core::scalar_text(options.info->type()), ": pass one of int32"));
      check_shape_of(results.back(), batch, *operands[0].array);
    }
    check_stream(stream, context, "the results");
    if (options.pool) core::check_context("options->pool", options.pool->context(), "`a`", context);
    for (const auto& [array, name] : results) check_target(*array, context, name);
    for (const auto& [array, name] : operands) check_for_kernels(*array, context, name);
    for (std::size_t i = 0; i < results.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        check_apart(*results[i].array, results[i].name, *results[j].array, results[j].name,
                    "pass arrays that do not");
    if (std::max(rows, columns) > std::numeric_limits<std::int32_t>::max())
      throw Failure(status::kUnsupported, concat("`a` has matrices of ", rows, " times ", columns,
                                                 ": at most 2^31 - 1 rows and columns are supported"));
    std::size_t count = 0;
    for (const auto* list : {&results, &operands})
      for (const auto& each : *list) kept[count++] = Ref<Ndarray>(each.array);
    kept_stream = Ref<core::Stream>(stream);
    kept_pool = Ref<core::Pool>(options.pool);
    const bool is_empty = std::ranges::all_of(results, [this](const Parameter& each) {
      return each.array == options.info || each.array->count() == 0;
    });
    if (is_empty && options.info && options.info->count() != 0) {
      const std::int32_t zero = 0;
      ndarray::fill(*options.info, std::as_bytes(std::span(&zero, 1)), stream);
    }
    return !is_empty;
  }
};

std::vector<std::uint32_t> swapped_axes(std::size_t ndim) {
  std::vector<std::uint32_t> axes;
  for (std::uint32_t i = 0; i < ndim; ++i) axes.push_back(i);
  std::swap(axes[ndim - 2], axes[ndim - 1]);
  return axes;
}
Ref<Ndarray> transposed(const Ndarray& array) {
  return array.transpose(swapped_axes(array.layout().ndim));
}

Ref<Ndarray> reshaped(const Ndarray& array, const Shape& shape) {
  const std::vector<std::int64_t> dims(shape.begin(), shape.end());
  return array.reshape(dims, false);
}

// Returns the first rows and columns of the matrices.
Ref<Ndarray> leading(const Ndarray& array, std::uint64_t rows, std::uint64_t columns) {
  std::vector<AxisSlice> slices(array.layout().ndim, {AxisSlice::kOmitted, AxisSlice::kOmitted, 1});
  slices[slices.size() - 2].stop = static_cast<std::int64_t>(rows);
  slices[slices.size() - 1].stop = static_cast<std::int64_t>(columns);
  return array.slice(slices);
}

// Temporary matrices in Fortran's order.
struct Matrices {
  Temporary memory;
  Ref<Ndarray> view;

  Matrices(const Call& call, ScalarType type, std::uint64_t rows, std::uint64_t columns)
      : memory(call.context, Element::of(type), call.shape({columns, rows}), call.stream, call.options.pool),
        view(transposed(*memory)) {}
  std::uint64_t address() const { return memory->address(); }
};
// A temporary array of numbers for each matrix.
struct Column {
  Temporary memory;
  Column(const Call& call, ScalarType type, std::uint64_t count)
      : memory(call.context, Element::of(type), call.shape({count}), call.stream, call.options.pool) {}
  std::uint64_t address() const { return memory->address(); }
};

bool run_on_host(const Call& call, Routine routine, std::initializer_list<Ndarray*> results) {
  if (!call.context.is_cpu()) return false;
  Ndarray* const operands[] = {call.operands[0].array, call.operands.back().array};
  return run_on_lapack(
      routine, {results, std::span(operands).first(call.operands.size()), call.batch, call.options.info},
      call.workspace());
}

// Returns true if all matrices of a batch are one call of a library: where an H200 takes less time for it
// than for a call for each.
bool is_one_call(const FactorStep& step) {
  const std::uint64_t count = step.count;
  if (count < 2 || count >= kMaxLines) return false;
  switch (step.routine) {
    case Routine::kGetrf:
    case Routine::kGetrs:
      return step.n <= 128 || (count >= 4 && step.n <= 256) || (count >= 8 && step.n <= 512);
    case Routine::kPotrf:
      return step.n <= 64 || (count >= 4 && step.n <= 512);
    case Routine::kSyevd:
      return step.n <= (core::is_complex(step.type) ? 256 : 512);
    default:
      return false;
  }
}

// Makes the pointers to the matrices of a batch, and behind them those to its right sides.
void write_pointers(const FactorStep& step, const Column& pointers, core::Stream* stream) {
  const auto scalar = [](std::uint64_t value) { return Scalar{ScalarType::kInt64, {value, 0}}; };
  const Scalar scalars[] = {scalar(step.a), scalar(step.a_step), scalar(step.b),
                            scalar(static_cast<std::uint64_t>(step.n * step.k) * size_of(step))};
  apply(*reshaped(*pointers.memory, {2, step.count}), "i0 == 0 ? x + i1 * y : z + i1 * u", {}, scalars,
        stream);
}

bool run_on_cublas(const Call& call, const FactorStep& step, std::span<core::Mem* const> memory) {
  auto& cublas = core::service<Cublas>(call.context);
  if (!cublas.open(call.context)) return false;
  const std::uint64_t bytes[] = {Cublas::kWorkspaceBytes};
  const Temporary space(call.context, Element::of(ScalarType::kUint8), bytes, call.stream, call.options.pool);
  cublas.solve(call.context, step, space->mem(), memory, call.stream);
  return true;
}

// Returns true if a library does it, and not the library's own kernel.
bool run_step(const Call& call, FactorStep step, std::initializer_list<core::Mem*> memory) {
  std::vector<core::Mem*> mems(memory);
  const Workspace workspace = call.workspace();
  const bool is_cpu = call.context.is_cpu(), is_own = step.routine >= Routine::kOwnQr;
  std::string reason = is_cpu ? host_blas().lapack.reason : "";
  std::optional<Column> pointers;
  if (!is_cpu && is_one_call(step)) {
    step.is_one_call = true;
    if (step.routine != Routine::kSyevd) {
      pointers.emplace(call, ScalarType::kInt64, 2);
      step.pointers = pointers->address();
      write_pointers(step, *pointers, call.stream);
      mems.push_back(&pointers->memory->mem());
    }
    if (step.routine <= Routine::kGetrs && run_on_cublas(call, step, mems)) return true;
  }
  if (!is_cpu && !is_own && run_on_cusolver(step, mems, workspace, reason)) return true;
  if (run_own_step(step, mems, workspace)) return false;
  throw Failure(
      status::kUnsupported,
      concat("there is no ", is_cpu ? "LAPACK" : "cuSOLVER", " on this machine (", reason, "): ",
             is_cpu ? "install OpenBLAS (apt install libopenblas0), or name another LAPACK with GRIDCALL_BLAS"
                    : "install it (pip install nvidia-cusolver), or name one with GRIDCALL_CUSOLVER"));
}

FactorStep step_of(Routine routine, const Call& call, const Matrices& a, std::uint64_t m, std::uint64_t n) {
  FactorStep step{};
  step.routine = routine;
  step.type = a.view->type();
  step.has_vectors = true;
  step.m = static_cast<std::int64_t>(m);
  step.n = static_cast<std::int64_t>(n);
  step.count = call.count();
  step.a = a.address();
  step.a_step = m * n * core::scalar_size(step.type);
  return step;
}

// Writes a result: NaN where its matrix failed, 0 where `keeps`, an expression, is false, and `value` of `a`.
void write_result(const Call& call, Ndarray& out, Ndarray& from, const Column* info,
                  std::string_view keeps = {}, std::string_view value = "a") {
  const bool is_wide = real_of(from.type()) == ScalarType::kFloat64;
  const char* zero = is_wide ? "0.0" : "0.0f";
  const auto number = [&](const std::string& text) {
    return core::is_complex(from.type()) ? concat("complex(", text, ", ", text, ")") : text;
  };
  std::string text(value);
  if (!keeps.empty()) text = concat("(", keeps, " ? ", value, " : ", number(zero), ")");
  std::vector<Ndarray*> inputs = {&from};
  Ref<Ndarray> infos;
  if (info) {
    Shape shape = call.batch;
    shape.resize(out.layout().ndim, 1);
    infos = reshaped(*info->memory, shape);
    inputs.push_back(infos.get());
    text = concat("b != 0 ? ", number(concat(zero, " / ", zero)), " : ", text);
  }
  apply(out, text, inputs, {}, call.stream);
}

void copy_info(const Call& call, const Column* info) {
  if (!call.options.info) return;
  const std::int32_t zero = 0;
  if (!info) return ndarray::fill(*call.options.info, std::as_bytes(std::span(&zero, 1)), call.stream);
  copy(*call.options.info, *reshaped(*info->memory, call.batch), call.stream);
}

// Solves for right sides that are copied in the order of the rows of `a`, unless LAPACK does. cuSOLVER's
// getrs exchanges them one after the other, in a fifth of the time of all.
bool solve_in_order(const Call& call, FactorStep step, bool by_library, core::Mem& factors,
                    const Column& pivots, const Matrices& right, Ndarray& target, Ndarray& b) {
  if (!call.batch.empty() || (by_library && !core::service<Cublas>(call.context).open(call.context)))
    return false;
  const Workspace workspace = call.workspace();
  const Column order(call, ScalarType::kInt64, call.rows);
  step.b = order.address();
  core::Mem* const of_order[] = {&pivots.memory->mem(), &order.memory->mem()};
  order_rows(step, by_library, of_order, workspace);
  take(target, b, *order.memory, {0, false, false, false}, call.stream);
  step.b = right.address();
  step.pivots = 0;
  core::Mem* const memory[] = {&factors, &right.memory->mem()};
  return by_library ? run_on_cublas(call, step, memory) : run_own_step(step, memory, workspace);
}

// Returns "i1 < i0" of the last two dimensions.
std::string compare_indices(const Ndarray& array, const char* comparison) {
  const std::uint32_t ndim = array.layout().ndim;
  if (ndim > 10)
    throw Failure(status::kUnsupported,
                  concat("`a` has ", ndim, " dimensions: at most 10 are supported (gc_ndarray_reshape)"));
  return concat("i", ndim - 1, comparison, "i", ndim - 2);
}

// Makes `a` R, which `look` is called with, and perhaps reflectors below it. Returns Q, in `room` or `a`.
template <class Look>
Ref<Ndarray> orthonormalize(const Call& call, const Matrices& a, std::uint64_t m, std::uint64_t n,
                            std::optional<Matrices>& room, Look&& look) {
  const std::uint64_t k = std::min(m, n), longest = std::max(m, n);
  const ScalarType type = a.view->type();
  const Column tau(call, type, k);
  core::Mem *const of_a = &a.memory->mem(), *const of_tau = &tau.memory->mem();
  std::string reason;
  FactorStep step = step_of(Routine::kOwnQr, call, a, m, n);
  if ((longest <= kOwnSide && room_of(call.context, step) > 0) ||
      (call.count() > 1 && longest <= 2 * kOwnSide) || !has_cusolver(call.context, reason)) {
    room.emplace(call, type, m, k);
    step.b = room->address();
    step.vt = tau.address();
    run_step(call, step, {of_a, of_tau, &room->memory->mem()});
    look(*a.view);
    return room->view;
  }
  step.routine = Routine::kGeqrf;
  step.tau = tau.address();
  run_step(call, step, {of_a, of_tau});
  look(*a.view);
  step.routine = Routine::kOrgqr;
  step.n = step.k = static_cast<std::int64_t>(k);
  run_step(call, step, {of_a, of_tau});
  return leading(*a.view, m, k);
}

ScalarType double_of(ScalarType type) noexcept {
  return core::is_complex(type) ? ScalarType::kComplex128 : ScalarType::kFloat64;
}

// Singular values of matrices that have as many rows as columns at least, and their vectors, in double. Small
// matrices by Jacobi's method, in the library's kernel. The others by the eigenvectors of a symmetric matrix,
// which cuSOLVER finds in a fraction of the time of its gesvd and gesvdj: for float32 of the square, whose
// values are exact to twice float32's digits, and for double of a matrix twice as wide, whose values are the
// singular ones and their negatives. From these v, QR of a v makes u orthonormal, whatever the rank.
struct Svd {
  const Call& call;
  const ScalarType type;
  const std::uint64_t m, n;
  const bool has_vectors;
  const Matrices a;
  const Column values, info;
  Ref<Ndarray> u, v;  // in columns

  Svd(const Call& of, Ndarray& from, bool wants_vectors)
      : call(of),
        type(double_of(from.type())),
        m(of.rows),
        n(of.columns),
        has_vectors(wants_vectors),
        a(of, type, m, n),
        values(of, ScalarType::kFloat64, n),
        info(of, ScalarType::kInt32, 1) {
    copy(*a.view, from, call.stream);
    std::string reason;
    const bool is_squared = from.type() != type;
    const bool is_small = n <= kOwnValues[letter_of(from.type())] ||
                          (!is_squared && n <= kOwnSide && call.count() >= kLargeBatch);
    const bool is_whole = (is_small && m <= kOwnSide) || !has_cusolver(call.context, reason);
    if (is_whole)
      decompose(a, m);
    else if (is_small && !is_squared)
      decompose(reduced_.emplace(call, type, n, n), n);
    else if (is_squared)
      square();
    else
      pair();
    if (has_vectors && !is_whole) find_left();
  }

 private:
  std::optional<Matrices> reduced_, room_, square_, right_;
  std::optional<Temporary> right_of_own_;

  // By the library's kernel.
  void decompose(const Matrices& of, std::uint64_t rows) {
    if (&of != &a) triangle(of);
    room_.emplace(call, type, rows, n);
    FactorStep step = step_of(Routine::kOwnSvd, call, of, rows, n);
    const std::uint64_t length[] = {right_length(step)};
    core::Ndarray& right =
        *right_of_own_.emplace(call.context, Element::of(type), length, call.stream, call.options.pool);
    step.b = room_->address();
    step.vt = right.address();
    step.values = values.address();
    step.info = info.address();
    run_step(
        call, step,
        {&of.memory->mem(), &room_->memory->mem(), &right.mem(), &values.memory->mem(), &info.memory->mem()});
    const AxisSlice whole[] = {{0, static_cast<std::int64_t>(call.count() * n * n), 1}};
    v = transposed(*reshaped(*right.slice(whole), call.shape({n, n})));
    u = of.view;
  }
  // Makes `out` R of a.
  void triangle(const Matrices& out) {
    const Matrices factored(call, type, m, n);
    const Column tau(call, type, n);
    copy(*factored.view, *a.view, call.stream);
    FactorStep step = step_of(Routine::kGeqrf, call, factored, m, n);
    step.tau = tau.address();
    run_step(call, step, {&factored.memory->mem(), &tau.memory->mem()});
    write_result(call, *out.view, *leading(*factored.view, n, n), nullptr,
                 compare_indices(*out.view, " >= "));
  }
  // Returns the values, of which there are `side`, and makes `square_` the vectors.
  void find_eigenvectors(const Column& found, std::uint64_t side) {
    FactorStep step = step_of(Routine::kSyevd, call, *square_, side, side);
    step.values = found.address();
    step.info = info.address();
    step.has_vectors = has_vectors;
    run_step(call, step, {&square_->memory->mem(), &found.memory->mem(), &info.memory->mem()});
  }
  // Returns the last n of an axis, in reverse.
  Ref<Ndarray> reversed(const Ndarray& array) const {
    std::vector<AxisSlice> slices(array.layout().ndim, {AxisSlice::kOmitted, AxisSlice::kOmitted, 1});
    const auto last = static_cast<std::int64_t>(array.layout().shape[array.layout().ndim - 1]);
    const auto stop = last - static_cast<std::int64_t>(n) - 1;
    slices.back() = {last - 1, stop < 0 ? AxisSlice::kOmitted : stop, -1};
    return array.slice(slices);
  }
  void square() {
    std::optional<Matrices> conjugated;
    if (core::is_complex(type))
      apply(*conjugated.emplace(call, type, m, n).view, "conj(a)", std::array{a.view.get()}, {}, call.stream);
    square_.emplace(call, type, n, n);
    matmul(*square_->view, *transposed(conjugated ? *conjugated->view : *a.view), *a.view,
           {false, false, call.options.pool}, call.stream);
    const Column found(call, ScalarType::kFloat64, n);
    find_eigenvectors(found, n);
    if (has_vectors)
      return copy(*right_.emplace(call, type, n, n).view, *reversed(*square_->view), call.stream);
    apply(*values.memory, "a > 0 ? sqrt(a) : 0.0", std::array{reversed(*found.memory).get()}, {},
          call.stream);
  }
  void pair() {
    square_.emplace(call, type, 2 * n, 2 * n);
    const std::array<std::byte, 16> zero{};
    ndarray::fill(*square_->memory, std::span(zero).first(core::scalar_size(type)), call.stream);
    const Ref<Ndarray> left = leading(*square_->view, 2 * n, n);
    if (m > n) triangle(reduced_.emplace(call, type, n, n));
    copy(*last_rows(*left), m > n ? *reduced_->view : *a.view, call.stream);
    const Column found(call, ScalarType::kFloat64, 2 * n);
    find_eigenvectors(found, 2 * n);
    apply(*values.memory, "a > 0 ? a : 0.0", std::array{reversed(*found.memory).get()}, {}, call.stream);
    if (!has_vectors) return;
    // Halves of eigenvectors are orthonormal, but for those of the least values.
    const Matrices halves(call, type, n, n);
    copy(*halves.view, *reversed(*leading(*square_->view, n, 2 * n)), call.stream);
    v = orthonormalize(call, halves, n, n, room_, [](Ndarray&) {});
    copy(*right_.emplace(call, type, n, n).view, *v, call.stream);
  }
  Ref<Ndarray> last_rows(const Ndarray& array) const {
    std::vector<AxisSlice> slices(array.layout().ndim, {AxisSlice::kOmitted, AxisSlice::kOmitted, 1});
    slices[slices.size() - 2].start = static_cast<std::int64_t>(n);
    return array.slice(slices);
  }
  // Finds u from v: a v is u times the values, and what QR makes of it differs by signs.
  void find_left() {
    if (right_) v = right_->view;
    reduced_.emplace(call, type, m, n);
    matmul(*reduced_->view, *a.view, *v, {false, false, call.options.pool}, call.stream);
    const Column diagonal(call, type, n), lengths(call, ScalarType::kFloat64, n);
    room_.reset();
    const bool is_complex = core::is_complex(type);
    u = orthonormalize(call, *reduced_, m, n, room_, [&](Ndarray&) {
      const std::uint32_t last = diagonal.memory->layout().ndim - 1;
      std::vector<AxisSlice> slices(last + 1, {AxisSlice::kOmitted, AxisSlice::kOmitted, 1});
      slices[last].step = static_cast<std::int64_t>(m + 1);
      copy(*diagonal.memory, *reshaped(*reduced_->memory, call.shape({n * m}))->slice(slices), call.stream);
      apply(*lengths.memory, is_complex ? "abs(a)" : "fabs(a)", std::array{&*diagonal.memory}, {},
            call.stream);
      // In descending order, which rounding may change between values that are next to equal.
      scan(*values.memory, *lengths.memory,
           {{core::Reduction::kMin}, last, false, nullptr, call.options.pool, nullptr, nullptr, {}},
           call.stream);
    });
    const Ref<Ndarray> signs = reshaped(*diagonal.memory, call.shape({1, n}));
    apply(*u, is_complex ? "abs(b) == 0 ? a : a * (b / abs(b))" : "b < 0 ? -a : a",
          std::array{u.get(), signs.get()}, {}, call.stream);
  }
};

}  // namespace

void solve(Ndarray& x, Ndarray& a, Ndarray& b, const FactorOptions& options, core::Stream* stream) {
  Call call{x.context(), options, stream, {{&x, "`x`"}}, {{&a, "`a`"}, {&b, "`b`"}}};
  call.take_a();
  call.check_square();
  check_no_record(b, "`b`", "solve");
  check_no_record(x, "`x`", "solve");
  check_type_of({&b, "`b`"}, a.type());
  check_type_of({&x, "`x`"}, a.type());
  const std::uint64_t n = call.rows;
  const core::Layout& of_b = b.layout();
  const bool is_vector = of_b.ndim == 1;
  if (of_b.ndim == 0 || of_b.shape[is_vector ? 0 : of_b.ndim - 2] != n)
    throw Failure(status::kInvalidArgument,
                  concat("`b` has the shape ", core::shape_text(of_b.dims()), ", and `a` ",
                         core::shape_text(a.layout().dims()), ": pass a vector of ", n,
                         " elements, or matrices of ", n, " rows"));
  if (!is_vector) {
    // Dimensions of the batches are counted from the last one.
    Shape other(of_b.shape.begin(), of_b.shape.begin() + of_b.ndim - 2);
    if (other.size() > call.batch.size()) std::swap(other, call.batch);
    for (std::size_t i = 1; i <= other.size(); ++i) {
      std::uint64_t& mine = call.batch[call.batch.size() - i];
      const std::uint64_t extent = other[other.size() - i];
      if (mine != extent && mine != 1 && extent != 1)
        throw Failure(status::kInvalidArgument,
                      concat("the batches of `a`, ", core::shape_text(a.layout().dims()), ", and of `b`, ",
                             core::shape_text(of_b.dims()), ", are not broadcast: ", mine, " and ", extent,
                             " differ; make them equal, or one of them 1"));
      if (mine == 1) mine = extent;
    }
  }
  const std::uint64_t sides = is_vector ? 1 : of_b.shape[of_b.ndim - 1];
  check_shape_of({&x, "`x`"}, is_vector ? call.shape({n}) : call.shape({n, sides}), a);
  if (!call.begin() || run_on_host(call, Routine::kGetrf, {&x})) return;
  const Matrices matrices(call, a.type(), n, n), right(call, a.type(), n, sides);
  const Column pivots(call, ScalarType::kInt64, n), info(call, ScalarType::kInt32, 1);
  copy(*matrices.view, a, stream);
  const Ref<Ndarray> target = is_vector ? reshaped(*right.memory, call.shape({n})) : right.view;
  FactorStep step = step_of(Routine::kGetrf, call, matrices, n, n);
  step.pivots = pivots.address();
  step.info = info.address();
  const bool by_library =
      run_step(call, step, {&matrices.memory->mem(), &pivots.memory->mem(), &info.memory->mem()});
  step.routine = Routine::kGetrs;
  step.k = static_cast<std::int64_t>(sides);
  step.b = right.address();
  step.info = 0;
  if (!solve_in_order(call, step, by_library, matrices.memory->mem(), pivots, right, *target, b)) {
    copy(*target, b, stream);
    run_step(call, step, {&matrices.memory->mem(), &pivots.memory->mem(), &right.memory->mem()});
  }
  write_result(call, x, *target, &info);
  copy_info(call, &info);
}

// cuSOLVER's Cholesky of a batch takes NaN for a positive diagonal. What follows on the diagonal is NaN, too.
void note_nan(const Call& call, const Matrices& matrices, const Column& info) {
  const std::uint64_t n = call.rows;
  std::vector<AxisSlice> slices(call.batch.size() + 1, {AxisSlice::kOmitted, AxisSlice::kOmitted, 1});
  slices.back().step = static_cast<std::int64_t>(n) + 1;
  const Ref<Ndarray> diagonal = reshaped(*matrices.memory, call.shape({n * n}))->slice(slices);
  const Column numbers(call, ScalarType::kInt32, 1);
  const Ref<Ndarray> infos = reshaped(*info.memory, call.batch),
                     counts = reshaped(*numbers.memory, call.batch);
  Ndarray *const output = counts.get(), *const input = diagonal.get(), *const both[] = {infos.get(), output};
  const auto sum = static_cast<std::int32_t>(core::Reduction::kSum);
  const auto axis = static_cast<std::uint32_t>(call.batch.size());
  transform_reduce(std::span(&output, 1), "a == a ? 1 : 0", std::span(&input, 1), {}, std::span(&sum, 1), {},
                   std::span(&axis, 1), call.stream);
  const Scalar side{ScalarType::kInt64, {n, 0}};
  apply(*infos, "a == 0 && b < x ? b + 1 : a", both, std::span(&side, 1), call.stream);
}

void cholesky(Ndarray& l, Ndarray& a, const FactorOptions& options, core::Stream* stream) {
  Call call{l.context(), options, stream, {{&l, "`ndarray`"}}, {{&a, "`a`"}}};
  call.take_a();
  call.check_square();
  check_no_record(l, "`ndarray`", "factorize");
  check_type_of(call.results[0], a.type());
  check_shape_of(call.results[0], call.shape({call.rows, call.rows}), a);
  if (!call.begin() || run_on_host(call, Routine::kPotrf, {&l})) return;
  const std::string lower = compare_indices(l, " <= ");
  const Matrices matrices(call, a.type(), call.rows, call.rows);
  const Column info(call, ScalarType::kInt32, 1);
  copy(*matrices.view, a, stream);
  FactorStep step = step_of(Routine::kPotrf, call, matrices, call.rows, call.rows);
  step.info = info.address();
  run_step(call, step, {&matrices.memory->mem(), &info.memory->mem()});
  if (!call.context.is_cpu() && is_one_call(step)) note_nan(call, matrices, info);
  write_result(call, l, *matrices.view, &info, lower);
  copy_info(call, &info);
}

void qr(Ndarray& q, Ndarray& r, Ndarray& a, const FactorOptions& options, core::Stream* stream) {
  Call call{q.context(), options, stream, {{&q, "`q`"}, {&r, "`r`"}}, {{&a, "`a`"}}};
  call.take_a();
  const std::uint64_t m = call.rows, n = call.columns, k = std::min(m, n);
  const Shape shapes[] = {call.shape({m, k}), call.shape({k, n})};
  for (std::size_t i = 0; i < 2; ++i) {
    check_no_record(*call.results[i].array, call.results[i].name, "factorize");
    check_type_of(call.results[i], a.type());
    check_shape_of(call.results[i], shapes[i], a);
  }
  const std::string upper = compare_indices(r, " >= ");
  if (!call.begin() || run_on_host(call, Routine::kGeqrf, {&q, &r})) return;
  const Matrices matrices(call, a.type(), m, n);
  std::optional<Matrices> room;
  copy(*matrices.view, a, stream);
  const Ref<Ndarray> made = orthonormalize(call, matrices, m, n, room, [&](Ndarray& factored) {
    write_result(call, r, *leading(factored, k, n), nullptr, upper);
  });
  copy(q, *made, stream);
  copy_info(call, nullptr);
}

void svd(Ndarray& s, Ndarray* u, Ndarray* vt, Ndarray& a, const FactorOptions& options,
         core::Stream* stream) {
  Call call{s.context(), options, stream, {{&s, "`values`"}}, {{&a, "`a`"}}};
  if ((u != nullptr) != (vt != nullptr))
    throw Failure(status::kInvalidArgument, concat(u ? "`vt`" : "`u`", " is NULL, and ", u ? "`u`" : "`vt`",
                                                   " is not: pass both or neither"));
  call.take_a();
  const std::uint64_t m = call.rows, n = call.columns, k = std::min(m, n);
  check_no_record(s, "`values`", "factorize");
  check_type_of(call.results[0], real_of(a.type()));
  check_shape_of(call.results[0], call.shape({k}), a);
  if (u) {
    call.results.push_back({u, "`u`"});
    call.results.push_back({vt, "`vt`"});
    for (std::size_t i = 1; i < 3; ++i) {
      check_no_record(*call.results[i].array, call.results[i].name, "factorize");
      check_type_of(call.results[i], a.type());
      check_shape_of(call.results[i], i == 1 ? call.shape({m, k}) : call.shape({k, n}), a);
    }
  }
  if (!call.begin() || run_on_host(call, Routine::kGesvd, {&s, u, vt})) return;
  // The factors of the transposed matrix are those of this one, transposed and exchanged.
  const bool turns = m < n;
  if (turns) std::swap(call.rows, call.columns);
  const Svd made(call, turns ? *transposed(a) : a, u != nullptr);
  if (u) {
    const char* const conjugate = core::is_complex(a.type()) ? "conj(a)" : "a";
    write_result(call, turns ? *vt : *u, turns ? *transposed(*made.u) : *made.u, &made.info);
    write_result(call, turns ? *u : *vt, turns ? *made.v : *transposed(*made.v), &made.info, {}, conjugate);
  }
  write_result(call, s, *made.values.memory, &made.info);
  copy_info(call, &made.info);
}

void eigh(Ndarray& w, Ndarray* v, Ndarray& a, const FactorOptions& options, core::Stream* stream) {
  Call call{w.context(), options, stream, {{&w, "`values`"}}, {{&a, "`a`"}}};
  call.take_a();
  call.check_square();
  check_no_record(w, "`values`", "factorize");
  check_type_of(call.results[0], real_of(a.type()));
  check_shape_of(call.results[0], call.shape({call.rows}), a);
  if (v) {
    call.results.push_back({v, "`vectors`"});
    check_no_record(*v, "`vectors`", "factorize");
    check_type_of(call.results[1], a.type());
    check_shape_of(call.results[1], call.shape({call.rows, call.rows}), a);
  }
  if (!call.begin() || run_on_host(call, Routine::kSyevd, {&w, v})) return;
  const Matrices matrices(call, a.type(), call.rows, call.rows);
  const Column values(call, real_of(a.type()), call.rows), info(call, ScalarType::kInt32, 1);
  copy(*matrices.view, a, stream);
  FactorStep step = step_of(Routine::kSyevd, call, matrices, call.rows, call.rows);
  step.values = values.address();
  step.info = info.address();
  step.has_vectors = v != nullptr;
  run_step(call, step, {&matrices.memory->mem(), &values.memory->mem(), &info.memory->mem()});
  write_result(call, w, *values.memory, &info);
  if (v) write_result(call, *v, *matrices.view, &info);
  copy_info(call, &info);
}

}  // namespace gridcall::ndarray
