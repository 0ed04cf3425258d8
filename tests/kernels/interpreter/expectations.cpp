// SPDX-License-Identifier: Apache-2.0

#include "kernels/interpreter/expectations.h"

#include "kernels/interpreter/interpreter.h"

namespace gridcall::kernels {

Expectations::Expectations(std::uint64_t seed, const std::string& source) {
  static const std::vector<std::uint32_t> in = values_in();
  const Interpreter interpreter(source);
  const Parameters parameters = parameters_for(seed);
  std::vector<std::uint32_t> before(kOutWords, first_out(seed));
  for (std::size_t i = 0; i < kZeroWords; ++i) before[kZeroFrom + i] = 0;
  for (const Shape& shape : shapes_for(seed)) {
    outs_.push_back(before);
    diverges_ |= interpreter.run(shape, parameters, in, outs_.back(), Schedule::kAscending);
    if (!interpreter.synchronizes()) continue;
    std::vector<std::uint32_t> other = before;
    interpreter.run(shape, parameters, in, other, Schedule::kDescending);
    if (other != outs_.back())
      throw Undefined{describe(shape) + ": the result depends on the order of threads"};
  }
}

}  // namespace gridcall::kernels
