// SPDX-License-Identifier: Apache-2.0

#include "core/surface.h"

#include "core/check.h"
#include "core/context_list.h"

namespace gridcall::core {

using namespace driver;

Ref<Surface> Surface::create(Array& array) {
  Context& context = array.context();
  array.need_no_levels("`array`");
  if ((array.spec().flags & kArraySurface) == 0)
    throw Failure(status::kInvalidArgument,
                  "`array` was made without SURFACE_LDST, which a surface requires: make it with that flag");
  if (!context.table().cuSurfObjectCreate)
    throw Failure(status::kUnsupported, "the driver has no cuSurfObjectCreate: update it");
  collect(context);
  const auto made = make<Surface>(array);
  CUDA_RESOURCE_DESC resource{};
  resource.type = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array = array.driver_handle();
  context.run([&] {
    context.check(context.table().cuSurfObjectCreate(&made->surface_, &resource), "cuSurfObjectCreate");
  });
  return made;
}

bool Surface::give_back() noexcept {
  if (surface_ != 0) context_->table().cuSurfObjectDestroy(surface_);
  return true;
}

}  // namespace gridcall::core
