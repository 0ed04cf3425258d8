// SPDX-License-Identifier: Apache-2.0
//
// Checks, and the steps of each factorisation where LAPACK of the host does not do it. Matrices are copied to
// Fortran's order first; a kernel writes results to where they belong, with NaN for the matrices that failed.

#include "ndarray/factor.h"

#include <algorithm>
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

namespace gridcall::ndarray {

namespace {

using core::AxisSlice;
using core::Element;
using core::Ndarray;
using core::Ref;
using core::ScalarType;
using Shape = std::vector<std::uint64_t>;

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

void check_shape_of(const Parameter& each, const Shape& want) {
  if (std::ranges::equal(each.array->layout().dims(), want)) return;
  throw Failure(status::kInvalidArgument,
                concat(each.name, " has the shape ", core::shape_text(each.array->layout().dims()),
                       ": make it of the shape ", core::shape_text(want)));
}

// One call: its arrays, and the shape of its batch.
struct Call {
  core::Context& context;
  const FactorOptions& options;
  core::Stream* stream;
  std::vector<Parameter> results;
  std::vector<Parameter> operands;
  Shape batch = {};
  std::uint64_t rows = 0, columns = 0;  // of `a`
  std::vector<Ref<Ndarray>> kept = {};  // a compiler may run, and the call leaves its epoch meanwhile
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
                           ": pass square matrices"));
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
      check_shape_of(results.back(), batch);
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
    for (const auto& list : {results, operands})
      for (const auto& each : list) kept.emplace_back(each.array);
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
Ref<Ndarray> first_of(const Ndarray& array, std::uint64_t rows, std::uint64_t columns) {
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

// Returns true if a library does it, and not the library's own kernel.
bool run(const Call& call, const FactorStep& step, std::initializer_list<core::Mem*> memory) {
  const std::span<core::Mem* const> mems(memory.begin(), memory.size());
  const Workspace workspace = call.workspace();
  const bool is_cpu = call.context.is_cpu();
  std::string reason = is_cpu ? host_blas().lapack.reason : "";
  if (!is_cpu && run_on_cusolver(step, mems, workspace, reason)) return true;
  if (run_own_step(step, mems, workspace)) return false;
  throw Failure(
      status::kUnsupported,
      concat("there is no ", is_cpu ? "LAPACK" : "cuSOLVER", " on this machine (", reason, "): ",
             is_cpu ? "install OpenBLAS (apt install libopenblas0), or name another LAPACK with GRIDCALL_BLAS"
                    : "install it (pip install nvidia-cusolver), or name one with GRIDCALL_CUSOLVER"));
}

FactorStep step_of(const Call& call, Routine routine, const Matrices& a, std::uint64_t m, std::uint64_t n) {
  FactorStep step{};
  step.routine = routine;
  step.type = call.operands[0].array->type();
  step.has_vectors = true;
  step.m = static_cast<std::int64_t>(m);
  step.n = static_cast<std::int64_t>(n);
  step.count = call.count();
  step.a = a.address();
  step.a_step = call.rows * call.columns * core::scalar_size(step.type);
  return step;
}

// Writes a result: NaN where its matrix failed, 0 where `keeps`, an expression, is false.
void finish(const Call& call, Ndarray& out, Ndarray& from, const Column* info, std::string_view keeps = {}) {
  const bool is_wide = real_of(out.type()) == ScalarType::kFloat64;
  const char* zero = is_wide ? "0.0" : "0.0f";
  const auto number = [&](const std::string& text) {
    return core::is_complex(out.type()) ? concat("complex(", text, ", ", text, ")") : text;
  };
  std::string text = keeps.empty() ? "a" : concat("(", keeps, " ? a : ", number(zero), ")");
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

void tell(const Call& call, const Column* info) {
  if (!call.options.info) return;
  const std::int32_t zero = 0;
  if (!info) return ndarray::fill(*call.options.info, std::as_bytes(std::span(&zero, 1)), call.stream);
  copy(*call.options.info, *reshaped(*info->memory, call.batch), call.stream);
}

// Solves for right sides that are copied in the order of the rows of `a`, unless LAPACK does. cuSOLVER's
// getrs exchanges them one after the other, in a fifth of the time of all.
bool solve_in_order(const Call& call, FactorStep step, bool by_library, core::Mem& factors,
                    const Column& pivots, const Matrices& right, Ndarray& target, Ndarray& b) {
  auto* const cublas = by_library ? &core::service<Cublas>(call.context) : nullptr;
  if (!call.batch.empty() || (cublas && !cublas->open(call.context))) return false;
  const Workspace workspace = call.workspace();
  const Column order(call, ScalarType::kInt64, call.rows);
  step.b = order.address();
  core::Mem* const of_order[] = {&pivots.memory->mem(), &order.memory->mem()};
  order_rows(step, by_library, of_order, workspace);
  take(target, b, *order.memory, {0, false, false, false}, call.stream);
  step.b = right.address();
  step.pivots = 0;
  core::Mem* const memory[] = {&factors, &right.memory->mem()};
  if (!cublas) return run_own_step(step, memory, workspace);
  const std::uint64_t bytes[] = {Cublas::kWorkspaceBytes};
  const Temporary space(call.context, Element::of(ScalarType::kUint8), bytes, call.stream, call.options.pool);
  cublas->solve(call.context, step, space->mem(), memory, call.stream);
  return true;
}

// Returns "i1 < i0" of the last two dimensions.
std::string places(const Ndarray& array, const char* comparison) {
  const std::uint32_t ndim = array.layout().ndim;
  if (ndim > 10)
    throw Failure(status::kUnsupported, concat("the matrices have ", ndim,
                                               " dimensions: at most 10 are supported (gc_ndarray_reshape)"));
  return concat("i", ndim - 1, comparison, "i", ndim - 2);
}

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
  check_shape_of({&x, "`x`"}, is_vector ? call.shape({n}) : call.shape({n, sides}));
  if (!call.begin() || run_on_host(call, Routine::kGetrf, {&x})) return;
  const Matrices matrices(call, a.type(), n, n), right(call, a.type(), n, sides);
  const Column pivots(call, ScalarType::kInt64, n), info(call, ScalarType::kInt32, 1);
  copy(*matrices.view, a, stream);
  const Ref<Ndarray> target = is_vector ? reshaped(*right.memory, call.shape({n})) : right.view;
  FactorStep step = step_of(call, Routine::kGetrf, matrices, n, n);
  step.pivots = pivots.address();
  step.info = info.address();
  const bool by_library =
      run(call, step, {&matrices.memory->mem(), &pivots.memory->mem(), &info.memory->mem()});
  step.routine = Routine::kGetrs;
  step.k = static_cast<std::int64_t>(sides);
  step.b = right.address();
  step.info = 0;
  if (!solve_in_order(call, step, by_library, matrices.memory->mem(), pivots, right, *target, b)) {
    copy(*target, b, stream);
    run(call, step, {&matrices.memory->mem(), &pivots.memory->mem(), &right.memory->mem()});
  }
  finish(call, x, *target, &info);
  tell(call, &info);
}

void cholesky(Ndarray& l, Ndarray& a, const FactorOptions& options, core::Stream* stream) {
  Call call{l.context(), options, stream, {{&l, "`ndarray`"}}, {{&a, "`a`"}}};
  call.take_a();
  call.check_square();
  check_no_record(l, "`ndarray`", "factorize");
  check_type_of(call.results[0], a.type());
  check_shape_of(call.results[0], call.shape({call.rows, call.rows}));
  const std::string lower = places(l, " <= ");
  if (!call.begin() || run_on_host(call, Routine::kPotrf, {&l})) return;
  const Matrices matrices(call, a.type(), call.rows, call.rows);
  const Column info(call, ScalarType::kInt32, 1);
  copy(*matrices.view, a, stream);
  FactorStep step = step_of(call, Routine::kPotrf, matrices, call.rows, call.rows);
  step.info = info.address();
  run(call, step, {&matrices.memory->mem(), &info.memory->mem()});
  finish(call, l, *matrices.view, &info, lower);
  tell(call, &info);
}

void qr(Ndarray& q, Ndarray& r, Ndarray& a, const FactorOptions& options, core::Stream* stream) {
  Call call{q.context(), options, stream, {{&q, "`q`"}, {&r, "`r`"}}, {{&a, "`a`"}}};
  call.take_a();
  const std::uint64_t m = call.rows, n = call.columns, k = std::min(m, n);
  const Shape shapes[] = {call.shape({m, k}), call.shape({k, n})};
  for (std::size_t i = 0; i < 2; ++i) {
    check_no_record(*call.results[i].array, call.results[i].name, "factorize");
    check_type_of(call.results[i], a.type());
    check_shape_of(call.results[i], shapes[i]);
  }
  const std::string upper = places(r, " >= ");
  if (!call.begin() || run_on_host(call, Routine::kGeqrf, {&q, &r})) return;
  const Matrices matrices(call, a.type(), m, n);
  const Column tau(call, a.type(), k);
  copy(*matrices.view, a, stream);
  FactorStep step = step_of(call, Routine::kGeqrf, matrices, m, n);
  step.tau = tau.address();
  run(call, step, {&matrices.memory->mem(), &tau.memory->mem()});
  finish(call, r, *first_of(*matrices.view, k, n), nullptr, upper);
  step.routine = Routine::kOrgqr;
  step.n = step.k = static_cast<std::int64_t>(k);
  run(call, step, {&matrices.memory->mem(), &tau.memory->mem()});
  copy(q, *first_of(*matrices.view, m, k), stream);
  tell(call, nullptr);
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
  check_shape_of(call.results[0], call.shape({k}));
  if (u) {
    call.results.push_back({u, "`u`"});
    call.results.push_back({vt, "`vt`"});
    for (std::size_t i = 1; i < 3; ++i) {
      check_no_record(*call.results[i].array, call.results[i].name, "factorize");
      check_type_of(call.results[i], a.type());
      check_shape_of(call.results[i], i == 1 ? call.shape({m, k}) : call.shape({k, n}));
    }
  }
  if (!call.begin() || run_on_host(call, Routine::kGesvd, {&s, u, vt})) return;
  // cuSOLVER wants as many rows as columns at least: the factors of the transposed matrix are those of this
  // one, transposed and exchanged.
  const bool turns = m < n;
  if (turns) std::swap(call.rows, call.columns);
  const Matrices matrices(call, a.type(), call.rows, call.columns);
  const Column values(call, real_of(a.type()), k), info(call, ScalarType::kInt32, 1);
  std::optional<Matrices> left, right;
  copy(*matrices.view, turns ? *transposed(a) : a, stream);
  FactorStep step = step_of(call, Routine::kGesvd, matrices, call.rows, call.columns);
  step.values = values.address();
  step.info = info.address();
  step.has_vectors = u != nullptr;
  if (u) {
    left.emplace(call, a.type(), call.rows, k);
    right.emplace(call, a.type(), k, call.columns);
    step.u = left->address();
    step.vt = right->address();
    run(call, step,
        {&matrices.memory->mem(), &values.memory->mem(), &info.memory->mem(), &left->memory->mem(),
         &right->memory->mem()});
    finish(call, *u, turns ? *transposed(*right->view) : *left->view, &info);
    finish(call, *vt, turns ? *transposed(*left->view) : *right->view, &info);
  } else {
    run(call, step, {&matrices.memory->mem(), &values.memory->mem(), &info.memory->mem()});
  }
  finish(call, s, *values.memory, &info);
  tell(call, &info);
}

void eigh(Ndarray& w, Ndarray* v, Ndarray& a, const FactorOptions& options, core::Stream* stream) {
  Call call{w.context(), options, stream, {{&w, "`values`"}}, {{&a, "`a`"}}};
  call.take_a();
  call.check_square();
  check_no_record(w, "`values`", "factorize");
  check_type_of(call.results[0], real_of(a.type()));
  check_shape_of(call.results[0], call.shape({call.rows}));
  if (v) {
    call.results.push_back({v, "`vectors`"});
    check_no_record(*v, "`vectors`", "factorize");
    check_type_of(call.results[1], a.type());
    check_shape_of(call.results[1], call.shape({call.rows, call.rows}));
  }
  if (!call.begin() || run_on_host(call, Routine::kSyevd, {&w, v})) return;
  const Matrices matrices(call, a.type(), call.rows, call.rows);
  const Column values(call, real_of(a.type()), call.rows), info(call, ScalarType::kInt32, 1);
  copy(*matrices.view, a, stream);
  FactorStep step = step_of(call, Routine::kSyevd, matrices, call.rows, call.rows);
  step.values = values.address();
  step.info = info.address();
  step.has_vectors = v != nullptr;
  run(call, step, {&matrices.memory->mem(), &values.memory->mem(), &info.memory->mem()});
  finish(call, w, *values.memory, &info);
  if (v) finish(call, *v, *matrices.view, &info);
  tell(call, &info);
}

}  // namespace gridcall::ndarray
