// SPDX-License-Identifier: Apache-2.0
//
// Files of NumPy's format .npy, versions 1 and 2: arrays in C's order, of this machine's byte order.

#pragma once

#include <gridcall/gridcall.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gridcall::command {

struct Npy {
  gc_scalar_type type = 0;
  std::vector<std::uint64_t> shape;
  std::string data;
};

Npy read_npy(const std::string& path);
void write_npy(const std::string& path, const Npy& array);

}  // namespace gridcall::command
