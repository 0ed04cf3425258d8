// SPDX-License-Identifier: Apache-2.0

#include "ndarray/top_k.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/concat.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

constexpr std::string_view kTopText =
#include "top_k.cuh.inc"
    ;

// The kernel's constants of these names.
enum class TopStep : int { kCount, kPick, kMove };
constexpr std::uint64_t kCounts = 256 + 2;         // of a chunk
constexpr std::uint64_t kLeastOfSelection = 4096;  // elements of a row

}  // namespace

bool selects_first(std::uint64_t count) noexcept {
  return count >= kLeastOfSelection;
}

void select_first(const Workspace& workspace, const Ndarray& from, const Ndarray* from_values,
                  const Ndarray& to, const Ndarray* to_values, bool is_descending) {
  core::Context& context = workspace.context;
  const std::uint32_t last = from.layout().ndim - 1;
  const std::uint64_t count = from.layout().shape[last], kept = to.layout().shape[last];
  const std::uint64_t rows = from.count() / count;
  const bool is_cpu = context.is_cpu(), is_wide = is_wide_index(from.count());
  const std::uint64_t per_row =
      std::max<std::uint64_t>(processors_of(context) * kChunksOfProcessor / rows, 1);
  const std::uint64_t cut =
      std::min({per_row, std::max<std::uint64_t>(count / kLeastOfRowChunk, 1), kMaxRowChunks});
  const std::uint64_t chunk = divide_up(count, cut), chunks = divide_up(count, chunk);
  const std::uint64_t shape[] = {8 * rows + (rows + rows * chunks * kCounts) * (is_wide ? 8 : 4)};
  const Temporary table(context, core::Element::of(core::ScalarType::kUint8), shape, workspace.stream,
                        workspace.pool);
  std::vector<core::Mem*> memory = {&from.mem(), &to.mem(), &table->mem()};
  if (to_values) memory.push_back(&to_values->mem());
  if (from_values) memory.push_back(&from_values->mem());

  const Values kind = !to_values ? Values::kNone : from_values ? Values::kMoved : Values::kPlaces;
  const std::uint32_t threads = is_cpu ? 1 : kThreads;
  const auto lines = static_cast<std::uint32_t>(std::min(rows, kMaxLines));
  // A selection does not use the steps of results.
  StepsOfRow steps[4] = {*steps_of_rows(from), {}, {}, {}};
  if (from_values) steps[2] = *steps_of_rows(*from_values);
  const bool is_strided = !is_in_rows(from) || (from_values && !is_in_rows(*from_values));
  const std::string head =
      concat(is_strided ? kStridedText : "", Parameters::declaration(is_wide, 6, 0),
             is_cpu ? "#define GRIDCALL_SEQUENTIAL\n" : "", key_head(from, kind, to_values, is_descending));
  const auto queue = [&](TopStep step, std::uint64_t pass) {
    const std::string constants =
        concat(head, "enum { kStep = ", static_cast<int>(step), ", kThreads = ", threads, " };\n");
    const Ref<core::Kernel> kernel = kernel_of(context, concat("top ", constants),
                                               [&] { return concat(constants, key_text(), kTopText); });
    Parameters parameters(is_wide);
    for (const std::uint64_t each : {rows, count, chunk, chunks, kept, pass}) parameters.add(each);
    const std::uint64_t addresses[] = {from.address(), from_values ? from_values->address() : 0, to.address(),
                                       to_values ? to_values->address() : 0, table->address()};
    const void* const values[] = {&addresses[0], &addresses[1],      &addresses[2], &addresses[3],
                                  &addresses[4], parameters.bytes(), &steps};
    const std::uint32_t blocks = step == TopStep::kPick ? 1 : static_cast<std::uint32_t>(chunks);
    launch(*kernel, workspace.stream, {blocks, lines, 1}, {threads, 1, 1},
           std::span(values, is_strided ? 7 : 6), memory);
  };
  for (std::uint64_t pass = from.element().size; pass-- > 0;) {
    queue(TopStep::kCount, pass);
    queue(TopStep::kPick, pass);
  }
  queue(TopStep::kMove, 0);
}

}  // namespace gridcall::ndarray
