// SPDX-License-Identifier: Apache-2.0

#include "core/pipe.h"

#include <limits>

#include "base/concat.h"
#include "core/check.h"
#include "core/memory/allocation.h"

namespace gridcall::core {

namespace {

// The first fields of `storage` in gridcall_pipe.h. In an empty pipe the bytes between them and the packets
// are zero; these fields may have any value.
struct Head {
  std::uint32_t packet_size;
  std::uint32_t max_packets;
  std::uint64_t packets_at;
};
constexpr std::uint64_t kHeadBytes = 384;
constexpr std::uint64_t kStateBytes = 4;
constexpr std::uint64_t kAlignment = 128;  // the alignment of packets of any type

std::uint32_t checked(std::uint64_t value, const char* name, const char* what) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint32_t>::max();
  if (value == 0) throw Failure(status::kInvalidArgument, concat("`", name, "` is 0: pass ", what));
  if (value > kMax)
    throw Failure(status::kOutOfRange,
                  concat("`", name, "` ", value, " exceeds ", kMax, ": pass ", what, ", at most that"));
  return static_cast<std::uint32_t>(value);
}

}  // namespace

Ref<Pipe> Pipe::create(Context& context, std::uint64_t packet_size, std::uint64_t max_packets) {
  check_process();
  Head head{checked(packet_size, "packet_size", "the bytes of a packet"),
            checked(max_packets, "max_packets", "how many packets it holds"), 0};
  head.packets_at = (kHeadBytes + kStateBytes * max_packets + kAlignment - 1) / kAlignment * kAlignment;
  std::uint64_t size = 0;
  if (__builtin_add_overflow(head.packets_at, packet_size * max_packets, &size))
    throw Failure(status::kOutOfRange, concat("`max_packets` ", max_packets, " of `packet_size` ",
                                              packet_size, " bytes exceed 64 bits: ask for less"));
  Ref<Mem> mem = Mem::create(context, {.size = size,
                                       .flags = mem_flags::kZero,
                                       .content = std::as_bytes(std::span(&head, 1)),
                                       .zeroed = head.packets_at});
  return make<Pipe>(std::move(mem), head.packet_size, head.max_packets);
}

std::uint64_t Pipe::attribute(std::int32_t attribute) const {
  switch (static_cast<PipeAttribute>(attribute)) {
    case PipeAttribute::kPacketSize:
      return packet_size_;
    case PipeAttribute::kMaxPackets:
      return max_packets_;
  }
  refuse_attribute(attribute, "PIPE");
}

}  // namespace gridcall::core
