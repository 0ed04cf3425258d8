// SPDX-License-Identifier: Apache-2.0
//
// A typed view of memory. It never changes: whatever looks at it otherwise is another one.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/memory/mem.h"
#include "core/ndarray/dtype.h"
#include "core/ndarray/layout.h"

namespace gridcall::core {

class Pool;

// The fields of gc_ndarray_options.
struct NdarraySpec {
  Element element;
  Layout layout;
  MemSpec mem;           // the options of a new array's memory, without the size
  Pool* pool = nullptr;  // the pool that the memory is taken from, or nullptr
  Stream* stream = nullptr;
};

// A slice of one dimension, as NumPy's start:stop:step. kOmitted: not given. A step of 0 selects one element.
struct AxisSlice {
  static constexpr std::int64_t kOmitted = INT64_MIN;
  std::int64_t start, stop, step;
};

class Ndarray final : public Object {
 public:
  static constexpr HandleType kType = HandleType::kNdarray;

  static Ref<Ndarray> create(Context& context, const NdarraySpec& spec);
  // Throws OUT_OF_RANGE unless all elements lie in the memory, and INVALID_ARGUMENT for misaligned elements.
  static Ref<Ndarray> from_mem(Mem& mem, std::uint64_t offset, const Element& element, const Layout& layout,
                               bool is_read_only = false);

  Context& context() const noexcept { return mem_->context(); }
  Context* context_or_null() noexcept override { return &context(); }
  std::optional<std::uint64_t> native() override {
    mem_->expose();
    return address();
  }
  Mem& mem() const noexcept { return *mem_; }
  std::uint64_t offset() const noexcept { return offset_; }
  const Element& element() const noexcept { return element_; }
  ScalarType type() const noexcept { return element_.type; }
  const Layout& layout() const noexcept { return layout_; }
  std::uint64_t count() const noexcept { return count_; }
  bool is_read_only() const noexcept { return is_read_only_; }
  std::uint64_t address() const noexcept { return mem_->address() + offset_; }
  // Return the range of the elements' bytes, [begin, end), in the memory's address space.
  std::uint64_t begin() const noexcept { return address() - extent_.low; }
  std::uint64_t end() const noexcept { return address() + extent_.high; }

  // Throws NOT_FOUND or UNSUPPORTED.
  std::uint64_t attribute(std::int32_t attribute) const;
  Ref<Mem> mem_reference() const { return mem_; }
  Ref<Dtype> record_reference() const;
  std::vector<std::uint64_t> shape_vector() const;
  std::vector<std::int64_t> strides_vector() const;

  // These return views.
  Ref<Ndarray> slice(std::span<const AxisSlice> slices) const;
  // One dimension may be -1.
  Ref<Ndarray> reshape(std::span<const std::int64_t> shape, bool order_f) const;
  Ref<Ndarray> transpose(std::span<const std::uint32_t> axes) const;
  Ref<Ndarray> view(const Element& element) const;
  Ref<Ndarray> field(std::string_view name) const;

  // Throws INVALID_ARGUMENT if the array cannot be written. `name`: the parameter, such as "`dst`".
  void check_writable(const char* name) const;

  Ndarray(Ref<Mem> mem, std::uint64_t offset, const Element& element, const Layout& layout,
          const Extent& extent, bool is_read_only) noexcept
      : mem_(std::move(mem)),
        offset_(offset),
        element_(element),
        layout_(layout),
        extent_(extent),
        count_(layout.count()),
        is_read_only_(is_read_only) {}

 private:
  // Returns an array over the same memory, within the extent of this one.
  Ref<Ndarray> view_of(std::int64_t moved, const Element& element, const Layout& layout) const;

  const Ref<Mem> mem_;
  const std::uint64_t offset_;
  const Element element_;
  const Layout layout_;
  const Extent extent_;
  const std::uint64_t count_;
  const bool is_read_only_;
};

}  // namespace gridcall::core
