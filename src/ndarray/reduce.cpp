// SPDX-License-Identifier: Apache-2.0

#include "ndarray/reduce.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"

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
constexpr std::uint64_t kMaxChunks = 65535;
constexpr std::uint32_t kLanes = 32, kWarps = kThreads / kLanes;

constexpr char kFromLane[] = R"(template <class T> __device__ inline T from_lane(T value, int away) {
  return __shfl_down_sync(0xffffffff, value, away);
}
template <class T> __device__ inline complex_number<T> from_lane(complex_number<T> value, int away) {
  value.re = from_lane(value.re, away);
  value.im = from_lane(value.im, away);
  return value;
}
)";

// The accumulator of ARG_MIN and ARG_MAX.
constexpr char kIndexed[] = R"(template <class T> struct indexed { T value; i64 index; };
template <class T> __device__ inline indexed<T> from_lane(indexed<T> value, int away) {
  value.index = __shfl_down_sync(0xffffffff, value.index, away);
  value.value = __shfl_down_sync(0xffffffff, value.value, away);
  return value;
}
)";

bool is_arg(Reduction reduction) noexcept {
  return reduction == Reduction::kArgMin || reduction == Reduction::kArgMax;
}

std::uint64_t divide_up(std::uint64_t value, std::uint64_t by) noexcept {
  return (value + by - 1) / by;
}

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

// One pass: `kept` has the loops of the results and of the source, `reduced` those of the source alone.
struct Pass {
  const Loops& kept;
  const Loops& reduced;
  const char* in;  // a storage name
  const char* accumulator;
  const char* out;  // the storage name of the results; for partial results that of the accumulator
  Reduction reduction;
  bool by_blocks;
  bool is_partial;  // there is a result for each chunk
  bool is_wide;
  std::uint64_t chunk;

  std::uint64_t chunks() const noexcept { return divide_up(reduced.count(), chunk); }
};

class Writer {
 public:
  explicit Writer(const Pass& pass) : pass_(pass) {}

  std::string key() const {
    return concat(pass_.by_blocks ? "blocks" : "threads", pass_.is_wide ? "8 " : "4 ",
                  static_cast<int>(pass_.reduction), ' ', pass_.kept.ndim, ' ', pass_.reduced.ndim, ' ',
                  pass_.is_partial ? "partial " : "", follows() ? "1 " : "s ", pass_.in, ',',
                  pass_.accumulator, ',', pass_.out);
  }

  std::string source() const {
    const std::string type = pass_.accumulator;
    std::string text = Parameters::declaration(pass_.is_wide, index_count(), divisor_count());
    if (is_arg(pass_.reduction)) text += kIndexed;
    text += concat("typedef ", type, " sum;\n__device__ inline sum combine(sum a, sum b) { ", combination(),
                   " }\n");
    if (pass_.by_blocks) text += kFromLane;
    text += concat("extern \"C\" __global__ void __launch_bounds__(", kThreads,
                   ") gridcall_kernel(unsigned char* out, const unsigned char* in, const parameters p) {\n",
                   "  const index outs = p.v[0], reds = p.v[1], chunk = p.v[2];\n");
    text += concat("  const auto load = [&](const unsigned char* row, index i) -> sum {\n", load(), "  };\n");
    text += pass_.by_blocks ? block_body() : thread_body();
    return text + "}\n";
  }

  void run(core::Context& context, const core::Stream* stream, std::span<core::Mem* const> memory) const {
    const Ref<core::Kernel> kernel = kernel_of(context, key(), [&] { return source(); });
    Parameters parameters(pass_.is_wide);
    parameters.add(pass_.kept.count());
    parameters.add(pass_.reduced.count());
    parameters.add(pass_.chunk);
    for (const LoopOperand& operand : pass_.kept.operands)
      for (std::uint32_t i = 0; i < pass_.kept.ndim; ++i)
        parameters.add(static_cast<std::uint64_t>(operand.strides[i]));
    for (const LoopOperand& operand : pass_.reduced.operands)
      for (std::uint32_t i = 0; i < pass_.reduced.ndim; ++i)
        parameters.add(static_cast<std::uint64_t>(operand.strides[i]));
    if (has_index()) parameters.add(pass_.reduced.operands[1].address);
    const auto add_counts = [&](const Loops& loops) {
      for (std::uint32_t i = 1; i < loops.ndim; ++i) {
        if (pass_.is_wide)
          parameters.add(loops.shape[i]);
        else
          parameters.add_divisor(loops.shape[i]);
      }
    };
    add_counts(pass_.kept);
    add_counts(pass_.reduced);
    const std::uint64_t out = pass_.kept.operands[0].address;
    const std::uint64_t in = pass_.kept.operands[1].address;
    const void* const values[] = {&out, &in, parameters.bytes()};
    const auto chunks = static_cast<std::uint32_t>(pass_.chunks());
    const std::uint64_t outs = pass_.kept.count();
    std::uint32_t grid[3] = {1, 1, 1};
    const std::uint32_t block[3] = {kThreads, 1, 1};
    if (pass_.by_blocks) {
      grid[0] = chunks;
      grid[1] = static_cast<std::uint32_t>(std::min(outs, kMaxChunks));
    } else {
      grid[0] = static_cast<std::uint32_t>(std::min<std::uint64_t>(divide_up(outs, kThreads), 0x7fffffff));
      grid[1] = chunks;
    }
    launch(*kernel, stream, grid, block, values, memory);
  }

 private:
  static std::size_t divided(const Loops& loops) noexcept { return loops.ndim < 2 ? 0 : loops.ndim - 1; }
  std::size_t divisor_count() const noexcept {
    return pass_.is_wide ? 0 : divided(pass_.kept) + divided(pass_.reduced);
  }
  std::size_t strides_at() const noexcept { return 3; }
  std::size_t reduced_at() const noexcept { return 3 + 2 * pass_.kept.ndim; }
  // Returns true if the second operand of the reduced loops is the index of the first one's elements.
  bool has_index() const noexcept { return pass_.reduced.operands.size() == 2; }
  std::size_t index_at() const noexcept { return reduced_at() + pass_.reduced.ndim; }
  std::size_t counts_at() const noexcept { return index_at() + (has_index() ? pass_.reduced.ndim + 1 : 0); }
  std::size_t index_count() const noexcept {
    return counts_at() + (pass_.is_wide ? divided(pass_.kept) + divided(pass_.reduced) : 0);
  }
  // Returns true if the reduced elements are consecutive.
  bool follows() const noexcept {
    const Loops& loops = pass_.reduced;
    return loops.ndim == 1 &&
           loops.operands[0].strides[0] == static_cast<std::int64_t>(loops.operands[0].size);
  }

  // Divides `left`, which becomes the quotient; `here` becomes the index of dimension i.
  std::string split(std::uint32_t i, std::size_t counts) const {
    if (i == 0) return "here = left; ";
    if (pass_.is_wide) {
      const std::string count = concat("p.v[", counts_at() + counts + i - 1, "]");
      return concat("here = left % ", count, "; left /= ", count, "; ");
    }
    const std::string divisor = concat("p.d[", counts + i - 1, "]");
    return concat("{ const index q = (index)divide((u32)left, ", divisor, "); here = left - q * (index)",
                  divisor, ".count; left = q; } ");
  }

  std::string load() const {
    const std::string value = concat("value_of(*(const ", pass_.in, "*)at)");
    std::string text = "    const unsigned char* at = row;\n";
    if (has_index()) text += concat("    i64 number = p.v[", counts_at() - 1, "];\n");
    const auto step = [&](const char* here, std::uint32_t i) {
      text += follows() ? concat("at += (i64)", here, " * ", pass_.reduced.operands[0].size, ";")
                        : concat("at += (i64)", here, " * p.v[", reduced_at() + i, "];");
      if (has_index()) text += concat(" number += (i64)", here, " * p.v[", index_at() + i, "];");
      text += "\n";
    };
    if (pass_.reduced.ndim == 1) {
      text += "    ";
      step("i", 0);
    } else if (pass_.reduced.ndim > 1) {
      text += "    index left = i, here;\n";
      for (std::uint32_t i = pass_.reduced.ndim; i-- > 0;) {
        text += concat("    ", split(i, divided(pass_.kept)));
        step("here", i);
      }
    }
    if (has_index()) return text + concat("    return {", value, ", number};\n");
    const bool is_truth = pass_.reduction == Reduction::kAny || pass_.reduction == Reduction::kAll;
    return text + (is_truth ? concat("    return convert<truth>::of(", value, ").byte;\n")
                            : concat("    return convert<sum>::of(", value, ");\n"));
  }

  // The first one of equal elements, or of NaN, which goes before numbers.
  std::string indexed_combination() const {
    const std::string_view type = pass_.accumulator;
    std::string text = "const bool first = b.index < a.index; ";
    if (type == "indexed<float>" || type == "indexed<double>")
      text +=
          "if (a.value != a.value) return b.value != b.value && first ? b : a; if (b.value != b.value) "
          "return b; ";
    return text + concat("return b.value ", pass_.reduction == Reduction::kArgMin ? "<" : ">",
                         " a.value || (b.value == a.value && first) ? b : a;");
  }

  // NaN is kept, and -0.0 is less than 0.0.
  std::string combination() const {
    const std::string_view type = pass_.accumulator;
    const bool is_float = type == "float" || type == "double";
    switch (pass_.reduction) {
      case Reduction::kSum:
        return "return a + b;";
      case Reduction::kProd:
        return "return a * b;";
      case Reduction::kMin:
        return is_float ? "return b < a || b != b || (b == a && signbit(b)) ? b : a;"
                        : "return b < a ? b : a;";
      case Reduction::kMax:
        return is_float ? "return b > a || b != b || (b == a && !signbit(b)) ? b : a;"
                        : "return b > a ? b : a;";
      case Reduction::kAny:
        return "return a | b;";
      case Reduction::kAll:
        return "return a & b;";
      case Reduction::kArgMin:
      case Reduction::kArgMax:
        return indexed_combination();
    }
    return "";
  }

  // Returns the initial value of a thread.
  const char* start() const noexcept {
    switch (pass_.reduction) {
      case Reduction::kSum:
      case Reduction::kAny:
        return "convert<sum>::of(0)";
      case Reduction::kProd:
      case Reduction::kAll:
        return "convert<sum>::of(1)";
      case Reduction::kMin:
      case Reduction::kMax:
      case Reduction::kArgMin:
      case Reduction::kArgMax:
        break;
    }
    return "load(row, begin)";
  }

  // Computes the offsets of the result and of the elements of output `o`.
  std::string rows(const std::string& indent) const {
    std::string text =
        concat(indent, "unsigned char* to = out;\n", indent, "const unsigned char* row = in;\n");
    if (pass_.kept.ndim == 0) return text;
    text += concat(indent, "{\n", indent, "  index left = o, here;\n");
    for (std::uint32_t i = pass_.kept.ndim; i-- > 0;)
      text += concat(indent, "  ", split(i, 0), "to += (i64)here * p.v[", strides_at() + i,
                     "]; row += (i64)here * p.v[", strides_at() + pass_.kept.ndim + i, "];\n");
    return text + concat(indent, "}\n");
  }

  // Returns a loop from `first` to `last`, four at a time, so that loads do not wait for each other.
  std::string loop(const std::string& indent, const char* first, const char* last, std::uint32_t step) const {
    std::string text =
        concat(indent, "sum s0 = ", start(), ", s1 = s0, s2 = s0, s3 = s0;\n", indent, "index i = ", first,
               ";\n", indent, "for (; i + ", 3 * step, " < ", last, "; i += ", 4 * step, ") {\n");
    for (int k = 0; k < 4; ++k)
      text += concat(indent, "  const sum v", k, " = load(row, i + ", static_cast<std::uint32_t>(k) * step,
                     ");\n");
    for (int k = 0; k < 4; ++k) text += concat(indent, "  s", k, " = combine(s", k, ", v", k, ");\n");
    return text + concat(indent, "}\n", indent, "for (; i < ", last, "; i += ", step,
                         ") s0 = combine(s0, load(row, i));\n", indent,
                         "s0 = combine(combine(s0, s1), combine(s2, s3));\n");
  }

  std::string range(const std::string& indent, const char* chunk) const {
    return concat(indent, "const index begin = (index)", chunk,
                  " * chunk, end = reds - begin < chunk ? reds : begin + chunk;\n");
  }

  std::string result() const {
    if (is_arg(pass_.reduction)) return pass_.is_partial ? "s0" : concat("(", pass_.out, ")s0.index");
    return concat("convert<", pass_.out, ">::of(s0)");
  }

  // Each warp reads its part of the chunk from the begin to the end, so that a core reads at one address at a
  // time.
  std::string block_body() const {
    std::string text =
        concat("  __shared__ sum part[", kWarps, "];\n  const int lane = threadIdx.x % ", kLanes,
               ", warp = threadIdx.x / ", kLanes, ";\n",
               "  for (index o = blockIdx.y; o < outs; o += (index)gridDim.y) {\n", rows("    "),
               range("    ", "blockIdx.x"), "    const index size = (end - begin + ", kThreads - 1, ") / ",
               kThreads, " * ", kLanes, ", first = begin + warp * size;\n",
               "    const index last = first + size < end ? first + size : end;\n",
               loop("    ", "first + lane", "last", kLanes), "    for (int away = ", kLanes / 2,
               "; away > 0; away /= 2) s0 = combine(s0, from_lane(s0, away));\n",
               "    if (lane == 0) part[warp] = s0;\n    __syncthreads();\n");
    const std::string place =
        pass_.is_partial ? concat("((", pass_.out, "*)out)[o * (index)gridDim.x + (index)blockIdx.x]")
                         : concat("*(", pass_.out, "*)to");
    return text + concat("    if (threadIdx.x == 0) {\n      for (int w = 1; w < ", kWarps,
                         "; ++w) s0 = combine(s0, part[w]);\n      ", place, " = ", result(),
                         ";\n    }\n    __syncthreads();\n  }\n");
  }

  std::string thread_body() const {
    std::string text = concat("  for (index o = (index)blockIdx.x * ", kThreads,
                              " + (index)threadIdx.x; o < outs; o += (index)gridDim.x * ", kThreads, ") {\n");
    text += concat(rows("    "), range("    ", "blockIdx.y"), loop("    ", "begin", "end", 1));
    const std::string place = pass_.is_partial
                                  ? concat("((", pass_.out, "*)out)[(index)blockIdx.y * outs + o]")
                                  : concat("*(", pass_.out, "*)to");
    return text + concat("    ", place, " = ", result(), ";\n  }\n");
  }

  const Pass& pass_;
};

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
    Writer(first).run(context, stream, memory);
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
  Writer(last).run(context, stream, memory);
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
    return Writer(pass).run(context, stream, memory);
  }
  reduce_twice(out, src, pass, stream);
}

}  // namespace gridcall::ndarray
