// SPDX-License-Identifier: Apache-2.0
//
// The shapes and arguments that a kernel is launched with.

#include <iterator>

#include "fuzz/generator.h"

namespace gridcall::kernels {
namespace {

constexpr Shape kShapes[] = {
    {{2, 1, 1}, {1, 1, 1}},   {{3, 1, 1}, {17, 1, 1}},  {{2, 1, 1}, {32, 1, 1}},   {{2, 1, 1}, {33, 1, 1}},
    {{2, 1, 1}, {96, 1, 1}},  {{3, 1, 1}, {256, 1, 1}}, {{1, 1, 1}, {1024, 1, 1}}, {{2, 2, 1}, {16, 16, 1}},
    {{2, 1, 1}, {32, 8, 1}},  {{2, 1, 1}, {8, 8, 8}},   {{2, 2, 1}, {5, 7, 1}},    {{2, 1, 1}, {3, 11, 2}},
    {{1, 2, 1}, {31, 3, 1}},  {{1, 2, 1}, {1, 33, 1}},  {{2, 2, 1}, {20, 10, 1}},  {{1, 1, 1}, {48, 2, 1}},
    {{2, 1, 1}, {64, 4, 1}},  {{3, 1, 1}, {16, 4, 1}},  {{3, 1, 1}, {16, 1, 1}},   {{2, 1, 1}, {100, 1, 1}},
    {{1, 2, 1}, {16, 3, 3}},  {{2, 1, 1}, {7, 1, 5}},   {{2, 1, 3}, {8, 4, 2}},    {{1, 2, 2}, {17, 3, 1}},
    {{2, 1, 1}, {17, 17, 1}}, {{1, 1, 2}, {3, 5, 7}},   {{1, 1, 1}, {33, 3, 2}},   {{1, 1, 1}, {32, 32, 1}},
    {{2, 1, 2}, {32, 3, 2}},  {{1, 1, 1}, {1, 1, 64}},  {{2, 2, 2}, {16, 2, 2}},   {{1, 1, 3}, {2, 2, 33}},
    {{3, 2, 1}, {48, 1, 1}},  {{1, 2, 1}, {64, 3, 1}},
};

}  // namespace

Trial trial_of(std::uint64_t seed, const std::string& source) {
  return {"k" + std::to_string(seed), source, seed, shapes_for(seed)};
}

std::string describe(const Shape& shape) {
  const auto text = [](const std::uint32_t(&size)[3]) {
    return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
  };
  return text(shape.grid) + " blocks of " + text(shape.block);
}

std::vector<std::uint32_t> values_in() {
  std::vector<std::uint32_t> values(kInWords);
  Random random(2026);
  for (std::uint32_t& value : values) {
    value = static_cast<std::uint32_t>(random.next());
    if (random.chance(40)) value &= 255;
    if (random.chance(10)) value = 0xffffffffu - random.below(3);
  }
  return values;
}

std::uint32_t first_out(std::uint64_t seed) {
  return static_cast<std::uint32_t>(seed * 2654435761u);
}

std::vector<Shape> shapes_for(std::uint64_t seed) {
  Random random(seed ^ 0x5348415045u);
  std::vector<Shape> result;
  for (int i = 0; i < 3; ++i) result.push_back(kShapes[random.below(std::size(kShapes))]);
  return result;
}

Parameters parameters_for(std::uint64_t seed) {
  Random random(seed ^ 0x504152414du);
  Parameters result = {};
  result.a = random.chance(40) ? random.below(16) : static_cast<std::uint32_t>(random.next());
  result.b = random.chance(40)   ? random.below(64)
             : random.chance(30) ? 0xffffffffu - random.below(40)
                                 : static_cast<std::uint32_t>(random.next());
  result.c = random.next() >> random.below(40);
  result.d = static_cast<std::uint8_t>(random.next());
  result.e = static_cast<std::int8_t>(random.next());
  for (std::uint16_t& value : result.f) value = static_cast<std::uint16_t>(random.next());
  result.g = static_cast<float>(random.below(1000)) * 0.25f;
  return result;
}

}  // namespace gridcall::kernels
