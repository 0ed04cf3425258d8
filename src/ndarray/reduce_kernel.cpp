// SPDX-License-Identifier: Apache-2.0

#include "ndarray/reduce_kernel.h"

#include <algorithm>
#include <string>

#include "base/concat.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

using core::Reduction;

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
class PassWriter {
 public:
  explicit PassWriter(const Pass& pass) : pass_(pass) {}

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

}  // namespace

void run_pass(core::Context& context, const Pass& pass, const core::Stream* stream,
              std::span<core::Mem* const> memory) {
  PassWriter(pass).run(context, stream, memory);
}

}  // namespace gridcall::ndarray
