// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <bit>

#include "api/generated/implementation.h"
#include "base/concat.h"
#include "core/collect.h"
#include "core/memo.h"

namespace gridcall::api {

using namespace driver;

namespace {

// Returns the attribute, or 0 if the driver does not know the number.
std::uint32_t attribute(const core::Device& device, CUdevice_attribute number) {
  int value = 0;
  return device.try_attribute(number, value) && value > 0 ? static_cast<std::uint32_t>(value) : 0;
}

// Returns the first argument that is not 0.
std::uint32_t either(std::uint32_t value, std::uint32_t otherwise) noexcept {
  return value != 0 ? value : otherwise;
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) noexcept {
  return (value + unit - 1) / unit * unit;
}

void check_data(const gc_device_data& data) {
  const struct {
    const char* name;
    std::uint32_t value;
  } needed[] = {{"max_threads", data.max_threads},
                {"warp_size", data.warp_size},
                {"warps_per_mp", data.warps_per_mp},
                {"thread_blocks_per_mp", data.thread_blocks_per_mp},
                {"register_alloc_unit", data.register_alloc_unit},
                {"register_partitions", data.register_partitions},
                {"smem_granularity", data.smem_granularity},
                {"smem_alloc_granularity", data.smem_alloc_granularity}};
  for (const auto& field : needed)
    if (field.value == 0)
      throw Failure(status::kInvalidArgument, concat("`data->", field.name,
                                                     "` is 0: pass what gc_device_get_data returned, or a "
                                                     "number of 1 and more"));
}

[[noreturn]] void refuse_block(const char* name, std::uint64_t value, const char* what,
                               const char* field_name, std::uint64_t most) {
  throw Failure(status::kInvalidArgument, concat("`", name, "` is ", value, ", and ", what, " at most ", most,
                                                 " (`data->", field_name, "`): use less"));
}

// Returns the number of blocks for which the registers of a multiprocessor suffice. Each part allocates them
// per warp.
std::uint64_t blocks_by_registers(const gc_device_data& data, std::uint64_t warps, std::uint64_t registers) {
  const std::uint64_t of_warp = rounded_up(registers * data.warp_size, data.register_alloc_unit);
  const std::uint64_t of_block = rounded_up(warps, data.register_partitions) * of_warp;
  if (of_block > data.registers_per_block) {
    const std::uint64_t most = data.registers_per_block / rounded_up(warps, data.register_partitions) /
                               data.register_alloc_unit * data.register_alloc_unit / data.warp_size;
    refuse_block("registers", registers, "each thread of a block of this size has", "registers_per_block",
                 most);
  }
  const std::uint64_t in_part = data.registers_per_mp / data.register_partitions / of_warp;
  return in_part * data.register_partitions / warps;
}

}  // namespace

gc_device_data device_get_data(core::Device& device) {
  gc_device_data data{};
  data.struct_size = sizeof data;
  const int major = device.major();
  data.max_threads = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  data.warp_size = attribute(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  data.warps_per_mp =
      attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) / std::max(data.warp_size, 1u);
  // CUDA 11 and later report it; before, it is 32 from compute capability 5.0 on.
  data.thread_blocks_per_mp =
      either(attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR), major >= 5 ? 32 : 16);
  data.registers_per_block = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
  data.registers_per_mp = either(attribute(device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
                                 data.registers_per_block);
  // The CUDA programming guide's table of compute capabilities.
  data.registers_per_thread = 255;
  data.register_alloc_unit = 256;
  data.register_partitions = 4;
  const std::uint32_t shared = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  data.shared_memory_per_mp =
      either(attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR), shared);
  data.shared_memory_per_block =
      either(attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), shared);
  data.system_shared = either(attribute(device, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK),
                              device.is_cpu() || major < 8 ? 0 : 1024);
  data.smem_granularity = 32;
  data.smem_alloc_granularity = major >= 8 ? 128 : 256;
  return data;
}

void device_get_alignment(core::Device& device, std::uint64_t word_size, std::uint64_t size,
                          std::uint64_t& out_alignment, std::uint64_t& out_size) {
  constexpr std::uint64_t kLargestWord = 16, kLine = 128;
  if (!std::has_single_bit(word_size) || word_size > kLargestWord)
    throw Failure(status::kInvalidArgument,
                  concat("`word_size` is ", word_size,
                         ", and a thread reads 1, 2, 4, 8 or 16 bytes at once: pass one of these"));
  const std::uint64_t warp = attribute(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  const std::uint64_t alignment = std::clamp(warp * word_size, word_size, kLine);
  if (size > ~std::uint64_t{0} - (alignment - 1))
    throw Failure(status::kOutOfRange, concat("`size` ", size, " rounded up to a multiple of ", alignment,
                                              " exceeds 64 bits: pass less"));
  out_alignment = alignment;
  out_size = rounded_up(size, alignment);
}

gc_occupancy_record device_data_get_occupancy(const gc_device_data& data, std::uint32_t threads,
                                              std::uint64_t shared_size, std::uint32_t registers) {
  check_data(data);
  if (threads == 0) throw Failure(status::kInvalidArgument, "`threads` is 0: pass 1 at least");
  if (threads > data.max_threads)
    refuse_block("threads", threads, "a block has", "max_threads", data.max_threads);
  if (shared_size > data.shared_memory_per_block)
    refuse_block("shared_size", shared_size, "a block has", "shared_memory_per_block",
                 data.shared_memory_per_block);
  if (registers > data.registers_per_thread)
    refuse_block("registers", registers, "a thread has", "registers_per_thread", data.registers_per_thread);

  const std::uint64_t warps = rounded_up(threads, data.warp_size) / data.warp_size;
  std::uint64_t blocks = data.thread_blocks_per_mp;
  gc_occupancy_limit limit = GRIDCALL_OCCUPANCY_LIMIT_DEVICE;
  const auto lower = [&](std::uint64_t most, gc_occupancy_limit by) {
    if (most >= blocks) return;
    blocks = most;
    limit = by;
  };
  lower(data.warps_per_mp / warps, GRIDCALL_OCCUPANCY_LIMIT_WARPS);
  if (registers != 0) lower(blocks_by_registers(data, warps, registers), GRIDCALL_OCCUPANCY_LIMIT_REGISTERS);
  const std::uint64_t shared = rounded_up(shared_size + data.system_shared, data.smem_alloc_granularity);
  if (shared != 0) lower(data.shared_memory_per_mp / shared, GRIDCALL_OCCUPANCY_LIMIT_SHARED_MEMORY);

  gc_occupancy_record record{};
  record.struct_size = sizeof record;
  record.thread_blocks_per_mp = static_cast<std::uint32_t>(blocks);
  record.limited_by = limit;
  record.warps_per_mp = static_cast<std::uint32_t>(blocks * warps);
  record.occupancy = static_cast<double>(blocks * warps) / data.warps_per_mp;
  return record;
}

// ----------------------------------------------------------------------------------------------------------

namespace {

void check_key(std::span<const std::byte> key) {
  if (key.empty()) throw Failure(status::kInvalidArgument, "`key_size` is 0: pass a key of 1 byte at least");
}

// Returns nullptr if the object has no context. A handle of an omitted kind is left out because its release
// would end the object.
core::Context* context_of(const core::AnyObject& handle) {
  using core::HandleType;
  switch (handle.type) {
    case HandleType::kStream:
    case HandleType::kEvent:
    case HandleType::kMem:
    case HandleType::kModule:
    case HandleType::kKernel:
    case HandleType::kPrepared:
      return handle_get_context(handle).get();
    case HandleType::kProgram:
      return nullptr;
    default:
      throw Failure(status::kUnsupported,
                    concat("`handle` is a ", core::handle_type_name(handle.type),
                           ": only streams, events, memory, modules, programs, kernels and prepared launches "
                           "can be kept"));
  }
}

}  // namespace

void context_set_memo(core::Context& context, std::span<const std::byte> key, core::AnyObject handle,
                      std::uint64_t value) {
  check_key(key);
  if (handle.object)
    if (const core::Context* its = context_of(handle))
      core::check_context("handle", *its, "`context`", context);
  core::service<core::Memo>(context).put(key, {handle.type, core::Ref<core::Object>(handle.object), value});
}

void context_get_memo(core::Context& context, std::span<const std::byte> key, std::uint64_t& out_handle,
                      std::uint64_t& out_value, bool& out_found) {
  check_key(key);
  core::check_process();
  auto entry = core::service<core::Memo>(context).find(key);
  if (!entry) return;
  out_found = true;
  out_value = entry->value;
  if (entry->object) out_handle = core::handle_create(entry->type, entry->object.detach());
}

void context_clear_memo(core::Context* context) {
  if (!context) return core::clear_all_memos();
  const core::Memo::Entries dropped = core::service<core::Memo>(*context).take();
}

}  // namespace gridcall::api
