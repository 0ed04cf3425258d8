// SPDX-License-Identifier: Apache-2.0

#include "core/copy/copy_between.h"

#include "base/concat.h"
#include "core/copy/box.h"
#include "core/poll_until.h"
#include "core/profiler.h"

namespace gridcall::core {

using namespace driver;

namespace {

// A queue of one of the contexts.
struct Side {
  Context& context;
  Queue queue;
};

// Makes work queued on `later` from now on wait for the work queued on `earlier`.
void order(const Side& later, const Side& earlier) {
  const Table& table = earlier.context.table();
  CUevent event = nullptr;
  earlier.context.run([&] {
    earlier.context.check(table.cuEventCreate(&event, CU_EVENT_DISABLE_TIMING), "cuEventCreate", kNotCopied);
    const CUresult recorded = table.cuEventRecord(event, earlier.queue.stream);
    if (recorded == CUDA_SUCCESS) return;
    table.cuEventDestroy(event);
    earlier.context.check(recorded, "cuEventRecord", kNotCopied);
  });
  // The driver keeps the event until it has happened.
  const auto destroy = [&] { earlier.context.run_quietly([&] { table.cuEventDestroy(event); }); };
  try {
    later.context.run([&] {
      later.context.check(table.cuStreamWaitEvent(later.queue.stream, event, 0), "cuStreamWaitEvent",
                          kNotCopied);
    });
  } catch (...) {
    destroy();
    throw;
  }
  destroy();
}

void use(const Side& side, Mem& mem) {
  side.context.run([&] { side.context.slots().use(mem.usage(), side.queue.slot); });
}

// Copies between two contexts of one driver.
void copy_queued(const CopyRegion& region, const Side& to, const Side& from, bool is_of_source) {
  // The context of the other end can reach page-locked memory; otherwise the stream's context makes the copy.
  const bool by_source = region.dst.by_host == region.src.by_host ? is_of_source : region.dst.by_host;
  const Side &making = by_source ? from : to, &other = by_source ? to : from;
  use(to, *region.dst.mem);
  use(from, *region.src.mem);
  order(making, other);
  making.context.run([&] {
    const bool is_between = !region.dst.by_host && !region.src.by_host;
    Recording recording(making.context, making.queue.stream);
    const CallResult asked = is_between
                                 ? copy_box_between(to.context, from.context, region, making.queue.stream)
                                 : copy_box(making.context, region, false, making.queue.stream);
    if (recording && asked.result == CUDA_SUCCESS) {
      Work work;
      work.kind = WorkKind::kDtoD;
      work.bytes = region.width * region.rows * region.slices;
      recording.end(work);
    }
    making.context.slots().queued(making.queue.slot);
    making.context.check(asked.result, asked.call, kNotCopied);
  });
  try {
    order(other, making);
  } catch (...) {
    // The other context does not know of the copy, so it must not release the memory before the copy ends.
    making.context.run_quietly([&] { making.context.table().cuStreamSynchronize(making.queue.stream); });
    throw;
  }
  other.context.slots().queued(other.queue.slot);
}

// Copies by the GPU's driver, which sees the CPU device's memory as host memory.
void copy_by_gpu(const CopyRegion& region, Side& cpu, Side& gpu, Stream* cpu_stream, Stream* gpu_stream) {
  const bool is_to_cpu = &region.dst.mem->context() == &cpu.context;
  Mem& of_cpu = is_to_cpu ? *region.dst.mem : *region.src.mem;
  const Ref<Mem> keep_cpu(&of_cpu), keep_gpu(is_to_cpu ? region.src.mem : region.dst.mem);
  const Ref<Stream> keep_stream(cpu_stream ? cpu_stream : gpu_stream);
  cpu.context.run([&] {
    cpu.context.slots().use(of_cpu.usage(), cpu.queue.slot);
    const EpochPause pause;
    cpu.context.time_limits().wait(cpu.context, TimeLimits::Scope::of(cpu_stream));
    const std::uint64_t moment = cpu.context.slots().settle_begin();
    cpu.context.check(cpu.context.table().cuStreamSynchronize(cpu.queue.stream), "cuStreamSynchronize",
                      kNotCopied);
    if (cpu.queue.stream) cpu.context.slots().settle(cpu.queue.slot, moment);
  });
  cpu.context.late_failures().check(cpu.queue.stream);
  CopyRegion with_host = region;
  CopyEnd& end = is_to_cpu ? with_host.dst : with_host.src;
  end.host = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(of_cpu.address()));
  end.by_host = true;
  end.mem = nullptr;
  copy_box_blocking(gpu.context, with_host, gpu_stream);
}

// Copies ordinary host memory that belongs to a context of the GPU by the CPU device.
void copy_by_cpu(const CopyRegion& region, Side& cpu, Stream* cpu_stream) {
  const bool is_to_cpu = &region.dst.mem->context() == &cpu.context;
  CopyRegion with_host = region;
  CopyEnd& end = is_to_cpu ? with_host.src : with_host.dst;
  const Ref<Mem> keep_cpu(is_to_cpu ? region.dst.mem : region.src.mem), keep_host(end.mem);
  const Ref<Stream> keep_stream(cpu_stream);
  end.mem->wait(kForEver);
  end.mem = nullptr;
  (is_to_cpu ? with_host.dst : with_host.src).by_host = false;
  copy_box_blocking(cpu.context, with_host, cpu_stream);
}

}  // namespace

void copy_between(const CopyRegion& region, Stream* stream) {
  Context &to = region.dst.mem->context(), &from = region.src.mem->context();
  const bool is_of_source = stream && &stream->context() == &from;
  Side at_dst{to, queue_of(is_of_source ? nullptr : stream)};
  Side at_src{from, queue_of(is_of_source ? stream : nullptr)};
  // A GPU's driver takes ordinary memory by the host's address, and then no other memory of the host.
  const bool has_ordinary = region.dst.mem->is_ordinary() || region.src.mem->is_ordinary();
  CopyRegion by_best_address = region;
  for (CopyEnd* end : {&by_best_address.dst, &by_best_address.src}) {
    end->host = end->mem->host();
    end->by_host = has_ordinary ? end->mem->is_ordinary() : end->host != nullptr;
  }
  if (&to.table() == &from.table()) return copy_queued(by_best_address, at_dst, at_src, is_of_source);
  Stream* const of_dst = is_of_source ? nullptr : stream;
  Stream* const of_src = is_of_source ? stream : nullptr;
  const bool is_to_cpu = to.is_cpu();
  Side &cpu = is_to_cpu ? at_dst : at_src, &gpu = is_to_cpu ? at_src : at_dst;
  Stream *const cpu_stream = is_to_cpu ? of_dst : of_src, *const gpu_stream = is_to_cpu ? of_src : of_dst;
  if ((is_to_cpu ? region.src : region.dst).mem->is_ordinary())
    copy_by_cpu(by_best_address, cpu, cpu_stream);
  else
    copy_by_gpu(by_best_address, cpu, gpu, cpu_stream, gpu_stream);
}

}  // namespace gridcall::core
