// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "base/os.h"

namespace gridcall::compile {

// Opens the folder at the absolute `path`, and creates its missing folders with access for the user alone. No
// other user may be able to replace it or its contents, so each folder on the path is checked before anything
// is created in it. With `shared` other users are trusted. On failure *why has the reason, in a sentence.
Fd open_cache_directory(const std::string& path, bool shared, std::string* why);

}  // namespace gridcall::compile
