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
 * The contract of every function
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
/** The version that gc_get_api takes, and the number in the library's soname. */
#define GRIDCALL_ABI_VERSION 0

#ifdef __cplusplus
extern "C" {
#endif

/* Handles: opaque, and defined nowhere. Each is released with the function that has its name and _release. */

/** Why a call failed. */
typedef struct gc_error gc_error;

/** Never released. Never released. */
typedef struct gc_room gc_room;

/** A lamp in a room. One thread at a time may paint it: others get INVALID_ARGUMENT. It holds its room. */
typedef struct gc_lamp gc_lamp;

/** The table of every function, defined in gridcall/table.h. */
typedef struct gc_api gc_api;

/** The answer of a call. */
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

/** Releases an error. */
GRIDCALL_API void gc_error_release(gc_error* error);

/** The status. */
GRIDCALL_API gc_status gc_error_status(gc_error* error);

/** One line. */
GRIDCALL_API const char* gc_error_message(gc_error* error);

/** Everything. */
GRIDCALL_API const char* gc_error_text(gc_error* error);

/** The function. */
GRIDCALL_API const char* gc_error_function(gc_error* error);

/** The driver's number. */
GRIDCALL_API int32_t gc_error_driver_code(gc_error* error);

/** The driver's name. */
GRIDCALL_API const char* gc_error_driver_name(gc_error* error);

/** How many notes. */
GRIDCALL_API size_t gc_error_note_count(gc_error* error);

/** The log. */
GRIDCALL_API const char* gc_error_log(gc_error* error);

/** The options. */
GRIDCALL_API const char* gc_error_options(gc_error* error);

/** The source. */
GRIDCALL_API const char* gc_error_source_name(gc_error* error);

/**
 * One note.
 *
 * @param index Which one.
 */
GRIDCALL_API const char* gc_error_note(gc_error* error, size_t index);

/** The name of a status. */
GRIDCALL_API const char* gc_status_name(gc_status status);

/** The text of a status. */
GRIDCALL_API const char* gc_status_text(gc_status status);

/** The category of a status. */
GRIDCALL_API gc_category gc_status_category(gc_status status);

/* --- Lamp --------------------------------------------------------------------------------------------------
 * One of each form that the grammar has.
 */

/** A closed list. */
typedef int32_t gc_colour;
enum gc_colour_value {
  GRIDCALL_COLOUR_RED = 1,  /**< Red. */
  GRIDCALL_COLOUR_BLUE = 2, /**< Blue. */
  /** Cyan. GPU only, with CUDA 12.4 or newer. Deprecated since 0.2; use GRIDCALL_COLOUR_BLUE. */
  GRIDCALL_COLOUR_CYAN = 3
};

/** How a lamp behaves. Any of these bits: */
typedef uint64_t gc_lamp_flags;
#define GRIDCALL_LAMP_DIM (UINT64_C(1) << 3) /**< Half the light. */
#define GRIDCALL_LAMP_OLD (UINT64_C(1) << 4) /**< Less light. Deprecated since 0.2; use GRIDCALL_LAMP_DIM. */

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

/** The room of a name. */
GRIDCALL_API gc_status gc_room_find(const char* name, gc_room** out_room, gc_error** out_error);

/**
 * Makes a lamp. May block. Errors: UNSUPPORTED, any device error.
 *
 * @param room Where.
 * @param source How it is built.
 * @param options How it behaves.
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
 * @param old What was there.
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
 */
GRIDCALL_API gc_status gc_lamp_measure(gc_lamp* lamp, double* out_watts, int64_t* out_age,
                                       gc_error** out_error);

/**
 * A struct as the result.
 *
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_get_state(gc_lamp* lamp, gc_lamp_state* out_state, gc_error** out_error);

/**
 * The length of a buffer stands behind the source. Errors: OUT_OF_RANGE.
 *
 * @param dst Where the bytes go.
 * @param src_offset Where to begin, in bytes.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_read(void* dst, gc_lamp* src, uint64_t src_offset, size_t size,
                                    gc_error** out_error);

/**
 * A handle of any type.
 *
 * @param handle Any handle.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_handle_owner(const void* handle, uint64_t* out_owner, gc_error** out_error);

/** Its name. */
GRIDCALL_API gc_status gc_lamp_name(gc_lamp* lamp, char* name, size_t capacity, size_t* out_needed,
                                    gc_error** out_error);

/** Its points. */
GRIDCALL_API gc_status gc_lamp_points(gc_lamp* lamp, gc_point* points, size_t capacity, size_t* out_count,
                                      gc_error** out_error);

/** Its id. */
GRIDCALL_API gc_status gc_lamp_id(gc_lamp* lamp, uint8_t out_id[16], gc_error** out_error);

/** A value that cannot fail. */
GRIDCALL_API uint32_t gc_lamp_watts(gc_lamp* lamp);

/**
 * Two results of unknown size beside one of a known size.
 *
 * @param label What it is called.
 * @param points Its corners.
 * @param out_age How old it is, in nanoseconds. NULL: not wanted.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_describe(gc_lamp* lamp, char* label, size_t label_capacity,
                                        size_t* out_label_needed, gc_point* points, size_t points_capacity,
                                        size_t* out_points_count, uint64_t* out_age, gc_error** out_error);

/**
 * Several handles. No other thread may use the lamp meanwhile.
 *
 * @param beam How to split it.
 * @param out_left OWNED. The left one.
 * @param out_right OWNED. The right one. NULL: not wanted.
 * @param out_room Where they are. NULL: not wanted.
 * @param out_state How they are. NULL: not wanted.
 * @param out_id 4 bytes. NULL: not wanted.
 * @param out_even 1 if both are alike, else 0. NULL: not wanted.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_split(gc_lamp* lamp, const gc_beam* beam, gc_lamp** out_left,
                                     gc_lamp** out_right, gc_room** out_room, gc_lamp_state* out_state,
                                     uint8_t out_id[4], int32_t* out_even, gc_error** out_error);

/**
 * Every array that goes in, and handles that go out.
 *
 * @param lamps Some lamps.
 * @param names Their names.
 * @param weights Their weights.
 * @param colours Their colours.
 * @param corners Where they are.
 * @param grouped OWNED. The lamps of the group.
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
 * @param watts How bright each is.
 * @param lamps Lamps beside them.
 * @param out_lamps OWNED. The lamps, in the order of the numbers. As many as `watts` has; all of them or
 *     none.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_room_light(gc_room* room, const uint64_t* watts, size_t watt_count,
                                     gc_lamp* const* lamps, size_t lamp_count, gc_lamp** out_lamps,
                                     gc_error** out_error);

/**
 * Its twin, if it has one.
 *
 * @param out_twin OWNED. The twin. NULL: it has none.
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_twin(gc_lamp* lamp, gc_lamp** out_twin, gc_error** out_error);

/**
 * Handles that are never released, numbers and enums.
 *
 * @param rooms Every room.
 * @param sizes Their sizes.
 * @param colours Their colours.
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
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_pixels(gc_lamp* lamp, size_t line, uint8_t* pixels, size_t capacity,
                                      size_t* out_count, gc_error** out_error);

/**
 * How many lines it has. Only on the CPU device: a GPU returns UNSUPPORTED.
 *
 * @since 0.2
 */
GRIDCALL_API gc_status gc_lamp_line_count(gc_lamp* lamp, size_t* out_count, gc_error** out_error);

/**
 * What nobody shall call any more. A GPU needs CUDA 11.0 or newer, else it returns UNSUPPORTED. Errors:
 * INVALID_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED.
 *
 * @param size How much, in bytes.
 * @deprecated since 0.2; use gc_lamp_paint.
 */
GRIDCALL_DEPRECATED("use gc_lamp_paint")
GRIDCALL_API gc_status gc_lamp_burn(gc_lamp* lamp, uint64_t size, gc_error** out_error);

/**
 * A value that nobody shall ask for.
 *
 * @deprecated since 0.2; use gc_lamp_watts.
 */
GRIDCALL_DEPRECATED("use gc_lamp_watts")
GRIDCALL_API uint32_t gc_lamp_heat(gc_lamp* lamp);

/** Releases a lamp. */
GRIDCALL_API void gc_lamp_release(gc_lamp* lamp);

/* --- Lantern -----------------------------------------------------------------------------------------------
 * A section that may change.
 *
 * It has a guide with code:
 *
 *     gc_lantern_measure(room, &watts, &error);
 *
 * Common parameters:
 * - `room`: Where it hangs.
 *
 * Common errors: UNSUPPORTED, any driver error.
 */

/** As much as a section. */
typedef struct gc_lantern_size {
  uint32_t width; /**< Its width. */
} gc_lantern_size;

/** A stable function of a section that is not. */
GRIDCALL_API uint32_t gc_lantern_count(void);

#ifdef __cplusplus
}
#endif

#endif /* GRIDCALL_GRIDCALL_H */
