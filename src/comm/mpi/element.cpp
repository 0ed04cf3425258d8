// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/element.h"

#include <cstring>
#include <type_traits>

#include "comm/mpi/small_float.h"

namespace gridcall::comm::mpi {

namespace {

using core::ScalarType;

struct Row {
  std::size_t size;
  ScalarType type;
  Element element;
};
constexpr Row kRows[kDataTypes] = {
    {1, ScalarType::kInt8, Element::kInt8},        {1, ScalarType::kUint8, Element::kUint8},
    {4, ScalarType::kInt32, Element::kInt32},      {4, ScalarType::kUint32, Element::kUint32},
    {8, ScalarType::kInt64, Element::kInt64},      {8, ScalarType::kUint64, Element::kUint64},
    {2, ScalarType::kFloat16, Element::kUint16},   {4, ScalarType::kFloat32, Element::kFloat},
    {8, ScalarType::kFloat64, Element::kDouble},   {2, ScalarType::kBfloat16, Element::kUint16},
    {1, ScalarType::kFloat8E4m3, Element::kUint8}, {1, ScalarType::kFloat8E5m2, Element::kUint8},
};

template <BasicReduction kReduction>
float combined(float a, float b) noexcept {
  if constexpr (kReduction == BasicReduction::kSum) return a + b;
  if constexpr (kReduction == BasicReduction::kProd) return a * b;
  // A NaN must not vanish in a reduction.
  if constexpr (kReduction == BasicReduction::kMax) return a > b || std::isnan(a) ? a : b;
  if constexpr (kReduction == BasicReduction::kMin) return a < b || std::isnan(a) ? a : b;
}

template <class Small, BasicReduction kReduction>
void combine(void* in, void* inout, int* count, void*) {
  using Bits = typename Small::Bits;
  const auto* a = static_cast<const Bits*>(in);
  auto* b = static_cast<Bits*>(inout);
  for (int i = 0; i < *count; ++i)
    b[i] = Small::narrow(combined<kReduction>(Small::widen(a[i]), Small::widen(b[i])));
}

template <class Small>
Combine combine_of(BasicReduction reduction) noexcept {
  switch (reduction) {
    case BasicReduction::kSum:
      return combine<Small, BasicReduction::kSum>;
    case BasicReduction::kProd:
      return combine<Small, BasicReduction::kProd>;
    case BasicReduction::kMax:
      return combine<Small, BasicReduction::kMax>;
    case BasicReduction::kMin:
      return combine<Small, BasicReduction::kMin>;
  }
  return nullptr;
}

template <class T>
T bits_as(std::uint64_t bits) noexcept {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
void scale_of(void* dst, const void* src, std::size_t count, std::uint64_t bits) noexcept {
  const T factor = bits_as<T>(bits);
  const T* from = static_cast<const T*>(src);
  T* to = static_cast<T*>(dst);
  if constexpr (std::is_integral_v<T>) {
    // Integers wrap around as on the device.
    using Unsigned = std::make_unsigned_t<T>;
    for (std::size_t i = 0; i < count; ++i)
      to[i] = static_cast<T>(std::uint64_t{static_cast<Unsigned>(from[i])} * static_cast<Unsigned>(factor));
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i] * factor;
  }
}

template <class Small>
void scale_small(void* dst, const void* src, std::size_t count, std::uint64_t bits) noexcept {
  using Bits = typename Small::Bits;
  const float factor = Small::widen(bits_as<Bits>(bits));
  const auto* from = static_cast<const Bits*>(src);
  auto* to = static_cast<Bits*>(dst);
  for (std::size_t i = 0; i < count; ++i) to[i] = Small::narrow(Small::widen(from[i]) * factor);
}

template <class T>
void divide_of(void* values, std::size_t count, int divisor) noexcept {
  T* each = static_cast<T*>(values);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_signed_v<T>) {
      each[i] = static_cast<T>(static_cast<std::int64_t>(each[i]) / divisor);
    } else {
      each[i] = static_cast<T>(static_cast<std::uint64_t>(each[i]) / static_cast<std::uint64_t>(divisor));
    }
  }
}

}  // namespace

std::size_t size_of(ncclDataType_t type) noexcept {
  return kRows[type].size;
}
ScalarType scalar_type_of(ncclDataType_t type) noexcept {
  return kRows[type].type;
}
bool is_floating(ncclDataType_t type) noexcept {
  return type >= ncclFloat16;
}
Element element_of(ncclDataType_t type) noexcept {
  return kRows[type].element;
}

Combine combine_of(ncclDataType_t type, BasicReduction reduction) noexcept {
  switch (type) {
    case ncclFloat16:
      return combine_of<Float16>(reduction);
    case ncclBfloat16:
      return combine_of<BFloat16>(reduction);
    case ncclFloat8e4m3:
      return combine_of<Float8E4M3>(reduction);
    case ncclFloat8e5m2:
      return combine_of<Float8E5M2>(reduction);
    default:
      return nullptr;
  }
}

void scale(void* dst, const void* src, std::size_t count, ncclDataType_t type,
           std::uint64_t factor) noexcept {
  switch (type) {
    case ncclInt8:
      return scale_of<std::int8_t>(dst, src, count, factor);
    case ncclUint8:
      return scale_of<std::uint8_t>(dst, src, count, factor);
    case ncclInt32:
      return scale_of<std::int32_t>(dst, src, count, factor);
    case ncclUint32:
      return scale_of<std::uint32_t>(dst, src, count, factor);
    case ncclInt64:
      return scale_of<std::int64_t>(dst, src, count, factor);
    case ncclUint64:
      return scale_of<std::uint64_t>(dst, src, count, factor);
    case ncclFloat32:
      return scale_of<float>(dst, src, count, factor);
    case ncclFloat64:
      return scale_of<double>(dst, src, count, factor);
    case ncclFloat16:
      return scale_small<Float16>(dst, src, count, factor);
    case ncclBfloat16:
      return scale_small<BFloat16>(dst, src, count, factor);
    case ncclFloat8e4m3:
      return scale_small<Float8E4M3>(dst, src, count, factor);
    case ncclFloat8e5m2:
      return scale_small<Float8E5M2>(dst, src, count, factor);
  }
}

std::uint64_t reciprocal(ncclDataType_t type, int count) noexcept {
  const double value = 1.0 / count;
  const auto narrow = static_cast<float>(value);
  switch (type) {
    case ncclFloat64:
      return std::bit_cast<std::uint64_t>(value);
    case ncclFloat32:
      return std::bit_cast<std::uint32_t>(narrow);
    case ncclFloat16:
      return Float16::narrow(narrow);
    case ncclBfloat16:
      return BFloat16::narrow(narrow);
    case ncclFloat8e4m3:
      return Float8E4M3::narrow(narrow);
    case ncclFloat8e5m2:
      return Float8E5M2::narrow(narrow);
    default:
      return 0;
  }
}

void divide(void* values, std::size_t count, ncclDataType_t type, int divisor) noexcept {
  switch (type) {
    case ncclInt8:
      return divide_of<std::int8_t>(values, count, divisor);
    case ncclUint8:
      return divide_of<std::uint8_t>(values, count, divisor);
    case ncclInt32:
      return divide_of<std::int32_t>(values, count, divisor);
    case ncclUint32:
      return divide_of<std::uint32_t>(values, count, divisor);
    case ncclInt64:
      return divide_of<std::int64_t>(values, count, divisor);
    case ncclUint64:
      return divide_of<std::uint64_t>(values, count, divisor);
    default:
      return;
  }
}

}  // namespace gridcall::comm::mpi
