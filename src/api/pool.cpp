// SPDX-License-Identifier: Apache-2.0

#include "core/pool.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

core::Ref<core::Pool> pool_create(core::Context& context, const gc_pool_options& options) {
  if (options.kind != 0 && options.kind != GRIDCALL_MEM_KIND_DEVICE && options.kind != GRIDCALL_MEM_KIND_HOST)
    throw Failure(status::kInvalidOptions, "`options->kind` is " + std::to_string(options.kind) +
                                               ": a pool is of kind DEVICE (1) or HOST (2)");
  core::check_process();
  core::collect(context);
  const auto kind = options.kind == GRIDCALL_MEM_KIND_HOST ? core::MemKind::kHost : core::MemKind::kDevice;
  return core::make<core::Pool>(context, kind, options.limit);
}

core::Ref<core::Mem> pool_alloc(core::Pool& pool, std::uint64_t size, core::Stream* stream) {
  return pool.alloc(size, stream);
}

gc_pool_statistics pool_stats(core::Pool& pool) {
  core::handle_collect_all();  // a block that was released counts as held
  const core::PoolStatistics stats = pool.statistics();
  return {stats.held_blocks,  stats.held_bytes, stats.active_blocks,
          stats.active_bytes, stats.peak_bytes, stats.limit};
}

void pool_free_held(core::Pool& pool) {
  pool.free_held();
}

void pool_stop_holding(core::Pool& pool) {
  pool.stop_holding();
}

void pool_set_limit(core::Pool& pool, std::uint64_t limit) {
  pool.set_limit(limit);
}

}  // namespace gridcall::api
