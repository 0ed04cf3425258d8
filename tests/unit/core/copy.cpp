// SPDX-License-Identifier: Apache-2.0
//
// The one copy under all: boxes of bytes with pitches, over the fake driver.

#include "core/copy/copy.h"

#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/context.h"

#include "fake_cuda/control.h"
#include "support/cmocka.h"

using namespace gridcall;
using namespace gridcall::core;

namespace {

Context& context() {
  return device_at(0).context();
}

template <class Call>
std::string refusal(Status status, Call call) {
  try {
    call();
  } catch (const Failure& failure) {
    assert_int_equal(failure.status, status);
    return failure.message;
  }
  fail_msg("nothing was refused");
  return {};
}

void expect_part(const std::string& text, const char* part) {
  if (text.find(part) == std::string::npos) fail_msg("`%s` is not in `%s`", part, text.c_str());
}

CopyEnd end_of(Mem& mem, std::uint64_t offset, std::uint64_t row_pitch, std::uint64_t slice_pitch,
               const char* name) {
  CopyEnd end = CopyEnd::of(mem, offset, name, "offset");
  end.row_pitch = row_pitch;
  end.slice_pitch = slice_pitch;
  return end;
}

CopyEnd end_of(std::vector<unsigned char>& host, std::uint64_t offset, std::uint64_t row_pitch,
               std::uint64_t slice_pitch, const char* name) {
  CopyEnd end = CopyEnd::of_host(host.data(), host.size(), name);
  end.offset = offset;
  end.row_pitch = row_pitch;
  end.slice_pitch = slice_pitch;
  return end;
}

std::vector<unsigned char> content(Mem& mem) {
  std::vector<unsigned char> bytes(mem.size());
  copy_dtoh(std::as_writable_bytes(std::span(bytes)), mem, 0, nullptr);
  return bytes;
}

// The offsets of all bytes of an end, in the order of the box.
std::vector<std::uint64_t> offsets(const CopyRegion& region, const CopyEnd& end) {
  std::vector<std::uint64_t> all;
  const std::uint64_t row = end.row_pitch ? end.row_pitch : region.width;
  const std::uint64_t slice = end.slice_pitch ? end.slice_pitch : region.rows * row;
  for (std::uint64_t z = 0; z < region.slices; ++z)
    for (std::uint64_t y = 0; y < region.rows; ++y)
      for (std::uint64_t x = 0; x < region.width; ++x) all.push_back(end.offset + z * slice + y * row + x);
  return all;
}

// Random boxes go between two memories and the host, beside a copy of bytes one by one.
void boxes_move_their_bytes_alone(void**) {
  std::mt19937 random(20261122);
  const auto upto = [&](unsigned most) { return std::uint64_t{random() % (most + 1)}; };
  const Ref<Mem> first = Mem::alloc(context(), 4096), second = Mem::alloc(context(), 4096);
  const Ref<Stream> stream = Stream::create(context(), true, 0);
  for (int round = 0; round < 300; ++round) {
    std::vector<unsigned char> host(4096);
    for (unsigned char& each : host) each = static_cast<unsigned char>(random());
    for (Mem* mem : {first.get(), second.get()}) {
      std::vector<unsigned char> start(4096);
      for (unsigned char& each : start) each = static_cast<unsigned char>(random());
      copy_htod(*mem, 0, std::as_bytes(std::span(start)), nullptr);
    }
    CopyRegion region{{}, {}, 1 + upto(11), upto(4) ? 1 + upto(5) : 1, upto(2) ? 1 : 1 + upto(3)};
    const auto pitches = [&](CopyEnd end) {
      end.offset = upto(200);
      end.row_pitch = upto(2) ? region.width + upto(9) : 0;
      const std::uint64_t row = end.row_pitch ? end.row_pitch : region.width;
      end.slice_pitch = upto(2) ? region.rows * row + (region.rows > 1 ? row * upto(1) : upto(9)) : 0;
      return end;
    };
    const auto kind = upto(2);
    region.dst = pitches(kind == 1 ? end_of(host, 0, 0, 0, "dst") : end_of(*first, 0, 0, 0, "dst"));
    region.src = pitches(kind == 0 ? end_of(host, 0, 0, 0, "src") : end_of(*second, 0, 0, 0, "src"));
    std::vector<unsigned char> wanted = kind == 1 ? host : content(*first);
    const std::vector<unsigned char> given = kind == 0 ? host : content(*second);
    const auto to = offsets(region, region.dst), from = offsets(region, region.src);
    for (std::size_t i = 0; i < to.size(); ++i) wanted[to[i]] = given[from[i]];
    copy(region, random() % 2 ? stream.get() : nullptr);
    stream->synchronize();
    context().synchronize();
    assert_true((kind == 1 ? host : content(*first)) == wanted);
  }
}

// Rows and slices without a gap between them are one row, and a box is one call of the driver.
void a_box_is_one_call(void**) {
  const Ref<Mem> mem = Mem::alloc(context(), 4096);
  const fake_cuda_control* fake = fake_cuda();
  const auto calls_of = [&](const char* call, std::uint64_t dst_row, std::uint64_t dst_slice,
                            std::uint64_t src_row, std::uint64_t src_slice) {
    const std::uint64_t of_call = fake->calls_of(call), lines = fake->calls_of("cuMemcpyDtoDAsync"),
                        boxes = fake->calls_of("cuMemcpy2DAsync") + fake->calls_of("cuMemcpy3DAsync");
    copy({end_of(*mem, 0, dst_row, dst_slice, "dst"), end_of(*mem, 2048, src_row, src_slice, "src"), 8, 4, 3},
         nullptr);
    assert_int_equal(fake->calls_of(call) - of_call, 1);
    assert_int_equal(fake->calls_of("cuMemcpyDtoDAsync") + fake->calls_of("cuMemcpy2DAsync") +
                         fake->calls_of("cuMemcpy3DAsync") - lines - boxes,
                     1);
  };
  calls_of("cuMemcpyDtoDAsync", 0, 0, 0, 0);
  calls_of("cuMemcpyDtoDAsync", 8, 32, 0, 0);
  calls_of("cuMemcpy2DAsync", 0, 40, 0, 0);
  calls_of("cuMemcpy2DAsync", 0, 0, 0, 64);
  calls_of("cuMemcpy2DAsync", 9, 0, 0, 0);
  calls_of("cuMemcpy2DAsync", 0, 0, 16, 64);
  calls_of("cuMemcpy3DAsync", 16, 80, 0, 0);
  calls_of("cuMemcpy3DAsync", 16, 64, 16, 80);
}

void boxes_stay_inside(void**) {
  const Ref<Mem> mem = Mem::alloc(context(), 100), other = Mem::alloc(context(), 1000);
  const auto box = [&](std::uint64_t offset, std::uint64_t row, std::uint64_t slice, std::uint64_t width,
                       std::uint64_t rows, std::uint64_t slices) {
    copy({end_of(*mem, offset, row, slice, "dst"), end_of(*other, 0, 0, 0, "src"), width, rows, slices},
         nullptr);
  };
  box(0, 10, 0, 10, 10, 1);
  box(5, 10, 50, 5, 5, 2);  // the last row ends at byte 100
  expect_part(
      refusal(status::kOutOfRange, [&] { box(6, 10, 50, 5, 5, 2); }),
      "`width` 5 x `height` 5 x `depth` 2 with `dst.row_pitch` 10 at `offset` 6 need 95 bytes of `dst`, "
      "from that offset on "
      "it has 94");
  refusal(status::kOutOfRange, [&] { box(0, 11, 0, 10, 10, 1); });
  refusal(status::kOutOfRange, [&] { box(101, 0, 0, 1, 0, 1); });
  box(100, 0, 0, 1, 0, 1);
  expect_part(refusal(status::kInvalidArgument, [&] { box(0, 9, 0, 10, 2, 1); }),
              "row_pitch` is 9, less than `width` 10");
  expect_part(refusal(status::kInvalidArgument, [&] { box(0, 10, 19, 10, 2, 2); }),
              "slice_pitch` is 19, less than the 20 bytes");
  expect_part(refusal(status::kInvalidArgument, [&] { box(0, 10, 25, 10, 2, 2); }),
              "slice_pitch` is 25, not a multiple of the row pitch, 10");
  box(0, 10, 25, 10, 1, 2);
  // Products that overflow to something small.
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
  refusal(status::kOutOfRange, [&] { box(0, kHalf, 0, 1, 3, 1); });
  refusal(status::kOutOfRange, [&] { box(0, kHalf, 0, 1, 2, 2); });
  refusal(status::kOutOfRange, [&] { box(0, 0, kHalf, 1, 2, 3); });
  refusal(status::kOutOfRange, [&] { box(0, 0, 0, ~std::uint64_t{0}, 2, 1); });
}

// Columns of the same rows may be copied beside one another; a shared byte may not.
void overlap_is_of_bytes(void**) {
  const Ref<Mem> mem = Mem::alloc(context(), 512);
  const auto allows = [&](const CopyRegion& region) {
    try {
      region.check();
      return true;
    } catch (const Failure& failure) {
      assert_int_equal(failure.status, status::kInvalidArgument);
      return false;
    }
  };
  assert_true(allows({end_of(*mem, 0, 16, 0, "dst"), end_of(*mem, 8, 16, 0, "src"), 8, 4}));
  assert_false(allows({end_of(*mem, 0, 16, 0, "dst"), end_of(*mem, 7, 16, 0, "src"), 8, 4}));
  std::mt19937 random(7);
  int allowed = 0;
  for (int round = 0; round < 30000; ++round) {
    const auto upto = [&](unsigned most) { return std::uint64_t{random() % (most + 1)}; };
    CopyRegion region{{}, {}, 1 + upto(5), 1 + upto(4), 1 + upto(2)};
    for (CopyEnd* end : {&region.dst, &region.src}) {
      *end = end_of(*mem, upto(60), region.width + upto(8), 0, "mem");
      end->slice_pitch = (region.rows + upto(2)) * end->row_pitch + (region.rows == 1 ? upto(8) : 0);
    }
    const auto to = offsets(region, region.dst);
    const std::set<std::uint64_t> bytes(to.begin(), to.end());
    bool shares = false;
    for (const std::uint64_t each : offsets(region, region.src)) shares |= bytes.contains(each);
    assert_int_equal(allows(region), !shares);
    allowed += !shares;
  }
  assert_in_range(allowed, 1000, 29000);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boxes_move_their_bytes_alone),
      cmocka_unit_test(a_box_is_one_call),
      cmocka_unit_test(boxes_stay_inside),
      cmocka_unit_test(overlap_is_of_bytes),
  };
  return cmocka_run_group_tests_name("copy", tests, nullptr, nullptr);
}
