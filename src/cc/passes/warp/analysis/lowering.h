// SPDX-License-Identifier: Apache-2.0
//
// The kinds of code for one instruction of a thread in a warp. The legality check and the emitter both call
// lowering_of(), so that the emitter can emit all code that the check accepts.

#pragma once

#include "cc/passes/warp/analysis/source.h"
#include "cc/passes/warp/analysis/vector_shapes.h"

namespace gridcall::cc::warp {

enum class Lowering {
  kNone,            // no code: assumptions, addresses inside the thread's context
  kField,           // a load from ThreadContext or BlockContext
  kSingleLane,      // scalar code of the one lane that runs a single-lane region
  kScalar,          // one scalar for all lanes, or one for each row
  kAffine,          // the scalar of lane 0, or one for each row
  kVector,          // the instruction's vector form, element by element
  kIntrinsic,       // the vector form of an intrinsic
  kLoad,            // a vector load or a gather
  kStore,           // a vector store or a scatter
  kStoreToOne,      // stores of all lanes to one address: one lane's value remains
  kPrefetch,        // the lines at all lanes' addresses
  kFence,           // once for all lanes
  kSerial,          // lane by lane, in order
  kCheck,           // a check of the addresses of an access, for all lanes at once
  kRuntime,         // barriers, warp functions and other calls of the runtime that a warp makes once
  kNotVectorizable  // none of these; the legality check returns the reason
};

// `single_lane` means that the instruction's block is in a single-lane region.
Lowering lowering_of(const Instruction& instruction, const VectorShapes& shapes, bool single_lane);

}  // namespace gridcall::cc::warp
