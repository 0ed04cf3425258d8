// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills of arrays: by the driver's copies and fills where the elements are a rectangle, else by a
// kernel.

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "core/memory/pool.h"
#include "core/ndarray/ndarray.h"
#include "ndarray/loops.h"

namespace gridcall::ndarray {

// Queues a copy. The source is broadcast and converted; it may overlap the destination.
void copy(core::Ndarray& dst, core::Ndarray& src, core::Stream* stream);
// `value` has the bytes of one element.
void fill(core::Ndarray& ndarray, std::span<const std::byte> value, core::Stream* stream);

// --- Functions for the other operations on arrays

inline Operand operand_of(const core::Ndarray& array) {
  return {&array.mem(), array.address(), array.element().size, array.layout()};
}
// Returns an array as an operand of that shape. Throws INVALID_ARGUMENT if it cannot be broadcast; `name` is
// "`src`", and `to` the target, "`dst`".
Operand operand_of(const core::Ndarray& ndarray, std::span<const std::uint64_t> shape, const char* name,
                   const char* to);
// Throws INVALID_ARGUMENT for records. `name` is "`src`", and `verb` the call's, "reduce".
void check_no_record(const core::Ndarray& ndarray, std::string_view name, const char* verb);
// Throws INVALID_ARGUMENT if a complex number would become a real one.
void check_conversion(core::ScalarType from, core::ScalarType to, const char* name);
// Throws WRONG_CONTEXT, and INVALID_ARGUMENT for memory that kernels cannot reach.
void check_for_kernels(const core::Ndarray& ndarray, const core::Context& context, const char* name);
// Returns true if the arrays may share a byte.
bool share_bytes(const core::Ndarray& a, const core::Ndarray& b) noexcept;
// Throws if they do. `advice`: the next step.
void check_apart(const core::Ndarray& a, const char* name, const core::Ndarray& b, const char* other,
                 const char* advice);
// Returns true if the operands have the same bytes, element by element.
bool same_elements(const Operand& a, const Operand& b) noexcept;
// Throws unless the stream belongs to the context of the array called `name`.
void check_stream(const core::Stream* stream, const core::Context& context, const char* name);

// The elements as rows and slices of bytes.
struct Box {
  std::uint64_t width = 0, rows = 1, slices = 1;
  struct End {
    std::uint64_t row_pitch = 0, slice_pitch = 0;
  };
  std::array<End, 2> ends;

  // Returns true if the driver's copies and fills are as fast as a kernel.
  bool is_wide() const noexcept { return rows * slices == 1 || width >= 64; }
};
// Returns false if the elements form no box.
bool box_of(const Loops& loops, Box& box) noexcept;

// A contiguous array in memory that lives until the work queued with it is done. Without a pool the context's
// own is used; one that a program gives is called `options->pool`.
class Temporary {
 public:
  // `pool` nullptr: a pool that the context keeps.
  Temporary(core::Context& context, const core::Element& element, std::span<const std::uint64_t> shape,
            const core::Stream* stream, core::Pool* pool = nullptr);
  ~Temporary();
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  core::Ndarray& operator*() const noexcept { return *array_; }
  core::Ndarray* operator->() const noexcept { return array_.get(); }

 private:
  core::Ref<core::Pool> pool_;
  const bool is_own_;
  core::Ref<core::Ndarray> array_;
};

}  // namespace gridcall::ndarray
