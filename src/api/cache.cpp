// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "compile/compiler.h"

namespace gridcall::api {

gc_cache_statistics cache_get_statistics() {
  const compile::CacheStats stats = compile::cache_stats();
  return {sizeof(gc_cache_statistics), stats.hits, stats.misses, stats.errors, stats.enabled ? 1 : 0, 0};
}

}  // namespace gridcall::api
