// SPDX-License-Identifier: Apache-2.0
//
// Elements of every type for tests: small numbers that each type has exactly. Decoding is written anew here,
// and encoding searches for what decodes to the number.

#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>

#include "comm/nccl_types.h"

namespace engine {

using namespace gridcall::comm;

inline constexpr int kTypes = 12;
inline constexpr int kSizes[kTypes] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};

inline bool is_floating(int type) {
  return type >= ncclFloat16;
}

inline double decode_small(std::uint32_t bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const double sign = (bits >> (exponent_bits + mantissa_bits)) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
  const double mantissa = (bits & ((1u << mantissa_bits) - 1)) / std::pow(2.0, mantissa_bits);
  if (exponent == 0) return sign * mantissa * std::pow(2.0, 1 - bias);
  return sign * (1 + mantissa) * std::pow(2.0, exponent - bias);
}

// Numbers alone: neither infinities nor what is no number.
inline double decode(int type, const void* at) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, static_cast<std::size_t>(kSizes[type]));
  switch (type) {
    case ncclInt8:
      return static_cast<std::int8_t>(bits);
    case ncclInt32:
      return static_cast<std::int32_t>(bits);
    case ncclInt64:
      return static_cast<double>(static_cast<std::int64_t>(bits));
    case ncclFloat16:
      return decode_small(static_cast<std::uint32_t>(bits), 5, 10);
    case ncclBfloat16:
      return decode_small(static_cast<std::uint32_t>(bits), 8, 7);
    case ncclFloat8e4m3:
      return decode_small(static_cast<std::uint32_t>(bits), 4, 3);
    case ncclFloat8e5m2:
      return decode_small(static_cast<std::uint32_t>(bits), 5, 2);
    case ncclFloat32: {
      float value;
      std::memcpy(&value, at, sizeof value);
      return value;
    }
    case ncclFloat64: {
      double value;
      std::memcpy(&value, at, sizeof value);
      return value;
    }
    default:
      return static_cast<double>(bits);
  }
}

inline void encode(int type, double value, void* at) {
  const auto store = [at](auto native) { std::memcpy(at, &native, sizeof native); };
  switch (type) {
    case ncclInt8:
      return store(static_cast<std::int8_t>(value));
    case ncclUint8:
      return store(static_cast<std::uint8_t>(value));
    case ncclInt32:
      return store(static_cast<std::int32_t>(value));
    case ncclUint32:
      return store(static_cast<std::uint32_t>(value));
    case ncclInt64:
      return store(static_cast<std::int64_t>(value));
    case ncclUint64:
      return store(static_cast<std::uint64_t>(value));
    case ncclFloat32:
      return store(static_cast<float>(value));
    case ncclFloat64:
      return store(value);
    default:
      break;
  }
  static std::map<double, std::uint32_t> known[kTypes];
  auto found = known[type].find(value);
  if (found == known[type].end()) {
    std::uint32_t bits = 0;
    while (decode(type, &bits) != value) ++bits;
    found = known[type].emplace(value, bits).first;
  }
  std::memcpy(at, &found->second, static_cast<std::size_t>(kSizes[type]));
}

}  // namespace engine
