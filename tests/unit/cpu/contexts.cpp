// SPDX-License-Identifier: Apache-2.0
//
// Several contexts of the CPU device: what each owns, what destroying one does, and what a thread has
// current.

#include <unistd.h>

#include <thread>

#include "harness.h"

namespace {

using namespace harness;

CUcontext make_context(unsigned flags = 0) {
  CUcontext made = nullptr;
  assert_int_equal(cu.cuCtxCreate(&made, flags, 0), 0);
  return made;
}
CUcontext current() {
  CUcontext now = nullptr;
  assert_int_equal(cu.cuCtxGetCurrent(&now), 0);
  return now;
}
bool is_memory(CUdeviceptr address) {
  unsigned type = 0;
  return cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) == 0;
}
CUcontext owner_of(CUdeviceptr address) {
  CUcontext owner = nullptr;
  assert_int_equal(cu.cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, address), 0);
  return owner;
}

void test_create_and_destroy(void**) {
  const CUcontext primary = current();
  CUcontext none = nullptr;
  for (const unsigned wrong : {3u, 5u, 6u, 7u, 32u, ~0u})
    assert_int_equal(cu.cuCtxCreate(&none, wrong, 0), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuCtxCreate(&none, 0, 1), CUDA_ERROR_INVALID_DEVICE);
  const CUcontext made = make_context(CU_CTX_SCHED_BLOCKING_SYNC | CU_CTX_MAP_HOST);
  assert_ptr_equal(current(), made);  // pushed, as CUDA does
  unsigned flags = 0, version = 0;
  uint64_t id = 0, other_id = 0;
  assert_int_equal(cu.cuCtxGetFlags(&flags), 0);
  assert_int_equal(flags, CU_CTX_SCHED_BLOCKING_SYNC | CU_CTX_MAP_HOST);
  assert_int_equal(cu.cuCtxGetApiVersion(made, &version), 0);
  assert_int_equal(version, 3020);
  assert_int_equal(cu.cuCtxGetId(made, &id), 0);
  assert_int_equal(cu.cuCtxGetId(primary, &other_id), 0);
  assert_true(id != other_id);
  assert_int_equal(cu.cuCtxDestroy(made), 0);  // and popped
  assert_ptr_equal(current(), primary);
  // The handle stays invalid, even after another context takes its slot.
  const CUcontext again = make_context();
  assert_ptr_not_equal(again, made);
  for (const CUcontext stale : {made, static_cast<CUcontext>(nullptr), reinterpret_cast<CUcontext>(&none)}) {
    assert_int_equal(cu.cuCtxPushCurrent(stale), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cu.cuCtxDestroy(stale), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cu.cuCtxGetId(stale, &id), CUDA_ERROR_INVALID_CONTEXT);
  }
  assert_int_equal(cu.cuCtxDestroy(primary), CUDA_ERROR_INVALID_CONTEXT);
  assert_int_equal(cu.cuCtxDestroy(again), 0);
}

// Memory, streams, events and modules go with their context, and with no other.
void test_destroy_frees(void**) {
  const CUdeviceptr kept = alloc(4096, 7);
  const CUmodule kept_module = load("basic");
  const CUcontext other = make_context();
  const CUdeviceptr others = alloc(4096, 3);
  const CUcontext made = make_context();
  CUdeviceptr memory[600];  // more than are freed at a time
  for (CUdeviceptr& each : memory) assert_int_equal(cu.cuMemAlloc(&each, 1000), 0);
  CUdeviceptr large = 0;
  void* host = nullptr;
  CUstream stream = nullptr;
  CUevent event = nullptr;
  assert_int_equal(cu.cuMemAlloc(&large, 4 << 20), 0);
  assert_int_equal(cu.cuMemHostAlloc(&host, 5000, 0), 0);
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, 0, 0), 0);
  assert_int_equal(cu.cuEventCreate(&event, 0), 0);
  const CUmodule module = load("basic");
  const CUfunction kernel = function(module, "wait_for_host");
  assert_ptr_equal(owner_of(large), made);
  assert_ptr_equal(owner_of(others), other);
  assert_int_equal(cu.cuMemsetD8Async(large, 1, 4 << 20, stream), 0);
  assert_int_equal(cu.cuCtxDestroy(made), 0);
  assert_false(is_memory(large) || is_memory(reinterpret_cast<uintptr_t>(host)));
  for (const CUdeviceptr each : memory) assert_false(is_memory(each));
  // In the other context its handles are none, and what was there is as it was.
  assert_ptr_equal(current(), other);
  assert_int_equal(cu.cuStreamQuery(stream), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cu.cuEventQuery(event), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(cu.cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(launch(kernel, 1, 1, nullptr, others), CUDA_ERROR_INVALID_HANDLE);
  assert_int_equal(fetch<unsigned char>(others, 1)[0], 3);
  assert_int_equal(cu.cuCtxDestroy(other), 0);
  assert_false(is_memory(others));
  assert_int_equal(fetch<unsigned char>(kept, 1)[0], 7);
  assert_int_equal(cu.cuModuleUnload(kept_module), 0);
  assert_int_equal(cu.cuMemFree(kept), 0);
}

void test_destroy_waits(void**) {
  CUdeviceptr gate = alloc(4);
  const CUcontext made = make_context();
  const CUmodule module = load("basic");
  assert_int_equal(launch(function(module, "wait_for_host"), 1, 1, nullptr, gate), 0);
  std::thread opener([gate] {
    usleep(50000);
    __atomic_store_n(reinterpret_cast<uint32_t*>(gate), 1, __ATOMIC_SEQ_CST);
  });
  // Meanwhile other contexts come and go.
  std::thread others([] {
    for (int i = 0; i < 20; ++i) {
      CUcontext passing = nullptr;
      if (cu.cuCtxCreate(&passing, 0, 0) != 0 || cu.cuCtxDestroy(passing) != 0) abort();
    }
  });
  assert_int_equal(cu.cuCtxDestroy(made), 0);
  assert_int_equal(__atomic_load_n(reinterpret_cast<uint32_t*>(gate), __ATOMIC_SEQ_CST), 1);
  opener.join();
  others.join();
  assert_int_equal(cu.cuMemFree(gate), 0);
}

// One that another thread destroyed stays current, and refuses.
void test_destroyed_while_current(void**) {
  const CUcontext primary = current(), made = make_context();
  std::thread([made] {
    if (cu.cuCtxDestroy(made) != 0) abort();
  }).join();
  CUdeviceptr none = 0;
  assert_int_equal(cu.cuMemAlloc(&none, 4), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  assert_ptr_equal(current(), made);
  const CUcontext again = make_context();  // in its place
  assert_int_equal(cu.cuMemAlloc(&none, 4), 0);
  CUcontext popped = nullptr;
  assert_int_equal(cu.cuCtxPopCurrent(&popped), 0);
  assert_ptr_equal(popped, again);
  assert_int_equal(cu.cuMemAlloc(&none, 4), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  assert_int_equal(cu.cuCtxPopCurrent(&popped), 0);
  assert_ptr_equal(popped, made);
  assert_ptr_equal(current(), primary);
  assert_int_equal(cu.cuCtxDestroy(again), 0);
}

void test_stack(void**) {
  const CUcontext primary = current(), a = make_context(), b = make_context();
  CUcontext popped = nullptr;
  for (int i = 0; i < 300; ++i) {
    assert_int_equal(cu.cuCtxPushCurrent(i % 3 == 0 ? a : i % 3 == 1 ? b : primary), 0);
    if (i % 5 == 0) assert_int_equal(cu.cuCtxPushCurrent(b), 0);
  }
  for (int i = 299; i >= 0; --i) {
    if (i % 5 == 0) {
      assert_int_equal(cu.cuCtxPopCurrent(&popped), 0);
      assert_ptr_equal(popped, b);
    }
    assert_int_equal(cu.cuCtxPopCurrent(&popped), 0);
    assert_ptr_equal(popped, i % 3 == 0 ? a : i % 3 == 1 ? b : primary);
  }
  assert_ptr_equal(current(), b);
  assert_int_equal(cu.cuCtxSetCurrent(a), 0);
  assert_int_equal(cu.cuCtxPopCurrent(&popped), 0);
  assert_ptr_equal(popped, a);
  assert_ptr_equal(current(), a);  // the one that cuCtxCreate pushed first
  assert_int_equal(cu.cuCtxDestroy(a), 0);
  assert_int_equal(cu.cuCtxDestroy(b), 0);
  assert_ptr_equal(current(), primary);
}

void test_limits(void**) {
  const CUcontext made = make_context();
  size_t stack = 0, value = 0;
  assert_int_equal(cu.cuCtxGetLimit(&stack, CU_LIMIT_STACK_SIZE), 0);
  // Never less than the default, never other than a power of two of it, and not beyond what a block can have.
  assert_int_equal(cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1), 0);
  assert_int_equal(cu.cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE), 0);
  assert_int_equal(value, stack);
  assert_int_equal(cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 3 * stack), 0);
  assert_int_equal(cu.cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE), 0);
  assert_int_equal(value, 4 * stack);
  assert_int_equal(cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, ~size_t{0}), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 1), 0);
  assert_int_equal(cu.cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE), 0);
  assert_int_equal(value, 4096);
  assert_int_equal(cu.cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, ~size_t{0}), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuCtxSetLimit(CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 129), CUDA_ERROR_INVALID_VALUE);
  // As an H200's driver returns: limits that CUDA has, and numbers that it does not know.
  for (const int none : {3, 4, 6, 7, -1, 10, 4242}) {
    const int wanted = none >= 0 && none < 10 ? CUDA_ERROR_UNSUPPORTED_LIMIT : CUDA_ERROR_INVALID_VALUE;
    assert_int_equal(cu.cuCtxGetLimit(&value, static_cast<CUlimit>(none)), wanted);
    assert_int_equal(cu.cuCtxSetLimit(static_cast<CUlimit>(none), 1), wanted);
  }
  assert_int_equal(cu.cuCtxSetCacheConfig(static_cast<CUfunc_cache>(4)), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuCtxSetSharedMemConfig(static_cast<CUsharedconfig>(3)), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuCtxDestroy(made), 0);
  // The next one begins with the defaults.
  const CUcontext next = make_context();
  assert_int_equal(cu.cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE), 0);
  assert_int_equal(value, stack);
  assert_int_equal(cu.cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE), 0);
  assert_true(value > 4096);
  assert_int_equal(cu.cuCtxDestroy(next), 0);
}

// Last: the primary context ends while another one lives, which keeps what it has.
void test_primary_ends_first(void**) {
  const CUdeviceptr primarys = alloc(4096, 1);
  const CUcontext primary = current(), made = make_context();
  const CUdeviceptr its = alloc(4096, 9);
  assert_int_equal(cu.cuDevicePrimaryCtxRelease(0), 0);
  unsigned flags = 0;
  int active = 1;
  assert_int_equal(cu.cuDevicePrimaryCtxGetState(0, &flags, &active), 0);
  assert_int_equal(active, 0);
  assert_false(is_memory(primarys));
  assert_int_equal(fetch<unsigned char>(its, 1)[0], 9);
  assert_int_equal(cu.cuCtxDestroy(made), 0);
  assert_ptr_equal(current(), primary);
  CUdeviceptr none = 0;
  assert_int_equal(cu.cuMemAlloc(&none, 4), CUDA_ERROR_CONTEXT_IS_DESTROYED);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(test_create_and_destroy),
      cmocka_unit_test(test_destroy_frees),
      cmocka_unit_test(test_destroy_waits),
      cmocka_unit_test(test_destroyed_while_current),
      cmocka_unit_test(test_stack),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_primary_ends_first),
  };
  return cmocka_run_group_tests_name("cpu_contexts", tests, open_driver, nullptr);
}
