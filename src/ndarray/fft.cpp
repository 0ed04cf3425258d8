// SPDX-License-Identifier: Apache-2.0

#include "ndarray/fft.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "core/stream.h"
#include "ndarray/apply.h"
#include "ndarray/copy.h"
#include "ndarray/cufft.h"
#include "ndarray/host_fft.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;
using core::ScalarType;

bool is_wide_float(ScalarType type) noexcept {
  return type == ScalarType::kFloat64 || type == ScalarType::kComplex128;
}

FftKind fft_kind_of(const Ndarray& out, const Ndarray& src) {
  for (const auto& [array, name] : {std::pair{&out, "`ndarray`"}, std::pair{&src, "`src`"}}) {
    check_no_record(*array, name, "transform");
    const ScalarType type = array->type();
    if (!core::is_complex(type) && type != ScalarType::kFloat32 && type != ScalarType::kFloat64)
      throw Failure(
          status::kInvalidArgument,
          concat(name, " is ", core::scalar_text(type),
                 ": transform complex64, complex128, float32 or float64; gc_ndarray_copy converts"));
  }
  const bool to_complex = core::is_complex(out.type()), from_complex = core::is_complex(src.type());
  if (is_wide_float(out.type()) != is_wide_float(src.type()) || (!to_complex && !from_complex))
    throw Failure(
        status::kInvalidArgument,
        concat("`ndarray` is ", core::scalar_text(out.type()), ", and `src` ", core::scalar_text(src.type()),
               ": make `ndarray` ", is_wide_float(src.type()) ? "complex128" : "complex64",
               from_complex ? is_wide_float(src.type()) ? ", or float64 for real results"
                                                        : ", or float32 for real results"
                            : ""));
  if (to_complex && from_complex) return FftKind::kComplex;
  return to_complex ? FftKind::kRealToComplex : FftKind::kComplexToReal;
}

void check_direction(FftKind kind, const FftOptions& options) {
  if (options.norm < FftNorm::kBackward || options.norm > FftNorm::kForward)
    throw Failure(status::kInvalidArgument,
                  concat("`options->norm` is ", static_cast<std::int32_t>(options.norm),
                         ": pass 0 (BACKWARD), 1 (ORTHO) or 2 (FORWARD)"));
  if (kind == FftKind::kRealToComplex && options.is_inverse)
    throw Failure(
        status::kInvalidArgument,
        "`src` is real and `ndarray` complex, and `options->flags` has GRIDCALL_FFT_INVERSE: transform "
        "forward, or a complex `src`");
  if (kind == FftKind::kComplexToReal && !options.is_inverse)
    throw Failure(status::kInvalidArgument,
                  "`src` is complex and `ndarray` real, which only an inverse transform gives: set "
                  "GRIDCALL_FFT_INVERSE in `options->flags`, or make `ndarray` complex");
}

std::vector<std::uint32_t> axes_of(const Ndarray& src, std::span<const std::uint32_t> given) {
  const std::uint32_t ndim = src.layout().ndim;
  std::vector<std::uint32_t> axes(given.begin(), given.end());
  if (ndim == 0)
    throw Failure(status::kInvalidArgument,
                  "`src` has 0 dimensions: reshape it to one of 1 (gc_ndarray_reshape)");
  if (given.size() > 3)
    throw Failure(status::kInvalidArgument, concat("`options->axis_count` is ", given.size(),
                                                   ": transform 3 dimensions at most by a call"));
  if (given.empty() && ndim > 3)
    throw Failure(
        status::kInvalidArgument,
        concat("`src` has ", ndim, " dimensions, and `options->axes` names none: name 1 to 3 of them"));
  if (given.empty())
    for (std::uint32_t i = 0; i < ndim; ++i) axes.push_back(i);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] >= ndim)
      throw Failure(status::kOutOfRange,
                    concat("`options->axes[", i, "]` is ", axes[i], ", and `src` has ", ndim,
                           ndim == 1 ? " dimension" : " dimensions", ": pass less"));
    if (std::find(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(i), axes[i]) !=
        axes.begin() + static_cast<std::ptrdiff_t>(i))
      throw Failure(status::kInvalidArgument,
                    concat("`options->axes[", i, "]` is ", axes[i], " again: name each dimension once"));
  }
  return axes;
}

void check_fft_shape(const Ndarray& out, const Ndarray& src, FftKind kind,
                     std::span<const std::uint32_t> axes) {
  const std::uint32_t last = axes.back();
  for (const std::uint32_t axis : axes) {
    const Ndarray& full =
        kind == FftKind::kComplexToReal && axis == last && axis < out.layout().ndim ? out : src;
    if (full.layout().shape[axis] == 0)
      throw Failure(
          status::kInvalidArgument,
          concat(&full == &src ? "`src`" : "`ndarray`", " of shape ", core::shape_text(full.layout().dims()),
                 " has 0 elements along dimension ", axis, ": transform 1 or more"));
  }
  core::Layout want = kind == FftKind::kComplexToReal ? out.layout() : src.layout();
  if (kind != FftKind::kComplex && last < want.ndim) want.shape[last] = want.shape[last] / 2 + 1;
  const auto have = kind == FftKind::kComplexToReal ? src.layout().dims() : out.layout().dims();
  if (std::ranges::equal(have, want.dims())) return;
  throw Failure(
      status::kInvalidArgument,
      kind == FftKind::kComplexToReal
          ? concat("`src` has the shape ", core::shape_text(have), ", and for results of the shape ",
                   core::shape_text(out.layout().dims()), " it is ", core::shape_text(want.dims()),
                   ": n/2 + 1 elements along dimension ", last)
          : concat("`ndarray` has the shape ", core::shape_text(have), ", and the transform of `src` ",
                   core::shape_text(src.layout().dims()), " has ", core::shape_text(want.dims()),
                   ": make it of that shape"));
}

double scale_of(const Transform& transform, FftNorm norm) {
  double count = 1;
  for (std::uint32_t i = 0; i < transform.ndim; ++i) count *= static_cast<double>(transform.dims[i].count);
  if (norm == FftNorm::kOrtho) return 1 / std::sqrt(count);
  return transform.is_inverse == (norm == FftNorm::kBackward) ? 1 / count : 1;
}

// Makes dimensions that follow each other on both sides one.
void merge_batch(Transform& transform) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < transform.batch_ndim; ++i) {
    const FftDim dim = transform.batch[i];
    const auto count = static_cast<std::int64_t>(dim.count);
    if (dim.count == 1) continue;
    FftDim* const before = kept == 0 ? nullptr : &transform.batch[kept - 1];
    if (before && before->in == dim.in * count && before->out == dim.out * count)
      *before = {before->count * dim.count, dim.in, dim.out};
    else
      transform.batch[kept++] = dim;
  }
  transform.batch_ndim = kept;
}

// Returns a view with the dimensions that are transformed last, or the array if they are.
Ref<Ndarray> transformed_last(Ndarray& array, std::span<const std::uint32_t> axes) {
  const std::uint32_t ndim = array.layout().ndim;
  std::uint32_t next = ndim - static_cast<std::uint32_t>(axes.size());
  if (std::ranges::all_of(axes, [&next](std::uint32_t axis) { return axis == next++; }))
    return Ref<Ndarray>(&array);
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < ndim; ++i)
    if (std::ranges::find(axes, i) == axes.end()) order.push_back(i);
  order.insert(order.end(), axes.begin(), axes.end());
  return array.transpose(order);
}

// The arrays have the dimensions that are transformed last.
Transform transform_of(const Ndarray& out, const Ndarray& src, FftKind kind, std::uint32_t axis_count,
                       const FftOptions& options) {
  Transform made;
  made.is_double = is_wide_float(out.type());
  made.is_inverse = options.is_inverse;
  made.kind = kind;
  made.in = src.address(), made.out = out.address();
  const core::Layout &from = src.layout(), &to = out.layout();
  made.ndim = axis_count;
  made.batch_ndim = from.ndim - axis_count;
  for (std::uint32_t i = 0; i < from.ndim; ++i) {
    const FftDim dim = {kind == FftKind::kComplexToReal ? to.shape[i] : from.shape[i], from.strides[i],
                        to.strides[i]};
    (i < made.batch_ndim ? made.batch[i] : made.dims[i - made.batch_ndim]) = dim;
  }
  made.scale = scale_of(made, options.norm);
  merge_batch(made);
  return made;
}

bool has_library(core::Context& context, bool is_double) {
  return context.is_cpu() ? has_host_fft(is_double) : core::service<Cufft>(context).open();
}

// Returns true if cuFFT adds imaginary parts that do not count: 12.0 that of a single element, 13.0 those of
// elements 0 and n/2 of these lengths in float32. Those of one dimension can be set to 0 before.
bool cufft_adds_imaginary(const Transform& transform, std::uint64_t last) noexcept {
  return last == 1 || (transform.ndim > 1 && !transform.is_double && (last == 8192 || last == 16384));
}

// Makes the elements 0 and n/2 of each row real.
void make_ends_real(Ndarray& array, std::uint64_t n, core::Stream* stream) {
  const core::Element part =
      core::Element::of(is_wide_float(array.type()) ? ScalarType::kFloat64 : ScalarType::kFloat32);
  core::Layout layout = array.layout();
  const std::uint32_t last = layout.ndim - 1;
  layout.strides[last] *= static_cast<std::int64_t>(n / 2);
  layout.shape[last] = n % 2 == 0 ? 2 : 1;
  const Ref<Ndarray> parts = Ndarray::from_mem(array.mem(), array.offset() + part.size, part, layout);
  const std::array<std::byte, 8> zero{};
  ndarray::fill(*parts, std::span(zero).first(part.size), stream);
}

// From this number of results on a kernel on all workers scales what FFTW made, and not the thread that calls
// it.
constexpr std::uint64_t kLeastToScale = 65536;

// Returns false if the library does not take it.
bool run_by_library(core::Context& context, Transform& transform, Ndarray& result, core::Pool* pool,
                    std::span<core::Mem* const> memory, core::Stream* stream) {
  const bool scales = transform.scale != 1 && (!context.is_cpu() || result.count() >= kLeastToScale);
  const double scale = std::exchange(transform.scale, scales ? 1 : transform.scale);
  const bool is_taken = context.is_cpu()
                            ? run_host_fft(context, transform, memory, stream)
                            : core::service<Cufft>(context).run(context, transform, pool, memory, stream);
  transform.scale = scale;
  if (!is_taken || !scales) return is_taken;
  Ndarray* const operands[] = {&result};
  const Scalar scalars[] = {{ScalarType::kFloat64, {std::bit_cast<std::uint64_t>(transform.scale), 0}}};
  apply(result, "a * x", operands, scalars, stream);
  return true;
}

}  // namespace

void fft(Ndarray& out, Ndarray& src, const FftOptions& options, core::Stream* stream) {
  const FftKind kind = fft_kind_of(out, src);
  check_direction(kind, options);
  const std::vector<std::uint32_t> axes = axes_of(src, options.axes);
  check_fft_shape(out, src, kind, axes);
  core::Context& context = out.context();
  check_stream(stream, context, "`ndarray`");
  check_target(out, context, "`ndarray`");
  check_for_kernels(src, context, "`src`");
  if (options.pool) core::check_context("options->pool", options.pool->context(), "`ndarray`", context);
  if (out.count() == 0) return;
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(options.pool);

  const auto axis_count = static_cast<std::uint32_t>(axes.size());
  // These keep the memory: a compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> view = transformed_last(out, axes), src_view = transformed_last(src, axes);
  const bool in_place = kind == FftKind::kComplex && same_elements(operand_of(*view), operand_of(*src_view));
  Transform transform = transform_of(*view, *src_view, kind, axis_count, options);
  const bool adds_imaginary = !context.is_cpu() && kind == FftKind::kComplexToReal &&
                              cufft_adds_imaginary(transform, transform.dims[axis_count - 1].count);
  // A capture cannot wait for the tables of the own kernels.
  const bool by_library =
      !options.own_kernel && !adds_imaginary && has_library(context, transform.is_double) &&
      !(context.is_cpu() && core::queue_of(stream).slot < core::kStreamSlots && is_own_fft_faster(transform));
  const bool fits = !by_library || (context.is_cpu() ? fits_host_fft(transform) : fits_cufft(transform));
  const bool is_packed = transform.batch_ndim > kMaxFftBatchDims || !fits;
  std::optional<Temporary> packed, packed_src;
  const auto pack = [&](std::optional<Temporary>& temporary, const Ndarray& like) -> Ndarray& {
    return *temporary.emplace(context, like.element(), like.layout().dims(), stream, options.pool);
  };
  Ndarray& to = is_packed ? pack(packed, *view) : *view;
  const auto pack_src = [&]() -> Ndarray& {
    Ndarray& made = pack(packed_src, *src_view);
    copy(made, *src_view, stream);
    return made;
  };
  // Libraries overwrite what they transform from complex to real.
  const bool copies =
      is_packed || (by_library && kind == FftKind::kComplexToReal) || (!in_place && share_bytes(out, src));
  Ndarray& from = copies ? pack_src() : *src_view;
  if (copies) transform = transform_of(to, from, kind, axis_count, options);
  if (by_library && !context.is_cpu() && kind == FftKind::kComplexToReal && axis_count == 1)
    make_ends_real(from, transform.dims[0].count, stream);
  core::Mem* const memory[] = {&to.mem(), &from.mem()};
  if (!by_library || !run_by_library(context, transform, to, options.pool, memory, stream))
    run_own_fft(context, transform, options.pool, memory, stream);
  if (is_packed) copy(*view, to, stream);
}

}  // namespace gridcall::ndarray
