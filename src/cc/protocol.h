// SPDX-License-Identifier: Apache-2.0
//
// The protocol between libgridcall.so and gridcall-cc: one request on standard input, one answer on standard
// output, both a sequence of records, little-endian:
//
//   u32 kind   u32 name_bytes   u64 data_bytes   name   data
//
// ended by a record of kind kEnd. A request with kBaselineFirst gets two answers if its source is large or
// takes long: the first, with a baseline image and ended by kMore, as soon as it is compiled; then the answer
// that other requests get alone. Between the two the program exits if the reader is gone. Exit codes: 0
// compiled, 1 the source does not compile (the log says why), 2 bad request or options; a signal or any other
// code means that the compiler itself failed. `gridcall-cc --version` prints one line: program version, LLVM
// version, image version, host CPU and its features. That line is part of the cache key.

#pragma once

#include <cstdint>

namespace gridcall::cc {

inline constexpr std::uint32_t kProtocolVersion = 4;

enum class Record : std::uint32_t {
  kEnd = 0,

  // Records of a request
  kVersion = 1,  // data: u32 kProtocolVersion
  kSource = 2,   // name: the source's name in diagnostics; data: CUDA C++ source
  kHeader = 3,   // name: as #include spells it; data: its text
  kOption =
      4,  // data: one command-line option, NVRTC spelling (-DN=4, -Idir, -std=c++17, --use_fast_math ...)
  kInstance = 5,  // data: a name expression to instantiate and report: "scale<float>", "&table"
  // Requests a baseline image first if the source is large or its optimized code takes longer than 0.3 s.
  kBaselineFirst = 6,  // data: none, or u32 milliseconds instead of these 0.3 s
  kNoFiles = 7,        // no data: the source reads no file, only headers of the request and the program's own

  // An input in place of a source. name: its name in messages; data: a relocatable object, or a file that
  // contains some (frontend/objects.h)
  kInput = 8,

  // Records of an answer
  kObject =
      16,     // data: the ELF object (cpu/abi/image.h), or with -rdc=true LLVM's bitcode; absent on failure
  kLog = 17,  // data: diagnostics, file:line:column, source line and caret
  kLowered = 18,  // name: an instance of the request, then every kernel and variable; data: its mangled name
  kMore = 19,     // ends the answer with the baseline code; another answer follows
};

struct RecordHeader {
  std::uint32_t kind;
  std::uint32_t name_bytes;
  std::uint64_t data_bytes;
};
static_assert(sizeof(RecordHeader) == 16);

}  // namespace gridcall::cc
