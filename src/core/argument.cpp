// SPDX-License-Identifier: Apache-2.0

#include "core/argument.h"

#include <cstdint>
#include <cstring>

#include "base/concat.h"
#include "core/ndarray/ndarray.h"
#include "core/parameter_type.h"
#include "core/pipe.h"
#include "core/scalar_type.h"
#include "core/surface.h"
#include "core/texture.h"

namespace gridcall::core {

using namespace driver;

std::string argument_name(std::size_t index) {
  return concat("argument ", index);
}

namespace {

std::string parameter_name(const Kernel& kernel, std::size_t index) {
  const std::string& name = kernel.parameter_text(index).name;
  return concat("parameter ", index, name.empty() ? std::string() : concat(", `", name, "`,"), " of `",
                kernel.name(), "`");
}

// `type`: the type of the argument, which is a pointer for memory; 0 if the argument gives none.
[[noreturn, gnu::cold]] void refuse_size(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                                         std::uint32_t given, std::uint32_t type) {
  const bool is_typed = type != 0 && type < value_type::kPointer * 2 && parameter.type != 0;
  const std::uint32_t takes = parameter.size;
  const bool is_scalar = takes == 1 || takes == 2 || takes == 4 || takes == 8;
  const std::string bytes = concat(given, " bytes");
  const std::string is = !is_typed                      ? concat(" has ", bytes)
                         : type >= value_type::kPointer ? concat(" is ", value_text(type))
                                                        : concat(" is ", value_text(type), " of ", bytes);
  const std::string pass = is_typed && parameter.type != value_type::kStruct ? value_text(parameter.type)
                           : is_scalar ? concat("a ", takes * 8, "-bit value")
                                       : concat("a struct of ", takes, " bytes, or that many as kind BYTES");
  throw Failure(status::kArgumentMismatch,
                concat(argument_name(index), is, ", ", parameter_name(kernel, index), " takes ", takes,
                       ": pass ", pass));
}

// A kind of argument whose value is the handle of an object: its name, and the advice that a refusal gives.
struct ObjectKind {
  ArgKind kind;
  const char* name;
  const char* size_hint;
  const char* bits_hint;  // nullptr if `bits` may be set
};
constexpr ObjectKind kObjectKinds[] = {
    {ArgKind::kMem, "a MEM", ", the size of a pointer", nullptr},
    {ArgKind::kPipe, "a PIPE", "", ""},
    {ArgKind::kTexture, "a TEXTURE", "", ""},
    {ArgKind::kSurface, "a SURFACE", "", ""},
    {ArgKind::kNdarray, "an NDARRAY", "", ", and slice the array instead"},
};

[[noreturn]] void refuse_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                                  const Argument& argument, std::span<const std::byte> bytes) {
  const std::string name = argument_name(index);
  for (const ObjectKind& each : kObjectKinds) {
    if (each.kind != static_cast<ArgKind>(argument.kind)) continue;
    if (argument.size != 0 && argument.size != 8)
      throw Failure(status::kInvalidArgument, concat(name, " is ", each.name, " of `size` ", argument.size,
                                                     ": set it to 0 or 8", each.size_hint));
    if (each.bits_hint && argument.bits != 0)
      throw Failure(status::kInvalidArgument, concat(name, " is ", each.name, " with `bits` ", argument.bits,
                                                     ": set them to 0", each.bits_hint));
    refuse_size(kernel, index, parameter, 8, value_type::kPointer);
  }
  const auto type = static_cast<std::uint32_t>(argument.type);
  switch (static_cast<ArgKind>(argument.kind)) {
    case ArgKind::kScalar:
      if (argument.size != 1 && argument.size != 2 && argument.size != 4 && argument.size != 8)
        throw Failure(status::kInvalidArgument, concat(name, " is a SCALAR of ", argument.size,
                                                       " bytes: 1, 2, 4 or 8, or use kind BYTES"));
      refuse_size(kernel, index, parameter, argument.size, type);
    case ArgKind::kBytes:
      if (argument.bits > bytes.size() || argument.size > bytes.size() - argument.bits)
        throw Failure(status::kOutOfRange,
                      concat(name, " is ", argument.size, " bytes at offset ", argument.bits,
                             " of `bytes`, which has ", bytes.size(), ": pass them all"));
      refuse_size(kernel, index, parameter, argument.size, type);
    case ArgKind::kValue:
      if (argument.object == 0)
        throw Failure(status::kInvalidArgument,
                      concat("`object` of ", name, " is NULL: pass the address of the value"));
      refuse_size(kernel, index, parameter, argument.size, type);
    case ArgKind::kType:
      throw Failure(
          status::kInvalidArgument,
          concat(name, " is a TYPE, which has no value and is for gc_prepared_create: pass its value"));
    default:
      throw Failure(status::kInvalidArgument,
                    concat(name, " has kind ", argument.kind,
                           ", which does not exist: pass SCALAR (1), MEM (2), BYTES (3), VALUE (4), TEXTURE "
                           "(5), SURFACE (6), PIPE (7), NDARRAY (8) or TYPE (9)"));
  }
}

// `given`: the type of the argument as accepts() compares it, which is a pointer for memory.
[[noreturn, gnu::cold]] void refuse_type(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                                         const Argument& argument, std::uint32_t given) {
  const std::string name = argument_name(index);
  if (argument.type >> 32 != 0)
    throw Failure(status::kInvalidOptions,
                  concat("`reserved` of ", name, " is ", argument.type >> 32, ": set it to 0"));
  if (argument.type >= value_type::kPointer * 2)
    throw Failure(status::kInvalidArgument, concat("`value_type` of ", name, " is ", argument.type,
                                                   ", which is none: see gc_value_type in gridcall.h"));
  const bool is_number_for_pointer = parameter.type >= value_type::kPointer && given < value_type::kPointer;
  throw Failure(status::kArgumentMismatch,
                concat(name, " is ", value_text(given), ", ", parameter_name(kernel, index), " takes `",
                       kernel.parameter_text(index).type_name, "`: pass ", value_text(parameter.type),
                       is_number_for_pointer ? ", or an address as a pointer" : ""));
}

// Throws if an argument names another type than its parameter has.
void check_type(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                const Argument& argument) {
  auto given = static_cast<std::uint32_t>(argument.type);
  // The type of an array of pointers is a pointer to an unknown type.
  if (argument.kind == static_cast<std::int32_t>(ArgKind::kMem) ||
      argument.kind == static_cast<std::int32_t>(ArgKind::kNdarray))
    given = given < value_type::kPointer ? given + value_type::kPointer : value_type::kPointer;
  if (__builtin_expect(argument.type >= value_type::kPointer * 2 || !accepts(parameter.type, given), 0))
    refuse_type(kernel, index, parameter, argument, given);
}

}  // namespace

void check_promised_type(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                         const Argument& argument) {
  if (argument.bits != 0 || argument.object != 0)
    throw Failure(status::kInvalidArgument,
                  argument_name(index) + " is a TYPE with a value: set `bits` and `object` to 0");
  const auto type = static_cast<std::uint32_t>(argument.type);
  // A gc_scalar_type has complex numbers too, where value types have structs of any size.
  std::uint32_t bytes = argument.size;
  if (bytes == 0) bytes = (type & value_type::kPointer) != 0 ? 8 : scalar_size(static_cast<ScalarType>(type));
  if (bytes != 0 && bytes != parameter.size) refuse_size(kernel, index, parameter, bytes, type);
  const bool is_address = (parameter.type & value_type::kPointer) != 0 &&
                          (argument.type == value_type::kInt64 || argument.type == value_type::kUint64);
  if (argument.type != 0 && !is_address &&
      (argument.type >= value_type::kPointer * 2 || !accepts(parameter.type, type)))
    refuse_type(kernel, index, parameter, argument, type);
}

void check_argument_count(const Kernel& kernel, std::size_t given) {
  const std::size_t takes = kernel.parameters().size();
  if (__builtin_expect(given != takes, 0))
    throw Failure(status::kArgumentMismatch, concat("`arg_count` is ", given, ", and `", kernel.name(),
                                                    "` takes ", takes, ": pass one for each parameter"));
}

void check_pointer_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                            const Argument& argument) {
  if (parameter.size != sizeof(std::uint64_t))
    refuse_size(kernel, index, parameter, sizeof(std::uint64_t), value_type::kPointer);
  check_type(kernel, index, parameter, argument);
}

namespace {

// Returns true for the kinds PIPE, TEXTURE, SURFACE and NDARRAY.
bool is_object_argument(image::Parameter parameter, const Argument& argument) noexcept {
  return parameter.size == 8 && (argument.size == 0 || argument.size == 8) && argument.bits == 0;
}

template <class T>
T& object_of(const Kernel& kernel, std::size_t index, const Argument& argument) {
  auto* object = static_cast<T*>(handle_find(argument.object, T::kType));
  if (!object) refuse_handle(argument.object, T::kType, concat("`object` of ", argument_name(index)));
  if (&object->context() != &kernel.context())
    refuse_context(("`object` of " + argument_name(index)).c_str(), object->context(), "the kernel",
                   kernel.context());
  return *object;
}

// Returns 0 if the type of the elements that a parameter points to is unknown.
std::uint32_t element_bytes(image::Parameter parameter) {
  const std::uint32_t element =
      parameter.type - value_type::kPointer;  // a number without meaning if it is no pointer
  return element < value_type::kStruct ? scalar_alignment(static_cast<ScalarType>(element)) : 0;
}

// Throws if the elements that a parameter points to cannot lie at the address: a GPU's kernel faults there.
[[gnu::noinline]] void check_alignment(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                                       std::uint64_t address) {
  const std::uint32_t bytes = element_bytes(parameter);
  if (bytes == 0 || address % bytes == 0) return;
  throw Failure(status::kInvalidArgument,
                concat(argument_name(index), " begins at an address that is no multiple of ", bytes, ", and ",
                       parameter_name(kernel, index), " takes `", kernel.parameter_text(index).type_name,
                       "`: pass a part that begins at one"));
}

// Most launches have no array, so this is not inlined.
[[gnu::noinline]] CheckedArgument check_ndarray(const Kernel& kernel, std::size_t index,
                                                image::Parameter parameter, const Argument& argument,
                                                std::uint64_t& scratch) {
  auto& ndarray = object_of<Ndarray>(kernel, index, argument);
  Argument typed = argument;
  // The array knows its element type; a type in the argument must equal it. Complex numbers are structs.
  const auto own =
      is_complex(ndarray.type()) ? value_type::kStruct : static_cast<std::uint32_t>(ndarray.type());
  if (typed.type == 0) typed.type = own;
  check_type(kernel, index, parameter, typed);
  Mem& mem = ndarray.mem();
  if ((mem.barred() & Mem::kKernels) != 0) mem.refuse_barred(argument_name(index).c_str(), Mem::kKernels);
  scratch = ndarray.address();
  check_alignment(kernel, index, parameter, scratch);
  return {&scratch, &mem, &mem.usage(), &mem};
}

// Checks an address that was given as a number, with GRIDCALL_CPU_CHECK; code that checks its accesses
// reports more. Throws INVALID_ARGUMENT.
[[gnu::cold, gnu::noinline]] void check_address(const Kernel& kernel, std::size_t index,
                                                image::Parameter parameter, const void* value) {
  const Table& table = kernel.context().table();
  if (kernel.is_checked() || parameter.size != sizeof(std::uint64_t)) return;
  std::uint64_t address = 0;
  std::memcpy(&address, value, sizeof address);
  // Sentinels such as 1 and -1 are compared and never followed: no memory is there.
  if (address < 4096 || address >> 47 != 0) return;
  check_alignment(kernel, index, parameter, address);
  // A function of the device has an address too, in code.
  const std::string& type_name = kernel.parameter_text(index).type_name;
  const bool is_function =
      parameter.type == value_type::kPointer &&
      (type_name.find('*') == std::string::npos || type_name.find("(*") != std::string::npos);
  const auto is_host = [&](std::uint64_t place) {
    int result = 0;
    return table.gridcallIsHostMemory && table.gridcallIsHostMemory(place, &result) == CUDA_SUCCESS &&
           result != 0;
  };
  // An array that a kernel counts from 1 begins an element behind its address.
  if (is_function || !is_host(address) || !is_host(address + element_bytes(parameter))) return;
  throw Failure(status::kInvalidArgument,
                concat(argument_name(index),
                       " is an address in host memory that is not page-locked, where a GPU faults, and ",
                       parameter_name(kernel, index), " takes `", type_name, "`: pass ",
                       value_text(parameter.type), ", or page-lock it with gc_mem_register"));
}

CheckedArgument find_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                              const Argument& argument, std::span<const std::byte> bytes,
                              std::uint64_t& scratch) {
  switch (static_cast<ArgKind>(argument.kind)) {
    case ArgKind::kScalar:
      // Every machine that CUDA runs on is little-endian.
      if (argument.size != parameter.size || argument.size > 8) break;
      if (argument.type != 0 && argument.type != parameter.type)
        check_type(kernel, index, parameter, argument);
      return {&argument.bits};
    case ArgKind::kMem: {
      if (parameter.size != 8 || (argument.size != 0 && argument.size != 8)) break;
      auto* mem = static_cast<Mem*>(handle_find(argument.object, HandleType::kMem));
      if (__builtin_expect(!mem, 0))
        refuse_handle(argument.object, HandleType::kMem, concat("`object` of ", argument_name(index)),
                      ", or a null pointer as an 8-byte SCALAR");
      if (__builtin_expect(&mem->context() != &kernel.context(), 0))
        refuse_context(("`object` of " + argument_name(index)).c_str(), mem->context(), "the kernel",
                       kernel.context());
      if (__builtin_expect(argument.bits > mem->size(), 0))
        throw Failure(status::kOutOfRange,
                      concat(argument_name(index), " begins ", argument.bits,
                             " bytes into its memory, which has ", mem->size(), ": pass an offset in it"));
      if (argument.type != 0 && argument.type + value_type::kPointer != parameter.type)
        check_type(kernel, index, parameter, argument);
      if (__builtin_expect((mem->barred() & Mem::kKernels) != 0, 0))
        mem->refuse_barred(argument_name(index).c_str(), Mem::kKernels);
      scratch = mem->address() + argument.bits;
      if (__builtin_expect(scratch % 8 != 0, 0)) check_alignment(kernel, index, parameter, scratch);
      return {&scratch, mem, &mem->usage(), mem};
    }
    case ArgKind::kPipe: {
      if (!is_object_argument(parameter, argument)) break;
      auto& pipe = object_of<Pipe>(kernel, index, argument);
      if (argument.type != 0) check_type(kernel, index, parameter, argument);
      scratch = pipe.mem().address();
      return {&scratch, &pipe.mem(), &pipe.mem().usage()};
    }
    case ArgKind::kTexture: {
      if (!is_object_argument(parameter, argument)) break;
      auto& texture = object_of<Texture>(kernel, index, argument);
      if (argument.type != 0) check_type(kernel, index, parameter, argument);
      scratch = texture.driver_handle();
      return {&scratch, &texture, &texture.usage()};
    }
    case ArgKind::kSurface: {
      if (!is_object_argument(parameter, argument)) break;
      auto& surface = object_of<Surface>(kernel, index, argument);
      if (argument.type != 0) check_type(kernel, index, parameter, argument);
      scratch = surface.driver_handle();
      return {&scratch, &surface, &surface.usage()};
    }
    case ArgKind::kNdarray:
      if (!is_object_argument(parameter, argument)) break;
      return check_ndarray(kernel, index, parameter, argument, scratch);
    case ArgKind::kBytes:
      if (argument.size != parameter.size || argument.bits > bytes.size() ||
          argument.size > bytes.size() - argument.bits)
        break;
      if (argument.type != 0) check_type(kernel, index, parameter, argument);
      return {bytes.data() + argument.bits};
    case ArgKind::kValue:
      if (argument.size != parameter.size || argument.object == 0) break;
      if (argument.type != 0 && argument.type != parameter.type)
        check_type(kernel, index, parameter, argument);
      return {reinterpret_cast<const void*>(static_cast<std::uintptr_t>(argument.object))};
    case ArgKind::kType:
      break;
  }
  refuse_argument(kernel, index, parameter, argument, bytes);
}

}  // namespace

CheckedArgument check_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                               const Argument& argument, std::span<const std::byte> bytes,
                               std::uint64_t& scratch) {
  const CheckedArgument checked = find_argument(kernel, index, parameter, argument, bytes, scratch);
  const bool is_number = parameter.type >= value_type::kPointer && !checked.usage;
  if (__builtin_expect(is_number, 0) && kernel.context().checks_memory())
    check_address(kernel, index, parameter, checked.value);
  return checked;
}

}  // namespace gridcall::core
