// SPDX-License-Identifier: Apache-2.0

#include "core/launch.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/concat.h"
#include "core/memory/mem.h"
#include "core/profiler.h"

namespace gridcall::core {

using namespace driver;

void refuse_launch(Kernel& kernel, const Shape& shape, CUresult result) {
  Failure failure = kernel.context().failure(result, "cuLaunchKernel", "this launch was not queued");
  if (result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ||
      result == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE || result == CUDA_ERROR_INVALID_CLUSTER_SIZE) {
    failure.status = status::kInvalidLaunch;
    if (const auto limit = violated_limit(kernel, shape))
      failure.message = *limit;
    else if (result == CUDA_ERROR_INVALID_CLUSTER_SIZE && !kernel.context().is_cpu())
      failure.message = concat("the cluster of ", shape.cluster[0], " x ", shape.cluster[1], " x ",
                               shape.cluster[2], " blocks is not one that `", kernel.name(),
                               "` and the device allow: every device with clusters allows 8 blocks");
    else if (result != CUDA_ERROR_INVALID_CLUSTER_SIZE)
      failure.message = std::string("the driver refused the launch of `") + kernel.name() +
                        "`: " + failure.message +
                        "; no limit of the device or the kernel that gridcall knows is broken";
  }
  throw failure;
}

Shape shape_of(const std::uint32_t (&grid)[3], const std::uint32_t (&block)[3], std::uint64_t shared,
               std::uint64_t time_limit_ns) {
  if (__builtin_expect(grid[0] == 0 || block[0] == 0, 0))
    throw Failure(status::kInvalidArgument, std::string("`config->") + (grid[0] == 0 ? "grid_x" : "block_x") +
                                                "` is 0: launch 1 at least");
  if (__builtin_expect(shared > UINT32_MAX, 0))
    throw Failure(status::kInvalidLaunch, "`config->shared_size` is " + std::to_string(shared) +
                                              ", more than any device has for a block: use less");
  const auto one = [](std::uint32_t value) { return value == 0 ? 1u : value; };
  return {{grid[0], one(grid[1]), one(grid[2])},
          {block[0], one(block[1]), one(block[2])},
          static_cast<std::uint32_t>(shared),
          time_limit_of(time_limit_ns)};
}

namespace {

// The number of blocks of a shape that fit on the device at once.
struct CooperativeLimit {
  bool is_known = false;
  std::uint64_t multiprocessors = 0;
  std::uint64_t blocks_each = 0;
};

CooperativeLimit cooperative_limit(const Kernel& kernel, const Shape& shape) {
  int multiprocessors = 0;
  if (!kernel.context().table().cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags ||
      !kernel.context().device().try_attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, multiprocessors) ||
      multiprocessors <= 0)
    return {};
  const std::uint32_t threads = shape.block[0] * shape.block[1] * shape.block[2];
  return {true, static_cast<std::uint64_t>(multiprocessors), kernel.occupancy(threads, shape.shared, 0)};
}

}  // namespace

std::optional<std::string> violated_limit(const Kernel& kernel, const Shape& shape) {
  const Device& device = kernel.context().device();
  const auto ask = [&](int attribute) -> std::uint64_t {
    int value = 0;
    return device.try_attribute(attribute, value) && value > 0 ? static_cast<std::uint64_t>(value)
                                                               : ~std::uint64_t{0};
  };
  const std::string name = std::string("`") + kernel.name() + "`";
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  const auto extent = [](std::uint32_t value) {
    return std::to_string(value) + (value > INT32_MAX ? " (a negative number?)" : "");
  };
  static constexpr const char* kAxis[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t most = ask(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i);
    if (shape.grid[i] > most)
      return "the grid has " + extent(shape.grid[i]) + " blocks in " + kAxis[i] + ", the device allows " +
             number(most) + ": use fewer blocks, or another axis";
  }
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t most = ask(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i);
    if (shape.block[i] > most)
      return "the block has " + extent(shape.block[i]) + " threads in " + kAxis[i] + ", the device allows " +
             number(most) + ": use a smaller block";
  }
  // Each factor is below 2^11 here, unless the device reports no limits.
  const std::uint64_t threads = std::uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];
  const std::uint64_t most_threads = ask(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  const std::string block = "the block of " + number(shape.block[0]) + " x " + number(shape.block[1]) +
                            " x " + number(shape.block[2]) + " = " + number(threads) + " threads";
  if (threads > most_threads)
    return block + " is more than the device allows, " + number(most_threads) + ": use a smaller block";

  const auto of_kernel = [&](int attribute) {
    return static_cast<std::uint64_t>(std::max(0, kernel.attribute(attribute)));
  };
  const std::uint64_t kernel_threads = of_kernel(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  const std::uint64_t registers = of_kernel(CU_FUNC_ATTRIBUTE_NUM_REGS);
  if (kernel_threads != 0 && threads > kernel_threads) {
    const std::uint64_t most_registers = ask(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    if (registers * threads > most_registers)
      return block + " needs " + number(registers) + " registers a thread for " + name + ", " +
             number(registers * threads) + " in all, the device has " + number(most_registers) +
             " for a block: use at most " + number(kernel_threads) +
             " threads, or compile with fewer registers "
             "(--maxrregcount, __launch_bounds__)";
    return block + " is more than " + name + " allows, " + number(kernel_threads) +
           ": use a smaller block, or raise its __launch_bounds__";
  }
  const std::uint64_t static_shared = of_kernel(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  const std::uint64_t allowed = of_kernel(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  if (shape.shared > allowed) {
    std::uint64_t opt_in = ask(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    if (opt_in == ~std::uint64_t{0}) opt_in = ask(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    const std::string asked = "`shared_size` " + number(shape.shared) + " is more than " + name +
                              " is set up for, " + number(allowed);
    if (shape.shared + static_shared > opt_in)
      return asked + ", and than the device has for a block, " + number(opt_in) +
             (static_shared ? " with the kernel's own " + number(static_shared) : std::string()) +
             ": use less";
    return asked + ": set MAX_DYNAMIC_SHARED_SIZE_BYTES with gc_kernel_set_attribute first";
  }
  const CooperativeLimit limit = shape.is_cooperative ? cooperative_limit(kernel, shape) : CooperativeLimit{};
  const std::uint64_t blocks = std::uint64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2];
  if (limit.is_known && blocks > limit.multiprocessors * limit.blocks_each)
    return "the cooperative launch of " + name + " has " + number(blocks) + " blocks, and " +
           number(limit.multiprocessors * limit.blocks_each) + " are resident at a time, " +
           number(limit.blocks_each) + " on each of " + number(limit.multiprocessors) +
           " multiprocessors: use a smaller grid, see gc_kernel_get_occupancy";
  return std::nullopt;
}

CapturedLaunch::CapturedLaunch(Kernel& of, const Shape& its_shape, void* const* given,
                               std::span<const UsedObject> objects)
    : kernel(&of), shape(its_shape), used(objects.begin(), objects.end()) {
  const auto parameters = of.parameters();
  std::size_t size = 0;
  for (const image::Parameter& parameter : parameters)
    size = std::max(size, std::size_t{parameter.offset} + parameter.size);
  values.resize((size + 7) / 8);
  for (std::size_t i = 0; i < parameters.size(); ++i) std::memcpy(value(i), given[i], parameters[i].size);
}

std::byte* CapturedLaunch::value(std::size_t index) noexcept {
  return reinterpret_cast<std::byte*>(values.data()) + kernel->parameters()[index].offset;
}

std::vector<void*> CapturedLaunch::pointers() {
  std::vector<void*> pointers(kernel->parameters().size());
  for (std::size_t i = 0; i < pointers.size(); ++i) pointers[i] = value(i);
  return pointers;
}

namespace {

CUresult launch_with_attributes(const Kernel& kernel, Queue queue, const Shape& shape, void** values,
                                bool has_limit, std::span<const UsedObject> used) {
  CUlaunchAttribute attributes[4] = {};
  CUlaunchConfig config{shape.grid[0],  shape.grid[1], shape.grid[2], shape.block[0], shape.block[1],
                        shape.block[2], shape.shared,  queue.stream,  attributes,     0};
  const auto add = [&](CUlaunchAttributeID id) -> CUlaunchAttributeValue& {
    CUlaunchAttribute& attribute = attributes[config.numAttrs++];
    attribute.id = id;
    return attribute.value;
  };
  if (shape.is_cooperative) add(CU_LAUNCH_ATTRIBUTE_COOPERATIVE).cooperative = 1;
  if (shape.cluster[0] != 0)
    add(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION).clusterDim = {shape.cluster[0], shape.cluster[1],
                                                             shape.cluster[2]};
  if (has_limit) add(GRIDCALL_LAUNCH_ATTRIBUTE_TIME_LIMIT).time_limit_ns = shape.time_limit_ns;
  std::vector<ArgumentPart> parts;
  if (kernel.is_checked() && !used.empty()) {
    for (const UsedObject& each : used)
      parts.push_back(each.mem ? ArgumentPart{each.mem->address(), each.mem->size()} : ArgumentPart{});
    add(GRIDCALL_LAUNCH_ATTRIBUTE_PARTS).parts = parts.data();
  }
  return kernel.context().table().cuLaunchKernelEx(&config, kernel.driver_handle(), values, nullptr);
}

[[gnu::noinline]] Work work_of(const Kernel& kernel, const Shape& shape) noexcept {
  Work work;
  work.name = kernel.name();
  std::copy_n(shape.grid, 3, work.grid);
  std::copy_n(shape.block, 3, work.block);
  work.dynamic_shared = shape.shared;
  const Table& table = kernel.context().table();
  table.cuFuncGetAttribute(&work.static_shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel.driver_handle());
  table.cuFuncGetAttribute(&work.registers, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel.driver_handle());
  return work;
}

// The next node of the stream depends only on the node that this launch made.
void record_captured(Context& context, Queue queue, std::unique_ptr<CapturedLaunch> launch) {
  const auto ask = context.table().cuStreamGetCaptureInfo;
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUgraphNode* nodes = nullptr;
  std::size_t count = 0;
  const CUresult result = ask ? ask(queue.stream, &status, nullptr, nullptr, &nodes, &count) : CUDA_SUCCESS;
  if (result == CUDA_SUCCESS && status == CU_STREAM_CAPTURE_STATUS_ACTIVE && count == 1)
    launch->node = nodes[0];
  context.slots().captures().add(queue.slot, std::move(launch));
  context.check(result, "cuStreamGetCaptureInfo");
}

}  // namespace

void check_attributes(const Kernel& kernel, const Shape& shape) {
  const Context& context = kernel.context();
  if (!context.table().cuLaunchKernelEx)
    throw Failure(status::kUnsupported,
                  concat("the driver has no launches ",
                         shape.is_cooperative ? "with GRIDCALL_LAUNCH_COOPERATIVE" : "with a cluster size",
                         " (cuLaunchKernelEx came with CUDA 11.6): update the driver"));
  static constexpr const char* kAxis[] = {"x", "y", "z"};
  for (int i = 0; i < 3 && shape.cluster[0] != 0; ++i) {
    if (shape.grid[i] % shape.cluster[i] != 0)
      throw Failure(status::kInvalidLaunch,
                    concat("`config->cluster_", kAxis[i], "` is ", shape.cluster[i], ", and `config->grid_",
                           kAxis[i], "` is ", shape.grid[i], ": make the grid a multiple of the cluster"));
  }
}

void LaunchEvents::check(const Context& context) const {
  if (start) check_context("config->start_event", start->context(), "the kernel", context);
  if (end) check_context("config->end_event", end->context(), "the kernel", context);
}

namespace {

[[gnu::always_inline]] inline CUresult launch_plain(const Kernel& kernel, Queue queue, const Shape& shape,
                                                    void** values) {
  return kernel.context().table().cuLaunchKernel(kernel.driver_handle(), shape.grid[0], shape.grid[1],
                                                 shape.grid[2], shape.block[0], shape.block[1],
                                                 shape.block[2], shape.shared, queue.stream, values, nullptr);
}

// All launches that are not plain ones.
[[gnu::noinline]] void launch_special(Kernel& kernel, const Stream* stream, Queue queue, const Shape& shape,
                                      const LaunchEvents& events, void** values,
                                      std::span<const UsedObject> used) {
  Context& context = kernel.context();
  const Table& table = context.table();
  const auto plain = [&] { return launch_plain(kernel, queue, shape, values); };
  if (events.start) events.start->record(stream);
  std::unique_ptr<CapturedLaunch> captured;
  if (queue.slot >= kStreamSlots) {
    captured = std::make_unique<CapturedLaunch>(kernel, shape, values, used);
    context.slots().captures().make_room(queue.slot);
  }
  CUresult result;
  Recording recording(context, queue.stream);
  const bool is_special = shape.needs_attributes() || kernel.is_checked();
  if (shape.time_limit_ns == 0) {
    result = is_special ? launch_with_attributes(kernel, queue, shape, values, false, used) : plain();
  } else if (table.gridcallLaunchLimited) {
    result = is_special
                 ? launch_with_attributes(kernel, queue, shape, values, true, used)
                 : table.gridcallLaunchLimited(kernel.driver_handle(), shape.grid, shape.block, shape.shared,
                                               queue.stream, values, shape.time_limit_ns);
  } else if (context.slots().is_capturing(queue.stream)) {
    // Captured work does not run now, and a time limit would query the stream.
    result = is_special ? launch_with_attributes(kernel, queue, shape, values, false, used) : plain();
  } else {
    result = context.time_limits().watch(stream, kernel.name(), shape.time_limit_ns, [&] {
      return is_special ? launch_with_attributes(kernel, queue, shape, values, false, used) : plain();
    });
  }
  context.slots().queued(queue.slot);
  if (result != CUDA_SUCCESS) refuse_launch(kernel, shape, result);
  if (captured) record_captured(context, queue, std::move(captured));
  if (recording) recording.end(work_of(kernel, shape));
  context.results().launches().add(kernel.name(), shape.grid, shape.block);
  if (events.end) events.end->record(stream);
}

}  // namespace

void launch_checked(Kernel& kernel, const Stream* stream, Queue queue, const Shape& shape,
                    const LaunchEvents& events, void** values, std::span<const UsedObject> used) {
  Context& context = kernel.context();
  // Few instructions for the launch that is nearly every one: the driver leaves cold caches behind.
  const bool is_special = shape.needs_attributes() || kernel.is_checked() || shape.time_limit_ns != 0 ||
                          events.start || events.end || queue.slot >= kStreamSlots || context.profiler() ||
                          log::wants(log::Level::kDebug);
  if (__builtin_expect(is_special, 0))
    return launch_special(kernel, stream, queue, shape, events, values, used);
  const CUresult result = launch_plain(kernel, queue, shape, values);
  context.slots().queued(queue.slot);
  if (__builtin_expect(result != CUDA_SUCCESS, 0)) refuse_launch(kernel, shape, result);
  context.results().launches().add(kernel.name(), shape.grid, shape.block);
}

void launch(Kernel& kernel, const Stream* stream, const Shape& shape, const LaunchEvents& events,
            std::span<const Argument> arguments, std::span<const std::byte> bytes) {
  Context& context = kernel.context();
  if (stream) check_context("stream", stream->context(), "the kernel", context);
  events.check(context);
  if (__builtin_expect(shape.needs_attributes(), 0)) check_attributes(kernel, shape);
  check_argument_count(kernel, arguments.size());
  const Queue queue = queue_of(stream);
  const std::span<const image::Parameter> parameters = kernel.parameters();

  // The number of arguments that need no allocation.
  constexpr std::size_t kInPlace = 64;
  void* values_in_place[kInPlace];
  std::uint64_t scratch_in_place[kInPlace];
  std::unique_ptr<void*[]> more_values;
  std::unique_ptr<std::uint64_t[]> more_scratch;
  void** values = values_in_place;
  std::uint64_t* scratch = scratch_in_place;
  if (__builtin_expect(arguments.size() > kInPlace, 0)) {
    more_values = std::make_unique<void*[]>(arguments.size());
    more_scratch = std::make_unique<std::uint64_t[]>(arguments.size());
    values = more_values.get();
    scratch = more_scratch.get();
  }
  std::vector<UsedObject> used;  // in use if a graph captures the launch, or checked code needs the memory
  context.run([&] {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const CheckedArgument checked =
          check_argument(kernel, i, parameters[i], arguments[i], bytes, scratch[i]);
      values[i] = const_cast<void*>(checked.value);
      if (checked.usage) context.slots().use(*checked.usage, queue.slot);
      if (__builtin_expect(queue.slot >= kStreamSlots || kernel.is_checked(), 0)) used.emplace_back(checked);
    }
    kernel.module().use_on(queue.slot);
    launch_checked(kernel, stream, queue, shape, events, values, used);
  });
}

int launch_at_once(Kernel& kernel, const Stream& stream, const std::uint32_t (&grid)[3],
                   const std::uint32_t (&block)[3], std::uint32_t shared,
                   std::span<const Argument> arguments) noexcept {
  constexpr std::size_t kMaxArguments = 16;
  Context& context = kernel.context();
  const unsigned slot = stream.slot();
  const std::uint64_t bit = slot_bit(slot);
  const auto is_used = [&](const Usage& usage) {
    return (usage.slots.load(std::memory_order_relaxed) & bit) != 0;
  };
  if (__builtin_expect(arguments.size() > kMaxArguments || !kernel.takes(arguments.size()) ||
                           kernel.is_checked() || &stream.context() != &context || context.checks_memory() ||
                           !kernel.module().is_plain() || !is_used(kernel.module().usage()),
                       0))
    return kNotLaunched;
  void* values[kMaxArguments];
  std::uint64_t addresses[kMaxArguments];
  const image::Parameter* parameter = kernel.first_parameter();
  for (std::size_t i = 0; i < arguments.size(); ++i, ++parameter) {
    const Argument& argument = arguments[i];
    if (argument.kind == static_cast<std::int32_t>(ArgKind::kMem)) {
      const auto* mem = static_cast<const Mem*>(handle_find(argument.object, HandleType::kMem));
      if (__builtin_expect(
              !mem || parameter->size != 8 || (argument.size & ~8U) != 0 ||
                  (argument.type != 0 && argument.type + value_type::kPointer != parameter->type) ||
                  &mem->context() != &context || argument.bits > mem->size() ||
                  (mem->barred() & Mem::kKernels) != 0 || !is_used(mem->usage()),
              0))
        return kNotLaunched;
      addresses[i] = mem->address() + argument.bits;
      if (__builtin_expect(addresses[i] % 8 != 0, 0)) return kNotLaunched;
      values[i] = &addresses[i];
      continue;
    }
    const bool is_value = argument.kind == static_cast<std::int32_t>(ArgKind::kValue);
    if (__builtin_expect(
            argument.size != parameter->size || (argument.type != 0 && argument.type != parameter->type) ||
                (is_value
                     ? argument.object == 0
                     : argument.kind != static_cast<std::int32_t>(ArgKind::kScalar) || argument.size > 8),
            0))
      return kNotLaunched;
    values[i] = is_value ? reinterpret_cast<void*>(static_cast<std::uintptr_t>(argument.object))
                         : const_cast<std::uint64_t*>(&argument.bits);
  }
  const CUresult result =
      context.table().cuLaunchKernel(kernel.driver_handle(), grid[0], grid[1], grid[2], block[0], block[1],
                                     block[2], shared, stream.driver_handle(), values, nullptr);
  context.slots().queued(slot);
  if (__builtin_expect(result == CUDA_SUCCESS, 1))
    context.results().launches().add(kernel.name(), grid, block);
  else if (wants_current_context(result))
    return kNotLaunched;
  return result;
}

}  // namespace gridcall::core
