// SPDX-License-Identifier: Apache-2.0

#include "core/copy/staged_copy.h"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/populate.h"
#include "core/context.h"
#include "core/copy/box.h"
#include "core/copy/copy_workers.h"
#include "core/copy/staging.h"
#include "core/profiler.h"

namespace gridcall::core {

using namespace driver;

namespace {

constexpr std::uint64_t kLineBytes = 64;
constexpr std::uint64_t kLeastPieceBytes = std::uint64_t{512} << 10;
// The number of times that an idle thread looks before it waits for the device, about 50 microseconds.
constexpr unsigned kLooksBeforeSleep = 128;
// So many bytes are copied out of a chunk faster than the driver tells whether the destination is
// page-locked.
constexpr std::uint64_t kAnyKindBytes = 4096;

std::uintptr_t page_bytes() noexcept {
  static const auto bytes = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  return bytes;
}

bool populate(std::uintptr_t page, std::uintptr_t bytes, int advice) noexcept {
  for (int tries = 0; tries < 8; ++tries) {
    if (::madvise(reinterpret_cast<void*>(page), bytes, advice) == 0) return true;
    if (errno != EAGAIN && errno != EINTR) return false;
  }
  return false;
}

bool system_populates() noexcept {
  static const bool does = [] {
    const char here = 0;
    const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(&here) / page_bytes() * page_bytes();
    return populate(page, page_bytes(), kPopulateRead);
  }();
  return does;
}

bool is_resident(std::uintptr_t page) noexcept {
  unsigned char resident = 0;
  return ::mincore(reinterpret_cast<void*>(page), page_bytes(), &resident) == 0 && (resident & 1) != 0;
}

// Returns true if the memory may be read or written, by its mappings and the pages at its ends. An address
// that a driver refuses must not end the process. The missing pages of a destination are populated by one
// call, which is faster than one by one. `has_gaps`: the copy does not use all of the bytes.
bool may_touch(std::uintptr_t begin, std::uint64_t bytes, bool writes, bool has_gaps) noexcept {
  const std::uintptr_t page = page_bytes();
  const std::uintptr_t first = begin / page * page, last = (begin + bytes - 1) / page * page;
  if (::msync(reinterpret_cast<void*>(first), last - first + page, MS_ASYNC) != 0) return false;
  const int advice = writes ? kPopulateWrite : kPopulateRead;
  if (writes && !has_gaps && !(is_resident(first) && is_resident(last)))
    return populate(first, last - first + page, advice);
  return populate(first, page, advice) && (first == last || populate(last, page, advice));
}

// A box in pieces of a maximum size: parts of a row, rows of a slice, or slices. The first pieces of one long
// row are shorter, so that the device can start soon: `per_length` pieces of the smallest length, then as
// many of twice the length.
class Pieces {
 public:
  Pieces(const CopyRegion& region, std::uint64_t most, unsigned per_length) noexcept : region_(region) {
    const auto ceil = [](std::uint64_t value, std::uint64_t by) { return (value + by - 1) / by; };
    if (region.width > most) {
      columns_ = ceil(region.width, most);
      width_ = std::min(most, ceil(ceil(region.width, columns_), 256) * 256);
      if (per_length != 0 && region.rows == 1 && region.slices == 1) shorten(per_length);
      columns_ = short_ + ceil(region.width - short_bytes_, width_);
    } else {
      width_ = region.width;
      rows_ = std::min(most / width_, region.rows);
      if (rows_ == region.rows) slices_ = std::min(most / (width_ * rows_), region.slices);
    }
    layers_ = ceil(region.rows, rows_);
    count_ = columns_ * layers_ * ceil(region.slices, slices_);
  }
  std::uint64_t count() const noexcept { return count_; }
  CopyRegion at(std::uint64_t piece) const noexcept {
    const std::uint64_t column = piece % columns_, y = piece / columns_ % layers_ * rows_,
                        z = piece / columns_ / layers_ * slices_;
    std::uint64_t x = short_bytes_ + (column - short_) * width_, width = width_;
    if (column < short_) {
      const std::uint64_t level = column / per_length_,
                          before = per_length_ * ((std::uint64_t{1} << level) - 1);
      width = kLeastPieceBytes << level;
      x = before * kLeastPieceBytes + column % per_length_ * width;
    }
    CopyRegion box{region_.dst, region_.src, std::min(width, region_.width - x),
                   std::min(rows_, region_.rows - y), std::min(slices_, region_.slices - z)};
    for (CopyEnd* end : {&box.dst, &box.src}) end->offset += x + y * end->row_pitch + z * end->slice_pitch;
    return box;
  }

 private:
  void shorten(unsigned per_length) noexcept {
    for (std::uint64_t length = kLeastPieceBytes; length < width_; length *= 2) {
      if (short_bytes_ + per_length * length > region_.width / 2) break;
      short_ += per_length;
      short_bytes_ += per_length * length;
    }
    per_length_ = per_length;
  }

  const CopyRegion& region_;
  std::uint64_t width_ = 1, rows_ = 1, slices_ = 1;  // the extent of a piece
  std::uint64_t columns_ = 1, layers_ = 1;           // pieces of a row, and of the rows of a slice
  std::uint64_t count_ = 0;
  std::uint64_t short_ = 0, short_bytes_ = 0;  // the number of shorter pieces, and their bytes
  std::uint64_t per_length_ = 1;               // the number of pieces of each length
};

class StagedCopy final : public CopyJob {
 public:
  StagedCopy(Context& context, const CopyRegion& region, Queue queue, const CopyChunks::Lease& chunks,
             std::uint64_t piece_bytes, unsigned threads) noexcept
      : context_(context),
        to_device_(region.dst.mem != nullptr),
        queue_(queue),
        chunks_(chunks),
        pieces_(region, piece_bytes, region.dst.mem ? threads : 0),
        count_(pieces_.count()) {
    workers().add(*this);
  }
  ~StagedCopy() override { workers().remove(*this); }

  // Returns false if the host's memory cannot be touched.
  bool make() { return to_device_ ? make_to_device() : make_to_host(); }
  // Returns true if the device may still use the chunks.
  bool is_on_device() const noexcept { return issued_ != over_; }

  void run(std::uint64_t piece) noexcept override {
    const CopyRegion box = pieces_.at(piece);
    const CopyEnd& host = to_device_ ? box.src : box.dst;
    std::byte* row = host.host + host.offset;
    const std::uint64_t bytes =
        (box.slices - 1) * host.slice_pitch + (box.rows - 1) * host.row_pitch + box.width;
    const bool has_gaps = bytes != box.width * box.rows * box.slices;
    if (is_refused_.load(std::memory_order_relaxed) ||
        !may_touch(reinterpret_cast<std::uintptr_t>(row), bytes, !to_device_, has_gaps)) {
      is_refused_.store(true, std::memory_order_relaxed);
    } else {
      std::byte* chunk = place_of(piece, host);
      for (std::uint64_t z = 0; z < box.slices; ++z, row += host.slice_pitch) {
        std::byte* at = row;
        for (std::uint64_t y = 0; y < box.rows; ++y, at += host.row_pitch, chunk += box.width)
          std::memcpy(to_device_ ? chunk : at, to_device_ ? at : chunk, box.width);
      }
    }
    touched_[piece % chunks_.count()].store(piece + 1, std::memory_order_release);
  }

 private:
  static CopyWorkers& workers() noexcept { return CopyWorkers::instance(); }
  // Returns an address at the same offset in a cache line as the host's memory, so that a thread copies whole
  // lines.
  std::byte* place_of(std::uint64_t piece, const CopyEnd& host) const noexcept {
    return chunks_.chunk(static_cast<unsigned>(piece % chunks_.count())) +
           reinterpret_cast<std::uintptr_t>(host.host + host.offset) % kLineBytes;
  }
  CUevent event_of(std::uint64_t piece) const noexcept {
    return chunks_.event(static_cast<unsigned>(piece % chunks_.count()));
  }
  bool is_touched(std::uint64_t piece) const noexcept {
    return touched_[piece % chunks_.count()].load(std::memory_order_acquire) == piece + 1;
  }
  bool is_refused() const noexcept { return is_refused_.load(std::memory_order_relaxed); }

  void allow(std::uint64_t pieces) noexcept { workers().allow(*this, std::min(pieces, count_)); }

  // Queues the device's copy of the next piece.
  void issue() {
    CopyRegion box = pieces_.at(issued_);
    CopyEnd& host = to_device_ ? box.src : box.dst;
    host.host = place_of(issued_, host);
    host.offset = 0;
    host.row_pitch = box.width;
    host.slice_pitch = box.rows * box.width;
    const CUevent event = event_of(issued_);
    ++issued_;
    const CallResult asked = copy_box(context_, box.collapsed(), false, queue_.stream);
    context_.check(asked.result, asked.call, kNotCopied);
    context_.check(context_.table().cuEventRecord(event, queue_.stream), "cuEventRecord", kNotCopied);
  }
  // Returns true if the device has copied the oldest queued pieces.
  bool look_at_device() {
    const std::uint64_t before = over_;
    while (over_ != issued_) {
      const CUresult result = context_.table().cuEventQuery(event_of(over_));
      if (result == CUDA_ERROR_NOT_READY) break;
      context_.check(result, "cuEventQuery", kNotCopied);
      ++over_;
    }
    return over_ != before;
  }
  // Helps the workers or waits, in a turn without progress.
  void idle() {
    check_process();
    if (workers().help(*this)) return;
    if (++looks_ < kLooksBeforeSleep) return;
    looks_ = 0;
    if (over_ == issued_) {
      ::sched_yield();
      return;
    }
    context_.check(context_.table().cuEventSynchronize(event_of(over_)), "cuEventSynchronize", kNotCopied);
  }

  bool make_to_device() {
    allow(chunks_.count());
    while (over_ != count_) {
      const std::uint64_t before = issued_;
      while (issued_ != count_ && is_touched(issued_)) {
        if (is_refused()) return false;
        issue();
      }
      if (look_at_device()) {
        allow(over_ + chunks_.count());
      } else if (issued_ == before) {
        idle();
      }
    }
    return true;
  }
  bool make_to_host() {
    for (std::uint64_t done = 0; done != count_;) {
      const std::uint64_t before = issued_ + done;
      while (issued_ != count_ && issued_ != done + chunks_.count()) issue();
      const bool is_progress = look_at_device();
      if (is_progress) allow(over_);
      while (done != over_ && is_touched(done)) ++done;
      if (is_refused()) return false;
      if (!is_progress && issued_ + done == before) idle();
    }
    return true;
  }

  Context& context_;
  const bool to_device_;
  const Queue queue_;
  const CopyChunks::Lease& chunks_;
  const Pieces pieces_;
  const std::uint64_t count_;
  std::uint64_t issued_ = 0;  // the pieces that were queued on the device
  std::uint64_t over_ = 0;    // the pieces that the device has copied
  unsigned looks_ = 0;
  std::array<std::atomic<std::uint64_t>, CopyChunks::kChunks>
      touched_{};  // piece + 1 that a thread is done with
  std::atomic<bool> is_refused_{false};
};

// The kind of host memory; the driver knows page-locked and managed memory, and copies it itself.
enum class HostKind { kOrdinary, kPageLocked, kManaged };
HostKind kind_of(const Table& table, const std::byte* address) noexcept {
  unsigned is_managed = 0;
  if (table.cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                  reinterpret_cast<std::uintptr_t>(address)) != CUDA_SUCCESS)
    return HostKind::kOrdinary;
  return is_managed != 0 ? HostKind::kManaged : HostKind::kPageLocked;
}
bool is_ordinary(const Table& table, const std::byte* address) noexcept {
  return table.cuPointerGetAttribute && kind_of(table, address) == HostKind::kOrdinary;
}

}  // namespace

bool copy_staged(Context& context, const CopyRegion& region, Queue queue) {
  const CopyEnd& host = region.dst.mem ? region.src : region.dst;
  if (context.is_cpu() || !system_populates() || !is_ordinary(context.table(), host.host + host.offset))
    return false;
  const unsigned threads = CopyWorkers::instance().start();
  if (threads == 0) return false;
  // Each thread gets at least two pieces.
  const std::uint64_t bytes = region.width * region.rows * region.slices;
  const std::uint64_t page = page_bytes();
  const std::uint64_t piece = std::clamp<std::uint64_t>((bytes / (2 * threads) + page - 1) / page * page,
                                                        kLeastPieceBytes, CopyChunks::kChunkBytes - page);
  const auto wanted =
      static_cast<unsigned>(std::min<std::uint64_t>((bytes + piece - 1) / piece, CopyChunks::kChunks));
  CopyChunks::Lease chunks(service<Staging>(context).chunks(), context, wanted);
  if (chunks.count() < 2) return false;

  const std::uint64_t moment = context.slots().settle_begin();
  StagedCopy copy(context, region, queue, chunks, piece, threads);
  const auto drain = [&] {
    if (!copy.is_on_device()) return CUDA_SUCCESS;
    const CUresult result =
        process_over() ? CUDA_ERROR_DEINITIALIZED : context.table().cuStreamSynchronize(queue.stream);
    if (result != CUDA_SUCCESS) chunks.abandon();
    return result;
  };
  bool is_made = false;
  try {
    is_made = copy.make();
  } catch (...) {
    context.slots().queued(queue.slot);
    drain();
    throw;
  }
  if (is_made) {
    context.slots().settle(queue.slot, moment);
    return true;
  }
  context.slots().queued(queue.slot);
  context.check(drain(), "cuStreamSynchronize", kNotCopied);
  return false;
}

bool copy_small_to_host(Context& context, const CopyRegion& line, Queue queue) {
  const Table& table = context.table();
  std::byte* const host = line.dst.host + line.dst.offset;
  const auto address = reinterpret_cast<std::uintptr_t>(host);
  const std::uintptr_t first = address / page_bytes() * page_bytes();
  if (!system_populates() || !table.cuPointerGetAttribute) return false;
  CopyChunks& all = service<Staging>(context).chunks();
  if (line.width > kAnyKindBytes && !all.is_ordinary(first) && !is_ordinary(table, host)) return false;
  CopyChunks::Lease chunks(all, context, 1);
  if (chunks.count() == 0) return false;
  Recording recording(context, queue.stream);
  context.check(table.cuMemcpyDtoHAsync(chunks.chunk(0), line.src.begin(), line.width, queue.stream),
                "cuMemcpyDtoHAsync", kNotCopied);
  if (recording) {
    Work work;
    work.kind = WorkKind::kDtoH;
    work.bytes = line.width;
    recording.end(work);
  }
  context.slots().queued(queue.slot);
  // The device copies while the driver is asked.
  const HostKind kind = kind_of(table, host);
  all.note_ordinary(kind == HostKind::kOrdinary ? first : 0);
  const bool is_made =
      kind != HostKind::kManaged && populate(first, address + line.width - first, kPopulateWrite);
  const std::uint64_t moment = context.slots().settle_begin();
  const CUresult result = table.cuStreamSynchronize(queue.stream);
  if (result != CUDA_SUCCESS) chunks.abandon();
  context.check(result, "cuStreamSynchronize", kNotCopied);
  if (is_made) std::memcpy(host, chunks.chunk(0), line.width);
  context.slots().settle(queue.slot, moment);
  return is_made;
}

}  // namespace gridcall::core
