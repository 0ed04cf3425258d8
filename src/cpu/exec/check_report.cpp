// SPDX-License-Identifier: Apache-2.0
//
// The sentences of reports. One file, and so a little longer than others, because they share the description
// of an address.

#include "cpu/exec/check_report.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <new>
#include <string>

#include "base/environment.h"
#include "cpu/abi/runtime.h"
#include "cpu/base/machine.h"
#include "cpu/base/text.h"
#include "cpu/memory/memory.h"
#include "cpu/memory/object_pages.h"
#include "cpu/memory/shadow.h"

namespace gridcall::cpu {

namespace {

// ---- JSON ----

// Returns the length of the UTF-8 character at the address; 0 if it is invalid.
std::size_t character_bytes(const char* text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t bytes = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (std::size_t i = 1; i < bytes; ++i)
    if (byte(i) >> 6 != 2) return 0;
  // An overlong form, half of a surrogate pair, or a value above the last character.
  const bool is_wrong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0) ||
                        (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90);
  return is_wrong ? 0 : bytes;
}

std::string quoted(const char* text) {
  std::string result = "\"";
  while (*text != '\0') {
    const char c = *text;
    const std::size_t bytes = character_bytes(text);
    if (c == '"' || c == '\\') result += '\\';
    if (bytes == 0)
      result += "\\ufffd";
    else if (static_cast<unsigned char>(c) < 32)
      result += format("\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      result.append(text, bytes);
    text += bytes != 0 ? bytes : 1;
  }
  return result + "\"";
}

class Line {
 public:
  Line& text(const char* name, const char* value) { return raw(name, quoted(value)); }
  Line& number(const char* name, std::int64_t value) { return raw(name, std::to_string(value)); }
  Line& triple(const char* name, const std::uint32_t value[3]) {
    return raw(name, format("[%u,%u,%u]", value[0], value[1], value[2]));
  }
  Line& raw(const char* name, const std::string& value) {
    line_ += line_.empty() ? "{" : ",";
    line_ += quoted(name) + ":" + value;
    return *this;
  }
  std::string end() { return line_ + "}"; }

 private:
  std::string line_;
};

// Appends the line, which ends with a line break, to the file.
void write_line(const std::string& line) noexcept {
  const char* const path = environment::text(environment::Name::CPU_CHECK_FILE);
  if (!path) return;
  const int file = ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) {
    static std::atomic<bool> was_told{false};
    if (!was_told.exchange(true, std::memory_order_relaxed))
      std::fprintf(stderr, "gridcall: CPU device: GRIDCALL_CPU_CHECK_FILE: cannot open \"%s\": %s\n", path,
                   std::strerror(errno));
    return;
  }
  // Each report is one write, so that the lines of several processes stay whole.
  if (::write(file, line.data(), line.size()) < 0) {
    // The launch's fault has the report too.
  }
  ::close(file);
}

// ---- One report ----

const char* access_name(std::uint32_t flags) noexcept {
  return (flags & kAccessWrite) == 0 ? "read" : (flags & kAccessAtomic) != 0 ? "atomic" : "write";
}

struct Report {
  const char* check;
  const char* what;
  Fault kind = Fault::kCheck;
  const CheckSite* site = nullptr;
  std::uint32_t flags = 0;
  std::uint64_t bytes = 0;
  std::uintptr_t address = 0;
  bool has_array = false;
  std::string array;
  const char* array_kind = "";
  std::uint64_t array_bytes = 0;
  bool has_distance = false;
  std::int64_t distance = 0;
  std::string other;  // JSON
  std::string sentence;
  bool is_warning = false;  // a warning does not fail the launch
};

std::string place_of(const CheckSite* site) {
  if (!site || site->line == 0) return site && site->file[0] != '\0' ? std::string(site->file) + ": " : "";
  return format("%s:%u:%u: ", site->file, site->line, site->column);
}

std::string stack_of(const CheckedThread& state, const CheckSite* site) {
  std::string stack = "[";
  const auto add = [&](const CheckSite* from) {
    for (; from; from = from->caller) {
      if (stack.size() > 1) stack += ",";
      stack += Line()
                   .text("function", from->function)
                   .text("file", from->file)
                   .number("line", from->line)
                   .number("column", from->column)
                   .end();
    }
  };
  add(site);
  for (std::uint32_t i = std::min(state.depth, CheckedThread::kMaxCalls); i-- > 0;) add(state.calls[i]);
  return stack + "]";
}

std::uint64_t key_of(const CheckedThread& state, const Report& report) noexcept {
  std::uint64_t key = 1469598103934665603u;
  const auto mix = [&](std::uint64_t value) { key = (key ^ value) * 1099511628211u; };
  mix(reinterpret_cast<std::uintptr_t>(report.site));
  for (const char* c = report.what; *c != '\0'; ++c) mix(static_cast<unsigned char>(*c));
  for (std::uint32_t i = 0; i < std::min(state.depth, CheckedThread::kMaxCalls); ++i)
    mix(reinterpret_cast<std::uintptr_t>(state.calls[i]));
  return key;
}

// Returns true if the report was made before, so that its text is not needed.
bool is_known(ThreadContext* thread, const Report& report) {
  Block& block = block_of(thread);
  CheckReports& all = block.launch->checks;
  const std::uint64_t key = key_of(block.checks->of(thread->linear_index), report);
  const HostSection host(*block.worker);
  const std::lock_guard lock(all.lock);
  return std::find(all.seen.begin(), all.seen.end(), key) != all.seen.end();
}

void make(ThreadContext* thread, const Report& report) {
  Block& block = block_of(thread);
  CheckReports& all = block.launch->checks;
  const CheckedThread& state = block.checks->of(thread->linear_index);
  const std::uint64_t key = key_of(state, report);
  const std::lock_guard lock(all.lock);
  if (std::find(all.seen.begin(), all.seen.end(), key) != all.seen.end()) return;
  all.seen.push_back(key);
  const std::uint32_t number =
      report.is_warning ? all.warnings++ : all.count.fetch_add(1, std::memory_order_relaxed);
  if (number >= CheckReports::kMaxReports) return;
  const char* const kernel = block.launch->kernel().plain_name;
  const std::string sentence = place_of(report.site) + report.sentence;
  const std::uint32_t* const b = block.context.block_index;
  const std::uint32_t* const t = thread->thread_index;
  if (number == 0 && !report.is_warning) {
    all.kind = report.kind;
    all.text = format("kernel `%.300s`: block (%u,%u,%u), thread (%u,%u,%u): ", kernel, b[0], b[1], b[2],
                      t[0], t[1], t[2]) +
               sentence;
  }
  Line line;
  line.text("check", report.check)
      .text("what", report.what)
      .text("kernel", kernel)
      .triple("block", b)
      .triple("thread", t);
  if (report.is_warning) line.text("severity", "warning");
  if (report.site)
    line.text("file", report.site->file)
        .number("line", report.site->line)
        .number("column", report.site->column);
  if (report.flags != 0)
    line.text("access", access_name(report.flags)).number("bytes", static_cast<std::int64_t>(report.bytes));
  if (report.address != 0)
    line.raw("address", format("\"0x%llx\"", static_cast<unsigned long long>(report.address)));
  if (report.has_array)
    line.text("array", report.array.c_str())
        .text("array_kind", report.array_kind)
        .number("array_bytes", static_cast<std::int64_t>(report.array_bytes));
  if (report.has_distance) line.number("distance", report.distance);
  line.raw("stack", stack_of(state, report.site));
  if (!report.other.empty()) line.raw("other", report.other);
  line.text("text", sentence.c_str());
  const std::string json = line.end() + "\n";
  write_line(json);
  if (!report.is_warning) all.lines += json;
}

// Makes the report, and ends the thread if the kernel must stop.
void write_report(ThreadContext* thread, const Report& report) noexcept {
  Block& block = block_of(thread);
  {
    const HostSection host(*block.worker);
    try {
      make(thread, report);
    } catch (const std::bad_alloc&) {
      block.launch->checks.count.fetch_add(1, std::memory_order_relaxed);
    }
  }
  if (!block.checks->stop || report.is_warning) return;
  char detail[sizeof(FaultNote::detail)];
  std::snprintf(detail, sizeof detail, "%s%s", place_of(report.site).c_str(), report.sentence.c_str());
  refuse(thread, report.kind, detail);
}

// ---- Where an address lies ----

const char* kind_name(std::uint32_t kind) noexcept {
  switch (static_cast<CheckObjectKind>(kind)) {
    case CheckObjectKind::kLocal:
    case CheckObjectKind::kParameter:
      return "local";
    case CheckObjectKind::kShared:
    case CheckObjectKind::kDynamicShared:
      return "shared";
    case CheckObjectKind::kVariable:
      return "global";
    case CheckObjectKind::kConstant:
      return "constant";
    case CheckObjectKind::kMember:
      return "member";
  }
  return "";
}

// Returns a negative distance before the beginning, or that of the first wrong byte after the end.
std::int64_t distance_of(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t begin,
                         std::uint64_t size) noexcept {
  if (address < begin) return -static_cast<std::int64_t>(begin - address);
  const std::uintptr_t end = begin + size;
  if (address >= end) return static_cast<std::int64_t>(address - end);
  return address + bytes > end ? 0 : 0;
}

std::string where(std::int64_t distance) {
  return distance < 0 ? format("%lld bytes before", static_cast<long long>(-distance))
                      : format("%lld bytes past the end of", static_cast<long long>(distance));
}

void name_array(Report& report, const char* kind, const char* name, std::uintptr_t begin, std::uint64_t size,
                bool is_outside) {
  report.has_array = true;
  report.array = name;
  report.array_kind = kind;
  report.array_bytes = size;
  report.has_distance = true;
  report.distance = is_outside ? distance_of(report.address, report.bytes, begin, size) : 0;
}

std::string access_text(const Report& report) {
  return format("%s of %llu bytes at 0x%llx", access_name(report.flags),
                static_cast<unsigned long long>(report.bytes),
                static_cast<unsigned long long>(report.address));
}

std::string array_text(const char* kind, const std::string& name, std::uint64_t bytes) {
  return format("the %s array `%s` of %llu bytes", kind, name.c_str(),
                static_cast<unsigned long long>(bytes));
}

// Returns the variable nearest to the address; NULL if none is near.
const CheckedVariable* nearest(const std::vector<CheckedVariable>& variables,
                               std::uintptr_t address) noexcept {
  const CheckedVariable* best = nullptr;
  std::uintptr_t least = std::uintptr_t{1} << 20;
  for (const CheckedVariable& each : variables) {
    const std::uintptr_t far = address < each.begin                 ? each.begin - address
                               : address >= each.begin + each.bytes ? address - each.begin - each.bytes + 1
                                                                    : 0;
    if (far >= least) continue;
    best = &each;
    least = far;
  }
  return best;
}

// Replaces the heap's range by the allocation that holds the address or ends shortly before it.
bool find_piece(std::uintptr_t address, Range& range) noexcept {
  constexpr std::size_t kFar = 256;
  const auto is_taken = [](std::uintptr_t at) { return (shadow().at(at) & kShadowValid) != 0; };
  const std::uintptr_t end = range.begin + range.bytes;
  std::uintptr_t first = address;
  while (first > range.begin && address - first < kFar && !is_taken(first)) --first;
  if (!is_taken(first)) return false;
  std::uintptr_t last = first;
  while (first > range.begin && is_taken(first - 1)) --first;
  while (last < end && is_taken(last)) ++last;
  range.begin = first;
  range.bytes = last - first;
  return true;
}

// Fills in the array that the address belongs to or is next to, and returns its description.
// Long because it is one list of the kinds of memory, with a text each.
std::string find_array(ThreadContext* thread, Report& report, bool is_outside) {
  Block& block = block_of(thread);
  BlockChecks& checks = *block.checks;
  const std::uintptr_t address = report.address;
  const auto told = [&](const char* kind, const std::string& name, std::uintptr_t begin, std::uint64_t size) {
    name_array(report, kind, name.c_str(), begin, size, is_outside);
    const std::string array = name.empty()
                                  ? format("the %llu-byte %s", static_cast<unsigned long long>(size), kind)
                                  : array_text(kind, name, size);
    if (is_outside) return where(report.distance) + " " + array;
    return format("byte %llu of ", static_cast<unsigned long long>(address - begin)) + array;
  };
  const std::uintptr_t shared = reinterpret_cast<std::uintptr_t>(block.context.shared);
  if (address + 65536 - shared < kMaxSharedBytes + 131072) {
    if (const CheckedVariable* variable = nearest(checks.shared, address))
      return told("shared", variable->object->name, variable->begin, variable->bytes);
    report.what = "out_of_bounds";
    report.array_kind = "shared";
    return "in shared memory, of which the kernel has none there";
  }
  if (is_of_stack(block, address)) {
    if (const CheckedVariable* variable = nearest(checks.of(thread->linear_index).locals, address))
      return told("local", variable->object->name, variable->begin, variable->bytes);
    report.what = is_outside ? "released" : report.what;
    return "in a local variable that is no longer there";
  }
  if (is_outside && address < 65536) {
    report.what = "null";
    return "a null pointer plus an offset";
  }
  if (object_pages().is_released(address)) {
    report.what = "released";
    return "by the number of a texture or surface that was released, or is none";
  }
  Memory::Neighbour found = memory().locate(address, report.bytes);
  if (found.range.begin != 0 && !found.is_released && found.range.global) {
    const GlobalDescription& global = *found.range.global;
    return told(global.is_constant != 0 ? "constant" : "global", global.plain_name, found.range.begin,
                found.range.bytes);
  }
  if (found.range.begin != 0) {
    const char* kind = "device";
    switch (found.range.kind) {
      case RangeKind::kManaged:
        kind = "managed";
        break;
      case RangeKind::kHost:
      case RangeKind::kRegistered:
        kind = "host";
        break;
      case RangeKind::kGlobal:
        kind = "global";
        break;
      case RangeKind::kHeap:
        kind = "heap";
        break;
      default:
        break;
    }
    if (found.is_released) {
      report.what = "released";
      name_array(report, kind, "", found.range.begin, found.range.bytes, false);
      return format("byte %llu of a %llu-byte allocation that was released",
                    static_cast<unsigned long long>(address - found.range.begin),
                    static_cast<unsigned long long>(found.range.bytes));
    }
    const bool is_heap = found.range.kind == RangeKind::kHeap;
    if (is_heap && !find_piece(address, found.range)) {
      report.has_array = true;
      report.array_kind = "heap";
      return "in the kernel heap, where no piece that was allocated lies";
    }
    name_array(report, kind, "", found.range.begin, found.range.bytes, is_outside);
    const std::string array =
        format("the %llu-byte allocation (%s) at 0x%llx", static_cast<unsigned long long>(found.range.bytes),
               kind, static_cast<unsigned long long>(found.range.begin));
    if (is_outside) return where(report.distance) + " " + array;
    return format("byte %llu of ", static_cast<unsigned long long>(address - found.range.begin)) + array;
  }
  report.what = found.is_host ? "host" : "unknown";
  return found.is_host
             ? "memory of the host program, which no kernel may use: copy it to the device, or register it"
             : "where no memory is";
}

Report begin(const char* check, const char* what, const CheckSite* site, std::uintptr_t address,
             std::uint64_t bytes, std::uint32_t flags) {
  Report report{check, what};
  report.site = site;
  report.address = address;
  report.bytes = bytes;
  report.flags = flags;
  return report;
}

template <class Body>
void guarded(ThreadContext* thread, Body body) noexcept {
  Report report{"", ""};
  bool made = false;
  {
    const HostSection host(*block_of(thread).worker);
    try {
      report = body();
      made = true;
    } catch (const std::bad_alloc&) {
    }
  }
  if (made) write_report(thread, report);
}

}  // namespace

void report_memory(ThreadContext* thread, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
                   const CheckSite* site) noexcept {
  guarded(thread, [&] {
    Report report = begin("memory", "out_of_bounds", site, address, bytes, flags);
    report.kind = Fault::kIllegalAddress;
    if ((flags & kAccessWrite) != 0 &&
        (shadow().at(address) & (kShadowValid | kShadowReadOnly)) == (kShadowValid | kShadowReadOnly)) {
      report.what = "read_only";
      const std::string array = find_array(thread, report, false);
      report.what = "read_only";
      report.sentence = access_text(report) + ", a constant: " + array;
      return report;
    }
    const std::string array = find_array(thread, report, true);
    report.sentence = access_text(report) + ", " + array;
    return report;
  });
}

void report_misaligned(ThreadContext* thread, std::uintptr_t address, std::uint64_t bytes,
                       std::uint32_t flags, const CheckSite* site, std::uint64_t align) noexcept {
  guarded(thread, [&] {
    Report report = begin("memory", "misaligned", site, address, bytes, flags);
    report.kind = Fault::kMisalignedAddress;
    if (shadow().at(address) != 0) find_array(thread, report, false);
    report.sentence = access_text(report) +
                      format(", which is no multiple of %llu", static_cast<unsigned long long>(align));
    return report;
  });
}

void report_outside(ThreadContext* thread, std::uintptr_t base, std::uintptr_t address, std::uint64_t bytes,
                    std::uint32_t flags, const CheckSite* site, const CheckObject& object) noexcept {
  guarded(thread, [&] {
    Report report = begin("memory", "out_of_bounds", site, address, bytes, flags);
    report.kind = Fault::kIllegalAddress;
    name_array(report, kind_name(object.kind), object.name, base, object.bytes, true);
    report.sentence = access_text(report) + ", " + where(report.distance) + " " +
                      array_text(report.array_kind, report.array, object.bytes);
    return report;
  });
}

void report_part(ThreadContext* thread, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
                 const CheckSite* site, std::uint32_t argument, const driver::ArgumentPart& part) noexcept {
  guarded(thread, [&] {
    Report report = begin("memory", "out_of_bounds", site, address, bytes, flags);
    report.kind = Fault::kIllegalAddress;
    const char* const name = block_of(thread).launch->kernel().parameters[argument].name;
    name_array(report, "argument", name ? name : "", part.begin, part.bytes, true);
    report.sentence =
        access_text(report) + ", " + where(report.distance) +
        format(" the %llu bytes that argument %u%s%s%s is", static_cast<unsigned long long>(part.bytes),
               argument, name ? ", `" : "", name ? name : "", name ? "`," : "");
    return report;
  });
}

void report_unset(ThreadContext* thread, std::uintptr_t address, std::uint64_t bytes, std::uint32_t flags,
                  const CheckSite* site) noexcept {
  guarded(thread, [&] {
    Report report = begin("init", "uninitialized", site, address, bytes, flags);
    const std::size_t set = shadow().count_with(address, bytes, kShadowWritten, kShadowWritten);
    report.address = address + set;
    const std::string array = find_array(thread, report, false);
    report.address = address;
    report.sentence = access_text(report) + ", which nobody has written: " + array;
    report.what = "uninitialized";
    return report;
  });
}

void report_unset_local(ThreadContext* thread, const CheckObject& object, const CheckSite* site) noexcept {
  guarded(thread, [&] {
    Report report = begin("init", "uninitialized", site, 0, object.bytes, kAccessRead);
    report.has_array = true;
    report.array = object.name;
    report.array_kind = "local";
    report.array_bytes = object.bytes;
    report.sentence = format("read of the local variable `%s`, which has no value yet", object.name);
    return report;
  });
}

void report_race(ThreadContext* thread, const char* what, std::uintptr_t address, std::uint64_t bytes,
                 std::uint32_t flags, const CheckSite* site, const RaceOther& other) noexcept {
  const bool is_of_step = what == kWarpSynchronous;
  // Threads that run one by one are not in step, and the kernel may compute something else.
  const bool is_warning = is_of_step && block_of(thread).code->warp.entry != nullptr;
  if (is_warning && is_known(thread, begin("race", what, site, address, bytes, flags))) return;
  guarded(thread, [&] {
    const Block& block = block_of(thread);
    Report report = begin("race", what, site, address, bytes, flags);
    report.is_warning = is_warning;
    const std::string array = find_array(thread, report, false);
    report.what = what;
    const std::uint32_t* const grid = block.context.grid_size;
    const std::uint32_t* const size = block.context.block_size;
    const std::uint32_t b[3] = {other.block % grid[0], other.block / grid[0] % grid[1],
                                other.block / grid[0] / grid[1]};
    const std::uint32_t t[3] = {other.thread % size[0], other.thread / size[0] % size[1],
                                other.thread / size[0] / size[1]};
    Line line;
    line.text("access", access_name(other.flags)).triple("block", b).triple("thread", t);
    if (other.site)
      line.text("file", other.site->file)
          .number("line", other.site->line)
          .number("column", other.site->column);
    report.other = line.end();
    std::string place = place_of(other.site);
    if (place.size() > 2) place.resize(place.size() - 2);
    report.sentence =
        access_text(report) +
        format(
            ", %s, races with the %s by block (%u,%u,%u), thread "
            "(%u,%u,%u) at %s: %s",
            array.c_str(), access_name(other.flags), b[0], b[1], b[2], t[0], t[1], t[2], place.c_str(),
            !is_of_step ? "no barrier is between them"
            : is_warning
                ? "right only where a warp's threads go in step"
                : "right only where a warp's threads go in step, and here this kernel's run one by one");
    return report;
  });
}

void report_divergent(ThreadContext* thread, const std::uint32_t other[3], const CheckSite* site,
                      const CheckSite* other_site) noexcept {
  guarded(thread, [&] {
    Report report = begin("sync", "divergent_barrier", site, 0, 0, 0);
    std::string place = place_of(other_site);
    if (place.size() > 2) place.resize(place.size() - 2);
    report.sentence =
        format("a barrier where not all threads of the block wait: thread (%u,%u,%u) waits at %s", other[0],
               other[1], other[2], place.c_str());
    return report;
  });
}

void report_exited(ThreadContext* thread, const CheckSite* site, std::uint32_t arrived) noexcept {
  guarded(thread, [&] {
    Report report = begin("sync", "exited_threads", site, 0, 0, 0);
    report.sentence = format("a barrier that %u of %u threads of the block reach: the others have ended",
                             arrived, block_of(thread).context.thread_count);
    return report;
  });
}

void report_missing(ThreadContext* thread, std::uint32_t mask, std::uint32_t missing) noexcept {
  guarded(thread, [&] {
    Report report =
        begin("sync", "missing_lanes", block_of(thread).checks->of(thread->linear_index).wait, 0, 0, 0);
    report.sentence = format("a warp function with mask 0x%08x: its lanes 0x%08x have ended and do not come",
                             mask, missing);
    return report;
  });
}

void report_inactive(ThreadContext* thread, std::uint32_t mask, std::uint32_t source) noexcept {
  guarded(thread, [&] {
    Report report =
        begin("sync", "inactive_source", block_of(thread).checks->of(thread->linear_index).wait, 0, 0, 0);
    const char* why = (mask >> source & 1) != 0 ? "has ended" : "is not in the mask";
    if (thread->linear_index / kWarpSize * kWarpSize + source >= block_of(thread).context.thread_count)
      why = "the block does not have";
    report.sentence = format("a shuffle with mask 0x%08x reads lane %u, which %s", mask, source, why);
    return report;
  });
}

void check_named_barrier(ThreadContext* thread, std::uint32_t barrier, std::uint32_t count) noexcept {
  Block& block = block_of(thread);
  if (!block.checks || (block.checks->checks & kCheckSync) == 0 || !block.fibers) return;
  const Barrier& place = block.barriers[barrier];
  const std::uint32_t threads = block.context.thread_count;
  const std::uint32_t whole = (threads + kWarpSize - 1) / kWarpSize * kWarpSize;
  const bool is_wrong = count % kWarpSize != 0 || count > whole;
  const std::uint32_t wanted = threads_at_named_barrier(count, threads);
  if (!is_wrong && (place.arrived == 0 || place.wanted == wanted)) return;
  guarded(thread, [&] {
    Report report = begin("sync", "barrier_count", block.checks->of(thread->linear_index).wait, 0, 0, 0);
    report.sentence = is_wrong ? format(
                                     "named barrier %u for %u threads: the number must be a multiple of 32, "
                                     "and the block has %u",
                                     barrier, count, threads)
                               : format("named barrier %u for %u threads, where others wait for %u", barrier,
                                        wanted, place.wanted);
    return report;
  });
}

void check_unnamed_caller(ThreadContext* thread, std::uint32_t mask) noexcept {
  const Block& block = block_of(thread);
  if (!block.checks || (block.checks->checks & kCheckSync) == 0) return;
  guarded(thread, [&] {
    Report report = begin("sync", "caller_not_in_mask", block.checks->of(thread->linear_index).wait, 0, 0, 0);
    report.sentence = format("a warp function with mask 0x%08x, which does not name the calling lane %u",
                             mask, thread->linear_index % kWarpSize);
    return report;
  });
}

namespace {

void report_deadlock(Block& block, ThreadContext* thread, const CheckSite* wait, FaultNote& note) noexcept {
  try {
    Report report = begin("sync", "deadlock", wait, 0, 0, 0);
    report.kind = Fault::kDeadlock;
    char text[sizeof(FaultNote::detail)];
    block.describe_deadlock(text, sizeof text);
    report.sentence = text;
    make(thread, report);
    std::snprintf(note.detail, sizeof note.detail, "%s%s", place_of(report.site).c_str(), text);
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace

void check_deadlock(Block& block) noexcept {
  if (!block.checks || (block.checks->checks & kCheckSync) == 0) return;
  for (std::uint32_t i = 0; i < block.context.thread_count; ++i) {
    Thread& thread = block.threads[i];
    if (thread.state == ThreadState::kExited || thread.state == ThreadState::kNotStarted) continue;
    return report_deadlock(block, &thread.context, block.checks->of(i).wait, block.worker->note);
  }
}

void check_parked_deadlock(Block& block, std::uint32_t warp, std::uint32_t lane, FaultNote& note) noexcept {
  if (!block.checks || (block.checks->checks & kCheckSync) == 0) return;
  WarpContext& context = block.warp_block.warps[warp].context;
  report_deadlock(block, gridcall_rt_lane_thread(&context, lane),
                  block.checks->wait_of(context.first_linear_index, lane), note);
}

void check_write_leaks() noexcept {
  if ((device_facts().checks & kCheckMemory) == 0 || !environment::text(environment::Name::CPU_CHECK_FILE))
    return;
  try {
    memory().each_device_allocation([](std::uintptr_t begin, std::size_t bytes) {
      write_line(Line()
                     .text("check", "leak")
                     .text("what", "device memory not released")
                     .number("bytes", static_cast<std::int64_t>(bytes))
                     .raw("address", format("\"0x%llx\"", static_cast<unsigned long long>(begin)))
                     .end() +
                 "\n");
    });
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace gridcall::cpu
