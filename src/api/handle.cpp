// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "core/mapping.h"
#include "core/pipe.h"

namespace gridcall::api {

namespace {

template <class T>
T& as(const core::AnyObject& handle) {
  return *static_cast<T*>(handle.object);
}

[[noreturn]] void refuse(const core::AnyObject& handle, const char* what) {
  throw Failure(status::kUnsupported,
                std::string("`handle` is a ") + core::handle_type_name(handle.type) + ", which " + what);
}

std::uint64_t number(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace

core::Ref<core::Context> handle_get_context(core::AnyObject handle) {
  using core::HandleType;
  switch (handle.type) {
    case HandleType::kContext:
      return core::Ref<core::Context>(&as<core::Context>(handle));
    case HandleType::kStream:
      return core::Ref<core::Context>(&as<core::Stream>(handle).context());
    case HandleType::kEvent:
      return core::Ref<core::Context>(&as<core::Event>(handle).context());
    case HandleType::kMem:
      return core::Ref<core::Context>(&as<core::Mem>(handle).context());
    case HandleType::kMapping:
      return core::Ref<core::Context>(&as<core::Mapping>(handle).mem().context());
    case HandleType::kModule:
      return core::Ref<core::Context>(&as<core::Module>(handle).context());
    case HandleType::kKernel:
      return core::Ref<core::Context>(&as<core::Kernel>(handle).context());
    case HandleType::kPrepared:
      return core::Ref<core::Context>(&as<core::Prepared>(handle).context());
    case HandleType::kPool:
      return core::Ref<core::Context>(&as<core::Pool>(handle).context());
    case HandleType::kPipe:
      return core::Ref<core::Context>(&as<core::Pipe>(handle).context());
    case HandleType::kDevice:
      refuse(handle, "belongs to no context: gc_context_get_primary makes one");
    case HandleType::kProgram:
    case HandleType::kCompletion:
    case HandleType::kError:
    case HandleType::kNone:
      break;
  }
  refuse(handle, "belongs to no context");
}

std::uint64_t handle_get_identity(core::AnyObject handle) {
  return handle.object->identity();
}

std::uint64_t handle_get_native(core::AnyObject handle) {
  using core::HandleType;
  switch (handle.type) {
    case HandleType::kDevice:
      return static_cast<std::uint64_t>(as<core::Device>(handle).id());
    case HandleType::kContext:
      return number(as<core::Context>(handle).driver_handle());
    case HandleType::kStream:
      return number(as<core::Stream>(handle).driver_handle());
    case HandleType::kEvent:
      return number(as<core::Event>(handle).driver_handle());
    case HandleType::kMem:
      as<core::Mem>(handle).expose();
      return as<core::Mem>(handle).address();
    case HandleType::kModule:
      return number(as<core::Module>(handle).driver_handle());
    case HandleType::kKernel:
      return number(as<core::Kernel>(handle).driver_handle());
    case HandleType::kPipe:
    case HandleType::kCompletion:
    case HandleType::kMapping:
    case HandleType::kPrepared:
    case HandleType::kPool:
    case HandleType::kProgram:
    case HandleType::kError:
    case HandleType::kNone:
      break;
  }
  refuse(handle, "the driver has no handle of");
}

}  // namespace gridcall::api
