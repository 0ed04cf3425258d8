// SPDX-License-Identifier: Apache-2.0

#include "core/memory/pool.h"

#include "api/at_once.h"
#include "api/generated/implementation.h"

namespace gridcall::api {

core::Ref<core::Pool> pool_create(core::Context& context, const gc_pool_options& options) {
  return core::Pool::create(
      context,
      {.place = options.place == 0 ? core::MemPlace::kDevice : static_cast<core::MemPlace>(options.place),
       .limit = options.limit,
       .flags = options.flags,
       .alignment = options.alignment});
}

// It calls nothing with a cancellation point, so that it needs no guard against cancellation.
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

gc_pool_statistics pool_get_statistics(core::Pool& pool) {
  core::handle_collect_all();  // a released block counts as held
  const core::PoolStatistics stats = pool.statistics();
  return {sizeof(gc_pool_statistics), stats.held_blocks, stats.held_bytes, stats.active_blocks,
          stats.active_bytes,         stats.peak_bytes,  stats.limit};
}

}  // namespace gridcall::api
