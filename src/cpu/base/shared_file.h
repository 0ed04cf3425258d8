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

// A file descriptor; -1: none.
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

// The part that is shared: `size` bytes from `offset` on in the file's first `pages` pages.
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
  std::uint32_t began;  // the process
  std::uint32_t reserved;
  std::uint64_t inode;
  std::uint64_t nonce;
  std::uint64_t offset;
  std::uint64_t size;
  std::uint64_t check;  // of what is before it

  PeerProcess process() const noexcept { return {pid, began}; }
};
static_assert(sizeof(SharedHandle) == sizeof(driver::CUipcMemHandle) &&
              sizeof(SharedHandle) == sizeof(driver::CUipcEventHandle));

// A new file of zeros that cannot shrink. Nothing in it is exported.
driver::CUresult shared_file_make(std::uint64_t pages, Descriptor& file) noexcept;
// Returns one handle for one part until it is withdrawn. `is_new` says that it had none before.
driver::CUresult shared_file_export(int file, SharedKind kind, const SharedPart& part, SharedHandle& handle,
                                    bool& is_new) noexcept;
// Returns false if no part there was exported.
bool shared_file_withdraw(int file, std::uint64_t pages, std::uint64_t offset) noexcept;

// Whether it can be a handle of this kind that a process has made.
bool is_whole(const SharedHandle& handle, SharedKind kind) noexcept;
// Opens the file that the handle names in another process, and leaves any other descriptor alone. The reason
// of a failure is left to gridcallFaultText. The results are those that an H200's driver returns.
driver::CUresult shared_file_open(const SharedHandle& handle, SharedKind kind, Descriptor& file) noexcept;

}  // namespace gridcall::cpu
