// SPDX-License-Identifier: Apache-2.0
//
// One collective, send or receive: the arguments of the call, its signature, and its requests of MPI. All but
// the constructor belongs to the progress thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "comm/mpi/element.h"
#include "comm/mpi/mpi.h"
#include "comm/nccl_types.h"
#include "comm/signature.h"

namespace gridcall::comm::mpi {

// A factor for each element before the sum (ncclRedOpCreatePreMulSum).
struct ScaledSum {
  bool is_used = false;
  // The device address, which is read when the operation starts; NULL: `bits` has the factor.
  const void* device = nullptr;
  std::uint64_t bits = 0;
};

// The arguments of a call of NCCL.
struct Arguments {
  CommOperation operation{};
  ncclDataType_t type{};
  ncclRedOp_t reduction = ncclSum;  // ncclSum for a reduction with a number of its own, which `scaled` has
  ScaledSum scaled;
  int root = 0;  // the root or the peer
  const void* src = nullptr;
  void* dst = nullptr;
  std::size_t count = 0;
  driver::CUstream stream = nullptr;
};

// A communicator of MPI and the state that its operations use.
struct Channel {
  Mpi* mpi = nullptr;
  Handle comm = 0;
  int rank = 0;
  int count = 0;
  // The number of started collectives, which signatures of sends and receives contain.
  std::uint64_t collectives = 0;
};

// The tags on a communicator.
inline constexpr int kTagData = 1, kTagSenderSigns = 2, kTagReceiverSigns = 3;
// The end of texts about calls that differ.
inline constexpr const char* kCallAlike = ": no data was moved; make all ranks call alike";

// Returns the largest number of elements that one call of MPI moves.
std::size_t piece_limit() noexcept;
void set_piece_limit(std::size_t elements) noexcept;

class Operation {
 public:
  explicit Operation(const Arguments& arguments) : args_(arguments) {}

  const OperationKind& kind() const noexcept { return kind_of(args_.operation); }
  bool is_collective() const noexcept { return !kind().is_exchange(); }
  const Arguments& arguments() const noexcept { return args_; }

  // These return MPI's result and throw bad_alloc.
  int start_signatures(Channel& channel);
  // Returns "" if the signatures agree, else "rank 0 calls ..., rank 2 calls ...".
  std::string compare_signatures(const Channel& channel) const;
  // `alone`: no other operation runs on the communicator, so a large one may go in steps.
  int start_data(Channel& channel, bool alone);
  // Returns true if steps are left, which start when others end.
  bool has_more_steps() const noexcept { return next_ < args_.count && in_steps_; }
  int start_steps(Channel& channel);
  // Returns the bytes that MPI works on.
  std::size_t bytes_under_way() const noexcept { return bytes_under_way_; }
  // Sets `done` if all requests are done, and `moved` if one of them became so.
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
    return static_cast<std::byte*>(base) + elements * size_of(args_.type);
  }
  const std::byte* at(const void* base, std::size_t elements) const noexcept {
    return static_cast<const std::byte*>(base) + elements * size_of(args_.type);
  }

  Arguments args_;
  bool in_steps_ = false;
  std::size_t next_ = 0;  // the first element of the next step
  std::size_t bytes_under_way_ = 0;
  const void* from_ = nullptr;  // the source of a reduction, scaled or not; NULL: in place
  Handle reduction_ = 0;
  std::vector<Request> requests_;
  std::vector<Signature> signatures_;     // those of all ranks, or the own one and the peer's
  std::unique_ptr<std::byte[]> scratch_;  // a scaled source
  std::unique_ptr<std::byte[]> result_;   // goes to `dst` at the end
};

// Makes the reduction's handle at its first use, on the progress thread.
int reduction_handle(Mpi& mpi, ncclDataType_t type, ncclRedOp_t reduction, Handle& handle);

}  // namespace gridcall::comm::mpi
