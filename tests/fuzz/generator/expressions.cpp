// SPDX-License-Identifier: Apache-2.0

#include "fuzz/generator/writer.h"

namespace gridcall::kernels {
namespace {

using Texts = std::vector<const char*>;

const Texts& constants_of(Type type) {
  static const Texts texts[] = {
      {},
      {"0u", "1u", "2u", "3u", "7u", "31u", "32u", "255u", "256u", "65535u", "0x7fffffffu", "0x80000000u",
       "0xffffffffu", "0xfffffff0u", "12345u"},
      {"0", "1", "(-1)", "5", "(-7)", "127", "(-128)", "1000", "2147483647", "(-2147483647 - 1)"},
      {"0ull", "1ull", "0xffffffffull", "0x100000000ull", "0x8000000000000000ull", "0xffffffffffffffffull",
       "77ull"},
      {"0.0f", "(-0.0f)", "1.0f", "(-2.5f)", "0.1f", "3.0e38f", "1.0e-40f", "1024.0f"},
      {"0.0", "(-0.0)", "1.0", "(-2.5)", "0.1", "1.0e308", "1.0e-310", "65536.5"},
  };
  return texts[static_cast<int>(type)];
}

const Texts& atoms_of(Type type) {
  static const Texts texts[] = {
      {},
      {"a",           "b",           "c",          "(u32)w",      "(u32)h",
       "gid",         "tid",         "lane",       "blockIdx.z",  "blockDim.y",
       "fixed[lane]", "gx",          "gy",         "threadIdx.x", "threadIdx.y",
       "threadIdx.z", "blockIdx.x",  "blockDim.x", "p.a",         "p.b",
       "(u32)p.d",    "(u32)p.f[1]", "gridDim.x",  "a",           "b"},
      {"i", "j", "(int)s", "(int)tid", "(int)gid", "(int)p.e", "i", "(int)lane", "(int)(threadIdx.x * 3u)",
       "(int)p.f[2]"},
      {"q", "r", "p.c", "(u64)gid", "q", "(u64)threadIdx.x"},
      {"x", "y", "p.g", "(float)tid", "x", "y", "(float)(int)(gid & 1023u)"},
      {"dx", "dy", "dx", "dy", "(f64)tid", "(f64)x", "fixed_doubles[lane & 3u]", "(f64)(int)(gid - 100u)"},
      {"(bool)t", "(bool)(lane & 1u)", "(bool)t", "(bool)(tid > 20u)", "(bool)(lane < 16u)"},
  };
  return texts[static_cast<int>(type)];
}

}  // namespace

Node Writer::constant(Type type) {
  if (type == Type::kBool) return leaf(type, random_.chance(50) ? "true" : "false");
  if (type == Type::kU32 && random_.chance(40)) return leaf(type, number(random_.below(64)));
  return leaf(type, pick(constants_of(type)));
}

Node Writer::atom(Type type) {
  if (random_.chance(12)) return constant(type);
  return leaf(type, pick(atoms_of(type)));
}

Node Writer::draw(const Part& part, int rest) {
  const int depth = part.depth >= 0 ? part.depth : rest + part.depth - kRest;
  if (part.uniform) return uniform_value(depth);
  if (depth <= 0) return atom(part.type);
  static const Forms u32s = {
      {4,
       {"($0 + $1)",
        "($0 - $1)",
        "($0 * $1)",
        "($0 & $1)",
        "($0 | $1)",
        "($0 ^ $1)",
        "($0 << ($1 & 31u))",
        "($0 >> ($1 & 31u))",
        "($0 / ($1 | 1u))",
        "($0 % ($1 | 1u))",
        "min($0, $1)",
        "max($0, $1)",
        "__umulhi($0, $1)",
        "((u32)(u16)$0 * (u32)(u16)$1)",
        "__funnelshift_l($0, $1, $0 & 31u)",
        "__byte_perm($0, $1, 0x2103u)",
        "__usad($0, $1, 7u)",
        "sum_of(make_pair_of($0, $1))",
        "__funnelshift_r($0, $1, $1 & 31u)",
        "__umul24($0, $1)",
        "__uhadd($0, $1)",
        "__dp4a($0, $1, 5u)"},
       {u32(), u32()}},
      {2,
       {"(~$0)", "(u32)__popc($0)", "(u32)__clz((int)$0)", "(u32)__ffs((int)$0)", "__brev($0)", "(u32)(u8)$0",
        "(u32)(s8)$0", "(u32)(u16)$0", "(u32)(short)$0", "loc[$0 & 7u]", "table[$0 & 255u]", "(0u - $0)",
        "bits[$0 & 3u]"},
       {u32()}},
      {2, {}, {}, 100, &Writer::load},
      {1, {"($0 ? $1 : $2)"}, {truth(), u32(), u32()}},
      {1, {"(u32)$0"}, {i32()}, 50},
      {0, {"(u32)((int)$0)"}, {i32()}},
      {1, {"(u32)($0 >> 32)"}, {u64()}, 40},
      {0, {"__double2uint_rz(some($0))"}, {real64()}, 30},
      {0, {"bits_of($0)"}, {real()}, 50},
      {0, {"__float2uint_rz($0)"}, {real()}},
      {1,
       {"(u32)$0", "__float2uint_ru($0)", "(u32)SMALL(u8, $0)", "(u32)SMALL(s8, $0)", "(u32)SMALL(u16, $0)",
        "(u32)SMALL(short, $0)", "(u32)__float2half($0)"},
       {real()},
       50},
      {0,
       {"(u32)some($0)", "(u32)SMALL(u8, some($0))", "(u32)SMALL(s8, some($0))", "(u32)SMALL(u16, some($0))",
        "(u32)SMALL(short, some($0))"},
       {real64()}},
      {1, {}, {}, 100, &Writer::call},
  };
  static const Forms i32s = {
      {3,
       {"(int)((u32)$0 + (u32)$1)", "(int)((u32)$0 - (u32)$1)", "(int)((u32)$0 * (u32)$1)",
        "(($0 & 0xffff) + ($1 & 0xffff))", "(($0 & 0x7fff) * ($1 & 0x7fff))", "(($0 & 255) - ($1 & 255))",
        "($0 >> ($1 & 31))", "($0 / (($1 & 255) + 1))", "($0 % (($1 & 127) + 1))", "min($0, $1)",
        "max($0, $1)", "($0 ^ $1)", "__mulhi($0, $1)", "((int)(short)$0 * (int)(short)$1)"},
       {i32(), i32()}},
      {1, {"($0 ? $1 : $2)"}, {truth(), i32(), i32()}},
      {1, {"(int)$0"}, {u32()}, 50},
      {0, {"(int)(s8)$0"}, {u32()}},
      {1, {"__double2int_rn(some($0))"}, {real64()}, 30},
      {0, {"__float2int_rz($0)"}, {real()}, 50},
      {0, {"__float2int_rn($0)"}, {real()}},
      {1, {"(int)$0", "__float2int_rd($0)", "(int)SMALL(short, $0)", "(int)__float2half($0)"}, {real()}, 50},
      {0, {"(int)some($0)", "__double2int_ru(some($0))", "(int)SMALL(s8, some($0))"}, {real64()}},
      {1, {"(int)(short)$0"}, {i32()}, 50},
      {0, {"(~$0)"}, {i32()}},
  };
  static const Forms u64s = {
      {2,
       {"($0 + $1)", "($0 - $1)", "($0 * $1)", "($0 ^ $1)", "($0 & $1)", "($0 | $1)",
        "($0 << (u32)($1 & 63u))", "($0 >> (u32)($1 & 63u))", "($0 / ($1 | 1u))", "($0 % ($1 | 1u))",
        "min($0, $1)", "max($0, $1)", "__umul64hi($0, $1)",
        "(u64)((long long)$0 / ((long long)($1 & 0xffffull) + 2))",
        "(u64)((long long)$0 >> (u32)($1 & 63u))"},
       {u64(), u64()}},
      {1, {"((u64)$0 * $1)"}, {u32(), u32()}},
      {1, {"(u64)(long long)$0"}, {i32()}, 50},
      {0, {"(u64)((long long)$0 >> 3)"}, {i32()}},
      {1, {"($0 ? $1 : $2)"}, {truth(), u64(), u64()}},
      {1,
       {"(u64)__popcll($0)", "(u64)__clzll((long long)$0)", "__brevll($0)", "(u64)__ffsll((long long)$0)",
        "(~$0)"},
       {u64()}},
      {1, {"bits_of($0)"}, {real64()}, 50},
      {0, {"__double2ull_rz(some($0))"}, {real64()}},
      {1, {"(u64)$0", "(u64)(long long)$0", "__float2ull_rn($0)", "(u64)__float2half($0)"}, {real()}, 50},
      {0, {"(u64)some($0)", "(u64)(long long)some($0)"}, {real64()}},
      {1, {"(u64)$0"}, {u32()}},
  };
  // Operations that IEEE 754 rounds exactly, or that a device is only required to compute alike each time.
  static const Forms reals = {
      {2,
       {"__fadd_rn($0, $1)", "__fmul_rn($0, $1)", "__fsub_rn($0, $1)", "__fdiv_rn($0, $1)", "fminf($0, $1)",
        "fmaxf($0, $1)", "with_sign($0, $1)", "($0 + $1)", "($0 - $1)", "($0 * $1)", "($0 / $1)",
        "fmodf($0, $1)"},
       {real(), real()}},
      {1,
       {"(-$0)", "fabsf($0)", "floorf($0)", "truncf($0)", "rintf($0)", "ceilf($0)", "__fsqrt_rn($0)",
        "roundf($0)"},
       {real()}},
      {1, {"fmaf($0, $1, $2)"}, {real(), real(), real()}},
      {1, {"__uint2float_rn($0)"}, {u32()}, 50},
      {0, {"(float)(int)$0"}, {u32()}},
      {1, {"($0 ? $1 : $2)"}, {truth(), real(), real()}},
      {1, {"(float)$0"}, {real64()}, 60},
      {0,
       {"MATH(sinf($0), $0)", "MATH(cosf($0), $0)", "MATH(tanf($0), $0)", "MATH(expf($0), $0)",
        "MATH(exp2f($0), $0)", "MATH(logf($0), $0)", "MATH(log2f($0), $0)", "MATH(log1pf($0), $0)",
        "MATH(expm1f($0), $0)", "MATH(tanhf($0), $0)", "MATH(atanf($0), $0)", "MATH(asinf($0), $0)",
        "MATH(rsqrtf($0), $0)", "MATH(cbrtf($0), $0)", "MATH(erff($0), $0)", "MATH(__expf($0), $0)",
        "MATH(__sinf($0), $0)", "MATH(__logf($0), $0)", "MATH(sinhf($0), $0)"},
       {real(0)},
       60},
      {0,
       {"MATH(powf($0, $1), $0)", "MATH(atan2f($0, $1), $1)", "MATH(hypotf($0, $1), $0)",
        "MATH(__powf($0, $1), $1)"},
       {real(0), real(0)}},
      {1, {"($0 * $1 + $2)"}, {real(), real(), real()}},
      {1, {"float_of($0)"}, {u32()}, 30},
      {0, {"__int2float_rn((int)$0)"}, {u32()}},
      {1, {"(float)$0", "(float)(long long)$0", "__ull2float_rz($0)", "(float)(__half)$0"}, {u64()}, 50},
      {0,
       {"(float)(u8)$0", "(float)(s8)$0", "(float)(u16)$0", "(float)(short)$0", "(float)(__half)(int)$0"},
       {u32()}},
  };
  static const Forms real64s = {
      {2,
       {"($0 + $1)", "($0 - $1)", "($0 * $1)", "($0 / $1)", "__dadd_rn($0, $1)", "__dmul_rn($0, $1)",
        "fmin($0, $1)", "fmax($0, $1)"},
       {real64(), real64()}},
      {1, {"(-$0)", "fabs($0)", "floor($0)", "trunc($0)", "rint($0)", "ceil($0)", "sqrt($0)"}, {real64()}},
      {1, {"fma($0, $1, $2)"}, {real64(), real64(), real64()}},
      {1, {"(f64)$0"}, {u32()}, 50},
      {0, {"(f64)(int)$0"}, {u32()}},
      {1, {"double_of($0)"}, {u64()}, 50},
      {0, {"(f64)(long long)$0"}, {u64()}},
      {1, {"(f64)$0", "__ull2double_rz($0)", "__ll2double_ru((long long)$0)"}, {u64()}, 50},
      {0, {"(f64)(u8)$0", "(f64)(s8)$0", "(f64)(u16)$0", "(f64)(short)$0"}, {u32()}},
      {1, {"(f64)$0"}, {real()}, 85},
      {0,
       {"MATH(sin($0), $0)", "MATH(exp($0), $0)", "MATH(log($0), $0)", "MATH(rsqrt($0), $0)",
        "MATH(cbrt($0), $0)", "MATH(atan($0), $0)"},
       {real64(0)}},
      {1, {"($0 ? $1 : $2)"}, {truth(), real64(), real64()}},
  };
  static const Forms truths = {
      {1, {"($0 @compare $1)"}, {u32(), u32()}},
      {1, {"($0 @compare $1)"}, {i32(), i32()}},
      {1, {"($0 @compare $1)"}, {u64(), u64()}},
      {1, {"($0 @compare $1)"}, {real64(), real64()}, 30},
      {0, {"($0 @compare $1)"}, {real(), real()}},
      {1, {"($0 && $1)"}, {truth(), truth()}},
      {1, {"($0 || $1)"}, {truth(), truth()}},
      {1, {"(!$0)"}, {truth()}},
      {1,
       {"(((gid >> 0) & 1u) != 0u)", "(((gid >> 1) & 1u) != 0u)", "(((gid >> 2) & 1u) != 0u)",
        "(((gid >> 3) & 1u) != 0u)", "(((gid >> 4) & 1u) != 0u)"},
       {}},
      {1, {}, {}, 100, &Writer::some_threads},
      {1, {"(($0 & 1u) != 0u)", "(($0 & 2u) != 0u)", "(($0 & 4u) != 0u)", "(($0 & 8u) != 0u)"}, {u32()}},
  };
  static const Forms none;
  static const Forms* const tables[] = {&none, &u32s, &i32s, &u64s, &reals, &real64s, &truths};
  Names names;
  if (part.type == Type::kBool) {
    static const char* const compares[] = {"<", "<=", ">", ">=", "==", "!="};
    names.emplace_back("compare", pick(compares));
  }
  return write(part.type, *tables[static_cast<int>(part.type)], depth - 1, names);
}

Node Writer::uniform_value(int depth) {
  static const char* const atoms[] = {"p.a",
                                      "p.b",
                                      "blockIdx.x",
                                      "(u32)p.d",
                                      "blockDim.x",
                                      "in[blockIdx.x]",
                                      "u",
                                      "u",
                                      "in[p.a & 8191u]",
                                      "(u32)p.c",
                                      "3u",
                                      "1u",
                                      "fixed[p.b & 63u]",
                                      "blockIdx.z",
                                      "(u32)p.g"};
  if (depth <= 0) return leaf(Type::kU32, pick(atoms));
  static const Forms forms = {{1,
                               {"($0 + $1)", "($0 ^ $1)", "($0 * $1)", "($0 >> ($1 & 31u))", "min($0, $1)"},
                               {uniform(), uniform()}}};
  return write(Type::kU32, forms, depth - 1);
}

// Reads of `in`, never outside it: thread numbers are below 3072, gx + gy * 64 below 8192.
Node Writer::load(int rest) {
  const unsigned k = random_.below(64);
  static const Forms forms = {
      {1, {"in[gid]"}, {}},
      {1, {"in[gid + @some]"}, {}},
      {1, {"in[@last - gid]"}, {}},
      {1, {"in[gid * 2u + @bit]"}, {}},
      {1, {"in[(gid * @odd) & 8191u]"}, {}},
      {1, {"in[gx + gy * 64u]"}, {}},
      {1, {"in[(gy + gx * @some) & 8191u]"}, {}},
      {1, {"in[$0 & 8191u]"}, {u32()}},
      {1, {"in[tid ^ @some]"}, {}},
      // The index wraps inside a warp; those lanes read nothing.
      {1, {"((gid - @some) < 8192u ? in[(gid - @some)] : $0)"}, {u32()}},
      {1, {"((gid + @wrap) < 8192u ? in[(u64)(gid + @wrap)] : $0)"}, {u32()}},
      {1, {"(((int)gid - @signed) >= 0 ? in[((int)gid - @signed)] : $0)"}, {u32()}},
      {1, {"in[(u8)(tid + @four)]"}, {}},
      {1, {"in[(u16)(gid * @stride) & 8191u]"}, {}},
      {1, {"in[128 + (s8)(tid * @uneven)]"}, {}},
      {1, {"(u32)((const u8*)in)[$0 & 32767u]"}, {u32()}},
      {1, {"(u32)((const u8*)in)[gid + @some]"}, {}},
      {1, {"(u32)((const u16*)in)[gid * 2u + @bit]"}, {}},
      {1, {"(u32)((const short*)in)[@last - gid]"}, {}},
      {1, {"(u32)(((const u64*)in)[gid] >> @shift)"}, {}},
      {1, {"mixed(((const uint4*)in)[gid & 2047u])"}, {}},
      {1, {"mixed(((const float4*)in)[tid + @some])"}, {}},
      {1, {"((const uint2*)in)[tid * @third].y"}, {}},
      {1, {"mixed(((const uint4*)in)[$0 & 2047u])"}, {u32()}},
      {1, {"fixed[$0 & 63u]"}, {u32()}},
      {1, {"fixed[p.a & 63u]"}, {}},
      {1, {"__ldg(in + gid + @some)"}, {}},
      {1, {"in[(tid << 2) + @some]"}, {}, 75},
      {0, {"(u32)small[$0 & 15u]"}, {u32()}},
      {1, {"in[(threadIdx.z * 16u + threadIdx.y) * 32u + threadIdx.x & 8191u]"}, {}},
      // An affine number with a term that only differs at run time: the wrap can be seen there alone.
      {1, {"in[(gid * (p.a & 7u) + p.b) & 8191u]"}, {}},
  };
  return write(Type::kU32, forms, rest,
               {{"some", number(k)},
                {"last", number(8191 - k)},
                {"wrap", number(0xffffffffu - k)},
                {"signed", std::to_string(k)},
                {"bit", number(k & 1)},
                {"shift", number(k & 31)},
                {"third", number(k % 3 + 1)},
                {"four", number(k * 4)},
                {"odd", number(k * 2 + 1)},
                {"uneven", number(k | 1)},
                {"stride", number(k * 64 + 1)}});
}

Node Writer::call(int rest) {
  static const Forms called = {{1, {"@function($0, $1)"}, {u32(), u32()}}};
  static const Forms cast = {{1, {"(u32)$0"}, {u64()}, 60}, {0, {"(u32)$0"}, {truth()}}};
  if (functions_.empty() || !random_.chance(60)) return write(Type::kU32, cast, rest);
  return write(Type::kU32, called, rest, {{"function", pick(functions_)}});
}

Node Writer::some_threads(int) {
  const std::string of = number(random_.below(7) + 2);
  return leaf(Type::kBool, "(tid % " + of + " == " + number(random_.below(3)) + ")");
}

}  // namespace gridcall::kernels
