// SPDX-License-Identifier: Apache-2.0
//
// CUDA 11's header of texture and surface references. PyCUDA's pycuda-helpers.hpp includes it inside extern "C".

#pragma once

extern "C++" {
#include <gridcall_textures.h>
}
