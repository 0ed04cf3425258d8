// SPDX-License-Identifier: Apache-2.0
//
// Copies and fills beside what they cost without the library, measured in turn in one process: on a GPU the
// driver's own calls through the same table, on the CPU device memcpy and memset of one thread. Prints the
// best of some rounds and ratios; it judges nothing.

#include <gridcall/gridcall.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "check.h"
#include "driver/loader.h"
#include "report.h"

namespace {

namespace driver = gridcall::driver;

void raw(driver::CUresult result) {
  if (result == driver::CUDA_SUCCESS) return;
  std::fprintf(stderr, "the driver returned %d\n", static_cast<int>(result));
  std::exit(1);
}

double milliseconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

class Bench {
 public:
  Bench(Report& report, int rounds) : report_(report), rounds_(rounds) {}

  // Both leave nothing queued.
  void compare(const char* name, std::uint64_t bytes, const std::function<void()>& ours,
               const std::function<void()>& floor) {
    double best = 0, best_floor = 0;
    for (int round = -1; round < rounds_; ++round) {  // one to warm up
      const double without = milliseconds(floor), with = milliseconds(ours);
      if (round < 0) continue;
      if (best == 0 || with < best) best = with;
      if (best_floor == 0 || without < best_floor) best_floor = without;
    }
    std::printf("  %-44s %10.3f ms %8.2f GB/s   without %10.3f ms %8.2f GB/s   %6.3fx\n", name, best,
                static_cast<double>(bytes) / best / 1e6, best_floor,
                static_cast<double>(bytes) / best_floor / 1e6, best / best_floor);
    report_.add(name, "gridcall", best, "ms");
    report_.add(name, "without", best_floor, "ms");
  }

 private:
  Report& report_;
  const int rounds_;
};

constexpr std::uintptr_t kHugePage = 2 << 20;

struct Rows {
  const char* name;
  std::uint64_t width, pitch;
};
constexpr Rows kRows[] = {{"rows of 1 MiB, pitch 1 MiB + 512", 1 << 20, (1 << 20) + 512},
                          {"rows of 64 KiB, pitch 128 KiB", 1 << 16, 1 << 17},
                          {"rows of 4,000 bytes, pitch 4,096", 4000, 4096},
                          {"rows of 64 bytes, pitch 128", 64, 128},
                          {"rows of 8 bytes, pitch 64", 8, 64},
                          {"rows of 4,096 bytes without gaps", 4096, 4096}};

}  // namespace

int main(int argc, char** argv) {
  use_built_cpu_device();
  Report report(
      "copy_speed",
      "copy_speed [MiB] [rounds] [--json FILE]\n\nCopies and fills of so many MiB (1024), best of `rounds` "
      "(5), beside the driver's own calls,\nor beside memcpy and memset on the CPU device. "
      "GRIDCALL_DEVICE=gpu or cpu chooses the device.",
      argc, argv);
  const std::uint64_t size = static_cast<std::uint64_t>(report.number(0, 1024)) << 20;
  Bench bench(report, report.number(1, 5));
  gc_context* context = nullptr;
  gc_device* device = nullptr;
  gc_device_kind kind = 0;
  std::int32_t index = 0;
  char name[256];
  std::size_t needed = 0;
  CHECK(gc_context_get_default(&context, error));
  CHECK(gc_context_get_device(context, &device, error));
  CHECK(gc_device_get_name(device, name, sizeof name, &needed, error));
  CHECK(gc_device_get_kind(device, &kind, error));
  CHECK(gc_device_get_index(device, &index, error));
  const bool is_cpu = kind == GRIDCALL_DEVICE_KIND_CPU;
  report.device(name);
  std::printf("device: %s; %llu MiB, best of the rounds\n", name,
              static_cast<unsigned long long>(size >> 20));

  const driver::Table& table = (is_cpu ? driver::cpu_driver() : driver::gpu_driver()).table;
  driver::CUcontext raw_context = nullptr;
  raw(table.cuDevicePrimaryCtxRetain(&raw_context, is_cpu ? 0 : index));
  raw(table.cuCtxSetCurrent(raw_context));

  gc_mem *a = nullptr, *b = nullptr;
  std::uint64_t a_at = 0, b_at = 0;
  CHECK(gc_mem_alloc(context, size, &a, error));
  CHECK(gc_mem_alloc(context, size, &b, error));
  CHECK(gc_mem_get_address(a, &a_at, error));
  CHECK(gc_mem_get_address(b, &b_at, error));
  auto* const a_bytes = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(a_at));
  auto* const b_bytes = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(b_at));
  CHECK(gc_memset(a, 0, "\1", 1, size, nullptr, error));
  CHECK(gc_memset(b, 0, "\2", 1, size, nullptr, error));
  std::vector<std::byte> host(size, std::byte{3});
  const auto wait = [&] { CHECK(gc_context_synchronize(context, error)); };
  // The time that the driver, or one thread of the host, takes for the copy.
  const auto floor = [&](const std::function<void()>& by_driver, const std::function<void()>& by_host) {
    return [=, &table] {
      if (is_cpu) return by_host();
      by_driver();
      raw(table.cuStreamSynchronize(nullptr));
    };
  };

  bench.compare(
      "copy, flat", size,
      [&] {
        CHECK(gc_memcpy(b, 0, a, 0, size, nullptr, error));
        wait();
      },
      floor([&] { raw(table.cuMemcpyDtoDAsync(b_at, a_at, size, nullptr)); },
            [&] { std::memcpy(b_bytes, a_bytes, size); }));
  bench.compare(
      "copy from host memory, flat", size,
      [&] { CHECK(gc_memcpy_htod(b, 0, host.data(), size, nullptr, error)); },
      floor([&] { raw(table.cuMemcpyHtoD(b_at, host.data(), size)); },
            [&] { std::memcpy(b_bytes, host.data(), size); }));
  bench.compare(
      "copy to host memory, flat", size,
      [&] { CHECK(gc_memcpy_dtoh(host.data(), a, 0, size, nullptr, error)); },
      floor([&] { raw(table.cuMemcpyDtoH(host.data(), a_at, size)); },
            [&] { std::memcpy(host.data(), a_bytes, size); }));

  if (is_cpu) {
    // Memory that nobody has touched: of the device's, and huge pages of a mapping, by one thread.
    for (const std::uint64_t bytes :
         {std::uint64_t{4} << 20, std::uint64_t{16} << 20, std::uint64_t{80} << 20}) {
      if (bytes > size) break;
      std::vector<gc_mem*> made;
      std::vector<void*> mapped;
      const std::uint64_t room = bytes + kHugePage;
      bench.compare(
          ("first copy from host memory into new memory, " + std::to_string(bytes >> 20) + " MiB").c_str(),
          bytes,
          [&] {
            gc_mem* mem = nullptr;
            CHECK(gc_mem_alloc(context, bytes, &mem, error));
            CHECK(gc_memcpy_htod(mem, 0, host.data(), bytes, nullptr, error));
            made.push_back(mem);
          },
          [&] {
            void* const pages =
                ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (pages == MAP_FAILED) std::exit(1);
            mapped.push_back(pages);
            const auto aligned = (reinterpret_cast<std::uintptr_t>(pages) + kHugePage - 1) & ~(kHugePage - 1);
            ::madvise(reinterpret_cast<void*>(aligned), bytes, MADV_HUGEPAGE);
            std::memcpy(reinterpret_cast<void*>(aligned), host.data(), bytes);
          });
      for (gc_mem* mem : made) gc_mem_release(mem);
      for (void* pages : mapped) ::munmap(pages, room);
    }
  }

  // Ordinary memory of all sizes, many copies of the small ones.
  for (std::uint64_t bytes = 1; bytes <= size; bytes *= 4) {
    const std::uint64_t count = std::max<std::uint64_t>(std::min<std::uint64_t>((64 << 20) / bytes, 1000), 1);
    const auto many = [count](const std::function<void()>& copy) {
      return [count, copy] {
        for (std::uint64_t i = 0; i < count; ++i) copy();
      };
    };
    const std::string what = std::to_string(count) + " x " + std::to_string(bytes) + " bytes";
    bench.compare(("copy from host memory, " + what).c_str(), bytes * count,
                  many([&] { CHECK(gc_memcpy_htod(b, 0, host.data(), bytes, nullptr, error)); }),
                  floor(many([&] { raw(table.cuMemcpyHtoD(b_at, host.data(), bytes)); }), many([&] {
                          std::memcpy(b_bytes, host.data(), bytes);
                          asm volatile("" : : "r"(b_bytes) : "memory");
                        })));
    bench.compare(("copy to host memory, " + what).c_str(), bytes * count,
                  many([&] { CHECK(gc_memcpy_dtoh(host.data(), a, 0, bytes, nullptr, error)); }),
                  floor(many([&] { raw(table.cuMemcpyDtoH(host.data(), a_at, bytes)); }), many([&] {
                          std::memcpy(host.data(), a_bytes, bytes);
                          asm volatile("" : : "r"(host.data()) : "memory");
                        })));
  }

  for (const Rows& rows : kRows) {
    const std::uint64_t height = size / rows.pitch;
    gc_rect_copy rect = GRIDCALL_RECT_COPY_INIT;
    rect.dst.mem = b;
    rect.src.mem = a;
    rect.dst.row_pitch = rect.src.row_pitch = rows.pitch;
    rect.width = rows.width;
    rect.height = height;
    bench.compare((std::string("copy, ") + rows.name).c_str(), rows.width * height,
                  [&] {
                    CHECK(gc_memcpy_rect(&rect, nullptr, error));
                    wait();
                  },
                  floor(
                      [&] {
                        driver::CUDA_MEMCPY2D copy{};
                        copy.src_type = copy.dst_type = driver::CU_MEMORYTYPE_DEVICE;
                        copy.src_device = a_at;
                        copy.dst_device = b_at;
                        copy.src_pitch = copy.dst_pitch = rows.pitch;
                        copy.width = rows.width;
                        copy.height = height;
                        raw(table.cuMemcpy2DAsync(&copy, nullptr));
                      },
                      [&] {
                        for (std::uint64_t y = 0; y < height; ++y)
                          std::memcpy(b_bytes + y * rows.pitch, a_bytes + y * rows.pitch, rows.width);
                      }));
  }

  bench.compare(
      "fill, 1 byte", size,
      [&] {
        CHECK(gc_memset(a, 0, "\7", 1, size, nullptr, error));
        wait();
      },
      floor([&] { raw(table.cuMemsetD8Async(a_at, 7, size, nullptr)); },
            [&] { std::memset(a_bytes, 7, size); }));
  const unsigned char pattern[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  for (const std::size_t length : {4, 8, 12, 16}) {
    const std::uint64_t count = size / length;
    bench.compare((std::string("fill, a pattern of ") + std::to_string(length) + " bytes").c_str(),
                  count * length,
                  [&] {
                    CHECK(gc_memset(a, 0, pattern, length, count, nullptr, error));
                    wait();
                  },
                  floor([&] { raw(table.cuMemsetD32Async(a_at, 7, size / 4, nullptr)); },
                        [&] { std::memset(a_bytes, 7, size); }));
  }
  for (const Rows& rows : kRows) {
    const std::uint64_t height = size / rows.pitch;
    gc_rect_fill rect = GRIDCALL_RECT_FILL_INIT;
    rect.dst.mem = a;
    rect.dst.row_pitch = rows.pitch;
    rect.width = rows.width;
    rect.height = height;
    rect.value = pattern;
    rect.value_size = 4;
    bench.compare(
        (std::string("fill, ") + rows.name).c_str(), rows.width * height,
        [&] {
          CHECK(gc_memset_rect(&rect, nullptr, error));
          wait();
        },
        floor([&] { raw(table.cuMemsetD2D32Async(a_at, rows.pitch, 7, rows.width / 4, height, nullptr)); },
              [&] {
                for (std::uint64_t y = 0; y < height; ++y)
                  std::memset(a_bytes + y * rows.pitch, 7, rows.width);
              }));
  }

  gc_mem_release(a);
  gc_mem_release(b);
  gc_context_release(context);
  report.write();
  return 0;
}
