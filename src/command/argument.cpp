// SPDX-License-Identifier: Apache-2.0

#include "command/argument.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace gridcall::command {

namespace {

struct TypeName {
  gc_scalar_type type;
  const char* name;
};
constexpr TypeName kTypes[] = {
    {GRIDCALL_SCALAR_TYPE_INT8, "i8"},     {GRIDCALL_SCALAR_TYPE_UINT8, "u8"},
    {GRIDCALL_SCALAR_TYPE_INT16, "i16"},   {GRIDCALL_SCALAR_TYPE_UINT16, "u16"},
    {GRIDCALL_SCALAR_TYPE_INT32, "i32"},   {GRIDCALL_SCALAR_TYPE_UINT32, "u32"},
    {GRIDCALL_SCALAR_TYPE_INT64, "i64"},   {GRIDCALL_SCALAR_TYPE_UINT64, "u64"},
    {GRIDCALL_SCALAR_TYPE_FLOAT16, "f16"}, {GRIDCALL_SCALAR_TYPE_BFLOAT16, "bf16"},
    {GRIDCALL_SCALAR_TYPE_FLOAT32, "f32"}, {GRIDCALL_SCALAR_TYPE_FLOAT64, "f64"},
    {GRIDCALL_SCALAR_TYPE_BOOL, "bool"},
};

[[noreturn]] void refuse(const std::string& argument, const std::string& why) {
  throw Failure(kUsage, "argument `" + argument + "`: " + why);
}

gc_scalar_type find_type(const std::string& argument, const std::string& name) {
  std::vector<std::string> names;
  for (const TypeName& type : kTypes) {
    if (name == type.name) return type.type;
    names.emplace_back(type.name);
  }
  gc_scalar_type type = 0;
  if (name.size() > 1 && problem(gc_dtype_scalar_from_name, name.c_str(), &type).empty()) return type;
  refuse(argument, "`" + name + "` is no type: write one of " + joined(names, ", "));
}

// Returns the type of a parameter or of its pointee; 0 if it is unknown or no number.
gc_scalar_type type_of(const gc_kernel_param* param, bool is_array) {
  if (!param) return 0;
  const gc_value_type type = is_array ? param->value_type - GRIDCALL_VALUE_TYPE_POINTER : param->value_type;
  return type > 0 && type <= GRIDCALL_VALUE_TYPE_BOOL ? type : 0;
}

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

std::string integer_bytes(const std::string& argument, const std::string& text, gc_scalar_type type) {
  const unsigned bits = 8 * gc_dtype_scalar_size(type);
  const bool is_signed = type % 2 == 1;  // the signed types have the odd numbers
  char* end = nullptr;
  errno = 0;
  const bool is_negative = text.starts_with('-');
  const unsigned long long magnitude = std::strtoull(text.c_str() + (is_negative ? 1 : 0), &end, 0);
  const unsigned long long largest = ~0ULL >> (64 - bits + (is_signed ? 1 : 0));
  if (!std::isdigit(static_cast<unsigned char>(text[is_negative ? 1 : 0])) || *end != '\0')
    refuse(argument, "`" + text + "` is no whole number");
  if (errno == ERANGE || magnitude > largest + (is_negative && is_signed ? 1 : 0) ||
      (is_negative && !is_signed && magnitude > 0)) {
    refuse(argument, "`" + text + "` does not fit into " + type_name(type) + ", whose largest number is " +
                         std::to_string(largest));
  }
  return bytes_of(is_negative ? 0 - magnitude : magnitude).substr(0, bits / 8);
}

std::string scalar_bytes(const std::string& argument, const std::string& text, gc_scalar_type type) {
  if (type == GRIDCALL_SCALAR_TYPE_BOOL) {
    if (text != "true" && text != "false" && text != "1" && text != "0")
      refuse(argument, "`" + text + "` is neither true nor false");
    return {text == "true" || text == "1" ? '\1' : '\0'};
  }
  if (type < GRIDCALL_SCALAR_TYPE_FLOAT16) return integer_bytes(argument, text, type);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') refuse(argument, "`" + text + "` is no number");
  if (type == GRIDCALL_SCALAR_TYPE_FLOAT64) return bytes_of(value);
  if (type == GRIDCALL_SCALAR_TYPE_FLOAT32) return bytes_of(static_cast<float>(value));
  refuse(argument, "a scalar of " + type_name(type) + " is given by its bits: write its type as u16");
}

bool is_name(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) return false;
  for (const char c : text) {
    if (c != '_' && !std::isalnum(static_cast<unsigned char>(c))) return false;
  }
  return true;
}

std::vector<std::uint64_t> parse_shape(const std::string& argument, const std::string& text) {
  std::vector<std::uint64_t> shape;
  for (const std::string& part : split(text, ',')) {
    std::uint64_t size = 0;
    const auto [end, wrong] = std::from_chars(part.data(), part.data() + part.size(), size);
    if (wrong != std::errc() || end != part.data() + part.size() || size == 0)
      refuse(argument, "`" + part + "` is no number of elements: write [1000] or [64,64]");
    shape.push_back(size);
  }
  return shape;
}

// Replaces the indexes i, j and k in the expression by the names of the inputs of gc_ndarray_apply.
std::string with_inputs(const std::string& expression, std::size_t dimensions) {
  std::string text;
  for (std::size_t at = 0; at < expression.size();) {
    std::size_t end = at;
    while (end < expression.size() && (std::isalnum(static_cast<unsigned char>(expression[end])) ||
                                       expression[end] == '_' || expression[end] == '.'))
      ++end;
    std::string word = expression.substr(at, std::max<std::size_t>(end - at, 1));
    if (word.size() == 1 && word[0] >= 'i' && word[0] <= 'k' &&
        static_cast<std::size_t>(word[0] - 'i') < dimensions)
      word[0] = static_cast<char>(word[0] - 'i' + 'a');
    text += word;
    at += word.size();
  }
  return text;
}

void apply(Argument* argument, gc_context* context) {
  const std::vector<std::uint64_t>& shape = argument->value.shape;
  const std::size_t dimensions = std::min<std::size_t>(shape.size(), 3);
  std::vector<Ndarray> indexes;
  std::vector<gc_ndarray*> inputs;
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    std::vector<std::int64_t> numbers(shape[axis]);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(i);
    std::vector<std::uint64_t> index_shape(shape.size(), 1);
    index_shape[axis] = shape[axis];
    gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
    options.scalar_type = GRIDCALL_SCALAR_TYPE_INT64;
    options.shape = index_shape.data();
    options.shape_count = index_shape.size();
    indexes.emplace_back();
    call(gc_ndarray_from_host, context, static_cast<const void*>(numbers.data()), numbers.size() * 8,
         &options, indexes.back().out());
    inputs.push_back(indexes.back());
  }
  const std::string expression = with_inputs(argument->expression, dimensions);
  const std::string wrong = problem(gc_ndarray_apply, static_cast<gc_ndarray*>(argument->ndarray),
                                    expression.c_str(), static_cast<gc_ndarray* const*>(inputs.data()),
                                    inputs.size(), nullptr, std::size_t{0}, nullptr);
  if (!wrong.empty()) {
    refuse(argument->name, "`" + argument->expression + "`: " + wrong +
                               "\nwrite an expression of C++ with the index i (and j, k of further "
                               "dimensions), as i*2 or sin(0.1*i)");
  }
}

float half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float size = exponent == 31  ? (fraction ? NAN : INFINITY)
                     : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                     : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  return bits & 0x8000 ? -size : size;
}

template <class T>
T element(const Npy& array, std::uint64_t index) {
  T value;
  std::memcpy(&value, array.data.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <class T>
std::string shortest(T value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

}  // namespace

std::string type_name(gc_scalar_type type) {
  for (const TypeName& each : kTypes) {
    if (type == each.type) return each.name;
  }
  return gc_dtype_scalar_name(type);
}

std::string element_text(const Npy& array, std::uint64_t index) {
  switch (array.type) {
    case GRIDCALL_SCALAR_TYPE_INT8:
      return shortest<int>(element<std::int8_t>(array, index));
    case GRIDCALL_SCALAR_TYPE_UINT8:
      return shortest<int>(element<std::uint8_t>(array, index));
    case GRIDCALL_SCALAR_TYPE_INT16:
      return shortest(element<std::int16_t>(array, index));
    case GRIDCALL_SCALAR_TYPE_UINT16:
      return shortest(element<std::uint16_t>(array, index));
    case GRIDCALL_SCALAR_TYPE_INT32:
      return shortest(element<std::int32_t>(array, index));
    case GRIDCALL_SCALAR_TYPE_UINT32:
      return shortest(element<std::uint32_t>(array, index));
    case GRIDCALL_SCALAR_TYPE_INT64:
      return shortest(element<std::int64_t>(array, index));
    case GRIDCALL_SCALAR_TYPE_UINT64:
      return shortest(element<std::uint64_t>(array, index));
    case GRIDCALL_SCALAR_TYPE_FLOAT16:
      return shortest(half_value(element<std::uint16_t>(array, index)));
    case GRIDCALL_SCALAR_TYPE_BFLOAT16:
      return shortest(
          std::bit_cast<float>(static_cast<std::uint32_t>(element<std::uint16_t>(array, index)) << 16));
    case GRIDCALL_SCALAR_TYPE_FLOAT32:
      return shortest(element<float>(array, index));
    case GRIDCALL_SCALAR_TYPE_FLOAT64:
      return shortest(element<double>(array, index));
    case GRIDCALL_SCALAR_TYPE_BOOL:
      return element<std::uint8_t>(array, index) ? "true" : "false";
    default:
      return "?";
  }
}

Argument parse_argument(const std::string& text, const gc_kernel_param* param) {
  const std::size_t equals = text.find('=');
  const std::string left = text.substr(0, equals);
  const std::size_t bracket = left.find('[');
  const std::size_t colon = left.find(':');
  Argument argument;
  argument.name = left.substr(0, std::min(colon, bracket));
  argument.expression = equals == std::string::npos ? "" : text.substr(equals + 1);
  const bool is_file = argument.expression.starts_with('@');
  argument.is_array = bracket != std::string::npos || is_file;
  if (param) argument.is_constant = std::string_view(param->type_name).starts_with("const ");
  if (!is_name(argument.name))
    refuse(text,
           "it has no name: write it as " + (param ? example_of(*param) : "n:i32=100 or x:f32[1000]=i*2"));
  if (bracket != std::string::npos &&
      (!left.ends_with(']') || (colon != std::string::npos && colon > bracket)))
    refuse(text, "write an array as x:f32[1000] or x:f32[64,64]=i*2");
  if (equals != std::string::npos && argument.expression.empty()) refuse(text, "nothing stands behind `=`");
  if (param && *param->name && argument.name != param->name)
    refuse(text,
           "the parameter at this place is `" + std::string(param->name) + "`: write " + example_of(*param));
  const bool takes_array = param && param->value_type >= GRIDCALL_VALUE_TYPE_POINTER;
  if (takes_array && !argument.is_array)
    refuse(text, "the parameter is an array: write " + example_of(*param));
  gc_scalar_type type = type_of(param, argument.is_array);
  if (colon != std::string::npos) {
    type = find_type(
        text, left.substr(colon + 1, bracket == std::string::npos ? std::string::npos : bracket - colon - 1));
  }
  if (is_file) {
    argument.value = read_npy(argument.expression.substr(1));
    const bool is_other = type != 0 && type != argument.value.type;
    if (is_other)
      refuse(text, "the file has " + type_name(argument.value.type) + ", and " + type_name(type) +
                       " is wanted: convert it, as x.astype(...)");
    return argument;
  }
  if (type == 0)
    refuse(text, "it has no type: write " + argument.name + (argument.is_array ? ":f32[1000]" : ":i32=100"));
  argument.value.type = type;
  if (argument.is_array) {
    argument.value.shape = parse_shape(text, left.substr(bracket + 1, left.size() - bracket - 2));
  } else {
    if (argument.expression.empty())
      refuse(text, "a number needs a value: write " + argument.name + ":" + type_name(type) + "=100");
    argument.value.shape = {1};
    argument.value.data = scalar_bytes(text, argument.expression, type);
  }
  return argument;
}

void upload(Argument* argument, gc_context* context) {
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = argument->value.type;
  options.shape = argument->value.shape.data();
  options.shape_count = argument->value.shape.size();
  if (!argument->value.data.empty()) {
    call(gc_ndarray_from_host, context, static_cast<const void*>(argument->value.data.data()),
         argument->value.data.size(), &options, argument->ndarray.out());
    return;
  }
  call(gc_ndarray_create, context, &options, argument->ndarray.out());
  constexpr char kZero[16] = {};
  call(gc_ndarray_fill, static_cast<gc_ndarray*>(argument->ndarray), static_cast<const void*>(kZero),
       static_cast<std::size_t>(gc_dtype_scalar_size(argument->value.type)), nullptr);
  if (!argument->expression.empty()) apply(argument, context);
  argument->value.data = download(*argument);
}

std::string download(const Argument& argument) {
  std::uint64_t size = gc_dtype_scalar_size(argument.value.type);
  for (const std::uint64_t extent : argument.value.shape) size *= extent;
  std::string data(size, '\0');
  call(gc_ndarray_copy_to_host, static_cast<gc_ndarray*>(argument.ndarray), static_cast<void*>(data.data()),
       data.size(), nullptr, nullptr);
  return data;
}

gc_arg to_arg(const Argument& argument) {
  gc_arg arg{};
  if (argument.is_array) {
    arg.kind = GRIDCALL_ARG_KIND_NDARRAY;
    arg.object = static_cast<gc_ndarray*>(argument.ndarray);
    return arg;
  }
  arg.kind = GRIDCALL_ARG_KIND_SCALAR;
  arg.size = static_cast<std::uint32_t>(argument.value.data.size());
  arg.value_type = argument.value.type;
  std::memcpy(&arg.bits, argument.value.data.data(), argument.value.data.size());
  return arg;
}

std::string example_of(const gc_kernel_param& param) {
  const std::string name = *param.name ? param.name : "x";
  const bool is_array = param.value_type >= GRIDCALL_VALUE_TYPE_POINTER;
  const gc_scalar_type type = type_of(&param, is_array);
  if (is_array) return name + ":" + (type ? type_name(type) : "u8") + "[1000]";
  if (type == GRIDCALL_SCALAR_TYPE_BOOL) return name + ":bool=true";
  return name + ":" + (type ? type_name(type) : "i32") + "=100";
}

}  // namespace gridcall::command
