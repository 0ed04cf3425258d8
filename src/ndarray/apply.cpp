// SPDX-License-Identifier: Apache-2.0

#include "ndarray/apply.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/expression.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

using Outputs = std::span<Ndarray* const>;

std::string name_of(const char* list, std::size_t i) {
  return concat("`", list, "[", i, "]`");
}

// Checks the outputs, which have one shape and no byte in common.
void check_outputs(Outputs outputs, bool is_one, const core::Stream* stream) {
  const core::Context& context = outputs[0]->context();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Ndarray& out = *outputs[i];
    const std::string name = is_one ? "`ndarray`" : name_of("outputs", i);
    out.check_writable(name.c_str());
    check_no_record(out, name, "compute with");
    check_for_kernels(out, context, name.c_str());
    if (i != 0) check_shape(out, name.c_str(), *outputs[0], "`outputs[0]`");
    for (std::size_t k = 0; k < i; ++k)
      check_apart(out, name.c_str(), *outputs[k], name_of("outputs", k).c_str(), "pass arrays of their own");
  }
  check_stream(stream, context, is_one ? "`ndarray`" : "`outputs[0]`");
}

// Queues the kernel of a map whose expressions, preamble and names are set.
void evaluate(Outputs outputs, std::span<Ndarray* const> inputs, std::span<const Scalar> scalars,
              Indices indices, Map& map, bool is_one, core::Stream* stream) {
  Ndarray& first = *outputs[0];
  core::Context& context = first.context();
  const char* const target = is_one ? "`ndarray`" : "`outputs[0]`";
  const std::span<const std::uint64_t> shape = first.layout().dims();
  std::vector<Operand> operands;
  std::vector<core::Mem*> memory;
  std::vector<Ref<Ndarray>> kept;  // a compiler may run, and the call leaves its epoch meanwhile
  for (Ndarray* out : outputs) {
    operands.push_back(operand_of(*out, shape, target, target));
    memory.push_back(&out->mem());
    kept.emplace_back(out);
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string name = name_of("inputs", i);
    check_no_record(*inputs[i], name, "compute with");
    check_for_kernels(*inputs[i], context, name.c_str());
    operands.push_back(operand_of(*inputs[i], shape, name.c_str(), target));
    memory.push_back(&inputs[i]->mem());
    map.inputs.push_back(storage_name(inputs[i]->type()));
    kept.emplace_back(inputs[i]);
  }
  std::vector<const void*> values;
  for (const Scalar& scalar : scalars) {
    map.scalars.push_back(storage_name(scalar.type));
    values.push_back(scalar.bits);
  }
  if (first.count() == 0) return;
  const Ref<core::Stream> keep_stream(stream);
  std::vector<std::unique_ptr<Temporary>> temporaries;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Operand& operand = operands[outputs.size() + i];
    bool is_overwritten = false;  // a loop would overwrite elements that other results still need
    for (std::size_t k = 0; k < outputs.size(); ++k)
      is_overwritten |= share_bytes(*outputs[k], *inputs[i]) && !same_elements(operands[k], operand);
    if (!is_overwritten) continue;
    temporaries.push_back(
        std::make_unique<Temporary>(context, inputs[i]->element(), inputs[i]->layout().dims(), stream));
    Ndarray& before = **temporaries.back();
    copy(before, *inputs[i], stream);
    operand = operand_of(before, shape, "`inputs`", target);
    memory[outputs.size() + i] = &before.mem();
  }
  add_indices(indices, first.layout(), operands, map);
  run_map(context, stream, Loops(operands), map, memory, values);
}

// Returns the names of operands that the caller gives, or the letters; `kind` is "input".
std::vector<std::string_view> names_of(const std::vector<std::string_view>& given, std::string_view letters,
                                       std::size_t count, const char* kind) {
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
                         letters, ": pass `options->", kind, "_names`"));
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(letters.substr(i, 1));
  return names;
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

void transform(std::span<Ndarray* const> outputs, std::string_view expressions,
               std::span<Ndarray* const> inputs, std::span<const Scalar> scalars,
               const TransformOptions& options, core::Stream* stream) {
  const std::vector<std::string_view> input_names =
      names_of(options.input_names, kInputNames, inputs.size(), "input");
  const std::vector<std::string_view> scalar_names =
      names_of(options.scalar_names, kScalarNames, scalars.size(), "scalar");
  if (!options.input_names.empty()) check_names(input_names, "`options->input_names", scalar_names);
  if (!options.scalar_names.empty()) check_names(scalar_names, "`options->scalar_names", input_names);
  const auto parts = static_cast<std::size_t>(1 + std::count(expressions.begin(), expressions.end(), ';'));
  if (parts != outputs.size())
    throw Failure(
        status::kInvalidArgument,
        concat("`expression` has ", parts, parts == 1 ? " part" : " parts", ", and `output_count` is ",
               outputs.size(), ": write one for each, with \";\" between them"));
  const bool is_named = !options.input_names.empty() || !options.scalar_names.empty();
  const Words words{input_names, scalar_names, outputs[0]->layout().ndim, is_named,
                    !options.preamble.empty()};
  const Map::Functions functions{options.preamble, input_names, scalar_names};
  Map map{storage_name(outputs[0]->type()), {}, {}, {}};
  map.functions = &functions;
  Indices indices = 0;
  for (std::size_t i = 0; i < parts; ++i) {
    const std::string_view part = expressions.substr(0, expressions.find(';'));
    expressions.remove_prefix(std::min(part.size() + 1, expressions.size()));
    indices |= check_expression(part, words);
    if (i == 0)
      map.expression = part;
    else
      map.more.push_back({storage_name(outputs[i]->type()), part});
  }
  check_outputs(outputs, false, stream);
  evaluate(outputs, inputs, scalars, indices, map, false, stream);
}

}  // namespace gridcall::ndarray
