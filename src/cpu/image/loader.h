// SPDX-License-Identifier: Apache-2.0
//
// From an ELF64 relocatable object to code that can run. The object is copied first and never trusted:
// every offset, index and string is checked against the copy's length.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cpu/abi/image.h"
#include "cpu/abi/limits.h"
#include "driver/types.h"

namespace gridcall::cpu {

struct LoadedImage {
  void* base = nullptr;
  std::size_t bytes = 0;
  const ModuleDescription* description = nullptr;  // a copy outside the image
};

// Loads an image. On failure `text` has the reason in one line, and no mapping stays. `first`: an image of
// the same source whose variables this one shares; an image with other kernels or variables is refused.
driver::CUresult image_load(const void* image, LoadedImage& loaded, std::string& text,
                            const LoadedImage* first = nullptr);
void image_unload(LoadedImage& loaded) noexcept;

// Loads an object of known length, as image_load does for the pointer; tests call it too.
driver::CUresult object_load(const std::byte* object, std::size_t bytes, LoadedImage& loaded,
                             std::string& text, const LoadedImage* first = nullptr);

}  // namespace gridcall::cpu
