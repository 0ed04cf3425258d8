// SPDX-License-Identifier: Apache-2.0
//
// The own kernels of Fourier transforms: the passes of each dimension, and their arguments.

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <list>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/fft.h"
#include "ndarray/fft_plan.h"
#include "ndarray/kernel.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Ref;

constexpr std::string_view kFftText =
#include "fft.cuh.inc"
    ;

constexpr std::uint32_t kMaxPassDims = 6, kMaxPasses = 8;
// The most elements of which one block does all passes.
constexpr std::uint64_t kSmall = 16384;
// The kernel's constants of halves.
enum : std::int32_t { kFromHalf = 1, kToHalf = 2 };
constexpr std::uint64_t kHalvesRun = 1024;

// The kernel's structs of these names.
enum class ElementKind : std::int32_t { kComplex, kReal, kMirrored };
struct FftSide {
  std::uint64_t address, factors;
  std::int64_t step, lane, per_row, per_index, count;
  ElementKind kind;
  std::int32_t swaps, is_plain, reserved;
};
struct FftPass {
  FftSide in, out;
  FftDim dims[kMaxPassDims];
  std::uint64_t tables, high, low, lane_factors;
  std::int64_t lanes, chunks, tasks;
  double scale;
  std::int32_t factor, stages, ndims, index_dim, batch_lanes, shift, has_all_factors, halves;
  std::int32_t radices[kMaxFftStages];
};
struct FftPasses {
  FftPass list[kMaxPasses];
  std::int64_t count;
};

// Elements along a dimension, and how they are stored.
struct FftEnd {
  std::uint64_t address = 0;
  std::int64_t step = 0;
  ElementKind kind = ElementKind::kComplex;
};

// A batch of transforms along one dimension.
struct FftLine {
  std::uint64_t length = 0;
  FftEnd in, out;
  std::vector<FftDim> batch;
  double scale = 1;
};

class OwnFft {
 public:
  OwnFft(core::Context& context, const Transform& transform, core::Pool* pool,
         std::span<core::Mem* const> memory, core::Stream* stream)
      : context_(context),
        transform_(transform),
        pool_(pool),
        stream_(stream),
        memory_(memory.begin(), memory.end()) {}

  void run() {
    const std::uint32_t last = transform_.ndim - 1;
    if (transform_.kind != FftKind::kComplexToReal) {
      add_line(last, false);
      for (std::uint32_t dim = last; dim-- > 0;) add_line(dim, true);
    } else {
      const std::uint64_t out = transform_.out;
      if (last != 0) exchange_out_for_spare();
      for (std::uint32_t dim = 0; dim < last; ++dim) add_line(dim, dim != 0);
      if (last != 0) read_from_spare(out);
      add_line(last, false);
    }
    passes_.back().scale *= transform_.scale;
    launch_all();
  }

 private:
  std::uint32_t lanes() const noexcept { return transform_.is_double ? 4 : 8; }
  std::int64_t size() const noexcept { return transform_.is_double ? 16 : 8; }

  std::uint64_t bytes_to_temporary(std::uint64_t bytes) {
    const std::uint64_t shape[] = {bytes};
    const Temporary& made = temporaries_.emplace_back(context_, core::Element::of(core::ScalarType::kUint8),
                                                      shape, stream_, pool_);
    memory_.push_back(&made->mem());
    return made->address();
  }

  // The other dimensions of a transform from complex to real are transformed into a temporary first.
  void exchange_out_for_spare();
  void read_from_spare(std::uint64_t out);
  // Returns the elements of the dimension that are there.
  std::uint64_t stored(std::uint32_t dim) const noexcept {
    const std::uint64_t count = transform_.dims[dim].count;
    return dim + 1 == transform_.ndim && transform_.kind != FftKind::kComplex ? count / 2 + 1 : count;
  }
  void add_line(std::uint32_t dim, bool in_place);
  bool has_halves(const FftLine& line) const;
  void add_half_line(FftLine line);
  void add_halves(const FftLine& line, std::int32_t halves);
  void add_passes(const FftLine& line);
  void use_plan(const FftPlan& plan) {
    plans_.push_back(plan);
    if (memory_.empty() || memory_.back() != plan.tables.get()) memory_.push_back(plan.tables.get());
  }
  void launch_all();

  core::Context& context_;
  Transform transform_;
  core::Pool* const pool_;
  core::Stream* const stream_;
  std::vector<core::Mem*> memory_;
  std::list<Temporary> temporaries_;
  std::vector<std::int64_t> results_;  // the distances in the result, while the temporary takes its place
  std::vector<FftPlan> plans_;         // hold their tables
  std::vector<FftPass> passes_;
  std::uint64_t work_ = 0;
};

// Makes dimensions that follow each other on both sides one.
std::vector<FftDim> merged(std::vector<FftDim> dims) {
  std::erase_if(dims, [](const FftDim& dim) { return dim.count == 1; });
  std::ranges::stable_sort(
      dims, [](const FftDim& a, const FftDim& b) { return std::abs(a.out) > std::abs(b.out); });
  std::vector<FftDim> made;
  for (const FftDim& dim : dims) {
    const auto count = static_cast<std::int64_t>(dim.count);
    if (!made.empty() && made.back().in == dim.in * count && made.back().out == dim.out * count)
      made.back() = {made.back().count * dim.count, dim.in, dim.out};
    else
      made.push_back(dim);
  }
  return made;
}

void OwnFft::exchange_out_for_spare() {
  std::int64_t step = size();
  const auto replace = [&](FftDim& dim, std::uint64_t count) {
    results_.push_back(dim.out);
    dim.out = step;
    step *= static_cast<std::int64_t>(count);
  };
  for (std::uint32_t i = transform_.ndim; i-- > 0;) replace(transform_.dims[i], stored(i));
  for (std::uint32_t i = transform_.batch_ndim; i-- > 0;)
    replace(transform_.batch[i], transform_.batch[i].count);
  transform_.out = bytes_to_temporary(static_cast<std::uint64_t>(step));
}

void OwnFft::read_from_spare(std::uint64_t out) {
  auto result = results_.begin();
  const auto replace = [&](FftDim& dim) {
    dim.in = dim.out;
    dim.out = *result++;
  };
  for (std::uint32_t i = transform_.ndim; i-- > 0;) replace(transform_.dims[i]);
  for (std::uint32_t i = transform_.batch_ndim; i-- > 0;) replace(transform_.batch[i]);
  transform_.in = transform_.out;
  transform_.out = out;
}

void OwnFft::add_line(std::uint32_t dim, bool in_place) {
  const auto placed = [&](const FftDim& each, std::uint64_t count) {
    return FftDim{count, in_place ? each.out : each.in, each.out};
  };
  const bool is_last = dim + 1 == transform_.ndim;
  const FftDim along = placed(transform_.dims[dim], transform_.dims[dim].count);
  FftLine line;
  line.length = along.count;
  line.in = {in_place ? transform_.out : transform_.in, along.in, ElementKind::kComplex};
  line.out = {transform_.out, along.out, ElementKind::kComplex};
  if (is_last && transform_.kind == FftKind::kRealToComplex) line.in.kind = ElementKind::kReal;
  if (is_last && transform_.kind == FftKind::kComplexToReal) {
    line.in.kind = ElementKind::kMirrored;
    line.out.kind = ElementKind::kReal;
  }
  for (std::uint32_t i = 0; i < transform_.batch_ndim; ++i)
    line.batch.push_back(placed(transform_.batch[i], transform_.batch[i].count));
  for (std::uint32_t i = 0; i < transform_.ndim; ++i)
    if (i != dim) line.batch.push_back(placed(transform_.dims[i], stored(i)));
  line.batch = merged(line.batch);
  if (has_halves(line))
    add_half_line(std::move(line));
  else
    add_passes(line);
}

// Returns true if pairs of the real numbers are complex ones in memory, which the CPU device transforms.
bool OwnFft::has_halves(const FftLine& line) const {
  const bool is_in = line.in.kind == ElementKind::kReal;
  const FftEnd& real = is_in ? line.in : line.out;
  if (!context_.is_cpu() || real.kind != ElementKind::kReal || line.length % 2 != 0 || line.length < 4 ||
      real.step != size() / 2 || real.address % static_cast<std::uint64_t>(size()) != 0)
    return false;
  return std::ranges::all_of(line.batch,
                             [&](const FftDim& dim) { return (is_in ? dim.in : dim.out) % size() == 0; });
}

// A transform of half the length, and in front of it or behind it a pass between that and the real one's.
void OwnFft::add_half_line(FftLine line) {
  const bool is_in = line.in.kind == ElementKind::kReal;
  const auto in_place = [&] {
    line.in = line.out;
    for (FftDim& dim : line.batch) dim.in = dim.out;
  };
  (is_in ? line.in : line.out).step = size();
  line.in.kind = line.out.kind = ElementKind::kComplex;
  line.length /= 2;
  if (is_in)
    add_passes(line);
  else
    add_halves(line, kToHalf);
  in_place();
  if (is_in)
    add_halves(line, kFromHalf);
  else
    add_passes(line);
}

void OwnFft::add_halves(const FftLine& line, std::int32_t halves) {
  const FftPlan plan =
      core::service<FftPlans>(context_).roots(context_, 2 * line.length, transform_.is_double, lanes());
  use_plan(plan);
  const FftFactor& roots = plan.factors[0];
  FftPass pass{};
  pass.halves = halves;
  pass.in.address = line.in.address, pass.out.address = line.out.address;
  pass.in.step = line.in.step, pass.out.step = line.out.step;
  pass.in.count = static_cast<std::int64_t>(line.length);
  pass.lanes = pass.in.count / 2;
  pass.chunks = static_cast<std::int64_t>(divide_up(line.length / 2, kHalvesRun));
  pass.tasks = pass.chunks;
  for (const FftDim& dim : line.batch) {
    pass.dims[pass.ndims++] = dim;
    pass.tasks *= static_cast<std::int64_t>(dim.count);
  }
  const auto table = [&](std::uint64_t at) {
    return plan.tables->address() + at * static_cast<std::uint64_t>(size());
  };
  pass.high = table(roots.high), pass.low = table(roots.low);
  pass.shift = static_cast<std::int32_t>(roots.shift);
  pass.scale = 1;
  passes_.push_back(pass);
}

// The places of the elements of one pass's side, a temporary's or the line's.
struct FftLayer {
  FftEnd end;
  std::vector<std::int64_t> batch;  // distances
};

// Long because each pass is told where the one before it left its elements.
void OwnFft::add_passes(const FftLine& line) {
  // The lanes are neighbours of the batch, or of the dimension itself, whichever lie closer together.
  std::size_t best = line.batch.size();
  const auto distance = [](const FftDim& dim) { return std::abs(dim.in) + std::abs(dim.out); };
  for (std::size_t i = 0; i < line.batch.size(); ++i)
    if (line.batch[i].count >= lanes() / 2 &&
        (best == line.batch.size() || distance(line.batch[i]) < distance(line.batch[best])))
      best = i;
  const bool has_batch = best != line.batch.size();
  const FftPlan plan = core::service<FftPlans>(context_).plan(context_, line.length, transform_.is_double,
                                                              lanes(), !has_batch);
  use_plan(plan);
  const bool one_pass = plan.factors.size() == 1;
  if (one_pass && !has_batch)
    for (std::size_t i = 0; i < line.batch.size(); ++i)
      if (best == line.batch.size() || line.batch[i].count > line.batch[best].count) best = i;
  const bool batch_lanes =
      one_pass || (has_batch && std::abs(line.batch[best].in) <= std::abs(line.in.step) &&
                   std::abs(line.batch[best].out) <= std::abs(line.out.step));
  const std::size_t lane_dim = batch_lanes ? best : line.batch.size();

  std::uint64_t batch_count = 1;
  for (const FftDim& dim : line.batch) batch_count *= dim.count;
  work_ = std::max(work_, batch_count * plan.padded);
  const auto add_layer = [&] {
    FftLayer layer;
    layer.batch.resize(line.batch.size());
    std::int64_t step = size();
    if (lane_dim < line.batch.size()) {
      layer.batch[lane_dim] = step;
      step *= static_cast<std::int64_t>(line.batch[lane_dim].count);
    }
    layer.end.step = step;
    step *= static_cast<std::int64_t>(plan.padded);
    for (std::size_t i = line.batch.size(); i-- > 0;) {
      if (i == lane_dim) continue;
      layer.batch[i] = step;
      step *= static_cast<std::int64_t>(line.batch[i].count);
    }
    layer.end.address = bytes_to_temporary(batch_count * plan.padded * static_cast<std::uint64_t>(size()));
    return layer;
  };
  FftLayer first{line.in, {}}, last{line.out, {}};
  for (const FftDim& dim : line.batch) first.batch.push_back(dim.in), last.batch.push_back(dim.out);

  const std::size_t rounds = plan.is_padded() ? 2 : 1, count = plan.factors.size() * rounds;
  std::vector<FftLayer> layers = {first};
  FftLayer spare[2];
  for (std::size_t i = 1; i < count; ++i) {
    if (i <= 2) spare[i % 2] = add_layer();
    layers.push_back(spare[i % 2]);
  }
  layers.push_back(last);
  const std::uint64_t tables = plan.tables->address();
  const auto table = [&](std::uint64_t at) {
    return at == 0 ? 0 : tables + at * static_cast<std::uint64_t>(size());
  };
  for (std::size_t i = 0; i < count; ++i) {
    const FftFactor& factor = plan.factors[i % plan.factors.size()];
    const bool begins = i % plan.factors.size() == 0, ends = (i + 1) % plan.factors.size() == 0;
    const bool is_first = i == 0, is_last = i + 1 == count;
    const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    const std::uint64_t rest = plan.padded / factor.factor, before = factor.before;
    const FftLayer &from = layers[i], &to = layers[i + 1];
    FftPass pass{};
    const auto side = [&](const FftEnd& end) {
      FftSide made{};
      made.address = end.address, made.step = end.step, made.kind = end.kind;
      made.count = number(plan.padded);
      return made;
    };
    pass.in = side(from.end), pass.out = side(to.end);
    pass.in.per_row = number(rest), pass.in.per_index = 1;
    pass.out.per_row = number(before), pass.out.per_index = before == 1 ? number(factor.factor) : 1;
    if (is_first) {
      pass.in.count = number(line.length);
      pass.in.factors = table(plan.chirp);
    } else if (begins) {
      pass.in.swaps = 1;
    }
    if (is_last) {
      pass.out.count = number(line.out.kind == ElementKind::kComplex && line.in.kind == ElementKind::kReal
                                  ? line.length / 2 + 1
                                  : line.length);
      pass.out.factors = table(plan.unchirp);
    } else if (ends) {
      pass.out.factors = table(plan.spectrum);
    }
    // After an inner inverse transform the parts are exchanged, and the last factor is the conjugate.
    if (is_first && transform_.is_inverse) pass.in.swaps = 1;
    if (is_last) pass.out.swaps = transform_.is_inverse != plan.is_padded() ? 1 : 0;
    for (FftSide* each : {&pass.in, &pass.out}) {
      const bool is_in = each == &pass.in;
      each->is_plain = each->factors == 0 && each->kind != ElementKind::kMirrored ? 1 : 0;
      if (batch_lanes && lane_dim < line.batch.size()) each->lane = (is_in ? from : to).batch[lane_dim];
    }
    pass.index_dim = -1;
    const auto add = [&](std::uint64_t n, std::int64_t in, std::int64_t out) {
      pass.dims[pass.ndims++] = {n, in, out};
    };
    for (std::size_t d = 0; d < line.batch.size(); ++d)
      if (d != lane_dim) add(line.batch[d].count, from.batch[d], to.batch[d]);
    if (before != 1 && rest != before)
      add(rest / before, number(before) * pass.in.step, number(before * factor.factor) * pass.out.step);
    const std::uint64_t indices = before == 1 ? rest : before;
    std::uint64_t across = indices;
    if (batch_lanes) {
      across = lane_dim < line.batch.size() ? line.batch[lane_dim].count : 1;
      pass.index_dim = pass.ndims;
      add(indices, 0, 0);
    }
    pass.batch_lanes = batch_lanes ? 1 : 0;
    pass.lanes = number(across);
    pass.chunks = number(divide_up(across, lanes()));
    pass.tasks = pass.chunks;
    for (std::int32_t d = 0; d < pass.ndims; ++d) pass.tasks *= number(pass.dims[d].count);
    pass.tables = table(factor.stages);
    pass.high = table(factor.high), pass.low = table(factor.low),
    pass.lane_factors = table(factor.lane_factors);
    pass.shift = static_cast<std::int32_t>(factor.shift);
    pass.has_all_factors = factor.has_all_factors ? 1 : 0;
    pass.scale = 1;
    pass.factor = static_cast<std::int32_t>(factor.factor);
    pass.stages = static_cast<std::int32_t>(factor.radices.size());
    std::ranges::copy(factor.radices, pass.radices);
    passes_.push_back(pass);
  }
}

void OwnFft::launch_all() {
  const bool is_cpu = context_.is_cpu();
  const std::uint32_t threads = is_cpu ? 1 : kThreads;
  const std::string head =
      concat(is_cpu ? "#define GRIDCALL_SEQUENTIAL\n" : "", "typedef ",
             transform_.is_double ? "double" : "float", " part;\nenum { kLanes = ", lanes(),
             ", kThreads = ", threads, ", kMaxFactor = ", max_fft_factor(is_cpu),
             ", kMaxRadix = ", kMaxFftRadix, ", kMaxStages = ", kMaxFftStages, ", kMaxDims = ", kMaxPassDims,
             ", kMaxPasses = ", kMaxPasses, " };\n");
  const Ref<core::Kernel> kernel =
      kernel_of(context_, concat("fft ", head), [&] { return concat(head, kFftText); });
  const bool is_small = work_ <= kSmall && passes_.size() <= kMaxPasses;
  const std::uint64_t most = is_cpu ? processors_of(context_) * 8 : std::uint64_t{1} << 20;
  for (std::size_t i = 0; i < passes_.size();) {
    FftPasses chosen{};  // a word left over may look like the address of a buffer
    chosen.count = static_cast<std::int64_t>(is_small ? passes_.size() : 1);
    std::copy_n(passes_.begin() + static_cast<std::ptrdiff_t>(i), chosen.count, chosen.list);
    const std::uint64_t blocks = is_small ? 1 : std::min(static_cast<std::uint64_t>(passes_[i].tasks), most);
    const void* const values[] = {&chosen};
    launch(*kernel, stream_, {static_cast<std::uint32_t>(blocks), 1, 1}, {threads, 1, 1}, values, memory_);
    i += static_cast<std::size_t>(chosen.count);
  }
}

}  // namespace

void run_own_fft(core::Context& context, const Transform& transform, core::Pool* pool,
                 std::span<core::Mem* const> memory, core::Stream* stream) {
  OwnFft(context, transform, pool, memory, stream).run();
}

}  // namespace gridcall::ndarray
