// SPDX-License-Identifier: Apache-2.0
//
// One collective, send or receive: what was asked for, its signature, and its requests of MPI. All but the
// constructor belongs to the progress thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "comm/mpi/element.h"
#include "comm/mpi/mpi.h"
#include "comm/nccl_types.h"

namespace gridcall::comm::mpi {

enum class What : std::uint8_t {
  kAllReduce,
  kReduce,
  kBroadcast,
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kGather,
  kScatter,
  kSend,
  kReceive,
};
const char* name_of(What what) noexcept;

// A factor for each element before the sum: of ncclRedOpCreatePreMulSum.
struct Scaled {
  bool is_used = false;
  const void* device = nullptr;  // read when the operation starts; NULL: `bits`
  std::uint64_t bits = 0;
};

struct Wanted {
  What what{};
  ncclDataType_t type{};
  ncclRedOp_t reduction = ncclSum;  // of those with a number of their own: ncclSum, and `scaled`
  Scaled scaled;
  int root = 0;  // or the peer
  const void* src = nullptr;
  void* dst = nullptr;
  std::size_t count = 0;
  driver::CUstream stream = nullptr;
};

// What a communicator of MPI is to its operations.
struct Channel {
  Mpi* mpi = nullptr;
  Handle comm = 0;
  int rank = 0;
  int count = 0;
  std::uint64_t collectives = 0;  // that were started: sends and receives say how many were before them
};

// The tags on a communicator.
inline constexpr int kTagData = 1, kTagSenderSigns = 2, kTagReceiverSigns = 3;

struct Signature {
  std::uint64_t count;
  std::uint64_t scaled;
  std::uint64_t collectives;
  std::uint8_t what, type, reduction, reserved;
  std::int32_t root;

  // "all_reduce float32 x 4,096".
  std::string text(bool with_root, bool with_reduction) const;
};
static_assert(sizeof(Signature) == 32);

// Elements that one call of MPI moves at most.
std::size_t piece_limit() noexcept;
void set_piece_limit(std::size_t elements) noexcept;

class Operation {
 public:
  explicit Operation(const Wanted& wanted) : wanted_(wanted) {}

  bool is_collective() const noexcept { return wanted_.what < What::kSend; }
  const Wanted& wanted() const noexcept { return wanted_; }

  // All return MPI's result. Throw bad_alloc.
  int start_signatures(Channel& channel);
  // "" if they agree; else "rank 0 ..., rank 2 ...".
  std::string compare_signatures(const Channel& channel) const;
  // `alone`: nothing else runs on the communicator, so that a large one may go in steps.
  int start_data(Channel& channel, bool alone);
  // Steps that are still to be started, as others end.
  bool has_more_steps() const noexcept { return next_ < wanted_.count && in_steps_; }
  int start_steps(Channel& channel);
  // That MPI works on.
  std::size_t bytes_under_way() const noexcept { return bytes_under_way_; }
  // Whether all requests are done; `moved` if one of them became so.
  int test(Mpi& mpi, bool& done, bool& moved);
  void finish(const Channel& channel) noexcept;
  bool has_requests() const noexcept { return !requests_.empty(); }
  Signature signature(const Channel& channel) const noexcept;

 private:
  int start_reduction(Channel& channel);
  int start_all(Channel& channel);
  int start_piece(Channel& channel, std::size_t first, int some);
  int start_move(Channel& channel);
  int start_in_pieces(Channel& channel);
  int scaled_source(const Channel& channel, std::size_t elements, const void*& src, bool in_place);
  Request& request() { return requests_.emplace_back(); }
  std::byte* at(void* base, std::size_t elements) const noexcept {
    return static_cast<std::byte*>(base) + elements * size_of(wanted_.type);
  }
  const std::byte* at(const void* base, std::size_t elements) const noexcept {
    return static_cast<const std::byte*>(base) + elements * size_of(wanted_.type);
  }

  Wanted wanted_;
  bool in_steps_ = false;
  std::size_t next_ = 0;  // element of the next step
  std::size_t bytes_under_way_ = 0;
  const void* from_ = nullptr;  // of a reduction: the source, or the scaled one; NULL: in place
  Handle reduction_ = 0;
  std::vector<Request> requests_;
  std::vector<Signature> signatures_;     // of all ranks, or the peer's behind the own one
  std::unique_ptr<std::byte[]> scratch_;  // a scaled source
  std::unique_ptr<std::byte[]> result_;   // what goes to `dst` at the end
};

// The reduction's handle, made at its first use. On the progress thread.
int reduction_handle(Mpi& mpi, ncclDataType_t type, ncclRedOp_t reduction, Handle& handle);

}  // namespace gridcall::comm::mpi
