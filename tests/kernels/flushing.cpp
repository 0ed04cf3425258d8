// SPDX-License-Identifier: Apache-2.0
//
// -ftz=true: random programs of float operations on numbers of which many are subnormal, and become so,
// beside this machine's own arithmetic, which flushes where NVRTC's PTX has .ftz. Without -fmad=false the
// modes of the CPU device are compared with each other.
//
//   test_kernel_flushing [COUNT [SEED [PROGRAMS]]]     that many modules, each of so many programs

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "kernels/devices.h"
#include "kernels/numbers.h"

namespace {

using namespace gridcall::math;

u64 module_count = 2, first_seed = 1;
constexpr std::size_t kThreads = 2 * kBlock;
constexpr int kInputs = 4, kSteps = 24, kResults = 4;
int program_count = 24;  // of a module

f32 flushed(f32 value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}
f32 with_bits(f32 value, u32 keep, u32 flip) {
  return of_bits<f32>((bits_of(value) & keep) ^ flip);
}
f32 lesser(f32 a, f32 b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
f32 in_mode(int mode, const std::function<f32()>& compute) {
  std::fesetround(mode);
  const f32 result = compute();
  std::fesetround(FE_TONEAREST);
  return result;
}

// A step's text, of earlier values $0, $1 and $2, and its value. x, y and z are as they are, a, b and c
// flushed.
struct Operation {
  const char* text;
  f32 (*value)(f32 x, f32 y, f32 z, f32 a, f32 b, f32 c);
};
#define OPERATION(text, expression)                                                                   \
  {text,                                                                                              \
   []([[maybe_unused]] f32 x, [[maybe_unused]] f32 y, [[maybe_unused]] f32 z, [[maybe_unused]] f32 a, \
      [[maybe_unused]] f32 b, [[maybe_unused]] f32 c) -> f32 { return expression; }}
const Operation operations[] = {
    OPERATION("$0 + $1", flushed(a + b)),
    OPERATION("$0 - $1", flushed(a - b)),
    OPERATION("$0 * $1", flushed(a* b)),
    OPERATION("$0 * 0x1.8p-40f", flushed(a * 0x1.8p-40f)),
    OPERATION("$0 * 0x1p60f", flushed(a * 0x1p60f)),
    OPERATION("$0 * $1 + $2", flushed(flushed(a* b) + c)),
    OPERATION("$0 / $1", flushed(a / b)),
    OPERATION("fmaf($0, $1, $2)", flushed(std::fma(a, b, c))),
    OPERATION("-$0", -a),
    OPERATION("fabsf($0)", std::fabs(a)),
    OPERATION("fminf($0, $1)", lesser(a, b)),
    OPERATION("fmaxf($0, $1)", -lesser(-a, -b)),
    OPERATION("copysignf($0, signed_of($1))", std::copysign(x, std::isnan(y) ? 1 : y)),
    OPERATION("$0 < $1 ? $2 : $0", a < b ? z : x),
    OPERATION("$0 == 0 ? $1 : $2", a == 0 ? y : z),
    OPERATION("$0 > -2e-38f && $0 < 2e-38f ? $1 : $0", a > -2e-38f && a < 2e-38f ? y : x),
    OPERATION("(float)((double)$0 * (1.0 / 3))", flushed(static_cast<f32>(static_cast<f64>(a) * (1.0 / 3)))),
    OPERATION("(float)((double)$0 + (double)$1)",
              flushed(static_cast<f32>(static_cast<f64>(a) + static_cast<f64>(b)))),
    OPERATION("sqrtf(fabsf($0))", std::sqrt(std::fabs(a))),
    OPERATION("floorf($0) + $1", flushed(std::floor(a) + b)),
    OPERATION("__int_as_float(__float_as_int($0) & 0x7fffffff)", with_bits(x, 0x7fffffff, 0)),
    OPERATION("__int_as_float(__float_as_int($0) ^ 0x80000000)", with_bits(x, ~0u, 0x80000000)),
    OPERATION(
        "__int_as_float((__float_as_int($0) & 0x7fffffff) | (__float_as_int(signed_of($1)) & 0x80000000))",
        std::copysign(x, std::isnan(y) ? 1 : y)),
    OPERATION("__bfloat162float(__float2bfloat16_rz($0))", std::isnan(x) ? x : with_bits(x, 0xffff0000, 0)),
    OPERATION("__fadd_rz($0, $1)", flushed(in_mode(FE_TOWARDZERO,
                                                   [&] {
                                                     volatile f32 p = a, q = b;
                                                     return p + q;
                                                   }))),
    OPERATION("__fmul_ru($0, $1)", flushed(in_mode(FE_UPWARD,
                                                   [&] {
                                                     volatile f32 p = a, q = b;
                                                     return p * q;
                                                   }))),
    OPERATION("__fmaf_ieee_rn($0, $1, $2)", std::fma(x, y, z)),
    OPERATION("called($0, $1)", flushed(flushed(a* b) - a)),
    OPERATION("halved($0, n)",
              [&] {
                f32 value = x;
                for (int k = 0; k < 5; ++k) value = flushed(flushed(value) * 0.5f);
                return value;
              }()),
    OPERATION("summed($0, $1)",
              [&] {
                f32 value = 0;
                for (const f32 term : {a, b, a}) value = flushed(value + term);
                return value;
              }()),
    OPERATION("branched($0, $1)", a < b ? flushed(a + b) : (flushed(a - b) == 0 ? x : flushed(a - b))),
};

const char kPrologue[] = R"(
#include <cuda_bf16.h>
__device__ float signed_of(float x) { return isnan(x) ? 1 : x; }  // the sign of NaN is anything
__device__ __noinline__ float called(float x, float y) { return x * y - x; }
__device__ float halved(float x, unsigned n) {
  for (unsigned k = 0; k < n - 507; ++k) x *= 0.5f;
  return x;
}
__device__ float summed(float x, float y) {
  float terms[3] = {x, y, x}, sum = 0;
  for (float term : terms) sum += term;
  return sum;
}
__device__ float branched(float x, float y) {
  if (x < y) return x + y;
  const float difference = x - y;
  return difference == 0 ? x : difference;
}
)";

struct Step {
  const Operation* operation;
  int operands[3];
};
using Program = std::vector<Step>;

bool is_negation(const Step& step) {
  return std::strcmp(step.operation->text, "-$0") == 0;
}

// Whether the value is an earlier one before anything is flushed: -(-x), fminf(x, x), what was computed
// before. NVRTC's PTX has no instruction for these either.
bool is_earlier(const Step& step, const Program& program) {
  const int* const of = step.operands;
  if (of[0] == of[1] || of[1] == of[2] || of[0] == of[2]) return true;
  if (is_negation(step) && of[0] >= kInputs &&
      is_negation(program[static_cast<std::size_t>(of[0] - kInputs)]))
    return true;
  return std::any_of(program.begin(), program.end(), [&](const Step& before) {
    return before.operation == step.operation && before.operands[0] == of[0];
  });
}

Program random_program(u64* seed) {
  Program program;
  while (program.size() < kSteps) {
    Step step = {&operations[next_random(seed) % (sizeof operations / sizeof operations[0])], {}};
    // Mostly of what was computed last.
    const int count = kInputs + static_cast<int>(program.size());
    for (int& operand : step.operands) {
      const int back = static_cast<int>(next_random(seed) % 6);
      operand = back < 4 && back < count ? count - 1 - back : static_cast<int>(next_random(seed) % count);
    }
    if (!is_earlier(step, program)) program.push_back(step);
  }
  return program;
}

std::string kernel_of(const Program& program, int index) {
  std::string text = "extern \"C\" __global__ void on_" + std::to_string(index) +
                     "(float* out, const float* in, unsigned n) {\n"
                     "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n";
  for (int k = 0; k < kInputs; ++k)
    text += "  const float v" + std::to_string(k) + " = in[" + std::to_string(kInputs) + " * i + " +
            std::to_string(k) + "];\n";
  for (std::size_t k = 0; k < program.size(); ++k) {
    std::string value = program[k].operation->text;
    for (std::size_t at; (at = value.find('$')) != std::string::npos;)
      value.replace(at, 2, "v" + std::to_string(program[k].operands[value[at + 1] - '0']));
    text += "  const float v" + std::to_string(kInputs + k) + " = " + value + ";\n";
  }
  for (int k = 0; k < kResults; ++k)
    text += "  out[" + std::to_string(kResults) + " * i + " + std::to_string(k) + "] = v" +
            std::to_string(kInputs + kSteps - kResults + k) + ";\n";
  return text + "}\n";
}

// Computes a thread's results, with every NaN as one NaN.
void compute(const Program& program, const f32* inputs, u32* results) {
  std::vector<f32> values(inputs, inputs + kInputs);
  for (const Step& step : program) {
    const f32 x = values[static_cast<std::size_t>(step.operands[0])],
              y = values[static_cast<std::size_t>(step.operands[1])],
              z = values[static_cast<std::size_t>(step.operands[2])];
    values.push_back(step.operation->value(x, y, z, flushed(x), flushed(y), flushed(z)));
  }
  for (int k = 0; k < kResults; ++k)
    results[k] = static_cast<u32>(bits_of(values[static_cast<std::size_t>(kInputs + kSteps - kResults + k)]));
}

f32 random_input(u64* seed) {
  const u64 random = next_random(seed);
  const u32 sign = random >> 63 != 0 ? 0x80000000 : 0, fraction = random & 0x7fffff;
  switch (random >> 32 & 7) {
    case 0:
      return of_bits<f32>(sign);
    case 1:
    case 2:
      return of_bits<f32>(sign | fraction);  // subnormal
    case 3:
      return of_bits<f32>(sign | (fraction & 7) << 23 | (fraction & 0x700000));
    case 4:
      return of_bits<f32>(sign | (1 + (random >> 40 & 31)) << 23 | fraction);
    case 5:
      return of_bits<f32>(sign | (47 + (random >> 40 & 31)) << 23 | fraction);  // with products of this size
    default:
      return of_bits<f32>(sign | (117 + (random >> 40 & 15)) << 23 | fraction);
  }
}

bool is_same(u32 got, u32 want) {
  return got == want || (std::isnan(of_bits<f32>(got)) && std::isnan(of_bits<f32>(want)));
}

std::string description_of(const Program& program, int index, const f32* inputs) {
  std::string text = kernel_of(program, index);
  for (int k = 0; k < kInputs; ++k) text += (k > 0 ? ", " : "of ") + text_of(inputs[k]);
  return text;
}

void programs(void**) {
  std::size_t wrong = 0, flushes = 0;
  for (u64 count = 0; count < module_count; ++count) {
    u64 seed = first_seed + count;
    std::vector<Program> list;
    std::string source = kPrologue;
    for (int k = 0; k < program_count; ++k) {
      list.push_back(random_program(&seed));
      source += kernel_of(list.back(), k);
    }
    std::vector<f32> inputs(kThreads * kInputs);
    for (f32& input : inputs) input = random_input(&seed);
    std::vector<std::uint8_t> in(inputs.size() * 4);
    std::memcpy(in.data(), inputs.data(), in.size());
    std::vector<std::vector<std::uint8_t>> contracted(
        static_cast<std::size_t>(program_count));  // of the first way
    for (const Way& way : ways) {
      gc_module* exact = compiled(way.context, source, {"-ftz=true", "-fmad=false"});
      gc_module* module = compiled(way.context, source, {"-ftz=true"});
      for (int k = 0; k < program_count; ++k) {
        const std::string name = "on_" + std::to_string(k);
        const auto& program = list[static_cast<std::size_t>(k)];
        const std::vector<std::uint8_t> out =
            launch(way, exact, name, kThreads * kResults * 4, &in, kThreads);
        for (std::size_t i = 0; i < kThreads; ++i) {
          u32 want[kResults], got[kResults];
          compute(program, &inputs[i * kInputs], want);
          std::memcpy(got, &out[i * sizeof got], sizeof got);
          for (int r = 0; r < kResults; ++r) {
            flushes += (want[r] & 0x7fffffff) == 0;
            if (is_same(got[r], want[r]) || ++wrong > 3) continue;
            // cmocka's messages end after 1,024 bytes.
            std::fprintf(stderr, "%s, seed %llu: result %d is %#x, not %#x\n%s\n", way.name,
                         static_cast<unsigned long long>(first_seed + count), r, got[r], want[r],
                         description_of(program, k, &inputs[i * kInputs]).c_str());
          }
        }
        if (way.mode < 0) continue;
        std::vector<std::uint8_t> here = launch(way, module, name, kThreads * kResults * 4, &in, kThreads);
        auto& there = contracted[static_cast<std::size_t>(k)];
        for (std::size_t i = 0; i < there.size(); i += 4) {
          u32 got[2];
          std::memcpy(&got[0], &there[i], 4);
          std::memcpy(&got[1], &here[i], 4);
          if (is_same(got[0], got[1]) || ++wrong > 3) continue;
          std::fprintf(stderr, "seed %llu: contracted, result %zu is %#x, and %#x in another mode\n%s\n",
                       static_cast<unsigned long long>(first_seed + count), i / 4 % kResults, got[0], got[1],
                       kernel_of(program, k).c_str());
        }
        there = std::move(here);
      }
      gc_module_release(exact);
      gc_module_release(module);
    }
  }
  print_message("# %zu results are zeros\n", flushes);
  assert_true(flushes > 0);
  assert_int_equal(wrong, 0);
}

// As a bug report had it: at run time and while compiling.
void folded_or_not(void**) {
  const std::string source =
      "extern \"C\" __global__ void k(unsigned* out, const unsigned* in, unsigned) {\n"
      "  float a = __uint_as_float(in[0]), b = __uint_as_float(in[1]), h = __uint_as_float(in[2]), z = "
      "1e-40f;\n"
      "  if (threadIdx.x > 0) return;\n"
      "  out[0] = __float_as_uint(a + a), out[1] = __float_as_uint(b * h), out[2] = __float_as_uint(z * "
      "1e10f);\n"
      "}\n";
  const u32 words[] = {0x00000123, 0x00800000, 0x3f000000};
  std::vector<std::uint8_t> in(sizeof words);
  std::memcpy(in.data(), words, sizeof words);
  for (const Way& way : ways) {
    for (const char* option : {"-ftz=true", "--use_fast_math"}) {
      gc_module* module = compiled(way.context, source, {option});
      for (const std::uint8_t byte : launch(way, module, "k", sizeof words, &in, 1))
        assert_int_equal(byte, 0);
      gc_module_release(module);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1) module_count = std::strtoull(arguments[1], nullptr, 10);
  if (count > 2) first_seed = std::strtoull(arguments[2], nullptr, 10);
  if (count > 3) program_count = std::atoi(arguments[3]);
  std::printf("# %llu modules from seed %llu\n", static_cast<unsigned long long>(module_count),
              static_cast<unsigned long long>(first_seed));
  const CMUnitTest tests[] = {
      cmocka_unit_test(folded_or_not),
      cmocka_unit_test(programs),
  };
  return cmocka_run_group_tests_name("flushing", tests, open_devices, nullptr);
}
