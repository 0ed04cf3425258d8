// SPDX-License-Identifier: Apache-2.0
//
// An image, which gridcall-cc writes and libgridcall_cpu.so runs: an ELF64 relocatable object whose one
// exported symbol, `gridcall_module`, is a ModuleDescription; the variables' symbols are hidden. Its code
// calls nothing but the functions of cpu/abi/runtime.def. Layouts here are read by generated code at fixed
// offsets: change one, raise kImageVersion (it is part of the cache key, so old entries are never run).

#pragma once

#include <cstddef>
#include <cstdint>

namespace gridcall::cpu {

inline constexpr std::uint32_t kImageMagic = 0x43504347;  // "GCPC"
inline constexpr std::uint32_t kImageVersion = 16;
inline constexpr const char* kModuleSymbol = "gridcall_module";

// A header that may precede the object, since cuModuleLoadDataEx takes no length. Without it the loader takes
// the end of the section table as the object's end, as LLVM writes it.
struct ImageWrapper {
  char magic[8];
  std::uint64_t bytes;  // the size of the object
};
inline constexpr char kImageWrapperMagic[8] = {'G', 'R', 'I', 'D', 'C', 'P', 'U', '1'};

inline constexpr std::uint32_t kWarpSize = 32;
inline constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
// The limit with opt-in, as on compute capability 9.0.
inline constexpr std::uint32_t kMaxSharedBytes = 227 * 1024;
inline constexpr std::uint32_t kDefaultSharedBytes = 48 * 1024;  // the limit without opt-in
inline constexpr std::uint32_t kSharedAlignment = 128;
inline constexpr std::uint32_t kMaxClusterBlocks = 8;
// The layout of an address in PTX's .shared::cluster: above the offset the block's rank plus 1, or 0 for the
// own block.
inline constexpr std::uint32_t kClusterRankShift = 24;

struct CheckRange;

// The block that its threads access. The runtime stores its own state after it.
struct BlockContext {
  std::uint32_t block_index[3];
  std::uint32_t block_size[3];
  std::uint32_t grid_size[3];
  std::uint32_t thread_count;  // the product of block_size
  std::uint32_t dynamic_shared_bytes;
  std::uint32_t static_shared_bytes;
  std::byte* shared;   // static shared memory, followed by the dynamic part, which is 16-byte aligned
  const void* shadow;  // the table of shadow memory's chunks (check.h), for checked code
  CheckRange* ranges;  // kCheckRanges of them, for checked code
  // The value for race checks that marks a word of shared memory, at its address plus `seen_from`, as read by
  // two threads since the last barrier. Further reads of such a word need no check.
  std::uint32_t seen;
  std::uint32_t blocks_to_run;  // for entries with kKernelBlockRuns
  std::intptr_t seen_from;
};

// A thread, which every device function takes as its first parameter.
struct ThreadContext {
  std::uint32_t thread_index[3];
  std::uint32_t linear_index;  // x is fastest; lane = linear_index % 32
  // The back edges that a thread may still take before it calls gridcall_rt_yield, so that a polling thread
  // lets others run and a cancelled launch ends.
  std::int32_t fuel;
  std::uint32_t reserved;
  BlockContext* block;
};

// A warp as one vector (warp mode). Its lanes have consecutive linear indices.
struct alignas(64) WarpContext {
  std::uint32_t thread_index[3][kWarpSize];  // x, y and z of each lane
  BlockContext* block;
  std::uint32_t first_linear_index;
  std::uint32_t lane_count;  // fewer than the entry's lanes only in a block's last warp
  // The warp sets these before it stops at a block barrier, and reads the result when it resumes.
  std::uint32_t barrier_reduction;   // a BarrierReduction
  std::uint32_t barrier_mask;        // the lanes at the barrier
  std::uint32_t barrier_predicates;  // the lanes whose predicate is not 0
  std::uint32_t barrier_result;
  // For the report of a fault: the first warp that an entry or a region is called with stores the number of
  // the running warp, counted from itself. Each warp stores its active lanes; in an entry for whole blocks
  // the first warp does so for all.
  std::uint32_t running_lanes;
  std::uint32_t running_warp;
  // The coroutine frame of a suspended warp; gridcall_rt_warp_frame makes it large enough.
  void* frame_memory;
  std::uint32_t frame_capacity;  // in bytes
  // The number of warps that an entry or a region runs, stored in the first of them, itself included. It is
  // read before each warp, because it may decrease while one runs.
  std::uint32_t warps_to_run;
  // Loops read this at back edges; it is not 0 if the worker must be preempted (gridcall_rt_warp_stop).
  const std::uint8_t* stop;
};

// The distance of two warps' contexts in a block.
inline constexpr std::uint64_t kWarpStride = 512;
// Operands and results of lanes that wait separately from the rest of their warp.
struct WarpOperands {
  std::uint64_t value[kWarpSize];
  std::uint64_t result[kWarpSize];  // also the result of a barrier
  std::uint32_t* place[kWarpSize];  // the address for `flag`, or NULL
  std::uint32_t mask[kWarpSize];
  std::uint32_t operand[kWarpSize];
  std::uint32_t width[kWarpSize];
  std::uint32_t flag[kWarpSize];  // in_range or all_equal
};

// The reads of one texture by a warp's lanes: the coordinates, as gridcall_texture_sample takes them, and the
// results.
struct alignas(64) WarpReads {
  float place[3][kWarpSize];
  std::int32_t layer[kWarpSize];
  float level[kWarpSize];
  std::uint32_t value[4][kWarpSize];  // the channels
};

// The ways to map a kernel's threads to lanes. A launch uses the first one that fits its block and that the
// kernel has.
enum class WarpVariant : std::uint32_t {
  kLinear32 = 0,   // block_size[0] is a multiple of 32, or y and z have size 1
  kRows16 = 1,     // block_size[0] is 16
  kGeneral32 = 2,  // any block
  kSingle16 = 3,   // a block of 16 threads at most, in x: one warp of 16 lanes, which waits at no barrier
};
inline constexpr std::uint32_t kWarpVariants = 4;
inline constexpr std::uint32_t kSingleLanes = 16;  // of kSingle16

// The warp entry of a kernel. It runs `first->warps_to_run` consecutive warps of a block to their first
// barrier or their end. It returns the region after the barrier, where all warps resume; NULL if all have
// ended; or kRegionsDiffer if each warp's frame has its own region. With kKernelWholeBlocks there are no
// barriers and no frames.
using WarpEntry = void* (*)(WarpContext* first, const void* parameters);
// Runs the warps that resume in this region, to the next barrier. The parameter and the result are as the
// entry's. Both go on behind barriers where all warps of the block have met and no warp can be suspended.
using WarpRegion = void* (*)(WarpContext* first);
inline constexpr std::uintptr_t kRegionsDiffer = 1;
// The begin of a warp's frame_memory, valid once the warp has run.
struct WarpFrame {
  WarpRegion resume;  // the region where the warp resumes; NULL after its end
};

// The reference mode's entry, which runs one thread to its end on a fiber's stack.
using ThreadEntry = void (*)(ThreadContext* thread, const void* parameters);

struct ParameterDescription {
  std::uint32_t offset;  // in bytes, in the parameter block
  std::uint32_t size;
  const char* name = nullptr;       // the name in the source; NULL if there is none
  const char* type_name = nullptr;  // the type's name in the source, or NULL
  std::uint32_t type = 0;           // a number of base/value_type.h
  std::uint32_t reserved = 0;
};

enum KernelFlags : std::uint32_t {
  // The kernel or its callees have barriers, warp functions or polling loops, so each thread needs a fiber of
  // its own. Without the flag the threads run one after another on one stack.
  kKernelMayBlock = 1u << 0,
  // The warp entry of variant 0 runs whole blocks to their end, without a suspension of a warp. The flag is
  // shifted by a WarpVariant for that variant.
  kKernelWholeBlocks = 1u << 1,
  // The warp entry runs BlockContext::blocks_to_run blocks, consecutive in x, row by row of all of them, and
  // leaves
  // the last one's index in the context. Shifted like kKernelWholeBlocks.
  kKernelBlockRuns = 1u << 5,
  // The warps of WarpVariant::kRows16 have kSingleLanes lanes, one row.
  kKernelRowWarps = 1u << 9,
};
constexpr bool takes_block_runs(std::uint32_t kernel_flags, WarpVariant variant) noexcept {
  return (kernel_flags & kKernelBlockRuns << static_cast<std::uint32_t>(variant)) != 0;
}
constexpr bool runs_whole_blocks(std::uint32_t kernel_flags, WarpVariant variant) noexcept {
  return (kernel_flags & kKernelWholeBlocks << static_cast<std::uint32_t>(variant)) != 0;
}

struct KernelDescription {
  const char* name;        // the mangled name in the object
  const char* plain_name;  // the name in the source: "scale", "scale<float>", "lib::scale"
  ThreadEntry thread_entry;
  const WarpEntry* warp_entries;  // kWarpVariants of them, NULL for missing ones; NULL if there are none
  const ParameterDescription* parameters;
  std::uint32_t parameter_count;
  std::uint32_t parameter_bytes;
  std::uint32_t static_shared_bytes;
  std::uint32_t max_threads;      // __launch_bounds__, or 1024
  std::uint32_t local_bytes;      // the stack of one thread if the compiler knows it, else 0
  std::uint32_t flags;            // the KernelFlags
  std::uint32_t cluster[3] = {};  // __cluster_dims__, or 0
  std::uint32_t reserved = 0;
};

struct GlobalDescription {
  const char* name;        // the mangled name
  const char* plain_name;  // the name in the source
  void* address;
  std::uint64_t bytes;
  std::uint32_t is_constant;  // not 0 for __constant__
  std::uint32_t alignment;    // the alignment that the code relies on
};

enum ModuleFlags : std::uint32_t {
  // Baseline code: only thread entries, with little optimization. An optimized image of the same source may
  // follow.
  kModuleQuick = 1u << 0,
};
inline constexpr std::uint32_t kModuleChecksShift = 8;  // the Checks of cpu/abi/check.h are above the flags

struct ModuleDescription {
  std::uint32_t magic;
  std::uint32_t version;
  // The processor that the code was compiled for, and the features of cpu/abi/features.def that it needs, by
  // LLVM's names: "znver4+avx2+fma".
  const char* target_cpu;
  const KernelDescription* kernels;
  const GlobalDescription* globals;
  std::uint32_t kernel_count;
  std::uint32_t global_count;
  std::uint32_t flags;  // the ModuleFlags
  std::uint32_t reserved;
};

enum class Fault : std::uint32_t {
  kTrap = 1,
  kAssert = 2,
  kDivideByZero = 3,
  kIllegalAddress = 4,
  kMisalignedAddress = 5,
  kStackOverflow = 6,
  kIllegalInstruction = 7,
  kCancelled = 8,
  kCheck = 10,  // a finding of checked code that is no fault by itself
  // Every thread of a block waits, at a barrier or warp function that some threads never reach.
  kDeadlock = 9,
};

enum class ShuffleMode : std::uint32_t { kIndex = 0, kUp = 1, kDown = 2, kXor = 3 };
enum class BarrierReduction : std::uint32_t {
  kNone = 0,
  kCount = 1,
  kAnd = 2,
  kOr = 3,
  kPaused = 4,  // the warp is at no barrier but lets the other warps of its block catch up
  kArrive = 5,  // the thread arrives at a named barrier and continues
};
// The functions in which the lanes of a warp meet. A mode (ShuffleMode, WarpReduction) is above the lowest
// byte.
enum class WarpFunction : std::uint32_t {
  kSync = 0,
  kShuffle = 1,
  kBallot = 2,
  kMatchAny = 3,
  kMatchAll = 4,
  kReduce = 5,
};
constexpr std::uint32_t warp_function_kind(WarpFunction function, std::uint32_t mode) noexcept {
  return static_cast<std::uint32_t>(function) | mode << 8;
}
// An operation of gridcall_rounded. The rounding mode is above the lowest byte: to nearest, to zero, up,
// down.
enum class RoundedOperation : std::uint32_t {
  kAdd32 = 0,
  kMul32 = 1,
  kFma32 = 2,
  kDiv32 = 3,
  kSqrt32 = 4,
  kAdd64 = 5,
  kMul64 = 6,
  kFma64 = 7,
  kDiv64 = 8,
  kSqrt64 = 9,
  kDoubleToFloat = 10,
  kSignedToFloat = 11,
  kUnsignedToFloat = 12,
  kSignedToDouble = 13,
  kUnsignedToDouble = 14,
};
// The special registers of PTX that gridcall_rt_special reads, by number: those of the block's cluster and of
// its shared memory.
enum class Special : std::uint32_t {
  kClusterBlockX,
  kClusterBlockY,
  kClusterBlockZ,
  kClusterBlocksX,
  kClusterBlocksY,
  kClusterBlocksZ,
  kClusterX,
  kClusterY,
  kClusterZ,
  kClustersX,
  kClustersY,
  kClustersZ,
  kClusterBlock,
  kClusterBlocks,
  kIsExplicitCluster,
  kSharedBytes,
  kAggregateSharedBytes,
  kDynamicSharedBytes,
};
inline constexpr const char* kSpecialRegisters[] = {
    "%cluster_ctaid.x",  "%cluster_ctaid.y",   "%cluster_ctaid.z",     "%cluster_nctaid.x",
    "%cluster_nctaid.y", "%cluster_nctaid.z",  "%clusterid.x",         "%clusterid.y",
    "%clusterid.z",      "%nclusterid.x",      "%nclusterid.y",        "%nclusterid.z",
    "%cluster_ctarank",  "%cluster_nctarank",  "%is_explicit_cluster", "%total_smem_size",
    "%aggr_smem_size",   "%dynamic_smem_size",
};
enum class WarpReduction : std::uint32_t {
  kAdd = 0,
  kMinSigned = 1,
  kMaxSigned = 2,
  kMinUnsigned = 3,
  kMaxUnsigned = 4,
  kAnd = 5,
  kOr = 6,
  kXor = 7,
};

}  // namespace gridcall::cpu
