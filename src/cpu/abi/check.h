// SPDX-License-Identifier: Apache-2.0
//
// The layouts that checked code (gridcall-cc --cpu-check) and the runtime's functions gridcall_rt_check_*
// share.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gridcall::cpu {

enum Checks : std::uint32_t {
  kCheckMemory = 1u << 0,
  kCheckInit = 1u << 1,
  kCheckRace = 1u << 2,
  kCheckSync = 1u << 3,
  kCheckAll = kCheckMemory | kCheckInit | kCheckRace | kCheckSync,
  kCheckStop = 1u << 4,  // the kernel ends at its first report
};

// The word of a list of checks, as Checks. nullopt: it is none. The words of a switch ask for no check in
// kernels.
constexpr std::optional<std::uint32_t> check_of(std::string_view word) noexcept {
  constexpr struct {
    std::string_view word;
    std::uint32_t checks;
  } kWords[] = {{"memory", kCheckMemory},
                {"init", kCheckInit},
                {"race", kCheckRace},
                {"sync", kCheckSync},
                {"all", kCheckAll},
                {"stop", kCheckStop},
                {"none", 0},
                {"0", 0},
                {"1", 0},
                {"on", 0},
                {"off", 0},
                {"yes", 0},
                {"no", 0},
                {"true", 0},
                {"false", 0}};
  for (const auto& each : kWords)
    if (word == each.word) return each.checks;
  return std::nullopt;
}
// Checks of a whole list. nullopt: a word is none.
constexpr std::optional<std::uint32_t> checks_of(std::string_view list) noexcept {
  std::uint32_t checks = 0;
  for (;;) {
    const std::size_t comma = list.find(',');
    const std::optional<std::uint32_t> one = check_of(list.substr(0, comma));
    if (!one) return std::nullopt;
    checks |= *one;
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return (checks & kCheckAll) != 0 ? checks : 0;
}

enum class CheckObjectKind : std::uint32_t {
  kLocal,
  kShared,
  kDynamicShared,
  kVariable,
  kConstant,
  kParameter,
  kMember  // an array in a struct
};

// A variable of the source.
struct CheckObject {
  const char* name;     // "" if it has none
  std::uint64_t bytes;  // of dynamic shared memory 0: the launch says it
  std::uint32_t kind;   // CheckObjectKind
  std::uint32_t reserved;
};

// A place in the source.
struct CheckSite {
  const char* file;
  const char* function;
  const CheckSite* caller;  // where the function was inlined; NULL: it is the code's own
  std::uint32_t line;       // 0: not known
  std::uint32_t column;
};

// Memory that a kernel may write: that a pointer among its arguments points to, or a variable.
struct CheckWrite {
  const void* variable;     // or NULL: by the pointer
  std::uint32_t parameter;  // its number
  std::uint32_t offset;     // of the pointer in an argument by value
};

struct CheckKernel {
  const CheckSite* sites;    // all of the module, in one array
  const CheckWrite* writes;  // besides shared and local memory
  std::uint32_t site_count;
  std::uint32_t checks;
  std::uint32_t write_count;  // kWritesUnknown: it may write anywhere
  std::uint32_t reserved;
};
inline constexpr std::uint32_t kWritesUnknown = 0xffffffffu;

enum CheckAccess : std::uint32_t {
  kAccessRead = 1u << 0,
  kAccessWrite = 1u << 1,
  kAccessAtomic = 1u << 2,
  kAccessVolatile = 1u << 3,
  kAccessHasValue = 1u << 4,    // the value that is written, of 8 bytes at most, is given
  kAccessRelease = 1u << 5,     // what the thread did before is seen by who reads this
  kAccessMayBeUnset = 1u << 6,  // a copy of a whole struct, of which a part may be padding
  // A read whose value an atomic compares with what is there then: for races it is atomic, but it shows
  // nobody what others did before. One that a loop repeats until the value is another is atomic and volatile.
  kAccessCompared = 1u << 9,
  kAccessShared = 1u << 10,  // of a shared variable
  // For gridcall_rt_check_move: that end is a local variable that has no shadow.
  kAccessTrustTo = 1u << 7,
  kAccessTrustFrom = 1u << 8,
};
// The logarithm of the alignment that the code relies on; the same of a copy's source.
inline constexpr std::uint32_t kAccessAlignShift = 16;
inline constexpr std::uint32_t kAccessFromAlignShift = 20;
inline constexpr std::uint32_t kAccessAlignMask = 15;
// The number, counted from 1, of the pointer among the kernel's arguments by way of which the access goes, 0
// if none is known; the same of a copy's source.
inline constexpr std::uint32_t kAccessArgumentShift = 24;
inline constexpr std::uint32_t kAccessFromArgumentShift = 9;
inline constexpr std::uint32_t kAccessArgumentMask = 127;

// The lanes of gridcall_rt_check_rows: in one row or two halves, each of lanes whose places follow each other
// or are one. Above kRowsSlotShift the number of the CheckRange.
enum CheckRows : std::uint32_t { kRowsBytes = 0xff, kRowsOfOne = 1u << 8, kRowsAreTwo = 1u << 9 };
inline constexpr std::uint32_t kRowsSlotShift = 16;

// A range of addresses that a worker's blocks of one launch have found good for accesses of one kind: of so
// many bytes, so aligned, reads or writes, by way of one pointer. One is right where (address - begin),
// rotated right by the logarithm of the alignment, is below the limit. Where reads of what nobody wrote or
// races are looked for it holds what somebody wrote before, and no kernel of the launch does.
struct CheckRange {
  std::uintptr_t begin;
  std::uint64_t limit;
};
inline constexpr std::uint32_t kCheckRanges = 256;
inline constexpr std::uint32_t kNoCheckRange = kCheckRanges - 1;  // is always empty
// So many bytes before and behind shared memory have a place in BlockContext::seen_from, too.
inline constexpr std::uint32_t kSeenMargin = 512;

enum CheckLocal : std::uint32_t { kLocalEnds = 0, kLocalBegins = 1, kLocalIsSet = 2 };

// Shadow memory: a byte for each byte, in chunks that a table finds by the address. Generated code reads it.
enum ShadowBits : std::uint8_t {
  kShadowValid = 1u << 0,     // may be accessed
  kShadowWritten = 1u << 1,   // somebody wrote it
  kShadowReadOnly = 1u << 2,  // a constant
};
inline constexpr unsigned kShadowChunkBits = 22;
inline constexpr unsigned kShadowAddressBits = 47;

}  // namespace gridcall::cpu
