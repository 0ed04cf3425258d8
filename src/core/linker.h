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

using LinkInput = std::pair<std::string, std::string>;  // the name in messages, and the bytes

// Links PTX, cubins, fatbins, host objects and libraries to a cubin. Throws UNSUPPORTED if the driver has no
// linker, and else the driver's failure with the linker's log.
image::Image link(Context& context, std::span<const LinkInput> inputs, const LoadOptions& options);

}  // namespace gridcall::core
