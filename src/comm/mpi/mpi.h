// SPDX-License-Identifier: Apache-2.0
//
// The part of MPI that the engine uses, in types that no MPI has: handles as numbers, requests as bytes.
// Three libraries of the same functions fill it, of which a process opens one (adapter.h).

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace gridcall::comm::mpi {

using Handle = std::uint64_t;  // a communicator, group, type or reduction

// Storage for a native MPI_Request.
struct Request {
  alignas(8) unsigned char bytes[8] = {};
};

enum class Element : std::uint8_t {
  kInt8,
  kUint8,
  kInt32,
  kUint32,
  kInt64,
  kUint64,
  kUint16,
  kFloat,
  kDouble,
};
inline constexpr int kElements = 9;

enum class BasicReduction : std::uint8_t { kSum, kProd, kMax, kMin };
inline constexpr int kBasicReductions = 4;

enum class ThreadLevel : std::uint8_t { kSingle, kFunneled, kSerialized, kMultiple };

using Combine = void (*)(void* in, void* inout, int* count, void* type);

// The functions return MPI's result; 0 is success.
class Mpi {
 public:
  static constexpr int kAnySource = -12345;
  static constexpr int kNoColor = -12346;

  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;

  virtual const char* abi() const noexcept = 0;
  virtual Handle world() const noexcept = 0;
  virtual void* in_place() const noexcept = 0;
  virtual Handle reduction(BasicReduction of) const noexcept = 0;

  virtual int initialized(bool& done) = 0;
  virtual int finalized(bool& done) = 0;
  virtual int init_thread(ThreadLevel wanted, ThreadLevel& given) = 0;
  virtual int query_thread(ThreadLevel& given) = 0;
  virtual int finalize() = 0;
  virtual int version(int& major, int& minor) = 0;
  virtual std::string library_version() = 0;
  virtual std::string error_text(int error) = 0;
  virtual bool is_truncation(int error) = 0;

  virtual int rank(Handle comm, int& rank) = 0;
  virtual int size(Handle comm, int& size) = 0;
  virtual int duplicate_begin(Handle comm, Request& request) = 0;  // duplicated() returns the result
  virtual Handle duplicated() const noexcept = 0;
  // All members call it, and no other ranks.
  virtual int create_group(Handle comm, const int* ranks, int count, int tag, Handle& made) = 0;
  virtual int split(Handle comm, int color, int key, Handle& made) = 0;
  virtual int free(Handle& comm) = 0;
  virtual int return_errors(Handle comm) = 0;
  virtual int create_reduction(Combine combine, Handle& made) = 0;

  // Only requests of receives are cancelled.
  virtual int cancel(Request& request) = 0;
  virtual int test(Request& request, bool& done, int& source) = 0;

  virtual int iallreduce(const void* src, void* dst, int count, Element type, Handle reduction, Handle comm,
                         Request& request) = 0;
  virtual int ireduce(const void* src, void* dst, int count, Element type, Handle reduction, int root,
                      Handle comm, Request& request) = 0;
  virtual int ireduce_scatter_block(const void* src, void* dst, int count, Element type, Handle reduction,
                                    Handle comm, Request& request) = 0;
  virtual int ibcast(void* bytes, int count, Element type, int root, Handle comm, Request& request) = 0;
  virtual int iallgather(const void* src, void* dst, int count, Element type, Handle comm,
                         Request& request) = 0;
  virtual int ialltoall(const void* src, void* dst, int count, Element type, Handle comm,
                        Request& request) = 0;
  virtual int igather(const void* src, void* dst, int count, Element type, int root, Handle comm,
                      Request& request) = 0;
  virtual int iscatter(const void* src, void* dst, int count, Element type, int root, Handle comm,
                       Request& request) = 0;
  virtual int isend(const void* src, int count, Element type, int peer, int tag, Handle comm,
                    Request& request) = 0;
  virtual int irecv(void* dst, int count, Element type, int peer, int tag, Handle comm, Request& request) = 0;
  virtual int ibarrier(Handle comm, Request& request) = 0;
  // `source`: the sender of a message that can be received.
  virtual int iprobe(int tag, Handle comm, bool& is_there, int& source) = 0;

 protected:
  Mpi() = default;
  ~Mpi() = default;
};

// Make the object for an opened library. NULL: `missing` names the function that the library lacks.
Mpi* make_open_mpi(void* library, std::string& missing);
Mpi* make_mpich(void* library, std::string& missing);
Mpi* make_standard(void* library, std::string& missing);

}  // namespace gridcall::comm::mpi
