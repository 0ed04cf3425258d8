// SPDX-License-Identifier: Apache-2.0
//
// The functions of __half and __nv_bfloat16 (half.def): those of one argument for every number there is. On a
// GPU (GRIDCALL_DEVICE=gpu) the GPU and the CPU device both, and the GPU's approximations within an error of
// their own.
//
//   test_math_half [--all] [--seed N]     with --all every function, under -ftz=true too; by default half of
//   them, and of these a fifth under -ftz=true, which the seed chooses

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/devices.h"
#include "kernels/numbers.h"
#include "support/effort.h"

namespace {

using namespace gridcall::math;

// ---- References ----

template <typename T>
T saturated(T value) {
  const long double x = value;
  return !(x > 0) ? T{0} : x > 1 ? narrow<T>(1) : value;
}
template <typename T>
T positive(T value) {
  return is_nan(value) ? narrow<T>(NAN) : (value.bits & 0x8000) != 0 ? T{0} : value;
}
// Returns the number for a number and a NaN; -0 is less than +0.
template <typename T>
T least(long double x, long double y) {
  if (std::isnan(x)) return narrow<T>(y);
  if (std::isnan(y)) return narrow<T>(x);
  return narrow<T>(x < y || (x == y && std::signbit(x)) ? x : y);
}
template <typename T>
T most(long double x, long double y) {
  if (std::isnan(x)) return narrow<T>(y);
  if (std::isnan(y)) return narrow<T>(x);
  return narrow<T>(x < y || (x == y && std::signbit(x)) ? y : x);
}

enum class Kind { kFunction, kExact, kCompare, kPair };
template <typename T>
struct Row {
  Kind kind;
  std::string name;
  int count;
  long double (*value)(long double x);
  T (*exact)(long double x, long double y, long double z);
  bool (*holds)(long double x, long double y);
  std::string kernel;
};

#define INDEX "unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) "
std::string kernel_of_one(const std::string& name, int count) {
  std::string call = name + "(x[" + std::to_string(count) + " * i]";
  for (int k = 1; k < count; ++k)
    call += ", x[" + std::to_string(count) + " * i + " + std::to_string(k) + "]";
  return "extern \"C\" __global__ void on_" + name +
         "(H* out, const H* x, unsigned n) { " INDEX "out[i] = " + call + "); }\n";
}
// Bit 0: the ordered comparison; 1: the unordered one; 2: those of pairs are the same of each.
std::string kernel_of_comparison(const std::string& name) {
  std::string text =
      "extern \"C\" __global__ void on_NAME(unsigned* out, const H* x, unsigned n) {\n  " INDEX
      "{\n    H a = x[4 * i], b = x[4 * i + 1], c = x[4 * i + 2], d = x[4 * i + 3];\n    H2 p(a, c), q(b, "
      "d);\n"
      "    bool first = __hNAME(a, b), second = __hNAME(c, d), u = __hNAMEu(a, b), v = __hNAMEu(c, d), same "
      "= true;\n"
      "    H2 r = __hNAME2(p, q), s = __hNAMEu2(p, q);\n"
      "    same &= (float)r.x == first && (float)r.y == second && (float)s.x == u && (float)s.y == v;\n"
      "    same &= __hbNAME2(p, q) == (first && second) && __hbNAMEu2(p, q) == (u && v);\n"
      "    same &= __hNAME2_mask(p, q) == (first ? 0xffffu : 0u) + (second ? 0xffff0000u : 0u);\n"
      "    same &= __hNAMEu2_mask(p, q) == (u ? 0xffffu : 0u) + (v ? 0xffff0000u : 0u);\n"
      "    out[i] = first + 2 * u + 4 * same;\n  }\n}\n";
  for (std::size_t at; (at = text.find("NAME")) != std::string::npos;) text.replace(at, 4, name);
  return text;
}
std::string kernel_of_pairs(const std::string& name, const std::string& one, int count) {
  std::string pairs, first, second;
  for (int k = 0; k < count; ++k) {
    const std::string comma = k > 0 ? ", " : "", at = "x[i * " + std::to_string(2 * count) + " + ";
    const std::string a = at + std::to_string(2 * k) + "]", b = at + std::to_string(2 * k + 1) + "]";
    pairs += comma + "H2(" + a + ", " + b + ")";
    first += comma + a;
    second += comma + b;
  }
  return "extern \"C\" __global__ void on_" + name +
         "(unsigned* out, const H* x, unsigned n) {\n  " INDEX "{\n    H2 r = " + name + "(" + pairs +
         ");\n    H a = " + one + "(" + first + "), b = " + one + "(" + second +
         ");\n    out[i] = same(r.x, a) && same(r.y, b);\n  }\n}\n";
}

template <typename T>
std::vector<Row<T>> all_rows() {
  std::vector<Row<T>> rows;
#define FUNCTION(name, reference)                                                                    \
  rows.push_back({Kind::kFunction, #name, 1, [](long double x) -> long double { return reference; }, \
                  nullptr, nullptr, kernel_of_one(#name, 1)});
#define EXACT(count, name, reference)                                                \
  rows.push_back({Kind::kExact, #name, count, nullptr,                               \
                  []([[maybe_unused]] long double x, [[maybe_unused]] long double y, \
                     [[maybe_unused]] long double z) -> T { return reference; },     \
                  nullptr, kernel_of_one(#name, count)});
#define EXACT1(...) EXACT(1, __VA_ARGS__)
#define EXACT2(...) EXACT(2, __VA_ARGS__)
#define EXACT3(...) EXACT(3, __VA_ARGS__)
#define COMPARE(name, reference)                                                  \
  rows.push_back({Kind::kCompare, #name, 4, nullptr, nullptr,                     \
                  [](long double x, long double y) -> bool { return reference; }, \
                  kernel_of_comparison(#name)});
#define PAIR(count, name, one) \
  rows.push_back(              \
      {Kind::kPair, #name, 2 * count, nullptr, nullptr, nullptr, kernel_of_pairs(#name, #one, count)});
#define PAIR1(...) PAIR(1, __VA_ARGS__)
#define PAIR2(...) PAIR(2, __VA_ARGS__)
#define PAIR3(...) PAIR(3, __VA_ARGS__)
#include "math/half.def"
  return rows;
}

template <typename T>
std::string prologue() {
  const bool is_half = std::is_same_v<T, f16>;
  std::string text = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n";
  text += is_half ? "typedef __half H; typedef __half2 H2;\n"
                  : "typedef __nv_bfloat16 H; typedef __nv_bfloat162 H2;\n";
  text += is_half ? "#define OF(before, after) before##half##after\n"
                  : "#define OF(before, after) before##bfloat16##after\n";
  return text +
         "__device__ bool same(H a, H b) {\n  return OF(__, _as_ushort)(a) == OF(__, _as_ushort)(b) || "
         "(__hisnan(a) && "
         "__hisnan(b));\n}\n";
}

// ---- The functions ----

std::vector<std::uint8_t> bytes_of(const std::vector<u64>& list) {
  std::vector<std::uint8_t> bytes(list.size() * 2);
  for (std::size_t i = 0; i < list.size(); ++i) std::memcpy(&bytes[2 * i], &list[i], 2);
  return bytes;
}

// By how many steps of the format `got` is off, half a step being what rounding to nearest costs.
template <typename T>
long double steps_off(T got, long double exact) {
  const T nearest = narrow<T>(exact);
  const long double value = got;
  if (std::isnan(exact)) return std::isnan(value) ? 0 : HUGE_VALL;
  if (got.bits == nearest.bits) return 0;
  if (std::isinf(value) || std::isnan(value) || exact == 0) return HUGE_VALL;
  const T next = {static_cast<u16>((nearest.bits & 0x7fff) + 1)};
  const long double step = std::fabs(static_cast<long double>(next) -
                                     static_cast<long double>(T{static_cast<u16>(nearest.bits & 0x7fff)}));
  return std::fabs(value - exact) / step;
}

template <typename T>
std::size_t check(const Row<T>& row, const Way& way, gc_module* module) {
  u64 seed = row.name.size();
  std::vector<u64> list;
  if (row.count == 1) {
    for (u64 bits = 0; bits < 65536; ++bits) list.push_back(bits);
  } else {
    list = arguments<T>(&seed, row.count <= 3 ? row.count : 2, 1 << 16);
    while (list.size() % static_cast<std::size_t>(row.count) != 0) list.push_back(list.size());
  }
  const std::size_t calls = list.size() / static_cast<std::size_t>(row.count);
  const bool is_number = row.kind == Kind::kFunction || row.kind == Kind::kExact;
  const std::vector<std::uint8_t> in = bytes_of(list), out = launch(way, module, "on_" + row.name,
                                                                    calls * (is_number ? 2 : 4), &in, calls);
  // A GPU's own approximations, in steps of the format and, of tanh, of its documented absolute error.
  const long double allowed = way.mode < 0 ? 2 : 0.501L;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < calls; ++i) {
    const u64* call = &list[i * static_cast<std::size_t>(row.count)];
    const auto value = [&](int k) {
      return static_cast<long double>(of_bits<T>(call[k < row.count ? k : 0]));
    };
    u32 word = 0;
    std::memcpy(&word, &out[i * (is_number ? 2 : 4)], is_number ? 2 : 4);
    const T got = of_bits<T>(word);
    std::string want;
    if (row.kind == Kind::kFunction) {
      const long double exact = row.value(value(0));
      const bool near = way.mode < 0 && std::fabs(static_cast<long double>(got) - exact) < 0x1p-10L;
      if (steps_off(got, exact) > allowed && !(near && row.name == "htanh_approx"))
        want = text_of(narrow<T>(exact));
    } else if (row.kind == Kind::kExact) {
      const T exact = row.exact(value(0), value(1), value(2));
      if (got.bits != exact.bits && !(is_nan(got) && is_nan(exact))) want = text_of(exact);
    } else if (row.kind == Kind::kCompare) {
      const bool ordered = !std::isnan(value(0)) && !std::isnan(value(1)),
                 holds = row.holds(value(0), value(1));
      const u32 exact = (ordered && holds ? 1u : 0u) + (!ordered || holds ? 2u : 0u) + 4;
      if (word != exact) want = std::to_string(exact);
    } else if (word != 1) {
      want = "the same of each";
    }
    if (want.empty() || ++wrong > 4) continue;
    std::string text;
    for (int k = 0; k < row.count; ++k) text += (k > 0 ? ", " : "") + text_of(of_bits<T>(call[k]));
    print_error("%s: %s(%s) = %s, not %s\n", way.name, row.name.c_str(), text.c_str(),
                is_number ? text_of(got).c_str() : std::to_string(word).c_str(), want.c_str());
  }
  if (wrong > 4) print_error("%s: %s: %zu of %zu are wrong\n", way.name, row.name.c_str(), wrong, calls);
  return wrong;
}

bool all = false;
u64 seed_of_choice = effort_seed();

template <typename T>
std::size_t check_all(const std::vector<Row<T>>& rows, const Way& way,
                      const std::vector<const char*>& options) {
  std::string source = prologue<T>();
  for (const Row<T>& row : rows) source += row.kernel;
  gc_module* module = compiled(way.context, source, options);
  std::size_t wrong = 0;
  for (const Row<T>& row : rows) wrong += check(row, way, module);
  gc_module_release(module);
  return wrong;
}

template <typename T>
void functions(void**) {
  std::vector<Row<T>> rows = all_rows<T>();
  u64 at = seed_of_choice;
  if (!all) std::erase_if(rows, [&](const Row<T>&) { return at++ % effort(4, 1) != 0; });
  std::vector<Row<T>> chosen = rows;
  u64 seed = seed_of_choice;
  if (!all) std::erase_if(chosen, [&](const Row<T>&) { return next_random(&seed) % effort(5, 3) != 0; });
  std::size_t wrong = 0;
  for (const Way& way : ways) {
    wrong += check_all(rows, way, {});
    // No 16-bit value is flushed, nor the floats by which it is computed.
    if (way.mode >= 0) wrong += check_all(chosen, way, {"-ftz=true"});
  }
  print_message("# %zu functions, %zu of them with -ftz=true, seed %llu\n", rows.size(), chosen.size(),
                static_cast<unsigned long long>(seed_of_choice));
  assert_int_equal(wrong, 0);
}

// ---- Everything else: the lines whose check fails ----

const char kOthers[] = R"(
#define CHECK(condition) if (!(condition)) out[threadIdx.x] = __LINE__
__device__ unsigned short bits(H h) { return OF(__, _as_ushort)(h); }
__device__ unsigned bits(H2 h) { return bits(h.x) + 65536u * bits(h.y); }
__device__ H cells[512];
__device__ H2 pairs[256];
extern "C" __global__ void others(unsigned* out, const unsigned* in, unsigned n) {
  if (threadIdx.x >= n) return;
  H a(1.5f), b(-2.25), c = OF(__float2, )(0.5f);
  H2 p(a, b), q(c, a);
  // Construction and conversion.
  CHECK(float(H(3)) == 3 && float(H(3u)) == 3 && float(H(-3ll)) == -3 && float(H(3ull)) == 3 && float(H((short)-3)) == -3);
  CHECK((int)a == 1 && (long long)b == -2 && (unsigned char)a == 1 && (bool)a && !(bool)H(0.0f));
  CHECK(bits(OF(__short_as_, )(OF(__, _as_short)(b))) == bits(b));
  CHECK(bits(OF(make_, 2)(a, b)) == bits(p) && bits(OF(__halves2, 2)(a, b)) == bits(p));
  CHECK(bits(OF(__floats2, 2_rn)(1.5f, -2.25f)) == bits(p) && bits(OF(__float22, 2_rn)(make_float2(1.5f, -2.25f))) == bits(p));
  CHECK(bits(OF(__float2, 2_rn)(1.5f)) == bits(H2(a, a)));
  // Parts of pairs.
  CHECK(bits(OF(__low2, )(p)) == bits(a) && bits(OF(__high2, )(p)) == bits(b));
  CHECK(bits(OF(__low2, 2)(p)) == bits(H2(a, a)) && bits(OF(__high2, 2)(p)) == bits(H2(b, b)));
  CHECK(bits(OF(__lows2, 2)(p, q)) == bits(H2(a, c)) && bits(OF(__highs2, 2)(p, q)) == bits(H2(b, a)));
  CHECK(bits(__lowhigh2highlow(p)) == bits(H2(b, a)) && __low2float(p) == 1.5f && __high2float(p) == -2.25f);
  CHECK(bits(__hisnan2(H2(a, OF(__ushort_as_, )(0x7fff)))) == bits(H2(H(0.0f), H(1.0f))));
  CHECK(__hisinf(a / H(0.0f)) == 1 && __hisinf(b / H(0.0f)) == -1 && __hisinf(a) == 0 && __hisnan(H(0.0f) / H(0.0f)));
  // Operators.
  CHECK(float(a + b) == -0.75f && float(a - b) == 3.75f && float(a * b) == -3.375f && float(a / c) == 3 && float(-a) == -1.5f);
  CHECK(float(+a) == 1.5f && a > b && a >= b && b < a && b <= a && a != b && !(a == b));
  H d = a; d += b; CHECK(float(d) == -0.75f); d -= b; CHECK(d == a); d *= c; CHECK(float(d) == 0.75f); d /= c; CHECK(d == a);
  CHECK(float(d++) == 1.5f && float(d) == 2.5f && float(--d) == 1.5f && float(++d) == 2.5f && float(d--) == 2.5f && d == a);
  H2 r = p; r += q; CHECK(bits(r) == bits(__hadd2(p, q))); r -= q; CHECK(r == p); r *= q; CHECK(r == __hmul2(p, q));
  r = p; r /= q; CHECK(r == __h2div(p, q) && r != p); r = p; ++r; CHECK(r == p + H2(H(1.0f), H(1.0f))); r--; CHECK(r == p);
  CHECK(bits(-p) == bits(__hneg2(p)) && p + q > p - q == __hbgt2(p + q, p - q) && (p <= p) && (p >= p) && !(p < p));
  H2 z = __hcmadd(p, q, H2(H(1.0f), H(2.0f)));  // (1.5 - 2.25i) (0.5 + 1.5i) + 1 + 2i
  CHECK(float(z.x) == 5.125f && float(z.y) == 3.125f);
  // Memory.
  unsigned t = threadIdx.x;
  cells[t] = H((float)(t & 63));
  volatile H* v = cells;
  H w = v[t];
  v[t + 256] = w;
  CHECK(float(w) == (float)(t & 63) && float(cells[t + 256]) == float(w));
  pairs[t] = p;
  CHECK(bits(__ldg((const H2*)in)) == *in && *in == 0x40003c00);  // what no kernel writes
  CHECK(bits(__ldca(&pairs[t])) == bits(p) && bits(__ldcg(&pairs[t])) == bits(p));
  CHECK(bits(__ldcs(&cells[t])) == bits(w) && bits(__ldlu(&cells[t])) == bits(w) && bits(__ldcv(&cells[t])) == bits(w));
  __stcg(&cells[t], a); CHECK(cells[t] == a); __stwb(&cells[t], b); CHECK(cells[t] == b);
  __stcs(&pairs[t], q); CHECK(pairs[t] == q); __stwt(&pairs[t], p); CHECK(pairs[t] == p);
  // Other lanes.
  H lane((float)(t & 31));
  H2 both(lane, -lane);
  CHECK(float(__shfl_sync(~0u, lane, 5)) == 5 && float(__shfl_xor_sync(~0u, lane, 1)) == (float)((t & 31) ^ 1));
  CHECK(float(__shfl_up_sync(~0u, lane, 1)) == (float)((t & 31) > 0 ? (t & 31) - 1 : 0));
  CHECK(float(__shfl_down_sync(~0u, both, 1).y) == -(float)((t & 31) < 31 ? (t & 31) + 1 : 31));
  CHECK(float(__shfl_sync(~0u, both, 7, 8).x) == (float)(t & 24 | 7));
  __shared__ H sum;
  __shared__ H2 sums;
  if (t == 0) { sum = H(0.0f); sums = H2(H(0.0f), H(0.0f)); }
  __syncthreads();
  if (t < 64) { atomicAdd(&sum, H(1.0f)); atomicAdd(&sums, H2(H(1.0f), H(-2.0f))); }
  __syncthreads();
  CHECK(float(sum) == 64 && float(sums.x) == 64 && float(sums.y) == -128);
}
)";

template <typename T>
void others(void**) {
  const std::string source = prologue<T>() + "#line 1 \"others\"\n" + kOthers;
  for (const Way& way : ways) {
    gc_module* module = compiled(way.context, source);
    const std::vector<std::uint8_t> in = {0x00, 0x3c, 0x00, 0x40};
    const std::vector<std::uint8_t> out = launch(way, module, "others", kBlock * 4, &in, kBlock);
    for (u32 t = 0; t < kBlock; ++t) {
      u32 line = 0;
      std::memcpy(&line, &out[4 * t], 4);
      if (line != 0) fail_msg("%s: thread %u: line %u of kOthers", way.name, t, line);
    }
    gc_module_release(module);
  }
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    all = all || std::strcmp(arguments[i], "--all") == 0;
    if (std::strcmp(arguments[i], "--seed") == 0 && i + 1 < count)
      seed_of_choice = std::strtoull(arguments[i + 1], nullptr, 10);
  }
  const CMUnitTest tests[] = {
      {"half_functions", functions<f16>, nullptr, nullptr, nullptr},
      {"bfloat16_functions", functions<bf16>, nullptr, nullptr, nullptr},
      {"half_others", others<f16>, nullptr, nullptr, nullptr},
      {"bfloat16_others", others<bf16>, nullptr, nullptr, nullptr},
  };
  return cmocka_run_group_tests_name("half", tests, open_devices, nullptr);
}
