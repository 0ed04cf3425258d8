// SPDX-License-Identifier: Apache-2.0

#include "ndarray/apply.h"

#include <bit>
#include <memory>
#include <memory_resource>
#include <vector>

#include "base/concat.h"
#include "core/context_list.h"
#include "ndarray/copy.h"
#include "ndarray/expression.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

using Outputs = std::span<Ndarray* const>;

// The most that the API takes; names are made for each call, and cost nothing so.
constexpr const char* kOutputTexts[] = {"`outputs[0]`", "`outputs[1]`", "`outputs[2]`", "`outputs[3]`",
                                        "`outputs[4]`", "`outputs[5]`", "`outputs[6]`", "`outputs[7]`"};
constexpr const char* kInputTexts[] = {"`inputs[0]`",  "`inputs[1]`",  "`inputs[2]`",  "`inputs[3]`",
                                       "`inputs[4]`",  "`inputs[5]`",  "`inputs[6]`",  "`inputs[7]`",
                                       "`inputs[8]`",  "`inputs[9]`",  "`inputs[10]`", "`inputs[11]`",
                                       "`inputs[12]`", "`inputs[13]`", "`inputs[14]`", "`inputs[15]`"};

// Checks the outputs, which have one shape and no byte in common.
void check_outputs(Outputs outputs, bool is_one, const core::Stream* stream) {
  const core::Context& context = outputs[0]->context();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Ndarray& out = *outputs[i];
    const char* const name = is_one ? "`ndarray`" : kOutputTexts[i];
    out.check_writable(name);
    check_no_record(out, name, "compute with");
    check_for_kernels(out, context, name);
    if (i != 0) check_shape(out, name, *outputs[0], "`outputs[0]`");
    for (std::size_t k = 0; k < i; ++k)
      check_apart(out, name, *outputs[k], kOutputTexts[k], "pass arrays of their own");
  }
  check_stream(stream, context, is_one ? "`ndarray`" : "`outputs[0]`");
}

// Queues the kernel of a map whose expressions, preamble and names are set; with `prepared`, puts the launch
// there instead.
void evaluate(Outputs outputs, std::span<Ndarray* const> inputs, std::span<const Scalar> scalars,
              Indices indices, Map& map, bool is_one, core::Stream* stream,
              Ref<core::Prepared>* prepared = nullptr) {
  Ndarray& first = *outputs[0];
  core::Context& context = first.context();
  const char* const target = is_one ? "`ndarray`" : "`outputs[0]`";
  const std::span<const std::uint64_t> shape = first.layout().dims();
  alignas(Operand) std::byte room[4096];
  std::pmr::monotonic_buffer_resource on_stack(room, sizeof room);
  OperandList operands(&on_stack);
  std::pmr::vector<core::Mem*> memory(&on_stack);
  const std::size_t count = outputs.size() + inputs.size();
  operands.reserve(count + static_cast<std::size_t>(std::popcount(indices)));
  memory.reserve(count);
  map.inputs.reserve(inputs.size());
  for (Ndarray* out : outputs) {
    operands.push_back(operand_of(*out, shape, target, target));
    memory.push_back(&out->mem());
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const char* const name = kInputTexts[i];
    check_no_record(*inputs[i], name, "compute with");
    check_for_kernels(*inputs[i], context, name);
    operands.push_back(operand_of(*inputs[i], shape, name, target));
    memory.push_back(&inputs[i]->mem());
    map.inputs.push_back(storage_name(inputs[i]->type()));
  }
  std::pmr::vector<const void*> values(&on_stack);
  values.reserve(scalars.size());
  map.scalars.reserve(scalars.size());
  for (const Scalar& scalar : scalars) {
    map.scalars.push_back(storage_name(scalar.type));
    values.push_back(scalar.bits);
  }
  if (first.count() == 0 && !prepared) return;
  const Ref<core::Stream> keep_stream(stream);
  std::vector<std::unique_ptr<Temporary>> temporaries;
  std::vector<Ref<Ndarray>> kept;  // a copy may run a compiler, and the call leaves its epoch meanwhile
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Operand& operand = operands[outputs.size() + i];
    bool is_overwritten = false;  // a loop would overwrite elements that other results still need
    for (std::size_t k = 0; k < outputs.size(); ++k)
      is_overwritten |= share_bytes(*outputs[k], *inputs[i]) && !same_elements(operands[k], operand);
    if (!is_overwritten) continue;
    if (prepared)
      throw Failure(status::kInvalidArgument,
                    concat(kInputTexts[i],
                           " shares bytes with an output, and other elements lie there: a "
                           "prepared expression has no copy of it; pass an ndarray of its own"));
    for (Ndarray* out : outputs) kept.emplace_back(out);
    for (Ndarray* input : inputs) kept.emplace_back(input);
    temporaries.push_back(
        std::make_unique<Temporary>(context, inputs[i]->element(), inputs[i]->layout().dims(), stream));
    Ndarray& before = **temporaries.back();
    copy(before, *inputs[i], stream);
    operand = operand_of(before, shape, "`inputs`", target);
    memory[outputs.size() + i] = &before.mem();
  }
  add_indices(indices, first.layout(), operands, map);
  Loops loops(operands);
  if (first.count() == 0) loops.set_empty();
  if (prepared)
    *prepared = prepare_map(context, loops, map, memory, values);
  else
    run_map(context, stream, loops, map, memory, values);
}

// Returns the names of operands that the caller gives, or `letters`; `kind` is "input".
std::span<const std::string_view> names_of(std::span<const std::string_view> given,
                                           std::span<const std::string_view> letters, std::size_t count,
                                           const char* kind) {
  if (!given.empty()) {
    if (given.size() != count)
      throw Failure(status::kInvalidArgument,
                    concat("`options->", kind, "_name_count` is ", given.size(), ", and `", kind, "_count` ",
                           count, ": pass a name for each"));
    return given;
  }
  if (count > letters.size())
    throw Failure(status::kInvalidArgument,
                  concat("`", kind, "_count` is ", count, ", and there are ", letters.size(), " letters, ",
                         letters.front(), " to ", letters.back(), ": pass `options->", kind, "_names`"));
  return letters.first(count);
}

}  // namespace

void apply(Ndarray& out, std::string_view expression, std::span<Ndarray* const> inputs,
           std::span<const Scalar> scalars, core::Stream* stream) {
  const Indices indices = check_expression(expression, inputs.size(), scalars.size(), out.layout().ndim);
  Ndarray* const outputs[] = {&out};
  check_outputs(outputs, true, stream);
  Map map{storage_name(out.type()), {}, {}, expression};
  evaluate(outputs, inputs, scalars, indices, map, true, stream);
}

namespace {

void transform_into(Ref<core::Prepared>* prepared, Outputs outputs, std::string_view expressions,
                    std::span<Ndarray* const> inputs, std::span<const Scalar> scalars,
                    const TransformOptions& options, core::Stream* stream) {
  if (outputs.empty())
    throw Failure(status::kInvalidArgument, "`output_count` is 0: pass an ndarray for each expression");
  const std::span<const std::string_view> input_names =
      names_of(options.input_names, input_letters(kInputNames.size()), inputs.size(), "input");
  const std::span<const std::string_view> scalar_names =
      names_of(options.scalar_names, scalar_letters(kScalarNames.size()), scalars.size(), "scalar");
  const Words words{input_names,
                    scalar_names,
                    outputs[0]->layout().ndim,
                    !options.input_names.empty(),
                    !options.scalar_names.empty(),
                    !options.preamble.empty()};
  const Indices indices = check_expressions(expressions, outputs.size(), words);
  const Map::Functions functions{options.preamble, input_names, scalar_names};
  Map map{storage_name(outputs[0]->type()), {}, {}, take_expression(expressions)};
  map.functions = &functions;
  map.more.reserve(outputs.size() - 1);
  for (const Ndarray* out : outputs.subspan(1))
    map.more.push_back({storage_name(out->type()), take_expression(expressions)});
  check_outputs(outputs, false, stream);
  evaluate(outputs, inputs, scalars, indices, map, false, stream, prepared);
}

}  // namespace

void transform(Outputs outputs, std::string_view expressions, std::span<Ndarray* const> inputs,
               std::span<const Scalar> scalars, const TransformOptions& options, core::Stream* stream) {
  transform_into(nullptr, outputs, expressions, inputs, scalars, options, stream);
}

Ref<core::Prepared> prepare_transform(Outputs outputs, std::string_view expressions,
                                      std::span<Ndarray* const> inputs, std::span<const Scalar> scalars,
                                      const TransformOptions& options) {
  Ref<core::Prepared> prepared;
  transform_into(&prepared, outputs, expressions, inputs, scalars, options, nullptr);
  core::collect(prepared->context());
  return prepared;
}

}  // namespace gridcall::ndarray
