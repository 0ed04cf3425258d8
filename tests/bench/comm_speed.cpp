// SPDX-License-Identifier: Apache-2.0
//
// All-reduce of gc_comm_* on the CPU device beside a plain MPI_Allreduce loop in the same run, the way OSU's
// benchmark measures: medians of rounds, the slowest rank counts. Compiled with an MPI's own mpi.h; start it
// with that MPI's launcher:
//   cmake --build build --target comm_speed_openmpi && mpirun -n 2 build/bin/comm_speed_openmpi

#include <gridcall/preview.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

int rank = 0, count = 1;

#define MUST(call)                                                                          \
  do {                                                                                      \
    gc_error* e = nullptr;                                                                  \
    if ((call) != GRIDCALL_OK) {                                                            \
      std::fprintf(stderr, "rank %d: %s: %s\n", rank, #call, e ? gc_error_message(e) : ""); \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)

// Medians over rounds of the mean in a round, in us, of the slowest rank. The kinds take turns, so that what
// else the machine does meets all of them.
template <std::size_t kKinds, class Once>
std::array<double, kKinds> measure(int rounds, int repeats, const Once& once) {
  std::array<std::vector<double>, kKinds> all;
  for (std::size_t kind = 0; kind < kKinds; ++kind) once(kind);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      MPI_Barrier(MPI_COMM_WORLD);
      const double begin = MPI_Wtime();
      for (int i = 0; i < repeats; ++i) once(kind);
      double own = (MPI_Wtime() - begin) * 1e6 / repeats, slowest = 0;
      MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
      all[kind].push_back(slowest);
    }
  std::array<double, kKinds> medians{};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const auto middle = all[kind].begin() + rounds / 2;
    std::nth_element(all[kind].begin(), middle, all[kind].end());
    medians[kind] = *middle;
  }
  return medians;
}

}  // namespace

int main(int argc, char** argv) {
  int given = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  MPI_Comm raw = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &raw);
  gc_device* device = nullptr;
  gc_context* context = nullptr;
  gc_stream* stream = nullptr;
  MUST(gc_device_find("cpu", &device, &e));
  MUST(gc_context_get_primary(device, nullptr, &context, &e));
  MUST(gc_stream_create(context, nullptr, &stream, &e));
  gc_comm* comms[2] = {};
  for (int checked = 0; checked < 2; ++checked) {
    gc_comm_options options = GRIDCALL_COMM_OPTIONS_INIT;
    options.flags = checked != 0 ? GRIDCALL_COMM_CHECKED : GRIDCALL_COMM_UNCHECKED;
    MUST(gc_comm_from_environment(context, &options, &comms[checked], &e));
  }
  char engine[256] = {};
  MUST(gc_context_get_comm_engine(context, engine, sizeof engine, nullptr, &e));
  if (rank == 0)
    std::printf(
        "# %s\n# all_reduce of float32, sum, in us: raw MPI; gridcall unchecked, checked; raw / unchecked\n",
        engine);
  for (const std::size_t bytes :
       {std::size_t{8}, std::size_t{4} << 10, std::size_t{64} << 10, std::size_t{1} << 20,
        std::size_t{4} << 20, std::size_t{16} << 20, std::size_t{64} << 20}) {
    const std::size_t elements = bytes / sizeof(float);
    const int repeats = bytes <= 4096 ? 500 : bytes <= (1u << 20) ? 50 : bytes <= (4u << 20) ? 12 : 3;
    std::vector<float> src(elements, 1), dst(elements);
    gc_mem *from = nullptr, *to = nullptr;
    MUST(gc_mem_alloc(context, bytes, &from, &e));
    MUST(gc_mem_alloc(context, bytes, &to, &e));
    MUST(gc_memcpy_htod(from, 0, src.data(), bytes, stream, &e));
    const auto times = measure<3>(9, repeats, [&](std::size_t kind) {
      if (kind == 0) {
        MPI_Allreduce(src.data(), dst.data(), static_cast<int>(elements), MPI_FLOAT, MPI_SUM, raw);
        return;
      }
      MUST(gc_comm_all_reduce(comms[kind - 1], to, 0, from, 0, elements, GRIDCALL_SCALAR_TYPE_FLOAT32,
                              GRIDCALL_COMM_REDUCTION_SUM, stream, &e));
      MUST(gc_stream_synchronize(stream, &e));
    });
    if (rank == 0)
      std::printf("%9zu bytes  %10.1f  %10.1f  %10.1f  %6.2f\n", bytes, times[0], times[1], times[2],
                  times[0] / times[1]);
    gc_mem_release(from);
    gc_mem_release(to);
  }
  for (gc_comm* comm : comms) {
    std::int32_t done = 0;
    MUST(gc_comm_finalize(comm, 0, &done, &e));
    gc_comm_release(comm);
  }
  gc_stream_release(stream);
  MPI_Comm_free(&raw);
  MPI_Finalize();
  return 0;
}
