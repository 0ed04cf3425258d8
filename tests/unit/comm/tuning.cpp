// SPDX-License-Identifier: Apache-2.0
//
// Open MPI's choice of an algorithm, over an MPI_T of our own: this program exports it.

#include "comm/mpi/tuning.h"

#include <dlfcn.h>

#include <cstring>
#include <vector>

#include "support/cmocka.h"

using gridcall::comm::mpi::RingOfTwo;

namespace {

constexpr int kOwnChoice = 0, kRing = 1;
int value = kOwnChoice;
std::vector<int> written;
bool is_refused = false;

void two_ranks_take_the_ring(void**) {
  {
    const RingOfTwo ring(2);
    assert_int_equal(value, kRing);
  }
  assert_int_equal(value, kOwnChoice);
}

void more_ranks_are_left_alone(void**) {
  for (const int ranks : {1, 3, 8}) {
    const RingOfTwo ring(ranks);
    assert_int_equal(value, kOwnChoice);
  }
  assert_true(written.empty());
}

void the_users_choice_stays(void**) {
  for (const int choice : {kRing, 2, 3}) {
    value = choice;
    {
      const RingOfTwo ring(2);
      assert_int_equal(value, choice);
    }
    assert_int_equal(value, choice);
  }
  assert_true(written.empty());
}

void a_refused_write_is_not_undone(void**) {
  is_refused = true;
  {
    const RingOfTwo ring(2);
  }
  assert_true(written.empty());
}

int start(void**) {
  value = kOwnChoice;
  written.clear();
  is_refused = false;
  return 0;
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): MPI's names
#define EXPORT extern "C" [[gnu::visibility("default")]]
EXPORT int ompi_mpi_comm_world;
int ompi_mpi_comm_world = 0;

EXPORT int MPI_T_init_thread(int, int* given) {
  *given = 3;
  return 0;
}

EXPORT int MPI_T_cvar_get_index(const char* name, int* index) {
  *index = 7;
  return std::strcmp(name, "coll_libnbc_iallreduce_algorithm") == 0 ? 0 : 1;
}

EXPORT int MPI_T_cvar_handle_alloc(int index, void*, void** handle, int* count) {
  *handle = &value;
  *count = 1;
  return index == 7 ? 0 : 1;
}

EXPORT int MPI_T_cvar_read(void* handle, void* read) {
  *static_cast<int*>(read) = *static_cast<int*>(handle);
  return 0;
}

EXPORT int MPI_T_cvar_write(void* handle, const void* from) {
  if (is_refused) return 1;
  *static_cast<int*>(handle) = *static_cast<const int*>(from);
  written.push_back(value);
  return 0;
}
// NOLINTEND(readability-identifier-naming)

int main() {
  RingOfTwo::find(dlopen(nullptr, RTLD_NOW));
  const CMUnitTest tests[] = {
      cmocka_unit_test_setup(two_ranks_take_the_ring, start),
      cmocka_unit_test_setup(more_ranks_are_left_alone, start),
      cmocka_unit_test_setup(the_users_choice_stays, start),
      cmocka_unit_test_setup(a_refused_write_is_not_undone, start),
  };
  return cmocka_run_group_tests_name("comm_tuning", tests, nullptr, nullptr);
}
