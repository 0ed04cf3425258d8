// SPDX-License-Identifier: Apache-2.0
//
// A case of cpu_device_bench: its memory, the kernels' launches, and the native work whose result theirs has
// to be.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

// Memory that each of the runners gets its own copy of.
struct Buffer {
  std::size_t bytes = 0;
  void* initial = nullptr;
  void* native = nullptr;
  struct gc_mem* device = nullptr;

  template <typename T>
  T* as() const {
    return static_cast<T*>(native);
  }
};

struct Argument {
  Buffer* buffer = nullptr;
  std::uint64_t bits = 0;
  std::uint32_t bytes = 4;
  Argument(Buffer& memory) : buffer(&memory) {}
  Argument(int value) : bits(static_cast<std::uint32_t>(value)) {}
  Argument(float value) { std::memcpy(&bits, &value, sizeof value); }
  Argument(double value) : bytes(8) { std::memcpy(&bits, &value, sizeof value); }
  Argument(long long value) : bits(static_cast<std::uint64_t>(value)), bytes(8) {}
};

struct Size {
  std::uint32_t x = 1, y = 1;
};

struct Step {
  std::string kernel;
  Size grid, block;
  std::vector<Argument> arguments;
};

// The elements of a result: kWords have to be the same.
enum class Elements { kWords, kHalves, kFloats, kDoubles };

struct Case {
  std::string name;
  std::vector<Step> steps;
  std::function<void()> native;
  Buffer* result;
  Elements elements = Elements::kWords;
  double tolerance = 0;  // the largest difference that may be
  int outliers = 0;      // elements that differ by more, of a thousand
};

template <typename T>
Buffer* make(std::size_t count, const std::function<T(std::size_t)>& element) {
  auto* buffer = new Buffer;
  buffer->bytes = count * sizeof(T);
  std::size_t rounded = (buffer->bytes + 4095) / 4096 * 4096;
  buffer->initial = std::aligned_alloc(4096, rounded);
  buffer->native = std::aligned_alloc(4096, rounded);
  if (!buffer->initial || !buffer->native) std::abort();
  auto* values = static_cast<T*>(buffer->initial);
  for (std::size_t i = 0; i < count; ++i) values[i] = element ? element(i) : T{};
  std::memcpy(buffer->native, buffer->initial, buffer->bytes);
  return buffer;
}

inline std::mt19937 random_bits(1);
inline float uniform(float low, float high) {
  return std::uniform_real_distribution<float>(low, high)(random_bits);
}
inline Buffer* floats(std::size_t count, float low, float high) {
  return make<float>(count, [=](std::size_t) { return uniform(low, high); });
}
inline Buffer* words(std::size_t count) {
  return make<std::uint32_t>(count, [](std::size_t) { return static_cast<std::uint32_t>(random_bits()); });
}
inline Buffer* zeros(std::size_t words_count) {
  return make<std::uint32_t>(words_count, {});
}

inline std::uint32_t u(int value) {
  return static_cast<std::uint32_t>(value);
}

using Makers = std::vector<std::function<Case()>>;
Makers first_set();
Makers second_set();
