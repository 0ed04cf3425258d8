// SPDX-License-Identifier: Apache-2.0
//
// Launches: every argument is compared with the kernel's parameters before anything is queued.

#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fixture.h"

namespace {

constexpr char kPtx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry scale(.param .u64 data, .param .f32 factor, .param .u32 n)\n{\n ret;\n}\n"
    ".visible .entry mixed(.param .u8 a, .param .u16 b, .param .u64 c, .param .align 8 .b8 d[24])\n{\n "
    "ret;\n}\n"
    ".visible .entry nothing()\n{\n ret;\n}\n";

// C++ puts the parameters' types into the compiled name. In turn: scale(float*, float, int); many(double
// const*, void*, char*, unsigned char*, unsigned long, bool, short, long long); halves(__half*, __half,
// __nv_bfloat16, Point, Point*, Color, int**, void (*)(int)); lib::k<float, 3>(float*, float const*, float,
// unsigned long long); and a name that has more parameters than there are.
constexpr char kTypedPtx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry _Z5scalePffi(.param .u64 a, .param .f32 b, .param .u32 c)\n{\n ret;\n}\n"
    ".visible .entry _Z4manyPKdPvPcPhmbsx(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d, .param "
    ".u64 e, "
    ".param .u8 f, .param .u16 g, .param .u64 h)\n{\n ret;\n}\n"
    ".visible .entry _Z6halvesP6__halfS_13__nv_bfloat165PointPS2_5ColorPPiPFviE(.param .u64 a, .param .align "
    "2 .b8 b[2], "
    ".param .align 2 .b8 c[2], .param .align 4 .b8 d[8], .param .u64 e, .param .u32 f, .param .u64 g, .param "
    ".u64 h)\n{\n "
    "ret;\n}\n"
    ".visible .entry _ZN3lib1kIfLi3EEEvPT_PKS1_S1_y(.param .u64 a, .param .u64 b, .param .f32 c, .param .u64 "
    "d)\n{\n "
    "ret;\n}\n"
    ".visible .entry _Z3oddfff(.param .f32 a)\n{\n ret;\n}\n";

gc_module* module = nullptr;
gc_kernel *scale = nullptr, *mixed = nullptr, *nothing = nullptr;
gc_mem* data = nullptr;

gc_arg scalar(std::uint32_t size, std::uint64_t bits) {
  return {GRIDCALL_ARG_KIND_SCALAR, size, bits, nullptr};
}
gc_arg memory(gc_mem* mem, std::uint64_t offset = 0) {
  return {GRIDCALL_ARG_KIND_MEM, 0, offset, mem};
}
gc_arg from_bytes(std::uint32_t size, std::uint64_t offset) {
  return {GRIDCALL_ARG_KIND_BYTES, size, offset, nullptr};
}

gc_launch_config shape(std::uint32_t grid = 2, std::uint32_t block = 64) {
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  config.grid_x = grid;
  config.block_x = block;
  return config;
}

int open_kernels(void** state) {
  if (open_context(state) != 0) return -1;
  MUST(gc_module_from_buffer(context, kPtx, sizeof kPtx - 1, nullptr, &module, &e));
  MUST(gc_module_get_kernel(module, "scale", &scale, &e));
  MUST(gc_module_get_kernel(module, "mixed", &mixed, &e));
  MUST(gc_module_get_kernel(module, "nothing", &nothing, &e));
  data = make_mem(1024);
  return 0;
}

int close_kernels(void** state) {
  for (gc_kernel* kernel : {scale, mixed, nothing}) gc_kernel_release(kernel);
  gc_module_release(module);
  gc_mem_release(data);
  return nothing_left(state);
}

void arguments_arrive(void**) {
  const gc_launch_config config = shape(3, 128);
  const gc_arg args[] = {memory(data, 16), scalar(4, 0x40200000), scalar(4, 77)};
  MUST(gc_launch(scale, &config, args, 3, nullptr, &e));
  fake_cuda_launch launch;
  fake->launches(&launch);
  assert_string_equal(launch.kernel, "scale");
  assert_int_equal(launch.grid[0], 3);
  assert_int_equal(launch.grid[1], 1);
  assert_int_equal(launch.block[0], 128);
  assert_int_equal(launch.argument_bytes, 16);
  std::uint64_t address;
  std::uint32_t words[2];
  std::memcpy(&address, launch.arguments, 8);
  std::memcpy(words, launch.arguments + 8, 8);
  assert_int_equal(address, address_of(data) + 16);
  assert_int_equal(words[0], 0x40200000);
  assert_int_equal(words[1], 77);
}

void all_kinds_and_sizes(void**) {
  gc_launch_config config = shape();
  unsigned char bytes[32];
  for (unsigned i = 0; i < 32; ++i) bytes[i] = static_cast<unsigned char>(i);
  config.bytes = bytes;
  config.bytes_size = sizeof bytes;
  const gc_arg args[] = {scalar(1, 0xaa), scalar(2, 0xbbcc), scalar(8, 0x1122334455667788),
                         from_bytes(24, 8)};
  MUST(gc_launch(mixed, &config, args, 4, nullptr, &e));
  fake_cuda_launch launch;
  fake->launches(&launch);
  assert_int_equal(launch.arguments[0], 0xaa);
  assert_int_equal(launch.arguments[2], 0xcc);
  assert_int_equal(launch.arguments[3], 0xbb);
  assert_int_equal(launch.arguments[8], 0x88);
  assert_memory_equal(launch.arguments + 16, bytes + 8, 24);
  MUST(gc_launch(nothing, &config, nullptr, 0, nullptr, &e));
}

void wrong_arguments_are_refused(void**) {
  gc_launch_config config = shape();
  unsigned char bytes[32] = {};
  config.bytes = bytes;
  config.bytes_size = sizeof bytes;
  fake_cuda_launch launch;
  const auto before = fake->launches(&launch);
  gc_arg args[] = {memory(data), scalar(4, 0), scalar(4, 0)};
  REFUSED(gc_launch(scale, &config, args, 2, nullptr, &e), ARGUMENT_MISMATCH,
          "`arg_count` is 2|`scale` takes 3");
  REFUSED(gc_launch(nothing, &config, args, 1, nullptr, &e), ARGUMENT_MISMATCH, "takes 0");
  args[2] = scalar(8, 0);
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), ARGUMENT_MISMATCH,
          "argument 2 has 8 bytes|parameter 2 of `scale` takes 4|32-bit");
  args[2] = scalar(3, 0);
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_ARGUMENT, "argument 2|3 bytes");
  args[2] = memory(data);
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), ARGUMENT_MISMATCH, "argument 2 has 8 bytes");
  args[2] = gc_arg{99, 4, 0, nullptr};
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_ARGUMENT, "kind 99");
  args[2] = scalar(4, 0);
  args[0] = memory(nullptr);
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_HANDLE, "`object` of argument 0 is NULL");
  args[0] = memory(reinterpret_cast<gc_mem*>(scale));
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_HANDLE, "argument 0 is a gc_kernel");
  gc_stream* stream = nullptr;
  MUST(gc_stream_create(context, nullptr, &stream, &e));
  args[0] = memory(reinterpret_cast<gc_mem*>(stream));
  gc_stream_release(stream);
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_HANDLE,
          "argument 0 was a gc_stream, which was released: pass a gc_mem");
  args[0] = memory(data, 1025);
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), OUT_OF_RANGE, "1025|1024");
  gc_arg four[] = {scalar(1, 0), scalar(2, 0), scalar(8, 0), from_bytes(24, 9)};
  REFUSED(gc_launch(mixed, &config, four, 4, nullptr, &e), OUT_OF_RANGE, "24 bytes at offset 9|32");
  four[3] = from_bytes(24, ~std::uint64_t{0} - 8);
  REFUSED(gc_launch(mixed, &config, four, 4, nullptr, &e), OUT_OF_RANGE, "argument 3");
  four[3] = from_bytes(16, 0);
  REFUSED(gc_launch(mixed, &config, four, 4, nullptr, &e), ARGUMENT_MISMATCH, "16 bytes|takes 24");
  assert_int_equal(fake->launches(&launch), before);
}

gc_arg typed(gc_arg arg, gc_value_type type) {
  arg.value_type = type;
  return arg;
}
gc_arg number(std::uint32_t size, gc_value_type type) {
  return typed(scalar(size, 0), type);
}
gc_arg array(gc_value_type type) {
  return typed(memory(data), type);
}

gc_kernel_param param(gc_kernel* kernel, std::size_t index) {
  gc_kernel_param told = GRIDCALL_KERNEL_PARAM_INIT;
  MUST(gc_kernel_get_param(kernel, index, &told, &e));
  return told;
}

constexpr gc_value_type UNKNOWN = GRIDCALL_VALUE_TYPE_UNKNOWN, I8 = GRIDCALL_VALUE_TYPE_INT8,
                        U8 = GRIDCALL_VALUE_TYPE_UINT8, I16 = GRIDCALL_VALUE_TYPE_INT16,
                        U16 = GRIDCALL_VALUE_TYPE_UINT16, I32 = GRIDCALL_VALUE_TYPE_INT32,
                        U32 = GRIDCALL_VALUE_TYPE_UINT32, I64 = GRIDCALL_VALUE_TYPE_INT64,
                        U64 = GRIDCALL_VALUE_TYPE_UINT64, F16 = GRIDCALL_VALUE_TYPE_FLOAT16,
                        BF16 = GRIDCALL_VALUE_TYPE_BFLOAT16, F32 = GRIDCALL_VALUE_TYPE_FLOAT32,
                        F64 = GRIDCALL_VALUE_TYPE_FLOAT64, BOOL = GRIDCALL_VALUE_TYPE_BOOL,
                        STRUCT = GRIDCALL_VALUE_TYPE_STRUCT, POINTER = GRIDCALL_VALUE_TYPE_POINTER;

void types_are_compared(void**) {
  gc_module* typed_module = nullptr;
  gc_kernel *scale_kernel, *many, *halves, *instance, *odd;
  MUST(gc_module_from_buffer(context, kTypedPtx, sizeof kTypedPtx - 1, nullptr, &typed_module, &e));
  MUST(gc_module_get_kernel(typed_module, "_Z5scalePffi", &scale_kernel, &e));
  MUST(gc_module_get_kernel(typed_module, "_Z4manyPKdPvPcPhmbsx", &many, &e));
  MUST(gc_module_get_kernel(typed_module, "_Z6halvesP6__halfS_13__nv_bfloat165PointPS2_5ColorPPiPFviE",
                            &halves, &e));
  MUST(gc_module_get_kernel(typed_module, "_ZN3lib1kIfLi3EEEvPT_PKS1_S1_y", &instance, &e));
  MUST(gc_module_get_kernel(typed_module, "_Z3oddfff", &odd, &e));

  const struct {
    gc_kernel* kernel;
    std::vector<gc_value_type> types;
  } kTold[] = {
      {scale_kernel, {POINTER + F32, F32, I32}},
      {many, {POINTER + F64, POINTER, POINTER + I8, POINTER + U8, U64, BOOL, I16, I64}},
      // Whether a name is a struct's or an enum's, nobody knows.
      {halves, {POINTER + F16, F16, BF16, UNKNOWN, POINTER, UNKNOWN, POINTER, POINTER}},
      {instance, {POINTER + F32, POINTER + F32, F32, U64}},
      {odd, {UNKNOWN}},
      {scale, {UNKNOWN, UNKNOWN, UNKNOWN}},  // extern "C"
  };
  for (const auto& told : kTold) {
    for (std::size_t i = 0; i < told.types.size(); ++i) {
      assert_int_equal(param(told.kernel, i).value_type, told.types[i]);
    }
  }
  assert_string_equal(param(instance, 1).type_name, "float const*");
  assert_string_equal(param(halves, 7).type_name, "void (*)(int)");
  assert_string_equal(param(scale, 1).type_name, "");
  gc_kernel_param none = GRIDCALL_KERNEL_PARAM_INIT;
  REFUSED(gc_kernel_get_param(scale_kernel, 3, &none, &e), OUT_OF_RANGE, "takes 3");

  const gc_launch_config config = shape();
  const auto launch = [&](gc_kernel* kernel, std::vector<gc_arg> args, gc_error** out_error) {
    return gc_launch(kernel, &config, args.data(), args.size(), nullptr, out_error);
  };
  // Arguments of the right type, of no type, and of a type that may be passed for it.
  MUST(launch(scale_kernel, {array(F32), number(4, F32), number(4, I32)}, &e));
  MUST(launch(scale_kernel, {memory(data), scalar(4, 0), scalar(4, 0)}, &e));
  MUST(launch(scale_kernel, {array(U8), number(4, F32), number(4, U32)}, &e));
  MUST(launch(scale_kernel, {array(STRUCT), number(4, STRUCT), number(4, UNKNOWN)}, &e));
  MUST(launch(halves,
              {array(F16), number(2, F16), number(2, BF16), number(8, I64), array(F64), number(4, F32),
               array(POINTER + I32), number(8, POINTER)},
              &e));
  MUST(launch(scale_kernel, {number(8, POINTER), number(4, F32), number(4, I32)}, &e));
  MUST(launch(scale_kernel, {number(8, POINTER + F32), number(4, F32), number(4, I32)}, &e));
  MUST(launch(scale, {array(F64), number(4, I32), number(4, F32)}, &e));
  MUST(launch(odd, {number(4, I32)}, &e));
  MUST(launch(many,
              {array(F64), array(F32), array(I64), array(F16), number(8, I64), number(1, BOOL),
               number(2, U16), number(8, U64)},
              &e));
  MUST(launch(many,
              {array(F64), array(F32), array(I64), array(F16), number(8, I64), number(1, U8), number(2, I16),
               number(8, U64)},
              &e));
  const auto halves_with = [&](gc_value_type a, gc_value_type b, gc_value_type c, gc_error** out_error) {
    return launch(halves,
                  {array(a), number(2, b), number(2, c), number(8, I64), array(F64), number(4, F32),
                   array(I32), number(8, POINTER)},
                  out_error);
  };
  MUST(halves_with(F16, F16, BF16, &e));
  MUST(halves_with(U16, U16, I16, &e));

  // Each of the three that are wrong about a number of the right size.
  REFUSED(launch(scale_kernel, {array(F32), number(4, F32), number(4, F32)}, &e), ARGUMENT_MISMATCH,
          "argument 2 is a 32-bit float, parameter 2 of `_Z5scalePffi` takes `int`: pass a 32-bit integer");
  REFUSED(
      launch(scale_kernel, {array(F64), number(4, F32), number(4, I32)}, &e), ARGUMENT_MISMATCH,
      "argument 0 is memory of 64-bit floats, parameter 0 of|takes `float*`: pass memory of 32-bit floats");
  REFUSED(launch(scale_kernel, {number(8, I64), number(4, F32), number(4, I32)}, &e), ARGUMENT_MISMATCH,
          "argument 0 is a 64-bit integer|takes `float*`: pass memory of 32-bit floats, or an address as a "
          "pointer");
  REFUSED(launch(scale_kernel, {array(F32), number(4, I32), number(4, I32)}, &e), ARGUMENT_MISMATCH,
          "takes `float`");
  REFUSED(launch(scale_kernel, {array(I32), number(4, F32), number(4, I32)}, &e), ARGUMENT_MISMATCH,
          "memory of 32-bit integers");
  REFUSED(launch(instance, {array(F32), array(F32), number(4, F32), array(F32)}, &e), ARGUMENT_MISMATCH,
          "argument 3 is memory of 32-bit floats|takes `unsigned long long`: pass a 64-bit integer");
  REFUSED(halves_with(BF16, F16, BF16, &e), ARGUMENT_MISMATCH, "memory of bfloat16s|takes `__half*`");
  REFUSED(halves_with(F16, BF16, BF16, &e), ARGUMENT_MISMATCH, "argument 1 is a bfloat16");
  REFUSED(launch(scale_kernel, {array(F32), number(4, F32), number(4, 512)}, &e), INVALID_ARGUMENT,
          "`value_type` of argument 2 is 512");
  gc_arg reserved = number(4, I32);
  reserved.reserved = 7;
  REFUSED(launch(scale_kernel, {array(F32), number(4, F32), reserved}, &e), INVALID_OPTIONS,
          "`reserved` of argument 2 is 7");
  // A number of types that are not known yet is no mistake.
  MUST(launch(scale_kernel, {array(F32), number(4, 200), number(4, I32)}, &e));

  // Bytes may say what they are too, and a prepared launch is checked when it is made.
  gc_launch_config with_bytes = config;
  unsigned char bytes[4] = {};
  with_bytes.bytes = bytes;
  with_bytes.bytes_size = sizeof bytes;
  gc_arg args[] = {array(F32), typed(from_bytes(4, 0), I32), number(4, I32)};
  REFUSED(gc_launch(scale_kernel, &with_bytes, args, 3, nullptr, &e), ARGUMENT_MISMATCH, "argument 1");
  args[1] = number(4, F64);
  gc_prepared* prepared = nullptr;
  REFUSED(gc_prepared_create(scale_kernel, &config, args, 3, &prepared, &e), ARGUMENT_MISMATCH,
          "argument 1 is a 64-bit float");
  args[1] = number(4, F32);
  MUST(gc_prepared_create(scale_kernel, &config, args, 3, &prepared, &e));
  const gc_arg wrong = array(F64);
  REFUSED(gc_prepared_set_arg(prepared, 0, &wrong, nullptr, 0, &e), ARGUMENT_MISMATCH, "argument 0");
  MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, nullptr, &e));
  MUST(gc_context_synchronize(context, &e));
  gc_prepared_release(prepared);
  for (gc_kernel* kernel : {scale_kernel, many, halves, instance, odd}) gc_kernel_release(kernel);
  gc_module_release(typed_module);
}

void shapes_are_explained(void**) {
  const gc_arg args[] = {memory(data), scalar(4, 0), scalar(4, 0)};
  gc_launch_config config = shape(0);
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_ARGUMENT, "grid_x` is 0");
  config = shape(1, 2048);
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_LAUNCH, "2048|1024");
  config = shape(1, 1024);
  config.block_y = 2;
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_LAUNCH, "1024 x 2 x 1 = 2048|1024");
  config = shape();
  config.grid_y = 70000;
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_LAUNCH, "70000 blocks in y|65535");
  config = shape();
  config.shared_size = 60000;
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), INVALID_LAUNCH,
          "60000|49152|MAX_DYNAMIC_SHARED_SIZE_BYTES");
  gc_prepared* prepared = nullptr;
  REFUSED(gc_prepared_create(scale, &config, args, 3, &prepared, &e), INVALID_LAUNCH, "60000|49152");
}

void memory_of_a_launch_stays(void**) {
  gc_stream* stream = make_stream();
  gc_mem* mem = make_mem(4096);
  fake->hold(1);
  const gc_launch_config config = shape();
  const gc_arg args[] = {memory(mem), scalar(4, 0), scalar(4, 0)};
  MUST(gc_launch(scale, &config, args, 3, stream, &e));
  gc_mem_release(mem);
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 2);
  fake->hold(0);
  MUST(gc_stream_synchronize(stream, &e));
  MUST(gc_handle_collect(&e));
  assert_int_equal(fake->live("memory"), 1);
  gc_stream_release(stream);
}

// A pool lends memory to another stream when no kernel uses it any more.
void a_pool_knows_of_launches(void**) {
  gc_stream *stream = make_stream(), *other = make_stream();
  const gc_launch_config config = shape();
  gc_arg args[] = {memory(data), scalar(4, 0), scalar(4, 0)};
  gc_prepared* prepared = nullptr;
  MUST(gc_prepared_create(scale, &config, args, 3, &prepared, &e));
  MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, stream, &e));
  const auto launch = [&](gc_mem* mem) {
    args[0] = memory(mem);
    MUST(gc_launch(scale, &config, args, 3, stream, &e));
  };
  // A launch that this stream has made before, now with new memory.
  const auto launch_prepared = [&](gc_mem* mem) {
    const gc_arg kept = memory(data), arg = memory(mem);
    MUST(gc_prepared_set_arg(prepared, 0, &arg, nullptr, 0, &e));
    MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, stream, &e));
    MUST(gc_prepared_set_arg(prepared, 0, &kept, nullptr, 0, &e));
  };
  const auto launch_with_arguments = [&](gc_mem* mem) {
    args[0] = memory(mem);
    MUST(gc_prepared_launch(prepared, nullptr, args, 3, stream, &e));
  };
  // A block that was lent before knows the stream from then: each has a pool of its own.
  const auto check = [&](auto&& use) {
    gc_pool* pool = nullptr;
    MUST(gc_pool_create(context, nullptr, &pool, &e));
    fake->hold(1);
    gc_mem *mem = nullptr, *next = nullptr;
    MUST(gc_pool_alloc(pool, 1000, stream, &mem, &e));
    const std::uint64_t address = address_of(mem);
    use(mem);
    gc_mem_release(mem);
    MUST(gc_pool_alloc(pool, 1000, other, &next, &e));
    assert_true(address_of(next) != address);
    gc_mem_release(next);
    fake->hold(0);
    MUST(gc_stream_synchronize(stream, &e));
    gc_pool_release(pool);
  };
  check(launch);
  check(launch_prepared);
  check(launch_with_arguments);
  gc_prepared_release(prepared);
  gc_stream_release(stream);
  gc_stream_release(other);
}

void objects_of_another_context_are_refused(void**) {
  gc_device* device = nullptr;
  gc_context* another = nullptr;
  MUST(gc_context_get_device(context, &device, &e));
  MUST(gc_context_create(device, nullptr, &another, &e));
  gc_mem* mem = nullptr;
  gc_event* event = nullptr;
  MUST(gc_mem_alloc(another, 64, &mem, &e));
  MUST(gc_event_create(another, nullptr, &event, &e));
  fake_cuda_launch launch;
  const auto before = fake->launches(&launch);
  gc_launch_config config = shape();
  gc_arg args[] = {memory(mem), scalar(4, 0), scalar(4, 0)};
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), WRONG_CONTEXT, "argument 0");
  args[0] = memory(data);
  config.end_event = event;
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), WRONG_CONTEXT, "end_event");
  config.end_event = nullptr;
  config.start_event = event;
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), WRONG_CONTEXT, "start_event");
  assert_int_equal(fake->launches(&launch), before);
  gc_mem_release(mem);
  gc_event_release(event);
  gc_context_release(another);
  MUST(gc_handle_collect(&e));
}

// The notes name every kernel that there is, and are in the error's one text.
void a_misspelled_kernel(void**) {
  gc_kernel* kernel = nullptr;
  gc_error* error = nullptr;
  assert_int_equal(gc_module_get_kernel(module, "scael", &kernel, &error), GRIDCALL_ERROR_NOT_FOUND);
  assert_int_equal(gc_error_note_count(error), 3);
  for (std::size_t i = 0; i < 3; ++i)
    assert_non_null(std::strstr(gc_error_text(error), gc_error_note(error, i)));
  assert_string_equal(gc_error_note(error, 3), "");
  gc_error_release(error);
  assert_int_equal(gc_module_get_kernel(nullptr, "scale", &kernel, &error), GRIDCALL_ERROR_INVALID_HANDLE);
  assert_int_equal(gc_error_note_count(error), 0);
  assert_string_equal(gc_error_note(error, 0), "");
  gc_error_release(error);
}

void prepared_launches(void**) {
  const gc_launch_config config = shape(5);
  gc_arg args[] = {memory(data), scalar(4, 1), scalar(4, 2)};
  gc_prepared* prepared = nullptr;
  MUST(gc_prepared_create(scale, &config, args, 3, &prepared, &e));
  fake_cuda_launch launch;
  MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, nullptr, &e));
  fake->launches(&launch);
  assert_int_equal(launch.grid[0], 5);
  std::uint32_t words[2];
  std::memcpy(words, launch.arguments + 8, 8);
  assert_int_equal(words[1], 2);

  gc_mem* other = make_mem(64);
  const gc_arg replaced = memory(other, 8), wrong = scalar(8, 0), n = scalar(4, 9);
  REFUSED(gc_prepared_set_arg(prepared, 3, &n, nullptr, 0, &e), OUT_OF_RANGE, "`index` is 3|takes 3");
  REFUSED(gc_prepared_set_arg(prepared, 2, &wrong, nullptr, 0, &e), ARGUMENT_MISMATCH, "argument 2 has 8");
  MUST(gc_prepared_set_arg(prepared, 0, &replaced, nullptr, 0, &e));
  MUST(gc_prepared_set_arg(prepared, 2, &n, nullptr, 0, &e));
  // It holds the memory.
  const std::uint64_t address = address_of(other);
  gc_mem_release(other);
  MUST(gc_handle_collect(&e));
  MUST(gc_prepared_launch(prepared, nullptr, nullptr, 0, nullptr, &e));
  fake->launches(&launch);
  std::uint64_t got;
  std::memcpy(&got, launch.arguments, 8);
  std::memcpy(words, launch.arguments + 8, 8);
  assert_int_equal(got, address + 8);
  assert_int_equal(words[0], 1);
  assert_int_equal(words[1], 9);
  gc_prepared_release(prepared);
}

// Launches are repeated in a short way where the context is current, which must notice all that changes.
void repeated_launches(void**) {
  MUST(gc_context_push(context, &e));
  gc_stream *stream = make_stream(), *other = make_stream();
  gc_mem* mine = make_mem(256);
  gc_launch_config config = shape(5);
  gc_arg args[] = {memory(mine), scalar(4, 1), scalar(4, 2)};
  gc_prepared* prepared = nullptr;
  MUST(gc_prepared_create(scale, &config, args, 3, &prepared, &e));
  const auto prepared_on = [&](gc_stream* on, gc_error** error) {
    return gc_prepared_launch(prepared, nullptr, nullptr, 0, on, error);
  };
  const auto checked_on = [&](gc_stream* on, gc_error** error) {
    return gc_launch(scale, &config, args, 3, on, error);
  };
  const auto check = [&](auto&& launch_on) {
    const auto launched = [&](gc_stream* on) {
      fake_cuda_launch launch;
      const auto before = fake->launches(&launch);
      MUST(launch_on(on, &e));
      assert_int_equal(fake->launches(&launch), before + 1);
      std::uint64_t address;
      std::memcpy(&address, launch.arguments, 8);
      assert_int_equal(address, address_of(args[0].object == data ? data : mine) + args[0].bits);
      assert_memory_equal(launch.arguments + 8, &args[1].bits, 4);
      assert_memory_equal(launch.arguments + 12, &args[2].bits, 4);
      assert_int_equal(launch.grid[0], config.grid_x);
      assert_int_equal(launch.shared_bytes, config.shared_size);
      std::uint64_t native = 0;
      MUST(gc_handle_get_native(on, &native, &e));
      assert_ptr_equal(launch.stream, reinterpret_cast<void*>(native));
    };
    for (int i = 0; i < 8; ++i) launched(i < 4 || i % 2 ? stream : other);
    args[2].bits = 77;
    args[0] = memory(data, 16);
    for (std::size_t i = 0; i < 3; ++i) MUST(gc_prepared_set_arg(prepared, i, &args[i], nullptr, 0, &e));
    for (int i = 0; i < 2; ++i) launched(stream);
    config = shape(6);
    config.shared_size = 64;
    MUST(gc_prepared_set_config(prepared, &config, &e));
    for (int i = 0; i < 4; ++i) launched(stream);
    // Handles: of another kind, and no more.
    gc_stream* gone = make_stream();
    for (int i = 0; i < 3; ++i) launched(gone);
    gc_stream_release(gone);
    REFUSED(launch_on(gone, &e), INVALID_HANDLE, "`stream`|released");
    REFUSED(launch_on(reinterpret_cast<gc_stream*>(scale), &e), INVALID_HANDLE, "`stream` is a gc_kernel");
    // The driver refuses, once.
    launched(stream);
    fake->fail_only("cuLaunchKernel");
    fake->inject(1, 701, 0);
    REFUSED(launch_on(stream, &e), INVALID_LAUNCH, "scale");
    fake->inject(0, 0, 0);
    fake->fail_only(nullptr);
    launched(stream);
    // A capture, during and after which launches on the other stream run.
    fake_cuda_launch launch;
    const auto before = fake->launches(&launch);
    gc_graph* graph = nullptr;
    MUST(gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_RELAXED, &e));
    MUST(launch_on(stream, &e));
    assert_int_equal(fake->launches(&launch), before);
    launched(other);
    MUST(gc_stream_end_capture(stream, &graph, &e));
    gc_graph_release(graph);
    launched(stream);
    // Another context is current, or none: it stays so.
    gc_device* device = nullptr;
    gc_context* another = nullptr;
    MUST(gc_context_get_device(context, &device, &e));
    MUST(gc_context_create(device, nullptr, &another, &e));
    MUST(gc_context_push(another, &e));
    void* const now = fake->current();
    launched(stream);
    assert_ptr_equal(fake->current(), now);
    gc_stream* foreign = nullptr;
    MUST(gc_stream_create(another, nullptr, &foreign, &e));
    REFUSED(launch_on(foreign, &e), WRONG_CONTEXT, "`stream`");
    MUST(gc_context_pop(another, &e));
    gc_stream_release(foreign);
    gc_context_release(another);
    // Another thread, in which none is current; from here on no thread is the only one.
    std::thread([&] { launched(stream); }).join();
    for (int i = 0; i < 3; ++i) launched(stream);
  };
  check(prepared_on);
  check(checked_on);
  // A repeated launch uses memory that is new: no other stream gets it while that runs.
  gc_pool* pool = nullptr;
  MUST(gc_pool_create(context, nullptr, &pool, &e));
  gc_mem* fresh = take(pool, 256, stream);
  const std::uint64_t address = address_of(fresh);
  const gc_arg replaced = memory(fresh);
  for (int i = 0; i < 2; ++i) MUST(prepared_on(stream, &e));
  MUST(gc_prepared_set_arg(prepared, 0, &replaced, nullptr, 0, &e));
  fake->hold(1);
  MUST(prepared_on(stream, &e));
  MUST(gc_prepared_set_arg(prepared, 0, args, nullptr, 0, &e));
  gc_mem_release(fresh);
  MUST(gc_handle_collect(&e));
  gc_mem* next = take(pool, 256, other);
  assert_int_not_equal(address_of(next), address);
  fake->hold(0);
  gc_mem_release(next);
  gc_pool_release(pool);
  // Arguments of a launch that has been made with right ones.
  const auto refused = [&](std::size_t index, const gc_arg& wrong) {
    const gc_arg right = std::exchange(args[index], wrong);
    gc_error* error = nullptr;
    assert_int_not_equal(checked_on(stream, &error), GRIDCALL_OK);
    gc_error_release(error);
    args[index] = right;
    MUST(checked_on(stream, &e));
  };
  refused(0, memory(mine, 257));
  refused(0, scalar(4, 0));
  refused(0, memory(nullptr));
  refused(0, memory(reinterpret_cast<gc_mem*>(stream)));
  refused(1, scalar(8, 0));
  refused(1, memory(mine));
  refused(1, gc_arg{99, 4, 0, nullptr});
  refused(1, gc_arg{GRIDCALL_ARG_KIND_VALUE, 4, 0, nullptr});
  config.reserved = 1;
  REFUSED(checked_on(stream, &e), INVALID_OPTIONS, "reserved");
  config.reserved = 0;
  config.grid_x = 0;
  REFUSED(checked_on(stream, &e), INVALID_ARGUMENT, "grid_x");
  config.grid_x = 1;
  REFUSED(gc_launch(scale, &config, args, 2, stream, &e), ARGUMENT_MISMATCH, "`arg_count` is 2");
  gc_prepared_release(prepared);
  gc_mem_release(mine);
  REFUSED((args[0] = memory(mine), checked_on(stream, &e)), INVALID_HANDLE, "argument 0|released");
  gc_stream_release(stream);
  gc_stream_release(other);
  MUST(gc_context_pop(context, &e));
}

void a_fault_is_reported_with_the_last_launches(void**) {
  const gc_launch_config config = shape(7, 32);
  const gc_arg args[] = {memory(data), scalar(4, 0), scalar(4, 0)};
  MUST(gc_launch(scale, &config, args, 3, nullptr, &e));
  // It runs in a child: the device stays lost.
  fflush(nullptr);
  fake->sticky(700);
  REFUSED(gc_context_synchronize(context, &e), ILLEGAL_ADDRESS, "scale<<<(7, 1, 1), (32, 1, 1)>>>|new one");
  fake->sticky(0);
  const auto calls = fake->calls();
  REFUSED(gc_context_synchronize(context, &e), DEVICE_LOST, "CUDA_ERROR_ILLEGAL_ADDRESS");
  gc_mem* none = nullptr;
  REFUSED(gc_mem_alloc(context, 64, &none, &e), DEVICE_LOST, "start a new process");
  REFUSED(gc_launch(scale, &config, args, 3, nullptr, &e), DEVICE_LOST, "lost");
  gc_stream* stream = nullptr;
  REFUSED(gc_stream_create(context, nullptr, &stream, &e), DEVICE_LOST, "lost");
  const auto after = fake->calls();
  std::int32_t kind = 0;
  gc_device* device = nullptr;
  MUST(gc_context_get_device(context, &device, &e));
  MUST(gc_device_get_kind(device, &kind, &e));
  char name[64];
  size_t needed = 0;
  MUST(gc_device_get_name(device, name, sizeof name, &needed, &e));
  // Only the name of the device, for the message, was read from the driver.
  print_message("# calls after the loss: %d\n", static_cast<int>(after - calls));
  assert_true(after - calls <= 4);
}

// A GPU's driver may crash over a number that it does not know: the fake ends the process then.
void unknown_attributes_are_not_set(void**) {
  for (const std::int32_t number : {17, 1000, -1, INT32_MAX})
    REFUSED(gc_kernel_set_attribute(scale, number, 0, &e), INVALID_ARGUMENT, std::to_string(number).c_str());
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(arguments_arrive),
      cmocka_unit_test(all_kinds_and_sizes),
      cmocka_unit_test(wrong_arguments_are_refused),
      cmocka_unit_test(types_are_compared),
      cmocka_unit_test(shapes_are_explained),
      cmocka_unit_test(memory_of_a_launch_stays),
      cmocka_unit_test(a_pool_knows_of_launches),
      cmocka_unit_test(objects_of_another_context_are_refused),
      cmocka_unit_test(a_misspelled_kernel),
      cmocka_unit_test(prepared_launches),
      cmocka_unit_test(repeated_launches),
      cmocka_unit_test(unknown_attributes_are_not_set),
  };
  const CMUnitTest last[] = {cmocka_unit_test(a_fault_is_reported_with_the_last_launches)};
  int failed = cmocka_run_group_tests_name("core_launch", tests, open_kernels, close_kernels);
  // The device is lost from here on.
  failed += cmocka_run_group_tests_name("core_launch_lost", last, open_kernels, nullptr);
  return failed;
}
