// SPDX-License-Identifier: Apache-2.0
//
// All-reduce of gc_comm_* on the CPU device beside a plain MPI_Allreduce loop in the same run, the way OSU's
// benchmark measures: medians of rounds, the slowest rank counts. Compiled with an MPI's own mpi.h; start it
// with that MPI's launcher:
//   cmake --build build --target comm_speed_openmpi && mpirun -n 2 build/bin/comm_speed_openmpi

#include <gridcall/gridcall.h>
#include <mpi.h>

#include <algorithm>
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

// The median over rounds of the mean in a round, in us, of the slowest rank.
template <class Once>
double measure(int rounds, int repeats, const Once& once) {
  std::vector<double> all;
  once();
  for (int round = 0; round < rounds; ++round) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < repeats; ++i) once();
    double own = (MPI_Wtime() - begin) * 1e6 / repeats, slowest = 0;
    MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    all.push_back(slowest);
  }
  std::nth_element(all.begin(), all.begin() + rounds / 2, all.end());
  return all[static_cast<std::size_t>(rounds / 2)];
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
  MUST(gc_comm_get_engine(context, engine, sizeof engine, nullptr, &e));
  if (rank == 0)
    std::printf(
        "# %s\n# all_reduce of float32, sum, in us: raw MPI; gridcall unchecked, checked; raw / unchecked\n",
        engine);
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{4} << 10, std::size_t{64} << 10,
                                  std::size_t{1} << 20, std::size_t{16} << 20, std::size_t{64} << 20}) {
    const std::size_t elements = bytes / sizeof(float);
    const int repeats = bytes <= 4096 ? 500 : bytes <= (1u << 20) ? 50 : 3;
    std::vector<float> src(elements, 1), dst(elements);
    const double plain = measure(5, repeats, [&] {
      MPI_Allreduce(src.data(), dst.data(), static_cast<int>(elements), MPI_FLOAT, MPI_SUM, raw);
    });
    gc_mem *from = nullptr, *to = nullptr;
    MUST(gc_mem_alloc(context, bytes, &from, &e));
    MUST(gc_mem_alloc(context, bytes, &to, &e));
    MUST(gc_memcpy_htod(from, 0, src.data(), bytes, stream, &e));
    double ours[2] = {};
    for (int checked = 0; checked < 2; ++checked)
      ours[checked] = measure(5, repeats, [&] {
        MUST(gc_comm_all_reduce(comms[checked], to, 0, from, 0, elements, GRIDCALL_SCALAR_TYPE_FLOAT32,
                                GRIDCALL_COMM_REDUCTION_SUM, stream, &e));
        MUST(gc_stream_synchronize(stream, &e));
      });
    if (rank == 0)
      std::printf("%9zu bytes  %10.1f  %10.1f  %10.1f  %6.2f\n", bytes, plain, ours[0], ours[1],
                  plain / ours[0]);
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
