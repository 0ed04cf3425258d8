// SPDX-License-Identifier: Apache-2.0

#include "ndarray/random_words.h"

#include <algorithm>
#include <iterator>

#include "base/concat.h"
#include "ndarray/kernel.h"

namespace gridcall::ndarray {

namespace {

constexpr std::string_view kGeneratorsText =
#include "random_generators.h.inc"
    ;
constexpr std::string_view kWordsText =
#include "random_words.cuh.inc"
    ;

// The kernel's `directions`.
struct Directions {
  std::uint32_t v[32];
};

// A primitive polynomial without its first and last coefficient, and the first odd numbers of a dimension, as
// many as its degree: Joe and Kuo, "Constructing Sobol sequences with better two-dimensional projections",
// the first of their table. The first dimension has none.
struct Start {
  std::uint32_t degree, polynomial, m[7];
};
constexpr Start kStarts[] = {{0, 0, {}},
                             {1, 0, {1}},
                             {2, 1, {1, 3}},
                             {3, 1, {1, 3, 1}},
                             {3, 2, {1, 1, 1}},
                             {4, 1, {1, 1, 3, 3}},
                             {4, 4, {1, 3, 5, 13}},
                             {5, 2, {1, 1, 5, 5, 17}},
                             {5, 4, {1, 1, 5, 5, 5}},
                             {5, 7, {1, 1, 7, 11, 19}},
                             {5, 11, {1, 1, 5, 1, 1}},
                             {5, 13, {1, 1, 1, 3, 11}},
                             {5, 14, {1, 3, 5, 5, 31}},
                             {6, 1, {1, 3, 3, 9, 7, 49}},
                             {6, 13, {1, 1, 1, 15, 21, 21}},
                             {6, 16, {1, 3, 1, 13, 27, 49}},
                             {6, 19, {1, 1, 1, 15, 7, 5}},
                             {6, 22, {1, 3, 1, 15, 13, 25}},
                             {6, 25, {1, 1, 5, 5, 19, 61}},
                             {7, 1, {1, 3, 7, 11, 23, 15, 103}},
                             {7, 4, {1, 3, 7, 13, 13, 15, 69}}};

Directions directions_of(std::uint32_t dimension) noexcept {
  const Start& start = kStarts[dimension];
  const std::uint32_t degree = start.degree;
  Directions made{};
  for (std::uint32_t i = 0; i < 32; ++i) {
    if (degree == 0 || i < degree) {
      made.v[i] = (degree == 0 ? 1 : start.m[i]) << (31 - i);
      continue;
    }
    made.v[i] = made.v[i - degree] ^ made.v[i - degree] >> degree;
    for (std::uint32_t k = 1; k < degree; ++k)
      if ((start.polynomial >> (degree - 1 - k) & 1) != 0) made.v[i] ^= made.v[i - k];
  }
  return made;
}

}  // namespace

void check_generator(const Random& random) {
  const auto number = static_cast<std::int32_t>(random.generator);
  if (number < 0 || number > static_cast<std::int32_t>(Generator::kSobol32))
    throw Failure(status::kInvalidArgument,
                  concat("`options->generator` is ", number, ": pass a GRIDCALL_RANDOM_GENERATOR_* number"));
  if (random.generator != Generator::kSobol32) {
    if (random.dimension != 0)
      throw Failure(status::kInvalidArgument,
                    concat("`options->dimension` is ", random.dimension,
                           ", and `options->generator` is not SOBOL32, which alone has dimensions: pass 0"));
    return;
  }
  if (random.dimension >= std::size(kStarts))
    throw Failure(status::kOutOfRange, concat("`options->dimension` is ", random.dimension,
                                              ", and SOBOL32 has ", std::size(kStarts), ": pass less"));
  if (random.seed != 0)
    throw Failure(status::kInvalidArgument,
                  concat("`options->seed` is ", random.seed,
                         ", and SOBOL32 has no seeds: pass 0, and another `options->offset`"));
  if (random.distribution != core::RandomDistribution::kUniform &&
      random.distribution != core::RandomDistribution::kIntegers)
    throw Failure(status::kInvalidArgument,
                  concat("`options->distribution` is ", static_cast<std::int32_t>(random.distribution),
                         ", which takes several words for a number, and those of SOBOL32 follow each other "
                         "evenly: fill with UNIFORM, and apply \"normcdfinv(a)\" for normal numbers"));
}

void make_words(const Workspace& workspace, const Random& random, std::uint64_t first,
                const core::Ndarray& words) {
  core::Context& context = workspace.context;
  const std::uint64_t count = words.count();
  const std::uint64_t subsequences = random.generator == Generator::kXorwow ? 4096 : 81920;
  const bool is_sobol = random.generator == Generator::kSobol32;
  // A jump to the next subsequence is less work than one from the first; a GPU has more threads to fill.
  const std::uint64_t group = !is_sobol && context.is_cpu() ? 16 : 1;
  const std::string head =
      concat(Parameters::declaration(false, 1, 0),
             "enum { kGenerator = ", static_cast<std::int32_t>(random.generator),
             ", kSubsequences = ", subsequences, ", kGroup = ", group,
             " };\n#ifndef __GC_INLINE\n#define __GC_INLINE static __inline__ __host__ __device__\n"
             "#define __GC_DEVICE static __inline__ __device__\n#endif\n");
  const core::Ref<core::Kernel> kernel =
      kernel_of(context, concat("words ", head), [&] { return concat(head, kGeneratorsText, kWordsText); });
  Parameters parameters(false);
  parameters.add(count);
  const Directions directions = is_sobol ? directions_of(random.dimension) : Directions{};
  const std::uint64_t to = words.address();
  const void* const values[] = {&to, &random.seed, &first, &directions, parameters.bytes()};
  const std::uint64_t work = is_sobol ? std::min<std::uint64_t>(count, std::uint64_t{1} << 20)
                                      : divide_up(std::min(count, subsequences), group);
  const std::uint32_t threads = is_sobol ? kThreads : 32;
  core::Mem* const memory[] = {&words.mem()};
  launch(*kernel, workspace.stream, {static_cast<std::uint32_t>(divide_up(work, threads)), 1, 1},
         {threads, 1, 1}, values, memory);
}

}  // namespace gridcall::ndarray
