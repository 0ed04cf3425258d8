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
  bool is_kernel;  // else a global variable
};
// Returns those of a cubin or PTX; empty if it is neither. What the compiler makes for itself is left out.
std::vector<Symbol> image_symbols(Bytes bytes);

// Fills `kernels` and `lowered_names` from the bytes.
void add_names(Image& image);

}  // namespace gridcall::image
