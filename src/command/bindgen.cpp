// SPDX-License-Identifier: Apache-2.0
//
// `gridcall bindgen`: reads the kernels of a source from its compiled form, so that their types are the
// compiler's, and writes wrappers which the compiler of another language checks.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command/bindings.h"
#include "command/command.h"

namespace gridcall::command {

namespace {

constexpr TypeRow kRows[] = {
    {GRIDCALL_VALUE_TYPE_INT8, "INT8", "int8_t", "i8", "int8", "Int8", "int"},
    {GRIDCALL_VALUE_TYPE_UINT8, "UINT8", "uint8_t", "u8", "uint8", "UInt8", "int"},
    {GRIDCALL_VALUE_TYPE_INT16, "INT16", "int16_t", "i16", "int16", "Int16", "int"},
    {GRIDCALL_VALUE_TYPE_UINT16, "UINT16", "uint16_t", "u16", "uint16", "UInt16", "int"},
    {GRIDCALL_VALUE_TYPE_INT32, "INT32", "int32_t", "i32", "int32", "Int32", "int"},
    {GRIDCALL_VALUE_TYPE_UINT32, "UINT32", "uint32_t", "u32", "uint32", "UInt32", "int"},
    {GRIDCALL_VALUE_TYPE_INT64, "INT64", "int64_t", "i64", "int64", "Int64", "int"},
    {GRIDCALL_VALUE_TYPE_UINT64, "UINT64", "uint64_t", "u64", "uint64", "UInt64", "int"},
    // A 16-bit integer holds the bits if a language has no such type.
    {GRIDCALL_VALUE_TYPE_FLOAT16, "FLOAT16", "uint16_t", "u16", "uint16", "Float16", "float"},
    {GRIDCALL_VALUE_TYPE_BFLOAT16, "BFLOAT16", "uint16_t", "u16", "uint16", "UInt16", "float"},
    {GRIDCALL_VALUE_TYPE_FLOAT32, "FLOAT32", "float", "f32", "float32", "Float32", "float"},
    {GRIDCALL_VALUE_TYPE_FLOAT64, "FLOAT64", "double", "f64", "float64", "Float64", "float"},
    {GRIDCALL_VALUE_TYPE_BOOL, "BOOL", "uint8_t", "bool", "bool", "Bool", "bool"},
};

struct BindgenOptions {
  std::string file, language, name, output;
  std::vector<std::string> kernels;
  SourceOptions source;
};

std::string identifier_of(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c))) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (name.ends_with('_')) name.pop_back();
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) ? "k" + name : name;
}

bool is_reserved(const Language& language, const std::string& name) {
  return (" " + std::string(language.reserved) + " ").find(" " + name + " ") != std::string::npos;
}

// Reads the parameters of a kernel; returns false if one is a struct by value, which other languages cannot
// pass.
bool read_parameters(gc_kernel* kernel, const Language& language, Wrapper* wrapper, std::string* why) {
  for (const gc_kernel_param& param : kernel_params(kernel)) {
    Parameter parameter;
    const std::size_t number = wrapper->parameters.size();
    parameter.name = *param.name ? param.name : "arg" + std::to_string(number);
    if (is_reserved(language, parameter.name)) parameter.name += '_';
    parameter.is_pointer = param.value_type >= GRIDCALL_VALUE_TYPE_POINTER;
    parameter.type = find_type_row(param.value_type & ~GRIDCALL_VALUE_TYPE_POINTER);
    if (!parameter.is_pointer && !parameter.type) {
      *why = "its parameter `" + std::string(param.type_name) + " " + param.name + "` is a struct by value";
      return false;
    }
    wrapper->parameters.push_back(parameter);
  }
  return true;
}

std::string with_defines(const SourceOptions& options, const std::string& file, const std::string& source) {
  std::string text;
  for (const std::string& define : options.defines) {
    const std::size_t equals = define.find('=');
    text += "#define " + define.substr(0, equals) + " " +
            (equals == std::string::npos ? "1" : define.substr(equals + 1)) + "\n";
  }
  return text.empty() ? source : text + "#line 1 \"" + file + "\"\n" + source;
}

std::string generate(const BindgenOptions& options) {
  const Language& language = *find_language(options.language);
  Bindings bindings;
  bindings.file = std::filesystem::path(options.file).filename();
  bindings.name = identifier_of(options.name.empty() ? std::filesystem::path(options.file).stem().string()
                                                     : options.name);
  bindings.command = "gridcall bindgen " + bindings.file + " --language " + options.language;
  for (const std::string& instance : options.source.instances)
    bindings.command += " --instance \"" + instance + "\"";
  const std::string source = read_file(options.file);
  bindings.source = with_defines(options.source, bindings.file, source);
  // The CPU device reports names and types of all parameters, but a GPU's image does not.
  const Context context = open_context("cpu");
  CompileOptions compile(options.source, options.file);
  Module module;
  {
    const Progress progress("compiling " + options.file);
    call(gc_module_from_source, static_cast<gc_context*>(context), source.data(), source.size(),
         compile.get(), module.out());
  }
  std::vector<std::string> names = options.kernels;
  if (names.empty()) {
    names = kernel_names(module);
    for (const std::string& instance : options.source.instances) {
      if (std::find(names.begin(), names.end(), instance) == names.end()) names.push_back(instance);
    }
  }
  for (const std::string& name : names) {
    Wrapper wrapper{name, identifier_of(name), {}};
    if (is_reserved(language, wrapper.identifier)) wrapper.identifier += '_';
    Kernel kernel;
    std::string why;
    call(gc_module_get_kernel, static_cast<gc_module*>(module), name.c_str(), kernel.out());
    if (read_parameters(kernel, language, &wrapper, &why)) {
      bindings.wrappers.push_back(std::move(wrapper));
    } else {
      std::fprintf(stderr,
                   "gridcall: `%s` has no wrapper: %s: pass a pointer to it, or launch this kernel by hand\n",
                   name.c_str(), why.c_str());
    }
  }
  if (bindings.wrappers.empty()) {
    throw Failure(kFailed, "`" + options.file +
                               "` has no kernel to wrap: write one, or name an instance of a template with "
                               "--instance \"scale<float>\"");
  }
  return language.write(bindings);
}

}  // namespace

const TypeRow* find_type_row(gc_value_type type) {
  for (const TypeRow& row : kRows) {
    if (row.type == type) return &row;
  }
  return nullptr;
}

std::string literals(std::string_view text, std::string_view separator, std::string_view also_escaped) {
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_trigraph =
        c == '?' && i > 0 && text[i - 1] == '?' && also_escaped.find('?') != std::string_view::npos;
    if (c == '\n') {
      result += "\\n\"";
      if (i + 1 < text.size()) result.append(separator).append("\"");
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\r') {
      result += "\\r";
    } else if (c == '"' || c == '\\' || (c == '$' && also_escaped.find('$') != std::string_view::npos) ||
               is_trigraph) {
      result.append("\\").append(1, c);
    } else {
      result += c;
    }
  }
  return text.ends_with('\n') ? result : result + "\"";
}

void add_bindgen(CLI::App& app) {
  CLI::App* sub = app.add_subcommand(
      "bindgen", "Write typed wrappers of the kernels of a file: a wrong argument does not compile");
  const auto options = std::make_shared<BindgenOptions>();
  sub->add_option("FILE", options->file, "A file of CUDA C++ source, which becomes a part of what is written")
      ->required()
      ->type_name("");
  sub->add_option("-l,--language", options->language, "The language of the wrappers")
      ->required()
      ->check(CLI::IsMember(language_names()));
  sub->add_option("-k,--kernel", options->kernels, "A kernel to wrap; all if none is given")
      ->type_name("NAME")
      ->allow_extra_args(false);
  sub->add_option("--name", options->name, "The name of the module or package; the file's if it is not given")
      ->type_name("NAME");
  sub->add_option("-o,--output", options->output, "The file to write; standard output if it is not given")
      ->type_name("FILE");
  add_source_options(*sub, &options->source);
  sub->footer("Example: gridcall bindgen scale.cu --language rust --output src/scale.rs");
  sub->callback([options] {
    const std::string text = generate(*options);
    if (options->output.empty()) {
      std::fwrite(text.data(), 1, text.size(), stdout);
    } else {
      write_file(options->output, text);
    }
  });
}

}  // namespace gridcall::command
