// SPDX-License-Identifier: Apache-2.0
//
// Ranks in a ring: each sends its number to the next one, then all sum up. Alone it is a ring of one rank;
// `mpirun -n 4 ring ranks` makes one of four, srun and torchrun likewise.

#include <gridcall/preview.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kCount = 1024, kBytes = kCount * sizeof(int32_t) };

static void check(gc_status status, gc_error** error) {
  if (status == GRIDCALL_OK) return;
  fprintf(stderr, "%s\n", gc_error_text(*error));
  exit(1);
}
#define CHECK(call) check(call, &error)

int main(int argc, char** argv) {
  (void)argv;
  gc_error* error = NULL;
  gc_context* context = NULL;
  gc_comm* comm = NULL;
  gc_mem *mine = NULL, *received = NULL;
  if (argc > 1) {
    // Each rank of a machine takes a GPU of its own.
    CHECK(gc_comm_from_environment(NULL, NULL, &comm, &error));
    CHECK(gc_handle_get_context(comm, &context, &error));
  } else {
    CHECK(gc_context_get_default(&context, &error));
    CHECK(gc_comm_create(context, NULL, 0, 0, 1, NULL, &comm, &error));
  }
  uint64_t rank = 0, count = 0;
  CHECK(gc_comm_get_attribute(comm, GRIDCALL_COMM_ATTRIBUTE_RANK, &rank, &error));
  CHECK(gc_comm_get_attribute(comm, GRIDCALL_COMM_ATTRIBUTE_COUNT, &count, &error));
  CHECK(gc_mem_alloc(context, kBytes, &mine, &error));
  CHECK(gc_mem_alloc(context, kBytes, &received, &error));
  CHECK(gc_memset(mine, 0, &(uint32_t){(uint32_t)rank + 1}, 4, kCount, NULL, &error));

  // Both directions in one call: a rank that first sent and then received would wait for itself.
  gc_comm_op ops[2] = {
      {.operation = GRIDCALL_COMM_OPERATION_SEND, .peer = (uint32_t)((rank + 1) % count), .src = mine},
      {.operation = GRIDCALL_COMM_OPERATION_RECV,
       .peer = (uint32_t)((rank + count - 1) % count),
       .dst = received}};
  for (int i = 0; i < 2; i++) {
    ops[i].scalar_type = GRIDCALL_SCALAR_TYPE_INT32;
    ops[i].count = kCount;
    ops[i].comm = comm;
  }
  CHECK(gc_comm_launch_group(ops, 2, &error));
  int32_t number = 0;
  CHECK(gc_memcpy_dtoh(&number, received, kBytes - sizeof number, sizeof number, NULL, &error));
  if (rank == 0) printf("ring of %d: rank 0 received %d\n", (int)count, (int)number);

  CHECK(gc_comm_all_reduce(comm, mine, 0, mine, 0, kCount, GRIDCALL_SCALAR_TYPE_INT32,
                           GRIDCALL_COMM_REDUCTION_SUM, NULL, &error));
  CHECK(gc_memcpy_dtoh(&number, mine, kBytes - sizeof number, sizeof number, NULL, &error));
  if (rank == 0) printf("the sum is %d\n", (int)number);

  int32_t done = 0;
  CHECK(gc_comm_finalize(comm, 0, &done, &error));
  gc_comm_release(comm);
  gc_mem_release(mine);
  gc_mem_release(received);
  gc_context_release(context);
  return 0;
}
