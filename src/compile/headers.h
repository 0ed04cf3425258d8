// SPDX-License-Identifier: Apache-2.0
//
// NVRTC finds no standard header by itself. These stand in for the ones that no directory provides: our own
// short texts over what NVRTC has built in, or, where the toolkit has libcu++, a bridge to it.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridcall::compile {

std::optional<std::string> built_in_header(const std::string& name,
                                           const std::vector<std::string>& toolkit_dirs);

}  // namespace gridcall::compile
