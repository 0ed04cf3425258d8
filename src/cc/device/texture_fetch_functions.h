// SPDX-License-Identifier: Apache-2.0
//
// The name by which CUDA 11 has texture and surface references. PyCUDA's pycuda-helpers.hpp includes it inside extern "C".

#pragma once

extern "C++" {
#include <gridcall_textures.h>
}
