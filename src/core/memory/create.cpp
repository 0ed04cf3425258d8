// SPDX-License-Identifier: Apache-2.0
//
// gc_mem_create: one way to memory of every place.

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/concat.h"
#include "core/completion.h"
#include "core/context_list.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

using namespace driver;

namespace {

// The multiple at which rows begin, as cuMemAllocPitch returns it on an H200.
constexpr std::uint64_t kPitchBytes = 512;
constexpr std::uint64_t kMaxAlignment = std::uint64_t{1} << 30;

const char* name_of(MemPlace place) noexcept {
  switch (place) {
    case MemPlace::kDevice:
      return "DEVICE";
    case MemPlace::kHost:
      return "HOST";
    case MemPlace::kManaged:
      return "MANAGED";
    case MemPlace::kPageable:
      return "PAGEABLE";
  }
  return "";
}

}  // namespace

void check_promises(std::uint64_t flags, const char* name) {
  using namespace mem_flags;
  if ((flags & kKernelReadOnly) != 0 && (flags & kKernelWriteOnly) != 0)
    throw Failure(status::kInvalidOptions,
                  concat("`", name, "` has KERNEL_READ_ONLY and KERNEL_WRITE_ONLY: pass one of them"));
  if (std::popcount(flags & (kHostReadOnly | kHostWriteOnly | kHostNoAccess)) > 1)
    throw Failure(status::kInvalidOptions,
                  concat("`", name,
                         "` has several of HOST_READ_ONLY, HOST_WRITE_ONLY and HOST_NO_ACCESS: pass one of "
                         "them"));
}

void check_flags(const Context& context, std::uint64_t flags, MemPlace place) {
  using namespace mem_flags;
  const auto has = [&](std::uint64_t some) { return (flags & some) != 0; };
  if (has(kWriteCombined | kPortable | kMapped) && place != MemPlace::kHost)
    throw Failure(status::kInvalidOptions,
                  concat("`options->flags` has WRITE_COMBINED, PORTABLE or MAPPED, which are for page-locked "
                         "memory, and `options->place` is ",
                         name_of(place), ": leave them out, or pass HOST (2)"));
  check_promises(flags, "options->flags");
  if (!has(kSvmFineGrainBuffer | kSvmAtomics)) return;
  if (place != MemPlace::kManaged)
    throw Failure(status::kInvalidOptions,
                  concat("`options->flags` has SVM_FINE_GRAIN_BUFFER or SVM_ATOMICS, which are for managed "
                         "memory, and `options->place` is ",
                         name_of(place), ": leave them out, or pass MANAGED (3)"));
  const auto need = [&](std::uint64_t flag, CUdevice_attribute attribute, const char* what) {
    if (!has(flag) || has_attribute(context, attribute)) return;
    throw Failure(status::kUnsupported,
                  concat("`options->flags` has ", what, " is 0 on ", context.device().label(),
                         ": leave it out, or see the device attribute SVM_CAPABILITIES"));
  };
  need(kSvmFineGrainBuffer | kSvmAtomics, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,
       "SVM_FINE_GRAIN_BUFFER or SVM_ATOMICS, and the device attribute CONCURRENT_MANAGED_ACCESS");
  need(kSvmAtomics, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED,
       "SVM_ATOMICS, and the device attribute HOST_NATIVE_ATOMIC_SUPPORTED");
}

void check_alignment(std::uint64_t alignment) {
  if (alignment != 0 && (!std::has_single_bit(alignment) || alignment > kMaxAlignment))
    throw Failure(status::kInvalidArgument, concat("`options->alignment` is ", alignment,
                                                   ": pass a power of two up to ", kMaxAlignment, ", or 0"));
}

bool host_writes(const Context& context, const Mem& mem) {
  return mem.host() && (mem.place() != MemPlace::kManaged ||
                        has_attribute(context, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS));
}

namespace {

void check_spec(const Context& context, const MemSpec& spec) {
  if (*name_of(spec.place) == '\0')
    throw Failure(status::kInvalidOptions,
                  concat("`options->place` is ", static_cast<std::int32_t>(spec.place),
                         ": pass DEVICE (1), HOST (2), MANAGED (3) or PAGEABLE (4)"));
  check_flags(context, spec.flags, spec.place);
  if (spec.attach != MemAttachMode{}) {
    if (spec.place != MemPlace::kManaged)
      throw Failure(status::kInvalidOptions,
                    concat("`options->attach` is for managed memory, and `options->place` is ",
                           name_of(spec.place), ": pass 0, or MANAGED (3)"));
    if (spec.attach != MemAttachMode::kGlobal && spec.attach != MemAttachMode::kHost)
      throw Failure(status::kInvalidOptions,
                    concat("`options->attach` is ", static_cast<std::int32_t>(spec.attach),
                           ": pass GLOBAL (1) or HOST (2); gc_mem_attach takes SINGLE"));
  }
  check_alignment(spec.alignment);
  if (spec.height == 0) {
    if (spec.element_size != 0)
      throw Failure(status::kInvalidOptions,
                    concat("`options->element_size` is ", spec.element_size,
                           " and `options->height` is 0: pass a height for pitched memory"));
  } else {
    if (spec.element_size != 0 && spec.element_size != 4 && spec.element_size != 8 && spec.element_size != 16)
      throw Failure(status::kInvalidArgument, concat("`options->element_size` is ", spec.element_size,
                                                     ": pass 4, 8 or 16, or 0 for 4"));
    if (!spec.content.empty())
      throw Failure(status::kInvalidOptions,
                    concat("`options->content` of ", spec.content.size(), " bytes and `options->height` ",
                           spec.height, " do not go together: copy the rows when it is made"));
  }
  if (spec.content.size() > spec.size)
    throw Failure(status::kOutOfRange,
                  concat("`options->content_size` ", spec.content.size(), " exceeds `options->size` ",
                         spec.size, ": pass at most as much"));
}

// Sets the layout of pitched memory, and returns its size.
std::uint64_t lay_out(const MemSpec& spec, RowLayout& rows) {
  if (spec.height == 0) return spec.size;
  std::uint64_t pitch = 0, total = 0;
  if (__builtin_add_overflow(spec.size, kPitchBytes - 1, &pitch) ||
      __builtin_mul_overflow(pitch / kPitchBytes * kPitchBytes, spec.height, &total))
    throw Failure(status::kOutOfRange, concat("`options->height` ", spec.height, " rows of `options->size` ",
                                              spec.size, " bytes exceed 64 bits: ask for less"));
  rows = {.pitch = pitch / kPitchBytes * kPitchBytes, .row_size = spec.size, .height = spec.height};
  return total;
}

Ref<DriverAllocation> make_memory(Context& context, const MemSpec& spec) {
  switch (spec.place) {
    case MemPlace::kHost:
      return make_page_locked_memory(context, (spec.flags & mem_flags::kWriteCombined) != 0);
    case MemPlace::kManaged:
      return make_managed_memory(context, spec.attach);
    default:
      return make_device_memory(context);
  }
}

// Returns the number of zero bytes, apart from the content.
std::uint64_t zeroed_end(const Mem& mem, const MemSpec& spec) noexcept {
  return (spec.flags & mem_flags::kZero) != 0 ? std::min(spec.zeroed, mem.size()) : 0;
}

// Writes zeros and content on a stream of its own, which neither waits for other work nor is waited for.
void fill_by_device(Context& context, Mem& mem, const MemSpec& spec) {
  context.run([&] {
    const Table& table = context.table();
    const EpochPause pause;
    CUstream stream = nullptr;
    context.check(table.cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0),
                  "cuStreamCreateWithPriority");
    CUresult result = CUDA_SUCCESS;
    const char* call = "";
    const std::uint64_t content = spec.content.size();
    if (const std::uint64_t end = zeroed_end(mem, spec); end > content) {
      result = table.cuMemsetD8Async(mem.address() + content, 0, end - content, stream);
      call = "cuMemsetD8Async";
    }
    if (result == CUDA_SUCCESS && content != 0) {
      result = table.cuMemcpyHtoDAsync(mem.address(), spec.content.data(), content, stream);
      call = "cuMemcpyHtoDAsync";
    }
    if (result == CUDA_SUCCESS) {
      result = table.cuStreamSynchronize(stream);
      call = "cuStreamSynchronize";
    }
    table.cuStreamDestroy(stream);
    context.check(result, call, "the memory was not made");
  });
}

void fill(Context& context, Mem& mem, const MemSpec& spec) {
  const std::uint64_t end = zeroed_end(mem, spec);
  if (end == 0 && spec.content.empty()) return;
  if (!host_writes(context, mem)) return fill_by_device(context, mem, spec);
  const std::size_t content = spec.content.size();
  if (content != 0) std::memcpy(mem.host(), spec.content.data(), content);
  if (end > content) std::memset(mem.host() + content, 0, end - content);
}

}  // namespace

Ref<Mem> Mem::create(Context& context, const MemSpec& spec) {
  check_size(spec.size);
  check_spec(context, spec);
  RowLayout rows;
  const std::uint64_t total = lay_out(spec, rows);
  collect(context);
  Ref<Mem> mem;
  const Ref<Completion> keep(spec.completion);  // the call leaves its epoch if memory is short
  if (spec.place == MemPlace::kPageable) {
    Ref<Allocation> made = make_pageable_memory(context, spec, rows, total);
    made->set_last_token(spec.completion, spec.token);
    made->arm_last_token();
    mem = Allocation::mem_of(std::move(made));
  } else {
    // cuMemAllocPitch selects the best pitch, but takes no alignment.
    const bool pitched = spec.height != 0 && spec.place == MemPlace::kDevice && spec.alignment <= 256 &&
                         context.table().cuMemAllocPitch;
    Ref<DriverAllocation> made = pitched ? make_pitched_memory(context, spec) : make_memory(context, spec);
    made->set_options(spec, rows);
    made->set_last_token(spec.completion, spec.token);
    made->take(total, nullptr);
    made->arm_last_token();
    mem = Allocation::mem_of(std::move(made));
  }
  fill(context, *mem, spec);
  return mem;
}

}  // namespace gridcall::core
