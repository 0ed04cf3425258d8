// SPDX-License-Identifier: Apache-2.0
//
// The kind and the length of a module image, from its bytes: cuModuleLoadData gives no length.

#include <elf.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cpu/base/text.h"
#include "cpu/image/loader.h"
#include "cpu/memory/guarded_pages.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr std::uint16_t kMachineCuda = 190;

// Copies memory that may not be mapped: a write to a pipe from unmapped memory fails with EFAULT instead of
// ending the process.
class Probe {
 public:
  Probe() noexcept : pipe_{-1, -1} {
    if (::pipe2(pipe_, O_CLOEXEC) != 0) pipe_[0] = pipe_[1] = -1;
  }
  ~Probe() {
    if (pipe_[0] >= 0) ::close(pipe_[0]);
    if (pipe_[1] >= 0) ::close(pipe_[1]);
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  bool copy(std::byte* to, const void* from, std::size_t bytes) noexcept {
    if (pipe_[0] < 0) {  // without file descriptors the caller is trusted
      std::memcpy(to, from, bytes);
      return true;
    }
    const auto* source = static_cast<const std::byte*>(from);
    while (bytes != 0) {
      const std::size_t piece = std::min(bytes, kPageBytes);  // the piece fits into an empty pipe
      // A sanitizer would check the bytes in write().
      const ssize_t written = ::syscall(SYS_write, pipe_[1], source, piece);
      if (written <= 0) return false;
      std::size_t got = 0;
      while (got < static_cast<std::size_t>(written)) {
        const ssize_t more = ::read(pipe_[0], to + got, static_cast<std::size_t>(written) - got);
        if (more <= 0) return false;
        got += static_cast<std::size_t>(more);
      }
      source += written;
      to += written;
      bytes -= static_cast<std::size_t>(written);
    }
    return true;
  }

 private:
  int pipe_[2];
};

constexpr const char* kLicence =
    "the CPU device does not run the output of NVIDIA's compilers (their licence forbids translating it); "
    "hand it "
    "CUDA C++ source instead";

// The first bytes of an image, as many as are mapped.
struct Head {
  std::byte bytes[sizeof(Elf64_Ehdr)] = {};
  std::size_t known = 0;

  Head(Probe& probe, const std::byte* source) noexcept {
    while (known < sizeof bytes && probe.copy(bytes + known, source + known, 1)) {
      if (bytes[known] == std::byte{0} && known < 4) break;  // a text with less than four characters
      ++known;
      // The rest is copied at once, unless the memory ends before.
      if (known == 4 && probe.copy(bytes + known, source + known, sizeof bytes - known)) known = sizeof bytes;
    }
  }
  bool starts_with(const void* magic, std::size_t length) const noexcept {
    return known >= length && std::memcmp(bytes, magic, length) == 0;
  }
  bool is_fatbin() const noexcept {
    std::uint32_t first = 0;
    if (known >= 4) std::memcpy(&first, bytes, 4);
    return first == 0xba55ed50u || first == 0x466243b1u;
  }
};

// PTX is text with a .version near its head.
bool is_ptx(Probe& probe, const std::byte* source) {
  std::string start;
  for (std::size_t i = 0; i < 4096; ++i) {
    std::byte c{};
    if (!probe.copy(&c, source + i, 1) || c == std::byte{0}) break;
    start.push_back(static_cast<char>(c));
  }
  return start.find(".version") != std::string::npos && start.find(".target") != std::string::npos;
}

CUresult refuse_nvidia(const char* what, std::string& text) {
  text = std::string("module image: ") + what + "; " + kLicence;
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace

// Returns the image's length from an ImageWrapper, or from the object's header: compilers write the section
// table last, so that its end is the object's end.
CUresult image_load(const void* image, LoadedImage& loaded, std::string& text, const LoadedImage* other) {
  Probe probe;
  const auto* source = static_cast<const std::byte*>(image);
  const Head head(probe, source);
  if (head.is_fatbin()) return refuse_nvidia("a fatbin", text);
  std::uint64_t bytes = 0;
  if (head.starts_with(kImageWrapperMagic, sizeof(ImageWrapper::magic)) &&
      head.known >= sizeof(ImageWrapper)) {
    ImageWrapper wrapper{};
    std::memcpy(&wrapper, head.bytes, sizeof wrapper);
    bytes = wrapper.bytes;
    source += sizeof wrapper;
  } else if (head.starts_with(ELFMAG, SELFMAG) && head.known == sizeof head.bytes) {
    Elf64_Ehdr header{};
    std::memcpy(&header, head.bytes, sizeof header);
    if (header.e_machine == kMachineCuda) return refuse_nvidia("a cubin", text);
    if (__builtin_add_overflow(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize, &bytes))
      bytes = kMaxImageBytes + 1;
  } else {
    if (is_ptx(probe, source)) return refuse_nvidia("PTX", text);
    text = "module image: not an object of gridcall-cc";
    return CUDA_ERROR_INVALID_IMAGE;
  }
  if (bytes < sizeof(Elf64_Ehdr) || bytes > kMaxImageBytes) {
    text = format("module image: its header says that it has %llu bytes",
                  static_cast<unsigned long long>(bytes));
    return CUDA_ERROR_INVALID_IMAGE;
  }
  std::vector<std::byte> copy(bytes);
  if (!probe.copy(copy.data(), source, bytes)) {
    text = format("module image: its header says that it has %llu bytes, but the memory ends before",
                  static_cast<unsigned long long>(bytes));
    return CUDA_ERROR_INVALID_IMAGE;
  }
  return object_load(copy.data(), copy.size(), loaded, text, other);
}

}  // namespace gridcall::cpu
