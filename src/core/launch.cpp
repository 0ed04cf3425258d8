// SPDX-License-Identifier: Apache-2.0

#include "core/launch.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/concat.h"
#include "core/ndarray/ndarray.h"
#include "core/ndarray/scalar_type.h"
#include "core/parameter_type.h"
#include "core/pipe.h"
#include "core/profiler.h"
#include "core/surface.h"
#include "core/texture.h"

namespace gridcall::core {

using namespace driver;

namespace {

std::string argument_name(std::size_t index) {
  return "argument " + std::to_string(index);
}

[[noreturn]] void refuse_size(const Kernel& kernel, std::size_t index, std::uint32_t given,
                              std::uint32_t takes) {
  std::string message = argument_name(index) + " has " + std::to_string(given) + " bytes, parameter " +
                        std::to_string(index) + " of `" + kernel.name() + "` takes " + std::to_string(takes) +
                        ": pass ";
  if (takes == 1 || takes == 2 || takes == 4 || takes == 8)
    message += "a " + std::to_string(takes * 8) + "-bit value";
  else
    message += "it with kind VALUE or BYTES and that size";
  throw Failure(status::kArgumentMismatch, std::move(message));
}

[[noreturn]] void refuse_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                                  const Argument& argument, std::span<const std::byte> bytes) {
  const std::string name = argument_name(index);
  switch (static_cast<ArgKind>(argument.kind)) {
    case ArgKind::kScalar:
      if (argument.size != 1 && argument.size != 2 && argument.size != 4 && argument.size != 8)
        throw Failure(status::kInvalidArgument, name + " is a SCALAR of " + std::to_string(argument.size) +
                                                    " bytes: 1, 2, 4 or 8, or use kind BYTES");
      refuse_size(kernel, index, argument.size, parameter.size);
    case ArgKind::kMem:
      if (argument.size != 0 && argument.size != 8)
        throw Failure(status::kInvalidArgument, name + " is a MEM of `size` " +
                                                    std::to_string(argument.size) +
                                                    ": set it to 0 or 8, the size of a pointer");
      refuse_size(kernel, index, 8, parameter.size);
    case ArgKind::kPipe:
    case ArgKind::kTexture:
    case ArgKind::kSurface: {
      const auto kind = static_cast<ArgKind>(argument.kind);
      const char* const what = kind == ArgKind::kPipe      ? " is a PIPE"
                               : kind == ArgKind::kTexture ? " is a TEXTURE"
                                                           : " is a SURFACE";
      if (argument.size != 0 && argument.size != 8)
        throw Failure(status::kInvalidArgument,
                      name + what + " of `size` " + std::to_string(argument.size) + ": set it to 0 or 8");
      if (argument.bits != 0)
        throw Failure(status::kInvalidArgument,
                      name + what + " with `bits` " + std::to_string(argument.bits) + ": set them to 0");
      refuse_size(kernel, index, 8, parameter.size);
    }
    case ArgKind::kNdarray:
      if (argument.size != 0 && argument.size != 8)
        throw Failure(status::kInvalidArgument, name + " is an NDARRAY of `size` " +
                                                    std::to_string(argument.size) + ": set it to 0 or 8");
      if (argument.bits != 0)
        throw Failure(status::kInvalidArgument, name + " is an NDARRAY with `bits` " +
                                                    std::to_string(argument.bits) +
                                                    ": set them to 0, and slice the array instead");
      refuse_size(kernel, index, 8, parameter.size);
    case ArgKind::kBytes:
      if (argument.bits > bytes.size() || argument.size > bytes.size() - argument.bits)
        throw Failure(status::kOutOfRange, name + " is " + std::to_string(argument.size) +
                                               " bytes at offset " + std::to_string(argument.bits) +
                                               " of `bytes`, which has " + std::to_string(bytes.size()) +
                                               ": pass them all");
      refuse_size(kernel, index, argument.size, parameter.size);
    case ArgKind::kValue:
      if (argument.object == 0)
        throw Failure(status::kInvalidArgument,
                      "`object` of " + name + " is NULL: pass the address of the value");
      refuse_size(kernel, index, argument.size, parameter.size);
    case ArgKind::kType:
      throw Failure(status::kInvalidArgument,
                    name + " is a TYPE, which has no value and is for gc_prepared_create: pass its value");
  }
  throw Failure(status::kInvalidArgument,
                name + " has kind " + std::to_string(argument.kind) +
                    ", which does not exist: pass SCALAR (1), MEM (2), BYTES (3), VALUE (4), TEXTURE (5), "
                    "SURFACE (6), PIPE (7), NDARRAY (8) or TYPE (9)");
}

// `given`: the type of the argument as accepts() compares it, a pointer for memory.
[[noreturn, gnu::cold]] void refuse_type(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                                         const Argument& argument, std::uint32_t given) {
  const std::string name = argument_name(index);
  if (argument.type >> 32 != 0)
    throw Failure(status::kInvalidOptions,
                  "`reserved` of " + name + " is " + std::to_string(argument.type >> 32) + ": set it to 0");
  if (argument.type >= value_type::kPointer * 2)
    throw Failure(status::kInvalidArgument, "`value_type` of " + name + " is " +
                                                std::to_string(argument.type) +
                                                ", which is none: see gc_value_type in gridcall.h");
  const image::ParameterText& text = kernel.parameter_text(index);
  throw Failure(status::kArgumentMismatch,
                name + " is " + value_text(given) + ", parameter " + std::to_string(index) +
                    (text.name.empty() ? "" : ", `" + text.name + "`,") + " of `" + kernel.name() +
                    "` takes `" + text.type_name + "`: pass " + value_text(parameter.type) +
                    (parameter.type >= value_type::kPointer && given < value_type::kPointer
                         ? ", or an address as a pointer"
                         : ""));
}

// Of an argument that says its type, and says another than the parameter has.
void check_type(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                const Argument& argument) {
  auto given = static_cast<std::uint32_t>(argument.type);
  // An array of pointers is a pointer to what is unknown.
  if (argument.kind == static_cast<std::int32_t>(ArgKind::kMem) ||
      argument.kind == static_cast<std::int32_t>(ArgKind::kNdarray))
    given = given < value_type::kPointer ? given + value_type::kPointer : value_type::kPointer;
  if (__builtin_expect(argument.type >= value_type::kPointer * 2 || !accepts(parameter.type, given), 0))
    refuse_type(kernel, index, parameter, argument, given);
}

// A parameter whose value comes later, against the type that it will have.
void check_promised_type(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                         const Argument& argument) {
  if (argument.bits != 0 || argument.object != 0)
    throw Failure(status::kInvalidArgument,
                  argument_name(index) + " is a TYPE with a value: set `bits` and `object` to 0");
  const auto type = static_cast<std::uint32_t>(argument.type);
  // A gc_scalar_type has complex numbers too, where value types have structs of any size.
  std::uint32_t bytes = argument.size;
  if (bytes == 0) bytes = (type & value_type::kPointer) != 0 ? 8 : scalar_size(static_cast<ScalarType>(type));
  if (bytes != 0 && bytes != parameter.size) refuse_size(kernel, index, bytes, parameter.size);
  const bool is_address = (parameter.type & value_type::kPointer) != 0 &&
                          (argument.type == value_type::kInt64 || argument.type == value_type::kUint64);
  if (argument.type != 0 && !is_address &&
      (argument.type >= value_type::kPointer * 2 || !accepts(parameter.type, type)))
    refuse_type(kernel, index, parameter, argument, type);
}

// The driver refused, or reported the fault of an earlier kernel.
[[noreturn]] void refuse_launch(Kernel& kernel, const Shape& shape, CUresult result) {
  Failure failure = kernel.context().failure(result, "cuLaunchKernel", "this launch was not queued");
  if (result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ||
      result == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE || result == CUDA_ERROR_INVALID_CLUSTER_SIZE) {
    failure.status = status::kInvalidLaunch;
    if (const auto limit = violated_limit(kernel, shape))
      failure.message = *limit;
    else if (result == CUDA_ERROR_INVALID_CLUSTER_SIZE)
      failure.message = concat("the cluster of ", shape.cluster[0], " x ", shape.cluster[1], " x ",
                               shape.cluster[2], " blocks is not one that `", kernel.name(),
                               "` and the device allow: every GPU with clusters allows 8 blocks");
    else
      failure.message = std::string("the driver refused the launch of `") + kernel.name() +
                        "`: " + failure.message +
                        "; no limit of the device or the kernel that gridcall knows is broken";
  }
  throw failure;
}

}  // namespace

Shape shape_of(const std::uint32_t (&grid)[3], const std::uint32_t (&block)[3], std::uint64_t shared,
               std::uint64_t time_limit_ns) {
  if (__builtin_expect(grid[0] == 0 || block[0] == 0, 0))
    throw Failure(status::kInvalidArgument, std::string("`config`.") + (grid[0] == 0 ? "grid_x" : "block_x") +
                                                " is 0: launch 1 at least");
  if (__builtin_expect(shared > UINT32_MAX, 0))
    throw Failure(status::kInvalidLaunch, "`config`.shared_size is " + std::to_string(shared) +
                                              ", more than any device has for a block: use less");
  const auto one = [](std::uint32_t value) { return value == 0 ? 1u : value; };
  return {{grid[0], one(grid[1]), one(grid[2])},
          {block[0], one(block[1]), one(block[2])},
          static_cast<std::uint32_t>(shared),
          time_limit_of(time_limit_ns)};
}

namespace {

// How many blocks of a shape the device holds at once.
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
  static constexpr const char* kAxis[] = {"x", "y", "z"};
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t most = ask(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i);
    if (shape.grid[i] > most)
      return "the grid has " + number(shape.grid[i]) + " blocks in " + kAxis[i] + ", the device allows " +
             number(most) + ": use fewer blocks, or another axis";
  }
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t most = ask(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i);
    if (shape.block[i] > most)
      return "the block has " + number(shape.block[i]) + " threads in " + kAxis[i] + ", the device allows " +
             number(most) + ": use a smaller block";
  }
  // Each factor is below 2^11 by now, unless the device tells no limits.
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

void check_argument_count(const Kernel& kernel, std::size_t given) {
  const std::size_t takes = kernel.parameters().size();
  if (__builtin_expect(given != takes, 0))
    throw Failure(status::kArgumentMismatch, "`arg_count` is " + std::to_string(given) + ", and `" +
                                                 kernel.name() + "` takes " + std::to_string(takes) +
                                                 ": pass one for each parameter");
}

void check_pointer_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                            const Argument& argument) {
  if (parameter.size != sizeof(std::uint64_t))
    refuse_size(kernel, index, sizeof(std::uint64_t), parameter.size);
  check_type(kernel, index, parameter, argument);
}

namespace {

// Of kind PIPE, TEXTURE or SURFACE.
bool is_object_argument(image::Parameter parameter, const Argument& argument) noexcept {
  return parameter.size == 8 && (argument.size == 0 || argument.size == 8) && argument.bits == 0;
}

template <class T>
T& object_of(const Kernel& kernel, std::size_t index, const Argument& argument) {
  auto* object = static_cast<T*>(handle_find(argument.object, T::kType));
  if (!object) refuse_handle(argument.object, T::kType, concat("`object` of ", argument_name(index)));
  if (&object->context() != &kernel.context())
    refuse_context(("object of " + argument_name(index)).c_str(), object->context(), "the kernel",
                   kernel.context());
  return *object;
}

// Not inline: most launches have no array.
[[gnu::noinline]] CheckedArgument check_ndarray(const Kernel& kernel, std::size_t index,
                                                image::Parameter parameter, const Argument& argument,
                                                std::uint64_t& scratch) {
  auto& ndarray = object_of<Ndarray>(kernel, index, argument);
  Argument typed = argument;
  // The array knows its type: what the argument says besides must be the same. Complex numbers are structs.
  const auto own =
      is_complex(ndarray.type()) ? value_type::kStruct : static_cast<std::uint32_t>(ndarray.type());
  if (typed.type == 0) typed.type = own;
  check_type(kernel, index, parameter, typed);
  Mem& mem = ndarray.mem();
  if ((mem.barred() & Mem::kKernels) != 0) mem.refuse_barred(argument_name(index).c_str(), Mem::kKernels);
  scratch = ndarray.address();
  return {&scratch, &mem, &mem.usage()};
}

}  // namespace

CheckedArgument check_argument(const Kernel& kernel, std::size_t index, image::Parameter parameter,
                               const Argument& argument, std::span<const std::byte> bytes,
                               std::uint64_t& scratch) {
  switch (static_cast<ArgKind>(argument.kind)) {
    case ArgKind::kScalar:
      // The lowest bytes come first on every machine that CUDA runs on.
      if (argument.size != parameter.size || argument.size > 8) break;
      if (argument.type != 0 && argument.type != parameter.type)
        check_type(kernel, index, parameter, argument);
      return {&argument.bits};
    case ArgKind::kMem: {
      if (parameter.size != 8 || (argument.size != 0 && argument.size != 8)) break;
      auto* mem = static_cast<Mem*>(handle_find(argument.object, HandleType::kMem));
      if (__builtin_expect(!mem, 0))
        refuse_handle(argument.object, HandleType::kMem, concat("`object` of ", argument_name(index)),
                      ", or a null pointer as an 8-byte SCALAR");
      if (__builtin_expect(&mem->context() != &kernel.context(), 0))
        refuse_context(("object of " + argument_name(index)).c_str(), mem->context(), "the kernel",
                       kernel.context());
      if (__builtin_expect(argument.bits > mem->size(), 0))
        throw Failure(status::kOutOfRange, argument_name(index) + " begins " + std::to_string(argument.bits) +
                                               " bytes into its memory, which has " +
                                               std::to_string(mem->size()) + ": pass an offset in it");
      if (argument.type != 0 && argument.type + value_type::kPointer != parameter.type)
        check_type(kernel, index, parameter, argument);
      if (__builtin_expect((mem->barred() & Mem::kKernels) != 0, 0))
        mem->refuse_barred(argument_name(index).c_str(), Mem::kKernels);
      scratch = mem->address() + argument.bits;
      return {&scratch, mem, &mem->usage()};
    }
    case ArgKind::kPipe: {
      if (!is_object_argument(parameter, argument)) break;
      auto& pipe = object_of<Pipe>(kernel, index, argument);
      if (argument.type != 0) check_type(kernel, index, parameter, argument);
      scratch = pipe.mem().address();
      return {&scratch, &pipe.mem(), &pipe.mem().usage()};
    }
    case ArgKind::kTexture: {
      if (!is_object_argument(parameter, argument)) break;
      auto& texture = object_of<Texture>(kernel, index, argument);
      if (argument.type != 0) check_type(kernel, index, parameter, argument);
      scratch = texture.driver_handle();
      return {&scratch, &texture, &texture.usage()};
    }
    case ArgKind::kSurface: {
      if (!is_object_argument(parameter, argument)) break;
      auto& surface = object_of<Surface>(kernel, index, argument);
      if (argument.type != 0) check_type(kernel, index, parameter, argument);
      scratch = surface.driver_handle();
      return {&scratch, &surface, &surface.usage()};
    }
    case ArgKind::kNdarray:
      if (!is_object_argument(parameter, argument)) break;
      return check_ndarray(kernel, index, parameter, argument, scratch);
    case ArgKind::kBytes:
      if (argument.size != parameter.size || argument.bits > bytes.size() ||
          argument.size > bytes.size() - argument.bits)
        break;
      if (argument.type != 0) check_type(kernel, index, parameter, argument);
      return {bytes.data() + argument.bits};
    case ArgKind::kValue:
      if (argument.size != parameter.size || argument.object == 0) break;
      if (argument.type != 0 && argument.type != parameter.type)
        check_type(kernel, index, parameter, argument);
      return {reinterpret_cast<const void*>(static_cast<std::uintptr_t>(argument.object))};
    case ArgKind::kType:
      break;
  }
  refuse_argument(kernel, index, parameter, argument, bytes);
}

namespace {

CUresult launch_with_attributes(const Kernel& kernel, Queue queue, const Shape& shape, void** values,
                                bool has_limit) {
  CUlaunchAttribute attributes[3] = {};
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

}  // namespace

void check_attributes(const Kernel& kernel, const Shape& shape) {
  const Context& context = kernel.context();
  if (shape.cluster[0] != 0 && context.is_cpu())
    throw Failure(
        status::kUnsupported,
        concat("`config`.cluster_x is ", shape.cluster[0],
               ", and the CPU device has no clusters: set it to 0, or launch on a GPU (sm_90 and later)"));
  if (!context.table().cuLaunchKernelEx)
    throw Failure(status::kUnsupported,
                  concat("the driver has no launches ",
                         shape.is_cooperative ? "with GRIDCALL_LAUNCH_COOPERATIVE" : "with a cluster size",
                         " (cuLaunchKernelEx came with CUDA 11.6): update the driver"));
  static constexpr const char* kAxis[] = {"x", "y", "z"};
  for (int i = 0; i < 3 && shape.cluster[0] != 0; ++i) {
    if (shape.grid[i] % shape.cluster[i] != 0)
      throw Failure(status::kInvalidLaunch,
                    concat("`config`.cluster_", kAxis[i], " is ", shape.cluster[i], ", and `config`.grid_",
                           kAxis[i], " is ", shape.grid[i], ": make the grid a multiple of the cluster"));
  }
}

void LaunchEvents::check(const Context& context) const {
  if (start) check_context("config->start_event", start->context(), "the kernel", context);
  if (end) check_context("config->end_event", end->context(), "the kernel", context);
}

void launch_checked(Kernel& kernel, const Stream* stream, Queue queue, const Shape& shape,
                    const LaunchEvents& events, void** values, std::span<const UsedObject> used) {
  Context& context = kernel.context();
  const Table& table = context.table();
  const auto plain = [&] {
    return table.cuLaunchKernel(kernel.driver_handle(), shape.grid[0], shape.grid[1], shape.grid[2],
                                shape.block[0], shape.block[1], shape.block[2], shape.shared, queue.stream,
                                values, nullptr);
  };
  if (__builtin_expect(events.start != nullptr, 0)) events.start->record(stream);
  std::unique_ptr<CapturedLaunch> captured;
  if (__builtin_expect(queue.slot >= kStreamSlots, 0))
    captured = context.captures().prepare(queue.slot, kernel, shape, values, used);
  CUresult result;
  Recording recording(context, queue.stream);
  const bool is_special = shape.needs_attributes();
  if (__builtin_expect(shape.time_limit_ns == 0 && !is_special, 1)) {
    result = plain();
  } else if (shape.time_limit_ns == 0) {
    result = launch_with_attributes(kernel, queue, shape, values, false);
  } else if (table.gridcallLaunchLimited) {
    result = is_special
                 ? launch_with_attributes(kernel, queue, shape, values, true)
                 : table.gridcallLaunchLimited(kernel.driver_handle(), shape.grid, shape.block, shape.shared,
                                               queue.stream, values, shape.time_limit_ns);
  } else if (context.captures(queue.stream)) {
    // It does not run now, and watching over it would ask the stream.
    result = is_special ? launch_with_attributes(kernel, queue, shape, values, false) : plain();
  } else {
    result = context.time_limits().watch(context, stream, kernel.name(), shape.time_limit_ns, [&] {
      return is_special ? launch_with_attributes(kernel, queue, shape, values, false) : plain();
    });
  }
  context.queued(queue.slot);
  if (__builtin_expect(result != CUDA_SUCCESS, 0)) refuse_launch(kernel, shape, result);
  if (__builtin_expect(captured != nullptr, 0))
    context.captures().record(queue.slot, queue.stream, std::move(captured));
  if (recording) recording.end(work_of(kernel, shape));
  context.launches().add(kernel.name(), shape.grid, shape.block);
  if (__builtin_expect(events.end != nullptr, 0)) events.end->record(stream);
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

  // No allocation up to here many arguments.
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
  std::vector<UsedObject> used;  // where a graph captures it
  context.run([&] {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const CheckedArgument checked =
          check_argument(kernel, i, parameters[i], arguments[i], bytes, scratch[i]);
      values[i] = const_cast<void*>(checked.value);
      if (checked.usage) context.use(*checked.usage, queue.slot);
      if (__builtin_expect(queue.slot >= kStreamSlots, 0))
        used.push_back({Ref<Object>(checked.object), checked.usage});
    }
    kernel.module().use_on(queue.slot);
    kernel.module().tier_up();
    launch_checked(kernel, stream, queue, shape, events, values, used);
  });
}

// ----------------------------------------------------------------------------------------------------------

Prepared::Prepared(Kernel& kernel, const Shape& shape, const LaunchEvents& events,
                   std::span<const Argument> arguments, std::span<const std::byte> bytes)
    : kernel_(&kernel), shape_(shape), start_(events.start), end_(events.end) {
  check_argument_count(kernel, arguments.size());
  check_shape(shape, events);
  const auto parameters = kernel.parameters();
  std::size_t size = 0;
  for (const image::Parameter& parameter : parameters)
    size = std::max(size, std::size_t{parameter.offset} + parameter.size);
  values_ = std::make_unique<std::byte[]>(size);
  pointers_ = std::make_unique<void*[]>(parameters.size());
  used_.resize(parameters.size());
  is_missing_.resize(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    pointers_[i] = values_.get() + parameters[i].offset;
    if (arguments[i].kind == static_cast<std::int32_t>(ArgKind::kType)) {
      check_promised_type(kernel, i, parameters[i], arguments[i]);
      is_missing_[i] = true;
      ++missing_;
      continue;
    }
    std::uint64_t scratch = 0;
    store(i, check_argument(kernel, i, parameters[i], arguments[i], bytes, scratch));
  }
}

void Prepared::check_shape(const Shape& shape, const LaunchEvents& events) const {
  events.check(kernel_->context());
  if (shape.needs_attributes()) check_attributes(*kernel_, shape);
  if (const auto limit = violated_limit(*kernel_, shape)) throw Failure(status::kInvalidLaunch, *limit);
}

void Prepared::set_shape(const Shape& shape, const LaunchEvents& events) {
  const OneThread::Busy busy(one_thread_, "`prepared`");
  check_shape(shape, events);
  store_shape(shape, events);
}

void Prepared::store_shape(const Shape& shape, const LaunchEvents& events) {
  shape_ = shape;
  start_ = Ref<Event>(events.start);
  end_ = Ref<Event>(events.end);
}

void Prepared::store(std::size_t index, const CheckedArgument& checked) {
  std::memcpy(pointers_[index], checked.value, kernel_->parameters()[index].size);
  used_[index] = {Ref<Object>(checked.object), checked.usage};
  if (!is_missing_[index]) return;
  is_missing_[index] = false;
  --missing_;
}

// All is checked before any of it is kept.
void Prepared::replace(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
                       std::span<const std::byte> bytes) {
  if (shape) check_shape(*shape, events);
  if (!arguments.empty()) {
    check_argument_count(*kernel_, arguments.size());
    const auto parameters = kernel_->parameters();
    std::vector<std::uint64_t> scratch(arguments.size());
    std::vector<CheckedArgument> checked(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
      checked[i] = check_argument(*kernel_, i, parameters[i], arguments[i], bytes, scratch[i]);
    marked_slots_ = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) store(i, checked[i]);
  }
  if (shape) store_shape(*shape, events);
}

void Prepared::refuse_missing() const {
  std::size_t index = 0;
  while (!is_missing_[index]) ++index;
  throw Failure(status::kInvalidState, argument_name(index) +
                                           " of `prepared` has a type and no value yet: give it with "
                                           "gc_prepared_set_arg, or pass all arguments");
}

void Prepared::set_argument(std::size_t index, const Argument& argument, std::span<const std::byte> bytes) {
  const OneThread::Busy busy(one_thread_, "`prepared`");
  const auto parameters = kernel_->parameters();
  if (index >= parameters.size())
    throw Failure(status::kOutOfRange, "`index` is " + std::to_string(index) + ", and `" + kernel_->name() +
                                           "` takes " + std::to_string(parameters.size()) + " parameters");
  std::uint64_t scratch = 0;
  const auto checked = check_argument(*kernel_, index, parameters[index], argument, bytes, scratch);
  marked_slots_ = 0;
  store(index, checked);
}

void Prepared::launch(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
                      std::span<const std::byte> bytes, const Stream* stream) {
  Context& context = kernel_->context();
  if (stream) check_context("stream", stream->context(), "the kernel", context);
  const OneThread::Busy busy(one_thread_, "`prepared`");
  if (__builtin_expect(shape || !arguments.empty(), 0)) replace(shape, events, arguments, bytes);
  if (__builtin_expect(missing_ != 0, 0)) refuse_missing();
  const Queue queue = queue_of(stream);
  context.run([&] {
    if (__builtin_expect((marked_slots_ & slot_bit(queue.slot)) == 0, 0)) {
      for (const UsedObject& used : used_)
        if (used.usage) context.use(*used.usage, queue.slot);
      context.use(kernel_->module().usage(), queue.slot);
      marked_slots_ |= slot_bit(queue.slot);
    }
    kernel_->module().use_bound_on(queue.slot);
    kernel_->module().tier_up();
    launch_checked(*kernel_, stream, queue, shape_, {start_.get(), end_.get()}, pointers_.get(), used_);
  });
}

}  // namespace gridcall::core
