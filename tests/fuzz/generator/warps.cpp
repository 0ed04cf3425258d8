// SPDX-License-Identifier: Apache-2.0
//
// Functions of a warp, among exactly the lanes of the mask.

#include "fuzz/generator/writer.h"

namespace gridcall::kernels {
namespace {

Forms forms_of(bool whole_warp) {
  return {
      {1,
       {"{ u32 got = __shfl_sync(@m, $0, (int)@k@width); "
        "@if_lane((lane & ~@within) | (@ku & @within))@is_here"},
       {u32(1)}},
      {1,
       {"{ u32 got = __shfl_xor_sync(@m, $0, @k@width); "
        "@if_lane(((lane ^ @ku) > (lane | @within) ? lane : lane ^ @ku))@is_here"},
       {u32(1)}},
      {1,
       {"{ u32 got = __shfl_up_sync(@m, $0, @ku@width); "
        "@if_lane(((int)(lane - @ku) < (int)(lane & ~@within) ? lane : lane - @ku))@is_here"},
       {u32(1)}},
      {1,
       {"{ u32 got = __shfl_down_sync(@m, $0, @ku@width); "
        "@if_lane(((lane + @ku) > (lane | @within) ? lane : lane + @ku))@is_here"},
       {u32(1)}},
      // The source differs from lane to lane.
      {1,
       {"{ u32 @from = $1; { u32 got = __shfl_sync(@m, $0, (int)(@from & 31u)); @if_lane(@from)@is_here }"},
       {u32(1), u32(1)}},
      {1, {"q += __shfl_sync(@m, $0, @first);"}, {u64(1)}},
      {1, {"x = __shfl_sync(@m, $0, @first);"}, {real(1)}},
      {1, {"a += __ballot_sync(@m, $0);"}, {truth(2)}},
      {1, {"t = __any_sync(@m, $0);"}, {truth(2)}},
      {1, {"t = __all_sync(@m, $0);"}, {truth(2)}},
      {1, {"b ^= __match_any_sync(@m, $0 & 3u);"}, {u32(1)}},
      {1, {"@match_all"}, {uniform(1)}, 50},
      {0, {"@match_all"}, {u32(1)}},
      {1,
       {"a = __reduce_add_sync(@m, $0);", "a = __reduce_min_sync(@m, $0);", "a = __reduce_max_sync(@m, $0);",
        "a = __reduce_and_sync(@m, $0);", "a = __reduce_or_sync(@m, $0);", "a = __reduce_xor_sync(@m, $0);"},
       {u32(2)}},
      {1,
       {"i = __reduce_add_sync(@m, $0);", "i = __reduce_min_sync(@m, $0);", "i = __reduce_max_sync(@m, $0);"},
       {i32(2)}},
      // Through shared memory, between the lanes of a warp.
      whole_warp
          ? Form{1,
                 {"{ beside[tid] = $0; __syncwarp(@m); u32 near = (lane + @ku) & 31u; if ((@m >> near) "
                  "& 1u) b += beside[(tid & ~31u) | near]; __syncwarp(@m); }"},
                 {u32(1)}}
          : Form{1, {"__syncwarp(@m);"}, {}},
      {1, {"a += (__activemask() >> lane) & 1u;"}, {}},
      {1, {"dx = __shfl_xor_sync(@m, $0, 0) + __shfl_sync(@m, dy, @first);"}, {real64(1)}},
      {1, {"q ^= __match_any_sync(@m, $0 & 1ull);"}, {u64(1)}},
      {1, {"c += (u32)__popc(__ballot_sync(@m, $0) & ((1u << lane) - 1u));"}, {truth(1)}},
  };
}

}  // namespace

Node Writer::warp_statement(const Scope& scope) {
  static const Forms of_some = forms_of(false), of_all = forms_of(true);
  static const char* const widths[] = {"", ", 16", ", 8", ", 4", ", 2"};
  const std::string width = random_.chance(60) ? "" : pick(widths);
  const std::string k = std::to_string(random_.below(32));
  const std::string place = random_.chance(50) ? "a" : "b";
  return statement_from(
      scope.whole ? of_all : of_some, 0,
      {{"m", scope.mask},
       {"k", k},
       {"ku", k + "u"},
       {"width", width},
       {"within", width.empty() ? "(32u - 1u)" : "(" + width.substr(2) + "u - 1u)"},
       {"place", place},
       {"first", "__ffs((int)@m) - 1"},
       // A lane may only be asked that is in the mask; with a width that is not sure, so the result counts
       // only then.
       {"if_lane", "if ((@m >> ("},
       {"is_here", " & 31u)) & 1u) @place ^= got; }"},
       {"match_all", "{ int @same = 5; c += __match_all_sync(@m, $0, &@same); c ^= (u32)@same; }"}});
}

}  // namespace gridcall::kernels
