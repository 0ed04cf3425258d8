// SPDX-License-Identifier: Apache-2.0
//
// One of several processes that share a cache and may be killed at any moment (test_processes.py).
//   cache_worker COUNTERS SEED      with GRIDCALL_CC = fake_cc
// COUNTERS is a file of four u64, mapped by all: compilations requested, wrong results, slow ones, hits.

#include <fcntl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/failure.h"
#include "compile/compiler.h"

namespace gc = gridcall::compile;

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  int fd = ::open(argv[1], O_RDWR | O_CLOEXEC);
  void* mapped = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped == MAP_FAILED) return 2;
  auto* counters = static_cast<std::atomic<std::uint64_t>*>(mapped);
  std::uint64_t state = std::strtoull(argv[2], nullptr, 10) * 2654435761u + 1;
  gc::Target target;
  target.is_cpu = true;
  for (;;) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    unsigned key = static_cast<unsigned>(state >> 33) % 64;
    std::string payload(1000 + key * 211, static_cast<char>('a' + key % 26));
    payload += std::to_string(key);
    std::string source = "// fake: ok " + payload + "\n";
    gc::Request request;
    request.source = source;
    struct timespec start;
    struct timespec end;
    ::clock_gettime(CLOCK_MONOTONIC, &start);
    try {
      const auto result = gc::compile(request, target);
      std::string image(reinterpret_cast<const char*>(result.bytes.data()), result.bytes.size());
      if (image != "\177ELF fake object " + payload) counters[1].fetch_add(1);
      if (result.from_cache) counters[3].fetch_add(1);
    } catch (const gridcall::Failure& failure) {
      std::fprintf(stderr, "%s\n", failure.message.c_str());
      counters[1].fetch_add(1);
    }
    ::clock_gettime(CLOCK_MONOTONIC, &end);
    std::int64_t spent = (end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1'000'000;
    if (spent > 4000) counters[2].fetch_add(1);
    counters[0].fetch_add(1);
  }
}
