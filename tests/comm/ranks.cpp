// SPDX-License-Identifier: Apache-2.0
//
// Communicators through gc_comm_*, one process a rank, started by a launcher: the argument names the case,
// the second one the device, "cpu" if there is none. run.py has the list for MPI, nccl.py that for GPUs.

#include "comm/ranks.h"

#include <dlfcn.h>

#include <atomic>
#include <cstring>
#include <string_view>
#include <thread>

#include "comm/oracle.h"

using namespace ranks;

namespace {

// Runs every operation of one type, and compares with plain loops.
template <class T>
void sweep_type(gc_comm* comm, gc_stream* stream, gc_scalar_type type, std::size_t n) {
  const auto ranks = static_cast<std::size_t>(count), own = static_cast<std::size_t>(rank);
  const auto last = static_cast<std::uint32_t>(count - 1);
  Memory<T> src(n * ranks), dst(n * ranks);
  const std::vector<T> mine = oracle::source<T>(own, n * ranks);
  const auto check = [&](const char* name, Memory<T>& memory, oracle::Call call) {
    call.ranks = ranks;
    call.rank = own;
    call.count = n;
    const std::vector<T> expected = oracle::result<T>(call);
    const std::string difference = oracle::difference(memory.get(expected.size(), stream), expected);
    if (!difference.empty())
      fail("%s type %d x %zu: %s", name, static_cast<int>(type), n, difference.c_str());
  };
  const auto check_reduced = [&](const char* name, Memory<T>& memory, gc_comm_operation operation,
                                 int reduction) {
    check(name, memory, {.operation = operation, .reduction = reduction});
  };
  const auto check_moved = [&](const char* name, gc_comm_operation operation, std::size_t peer = 0) {
    check(name, dst, {.operation = operation, .peer = peer});
  };
  for (const int reduction :
       {GRIDCALL_COMM_REDUCTION_SUM, GRIDCALL_COMM_REDUCTION_MAX, GRIDCALL_COMM_REDUCTION_MIN}) {
    src.put(mine);
    MUST(gc_comm_all_reduce(comm, dst.mem, 0, src.mem, 0, n, type, reduction, stream, e));
    check_reduced("all_reduce", dst, GRIDCALL_COMM_OPERATION_ALL_REDUCE, reduction);
    MUST(gc_comm_all_reduce(comm, src.mem, 0, src.mem, 0, n, type, reduction, stream, e));
    check_reduced("all_reduce in place", src, GRIDCALL_COMM_OPERATION_ALL_REDUCE, reduction);
    src.put(mine);
    MUST(gc_comm_reduce(comm, dst.mem, 0, src.mem, 0, n, type, reduction, last, stream, e));
    if (own == last) check_reduced("reduce", dst, GRIDCALL_COMM_OPERATION_REDUCE, reduction);
    MUST(gc_comm_reduce_scatter(comm, dst.mem, 0, src.mem, 0, n, type, reduction, stream, e));
    check_reduced("reduce_scatter", dst, GRIDCALL_COMM_OPERATION_REDUCE_SCATTER, reduction);
  }
  src.put(mine);
  MUST(gc_comm_broadcast(comm, dst.mem, 0, src.mem, 0, n, type, last, stream, e));
  check_moved("broadcast", GRIDCALL_COMM_OPERATION_BROADCAST, last);
  MUST(gc_comm_all_gather(comm, dst.mem, 0, src.mem, 0, n, type, stream, e));
  check_moved("all_gather", GRIDCALL_COMM_OPERATION_ALL_GATHER);
  MUST(gc_comm_gather(comm, dst.mem, 0, src.mem, 0, n, type, 0, stream, e));
  if (own == 0) check_moved("gather", GRIDCALL_COMM_OPERATION_GATHER);
  MUST(gc_comm_all_to_all(comm, dst.mem, 0, src.mem, 0, n, type, stream, e));
  check_moved("all_to_all", GRIDCALL_COMM_OPERATION_ALL_TO_ALL);
  MUST(gc_comm_scatter(comm, dst.mem, 0, src.mem, 0, n, type, last, stream, e));
  check_moved("scatter", GRIDCALL_COMM_OPERATION_SCATTER, last);
  const oracle::Ring ring(comm, stream, ranks, own, n, type, src.mem, dst.mem);
  MUST(gc_comm_launch_group(ring.ops, 2, e));
  check_moved("ring", GRIDCALL_COMM_OPERATION_RECV, ring.before);
  MUST(gc_comm_barrier(comm, stream, e));
  MUST(gc_stream_synchronize(stream, e));
}

// 8 bits an element, by a table of what 1, 2, 4 and 8 are.
void float8(gc_comm* comm, gc_stream* stream) {
  const struct {
    gc_scalar_type type;
    std::uint8_t powers[4], largest;
  } types[] = {{GRIDCALL_SCALAR_TYPE_FLOAT8_E4M3, {0x38, 0x40, 0x48, 0x50}, 0x7e},
               {GRIDCALL_SCALAR_TYPE_FLOAT8_E5M2, {0x3c, 0x40, 0x44, 0x48}, 0x7b}};
  const int log = count == 1 ? 0 : count == 2 ? 1 : 2;  // run.py has 1, 2 and 4 processes
  for (const auto& each : types) {
    Memory<std::uint8_t> src(4), dst(4);
    const auto reduce = [&](gc_comm_reduction reduction, std::vector<std::uint8_t> want) {
      src.put({each.powers[1], each.powers[rank == 0 ? 2 : 0], each.largest});
      MUST(gc_comm_all_reduce(comm, dst.mem, 0, src.mem, 0, 3, each.type, reduction, stream, e));
      const std::vector<std::uint8_t> got = dst.get(3, stream);
      for (std::size_t i = 0; i < want.size(); ++i)
        if (got[i] != want[i])
          fail("float8 type %d, reduction %d: element %zu is %#x, not %#x", each.type, reduction, i, got[i],
               want[i]);
    };
    reduce(GRIDCALL_COMM_REDUCTION_SUM, {each.powers[1 + log]});
    reduce(GRIDCALL_COMM_REDUCTION_AVG, {each.powers[1]});
    reduce(GRIDCALL_COMM_REDUCTION_MAX, {each.powers[1], each.powers[2], each.largest});
    reduce(GRIDCALL_COMM_REDUCTION_MIN, {each.powers[1], each.powers[count == 1 ? 2 : 0], each.largest});
    src.put({each.powers[rank % 4]});
    MUST(gc_comm_broadcast(comm, dst.mem, 0, src.mem, 0, 1, each.type, static_cast<std::uint32_t>(count - 1),
                           stream, e));
    EQUAL(dst.get(1, stream)[0], each.powers[(count - 1) % 4]);
  }
}

void sweep() {
  gc_comm* comm = from_environment();
  gc_stream* stream = make_stream();
  for (const std::size_t n : {std::size_t{1}, std::size_t{7}, std::size_t{4099}}) {
    sweep_type<std::int32_t>(comm, stream, GRIDCALL_SCALAR_TYPE_INT32, n);
    sweep_type<std::uint64_t>(comm, stream, GRIDCALL_SCALAR_TYPE_UINT64, n);
    sweep_type<std::uint8_t>(comm, stream, GRIDCALL_SCALAR_TYPE_UINT8, n);
    sweep_type<float>(comm, stream, GRIDCALL_SCALAR_TYPE_FLOAT32, n);
    sweep_type<double>(comm, stream, GRIDCALL_SCALAR_TYPE_FLOAT64, n);
  }
  float8(comm, stream);
  gc_stream_release(stream);
  finalize(comm);
}

void many() {
  gc_comm* comm = from_environment();
  gc_stream* stream = make_stream();
  constexpr std::size_t kMany = 10000;
  Memory<std::int32_t> one(1), sums(kMany);
  one.put({rank + 1});
  const auto begin = Clock::now();
  for (std::size_t i = 0; i < kMany; ++i)
    MUST(gc_comm_all_reduce(comm, sums.mem, i * 4, one.mem, 0, 1, GRIDCALL_SCALAR_TYPE_INT32,
                            i % 2 == 0 ? GRIDCALL_COMM_REDUCTION_SUM : GRIDCALL_COMM_REDUCTION_MAX, stream,
                            e));
  const std::vector<std::int32_t> got = sums.get(kMany, stream);
  for (std::size_t i = 0; i < kMany; ++i)
    if (got[i] != (i % 2 == 0 ? count * (count + 1) / 2 : count)) return fail("operation %zu: %d", i, got[i]);
  if (rank == 0) std::printf("# %.1f us each\n", since(begin) * 1e6 / kMany);
  gc_stream_release(stream);
  finalize(comm);
}

struct Kernel {
  gc_module* module = nullptr;
  gc_kernel* kernel = nullptr;
  Kernel() {
    constexpr std::string_view kSource =
        "extern \"C\" __global__ void change(float* x, float factor, int n, int spins) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  volatile int waste = 0;\n"
        "  for (int k = 0; k < spins; ++k) waste = waste + k;\n"
        "  if (i < n) x[i] = x[i] * factor + 1;\n"
        "}\n";
    MUST(gc_module_from_source(context, kSource.data(), kSource.size(), nullptr, &module, e));
    MUST(gc_module_get_kernel(module, "change", &kernel, e));
  }
  ~Kernel() {
    gc_kernel_release(kernel);
    gc_module_release(module);
  }
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  void launch(gc_mem* mem, float factor, std::int32_t n, gc_stream* stream, std::int32_t spins = 0) const {
    gc_arg args[4] = {};
    args[0] = gc_arg{GRIDCALL_ARG_KIND_MEM, 0, 0, mem, 0, 0};
    std::uint32_t bits = 0;
    std::memcpy(&bits, &factor, sizeof bits);
    args[1] = gc_arg{GRIDCALL_ARG_KIND_SCALAR, 4, bits, nullptr, 0, 0};
    args[2] = gc_arg{GRIDCALL_ARG_KIND_SCALAR, 4, static_cast<std::uint32_t>(n), nullptr, 0, 0};
    args[3] = gc_arg{GRIDCALL_ARG_KIND_SCALAR, 4, static_cast<std::uint32_t>(spins), nullptr, 0, 0};
    gc_launch_config config{};
    config.struct_size = sizeof config;
    config.grid_x = static_cast<std::uint32_t>((n + 127) / 128);
    config.block_x = 128;
    MUST(gc_launch(kernel, &config, args, 4, stream, e));
  }
};

// Returns what `rounds` of kernel, sum and kernel make of a number that is the same on all ranks.
float chained(float x, int rounds) {
  for (int i = 0; i < rounds; ++i)
    x = ((x * 2 + 1) * static_cast<float>(count)) / static_cast<float>(count) * 0.25f + 1;
  return x;
}

void kernels(bool in_graph) {
  gc_comm* comm = from_environment();
  gc_stream* stream = make_stream();
  const Kernel kernel;
  constexpr std::int32_t kCount = 3000;
  Memory<float> data(kCount);
  data.put(std::vector<float>(kCount, 8));
  const auto queue = [&] {
    kernel.launch(data.mem, 2, kCount, stream);
    MUST(gc_comm_all_reduce(comm, data.mem, 0, data.mem, 0, kCount, GRIDCALL_SCALAR_TYPE_FLOAT32,
                            GRIDCALL_COMM_REDUCTION_AVG, stream, e));
    kernel.launch(data.mem, 0.25f, kCount, stream);
  };
  const int rounds = in_graph ? 100 : 20;
  if (in_graph) {
    gc_graph* graph = nullptr;
    MUST(gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_RELAXED, e));
    queue();
    MUST(gc_stream_end_capture(stream, &graph, e));
    for (int i = 0; i < rounds; ++i) MUST(gc_graph_launch(graph, stream, e));
    MUST(gc_stream_synchronize(stream, e));
    std::int32_t done = 0;
    REFUSED(gc_comm_finalize(comm, kSecond, &done, e), INVALID_STATE, "graph");
    gc_graph_release(graph);
    // It goes when its last launch has been looked at.
    for (int i = 0; i < 200 && done == 0; ++i) {
      gc_error* error = nullptr;
      gc_comm_finalize(comm, stretched(30 * kSecond), &done, &error);
      gc_error_release(error);
      usleep(10000);
    }
    EQUAL(done, 1);
  } else {
    for (int i = 0; i < rounds; ++i) queue();
  }
  const std::vector<float> got = data.get(kCount, stream);
  const float want = chained(8, rounds);
  for (const float each : got)
    if (each < want - 1e-3f || each > want + 1e-3f)
      return fail("%g, not %g", static_cast<double>(each), static_cast<double>(want));
  gc_stream_release(stream);
  finalize(comm);
}

// The calls decide the order, whichever stream comes first.
void streams() {
  gc_comm* comm = from_environment();
  gc_stream* both[2] = {make_stream(), make_stream()};
  const Kernel kernel;
  Memory<float> busy(128), data(2);
  busy.put(std::vector<float>(128, 1));
  for (int round = 0; round < 20; ++round) {
    data.put({1, 10});
    kernel.launch(busy.mem, 1, 128, both[(rank + round) % 2], 300000);
    for (std::uint64_t i = 0; i < 2; ++i)
      MUST(gc_comm_all_reduce(comm, data.mem, i * 4, data.mem, i * 4, 1, GRIDCALL_SCALAR_TYPE_FLOAT32,
                              GRIDCALL_COMM_REDUCTION_SUM, both[i], e));
    for (gc_stream* each : both) MUST(gc_stream_synchronize(each, e));
    const std::vector<float> got = data.get(2, nullptr);
    EQUAL(got[0], count);
    EQUAL(got[1], 10 * count);
  }
  for (gc_stream* each : both) gc_stream_release(each);
  finalize(comm);
}

// `in_part`: in the parts of even and of odd ranks.
void mismatch(bool in_part) {
  const gc_comm_options checked = options(60, GRIDCALL_COMM_CHECKED);
  gc_comm* whole = from_environment(in_part ? options() : checked);
  gc_comm* comm = whole;
  if (in_part) MUST(gc_comm_split(whole, rank % 2, 0, &checked, &comm, e));
  gc_stream* stream = make_stream();
  Memory<float> data(4096);
  data.put(std::vector<float>(4096, 1));
  const bool other = rank >= count - (in_part ? 2 : 1);
  const auto begin = Clock::now();
  const auto reduce = [&](gc_error** e) {
    return gc_comm_all_reduce(comm, data.mem, 0, data.mem, 0, other ? 1024 : 4096,
                              GRIDCALL_SCALAR_TYPE_FLOAT32, GRIDCALL_COMM_REDUCTION_SUM, stream, e);
  };
  if (is_cpu) {
    MUST(reduce(e));
    REFUSED(gc_stream_synchronize(stream, e), COMM_MISMATCH, "operation 1",
            "rank 0 calls all_reduce of 4096 float32 (SUM)", "calls all_reduce of 1024 float32 (SUM)");
  } else {  // the library compares before it calls NCCL
    REFUSED(reduce(e), COMM_MISMATCH, "operation 1", "calls all_reduce of 4096 float32 (SUM)",
            "calls all_reduce of 1024 float32 (SUM)");
  }
  HOLDS(since(begin) < 5 * slowdown());
  // The failure is told once; what follows on the communicator is refused with its text.
  MUST(gc_stream_synchronize(stream, e));
  REFUSED(gc_comm_all_reduce(comm, data.mem, 0, data.mem, 0, 1, GRIDCALL_SCALAR_TYPE_FLOAT32,
                             GRIDCALL_COMM_REDUCTION_SUM, stream, e),
          INVALID_STATE, "4096");
  EQUAL(data.get(1, stream)[0], 1);  // no data moved
  gc_stream_release(stream);
  gc_comm_release(comm);
  if (in_part) gc_comm_release(whole);
}

// The last rank does not come in time.
void timeout() {
  gc_comm* comm = from_environment(options(1));
  gc_stream* stream = make_stream();
  Memory<float> data(4096);
  data.put(std::vector<float>(4096, 1));
  if (rank == count - 1) {
    sleep(4);
  } else {
    const auto begin = Clock::now();
    MUST(gc_comm_all_reduce(comm, data.mem, 0, data.mem, 0, 4096, GRIDCALL_SCALAR_TYPE_FLOAT32,
                            GRIDCALL_COMM_REDUCTION_SUM, stream, e));
    REFUSED(gc_stream_synchronize(stream, e), COMM_TIMEOUT, "operation 1", "all_reduce", "4096 float32");
    const double took = since(begin);
    if (took < 0.9 || took > 3.5 * slowdown()) fail("%.1f s", took);
    MUST(gc_stream_synchronize(stream, e));
    sleep(4);  // a launcher may end the job when a process has ended
  }
  gc_stream_release(stream);
  gc_comm_release(comm);
}

// Another thread aborts while this one waits; twice; and a communicator that is made anew works.
void abort_waiting() {
  gc_comm* comm = from_environment();
  gc_comm* second = from_environment();
  gc_stream* stream = make_stream();
  Memory<float> data(16);
  data.put(std::vector<float>(16, 1));
  if (rank != count - 1) {
    MUST(gc_comm_all_reduce(comm, data.mem, 0, data.mem, 0, 16, GRIDCALL_SCALAR_TYPE_FLOAT32,
                            GRIDCALL_COMM_REDUCTION_SUM, stream, e));
    std::thread other([&] {
      usleep(300000);
      const auto begin = Clock::now();
      MUST(gc_comm_abort(&comm, 1, e));
      HOLDS(since(begin) < 5 * slowdown());
    });
    const auto begin = Clock::now();
    REFUSED(gc_stream_synchronize(stream, e), COMM_ABORTED, "abort");
    HOLDS(since(begin) < 6 * slowdown());
    other.join();
  }
  MUST(gc_comm_abort(&comm, 1, e));
  REFUSED(gc_comm_barrier(comm, stream, e), INVALID_STATE, "abort");
  gc_comm_release(comm);
  data.put(std::vector<float>(16, 1));
  MUST(gc_comm_all_reduce(second, data.mem, 0, data.mem, 0, 16, GRIDCALL_SCALAR_TYPE_FLOAT32,
                          GRIDCALL_COMM_REDUCTION_SUM, stream, e));
  EQUAL(data.get(1, stream)[0], count);
  gc_stream_release(stream);
  finalize(second);
}

// Release is local: no order, no finalize, nobody waits.
void releases() {
  gc_comm* comms[3] = {from_environment(), from_environment(), from_environment()};
  gc_stream* stream = make_stream();
  Memory<float> data(16);
  data.put(std::vector<float>(16, 1));
  for (gc_comm* each : comms)
    MUST(gc_comm_all_reduce(each, data.mem, 0, data.mem, 0, 16, GRIDCALL_SCALAR_TYPE_FLOAT32,
                            GRIDCALL_COMM_REDUCTION_SUM, stream, e));
  MUST(gc_stream_synchronize(stream, e));
  double worst = 0;
  for (int i = 0; i < 3; ++i) {
    const auto begin = Clock::now();
    gc_comm_release(comms[(i + rank) % 3]);
    worst = std::max(worst, since(begin));
  }
  HOLDS(worst < 0.1 * slowdown());
  gc_stream_release(stream);
  finalize(from_environment());
}

// A communicator without a context is on the device that the launcher's local rank says, or on the CPU
// device.
void no_context() {
  gc_comm* comm = from_environment(options(), nullptr);
  Memory<std::int32_t> data(1);
  data.put({1});
  MUST(gc_comm_all_reduce(comm, data.mem, 0, data.mem, 0, 1, GRIDCALL_SCALAR_TYPE_INT32,
                          GRIDCALL_COMM_REDUCTION_SUM, nullptr, e));
  EQUAL(data.get(1, nullptr)[0], count);
  finalize(comm);
}

void splits() {
  gc_comm* comm = from_environment();
  gc_comm* part = nullptr;
  const gc_comm_options how = options();
  MUST(gc_comm_split(comm, rank == 0 ? 2 : rank % 2, -rank, &how, &part, e));
  {
    Memory<std::int32_t> data(1);
    data.put({1});
    MUST(gc_comm_all_reduce(part, data.mem, 0, data.mem, 0, 1, GRIDCALL_SCALAR_TYPE_INT32,
                            GRIDCALL_COMM_REDUCTION_SUM, nullptr, e));
    int members = rank == 0 ? 1 : 0;
    for (int i = 1; i < count; ++i) members += rank != 0 && i % 2 == rank % 2 ? 1 : 0;
    EQUAL(data.get(1, nullptr)[0], members);
    finalize(part);
  }
  // All are on this machine. What MPI uses it does not tell.
  std::uint64_t value = 0;
  MUST(gc_comm_get_attribute(comm, GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK, &value, e));
  EQUAL(value, rank);
  MUST(gc_comm_get_attribute(comm, GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT, &value, e));
  EQUAL(value, count);
  if (is_cpu)
    REFUSED(gc_comm_get_attribute(comm, GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY, &value, e), UNSUPPORTED,
            "DEVICE_MEMORY", "MPI does not tell");
  // The last rank is in no part.
  const bool is_out = rank == count - 1;
  part = comm;
  MUST(gc_comm_split(comm, is_out ? -1 : 3, 0, &how, &part, e));
  EQUAL(!part, is_out);
  if (part) {
    std::uint64_t members = 0;
    MUST(gc_comm_get_attribute(part, GRIDCALL_COMM_ATTRIBUTE_COUNT, &members, e));
    EQUAL(members, count - 1);
    finalize(part);
  }
  gc_context* const two[] = {context, context};
  gc_comm* comms[2] = {};
  if (is_cpu)
    REFUSED(gc_comm_create_many(two, 2, nullptr, 0, nullptr, 0, 2, &how, comms, e), UNSUPPORTED,
            "one rank in a process", "mpirun");
  finalize(comm);
}

// An id that the ranks hand round themselves, here with a communicator that is there already.
void ids() {
  gc_comm* comm = from_environment();
  std::uint8_t id[256] = {};
  if (rank == 0) MUST(gc_comm_create_id(context, id, e));
  Memory<std::uint8_t> bytes(sizeof id);
  bytes.put(std::vector<std::uint8_t>(id, id + sizeof id));
  MUST(gc_comm_broadcast(comm, bytes.mem, 0, bytes.mem, 0, sizeof id, GRIDCALL_SCALAR_TYPE_UINT8, 0, nullptr,
                         e));
  const std::vector<std::uint8_t> got = bytes.get(sizeof id, nullptr);
  std::copy(got.begin(), got.end(), id);
  const gc_comm_options how = options();
  gc_comm* second = nullptr;
  // The ranks the other way round.
  const auto own = static_cast<std::uint32_t>(count - 1 - rank);
  REFUSED(gc_comm_create(context, id, sizeof id, static_cast<std::uint32_t>(count),
                         static_cast<std::uint32_t>(count), &how, &second, e),
          OUT_OF_RANGE, "rank");
  MUST(gc_comm_create(context, id, sizeof id, own, static_cast<std::uint32_t>(count), &how, &second, e));
  Memory<std::int32_t> data(1);
  data.put({rank});
  MUST(gc_comm_broadcast(second, data.mem, 0, data.mem, 0, 1, GRIDCALL_SCALAR_TYPE_INT32, 0, nullptr, e));
  EQUAL(data.get(1, nullptr)[0], count - 1);
  gc_comm* third = nullptr;
  REFUSED(gc_comm_create(context, id, sizeof id, own, static_cast<std::uint32_t>(count), &how, &third, e),
          INVALID_STATE);
  id[40] ^= 1;
  REFUSED(gc_comm_create(context, id, sizeof id, own, static_cast<std::uint32_t>(count), &how, &third, e),
          INVALID_ARGUMENT);
  finalize(second);
  finalize(comm);
}

// The ring of two is chosen around a call alone: what the user, or Open MPI, has chosen stands behind it.
void tuning() {
  gc_comm* comm = from_environment();
  gc_stream* stream = make_stream();
  Memory<float> data(1024);
  data.put(std::vector<float>(1024, 1));
  MUST(gc_comm_all_reduce(comm, data.mem, 0, data.mem, 0, 1024, GRIDCALL_SCALAR_TYPE_FLOAT32,
                          GRIDCALL_COMM_REDUCTION_SUM, stream, e));
  EQUAL(data.get(1, stream)[0], count);
  const char* const wanted = std::getenv("OMPI_MCA_coll_libnbc_iallreduce_algorithm");
  const char* const file = "libmpi.so.40";
  void* const library = dlopen(file, RTLD_NOW | RTLD_NOLOAD);
  HOLDS(library);
  if (library) {
    const auto find = reinterpret_cast<int (*)(const char*, int*)>(dlsym(library, "MPI_T_cvar_get_index"));
    const auto open =
        reinterpret_cast<int (*)(int, void*, void**, int*)>(dlsym(library, "MPI_T_cvar_handle_alloc"));
    const auto read = reinterpret_cast<int (*)(void*, void*)>(dlsym(library, "MPI_T_cvar_read"));
    int index = 0, elements = 0, chosen = -1;
    void* handle = nullptr;
    EQUAL(find("coll_libnbc_iallreduce_algorithm", &index), 0);
    EQUAL(open(index, nullptr, &handle, &elements), 0);
    EQUAL(read(handle, &chosen), 0);
    EQUAL(chosen, wanted ? std::atoi(wanted) : 0);
  }
  gc_stream_release(stream);
  finalize(comm);
}

void wrong_launcher() {
  gc_comm* comm = nullptr;
  const gc_comm_options how = options();
  REFUSED(gc_comm_from_environment(context, &how, &comm, e), INVALID_STATE,
          "the launcher started 2 processes", "counts 1");
}

}  // namespace

int main(int argc, char** argv) {
  return run_case(argc, argv,
                  {{"sweep", sweep},
                   {"many", many},
                   {"kernels", [] { kernels(false); }},
                   {"graph", [] { kernels(true); }},
                   {"streams", streams},
                   {"mismatch", [] { mismatch(false); }, true},
                   {"mismatch_in_parts", [] { mismatch(true); }, true},
                   {"timeout", timeout, true},
                   {"abort", abort_waiting, true},
                   {"releases", releases},
                   {"splits", splits},
                   {"no_context", no_context},
                   {"ids", ids},
                   {"tuning", tuning},
                   {"wrong_launcher", wrong_launcher}});
}
