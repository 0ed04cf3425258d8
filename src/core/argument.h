// SPDX-License-Identifier: Apache-2.0
//
// Arguments of launches, compared with the kernel's own parameter table.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/kernel.h"

namespace gridcall::core {

// The layout of gc_arg (src/api/launch.cpp compares them). `object`: a handle, or the address of a VALUE.
struct [[gnu::may_alias]] Argument {
  std::int32_t kind;
  std::uint32_t size;
  std::uint64_t bits;
  std::uint64_t object;
  std::uint64_t type;  // the type; the upper half is reserved and zero
};

// One argument after its check against a parameter: the address of its value, the object that it names, and
// the usage that counts the work. `scratch` holds the value of such an argument.
class Mem;
struct CheckedArgument {
  const void* value = nullptr;
  Object* object = nullptr;
  Usage* usage = nullptr;
  const Mem* mem = nullptr;  // the object if it is memory
};
// The objects that a stored launch holds for one argument.
struct UsedObject {
  Ref<Object> object;
  Usage* usage = nullptr;
  const Mem* mem = nullptr;

  UsedObject() = default;
  explicit UsedObject(const CheckedArgument& of) : object(of.object), usage(of.usage), mem(of.mem) {}
};
CheckedArgument check_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                               const Argument& argument, std::span<const std::byte> bytes,
                               std::uint64_t& scratch);
// Checks the element type of a parameter that takes the address of memory which `argument`, of kind MEM, does
// not name. Throws ARGUMENT_MISMATCH.
void check_pointer_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                            const Argument& argument);
void check_argument_count(const Kernel& kernel, std::size_t given);
// Checks a parameter whose value is given later against the type that the value will have.
void check_promised_type(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                         const Argument& argument);
// Returns "argument 2", for messages.
std::string argument_name(std::size_t index);

}  // namespace gridcall::core
