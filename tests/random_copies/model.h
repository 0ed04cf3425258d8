// SPDX-License-Identifier: Apache-2.0
//
// A model of the memories of a process: bytes in host memory, moved one by one.

#pragma once

#include <gridcall/gridcall.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// A memory that a driver allocated. The parts of it share its bytes.
struct Root {
  std::vector<unsigned char> bytes;
  std::size_t context = 0;
  std::size_t stream = 0;  // whose work used it last, of its context
};

struct Memory {
  gc_mem* handle = nullptr;
  Root* root = nullptr;
  std::size_t offset = 0;  // in the root
  std::size_t size = 0;
  std::string name;
};

struct Context {
  gc_context* handle = nullptr;
  std::string name;
  std::vector<gc_stream*> streams;  // the first is the default stream
};

// A rectangle at one end, in bytes of that end.
struct Rect {
  std::uint64_t offset = 0, row_pitch = 0, slice_pitch = 0;
  std::uint64_t width = 0, height = 1, depth = 1;

  std::uint64_t row() const { return row_pitch ? row_pitch : width; }
  std::uint64_t slice() const { return slice_pitch ? slice_pitch : height * row(); }
  std::uint64_t extent() const {
    return width && height && depth ? (depth - 1) * slice() + (height - 1) * row() + width : 0;
  }
  // The bytes of the rectangle in order.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::uint64_t z = 0; z < depth; ++z)
      for (std::uint64_t y = 0; y < height; ++y)
        for (std::uint64_t x = 0; x < width; ++x) visit(offset + z * slice() + y * row() + x);
  }
};

// An array, whose elements lie in the root without gaps.
struct Array {
  gc_array* handle = nullptr;
  Root* root = nullptr;
  std::uint64_t element = 0, row = 0, rows = 0, slices = 0;  // bytes, bytes, and counts
  std::string name;
};

// A box in an array; columns are bytes.
struct Box {
  std::uint64_t x = 0, y = 0, z = 0;
  std::uint64_t width = 0, height = 1, depth = 1;

  Rect in(const Array& array) const {
    return {z * array.rows * array.row + y * array.row + x,
            array.row,
            array.rows * array.row,
            width,
            height,
            depth};
  }
  bool fits(const Array& array) const {
    return x + width <= array.row && y + height <= array.rows && z + depth <= array.slices;
  }
  bool meets(const Box& other) const {
    const auto apart = [](std::uint64_t a, std::uint64_t b, std::uint64_t count) {
      return a >= b ? a - b >= count : b - a >= count;
    };
    return !apart(x, other.x, width) && !apart(y, other.y, height) && !apart(z, other.z, depth);
  }
};

// Returns whether the two share a byte of `size` bytes.
bool share_a_byte(const Rect& first, std::uint64_t first_begin, const Rect& second,
                  std::uint64_t second_begin, std::size_t size);
void copy_rect(unsigned char* dst, const Rect& to, const unsigned char* src, const Rect& from);
void fill_rect(unsigned char* dst, const Rect& to, const std::vector<unsigned char>& pattern);
