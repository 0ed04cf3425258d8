// SPDX-License-Identifier: Apache-2.0

#include "ndarray/reduce.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/expression.h"
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

// The arrays of a reduction, and their names in messages.
struct Source {
  std::string_view expressions;
  std::span<Ndarray* const> inputs;
  std::span<const Scalar> scalars;
  bool is_plain;               // gc_ndarray_reduce
  std::size_t reductions = 1;  // one for all, or for each output

  std::string name(std::size_t input) const { return is_plain ? "`src`" : concat("`inputs[", input, "]`"); }
  std::string out_name(std::size_t output) const {
    return is_plain ? "`ndarray`" : concat("`outputs[", output, "]`");
  }
  std::string reduction_name(std::size_t output) const {
    return is_plain ? "`reduction`" : concat("`reductions[", std::min(output, reductions - 1), "]`");
  }
  const char* whole() const noexcept { return is_plain ? "`src`" : "the common shape of `inputs`"; }
};

// Returns the layout of an array of the shape to which all inputs are broadcast; its strides are of no use.
core::Layout common_shape(const Source& source) {
  core::Layout common;
  for (const Ndarray* input : source.inputs) common.ndim = std::max(common.ndim, input->layout().ndim);
  std::fill_n(common.shape.begin(), common.ndim, 1);
  for (const Ndarray* input : source.inputs) {
    const core::Layout& its = input->layout();
    for (std::uint32_t i = 0; i < its.ndim; ++i) {
      std::uint64_t& extent = common.shape[common.ndim - its.ndim + i];
      if (extent == 1) extent = its.shape[i];
    }
  }
  return common;
}

// The shape of the results, and which dimensions of the source are reduced.
struct Dimensions {
  core::Layout kept, reduced;  // shapes
  core::Layout with_ones;      // the shape with 1 for each reduced dimension
  std::uint64_t reduces;       // a bit for each dimension

  Dimensions(const core::Layout& source, std::span<const std::uint32_t> axes, const char* name)
      : reduces(axes.empty() ? ~std::uint64_t{0} : 0) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i] >= source.ndim)
        throw Failure(status::kOutOfRange, concat("`axes`[", i, "] is ", axes[i], ", and ", name, " has ",
                                                  source.ndim, " dimensions: pass less"));
      if ((reduces >> axes[i] & 1) != 0)
        throw Failure(status::kInvalidArgument, concat("`axes`[", i, "] is ", axes[i],
                                                       " for the second time: pass each dimension once"));
      reduces |= std::uint64_t{1} << axes[i];
    }
    split(source, kept, reduced);
    with_ones = source;
    for (std::uint32_t i = 0; i < source.ndim; ++i)
      if ((reduces >> i & 1) != 0) with_ones.shape[i] = 1;
  }

  void split(const core::Layout& layout, core::Layout& to_keep, core::Layout& to_reduce) const noexcept {
    to_keep.ndim = to_reduce.ndim = 0;
    for (std::uint32_t i = 0; i < layout.ndim; ++i) {
      core::Layout& to = (reduces >> i & 1) != 0 ? to_reduce : to_keep;
      to.shape[to.ndim] = layout.shape[i];
      to.strides[to.ndim++] = layout.strides[i];
    }
  }
};

bool same_shape(const core::Layout& a, const core::Layout& b) noexcept {
  return a.ndim == b.ndim && std::equal(a.shape.begin(), a.shape.begin() + a.ndim, b.shape.begin());
}

// Returns the results without the reduced dimensions.
core::Layout results_of(const Ndarray& out, const std::string& out_name, const Dimensions& dimensions,
                        const char* name) {
  core::Layout layout = out.layout();
  if (same_shape(layout, dimensions.kept)) return layout;
  if (!same_shape(layout, dimensions.with_ones))
    throw Failure(status::kInvalidArgument,
                  concat(out_name, " has the shape ", core::shape_text(layout.dims()), ", and ", name,
                         " reduced along its `axis_count` ", dimensions.reduced.ndim, " dimensions ",
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

void check_reduction(const Ndarray& out, std::size_t output, const Source& source, Reduction reduction,
                     std::uint64_t reduced) {
  const bool is_order = is_arg(reduction) || reduction == Reduction::kMin || reduction == Reduction::kMax;
  const auto refuse_order = [&](const std::string& why) {
    throw Failure(status::kInvalidArgument,
                  concat(source.reduction_name(output), " is ", static_cast<std::int32_t>(reduction), ", ",
                         is_arg(reduction) ? "ARG_MIN or ARG_MAX" : "MIN or MAX", ", ", why));
  };
  if (source.is_plain) {
    const ScalarType type = source.inputs[0]->type();
    if (is_order && core::is_complex(type))
      refuse_order(concat("and `src` is ", core::scalar_text(type), ": complex numbers have no order"));
    if (!is_truth(reduction) && !is_arg(reduction)) check_conversion(type, out.type(), "`src`");
  }
  if (is_order && reduced == 0)
    refuse_order(
        concat("of 0 elements along `axes`: give ", source.is_plain ? "`src`" : "`inputs`", " one at least"));
  if (const std::uint64_t greatest = greatest_integer(out.type());
      is_arg(reduction) && (greatest == 0 || greatest < reduced - 1))
    throw Failure(
        status::kInvalidArgument,
        concat(source.out_name(output), " is ", core::scalar_text(out.type()), ", and the indices go to ",
               reduced - 1, ": make it of integers that hold them, such as INT64"));
}

// Reduces to one partial result per chunk, then to the results. The partial ones are ordered by results or by
// chunks. `memory` begins with that of the results.
[[gnu::noinline]] void reduce_twice(core::Context& context, const Pass& pass, const core::Stream* stream,
                                    std::vector<core::Mem*> memory, std::span<const void* const> scalars) {
  const std::uint64_t chunks = pass.chunks(), outs = pass.kept.count(), size = pass.partial_size;
  const std::size_t results = pass.results.size();
  core::Element element;
  element.size = size;
  element.alignment = std::min(size, kMaxAccumulator);
  const std::uint64_t shape[] = {chunks * outs};
  const Temporary partial(context, element, shape, stream);
  const auto inputs = static_cast<std::ptrdiff_t>(results);
  std::vector<core::Mem*> between(memory.begin(), memory.begin() + inputs);
  between.push_back(&partial->mem());
  memory.erase(memory.begin() + 1, memory.begin() + inputs);
  memory[0] = &partial->mem();
  Loops with_partial = pass.kept;
  with_partial.operands.erase(with_partial.operands.begin() + 1, with_partial.operands.begin() + inputs);
  with_partial.operands[0].address = partial->address();
  Pass first = {with_partial, pass.reduced, pass.map, pass.results, size};
  first.by_blocks = pass.by_blocks;
  first.is_wide = pass.is_wide;
  first.writes_partial = true;
  first.chunk = pass.chunk;
  run_pass(context, first, stream, memory, scalars);
  // The first pass stored the results in the order of its loops, so each of their dimensions has a stride
  // there.
  Loops again = pass.kept;
  again.operands.resize(results + 1);
  std::uint64_t step = size * (pass.by_blocks ? chunks : 1);
  again.operands[results].size = size;
  again.operands[results].address = partial->address();
  for (std::uint32_t i = again.ndim; i-- > 0;) {
    again.operands[results].strides[i] = static_cast<std::int64_t>(step);
    step *= again.shape[i];
  }
  OperandList column = {{&partial->mem(), partial->address(), size, {}}};
  column[0].layout.ndim = 1;
  column[0].layout.shape[0] = chunks;
  column[0].layout.strides[0] = static_cast<std::int64_t>(pass.by_blocks ? size : size * outs);
  const Loops columns(column);
  Pass last = {again, columns, pass.map, pass.results, size};
  last.by_blocks = pass.by_blocks;
  last.is_wide = pass.is_wide;
  last.reads_partial = true;
  last.chunk = chunks;
  run_pass(context, last, stream, between, scalars);
}

// Checks the arrays, and returns the map and the operands of the loops over the whole source.
OperandList operands_of(std::span<Ndarray* const> outputs, const Source& source, const core::Layout& shape,
                        Map& map) {
  OperandList operands;
  for (std::size_t i = 0; i < source.inputs.size(); ++i) {
    const Ndarray& input = *source.inputs[i];
    const std::string name = source.name(i);
    check_for_kernels(input, outputs[0]->context(), name.c_str());
    operands.push_back(operand_of(input, shape.dims(), name.c_str(), "the others"));
    for (std::size_t k = 0; k < outputs.size(); ++k)
      check_apart(*outputs[k], source.out_name(k).c_str(), input, name.c_str(), "reduce to another array");
    map.inputs.push_back(storage_name(input.type()));
  }
  return operands;
}

// Chooses who reduces which elements.
void divide(Pass& pass) noexcept {
  const Loops &kept = pass.kept, &reduced = pass.reduced;
  const std::uint64_t outs = kept.count(), reds = reduced.count();
  pass.is_wide = !kept.fits_31_bits() || !reduced.fits_31_bits() || outs * reds > 0x7fff0000;
  const std::uint64_t nearest =
      reduced.ndim == 0 ? ~std::uint64_t{0}
                        : static_cast<std::uint64_t>(std::abs(reduced.inner_stride(reduced.operands[0])));
  const auto kept_stride =
      static_cast<std::uint64_t>(std::abs(kept.inner_stride(kept.operands[pass.results.size()])));
  const bool reduces_near = kept.ndim == 0 || nearest <= kept_stride;
  pass.by_blocks = outs < 64 ? reds >= 256 : reduces_near && reds >= 64;
  const std::uint64_t chunks =
      pass.by_blocks
          ? std::min(divide_up(reds, kLeastOfBlock), std::max<std::uint64_t>(kBlocks / outs, 1))
          : std::min(divide_up(reds, kLeastOfThread), std::max<std::uint64_t>(kThreadsInAll / outs, 1));
  pass.chunk = divide_up(reds, std::min(chunks, kMaxChunks));
}

// Adds the number of an element among the reduced ones, which is an index too.
void add_number(const Dimensions& dimensions, OperandList& to_keep, OperandList& to_reduce, Map& map) {
  Operand number{nullptr, 0, 1, dimensions.reduced};
  number.layout.set_contiguous(1, false);
  to_reduce.push_back(number);
  number.layout = dimensions.kept;
  number.layout.strides.fill(0);
  to_keep.push_back(number);
  map.indices.push_back("number");
}

// Queues what the results of no elements are: `results` has the operands.
void fill_neutral(core::Context& context, std::span<const Result> results, std::span<const Operand> operands,
                  const core::Stream* stream) {
  for (std::size_t k = 0; k < results.size(); ++k) {
    const Combination& combination = results[k].combination;
    const bool is_one = combination.reduction == Reduction::kProd || combination.reduction == Reduction::kAll;
    Map constant{storage_name(results[k].type), {}, {}, is_one ? "1" : "0"};
    const Map::Functions functions{combination.preamble, {}, {}};
    if (combination.is_custom()) {
      constant.expression = combination.neutral;
      constant.functions = &functions;
    }
    core::Mem* const memory[] = {operands[k].mem};
    run_map(context, stream, Loops(operands.subspan(k, 1)), constant, memory, {});
  }
}

// Checks the outputs, and returns them as operands without the reduced dimensions.
OperandList outputs_of(std::span<Ndarray* const> outputs, const Source& source,
                       std::span<const Result> results, const Dimensions& dimensions,
                       const core::Stream* stream) {
  OperandList operands;
  const core::Context& context = outputs[0]->context();
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const Ndarray& out = *outputs[k];
    const std::string name = source.out_name(k);
    check_no_record(out, name, "reduce to");
    operands.push_back(
        {&out.mem(), out.address(), out.element().size, results_of(out, name, dimensions, source.whole())});
    check_reduction(out, k, source, results[k].combination.reduction, dimensions.reduced.count());
    out.check_writable(name.c_str());
    check_for_kernels(out, context, name.c_str());
    for (std::size_t i = 0; i < k; ++i)
      check_apart(out, name.c_str(), *outputs[i], source.out_name(i).c_str(), "pass arrays of their own");
  }
  check_stream(stream, context, source.out_name(0).c_str());
  return operands;
}

Indices check_expressions(const Source& source, std::size_t outputs, std::uint32_t ndim, bool calls_any) {
  if (source.is_plain) return 0;
  Words words{input_letters(source.inputs.size()), scalar_letters(source.scalars.size()), ndim};
  words.calls_any = calls_any;
  return check_expressions(source.expressions, outputs, words);
}

// `combinations` has one for each output.
void reduce(std::span<Ndarray* const> outputs, const Source& source,
            std::span<const Combination> combinations, std::span<const std::uint32_t> axes,
            core::Stream* stream) {
  for (std::size_t i = 0; i < source.inputs.size(); ++i)
    check_no_record(*source.inputs[i], source.name(i), "reduce");
  const core::Layout shape = common_shape(source);
  const Indices indices =
      check_expressions(source, outputs.size(), shape.ndim, !combinations[0].preamble.empty());
  std::vector<Result> results;
  std::string_view expressions = source.expressions;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    results.push_back({combinations[k], outputs[k]->type(), take_expression(expressions)});
  // The object is on the heap, because threads may have small stacks.
  const auto made = std::make_unique<const Dimensions>(shape, axes, source.whole());
  const Dimensions& dimensions = *made;
  const OperandList out = outputs_of(outputs, source, results, dimensions, stream);
  Map map{};
  OperandList operands = operands_of(outputs, source, shape, map);
  if (out[0].layout.count() == 0) return;
  std::vector<const void*> scalars;
  for (const Scalar& scalar : source.scalars) {
    map.scalars.push_back(storage_name(scalar.type));
    scalars.push_back(scalar.bits);
  }
  // A compiler may run, and the call leaves its epoch meanwhile.
  std::vector<Ref<Ndarray>> kept_arrays;
  std::vector<core::Mem*> memory;
  for (const std::span<Ndarray* const> arrays : {outputs, source.inputs})
    for (Ndarray* array : arrays) {
      kept_arrays.emplace_back(array);
      memory.push_back(&array->mem());
    }
  const Ref<core::Stream> keep_stream(stream);
  core::Context& context = outputs[0]->context();
  if (dimensions.reduced.count() == 0) return fill_neutral(context, results, out, stream);
  add_indices(indices, shape, operands, map);
  OperandList to_keep = out, to_reduce;
  for (const Operand& each : operands) {
    Operand keeps = each, reduces = each;
    dimensions.split(each.layout, keeps.layout, reduces.layout);
    to_keep.push_back(keeps);
    to_reduce.push_back(reduces);
  }
  const auto any_is = [&](auto condition) {
    return std::any_of(combinations.begin(), combinations.end(), condition);
  };
  if (any_is([](const Combination& each) { return is_arg(each.reduction); }))
    add_number(dimensions, to_keep, to_reduce, map);
  // For negative strides of reduced dimensions the loops begin at the other end.
  const Loops reduced(to_reduce, any_is([](const Combination& each) { return each.is_custom(); }));
  for (std::size_t i = 0; i < to_reduce.size(); ++i)
    to_keep[out.size() + i].address = reduced.operands[i].address;
  const Loops kept(to_keep);

  const std::uint64_t size = source.is_plain ? accumulator_size(source.inputs[0]->type(), outputs[0]->type(),
                                                                combinations[0].reduction)
                                             : kMaxAccumulator * outputs.size();
  Pass pass{kept, reduced, map, results, size};
  divide(pass);
  if (pass.chunks() == 1) return run_pass(context, pass, stream, memory, scalars);
  reduce_twice(context, pass, stream, memory, scalars);
}

}  // namespace

void check_reduction(const Ndarray& out, Ndarray& src, Reduction reduction) {
  Ndarray* const inputs[] = {&src};
  check_no_record(src, "`src`", "scan");
  check_no_record(out, "`ndarray`", "reduce to");
  check_reduction(out, 0, Source{"a", inputs, {}, true}, reduction, 1);
}

void reduce(Ndarray& out, Ndarray& src, std::int32_t reduction, std::span<const std::uint32_t> axes,
            core::Stream* stream) {
  Ndarray *const outputs[] = {&out}, *const inputs[] = {&src};
  const Combination combination{static_cast<Reduction>(reduction)};
  check_not_custom(combination.reduction, "call gc_ndarray_transform_reduce");
  reduce(outputs, Source{"a", inputs, {}, true}, {&combination, 1}, axes, stream);
}

void transform_reduce(std::span<Ndarray* const> outputs, std::string_view expressions,
                      std::span<Ndarray* const> inputs, std::span<const Scalar> scalars,
                      std::span<const std::int32_t> reductions, const Combination& options,
                      std::span<const std::uint32_t> axes, core::Stream* stream) {
  if (outputs.empty())
    throw Failure(status::kInvalidArgument, "`output_count` is 0: pass an ndarray for each expression");
  if (inputs.empty())
    throw Failure(status::kInvalidArgument, "`input_count` is 0: pass an array, whose shape is reduced");
  if (reductions.size() != 1 && reductions.size() != outputs.size())
    throw Failure(status::kInvalidArgument,
                  concat("`reduction_count` is ", reductions.size(), ", and `output_count` is ",
                         outputs.size(), ": pass one for each, or one for all"));
  const auto custom =
      std::find(reductions.begin(), reductions.end(), static_cast<std::int32_t>(Reduction::kCustom));
  const auto named = custom == reductions.end() ? reductions.begin() : custom;
  const Source source{expressions, inputs, scalars, false, reductions.size()};
  const std::string name = source.reduction_name(static_cast<std::size_t>(named - reductions.begin()));
  Combination checked = options;
  checked.reduction = static_cast<Reduction>(*named);
  checked.name = name;
  check_combination(checked);
  std::vector<Combination> combinations;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto reduction = static_cast<Reduction>(reductions[reductions.size() == 1 ? 0 : k]);
    combinations.push_back(reduction == Reduction::kCustom ? checked : Combination{reduction});
    combinations[k].preamble = options.preamble;
  }
  reduce(outputs, source, combinations, axes, stream);
}

}  // namespace gridcall::ndarray
