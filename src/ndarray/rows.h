// SPDX-License-Identifier: Apache-2.0
//
// Arrays as rows along one of their dimensions: the elements of a row follow each other, and the rows do. An
// array that is not so is copied.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "ndarray/copy.h"

namespace gridcall::ndarray {

// The division of rows: each is one thread's work, one block's, or cut into chunks.
inline constexpr std::uint64_t kElementsOfThread = 32;    // the most on a GPU
inline constexpr std::uint64_t kLeastOfRowChunk = 16384;  // a row that is cut has twice that at least
inline constexpr std::uint64_t kChunksOfProcessor = 4;
inline constexpr std::uint64_t kMaxRowChunks = 512;
inline constexpr std::uint64_t kMaxLines = 65535;  // blocks along a dimension of a grid
// Returns the number of workers or of multiprocessors.
std::uint64_t processors_of(const core::Context& context);
// Returns true if the kernels need indices of 64 bits; one may be that behind the last thread's.
inline bool is_wide_index(std::uint64_t count) noexcept {
  return count > 0x7fff0000 - kMaxLines * 256;
}

// The division of all elements into chunks of whole tiles, of which none is empty.
struct Chunks {
  std::uint64_t chunk, chunks;
  Chunks(const core::Context& context, std::uint64_t count);
};

// The temporary memory of a call.
struct Workspace {
  core::Context& context;
  core::Pool* pool;  // or nullptr
  core::Stream* stream;
};

// Throws unless the array is one that the call may write.
void check_target(const core::Ndarray& array, const core::Context& context, const char* name);
// Throw unless the dimension exists and the array has the shape of the source.
void check_axis(const core::Ndarray& src, std::uint32_t axis);
void check_shape(const core::Ndarray& array, const char* name, const core::Ndarray& src,
                 const char* src_name);
// Throws unless the elements have one type, and records one size.
void check_same_type(const core::Ndarray& array, const char* name, const core::Ndarray& src,
                     const char* src_name);
// Returns true for integers of 32 and 64 bits.
bool holds_places(core::ScalarType type) noexcept;

// Throws unless `options->segments` are offsets into the one dimension of the source.
void check_segments(const core::Ndarray& segments, const core::Ndarray& src);
// Returns the array with the dimension last.
core::Ref<core::Ndarray> with_last(const core::Ndarray& array, std::uint32_t axis);
// Returns true if the elements follow each other.
bool is_in_rows(const core::Ndarray& array) noexcept;
// The distances of elements and of rows in bytes.
struct StepsOfRow {
  std::int64_t element, row;
};
// Returns those of rows along the last dimension, unless these lie at several distances, or elements further
// apart than `most`.
std::optional<StepsOfRow> steps_of_rows(const core::Ndarray& array,
                                        std::uint64_t most = ~std::uint64_t{0}) noexcept;
// An array whose elements follow each other, or lie in rows with up to so many bytes between them: itself, or
// a copy.
class Contiguous {
 public:
  Contiguous(core::Ndarray& array, const Workspace& workspace, std::uint64_t most_stride = 0);
  core::Ndarray& operator*() const noexcept { return copy_ ? **copy_ : *array_; }
  core::Ndarray* operator->() const noexcept { return &**this; }

 private:
  const core::Ref<core::Ndarray> array_;
  std::optional<Temporary> copy_;
};

// The array that a call writes, and in which it may work; store() puts the rows where they belong.
class Rows {
 public:
  // `most_stride`: the call works in rows with up to so many bytes between elements.
  Rows(core::Ndarray& array, std::uint32_t axis, const Workspace& workspace, std::uint64_t most_stride = 0);
  // All elements in C's order.
  Rows(core::Ndarray& array, const Workspace& workspace);
  core::Ndarray& operator*() const noexcept { return copy_ ? **copy_ : *view_; }
  core::Ndarray* operator->() const noexcept { return &**this; }
  void store();

 private:
  const Workspace workspace_;
  const core::Ref<core::Ndarray> view_;  // with the dimension last
  std::optional<Temporary> copy_;

  Rows(core::Ref<core::Ndarray> view, const Workspace& workspace, std::uint64_t most_stride);
};

// The array that a call reads. If it is not in rows, its elements are copied, to those of the result if it
// has the same type.
class SourceRows {
 public:
  SourceRows(core::Ndarray& array, std::uint32_t axis, const Rows& result, const Workspace& workspace);
  core::Ndarray& operator*() const noexcept { return *rows_; }
  core::Ndarray* operator->() const noexcept { return rows_.get(); }

 private:
  std::optional<Temporary> copy_;
  core::Ref<core::Ndarray> rows_;
};

// An array that a call reads as one row of all elements in C's order. It is copied if it is not that, or
// shares bytes with one of the results, of which any may be nullptr.
class FlatSource {
 public:
  FlatSource(core::Ndarray& array, std::initializer_list<const core::Ndarray*> results,
             const Workspace& workspace);
  core::Ndarray& operator*() const noexcept { return copy_ ? **copy_ : *array_; }
  core::Ndarray* operator->() const noexcept { return &**this; }

 private:
  const core::Ref<core::Ndarray> array_;
  std::optional<Temporary> copy_;
};

}  // namespace gridcall::ndarray
