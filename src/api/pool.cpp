// SPDX-License-Identifier: Apache-2.0

#include "core/memory/pool.h"

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

gc_pool_statistics pool_get_statistics(core::Pool& pool) {
  core::handle_collect_all();  // a released block counts as held
  const core::PoolStatistics stats = pool.statistics();
  return {sizeof(gc_pool_statistics), stats.held_blocks, stats.held_bytes, stats.active_blocks,
          stats.active_bytes,         stats.peak_bytes,  stats.limit};
}

}  // namespace gridcall::api
