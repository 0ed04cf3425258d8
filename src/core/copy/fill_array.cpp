// SPDX-License-Identifier: Apache-2.0
//
// CUDA has no fill of arrays: a piece of device memory is filled, and copied to all places.

#include <algorithm>
#include <array>

#include "base/concat.h"
#include "core/array_format.h"
#include "core/copy/box.h"
#include "core/copy/copy.h"
#include "core/copy/copy_array.h"
#include "core/copy/staging.h"

namespace gridcall::core {

namespace {

// The size of a piece, unless a row is longer: for such a size the cost of queuing a copy does not matter.
constexpr std::uint64_t kPieceBytes = std::uint64_t{1} << 20;

}  // namespace

void fill_array(Array& array, const ArrayBox& box, std::span<const std::byte> pattern, ScalarType color_type,
                Stream* stream) {
  Context& context = array.context();
  if (stream) check_context("stream", stream->context(), "`dst.array`", context);
  array.need_no_levels("`dst.array`");
  std::array<std::byte, 16> element{};
  if (color_type != ScalarType{}) {
    element = element_of_color(static_cast<std::int32_t>(array.spec().format), array.spec().channels,
                               color_type, pattern);
    pattern = std::span(element).first(array.element_size());
  }
  check_pattern(pattern.size(), box.width);
  if (array.element_size() % pattern.size() != 0)
    throw Failure(status::kInvalidArgument,
                  concat("`value_size` is ", pattern.size(), ", and an element of `dst.array` has ",
                         array.element_size(),
                         " bytes: pass the bytes of one element, or a colour and its `color_type`"));
  box.check(array, "dst.");
  if (box.width == 0 || box.height == 0 || box.depth == 0) return;
  // The reference keeps the array while the allocation waits outside the call's epoch.
  const Ref<Array> keep(&array);
  const Ref<Stream> keep_stream(stream);
  const std::uint64_t rows = std::clamp<std::uint64_t>(kPieceBytes / box.width, 1, box.height);
  const std::uint64_t slices =
      rows < box.height ? 1 : std::clamp<std::uint64_t>(kPieceBytes / (box.width * rows), 1, box.depth);
  const Ref<Pool> pool = service<Staging>(context).pool(MemPlace::kDevice);
  Ref<Mem> piece = pool->alloc(box.width * rows * slices, stream);
  fill(*piece, 0, pattern, box.width * rows * slices / pattern.size(), stream);
  for (std::uint64_t z = 0; z < box.depth; z += slices)
    for (std::uint64_t y = 0; y < box.height; y += rows) {
      copy_array({CopyEnd::of_array(array, box.x, box.y + y, box.z + z, "dst"),
                  CopyEnd::of(*piece, 0, "pattern", "pattern"), box.width, std::min(rows, box.height - y),
                  std::min(slices, box.depth - z)},
                 stream);
    }
  piece.reset();
  pool->release_held(Staging::kKeptBytes);
}

}  // namespace gridcall::core
