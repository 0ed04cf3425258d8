/* SPDX-License-Identifier: Apache-2.0
 *
 * gridcall: GPU compute from any language. CUDA C++ source in, results out, on an NVIDIA GPU or on this
 * machine's cores.
 *
 * Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.
 */

#ifndef GRIDCALL_GRIDCALL_H
#define GRIDCALL_GRIDCALL_H

#include <stddef.h>
#include <stdint.h>

/*
 * What holds for every function
 */

#if defined(GRIDCALL_STATIC)
#define GRIDCALL_API
#elif defined(__GNUC__)
#define GRIDCALL_API __attribute__((visibility("default")))
#else
#define GRIDCALL_API
#endif

/** The version of this header: major * 10000 + minor * 100 + patch. */
#define GRIDCALL_VERSION 200
#define GRIDCALL_VERSION_MAJOR 0
#define GRIDCALL_VERSION_MINOR 2
#define GRIDCALL_VERSION_PATCH 0
#define GRIDCALL_VERSION_TEXT "0.2.0-dev"
/** What gc_get_api takes, and the number in the library's soname. */
#define GRIDCALL_ABI_VERSION 0

#ifdef __cplusplus
extern "C" {
#endif

/* Handles: opaque, and defined nowhere. */

/** Why a call failed. Released with gc_error_release. */
typedef struct gc_error gc_error;

/** Never released. Never released. */
typedef struct gc_room gc_room;

/** A lamp in a room. Released with gc_lamp_release. It holds its room. */
typedef struct gc_lamp gc_lamp;

/** The table of every function, defined at the end. */
typedef struct gc_api gc_api;

/** The answer of a call. Expect numbers that are not listed. */
typedef int32_t gc_status;
enum gc_status_value {
  GRIDCALL_OK = 0,                       /**< It worked. */
  GRIDCALL_ERROR_INVALID_ARGUMENT = 100, /**< An argument is wrong. */
  GRIDCALL_ERROR_INVALID_HANDLE = 101,   /**< A handle is wrong. */
  GRIDCALL_ERROR_OUT_OF_RANGE = 102,     /**< A buffer is too small. */
  GRIDCALL_ERROR_INVALID_OPTIONS = 103,  /**< Options are wrong. */
  GRIDCALL_ERROR_LAUNCH_FAILED = 309     /**< A kernel failed. */
};

/* --- Status ------------------------------------------------------------------------------------------------
 * The answer of a call.
 */

/** The class of a status. */
typedef int32_t gc_category;
enum gc_category_value {
  GRIDCALL_CATEGORY_NONE = 0,  /**< Success. */
  GRIDCALL_CATEGORY_LOGIC = 1, /**< The program is wrong. */
  GRIDCALL_CATEGORY_LAUNCH = 3 /**< A kernel failed. */
};

/** What can be asked. */
typedef int32_t gc_device_attribute;
enum gc_device_attribute_value {
  GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE = 10 /**< Threads in a warp. */
};

/**
 * Releases an error.
 *
 * @param error The error. NULL: nothing is done.
 * @since 0.1
 */
GRIDCALL_API void gc_error_release(gc_error* error);

/* --- Lamp --------------------------------------------------------------------------------------------------
 * One of each form that the grammar has.
 */

/** A closed list. */
typedef int32_t gc_colour;
enum gc_colour_value {
  GRIDCALL_COLOUR_RED = 1, /**< Red. */
  GRIDCALL_COLOUR_BLUE = 2 /**< Blue. */
};

/** How a lamp behaves. Any of these bits: */
typedef uint64_t gc_lamp_flags;
/** Half the light. */
#define GRIDCALL_LAMP_DIM (UINT64_C(1) << 3)

/** Plain data. */
typedef struct gc_wire {
  gc_colour colour; /**< Its colour. */
  uint32_t size;    /**< Its size, in bytes. */
  gc_lamp* lamp;    /**< Its end. */
} gc_wire;

/** How to make a lamp. */
typedef struct gc_lamp_options {
  size_t struct_size;      /**< sizeof(gc_lamp_options). */
  gc_lamp_flags flags;     /**< GRIDCALL_LAMP_* bits. */
  const char* name;        /**< Its name. NULL: no name. */
  const gc_wire* wires;    /**< Its wires. */
  size_t wire_count;       /**< How many wires. */
  const char* const* tags; /**< Its tags. */
  size_t tag_count;        /**< How many tags. */
  const void* blob;        /**< Some bytes. NULL: nothing. */
  size_t blob_size;        /**< How many bytes. */
  gc_colour colour;        /**< Its colour. */
  uint32_t reserved;       /**< Zero. */
} gc_lamp_options;
#define GRIDCALL_LAMP_OPTIONS_INIT {sizeof(gc_lamp_options), 0, NULL, NULL, 0, NULL, 0, NULL, 0, 0, 0}

/** A result that may grow. */
typedef struct gc_lamp_state {
  size_t struct_size; /**< sizeof(gc_lamp_state). */
  uint64_t watts;     /**< Watts. */
  const char* maker;  /**< Who made it. */
} gc_lamp_state;
#define GRIDCALL_LAMP_STATE_INIT {sizeof(gc_lamp_state), 0, NULL}

/**
 * The room of a name.
 *
 * @param name The name.
 * @param out_room Never released. The room.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_room_find(const char* name, gc_room** out_room, gc_error** out_error);

/**
 * Makes a lamp. May block.
 *
 * @param room Where.
 * @param source How it is built.
 * @param source_size Bytes, without a NUL.
 * @param options How it behaves. NULL: all defaults.
 * @param out_lamp OWNED, release it with gc_lamp_release. The lamp.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_OPTIONS, any launch
 *     error (3xx).
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_create(gc_room* room, const char* source, size_t source_size,
                                      const gc_lamp_options* options, gc_lamp** out_lamp,
                                      gc_error** out_error);

/**
 * Every other input.
 *
 * @param lamp The lamp.
 * @param other Another. NULL: no other.
 * @param colour Which colour.
 * @param bright 1 for bright.
 * @param wire A wire.
 * @param wires Wires. NULL: only if `wire_count` is 0.
 * @param wire_count Elements.
 * @param paint The paint. NULL: only if `paint_size` is 0.
 * @param paint_size Bytes.
 * @param old What was there. NULL: only if `old_size` is 0.
 * @param old_size Bytes.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_paint(gc_lamp* lamp, gc_lamp* other, gc_colour colour, int32_t bright,
                                     const gc_wire* wire, const gc_wire* wires, size_t wire_count,
                                     const void* paint, size_t paint_size, void* old, size_t old_size,
                                     gc_error** out_error);

/**
 * Two results.
 *
 * @param lamp The lamp.
 * @param out_watts Watts.
 * @param out_age Its age, in nanoseconds.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_measure(gc_lamp* lamp, double* out_watts, int64_t* out_age,
                                       gc_error** out_error);

/**
 * A struct as the result.
 *
 * @param lamp The lamp.
 * @param out_state The state. Its struct_size is set by the caller: GRIDCALL_LAMP_STATE_INIT.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_OPTIONS.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_get_state(gc_lamp* lamp, gc_lamp_state* out_state, gc_error** out_error);

/**
 * The length of a buffer stands behind the source.
 *
 * @param dst Where the bytes go. NULL: only if `size` is 0.
 * @param src The lamp.
 * @param src_offset Where to begin, in bytes.
 * @param size Bytes.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_RANGE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_read(void* dst, gc_lamp* src, uint64_t src_offset, size_t size,
                                    gc_error** out_error);

/**
 * A handle of any type.
 *
 * @param handle Any handle.
 * @param out_owner Its owner.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_handle_owner(const void* handle, uint64_t* out_owner, gc_error** out_error);

/**
 * Its name.
 *
 * @param lamp The lamp.
 * @param name The name. NULL: asks for the size; then `capacity` is 0.
 * @param capacity Bytes of the buffer.
 * @param out_needed Bytes needed, the NUL included.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_RANGE.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_name(gc_lamp* lamp, char* name, size_t capacity, size_t* out_needed,
                                    gc_error** out_error);

/**
 * Its wires.
 *
 * @param lamp The lamp.
 * @param wires The wires. NULL: asks for the count; then `capacity` is 0.
 * @param capacity Elements of the buffer.
 * @param out_count Elements there are.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_RANGE.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_wires(gc_lamp* lamp, gc_wire* wires, size_t capacity, size_t* out_count,
                                     gc_error** out_error);

/**
 * Its id.
 *
 * @param lamp The lamp.
 * @param out_id 16 bytes.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_id(gc_lamp* lamp, uint8_t out_id[16], gc_error** out_error);

/**
 * A value that cannot fail.
 *
 * @param lamp The lamp.
 * @since 0.1
 */
GRIDCALL_API uint32_t gc_lamp_watts(gc_lamp* lamp);

/**
 * Releases a lamp.
 *
 * @param lamp The lamp. NULL: nothing is done.
 * @since 0.1
 */
GRIDCALL_API void gc_lamp_release(gc_lamp* lamp);

/** Every function of this header, for plugins: see gc_get_api. It only grows, at its end. */
struct gc_api {
  size_t size; /**< Bytes that the library fills. */
  void (*error_release)(gc_error* error);
  gc_status (*room_find)(const char* name, gc_room** out_room, gc_error** out_error);
  gc_status (*lamp_create)(gc_room* room, const char* source, size_t source_size,
                           const gc_lamp_options* options, gc_lamp** out_lamp, gc_error** out_error);
  gc_status (*lamp_paint)(gc_lamp* lamp, gc_lamp* other, gc_colour colour, int32_t bright,
                          const gc_wire* wire, const gc_wire* wires, size_t wire_count, const void* paint,
                          size_t paint_size, void* old, size_t old_size, gc_error** out_error);
  gc_status (*lamp_measure)(gc_lamp* lamp, double* out_watts, int64_t* out_age, gc_error** out_error);
  gc_status (*lamp_get_state)(gc_lamp* lamp, gc_lamp_state* out_state, gc_error** out_error);
  gc_status (*lamp_read)(void* dst, gc_lamp* src, uint64_t src_offset, size_t size, gc_error** out_error);
  gc_status (*handle_owner)(const void* handle, uint64_t* out_owner, gc_error** out_error);
  gc_status (*lamp_name)(gc_lamp* lamp, char* name, size_t capacity, size_t* out_needed,
                         gc_error** out_error);
  gc_status (*lamp_wires)(gc_lamp* lamp, gc_wire* wires, size_t capacity, size_t* out_count,
                          gc_error** out_error);
  gc_status (*lamp_id)(gc_lamp* lamp, uint8_t out_id[16], gc_error** out_error);
  uint32_t (*lamp_watts)(gc_lamp* lamp);
  void (*lamp_release)(gc_lamp* lamp);
};

#ifdef __cplusplus
}
#endif

#endif /* GRIDCALL_GRIDCALL_H */
