// SPDX-License-Identifier: Apache-2.0

#include "cpu/base/shared_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "cpu/base/fault_text.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kStep = 256;  // the distance of two nonces
constexpr std::uint64_t kMaxPages = std::uint64_t{1} << 32;
constexpr char kName[] = "gridcall";
constexpr char kNameInProc[] = "/memfd:gridcall";

constexpr std::uint64_t file_bytes(std::uint64_t pages) noexcept {
  const std::uint64_t nonces = pages * (kPage / kStep) * sizeof(std::uint64_t);
  return pages * kPage + (nonces + kPage - 1) / kPage * kPage;
}

constexpr std::uint64_t nonce_place(std::uint64_t pages, std::uint64_t offset) noexcept {
  return pages * kPage + offset / kStep * sizeof(std::uint64_t);
}

// FNV-1a, which detects damage but no forgery: a process that can open the file can write to it anyway.
std::uint64_t check_of(const SharedHandle& handle) noexcept {
  unsigned char bytes[sizeof handle];
  std::memcpy(bytes, &handle, sizeof handle);
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < offsetof(SharedHandle, check); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

CUresult refused(const char* what, int error) noexcept {
  char room[128];
  fault_text_format("%s: %s", what, strerror_r(error, room, sizeof room));
  if (error == EMFILE || error == ENFILE) return GRIDCALL_DRIVER_ERROR_HOST_MEMORY;
  return error == ENOMEM || error == ENOSPC ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_OPERATING_SYSTEM;
}

std::uint64_t new_nonce() noexcept {
  std::uint64_t nonce = 0;
  while (nonce == 0) {
    if (::getrandom(&nonce, sizeof nonce, 0) == sizeof nonce) continue;
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    nonce = static_cast<std::uint64_t>(now.tv_sec) << 30 ^ static_cast<std::uint64_t>(now.tv_nsec) ^
            reinterpret_cast<std::uintptr_t>(&nonce) << 20;
  }
  return nonce;
}

bool names_ours(const char* link) noexcept {
  char name[64];
  errno = 0;
  const ssize_t length = ::readlink(link, name, sizeof name - 1);
  if (length < 0) return false;
  name[length] = '\0';
  return std::strncmp(name, kNameInProc, sizeof kNameInProc - 1) == 0;
}

CUresult is_gone(const SharedHandle& handle, const char* what) noexcept {
  if (!is_running(handle.process())) {
    fault_text_format("process %u, which exported the %s, has ended", handle.pid, what);
  } else {
    fault_text_format("process %u has released the %s", handle.pid, what);
  }
  return CUDA_ERROR_NOT_FOUND;
}

// Returns true if the file matches the handle and cannot shrink.
bool is_file_of(int file, const SharedHandle& handle) noexcept {
  struct stat found{};
  std::uint64_t nonce = 0;
  constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_SEAL;
  return ::fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_ino == handle.inode &&
         found.st_size >= 0 && static_cast<std::uint64_t>(found.st_size) == file_bytes(handle.pages) &&
         (::fcntl(file, F_GET_SEALS) & kSeals) == kSeals &&
         ::pread(file, &nonce, sizeof nonce, static_cast<off_t>(nonce_place(handle.pages, handle.offset))) ==
             sizeof nonce &&
         nonce == handle.nonce;
}

}  // namespace

void Descriptor::reset() noexcept {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

CUresult shared_file_make(std::uint64_t pages, Descriptor& file) noexcept {
  const std::uint64_t bytes = file_bytes(pages);
  // Beyond the limit the system would send SIGXFSZ.
  rlimit limit{};
  if (pages >= kMaxPages || (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes > limit.rlim_cur))
    return refused("the memory cannot be shared with other processes", EFBIG);
  constexpr unsigned kNoExec = 8;  // MFD_NOEXEC_SEAL, which older kernels lack
  int made = ::memfd_create(kName, MFD_CLOEXEC | MFD_ALLOW_SEALING | kNoExec);
  if (made < 0 && errno == EINVAL) made = ::memfd_create(kName, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (made < 0) return refused("cannot create a file for shared memory (memfd_create)", errno);
  file = Descriptor(made);
  if (::ftruncate(made, static_cast<off_t>(bytes)) != 0 ||
      ::fcntl(made, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    return refused("no file for memory that processes share", errno);
  return CUDA_SUCCESS;
}

CUresult shared_file_export(int file, SharedKind kind, const SharedPart& part, SharedHandle& handle,
                            bool& is_new) noexcept {
  struct stat found{};
  std::uint64_t nonce = 0;
  const auto place = static_cast<off_t>(nonce_place(part.pages, part.offset));
  if (::fstat(file, &found) != 0 || ::pread(file, &nonce, sizeof nonce, place) != sizeof nonce)
    return refused("the file of shared memory cannot be read", errno);
  is_new = nonce == 0;
  if (is_new) {
    nonce = new_nonce();
    if (::pwrite(file, &nonce, sizeof nonce, place) != sizeof nonce)
      return refused("the file of shared memory cannot be written", errno);
  }
  const PeerProcess own = this_process();
  handle = {.kind = kind,
            .pages = static_cast<std::uint32_t>(part.pages),
            .pid = own.pid,
            .descriptor = static_cast<std::uint32_t>(file),
            .began = own.began,
            .reserved = 0,
            .inode = found.st_ino,
            .nonce = nonce,
            .offset = part.offset,
            .size = part.size,
            .check = 0};
  handle.check = check_of(handle);
  return CUDA_SUCCESS;
}

bool shared_file_withdraw(int file, std::uint64_t pages, std::uint64_t offset) noexcept {
  constexpr std::uint64_t kNone = 0;
  // A hole of the file was never exported, and must stay a hole.
  std::uint64_t nonce = 0;
  const auto place = static_cast<off_t>(nonce_place(pages, offset));
  if (::pread(file, &nonce, sizeof nonce, place) != sizeof nonce || nonce == 0) return false;
  while (::pwrite(file, &kNone, sizeof kNone, place) < 0 && errno == EINTR) {
  }
  return true;
}

bool is_whole(const SharedHandle& handle, SharedKind kind) noexcept {
  const std::uint64_t bytes = std::uint64_t{handle.pages} * kPage;
  return handle.kind == kind && handle.check == check_of(handle) && handle.nonce != 0 &&
         handle.offset % kStep == 0 && handle.offset < bytes && handle.size != 0 &&
         handle.size <= bytes - handle.offset;
}

CUresult shared_file_open(const SharedHandle& handle, SharedKind kind, Descriptor& file) noexcept {
  const char* const what = kind == SharedKind::kMemory ? "memory" : "event";
  if (!is_whole(handle, kind)) {
    const bool other =
        is_whole(handle, kind == SharedKind::kMemory ? SharedKind::kEvent : SharedKind::kMemory);
    if (other) {
      fault_text_format("it is the handle of %s", kind == SharedKind::kMemory ? "an event" : "memory");
    } else {
      fault_text_format("the bytes are no IPC handle of the CPU device's, or damaged");
    }
    return kind == SharedKind::kMemory ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_MAP_FAILED;
  }
  if (handle.process() == this_process()) {
    fault_text_format("this process exported the %s itself", what);
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  char link[48];
  std::snprintf(link, sizeof link, "/proc/%u/fd/%u", handle.pid, handle.descriptor);
  // Any other file is left alone, because opening a device or a pipe has side effects.
  if (!names_ours(link)) {
    const int error = errno;
    if (error != EACCES && error != EPERM) return is_gone(handle, what);
    fault_text_format("process %u, which exported the %s, is of another user, or may not be looked into",
                      handle.pid, what);
    return CUDA_ERROR_NOT_PERMITTED;
  }
  Descriptor opened(::open(link, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (opened.get() < 0) {
    if (errno == ENOENT || errno == ESRCH) return is_gone(handle, what);
    return refused("the file of shared memory cannot be opened", errno);
  }
  if (!is_file_of(opened.get(), handle)) return is_gone(handle, what);
  file = static_cast<Descriptor&&>(opened);
  return CUDA_SUCCESS;
}

}  // namespace gridcall::cpu
