// SPDX-License-Identifier: Apache-2.0
//
// The code of a warp for one instruction of a thread. The legality check and the emitter both
// ask here, so that what the one accepts the other can emit.

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
  kVector,          // element by element: the instruction's vector form
  kIntrinsic,       // the vector form of an intrinsic
  kLoad,            // a vector load or a gather
  kStore,           // a vector store or a scatter
  kStoreToOne,      // every lane's store to one address: one lane's value remains
  kFence,           // once for all lanes
  kSerial,          // lane by lane, in order
  kCheck,           // of the address of an access: for all lanes at once
  kRuntime,         // barriers, warp functions and what else of the runtime a warp calls once
  kNotVectorizable  // none of these: the legality check says why
};

// `single_lane`: the instruction's block is in a single-lane region.
Lowering lowering_of(const Instruction& instruction, const VectorShapes& shapes, bool single_lane);

}  // namespace gridcall::cc::warp
