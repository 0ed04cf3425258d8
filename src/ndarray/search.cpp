// SPDX-License-Identifier: Apache-2.0

#include "ndarray/search.h"

#include <algorithm>

#include "base/concat.h"
#include "ndarray/kernel.h"
#include "ndarray/keys.h"
#include "ndarray/map.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Ndarray;
using core::Ref;

constexpr std::string_view kSearchText =
#include "search.cuh.inc"
    ;

void check_search(const Ndarray& ndarray, const Ndarray& sorted, const Ndarray& values) {
  const core::Context& context = ndarray.context();
  check_target(ndarray, context, "`ndarray`");
  check_for_kernels(sorted, context, "`sorted`");
  check_for_kernels(values, context, "`values`");
  if (sorted.element().is_record() || core::is_complex(sorted.type()) || sorted.layout().ndim != 1)
    throw Failure(status::kInvalidArgument,
                  concat("`sorted` is ", core::scalar_text(sorted.type()), " of the shape ",
                         core::shape_text(sorted.layout().dims()), ": pass real numbers, in 1 dimension"));
  check_same_type(values, "`values`", sorted, "`sorted`");
  check_shape(ndarray, "`ndarray`", values, "`values`");
  if (!holds_places(ndarray.type()))
    throw Failure(status::kInvalidArgument, concat("`ndarray` is ", core::scalar_text(ndarray.type()),
                                                   ", and is for places: make it int32 or int64"));
  if (ndarray.element().size == 4 && sorted.count() > 0x7fffffff)
    throw Failure(status::kOutOfRange,
                  concat("`ndarray` is ", core::scalar_text(ndarray.type()), ", and `sorted` has ",
                         sorted.count(), " elements: make it int64"));
}

}  // namespace

void search(Ndarray& ndarray, Ndarray& sorted, Ndarray& values, bool is_right, core::Stream* stream) {
  core::Context& context = ndarray.context();
  check_stream(stream, context, "`ndarray`");
  check_search(ndarray, sorted, values);
  if (ndarray.count() == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&ndarray), keep_sorted(&sorted), keep_values(&values);
  const Ref<core::Stream> keep_stream(stream);

  const Workspace workspace{context, nullptr, stream};
  Rows result(ndarray, workspace);
  const FlatSource from(sorted, {&*result}, workspace), keys(values, {&*result}, workspace);
  const bool is_cpu = context.is_cpu();
  const std::uint32_t threads = is_cpu ? 1 : kThreads, at_once = is_cpu ? 8 : 1;
  const std::uint64_t least = is_cpu ? 1024 : threads * at_once;
  const std::uint64_t blocks =
      std::clamp<std::uint64_t>(values.count() / least, 1, processors_of(context) * (is_cpu ? 4 : 128));
  const std::uint64_t chunk = divide_up(values.count(), blocks);
  const bool is_wide = is_wide_index(std::max(values.count(), sorted.count()));
  const std::string head =
      concat(Parameters::declaration(is_wide, 3, 0), "typedef ", storage_name(ndarray.type()), " place;\n",
             order_types(sorted.element(), false), "enum { kRight = ", is_right ? 1 : 0,
             ", kThreads = ", threads, ", kAtOnce = ", at_once, " };\n");
  const Ref<core::Kernel> kernel =
      kernel_of(context, concat("search ", head), [&] { return concat(head, key_text(), kSearchText); });
  Parameters parameters(is_wide);
  for (const std::uint64_t each : {sorted.count(), values.count(), chunk}) parameters.add(each);
  const std::uint64_t to = result->address(), elements = from->address(), wanted = keys->address();
  const void* const arguments[] = {&to, &elements, &wanted, parameters.bytes()};
  core::Mem* const memory[] = {&result->mem(), &from->mem(), &keys->mem()};
  launch(*kernel, stream, {static_cast<std::uint32_t>(divide_up(values.count(), chunk)), 1, 1},
         {threads, 1, 1}, arguments, memory);
  result.store();
}

}  // namespace gridcall::ndarray
