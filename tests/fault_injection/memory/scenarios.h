// SPDX-License-Identifier: Apache-2.0
//
// The work of a program with the library, in pieces. A piece stops at the first call that fails, releases all
// it made, and allocates nothing itself.

#pragma once

#include <gridcall/gridcall.h>

#include <cstddef>
#include <cstdint>

// One run of a scenario.
class Run {
 public:
  Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run();

  // Returns whether the call succeeded. A failure with a wrong status or message is a defect.
  bool check(gc_status returned, const char* what);
  void defect(const char* what);
  template <class Object>
  Object* own(Object* object, void (*release)(Object*)) {
    owned_[owned_count_++] = {object, reinterpret_cast<void (*)(void*)>(release)};
    return object;
  }

  gc_status status = GRIDCALL_OK;
  const char* call = "";
  const char* wrong = nullptr;
  gc_error* error = nullptr;

 private:
  struct OwnedObject {
    void* object;
    void (*release)(void*);
  };
  OwnedObject owned_[256] = {};
  std::size_t owned_count_ = 0;
};

struct Scenario {
  const char* name;
  void (*run)(Run& run);
  bool first_use;               // nothing of the library has been used before
  bool slow;                    // starts the compiler
  void (*prepare)() = nullptr;  // before the requests for memory fail
};
extern const Scenario scenarios[];
extern const std::size_t scenario_count;

// Makes the objects that the scenarios without a first use share. Returns false if it cannot.
bool open_fixture();
void close_fixture();
gc_context* fixture_context();
