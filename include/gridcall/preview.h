/* SPDX-License-Identifier: Apache-2.0
 *
 * The previews of gridcall: types and functions that may change or go in any release. What gridcall.h says of
 * all functions holds for these too.
 *
 * Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.
 */

#ifndef GRIDCALL_PREVIEW_H
#define GRIDCALL_PREVIEW_H

#include <gridcall/gridcall.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Pipe --------------------------------------------------------------------------------------------------
 * A pipe is a queue of packets of one size in device memory. Kernels write and read it, also several at the
 * same time, with the functions of OpenCL C 2.0 in the header gridcall_pipe.h, which every source finds:
 * `#include <gridcall_pipe.h>`. A kernel takes a `gridcall::pipe<Packet>` by value; the argument is of kind
 * PIPE. The host neither reads nor writes a pipe. Packets come out in the order in which their writers
 * reserved them, each once. Nothing waits: writing a full pipe and reading an empty one return a negative
 * number to the thread. What a pipe holds stays in it from launch to launch.
 *
 * Make it once, for as many packets as may be in it at a time, and give it to the kernel that writes and to
 * the one that reads:
 *
 *     gc_pipe_create(context, sizeof(float), 1024, &pipe, &error);
 *     const gc_arg writes[] = {GRIDCALL_ARG_PIPE(pipe), GRIDCALL_ARG_MEM(x)};
 *     gc_launch(kernel, &config, writes, 2, stream, &error);
 *
 * The size of a packet must be sizeof(Packet) of the kernels. A pipe takes device memory for all its packets
 * from the start; nothing is allocated later. Kernels on one stream read what those before wrote; kernels
 * that run at the same time exchange packets while they run, and must be written so that an empty or a full
 * pipe lets them go on.
 */

/** Attributes of a pipe. */
typedef int32_t gc_pipe_attribute;
enum gc_pipe_attribute_value {
  GRIDCALL_PIPE_ATTRIBUTE_PACKET_SIZE = 100001, /**< The bytes of a packet. */
  GRIDCALL_PIPE_ATTRIBUTE_MAX_PACKETS = 100002  /**< The number of packets that the pipe holds at most. */
};

/**
 * Makes an empty pipe. It takes `max_packets` times the packet's size and 4 bytes of device memory, and 384
 * bytes more. Errors: OUT_OF_RANGE, any device error.
 *
 * @param packet_size The size of a packet, in bytes, from 1 to 4294967295: sizeof(Packet) in the kernels.
 * @param max_packets The number of packets that it holds at most, from 1 to 4294967295.
 */
GRIDCALL_API gc_status gc_pipe_create(gc_context* context, uint64_t packet_size, uint64_t max_packets,
                                      gc_pipe** out_pipe, gc_error** out_error);

/** One attribute of a pipe. NOT_FOUND for a number that is none. */
GRIDCALL_API gc_status gc_pipe_get_attribute(gc_pipe* pipe, gc_pipe_attribute attribute, uint64_t* out_value,
                                             gc_error** out_error);

/** Releases a pipe. Its memory goes back when the launches that were given it are done. */
GRIDCALL_API void gc_pipe_release(gc_pipe* pipe);

/* --- Linker ------------------------------------------------------------------------------------------------
 * The linker makes one module of several sources: functions, kernels and `extern` variables of one may be
 * another's.
 *
 * Each source is compiled by gc_program_compile with the option "-rdc=true" (relocatable device code), and
 * gc_module_link gets the images. They may be kept and linked by another process, as images are.
 *
 *     gc_link_input inputs[] = {{"scale.cu", image, image_size}, {"filter.cu", other, other_size}};
 *     if (gc_module_link(context, NULL, inputs, 2, &module, &error) != GRIDCALL_OK)
 *       fprintf(stderr, "%s\n", gc_error_text(error)); // with the linker's log
 *
 * On the CPU device sources are linked before their code is optimized, so functions of another source are
 * inlined and vectorized as those of the same one; the result is kept in the compile cache. On a GPU the
 * driver links. A program that is compiled and loaded alone needs no linker, also with that option.
 */

/** One input of gc_module_link. */
typedef struct gc_link_input {
  const char* name;  /**< Its name in messages, such as a file's. NULL: "input 0", by its place. */
  const void* image; /**< Its content. PTX text needs no NUL at its end. */
  size_t size;       /**< The size of the content, in bytes; not 0. */
} gc_link_input;

/**
 * Links relocatable code of several sources and loads it: functions and `extern` variables of one source are
 * those that another defines. An input is the image of a program that was compiled with the option
 * "-rdc=true" for the device of the context, an object file that has such code (of gridcall-nvcc -dc, for a
 * GPU of nvcc -dc), or a library of these; for a GPU also PTX, a cubin or a fatbin. All of a library is
 * linked for the CPU device, what is needed for a GPU. COMPILE for a symbol that no input defines or that two
 * define: the message names it and the inputs. Options of the objects, such as -G and checks, hold for all of
 * the module. May block. Errors: UNSUPPORTED, IO, any compile error (4xx), any device error.
 *
 * @param inputs The inputs; one at least.
 */
GRIDCALL_API gc_status gc_module_link(gc_context* context, const gc_module_options* options,
                                      const gc_link_input* inputs, size_t input_count, gc_module** out_module,
                                      gc_error** out_error);

/* --- Algorithm ---------------------------------------------------------------------------------------------
 * Algorithms reduce expressions of ndarrays, fill ndarrays with random numbers, sort and scan them, by
 * kernels that are compiled at their first use. Strides are of any sign.
 *
 *     gc_random_options options = GRIDCALL_RANDOM_OPTIONS_INIT;
 *     options.distribution = GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM;
 *     options.seed = 7;
 *     options.b = 1;
 *     gc_ndarray_fill_random(a, &options, stream, &error);
 *
 * A GPU and the CPU device compute the same bits, but for scans and reductions of floats. Random numbers have
 * no state: a number follows from generator, seed, distribution and its own number alone.
 *
 * To sort, to have the order that sorts, and to sort values by their keys is one function:
 *
 *     gc_sort_options sort = GRIDCALL_SORT_OPTIONS_INIT;
 *     gc_ndarray_sort(keys, keys, &sort, stream, &error); // in place
 *     sort.values = order; // of INT32 or INT64: the places in `keys` of what is now in `sorted`
 *     gc_ndarray_sort(sorted, keys, &sort, stream, &error);
 *     sort.values = sort.values_src = prices; // they move along with their keys
 *     gc_ndarray_sort(sorted, keys, &sort, stream, &error);
 *
 * Results with fewer elements along the dimension are the first of the order: the greatest k with DESCENDING.
 *
 * Sorts and scans use temporary memory of the context, or of a pool: as much as their arrays, and little more
 * from 1 MiB on. Where elements of a sort are 64 bytes or more apart and cannot be sorted in two parts, it
 * takes twice that for speed, unless that is beyond the pool's limit.
 *
 * Common errors: OUT_OF_RANGE, WRONG_CONTEXT, UNSUPPORTED, IO, any compile error (4xx), any device error.
 */

/** The distribution of random numbers; a and b are numbers of gc_random_options. */
typedef int32_t gc_random_distribution;
enum gc_random_distribution_value {
  GRIDCALL_RANDOM_DISTRIBUTION_UNIFORM = 1, /**< From a, which can occur, to b, which cannot: for floats. */
  GRIDCALL_RANDOM_DISTRIBUTION_NORMAL = 2,  /**< Mean a and standard deviation b: for floats. */
  /** The exponential function of numbers of mean a and standard deviation b: for floats. */
  GRIDCALL_RANDOM_DISTRIBUTION_LOG_NORMAL = 3,
  /**
   * Mean a, from 0 to 2^30; b is 0. For integers and floats; a number beyond the type's greatest one becomes
   * that one.
   */
  GRIDCALL_RANDOM_DISTRIBUTION_POISSON = 4,
  /**
   * Integers from a to b - 1, each as often as another, for integers and BOOL. a and b are integers; 2^64 is
   * one.
   */
  GRIDCALL_RANDOM_DISTRIBUTION_INTEGERS = 5
};

/**
 * The generator of random words: the seed's numbers are those of cuRAND's host generators, in their order.
 */
typedef int32_t gc_random_generator;
enum gc_random_generator_value {
  GRIDCALL_RANDOM_GENERATOR_PHILOX = 0,   /**< Philox4x32-10: the fastest, of 2^64 numbers. */
  /** XORWOW, of 4096 subsequences in turns. Its low bits fail tests of linear rank. */
  GRIDCALL_RANDOM_GENERATOR_XORWOW = 1,
  GRIDCALL_RANDOM_GENERATOR_MRG32K3A = 2, /**< MRG32k3a, of 81920 subsequences in turns. */
  /**
   * Sobol's sequences of 2^32 numbers, which fill a range evenly: for UNIFORM and INTEGERS. There is no seed.
   */
  GRIDCALL_RANDOM_GENERATOR_SOBOL32 = 3
};

/** Flags of a sort. Any of these bits: */
typedef uint64_t gc_sort_flags;
/** The greatest element first; equal ones stay in their order. */
#define GRIDCALL_SORT_DESCENDING (UINT64_C(1) << 0)

/** Flags of a scan. Any of these bits: */
typedef uint64_t gc_scan_flags;
/**
 * A result combines the elements before its own; the first one is the result of no elements, of MIN and MAX
 * the greatest and the least number of the type.
 */
#define GRIDCALL_SCAN_EXCLUSIVE (UINT64_C(1) << 0)

/** Flags of a search. Any of these bits: */
typedef uint64_t gc_search_flags;
/** A place is behind the equal elements, not before them. */
#define GRIDCALL_SEARCH_RIGHT (UINT64_C(1) << 0)

/** The meaning of indices out of range, and additions in place of assignments. Any of these bits: */
typedef uint64_t gc_index_flags;
#define GRIDCALL_INDEX_WRAP (UINT64_C(1) << 0) /**< Indices are taken modulo the extent of the dimension. */
/** Indices below 0 mean the first element, and those beyond the last one mean that. */
#define GRIDCALL_INDEX_CLIP (UINT64_C(1) << 1)
/**
 * Of gc_ndarray_put: values are added to the elements, each one of several to the same element too; for
 * numbers of 32 and 64 bits that are not complex. Floats are added in any order.
 */
#define GRIDCALL_INDEX_ADD (UINT64_C(1) << 2)

/** Random numbers: their distribution, and which of them. */
typedef struct gc_random_options {
  size_t struct_size;            /**< sizeof(gc_random_options). */
  gc_random_distribution distribution; /**< The distribution. */
  gc_random_generator generator; /**< The generator. */
  uint64_t seed;                 /**< The key of the numbers: any. */
  /** The number of the first element. The element behind it, in C's order, has the next number. */
  uint64_t offset;
  double a;                      /**< The first parameter of the distribution. */
  double b;                      /**< The second parameter of the distribution. */
  uint32_t dimension;            /**< The dimension of SOBOL32's points, 0 to 20, of Joe and Kuo; else 0. */
  uint32_t reserved;             /**< Zero. */
} gc_random_options;
#define GRIDCALL_RANDOM_OPTIONS_INIT {sizeof(gc_random_options), 0, 0, 0, 0, 0, 0, 0, 0}

/** The combination of CUSTOM, and the caller's own functions, for gc_ndarray_transform_reduce. */
typedef struct gc_reduce_options {
  size_t struct_size; /**< sizeof(gc_reduce_options). */
  /**
   * The combination of two values, a and b, as an expression: (a * b) of a product. It is associative, but
   * for rounding; a is of elements before those of b. NULL: CUSTOM is not among `reductions`.
   */
  const char* combine;
  /**
   * The value that changes nothing in a combination, on either side, as an expression of constants: 1 of a
   * product. It is the result of no elements. NULL: CUSTOM is not among `reductions`.
   */
  const char* neutral;
  /**
   * CUDA C++ with device functions that the expressions may call, as gc_ndarray_transform has it. NULL: there
   * is none.
   */
  const char* preamble;
} gc_reduce_options;
#define GRIDCALL_REDUCE_OPTIONS_INIT {sizeof(gc_reduce_options), NULL, NULL, NULL}

/** Names of operands, and the caller's own functions, for gc_ndarray_transform. */
typedef struct gc_transform_options {
  size_t struct_size;              /**< sizeof(gc_transform_options). */
  /** CUDA C++ with device functions that the expressions may call. NULL: there is none. */
  const char* preamble;
  /** The names of the inputs, of up to 64 letters, digits and _; none: a, b ... h. */
  const char* const* input_names;
  size_t input_name_count;         /**< The number of inputs, or 0. */
  const char* const* scalar_names; /**< The names of the scalars; none: x, y, z, u, v, w. */
  size_t scalar_name_count;        /**< The number of scalars, or 0. */
} gc_transform_options;
#define GRIDCALL_TRANSFORM_OPTIONS_INIT {sizeof(gc_transform_options), NULL, NULL, 0, NULL, 0}

/** The dimension and the order of a sort, and the values that are sorted by their keys. */
typedef struct gc_sort_options {
  size_t struct_size;  /**< sizeof(gc_sort_options). */
  gc_sort_flags flags; /**< GRIDCALL_SORT_* bits. */
  uint32_t axis;       /**< The dimension along which elements are sorted. */
  uint32_t reserved;   /**< Zero. */
  /**
   * The ndarray for the values, of the shape of the results and of any type, records too. NULL: the keys are
   * sorted alone.
   */
  gc_ndarray* values;
  /**
   * The ndarray with the values of the elements of `src`, of the type of `values`; it may be `values`. NULL:
   * the values are the places of the sorted elements in `src`, from 0, along the dimension; they are integers
   * of 32 or 64 bits.
   */
  gc_ndarray* values_src;
  gc_pool* pool;       /**< The pool that temporary memory is taken from. NULL: the context. */
  /**
   * An ndarray of offsets, INT32 or INT64, at which `src`, of one dimension, is cut into segments: each is
   * sorted by itself. They ascend, from 0 to the number of elements; 0 and that number may be among them.
   * NULL: the dimension is one segment.
   */
  gc_ndarray* segments;
} gc_sort_options;
#define GRIDCALL_SORT_OPTIONS_INIT {sizeof(gc_sort_options), 0, 0, 0, NULL, NULL, NULL, NULL}

/**
 * The dimension of a scan, whether an element counts for its own result, the combination of CUSTOM, and
 * expressions around it.
 */
typedef struct gc_scan_options {
  size_t struct_size;  /**< sizeof(gc_scan_options). */
  gc_scan_flags flags; /**< GRIDCALL_SCAN_* bits. */
  uint32_t axis;       /**< The dimension along which elements are combined. */
  uint32_t reserved;   /**< Zero. */
  gc_pool* pool;       /**< The pool that temporary memory is taken from. NULL: the context. */
  /**
   * An ndarray of offsets, INT32 or INT64, at which `src`, of one dimension, is cut into segments: each is
   * scanned by itself. They ascend, from 0 to the number of elements; 0 and that number may be among them.
   * NULL: the dimension is one segment.
   */
  gc_ndarray* segments;
  /** The combination of two values, a and b, as gc_reduce_options has it. NULL: `reduction` is not CUSTOM. */
  const char* combine;
  /**
   * The value that changes nothing in a combination, on either side, as an expression of constants. NULL:
   * `reduction` is not CUSTOM.
   */
  const char* neutral;
  /**
   * CUDA C++ with device functions that the expressions may call, as gc_ndarray_transform has it. NULL: there
   * is none.
   */
  const char* preamble;
  const char* map;     /**< The value of an element that is combined, as an expression. NULL: the element. */
  /**
   * The value that is stored, as an expression. EXCLUSIVE goes without it: write prev_item. NULL: the
   * combination.
   */
  const char* output;
  /**
   * An ndarray whose elements `map` and `output` name b. It is broadcast to the shape of `src`, and may be
   * one of the others, and overlap. NULL: expressions have no b.
   */
  gc_ndarray* b;
  gc_ndarray* c;       /**< Likewise of c. NULL: expressions have no c. */
  gc_ndarray* d;       /**< Likewise of d. NULL: expressions have no d. */
} gc_scan_options;
#define GRIDCALL_SCAN_OPTIONS_INIT \
  {sizeof(gc_scan_options), 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

/** The memory of a selection, or of a reduction by key. */
typedef struct gc_select_options {
  size_t struct_size; /**< sizeof(gc_select_options). */
  gc_pool* pool;      /**< The pool that temporary memory is taken from. NULL: the context. */
} gc_select_options;
#define GRIDCALL_SELECT_OPTIONS_INIT {sizeof(gc_select_options), NULL}

/** The bins of a histogram, and what an element counts. */
typedef struct gc_histogram_options {
  size_t struct_size; /**< sizeof(gc_histogram_options). */
  double lower;       /**< The lower edge of the first of bins of one width. */
  double upper;       /**< The upper edge of the last of them. */
  /**
   * The edges between the bins in ascending order, real numbers, in one dimension; one more than there are
   * bins. `lower` and `upper` are not read then. NULL: bins of one width.
   */
  gc_ndarray* edges;
  /** The weights of the elements, real numbers, of the shape of `src`. NULL: an element counts 1. */
  gc_ndarray* weights;
  gc_pool* pool;      /**< The pool that temporary memory is taken from. NULL: the context. */
} gc_histogram_options;
#define GRIDCALL_HISTOGRAM_OPTIONS_INIT {sizeof(gc_histogram_options), 0, 0, NULL, NULL, NULL}

/** The dimension of indices, and what they mean. */
typedef struct gc_index_options {
  size_t struct_size; /**< sizeof(gc_index_options). */
  /**
   * GRIDCALL_INDEX_* bits. Without WRAP and CLIP, negative indices count from the end, an element out of
   * range is read as 0 and not written.
   */
  gc_index_flags flags;
  uint32_t axis;      /**< The dimension that indices are of. */
  uint32_t reserved;  /**< Zero. */
} gc_index_options;
#define GRIDCALL_INDEX_OPTIONS_INIT {sizeof(gc_index_options), 0, 0, 0}

/**
 * Combines the values of expressions along some dimensions, or all, queued on a stream: SUM of "a * b" is a
 * dot product, ARG_MIN of "fabs(a - x)" the place of the element nearest to x. Several results take one pass,
 * in which each input is read once: MIN, MAX, SUM and SUM of "a; a; a; a * a". Each expression is one of
 * gc_ndarray_apply, with the indices of the common shape of the inputs, to which each is broadcast; the rest
 * is as in gc_ndarray_reduce. CUSTOM combines values of the type of its results, as expressions compute with
 * it, in C's order of the reduced dimensions, so that a * b may differ from b * a. May block.
 *
 * @param outputs The ndarrays for the results, 1 to 8, of any types: each of the common shape of the inputs
 *     without the dimensions in `axes`, or with 1 in their place. They share no byte.
 * @param expression The expressions, one for each output, with ";" between them.
 * @param inputs The ndarrays that they read, 1 to 8; they share no byte with the results.
 * @param options The combination of CUSTOM, and functions. NULL: there is neither a combination nor a
 *     preamble.
 * @param scalars The numbers that they read, up to 6.
 * @param reductions The reductions: one for each output, or one for all.
 * @param axes The dimensions that are reduced; none: all.
 * @param stream The stream it is queued on. NULL: the default stream of the ndarrays' context.
 */
GRIDCALL_API gc_status gc_ndarray_transform_reduce(gc_ndarray* const* outputs, size_t output_count,
                                                   const char* expression, gc_ndarray* const* inputs,
                                                   size_t input_count, const gc_reduce_options* options,
                                                   const gc_scalar* scalars, size_t scalar_count,
                                                   const gc_reduction* reductions, size_t reduction_count,
                                                   const uint32_t* axes, size_t axis_count, gc_stream* stream,
                                                   gc_error** out_error);

/**
 * Computes an expression for each of several ndarrays, in one pass over the inputs, queued on a stream: "a +
 * b; a - b" for two. Each is one of gc_ndarray_apply, the shorter call for one result. Here operands can be
 * 16 of each kind, have names of the caller's in place of letters, and be arguments of the caller's own
 * functions, in `options->preamble`. The inputs are broadcast to the outputs' shape, and may overlap outputs
 * or be some of them: expressions see them as they are before the call. Functions of the preamble get
 * elements as expressions compute with them: FLOAT16 and BFLOAT16 as float, BOOL as bool, complex numbers as
 * complex_number<float> and complex_number<double>, with real(), imag() and operators. It stands behind the
 * library's declarations, whose names, u32 and convert among them, are taken. Unlike an expression it can
 * reach memory: it is trusted as a kernel's source is. What a compiler refuses is COMPILE, and the log names
 * the line in "preamble", or in "expression" the number of the expression. May block.
 *
 * @param outputs The ndarrays for the results, 1 to 8, of one shape; they share no byte.
 * @param expression The expressions, with ";" between them.
 * @param inputs The ndarrays that they read, up to 16.
 * @param options Names and functions. NULL: names are letters, and there is no preamble.
 * @param scalars The numbers that they read, up to 16.
 * @param stream The stream it is queued on. NULL: the default stream of the ndarrays' context.
 */
GRIDCALL_API gc_status gc_ndarray_transform(gc_ndarray* const* outputs, size_t output_count,
                                            const char* expression, gc_ndarray* const* inputs,
                                            size_t input_count, const gc_transform_options* options,
                                            const gc_scalar* scalars, size_t scalar_count, gc_stream* stream,
                                            gc_error** out_error);

/**
 * Checks and compiles what gc_ndarray_transform computes, once, for a loop: gc_prepared_launch queues it, at
 * the cost of a prepared launch, on any stream of the ndarrays' context, also while a graph captures it. It
 * holds the memory of the ndarrays, which may be released, and reads and writes what is there at each launch;
 * of none of their elements a launch does nothing. An input shares bytes with an output only if it is the
 * same elements: INVALID_ARGUMENT, because gc_ndarray_transform would copy it first. Its arguments are the
 * outputs, the inputs, then the scalars. gc_prepared_set_arg replaces a scalar by a number of its type, the
 * first one at the index `output_count` + `input_count`; other arguments are OUT_OF_RANGE, and a shape or
 * arguments with gc_prepared_launch, or gc_prepared_set_config, UNSUPPORTED. May block.
 *
 * @param outputs The ndarrays for the results, 1 to 8, of one shape; they share no byte.
 * @param expression The expressions, with ";" between them.
 * @param inputs The ndarrays that they read, up to 16.
 * @param options Names and functions. NULL: names are letters, and there is no preamble.
 * @param scalars The numbers that they read, up to 16.
 */
GRIDCALL_API gc_status gc_prepared_from_expression(gc_ndarray* const* outputs, size_t output_count,
                                                   const char* expression, gc_ndarray* const* inputs,
                                                   size_t input_count, const gc_transform_options* options,
                                                   const gc_scalar* scalars, size_t scalar_count,
                                                   gc_prepared** out_prepared, gc_error** out_error);

/**
 * Fills an ndarray with random numbers, queued on a stream. Element i in C's order is a function of the seed,
 * the distribution and `offset` + i alone, so that a fill of two halves equals one of the whole. They are
 * Philox4x32-10's words, as curand_kernel.h has them for the seed, subsequence 0: element n takes word n, and
 * of numbers with 53 random bits, or of a range above 2^32, words 2n and 2n + 1. UNIFORM numbers are a + (b -
 * a) * u, each operation rounded, u being a multiple of 2^-24, of FLOAT64 of 2^-53; FLOAT16 and BFLOAT16 are
 * rounded from FLOAT32. a and b are rounded to the type first; a number that would be rounded up to b is the
 * one before it. NORMAL ones are pairs by Box and Muller. Words that are refused, of INTEGERS and POISSON,
 * are replaced by those of the following subsequences. Other generators' words are taken likewise, of POISSON
 * words 4n to 4n + 3; in place of refused ones come Philox's. They are made in temporary memory of 64 MiB at
 * most. SOBOL32's element n takes word n alone, in which UNIFORM numbers of FLOAT64 are multiples of 2^-32,
 * and refuses none. May block.
 *
 * @param ndarray The ndarray, of real numbers; a complex one is viewed as its parts (gc_ndarray_view).
 * @param options The distribution, the seed and the place of the first number.
 */
GRIDCALL_API gc_status gc_ndarray_fill_random(gc_ndarray* ndarray, const gc_random_options* options,
                                              gc_stream* stream, gc_error** out_error);

/**
 * Sorts an ndarray along a dimension, queued on a stream. Equal elements keep their order. NaN is greater
 * than all numbers and equal to NaN, -0.0 equals 0.0, and true is greater than false. It is a radix sort, of
 * as many passes as a key has bytes; a pass in which all keys have the same byte moves nothing. If at most
 * half of the elements are kept, these are found first, and sorted alone. A segment is sorted by one worker
 * or block. May block. Errors: INVALID_ARGUMENT, POOL_LIMIT.
 *
 * @param ndarray The ndarray for the sorted elements, of the type of `src` and of its shape; or shorter along
 *     the dimension, for the first elements of the order.
 * @param src The ndarray that is sorted, of real numbers; it may be the same, and may overlap.
 * @param options Dimension, order and values. NULL: ascending along the first dimension.
 */
GRIDCALL_API gc_status gc_ndarray_sort(gc_ndarray* ndarray, gc_ndarray* src, const gc_sort_options* options,
                                       gc_stream* stream, gc_error** out_error);

/**
 * Combines each element of an ndarray with all before it along a dimension, queued on a stream: SUM gives
 * running sums. Types and conversions are those of gc_ndarray_reduce, and the same call on the same device
 * gives the same result each time. CUSTOM combines values of the type of the results, as expressions compute
 * with it, in their order, so that a * b may differ from b * a. `map` and `output` of the options are
 * expressions of gc_ndarray_apply, in which a is the element of `src`. The value of `map` is combined in
 * place of the element; that of `output` is stored, in which item is the combination with the element and
 * prev_item that without it, of the elements before: SUM of "a * b" with "item / (i + 1)" gives running means
 * of products. Both are of the type that is computed with, int of ANY and ALL, and of segments prev_item
 * begins anew. With `output` CUSTOM combines values of the type of `map`, of int at least. May block. Errors:
 * POOL_LIMIT.
 *
 * @param ndarray The ndarray for the results, of the shape of `src`.
 * @param src The ndarray that is read; it may be the same, and may overlap.
 * @param reduction The combination; not ARG_MIN and ARG_MAX.
 * @param options Dimension, whether an element counts for its own result, the combination of CUSTOM, and
 *     expressions. NULL: inclusive along the first dimension.
 */
GRIDCALL_API gc_status gc_ndarray_scan(gc_ndarray* ndarray, gc_ndarray* src, gc_reduction reduction,
                                       const gc_scan_options* options, gc_stream* stream,
                                       gc_error** out_error);

/**
 * Moves the elements whose mask is true to the front of an ndarray, in C's order, queued on a stream. What is
 * behind them stays as it was. Elements for which there is no room are left out, and `count` counts them too.
 * Without `src` the results are the places of the true elements in the mask, from 0, as NumPy's flatnonzero
 * has them. May block. Errors: INVALID_ARGUMENT, POOL_LIMIT.
 *
 * @param ndarray The ndarray for the elements, of one dimension and of the type of `src`, records too; for
 *     places integers of 32 or 64 bits.
 * @param src The ndarray whose elements are selected; it may be the same, and may overlap. NULL: the results
 *     are places.
 * @param mask The ndarray of BOOL, of the shape of `src`.
 * @param count The ndarray for the number of true elements, of INT64 with one element; it shares no byte with
 *     the results. NULL: the number is not wanted.
 * @param options The pool. NULL: memory of the context.
 */
GRIDCALL_API gc_status gc_ndarray_select(gc_ndarray* ndarray, gc_ndarray* src, gc_ndarray* mask,
                                         gc_ndarray* count, const gc_select_options* options,
                                         gc_stream* stream, gc_error** out_error);

/**
 * Makes one key of each run of equal keys that follow each other in C's order, and combines the values of the
 * run, queued on a stream. Equal keys that are apart are several runs: of sorted keys (gc_ndarray_sort) there
 * is one run each. NaN equals NaN, and -0.0 equals 0.0; the first key of a run stays. Without `src_values`
 * the values are the lengths of the runs, and without `values` too there are keys alone. What is behind the
 * results stays as it was; runs for which there is no room are left out, and `count` counts them too. Types
 * and conversions of values are those of gc_ndarray_reduce, and the same call on the same device gives the
 * same result each time. May block. Errors: POOL_LIMIT.
 *
 * @param keys The ndarray for the keys, of one dimension and of the type of `src_keys`.
 * @param values The ndarray for the reductions, of the shape of `keys`, with which it shares no byte; for
 *     lengths integers of 32 or 64 bits. NULL: there are keys alone.
 * @param src_keys The keys, real numbers; it may be one of the results, and may overlap.
 * @param src_values The values, of the shape of `src_keys`; it may be one of the results, and may overlap.
 *     NULL: the values are the lengths of the runs.
 * @param reduction The combination; not ARG_MIN, ARG_MAX and CUSTOM.
 * @param count The ndarray for the number of runs, of INT64 with one element; it shares no byte with the
 *     results. NULL: the number is not wanted.
 * @param options The pool. NULL: memory of the context.
 */
GRIDCALL_API gc_status gc_ndarray_reduce_by_key(gc_ndarray* keys, gc_ndarray* values, gc_ndarray* src_keys,
                                                gc_ndarray* src_values, gc_reduction reduction,
                                                gc_ndarray* count, const gc_select_options* options,
                                                gc_stream* stream, gc_error** out_error);

/**
 * Counts the elements in each bin, or adds their weights up, queued on a stream. As by NumPy's histogram, a
 * bin has its lower edge and not its upper one, but for the last bin, which has both; what is in no bin, NaN
 * for instance, is not counted. Elements and edges are compared as FLOAT64, and edge i of bins of one width
 * is i * ((upper - lower) / bins) + lower. Counts, and sums of weights that are integers, are the same each
 * time. Sums of floats are made in FLOAT64: on the CPU device in the same order each time, on a GPU in any.
 * May block. Errors: POOL_LIMIT.
 *
 * @param counts The ndarray for the results, with an element for each bin, in one dimension: integers of 32
 *     or 64 bits, or, of weights, FLOAT32 or FLOAT64. It is overwritten.
 * @param src The ndarray whose elements are counted, real numbers of any shape.
 * @param options Bins and weights.
 */
GRIDCALL_API gc_status gc_ndarray_histogram(gc_ndarray* counts, gc_ndarray* src,
                                            const gc_histogram_options* options, gc_stream* stream,
                                            gc_error** out_error);

/**
 * Finds where each value would be in a sorted ndarray, queued on a stream: the place of the first element
 * that is not less than it, as NumPy's searchsorted. The order is that of gc_ndarray_sort, ascending, in
 * which NaN is behind all numbers. May block. Errors: INVALID_ARGUMENT.
 *
 * @param ndarray The ndarray for the places, of the shape of `values`: integers of 32 or 64 bits.
 * @param sorted The ndarray that is searched: real numbers in ascending order, in one dimension.
 * @param values The values, of the type of `sorted`.
 */
GRIDCALL_API gc_status gc_ndarray_search(gc_ndarray* ndarray, gc_ndarray* sorted, gc_ndarray* values,
                                         gc_search_flags flags, gc_stream* stream, gc_error** out_error);

/**
 * Takes elements of a dimension by their indices, queued on a stream: NumPy's take. Where indices have one
 * dimension and that is the first, row i of the result is row `indices`[i] of `src`. May block. Errors:
 * INVALID_ARGUMENT.
 *
 * @param ndarray The ndarray for the elements, of the type of `src`, and of its shape with that of `indices`
 *     in place of the dimension.
 * @param src The ndarray that elements are taken of, records too; it may overlap the result.
 * @param indices The indices: integers of any shape.
 * @param options The dimension, and what indices out of range mean. NULL: the first dimension, and negative
 *     indices from the end.
 */
GRIDCALL_API gc_status gc_ndarray_take(gc_ndarray* ndarray, gc_ndarray* src, gc_ndarray* indices,
                                       const gc_index_options* options, gc_stream* stream,
                                       gc_error** out_error);

/**
 * Puts values to elements of a dimension by their indices, queued on a stream: row `indices`[i] of the
 * ndarray becomes row i of `values`. Of several values for one element one is there in the end, any; of
 * values of more than 16 bytes it may have parts of several. May block. Errors: INVALID_ARGUMENT.
 *
 * @param ndarray The ndarray whose elements are written.
 * @param indices The indices: integers of any shape.
 * @param values The values, of the type of `ndarray`, records too. They are broadcast to its shape with that
 *     of `indices` in place of the dimension, and may overlap it.
 * @param options The dimension, what indices out of range mean, and whether values are added. NULL: the first
 *     dimension, and negative indices from the end.
 */
GRIDCALL_API gc_status gc_ndarray_put(gc_ndarray* ndarray, gc_ndarray* indices, gc_ndarray* values,
                                      const gc_index_options* options, gc_stream* stream,
                                      gc_error** out_error);

/* --- Linear algebra ----------------------------------------------------------------------------------------
 * Products of matrices, dense and sparse, and factorisations of dense ones, of NumPy's shapes and of strides
 * of any sign, queued on a stream.
 *
 *     gc_ndarray_matmul(product, left, right, NULL, stream, &error); // product = left @ right
 *     gc_ndarray_solve(solution, a, b, NULL, stream, &error); // a @ solution = b
 *
 * cuBLAS does the work on a GPU, and OpenBLAS, BLIS or MKL on the CPU device: one that this machine has is
 * opened at the first product. Without one, and for what it does not take, a kernel of the library does it.
 * GRIDCALL_LOG=info tells which was found; GRIDCALL_BLAS and GRIDCALL_CUBLAS name another, or `none`.
 *
 * Factorisations are done by cuSOLVER (GRIDCALL_CUSOLVER) on a GPU, and on the CPU device by the LAPACK that
 * OpenBLAS and MKL have, or by liblapack. Without one, equations are solved and Cholesky's factors computed
 * by a kernel of the library, and the others are UNSUPPORTED.
 *
 * Common errors: OUT_OF_RANGE, WRONG_CONTEXT, UNSUPPORTED, IO, any compile error (4xx), any device error.
 */

/** Flags of gc_ndarray_matmul. Any of these bits: */
typedef uint64_t gc_matmul_flags;
/**
 * A GPU may round FLOAT32 and COMPLEX64 elements to TF32, of 11 bits, before it multiplies them: faster,
 * less exact.
 */
#define GRIDCALL_MATMUL_TF32 (UINT64_C(1) << 0)
/**
 * The library's kernel does the work: slower, with sums in an order that follows from shapes and type
 * alone.
 */
#define GRIDCALL_MATMUL_OWN_KERNEL (UINT64_C(1) << 1)

/** Options of a product of matrices. */
typedef struct gc_matmul_options {
  size_t struct_size;    /**< sizeof(gc_matmul_options). */
  gc_matmul_flags flags; /**< GRIDCALL_MATMUL_* bits. */
  /**
   * The pool of device memory for temporaries: copies of operands whose strides BLAS does not take, and
   * cuBLAS's workspace of 32 MiB. NULL: a pool that the context keeps.
   */
  gc_pool* pool;
} gc_matmul_options;
#define GRIDCALL_MATMUL_OPTIONS_INIT {sizeof(gc_matmul_options), 0, NULL}

/** Options of a product of a sparse matrix. */
typedef struct gc_sparse_matmul_options {
  size_t struct_size; /**< sizeof(gc_sparse_matmul_options). */
  /**
   * The pool of device memory for temporaries: parts of rows, and copies of the matrix's ndarrays whose
   * elements do not follow each other. NULL: a pool that the context keeps.
   */
  gc_pool* pool;
} gc_sparse_matmul_options;
#define GRIDCALL_SPARSE_MATMUL_OPTIONS_INIT {sizeof(gc_sparse_matmul_options), NULL}

/** Options of a factorisation. */
typedef struct gc_factor_options {
  size_t struct_size; /**< sizeof(gc_factor_options). */
  /**
   * An ndarray of INT32 and of the shape of the batch, for LAPACK's `info` of each matrix: 0 if it was
   * factorized. NULL: the results alone tell, by NaN.
   */
  gc_ndarray* info;
  /**
   * The pool of device memory for temporaries: a copy of each matrix, of the results, and what the library
   * works in. NULL: a pool that the context keeps.
   */
  gc_pool* pool;
} gc_factor_options;
#define GRIDCALL_FACTOR_OPTIONS_INIT {sizeof(gc_factor_options), NULL, NULL}

/**
 * Multiplies two ndarrays as NumPy's matmul does, queued on a stream. The last two dimensions of each are a
 * matrix; those before them are a batch, and are broadcast. An operand of one dimension is a row as `left`, a
 * column as `right`, and the results do not have that dimension. All three have one type. FLOAT16 and
 * BFLOAT16 are summed in float and rounded once; integers wrap around; BOOL is true where a pair of trues
 * meets. Operands may be views of any strides: transposed ones cost no copy. May block. Errors:
 * INVALID_ARGUMENT.
 *
 * @param ndarray The ndarray for the results, of the shape of the product; it shares no byte with `left` or
 *     `right`.
 * @param left The left operand.
 * @param right The right operand.
 */
GRIDCALL_API gc_status gc_ndarray_matmul(gc_ndarray* ndarray, gc_ndarray* left, gc_ndarray* right,
                                         const gc_matmul_options* options, gc_stream* stream,
                                         gc_error** out_error);

/**
 * Multiplies a sparse matrix and a vector or a matrix, queued on a stream. The sparse one is stored by rows
 * (CSR): row i has the elements of `columns` and `values` from row_offsets[i] to row_offsets[i + 1] - 1, in
 * any order, and sums those of one column. Elements before the first row and behind the last one belong to
 * none, so that a slice of `row_offsets` is a slice of rows. `ndarray`, `values` and `right` have one type,
 * FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX64 or COMPLEX128; halves are summed in float and rounded once.
 * A kernel of the library does it, and the same call on the same device gives the same result each time.
 * Offsets that fall, and a column that `right` has no row for, are read where they point to, as by any
 * kernel: the CPU device reports what lies outside of the memory if its checks are on. May block. Errors:
 * INVALID_ARGUMENT, POOL_LIMIT.
 *
 * @param ndarray The ndarray for the results, of the rows of the matrix and the columns of `right`, if it has
 *     those; it shares no byte with the others.
 * @param row_offsets One more number than there are rows, of INT32 or INT64.
 * @param columns The column of each element, of INT32 or INT64.
 * @param values The elements.
 * @param right The right operand: a vector or a matrix.
 * @param options A pool for temporaries.
 */
GRIDCALL_API gc_status gc_ndarray_sparse_matmul(gc_ndarray* ndarray, gc_ndarray* row_offsets,
                                                gc_ndarray* columns, gc_ndarray* values, gc_ndarray* right,
                                                const gc_sparse_matmul_options* options, gc_stream* stream,
                                                gc_error** out_error);

/**
 * Solves a @ x = b by Gaussian elimination with partial pivoting, as numpy.linalg.solve does, queued on a
 * stream. The last two dimensions of `a` are square matrices, those before them a batch; `b` is one vector,
 * or matrices whose columns are right sides. Batches are broadcast. All have one type, FLOAT32, FLOAT64,
 * COMPLEX64 or COMPLEX128, as in the other factorisations. Whether a matrix is singular is known when the
 * work is done: its x is NaN then, and its info the place of a pivot that is 0, from 1. `x` may be `a` or
 * `b`. May block. Errors: INVALID_ARGUMENT, POOL_LIMIT.
 *
 * @param x The ndarray for the solutions, of the shape of `b` and the batch.
 * @param a The matrices.
 * @param b The right sides.
 * @param options An ndarray for what failed, and a pool for temporaries.
 */
GRIDCALL_API gc_status gc_ndarray_solve(gc_ndarray* x, gc_ndarray* a, gc_ndarray* b,
                                        const gc_factor_options* options, gc_stream* stream,
                                        gc_error** out_error);

/**
 * Computes the lower triangular L with L @ L^H = a, as numpy.linalg.cholesky does, queued on a stream. The
 * lower triangle of the matrices is read. Of a matrix that is not positive definite L is NaN, and its info
 * the order of the first leading block that is not, from 1. May block. Errors: INVALID_ARGUMENT, POOL_LIMIT.
 *
 * @param ndarray The ndarray for the factors, of the shape and the type of `a`; it may be `a`.
 * @param a The matrices, symmetric or Hermitian.
 * @param options An ndarray for what failed, and a pool for temporaries.
 */
GRIDCALL_API gc_status gc_ndarray_cholesky(gc_ndarray* ndarray, gc_ndarray* a,
                                           const gc_factor_options* options, gc_stream* stream,
                                           gc_error** out_error);

/**
 * Computes a = q @ r, the columns of q being orthonormal and r upper triangular, as numpy.linalg.qr does in
 * its reduced form, queued on a stream. For matrices of m rows and n columns, k being the smaller number, q
 * has the shape (m, k) and r (k, n), behind those of the batch. Signs are those of the library that does it.
 * The info is 0. May block. Errors: INVALID_ARGUMENT, POOL_LIMIT.
 *
 * @param q The ndarray for the orthonormal columns.
 * @param r The ndarray for the upper triangles; it shares no byte with `q`.
 * @param a The matrices.
 * @param options An ndarray for what failed, and a pool for temporaries.
 */
GRIDCALL_API gc_status gc_ndarray_qr(gc_ndarray* q, gc_ndarray* r, gc_ndarray* a,
                                     const gc_factor_options* options, gc_stream* stream,
                                     gc_error** out_error);

/**
 * Computes the singular values of matrices, in descending order, and the vectors of the reduced form, as
 * numpy.linalg.svd does with full_matrices=False, queued on a stream: a = u @ diag(values) @ vt. For matrices
 * of m rows and n columns, k being the smaller number, values has the shape (k), u (m, k) and vt (k, n),
 * behind those of the batch. Results of a matrix that did not converge, or that has a NaN or an infinity, are
 * NaN, and its info is not 0. May block. Errors: INVALID_ARGUMENT, POOL_LIMIT.
 *
 * @param values The ndarray for the singular values: FLOAT32 or FLOAT64, as the parts of `a`.
 * @param u The ndarray for the left vectors. NULL: it and `vt`: the values alone.
 * @param vt The ndarray for the right vectors, conjugated, in rows; no two results share a byte. NULL: it and
 *     `u`: the values alone.
 * @param a The matrices.
 * @param options An ndarray for what failed, and a pool for temporaries.
 */
GRIDCALL_API gc_status gc_ndarray_svd(gc_ndarray* values, gc_ndarray* u, gc_ndarray* vt, gc_ndarray* a,
                                      const gc_factor_options* options, gc_stream* stream,
                                      gc_error** out_error);

/**
 * Computes the eigenvalues of symmetric or Hermitian matrices, in ascending order, and their vectors, as
 * numpy.linalg.eigh does, queued on a stream: a @ vectors = vectors @ diag(values). The lower triangle of the
 * matrices is read. Results of a matrix that did not converge, or that has a NaN or an infinity, are NaN, and
 * its info is not 0. May block. Errors: INVALID_ARGUMENT, POOL_LIMIT.
 *
 * @param values The ndarray for the eigenvalues: FLOAT32 or FLOAT64, as the parts of `a`.
 * @param vectors The ndarray for the vectors, in columns; it may be `a`. NULL: the values alone.
 * @param a The matrices, symmetric or Hermitian.
 * @param options An ndarray for what failed, and a pool for temporaries.
 */
GRIDCALL_API gc_status gc_ndarray_eigh(gc_ndarray* values, gc_ndarray* vectors, gc_ndarray* a,
                                       const gc_factor_options* options, gc_stream* stream,
                                       gc_error** out_error);

/* --- Fourier transform -------------------------------------------------------------------------------------
 * Fourier transforms of ndarrays of any lengths and strides, along one to three dimensions, queued on a
 * stream.
 *
 *     gc_ndarray_fft(spectrum, signal, NULL, stream, &error); // along all dimensions
 *     gc_fft_options back = GRIDCALL_FFT_OPTIONS_INIT;
 *     back.flags = GRIDCALL_FFT_INVERSE;
 *     gc_ndarray_fft(signal, spectrum, &back, stream, &error); // divided by the number, as by NumPy
 *
 * cuFFT does the work on a GPU, and FFTW or MKL on the CPU device: one that this machine has is opened at the
 * first transform. Without one, and for what it does not take, kernels of the library do it.
 * GRIDCALL_LOG=info tells which was found; GRIDCALL_CUFFT and GRIDCALL_FFTW name another, or `none`.
 *
 * Common errors: OUT_OF_RANGE, WRONG_CONTEXT, UNSUPPORTED, IO, any compile error (4xx), any device error.
 */

/** The factor of a Fourier transform along n elements, by NumPy's names. */
typedef int32_t gc_fft_norm;
enum gc_fft_norm_value {
  GRIDCALL_FFT_NORM_BACKWARD = 0, /**< 1, and 1/n of the inverse transform. */
  GRIDCALL_FFT_NORM_ORTHO = 1,    /**< 1/sqrt(n) of both. */
  GRIDCALL_FFT_NORM_FORWARD = 2   /**< 1/n, and 1 of the inverse transform. */
};

/** Flags of gc_ndarray_fft. Any of these bits: */
typedef uint64_t gc_fft_flags;
#define GRIDCALL_FFT_INVERSE (UINT64_C(1) << 0) /**< The inverse transform, whose exponent is positive. */
/** The library's kernels do the work, also where cuFFT, FFTW or MKL could. */
#define GRIDCALL_FFT_OWN_KERNEL (UINT64_C(1) << 1)

/** Options of a Fourier transform. */
typedef struct gc_fft_options {
  size_t struct_size; /**< sizeof(gc_fft_options). */
  gc_fft_flags flags; /**< GRIDCALL_FFT_* bits. */
  gc_fft_norm norm;   /**< The factor of the results. */
  uint32_t reserved;  /**< Zero. */
  /**
   * The dimensions that are transformed, one to three different ones; none: all, of which there are three at
   * most.
   */
  const uint32_t* axes;
  size_t axis_count;  /**< The number of `axes`. */
  /**
   * The pool of device memory for temporaries: a copy of the source where the library that does the work
   * overwrites it or does not take its strides, and its workspace. NULL: a pool that the context keeps.
   */
  gc_pool* pool;
} gc_fft_options;
#define GRIDCALL_FFT_OPTIONS_INIT {sizeof(gc_fft_options), 0, 0, 0, NULL, 0, NULL}

/**
 * Computes the discrete Fourier transform of an ndarray, NumPy's fftn, queued on a stream; other dimensions
 * are a batch. COMPLEX64 and COMPLEX128 are transformed into their own type. From FLOAT32 or FLOAT64 to the
 * complex type of that precision it is rfftn: of the last of the dimensions that are transformed the results
 * have the first n/2 + 1 of its n elements, and the others are their conjugates. From complex to real, with
 * INVERSE, it is irfftn: n is the extent of the results, and the imaginary parts of the elements 0 and n/2 do
 * not count. May block. Errors: INVALID_ARGUMENT.
 *
 * @param ndarray The ndarray for the results.
 * @param src The ndarray that is transformed; it may be the same, and may overlap.
 * @param options Direction, factor, dimensions, and a pool for temporaries. NULL: forward, along all
 *     dimensions.
 */
GRIDCALL_API gc_status gc_ndarray_fft(gc_ndarray* ndarray, gc_ndarray* src, const gc_fft_options* options,
                                      gc_stream* stream, gc_error** out_error);

/* --- Communicator ------------------------------------------------------------------------------------------
 * A communicator is a group of ranks, each a device with a process or a thread, that exchange and combine
 * memory: NCCL carries it between GPUs, MPI between CPU devices. Both are opened when the first communicator,
 * id or version is asked for; a machine without them gets COMM_UNAVAILABLE.
 *
 * The simplest program has one process for each device and is started by mpirun, srun or torchrun:
 *
 *     gc_comm_from_environment(NULL, NULL, &comm, &error); // waits for the other ranks
 *     gc_handle_get_context(comm, &context, &error);
 *     gc_mem_alloc(context, size, &x, &error);
 *     gc_comm_all_reduce(comm, x, 0, x, 0, size / sizeof(float), GRIDCALL_SCALAR_TYPE_FLOAT32,
 *                        GRIDCALL_COMM_REDUCTION_SUM, stream, &error); // queued
 *     gc_comm_finalize(comm, 0, &done, &error);
 *
 * Without a launcher one rank makes an id (gc_comm_create_id), any channel carries its bytes to the others,
 * and each calls gc_comm_create. A process with several GPUs makes their ranks in one call
 * (gc_comm_create_many), and queues an operation on all of them with gc_comm_launch_group, as it does an
 * exchange of SEND and RECV.
 *
 * Operations are queued on streams and ordered there like launches. The order of calls on one communicator is
 * the order in which its ranks meet, whichever streams are named: every rank makes the same calls in the same
 * order. `count` is elements for each rank, as in NCCL. In place means the same address, or the rank's own
 * slot of the larger memory; any other overlap is refused.
 *
 * Making a communicator is expensive, and waits for every rank: do it once. A communicator has a time limit
 * for being made and one for each operation, so that no call waits for ever. When that is over, a rank has
 * died, or the communicator is aborted, its work ends, and the next call that waits for a stream with such
 * work says so, once: then what the operations wrote is undefined. gc_comm_release never waits, whatever the
 * other ranks do.
 *
 * Common parameters:
 * - `dst_offset`: The first byte there, in bytes; a multiple of the element.
 * - `src_offset`: The first byte there, in bytes; a multiple of the element.
 * - `count`: Elements of each rank; of 0 nothing moves, and the ranks meet.
 * - `scalar_type`: The type of the elements; records are sent as bytes, UINT8.
 * - `root`: The rank of the root.
 * - `peer`: The other rank.
 *
 * Common errors: INVALID_ARGUMENT, INVALID_STATE, OUT_OF_RANGE, WRONG_CONTEXT, UNSUPPORTED, any device error,
 * any communicator error.
 */

/** The operation that combines elements of the ranks. NCCL's numbers, where it has one. */
typedef int32_t gc_comm_reduction;
enum gc_comm_reduction_value {
  GRIDCALL_COMM_REDUCTION_SUM = 0,  /**< The sum. */
  GRIDCALL_COMM_REDUCTION_PROD = 1, /**< The product. */
  GRIDCALL_COMM_REDUCTION_MAX = 2,  /**< The greatest element. */
  GRIDCALL_COMM_REDUCTION_MIN = 3,  /**< The least element. */
  GRIDCALL_COMM_REDUCTION_AVG = 4,  /**< The sum, divided by the number of ranks. */
  /** The sum of each rank's elements times its `scale`; in gc_comm_launch_group alone. */
  GRIDCALL_COMM_REDUCTION_SCALED_SUM = 100001
};

/** The kind of a gc_comm_op. */
typedef int32_t gc_comm_operation;
enum gc_comm_operation_value {
  GRIDCALL_COMM_OPERATION_ALL_REDUCE = 1,     /**< gc_comm_all_reduce. */
  GRIDCALL_COMM_OPERATION_REDUCE = 2,         /**< gc_comm_reduce. */
  GRIDCALL_COMM_OPERATION_BROADCAST = 3,      /**< gc_comm_broadcast. */
  GRIDCALL_COMM_OPERATION_ALL_GATHER = 4,     /**< gc_comm_all_gather. */
  GRIDCALL_COMM_OPERATION_REDUCE_SCATTER = 5, /**< gc_comm_reduce_scatter. */
  GRIDCALL_COMM_OPERATION_ALL_TO_ALL = 6,     /**< gc_comm_all_to_all. */
  GRIDCALL_COMM_OPERATION_GATHER = 7,         /**< gc_comm_gather. */
  GRIDCALL_COMM_OPERATION_SCATTER = 8,        /**< gc_comm_scatter. */
  GRIDCALL_COMM_OPERATION_SEND = 9,           /**< gc_comm_send. */
  GRIDCALL_COMM_OPERATION_RECV = 10,          /**< gc_comm_recv. */
  GRIDCALL_COMM_OPERATION_BARRIER = 11        /**< gc_comm_barrier. */
};

/** The engine of a communicator. */
typedef int32_t gc_comm_engine;
enum gc_comm_engine_value {
  GRIDCALL_COMM_ENGINE_NONE = 0, /**< No engine: it has one rank and was made without an id. */
  GRIDCALL_COMM_ENGINE_NCCL = 1, /**< NVIDIA's NCCL, between GPUs. */
  GRIDCALL_COMM_ENGINE_MPI = 2   /**< MPI, between CPU devices. */
};

/** Whether a communicator can be used. */
typedef int32_t gc_comm_state;
enum gc_comm_state_value {
  GRIDCALL_COMM_STATE_READY = 1,     /**< Operations can be queued. */
  GRIDCALL_COMM_STATE_FINALIZED = 2, /**< gc_comm_finalize has begun. */
  GRIDCALL_COMM_STATE_ABORTED = 3,   /**< gc_comm_abort has ended it. */
  GRIDCALL_COMM_STATE_FAILED = 4     /**< An operation failed, or did not end in time. */
};

/** Attributes of a communicator. */
typedef int32_t gc_comm_attribute;
enum gc_comm_attribute_value {
  GRIDCALL_COMM_ATTRIBUTE_RANK = 100001,            /**< The rank of this handle, from 0. */
  GRIDCALL_COMM_ATTRIBUTE_COUNT = 100002,           /**< The number of ranks. */
  GRIDCALL_COMM_ATTRIBUTE_ENGINE = 100003,          /**< The engine: a GRIDCALL_COMM_ENGINE_* number. */
  /** The version of NCCL, 21803 for 2.18.3, or of what puts it on MPI; 0 without an engine. */
  GRIDCALL_COMM_ATTRIBUTE_ENGINE_VERSION = 100004,
  GRIDCALL_COMM_ATTRIBUTE_STATE = 100005,           /**< A GRIDCALL_COMM_STATE_* number. */
  /** The number of operations that were queued; each has the next number, from 1, in messages too. */
  GRIDCALL_COMM_ATTRIBUTE_OPERATIONS_STARTED = 100006,
  GRIDCALL_COMM_ATTRIBUTE_OPERATIONS_DONE = 100007, /**< The number of them that are known to be done. */
  GRIDCALL_COMM_ATTRIBUTE_ERROR_STATUS = 100008,    /**< The status that it failed with, or 0. */
  /**
   * The rank among those of its machine, from 0. Between GPUs it is known of gc_comm_from_environment, whose
   * launcher tells it, and where one process has all ranks; else UNSUPPORTED.
   */
  GRIDCALL_COMM_ATTRIBUTE_LOCAL_RANK = 100009,
  /** The number of ranks on its machine. UNSUPPORTED if the launcher does not tell. */
  GRIDCALL_COMM_ATTRIBUTE_LOCAL_COUNT = 100010,
  /** Bytes of device memory that the engine has for it. UNSUPPORTED before NCCL 2.29.7. */
  GRIDCALL_COMM_ATTRIBUTE_DEVICE_MEMORY = 100011
};

/** Flags of how a communicator works. Any of these bits: */
typedef uint64_t gc_comm_flags;
/**
 * Before each operation the ranks compare what they call, and get COMM_MISMATCH before data moves. On GPUs
 * the call then waits for the other ranks.
 */
#define GRIDCALL_COMM_CHECKED (UINT64_C(1) << 0)
/** They do not. Without either: checked on the CPU device, unchecked on GPUs. */
#define GRIDCALL_COMM_UNCHECKED (UINT64_C(1) << 1)
/** A communicator that is split off shares resources with its parent, where NCCL can. */
#define GRIDCALL_COMM_SHARE (UINT64_C(1) << 2)

/** Options of a communicator, and its time limits. */
typedef struct gc_comm_options {
  size_t struct_size;  /**< sizeof(gc_comm_options). */
  gc_comm_flags flags; /**< GRIDCALL_COMM_* bits. */
  /** The longest wait for the other ranks when it is made, in nanoseconds; 0 means 300 s. */
  uint64_t create_timeout_nanoseconds;
  /**
   * The longest time an operation may take, in nanoseconds, from its call or from the end of the one before
   * it on the stream, whichever is later; 0 means 600 s, the largest number no limit.
   */
  uint64_t timeout_nanoseconds;
  const char* name;    /**< A name for messages. NULL: none. */
  /** The least number of blocks that NCCL's kernels use; 0: NCCL decides. With `max_blocks`. */
  uint32_t min_blocks;
  uint32_t max_blocks; /**< The greatest number; 0: NCCL decides. With `min_blocks`. */
} gc_comm_options;
#define GRIDCALL_COMM_OPTIONS_INIT {sizeof(gc_comm_options), 0, 0, 0, NULL, 0, 0}

/** One operation of a group: plain data. What an operation does not take is zero. */
typedef struct gc_comm_op {
  gc_comm_operation operation; /**< The operation. */
  gc_comm_reduction reduction; /**< The reduction of ALL_REDUCE, REDUCE and REDUCE_SCATTER. */
  gc_scalar_type scalar_type; /**< The type of the elements. */
  uint32_t peer;  /**< The root of REDUCE, BROADCAST, GATHER and SCATTER; the other rank of SEND and RECV. */
  gc_comm* comm;  /**< The communicator. */
  gc_mem* dst;    /**< The memory for the result. NULL: this rank receives nothing. */
  uint64_t dst_offset; /**< The first byte there, in bytes. */
  gc_mem* src;    /**< The elements that this rank gives. NULL: this rank gives nothing. */
  uint64_t src_offset; /**< The first byte there, in bytes. */
  uint64_t count; /**< Elements of each rank. */
  /** The stream it is queued on. NULL: the default stream of the communicator's context. */
  gc_stream* stream;
  double scale;   /**< The factor of this rank's elements for SCALED_SUM. */
} gc_comm_op;

/**
 * The engine of communicators of a context, "NCCL 2.18.3" or "Open MPI 4.1.4, rank 2 of 4, started by
 * mpirun"; if there is nothing, where it was looked for and what to install. May block. Errors: only any
 * driver error.
 */
GRIDCALL_API gc_status gc_context_get_comm_engine(gc_context* context, char* text, size_t capacity,
                                                  size_t* out_needed, gc_error** out_error);

/**
 * An id for the ranks of a new communicator: 256 bytes, which one rank makes and any channel carries to the
 * others. Each id makes one communicator, and stays valid as long as the process that made it. May block.
 * Errors: only UNSUPPORTED, any driver error, any communicator error.
 *
 * @param context A context of the kind of device that the communicator is for.
 */
GRIDCALL_API gc_status gc_comm_create_id(gc_context* context, uint8_t out_id[256], gc_error** out_error);

/**
 * Makes this rank of a communicator, and waits for the others: each calls it with the same id and count and
 * its own rank. Without an id it has one rank and needs neither NCCL nor MPI. COMM_TIMEOUT: not all came in
 * time. WRONG_CONTEXT: on a GPU a communicator is of the primary context. INVALID_STATE: the id was used
 * before. May block. Errors: only INVALID_STATE, OUT_OF_RANGE, OUT_OF_MEMORY, WRONG_CONTEXT, UNSUPPORTED, any
 * driver error, any communicator error.
 *
 * @param context The context of this rank.
 * @param id The id that gc_comm_create_id returned, all of its 256 bytes. NULL: the communicator has one
 *     rank.
 * @param count The number of ranks.
 */
GRIDCALL_API gc_status gc_comm_create(gc_context* context, const void* id, size_t id_size, uint32_t rank,
                                      uint32_t count, const gc_comm_options* options, gc_comm** out_comm,
                                      gc_error** out_error);

/**
 * Makes several ranks of a communicator in one call, one for each context, and waits for the others: for a
 * process with several GPUs. Without an id its ranks are all there are. All of them are made or none.
 * COMM_MISMATCH: two contexts of one GPU. UNSUPPORTED: several CPU devices, or GPUs beside them. As for
 * gc_comm_create otherwise. May block. Errors: only INVALID_STATE, OUT_OF_RANGE, OUT_OF_MEMORY,
 * WRONG_CONTEXT, UNSUPPORTED, any driver error, any communicator error.
 *
 * @param contexts The context of each rank; one at least, each of a device of its own.
 * @param ranks The rank of each, as many as contexts; none: 0, 1, 2 in this order.
 * @param id The id that gc_comm_create_id returned, all of its 256 bytes. NULL: there are no other ranks.
 * @param count The number of ranks.
 * @param out_comms OWNED. The communicators, in the order of the contexts. As many as `contexts` has; all of
 *     them or none.
 */
GRIDCALL_API gc_status gc_comm_create_many(gc_context* const* contexts, size_t context_count,
                                           const uint32_t* ranks, size_t rank_count, const void* id,
                                           size_t id_size, uint32_t count, const gc_comm_options* options,
                                           gc_comm** out_comms, gc_error** out_error);

/**
 * Makes this process's rank from what a launcher set: mpirun, srun, torchrun, or GRIDCALL_COMM_RANK and
 * GRIDCALL_COMM_COUNT. On the CPU device the communicator has all ranks of the MPI job. Between GPUs the id
 * travels by MPI, by the file that GRIDCALL_COMM_ID names, or by NCCL's own NCCL_COMM_ID. INVALID_STATE:
 * there is no launcher, or two disagree; the message names both. May block. Errors: only INVALID_STATE,
 * OUT_OF_MEMORY, WRONG_CONTEXT, UNSUPPORTED, IO, any driver error, any communicator error.
 *
 * @param context The context of this rank. NULL: the primary context of the GPU whose number is the
 *     launcher's rank on this machine; of the CPU device where gc_context_get_default chooses that.
 */
GRIDCALL_API gc_status gc_comm_from_environment(gc_context* context, const gc_comm_options* options,
                                                gc_comm** out_comm, gc_error** out_error);

/**
 * Parts the ranks: those that pass the same color make a communicator of their own, in the order of their
 * keys, then of their ranks. A rank with a color below 0 gets none. All ranks call it, with nothing
 * outstanding. May block. Errors: only INVALID_STATE, OUT_OF_MEMORY, UNSUPPORTED, any driver error, any
 * communicator error.
 *
 * @param color The part of this rank, from 0; below 0: it is in none.
 * @param key This rank's place in the order of its part.
 * @param out_comm OWNED. The part's communicator. NULL: the color is below 0.
 */
GRIDCALL_API gc_status gc_comm_split(gc_comm* comm, int32_t color, int32_t key,
                                     const gc_comm_options* options, gc_comm** out_comm,
                                     gc_error** out_error);

/**
 * An attribute of a communicator, also of one that failed. NOT_FOUND: a number this library does not know.
 * UNSUPPORTED: what carries the communicator does not tell it. INVALID_STATE: DEVICE_MEMORY of one that has
 * ended. Errors: only INVALID_STATE, NOT_FOUND, UNSUPPORTED, COMM, any driver error.
 */
GRIDCALL_API gc_status gc_comm_get_attribute(gc_comm* comm, gc_comm_attribute attribute, uint64_t* out_value,
                                             gc_error** out_error);

/**
 * Whether all operations that were queued are done. If the communicator has failed, the call fails with the
 * same status and text each time. Errors: only any driver error, any communicator error.
 *
 * @param out_done 1 if nothing is outstanding, else 0.
 */
GRIDCALL_API gc_status gc_comm_query(gc_comm* comm, int32_t* out_done, gc_error** out_error);

/**
 * Queues: every rank's `dst` gets the elements of all ranks' `src`, combined. SUM and AVG also of complex
 * numbers, MAX and MIN also of BOOL; 16-bit integers are UNSUPPORTED.
 *
 * @param dst The memory for the result.
 * @param src The elements that this rank gives.
 */
GRIDCALL_API gc_status gc_comm_all_reduce(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                          uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                          gc_comm_reduction reduction, gc_stream* stream,
                                          gc_error** out_error);

/**
 * Queues: the root's `dst` gets the elements of all ranks' `src`, combined.
 *
 * @param dst The memory for the result on the root. NULL: this rank is not the root.
 * @param src The elements that this rank gives.
 */
GRIDCALL_API gc_status gc_comm_reduce(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                      uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                      gc_comm_reduction reduction, uint32_t root, gc_stream* stream,
                                      gc_error** out_error);

/**
 * Queues: every rank's `dst` gets the root's `src`.
 *
 * @param dst The memory for the elements.
 * @param src The elements that the root gives. NULL: this rank is not the root.
 */
GRIDCALL_API gc_status gc_comm_broadcast(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                         uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                         uint32_t root, gc_stream* stream, gc_error** out_error);

/**
 * Queues: every `dst` gets `count` elements of each rank, in their order. In place: `src` is the own slot.
 *
 * @param dst Room for `count` elements of each rank.
 * @param src The elements that this rank gives.
 */
GRIDCALL_API gc_status gc_comm_all_gather(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                          uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                          gc_stream* stream, gc_error** out_error);

/**
 * Queues: the ranks' `src` are combined, and each rank's `dst` gets its `count` elements of the result. In
 * place: `dst` is the rank's own slot of `src`.
 *
 * @param dst The memory for this rank's part.
 * @param src `count` elements for each rank.
 */
GRIDCALL_API gc_status gc_comm_reduce_scatter(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                              uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                              gc_comm_reduction reduction, gc_stream* stream,
                                              gc_error** out_error);

/**
 * Queues: rank i's `count` elements at place j of `src` become rank j's at place i of `dst`.
 *
 * @param dst Room for `count` elements of each rank.
 * @param src `count` elements for each rank.
 */
GRIDCALL_API gc_status gc_comm_all_to_all(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                          uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                          gc_stream* stream, gc_error** out_error);

/**
 * Queues: the root's `dst` gets `count` elements of each rank, in the order of ranks.
 *
 * @param dst Room for `count` elements of each rank, on the root. NULL: this rank is not the root.
 * @param src The elements that this rank gives.
 */
GRIDCALL_API gc_status gc_comm_gather(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                      uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                      uint32_t root, gc_stream* stream, gc_error** out_error);

/**
 * Queues: each rank's `dst` gets its `count` elements of the root's `src`.
 *
 * @param dst The memory for this rank's part.
 * @param src `count` elements for each rank, on the root. NULL: this rank is not the root.
 */
GRIDCALL_API gc_status gc_comm_scatter(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, gc_mem* src,
                                       uint64_t src_offset, uint64_t count, gc_scalar_type scalar_type,
                                       uint32_t root, gc_stream* stream, gc_error** out_error);

/**
 * Queues: the elements go to a rank that calls gc_comm_recv. An exchange is one gc_comm_launch_group.
 *
 * @param src The elements that are sent.
 */
GRIDCALL_API gc_status gc_comm_send(gc_comm* comm, gc_mem* src, uint64_t src_offset, uint64_t count,
                                    gc_scalar_type scalar_type, uint32_t peer, gc_stream* stream,
                                    gc_error** out_error);

/**
 * Queues: elements come from another rank, which calls gc_comm_send.
 *
 * @param dst The memory for the elements.
 */
GRIDCALL_API gc_status gc_comm_recv(gc_comm* comm, gc_mem* dst, uint64_t dst_offset, uint64_t count,
                                    gc_scalar_type scalar_type, uint32_t peer, gc_stream* stream,
                                    gc_error** out_error);

/** Queues: work behind it on the stream starts on no rank before all ranks' streams have come there. */
GRIDCALL_API gc_status gc_comm_barrier(gc_comm* comm, gc_stream* stream, gc_error** out_error);

/**
 * Queues several operations as one: exchanges of SEND and RECV, and one operation on several GPUs of this
 * process, each with its own communicator. All entries are checked before anything is queued; the message
 * names the entry. Entries of one communicator have the order of the list.
 *
 * @param ops The operations; one at least.
 */
GRIDCALL_API gc_status gc_comm_launch_group(const gc_comm_op* ops, size_t op_count, gc_error** out_error);

/**
 * The orderly end, which all ranks call: waits until what was queued is done everywhere, and gives back what
 * the communicator used. That the time ran out is no error: call it again. INVALID_STATE: a graph holds the
 * communicator. May block. Errors: only INVALID_STATE, any device error, any communicator error.
 *
 * @param timeout_nanoseconds The longest wait, in nanoseconds; 0: as long as an operation of it may take.
 * @param out_done 1 if it is finalized, 0 if the time ran out.
 */
GRIDCALL_API gc_status gc_comm_finalize(gc_comm* comm, uint64_t timeout_nanoseconds, int32_t* out_done,
                                        gc_error** out_error);

/**
 * Ends communicators at once, in this process alone: what they have queued ends without result, and calls
 * that wait for it return COMM_ABORTED. From any thread; again is no error. It returns within 5 s. May block.
 * Errors: only any driver error, any communicator error.
 *
 * @param comms The communicators. None: nothing is done.
 */
GRIDCALL_API gc_status gc_comm_abort(gc_comm* const* comms, size_t comm_count, gc_error** out_error);

/**
 * Releases a communicator. It never waits, in no order of ranks: what is queued still runs, then a thread of
 * the library gives back what it used.
 */
GRIDCALL_API void gc_comm_release(gc_comm* comm);

/* --- Profiler ----------------------------------------------------------------------------------------------
 * A profiler writes what a context does into a file: each launch, copy and fill of this library with its
 * name, start, duration, stream, bytes, grid and block, as events of the driver around it tell. Work that
 * other libraries queue is not in it. An interval begins when its stream gets there and includes what the
 * driver needs to begin, a few microseconds on a GPU; that of work which two threads queue on one stream at
 * once may include the other's. Without a profiler that is started a launch costs one load more. Records wait
 * in memory until the device is done with them, `capacity` at most: what does not fit is counted and left
 * out.
 *
 *     gc_profiler_options options = GRIDCALL_PROFILER_OPTIONS_INIT;
 *     options.output_file = "trace.json"; // for ui.perfetto.dev
 *     gc_profiler_initialize(context, &options, &error);
 *     gc_profiler_start(context, &error);
 *     gc_launch(kernel, &config, args, 2, stream, &error);
 *     gc_profiler_stop(context, &error);
 *
 * The environment variable GRIDCALL_TRACE names a file for a trace of the whole process, without code: of all
 * contexts, with the compilations and calls of the host's threads. A context that gets a profiler here leaves
 * it.
 *
 * gc_profiler_stop waits for what was recorded. To time one kernel, two events are less work: see
 * gc_event_get_elapsed. NVIDIA's Nsight Systems and Nsight Compute tell what a GPU does inside a kernel;
 * start and stop also tell them where to begin and end, and with no file that is all they do.
 *
 * Common errors: IO, any device error.
 */

/** The format that a profiler writes. Not CUDA's numbers. */
typedef int32_t gc_profiler_output;
enum gc_profiler_output_value {
  /** Trace events in JSON, which Perfetto (ui.perfetto.dev) and chrome://tracing open. */
  GRIDCALL_PROFILER_OUTPUT_TRACE_EVENTS = 1,
  /** CUDA's first profiler's lines: method=[ twice ] gputime=[ 2.048 ] cputime=[ 5.000 ], microseconds. */
  GRIDCALL_PROFILER_OUTPUT_KEY_VALUE_PAIR = 2,
  /** CUDA's first profiler's values with commas between them and a line of names above. */
  GRIDCALL_PROFILER_OUTPUT_CSV = 3
};

/** The output of a profiler, and its place. */
typedef struct gc_profiler_options {
  size_t struct_size;        /**< sizeof(gc_profiler_options). */
  gc_profiler_output output; /**< The format; 0 means TRACE_EVENTS. */
  uint32_t capacity;         /**< The most records that wait in memory; 0: 16384. The file is not limited. */
  const char* output_file;   /**< The file; one that is there is replaced. */
  /**
   * A file that names the columns of KEY_VALUE_PAIR and CSV, a line each: timestamp, gpustarttimestamp,
   * gpuendtimestamp, gridsize, gridsize3d, threadblocksize, dynsmemperblock, stasmemperblock, regperthread,
   * memtransferdir, memtransfersize, streamid. A line that begins with # is a comment. INVALID_OPTIONS for
   * any other line, which the message names, and with TRACE_EVENTS, which always have all. NULL: method,
   * gputime and cputime.
   */
  const char* config_file;
} gc_profiler_options;
#define GRIDCALL_PROFILER_OPTIONS_INIT {sizeof(gc_profiler_options), 0, 0, NULL, NULL}

/**
 * Gives the context a profiler, which is not started yet, and makes its file. A profiler that it had and that
 * was stopped is replaced, its file stays. INVALID_STATE: the context's profiler is started, or another
 * context writes this file. IO: the file cannot be written. Errors: INVALID_STATE, NOT_FOUND, OUT_OF_RANGE,
 * UNSUPPORTED.
 *
 * @param options The file and what is in it.
 */
GRIDCALL_API gc_status gc_profiler_initialize(gc_context* context, const gc_profiler_options* options,
                                              gc_error** out_error);

/**
 * Records launches, copies and fills of the context from now on. Profilers of NVIDIA's that watch the
 * process, such as Nsight Systems, are told to start too (cuProfilerStart); that is all where the context has
 * no profiler of gridcall's. A profiler that is started stays started. May block.
 */
GRIDCALL_API gc_status gc_profiler_start(gc_context* context, gc_error** out_error);

/**
 * Stops recording, waits for what was recorded, and completes the file; also tells NVIDIA's profilers to stop
 * (cuProfilerStop). A later start appends to the file. The end of an own context completes its file with the
 * records that the device was done with; the exit of the process completes the others' with those that the
 * device was done with at the last gc_context_synchronize. The file counts the records that were left out.
 * IO: the file could not be written wholly. May block.
 */
GRIDCALL_API gc_status gc_profiler_stop(gc_context* context, gc_error** out_error);

/* --- Log ---------------------------------------------------------------------------------------------------
 * A log is a queue of records that say, in a line each, what the library does: which driver and device it
 * chose and why, what it compiled or found in the cache and how long that took, modules that it loaded,
 * devices that were lost, memory that ran out; at the level DEBUG each launch, copy, fill and allocation too.
 * The program takes them on a thread of its own or in its event loop (gc_log_get_descriptor) and gives them
 * to the logger that it has. While nobody wants records a launch costs one load more.
 *
 * With the environment variable GRIDCALL_LOG, info or debug, the same records go to standard error, without
 * code, in lines such as: gridcall[4711] 12:30:05.000214Z info environment: GRIDCALL_DEVICE=cpu.
 *
 * A log gets what happens after it was made, and before that which library this is and which variables act on
 * it. So many records wait in it that a reader may sleep for a while, 4096; what comes then is counted and
 * left out:
 *
 *     gc_log_create(GRIDCALL_LOG_LEVEL_INFO, &log, &error);
 *     gc_log_record record = GRIDCALL_LOG_RECORD_INIT;
 *     while (gc_log_read(log, 0, &record, &done, &error) == GRIDCALL_OK && done)
 *       fprintf(stderr, "%s: %s\n", record.component, record.message);
 *
 * The text of a record is for people: it may change in any release. No code of the program runs on a thread
 * of the library.
 *
 * Common errors: FORKED, EXITING.
 */

/** The levels of a log. Each has what those before it have. */
typedef int32_t gc_log_level;
enum gc_log_level_value {
  GRIDCALL_LOG_LEVEL_INFO = 1, /**< Choices, compilations, loads, losses: a few records for each module. */
  GRIDCALL_LOG_LEVEL_DEBUG = 2 /**< Each launch, copy, fill and allocation. */
};

/** A record of a log. */
typedef struct gc_log_record {
  size_t struct_size; /**< sizeof(gc_log_record). */
  uint64_t time_nanoseconds; /**< The time: nanoseconds since 1970 began in UTC. */
  uint64_t lost; /**< The number of records before this one that were left out because the log was full. */
  /**
   * The part of the library, a noun: library, environment, driver, device, context, compile, module, memory,
   * pool, launch, copy, fill or trace. The text lives as long as the process.
   */
  const char* component;
  gc_log_level level; /**< The level. */
  char message[476]; /**< The text, one line; a longer one is cut and ends with three points. */
} gc_log_record;
#define GRIDCALL_LOG_RECORD_INIT {sizeof(gc_log_record), 0, 0, NULL, 0, {0}}

/**
 * Makes a log, which gets the process's records from now on. IO: the process has no free descriptor.
 *
 * @param level The records that it gets.
 */
GRIDCALL_API gc_status gc_log_create(gc_log_level level, gc_log** out_log, gc_error** out_error);

/**
 * Takes the oldest record, and waits for one at most for a time. That the time ran out is no error. Several
 * threads may read: each record goes to one of them. If the log is released meanwhile the call fails with
 * INVALID_HANDLE. May block.
 *
 * @param timeout_nanoseconds The longest wait, in nanoseconds; 0 looks once, the greatest number waits
 *     without end.
 * @param out_record The record; empty if there was none.
 * @param out_done 1 if there was a record, 0 if the time ran out.
 */
GRIDCALL_API gc_status gc_log_read(gc_log* log, uint64_t timeout_nanoseconds, gc_log_record* out_record,
                                   int32_t* out_done, gc_error** out_error);

/**
 * A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a
 * record. Only poll it; take the record with gc_log_read and a time limit of 0. It belongs to the log: never
 * read, write or close it, and take it out of the loop before the log is released.
 *
 * @param out_descriptor The descriptor of an eventfd, closed on exec.
 */
GRIDCALL_API gc_status gc_log_get_descriptor(gc_log* log, int32_t* out_descriptor, gc_error** out_error);

/** Releases a log. Its records are dropped; calls that wait for one return INVALID_HANDLE. */
GRIDCALL_API void gc_log_release(gc_log* log);

/* --- Tools -------------------------------------------------------------------------------------------------
 * Functions for numbers that follow from a device's attributes, for objects kept for a context, and for when
 * released objects are given back.
 *
 * Few programs need these: they are here for those that come from PyCUDA and Numba. gc_kernel_get_occupancy
 * asks the driver about a kernel and is the better answer where a device is there;
 * gc_device_data_get_occupancy computes it from numbers alone, also for a device that is not. Neither queues
 * work nor waits for any.
 *
 * A memo keeps an object for a context under a key of the program's: a compiled kernel, as a rule, that
 * several parts of a program want and the first one makes. What is kept lives until gc_context_clear_memo.
 *
 * gc_context_defer_cleanup is for a stretch of code in which no call may take longer because something is
 * given back to the driver:
 *
 *     gc_context_defer_cleanup(context, 1, &error);
 *     gc_launch(kernel, &config, args, 2, stream, &error);
 *     gc_context_defer_cleanup(context, 0, &error); // here what was released goes back
 */

/** The limit on the blocks that are resident on a multiprocessor. */
typedef int32_t gc_occupancy_limit;
enum gc_occupancy_limit_value {
  GRIDCALL_OCCUPANCY_LIMIT_DEVICE = 1,       /**< The device's number of blocks. */
  GRIDCALL_OCCUPANCY_LIMIT_WARPS = 2,        /**< Its warps. */
  GRIDCALL_OCCUPANCY_LIMIT_REGISTERS = 3,    /**< Its registers. */
  GRIDCALL_OCCUPANCY_LIMIT_SHARED_MEMORY = 4 /**< Its shared memory. */
};

/**
 * The limits of the blocks of a multiprocessor: attributes of a device, and what its compute capability
 * implies. A program may change the numbers, to compute the occupancy of a device that is not there.
 */
typedef struct gc_device_data {
  size_t struct_size;              /**< sizeof(gc_device_data). */
  uint32_t max_threads;            /**< Most threads of a block. */
  uint32_t warp_size;              /**< Threads of a warp. */
  uint32_t warps_per_mp;           /**< Most resident warps of a multiprocessor. */
  uint32_t thread_blocks_per_mp;   /**< Most resident blocks of a multiprocessor. */
  uint32_t registers_per_mp;       /**< Registers of a multiprocessor. */
  uint32_t registers_per_block;    /**< Most registers of a block. */
  uint32_t registers_per_thread;   /**< Most registers of a thread. */
  uint32_t register_alloc_unit;    /**< The registers of a warp are a multiple of it. */
  /** Parts of a multiprocessor that have registers of their own: a warp's are in one of them. */
  uint32_t register_partitions;
  uint32_t shared_memory_per_mp;   /**< Shared memory of a multiprocessor, in bytes. */
  /** Most shared memory of a block, in bytes; above 48 KiB a kernel must ask for it. */
  uint32_t shared_memory_per_block;
  /** Shared memory that the system takes from a multiprocessor for each block, in bytes. */
  uint32_t system_shared;
  uint32_t smem_granularity;       /**< Banks of shared memory: threads that use it at once. */
  uint32_t smem_alloc_granularity; /**< The shared memory of a block is a multiple of it, in bytes. */
} gc_device_data;
#define GRIDCALL_DEVICE_DATA_INIT {sizeof(gc_device_data), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

/** The occupancy of a multiprocessor. */
typedef struct gc_occupancy_record {
  size_t struct_size;            /**< sizeof(gc_occupancy_record). */
  uint32_t thread_blocks_per_mp; /**< Resident blocks. */
  /** The limit that keeps more from being resident; of several the first of the enum. */
  gc_occupancy_limit limited_by;
  uint32_t warps_per_mp;         /**< Resident warps. */
  uint32_t reserved;             /**< Zero. */
  double occupancy;              /**< Resident warps of the most that the device has, 0 to 1. */
} gc_occupancy_record;
#define GRIDCALL_OCCUPANCY_RECORD_INIT {sizeof(gc_occupancy_record), 0, 0, 0, 0, 0}

/**
 * The limits of the blocks of a device's multiprocessors: from its attributes and its compute capability. A
 * multiprocessor of the CPU device is a core, which holds 8 blocks of any size. Errors: DRIVER, FORKED,
 * EXITING.
 */
GRIDCALL_API gc_status gc_device_get_data(gc_device* device, gc_device_data* out_data, gc_error** out_error);

/**
 * The alignment with which each warp reads whole lines of memory: the bytes that a warp reads if each thread
 * reads a word, up to a line of 128 bytes; and a size rounded up to it. A row of words that has that size
 * begins aligned if the one before does. The alignment is a multiple of the word's size. Errors:
 * OUT_OF_RANGE, DRIVER, FORKED, EXITING.
 *
 * @param word_size The bytes that a thread reads at once: 1, 2, 4, 8 or 16.
 * @param size Any size, in bytes.
 * @param out_size The least multiple of it that is not below `size`, in bytes.
 */
GRIDCALL_API gc_status gc_device_get_alignment(gc_device* device, uint64_t word_size, uint64_t size,
                                               uint64_t* out_alignment, uint64_t* out_size,
                                               gc_error** out_error);

/**
 * The number of blocks of a shape that are resident on a multiprocessor, and what limits them; no device is
 * asked. For a kernel of a device that is there gc_kernel_get_occupancy asks the driver. INVALID_ARGUMENT:
 * the block has more threads, registers or shared memory than one may have.
 *
 * @param data The data that gc_device_get_data returned.
 * @param threads Threads of a block.
 * @param shared_size Shared memory of a block, in bytes, static and dynamic.
 * @param registers Registers of a thread; 0: they do not limit.
 * @param out_record The blocks.
 */
GRIDCALL_API gc_status gc_device_data_get_occupancy(const gc_device_data* data, uint32_t threads,
                                                    uint64_t shared_size, uint32_t registers,
                                                    gc_occupancy_record* out_record, gc_error** out_error);

/**
 * Keeps an object, a number or both for a context under a key, in place of what was kept there: for what is
 * made once for each context, such as a compiled kernel. The object lives until gc_context_clear_memo; with
 * it a context that gc_context_create made lives that long too. WRONG_CONTEXT: the object belongs to another
 * context. UNSUPPORTED: it is a pool, a completion, a mapping, a pipe, an error, a device or a context.
 *
 * @param key Any bytes but none; they are copied.
 * @param handle A stream, an event, memory, a module, a program, a kernel or a prepared launch. NULL: no
 *     object.
 */
GRIDCALL_API gc_status gc_context_set_memo(gc_context* context, const void* key, size_t key_size,
                                           const void* handle, uint64_t value, gc_error** out_error);

/**
 * The object that gc_context_set_memo keeps under a key: a new handle of it at each call. Errors: FORKED,
 * EXITING.
 *
 * @param out_handle A new handle of the object, as a number: cast it to a pointer of its type, and release it
 *     with that type's function. 0 if no object is kept there.
 * @param out_value The number; 0 if nothing is kept there.
 * @param out_found 1 if something is kept there, else 0.
 */
GRIDCALL_API gc_status gc_context_get_memo(gc_context* context, const void* key, size_t key_size,
                                           uint64_t* out_handle, uint64_t* out_value, int32_t* out_found,
                                           gc_error** out_error);

/**
 * Drops all that gc_context_set_memo keeps for a context, or for every context.
 *
 * @param context The context. NULL: every context.
 */
GRIDCALL_API gc_status gc_context_clear_memo(gc_context* context, gc_error** out_error);

/**
 * Defers giving back what is released in a context, so that no call takes time for that. Calls are counted,
 * up with true and down with false: while the count is not zero nothing goes back to the driver, and at zero
 * all that waits does. Where memory runs short (an allocation would fail, or a quarter of the device's memory
 * or 65536 objects wait) what waits is given back all the same, and gc_mem_free frees at once as always. What
 * waits keeps a context of the program's own from being destroyed. INVALID_STATE: false without a true
 * before. Errors: INVALID_STATE, FORKED, EXITING.
 *
 * @param defers 1 if one more defers, 0 if one less.
 */
GRIDCALL_API gc_status gc_context_defer_cleanup(gc_context* context, int32_t defers, gc_error** out_error);

/**
 * One value of a report of the CPU device's checks that made a launch fail: text as it is, a number in
 * decimals, a list by the number of its elements. "" where the report or the value is not there. There are at
 * most 100 reports for a launch, the first of which is in the message, too. Preview: may change in any
 * release.
 *
 * @param index The report, from 0.
 * @param key A key of the report's JSON: "line", "thread.0", "stack.1.function". NULL: the whole report as
 *     JSON.
 */
GRIDCALL_API const char* gc_error_report(gc_error* error, size_t index, const char* key);

#ifdef __cplusplus
}
#endif

#endif /* GRIDCALL_PREVIEW_H */
