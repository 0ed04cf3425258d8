// SPDX-License-Identifier: Apache-2.0
//
// One relocation of an ELF object, written into the mapped code.

#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "cpu/base/text.h"

namespace gridcall::cpu {

struct Relocation {
  std::uint32_t type = 0;
  std::byte* at = nullptr;
  std::uint64_t room = 0;  // the bytes of the section from `at` on
  std::uint64_t addend = 0;
  std::uint64_t symbol = 0;  // the symbol's address
  std::uint64_t table = 0;   // the address of the table of addresses

  std::uint64_t pc() const noexcept { return reinterpret_cast<std::uint64_t>(at); }

  bool fits(std::uint64_t bytes, std::string& why) const {
    if (bytes > room) why = "a relocation outside its section";
    return bytes <= room;
  }
  bool put64(std::uint64_t value, std::string& why) const {
    if (!fits(8, why)) return false;
    std::memcpy(at, &value, 8);
    return true;
  }
  bool put_signed32(std::uint64_t value, std::string& why) const {
    if (!fits(4, why)) return false;
    const auto narrow = static_cast<std::int32_t>(value);
    if (static_cast<std::uint64_t>(static_cast<std::int64_t>(narrow)) != value) {
      why = "a relocation does not fit into 32 bits";
      return false;
    }
    std::memcpy(at, &narrow, 4);
    return true;
  }
  // Replaces bits of an instruction.
  bool patch(std::uint32_t clear, std::uint32_t set, std::string& why) const {
    if (!fits(4, why)) return false;
    std::uint32_t code = 0;
    std::memcpy(&code, at, 4);
    code = (code & ~clear) | set;
    std::memcpy(at, &code, 4);
    return true;
  }
};

// Applies a relocation. `slot` returns the address of the symbol's entry in the table, `branch` the target
// for a jump to the symbol; both may create it. If it returns false, `why` has the reason.
#if defined(__x86_64__)

template <class Slot, class Branch>
bool apply_relocation(const Relocation& it, Slot slot, Branch branch, std::string& why) {
  switch (it.type) {
    case R_X86_64_64:
      return it.put64(it.symbol + it.addend, why);
    case R_X86_64_PC64:
      return it.put64(it.symbol + it.addend - it.pc(), why);
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
      return it.put_signed32(branch() + it.addend - it.pc(), why);
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return it.put_signed32(slot() + it.addend - it.pc(), why);
    case R_X86_64_GOTPC32:
      return it.put_signed32(it.table + it.addend - it.pc(), why);
    case R_X86_64_GOTPC64:
      return it.put64(it.table + it.addend - it.pc(), why);
    case R_X86_64_GOTOFF64:
      return it.put64(it.symbol + it.addend - it.table, why);
    case R_X86_64_32:
    case R_X86_64_32S:
      why = "it is compiled for a fixed place in memory (use -fPIC)";
      return false;
    default:
      why = format("relocation type %u is unknown", it.type);
      return false;
  }
}

#else

inline bool put_page(const Relocation& it, std::uint64_t address, std::string& why) {
  const std::int64_t pages =
      static_cast<std::int64_t>(address >> 12) - static_cast<std::int64_t>(it.pc() >> 12);
  if (pages < -(1 << 20) || pages >= (1 << 20)) {
    why = "a page relocation does not reach";
    return false;
  }
  return it.patch(
      0x60ffffe0u,
      static_cast<std::uint32_t>(pages & 3) << 29 | (static_cast<std::uint32_t>(pages >> 2) & 0x7ffff) << 5,
      why);
}

inline bool put_low12(const Relocation& it, std::uint64_t address, unsigned shift, std::string& why) {
  if ((address & ((1u << shift) - 1)) != 0) {
    why = "a misaligned load relocation";
    return false;
  }
  return it.patch(0xfffu << 10, static_cast<std::uint32_t>((address & 0xfff) >> shift) << 10, why);
}

inline bool put_branch(const Relocation& it, std::uint64_t address, std::string& why) {
  const auto distance = static_cast<std::int64_t>(address - it.pc());
  if ((distance & 3) != 0 || distance < -(1 << 27) || distance >= (1 << 27)) {
    why = "a call does not reach";
    return false;
  }
  return it.patch(0x03ffffffu, static_cast<std::uint32_t>(distance >> 2) & 0x03ffffffu, why);
}

template <class Slot, class Branch>
bool apply_relocation(const Relocation& it, Slot slot, Branch branch, std::string& why) {
  const std::uint64_t value = it.symbol + it.addend;
  switch (it.type) {
    case R_AARCH64_ABS64:
      return it.put64(value, why);
    case R_AARCH64_PREL64:
      return it.put64(value - it.pc(), why);
    case R_AARCH64_PREL32:
      return it.put_signed32(value - it.pc(), why);
    case R_AARCH64_CALL26:
    case R_AARCH64_JUMP26:
      return put_branch(it, branch() + it.addend, why);
    case R_AARCH64_ADR_PREL_PG_HI21:
      return put_page(it, value, why);
    case R_AARCH64_ADD_ABS_LO12_NC:
    case R_AARCH64_LDST8_ABS_LO12_NC:
      return put_low12(it, value, 0, why);
    case R_AARCH64_LDST16_ABS_LO12_NC:
      return put_low12(it, value, 1, why);
    case R_AARCH64_LDST32_ABS_LO12_NC:
      return put_low12(it, value, 2, why);
    case R_AARCH64_LDST64_ABS_LO12_NC:
      return put_low12(it, value, 3, why);
    case R_AARCH64_LDST128_ABS_LO12_NC:
      return put_low12(it, value, 4, why);
    case R_AARCH64_ADR_GOT_PAGE:
      return put_page(it, slot(), why);
    case R_AARCH64_LD64_GOT_LO12_NC:
      return put_low12(it, slot(), 3, why);
    default:
      why = format("relocation type %u is unknown", it.type);
      return false;
  }
}

#endif

}  // namespace gridcall::cpu
