// SPDX-License-Identifier: Apache-2.0
//
// The functions and types that the generated operations of the C interpreter use.
#pragma once

#include <gridcall/preview.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { kMaxItems = 32, kMaxParts = 16, kMaxEntries = 512, kMaxText = 1 << 16 };

// By the name of the function; the last has none.
typedef struct {
  const char* name;
  void (*run)(void);
} Operation;
extern const Operation operations[];

typedef struct {
  const char* name;
  int64_t value;
} Constant;

typedef struct {
  size_t count;
  const char* part[kMaxParts];
} Parts;

typedef struct {
  const char* name;
  const char* word;
} Field;

typedef struct {
  const void* data;
  size_t size;
} Bytes;

typedef struct {
  unsigned char* data;
  size_t size;
  const char* type;
} Buffer;

// The error of the last call that failed; NULL after one that is about no error.
extern gc_error* last_error;

// The words of the line, one after the other.
const char* next_word(void);
void end_words(void);
void open_items(void);
bool next_item(void);
bool open_fields(void);
bool next_field(Field* field);
bool is_field(const Field* field, const char* name);
_Noreturn void unknown_field(const Field* field);
Parts word_parts(const char* word, size_t most);
// The index, if a list may have so many items.
size_t item_index(size_t index);

// The meaning of a word.
const char* word_text(const char* word);
void* word_handle(const char* word);
uint64_t word_integer(const char* word, size_t size, bool is_signed);
double word_real(const char* word);
int64_t word_code(const char* word, const Constant* constants);
Bytes word_bytes(const char* word);
Buffer next_buffer(void);

// Results, in their order; the label is NULL for none. Between begin and end they are the fields of one
// entry.
void show_text(const char* label, const char* text);
void show_unsigned(const char* label, uint64_t value);
void show_signed(const char* label, int64_t value);
void show_real(const char* label, double value);
void show_hex(const unsigned char* bytes, size_t size);
void show_handle(void* handle);
void begin_entry(void);
void end_entry(void);
void show_buffer(const Buffer* buffer);
bool worked(gc_status status, gc_error* error);
void finish(void);
