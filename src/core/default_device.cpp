// SPDX-License-Identifier: Apache-2.0

#include "core/default_device.h"

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/environment.h"
#include "base/file.h"
#include "core/context.h"

namespace gridcall::core {

using namespace driver;

namespace {

std::string trimmed(std::string text) {
  const char* blank = " \t\r\n";
  text.erase(0, text.find_first_not_of(blank));
  if (const std::size_t last = text.find_last_not_of(blank); last != std::string::npos) text.erase(last + 1);
  return text;
}

// The device that the user chose, and the place of that choice.
struct Choice {
  std::string where;
  std::string text;
};

// Returns the first line of a file, which names a device; "" if there is no such file.
std::string device_file(const std::string& path) {
  constexpr std::uint64_t kMaxBytes = 4096;
  try {
    const std::string text = read_file("file", path, kMaxBytes);
    return trimmed(text.substr(0, text.find('\n')));
  } catch (const Failure&) {
    return {};
  }
}

std::optional<Choice> user_choice() {
  for (const char* name : {environment::variable(environment::Name::DEVICE).name, "CUDA_DEVICE"})
    if (const char* value = environment::text(name))
      return Choice{std::string(name) + "=" + value, trimmed(value)};
  if (const char* home = environment::text("HOME")) {
    for (const char* name : {".cuda-device", ".cuda_device"})
      if (std::string text = device_file(std::string(home) + "/" + name); !text.empty())
        return Choice{std::string("~/") + name + " (" + text + ")", text};
  }
  return std::nullopt;
}

// Calls `use` for the device that the user chose. A failure names the place of the choice.
template <class Use>
std::invoke_result_t<Use, Device&> with_chosen_device(const Choice& choice, Use use) {
  try {
    return use(device_find(choice.text));
  } catch (Failure& failure) {
    failure.message = choice.where + ": " + failure.message;
    if (failure.status == status::kInvalidArgument || failure.status == status::kNotFound)
      failure.status = status::kNoDevice;
    throw;
  }
}

}  // namespace

Device& default_device(std::int32_t fallback) {
  devices();  // a failure of the list is not blamed on the choice
  if (const auto choice = user_choice())
    return with_chosen_device(*choice, [](Device& device) -> Device& { return device; });
  return device_at(fallback, "fallback");
}

Context& default_context() {
  devices();
  if (const auto choice = user_choice()) {
    return with_chosen_device(*choice, [&](Device& device) -> Context& {
      Context& context = device.context();
      context.set_choice(choice->where + ": using " + device.label());
      return context;
    });
  }
  std::string refused;
  std::vector<std::string> notes;
  for (Device* device : devices()) {
    if (device->is_cpu()) continue;
    // Another device would hide the fault: the program's data is on that GPU.
    if (const Failure* loss = device->loss()) throw device_lost(*device, *loss);
    try {
      Context& context = device->context();
      context.set_choice(refused.empty()
                             ? "the first GPU: using " + device->label()
                             : "the first usable GPU (" + refused + "): using " + device->label());
      return context;
    } catch (const Failure& failure) {
      if (failure.status == status::kOutOfHostMemory) throw;  // this failure says nothing about the device
      refused += (refused.empty() ? "" : "; ") + device->label() + ": " + failure.message;
      notes.push_back(device->label() + ": " + failure.message);
    }
  }
  for (Device* device : devices()) {
    if (!device->is_cpu()) continue;
    Context& context = device->context();
    const std::string& reason = refused.empty() ? gpu_driver().reason : refused;
    context.set_choice((refused.empty() ? "no GPU found (" : "no GPU can be used (") + reason +
                       "): using the CPU device");
    return context;
  }
  Failure failure = empty_list(status::kNoDevice, "", refused.empty() ? gpu_driver().reason : refused);
  failure.notes.insert(failure.notes.end(), notes.begin(), notes.end());
  throw failure;
}

}  // namespace gridcall::core
