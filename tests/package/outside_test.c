/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of an outside project. With an argument one of them leaves a handle, which must not pass. */
#include <gridcall/cmocka.h>

static int leaves;

static void fills(void** state) {
  const gridcall_test* test = (const gridcall_test*)*state;
  gc_mem* mem = NULL;
  unsigned char got[64];
  GRIDCALL_MUST(gc_mem_alloc, test->context, sizeof got, &mem);
  GRIDCALL_MUST(gc_memset, mem, 0, "\7", 1, sizeof got, NULL);
  GRIDCALL_MUST(gc_memcpy_dtoh, got, mem, 0, sizeof got, NULL);
  assert_int_equal(got[63], 7);
  GRIDCALL_MUST_FAIL(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_mem_alloc, test->context, 0, &mem);
  if (!leaves) gc_mem_release(mem);
}

int main(int argc, char** argv) {
  const struct CMUnitTest tests[] = {GRIDCALL_CUDA_TEST(fills)};
  (void)argv;
  leaves = argc > 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
