// SPDX-License-Identifier: Apache-2.0
//
// A take and a put run one kernel of map.h over the elements that are taken or put. The other array is an
// index of the loops: its address there is that of the element with index 0. Rows of many bytes have a kernel
// of their own on the CPU device.

#include "ndarray/gather.h"

#include <algorithm>
#include <optional>

#include "base/concat.h"
#include "ndarray/copy.h"
#include "ndarray/kernel.h"
#include "ndarray/map.h"
#include "ndarray/rows.h"

namespace gridcall::ndarray {

namespace {

using core::Layout;
using core::Ndarray;
using core::Ref;
using core::ScalarType;

bool is_integer(ScalarType type) noexcept {
  return type >= ScalarType::kInt8 && type <= ScalarType::kUint64;
}

void check_indexing(const Ndarray& whole, const char* name, const Ndarray& indices,
                    const Indexing& indexing) {
  check_for_kernels(indices, whole.context(), "`indices`");
  if (!is_integer(indices.type()))
    throw Failure(status::kInvalidArgument, concat("`indices` is ", core::scalar_text(indices.type()),
                                                   ": pass integers, for truth values gc_ndarray_select"));
  if (indexing.axis >= whole.layout().ndim)
    throw Failure(status::kOutOfRange, concat("`options->axis` is ", indexing.axis, ", and ", name, " has ",
                                              whole.layout().ndim, " dimensions: pass less"));
  if (indexing.wraps && indexing.clips)
    throw Failure(status::kInvalidArgument,
                  "`options->flags` has INDEX_WRAP and INDEX_CLIP: pass one of them");
  const std::uint32_t ndim = whole.layout().ndim - 1 + indices.layout().ndim;
  if (ndim > core::kMaxDims)
    throw Failure(status::kInvalidArgument, concat("the elements of ", name, " by `indices` have ", ndim,
                                                   " dimensions: at most ", core::kMaxDims, " can be"));
}

// The three arrays as they are in the shape of the elements by their indices.
struct Shapes {
  Layout whole, indices;  // with strides of 0 in the dimensions of the other

  Shapes(const Layout& array, const Layout& by, std::uint32_t axis) {
    const auto add = [&](std::uint64_t extent, std::int64_t in_whole, std::int64_t in_indices) {
      whole.shape[whole.ndim] = indices.shape[whole.ndim] = extent;
      whole.strides[whole.ndim] = in_whole;
      indices.strides[whole.ndim] = in_indices;
      indices.ndim = ++whole.ndim;
    };
    for (std::uint32_t i = 0; i < array.ndim; ++i) {
      if (i != axis) {
        add(array.shape[i], array.strides[i], 0);
        continue;
      }
      for (std::uint32_t k = 0; k < by.ndim; ++k) add(by.shape[k], 0, by.strides[k]);
    }
  }
};

// Returns the bytes of the elements of operands 0 and 2 that follow each other, which the last dimension has.
std::uint64_t bytes_of_rows(const Loops& loops) noexcept {
  const LoopOperand &own = loops.operands[0], &by = loops.operands[1], &whole = loops.operands[2];
  if (loops.ndim == 0) return own.size;
  const std::uint32_t last = loops.ndim - 1;
  const auto size = static_cast<std::int64_t>(own.size);
  return own.strides[last] == size && whole.strides[last] == size && by.strides[last] == 0
             ? own.size * loops.shape[last]
             : own.size;
}

// Makes units of up to `most` bytes of the elements of operands 0 and 2, and of rows in which those follow
// each other. Returns the size of a unit.
std::uint64_t split_units(Loops& loops, std::int64_t stride, std::uint64_t most) {
  LoopOperand &own = loops.operands[0], &by = loops.operands[1], &whole = loops.operands[2];
  const std::uint64_t bytes = bytes_of_rows(loops);
  if (bytes != own.size) --loops.ndim;
  std::uint64_t bits = most | bytes | own.address | whole.address | static_cast<std::uint64_t>(stride);
  for (std::uint32_t i = 0; i < loops.ndim; ++i)
    bits |= static_cast<std::uint64_t>(own.strides[i]) | static_cast<std::uint64_t>(whole.strides[i]);
  const std::uint64_t unit = bits & (~bits + 1);
  own.size = unit;
  if (bytes == unit) return unit;
  loops.shape[loops.ndim] = bytes / unit;
  own.strides[loops.ndim] = whole.strides[loops.ndim] = static_cast<std::int64_t>(unit);
  by.strides[loops.ndim++] = 0;
  return unit;
}

// Returns the element `at` index `a`, or one that is out of range, as C++; y is the extent.
const char* place_of(const Indexing& indexing, ScalarType type) {
  // A number of uint64 may be none of int64.
  if (type == ScalarType::kUint64) {
    if (indexing.wraps) return "(i64)(a % (u64)y)";
    return indexing.clips ? "(a < (u64)y ? (i64)a : y - 1)" : "(a < (u64)y ? (i64)a : y)";
  }
  if (indexing.wraps) return "((i64)a % y + ((i64)a % y < 0 ? y : 0))";
  if (indexing.clips) return "((i64)a < 0 ? 0 : (i64)a < y ? (i64)a : y - 1)";
  return "((i64)a < 0 ? (i64)a + y : (i64)a)";
}

// The CPU device moves rows of at least so many bytes by a thread for some of them, as memcpy does.
constexpr std::uint64_t kLeastRowBytes = 32;

// Behind it stand the types `stored_index`, `size` and `piece`, kPut, and PLACE, place_of().
constexpr std::string_view kRowsText = R"(
struct dims {
  i64 shape[2], own[2], by[2], whole[2];
};
__device__ inline void move(unsigned char* to, const unsigned char* from, i64 bytes) {
  i64 i = 0;
  for (; bytes - i >= 128; i += 128)
#pragma unroll
    for (int k = 0; k < 128; k += 32) *(piece*)(to + i + k) = *(const piece*)(from + i + k);
  for (; bytes - i >= 32; i += 32) *(piece*)(to + i) = *(const piece*)(from + i);
  if (i < bytes) *(piece*)(to + bytes - 32) = *(const piece*)(from + bytes - 32);
}
enum { kAhead = 4 };  // rows
template <class T> __device__ inline i64 ahead(T index, i64 y) {
  const auto a = value_of(index);
  const i64 at = PLACE;
  return (u64)at < (u64)y ? at : 0;
}
extern "C" __global__ void __launch_bounds__(1)
    gridcall_kernel(unsigned char* own, const unsigned char* indices, unsigned char* whole, const dims d, i64 x, i64 y,
                    i64 bytes, i64 chunk) {
  // The alignment keeps the compiler from making vectors of 32 threads, of which 31 do not exist.
  alignas(128) volatile i64 counted = d.shape[0] * d.shape[1];
  const i64 count = counted, begin = blockIdx.x * chunk, end = count - begin < chunk ? count : begin + chunk;
  i64 outer = begin / d.shape[1], inner = begin % d.shape[1];
  for (i64 i = begin; i < end; ++i) {
    unsigned char *const mine = own + outer * d.own[0] + inner * d.own[1],
                  *const start = whole + outer * d.whole[0] + inner * d.whole[1];
    const auto a = value_of(*(const stored_index*)(indices + outer * d.by[0] + inner * d.by[1]));
    const i64 at = PLACE;
    // Rows lie anywhere: those of later indices are asked for now.
    if (inner + kAhead < d.shape[1]) {
      const unsigned char* const row =
          start + ahead(*(const stored_index*)(indices + outer * d.by[0] + (inner + kAhead) * d.by[1]), y) * x;
      for (i64 k = 0; k < bytes && k < 512; k += 64) __builtin_prefetch(row + k, kPut, 3);
    }
    if ((u64)at < (u64)y) {
      if (kPut != 0)
        move(start + at * x, mine, bytes);
      else
        move(mine, start + at * x, bytes);
    } else if (kPut == 0) {
      for (i64 k = 0; k < bytes; ++k) mine[k] = 0;
    }
    if (++inner == d.shape[1]) inner = 0, ++outer;
  }
}
)";

struct IndexedMove {
  Ndarray &own, &indices, &whole;  // `own` has the elements in the order of the indices
  Layout own_layout;
  const Indexing& indexing;
  bool is_put;
};

// Moves rows of so many bytes, whose dimension the loops have no more.
void move_rows(const IndexedMove& request, const Loops& loops, std::uint64_t bytes, core::Stream* stream) {
  core::Context& context = request.own.context();
  struct {
    std::int64_t shape[2] = {1, 1}, strides[3][2] = {};
  } dims;
  for (std::uint32_t i = 0; i < loops.ndim; ++i) {
    const std::uint32_t to = i + 2 - loops.ndim;
    dims.shape[to] = static_cast<std::int64_t>(loops.shape[i]);
    for (std::size_t k = 0; k < 3; ++k) dims.strides[k][to] = loops.operands[k].strides[i];
  }
  const std::uint64_t count = loops.count();
  const std::uint64_t most = processors_of(context) * kChunksOfProcessor;
  const std::uint64_t chunk = divide_up(count, std::clamp<std::uint64_t>(count * bytes >> 16, 1, most));
  const std::string head =
      concat("typedef ", storage_name(request.indices.type()),
             " stored_index;\ntypedef u64 piece __attribute__((ext_vector_type(4), aligned(1)));\n",
             "enum { kPut = ", request.is_put ? 1 : 0, " };\n#define PLACE ",
             place_of(request.indexing, request.indices.type()), "\n");
  const Ref<core::Kernel> kernel =
      kernel_of(context, concat("rows ", head), [&] { return concat(head, kRowsText); });
  const std::int64_t stride = request.whole.layout().strides[request.indexing.axis];
  const std::uint64_t extent = request.whole.layout().shape[request.indexing.axis];
  const void* const values[] = {&loops.operands[0].address,
                                &loops.operands[1].address,
                                &loops.operands[2].address,
                                &dims,
                                &stride,
                                &extent,
                                &bytes,
                                &chunk};
  core::Mem* const memory[] = {&request.own.mem(), &request.indices.mem(), &request.whole.mem()};
  launch(*kernel, stream, {static_cast<std::uint32_t>(divide_up(count, chunk)), 1, 1}, {1, 1, 1}, values,
         memory);
}

void move_indexed(const IndexedMove& request, core::Stream* stream) {
  const auto& [own, indices, whole, own_layout, indexing, is_put] = request;
  const Shapes shapes(whole.layout(), indices.layout(), indexing.axis);
  const Operand operands[] = {{&own.mem(), own.address(), own.element().size, own_layout},
                              {&indices.mem(), indices.address(), indices.element().size, shapes.indices},
                              {&whole.mem(), whole.address(), 1, shapes.whole}};
  Loops loops(operands);
  const std::int64_t stride = whole.layout().strides[indexing.axis];
  const std::uint64_t extent = whole.layout().shape[indexing.axis];
  const std::uint64_t scalars[] = {static_cast<std::uint64_t>(stride), extent};
  const bool adds = is_put && indexing.adds;
  const std::uint64_t bytes = bytes_of_rows(loops);
  const std::uint32_t outer = loops.ndim - (bytes == own.element().size ? 0 : 1);
  if (own.context().is_cpu() && !adds && bytes >= kLeastRowBytes && outer <= 2) {
    loops.ndim = outer;
    return move_rows(request, loops, bytes, stream);
  }
  const char* const type = adds ? storage_name(own.type())
                                : unit_name(split_units(loops, stride, own.context().is_cpu() ? 8 : 16));
  const char* const atomic = own.type() == ScalarType::kInt64 ? "u64" : type;
  const std::string at = place_of(indexing, indices.type()), range = concat("(u64)", at, " < (u64)y");
  const std::string text =
      !is_put ? concat(range, " ? *(const ", type, "*)(whole + ", at, " * x) : choose<true, ", type,
                       ", int>::type()")
      : adds  ? concat("if (", range, ") atomicAdd((", atomic, "*)(whole + ", at, " * x), (", atomic, ")own)")
              : concat("if (", range, ") *(", type, "*)(whole + ", at, " * x) = own");
  core::Mem* const memory[] = {&own.mem(), &indices.mem(), &whole.mem()};
  const void* const values[] = {&scalars[0], &scalars[1]};
  run_map(own.context(), stream, loops,
          {type, {storage_name(indices.type())}, {"i64", "i64"}, text, {"whole"}, is_put}, memory, values);
}

// Returns the array, or a copy of it if it shares a byte with what is written.
Ref<Ndarray> apart(Ndarray& array, const Ndarray& written, std::optional<Temporary>& copied,
                   core::Stream* stream) {
  if (!share_bytes(array, written)) return Ref<Ndarray>(&array);
  copied.emplace(array.context(), array.element(), array.layout().dims(), stream);
  copy(**copied, array, stream);
  return Ref<Ndarray>(&**copied);
}

}  // namespace

void take(Ndarray& ndarray, Ndarray& src, Ndarray& indices, const Indexing& indexing, core::Stream* stream) {
  core::Context& context = ndarray.context();
  check_stream(stream, context, "`ndarray`");
  check_target(ndarray, context, "`ndarray`");
  check_for_kernels(src, context, "`src`");
  check_same_type(ndarray, "`ndarray`", src, "`src`");
  check_indexing(src, "`src`", indices, indexing);
  if (indexing.adds)
    throw Failure(status::kInvalidArgument, "`options->flags` has INDEX_ADD: it is for gc_ndarray_put");
  const Shapes shapes(src.layout(), indices.layout(), indexing.axis);
  const auto have = ndarray.layout().dims(), want = shapes.whole.dims();
  if (!std::equal(have.begin(), have.end(), want.begin(), want.end()))
    throw Failure(status::kInvalidArgument, concat("`ndarray` has the shape ", core::shape_text(have),
                                                   ", and the elements of `src` by ", "`indices` ",
                                                   core::shape_text(want), ": make it of that shape"));
  if (ndarray.count() == 0) return;
  if (src.count() == 0 && (indexing.wraps || indexing.clips))
    throw Failure(status::kInvalidArgument,
                  concat("`src` has the shape ", core::shape_text(src.layout().dims()), ", and dimension ",
                         indexing.axis, " no element to take: pass another, or no WRAP and CLIP"));
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&ndarray), keep_src(&src), keep_indices(&indices);
  const Ref<core::Stream> keep_stream(stream);
  std::optional<Temporary> copies[2];
  const Ref<Ndarray> from = apart(src, ndarray, copies[0], stream),
                     by = apart(indices, ndarray, copies[1], stream);
  move_indexed({ndarray, *by, *from, ndarray.layout(), indexing, false}, stream);
}

void put(Ndarray& ndarray, Ndarray& indices, Ndarray& values, const Indexing& indexing,
         core::Stream* stream) {
  core::Context& context = ndarray.context();
  check_stream(stream, context, "`ndarray`");
  check_target(ndarray, context, "`ndarray`");
  check_for_kernels(values, context, "`values`");
  check_same_type(values, "`values`", ndarray, "`ndarray`");
  check_indexing(ndarray, "`ndarray`", indices, indexing);
  if (indexing.adds && !holds_places(ndarray.type()) && ndarray.type() != ScalarType::kFloat32 &&
      ndarray.type() != ScalarType::kFloat64)
    throw Failure(status::kInvalidArgument,
                  concat("`ndarray` is ", core::scalar_text(ndarray.type()),
                         ", and `options->flags` has INDEX_ADD: pass real numbers of 32 or 64 bits"));
  const Shapes shapes(ndarray.layout(), indices.layout(), indexing.axis);
  Layout layout;
  if (!core::broadcast(values.layout(), shapes.whole.dims(), layout))
    throw Failure(status::kInvalidArgument,
                  concat("`values` of shape ", core::shape_text(values.layout().dims()),
                         " cannot be broadcast to the elements of `ndarray` by `indices`, ",
                         core::shape_text(shapes.whole.dims()), ": make each dimension as in that, or 1"));
  if (shapes.whole.count() == 0 || ndarray.count() == 0) return;
  // A compiler may run, and the call leaves its epoch meanwhile.
  const Ref<Ndarray> keep(&ndarray), keep_indices(&indices), keep_values(&values);
  const Ref<core::Stream> keep_stream(stream);
  std::optional<Temporary> copies[2];
  const Ref<Ndarray> from = apart(values, ndarray, copies[0], stream),
                     by = apart(indices, ndarray, copies[1], stream);
  core::broadcast(from->layout(), shapes.whole.dims(), layout);
  move_indexed({*from, *by, ndarray, layout, indexing, true}, stream);
}

}  // namespace gridcall::ndarray
