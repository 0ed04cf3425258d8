// SPDX-License-Identifier: Apache-2.0

#include "comm/operation.h"

#include <algorithm>
#include <cstring>

#include "base/concat.h"
#include "comm/comm.h"
#include "comm/mpi/small_float.h"
#include "core/scalar_type.h"

namespace gridcall::comm {

using core::Mem;

namespace {

// How the engines take elements of a type: as `parts` of another one.
struct TypeRow {
  ScalarType type;
  ncclDataType_t as;
  std::uint8_t parts;
  bool adds;      // SUM, AVG, SCALED_SUM
  bool compares;  // MAX, MIN
  bool scales;    // SCALED_SUM
};
constexpr int kFloat8Nccl = 22400;  // knows float8
constexpr TypeRow kTypes[] = {
    {ScalarType::kInt8, ncclInt8, 1, true, true, false},
    {ScalarType::kUint8, ncclUint8, 1, true, true, false},
    {ScalarType::kInt16, ncclUint8, 2, false, false, false},
    {ScalarType::kUint16, ncclUint8, 2, false, false, false},
    {ScalarType::kInt32, ncclInt32, 1, true, true, false},
    {ScalarType::kUint32, ncclUint32, 1, true, true, false},
    {ScalarType::kInt64, ncclInt64, 1, true, true, false},
    {ScalarType::kUint64, ncclUint64, 1, true, true, false},
    {ScalarType::kFloat16, ncclFloat16, 1, true, true, true},
    {ScalarType::kBfloat16, ncclBfloat16, 1, true, true, true},
    {ScalarType::kFloat32, ncclFloat32, 1, true, true, true},
    {ScalarType::kFloat64, ncclFloat64, 1, true, true, true},
    {ScalarType::kBool, ncclUint8, 1, false, true, false},
    {ScalarType::kComplex64, ncclFloat32, 2, true, false, true},
    {ScalarType::kComplex128, ncclFloat64, 2, true, false, true},
    {ScalarType::kFloat8E4m3, ncclFloat8e4m3, 1, true, true, true},
    {ScalarType::kFloat8E5m2, ncclFloat8e5m2, 1, true, true, true},
};

const TypeRow* row_of(ScalarType type) noexcept {
  for (const TypeRow& row : kTypes)
    if (row.type == type) return &row;
  return nullptr;
}

const char* reduction_text(CommReduction reduction) noexcept {
  switch (reduction) {
    case CommReduction::kSum:
      return "SUM";
    case CommReduction::kProd:
      return "PROD";
    case CommReduction::kMax:
      return "MAX";
    case CommReduction::kMin:
      return "MIN";
    case CommReduction::kAvg:
      return "AVG";
    case CommReduction::kScaledSum:
      return "SCALED_SUM";
  }
  return "unknown";
}

bool reduces(CommOperation operation) noexcept {
  return operation == CommOperation::kAllReduce || operation == CommOperation::kReduce ||
         operation == CommOperation::kReduceScatter;
}

// What an operation takes at each end, in slots of `count` elements; 0: nothing.
struct Ends {
  std::uint64_t dst = 0, src = 0;
  const char* peer = nullptr;  // what `peer` is called, nullptr: it has none
};
Ends ends_of(const Operation& op) noexcept {
  const std::uint64_t ranks = op.comm->count();
  const bool is_root = op.peer == op.comm->rank();
  switch (op.operation) {
    case CommOperation::kAllReduce:
      return {1, 1, nullptr};
    case CommOperation::kReduce:
      return {is_root ? 1u : 0u, 1, "root"};
    case CommOperation::kBroadcast:
      return {1, is_root ? 1u : 0u, "root"};
    case CommOperation::kAllGather:
      return {ranks, 1, nullptr};
    case CommOperation::kReduceScatter:
      return {1, ranks, nullptr};
    case CommOperation::kAllToAll:
      return {ranks, ranks, nullptr};
    case CommOperation::kGather:
      return {is_root ? ranks : 0, 1, "root"};
    case CommOperation::kScatter:
      return {1, is_root ? ranks : 0, "root"};
    case CommOperation::kSend:
      return {0, 1, "peer"};
    case CommOperation::kRecv:
      return {1, 0, "peer"};
    case CommOperation::kBarrier:
      break;
  }
  return {};
}

class Checker {
 public:
  Checker(const Operation& op, std::ptrdiff_t entry) : op_(op), entry_(entry) {}

  Checked check() {
    check_known();
    if (op_.stream) core::check_context("stream", op_.stream->context(), "the communicator", context());
    Checked checked;
    if (op_.operation == CommOperation::kBarrier) return checked;
    const TypeRow& row = type();
    ends_ = ends_of(op_);
    if (ends_.peer && op_.peer >= op_.comm->count())
      throw Failure(
          status::kOutOfRange,
          concat(name(ends_.peer), " is ", op_.peer, ", and the communicator has ", op_.comm->count(),
                 op_.comm->count() == 1 ? " rank: pass 0" : " ranks: pass one below that"));
    if (reduces(op_.operation)) checked.reduction = check_reduction(row);
    check_size(row);
    checked.type = row.as;
    if (lacks_float8()) checked.type = ncclUint8;  // to move them it need not know them
    checked.count = op_.count * row.parts;
    checked.slot_bytes = op_.count * element_;
    checked.dst = address(op_.dst, op_.dst_offset, ends_.dst, "dst", "dst_offset");
    checked.src = address(op_.src, op_.src_offset, ends_.src, "src", "src_offset");
    check_overlap(checked);
    return checked;
  }

 private:
  core::Context& context() const noexcept { return op_.comm->context(); }
  std::string plain(const char* word) const {
    return entry_ < 0 ? std::string(word) : concat("ops[", entry_, "].", word);
  }
  std::string name(const char* word) const { return concat('`', plain(word), '`'); }

  void check_known() const {
    if (static_cast<std::int32_t>(op_.operation) < 1 ||
        static_cast<std::int32_t>(op_.operation) > static_cast<std::int32_t>(CommOperation::kBarrier))
      throw Failure(status::kInvalidArgument,
                    concat(name("operation"), " is ", static_cast<std::int32_t>(op_.operation),
                           ": pass a GRIDCALL_COMM_OPERATION_* number"));
  }

  const TypeRow& type() {
    const TypeRow* const row = row_of(op_.scalar_type);
    if (!row)
      throw Failure(status::kInvalidArgument,
                    concat(name("scalar_type"), " is ", static_cast<std::int32_t>(op_.scalar_type),
                           op_.scalar_type == ScalarType::kRecord
                               ? ", a record: pass UINT8 (2) and the count in bytes"
                               : ": pass a GRIDCALL_SCALAR_TYPE_* number that has a size"));
    element_ = core::scalar_size(op_.scalar_type);
    return *row;
  }

  bool lacks_float8() const noexcept {
    const Engine* const engine = op_.comm->engine();
    return core::is_float8(op_.scalar_type) && engine && engine->kind == EngineKind::kNccl &&
           engine->version < kFloat8Nccl;
  }

  ncclRedOp_t check_reduction(const TypeRow& row) const {
    if (lacks_float8())
      throw Failure(status::kUnsupported,
                    concat(name("scalar_type"), " is ", core::scalar_text(op_.scalar_type),
                           ", which NCCL combines from 2.24 on, and this is ", op_.comm->engine()->name(),
                           ": install a newer one, or convert to FLOAT16"));
    const auto refuse = [&](const char* instead) {
      throw Failure(status::kUnsupported,
                    concat(name("reduction"), " is ", reduction_text(op_.reduction), ", and ",
                           name("scalar_type"), " is ", core::scalar_text(op_.scalar_type),
                           ", which NCCL and MPI do not combine so: ", instead));
    };
    switch (op_.reduction) {
      case CommReduction::kSum:
      case CommReduction::kAvg:
        if (!row.adds) refuse(row.compares ? "pass MAX or MIN, or 32-bit integers" : "pass 32-bit integers");
        break;
      case CommReduction::kMax:
      case CommReduction::kMin:
        if (!row.compares) refuse(row.adds ? "pass SUM or AVG" : "pass 32-bit integers");
        break;
      case CommReduction::kProd:
        if (!row.adds || !row.compares) refuse("pass a real type of 8, 32 or 64 bits, or a float");
        break;
      case CommReduction::kScaledSum:
        if (entry_ < 0)
          throw Failure(status::kInvalidArgument,
                        "`reduction` is SCALED_SUM, which needs a scale: use gc_comm_launch_group");
        if (!row.scales) refuse("pass a float type");
        return ncclSum;
      default:
        throw Failure(status::kInvalidArgument,
                      concat(name("reduction"), " is ", static_cast<std::int32_t>(op_.reduction),
                             ": pass a GRIDCALL_COMM_REDUCTION_* number"));
    }
    // Of one rank it is the same, and NCCL refuses to average 8-bit floats there.
    if (op_.reduction == CommReduction::kAvg && op_.comm->count() == 1) return ncclSum;
    return static_cast<ncclRedOp_t>(op_.reduction);
  }

  // Counts that no memory has are refused by name, before they are multiplied.
  void check_size(const TypeRow&) const {
    const std::uint64_t slots = std::max({ends_.dst, ends_.src, std::uint64_t{1}});
    if (op_.count <= ~std::uint64_t{0} / element_ / slots / 2) return;
    throw Failure(status::kOutOfRange, concat(name("count"), " is ", op_.count, " elements of ", element_,
                                              " bytes, more than any memory has"));
  }

  std::uint64_t address(Mem* mem, std::uint64_t offset, std::uint64_t slots, const char* what,
                        const char* offset_name) const {
    if (slots == 0) return 0;
    if (!mem)
      throw Failure(status::kInvalidHandle, concat(name(what), " is NULL: rank ", op_.comm->rank(), " of ",
                                                   operation_text(op_.operation), " needs it"));
    if (&mem->context() != &context())
      core::refuse_context(plain(what).c_str(), mem->context(), "the communicator", context());
    if ((mem->barred() & Mem::kKernels) != 0) mem->refuse_barred(name(what).c_str(), Mem::kKernels);
    const std::uint64_t bytes = op_.count * element_ * slots;
    if (offset > mem->size() || bytes > mem->size() - offset)
      throw Failure(status::kOutOfRange,
                    concat(name("count"), " ", op_.count, " of ", element_, " bytes, for ", slots,
                           slots == 1 ? " rank" : " ranks", ", at ", name(offset_name), " ", offset,
                           " exceeds ", name(what), ", which has ", mem->size(), " bytes"));
    const std::uint64_t alignment = core::scalar_alignment(op_.scalar_type);
    if (offset % alignment != 0)
      throw Failure(status::kInvalidArgument,
                    concat(name(offset_name), " is ", offset, ", no multiple of ", alignment, ", as ",
                           core::scalar_text(op_.scalar_type), " needs: pass one"));
    return mem->address() + offset;
  }

  // In place is NCCL's: the same address, or the rank's own slot of the larger end.
  void check_overlap(const Checked& checked) const {
    if (ends_.dst == 0 || ends_.src == 0 || op_.count == 0) return;
    const std::uint64_t dst_bytes = checked.slot_bytes * ends_.dst,
                        src_bytes = checked.slot_bytes * ends_.src;
    if (checked.dst >= checked.src + src_bytes || checked.src >= checked.dst + dst_bytes) return;
    const std::uint64_t own = checked.slot_bytes * op_.comm->rank();
    const bool is_in_place = ends_.dst == ends_.src  ? ends_.dst == 1 && checked.dst == checked.src
                             : ends_.dst > ends_.src ? checked.src == checked.dst + own
                                                     : checked.dst == checked.src + own;
    if (is_in_place) return;
    const char* const how = op_.operation == CommOperation::kAllToAll ? "never works in place"
                            : ends_.dst == ends_.src ? "works in place with the same address alone"
                                                     : "works in place with the rank's own slot alone";
    throw Failure(
        status::kInvalidArgument,
        concat(name("dst"), " and ", name("src"), " overlap (", dst_bytes, " bytes at ", op_.dst_offset, ", ",
               src_bytes, " bytes at ", op_.src_offset, "), and ", operation_text(op_.operation), " ", how));
  }

  const Operation& op_;
  const std::ptrdiff_t entry_;
  Ends ends_;
  std::uint64_t element_ = 1;
};

}  // namespace

const char* operation_text(CommOperation operation) noexcept {
  switch (operation) {
    case CommOperation::kAllReduce:
      return "all_reduce";
    case CommOperation::kReduce:
      return "reduce";
    case CommOperation::kBroadcast:
      return "broadcast";
    case CommOperation::kAllGather:
      return "all_gather";
    case CommOperation::kReduceScatter:
      return "reduce_scatter";
    case CommOperation::kAllToAll:
      return "all_to_all";
    case CommOperation::kGather:
      return "gather";
    case CommOperation::kScatter:
      return "scatter";
    case CommOperation::kSend:
      return "send";
    case CommOperation::kRecv:
      return "recv";
    case CommOperation::kBarrier:
      return "barrier";
  }
  return "unknown";
}

std::string describe(const Operation& op) {
  if (op.operation == CommOperation::kBarrier) return "barrier";
  std::string text =
      concat(operation_text(op.operation), " of ", op.count, " ", core::scalar_text(op.scalar_type));
  if (reduces(op.operation)) text += concat(" (", reduction_text(op.reduction), ")");
  if (op.operation == CommOperation::kSend) text += concat(" to rank ", op.peer);
  if (op.operation == CommOperation::kRecv) text += concat(" from rank ", op.peer);
  return text;
}

Checked check(const Operation& operation, std::ptrdiff_t entry) {
  return Checker(operation, entry).check();
}

void store_scalar(ncclDataType_t type, double value, unsigned char (&bytes)[8]) noexcept {
  const auto store = [&](auto number) { std::memcpy(bytes, &number, sizeof number); };
  switch (type) {
    case ncclFloat16:
      return store(mpi::Float16::narrow(static_cast<float>(value)));
    case ncclBfloat16:
      return store(mpi::BFloat16::narrow(static_cast<float>(value)));
    case ncclFloat8e4m3:
      return store(mpi::Float8E4M3::narrow(static_cast<float>(value)));
    case ncclFloat8e5m2:
      return store(mpi::Float8E5M2::narrow(static_cast<float>(value)));
    case ncclFloat64:
      return store(value);
    default:
      return store(static_cast<float>(value));
  }
}

}  // namespace gridcall::comm
