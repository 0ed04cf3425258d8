// SPDX-License-Identifier: Apache-2.0
//
// The places of the elements of an array: shape and strides.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gridcall::core {

inline constexpr std::size_t kMaxDims = 32;

struct Layout {
  // Most arrays have few dimensions: no more of them is initialized or copied, as `= default` would.
  Layout() noexcept {}  // NOLINT(modernize-use-equals-default)
  Layout(const Layout& other) noexcept { *this = other; }
  Layout& operator=(const Layout& other) noexcept {
    ndim = other.ndim;
    std::copy_n(other.shape.begin(), ndim, shape.begin());
    std::copy_n(other.strides.begin(), ndim, strides.begin());
    return *this;
  }

  std::uint32_t ndim = 0;
  std::array<std::uint64_t, kMaxDims> shape;
  std::array<std::int64_t, kMaxDims> strides;  // in bytes

  std::span<const std::uint64_t> dims() const noexcept { return {shape.data(), ndim}; }
  std::uint64_t count() const noexcept;  // the product was checked
  // Return true if elements of that size follow each other, in C order or in Fortran order.
  bool is_c_contiguous(std::uint64_t element_size) const noexcept;
  bool is_f_contiguous(std::uint64_t element_size) const noexcept;
  // Removes dimension `axis`.
  void remove(std::size_t axis) noexcept;
  // Sets the strides of elements without gaps.
  void set_contiguous(std::uint64_t element_size, bool order_f) noexcept;
};

// The bytes of all elements: from `low` bytes before the first element's address to `high` bytes after it.
// Both are 0 if there are no elements.
struct Extent {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};
// Returns nullopt if the extent exceeds 64 bits.
std::optional<Extent> extent_of(const Layout& layout, std::uint64_t element_size) noexcept;

// Returns the layout of a shape that a program gives. Throws INVALID_ARGUMENT for too many dimensions,
// OUT_OF_RANGE for more bytes than 63 bits hold.
Layout contiguous_layout(std::span<const std::uint64_t> shape, std::uint64_t element_size, bool order_f);
// Checks the strides too, unless they are empty. `name` is "options".
Layout checked_layout(std::span<const std::uint64_t> shape, std::span<const std::int64_t> strides,
                      std::uint64_t element_size, bool order_f, const char* name);

// Returns true if two elements may share a byte, or if an exact answer would take long.
bool may_overlap_itself(const Layout& layout, std::uint64_t element_size) noexcept;

// Broadcasts `layout` to the shape: dimensions of 1 are repeated, and missing leading ones are added. Returns
// false if the shapes do not fit.
bool broadcast(const Layout& layout, std::span<const std::uint64_t> shape, Layout& result) noexcept;

// Returns the text of a shape: "(3, 4)".
std::string shape_text(std::span<const std::uint64_t> shape);

}  // namespace gridcall::core
