// SPDX-License-Identifier: Apache-2.0

#include "cpu/queue/zone_watch.h"

#include <cstdio>
#include <cstring>
#include <mutex>

#include "cpu/base/fault_text.h"
#include "cpu/base/futex.h"
#include "cpu/memory/memory.h"
#include "cpu/queue/scheduler.h"

namespace gridcall::cpu {

namespace {

bool take(LaunchCommand& launch, Damage& damage) noexcept {
  if (launch.watch.exchange(LaunchCommand::kNotWatched, std::memory_order_acq_rel) != LaunchCommand::kWatched)
    return false;
  damage = memory().find_damage(launch.parameters.data(), launch.parameters.size(), launch.damage_count);
  return damage.zones != 0;
}

char* text_of(const LaunchCommand& launch, const Damage& damage, const char* others) noexcept {
  char* text = fault_new_text();
  if (!text) return nullptr;
  char address[24] = "";
  if (damage.address != 0)
    std::snprintf(address, sizeof address, " 0x%llx", static_cast<unsigned long long>(damage.address));
  std::snprintf(text, kFaultTextBytes, "kernel `%.300s`%s: illegal address%s (write), %s%s; found %s",
                launch.kernel().plain_name, damage.is_shared ? ", or another one that ran beside it" : "",
                address, damage.where, others,
                damage.is_shared ? "while the kernel ran" : "when the kernel had ended");
  return text;
}

void tell_locked(LaunchCommand& launch, const Damage& damage) noexcept {
  char others[48] = "";
  if (damage.zones > 1) std::snprintf(others, sizeof others, " and beside %u more buffers", damage.zones - 1);
  char* const text = text_of(launch, damage, others);
  if (launch.fault && launch.fault->text) {
    const std::size_t used = std::strlen(launch.fault->text);
    std::snprintf(launch.fault->text + used, kFaultTextBytes - used, "; it also wrote %s%s", damage.where,
                  others);
  }
  scheduler().set_fault_locked(&launch, driver::CUDA_ERROR_ILLEGAL_ADDRESS, text);
}

}  // namespace

void zone_watch_begin(LaunchCommand& launch) noexcept {
  std::uint8_t state = launch.watch.load(std::memory_order_acquire);
  if (state == LaunchCommand::kWatched) return;
  state = LaunchCommand::kNotWatched;
  if (launch.watch.compare_exchange_strong(state, LaunchCommand::kBeginning, std::memory_order_acq_rel)) {
    memory().note_damage(launch.parameters.data(), launch.parameters.size());
    launch.damage_count = memory().damage_count();
    launch.watch.store(LaunchCommand::kWatched, std::memory_order_release);
    return;
  }
  while (state == LaunchCommand::kBeginning) {
    cpu_pause();
    state = launch.watch.load(std::memory_order_acquire);
  }
}

void zone_watch_end(LaunchCommand& launch) noexcept {
  Damage damage;
  if (!take(launch, damage)) return;
  const std::lock_guard lock(scheduler().lock);
  tell_locked(launch, damage);
}

void zone_watch_end_locked(LaunchCommand& launch) noexcept {
  Damage damage;
  if (take(launch, damage)) tell_locked(launch, damage);
}

}  // namespace gridcall::cpu
