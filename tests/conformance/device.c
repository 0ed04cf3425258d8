/* SPDX-License-Identifier: Apache-2.0 */

#define _GNU_SOURCE
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void list(void** state) {
  (void)state;
  int32_t count = 0;
  CALL(gc_device_get_count, &count);
  assert_true(count >= 1);
  for (int32_t i = 0; i < count; ++i) {
    gc_device *d = NULL, *again = NULL;
    CALL(gc_device_get_by_index, i, &d);
    CALL(gc_device_get_by_index, i, &again);
    assert_ptr_equal(d, again);
    int32_t index = -1, major = -1, minor = -1;
    gc_device_kind kind = 0;
    CALL(gc_device_get_index, d, &index);
    CALL(gc_device_get_kind, d, &kind);
    CALL(gc_device_get_compute_capability, d, &major, &minor);
    assert_int_equal(index, i);
    assert_int_equal(kind,
                     i == count - 1 ? GRIDCALL_DEVICE_KIND_CPU : GRIDCALL_DEVICE_KIND_GPU); /* GPUs first */
    assert_true(major >= 5 && minor >= 0);
    char name[256];
    size_t needed = 0;
    CALL(gc_device_get_name, d, name, sizeof name, &needed);
    assert_true(strlen(name) > 0 && needed == strlen(name) + 1);
    uint64_t memory = 0;
    CALL(gc_device_get_total_memory, d, &memory);
    assert_true(memory > (uint64_t)64 << 20);
    uint8_t uuid[16], zero[16] = {0};
    CALL(gc_device_get_uuid, d, uuid);
    assert_memory_not_equal(uuid, zero, 16);
    char text[64];
    snprintf(text, sizeof text, "%d", i);
    CALL(gc_device_find, text, &again);
    assert_ptr_equal(d, again);
    if (kind == GRIDCALL_DEVICE_KIND_GPU) {
      char bus[64];
      CALL(gc_device_get_pci_bus_id, d, bus, sizeof bus, &needed);
      CALL(gc_device_find, bus, &again);
      assert_ptr_equal(d, again);
      if (strncmp(bus, "0000:", 5) == 0) { /* the domain and the function are optional */
        char* const function = strchr(bus, '.');
        *function = '\0';
        CALL(gc_device_find, bus + 5, &again);
        assert_ptr_equal(d, again);
      }
    } else {
      char bus[64];
      FAILS(GRIDCALL_ERROR_UNSUPPORTED, gc_device_get_pci_bus_id, d, bus, sizeof bus, &needed);
      CALL(gc_device_find, "CPU", &again);
      assert_ptr_equal(d, again);
    }
  }
  gc_device* d = NULL;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_device_get_by_index, count, &d);
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_device_get_by_index, -1, &d);
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_device_find, "ffff:ff:1f.0", &d);
  assert_null(d);
}

static void attributes(void** state) {
  (void)state;
  gc_device_attribute_entry values[256];
  size_t count = 0;
  CALL(gc_device_get_attributes, device, values, 256, &count);
  assert_true(count > 50 && count <= 256);
  for (size_t i = 0; i < count; ++i) {
    int32_t value = 0;
    CALL(gc_device_get_attribute, device, values[i].attribute, &value);
    assert_int_equal(value, values[i].value);
    if (i > 0) assert_true(values[i - 1].attribute < values[i].attribute);
    const char* name = gc_device_attribute_name(values[i].attribute);
    assert_true(name[0] != '\0');
    gc_device_attribute back = 0;
    CALL(gc_device_attribute_from_name, name, &back);
    assert_int_equal(back, values[i].attribute);
  }
  const struct {
    gc_device_attribute attribute;
    int32_t least, most;
  } known[] = {
      {GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE, 32, 32},
      {GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024, 1024},
      {GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024, 1024},
      {GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64, 64},
      {GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 2147483647, 2147483647},
      {GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535, 65535},
      {GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 1, 1000},
      {GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152, 49152},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
    int32_t value = -1;
    CALL(gc_device_get_attribute, device, known[i].attribute, &value);
    if (value < known[i].least || value > known[i].most) {
      fail_msg("%s is %d", gc_device_attribute_name(known[i].attribute), value);
    }
  }
  int32_t value = 0;
  FAILS(GRIDCALL_ERROR_NOT_FOUND, gc_device_get_attribute, device, 99999, &value);
  size_t needed = 0;
  FAILS(GRIDCALL_ERROR_OUT_OF_RANGE, gc_device_get_attributes, device, values, 3, &needed);
  assert_int_equal(needed, count);
  CALL(gc_device_get_attributes, device, NULL, 0, &needed);
  assert_int_equal(needed, count);
}

static void contexts(void** state) {
  (void)state;
  gc_context* primary = NULL;
  CALL(gc_context_get_primary, device, NULL, &primary);
  gc_device* of = NULL;
  CALL(gc_context_get_device, primary, &of);
  assert_ptr_equal(of, device);
  /* Memory of either works with the other. */
  gc_mem *a = NULL, *b = zeros(16);
  CALL(gc_mem_alloc, primary, 16, &a);
  CALL(gc_memcpy, a, 0, b, 0, 16, NULL);
  /* Objects that were made in a context keep it. */
  gc_context_release(primary);
  CALL(fill_u8, a, 0, 1, 16, NULL);
  FAILS(GRIDCALL_ERROR_INVALID_HANDLE, gc_context_synchronize, primary);
  char text[512];
  size_t needed = 0;
  CALL(gc_context_get_device_reason, context, text, sizeof text, &needed);
  assert_true(strlen(text) > 0);
  gc_mem_release(a);
  gc_mem_release(b);
}

/* The environment chooses; a child of ours has another. */
static void default_device(void** state) {
  (void)state;
  char output[8192];
  const char* was = getenv("GRIDCALL_DEVICE");
  char* kept = was != NULL ? strdup(was) : NULL;
  setenv("GRIDCALL_DEVICE", "no such device", 1);
  const int code = run_self("--only", "device_list", output, sizeof output);
  unsetenv("GRIDCALL_DEVICE");
  setenv("CUDA_DEVICE", "cpu", 1);
  char second[8192];
  const int cpu = run_self("--only", "device_list", second, sizeof second);
  unsetenv("CUDA_DEVICE");
  if (kept != NULL) setenv("GRIDCALL_DEVICE", kept, 1);
  free(kept);
  assert_int_not_equal(code, 0);
  check_says(output, "no such device", __FILE__, __LINE__);
  assert_int_equal(cpu, 0);
  check_says(second, "# device: ", __FILE__, __LINE__);
  check_says(second, "CPU", __FILE__, __LINE__);
}

static void error_objects(void** state) {
  (void)state;
  gc_error* error = NULL;
  gc_device* d = NULL;
  assert_int_equal(gc_device_get_by_index(-5, &d, &error), GRIDCALL_ERROR_OUT_OF_RANGE);
  assert_int_equal(gc_error_status(error), GRIDCALL_ERROR_OUT_OF_RANGE);
  assert_string_equal(gc_error_function(error), "gc_device_get_by_index");
  assert_non_null(strstr(gc_error_message(error), "-5"));
  assert_null(strchr(gc_error_message(error), '\n'));
  assert_string_equal(gc_error_log(error), "");
  assert_int_equal(gc_error_driver_code(error), 0);
  assert_string_equal(gc_error_note(error, 1000), "");
  gc_error_release(error);
  assert_int_equal(gc_error_status(error), 0); /* released: nothing, and no crash */
  assert_string_equal(gc_error_message(error), "");
  gc_error_release(error);
  assert_int_equal(gc_error_status(NULL), 0);
  assert_int_equal(gc_device_get_by_index(-5, &d, NULL), GRIDCALL_ERROR_OUT_OF_RANGE);
  assert_null(d);
  /* Success puts NULL there. */
  error = (gc_error*)(uintptr_t)1234;
  assert_int_equal(gc_device_get_by_index(0, &d, &error), GRIDCALL_OK);
  assert_null(error);
  assert_string_equal(gc_status_name(GRIDCALL_ERROR_OUT_OF_MEMORY), "OUT_OF_MEMORY");
  assert_string_equal(gc_status_name(31337), "UNKNOWN");
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_OUT_OF_RANGE), GRIDCALL_CATEGORY_LOGIC);
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_OUT_OF_MEMORY), GRIDCALL_CATEGORY_MEMORY);
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_OUT_OF_HOST_MEMORY), GRIDCALL_CATEGORY_MEMORY);
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_POOL_LIMIT), GRIDCALL_CATEGORY_MEMORY);
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_LAUNCH_FAILED), GRIDCALL_CATEGORY_LAUNCH);
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_COMPILE), GRIDCALL_CATEGORY_COMPILE);
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_IO), GRIDCALL_CATEGORY_RUNTIME);
  assert_int_equal(gc_status_category(GRIDCALL_ERROR_DRIVER), GRIDCALL_CATEGORY_RUNTIME);
}

/* RFC 3629: overlong forms, surrogates and what is beyond U+10FFFF are no characters. */
static void names_are_utf8(void** state) {
  (void)state;
  static const char* const wrong[] = {"\x80",         "\xc3",         "\xc0\xaf",         "\xe0\x9f\xbf",
                                      "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80"};
  static const char* const right[] = {"\xc3\xa9", "\xed\x9f\xbf", "\xee\x80\x80", "\xf4\x8f\xbf\xbf"};
  gc_device* d = NULL;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_device_find, wrong[i], &d);
    assert_says("`text` is not UTF-8");
  }
  for (size_t i = 0; i < sizeof right / sizeof *right; ++i) {
    FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_device_find, right[i], &d);
    assert_says("names no device");
  }
}

static void versions(void** state) {
  (void)state;
  int32_t major = 0, minor = 0, patch = -1;
  assert_int_equal(gc_version(), GRIDCALL_VERSION);
  assert_int_equal(GRIDCALL_VERSION / 10000, GRIDCALL_VERSION_MAJOR);
  assert_string_equal(gc_version_text(), GRIDCALL_VERSION_TEXT);
  CALL(gc_version_get, GRIDCALL_VERSION_COMPONENT_CPU_DEVICE, &major, &minor, &patch);
  assert_int_equal(major * 10000 + minor * 100 + patch, GRIDCALL_VERSION);
  if (is_gpu) {
    CALL(gc_version_get, GRIDCALL_VERSION_COMPONENT_DRIVER, &major, &minor, &patch);
    assert_true(major >= 11 && patch == 0);
    CALL(gc_version_get, GRIDCALL_VERSION_COMPONENT_NVRTC, &major, &minor, &patch);
    assert_true(major >= 11 && patch == 0);
  }
  FAILS(GRIDCALL_ERROR_INVALID_ARGUMENT, gc_version_get, 0, &major, &minor, &patch);
}

/* ~/.cuda-device, and the name with an underscore that PyCUDA reads too. */
static void default_device_file(void** state) {
  (void)state;
  static const char* const variables[] = {"GRIDCALL_DEVICE", "CUDA_DEVICE", "HOME"};
  char* kept[3];
  for (int i = 0; i < 3; ++i) {
    const char* was = getenv(variables[i]);
    kept[i] = was ? strdup(was) : NULL;
    unsetenv(variables[i]);
  }
  char folder[] = "/tmp/gridcall-home-XXXXXX";
  assert_non_null(mkdtemp(folder));
  setenv("HOME", folder, 1);
  static const char* const files[] = {".cuda-device", ".cuda_device"};
  static const char* const texts[] = {"cpu\n", "no such device\n"};
  static char outputs[2][2][8192];
  int codes[2][2];
  for (int i = 0; i < 2; ++i) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, files[i]);
    for (int k = 0; k < 2; ++k) {
      FILE* file = fopen(path, "w");
      assert_non_null(file);
      fputs(texts[k], file);
      fclose(file);
      codes[i][k] = run_self("--only", "device_list", outputs[i][k], sizeof outputs[i][k]);
    }
    remove(path);
  }
  rmdir(folder);
  for (int i = 0; i < 3; ++i) {
    if (kept[i])
      setenv(variables[i], kept[i], 1);
    else
      unsetenv(variables[i]);
    free(kept[i]);
  }
  for (int i = 0; i < 2; ++i) {
    assert_int_equal(codes[i][0], 0);
    check_says(outputs[i][0], "CPU", __FILE__, __LINE__);
    assert_int_not_equal(codes[i][1], 0);
    check_says(outputs[i][1], files[i], __FILE__, __LINE__);
    check_says(outputs[i][1], "no such device", __FILE__, __LINE__);
  }
}

const struct CMUnitTest device_tests[] = {
    {"device_list", list, NULL, NULL, NULL},
    {"device_attributes", attributes, NULL, NULL, NULL},
    {"device_contexts", contexts, NULL, NULL, NULL},
    {"device_default", default_device, NULL, NULL, NULL},
    {"device_default_file", default_device_file, NULL, NULL, NULL},
    {"device_error_objects", error_objects, NULL, NULL, NULL},
    {"device_names_are_utf8", names_are_utf8, NULL, NULL, NULL},
    {"device_versions", versions, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
