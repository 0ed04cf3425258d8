// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "command/bindings.h"
#include "command/command.h"

namespace gridcall::command {

namespace {

// Returns the text with each $NAME replaced.
std::string fill(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && std::isupper(static_cast<unsigned char>(text[end]))) ++end;
    const auto value =
        text[i] == '$' ? values.find(std::string(text.substr(i + 1, end - i - 1))) : values.end();
    result += value == values.end() ? std::string(1, text[i]) : value->second;
    i = value == values.end() ? i + 1 : end;
  }
  return result;
}

// Returns the concatenated texts of the parameters.
template <class F>
std::string of_each(const Wrapper& wrapper, std::string_view before, F text) {
  std::string result;
  for (const Parameter& parameter : wrapper.parameters) result.append(before).append(text(parameter));
  return result;
}

std::string names_of(const Wrapper& wrapper, std::string_view before = ", ") {
  return of_each(wrapper, before, [](const Parameter& parameter) { return parameter.name; });
}

std::map<std::string, std::string> values_of(const Bindings& bindings) {
  return {{"FILE", bindings.file}, {"NAME", bindings.name}, {"COMMAND", bindings.command}};
}

std::map<std::string, std::string> values_of(const Bindings& bindings, const Wrapper& wrapper) {
  std::map<std::string, std::string> values = values_of(bindings);
  values["ID"] = wrapper.identifier;
  values["KERNEL"] = wrapper.kernel;
  values["COUNT"] = std::to_string(wrapper.parameters.size());
  return values;
}

std::string repeated(const Bindings& bindings, std::string_view text) {
  std::string result;
  for (const Wrapper& wrapper : bindings.wrappers) result += fill(text, values_of(bindings, wrapper));
  return result;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string capitalized(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string c_type(const Parameter& parameter) {
  if (!parameter.is_pointer) return std::string(parameter.type->c) + " ";
  return parameter.type ? "gridcall_" + lower(parameter.type->constant) + "_mem " : "gc_mem *";
}

std::string c_launch(const Bindings& bindings, const Wrapper& wrapper) {
  std::map<std::string, std::string> values = values_of(bindings, wrapper);
  values["PARAMETERS"] =
      of_each(wrapper, ", ", [](const Parameter& parameter) { return c_type(parameter) + parameter.name; });
  const std::string records = of_each(wrapper, "\n      ", [](const Parameter& parameter) {
    const std::string type =
        std::string("GRIDCALL_VALUE_TYPE_") + (parameter.type ? parameter.type->constant : "UNKNOWN");
    const std::string& name = parameter.name;
    if (!parameter.is_pointer)
      return "{GRIDCALL_ARG_KIND_VALUE, (uint32_t)sizeof " + name + ", 0, &" + name + ", " + type + ", 0},";
    if (!parameter.type) return "{GRIDCALL_ARG_KIND_MEM, 8, 0, " + name + ", " + type + ", 0},";
    return "{GRIDCALL_ARG_KIND_MEM, 8, " + name + ".offset, " + name + ".mem, " + type + ", 0},";
  });
  values["RECORDS"] = records.empty() ? "" : "  const gc_arg args[] = {" + records + "\n  };\n";
  values["ARGS"] = records.empty() ? "NULL" : "args";
  return fill(R"(
/* Queues a launch of $KERNEL on a stream; NULL: the default stream. */
static inline gc_status $NAME_launch_$ID(const $NAME_kernels *kernels, const gc_launch_config *config,
    gc_stream *stream$PARAMETERS, gc_error **out_error) {
$RECORDS  return gc_launch(kernels->$ID, config, $ARGS, $COUNT, stream, out_error);
}
)",
              values);
}

std::string write_c(const Bindings& bindings) {
  std::map<std::string, std::string> values = values_of(bindings);
  std::map<std::string, const TypeRow*> types;
  for (const Wrapper& wrapper : bindings.wrappers) {
    for (const Parameter& parameter : wrapper.parameters) {
      if (parameter.is_pointer && parameter.type) types[parameter.type->constant] = parameter.type;
    }
  }
  for (const auto& [constant, row] : types) {
    values["TYPES"] += fill(R"(#ifndef GRIDCALL_$TYPE_MEM
#define GRIDCALL_$TYPE_MEM
typedef struct gridcall_$LOWER_mem {
  gc_mem *mem;
  uint64_t offset; /* in bytes */
} gridcall_$LOWER_mem;
#endif
)",
                            {{"TYPE", constant}, {"LOWER", lower(constant)}});
  }
  values["KERNELS"] = repeated(bindings, "  gc_kernel *$ID;\n");
  values["RELEASES"] = repeated(bindings, "  gc_kernel_release(kernels->$ID);\n");
  values["GETS"] = repeated(bindings,
                            "  if (status == GRIDCALL_OK) status = gc_module_get_kernel(loaded.module, "
                            "\"$KERNEL\", &loaded.$ID, out_error);\n");
  values["SOURCE"] = literals(bindings.source, "\n    ", "?");
  std::string text = fill(R"(/* Typed wrappers of the kernels of $FILE, made by: $COMMAND */

#ifndef $NAME_KERNELS_H
#define $NAME_KERNELS_H

#include <gridcall/gridcall.h>

/* Memory of elements of one type: a kernel's pointer takes no other. */
$TYPES
typedef struct $NAME_kernels {
  gc_module *module;
$KERNELS} $NAME_kernels;

static const char $NAME_source[] =
    $SOURCE;

static inline void $NAME_release($NAME_kernels *kernels) {
$RELEASES  gc_module_release(kernels->module);
}

/* Compiles the source, or finds it in the compile cache. Release what it returns with $NAME_release. */
static inline gc_status $NAME_load(gc_context *context, $NAME_kernels *out_kernels, gc_error **out_error) {
  $NAME_kernels loaded = {NULL};
  gc_status status = gc_module_from_source(context, $NAME_source, sizeof $NAME_source - 1, NULL, &loaded.module, out_error);
$GETS  if (status == GRIDCALL_OK)
    *out_kernels = loaded;
  else
    $NAME_release(&loaded);
  return status;
}
)",
                          values);
  for (const Wrapper& wrapper : bindings.wrappers) text += c_launch(bindings, wrapper);
  return text + "\n#endif\n";
}

std::string write_rust(const Bindings& bindings) {
  std::map<std::string, std::string> values = values_of(bindings);
  bool has_buffer = false, has_mem = false;
  for (const Wrapper& wrapper : bindings.wrappers) {
    std::map<std::string, std::string> own = values_of(bindings, wrapper);
    own["PARAMETERS"] = of_each(wrapper, ",\n        ", [&](const Parameter& parameter) {
      has_buffer |= parameter.is_pointer && parameter.type;
      has_mem |= !parameter.type;
      if (!parameter.type) return parameter.name + ": &Mem";
      return parameter.name + ": " + (parameter.is_pointer ? "&Buffer<" : "") + parameter.type->rust +
             (parameter.is_pointer ? ">" : "");
    });
    own["ARGS"] = wrapper.parameters.empty() ? "" : names_of(wrapper).substr(2);
    values["METHODS"] += fill(R"(
    /// Queues a launch of `$KERNEL` on a stream; `None`: the default stream.
    ///
    /// # Safety
    ///
    /// The kernel must stay inside the memory that it is given.
    #[allow(clippy::too_many_arguments, unused_unsafe)]
    pub unsafe fn $ID(
        &self,
        grid: impl Into<Dim3>,
        block: impl Into<Dim3>,
        stream: Option<&Stream>$PARAMETERS,
    ) -> Result<()> {
        let kernel = &self.$ID;
        // SAFETY: the caller's.
        unsafe {
            match stream {
                Some(stream) => launch!(kernel<<<grid, block, stream>>>($ARGS)),
                None => launch!(kernel<<<grid, block>>>($ARGS)),
            }
        }
    }
)",
                              own);
  }
  values["USES"] = std::string(has_buffer ? "Buffer, " : "") + "Context, Dim3, Kernel, " +
                   (has_mem ? "Mem, " : "") + "Module, Result, Stream";
  values["FIELDS"] = repeated(bindings, "    $ID: Kernel,\n");
  values["GETS"] = repeated(bindings, "            $ID: module.kernel(\"$KERNEL\")?,\n");
  values["SOURCE"] = literals(bindings.source, ",\n    ");
  return fill(R"(// Typed wrappers of the kernels of $FILE, made by: $COMMAND

use gridcall::{launch, $USES};

const SOURCE: &str = concat!(
    $SOURCE
);

/// The kernels of $FILE, loaded into a context.
#[allow(non_snake_case)]
pub struct Kernels {
$FIELDS}

#[allow(non_snake_case, dead_code)]
impl Kernels {
    /// Compiles the source, or finds it in the compile cache.
    pub fn load(context: &Context) -> Result<Kernels> {
        let module = Module::from_source(context, SOURCE, None)?;
        Ok(Kernels {
$GETS        })
    }
$METHODS}
)",
              values);
}

std::string write_go(const Bindings& bindings) {
  std::map<std::string, std::string> values = values_of(bindings);
  values["PACKAGE"] = lower(bindings.name);
  std::size_t longest = 0;
  for (const Wrapper& wrapper : bindings.wrappers) longest = std::max(longest, wrapper.identifier.size());
  for (const Wrapper& wrapper : bindings.wrappers) {
    std::map<std::string, std::string> own = values_of(bindings, wrapper);
    own["METHOD"] = capitalized(wrapper.identifier);
    own["PARAMETERS"] = of_each(wrapper, ", ", [](const Parameter& parameter) {
      if (!parameter.type) return parameter.name + " *gridcall.Mem";
      return parameter.name + " " + (parameter.is_pointer ? "*gridcall.Slice[" : "") + parameter.type->go +
             (parameter.is_pointer ? "]" : "");
    });
    own["ARGS"] = names_of(wrapper);
    values["METHODS"] += fill(R"(
// $METHOD queues a launch of $KERNEL on a stream; nil: the default stream.
func (kernels *Kernels) $METHOD(stream *gridcall.Stream, grid, block gridcall.Dim3$PARAMETERS) error {
	return kernels.k$METHOD.Launch(stream, grid, block$ARGS)
}
)",
                              own);
    // gofmt aligns the types.
    values["FIELDS"] +=
        "\tk" + own["METHOD"] + std::string(longest - own["METHOD"].size(), ' ') + " *gridcall.Kernel\n";
    values["GETS"] += fill(R"(	if kernels.k$METHOD, err = module.Kernel("$KERNEL"); err != nil {
		return nil, err
	}
)",
                           own);
  }
  values["SOURCE"] = literals(bindings.source, " +\n\t");
  return fill(R"(// Code generated by `$COMMAND`; DO NOT EDIT.

// Package $PACKAGE has typed wrappers of the kernels of $FILE.
package $PACKAGE

import gridcall "github.com/gridcall/gridcall/bindings/go"

const source = $SOURCE

// Kernels are the kernels of $FILE, loaded into a context.
type Kernels struct {
$FIELDS}

// Load compiles the source, or finds it in the compile cache.
func Load(context *gridcall.Context) (*Kernels, error) {
	module, err := gridcall.ModuleFromSource(context, source, nil)
	if err != nil {
		return nil, err
	}
	defer module.Close()
	kernels := &Kernels{}
$GETS	return kernels, nil
}
$METHODS)",
              values);
}

std::string write_julia(const Bindings& bindings) {
  std::map<std::string, std::string> values = values_of(bindings);
  values["MODULE"] = capitalized(bindings.name) + "Kernels";
  for (const Wrapper& wrapper : bindings.wrappers) {
    std::map<std::string, std::string> own = values_of(bindings, wrapper);
    own["PARAMETERS"] = of_each(wrapper, ", ", [](const Parameter& parameter) {
      if (!parameter.type) return parameter.name + "::Union{GridCall.Mem,GridCall.DeviceArray}";
      return parameter.name + "::" + (parameter.is_pointer ? "GridCall.DeviceArray{" : "") +
             parameter.type->julia + (parameter.is_pointer ? "}" : "");
    });
    own["ARGS"] = wrapper.parameters.empty() ? "()" : "(" + names_of(wrapper).substr(2) + ",)";
    values["METHODS"] += fill(R"(
"""Queues a launch of `$KERNEL` on a stream; `nothing`: the default stream."""
function $ID(kernels::Kernels$PARAMETERS; grid, block, shared::Integer = 0, stream = nothing)
    GridCall.launch(kernels.$ID, $ARGS; grid = grid, block = block, shared = shared, stream = stream)
end
)",
                              own);
  }
  values["FIELDS"] = repeated(bindings, "    $ID::GridCall.Kernel\n");
  values["GETS"] = repeated(bindings, "GridCall.kernel(code, \"$KERNEL\"), ");
  values["SOURCE"] = literals(bindings.source, " *\n    ", "$");
  return fill(R"(# Typed wrappers of the kernels of $FILE, made by: $COMMAND

module $MODULE

import GridCall

const SOURCE =
    $SOURCE

"""The kernels of $FILE, loaded into a context."""
struct Kernels
$FIELDSend

"""Compiles the source, or finds it in the compile cache."""
function Kernels(context = GridCall.default_context())
    code = GridCall.CodeModule(context, SOURCE)
    return Kernels($GETS)
end
$METHODS
end
)",
              values);
}

std::string write_python(const Bindings& bindings) {
  std::map<std::string, std::string> values = values_of(bindings);
  for (const Wrapper& wrapper : bindings.wrappers) {
    std::map<std::string, std::string> own = values_of(bindings, wrapper);
    own["PARAMETERS"] = of_each(wrapper, ", ", [](const Parameter& parameter) {
      return parameter.name + ": " + (parameter.is_pointer ? "gc.NdArray | gc.Mem" : parameter.type->python);
    });
    own["ARGS"] = names_of(wrapper).substr(wrapper.parameters.empty() ? 0 : 2) +
                  (wrapper.parameters.empty() ? "" : ", ");
    values["METHODS"] += fill(R"(
    def $ID(self, grid: Shape, block: Shape$PARAMETERS, *, stream: gc.Stream | None = None, shared: int = 0) -> None:
        """Queues a launch of `$KERNEL` on a stream; None: the default stream."""
        self._$ID($ARGSgrid=grid, block=block, stream=stream, shared=shared)
)",
                              own);
  }
  values["GETS"] = repeated(bindings, "        self._$ID = module.kernel(\"$KERNEL\")\n");
  values["SOURCE"] = literals(bindings.source, "\n    ");
  return fill(R"(# Typed wrappers of the kernels of $FILE, made by: $COMMAND
"""The kernels of $FILE: a type checker reads their types, and a launch with others raises an error."""

from __future__ import annotations

from typing import Tuple, Union

import gridcall as gc

Shape = Union[int, Tuple[int, ...]]
SOURCE = (
    $SOURCE
)


class Kernels:
    """The kernels, loaded into a context. The source is compiled, or found in the compile cache."""

    def __init__(self, context: gc.Context | None = None):
        module = gc.Module(SOURCE, context=context)
$GETS$METHODS)",
              values);
}

constexpr Language kLanguages[] = {
    {"c",
     "auto break case char const continue default do double else enum extern float for goto if inline int "
     "long register restrict return "
     "short signed sizeof static struct switch typedef union unsigned void volatile while kernels config "
     "stream out_error args class new "
     "this template operator delete private public module",
     write_c},
    {"rust",
     "as break const continue crate else enum extern fn for if impl in let loop match mod move mut pub ref "
     "return self static struct super "
     "trait type unsafe use where while async await dyn abstract become box do final macro override priv "
     "typeof unsized virtual yield try "
     "grid block stream kernel load",
     write_rust},
    {"go",
     "break case chan const continue default defer else fallthrough for func go goto if import interface map "
     "package range return select "
     "struct switch type var kernels stream grid block gridcall source load",
     write_go},
    {"julia",
     "begin while if for try return break continue function macro quote let local global const do struct "
     "module baremodule using import "
     "export end else elseif catch finally true false nothing kernels grid block shared stream Kernels "
     "SOURCE "
     "GridCall",
     write_julia},
    {"python",
     "False None True and as assert async await break class continue def del elif else except finally for "
     "from global if import in is "
     "lambda nonlocal not or pass raise return try while with yield self grid block stream shared gc int "
     "float bool",
     write_python},
};

}  // namespace

const Language* find_language(std::string_view name) {
  for (const Language& language : kLanguages) {
    if (name == language.name) return &language;
  }
  return nullptr;
}

std::vector<std::string> language_names() {
  std::vector<std::string> names;
  for (const Language& language : kLanguages) names.emplace_back(language.name);
  return names;
}

}  // namespace gridcall::command
