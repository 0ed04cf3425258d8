// SPDX-License-Identifier: Apache-2.0

#include "comm/engine.h"

#include <algorithm>
#include <utility>

#include "base/concat.h"

namespace gridcall::comm {

std::string version_text(int version) {
  // Before 2.9 the minor number had one digit less.
  const int major = version >= 10000 ? version / 10000 : version / 1000;
  const int minor = version >= 10000 ? version / 100 % 100 : version / 100 % 10;
  return concat(major, '.', minor, '.', version % 100);
}

std::string Engine::name() const {
  if (!table.gridcallMpiDescribe) return concat(family, ' ', version_text(version));
  char text[512] = {};
  table.gridcallMpiDescribe(text, sizeof text);
  return *text ? text : family;
}

Failure Engine::error(ncclResult_t result, const char* call, ncclComm_t comm, std::string_view who) const {
  const char* const last = table.ncclGetLastError(comm);
  std::string text = last && *last ? last : "";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  Status code = status::kComm;
  switch (static_cast<int>(result)) {
    case GRIDCALL_NCCL_MISMATCH:
      code = status::kCommMismatch;
      break;
    case GRIDCALL_NCCL_PEER_LOST:
    case ncclRemoteError:
      code = status::kCommPeerLost;
      break;
    case ncclInvalidUsage:
      code = std::any_of(mismatch_words.begin(), mismatch_words.end(),
                         [&](std::string_view word) { return text.find(word) != std::string::npos; })
                 ? status::kCommMismatch
                 : invalid_usage;
      break;
    default:
      break;
  }
  const char* const meaning = table.ncclGetErrorString(result);
  std::string message =
      explains_errors && !text.empty()
          ? concat(who, ": ", text)
          : concat(call, " of ", name(), " returned ", static_cast<int>(result), " (",
                   meaning ? meaning : "unknown", ") on ", who, text.empty() ? "" : ": ", text);
  if (code == status::kComm) message += hint;
  Failure made(code, std::move(message));
  made.driver_code = result;
  return made;
}

const Engine& usable_engine(bool is_cpu) {
  const Engine& engine = engine_for(is_cpu);
  if (engine.failure == 0) return engine;
  Failure failure(engine.failure, engine.reason);
  failure.notes = engine.notes;
  throw failure;
}

const char* engine_carries(std::uint16_t kind) noexcept {
  switch (static_cast<core::CommEngine>(kind)) {
    case core::CommEngine::kNccl:
      return "NCCL, between GPUs";
    case core::CommEngine::kMpi:
      return "MPI, between CPU devices";
    case core::CommEngine::kNone:
      break;
  }
  return "an unknown engine";
}

Failure missing_record(const Engine& engine, std::uint32_t rank) {
  return {status::kComm, concat("ncclAllGather of ", engine.name(), " ended without what rank ", rank,
                                " sends: no data was moved; use another NCCL, and make a new communicator")};
}

}  // namespace gridcall::comm
