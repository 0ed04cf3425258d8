// SPDX-License-Identifier: Apache-2.0

#include "core/error.h"

namespace gridcall::core {

const std::string& Error::text(const char* status_name) const {
  std::call_once(text_once_, [&] {
    std::string text = function_.empty() ? "" : function_ + ": ";
    text += std::string(status_name) + ": " + failure_.message;
    for (const std::string& note : failure_.notes) text += "\n  " + note;
    if (!failure_.log.empty()) text += "\n" + failure_.log;
    while (text.ends_with('\n')) text.pop_back();
    text_ = std::move(text);
  });
  return text_;
}

}  // namespace gridcall::core
