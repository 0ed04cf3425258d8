// SPDX-License-Identifier: Apache-2.0

#include "core/completion.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

void completion_wait(core::Completion& completion, std::uint64_t timeout_nanoseconds,
                     std::uint64_t& out_token, bool& out_done) {
  const std::optional<std::uint64_t> token = completion.wait(timeout_nanoseconds);
  out_token = token.value_or(0);
  out_done = token.has_value();
}

}  // namespace gridcall::api
