// SPDX-License-Identifier: Apache-2.0

#include "client.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cc/protocol.h"
#include "support/places.h"

namespace client {

using gridcall::cc::kProtocolVersion;
using gridcall::cc::Record;
using gridcall::cc::RecordHeader;

std::string framed(unsigned kind, const std::string& name, const std::string& data) {
  RecordHeader header{kind, static_cast<std::uint32_t>(name.size()), data.size()};
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
  return bytes + name + data;
}

static std::string framed(Record kind, const std::string& name, const std::string& data) {
  return framed(static_cast<unsigned>(kind), name, data);
}

Answer send(const std::string& bytes) {
  Answer answer;
  int input = memfd_create("request", MFD_CLOEXEC);
  int output[2];
  if (input < 0 || pipe2(output, O_CLOEXEC) != 0 ||
      write(input, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
    std::perror("client");
    std::abort();
  }
  lseek(input, 0, SEEK_SET);
  pid_t child = fork();
  if (child == 0) {
    dup2(input, STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    execl(kCcProgram, "gridcall-cc", static_cast<char*>(nullptr));
    _exit(127);
  }
  close(input);
  close(output[1]);
  std::string text;
  char buffer[65536];
  for (ssize_t count; (count = read(output[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  close(output[0]);
  int status = 0;
  waitpid(child, &status, 0);
  answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
  std::size_t position = 0;
  while (position + sizeof(RecordHeader) <= text.size()) {
    RecordHeader header;
    std::memcpy(&header, text.data() + position, sizeof header);
    position += sizeof header;
    if (header.name_bytes + header.data_bytes > text.size() - position) break;
    std::string name = text.substr(position, header.name_bytes);
    std::string data = text.substr(position + header.name_bytes, header.data_bytes);
    position += header.name_bytes + header.data_bytes;
    switch (static_cast<Record>(header.kind)) {
      case Record::kObject:
        answer.object = data;
        break;
      case Record::kLog:
        answer.log = data;
        break;
      case Record::kLowered:
        answer.lowered[name] = data;
        break;
      case Record::kMore:
        answer.baseline_object.swap(answer.object);
        answer.baseline_log.swap(answer.log);
        break;
      case Record::kEnd:
        answer.complete = position == text.size();
        break;
      default:
        break;
    }
  }
  return answer;
}

Answer compile(const Request& request) {
  std::uint32_t version = kProtocolVersion;
  std::string bytes =
      framed(Record::kVersion, "", std::string(reinterpret_cast<const char*>(&version), sizeof version));
  bytes += framed(Record::kSource, request.name, request.source);
  for (const auto& [name, text] : request.headers) bytes += framed(Record::kHeader, name, text);
  for (const std::string& option : request.options) bytes += framed(Record::kOption, "", option);
  for (const std::string& instance : request.instances) bytes += framed(Record::kInstance, "", instance);
  if (request.patience_ms >= 0)
    bytes += framed(Record::kBaselineFirst, "",
                    std::string(reinterpret_cast<const char*>(&request.patience_ms), 4));
  bytes += framed(Record::kEnd, "", "");
  return send(bytes);
}

Answer link(const std::vector<std::pair<std::string, std::string>>& inputs) {
  std::uint32_t version = kProtocolVersion;
  std::string bytes =
      framed(Record::kVersion, "", std::string(reinterpret_cast<const char*>(&version), sizeof version));
  for (const auto& [name, input] : inputs) bytes += framed(Record::kInput, name, input);
  return send(bytes + framed(Record::kEnd, "", ""));
}

Answer compile(const std::string& source, std::vector<std::string> options,
               std::vector<std::string> instances) {
  Request request;
  request.source = source;
  request.options = std::move(options);
  request.instances = std::move(instances);
  return compile(request);
}

std::string read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::abort();
  }
  std::string text;
  char buffer[65536];
  for (std::size_t count; (count = std::fread(buffer, 1, sizeof buffer, file)) > 0;)
    text.append(buffer, count);
  std::fclose(file);
  return text;
}

}  // namespace client
