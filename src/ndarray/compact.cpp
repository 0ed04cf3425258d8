// SPDX-License-Identifier: Apache-2.0

#include "ndarray/compact.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/concat.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"
#include "ndarray/reduce.h"
#include "ndarray/rows.h"
#include "ndarray/scan.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Reduction;
using core::Ref;
using core::ScalarType;

constexpr std::string_view kSelectText =
#include "select.cuh.inc"
    ;

constexpr std::string_view kRunsText =
#include "runs.cuh.inc"
    ;

// Throws unless the array can take any number of results, up to its length.
void check_line(const Ndarray& array, const char* name) {
  if (array.layout().ndim != 1)
    throw Failure(status::kInvalidArgument,
                  concat(name, " has the shape ", core::shape_text(array.layout().dims()),
                         ", and the number of results is known on the device alone: make it of 1 dimension"));
}

// Throws unless an array of integers without a source can hold numbers of elements.
void check_places(const Ndarray& array, const char* name, const char* missing, std::uint64_t count) {
  if (!holds_places(array.type()))
    throw Failure(status::kInvalidArgument,
                  concat(name, " is ", core::scalar_text(array.type()), ", and without ", missing,
                         " it is for numbers of elements: make it int32 or int64, or pass that"));
  if (array.element().size == 4 && count > std::uint64_t{1} << 31)
    throw Failure(status::kOutOfRange, concat(name, " is ", core::scalar_text(array.type()),
                                              ", and there are ", count, " elements: make it int64"));
}

void check_compaction(const Compaction& compaction, const core::Context& context, const Ndarray& result) {
  if (compaction.pool) core::check_context("options->pool", compaction.pool->context(), "`ndarray`", context);
  if (!compaction.count) return;
  const Ndarray& count = *compaction.count;
  check_target(count, context, "`count`");
  if (count.type() != ScalarType::kInt64 || count.count() != 1)
    throw Failure(status::kInvalidArgument,
                  concat("`count` is ", core::scalar_text(count.type()), " of the shape ",
                         core::shape_text(count.layout().dims()), ": make it int64 with one element"));
  check_apart(count, "`count`", result, "the results", "pass arrays that do not");
}

// Two launches over chunks of the elements, or one over one chunk.
class Launches {
 public:
  Launches(const Workspace& workspace, std::uint64_t count)
      : workspace_(workspace),
        count_(count),
        division_(workspace.context, count),
        is_wide_(is_wide_index(count)) {}

  std::uint64_t chunks() const noexcept { return division_.chunks; }
  // Returns an array of an element for each chunk.
  Ref<Ndarray> table(std::uint64_t size) {
    core::Element element;
    element.size = element.alignment = size;
    const std::uint64_t shape[] = {division_.chunks};
    tables_.at(used_).emplace(workspace_.context, element, shape, workspace_.stream, workspace_.pool);
    return Ref<Ndarray>(&**tables_.at(used_++));
  }
  Ref<Ndarray> counts() { return table(is_wide_ ? 8 : 4); }
  std::string head(bool is_first) const {
    const bool is_cpu = workspace_.context.is_cpu();
    return concat(Parameters::declaration(is_wide_, 6, 0), is_cpu ? "#define GRIDCALL_SEQUENTIAL\n" : "",
                  "enum { kThreads = ", threads(), ", kCounts = ", is_first ? 1 : 0, " };\n");
  }
  // Arrays that are nullptr have the address 0. The results have room for `room`.
  void run(core::Kernel& kernel, std::span<const Ndarray* const> arrays, std::uint64_t room,
           std::initializer_list<std::int64_t> strides) const {
    Parameters parameters(is_wide_);
    for (const std::uint64_t each : {count_, division_.chunk, division_.chunks, std::min(room, count_)})
      parameters.add(each);
    for (const std::int64_t stride : strides) parameters.add(static_cast<std::uint64_t>(stride));
    std::vector<std::uint64_t> addresses;
    std::vector<core::Mem*> memory;
    for (const Ndarray* array : arrays) {
      addresses.push_back(array ? array->address() : 0);
      if (array) memory.push_back(&array->mem());
    }
    std::vector<const void*> values;
    for (const std::uint64_t& address : addresses) values.push_back(&address);
    values.push_back(parameters.bytes());
    launch(kernel, workspace_.stream, {static_cast<std::uint32_t>(division_.chunks), 1, 1}, {threads(), 1, 1},
           values, memory);
  }

 private:
  std::uint32_t threads() const noexcept { return workspace_.context.is_cpu() ? 1 : kThreads; }

  const Workspace& workspace_;
  const std::uint64_t count_;
  const Chunks division_;
  const bool is_wide_;
  std::array<std::optional<Temporary>, 2> tables_;
  std::size_t used_ = 0;
};

// The arrays of a reduction by key; `values` and `src_values` may be nullptr.
struct ByKey {
  const Ndarray& keys;
  const Ndarray* values;
  Ndarray& src_keys;
  Ndarray* src_values;
  Reduction reduction;
};

void check_by_key(const ByKey& by_key) {
  const Ndarray &keys = by_key.keys, &src_keys = by_key.src_keys;
  const core::Context& context = keys.context();
  check_target(keys, context, "`keys`");
  check_line(keys, "`keys`");
  check_for_kernels(src_keys, context, "`src_keys`");
  if (src_keys.element().is_record() || core::is_complex(src_keys.type()))
    throw Failure(status::kInvalidArgument, concat("`src_keys` is ", core::scalar_text(src_keys.type()),
                                                   ": pass real numbers, one field of records for instance"));
  check_same_type(keys, "`keys`", src_keys, "`src_keys`");
  if (!by_key.values) {
    if (by_key.src_values)
      throw Failure(status::kInvalidArgument,
                    "`src_values` is set, and `values` is not: pass the array for their reductions");
    return;
  }
  const Ndarray& values = *by_key.values;
  check_target(values, context, "`values`");
  check_shape(values, "`values`", keys, "`keys`");
  check_apart(values, "`values`", keys, "`keys`", "pass arrays that do not");
  if (!by_key.src_values) return check_places(values, "`values`", "`src_values`", src_keys.count());
  check_for_kernels(*by_key.src_values, context, "`src_values`");
  check_shape(*by_key.src_values, "`src_values`", src_keys, "`src_keys`");
  if (is_arg(by_key.reduction))
    throw Failure(status::kInvalidArgument,
                  concat("`reduction` is ", static_cast<std::int32_t>(by_key.reduction),
                         ", ARG_MIN or ARG_MAX: pass SUM, PROD, MIN, MAX, ANY or ALL"));
  check_not_custom(by_key.reduction, "pass SUM, PROD, MIN, MAX, ANY or ALL");
  check_reduction(values, *by_key.src_values, by_key.reduction);
}

void store_none(const Compaction& compaction, core::Stream* stream) {
  if (compaction.count) fill(*compaction.count, std::array<std::byte, 8>{}, stream);
}

}  // namespace

void select(Ndarray& ndarray, Ndarray* src, Ndarray& mask, const Compaction& compaction,
            core::Stream* stream) {
  core::Context& context = ndarray.context();
  check_stream(stream, context, "`ndarray`");
  check_target(ndarray, context, "`ndarray`");
  check_line(ndarray, "`ndarray`");
  check_for_kernels(mask, context, "`mask`");
  if (mask.type() != ScalarType::kBool)
    throw Failure(status::kInvalidArgument, concat("`mask` is ", core::scalar_text(mask.type()),
                                                   ": make it bool, by gc_ndarray_apply or gc_ndarray_view"));
  if (src) {
    check_for_kernels(*src, context, "`src`");
    check_same_type(ndarray, "`ndarray`", *src, "`src`");
    check_shape(mask, "`mask`", *src, "`src`");
  } else {
    check_places(ndarray, "`ndarray`", "`src`", mask.count());
  }
  check_compaction(compaction, context, ndarray);
  if (mask.count() == 0) return store_none(compaction, stream);
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&ndarray), keep_src(src), keep_mask(&mask), keep_count(compaction.count);
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(compaction.pool);

  const Workspace workspace{context, compaction.pool, stream};
  const FlatSource mask_row(mask, {&ndarray, compaction.count}, workspace);
  std::optional<FlatSource> source;
  if (src) source.emplace(*src, std::initializer_list<const Ndarray*>{&ndarray, compaction.count}, workspace);
  Launches launches(workspace, mask.count());
  const Ref<Ndarray> counts = launches.chunks() > 1 ? launches.counts() : Ref<Ndarray>();
  for (const bool is_first : {true, false}) {
    if (is_first && launches.chunks() == 1) continue;
    const std::string head = concat(launches.head(is_first), moved_type(ndarray.element()),
                                    src ? "" : "#define GRIDCALL_PLACES\n");
    const Ref<core::Kernel> kernel =
        kernel_of(context, concat("select ", head), [&] { return concat(head, kLanesText, kSelectText); });
    const Ndarray* const arrays[] = {&ndarray, source ? &**source : nullptr, &*mask_row, counts.get(),
                                     compaction.count};
    launches.run(*kernel, arrays, ndarray.count(), {ndarray.layout().strides[0]});
  }
}

void reduce_by_key(Ndarray& keys, Ndarray* values, Ndarray& src_keys, Ndarray* src_values,
                   Reduction reduction, const Compaction& compaction, core::Stream* stream) {
  core::Context& context = keys.context();
  check_stream(stream, context, "`keys`");
  check_by_key({keys, values, src_keys, src_values, reduction});
  check_compaction(compaction, context, keys);
  if (values) check_compaction(compaction, context, *values);
  if (src_keys.count() == 0) return store_none(compaction, stream);
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&keys), keep_values(values), keep_src(&src_keys), keep_src_values(src_values),
      keep_count(compaction.count);
  const Ref<core::Stream> keep_stream(stream);
  const Ref<core::Pool> keep_pool(compaction.pool);

  const Workspace workspace{context, compaction.pool, stream};
  const std::initializer_list<const Ndarray*> results = {&keys, values, compaction.count};
  const FlatSource key_row(src_keys, results, workspace);
  std::optional<FlatSource> value_row;
  if (src_values) value_row.emplace(*src_values, results, workspace);
  const bool are_lengths = values && !src_values;
  const ScalarType in = src_values ? src_values->type() : ScalarType::kInt64,
                   out = values ? values->type() : ScalarType::kInt64;
  const Combination combination{src_values ? reduction : Reduction::kSum};
  Launches launches(workspace, src_keys.count());
  Ref<Ndarray> counts, open;
  if (launches.chunks() > 1) {
    counts = launches.counts();
    open = launches.table(accumulator_size(in, out, combination.reduction));
  }
  for (const bool is_first : {true, false}) {
    if (is_first && launches.chunks() == 1) continue;
    const std::string head =
        concat(launches.head(is_first), "typedef ", storage_name(keys.type()), " stored_key;\n",
               sum_types(in, out, combination), values ? "#define GRIDCALL_VALUES\n" : "",
               are_lengths ? "#define GRIDCALL_LENGTHS\n" : "");
    const Ref<core::Kernel> kernel = kernel_of(
        context, concat("runs ", head), [&] { return concat(kCombineText, head, kLanesText, kRunsText); });
    const Ndarray* const arrays[] = {
        &keys,        values,     &*key_row,       value_row ? &**value_row : nullptr,
        counts.get(), open.get(), compaction.count};
    launches.run(*kernel, arrays, keys.count(),
                 {keys.layout().strides[0], values ? values->layout().strides[0] : 0});
  }
}

}  // namespace gridcall::ndarray
