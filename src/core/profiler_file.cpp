// SPDX-License-Identifier: Apache-2.0

#include "core/profiler_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/failure.h"
#include "base/file.h"
#include "base/process.h"
#include "base/status.h"

namespace gridcall::core {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;
constexpr std::int64_t kDueNs = 200'000'000;
constexpr std::uint64_t kMaxConfigBytes = std::uint64_t{1} << 20;

// The files that are being written, which the process completes at its exit; no two are the same.
struct OpenFiles {
  std::mutex lock;
  std::vector<ProfilerFile*> files;
};
OpenFiles& open_files() {
  static auto* const all = new OpenFiles;
  return *all;
}

constexpr std::string_view kColumns[] = {
    "timestamp",    "gpustarttimestamp", "gpuendtimestamp", "gridsize",
    "gridsize3d",   "threadblocksize",   "dynsmemperblock", "stasmemperblock",
    "regperthread", "memtransferdir",    "memtransfersize", "streamid",
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::vector<ProfilerColumn> read_config(const std::string& path) {
  std::vector<ProfilerColumn> columns;
  if (path.empty()) return columns;
  const std::string content = read_file("options->config_file", path, kMaxConfigBytes);
  std::size_t number = 0;
  for (std::string_view rest = content; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const auto* const known = std::find(std::begin(kColumns), std::end(kColumns), line);
    if (known == std::end(kColumns)) {
      std::string all;
      for (const std::string_view each : kColumns) all += concat(all.empty() ? "" : ", ", each);
      throw Failure(status::kInvalidOptions,
                    concat("`options->config_file` \"", path, "\", line ", number, ": `", line.substr(0, 80),
                           "` is none of the columns there are: ", all));
    }
    const auto column = static_cast<ProfilerColumn>(known - std::begin(kColumns));
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
  }
  // The times come first, as in CUDA's files.
  std::stable_partition(columns.begin(), columns.end(),
                        [](ProfilerColumn column) { return column <= ProfilerColumn::kGpuEndTimestamp; });
  return columns;
}

std::string microseconds(std::int64_t ns) {
  char text[32];
  const std::int64_t size = ns < 0 ? -ns : ns;
  std::snprintf(text, sizeof text, "%s%" PRId64 ".%03d", ns < 0 ? "-" : "", size / 1000,
                static_cast<int>(size % 1000));
  return text;
}

std::string hexadecimal(std::int64_t ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%" PRIx64, static_cast<std::uint64_t>(ns));
  return text;
}

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

const char* method_of(const Work& work) {
  switch (work.kind) {
    case WorkKind::kLaunch:
      return work.name;
    case WorkKind::kHtoD:
      return "memcpyHtoD";
    case WorkKind::kDtoH:
      return "memcpyDtoH";
    case WorkKind::kDtoD:
      return "memcpyDtoD";
    case WorkKind::kFill:
      break;
  }
  return "memset";
}

const char* category_of(WorkKind kind) {
  return kind == WorkKind::kLaunch ? "kernel" : kind == WorkKind::kFill ? "memset" : "memcpy";
}

// Returns the values of a column; those of a kernel are empty for a copy, and vice versa.
std::vector<std::string> values_of(ProfilerColumn column, const WorkRecord& record) {
  const Work& work = record.work;
  const bool is_launch = work.kind == WorkKind::kLaunch;
  const auto of_launch = [&](auto... numbers) {
    return std::vector<std::string>{(is_launch ? std::to_string(numbers) : std::string())...};
  };
  switch (column) {
    case ProfilerColumn::kTimestamp:
      return {microseconds(record.call_begin_ns)};
    case ProfilerColumn::kGpuStartTimestamp:
      return {hexadecimal(record.begin_ns)};
    case ProfilerColumn::kGpuEndTimestamp:
      return {hexadecimal(record.begin_ns + record.duration_ns)};
    case ProfilerColumn::kGridSize:
      return of_launch(work.grid[0], work.grid[1]);
    case ProfilerColumn::kGridSize3d:
      return of_launch(work.grid[0], work.grid[1], work.grid[2]);
    case ProfilerColumn::kThreadBlockSize:
      return of_launch(work.block[0], work.block[1], work.block[2]);
    case ProfilerColumn::kDynSmemPerBlock:
      return of_launch(work.dynamic_shared);
    case ProfilerColumn::kStaSmemPerBlock:
      return of_launch(work.static_shared);
    case ProfilerColumn::kRegPerThread:
      return of_launch(work.registers);
    case ProfilerColumn::kMemTransferDir:
      return {work.kind == WorkKind::kHtoD ? "0" : work.kind == WorkKind::kDtoH ? "1" : ""};
    case ProfilerColumn::kMemTransferSize:
      return {is_launch ? std::string() : std::to_string(work.bytes)};
    case ProfilerColumn::kStreamId:
      break;
  }
  return {std::to_string(record.stream)};
}

std::string_view name_of(ProfilerColumn column) {
  return kColumns[static_cast<std::size_t>(column)];
}

// Returns the header of a table, which has a column for each dimension.
std::string header_of(ProfilerColumn column) {
  const std::string name(name_of(column));
  switch (column) {
    case ProfilerColumn::kGridSize:
      return name + "X," + name + "Y";
    case ProfilerColumn::kGridSize3d:
      return "gridsizeX,gridsizeY,gridsizeZ";
    case ProfilerColumn::kThreadBlockSize:
      return name + "X," + name + "Y," + name + "Z";
    default:
      return name;
  }
}

}  // namespace

std::int64_t host_ns() noexcept {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

bool lock_at_exit(std::mutex& lock) noexcept {
  for (int i = 0; i < 100; ++i) {
    if (lock.try_lock()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

std::string json_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      quoted += escape;
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

ProfilerFile::ProfilerFile(const ProfilerSettings& settings, std::vector<ProfilerColumn> columns)
    : path_(settings.output_file),
      output_(settings.output),
      is_trace_(settings.is_trace),
      origin_ns_(host_ns()),
      columns_(std::move(columns)) {}

// A wrong variable of the trace is INVALID_ARGUMENT, as any other variable.
void ProfilerFile::refuse(Status status, const std::string& why) const {
  throw Failure(is_trace_ ? status::kInvalidArgument : status,
                concat(is_trace_ ? "GRIDCALL_TRACE in the environment is \"" : "`options->output_file` \"",
                       path_, is_trace_ ? "\", which " : "\" ", why));
}

void ProfilerFile::open() {
  // The open does not wait for the reader of a FIFO.
  file_ = open_at(AT_FDCWD, path_, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
  if (!file_ || os.fstat(file_.get(), &identity_) != 0)
    refuse(status::kIo, "cannot be written: " + error_text(errno));
  if (!S_ISREG(identity_.st_mode)) refuse(status::kInvalidArgument, "is no regular file: name one");
}

std::unique_ptr<ProfilerFile> ProfilerFile::create(const ProfilerSettings& settings,
                                                   const std::string& device, int ordinal,
                                                   const ProfilerFile* replaces) {
  const std::string& path = settings.output_file;
  if (path.empty()) throw Failure(status::kInvalidArgument, "`options->output_file` is empty: name a file");
  if (settings.output == ProfilerOutput::kTraceEvents && !settings.config_file.empty())
    throw Failure(status::kInvalidOptions,
                  "`options->config_file` is given, and `options->output` is TRACE_EVENTS, which always have "
                  "all columns: pass NULL, or KEY_VALUE_PAIR or CSV");
  std::unique_ptr<ProfilerFile> made(new ProfilerFile(settings, read_config(settings.config_file)));
  made->open();
  if (settings.is_trace && ::flock(made->file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    made->path_ += concat(".", ::getpid());
    made->open();
  }
  {
    OpenFiles& open = open_files();
    const std::lock_guard lock(open.lock);
    for (const ProfilerFile* other : open.files) {
      if (other != replaces && other->identity_.st_dev == made->identity_.st_dev &&
          other->identity_.st_ino == made->identity_.st_ino)
        throw Failure(status::kInvalidState,
                      concat("`options->output_file` \"", path,
                             "\" is written by the profiler of another context: name another file"));
    }
    open.files.push_back(made.get());
    static const bool completes_at_exit = [] {
      process_at_exit(complete_all);
      return true;
    }();
    (void)completes_at_exit;
  }
  int error = ::ftruncate(made->file_.get(), 0) != 0 ? errno : 0;
  made->write_head(device, ordinal);
  if (error == 0) error = made->complete();
  if (error != 0) made->refuse(status::kIo, "cannot be written: " + error_text(error));
  return made;
}

ProfilerFile::~ProfilerFile() {
  OpenFiles& open = open_files();
  const std::lock_guard lock(open.lock);
  open.files.erase(std::remove(open.files.begin(), open.files.end(), this), open.files.end());
}

void ProfilerFile::write_head(const std::string& device, int ordinal) {
  if (output_ == ProfilerOutput::kTraceEvents) {
    waiting_ = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    streams_.push_back(0);
    add_name("process_name", process_of(0), 0, device);
    if (!is_trace_) name_stream(0, 0);
    return;
  }
  waiting_ = concat("# CUDA_PROFILE_LOG_VERSION 2.0\n# CUDA_DEVICE ", ordinal, " ", device, "\n");
  if (output_ != ProfilerOutput::kCsv) return;
  waiting_ += "# CUDA_PROFILE_CSV 1\n";
  bool has_method = false;
  for (const ProfilerColumn column : columns_) {
    if (!has_method && column > ProfilerColumn::kGpuEndTimestamp) {
      waiting_ += "method,gputime,cputime,";
      has_method = true;
    }
    waiting_ += header_of(column) + ",";
  }
  if (!has_method) waiting_ += "method,gputime,cputime,";
  waiting_.back() = '\n';
}

// Returns the process number of a row; in a trace the numbers begin at 1, which is the host's.
int ProfilerFile::process_of(unsigned row) const noexcept {
  return is_trace_ ? static_cast<int>(row) + 1 : ::getpid();
}

// The first event of a file is a name.
void ProfilerFile::add_name(const char* kind, int process, int thread, std::string_view name) {
  waiting_ += concat(waiting_.ends_with("[\n") ? "" : ",\n", "{\"name\":\"", kind,
                     "\",\"ph\":\"M\",\"pid\":", process, ",\"tid\":", thread,
                     ",\"args\":{\"name\":", json_text(name), "}}");
}

void ProfilerFile::name_stream(unsigned row, unsigned stream) {
  for (unsigned& named = streams_[row]; named <= stream; ++named)
    add_name("thread_name", process_of(row), static_cast<int>(named),
             named == 0 ? "default stream" : concat("stream ", named));
}

unsigned ProfilerFile::add_row(const std::string& name) {
  const std::lock_guard lock(lock_);
  streams_.push_back(0);
  const auto row = static_cast<unsigned>(streams_.size() - 1);
  add_name("process_name", process_of(row), 0, name);
  return row;
}

void ProfilerFile::add_span_locked(std::string_view name, std::string_view category, int thread,
                                   std::int64_t begin_ns, std::int64_t duration_ns, const std::string& args) {
  if (threads_.insert(thread).second)
    add_name("thread_name", process_of(0), thread,
             thread == ::getpid() ? std::string("main thread") : concat("thread ", thread));
  waiting_ += concat(",\n{\"name\":", json_text(name), ",\"cat\":\"", category,
                     "\",\"ph\":\"X\",\"pid\":", process_of(0), ",\"tid\":", thread,
                     ",\"ts\":", microseconds(begin_ns), ",\"dur\":", microseconds(duration_ns),
                     ",\"args\":{", args, "}}");
}

void ProfilerFile::add_span(std::string_view name, std::string_view category, int thread,
                            std::int64_t begin_ns, std::int64_t duration_ns, const std::string& args) {
  const std::lock_guard lock(lock_);
  add_span_locked(name, category, thread, begin_ns, duration_ns, args);
  if (is_due()) complete_locked();
}

void ProfilerFile::add_event(const WorkRecord& record) {
  const Work& work = record.work;
  name_stream(record.row, record.stream);
  if (is_trace_)
    add_span_locked(concat(work.kind == WorkKind::kLaunch ? "launch " : "", method_of(work)), "call",
                    record.thread, record.call_begin_ns, record.call_duration_ns, {});
  waiting_ += concat(",\n{\"name\":", json_text(method_of(work)), ",\"cat\":\"", category_of(work.kind),
                     "\",\"ph\":\"X\",\"pid\":", process_of(record.row), ",\"tid\":", record.stream,
                     ",\"ts\":", microseconds(record.begin_ns), ",\"dur\":", microseconds(record.duration_ns),
                     ",\"args\":{");
  if (work.kind == WorkKind::kLaunch) {
    waiting_ += concat(
        "\"grid\":[", work.grid[0], ",", work.grid[1], ",", work.grid[2], "],\"block\":[", work.block[0], ",",
        work.block[1], ",", work.block[2], "],\"dynamic_shared_bytes\":", work.dynamic_shared,
        ",\"static_shared_bytes\":", work.static_shared, ",\"registers\":", work.registers, ",");
  } else {
    waiting_ += concat("\"bytes\":", work.bytes, ",");
  }
  waiting_ += concat("\"call_ts\":", microseconds(record.call_begin_ns),
                     ",\"call_dur\":", microseconds(record.call_duration_ns), "}}");
}

void ProfilerFile::add_line(const WorkRecord& record) {
  const bool is_csv = output_ == ProfilerOutput::kCsv;
  const auto put = [&](std::string_view name, const std::vector<std::string>& values) {
    const bool is_empty =
        std::all_of(values.begin(), values.end(), [](const std::string& each) { return each.empty(); });
    if (!is_csv && is_empty) return;
    if (!is_csv) waiting_ += concat(name, "=[ ");
    for (const std::string& each : values)
      waiting_ += concat(each, is_csv ? "," : &each != &values.back() ? ", " : "");
    if (!is_csv) waiting_ += " ] ";
  };
  bool has_method = false;
  const auto put_method = [&] {
    const std::string name = method_of(record.work);
    put("method", {is_csv ? csv_text(name) : name});
    put("gputime", {microseconds(record.duration_ns)});
    put("cputime", {microseconds(record.call_duration_ns)});
    has_method = true;
  };
  for (const ProfilerColumn column : columns_) {
    if (!has_method && column > ProfilerColumn::kGpuEndTimestamp) put_method();
    put(column == ProfilerColumn::kGridSize3d ? "gridsize" : name_of(column), values_of(column, record));
  }
  if (!has_method) put_method();
  waiting_.back() = '\n';
}

void ProfilerFile::add(const WorkRecord& record) {
  const std::lock_guard lock(lock_);
  if (output_ == ProfilerOutput::kTraceEvents)
    add_event(record);
  else
    add_line(record);
  if (waiting_.size() >= kBufferBytes) complete_locked();
}

bool ProfilerFile::is_due() const noexcept {
  return is_trace_ && host_ns() - written_ns_.load(std::memory_order_relaxed) > kDueNs;
}

void ProfilerFile::add_dropped() noexcept {
  const std::lock_guard lock(lock_);
  ++dropped_;
}

std::string ProfilerFile::end() const {
  const std::uint64_t dropped =
      dropped_ + static_cast<std::uint64_t>(outstanding_.load(std::memory_order_relaxed));
  if (output_ == ProfilerOutput::kTraceEvents)
    return concat("\n],\"otherData\":{\"dropped\":", dropped, "}}\n");
  return dropped == 0 ? std::string() : concat("# dropped ", dropped, "\n");
}

int ProfilerFile::complete_locked() noexcept {
  if (error_ != 0) return error_;
  try {
    const std::string tail = end();
    const std::size_t body = waiting_.size();
    waiting_ += tail;
    errno = 0;
    if (::lseek(file_.get(), static_cast<off_t>(size_), SEEK_SET) < 0 ||
        !write_all(file_.get(), waiting_.data(), waiting_.size()))
      error_ = errno != 0 ? errno : EIO;
    size_ += body;
    // The end may be shorter than the one that it replaces.
    if (error_ == 0 && ::ftruncate(file_.get(), static_cast<off_t>(size_ + tail.size())) != 0) error_ = errno;
    waiting_.clear();
    written_ns_.store(host_ns(), std::memory_order_relaxed);
  } catch (...) {
    error_ = ENOMEM;
  }
  return error_;
}

int ProfilerFile::complete() noexcept {
  const std::lock_guard lock(lock_);
  return complete_locked();
}

// Completes all files. Other threads may hold a lock, so each file gets limited time.
void ProfilerFile::complete_all() noexcept {
  if (process_forked()) return;  // the files belong to the parent
  OpenFiles& open = open_files();
  if (!lock_at_exit(open.lock)) return;
  for (ProfilerFile* file : open.files) {
    if (!lock_at_exit(file->lock_)) continue;
    file->complete_locked();
    file->lock_.unlock();
  }
  open.lock.unlock();
}

}  // namespace gridcall::core
