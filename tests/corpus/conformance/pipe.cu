// SPDX-License-Identifier: Apache-2.0
#include <gridcall_pipe.h>

using gridcall::pipe;
using gridcall::reserve_id_t;

struct Packet {
  unsigned writer, number;
  unsigned long long check;
};

// One thread: what each function returns, one after another.
extern "C" __global__ void one_by_one(pipe<int> p, int *out) {
  int n = 0, value = 0;
  out[n++] = get_pipe_max_packets(p);
  out[n++] = read_pipe(p, &value);  // empty
  for (int i = 10; i < 15; ++i) out[n++] = write_pipe(p, &i);  // the fifth finds it full
  out[n++] = get_pipe_num_packets(p);
  out[n++] = read_pipe(p, &value);
  out[n++] = value;
  // One place is free: two are too many.
  out[n++] = is_valid_reserve_id(reserve_write_pipe(p, 2));
  reserve_id_t one = reserve_write_pipe(p, 1);
  out[n++] = is_valid_reserve_id(one);
  out[n++] = get_pipe_num_packets(p);
  value = 99;
  out[n++] = write_pipe(p, one, 1, &value);  // outside
  out[n++] = write_pipe(p, one, 0, &value);
  // 11, 12 and 13 can be read, and what is not committed cannot.
  out[n++] = is_valid_reserve_id(reserve_read_pipe(p, 4));
  reserve_id_t three = reserve_read_pipe(p, 3);
  out[n++] = is_valid_reserve_id(three);
  for (unsigned i = 0; i < 3; ++i) {
    out[n++] = read_pipe(p, three, 2 - i, &value);
    out[n++] = value;
  }
  out[n++] = read_pipe(p, &value);
  commit_write_pipe(p, one);
  out[n++] = read_pipe(p, &value);
  out[n++] = value;
  // Their places are not free before they are committed.
  value = 5;
  out[n++] = write_pipe(p, &value);
  out[n++] = write_pipe(p, &value);
  commit_read_pipe(p, three);
  out[n++] = write_pipe(p, &value);
  out[n++] = is_valid_reserve_id(reserve_write_pipe(p, 0));
  out[n++] = is_valid_reserve_id(reserve_write_pipe(p, 5));
  pipe<double> wrong = {p.storage};
  double number = 1;
  out[n++] = write_pipe(wrong, &number);
  out[n++] = read_pipe(wrong, &number);
  out[n++] = is_valid_reserve_id(reserve_read_pipe(wrong, 1));
}

extern "C" __global__ void put(pipe<int> p, int first, int count, int *failed) {
  for (int i = 0; i < count; ++i) {
    int value = first + i;
    if (write_pipe(p, &value) != 0) ++*failed;
  }
}
extern "C" __global__ void get(pipe<int> p, int count, int *out) {
  for (int i = 0; i < count; ++i)
    if (read_pipe(p, out + i) != 0) out[i] = -1;
}

// Each block writes and reads as one.
extern "C" __global__ void write_as_block(pipe<int> p, int *failed) {
  reserve_id_t id = work_group_reserve_write_pipe(p, blockDim.x);
  if (!is_valid_reserve_id(id)) {
    if (threadIdx.x == 0) atomicAdd(failed, 1);
    return;
  }
  int value = blockIdx.x * 1000 + threadIdx.x;
  write_pipe(p, id, threadIdx.x, &value);
  work_group_commit_write_pipe(p, id);
}
extern "C" __global__ void read_as_block(pipe<int> p, int *out, int *failed) {
  for (int round = 0; round < 2; ++round) {  // an id is not mixed up with the next one
    reserve_id_t id = work_group_reserve_read_pipe(p, blockDim.x / 2);
    if (!is_valid_reserve_id(id)) {
      if (threadIdx.x == 0) atomicAdd(failed, 1);
      return;
    }
    if (threadIdx.x < blockDim.x / 2)
      read_pipe(p, id, threadIdx.x, out + blockIdx.x * blockDim.x + round * (blockDim.x / 2) + threadIdx.x);
    work_group_commit_read_pipe(p, id);
  }
}

// Blocks with even numbers write, the others read, until all is read. Packets go one by one and in reservations.
extern "C" __global__ void mix(pipe<Packet> p, unsigned each, unsigned total, unsigned *seen, unsigned *last,
                               unsigned *taken, unsigned *wrong) {
  unsigned thread = (blockIdx.x / 2) * blockDim.x + threadIdx.x, writers = gridDim.x / 2 * blockDim.x;
  unsigned random = thread * 2654435761u + 12345u;
  if (blockIdx.x % 2 == 0) {
    for (unsigned number = 0; number < each;) {
      random = random * 1664525u + 1013904223u;
      unsigned count = random >> 30;  // 0: without a reservation
      if (count > each - number) count = each - number;
      if (count == 0) {
        Packet packet = {thread, number, thread * 1000003ull + number};
        if (write_pipe(p, &packet) == 0) ++number;
        continue;
      }
      reserve_id_t id = reserve_write_pipe(p, count);
      if (!is_valid_reserve_id(id)) continue;
      for (unsigned i = 0; i < count; ++i) {
        Packet packet = {thread, number + i, thread * 1000003ull + number + i};
        write_pipe(p, id, i, &packet);
      }
      commit_write_pipe(p, id);
      number += count;
    }
    return;
  }
  unsigned *mine = last + thread * writers;  // the number after the newest of each writer
  while (atomicAdd(taken, 0) < total) {
    random = random * 1664525u + 1013904223u;
    Packet packets[3];
    unsigned count = random >> 30;
    if (count == 0) {
      if (read_pipe(p, packets) != 0) continue;
      count = 1;
    } else {
      reserve_id_t id = reserve_read_pipe(p, count);
      if (!is_valid_reserve_id(id)) continue;
      for (unsigned i = 0; i < count; ++i) read_pipe(p, id, i, packets + i);
      commit_read_pipe(p, id);
    }
    for (unsigned i = 0; i < count; ++i) {
      Packet got = packets[i];
      if (got.writer >= writers || got.number >= each || got.check != got.writer * 1000003ull + got.number) {
        atomicAdd(wrong, 1);
        continue;
      }
      atomicAdd(seen + got.writer * each + got.number, 1);
      if (got.number < mine[got.writer]) atomicAdd(wrong, 1);  // out of order
      mine[got.writer] = got.number + 1;
    }
    atomicAdd(taken, count);
  }
}
