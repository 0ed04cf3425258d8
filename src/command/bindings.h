// SPDX-License-Identifier: Apache-2.0
//
// The kernels of a source and their parameters, and the languages that wrappers are written in.

#pragma once

#include <gridcall/gridcall.h>

#include <string>
#include <string_view>
#include <vector>

namespace gridcall::command {

// A type of kernels in each language.
struct TypeRow {
  gc_value_type type;
  const char *constant, *c, *rust, *go, *julia, *python;
};
// The row of a type; nullptr for a struct and what is unknown.
const TypeRow* find_type_row(gc_value_type type);

struct Parameter {
  std::string name;
  bool is_pointer;
  const TypeRow* type;  // of the value, or of what it points to; nullptr: memory of any elements
};

struct Wrapper {
  std::string kernel;      // as gc_module_get_kernel takes it
  std::string identifier;  // in every language
  std::vector<Parameter> parameters;
};

struct Bindings {
  std::string file, name, source, command;
  std::vector<Wrapper> wrappers;
};

// A writer of a language, and the words that no parameter may have as its name there: a `_` is put behind
// them.
struct Language {
  const char* name;
  std::string_view reserved;
  std::string (*write)(const Bindings&);
};
const Language* find_language(std::string_view name);
std::vector<std::string> language_names();

// The text as string literals, one for each line, with `separator` between them.
std::string literals(std::string_view text, std::string_view separator, std::string_view also_escaped = "");

}  // namespace gridcall::command
