// SPDX-License-Identifier: Apache-2.0

#include "core/staged.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/concat.h"
#include "core/context_list.h"
#include "core/copy/copy.h"
#include "core/copy/staging.h"
#include "core/poll_until.h"

namespace gridcall::core {

namespace {

// One staged launch and the objects that it holds while it waits.
class StagedLaunch {
 public:
  StagedLaunch(Kernel& kernel, Stream* stream, const Shape& shape, const LaunchEvents& events)
      : kernel_(&kernel),
        context_(kernel.context()),
        stream_(stream),
        queue_(queue_of(stream)),
        shape_(shape),
        start_(events.start),
        end_(events.end) {}

  void check(std::span<const Argument> arguments, std::span<const std::byte> bytes,
             std::span<const HostArgument> arrays);
  // Returns false if the kernel used all arrays in place.
  bool run();

 private:
  // A parameter that takes an array of the host.
  struct StagedArray {
    const HostArgument* array = nullptr;
    Ref<Mem> mem;  // null: the kernel gets the array itself

    bool is_in() const noexcept { return goes(HostDirection::kIn); }
    bool is_out() const noexcept { return goes(HostDirection::kOut); }
    std::byte* host() const noexcept {
      return reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(array->address));
    }

   private:
    // IN_OUT has the bits of both.
    bool goes(HostDirection way) const noexcept {
      return (array->direction & static_cast<std::int32_t>(way)) != 0;
    }
  };

  void check_array(std::size_t number, const HostArgument& array);
  void check_overlaps(std::span<const HostArgument> arrays) const;
  void launch();
  void wait();
  void wait_until_over() noexcept;

  const Ref<Kernel> kernel_;
  Context& context_;
  const Ref<Stream> stream_;  // may be null
  const Queue queue_;
  const Shape shape_;
  const Ref<Event> start_, end_;  // may be null
  bool is_queued_ = false;
  // One entry for each parameter.
  std::vector<StagedArray> staged_;
  std::vector<UsedObject> used_;
  std::vector<std::uint64_t> scratch_;
  std::vector<void*> values_;
};

void StagedLaunch::check_array(std::size_t number, const HostArgument& array) {
  const auto field = [&](const char* name) { return concat("`host_args[", number, "].", name, "` is "); };
  const std::size_t takes = kernel_->parameters().size();
  if (array.index >= takes)
    throw Failure(status::kOutOfRange, concat(field("index"), array.index, ", and `", kernel_->name(),
                                              "` takes ", takes, " parameters: count from 0"));
  StagedArray& staged = staged_[array.index];
  if (staged.array)
    throw Failure(status::kInvalidArgument, concat(field("index"), array.index,
                                                   ", as that of another one of `host_args`: pass one "
                                                   "array for each parameter"));
  const auto direction = static_cast<HostDirection>(array.direction);
  if (direction != HostDirection::kIn && direction != HostDirection::kOut &&
      direction != HostDirection::kInOut)
    throw Failure(status::kInvalidArgument,
                  concat(field("direction"), array.direction, ": pass IN (1), OUT (2) or IN_OUT (3)"));
  if (array.address == 0)
    throw Failure(status::kInvalidArgument, concat(field("host_address"), "0: pass the address of an array"));
  if (array.size == 0)
    throw Failure(status::kInvalidArgument, concat(field("size"), "0: pass the array's size in bytes"));
  if (array.size - 1 > ~array.address)
    throw Failure(status::kOutOfRange, concat(field("size"), array.size,
                                              ", more than there is behind "
                                              "`host_address` ",
                                              array.address, ": pass the array's size in bytes"));
  const Argument as_memory{static_cast<std::int32_t>(ArgKind::kMem), 8, 0, 0, array.type};
  try {
    check_pointer_argument(*kernel_, array.index, kernel_->parameters()[array.index], as_memory);
  } catch (Failure& failure) {
    failure.message = concat("`host_args[", number, "]`: ", failure.message);
    throw;
  }
  staged.array = &array;
}

// A kernel of the CPU device uses the arrays in place, so overlaps would give other results there.
void StagedLaunch::check_overlaps(std::span<const HostArgument> arrays) const {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const HostArgument &one = arrays[i], &other = arrays[j];
      if (one.address - other.address >= other.size && other.address - one.address >= one.size) continue;
      if (!staged_[one.index].is_out() && !staged_[other.index].is_out()) continue;
      const std::uint64_t common =
          std::min(one.address + one.size, other.address + other.size) - std::max(one.address, other.address);
      throw Failure(
          status::kInvalidArgument,
          concat("`host_args[", i, "]`, ", one.size, " bytes, overlaps `host_args[", j, "]`, ", other.size,
                 " bytes, by ", common, ", and one of them is written: pass it once, as IN_OUT, or a copy"));
    }
  }
}

void StagedLaunch::check(std::span<const Argument> arguments, std::span<const std::byte> bytes,
                         std::span<const HostArgument> arrays) {
  if (stream_) check_context("stream", stream_->context(), "the kernel", context_);
  LaunchEvents{start_.get(), end_.get()}.check(context_);
  if (shape_.needs_attributes()) check_attributes(*kernel_, shape_);
  const auto parameters = kernel_->parameters();
  const std::size_t takes = parameters.size();
  if (arguments.size() > takes || arrays.size() > takes || arguments.size() + arrays.size() != takes)
    throw Failure(
        status::kArgumentMismatch,
        concat("`arg_count` is ", arguments.size(), " and `host_arg_count` ", arrays.size(), ", and `",
               kernel_->name(), "` takes ", takes, " parameters: pass one of both for each"));
  staged_.resize(takes);
  used_.resize(takes);
  scratch_.resize(takes);
  values_.resize(takes);
  for (std::size_t i = 0; i < arrays.size(); ++i) check_array(i, arrays[i]);
  check_overlaps(arrays);
  std::size_t next = 0;
  for (std::size_t i = 0; i < takes; ++i) {
    if (staged_[i].array) continue;
    const CheckedArgument checked =
        check_argument(*kernel_, i, parameters[i], arguments[next++], bytes, scratch_[i]);
    values_[i] = const_cast<void*>(checked.value);
    used_[i] = UsedObject(checked);
  }
  if (const auto limit = violated_limit(*kernel_, shape_)) throw Failure(status::kInvalidLaunch, *limit);
}

void StagedLaunch::launch() {
  context_.run([&] {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (const StagedArray& staged = staged_[i]; staged.array) {
        scratch_[i] = staged.mem ? staged.mem->address() : staged.array->address;
        values_[i] = &scratch_[i];
      }
      if (used_[i].usage) context_.slots().use(*used_[i].usage, queue_.slot);
    }
    kernel_->module().use_on(queue_.slot);
    launch_checked(*kernel_, stream_.get(), queue_, shape_, {start_.get(), nullptr}, values_.data(), used_);
    is_queued_ = true;
    if (end_) end_->record(stream_.get());
  });
}

void StagedLaunch::wait() {
  context_.run([&] {
    const EpochPause pause;
    context_.time_limits().wait(TimeLimits::Scope::of(stream_.get()));
    const std::uint64_t moment = context_.slots().settle_begin();
    context_.check(context_.table().cuStreamSynchronize(queue_.stream), "cuStreamSynchronize");
    context_.slots().settle(queue_.slot, moment);
  });
  context_.late_failures().check(queue_.stream);
}

// Waits without taking a fault.
void StagedLaunch::wait_until_over() noexcept {
  try {
    poll_until(
        kForEver, [&] { return context_.run([&] { return context_.slots().is_idle(queue_.stream); }); },
        [] {});
  } catch (...) {
    // The device, the context or the process has ended.
  }
}

bool StagedLaunch::run() {
  bool has_direct = false, uses_memory = false;
  for (std::size_t i = 0; i < staged_.size(); ++i) {
    StagedArray& staged = staged_[i];
    if (!staged.array) continue;
    const bool is_direct =
        context_.is_cpu() && !context_.checks_memory() && staged.array->address % kHostAlignment == 0;
    has_direct = has_direct || is_direct;
    if (is_direct) continue;
    uses_memory = true;
    staged.mem = service<Staging>(context_).pool(MemPlace::kDevice)->alloc(staged.array->size, stream_.get());
    used_[i] = UsedObject({nullptr, staged.mem.get(), &staged.mem->usage(), staged.mem.get()});
    if (staged.is_in()) copy_htod(*staged.mem, 0, {staged.host(), staged.array->size}, stream_.get());
  }
  try {
    launch();
    wait();
  } catch (...) {
    if (is_queued_ && has_direct) wait_until_over();
    throw;
  }
  for (const StagedArray& staged : staged_)
    if (staged.mem && staged.is_out())
      copy_dtoh({staged.host(), staged.array->size}, *staged.mem, 0, stream_.get());
  return uses_memory;
}

}  // namespace

void launch_staged(Kernel& kernel, Stream* stream, const Shape& shape, const LaunchEvents& events,
                   std::span<const Argument> arguments, std::span<const std::byte> bytes,
                   std::span<const HostArgument> arrays) {
  Context& context = kernel.context();
  const Ref<Kernel> keep(&kernel);
  collect(context);
  bool uses_memory = false;
  {
    StagedLaunch staged(kernel, stream, shape, events);
    staged.check(arguments, bytes, arrays);
    uses_memory = staged.run();
  }
  if (uses_memory) service<Staging>(context).pool(MemPlace::kDevice)->release_held(Staging::kKeptBytes);
}

}  // namespace gridcall::core
