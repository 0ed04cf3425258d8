// SPDX-License-Identifier: Apache-2.0
//
// The linker of a GPU's driver.

#pragma once

#include <span>
#include <string>
#include <utility>

#include "core/context.h"
#include "core/jit.h"
#include "image/image.h"

namespace gridcall::core {

using LinkInput = std::pair<std::string, std::string>;  // what messages call it, and its bytes

// Links PTX, cubins, fatbins, host objects and libraries to a cubin. Throws UNSUPPORTED where the driver has
// no linker, and what the driver says, with the linker's log.
image::Image link(Context& context, std::span<const LinkInput> inputs, const LoadOptions& options);

}  // namespace gridcall::core
