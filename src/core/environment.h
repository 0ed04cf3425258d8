// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace gridcall::core {

// Every variable of driver/environment.def, once it has been found right never again. Throws INVALID_ARGUMENT
// for the first wrong one; names that are unknown are warned of on standard error.
void check_environment();

}  // namespace gridcall::core
