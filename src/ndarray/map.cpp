// SPDX-License-Identifier: Apache-2.0
//
// Long because a kernel's key, its source and its launch read the same members of one Writer.

#include "ndarray/map.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/concat.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

constexpr std::uint32_t kMaxGridY = 65535;
// The largest number of blocks on a CPU device, where each costs as much as some hundred elements.
constexpr std::uint64_t kMaxCpuBlocks = 4096;
constexpr std::uint32_t kTile = 32;

std::uint32_t blocks(std::uint64_t wanted, std::uint64_t most) noexcept {
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, 1, most));
}

// Returns the name of an operand in the source: "out", "p0", "p1" ...
std::string pointer_name(std::size_t operand) {
  return operand == 0 ? "out" : concat("p", operand - 1);
}

class Writer {
 public:
  Writer(const Loops& loops, const Map& map, bool is_cpu)
      : loops_(loops), map_(map), is_cpu_(is_cpu), is_linear_(loops.is_linear()) {
    is_wide_ = is_linear_ ? loops.count() > 0x7fff0000 : !loops.fits_31_bits();
    if (is_linear_)
      choose_packs();
    else if (is_transposed())
      kind_ = Kind::kTransposed;
    else
      choose_block();
    if (is_linear_) kind_ = Kind::kLinear;
  }

  // Each part is a byte or ends with one that it does not contain.
  std::string key() const {
    std::string key;
    key.reserve(256);
    const auto add = [&](std::string_view part, char end) { (key += part) += end; };
    const std::uint32_t numbers[] = {loops_.ndim, pack_, block_x_, unroll_};
    key += is_wide_ ? "map8 " : "map4 ";
    key.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
    key += static_cast<char>('0' + static_cast<int>(kind_));
    key += kind_ == Kind::kTransposed && covers_all() ? 'a' : ' ';
    key += kind_ == Kind::kTransposed && reads_rows() ? 'r' : ' ';
    key += static_cast<char>(map_.inputs.size());
    key += static_cast<char>(map_.scalars.size());
    key += static_cast<char>(output_count());
    for (std::size_t i = 0; i < loops_.operands.size(); ++i) key += contiguity(i);
    add(map_.result, ',');
    for (const char* type : map_.inputs) add(type, ',');
    for (const char* type : map_.scalars) add(type, ',');
    for (const std::string& index : map_.indices) add(index, '#');
    add(map_.expression, ';');
    for (const Map::Output& output : map_.more) {
      add(output.type, '=');
      add(output.expression, ';');
    }
    if (!map_.functions) return key;
    key += '\n';
    for (const std::string_view name : map_.functions->inputs) add(name, ',');
    for (const std::string_view name : map_.functions->scalars) add(name, ',');
    key += map_.functions->preamble;
    return key;
  }

  std::string source() const {
    std::string text = map_.functions ? functions() + "namespace gridcall_map {\n" : "";
    text += Parameters::declaration(is_wide_, index_count(), divisor_count());
    text += concat("extern \"C\" __global__ void __launch_bounds__(", kThreads,
                   ") gridcall_kernel(unsigned char* out");
    for (std::size_t i = 1; i < array_count(); ++i)
      text += concat(is_output(i) ? ", unsigned char* " : ", const unsigned char* ", pointer_name(i));
    for (std::size_t i = 0; i < map_.scalars.size(); ++i) text += concat(", ", map_.scalars[i], " s", i);
    for (std::size_t i = array_count(); i < operand_count(); ++i) text += concat(", i64 ", pointer_name(i));
    text += ", const parameters p) {\n";
    for (std::size_t i = 0; i < map_.scalars.size(); ++i)
      text += concat("  const auto ", scalar_name(i), " = value_of(s", i, ");\n");
    switch (kind_) {
      case Kind::kLinear:
        text += pack_ > 1 ? packed_body() : linear_body();
        break;
      case Kind::kRows:
        text += rows_body();
        break;
      case Kind::kTransposed:
        text += transposed_body();
        break;
    }
    return text + (map_.functions ? "}\n}\n" : "}\n");
  }

  // Calls `take` with the grid, the block and the addresses of the arguments.
  template <class Take>
  auto with_launch(std::span<const void* const> scalars, const Take& take) const {
    Parameters parameters(is_wide_);
    fill(parameters);
    std::vector<const void*> values;
    values.reserve(loops_.operands.size() + 1 + scalars.size());
    const auto add_addresses = [&](std::size_t first, std::size_t end) {
      for (std::size_t i = first; i < end; ++i) values.push_back(&loops_.operands[i].address);
    };
    add_addresses(0, array_count());
    values.insert(values.end(), scalars.begin(), scalars.end());
    add_addresses(array_count(), operand_count());
    values.push_back(parameters.bytes());
    std::uint32_t grid[3], block[3];
    shape(grid, block);
    return take(grid, block, values);
  }

 private:
  enum class Kind { kLinear, kRows, kTransposed };

  std::int64_t inner(std::size_t operand) const noexcept {
    return loops_.inner_stride(loops_.operands[operand]);
  }
  // Returns how the elements of the last dimension lie: '0' for one element, '1' without gaps, 's' with a
  // stride.
  char contiguity(std::size_t operand) const noexcept {
    const std::int64_t stride = inner(operand);
    return stride == 0 ? '0' : stride == static_cast<std::int64_t>(loops_.operands[operand].size) ? '1' : 's';
  }

  // A GPU moves 16 bytes at a time best. On the CPU device neighbouring threads form a vector already, and a
  // loop in a thread costs more than a block.
  void choose_packs() {
    if (is_cpu_ || loops_.ndim == 0 || !map_.indices.empty()) return;
    unroll_ = 4;
    std::uint64_t least = 16, most = 1;
    for (const LoopOperand& operand : loops_.operands) {
      least = std::min(least, operand.size);
      most = std::max(most, operand.size);
    }
    const std::uint64_t pack = std::min(16 / least, std::max<std::uint64_t>(32 / most, 1));
    const bool is_aligned =
        std::all_of(loops_.operands.begin(), loops_.operands.end(), [&](const LoopOperand& operand) {
          return loops_.inner_stride(operand) == 0 ||
                 operand.address % std::min<std::uint64_t>(16, pack * operand.size) == 0;
        });
    if (is_aligned && pack > 1) pack_ = static_cast<std::uint32_t>(pack);
  }

  // Returns the dimension with the source's smallest stride, if it is not the last one.
  std::uint32_t source_dimension() const noexcept {
    const LoopOperand& source = loops_.operands[1];
    std::uint32_t best = loops_.ndim - 1;
    for (std::uint32_t i = loops_.ndim - 1; i-- > 0;)
      if (source.strides[i] != 0 && std::abs(source.strides[i]) < std::abs(source.strides[best])) best = i;
    return best;
  }

  bool is_transposed() noexcept {
    if (loops_.operands.size() != 2 || map_.functions || map_.expression != "a" || loops_.ndim < 2)
      return false;
    turned_ = source_dimension();
    const std::uint32_t last = loops_.ndim - 1;
    const auto size = static_cast<std::int64_t>(loops_.operands[1].size);
    return turned_ != last && loops_.shape[turned_] >= kTile / 2 && loops_.shape[last] >= kTile / 2 &&
           std::abs(loops_.operands[1].strides[last]) >= 4 * size &&
           std::abs(loops_.operands[1].strides[turned_]) <= 2 * size && loops_.operands[1].size <= 16;
  }

  void choose_block() noexcept {
    const std::uint64_t count = loops_.inner_count();
    block_x_ = count >= kThreads
                   ? kThreads
                   : std::max<std::uint32_t>(8, std::bit_ceil(static_cast<std::uint32_t>(count)));
    unroll_ = count > kThreads ? 4 : 1;
  }

  std::size_t output_count() const noexcept { return 1 + map_.more.size(); }
  bool is_output(std::size_t operand) const noexcept { return operand < output_count(); }
  std::size_t array_count() const noexcept { return output_count() + map_.inputs.size(); }
  bool is_input(std::size_t operand) const noexcept { return !is_output(operand) && operand < array_count(); }
  std::size_t operand_count() const noexcept { return loops_.operands.size(); }
  // Returns the number of dimensions outside of the threads' ones.
  std::uint32_t outer_count() const noexcept {
    return kind_ == Kind::kTransposed ? loops_.ndim - 2 : loops_.ndim - 1;
  }
  std::uint32_t outer(std::uint32_t i) const noexcept {
    return kind_ == Kind::kTransposed && i >= turned_ ? i + 1 : i;
  }
  std::uint64_t outer_elements() const noexcept {
    std::uint64_t count = 1;
    for (std::uint32_t i = 0; i < outer_count(); ++i) count *= loops_.shape[outer(i)];
    return count;
  }
  // Returns the number of divisions; the first dimension needs none, because the remaining quotient is its
  // index.
  std::size_t divided() const noexcept { return outer_count() < 2 ? 0 : outer_count() - 1; }
  std::size_t divisor_count() const noexcept { return kind_ == Kind::kLinear || is_wide_ ? 0 : divided(); }
  std::size_t index_count() const noexcept {
    if (kind_ == Kind::kLinear) return 1;
    const std::size_t inner_dims = kind_ == Kind::kTransposed ? 2 : 1;
    return inner_dims + 1 + inner_dims * operand_count() + outer_count() * operand_count() +
           (is_wide_ ? divided() : 0);
  }

  // Stores the values in the order in which the source reads them: the inner dimensions' counts, the outer
  // elements, each operand's inner strides, each outer dimension's strides, and if they are wide its counts.
  void fill(Parameters& parameters) const {
    if (kind_ == Kind::kLinear) return parameters.add(loops_.count());
    const std::uint32_t last = loops_.ndim - 1;
    parameters.add(loops_.shape[last]);
    if (kind_ == Kind::kTransposed) parameters.add(loops_.shape[turned_]);
    parameters.add(outer_elements());
    for (const LoopOperand& operand : loops_.operands) {
      parameters.add(static_cast<std::uint64_t>(operand.strides[last]));
      if (kind_ == Kind::kTransposed) parameters.add(static_cast<std::uint64_t>(operand.strides[turned_]));
    }
    for (std::uint32_t i = 0; i < outer_count(); ++i)
      for (const LoopOperand& operand : loops_.operands)
        parameters.add(static_cast<std::uint64_t>(operand.strides[outer(i)]));
    for (std::uint32_t i = 1; i < outer_count(); ++i) {
      if (is_wide_)
        parameters.add(loops_.shape[outer(i)]);
      else
        parameters.add_divisor(loops_.shape[outer(i)]);
    }
  }

  void shape(std::uint32_t (&grid)[3], std::uint32_t (&block)[3]) const noexcept {
    std::fill_n(grid, 3, 1u);
    block[0] = kThreads;
    block[1] = block[2] = 1;
    const std::uint64_t most = is_cpu_ ? kMaxCpuBlocks : 0x7fffffff;
    if (kind_ == Kind::kLinear) {
      const std::uint64_t each = pack_ > 1 ? pack_ : unroll_;
      grid[0] = blocks(divide_up(loops_.count(), each * kThreads), 0x7fffffff);
      return;
    }
    if (kind_ == Kind::kRows) {
      block[0] = block_x_;
      block[1] = kThreads / block_x_;
      grid[0] = blocks(divide_up(loops_.inner_count(), std::uint64_t{block_x_} * unroll_), 0x7fffffff);
      const std::uint64_t rows = divide_up(outer_elements(), block[1]);
      grid[1] = blocks(rows, std::min<std::uint64_t>(kMaxGridY, std::max<std::uint64_t>(most / grid[0], 1)));
      return;
    }
    block[0] = kTile;
    block[1] = kThreads / kTile;
    grid[0] = blocks(divide_up(loops_.inner_count(), kTile), 0x7fffffff);
    grid[1] = blocks(divide_up(loops_.shape[turned_], kTile), kMaxGridY);
    grid[2] = blocks(outer_elements(), kMaxGridY);
  }

  // --- Source text

  const char* type(std::size_t operand) const noexcept {
    return operand == 0         ? map_.result
           : is_output(operand) ? map_.more[operand - 1].type
                                : map_.inputs[operand - output_count()];
  }

  std::string input_name(std::size_t i) const {
    return map_.functions ? concat("in_", i) : std::string(kInputNames.substr(i, 1));
  }
  std::string scalar_name(std::size_t i) const {
    return map_.functions ? concat("sc_", i) : std::string(kScalarNames.substr(i, 1));
  }

  // Returns "const auto a = ...;" for each input, then the results' assignments.
  std::string element(const std::string& indent, const std::vector<std::string>& places) const {
    std::string text;
    for (std::size_t i = 0; i < map_.inputs.size(); ++i)
      text +=
          concat(indent, "const auto ", input_name(i), " = value_of(", places[i + output_count()], ");\n");
    for (std::size_t i = 0; i < map_.indices.size(); ++i)
      text += concat(indent, "const i64 ", map_.indices[i], " = ",
                     places[map_.inputs.size() + output_count() + i], ";\n");
    if (map_.is_statement)
      return text + concat(indent, "const ", map_.result, " own = ", places[0], ";\n", indent,
                           map_.expression, ";\n");
    for (std::size_t i = 0; i < output_count(); ++i)
      text += concat(indent, places[i], " = convert<", type(i), ">::of(",
                     map_.functions ? call(i) : std::string(map_.expression), ");\n");
    return text;
  }

  // Returns a function for each expression, whose parameters have the caller's names. Messages of the
  // compiler name the preamble's line, or the expression's number.
  std::string functions() const {
    std::string types, parameters;
    std::size_t count = 0;
    const auto add = [&](std::string_view name) {
      types += concat(", class gridcall_", count);
      parameters += concat(count == 0 ? "gridcall_" : ", gridcall_", count, " ", name);
      ++count;
    };
    for (const std::string_view name : map_.functions->inputs) add(name);
    for (const std::string_view name : map_.functions->scalars) add(name);
    for (const std::string& index : map_.indices)
      parameters += concat(parameters.empty() ? "long long " : ", long long ", index);
    std::string text = concat("#line 1 \"preamble\"\n", map_.functions->preamble, "\n", kOwnLines);
    for (std::size_t i = 0; i < output_count(); ++i)
      text += concat("template <class = void", types, "> __device__ inline auto gridcall_value_", i, "(",
                     parameters, ") { return\n#line ", i + 1, " \"expression\"\n",
                     i == 0 ? map_.expression : map_.more[i - 1].expression, "\n; }\n", kOwnLines);
    return text;
  }
  // Returns the call of such a function.
  std::string call(std::size_t output) const {
    std::string arguments;
    const auto add = [&](const std::string& name) { arguments += (arguments.empty() ? "" : ", ") + name; };
    for (std::size_t i = 0; i < map_.inputs.size(); ++i) add(input_name(i));
    for (std::size_t i = 0; i < map_.scalars.size(); ++i) add(scalar_name(i));
    for (const std::string& index : map_.indices) add(index);
    return concat("gridcall_value_", output, "(", arguments, ")");
  }

  std::string typed(std::size_t operand, std::string_view address) const {
    return concat("((", is_output(operand) ? "" : "const ", type(operand), "*)(", address, "))");
  }

  // Returns the element `at` behind an address; an index has no memory, and its address is its value.
  std::string place(std::size_t operand, std::string_view address, bool is_one) const {
    if (!is_output(operand) && !is_input(operand)) return concat("(", address, is_one ? ")" : " + at)");
    return concat(typed(operand, address), is_one ? "[0]" : "[at]");
  }

  std::string linear_body() const {
    std::vector<std::string> places;
    for (std::size_t i = 0; i < operand_count(); ++i)
      places.push_back(place(i, pointer_name(i), contiguity(i) == '0' && loops_.ndim != 0));
    if (is_cpu_ && !is_wide_)
      return concat("  const index n = p.v[0], at = (index)blockIdx.x * ", kThreads,
                    " + (index)threadIdx.x;\n  if (at < n) {\n", element("    ", places), "  }\n");
    const std::string start = concat("(index)blockIdx.x * ", kThreads * unroll_);
    return concat("  const index n = p.v[0];\n  for (index begin = ", start,
                  "; begin < n; begin += (index)gridDim.x * ", kThreads * unroll_,
                  ") {\n    if (n - begin >= ", kThreads * unroll_, ") {\n#pragma unroll\n",
                  "      for (int k = 0; k < ", unroll_, "; ++k) {\n        const index at = begin + k * ",
                  kThreads, " + (index)threadIdx.x;\n", element("        ", places),
                  "      }\n    } else {\n",
                  "      for (index at = begin + (index)threadIdx.x; at < n; at += ", kThreads, ") {\n") +
           concat(element("        ", places), "      }\n    }\n  }\n");
  }

  std::string packed_body() const {
    std::string text = concat("  const index n = p.v[0], packs = n / ", pack_, ";\n");
    std::vector<std::string> places, rest;
    std::string loads, stores;
    for (std::size_t i = 0; i < operand_count(); ++i) {
      const bool is_one = contiguity(i) == '0';
      const std::uint64_t alignment = std::min<std::uint64_t>(16, pack_ * loops_.operands[i].size);
      text += concat("  struct alignas(", alignment, ") pack", i, " { ", type(i), " v[", pack_, "]; };\n");
      if (is_one) {
        text += concat("  const ", type(i), " one", i, " = ", typed(i, pointer_name(i)), "[0];\n");
        places.push_back(concat("one", i));
      } else {
        if (is_output(i)) {
          loads += concat("    pack", i, " in", i, ";\n");
          stores += concat("    ((pack", i, "*)", pointer_name(i), ")[j] = in", i, ";\n");
        } else
          loads +=
              concat("    const pack", i, " in", i, " = ((const pack", i, "*)", pointer_name(i), ")[j];\n");
        places.push_back(concat("in", i, ".v[k]"));
      }
      rest.push_back(concat(typed(i, pointer_name(i)), is_one ? "[0]" : "[at]"));
    }
    const std::string first = concat("(index)blockIdx.x * ", kThreads, " + (index)threadIdx.x");
    const std::string step = concat("(index)gridDim.x * ", kThreads);
    text += concat("  for (index j = ", first, "; j < packs; j += ", step, ") {\n", loads,
                   "#pragma unroll\n    for (int k = 0; k < ", pack_, "; ++k) {\n", element("      ", places),
                   "    }\n", stores, "  }\n");
    return text + concat("  for (index at = packs * ", pack_, " + ", first, "; at < n; at += ", step, ") {\n",
                         element("    ", rest), "  }\n");
  }

  // Returns "o0" ...: the offset of each operand's row; `row` is its number.
  std::string offsets(const std::string& indent, std::size_t at) const {
    std::string text = concat(indent, "index left = row, here;\n");
    for (std::size_t i = 0; i < operand_count(); ++i) text += concat(indent, "index o", i, " = 0;\n");
    const std::size_t counts = at + outer_count() * operand_count();
    for (std::uint32_t i = outer_count(); i-- > 0;) {
      if (i == 0) {
        text += concat(indent, "here = left;\n");
      } else if (is_wide_) {
        text +=
            concat(indent, "here = left % p.v[", counts + i - 1, "]; left /= p.v[", counts + i - 1, "];\n");
      } else {
        text += concat(indent, "{ const index q = (index)divide((u32)left, p.d[", i - 1,
                       "]); here = left - q * ", "(index)p.d[", i - 1, "].count; left = q; }\n");
      }
      for (std::size_t operand = 0; operand < operand_count(); ++operand)
        text += concat(indent, "o", operand, " += here * p.v[", at + i * operand_count() + operand, "];\n");
    }
    return text;
  }

  std::string rows_body() const {
    std::vector<std::string> places;
    for (std::size_t i = 0; i < operand_count(); ++i) {
      const char how = contiguity(i);
      const std::string row = concat(pointer_name(i), " + o", i);
      places.push_back(how == 's' ? place(i, concat(row, " + at * p.v[", 2 + i, "]"), true)
                                  : place(i, row, how == '0'));
    }
    const std::uint32_t rows = kThreads / block_x_;
    std::string text =
        concat("  const index n = p.v[0], rows = p.v[1];\n  const index first = (index)blockIdx.x * ",
               block_x_ * unroll_, " + (index)threadIdx.x;\n");
    text += concat("  for (index row = (index)blockIdx.y * ", rows,
                   " + (index)threadIdx.y; row < rows; row += (index)gridDim.y * ", rows, ") {\n",
                   offsets("    ", 2 + operand_count()));
    text += concat("#pragma unroll\n    for (int k = 0; k < ", unroll_,
                   "; ++k) {\n      const index at = first + k * ", block_x_, ";\n      if (at < n) {\n",
                   element("        ", places), "      }\n    }\n  }\n");
    return text;
  }

  // Returns a body that copies through a tile, whose rows are read in the source's order and written in the
  // result's.
  std::string transposed_body() const {
    // The values in v: counts 0 and 1, outer elements 2, strides of the result 3 and 4, of the source 5 and
    // 6.
    const std::string from =
        reads_rows() ? concat("((const ", map_.inputs[0], "*)(p0 + o1 + x * p.v[5]))[y]")
                     : concat("((const ", map_.inputs[0], "*)(p0 + o1 + x * p.v[5] + y * p.v[6]))[0]");
    const std::string to = contiguity(0) == '1'
                               ? concat("((", map_.result, "*)(out + o0 + y * p.v[4]))[x]")
                               : concat("((", map_.result, "*)(out + o0 + x * p.v[3] + y * p.v[4]))[0]");
    std::string text =
        concat("  __shared__ ", map_.inputs[0], " tile[32][33];\n",
               "  const int tx = threadIdx.x, ty = threadIdx.y;\n",
               "  const index nx = p.v[0], ny = p.v[1];\n", "  const index x0 = (index)blockIdx.x * 32;\n",
               covers_all() ? "  { const index row = blockIdx.z;\n"
                            : "  for (index row = blockIdx.z; row < p.v[2]; row += (index)gridDim.z) {\n");
    text += offsets("    ", 7);
    text += covers_all()
                ? "    { const index y0 = (index)blockIdx.y * 32;\n"
                : "    for (index y0 = (index)blockIdx.y * 32; y0 < ny; y0 += (index)gridDim.y * 32) {\n";
    const std::string load = concat("tile[ty + k][tx] = ", from, ";\n");
    const std::string store = concat("{ const auto a = value_of(tile[tx][ty + k]); ", to, " = convert<",
                                     map_.result, ">::of(a); }\n");
    const auto loop = [](const char* place, const char* guard, const std::string& body) {
      return concat("#pragma unroll\n        for (int k = 0; k < 32; k += 8) { ", place, guard, body,
                    "        }\n");
    };
    // Most tiles are full.
    const auto step = [&](const char* place, const std::string& body) {
      return concat("      if (is_full) {\n", loop(place, "", body), "      } else {\n",
                    loop(place, "if (x < nx && y < ny) ", body), "      }\n");
    };
    text += "      const bool is_full = nx - x0 >= 32 && ny - y0 >= 32;\n";
    text += step("const index x = x0 + ty + k, y = y0 + tx; ", load) + "      __syncthreads();\n";
    text += step("const index x = x0 + tx, y = y0 + ty + k; ", store);
    if (!covers_all()) text += "      __syncthreads();\n";
    return text + "    }\n  }\n";
  }

  // Returns true if the source's elements are consecutive in the transposed dimension.
  bool reads_rows() const noexcept {
    return loops_.operands[1].strides[turned_] == static_cast<std::int64_t>(loops_.operands[1].size);
  }
  // Returns true if the grid has a block for each tile.
  bool covers_all() const noexcept {
    return outer_elements() <= kMaxGridY && divide_up(loops_.shape[turned_], kTile) <= kMaxGridY;
  }

  const Loops& loops_;
  const Map& map_;
  const bool is_cpu_;
  const bool is_linear_;
  bool is_wide_ = false;
  Kind kind_ = Kind::kRows;
  std::uint32_t pack_ = 1;    // the elements of one thread that are read and written at once
  std::uint32_t unroll_ = 1;  // the elements of one thread that are a block apart
  std::uint32_t block_x_ = 0;
  std::uint32_t turned_ = 0;
};

struct Name {
  core::ScalarType type;
  const char* name;
};
constexpr Name kStorage[] = {
    {core::ScalarType::kInt8, "signed char"},
    {core::ScalarType::kUint8, "unsigned char"},
    {core::ScalarType::kInt16, "short"},
    {core::ScalarType::kUint16, "unsigned short"},
    {core::ScalarType::kInt32, "int"},
    {core::ScalarType::kUint32, "u32"},
    {core::ScalarType::kInt64, "i64"},
    {core::ScalarType::kUint64, "u64"},
    {core::ScalarType::kFloat16, "float16"},
    {core::ScalarType::kBfloat16, "bfloat16"},
    {core::ScalarType::kFloat32, "float"},
    {core::ScalarType::kFloat64, "double"},
    {core::ScalarType::kBool, "truth"},
    {core::ScalarType::kComplex64, "complex_number<float>"},
    {core::ScalarType::kComplex128, "complex_number<double>"},
};

}  // namespace

const char* storage_name(core::ScalarType type) noexcept {
  for (const Name& each : kStorage)
    if (each.type == type) return each.name;
  return "";
}

const char* unit_name(std::uint64_t size) noexcept {
  switch (size) {
    case 1:
      return "unsigned char";
    case 2:
      return "unsigned short";
    case 4:
      return "u32";
    case 8:
      return "u64";
    default:
      return "unit16";
  }
}

std::string moved_type(const core::Element& element) {
  const std::uint64_t part = std::gcd(std::gcd(element.size, element.alignment), std::uint64_t{8});
  if (part == element.size) return concat("typedef ", unit_name(part), " value;\n");
  return concat("struct value { ", unit_name(part), " parts[", element.size / part, "]; };\n");
}

void add_indices(Indices indices, const core::Layout& shape, OperandList& operands, Map& map) {
  for (std::uint32_t k = 0; indices >> k != 0; ++k) {
    if ((indices >> k & 1) == 0) continue;
    Operand index{nullptr, 0, 1, shape};
    if (k == 0) {
      index.layout.set_contiguous(1, false);
    } else {
      index.layout.strides.fill(0);
      index.layout.strides[k - 1] = 1;
    }
    operands.push_back(index);
    map.indices.push_back(k == 0 ? "i" : concat("i", k - 1));
  }
}

namespace {

// The memory of a map whose kernel is compiled first: the call leaves its epoch meanwhile.
struct Holder {
  std::vector<core::Ref<core::Mem>> memory;

  core::Ref<core::Kernel> kernel_of(core::Context& context, const Writer& writer,
                                    std::span<core::Mem* const> used) {
    return ndarray::kernel_of(context, writer.key(), [&] {
      for (core::Mem* mem : used) memory.emplace_back(mem);
      return writer.source();
    });
  }
};

}  // namespace

void run_map(core::Context& context, const core::Stream* stream, const Loops& loops, const Map& map,
             std::span<core::Mem* const> memory, std::span<const void* const> scalars) {
  const Writer writer(loops, map, context.is_cpu());
  Holder holder;
  const core::Ref<core::Kernel> kernel = holder.kernel_of(context, writer, memory);
  writer.with_launch(scalars, [&](const auto& grid, const auto& block, const auto& values) {
    launch(*kernel, stream, grid, block, values, memory);
  });
}

core::Ref<core::Prepared> prepare_map(core::Context& context, const Loops& loops, const Map& map,
                                      std::span<core::Mem* const> memory,
                                      std::span<const void* const> scalars) {
  const Writer writer(loops, map, context.is_cpu());
  Holder holder;
  const core::Ref<core::Kernel> kernel = holder.kernel_of(context, writer, memory);
  return writer.with_launch(scalars, [&](const auto& grid, const auto& block, const auto& values) {
    return core::make<core::Prepared>(*kernel, core::shape_of(grid, block, 0, 0), values, memory,
                                      std::pair(memory.size(), memory.size() + scalars.size()));
  });
}

}  // namespace gridcall::ndarray
