// SPDX-License-Identifier: Apache-2.0
//
// Generated from bindings/api/ by bindings/gen/gen.py: do not edit.

#include <cstdint>
#include <cstring>

#include "api/boundary.h"
#include "api/generated/implementation.h"
#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"
#include "gridcall/preview.h"

namespace api = gridcall::api;
namespace core = gridcall::core;

extern "C" {

gc_status gc_ndarray_matmul(gc_ndarray* ndarray, gc_ndarray* left, gc_ndarray* right,
                            const gc_matmul_options* options, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_matmul", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& left_ = call.handle<core::Ndarray>(left, "left");
    auto& right_ = call.handle<core::Ndarray>(right, "right");
    const auto options_ = call.options(options, "options", 24, GRIDCALL_MATMUL_TF32 | GRIDCALL_MATMUL_OWN_KERNEL);
    api::MatmulOptionsObjects options_objects;
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_matmul(ndarray_, left_, right_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_sparse_matmul(gc_ndarray* ndarray, gc_ndarray* row_offsets, gc_ndarray* columns,
                                   gc_ndarray* values, gc_ndarray* right,
                                   const gc_sparse_matmul_options* options, gc_stream* stream,
                                   gc_error** out_error) {
  return api::guard("gc_ndarray_sparse_matmul", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& row_offsets_ = call.handle<core::Ndarray>(row_offsets, "row_offsets");
    auto& columns_ = call.handle<core::Ndarray>(columns, "columns");
    auto& values_ = call.handle<core::Ndarray>(values, "values");
    auto& right_ = call.handle<core::Ndarray>(right, "right");
    const auto options_ = call.options(options, "options", 16, 0);
    api::SparseMatmulOptionsObjects options_objects;
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_sparse_matmul(ndarray_, row_offsets_, columns_, values_, right_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_solve(gc_ndarray* x, gc_ndarray* a, gc_ndarray* b, const gc_factor_options* options,
                           gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_solve", out_error, [&](api::Call& call) {
    auto& x_ = call.handle<core::Ndarray>(x, "x");
    auto& a_ = call.handle<core::Ndarray>(a, "a");
    auto& b_ = call.handle<core::Ndarray>(b, "b");
    const auto options_ = call.options(options, "options", 24, 0);
    api::FactorOptionsObjects options_objects;
    options_objects.info = call.optional_handle<core::Ndarray>(options_.info, "options->info");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_solve(x_, a_, b_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_cholesky(gc_ndarray* ndarray, gc_ndarray* a, const gc_factor_options* options,
                              gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_cholesky", out_error, [&](api::Call& call) {
    auto& ndarray_ = call.handle<core::Ndarray>(ndarray, "ndarray");
    auto& a_ = call.handle<core::Ndarray>(a, "a");
    const auto options_ = call.options(options, "options", 24, 0);
    api::FactorOptionsObjects options_objects;
    options_objects.info = call.optional_handle<core::Ndarray>(options_.info, "options->info");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_cholesky(ndarray_, a_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_qr(gc_ndarray* q, gc_ndarray* r, gc_ndarray* a, const gc_factor_options* options,
                        gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_qr", out_error, [&](api::Call& call) {
    auto& q_ = call.handle<core::Ndarray>(q, "q");
    auto& r_ = call.handle<core::Ndarray>(r, "r");
    auto& a_ = call.handle<core::Ndarray>(a, "a");
    const auto options_ = call.options(options, "options", 24, 0);
    api::FactorOptionsObjects options_objects;
    options_objects.info = call.optional_handle<core::Ndarray>(options_.info, "options->info");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_qr(q_, r_, a_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_svd(gc_ndarray* values, gc_ndarray* u, gc_ndarray* vt, gc_ndarray* a,
                         const gc_factor_options* options, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_svd", out_error, [&](api::Call& call) {
    auto& values_ = call.handle<core::Ndarray>(values, "values");
    auto* u_ = call.optional_handle<core::Ndarray>(u, "u");
    auto* vt_ = call.optional_handle<core::Ndarray>(vt, "vt");
    auto& a_ = call.handle<core::Ndarray>(a, "a");
    const auto options_ = call.options(options, "options", 24, 0);
    api::FactorOptionsObjects options_objects;
    options_objects.info = call.optional_handle<core::Ndarray>(options_.info, "options->info");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_svd(values_, u_, vt_, a_, options_, options_objects, stream_);
  });
}

gc_status gc_ndarray_eigh(gc_ndarray* values, gc_ndarray* vectors, gc_ndarray* a,
                          const gc_factor_options* options, gc_stream* stream, gc_error** out_error) {
  return api::guard("gc_ndarray_eigh", out_error, [&](api::Call& call) {
    auto& values_ = call.handle<core::Ndarray>(values, "values");
    auto* vectors_ = call.optional_handle<core::Ndarray>(vectors, "vectors");
    auto& a_ = call.handle<core::Ndarray>(a, "a");
    const auto options_ = call.options(options, "options", 24, 0);
    api::FactorOptionsObjects options_objects;
    options_objects.info = call.optional_handle<core::Ndarray>(options_.info, "options->info");
    options_objects.pool = call.optional_handle<core::Pool>(options_.pool, "options->pool");
    auto* stream_ = call.optional_handle<core::Stream>(stream, "stream");
    api::ndarray_eigh(values_, vectors_, a_, options_, options_objects, stream_);
  });
}

}  // extern "C"
