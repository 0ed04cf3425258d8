// SPDX-License-Identifier: Apache-2.0

#include "ndarray/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "base/concat.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"
#include "ndarray/random.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;
using core::ScalarType;

constexpr std::string_view kHistogramText =
#include "histogram.cuh.inc"
    ;

constexpr std::uint64_t kSharedBytes = 32768;  // of a block's table
// On the CPU device: the kernel's kMore and kLine, and the tables of a chunk.
constexpr std::uint64_t kMoreEntries = 2, kLineCounts = 32, kCopies = 2, kMaxBinsOfCopies = 2048;

bool is_float(ScalarType type) noexcept {
  return type == ScalarType::kFloat16 || type == ScalarType::kBfloat16 || type == ScalarType::kFloat32 ||
         type == ScalarType::kFloat64;
}

void check_real(const Ndarray& array, const core::Context& context, const char* name) {
  check_for_kernels(array, context, name);
  if (array.element().is_record() || core::is_complex(array.type()))
    throw Failure(status::kInvalidArgument,
                  concat(name, " is ", core::scalar_text(array.type()), ": pass real numbers"));
}

void check_bins(const Ndarray& counts, const Histogram& histogram) {
  const core::Layout& layout = counts.layout();
  if (layout.ndim != 1 || counts.count() == 0)
    throw Failure(status::kInvalidArgument, concat("`counts` has the shape ", core::shape_text(layout.dims()),
                                                   ": make it of 1 dimension, with an element for each bin"));
  const double width = histogram.upper - histogram.lower;
  if (!histogram.edges) {
    if (!(width > 0) || !std::isfinite(width) || !std::isfinite(static_cast<double>(counts.count()) / width))
      throw Failure(
          status::kInvalidArgument,
          concat("`options->lower` is ", text_of(histogram.lower), ", and `options->upper` ",
                 text_of(histogram.upper), ": pass finite numbers, the greater one as `upper`, or edges"));
    return;
  }
  const Ndarray& edges = *histogram.edges;
  check_real(edges, counts.context(), "`options->edges`");
  if (edges.layout().ndim != 1 || edges.count() != counts.count() + 1)
    throw Failure(status::kInvalidArgument,
                  concat("`options->edges` has the shape ", core::shape_text(edges.layout().dims()),
                         ", and `counts` ", core::shape_text(layout.dims()),
                         ": make it of 1 dimension, with an edge more than there are bins"));
}

void check_sums(const Ndarray& counts, const Ndarray& src, const Ndarray* weights) {
  const bool is_integer = holds_places(counts.type());
  if (weights) {
    check_real(*weights, counts.context(), "`options->weights`");
    check_shape(*weights, "`options->weights`", src, "`src`");
    const bool is_sum = counts.type() == ScalarType::kFloat32 || counts.type() == ScalarType::kFloat64;
    if (!is_sum && (!is_integer || is_float(weights->type())))
      throw Failure(status::kInvalidArgument,
                    concat("`counts` is ", core::scalar_text(counts.type()), ", and `options->weights` ",
                           core::scalar_text(weights->type()),
                           ": make it float32 or float64, of integers also an integer of 32 or 64 bits"));
  } else if (!is_integer) {
    throw Failure(status::kInvalidArgument, concat("`counts` is ", core::scalar_text(counts.type()),
                                                   ": make it int32 or int64, or pass weights"));
  }
}

// Returns the type in which weights are added.
const char* sum_of(ScalarType weight) noexcept {
  if (is_float(weight)) return "double";
  return weight == ScalarType::kUint64 ? "u64" : "i64";
}

// Returns true if the elements are integers of up to 32 bits and bin i has `lower` + i.
bool has_unit_bins(const Histogram& histogram, ScalarType type, std::uint64_t bins) {
  if (histogram.edges || histogram.upper - histogram.lower != static_cast<double>(bins)) return false;
  const auto fits = [&](auto of) {
    using Limits = std::numeric_limits<decltype(of)>;
    return histogram.lower >= Limits::min() && histogram.upper <= Limits::max() &&
           histogram.lower == std::floor(histogram.lower);
  };
  switch (type) {
    case ScalarType::kInt8:
    case ScalarType::kInt16:
    case ScalarType::kInt32:
      return fits(std::int32_t{});
    case ScalarType::kUint8:
    case ScalarType::kUint16:
    case ScalarType::kUint32:
      return fits(std::uint32_t{});
    default:
      return false;
  }
}

struct Tables {
  std::uint64_t chunk, chunks, tables, shared;
  std::uint64_t copies, counts;  // of a chunk's counts; the size of all
};

Tables tables_of(const core::Context& context, const Ndarray& src, std::uint64_t bins, bool has_weights,
                 std::uint64_t size) {
  Tables result{};
  const std::uint64_t count = src.count();
  const bool has_bytes = src.element().size == 1 && !has_weights;
  const Chunks chunks(context, count);
  const bool is_cpu = context.is_cpu();
  result.copies = is_cpu && !has_bytes && bins <= kMaxBinsOfCopies ? kCopies : 1;
  // A table costs as much as some elements for each of its bins. All but one are no larger than the elements.
  const std::uint64_t room = 1 + count * src.element().size / (bins * result.copies * size);
  const std::uint64_t most =
      is_cpu ? std::min(std::max(processors_of(context), count / bins / 16), room) : chunks.chunks;
  result.chunk = divide_up(count, std::clamp<std::uint64_t>(chunks.chunks, 1, most));
  result.chunks = divide_up(count, result.chunk);
  result.tables = is_cpu ? result.chunks : 1;
  result.counts =
      is_cpu ? result.tables * divide_up((bins + kMoreEntries) * result.copies, kLineCounts) * kLineCounts
             : bins;
  const std::uint64_t wanted = std::bit_ceil(std::max<std::uint64_t>(bins, 256));
  if (!is_cpu && wanted * (has_weights ? 8 : 4) <= kSharedBytes) result.shared = wanted;
  return result;
}

}  // namespace

void histogram(Ndarray& counts, Ndarray& src, const Histogram& histogram, core::Stream* stream) {
  core::Context& context = counts.context();
  check_stream(stream, context, "`counts`");
  check_target(counts, context, "`counts`");
  check_real(src, context, "`src`");
  check_bins(counts, histogram);
  check_sums(counts, src, histogram.weights);
  if (histogram.pool) core::check_context("options->pool", histogram.pool->context(), "`counts`", context);
  const std::uint64_t zero = 0;
  if (src.count() == 0)
    return fill(counts, std::as_bytes(std::span(&zero, 1)).first(counts.element().size), stream);
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&counts), keep_src(&src), keep_edges(histogram.edges),
      keep_weights(histogram.weights);
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(histogram.pool);

  const Workspace workspace{context, histogram.pool, stream};
  const FlatSource source(src, {&counts}, workspace);
  std::optional<FlatSource> edges, weights;
  if (histogram.edges)
    edges.emplace(*histogram.edges, std::initializer_list<const Ndarray*>{&counts}, workspace);
  if (histogram.weights)
    weights.emplace(*histogram.weights, std::initializer_list<const Ndarray*>{&counts}, workspace);
  const bool is_cpu = context.is_cpu();
  const std::uint64_t bins = counts.count();
  const char* const sum = weights ? sum_of((*weights)->type()) : src.count() >> 32 == 0 ? "u32" : "i64";
  const core::Element element =
      core::Element::of(std::string_view(sum) == "u32" ? ScalarType::kUint32 : ScalarType::kUint64);
  const Tables division = tables_of(context, src, bins, weights.has_value(), element.size);
  const std::uint64_t shape[] = {division.counts};
  const Temporary tables(context, element, shape, stream, histogram.pool);
  if (!is_cpu) fill(*tables, std::as_bytes(std::span(&zero, 1)).first(element.size), stream);

  const bool is_wide = is_wide_index(std::max(src.count(), division.counts));
  Parameters parameters(is_wide);
  for (const std::uint64_t each : {src.count(), division.chunk, bins, division.tables,
                                   static_cast<std::uint64_t>(counts.layout().strides[0])})
    parameters.add(each);
  std::vector<core::Mem*> memory = {&counts.mem(), &(*source).mem(), &tables->mem()};
  if (edges) memory.push_back(&(*edges)->mem());
  if (weights) memory.push_back(&(*weights)->mem());
  const std::uint64_t to = counts.address(), from = (*source).address(),
                      weight = weights ? (*weights)->address() : 0, edge = edges ? (*edges)->address() : 0,
                      table = tables->address();
  const void* const values[] = {
      &to, &from, &weight, &edge, &table, &histogram.lower, &histogram.upper, parameters.bytes()};
  const std::uint32_t threads = is_cpu ? 1 : kThreads;
  const int unit = !has_unit_bins(histogram, src.type(), bins) ? 0 : histogram.lower == 0 ? 2 : 1;
  // On the CPU device a block adds up so many counts, of 64 bins at least.
  constexpr std::uint64_t kCountsOfBlock = 4096;
  const std::uint64_t most = is_cpu ? divide_up(division.counts, kCountsOfBlock) : kMaxLines;
  const std::uint64_t lines =
      std::min({divide_up(bins, is_cpu ? 64 : kThreads), std::max<std::uint64_t>(most, 1), kMaxLines});
  for (const bool merges : {false, true}) {
    const std::string head =
        concat(Parameters::declaration(is_wide, 5, 0), is_cpu ? "#define GRIDCALL_SEQUENTIAL\n" : "",
               edges ? "#define GRIDCALL_EDGES\n" : "", weights ? "#define GRIDCALL_WEIGHTS\n" : "",
               "typedef ", storage_name(src.type()), " stored_in;\ntypedef ", storage_name(counts.type()),
               " stored_out;\ntypedef ", edges ? storage_name((*edges)->type()) : "double",
               " stored_edge;\ntypedef ", weights ? storage_name((*weights)->type()) : "int",
               " stored_weight;\ntypedef ", sum, " sum;\nenum { kMerge = ", merges ? 1 : 0,
               ", kShared = ", division.shared, ", kThreads = ", threads, ", kTables = ", division.copies,
               ", kUnit = ", unit, ", kBytes = ", src.element().size == 1 && !weights ? 1 : 0, " };\n");
    const Ref<core::Kernel> kernel =
        kernel_of(context, concat("histogram ", head), [&] { return concat(head, kHistogramText); });
    const std::uint64_t blocks = merges ? lines : division.chunks;
    launch(*kernel, stream, {static_cast<std::uint32_t>(blocks), 1, 1}, {threads, 1, 1}, values, memory);
  }
}

}  // namespace gridcall::ndarray
