// SPDX-License-Identifier: Apache-2.0

#include "api/generated/implementation.h"
#include "base/concat.h"
#include "core/object.h"

namespace gridcall::api {

namespace {

[[noreturn]] void refuse(const core::AnyObject& handle, const char* what) {
  throw Failure(status::kUnsupported,
                concat("`handle` is a ", core::handle_type_name(handle.type), ", which ", what));
}

}  // namespace

core::Ref<core::Context> handle_get_context(core::AnyObject handle) {
  if (core::Context* context = handle.object->context_or_null()) return core::Ref<core::Context>(context);
  refuse(handle, handle.type == core::HandleType::kDevice
                     ? "belongs to no context: gc_context_get_primary makes one"
                     : "belongs to no context");
}

std::uint64_t handle_get_identity(core::AnyObject handle) {
  return handle.object->identity();
}

std::uint64_t handle_get_native(core::AnyObject handle) {
  if (const auto native = handle.object->native()) return *native;
  refuse(handle, "the driver has no handle of");
}

}  // namespace gridcall::api
