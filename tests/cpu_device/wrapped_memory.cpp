// SPDX-License-Identifier: Apache-2.0
//
// Host memory that was wrapped without being registered, malloc's or a mapped file's, is memory of the CPU
// device: everything that copies, fills and reads device memory does so with it. What is not mapped when the
// device gets to it is a fault, in whatever thread, and never the end of the process.

#include <sys/mman.h>

#include <cstdlib>
#include <functional>

#include "fixture.h"

namespace {

constexpr std::size_t kSizes[] = {1, 5, 4096, 70001, (std::size_t{1} << 20) + 1, std::size_t{1} << 23};

gc_mem* wrap(const void* at, std::size_t size) {
  gc_mem* mem = nullptr;
  OK(gc_mem_wrap, context, reinterpret_cast<std::uintptr_t>(at), size, nullptr, &mem);
  return mem;
}

// Memory of malloc's, wrapped.
struct WrappedBuffer {
  explicit WrappedBuffer(std::size_t size, unsigned char value = 0) : bytes(size, value) {
    mem = wrap(bytes.data(), size);
  }
  ~WrappedBuffer() { gc_mem_release(mem); }
  std::vector<unsigned char> bytes;
  gc_mem* mem;
};

std::vector<unsigned char> sample(std::size_t size) {
  std::vector<unsigned char> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * 7 + i / 251);
  return bytes;
}

void copies(void**) {
  gc_stream* own = make_stream();
  for (gc_stream* stream : {static_cast<gc_stream*>(nullptr), own}) {
    for (const std::size_t size : kSizes) {
      const std::vector<unsigned char> data = sample(size);
      std::vector<unsigned char> got(size);
      WrappedBuffer a(size), b(size);
      gc_mem* device = make_mem(size);
      gc_mem* locked = nullptr;
      OK(alloc_host, context, size, &locked);
      OK(gc_memcpy_htod, a.mem, 0, data.data(), size, stream);
      OK(gc_memcpy, device, 0, a.mem, 0, size, stream);
      OK(gc_memcpy, b.mem, 0, device, 0, size, stream);
      OK(gc_memcpy, locked, 0, b.mem, 0, size, stream);
      OK(fill_u8, a.mem, 0, 0, size, stream);
      OK(gc_memcpy, a.mem, 0, locked, 0, size, stream);
      OK(fill_u8, b.mem, 0, 1, size, stream);
      OK(gc_memcpy, b.mem, 0, a.mem, 0, size, stream);
      OK(gc_memcpy_dtoh, got.data(), b.mem, 0, size, stream);
      assert_true(got == data && a.bytes == data && b.bytes == data);
      gc_mem_release(device);
      gc_mem_release(locked);
    }
  }
  gc_stream_release(own);
}

void fills(void**) {
  WrappedBuffer w(1 << 20);
  OK(fill_u8, w.mem, 3, 0x11, 5, nullptr);
  OK(fill_u16, w.mem, 64, 0x2222, 7, nullptr);
  OK(fill_u32, w.mem, 128, 0x33333333, 100001, nullptr);
  OK(gc_memset, w.mem, 1 << 19, "abc", 3, 1000, nullptr);
  gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
  fill.dst.mem = w.mem;
  fill.dst.offset = 600000;
  fill.dst.row_pitch = 100;
  fill.width = 30;
  fill.height = 50;
  fill.value = "wxyz!";
  fill.value_size = 5;
  OK(gc_memset_rect, &fill, nullptr);
  OK(gc_context_synchronize, context);
  std::vector<unsigned char> want(w.bytes.size());
  std::memset(&want[3], 0x11, 5);
  std::memset(&want[64], 0x22, 14);
  std::memset(&want[128], 0x33, 400004);
  for (std::size_t i = 0; i < 3000; ++i) want[(1 << 19) + i] = static_cast<unsigned char>("abc"[i % 3]);
  for (std::size_t i = 0; i < 1500; ++i)
    want[600000 + i / 30 * 100 + i % 30] = static_cast<unsigned char>("wxyz!"[i % 5]);
  assert_true(w.bytes == want);
}

void rectangles_and_arrays(void**) {
  constexpr std::size_t kWidth = 96, kRows = 33, kPitch = 128;
  const std::vector<unsigned char> data = sample(kPitch * kRows);
  WrappedBuffer from(data.size()), to(data.size());
  from.bytes = data;
  gc_mem_release(from.mem);
  from.mem = wrap(from.bytes.data(), data.size());
  gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
  options.width = kWidth;
  options.height = kRows;
  options.format = GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8;
  options.channels = 1;
  gc_array* array = nullptr;
  OK(gc_array_create, context, &options, &array);
  gc_mem* device = make_mem(data.size());
  std::vector<unsigned char> host(data.size());
  // Wrapped memory at either end, beside each kind of other end.
  for (const int kind : {0, 1, 2, 3}) {
    gc_rect_copy in = GRIDCALL_RECT_COPY_INIT, out = GRIDCALL_RECT_COPY_INIT;
    in.width = out.width = kWidth;
    in.height = out.height = kRows;
    in.src.mem = from.mem;
    in.src.row_pitch = out.dst.row_pitch = kPitch;
    out.dst.mem = to.mem;
    std::memset(to.bytes.data(), 0, to.bytes.size());
    if (kind == 0) {
      in.dst.mem = out.src.mem = device;
      in.dst.row_pitch = out.src.row_pitch = kPitch - 1;
    } else if (kind == 1) {
      in.dst.array = out.src.array = array;
    } else if (kind == 2) {
      in.dst.mem = to.mem;
      in.dst.row_pitch = kPitch;
    } else {
      out.src.host = in.dst.host = host.data();
      in.dst.host_size = out.src.host_size = host.size();
    }
    OK(gc_memcpy_rect, &in, nullptr);
    if (kind != 2) OK(gc_memcpy_rect, &out, nullptr);
    OK(gc_context_synchronize, context);
    for (std::size_t i = 0; i < data.size(); ++i)
      assert_int_equal(to.bytes[i], i % kPitch < kWidth ? data[i] : 0);
  }
  gc_array_release(array);
  gc_mem_release(device);
}

void beside_registered_memory(void**) {
  // The whole is wrapped, and a part of it registered.
  constexpr std::size_t kSize = 1 << 16;
  auto* const host = static_cast<unsigned char*>(std::aligned_alloc(4096, kSize));
  std::memset(host, 3, kSize);
  gc_mem* part = nullptr;
  for (const std::size_t at : {std::size_t{0}, std::size_t{8192}, kSize - 4096}) {
    OK(gc_mem_register, context, reinterpret_cast<std::uintptr_t>(host + at), 4096, nullptr, &part);
    gc_mem* whole = wrap(host, kSize);
    std::vector<unsigned char> got(kSize);
    OK(gc_memcpy_dtoh, got.data(), whole, 0, kSize, nullptr);
    assert_true(got == std::vector<unsigned char>(kSize, 3));
    gc_mem_release(whole);
    gc_mem_release(part);
    OK(gc_context_synchronize, context);
    gc_handle_collect(nullptr);
  }
  std::free(host);
}

// ---- What is not mapped ----------------------------------------------------------------------------------

// The work on `mem` is refused, by the call or by the stream, with a reason; and the stream works afterwards.
void expect_fault(gc_mem* mem, std::size_t size, gc_stream* stream) {
  gc_mem* device = make_mem(size);
  gc_mem* locked = nullptr;
  OK(alloc_host, context, size, &locked);
  std::vector<unsigned char> host(size);
  gc_rect_copy rect = GRIDCALL_RECT_COPY_INIT;
  rect.src.mem = mem;
  rect.dst.mem = device;
  rect.width = 1;
  rect.height = size / 2;
  rect.src.row_pitch = rect.dst.row_pitch = 2;
  using Work = std::function<gc_status(gc_error**)>;
  const Work works[] = {
      [&](gc_error** e) { return gc_memcpy_htod(mem, 0, host.data(), size, stream, e); },
      [&](gc_error** e) { return gc_memcpy_dtoh(host.data(), mem, 0, size, stream, e); },
      [&](gc_error** e) { return gc_memcpy(device, 0, mem, 0, size, stream, e); },
      [&](gc_error** e) { return gc_memcpy(mem, 0, device, 0, size, stream, e); },
      [&](gc_error** e) { return gc_memcpy(locked, 0, mem, 0, size, stream, e); },
      [&](gc_error** e) { return gc_memcpy(mem, 0, locked, 0, size, stream, e); },
      [&](gc_error** e) { return fill_u8(mem, 0, 1, size, stream, e); },
      [&](gc_error** e) { return gc_memcpy_rect(&rect, stream, e); },
  };
  for (const Work& work : works) {
    gc_error* error = nullptr;
    gc_status status = work(&error);
    if (status == GRIDCALL_OK) status = gc_stream_synchronize(stream, &error);
    const std::string message = message_of(error);
    if (status != GRIDCALL_ERROR_ILLEGAL_ADDRESS && status != GRIDCALL_ERROR_DRIVER)
      fail_msg("work %td: %s: %s", &work - works, gc_status_name(status), message.c_str());
    OK(gc_stream_synchronize, stream);
  }
  gc_mem_release(device);
  gc_mem_release(locked);
}

void* map(std::size_t size, int protection, int file = -1) {
  void* const at =
      mmap(nullptr, size, protection, file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, file, 0);
  assert_true(at != MAP_FAILED);
  return at;
}

void wild_addresses(void**) {
  gc_stream* stream = make_stream();
  for (const std::uintptr_t address : {std::uintptr_t{8}, std::uintptr_t{4096}, std::uintptr_t{1} << 46,
                                       std::uintptr_t{1} << 50, std::uintptr_t{0xffff800000000000}}) {
    gc_mem* mem = nullptr;
    OK(gc_mem_wrap, context, address, 64, nullptr, &mem);
    expect_fault(mem, 64, stream);
    gc_mem_release(mem);
  }
  for (const std::size_t size : {std::size_t{4096}, std::size_t{8} << 20}) {
    // Without access, unmapped, and with a hole at the end.
    void* const closed = map(size, PROT_NONE);
    gc_mem* mem = wrap(closed, size);
    expect_fault(mem, size, stream);
    munmap(closed, size);
    expect_fault(mem, size, stream);
    gc_mem_release(mem);
    void* const at = map(size + 4096, PROT_READ | PROT_WRITE);
    munmap(static_cast<char*>(at) + size, 4096);
    mem = wrap(at, size + 64);
    expect_fault(mem, size + 64, stream);
    gc_mem_release(mem);
    munmap(at, size);
    // Behind the end of a file.
    const int file = memfd_create("test", 0);
    assert_int_equal(ftruncate(file, static_cast<off_t>(size)), 0);
    void* const mapped = map(size, PROT_READ | PROT_WRITE, file);
    mem = wrap(mapped, size);
    OK(fill_u8, mem, 0, 1, size, stream);
    OK(gc_stream_synchronize, stream);
    assert_int_equal(ftruncate(file, 0), 0);
    expect_fault(mem, size, stream);
    gc_mem_release(mem);
    munmap(mapped, size);
    close(file);
  }
  gc_stream_release(stream);
}

// Mapped when the work is queued, and gone when its turn comes.
void unmapped_while_queued(void**) {
  Gate held_up;
  for (const std::size_t size : {std::size_t{4096}, std::size_t{8} << 20}) {
    gc_stream* stream = make_stream();
    gc_mem* device = make_mem(size);
    for (const int what : {0, 1, 2}) {
      void* const at = map(size, PROT_READ | PROT_WRITE);
      std::memset(at, 1, size);
      gc_mem* mem = wrap(at, size);
      held_up.close(stream);
      if (what == 0) OK(gc_memcpy, device, 0, mem, 0, size, stream);
      if (what == 1) OK(gc_memcpy, mem, 0, device, 0, size, stream);
      if (what == 2) OK(fill_u8, mem, 0, 1, size, stream);
      munmap(at, size);
      held_up.open();
      FAILS(ILLEGAL_ADDRESS, "illegal address", gc_stream_synchronize, stream);
      OK(gc_stream_synchronize, stream);
      gc_mem_release(mem);
    }
    gc_mem_release(device);
    gc_stream_release(stream);
  }
}

void read_only_memory(void**) {
  gc_stream* stream = make_stream();
  for (const std::size_t size : {std::size_t{4096}, std::size_t{8} << 20}) {
    void* const at = map(size, PROT_READ);
    gc_mem* mem = wrap(at, size);
    std::vector<unsigned char> got(size, 1);
    OK(gc_memcpy_dtoh, got.data(), mem, 0, size, stream);
    assert_int_equal(got[size - 1], 0);
    gc_error* error = nullptr;
    gc_status status = fill_u8(mem, 0, 1, size, stream, &error);
    if (status == GRIDCALL_OK) status = gc_stream_synchronize(stream, &error);
    check_fails("fill_u8", status, GRIDCALL_ERROR_ILLEGAL_ADDRESS, error, "illegal address");
    gc_mem_release(mem);
    munmap(at, size);
  }
  gc_stream_release(stream);
}

// Lanes whose elements are a few elements apart are loaded with what is between them, and nothing behind the
// last one, nor before the first.
void members_of_records(void**) {
  const char source[] =
      "template <class T, int apart> __global__ void members(const T* x, int last, unsigned* sum) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  sum[i] = (unsigned)x[apart * i] * 3u + (unsigned)x[last - apart * i];\n"
      "}\n";
  constexpr unsigned kThreads = 64, kMaxBytes = kThreads * 5 * 8;
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE)),
                    size = (kMaxBytes / page + 1) * page;
  auto* const memory = static_cast<unsigned char*>(
      mmap(nullptr, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  assert_true(memory != MAP_FAILED);
  assert_int_equal(mprotect(memory + page, size, PROT_READ | PROT_WRITE), 0);
  gc_mem* const sums = make_mem(kThreads * 4);
  gc_module* module = nullptr;
  OK(gc_module_from_source, context, source, sizeof source - 1, nullptr, &module);
  for (const char* type : {"unsigned char", "unsigned short", "unsigned", "unsigned long long"}) {
    const std::size_t bytes = std::strcmp(type, "unsigned char") == 0    ? 1
                              : std::strcmp(type, "unsigned short") == 0 ? 2
                              : std::strcmp(type, "unsigned") == 0       ? 4
                                                                         : 8;
    for (unsigned apart = 1; apart <= 5; ++apart) {
      const unsigned last = apart * (kThreads - 1), count = last + 1;
      unsigned char* const x = memory + page + size - count * bytes;  // ends with what is accessible
      for (std::size_t i = 0; i < count; ++i) std::memset(x + i * bytes, static_cast<int>(i % 251 + 1), 1);
      const std::string name = "members<" + std::string(type) + ", " + std::to_string(apart) + ">";
      gc_kernel* kernel = nullptr;
      OK(gc_module_get_kernel, module, name.c_str(), &kernel);
      gc_mem* const from = wrap(x, count * bytes);
      gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
      config.grid_x = 1;
      config.block_x = kThreads;
      const gc_arg arguments[] = {GRIDCALL_ARG_MEM(from), GRIDCALL_ARG(last), GRIDCALL_ARG_MEM(sums)};
      OK(gc_launch, kernel, &config, arguments, 3, nullptr);
      std::uint32_t got[kThreads];
      OK(gc_memcpy_dtoh, got, sums, 0, sizeof got, nullptr);
      const auto element = [&](unsigned i) { return i % 251 + 1; };
      for (unsigned i = 0; i < kThreads; ++i)
        assert_int_equal(got[i], element(apart * i) * 3 + element(last - apart * i));
      std::memset(x, 0, count * bytes);
      gc_mem_release(from);
      gc_kernel_release(kernel);
    }
  }
  gc_module_release(module);
  gc_mem_release(sums);
  munmap(memory, size + 2 * page);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(copies),
      cmocka_unit_test(fills),
      cmocka_unit_test(rectangles_and_arrays),
      cmocka_unit_test(beside_registered_memory),
      cmocka_unit_test(wild_addresses),
      cmocka_unit_test(unmapped_while_queued),
      cmocka_unit_test(read_only_memory),
      cmocka_unit_test(members_of_records),
  };
  return cmocka_run_group_tests_name("cpu_device_wrapped_memory", tests, open_cpu, nullptr);
}
