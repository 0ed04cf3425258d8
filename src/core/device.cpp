// SPDX-License-Identifier: Apache-2.0

#include "core/device.h"

#include <strings.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "base/concat.h"
#include "base/environment.h"
#include "base/log.h"
#include "core/check.h"

namespace gridcall::core {

using namespace driver;

Device::Device(const Driver& driver, int ordinal, int index)
    : driver_(driver), ordinal_(ordinal), index_(index) {
  check(table().cuDeviceGet(&id_, ordinal), "cuDeviceGet");
  retain();  // the handle's reference; the list keeps another one for good
  handle_ = handle_create(kType, this);
}

void Device::discard(Device* device) noexcept {
  handle_release(device->handle_, kType);
  device->unretain();
}

void Device::check(CUresult result, const char* call) const {
  if (result == CUDA_SUCCESS) return;
  check_process();
  throw driver_failure(table(), result, call);
}

void Device::need_function(bool has_it, const char* name) const {
  if (!has_it)
    throw Failure(status::kUnsupported,
                  concat("the driver of ", label(), " has no ", name, ": update the driver"));
}

std::string Device::name() const {
  check_process();
  char text[256] = {};
  check(table().cuDeviceGetName(text, sizeof text - 1, id_), "cuDeviceGetName");
  return text;
}

std::string Device::label() const {
  std::string text = "device " + std::to_string(index_);
  try {
    text += " (" + name() + ")";
  } catch (const Failure&) {
  }
  return text;
}

std::string Device::pci_bus_id() const {
  check_process();
  char text[64] = {};
  if (!table().cuDeviceGetPCIBusId || is_cpu())
    throw Failure(status::kUnsupported, label() + " has no PCI bus id");
  check(table().cuDeviceGetPCIBusId(text, sizeof text - 1, id_), "cuDeviceGetPCIBusId");
  return text;
}

std::array<std::uint8_t, 16> Device::uuid() const {
  check_process();
  if (!table().cuDeviceGetUuid)
    throw Failure(status::kUnsupported,
                  "the driver of " + label() + " reports no UUID (cuDeviceGetUuid is missing)");
  CUuuid uuid{};
  check(table().cuDeviceGetUuid(&uuid, id_), "cuDeviceGetUuid");
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(uuid.bytes[i]);
  return bytes;
}

std::uint64_t Device::total_memory() const {
  check_process();
  std::size_t bytes = 0;
  check(table().cuDeviceTotalMem(&bytes, id_), "cuDeviceTotalMem");
  return bytes;
}

// Derives the capabilities from CUDA's attributes of managed and host memory.
int Device::svm_capabilities() const {
  const auto has = [&](int attribute) {
    int value = 0;
    return try_attribute(attribute, value) && value != 0;
  };
  enum { kCoarseBuffer = 1, kFineBuffer = 2, kFineSystem = 4, kAtomics = 8 };
  const bool managed = has(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
  int capabilities = managed ? kCoarseBuffer : 0;
  if (managed && has(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS)) capabilities |= kFineBuffer;
  if (has(CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS)) capabilities |= kFineSystem;
  if (has(CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED)) capabilities |= kAtomics;
  return capabilities;
}

bool Device::try_attribute(int attribute, int& value) const {
  check_process();
  constexpr int kSvmCapabilities = 100001;  // an attribute of gridcall's own
  if (attribute == kSvmCapabilities) {
    value = svm_capabilities();
    return true;
  }
  const CUresult result =
      table().cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(attribute), id_);
  if (result == CUDA_ERROR_INVALID_VALUE) return false;
  check(result, "cuDeviceGetAttribute");
  return true;
}

int Device::attribute(int attribute) const {
  int value = 0;
  if (!try_attribute(attribute, value))
    throw Failure(status::kNotFound, "`attribute` is " + std::to_string(attribute) +
                                         ", which the driver of " + label() +
                                         " does not know: use one that gc_device_get_attributes lists");
  return value;
}

void Device::lose(const Failure& cause) noexcept {
  try {
    const Failure* expected = nullptr;
    auto* loss = new Failure(cause);  // lives for the rest of the process
    if (!loss_.compare_exchange_strong(expected, loss, std::memory_order_acq_rel)) delete loss;
  } catch (...) {
    static const Failure* const plain = new Failure(status::kDeviceLost, "an earlier kernel failed");
    const Failure* expected = nullptr;
    loss_.compare_exchange_strong(expected, plain, std::memory_order_acq_rel);
  }
}

const Failure* driver_loss(const Driver& driver) noexcept {
  try {
    for (const Device* device : devices())
      if (&device->driver() == &driver && device->loss()) return device->loss();
  } catch (...) {
    // The devices are not known.
  }
  return nullptr;
}

// ----------------------------------------------------------------------------------------------------------

std::vector<std::uint64_t> Device::image_formats(std::uint64_t flags, unsigned dimensions) {
  const std::lock_guard lock(formats_lock_);
  return formats_[flags & 15][dimensions - 1];
}

void Device::keep_image_formats(std::uint64_t flags, unsigned dimensions,
                                std::vector<std::uint64_t> formats) {
  const std::lock_guard lock(formats_lock_);
  formats_[flags & 15][dimensions - 1] = std::move(formats);
}

std::span<Device* const> devices() {
  check_process();
  environment::check_all();
  // A list that memory was too short for is not stored, so the next call tries again.
  static const std::vector<Device*>* const list = [] {
    std::vector<std::unique_ptr<Device, void (*)(Device*)>> made;
    for (const Driver* driver : {&gpu_driver(), &cpu_driver()}) {
      if (driver->state != LoadState::kReady) continue;
      for (int i = 0; i < driver->device_count; ++i) {
        made.reserve(made.size() + 1);
        try {
          made.emplace_back(new Device(*driver, i, static_cast<int>(made.size())), Device::discard);
        } catch (const Failure& failure) {
          if (failure.status == status::kOutOfHostMemory) throw;
          // The driver counts a device that it does not hand out, so the list omits it.
        }
      }
    }
    auto whole = std::make_unique<std::vector<Device*>>();
    whole->reserve(made.size());
    for (auto& device : made) {
      if (log::wants(log::Level::kInfo)) log::info("device", device->label());
      whole->push_back(device.release());
    }
    return whole.release();
  }();
  return *list;
}

Failure empty_list(Status status, const std::string& prefix, const std::string& gpu_reason) {
  Failure failure(status, prefix + "there is no device: no GPU (" + gpu_reason + ") and no CPU device (" +
                              cpu_driver().reason + ")");
  for (const Driver* driver : {&gpu_driver(), &cpu_driver()})
    failure.notes.insert(failure.notes.end(), driver->notes.begin(), driver->notes.end());
  return failure;
}

Device& device_at(std::int64_t index, const char* name) {
  const auto list = devices();
  if (list.empty())
    throw empty_list(status::kOutOfRange,
                     std::string("`") + name + "` is " + std::to_string(index) + ", and ",
                     gpu_driver().reason);
  if (index < 0 || index >= static_cast<std::int64_t>(list.size()))
    throw Failure(status::kOutOfRange, std::string("`") + name + "` is " + std::to_string(index) +
                                           ", and there are " + std::to_string(list.size()) +
                                           " devices: pass a number below that");
  return *list[static_cast<std::size_t>(index)];
}

namespace {

bool same_text(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && same_text(text.substr(0, prefix.size()), prefix);
}

template <class T>
std::optional<T> number(std::string_view text, int base = 10) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

struct PciAddress {
  unsigned domain, bus, device, function;
  bool operator==(const PciAddress&) const = default;
};

// Parses "domain:bus:device.function", hexadecimal; domain and function are optional.
std::optional<PciAddress> pci_address(std::string_view text) {
  PciAddress address{};
  if (const std::size_t dot = text.rfind('.'); dot != std::string_view::npos) {
    const auto function = number<unsigned>(text.substr(dot + 1), 16);
    if (!function) return std::nullopt;
    address.function = *function;
    text = text.substr(0, dot);
  }
  std::vector<unsigned> parts;
  while (true) {
    const std::size_t colon = text.find(':');
    const auto part = number<unsigned>(text.substr(0, colon), 16);
    if (!part) return std::nullopt;
    parts.push_back(*part);
    if (colon == std::string_view::npos) break;
    text = text.substr(colon + 1);
  }
  if (parts.size() == 2) parts.insert(parts.begin(), 0);
  if (parts.size() != 3) return std::nullopt;
  address.domain = parts[0];
  address.bus = parts[1];
  address.device = parts[2];
  return address;
}

Device* find_pci(const PciAddress& wanted) {
  for (Device* device : devices()) {
    if (device->is_cpu()) continue;
    try {
      const auto address = pci_address(device->pci_bus_id());
      if (address && *address == wanted) return device;
    } catch (const Failure&) {
      // A device without an address cannot be found by it.
    }
  }
  return nullptr;
}

std::string uuid_text(const Device& device) {
  const auto bytes = device.uuid();
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

// Returns the reason why there is no GPU (or no CPU device), with a matching status.
Failure no_device(Kind kind) {
  const Driver& driver = kind == Kind::kGpu ? gpu_driver() : cpu_driver();
  const char* noun = kind == Kind::kGpu ? "GPU" : "CPU device";
  Status status = status::kNoDevice;
  if (driver.state == LoadState::kTooOld)
    status = status::kDriverTooOld;
  else if (driver.init_result == CUDA_ERROR_NOT_INITIALIZED)
    status = status::kForked;  // another library used CUDA before this process was forked
  else if (driver.state != LoadState::kReady)
    status = status::kDriverUnavailable;
  Failure failure(status, std::string("there is no ") + noun + ": " +
                              (driver.reason.empty() ? "the driver finds none" : driver.reason));
  if (kind == Kind::kGpu && cpu_driver().state == LoadState::kReady)
    failure.message += "; name \"cpu\" to use the CPU device";
  failure.notes = driver.notes;
  failure.driver_code = static_cast<std::int32_t>(driver.init_result);
  return failure;
}

}  // namespace

Device& device_find(std::string_view text) {
  const auto list = devices();
  for (const Kind kind : {Kind::kGpu, Kind::kCpu}) {
    const std::string_view word = kind == Kind::kGpu ? "gpu" : "cpu";
    if (!begins_with(text, word)) continue;
    std::string_view rest = text.substr(word.size());
    int wanted = 0;
    if (!rest.empty()) {
      if (rest[0] != ':') continue;  // "GPU-8d2f..." is a UUID
      const auto parsed = number<int>(rest.substr(1));
      if (!parsed || *parsed < 0) break;
      wanted = *parsed;
    }
    int count = 0;
    for (Device* device : list)
      if (device->is_cpu() == (kind == Kind::kCpu) && count++ == wanted) return *device;
    if (count == 0) throw no_device(kind);
    throw Failure(status::kNotFound, "\"" + std::string(text) + "\": the last of this kind is number " +
                                         std::to_string(count - 1) + ": name one up to that");
  }
  if (const auto index = number<std::int64_t>(text)) {
    if (list.empty())
      throw empty_list(status::kNotFound, "\"" + std::string(text) + "\": ", gpu_driver().reason);
    if (*index >= 0 && *index < static_cast<std::int64_t>(list.size()))
      return *list[static_cast<std::size_t>(*index)];
    throw Failure(status::kNotFound, "\"" + std::string(text) + "\": the last device is number " +
                                         std::to_string(list.size() - 1) + ": name one up to that");
  }
  if (const auto address = pci_address(text)) {
    if (Device* device = find_pci(*address)) return *device;
    Failure failure(status::kNotFound, "there is no GPU at PCI bus id \"" + std::string(text) + "\"");
    failure.notes = gpu_driver().notes;
    throw failure;
  }
  std::string_view hex = text;
  if (begins_with(hex, "GPU-") || begins_with(hex, "CPU-")) hex = hex.substr(4);
  if (hex.size() >= 4 && hex.find_first_not_of("0123456789abcdefABCDEF-") == std::string_view::npos) {
    // A prefix that only one device has is enough, as for CUDA_VISIBLE_DEVICES.
    Device* found = nullptr;
    for (Device* device : list) {
      if (!device->table().cuDeviceGetUuid || !begins_with(uuid_text(*device), hex)) continue;
      if (found)
        throw Failure(status::kNotFound,
                      "\"" + std::string(text) + "\" is the beginning of several UUIDs: write more of it");
      found = device;
    }
    if (found) return *found;
    throw Failure(status::kNotFound, "there is no device with UUID \"" + std::string(text) + "\"");
  }
  throw Failure(
      status::kInvalidArgument,
      "\"" + std::string(text) +
          "\" names no device: write \"gpu\", \"cpu\", \"gpu:1\", an index, a PCI bus id or a UUID");
}

bool Device::can_access_peer(const Device& peer) const {
  check_process();
  if (&table() != &peer.table() || !table().cuDeviceCanAccessPeer) return false;
  int can = 0;
  check(table().cuDeviceCanAccessPeer(&can, id_, peer.id_), "cuDeviceCanAccessPeer");
  return can != 0;
}

}  // namespace gridcall::core
