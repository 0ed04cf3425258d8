// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "core/context_list.h"
#include "core/default_device.h"
#include "core/ipc.h"
#include "core/trace.h"

namespace gridcall::api {

namespace {

// Adds a context that the program gets to the trace, if there is one.
core::Ref<core::Context> traced(core::Ref<core::Context> context) {
  core::trace_context(*context);
  return context;
}

}  // namespace

core::Ref<core::Context> context_get_default() {
  core::handle_collect();
  return traced(core::Ref<core::Context>(&core::default_context()));
}

core::Ref<core::Context> context_get_primary(core::Device& device, const gc_context_options& options) {
  if (options.flags != 0 || options.sched != GRIDCALL_CONTEXT_SCHED_AUTO)
    throw Failure(status::kInvalidOptions, std::string("`options.") +
                                               (options.flags != 0 ? "flags" : "sched") +
                                               "` is set, and the primary context is shared with other "
                                               "libraries: pass 0, or use gc_context_create");
  if (const Failure* loss = device.loss()) throw core::device_lost(device, *loss);
  core::Context& context = device.context();
  core::collect(context);
  return traced(core::Ref<core::Context>(&context));
}

core::Ref<core::Context> context_create(core::Device& device, const gc_context_options& options) {
  switch (options.sched) {
    case GRIDCALL_CONTEXT_SCHED_AUTO:
    case GRIDCALL_CONTEXT_SCHED_SPIN:
    case GRIDCALL_CONTEXT_SCHED_YIELD:
    case GRIDCALL_CONTEXT_SCHED_BLOCKING_SYNC:
      break;
    default:
      throw Failure(status::kInvalidOptions, "`options.sched` is " + std::to_string(options.sched) +
                                                 ": pass a GRIDCALL_CONTEXT_SCHED_* number");
  }
  return traced(core::make_context(
      device, static_cast<unsigned>(options.flags) | static_cast<unsigned>(options.sched)));
}

core::Ref<core::Context> context_wrap(core::Device& device, std::uint64_t native) {
  return traced(core::wrap_context(device, native));
}

core::Ref<core::Context> context_get_current() {
  return traced(core::current_context());
}

bool context_is_supported(core::Context& context, gc_feature feature) {
  const driver::Table& table = context.table();
  switch (static_cast<core::Feature>(feature)) {
    case core::Feature::kStreamCancel:
      return table.gridcallStreamCancel != nullptr;
    case core::Feature::kModuleFromBuffer:
      return true;
    case core::Feature::kKernelParams:
      return table.cuFuncGetParamInfo != nullptr;
    case core::Feature::kKernelTimeout:
      return table.gridcallLaunchLimited != nullptr;
    case core::Feature::kCpuMode:
      return context.is_cpu();
    case core::Feature::kCooperativeLaunch: {
      int can = 0;
      return table.cuLaunchKernelEx &&
             context.device().try_attribute(driver::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, can) && can != 0;
    }
    case core::Feature::kClusters:
      return table.cuLaunchKernelEx && (context.is_cpu() || context.device().major() >= 9);
    case core::Feature::kOccupancy:
      return table.cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags &&
             table.cuOccupancyMaxPotentialBlockSize;
    case core::Feature::kIpc:
      return core::supports_ipc(context);
  }
  throw Failure(status::kNotFound, "`feature` is " + std::to_string(feature) +
                                       ", which this library does not know: see gc_feature in gridcall.h");
}

void context_get_memory_info(core::Context& context, std::uint64_t& out_free, std::uint64_t& out_total) {
  // Released memory without pending work counts as free.
  core::handle_collect_all();
  context.sweep(core::Sweep::kNow);
  core::sweep_ending_contexts(&context, core::Sweep::kNow);
  std::size_t free_bytes = 0, total = 0;
  context.run([&] { context.check(context.table().cuMemGetInfo(&free_bytes, &total), "cuMemGetInfo"); });
  out_free = free_bytes;
  out_total = total;
}

}  // namespace gridcall::api
