// SPDX-License-Identifier: Apache-2.0
//
// Allocations that other processes can open, and those of other processes that are opened here.

#include <sys/mman.h>

#include <mutex>

#include "cpu/base/fault_text.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/moved_pages.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

using namespace driver;

// ---- Exports ---------------------------------------------------------------------------------------------

CUresult Memory::export_own(const OwnMapping& mapping, SharedHandle& handle) {
  const std::uint64_t pages = mapping.pages.bytes / kPageBytes;
  int file = mapping.file;
  if (file < 0) {
    Descriptor made;
    if (const CUresult refused = shared_file_make(pages, made)) return refused;
    // The lock is not held, because the move may take long, and threads that write there wait for it.
    if (const CUresult refused = moved_pages_move(mapping.pages.begin, mapping.pages.bytes, made.get()))
      return refused;
    file = made.release();
    const std::lock_guard lock(lock_);
    own_.set_file(mapping.buffer.begin, file);
  }
  bool is_new = false;
  return shared_file_export(file, SharedKind::kMemory,
                            {pages, mapping.buffer.begin - mapping.pages.begin, mapping.buffer.bytes}, handle,
                            is_new);
}

CUresult Memory::export_shared_locked(const Range& range, SharedHandle& handle) {
  const SharedRegions::SharedPages pages = device_.pages_of(range.begin);
  const std::uint64_t count = pages.bytes / kPageBytes;
  int file = pages.file;
  Descriptor made;  // it is closed if the export fails
  if (file < 0) {
    if (const CUresult refused = shared_file_make(count, made)) return refused;
    if (const CUresult refused = moved_pages_move(pages.begin, pages.bytes, made.get())) return refused;
    file = made.get();
    device_.set_file(range.begin, {});
  }
  bool is_new = false;
  if (const CUresult refused = shared_file_export(
          file, SharedKind::kMemory, {count, range.begin - pages.begin, range.bytes}, handle, is_new))
    return refused;
  if (made.get() >= 0) device_.set_file(range.begin, std::move(made));
  if (is_new) device_.add_export(range.begin);
  return CUDA_SUCCESS;
}

CUresult Memory::export_handle(std::uintptr_t address, SharedHandle& handle) {
  const std::lock_guard exporting(export_lock_);
  OwnMapping mapping;
  {
    const std::lock_guard lock(lock_);
    Range range;
    if (!find_allocation_locked(address, range) || range.kind != RangeKind::kDevice)
      return CUDA_ERROR_INVALID_VALUE;
    const OwnMapping* own = own_.find_below(address);
    if (!own || own->buffer.begin != range.begin) return export_shared_locked(range, handle);
    mapping = *own;
  }
  return export_own(mapping, handle);
}

// ---- Imports ---------------------------------------------------------------------------------------------

CUresult Memory::open_import(const SharedHandle& handle, std::uint32_t owner, std::uintptr_t& address) {
  Descriptor file;
  if (const CUresult refused = shared_file_open(handle, SharedKind::kMemory, file)) return refused;
  const std::lock_guard lock(lock_);
  for (auto& [begin, import] : imports_) {
    if (import.inode != handle.inode || import.nonce != handle.nonce || others_.at(begin).owner != owner)
      continue;
    ++import.times;
    address = begin;
    return CUDA_SUCCESS;
  }
  const std::size_t lead = handle.offset % kPageBytes;
  Import import{.inode = handle.inode, .nonce = handle.nonce, .times = 1};
  if (!guarded_map(lead + handle.size, kPageBytes, import.pages)) return CUDA_ERROR_OUT_OF_MEMORY;
  if (::mmap(reinterpret_cast<void*>(import.pages.begin), import.pages.bytes, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, file.get(), static_cast<off_t>(handle.offset - lead)) == MAP_FAILED) {
    guarded_unmap(import.pages);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  const std::uintptr_t begin = import.pages.begin + lead;
  try {
    imports_.emplace(begin, import);
    others_.emplace(begin, Range{begin, handle.size, RangeKind::kImported, nullptr, owner});
    shadow().set(begin, handle.size, kShadowValid | kShadowWritten);
  } catch (...) {
    imports_.erase(begin);
    guarded_unmap(import.pages);
    throw;
  }
  extend_bounds(begin, begin + handle.size);
  address = begin;
  return CUDA_SUCCESS;
}

bool Memory::close_import(std::uintptr_t address) noexcept {
  const std::lock_guard lock(lock_);
  auto found = imports_.upper_bound(address);
  if (found == imports_.begin() || address >= others_.at((--found)->first).end()) return false;
  if (--found->second.times != 0) return true;
  guarded_unmap(found->second.pages);
  others_.erase(found->first);
  imports_.erase(found);
  return true;
}

void Memory::close_imports_locked(std::uint32_t owner) noexcept {
  for (auto import = imports_.begin(); import != imports_.end();) {
    if (others_.at(import->first).owner != owner) {
      ++import;
      continue;
    }
    guarded_unmap(import->second.pages);
    others_.erase(import->first);
    import = imports_.erase(import);
  }
}

}  // namespace gridcall::cpu
