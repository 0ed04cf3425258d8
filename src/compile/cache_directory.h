// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "base/os.h"

namespace gridcall::compile {

// Opens the folder at `path`, an absolute one, and makes what is missing of it, open to the user alone.
// Nobody else may be able to replace it or what is in it: every folder on the way is looked at before
// anything is made in it. With `shared` others are trusted. On failure the reason, in a sentence, is in *why.
Fd open_cache_directory(const std::string& path, bool shared, std::string* why);

}  // namespace gridcall::compile
