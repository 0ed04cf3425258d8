// SPDX-License-Identifier: Apache-2.0

#include "fuzz/interpreter/expectations.h"

#include "fuzz/interpreter/interpreter.h"

namespace gridcall::kernels {

Expectations::Expectations(const Trial& trial) {
  static const std::vector<std::uint32_t> in = values_in();
  const Interpreter interpreter(trial.source);
  const Parameters parameters = parameters_for(trial.seed);
  std::vector<std::uint32_t> before(kOutWords, first_out(trial.seed));
  for (std::size_t i = 0; i < kZeroWords; ++i) before[kZeroFrom + i] = 0;
  for (const Shape& shape : trial.shapes) {
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
