// SPDX-License-Identifier: Apache-2.0
//
// For the files of the engines: how one opens its library.

#pragma once

#include <string>

#include "base/dynamic_library.h"
#include "comm/engine.h"

namespace gridcall::comm {

// Opens a library, and notes the result and the path of the opened file.
DynamicLibrary try_open(Engine& engine, const std::string& path);
// Looks up every function of functions.def. Returns the first required one that is missing, or NULL.
const char* fill(EngineTable& table, const DynamicLibrary& library);

}  // namespace gridcall::comm
