// SPDX-License-Identifier: Apache-2.0
//
// What LLVM 19 gets wrong and a kernel can meet, mended from outside: the linker lets calls between LLVM's
// archives come here first (--wrap). Where gridcall-cc loads LLVM as a shared library, that does not reach
// it.

#include <llvm/IR/Intrinsics.h>

using llvm::Intrinsic::ID;

extern "C" {

// llvm::getInverseMinMaxIntrinsic. LLVM asks it about whatever stands beside a maximum and has the same
// arguments, as in fmaxf(fmaxf(x, y), fmaf(x, y, z)), and it knows minima and maxima alone: it jumps
// anywhere.
ID __real__ZN4llvm25getInverseMinMaxIntrinsicEj(ID which);
ID __wrap__ZN4llvm25getInverseMinMaxIntrinsicEj(ID which);

ID __wrap__ZN4llvm25getInverseMinMaxIntrinsicEj(ID which) {
  switch (which) {
    case llvm::Intrinsic::maximum:
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::minimum:
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::umin:
      return __real__ZN4llvm25getInverseMinMaxIntrinsicEj(which);
    default:
      return llvm::Intrinsic::not_intrinsic;
  }
}

}  // extern "C"
