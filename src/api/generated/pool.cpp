// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/at_once.h"
#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "gridcall/gridcall.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_pool_create(gc_context* context, const gc_pool_options* options, gc_pool** out_pool,
                         gc_error** out_error) {
  return api::guard("gc_pool_create", out_error, [&](api::Call& call) {
    auto& context_ = call.handle<core::Context>(context, "context");
    const auto options_ = call.options(options, "options", 40,
                                       GRIDCALL_MEM_WRITE_COMBINED | GRIDCALL_MEM_PORTABLE | GRIDCALL_MEM_MAPPED | GRIDCALL_MEM_ZERO | GRIDCALL_MEM_KERNEL_READ_ONLY | GRIDCALL_MEM_KERNEL_WRITE_ONLY | GRIDCALL_MEM_HOST_READ_ONLY | GRIDCALL_MEM_HOST_WRITE_ONLY | GRIDCALL_MEM_HOST_NO_ACCESS | GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER | GRIDCALL_MEM_SVM_ATOMICS);
    call.reserved(options_.reserved, "options->reserved");
    call.out(out_pool, "out_pool");
    call.give(out_pool, api::pool_create(context_, options_));
  });
}

[[gnu::noinline]] static gc_status usual_pool_alloc(gc_pool* pool, uint64_t size, gc_stream* stream,
                                                    gc_mem** out_mem, gc_error** out_error) {
  return api::guard("gc_pool_alloc", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    call.out(out_mem, "out_mem");
    call.give(out_mem, pool_.alloc(size, stream_));
  });
}

gc_status gc_pool_alloc(gc_pool* pool, uint64_t size, gc_stream* stream, gc_mem** out_mem,
                        gc_error** out_error) {
  const gc_status status = api::pool_alloc_at_once(pool, size, stream, out_mem, out_error);
  if (__builtin_expect(status != api::kNotAtOnce, 1)) return status;
  return usual_pool_alloc(pool, size, stream, out_mem, out_error);
}

gc_status gc_pool_get_statistics(gc_pool* pool, gc_pool_statistics* out_statistics, gc_error** out_error) {
  return api::guard_quick("gc_pool_get_statistics", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    call.out_struct(out_statistics, "out_statistics", 56);
    call.give_struct(out_statistics, api::pool_get_statistics(pool_));
  });
}

gc_status gc_pool_free_held(gc_pool* pool, gc_error** out_error) {
  return api::guard("gc_pool_free_held", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    pool_.free_held();
  });
}

gc_status gc_pool_stop_holding(gc_pool* pool, gc_error** out_error) {
  return api::guard("gc_pool_stop_holding", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    pool_.stop_holding();
  });
}

gc_status gc_pool_set_limit(gc_pool* pool, uint64_t limit, gc_error** out_error) {
  return api::guard("gc_pool_set_limit", out_error, [&](api::Call& call) {
    auto& pool_ = call.handle<core::Pool>(pool, "pool");
    pool_.set_limit(limit);
  });
}

void gc_pool_release(gc_pool* pool) { api::release<core::Pool>(pool); }

}  // extern "C"
