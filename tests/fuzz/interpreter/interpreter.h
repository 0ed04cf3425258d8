// SPDX-License-Identifier: Apache-2.0
//
// Runs a kernel on the host as its source reads, one thread at a time. It shares nothing with the compilers
// under test: the source of a generated kernel is translated to instructions for one thread, and threads wait
// for each other as sm_70 and later have it: each thread's k-th call with a mask meets the other members'
// k-th.
//
// The language is the part of CUDA C++ that the generators with an interpreted form write: u32, int, u64,
// float and bool; arrays of 32-bit elements; all of C's statements; device functions that take and return
// values.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/generator.h"

namespace gridcall::kernels {

// Thrown for a source that the interpreter cannot read, or whose kernel does something that CUDA does not
// define: it must not be compared.
struct Undefined {
  std::string reason;
};

// In which order threads run where they need not wait. A result that depends on it is a race.
enum class Schedule { kAscending, kDescending };

struct Code;

class Interpreter {
 public:
  // Throws Undefined.
  explicit Interpreter(const std::string& source);
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // Changes `out`. Whether lanes of a warp go different ways. Throws Undefined.
  bool run(const Shape& shape, const Parameters& parameters, const std::vector<std::uint32_t>& in,
           std::vector<std::uint32_t>& out, Schedule schedule = Schedule::kAscending) const;
  // Whether threads wait for each other.
  bool synchronizes() const;

 private:
  std::unique_ptr<Code> code_;
};

}  // namespace gridcall::kernels
