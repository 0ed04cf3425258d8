// SPDX-License-Identifier: Apache-2.0

#include "cpu/memory/shared_regions.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace gridcall::cpu {

namespace {

constexpr std::size_t round_up(std::size_t value, std::size_t unit) noexcept {
  return (value + unit - 1) / unit * unit;
}

void drop_pages(std::uintptr_t begin, std::size_t bytes, bool of_file = false) noexcept {
  ::madvise(reinterpret_cast<void*>(begin), bytes, of_file ? MADV_REMOVE : MADV_DONTNEED);
}

// Replaces a file's pages by own ones. Returns false if the file's pages stay.
bool take_own_pages(std::uintptr_t begin, std::size_t bytes) noexcept {
  return ::mmap(reinterpret_cast<void*>(begin), bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

}  // namespace

SharedRegions::SizeClass SharedRegions::class_of(std::size_t bytes) noexcept {
  const std::size_t wanted = bytes + kTailRedZoneBytes + kHeadRedZoneBytes;
  if (wanted <= kFineEnd) {
    const std::size_t stride = round_up(wanted, kBufferAlignment);
    return {static_cast<std::uint32_t>(stride / kBufferAlignment - 1), stride};
  }
  if (wanted <= kOctavesEnd) {
    const auto octave = static_cast<std::uint32_t>(std::bit_width(wanted - 1)) - 1;
    const std::size_t base = std::size_t{1} << octave;
    const std::size_t step = base / 8;
    const std::size_t which = (wanted - 1 - base) / step;
    return {static_cast<std::uint32_t>(8 + (octave - 11) * 8 + which), base + (which + 1) * step};
  }
  const std::size_t stride = round_up(wanted, kPageBytes);
  if (stride > kPagesEnd) return {kSingle, stride};
  return {static_cast<std::uint32_t>(8 + 4 * 8 + (stride - kOctavesEnd) / kPageBytes - 1), stride};
}

RedZones SharedRegions::Span::red_zones(std::uint32_t slot) const noexcept {
  const Buffer its = buffer(slot);
  const std::uintptr_t limit = its.begin + stride;
  return {its.begin - kHeadRedZoneBytes, its.begin, its.end(),
          std::min(its.end() + kWideRedZoneBytes, is_live(slot + 1) ? limit - kHeadRedZoneBytes : limit)};
}

std::size_t SharedRegions::Span::idle_bytes() const noexcept {
  const std::size_t pages = own_pages();
  if (pages == 0) return 0;
  return pages * static_cast<std::size_t>(std::count_if(&words[0], &words[frontier], [](std::uint32_t word) {
           return (word & kFree) != 0 && (word & kTrimmed) == 0;
         }));
}

// ---- Regions ---------------------------------------------------------------------------------------------

SharedRegions::Region::~Region() {
  for (std::size_t unit = 0; unit < top;) {
    Span* span = spans[unit];
    unit += span ? span->units : 1;
    delete span;
  }
  if (mapping) ::munmap(mapping, mapping_bytes);
}

SharedRegions::Region* SharedRegions::region_at(std::uintptr_t address) const noexcept {
  for (const auto& region : regions_) {
    if (address - region->base < region->bytes) return region.get();
  }
  return nullptr;
}

SharedRegions::Span* SharedRegions::span_at(std::uintptr_t address) const noexcept {
  const Region* region = region_at(address);
  return region ? region->spans[(address - region->base) / kUnit] : nullptr;
}

// Each region is half as large as all earlier ones together, so that their number stays small.
SharedRegions::Region* SharedRegions::add_region(std::size_t least) {
  regions_.reserve(regions_.size() + 1);
  std::size_t bytes = std::max(least, std::clamp(round_up(reserved_ / 2, kUnit), kLeastRegion, kMaxRegion));
  void* mapping = MAP_FAILED;
  for (;; bytes = std::max(least, round_up(bytes / 2, kUnit))) {
    mapping = ::mmap(nullptr, bytes + 2 * kEdgeBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                     -1, 0);
    if (mapping != MAP_FAILED) break;
    if (bytes == least) return nullptr;
  }
  auto region = [&] {
    try {
      return std::make_unique<Region>();
    } catch (...) {
      ::munmap(mapping, bytes + 2 * kEdgeBytes);
      throw;
    }
  }();
  region->mapping = mapping;
  region->mapping_bytes = bytes + 2 * kEdgeBytes;
  region->base = reinterpret_cast<std::uintptr_t>(mapping) + kEdgeBytes;
  region->bytes = bytes;
  region->spans = std::make_unique<Span*[]>(bytes / kUnit);
  region->holds = std::make_unique<std::uint8_t[]>(bytes / kUnit);
  region->free.give(0, bytes);
  reserved_ += bytes;
  regions_.push_back(std::move(region));
  return regions_.back().get();
}

// Returns 0 if the system gives no more.
std::uintptr_t SharedRegions::take_units(std::size_t units, Region*& region) {
  const std::size_t bytes = units * kUnit;
  std::size_t offset = FreeRanges::kNone;
  for (const auto& candidate : regions_) {
    offset = candidate->free.take(bytes);
    region = candidate.get();
    if (offset != FreeRanges::kNone) break;
  }
  if (offset == FreeRanges::kNone) {
    region = add_region(bytes);
    if (!region) return 0;
    offset = region->free.take(bytes);
  }
  if (offset + bytes > region->committed) {
    const auto commit = [&](std::size_t end) {
      if (::mprotect(reinterpret_cast<void*>(region->base + region->committed), end - region->committed,
                     PROT_READ | PROT_WRITE) != 0)
        return false;
      region->committed = end;
      return true;
    };
    const std::size_t ahead =
        std::clamp(region->committed / 4, std::size_t{1} << 20, std::size_t{64} << 20) / kUnit * kUnit;
    if (!commit(std::min(region->bytes, offset + bytes + ahead)) && !commit(offset + bytes)) {
      region->free.give(offset, bytes);
      return 0;
    }
  }
  const std::size_t unit = offset / kUnit;
  region->top = std::max(region->top, unit + units);
  for (std::size_t i = unit; i < unit + units; ++i) {
    if (region->holds[i] == 0) continue;
    region->holds[i] = 0;
    idle_.bytes -= kUnit;
  }
  return region->base + offset;
}

void SharedRegions::give_units(Region& region, std::size_t unit, std::size_t units) noexcept {
  const std::size_t bytes = units * kUnit;
  if (idle_.has_room(bytes)) {
    idle_.bytes += bytes;
    std::fill_n(&region.holds[unit], units, std::uint8_t{1});
  } else {
    drop_pages(region.base + unit * kUnit, bytes);
  }
  try {
    region.free.give(unit * kUnit, bytes);
  } catch (...) {
    // Without memory for the record, these units are not reused.
  }
}

// ---- Spans -----------------------------------------------------------------------------------------------

void SharedRegions::link(Span& span) noexcept {
  if (span.number == kSingle) return;
  Span*& head = partial_[span.number];
  span.previous = nullptr;
  span.next = head;
  if (head) head->previous = &span;
  head = &span;
}

void SharedRegions::unlink(Span& span) noexcept {
  if (span.number == kSingle) return;
  (span.previous ? span.previous->next : partial_[span.number]) = span.next;
  if (span.next) span.next->previous = span.previous;
  span.previous = span.next = nullptr;
}

// Returns NULL if the system gives no more.
SharedRegions::Span* SharedRegions::add_span(const SizeClass& size_class) {
  // The red zone of slot 0 precedes it.
  const std::size_t lead = size_class.stride % kPageBytes == 0 ? kPageBytes : kBufferAlignment;
  const auto units_of = [&](std::size_t slots) {
    return (lead + slots * size_class.stride + kUnit - 1) / kUnit;
  };
  std::size_t slots = 1;
  if (size_class.number != kSingle) {
    // The number of slots that wastes the least space after the last one, and not more slots than needed.
    slots = std::max(std::size_t{4}, (kUnit - lead) / size_class.stride);
    for (std::size_t more = slots; more <= 4 * slots; ++more) {
      const std::size_t whole = units_of(more) * kUnit;
      if (whole - lead - more * size_class.stride > whole / 32) continue;
      slots = more;
      break;
    }
    slots = (units_of(slots) * kUnit - lead) / size_class.stride;
  }
  auto span = std::make_unique<Span>();
  span->words = std::make_unique<std::uint32_t[]>(slots);
  span->damaged_at = std::make_unique<std::uint32_t[]>(slots);
  span->units = units_of(slots);
  Region* region = nullptr;
  const std::uintptr_t place = take_units(span->units, region);
  if (place == 0) return nullptr;
  span->region = region;
  span->first = place + lead;
  span->stride = size_class.stride;
  span->number = size_class.number;
  span->unit = (place - region->base) / kUnit;
  span->slots = static_cast<std::uint32_t>(slots);
  std::fill_n(&region->spans[span->unit], span->units, span.get());
  link(*span);
  return span.release();
}

void SharedRegions::drop_span(Span* span) noexcept {
  unlink(*span);
  Region& region = *span->region;
  std::fill_n(&region.spans[span->unit], span->units, nullptr);
  idle_.bytes -= span->idle_bytes();
  // Other processes may still have the pages, so the next span gets other ones.
  if (!span->of_file || take_own_pages(region.base + span->unit * kUnit, span->units * kUnit))
    give_units(region, span->unit, span->units);
  delete span;
}

// Returns true if other processes could open the buffer until now. After the last such buffer the file is
// closed: the pages stay, and the next export moves them to another file.
bool SharedRegions::withdraw(Span& span, std::uintptr_t begin) noexcept {
  const std::uintptr_t first = span.region->base + span.unit * kUnit;
  if (span.file.get() < 0 ||
      !shared_file_withdraw(span.file.get(), span.units * kUnit / kPageBytes, begin - first))
    return false;
  if (--span.exports == 0) span.file.reset();
  return true;
}

SharedRegions::SharedPages SharedRegions::pages_of(std::uintptr_t begin) const noexcept {
  const Span* span = span_at(begin);
  return {span->region->base + span->unit * kUnit, span->units * kUnit, span->file.get()};
}

void SharedRegions::set_file(std::uintptr_t begin, Descriptor&& file) noexcept {
  Span* span = span_at(begin);
  span->file = std::move(file);
  span->of_file = true;
}

void SharedRegions::add_export(std::uintptr_t begin) noexcept {
  ++span_at(begin)->exports;
}

// ---- Slots -----------------------------------------------------------------------------------------------

SharedRegions::Vacancy SharedRegions::find_vacancy(std::size_t bytes) {
  const SizeClass size_class = class_of(bytes);
  Span* span = size_class.number != kSingle ? partial_[size_class.number] : nullptr;
  if (!span) span = add_span(size_class);
  if (!span) return {};
  return {span, span->free_head != Span::kEnd ? span->free_head : span->frontier};
}

SharedRegions::NeighbourDamage SharedRegions::damage_beside(const Vacancy& vacancy) noexcept {
  const Span& span = *vacancy.span;
  if (vacancy.slot == 0 || !span.is_live(vacancy.slot - 1)) return {};
  const RedZones zones = span.red_zones(vacancy.slot - 1);
  const std::uintptr_t head = span.place(vacancy.slot) - kHeadRedZoneBytes;
  return {span.buffer(vacancy.slot - 1),
          zones.tail > head ? red_zone_damage(std::max(head, zones.end), zones.tail) : 0};
}

std::uintptr_t SharedRegions::take(const Vacancy& vacancy, std::size_t bytes) noexcept {
  Span& span = *vacancy.span;
  const std::uint32_t slot = vacancy.slot;
  if (slot == span.frontier) {
    ++span.frontier;
  } else {
    const std::uint32_t word = span.words[slot];
    span.free_head = word & Span::kEnd;
    if ((word & Span::kTrimmed) == 0) idle_.bytes -= span.own_pages();
  }
  span.words[slot] = static_cast<std::uint32_t>(span.stride - bytes);
  span.damaged_at[slot] = 0;
  ++span.live;
  if (span.is_full()) unlink(span);
  const RedZones zones = span.red_zones(slot);
  red_zone_fill(zones.end, zones.tail);
  // Until now the zone was checked for the buffer below; if it is intact, it stays untouched.
  if (red_zone_damage(zones.head, zones.begin) != 0) red_zone_fill(zones.head, zones.begin);
  return zones.begin;
}

bool SharedRegions::give(std::uintptr_t begin) noexcept {
  Span* span = span_at(begin);
  if (!span || begin < span->first) return false;
  const std::uint32_t slot = span->slot_at(begin);
  if (!span->is_live(slot) || span->place(slot) != begin) return false;
  const bool was_full = span->is_full();
  --span->live;
  if (withdraw(*span, begin)) {
    ++span->exported;
    span->words[slot] = Span::kFree | Span::kTrimmed;
  } else {
    std::uint32_t word = Span::kFree | span->free_head;
    if (const std::size_t pages = span->own_pages(); pages != 0) {
      if (idle_.has_room(pages)) {
        idle_.bytes += pages;
      } else {
        drop_pages(begin, pages, span->of_file);
        word |= Span::kTrimmed;
      }
    }
    span->words[slot] = word;
    span->free_head = slot;
    if (was_full) link(*span);
  }
  if (span->live != 0) return true;
  if (span->is_full()) link(*span);  // drop_span takes it off its list
  // A class keeps one empty span for its next buffer.
  if (span->of_file || span->number == kSingle || span->previous || span->next) drop_span(span);
  return true;
}

bool SharedRegions::find(std::uintptr_t address, Buffer& buffer) const noexcept {
  const Span* span = span_at(address);
  if (!span || address < span->first) return false;
  const std::uint32_t slot = span->slot_at(address);
  if (!span->is_live(slot)) return false;
  buffer = span->buffer(slot);
  return address < buffer.end();
}

RedZones SharedRegions::red_zones(const Buffer& buffer) const noexcept {
  const Span* span = span_at(buffer.begin);
  return span->red_zones(span->slot_at(buffer.begin));
}

std::uint32_t& SharedRegions::damaged_at(std::uintptr_t begin) const noexcept {
  Span* span = span_at(begin);
  return span->damaged_at[span->slot_at(begin)];
}

bool SharedRegions::find_nearest(std::uintptr_t address, Buffer& buffer) const noexcept {
  const Region* region = nullptr;
  for (const auto& candidate : regions_) {
    if (address - (candidate->base - kEdgeBytes) < candidate->mapping_bytes) region = candidate.get();
  }
  if (!region || region->top == 0) return false;
  std::uintptr_t least = ~std::uintptr_t{0};
  const auto consider = [&](const Buffer& candidate) {
    const std::uintptr_t distance = address < candidate.begin   ? candidate.begin - address
                                    : address < candidate.end() ? 0
                                                                : address - candidate.end() + 1;
    if (distance >= least) return;
    least = distance;
    buffer = candidate;
  };
  const std::uintptr_t low = std::max(address, region->base);
  const std::size_t middle = std::min((low - region->base) / kUnit, region->top - 1);
  // Searches down, then up, for the first span with a live slot on that side.
  for (std::size_t unit = middle + 1; unit-- > 0;) {
    const Span* span = region->spans[unit];
    if (!span) continue;
    bool found = false;
    for (std::uint32_t i = span->frontier; i-- > 0 && !found;) {
      if (!span->is_live(i) || span->place(i) > address) continue;
      consider(span->buffer(i));
      found = true;
    }
    if (found) break;
    unit = span->unit;
  }
  for (std::size_t unit = middle; unit < region->top; ++unit) {
    const Span* span = region->spans[unit];
    if (!span) continue;
    bool found = false;
    for (std::uint32_t i = 0; i < span->frontier && !found; ++i) {
      if (!span->is_live(i) || span->place(i) <= address) continue;
      consider(span->buffer(i));
      found = true;
    }
    if (found) break;
    unit = span->unit + span->units - 1;
  }
  return least != ~std::uintptr_t{0};
}

// ----------------------------------------------------------------------------------------------------------

void SharedRegions::trim() noexcept {
  for (const auto& region : regions_) {
    for (std::size_t unit = 0; unit < region->top; ++unit) {
      std::size_t end = unit;
      while (end < region->top && region->holds[end] != 0) region->holds[end++] = 0;
      if (end == unit) continue;
      drop_pages(region->base + unit * kUnit, (end - unit) * kUnit);
      idle_.bytes -= (end - unit) * kUnit;
      unit = end;
    }
  }
}

void SharedRegions::clear() noexcept {
  trim();
  for (const auto& region : regions_) {
    for (std::size_t unit = 0; unit < region->top; ++unit) {
      const Span* span = region->spans[unit];
      if (!span) continue;
      idle_.bytes -= span->idle_bytes();
      unit += span->units - 1;
    }
  }
  regions_.clear();
  reserved_ = 0;
  partial_.fill(nullptr);
}

}  // namespace gridcall::cpu
