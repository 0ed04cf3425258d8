// SPDX-License-Identifier: Apache-2.0
//
// Communicators between the GPUs of one process beside NCCL's own calls, through the same table and on the
// same streams and memory, measured in turn in one run: what it costs to make them, and all_reduce. Prints
// medians and ratios; it judges nothing but the results.
//   cmake --build build --target comm_speed_nccl && build/bin/comm_speed_nccl

#include <gridcall/preview.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "comm/engine.h"
#include "driver/loader.h"
#include "report.h"

namespace {

namespace driver = gridcall::driver;
using namespace gridcall::comm;

constexpr int kCreations = 5;
constexpr std::uint64_t kMiB = 1 << 20, kCheckedBytes = kMiB, kSpareBytes = 128 * kMiB;

enum Kind : std::size_t { kRaw, kRawAsync, kUnchecked, kChecked, kKinds };
constexpr const char* kNames[kKinds] = {"raw", "raw, non-blocking", "gridcall", "gridcall, checked"};

double microseconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void raw(driver::CUresult result) {
  if (result == driver::CUDA_SUCCESS) return;
  std::fprintf(stderr, "the driver returned %d\n", static_cast<int>(result));
  std::exit(1);
}

void raw(ncclResult_t result) {
  if (result == ncclSuccess || result == ncclInProgress) return;
  const EngineTable& nccl = nccl_engine().table;
  std::fprintf(stderr, "NCCL returned %d, %s: %s\n", static_cast<int>(result),
               nccl.ncclGetErrorString(result), nccl.ncclGetLastError(nullptr));
  std::exit(1);
}

struct Rank {
  gc_context* context = nullptr;
  driver::CUcontext native_context = nullptr;
  gc_stream* stream = nullptr;
  driver::CUstream native_stream = nullptr;
  gc_mem *src = nullptr, *dst = nullptr;
  std::uint64_t src_at = 0, dst_at = 0;
};

class Bench {
 public:
  Bench(const std::vector<gc_context*>& gpus, int ranks) : gpus_(gpus.size()), ranks_(std::size_t(ranks)) {
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      Rank& rank = ranks_[i];
      rank.context = gpus[i % gpus_];
      rank.native_context = native<driver::CUcontext>(rank.context);
      CHECK(gc_stream_create(rank.context, nullptr, &rank.stream, error));
      rank.native_stream = native<driver::CUstream>(rank.stream);
    }
  }
  ~Bench() {
    for (const Rank& rank : ranks_) {
      gc_mem_release(rank.src);
      gc_mem_release(rank.dst);
      gc_stream_release(rank.stream);
    }
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  // Ranks beyond the first of a GPU, which gc_comm_create_many refuses: each is made by a thread then.
  bool is_shared() const { return ranks_.size() > gpus_; }

  std::vector<ncclComm_t> make_raw(bool blocking) const {
    ncclUniqueId id;
    raw(nccl_.ncclGetUniqueId(&id));
    std::vector<ncclComm_t> made(ranks_.size());
    raw(nccl_.ncclGroupStart());
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      ncclConfig_t config;
      config.blocking = blocking ? 1 : 0;
      raw(driver_.cuCtxSetCurrent(ranks_[i].native_context));
      raw(nccl_.ncclCommInitRankConfig(&made[i], int(ranks_.size()), id, int(i), &config));
    }
    raw(nccl_.ncclGroupEnd());
    if (!blocking) wait_for(made);
    return made;
  }
  void end_raw(const std::vector<ncclComm_t>& comms, bool blocking) const {
    if (!blocking) {
      for (const ncclComm_t comm : comms) raw(nccl_.ncclCommFinalize(comm));
      wait_for(comms);
    }
    for (const ncclComm_t comm : comms) raw(nccl_.ncclCommDestroy(comm));
  }

  std::vector<gc_comm*> make(gc_comm_flags flags, std::uint64_t timeout_ns = 0) const {
    gc_comm_options options = GRIDCALL_COMM_OPTIONS_INIT;
    options.flags = flags;
    options.timeout_nanoseconds = timeout_ns;
    std::vector<gc_comm*> made(ranks_.size());
    const auto count = static_cast<std::uint32_t>(ranks_.size());
    std::uint8_t id[256];  // also of one rank, which would need no NCCL without it
    CHECK(gc_comm_create_id(ranks_[0].context, id, error));
    if (!is_shared()) {
      std::vector<gc_context*> contexts;
      for (const Rank& rank : ranks_) contexts.push_back(rank.context);
      CHECK(gc_comm_create_many(contexts.data(), contexts.size(), nullptr, 0, id, sizeof id, count, &options,
                                made.data(), error));
      return made;
    }
    in_threads([&](std::size_t i) {
      CHECK(gc_comm_create(ranks_[i].context, id, sizeof id, std::uint32_t(i), count, &options, &made[i],
                           error));
    });
    return made;
  }
  // In turns, as each rank waits for the others.
  static void end(const std::vector<gc_comm*>& comms) {
    for (bool all = false; !all;) {
      all = true;
      for (gc_comm* comm : comms) {
        std::int32_t done = 0;
        CHECK(gc_comm_finalize(comm, 1'000'000, &done, error));
        all = all && done != 0;
      }
    }
    for (gc_comm* comm : comms) gc_comm_release(comm);
  }

  // Whether the memory has room for `bytes` twice for each rank.
  bool has_room(std::uint64_t bytes) const {
    for (std::size_t i = 0; i < std::min(gpus_, ranks_.size()); ++i) {
      const std::uint64_t there = (ranks_.size() - i + gpus_ - 1) / gpus_;
      std::uint64_t free = 0, total = 0;
      CHECK(gc_context_get_memory_info(ranks_[i].context, &free, &total, error));
      if (free < 2 * bytes * there + kSpareBytes) return false;
    }
    return true;
  }
  // Every element of rank r is r + 1.
  void allocate(std::uint64_t bytes) {
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      Rank& rank = ranks_[i];
      const float value = float(i + 1);
      CHECK(gc_mem_alloc(rank.context, bytes, &rank.src, error));
      CHECK(gc_mem_alloc(rank.context, bytes, &rank.dst, error));
      CHECK(gc_mem_get_address(rank.src, &rank.src_at, error));
      CHECK(gc_mem_get_address(rank.dst, &rank.dst_at, error));
      CHECK(gc_memset(rank.src, 0, &value, sizeof value, bytes / sizeof value, rank.stream, error));
    }
    synchronize();
  }

  void launch_raw(const std::vector<ncclComm_t>& comms, std::uint64_t bytes, int repeats,
                  bool blocking) const {
    for (int i = 0; i < repeats; ++i) {
      raw(nccl_.ncclGroupStart());
      for (std::size_t k = 0; k < ranks_.size(); ++k)
        raw(nccl_.ncclAllReduce(address(ranks_[k].src_at), address(ranks_[k].dst_at), bytes / sizeof(float),
                                ncclFloat32, ncclSum, comms[k], ranks_[k].native_stream));
      raw(nccl_.ncclGroupEnd());
      if (!blocking) wait_for(comms);
    }
    for (const Rank& rank : ranks_) {
      raw(driver_.cuCtxSetCurrent(rank.native_context));
      raw(driver_.cuStreamSynchronize(rank.native_stream));
    }
  }
  void launch(const std::vector<gc_comm*>& comms, std::uint64_t bytes, int repeats) const {
    const std::vector<gc_comm_op> ops = group(comms, bytes);
    for (int i = 0; i < repeats; ++i) CHECK(gc_comm_launch_group(ops.data(), ops.size(), error));
    synchronize();
  }
  void launch_in_threads(const std::vector<gc_comm*>& comms, std::uint64_t bytes, int repeats) const {
    in_threads([&](std::size_t k) {
      const Rank& rank = ranks_[k];
      for (int i = 0; i < repeats; ++i)
        CHECK(gc_comm_all_reduce(comms[k], rank.dst, 0, rank.src, 0, bytes / sizeof(float),
                                 GRIDCALL_SCALAR_TYPE_FLOAT32, GRIDCALL_COMM_REDUCTION_SUM, rank.stream,
                                 error));
      CHECK(gc_stream_synchronize(rank.stream, error));
    });
  }
  // Whether a group may have several ranks of a communicator that is checked.
  bool can_check_groups() const {
    const std::vector<gc_comm*> comms = make(GRIDCALL_COMM_CHECKED, 3'000'000'000);
    std::vector<gc_comm_op> ops = group(comms, 8);
    for (gc_comm_op& op : ops) {  // streams of its own: those of a communicator that fails tell it later
      gc_context* context = nullptr;
      CHECK(gc_handle_get_context(op.stream, &context, error));
      CHECK(gc_stream_create(context, nullptr, &op.stream, error));
      gc_context_release(context);
    }
    gc_error* error = nullptr;
    const bool can = gc_comm_launch_group(ops.data(), ops.size(), &error) == GRIDCALL_OK;
    if (can) {
      for (const gc_comm_op& op : ops) CHECK(gc_stream_synchronize(op.stream, error));
      end(comms);
    } else {
      std::printf("# gc_comm_launch_group, checked: %s\n", gc_error_message(error));
      gc_error_release(error);
      CHECK(gc_comm_abort(comms.data(), comms.size(), error));
      for (gc_comm* comm : comms) gc_comm_release(comm);
    }
    for (const gc_comm_op& op : ops) gc_stream_release(op.stream);
    return can;
  }

  // Runs `once` and compares the end of every rank's result with the sum.
  void check(const char* name, std::uint64_t bytes, const std::function<void()>& once) const {
    for (const Rank& rank : ranks_) CHECK(gc_memset(rank.dst, 0, "", 1, bytes, rank.stream, error));
    synchronize();
    once();
    const std::uint64_t looked_at = std::min(bytes, kCheckedBytes);
    const float wanted = float(ranks_.size() * (ranks_.size() + 1)) / 2;
    std::vector<float> got(looked_at / sizeof(float));
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      CHECK(gc_memcpy_dtoh(got.data(), ranks_[i].dst, bytes - looked_at, looked_at, ranks_[i].stream, error));
      CHECK(gc_stream_synchronize(ranks_[i].stream, error));
      for (const float value : got)
        if (value != wanted) {
          std::fprintf(stderr, "%s, %llu bytes: rank %zu has %g, the sum is %g\n", name,
                       static_cast<unsigned long long>(bytes), i, double(value), double(wanted));
          std::exit(1);
        }
    }
  }

 private:
  template <class Native>
  static Native native(const void* handle) {
    std::uint64_t number = 0;
    CHECK(gc_handle_get_native(handle, &number, error));
    return reinterpret_cast<Native>(static_cast<std::uintptr_t>(number));
  }
  static void* address(std::uint64_t value) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(value));
  }
  void wait_for(const std::vector<ncclComm_t>& comms) const {
    for (const ncclComm_t comm : comms)
      for (ncclResult_t result = ncclInProgress; result == ncclInProgress;) {
        raw(nccl_.ncclCommGetAsyncError(comm, &result));
        raw(result);
        if (result == ncclInProgress) std::this_thread::yield();
      }
  }
  void synchronize() const {
    for (const Rank& rank : ranks_) CHECK(gc_stream_synchronize(rank.stream, error));
  }
  void in_threads(const std::function<void(std::size_t)>& work) const {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < ranks_.size(); ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
  }
  std::vector<gc_comm_op> group(const std::vector<gc_comm*>& comms, std::uint64_t bytes) const {
    std::vector<gc_comm_op> ops(ranks_.size());
    for (std::size_t i = 0; i < ops.size(); ++i) {
      ops[i].operation = GRIDCALL_COMM_OPERATION_ALL_REDUCE;
      ops[i].reduction = GRIDCALL_COMM_REDUCTION_SUM;
      ops[i].scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
      ops[i].comm = comms[i];
      ops[i].dst = ranks_[i].dst;
      ops[i].src = ranks_[i].src;
      ops[i].count = bytes / sizeof(float);
      ops[i].stream = ranks_[i].stream;
    }
    return ops;
  }

  const EngineTable& nccl_ = nccl_engine().table;
  const driver::Table& driver_ = driver::gpu_driver().table;
  const std::size_t gpus_;
  std::vector<Rank> ranks_;
};

// The fake NCCL of the tests has non-blocking communicators alone.
bool can_block(const gc_context* context) {
  const EngineTable& nccl = nccl_engine().table;
  ncclUniqueId id;
  ncclComm_t made = nullptr;
  ncclConfig_t config;
  config.blocking = 1;
  std::uint64_t native = 0;
  CHECK(gc_handle_get_native(context, &native, error));
  raw(driver::gpu_driver().table.cuCtxSetCurrent(
      reinterpret_cast<driver::CUcontext>(static_cast<std::uintptr_t>(native))));
  raw(nccl.ncclGetUniqueId(&id));
  if (nccl.ncclCommInitRankConfig(&made, 1, id, 0, &config) != ncclSuccess) return false;
  raw(nccl.ncclCommDestroy(made));
  return true;
}

std::vector<gc_context*> open_gpus(Report& report) {
  std::vector<gc_context*> contexts;
  std::int32_t count = 0;
  CHECK(gc_device_get_count(&count, error));
  for (std::int32_t i = 0; i < count; ++i) {
    gc_device* device = nullptr;
    gc_device_kind kind = 0;
    CHECK(gc_device_get_by_index(i, &device, error));
    CHECK(gc_device_get_kind(device, &kind, error));
    if (kind != GRIDCALL_DEVICE_KIND_GPU) continue;
    char name[256];
    std::size_t needed = 0;
    CHECK(gc_device_get_name(device, name, sizeof name, &needed, error));
    report.device(name);
    if (contexts.empty()) std::printf("# %s; ", name);
    CHECK(gc_context_get_primary(device, nullptr, &contexts.emplace_back(), error));
  }
  return contexts;
}

}  // namespace

int main(int argc, char** argv) {
  use_built_cpu_device();
  Report report(
      "comm_speed_nccl",
      "comm_speed_nccl [ranks] [MiB] [rounds] [--json FILE]\n\nCommunicators of so many ranks (one for each "
      "GPU) in one process beside NCCL's own calls:\nmaking them, and all_reduce of up to so many MiB (1024) "
      "where the memory has room; medians of\n`rounds` (11). More ranks than GPUs share them, which NCCL "
      "2.30 and newer allow.",
      argc, argv);
  const std::vector<gc_context*> gpus = open_gpus(report);
  if (gpus.empty()) {
    std::fprintf(stderr, "there is no GPU\n");
    return 1;
  }
  const int count = report.number(0, int(gpus.size()));
  const std::uint64_t most = std::uint64_t(report.number(1, 1024)) * kMiB;
  const int rounds = report.number(2, 11);
  if (std::size_t(count) > gpus.size()) setenv("NCCL_MULTI_RANK_GPU_ENABLE", "1", 1);  // read once, later
  char engine[256] = {};
  CHECK(gc_context_get_comm_engine(gpus[0], engine, sizeof engine, nullptr, error));
  if (nccl_engine().failure != 0) {
    std::fprintf(stderr, "%s\n", engine);
    return 1;
  }
  std::printf("%s; ranks: %d, GPUs: %zu; medians of the rounds\n", engine, count,
              std::min(gpus.size(), std::size_t(count)));
  std::fflush(stdout);

  {
    Bench bench(gpus, count);
    const bool blocking = can_block(gpus[0]);
    if (!blocking) std::printf("# this NCCL refuses communicators that block: raw is not blocking either\n");
    const auto blocks = [&](Kind kind) { return kind == kRaw && blocking; };

    std::array<std::vector<double>, kKinds> creations;
    for (int round = -1; round < kCreations; ++round)  // one to warm up
      for (const Kind kind : {kRaw, kRawAsync, kUnchecked}) {
        std::vector<ncclComm_t> theirs;
        std::vector<gc_comm*> ours;
        const double took = microseconds([&] {
          if (kind == kUnchecked)
            ours = bench.make(GRIDCALL_COMM_UNCHECKED);
          else
            theirs = bench.make_raw(blocks(kind));
        });
        if (round >= 0) creations[kind].push_back(took / 1000);
        if (kind == kUnchecked)
          Bench::end(ours);
        else
          bench.end_raw(theirs, blocks(kind));
      }
    const double floor = median(creations[kRaw]), with = median(creations[kUnchecked]);
    std::printf(
        "# creation (%s), in ms: raw; raw, non-blocking; gridcall; gridcall - raw (goal: at most 50)\n"
        "creation         %10.2f  %10.2f  %10.2f  %10.2f\n",
        bench.is_shared() ? "gc_comm_create in a thread for each rank" : "gc_comm_create_many", floor,
        median(creations[kRawAsync]), with, with - floor);
    for (const Kind kind : {kRaw, kRawAsync, kUnchecked})
      report.add("creation", kNames[kind], median(creations[kind]), "ms");

    const std::vector<ncclComm_t> blocking_comms = bench.make_raw(blocking);
    const std::vector<ncclComm_t> async_comms = bench.make_raw(false);
    const std::vector<gc_comm*> unchecked = bench.make(GRIDCALL_COMM_UNCHECKED);
    const std::vector<gc_comm*> checked = bench.make(GRIDCALL_COMM_CHECKED);
    std::vector<std::uint64_t> sizes;
    for (const std::uint64_t bytes :
         {std::uint64_t{8}, kMiB / 1024, kMiB / 16, kMiB, 16 * kMiB, 256 * kMiB, 1024 * kMiB})
      if (bytes <= most && bench.has_room(bytes)) sizes.push_back(bytes);
    if (sizes.empty()) {
      std::fprintf(stderr, "the memory of the GPUs is full\n");
      return 1;
    }
    bench.allocate(sizes.back());
    const bool groups = bench.can_check_groups();
    std::printf(
        "# all_reduce of float32, sum, out of place, in us: raw; raw, non-blocking; gridcall; gridcall, "
        "checked%s;\n# raw / gridcall (goal: at least 0.97 from 256 MiB on); bus bandwidth in GB/s: raw; "
        "gridcall; checked\n",
        groups ? "" : " (gc_comm_all_reduce in a thread for each rank)");
    for (const std::uint64_t bytes : sizes) {
      const int repeats = bytes <= kMiB / 16 ? 200 : bytes <= kMiB ? 100 : bytes <= 16 * kMiB ? 20 : 5;
      const auto run = [&](Kind kind, int times) {
        if (kind == kRaw || kind == kRawAsync)
          bench.launch_raw(kind == kRaw ? blocking_comms : async_comms, bytes, times, blocks(kind));
        else if (kind == kUnchecked || groups)
          bench.launch(kind == kUnchecked ? unchecked : checked, bytes, times);
        else
          bench.launch_in_threads(checked, bytes, times);
      };
      constexpr Kind kAll[] = {kRaw, kRawAsync, kUnchecked, kChecked};
      std::array<std::vector<double>, kKinds> all;
      for (const Kind kind : kAll) {
        bench.check(kNames[kind], bytes, [&] { run(kind, 1); });
        run(kind, std::min(repeats, 3));
      }
      for (int round = 0; round < rounds; ++round)
        for (const Kind kind : kAll) all[kind].push_back(microseconds([&] { run(kind, repeats); }) / repeats);
      std::array<double, kKinds> times{};
      for (const Kind kind : kAll) {
        times[kind] = median(all[kind]);
        report.add("all_reduce, " + std::to_string(bytes) + " bytes", kNames[kind], times[kind] * 1000, "ns");
      }
      const double moved = 2.0 * (count - 1) / count * double(bytes) / 1000;  // GB/s, divided by us
      std::printf("%10llu bytes %10.1f  %10.1f  %10.1f  %10.1f  %6.3f  %8.2f  %8.2f  %8.2f\n",
                  static_cast<unsigned long long>(bytes), times[kRaw], times[kRawAsync], times[kUnchecked],
                  times[kChecked], times[kRaw] / times[kUnchecked], moved / times[kRaw],
                  moved / times[kUnchecked], moved / times[kChecked]);
      std::fflush(stdout);
    }
    bench.end_raw(blocking_comms, blocking);
    bench.end_raw(async_comms, false);
    Bench::end(unchecked);
    Bench::end(checked);
  }
  for (gc_context* context : gpus) gc_context_release(context);
  report.write();
  return 0;
}
