// SPDX-License-Identifier: Apache-2.0
//
// Fourier transforms: by a library that this machine has (host_fft.h, cufft.h), else by a kernel.

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"

namespace gridcall::ndarray {

enum class FftNorm : std::int32_t { kBackward, kOrtho, kForward };  // numbers of gc_fft_norm

struct FftOptions {
  std::span<const std::uint32_t> axes;  // none: all
  bool is_inverse = false;
  bool own_kernel = false;
  FftNorm norm{};
  core::Pool* pool = nullptr;  // the pool of temporaries, or nullptr
};

void fft(core::Ndarray& out, core::Ndarray& src, const FftOptions& options, core::Stream* stream);

// A dimension, and the distances of its elements in bytes.
struct FftDim {
  std::uint64_t count;
  std::int64_t in, out;
};

// The batch of more dimensions than this is packed into one.
inline constexpr std::uint32_t kMaxFftBatchDims = 2;

enum class FftKind : std::uint8_t { kComplex, kRealToComplex, kComplexToReal };

// A transform as its engines take it.
struct Transform {
  bool is_double = false, is_inverse = false;
  FftKind kind{};
  double scale = 1;
  std::uint64_t in = 0, out = 0;  // addresses
  // The dimensions that are transformed. Of the last one, count / 2 + 1 complex elements stand for count real
  // ones.
  std::uint32_t ndim = 0;
  std::array<FftDim, 3> dims{};
  std::uint32_t batch_ndim = 0;
  std::array<FftDim, core::kMaxDims> batch{};

  std::uint64_t in_size() const noexcept { return size_of(kind == FftKind::kRealToComplex); }
  std::uint64_t out_size() const noexcept { return size_of(kind == FftKind::kComplexToReal); }

 private:
  std::uint64_t size_of(bool is_real) const noexcept { return (is_double ? 8u : 4u) * (is_real ? 1u : 2u); }
};

// Queues the library's own kernels; `memory` is that of the result and the source.
void run_own_fft(core::Context& context, const Transform& transform, core::Pool* pool,
                 std::span<core::Mem* const> memory, core::Stream* stream);

}  // namespace gridcall::ndarray
