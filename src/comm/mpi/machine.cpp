// SPDX-License-Identifier: Apache-2.0

#include "comm/mpi/machine.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>

namespace gridcall::comm::mpi {

namespace {

std::atomic<std::uint64_t> chosen{0};

// Returns the FNV-1a hash.
std::uint64_t number_of(const char* text, std::size_t size) noexcept {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (std::size_t i = 0; i < size; ++i) sum = (sum ^ static_cast<unsigned char>(text[i])) * 0x100000001b3;
  return sum;
}

// Returns a hash of the boot id, because several machines may have one name; of the name if there is no boot
// id.
std::uint64_t read_number() noexcept {
  char text[320] = {};
  std::size_t size = 0;
  const int file = ::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    const ssize_t got = ::read(file, text, 64);
    ::close(file);
    if (got > 0) size = static_cast<std::size_t>(got);
  }
  if (size == 0 && ::gethostname(text, 256) == 0)
    while (size < 256 && text[size] != 0) ++size;
  return number_of(text, size);
}

}  // namespace

std::uint64_t machine_number() noexcept {
  if (const std::uint64_t number = chosen.load()) return number;
  static const std::uint64_t own = read_number();
  return own;
}

void set_machine_number(std::uint64_t number) noexcept {
  chosen.store(number);
}

}  // namespace gridcall::comm::mpi
