// SPDX-License-Identifier: Apache-2.0

#include "compile/key.h"

#include <cstdint>

namespace gridcall::compile {

void KeyBuilder::add(std::string_view field, std::string_view value) {
  for (const std::string_view part : {field, value}) {
    const std::uint64_t size = part.size();
    bytes_.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes_.append(part);
  }
}

void KeyBuilder::add(std::string_view field, const std::vector<std::string>& values) {
  for (const std::string& value : values) add(field, value);
}

}  // namespace gridcall::compile
