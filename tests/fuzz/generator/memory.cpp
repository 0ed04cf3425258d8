// SPDX-License-Identifier: Apache-2.0
//
// Statements that write: variables, memory, and memory that all threads write.

#include "fuzz/generator/writer.h"

namespace gridcall::kernels {

Node Writer::assignment(int depth) {
  static const Forms forms = {
      {1, {"loc[$0 & 7u] = $1;"}, {u32(1), u32()}},
      {1, {"w = (u8)$0;"}, {u32()}},
      {1, {"h = (u16)$0;"}, {u32()}},
      {1, {"s = (short)$0;"}, {i32()}},
      {4, {}, {}, 100, &Writer::variable},
      {1, {}, {}, 75, &Writer::variable},
      {0, {"small[$0 & 15u] = (u8)$1;"}, {u32(1), u32(kLess)}},  // dear to compile
      {1, {}, {}, 60, &Writer::variable},
      {0, {"turn(loc, $0);"}, {u32(1)}},
      {1, {}, {}, 100, &Writer::variable},
  };
  return statement_from(forms, depth);
}

Node Writer::variable(int depth) {
  struct Place {
    const char* text;
    Type type;
  };
  static const Place places[] = {{"a", Type::kU32},  {"b", Type::kU32},     {"c", Type::kU32},
                                 {"i", Type::kI32},  {"j", Type::kI32},     {"q", Type::kU64},
                                 {"r", Type::kU64},  {"x", Type::kFloat},   {"y", Type::kFloat},
                                 {"t", Type::kBool}, {"a", Type::kU32},     {"b", Type::kU32},
                                 {"c", Type::kU32},  {"dx", Type::kDouble}, {"dy", Type::kDouble}};
  static const char* const changes[] = {" += ", " ^= ", " *= ", " -= ", " |= "};
  const Place& place = pick(places);
  const bool changed = place.type == Type::kU32 && random_.chance(30);
  const std::string text = std::string(place.text) + (changed ? pick(changes) : " = ") + "$0;";
  return statement_of(text, {draw({place.type, depth})});
}

// Each thread has its own places in each part of `out`.
Node Writer::global_store() {
  static const Forms forms = {
      {1, {"out[gid] = $0;"}, {u32(2)}},
      {1, {"out[8191u - gid] = $0;"}, {u32(2)}},
      {1, {"out[8192u + gid * 2u + 0u] = $0;", "out[8192u + gid * 2u + 1u] = $0;"}, {u32(2)}},
      {1, {"out[16384u + ((gid * @odd) & 4095u)] = $0;"}, {u32(2)}},
      {1, {"out[20480u + (gid ^ @flip)] = $0;"}, {u32(2)}},
      {1, {"((u64*)(out + 24576))[gid] = $0;"}, {u64(2)}},
      {1, {"((u8*)(out + 32768))[gid] = (u8)$0;"}, {u32(2)}},
      {1, {"((u16*)(out + 33792))[gid] = (u16)$0;"}, {u32(2)}},
      {1, {"out[gid] += $0;"}, {u32(2)}},
      {1, {"out[gid] = bits_of($0);"}, {real(2)}},
      {1, {"a ^= out[gid];"}, {}},
      {1, {"((uint4*)(out + 57344))[gid] = make_uint4($0, $1, a, 9u);"}, {u32(1), u32(1)}},
      {1,
       {"{ float4 four = ((const float4*)in)[gid & 2047u]; ((uint4*)(out + 57344))[gid] = "
        "make_uint4(bits_of(four.w), $0, bits_of(four.y * x), b); }"},
       {u32(1)}},
      {1, {"((uint2*)(out + 24576))[gid].y = $0;"}, {u32(2)}},
      {1, {"((u64*)(out + 24576))[gid] = bits_of($0);"}, {real64(2)}},
      {1, {"*(volatile u32*)(out + gid) = $0;"}, {u32(2)}},
      {1, {"((u16*)(out + 33792))[gid] ^= (u16)$0;"}, {u32(1)}},
  };
  return statement_from(forms, 0,
                        {{"odd", number(static_cast<unsigned>(seed_ & 255) * 2 + 3)},
                         {"flip", number(static_cast<unsigned>(seed_ >> 8 & 1023))}});
}

// Each array has one operation, so that its order does not matter.
Node Writer::shared_atomic() {
  static const Forms forms = {
      {1, {"atomicAdd(&s_add[$0 & 15u], $1);"}, {u32(1), u32(1)}},
      {1, {"atomicMin(&s_min[$0 & 15u], $1);"}, {u32(1), u32(1)}},
      {1, {"atomicMax(&s_max[$0 & 15u], $1);"}, {u32(1), i32(1)}},
      {1, {"atomicOr(&s_or[$0 & 15u], $1);"}, {u32(1), u32(1)}},
      {1, {"atomicXor(&s_xor[$0 & 15u], $1);"}, {u32(1), u32(1)}},
      {1, {"atomicAdd(&s_add[$0 & 1u], $1);"}, {u32(1), u32(0)}},
  };
  return statement_from(forms);
}

Node Writer::global_atomic() {
  static const Forms forms = {
      {1, {"atomicAdd(out + 44032 + ($0 & 15u), $1);"}, {u32(1), u32(1)}},
      {1, {"atomicMin(out + 44048 + ($0 & 15u), $1);"}, {u32(1), u32(1)}},
      {1, {"atomicMax((int*)out + 44064 + ($0 & 15u), $1);"}, {u32(1), i32(1)}},
      {1, {"atomicAnd(out + 44080 + ($0 & 15u), $1);"}, {u32(1), u32(1)}},
      {1, {"atomicXor(out + 44096 + ($0 & 15u), $1);"}, {u32(1), u32(1)}},
      {1, {"atomicAdd((u64*)(out + 44112) + ($0 & 7u), $1);"}, {u32(1), u64(1)}},
      {1, {"atomicInc(out + 44128 + ($0 & 7u), 1000u);"}, {u32(1)}},
      // Only this thread uses the cell: the returned value is known.
      {1, {"b = atomicAdd(out + 35840 + gid * 2u + ($0 & 1u), $1);"}, {u32(1), u32(1)}},
      {1, {"c = atomicExch(out + 35840 + gid * 2u, $0);"}, {u32(1)}},
      {1, {"a = atomicCAS(out + 35840 + gid * 2u, $0, $1);"}, {u32(1), u32(1)}},
      // Sums of small whole numbers: no rounding, so no order.
      {1, {"atomicAdd((float*)out + 44160 + ($0 & 7u), (float)($1 & 15u));"}, {u32(1), u32(1)}},
      {1, {"atomicAdd((f64*)(out + 44176) + ($0 & 7u), (f64)($1 & 255u));"}, {u32(1), u32(1)}},
      {1, {"atomicMax((u64*)(out + 44192) + ($0 & 7u), $1);"}, {u32(1), u64(1)}},
      {1, {"atomicOr(out + 44208 + ($0 & 15u), 1u << ($1 & 31u));"}, {u32(1), u32(1)}},
      {1, {"q = atomicExch((u64*)(out + 35840) + gid, $0);"}, {u64(1)}},
      {1, {}, {}, 100, &Writer::compare_and_swap},
      {1, {"atomicSub(out + 44032 + ($0 & 15u), $1);"}, {u32(1), u32(1)}},
  };
  return statement_from(forms);
}

// A loop that ends when nobody came between: what a program makes an atomic function of that CUDA has none
// for.
Node Writer::compare_and_swap(int) {
  static const Forms forms = {
      {1,
       {"{ u32* @at = @array + ($0 & 15u); u32 @old = *(volatile u32*)@at, @seen; do { @seen = @old; @old = "
        "atomicCAS(@at, @seen, max(@seen, $1)); } while (@old != @seen); }"},
       {u32(1), u32(1)}}};
  return statement_from(forms, 0, {{"array", random_.chance(50) ? "s_cas" : "(out + 44224)"}});
}

}  // namespace gridcall::kernels
