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
inline constexpr std::uint32_t kImageVersion = 14;
inline constexpr const char* kModuleSymbol = "gridcall_module";

// cuModuleLoadDataEx takes no length. Who knows it may put this in front of the object; without it the loader
// takes the object to end where its section table ends (as LLVM writes it).
struct ImageWrapper {
  char magic[8];
  std::uint64_t bytes;  // of the object that follows
};
inline constexpr char kImageWrapperMagic[8] = {'G', 'R', 'I', 'D', 'C', 'P', 'U', '1'};

inline constexpr std::uint32_t kWarpSize = 32;
inline constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
inline constexpr std::uint32_t kMaxSharedBytes = 227 * 1024;     // opt-in, as compute capability 9.0
inline constexpr std::uint32_t kDefaultSharedBytes = 48 * 1024;  // without opt-in
inline constexpr std::uint32_t kSharedAlignment = 128;
inline constexpr std::uint32_t kMaxClusterBlocks = 8;
// An address in PTX's .shared::cluster: above the offset stands the block's rank and 1; 0: the own block.
inline constexpr std::uint32_t kClusterRankShift = 24;

struct CheckRange;

// One block as its threads see it. The runtime keeps its own state behind it.
struct BlockContext {
  std::uint32_t block_index[3];
  std::uint32_t block_size[3];
  std::uint32_t grid_size[3];
  std::uint32_t thread_count;  // block_size multiplied
  std::uint32_t dynamic_shared_bytes;
  std::uint32_t static_shared_bytes;
  std::byte* shared;   // static shared memory, then, 16-byte aligned, the dynamic part
  const void* shadow;  // for checked code: the table of chunks of shadow memory (check.h)
  CheckRange* ranges;  // for checked code too: kCheckRanges of them
  // For races, too: a word of shared memory that two threads have read since the last barrier has this
  // number at its address plus `seen_from`: a further read says nothing new.
  std::uint32_t seen;
  std::uint32_t reserved;
  std::intptr_t seen_from;
};

// One thread. Every device function takes it as its first parameter.
struct ThreadContext {
  std::uint32_t thread_index[3];
  std::uint32_t linear_index;  // x fastest; lane = linear_index % 32
  // Back edges a thread may still take before it calls gridcall_rt_yield: so a thread that polls lets the
  // one it waits for run, and a cancelled launch ends.
  std::int32_t fuel;
  std::uint32_t reserved;
  BlockContext* block;
};

// A warp as one vector (warp mode). `lanes` of its entry follow each other in linear index.
struct alignas(64) WarpContext {
  std::uint32_t thread_index[3][kWarpSize];  // x, y, z of each lane
  BlockContext* block;
  std::uint32_t first_linear_index;
  std::uint32_t lane_count;  // fewer than the entry's lanes only in a block's last warp
  // The warp writes this when it stops at a block barrier; the result is there when it goes on.
  std::uint32_t barrier_reduction;   // BarrierReduction
  std::uint32_t barrier_mask;        // the lanes that are at it
  std::uint32_t barrier_predicates;  // those whose predicate is not 0
  std::uint32_t barrier_result;
  // For who reports a fault. The first warp that an entry or a region is called with keeps which one runs,
  // counted from it; each warp which of its lanes run what it is at, in an entry for whole blocks the first
  // one for all of them.
  std::uint32_t running_lanes;
  std::uint32_t running_warp;
  // The coroutine frame of a waiting warp, if it is large enough; gridcall_rt_warp_frame makes it so.
  void* frame_memory;
  std::uint32_t frame_capacity;  // bytes
  // The first warp that an entry or a region is called with counts here how many it runs, itself included.
  // Looked at before each of them: it may become fewer while one runs.
  std::uint32_t warps_to_run;
  // Read at back edges of loops: not 0 if the worker is to be preempted (gridcall_rt_warp_stop).
  const std::uint8_t* stop;
};

// From one warp's context to the next one's of the same block.
inline constexpr std::uint64_t kWarpStride = 512;
// Operands and results, by lane, of lanes that wait apart from the rest of their warp.
struct WarpOperands {
  std::uint64_t value[kWarpSize];
  std::uint64_t result[kWarpSize];  // also of a barrier
  std::uint32_t* place[kWarpSize];  // where `flag` goes, or NULL
  std::uint32_t mask[kWarpSize];
  std::uint32_t operand[kWarpSize];
  std::uint32_t width[kWarpSize];
  std::uint32_t flag[kWarpSize];  // in_range, all_equal
};

// Reads of one texture, by lane: where, as gridcall_texture_sample takes it, and what is there.
struct alignas(64) WarpReads {
  float place[3][kWarpSize];
  std::int32_t layer[kWarpSize];
  float level[kWarpSize];
  std::uint32_t value[4][kWarpSize];  // channels
};

// The ways to map a kernel's threads to lanes. A launch takes the first that fits its block and that the
// kernel has.
enum class WarpVariant : std::uint32_t {
  kLinear32 = 0,   // block_size[0] a multiple of 32, or y and z of size 1
  kRows16 = 1,     // block_size[0] is 16
  kGeneral32 = 2,  // any block
};
inline constexpr std::uint32_t kWarpVariants = 3;

// Warp mode. Runs `first->warps_to_run` warps of a block, which follow each other, each to its first barrier
// or its end, and answers what they go on with when all warps of the block have done so: the region that lies
// behind the barrier; NULL if they have all ended; or kRegionsDiffer: what each of them goes on with stands
// in its frame. With kKernelWholeBlocks there is no barrier and there are no frames.
using WarpEntry = void* (*)(WarpContext* first, const void* parameters);
// Runs those of the warps that go on here, to the next barrier. Takes as many of them and answers as the
// entry.
using WarpRegion = void* (*)(WarpContext* first);
inline constexpr std::uintptr_t kRegionsDiffer = 1;
// At a warp's frame_memory, once it has been run.
struct WarpFrame {
  WarpRegion resume;  // what it goes on with, NULL once it is at its end
};

// Reference mode: runs one thread to its end, on a fiber's stack.
using ThreadEntry = void (*)(ThreadContext* thread, const void* parameters);

struct ParameterDescription {
  std::uint32_t offset;  // in the parameter block, bytes
  std::uint32_t size;
  const char* name = nullptr;       // as the source has it; NULL if it has none
  const char* type_name = nullptr;  // the same
  std::uint32_t type = 0;           // base/value_type.h
  std::uint32_t reserved = 0;
};

enum KernelFlags : std::uint32_t {
  // The kernel (or what it calls) has barriers, warp functions or polling loops: each thread needs a fiber
  // of its own. Without it threads run one after another on one stack.
  kKernelMayBlock = 1u << 0,
  // The warp entry of variant 0 runs whole blocks to their end: its warps never suspend. Shifted by a
  // WarpVariant: that variant's.
  kKernelWholeBlocks = 1u << 1,
};
constexpr bool runs_whole_blocks(std::uint32_t kernel_flags, WarpVariant variant) noexcept {
  return (kernel_flags & kKernelWholeBlocks << static_cast<std::uint32_t>(variant)) != 0;
}

struct KernelDescription {
  const char* name;        // as the object spells it (mangled)
  const char* plain_name;  // as the source spells it: "scale", "scale<float>", "lib::scale"
  ThreadEntry thread_entry;
  const WarpEntry*
      warp_entries;  // kWarpVariants of them, NULL where there is none; NULL if there are none at all
  const ParameterDescription* parameters;
  std::uint32_t parameter_count;
  std::uint32_t parameter_bytes;
  std::uint32_t static_shared_bytes;
  std::uint32_t max_threads;      // __launch_bounds__, else 1024
  std::uint32_t local_bytes;      // stack of one thread where the compiler knows it, else 0
  std::uint32_t flags;            // KernelFlags
  std::uint32_t cluster[3] = {};  // __cluster_dims__, else 0
  std::uint32_t reserved = 0;
};

struct GlobalDescription {
  const char* name;        // mangled
  const char* plain_name;  // as the source spells it
  void* address;
  std::uint64_t bytes;
  std::uint32_t is_constant;  // __constant__
  std::uint32_t alignment;    // what the code relies on
};

enum ModuleFlags : std::uint32_t {
  // Baseline code: thread entries alone, hardly optimized. A fuller image of the same source may follow.
  kModuleQuick = 1u << 0,
};
inline constexpr std::uint32_t kModuleChecksShift = 8;  // Checks of cpu/abi/check.h, above the flags

struct ModuleDescription {
  std::uint32_t magic;
  std::uint32_t version;
  // The processor that the code was compiled for and the features it needs of cpu/abi/features.def, as LLVM
  // names them: "znver4+avx2+fma".
  const char* target_cpu;
  const KernelDescription* kernels;
  const GlobalDescription* globals;
  std::uint32_t kernel_count;
  std::uint32_t global_count;
  std::uint32_t flags;  // ModuleFlags
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
  kCheck = 10,    // of what checked code looks for, that is no fault by itself
  kDeadlock = 9,  // every thread of a block waits: a barrier or warp function that some never reach
};

enum class ShuffleMode : std::uint32_t { kIndex = 0, kUp = 1, kDown = 2, kXor = 3 };
enum class BarrierReduction : std::uint32_t {
  kNone = 0,
  kCount = 1,
  kAnd = 2,
  kOr = 3,
  kPaused = 4,  // of a warp that is at no barrier but lets the others of its block come up with it
  kArrive = 5,  // counts at a named barrier and goes on
};
// The functions in which lanes of a warp meet; a mode (ShuffleMode, WarpReduction) stands above the lowest
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
// An operation of gridcall_rounded. Above the lowest byte stands how it rounds: to nearest, to zero, up,
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
// The special registers of PTX that gridcall_rt_special answers, by number: about the block's cluster, and
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
