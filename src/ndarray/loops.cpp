// SPDX-License-Identifier: Apache-2.0

#include "ndarray/loops.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace gridcall::ndarray {

namespace {

std::uint64_t magnitude(std::int64_t stride) noexcept {
  return stride < 0 ? ~static_cast<std::uint64_t>(stride) + 1 : static_cast<std::uint64_t>(stride);
}

}  // namespace

Loops::Loops(std::span<const Operand> arrays, bool keeps_order) {
  const core::Layout& first = arrays[0].layout;
  std::array<std::uint32_t, core::kMaxDims> order;
  for (std::uint32_t i = 0; i < first.ndim; ++i)
    if (first.shape[i] > 1) order[ndim++] = i;
  // The dimensions are sorted by the first operand's strides; an operand with stride 0 defers to the next
  // one.
  const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
    for (const Operand& array : arrays) {
      const std::uint64_t left = magnitude(array.layout.strides[a]),
                          right = magnitude(array.layout.strides[b]);
      if (left != right) return left > right;
    }
    return false;
  };
  // By insertion: std::stable_sort would allocate.
  for (auto at = order.begin(); at != order.begin() + ndim && !keeps_order; ++at)
    std::rotate(std::upper_bound(order.begin(), at, *at, is_before), at, at + 1);
  for (std::uint32_t i = 0; i < ndim; ++i) shape[i] = first.shape[order[i]];
  operands.reserve(arrays.size());
  for (const Operand& array : arrays) {
    LoopOperand& operand = operands.emplace_back();
    operand.address = array.address;
    operand.size = array.size;
    for (std::uint32_t i = 0; i < ndim; ++i) {
      operand.strides[i] = array.layout.strides[order[i]];
      // A dimension in which the first operand runs backwards is reversed.
      if (first.strides[order[i]] >= 0 || keeps_order) continue;
      operand.address += (shape[i] - 1) * static_cast<std::uint64_t>(operand.strides[i]);
      operand.strides[i] = -operand.strides[i];
    }
  }
  merge();
}

void Loops::merge() noexcept {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 1; i < ndim; ++i) {
    const bool follows = std::all_of(operands.begin(), operands.end(), [&](const LoopOperand& operand) {
      return operand.strides[kept] == operand.strides[i] * static_cast<std::int64_t>(shape[i]);
    });
    if (follows) {
      shape[kept] *= shape[i];
    } else {
      shape[++kept] = shape[i];
    }
    for (LoopOperand& operand : operands) operand.strides[kept] = operand.strides[i];
  }
  if (ndim != 0) ndim = kept + 1;
}

std::uint64_t Loops::count() const noexcept {
  std::uint64_t count = 1;
  for (std::uint32_t i = 0; i < ndim; ++i) count *= shape[i];
  return count;
}

bool Loops::is_linear() const noexcept {
  if (ndim == 0) return true;
  return ndim == 1 && std::all_of(operands.begin(), operands.end(), [](const LoopOperand& operand) {
           return operand.strides[0] == 0 || operand.strides[0] == static_cast<std::int64_t>(operand.size);
         });
}

bool Loops::fits_31_bits() const noexcept {
  // The limit leaves room for the end of the last block.
  constexpr std::uint64_t kMax = std::numeric_limits<std::int32_t>::max() - (1 << 16);
  if (count() > kMax) return false;
  return std::all_of(operands.begin(), operands.end(), [&](const LoopOperand& operand) {
    std::uint64_t bytes = operand.size;
    for (std::uint32_t i = 0; i < ndim; ++i) bytes += (shape[i] - 1) * magnitude(operand.strides[i]);
    return bytes <= kMax;
  });
}

void Loops::set_empty() noexcept {
  ndim = 1;
  shape[0] = 0;
  for (LoopOperand& operand : operands) operand.strides[0] = static_cast<std::int64_t>(operand.size);
}

std::uint64_t Loops::unit() const noexcept {
  std::uint64_t bits = 16;
  for (const LoopOperand& operand : operands) {
    bits |= operand.size | operand.address;
    for (std::uint32_t i = 0; i < ndim; ++i) bits |= magnitude(operand.strides[i]);
  }
  return bits & (~bits + 1);
}

void Loops::split(std::uint64_t unit) {
  if (operands[0].size == unit) return;
  shape[ndim] = operands[0].size / unit;
  for (LoopOperand& operand : operands) {
    operand.strides[ndim] = static_cast<std::int64_t>(unit);
    operand.size = unit;
  }
  ++ndim;
  merge();
}

}  // namespace gridcall::ndarray
