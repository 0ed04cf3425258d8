// SPDX-License-Identifier: Apache-2.0
//
// Long because the launches, and the copies that they can do without, depend on each other.

#include "ndarray/sort.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/concat.h"
#include "ndarray/kernel.h"
#include "ndarray/keys.h"
#include "ndarray/rows.h"
#include "ndarray/top_k.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;
using core::ScalarType;

constexpr std::string_view kSortRowsText =
#include "sort_rows.cuh.inc"
    ;
constexpr std::string_view kSortText =
#include "sort.cuh.inc"
    ;
constexpr std::string_view kSweepText =
#include "sweep.cuh.inc"
    ;

constexpr std::uint64_t kDigits = 256;
constexpr std::uint64_t kLine = 64, kAnyStride = ~std::uint64_t{0};  // bytes
constexpr std::uint64_t kFewItems = 8, kManyItems = 16;              // elements of a thread in a tile

// The kernel's constants of these names.
enum class Step : int { kFew, kRows, kSegments, kCount, kMove, kFinish };

// The kernels' constants of these names.
enum class Mode : std::uint64_t { kApart, kInPlace, kOverSpare };

// The kernel's pointers, in their order; the last two are those of sweep.cuh alone.
struct Buffers {
  std::uint64_t source, result, spare, source_values, result_values, spare_values, counts, where, begun,
      states;
};

// The constants of sweep.cuh.
enum class SweepStep : int { kCountAll, kPlan, kSweep, kFinish };
constexpr std::uint32_t kSweepThreads = 384;
constexpr std::uint64_t kMaxStaged = 16;           // bytes of a value
constexpr std::uint64_t kSweepShared = 45 * 1024;  // bytes of a tile

// The results may be fewer than the elements along the dimension.
void check_first(const Ndarray& ndarray, const Ndarray& src, const Sort& sort) {
  const core::Layout &have = ndarray.layout(), &want = src.layout();
  core::Layout all = have;
  if (have.ndim == want.ndim && have.shape[sort.axis] < want.shape[sort.axis])
    all.shape[sort.axis] = want.shape[sort.axis];
  const auto whole = all.dims(), of_src = want.dims();
  if (!std::equal(whole.begin(), whole.end(), of_src.begin(), of_src.end()))
    throw Failure(status::kInvalidArgument,
                  concat("`ndarray` has the shape ", core::shape_text(have.dims()), ", and `src` ",
                         core::shape_text(of_src), ": make it of that shape, or shorter along dimension ",
                         sort.axis, " for the first elements of the order"));
  if (sort.segments && have.shape[sort.axis] != want.shape[sort.axis])
    throw Failure(status::kInvalidArgument,
                  concat("`ndarray` has ", have.shape[sort.axis], " elements, and `src` ",
                         want.shape[sort.axis], ": with `options->segments` it has as many"));
}

void check_keys(const Ndarray& ndarray, const Ndarray& src, const Sort& sort) {
  if (src.element().is_record())
    throw Failure(
        status::kInvalidArgument,
        "`src` has records as elements: sort one of their fields (gc_ndarray_get_field), and pass the "
        "records as `options->values_src`");
  if (core::is_complex(src.type()))
    throw Failure(status::kInvalidArgument, concat("`src` is ", core::scalar_text(src.type()),
                                                   ": complex numbers have no order; sort real ones"));
  if (ndarray.type() != src.type())
    throw Failure(status::kInvalidArgument,
                  concat("`ndarray` is ", core::scalar_text(ndarray.type()), ", and `src` ",
                         core::scalar_text(src.type()), ": make it of that type"));
  check_axis(src, sort.axis);
  check_first(ndarray, src, sort);
}

void check_values(const Ndarray& ndarray, const Ndarray& src, const Sort& sort) {
  if (!sort.values) {
    if (sort.values_src)
      throw Failure(
          status::kInvalidArgument,
          "`options->values_src` is set, and `options->values` is not: pass the array that they are "
          "moved to, which may be the same");
    return;
  }
  const Ndarray& values = *sort.values;
  check_shape(values, "`options->values`", ndarray, "`ndarray`");
  if (sort.values_src) {
    check_shape(*sort.values_src, "`options->values_src`", src, "`src`");
    check_same_type(values, "`options->values`", *sort.values_src, "`options->values_src`");
    check_for_kernels(*sort.values_src, ndarray.context(), "`options->values_src`");
  } else if (!holds_places(values.type())) {
    throw Failure(
        status::kInvalidArgument,
        concat("`options->values` is ", core::scalar_text(values.type()),
               ", and without `options->values_src` its values are places: make it int32 or int64, or "
               "pass the values"));
  } else if (const std::uint64_t count = src.layout().shape[sort.axis];
             values.element().size == 4 && count > std::uint64_t{1} << 31) {
    throw Failure(status::kOutOfRange, concat("`options->values` is ", core::scalar_text(values.type()),
                                              ", and a row has ", count, " elements: make it int64"));
  }
  check_target(values, ndarray.context(), "`options->values`");
  check_apart(values, "`options->values`", ndarray, "`ndarray`", "sort to another array");
}

void check_cuts(const Ndarray& ndarray, const Ndarray& src, const Sort& sort) {
  if (!sort.segments) return;
  check_segments(*sort.segments, src);
  check_apart(*sort.segments, "`options->segments`", ndarray, "`ndarray`", "pass a copy");
  if (sort.values)
    check_apart(*sort.segments, "`options->segments`", *sort.values, "`options->values`", "pass a copy");
}

class Sorter {
 public:
  Sorter(const Workspace& workspace, std::uint64_t rows, std::uint64_t count, const Ndarray& keys,
         const Ndarray* values, const Sort& sort, const Ndarray* segments)
      : workspace_(workspace),
        rows_(rows),
        count_(count),
        keys_(keys),
        values_(values),
        is_descending_(sort.is_descending),
        segments_(segments),
        sweeps_(sort.sweeps) {}

  // `source_values` is nullptr if these are places. OVER_SPARE: the sources are temporaries, to be
  // overwritten.
  void run(const Ndarray& source, const Ndarray* source_values, Mode mode) {
    const auto add = [&](const Ndarray* array, StepsOfRow& steps) {
      if (!array) return std::uint64_t{0};
      memory_.push_back(&array->mem());
      steps = *steps_of_rows(*array);
      is_strided_ |= !array->layout().is_c_contiguous(array->element().size);
      return array->address();
    };
    buffers_.source = add(&source, steps_[0]);
    buffers_.result = add(&keys_, steps_[1]);
    buffers_.source_values = add(source_values, steps_[2]);
    buffers_.result_values = add(values_, steps_[3]);
    places_ = values_ && !source_values;
    mode_ = mode;
    if (mode == Mode::kOverSpare)
      buffers_.spare = buffers_.source, buffers_.spare_values = buffers_.source_values;
    const bool is_cpu = workspace_.context.is_cpu();
    if (sweeps_) return run_sweeps();
    if (segments_) return run_segments(is_cpu);
    if (count_ <= kElementsOfThread) {
      const std::uint64_t threads = is_cpu ? 1 : kThreads;
      const std::uint64_t blocks = std::min(divide_up(rows_, threads), is_cpu ? processors_ * 8 : kMaxLines);
      return queue(*kernel_for(Step::kFew, true), true, blocks, 1);
    }
    if (is_cpu ? count_ <= 2 * kLeastOfRowChunk || rows_ >= 2 * processors_
               : count_ <= kManyItems * kThreads) {
      std::optional<Temporary> keys, values;
      if (is_cpu) make_spare(keys, values);
      const std::uint64_t blocks = std::min(rows_, is_cpu ? processors_ * 8 : kMaxLines);
      return queue(*kernel_for(Step::kRows, is_cpu), is_cpu, blocks, 1);
    }
    if (is_cpu) return run_passes();
    run_sweeps();
  }

 private:
  void make_spare(std::optional<Temporary>& keys, std::optional<Temporary>& values) {
    const auto make = [&](std::optional<Temporary>& spare, const Ndarray& like) {
      spare.emplace(workspace_.context, like.element(), like.layout().dims(), workspace_.stream,
                    workspace_.pool);
      memory_.push_back(&(*spare)->mem());
      return (*spare)->address();
    };
    if (buffers_.spare == 0) buffers_.spare = make(keys, keys_);
    if (values_ && buffers_.spare_values == 0) buffers_.spare_values = make(values, *values_);
  }

  // Short segments are each a thread's, the others a block's; on the CPU device a thread does all.
  void run_segments(bool is_cpu) {
    std::optional<Temporary> keys, values;
    if (count_ > kElementsOfThread) make_spare(keys, values);
    memory_.push_back(&segments_->mem());
    buffers_.counts = segments_->address();
    chunk_ = segments_->count();
    const std::uint64_t segments = chunk_ + 1, threads = is_cpu ? 1 : kThreads;
    const std::uint64_t most = is_cpu ? processors_ * 8 : kMaxLines;
    queue(*kernel_for(Step::kSegments, true), true, std::min(divide_up(segments, threads), most), 1);
    if (!is_cpu && count_ > kElementsOfThread)
      queue(*kernel_for(Step::kSegments, false), false, std::min(segments, most), 1);
  }

  void run_passes() {
    const std::uint64_t per_row = std::max<std::uint64_t>(processors_ * kChunksOfProcessor / rows_, 1);
    chunks_ = std::min({per_row, divide_up(count_, kLeastOfRowChunk), kMaxRowChunks});
    chunk_ = divide_up(count_, chunks_);
    chunks_ = divide_up(count_, chunk_);  // none is empty
    std::optional<Temporary> keys, values;
    make_spare(keys, values);
    const std::uint64_t passes = keys_.element().size;
    const std::uint64_t counts = rows_ * chunks_ * kDigits * (is_wide() ? 8 : 4);
    const Temporary table(workspace_.context, core::Element::of(ScalarType::kUint8),
                          std::array{counts + (passes + 1) * rows_}, workspace_.stream, workspace_.pool);
    memory_.push_back(&table->mem());
    buffers_.counts = table->address();
    buffers_.where = table->address() + counts;
    const std::uint64_t lines = std::min(rows_, kMaxLines);
    const Ref<core::Kernel> count = kernel_for(Step::kCount, true), move = kernel_for(Step::kMove, true),
                            finish = kernel_for(Step::kFinish, true);
    for (pass_ = 0; pass_ < passes; ++pass_) {
      queue(*count, true, chunks_, lines);
      queue(*move, true, chunks_, lines);
    }
    queue(*finish, true, chunks_, lines);
  }

  // Returns how many elements a thread has: as many as let the most blocks of an H100 have registers.
  std::uint64_t items_of_sweep(std::uint64_t size, std::uint64_t moved, std::uint64_t staged) const {
    const std::uint64_t few = 11, with_values = size == 8 ? (moved >= 8 ? 9 : 11) : (moved >= 8 ? 10 : 13),
                        many = moved != 0 ? with_values : (size == 8 ? 10 : 23);
    const bool is_short = rows_ * count_ < 2 * processors_ * kSweepThreads * many;
    return std::min({is_short ? few : many, many, kSweepShared / kSweepThreads / staged});
  }

  // On a GPU, where a block may wait for those that have begun.
  void run_sweeps() {
    sweeps_ = true;
    const std::uint64_t size = keys_.element().size, moved = values_ ? values_->element().size : 0;
    const bool is_staged = moved != 0 && moved <= kMaxStaged;
    const std::uint64_t items = items_of_sweep(size, moved, is_staged ? std::max(size, moved) : size);
    const std::uint64_t tile = kSweepThreads * items, tiles = divide_up(count_, tile);
    chunks_ = std::clamp<std::uint64_t>(4 * processors_ / rows_, 1, divide_up(count_, kLeastOfRowChunk));
    chunk_ = divide_up(count_, chunks_);
    chunks_ = divide_up(count_, chunk_);
    std::optional<Temporary> keys, values;
    make_spare(keys, values);
    const std::uint64_t width = is_wide() ? 8 : 4;
    const std::uint64_t counts = rows_ * size * kDigits * width, states = tiles == 1 ? 0 : counts * tiles,
                        begun = rows_ * size * 4;
    const Temporary table(workspace_.context, core::Element::of(ScalarType::kUint8),
                          std::array{counts + states + begun + (size + 1) * rows_}, workspace_.stream,
                          workspace_.pool);
    memory_.push_back(&table->mem());
    const std::byte zero{};
    ndarray::fill(*table, {&zero, 1}, workspace_.stream);
    buffers_.counts = table->address();
    buffers_.states = buffers_.counts + counts;
    buffers_.begun = buffers_.states + states;
    buffers_.where = buffers_.begun + begun;
    const std::uint64_t lines = std::min(rows_, kMaxLines);
    const auto queue_step = [&](SweepStep step, std::uint64_t blocks) {
      queue_with(*sweep_kernel(step, step == SweepStep::kSweep ? items : 1, is_staged), kSweepThreads, blocks,
                 lines, {rows_, count_, chunk_, tiles, pass_, static_cast<std::uint64_t>(mode_)});
    };
    queue_step(SweepStep::kCountAll, chunks_);
    queue_step(SweepStep::kPlan, 1);
    for (pass_ = 0; pass_ < size; ++pass_) queue_step(SweepStep::kSweep, tiles);
    queue_step(SweepStep::kFinish, chunks_);
  }

  // A state of sweep.cuh has two bits beside a number of elements.
  bool is_wide() const noexcept { return is_wide_index(rows_ * count_) || (sweeps_ && count_ >> 30 != 0); }

  std::uint32_t threads_of(bool is_sequential) const noexcept {
    return is_sequential && workspace_.context.is_cpu() ? 1 : kThreads;
  }

  std::string head(int step, std::uint32_t threads) const {
    const Values values = !values_ ? Values::kNone : places_ ? Values::kPlaces : Values::kMoved;
    return concat(is_strided_ ? kStridedText : "", Parameters::declaration(is_wide(), 6, 0),
                  key_head(keys_, values, values_, is_descending_), "enum { kStep = ", step,
                  ", kThreads = ", threads, " };\n");
  }

  Ref<core::Kernel> kernel_for(Step step, bool is_sequential) const {
    const std::string macros = concat(is_sequential ? "#define GRIDCALL_SEQUENTIAL\n" : "",
                                      !segments_                       ? ""
                                      : segments_->element().size == 4 ? "#define GRIDCALL_CUT int\n"
                                                                       : "#define GRIDCALL_CUT i64\n");
    const std::uint64_t items = step == Step::kRows && count_ > kFewItems * kThreads ? kManyItems : kFewItems;
    return kernel_from(concat(macros, "enum { kItems = ", items, " };\n",
                              head(static_cast<int>(step), threads_of(is_sequential))),
                       kSortText);
  }

  Ref<core::Kernel> sweep_kernel(SweepStep step, std::uint64_t items, bool is_staged) const {
    return kernel_from(concat(is_staged ? "#define GRIDCALL_STAGED\n" : "", "enum { kItems = ", items,
                              " };\n", head(static_cast<int>(step), kSweepThreads)),
                       kSweepText);
  }

  Ref<core::Kernel> kernel_from(const std::string& head, std::string_view text) const {
    return kernel_of(workspace_.context, concat("sort ", head),
                     [&] { return concat(head, key_text(), kSortRowsText, text); });
  }

  void queue(core::Kernel& kernel, bool is_sequential, std::uint64_t blocks, std::uint64_t lines) const {
    queue_with(kernel, threads_of(is_sequential), blocks, lines,
               {rows_, count_, chunk_, chunks_, pass_, static_cast<std::uint64_t>(mode_)});
  }

  void queue_with(core::Kernel& kernel, std::uint32_t threads, std::uint64_t blocks, std::uint64_t lines,
                  std::initializer_list<std::uint64_t> values) const {
    Parameters parameters(is_wide());
    for (const std::uint64_t each : values) parameters.add(each);
    const Buffers& b = buffers_;
    std::vector<const void*> arguments = {&b.source,        &b.result,       &b.spare,  &b.source_values,
                                          &b.result_values, &b.spare_values, &b.counts, &b.where};
    if (sweeps_) arguments.insert(arguments.end(), {&b.begun, &b.states});
    arguments.push_back(parameters.bytes());
    if (is_strided_) arguments.push_back(&steps_);
    launch(kernel, workspace_.stream,
           {static_cast<std::uint32_t>(blocks), static_cast<std::uint32_t>(lines), 1}, {threads, 1, 1},
           arguments, memory_);
  }

  const Workspace& workspace_;
  const std::uint64_t rows_, count_;
  const Ndarray& keys_;
  const Ndarray* const values_;
  const bool is_descending_;
  const Ndarray* const segments_;  // contiguous, or nullptr
  bool sweeps_;
  const std::uint64_t processors_ = processors_of(workspace_.context);
  bool places_ = false, is_strided_ = false;
  Mode mode_ = Mode::kApart;
  std::array<StepsOfRow, 4> steps_{};
  std::uint64_t chunk_ = 1, chunks_ = 1, pass_ = 0;
  Buffers buffers_{};
  std::vector<core::Mem*> memory_;
};

// Sorts all elements. The sources may be overwritten only where the results are.
void sort_all(Ndarray& ndarray, Ndarray& src, const Sort& sort, const Workspace& workspace) {
  Rows keys(ndarray, sort.axis, workspace, sort.most_stride);
  std::optional<Rows> values;
  if (sort.values) values.emplace(*sort.values, sort.axis, workspace, sort.most_stride);
  Ref<Ndarray> source = with_last(src, sort.axis), source_values;
  if (sort.values_src) source_values = with_last(*sort.values_src, sort.axis);
  // A pass would overwrite what it is to read yet.
  const auto is_lost = [&](const Ndarray& from, const Rows& own, const Rows* other) {
    return (other && share_bytes(from, **other)) ||
           (share_bytes(from, *own) && !same_elements(operand_of(from), operand_of(*own)));
  };
  const auto is_read = [&](const Ndarray& from) {
    return is_in_rows(from) || (sort.most_stride != 0 && steps_of_rows(from, sort.most_stride));
  };
  const auto can_be_result = [&](const Ndarray& from, const Rows& own) {
    return is_read(from) || is_in_rows(*own);
  };
  std::optional<Temporary> copies[2];
  Mode mode = Mode::kApart;
  if (is_lost(*source, keys, values ? &*values : nullptr) || !can_be_result(*source, keys) ||
      (source_values &&
       (is_lost(*source_values, *values, &keys) || !can_be_result(*source_values, *values)))) {
    mode = Mode::kOverSpare;
    const auto move = [&](Ref<Ndarray>& from, std::optional<Temporary>& to) {
      to.emplace(workspace.context, from->element(), from->layout().dims(), workspace.stream, workspace.pool);
      copy(**to, *from, workspace.stream);
      from = Ref<Ndarray>(&**to);
    };
    move(source, copies[0]);
    if (source_values) move(source_values, copies[1]);
  } else {
    const auto read = [&](Ref<Ndarray>& from, const Rows& own) {
      if (!is_read(*from)) {
        copy(*own, *from, workspace.stream);
        from = Ref<Ndarray>(&*own);
      }
      if (from->address() == own->address()) mode = Mode::kInPlace;
    };
    read(source, keys);
    if (source_values) read(source_values, *values);
  }

  std::optional<Contiguous> segments;
  if (sort.segments) segments.emplace(*sort.segments, workspace);
  const std::uint64_t count = src.layout().shape[sort.axis];
  Sorter(workspace, src.count() / count, count, *keys, values ? &**values : nullptr, sort,
         segments ? &**segments : nullptr)
      .run(*source, source_values.get(), mode);
  keys.store();
  if (values) values->store();
}

// Sorts whole rows in temporary memory, and copies the elements that come first.
void sort_short(Ndarray& ndarray, Ndarray& src, const Sort& sort, const Workspace& workspace) {
  const Ref<Ndarray> rows = with_last(src, sort.axis),
                     values_rows = sort.values_src ? with_last(*sort.values_src, sort.axis) : Ref<Ndarray>();
  const Temporary keys(workspace.context, src.element(), rows->layout().dims(), workspace.stream,
                       workspace.pool);
  std::optional<Temporary> values;
  if (sort.values)
    values.emplace(workspace.context, sort.values->element(), rows->layout().dims(), workspace.stream,
                   workspace.pool);
  Sort all = sort;
  all.axis = rows->layout().ndim - 1;
  all.values = values ? &**values : nullptr;
  all.values_src = values_rows.get();
  sort_all(*keys, *rows, all, workspace);
  std::vector<core::AxisSlice> slices(all.axis + 1,
                                      {core::AxisSlice::kOmitted, core::AxisSlice::kOmitted, 1});
  slices[all.axis].stop = static_cast<std::int64_t>(ndarray.layout().shape[sort.axis]);
  copy(*with_last(ndarray, sort.axis), *keys->slice(slices), workspace.stream);
  if (values) copy(*with_last(*sort.values, sort.axis), *(*values)->slice(slices), workspace.stream);
}

// Selects the elements that come first, and sorts these in place.
void sort_first(Ndarray& ndarray, Ndarray& src, const Sort& sort, const Workspace& workspace) {
  Rows keys(ndarray, sort.axis, workspace, sort.most_stride);
  std::optional<Rows> values;
  if (sort.values) values.emplace(*sort.values, sort.axis, workspace, sort.most_stride);
  {
    const auto is_apart = [&](const Ndarray* array) {
      return !array || !(share_bytes(*array, *keys) || (values && share_bytes(*array, **values)));
    };
    // All is read before a result is written.
    std::optional<Temporary> first, first_values;
    if (!is_apart(&src) || !is_apart(sort.values_src) || !is_in_rows(*keys) ||
        (values && !is_in_rows(**values))) {
      first.emplace(workspace.context, src.element(), keys->layout().dims(), workspace.stream,
                    workspace.pool);
      if (values)
        first_values.emplace(workspace.context, sort.values->element(), keys->layout().dims(),
                             workspace.stream, workspace.pool);
    }
    const Contiguous source(*with_last(src, sort.axis), workspace, sort.most_stride);
    std::optional<Contiguous> source_values;
    if (sort.values_src)
      source_values.emplace(*with_last(*sort.values_src, sort.axis), workspace, sort.most_stride);
    Ndarray* const to_values = first_values ? &**first_values : values ? &**values : nullptr;
    select_first(workspace, *source, source_values ? &**source_values : nullptr, first ? **first : *keys,
                 to_values, sort.is_descending);
    if (first) copy(*keys, **first, workspace.stream);
    if (first_values) copy(**values, **first_values, workspace.stream);
  }
  Sort all = sort;
  all.axis = keys->layout().ndim - 1;
  all.values = all.values_src = values ? &**values : nullptr;
  sort_all(*keys, *keys, all, workspace);
  keys.store();
  if (values) values->store();
}

// Returns true if elements are selected before they are sorted, which is less work for half of them at most,
// on the CPU device for a fourth, and takes less memory of a row that is alone.
bool is_selection(const Ndarray& ndarray, const Ndarray& src, const Sort& sort) {
  const std::uint64_t count = src.layout().shape[sort.axis], kept = ndarray.layout().shape[sort.axis];
  return selects_first(count) && kept < count &&
         (kept <= count / (src.context().is_cpu() ? 4 : 2) || src.count() == count);
}

void sort_any(Ndarray& ndarray, Ndarray& src, const Sort& sort, const Workspace& workspace) {
  const bool is_whole = ndarray.layout().shape[sort.axis] == src.layout().shape[sort.axis];
  const bool selects = is_selection(ndarray, src, sort) || sort.most_stride == kAnyStride;
  (is_whole ? sort_all : selects ? sort_first : sort_short)(ndarray, src, sort, workspace);
}

// Returns true if temporary memory would be larger than what is sorted: copies in rows are needed beside what
// a sort itself needs.
bool needs_cut(const Ndarray& ndarray, const Ndarray& src, const Sort& sort) {
  constexpr std::uint64_t kLeastBytes = std::uint64_t{1} << 20;
  const auto has_rows = [&](const Ndarray* array) {
    return !array || is_in_rows(*with_last(*array, sort.axis));
  };
  const bool is_whole = ndarray.layout().shape[sort.axis] == src.layout().shape[sort.axis];
  return src.count() * src.element().size >= kLeastBytes &&
         ((!is_whole && !is_selection(ndarray, src, sort)) || !has_rows(&ndarray) || !has_rows(sort.values) ||
          (!is_whole && !(has_rows(&src) && has_rows(sort.values_src))));
}

// Returns the dimension to cut, or that of the sort for none.
std::uint32_t cut_of(const Ndarray& ndarray, const Ndarray& src, const Sort& sort) {
  std::uint32_t cut = sort.axis;
  const core::Layout& layout = src.layout();
  // A part reads nothing that another one writes.
  for (const Ndarray* const from : {&src, static_cast<const Ndarray*>(sort.values_src)})
    for (const Ndarray* const to : {&ndarray, static_cast<const Ndarray*>(sort.values)})
      if (from && to && share_bytes(*from, *to) && !same_elements(operand_of(*from), operand_of(*to)))
        return cut;
  for (std::uint32_t i = 0; i < layout.ndim; ++i)
    if (i != sort.axis && layout.shape[i] > (cut == sort.axis ? 1 : layout.shape[cut])) cut = i;
  return cut;
}

// Returns how far apart elements of one row are sorted where they lie. Each pass over those in lines of
// memory of their own takes several times as long; two copies in rows are faster, if the pool's limit lets
// them be made.
std::uint64_t most_stride_of(const Ndarray& src, const Sort& sort) {
  if (!sort.pool) return kLine - 1;
  const core::PoolStatistics pool = sort.pool->statistics();
  const std::uint64_t size = src.element().size + (sort.values ? sort.values->element().size : 0);
  const std::uint64_t wanted = src.count() * size * 5 / 2;  // blocks are rounded up
  return pool.limit == 0 || (pool.active_bytes <= pool.limit && wanted <= pool.limit - pool.active_bytes)
             ? kLine - 1
             : kAnyStride;
}

}  // namespace

void sort(Ndarray& ndarray, Ndarray& src, Sort sort, core::Stream* stream) {
  check_keys(ndarray, src, sort);
  core::Context& context = ndarray.context();
  check_stream(stream, context, "`ndarray`");
  check_target(ndarray, context, "`ndarray`");
  check_for_kernels(src, context, "`src`");
  check_values(ndarray, src, sort);
  check_cuts(ndarray, src, sort);
  if (sort.pool) core::check_context("options->pool", sort.pool->context(), "`ndarray`", context);
  if (ndarray.count() == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&ndarray), keep_src(&src), keep_values(sort.values),
      keep_values_src(sort.values_src), keep_segments(sort.segments);
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(sort.pool);
  const Workspace workspace{context, sort.pool, stream};
  const bool cuts = needs_cut(ndarray, src, sort);
  const std::uint32_t cut = cuts ? cut_of(ndarray, src, sort) : sort.axis;
  if (cut == sort.axis && (cuts || src.count() == src.layout().shape[sort.axis]))
    sort.most_stride = most_stride_of(src, sort);
  if (cut == sort.axis) return sort_any(ndarray, src, sort, workspace);
  const auto half = static_cast<std::int64_t>(src.layout().shape[cut] / 2);
  for (const bool is_second : {false, true}) {
    std::vector<core::AxisSlice> slices(src.layout().ndim,
                                        {core::AxisSlice::kOmitted, core::AxisSlice::kOmitted, 1});
    (is_second ? slices[cut].start : slices[cut].stop) = half;
    const auto part_of = [&](const Ndarray* array) { return array ? array->slice(slices) : Ref<Ndarray>(); };
    const Ref<Ndarray> values = part_of(sort.values), values_src = part_of(sort.values_src);
    Sort part = sort;
    part.values = values.get(), part.values_src = values_src.get();
    sort_any(*part_of(&ndarray), *part_of(&src), part, workspace);
  }
}

}  // namespace gridcall::ndarray
