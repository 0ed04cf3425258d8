// SPDX-License-Identifier: Apache-2.0

#include "core/program.h"

#include "base/concat.h"
#include "base/failure.h"
#include "base/status.h"
#include "image/names.h"

namespace gridcall::core {

std::string Program::symbol(std::string_view name) const {
  if (name.empty())
    throw Failure(status::kInvalidArgument, "`name` is empty: name a kernel or a variable of the source");
  const std::string plain = image::normalize_whitespace(name);
  for (const auto& [known, symbol] : image_.lowered_names)
    if (image::normalize_whitespace(known) == plain) return symbol;
  Failure failure(status::kNotFound, concat("the program has no kernel or variable \"", name, "\""));
  std::string list;
  constexpr std::size_t kListed = 8;
  for (std::size_t i = 0; i < image_.lowered_names.size(); ++i) {
    const std::string& known = image_.lowered_names[i].first;
    if (i < kListed) list += (i == 0 ? "" : ", ") + known;
    failure.notes.push_back("name: " + known);
  }
  if (image_.lowered_names.size() > kListed)
    list += " and " + std::to_string(image_.lowered_names.size() - kListed) + " more (see the notes)";
  failure.message += list.empty() ? ": it has none at all" : ": it has " + list;
  throw failure;
}

}  // namespace gridcall::core
