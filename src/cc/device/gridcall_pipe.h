// SPDX-License-Identifier: Apache-2.0
//
// Pipes: queues of packets in device memory, which kernels write and read; gc_pipe_create makes one. The
// functions are those of OpenCL C 2.0, section 6.13.16, for CUDA C++:
//
//     #include <gridcall_pipe.h>
//     __global__ void squares(gridcall::pipe<int> out, int n) {
//       int i = blockIdx.x * blockDim.x + threadIdx.x, square = i * i;
//       if (i < n && write_pipe(out, &square) != 0) ...;  // full: try again, or later
//     }
//
// A kernel may read and write a pipe, also one that other kernels use at the same time. Packets come out in the
// order in which they were reserved; one that is written is seen by readers when it and all before it are
// committed. No function waits: where there is no room or no packet it returns a negative number.
#ifndef GRIDCALL_PIPE_H
#define GRIDCALL_PIPE_H

namespace gridcall {

namespace pipe_detail {

// Lies in device memory, followed by a state for each place of the ring and by the places (src/core/pipe.cpp).
struct storage {
  unsigned packet_size;
  unsigned max_packets;
  unsigned long long packets_at;  // the offset of the first place from here, in bytes
  unsigned char unused[112];
  unsigned long long written;  // the number of packets ever reserved for writing
  unsigned char unused_too[120];
  unsigned long long read;  // the number of packets ever reserved for reading
  unsigned char unused_three[120];
};

// Packet n's place is free for it in state 2 * (n / max_packets), and holds it in the next state.
__device__ inline volatile unsigned* state_of(storage* pipe, unsigned long long packet) {
  return reinterpret_cast<volatile unsigned*>(pipe + 1) + packet % pipe->max_packets;
}
__device__ inline unsigned turn_of(const storage* pipe, unsigned long long packet) {
  return static_cast<unsigned>(packet / pipe->max_packets) * 2u;
}
template <class Packet>
__device__ inline Packet* place_of(storage* pipe, unsigned long long packet) {
  return reinterpret_cast<Packet*>(reinterpret_cast<unsigned char*>(pipe) + pipe->packets_at) +
         packet % pipe->max_packets;
}
__device__ inline unsigned long long now(const unsigned long long* counter) {
  return *static_cast<const volatile unsigned long long*>(counter);
}

// Reserves `count` packets from the counter on, if each of their places is in the state that `offset` specifies. Only a
// thread that advances the counter uses these places, so that none can change before the exchange.
__device__ inline bool take(storage* pipe, unsigned long long* counter, unsigned count, unsigned offset,
                            unsigned long long* first) {
  if (count == 0 || count > pipe->max_packets) return false;
  unsigned long long from = now(counter);
  for (;;) {
    bool is_ready = true;
    for (unsigned i = 0; i < count && is_ready; ++i)
      is_ready = *state_of(pipe, from + i) == turn_of(pipe, from + i) + offset;
    if (!is_ready) {
      __threadfence();  // a state of a later turn was written after the counter
      const unsigned long long later = now(counter);
      if (later == from) return false;
      from = later;
      continue;
    }
    const unsigned long long found = atomicCAS(counter, from, from + count);
    if (found == from) break;
    from = found;
  }
  __threadfence();  // after the states were read, before the places are used
  *first = from;
  return true;
}
__device__ inline void finish(storage* pipe, unsigned long long packet, unsigned offset) {
  const unsigned done = offset == 0 ? turn_of(pipe, packet) + 1 : turn_of(pipe, packet) + 2;
  *state_of(pipe, packet) = done;
}

}  // namespace pipe_detail

// A kernel's parameter; the argument is of kind GRIDCALL_ARG_KIND_PIPE. A Packet must have the pipe's packet size.
template <class Packet>
struct pipe {
  pipe_detail::storage* storage;
};

// The result of a reservation. It is plain data, which threads of a block may share.
struct reserve_id_t {
  unsigned long long first;
  unsigned count;  // 0 if it is not valid
  unsigned unused;
};
__device__ inline bool is_valid_reserve_id(reserve_id_t id) { return id.count != 0; }

// Returns the packets that are reserved or written, and not reserved for reading, at some moment during the call.
template <class Packet>
__device__ unsigned get_pipe_num_packets(pipe<Packet> p) {
  const unsigned long long read = pipe_detail::now(&p.storage->read);
  const unsigned long long written = pipe_detail::now(&p.storage->written);
  const unsigned long long packets = written - read;
  return packets < p.storage->max_packets ? static_cast<unsigned>(packets) : p.storage->max_packets;
}
template <class Packet>
__device__ unsigned get_pipe_max_packets(pipe<Packet> p) {
  return p.storage->max_packets;
}

// The functions below that return a number return 0 or a negative number: -1 if there is no packet or no room, -2 if
// the pipe's packets differ in size from Packet, -3 for an index outside the reservation.
template <class Packet>
__device__ int write_pipe(pipe<Packet> p, const Packet* packet) {
  unsigned long long at;
  if (p.storage->packet_size != sizeof(Packet)) return -2;
  if (!pipe_detail::take(p.storage, &p.storage->written, 1, 0, &at)) return -1;
  *pipe_detail::place_of<Packet>(p.storage, at) = *packet;
  __threadfence();
  pipe_detail::finish(p.storage, at, 0);
  return 0;
}
template <class Packet>
__device__ int read_pipe(pipe<Packet> p, Packet* packet) {
  unsigned long long at;
  if (p.storage->packet_size != sizeof(Packet)) return -2;
  if (!pipe_detail::take(p.storage, &p.storage->read, 1, 1, &at)) return -1;
  *packet = *pipe_detail::place_of<Packet>(p.storage, at);
  __threadfence();
  pipe_detail::finish(p.storage, at, 1);
  return 0;
}

// A reservation is for consecutive packets, all or none. Each must be committed, and not be used afterwards.
template <class Packet>
__device__ reserve_id_t reserve_write_pipe(pipe<Packet> p, unsigned count) {
  reserve_id_t id = {0, 0, 0};
  if (p.storage->packet_size == sizeof(Packet) &&
      pipe_detail::take(p.storage, &p.storage->written, count, 0, &id.first))
    id.count = count;
  return id;
}
template <class Packet>
__device__ reserve_id_t reserve_read_pipe(pipe<Packet> p, unsigned count) {
  reserve_id_t id = {0, 0, 0};
  if (p.storage->packet_size == sizeof(Packet) &&
      pipe_detail::take(p.storage, &p.storage->read, count, 1, &id.first))
    id.count = count;
  return id;
}
template <class Packet>
__device__ int write_pipe(pipe<Packet> p, reserve_id_t id, unsigned index, const Packet* packet) {
  if (index >= id.count) return -3;
  *pipe_detail::place_of<Packet>(p.storage, id.first + index) = *packet;
  return 0;
}
template <class Packet>
__device__ int read_pipe(pipe<Packet> p, reserve_id_t id, unsigned index, Packet* packet) {
  if (index >= id.count) return -3;
  *packet = *pipe_detail::place_of<Packet>(p.storage, id.first + index);
  return 0;
}
template <class Packet>
__device__ void commit_write_pipe(pipe<Packet> p, reserve_id_t id) {
  __threadfence();
  for (unsigned i = 0; i < id.count; ++i) pipe_detail::finish(p.storage, id.first + i, 0);
}
template <class Packet>
__device__ void commit_read_pipe(pipe<Packet> p, reserve_id_t id) {
  __threadfence();
  for (unsigned i = 0; i < id.count; ++i) pipe_detail::finish(p.storage, id.first + i, 1);
}

// Functions for a whole block. All its threads must call them with the same arguments, and get the same id.
namespace pipe_detail {
__device__ inline bool is_first_thread() { return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0; }
__device__ inline reserve_id_t* block_id() {
  __shared__ reserve_id_t id;
  return &id;
}
}  // namespace pipe_detail

template <class Packet>
__device__ reserve_id_t work_group_reserve_write_pipe(pipe<Packet> p, unsigned count) {
  reserve_id_t* const shared = pipe_detail::block_id();
  __syncthreads();  // all threads have read an earlier id
  if (pipe_detail::is_first_thread()) *shared = reserve_write_pipe(p, count);
  __syncthreads();
  return *shared;
}
template <class Packet>
__device__ reserve_id_t work_group_reserve_read_pipe(pipe<Packet> p, unsigned count) {
  reserve_id_t* const shared = pipe_detail::block_id();
  __syncthreads();
  if (pipe_detail::is_first_thread()) *shared = reserve_read_pipe(p, count);
  __threadfence();  // each thread reads packets that others wrote
  __syncthreads();
  return *shared;
}
template <class Packet>
__device__ void work_group_commit_write_pipe(pipe<Packet> p, reserve_id_t id) {
  __threadfence();
  __syncthreads();
  if (pipe_detail::is_first_thread()) commit_write_pipe(p, id);
}
template <class Packet>
__device__ void work_group_commit_read_pipe(pipe<Packet> p, reserve_id_t id) {
  __threadfence();
  __syncthreads();
  if (pipe_detail::is_first_thread()) commit_read_pipe(p, id);
}

}  // namespace gridcall

#endif
