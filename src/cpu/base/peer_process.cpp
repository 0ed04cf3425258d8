// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/peer_process.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gridcall::cpu {

namespace {

enum class Lookup : std::uint8_t { kFound, kNone, kUnknown };

struct Status {
  char state = '?';
  long threads = 0;
  std::uint32_t began = 0;
};

// Parses /proc/<pid>/stat: number, name in parentheses, state, then numbers.
bool parse(const char* text, Status& status) noexcept {
  constexpr int kThreads = 20, kBegan = 22;
  const char* at = std::strrchr(text, ')');
  if (!at || at[1] != ' ') return false;
  at += 2;
  status.state = *at;
  for (int field = 3; field < kBegan; ++field) {
    at = std::strchr(at, ' ');
    if (!at) return false;
    ++at;
    if (field + 1 == kThreads) status.threads = std::strtol(at, nullptr, 10);
  }
  status.began = static_cast<std::uint32_t>(std::strtoull(at, nullptr, 10));
  return true;
}

Lookup look(std::uint32_t pid, Status& status) noexcept {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%u/stat", pid);
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno == ENOENT || errno == ESRCH ? Lookup::kNone : Lookup::kUnknown;
  char text[1024];
  const ssize_t got = ::read(file, text, sizeof text - 1);
  const int failed = errno;
  ::close(file);
  if (got < 0) return failed == ESRCH ? Lookup::kNone : Lookup::kUnknown;
  text[got] = '\0';
  return parse(text, status) ? Lookup::kFound : Lookup::kUnknown;
}

}  // namespace

PeerProcess this_process() noexcept {
  PeerProcess own{static_cast<std::uint32_t>(::getpid()), 0};
  Status status;
  if (look(own.pid, status) == Lookup::kFound) own.began = status.began;
  return own;
}

bool is_running(const PeerProcess& process) noexcept {
  Status status;
  switch (look(process.pid, status)) {
    case Lookup::kNone:
      return false;
    case Lookup::kUnknown:
      return true;
    case Lookup::kFound:
      break;
  }
  if (process.began != 0 && status.began != process.began) return false;
  // The first thread of a process may end before the others.
  const bool ended = status.state == 'Z' || status.state == 'X' || status.state == 'x';
  return !ended || status.threads > 1;
}

}  // namespace gridcall::cpu
