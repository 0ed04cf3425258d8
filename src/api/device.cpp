// SPDX-License-Identifier: Apache-2.0

#include <strings.h>

#include <algorithm>
#include <cstdint>

#include "api/generated/implementation.h"

namespace gridcall::api {

namespace {

struct Attribute {
  int number;
  std::string_view name;
};

constexpr Attribute kAttributes[] = {
#define GRIDCALL_DEVICE_ATTRIBUTE(number, name) {number, name},
#include "api/generated/device_attribute_table.inc"
#undef GRIDCALL_DEVICE_ATTRIBUTE
};

// PyCUDA's names for attributes that CUDA renamed.
constexpr Attribute kOlderNames[] = {
    {8, "SHARED_MEMORY_PER_BLOCK"},
    {12, "REGISTERS_PER_BLOCK"},
    {27, "MAXIMUM_TEXTURE2D_ARRAY_WIDTH"},
    {28, "MAXIMUM_TEXTURE2D_ARRAY_HEIGHT"},
    {29, "MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES"},
};

}  // namespace

std::int32_t device_get_count() {
  return static_cast<std::int32_t>(core::devices().size());
}

gc_device_kind device_get_kind(core::Device& device) {
  return device.is_cpu() ? GRIDCALL_DEVICE_KIND_CPU : GRIDCALL_DEVICE_KIND_GPU;
}

void device_get_compute_capability(core::Device& device, std::int32_t& out_major, std::int32_t& out_minor) {
  out_major = device.major();
  out_minor = device.minor();
}

std::vector<gc_device_attribute_entry> device_get_attributes(core::Device& device) {
  std::vector<gc_device_attribute_entry> entries;
  for (const Attribute& attribute : kAttributes) {
    int value = 0;
    if (device.try_attribute(attribute.number, value)) entries.push_back({attribute.number, value});
  }
  return entries;
}

const char* device_attribute_name(gc_device_attribute attribute) {
  for (const Attribute& known : kAttributes)
    if (known.number == attribute) return known.name.data();
  return "";
}

gc_device_attribute device_attribute_from_name(std::string_view name) {
  constexpr std::string_view kPrefix = "CU_DEVICE_ATTRIBUTE_";
  std::string_view wanted = name;
  if (wanted.size() > kPrefix.size() && strncasecmp(wanted.data(), kPrefix.data(), kPrefix.size()) == 0)
    wanted.remove_prefix(kPrefix.size());
  const auto same = [&](const Attribute& known) {
    return known.name.size() == wanted.size() &&
           strncasecmp(known.name.data(), wanted.data(), wanted.size()) == 0;
  };
  for (const Attribute& known : kAttributes)
    if (same(known)) return known.number;
  for (const Attribute& known : kOlderNames)
    if (same(known)) return known.number;
  throw Failure(status::kNotFound, "there is no device attribute \"" + std::string(name) +
                                       "\": gc_device_get_attributes lists what a device has");
}

}  // namespace gridcall::api
