// SPDX-License-Identifier: Apache-2.0
//
// Random copies and fills of all shapes between memories of all kinds and arrays, on random streams of two
// contexts of every device, beside a model in host memory: test_random_copies [--count N] [--seed N]. Work on
// different streams that touches the same memory is ordered by events, as a program must do. After a copy
// from ordinary host memory that memory is written over. --each 1 compares everything after each call, and
// stops at the first difference.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <random>
#include <string_view>

#include "random_copies/model.h"
#include "support/memory.h"

namespace {

constexpr std::size_t kHostBytes = (4 << 20) + 300'000;  // more than the driver copies alone
constexpr std::size_t kSmallBytes = 1 << 16;
constexpr std::size_t kLargeBytes = 5 << 20;

class Test {
 public:
  Test(std::uint64_t count, std::uint64_t seed, bool each)
      : count_(count), seed_(seed), each_(each), random_(seed) {}

  int run() {
    make_contexts();
    for (std::size_t i = 0; i < contexts_.size(); ++i) {
      make_memories(i);
      make_arrays(i);
    }
    host_.resize(kHostBytes);
    for (unsigned char& each : host_) each = static_cast<unsigned char>(random_());
    for (number_ = 0; number_ < count_ && (!each_ || differences_ == 0); ++number_) {
      step();
      if (each_) compare_all();
    }
    compare_all();
    std::printf(
        "TAP version 13\n1..1\n%sok 1 - %llu random copies and fills in %zu contexts, %llu of them refused: "
        "%llu "
        "differences (--seed %llu)\n",
        differences_ ? "not " : "", static_cast<unsigned long long>(count_), contexts_.size(),
        static_cast<unsigned long long>(refused_), static_cast<unsigned long long>(differences_),
        static_cast<unsigned long long>(seed_));
    for (const Memory& memory : memories_) gc_mem_release(memory.handle);
    for (const Array& array : arrays_) gc_array_release(array.handle);
    for (const Context& context : contexts_) {
      for (gc_stream* stream : context.streams) gc_stream_release(stream);
      gc_context_release(context.handle);
    }
    for (gc_pool* pool : pools_) gc_pool_release(pool);
    return differences_ ? 1 : 0;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

  [[noreturn]] void die(const char* what, gc_status status, gc_error* error) {
    std::printf("not ok 1 - number %llu, %s: %s returned %s: %s\n", static_cast<unsigned long long>(number_),
                what_.c_str(), what, gc_status_name(status), error ? gc_error_message(error) : "");
    std::fflush(stdout);
    std::_Exit(1);
  }
  void must(const char* what, gc_status status, gc_error* error) {
    if (status != GRIDCALL_OK) die(what, status, error);
  }
  // True if the call worked, which it must if `wanted` is OK and must not else.
  bool worked(const char* what, gc_status status, gc_error* error, gc_status wanted) {
    if (status != wanted) die(what, status, error);
    if (status == GRIDCALL_OK) return true;
    ++refused_;
    gc_error_release(error);
    return false;
  }

  void make_contexts() {
    gc_error* error = nullptr;
    std::int32_t count = 0;
    must("gc_device_get_count", gc_device_get_count(&count, &error), error);
    const char* only = std::getenv("GRIDCALL_DEVICE");
    for (std::int32_t i = 0; i < count; ++i) {
      gc_device* device = nullptr;
      gc_device_kind kind = 0;
      must("gc_device_get_by_index", gc_device_get_by_index(i, &device, &error), error);
      must("gc_device_get_kind", gc_device_get_kind(device, &kind, &error), error);
      if (only && *only && (std::string_view(only) == "cpu") != (kind == GRIDCALL_DEVICE_KIND_CPU)) continue;
      gc_context* context = nullptr;
      must("gc_context_get_primary", gc_context_get_primary(device, nullptr, &context, &error), error);
      add_context(context, "device " + std::to_string(i));
      must("gc_context_create", gc_context_create(device, nullptr, &context, &error), error);
      add_context(context, "another context of device " + std::to_string(i));
    }
    if (contexts_.empty()) {
      std::printf("1..0 # SKIP no such device\n");
      std::exit(0);
    }
  }

  void add_context(gc_context* handle, std::string name) {
    gc_error* error = nullptr;
    Context context{handle, std::move(name), {nullptr}};
    must("gc_context_get_default_stream",
         gc_context_get_default_stream(handle, context.streams.data(), &error), error);
    for (const gc_stream_flags flags :
         {gc_stream_flags{0}, GRIDCALL_STREAM_NON_BLOCKING, GRIDCALL_STREAM_NON_BLOCKING}) {
      gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
      options.flags = flags;
      gc_stream* stream = nullptr;
      must("gc_stream_create", gc_stream_create(handle, &options, &stream, &error), error);
      context.streams.push_back(stream);
    }
    contexts_.push_back(context);
  }

  void add(gc_mem* handle, std::size_t context, std::size_t size, const char* name) {
    roots_.push_back(std::make_unique<Root>());
    Root& root = *roots_.back();
    root.bytes.resize(size);
    root.context = context;
    for (unsigned char& each : root.bytes) each = static_cast<unsigned char>(random_());
    gc_error* error = nullptr;
    must("gc_memcpy_htod", gc_memcpy_htod(handle, 0, root.bytes.data(), size, nullptr, &error), error);
    memories_.push_back({handle, &root, 0, size, contexts_[context].name + " " + name});
    for (int i = 0; i < 3; ++i) {
      const std::size_t offset = below(size), part_size = 1 + below(size - offset);
      gc_mem* part = nullptr;
      must("gc_mem_create_sub_region", gc_mem_create_sub_region(handle, offset, part_size, 0, &part, &error),
           error);
      memories_.push_back({part, &root, offset, part_size,
                           contexts_[context].name + " " + name + " part at " + std::to_string(offset)});
    }
  }

  void make_memories(std::size_t index) {
    gc_error* error = nullptr;
    gc_context* context = contexts_[index].handle;
    gc_mem* mem = nullptr;
    for (const std::size_t size : {kSmallBytes, kSmallBytes + 13, kLargeBytes}) {
      must("gc_mem_alloc", gc_mem_alloc(context, size, &mem, &error), error);
      add(mem, index, size, "memory");
    }
    must("alloc_host", alloc_host(context, kSmallBytes, &mem, &error), error);
    add(mem, index, kSmallBytes, "page-locked memory");
    for (const gc_mem_place place : {GRIDCALL_MEM_PLACE_DEVICE, GRIDCALL_MEM_PLACE_HOST}) {
      gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
      options.place = place;
      gc_pool* pool = nullptr;
      must("gc_pool_create", gc_pool_create(context, &options, &pool, &error), error);
      pools_.push_back(pool);
      must("gc_pool_alloc", gc_pool_alloc(pool, kSmallBytes, nullptr, &mem, &error), error);
      add(mem, index, kSmallBytes, "pool memory");
    }
  }

  // --- streams

  struct Queue {
    std::size_t context, index;
  };
  Queue any_queue(std::size_t context) { return {context, below(contexts_[context].streams.size())}; }
  // NULL is the default stream of `context`.
  gc_stream* stream_of(const Queue& queue, std::size_t context) {
    if (queue.index == 0 && queue.context == context && one_in(2)) return nullptr;
    return contexts_[queue.context].streams[queue.index];
  }
  gc_stream* stream_of(const Queue& queue) { return stream_of(queue, queue.context); }

  // The root is used on this stream of its context from now on.
  void use(Root& root, std::size_t stream) {
    if (stream == root.stream) return;
    const std::vector<gc_stream*>& streams = contexts_[root.context].streams;
    gc_error* error = nullptr;
    gc_event* event = nullptr;
    must("gc_event_create", gc_event_create(contexts_[root.context].handle, nullptr, &event, &error), error);
    must("gc_event_record", gc_event_record(event, streams[root.stream], &error), error);
    must("gc_stream_wait_event", gc_stream_wait_event(streams[stream], event, &error), error);
    gc_event_release(event);
    root.stream = stream;
  }
  Queue queue_of(Root& root) {
    const Queue queue = any_queue(root.context);
    use(root, queue.index);
    return queue;
  }
  // A stream of the context of either memory. Of the other one the default stream is ordered with it.
  Queue queue_of_copy(Root& dst, Root& src) {
    const Queue queue = any_queue(one_in(2) ? dst.context : src.context);
    for (Root* root : {&dst, &src}) use(*root, root->context == queue.context ? queue.index : 0);
    return queue;
  }

  // --- shapes

  std::uint64_t length(std::uint64_t most) {
    const std::uint64_t limit = one_in(400) ? most : one_in(10) ? 16384 : 600;
    return below(std::min(limit, most) + 1);
  }
  Memory& any_memory() { return busy_ && one_in(2) ? *busy_ : memories_[below(memories_.size())]; }
  // A memory of a certain context's, to meet often.
  Memory& memory_beside(const Memory& other) {
    for (int i = 0; i < 3; ++i) {
      Memory& memory = any_memory();
      if (memory.root->context == other.root->context) return memory;
    }
    return any_memory();
  }

  // Rectangles of one shape at two ends of the given sizes. False: they would not fit.
  bool shape(Rect& to, std::uint64_t to_size, Rect& from, std::uint64_t from_size) {
    Rect shape;
    switch (below(8)) {
      case 0:
        shape.width = length(std::min(to_size, from_size));
        break;
      case 1:
        shape.width = std::uint64_t{1} << below(5);
        shape.height = 1 + below(200);
        break;
      case 2:
        shape.width = 1 + below(3000);
        shape.height = 1 + below(6);
        shape.depth = 1 + below(3);
        break;
      default:
        shape.width = below(40);
        shape.height = below(12);
        shape.depth = below(6);
    }
    if (one_in(300)) shape.height *= 50;
    // More than a worker takes at once.
    if (busy_ && one_in(3)) shape = {0, 0, 0, 1 + below(9000), 1 + below(400), 1 + below(2)};
    if (one_in(100) && shape.depth < 3) shape.width *= 20;
    to = from = shape;
    for (Rect* rect : {&to, &from}) {
      rect->row_pitch = one_in(3) ? 0 : rect->width + below(one_in(4) ? 300 : 3);
      if (rect->height == 0) rect->height = 1;
      if (rect->depth == 0) rect->depth = 1;
      const std::uint64_t row = rect->row();
      rect->slice_pitch = one_in(3) ? 0 : (rect->height + below(3)) * row;
      if (rect->height == 1 && rect->slice_pitch) rect->slice_pitch += below(3);
      if (rect->slice_pitch == 0 && one_in(2)) rect->slice_pitch = rect->height * row;
    }
    // Rows without gaps now and then.
    if (one_in(4)) from.row_pitch = to.row_pitch, from.slice_pitch = to.slice_pitch;
    if (to.extent() > to_size || from.extent() > from_size) return false;
    to.offset = below(std::min<std::uint64_t>(to_size - to.extent(), one_in(3) ? 64 : ~0u) + 1);
    from.offset = below(std::min<std::uint64_t>(from_size - from.extent(), one_in(3) ? 64 : ~0u) + 1);
    return true;
  }

  // --- calls

  // A large memory is filled, and while that runs it is used.
  void keep_busy() {
    do busy_ = &any_memory();
    while (busy_->size < kLargeBytes / 2);
    note("a fill that takes a while", busy_, nullptr);
    std::vector<unsigned char> pattern = any_pattern();
    const std::uint64_t count = busy_->size / pattern.size();
    Rect to;
    to.width = count * pattern.size();
    fill_rect(busy_->root->bytes.data() + busy_->offset, to, pattern);  // first, for it takes longer
    const Queue queue = queue_of(*busy_->root);
    gc_error* error = nullptr;
    must("gc_memset",
         gc_memset(busy_->handle, 0, pattern.data(), pattern.size(), count, stream_of(queue), &error), error);
    for (int i = 0; i < 3; ++i) one_in(2) ? line() : rect();
    busy_ = nullptr;
  }

  void step() {
    if (one_in(500)) return keep_busy();
    call();
  }

  void call() {
    switch (below(15)) {
      case 0:
        return to_device();
      case 1:
        return to_host();
      case 2:
      case 3:
        return line();
      case 4:
      case 5:
      case 6:
        return rect();
      case 7:
        return rect_with_host();
      case 8:
        return plain_fill();
      case 9:
        return pattern_fill();
      case 10:
        return rect_fill();
      case 11:
        return array_fill();
      case 12:
      case 13:
        return array_copy();
      default:
        return compare_some();
    }
  }

  void note(const char* what, const Memory* dst, const Memory* src) {
    what_ = what;
    if (dst) what_ += " to " + dst->name;
    if (src) what_ += " from " + src->name;
  }

  void to_device() {
    Memory& dst = any_memory();
    note("gc_memcpy_htod", &dst, nullptr);
    const std::uint64_t size = length(std::min(dst.size, host_.size()));
    std::uint64_t offset = below(dst.size - size + 1);
    const bool fits = !one_in(20);
    if (!fits) offset = dst.size - size + 1 + below(100);
    const Queue queue = queue_of(*dst.root);
    gc_error* error = nullptr;
    const gc_status status = gc_memcpy_htod(dst.handle, offset, host_.data(), size, stream_of(queue), &error);
    if (!worked("gc_memcpy_htod", status, error, fits ? GRIDCALL_OK : GRIDCALL_ERROR_OUT_OF_RANGE)) return;
    if (size) std::memcpy(dst.root->bytes.data() + dst.offset + offset, host_.data(), size);
    scribble(size);
  }

  void scribble(std::uint64_t size) {
    for (std::uint64_t i = 0; i < size; ++i) host_[i] = static_cast<unsigned char>(host_[i] * 5 + 3 + i);
  }

  void to_host() {
    Memory& src = any_memory();
    note("gc_memcpy_dtoh", nullptr, &src);
    const std::uint64_t size = length(std::min(src.size, host_.size()));
    compare(src, below(src.size - size + 1), size);
  }

  void line() {
    Memory &dst = any_memory(), &src = one_in(2) ? memory_beside(dst) : any_memory();
    note("gc_memcpy", &dst, &src);
    Rect to, from;
    to.width = from.width = length(std::min(dst.size, src.size));
    to.offset = below(dst.size - to.width + 1);
    from.offset = below(src.size - to.width + 1);
    const bool fits = !one_in(20);
    if (!fits) from.offset = src.size - from.width + 1 + below(100);
    const bool overlap = fits && dst.root == src.root && share(dst, to, src, from);
    const Queue queue = queue_of_copy(*dst.root, *src.root);
    gc_error* error = nullptr;
    const gc_status status = gc_memcpy(dst.handle, to.offset, src.handle, from.offset, to.width,
                                       stream_of(queue, dst.root->context), &error);
    if (worked("gc_memcpy", status, error, wanted(fits, overlap))) apply(dst, to, src, from);
  }

  static gc_status wanted(bool fits, bool overlap) {
    return !fits ? GRIDCALL_ERROR_OUT_OF_RANGE : overlap ? GRIDCALL_ERROR_INVALID_ARGUMENT : GRIDCALL_OK;
  }
  static bool share(const Memory& dst, const Rect& to, const Memory& src, const Rect& from) {
    return share_a_byte(to, dst.offset, from, src.offset, dst.root->bytes.size());
  }
  static void apply(Memory& dst, const Rect& to, const Memory& src, const Rect& from) {
    copy_rect(dst.root->bytes.data() + dst.offset, to, src.root->bytes.data() + src.offset, from);
  }

  static void set_to(gc_rect_copy& copy, const Rect& to) {
    copy.dst.offset = to.offset;
    copy.dst.row_pitch = to.row_pitch;
    copy.dst.slice_pitch = to.slice_pitch;
    copy.width = to.width;
    copy.height = to.height;
    copy.depth = to.depth;
  }
  static void set_from(gc_rect_copy& copy, const Rect& from) {
    copy.src.offset = from.offset;
    copy.src.row_pitch = from.row_pitch;
    copy.src.slice_pitch = from.slice_pitch;
  }

  void rect() {
    Memory &dst = any_memory(), &src = one_in(4) ? dst : any_memory();
    note("a rectangle", &dst, &src);
    Rect to, from;
    if (!shape(to, dst.size, from, src.size)) return;
    const bool fits = !one_in(20) || to.extent() == 0;
    if (!fits) to.offset = dst.size - to.extent() + 1 + below(100);
    const bool overlap = fits && dst.root == src.root && share(dst, to, src, from);
    const Queue queue = queue_of_copy(*dst.root, *src.root);
    gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
    copy.dst.mem = dst.handle;
    copy.src.mem = src.handle;
    set_to(copy, to);
    set_from(copy, from);
    gc_error* error = nullptr;
    const gc_status status = gc_memcpy_rect(&copy, stream_of(queue, dst.root->context), &error);
    if (worked("a rectangle", status, error, wanted(fits, overlap))) apply(dst, to, src, from);
  }

  void rect_with_host() {
    Memory& memory = any_memory();
    Rect to, from;
    const bool is_to_host = one_in(2);
    note("a rectangle and host memory", is_to_host ? nullptr : &memory, is_to_host ? &memory : nullptr);
    if (!shape(to, is_to_host ? host_.size() : memory.size, from, is_to_host ? memory.size : host_.size()))
      return;
    const Queue queue = queue_of(*memory.root);
    gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
    std::vector<unsigned char> expected;
    if (is_to_host) {
      copy.dst.host = host_.data();
      copy.dst.host_size = host_.size();
      copy.src.mem = memory.handle;
      expected = host_;
      copy_rect(expected.data(), to, memory.root->bytes.data() + memory.offset, from);
    } else {
      copy.dst.mem = memory.handle;
      copy.src.host = host_.data();
      copy.src.host_size = host_.size();
    }
    set_to(copy, to);
    set_from(copy, from);
    gc_error* error = nullptr;
    must("gc_memcpy_rect", gc_memcpy_rect(&copy, stream_of(queue), &error), error);
    if (is_to_host) {
      if (expected != host_) report(memory);
    } else {
      copy_rect(memory.root->bytes.data() + memory.offset, to, host_.data(), from);
      scribble(from.offset + from.extent());
    }
  }

  void plain_fill() {
    Memory& dst = any_memory();
    note("a plain fill", &dst, nullptr);
    const unsigned width = 1u << below(3);
    const std::uint64_t count = length(dst.size) / width;
    std::uint64_t offset = below(dst.size - count * width + 1);
    if (one_in(2)) offset = offset / width * width;
    const auto value = static_cast<std::uint32_t>(random_());
    gc_error* error = nullptr;
    const Queue queue = queue_of(*dst.root);
    gc_stream* stream = stream_of(queue);
    const gc_status status = gc_memset(dst.handle, offset, &value, width, count, stream, &error);
    if (!worked("a plain fill", status, error, GRIDCALL_OK)) return;
    for (std::uint64_t i = 0; i < count; ++i)
      std::memcpy(dst.root->bytes.data() + dst.offset + offset + i * width, &value, width);
  }

  std::vector<unsigned char> any_pattern() {
    std::vector<unsigned char> pattern(one_in(2) ? std::size_t{1} << below(8) : 1 + below(128));
    for (unsigned char& each : pattern) each = static_cast<unsigned char>(random_());
    if (one_in(4)) std::fill(pattern.begin(), pattern.end(), pattern[0]);
    if (one_in(4))
      for (std::size_t i = 4; i < pattern.size(); ++i) pattern[i] = pattern[i - 4];
    return pattern;
  }

  void pattern_fill() {
    Memory& dst = any_memory();
    note("gc_memset", &dst, nullptr);
    std::vector<unsigned char> pattern = any_pattern();
    Rect to;
    const std::uint64_t count = length(dst.size) / pattern.size();
    to.width = count * pattern.size();
    to.offset = below(dst.size - to.width + 1);
    const bool fits = !one_in(20);
    if (!fits) to.offset = dst.size - to.width + 1 + below(100);
    const Queue queue = queue_of(*dst.root);
    gc_error* error = nullptr;
    const gc_status status =
        gc_memset(dst.handle, to.offset, pattern.data(), pattern.size(), count, stream_of(queue), &error);
    const std::vector<unsigned char> kept = pattern;
    std::fill(pattern.begin(), pattern.end(), static_cast<unsigned char>(0xee));
    if (!worked("gc_memset", status, error, wanted(fits, false))) return;
    fill_rect(dst.root->bytes.data() + dst.offset, to, kept);
  }

  void rect_fill() {
    Memory& dst = any_memory();
    note("gc_memset_rect", &dst, nullptr);
    const std::vector<unsigned char> pattern = any_pattern();
    Rect to, unused;
    if (!shape(to, dst.size, unused, dst.size)) return;
    // A row has whole patterns.
    const std::uint64_t width = std::max<std::uint64_t>(to.width / pattern.size(), 1) * pattern.size();
    if (to.row_pitch != 0) to.row_pitch = std::max(to.row_pitch, width);
    to.width = width;
    if (to.slice_pitch != 0) to.slice_pitch = (to.height + below(2)) * to.row();
    if (to.extent() > dst.size) return;
    to.offset = below(dst.size - to.extent() + 1);
    const Queue queue = queue_of(*dst.root);
    gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
    fill.dst.mem = dst.handle;
    fill.dst.offset = to.offset;
    fill.dst.row_pitch = to.row_pitch;
    fill.dst.slice_pitch = to.slice_pitch;
    fill.width = to.width;
    fill.height = to.height;
    fill.depth = to.depth;
    fill.value = pattern.data();
    fill.value_size = pattern.size();
    gc_error* error = nullptr;
    must("gc_memset_rect", gc_memset_rect(&fill, stream_of(queue), &error), error);
    // The pattern begins anew at each row, which is a multiple of it.
    fill_rect(dst.root->bytes.data() + dst.offset, to, pattern);
  }

  // Makes arrays of 1, 2 and 3 dimensions, with layers, and a level of one with levels.
  void make_arrays(std::size_t index) {
    struct Shape {
      std::uint64_t width, height, depth;
      gc_array_format format;
      std::uint32_t channels, levels;
      gc_array_flags flags;
    };
    static constexpr Shape kShapes[] = {
        {3000, 0, 0, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 1, 0, 0},
        {333, 71, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 4, 0, GRIDCALL_ARRAY_SURFACE_LDST},
        {40, 30, 12, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16, 2, 0, 0},
        {90, 20, 7, GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8, 1, 0, GRIDCALL_ARRAY_LAYERED},
        {256, 0, 9, GRIDCALL_ARRAY_FORMAT_HALF, 1, 0, GRIDCALL_ARRAY_LAYERED},
        {130, 66, 0, GRIDCALL_ARRAY_FORMAT_FLOAT, 1, 3, 0},
    };
    for (const Shape& shape : kShapes) {
      gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
      options.flags = shape.flags;
      options.width = shape.width;
      options.height = shape.height;
      options.depth = shape.depth;
      options.format = shape.format;
      options.channels = shape.channels;
      options.levels = shape.levels;
      gc_error* error = nullptr;
      gc_array* handle = nullptr;
      must("gc_array_create", gc_array_create(contexts_[index].handle, &options, &handle, &error), error);
      if (shape.levels != 0) {
        gc_array* whole = handle;
        must("gc_array_get_level", gc_array_get_level(whole, 1, &handle, &error), error);
        gc_array_release(whole);
      }
      const auto get = [&](gc_array_attribute which) {
        std::uint64_t value = 0;
        must("gc_array_get_attribute", gc_array_get_attribute(handle, which, &value, &error), error);
        return value;
      };
      Array array;
      array.handle = handle;
      array.element = get(GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE);
      array.row = get(GRIDCALL_ARRAY_ATTRIBUTE_WIDTH) * array.element;
      array.rows = std::max<std::uint64_t>(get(GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT), 1);
      array.slices = std::max<std::uint64_t>(get(GRIDCALL_ARRAY_ATTRIBUTE_DEPTH), 1);
      array.name = contexts_[index].name + " array " + std::to_string(arrays_.size());
      roots_.push_back(std::make_unique<Root>());
      array.root = roots_.back().get();
      array.root->context = index;
      array.root->bytes.assign(array.row * array.rows * array.slices, 0x5a);
      arrays_.push_back(array);
      fill_box(arrays_.back(), {0, 0, 0, array.row, array.rows, array.slices}, {0x5a}, nullptr);
    }
  }

  Box any_box(const Array& array) {
    Box box;
    const auto part = [&](std::uint64_t extent, std::uint64_t& begin, std::uint64_t& count) {
      count = one_in(6) ? extent : 1 + below(extent);
      begin = below(extent - count + 1);
    };
    part(array.row / array.element, box.x, box.width);
    part(array.rows, box.y, box.height);
    part(array.slices, box.z, box.depth);
    box.x *= array.element;
    box.width *= array.element;
    return box;
  }

  void fill_box(Array& array, const Box& box, const std::vector<unsigned char>& pattern, gc_stream* stream) {
    gc_rect_fill fill = GRIDCALL_RECT_FILL_INIT;
    fill.dst.array = array.handle;
    fill.dst.x = box.x;
    fill.dst.y = box.y;
    fill.dst.z = box.z;
    fill.width = box.width;
    fill.height = box.height;
    fill.depth = box.depth;
    fill.value = pattern.data();
    fill.value_size = pattern.size();
    gc_error* error = nullptr;
    const gc_status status = gc_memset_rect(&fill, stream, &error);
    if (!worked("gc_memset_rect", status, error, wanted(box.fits(array), false))) return;
    fill_rect(array.root->bytes.data(), box.in(array), pattern);
  }

  void array_fill() {
    Array& array = arrays_[below(arrays_.size())];
    what_ = "a fill of " + array.name;
    Box box = any_box(array);
    std::vector<unsigned char> pattern = any_pattern();
    // An element, or equal parts of one.
    while (array.element % pattern.size() != 0) pattern.pop_back();
    if (one_in(20)) box.y = array.rows - box.height + 1 + below(100);
    fill_box(array, box, pattern, stream_of(queue_of(*array.root)));
  }

  static void set_to(gc_rect_copy& copy, const Array& array, const Box& box) {
    copy.dst.array = array.handle;
    copy.dst.x = box.x;
    copy.dst.y = box.y;
    copy.dst.z = box.z;
  }
  static void set_from(gc_rect_copy& copy, const Array& array, const Box& box) {
    copy.src.array = array.handle;
    copy.src.x = box.x;
    copy.src.y = box.y;
    copy.src.z = box.z;
  }

  // Copies to or from another array, memory, or the host.
  void array_copy() {
    Array& array = arrays_[below(arrays_.size())];
    Box box = any_box(array);
    const bool is_to_array = one_in(2);
    gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
    copy.width = box.width;
    copy.height = box.height;
    copy.depth = box.depth;
    if (one_in(20)) box.x += array.row - box.width - box.x + array.element;
    is_to_array ? set_to(copy, array, box) : set_from(copy, array, box);
    const bool fits = box.fits(array);
    gc_error* error = nullptr;
    if (one_in(3)) {
      Array& other = arrays_[below(arrays_.size())];
      what_ = array.name + (is_to_array ? " from " : " to ") + other.name;
      if (other.root->context != array.root->context || other.element != array.element) return;
      Box its = any_box(other);
      its.width = box.width;
      its.height = box.height;
      its.depth = box.depth;
      is_to_array ? set_from(copy, other, its) : set_to(copy, other, its);
      const bool overlap = &array == &other && box.meets(its);
      const Queue queue = queue_of(*array.root);
      use(*other.root, queue.index);
      const gc_status status = gc_memcpy_rect(&copy, stream_of(queue), &error);
      if (!worked("an array", status, error, wanted(fits && its.fits(other), overlap))) return;
      Array &dst = is_to_array ? array : other, &src = is_to_array ? other : array;
      copy_rect(dst.root->bytes.data(), (is_to_array ? box : its).in(dst), src.root->bytes.data(),
                (is_to_array ? its : box).in(src));
      return;
    }
    // The other end's rectangle, with gaps now and then.
    Rect rect{0, 0, 0, box.width, box.height, box.depth};
    if (one_in(2)) rect.row_pitch = rect.width + below(40);
    if (one_in(2)) rect.slice_pitch = (rect.height + below(3)) * rect.row();
    Memory* memory = one_in(3) ? nullptr : &any_memory();
    if (memory && memory->root->context != array.root->context) memory = nullptr;
    const std::uint64_t size = memory ? memory->size : host_.size();
    if (rect.extent() > size) return;
    rect.offset = below(size - rect.extent() + 1);
    what_ = array.name + (is_to_array ? " from " : " to ") + (memory ? memory->name : "host memory");
    (is_to_array ? copy.src.offset : copy.dst.offset) = rect.offset;
    (is_to_array ? copy.src.row_pitch : copy.dst.row_pitch) = rect.row_pitch;
    (is_to_array ? copy.src.slice_pitch : copy.dst.slice_pitch) = rect.slice_pitch;
    std::vector<unsigned char> expected;
    if (memory) {
      (is_to_array ? copy.src.mem : copy.dst.mem) = memory->handle;
    } else if (is_to_array) {
      copy.src.host = host_.data();
      copy.src.host_size = host_.size();
    } else {
      copy.dst.host = host_.data();
      copy.dst.host_size = host_.size();
      expected = host_;
      if (fits) copy_rect(expected.data(), rect, array.root->bytes.data(), box.in(array));
    }
    const Queue queue = queue_of(*array.root);
    if (memory) use(*memory->root, queue.index);
    const gc_status status = gc_memcpy_rect(&copy, stream_of(queue), &error);
    if (!worked("an array", status, error, wanted(fits, false))) return;
    if (memory && is_to_array)
      copy_rect(array.root->bytes.data(), box.in(array), memory->root->bytes.data() + memory->offset, rect);
    else if (memory)
      copy_rect(memory->root->bytes.data() + memory->offset, rect, array.root->bytes.data(), box.in(array));
    else if (is_to_array)
      copy_rect(array.root->bytes.data(), box.in(array), host_.data(), rect),
          scribble(rect.offset + rect.extent());
    else if (expected != host_)
      differ("host memory");
  }

  void compare(Array& array) {
    if (!each_) what_ = array.name;
    const Box box{0, 0, 0, array.row, array.rows, array.slices};
    gc_rect_copy copy = GRIDCALL_RECT_COPY_INIT;
    set_from(copy, array, box);
    copy.dst.host = host_.data();
    copy.dst.host_size = host_.size();
    copy.width = box.width;
    copy.height = box.height;
    copy.depth = box.depth;
    gc_error* error = nullptr;
    must("gc_memcpy_rect", gc_memcpy_rect(&copy, stream_of(queue_of(*array.root)), &error), error);
    if (std::memcmp(host_.data(), array.root->bytes.data(), array.root->bytes.size()) != 0)
      differ(array.name);
  }

  // --- comparing

  void compare_all() {
    for (Memory& memory : memories_)
      if (memory.offset == 0 && memory.size == memory.root->bytes.size()) compare(memory, 0, memory.size);
    for (Array& array : arrays_) compare(array);
  }

  void compare_some() {
    Memory& memory = any_memory();
    const std::uint64_t size = std::min<std::uint64_t>(memory.size, one_in(50) ? memory.size : 4096);
    note("comparing", nullptr, &memory);
    compare(memory, below(memory.size - size + 1), size);
  }

  void compare(Memory& memory, std::uint64_t offset, std::uint64_t size) {
    std::vector<unsigned char> found(size);
    const Queue queue = queue_of(*memory.root);
    gc_error* error = nullptr;
    must("gc_memcpy_dtoh",
         gc_memcpy_dtoh(found.data(), memory.handle, offset, size, stream_of(queue), &error), error);
    const auto begin = memory.root->bytes.begin() + static_cast<std::ptrdiff_t>(memory.offset + offset);
    if (!std::equal(found.begin(), found.end(), begin)) report(memory);
  }

  void report(const Memory& memory) { differ(memory.name); }
  void differ(const std::string& name) {
    ++differences_;
    std::printf("# number %llu, %s: %s differs\n", static_cast<unsigned long long>(number_), what_.c_str(),
                name.c_str());
    if (differences_ >= 20) {
      std::printf("not ok 1 - 20 differences (--seed %llu)\n", static_cast<unsigned long long>(seed_));
      std::fflush(stdout);
      std::_Exit(1);
    }
  }

  const std::uint64_t count_, seed_;
  const bool each_;
  std::mt19937_64 random_;
  std::vector<Context> contexts_;
  std::vector<gc_pool*> pools_;
  std::vector<std::unique_ptr<Root>> roots_;
  std::vector<Memory> memories_;
  std::vector<Array> arrays_;
  std::vector<unsigned char> host_;
  Memory* busy_ = nullptr;
  std::uint64_t number_ = 0, refused_ = 0, differences_ = 0;
  std::string what_;
};

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t calls = 100000, seed = 1, each = 0;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    std::uint64_t* value = name == "--count"  ? &calls
                           : name == "--seed" ? &seed
                           : name == "--each" ? &each
                                              : nullptr;
    if (!value) {
      std::fprintf(stderr, "usage: %s [--count N] [--seed N] [--each 0|1]\n", arguments[0]);
      return 2;
    }
    *value = std::strtoull(arguments[i + 1], nullptr, 10);
  }
  return Test(calls, seed, each != 0).run();
}
