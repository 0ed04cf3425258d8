// SPDX-License-Identifier: Apache-2.0

#include "ndarray/reduce.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"
#include "ndarray/reduce_kernel.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Reduction;
using core::Ref;
using core::ScalarType;

// The division of the elements depends on shapes alone, so that equal calls give equal bits.
constexpr std::uint64_t kBlocks = 1024;          // the approximate number in a reduction by blocks
constexpr std::uint64_t kLeastOfBlock = 8192;    // the least number of elements that one block reduces
constexpr std::uint64_t kThreadsInAll = 524288;  // the approximate number in a reduction by threads
constexpr std::uint64_t kLeastOfThread = 64;

const char* accumulator(ScalarType in, ScalarType out, Reduction reduction) noexcept {
  if (is_arg(reduction)) {
    // Without conversion, so that the first of equal elements is found.
    const std::string_view plain = accumulator(in, in, Reduction::kMin);
    return plain == "u64"      ? "indexed<u64>"
           : plain == "i64"    ? "indexed<i64>"
           : plain == "double" ? "indexed<double>"
                               : "indexed<float>";
  }
  if (reduction == Reduction::kAny || reduction == Reduction::kAll) return "int";
  const bool is_wide = out == ScalarType::kFloat64 || out == ScalarType::kComplex128;
  switch (in) {
    case ScalarType::kUint8:
    case ScalarType::kUint16:
    case ScalarType::kUint32:
    case ScalarType::kUint64:
      return "u64";
    case ScalarType::kFloat16:
    case ScalarType::kBfloat16:
    case ScalarType::kFloat32:
      return is_wide ? "double" : "float";
    case ScalarType::kFloat64:
      return "double";
    case ScalarType::kComplex64:
      return is_wide ? "complex_number<double>" : "complex_number<float>";
    case ScalarType::kComplex128:
      return "complex_number<double>";
    default:
      return "i64";
  }
}

std::uint64_t accumulator_size(std::string_view name) noexcept {
  return name == "complex_number<double>" || name.starts_with("indexed") ? 16
         : name == "int" || name == "float"                              ? 4
                                                                         : 8;
}

// The shape of the results, and the kept and the reduced dimensions of the source.
struct Dimensions {
  core::Layout kept, reduced;  // the dimensions of the source
  core::Layout with_ones;      // the shape with 1 for each reduced dimension

  Dimensions(const core::Layout& source, std::span<const std::uint32_t> axes) {
    std::uint64_t reduces = axes.empty() ? ~std::uint64_t{0} : 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i] >= source.ndim)
        throw Failure(status::kOutOfRange, concat("`axes`[", i, "] is ", axes[i], ", and `src` has ",
                                                  source.ndim, " dimensions: pass less"));
      if ((reduces >> axes[i] & 1) != 0)
        throw Failure(status::kInvalidArgument, concat("`axes`[", i, "] is ", axes[i],
                                                       " for the second time: pass each dimension once"));
      reduces |= std::uint64_t{1} << axes[i];
    }
    for (std::uint32_t i = 0; i < source.ndim; ++i) {
      core::Layout& to = (reduces >> i & 1) != 0 ? reduced : kept;
      to.shape[to.ndim] = source.shape[i];
      to.strides[to.ndim++] = source.strides[i];
      with_ones.shape[i] = (reduces >> i & 1) != 0 ? 1 : source.shape[i];
    }
    with_ones.ndim = source.ndim;
  }
};

bool same_shape(const core::Layout& a, const core::Layout& b) noexcept {
  return a.ndim == b.ndim && std::equal(a.shape.begin(), a.shape.begin() + a.ndim, b.shape.begin());
}

// Returns the results without the reduced dimensions.
core::Layout results_of(const Ndarray& out, const Dimensions& dimensions) {
  core::Layout layout = out.layout();
  if (same_shape(layout, dimensions.kept)) return layout;
  if (!same_shape(layout, dimensions.with_ones))
    throw Failure(
        status::kInvalidArgument,
        concat("`ndarray` has the shape ", core::shape_text(layout.dims()),
               ", and `src` reduced along its `axis_count` ", dimensions.reduced.ndim, " dimensions ",
               core::shape_text(dimensions.kept.dims()), ": make it of that shape"));
  core::Layout kept = dimensions.kept;
  std::uint32_t at = 0;
  // Both have the same dimensions in the same order, except those that were reduced.
  for (std::uint32_t i = 0; i < layout.ndim && at < kept.ndim; ++i) {
    if (layout.shape[i] != kept.shape[at]) continue;
    kept.strides[at++] = layout.strides[i];
  }
  return kept;
}

// Returns 0 for types that are no integers.
std::uint64_t greatest_integer(ScalarType type) noexcept {
  switch (type) {
    case ScalarType::kInt8:
      return 0x7f;
    case ScalarType::kUint8:
      return 0xff;
    case ScalarType::kInt16:
      return 0x7fff;
    case ScalarType::kUint16:
      return 0xffff;
    case ScalarType::kInt32:
      return 0x7fffffff;
    case ScalarType::kUint32:
      return 0xffffffff;
    case ScalarType::kInt64:
    case ScalarType::kUint64:
      return ~std::uint64_t{0} >> 1;
    default:
      return 0;
  }
}

void check_reduction(const Ndarray& out, const Ndarray& src, Reduction reduction, std::uint64_t reduced) {
  for (const Ndarray* each : {&out, &src})
    if (each->element().is_record())
      throw Failure(status::kInvalidArgument, concat(each == &out ? "`ndarray`" : "`src`",
                                                     " has records as elements: reduce one of their fields "
                                                     "(gc_ndarray_get_field)"));
  const bool is_truth = reduction == Reduction::kAny || reduction == Reduction::kAll;
  const bool is_order = is_arg(reduction) || reduction == Reduction::kMin || reduction == Reduction::kMax;
  const char* const names = is_arg(reduction) ? "ARG_MIN or ARG_MAX" : "MIN or MAX";
  if (is_order && core::is_complex(src.type()))
    throw Failure(
        status::kInvalidArgument,
        concat("`reduction` is ", static_cast<std::int32_t>(reduction), ", MIN or MAX, and `src` is ",
               core::scalar_text(src.type()), ": complex numbers have no order"));
  if (!is_truth && !is_arg(reduction)) check_conversion(src.type(), out.type(), "`src`");
  if (is_order && reduced == 0)
    throw Failure(status::kInvalidArgument,
                  concat("`reduction` is ", static_cast<std::int32_t>(reduction), ", ", names,
                         ", of 0 elements along `axes`: give `src` one at least"));
  if (const std::uint64_t greatest = greatest_integer(out.type());
      is_arg(reduction) && (greatest == 0 || greatest < reduced - 1))
    throw Failure(status::kInvalidArgument,
                  concat("`ndarray` is ", core::scalar_text(out.type()), ", and the indices go to ",
                         reduced - 1, ": make it of integers that hold them, such as INT64"));
}

// Reduces to one result per chunk, then to the results. The partial results are ordered by results or by
// chunks.
[[gnu::noinline]] void reduce_twice(Ndarray& out, Ndarray& src, const Pass& pass,
                                    const core::Stream* stream) {
  core::Context& context = out.context();
  const std::uint64_t chunks = pass.chunks(), outs = pass.kept.count();
  core::Element element;
  element.size = element.alignment = accumulator_size(pass.accumulator);
  const std::uint64_t shape[] = {chunks * outs};
  const Temporary partial(context, element, shape, stream);
  Loops with_partial = pass.kept;
  with_partial.operands[0].address = partial->address();
  {
    core::Mem* const memory[] = {&partial->mem(), &src.mem()};
    const Pass first = {with_partial,   pass.reduced,   pass.in, pass.accumulator, pass.accumulator,
                        pass.reduction, pass.by_blocks, true,    pass.is_wide,     pass.chunk};
    run_pass(context, first, stream, memory);
  }
  // The first pass stored the results in the order of its loops, so each of their dimensions has a stride
  // there.
  Loops again = pass.kept;
  std::uint64_t step = element.size * (pass.by_blocks ? chunks : 1);
  again.operands[1].size = element.size;
  again.operands[1].address = partial->address();
  for (std::uint32_t i = again.ndim; i-- > 0;) {
    again.operands[1].strides[i] = static_cast<std::int64_t>(step);
    step *= again.shape[i];
  }
  std::vector<Operand> column = {{&partial->mem(), partial->address(), element.size, {}}};
  column[0].layout.ndim = 1;
  column[0].layout.shape[0] = chunks;
  column[0].layout.strides[0] =
      static_cast<std::int64_t>(pass.by_blocks ? element.size : element.size * outs);
  const Loops columns(column);
  core::Mem* const memory[] = {&out.mem(), &partial->mem()};
  const Pass last = {again,        columns,        pass.accumulator, pass.accumulator,
                     pass.out,     pass.reduction, pass.by_blocks,   false,
                     pass.is_wide, chunks};
  run_pass(context, last, stream, memory);
}

}  // namespace

void reduce(Ndarray& out, Ndarray& src, std::int32_t number, std::span<const std::uint32_t> axes,
            core::Stream* stream) {
  const auto reduction = static_cast<Reduction>(number);
  // The object is on the heap, because threads may have small stacks.
  const auto made = std::make_unique<const Dimensions>(src.layout(), axes);
  const Dimensions& dimensions = *made;
  const std::vector<Operand> result = {
      {&out.mem(), out.address(), out.element().size, results_of(out, dimensions)}};
  const core::Layout& results = result[0].layout;
  const std::uint64_t reds = dimensions.reduced.count(), outs = results.count();
  check_reduction(out, src, reduction, reds);
  out.check_writable("`ndarray`");
  check_stream(stream, out.context(), "`ndarray`");
  check_for_kernels(out, out.context(), "`ndarray`");
  check_for_kernels(src, out.context(), "`src`");
  if (share_bytes(out, src))
    throw Failure(status::kInvalidArgument,
                  concat("`ndarray` at ", out.begin(), " to ", out.end(), " and `src` at ", src.begin(),
                         " to ", src.end(), " share bytes: reduce to another array"));
  if (outs == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep_out(&out), keep_src(&src);
  const Ref<core::Stream> keep_stream(stream);
  core::Context& context = out.context();
  if (reds == 0) {
    const bool is_one = reduction == Reduction::kProd || reduction == Reduction::kAll;
    core::Mem* const memory[] = {&out.mem()};
    return run_map(context, stream, Loops(result), {storage_name(out.type()), {}, {}, is_one ? "1" : "0"},
                   memory, {});
  }
  // For negative strides of reduced dimensions the loops begin at the other end.
  std::vector<Operand> operands = {{&src.mem(), src.address(), src.element().size, dimensions.reduced}};
  if (is_arg(reduction)) {
    // The address of an element of this operand is its index.
    operands.push_back({nullptr, 0, 1, dimensions.reduced});
    operands[1].layout.set_contiguous(1, false);
  }
  const Loops reduced(operands);
  operands = {result[0], {&src.mem(), reduced.operands[0].address, src.element().size, dimensions.kept}};
  const Loops kept(operands);

  const char* sum = accumulator(src.type(), out.type(), reduction);
  const bool is_wide = !kept.fits_31_bits() || !reduced.fits_31_bits() || outs * reds > 0x7fff0000;
  const std::uint64_t nearest = reduced.ndim == 0
                                    ? ~std::uint64_t{0}
                                    : static_cast<std::uint64_t>(reduced.inner_stride(reduced.operands[0]));
  const auto kept_stride = static_cast<std::uint64_t>(std::abs(kept.inner_stride(kept.operands[1])));
  const bool reduces_near = kept.ndim == 0 || nearest <= kept_stride;
  const bool by_blocks = outs < 64 ? reds >= 256 : reduces_near && reds >= 64;
  std::uint64_t chunks =
      by_blocks ? std::min(divide_up(reds, kLeastOfBlock), std::max<std::uint64_t>(kBlocks / outs, 1))
                : std::min(divide_up(reds, kLeastOfThread), std::max<std::uint64_t>(kThreadsInAll / outs, 1));
  chunks = std::min(chunks, kMaxChunks);
  const std::uint64_t chunk = divide_up(reds, chunks);
  const Pass pass{
      kept,    reduced, storage_name(src.type()), sum, storage_name(out.type()), reduction, by_blocks, false,
      is_wide, chunk};
  if (pass.chunks() == 1) {
    core::Mem* const memory[] = {&out.mem(), &src.mem()};
    return run_pass(context, pass, stream, memory);
  }
  reduce_twice(out, src, pass, stream);
}

}  // namespace gridcall::ndarray
