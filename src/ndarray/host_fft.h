// SPDX-License-Identifier: Apache-2.0
//
// FFTW or MKL on the host, for the CPU device: opened at the first transform.

#pragma once

#include <array>
#include <span>
#include <string>

#include "ndarray/fft.h"

namespace gridcall::ndarray {

// Returns true if the machine has a library for the type. Throws UNSUPPORTED if GRIDCALL_FFTW names libraries
// of which none can be used.
bool has_host_fft(bool is_double);

// Returns zeros, and the reason, if there is none, or none that tells. Throws as has_host_fft().
std::array<int, 3> host_fft_version(std::string& reason);

// Returns true if the library takes the strides. FFTW 3.3.10 crashes as it plans for some negative ones.
bool fits_host_fft(const Transform& transform) noexcept;

// Returns true if the library's own kernels take less time than plans that FFTW estimates: for long lines and
// complex planes of powers of two.
bool is_own_fft_faster(const Transform& transform);

// Queues a transform that fits, unless the library does not take it. Returns true if it did. A transform from
// complex to real overwrites what it reads.
bool run_host_fft(core::Context& context, const Transform& transform, std::span<core::Mem* const> memory,
                  const core::Stream* stream);

}  // namespace gridcall::ndarray
