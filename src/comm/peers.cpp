// SPDX-License-Identifier: Apache-2.0

#include "comm/peers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/concat.h"

namespace gridcall::comm {

namespace {

constexpr auto kGrace = std::chrono::milliseconds(300);
constexpr int kStartedField = 22 - 3;  // the field of /proc/PID/stat, counted from the one after the name

// Returns the beginning of a small file; "" if it cannot be read.
std::string read_text(const std::string& path) {
  char text[1024];
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t size = ::read(file, text, sizeof text);
  ::close(file);
  return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : std::string();
}

// Returns the start time of a process; 0 if unknown.
std::uint64_t start_of(std::int32_t pid) {
  const std::string text = read_text(concat("/proc/", pid, "/stat"));
  std::size_t at = text.rfind(") ");
  if (at == std::string::npos) return 0;
  at += 2;
  for (int field = 0; field < kStartedField && at != std::string::npos; ++field) {
    at = text.find(' ', at);
    if (at != std::string::npos) ++at;
  }
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at, nullptr, 10);
}

std::uint64_t own_host() {
  std::uint64_t sum = 0xcbf29ce484222325;
  const auto add = [&](unsigned char byte) { sum = (sum ^ byte) * 0x100000001b3; };
  for (const char each : read_text("/proc/sys/kernel/random/boot_id")) add(static_cast<unsigned char>(each));
  struct stat space{};
  if (::stat("/proc/self/ns/pid", &space) != 0) return 0;
  for (int i = 0; i < 8; ++i) add(static_cast<unsigned char>(space.st_ino >> (8 * i)));
  return sum;
}

int open_process(std::int32_t pid) noexcept {
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

}  // namespace

PeerRecord PeerRecord::own(const Engine& engine) {
  PeerRecord made;
  made.pid = static_cast<std::int32_t>(::getpid());
  made.started = start_of(made.pid);
  made.host = own_host();
  made.version = engine.version;
  return made;
}

std::string version_difference(const Engine& engine, std::span<const PeerRecord> all) {
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].version != all[0].version)
      return concat("rank 0 has ", engine.versioned_as, ' ', version_text(all[0].version), ", rank ", i,
                    " has ", engine.versioned_as, ' ', version_text(all[i].version),
                    ": install the same version for all ranks");
  return {};
}

Peers::Peers(std::span<const PeerRecord> all, std::uint32_t own) {
  const PeerRecord& me = all[own];
  if (me.host == 0 || me.started == 0) return;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const PeerRecord& other = all[i];
    if (other.host != me.host || other.pid == me.pid || other.pid <= 0 || other.started == 0) continue;
    WatchedRank watched{static_cast<std::uint32_t>(i), other.pid, open_process(other.pid), {}};
    // The kernel is too old, or there is no free descriptor.
    if (watched.file < 0 && errno != ESRCH) continue;
    if (watched.file >= 0 && start_of(other.pid) != other.started) {
      ::close(watched.file);
      watched.file = -1;
    }
    watched_.push_back(watched);
  }
}

Peers::~Peers() {
  for (const WatchedRank& each : watched_)
    if (each.file >= 0) ::close(each.file);
}

std::optional<Peers::Lost> Peers::lost(Clock::time_point now) {
  const std::lock_guard lock(lock_);
  for (WatchedRank& each : watched_) {
    if (!each.ended) {
      pollfd file{each.file, POLLIN, 0};
      if (each.file >= 0 && ::poll(&file, 1, 0) != 1) continue;
      each.ended = now;
    }
    if (now - *each.ended >= kGrace) return Lost{each.rank, each.pid};
  }
  return std::nullopt;
}

}  // namespace gridcall::comm
