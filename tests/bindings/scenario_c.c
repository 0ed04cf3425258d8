// SPDX-License-Identifier: Apache-2.0
//
// Runs tests/bindings/scenario.txt through the C interface; README.md there tells the rules.

#include <gridcall/gridcall.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxNames = 256, kMaxWords = 64, kMaxSources = 16, kMaxItems = 16, kMaxArgs = 32, kMaxBytes = 4096 };

typedef enum { kNone, kContext, kStream, kEvent, kMem, kModule, kKernel, kPrepared, kPool } Kind;

typedef struct {
  char name[32];
  void* handle;
  Kind kind;
} Name;

typedef struct {
  char name[32];
  char file[40];
  char* text;
} Source;

static Name names[kMaxNames];
static size_t name_count;
static Source sources[kMaxSources];
static size_t source_count;
static char* words[kMaxWords];
static size_t word_count;
static int line_number;
static struct {
  gc_status status;
  char function[64];
  char source_name[256];
  char* log;
} last;

static _Noreturn void broken(const char* format, ...) {
  va_list list;
  va_start(list, format);
  fprintf(stderr, "scenario line %d: ", line_number);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  exit(1);
}

static char* copy_text(const char* text, size_t size) {
  char* copy = malloc(size + 1);
  if (!copy) broken("out of memory");
  memcpy(copy, text, size);
  copy[size] = 0;
  return copy;
}

static const char* word(size_t index) {
  if (index >= word_count) broken("word %zu is missing", index);
  return words[index];
}

static uint64_t number(const char* text) {
  char* end;
  uint64_t value = text[0] == '-' ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, 10);
  if (*end || end == text) broken("'%s' is no number", text);
  return value;
}

static uint64_t word_number(size_t index) {
  return number(word(index));
}

static void* find(const char* name) {
  if (strcmp(name, "null") == 0) return NULL;
  for (size_t i = 0; i < name_count; i++)
    if (strcmp(names[i].name, name) == 0) return names[i].handle;
  broken("unknown name '%s'", name);
}

static void* handle(size_t index) {
  return find(word(index));
}

static gc_stream* stream_at(size_t index) {
  return strcmp(word(index), "-") == 0 ? NULL : handle(index);
}

static void bind(const char* name, void* value, Kind kind) {
  size_t i = 0;
  while (i < name_count && strcmp(names[i].name, name) != 0) i++;
  if (i == kMaxNames) broken("too many names");
  if (i == name_count) snprintf(names[name_count++].name, sizeof names[0].name, "%s", name);
  names[i].handle = value;
  names[i].kind = kind;
}

static Source* find_source(const char* name) {
  for (size_t i = 0; i < source_count; i++)
    if (strcmp(sources[i].name, name) == 0) return &sources[i];
  broken("unknown source '%s'", name);
}

// Prints the line of a failed call and keeps what `last` asks for. Says whether the call worked.
// It takes the error's place, not the error: C may read that before it makes the call that fills it.
static bool worked(gc_status status, gc_error** place) {
  if (status == GRIDCALL_OK) return true;
  gc_error* error = *place;
  if (gc_error_status(error) != status) broken("the error's status is not the call's");
  printf("! %s %s: %s\n", gc_status_name(status), gc_error_function(error), gc_error_message(error));
  last.status = status;
  snprintf(last.function, sizeof last.function, "%s", gc_error_function(error));
  snprintf(last.source_name, sizeof last.source_name, "%s", gc_error_source_name(error));
  free(last.log);
  last.log = copy_text(gc_error_log(error), strlen(gc_error_log(error)));
  gc_error_release(error);
  return false;
}

static void ok(gc_status status, gc_error** error) {
  if (worked(status, error)) puts("ok");
}

static void made(gc_status status, gc_error** error, void* value, Kind kind) {
  if (!worked(status, error)) return;
  bind(word(1), value, kind);
  puts("ok");
}

typedef struct {
  uint32_t size;
  bool is_signed;
  bool is_float;
} Type;

static Type type_of(const char* name, size_t length) {
  static const struct {
    const char* name;
    Type type;
  } types[] = {{"i8", {1, true, false}},   {"u8", {1, false, false}},  {"i16", {2, true, false}},
               {"u16", {2, false, false}}, {"i32", {4, true, false}},  {"u32", {4, false, false}},
               {"i64", {8, true, false}},  {"u64", {8, false, false}}, {"f32", {4, true, true}},
               {"f64", {8, true, true}}};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strlen(types[i].name) == length && memcmp(types[i].name, name, length) == 0) return types[i].type;
  broken("'%.*s' is no type", (int)length, name);
}

static uint64_t bits_of(Type type, const char* text) {
  uint64_t bits = 0;
  if (type.is_float && type.size == 4) {
    float value = strtof(text, NULL);
    memcpy(&bits, &value, 4);
  } else if (type.is_float) {
    double value = strtod(text, NULL);
    memcpy(&bits, &value, 8);
  } else {
    uint64_t value = number(text);
    memcpy(&bits, &value, type.size);  // little-endian, like every machine this runs on
  }
  return bits;
}

static void print_value(Type type, const unsigned char* at) {
  if (type.is_float && type.size == 4) {
    float value;
    memcpy(&value, at, 4);
    printf("%.3f", (double)value);
  } else if (type.is_float) {
    double value;
    memcpy(&value, at, 8);
    printf("%.3f", value);
  } else {
    uint64_t value = 0;
    memcpy(&value, at, type.size);
    if (!type.is_signed) {
      printf("%" PRIu64, value);
    } else {
      unsigned shift = 64 - 8 * type.size;
      printf("%" PRId64, (int64_t)(value << shift) >> shift);
    }
  }
}

static void shape(const char* text, uint32_t* x, uint32_t* y, uint32_t* z) {
  if (sscanf(text, "%" SCNu32 "x%" SCNu32 "x%" SCNu32, x, y, z) < 1) broken("'%s' is no size", text);
}

static unsigned char blob[kMaxBytes];
static size_t blob_size;

static gc_arg argument(const char* text) {
  gc_arg arg = {GRIDCALL_ARG_KIND_SCALAR, 0, 0, NULL};
  const char* value = strchr(text, ':');
  if (!value) broken("'%s' is no argument", text);
  size_t length = (size_t)(value++ - text);
  if (length == 3 && memcmp(text, "mem", 3) == 0) {
    char name[32];
    const char* plus = strchr(value, '+');
    snprintf(name, sizeof name, "%.*s", plus ? (int)(plus - value) : (int)strlen(value), value);
    arg.kind = GRIDCALL_ARG_KIND_MEM;
    arg.size = 8;
    arg.bits = plus ? number(plus + 1) : 0;
    arg.object = find(name);
  } else if (length == 5 && memcmp(text, "bytes", 5) == 0) {
    arg.kind = GRIDCALL_ARG_KIND_BYTES;
    arg.bits = blob_size;
    for (; value[0] && value[1]; value += 2) {
      unsigned byte;
      if (blob_size == kMaxBytes || sscanf(value, "%2x", &byte) != 1) broken("'%s': wrong bytes", text);
      blob[blob_size++] = (unsigned char)byte;
    }
    arg.size = (uint32_t)(blob_size - arg.bits);
  } else if (length == 3 && memcmp(text, "raw", 3) == 0) {
    if (sscanf(value, "%" SCNd32 ":%" SCNu32 ":%" SCNu64, &arg.kind, &arg.size, &arg.bits) != 3)
      broken("'%s'", text);
  } else {
    Type type = type_of(text, length);
    arg.size = type.size;
    arg.bits = bits_of(type, value);
  }
  return arg;
}

// The words from `first` on: GRID BLOCK SHARED ARG...
static size_t launch_words(size_t first, gc_launch_config* config, gc_arg* args) {
  shape(word(first), &config->grid_x, &config->grid_y, &config->grid_z);
  shape(word(first + 1), &config->block_x, &config->block_y, &config->block_z);
  config->shared_size = (uint32_t)word_number(first + 2);
  blob_size = 0;
  size_t count = 0;
  for (size_t i = first + 3; i < word_count; i++) {
    if (count == kMaxArgs) broken("too many arguments");
    args[count++] = argument(words[i]);
  }
  config->bytes = blob_size ? blob : NULL;
  config->bytes_size = blob_size;
  return count;
}

static void run_module(gc_error** error) {
  Source* source = find_source(word(3));
  gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
  const char* texts[kMaxItems];
  const char* instances[kMaxItems];
  gc_define defines[kMaxItems];
  gc_header headers[kMaxItems];
  options.name = source->file;
  for (size_t i = 4; i < word_count; i++) {
    char* value = strchr(words[i], ':');
    if (!value || i - 4 == kMaxItems) broken("'%s' is no option", words[i]);
    *value++ = 0;
    if (strcmp(words[i], "opt") == 0) {
      texts[options.option_count++] = value;
    } else if (strcmp(words[i], "instance") == 0) {
      instances[options.instance_count++] = value;
    } else {
      char* equal = strchr(value, '=');
      if (!equal) broken("'%s' has no =", value);
      *equal++ = 0;
      if (strcmp(words[i], "define") == 0) {
        defines[options.define_count++] = (gc_define){value, equal};
      } else if (strcmp(words[i], "header") == 0) {
        headers[options.header_count++] = (gc_header){value, find_source(equal)->text};
      } else {
        broken("'%s' is no option", words[i]);
      }
    }
  }
  options.options = options.option_count ? texts : NULL;
  options.instances = options.instance_count ? instances : NULL;
  options.defines = options.define_count ? defines : NULL;
  options.headers = options.header_count ? headers : NULL;
  gc_module* module = NULL;
  gc_status status =
      gc_module_from_source(handle(2), source->text, strlen(source->text), &options, &module, error);
  made(status, error, module, kModule);
}

static void run_params(gc_error** error) {
  size_t count = 0;
  gc_kernel* kernel = handle(1);
  if (!worked(gc_kernel_get_param_count(kernel, &count, error), error)) return;
  char line[1024] = "=";
  size_t used = 1;
  for (size_t i = 0; i < count; i++) {
    gc_kernel_param param = GRIDCALL_KERNEL_PARAM_INIT;
    if (!worked(gc_kernel_get_param(kernel, i, &param, error), error)) return;
    used +=
        (size_t)snprintf(line + used, sizeof line - used, " %" PRIu64 ":%" PRIu64, param.offset, param.size);
  }
  puts(line);
}

static void run_read(gc_error** error) {
  Type type = type_of(word(3), strlen(word(3)));
  size_t count = (size_t)word_number(4);
  unsigned char* values = calloc(count + 1, type.size);
  if (!values) broken("out of memory");
  if (worked(gc_memcpy_dtoh(values, handle(1), word_number(2), count * type.size, NULL, error), error)) {
    fputs("=", stdout);
    if (!count) putchar(' ');
    for (size_t i = 0; i < count; i++) {
      putchar(' ');
      print_value(type, values + i * type.size);
    }
    putchar('\n');
  }
  free(values);
}

static void run_write(gc_error** error) {
  Type type = type_of(word(3), strlen(word(3)));
  unsigned char values[kMaxWords * 8];
  size_t size = 0;
  for (size_t i = 4; i < word_count; i++, size += type.size) {
    uint64_t bits = bits_of(type, words[i]);
    memcpy(values + size, &bits, type.size);
  }
  ok(gc_memcpy_htod(handle(1), word_number(2), values, size, NULL, error), error);
}

static void run_fill(bool async, gc_error** error) {
  gc_mem* mem = handle(1);
  uint64_t offset = word_number(2), width = word_number(3), value = word_number(4), count = word_number(5);
  gc_stream* stream = async ? stream_at(6) : NULL;
  gc_status status;
  if (width == 8)
    status = async ? gc_memset_d8(mem, offset, (uint8_t)value, count, stream, error)
                   : gc_memset_d8(mem, offset, (uint8_t)value, count, NULL, error);
  else if (width == 16)
    status = async ? gc_memset_d16(mem, offset, (uint16_t)value, count, stream, error)
                   : gc_memset_d16(mem, offset, (uint16_t)value, count, NULL, error);
  else if (width == 32)
    status = async ? gc_memset_d32(mem, offset, (uint32_t)value, count, stream, error)
                   : gc_memset_d32(mem, offset, (uint32_t)value, count, NULL, error);
  else
    broken("no fill of %" PRIu64 " bits", width);
  ok(status, error);
}

static void run_release(void) {
  Name* name = NULL;
  for (size_t i = 0; i < name_count; i++)
    if (strcmp(names[i].name, word(1)) == 0) name = &names[i];
  if (!name) broken("unknown name '%s'", word(1));
  switch (name->kind) {
    case kContext:
      gc_context_release(name->handle);
      break;
    case kStream:
      gc_stream_release(name->handle);
      break;
    case kEvent:
      gc_event_release(name->handle);
      break;
    case kMem:
      gc_mem_release(name->handle);
      break;
    case kModule:
      gc_module_release(name->handle);
      break;
    case kKernel:
      gc_kernel_release(name->handle);
      break;
    case kPrepared:
      gc_prepared_release(name->handle);
      break;
    case kPool:
      gc_pool_release(name->handle);
      break;
    case kNone:
      break;
  }
  puts("ok");
}

static void run_last(void) {
  const char* field = word(1);
  if (strcmp(field, "status") == 0)
    printf("= %s\n", gc_status_name(last.status));
  else if (strcmp(field, "category") == 0)
    printf("= %" PRId32 "\n", gc_status_category(last.status));
  else if (strcmp(field, "function") == 0)
    printf("= %s\n", last.function);
  else if (strcmp(field, "source-name") == 0)
    printf("= %s\n", last.source_name);
  else
    broken("'%s' is no field", field);
}

static void run(const char* command) {
  gc_error* failure = NULL;
  gc_error** error = &failure;
  gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
  gc_arg args[kMaxArgs];
#define IS(text) (strcmp(command, text) == 0)
  if (IS("status-name")) {
    printf("= %s\n", gc_status_name((gc_status)word_number(1)));
  } else if (IS("status-text")) {
    printf("= %s\n", gc_status_text((gc_status)word_number(1)));
  } else if (IS("status-category")) {
    printf("= %" PRId32 "\n", gc_status_category((gc_status)word_number(1)));
  } else if (IS("attribute-name")) {
    printf("= %s\n", gc_device_attribute_name((gc_device_attribute)word_number(1)));
  } else if (IS("attribute-number")) {
    gc_device_attribute attribute;
    if (worked(gc_device_attribute_from_name(word(1), &attribute, error), error))
      printf("= %" PRId32 "\n", attribute);
  } else if (IS("handles")) {
    printf("= %" PRIu64 "\n", gc_handle_count());
  } else if (IS("context")) {
    gc_context* context = NULL;
    gc_status status = gc_context_get_default(&context, error);
    made(status, error, context, kContext);
  } else if (IS("primary")) {
    gc_device* device = NULL;
    gc_context* context = NULL;
    if (!worked(gc_device_find(word(2), &device, error), error)) return;
    gc_status status = gc_context_get_primary(device, NULL, &context, error);
    made(status, error, context, kContext);
  } else if (IS("alloc")) {
    gc_mem* mem = NULL;
    gc_status status = gc_mem_alloc(handle(2), word_number(3), &mem, error);
    made(status, error, mem, kMem);
  } else if (IS("alloc-host")) {
    gc_mem* mem = NULL;
    gc_status status = gc_mem_alloc_host(handle(2), word_number(3), NULL, &mem, error);
    made(status, error, mem, kMem);
  } else if (IS("sub")) {
    gc_mem* mem = NULL;
    gc_status status = gc_mem_create_sub_region(handle(2), word_number(3), word_number(4), &mem, error);
    made(status, error, mem, kMem);
  } else if (IS("size")) {
    uint64_t size;
    if (worked(gc_mem_get_size(handle(1), &size, error), error)) printf("= %" PRIu64 "\n", size);
  } else if (IS("place")) {
    uint64_t place, origin;
    if (worked(gc_mem_get_attribute(handle(1), GRIDCALL_MEM_ATTRIBUTE_PLACE, &place, error), error) &&
        worked(gc_mem_get_attribute(handle(1), GRIDCALL_MEM_ATTRIBUTE_ORIGIN, &origin, error), error))
      printf("= %" PRIu64 " %" PRIu64 "\n", place, origin);
  } else if (IS("write")) {
    run_write(error);
  } else if (IS("read")) {
    run_read(error);
  } else if (IS("copy")) {
    ok(gc_memcpy_dtod(handle(1), word_number(2), handle(3), word_number(4), word_number(5), NULL, error),
       error);
  } else if (IS("copy-async")) {
    const char* way = word(1);
    gc_status (*copy)(gc_mem*, uint64_t, gc_mem*, uint64_t, uint64_t, gc_stream*, gc_error**) =
        strcmp(way, "htod") == 0   ? gc_memcpy_htod_async
        : strcmp(way, "dtoh") == 0 ? gc_memcpy_dtoh_async
        : strcmp(way, "dtod") == 0 ? gc_memcpy_dtod
                                   : NULL;
    if (!copy) broken("no copy '%s'", way);
    ok(copy(handle(2), word_number(3), handle(4), word_number(5), word_number(6), stream_at(7), error),
       error);
  } else if (IS("fill")) {
    run_fill(false, error);
  } else if (IS("fill-async")) {
    run_fill(true, error);
  } else if (IS("stream")) {
    gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
    options.flags = word_number(3);
    options.priority = (int32_t)word_number(4);
    gc_stream* stream = NULL;
    gc_status status = gc_stream_create(handle(2), &options, &stream, error);
    made(status, error, stream, kStream);
  } else if (IS("event")) {
    gc_event_options options = GRIDCALL_EVENT_OPTIONS_INIT;
    options.flags = word_number(3);
    gc_event* event = NULL;
    gc_status status = gc_event_create(handle(2), &options, &event, error);
    made(status, error, event, kEvent);
  } else if (IS("record")) {
    ok(gc_event_record(handle(1), stream_at(2), error), error);
  } else if (IS("wait")) {
    ok(gc_stream_wait_event(handle(1), handle(2), error), error);
  } else if (IS("elapsed")) {
    int64_t time;
    if (worked(gc_event_get_elapsed(handle(2), handle(1), &time, error), error))
      puts(time < 0 ? "= negative" : "= not negative");
  } else if (IS("sync-context")) {
    ok(gc_context_synchronize(handle(1), error), error);
  } else if (IS("sync-stream")) {
    ok(gc_stream_synchronize(handle(1), error), error);
  } else if (IS("sync-event")) {
    ok(gc_event_synchronize(handle(1), error), error);
  } else if (IS("query-stream")) {
    int32_t done;
    if (worked(gc_stream_query(handle(1), &done, error), error)) printf("= %" PRId32 "\n", done);
  } else if (IS("query-event")) {
    int32_t done;
    if (worked(gc_event_query(handle(1), &done, error), error)) printf("= %" PRId32 "\n", done);
  } else if (IS("module")) {
    run_module(error);
  } else if (IS("cached")) {
    int32_t cached;
    if (worked(gc_module_is_cached(handle(1), &cached, error), error)) printf("= %" PRId32 "\n", cached);
  } else if (IS("kernel")) {
    gc_kernel* kernel = NULL;
    gc_status status = gc_module_get_kernel(handle(2), word(3), &kernel, error);
    made(status, error, kernel, kKernel);
  } else if (IS("global")) {
    gc_mem* mem = NULL;
    gc_status status = gc_module_get_global(handle(2), word(3), &mem, error);
    made(status, error, mem, kMem);
  } else if (IS("kernel-count")) {
    uint64_t count;
    if (worked(gc_module_get_kernel_count(handle(1), &count, error), error)) printf("= %" PRIu64 "\n", count);
  } else if (IS("params")) {
    run_params(error);
  } else if (IS("launch")) {
    size_t count = launch_words(3, &config, args);
    ok(gc_launch(handle(1), &config, args, count, stream_at(2), error), error);
  } else if (IS("prepare")) {
    size_t count = launch_words(3, &config, args);
    gc_prepared* prepared = NULL;
    gc_status status = gc_prepared_create(handle(2), &config, args, count, &prepared, error);
    made(status, error, prepared, kPrepared);
  } else if (IS("set-arg")) {
    blob_size = 0;
    gc_arg arg = argument(word(3));
    ok(gc_prepared_set_arg(handle(1), word_number(2), &arg, blob_size ? blob : NULL, blob_size, error),
       error);
  } else if (IS("launch-prepared")) {
    ok(gc_prepared_launch(handle(1), stream_at(2), error), error);
  } else if (IS("pool")) {
    gc_pool_options options = GRIDCALL_POOL_OPTIONS_INIT;
    options.limit = word_number(3);
    gc_pool* pool = NULL;
    gc_status status = gc_pool_create(handle(2), &options, &pool, error);
    made(status, error, pool, kPool);
  } else if (IS("pool-alloc")) {
    gc_mem* mem = NULL;
    gc_status status = gc_pool_alloc(handle(2), word_number(3), stream_at(4), &mem, error);
    made(status, error, mem, kMem);
  } else if (IS("pool-stats")) {
    gc_pool_statistics stats = GRIDCALL_POOL_STATISTICS_INIT;
    if (worked(gc_pool_get_statistics(handle(1), &stats, error), error))
      printf("= %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", stats.held_blocks, stats.active_blocks, stats.limit);
  } else if (IS("pool-free")) {
    ok(gc_pool_free_held(handle(1), error), error);
  } else if (IS("pool-limit")) {
    ok(gc_pool_set_limit(handle(1), word_number(2), error), error);
  } else if (IS("release")) {
    run_release();
  } else if (IS("last")) {
    run_last();
  } else if (IS("log-has")) {
    printf("= %d\n", last.log && strstr(last.log, word(1)) != NULL);
  } else {
    broken("unknown command '%s'", command);
  }
#undef IS
}

static void read_source(FILE* file) {
  if (source_count == kMaxSources) broken("too many sources");
  Source* source = &sources[source_count++];
  snprintf(source->name, sizeof source->name, "%s", word(1));
  snprintf(source->file, sizeof source->file, "%s.cu", word(1));
  char line[1024];
  size_t size = 0;
  source->text = copy_text("", 0);
  while (fgets(line, sizeof line, file)) {
    line_number++;
    if (strcmp(line, "end\n") == 0) return;
    size_t length = strlen(line);
    char* longer = realloc(source->text, size + length + 1);
    if (!longer) broken("out of memory");
    source->text = longer;
    memcpy(longer + size, line, length + 1);
    size += length;
  }
  broken("source '%s' has no end", source->name);
}

int main(int argc, char** argv) {
  FILE* file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "usage: %s SCENARIO\n", argv[0]);
    return 2;
  }
  char line[1024];
  while (fgets(line, sizeof line, file)) {
    line_number++;
    line[strcspn(line, "\n")] = 0;
    if (!line[0] || line[0] == '#') continue;
    printf("> %s\n", line);
    word_count = 0;
    for (char* at = strtok(line, " "); at; at = strtok(NULL, " ")) {
      if (word_count == kMaxWords) broken("too many words");
      words[word_count++] = at;
    }
    if (strcmp(words[0], "source") == 0) {
      read_source(file);
      puts("ok");
    } else {
      run(words[0]);
    }
    fflush(stdout);
  }
  fclose(file);
  free(last.log);
  for (size_t i = 0; i < source_count; i++) free(sources[i].text);
  return 0;
}
