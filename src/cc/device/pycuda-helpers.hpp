// SPDX-License-Identifier: Apache-2.0
//
// The name by which sources for PyCUDA include texture references.

#pragma once

#include <gridcall_textures.h>
