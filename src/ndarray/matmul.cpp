// SPDX-License-Identifier: Apache-2.0

#include "ndarray/matmul.h"

#include <algorithm>
#include <optional>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/cublas.h"
#include "ndarray/host_blas.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

void check_types(const Ndarray& out, const Ndarray& a, const Ndarray& b) {
  for (const auto& [array, name] :
       {std::pair{&out, "`ndarray`"}, std::pair{&a, "`left`"}, std::pair{&b, "`right`"}}) {
    if (array->element().is_record()) check_no_record(*array, name, "multiply");
    if (array->type() != a.type())
      throw Failure(status::kInvalidArgument,
                    concat(name, " is ", core::scalar_text(array->type()), ", and `left` ",
                           core::scalar_text(a.type()), ": convert one of them (gc_ndarray_copy)"));
  }
}

void check_product_shape(const Ndarray& out, const Ndarray& a, const Ndarray& b) {
  const core::Layout shape = shape_of_product(a, b);
  if (std::ranges::equal(shape.dims(), out.layout().dims())) return;
  throw Failure(status::kInvalidArgument,
                concat("`ndarray` has the shape ", core::shape_text(out.layout().dims()),
                       ", and the product of `left` ", core::shape_text(a.layout().dims()), " and `right` ",
                       core::shape_text(b.layout().dims()), ' ', core::shape_text(shape.dims()),
                       ": make it of that shape"));
}

bool is_half(core::ScalarType type) noexcept {
  return type == core::ScalarType::kFloat16 || type == core::ScalarType::kBfloat16;
}

// Returns true for a type that BLAS has, on the CPU device by way of float.
bool is_of_blas(core::ScalarType type) noexcept {
  return is_half(type) || core::is_complex(type) || type == core::ScalarType::kFloat32 ||
         type == core::ScalarType::kFloat64;
}

// Queues a product on the CPU device whose matrices BLAS takes as they are: nothing waits or is compiled.
bool by_host_blas(const Ndarray& out, const Ndarray& a, const Ndarray& b, const core::Stream* stream) {
  core::Context& context = out.context();
  if (!context.is_cpu() || !is_of_blas(out.type()) || is_half(out.type()) || host_blas().path.empty())
    return false;
  Product product(out, a, b);
  Gemm gemm;
  core::Mem* const memory[] = {&out.mem(), &a.mem(), &b.mem()};
  return gemm_of(product, gemm) && run_host_gemm(host_blas(), context, gemm, memory, stream);
}

// Returns false if the machine has no BLAS, or if it does not take the product.
bool by_blas(Ndarray& out, Ndarray& a, Ndarray& b, const MatmulOptions& options, core::Stream* stream) {
  core::Context& context = out.context();
  if (!is_of_blas(out.type())) return false;
  const HostBlas* const host = context.is_cpu() ? &host_blas() : nullptr;
  Cublas* const cublas = host ? nullptr : &core::service<Cublas>(context);
  if (host ? host->path.empty() : !cublas->open(context)) return false;
  const bool widens = host && is_half(out.type());
  const core::Element element = widens ? core::Element::of(core::ScalarType::kFloat32) : out.element();
  const GemmFit fit = gemm_fit(Product(out, a, b));
  std::optional<Temporary> copy_of_out, copy_of_a, copy_of_b;
  const auto taken = [&](bool fits, Ndarray& array, std::optional<Temporary>& temporary) -> Ndarray& {
    if (fits && !widens) return array;
    return *temporary.emplace(context, element, array.layout().dims(), stream, options.pool);
  };
  Ndarray& result = taken(fit.out, out, copy_of_out);
  Ndarray& left = taken(fit.a, a, copy_of_a);
  Ndarray& right = taken(fit.b, b, copy_of_b);
  Product product(result, left, right);
  Gemm gemm;
  if (!gemm_of(product, gemm)) return false;
  if (&left != &a) copy(left, a, stream);
  if (&right != &b) copy(right, b, stream);
  core::Mem* const memory[] = {&result.mem(), &left.mem(), &right.mem()};
  if (host) {
    if (!run_host_gemm(*host, context, gemm, memory, stream)) return false;
  } else {
    const std::uint64_t bytes[] = {Cublas::kWorkspaceBytes};
    const Temporary workspace(context, core::Element::of(core::ScalarType::kUint8), bytes, stream,
                              options.pool);
    if (!cublas->run(context, gemm, options.allows_tf32, workspace->mem(), memory, stream)) return false;
  }
  if (&result != &out) copy(out, result, stream);
  return true;
}

}  // namespace

void matmul(Ndarray& out, Ndarray& a, Ndarray& b, const MatmulOptions& options, core::Stream* stream) {
  check_types(out, a, b);
  check_product_shape(out, a, b);
  out.check_writable("`ndarray`");
  core::Context& context = out.context();
  check_stream(stream, context, "`ndarray`");
  if (options.pool) core::check_context("options->pool", options.pool->context(), "`ndarray`", context);
  check_for_kernels(out, context, "`ndarray`");
  check_for_kernels(a, context, "`left`");
  check_for_kernels(b, context, "`right`");
  check_apart(out, "`ndarray`", a, "`left`", "multiply into another array");
  check_apart(out, "`ndarray`", b, "`right`", "multiply into another array");
  if (out.count() == 0) return;
  if (a.count() != 0 && !options.own_kernel && by_host_blas(out, a, b, stream)) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep[] = {Ref<Ndarray>(&out), Ref<Ndarray>(&a), Ref<Ndarray>(&b)};
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(options.pool);
  if (a.count() == 0) {
    const std::array<std::byte, 16> zero{};
    return fill(out, std::span(zero).first(out.element().size), stream);
  }
  if (options.own_kernel || !by_blas(out, a, b, options, stream)) {
    core::Mem* const memory[] = {&out.mem(), &a.mem(), &b.mem()};
    run_own_product(context, Product(out, a, b), memory, stream);
  }
}

}  // namespace gridcall::ndarray
