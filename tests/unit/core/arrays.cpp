// SPDX-License-Identifier: Apache-2.0
//
// Arrays, textures and surfaces over the fake driver: what the driver is given, and when it gets its objects
// back.

#include <cstdint>
#include <vector>

#include "fixture.h"

namespace {

gc_array* make_array(gc_array_flags flags, std::uint32_t levels) {
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.flags = flags;
  options.width = 16;
  options.height = 8;
  options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
  options.channels = 2;
  options.levels = levels;
  gc_array* array = nullptr;
  MUST(gc_array_create(context, &options, &array, &e));
  return array;
}

void objects_go_back(void**) {
  gc_array* array = make_array(GRIDCALL_ARRAY_SURFACE_LDST, 0);
  gc_array* levels = make_array(0, 3);
  gc_array* level = nullptr;
  MUST(gc_array_get_level(levels, 1, &level, &e));
  assert_int_equal(fake->live("array"), 1);
  assert_int_equal(fake->live("mipmapped array"), 1);
  gc_texture_options how = GRIDCALL_TEXTURE_OPTIONS_INIT;
  how.array = array;
  gc_texture* texture = nullptr;
  gc_surface* surface = nullptr;
  MUST(gc_texture_create(context, &how, &texture, &e));
  MUST(gc_surface_create(array, &surface, &e));
  // An object that holds another one keeps it.
  gc_array_release(array);
  gc_array_release(levels);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("array"), 1);
  assert_int_equal(fake->live("mipmapped array"), 1);
  gc_texture_release(texture);
  gc_surface_release(surface);
  gc_array_release(level);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("texture"), 0);
  assert_int_equal(fake->live("surface"), 0);
  assert_int_equal(fake->live("array"), 0);
  assert_int_equal(fake->live("mipmapped array"), 0);
}

// Not before the work that uses the array is done.
void array_in_use(void**) {
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(context, nullptr, &stream, &e));
  gc_array* array = make_array(0, 0);
  gc_mem* mem = nullptr;
  MUST(gc_mem_alloc(context, 4096, &mem, &e));
  fake->hold(1);
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.dst.array = array;
  copy.src.mem = mem;
  copy.width = 128;
  copy.height = 8;
  MUST(gc_memcpy_rect(&copy, stream, &e));
  gc_array_release(array);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("array"), 1);
  MUST(gc_stream_synchronize(stream, &e));
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("array"), 0);
  fake->hold(0);
  gc_mem_release(mem);
  gc_stream_release(stream);
}

void texture_words(void**) {
  gc_array* levels = make_array(0, 4);
  gc_texture_options how = GRIDCALL_TEXTURE_OPTIONS_INIT;
  how.array = levels;
  how.flags = GRIDCALL_TEXTURE_READ_AS_INTEGER | GRIDCALL_TEXTURE_ALLOW_OFFSET;
  how.sampling.flags = GRIDCALL_SAMPLING_NORMALIZED_COORDINATES;
  how.sampling.address_x = GRIDCALL_ADDRESS_MODE_MIRROR;
  how.sampling.address_y = GRIDCALL_ADDRESS_MODE_CLAMP;
  how.sampling.address_z = GRIDCALL_ADDRESS_MODE_BORDER;
  how.sampling.filter = GRIDCALL_FILTER_MODE_LINEAR;
  how.sampling.mip_filter = GRIDCALL_FILTER_MODE_LINEAR;
  how.sampling.max_anisotropy = 4;
  how.sampling.bias = 0.5F;
  how.sampling.min_level = 1;
  how.sampling.border_g = 2;
  gc_texture* texture = nullptr;
  MUST(gc_texture_create(context, &how, &texture, &e));
  const fake_cuda_texture given = fake->texture();
  std::uint64_t native = 0;
  MUST(gc_handle_get_native(levels, &native, &e));
  assert_int_equal(given.type, 1);  // CU_RESOURCE_TYPE_MIPMAPPED_ARRAY
  assert_int_equal(given.address, native);
  assert_int_equal(given.flags, 3);  // our own bit is not CUDA's
  assert_int_equal(given.address_mode[0], 2);
  assert_int_equal(given.address_mode[1], 1);
  assert_int_equal(given.address_mode[2], 3);
  assert_int_equal(given.filter, 1);
  assert_int_equal(given.mip_filter, 1);
  assert_int_equal(given.max_anisotropy, 4);
  assert_true(given.bias == 0.5F && given.min_level == 1 && given.max_level == 0 && given.border[1] == 2);
  gc_texture_release(texture);
  gc_array_release(levels);

  gc_mem* mem = nullptr;
  MUST(gc_mem_alloc(context, 8192, &mem, &e));
  MUST(gc_handle_get_native(mem, &native, &e));
  gc_texture_options linear = GRIDCALL_TEXTURE_OPTIONS_INIT;
  linear.flags = GRIDCALL_TEXTURE_ALLOW_OFFSET;
  linear.mem = mem;
  linear.offset = 256 + 24;
  linear.width = 10;
  linear.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
  linear.channels = 2;
  MUST(gc_texture_create(context, &linear, &texture, &e));
  assert_int_equal(fake->texture().type, 2);  // CU_RESOURCE_TYPE_LINEAR
  assert_int_equal(fake->texture().address, native + 256);
  assert_int_equal(fake->texture().bytes, 24 + 80);
  std::uint64_t offset = 0;
  MUST(gc_texture_get_attribute(texture, GRIDCALL_TEXTURE_ATTRIBUTE_OFFSET, &offset, &e));
  assert_int_equal(offset, 24);
  gc_texture_release(texture);
  linear.flags = 0;
  REFUSED(gc_texture_create(context, &linear, &texture, &e), INVALID_ARGUMENT,
          "`offset` 280|24 bytes|256|ALLOW_OFFSET");

  linear.offset = 512;
  linear.height = 5;
  linear.row_pitch = 96;
  MUST(gc_texture_create(context, &linear, &texture, &e));
  assert_int_equal(fake->texture().type, 3);  // CU_RESOURCE_TYPE_PITCH2D
  assert_int_equal(fake->texture().address, native + 512);
  assert_int_equal(fake->texture().width, 10);
  assert_int_equal(fake->texture().height, 5);
  assert_int_equal(fake->texture().pitch, 96);
  gc_texture_release(texture);
  gc_mem_release(mem);
}

// Host memory may be used again when the call returns; what is queued needs no wait.
void copies_wait_where_they_must(void**) {
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(context, nullptr, &stream, &e));
  gc_array* array = make_array(0, 0);
  float texels[16 * 8 * 2] = {1, 2, 3};
  float got[16 * 8 * 2] = {};
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.dst.array = array;
  copy.src.host = texels;
  copy.src.host_size = sizeof texels;
  copy.width = 128;
  copy.height = 8;
  const std::uint64_t blocking = fake->calls_of("cuMemcpy3D"), queued = fake->calls_of("cuMemcpy3DAsync"),
                      waits = fake->calls_of("cuStreamSynchronize");
  MUST(gc_memcpy_rect(&copy, nullptr, &e));
  assert_int_equal(fake->calls_of("cuMemcpy3D") - blocking, 1);
  copy.dst.array = nullptr;
  copy.src.host = nullptr;
  copy.src.host_size = 0;
  copy.src.array = array;
  copy.dst.host = got;
  copy.dst.host_size = sizeof got;
  MUST(gc_memcpy_rect(&copy, stream, &e));
  assert_int_equal(fake->calls_of("cuMemcpy3DAsync") - queued, 1);
  assert_int_equal(fake->calls_of("cuStreamSynchronize") - waits, 1);
  assert_memory_equal(got, texels, sizeof got);
  gc_array_release(array);
  gc_stream_release(stream);
}

// The fake driver copies between layers as wrongly as an H200's does (580).
void layers_are_copied(void**) {
  for (const std::uint64_t height : {std::uint64_t{4}, std::uint64_t{0}}) {
    gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
    options.flags = GRIDCALL_ARRAY_LAYERED;
    options.width = 16;
    options.height = height;
    options.depth = 5;
    options.format = GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8;
    options.channels = 1;
    gc_array* array = nullptr;
    MUST(gc_array_create(context, &options, &array, &e));
    const std::size_t rows = height == 0 ? 1 : height, layer = 16 * rows;
    std::vector<unsigned char> texels(5 * layer), got(5 * layer);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<unsigned char>(i * 7);
    gc_mem* mem = make_mem(texels.size() * 2);
    MUST(gc_memcpy_htod(mem, 0, texels.data(), texels.size(), nullptr, &e));
    gc_rect_copy in = GRIDCALL_RECT_COPY_INIT;
    in.dst.array = array;
    in.src.mem = mem;
    in.width = 16;
    in.height = rows;
    in.depth = 5;
    MUST(gc_memcpy_rect(&in, nullptr, &e));
    // Layers 0 to 2 into 2 to 4, other columns.
    gc_rect_copy across = GRIDCALL_RECT_COPY_INIT;
    across.dst.array = across.src.array = array;
    across.dst.x = 9;
    across.dst.z = 2;
    across.src.x = 1;
    across.width = 6;
    across.height = rows;
    across.depth = 3;
    MUST(gc_memcpy_rect(&across, nullptr, &e));
    for (std::size_t z = 0; z < 3; ++z)
      for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < 6; ++x)
          texels[(z + 2) * layer + y * 16 + x + 9] =
              static_cast<unsigned char>((z * layer + y * 16 + x + 1) * 7);
    // It goes back with slices of a height of their own.
    gc_rect_copy out = GRIDCALL_RECT_COPY_INIT;
    out.src.array = array;
    out.dst.mem = mem;
    out.dst.row_pitch = 16;
    out.dst.slice_pitch = layer + 16;
    out.width = 16;
    out.height = rows;
    out.depth = 5;
    MUST(gc_memcpy_rect(&out, nullptr, &e));
    for (std::size_t z = 0; z < 5; ++z)
      MUST(gc_memcpy_dtoh(got.data() + z * layer, mem, z * (layer + 16), layer, nullptr, &e));
    assert_true(got == texels);
    gc_mem_release(mem);
    gc_array_release(array);
  }
}

// A piece of a MiB is filled and copied to all rows, and goes back when the queue has done with it.
void fills_go_by_a_piece(void**) {
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.width = 4096;
  options.height = 300;
  options.format = GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2;
  options.channels = 4;
  gc_array* array = nullptr;
  MUST(gc_array_create(context, &options, &array, &e));
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(context, nullptr, &stream, &e));
  const std::uint64_t fills = fake->calls_of("cuMemsetD32Async"), copies = fake->calls_of("cuMemcpy3DAsync");
  const std::uint64_t waits = fake->calls_of("cuStreamSynchronize");
  const std::uint32_t pattern = 0x12345678;
  gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
  fill.dst.array = array;
  fill.dst.x = 16;
  fill.dst.y = 1;
  fill.width = std::uint64_t{4} * 4092;
  fill.height = 299;
  fill.value = &pattern;
  fill.value_size = sizeof pattern;
  fake->hold(1);
  MUST(gc_memset_rect(&fill, stream, &e));
  assert_int_equal(fake->calls_of("cuMemsetD32Async") - fills, 1);
  assert_int_equal(fake->calls_of("cuMemcpy3DAsync") - copies, 5);  // 64 rows each
  assert_int_equal(fake->calls_of("cuStreamSynchronize"), waits);
  fake->hold(0);
  std::uint32_t got[4096] = {};
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.src.array = array;
  copy.src.y = 299;
  copy.dst.host = got;
  copy.dst.host_size = sizeof got;
  copy.width = sizeof got;
  MUST(gc_memcpy_rect(&copy, stream, &e));
  assert_int_equal(got[3], 0);
  assert_int_equal(got[4], pattern);
  assert_int_equal(got[4095], pattern);
  gc_array_release(array);
  gc_stream_release(stream);
}

// Elements that copies to an array take are copied as they are, others are brought into order first.
void elements_become_arrays(void**) {
  const std::uint64_t shape[] = {6, 8};
  float numbers[48];
  for (int i = 0; i < 48; ++i) numbers[i] = static_cast<float>(i);
  gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
  options.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
  options.shape = shape;
  options.shape_count = 2;
  gc_ndarray *ndarray = nullptr, *rows = nullptr;
  MUST(gc_ndarray_from_host(context, numbers, sizeof numbers, &options, &ndarray, &e));
  const gc_axis_slice slices[] = {{1, 6, 2}};
  MUST(gc_ndarray_slice(ndarray, slices, 1, &rows, &e));
  const std::uint64_t copies = fake->calls_of("cuMemcpy3DAsync"), launches = fake->calls_of("cuLaunchKernel");
  gc_array* array = nullptr;
  MUST(gc_array_from_ndarray(rows, 0, 0, nullptr, &array, &e));
  assert_int_equal(fake->calls_of("cuMemcpy3DAsync") - copies, 1);
  assert_int_equal(fake->calls_of("cuLaunchKernel"), launches);
  float got[24] = {};
  gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
  copy.src.array = array;
  copy.dst.host = got;
  copy.dst.host_size = sizeof got;
  copy.width = 32;
  copy.height = 3;
  MUST(gc_memcpy_rect(&copy, nullptr, &e));
  for (int i = 0; i < 24; ++i) assert_true(got[i] == numbers[(1 + i / 8 * 2) * 8 + i % 8]);
  gc_array_release(array);
  // The copy holds the elements until it is done.
  fake->hold(1);
  MUST(gc_array_from_ndarray(rows, 0, 0, nullptr, &array, &e));
  gc_ndarray_release(rows);
  gc_ndarray_release(ndarray);
  MUST(gc_handle_collect(&e));
  assert_true(fake->live("memory") > 0);
  fake->hold(0);
  gc_array_release(array);
  REFUSED(gc_array_from_host(context, numbers, 24, &options, 0, 0, &array, &e), INVALID_ARGUMENT, "24|192");
  MUST(gc_context_synchronize(context, &e));
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("array"), 0);
}

// The list is tried once.
void formats_are_kept(void**) {
  std::size_t count = 0;
  size_t again = 0;
  MUST(gc_array_get_image_formats(context, 0, 2, nullptr, 0, &count, &e));
  assert_int_equal(count, 37);
  const std::uint64_t tried = fake->calls_of("cuArray3DCreate");
  MUST(gc_array_get_image_formats(context, 0, 2, nullptr, 0, &again, &e));
  assert_int_equal(again, count);
  assert_int_equal(fake->calls_of("cuArray3DCreate"), tried);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test_teardown(objects_go_back, nothing_left),
      cmocka_unit_test_teardown(array_in_use, nothing_left),
      cmocka_unit_test_teardown(texture_words, nothing_left),
      cmocka_unit_test_teardown(copies_wait_where_they_must, nothing_left),
      cmocka_unit_test_teardown(layers_are_copied, nothing_left),
      cmocka_unit_test_teardown(fills_go_by_a_piece, nothing_left),
      cmocka_unit_test_teardown(elements_become_arrays, nothing_left),
      cmocka_unit_test_teardown(formats_are_kept, nothing_left),
  };
  return cmocka_run_group_tests_name("arrays", tests, open_context, nullptr);
}
