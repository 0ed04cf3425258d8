// SPDX-License-Identifier: Apache-2.0

#include "core/mapping.h"
#include "core/check.h"

#include "api/generated/implementation.h"

namespace gridcall::api {

namespace {

core::Mapping::Use use_of(gc_map_flags flags) {
  const bool invalidates = (flags & GRIDCALL_MAP_WRITE_INVALIDATE_REGION) != 0;
  if (flags == 0)
    throw Failure(status::kInvalidArgument,
                  "`flags` is 0: pass MAP_READ, MAP_WRITE or both, or MAP_WRITE_INVALIDATE_REGION");
  if (invalidates && flags != GRIDCALL_MAP_WRITE_INVALIDATE_REGION)
    throw Failure(status::kInvalidArgument,
                  "`flags` " + std::to_string(flags) +
                      " has MAP_WRITE_INVALIDATE_REGION, which leaves nothing to read, and other bits: pass "
                      "it alone");
  return {.flags = flags,
          .keeps_content = !invalidates,
          .writes = (flags & (GRIDCALL_MAP_WRITE | GRIDCALL_MAP_WRITE_INVALIDATE_REGION)) != 0};
}

}  // namespace

core::Ref<core::Mapping> mem_map(core::Mem& mem, std::uint64_t offset, std::uint64_t size, gc_map_flags flags,
                                 core::Stream* stream) {
  const core::Mapping::Use use = use_of(flags);
  if ((flags & GRIDCALL_MAP_READ) != 0 && (mem.barred() & core::Mem::kHostReads) != 0)
    mem.refuse_barred("`mem`", core::Mem::kHostReads);
  if (use.writes && (mem.barred() & core::Mem::kHostWrites) != 0)
    mem.refuse_barred("`mem`", core::Mem::kHostWrites);
  return core::Mapping::create(mem, offset, size, use, stream);
}

core::Ref<core::Mapping> array_map(core::Array& array, const gc_array_region& region, gc_map_flags flags,
                                   core::Stream* stream) {
  return core::Mapping::create(array,
                               {region.x, region.y, region.z, region.width, region.height, region.depth},
                               use_of(flags), stream);
}

std::uint64_t mapping_get_attribute(core::Mapping& mapping, gc_mapping_attribute attribute) {
  switch (static_cast<core::MappingAttribute>(attribute)) {
    case core::MappingAttribute::kSize:
      return mapping.size();
    case core::MappingAttribute::kFlags:
      return mapping.use().flags;
    case core::MappingAttribute::kIsDirect:
      return mapping.is_direct() ? 1 : 0;
    case core::MappingAttribute::kRowPitch:
      return mapping.row_pitch();
    case core::MappingAttribute::kSlicePitch:
      return mapping.slice_pitch();
  }
  core::refuse_attribute(attribute, "MAPPING");
}

}  // namespace gridcall::api
