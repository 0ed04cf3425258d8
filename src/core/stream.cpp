// SPDX-License-Identifier: Apache-2.0

#include "core/stream.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/concat.h"
#include "core/completion.h"
#include "core/context_list.h"
#include "core/poll_until.h"

namespace gridcall::core {

using namespace driver;

void refuse_context(const char* what, const Context& its, const char* other, const Context& others) {
  const std::string name = what[0] == '`' ? std::string(what) : concat("`", what, "`");
  if (&its.device() == &others.device())
    throw Failure(status::kWrongContext, concat(name, " and ", other, " belong to two contexts of ",
                                                its.device().label(), ": use objects of one context"));
  throw Failure(status::kWrongContext, concat(name, " belongs to ", its.device().label(), ", ", other, " to ",
                                              others.device().label(), ": use objects of one context"));
}

Stream::Stream(Context& context) noexcept : DriverStream(context) {}

// A lost device gets no stream back.
Stream::~Stream() {
  Captures& captures = context_->slots().captures();
  const Ref<Capture> capture = captures.of(*this);
  if (capture && &capture->origin() == this) captures.finish(*capture);
}

bool Stream::give_back() noexcept {
  if (!stream_) return true;
  abandon_capture();
  if (owned_) context_->late_failures().forget(stream_);
  return is_destroyed_ ? context_->slots().give_back_destroyed(own_slot_)
                       : context_->slots().give_back(own_slot_, stream_, owned_);
}

PriorityRange priority_range(Context& context) {
  PriorityRange range;
  context.run([&] {
    context.check(context.table().cuCtxGetStreamPriorityRange(&range.least, &range.greatest),
                  "cuCtxGetStreamPriorityRange");
  });
  return range;
}

Ref<Stream> Stream::create(Context& context, bool non_blocking, int priority) {
  collect(context);
  const auto made = make<Stream>(context);
  context.run([&] {
    int least = 0, greatest = 0;
    context.check(context.table().cuCtxGetStreamPriorityRange(&least, &greatest),
                  "cuCtxGetStreamPriorityRange");
    // The greatest priority is the smallest number.
    priority = std::clamp(priority, std::min(least, greatest), std::max(least, greatest));
    context.check(context.table().cuStreamCreateWithPriority(
                      &made->stream_, non_blocking ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT, priority),
                  "cuStreamCreateWithPriority");
    made->blocking_ = !non_blocking;
    made->set_own_slot(context.slots().take(made->stream_));
  });
  return made;
}

Ref<Stream> Stream::default_of(Context& context) {
  collect(context);
  return make<Stream>(context);
}

Ref<Stream> Stream::wrap(Context& context, std::uint64_t native) {
  // The values of CU_STREAM_LEGACY and CU_STREAM_PER_THREAD.
  constexpr std::uint64_t kLegacy = 1, kPerThread = 2;
  if (native == 0 || native == kLegacy) return default_of(context);
  if (native == kPerThread)
    throw Failure(status::kInvalidArgument,
                  "`native` is 2, CUDA's per-thread default stream, which is another stream in each thread: "
                  "pass a stream");
  collect(context);
  const auto made = make<Stream>(context);
  const Table& table = context.table();
  context.run([&] {
    auto* const stream = reinterpret_cast<CUstream>(static_cast<std::uintptr_t>(native));
    const auto check = [&](CUresult result, const char* call) {
      if (result == CUDA_ERROR_INVALID_HANDLE || result == CUDA_ERROR_INVALID_CONTEXT ||
          result == CUDA_ERROR_INVALID_VALUE) {
        Failure failure = driver_failure(table, result, call);
        failure.status = status::kInvalidArgument;
        failure.message = "`native` is no stream of " + context.device().label() + " that lives (" +
                          failure.message + "): pass the CUstream of one";
        throw failure;
      }
      context.check(result, call);
    };
    if (!table.cuStreamGetFlags)
      throw Failure(status::kUnsupported,
                    "the driver of " + context.device().label() + " has no cuStreamGetFlags");
    if (table.cuStreamGetCtx) {
      CUcontext its = nullptr;
      check(table.cuStreamGetCtx(stream, &its), "cuStreamGetCtx");
      if (its != context.driver_handle())
        throw Failure(
            status::kWrongContext,
            "`native` is a stream of another context than `context`: wrap it with its own (gc_context_wrap)");
    }
    unsigned flags = 0;
    check(table.cuStreamGetFlags(stream, &flags), "cuStreamGetFlags");
    made->owned_ = false;
    made->blocking_ = (flags & CU_STREAM_NON_BLOCKING) == 0;
    made->stream_ = stream;
    made->set_own_slot(context.slots().take(made->stream_));
  });
  return made;
}

std::int64_t Stream::attribute(std::int32_t attribute) {
  const Table& table = context_->table();
  const auto get = [&](auto call, const char* name, auto value) -> std::int64_t {
    if (!call)
      throw Failure(status::kUnsupported, "the driver of " + context_->device().label() + " has no " + name);
    context_->run([&] { context_->check(call(stream_, &value), name); });
    return static_cast<std::int64_t>(value);
  };
  switch (static_cast<StreamAttribute>(attribute)) {
    case StreamAttribute::kFlags:
      return get(table.cuStreamGetFlags, "cuStreamGetFlags", 0u) & CU_STREAM_NON_BLOCKING;
    case StreamAttribute::kPriority:
      return get(table.cuStreamGetPriority, "cuStreamGetPriority", 0);
    case StreamAttribute::kId:
      return get(table.cuStreamGetId, "cuStreamGetId", std::uint64_t{0});
    case StreamAttribute::kIsCapturing:
      return get(table.cuStreamIsCapturing, "cuStreamIsCapturing", CU_STREAM_CAPTURE_STATUS_NONE) ==
                     CU_STREAM_CAPTURE_STATUS_NONE
                 ? 0
                 : 1;
  }
  refuse_attribute(attribute, "STREAM");
}

void Stream::synchronize() {
  const Ref<Stream> keep(this);
  context_->run([&] {
    const std::uint64_t moment = context_->slots().settle_begin();
    const CUresult result = [&] {
      const EpochPause pause;
      context_->time_limits().wait(TimeLimits::Scope::of(this));
      return context_->table().cuStreamSynchronize(stream_);
    }();
    context_->check(result, "cuStreamSynchronize");
    context_->slots().settle(own_slot_, moment);
  });
  collect(*context_);
  context_->late_failures().check(stream_);
}

bool Stream::query() {
  const bool done = context_->run([&] {
    const std::uint64_t moment = context_->slots().settle_begin();
    const CUresult result = context_->table().cuStreamQuery(stream_);
    if (result == CUDA_ERROR_NOT_READY) return false;
    context_->check(result, "cuStreamQuery");
    context_->slots().settle(own_slot_, moment);
    return true;
  });
  if (done) context_->late_failures().check(stream_);
  return done;
}

bool Stream::wait(std::uint64_t timeout_ns) {
  const Ref<Stream> keep(this);
  const bool done = poll_until(
      timeout_ns, [&] { return context_->run([&] { return context_->slots().is_idle(stream_); }); },
      [&] { context_->run([&] { context_->time_limits().check(TimeLimits::Scope::of(this)); }); });
  if (!done) return false;
  synchronize();  // returns at once; reports a fault, and prints the kernels' output
  return true;
}

void Stream::cancel() {
  if (!context_->table().gridcallStreamCancel) {
    throw Failure(
        status::kUnsupported,
        context_->device().label() +
            " cannot end a kernel that runs: a GPU runs it to its end; wait for it, or end the process");
  }
  context_->run(
      [&] { context_->check(context_->table().gridcallStreamCancel(stream_), "gridcallStreamCancel"); });
}

void Stream::notify(Completion& completion, std::uint64_t token) {
  auto notification = std::make_unique<Notification>(completion, token);
  context_->run([&] {
    if (context_->slots().is_capturing(stream_))
      context_->slots().refuse_capture(
          "a token of `stream` is posted once, and a graph runs any number of times: "
          "notify behind the launch of the graph");
    context_->check(context_->table().cuLaunchHostFunc(stream_, &Notification::reached, notification.get()),
                    "cuLaunchHostFunc");
    context_->slots().queued(slot());
    // From here on the driver owns the notification, even if the thread's own context cannot be restored.
    context_->results().add_notification(*notification.release());
  });
}

void Stream::begin_capture(std::int32_t mode) {
  const Table& table = context_->table();
  const Device& device = context_->device();
  device.need_function(table.cuStreamBeginCapture && table.cuStreamEndCapture, "cuStreamBeginCapture");
  device.need_function(table.cuGraphInstantiateWithFlags && table.cuGraphLaunch && table.cuGraphGetNodes &&
                           table.cuGraphNodeGetType && table.cuGraphExecDestroy && table.cuGraphDestroy,
                       "cuGraphInstantiateWithFlags");
  context_->run([&] {
    context_->slots().captures().begin(*this, [&] {
      // A thread that asks whether the stream captures may then query its work, which would end the capture.
      const auto begin_unasked = [&] {
        const std::lock_guard polling(context_->slots().polling(own_slot_));
        return table.cuStreamBeginCapture(stream_, static_cast<CUstreamCaptureMode>(mode));
      };
      context_->check(begin_unasked(), "cuStreamBeginCapture");
    });
  });
}

void Stream::abandon_capture() noexcept {
  const Ref<Capture> capture = context_->slots().captures().of(*this);
  if (!capture || &capture->origin() != this) return;
  const Table& table = context_->table();
  CUgraph graph = nullptr;
  const CUresult result = table.cuStreamEndCapture(stream_, &graph);
  if (graph) table.cuGraphDestroy(graph);
  // If the driver does not end the capture here, it ends with the stream.
  if (result != CUDA_SUCCESS && owned_ && context_->slots().may_capture(stream_)) {
    is_destroyed_ = true;
    context_->slots().forget_stream(own_slot_);
    table.cuStreamDestroy(stream_);
  }
  context_->slots().captures().finish(*capture);
}

}  // namespace gridcall::core
