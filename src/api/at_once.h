// SPDX-License-Identifier: Apache-2.0
//
// Calls that are done at once if nothing is to be said or made: all else returns kNotAtOnce, with nothing
// done, and the glue goes the usual way. A driver leaves the processor's caches cold, so a call costs the
// lines of instructions and data that it touches, and these touch few.

#pragma once

#include "api/boundary.h"
#include "base/each_call.h"
#include "base/log.h"
#include "core/prepared.h"
#include "gridcall/gridcall.h"

namespace gridcall::api {

inline constexpr std::int32_t kNotAtOnce = -1;

std::int32_t answer_repeat(core::Prepared& prepared, driver::CUresult result, gc_error** out_error) noexcept;

[[gnu::always_inline]] inline std::int32_t prepared_launch_at_once(const gc_prepared* prepared,
                                                                   const gc_launch_config* config,
                                                                   const gc_arg*, std::size_t arg_count,
                                                                   const gc_stream* stream,
                                                                   gc_error** out_error) {
  core::detail::EpochSlot* const own = core::detail::this_thread_epoch;
  if (__builtin_expect(
          config || arg_count != 0 || !stream || !own || some_rare_state() || log::wants(log::Level::kDebug),
          0))
    return kNotAtOnce;
  int before = PTHREAD_CANCEL_ENABLE;
  ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  own->begin();
  std::int32_t status = kNotAtOnce;
  auto* const launch = static_cast<core::Prepared*>(
      core::handle_find(reinterpret_cast<std::uintptr_t>(prepared), core::Prepared::kType));
  if (__builtin_expect(launch != nullptr, 1)) {
    static_assert(kNotAtOnce == core::Prepared::kNotRepeated && status::kOk == driver::CUDA_SUCCESS);
    status = launch->repeat(reinterpret_cast<std::uintptr_t>(stream), own->is_sole);
    if (__builtin_expect(status > 0, 0))
      status = answer_repeat(*launch, static_cast<driver::CUresult>(status), out_error);
    else if (out_error)
      *out_error = nullptr;
  }
  own->end();
  ::pthread_setcancelstate(before, nullptr);
  return status;
}

}  // namespace gridcall::api
