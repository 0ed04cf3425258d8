// SPDX-License-Identifier: Apache-2.0
//
// The kernels of a source and their parameters, and the languages that wrappers are written in.

#pragma once

#include <gridcall/gridcall.h>

#include <string>
#include <string_view>
#include <vector>

namespace gridcall::command {

// A type of a kernel's parameter in each language.
struct TypeRow {
  gc_value_type type;
  const char *constant, *c, *rust, *go, *julia, *python;
};
// Returns the row of a type; nullptr for a struct or an unknown type.
const TypeRow* find_type_row(gc_value_type type);

struct Parameter {
  std::string name;
  bool is_pointer;
  const TypeRow* type;  // the type of the value or of the pointee; nullptr: memory of any elements
};

struct Wrapper {
  std::string kernel;      // the name that gc_module_get_kernel takes
  std::string identifier;  // the name in every language
  std::vector<Parameter> parameters;
};

struct Bindings {
  std::string file, name, source, command;
  std::vector<Wrapper> wrappers;
};

// A writer for a language, and the words that are no parameter names there: they get a `_` at the end.
struct Language {
  const char* name;
  std::string_view reserved;
  std::string (*write)(const Bindings&);
};
const Language* find_language(std::string_view name);
std::vector<std::string> language_names();

// Returns the text as string literals, one for each line, with `separator` between them.
std::string literals(std::string_view text, std::string_view separator, std::string_view also_escaped = "");

}  // namespace gridcall::command
