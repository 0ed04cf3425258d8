// SPDX-License-Identifier: Apache-2.0
//
// Pitched, managed and registered memory of the CPU device, with a GPU's answers.

#include <sys/mman.h>

#include <random>

#include "harness.h"

using namespace harness;

namespace {

void pitched(void**) {
  CUdeviceptr address = 0;
  size_t pitch = 0;
  for (const unsigned element : {4u, 8u, 16u}) {
    for (const size_t row : {size_t{1}, size_t{512}, size_t{513}, size_t{5000}}) {
      assert_int_equal(cu.cuMemAllocPitch(&address, &pitch, row, 7, element), 0);
      assert_int_equal(pitch, (row + 511) / 512 * 512);
      assert_int_equal(cu.cuMemsetD8(address, 1, pitch * 7), 0);
      assert_int_equal(cu.cuMemsetD8(address, 1, pitch * 7 + 1), CUDA_ERROR_INVALID_VALUE);
      assert_int_equal(cu.cuMemFree(address), 0);
    }
  }
  for (const unsigned element : {0u, 1u, 2u, 3u, 32u})
    assert_int_equal(cu.cuMemAllocPitch(&address, &pitch, 64, 7, element), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAllocPitch(&address, &pitch, 0, 7, 4), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAllocPitch(&address, &pitch, 64, 0, 4), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAllocPitch(&address, &pitch, SIZE_MAX, 1, 4), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAllocPitch(&address, &pitch, SIZE_MAX / 4, 8, 4), CUDA_ERROR_OUT_OF_MEMORY);
  assert_int_equal(cu.cuMemAllocPitch(nullptr, &pitch, 64, 7, 4), CUDA_ERROR_INVALID_VALUE);
}

void registered(void**) {
  static unsigned char memory[10000];
  unsigned char* const begin = memory + 1;
  assert_int_equal(cu.cuMemHostUnregister(begin), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  assert_int_equal(cu.cuMemHostRegister(begin, 5000, CU_MEMHOSTREGISTER_READ_ONLY), 0);
  assert_int_equal(cu.cuMemHostRegister(begin, 5000, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_int_equal(cu.cuMemHostRegister(begin + 100, 10, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_int_equal(cu.cuMemHostRegister(memory, 2, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_int_equal(cu.cuMemHostRegister(begin + 4999, 100, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_int_equal(cu.cuMemHostRegister(memory, sizeof memory, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  assert_int_equal(cu.cuMemHostRegister(memory, 1, 0), 0);
  assert_int_equal(cu.cuMemHostRegister(begin + 5000, 100, 0), 0);
  CUdeviceptr device = 0;
  assert_int_equal(cu.cuMemHostGetDevicePointer(&device, begin + 10, 0), 0);
  assert_int_equal(device, reinterpret_cast<uintptr_t>(begin + 10));
  unsigned flags = 0;
  assert_int_equal(cu.cuMemHostGetFlags(&flags, begin + 4999), 0);
  assert_int_equal(flags, 3);
  unsigned type = 0;
  assert_int_equal(cu.cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, device), 0);
  assert_int_equal(type, CU_MEMORYTYPE_HOST);
  // The device copies and fills it.
  assert_int_equal(cu.cuMemsetD8(reinterpret_cast<uintptr_t>(begin), 7, 5000), 0);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
  assert_int_equal(begin[0], 7);
  assert_int_equal(begin[4999], 7);
  assert_int_equal(begin[5000], 0);
  assert_int_equal(cu.cuMemHostUnregister(begin + 1), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  assert_int_equal(cu.cuMemFreeHost(begin), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemHostUnregister(begin), 0);
  assert_int_equal(cu.cuMemHostUnregister(begin), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  // It works without it too: what the host has mapped may be wrapped.
  assert_int_equal(cu.cuMemsetD8(reinterpret_cast<uintptr_t>(begin), 8, 16), 0);
  assert_int_equal(cu.cuCtxSynchronize(), 0);
  assert_int_equal(begin[15], 8);
  assert_int_equal(cu.cuMemHostUnregister(memory), 0);
  assert_int_equal(cu.cuMemHostUnregister(begin + 5000), 0);

  assert_int_equal(cu.cuMemHostRegister(begin, 0, 0), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemHostRegister(begin, 16, 16), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemHostRegister(begin, SIZE_MAX, 0), CUDA_ERROR_INVALID_VALUE);
  void* const hole = mmap(nullptr, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(static_cast<char*>(hole) + 4096, 4096);
  assert_int_equal(cu.cuMemHostRegister(hole, 3 * 4096, 0), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemHostRegister(hole, 4096, 0), 0);
  assert_int_equal(cu.cuMemHostUnregister(hole), 0);
  munmap(hole, 4096);
  munmap(static_cast<char*>(hole) + 8192, 4096);

  // Memory of the driver is page-locked or none of the host's.
  for (const size_t bytes : {size_t{64}, size_t{1} << 20}) {
    void* host = nullptr;
    CUdeviceptr own = 0, managed = 0;
    assert_int_equal(cu.cuMemHostAlloc(&host, bytes, 0), 0);
    assert_int_equal(cu.cuMemAlloc(&own, bytes), 0);
    assert_int_equal(cu.cuMemAllocManaged(&managed, bytes, CU_MEM_ATTACH_GLOBAL), 0);
    assert_int_equal(cu.cuMemHostRegister(host, 64, 0), CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    assert_int_equal(cu.cuMemHostRegister(reinterpret_cast<void*>(own), 64, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemHostRegister(reinterpret_cast<void*>(managed), 64, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemHostGetFlags(&flags, host), 0);
    assert_int_equal(cu.cuMemHostGetFlags(&flags, reinterpret_cast<void*>(own)), CUDA_ERROR_INVALID_VALUE);
    cu.cuMemFreeHost(host);
    cu.cuMemFree(own);
    cu.cuMemFree(managed);
  }
}

void managed(void**) {
  CUdeviceptr address = 0;
  CUstream stream = nullptr;
  assert_int_equal(cu.cuStreamCreateWithPriority(&stream, 0, 0), 0);
  for (const size_t bytes : {size_t{100}, size_t{1} << 20}) {
    assert_int_equal(cu.cuMemAllocManaged(&address, bytes, CU_MEM_ATTACH_HOST), 0);
    int is_managed = 0;
    void* host = nullptr;
    assert_int_equal(cu.cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address + 1), 0);
    assert_int_equal(is_managed, 1);
    assert_int_equal(cu.cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, address), 0);
    assert_ptr_equal(host, reinterpret_cast<void*>(address));
    std::memset(host, 1, bytes);
    // As measured on an H200 (attach to a stream of its own wants one, and all of the memory).
    assert_int_equal(cu.cuStreamAttachMemAsync(nullptr, address, 0, CU_MEM_ATTACH_GLOBAL), 0);
    assert_int_equal(cu.cuStreamAttachMemAsync(nullptr, address, bytes, CU_MEM_ATTACH_HOST), 0);
    assert_int_equal(cu.cuStreamAttachMemAsync(stream, address, 0, CU_MEM_ATTACH_SINGLE), 0);
    assert_int_equal(cu.cuStreamAttachMemAsync(nullptr, address, 0, CU_MEM_ATTACH_SINGLE),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuStreamAttachMemAsync(stream, address, 50, CU_MEM_ATTACH_HOST),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuStreamAttachMemAsync(stream, address + 1, 0, CU_MEM_ATTACH_HOST),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuStreamAttachMemAsync(stream, address, 0, 3), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemPrefetchAsync(address, bytes, 0, stream), 0);
    assert_int_equal(cu.cuMemPrefetchAsync(address, bytes, CU_DEVICE_CPU, nullptr), 0);
    assert_int_equal(cu.cuMemPrefetchAsync(address, bytes + 1, 0, stream), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemPrefetchAsync(address, bytes, 1, stream), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cu.cuMemFreeHost(reinterpret_cast<void*>(address)), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemFree(address + 1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemFree(address), 0);
    assert_int_equal(cu.cuMemFree(address), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemPrefetchAsync(address, 1, 0, stream), CUDA_ERROR_INVALID_VALUE);
  }
  // Page-locked memory that lies where managed memory was is page-locked.
  void* host = nullptr;
  int is_managed = 1;
  assert_int_equal(cu.cuMemHostAlloc(&host, 100, 0), 0);
  const auto at = reinterpret_cast<uintptr_t>(host);
  assert_int_equal(cu.cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, at), 0);
  assert_int_equal(is_managed, 0);
  assert_int_equal(cu.cuMemFreeHost(host), 0);
  assert_int_equal(cu.cuMemAllocManaged(&address, 64, CU_MEM_ATTACH_SINGLE), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAllocManaged(&address, 64, 0), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAllocManaged(&address, 0, CU_MEM_ATTACH_GLOBAL), CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuStreamDestroy(stream), 0);
}

// Advice of random ranges is compared with one value for each byte.
void advice(void**) {
  constexpr size_t kBytes = 256;
  CUdeviceptr address = 0;
  assert_int_equal(cu.cuMemAllocManaged(&address, kBytes, CU_MEM_ATTACH_GLOBAL), 0);
  int read_mostly[kBytes] = {}, preferred[kBytes];
  for (int& each : preferred) each = CU_DEVICE_INVALID;
  std::mt19937 random(1);
  const auto below = [&](size_t n) { return static_cast<size_t>(random()) % n; };
  for (int i = 0; i < 20000; ++i) {
    const size_t begin = below(kBytes), bytes = 1 + below(kBytes - begin);
    const auto what = static_cast<CUmem_advise>(1 + below(6));
    const CUdevice device = below(2) == 0 ? 0 : CU_DEVICE_CPU;
    assert_int_equal(cu.cuMemAdvise(address + begin, bytes, what, device), 0);
    for (size_t j = begin; j < begin + bytes; ++j) {
      if (what <= 2) read_mostly[j] = what == 1 ? 1 : 0;
      if (what == 3) preferred[j] = device;
      if (what == 4) preferred[j] = CU_DEVICE_INVALID;
    }
    const size_t from = below(kBytes), count = 1 + below(kBytes - from);
    int all = 1, place = preferred[from];
    for (size_t j = from; j < from + count; ++j) {
      all &= read_mostly[j];
      if (preferred[j] != place) place = CU_DEVICE_INVALID;
    }
    int got = 9;
    assert_int_equal(cu.cuMemRangeGetAttribute(&got, sizeof got, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                                               address + from, count),
                     0);
    assert_int_equal(got, all);
    assert_int_equal(cu.cuMemRangeGetAttribute(&got, sizeof got, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                               address + from, count),
                     0);
    assert_int_equal(got, place);
  }
  int got = 9;
  assert_int_equal(cu.cuMemAdvise(address, kBytes, static_cast<CUmem_advise>(7), 0),
                   CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAdvise(address, kBytes, static_cast<CUmem_advise>(0), 0),
                   CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAdvise(address, kBytes + 1, CU_MEM_ADVISE_SET_READ_MOSTLY, 0),
                   CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemAdvise(address, kBytes, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, 1),
                   CUDA_ERROR_INVALID_DEVICE);
  assert_int_equal(cu.cuMemRangeGetAttribute(&got, 8, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, address, 1),
                   CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemRangeGetAttribute(&got, 4, static_cast<CUmem_range_attribute>(3), address, 1),
                   CUDA_ERROR_INVALID_VALUE);
  assert_int_equal(cu.cuMemFree(address), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(pitched),
      cmocka_unit_test(registered),
      cmocka_unit_test(managed),
      cmocka_unit_test(advice),
  };
  return cmocka_run_group_tests_name("cpu_memory_kinds", tests, open_driver, nullptr);
}
