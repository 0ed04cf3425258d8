// SPDX-License-Identifier: Apache-2.0
//
// Arrays over the fake driver: what is a rectangle goes to the driver's copies and fills, memory lives as
// long as an array or its work, and tensors of DLPack go back when nothing uses them.

#include <vector>

#include "fixture.h"

namespace {

gc_ndarray* part_of(gc_ndarray* ndarray, gc_axis_slice rows, gc_axis_slice columns) {
  const gc_axis_slice slices[] = {rows, columns};
  gc_ndarray* part = nullptr;
  MUST(gc_ndarray_slice(ndarray, slices, 2, &part, &e));
  return part;
}
constexpr gc_axis_slice kAll = {INT64_MIN, INT64_MIN, 1};

void copies_are_the_drivers_where_they_are_rectangles(void**) {
  gc_ndarray *a = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {64, 64}),
             *b = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {64, 64});
  {
    const Calls flat("cuMemcpyDtoDAsync");
    MUST(gc_ndarray_copy(b, a, nullptr, &e));
    assert_int_equal(flat.made(), 1);
  }
  gc_ndarray *left = part_of(a, kAll, {0, 32, 1}), *right = part_of(b, kAll, {32, INT64_MIN, 1});
  {
    const Calls rows("cuMemcpy2DAsync");
    MUST(gc_ndarray_copy(right, left, nullptr, &e));
    assert_int_equal(rows.made(), 1);
  }
  const float value = 2;
  {
    const Calls rows("cuMemsetD2D32Async");
    MUST(gc_ndarray_fill(right, &value, sizeof value, nullptr, &e));
    assert_int_equal(rows.made(), 1);
  }
  std::vector<float> host(64 * 64);
  MUST(gc_ndarray_copy_to_host(b, host.data(), host.size() * sizeof(float), nullptr, nullptr, &e));
  assert_true(host[31] == 0 && host[32] == 2 && host[63] == 2 && host[64] == 0);
  for (gc_ndarray* each : {a, b, left, right}) gc_ndarray_release(each);
}

void memory_lives_with_its_views(void**) {
  gc_ndarray* a = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {8, 8});
  gc_ndarray* part = part_of(a, {1, 1, 0}, kAll);
  gc_ndarray_release(a);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);
  gc_ndarray_release(part);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
}

// DLPack's DLManagedTensorVersioned.
struct Tensor {
  std::uint32_t major, minor;
  void* manager;
  void (*deleter)(Tensor*);
  std::uint64_t flags;
  void* data;
  std::int32_t device_type, device_id, ndim;
  std::uint8_t code, bits;
  std::uint16_t lanes;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};

void tensors(void**) {
  gc_ndarray* a = make_array(GRIDCALL_SCALAR_TYPE_FLOAT32, {8, 8});
  std::uint64_t address = 0;
  MUST(gc_ndarray_to_dlpack(a, 0, nullptr, &address, &e));
  auto* const tensor = reinterpret_cast<Tensor*>(static_cast<std::uintptr_t>(address));
  assert_int_equal(tensor->device_type, 2);
  assert_int_equal(tensor->shape[1], 8);
  gc_ndarray_release(a);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);  // the tensor holds it
  tensor->device_id = 7;
  gc_ndarray* none = nullptr;
  REFUSED(gc_ndarray_from_dlpack(context, address, 0, nullptr, &none, &e), UNSUPPORTED, "device 2, number 7");
  tensor->device_id = 0;
  gc_ndarray* back = nullptr;
  MUST(gc_ndarray_from_dlpack(context, address, 0, nullptr, &back, &e));
  gc_ndarray_release(back);
  MUST(gc_handle_collect(&e));  // calls the deleter, which drops the memory
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 0);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(copies_are_the_drivers_where_they_are_rectangles, nothing_left),
      cmocka_unit_test_teardown(memory_lives_with_its_views, nothing_left),
      cmocka_unit_test_teardown(tensors, nothing_left),
  };
  return cmocka_run_group_tests_name("ndarrays", tests, open_context, nullptr);
}
