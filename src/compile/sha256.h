// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 by OpenSSL's libcrypto, linked in statically: a few kilobytes of code, no run-time dependency.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gridcall::compile {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view bytes);
std::string to_hex(const Digest& digest);

}  // namespace gridcall::compile
