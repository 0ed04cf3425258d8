// SPDX-License-Identifier: Apache-2.0

#include "comm/operation.h"

#include <algorithm>
#include <cstring>

#include "base/concat.h"
#include "comm/mpi/small_float.h"
#include "core/scalar_type.h"

namespace gridcall::comm {

using core::Mem;

namespace {

// A scalar type; an engine takes its element as `parts` elements of another type.
struct TypeRow {
  ScalarType type;
  ncclDataType_t as;
  std::uint8_t parts;
  bool adds;      // supports SUM, AVG, SCALED_SUM
  bool compares;  // supports MAX, MIN
  bool scales;    // SCALED_SUM
};
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

// Returns the number of slots of `count` elements at one end.
std::uint64_t slots_of(Slots slots, std::uint64_t ranks, bool is_root) noexcept {
  switch (slots) {
    case Slots::NONE:
      return 0;
    case Slots::ONE:
      return 1;
    case Slots::ALL:
      return ranks;
    case Slots::ROOT_ONE:
      return is_root ? 1 : 0;
    case Slots::ROOT_ALL:
      return is_root ? ranks : 0;
  }
  return 0;
}

class Checker {
 public:
  Checker(const Operation& op, std::ptrdiff_t entry)
      : op_(op), entry_(entry), kind_(kind_of(op.operation)), rank_(*op.rank) {}

  EngineOperation check() {
    check_known();
    if (op_.stream) core::check_context("stream", op_.stream->context(), "the communicator", context());
    EngineOperation checked;
    if (op_.operation == CommOperation::kBarrier) return checked;
    const TypeRow& row = type();
    const std::uint64_t ranks = rank_.count();
    const bool is_root = op_.peer == rank_.number();
    dst_slots_ = slots_of(kind_.dst, ranks, is_root);
    src_slots_ = slots_of(kind_.src, ranks, is_root);
    if (kind_.peer != Peer::NOBODY && op_.peer >= ranks)
      throw Failure(status::kOutOfRange,
                    concat(name(kind_.peer_name()), " is ", op_.peer, ", and the communicator has ", ranks,
                           ranks == 1 ? " rank: pass 0" : " ranks: pass one below that"));
    if (kind_.reduces) checked.reduction = check_reduction(row);
    check_size();
    checked.type = row.as;
    if (lacks_float8()) checked.type = ncclUint8;  // a move does not depend on the type
    checked.count = op_.count * row.parts;
    checked.slot_bytes = op_.count * element_;
    checked.dst = address(op_.dst, op_.dst_offset, dst_slots_, "dst", "dst_offset");
    checked.src = address(op_.src, op_.src_offset, src_slots_, "src", "src_offset");
    check_overlap(checked);
    return checked;
  }

 private:
  core::Context& context() const noexcept { return rank_.context(); }
  std::string plain(const char* word) const {
    return entry_ < 0 ? std::string(word) : concat("ops[", entry_, "].", word);
  }
  std::string name(const char* word) const { return concat('`', plain(word), '`'); }

  void check_known() const {
    if (kind_.operation == CommOperation{})
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
    const Engine* const engine = rank_.engine();
    return core::is_float8(op_.scalar_type) && engine && engine->version < engine->float8_since;
  }

  ncclRedOp_t check_reduction(const TypeRow& row) const {
    if (lacks_float8()) {
      const Engine& engine = *rank_.engine();
      throw Failure(
          status::kUnsupported,
          concat(name("scalar_type"), " is ", core::scalar_text(op_.scalar_type), ", which ", engine.family,
                 " combines from ", engine.float8_since / 10000, '.', engine.float8_since / 100 % 100,
                 " on, and this is ", engine.name(), ": install a newer one, or convert to FLOAT16"));
    }
    const auto refuse = [&](const char* instead) {
      throw Failure(status::kUnsupported,
                    concat(name("reduction"), " is ", reduction_name(op_.reduction), ", and ",
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
    // The average of one rank is its sum, and NCCL refuses an average of 8-bit floats for one rank.
    if (op_.reduction == CommReduction::kAvg && rank_.count() == 1) return ncclSum;
    return static_cast<ncclRedOp_t>(op_.reduction);
  }

  // Refuses counts that exceed any memory, by the parameter's name, before they are multiplied.
  void check_size() const {
    const std::uint64_t slots = std::max({dst_slots_, src_slots_, std::uint64_t{1}});
    if (op_.count <= ~std::uint64_t{0} / element_ / slots / 2) return;
    throw Failure(status::kOutOfRange, concat(name("count"), " is ", op_.count, " elements of ", element_,
                                              " bytes, more than any memory has"));
  }

  std::uint64_t address(Mem* mem, std::uint64_t offset, std::uint64_t slots, const char* what,
                        const char* offset_name) const {
    if (slots == 0) return 0;
    if (!mem)
      throw Failure(status::kInvalidHandle,
                    concat(name(what), " is NULL: rank ", rank_.number(), " of ", kind_.name, " needs it"));
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

  // An in-place operation is one of NCCL's: the same address, or the rank's own slot of the larger end.
  void check_overlap(const EngineOperation& checked) const {
    if (dst_slots_ == 0 || src_slots_ == 0 || op_.count == 0) return;
    const std::uint64_t dst_bytes = checked.slot_bytes * dst_slots_,
                        src_bytes = checked.slot_bytes * src_slots_;
    if (checked.dst >= checked.src + src_bytes || checked.src >= checked.dst + dst_bytes) return;
    const std::uint64_t own = checked.slot_bytes * rank_.number();
    const bool is_in_place = dst_slots_ == src_slots_  ? dst_slots_ == 1 && checked.dst == checked.src
                             : dst_slots_ > src_slots_ ? checked.src == checked.dst + own
                                                       : checked.dst == checked.src + own;
    if (is_in_place) return;
    const char* const how = op_.operation == CommOperation::kAllToAll ? "never works in place"
                            : dst_slots_ == src_slots_ ? "works in place with the same address alone"
                                                       : "works in place with the rank's own slot alone";
    throw Failure(
        status::kInvalidArgument,
        concat(name("dst"), " and ", name("src"), " overlap (", dst_bytes, " bytes at ", op_.dst_offset, ", ",
               src_bytes, " bytes at ", op_.src_offset, "), and ", kind_.name, " ", how));
  }

  const Operation& op_;
  const std::ptrdiff_t entry_;
  const OperationKind& kind_;
  Rank& rank_;
  std::uint64_t dst_slots_ = 0, src_slots_ = 0;
  std::uint64_t element_ = 1;
};

}  // namespace

EngineOperation check(const Operation& operation, std::ptrdiff_t entry) {
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
