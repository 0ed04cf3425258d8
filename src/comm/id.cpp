// SPDX-License-Identifier: Apache-2.0

#include "comm/id.h"

#include <sys/random.h>
#include <time.h>

#include <bit>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "base/concat.h"
#include "base/status.h"

namespace gridcall::comm {

namespace {

constexpr std::uint32_t kMagic = 0x49434347;  // "GCCI"
constexpr std::uint16_t kFormat = 1;

// Returns the FNV-1a hash of all bytes before the checksum.
std::uint64_t checksum_of(const Id& id) noexcept {
  const auto bytes = std::bit_cast<std::array<unsigned char, sizeof(Id)>>(id);
  std::uint64_t sum = 0xcbf29ce484222325;
  for (std::size_t i = 0; i < offsetof(Id, checksum); ++i) sum = (sum ^ bytes[i]) * 0x100000001b3;
  return sum;
}

std::uint64_t now_ns() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// The ids that this process has used, with the ranks.
struct TakenIds {
  std::mutex lock;
  std::set<std::pair<std::uint64_t, std::uint32_t>> ids;
};
TakenIds& taken_ids() {
  static auto* const taken = new TakenIds;
  return *taken;
}

}  // namespace

Id make_id(const Engine& engine) {
  Id id;
  id.magic = kMagic;
  id.format = kFormat;
  id.engine = static_cast<std::uint16_t>(engine.kind);
  id.engine_version = engine.version;
  id.made_at_ns = now_ns();
  if (::getrandom(&id.nonce, sizeof id.nonce, GRND_NONBLOCK) != sizeof id.nonce) id.nonce = id.made_at_ns;
  const ncclResult_t result = engine.table.ncclGetUniqueId(&id.native);
  if (result != ncclSuccess) {
    const char* text = engine.table.ncclGetLastError(nullptr);
    Failure failure(result == ncclInvalidUsage ? engine.invalid_usage : status::kComm,
                    concat("ncclGetUniqueId of ", engine.name(), " returned ", static_cast<int>(result), ": ",
                           text && *text ? text : engine.table.ncclGetErrorString(result)));
    failure.driver_code = result;
    throw failure;
  }
  id.checksum = checksum_of(id);
  return id;
}

std::array<std::uint8_t, Id::kBytes> bytes_of(const Id& id) noexcept {
  return std::bit_cast<std::array<std::uint8_t, sizeof(Id)>>(id);
}

Id read_id(std::span<const std::byte> bytes, const Engine& engine) {
  const auto refuse = [](std::string text) { throw Failure(status::kInvalidArgument, std::move(text)); };
  if (bytes.size() != Id::kBytes)
    refuse(concat("`id` has ", bytes.size(), " bytes: pass all ", Id::kBytes,
                  " that gc_comm_create_id returned"));
  Id id;
  std::memcpy(&id, bytes.data(), sizeof id);
  if (id.magic != kMagic || id.checksum != checksum_of(id))
    refuse("`id` is damaged, or was never made by gc_comm_create_id: pass its 256 bytes as they are");
  if (id.format != kFormat)
    refuse(concat("`id` has format ", id.format, ", this library knows ", kFormat,
                  ": use the same version of gridcall on all ranks"));
  if (id.engine != static_cast<std::uint16_t>(engine.kind))
    refuse(concat("`id` is for ", engine_carries(id.engine), ", and `context` needs one for ",
                  engine_carries(static_cast<std::uint16_t>(engine.kind)),
                  ": make it with a context of that kind of device"));
  if (id.engine_version != engine.version)
    throw Failure(status::kCommMismatch,
                  concat("`id` was made with ", engine.versioned_as, ' ', version_text(id.engine_version),
                         ", and this rank has ", version_text(engine.version),
                         ": install the same version for all ranks"));
  return id;
}

void take_id(const Id& id, std::uint32_t rank) {
  TakenIds& taken = taken_ids();
  const std::lock_guard held(taken.lock);
  if (!taken.ids.emplace(id.nonce, rank).second)
    throw Failure(status::kInvalidState,
                  concat("`id` was used for rank ", rank,
                         " in this process before, and an id makes one communicator: make a new one"));
}

bool is_id_taken(const Id& id, std::uint32_t rank) {
  TakenIds& taken = taken_ids();
  const std::lock_guard held(taken.lock);
  return taken.ids.contains({id.nonce, rank});
}

}  // namespace gridcall::comm
