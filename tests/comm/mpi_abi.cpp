// SPDX-License-Identifier: Apache-2.0
//
// Our constants and sizes of an ABI beside those of the mpi.h with which this is compiled.

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

#if defined(OPEN_MPI)
#include <dlfcn.h>

#include "comm/mpi/open_mpi.h"
using Abi = gridcall::comm::mpi::OpenMpiAbi;
#elif defined(MPICH_VERSION)
#include "comm/mpi/mpich.h"
using Abi = gridcall::comm::mpi::MpichAbi;
#else
#include "comm/mpi/standard.h"
using Abi = gridcall::comm::mpi::StandardAbi;
#endif

static_assert(sizeof(Abi::Comm) == sizeof(MPI_Comm) && sizeof(Abi::Datatype) == sizeof(MPI_Datatype));
static_assert(sizeof(Abi::Op) == sizeof(MPI_Op) && sizeof(Abi::Group) == sizeof(MPI_Group));
static_assert(sizeof(Abi::Errhandler) == sizeof(MPI_Errhandler) &&
              sizeof(Abi::Request) == sizeof(MPI_Request));
static_assert(sizeof(Abi::Status) == sizeof(MPI_Status));
static_assert(offsetof(Abi::Status, source) == offsetof(MPI_Status, MPI_SOURCE));
static_assert(offsetof(Abi::Status, tag) == offsetof(MPI_Status, MPI_TAG));
static_assert(offsetof(Abi::Status, error) == offsetof(MPI_Status, MPI_ERROR));
static_assert(Abi::kAnySource == MPI_ANY_SOURCE && Abi::kUndefined == MPI_UNDEFINED);
static_assert(Abi::kErrTruncate == MPI_ERR_TRUNCATE && MPI_SUCCESS == 0);
static_assert(MPI_MAX_LIBRARY_VERSION_STRING <= 8192 && MPI_MAX_ERROR_STRING <= 1024);

namespace {

int wrong = 0;

template <class A, class B>
void same(const char* name, A ours, B theirs) {
  static_assert(sizeof(A) == sizeof(B));
  if (std::memcmp(&ours, &theirs, sizeof ours) == 0) return;
  std::printf("%s differs\n", name);
  ++wrong;
}

}  // namespace

int main() {
  Abi::Constants constants;
#if defined(OPEN_MPI)
  void* const all = dlopen(nullptr, RTLD_NOW);
  constants.find([all](const char* name) { return dlsym(all, name); });
#else
  constants.find([](const char*) -> void* { return nullptr; });
#endif
  same("MPI_COMM_WORLD", constants.world, MPI_COMM_WORLD);
  same("MPI_ERRORS_RETURN", constants.errors_return, MPI_ERRORS_RETURN);
  const MPI_Datatype types[] = {MPI_INT8_T,   MPI_UINT8_T,  MPI_INT32_T, MPI_UINT32_T, MPI_INT64_T,
                                MPI_UINT64_T, MPI_UINT16_T, MPI_FLOAT,   MPI_DOUBLE};
  for (int i = 0; i < 9; ++i) same("a type", constants.types[i], types[i]);
  const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN};
  for (int i = 0; i < 4; ++i) same("a reduction", constants.ops[i], ops[i]);
  same("MPI_IN_PLACE", reinterpret_cast<void*>(Abi::kInPlace), MPI_IN_PLACE);
  const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE};
  for (int i = 0; i < 4; ++i) same("a thread level", Abi::kThreads[i], levels[i]);
  return wrong == 0 ? 0 : 1;
}
