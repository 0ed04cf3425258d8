// SPDX-License-Identifier: Apache-2.0
//
// Files without a name that processes share (memfd), and the 64 bytes with which another process finds one:
// the descriptor in the process that made it, and what shows that it is still the same file. The other
// process opens it through /proc, which allows that to the same user alone.
//
// Behind the bytes that are shared lies one number for each 256 of them: the nonce of what was exported
// there, or 0. What is exported no longer is thereby refused, also where the file lives on.

#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/base/peer_process.h"
#include "driver/types.h"

namespace gridcall::cpu {

// An owned file descriptor; -1 if there is none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      reset();
      number_ = other.release();
    }
    return *this;
  }
  ~Descriptor() { reset(); }
  int get() const noexcept { return number_; }
  int release() noexcept {
    const int number = number_;
    number_ = -1;
    return number;
  }
  void reset() noexcept;

 private:
  int number_ = -1;
};

// The shared part of a file: `size` bytes from `offset` on in its first `pages` pages.
struct SharedPart {
  std::uint64_t pages = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

enum class SharedKind : std::uint32_t {
  kMemory = driver::GRIDCALL_IPC_MEMORY,
  kEvent = driver::GRIDCALL_IPC_EVENT
};

struct SharedHandle {
  SharedKind kind;
  std::uint32_t pages;
  std::uint32_t pid;
  std::uint32_t descriptor;
  std::uint32_t began;  // the start time of the process
  std::uint32_t reserved;
  std::uint64_t inode;
  std::uint64_t nonce;
  std::uint64_t offset;
  std::uint64_t size;
  std::uint64_t check;  // the checksum of the bytes before it

  PeerProcess process() const noexcept { return {pid, began}; }
};
static_assert(sizeof(SharedHandle) == sizeof(driver::CUipcMemHandle) &&
              sizeof(SharedHandle) == sizeof(driver::CUipcEventHandle));

// Makes a file of zeros that cannot shrink, with no exported parts.
driver::CUresult shared_file_make(std::uint64_t pages, Descriptor& file) noexcept;
// Returns the handle of a part, the same until it is withdrawn. `is_new`: the part had no handle before.
driver::CUresult shared_file_export(int file, SharedKind kind, const SharedPart& part, SharedHandle& handle,
                                    bool& is_new) noexcept;
// Returns false if no part at the offset was exported.
bool shared_file_withdraw(int file, std::uint64_t pages, std::uint64_t offset) noexcept;

// Returns true if a process may have made this handle of this kind.
bool is_whole(const SharedHandle& handle, SharedKind kind) noexcept;
// Opens the file that the handle names in another process, and no other descriptor. gridcallFaultText gets
// the reason of a failure. The results are those of an H200's driver.
driver::CUresult shared_file_open(const SharedHandle& handle, SharedKind kind, Descriptor& file) noexcept;

}  // namespace gridcall::cpu
