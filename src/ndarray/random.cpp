// SPDX-License-Identifier: Apache-2.0

#include "ndarray/random.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"
#include "ndarray/random_words.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::RandomDistribution;
using core::Ref;
using core::ScalarType;

constexpr std::string_view kRandomText =
#include "random.cuh.inc"
    ;

constexpr std::uint64_t kMaxNumber = std::uint64_t{1} << 63;  // two words of 32 bits belong to a number
constexpr double kMaxMean = 0x1p30;
constexpr std::uint64_t kMaxBlocks = 16384;
constexpr std::uint64_t kMaxWords = std::uint64_t{1} << 24;  // in memory at once

// The kernel's `request`.
struct Request {
  std::uint64_t seed, offset, range, low, least;
  double a, b, last;
  std::uint64_t words, counter;
};

// The numbers that a type has: floats of that many bits and a least exponent, or integers from `least`.
struct Numbers {
  int digits, exponent;
  double least, greatest;
};

Numbers numbers_of(ScalarType type) noexcept {
  switch (type) {
    case ScalarType::kFloat16:
      return {11, -14, -65504, 65504};
    case ScalarType::kBfloat16:
      return {8, -126, -0x1.fep127, 0x1.fep127};
    case ScalarType::kFloat32:
      return {24, -126, -0x1.fffffep127, 0x1.fffffep127};
    case ScalarType::kFloat64:
      return {53, -1022, -std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    case ScalarType::kBool:
      return {0, 0, 0, 1};
    default:
      break;
  }
  const int bits = static_cast<int>(core::scalar_size(type)) * 8;
  const bool is_signed = type == ScalarType::kInt8 || type == ScalarType::kInt16 ||
                         type == ScalarType::kInt32 || type == ScalarType::kInt64;
  // The greatest integer of 64 bits is rounded up to a power of 2, of which the caller knows.
  return is_signed ? Numbers{0, 0, -std::ldexp(1, bits - 1), std::ldexp(1, bits - 1) - 1}
                   : Numbers{0, 0, 0, std::ldexp(1, bits) - 1};
}

double quantum(const Numbers& type, double value) noexcept {
  const int exponent = value == 0 ? type.exponent : std::max(std::ilogb(value), type.exponent);
  return std::ldexp(1, exponent - type.digits + 1);
}
// Returns the float of that type next to the value.
double rounded(const Numbers& type, double value) noexcept {
  const double unit = quantum(type, value);
  return std::nearbyint(value / unit) * unit;
}
// Returns the greatest float of that type below one of it.
double before(const Numbers& type, double value) noexcept {
  const double unit = quantum(type, value), near = value - unit / 2;
  const bool is_power =
      value > 0 && std::ilogb(value) > type.exponent && std::exp2(std::ilogb(value)) == value;
  return is_power ? near : value - unit;
}

}  // namespace

std::string text_of(double value) {
  char digits[32];  // std::to_chars of a double would be defined twice in a fully static program
  std::snprintf(digits, sizeof digits, "%.15g", value);
  if (std::strtod(digits, nullptr) != value) std::snprintf(digits, sizeof digits, "%.17g", value);
  return digits;
}

namespace {

[[noreturn]] void refuse(const char* field, double value, const std::string& why) {
  throw Failure(status::kInvalidArgument, concat("`options->", field, "` is ", text_of(value), why));
}

const char* name_of(RandomDistribution distribution) noexcept {
  switch (distribution) {
    case RandomDistribution::kUniform:
      return "UNIFORM";
    case RandomDistribution::kNormal:
      return "NORMAL";
    case RandomDistribution::kLogNormal:
      return "LOG_NORMAL";
    case RandomDistribution::kPoisson:
      return "POISSON";
    case RandomDistribution::kIntegers:
      return "INTEGERS";
  }
  return nullptr;
}

void check_type(const Ndarray& ndarray, RandomDistribution distribution) {
  check_no_record(ndarray, "`ndarray`", "fill");
  const ScalarType type = ndarray.type();
  if (core::is_complex(type))
    throw Failure(status::kInvalidArgument,
                  concat("`ndarray` is ", core::scalar_text(type),
                         ": fill its parts, a view of real numbers (gc_ndarray_view)"));
  const char* name = name_of(distribution);
  if (!name)
    throw Failure(status::kInvalidArgument,
                  concat("`options->distribution` is ", static_cast<std::int32_t>(distribution),
                         ": pass a GRIDCALL_RANDOM_DISTRIBUTION_* number"));
  const bool is_float = numbers_of(type).digits != 0;
  const bool wants_float = distribution != RandomDistribution::kIntegers;
  const bool takes_both = distribution == RandomDistribution::kPoisson && type != ScalarType::kBool;
  if (takes_both || is_float == wants_float) return;
  throw Failure(
      status::kInvalidArgument,
      concat("`options->distribution` is ", static_cast<std::int32_t>(distribution), ", ", name,
             ", and `ndarray` is ", core::scalar_text(type),
             wants_float ? ": pass an array of floats, or INTEGERS" : ": pass an array of integers"));
}

void set_integers(Request& request, const Random& random, ScalarType type) {
  const Numbers numbers = numbers_of(type);
  const double end = type == ScalarType::kUint64  ? 0x1p64
                     : type == ScalarType::kInt64 ? 0x1p63
                                                  : numbers.greatest + 1;
  for (const auto& [field, value] : {std::pair{"a", random.a}, std::pair{"b", random.b}}) {
    if (!(value == std::floor(value)) || std::isinf(value))
      refuse(field, value, ": the limits of INTEGERS are integers");
    if (value < numbers.least || value > end || (*field == 'a' && value == end))
      refuse(field, value,
             concat(", and `ndarray` is ", core::scalar_text(type), ", of numbers from ",
                    text_of(numbers.least), " to ", text_of(end), " - 1: pass limits within"));
  }
  if (!(random.a < random.b))
    refuse("b", random.b, ", which is not above `options->a`: no integer is between");
  const auto integer = [](double value) {
    return value < 0         ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
           : value >= 0x1p64 ? std::uint64_t{0}
                             : static_cast<std::uint64_t>(value);
  };
  request.low = integer(random.a);
  request.range = integer(random.b) - request.low;
  if (request.range == 0) return;
  constexpr std::uint64_t kNarrow = std::uint64_t{1} << 32;
  // The kernel refuses as many words as 2^32 or 2^64 is modulo the range.
  request.least = request.range <= kNarrow ? kNarrow % request.range : (0 - request.range) % request.range;
}

void set_floats(Request& request, const Random& random, ScalarType type) {
  const Numbers numbers = numbers_of(type);
  const bool is_uniform = random.distribution == RandomDistribution::kUniform;
  // Means and deviations of small floats are floats.
  const Numbers taken =
      is_uniform || type == ScalarType::kFloat64 ? numbers : numbers_of(ScalarType::kFloat32);
  for (const auto& [field, value, to] :
       {std::tuple{"a", random.a, &request.a}, std::tuple{"b", random.b, &request.b}}) {
    if (!std::isfinite(value)) refuse(field, value, ": pass a finite number");
    *to = rounded(taken, value);
    if (std::abs(*to) > taken.greatest)
      refuse(field, value,
             concat(", which is beyond the numbers of `ndarray`, ", core::scalar_text(type),
                    ": pass a smaller one"));
  }
  if (!is_uniform) {
    if (random.b < 0) refuse("b", random.b, ", a standard deviation: pass 0 or more");
    return;
  }
  if (!(request.a < request.b))
    refuse("b", random.b,
           concat(", which as ", core::scalar_text(type), " is not above `options->a`, ", text_of(random.a),
                  ": no number is between"));
  const double most = type == ScalarType::kFloat64 ? numbers.greatest : 0x1.fffffep127;
  if (request.b / 2 - request.a / 2 > most / 2)
    refuse("b", random.b, ", and too far from `options->a` for a float to hold the difference");
  request.last = before(numbers, request.b);
}

void set_poisson(Request& request, const Random& random, ScalarType type) {
  if (!(random.a >= 0 && random.a <= kMaxMean))
    refuse("a", random.a, ", the mean of POISSON: pass 0 to 2^30");
  if (random.b != 0) refuse("b", random.b, ", and POISSON has no second parameter: pass 0");
  request.a = random.a;
  request.last = numbers_of(type).greatest;
}

// Returns true if a number takes two words.
bool set_width(Request& request, const Random& random, ScalarType type) {
  const bool is_quasi = random.generator == Generator::kSobol32;
  const bool is_wide = random.distribution == RandomDistribution::kIntegers
                           ? request.range == 0 || request.range > std::uint64_t{1} << 32
                           : type == ScalarType::kFloat64 && !is_quasi;
  if (!is_quasi) return is_wide;
  if (is_wide)
    refuse("b", random.b, ", above `options->a` by more than 2^32, and SOBOL32 has 2^32 numbers: pass less");
  request.least = 0;  // no number is refused
  return false;
}

// The dimensions in C's order, those that follow each other as one.
core::Layout merged(const core::Layout& layout) noexcept {
  core::Layout result;
  for (std::uint32_t i = 0; i < layout.ndim; ++i) {
    if (layout.shape[i] == 1) continue;
    const std::uint32_t last = result.ndim - 1;
    if (result.ndim != 0 &&
        result.strides[last] == layout.strides[i] * static_cast<std::int64_t>(layout.shape[i])) {
      result.shape[last] *= layout.shape[i];
      result.strides[last] = layout.strides[i];
    } else {
      result.shape[result.ndim] = layout.shape[i];
      result.strides[result.ndim++] = layout.strides[i];
    }
  }
  return result;
}

}  // namespace

void fill_random(Ndarray& ndarray, const Random& random, core::Stream* stream) {
  check_type(ndarray, random.distribution);
  check_generator(random);
  const ScalarType type = ndarray.type();
  Request request{random.seed, random.offset, 0, 0, 0, 0, 0, 0, 0, 0};
  if (random.distribution == RandomDistribution::kIntegers)
    set_integers(request, random, type);
  else if (random.distribution == RandomDistribution::kPoisson)
    set_poisson(request, random, type);
  else
    set_floats(request, random, type);
  ndarray.check_writable("`ndarray`");
  check_stream(stream, ndarray.context(), "`ndarray`");
  check_for_kernels(ndarray, ndarray.context(), "`ndarray`");
  const std::uint64_t count = ndarray.count(), size = ndarray.element().size;
  if (random.offset > kMaxNumber || count > kMaxNumber - random.offset)
    throw Failure(status::kOutOfRange, concat("`options->offset` ", random.offset, " and ", count,
                                              " elements exceed the numbers of a seed, 2^63: pass less"));
  if (count == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&ndarray);
  const Ref<core::Stream> keep_stream(stream);

  const core::Layout layout = merged(ndarray.layout());
  const std::uint64_t address = ndarray.address(), first = random.offset % 4;
  const bool is_wide_index = ndarray.end() - ndarray.begin() > 0x7fff0000 || count > 0x7fff0000;
  const bool follows =
      layout.ndim == 0 || (layout.ndim == 1 && layout.strides[0] == static_cast<std::int64_t>(size));
  const bool packs = follows && (address - first * size) % std::min<std::uint64_t>(4 * size, 16) == 0;
  const bool is_poisson = random.distribution == RandomDistribution::kPoisson;
  const bool is_wide = set_width(request, random, type);
  const bool has_words = random.generator != Generator::kPhilox;
  const std::string constants =
      concat(has_words ? "#define GRIDCALL_WORDS\n" : "", "typedef ", storage_name(type),
             " element;\nenum { kDistribution = ", static_cast<std::int32_t>(random.distribution),
             ", kDims = ", layout.ndim, ", kWide = ", is_wide ? 1 : 0, " };\n");
  const std::string head = concat(Parameters::declaration(is_wide_index, 4 + 2 * layout.ndim, 0), constants);
  const Ref<core::Kernel> kernel =
      kernel_of(ndarray.context(), concat("random ", head), [&] { return concat(head, kRandomText); });
  const std::uint64_t groups = (first + count + 3) / 4;
  // A group of four elements takes the words of so many counters, four each.
  const std::uint64_t counters = is_poisson ? 4 : is_wide ? 2 : 1;
  const std::uint64_t most = has_words ? std::min(groups, kMaxWords / (4 * counters)) : groups;
  const Workspace workspace{ndarray.context(), nullptr, stream};
  std::optional<Temporary> words;
  std::vector<core::Mem*> memory = {&ndarray.mem()};
  for (std::uint64_t begin = 0; begin < groups; begin += most) {
    const std::uint64_t end = std::min(begin + most, groups);
    if (has_words) {
      const std::uint64_t shape[] = {(end - begin) * 4 * counters};
      words.emplace(ndarray.context(), core::Element::of(ScalarType::kUint32), shape, stream);
      request.counter = (random.offset / 4 + begin) * counters;
      request.words = (*words)->address();
      memory = {&ndarray.mem(), &(*words)->mem()};
      make_words(workspace, random, 4 * request.counter, **words);
    }
    Parameters parameters(is_wide_index);
    for (const std::uint64_t each : {count, begin, end, std::uint64_t{packs}}) parameters.add(each);
    for (std::uint32_t i = 0; i < layout.ndim; ++i) {
      parameters.add(layout.shape[i]);
      parameters.add(static_cast<std::uint64_t>(layout.strides[i]));
    }
    const void* const values[] = {&address, &request, parameters.bytes()};
    const auto blocks = static_cast<std::uint32_t>(std::min(divide_up(end - begin, kThreads), kMaxBlocks));
    launch(*kernel, stream, {blocks, 1, 1}, {kThreads, 1, 1}, values, memory);
  }
}

}  // namespace gridcall::ndarray
