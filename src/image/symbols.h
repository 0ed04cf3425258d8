// SPDX-License-Identifier: Apache-2.0
//
// Kernels and global variables by the names their source gives them. They are read from the image the
// compiler made, so nothing has to be guessed from the source.

#pragma once

#include <string>
#include <vector>

#include "image/image.h"

namespace gridcall::image {

struct Symbol {
  std::string lowered;
  bool is_kernel;  // false for a global variable
};
// Returns the symbols of a cubin or PTX without those that the compiler adds; empty for other formats.
std::vector<Symbol> image_symbols(Bytes bytes);

// Fills `kernels` and `lowered_names` from the bytes.
void add_names(Image& image);

}  // namespace gridcall::image
