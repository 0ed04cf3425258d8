// SPDX-License-Identifier: Apache-2.0
//
// The arguments of a kernel as they are typed: `n:i32=100`, `x:f32[1000]=i*2`, `out:f32[64,64]`,
// `a=@file.npy`. A type that is left out is the parameter's.

#pragma once

#include <gridcall/gridcall.h>

#include <cstdint>
#include <string>
#include <vector>

#include "command/command.h"
#include "command/npy.h"

namespace gridcall::command {

struct Argument {
  std::string name;
  bool is_array = false;
  bool is_constant = false;  // a pointer to const, which the kernel does not write
  std::string expression;    // the text after `=`; "" if there is none
  Npy value;  // one element for a scalar; for an array its content before the launch, once it is uploaded
  Ndarray ndarray;
};

// Parses an argument for a parameter; `param` is nullptr if the parameter is unknown.
Argument parse_argument(const std::string& text, const gc_kernel_param* param);
// Makes an array of an argument on the device, with its initial values.
void upload(Argument* argument, gc_context* context);
std::string download(const Argument& argument);
gc_arg to_arg(const Argument& argument);

// Returns an example of an argument in the form that parse_argument reads.
std::string example_of(const gc_kernel_param& param);
// Returns the short name of a type, "f32".
std::string type_name(gc_scalar_type type);
// Returns one element as text.
std::string element_text(const Npy& array, std::uint64_t index);

}  // namespace gridcall::command
