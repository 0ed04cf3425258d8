// SPDX-License-Identifier: Apache-2.0
//
// Kernels and global variables by the names their source gives them. They are read from the image the
// compiler made, where each of them stands, so nothing has to be guessed from the source.

#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "compile/compiler.h"

namespace gridcall::compile {

struct ImageSymbol {
  std::string lowered;
  bool is_kernel;  // else a global variable
};
// Of a cubin or PTX; empty if it is neither.
std::vector<ImageSymbol> image_symbols(std::span<const std::byte> image);

// "_ZN3lib5scaleIfEEvPT_i" -> "lib::scale<float>"; a name that is not mangled stays as it is.
std::string plain_name(const std::string& lowered);
// "lib::scale<float>(float*, int)": tells overloads apart. "" if the name is not mangled.
std::string name_with_parameters(const std::string& lowered);

// Fills kernels and lowered_names from the image.
void add_image_names(Result* result);

}  // namespace gridcall::compile
