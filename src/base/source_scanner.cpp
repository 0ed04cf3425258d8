// SPDX-License-Identifier: Apache-2.0

#include "base/source_scanner.h"

namespace gridcall {

std::string without_comments(std::string_view text) {
  std::string plain(text);
  SourceScanner source(text);
  while (!source.at_end()) {
    const std::size_t begin = source.at();
    if (source.skip_comment()) {
      for (std::size_t at = begin; at < source.at(); ++at)
        if (plain[at] != '\n') plain[at] = ' ';
    } else if (source.peek() == '"' || source.peek() == '\'') {
      source.skip_literal();
    } else if (source.at_word()) {
      const std::string_view word = source.word();
      source.skip_literal_behind(word);
    } else {
      source.skip();
    }
  }
  return plain;
}

}  // namespace gridcall
