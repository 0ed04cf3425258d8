// SPDX-License-Identifier: Apache-2.0

#include "ndarray/reduce_kernel.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/concat.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

using core::Reduction;

constexpr std::uint32_t kLanes = 32, kWarps = kThreads / kLanes;

constexpr std::string_view kReduceText =
#include "reduce.cuh.inc"
    ;

class PassWriter {
 public:
  explicit PassWriter(const Pass& pass) : pass_(pass) {}

  std::string key() const {
    const Map& map = pass_.map;
    std::string key =
        concat(pass_.by_blocks ? "blocks" : "threads", pass_.is_wide ? "8 " : "4 ", pass_.kept.ndim, ' ',
               pass_.reduced.ndim, ' ', pass_.writes_partial ? "writes " : "",
               pass_.reads_partial ? "reads " : "", pass_.partial_size);
    for (std::size_t i = 0; i < operand_count(); ++i) key += contiguity(i);
    for (const char* type : map.inputs) key += concat(",", type);
    for (const char* type : map.scalars) key += concat(";", type);
    for (const std::string& index : map.indices) key += concat("#", index);
    for (const Result& each : pass_.results)
      key += concat("=", static_cast<int>(each.combination.reduction), ' ', storage_name(each.type), ' ',
                    each.expression);
    return concat(key, "\n", functions());
  }

  std::string source() const {
    std::string text = concat(is_one() ? functions() + mapped_function(0) : several_functions(),
                              "namespace gridcall_reduce {\n",
                              Parameters::declaration(pass_.is_wide, index_count(), divisor_count()),
                              kCombineText, kReduceText, is_one() ? sum_of(0) : several_sums());
    text += concat("extern \"C\" __global__ void __launch_bounds__(", kThreads,
                   ") gridcall_kernel(unsigned char* out");
    for (std::size_t k = 1; k < pass_.outputs(); ++k) text += concat(", unsigned char* out", k);
    for (std::size_t i = 0; i < operand_count(); ++i)
      text += concat(is_index(i) ? ", i64 p" : ", const unsigned char* p", i);
    text += ", const parameters p";
    for (std::size_t i = 0; i < pass_.map.scalars.size(); ++i)
      text += concat(", ", pass_.map.scalars[i], " s", i);
    text += ") {\n  const index outs = p.v[0], reds = p.v[1], chunk = p.v[2];\n";
    text += pass_.by_blocks ? block_body() : thread_body();
    return text + "}\n}\n";
  }

  void run(core::Context& context, const core::Stream* stream, std::span<core::Mem* const> memory,
           std::span<const void* const> scalars) const {
    const core::Ref<core::Kernel> kernel = kernel_of(context, key(), [&] { return source(); });
    Parameters parameters(pass_.is_wide);
    parameters.add(pass_.kept.count());
    parameters.add(pass_.reduced.count());
    parameters.add(pass_.chunk);
    for (const Loops* loops : {&pass_.kept, &pass_.reduced})
      for (const LoopOperand& operand : loops->operands)
        for (std::uint32_t i = 0; i < loops->ndim; ++i)
          parameters.add(static_cast<std::uint64_t>(operand.strides[i]));
    for (const Loops* loops : {&pass_.kept, &pass_.reduced})
      for (std::uint32_t i = 1; i < loops->ndim; ++i) {
        if (pass_.is_wide)
          parameters.add(loops->shape[i]);
        else
          parameters.add_divisor(loops->shape[i]);
      }
    std::vector<const void*> values;
    for (const LoopOperand& operand : pass_.kept.operands) values.push_back(&operand.address);
    values.push_back(parameters.bytes());
    values.insert(values.end(), scalars.begin(), scalars.end());
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
  std::size_t operand_count() const noexcept { return pass_.reduced.operands.size(); }
  bool is_index(std::size_t operand) const noexcept {
    return !pass_.reads_partial && operand >= pass_.map.inputs.size();
  }
  // Returns how the reduced elements of an operand lie: '0' for one element, '1' without gaps, 's' with a
  // stride for each dimension.
  char contiguity(std::size_t operand) const noexcept {
    const Loops& loops = pass_.reduced;
    const LoopOperand& its = loops.operands[operand];
    if (std::all_of(its.strides.begin(), its.strides.begin() + loops.ndim,
                    [](auto each) { return each == 0; }))
      return '0';
    return loops.ndim == 1 && its.strides[0] == static_cast<std::int64_t>(its.size) ? '1' : 's';
  }
  static std::size_t divided(const Loops& loops) noexcept { return loops.ndim < 2 ? 0 : loops.ndim - 1; }
  std::size_t divisor_count() const noexcept {
    return pass_.is_wide ? 0 : divided(pass_.kept) + divided(pass_.reduced);
  }
  // Return the place in `v` of the strides of an operand, the results being the first of the kept ones.
  std::size_t kept_at(std::size_t operand) const noexcept { return 3 + operand * pass_.kept.ndim; }
  std::size_t reduced_at(std::size_t operand) const noexcept {
    return kept_at(pass_.kept.operands.size()) + operand * pass_.reduced.ndim;
  }
  std::size_t counts_at() const noexcept { return reduced_at(operand_count()); }
  std::size_t index_count() const noexcept {
    return counts_at() + (pass_.is_wide ? divided(pass_.kept) + divided(pass_.reduced) : 0);
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

  bool is_one() const noexcept { return pass_.results.size() == 1; }
  Reduction reduction(std::size_t k) const noexcept { return pass_.results[k].combination.reduction; }
  template <class Condition>
  bool any(const Condition& condition) const noexcept {
    return std::any_of(pass_.results.begin(), pass_.results.end(),
                       [&](const Result& each) { return condition(each.combination.reduction); });
  }
  bool keeps_order() const noexcept {
    return any([](Reduction each) { return each == Reduction::kCustom; });
  }

  // Returns the number of indices that the expressions may name.
  std::size_t named_indices() const noexcept { return pass_.map.indices.size() - (any(is_arg) ? 1 : 0); }

  // Returns the caller's preamble, and of CUSTOM the functions that combine; those of several results have
  // namespaces of their own, because CUSTOM may have several types.
  std::string functions() const {
    if (is_one()) return functions_of(pass_.results[0].combination, pass_.results[0].type);
    const std::string_view preamble = pass_.results[0].combination.preamble;
    return preamble.empty() ? "" : concat("#line 1 \"preamble\"\n", preamble, "\n", kOwnLines);
  }
  std::string several_functions() const {
    std::string text = functions();
    for (std::size_t k = 0; k < pass_.results.size(); ++k) {
      Combination own = pass_.results[k].combination;
      own.preamble = {};
      text += concat("namespace gridcall_", k, " {\n", functions_of(own, pass_.results[k].type),
                     mapped_function(k), "}\n");
    }
    return text;
  }

  // Returns the function of an expression, and the type of what it returns.
  std::string mapped_function(std::size_t k) const {
    const Map& map = pass_.map;
    std::string text, parameters, examples;
    const auto add = [&](const std::string& type, std::string_view name) {
      parameters += concat(parameters.empty() ? "" : ", ", type, " ", name);
      examples += concat(examples.empty() ? "" : ", ", "*(", type, "*)0");
    };
    const auto add_value = [&](const std::string& type, const char* storage, std::string_view name) {
      text += concat("typedef decltype(value_of(*(", storage, "*)0)) ", type, ";\n");
      add(type, name);
    };
    for (std::size_t i = 0; i < map.inputs.size(); ++i)
      add_value(concat("gridcall_input", i), map.inputs[i], kInputNames.substr(i, 1));
    for (std::size_t i = 0; i < named_indices(); ++i) add("i64", map.indices[i]);
    for (std::size_t i = 0; i < map.scalars.size(); ++i)
      add_value(concat("gridcall_scalar", i), map.scalars[i], kScalarNames.substr(i, 1));
    // Messages of the compiler name the number of the expression as its line.
    const std::string expression = concat(std::string(k, '\n'), pass_.results[k].expression);
    return concat(text, expression_function("gridcall_mapped", parameters, expression, "expression"),
                  "typedef decltype(gridcall_mapped(", examples, ")) gridcall_value;\n");
  }

  // Returns the type of an accumulator, and the function that combines two of them.
  std::string sum_of(std::size_t k) const {
    const Combination& combination = pass_.results[k].combination;
    std::string text;
    if (combination.is_custom())
      text = "typedef gridcall_sum sum;\n";
    else if (is_truth(combination.reduction))
      text = "typedef int sum;\n";
    else if (is_arg(
                 combination.reduction))  // without conversion, so that the first of equal elements is found
      text = "typedef indexed<accumulator<gridcall_value, false>::type> sum;\n";
    else
      text = concat("typedef accumulator<gridcall_value, ",
                    sums_in_double(pass_.results[k].type) ? "true" : "false", ">::type sum;\n");
    return text + combine_function(combination);
  }

  // Returns the struct of several accumulators, and the functions of reduce.cuh that have to know its
  // members.
  std::string several_sums() const {
    std::string text, members, combined, moved, starts;
    for (std::size_t k = 0; k < pass_.results.size(); ++k) {
      const char* const comma = k == 0 ? "" : ", ";
      text += concat("namespace result", k, " {\nusing namespace gridcall_", k, ";\n", sum_of(k), "}\n");
      members += concat("result", k, "::sum v", k, "; ");
      combined += concat(comma, "result", k, "::combine(a.v", k, ", b.v", k, ")");
      moved += concat("a.v", k, " = gridcall_reduce::from_lane(a.v", k, ", away); ");
      starts += concat(comma, start(k));
    }
    text += concat("struct sum { ", members, "};\nstatic_assert(sizeof(sum) <= ", pass_.partial_size,
                   ", \"\");\n");
    // In line, NVRTC 13.5 ends the process for some of these kernels, of compute capability 10.0 and later.
    text += concat("#if __CUDA_ARCH__ >= 1000\n__noinline__\n#else\ninline\n#endif\n",
                   "__device__ sum combine(sum a, sum b) { return {", combined, "}; }\n");
    text += concat("__device__ inline sum from_lane(sum a, int away) { ", moved, "return a; }\n");
    return text + concat("__device__ inline sum start(sum first) { return {", starts, "}; }\n");
  }

  // Returns the function that reads the reduced element i.
  std::string load(const std::string& indent) const {
    std::string text = concat(indent, "const auto load = [&](index i) -> sum {\n");
    for (std::size_t k = 0; k < operand_count(); ++k)
      text += concat(indent, is_index(k) ? "  i64 at" : "  const unsigned char* at", k, " = r", k, ";\n");
    const auto step = [&](const char* here, std::uint32_t i) {
      for (std::size_t k = 0; k < operand_count(); ++k) {
        if (contiguity(k) == '0') continue;
        text += concat("at", k, " += (i64)", here, " * ");
        text += contiguity(k) == '1' ? concat(pass_.reduced.operands[k].size, "; ")
                                     : concat("p.v[", reduced_at(k) + i, "]; ");
      }
      text += "\n";
    };
    if (pass_.reduced.ndim == 1) {
      text += concat(indent, "  ");
      step("i", 0);
    } else if (pass_.reduced.ndim > 1) {
      text += concat(indent, "  index left = i, here;\n");
      for (std::uint32_t i = pass_.reduced.ndim; i-- > 0;) {
        text += concat(indent, "  ", split(i, divided(pass_.kept)));
        step("here", i);
      }
    }
    if (pass_.reads_partial) return text + concat(indent, "  return *(const sum*)at0;\n", indent, "};\n");
    std::string values;
    const auto add = [&](const std::string& value) { values += concat(values.empty() ? "" : ", ", value); };
    for (std::size_t k = 0; k < pass_.map.inputs.size(); ++k) {
      const std::string value = concat("value_of(*(const ", pass_.map.inputs[k], "*)at", k, ")");
      if (!is_one()) text += concat(indent, "  const auto in", k, " = ", value, ";\n");
      add(is_one() ? value : concat("in", k));
    }
    for (std::size_t k = 0; k < named_indices(); ++k) add(concat("at", pass_.map.inputs.size() + k));
    for (std::size_t k = 0; k < pass_.map.scalars.size(); ++k) add(concat("value_of(s", k, ")"));
    std::string sums;
    for (std::size_t k = 0; k < pass_.results.size(); ++k)
      sums += concat(k == 0 ? "" : ", ", mapped(k, concat("gridcall_mapped(", values, ")")));
    return text + concat(indent, is_one() ? "  return " : "  return {", sums, is_one() ? ";\n" : "};\n",
                         indent, "};\n");
  }

  // Returns what is before a name of several results.
  std::string caller(std::size_t k) const { return is_one() ? "" : concat("gridcall_", k, "::"); }
  std::string sum(std::size_t k) const { return is_one() ? "sum" : concat("result", k, "::sum"); }

  // Returns the accumulator of an element.
  std::string mapped(std::size_t k, const std::string& call) const {
    const std::string value = caller(k) + call;
    if (is_truth(reduction(k))) return concat("convert<truth>::of(", value, ").byte");
    if (is_arg(reduction(k))) return concat("{", value, ", at", operand_count() - 1, "}");
    if (reduction(k) == Reduction::kCustom) return concat(caller(k), "gridcall_to_sum(", value, ")");
    return concat("convert<", sum(k), ">::of(", value, ")");
  }

  // Returns the initial value of a thread.
  std::string start() const {
    return is_one() ? start(0) : any(needs_first) ? "start(load(begin))" : "start(sum())";
  }
  static bool needs_first(Reduction reduction) noexcept {
    return is_arg(reduction) || reduction == Reduction::kMin || reduction == Reduction::kMax;
  }
  std::string start(std::size_t k) const {
    switch (reduction(k)) {
      case Reduction::kSum:
      case Reduction::kAny:
        return concat("convert<", sum(k), ">::of(0)");
      case Reduction::kProd:
      case Reduction::kAll:
        return concat("convert<", sum(k), ">::of(1)");
      case Reduction::kMin:
      case Reduction::kMax:
      case Reduction::kArgMin:
      case Reduction::kArgMax:
        break;
      case Reduction::kCustom:
        return concat(caller(k), "gridcall_to_sum(", caller(k), "gridcall_neutral())");
    }
    return is_one() ? "load(begin)" : concat("first.v", k);
  }

  static std::string to(std::size_t output) { return output == 0 ? "to" : concat("to", output); }

  // Computes the addresses of the results and of the elements of output `o`.
  std::string rows(const std::string& indent) const {
    std::string text;
    for (std::size_t k = 0; k < pass_.outputs(); ++k)
      text += concat(indent, "unsigned char* ", to(k), " = out", to(k).substr(2), ";\n");
    for (std::size_t k = 0; k < operand_count(); ++k)
      text += concat(indent, is_index(k) ? "i64 r" : "const unsigned char* r", k, " = p", k, ";\n");
    if (pass_.kept.ndim == 0) return text + load(indent);
    text += concat(indent, "{\n", indent, "  index left = o, here;\n");
    for (std::uint32_t i = pass_.kept.ndim; i-- > 0;) {
      text += concat(indent, "  ", split(i, 0), "to += (i64)here * p.v[", kept_at(0) + i, "];");
      for (std::size_t k = 1; k < pass_.outputs(); ++k)
        text += concat(" ", to(k), " += (i64)here * p.v[", kept_at(k) + i, "];");
      for (std::size_t k = 0; k < operand_count(); ++k)
        text += concat(" r", k, " += (i64)here * p.v[", kept_at(pass_.outputs() + k) + i, "];");
      text += "\n";
    }
    return text + concat(indent, "}\n", load(indent));
  }

  // Returns a loop from `first` to `last`, four at a time, so that loads do not wait for each other.
  std::string loop(const std::string& indent, const char* first, const char* last, std::uint32_t step) const {
    // Sums of several results do not wait for each other, and more than two of each need more than the
    // registers.
    const std::uint32_t sums = is_one() ? 4 : 2;
    std::string text =
        concat(indent, "sum s0 = ", start(), is_one() ? ", s1 = s0, s2 = s0, s3 = s0" : ", s1 = s0");
    text += concat(";\n", indent, "index i = ", first, ";\n", indent, "for (; i + ", 3 * step, " < ", last,
                   "; i += ", 4 * step, ") {\n");
    for (std::uint32_t k = 0; k < 4; ++k)
      text += concat(indent, "  const sum v", k, " = load(i + ", k * step, ");\n");
    for (std::uint32_t k = 0; k < 4; ++k)
      text += concat(indent, "  s", k % sums, " = (combine)(s", k % sums, ", v", k, ");\n");
    text += concat(indent, "}\n", indent, "for (; i < ", last, "; i += ", step,
                   ") s0 = (combine)(s0, load(i));\n");
    return text + concat(indent, is_one() ? "s0 = (combine)((combine)(s0, s1), (combine)(s2, s3));\n"
                                          : "s0 = (combine)(s0, s1);\n");
  }

  // Returns a loop like that, of elements that follow each other.
  std::string loop_in_order(const std::string& indent, const char* first, const char* last) const {
    return concat(indent, "sum s0 = ", start(), ";\n", indent, "index i = ", first, ";\n", indent,
                  "for (; i + 3 < ", last, "; i += 4) {\n", indent,
                  "  const sum v0 = load(i), v1 = load(i + 1), v2 = load(i + 2), v3 = load(i + 3);\n", indent,
                  "  s0 = (combine)(s0, (combine)((combine)(v0, v1), (combine)(v2, v3)));\n", indent, "}\n",
                  indent, "for (; i < ", last, "; ++i) s0 = (combine)(s0, load(i));\n");
  }
  // Returns a loop of a warp, whose lanes take four elements at a time, and combine them lane by lane.
  std::string warp_loop_in_order(const std::string& indent) const {
    return concat(indent, "const sum none = ", start(), ";\n", indent, "sum s0 = none;\n", indent,
                  "for (index tile = first; tile < last; tile += ", 4 * kLanes, ") {\n", indent,
                  "  const index i = tile + 4 * lane;\n", indent, "  sum v[4];\n#pragma unroll\n", indent,
                  "  for (int k = 0; k < 4; ++k) v[k] = i + k < last ? load(i + k) : none;\n", indent,
                  "  sum all = (combine)((combine)(v[0], v[1]), (combine)(v[2], v[3]));\n", indent,
                  "  for (int away = 1; away < ", kLanes,
                  "; away *= 2) all = (combine)(all, (from_lane)(all, away));\n", indent,
                  "  s0 = (combine)(s0, all);\n", indent, "}\n");
  }

  std::string range(const std::string& indent, const char* chunk) const {
    return concat(indent, "const index begin = (index)", chunk,
                  " * chunk, end = reds - begin < chunk ? reds : begin + chunk;\n");
  }

  // Returns the statement that stores s0; `place` is the number of a partial result.
  std::string store(const char* place) const {
    if (pass_.writes_partial)
      return concat("*(sum*)(out + (i64)(", place, ") * ", pass_.partial_size, ") = s0;");
    std::string text;
    for (std::size_t k = 0; k < pass_.results.size(); ++k) {
      const char* const type = storage_name(pass_.results[k].type);
      const std::string value = is_one() ? "s0" : concat("s0.v", k);
      text += concat(k == 0 ? "*(" : " *(", type, "*)", to(k), " = ");
      text += is_arg(reduction(k)) ? concat("(", type, ")", value, ".index;")
                                   : concat("convert<", type, ">::of(", value, ");");
    }
    return text;
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
               keeps_order()
                   ? warp_loop_in_order("    ")
                   : concat(loop("    ", "first + lane", "last", kLanes), "    for (int away = ", kLanes / 2,
                            "; away > 0; away /= 2) s0 = (combine)(s0, (from_lane)(s0, away));\n"),
               "    if (lane == 0) part[warp] = s0;\n    __syncthreads();\n");
    return text + concat("    if (threadIdx.x == 0) {\n      for (int w = 1; w < ", kWarps,
                         "; ++w) s0 = (combine)(s0, part[w]);\n      ",
                         store("o * (index)gridDim.x + (index)blockIdx.x"),
                         "\n    }\n    __syncthreads();\n  }\n");
  }

  std::string thread_body() const {
    std::string text = concat("  for (index o = (index)blockIdx.x * ", kThreads,
                              " + (index)threadIdx.x; o < outs; o += (index)gridDim.x * ", kThreads, ") {\n");
    text += concat(rows("    "), range("    ", "blockIdx.y"),
                   keeps_order() ? loop_in_order("    ", "begin", "end") : loop("    ", "begin", "end", 1));
    return text + concat("    ", store("(index)blockIdx.y * outs + o"), "\n  }\n");
  }

  const Pass& pass_;
};

}  // namespace

void run_pass(core::Context& context, const Pass& pass, const core::Stream* stream,
              std::span<core::Mem* const> memory, std::span<const void* const> scalars) {
  PassWriter(pass).run(context, stream, memory, scalars);
}

}  // namespace gridcall::ndarray
