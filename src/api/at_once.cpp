// SPDX-License-Identifier: Apache-2.0

#include "api/at_once.h"

#include <cstdint>

#include "core/memory/pool.h"

namespace gridcall::api {

std::int32_t repeat_at_once(const gc_prepared* prepared, const gc_stream* stream,
                            gc_error** out_error) noexcept {
  const AtOnce call(stream);
  auto* const launch = call.own ? call.find<core::Prepared>(prepared) : nullptr;
  if (__builtin_expect(!launch, 0)) return kNotAtOnce;
  static_assert(kNotAtOnce == core::Prepared::kNotRepeated && status::kOk == driver::CUDA_SUCCESS);
  const int result = launch->repeat(reinterpret_cast<std::uintptr_t>(stream), call.own->is_sole);
  if (__builtin_expect(result > 0, 0)) {
    try {
      launch->refuse_repeat(static_cast<driver::CUresult>(result));
    } catch (...) {
      return detail::answer_exception("gc_prepared_launch", out_error);
    }
  }
  if (out_error) *out_error = nullptr;
  return result;
}

std::int32_t launch_guarded(const gc_kernel* kernel, const gc_launch_config& c, const gc_arg* args,
                            std::size_t arg_count, const gc_stream* stream, gc_error** out_error) noexcept {
  if (__builtin_expect((c.flags | c.timeout_nanoseconds | c.cluster_x | c.cluster_y | c.cluster_z |
                        c.reserved | c.shared_size >> 32) != 0 ||
                           c.start_event || c.end_event || c.grid_x == 0 || c.block_x == 0 ||
                           !core::no_default_time_limit.load(std::memory_order_relaxed) ||
                           (!c.bytes && c.bytes_size != 0) || c.bytes_size > PTRDIFF_MAX,
                       0))
    return kNotAtOnce;
  const AtOnce call(stream);
  if (__builtin_expect(!call.own, 0)) return kNotAtOnce;
  auto* const to = call.find<core::Stream>(stream);
  auto* const its = call.find<core::Kernel>(kernel);
  if (__builtin_expect(!to || !its, 0)) return kNotAtOnce;
  const auto one = [](std::uint32_t value) { return value == 0 ? 1U : value; };
  const std::uint32_t grid[3] = {c.grid_x, one(c.grid_y), one(c.grid_z)};
  const std::uint32_t block[3] = {c.block_x, one(c.block_y), one(c.block_z)};
  static_assert(kNotAtOnce == core::kNotLaunched);
  const int result = core::launch_at_once(*its, *to, grid, block, static_cast<std::uint32_t>(c.shared_size),
                                          {reinterpret_cast<const core::Argument*>(args), arg_count});
  if (__builtin_expect(result > 0, 0)) {
    try {
      core::refuse_launch(*its, core::shape_of(grid, block, c.shared_size, 0),
                          static_cast<driver::CUresult>(result));
    } catch (...) {
      return detail::answer_exception("gc_launch", out_error);
    }
  }
  if (out_error) *out_error = nullptr;
  return result;
}

// It calls nothing with a cancellation point, because released objects of the driver are only deferred, so
// that it needs no guard against a cancellation. As in guard_quick(), a thread of type
// PTHREAD_CANCEL_ASYNCHRONOUS may end in it with a lock held.
std::int32_t pool_alloc_at_once(const gc_pool* pool, std::uint64_t size, const gc_stream* stream,
                                gc_mem** out_mem, gc_error** out_error) noexcept {
  const AtOnce call(stream);
  if (__builtin_expect(!call.own || !out_mem, 0)) return kNotAtOnce;
  auto* const to = call.find<core::Stream>(stream);
  auto* const from = call.find<core::Pool>(pool);
  if (__builtin_expect(!to || !from, 0)) return kNotAtOnce;
  core::Ref<core::Mem> mem = from->alloc_held(size, *to);
  if (__builtin_expect(!mem, 0)) return kNotAtOnce;
  const core::HandleValue value = core::handle_try_create(core::HandleType::kMem, mem.detach());
  if (__builtin_expect(value == 0, 0)) return detail::answer_no_memory(out_error);
  *out_mem = reinterpret_cast<gc_mem*>(static_cast<std::uintptr_t>(value));
  if (out_error) *out_error = nullptr;
  return status::kOk;
}

}  // namespace gridcall::api
