// SPDX-License-Identifier: Apache-2.0
//
// The protocol between libgridcall.so and gridcall-cc: one request on standard input, one answer on standard
// output, both a sequence of records, little-endian:
//
//   u32 kind   u32 name_bytes   u64 data_bytes   name   data
//
// ended by a record of kind kEnd. Who asks for it (kBaselineFirst) gets two answers to a source that is
// large or takes long: the first, with a baseline image and ended by kMore, as soon as that is made; then the
// one that others get alone. Between the two the program ends by itself when nobody is left to read. Exit
// codes: 0 compiled, 1 the source does not compile (the log says why), 2 bad request or options; a signal or
// any other code means that the compiler itself failed. `gridcall-cc --version` prints one line: program
// version, LLVM version, image version, host CPU and its features. That line is part of the cache key.

#pragma once

#include <cstdint>

namespace gridcall::cc {

inline constexpr std::uint32_t kProtocolVersion = 4;

enum class Record : std::uint32_t {
  kEnd = 0,

  // Request
  kVersion = 1,  // data: u32 kProtocolVersion
  kSource = 2,   // name: what diagnostics call it; data: CUDA C++ source
  kHeader = 3,   // name: as #include spells it; data: its text
  kOption =
      4,  // data: one command-line option, NVRTC spelling (-DN=4, -Idir, -std=c++17, --use_fast_math ...)
  kInstance = 5,  // data: a name expression to instantiate and report: "scale<float>", "&table"
  // A baseline image may come first: of a large source, or where the optimized code takes longer than 5 s.
  kBaselineFirst = 6,  // data: none, or u32 milliseconds instead of these 5 s
  kNoFiles = 7,  // no data: the source reads no file, only the headers of the request and the program's own

  // In place of a source. name: what messages call it; data: a relocatable object, or what has some inside
  // (frontend/objects.h)
  kInput = 8,

  // Answer
  kObject =
      16,     // data: the ELF object (cpu/abi/image.h), or with -rdc=true LLVM's bitcode; absent on failure
  kLog = 17,  // data: diagnostics, file:line:column, source line and caret
  kLowered = 18,  // name: an instance of the request, then every kernel and variable; data: its mangled name
  kMore = 19,     // ends the answer with the baseline code: another follows
};

struct RecordHeader {
  std::uint32_t kind;
  std::uint32_t name_bytes;
  std::uint64_t data_bytes;
};
static_assert(sizeof(RecordHeader) == 16);

}  // namespace gridcall::cc
