// SPDX-License-Identifier: Apache-2.0

#include "cc/service/records.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "cc/protocol.h"

namespace gridcall::cc {
namespace {

static_assert(std::endian::native == std::endian::little, "records are little-endian");

constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{1} << 30;

// Reads exactly `size` bytes. Returns the number of bytes that were read, which is smaller on failure.
std::size_t read_all(int descriptor, char* data, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    ssize_t count = ::read(descriptor, data + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

// Grows the text with the arriving bytes, so that a forged length costs no memory.
bool read_text(int descriptor, std::uint64_t size, std::string& text) {
  constexpr std::uint64_t kChunk = 1 << 20;
  text.clear();
  while (text.size() < size) {
    std::size_t begin = text.size();
    text.resize(static_cast<std::size_t>(std::min(size, begin + kChunk)));
    if (read_all(descriptor, text.data() + begin, text.size() - begin) != text.size() - begin) return false;
  }
  return true;
}

void append(std::string& out, Record kind, const std::string& name, const std::string& data) {
  RecordHeader header{static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(name.size()), data.size()};
  out.append(reinterpret_cast<const char*>(&header), sizeof header);
  out += name;
  out += data;
}

}  // namespace

// Long because it is one switch with a case for each kind of record.
bool read_request(int descriptor, Request& request, std::string& problem) {
  bool has_version = false;
  bool has_source = false;
  for (;;) {
    RecordHeader header;
    std::size_t count = read_all(descriptor, reinterpret_cast<char*>(&header), sizeof header);
    if (count != sizeof header) {
      problem = "the request ends after " + std::to_string(count) + " of the " +
                std::to_string(sizeof header) + " bytes of a record's head; end it with a record of kind 0";
      return false;
    }
    if (header.data_bytes > kMaxRecordBytes || header.name_bytes > kMaxRecordBytes) {
      problem = "a record of kind " + std::to_string(header.kind) + " announces " +
                std::to_string(std::max<std::uint64_t>(header.data_bytes, header.name_bytes)) +
                " bytes, the limit is " + std::to_string(kMaxRecordBytes);
      return false;
    }
    std::string name;
    std::string data;
    if (!read_text(descriptor, header.name_bytes, name) || !read_text(descriptor, header.data_bytes, data)) {
      problem = "the request ends inside a record of kind " + std::to_string(header.kind);
      return false;
    }
    switch (static_cast<Record>(header.kind)) {
      case Record::kEnd:
        if (!has_version) problem = "the request has no version record; send kind 1 first";
        if (!has_source) problem = "the request has no source record; send kind 2";
        return has_version && has_source;
      case Record::kVersion: {
        std::uint32_t version = 0;
        if (data.size() == sizeof version) std::memcpy(&version, data.data(), sizeof version);
        if (version != kProtocolVersion) {
          problem = "the request speaks protocol version " + std::to_string(version) +
                    ", this program speaks " + std::to_string(kProtocolVersion) +
                    "; use the gridcall-cc that came with the library";
          return false;
        }
        has_version = true;
        break;
      }
      case Record::kSource:
        if (has_source) {
          problem = "the request has two source records; send one";
          return false;
        }
        has_source = true;
        if (!name.empty()) request.source_name = std::move(name);
        request.source = std::move(data);
        break;
      case Record::kInput:
        has_source = true;
        request.inputs.emplace_back(std::move(name), std::move(data));
        break;
      case Record::kHeader:
        request.headers.emplace_back(std::move(name), std::move(data));
        break;
      case Record::kOption:
        request.options.push_back(std::move(data));
        break;
      case Record::kInstance:
        request.instances.push_back(std::move(data));
        break;
      case Record::kBaselineFirst:
        request.baseline_first = true;
        if (std::uint32_t milliseconds = 0; data.size() == sizeof milliseconds) {
          std::memcpy(&milliseconds, data.data(), sizeof milliseconds);
          request.patience = std::chrono::milliseconds(milliseconds);
        }
        break;
      case Record::kNoFiles:
        request.no_files = true;
        break;
      default:
        problem = "the request has a record of unknown kind " + std::to_string(header.kind);
        return false;
    }
  }
}

std::string answer_bytes(const Answer& answer, bool more) {
  std::string out;
  if (answer.exit_code == kCompiled) append(out, Record::kObject, "", answer.object);
  append(out, Record::kLog, "", answer.log);
  for (const auto& [instance, mangled] : answer.lowered) append(out, Record::kLowered, instance, mangled);
  append(out, more ? Record::kMore : Record::kEnd, "", "");
  return out;
}

bool write_answer(int descriptor, const Answer& answer, bool more) {
  const std::string out = answer_bytes(answer, more);
  std::size_t done = 0;
  while (done < out.size()) {
    ssize_t count = ::write(descriptor, out.data() + done, out.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace gridcall::cc
