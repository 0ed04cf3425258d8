// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "comm/rank.h"
#include "core/graph.h"
#include "core/mapping.h"
#include "core/ndarray/ndarray.h"
#include "core/pipe.h"
#include "core/surface.h"
#include "core/texture.h"

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
      return core::Ref<core::Context>(&as<core::Mapping>(handle).context());
    case HandleType::kModule:
      return core::Ref<core::Context>(&as<core::Module>(handle).context());
    case HandleType::kKernel:
      return core::Ref<core::Context>(&as<core::Kernel>(handle).context());
    case HandleType::kPrepared:
      return core::Ref<core::Context>(&as<core::Prepared>(handle).context());
    case HandleType::kGraph:
      return core::Ref<core::Context>(&as<core::Graph>(handle).context());
    case HandleType::kPool:
      return core::Ref<core::Context>(&as<core::Pool>(handle).context());
    case HandleType::kPipe:
      return core::Ref<core::Context>(&as<core::Pipe>(handle).context());
    case HandleType::kNdarray:
      return core::Ref<core::Context>(&as<core::Ndarray>(handle).context());
    case HandleType::kArray:
      return core::Ref<core::Context>(&as<core::Array>(handle).context());
    case HandleType::kTexture:
      return core::Ref<core::Context>(&as<core::Texture>(handle).context());
    case HandleType::kSurface:
      return core::Ref<core::Context>(&as<core::Surface>(handle).context());
    case HandleType::kSampler:
      return core::Ref<core::Context>(&as<core::Sampler>(handle).context());
    case HandleType::kComm:
      return core::Ref<core::Context>(&as<comm::Rank>(handle).context());
    case HandleType::kDevice:
      refuse(handle, "belongs to no context: gc_context_get_primary makes one");
    case HandleType::kProgram:
    case HandleType::kCompletion:
    case HandleType::kDtype:
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
    case HandleType::kGraph:
      return number(as<core::Graph>(handle).driver_handle());
    case HandleType::kNdarray:
      as<core::Ndarray>(handle).mem().expose();
      return as<core::Ndarray>(handle).address();
    case HandleType::kArray: {
      auto& array = as<core::Array>(handle);
      array.usage().exposed.store(true, std::memory_order_relaxed);
      return array.has_levels() ? number(array.driver_levels()) : number(array.driver_handle());
    }
    case HandleType::kTexture:
      as<core::Texture>(handle).usage().exposed.store(true, std::memory_order_relaxed);
      return as<core::Texture>(handle).driver_handle();
    case HandleType::kSurface:
      as<core::Surface>(handle).usage().exposed.store(true, std::memory_order_relaxed);
      return as<core::Surface>(handle).driver_handle();
    case HandleType::kSampler:
    case HandleType::kPipe:
    case HandleType::kComm:
    case HandleType::kCompletion:
    case HandleType::kDtype:
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
