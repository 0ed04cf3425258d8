// SPDX-License-Identifier: Apache-2.0

#include "ndarray/apply.h"

#include <memory>
#include <vector>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/expression.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

}  // namespace

void apply(Ndarray& out, std::string_view expression, std::span<Ndarray* const> inputs,
           std::span<const Scalar> scalars, core::Stream* stream) {
  const Indices indices = check_expression(expression, inputs.size(), scalars.size(), out.layout().ndim);
  out.check_writable("`ndarray`");
  check_no_record(out, "`ndarray`", "compute with");
  check_stream(stream, out.context(), "`ndarray`");
  check_for_kernels(out, out.context(), "`ndarray`");
  const std::span<const std::uint64_t> shape = out.layout().dims();
  std::vector<Operand> operands = {operand_of(out, shape, "`ndarray`", "`ndarray`")};
  std::vector<core::Mem*> memory = {&out.mem()};
  Map map{storage_name(out.type()), {}, {}, expression};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string name = concat("`inputs[", i, "]`");
    check_no_record(*inputs[i], name, "compute with");
    check_for_kernels(*inputs[i], out.context(), name.c_str());
    operands.push_back(operand_of(*inputs[i], shape, name.c_str(), "`ndarray`"));
    memory.push_back(&inputs[i]->mem());
    map.inputs.push_back(storage_name(inputs[i]->type()));
  }
  std::vector<const void*> values;
  for (const Scalar& scalar : scalars) {
    map.scalars.push_back(storage_name(scalar.type));
    values.push_back(scalar.bits);
  }
  if (out.count() == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  std::vector<Ref<Ndarray>> kept = {Ref<Ndarray>(&out)};
  for (Ndarray* input : inputs) kept.emplace_back(input);
  const Ref<core::Stream> keep_stream(stream);
  std::vector<std::unique_ptr<Temporary>> temporaries;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!share_bytes(out, *inputs[i]) || same_elements(operands[0], operands[i + 1])) continue;
    // The loop would overwrite elements that other results still need.
    temporaries.push_back(
        std::make_unique<Temporary>(out.context(), inputs[i]->element(), inputs[i]->layout().dims(), stream));
    Ndarray& before = **temporaries.back();
    copy(before, *inputs[i], stream);
    operands[i + 1] = operand_of(before, shape, "`inputs`", "`ndarray`");
    memory[i + 1] = &before.mem();
  }
  add_indices(indices, out.layout(), operands, map);
  run_map(out.context(), stream, Loops(operands), map, memory, values);
}

}  // namespace gridcall::ndarray
