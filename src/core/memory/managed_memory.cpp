// SPDX-License-Identifier: Apache-2.0
//
// Memory that moves between the host and devices: cuMemAllocManaged.

#include "base/concat.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

class ManagedMemory final : public DriverAllocation {
 public:
  ManagedMemory(Context& context, MemAttachMode attach) noexcept
      : DriverAllocation(context, MemPlace::kManaged), attach_(attach) {}

 private:
  CUresult ask(std::uint64_t size, DriverMemory& given) noexcept override {
    const CUresult result =
        context_->table().cuMemAllocManaged(&given.address, size, static_cast<unsigned>(attach_));
    if (result == CUDA_SUCCESS)
      given.host = reinterpret_cast<void*>(static_cast<std::uintptr_t>(given.address));
    return result;
  }
  CUresult free() noexcept override { return context_->table().cuMemFree(given().address); }
  const char* call() const noexcept override { return "cuMemAllocManaged"; }

  Status out_of_memory(std::uint64_t size, std::string& message) override {
    message = concat("out of memory allocating ", size, " bytes of managed memory");
    return status::kOutOfMemory;
  }

  const MemAttachMode attach_;
};

[[noreturn]] void refuse_missing(const Context& context, const char* call) {
  throw Failure(status::kUnsupported, concat("the driver of ", context.device().label(), " has no ", call,
                                             ": use a newer driver, or do without the call"));
}

// Returns true if the driver can prefetch; otherwise memory moves when kernels are launched, and
// cuMemPrefetchAsync returns CUDA_ERROR_INVALID_DEVICE.
bool moves_ahead(const Device& device) {
  int concurrent = 0;
  return device.try_attribute(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, concurrent) && concurrent != 0;
}

}  // namespace

Ref<DriverAllocation> make_managed_memory(Context& context, MemAttachMode attach) {
  if (!context.table().cuMemAllocManaged || !has_attribute(context, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY))
    throw Failure(
        status::kUnsupported,
        concat(context.device().label(),
               " has no managed memory (device attribute MANAGED_MEMORY is 0): use page-locked memory "
               "(HOST), or device memory and copies"));
  return Ref<DriverAllocation>::adopt(
      new ManagedMemory(context, attach == MemAttachMode{} ? MemAttachMode::kGlobal : attach));
}

void Mem::need_managed(const char* call, bool has_function) const {
  if (place() != MemPlace::kManaged)
    throw Failure(status::kUnsupported,
                  "`mem` is not managed memory: make it with gc_mem_create and the place MANAGED");
  if (!has_function) refuse_missing(context_, call);
}

CUdevice Mem::ordinal_of(const Device* device) const {
  if (!device) return CU_DEVICE_CPU;
  if (&device->table() != &context_.table())
    throw Failure(
        status::kInvalidArgument,
        concat("`device` is ", device->label(), ", which the driver of `mem`'s ", context_.device().label(),
               " does not know: pass a device of the same driver, or none "
               "for the host"));
  return device->id();
}

void Mem::attach(std::int32_t mode, const Stream* stream) {
  const auto to = static_cast<MemAttachMode>(mode);
  if (to != MemAttachMode::kGlobal && to != MemAttachMode::kHost && to != MemAttachMode::kSingle)
    throw Failure(status::kInvalidArgument,
                  concat("`attach` is ", mode, ": pass GLOBAL (1), HOST (2) or SINGLE (4)"));
  if (stream) check_context("stream", stream->context(), "`mem`", context_);
  const Table& table = context_.table();
  need_managed("cuStreamAttachMemAsync", table.cuStreamAttachMemAsync != nullptr);
  if (is_part())
    throw Failure(status::kInvalidArgument,
                  "`mem` is a part of managed memory, which is attached as a whole: pass the whole");
  const Queue queue = queue_of(stream);
  if (to == MemAttachMode::kSingle && !queue.stream)
    throw Failure(status::kInvalidArgument,
                  "`stream` is the default stream, to which SINGLE cannot attach: pass one that "
                  "gc_stream_create made");
  context_.run([&] {
    context_.slots().use(usage_, queue.slot);
    const CUresult result =
        table.cuStreamAttachMemAsync(queue.stream, allocation_.base(), 0, static_cast<unsigned>(to));
    context_.slots().queued(queue.slot);
    context_.check(result, "cuStreamAttachMemAsync", "the memory was not attached");
  });
}

void Mem::advise(std::uint64_t offset, std::uint64_t size, std::int32_t advice, const Device* device) {
  check_size(size);
  check_range(offset, size, "mem", "offset");
  const Table& table = context_.table();
  need_managed("cuMemAdvise", table.cuMemAdvise != nullptr);
  const CUdevice ordinal = ordinal_of(device);
  context_.run([&] {
    context_.check(table.cuMemAdvise(address_ + offset, size, static_cast<CUmem_advise>(advice), ordinal),
                   "cuMemAdvise");
  });
}

void Mem::prefetch(std::uint64_t offset, std::uint64_t size, const Device* device, std::uint64_t flags,
                   const Stream* stream) {
  if (stream) check_context("stream", stream->context(), "`mem`", context_);
  check_size(size);
  check_range(offset, size, "mem", "offset");
  const CUdevice ordinal = ordinal_of(device);
  if (place() != MemPlace::kManaged || !moves_ahead(context_.device()) || (device && !moves_ahead(*device)))
    return;
  const Table& table = context_.table();
  need_managed("cuMemPrefetchAsync", table.cuMemPrefetchAsync != nullptr);
  const Queue queue = queue_of(stream);
  context_.run([&] {
    context_.slots().use(usage_, queue.slot);
    CUdeviceptr address = address_ + offset;
    CUresult result = CUDA_ERROR_NOT_SUPPORTED;
    const char* call = "cuMemDiscardAndPrefetchBatchAsync";
    if (flags != 0 && table.cuMemDiscardAndPrefetchBatchAsync) {
      std::size_t bytes = size, first = 0;
      CUmemLocation location{device ? CU_MEM_LOCATION_TYPE_DEVICE : CU_MEM_LOCATION_TYPE_HOST,
                             device ? ordinal : 0};
      result =
          table.cuMemDiscardAndPrefetchBatchAsync(&address, &bytes, 1, &location, &first, 1, 0, queue.stream);
    }
    // The flag is a hint, so memory that cannot be discarded is moved.
    if (result != CUDA_SUCCESS) {
      call = "cuMemPrefetchAsync";
      result = table.cuMemPrefetchAsync(address, size, ordinal, queue.stream);
    }
    context_.slots().queued(queue.slot);
    context_.check(result, call, "the memory was not prefetched");
  });
}

std::uint64_t Mem::range_attribute(MemAttribute attribute) const {
  const auto ask = context_.table().cuMemRangeGetAttribute;
  need_managed("cuMemRangeGetAttribute", ask != nullptr);
  std::int32_t value = 0;
  context_.run([&] {
    context_.check(ask(&value, sizeof value, static_cast<CUmem_range_attribute>(attribute), address_, size_),
                   "cuMemRangeGetAttribute");
  });
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

}  // namespace gridcall::core
