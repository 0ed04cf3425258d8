// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose threads follow one script of meetings: __syncwarp, shuffles, votes, barriers. Each thread
// comes to those that it takes part in, in the script's order, but on its own way: from another place in the
// code than its neighbours, in another iteration of a loop, while others are at other meetings. All of it is
// what sm_70 and later define: a mask names exactly the lanes that come to the same function with it, and
// each thread's k-th barrier is the others' k-th.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "fuzz/generator/terms.h"

namespace gridcall::kernels {

// One entry of the script.
struct Step {
  enum Kind {
    kMeet,       // the lanes of a set at a function of the warp, with nothing kept in memory
    kSync,       // __syncwarp
    kWrite,      // to the thread's own cell
    kRead,       // a cell of another lane of the set
    kLead,       // the set's first lane writes to the set's box
    kTake,       // the box
    kBarrier,    // of the block
    kCount,      // of the block, with a result
    kRing,       // to the thread's own place of the ring
    kNeighbour,  // another thread's place
    kNamed,      // a barrier with a number, of the whole block
    kRepeat,
  };
  Kind kind = kMeet;
  unsigned set = 0;
  std::string text = {};         // of kMeet, kCount, kNamed: the statement, with the expression as $0
  Type type = Type::kU32;        // of the expression
  std::string count = {};        // of kRepeat
  std::vector<Step> steps = {};  // of kRepeat
};

class Meetings : public Terms {
 public:
  Meetings(std::uint64_t seed, std::uint64_t attempt) : Terms(seed, attempt) {}
  Kernel run();

 private:
  // The sets of threads that run a piece of code: each in it or not; a set that is not named may be either.
  struct Runners {
    std::map<unsigned, bool> of;
    bool whole_warps = true;  // no lane of a warp is somewhere else
    int depth = 0;
  };
  using Script = std::vector<Step>;

  // The script.
  Script script(unsigned most, bool inside);
  void add_meeting(Script& to, unsigned set);
  void add_exchange(Script& to, unsigned set);
  void add_barriers(Script& to);
  Step repeat();
  std::string mask_of(unsigned set) const { return "m" + std::to_string(set); }
  std::string member_of(unsigned set) const { return "t" + std::to_string(set); }
  std::string lane_after() const { return "lane_after_" + std::to_string(seed_); }
  std::string some_lane_of(unsigned set);

  // The code.
  Node emit(const Runners& runners, const Script& steps, std::size_t first, std::size_t last);
  Node until_left(const Runners& runners, const Script& steps);
  Node emit_some(const Runners& runners, const Script& steps, std::size_t first, std::size_t& last);
  Node one(const Runners& runners, const Step& step);
  Node plain(const Runners& runners, const Step& step);
  Node split(const Runners& runners, const Script& steps, std::size_t first, std::size_t last, int set);
  Node around_loop(const Runners& runners, const Step& step);
  Node noise();
  bool takes_part(const Runners& runners, const Step& step) const;
  bool is_sure(const Runners& runners, const Step& step) const;
  // In a loop of its own: what counts its iterations for the tests in it.
  Node inside(const std::string& counter, const Runners& runners, const Script& steps);

  unsigned sets_ = 1;
  bool barriers_ = true, named_ = false;
  bool parts_ = false;  // a barrier with a result where lanes of a warp are somewhere else
  int budget_ = 0;
};

}  // namespace gridcall::kernels
