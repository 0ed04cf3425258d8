// SPDX-License-Identifier: Apache-2.0

#include "core/prepared.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/concat.h"
#include "core/memory/mem.h"

namespace gridcall::core {

using namespace driver;

Prepared::Prepared(Kernel& kernel, const Shape& shape, const LaunchEvents& events,
                   std::span<const Argument> arguments, std::span<const std::byte> bytes)
    : kernel_(&kernel), shape_(shape), start_(events.start), end_(events.end) {
  check_argument_count(kernel, arguments.size());
  check_shape(shape, events);
  allocate();
  const auto parameters = kernel.parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
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

Prepared::Prepared(Kernel& kernel, const Shape& shape, std::span<const void* const> values,
                   std::span<Mem* const> memory, std::pair<std::size_t, std::size_t> free)
    : kernel_(&kernel), shape_(shape), free_(free) {
  allocate();
  for (std::size_t i = 0; i < values.size(); ++i) {
    Mem* const mem = i < memory.size() ? memory[i] : nullptr;
    store(i, {values[i], mem, mem ? &mem->usage() : nullptr, mem});
  }
}

void Prepared::allocate() {
  const auto parameters = kernel_->parameters();
  std::size_t size = 0;
  for (const image::Parameter& parameter : parameters)
    size = std::max(size, std::size_t{parameter.offset} + parameter.size);
  // The parameter block begins at a multiple of 16, the largest alignment of a parameter.
  const std::size_t addresses = (parameters.size() * sizeof(void*) + 15) / 16 * 16;
  block_ = std::make_unique<Line[]>((addresses + size + sizeof(Line) - 1) / sizeof(Line));
  pointers_ = reinterpret_cast<void**>(block_.get());
  std::byte* const values = reinterpret_cast<std::byte*>(block_.get()) + addresses;
  for (std::size_t i = 0; i < parameters.size(); ++i) pointers_[i] = values + parameters[i].offset;
  used_.resize(parameters.size());
  is_missing_.resize(parameters.size());
}

void Prepared::refuse_own() const {
  if (free_.second != SIZE_MAX)
    throw Failure(
        status::kUnsupported,
        "`prepared` is an expression on ndarrays, which has the shape and the arguments that it was "
        "made with: leave them out, and replace its scalars with gc_prepared_set_arg");
}

void Prepared::check_shape(const Shape& shape, const LaunchEvents& events) const {
  events.check(kernel_->context());
  if (shape.needs_attributes()) check_attributes(*kernel_, shape);
  if (const auto limit = violated_limit(*kernel_, shape)) throw Failure(status::kInvalidLaunch, *limit);
}

void Prepared::set_shape(const Shape& shape, const LaunchEvents& events) {
  const OneThread::Busy busy(repeat_.one_thread, "`prepared`");
  refuse_own();
  check_shape(shape, events);
  store_shape(shape, events);
}

void Prepared::store_shape(const Shape& shape, const LaunchEvents& events) {
  repeat_.stream = 0;
  shape_ = shape;
  start_ = Ref<Event>(events.start);
  end_ = Ref<Event>(events.end);
}

void Prepared::store(std::size_t index, const CheckedArgument& checked) {
  std::memcpy(pointers_[index], checked.value, kernel_->parameters()[index].size);
  if (checked.usage) marked_slots_ = repeat_.stream = 0;  // its memory is not marked yet
  used_[index] = UsedObject(checked);
  if (!is_missing_[index]) return;
  is_missing_[index] = false;
  --missing_;
}

// All arguments are checked before any is stored.
void Prepared::replace(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
                       std::span<const std::byte> bytes) {
  refuse_own();
  if (shape) check_shape(*shape, events);
  if (!arguments.empty()) {
    check_argument_count(*kernel_, arguments.size());
    const auto parameters = kernel_->parameters();
    std::vector<std::uint64_t> scratch(arguments.size());
    std::vector<CheckedArgument> checked(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
      checked[i] = check_argument(*kernel_, i, parameters[i], arguments[i], bytes, scratch[i]);
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
  const OneThread::Busy busy(repeat_.one_thread, "`prepared`");
  const auto parameters = kernel_->parameters();
  if (index >= parameters.size())
    throw Failure(status::kOutOfRange, concat("`index` is ", index, ", and `", kernel_->name(), "` takes ",
                                              parameters.size(), " parameters: pass a smaller one"));
  if (index < free_.first || index >= free_.second)
    throw Failure(status::kOutOfRange,
                  concat("`index` is ", index, ", and `prepared` is an expression on ndarrays, of which ",
                         free_.first == free_.second
                             ? "no argument is a scalar"
                             : concat("the scalars are arguments ", free_.first, " to ", free_.second - 1),
                         ": replace only these"));
  std::uint64_t scratch = 0;
  const auto checked = check_argument(*kernel_, index, parameters[index], argument, bytes, scratch);
  store(index, checked);
}

void Prepared::launch(const Shape* shape, const LaunchEvents& events, std::span<const Argument> arguments,
                      std::span<const std::byte> bytes, const Stream* stream) {
  Context& context = kernel_->context();
  if (stream) check_context("stream", stream->context(), "the kernel", context);
  const OneThread::Busy busy(repeat_.one_thread, "`prepared`");
  if (__builtin_expect(shape || !arguments.empty(), 0)) replace(shape, events, arguments, bytes);
  if (__builtin_expect(missing_ != 0, 0)) refuse_missing();
  const Queue queue = queue_of(stream);
  context.run([&] {
    if (__builtin_expect((marked_slots_ & slot_bit(queue.slot)) == 0, 0)) {
      for (const UsedObject& used : used_)
        if (used.usage) context.slots().use(*used.usage, queue.slot);
      context.slots().use(kernel_->module().usage(), queue.slot);
      marked_slots_ |= slot_bit(queue.slot);
    }
    kernel_->module().use_bound_on(queue.slot);
    launch_checked(*kernel_, stream, queue, shape_, {start_.get(), end_.get()}, pointers_, used_);
  });
}

// Notes what repeat() needs, if the launch is a plain one whose marks launch() has made.
void Prepared::learn(HandleValue handle) noexcept {
  auto* const stream = static_cast<Stream*>(handle_find(handle, HandleType::kStream));
  Context& context = kernel_->context();
  if (!stream || &stream->context() != &context || (marked_slots_ & slot_bit(stream->slot())) == 0 ||
      missing_ != 0 || start_ || end_ || shape_.needs_attributes() || shape_.time_limit_ns != 0 ||
      kernel_->is_checked() || !kernel_->module().is_plain())
    return;
  repeat_.driver_stream = stream->driver_handle();
  repeat_.function = kernel_->driver_handle();
  repeat_.values = pointers_;
  std::copy_n(shape_.grid, 3, repeat_.grid);
  std::copy_n(shape_.block, 3, repeat_.block);
  repeat_.shared = shape_.shared;
  repeat_.launch = context.table().cuLaunchKernel;
  repeat_.context = &context;
  repeat_.queued_at = &context.slots().queued_at(stream->slot());
  repeat_.name = kernel_->name();
  repeat_.stream = handle;
}

void Prepared::refuse_repeat(CUresult result) {
  refuse_launch(*kernel_, shape_, result);
}

}  // namespace gridcall::core
