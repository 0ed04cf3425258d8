// SPDX-License-Identifier: Apache-2.0

#include "fuzz/generator/forms.h"

#include <cctype>
#include <cstddef>

#include "fuzz/generator/writer.h"

namespace gridcall::kernels {

Node lines_of(std::vector<Node> lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) text += "$" + std::to_string(i) + "\n";
  return statement_of(std::move(text), std::move(lines));
}

// The replacement of a name may contain other names.
std::string Writer::named(std::string text, Names names) {
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    std::size_t end = at + 1;
    while (end < text.size() &&
           (std::islower(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
      ++end;
    const std::string name = text.substr(at + 1, end - at - 1);
    std::size_t known = 0;
    while (known < names.size() && names[known].first != name) ++known;
    if (known == names.size()) names.emplace_back(name, fresh(name));
    text.replace(at, end - at, names[known].second);
  }
  return text;
}

const Form& Writer::choose(const Forms& forms) {
  unsigned shares = 0;
  for (const Form& form : forms) shares += form.shares;
  unsigned drawn = shares > 1 ? random_.below(shares) : 0;
  std::size_t i = 0;
  while (drawn >= forms[i].shares) drawn -= forms[i++].shares;
  while (forms[i].percent < 100 && !random_.chance(forms[i].percent)) ++i;
  return forms[i];
}

Node Writer::write(Type type, const Forms& forms, int rest, const Names& names) {
  const Form& form = choose(forms);
  if (form.other) return (this->*form.other)(rest);
  const char* text = form.texts.size() == 1 ? form.texts[0] : pick(form.texts);
  Node result = {type, named(text, names)};
  for (const Part& part : form.parts) result.children.push_back(draw(part, rest));
  return result;
}

}  // namespace gridcall::kernels
