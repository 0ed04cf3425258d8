// SPDX-License-Identifier: Apache-2.0
//
// Runs tests/bindings/scenario.txt through the C interface; README.md there tells the rules. What is here
// does not grow with the API: the words of a line, the names, what is shown. The operations, one for each
// function, are generated in the build: operations.c.

#include "scenario.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxWords = 64 };

typedef struct Name {
  struct Name* next;
  char* name;
  char* text;  // NULL if it is a handle's
  void* handle;
} Name;

typedef struct {
  char* text;
  void* handle;
} Shown;

static Name* all_names;
static char* line_words[kMaxWords];
static size_t word_count, word_at;
static int line_number;
gc_error* last_error;
// The lines that the running operation shows: its results, and the names that take them.
static Shown all_shown[kMaxEntries + 1];
static size_t shown_count;
static char* entry_text;  // of an entry with several fields, while they come
static bool in_entry;
static char* line_targets[kMaxWords];
static size_t target_count;
// Texts of this line alone.
static void** kept_texts;
static size_t kept_count;

static _Noreturn void broken(const char* format, ...) {
  va_list list;
  va_start(list, format);
  fprintf(stderr, "scenario line %d: ", line_number);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  exit(1);
}

static void* checked(void* pointer) {
  if (!pointer) broken("out of memory");
  return pointer;
}

static char* copy_text(const char* text, size_t size) {
  char* copy = checked(malloc(size + 1));
  memcpy(copy, text, size);
  copy[size] = 0;
  return copy;
}

static void* keep(void* pointer) {
  kept_texts = checked(realloc(kept_texts, (kept_count + 1) * sizeof kept_texts[0]));
  return kept_texts[kept_count++] = checked(pointer);
}

size_t item_index(size_t index) {
  if (index >= kMaxItems) broken("more than %d items", kMaxItems);
  return index;
}

// --- names

static Name* find_name(const char* name) {
  for (Name* at = all_names; at; at = at->next)
    if (strcmp(at->name, name) == 0) return at;
  return NULL;
}

// Binds a name again without releasing its former object.
static void bind(const char* name, char* text, void* handle) {
  Name* at = find_name(name);
  if (!at) {
    at = checked(calloc(1, sizeof *at));
    at->name = copy_text(name, strlen(name));
    at->next = all_names;
    all_names = at;
  }
  free(at->text);
  at->text = text;
  at->handle = handle;
}

// --- words

const char* next_word(void) {
  if (word_at >= word_count) broken("word %zu is missing", word_at);
  return line_words[word_at++];
}

void end_words(void) {
  if (word_at < word_count) broken("`%s` is one word too many", line_words[word_at]);
}

static bool is_word(const char* text) {
  return word_at < word_count && strcmp(line_words[word_at], text) == 0;
}

// [ ITEM... ]
void open_items(void) {
  if (strcmp(next_word(), "[") != 0) broken("a list begins with [");
}

bool next_item(void) {
  if (!is_word("]")) return true;
  word_at++;
  return false;
}

// { FIELD=WORD... }, or - for none
bool open_fields(void) {
  const char* word = next_word();
  if (strcmp(word, "{") != 0 && strcmp(word, "-") != 0) broken("fields begin with {");
  return word[0] == '{';
}

bool next_field(Field* field) {
  const char* text = next_word();
  char* word = keep(copy_text(text, strlen(text)));
  if (strcmp(word, "}") == 0) return false;
  char* equal = strchr(word, '=');
  if (!equal) broken("`%s` is no field=word", word);
  *equal = 0;
  field->name = word;
  field->word = equal + 1;
  return true;
}

bool is_field(const Field* field, const char* name) {
  return strcmp(field->name, name) == 0;
}

_Noreturn void unknown_field(const Field* field) {
  broken("there is no field `%s`", field->name);
}

// The parts between colons; the last takes the rest.
Parts word_parts(const char* word, size_t most) {
  Parts parts = {0};
  char* rest = keep(copy_text(word, strlen(word)));
  while (rest && parts.count < most) {
    parts.part[parts.count++] = rest;
    char* colon = parts.count < most ? strchr(rest, ':') : NULL;
    if (colon) *colon++ = 0;
    rest = colon;
  }
  return parts;
}

// @NAME is the text of that name, - is none.
const char* word_text(const char* word) {
  if (strcmp(word, "-") == 0) return NULL;
  if (word[0] != '@') return word;
  Name* found = find_name(word + 1);
  if (!found || !found->text) broken("no text has the name `%s`", word + 1);
  return found->text;
}

void* word_handle(const char* word) {
  if (strcmp(word, "null") == 0 || strcmp(word, "-") == 0) return NULL;
  const Name* found = find_name(word);
  if (!found || found->text) broken("no handle has the name `%s`", word);
  return found->handle;
}

// --- values

static size_t size_of(const char* type) {
  static const char* const types[] = {"i8", "u8", "i16", "u16", "i32", "u32", "f32", "i64", "u64", "f64"};
  static const size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8, 8, 8};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strcmp(types[i], type) == 0) return sizes[i];
  broken("`%s` is no type", type);
}

static uint64_t decimal(const char* text, size_t size, bool is_signed) {
  char* end;
  const uint64_t value = text[0] == '-' ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, 10);
  const unsigned unused = 64 - 8 * (unsigned)size;
  const uint64_t back =
      is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value << unused >> unused;
  if (*end || end == text || back != value || (text[0] == '-' && !is_signed))
    broken("`%s` is no number here", text);
  return value;
}

// The bytes of a value, in the low ones: little-endian, like every machine this runs on.
static uint64_t encode(const char* type, const char* text) {
  const size_t size = size_of(type);
  uint64_t bits = 0;
  if (type[0] == 'f' && size == 4) {
    const float value = strtof(text, NULL);
    memcpy(&bits, &value, 4);
  } else if (type[0] == 'f') {
    const double value = strtod(text, NULL);
    memcpy(&bits, &value, 8);
  } else {
    const uint64_t value = decimal(text, size, type[0] == 'i');
    memcpy(&bits, &value, size);
  }
  return bits;
}

// A number, or TYPE(VALUE): the bits of that value.
uint64_t word_integer(const char* word, size_t size, bool is_signed) {
  const char* text = word_text(word);
  if (!text) broken("`-` is no number");
  const char* open = strchr(text, '(');
  if (!open) return decimal(text, size, is_signed);
  const char* type = keep(copy_text(text, (size_t)(open - text)));
  return encode(type, keep(copy_text(open + 1, strcspn(open + 1, ")"))));
}

double word_real(const char* word) {
  const char* text = word_text(word);
  char* end = NULL;
  const double value = text ? strtod(text, &end) : 0;
  if (!text || *end || end == text) broken("`%s` is no number here", word);
  return value;
}

int64_t word_code(const char* word, const Constant* constants) {
  for (; constants->name; constants++)
    if (strcmp(constants->name, word) == 0) return constants->value;
  return (int64_t)word_integer(word, 8, true);
}

// TYPE:VALUE,VALUE..., hex:BYTES, @NAME, or - for none.
Bytes word_bytes(const char* word) {
  Bytes bytes = {NULL, 0};
  if (strcmp(word, "-") == 0) return bytes;
  if (word[0] == '@') return (Bytes){word_text(word), strlen(word_text(word))};
  const Parts parts = word_parts(word, 2);
  if (parts.count != 2) broken("`%s` is no TYPE:VALUE,...", word);
  unsigned char* data = keep(malloc(8 * strlen(word)));
  if (strcmp(parts.part[0], "hex") == 0) {
    for (const char* at = parts.part[1]; at[0] && at[1]; at += 2) {
      unsigned byte;
      if (sscanf(at, "%2x", &byte) != 1) broken("`%s` is no hex", at);
      data[bytes.size++] = (unsigned char)byte;
    }
  } else {
    const size_t size = size_of(parts.part[0]);
    for (char* at = strtok((char*)parts.part[1], ","); at; at = strtok(NULL, ",")) {
      const uint64_t bits = encode(parts.part[0], at);
      memcpy(data + bytes.size, &bits, size);
      bytes.size += size;
    }
  }
  bytes.data = data;
  return bytes;
}

// TYPE:COUNT, for a result.
Buffer next_buffer(void) {
  const Parts parts = word_parts(next_word(), 2);
  if (parts.count != 2) broken("a buffer is TYPE:COUNT");
  const size_t size = size_of(parts.part[0]) * decimal(parts.part[1], 8, false);
  return (Buffer){keep(calloc(size + 1, 1)), size, parts.part[0]};
}

// --- results

// Adds a result; NULL for no label. Line ends are shown as \n, so that a result stays on its line.
void show_text(const char* label, const char* text) {
  const size_t before = label ? strlen(label) + 1 : 0;
  const bool labelled = label && !target_count;
  char* copy = checked(malloc(before + 2 * strlen(text) + 1));
  char* to = copy;
  if (labelled) to += sprintf(to, "%s=", label);
  for (const char* from = text; *from; from++) {
    if (*from == '\n') *to++ = '\\';
    *to++ = *from == '\n' ? 'n' : *from;
  }
  *to = 0;
  if (in_entry && entry_text) {
    char* both = checked(malloc(strlen(entry_text) + strlen(copy) + 2));
    sprintf(both, "%s:%s", entry_text, copy);
    free(entry_text);
    free(copy);
    entry_text = both;
  } else if (in_entry) {
    entry_text = copy;
  } else {
    if (shown_count > kMaxEntries) broken("too many results");
    all_shown[shown_count++] = (Shown){copy, NULL};
  }
}

static void show_format(const char* label, const char* format, ...) {
  char text[64];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  show_text(label, text);
}

void show_unsigned(const char* label, uint64_t value) {
  show_format(label, "%" PRIu64, value);
}

void show_signed(const char* label, int64_t value) {
  show_format(label, "%" PRId64, value);
}

void show_real(const char* label, double value) {
  show_format(label, "%.3f", value);
}

void show_hex(const unsigned char* bytes, size_t size) {
  char text[256];
  for (size_t i = 0; i < size && i < 100; i++) sprintf(text + 2 * i, "%02x", bytes[i]);
  show_text(NULL, text);
}

void show_handle(void* handle) {
  all_shown[shown_count++] = (Shown){NULL, handle};
}

void begin_entry(void) {
  in_entry = true;
}

void end_entry(void) {
  in_entry = false;
  if (shown_count > kMaxEntries) broken("too many results");
  all_shown[shown_count++] = (Shown){entry_text, NULL};
  entry_text = NULL;
}

void show_buffer(const Buffer* buffer) {
  const size_t size = size_of(buffer->type);
  for (size_t at = 0; at < buffer->size; at += size) {
    uint64_t bits = 0;
    float single;
    double real;
    memcpy(&bits, buffer->data + at, size);
    memcpy(&single, &bits, 4);
    memcpy(&real, &bits, 8);
    const unsigned unused = 64 - 8 * (unsigned)size;
    if (buffer->type[0] == 'f')
      show_real(NULL, size == 4 ? (double)single : real);
    else if (buffer->type[0] == 'i')
      show_signed(NULL, (int64_t)(bits << unused) >> unused);
    else
      show_unsigned(NULL, bits);
  }
}

// Prints the line of a failed call, and keeps its error for the gc_error_ commands. Says whether the call
// worked.
bool worked(gc_status status, gc_error* error) {
  if (status == GRIDCALL_OK) return true;
  if (gc_error_status(error) != status) broken("the error's status is not the call's");
  printf("! %s %s: %s\n", gc_status_name(status), gc_error_function(error), gc_error_message(error));
  last_error = error;
  return false;
}

// Binds the results to the line's names, or prints them.
void finish(void) {
  if (target_count && target_count != shown_count)
    broken("%zu results, but %zu names", shown_count, target_count);
  if (target_count || !shown_count)
    puts("ok");
  else
    fputs("=", stdout);
  for (size_t i = 0; i < shown_count; i++) {
    if (target_count) {
      bind(line_targets[i], all_shown[i].text, all_shown[i].handle);
    } else {
      if (!all_shown[i].text) broken("a handle needs a name");
      printf(" %s", all_shown[i].text);
      free(all_shown[i].text);
    }
  }
  if (!target_count && shown_count) putchar('\n');
}

// --- the script

// compare A OP B: of texts, for numbers also by size
static void run_compare(void) {
  const char* a = word_text(next_word());
  const char* op = next_word();
  const char* b = word_text(next_word());
  end_words();
  int order = strcmp(a, b);
  if (strcmp(op, "==") != 0 && strcmp(op, "!=") != 0) {
    const int64_t x = (int64_t)decimal(a, 8, true), y = (int64_t)decimal(b, 8, true);
    order = (x > y) - (x < y);
  }
  const bool holds = strcmp(op, "==") == 0   ? order == 0
                     : strcmp(op, "!=") == 0 ? order != 0
                     : strcmp(op, "<") == 0  ? order < 0
                     : strcmp(op, "<=") == 0 ? order <= 0
                                             : (broken("`%s` compares nothing", op), false);
  printf("= %d\n", holds);
}

static void run_contains(void) {
  const char* text = word_text(next_word());
  const char* part = word_text(next_word());
  end_words();
  printf("= %d\n", strstr(text, part) != NULL);
}

static void run_line(void) {
  shown_count = target_count = word_at = 0;
  for (size_t i = 0; i < word_count; i++)
    if (strcmp(line_words[i], "=") == 0) {
      while (target_count < i) line_targets[target_count] = line_words[target_count], target_count++;
      word_at = i + 1;
      break;
    }
  const char* command = next_word();
  if (strcmp(command, "compare") == 0) {
    run_compare();
    return;
  }
  if (strcmp(command, "contains") == 0) {
    run_contains();
    return;
  }
  if (strncmp(command, "gc_error_", strlen("gc_error_")) !=
      0) {  // only these are about the error of an earlier line
    gc_error_release(last_error);
    last_error = NULL;
  }
  for (const Operation* at = operations; at->name; at++)
    if (strcmp(at->name, command) == 0) {
      at->run();
      return;
    }
  broken("unknown command `%s`", command);
}

// source NAME: the text up to a line that is just `end`
static void read_source(FILE* file, const char* name) {
  char line[1024];
  size_t size = 0;
  char* text = copy_text("", 0);
  while (fgets(line, sizeof line, file)) {
    line_number++;
    if (strcmp(line, "end\n") == 0) {
      bind(name, text, NULL);
      puts("ok");
      return;
    }
    const size_t length = strlen(line);
    text = checked(realloc(text, size + length + 1));
    memcpy(text + size, line, length + 1);
    size += length;
  }
  broken("source `%s` has no end", name);
}

int main(int argc, char** argv) {
  FILE* file = argc >= 2 ? fopen(argv[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "usage: %s SCENARIO [NAME=TEXT...]\n", argv[0]);
    return 2;
  }
  for (int i = 2; i < argc; i++) {
    const size_t length = strcspn(argv[i], "=");
    char* name = copy_text(argv[i], length);
    bind(name, copy_text(argv[i] + length + 1, strlen(argv[i] + length + 1)), NULL);
    free(name);
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
      line_words[word_count++] = at;
    }
    if (word_count == 2 && strcmp(line_words[0], "source") == 0)
      read_source(file, line_words[1]);
    else
      run_line();
    while (kept_count) free(kept_texts[--kept_count]);
    fflush(stdout);
  }
  fclose(file);
  gc_error_release(last_error);
  free(kept_texts);
  while (all_names) {
    Name* next = all_names->next;
    free(all_names->name);
    free(all_names->text);
    free(all_names);
    all_names = next;
  }
  return 0;
}
