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

// A call inside an Epoch; `own` is nullptr if it cannot be done at once.
class AtOnce {
 public:
  [[gnu::always_inline]] explicit AtOnce(const gc_stream* stream) noexcept
      : own(__builtin_expect(!stream || some_rare_state() || log::wants(log::Level::kDebug), 0)
                ? nullptr
                : core::detail::this_thread_epoch) {
    if (__builtin_expect(own != nullptr, 1)) own->begin();
  }
  ~AtOnce() {
    if (__builtin_expect(own != nullptr, 1)) own->end();
  }
  AtOnce(const AtOnce&) = delete;
  AtOnce& operator=(const AtOnce&) = delete;

  template <class T>
  [[gnu::always_inline]] T* find(const void* handle) const noexcept {
    return static_cast<T*>(core::handle_find(reinterpret_cast<std::uintptr_t>(handle), T::kType));
  }

  core::detail::EpochSlot* const own;
};

// The launches without their configuration's checks and without the guard against cancellation.
std::int32_t repeat_at_once(const gc_prepared* prepared, const gc_stream* stream,
                            gc_error** out_error) noexcept;
std::int32_t launch_guarded(const gc_kernel* kernel, const gc_launch_config& config, const gc_arg* args,
                            std::size_t arg_count, const gc_stream* stream, gc_error** out_error) noexcept;

// As in guard(), the function that these become a part of can be unwound from each of its instructions.
[[gnu::always_inline]] inline std::int32_t prepared_launch_at_once(const gc_prepared* prepared,
                                                                   const gc_launch_config* config,
                                                                   const gc_arg*, std::size_t arg_count,
                                                                   const gc_stream* stream,
                                                                   gc_error** out_error) {
  if (__builtin_expect(config || arg_count != 0, 0)) return kNotAtOnce;
  int before = PTHREAD_CANCEL_ENABLE;
  ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const std::int32_t status = repeat_at_once(prepared, stream, out_error);
  ::pthread_setcancelstate(before, nullptr);
  return status;
}

[[gnu::always_inline]] inline std::int32_t launch_at_once(const gc_kernel* kernel,
                                                          const gc_launch_config* config, const gc_arg* args,
                                                          std::size_t arg_count, const gc_stream* stream,
                                                          gc_error** out_error) {
  // A NULL array is refused the usual way, if it has a count.
  if (__builtin_expect(!config || config->struct_size != sizeof *config || !args, 0)) return kNotAtOnce;
  int before = PTHREAD_CANCEL_ENABLE;
  ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  const std::int32_t status = launch_guarded(kernel, *config, args, arg_count, stream, out_error);
  ::pthread_setcancelstate(before, nullptr);
  return status;
}

std::int32_t pool_alloc_at_once(const gc_pool* pool, std::uint64_t size, const gc_stream* stream,
                                gc_mem** out_mem, gc_error** out_error) noexcept;

}  // namespace gridcall::api
