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

// Returns the Checks of a word in a list; nullopt for an unknown word. The words of a switch ask for no check
// in kernels.
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
// Returns the Checks of a whole list; nullopt if it has an unknown word.
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
  const char* name;     // "" if the variable has no name
  std::uint64_t bytes;  // 0 for dynamic shared memory, whose size the launch sets
  std::uint32_t kind;   // a CheckObjectKind
  std::uint32_t reserved;
};

// A place in the source.
struct CheckSite {
  const char* file;
  const char* function;
  const CheckSite* caller;  // the call site of an inlined function; NULL for code that was not inlined
  std::uint32_t line;       // 0 if unknown
  std::uint32_t column;
};

// Memory that a kernel may write: a variable, or the target of a pointer among its arguments.
struct CheckWrite {
  const void* variable;     // NULL for the target of a pointer
  std::uint32_t parameter;  // the parameter's number
  std::uint32_t offset;     // the offset of a pointer within an argument by value
};

struct CheckKernel {
  const CheckSite* sites;    // all sites of the module, in one array
  const CheckWrite* writes;  // the writes outside shared and local memory
  std::uint32_t site_count;
  std::uint32_t checks;
  std::uint32_t write_count;  // kWritesUnknown: the kernel may write anywhere
  std::uint32_t reserved;
};
inline constexpr std::uint32_t kWritesUnknown = 0xffffffffu;

enum CheckAccess : std::uint32_t {
  kAccessRead = 1u << 0,
  kAccessWrite = 1u << 1,
  kAccessAtomic = 1u << 2,
  kAccessVolatile = 1u << 3,
  kAccessHasValue = 1u << 4,    // the call passes the written value, of at most 8 bytes
  kAccessRelease = 1u << 5,     // a reader of this value also sees the thread's earlier accesses
  kAccessMayBeUnset = 1u << 6,  // a copy of a whole struct, parts of which may be padding
  // A read whose value an atomic compares later: for races it is atomic, but it does not order other
  // accesses. A read that a loop repeats until the value changes is atomic and volatile.
  kAccessCompared = 1u << 9,
  kAccessShared = 1u << 10,  // an access to a shared variable
  // For gridcall_rt_check_move: the end is a local variable without shadow memory.
  kAccessTrustTo = 1u << 7,
  kAccessTrustFrom = 1u << 8,
};
// The logarithm of the alignment that the code relies on, also for a copy's source.
inline constexpr std::uint32_t kAccessAlignShift = 16;
inline constexpr std::uint32_t kAccessFromAlignShift = 20;
inline constexpr std::uint32_t kAccessAlignMask = 15;
// The number, counted from 1, of the pointer argument that the access goes through; 0 if unknown. Also for a
// copy's source.
inline constexpr std::uint32_t kAccessArgumentShift = 24;
inline constexpr std::uint32_t kAccessFromArgumentShift = 9;
inline constexpr std::uint32_t kAccessArgumentMask = 127;

// The lanes of gridcall_rt_check_rows, in one row or two halves, each with consecutive addresses or with one
// address. The number of the CheckRange is above kRowsSlotShift.
enum CheckRows : std::uint32_t { kRowsBytes = 0xff, kRowsOfOne = 1u << 8, kRowsAreTwo = 1u << 9 };
inline constexpr std::uint32_t kRowsSlotShift = 16;

// A range of addresses that a worker's blocks of one launch may access, for accesses of one size, alignment
// and kind through one pointer. An access is allowed if (address - begin), rotated right by the logarithm of
// the alignment, is below the limit. If uninitialized reads or races are checked, the range was written
// before the launch, and no kernel of the launch writes it.
struct CheckRange {
  std::uintptr_t begin;
  std::uint64_t limit;
};
inline constexpr std::uint32_t kCheckRanges = 256;
inline constexpr std::uint32_t kNoCheckRange = kCheckRanges - 1;  // is always empty
// The bytes before and after shared memory that have an entry in BlockContext::seen_from too.
inline constexpr std::uint32_t kSeenMargin = 512;

enum CheckLocal : std::uint32_t { kLocalEnds = 0, kLocalBegins = 1, kLocalIsSet = 2 };

// Shadow memory: a byte for each byte, in chunks that a table finds by address. Generated code reads it.
enum ShadowBits : std::uint8_t {
  kShadowValid = 1u << 0,     // the byte may be accessed
  kShadowWritten = 1u << 1,   // the byte was written
  kShadowReadOnly = 1u << 2,  // the byte is constant
};
inline constexpr unsigned kShadowChunkBits = 22;
inline constexpr unsigned kShadowAddressBits = 47;

}  // namespace gridcall::cpu
