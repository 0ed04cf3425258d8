// SPDX-License-Identifier: Apache-2.0

#include "cpu/image/loader.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cpu/base/text.h"
#include "cpu/image/description.h"
#include "cpu/memory/guarded_pages.h"
#include "cpu/runtime/symbols.h"

namespace gridcall::cpu {

using namespace driver;

namespace {

constexpr std::size_t kPage = kPageBytes;
constexpr std::size_t kMaxImageBytes = std::size_t{1} << 30;
constexpr std::uint16_t kMachineCuda = 190;
// Code reaches a variable within 2 GiB: where an image goes that uses another one's, and how often it is
// tried.
constexpr std::uint64_t kReach = std::uint64_t{0x7fff} << 16;
constexpr std::uint64_t kSearchStep = std::uint64_t{16} << 20;
constexpr std::uint64_t kSearchSteps = 100;

#if defined(__x86_64__)
constexpr std::uint16_t kMachine = EM_X86_64;
#else
constexpr std::uint16_t kMachine = EM_AARCH64;
#endif

// Copies memory that may not be there. The kernel looks at the addresses for us: a write from unmapped memory
// is refused with EFAULT instead of ending the process.
class Probe {
 public:
  Probe() noexcept : pipe_{-1, -1} {
    if (pipe2(pipe_, O_CLOEXEC) != 0) pipe_[0] = pipe_[1] = -1;
  }
  ~Probe() {
    if (pipe_[0] >= 0) close(pipe_[0]);
    if (pipe_[1] >= 0) close(pipe_[1]);
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  bool copy(std::byte* to, const void* from, std::size_t bytes) noexcept {
    if (pipe_[0] < 0) {  // no file descriptors left: trust the caller
      std::memcpy(to, from, bytes);
      return true;
    }
    const auto* source = static_cast<const std::byte*>(from);
    while (bytes != 0) {
      const std::size_t piece = std::min(bytes, kPage);  // fits into an empty pipe
      // Not write(): a sanitizer would look at the bytes itself.
      const ssize_t written = syscall(SYS_write, pipe_[1], source, piece);
      if (written <= 0) return false;
      std::size_t got = 0;
      while (got < static_cast<std::size_t>(written)) {
        const ssize_t more = read(pipe_[0], to + got, static_cast<std::size_t>(written) - got);
        if (more <= 0) return false;
        got += static_cast<std::size_t>(more);
      }
      source += written;
      to += written;
      bytes -= static_cast<std::size_t>(written);
    }
    return true;
  }

 private:
  int pipe_[2];
};

// The object, with every access checked.
struct Object {
  const std::byte* bytes;
  std::size_t size;

  bool holds(std::uint64_t offset, std::uint64_t length) const noexcept {
    return offset <= size && length <= size - offset;
  }
  template <class T>
  bool read(std::uint64_t offset, T& value) const noexcept {
    if (!holds(offset, sizeof value)) return false;
    std::memcpy(&value, bytes + offset, sizeof value);
    return true;
  }
};

struct Section {
  Elf64_Shdr header{};
  std::uint64_t place = 0;  // in the mapping; kNowhere when not loaded
};
constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

struct Table {  // of symbols, with its strings
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::uint64_t strings = 0;
  std::uint64_t strings_bytes = 0;
};

class Loader {
 public:
  Loader(const std::byte* bytes, std::size_t size, std::string& text, const LoadedImage* first)
      : object_{bytes, size}, text_(text), first_(first) {
    for (std::uint32_t i = 0; first != nullptr && i < first->description->global_count; ++i) {
      const GlobalDescription& global = first->description->globals[i];
      variables_.emplace(global.name, reinterpret_cast<std::uint64_t>(global.address));
    }
  }
  ~Loader() {
    if (base_ != nullptr) munmap(base_ - kGuardBytes, total_ + kGuardBytes);
  }
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  CUresult load(LoadedImage& loaded) {
    if (!read_sections() || !find_symbols() || !lay_out() || !fill() || !relocate() || !check_description() ||
        !protect())
      return failure_;
    // Kernels may overwrite the image's own.
    loaded.description = reinterpret_cast<const ModuleDescription*>(description_copy(*description_));
    loaded.base = base_ - kGuardBytes;
    loaded.bytes = total_ + kGuardBytes;
    base_ = nullptr;
    return CUDA_SUCCESS;
  }

 private:
  bool wrong(std::string text) {
    text_ = "module image: " + std::move(text);
    return false;
  }
  // The system refused, and errno says why.
  bool refused(const char* what) {
    const int error = errno;
    failure_ =
        error == ENOMEM || error == EAGAIN ? GRIDCALL_DRIVER_ERROR_HOST_MEMORY : CUDA_ERROR_NOT_PERMITTED;
    return wrong(
        format("the system refuses %s for its %zu bytes (%s)%s", what, total_, std::strerror(error),
               failure_ == CUDA_ERROR_NOT_PERMITTED
                   ? ": the process must be allowed to make memory executable that it has written (SELinux: "
                     "execmem; systemd: MemoryDenyWriteExecute=no; prctl: no PR_SET_MDWE)"
                   : ""));
  }

  bool read_sections() {
    Elf64_Ehdr header{};
    if (!object_.read(0, header)) return wrong(format("%zu bytes are no ELF object", object_.size));
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_REL) {
      return wrong("not a 64-bit little-endian relocatable ELF object");
    }
    if (header.e_machine != kMachine) {
      return wrong(format("made for ELF machine %u, this machine is %u", header.e_machine, kMachine));
    }
    if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum == 0) return wrong("no section table");
    if (!object_.holds(header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr))) {
      return wrong("its section table lies outside it");
    }
    sections_.resize(header.e_shnum);
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      Section& section = sections_[i];
      object_.read(header.e_shoff + i * sizeof(Elf64_Shdr), section.header);
      section.place = kNowhere;
      const Elf64_Shdr& h = section.header;
      if (h.sh_type != SHT_NOBITS && h.sh_type != SHT_NULL && !object_.holds(h.sh_offset, h.sh_size)) {
        return wrong(format("section %zu lies outside it", i));
      }
      if (h.sh_size > kMaxImageBytes)
        return wrong(format("section %zu wants %llu bytes", i, static_cast<unsigned long long>(h.sh_size)));
      if (h.sh_addralign > 65536 || (h.sh_addralign & (h.sh_addralign - 1)) != 0) {
        return wrong(
            format("section %zu has alignment %llu", i, static_cast<unsigned long long>(h.sh_addralign)));
      }
      if ((h.sh_flags & SHF_ALLOC) != 0) {
        if (h.sh_type == SHT_INIT_ARRAY || h.sh_type == SHT_FINI_ARRAY || h.sh_type == SHT_PREINIT_ARRAY) {
          return wrong("it has static constructors, which device code cannot have");
        }
        if ((h.sh_flags & SHF_TLS) != 0)
          return wrong("it has thread-local variables, which device code cannot have");
        if ((h.sh_flags & SHF_EXECINSTR) != 0 && (h.sh_flags & SHF_WRITE) != 0) {
          return wrong(format("section %zu is both code and writable", i));
        }
      }
    }
    return true;
  }

  bool find_symbols() {
    for (const Section& section : sections_) {
      const Elf64_Shdr& h = section.header;
      if (h.sh_type != SHT_SYMTAB) continue;
      if (symbols_.count != 0) return wrong("two symbol tables");
      if (h.sh_entsize != sizeof(Elf64_Sym) || h.sh_link >= sections_.size())
        return wrong("a bad symbol table");
      const Elf64_Shdr& strings = sections_[h.sh_link].header;
      if (strings.sh_type != SHT_STRTAB) return wrong("a symbol table without names");
      symbols_ = Table{h.sh_offset, h.sh_size / sizeof(Elf64_Sym), strings.sh_offset, strings.sh_size};
    }
    return symbols_.count != 0 || wrong("no symbols");
  }

  bool symbol(std::uint64_t index, Elf64_Sym& value) {
    if (index >= symbols_.count) return wrong("a symbol number outside the table");
    return object_.read(symbols_.offset + index * sizeof value, value) || wrong("a bad symbol table");
  }

  // NULL when the name does not end inside the table.
  const char* symbol_name(const Elf64_Sym& value) const noexcept {
    if (value.st_name >= symbols_.strings_bytes) return nullptr;
    const auto* name = reinterpret_cast<const char*>(object_.bytes + symbols_.strings + value.st_name);
    return std::memchr(name, 0, symbols_.strings_bytes - value.st_name) != nullptr ? name : nullptr;
  }

  // Code first, then stubs and what is only read, then what is written: each begins a page.
  bool lay_out() {
    // Every undefined symbol may need a stub and a slot, every other one a slot.
    slots_ = symbols_.count;
    std::uint64_t at = 0;
    const auto place = [&](auto wanted) {
      for (Section& section : sections_) {
        const Elf64_Shdr& h = section.header;
        if ((h.sh_flags & SHF_ALLOC) == 0 || h.sh_size == 0 || section.place != kNowhere || !wanted(h))
          continue;
        const std::uint64_t align = std::max<std::uint64_t>(h.sh_addralign, 16);
        at = (at + align - 1) / align * align;
        section.place = at;
        at += h.sh_size;
        if (at > kMaxImageBytes) return false;
      }
      return true;
    };
    const auto page = [&] { at = (at + kPage - 1) / kPage * kPage; };
    bool fits = place([](const Elf64_Shdr& h) { return (h.sh_flags & SHF_EXECINSTR) != 0; });
    at = (at + 15) / 16 * 16;
    stubs_ = at;
    at += slots_ * kStubBytes;
    page();
    read_only_ = at;
    fits = fits && place([](const Elf64_Shdr& h) { return (h.sh_flags & SHF_WRITE) == 0; });
    at = (at + 15) / 16 * 16;
    table_ = at;
    at += slots_ * 8;
    page();
    writable_ = at;
    fits = fits && place([](const Elf64_Shdr&) { return true; });
    page();
    at += kGuardBytes;  // inaccessible: what runs past the last global is noticed
    if (!fits || at > kMaxImageBytes) return wrong("it wants more than 1 GiB");
    total_ = at;
    errno = ENOMEM;  // also where nothing free is within reach
    void* memory = map();
    if (memory == MAP_FAILED) return refused("memory");
    // An access before the first global reaches code, or the guard before it.
    base_ = static_cast<std::byte*>(memory) + kGuardBytes;
    return mprotect(base_, total_ - kGuardBytes, PROT_READ | PROT_WRITE) == 0 || refused("memory");
  }

  void* map() noexcept {
    const std::size_t mapped = total_ + kGuardBytes;
    const auto try_at = [&](std::uint64_t hint) {
      return mmap(reinterpret_cast<void*>(hint), mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    };
    if (first_ == nullptr) return try_at(0);
    const auto there = reinterpret_cast<std::uint64_t>(first_->base);
    for (std::uint64_t step = 0; step < kSearchSteps; ++step) {
      const std::uint64_t below = mapped + step * kSearchStep;
      void* memory = try_at(step == 0 || below > there ? 0 : there - below);
      if (memory == MAP_FAILED) return memory;
      const auto here = reinterpret_cast<std::uint64_t>(memory);
      const std::uint64_t begin = std::min(here, there);
      const std::uint64_t end = std::max(here + mapped, there + first_->bytes);
      if (end - begin <= kReach) return memory;
      munmap(memory, mapped);
    }
    return MAP_FAILED;
  }

  bool fill() {
    for (const Section& section : sections_) {
      if (section.place == kNowhere || section.header.sh_type == SHT_NOBITS) continue;
      std::memcpy(base_ + section.place, object_.bytes + section.header.sh_offset, section.header.sh_size);
    }
    resolved_.assign(symbols_.count, Resolved{});
    return true;
  }

  struct Resolved {
    bool known = false;
    bool external = false;
    bool slot_filled = false;
    bool stub_filled = false;
    std::uint64_t address = 0;
  };

  bool resolve(std::uint64_t index, Resolved*& result) {
    if (index >= symbols_.count) return wrong("a relocation names a symbol outside the table");
    result = &resolved_[index];
    if (result->known) return true;
    Elf64_Sym value{};
    if (!symbol(index, value)) return false;
    if (value.st_shndx == SHN_UNDEF) {
      if (index != 0) {
        const char* name = symbol_name(value);
        if (name == nullptr) return wrong("a symbol with a bad name");
        void* address = runtime_symbol(name);
        if (address == nullptr && ELF64_ST_BIND(value.st_info) != STB_WEAK) {
          return wrong(format("it needs `%.200s', which device code on this device cannot call", name));
        }
        result->address = reinterpret_cast<std::uint64_t>(address);
        result->external = true;
      }
    } else if (value.st_shndx == SHN_ABS) {
      result->address = value.st_value;
    } else if (value.st_shndx >= SHN_LORESERVE) {
      return wrong("a symbol in no section of its own (compile with -fno-common)");
    } else {
      if (value.st_shndx >= sections_.size()) return wrong("a symbol of a section that is not there");
      const Section& section = sections_[value.st_shndx];
      if (section.place == kNowhere && section.header.sh_size != 0)
        return wrong("a symbol of a section that is not loaded");
      if (value.st_value > section.header.sh_size) return wrong("a symbol outside its section");
      const std::uint64_t place = section.place == kNowhere ? 0 : section.place;
      result->address = reinterpret_cast<std::uint64_t>(base_) + place + value.st_value;
      if (const char* name = first_ != nullptr ? symbol_name(value) : nullptr) {
        if (const auto found = variables_.find(name); found != variables_.end())
          result->address = found->second;
      }
    }
    result->known = true;
    return true;
  }

  // The address of a pointer-sized slot that holds the symbol's address.
  std::uint64_t slot(std::uint64_t index, Resolved& symbol) {
    std::byte* at = base_ + table_ + index * 8;
    if (!symbol.slot_filled) std::memcpy(at, &symbol.address, 8);
    symbol.slot_filled = true;
    return reinterpret_cast<std::uint64_t>(at);
  }

#if defined(__x86_64__)
  static constexpr std::uint64_t kStubBytes = 8;
#else
  static constexpr std::uint64_t kStubBytes = 16;
#endif

  // The address to branch to: the symbol itself, or a jump to it where it may be too far away.
  std::uint64_t branch_target(std::uint64_t index, Resolved& symbol) {
    if (!symbol.external) return symbol.address;
    std::byte* at = base_ + stubs_ + index * kStubBytes;
    const std::uint64_t from = slot(index, symbol);
    if (!symbol.stub_filled) {
#if defined(__x86_64__)
      const unsigned char jump[kStubBytes] = {0xff, 0x25, 0, 0, 0, 0, 0xcc, 0xcc};  // jmp *slot(%rip)
      const auto distance = static_cast<std::int32_t>(from - (reinterpret_cast<std::uint64_t>(at) + 6));
      std::memcpy(at, jump, sizeof jump);
      std::memcpy(at + 2, &distance, 4);
#else
      // ldr x16, slot would reach 1 MiB only: adrp + ldr + br.
      const std::uint64_t pc = reinterpret_cast<std::uint64_t>(at);
      const std::int64_t pages = static_cast<std::int64_t>(from >> 12) - static_cast<std::int64_t>(pc >> 12);
      const std::uint32_t code[4] = {0x90000010u | static_cast<std::uint32_t>(pages & 3) << 29 |
                                         (static_cast<std::uint32_t>(pages >> 2) & 0x7ffff) << 5,
                                     0xf9400210u | static_cast<std::uint32_t>((from & 0xfff) >> 3) << 10,
                                     0xd61f0200u, 0xd4200020u};
      std::memcpy(at, code, sizeof code);
#endif
    }
    symbol.stub_filled = true;
    return reinterpret_cast<std::uint64_t>(at);
  }

  bool relocate() {
    for (const Section& table : sections_) {
      const Elf64_Shdr& h = table.header;
      if (h.sh_type != SHT_RELA && h.sh_type != SHT_REL) continue;
      if (h.sh_info >= sections_.size()) return wrong("relocations of a section that is not there");
      const Section& target = sections_[h.sh_info];
      if (target.place == kNowhere) continue;  // debug information, or empty
      if (h.sh_type == SHT_REL || h.sh_entsize != sizeof(Elf64_Rela))
        return wrong("relocations of an unknown form");
      if (target.header.sh_type == SHT_NOBITS) return wrong("relocations of a section without content");
      for (std::uint64_t i = 0; i < h.sh_size / sizeof(Elf64_Rela); ++i) {
        Elf64_Rela entry{};
        object_.read(h.sh_offset + i * sizeof entry, entry);
        if (!apply(target, entry)) return false;
      }
    }
    return true;
  }

  bool apply(const Section& target, const Elf64_Rela& entry) {
    const auto type = static_cast<std::uint32_t>(ELF64_R_TYPE(entry.r_info));
    if (type == 0) return true;
    const std::uint64_t index = ELF64_R_SYM(entry.r_info);
    Resolved* symbol = nullptr;
    if (!resolve(index, symbol)) return false;
    const auto width = [&](std::uint64_t bytes) {
      return (entry.r_offset <= target.header.sh_size && bytes <= target.header.sh_size - entry.r_offset) ||
             wrong("a relocation outside its section");
    };
    // An offset that is out of bounds makes no pointer: `width` is asked before `at` is used.
    std::byte* at = base_ + target.place + std::min<std::uint64_t>(entry.r_offset, target.header.sh_size);
    const auto pc = reinterpret_cast<std::uint64_t>(at);
    const auto addend = static_cast<std::uint64_t>(entry.r_addend);
    const auto put64 = [&](std::uint64_t value) {
      if (!width(8)) return false;
      std::memcpy(at, &value, 8);
      return true;
    };
    const auto put_signed32 = [&](std::uint64_t value) {
      if (!width(4)) return false;
      const auto narrow = static_cast<std::int32_t>(value);
      if (static_cast<std::uint64_t>(static_cast<std::int64_t>(narrow)) != value)
        return wrong("a relocation does not fit into 32 bits");
      std::memcpy(at, &narrow, 4);
      return true;
    };
#if defined(__x86_64__)
    switch (type) {
      case R_X86_64_64:
        return put64(symbol->address + addend);
      case R_X86_64_PC64:
        return put64(symbol->address + addend - pc);
      case R_X86_64_PC32:
      case R_X86_64_PLT32:
        return put_signed32(branch_target(index, *symbol) + addend - pc);
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX:
        return put_signed32(slot(index, *symbol) + addend - pc);
      case R_X86_64_GOTPC32:
        return put_signed32(reinterpret_cast<std::uint64_t>(base_ + table_) + addend - pc);
      case R_X86_64_GOTPC64:
        return put64(reinterpret_cast<std::uint64_t>(base_ + table_) + addend - pc);
      case R_X86_64_GOTOFF64:
        return put64(symbol->address + addend - reinterpret_cast<std::uint64_t>(base_ + table_));
      case R_X86_64_32:
      case R_X86_64_32S:
        return wrong("it is compiled for a fixed place in memory (use -fPIC)");
      default:
        return wrong(format("relocation type %u is unknown", type));
    }
#else
    const auto patch = [&](std::uint32_t clear, std::uint32_t set) {
      if (!width(4)) return false;
      std::uint32_t code = 0;
      std::memcpy(&code, at, 4);
      code = (code & ~clear) | set;
      std::memcpy(at, &code, 4);
      return true;
    };
    const std::uint64_t value = symbol->address + addend;
    const auto page_of = [&](std::uint64_t address) {
      const std::int64_t pages =
          static_cast<std::int64_t>(address >> 12) - static_cast<std::int64_t>(pc >> 12);
      if (pages < -(1 << 20) || pages >= (1 << 20)) return wrong("a page relocation does not reach");
      return patch(0x60ffffe0u, static_cast<std::uint32_t>(pages & 3) << 29 |
                                    (static_cast<std::uint32_t>(pages >> 2) & 0x7ffff) << 5);
    };
    const auto low12 = [&](std::uint64_t address, unsigned shift) {
      if ((address & ((1u << shift) - 1)) != 0) return wrong("a misaligned load relocation");
      return patch(0xfffu << 10, static_cast<std::uint32_t>((address & 0xfff) >> shift) << 10);
    };
    switch (type) {
      case R_AARCH64_ABS64:
        return put64(value);
      case R_AARCH64_PREL64:
        return put64(value - pc);
      case R_AARCH64_PREL32:
        return put_signed32(value - pc);
      case R_AARCH64_CALL26:
      case R_AARCH64_JUMP26: {
        const auto distance = static_cast<std::int64_t>(branch_target(index, *symbol) + addend - pc);
        if ((distance & 3) != 0 || distance < -(1 << 27) || distance >= (1 << 27))
          return wrong("a call does not reach");
        return patch(0x03ffffffu, static_cast<std::uint32_t>(distance >> 2) & 0x03ffffffu);
      }
      case R_AARCH64_ADR_PREL_PG_HI21:
        return page_of(value);
      case R_AARCH64_ADD_ABS_LO12_NC:
      case R_AARCH64_LDST8_ABS_LO12_NC:
        return low12(value, 0);
      case R_AARCH64_LDST16_ABS_LO12_NC:
        return low12(value, 1);
      case R_AARCH64_LDST32_ABS_LO12_NC:
        return low12(value, 2);
      case R_AARCH64_LDST64_ABS_LO12_NC:
        return low12(value, 3);
      case R_AARCH64_LDST128_ABS_LO12_NC:
        return low12(value, 4);
      case R_AARCH64_ADR_GOT_PAGE:
        return page_of(slot(index, *symbol));
      case R_AARCH64_LD64_GOT_LO12_NC:
        return low12(slot(index, *symbol), 3);
      default:
        return wrong(format("relocation type %u is unknown", type));
    }
#endif
  }

  // ---- What the object says of itself -------------------------------------------------------------------

  bool check_description() {
    const ModuleDescription* module = nullptr;
    for (std::uint64_t i = 1; i < symbols_.count; ++i) {
      Elf64_Sym value{};
      if (!symbol(i, value)) return false;
      const char* name = symbol_name(value);
      if (name == nullptr || std::strcmp(name, kModuleSymbol) != 0 || value.st_shndx == SHN_UNDEF) continue;
      Resolved* resolved = nullptr;
      if (!resolve(i, resolved)) return false;
      module = reinterpret_cast<const ModuleDescription*>(resolved->address);
      break;
    }
    if (module == nullptr) return wrong("no `gridcall_module': gridcall-cc did not make it");
    const ImageBounds bounds{base_, total_ - kGuardBytes, stubs_, read_only_, writable_};
    std::string why;
    if (!description_holds(module, bounds, first_ != nullptr ? first_->description : nullptr, why))
      return wrong(std::move(why));
    writes_constants_ = first_ == nullptr && has_constants_below(*module, base_ + writable_);
    description_ = module;
    return true;
  }

  // Never both writable and executable.
  bool protect() {
    if (mprotect(base_, read_only_, PROT_READ | PROT_EXEC) != 0) return refused("executable memory");
    __builtin___clear_cache(reinterpret_cast<char*>(base_), reinterpret_cast<char*>(base_ + read_only_));
    if (writable_ == read_only_ || writes_constants_) return true;
    return mprotect(base_ + read_only_, writable_ - read_only_, PROT_READ) == 0 ||
           refused("read-only memory");
  }

  Object object_;
  std::string& text_;
  const LoadedImage* first_;
  std::unordered_map<std::string_view, std::uint64_t> variables_;  // of `first_`: addresses
  std::vector<Section> sections_;
  Table symbols_;
  std::vector<Resolved> resolved_;
  std::uint64_t slots_ = 0;
  std::uint64_t stubs_ = 0;  // end of the object's code, begin of the jumps
  std::uint64_t read_only_ = 0;
  std::uint64_t table_ = 0;  // of addresses
  std::uint64_t writable_ = 0;
  std::size_t total_ = 0;
  std::byte* base_ = nullptr;
  CUresult failure_ = CUDA_ERROR_INVALID_IMAGE;
  bool writes_constants_ = false;
  const ModuleDescription* description_ = nullptr;
};

constexpr const char* kLicence =
    "the CPU device does not run the output of NVIDIA's compilers (their licence forbids translating it); "
    "hand it "
    "CUDA C++ source instead";

}  // namespace

CUresult object_load(const std::byte* object, std::size_t bytes, LoadedImage& loaded, std::string& text,
                     const LoadedImage* first) {
  return Loader(object, bytes, text, first).load(loaded);
}

// The call has no length. An image may say it (ImageWrapper); else the object's own header does: compilers
// write the section table last, so its end is the object's end.
CUresult image_load(const void* image, LoadedImage& loaded, std::string& text, const LoadedImage* other) {
  Probe probe;
  const auto* source = static_cast<const std::byte*>(image);
  std::byte head[sizeof(Elf64_Ehdr)] = {};
  std::size_t known = 0;
  while (known < sizeof head && probe.copy(head + known, source + known, 1)) {
    if (head[known] == std::byte{0} && known < 4) break;  // a text of less than four characters
    ++known;
    // The rest at once, unless the memory ends before.
    if (known == 4 && probe.copy(head + known, source + known, sizeof head - known)) known = sizeof head;
  }
  const auto starts = [&](const void* magic, std::size_t bytes) {
    return known >= bytes && std::memcmp(head, magic, bytes) == 0;
  };
  std::uint32_t first = 0;
  if (known >= 4) std::memcpy(&first, head, 4);
  if (first == 0xba55ed50u || first == 0x466243b1u) {
    text = std::string("module image: a fatbin; ") + kLicence;
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  std::uint64_t bytes = 0;
  if (starts(kImageWrapperMagic, sizeof(ImageWrapper::magic)) && known >= sizeof(ImageWrapper)) {
    ImageWrapper wrapper{};
    std::memcpy(&wrapper, head, sizeof wrapper);
    bytes = wrapper.bytes;
    source += sizeof wrapper;
  } else if (starts(ELFMAG, SELFMAG) && known == sizeof head) {
    Elf64_Ehdr header{};
    std::memcpy(&header, head, sizeof header);
    if (header.e_machine == kMachineCuda) {
      text = std::string("module image: a cubin; ") + kLicence;
      return CUDA_ERROR_NOT_SUPPORTED;
    }
    if (__builtin_add_overflow(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize, &bytes))
      bytes = kMaxImageBytes + 1;
  } else {
    // PTX is text with a .version near its head.
    std::string start;
    for (std::size_t i = 0; i < 4096; ++i) {
      std::byte c{};
      if (!probe.copy(&c, source + i, 1) || c == std::byte{0}) break;
      start.push_back(static_cast<char>(c));
    }
    if (start.find(".version") != std::string::npos && start.find(".target") != std::string::npos) {
      text = std::string("module image: PTX; ") + kLicence;
      return CUDA_ERROR_NOT_SUPPORTED;
    }
    text = "module image: not an object of gridcall-cc";
    return CUDA_ERROR_INVALID_IMAGE;
  }
  if (bytes < sizeof(Elf64_Ehdr) || bytes > kMaxImageBytes) {
    text = format("module image: its header says that it has %llu bytes",
                  static_cast<unsigned long long>(bytes));
    return CUDA_ERROR_INVALID_IMAGE;
  }
  std::vector<std::byte> copy(bytes);
  if (!probe.copy(copy.data(), source, bytes)) {
    text = format("module image: its header says that it has %llu bytes, but the memory ends before",
                  static_cast<unsigned long long>(bytes));
    return CUDA_ERROR_INVALID_IMAGE;
  }
  return object_load(copy.data(), copy.size(), loaded, text, other);
}

void image_unload(LoadedImage& loaded) noexcept {
  if (loaded.base != nullptr) munmap(loaded.base, loaded.bytes);
  delete[] reinterpret_cast<const std::byte*>(loaded.description);
  loaded = LoadedImage{};
}

}  // namespace gridcall::cpu
