// SPDX-License-Identifier: Apache-2.0

#include "core/device_loss.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <sstream>

#include "base/concat.h"
#include "base/each_call.h"
#include "base/log.h"

namespace gridcall::core {

using namespace driver;

std::vector<std::string> LaunchRing::lines() const {
  std::vector<std::string> lines;
  const std::uint64_t next = next_.load(std::memory_order_relaxed);
  for (std::uint64_t back = 1; back <= kSize && back <= next; ++back) {
    const Entry& entry = entries_[(next - back) % kSize];
    const char* kernel = entry.kernel.load(std::memory_order_relaxed);
    if (!kernel) continue;
    std::string line = std::string(kernel) + "<<<(";
    for (unsigned i = 0; i < 6; ++i) {
      line += std::to_string(entry.shape[i].load(std::memory_order_relaxed));
      line += i == 2 ? "), (" : i == 5 ? ")>>>" : ", ";
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

Failure device_lost(const Device& device, const Failure& cause) {
  Failure failure(status::kDeviceLost, concat(device.label(), " is lost for this process since ",
                                              cause.message, ": start a new process"));
  failure.notes = cause.notes;
  failure.driver_code = cause.driver_code;
  failure.driver_name = cause.driver_name;
  return failure;
}

void DeviceLoss::refuse(const Failure& cause) const {
  throw device_lost(device_, cause);
}

void DeviceLoss::lose(const Failure& cause) noexcept {
  const Failure* expected = nullptr;
  const Failure* kept = nullptr;
  try {
    kept = new Failure(cause);  // lives for the rest of the process
  } catch (...) {
    static const Failure* const plain =
        new (std::nothrow) Failure(status::kDeviceLost, "an earlier kernel failed");
    kept = plain;
  }
  if (cause_.compare_exchange_strong(expected, kept, std::memory_order_acq_rel)) {
    begin_rare_state();
    log::info("context", "lost, and with it the device: ", cause.message);
  }
  device_.lose(cause);
  post_all_tokens();
}

void DeviceLoss::refuse(CUresult result, const char* call, const char* undone) {
  throw failure(result, call, undone);
}

Failure DeviceLoss::failure(CUresult result, const char* call, const char* undone) {
  check_process();
  try {
    return described(result, call, undone);
  } catch (const std::bad_alloc&) {
    Failure plain(status_of(result), std::string());
    plain.driver_code = static_cast<std::int32_t>(result);
    if (!is_cpu() && is_sticky(result)) lose(plain);
    return plain;
  }
}

namespace {

// Returns what the checks of the CPU device reported for the call's fault.
std::vector<std::string> reports_of(const driver::Table& table) {
  std::vector<std::string> reports;
  char* lines = nullptr;
  if (!table.gridcallFaultReports || table.gridcallFaultReports(&lines) != CUDA_SUCCESS) return reports;
  const std::unique_ptr<char, decltype(&std::free)> owner(lines, &std::free);
  std::istringstream text(lines ? lines : "");
  for (std::string line; std::getline(text, line);) reports.push_back(line);
  return reports;
}

}  // namespace

Failure DeviceLoss::described(CUresult result, const char* call, const char* undone) {
  // After a fault in one context, every call of the process returns it, on all of the driver's GPUs.
  if (const Failure* first = is_cpu() || !is_sticky(result) ? nullptr : driver_loss(device_.driver())) {
    lose(*first);
    return device_lost(device_, *first);
  }
  Failure failure = driver_failure(table_, result, call);
  if (is_cpu()) {
    failure.reports = reports_of(table_);
    char text[1024] = {};
    if (table_.gridcallFaultText && table_.gridcallFaultText(text, sizeof text) == CUDA_SUCCESS && *text)
      failure.message = text;
  }
  if (!is_kernel_fault(result)) return failure;
  const std::vector<std::string> launches = launches_.lines();
  if (is_cpu()) {
    if (undone) failure.message += std::string("; ") + undone;
    if (result == CUDA_ERROR_ILLEGAL_ADDRESS && failure.reports.empty())
      failure.message += "; GRIDCALL_CPU_CHECK=memory tells the line";
  } else {
    // This call only reports the fault; an earlier kernel caused it.
    failure.message = "a kernel failed, as " + failure.message;
    if (!launches.empty()) failure.message += "; last launch: " + launches.front();
  }
  for (const std::string& line : launches) failure.notes.push_back("launched before: " + line);
  if (is_cpu()) return failure;
  if (is_sticky(result)) lose(failure);
  failure.message += "; the GPU cannot be used any more in this process: start a new one";
  return failure;
}

void DeviceLoss::notice(CUresult result, const char* call) noexcept {
  if (is_cpu() || !is_sticky(result) || cause()) return;
  try {
    failure(result, call);
  } catch (...) {
    // The process is ending.
  }
}

bool DeviceLoss::is_over(CUresult result, const char* call) noexcept {
  if (result == CUDA_SUCCESS) return true;
  notice(result, call);
  return is_cpu() && is_kernel_fault(result);
}

void DeviceLoss::add_notification(Notification& notification) noexcept {
  notifications_.add(notification);
  if (is_cpu()) return;
  tokens_of_gpus.store(true, std::memory_order_relaxed);
  // Tokens that were added after the loss was noticed are posted here.
  if (cause()) post_all_tokens();
}

}  // namespace gridcall::core
