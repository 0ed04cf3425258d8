// SPDX-License-Identifier: Apache-2.0

#include "ndarray/scan.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

#include "base/concat.h"
#include "ndarray/expression.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"
#include "ndarray/reduce.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Reduction;
using core::Ref;
using core::ScalarType;

constexpr std::string_view kScanText =
#include "scan.cuh.inc"
    ;

}  // namespace

const std::string_view kLanesText =
#include "lanes.cuh.inc"
    ;

namespace {

// Returns the least or the greatest number of a type, as C++.
const char* extreme_of(ScalarType type, bool is_least) noexcept {
  switch (type) {
    case ScalarType::kInt8:
      return is_least ? "-128" : "127";
    case ScalarType::kInt16:
      return is_least ? "-32768" : "32767";
    case ScalarType::kInt32:
      return is_least ? "(-2147483647 - 1)" : "2147483647";
    case ScalarType::kInt64:
      return is_least ? "(-9223372036854775807ll - 1)" : "9223372036854775807ll";
    case ScalarType::kUint8:
      return is_least ? "0" : "255";
    case ScalarType::kUint16:
      return is_least ? "0" : "65535";
    case ScalarType::kUint32:
      return is_least ? "0" : "4294967295u";
    case ScalarType::kUint64:
      return is_least ? "0" : "18446744073709551615ull";
    case ScalarType::kBool:
      return is_least ? "0" : "1";
    default:
      return is_least ? "-__int_as_float(0x7f800000)" : "__int_as_float(0x7f800000)";
  }
}

// Returns the result of no elements.
const char* none_of(Reduction reduction, ScalarType type) noexcept {
  switch (reduction) {
    case Reduction::kSum:
    case Reduction::kAny:
      return "0";
    case Reduction::kProd:
    case Reduction::kAll:
      return "1";
    case Reduction::kMin:
      return extreme_of(type, false);
    case Reduction::kMax:
      return extreme_of(type, true);
    case Reduction::kArgMin:
    case Reduction::kArgMax:
      break;  // refused
    case Reduction::kCustom:
      return "gridcall_to_sum(gridcall_neutral())";
  }
  return "";
}

}  // namespace

std::string sum_types(ScalarType in, ScalarType out, const Combination& combination, std::string_view value) {
  const Reduction reduction = combination.reduction;
  std::string types;
  if (is_truth(reduction))
    types = "typedef int sum;\ntypedef truth taken;\n";
  else if (combination.is_custom())
    types = "typedef gridcall_sum sum;\ntypedef gridcall_taken taken;\n";
  else
    types = concat("typedef accumulator<", value, ", ", sums_in_double(out) ? "true" : "false",
                   ">::type sum;\ntypedef sum taken;\n");
  return concat("typedef ", storage_name(in), " stored_in;\ntypedef ", storage_name(out), " stored_out;\n",
                types, combine_function(combination), "#define IDENTITY ",
                reduction == Reduction::kMin   ? "greatest_of<sum>()"
                : reduction == Reduction::kMax ? "least_of<sum>()"
                                               : none_of(reduction, out),
                "\n");
}

namespace {

// The elements that are scanned, as functions and as the struct `operands` of kernels/scan.cuh, and what it
// holds.
struct Elements {
  std::string functions, declarations;
  std::vector<std::uint64_t> values;
  std::vector<core::Mem*> memory;
};

// The arrays and indices that `map` and `output` name. An array may have any strides between rows; in a row
// its elements follow each other, or are one.
class Operands {
 public:
  // `is_temporary`: `result` may have the elements of `src` until it gets its own.
  Operands(Ndarray& src, const Scan& scan, Ndarray& result, bool is_temporary, Indices indices,
           const Workspace& workspace);
  // `out`: the type of the results.
  Elements elements(const Scan& scan, ScalarType out) const;

 private:
  void add(Ndarray& array, std::string_view name, Ndarray& result, bool to_result);
  bool is_index(std::size_t k) const noexcept { return k >= map_.inputs.size(); }
  // Returns true if a row has one element of the operand.
  bool is_one(std::size_t k) const noexcept {
    const core::Layout& layout = rows_[k].layout;
    return layout.shape[layout.ndim - 1] == 1 || layout.strides[layout.ndim - 1] == 0;
  }
  std::string functions(const Scan& scan, ScalarType out) const;
  // Returns the struct; `loops` are those of the rows.
  std::string declaration(const Loops& loops, bool has_output) const;

  const Workspace& workspace_;
  const core::Layout& shape_;
  const std::uint32_t axis_;
  OperandList rows_;  // with the dimension last
  std::vector<std::string> names_;
  Map map_{};  // the types of arrays, and the names of indices
  std::vector<std::unique_ptr<Temporary>> copies_;
};

// Moves a dimension to the end.
void put_last(core::Layout& layout, std::uint32_t axis) noexcept {
  const auto move = [&](auto& of) {
    std::rotate(of.begin() + axis, of.begin() + axis + 1, of.begin() + layout.ndim);
  };
  move(layout.shape);
  move(layout.strides);
}

Operands::Operands(Ndarray& src, const Scan& scan, Ndarray& result, bool is_temporary, Indices indices,
                   const Workspace& workspace)
    : workspace_(workspace), shape_(src.layout()), axis_(scan.axis) {
  add(src, "a", result, is_temporary);
  for (std::size_t k = 0; k < std::size(scan.others); ++k)
    if (scan.others[k]) add(*scan.others[k], kInputNames.substr(k + 1, 1), result, false);
  add_indices(indices, shape_, rows_, map_);
  for (std::size_t k = names_.size(); k < rows_.size(); ++k) put_last(rows_[k].layout, axis_);
  names_.insert(names_.end(), map_.indices.begin(), map_.indices.end());
}

void Operands::add(Ndarray& array, std::string_view name, Ndarray& result, bool to_result) {
  Operand operand = operand_of(array, shape_.dims(), "an operand", "`src`");
  put_last(operand.layout, axis_);
  const std::uint32_t last = shape_.ndim - 1;
  const bool is_in_rows = operand.layout.shape[last] == 1 || operand.layout.strides[last] == 0 ||
                          operand.layout.strides[last] == static_cast<std::int64_t>(operand.size);
  if (!is_in_rows || (share_bytes(array, result) && !same_elements(operand, operand_of(result)))) {
    const Ref<Ndarray> view =
        Ndarray::from_mem(array.mem(), array.offset(), array.element(), operand.layout, true);
    Ndarray& copied = to_result && array.type() == result.type()
                          ? result
                          : **copies_.emplace_back(std::make_unique<Temporary>(
                                workspace_.context, array.element(), operand.layout.dims(), workspace_.stream,
                                workspace_.pool));
    copy(copied, *view, workspace_.stream);
    operand = operand_of(copied);
  }
  rows_.push_back(operand);
  names_.emplace_back(name);
  map_.inputs.push_back(storage_name(array.type()));
}

Elements Operands::elements(const Scan& scan, ScalarType out) const {
  OperandList outer = rows_;
  for (Operand& each : outer) --each.layout.ndim;
  const Loops loops(outer, true);
  Elements made{functions(scan, out), declaration(loops, scan.output != nullptr), {}, {}};
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const Operand& row = rows_[k];
    made.values.push_back(row.address);
    if (is_index(k))
      made.values.push_back(static_cast<std::uint64_t>(row.layout.strides[row.layout.ndim - 1]));
    else
      made.memory.push_back(row.mem);
    for (std::uint32_t i = 0; i < loops.ndim; ++i)
      made.values.push_back(static_cast<std::uint64_t>(loops.operands[k].strides[i]));
  }
  made.values.insert(made.values.end(), loops.shape.begin(), loops.shape.begin() + loops.ndim);
  return made;
}

std::string Operands::functions(const Scan& scan, ScalarType out) const {
  std::string text, parameters, examples;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    std::string type = "i64";
    if (!is_index(k)) {
      type = concat("gridcall_type_", names_[k]);
      text += concat("typedef decltype(value_of(*(", map_.inputs[k], "*)0)) ", type, ";\n");
    }
    parameters += concat(k == 0 ? "" : ", ", type, " ", names_[k]);
    examples += concat(k == 0 ? "*(" : ", *(", type, "*)0");
  }
  text += expression_function("gridcall_map", parameters, scan.map ? scan.map : "a", "map");
  text += concat("typedef decltype(gridcall_map(", examples, ")) gridcall_value;\n",
                 "static_assert(is_real<gridcall_value>::value || is_complex<gridcall_value>::value, "
                 "\"`options->map` is no number\");\n");
  if (scan.combination.is_custom())
    text += concat("typedef decltype(",
                   scan.output ? "+gridcall_value()" : concat("value_of(*(", storage_name(out), "*)0)"),
                   ") gridcall_sum;\n");
  if (!scan.output) return text;
  return text + "template <class gridcall_item> " +
         expression_function("gridcall_output",
                             concat(parameters, ", gridcall_item item, gridcall_item prev_item"), scan.output,
                             "output");
}

std::string Operands::declaration(const Loops& loops, bool has_output) const {
  std::string members, arguments, moves;
  const std::string extents = loops.ndim == 0 ? "" : concat("[", loops.ndim, "];\n");
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const std::string pointer = is_index(k) ? "" : concat("const ", map_.inputs[k], "*");
    arguments += k == 0 ? "" : ", ";
    if (is_index(k)) {
      members += concat("  i64 p", k, ", s", k, ";\n");
      arguments += concat("p", k, " + (i64)i * s", k);
    } else {
      members += concat("  ", pointer, " p", k, ";\n");
      arguments += concat("value_of(p", k, is_one(k) ? "[0])" : "[i])");
    }
    if (loops.ndim == 0) continue;
    members += concat("  i64 r", k, extents);
    moves += is_index(k) ? concat("      r.p", k, " += here * r", k, "[k];\n")
                         : concat("      r.p", k, " = (", pointer, ")((const char*)r.p", k, " + here * r", k,
                                  "[k]);\n");
  }
  if (loops.ndim != 0) members += concat("  i64 n", extents);
  std::string text =
      concat("#define GRIDCALL_MAPPED\nstruct operands {\n", members,
             "  __device__ auto value(index i) const { return gridcall_map(", arguments, "); }\n");
  if (has_output)
    text += concat(
        "#define GRIDCALL_OUTPUT\n  template <class T> __device__ auto output(index i, T item, T "
        "prev_item) const {\n    return gridcall_output(",
        arguments, ", item, prev_item);\n  }\n");
  text += "  __device__ operands row(index left, index) const {\n    operands r = *this;\n";
  if (loops.ndim != 0)
    text += concat("#pragma unroll\n    for (int k = ", loops.ndim - 1,
                   "; k >= 0; --k) {\n      const i64 here = k == 0 ? left : left % (index)n[k];\n",
                   "      if (k != 0) left /= (index)n[k];\n", moves, "    }\n");
  return text + "    return r;\n  }\n};\n";
}

// Checks `map` and `output`, and returns the indices that they name.
Indices check_expressions(const Scan& scan, std::uint32_t dimensions) {
  std::vector<std::string_view> names = {"a"};
  for (std::size_t k = 0; k < std::size(scan.others); ++k) {
    if (!scan.others[k]) continue;
    names.push_back(kInputNames.substr(k + 1, 1));
    if (!scan.map && !scan.output)
      throw Failure(status::kInvalidArgument, concat("`options->", names.back(),
                                                     "` is set, and neither `map` nor `output` is, in which "
                                                     "it could stand: write an expression, or leave it out"));
  }
  if (scan.output && scan.is_exclusive)
    throw Failure(status::kInvalidArgument,
                  "`options->flags` has EXCLUSIVE, and `options->output` says what is stored: leave the flag "
                  "out, and write prev_item for what is before the element");
  const auto check = [&](const char* expression, std::string_view name, std::string_view known,
                         std::string_view example) -> Indices {
    if (!expression) return 0;
    Words words{names, {}, dimensions};
    words.calls_any = !scan.combination.preamble.empty();
    words.name = name;
    words.known = known;
    words.example = example;
    return ndarray::check_expressions(expression, 0, words);
  };
  const Indices indices =
      check(scan.map, "`options->map`",
            "a, an ndarray of `options` that is set (b, c, d), an index of `src` (i, i0 ...)", "\"a * a\"");
  names.insert(names.end(), {"item", "prev_item"});
  return indices | check(scan.output, "`options->output`",
                         "item, prev_item, a, an ndarray of `options` that is set (b, c, d), an index of "
                         "`src` (i, i0 ...)",
                         "\"a - prev_item\"");
}

struct ScanOfRows {
  const Workspace& workspace;
  const Ndarray& out;
  ScalarType in;
  const Scan& scan;
  const Elements& elements;
  std::uint64_t rows, count;
  const Ndarray* segments;  // contiguous, or nullptr

  bool is_mapped() const noexcept { return scan.map || scan.output; }
  // Returns the size of the kernel's `part`, or more.
  std::uint64_t part_size() const noexcept {
    const std::uint64_t sum =
        is_mapped() ? kMaxAccumulator : accumulator_size(in, out.type(), scan.combination.reduction);
    return segments ? sum + std::min<std::uint64_t>(sum, 8) : sum;
  }
};

// Returns what stands in front of kernels/scan.cuh in all launches.
std::string declarations_of(const ScanOfRows& request, bool is_wide, bool is_sequential) {
  const Combination& combination = request.scan.combination;
  const ScalarType out = request.out.type();
  return concat(
      Parameters::declaration(is_wide, 5, 0), is_sequential ? "#define GRIDCALL_SEQUENTIAL\n" : "",
      !request.segments                       ? ""
      : request.segments->element().size == 4 ? "#define GRIDCALL_CUT int\n"
                                              : "#define GRIDCALL_CUT i64\n",
      combination.is_custom() ? "#define GRIDCALL_ORDERED\n" : "", request.elements.declarations,
      sum_types(request.in, out, combination, request.is_mapped() ? "gridcall_value" : kElementValue),
      "#define FIRST ", request.scan.output ? "0" : none_of(combination.reduction, out),
      "\nenum { kExclusive = ", request.scan.is_exclusive ? 1 : 0, " };\n");
}

// The first launch, of segments alone, or one of those that scan.
enum class ScanStep { kHeads, kPartial, kWhole };

void scan_rows(const ScanOfRows& request) {
  core::Context& context = request.workspace.context;
  const Combination& combination = request.scan.combination;
  const Elements& elements = request.elements;
  const ScalarType out = request.out.type();
  const std::uint64_t rows = request.rows, count = request.count, processors = processors_of(context);
  const bool is_cpu = context.is_cpu(), is_sequential = is_cpu || count <= kElementsOfThread;
  // The threads of a block have 48 KiB of shared memory for the elements that each takes at a time.
  const std::uint32_t items = is_sequential || request.part_size() > 16 ? 4 : 8;
  // The division depends on shapes and the device alone, so that equal calls give equal bits.
  const std::uint64_t per_row = std::max<std::uint64_t>(processors * kChunksOfProcessor / rows, 1);
  const std::uint64_t most = count < 2 * kLeastOfRowChunk ? 1 : count / kLeastOfRowChunk;
  const std::uint64_t cut = std::min({per_row, most, kMaxRowChunks}), chunk = divide_up(count, cut);
  const std::uint64_t chunks = divide_up(count, chunk);

  const std::uint32_t threads = is_cpu ? 1 : kThreads;
  std::uint32_t grid[3] = {static_cast<std::uint32_t>(chunks),
                           static_cast<std::uint32_t>(std::min(rows, kMaxLines)), 1};
  if (is_sequential) {
    const std::uint64_t lines = std::min(divide_up(rows, threads), is_cpu ? processors * 8 : kMaxLines);
    grid[0] = static_cast<std::uint32_t>(chunks * lines);
    grid[1] = 1;
  }
  const bool is_wide = is_wide_index(rows * count);
  std::optional<Temporary> partial, heads;
  if (chunks > 1) {
    core::Element element;
    element.size = request.part_size();
    element.alignment = std::min<std::uint64_t>(element.size, 8);
    const std::uint64_t shape[] = {rows * chunks};
    partial.emplace(context, element, shape, request.workspace.stream, request.workspace.pool);
  }
  std::vector<core::Mem*> memory = elements.memory;
  memory.push_back(&request.out.mem());
  if (partial) memory.push_back(&(*partial)->mem());
  if (request.segments) {
    const std::uint64_t shape[] = {count};
    heads.emplace(context, core::Element::of(ScalarType::kUint8), shape, request.workspace.stream,
                  request.workspace.pool);
    const std::byte none[] = {std::byte{0}};
    ndarray::fill(**heads, none, request.workspace.stream);
    memory.insert(memory.end(), {&(*heads)->mem(), &request.segments->mem()});
  }
  Parameters parameters(is_wide);
  for (const std::uint64_t each :
       {rows, count, chunk, chunks, request.segments ? request.segments->count() : 0})
    parameters.add(each);
  const std::uint64_t to = request.out.address(), sums = partial ? (*partial)->address() : 0,
                      marks = heads ? (*heads)->address() : 0,
                      offsets = request.segments ? request.segments->address() : 0;
  const void* const values[] = {&to, elements.values.data(), &sums, &marks, &offsets, parameters.bytes()};
  const std::string functions = functions_of(combination, out, elements.functions);
  const std::string declarations = declarations_of(request, is_wide, is_sequential);
  for (const ScanStep step : {ScanStep::kHeads, ScanStep::kPartial, ScanStep::kWhole}) {
    if (step == ScanStep::kHeads && (!request.segments || request.segments->count() == 0)) continue;
    if (step == ScanStep::kPartial && chunks == 1) continue;
    const std::string head = concat(declarations, "enum { kPartial = ", step == ScanStep::kPartial ? 1 : 0,
                                    ", kHeads = ", step == ScanStep::kHeads ? 1 : 0, ", kItems = ", items,
                                    ", kThreads = ", threads, " };\n");
    const Ref<core::Kernel> kernel = kernel_of(context, concat("scan ", functions, head), [&] {
      return concat(functions, "namespace gridcall_scan {\n", kCombineText, head, kLanesText, kScanText,
                    "}\n");
    });
    launch(*kernel, request.workspace.stream, grid, {threads, 1, 1}, values, memory);
  }
}

// Checks all but the expressions.
void check(const Ndarray& ndarray, Ndarray& src, const Scan& scan, const core::Stream* stream) {
  const core::Context& context = ndarray.context();
  const Reduction reduction = scan.combination.reduction;
  if (is_arg(reduction))
    throw Failure(
        status::kInvalidArgument,
        concat("`reduction` is ", static_cast<std::int32_t>(reduction),
               ", ARG_MIN or ARG_MAX, of which there is no scan: pass SUM, PROD, MIN, MAX, ANY, ALL "
               "or CUSTOM"));
  check_combination(scan.combination);
  if (scan.map || scan.output) {
    check_no_record(src, "`src`", "scan");
    check_no_record(ndarray, "`ndarray`", "scan to");
  } else {
    check_reduction(ndarray, src, reduction);
  }
  check_axis(src, scan.axis);
  check_shape(ndarray, "`ndarray`", src, "`src`");
  check_stream(stream, context, "`ndarray`");
  check_target(ndarray, context, "`ndarray`");
  check_for_kernels(src, context, "`src`");
  for (std::size_t k = 0; k < std::size(scan.others); ++k) {
    if (!scan.others[k]) continue;
    const std::string name = concat("`options->", kInputNames.substr(k + 1, 1), "`");
    check_no_record(*scan.others[k], name, "compute with");
    check_for_kernels(*scan.others[k], context, name.c_str());
    operand_of(*scan.others[k], src.layout().dims(), name.c_str(), "`src`");
  }
  if (scan.segments) check_segments(*scan.segments, src);
  if (scan.pool) core::check_context("options->pool", scan.pool->context(), "`ndarray`", context);
}

}  // namespace

void scan(Ndarray& ndarray, Ndarray& src, const Scan& scan, core::Stream* stream) {
  const Indices indices = check_expressions(scan, src.layout().ndim);
  check(ndarray, src, scan, stream);
  if (src.count() == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep[] = {Ref<Ndarray>(&ndarray),       Ref<Ndarray>(&src),
                               Ref<Ndarray>(scan.segments),  Ref<Ndarray>(scan.others[0]),
                               Ref<Ndarray>(scan.others[1]), Ref<Ndarray>(scan.others[2])};
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(scan.pool);

  const Workspace workspace{ndarray.context(), scan.pool, stream};
  Rows result(ndarray, scan.axis, workspace);
  std::optional<SourceRows> source;
  std::optional<Operands> operands;
  Elements elements;
  if (scan.map || scan.output) {
    elements = operands.emplace(src, scan, *result, !share_bytes(*result, ndarray), indices, workspace)
                   .elements(scan, ndarray.type());
  } else {
    source.emplace(src, scan.axis, result, workspace);
    elements.values = {(*source)->address()};
    elements.memory = {&(*source)->mem()};
  }
  const std::uint64_t count = src.layout().shape[scan.axis];
  std::optional<Contiguous> segments;
  if (scan.segments) segments.emplace(*scan.segments, workspace);
  scan_rows({workspace, *result, src.type(), scan, elements, src.count() / count, count,
             segments ? &**segments : nullptr});
  result.store();
}

}  // namespace gridcall::ndarray
