// SPDX-License-Identifier: Apache-2.0
//
// Takes the place of gridcall-cc and does what the source says, so that every way a compiler process can
// go wrong can be had. The first line of the source is "// fake: MODE [ARGUMENT]".

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "cc/protocol.h"

namespace {

using gridcall::cc::Record;
using gridcall::cc::RecordHeader;

std::string read_all() {
  std::string all;
  char buffer[65536];
  ssize_t got;
  while ((got = ::read(0, buffer, sizeof(buffer))) > 0) all.append(buffer, static_cast<std::size_t>(got));
  return all;
}

void write_all(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    ssize_t put = ::write(1, bytes.data() + done, bytes.size() - done);
    if (put <= 0) return;
    done += static_cast<std::size_t>(put);
  }
}

std::string record(std::uint32_t kind, const std::string& name, const std::string& data) {
  RecordHeader header{kind, static_cast<std::uint32_t>(name.size()), data.size()};
  return std::string(reinterpret_cast<const char*>(&header), sizeof(header)) + name + data;
}
std::string record(Record kind, const std::string& name, const std::string& data) {
  return record(static_cast<std::uint32_t>(kind), name, data);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--version") == 0) {
    std::puts("fake 1");
    return 0;
  }
  // "early" modes write before they read: a host that writes first would wait for ever.
  std::string elf("\177ELF fake object ");
  if (std::getenv("HOME")) return 17;  // the environment should be empty of the user's own
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, nullptr, &blocked);
  if (sigismember(&blocked, SIGTERM) != 0) return 18;
  struct sigaction pipe_action;
  sigaction(SIGPIPE, nullptr, &pipe_action);
  if (pipe_action.sa_handler != SIG_DFL) return 19;

  // The source is the last record but one; the mode is found without reading all of a very long one.
  std::string request;
  char buffer[4096];
  ssize_t got;
  std::size_t at = std::string::npos;
  while (at == std::string::npos || request.find('\n', at) == std::string::npos) {
    got = ::read(0, buffer, sizeof(buffer));
    if (got <= 0) return 20;
    request.append(buffer, static_cast<std::size_t>(got));
    at = request.find("// fake: ");
  }
  std::string line = request.substr(at + 9, request.find('\n', at) - at - 9);
  std::string mode = line.substr(0, line.find(' '));
  std::string argument = line.find(' ') == std::string::npos ? "" : line.substr(line.find(' ') + 1);

  if (mode == "stop-reading") {
    ::close(0);
    write_all(record(Record::kObject, "", elf) + record(Record::kEnd, "", ""));
    return 0;
  }
  if (mode == "answer-first") {
    write_all(record(Record::kObject, "", elf + std::string(4 << 20, 'x')) + record(Record::kEnd, "", ""));
    read_all();
    return 0;
  }
  request += read_all();

  std::string lowered;
  for (std::size_t place = 0; place + sizeof(RecordHeader) <= request.size();) {
    RecordHeader header;
    std::memcpy(&header, request.data() + place, sizeof(header));
    std::string data = request.substr(place + sizeof(header) + header.name_bytes, header.data_bytes);
    if (header.kind == static_cast<std::uint32_t>(Record::kInstance)) {
      lowered += record(Record::kLowered, data, "_Z" + data);
    }
    place += sizeof(header) + header.name_bytes + header.data_bytes;
  }
  std::string good = record(Record::kObject, "", elf + argument) + record(Record::kLog, "", "a warning\n") +
                     lowered + record(Record::kEnd, "", "");

  if (mode == "ok") {
    write_all(good);
  } else if (mode == "count") {  // one byte in a file for each start
    FILE* file = std::fopen(argument.c_str(), "a");
    if (file) {
      std::fputc('x', file);
      std::fclose(file);
    }
    ::usleep(20'000);
    write_all(good);
  } else if (mode == "two-answers") {  // the full one after some milliseconds, or "die", or "damaged"
    const auto asks = [&](const std::string& data) {
      return request.find(record(Record::kBaselineFirst, "", data)) != std::string::npos;
    };
    const bool is_patient = asks({"\x88\x13\0\0", 4});  // 5000 ms
    const std::string quick = record(Record::kObject, "", elf + "quick") +
                              record(Record::kLog, "", is_patient ? "patient\n" : "a warning\n") + lowered +
                              record(Record::kMore, "", "");
    if (asks("") || is_patient) write_all(quick);
    if (argument == "die") ::raise(SIGKILL);
    ::usleep(static_cast<useconds_t>(std::atoi(argument.c_str())) * 1000);
    write_all(argument == "damaged" ? good.substr(0, good.size() - 1) : good);
  } else if (mode == "no-quick-object") {
    write_all(record(Record::kMore, "", "") + good);
  } else if (mode == "sleep") {
    ::sleep(600);
  } else if (mode == "sleep-with-child") {  // the child keeps the pipes open when the parent is gone
    if (::fork() == 0) {
      FILE* file = std::fopen(argument.c_str(), "w");
      std::fprintf(file, "%d\n", static_cast<int>(::getpid()));
      std::fclose(file);
      ::sleep(600);
      std::_Exit(0);
    }
    return 0;
  } else if (mode == "ok-with-child" || mode == "ok-with-session" || mode == "ok-with-quiet-child" ||
             mode == "sleep-with-session") {  // a child stays, in a session of its own or without the pipes
    if (::fork() == 0) {
      if (mode.ends_with("session")) ::setsid();
      if (mode == "ok-with-quiet-child")
        for (int fd = 0; fd < 3; ++fd) ::close(fd);
      FILE* file = std::fopen((argument + ".new").c_str(), "w");
      std::fprintf(file, "%d\n", static_cast<int>(::getpid()));
      std::fclose(file);
      std::rename((argument + ".new").c_str(), argument.c_str());
      ::sleep(600);
      std::_Exit(0);
    }
    while (::access(argument.c_str(), F_OK) != 0) ::usleep(1000);
    if (mode.starts_with("sleep")) ::sleep(600);
    write_all(good);
  } else if (mode == "signal") {
    std::fprintf(stderr, "something terrible\n");
    ::raise(std::atoi(argument.c_str()));
  } else if (mode == "exit") {
    write_all(good);
    return std::atoi(argument.c_str());
  } else if (mode == "error") {
    write_all(record(Record::kLog, "", "source.cu:3:5: error: no such thing\n  here\n    ^\n") +
              record(Record::kEnd, "", ""));
    return 1;
  } else if (mode == "bad-option") {
    write_all(record(Record::kLog, "", "error: option '-x' is unknown\n") + record(Record::kEnd, "", ""));
    return 2;
  } else if (mode == "nothing") {
  } else if (mode == "no-object") {
    write_all(record(Record::kEnd, "", ""));
  } else if (mode == "no-elf") {
    write_all(record(Record::kObject, "", "text") + record(Record::kEnd, "", ""));
  } else if (mode == "two-objects") {
    write_all(record(Record::kObject, "", elf) + good);
  } else if (mode == "truncate") {
    write_all(good.substr(0, static_cast<std::size_t>(std::atoi(argument.c_str()))));
  } else if (mode == "huge-record") {
    RecordHeader header{16, 0, ~std::uint64_t{0} - 8};
    write_all(std::string(reinterpret_cast<const char*>(&header), sizeof(header)) + "abc");
  } else if (mode == "huge-name") {
    RecordHeader header{16, ~std::uint32_t{0}, 4};
    write_all(std::string(reinterpret_cast<const char*>(&header), sizeof(header)) + "abc");
  } else if (mode == "unknown-record") {
    write_all(record(99, "", "x") + good);
  } else if (mode == "trailing") {
    write_all(good + "more");
  } else if (mode == "loud") {  // more on standard error than a pipe holds
    std::string noise(300'000, 'n');
    if (::write(2, noise.data(), noise.size()) < 0) return 21;
    write_all(good);
  } else if (mode == "no-instances") {
    write_all(record(Record::kObject, "", elf) + record(Record::kEnd, "", ""));
  } else if (mode == "memory") {
    void* block = std::malloc(std::size_t{1} << 40);
    if (!block) {
      std::fprintf(stderr, "terminate called after throwing an instance of 'std::bad_alloc'\n");
      ::raise(SIGABRT);
    }
    write_all(good);
  } else if (mode == "files") {  // says which descriptors are open
    std::string open;
    for (int fd = 3; fd < 256; ++fd) {
      if (::access(("/proc/self/fd/" + std::to_string(fd)).c_str(), F_OK) == 0)
        open += std::to_string(fd) + " ";
    }
    write_all(record(Record::kObject, "", elf) + record(Record::kLog, "", open) +
              record(Record::kEnd, "", ""));
  } else if (mode == "cores") {
    struct rlimit limit;
    getrlimit(RLIMIT_CORE, &limit);
    write_all(record(Record::kObject, "", elf) + record(Record::kLog, "", std::to_string(limit.rlim_cur)) +
              record(Record::kEnd, "", ""));
  } else {
    return 22;
  }
  return 0;
}
