// SPDX-License-Identifier: Apache-2.0

#include "ndarray/scan.h"

#include <algorithm>
#include <optional>

#include "base/concat.h"
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
#define GRIDCALL_FILE(name, text) text
#include "scan.cuh.inc"
#undef GRIDCALL_FILE
    ;

}  // namespace

const std::string_view kLanesText =
#define GRIDCALL_FILE(name, text) text
#include "lanes.cuh.inc"
#undef GRIDCALL_FILE
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

// Returns a type with the extremes of the accumulator of such elements.
ScalarType type_of_sum(ScalarType in) noexcept {
  switch (in) {
    case ScalarType::kUint8:
    case ScalarType::kUint16:
    case ScalarType::kUint32:
    case ScalarType::kUint64:
      return ScalarType::kUint64;
    case ScalarType::kFloat16:
    case ScalarType::kBfloat16:
    case ScalarType::kFloat32:
    case ScalarType::kFloat64:
      return ScalarType::kFloat64;
    default:
      return ScalarType::kInt64;
  }
}

}  // namespace

std::string sum_types(ScalarType in, ScalarType out, const Combination& combination) {
  std::string types;
  if (is_truth(combination.reduction))
    types = "typedef int sum;\ntypedef truth taken;\n";
  else if (combination.is_custom())
    types = concat("typedef gridcall_sum sum;\ntypedef ", out == ScalarType::kBool ? "truth" : "sum",
                   " taken;\n");
  else
    types = concat("typedef accumulator<decltype(value_of(*(stored_in*)0)), ",
                   sums_in_double(out) ? "true" : "false", ">::type sum;\ntypedef sum taken;\n");
  return concat("typedef ", storage_name(in), " stored_in;\ntypedef ", storage_name(out), " stored_out;\n",
                types, combine_function(combination), "#define IDENTITY ",
                none_of(combination.reduction, type_of_sum(in)), "\n");
}

namespace {

struct ScanOfRows {
  const Workspace& workspace;
  const Ndarray& out;
  const Ndarray& in;
  const Combination& combination;
  bool is_exclusive;
  std::uint64_t rows, count;
  const Ndarray* segments;  // contiguous, or nullptr
};

// The first launch, of segments alone, or one of those that scan.
enum class ScanStep { kHeads, kPartial, kWhole };

// Returns the size of the kernel's `part`.
std::uint64_t part_size(std::uint64_t sum, bool has_segments) noexcept {
  return has_segments ? sum + std::min<std::uint64_t>(sum, 8) : sum;
}

void scan_rows(const ScanOfRows& request) {
  core::Context& context = request.workspace.context;
  const ScalarType in = request.in.type(), out = request.out.type();
  const std::uint64_t rows = request.rows, count = request.count;
  const std::uint64_t processors = processors_of(context);
  const bool is_cpu = context.is_cpu(), is_sequential = is_cpu || count <= kElementsOfThread;
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
    const std::uint64_t sum = accumulator_size(in, out, request.combination.reduction);
    element.size = part_size(sum, request.segments);
    element.alignment = std::min<std::uint64_t>(sum, 8);
    const std::uint64_t shape[] = {rows * chunks};
    partial.emplace(context, element, shape, request.workspace.stream, request.workspace.pool);
  }
  std::vector<core::Mem*> memory = {&request.out.mem(), &request.in.mem()};
  if (partial) memory.push_back(&(*partial)->mem());
  if (request.segments) {
    const std::uint64_t shape[] = {count};
    heads.emplace(context, core::Element::of(ScalarType::kUint8), shape, request.workspace.stream,
                  request.workspace.pool);
    const std::byte none[] = {std::byte{0}};
    ndarray::fill(**heads, none, request.workspace.stream);
    memory.insert(memory.end(), {&(*heads)->mem(), &request.segments->mem()});
  }
  const std::string functions = functions_of(request.combination, out);
  Parameters parameters(is_wide);
  for (const std::uint64_t each :
       {rows, count, chunk, chunks, request.segments ? request.segments->count() : 0})
    parameters.add(each);
  const std::uint64_t to = request.out.address(), from = request.in.address(),
                      sums = partial ? (*partial)->address() : 0, marks = heads ? (*heads)->address() : 0,
                      offsets = request.segments ? request.segments->address() : 0;
  const void* const values[] = {&to, &from, &sums, &marks, &offsets, parameters.bytes()};
  for (const ScanStep step : {ScanStep::kHeads, ScanStep::kPartial, ScanStep::kWhole}) {
    if (step == ScanStep::kHeads && (!request.segments || request.segments->count() == 0)) continue;
    if (step == ScanStep::kPartial && chunks == 1) continue;
    const std::string head =
        concat(Parameters::declaration(is_wide, 5, 0), is_sequential ? "#define GRIDCALL_SEQUENTIAL\n" : "",
               !request.segments                       ? ""
               : request.segments->element().size == 4 ? "#define GRIDCALL_CUT int\n"
                                                       : "#define GRIDCALL_CUT i64\n",
               request.combination.is_custom() ? "#define GRIDCALL_ORDERED\n" : "",
               sum_types(in, out, request.combination), "#define FIRST ",
               none_of(request.combination.reduction, out),
               "\nenum { kPartial = ", step == ScanStep::kPartial ? 1 : 0,
               ", kHeads = ", step == ScanStep::kHeads ? 1 : 0,
               ", kExclusive = ", request.is_exclusive ? 1 : 0, ", kThreads = ", threads, " };\n");
    const Ref<core::Kernel> kernel = kernel_of(context, concat("scan ", functions, head), [&] {
      return concat(functions, "namespace gridcall_scan {\n", kCombineText, head, kLanesText, kScanText,
                    "}\n");
    });
    launch(*kernel, request.workspace.stream, grid, {threads, 1, 1}, values, memory);
  }
}

}  // namespace

void scan(Ndarray& ndarray, Ndarray& src, const Scan& scan, core::Stream* stream) {
  core::Context& context = ndarray.context();
  const Reduction reduction = scan.combination.reduction;
  if (is_arg(reduction))
    throw Failure(
        status::kInvalidArgument,
        concat("`reduction` is ", static_cast<std::int32_t>(reduction),
               ", ARG_MIN or ARG_MAX, of which there is no scan: pass SUM, PROD, MIN, MAX, ANY, ALL "
               "or CUSTOM"));
  check_combination(scan.combination);
  check_reduction(ndarray, src, reduction);
  check_axis(src, scan.axis);
  check_shape(ndarray, "`ndarray`", src, "`src`");
  check_stream(stream, context, "`ndarray`");
  check_target(ndarray, context, "`ndarray`");
  check_for_kernels(src, context, "`src`");
  if (scan.segments) check_segments(*scan.segments, src);
  if (scan.pool) core::check_context("options->pool", scan.pool->context(), "`ndarray`", context);
  if (src.count() == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&ndarray), keep_src(&src), keep_segments(scan.segments);
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(scan.pool);

  const Workspace workspace{context, scan.pool, stream};
  Rows result(ndarray, scan.axis, workspace);
  const SourceRows source(src, scan.axis, result, nullptr, workspace);
  const std::uint64_t count = src.layout().shape[scan.axis];
  std::optional<Contiguous> segments;
  if (scan.segments) segments.emplace(*scan.segments, workspace);
  scan_rows({workspace, *result, *source, scan.combination, scan.is_exclusive, src.count() / count, count,
             segments ? &**segments : nullptr});
  result.store();
}

}  // namespace gridcall::ndarray
