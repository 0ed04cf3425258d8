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

#if defined(__GNUC__) && !defined(GRIDCALL_NO_DEPRECATION_WARNINGS)
#define GRIDCALL_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define GRIDCALL_DEPRECATED(text)
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

/**
 * A lamp in a room. One thread at a time may paint it: others get INVALID_ARGUMENT. Released with
 * gc_lamp_release. It holds its room.
 */
typedef struct gc_lamp gc_lamp;

/** The table of every function, defined at the end. */
typedef struct gc_api gc_api;

/** The answer of a call. Expect numbers that are not listed. */
typedef int32_t gc_status;
enum gc_status_value {
  GRIDCALL_OK = 0,                        /**< It worked. */
  GRIDCALL_ERROR_INVALID_ARGUMENT = 100,  /**< An argument is wrong. */
  GRIDCALL_ERROR_INVALID_HANDLE = 101,    /**< A handle is wrong. */
  GRIDCALL_ERROR_OUT_OF_RANGE = 102,      /**< A buffer is too small. */
  GRIDCALL_ERROR_INVALID_OPTIONS = 103,   /**< Options are wrong. */
  GRIDCALL_ERROR_LAUNCH_FAILED = 309,     /**< A kernel failed. */
  GRIDCALL_ERROR_DRIVER = 500,            /**< A driver failed. */
  GRIDCALL_ERROR_UNSUPPORTED = 506,       /**< This device cannot do it. */
  GRIDCALL_ERROR_DRIVER_UNAVAILABLE = 502 /**< There is no library. */
};

/* --- Status ------------------------------------------------------------------------------------------------
 * The answer of a call.
 */

/** The class of a status. */
typedef int32_t gc_category;
enum gc_category_value {
  GRIDCALL_CATEGORY_NONE = 0,   /**< Success. */
  GRIDCALL_CATEGORY_LOGIC = 1,  /**< The program is wrong. */
  GRIDCALL_CATEGORY_LAUNCH = 3, /**< A kernel failed. */
  GRIDCALL_CATEGORY_RUNTIME = 5 /**< The machine is wrong. */
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

/**
 * The status.
 *
 * @since 0.1
 */
GRIDCALL_API gc_status gc_error_status(gc_error* error);

/**
 * One line.
 *
 * @since 0.1
 */
GRIDCALL_API const char* gc_error_message(gc_error* error);

/**
 * Everything.
 *
 * @since 0.1
 */
GRIDCALL_API const char* gc_error_text(gc_error* error);

/**
 * The function.
 *
 * @since 0.1
 */
GRIDCALL_API const char* gc_error_function(gc_error* error);

/**
 * The driver's number.
 *
 * @since 0.1
 */
GRIDCALL_API int32_t gc_error_driver_code(gc_error* error);

/**
 * The driver's name.
 *
 * @since 0.1
 */
GRIDCALL_API const char* gc_error_driver_name(gc_error* error);

/**
 * How many notes.
 *
 * @since 0.1
 */
GRIDCALL_API size_t gc_error_note_count(gc_error* error);

/**
 * The log.
 *
 * @since 0.1
 */
GRIDCALL_API const char* gc_error_log(gc_error* error);

/**
 * The options.
 *
 * @since 0.1
 */
GRIDCALL_API const char* gc_error_options(gc_error* error);

/**
 * The source.
 *
 * @since 0.1
 */
GRIDCALL_API const char* gc_error_source_name(gc_error* error);

/**
 * One note.
 *
 * @param index Which one.
 * @since 0.1
 */
GRIDCALL_API const char* gc_error_note(gc_error* error, size_t index);

/**
 * The name of a status.
 *
 * @param status Any number.
 * @since 0.1
 */
GRIDCALL_API const char* gc_status_name(gc_status status);

/**
 * The text of a status.
 *
 * @param status Any number.
 * @since 0.1
 */
GRIDCALL_API const char* gc_status_text(gc_status status);

/**
 * The category of a status.
 *
 * @param status Any number.
 * @since 0.1
 */
GRIDCALL_API gc_category gc_status_category(gc_status status);

/* --- Lamp --------------------------------------------------------------------------------------------------
 * One of each form that the grammar has.
 */

/** A closed list. */
typedef int32_t gc_colour;
enum gc_colour_value {
  /** Red. */
  GRIDCALL_COLOUR_RED = 1,
  /** Blue. */
  GRIDCALL_COLOUR_BLUE = 2,
  /** Cyan. GPU only, with CUDA 12.4 or newer. Deprecated since 0.2; use GRIDCALL_COLOUR_BLUE. */
  GRIDCALL_COLOUR_CYAN = 3
};

/** How a lamp behaves. Any of these bits: */
typedef uint64_t gc_lamp_flags;
/** Half the light. */
#define GRIDCALL_LAMP_DIM (UINT64_C(1) << 3)
/** Less light. Deprecated since 0.2; use GRIDCALL_LAMP_DIM. */
#define GRIDCALL_LAMP_OLD (UINT64_C(1) << 4)

/** Plain data. */
typedef struct gc_wire {
  gc_colour colour; /**< Its colour. */
  uint32_t size;    /**< Its size, in bytes. */
  gc_lamp* lamp;    /**< Its end. */
} gc_wire;

/** Plain data without a handle, as inside of a struct. */
typedef struct gc_cord {
  gc_colour colour; /**< Its colour. */
  uint32_t size;    /**< Its size, in bytes. */
} gc_cord;

/** Goes in and out. */
typedef struct gc_point {
  float x; /**< To the right. */
  float y; /**< Up. */
} gc_point;

/** Plain data with text. */
typedef struct gc_plug {
  char label[16];    /**< Its label. */
  uint32_t pins[3];  /**< Its pins. */
  uint32_t reserved; /**< Zero. */
} gc_plug;

/** Every form of a field. */
typedef struct gc_beam {
  size_t struct_size;       /**< sizeof(gc_beam). */
  gc_lamp_flags flags;      /**< GRIDCALL_LAMP_* bits. */
  gc_lamp_flags more_flags; /**< More of them. */
  gc_point origin;          /**< Where it begins. */
  gc_plug plug;             /**< What it hangs on. */
  gc_colour colours[2];     /**< Its colours. */
  gc_lamp* partner;         /**< Another lamp. NULL: no lamp. */
  void* pixels;             /**< Where the pixels go. NULL: nowhere. */
  size_t pixels_size;       /**< How many bytes. */
  const uint64_t* shape;    /**< Its shape. */
  size_t shape_count;       /**< How many numbers. */
  const gc_plug* plugs;     /**< More plugs. */
  size_t plug_count;        /**< How many plugs. */
  int32_t dim;              /**< 1 if it is dim, 0 if it is bright. */
  uint32_t watts;           /**< Watts. CPU device only. Deprecated since 0.2; use more_flags. */
} gc_beam;
#define GRIDCALL_BEAM_INIT \
  {sizeof(gc_beam), 0, 0, {0, 0}, {{0}, {0}, 0}, {0}, NULL, NULL, 0, NULL, 0, NULL, 0, 0, 0}

/** How to make a lamp. */
typedef struct gc_lamp_options {
  size_t struct_size;      /**< sizeof(gc_lamp_options). */
  gc_lamp_flags flags;     /**< GRIDCALL_LAMP_* bits. */
  const char* name;        /**< Its name. NULL: no name. */
  const gc_cord* wires;    /**< Its wires. */
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
  gc_point place;     /**< Where it is. */
  char serial[24];    /**< Its number. */
  uint16_t sizes[2];  /**< Its sizes, in bytes. */
  int32_t on;         /**< 1 if it is on, else 0. */
  gc_colour colour;   /**< Its colour. */
  uint32_t reserved;  /**< Zero. */
} gc_lamp_state;
#define GRIDCALL_LAMP_STATE_INIT {sizeof(gc_lamp_state), 0, NULL, {0, 0}, {0}, {0}, 0, 0, 0}

/**
 * The room of a name.
 *
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
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_OPTIONS, UNSUPPORTED,
 *     any device error.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_create(gc_room* room, const char* source, size_t source_size,
                                      const gc_lamp_options* options, gc_lamp** out_lamp,
                                      gc_error** out_error);

/**
 * Every other input.
 *
 * @param other Another. NULL: no other.
 * @param colour Which colour.
 * @param bright 1 if it shall be bright, else 0.
 * @param wire A wire.
 * @param wires Wires. NULL: only if `wire_count` is 0.
 * @param wire_count Elements.
 * @param paint The paint. NULL: only if `paint_size` is 0.
 * @param old What was there. NULL: only if `old_size` is 0.
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
 * @param out_age Its age, in nanoseconds.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_measure(gc_lamp* lamp, double* out_watts, int64_t* out_age,
                                       gc_error** out_error);

/**
 * A struct as the result.
 *
 * @param out_state The state. Its struct_size is set by the caller: GRIDCALL_LAMP_STATE_INIT.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_OPTIONS.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_get_state(gc_lamp* lamp, gc_lamp_state* out_state, gc_error** out_error);

/**
 * The length of a buffer stands behind the source.
 *
 * @param dst Where the bytes go. NULL: only if `size` is 0.
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
 * @param name The name. NULL: asks for the size; then `capacity` is 0.
 * @param capacity Bytes of the buffer.
 * @param out_needed Bytes needed, the NUL included. NULL: not wanted; then `name` is not NULL.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_RANGE.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_name(gc_lamp* lamp, char* name, size_t capacity, size_t* out_needed,
                                    gc_error** out_error);

/**
 * Its points.
 *
 * @param points The points. NULL: asks for the count; then `capacity` is 0.
 * @param capacity Elements of the buffer.
 * @param out_count Elements there are. NULL: not wanted; then `points` is not NULL.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_RANGE.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_points(gc_lamp* lamp, gc_point* points, size_t capacity, size_t* out_count,
                                      gc_error** out_error);

/**
 * Its id.
 *
 * @param out_id 16 bytes.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE.
 * @since 0.1
 */
GRIDCALL_API gc_status gc_lamp_id(gc_lamp* lamp, uint8_t out_id[16], gc_error** out_error);

/**
 * A value that cannot fail.
 *
 * @since 0.1
 */
GRIDCALL_API uint32_t gc_lamp_watts(gc_lamp* lamp);

/**
 * Two results of unknown size beside one of a known size.
 *
 * @param label What it is called. NULL: asks for the size; then `label_capacity` is 0.
 * @param label_capacity Bytes of the buffer.
 * @param out_label_needed Bytes needed, the NUL included. NULL: not wanted; then `label` is not NULL.
 * @param points Its corners. NULL: asks for the count; then `points_capacity` is 0.
 * @param points_capacity Elements of the buffer.
 * @param out_points_count Elements there are. NULL: not wanted; then `points` is not NULL.
 * @param out_age How old it is, in nanoseconds. NULL: not wanted.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_RANGE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_describe(gc_lamp* lamp, char* label, size_t label_capacity,
                                        size_t* out_label_needed, gc_point* points, size_t points_capacity,
                                        size_t* out_points_count, uint64_t* out_age, gc_error** out_error);

/**
 * Several handles. No other thread may use the lamp meanwhile.
 *
 * @param beam How to split it.
 * @param out_left OWNED, release it with gc_lamp_release. The left one.
 * @param out_right OWNED, release it with gc_lamp_release. The right one. NULL: not wanted.
 * @param out_room Never released. Where they are. NULL: not wanted.
 * @param out_state How they are. Its struct_size is set by the caller: GRIDCALL_LAMP_STATE_INIT. NULL: not
 *     wanted.
 * @param out_id 4 bytes. NULL: not wanted.
 * @param out_even 1 if both are alike, else 0. NULL: not wanted.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, INVALID_OPTIONS.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_split(gc_lamp* lamp, const gc_beam* beam, gc_lamp** out_left,
                                     gc_lamp** out_right, gc_room** out_room, gc_lamp_state* out_state,
                                     uint8_t out_id[4], int32_t* out_even, gc_error** out_error);

/**
 * Every array that goes in, and handles that go out.
 *
 * @param lamps Some lamps. NULL: only if `lamp_count` is 0.
 * @param lamp_count Elements.
 * @param names Their names. NULL: only if `name_count` is 0.
 * @param name_count Elements.
 * @param weights Their weights. NULL: only if `weight_count` is 0.
 * @param weight_count Elements.
 * @param colours Their colours. NULL: only if `colour_count` is 0.
 * @param colour_count Elements.
 * @param corners Where they are. NULL: only if `corner_count` is 0.
 * @param corner_count Elements.
 * @param grouped OWNED, release each with gc_lamp_release. The lamps of the group. NULL: asks for the count;
 *     then `capacity` is 0.
 * @param capacity Elements of the buffer.
 * @param out_count Elements there are. NULL: not wanted; then `grouped` is not NULL.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_RANGE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_room_group(gc_room* room, gc_lamp* const* lamps, size_t lamp_count,
                                     const char* const* names, size_t name_count, const double* weights,
                                     size_t weight_count, const gc_colour* colours, size_t colour_count,
                                     const gc_point* corners, size_t corner_count, gc_lamp** grouped,
                                     size_t capacity, size_t* out_count, gc_error** out_error);

/**
 * A lamp for each number.
 *
 * @param watts How bright each is. NULL: only if `watt_count` is 0.
 * @param watt_count Elements.
 * @param lamps Lamps beside them. NULL: only if `lamp_count` is 0.
 * @param lamp_count Elements.
 * @param out_lamps OWNED, release each with gc_lamp_release. The lamps, in the order of the numbers. As many
 *     as `watts` has; all of them or none.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_room_light(gc_room* room, const uint64_t* watts, size_t watt_count,
                                     gc_lamp* const* lamps, size_t lamp_count, gc_lamp** out_lamps,
                                     gc_error** out_error);

/**
 * Its twin, if it has one.
 *
 * @param out_twin OWNED, release it with gc_lamp_release. The twin. NULL: it has none.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_twin(gc_lamp* lamp, gc_lamp** out_twin, gc_error** out_error);

/**
 * Handles that are never released, numbers and enums.
 *
 * @param rooms Never released. Every room. NULL: asks for the count; then `rooms_capacity` is 0.
 * @param rooms_capacity Elements of the buffer.
 * @param out_rooms_count Elements there are. NULL: not wanted; then `rooms` is not NULL.
 * @param sizes Their sizes. NULL: asks for the count; then `sizes_capacity` is 0.
 * @param sizes_capacity Elements of the buffer.
 * @param out_sizes_count Elements there are. NULL: not wanted; then `sizes` is not NULL.
 * @param colours Their colours. NULL: asks for the count; then `colours_capacity` is 0.
 * @param colours_capacity Elements of the buffer.
 * @param out_colours_count Elements there are. NULL: not wanted; then `colours` is not NULL.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, OUT_OF_RANGE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_room_list(gc_room** rooms, size_t rooms_capacity, size_t* out_rooms_count,
                                    uint64_t* sizes, size_t sizes_capacity, size_t* out_sizes_count,
                                    gc_colour* colours, size_t colours_capacity, size_t* out_colours_count,
                                    gc_error** out_error);

/**
 * Bytes of unknown size. Only on a GPU with CUDA 12.4 or newer: other devices return UNSUPPORTED.
 *
 * @param line Which line.
 * @param pixels The pixels. NULL: asks for the count; then `capacity` is 0.
 * @param capacity Elements of the buffer.
 * @param out_count Elements there are. NULL: not wanted; then `pixels` is not NULL.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, UNSUPPORTED, OUT_OF_RANGE.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_pixels(gc_lamp* lamp, size_t line, uint8_t* pixels, size_t capacity,
                                      size_t* out_count, gc_error** out_error);

/**
 * How many lines it has. Only on the CPU device: a GPU returns UNSUPPORTED.
 *
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, UNSUPPORTED.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_line_count(gc_lamp* lamp, size_t* out_count, gc_error** out_error);

/**
 * What nobody shall call any more. A GPU needs CUDA 11.0 or newer, else it returns UNSUPPORTED.
 *
 * @param size How much, in bytes.
 * @return GRIDCALL_OK, or GRIDCALL_ERROR_*: INVALID_ARGUMENT, INVALID_HANDLE, OUT_OF_RANGE, UNSUPPORTED.
 * @since 0.1
 * @deprecated since 0.2; use gc_lamp_paint.
 */
GRIDCALL_DEPRECATED("use gc_lamp_paint")
GRIDCALL_API gc_status gc_lamp_burn(gc_lamp* lamp, uint64_t size, gc_error** out_error);

/**
 * A value that nobody shall ask for.
 *
 * @since 0.1
 * @deprecated since 0.2; use gc_lamp_watts.
 */
GRIDCALL_DEPRECATED("use gc_lamp_watts")
GRIDCALL_API uint32_t gc_lamp_heat(gc_lamp* lamp);

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
  gc_status (*error_status)(gc_error* error);
  const char* (*error_message)(gc_error* error);
  const char* (*error_text)(gc_error* error);
  const char* (*error_function)(gc_error* error);
  int32_t (*error_driver_code)(gc_error* error);
  const char* (*error_driver_name)(gc_error* error);
  size_t (*error_note_count)(gc_error* error);
  const char* (*error_log)(gc_error* error);
  const char* (*error_options)(gc_error* error);
  const char* (*error_source_name)(gc_error* error);
  const char* (*error_note)(gc_error* error, size_t index);
  const char* (*status_name)(gc_status status);
  const char* (*status_text)(gc_status status);
  gc_category (*status_category)(gc_status status);
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
  gc_status (*lamp_points)(gc_lamp* lamp, gc_point* points, size_t capacity, size_t* out_count,
                           gc_error** out_error);
  gc_status (*lamp_id)(gc_lamp* lamp, uint8_t out_id[16], gc_error** out_error);
  uint32_t (*lamp_watts)(gc_lamp* lamp);
  gc_status (*lamp_describe)(gc_lamp* lamp, char* label, size_t label_capacity, size_t* out_label_needed,
                             gc_point* points, size_t points_capacity, size_t* out_points_count,
                             uint64_t* out_age, gc_error** out_error);
  gc_status (*lamp_split)(gc_lamp* lamp, const gc_beam* beam, gc_lamp** out_left, gc_lamp** out_right,
                          gc_room** out_room, gc_lamp_state* out_state, uint8_t out_id[4], int32_t* out_even,
                          gc_error** out_error);
  gc_status (*room_group)(gc_room* room, gc_lamp* const* lamps, size_t lamp_count, const char* const* names,
                          size_t name_count, const double* weights, size_t weight_count,
                          const gc_colour* colours, size_t colour_count, const gc_point* corners,
                          size_t corner_count, gc_lamp** grouped, size_t capacity, size_t* out_count,
                          gc_error** out_error);
  gc_status (*room_light)(gc_room* room, const uint64_t* watts, size_t watt_count, gc_lamp* const* lamps,
                          size_t lamp_count, gc_lamp** out_lamps, gc_error** out_error);
  gc_status (*lamp_twin)(gc_lamp* lamp, gc_lamp** out_twin, gc_error** out_error);
  gc_status (*room_list)(gc_room** rooms, size_t rooms_capacity, size_t* out_rooms_count, uint64_t* sizes,
                         size_t sizes_capacity, size_t* out_sizes_count, gc_colour* colours,
                         size_t colours_capacity, size_t* out_colours_count, gc_error** out_error);
  gc_status (*lamp_pixels)(gc_lamp* lamp, size_t line, uint8_t* pixels, size_t capacity, size_t* out_count,
                           gc_error** out_error);
  gc_status (*lamp_line_count)(gc_lamp* lamp, size_t* out_count, gc_error** out_error);
  gc_status (*lamp_burn)(gc_lamp* lamp, uint64_t size, gc_error** out_error);
  uint32_t (*lamp_heat)(gc_lamp* lamp);
  void (*lamp_release)(gc_lamp* lamp);
};

#ifdef __cplusplus
}
#endif

#endif /* GRIDCALL_GRIDCALL_H */
