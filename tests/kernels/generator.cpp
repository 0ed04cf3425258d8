// SPDX-License-Identifier: Apache-2.0

#include "kernels/generator.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>
#include <vector>

namespace gridcall::kernels {

namespace {

// Which threads run a piece of code.
enum class Flow {
  kBlock,  // all of the block that are left: barriers may stand here
  kMask,   // the lanes of the variable `mask`, exactly
  kFree,   // nobody knows; barriers only where they may stand anywhere
};

struct Scope {
  Flow flow = Flow::kBlock;
  std::string mask;      // of the lanes that are here; "" in kFree
  bool whole = true;     // the mask is that of the whole warp
  bool in_loop = false;  // break and continue mean something, and nobody keeps count of who took them
  int depth = 0;
};

// Whatever draws numbers twice does it in the order that the language fixes (statements, braces), so that a
// seed means the same kernel whoever compiled this.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed), seed_(seed) {}
  Kernel run();

 private:
  struct Place {
    const char* text;
    Type type;
  };

  std::string number(unsigned value) { return std::to_string(value) + "u"; }
  std::string fresh(const char* stem) { return stem + std::to_string(++names_); }
  Node leaf(Type type, std::string text) { return {type, std::move(text), {}, false}; }

  Node constant(Type type);
  Node atom(Type type);
  Node u32(int depth);
  Node i32(int depth);
  Node u64(int depth);
  Node real(int depth);
  Node real64(int depth);
  Node truth(int depth);
  Node expression(Type type, int depth);
  Node uniform(int depth);  // u32, the same for the whole block
  Node load(int depth);

  Node assignment(int depth);
  Node statement(Scope& scope);
  Node block(Scope scope, int count);
  Node global_store();
  Node shared_atomic();
  Node compare_and_swap();
  Node global_atomic();
  Node warp_statement(const Scope& scope);
  Node barrier_statement(const Scope& scope);
  std::string a_barrier(std::vector<Node>& parts);
  Node barrier_anywhere(const Scope& scope);
  Node arms_with_barriers(const Scope& scope, int depth);
  Node branch(Scope& scope);
  Node loop(Scope& scope);
  Node row_statement(const Scope& scope);
  Node choice(Scope& scope);
  Node leave(Scope& scope);
  std::string device_function(const std::string& name);

  Random random_;
  std::uint64_t seed_;
  int names_ = 0;
  int loops_ = 0;
  int budget_ = 0;
  // Barriers stand anywhere, each thread's own number of them, and nothing else that waits: all of a block
  // that are left have always passed equally many.
  bool anywhere_ = false;
  bool parting_ = false;  // lanes of a warp come to barriers apart
  bool rows_ = false;     // each thread walks rows of its own
  bool lost_ = false;     // some threads returned where no mask took note of it
  bool left_ = false;     // some threads of the block returned
  std::vector<std::string> functions_;
};

Node Generator::constant(Type type) {
  static const char* const u32s[] = {"0u",          "1u",          "2u",          "3u",          "7u",
                                     "31u",         "32u",         "255u",        "256u",        "65535u",
                                     "0x7fffffffu", "0x80000000u", "0xffffffffu", "0xfffffff0u", "12345u"};
  static const char* const i32s[] = {"0",   "1",      "(-1)", "5",          "(-7)",
                                     "127", "(-128)", "1000", "2147483647", "(-2147483647 - 1)"};
  static const char* const u64s[] = {
      "0ull", "1ull", "0xffffffffull", "0x100000000ull", "0x8000000000000000ull", "0xffffffffffffffffull",
      "77ull"};
  static const char* const floats[] = {"0.0f", "(-0.0f)", "1.0f",     "(-2.5f)",
                                       "0.1f", "3.0e38f", "1.0e-40f", "1024.0f"};
  static const char* const doubles[] = {"0.0", "(-0.0)",  "1.0",      "(-2.5)",
                                        "0.1", "1.0e308", "1.0e-310", "65536.5"};
  switch (type) {
    case Type::kU32:
      return leaf(type,
                  random_.chance(40) ? number(random_.below(64)) : u32s[random_.below(std::size(u32s))]);
    case Type::kI32:
      return leaf(type, i32s[random_.below(std::size(i32s))]);
    case Type::kU64:
      return leaf(type, u64s[random_.below(std::size(u64s))]);
    case Type::kFloat:
      return leaf(type, floats[random_.below(std::size(floats))]);
    case Type::kDouble:
      return leaf(type, doubles[random_.below(std::size(doubles))]);
    case Type::kBool:
      return leaf(type, random_.chance(50) ? "true" : "false");
    case Type::kStatement:
      break;
  }
  return leaf(type, ";");
}

Node Generator::atom(Type type) {
  if (random_.chance(12)) return constant(type);
  static const char* const u32s[] = {"a",           "b",           "c",          "(u32)w",      "(u32)h",
                                     "gid",         "tid",         "lane",       "blockIdx.z",  "blockDim.y",
                                     "fixed[lane]", "gx",          "gy",         "threadIdx.x", "threadIdx.y",
                                     "threadIdx.z", "blockIdx.x",  "blockDim.x", "p.a",         "p.b",
                                     "(u32)p.d",    "(u32)p.f[1]", "gridDim.x",  "a",           "b"};
  static const char* const i32s[] = {"i",          "j",         "(int)s",
                                     "(int)tid",   "(int)gid",  "(int)p.e",
                                     "i",          "(int)lane", "(int)(threadIdx.x * 3u)",
                                     "(int)p.f[2]"};
  static const char* const u64s[] = {"q", "r", "p.c", "(u64)gid", "q", "(u64)threadIdx.x"};
  static const char* const floats[] = {"x", "y", "p.g", "(float)tid", "x", "y", "(float)(int)(gid & 1023u)"};
  static const char* const doubles[] = {
      "dx", "dy", "dx", "dy", "(f64)tid", "(f64)x", "fixed_doubles[lane & 3u]", "(f64)(int)(gid - 100u)"};
  static const char* const truths[] = {"t", "(lane & 1u)", "t", "(tid > 20u)", "(lane < 16u)"};
  switch (type) {
    case Type::kU32:
      return leaf(type, u32s[random_.below(std::size(u32s))]);
    case Type::kI32:
      return leaf(type, i32s[random_.below(std::size(i32s))]);
    case Type::kU64:
      return leaf(type, u64s[random_.below(std::size(u64s))]);
    case Type::kFloat:
      return leaf(type, floats[random_.below(std::size(floats))]);
    case Type::kDouble:
      return leaf(type, doubles[random_.below(std::size(doubles))]);
    case Type::kBool:
      return leaf(type, std::string("(bool)") + truths[random_.below(std::size(truths))]);
    case Type::kStatement:
      break;
  }
  return leaf(type, ";");
}

// Reads of `in`, never outside it: thread numbers are below 3072, gx + gy * 64 below 8192.
Node Generator::load(int depth) {
  const unsigned k = random_.below(64);
  const std::string some = number(k);
  switch (random_.below(30)) {
    case 16:
      return leaf(Type::kU32, "(u32)((const u8*)in)[gid + " + some + "]");
    case 17:
      return leaf(Type::kU32, "(u32)((const u16*)in)[gid * 2u + " + number(k & 1) + "]");
    case 18:
      return leaf(Type::kU32, "(u32)((const short*)in)[" + number(8191 - k) + " - gid]");
    case 19:
      return leaf(Type::kU32, "(u32)(((const u64*)in)[gid] >> " + number(k & 31) + ")");
    case 20:
      return leaf(Type::kU32, "mixed(((const uint4*)in)[gid & 2047u])");
    case 21:
      return leaf(Type::kU32, "mixed(((const float4*)in)[tid + " + some + "])");
    case 22:
      return leaf(Type::kU32, "((const uint2*)in)[tid * " + number(k % 3 + 1) + "].y");
    case 23:
      return Node{Type::kU32, "mixed(((const uint4*)in)[$0 & 2047u])", {u32(depth - 1)}};
    case 24:
      return Node{Type::kU32, "fixed[$0 & 63u]", {u32(depth - 1)}};
    case 25:
      return leaf(Type::kU32, "fixed[p.a & 63u]");
    case 26:
      return leaf(Type::kU32, "__ldg(in + gid + " + some + ")");
    case 27:
      if (random_.chance(75)) return leaf(Type::kU32, "in[(tid << 2) + " + some + "]");
      return Node{Type::kU32, "(u32)small[$0 & 15u]", {u32(depth - 1)}};
    case 28:
      return leaf(Type::kU32, "in[(threadIdx.z * 16u + threadIdx.y) * 32u + threadIdx.x & 8191u]");
    case 0:
      return leaf(Type::kU32, "in[gid]");
    case 1:
      return leaf(Type::kU32, "in[gid + " + number(k) + "]");
    case 2:
      return leaf(Type::kU32, "in[" + number(8191 - k) + " - gid]");
    case 3:
      return leaf(Type::kU32, "in[gid * 2u + " + number(k & 1) + "]");
    case 4:
      return leaf(Type::kU32, "in[(gid * " + number(2 * k + 1) + ") & 8191u]");
    case 5:
      return leaf(Type::kU32, "in[gx + gy * 64u]");
    case 6:
      return leaf(Type::kU32, "in[(gy + gx * " + number(k) + ") & 8191u]");
    case 7:
      return Node{Type::kU32, "in[$0 & 8191u]", {u32(depth - 1)}};
    case 8:
      return leaf(Type::kU32, "in[tid ^ " + number(k) + "]");
    // The index wraps inside a warp; those lanes read nothing.
    case 9: {
      const std::string index = "(gid - " + number(k) + ")";
      return Node{Type::kU32, "(" + index + " < 8192u ? in[" + index + "] : $0)", {u32(depth - 1)}};
    }
    case 10: {
      const std::string index = "(gid + " + number(0xffffffffu - k) + ")";
      return Node{Type::kU32, "(" + index + " < 8192u ? in[(u64)" + index + "] : $0)", {u32(depth - 1)}};
    }
    case 11: {
      const std::string index = "((int)gid - " + std::to_string(k) + ")";
      return Node{Type::kU32, "(" + index + " >= 0 ? in[" + index + "] : $0)", {u32(depth - 1)}};
    }
    case 12:
      return leaf(Type::kU32, "in[(u8)(tid + " + number(k * 4) + ")]");
    case 13:
      return leaf(Type::kU32, "in[(u16)(gid * " + number(k * 64 + 1) + ") & 8191u]");
    case 14:
      return leaf(Type::kU32, "in[128 + (s8)(tid * " + number(k | 1) + ")]");
    case 15:
      return Node{Type::kU32, "(u32)((const u8*)in)[$0 & 32767u]", {u32(depth - 1)}};
    default:
      // An affine number with a term that only differs at run time: the wrap can be seen there alone.
      return leaf(Type::kU32, "in[(gid * (p.a & 7u) + p.b) & 8191u]");
  }
}

Node Generator::u32(int depth) {
  constexpr Type type = Type::kU32;
  if (depth <= 0) return atom(type);
  const int d = depth - 1;
  static const char* const binary[] = {"($0 + $1)",
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
                                       "__dp4a($0, $1, 5u)"};
  static const char* const unary[] = {
      "(~$0)",          "(u32)__popc($0)", "(u32)__clz((int)$0)", "(u32)__ffs((int)$0)",
      "__brev($0)",     "(u32)(u8)$0",     "(u32)(s8)$0",         "(u32)(u16)$0",
      "(u32)(short)$0", "loc[$0 & 7u]",    "table[$0 & 255u]",    "(0u - $0)",
      "bits[$0 & 3u]"};
  switch (random_.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return Node{type, binary[random_.below(std::size(binary))], {u32(d), u32(d)}};
    case 4:
    case 5:
      return Node{type, unary[random_.below(std::size(unary))], {u32(d)}};
    case 6:
    case 7:
      return load(depth);
    case 8:
      return Node{type, "($0 ? $1 : $2)", {truth(d), u32(d), u32(d)}};
    case 9:
      return Node{type, random_.chance(50) ? "(u32)$0" : "(u32)((int)$0)", {i32(d)}};
    case 10:
      if (random_.chance(40)) return Node{type, "(u32)($0 >> 32)", {u64(d)}};
      if (random_.chance(30)) return Node{type, "__double2uint_rz(some($0))", {real64(d)}};
      return Node{type, random_.chance(50) ? "bits_of($0)" : "__float2uint_rz($0)", {real(d)}};
    default:
      if (!functions_.empty() && random_.chance(60)) {
        return Node{type,
                    functions_[random_.below(static_cast<unsigned>(functions_.size()))] + "($0, $1)",
                    {u32(d), u32(d)}};
      }
      return Node{type, "(u32)$0", {random_.chance(60) ? u64(d) : truth(d)}};
  }
}

Node Generator::i32(int depth) {
  constexpr Type type = Type::kI32;
  if (depth <= 0) return atom(type);
  const int d = depth - 1;
  static const char* const binary[] = {"(int)((u32)$0 + (u32)$1)",
                                       "(int)((u32)$0 - (u32)$1)",
                                       "(int)((u32)$0 * (u32)$1)",
                                       "(($0 & 0xffff) + ($1 & 0xffff))",
                                       "(($0 & 0x7fff) * ($1 & 0x7fff))",
                                       "(($0 & 255) - ($1 & 255))",
                                       "($0 >> ($1 & 31))",
                                       "($0 / (($1 & 255) + 1))",
                                       "($0 % (($1 & 127) + 1))",
                                       "min($0, $1)",
                                       "max($0, $1)",
                                       "($0 ^ $1)",
                                       "__mulhi($0, $1)",
                                       "((int)(short)$0 * (int)(short)$1)"};
  switch (random_.below(7)) {
    case 0:
    case 1:
    case 2:
      return Node{type, binary[random_.below(std::size(binary))], {i32(d), i32(d)}};
    case 3:
      return Node{type, "($0 ? $1 : $2)", {truth(d), i32(d), i32(d)}};
    case 4:
      return Node{type, random_.chance(50) ? "(int)$0" : "(int)(s8)$0", {u32(d)}};
    case 5:
      if (random_.chance(30)) return Node{type, "__double2int_rn(some($0))", {real64(d)}};
      return Node{type, random_.chance(50) ? "__float2int_rz($0)" : "__float2int_rn($0)", {real(d)}};
    default:
      return Node{type, random_.chance(50) ? "(int)(short)$0" : "(~$0)", {i32(d)}};
  }
}

Node Generator::u64(int depth) {
  constexpr Type type = Type::kU64;
  if (depth <= 0) return atom(type);
  const int d = depth - 1;
  static const char* const binary[] = {"($0 + $1)",
                                       "($0 - $1)",
                                       "($0 * $1)",
                                       "($0 ^ $1)",
                                       "($0 & $1)",
                                       "($0 | $1)",
                                       "($0 << (u32)($1 & 63u))",
                                       "($0 >> (u32)($1 & 63u))",
                                       "($0 / ($1 | 1u))",
                                       "($0 % ($1 | 1u))",
                                       "min($0, $1)",
                                       "max($0, $1)",
                                       "__umul64hi($0, $1)",
                                       "(u64)((long long)$0 / ((long long)($1 & 0xffffull) + 2))",
                                       "(u64)((long long)$0 >> (u32)($1 & 63u))"};
  static const char* const unary[] = {"(u64)__popcll($0)", "(u64)__clzll((long long)$0)", "__brevll($0)",
                                      "(u64)__ffsll((long long)$0)", "(~$0)"};
  switch (random_.below(8)) {
    case 5:
      return Node{type, unary[random_.below(std::size(unary))], {u64(d)}};
    case 6:
      return Node{type, random_.chance(50) ? "bits_of($0)" : "__double2ull_rz(some($0))", {real64(d)}};
    case 0:
    case 1:
      return Node{type, binary[random_.below(std::size(binary))], {u64(d), u64(d)}};
    case 2:
      return Node{type, "((u64)$0 * $1)", {u32(d), u32(d)}};
    case 3:
      return Node{type, random_.chance(50) ? "(u64)(long long)$0" : "(u64)((long long)$0 >> 3)", {i32(d)}};
    case 4:
      return Node{type, "($0 ? $1 : $2)", {truth(d), u64(d), u64(d)}};
    default:
      return Node{type, "(u64)$0", {u32(d)}};
  }
}

// What IEEE 754 rounds exactly, and what a device is only asked to give the same answer for each time.
Node Generator::real(int depth) {
  constexpr Type type = Type::kFloat;
  if (depth <= 0) return atom(type);
  const int d = depth - 1;
  static const char* const binary[] = {"__fadd_rn($0, $1)", "__fmul_rn($0, $1)", "__fsub_rn($0, $1)",
                                       "__fdiv_rn($0, $1)", "fminf($0, $1)",     "fmaxf($0, $1)",
                                       "with_sign($0, $1)", "($0 + $1)",         "($0 - $1)",
                                       "($0 * $1)",         "($0 / $1)",         "fmodf($0, $1)"};
  static const char* const unary[] = {"(-$0)",     "fabsf($0)", "floorf($0)",     "truncf($0)",
                                      "rintf($0)", "ceilf($0)", "__fsqrt_rn($0)", "roundf($0)"};
  static const char* const bounded[] = {
      "MATH(sinf($0), $0)",   "MATH(cosf($0), $0)",   "MATH(tanf($0), $0)",  "MATH(expf($0), $0)",
      "MATH(exp2f($0), $0)",  "MATH(logf($0), $0)",   "MATH(log2f($0), $0)", "MATH(log1pf($0), $0)",
      "MATH(expm1f($0), $0)", "MATH(tanhf($0), $0)",  "MATH(atanf($0), $0)", "MATH(asinf($0), $0)",
      "MATH(rsqrtf($0), $0)", "MATH(cbrtf($0), $0)",  "MATH(erff($0), $0)",  "MATH(__expf($0), $0)",
      "MATH(__sinf($0), $0)", "MATH(__logf($0), $0)", "MATH(sinhf($0), $0)"};
  static const char* const bounded_binary[] = {"MATH(powf($0, $1), $0)", "MATH(atan2f($0, $1), $1)",
                                               "MATH(hypotf($0, $1), $0)", "MATH(__powf($0, $1), $1)"};
  switch (random_.below(9)) {
    case 0:
    case 1:
      return Node{type, binary[random_.below(std::size(binary))], {real(d), real(d)}};
    case 2:
      return Node{type, unary[random_.below(std::size(unary))], {real(d)}};
    case 3:
      return Node{type, "fmaf($0, $1, $2)", {real(d), real(d), real(d)}};
    case 4:
      return Node{type, random_.chance(50) ? "__uint2float_rn($0)" : "(float)(int)$0", {u32(d)}};
    case 5:
      return Node{type, "($0 ? $1 : $2)", {truth(d), real(d), real(d)}};
    case 6:
      if (random_.chance(60)) return Node{type, "(float)$0", {real64(d)}};
      if (random_.chance(60)) return Node{type, bounded[random_.below(std::size(bounded))], {real(0)}};
      return Node{type, bounded_binary[random_.below(std::size(bounded_binary))], {real(0), real(0)}};
    case 7:
      return Node{type, "($0 * $1 + $2)", {real(d), real(d), real(d)}};
    default:
      return Node{type, random_.chance(30) ? "float_of($0)" : "__int2float_rn((int)$0)", {u32(d)}};
  }
}

Node Generator::real64(int depth) {
  constexpr Type type = Type::kDouble;
  if (depth <= 0) return atom(type);
  const int d = depth - 1;
  static const char* const binary[] = {"($0 + $1)",    "($0 - $1)",         "($0 * $1)",
                                       "($0 / $1)",    "__dadd_rn($0, $1)", "__dmul_rn($0, $1)",
                                       "fmin($0, $1)", "fmax($0, $1)"};
  static const char* const unary[] = {"(-$0)",    "fabs($0)", "floor($0)", "trunc($0)",
                                      "rint($0)", "ceil($0)", "sqrt($0)"};
  static const char* const bounded[] = {"MATH(sin($0), $0)",   "MATH(exp($0), $0)",  "MATH(log($0), $0)",
                                        "MATH(rsqrt($0), $0)", "MATH(cbrt($0), $0)", "MATH(atan($0), $0)"};
  switch (random_.below(8)) {
    case 0:
    case 1:
      return Node{type, binary[random_.below(std::size(binary))], {real64(d), real64(d)}};
    case 2:
      return Node{type, unary[random_.below(std::size(unary))], {real64(d)}};
    case 3:
      return Node{type, "fma($0, $1, $2)", {real64(d), real64(d), real64(d)}};
    case 4:
      return Node{type, random_.chance(50) ? "(f64)$0" : "(f64)(int)$0", {u32(d)}};
    case 5:
      return Node{type, random_.chance(50) ? "double_of($0)" : "(f64)(long long)$0", {u64(d)}};
    case 6:
      if (random_.chance(85)) return Node{type, "(f64)$0", {real(d)}};
      return Node{type, bounded[random_.below(std::size(bounded))], {real64(0)}};
    default:
      return Node{type, "($0 ? $1 : $2)", {truth(d), real64(d), real64(d)}};
  }
}

Node Generator::truth(int depth) {
  constexpr Type type = Type::kBool;
  if (depth <= 0) return atom(type);
  const int d = depth - 1;
  static const char* const compares[] = {"($0 < $1)",  "($0 <= $1)", "($0 > $1)",
                                         "($0 >= $1)", "($0 == $1)", "($0 != $1)"};
  const char* compare = compares[random_.below(std::size(compares))];
  switch (random_.below(10)) {
    case 0:
      return Node{type, compare, {u32(d), u32(d)}};
    case 1:
      return Node{type, compare, {i32(d), i32(d)}};
    case 2:
      return Node{type, compare, {u64(d), u64(d)}};
    case 3:
      if (random_.chance(30)) return Node{type, compare, {real64(d), real64(d)}};
      return Node{type, compare, {real(d), real(d)}};
    case 4:
      return Node{type, "($0 && $1)", {truth(d), truth(d)}};
    case 5:
      return Node{type, "($0 || $1)", {truth(d), truth(d)}};
    case 6:
      return Node{type, "(!$0)", {truth(d)}};
    case 7:
      return leaf(type, "(((gid >> " + std::to_string(random_.below(5)) + ") & 1u) != 0u)");
    case 8: {
      const std::string by = number(random_.below(7) + 2);
      return leaf(type, "(tid % " + by + " == " + number(random_.below(3)) + ")");
    }
    default:
      return Node{type, "(($0 & " + number(1u << random_.below(4)) + ") != 0u)", {u32(d)}};
  }
}

Node Generator::expression(Type type, int depth) {
  switch (type) {
    case Type::kU32:
      return u32(depth);
    case Type::kI32:
      return i32(depth);
    case Type::kU64:
      return u64(depth);
    case Type::kFloat:
      return real(depth);
    case Type::kDouble:
      return real64(depth);
    case Type::kBool:
      return truth(depth);
    case Type::kStatement:
      break;
  }
  return leaf(type, ";");
}

Node Generator::uniform(int depth) {
  constexpr Type type = Type::kU32;
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
  if (depth <= 0) return leaf(type, atoms[random_.below(std::size(atoms))]);
  static const char* const binary[] = {"($0 + $1)", "($0 ^ $1)", "($0 * $1)", "($0 >> ($1 & 31u))",
                                       "min($0, $1)"};
  return Node{type, binary[random_.below(std::size(binary))], {uniform(depth - 1), uniform(depth - 1)}};
}

Node Generator::assignment(int depth) {
  static const Place places[] = {{"a", Type::kU32},  {"b", Type::kU32},     {"c", Type::kU32},
                                 {"i", Type::kI32},  {"j", Type::kI32},     {"q", Type::kU64},
                                 {"r", Type::kU64},  {"x", Type::kFloat},   {"y", Type::kFloat},
                                 {"t", Type::kBool}, {"a", Type::kU32},     {"b", Type::kU32},
                                 {"c", Type::kU32},  {"dx", Type::kDouble}, {"dy", Type::kDouble}};
  switch (random_.below(11)) {
    case 8:
      if (random_.chance(75)) break;  // dear to compile
      return Node{Type::kStatement, "small[$0 & 15u] = (u8)$1;", {u32(1), u32(depth - 1)}};
    case 9:
      if (random_.chance(60)) break;
      return Node{Type::kStatement, "turn(loc, $0);", {u32(1)}};
    case 0:
      return Node{Type::kStatement, "loc[$0 & 7u] = $1;", {u32(1), u32(depth)}};
    case 1:
      return Node{Type::kStatement, "w = (u8)$0;", {u32(depth)}};
    case 2:
      return Node{Type::kStatement, "h = (u16)$0;", {u32(depth)}};
    case 3:
      return Node{Type::kStatement, "s = (short)$0;", {i32(depth)}};
    default:
      break;
  }
  const Place& place = places[random_.below(std::size(places))];
  if (place.type == Type::kU32 && random_.chance(30)) {
    static const char* const changes[] = {" += ", " ^= ", " *= ", " -= ", " |= "};
    return Node{Type::kStatement, place.text + std::string(changes[random_.below(5)]) + "$0;", {u32(depth)}};
  }
  return Node{Type::kStatement, std::string(place.text) + " = $0;", {expression(place.type, depth)}};
}

// Each thread has its own places in each part of `out`.
Node Generator::global_store() {
  constexpr Type type = Type::kStatement;
  switch (random_.below(17)) {
    case 11:
      return Node{type, "((uint4*)(out + 57344))[gid] = make_uint4($0, $1, a, 9u);", {u32(1), u32(1)}};
    case 12:
      return Node{type,
                  "{ float4 four = ((const float4*)in)[gid & 2047u]; ((uint4*)(out + 57344))[gid] = "
                  "make_uint4(bits_of(four.w), $0, bits_of(four.y * x), b); }",
                  {u32(1)}};
    case 13:
      return Node{type, "((uint2*)(out + 24576))[gid].y = $0;", {u32(2)}};
    case 14:
      return Node{type, "((u64*)(out + 24576))[gid] = bits_of($0);", {real64(2)}};
    case 15:
      return Node{type, "*(volatile u32*)(out + gid) = $0;", {u32(2)}};
    case 16:
      return Node{type, "((u16*)(out + 33792))[gid] ^= (u16)$0;", {u32(1)}};
    case 0:
      return Node{type, "out[gid] = $0;", {u32(2)}};
    case 1:
      return Node{type, "out[8191u - gid] = $0;", {u32(2)}};
    case 2:
      return Node{type, "out[8192u + gid * 2u + " + number(random_.below(2)) + "] = $0;", {u32(2)}};
    case 3:
      return Node{type,
                  "out[16384u + ((gid * " + std::to_string((seed_ & 255) * 2 + 3) + "u) & 4095u)] = $0;",
                  {u32(2)}};
    case 4:
      return Node{type, "out[20480u + (gid ^ " + std::to_string(seed_ >> 8 & 1023) + "u)] = $0;", {u32(2)}};
    case 5:
      return Node{type, "((u64*)(out + 24576))[gid] = $0;", {u64(2)}};
    case 6:
      return Node{type, "((u8*)(out + 32768))[gid] = (u8)$0;", {u32(2)}};
    case 7:
      return Node{type, "((u16*)(out + 33792))[gid] = (u16)$0;", {u32(2)}};
    case 8:
      return Node{type, "out[gid] += $0;", {u32(2)}};
    case 9:
      return Node{type, "out[gid] = bits_of($0);", {real(2)}};
    default:
      return leaf(type, "a ^= out[gid];");
  }
}

// Each array has one operation, so that its order does not matter.
Node Generator::shared_atomic() {
  constexpr Type type = Type::kStatement;
  switch (random_.below(6)) {
    case 0:
      return Node{type, "atomicAdd(&s_add[$0 & 15u], $1);", {u32(1), u32(1)}};
    case 1:
      return Node{type, "atomicMin(&s_min[$0 & 15u], $1);", {u32(1), u32(1)}};
    case 2:
      return Node{type, "atomicMax(&s_max[$0 & 15u], $1);", {u32(1), i32(1)}};
    case 3:
      return Node{type, "atomicOr(&s_or[$0 & 15u], $1);", {u32(1), u32(1)}};
    case 4:
      return Node{type, "atomicXor(&s_xor[$0 & 15u], $1);", {u32(1), u32(1)}};
    default:
      return Node{type, "atomicAdd(&s_add[$0 & 1u], $1);", {u32(1), u32(0)}};
  }
}

Node Generator::global_atomic() {
  constexpr Type type = Type::kStatement;
  switch (random_.below(17)) {
    case 10:
      // Sums of small whole numbers: no rounding, so no order.
      return Node{type, "atomicAdd((float*)out + 44160 + ($0 & 7u), (float)($1 & 15u));", {u32(1), u32(1)}};
    case 11:
      return Node{type, "atomicAdd((f64*)(out + 44176) + ($0 & 7u), (f64)($1 & 255u));", {u32(1), u32(1)}};
    case 12:
      return Node{type, "atomicMax((u64*)(out + 44192) + ($0 & 7u), $1);", {u32(1), u64(1)}};
    case 13:
      return Node{type, "atomicOr(out + 44208 + ($0 & 15u), 1u << ($1 & 31u));", {u32(1), u32(1)}};
    case 14:
      return Node{type, "q = atomicExch((u64*)(out + 35840) + gid, $0);", {u64(1)}};
    case 15:
      return compare_and_swap();
    case 0:
      return Node{type, "atomicAdd(out + 44032 + ($0 & 15u), $1);", {u32(1), u32(1)}};
    case 1:
      return Node{type, "atomicMin(out + 44048 + ($0 & 15u), $1);", {u32(1), u32(1)}};
    case 2:
      return Node{type, "atomicMax((int*)out + 44064 + ($0 & 15u), $1);", {u32(1), i32(1)}};
    case 3:
      return Node{type, "atomicAnd(out + 44080 + ($0 & 15u), $1);", {u32(1), u32(1)}};
    case 4:
      return Node{type, "atomicXor(out + 44096 + ($0 & 15u), $1);", {u32(1), u32(1)}};
    case 5:
      return Node{type, "atomicAdd((u64*)(out + 44112) + ($0 & 7u), $1);", {u32(1), u64(1)}};
    case 6:
      return Node{type, "atomicInc(out + 44128 + ($0 & 7u), 1000u);", {u32(1)}};
    // Only this thread's: what it gives back is known.
    case 7:
      return Node{type, "b = atomicAdd(out + 35840 + gid * 2u + ($0 & 1u), $1);", {u32(1), u32(1)}};
    case 8:
      return Node{type, "c = atomicExch(out + 35840 + gid * 2u, $0);", {u32(1)}};
    case 9:
      return Node{type, "a = atomicCAS(out + 35840 + gid * 2u, $0, $1);", {u32(1), u32(1)}};
    default:
      return Node{type, "atomicSub(out + 44032 + ($0 & 15u), $1);", {u32(1), u32(1)}};
  }
}

// A loop that ends when nobody came between: what a program makes an atomic function of that CUDA has none
// for.
Node Generator::compare_and_swap() {
  const bool shared = random_.chance(50);
  const std::string at = fresh("at"), old = fresh("old"), seen = fresh("seen");
  const std::string array = shared ? "s_cas" : "(out + 44224)";
  return Node{Type::kStatement,
              "{ u32* " + at + " = " + array + " + ($0 & 15u); u32 " + old + " = *(volatile u32*)" + at +
                  ", " + seen + "; do { " + seen + " = " + old + "; " + old + " = atomicCAS(" + at + ", " +
                  seen + ", max(" + seen + ", $1)); } while (" + old + " != " + seen + "); }",
              {u32(1), u32(1)}};
}

// Functions of a warp, among exactly the lanes of the mask.
Node Generator::warp_statement(const Scope& scope) {
  constexpr Type type = Type::kStatement;
  const std::string m = scope.mask;
  static const char* const widths[] = {"", ", 16", ", 8", ", 4", ", 2"};
  const std::string width = random_.chance(60) ? "" : widths[random_.below(5)];
  const std::string k = std::to_string(random_.below(32));
  // A lane may only be asked that is in the mask; with a width that is not sure, so the answer counts only
  // then.
  const auto from_lane = [&](const std::string& call, const std::string& source) {
    return "{ u32 got = " + call + "; if ((" + m + " >> ((" + source + ") & 31u)) & 1u) $0 ^= got; }";
  };
  const std::string segment = width.empty() ? "32u" : width.substr(2) + "u";
  const Node place = leaf(Type::kStatement, random_.chance(50) ? "a" : "b");
  switch (random_.below(19)) {
    case 16:
      return Node{
          type,
          "dx = __shfl_xor_sync(" + m + ", $0, 0) + __shfl_sync(" + m + ", dy, __ffs((int)" + m + ") - 1);",
          {real64(1)}};
    case 17:
      return Node{type, "q ^= __match_any_sync(" + m + ", $0 & 1ull);", {u64(1)}};
    case 18:
      return Node{type, "c += (u32)__popc(__ballot_sync(" + m + ", $0) & ((1u << lane) - 1u));", {truth(1)}};
    case 0:
      return Node{type,
                  from_lane("__shfl_sync(" + m + ", $1, (int)" + k + width + ")",
                            "(lane & ~(" + segment + " - 1u)) | (" + k + "u & (" + segment + " - 1u))"),
                  {place, u32(1)}};
    case 1:
      return Node{
          type,
          from_lane("__shfl_xor_sync(" + m + ", $1, " + k + width + ")",
                    "((lane ^ " + k + "u) > (lane | (" + segment + " - 1u)) ? lane : lane ^ " + k + "u)"),
          {place, u32(1)}};
    case 2:
      return Node{type,
                  from_lane("__shfl_up_sync(" + m + ", $1, " + k + "u" + width + ")",
                            "((int)(lane - " + k + "u) < (int)(lane & ~(" + segment +
                                " - 1u)) ? lane : lane - " + k + "u)"),
                  {place, u32(1)}};
    case 3:
      return Node{
          type,
          from_lane("__shfl_down_sync(" + m + ", $1, " + k + "u" + width + ")",
                    "((lane + " + k + "u) > (lane | (" + segment + " - 1u)) ? lane : lane + " + k + "u)"),
          {place, u32(1)}};
    case 4: {
      // The source differs from lane to lane.
      const std::string from = fresh("from");
      return Node{type,
                  "{ u32 " + from + " = $2; " +
                      from_lane("__shfl_sync(" + m + ", $1, (int)(" + from + " & 31u))", from) + " }",
                  {place, u32(1), u32(1)}};
    }
    case 5:
      return Node{type, "q += __shfl_sync(" + m + ", $0, __ffs((int)" + m + ") - 1);", {u64(1)}};
    case 6:
      return Node{type, "x = __shfl_sync(" + m + ", $0, __ffs((int)" + m + ") - 1);", {real(1)}};
    case 7:
      return Node{type, "a += __ballot_sync(" + m + ", $0);", {truth(2)}};
    case 8:
      return Node{type, "t = __any_sync(" + m + ", $0);", {truth(2)}};
    case 9:
      return Node{type, "t = __all_sync(" + m + ", $0);", {truth(2)}};
    case 10:
      return Node{type, "b ^= __match_any_sync(" + m + ", $0 & 3u);", {u32(1)}};
    case 11: {
      const std::string same = fresh("same");
      return Node{type,
                  "{ int " + same + " = 5; c += __match_all_sync(" + m + ", $0, &" + same + "); c ^= (u32)" +
                      same + "; }",
                  {random_.chance(50) ? uniform(1) : u32(1)}};
    }
    case 12: {
      static const char* const kinds[] = {"add", "min", "max", "and", "or", "xor"};
      return Node{
          type, std::string("a = __reduce_") + kinds[random_.below(6)] + "_sync(" + m + ", $0);", {u32(2)}};
    }
    case 13: {
      static const char* const kinds[] = {"add", "min", "max"};
      return Node{
          type, std::string("i = __reduce_") + kinds[random_.below(3)] + "_sync(" + m + ", $0);", {i32(2)}};
    }
    case 14:
      // Through shared memory, between the lanes of a warp.
      if (!scope.whole) return leaf(type, "__syncwarp(" + m + ");");
      return Node{type,
                  "{ beside[tid] = $0; __syncwarp(" + m + "); u32 near = (lane + " + k + "u) & 31u; if ((" +
                      m + " >> near) & 1u) b += beside[(tid & ~31u) | near]; __syncwarp(" + m + "); }",
                  {u32(1)}};
    default:
      return leaf(type, "a += (__activemask() >> lane) & 1u;");
  }
}

Node Generator::barrier_statement(const Scope& scope) {
  (void)scope;
  constexpr Type type = Type::kStatement;
  const std::string k = std::to_string(random_.below(40));
  switch (random_.below(8)) {
    case 0:
      return leaf(type, "__syncthreads();");
    case 1:
      return Node{type, "u = (u32)__syncthreads_count($0);", {truth(2)}};
    case 2:
      return Node{type, "u ^= (u32)(__syncthreads_and($0) != 0);", {truth(1)}};
    case 3:
      return Node{type, "u += (u32)(__syncthreads_or($0) != 0);", {truth(1)}};
    case 4:
      return Node{type,
                  "{ __syncthreads(); cell[tid] = $0; __syncthreads(); a ^= cell[(tid + " + k +
                      "u) % threads]; __syncthreads(); }",
                  {u32(2)}};
    case 5:
      return Node{
          type,
          "{ __syncthreads(); cell[threads - 1u - tid] = $0; __syncthreads(); b += cell[$1 % threads]; "
          "__syncthreads(); }",
          {u32(2), u32(1)}};
    case 6:
      return Node{type, "{ __syncthreads(); c += s_add[$0 & 15u]; __syncthreads(); }", {u32(1)}};
    default:
      return Node{
          type, "{ __syncthreads(); i += s_max[$0 & 15u] & 255; i &= 0xffff; __syncthreads(); }", {u32(1)}};
  }
}

// One of all kinds; each thread keeps the answer for itself.
std::string Generator::a_barrier(std::vector<Node>& parts) {
  const std::string place = "$" + std::to_string(parts.size());
  switch (random_.below(5)) {
    case 0:
      parts.push_back(truth(2));
      return "c += (u32)__syncthreads_count(" + place + ");";
    case 1:
      parts.push_back(truth(1));
      return "t = __syncthreads_and(" + place + ") != 0;";
    case 2:
      parts.push_back(truth(1));
      return "b ^= (u32)(__syncthreads_or(" + place + ") != 0);";
    default:
      return "__syncthreads();";
  }
}

// What a thread says in one round is read by others in the next; by the one after that it may be written
// over.
Node Generator::barrier_anywhere(const Scope& scope) {
  parting_ = parting_ || scope.depth > 0;
  std::vector<Node> parts;
  if (random_.chance(40)) return Node{Type::kStatement, "{ " + a_barrier(parts) + " ++round; }", parts};
  parts.push_back(u32(2));
  const std::string barrier = a_barrier(parts);
  const std::string from = "$" + std::to_string(parts.size());
  parts.push_back(u32(1));
  return Node{Type::kStatement,
              "{ ring[round & 1u][tid] = $0; " + barrier + " ++round; a ^= ring[~round & 1u][" + from +
                  " % threads]; }",
              parts};
}

// On each way two barriers: cells are written before the first, read between them.
Node Generator::arms_with_barriers(const Scope& scope, int depth) {
  constexpr Type type = Type::kStatement;
  Scope inner = scope;
  inner.depth = std::max(scope.depth + 1, 2);
  if (depth <= 0 || random_.chance(20)) {
    std::vector<Node> parts;
    std::string text;
    if (!left_ && random_.chance(70)) {
      text += "cell[tid] = $0;\n";
      parts.push_back(u32(2));
    }
    for (int phase = 0; phase < 3; ++phase) {
      if (phase == 1 && !left_ && random_.chance(70)) {
        text += (random_.chance(50) ? "b += cell[$" : "a ^= cell[$") + std::to_string(parts.size()) +
                " % threads];\n";
        parts.push_back(u32(1));
      }
      if (random_.chance(35)) {
        text += "$" + std::to_string(parts.size()) + "\n";
        parts.push_back(block(inner, 1));
      }
      if (phase < 2) text += a_barrier(parts) + "\n";
    }
    return Node{type, text, std::move(parts)};
  }
  parting_ = true;
  if (random_.chance(25)) {
    inner.flow = Flow::kFree;
    inner.mask = "";
    std::vector<Node> parts;
    parts.push_back(u32(2));
    std::string text = "switch ($0 & 7u) {\n";
    const unsigned cases = 1 + random_.below(3);
    for (unsigned i = 0; i < cases; ++i) {
      text += "case " + std::to_string(i * 2) + ": {\n$" + std::to_string(i + 1) + "} break;\n";
      parts.push_back(arms_with_barriers(inner, depth - 1));
    }
    text += "default: {\n$" + std::to_string(cases + 1) + "} break;\n}";
    parts.push_back(arms_with_barriers(inner, depth - 1));
    return Node{type, text, std::move(parts)};
  }
  Node condition = truth(2);
  if (scope.flow == Flow::kFree || random_.chance(40)) {
    inner.flow = Flow::kFree;
    inner.mask = "";
    Node yes = arms_with_barriers(inner, depth - 1);
    return Node{type, "if ($0) {\n$1} else {\n$2}", {condition, yes, arms_with_barriers(inner, depth - 1)}};
  }
  inner.flow = Flow::kMask;
  inner.whole = false;
  const std::string test = fresh("go"), yes_mask = fresh("m"), no_mask = fresh("m");
  inner.mask = yes_mask;
  Node yes = arms_with_barriers(inner, depth - 1);
  inner.mask = no_mask;
  return Node{type,
              "{ bool " + test + " = $0; u32 " + yes_mask + " = __ballot_sync(" + scope.mask + ", " + test +
                  "); if (" + test + ") {\n$1} else { u32 " + no_mask + " = " + scope.mask + " & ~" +
                  yes_mask + ";\n$2} }",
              {condition, yes, arms_with_barriers(inner, depth - 1)}};
}

Node Generator::branch(Scope& scope) {
  constexpr Type type = Type::kStatement;
  Scope inner = scope;
  ++inner.depth;
  const int count = 1 + static_cast<int>(random_.below(3));
  const bool otherwise = random_.chance(40);
  if (scope.flow == Flow::kBlock && random_.chance(35)) {
    // The same way for the whole block.
    Node condition = Node{Type::kBool, "(($0 & 1u) != 0u)", {uniform(1)}};
    Node yes = block(inner, count);
    if (!otherwise) return Node{type, "if ($0) {\n$1}", {condition, yes}};
    return Node{type, "if ($0) {\n$1} else {\n$2}", {condition, yes, block(inner, count)}};
  }
  Node condition = truth(2);
  if (scope.flow != Flow::kFree && random_.chance(60)) {
    const std::string test = fresh("go");
    inner.flow = Flow::kMask;
    inner.whole = false;
    inner.mask = fresh("m");
    const std::string yes_mask = inner.mask;
    Node yes = block(inner, count);
    std::string text = "{ bool " + test + " = $0; u32 " + yes_mask + " = __ballot_sync(" + scope.mask + ", " +
                       test + "); if (" + test + ") {\n$1}";
    if (!otherwise) return Node{type, text + " }", {condition, yes}};
    inner.mask = fresh("m");
    return Node{type,
                text + " else { u32 " + inner.mask + " = " + scope.mask + " & ~" + yes_mask + ";\n$2} }",
                {condition, yes, block(inner, count)}};
  }
  inner.flow = Flow::kFree;
  inner.mask = "";
  Node yes = block(inner, count);
  if (!otherwise) return Node{type, "if ($0) {\n$1}", {condition, yes}};
  return Node{type, "if ($0) {\n$1} else {\n$2}", {condition, yes, block(inner, count)}};
}

Node Generator::loop(Scope& scope) {
  constexpr Type type = Type::kStatement;
  if (loops_ >= 2) return assignment(2);
  ++loops_;
  Scope inner = scope;
  ++inner.depth;
  inner.in_loop = false;
  const int count = 1 + static_cast<int>(random_.below(3));
  const std::string n = fresh("n");
  const std::string most = number(2 + random_.below(7));
  Node result;
  if (scope.flow == Flow::kBlock && random_.chance(50)) {
    const std::string end = fresh("end");
    Node trips = uniform(1);
    Node body = block(inner, count);
    result = Node{type,
                  "{ u32 " + end + " = $0 % " + most + "; for (u32 " + n + " = 0; " + n + " < " + end +
                      "; ++" + n + ") {\n$1} }",
                  {trips, body}};
  } else if (scope.flow != Flow::kFree && random_.chance(50)) {
    // Lanes leave at the top or at a break; the mask follows them.
    const std::string end = fresh("end");
    const std::string all = fresh("m");
    inner.flow = Flow::kMask;
    inner.whole = false;
    inner.mask = all;
    Node trips = u32(2);
    std::string text = "{ u32 " + end + " = $0 % " + most + "; u32 " + all + " = " + scope.mask +
                       "; for (u32 " + n + " = 0;; ++" + n + ") { " + all + " = __ballot_sync(" + all + ", " +
                       n + " < " + end + "); if (" + n + " >= " + end + ") break;\n$1";
    std::vector<Node> parts;
    parts.push_back(trips);
    parts.push_back(block(inner, count));
    if (random_.chance(40)) {
      const std::string stop = fresh("stop");
      text += "{ bool " + stop + " = $2; " + all + " = __ballot_sync(" + all + ", !" + stop + "); if (" +
              stop + ") break; }\n$3";
      parts.push_back(truth(2));
      parts.push_back(block(inner, 1));
    }
    result = Node{type, text + "} }", std::move(parts)};
  } else {
    inner.flow = Flow::kFree;
    inner.mask = "";
    inner.in_loop = true;
    const std::string end = fresh("end");
    Node trips = u32(2);
    switch (random_.below(5)) {
      case 0:
        result = Node{type,
                      "{ u32 " + end + " = $0 % " + most + "; for (u32 " + n + " = 0; " + n + " < " + end +
                          "; ++" + n + ") {\n$1} }",
                      {trips, block(inner, count)}};
        break;
      case 1:
        result = Node{type,
                      "{ u32 " + n + " = $0 & 7u; do {\n$1} while (" + n + "-- != 0u && $2); }",
                      {trips, block(inner, count), truth(2)}};
        break;
      case 2:
      case 3:
        // Over the grid.
        result = Node{type,
                      "{ u32 " + end + " = min(8192u, ($0 % " + most + " + 1u) * 5u * grid); for (u32 " + n +
                          " = gid; " + n + " < " + end + "; " + n + " += grid) { a = a * 3u + in[" + n +
                          "];\n$1} }",
                      {trips, random_.chance(50) ? block(inner, count) : assignment(1)}};
        break;
      default:
        // An address that walks.
        result = Node{type,
                      "{ u32 " + end + " = gid + $0 % " + most + "; for (u32 " + n + " = gid; " + n + " < " +
                          end + "; ++" + n + ") { a += in[" + n + "];\n$1} }",
                      {trips, block(inner, count)}};
        break;
    }
  }
  --loops_;
  return result;
}

// Each thread goes along a row of its own, from where it likes and as far as it likes.
Node Generator::row_statement(const Scope& scope) {
  if (scope.depth >= 3 || random_.chance(20)) return Node{Type::kStatement, "b ^= $0;", {atom(Type::kU32)}};
  Scope inner = scope;
  ++inner.depth;
  inner.flow = Flow::kFree;
  inner.mask = "";
  if (random_.chance(25)) {
    Node condition = truth(1);
    return Node{Type::kStatement, "if ($0) {\n$1}", {condition, block(inner, 2)}};
  }
  inner.in_loop = true;
  const std::string n = fresh("n");
  const std::string from = fresh("from");
  const std::string end = fresh("end");
  Node first = u32(1);
  Node length = u32(1);
  const std::string most = number(3 + random_.below(scope.depth == 0 ? 40 : 5));
  const char* const takes[] = {"a += in[", "a = a * 5u ^ in[", "a = min(a, in[", "b -= in["};
  const unsigned which = random_.below(4);
  std::string body = takes[which] + n + (which == 2 ? "]);" : "];");
  if (random_.chance(70)) body += " b += in[" + n + " + 1u] * in[" + n + " + 4000u];";
  if (random_.chance(20)) body += " if (b == 3u) " + std::string(random_.chance(50) ? "break;" : "continue;");
  if (random_.chance(20)) body += " out[gid] = a;";
  return Node{Type::kStatement,
              "{ u32 " + from + " = (gid * 37u ^ $0) & 4095u, " + end + " = " + from + " + $1 % " + most +
                  "; for (u32 " + n + " = " + from + "; " + n + " < " + end + "; ++" + n + ") { " + body +
                  "\n$2} }",
              {first, length, block(inner, random_.chance(70) ? 0 : 1)}};
}

Node Generator::choice(Scope& scope) {
  Scope inner = scope;
  ++inner.depth;
  inner.in_loop = false;  // break would be the switch's
  const bool same = scope.flow == Flow::kBlock && random_.chance(30);
  if (!same) {
    inner.flow = Flow::kFree;
    inner.mask = "";
  }
  std::vector<Node> parts;
  parts.push_back(same ? uniform(1) : u32(2));
  const unsigned cases = 2 + random_.below(4);
  std::string text = "switch ($0 & 7u) {\n";
  for (unsigned i = 0; i < cases; ++i) {
    text += "case " + std::to_string(i + (i == 2 ? 3 : 0)) + ": {\n$" + std::to_string(parts.size()) + "}" +
            (random_.chance(75) ? " break;\n" : "\n");
    parts.push_back(block(inner, 1));
    if (i == 2) break;
  }
  if (random_.chance(60)) {
    text += "default: {\n$" + std::to_string(parts.size()) + "} break;\n";
    parts.push_back(block(inner, 1));
  }
  return Node{Type::kStatement, text + "}", std::move(parts)};
}

// A return, a break or a continue.
Node Generator::leave(Scope& scope) {
  if (scope.in_loop) {
    return Node{Type::kStatement, random_.chance(50) ? "if ($0) break;" : "if ($0) continue;", {truth(2)}};
  }
  if (anywhere_) {
    if (random_.chance(60)) return assignment(2);
    return Node{Type::kStatement, "if ($0) return;", {truth(2)}};
  }
  if (scope.depth == 0 && random_.chance(40)) {
    left_ = true;
    switch (random_.below(3)) {
      case 0:  // whole warps leave
        return leaf(Type::kStatement, "if (tid / 32u == " + number(random_.below(3)) + ") return;");
      case 1:  // the end of the grid, as most kernels have it
        return leaf(Type::kStatement, "{ bool go = gid >= " + number(random_.below(3000)) +
                                          "; m0 = __ballot_sync(m0, !go); if (go) return; }");
      default:
        return Node{
            Type::kStatement, "{ bool go = $0; m0 = __ballot_sync(m0, !go); if (go) return; }", {truth(2)}};
    }
  }
  if (scope.flow == Flow::kFree && scope.depth == 1 && !lost_ && random_.chance(15)) {
    lost_ = true;  // from here on no warp function, and no barrier either
    return Node{Type::kStatement, "if ($0) return;", {truth(2)}};
  }
  return assignment(2);
}

Node Generator::statement(Scope& scope) {
  --budget_;
  if (lost_) {
    scope.flow = Flow::kFree;
    scope.mask = "";
  }
  const bool deep = scope.depth >= 3 || budget_ <= 0;
  Node result;
  if (rows_) {
    result = row_statement(scope);
    result.removable = true;
    return result;
  }
  switch (random_.below(deep ? 9 : 16)) {
    case 0:
    case 1:
    case 2:
      result = assignment(3);
      break;
    case 3:
      result = global_store();
      break;
    case 4:
      result = random_.chance(50) ? shared_atomic() : global_atomic();
      break;
    case 5:
    case 6:
      result = anywhere_                   ? barrier_anywhere(scope)
               : scope.flow == Flow::kFree ? assignment(2)
                                           : warp_statement(scope);
      break;
    case 7:
      // Exited threads' cells are read by nobody only as long as nobody has left.
      if (anywhere_) {
        result = barrier_anywhere(scope);
      } else if (scope.flow != Flow::kBlock) {
        result = assignment(3);
      } else if (random_.chance(30)) {
        Node arms = arms_with_barriers(scope, random_.chance(25) ? 2 : 1);
        result = Node{Type::kStatement, "{ __syncthreads();\n$0}", {arms}};
      } else {
        result = left_ ? leaf(Type::kStatement, "__syncthreads();") : barrier_statement(scope);
      }
      break;
    case 8:
      result = leave(scope);
      break;
    case 9:
    case 10:
    case 11:
      result = branch(scope);
      break;
    case 12:
    case 13:
      result = loop(scope);
      break;
    case 14:
      result = choice(scope);
      break;
    default:
      result = assignment(3);
      break;
  }
  result.removable = true;
  return result;
}

Node Generator::block(Scope scope, int count) {
  std::string text;
  std::vector<Node> parts;
  for (int i = 0; i < count && i < 9; ++i) {
    text += "$" + std::to_string(i) + "\n";
    parts.push_back(statement(scope));
  }
  return Node{Type::kStatement, text, std::move(parts)};
}

std::string Generator::device_function(const std::string& name) {
  static const char* const bodies[] = {
      "  u32 r = a;\n  if (b & 1u) r += b * 3u; else r ^= b >> 2;\n  return r;\n",
      "  u32 r = 0;\n  for (u32 k = 0; k < (a & 3u); ++k) r = r * 31u + b;\n  return r + a;\n",
      "  if (a > b) return a - b;\n  if (a == 0u) return 9u;\n  return b % (a | 1u);\n",
      "  u32 l[4];\n  for (u32 k = 0; k < 4u; ++k) l[k] = a + k * b;\n  return l[b & 3u] ^ l[a & 3u];\n",
      "  switch (a & 3u) {\n    case 0: return b;\n    case 1: return b + 1u;\n    case 2: b *= 5u;\n  }\n  "
      "return a ^ b;\n",
  };
  const bool apart = random_.chance(20);
  return std::string(apart ? "__noinline__ " : "") + "__device__ u32 " + name + "(u32 a, u32 b) {\n" +
         bodies[random_.below(std::size(bodies))] + "}\n";
}

Kernel Generator::run() {
  Kernel kernel;
  kernel.seed = seed_;
  kernel.name = "k" + std::to_string(seed_);
  std::string before;
  for (unsigned i = random_.below(3); i > 0; --i) {
    const std::string name = "f" + std::to_string(i) + "_" + std::to_string(seed_);
    before += device_function(name);
    functions_.push_back(name);
  }
  // Most are small: they compile quickly. What takes two or three things at once to happen needs the others.
  const bool large = random_.chance(15);
  budget_ = large ? 6 + static_cast<int>(random_.below(12)) : 1 + static_cast<int>(random_.below(6));
  const int count = large ? 2 + static_cast<int>(random_.below(5)) : 1 + static_cast<int>(random_.below(3));
  std::string text = before + "extern \"C\" __global__ FITS void " + kernel.name +
                     (random_.chance(30) ? "(const u32* __restrict__ in, u32* __restrict__ out"
                                         : "(const u32* in, u32* out") +
                     R"(, Parameters p) {
  const u32 threads = blockDim.x * blockDim.y * blockDim.z;
  const u32 tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const u32 lane = tid & 31u, grid = threads * gridDim.x * gridDim.y * gridDim.z;
  const u32 gid = (blockIdx.x + (blockIdx.y + blockIdx.z * gridDim.y) * gridDim.x) * threads + tid;
  const u32 gx = blockIdx.x * blockDim.x + threadIdx.x, gy = blockIdx.y * blockDim.y + threadIdx.y;
  u32 m0 = (tid | 31u) < threads ? 0xffffffffu : 0xffffffffu >> (31u - (threads - 1u & 31u));
  u32 a = gid, b = in[tid], c = 7u, u = p.b;
  int i = (int)lane, j = 3;
  u64 q = gid, r = p.c;
  float x = (float)tid, y = 1.5f;
  f64 dx = (f64)gid, dy = 0.25;
  bool t = false;
  u8 w = (u8)tid; u16 h = (u16)b; short s = (short)a;
  u32 loc[8] = {a, b, 1u, 2u, 3u, 4u, 5u, lane};
  const u32 bits[4] = {p.a, 5u, p.f[0], 0xffu};
  u8 small[16] = {(u8)a, (u8)b, 3, 4, 5, 6, 7, (u8)lane};
)";
  anywhere_ = random_.chance(8);
  rows_ = !anywhere_ && random_.chance(6);
  if (rows_) functions_.clear();
  Scope scope;
  scope.mask = "m0";
  if (anywhere_) {
    scope.flow = Flow::kFree;
    scope.mask = "";
  }
  Node body = block(scope, count);
  kernel.parting = parting_;
  // What the body does not use costs only time.
  const std::string used = body.print();
  const auto uses = [&](const std::string& name) {
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = used.find(name); at != std::string::npos; at = used.find(name, at + 1)) {
      if ((at == 0 || !is_word(used[at - 1])) && !is_word(used[at + name.size()])) return true;
    }
    return false;
  };
  bool shared = false;
  std::string finish;
  for (const auto& [name, first] : {std::pair("s_add", "k"),
                                    {"s_min", "~0u"},
                                    {"s_or", "0"},
                                    {"s_xor", "0"},
                                    {"s_max", "-9"},
                                    {"s_cas", "2"}}) {
    if (!uses(name)) continue;
    shared = true;
    const std::string array = name;
    text += "  __shared__ " + std::string(array == "s_max" ? "int " : "u32 ") + array +
            "[16];\n  for (u32 k = tid; k < 16u; k += threads) " + array + "[k] = " + first + ";\n";
    finish +=
        "  for (u32 k = tid; k < 16u; k += threads) atomicAdd(out + 44136 + k, (u32)" + array + "[k]);\n";
  }
  if (uses("table")) {
    shared = true;
    text +=
        "  __shared__ u32 table[256];\n  for (u32 k = tid; k < 256u; k += threads) table[k] = in[k * 5u];\n";
  }
  if (uses("round")) {
    shared = true;
    text += "  u32 round = 0;\n  __shared__ u32 ring[2][1024];\n  ring[0][tid] = ring[1][tid] = tid;\n";
  }
  if (uses("beside")) {  // not the cells, which other warps may be reading
    shared = true;
    text += "  __shared__ u32 beside[1024];\n  beside[tid] = tid;\n";
  }
  if (uses("cell")) {
    shared = true;
    text += random_.chance(40) ? "  extern __shared__ u32 cell[];\n" : "  __shared__ u32 cell[1024];\n";
    text += "  cell[tid] = tid;\n";
  }
  if (shared) text += "  __syncthreads();\n";
  text += "$0";
  if (!finish.empty() && !anywhere_ && (!lost_ || random_.chance(60)))
    text += "  __syncthreads();\n" + finish;
  text += "  u32 hash = gid;\n";
  for (const auto& [name, value] : {std::pair("a", "a"),
                                    {"b", "b"},
                                    {"c", "c"},
                                    {"u", "u"},
                                    {"i", "(u32)i"},
                                    {"j", "(u32)j"},
                                    {"q", "(u32)(q ^ (q >> 32))"},
                                    {"r", "(u32)(r ^ (r >> 32))"},
                                    {"t", "(u32)t"},
                                    {"w", "w"},
                                    {"h", "h"},
                                    {"s", "(u32)s"},
                                    {"x", "bits_of(x)"},
                                    {"y", "bits_of(y)"},
                                    {"dx", "(u32)(bits_of(dx) >> 29)"},
                                    {"dy", "(u32)(bits_of(dy) >> 29)"}}) {
    if (uses(name)) text += "  hash = hash * 31u + " + std::string(value) + ";\n";
  }
  if (uses("loc")) text += "  for (u32 k = 0; k < 8u; ++k) hash = hash * 31u + loc[k];\n";
  if (uses("small")) text += "  for (u32 k = 0; k < 16u; k += 5) hash = hash * 31u + small[k];\n";
  text += "  out[45056u + gid] = hash;\n";
  if (random_.chance(30)) text += "  out[49152u + gid] = a;\n";
  text += "}\n";
  kernel.root = Node{Type::kStatement, std::move(text), {std::move(body)}};
  return kernel;
}

}  // namespace

Kernel generate(std::uint64_t seed) {
  return Generator(seed).run();
}

}  // namespace gridcall::kernels
