// SPDX-License-Identifier: Apache-2.0

#include "ndarray/sparse.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/concat.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;
using core::ScalarType;

constexpr std::string_view kSparseText =
#include "add_product.cuh.inc"
#include "sparse.cuh.inc"
    ;

constexpr std::uint64_t kMaxNarrow = 0x7fff0000;
constexpr std::uint64_t kMaxGridBlocks = std::uint64_t{1} << 30;
// A GPU's block does a chunk together where the results have at most so many columns; else a thread of each
// column walks along it.
constexpr std::uint64_t kMaxColumnsTogether = 4;
constexpr std::uint64_t kWalkOnGpu = 256;     // the length of such a chunk
constexpr std::uint64_t kLeastOfWalk = 4096;  // the least products of a thread of the CPU device
constexpr std::uint64_t kChunksOfWorker = 8;
constexpr std::uint64_t kMaxTile = 16;

const char* float_name(ScalarType type) noexcept {
  switch (type) {
    case ScalarType::kFloat64:
      return "double";
    case ScalarType::kComplex64:
      return "complex_number<float>";
    case ScalarType::kComplex128:
      return "complex_number<double>";
    default:
      return "float";
  }
}

std::uint64_t number_size(ScalarType type) noexcept {
  return std::max<std::uint64_t>(core::scalar_size(type), 4);
}

bool is_floating(ScalarType type) noexcept {
  return core::is_complex(type) || type == ScalarType::kFloat16 || type == ScalarType::kBfloat16 ||
         type == ScalarType::kFloat32 || type == ScalarType::kFloat64;
}

void check_types(const Ndarray& out, const SparseRows& left, const Ndarray& right) {
  const ScalarType type = left.values.type();
  if (!is_floating(type))
    throw Failure(status::kInvalidArgument,
                  concat("`values` is ", core::scalar_text(type),
                         ": pass floats or complex numbers (gc_ndarray_copy converts)"));
  for (const auto& [array, name] : {std::pair{&out, "`ndarray`"}, std::pair{&right, "`right`"}})
    if (array->type() != type)
      throw Failure(status::kInvalidArgument,
                    concat(name, " is ", core::scalar_text(array->type()), ", and `values` ",
                           core::scalar_text(type), ": convert one of them (gc_ndarray_copy)"));
  for (const auto& [array, name] :
       {std::pair{&left.row_offsets, "`row_offsets`"}, std::pair{&left.columns, "`columns`"}})
    if (array->type() != ScalarType::kInt32 && array->type() != ScalarType::kInt64)
      throw Failure(status::kInvalidArgument, concat(name, " is ", core::scalar_text(array->type()),
                                                     ": pass int32 or int64 (gc_ndarray_copy converts)"));
}

void check_shapes(const Ndarray& out, const SparseRows& left, const Ndarray& right) {
  for (const auto& [array, name] :
       {std::pair{&left.row_offsets, "`row_offsets`"}, std::pair{&left.columns, "`columns`"},
        std::pair{&left.values, "`values`"}})
    if (array->layout().ndim != 1)
      throw Failure(status::kInvalidArgument,
                    concat(name, " has ", array->layout().ndim, " dimensions: pass one of 1"));
  if (left.row_offsets.count() == 0)
    throw Failure(status::kInvalidArgument,
                  "`row_offsets` has 0 elements: pass one more than the matrix has rows");
  check_shape(left.columns, "`columns`", left.values, "`values`");
  const core::Layout& of_right = right.layout();
  if (of_right.ndim != 1 && of_right.ndim != 2)
    throw Failure(status::kInvalidArgument,
                  concat("`right` has ", of_right.ndim, " dimensions: pass a vector or a matrix"));
  std::array<std::uint64_t, 2> want = {left.row_offsets.count() - 1, of_right.shape[1]};
  const std::span<const std::uint64_t> shape(want.data(), of_right.ndim);
  if (!std::ranges::equal(out.layout().dims(), shape))
    throw Failure(
        status::kInvalidArgument,
        concat("`ndarray` has the shape ", core::shape_text(out.layout().dims()),
               ", and the product of a matrix of ", want[0], " rows and `right` ",
               core::shape_text(of_right.dims()), ' ', core::shape_text(shape), ": make it of that shape"));
}

// Returns the array if its elements follow each other, else a copy.
Ndarray& in_line(Ndarray& array, std::optional<Temporary>& copied, const Workspace& workspace) {
  if (array.layout().is_c_contiguous(array.element().size)) return array;
  copied.emplace(workspace.context, array.element(), array.layout().dims(), workspace.stream, workspace.pool);
  copy(**copied, array, workspace.stream);
  return **copied;
}

// The division of the work. It depends on shapes, types and the device alone, so that equal calls give equal
// bits.
struct Division {
  bool is_together = false;
  std::uint64_t tile = 1, length, chunks, threads = 256, blocks;

  Division(std::uint64_t items, std::uint64_t width, std::uint64_t size, const core::Context& context) {
    is_together = !context.is_cpu() && width <= kMaxColumnsTogether;
    length = is_together ? 8192 / size : kWalkOnGpu;
    if (context.is_cpu()) {
      threads = 1;
      tile = width == 1 ? 1 : width <= 4 ? 4 : kMaxTile;
      length = std::max({divide_up(items, processors_of(context) * kChunksOfWorker),
                         divide_up(kLeastOfWalk, width), std::uint64_t{64}});
    }
    chunks = divide_up(items, length);
    blocks = is_together ? chunks : divide_up(chunks * divide_up(width, tile), threads);
    blocks = std::min(blocks, kMaxGridBlocks);
  }
};

struct SparseCall {
  const Workspace& workspace;
  const Ndarray &out, &offsets, &columns, &values, &right;
};

void run(const SparseCall& call) {
  core::Context& context = call.workspace.context;
  const ScalarType type = call.values.type();
  const std::uint64_t size = number_size(type), rows = call.offsets.count() - 1, count = call.values.count();
  const bool is_matrix = call.right.layout().ndim == 2;
  const std::uint64_t width = is_matrix ? call.right.layout().shape[1] : 1;
  const Division division(rows + count, width, size, context);
  std::vector<std::uint64_t> numbers = {rows, count, width, division.length, division.chunks};
  for (const Ndarray* each : {&call.out, &call.right})
    for (const std::uint32_t dim : {0u, 1u})
      numbers.push_back(static_cast<std::uint64_t>(dim == 0 || is_matrix ? each->layout().strides[dim] : 0));
  numbers.push_back(call.offsets.type() == ScalarType::kInt64 ? 1 : 0);
  const bool is_wide =
      rows + count + division.length > kMaxNarrow || std::ranges::any_of(numbers, [](std::uint64_t each) {
        return static_cast<std::uint64_t>(std::abs(static_cast<std::int64_t>(each))) > kMaxNarrow;
      });
  // The parts of rows, and where chunks begin.
  const std::uint64_t parts = division.chunks * width * size,
                      begins = (division.chunks + 1) * (is_wide ? 8 : 4);
  const std::uint64_t shape[] = {divide_up(2 * parts + begins, 16)};
  const Temporary temporary(context, core::Element::of(ScalarType::kComplex128), shape, call.workspace.stream,
                            call.workspace.pool);
  const bool is_unit = division.tile > 1 && call.right.layout().strides[1] == core::scalar_size(type);
  const std::string head =
      concat(Parameters::declaration(is_wide, 11, 0), "typedef ", storage_name(type), " element;\ntypedef ",
             float_name(type), " number;\ntypedef ", storage_name(call.columns.type()),
             " column_type;\nenum { kTile = ", division.tile, ", kUnit = ", is_unit ? 1 : 0,
             ", kChunk = ", division.is_together ? division.length : 0, " };\n#define GRIDCALL_TOGETHER ",
             division.is_together ? 1 : 0, "\n");
  const Ref<core::Kernel> kernel =
      kernel_of(context, concat("sparse ", head), [&] { return concat(head, kSparseText); });
  const std::uint64_t to = call.out.address(), offsets = call.offsets.address(),
                      columns = call.columns.address(), values = call.values.address(),
                      right = call.right.address(), heads = temporary->address(), tails = heads + parts,
                      starts = tails + parts;
  core::Mem* const memory[] = {&call.out.mem(),    &call.offsets.mem(), &call.columns.mem(),
                               &call.values.mem(), &call.right.mem(),   &temporary->mem()};
  const std::uint64_t sums = (division.chunks - 1) * width * (division.is_together ? 32 : 1);
  const std::uint64_t blocks[] = {divide_up(division.chunks + 1, division.threads), division.blocks,
                                  std::min(divide_up(sums, division.threads), kMaxGridBlocks)};
  for (std::uint64_t stage = 0; stage < 3; ++stage) {
    if (blocks[stage] == 0) continue;
    Parameters parameters(is_wide);
    parameters.add(stage);
    for (const std::uint64_t each : numbers) parameters.add(each);
    const void* const arguments[] = {&to,     &offsets, &columns, &values,           &right,
                                     &starts, &heads,   &tails,   parameters.bytes()};
    launch(*kernel, call.workspace.stream, {static_cast<std::uint32_t>(blocks[stage]), 1, 1},
           {static_cast<std::uint32_t>(division.threads), 1, 1}, arguments, memory);
  }
}

}  // namespace

void sparse_matmul(Ndarray& out, const SparseRows& left, Ndarray& right, core::Pool* pool,
                   core::Stream* stream) {
  core::Context& context = out.context();
  const std::pair<Ndarray*, const char*> operands[] = {{&left.row_offsets, "`row_offsets`"},
                                                       {&left.columns, "`columns`"},
                                                       {&left.values, "`values`"},
                                                       {&right, "`right`"}};
  check_no_record(out, "`ndarray`", "multiply");
  for (const auto& [array, name] : operands) check_no_record(*array, name, "multiply");
  check_types(out, left, right);
  check_shapes(out, left, right);
  check_target(out, context, "`ndarray`");
  check_stream(stream, context, "`ndarray`");
  if (pool) core::check_context("options->pool", pool->context(), "`ndarray`", context);
  for (const auto& [array, name] : operands) {
    check_for_kernels(*array, context, name);
    check_apart(out, "`ndarray`", *array, name, "multiply into another array");
  }
  if (out.count() == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep[] = {Ref<Ndarray>(&out), Ref<Ndarray>(&left.row_offsets),
                               Ref<Ndarray>(&left.columns), Ref<Ndarray>(&left.values), Ref<Ndarray>(&right)};
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(pool);
  const Workspace workspace{context, pool, stream};
  std::optional<Temporary> offsets, columns, values;
  run({workspace, out, in_line(left.row_offsets, offsets, workspace),
       in_line(left.columns, columns, workspace), in_line(left.values, values, workspace), right});
}

}  // namespace gridcall::ndarray
