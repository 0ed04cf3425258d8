// SPDX-License-Identifier: Apache-2.0
//
// Every operation of libgridcall_mpi.so, with every type, reduction, some counts, roots, in place or not,
// against a plain loop. The argument names the cases.

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "comm/mpi_table.h"
#include "comm/mpi_values.h"

using namespace engine;

namespace {

enum { kScaledSum = 5, kReductions = 6 };

struct Case {
  ncclComm_t comm;
  CUstream stream;
  int type;
  std::size_t elements;
};

// The element of a rank at a place: 0 or 1, of products 1 or 2, so that every type has all results.
double value_of(int of, std::size_t i, int reduction) {
  const std::size_t mix = i * 7 + static_cast<std::size_t>(of) * 3 + i / 5;
  return static_cast<double>(mix % 2) + (reduction == ncclProd ? 1 : 0);
}

double expected(std::size_t i, int reduction, int type) {
  double result = value_of(0, i, reduction);
  for (int r = 1; r < count; ++r) {
    const double next = value_of(r, i, reduction);
    if (reduction == ncclProd) {
      result *= next;
    } else if (reduction == ncclMax || reduction == ncclMin) {
      result = (reduction == ncclMax) == (next > result) ? next : result;
    } else {
      result += next;
    }
  }
  if (reduction == ncclAvg) result = is_floating(type) ? result / count : std::floor(result / count);
  return reduction == kScaledSum ? result * 2 : result;
}

struct Buffer {
  unsigned char* bytes;
  std::size_t size;
  explicit Buffer(std::size_t of) : bytes(allocate<unsigned char>(of)), size(of) { clear(); }
  ~Buffer() { release(bytes); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  void clear() { std::memset(bytes, 0xa5, size + 64); }
  bool ends_well() const {
    return std::all_of(bytes + size, bytes + size + 64, [](unsigned char each) { return each == 0xa5; });
  }
};

void fill(const Case& of, unsigned char* to, int from_rank, std::size_t first, std::size_t elements,
          int reduction) {
  const int size = kSizes[of.type];
  for (std::size_t i = 0; i < elements; ++i)
    encode(of.type, value_of(from_rank, first + i, reduction), to + i * static_cast<std::size_t>(size));
}

void compare(const Case& of, const unsigned char* got, const std::vector<double>& want, const char* what,
             int reduction, bool in_place, int root) {
  const auto size = static_cast<std::size_t>(kSizes[of.type]);
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double is = decode(of.type, got + i * size);
    if (is == want[i]) continue;
    return fail("%s type %d reduction %d x %zu in place %d root %d: element %zu is %g, not %g", what, of.type,
                reduction, of.elements, in_place, root, i, is, want[i]);
  }
}

void run(const Case& of, ncclResult_t result, const char* what) {
  if (result != ncclSuccess) return fail("%s: %d: %s", what, result, nccl.ncclGetLastError(nullptr));
  if (!synchronize(of.stream)) {
    ncclResult_t error = ncclSuccess;
    nccl.ncclCommGetAsyncError(of.comm, &error);
    fail("%s type %d x %zu: %d: %s", what, of.type, of.elements, error, nccl.ncclGetLastError(of.comm));
    std::_Exit(4);
  }
}

void reductions(const Case& of, int reduction, bool in_place) {
  const std::size_t n = of.elements, ranks = static_cast<std::size_t>(count);
  const auto size = static_cast<std::size_t>(kSizes[of.type]);
  const auto type = static_cast<ncclDataType_t>(of.type);
  auto op = static_cast<ncclRedOp_t>(reduction);
  if (reduction == kScaledSum) {
    unsigned char two[8] = {};
    encode(of.type, 2, two);
    EQUAL(nccl.ncclRedOpCreatePreMulSum(&op, two, type, ncclScalarHostImmediate, of.comm), 0);
  }
  std::vector<double> want(n);
  for (std::size_t i = 0; i < n; ++i) want[i] = expected(i, reduction, of.type);
  Buffer src(n * size * ranks), dst(n * size);
  fill(of, src.bytes, rank, 0, n, reduction);
  unsigned char* to = in_place ? src.bytes : dst.bytes;
  run(of, nccl.ncclAllReduce(src.bytes, to, n, type, op, of.comm, of.stream), "all_reduce");
  compare(of, to, want, "all_reduce", reduction, in_place, 0);
  for (int root = 0; root < count; root += std::max(1, count - 1)) {
    src.clear();
    dst.clear();
    fill(of, src.bytes, rank, 0, n, reduction);
    run(of, nccl.ncclReduce(src.bytes, to, n, type, op, root, of.comm, of.stream), "reduce");
    if (rank == root) compare(of, to, want, "reduce", reduction, in_place, root);
  }
  src.clear();
  dst.clear();
  fill(of, src.bytes, rank, 0, n * ranks, reduction);
  const std::size_t own = static_cast<std::size_t>(rank) * n;
  for (std::size_t i = 0; i < n; ++i) want[i] = expected(own + i, reduction, of.type);
  to = in_place ? src.bytes + own * size : dst.bytes;
  run(of, nccl.ncclReduceScatter(src.bytes, to, n, type, op, of.comm, of.stream), "reduce_scatter");
  compare(of, to, want, "reduce_scatter", reduction, in_place, 0);
  HOLDS(src.ends_well() && dst.ends_well());
  if (reduction == kScaledSum) EQUAL(nccl.ncclRedOpDestroy(op, of.comm), 0);
}

void gathers(const Case& of, bool in_place) {
  const std::size_t n = of.elements, ranks = static_cast<std::size_t>(count);
  const auto size = static_cast<std::size_t>(kSizes[of.type]);
  const auto type = static_cast<ncclDataType_t>(of.type);
  const std::size_t own = static_cast<std::size_t>(rank) * n * size;
  Buffer one(n * size), all(n * size * ranks), other(n * size * ranks);
  std::vector<double> want(n * ranks);
  for (int r = 0; r < count; ++r)
    for (std::size_t i = 0; i < n; ++i) want[static_cast<std::size_t>(r) * n + i] = value_of(r, i, ncclSum);
  unsigned char* src = in_place ? all.bytes + own : one.bytes;
  fill(of, src, rank, 0, n, ncclSum);
  run(of, nccl.ncclAllGather(src, all.bytes, n, type, of.comm, of.stream), "all_gather");
  compare(of, all.bytes, want, "all_gather", 0, in_place, 0);

  // A slot for each rank, with what depends on both.
  fill(of, all.bytes, rank, 0, n * ranks, ncclSum);
  unsigned char* to = in_place ? all.bytes : other.bytes;
  run(of, nccl.ncclAlltoAll(all.bytes, to, n, type, of.comm, of.stream), "all_to_all");
  for (int r = 0; r < count; ++r)
    for (std::size_t i = 0; i < n; ++i)
      want[static_cast<std::size_t>(r) * n + i] =
          value_of(r, static_cast<std::size_t>(rank) * n + i, ncclSum);
  compare(of, to, want, "all_to_all", 0, in_place, 0);

  for (int root = 0; root < count; root += std::max(1, count - 1)) {
    const bool is_root = rank == root;
    one.clear();
    all.clear();
    src = in_place && is_root ? all.bytes + own : one.bytes;
    fill(of, src, rank, 0, n, ncclSum);
    run(of, nccl.ncclGather(src, is_root ? all.bytes : nullptr, n, type, root, of.comm, of.stream), "gather");
    for (int r = 0; r < count; ++r)
      for (std::size_t i = 0; i < n; ++i) want[static_cast<std::size_t>(r) * n + i] = value_of(r, i, ncclSum);
    if (is_root) compare(of, all.bytes, want, "gather", 0, in_place, root);

    std::vector<double> part(n);
    one.clear();
    if (is_root) fill(of, all.bytes, root, 0, n * ranks, ncclSum);
    to = in_place && is_root ? all.bytes + own : one.bytes;
    run(of, nccl.ncclScatter(is_root ? all.bytes : nullptr, to, n, type, root, of.comm, of.stream),
        "scatter");
    for (std::size_t i = 0; i < n; ++i)
      part[i] = value_of(root, static_cast<std::size_t>(rank) * n + i, ncclSum);
    compare(of, to, part, "scatter", 0, in_place, root);

    one.clear();
    all.clear();
    if (is_root) fill(of, one.bytes, root, 0, n, ncclSum);
    to = in_place ? one.bytes : all.bytes;
    run(of, nccl.ncclBroadcast(one.bytes, to, n, type, root, of.comm, of.stream), "broadcast");
    for (std::size_t i = 0; i < n; ++i) part[i] = value_of(root, i, ncclSum);
    compare(of, to, part, "broadcast", 0, in_place, root);
  }
  HOLDS(one.ends_well() && all.ends_well() && other.ends_well());
}

// A message goes around the ring, in a group; one rank sends to itself. Then both directions go to one peer,
// named in another order on each side.
void ring(const Case& of) {
  const auto size = static_cast<std::size_t>(kSizes[of.type]);
  const auto type = static_cast<ncclDataType_t>(of.type);
  const int next = (rank + 1) % count, before = (rank + count - 1) % count;
  Buffer src(of.elements * size), dst(of.elements * size), back(of.elements * size);
  fill(of, src.bytes, rank, 0, of.elements, ncclSum);
  std::vector<double> want(of.elements);
  EQUAL(nccl.ncclGroupStart(), 0);
  EQUAL(nccl.ncclSend(src.bytes, of.elements, type, next, of.comm, of.stream), 0);
  EQUAL(nccl.ncclRecv(dst.bytes, of.elements, type, before, of.comm, of.stream), 0);
  run(of, nccl.ncclGroupEnd(), "ring");
  for (std::size_t i = 0; i < of.elements; ++i) want[i] = value_of(before, i, ncclSum);
  compare(of, dst.bytes, want, "ring", 0, false, 0);
  EQUAL(nccl.ncclGroupStart(), 0);
  EQUAL(nccl.ncclRecv(back.bytes, of.elements, type, next, of.comm, of.stream), 0);
  EQUAL(nccl.ncclSend(dst.bytes, of.elements, type, before, of.comm, of.stream), 0);
  run(of, nccl.ncclGroupEnd(), "ring back");
  for (std::size_t i = 0; i < of.elements; ++i) want[i] = value_of(rank, i, ncclSum);
  compare(of, back.bytes, want, "ring back", 0, false, 0);
  HOLDS(src.ends_well() && dst.ends_well() && back.ends_well());
}

void all_of(const Case& of) {
  for (const bool in_place : {false, true}) {
    for (int reduction = 0; reduction < kReductions; ++reduction) reductions(of, reduction, in_place);
    gathers(of, in_place);
  }
  ring(of);
}

void all_types(const std::vector<std::size_t>& counts, std::size_t piece) {
  nccl.gridcallMpiSetPiece(piece);
  const ncclComm_t comm = make_comm();
  const CUstream stream = make_stream();
  for (const std::size_t elements : counts)
    for (int type = 0; type < kTypes; ++type) all_of({comm, stream, type, elements});
  finalize(comm);
}
void all() {
  all_types({0, 1, 7, 4099}, 0);
}
void few() {
  all_types({1, 4099}, 0);
}
// One call of MPI may move 1,000 elements.
void in_pieces() {
  all_types({1, 4099}, 1000);
}
void large() {
  nccl.gridcallMpiSetPiece(0);
  const ncclComm_t comm = make_comm();
  const CUstream stream = make_stream();
  for (const int type : {ncclFloat32, ncclBfloat16}) all_of({comm, stream, type, 1 << 20});
  finalize(comm);
}

}  // namespace

int main(int, char** argv) {
  open();
  return run_cases(argv[1], {{"all", all}, {"few", few}, {"in_pieces", in_pieces}, {"large", large}});
}
