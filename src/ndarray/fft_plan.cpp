// SPDX-License-Identifier: Apache-2.0

#include "ndarray/fft_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/concat.h"
#include "core/capture.h"
#include "core/context.h"
#include "core/copy/copy.h"
#include "core/stream.h"

namespace gridcall::ndarray {

namespace {

using Wide = std::complex<double>;
// The longest transform of whose passes all twiddle factors are in a table.
constexpr std::uint64_t kMaxFactors = 8192;

using Clock = std::chrono::steady_clock;

// Returns exp(-2 pi i at / of), rounded once: the angle is taken below an eighth of a turn.
std::complex<long double> root_of_one(std::uint64_t at, std::uint64_t of) {
  const auto wide = static_cast<unsigned __int128>(at % of) * 8;
  const auto eighth = static_cast<unsigned>(wide / of);
  auto rest = static_cast<std::uint64_t>(wide % of);
  if (eighth % 2 == 1) rest = of - rest;
  const long double angle =
      std::numbers::pi_v<long double> / 4 * static_cast<long double>(rest) / static_cast<long double>(of);
  long double cosine = std::cos(angle), sine = std::sin(angle);
  if (eighth % 4 == 1 || eighth % 4 == 2) std::swap(cosine, sine);
  const bool is_left = eighth >= 2 && eighth < 6, is_low = eighth >= 4;
  return {is_left ? -cosine : cosine, is_low ? sine : -sine};
}

// FftTables as they grow; each begins at a multiple of what a vector needs.
class FftTables {
 public:
  explicit FftTables(bool is_double) : is_double_(is_double) { add({}); }
  std::uint64_t size() const noexcept { return parts_.size() / 2; }
  void add(std::complex<long double> value) {
    add_part(value.real());
    add_part(value.imag());
  }
  void add_part(long double value) {
    parts_.push_back(is_double_ ? static_cast<double>(value) : static_cast<float>(value));
  }
  std::uint64_t begin() {
    while (size() % 8 != 0) add({});
    return size();
  }
  std::vector<std::byte> bytes() const {
    std::vector<std::byte> made(parts_.size() * (is_double_ ? 8 : 4));
    auto* const doubles = reinterpret_cast<double*>(made.data());
    auto* const floats = reinterpret_cast<float*>(made.data());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (is_double_)
        doubles[i] = parts_[i];
      else
        floats[i] = static_cast<float>(parts_[i]);
    }
    return made;
  }

 private:
  const bool is_double_;
  std::vector<double> parts_;
};

// Returns the radices of a factor, largest powers of two first.
std::vector<std::uint32_t> radices_of(std::uint64_t factor) {
  std::vector<std::uint32_t> radices;
  int twos = std::countr_zero(factor);
  factor >>= twos;
  for (; twos == 3 || twos >= 5; twos -= 3) radices.push_back(8);
  for (; twos >= 2; twos -= 2) radices.push_back(4);
  if (twos == 1) radices.push_back(2);
  for (std::uint32_t radix = 3; factor != 1; radix += 2)
    for (; factor % radix == 0; factor /= radix) radices.push_back(radix);
  return radices;
}

// Finds `parts` factors of up to `max_factor`, near to each other, the first a multiple of `lanes` if there
// is one. Returns false if there are none.
bool split_length(std::uint64_t length, std::uint32_t parts, std::uint64_t lanes, std::uint64_t max_factor,
                  std::vector<std::uint64_t>& found) {
  if (parts == 1) {
    if (length > max_factor || radices_of(length).size() > kMaxFftStages) return false;
    found.push_back(length);
    return true;
  }
  const double ideal = std::pow(static_cast<double>(length), 1.0 / parts);
  std::vector<std::pair<double, std::uint64_t>> choices;
  for (std::uint64_t factor = 2; factor <= std::min(max_factor, length / 2); ++factor)
    if (length % factor == 0)
      choices.emplace_back(
          std::abs(std::log(static_cast<double>(factor) / ideal)) + (factor % lanes == 0 ? 0 : 1), factor);
  std::ranges::sort(choices);
  for (const auto& [cost, factor] : choices) {
    if (radices_of(factor).size() > kMaxFftStages) continue;
    found.push_back(factor);
    if (split_length(length / factor, parts - 1, 1, max_factor, found)) return true;
    found.pop_back();
  }
  return false;
}

std::vector<std::uint64_t> factors_of(std::uint64_t length, std::uint64_t lanes, bool in_lanes,
                                      std::uint64_t max_factor) {
  std::vector<std::uint64_t> found;
  const std::uint32_t least = in_lanes && length >= 32 ? 2 : 1;
  for (std::uint32_t parts = least; found.empty(); ++parts)
    if (!split_length(length, parts, lanes, max_factor, found)) found.clear();
  return found;
}

// Transforms in place; a power of two.
void transform_on_host(std::vector<Wide>& values) {
  const std::size_t count = values.size();
  for (std::size_t i = 1, j = 0; i < count; ++i) {
    std::size_t bit = count / 2;
    for (; (j & bit) != 0; bit /= 2) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
  std::vector<Wide> roots(count / 2);
  for (std::size_t i = 0; i < roots.size(); ++i) roots[i] = Wide(root_of_one(i, count));
  for (std::size_t half = 1; half < count; half *= 2)
    for (std::size_t first = 0; first < count; first += 2 * half)
      for (std::size_t i = 0; i < half; ++i) {
        const Wide a = values[first + i], b = values[first + half + i] * roots[i * (count / 2 / half)];
        values[first + i] = a + b;
        values[first + half + i] = a - b;
      }
}

// Adds tables whose products are the roots exp(-2 pi i at / whole), for `at` up to `last`.
void add_roots(FftFactor& made, std::uint64_t whole, std::uint64_t last, std::uint32_t more,
               FftTables& tables) {
  made.shift = (static_cast<std::uint32_t>(std::bit_width(whole)) + 1) / 2;
  const std::uint64_t step = std::uint64_t{1} << made.shift;
  made.high = tables.begin();
  for (std::uint64_t i = 0; i <= last / step; ++i) tables.add(root_of_one(i * step, whole));
  made.low = tables.begin();
  for (std::uint64_t i = 0; i < step + more; ++i) tables.add(root_of_one(i, whole));
}

void add_factor_tables(FftFactor& made, std::uint32_t lanes, FftTables& tables) {
  made.stages = tables.begin();
  std::uint64_t before = 1;
  for (const std::uint64_t radix : made.radices) {
    for (std::uint64_t i = 0; radix % 2 == 1 && i < radix; ++i) tables.add(root_of_one(i, radix));
    for (std::uint64_t q = 0; q < before; ++q)
      for (std::uint64_t r = 1; r < radix; ++r) tables.add(root_of_one(q * r, before * radix));
    before *= radix;
  }
  if (made.before == 1) return;
  const std::uint64_t whole = made.before * made.factor;
  add_roots(made, whole, whole, 0, tables);
  made.lane_factors = tables.begin();
  made.has_all_factors = whole <= kMaxFactors;
  for (std::uint64_t first = 0; first < (made.has_all_factors ? made.before : 1); first += lanes)
    for (std::uint64_t k = 0; k < made.factor; ++k) {
      for (std::uint64_t i = first; i < first + lanes; ++i) tables.add_part(root_of_one(i * k, whole).real());
      for (std::uint64_t i = first; i < first + lanes; ++i) tables.add_part(root_of_one(i * k, whole).imag());
    }
}

void add_chirp(FftPlan& plan, FftTables& tables) {
  const std::uint64_t length = plan.length, padded = plan.padded;
  std::vector<Wide> filter(padded);
  std::vector<std::complex<long double>> chirp(length);
  for (std::uint64_t k = 0; k < length; ++k) {
    const auto square = static_cast<std::uint64_t>(static_cast<unsigned __int128>(k) * k % (2 * length));
    chirp[k] = root_of_one(square, 2 * length);
    filter[k] = filter[(padded - k) % padded] = Wide(std::conj(chirp[k]));
  }
  transform_on_host(filter);
  plan.chirp = tables.begin();
  for (const auto& each : chirp) tables.add(each);
  plan.unchirp = tables.begin();
  for (const auto& each : chirp) tables.add(std::conj(each));
  plan.spectrum = tables.begin();
  for (const Wide& each : filter) tables.add(each / static_cast<double>(padded));
}

// Returns memory of the context with the tables.
core::Ref<core::Mem> store(const FftTables& tables, core::Context& context) {
  const std::vector<std::byte> bytes = tables.bytes();
  core::Ref<core::Mem> made = core::Mem::alloc(context, bytes.size());
  // Not on the call's stream, which may capture, nor on the default one, which would wait for it. A store by
  // the host would be unknown to the CPU device's checks.
  const core::RelaxedCaptureMode relaxed(context.table(), context.is_cpu());
  const core::Ref<core::Stream> stream = core::Stream::create(context, true, 0);
  core::copy_htod(*made, 0, bytes, stream.get());
  made->wait(UINT64_MAX);
  return made;
}

}  // namespace

bool has_small_factors(std::uint64_t length) noexcept {
  for (std::uint64_t radix = 2; radix <= kMaxFftRadix; ++radix)
    while (length % radix == 0) length /= radix;
  return length == 1;
}

bool FftPlans::find(const std::string& key, FftPlan& plan) {
  const std::lock_guard lock(lock_);
  const auto found = std::ranges::find(entries_, key, &Entry::key);
  if (found == entries_.end()) return false;
  entries_.splice(entries_.begin(), entries_, found);
  found->used_at = Clock::now();
  plan = found->plan;
  return true;
}

FftPlan FftPlans::plan(core::Context& context, std::uint64_t length, bool is_double, std::uint32_t lanes,
                       bool in_lanes) {
  const std::string key = concat(length, is_double ? " double" : " float", in_lanes ? " in lanes" : "");
  FftPlan plan;
  if (find(key, plan)) return plan;
  plan.length = length;
  plan.padded = has_small_factors(length) ? length : std::bit_ceil(2 * length - 1);
  FftTables tables(is_double);
  std::uint64_t before = 1;
  for (const std::uint64_t factor :
       factors_of(plan.padded, lanes, in_lanes, max_fft_factor(context.is_cpu()))) {
    FftFactor& made = plan.factors.emplace_back();
    made.factor = factor, made.before = before;
    made.radices = radices_of(factor);
    add_factor_tables(made, lanes, tables);
    before *= factor;
  }
  if (plan.is_padded()) add_chirp(plan, tables);
  plan.tables = store(tables, context);
  keep(key, plan);
  return plan;
}

FftPlan FftPlans::roots(core::Context& context, std::uint64_t length, bool is_double, std::uint32_t lanes) {
  const std::string key = concat(length, is_double ? " double" : " float", " roots");
  FftPlan plan;
  if (find(key, plan)) return plan;
  FftTables tables(is_double);
  add_roots(plan.factors.emplace_back(), length, length / 4, lanes, tables);
  plan.tables = store(tables, context);
  keep(key, plan);
  return plan;
}

void FftPlans::keep(const std::string& key, const FftPlan& plan) {
  std::list<Entry> dropped;
  const std::lock_guard lock(lock_);
  entries_.push_front({key, plan, Clock::now()});
  std::uint64_t held = 0;
  std::size_t kept = 0;
  for (auto each = entries_.begin(); each != entries_.end();) {
    held += each->plan.tables->size();
    const auto next = std::next(each);
    if (++kept > kMaxEntries || (kept > 1 && held > kMaxBytes)) dropped.splice(dropped.end(), entries_, each);
    each = next;
  }
}

void FftPlans::drop_references(core::Context&, bool now) noexcept {
  std::list<Entry> dropped;  // destructors run after the unlock
  const std::lock_guard lock(lock_);
  for (auto each = entries_.begin(); each != entries_.end();) {
    const auto next = std::next(each);
    if (now || Clock::now() - each->used_at >= std::chrono::seconds(1))
      dropped.splice(dropped.end(), entries_, each);
    each = next;
  }
}

void FftPlans::free_unused(core::Context&) noexcept {
  std::list<Entry> dropped;
  const std::lock_guard lock(lock_);
  dropped.swap(entries_);
}

}  // namespace gridcall::ndarray
