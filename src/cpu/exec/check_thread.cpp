// SPDX-License-Identifier: Apache-2.0
//
// The functions that checked code calls before the accesses of one thread, and before its barriers and calls.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/abi/runtime.h"
#include "cpu/exec/check_range.h"
#include "cpu/memory/memory.h"

namespace gridcall::cpu {

namespace {

bool check_range(ThreadContext* thread, std::uint32_t wanted, const void* address, std::uint64_t bytes,
                 std::uint32_t flags, const CheckSite* site, std::uint64_t value = 0) noexcept {
  return check_range([&] { return thread; }, block_of(thread), thread->linear_index, wanted,
                     reinterpret_cast<std::uintptr_t>(address), bytes, flags, site, value);
}

// Shrinks the range.
void shrink(Range& range, std::uintptr_t begin, std::uintptr_t end) noexcept {
  const std::uintptr_t last = std::min(range.end(), end);
  range.begin = std::max(range.begin, begin);
  range.bytes = last > range.begin ? last - range.begin : 0;
}

}  // namespace

void store_range(Block& block, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
                 std::uint32_t slot) noexcept {
  const BlockChecks& checks = *block.checks;
  if (slot == kNoCheckRange || !has_range(checks, flags)) return;
  const std::uint32_t misses = ++block.range_misses[slot];
  if (misses > 8 && !std::has_single_bit(misses)) return;
  Range found;
  if (is_shared(block, address)) {
    if ((checks.checks & (kCheckInit | kCheckRace)) != 0) return;
    found.begin = address;
    std::uintptr_t end = address;
    while ((shadow().at(found.begin - 1) & kShadowValid) != 0) --found.begin;
    while ((shadow().at(end) & kShadowValid) != 0) ++end;
    found.bytes = end - found.begin;
  } else if (is_of_stack(block, address)) {
    return;
  } else {
    const HostSection host(*block.worker);
    if (!memory().find(address, bytes, found)) return;
    if ((checks.checks & kCheckRace) != 0 && block.launch->checks.may_write(found.begin, found.end())) return;
    if (const driver::ArgumentPart* const part = part_of(block, argument_of(flags)))
      shrink(found, part->begin, part->begin + part->bytes);
    if ((checks.checks & kCheckInit) != 0) {
      const std::size_t written = shadow().count_written(found.begin, found.bytes);
      if (address + bytes <= found.begin + written)
        found.bytes = written;
      else
        shrink(found, address, address + shadow().count_written(address, found.end() - address));
    }
  }
  const std::uint32_t align = flags >> kAccessAlignShift & kAccessAlignMask;
  const std::uint64_t odd = found.begin % (std::uint64_t{1} << align);
  if (odd != 0) shrink(found, found.begin + (std::uint64_t{1} << align) - odd, found.end());
  if (found.bytes < bytes) return;
  block.ranges[slot] = {found.begin, ((found.bytes - bytes) >> align) + 1};
}

}  // namespace gridcall::cpu

using namespace gridcall::cpu;

void* gridcall_rt_check_access(ThreadContext* thread, void* address, std::uint64_t bytes, std::uint32_t flags,
                               const CheckSite* site, std::uint64_t value, std::uint32_t slot) {
  if (address == sink || address == zeros) return address;  // an earlier check refused the access
  BlockChecks* const checks = checks_of(thread);
  if (!checks) return address;
  if (!check_range(thread, checks->checks, address, bytes, flags, site, value)) return refused(bytes, flags);
  if (has_range(*checks, flags))
    store_range(block_of(thread), reinterpret_cast<std::uintptr_t>(address), bytes, flags, slot);
  return address;
}

void* gridcall_rt_check_variable(ThreadContext* thread, void* base, void* address, std::uint64_t bytes,
                                 std::uint32_t flags, const CheckSite* site, const CheckObject* object) {
  const auto begin = reinterpret_cast<std::uintptr_t>(base);
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  if (bytes <= object->bytes && place - begin <= object->bytes - bytes) return address;
  if (address == sink || address == zeros) return address;
  report_outside(thread, begin, place, bytes, flags, site, *object);
  return refused(bytes, flags);
}

void gridcall_rt_check_move(ThreadContext* thread, void* to, const void* from, std::uint64_t bytes,
                            std::uint32_t flags, const CheckSite* site) {
  BlockChecks* const checks = checks_of(thread);
  if (checks) {
    bool may = true;
    if ((flags & kAccessTrustFrom) == 0)
      may = check_range(thread, checks->checks, from, bytes,
                        kAccessRead | kAccessMayBeUnset |
                            (flags >> kAccessFromAlignShift & kAccessAlignMask) << kAccessAlignShift |
                            (flags >> kAccessFromArgumentShift & kAccessArgumentMask) << kAccessArgumentShift,
                        site);
    if ((flags & kAccessTrustTo) == 0) {
      // The copy counts as written where its source is.
      may = check_range(thread, checks->checks & ~std::uint32_t{kCheckInit}, to, bytes,
                        kAccessWrite | (flags >> kAccessAlignShift & kAccessAlignMask) << kAccessAlignShift |
                            argument_of(flags) << kAccessArgumentShift,
                        site) &&
            may;
    }
    if (!may) return;
    if ((checks->checks & kCheckInit) != 0) {
      shadow().copy_written(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from),
                            bytes);
      if (is_shared(block_of(thread), reinterpret_cast<std::uintptr_t>(to)))
        forget_set(block_of(thread), reinterpret_cast<std::uintptr_t>(to), bytes);
    }
  }
  std::memmove(to, from, bytes);
}

void gridcall_rt_check_fill(ThreadContext* thread, void* to, std::uint32_t value, std::uint64_t bytes,
                            std::uint32_t flags, const CheckSite* site) {
  BlockChecks* const checks = checks_of(thread);
  if (checks && !check_range(thread, checks->checks, to, bytes, flags | kAccessWrite, site)) return;
  std::memset(to, static_cast<int>(value), bytes);
}

void gridcall_rt_check_written(ThreadContext*, void* address, std::uint64_t bytes) {
  shadow().add(reinterpret_cast<std::uintptr_t>(address), bytes, kShadowWritten);
}

void gridcall_rt_check_keep(ThreadContext*, void*) {}

void gridcall_rt_check_ahead(ThreadContext*, void*, std::uint64_t, std::uint32_t, const CheckSite*) {}

void* gridcall_rt_check_member(ThreadContext*, void*, void* address, std::uint64_t, const CheckObject*) {
  return address;
}

void gridcall_rt_check_unset(ThreadContext* thread, const CheckObject* object, const CheckSite* site) {
  report_unset_local(thread, *object, site);
}

void gridcall_rt_check_call(ThreadContext* thread, const CheckSite* site) {
  CheckedThread& state = block_of(thread).checks->of(thread->linear_index);
  if (state.depth < CheckedThread::kMaxCalls) state.calls[state.depth] = site;
  ++state.depth;
}

void gridcall_rt_check_return(ThreadContext* thread) {
  --block_of(thread).checks->of(thread->linear_index).depth;
}

void gridcall_rt_check_wait(ThreadContext* thread, const CheckSite* site) {
  block_of(thread).checks->of(thread->linear_index).wait = site;
}

void gridcall_rt_check_wait_lanes(WarpContext* warp, std::uint32_t lanes, const CheckSite* site) {
  BlockChecks& checks = *reinterpret_cast<Block*>(warp->block)->checks;
  BlockChecks::WarpWait& wait = checks.warp_waits[warp->first_linear_index / 16];
  if ((wait.lanes & ~lanes) == 0) {
    wait = {site, lanes};
    return;
  }
  wait.lanes &= ~lanes;
  for_each_lane(lanes, [&](std::uint32_t lane) { checks.of(warp->first_linear_index + lane).wait = site; });
}

void gridcall_rt_check_fence(ThreadContext* thread) {
  note_release(block_of(thread));
  note_acquire(block_of(thread));
}
