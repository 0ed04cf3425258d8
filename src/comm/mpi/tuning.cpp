// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/tuning.h"

#include <dlfcn.h>

namespace gridcall::comm::mpi {

namespace {

constexpr char kVariable[] = "coll_libnbc_iallreduce_algorithm";
constexpr int kOwnChoice = 0, kRing = 1;
constexpr int kThreadMultiple = 3;

// The tool information interface of MPI 4.0, section 15.3. An MPI_T handle is a pointer in Open MPI.
struct Variable {
  int (*read)(void*, void*) = nullptr;
  int (*write)(void*, const void*) = nullptr;
  void* handle = nullptr;  // nullptr if there is no such variable
};
constinit Variable variable;

template <class Function>
bool find_function(void* library, const char* name, Function*& function) noexcept {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace

void RingOfTwo::find(void* library) noexcept {
  int (*init)(int, int*) = nullptr;
  int (*find_index)(const char*, int*) = nullptr;
  int (*make_handle)(int, void*, void**, int*) = nullptr;
  if (!::dlsym(library, "ompi_mpi_comm_world") || !find_function(library, "MPI_T_init_thread", init) ||
      !find_function(library, "MPI_T_cvar_get_index", find_index) ||
      !find_function(library, "MPI_T_cvar_handle_alloc", make_handle) ||
      !find_function(library, "MPI_T_cvar_read", variable.read) ||
      !find_function(library, "MPI_T_cvar_write", variable.write))
    return;
  // The interface stays initialized and the handle allocated until the process ends.
  int given = 0, index = 0, count = 0;
  void* handle = nullptr;
  if (init(kThreadMultiple, &given) != 0 || find_index(kVariable, &index) != 0 ||
      make_handle(index, nullptr, &handle, &count) != 0 || count != 1)
    return;
  variable.handle = handle;
}

RingOfTwo::RingOfTwo(int ranks) noexcept {
  if (ranks != 2 || !variable.handle) return;
  int chosen = kRing;
  is_chosen_ = variable.read(variable.handle, &chosen) == 0 && chosen == kOwnChoice &&
               variable.write(variable.handle, &kRing) == 0;
}

RingOfTwo::~RingOfTwo() {
  if (is_chosen_) variable.write(variable.handle, &kOwnChoice);
}

}  // namespace gridcall::comm::mpi
