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
 *
 * Errors. A function that can fail returns gc_status: GRIDCALL_OK, or a number that says what is wrong. Its
 * last parameter, `out_error`, may be NULL; else it receives NULL on success, and on failure an OWNED
 * gc_error that describes the failure. Out parameters are untouched on failure. A section lists the errors
 * that its functions have in common, a function its own, with "only" where those are all. Besides any
 * function may return GRIDCALL_ERROR_OUT_OF_HOST_MEMORY and GRIDCALL_ERROR_INTERNAL, and
 * GRIDCALL_ERROR_INVALID_STATE for what a capture of a stream does not permit. Lists of errors leave out what
 * a wrong argument causes: INVALID_HANDLE (a handle), INVALID_OPTIONS (options and flags), INVALID_ARGUMENT
 * (any other) and OUT_OF_RANGE (a buffer that is too small). "Any driver error" is DRIVER, DEVICE_LOST,
 * FORKED or EXITING. "Any device error" is any driver error, OUT_OF_MEMORY, any launch error (3xx), COMM,
 * COMM_PEER_LOST, COMM_TIMEOUT, COMM_ABORTED or COMM_MISMATCH. The launch or communicator error is then one
 * of work that was queued before. "Any communicator error" is COMM, COMM_UNAVAILABLE, COMM_TOO_OLD,
 * COMM_PEER_LOST, COMM_TIMEOUT, COMM_ABORTED or COMM_MISMATCH. Treat a status that you do not know as
 * failure.
 *
 * Ownership. Every handle that a function returns is OWNED: release it once, a gc_stream with
 * gc_stream_release and so on, in any order, from any thread. Only gc_device is never released. To release
 * NULL, or a handle again, does nothing. What you pass is read during the call; the library retains what it
 * needs for longer, so you may release your handle at once. A child retains its parent: a stream its context,
 * a kernel its module. A pointer must not be NULL unless its comment says what NULL means, or it is an array
 * or a buffer of size 0. A parameter whose name and type say all has no comment.
 *
 * Handles. A handle (gc_stream*, gc_mem* ...) is an opaque identifier, not an address: never dereference it.
 * For one that is NULL, released, of another type or made up, a function returns
 * GRIDCALL_ERROR_INVALID_HANDLE.
 *
 * Threads. Any function may be called from any thread, at any time, on any handle, unless its comment or the
 * handle's says otherwise. The thread's current CUDA context is the same after a call as before it. A
 * function that says "May block." can wait for a device, a disk or a compiler.
 *
 * Units. Sizes and offsets are bytes, counts are elements, times are nanoseconds, indices begin at 0.
 *
 * Enumerations. Expect numbers that are not listed, from a later version or a driver.
 *
 * Streams. NULL is the default stream of the context of the objects that a call names, and another stream is
 * one of that context, unless its comment says otherwise.
 *
 * Options. Initialize an options struct with its GRIDCALL_..._INIT macro, or fill it with zeros and set
 * `struct_size`. Zero is every default. NULL for `options` is all defaults, unless a field has none (a size,
 * an element type). Unknown flags, and a larger struct with a non-zero tail, are refused: nothing is ignored.
 * A struct that a function fills is initialized the same way: the library fills what `struct_size` has room
 * for.
 *
 * Text. Text in is UTF-8, ended by NUL, or given with its length. Text out goes to (`buffer`, `capacity`,
 * `out_needed`): `out_needed` receives the bytes needed, the NUL included. Call it with NULL and 0 to ask for
 * the size; with a buffer `out_needed` may be NULL. If the buffer is too small the function returns
 * GRIDCALL_ERROR_OUT_OF_RANGE and writes only `out_needed`. Arrays out work the same, with elements.
 *
 * Stability. What is not called a preview is stable: it stays as it is in all versions of one
 * GRIDCALL_ABI_VERSION. A preview may change or go in any release. Previews are declared in
 * `gridcall/preview.h`, which a program that calls one includes. What does not say since which version it
 * exists came with the first one.
 */

#if defined(GRIDCALL_STATIC)
#define GRIDCALL_API
#elif defined(__GNUC__)
#define GRIDCALL_API __attribute__((visibility("default")))
#else
#define GRIDCALL_API
#endif

/** The version of this header: major * 10000 + minor * 100 + patch. */
#define GRIDCALL_VERSION 100
#define GRIDCALL_VERSION_MAJOR 0
#define GRIDCALL_VERSION_MINOR 1
#define GRIDCALL_VERSION_PATCH 0
#define GRIDCALL_VERSION_TEXT "0.1.0-dev"
/** The version that gc_get_api takes, and the number in the library's soname. */
#define GRIDCALL_ABI_VERSION 0

#ifdef __cplusplus
extern "C" {
#endif

/* Handles: opaque, and defined nowhere. Each is released with the function that has its name and _release. */

/** Why a call failed. */
typedef struct gc_error gc_error;

/** A GPU or the CPU device. Never released. */
typedef struct gc_device gc_device;

/** A context of a device: the primary one, the program's own, or another library's. It holds its device. */
typedef struct gc_context gc_context;

/** A queue of work on a context. It holds its context. */
typedef struct gc_stream gc_stream;

/** A marker in a stream. It holds its context. */
typedef struct gc_event gc_event;

/** A queue of tokens. */
typedef struct gc_completion gc_completion;

/** The layout of a record: names, types and offsets of its fields. */
typedef struct gc_dtype gc_dtype;

/** A piece of memory that a device can use. It holds its context. */
typedef struct gc_mem gc_mem;

/** The host's view of a part of memory. It holds its mem. */
typedef struct gc_mapping gc_mapping;

/** A queue of packets between kernels. Preview: may change in any release. It holds its context. */
typedef struct gc_pipe gc_pipe;

/** Memory of 1, 2 or 3 dimensions in the device's own layout. It holds its context. */
typedef struct gc_array gc_array;

/** A way to read an array or linear memory in kernels. It holds its context. */
typedef struct gc_texture gc_texture;

/** A way to read and write an array in kernels. It holds its array. */
typedef struct gc_surface gc_surface;

/** A way in which textures are read. It holds its context. */
typedef struct gc_sampler gc_sampler;

/** Compiled code, loaded into a context. It holds its context. */
typedef struct gc_module gc_module;

/** Compiled code that is not loaded. */
typedef struct gc_program gc_program;

/** One __global__ function of a module. It holds its module. */
typedef struct gc_kernel gc_kernel;

/**
 * A launch whose kernel, shape and arguments were checked once. One thread at a time may change or launch it:
 * others get INVALID_STATE. It holds its kernel.
 */
typedef struct gc_prepared gc_prepared;

/**
 * Captured work, which can be launched any number of times. It holds the memory, the kernels and the other
 * objects that the work uses, also if their handles are released: until it is released, and until what was
 * launched of it is done. One thread at a time may change or launch it: others get INVALID_STATE. It holds
 * its context.
 */
typedef struct gc_graph gc_graph;

/** A caching allocator over device, page-locked or managed memory. It holds its context. */
typedef struct gc_pool gc_pool;

/** A typed view of memory: shape, strides and element type. It holds its context. */
typedef struct gc_ndarray gc_ndarray;

/**
 * One rank of a communicator. Releasing it is local: it never waits and needs no other rank; gc_comm_finalize
 * is the orderly end. Calls of several threads are queued one after another; gc_comm_abort may be called
 * while another one waits. Preview: may change in any release. It holds its context.
 */
typedef struct gc_comm gc_comm;

/** A queue of log records. Preview: may change in any release. */
typedef struct gc_log gc_log;

/** The table of every function, defined in gridcall/table.h. */
typedef struct gc_api gc_api;

/** The status that a function returns. */
typedef int32_t gc_status;
enum gc_status_value {
  GRIDCALL_OK = 0,                       /**< It worked. */
  GRIDCALL_ERROR_INVALID_ARGUMENT = 100, /**< An argument is NULL, zero, misaligned or contradicts another. */
  /** A handle is NULL, was released, is of another type, or was never a handle. */
  GRIDCALL_ERROR_INVALID_HANDLE = 101,
  /** An offset, size, count or index lies outside the thing it indexes. */
  GRIDCALL_ERROR_OUT_OF_RANGE = 102,
  /** An options struct has a wrong struct_size, an unknown flag or a non-zero tail. */
  GRIDCALL_ERROR_INVALID_OPTIONS = 103,
  GRIDCALL_ERROR_NOT_FOUND = 104,        /**< No device, kernel, global or attribute of that name. */
  GRIDCALL_ERROR_WRONG_CONTEXT = 105,    /**< Two objects of one call belong to different contexts. */
  /** The object is not in a state for this: an event that was never recorded, a fault not yet reported. */
  GRIDCALL_ERROR_INVALID_STATE = 106,
  GRIDCALL_ERROR_NOT_READY = 107,        /**< The work asked about has not finished. */
  /** Host memory is registered or page-locked already, all of it or a part. */
  GRIDCALL_ERROR_ALREADY_REGISTERED = 108,
  GRIDCALL_ERROR_OUT_OF_MEMORY = 200,    /**< The device has not enough memory. */
  GRIDCALL_ERROR_OUT_OF_HOST_MEMORY = 201, /**< The host has not enough memory. */
  GRIDCALL_ERROR_POOL_LIMIT = 202,       /**< The pool's own limit is reached. */
  /** The grid, block or shared memory is more than the device or the kernel allows. */
  GRIDCALL_ERROR_INVALID_LAUNCH = 300,
  /** The arguments of a launch are not what the kernel takes, in count or in size. */
  GRIDCALL_ERROR_ARGUMENT_MISMATCH = 301,
  GRIDCALL_ERROR_ILLEGAL_ADDRESS = 302,  /**< A kernel touched memory that is not there. */
  /** A kernel accessed an address that is not a multiple of the access size. */
  GRIDCALL_ERROR_MISALIGNED_ADDRESS = 303,
  /** A kernel ended itself (__trap), or failed in a way the device does not specify. */
  GRIDCALL_ERROR_KERNEL_TRAP = 304,
  GRIDCALL_ERROR_KERNEL_ASSERT = 305,    /**< An assert in a kernel failed. */
  GRIDCALL_ERROR_DIVIDE_BY_ZERO = 306,   /**< A kernel divided an integer by zero. CPU device only. */
  GRIDCALL_ERROR_STACK_OVERFLOW = 307,   /**< A thread of a kernel used more stack than it has. */
  /**
   * A kernel ran longer than its time limit. The CPU device has ended it; on a GPU it still runs, unless the
   * driver itself ended it.
   */
  GRIDCALL_ERROR_LAUNCH_TIMEOUT = 308,
  /** A kernel failed for another reason; driver name and text say which. */
  GRIDCALL_ERROR_LAUNCH_FAILED = 309,
  GRIDCALL_ERROR_KERNEL_DEADLOCK = 310,  /**< Every thread of a block waits for another. CPU device only. */
  /**
   * An earlier fault of a kernel, in any context and on any GPU, made CUDA unusable for this process; start a
   * new process.
   */
  GRIDCALL_ERROR_DEVICE_LOST = 311,
  /** The work was ended by gc_stream_cancel, or with the process that it was of (gc_event_open_ipc). */
  GRIDCALL_ERROR_CANCELLED = 312,
  /**
   * A kernel did something that a check of the CPU device (`--cpu-check`) finds: a race, a read of what was
   * never written, or a barrier that not all threads reach. CPU device only.
   */
  GRIDCALL_ERROR_CHECK_FAILED = 313,
  GRIDCALL_ERROR_COMPILE = 400,          /**< The source does not compile; the compile log says why. */
  /** No compiler for this device was found; the notes list where it was looked for. */
  GRIDCALL_ERROR_COMPILER_UNAVAILABLE = 401,
  GRIDCALL_ERROR_COMPILER_FAILED = 402,  /**< The compiler itself crashed or returned nonsense. */
  GRIDCALL_ERROR_COMPILE_TIMEOUT = 403,  /**< The compiler took longer than its time limit and was ended. */
  GRIDCALL_ERROR_INVALID_IMAGE = 404,    /**< The bytes are no module image, or a damaged one. */
  /** The image is for another architecture, or newer than the driver. */
  GRIDCALL_ERROR_INCOMPATIBLE_IMAGE = 405,
  GRIDCALL_ERROR_INVALID_COMPILE_OPTION = 406, /**< The compiler for this device does not know the option. */
  /** The driver failed with a code that has no status of its own; driver code and name tell which. */
  GRIDCALL_ERROR_DRIVER = 500,
  GRIDCALL_ERROR_NO_DEVICE = 501,        /**< There is no such device, or none at all. */
  GRIDCALL_ERROR_DRIVER_UNAVAILABLE = 502, /**< The driver library was not found or cannot be loaded. */
  GRIDCALL_ERROR_DRIVER_TOO_OLD = 503,   /**< The driver lacks a function that this call needs. */
  GRIDCALL_ERROR_IO = 504,               /**< A file could not be read or written. */
  GRIDCALL_ERROR_INTERNAL = 505,         /**< A defect in gridcall itself; please report it. */
  /** This device or driver cannot do it; the message says which part is missing. */
  GRIDCALL_ERROR_UNSUPPORTED = 506,
  /**
   * The process was forked after the library was used; CUDA does not work in the child. Use it first in the
   * child, or exec.
   */
  GRIDCALL_ERROR_FORKED = 507,
  GRIDCALL_ERROR_EXITING = 508,          /**< The process is exiting; the driver may already be gone. */
  GRIDCALL_ERROR_COMM = 520,             /**< NCCL or MPI failed; the message has its own code and text. */
  /** NCCL or MPI was not found or cannot be opened; the notes list where it was looked for. */
  GRIDCALL_ERROR_COMM_UNAVAILABLE = 521,
  GRIDCALL_ERROR_COMM_TOO_OLD = 522,     /**< NCCL or MPI is older than this library needs. */
  /** Another rank of the communicator has died, or cannot be reached. */
  GRIDCALL_ERROR_COMM_PEER_LOST = 523,
  /** Other ranks did not come, or an operation did not end, within the communicator's time limit. */
  GRIDCALL_ERROR_COMM_TIMEOUT = 524,
  GRIDCALL_ERROR_COMM_ABORTED = 525,     /**< The communicator was aborted while the work was under way. */
  /** The ranks of a communicator did not call alike; the message says which rank called what. */
  GRIDCALL_ERROR_COMM_MISMATCH = 526
};

/* --- Library -----------------------------------------------------------------------------------------------
 * Versions, and the function table for plugins.
 *
 * GRIDCALL_VERSION is the version of this header, gc_version that of the library that was loaded. A library
 * serves programs that were built with an older header of the same GRIDCALL_ABI_VERSION. The functions with
 * get in their names ask what this machine has: they may open a driver, a compiler or a communication
 * library, and make no context.
 *
 * A program links the library and calls its functions by their names. A plugin that must not link anything
 * opens the library, looks up one symbol, and calls through the table that it returns. A field of the table
 * has the name of its function without gc_: gc_mem_alloc is `api->mem_alloc`. The table is defined in
 * gridcall/table.h:
 *
 *     void* library = dlopen("libgridcall.so.0", RTLD_NOW | RTLD_LOCAL);
 *     const gc_api* (*get_api)(uint32_t) = NULL;
 *     *(void**)&get_api = dlsym(library, "gc_get_api");
 *     const gc_api* api = get_api(GRIDCALL_ABI_VERSION); // a library of another major version returns NULL
 *     if (api && GRIDCALL_API_HAS(api, mem_alloc)) status = api->mem_alloc(context, size, &mem, &error);
 *
 * Stable functions never move in the table, and those of a new version stand behind those of the versions
 * before; its first field, `size`, says how many bytes of it the library fills. What this header calls a
 * preview stands last: it moves with each new stable function, and may change or go in any release, so it is
 * only there in a library of the very version of the header. GRIDCALL_API_HAS tells of both; a program sees
 * these rows if it has included gridcall/preview.h.
 */

/** The parts with a version of their own. */
typedef int32_t gc_version_component;
enum gc_version_component_value {
  GRIDCALL_VERSION_COMPONENT_CUDA = 1,     /**< The CUDA driver interface that this library follows, 13.0. */
  /** The newest CUDA that NVIDIA's driver on this machine supports, 13.0. */
  GRIDCALL_VERSION_COMPONENT_DRIVER = 2,
  GRIDCALL_VERSION_COMPONENT_NVRTC = 3,    /**< NVRTC, the compiler for GPUs, that the library found. */
  GRIDCALL_VERSION_COMPONENT_CPU_DEVICE = 4, /**< The CPU device (libgridcall_cpu.so). */
  GRIDCALL_VERSION_COMPONENT_NCCL = 5,     /**< NCCL, which carries communicators between GPUs. */
  /**
   * The MPI standard of the library that carries communicators between CPU devices;
   * gc_context_get_comm_engine names that library.
   */
  GRIDCALL_VERSION_COMPONENT_MPI = 6,
  /** cuBLAS, which multiplies matrices on GPUs; UNSUPPORTED without one, as are the libraries behind it. */
  GRIDCALL_VERSION_COMPONENT_CUBLAS = 7,
  /**
   * OpenBLAS, BLIS or MKL, which multiplies matrices on the CPU device; UNSUPPORTED too if it does not tell
   * its version.
   */
  GRIDCALL_VERSION_COMPONENT_BLAS = 8,
  GRIDCALL_VERSION_COMPONENT_CUSOLVER = 9, /**< cuSOLVER, which factorizes matrices on GPUs. */
  /**
   * The LAPACK that factorizes matrices on the CPU device, of OpenBLAS, MKL or by itself: the version of its
   * interface.
   */
  GRIDCALL_VERSION_COMPONENT_LAPACK = 10,
  GRIDCALL_VERSION_COMPONENT_CUFFT = 11,   /**< cuFFT, which transforms ndarrays on GPUs. */
  GRIDCALL_VERSION_COMPONENT_FFTW = 12     /**< FFTW or MKL, which transforms ndarrays on the CPU device. */
};

/**
 * The version of the library that is loaded: major * 10000 + minor * 100 + patch. Compare with
 * GRIDCALL_VERSION, the version of the header.
 */
GRIDCALL_API uint32_t gc_version(void);

/**
 * The version of the library as text, "0.1.0": a release; else "0.1.0-dev", "0.1.0-beta" or "0.1.0-rc1".
 * Static; never released.
 */
GRIDCALL_API const char* gc_version_text(void);

/**
 * The version of something that the library works with, as three numbers. It opens what it asks, MPI is
 * started if the program has not, and no context is made. What is not on this machine returns
 * DRIVER_UNAVAILABLE, COMPILER_UNAVAILABLE or COMM_UNAVAILABLE, with what was looked for. May block. Errors:
 * DRIVER_UNAVAILABLE, DRIVER_TOO_OLD, COMPILER_UNAVAILABLE, COMM, COMM_UNAVAILABLE, COMM_TOO_OLD,
 * INVALID_STATE, UNSUPPORTED, FORKED, EXITING.
 *
 * @param component The part to ask.
 * @param out_patch The third number; 0 where there is none.
 */
GRIDCALL_API gc_status gc_version_get(gc_version_component component, int32_t* out_major, int32_t* out_minor,
                                      int32_t* out_patch, gc_error** out_error);

/**
 * The table of every function, for plugins that dlopen the library: one dlsym gives the rest. The table only
 * grows at its end; its first field `size` says how many bytes of it this library fills, so a caller built
 * against a newer header compares offsetof() with it. NULL if this library has no table of that
 * `abi_version`: it is of another major version. Static; never released.
 *
 * @param abi_version GRIDCALL_ABI_VERSION of the header the caller was compiled with.
 */
GRIDCALL_API const gc_api* gc_get_api(uint32_t abi_version);

/* --- Status ------------------------------------------------------------------------------------------------
 * Every function that can fail returns a gc_status. Zero is success and any other number a failure, also one
 * that this header does not know. Numbers are never reused. Hundreds are the category: 1xx logic, 2xx memory,
 * 3xx launch, 4xx compile, 5xx runtime (the classes of error of PyCUDA).
 *
 * Most programs compare with GRIDCALL_OK and print gc_error_text. Some statuses deserve a branch of their
 * own: OUT_OF_MEMORY and POOL_LIMIT (release something and try again), NOT_FOUND and UNSUPPORTED (do it
 * another way; gc_context_is_supported tells beforehand), COMPILE (show the log), NOT_READY (ask again later)
 * and DEVICE_LOST (start a new process: CUDA refuses every further call of this one).
 *
 * A launch error (3xx) often belongs to work that was queued before: launches and copies are queued, and what
 * goes wrong in them is found later, by the next call that waits for their stream or queues work on it. On
 * the CPU device it is reported once, and the stream works again.
 *
 * The functions of this section cannot fail, and take any number.
 */

/** The class of a status. */
typedef int32_t gc_category;
enum gc_category_value {
  GRIDCALL_CATEGORY_NONE = 0,    /**< Success. */
  GRIDCALL_CATEGORY_LOGIC = 1,   /**< The program asked for something that cannot be right, on any machine. */
  GRIDCALL_CATEGORY_MEMORY = 2,  /**< Memory ran out. */
  /** A kernel could not be launched, or failed while it ran (often reported by a later call). */
  GRIDCALL_CATEGORY_LAUNCH = 3,
  GRIDCALL_CATEGORY_COMPILE = 4, /**< A source or image could not be compiled or loaded. */
  /** Something in the environment failed or is missing: driver, device, process, file. */
  GRIDCALL_CATEGORY_RUNTIME = 5
};

/** The name of a status, "OUT_OF_MEMORY"; "UNKNOWN" for an unknown number. Static; never released. */
GRIDCALL_API const char* gc_status_name(gc_status status);

/** One sentence that says what a status means. Static; never released. */
GRIDCALL_API const char* gc_status_text(gc_status status);

/** The class of a status; RUNTIME for a number this library does not know. */
GRIDCALL_API gc_category gc_status_category(gc_status status);

/* --- Error -------------------------------------------------------------------------------------------------
 * A failing call fills its `out_error`, if it is not NULL, with an owned object that describes the failure.
 * There is no "last error": the object belongs to the call that made it, so it does not matter on which
 * thread it is read. Text stays valid until gc_error_release. For NULL or a released error the accessors
 * return "" and 0.
 *
 * One variable serves any number of calls, because each call sets it, to NULL if it succeeds. An error that
 * was not released before the next call is lost, and its memory with it:
 *
 *     gc_error* error = NULL;
 *     if (gc_mem_alloc(context, size, &mem, &error) != GRIDCALL_OK) {
 *       fprintf(stderr, "%s\n", gc_error_text(error));
 *       gc_error_release(error);
 *     }
 *
 * gc_error_text has everything, for a terminal or a log file. gc_error_message is the one line that says what
 * is wrong, both numbers where two disagree, and what to do; gc_error_log is what the compiler wrote. The
 * driver's own code and name are there for those who know CUDA.
 *
 * No function here asks a device or waits.
 */

/** The status, equal to what the failing call returned. */
GRIDCALL_API gc_status gc_error_status(gc_error* error);

/** One line: what is wrong, with the names and numbers, and what to do. */
GRIDCALL_API const char* gc_error_message(gc_error* error);

/**
 * Everything in one text, to print: the function, the status and the message in the first line, then the
 * notes and the log, each on lines of its own.
 */
GRIDCALL_API const char* gc_error_text(gc_error* error);

/** The gridcall function that failed, "gc_mem_alloc". */
GRIDCALL_API const char* gc_error_function(gc_error* error);

/** The number that the driver or the compiler returned; 0 if the library refused the call itself. */
GRIDCALL_API int32_t gc_error_driver_code(gc_error* error);

/** The driver's name for that number, "CUDA_ERROR_OUT_OF_MEMORY", or "". */
GRIDCALL_API const char* gc_error_driver_name(gc_error* error);

/** The number of notes: further lines, such as the files that were tried. */
GRIDCALL_API size_t gc_error_note_count(gc_error* error);

/**
 * One note; "" past the last.
 *
 * @param index The note, from 0.
 */
GRIDCALL_API const char* gc_error_note(gc_error* error, size_t index);

/** The compiler's or linker's log, with its line breaks, or "". */
GRIDCALL_API const char* gc_error_log(gc_error* error);

/** The options the compiler was given, joined by spaces, or "". */
GRIDCALL_API const char* gc_error_options(gc_error* error);

/** The name of the source that did not compile, or "". */
GRIDCALL_API const char* gc_error_source_name(gc_error* error);

/** Releases an error. A released one is ignored. */
GRIDCALL_API void gc_error_release(gc_error* error);

/* --- Handle ------------------------------------------------------------------------------------------------
 * The functions that take any handle, whatever it is a handle of. A handle is made by each function that
 * hands one out, so two handles may be of one object: gc_handle_get_identity tells.
 *
 * Releasing a handle never waits, never calls the driver and never fails, so a finalizer may do it, on any
 * thread and in any order. What the object has goes back to the driver when no work uses it any more: the
 * next call that makes something looks after that, or gc_handle_collect, which a program needs only where it
 * wants the memory of a device back now. A test ends with gc_handle_count being 0:
 *
 *     gc_handle_collect(&error);
 *     if (gc_handle_count() != 0) fprintf(stderr, "handles were not released\n");
 *
 * gc_handle_get_native is for programs that also call CUDA's libraries: a stream of gridcall becomes the
 * CUstream that cuBLAS takes. The library cannot see what is done with the number: keep the object until the
 * other library has finished with it. Memory, arrays, textures and surfaces whose number or address was asked
 * for count as used by every stream of their context, and go back later than others.
 */

/**
 * The context that an object belongs to. Errors: UNSUPPORTED.
 *
 * @param handle A context itself, a stream, an event, memory, a mapping, a pipe, an array, a texture, a
 *     surface, a sampler, a module, a kernel, a prepared launch, a graph, a pool, an ndarray or a
 *     communicator. A device, a completion, a program, a dtype, a log and an error belong to none:
 *     UNSUPPORTED.
 */
GRIDCALL_API gc_status gc_handle_get_context(const void* handle, gc_context** out_context,
                                             gc_error** out_error);

/**
 * A number that all handles of one object have, and no other object of this process ever has; not 0.
 *
 * @param handle Any handle.
 */
GRIDCALL_API gc_status gc_handle_get_identity(const void* handle, uint64_t* out_identity,
                                              gc_error** out_error);

/**
 * The driver's own handle, for other libraries that use it: CUdevice, CUcontext, CUstream (0: the default
 * stream), CUevent, CUmodule, CUfunction, CUgraphExec, CUarray (CUmipmappedArray of one with levels),
 * CUtexObject, CUsurfObject, or the device address of memory or of an ndarray. It is valid while the object
 * is. Errors: UNSUPPORTED.
 *
 * @param handle A device, a context, a stream, an event, memory, an array, a texture, a surface, a module, a
 *     kernel, a graph or an ndarray. The driver knows no completion, mapping, pipe, sampler, program,
 *     prepared launch, pool, dtype, communicator, log and error: UNSUPPORTED.
 * @param out_native The number; cast it to the driver's type.
 */
GRIDCALL_API gc_status gc_handle_get_native(const void* handle, uint64_t* out_native, gc_error** out_error);

/** The number of handles of this process that are not released, of errors too and not of devices. */
GRIDCALL_API uint64_t gc_handle_count(void);

/**
 * Gives back to the driver, now, what was released since the last call that created something. May block.
 * Errors: FORKED, EXITING.
 */
GRIDCALL_API gc_status gc_handle_collect(gc_error** out_error);

/* --- Device ------------------------------------------------------------------------------------------------
 * Devices of all drivers stand in one list: GPUs first, in the driver's order, the CPU device last. A
 * gc_device is never released; asking again gives the same handle.
 *
 * A program that runs on whatever is there needs nothing of this section: gc_context_get_default chooses.
 * These functions are for programs that list devices, let a user choose one, or use several. The first call
 * opens the drivers, which takes a while; a machine without a GPU or without NVIDIA's driver has one device,
 * the CPU device, and that is no error:
 *
 *     int32_t count = 0;
 *     gc_device_get_count(&count, &error);
 *     for (int32_t i = 0; i < count; ++i) {
 *       char name[128];
 *       gc_device_get_by_index(i, &device, &error);
 *       gc_device_get_name(device, name, sizeof name, NULL, &error);
 *       printf("%d: %s\n", i, name);
 *     }
 *
 * gc_device_find takes what a user writes: "cpu", "gpu:1", a PCI bus id or a UUID. Attributes have CUDA's
 * names and numbers, and gc_device_attribute_from_name finds one by its name; gc_device_get_attributes lists
 * those that a device knows. Asking makes no context and queues nothing.
 *
 * A device holds no memory and runs nothing: that is what a context is for, and gc_context_get_primary is the
 * next call. Between GPUs, gc_device_can_access_peer says whether kernels of one can use memory of the other.
 *
 * Common errors: DRIVER, FORKED, EXITING.
 */

/** The kind of a device. */
typedef int32_t gc_device_kind;
enum gc_device_kind_value {
  GRIDCALL_DEVICE_KIND_GPU = 1, /**< An NVIDIA GPU. */
  GRIDCALL_DEVICE_KIND_CPU = 2  /**< The CPU device: this machine's cores. */
};

/**
 * The rule for who may make contexts of a device (CUDA's numbers): a value of
 * GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE.
 */
typedef int32_t gc_compute_mode;
enum gc_compute_mode_value {
  GRIDCALL_COMPUTE_MODE_DEFAULT = 0,          /**< Any number of processes. */
  GRIDCALL_COMPUTE_MODE_PROHIBITED = 2,       /**< None. */
  GRIDCALL_COMPUTE_MODE_EXCLUSIVE_PROCESS = 3 /**< One process at a time. */
};

/**
 * Attributes of a device, with CUDA's own numbers (CUDA Driver API, CUdevice_attribute), gridcall's own from
 * 100001 on. Numbers that are not listed here are passed to the driver as they are.
 */
typedef int32_t gc_device_attribute;
enum gc_device_attribute_value {
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,   /**< Most threads in a block. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,         /**< Largest block size in x. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,         /**< Largest block size in y. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,         /**< Largest block size in z. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,          /**< Largest grid size in x. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,          /**< Largest grid size in y. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,          /**< Largest grid size in z. */
  /** Shared memory of a block without opting in to more, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  GRIDCALL_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,   /**< Constant memory of a kernel, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_WARP_SIZE = 10,              /**< Threads in a warp. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_PITCH = 11,              /**< Largest pitch of a 2D copy, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12, /**< 32-bit registers of a block. */
  GRIDCALL_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,             /**< Peak clock, kHz. */
  GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,      /**< Alignment of textures, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,            /**< 1 if a copy and a kernel can run at once. */
  /** Multiprocessors; worker threads on the CPU device. */
  GRIDCALL_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  GRIDCALL_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,    /**< 1 if kernels have a run-time limit. */
  GRIDCALL_DEVICE_ATTRIBUTE_INTEGRATED = 18,             /**< 1 if the device shares the host's memory. */
  /** 1 if host memory can be mapped into the device's address space. */
  GRIDCALL_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
  /** The rule for who may make contexts: a GRIDCALL_COMPUTE_MODE_* number. */
  GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21, /**< Largest 1D texture. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22, /**< Largest 2D texture, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23, /**< Largest 2D texture, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24, /**< Largest 3D texture, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25, /**< Largest 3D texture, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26, /**< Largest 3D texture, depth. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27, /**< Largest layered 2D texture, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28, /**< Largest layered 2D texture, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29, /**< Layers of a layered 2D texture. */
  GRIDCALL_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,      /**< Alignment of surfaces, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,     /**< 1 if several kernels can run at once. */
  GRIDCALL_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,            /**< 1 if memory is protected by ECC. */
  GRIDCALL_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,             /**< PCI bus. */
  GRIDCALL_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,          /**< PCI device. */
  GRIDCALL_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,             /**< 1 if a Windows TCC driver is in use. */
  GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,      /**< Peak memory clock, kHz. */
  GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37, /**< Width of the memory bus, bits. */
  GRIDCALL_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,          /**< L2 cache, bytes. */
  /** Most resident threads of a multiprocessor. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
  GRIDCALL_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,     /**< Copy engines. */
  GRIDCALL_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,     /**< 1 if host and device share one address space. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42, /**< Largest layered 1D texture. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43, /**< Layers of a layered 1D texture. */
  GRIDCALL_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER = 44,       /**< Deprecated by CUDA; do not use. */
  /** Largest 2D texture with gather, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
  /** Largest 2D texture with gather, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46,
  /** Alternate largest 3D texture, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = 47,
  /** Alternate largest 3D texture, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = 48,
  /** Alternate largest 3D texture, depth. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = 49,
  GRIDCALL_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,          /**< PCI domain. */
  /** Pitch alignment of 2D textures over linear memory, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 51,
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = 52, /**< Largest cubemap texture. */
  /** Largest layered cubemap texture. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = 53,
  /** Layers of a layered cubemap texture. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = 54,
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = 55, /**< Largest 1D surface. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = 56, /**< Largest 2D surface, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = 57, /**< Largest 2D surface, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = 58, /**< Largest 3D surface, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = 59, /**< Largest 3D surface, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = 60, /**< Largest 3D surface, depth. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61, /**< Largest layered 1D surface. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62, /**< Layers of a layered 1D surface. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63, /**< Largest layered 2D surface, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64, /**< Largest layered 2D surface, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65, /**< Layers of a layered 2D surface. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = 66, /**< Largest cubemap surface. */
  /** Largest layered cubemap surface. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = 67,
  /** Layers of a layered cubemap surface. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = 68,
  /** Largest 1D texture over linear memory. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
  /** Largest 2D texture over linear memory, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
  /** Largest 2D texture over linear memory, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
  /** Largest 2D texture over linear memory, pitch in bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
  /** Largest mipmapped 2D texture, width. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73,
  /** Largest mipmapped 2D texture, height. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
  GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75, /**< Compute capability, major. */
  GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76, /**< Compute capability, minor. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77, /**< Largest mipmapped 1D texture. */
  GRIDCALL_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78, /**< 1 if streams have priorities. */
  GRIDCALL_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 79, /**< 1 if global memory can be cached in L1. */
  GRIDCALL_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 80, /**< 1 if local memory can be cached in L1. */
  /** Shared memory of a multiprocessor, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  /** 32-bit registers of a multiprocessor. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
  GRIDCALL_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,         /**< 1 if managed memory can be allocated. */
  GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = 84,        /**< 1 if the board holds several GPUs. */
  GRIDCALL_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = 85, /**< The group of GPUs that share a board. */
  /** 1 if the link to the host has native atomics. */
  GRIDCALL_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
  /** The factor by which float is faster than double. */
  GRIDCALL_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
  GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88, /**< 1 if kernels can read ordinary host memory. */
  /** 1 if host and device can use managed memory at once. */
  GRIDCALL_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
  GRIDCALL_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90, /**< 1 if kernels can be preempted. */
  /** 1 if registered host memory has the same address on the device. */
  GRIDCALL_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
  GRIDCALL_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,     /**< 1 if cooperative launches work. */
  /** Shared memory of a block after opting in, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  GRIDCALL_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99, /**< 1 if host memory can be registered. */
  /** 1 if the device uses the host's page tables. */
  GRIDCALL_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100,
  /** 1 if the host can read managed memory on the device without migration. */
  GRIDCALL_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
  /** 1 if virtual memory management works. */
  GRIDCALL_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
  /** 1 if memory can be shared by a file descriptor. */
  GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
  /** 1 if memory can be shared by a Win32 handle. */
  GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 104,
  /** 1 if memory can be shared by a Win32 KMT handle. */
  GRIDCALL_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = 105,
  /** Most resident blocks of a multiprocessor. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
  GRIDCALL_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 107, /**< 1 if memory compression works. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 108, /**< L2 cache that can be set aside, bytes. */
  GRIDCALL_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = 109, /**< Largest access policy window, bytes. */
  /** Shared memory the driver keeps for itself, bytes a block. */
  GRIDCALL_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
  /** 1 if host memory can be registered read-only. */
  GRIDCALL_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED = 113,
  /** 1 if the driver has stream-ordered memory pools. */
  GRIDCALL_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
  GRIDCALL_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,        /**< 1 if cluster launches work. */
  /** The ways in which the host and kernels can share addresses: GRIDCALL_SVM_* bits. */
  GRIDCALL_DEVICE_ATTRIBUTE_SVM_CAPABILITIES = 100001
};

/**
 * The ways in which the host and kernels can share addresses (shared virtual memory); OpenCL's numbers. The
 * value of the device attribute SVM_CAPABILITIES. Any of these bits:
 */
typedef uint64_t gc_svm_capabilities;
/** Managed memory, by turns: gc_mem_wait before the host uses it. */
#define GRIDCALL_SVM_COARSE_GRAIN_BUFFER (UINT64_C(1) << 0)
#define GRIDCALL_SVM_FINE_GRAIN_BUFFER (UINT64_C(1) << 1) /**< Managed memory, at once. */
#define GRIDCALL_SVM_FINE_GRAIN_SYSTEM (UINT64_C(1) << 2) /**< Any memory of the host. */
/** Atomic operations of the host and of kernels on the same address. */
#define GRIDCALL_SVM_ATOMICS (UINT64_C(1) << 3)

/** One line of gc_device_get_attributes. */
typedef struct gc_device_attribute_entry {
  gc_device_attribute attribute; /**< The attribute. */
  int32_t value;                 /**< Its value. */
} gc_device_attribute_entry;

/**
 * The number of devices, the CPU device included. A machine without a GPU, or without a driver, is no error.
 * May block. Errors: only FORKED, EXITING.
 */
GRIDCALL_API gc_status gc_device_get_count(int32_t* out_count, gc_error** out_error);

/**
 * The device at an index. May block. Errors: only OUT_OF_RANGE, FORKED, EXITING.
 *
 * @param index From 0, below gc_device_get_count.
 */
GRIDCALL_API gc_status gc_device_get_by_index(int32_t index, gc_device** out_device, gc_error** out_error);

/**
 * The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an
 * index ("0"), a PCI bus id ("0000:65:00.0" in hexadecimal, the domain and the function optional) or a UUID
 * ("GPU-8d2f...", or a beginning that no other device's has). It is what GRIDCALL_DEVICE holds. Case does not
 * matter. May block. Errors: only NOT_FOUND, NO_DEVICE, DRIVER_UNAVAILABLE, FORKED, EXITING.
 *
 * @param text The name.
 */
GRIDCALL_API gc_status gc_device_find(const char* text, gc_device** out_device, gc_error** out_error);

/** The index of a device, as gc_device_get_by_index takes it. Errors: only what wrong arguments cause. */
GRIDCALL_API gc_status gc_device_get_index(gc_device* device, int32_t* out_index, gc_error** out_error);

/** Whether a device is a GPU or the CPU device. Errors: only what wrong arguments cause. */
GRIDCALL_API gc_status gc_device_get_kind(gc_device* device, gc_device_kind* out_kind, gc_error** out_error);

/** The name of a device, "NVIDIA H200". */
GRIDCALL_API gc_status gc_device_get_name(gc_device* device, char* name, size_t capacity, size_t* out_needed,
                                          gc_error** out_error);

/** The PCI bus id of a device, "0000:65:00.0". Only on a GPU: the CPU device returns UNSUPPORTED. */
GRIDCALL_API gc_status gc_device_get_pci_bus_id(gc_device* device, char* bus_id, size_t capacity,
                                                size_t* out_needed, gc_error** out_error);

/** The UUID of a device: 16 bytes that name it across processes and reboots. Errors: UNSUPPORTED. */
GRIDCALL_API gc_status gc_device_get_uuid(gc_device* device, uint8_t out_uuid[16], gc_error** out_error);

/** The compute capability: 9 and 0 for sm_90. The CPU device returns that whose features it offers. */
GRIDCALL_API gc_status gc_device_get_compute_capability(gc_device* device, int32_t* out_major,
                                                        int32_t* out_minor, gc_error** out_error);

/** All memory of a device. */
GRIDCALL_API gc_status gc_device_get_total_memory(gc_device* device, uint64_t* out_size,
                                                  gc_error** out_error);

/**
 * One attribute of a device. NOT_FOUND if the driver does not know the number.
 *
 * @param out_value Its value; the unit stands with each attribute.
 */
GRIDCALL_API gc_status gc_device_get_attribute(gc_device* device, gc_device_attribute attribute,
                                               int32_t* out_value, gc_error** out_error);

/**
 * Every attribute that this library names and this device knows.
 *
 * @param values The attributes, by rising number.
 */
GRIDCALL_API gc_status gc_device_get_attributes(gc_device* device, gc_device_attribute_entry* values,
                                                size_t capacity, size_t* out_count, gc_error** out_error);

/** The name of an attribute, "WARP_SIZE"; "" for one this library does not name. Static; never released. */
GRIDCALL_API const char* gc_device_attribute_name(gc_device_attribute attribute);

/**
 * The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older names
 * too (SHARED_MEMORY_PER_BLOCK, REGISTERS_PER_BLOCK, MAXIMUM_TEXTURE2D_ARRAY_*). Errors: only NOT_FOUND.
 */
GRIDCALL_API gc_status gc_device_attribute_from_name(const char* name, gc_device_attribute* out_attribute,
                                                     gc_error** out_error);

/**
 * The device that the user chose: by the environment variable GRIDCALL_DEVICE, else CUDA_DEVICE, else the
 * file ~/.cuda-device or ~/.cuda_device; else the one at an index. It makes no context, and does not ask
 * whether one can be made. May block. Errors: only NO_DEVICE, OUT_OF_RANGE, DRIVER_UNAVAILABLE, FORKED,
 * EXITING.
 *
 * @param fallback The index where the user chose none, below gc_device_get_count.
 */
GRIDCALL_API gc_status gc_device_get_default(int32_t fallback, gc_device** out_device, gc_error** out_error);

/**
 * Whether kernels on a device can use memory of another one, once gc_context_enable_peer_access allows it.
 *
 * @param peer The device whose memory.
 * @param out_can 1 if they can, else 0.
 */
GRIDCALL_API gc_status gc_device_can_access_peer(gc_device* device, gc_device* peer, int32_t* out_can,
                                                 gc_error** out_error);

/* --- Context -----------------------------------------------------------------------------------------------
 * A context is where memory, modules and streams of one device live. gc_context_get_default and
 * gc_context_get_primary use the device's primary context, the one that CUDA's runtime, PyTorch and others
 * share; gc_context_create makes one of the program's own, with limits and a heap of its own. Any thread may
 * call any function: the library makes the context current for the call and leaves the thread's own current
 * context as it was.
 *
 * It is the first object of most programs, and one is enough:
 *
 *     gc_context* context = NULL;
 *     if (gc_context_get_default(&context, &error) != GRIDCALL_OK) {
 *       fprintf(stderr, "%s\n", gc_error_text(error));
 *       exit(1);
 *     }
 *
 * Making a context takes a GPU some 100 ms and some 100 MiB of its memory; more handles of the same primary
 * context cost nothing. All threads of a program share one. A second context of one device is for limits that
 * other libraries must not see, such as a larger heap for `malloc` in kernels, and takes the same time and
 * memory again. It is no protection: a kernel's fault on a GPU ends all contexts of the process.
 *
 * gc_context_synchronize waits for all streams; where one stream or event is meant, wait for that.
 * gc_context_is_supported asks for a feature beforehand, in place of trying. Limits are set before the first
 * kernel that needs them.
 *
 * For experts: gc_context_push, gc_context_pop and gc_context_get_current are for other libraries, which look
 * at the thread's current context; gc_context_wrap takes a CUcontext of theirs. gridcall itself needs none of
 * them.
 *
 * Common errors: any driver error.
 */

/** The way in which a thread of the host waits for the device. The CPU device accepts each and returns it. */
typedef int32_t gc_context_sched;
enum gc_context_sched_value {
  GRIDCALL_CONTEXT_SCHED_AUTO = 0,         /**< The driver chooses. */
  GRIDCALL_CONTEXT_SCHED_SPIN = 1,         /**< It spins: the least delay. */
  GRIDCALL_CONTEXT_SCHED_YIELD = 2,        /**< It yields to other threads while it spins. */
  GRIDCALL_CONTEXT_SCHED_BLOCKING_SYNC = 4 /**< It sleeps. */
};

/**
 * Attributes of a context: the limits with CUDA's numbers (CUlimit), and gridcall's own from 100001 on.
 * Numbers below 100001 that are not listed are passed to the driver as they are.
 */
typedef int32_t gc_context_attribute;
enum gc_context_attribute_value {
  /** The stack of a kernel's thread, bytes. The CPU device has its default at least. */
  GRIDCALL_CONTEXT_ATTRIBUTE_STACK_SIZE = 0,
  /** The buffer of `printf` in kernels, bytes; the CPU device keeps the number, and loses no text. */
  GRIDCALL_CONTEXT_ATTRIBUTE_PRINTF_FIFO_SIZE = 1,
  /** The memory of `malloc` in kernels, bytes. Set it before the first kernel that calls `malloc`. */
  GRIDCALL_CONTEXT_ATTRIBUTE_MALLOC_HEAP_SIZE = 2,
  /** The depth at which a kernel that launches others may wait for them. */
  GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_SYNC_DEPTH = 3,
  /** The number of launches of kernels that may be pending. */
  GRIDCALL_CONTEXT_ATTRIBUTE_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 4,
  /** Bytes that the L2 cache fetches at once, 0 to 128: a hint. */
  GRIDCALL_CONTEXT_ATTRIBUTE_MAX_L2_FETCH_GRANULARITY = 5,
  GRIDCALL_CONTEXT_ATTRIBUTE_PERSISTING_L2_CACHE_SIZE = 6, /**< Bytes of the L2 cache that are set aside. */
  /** The preferred use of on-chip memory: a GRIDCALL_CACHE_CONFIG_* number. */
  GRIDCALL_CONTEXT_ATTRIBUTE_CACHE_CONFIG = 100001,
  /** The width of shared memory's banks, a GRIDCALL_SHARED_CONFIG_* number. GPUs with one width return it. */
  GRIDCALL_CONTEXT_ATTRIBUTE_SHARED_CONFIG = 100002,
  /** The way in which the host waits: a GRIDCALL_CONTEXT_SCHED_* number. It is only read. */
  GRIDCALL_CONTEXT_ATTRIBUTE_SCHED = 100003,
  /** GRIDCALL_CONTEXT_* bits, and others that the driver has. They are only read. */
  GRIDCALL_CONTEXT_ATTRIBUTE_FLAGS = 100004,
  /** The version of the driver's interface with which it was made, 3020. It is only read. */
  GRIDCALL_CONTEXT_ATTRIBUTE_API_VERSION = 100005,
  /** 1 if it is the primary context of its device, else 0. It is only read. */
  GRIDCALL_CONTEXT_ATTRIBUTE_IS_PRIMARY = 100006,
  /** The number of calls of gc_context_defer_cleanup in force. It is only read. */
  GRIDCALL_CONTEXT_ATTRIBUTE_DEFERS_CLEANUP = 100007
};

/** The preferred use of on-chip memory, with CUDA's numbers. */
typedef int32_t gc_cache_config;
enum gc_cache_config_value {
  GRIDCALL_CACHE_CONFIG_PREFER_NONE = 0,   /**< No preference. */
  GRIDCALL_CACHE_CONFIG_PREFER_SHARED = 1, /**< Shared memory. */
  GRIDCALL_CACHE_CONFIG_PREFER_L1 = 2,     /**< L1 cache. */
  GRIDCALL_CACHE_CONFIG_PREFER_EQUAL = 3   /**< Both alike. */
};

/** The width of the banks of shared memory, with CUDA's numbers. */
typedef int32_t gc_shared_config;
enum gc_shared_config_value {
  GRIDCALL_SHARED_CONFIG_DEFAULT_BANK_SIZE = 0,   /**< The device's own. */
  GRIDCALL_SHARED_CONFIG_FOUR_BYTE_BANK_SIZE = 1, /**< 4 bytes. */
  GRIDCALL_SHARED_CONFIG_EIGHT_BYTE_BANK_SIZE = 2 /**< 8 bytes. */
};

/**
 * Attributes of an address, with CUDA's numbers (CUpointer_attribute). Numbers that are not listed are passed
 * to the driver as they are.
 */
typedef int32_t gc_pointer_attribute;
enum gc_pointer_attribute_value {
  /** The CUcontext in which the memory was allocated, as gc_handle_get_native has it. */
  GRIDCALL_POINTER_ATTRIBUTE_CONTEXT = 1,
  GRIDCALL_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,          /**< The kind of memory: 1 host, 2 device. */
  GRIDCALL_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,       /**< The address at which the device reaches it. */
  GRIDCALL_POINTER_ATTRIBUTE_HOST_POINTER = 4,         /**< The address at which the host reaches it. */
  GRIDCALL_POINTER_ATTRIBUTE_IS_MANAGED = 8,           /**< 1 if it is managed memory, else 0. */
  GRIDCALL_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,       /**< The number of its device, as the driver counts. */
  GRIDCALL_POINTER_ATTRIBUTE_RANGE_START_ADDRESS = 11, /**< The address at which the allocation begins. */
  GRIDCALL_POINTER_ATTRIBUTE_RANGE_SIZE = 12           /**< The size of the allocation, bytes. */
};

/** Features that not every device or driver has. */
typedef int32_t gc_feature;
enum gc_feature_value {
  GRIDCALL_FEATURE_STREAM_CANCEL = 1, /**< gc_stream_cancel. */
  /** gc_module_from_buffer: images of this device's own compiler; for a GPU PTX, cubins and fatbins. */
  GRIDCALL_FEATURE_MODULE_FROM_BUFFER = 2,
  /** The parameters of every kernel are known, so that gc_launch can compare the arguments with them. */
  GRIDCALL_FEATURE_KERNEL_PARAMS = 3,
  /** A kernel that exceeds its time limit is ended; else only the wait for it is. */
  GRIDCALL_FEATURE_KERNEL_TIMEOUT = 4,
  GRIDCALL_FEATURE_CPU_MODE = 5, /**< GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE can be set. */
  /** GRIDCALL_LAUNCH_COOPERATIVE: the blocks of a grid can wait for each other. */
  GRIDCALL_FEATURE_COOPERATIVE_LAUNCH = 6,
  GRIDCALL_FEATURE_CLUSTERS = 7, /**< Launches with a cluster size. */
  GRIDCALL_FEATURE_OCCUPANCY = 8, /**< gc_kernel_get_occupancy and gc_kernel_suggest_block. */
  GRIDCALL_FEATURE_IPC = 9 /**< Memory and events of other processes: gc_mem_open_ipc, gc_event_open_ipc. */
};

/** Flags of a context, with CUDA's bits. Any of these bits: */
typedef uint64_t gc_context_flags;
/** Page-locked memory can be mapped; every context can. */
#define GRIDCALL_CONTEXT_MAP_HOST (UINT64_C(1) << 3)
/** Local memory that was enlarged for a kernel stays large. */
#define GRIDCALL_CONTEXT_LMEM_RESIZE_TO_MAX (UINT64_C(1) << 4)

/** Options of a new context. */
typedef struct gc_context_options {
  size_t struct_size;     /**< sizeof(gc_context_options). */
  gc_context_flags flags; /**< GRIDCALL_CONTEXT_* bits. */
  gc_context_sched sched; /**< The way in which the host waits. */
  uint32_t reserved;      /**< Zero. */
} gc_context_options;
#define GRIDCALL_CONTEXT_OPTIONS_INIT {sizeof(gc_context_options), 0, 0, 0}

/**
 * The context on the device that the user or the machine chooses: the environment variable GRIDCALL_DEVICE,
 * else CUDA_DEVICE, else the file ~/.cuda-device or ~/.cuda_device (each as gc_device_find takes it), else
 * the first GPU on which a context can be made, else the CPU device. gc_context_get_device_reason says which
 * it was and why. May block. Errors: NO_DEVICE, DRIVER_UNAVAILABLE, OUT_OF_MEMORY.
 */
GRIDCALL_API gc_status gc_context_get_default(gc_context** out_context, gc_error** out_error);

/**
 * A handle of the primary context of a device. All handles of it are of one context: memory of either works
 * with the other. May block. Errors: NO_DEVICE, OUT_OF_MEMORY.
 *
 * @param options All defaults: it is shared with other libraries, so flags and `sched` are refused.
 */
GRIDCALL_API gc_status gc_context_get_primary(gc_device* device, const gc_context_options* options,
                                              gc_context** out_context, gc_error** out_error);

/**
 * Makes a context of the program's own on a device. It has a default stream, limits and a kernel heap of its
 * own. It does not protect other contexts: after a kernel's fault on a GPU every context of the process
 * fails, on all GPUs (DEVICE_LOST). When its last handle and the last object made in it are released and
 * their work is done, it is destroyed. Making one takes a GPU some 100 ms and some 100 MiB. May block.
 * Errors: NO_DEVICE, OUT_OF_MEMORY, UNSUPPORTED.
 */
GRIDCALL_API gc_status gc_context_create(gc_device* device, const gc_context_options* options,
                                         gc_context** out_context, gc_error** out_error);

/**
 * A handle of a context that another library made: its CUcontext. It is not destroyed; its owner must keep it
 * until everything that was made in it here is released and gc_handle_collect has returned after that. What
 * is the device's primary context, or known already, is that context. The CPU device refuses a number that is
 * no context of its own; a GPU's driver may end the process with one. May block. Errors: NO_DEVICE,
 * OUT_OF_MEMORY, UNSUPPORTED, WRONG_CONTEXT.
 *
 * @param device The device of the context.
 * @param native The CUcontext.
 */
GRIDCALL_API gc_status gc_context_wrap(gc_device* device, uint64_t native, gc_context** out_context,
                                       gc_error** out_error);

/**
 * Makes the context current in the calling thread, for other libraries that look at it. Keep a handle of it
 * until gc_context_pop. A GPU's driver and the CPU device have a stack of contexts each. It is about the
 * calling thread: bind a task that may move to another one, such as a goroutine, to its thread first. Errors:
 * OUT_OF_MEMORY.
 */
GRIDCALL_API gc_status gc_context_push(gc_context* context, gc_error** out_error);

/**
 * Takes the context off the calling thread's stack, so that the one below is current again. INVALID_STATE if
 * it is not the current one. It is about the calling thread: bind a task that may move to another one, such
 * as a goroutine, to its thread first.
 *
 * @param context The context, which must be the current one.
 */
GRIDCALL_API gc_status gc_context_pop(gc_context* context, gc_error** out_error);

/**
 * The context that is current in the calling thread, also where another library made it so: a GPU's, else the
 * CPU device's. NOT_FOUND if there is none. It is about the calling thread: bind a task that may move to
 * another one, such as a goroutine, to its thread first. May block. Errors: NOT_FOUND, OUT_OF_MEMORY,
 * UNSUPPORTED.
 */
GRIDCALL_API gc_status gc_context_get_current(gc_context** out_context, gc_error** out_error);

/**
 * A limit or another attribute of a context. UNSUPPORTED for a limit that the device does not have, NOT_FOUND
 * for a number from 100001 on that this library does not know.
 *
 * @param out_value Its value; the unit stands with each attribute.
 */
GRIDCALL_API gc_status gc_context_get_attribute(gc_context* context, gc_context_attribute attribute,
                                                uint64_t* out_value, gc_error** out_error);

/**
 * Sets a limit or another attribute of a context. The driver may take the nearest value that it can have:
 * gc_context_get_attribute tells. On a primary context other libraries see the change. Errors:
 * INVALID_ARGUMENT, INVALID_STATE, NOT_FOUND, OUT_OF_MEMORY, UNSUPPORTED.
 *
 * @param value Its value; the unit stands with each attribute.
 */
GRIDCALL_API gc_status gc_context_set_attribute(gc_context* context, gc_context_attribute attribute,
                                                uint64_t value, gc_error** out_error);

/**
 * The value of an attribute that the driver knows of an address. NOT_FOUND if it is no memory of CUDA, or has
 * no such attribute. Errors: NOT_FOUND, UNSUPPORTED.
 *
 * @param context The context to ask in.
 * @param address Any address; it need not be memory.
 */
GRIDCALL_API gc_status gc_context_get_pointer_attribute(gc_context* context, gc_pointer_attribute attribute,
                                                        uint64_t address, uint64_t* out_value,
                                                        gc_error** out_error);

/**
 * Lets kernels of a context use memory of another one (gc_device_can_access_peer). INVALID_STATE if they can
 * already. Errors: INVALID_ARGUMENT, INVALID_STATE, OUT_OF_MEMORY, UNSUPPORTED.
 *
 * @param peer The context whose memory; another one than `context`.
 */
GRIDCALL_API gc_status gc_context_enable_peer_access(gc_context* context, gc_context* peer,
                                                     gc_error** out_error);

/**
 * Takes back what gc_context_enable_peer_access gave. INVALID_STATE if nothing was given. Errors:
 * INVALID_ARGUMENT, INVALID_STATE, UNSUPPORTED.
 *
 * @param peer The context whose memory.
 */
GRIDCALL_API gc_status gc_context_disable_peer_access(gc_context* context, gc_context* peer,
                                                      gc_error** out_error);

/**
 * One sentence that says why gc_context_get_default took this device, such as "no GPU found (libcuda.so.1:
 * not installed): using the CPU device"; "" for another context. Errors: only what wrong arguments cause.
 *
 * @param text The sentence.
 */
GRIDCALL_API gc_status gc_context_get_device_reason(gc_context* context, char* text, size_t capacity,
                                                    size_t* out_needed, gc_error** out_error);

/** The device of a context. Errors: only what wrong arguments cause. */
GRIDCALL_API gc_status gc_context_get_device(gc_context* context, gc_device** out_device,
                                             gc_error** out_error);

/**
 * Waits until all work queued on all streams of the context is done, and reports the fault of a kernel among
 * it: the oldest that has not been reported, if there are several. May block. Errors: any device error.
 */
GRIDCALL_API gc_status gc_context_synchronize(gc_context* context, gc_error** out_error);

/**
 * The memory that the device has, and the part of it that is free now. May block.
 *
 * @param out_free Free memory, in bytes.
 * @param out_total All memory, in bytes.
 */
GRIDCALL_API gc_status gc_context_get_memory_info(gc_context* context, uint64_t* out_free,
                                                  uint64_t* out_total, gc_error** out_error);

/**
 * Whether a context's device and driver can do something, before a function returns UNSUPPORTED. NOT_FOUND
 * for a number that this library does not know. Errors: only NOT_FOUND.
 *
 * @param out_supported 1 if it can, else 0.
 */
GRIDCALL_API gc_status gc_context_is_supported(gc_context* context, gc_feature feature,
                                               int32_t* out_supported, gc_error** out_error);

/** Releases a context. What was made in it stays usable and keeps it alive. */
GRIDCALL_API void gc_context_release(gc_context* context);

/* --- Stream ------------------------------------------------------------------------------------------------
 * A stream is a queue: work on one runs in the order in which it was queued, work on different streams may
 * overlap. A stream that is NULL means the context's default stream, which waits for every stream that was
 * made without NON_BLOCKING and makes them wait (CUDA's legacy default stream).
 *
 * Start without streams: NULL everywhere gives one queue, and is right. Streams are for copies beside
 * kernels, for kernels that leave room for others, and for threads that must not wait for each other's work.
 * A program makes its few streams once and keeps them:
 *
 *     gc_stream_options options = GRIDCALL_STREAM_OPTIONS_INIT;
 *     options.flags = GRIDCALL_STREAM_NON_BLOCKING;
 *     gc_stream_create(context, &options, &stream, &error);
 *     gc_launch(kernel, &config, args, 2, stream, &error);
 *     status = gc_stream_synchronize(stream, &error); // here a fault of the kernel is reported
 *
 * Launches, fills and copies between memories return before they run. The host waits in
 * gc_stream_synchronize, or with a time limit in gc_stream_synchronize_for, and asks without waiting in
 * gc_stream_query. gc_stream_wait_event lets another stream wait in place of the host. For many streams at
 * once, or an event loop, see the section on completions.
 *
 * Releasing a stream does not wait: what is queued still runs. Memory, kernels and other objects that queued
 * work names are kept until it is done, so they too may be released at once. A fault that nobody asked for is
 * lost with its stream.
 *
 * For experts: priorities order streams of one GPU; gc_stream_wrap takes a CUstream of another library;
 * gc_stream_cancel ends what runs, on the CPU device. A context that has more than 62 streams waits for more
 * than it must when memory is waited for or reused.
 *
 * Common errors: any device error.
 */

/** Attributes of a stream. gridcall's own numbers. */
typedef int32_t gc_stream_attribute;
enum gc_stream_attribute_value {
  GRIDCALL_STREAM_ATTRIBUTE_FLAGS = 100001,    /**< GRIDCALL_STREAM_* bits. */
  GRIDCALL_STREAM_ATTRIBUTE_PRIORITY = 100002, /**< Its priority: lower is more urgent. */
  /** A number that no other stream of its driver ever has in this process. */
  GRIDCALL_STREAM_ATTRIBUTE_ID = 100003,
  /** 1 while work that is queued on it is recorded and does not run, else 0. */
  GRIDCALL_STREAM_ATTRIBUTE_IS_CAPTURING = 100004
};

/** Flags of a stream. Any of these bits: */
typedef uint64_t gc_stream_flags;
/** Work does not wait for the default stream, nor it for this one. */
#define GRIDCALL_STREAM_NON_BLOCKING (UINT64_C(1) << 0)

/** Options of a new stream. */
typedef struct gc_stream_options {
  size_t struct_size;    /**< sizeof(gc_stream_options). */
  gc_stream_flags flags; /**< GRIDCALL_STREAM_* bits. */
  int32_t priority;      /**< Lower is more urgent; it is clamped to gc_context_get_stream_priority_range. */
  uint32_t reserved;     /**< Zero. */
} gc_stream_options;
#define GRIDCALL_STREAM_OPTIONS_INIT {sizeof(gc_stream_options), 0, 0, 0}

/** Makes a stream. Errors: only OUT_OF_MEMORY, any driver error. */
GRIDCALL_API gc_status gc_stream_create(gc_context* context, const gc_stream_options* options,
                                        gc_stream** out_stream, gc_error** out_error);

/**
 * A handle for the default stream, which is meant wherever no stream is given: with it the default stream can
 * be waited for, also for a time, asked whether it is done, and cancelled. Releasing the handle does nothing
 * to the stream. Errors: only what wrong arguments cause.
 *
 * @param out_stream OWNED. The default stream.
 */
GRIDCALL_API gc_status gc_context_get_default_stream(gc_context* context, gc_stream** out_stream,
                                                     gc_error** out_error);

/**
 * The range of stream priorities: both 0 where priorities mean nothing. Errors: only any driver error.
 *
 * @param out_least The least urgent priority, the larger number.
 * @param out_greatest The most urgent priority, the smaller number.
 */
GRIDCALL_API gc_status gc_context_get_stream_priority_range(gc_context* context, int32_t* out_least,
                                                            int32_t* out_greatest, gc_error** out_error);

/**
 * Waits until all work queued on the stream is done, and reports the fault of a kernel among it. On the CPU
 * device a fault is reported once, to the first call that waits for its stream or queues work on it; then the
 * stream works again. For the default stream, and for copies that wait on it, the faults of streams made
 * without NON_BLOCKING count as its own. May block.
 */
GRIDCALL_API gc_status gc_stream_synchronize(gc_stream* stream, gc_error** out_error);

/**
 * Says whether all work queued on the stream is done. Never waits. Work that is done but for a fault is an
 * error; the fault stays to be reported by a call that waits for the stream or queues work on it.
 *
 * @param out_done 1 if everything is done, else 0.
 */
GRIDCALL_API gc_status gc_stream_query(gc_stream* stream, int32_t* out_done, gc_error** out_error);

/**
 * Waits as gc_stream_synchronize does, but at most for a time. That the time ran out is no error: the work
 * still runs. May block.
 *
 * @param timeout_nanoseconds The longest wait, in nanoseconds; 0 looks once.
 * @param out_done 1 if everything is done, 0 if the time ran out.
 */
GRIDCALL_API gc_status gc_stream_synchronize_for(gc_stream* stream, uint64_t timeout_nanoseconds,
                                                 int32_t* out_done, gc_error** out_error);

/**
 * Ends the kernel or copy that runs on the stream, and drops what is queued behind it there. The next call
 * that waits for the stream reports CANCELLED, once; then the stream can be used again. Memory that the work
 * writes is left half written. Nothing happens where nothing is queued. A call that waits for the default
 * stream waits for all streams but non-blocking ones, so it may be the one that reports: in another thread
 * too, such as gc_ndarray_from_host with no stream, which then makes nothing and may be called again.
 * gc_context_get_default_stream has the default stream. Only on the CPU device: a GPU returns UNSUPPORTED.
 * Errors: only UNSUPPORTED, any driver error.
 */
GRIDCALL_API gc_status gc_stream_cancel(gc_stream* stream, gc_error** out_error);

/**
 * Makes work queued on the stream from now on wait until the event has happened. The host does not wait,
 * unless one is the CPU device's and the other a GPU's: then it waits here. An event that was never recorded
 * counts as happened. May block.
 *
 * @param event The event that it waits for; of any context.
 */
GRIDCALL_API gc_status gc_stream_wait_event(gc_stream* stream, gc_event* event, gc_error** out_error);

/**
 * Waits as gc_stream_wait_event does, for several events: work queued on the stream from now on waits until
 * all of them have happened. No event: nothing happens. If the call fails the stream may already wait for
 * some of them. May block.
 *
 * @param events The events that it waits for; of any contexts.
 */
GRIDCALL_API gc_status gc_stream_wait_events(gc_stream* stream, gc_event* const* events, size_t event_count,
                                             gc_error** out_error);

/**
 * Posts a token to a completion when the work queued on the stream so far is done. The host does not wait,
 * and no code of the program runs on a thread of the driver. The token comes once, whatever became of the
 * work: also behind a fault, behind work that was cancelled, and where the GPU is lost; a call that waits for
 * the stream or for an event recorded before says which. Tokens of one stream come in order. A call that
 * fails posts none. The stream and the completion may be released at once.
 *
 * @param completion The completion that gets the token.
 * @param token Any number: what the program knows the work by.
 */
GRIDCALL_API gc_status gc_stream_notify(gc_stream* stream, gc_completion* completion, uint64_t token,
                                        gc_error** out_error);

/**
 * Releases a stream. Work queued on it still runs. A fault that has not been reported by then is lost, unless
 * a call that waits for more than this stream reports it: synchronize first.
 */
GRIDCALL_API void gc_stream_release(gc_stream* stream);

/**
 * An attribute of a stream. NOT_FOUND for a number that this library does not know, UNSUPPORTED where the
 * driver does not tell. Errors: only NOT_FOUND, UNSUPPORTED, any driver error.
 */
GRIDCALL_API gc_status gc_stream_get_attribute(gc_stream* stream, gc_stream_attribute attribute,
                                               int64_t* out_value, gc_error** out_error);

/**
 * A gc_stream for a stream that another library made: its CUstream. It is not destroyed; its owner must keep
 * it until the gc_stream is released and gc_handle_collect has returned after that while nothing ran on it.
 * CU_STREAM_LEGACY is the default stream. The CPU device refuses a number that is no stream of the context; a
 * GPU's driver may end the process with one. Errors: only WRONG_CONTEXT, UNSUPPORTED, any driver error.
 *
 * @param context The context in which the stream was made.
 * @param native The CUstream; 0 is the default stream, and CUDA's per-thread default stream is refused: it is
 *     another one in each thread.
 */
GRIDCALL_API gc_status gc_stream_wrap(gc_context* context, uint64_t native, gc_stream** out_stream,
                                      gc_error** out_error);

/* --- Event -------------------------------------------------------------------------------------------------
 * An event marks a point in a stream: to wait for it, to ask whether it has been reached, and to time what
 * lies between two.
 *
 * An event can be recorded again and again, each time further on; a wait is for the last point at which it
 * was recorded when the wait was called. To time a kernel, on the device's own clock:
 *
 *     gc_event_create(context, NULL, &start, &error);
 *     gc_event_create(context, NULL, &end, &error);
 *     gc_event_record(start, stream, &error);
 *     gc_launch(kernel, &config, args, 2, stream, &error);
 *     gc_event_record(end, stream, &error);
 *     gc_event_synchronize(end, &error);
 *     gc_event_get_elapsed(start, end, &nanoseconds, &error);
 *
 * To order two streams, without the host: record the event on one, and gc_stream_wait_event on the other.
 * Recording and that wait are queued and return at once; gc_event_synchronize and gc_event_synchronize_for
 * hold the calling thread, the latter for several events and with a time limit; gc_event_query never waits.
 *
 * An event that only orders is cheaper with DISABLE_TIMING. With BLOCKING_SYNC a thread that waits sleeps,
 * which takes a little longer and leaves the processor to others.
 *
 * For experts: with INTERPROCESS another process of this machine opens the event (gc_event_get_ipc_handle),
 * which orders work on memory that both share; gc_event_wrap takes a CUevent.
 *
 * Common errors: any device error.
 */

/** Flags of an event. Any of these bits: */
typedef uint64_t gc_event_flags;
/** gc_event_synchronize sleeps instead of spinning. */
#define GRIDCALL_EVENT_BLOCKING_SYNC (UINT64_C(1) << 0)
/** The event records no time, which makes it cheaper. */
#define GRIDCALL_EVENT_DISABLE_TIMING (UINT64_C(1) << 1)
/** Other processes can open the event (gc_event_get_ipc_handle). With DISABLE_TIMING alone. */
#define GRIDCALL_EVENT_INTERPROCESS (UINT64_C(1) << 2)

/** Options of a new event. */
typedef struct gc_event_options {
  size_t struct_size;   /**< sizeof(gc_event_options). */
  gc_event_flags flags; /**< GRIDCALL_EVENT_* bits. */
} gc_event_options;
#define GRIDCALL_EVENT_OPTIONS_INIT {sizeof(gc_event_options), 0}

/**
 * Makes an event. UNSUPPORTED: INTERPROCESS on a device or driver that shares no events
 * (GRIDCALL_FEATURE_IPC). Errors: only OUT_OF_MEMORY, UNSUPPORTED, any driver error.
 */
GRIDCALL_API gc_status gc_event_create(gc_context* context, const gc_event_options* options,
                                       gc_event** out_event, gc_error** out_error);

/**
 * Puts the event behind the work queued on the stream so far. Recording again moves it. Errors:
 * WRONG_CONTEXT.
 */
GRIDCALL_API gc_status gc_event_record(gc_event* event, gc_stream* stream, gc_error** out_error);

/** Waits until the event has happened. An event that was never recorded counts as happened. May block. */
GRIDCALL_API gc_status gc_event_synchronize(gc_event* event, gc_error** out_error);

/**
 * Waits as gc_event_synchronize does, for several events together and at most for a time. That the time ran
 * out is no error: the work still runs. An event that was never recorded counts as happened. With faults
 * behind several events it reports the first one's; the others stay to be reported. May block.
 *
 * @param events The events; of any contexts. None: all have happened.
 * @param timeout_nanoseconds The longest wait, in nanoseconds; 0 looks once, the greatest number waits
 *     without end.
 * @param out_done 1 if all have happened, 0 if the time ran out.
 */
GRIDCALL_API gc_status gc_event_synchronize_for(gc_event* const* events, size_t event_count,
                                                uint64_t timeout_nanoseconds, int32_t* out_done,
                                                gc_error** out_error);

/**
 * Says whether the event has happened, without waiting. Behind a fault it is an error, as in gc_stream_query.
 *
 * @param out_done 1 if it has happened or was never recorded, else 0.
 */
GRIDCALL_API gc_status gc_event_query(gc_event* event, int32_t* out_done, gc_error** out_error);

/**
 * The time from one event to another, measured on the device. Both must have been recorded, have happened,
 * and be of one context. Errors: WRONG_CONTEXT, INVALID_STATE, NOT_READY.
 *
 * @param start The earlier event.
 * @param end The later event.
 * @param out_nanoseconds The time, in nanoseconds; negative if `start` is the later one. A GPU resolves about
 *     500, and coarser for long times: 1,000 after 10 seconds, 63,000 after 1,000 seconds.
 */
GRIDCALL_API gc_status gc_event_get_elapsed(gc_event* start, gc_event* end, int64_t* out_nanoseconds,
                                            gc_error** out_error);

/** Releases an event. A stream that waits for it still does. */
GRIDCALL_API void gc_event_release(gc_event* event);

/**
 * A gc_event for an event that another library made: its CUevent. It is not destroyed; its owner must keep it
 * until the gc_event is released. The CPU device refuses a number that is no event of the context; a GPU's
 * driver may end the process with one. Errors: only any driver error.
 *
 * @param context The context in which the event was made.
 * @param native The CUevent.
 */
GRIDCALL_API gc_status gc_event_wrap(gc_context* context, uint64_t native, gc_event** out_event,
                                     gc_error** out_error);

/**
 * A handle with which another process of the same machine opens the event (gc_event_open_ipc): 64 bytes, to
 * be sent there by any means. It is valid while the event lives. INVALID_ARGUMENT: the event was made without
 * the flag INTERPROCESS, or came from gc_event_open_ipc or gc_event_wrap. Errors: only UNSUPPORTED,
 * OUT_OF_MEMORY, any driver error.
 *
 * @param event The event; made with GRIDCALL_EVENT_INTERPROCESS.
 */
GRIDCALL_API gc_status gc_event_get_ipc_handle(gc_event* event, uint8_t out_handle[64], gc_error** out_error);

/**
 * Opens an event of another process. Both processes can record it, wait for it and query it; a wait is for
 * the newest record of either. The event must live in the other process for as long as this one uses it. On
 * the CPU device a wait for a record whose process ended before its work was done returns CANCELLED; with a
 * GPU it is undefined. INVALID_ARGUMENT: the handle is none of an event, of this process, or of another
 * device's driver. NOT_FOUND: the CPU device finds that its process has ended or has released the event.
 * UNSUPPORTED: it is of another user, or the driver shares no events. Errors: only NOT_FOUND, UNSUPPORTED,
 * OUT_OF_MEMORY, any driver error.
 *
 * @param context The context to open it in; of the device that the other process uses.
 * @param handle The handle that gc_event_get_ipc_handle returned in the other process.
 */
GRIDCALL_API gc_status gc_event_open_ipc(gc_context* context, const void* handle, size_t handle_size,
                                         gc_event** out_event, gc_error** out_error);

/* --- Completion --------------------------------------------------------------------------------------------
 * A completion is a queue of numbers, tokens, that streams post to when they get somewhere
 * (gc_stream_notify), and from which the program takes them: it waits for many streams, of any contexts and
 * devices, in one place, with a time limit, on a thread of its own or in the event loop that it has anyway
 * (gc_completion_get_descriptor). A GPU that is lost tells nobody. The library notices in gc_completion_wait,
 * within about a second, and in every other call that asks the GPU something; then all tokens that are
 * outstanding on it are posted.
 *
 * For one stream gc_stream_synchronize is simpler. A completion is for the first of several:
 *
 *     gc_completion_create(&completion, &error);
 *     for (uint64_t i = 0; i < 4; ++i) {
 *       gc_launch(kernel, &config, args, 2, streams[i], &error);
 *       gc_stream_notify(streams[i], completion, i, &error);
 *     }
 *     gc_completion_wait(completion, UINT64_MAX, &token, &done, &error); // token: which of them
 *
 * gc_stream_notify is queued and returns at once; gc_completion_wait alone waits. A token says that the
 * stream got there, not that the work went well: the next call that waits for that stream reports a fault. No
 * code of the program runs on a thread of the driver, so there is no callback to be careful in.
 *
 * A completion takes a file descriptor. One for a program, or for each of its event loops, is enough. Options
 * with a `completion` and a `token`, as those of gc_mem_create, post one when memory was given back.
 *
 * Common errors: FORKED, EXITING.
 */

/**
 * Makes a completion. It belongs to no context: streams of all of them may post to it. It needs a file
 * descriptor; a process without a free one gets IO.
 */
GRIDCALL_API gc_status gc_completion_create(gc_completion** out_completion, gc_error** out_error);

/**
 * Takes the oldest token, and waits for one at most for a time. That the time ran out is no error. Several
 * threads may wait: each token goes to one of them. If the completion is released meanwhile the call fails
 * with INVALID_HANDLE. May block. Errors: IO.
 *
 * @param timeout_nanoseconds The longest wait, in nanoseconds; 0 looks once, the greatest number waits
 *     without end.
 * @param out_token The token; 0 if there was none.
 * @param out_done 1 if there was a token, 0 if the time ran out.
 */
GRIDCALL_API gc_status gc_completion_wait(gc_completion* completion, uint64_t timeout_nanoseconds,
                                          uint64_t* out_token, int32_t* out_done, gc_error** out_error);

/**
 * A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a
 * token. Only poll it; take the token with gc_completion_wait and a time limit of 0, which says that there
 * was none if another thread took it first. It belongs to the completion: never read, write or close it, and
 * take it out of the loop before the completion is released. A loop that shall notice a lost GPU calls
 * gc_completion_wait once a second while tokens are outstanding.
 *
 * @param out_descriptor The descriptor of an eventfd, closed on exec.
 */
GRIDCALL_API gc_status gc_completion_get_descriptor(gc_completion* completion, int32_t* out_descriptor,
                                                    gc_error** out_error);

/** Releases a completion. Its tokens, and later ones, are dropped; calls that wait return INVALID_HANDLE. */
GRIDCALL_API void gc_completion_release(gc_completion* completion);

/* --- Element types -----------------------------------------------------------------------------------------
 * The types of the elements of an ndarray. A scalar type is a number; a record, a struct of named fields, is
 * a gc_dtype. Scalars need no object.
 *
 * Most programs write GRIDCALL_SCALAR_TYPE_FLOAT32 and need no function of this section. Those that read
 * types from elsewhere translate names of NumPy and of Python's struct module with gc_dtype_scalar_from_name,
 * and back with gc_dtype_scalar_name.
 *
 * A record is for ndarrays of a struct that kernels know: its fields can then be used as ndarrays of their
 * own (gc_ndarray_get_field). Its layout is the struct's:
 *
 *     struct point { float x, y; int32_t tag; };
 *     const gc_dtype_entry fields[] = {
 *         {"x", NULL, offsetof(struct point, x), 1, GRIDCALL_SCALAR_TYPE_FLOAT32, 0},
 *         {"tag", NULL, offsetof(struct point, tag), 1, GRIDCALL_SCALAR_TYPE_INT32, 0},
 *     };
 *     gc_dtype_create(fields, 2, sizeof(struct point), &dtype, &error);
 *
 * Fields may be left out, hold several elements (`count`) or be records themselves (`record`). A record never
 * changes after it was made, belongs to no context, and may be used with all devices. None of these functions
 * asks a device or waits.
 */

/**
 * The type of an element, with gc_value_type's numbers where it has one. In brackets DLPack's type code and
 * bits.
 */
typedef int32_t gc_scalar_type;
enum gc_scalar_type_value {
  GRIDCALL_SCALAR_TYPE_INT8 = 1,        /**< A signed integer of 8 bits [0, 8]. */
  GRIDCALL_SCALAR_TYPE_UINT8 = 2,       /**< An unsigned integer of 8 bits [1, 8]. */
  GRIDCALL_SCALAR_TYPE_INT16 = 3,       /**< A signed integer of 16 bits [0, 16]. */
  GRIDCALL_SCALAR_TYPE_UINT16 = 4,      /**< An unsigned integer of 16 bits [1, 16]. */
  GRIDCALL_SCALAR_TYPE_INT32 = 5,       /**< A signed integer of 32 bits [0, 32]. */
  GRIDCALL_SCALAR_TYPE_UINT32 = 6,      /**< An unsigned integer of 32 bits [1, 32]. */
  GRIDCALL_SCALAR_TYPE_INT64 = 7,       /**< A signed integer of 64 bits [0, 64]. */
  GRIDCALL_SCALAR_TYPE_UINT64 = 8,      /**< An unsigned integer of 64 bits [1, 64]. */
  GRIDCALL_SCALAR_TYPE_FLOAT16 = 9,     /**< A float of 16 bits, CUDA's half [2, 16]. */
  GRIDCALL_SCALAR_TYPE_BFLOAT16 = 10,   /**< A bfloat16 [4, 16]. */
  GRIDCALL_SCALAR_TYPE_FLOAT32 = 11,    /**< A float of 32 bits [2, 32]. */
  GRIDCALL_SCALAR_TYPE_FLOAT64 = 12,    /**< A float of 64 bits [2, 64]. */
  GRIDCALL_SCALAR_TYPE_BOOL = 13,       /**< A truth value of 8 bits, 0 or 1 [6, 8]. */
  GRIDCALL_SCALAR_TYPE_RECORD = 14,     /**< A record, which a gc_dtype describes; DLPack has none. */
  GRIDCALL_SCALAR_TYPE_COMPLEX64 = 15,  /**< A complex number of two FLOAT32 [5, 64]. */
  GRIDCALL_SCALAR_TYPE_COMPLEX128 = 16, /**< A complex number of two FLOAT64 [5, 128]. */
  /** A float of 8 bits, 4 of them the exponent, without infinity [10, 8]. For communicators alone. */
  GRIDCALL_SCALAR_TYPE_FLOAT8_E4M3 = 17,
  /** A float of 8 bits, 5 of them the exponent [12, 8]. For communicators alone. */
  GRIDCALL_SCALAR_TYPE_FLOAT8_E5M2 = 18
};

/** A field of a record that is made. */
typedef struct gc_dtype_entry {
  const char* name;           /**< Its name; not empty. */
  gc_dtype* record;           /**< The gc_dtype of a field of type RECORD. NULL: the field is a scalar. */
  uint64_t offset;            /**< The field's first byte in the record, in bytes. */
  uint64_t count;             /**< The number of elements that follow each other there; 0 means 1. */
  gc_scalar_type scalar_type; /**< The type of an element. */
  uint32_t reserved;          /**< Zero. */
} gc_dtype_entry;

/** A field of a record. Its name is valid as long as a handle of the record. */
typedef struct gc_dtype_field {
  size_t struct_size;         /**< sizeof(gc_dtype_field). */
  const char* name;           /**< Its name. */
  uint64_t offset;            /**< The field's first byte in the record, in bytes. */
  uint64_t count;             /**< The number of its elements. */
  uint64_t size;              /**< The size of all of them, in bytes. */
  gc_scalar_type scalar_type; /**< The type of an element. */
  uint32_t reserved;          /**< Zero. */
} gc_dtype_field;
#define GRIDCALL_DTYPE_FIELD_INIT {sizeof(gc_dtype_field), NULL, 0, 0, 0, 0, 0}

/**
 * Makes the layout of a record from its fields, in any order of their offsets. Fields that overlap, share a
 * name or exceed the size are refused. Errors: INVALID_OPTIONS, OUT_OF_RANGE.
 *
 * @param entries The fields; one at least.
 * @param size The record's size, in bytes, padding included; 0: the end of its last field.
 */
GRIDCALL_API gc_status gc_dtype_create(const gc_dtype_entry* entries, size_t entry_count, uint64_t size,
                                       gc_dtype** out_dtype, gc_error** out_error);

/**
 * The size of a record.
 *
 * @param out_size Its size, in bytes, padding included.
 */
GRIDCALL_API gc_status gc_dtype_get_size(gc_dtype* dtype, uint64_t* out_size, gc_error** out_error);

/**
 * The alignment of records: the largest alignment of a field, as a struct of C has it, or 1 if an offset or
 * the size is no multiple of that (a packed record).
 */
GRIDCALL_API gc_status gc_dtype_get_alignment(gc_dtype* dtype, uint64_t* out_alignment, gc_error** out_error);

/** The number of fields of a record. */
GRIDCALL_API gc_status gc_dtype_get_field_count(gc_dtype* dtype, size_t* out_count, gc_error** out_error);

/** A field of a record, in the order in which they were given. Errors: OUT_OF_RANGE. */
GRIDCALL_API gc_status gc_dtype_get_field(gc_dtype* dtype, size_t index, gc_dtype_field* out_field,
                                          gc_error** out_error);

/**
 * The record of a field of type RECORD. NOT_FOUND for a field of scalars. Errors: NOT_FOUND, OUT_OF_RANGE.
 *
 * @param index The field, from 0.
 */
GRIDCALL_API gc_status gc_dtype_get_field_record(gc_dtype* dtype, size_t index, gc_dtype** out_record,
                                                 gc_error** out_error);

/** The index of the field that has a name. Errors: NOT_FOUND. */
GRIDCALL_API gc_status gc_dtype_find_field(gc_dtype* dtype, const char* name, size_t* out_index,
                                           gc_error** out_error);

/** The size of a scalar type in bytes; 0 for RECORD and for a number this library does not know. */
GRIDCALL_API uint32_t gc_dtype_scalar_size(gc_scalar_type scalar_type);

/**
 * NumPy's name of a scalar type, which the CUDA array interface has as typestr: "<f4" is FLOAT32, "<c8"
 * COMPLEX64, "|b1" BOOL. NumPy has no bfloat16: "bfloat16". "" for RECORD and for a number this library does
 * not know. Static; never released.
 */
GRIDCALL_API const char* gc_dtype_scalar_name(gc_scalar_type scalar_type);

/**
 * The scalar type of a name: NumPy's ("<f4", "f4", "float32"), and the codes of Python's struct module with
 * PyCUDA's F and D for complex numbers ("b", "B", "h", "H", "i", "I", "l", "L", "q", "Q", "n", "N", "P", "e",
 * "f", "d", "?"). Names of other byte orders (">f4") are not found. Errors: NOT_FOUND.
 */
GRIDCALL_API gc_status gc_dtype_scalar_from_name(const char* name, gc_scalar_type* out_scalar_type,
                                                 gc_error** out_error);

/** Releases a record. Ndarrays and records that are made of it keep what they need. */
GRIDCALL_API void gc_dtype_release(gc_dtype* dtype);

/* --- Memory ------------------------------------------------------------------------------------------------
 * One object for every kind of memory: on the device, page-locked on the host, managed, ordinary host memory,
 * registered host memory, a part of another, a module's global variable, or a foreign address. gc_mem_create
 * makes every kind, and gc_mem_alloc is short for the most common one, memory of the device. Sizes and
 * offsets are in bytes.
 *
 * A program begins with gc_mem_alloc and the copies of the next section. Page-locked memory is worth its
 * price where copies shall run beside kernels, and where kernels read the host's memory; managed memory where
 * host and device use the same data in turn. Page-locked memory, for instance:
 *
 *     gc_mem_options options = GRIDCALL_MEM_OPTIONS_INIT;
 *     options.place = GRIDCALL_MEM_PLACE_HOST; // page-locked
 *     options.size = size;
 *     gc_mem_create(context, &options, &mem, &error);
 *
 * An allocation asks the driver and may wait for it: programs that allocate often use a pool
 * (gc_pool_create), whose memory is a gc_mem like any other. Page-locking memory is more expensive still: do
 * it once.
 *
 * Releasing is cheap and safe at any time: launches and copies that name the memory keep it until they are
 * done. gc_mem_free waits for them, and has given it back when it returns. A kernel gets memory as an
 * argument (GRIDCALL_ARG_MEM); what reaches a kernel as an address inside a struct or a table is unknown to
 * the library, and gc_mem_use says that a stream uses it.
 *
 * The host reads memory of the places HOST, MANAGED and PAGEABLE at gc_mem_get_host_address, after
 * gc_mem_wait or a wait for the stream that wrote it.
 *
 * For experts: gc_mem_advise, gc_mem_prefetch and gc_mem_attach steer managed memory, and results do not
 * depend on them; gc_mem_wrap takes an address of another library; gc_mem_get_ipc_handle and gc_mem_open_ipc
 * share device memory with another process of this machine.
 *
 * Common errors: any driver error.
 */

/** The place of memory. */
typedef int32_t gc_mem_place;
enum gc_mem_place_value {
  GRIDCALL_MEM_PLACE_DEVICE = 1, /**< On the device. */
  GRIDCALL_MEM_PLACE_HOST = 2,   /**< Page-locked host memory; the device reaches it too. */
  /** Managed memory: one address for the host and the device, between which its pages move. */
  GRIDCALL_MEM_PLACE_MANAGED = 3,
  /**
   * Ordinary host memory, aligned. A copy or fill of it may wait until it is made, as with a host address.
   * Kernels take it where the device attribute PAGEABLE_MEMORY_ACCESS is 1, else page-locked memory.
   */
  GRIDCALL_MEM_PLACE_PAGEABLE = 4
};

/** The origin of a gc_mem. */
typedef int32_t gc_mem_origin;
enum gc_mem_origin_value {
  GRIDCALL_MEM_ORIGIN_ALLOCATED = 1,  /**< Allocated by gc_mem_create or gc_mem_alloc. */
  GRIDCALL_MEM_ORIGIN_POOL = 2,       /**< From a pool. */
  GRIDCALL_MEM_ORIGIN_SUB_REGION = 3, /**< A part of another gc_mem. */
  GRIDCALL_MEM_ORIGIN_WRAPPED = 4,    /**< A foreign address (gc_mem_wrap). */
  GRIDCALL_MEM_ORIGIN_GLOBAL = 5,     /**< A __device__ or __constant__ variable of a module. */
  GRIDCALL_MEM_ORIGIN_REGISTERED = 6, /**< Host memory of the program, registered with gc_mem_register. */
  GRIDCALL_MEM_ORIGIN_IPC = 7         /**< Memory of another process (gc_mem_open_ipc). */
};

/**
 * Attributes of memory: CUDA's numbers for what it knows of a range of managed memory
 * (CUmem_range_attribute), gridcall's own from 100001 on.
 */
typedef int32_t gc_mem_attribute;
enum gc_mem_attribute_value {
  /** Managed memory: 1 if all of it has the advice SET_READ_MOSTLY. */
  GRIDCALL_MEM_ATTRIBUTE_READ_MOSTLY = 1,
  /**
   * Managed memory: the CUDA ordinal of the preferred device as a signed number of 64 bits; -1 is the host,
   * -2 none, or not the same for all of it.
   */
  GRIDCALL_MEM_ATTRIBUTE_PREFERRED_LOCATION = 2,
  /** Managed memory: where all of it was last prefetched to; numbers as for PREFERRED_LOCATION. */
  GRIDCALL_MEM_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4,
  GRIDCALL_MEM_ATTRIBUTE_PLACE = 100001,     /**< The place: a GRIDCALL_MEM_PLACE_* number. */
  GRIDCALL_MEM_ATTRIBUTE_ORIGIN = 100002,    /**< The origin: a GRIDCALL_MEM_ORIGIN_* number. */
  /**
   * The GRIDCALL_MEM_* bits of gc_mem_options, and of a part those that it adds. Of page-locked and
   * registered memory PORTABLE, MAPPED and WRITE_COMBINED are what the driver says.
   */
  GRIDCALL_MEM_ATTRIBUTE_FLAGS = 100003,
  /** Bytes from row to row of pitched memory; 0 if it is not pitched. */
  GRIDCALL_MEM_ATTRIBUTE_PITCH = 100004,
  /** Bytes of a row of pitched memory without its padding; 0 if it is not pitched. */
  GRIDCALL_MEM_ATTRIBUTE_ROW_SIZE = 100005,
  GRIDCALL_MEM_ATTRIBUTE_HEIGHT = 100006,    /**< Rows of pitched memory; 0 if it is not pitched. */
  GRIDCALL_MEM_ATTRIBUTE_ALIGNMENT = 100007, /**< The greatest power of two that divides its address. */
  GRIDCALL_MEM_ATTRIBUTE_OFFSET = 100008,    /**< Bytes from the beginning of a part's parent; else 0. */
  /** The number of its holders: handle, parts, prepared launches, calls under way. */
  GRIDCALL_MEM_ATTRIBUTE_REFERENCE_COUNT = 100009,
  /** 1 if it is host memory registered with gc_mem_register, else 0. */
  GRIDCALL_MEM_ATTRIBUTE_IS_REGISTERED = 100010,
  /** 1 if the host and kernels use one address for it (shared virtual memory), else 0. */
  GRIDCALL_MEM_ATTRIBUTE_USES_SVM = 100011,
  /** The number of its mappings that are mapped, without those of its parts. */
  GRIDCALL_MEM_ATTRIBUTE_MAP_COUNT = 100012
};

/**
 * The rule for who may use managed memory where the host and the device cannot use it at once (CUDA's
 * numbers).
 */
typedef int32_t gc_mem_attach_mode;
enum gc_mem_attach_mode_value {
  GRIDCALL_MEM_ATTACH_MODE_GLOBAL = 1, /**< Every stream, and the host while no kernel runs. */
  GRIDCALL_MEM_ATTACH_MODE_HOST = 2,  /**< The host, until it is attached otherwise. */
  GRIDCALL_MEM_ATTACH_MODE_SINGLE = 4 /**< One stream, and the host while nothing is queued on that stream. */
};

/** The expected use of managed memory (CUDA's numbers). */
typedef int32_t gc_mem_advice;
enum gc_mem_advice_value {
  GRIDCALL_MEM_ADVICE_SET_READ_MOSTLY = 1,        /**< It is mostly read: each reader may have a copy. */
  GRIDCALL_MEM_ADVICE_UNSET_READ_MOSTLY = 2,      /**< Takes SET_READ_MOSTLY back. */
  GRIDCALL_MEM_ADVICE_SET_PREFERRED_LOCATION = 3, /**< It should be on the given device. */
  GRIDCALL_MEM_ADVICE_UNSET_PREFERRED_LOCATION = 4, /**< Takes SET_PREFERRED_LOCATION back. */
  GRIDCALL_MEM_ADVICE_SET_ACCESSED_BY = 5,        /**< The given device uses it and should have it mapped. */
  GRIDCALL_MEM_ADVICE_UNSET_ACCESSED_BY = 6       /**< Takes SET_ACCESSED_BY back. */
};

/**
 * Flags of new memory, and promises of the program on its use. A copy that breaks a promise of the host is
 * refused; a kernel that breaks one of kernels is not found out. Any of these bits:
 */
typedef uint64_t gc_mem_flags;
/**
 * Page-locked memory: fast for the device to read, slow for the host to read. On the CPU device it is
 * memory as any other, and FLAGS lacks the bit.
 */
#define GRIDCALL_MEM_WRITE_COMBINED (UINT64_C(1) << 0)
#define GRIDCALL_MEM_PORTABLE (UINT64_C(1) << 1) /**< Page-locked memory: for every context. It always is. */
#define GRIDCALL_MEM_MAPPED (UINT64_C(1) << 2)   /**< Page-locked memory: for kernels too. It always is. */
#define GRIDCALL_MEM_ZERO (UINT64_C(1) << 3)     /**< Filled with zeros. */
#define GRIDCALL_MEM_KERNEL_READ_ONLY (UINT64_C(1) << 4) /**< Kernels only read it. */
#define GRIDCALL_MEM_KERNEL_WRITE_ONLY (UINT64_C(1) << 5) /**< Kernels only write it. */
/** The host only reads it: gc_memcpy_htod refuses it. */
#define GRIDCALL_MEM_HOST_READ_ONLY (UINT64_C(1) << 6)
/** The host only writes it: gc_memcpy_dtoh refuses it. */
#define GRIDCALL_MEM_HOST_WRITE_ONLY (UINT64_C(1) << 7)
/** The host neither reads nor writes it: its copies and gc_mem_get_host_address refuse it. */
#define GRIDCALL_MEM_HOST_NO_ACCESS (UINT64_C(1) << 8)
/** Managed memory: the host and kernels use it at once. Needs FINE_GRAIN_BUFFER of SVM_CAPABILITIES. */
#define GRIDCALL_MEM_SVM_FINE_GRAIN_BUFFER (UINT64_C(1) << 9)
/** Managed memory: they also use it with atomic operations. Needs ATOMICS of SVM_CAPABILITIES. */
#define GRIDCALL_MEM_SVM_ATOMICS (UINT64_C(1) << 10)

/** Flags of how host memory is registered. Any of these bits: */
typedef uint64_t gc_mem_register_flags;
#define GRIDCALL_MEM_REGISTER_PORTABLE (UINT64_C(1) << 0) /**< For every context. It always is. */
#define GRIDCALL_MEM_REGISTER_MAPPED (UINT64_C(1) << 1)   /**< For kernels too. It always is. */
/** It is memory of another device, mapped into this process. GPU only. */
#define GRIDCALL_MEM_REGISTER_IO_MEMORY (UINT64_C(1) << 2)
/** The device only reads it; for memory that the process itself may not write. */
#define GRIDCALL_MEM_REGISTER_READ_ONLY (UINT64_C(1) << 3)

/** Flags of how managed memory is moved. Any of these bits: */
typedef uint64_t gc_mem_prefetch_flags;
/**
 * Its content is not wanted: the driver need not copy it, and until something writes it, it is undefined.
 * Where the driver cannot do that (CUDA 13.0 and later can) the content is moved.
 */
#define GRIDCALL_MEM_PREFETCH_DISCARD (UINT64_C(1) << 0)

/** Flags of wrapped memory. Any of these bits: */
typedef uint64_t gc_mem_wrap_flags;
/**
 * The library frees it, with cuMemFree or, if it is page-locked, cuMemFreeHost, when it is released. The
 * address must be that of a whole allocation, which nothing else frees.
 */
#define GRIDCALL_MEM_WRAP_OWNED (UINT64_C(1) << 0)

/** Flags of how memory of another process is opened. Any of these bits: */
typedef uint64_t gc_mem_ipc_flags;
/** If it is on another GPU than the context's, peer access is enabled. It always is. */
#define GRIDCALL_MEM_IPC_LAZY_PEER_ACCESS (UINT64_C(1) << 0)

/** Options of memory of another process. */
typedef struct gc_mem_ipc_options {
  size_t struct_size;     /**< sizeof(gc_mem_ipc_options). */
  gc_mem_ipc_flags flags; /**< GRIDCALL_MEM_IPC_* bits. */
} gc_mem_ipc_options;
#define GRIDCALL_MEM_IPC_OPTIONS_INIT {sizeof(gc_mem_ipc_options), 0}

/** Options of new memory. */
typedef struct gc_mem_options {
  size_t struct_size;        /**< sizeof(gc_mem_options). */
  gc_mem_flags flags;        /**< GRIDCALL_MEM_* bits. */
  gc_mem_place place;        /**< The place; 0 means GRIDCALL_MEM_PLACE_DEVICE. */
  gc_mem_attach_mode attach; /**< Managed memory: GLOBAL or HOST; 0 means GLOBAL. */
  /**
   * Its size, in bytes, or with a height that of a row; 0: that of its content, and without content it is
   * refused.
   */
  uint64_t size;
  /**
   * A power of two that its address is a multiple of, in bytes, up to 1 GiB; 0: 256, or 4096 for ordinary
   * host memory. It is never less than 256.
   */
  uint64_t alignment;
  /** Rows of pitched memory (attribute PITCH), which begin at multiples of 512 bytes; 0: not pitched. */
  uint64_t height;
  uint32_t element_size;     /**< Pitched memory, in bytes: what a thread reads at once, 4, 8 or 16; 0: 4. */
  uint32_t reserved;         /**< Zero. */
  /** The first content, there when the call returns. Not with a height. NULL: no content. */
  const void* content;
  size_t content_size;       /**< Its size, in bytes; at most `size`. */
  /**
   * Gets `token` when the memory was given back: it is released, with all its parts, no work uses it any
   * more, and the driver has it. The library notices that in gc_completion_wait, in gc_handle_collect, and in
   * calls that make an object in the context. NULL: none.
   */
  gc_completion* completion;
  uint64_t token;            /**< The token that the completion gets; without a completion 0. */
} gc_mem_options;
#define GRIDCALL_MEM_OPTIONS_INIT {sizeof(gc_mem_options), 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0, NULL, 0}

/** Options of registered host memory. */
typedef struct gc_mem_register_options {
  size_t struct_size;          /**< sizeof(gc_mem_register_options). */
  gc_mem_register_flags flags; /**< GRIDCALL_MEM_REGISTER_* bits. */
} gc_mem_register_options;
#define GRIDCALL_MEM_REGISTER_OPTIONS_INIT {sizeof(gc_mem_register_options), 0}

/** Facts about foreign memory. */
typedef struct gc_mem_wrap_options {
  size_t struct_size;      /**< sizeof(gc_mem_wrap_options). */
  uint64_t host_address;   /**< The host address of page-locked memory; 0: the driver is asked for it. */
  gc_mem_wrap_flags flags; /**< GRIDCALL_MEM_WRAP_* bits. */
  /**
   * Gets `token` when the library is done with the memory: it is released, with all its parts, and no work
   * uses it any more. With OWNED it was freed then. The library notices that in gc_completion_wait, in
   * gc_handle_collect, and in calls that make an object in the context. NULL: none.
   */
  gc_completion* completion;
  uint64_t token;          /**< The token that the completion gets; without a completion 0. */
} gc_mem_wrap_options;
#define GRIDCALL_MEM_WRAP_OPTIONS_INIT {sizeof(gc_mem_wrap_options), 0, 0, NULL, 0}

/**
 * Allocates device memory, aligned to 256 bytes. Its content is undefined. May block. Errors: OUT_OF_MEMORY.
 *
 * @param size Its size, in bytes; not 0.
 */
GRIDCALL_API gc_status gc_mem_alloc(gc_context* context, uint64_t size, gc_mem** out_mem,
                                    gc_error** out_error);

/**
 * Makes memory of any kind. Without the flag ZERO and without content what it holds is undefined.
 * UNSUPPORTED: managed memory on a device that has none. May block. Errors: OUT_OF_RANGE, OUT_OF_MEMORY,
 * UNSUPPORTED.
 *
 * @param options Place, size and the rest.
 */
GRIDCALL_API gc_status gc_mem_create(gc_context* context, const gc_mem_options* options, gc_mem** out_mem,
                                     gc_error** out_error);

/**
 * A part of a memory, which it keeps alive. Reading and writing either reads and writes the other. It keeps
 * the promises of its whole, and those that it adds itself. Errors: only OUT_OF_RANGE.
 *
 * @param mem The whole.
 * @param offset The first byte of the part, in bytes.
 * @param size Its size, in bytes; not 0.
 * @param flags Further promises: bits as GRIDCALL_MEM_KERNEL_READ_ONLY and GRIDCALL_MEM_HOST_READ_ONLY.
 * @param out_mem OWNED. The part.
 */
GRIDCALL_API gc_status gc_mem_create_sub_region(gc_mem* mem, uint64_t offset, uint64_t size,
                                                gc_mem_flags flags, gc_mem** out_mem, gc_error** out_error);

/**
 * Page-locks host memory of the program, so that kernels take it and gc_memcpy copies it while the program
 * goes on. The program must keep the memory until the gc_mem and the work that uses it are gone, and must not
 * free it before: gc_mem_free ends the registration at once, gc_mem_release when the work is done. Any
 * address and size will do. ALREADY_REGISTERED: a part of it is registered or page-locked already. May block.
 * Errors: OUT_OF_RANGE, ALREADY_REGISTERED, OUT_OF_MEMORY, UNSUPPORTED.
 *
 * @param host_address The address; not 0.
 * @param size The size of the memory there, in bytes; not 0.
 */
GRIDCALL_API gc_status gc_mem_register(gc_context* context, uint64_t host_address, uint64_t size,
                                       const gc_mem_register_options* options, gc_mem** out_mem,
                                       gc_error** out_error);

/**
 * Makes a gc_mem of a device address that another library owns. That library must keep it valid until the
 * gc_mem and the work that uses it are gone; with the flag OWNED the gc_mem owns it from then on. The driver
 * tells whether it is device, page-locked or managed memory. Errors: OUT_OF_RANGE, WRONG_CONTEXT.
 *
 * @param context The context in which the address is valid.
 * @param address The device address; not 0.
 * @param size The size of the memory there, in bytes; not 0.
 */
GRIDCALL_API gc_status gc_mem_wrap(gc_context* context, uint64_t address, uint64_t size,
                                   const gc_mem_wrap_options* options, gc_mem** out_mem,
                                   gc_error** out_error);

/**
 * The device address, for other libraries, for structs and for tables on the device. gridcall does not see
 * what uses it there: keep the gc_mem until that work is done, or name it with gc_mem_use. UNSUPPORTED:
 * ordinary host memory (place PAGEABLE) that this device cannot reach. Errors: only UNSUPPORTED.
 */
GRIDCALL_API gc_status gc_mem_get_address(gc_mem* mem, uint64_t* out_address, gc_error** out_error);

/**
 * The host address of memory that the host reaches (place HOST, MANAGED or PAGEABLE), as a number. Valid
 * until the gc_mem is released. Wait for the work that writes it before reading: gc_mem_wait does. Errors:
 * only UNSUPPORTED.
 *
 * @param out_address The address; cast it to a pointer.
 */
GRIDCALL_API gc_status gc_mem_get_host_address(gc_mem* mem, uint64_t* out_address, gc_error** out_error);

/** The size that was asked for. Errors: only what wrong arguments cause. */
GRIDCALL_API gc_status gc_mem_get_size(gc_mem* mem, uint64_t* out_size, gc_error** out_error);

/**
 * One attribute of memory. NOT_FOUND for a number that this library does not know, UNSUPPORTED for an
 * attribute of managed memory that this is not.
 */
GRIDCALL_API gc_status gc_mem_get_attribute(gc_mem* mem, gc_mem_attribute attribute, uint64_t* out_value,
                                            gc_error** out_error);

/**
 * The memory that a part is a part of. NOT_FOUND if the memory is no part. Errors: only NOT_FOUND.
 *
 * @param mem The part.
 * @param out_mem OWNED. The memory from which gc_mem_create_sub_region made it.
 */
GRIDCALL_API gc_status gc_mem_get_parent(gc_mem* mem, gc_mem** out_mem, gc_error** out_error);

/**
 * Says that work queued on the stream so far uses the memory in a way that gridcall does not see: its address
 * is in a struct, in a table on the device, or was given to another library. Released memory is then not
 * reused before that work is done. Memory that a launch or a copy names needs no such call. Errors:
 * WRONG_CONTEXT, any device error.
 */
GRIDCALL_API gc_status gc_mem_use(gc_mem* mem, gc_stream* stream, gc_error** out_error);

/**
 * Waits until no work that was queued so far uses the memory, or the time is up: before the host reads or
 * writes page-locked, managed or registered memory. Work counts that names it as an argument of kind MEM, in
 * a copy or a fill, or with gc_mem_use. A fault of that work is reported by calls on its stream. In a context
 * with more than 62 streams it may wait longer, for all of its work. May block. Errors: any device error.
 *
 * @param timeout_nanoseconds The longest wait, in nanoseconds; 0 only asks.
 * @param out_done 1 if no queued work uses it, else 0.
 */
GRIDCALL_API gc_status gc_mem_wait(gc_mem* mem, uint64_t timeout_nanoseconds, int32_t* out_done,
                                   gc_error** out_error);

/**
 * Says who may use managed memory from this point of the stream on. It matters where the device attribute
 * CONCURRENT_MANAGED_ACCESS is 0; elsewhere it is accepted. It is for the whole of a memory, not for a part.
 * UNSUPPORTED: the memory is not managed. Errors: INVALID_ARGUMENT, WRONG_CONTEXT, UNSUPPORTED, any device
 * error.
 *
 * @param attach To whom.
 * @param stream The stream; of the memory's context. NULL: the default stream of the memory's context; not
 *     for SINGLE.
 */
GRIDCALL_API gc_status gc_mem_attach(gc_mem* mem, gc_mem_attach_mode attach, gc_stream* stream,
                                     gc_error** out_error);

/**
 * Tells the driver what to expect of the use of managed memory. Results do not depend on it. UNSUPPORTED: the
 * memory is not managed. Errors: OUT_OF_RANGE, UNSUPPORTED.
 *
 * @param offset The first byte of the range, in bytes.
 * @param size Its size, in bytes; not 0.
 * @param advice The expected use.
 * @param device The device that the advice is about; of the driver of the memory's context. NULL: the host.
 */
GRIDCALL_API gc_status gc_mem_advise(gc_mem* mem, uint64_t offset, uint64_t size, gc_mem_advice advice,
                                     gc_device* device, gc_error** out_error);

/**
 * Moves managed memory to a device or to the host before it is used there, queued on a stream. Nothing is
 * done where it cannot move ahead of its use: if it is not managed, or the device attribute
 * CONCURRENT_MANAGED_ACCESS of its device or of `device` is 0. Errors: INVALID_ARGUMENT, WRONG_CONTEXT,
 * OUT_OF_RANGE, UNSUPPORTED, any device error.
 *
 * @param offset The first byte of the range, in bytes.
 * @param size Its size, in bytes; not 0.
 * @param device The destination; of the driver of the memory's context. NULL: the host.
 */
GRIDCALL_API gc_status gc_mem_prefetch(gc_mem* mem, uint64_t offset, uint64_t size, gc_device* device,
                                       gc_mem_prefetch_flags flags, gc_stream* stream, gc_error** out_error);

/**
 * A handle with which another process of the same machine opens the memory (gc_mem_open_ipc): 64 bytes, to be
 * sent there by any means, together with the offset. It is valid while the memory lives: the exporting
 * process must keep it, and its own work must be ordered with that of the other process (an event with
 * INTERPROCESS does). INVALID_ARGUMENT: only device memory of gc_mem_create and gc_mem_alloc can be exported,
 * parts of it, and wrapped memory of cuMemAlloc; a pool's block cannot, for the pool lends it to others once
 * it is released. The driver may place small allocations in common pages, all of which the other process then
 * maps: keep what it must not reach in allocations of 2 MiB and more. On the CPU device the first export
 * copies the allocation in place to memory that processes can share, while kernels may run. May block.
 * Errors: UNSUPPORTED, OUT_OF_MEMORY.
 *
 * @param out_handle 64 bytes; the same for all parts of an allocation.
 * @param out_offset The memory's first byte in its allocation, in bytes.
 */
GRIDCALL_API gc_status gc_mem_get_ipc_handle(gc_mem* mem, uint8_t out_handle[64], uint64_t* out_offset,
                                             gc_error** out_error);

/**
 * Opens memory of another process. It is the same memory: what one process writes, the other reads, once work
 * is ordered by an event with INTERPROCESS or by waiting. It may be opened several times. Release it before
 * the other process releases its own; on the CPU device it stays valid after that, and after the other
 * process has ended. INVALID_ARGUMENT: the handle is none of memory, of this process, or of another device's
 * driver. NOT_FOUND: the CPU device finds that its process has ended or has released the memory. UNSUPPORTED:
 * it is of another user, or the driver shares no memory. May block. Errors: OUT_OF_RANGE, NOT_FOUND,
 * UNSUPPORTED, OUT_OF_MEMORY.
 *
 * @param context The context to open it in; of the other process's device, or one with peer access to it.
 * @param handle The handle that gc_mem_get_ipc_handle returned in the other process.
 * @param offset Its first byte in the allocation, in bytes: what gc_mem_get_ipc_handle returned, or more.
 * @param size Its size, in bytes; not 0. The allocation must hold it.
 */
GRIDCALL_API gc_status gc_mem_open_ipc(gc_context* context, const void* handle, size_t handle_size,
                                       uint64_t offset, uint64_t size, const gc_mem_ipc_options* options,
                                       gc_mem** out_mem, gc_error** out_error);

/**
 * Waits for the work that uses the memory, gives it back before it returns, and ends the handle: what
 * gc_mem_release does later. Once its address was asked for, that is the work of all streams of its context.
 * It also ends a registration, so that the program may free its memory. INVALID_STATE: something else holds
 * it, a part, another handle or a prepared launch; the handle then stays. If another thread begins to use it
 * meanwhile the handle ends, INVALID_STATE is returned, and the memory goes with its last holder. A part, and
 * a variable of a module, can only be released (INVALID_ARGUMENT). May block. Errors: INVALID_ARGUMENT,
 * INVALID_STATE, any device error.
 */
GRIDCALL_API gc_status gc_mem_free(gc_mem* mem, gc_error** out_error);

/**
 * Releases memory. Copies and launches already queued with it finish first: releasing at once after a launch
 * is safe, if the launch names the memory as an argument of kind MEM. For an address that the library cannot
 * see, call gc_mem_use first.
 */
GRIDCALL_API void gc_mem_release(gc_mem* mem);

/* --- Copy and fill -----------------------------------------------------------------------------------------
 * Every copy and fill names memory and an offset in bytes, is queued on a stream, and is refused if it would
 * exceed the memory. gc_memcpy copies between memories, wherever they are; gc_memcpy_htod and gc_memcpy_dtoh
 * have a host pointer at one end, and any host memory will do; gc_memcpy_rect has rows with gaps, and arrays.
 *
 * With a host pointer a call returns when the host memory may be used again, or is filled, and a copy to the
 * host waits for what its stream was given before. The others return at once, and keep their memory until
 * they are done:
 *
 *     gc_memcpy_htod(x, 0, host, sizeof host, stream, &error);     // `host` may be changed now
 *     gc_memcpy(y, 0, x, 0, sizeof host, stream, &error);          // queued
 *     gc_memset(x, 0, &zero, sizeof zero, 16, stream, &error);     // queued behind it
 *     gc_memcpy_dtoh(host, y, 0, sizeof host, stream, &error);     // `host` is filled now
 *
 * Copies of ordinary host memory are fast: the library moves large ones through page-locked memory of its own
 * with several threads. To copy while kernels run and the host goes on, make the host's side page-locked
 * memory (gc_mem_create with the place HOST) and use gc_memcpy between the two gc_mem.
 *
 * A copy between memories of two contexts is ordered behind what its stream and the default stream of the
 * other context have been given, and what those are given later is ordered behind the copy. Between a GPU and
 * the CPU device, which have no common queue, it returns when it is done.
 *
 * Common parameters:
 * - `dst`: The memory to copy to.
 * - `dst_offset`: Offset in `dst`, in bytes.
 * - `src`: The memory to copy from.
 * - `src_offset`: Offset in `src`, in bytes.
 *
 * Common errors: INVALID_ARGUMENT, WRONG_CONTEXT, OUT_OF_RANGE, any device error.
 */

/**
 * One end of a copy or a fill: a gc_mem, a gc_array or host memory, one of the three. In an array the
 * rectangle begins at `x`, `y`, `z`, and offset and pitches are 0; it covers whole elements. In memory a
 * rectangle that begins at column x, row y and slice z has the offset z * slice pitch + y * row pitch + x.
 */
typedef struct gc_copy_end {
  gc_mem* mem;        /**< The memory. NULL: `array` or `host` is given. */
  void* host;         /**< The host memory; of a source it is only read. NULL: `mem` or `array` is given. */
  size_t host_size;   /**< The size of `host`, in bytes; with 0 the host memory counts as not given. */
  gc_array* array;    /**< The array, without levels or one level. NULL: `mem` or `host` is given. */
  uint64_t offset;    /**< The first byte of the rectangle in memory, in bytes. */
  uint64_t row_pitch; /**< From row to row, in bytes, not less than `width`; 0: the rows follow each other. */
  /**
   * From slice to slice, in bytes: a multiple of the row pitch, not less than the rows of a slice; 0: the
   * slices follow each other.
   */
  uint64_t slice_pitch;
  uint64_t x;         /**< The first column in `array`, in bytes; without one 0. */
  uint64_t y;         /**< The first row in `array`; without one 0. */
  uint64_t z;         /**< The first slice, layer or face in `array`; without one 0. */
} gc_copy_end;

/**
 * A copy of a rectangle: `depth` slices of `height` rows of `width` bytes, which are at other distances in
 * the destination than in the source. One end at least is no host memory.
 */
typedef struct gc_rect_copy {
  size_t struct_size; /**< sizeof(gc_rect_copy). */
  gc_copy_end dst;    /**< The destination. */
  gc_copy_end src;    /**< The source. */
  uint64_t width;     /**< The bytes of a row; 0 does nothing. */
  uint64_t height;    /**< The rows of a slice; 0 means 1. */
  uint64_t depth;     /**< The slices; 0 means 1. */
} gc_rect_copy;
#define GRIDCALL_RECT_COPY_INIT \
  {sizeof(gc_rect_copy), {NULL, NULL, 0, NULL, 0, 0, 0, 0, 0, 0}, {NULL, NULL, 0, NULL, 0, 0, 0, 0, 0, 0}, \
   0, 0, 0}

/** A fill of `depth` slices of `height` rows of `width` bytes. The value begins anew at each row. */
typedef struct gc_rect_fill {
  size_t struct_size; /**< sizeof(gc_rect_fill). */
  gc_copy_end dst;    /**< The memory to fill; host memory is refused. */
  uint64_t width;     /**< The bytes of a row, a multiple of the value's size; 0 does nothing. */
  uint64_t height;    /**< The rows of a slice; 0 means 1. */
  uint64_t depth;     /**< The slices; 0 means 1. */
  const void* value;  /**< The value, of any content. NULL: it is refused. */
  size_t value_size;  /**< Its size, in bytes, from 1 to 128. */
  /**
   * For an array: FLOAT32, INT32 or UINT32, and `value` is a colour of four such numbers, which is converted
   * to the array's format, rounded and saturated (OpenCL 3.0, clEnqueueFillImage): FLOAT32 to float, half and
   * normalized channels, INT32 to signed, UINT32 to unsigned ones. Channels that the array has not are
   * ignored. 0: `value` is the bytes of an element, or equal parts of it.
   */
  gc_scalar_type color_type;
  uint32_t reserved;  /**< Zero. */
} gc_rect_fill;
#define GRIDCALL_RECT_FILL_INIT \
  {sizeof(gc_rect_fill), {NULL, NULL, 0, NULL, 0, 0, 0, 0, 0, 0}, 0, 0, 0, NULL, 0, 0, 0}

/**
 * Copies between two gc_mem wherever they are, on devices or the host, and also of two contexts or devices,
 * queued on a stream. The ranges must not overlap. With memory of the place PAGEABLE it may wait until the
 * copy is made. May block.
 *
 * @param size The bytes to copy; 0 does nothing.
 * @param stream The stream it is queued on, of the context of either memory. NULL: the default stream of the
 *     destination's context.
 */
GRIDCALL_API gc_status gc_memcpy(gc_mem* dst, uint64_t dst_offset, gc_mem* src, uint64_t src_offset,
                                 uint64_t size, gc_stream* stream, gc_error** out_error);

/**
 * Copies from host memory, in the order of the stream; returns when the host memory may be used again. May
 * block.
 *
 * @param src The bytes to copy.
 */
GRIDCALL_API gc_status gc_memcpy_htod(gc_mem* dst, uint64_t dst_offset, const void* src, size_t size,
                                      gc_stream* stream, gc_error** out_error);

/**
 * Copies to host memory, behind the work queued on the stream; returns when all bytes are there. May block.
 *
 * @param dst The memory for the bytes; all `size` of them are written.
 */
GRIDCALL_API gc_status gc_memcpy_dtoh(void* dst, gc_mem* src, uint64_t src_offset, size_t size,
                                      gc_stream* stream, gc_error** out_error);

/**
 * Copies a rectangle of 1, 2 or 3 dimensions between memory, arrays and host memory; memory may also be of
 * two contexts or devices, in the order of the stream. With host memory at an end it returns when that may be
 * used again; of two ends that are each a gc_mem or a gc_array it is queued. Rectangles may lie between each
 * other's rows, and share no byte. May block.
 *
 * @param rect The two ends and the rectangle.
 * @param stream The stream it is queued on, of the context of either memory. NULL: the default stream of the
 *     context of the destination, or of the source if the destination is host memory.
 */
GRIDCALL_API gc_status gc_memcpy_rect(const gc_rect_copy* rect, gc_stream* stream, gc_error** out_error);

/**
 * Fills with copies of a value of 1 to 128 bytes, queued on a stream. The value is copied before the call
 * returns; nothing need be aligned. Values of 1, 2 and 4 bytes at a multiple of their size are the fastest.
 *
 * @param mem The memory to fill.
 * @param offset The first byte of the fill, in bytes.
 * @param value The value, of 1 to 128 bytes.
 * @param count The number of copies of it; 0 does nothing.
 */
GRIDCALL_API gc_status gc_memset(gc_mem* mem, uint64_t offset, const void* value, size_t value_size,
                                 uint64_t count, gc_stream* stream, gc_error** out_error);

/**
 * Fills a rectangle of 1, 2 or 3 dimensions with copies of a value of 1 to 128 bytes, queued on a stream. The
 * value is copied before the call returns; nothing need be aligned. Of an array it is one element, or a
 * colour. An array is filled by copies of a piece of device memory that is filled first. May block.
 *
 * @param rect The memory or the array, the rectangle and the value.
 * @param stream The stream it is queued on. NULL: the default stream of the context of the memory or the
 *     array.
 */
GRIDCALL_API gc_status gc_memset_rect(const gc_rect_fill* rect, gc_stream* stream, gc_error** out_error);

/* --- Mapping -----------------------------------------------------------------------------------------------
 * A mapping is a part of memory that the host reads and writes at an address for a while. Page-locked memory,
 * and all memory of the CPU device, is where it is: nothing is copied. Memory of a GPU gets page-locked
 * memory beside it: copied when it is mapped, and copied back by gc_mapping_unmap. Map, wait for the
 * mapping's event, read or write, unmap. Between map and unmap kernels must not write what is mapped, nor
 * read it if it is mapped for writing. Mappings that overlap see each other's writes or not.
 *
 *     gc_mem_map(mem, 0, size, GRIDCALL_MAP_READ | GRIDCALL_MAP_WRITE, stream, &mapping, &error);
 *     gc_mapping_get_event(mapping, &event, &error);
 *     gc_event_synchronize(event, &error);
 *     gc_mapping_get_address(mapping, &address, &error);
 *     memset((void*)(uintptr_t)address, 1, 16);
 *     gc_mapping_unmap(mapping, stream, &error);
 *
 * Mapping suits memory of which the host touches a little here and there, and programs that run on the CPU
 * device, where it is free. For all of a memory a copy is as fast. Map and unmap are queued, and the host
 * waits in gc_event_synchronize alone. Say what it does: READ alone saves the copy back,
 * WRITE_INVALIDATE_REGION saves the copy to the host where all of it is written.
 *
 * A mapping that is released without gc_mapping_unmap is unmapped then, and nobody hears of an error. A
 * context keeps some page-locked memory for further mappings (64 MiB at most); gc_handle_collect frees it.
 */

/** Attributes of a mapping. gridcall's own numbers. */
typedef int32_t gc_mapping_attribute;
enum gc_mapping_attribute_value {
  GRIDCALL_MAPPING_ATTRIBUTE_SIZE = 100001,       /**< Its bytes. */
  GRIDCALL_MAPPING_ATTRIBUTE_FLAGS = 100002,      /**< The GRIDCALL_MAP_* bits it was made with. */
  GRIDCALL_MAPPING_ATTRIBUTE_IS_DIRECT = 100003,  /**< 1 if the host uses the memory itself, 0 if a copy. */
  GRIDCALL_MAPPING_ATTRIBUTE_ROW_PITCH = 100004,  /**< Bytes from row to row of an array; else 0. */
  GRIDCALL_MAPPING_ATTRIBUTE_SLICE_PITCH = 100005 /**< Bytes from slice to slice of an array; else 0. */
};

/** The host's use of mapped memory. Any of these bits: */
typedef uint64_t gc_map_flags;
#define GRIDCALL_MAP_READ (UINT64_C(1) << 0)  /**< It reads. */
#define GRIDCALL_MAP_WRITE (UINT64_C(1) << 1) /**< It writes; what it does not write stays as it is. */
/** It writes all of it: what was there need not be copied, and is undefined. Not together with the others. */
#define GRIDCALL_MAP_WRITE_INVALIDATE_REGION (UINT64_C(1) << 2)

/**
 * Maps a part of memory, behind the work that is queued on the stream. The host does not wait: it may use the
 * mapping when the mapping's event has happened. May block. Errors: OUT_OF_RANGE, WRONG_CONTEXT, any device
 * error.
 *
 * @param offset The first byte of the part, in bytes.
 * @param size Its size, in bytes; not 0.
 */
GRIDCALL_API gc_status gc_mem_map(gc_mem* mem, uint64_t offset, uint64_t size, gc_map_flags flags,
                                  gc_stream* stream, gc_mapping** out_mapping, gc_error** out_error);

/**
 * The address at which the host reads and writes. Not before the mapping's event has happened, nor after
 * gc_mapping_unmap, from which on this is INVALID_STATE.
 *
 * @param out_address An address of the host.
 */
GRIDCALL_API gc_status gc_mapping_get_address(gc_mapping* mapping, uint64_t* out_address,
                                              gc_error** out_error);

/** One of a mapping's attributes. Errors: NOT_FOUND. */
GRIDCALL_API gc_status gc_mapping_get_attribute(gc_mapping* mapping, gc_mapping_attribute attribute,
                                                uint64_t* out_value, gc_error** out_error);

/** The event that has happened when the host may use the mapping. Synchronize with it. */
GRIDCALL_API gc_status gc_mapping_get_event(gc_mapping* mapping, gc_event** out_event, gc_error** out_error);

/**
 * Ends the mapping: work queued on the stream from now on sees what the host wrote. The host does not wait,
 * and may not use the address any more. A second time it is INVALID_STATE. Errors: INVALID_STATE,
 * WRONG_CONTEXT, any device error.
 */
GRIDCALL_API gc_status gc_mapping_unmap(gc_mapping* mapping, gc_stream* stream, gc_error** out_error);

/**
 * Releases a mapping; the address may not be used any more. What is still mapped is unmapped on the stream on
 * which it was mapped. Of an error in that nobody is told: gc_mapping_unmap says it.
 */
GRIDCALL_API void gc_mapping_release(gc_mapping* mapping);

/* --- Array (of textures) -----------------------------------------------------------------------------------
 * An array is memory of 1, 2 or 3 dimensions whose layout is the device's own. Kernels read it through a
 * texture and read and write it through a surface; the host copies it with gc_memcpy_rect or maps it with
 * gc_array_map. It can have layers, the six faces of a cube, and levels: each level is half as large as the
 * one before in every dimension that is not layers. An array holds elements of 1, 2 or 4 channels of one
 * format. Neither kernels nor the host have its address.
 *
 * It is CUDA's array, made for textures. NumPy's array, a type and a shape over memory that kernels address,
 * is a gc_ndarray, and has a section of its own. A program without textures needs no gc_array.
 *
 * gc_array_from_host makes an array of a picture in the host's memory, and gc_array_from_ndarray of an
 * ndarray. An empty one is made here and filled by a copy or by kernels:
 *
 *     gc_array_options options = GRIDCALL_ARRAY_OPTIONS_INIT;
 *     options.flags = GRIDCALL_ARRAY_SURFACE_LDST; // kernels write it
 *     options.width = 640;
 *     options.height = 480;
 *     options.format = GRIDCALL_ARRAY_FORMAT_FLOAT;
 *     options.channels = 1;
 *     gc_array_create(context, &options, &array, &error);
 *
 * Extents are elements, but columns of copies and of gc_array_region are bytes, as in CUDA. Making an array
 * asks the driver, and may wait for it; copies to and from one are queued like those of memory, and return
 * later where host memory is at an end.
 *
 * gc_array_find_format translates OpenCL's image formats, gc_array_get_image_formats lists those that the
 * device has. For experts: levels are filled one by one (gc_array_get_level), and gc_array_wrap takes a
 * CUarray.
 *
 * Common errors: any device error.
 */

/** The type of a channel of an element. CUDA's numbers (CU_AD_FORMAT_...). */
typedef int32_t gc_array_format;
enum gc_array_format_value {
  GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT8 = 1,  /**< An unsigned integer of 8 bits. */
  GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT16 = 2, /**< An unsigned integer of 16 bits. */
  GRIDCALL_ARRAY_FORMAT_UNSIGNED_INT32 = 3, /**< An unsigned integer of 32 bits. */
  GRIDCALL_ARRAY_FORMAT_SIGNED_INT8 = 8,    /**< A signed integer of 8 bits. */
  GRIDCALL_ARRAY_FORMAT_SIGNED_INT16 = 9,   /**< A signed integer of 16 bits. */
  GRIDCALL_ARRAY_FORMAT_SIGNED_INT32 = 10,  /**< A signed integer of 32 bits. */
  GRIDCALL_ARRAY_FORMAT_HALF = 16,          /**< A floating-point number of 16 bits. */
  GRIDCALL_ARRAY_FORMAT_FLOAT = 32,         /**< A floating-point number of 32 bits. */
  /** Four channels in 32 bits, 10, 10, 10 and 2, the first one lowest, always read as 0 to 1. */
  GRIDCALL_ARRAY_FORMAT_UNORM_INT_101010_2 = 80,
  /** One channel of 8 bits, always read as a number from 0 to 1. */
  GRIDCALL_ARRAY_FORMAT_UNORM_INT8X1 = 192,
  /** Two channels of 8 bits, always read as numbers from 0 to 1. */
  GRIDCALL_ARRAY_FORMAT_UNORM_INT8X2 = 193,
  /** Four channels of 8 bits, always read as numbers from 0 to 1. */
  GRIDCALL_ARRAY_FORMAT_UNORM_INT8X4 = 194,
  /** One channel of 16 bits, always read as a number from 0 to 1. */
  GRIDCALL_ARRAY_FORMAT_UNORM_INT16X1 = 195,
  /** Two channels of 16 bits, always read as numbers from 0 to 1. */
  GRIDCALL_ARRAY_FORMAT_UNORM_INT16X2 = 196,
  /** Four channels of 16 bits, always read as numbers from 0 to 1. */
  GRIDCALL_ARRAY_FORMAT_UNORM_INT16X4 = 197,
  /** One channel of 8 bits, always read as a number from -1 to 1. */
  GRIDCALL_ARRAY_FORMAT_SNORM_INT8X1 = 198,
  /** Two channels of 8 bits, always read as numbers from -1 to 1. */
  GRIDCALL_ARRAY_FORMAT_SNORM_INT8X2 = 199,
  /** Four channels of 8 bits, always read as numbers from -1 to 1. */
  GRIDCALL_ARRAY_FORMAT_SNORM_INT8X4 = 200,
  /** One channel of 16 bits, always read as a number from -1 to 1. */
  GRIDCALL_ARRAY_FORMAT_SNORM_INT16X1 = 201,
  /** Two channels of 16 bits, always read as numbers from -1 to 1. */
  GRIDCALL_ARRAY_FORMAT_SNORM_INT16X2 = 202,
  /** Four channels of 16 bits, always read as numbers from -1 to 1. */
  GRIDCALL_ARRAY_FORMAT_SNORM_INT16X4 = 203
};

/** The channels of an element of an image, and their order. OpenCL's numbers. */
typedef int32_t gc_channel_order;
enum gc_channel_order_value {
  GRIDCALL_CHANNEL_ORDER_R = 4272,             /**< One channel. */
  GRIDCALL_CHANNEL_ORDER_A = 4273,             /**< Alpha alone. */
  GRIDCALL_CHANNEL_ORDER_RG = 4274,            /**< Two channels. */
  GRIDCALL_CHANNEL_ORDER_RA = 4275,            /**< Red and alpha. */
  GRIDCALL_CHANNEL_ORDER_RGB = 4276,           /**< Three channels. */
  GRIDCALL_CHANNEL_ORDER_RGBA = 4277,          /**< Four channels. */
  GRIDCALL_CHANNEL_ORDER_BGRA = 4278,          /**< Four channels, blue first. */
  GRIDCALL_CHANNEL_ORDER_ARGB = 4279,          /**< Four channels, alpha first. */
  GRIDCALL_CHANNEL_ORDER_INTENSITY = 4280,     /**< One channel that is read as all four. */
  GRIDCALL_CHANNEL_ORDER_LUMINANCE = 4281,     /**< One channel that is read as red, green and blue. */
  GRIDCALL_CHANNEL_ORDER_RX = 4282,            /**< One channel and padding. */
  GRIDCALL_CHANNEL_ORDER_RGX = 4283,           /**< Two channels and padding. */
  GRIDCALL_CHANNEL_ORDER_RGBX = 4284,          /**< Three channels and padding. */
  GRIDCALL_CHANNEL_ORDER_DEPTH = 4285,         /**< A depth. */
  GRIDCALL_CHANNEL_ORDER_DEPTH_STENCIL = 4286, /**< A depth and a stencil. */
  GRIDCALL_CHANNEL_ORDER_SRGB = 4287,          /**< Three channels, sRGB. */
  GRIDCALL_CHANNEL_ORDER_SRGBX = 4288,         /**< Three channels, sRGB, and padding. */
  GRIDCALL_CHANNEL_ORDER_SRGBA = 4289,         /**< Three channels, sRGB, and alpha. */
  GRIDCALL_CHANNEL_ORDER_SBGRA = 4290,         /**< Three channels, sRGB, blue first, and alpha. */
  GRIDCALL_CHANNEL_ORDER_ABGR = 4291           /**< Four channels, alpha first, red last. */
};

/** The type of a channel of an image. OpenCL's numbers. */
typedef int32_t gc_channel_type;
enum gc_channel_type_value {
  GRIDCALL_CHANNEL_TYPE_SNORM_INT8 = 4304,        /**< 8 bits, a number from -1 to 1. */
  GRIDCALL_CHANNEL_TYPE_SNORM_INT16 = 4305,       /**< 16 bits, a number from -1 to 1. */
  GRIDCALL_CHANNEL_TYPE_UNORM_INT8 = 4306,        /**< 8 bits, a number from 0 to 1. */
  GRIDCALL_CHANNEL_TYPE_UNORM_INT16 = 4307,       /**< 16 bits, a number from 0 to 1. */
  GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_565 = 4308,   /**< Three channels in 16 bits. */
  GRIDCALL_CHANNEL_TYPE_UNORM_SHORT_555 = 4309,   /**< Three channels in 15 of 16 bits. */
  GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010 = 4310,  /**< Three channels in 30 of 32 bits. */
  GRIDCALL_CHANNEL_TYPE_SIGNED_INT8 = 4311,       /**< A signed integer of 8 bits. */
  GRIDCALL_CHANNEL_TYPE_SIGNED_INT16 = 4312,      /**< A signed integer of 16 bits. */
  GRIDCALL_CHANNEL_TYPE_SIGNED_INT32 = 4313,      /**< A signed integer of 32 bits. */
  GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT8 = 4314,     /**< An unsigned integer of 8 bits. */
  GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT16 = 4315,    /**< An unsigned integer of 16 bits. */
  GRIDCALL_CHANNEL_TYPE_UNSIGNED_INT32 = 4316,    /**< An unsigned integer of 32 bits. */
  GRIDCALL_CHANNEL_TYPE_HALF_FLOAT = 4317,        /**< A floating-point number of 16 bits. */
  GRIDCALL_CHANNEL_TYPE_FLOAT = 4318,             /**< A floating-point number of 32 bits. */
  GRIDCALL_CHANNEL_TYPE_UNORM_INT24 = 4319,       /**< 24 bits, a number from 0 to 1. */
  GRIDCALL_CHANNEL_TYPE_UNORM_INT_101010_2 = 4320 /**< Four channels in 32 bits: 10, 10, 10 and 2. */
};

/** Attributes of an array. gridcall's own numbers. */
typedef int32_t gc_array_attribute;
enum gc_array_attribute_value {
  GRIDCALL_ARRAY_ATTRIBUTE_WIDTH = 100001,  /**< Elements of a row. */
  GRIDCALL_ARRAY_ATTRIBUTE_HEIGHT = 100002, /**< Rows; 0: of one dimension. */
  GRIDCALL_ARRAY_ATTRIBUTE_DEPTH = 100003,  /**< Slices, layers or faces; 0: of one or two dimensions. */
  GRIDCALL_ARRAY_ATTRIBUTE_FORMAT = 100004, /**< The gc_array_format. */
  GRIDCALL_ARRAY_ATTRIBUTE_CHANNELS = 100005, /**< Channels of an element. */
  GRIDCALL_ARRAY_ATTRIBUTE_FLAGS = 100006,  /**< GRIDCALL_ARRAY_* bits. */
  GRIDCALL_ARRAY_ATTRIBUTE_LEVELS = 100007, /**< Levels; 0: without. */
  /** The level that it is, of an array that gc_array_get_level returned; else 0. */
  GRIDCALL_ARRAY_ATTRIBUTE_LEVEL = 100008,
  GRIDCALL_ARRAY_ATTRIBUTE_LAYERS = 100009, /**< Layers; 0: none. Of a layered cube map each has six faces. */
  GRIDCALL_ARRAY_ATTRIBUTE_ELEMENT_SIZE = 100010, /**< Bytes of an element. */
  /** Bytes of all elements of this level, without what the device adds. */
  GRIDCALL_ARRAY_ATTRIBUTE_SIZE = 100011,
  GRIDCALL_ARRAY_ATTRIBUTE_SAMPLES = 100012, /**< Samples of an element: always 0. */
  GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_ORDER = 100013, /**< The gc_channel_order: R, RG or RGBA. */
  GRIDCALL_ARRAY_ATTRIBUTE_CHANNEL_TYPE = 100014, /**< The gc_channel_type. */
  /**
   * Bytes from row to row where the host or memory has the elements without gaps, as a mapping of all of it.
   * How far apart the device's own rows are is not told by any driver.
   */
  GRIDCALL_ARRAY_ATTRIBUTE_ROW_PITCH = 100015,
  /** Bytes from slice to slice there, or from layer to layer; 0 of an array of one or two dimensions. */
  GRIDCALL_ARRAY_ATTRIBUTE_SLICE_PITCH = 100016,
  /** The number of its holders: handles, levels, textures, surfaces, mappings, calls under way. */
  GRIDCALL_ARRAY_ATTRIBUTE_REFERENCE_COUNT = 100017,
  GRIDCALL_ARRAY_ATTRIBUTE_MAP_COUNT = 100018 /**< The number of its mappings that are mapped. */
};

/** The kind of an array and the uses it allows. CUDA's bits (CUDA_ARRAY3D_...). Any of these bits: */
typedef uint64_t gc_array_flags;
#define GRIDCALL_ARRAY_LAYERED (UINT64_C(1) << 0)      /**< `depth` counts layers of 1 or 2 dimensions. */
#define GRIDCALL_ARRAY_SURFACE_LDST (UINT64_C(1) << 1) /**< A surface may be made of it. */
/** `depth` counts the faces of a cube: 6, with LAYERED a multiple of 6. Width and height are equal. */
#define GRIDCALL_ARRAY_CUBEMAP (UINT64_C(1) << 2)
/** Kernels may use tex2Dgather. Of 2 dimensions alone. */
#define GRIDCALL_ARRAY_TEXTURE_GATHER (UINT64_C(1) << 3)

/** A format of images in OpenCL's terms. */
typedef struct gc_image_format {
  gc_channel_order order;       /**< The channels and their order. */
  gc_channel_type channel_type; /**< The type of a channel. */
} gc_image_format;

/** The format of arrays that stands for a format of images. */
typedef struct gc_image_format_info {
  size_t struct_size;     /**< sizeof(gc_image_format_info). */
  gc_array_format format; /**< The format of an array. */
  uint32_t channels;      /**< Its channels. */
  uint32_t channel_size;  /**< The bytes of a channel; 0 where several share them (UNORM_INT_101010_2). */
  uint32_t element_size;  /**< The bytes of an element. */
  const char* order_name; /**< The order as text: "RGBA". Static; never released. */
  const char* type_name;  /**< The type of a channel as text: "UNORM_INT8". Static; never released. */
} gc_image_format_info;
#define GRIDCALL_IMAGE_FORMAT_INFO_INIT {sizeof(gc_image_format_info), 0, 0, 0, 0, NULL, NULL}

/** Description of an array. All quantities are in elements. */
typedef struct gc_array_options {
  size_t struct_size;   /**< sizeof(gc_array_options). */
  gc_array_flags flags; /**< GRIDCALL_ARRAY_* bits. */
  uint64_t width;       /**< Elements of a row. */
  uint64_t height;      /**< Rows; 0: an array of one dimension. */
  uint64_t depth;       /**< Slices, layers or faces; 0: an array of one or two dimensions. */
  gc_array_format format; /**< The type of a channel. */
  uint32_t channels;    /**< Channels of an element: 1, 2 or 4. A format that says how many has that many. */
  uint32_t levels;      /**< Levels, at most 1 + log2 of the largest dimension; 0: an array without levels. */
  uint32_t reserved;    /**< Zero. */
} gc_array_options;
#define GRIDCALL_ARRAY_OPTIONS_INIT {sizeof(gc_array_options), 0, 0, 0, 0, 0, 0, 0, 0}

/** A part of an array. Columns are counted in bytes, as gc_rect_copy does. */
typedef struct gc_array_region {
  size_t struct_size; /**< sizeof(gc_array_region). */
  uint64_t x;         /**< The first column, in bytes, a multiple of the element's size. */
  uint64_t y;         /**< The first row. */
  uint64_t z;         /**< The first slice, layer or face. */
  uint64_t width;     /**< The bytes of a row, a multiple of the element's size; 0: all behind `x`. */
  uint64_t height;    /**< Rows; 0: all behind `y`. */
  uint64_t depth;     /**< Slices; 0: all behind `z`. */
} gc_array_region;
#define GRIDCALL_ARRAY_REGION_INIT {sizeof(gc_array_region), 0, 0, 0, 0, 0, 0}

/**
 * Makes an array. Its content is undefined. A combination that the device does not have is INVALID_ARGUMENT,
 * or UNSUPPORTED for a format. May block. Errors: OUT_OF_RANGE, UNSUPPORTED.
 *
 * @param options Extent, format and kind.
 */
GRIDCALL_API gc_status gc_array_create(gc_context* context, const gc_array_options* options,
                                       gc_array** out_array, gc_error** out_error);

/**
 * Takes a CUarray that another library made, with which it stays: it must outlive the array and all work that
 * uses it. On the CPU device only an array of gridcall's own can be wrapped, and INVALID_ARGUMENT says that
 * it is none; a GPU's driver reads the number as an address, so it must be a CUarray. Errors: UNSUPPORTED.
 *
 * @param context The context that it belongs to.
 * @param native The CUarray.
 */
GRIDCALL_API gc_status gc_array_wrap(gc_context* context, uint64_t native, gc_array** out_array,
                                     gc_error** out_error);

/**
 * The format of arrays that stands for an image format of OpenCL: format, channels, sizes and a text.
 * UNSUPPORTED names a format that arrays do not have: three channels, orders other than R, RG and RGBA,
 * channels of several in one word but UNORM_INT_101010_2 with RGBA. UNORM and SNORM types give the formats
 * that are always read as numbers. Errors: only UNSUPPORTED.
 *
 * @param order The channels and their order.
 * @param channel_type The type of a channel.
 * @param out_info The format of arrays.
 */
GRIDCALL_API gc_status gc_array_find_format(gc_channel_order order, gc_channel_type channel_type,
                                            gc_image_format_info* out_info, gc_error** out_error);

/**
 * The channels of an array for so many values an element: 1, 2 or 4, the least that is enough, else 0.
 *
 * @param channels Values of an element; 1 to 4.
 */
GRIDCALL_API uint32_t gc_array_channel_count(uint32_t channels);

/**
 * The image formats of which a context can make arrays of these dimensions. Each was tried on the device,
 * once; the answer is kept. May block. Errors: OUT_OF_RANGE, UNSUPPORTED.
 *
 * @param flags Flags of the arrays.
 * @param dimensions 1, 2 or 3; of a layer with LAYERED, 1 or 2; 2 with CUBEMAP and TEXTURE_GATHER.
 */
GRIDCALL_API gc_status gc_array_get_image_formats(gc_context* context, gc_array_flags flags,
                                                  uint32_t dimensions, gc_image_format* formats,
                                                  size_t capacity, size_t* out_count, gc_error** out_error);

/** One attribute of an array. NOT_FOUND for a number that is none. Errors: only NOT_FOUND. */
GRIDCALL_API gc_status gc_array_get_attribute(gc_array* array, gc_array_attribute attribute,
                                              uint64_t* out_value, gc_error** out_error);

/**
 * A level of an array as an array that shares its content, for copies, surfaces and textures. Errors:
 * OUT_OF_RANGE.
 *
 * @param array An array with levels.
 * @param out_array OWNED. The level. It holds the array.
 */
GRIDCALL_API gc_status gc_array_get_level(gc_array* array, uint32_t level, gc_array** out_array,
                                          gc_error** out_error);

/**
 * Maps a part of an array, behind the work that is queued on the stream: a copy in page-locked memory, whose
 * rows follow each other without a gap, and whose slices do. The host may use the mapping when its event has
 * happened, and gc_mapping_unmap copies back what was mapped for writing. May block. Errors: OUT_OF_RANGE,
 * WRONG_CONTEXT.
 *
 * @param array The array, without levels or one level.
 * @param region The part. NULL: all of it.
 */
GRIDCALL_API gc_status gc_array_map(gc_array* array, const gc_array_region* region, gc_map_flags flags,
                                    gc_stream* stream, gc_mapping** out_mapping, gc_error** out_error);

/** Releases an array. Its memory goes back when no work, texture, surface or level uses it. */
GRIDCALL_API void gc_array_release(gc_array* array);

/* --- Texture, surface and sampler --------------------------------------------------------------------------
 * A texture is a way to read an array, or linear memory, in kernels: with coordinates that are clamped,
 * repeated or mirrored, values that are converted to floating-point numbers, and filtering. A kernel takes it
 * as a `cudaTextureObject_t`; the argument is of kind TEXTURE. A surface is a way to read and write an array
 * by element; a kernel takes it as a `cudaSurfaceObject_t`, the argument is of kind SURFACE. A sampler is the
 * part of a texture that says how it is read, as an object of its own. All three never change: make another
 * one. A texture and a surface hold what they read and write. Releasing that first is safe; work that is
 * queued uses it until it is done.
 *
 *     gc_texture_options options = GRIDCALL_TEXTURE_OPTIONS_INIT;
 *     options.array = array;
 *     options.sampling.filter = GRIDCALL_FILTER_MODE_LINEAR;
 *     options.sampling.address_x = options.sampling.address_y = GRIDCALL_ADDRESS_MODE_CLAMP;
 *     gc_texture_create(context, &options, &texture, &error);
 *     const gc_arg reads[] = {GRIDCALL_ARG_TEXTURE(texture), GRIDCALL_ARG_MEM(x)};
 *
 * All zero means: coordinates in elements, the nearest element, the texture repeats only where coordinates
 * are normalized. The centre of element i is at i + 0.5. Textures are made once and used by many launches.
 *
 * Older sources with `texture<float, 2> image;` at file scope include gridcall_textures.h;
 * gc_module_bind_texture gives that name a texture.
 *
 * On the CPU device kernels read what was measured on an H200, bit for bit but for this: filtered sRGB and
 * filtered signed 8 bits differ in the last bits, cube maps at edges of texels, and gradients that are not
 * along one axis give up to half a level less. gc_texture_create refuses SEAMLESS_CUBEMAP and
 * `max_anisotropy` above 1 there, and kernels with texCubemapGrad or texCubemapLayeredGrad do not compile;
 * texCubemapLod takes the level instead.
 */

/** The treatment of coordinates outside a texture. CUDA's numbers. */
typedef int32_t gc_address_mode;
enum gc_address_mode_value {
  /** The texture repeats (OpenCL: REPEAT). Without normalized coordinates it is CLAMP. */
  GRIDCALL_ADDRESS_MODE_WRAP = 0,
  GRIDCALL_ADDRESS_MODE_CLAMP = 1, /**< The nearest edge (OpenCL: CLAMP_TO_EDGE, and NONE). */
  /** It repeats, every other time mirrored; without normalized coordinates it is CLAMP. */
  GRIDCALL_ADDRESS_MODE_MIRROR = 2,
  GRIDCALL_ADDRESS_MODE_BORDER = 3 /**< The border colour (OpenCL: CLAMP). */
};

/** The elements that a read combines. CUDA's numbers. */
typedef int32_t gc_filter_mode;
enum gc_filter_mode_value {
  GRIDCALL_FILTER_MODE_POINT = 0, /**< The nearest element (OpenCL: NEAREST). */
  /** The weighted mean of the 2, 4 or 8 nearest elements, with weights of 8 bits. */
  GRIDCALL_FILTER_MODE_LINEAR = 1
};

/** Attributes of a sampler. gridcall's own numbers; floating-point numbers are their 32 bits. */
typedef int32_t gc_sampler_attribute;
enum gc_sampler_attribute_value {
  GRIDCALL_SAMPLER_ATTRIBUTE_FLAGS = 100001,          /**< GRIDCALL_SAMPLING_* bits. */
  GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_X = 100002,      /**< The gc_address_mode of x. */
  GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Y = 100003,      /**< The gc_address_mode of y. */
  GRIDCALL_SAMPLER_ATTRIBUTE_ADDRESS_Z = 100004,      /**< The gc_address_mode of z. */
  GRIDCALL_SAMPLER_ATTRIBUTE_FILTER = 100005,         /**< The gc_filter_mode. */
  GRIDCALL_SAMPLER_ATTRIBUTE_MIP_FILTER = 100006,     /**< The gc_filter_mode between levels. */
  GRIDCALL_SAMPLER_ATTRIBUTE_MAX_ANISOTROPY = 100007, /**< Elements along the longer gradient. */
  GRIDCALL_SAMPLER_ATTRIBUTE_BIAS = 100008,           /**< The level's bias. */
  GRIDCALL_SAMPLER_ATTRIBUTE_MIN_LEVEL = 100009,      /**< The least level. */
  GRIDCALL_SAMPLER_ATTRIBUTE_MAX_LEVEL = 100010,      /**< The greatest level. */
  GRIDCALL_SAMPLER_ATTRIBUTE_REFERENCE_COUNT = 100011 /**< The number of handles and textures that hold it. */
};

/**
 * Attributes of a texture. gridcall's own numbers, up to MAX_LEVEL those of gc_sampler_attribute;
 * floating-point numbers are their 32 bits.
 */
typedef int32_t gc_texture_attribute;
enum gc_texture_attribute_value {
  GRIDCALL_TEXTURE_ATTRIBUTE_SAMPLING_FLAGS = 100001, /**< GRIDCALL_SAMPLING_* bits. */
  GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_X = 100002,      /**< The gc_address_mode of x. */
  GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Y = 100003,      /**< The gc_address_mode of y. */
  GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS_Z = 100004,      /**< The gc_address_mode of z. */
  GRIDCALL_TEXTURE_ATTRIBUTE_FILTER = 100005,         /**< The gc_filter_mode. */
  GRIDCALL_TEXTURE_ATTRIBUTE_MIP_FILTER = 100006,     /**< The gc_filter_mode between levels. */
  GRIDCALL_TEXTURE_ATTRIBUTE_MAX_ANISOTROPY = 100007, /**< Elements along the longer gradient. */
  GRIDCALL_TEXTURE_ATTRIBUTE_BIAS = 100008,           /**< The level's bias. */
  GRIDCALL_TEXTURE_ATTRIBUTE_MIN_LEVEL = 100009,      /**< The least level. */
  GRIDCALL_TEXTURE_ATTRIBUTE_MAX_LEVEL = 100010,      /**< The greatest level. */
  GRIDCALL_TEXTURE_ATTRIBUTE_FLAGS = 100021,          /**< GRIDCALL_TEXTURE_* bits. */
  GRIDCALL_TEXTURE_ATTRIBUTE_FORMAT = 100022,         /**< The gc_array_format that it reads. */
  GRIDCALL_TEXTURE_ATTRIBUTE_CHANNELS = 100023,       /**< The channels of an element. */
  /** Bytes between where the texture begins and where the memory's part does; 0 but with ALLOW_OFFSET. */
  GRIDCALL_TEXTURE_ATTRIBUTE_OFFSET = 100024,
  /** The device address of the first element of linear memory; 0 of an array. */
  GRIDCALL_TEXTURE_ATTRIBUTE_ADDRESS = 100025,
  GRIDCALL_TEXTURE_ATTRIBUTE_WIDTH = 100026,          /**< Elements of a row. */
  GRIDCALL_TEXTURE_ATTRIBUTE_HEIGHT = 100027,         /**< Rows; 0: of one row. */
  /** Bytes from row to row of linear memory with rows; else 0. */
  GRIDCALL_TEXTURE_ATTRIBUTE_ROW_PITCH = 100028
};

/** The meaning of coordinates. CUDA's bit (CU_TRSF_...). Any of these bits: */
typedef uint64_t gc_sampling_flags;
/** From 0 to 1 across the texture, else in elements. */
#define GRIDCALL_SAMPLING_NORMALIZED_COORDINATES (UINT64_C(1) << 1)

/**
 * Flags of how a texture converts what it reads. CUDA's bits (CU_TRSF_...), but ALLOW_OFFSET. Any of these
 * bits:
 */
typedef uint64_t gc_texture_flags;
/** Integers are read as they are; else those of 8 and 16 bits as numbers from 0 or -1 to 1. */
#define GRIDCALL_TEXTURE_READ_AS_INTEGER (UINT64_C(1) << 0)
/** Channels of 8 bits are sRGB and are made linear, but the last of 2 and of 4. */
#define GRIDCALL_TEXTURE_SRGB (UINT64_C(1) << 4)
/** Filtering combines faces of a cube. GPU only. */
#define GRIDCALL_TEXTURE_SEAMLESS_CUBEMAP (UINT64_C(1) << 6)
/**
 * Linear memory may begin at no multiple of the device's alignment: the texture begins before it, and the
 * attribute OFFSET tells how many bytes.
 */
#define GRIDCALL_TEXTURE_ALLOW_OFFSET (UINT64_C(1) << 32)

/** The way in which a texture is read. All zero: WRAP, POINT, coordinates in elements. */
typedef struct gc_sampling {
  gc_sampling_flags flags; /**< GRIDCALL_SAMPLING_* bits. */
  gc_address_mode address_x; /**< The treatment of x outside the texture. */
  gc_address_mode address_y; /**< The treatment of y outside the texture. */
  gc_address_mode address_z; /**< The treatment of z outside the texture. */
  gc_filter_mode filter; /**< The filter within one level. */
  gc_filter_mode mip_filter; /**< The filter between two levels. */
  /**
   * Elements along the longer gradient, at most 16; 0 and 1: one. The CPU device has no anisotropic filter:
   * gc_texture_create returns UNSUPPORTED for more.
   */
  uint32_t max_anisotropy;
  float bias;        /**< Added to the level that tex2DLod and tex2DGrad (and their kin) ask for. */
  float min_level;   /**< The least level that is read. */
  float max_level;   /**< The greatest level that is read (CUDA's maxMipmapLevelClamp): 0 is level 0 alone. */
  float border_r;    /**< The border colour's first channel. */
  float border_g;    /**< The second. */
  float border_b;    /**< The third. */
  float border_a;    /**< The fourth. */
  uint32_t reserved; /**< Zero. */
} gc_sampling;

/** Options of a sampler. */
typedef struct gc_sampler_options {
  size_t struct_size;   /**< sizeof(gc_sampler_options). */
  gc_sampling sampling; /**< The way in which a texture is read. */
} gc_sampler_options;
#define GRIDCALL_SAMPLER_OPTIONS_INIT \
  {sizeof(gc_sampler_options), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}

/** The source of a texture, an array or linear memory (`height` 0: a row of it), and how it is read. */
typedef struct gc_texture_options {
  size_t struct_size; /**< sizeof(gc_texture_options). */
  gc_texture_flags flags; /**< GRIDCALL_TEXTURE_* bits. */
  gc_array* array;    /**< The array. NULL: `mem` is read. */
  gc_mem* mem;        /**< The linear memory. NULL: `array` is read. */
  uint64_t offset;    /**< The first byte in `mem`, in bytes: a multiple of the device's TEXTURE_ALIGNMENT. */
  uint64_t width;     /**< Elements of a row of `mem`. */
  uint64_t height;    /**< Rows of `mem`; 0: one row, which kernels read with tex1Dfetch alone. */
  /**
   * From row to row of `mem`, in bytes: a multiple of the device's TEXTURE_PITCH_ALIGNMENT. 0: the memory's
   * own pitch, else rows without a gap.
   */
  uint64_t row_pitch;
  int32_t format;     /**< The gc_array_format of `mem`; 0 with an array. */
  uint32_t channels;  /**< The channels of `mem`; 0 with an array. */
  gc_sampling sampling; /**< The way in which it is read. */
  /** Takes the place of `sampling`, which is then all zero. NULL: `sampling` says it. */
  gc_sampler* sampler;
} gc_texture_options;
#define GRIDCALL_TEXTURE_OPTIONS_INIT \
  {sizeof(gc_texture_options), 0, NULL, NULL, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
   0}, NULL}

/**
 * Makes a texture. Filtering integers that are read as integers works on the GPUs that were tried and on the
 * CPU device; CUDA does not promise it. Errors: OUT_OF_RANGE, UNSUPPORTED, WRONG_CONTEXT, any device error.
 *
 * @param context The context of what it reads.
 * @param options The source, and how it is read.
 */
GRIDCALL_API gc_status gc_texture_create(gc_context* context, const gc_texture_options* options,
                                         gc_texture** out_texture, gc_error** out_error);

/** One attribute of a texture. NOT_FOUND for a number that is none. */
GRIDCALL_API gc_status gc_texture_get_attribute(gc_texture* texture, gc_texture_attribute attribute,
                                                uint64_t* out_value, gc_error** out_error);

/** The array that a texture reads. NOT_FOUND if it reads linear memory. */
GRIDCALL_API gc_status gc_texture_get_array(gc_texture* texture, gc_array** out_array, gc_error** out_error);

/** Releases a texture. It goes back to the driver when the launches that were given it are done. */
GRIDCALL_API void gc_texture_release(gc_texture* texture);

/**
 * Makes a surface of an array that was made with SURFACE_LDST. Errors: UNSUPPORTED, any device error.
 *
 * @param array The array, without levels or one level.
 */
GRIDCALL_API gc_status gc_surface_create(gc_array* array, gc_surface** out_surface, gc_error** out_error);

/** The array of a surface. */
GRIDCALL_API gc_status gc_surface_get_array(gc_surface* surface, gc_array** out_array, gc_error** out_error);

/** Releases a surface. It goes back to the driver when the launches that were given it are done. */
GRIDCALL_API void gc_surface_release(gc_surface* surface);

/**
 * Makes a sampler. Errors: OUT_OF_RANGE.
 *
 * @param options The way in which textures are read. NULL: WRAP, POINT, coordinates in elements.
 */
GRIDCALL_API gc_status gc_sampler_create(gc_context* context, const gc_sampler_options* options,
                                         gc_sampler** out_sampler, gc_error** out_error);

/** One attribute of a sampler. NOT_FOUND for a number that is none. */
GRIDCALL_API gc_status gc_sampler_get_attribute(gc_sampler* sampler, gc_sampler_attribute attribute,
                                                uint64_t* out_value, gc_error** out_error);

/** Releases a sampler. Textures made with it stay. */
GRIDCALL_API void gc_sampler_release(gc_sampler* sampler);

/* --- Module ------------------------------------------------------------------------------------------------
 * A module is compiled code with its global variables, loaded into a context. From source it is compiled by
 * NVRTC for a GPU and by gridcall-cc for the CPU device; both outputs are kept in the compile cache. No
 * `extern "C"` is needed: kernels are found by the name the source gives them.
 *
 *     const char* source = "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }";
 *     if (gc_module_from_source(context, source, strlen(source), NULL, &module, &error) != GRIDCALL_OK)
 *       fprintf(stderr, "%s\n", gc_error_text(error)); // with the compiler's log
 *     gc_module_get_kernel(module, "twice", &kernel, &error);
 *
 * Compiling is the most expensive call of most programs, up to seconds for a large source. Do it once, at the
 * start; the next process finds the code in the cache. What decides about that is the source, every header it
 * includes, the options, the device and the compiler, so a stale entry is never used. A template is named
 * with its arguments, "scale<float>"; one that was not listed in `instances` is compiled when it is asked
 * for.
 *
 * Five ways lead to a module: gc_module_from_source for text, gc_module_from_file for a path,
 * gc_module_from_buffer for code that a compiler made before, gc_module_from_program for a program that is
 * compiled and not yet loaded, gc_module_link for sources that use each other's functions and variables. All
 * of them may wait for a compiler, a disk or the driver.
 *
 * Kernels and variables keep their module loaded: it may be released as soon as they were taken from it.
 * gc_module_get_global makes a `__constant__` or `__device__` variable memory that copies take.
 *
 * For experts: source that nobody vouches for is compiled with NO_FILES; gc_module_options steer how a GPU's
 * driver compiles PTX.
 */

/** Attributes of a module. Not CUDA's numbers. */
typedef int32_t gc_module_attribute;
enum gc_module_attribute_value {
  /** The time the compiler took, nanoseconds; 0 if the image was cached or given. */
  GRIDCALL_MODULE_ATTRIBUTE_COMPILE_NANOSECONDS = 100001,
  /** The time the driver compiled PTX, nanoseconds; 0 for machine code. It is CU_JIT_WALL_TIME. */
  GRIDCALL_MODULE_ATTRIBUTE_JIT_NANOSECONDS = 100002,
  /** The largest block that the driver compiled PTX for, threads; 0 if `threads_per_block` was not given. */
  GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK = 100003
};

/** Flags of how a source is compiled. Any of these bits: */
typedef uint64_t gc_compile_flags;
#define GRIDCALL_COMPILE_NO_CACHE (UINT64_C(1) << 0) /**< Neither look in the compile cache nor fill it. */
/**
 * Compile to optimized code at once, also a source that takes long (see gc_module_from_source).
 * GRIDCALL_DISABLE_TIERING=1 in the environment does it for all. CPU device only.
 */
#define GRIDCALL_COMPILE_NO_TIERING (UINT64_C(1) << 1)
/**
 * For source that nobody vouches for: the compiler reads no file but its own headers and the toolkit's. A
 * header that the source names must be one of `headers`; options that name a folder, a file or a program
 * are refused. On a GPU Thrust is refused too, whose headers can be made to name any file.
 */
#define GRIDCALL_COMPILE_NO_FILES (UINT64_C(1) << 2)

/**
 * Flags of how compiled code is loaded. They are for PTX, which a GPU's driver compiles; machine code is
 * loaded as it is. Any of these bits:
 */
typedef uint64_t gc_module_flags;
/** Keep what a debugger needs. It is CU_JIT_GENERATE_DEBUG_INFO. */
#define GRIDCALL_MODULE_DEBUG (UINT64_C(1) << 0)
/** Keep line numbers for profilers. It is CU_JIT_GENERATE_LINE_INFO. */
#define GRIDCALL_MODULE_LINE_INFO (UINT64_C(1) << 1)
/** Write registers and memory of each kernel into the log. It is CU_JIT_LOG_VERBOSE. */
#define GRIDCALL_MODULE_VERBOSE (UINT64_C(1) << 2)
/** Takes another GPU's code, not PTX, where a fatbin has none for this GPU (CU_JIT_FALLBACK_STRATEGY). */
#define GRIDCALL_MODULE_PREFER_BINARY (UINT64_C(1) << 3)
#define GRIDCALL_MODULE_NO_OPTIMIZATION (UINT64_C(1) << 4) /**< Level 0. It is CU_JIT_OPTIMIZATION_LEVEL. */

/** A preprocessor definition. */
typedef struct gc_define {
  const char* name;  /**< The macro. */
  const char* value; /**< Its value. NULL: 1. */
} gc_define;

/** A header that the source can include, from memory. */
typedef struct gc_header {
  const char* name; /**< As #include spells it. */
  const char* text; /**< Its content. */
} gc_header;

/** Options for compiling a source. */
typedef struct gc_compile_options {
  size_t struct_size;              /**< sizeof(gc_compile_options). */
  gc_compile_flags flags;          /**< GRIDCALL_COMPILE_* bits. */
  /** The source's name in diagnostics, or its path: headers beside it are found. NULL: "source.cu". */
  const char* name;
  const char* arch;                /**< The architecture, "sm_90" or "compute_90". NULL: the device's own. */
  /** Further compiler options, NVRTC's; nvcc's are translated or refused by name. */
  const char* const* options;
  size_t option_count;             /**< The number of options. */
  const gc_define* defines;        /**< Preprocessor definitions. */
  size_t define_count;             /**< The number of definitions. */
  const char* const* include_dirs; /**< Directories to search for headers. */
  size_t include_dir_count;        /**< The number of directories. */
  const gc_header* headers;        /**< Headers from memory; they go before files. */
  size_t header_count;             /**< The number of headers. */
  /** Template instances to make, as gc_module_get_kernel will be asked for them: "scale<float>". */
  const char* const* instances;
  size_t instance_count;           /**< The number of instances. */
  /**
   * The folder of the compile cache for this source; made if it is missing. A cache that is off for the
   * process (GRIDCALL_DISABLE_CACHE) stays off. IO if it cannot be made, or others may write to it. NULL: the
   * process's, as GRIDCALL_CACHE_DIR says.
   */
  const char* cache_dir;
  /**
   * A folder to keep what was compiled in, made if it is missing: NAME.cu, NAME.log and NAME.cubin, NAME.ptx
   * or NAME.o of a source NAME.cu, with the options in NAME.options; the log also if it does not compile, the
   * image also if it came from the cache. Files of those names are replaced. IO if they cannot be written.
   * NULL: nothing is kept.
   */
  const char* keep_dir;
  /**
   * The path of the compiler: libnvrtc.so for a GPU, gridcall-cc for the CPU device. NULL: as GRIDCALL_NVRTC
   * and GRIDCALL_CC say, else the ones that are found.
   */
  const char* compiler;
} gc_compile_options;
#define GRIDCALL_COMPILE_OPTIONS_INIT \
  {sizeof(gc_compile_options), 0, NULL, NULL, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, 0, NULL, NULL, \
   NULL}

/** Options for loading PTX; machine code, the CPU device's too, is loaded as it is. */
typedef struct gc_module_options {
  size_t struct_size;          /**< sizeof(gc_module_options). */
  gc_module_flags flags;       /**< GRIDCALL_MODULE_* bits. */
  /**
   * The architecture to compile PTX for, "sm_90"; INVALID_OPTIONS for what is none. It excludes
   * `threads_per_block`. NULL: the device's own.
   */
  const char* arch;
  uint32_t max_registers;      /**< The most registers of a thread; 0: as the driver finds best. */
  /**
   * Spare registers so that a block of so many threads can be launched; 0: as the driver finds best.
   * GRIDCALL_MODULE_ATTRIBUTE_JIT_THREADS_PER_BLOCK tells what came of it.
   */
  uint32_t threads_per_block;
  uint32_t optimization_level; /**< 1 to 4; 0: the driver's own, 4. With NO_OPTIMIZATION only 0. */
  uint32_t reserved;           /**< Zero. */
} gc_module_options;
#define GRIDCALL_MODULE_OPTIONS_INIT {sizeof(gc_module_options), 0, NULL, 0, 0, 0, 0}

/**
 * Compiles CUDA C++ source and loads it. On failure the error carries the compiler's log: file, line, column,
 * the source line and a caret. For the CPU device a source whose optimized code takes longer than 0.3 s is
 * first compiled to baseline code, in which kernels run as in CPU_MODE 1 and slower; the function returns
 * with it, a thread of the library compiles the optimized code, and launches, running ones too, continue with
 * that as soon as it is ready. Results, variables and handles stay as they are; the attribute CPU_IS_BASELINE
 * of a kernel tells which code runs. May block. Errors: UNSUPPORTED, IO, any compile error (4xx), any device
 * error.
 *
 * @param source CUDA C++ source, UTF-8.
 */
GRIDCALL_API gc_status gc_module_from_source(gc_context* context, const char* source, size_t source_size,
                                             const gc_compile_options* options, gc_module** out_module,
                                             gc_error** out_error);

/**
 * Loads compiled code: for a GPU PTX, a cubin or a fatbin; for the CPU device what gc_program_get_image
 * returned. An image that is damaged is INVALID_IMAGE; one for another kind of device, another architecture,
 * a processor with instructions that this one lacks, or another version of the CPU device is
 * INCOMPATIBLE_IMAGE. The output of NVIDIA's compilers is UNSUPPORTED on the CPU device. May block. Errors:
 * UNSUPPORTED, any compile error (4xx), any device error.
 *
 * @param image The code; PTX text needs no NUL at its end.
 */
GRIDCALL_API gc_status gc_module_from_buffer(gc_context* context, const void* image, size_t size,
                                             const gc_module_options* options, gc_module** out_module,
                                             gc_error** out_error);

/**
 * Loads a file: compiled code as gc_module_from_buffer takes it if its content is PTX, a cubin, a fatbin or
 * an image of the CPU device, else CUDA C++ source. A regular file of 1 GiB at most: IO if there is none or
 * it cannot be read, INVALID_ARGUMENT for a directory, a FIFO or a device, OUT_OF_RANGE for a larger one. May
 * block. Errors: OUT_OF_RANGE, UNSUPPORTED, IO, any compile error (4xx), any device error.
 *
 * @param path The file.
 */
GRIDCALL_API gc_status gc_module_from_file(gc_context* context, const char* path,
                                           const gc_compile_options* options, gc_module** out_module,
                                           gc_error** out_error);

/**
 * A kernel of the module, by the name the source gives it ("vector_add", "lib::vector_add"), a template
 * instance ("scale<float>"), or the compiled name. NOT_FOUND lists the kernels there are. May block. Errors:
 * NOT_FOUND, any compile error (4xx), any device error.
 */
GRIDCALL_API gc_status gc_module_get_kernel(gc_module* module, const char* name, gc_kernel** out_kernel,
                                            gc_error** out_error);

/** The number of kernels of the module. Errors: UNSUPPORTED, any launch error (3xx), any driver error. */
GRIDCALL_API gc_status gc_module_get_kernel_count(gc_module* module, size_t* out_count, gc_error** out_error);

/**
 * The name of one kernel of the module, as gc_module_get_kernel takes it. Errors: OUT_OF_RANGE, UNSUPPORTED,
 * any launch error (3xx), any driver error.
 *
 * @param index From 0, below gc_module_get_kernel_count.
 */
GRIDCALL_API gc_status gc_module_get_kernel_name(gc_module* module, size_t index, char* name, size_t capacity,
                                                 size_t* out_needed, gc_error** out_error);

/**
 * A __device__ or __constant__ variable of the module, as memory to copy to and from. It keeps the module
 * alive. Errors: NOT_FOUND, any device error.
 *
 * @param name The variable's name in the source, or its compiled name.
 * @param out_mem OWNED. The variable.
 */
GRIDCALL_API gc_status gc_module_get_global(gc_module* module, const char* name, gc_mem** out_mem,
                                            gc_error** out_error);

/**
 * Binds a texture to a name in a module: a `texture<...>` of a source that includes gridcall_textures.h, or a
 * __constant__ or __device__ variable of type `cudaTextureObject_t`. Launches that are queued on the stream
 * from now on read it. The module holds the texture until another one, or none, is bound to the name. May
 * block. Errors: NOT_FOUND, WRONG_CONTEXT, any device error.
 *
 * @param name The name in the source, or the compiled name.
 * @param texture The texture; of the module's context. NULL: none is bound any more.
 */
GRIDCALL_API gc_status gc_module_bind_texture(gc_module* module, const char* name, gc_texture* texture,
                                              gc_stream* stream, gc_error** out_error);

/**
 * Binds a surface to a name in a module, as gc_module_bind_texture does a texture: a `surface<...>`, or a
 * variable of type `cudaSurfaceObject_t`. May block. Errors: NOT_FOUND, WRONG_CONTEXT, any device error.
 *
 * @param name The name in the source, or the compiled name.
 * @param surface The surface; of the module's context. NULL: none is bound any more.
 */
GRIDCALL_API gc_status gc_module_bind_surface(gc_module* module, const char* name, gc_surface* surface,
                                              gc_stream* stream, gc_error** out_error);

/**
 * The texture that gc_module_bind_texture bound to a name. NOT_FOUND if none is bound.
 *
 * @param name The name that it was bound to.
 */
GRIDCALL_API gc_status gc_module_get_texture(gc_module* module, const char* name, gc_texture** out_texture,
                                             gc_error** out_error);

/**
 * The surface that gc_module_bind_surface bound to a name. NOT_FOUND if none is bound.
 *
 * @param name The name that it was bound to.
 */
GRIDCALL_API gc_status gc_module_get_surface(gc_module* module, const char* name, gc_surface** out_surface,
                                             gc_error** out_error);

/** The compiler's warnings, then what the driver said when it loaded the image; "" if nothing. */
GRIDCALL_API gc_status gc_module_get_log(gc_module* module, char* log, size_t capacity, size_t* out_needed,
                                         gc_error** out_error);

/** One attribute of a module. Errors: NOT_FOUND. */
GRIDCALL_API gc_status gc_module_get_attribute(gc_module* module, gc_module_attribute attribute,
                                               uint64_t* out_value, gc_error** out_error);

/**
 * Whether the code came from the compile cache, so that no compiler ran.
 *
 * @param out_cached 1 if it came from the cache, else 0.
 */
GRIDCALL_API gc_status gc_module_is_cached(gc_module* module, int32_t* out_cached, gc_error** out_error);

/** Releases a module. Its kernels and globals keep it loaded until they are released too. */
GRIDCALL_API void gc_module_release(gc_module* module);

/* --- Program -----------------------------------------------------------------------------------------------
 * A program is source that was compiled and not loaded. Its image can be kept and loaded later with
 * gc_module_from_buffer, by another process too. For a GPU's architecture no GPU and no driver are needed,
 * NVRTC alone.
 *
 * A program that compiles and runs in one process needs none: gc_module_from_source does both. A gc_program
 * is for build servers, for code that is shipped, and for several contexts that load the same code:
 *
 *     gc_compile_options options = GRIDCALL_COMPILE_OPTIONS_INIT;
 *     options.arch = "sm_90";
 *     gc_program_compile(NULL, source, strlen(source), &options, &program, &error); // no device is asked
 *     gc_program_get_image(program, NULL, 0, &needed, &error);                      // then with a buffer
 *
 * gc_program_compile runs the compiler, or finds the code in the compile cache; all else here is immediate,
 * but gc_module_from_program, which loads. Template instances must be listed in the options to be in the
 * image: the image is all that another process gets.
 *
 * An image for the CPU device runs on processors that have the instructions of the one that compiled it, with
 * the same version of the CPU device; INCOMPATIBLE_IMAGE names what is missing.
 *
 * The default options are those of the process, and go before the options of each source:
 * gc_program_set_default_options replaces the ones that the environment sets.
 */

/**
 * Compiles CUDA C++ source as gc_module_from_source does, with the same options and the same cache, and loads
 * nothing. On failure the error carries the compiler's log. An architecture that the compiler does not know
 * is INVALID_COMPILE_OPTION, and the message lists those that it knows. For the CPU device the code is always
 * the optimized one, and it runs on processors that have the instructions of this one. May block. Errors:
 * UNSUPPORTED, IO, any compile error (4xx), any driver error.
 *
 * @param device The device to compile for. NULL: for the GPU architecture that the options name; no device is
 *     needed.
 * @param source CUDA C++ source, UTF-8.
 */
GRIDCALL_API gc_status gc_program_compile(gc_device* device, const char* source, size_t source_size,
                                          const gc_compile_options* options, gc_program** out_program,
                                          gc_error** out_error);

/**
 * The image of a program: a cubin, PTX, or an image of the CPU device with its length, its digest and the
 * processor features it needs. gc_module_from_buffer loads it.
 */
GRIDCALL_API gc_status gc_program_get_image(gc_program* program, uint8_t* image, size_t capacity,
                                            size_t* out_count, gc_error** out_error);

/** The compiler's messages on a source that compiled: warnings; "" if nothing. */
GRIDCALL_API gc_status gc_program_get_log(gc_program* program, char* log, size_t capacity, size_t* out_needed,
                                          gc_error** out_error);

/**
 * The compiled name of a kernel, a __device__ or a __constant__ variable, as the image spells it: what a
 * linker or another library's loader is asked for. NOT_FOUND lists the names there are.
 *
 * @param name The name in the source; of a template instance as `instances` has it.
 * @param symbol The compiled name.
 */
GRIDCALL_API gc_status gc_program_get_symbol(gc_program* program, const char* name, char* symbol,
                                             size_t capacity, size_t* out_needed, gc_error** out_error);

/**
 * Loads a program. The module is as gc_module_from_source would have made it: template instances that the
 * program lacks are compiled when they are asked for. INCOMPATIBLE_IMAGE if the program was compiled for
 * another kind of device. May block. Errors: UNSUPPORTED, IO, any compile error (4xx), any device error.
 */
GRIDCALL_API gc_status gc_module_from_program(gc_context* context, gc_program* program,
                                              const gc_module_options* options, gc_module** out_module,
                                              gc_error** out_error);

/**
 * The compiler options that go before those of every source, quoted as for a shell: what
 * gc_program_set_default_options set last, else those of the environment variable GRIDCALL_DEFAULT_OPTIONS,
 * else of PYCUDA_DEFAULT_NVCC_FLAGS, which as PyCUDA's are for sources compiled without options of their own.
 *
 * @param options The options, with a space between each two.
 */
GRIDCALL_API gc_status gc_program_get_default_options(char* options, size_t capacity, size_t* out_needed,
                                                      gc_error** out_error);

/**
 * Sets the compiler options that go before those of every source from now on, in this process; no option at
 * all hides those of the environment. An option that no compiler takes is INVALID_COMPILE_OPTION, and nothing
 * is changed.
 *
 * @param options The options, one in each text.
 */
GRIDCALL_API gc_status gc_program_set_default_options(const char* const* options, size_t option_count,
                                                      gc_error** out_error);

/** Releases a program. Modules that were made of it stay. */
GRIDCALL_API void gc_program_release(gc_program* program);

/* --- Kernel ------------------------------------------------------------------------------------------------
 * A kernel is one entry point of a module. gc_module_get_kernel finds it by its name, and a launch runs it.
 *
 * Take a kernel from its module once and keep it: finding it again costs a look-up by name. It holds the
 * module, may be used by several threads, and is launched on any stream of its context. Attributes belong to
 * the kernel, not to the handle.
 *
 *     gc_module_get_kernel(module, "twice", &kernel, &error);
 *     gc_kernel_suggest_block(kernel, 0, 0, &block, &grid, &error);
 *     config.block_x = block;
 *     config.grid_x = ((uint32_t)n + block - 1) / block;
 *
 * gc_kernel_suggest_block proposes a block with which the most threads are resident; gc_kernel_get_occupancy
 * says how many blocks of a given size are, which is also the limit of a cooperative launch. More than 48 KiB
 * of dynamic shared memory must be allowed by MAX_DYNAMIC_SHARED_SIZE_BYTES before the launch.
 *
 * The parameters of a kernel are known: gc_kernel_get_param tells size and offset of each parameter, and its
 * type and name where the image has them. gc_launch compares arguments with it, so few programs ask.
 *
 * For experts: on the CPU device CPU_MODE runs each thread by itself, to compare results with; a very large
 * source first runs in slower code, which CPU_IS_BASELINE tells. Registers and local memory are the
 * compiler's numbers, and 0 registers there.
 */

/** Attributes of a kernel, with CUDA's own numbers (CUDA Driver API, CUfunction_attribute). */
typedef int32_t gc_kernel_attribute;
enum gc_kernel_attribute_value {
  /** Most threads in a block that this kernel allows. */
  GRIDCALL_KERNEL_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  GRIDCALL_KERNEL_ATTRIBUTE_SHARED_SIZE_BYTES = 1, /**< Static shared memory of a block, bytes. */
  GRIDCALL_KERNEL_ATTRIBUTE_CONST_SIZE_BYTES = 2,  /**< Constant memory, bytes. */
  GRIDCALL_KERNEL_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,  /**< Local memory of a thread, bytes. */
  GRIDCALL_KERNEL_ATTRIBUTE_NUM_REGS = 4,          /**< Registers of a thread; 0 on the CPU device. */
  /** PTX version the kernel was compiled to, major * 10 + minor; 0 on the CPU device. */
  GRIDCALL_KERNEL_ATTRIBUTE_PTX_VERSION = 5,
  /** Architecture of the machine code, major * 10 + minor; CPU device: of the GPU it stands for. */
  GRIDCALL_KERNEL_ATTRIBUTE_BINARY_VERSION = 6,
  GRIDCALL_KERNEL_ATTRIBUTE_CACHE_MODE_CA = 7,     /**< 1 if compiled with -Xptxas --dlcm=ca. */
  /** Most dynamic shared memory of a launch, bytes; can be raised. */
  GRIDCALL_KERNEL_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  /** Wanted share of L1 used as shared memory, percent; can be set. */
  GRIDCALL_KERNEL_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
  /**
   * The way in which launches run. 0, the default: as vectors of a warp's threads where the kernel allows it.
   * 1, reference: each thread by itself, to compare with; can be set. Not CUDA's number. CPU device only.
   */
  GRIDCALL_KERNEL_ATTRIBUTE_CPU_MODE = 100001,
  /**
   * For which block shapes there is vector code. 0: none, the kernel always runs as in reference mode. Bit 0:
   * 1-D blocks and rows of a multiple of 32 threads; bit 1: rows of a multiple of 16; bit 2: any shape. Not
   * CUDA's number. CPU device only.
   */
  GRIDCALL_KERNEL_ATTRIBUTE_CPU_WARP_LAYOUTS = 100002,
  /**
   * The kernel's preference between L1 and shared memory: 0 none, 1 shared memory, 2 L1, 3 equal shares; can
   * be set. What was set last is returned, 0 before. (cuFuncSetCacheConfig.) Not CUDA's number.
   */
  GRIDCALL_KERNEL_ATTRIBUTE_CACHE_CONFIG = 100004,
  /**
   * The width of shared memory's banks: 0 the context's, 1 four bytes, 2 eight bytes; can be set. What was
   * set last is returned, 0 before. (cuFuncSetSharedMemConfig; today's GPUs have four bytes whatever is set.)
   * Not CUDA's number.
   */
  GRIDCALL_KERNEL_ATTRIBUTE_SHARED_CONFIG = 100005,
  /**
   * 1 while launches run the baseline code of a source that takes long to compile (gc_module_from_source), 0
   * as soon as they run the optimized code, and for all other sources. Not CUDA's number. CPU device only.
   */
  GRIDCALL_KERNEL_ATTRIBUTE_CPU_IS_BASELINE = 100003
};

/**
 * The type of a value. A pointer has POINTER added to the type of what it points to: 267 is a pointer to
 * FLOAT32.
 */
typedef int32_t gc_value_type;
enum gc_value_type_value {
  GRIDCALL_VALUE_TYPE_UNKNOWN = 0,   /**< Not told. */
  GRIDCALL_VALUE_TYPE_INT8 = 1,      /**< A signed integer of 8 bits; `char` too. */
  GRIDCALL_VALUE_TYPE_UINT8 = 2,     /**< An unsigned integer of 8 bits. */
  GRIDCALL_VALUE_TYPE_INT16 = 3,     /**< A signed integer of 16 bits. */
  GRIDCALL_VALUE_TYPE_UINT16 = 4,    /**< An unsigned integer of 16 bits. */
  GRIDCALL_VALUE_TYPE_INT32 = 5,     /**< A signed integer of 32 bits. */
  GRIDCALL_VALUE_TYPE_UINT32 = 6,    /**< An unsigned integer of 32 bits. */
  GRIDCALL_VALUE_TYPE_INT64 = 7,     /**< A signed integer of 64 bits. */
  GRIDCALL_VALUE_TYPE_UINT64 = 8,    /**< An unsigned integer of 64 bits. */
  /** A float of 16 bits, CUDA's half. A 16-bit integer may stand for its bits. */
  GRIDCALL_VALUE_TYPE_FLOAT16 = 9,
  GRIDCALL_VALUE_TYPE_BFLOAT16 = 10, /**< A bfloat16. A 16-bit integer may stand for its bits. */
  GRIDCALL_VALUE_TYPE_FLOAT32 = 11,  /**< A float of 32 bits. */
  GRIDCALL_VALUE_TYPE_FLOAT64 = 12,  /**< A float of 64 bits. */
  GRIDCALL_VALUE_TYPE_BOOL = 13,     /**< A truth value of 8 bits. */
  GRIDCALL_VALUE_TYPE_STRUCT = 14,   /**< A struct, a union or a class; CUDA's vector types too. */
  GRIDCALL_VALUE_TYPE_POINTER = 256  /**< A pointer to what is unknown; else added to the type of that. */
};

/** Flags of how blocks are counted. Any of these bits: */
typedef uint64_t gc_occupancy_flags;
/**
 * Counts as if global caching were on even where it costs occupancy. It is
 * CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE.
 */
#define GRIDCALL_OCCUPANCY_DISABLE_CACHING_OVERRIDE (UINT64_C(1) << 0)

/** One parameter of a kernel. Its texts are valid as long as a handle of the kernel. */
typedef struct gc_kernel_param {
  size_t struct_size;    /**< sizeof(gc_kernel_param). */
  uint64_t offset;       /**< The first byte in the parameter block, in bytes. */
  uint64_t size;         /**< Its size, in bytes. */
  /**
   * Its type. Known for every kernel of the CPU device, and for a GPU from the compiled name of a C++ kernel,
   * where a struct or an enum is UNKNOWN; nothing is known of an extern "C" kernel of a GPU.
   */
  gc_value_type value_type;
  uint32_t reserved;     /**< Zero. */
  const char* type_name; /**< Its type as C++ writes it; "" if it is unknown. */
  const char* name;      /**< Its name in the source; "" if it has none, and on a GPU. */
} gc_kernel_param;
#define GRIDCALL_KERNEL_PARAM_INIT {sizeof(gc_kernel_param), 0, 0, 0, 0, NULL, NULL}

/** The name of a kernel, as it was asked for. */
GRIDCALL_API gc_status gc_kernel_get_name(gc_kernel* kernel, char* name, size_t capacity, size_t* out_needed,
                                          gc_error** out_error);

/**
 * One attribute of a kernel. NOT_FOUND if the driver does not know the number. Errors: NOT_FOUND, any launch
 * error (3xx), any driver error.
 */
GRIDCALL_API gc_status gc_kernel_get_attribute(gc_kernel* kernel, gc_kernel_attribute attribute,
                                               int32_t* out_value, gc_error** out_error);

/**
 * Sets an attribute: MAX_DYNAMIC_SHARED_SIZE_BYTES (needed above 48 KiB), PREFERRED_SHARED_MEMORY_CARVEOUT,
 * CACHE_CONFIG, SHARED_CONFIG or, on the CPU device (UNSUPPORTED on a GPU), CPU_MODE. Other numbers are
 * passed to the driver. It holds for every handle of this kernel. Errors: INVALID_ARGUMENT, OUT_OF_RANGE,
 * UNSUPPORTED, any launch error (3xx), any driver error.
 */
GRIDCALL_API gc_status gc_kernel_set_attribute(gc_kernel* kernel, gc_kernel_attribute attribute,
                                               int32_t value, gc_error** out_error);

/**
 * The number of blocks of the kernel that are resident at a time on one multiprocessor. Times
 * MULTIPROCESSOR_COUNT it is the largest grid of a cooperative launch. 0 if no block fits. It is
 * cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags. Errors: OUT_OF_RANGE, UNSUPPORTED, any launch error
 * (3xx), any driver error.
 *
 * @param block_size Threads of a block.
 * @param shared_size Dynamic shared memory of a block, in bytes.
 * @param out_block_count The blocks.
 */
GRIDCALL_API gc_status gc_kernel_get_occupancy(gc_kernel* kernel, uint32_t block_size, uint64_t shared_size,
                                               gc_occupancy_flags flags, uint32_t* out_block_count,
                                               gc_error** out_error);

/**
 * A size of block with which the most threads of the kernel are resident, and the smallest grid that fills
 * the device with such blocks. It is cuOccupancyMaxPotentialBlockSize. Errors: OUT_OF_RANGE, UNSUPPORTED, any
 * launch error (3xx), any driver error.
 *
 * @param shared_size Dynamic shared memory of a block, in bytes, whatever its size.
 * @param max_block_size The largest block to suggest, in threads; 0: what the kernel allows.
 * @param out_block_size Threads of a block.
 * @param out_grid_size Blocks of the grid.
 */
GRIDCALL_API gc_status gc_kernel_suggest_block(gc_kernel* kernel, uint64_t shared_size,
                                               uint32_t max_block_size, uint32_t* out_block_size,
                                               uint32_t* out_grid_size, gc_error** out_error);

/** The number of parameters. UNSUPPORTED where neither driver (before CUDA 12.4) nor image tells. */
GRIDCALL_API gc_status gc_kernel_get_param_count(gc_kernel* kernel, size_t* out_count, gc_error** out_error);

/**
 * One parameter of a kernel. Errors: OUT_OF_RANGE, UNSUPPORTED.
 *
 * @param index From 0, below gc_kernel_get_param_count.
 * @param out_param The parameter.
 */
GRIDCALL_API gc_status gc_kernel_get_param(gc_kernel* kernel, size_t index, gc_kernel_param* out_param,
                                           gc_error** out_error);

/** Releases a kernel. Launches already queued still run. */
GRIDCALL_API void gc_kernel_release(gc_kernel* kernel);

/* --- Launch ------------------------------------------------------------------------------------------------
 * A launch runs a kernel on a grid of blocks of threads. Count and size of the arguments are compared with
 * what the kernel takes before anything is queued. If the device refuses a launch the error says which limit
 * it breaks.
 *
 *     gc_launch_config config = GRIDCALL_LAUNCH_CONFIG_INIT;
 *     config.grid_x = ((uint32_t)n + 255) / 256;
 *     config.block_x = 256;
 *     const gc_arg args[] = {GRIDCALL_ARG_MEM(x), GRIDCALL_ARG(factor), GRIDCALL_ARG(n)};
 *     gc_launch(kernel, &config, args, 3, stream, &error);
 *
 * In C, GRIDCALL_ARG makes an argument of any variable, a struct too, and says in C11 and C++ which number it
 * is; an int for a float is then refused, where the types of the kernel are known. Memory, ndarrays,
 * textures, surfaces and pipes are arguments of kinds of their own, and stay alive until the kernel is done.
 * An address inside other memory is not known: see gc_mem_use.
 *
 * A launch is queued and returns at once, in about a microsecond or a few. What the kernel does wrong is
 * reported by the next call that waits for the stream or queues work on it.
 *
 * A launch that is repeated with the same shape and arguments can be prepared: gc_prepared_create checks it
 * once, gc_prepared_launch queues it. For a loop of many launches a graph is cheaper still, and for one
 * launch on arrays of the host gc_launch_staged is less to write.
 *
 * For experts: `timeout_nanoseconds` bounds how long a kernel runs; COOPERATIVE lets the blocks of a grid
 * wait for each other, clusters those of a few blocks, which share memory (GPUs from sm_90 on, and the CPU
 * device).
 *
 * Common parameters:
 * - `config`: The shape: grid, block and shared memory.
 * - `args`: The arguments, in the kernel's order. NULL: only if `arg_count` is 0.
 *
 * Common errors: OUT_OF_RANGE, WRONG_CONTEXT.
 */

/** The form in which a gc_arg carries its value. */
typedef int32_t gc_arg_kind;
enum gc_arg_kind_value {
  /** The value is the lowest `size` bytes of `bits`, 1, 2, 4 or 8, also for float and double. */
  GRIDCALL_ARG_KIND_SCALAR = 1,
  /** `object` is a gc_mem; the kernel gets its device address plus `bits` bytes. `size` is 0 or 8. */
  GRIDCALL_ARG_KIND_MEM = 2,
  /** The value is `size` bytes at offset `bits` of the launch's `bytes`: a struct of any size. */
  GRIDCALL_ARG_KIND_BYTES = 3,
  /** The value is `size` bytes of any type at the host address `object`. In C: GRIDCALL_ARG. */
  GRIDCALL_ARG_KIND_VALUE = 4,
  /**
   * `object` is a gc_texture, of which the kernel gets the cudaTextureObject_t. In C: GRIDCALL_ARG_TEXTURE.
   */
  GRIDCALL_ARG_KIND_TEXTURE = 5,
  /**
   * `object` is a gc_surface, of which the kernel gets the cudaSurfaceObject_t. In C: GRIDCALL_ARG_SURFACE.
   */
  GRIDCALL_ARG_KIND_SURFACE = 6,
  /**
   * `object` is a gc_ndarray; the kernel gets the address of its first element. `size` is 0 or 8, `bits` 0.
   * Its element type is compared with the parameter's, where that is known. In C: GRIDCALL_ARG_NDARRAY.
   */
  GRIDCALL_ARG_KIND_NDARRAY = 8,
  /** `object` is a gc_pipe, a `gridcall::pipe` of gridcall_pipe.h in the kernel. In C: GRIDCALL_ARG_PIPE. */
  GRIDCALL_ARG_KIND_PIPE = 7,
  /**
   * For gc_prepared_create alone: no value yet, only what it will be, which is compared with the parameter.
   * `value_type` is its type, a gc_scalar_type too (gc_dtype_scalar_from_name: "P", "i"), of which integers
   * of 8 bytes are addresses too; with `size` not 0 it has so many bytes. `bits` 0.
   */
  GRIDCALL_ARG_KIND_TYPE = 9
};

/** Flags of a launch. Any of these bits: */
typedef uint64_t gc_launch_flags;
/**
 * All blocks are resident at once, so that they can wait for each other:
 * cooperative_groups::this_grid().sync(). INVALID_LAUNCH for a grid of more blocks than fit, which
 * gc_kernel_get_occupancy tells.
 */
#define GRIDCALL_LAUNCH_COOPERATIVE (UINT64_C(1) << 0)

/**
 * One kernel argument: plain data, which any language can build. In C write GRIDCALL_ARG(x) for a value, and
 * GRIDCALL_ARG_MEM(m) for memory, which GRIDCALL_ARG too makes of a gc_mem. With a type it is compared with
 * the parameter's, where that is known, and ARGUMENT_MISMATCH names both: integers of one size are alike,
 * memory of bytes, and void*, char* and pointers to structs take any memory, and a struct any bytes of its
 * size.
 */
typedef struct gc_arg {
  gc_arg_kind kind;  /**< The form of the value. */
  uint32_t size;     /**< The size of the value, in bytes; 0 or 8 of a PIPE, TEXTURE or SURFACE. */
  /** The value (SCALAR), an offset in the memory (MEM), or in the launch's `bytes` (BYTES); else 0. */
  uint64_t bits;
  /**
   * The memory (MEM), the ndarray (NDARRAY), the pipe (PIPE), the texture (TEXTURE), the surface (SURFACE),
   * or the address of the value (VALUE). NULL: kinds SCALAR and BYTES.
   */
  const void* object;
  /** The type of the value, or for kind MEM of its elements; UNKNOWN is not compared. */
  gc_value_type value_type;
  uint32_t reserved; /**< Zero. */
} gc_arg;

/** The shape of a launch. */
typedef struct gc_launch_config {
  size_t struct_size;    /**< sizeof(gc_launch_config). */
  uint32_t grid_x;       /**< Blocks in x. */
  uint32_t grid_y;       /**< Blocks in y; 0 means 1. */
  uint32_t grid_z;       /**< Blocks in z; 0 means 1. */
  uint32_t block_x;      /**< Threads of a block in x. */
  uint32_t block_y;      /**< Threads of a block in y; 0 means 1. */
  uint32_t block_z;      /**< Threads of a block in z; 0 means 1. */
  uint64_t shared_size;  /**< Dynamic shared memory of a block, in bytes. */
  const void* bytes;     /**< The values of arguments of kind BYTES. NULL: no argument of kind BYTES. */
  size_t bytes_size;     /**< The number of bytes there. */
  /**
   * The longest run of the kernel, in nanoseconds, from when it begins; the time in the queue does not count.
   * 0: as the environment variable GRIDCALL_KERNEL_TIMEOUT says, in seconds, else without a limit. The
   * largest number: without a limit. The CPU device ends a kernel that exceeds it, and the stream reports
   * LAUNCH_TIMEOUT. A GPU cannot end a kernel: the call that waits for it returns LAUNCH_TIMEOUT, once, while
   * it still runs.
   */
  uint64_t timeout_nanoseconds;
  gc_launch_flags flags; /**< GRIDCALL_LAUNCH_* bits. */
  /** An event that is recorded on the stream right before the kernel; of the kernel's context. NULL: none. */
  gc_event* start_event;
  /**
   * An event that is recorded on the stream right behind the kernel; gc_event_get_elapsed from `start_event`
   * is then how long it ran. NULL: none.
   */
  gc_event* end_event;
  /**
   * Blocks of a cluster in x, which divide the grid's; 0 in x, y and z: as the kernel was compiled, mostly
   * without clusters. A GPU needs CUDA 12.0 or newer.
   */
  uint32_t cluster_x;
  uint32_t cluster_y;    /**< Blocks of a cluster in y; 0 means 1. A GPU needs CUDA 12.0 or newer. */
  uint32_t cluster_z;    /**< Blocks of a cluster in z; 0 means 1. A GPU needs CUDA 12.0 or newer. */
  uint32_t reserved;     /**< Zero. */
} gc_launch_config;
#define GRIDCALL_LAUNCH_CONFIG_INIT \
  {sizeof(gc_launch_config), 0, 0, 0, 0, 0, 0, 0, NULL, 0, 0, 0, NULL, NULL, 0, 0, 0, 0}

/**
 * Queues a launch. Values are copied before the call returns, and memory named by an argument stays alive
 * until the kernel is done. Errors: UNSUPPORTED, any device error.
 */
GRIDCALL_API gc_status gc_launch(gc_kernel* kernel, const gc_launch_config* config, const gc_arg* args,
                                 size_t arg_count, gc_stream* stream, gc_error** out_error);

/**
 * Checks a launch once and keeps it, with its own copy of the arguments. It holds the kernel and the memory.
 * Arguments of kind TYPE get their values later: before the first launch, from gc_prepared_set_arg, or all of
 * them from gc_prepared_launch. Errors: UNSUPPORTED, any launch error (3xx), any driver error.
 */
GRIDCALL_API gc_status gc_prepared_create(gc_kernel* kernel, const gc_launch_config* config,
                                          const gc_arg* args, size_t arg_count, gc_prepared** out_prepared,
                                          gc_error** out_error);

/**
 * Replaces an argument; queued launches keep the old one. Errors: INVALID_OPTIONS, INVALID_STATE, any launch
 * error (3xx).
 *
 * @param index The argument, from 0.
 * @param arg Its new value; of the size the kernel takes.
 * @param bytes The value of an argument of kind BYTES. NULL: not of kind BYTES.
 */
GRIDCALL_API gc_status gc_prepared_set_arg(gc_prepared* prepared, size_t index, const gc_arg* arg,
                                           const void* bytes, size_t bytes_size, gc_error** out_error);

/**
 * Replaces shape, shared memory, time limit, flags and events of a prepared launch; arguments and launches
 * already queued keep what they have. `bytes` are not used. On failure nothing is changed. Errors:
 * INVALID_STATE, UNSUPPORTED, any launch error (3xx), any driver error.
 */
GRIDCALL_API gc_status gc_prepared_set_config(gc_prepared* prepared, const gc_launch_config* config,
                                              gc_error** out_error);

/**
 * Queues the prepared launch: as it stands, or with another shape or other arguments, which it keeps. A
 * configuration with grid_x and block_x 0 gives `bytes` for arguments of kind BYTES and no shape.
 * INVALID_STATE: an argument of kind TYPE has no value yet. What is refused changes nothing. Errors:
 * INVALID_STATE, UNSUPPORTED, any device error.
 *
 * @param config The shape: grid, block and shared memory. NULL: the shape stays.
 * @param args All arguments, in the kernel's order; none: they stay.
 */
GRIDCALL_API gc_status gc_prepared_launch(gc_prepared* prepared, const gc_launch_config* config,
                                          const gc_arg* args, size_t arg_count, gc_stream* stream,
                                          gc_error** out_error);

/** Releases a prepared launch. Launches already queued still run. */
GRIDCALL_API void gc_prepared_release(gc_prepared* prepared);

/* --- Staged launch -----------------------------------------------------------------------------------------
 * A launch with arrays of the host as arguments: the library makes device memory for them, copies in,
 * launches, copies out and waits. It is PyCUDA's In, Out and InOut.
 *
 *     const gc_arg rest[] = {GRIDCALL_ARG(factor), GRIDCALL_ARG(n)};
 *     const gc_host_arg arrays[] = {GRIDCALL_HOST_ARG(0, IN_OUT, host, sizeof host)};
 *     gc_launch_staged(kernel, &config, rest, 2, arrays, 1, stream, &error); // `host` has the result
 *
 * Each array names the parameter that takes it, by its number; the other arguments fill the remaining
 * parameters in order. IN is copied to the kernel, OUT back, IN_OUT both ways: say the least, because the
 * copies are most of the price.
 *
 * It is the shortest way from data to a result, and right for one launch. Data that several launches use
 * belongs into memory of the device, which is copied once. The call waits for the kernel; it holds the
 * calling thread alone, and other streams go on. The device memory comes from a pool that the context keeps,
 * so that the next such call allocates nothing. On the CPU device an array that is aligned to 16 bytes is
 * used in place, but for the checked mode.
 */

/** The direction in which the content of an array of the host goes. */
typedef int32_t gc_host_direction;
enum gc_host_direction_value {
  GRIDCALL_HOST_DIRECTION_IN = 1,    /**< To the kernel, before it runs. The kernel must not write it. */
  /** From the kernel, when it has ended; what the kernel finds in it is undefined. */
  GRIDCALL_HOST_DIRECTION_OUT = 2,
  GRIDCALL_HOST_DIRECTION_IN_OUT = 3 /**< To the kernel, and back when it has ended. */
};

/** One array of the host as an argument: plain data. In C: GRIDCALL_HOST_ARG(0, IN, array, sizeof array). */
typedef struct gc_host_arg {
  uint32_t index;              /**< The parameter of the kernel that takes it, from 0: a pointer. */
  gc_host_direction direction; /**< The direction in which its content goes. */
  uint64_t host_address;       /**< The address of the array in the host's memory; not 0. */
  size_t size;                 /**< Its size, in bytes; not 0. */
  /** The type of its elements, compared as that of a gc_arg; UNKNOWN is not compared. */
  gc_value_type value_type;
  uint32_t reserved;           /**< Zero. */
} gc_host_arg;

/**
 * Launches with arrays of the host as arguments, and waits. For each array there is device memory while the
 * call lasts, from a pool that the context keeps; arrays of direction IN and IN_OUT are copied to it, the
 * kernel runs behind what the stream has to do, and arrays of direction OUT and IN_OUT are copied back. On
 * the CPU device the kernel gets the array itself and nothing is copied, if its address is a multiple of 16;
 * device memory is aligned to 256 bytes, an array of the host only as the program has it. Else, and in the
 * checked mode of the CPU device, it is copied too. Do not read or write the arrays meanwhile. If the call
 * fails before the kernel was launched the arrays are untouched. If the kernel fails or exceeds its time
 * limit, or a copy back fails, the content of arrays of direction OUT and IN_OUT is unspecified, and nothing
 * uses the arrays any more when the call returns. May block. Errors: OUT_OF_RANGE, WRONG_CONTEXT,
 * UNSUPPORTED, any device error.
 *
 * @param config The shape: grid, block and shared memory.
 * @param args The arguments of the other parameters, in the kernel's order.
 * @param host_args The arrays of the host, in any order. One that is written (OUT, IN_OUT) must not overlap
 *     another.
 */
GRIDCALL_API gc_status gc_launch_staged(gc_kernel* kernel, const gc_launch_config* config, const gc_arg* args,
                                        size_t arg_count, const gc_host_arg* host_args, size_t host_arg_count,
                                        gc_stream* stream, gc_error** out_error);

/* --- Graph -------------------------------------------------------------------------------------------------
 * A graph is work that was captured from a stream: launches, copies and fills, which one call queues again,
 * at the cost of one launch. While a stream captures, what is queued on it is recorded and does not run. A
 * stream that waits for an event of the capture joins it, and must be joined back before its end: an event
 * recorded there, for which the first stream waits. A call that would need the work's result is refused while
 * a stream captures and ends the capture: synchronizing or asking such a stream, an event recorded on it or
 * its context, and blocking copies on it; CUDA_ERROR_STREAM_CAPTURE_* in the error says which rule it was.
 * Work on the default stream does the same while a stream that was made without NON_BLOCKING captures. The
 * library's own housekeeping never does.
 *
 *     gc_stream_begin_capture(stream, GRIDCALL_CAPTURE_MODE_RELAXED, &error);
 *     for (int i = 0; i < 100; ++i) gc_launch(kernel, &config, args, 2, stream, &error); // recorded
 *     gc_stream_end_capture(stream, &graph, &error);
 *     for (int i = 0; i < 1000; ++i) gc_graph_launch(graph, stream, &error);
 *
 * It pays for a hundred small launches that are queued again and again. Ending the capture is the expensive
 * call: the driver makes the graph ready there. A launch of it is queued and returns at once; a graph does
 * not run beside itself.
 *
 * The graph holds all objects that its work names, so they may be released. One argument of a launch is
 * replaced with gc_graph_set_arg, for later launches; what must change more is captured again.
 * gc_graph_get_text draws it, to see what was recorded.
 *
 * For experts: RELAXED is right unless other libraries are called during the capture and shall be kept from
 * waiting. gc_prepared_launch, ndarrays, communicators and gc_pool_alloc can be captured too.
 */

/**
 * The calls of other libraries that CUDA refuses while the stream captures. CUDA's numbers
 * (CUstreamCaptureMode). This library's own calls are never refused for it.
 */
typedef int32_t gc_capture_mode;
enum gc_capture_mode_value {
  /**
   * Calls that may wait for it are refused in all threads, and end it. It ends in the thread where it began.
   */
  GRIDCALL_CAPTURE_MODE_GLOBAL = 0,
  GRIDCALL_CAPTURE_MODE_THREAD_LOCAL = 1, /**< As GLOBAL, in this thread alone. */
  GRIDCALL_CAPTURE_MODE_RELAXED = 2       /**< None is refused, and any thread may end the capture. */
};

/** The kind of a node of a graph. CUDA's numbers (CUgraphNodeType). */
typedef int32_t gc_graph_node_kind;
enum gc_graph_node_kind_value {
  GRIDCALL_GRAPH_NODE_KIND_KERNEL = 0,       /**< A launch. */
  GRIDCALL_GRAPH_NODE_KIND_MEMCPY = 1,       /**< A copy. */
  GRIDCALL_GRAPH_NODE_KIND_MEMSET = 2,       /**< A fill. */
  GRIDCALL_GRAPH_NODE_KIND_HOST = 3,         /**< A call of a function of the host. */
  GRIDCALL_GRAPH_NODE_KIND_GRAPH = 4,        /**< Another graph. */
  GRIDCALL_GRAPH_NODE_KIND_EMPTY = 5,        /**< No work: a place where others meet. */
  GRIDCALL_GRAPH_NODE_KIND_WAIT_EVENT = 6,   /**< A wait for an event. */
  GRIDCALL_GRAPH_NODE_KIND_EVENT_RECORD = 7, /**< An event that is recorded. */
  GRIDCALL_GRAPH_NODE_KIND_MEM_ALLOC = 10,   /**< An allocation of memory. */
  GRIDCALL_GRAPH_NODE_KIND_MEM_FREE = 11     /**< Memory that goes back. */
};

/**
 * Records what is queued on the stream from now on, which does not run, until gc_stream_end_capture. What was
 * queued before still runs. INVALID_STATE: the stream captures already, or the context has 64 captures under
 * way. The default stream cannot capture. Errors: INVALID_STATE, UNSUPPORTED, any driver error.
 *
 * @param mode The mode: what other libraries may do meanwhile; mostly RELAXED.
 */
GRIDCALL_API gc_status gc_stream_begin_capture(gc_stream* stream, gc_capture_mode mode, gc_error** out_error);

/**
 * Ends the capture that was begun on the stream, and makes a graph of what was recorded. If the capture was
 * ended by a refused call, or a stream that joined it was not joined back, the call fails, and what was
 * recorded is gone; the streams work as before. On a stream that only joined the call fails and breaks the
 * capture, which is still to be ended where it began; in another thread, where the mode is not RELAXED, it
 * fails, and the capture is over and nothing was recorded. INVALID_STATE: the stream is in no capture that
 * gc_stream_begin_capture began. Errors: INVALID_STATE, OUT_OF_MEMORY, UNSUPPORTED, any driver error.
 *
 * @param stream The stream on which the capture was begun.
 */
GRIDCALL_API gc_status gc_stream_end_capture(gc_stream* stream, gc_graph** out_graph, gc_error** out_error);

/**
 * Queues the work of the graph, behind what is queued on the stream and behind earlier launches of the same
 * graph. Releasing the graph meanwhile is safe. INVALID_STATE: the stream captures, or another thread changes
 * or launches the graph. Errors: INVALID_STATE, WRONG_CONTEXT, any device error.
 */
GRIDCALL_API gc_status gc_graph_launch(gc_graph* graph, gc_stream* stream, gc_error** out_error);

/** The number of nodes: one for each launch, copy and fill, and what else the driver recorded. */
GRIDCALL_API gc_status gc_graph_get_node_count(gc_graph* graph, size_t* out_count, gc_error** out_error);

/**
 * The kind of a node. The nodes of a graph keep their numbers, and launches come in the order in which they
 * were captured. Errors: OUT_OF_RANGE.
 */
GRIDCALL_API gc_status gc_graph_get_node_kind(gc_graph* graph, size_t node, gc_graph_node_kind* out_kind,
                                              gc_error** out_error);

/**
 * The kernel of a node. NOT_FOUND: it is no launch, or another library's. Errors: NOT_FOUND, OUT_OF_RANGE.
 */
GRIDCALL_API gc_status gc_graph_get_node_kernel(gc_graph* graph, size_t node, gc_kernel** out_kernel,
                                                gc_error** out_error);

/**
 * Replaces one argument of a launch in the graph, for launches of the graph from now on; those that are
 * queued keep the old one. The new argument is checked as gc_launch does, and on failure nothing is changed.
 * The graph holds memory that the new argument names, and no longer what only the old one named.
 * INVALID_ARGUMENT: the node is no launch of this library. Errors: INVALID_OPTIONS, INVALID_STATE,
 * OUT_OF_RANGE, UNSUPPORTED, WRONG_CONTEXT, any launch error (3xx), any driver error.
 *
 * @param index The argument of the kernel, from 0.
 * @param arg Its new value; of the size the kernel takes.
 * @param bytes The value of an argument of kind BYTES. NULL: not of kind BYTES.
 */
GRIDCALL_API gc_status gc_graph_set_arg(gc_graph* graph, size_t node, size_t index, const gc_arg* arg,
                                        const void* bytes, size_t bytes_size, gc_error** out_error);

/** The graph in the language of Graphviz: a line for each node and each dependency. */
GRIDCALL_API gc_status gc_graph_get_text(gc_graph* graph, char* text, size_t capacity, size_t* out_needed,
                                         gc_error** out_error);

/** Releases a graph. What was launched of it still runs; then what it holds is given back. */
GRIDCALL_API void gc_graph_release(gc_graph* graph);

/* --- Pool --------------------------------------------------------------------------------------------------
 * A pool keeps released blocks and hands them out again, which is far cheaper than asking the driver. A block
 * is reused on another stream only after the work that used it is done; on the same stream at once. When
 * memory runs out the pool gives back what it holds and tries again before it reports OUT_OF_MEMORY.
 *
 *     gc_pool_create(context, NULL, &pool, &error);
 *     for (int i = 0; i < 1000; ++i) {
 *       gc_pool_alloc(pool, size, stream, &mem, &error); // asks the driver the first time
 *       gc_memset(mem, 0, &zero, sizeof zero, 16, stream, &error);
 *       gc_mem_release(mem); // at once: the fill keeps what it needs
 *     }
 *
 * Use one pool for each context and kind of memory, for as long as the program runs. An allocation takes tens
 * of nanoseconds where a block is held, and what the driver takes where none is; the stream that is named
 * first decides which held blocks are taken first. Releasing is a gc_mem_release as always.
 *
 * Memory of a pool is a gc_mem like any other, but another process cannot open it. Sizes are rounded up, so
 * held and active bytes are more than was asked for: gc_pool_get_statistics tells.
 *
 * gc_pool_free_held and gc_pool_stop_holding wait for work that uses a held block, and are for moments at
 * which others need the memory. A `limit` bounds held and active memory together: POOL_LIMIT.
 *
 * Common errors: any launch error (3xx), any driver error.
 */

/** Options of a new pool. */
typedef struct gc_pool_options {
  size_t struct_size; /**< sizeof(gc_pool_options). */
  /** The place of its memory: DEVICE, HOST or MANAGED; 0 means GRIDCALL_MEM_PLACE_DEVICE. */
  gc_mem_place place;
  uint32_t reserved;  /**< Zero. */
  /** Most memory to take from the driver, in bytes, held and active together; 0 for no limit. */
  uint64_t limit;
  gc_mem_flags flags; /**< GRIDCALL_MEM_* bits. With ZERO gc_pool_alloc fills with zeros. */
  /** A power of two up to 1 GiB that each address is a multiple of, in bytes; 256 at least. */
  uint64_t alignment;
} gc_pool_options;
#define GRIDCALL_POOL_OPTIONS_INIT {sizeof(gc_pool_options), 0, 0, 0, 0, 0}

/** State of a pool, at one moment. */
typedef struct gc_pool_statistics {
  size_t struct_size;     /**< sizeof(gc_pool_statistics). */
  uint64_t held_blocks;   /**< Released blocks, kept for reuse. */
  uint64_t held_bytes;    /**< Their size, in bytes. */
  uint64_t active_blocks; /**< Blocks in use. */
  uint64_t active_bytes;  /**< Their size, in bytes, as rounded up by the pool. */
  uint64_t peak_bytes;    /**< The most that held and active were together, in bytes. */
  uint64_t limit;         /**< The limit, in bytes; 0 for none. */
} gc_pool_statistics;
#define GRIDCALL_POOL_STATISTICS_INIT {sizeof(gc_pool_statistics), 0, 0, 0, 0, 0, 0}

/**
 * Makes a pool. Errors: only UNSUPPORTED, FORKED, EXITING.
 *
 * @param options Place, limit, flags and alignment. NULL: a device pool without limit.
 */
GRIDCALL_API gc_status gc_pool_create(gc_context* context, const gc_pool_options* options, gc_pool** out_pool,
                                      gc_error** out_error);

/**
 * Memory from the pool. Releasing it gives it back to the pool. The content is undefined, but for a pool with
 * ZERO: then device memory is filled in the order of `stream`, and use on other streams is ordered behind
 * that. May block. Errors: WRONG_CONTEXT, POOL_LIMIT, any device error.
 *
 * @param size Its size, in bytes; not 0.
 * @param stream The stream it is used on first: blocks that were last used there are taken first. NULL: the
 *     default stream of the pool's context.
 */
GRIDCALL_API gc_status gc_pool_alloc(gc_pool* pool, uint64_t size, gc_stream* stream, gc_mem** out_mem,
                                     gc_error** out_error);

/** Blocks and bytes, held and active. Errors: only what wrong arguments cause. */
GRIDCALL_API gc_status gc_pool_get_statistics(gc_pool* pool, gc_pool_statistics* out_statistics,
                                              gc_error** out_error);

/** Gives every held block back to the driver, waiting for work that still uses one. May block. */
GRIDCALL_API gc_status gc_pool_free_held(gc_pool* pool, gc_error** out_error);

/** Gives every held block back, and from now on each block as it is released. May block. */
GRIDCALL_API gc_status gc_pool_stop_holding(gc_pool* pool, gc_error** out_error);

/**
 * Changes the limit. Held blocks above it are given back; active ones stay. May block.
 *
 * @param limit The new limit, in bytes; 0 for none.
 */
GRIDCALL_API gc_status gc_pool_set_limit(gc_pool* pool, uint64_t limit, gc_error** out_error);

/** Releases a pool. Memory from it stays usable and goes back to the driver when it is released. */
GRIDCALL_API void gc_pool_release(gc_pool* pool);

/* --- Ndarray -----------------------------------------------------------------------------------------------
 * A gc_ndarray is a type, a shape and strides over a gc_mem of any place. It holds the memory; ndarrays that
 * are sliced, transposed, reshaped or otherwise viewed share it, so that reading and writing either reads and
 * writes the other. Strides are in bytes and of any sign. An ndarray has up to 32 dimensions; one of none has
 * one element.
 *
 * It is NumPy's array; CUDA's array, which textures read, is a gc_array, and has a section of its own. A
 * kernel takes an ndarray as an argument (GRIDCALL_ARG_NDARRAY) and gets the address of its first element.
 *
 *     gc_ndarray_options options = GRIDCALL_NDARRAY_OPTIONS_INIT;
 *     options.scalar_type = GRIDCALL_SCALAR_TYPE_FLOAT32;
 *     options.shape = shape;
 *     options.shape_count = 2;
 *     gc_ndarray_from_host(context, host, sizeof host, &options, &a, &error);
 *     gc_ndarray_create(context, &options, &b, &error);
 *     gc_ndarray_apply(b, "sqrt(a) + 1", &a, 1, NULL, 0, stream, &error);
 *     gc_ndarray_copy_to_host(b, host, sizeof host, NULL, stream, &error);
 *
 * Views cost nothing: no element moves, and no device is asked. Copies, fills, expressions and reductions are
 * queued; those with host memory return when it may be used again. What CUDA's copies and fills cannot do
 * alone runs kernels, whose source the library writes and compiles at their first use, once for the types,
 * the number of dimensions and whether elements follow each other. That first call takes as long as a
 * compilation; the code is then kept in the compile cache.
 *
 * Conversions follow NumPy's astype: a float becomes an integer by truncation, a number becomes BOOL by != 0;
 * a complex number becomes real only by the functions of gc_ndarray_apply. Shapes are broadcast as NumPy
 * does. An expression cannot reach memory.
 *
 * Common errors: OUT_OF_RANGE, WRONG_CONTEXT, UNSUPPORTED, IO, any compile error (4xx), any device error.
 */

/** Attributes of an ndarray. */
typedef int32_t gc_ndarray_attribute;
enum gc_ndarray_attribute_value {
  GRIDCALL_NDARRAY_ATTRIBUTE_TYPE = 100001, /**< The type of its elements: a GRIDCALL_SCALAR_TYPE_* number. */
  GRIDCALL_NDARRAY_ATTRIBUTE_NDIM = 100002, /**< The number of its dimensions. */
  GRIDCALL_NDARRAY_ATTRIBUTE_COUNT = 100003, /**< The number of its elements. */
  GRIDCALL_NDARRAY_ATTRIBUTE_ELEMENT_SIZE = 100004, /**< The bytes of an element. */
  GRIDCALL_NDARRAY_ATTRIBUTE_SIZE = 100005, /**< The bytes of all elements, without gaps between them. */
  /** The bytes from the beginning of its memory to its first element. */
  GRIDCALL_NDARRAY_ATTRIBUTE_OFFSET = 100006,
  /** The address of its first element, which kernels get as an argument of kind NDARRAY. */
  GRIDCALL_NDARRAY_ATTRIBUTE_ADDRESS = 100007,
  /** 1 if its elements follow each other in C's order, the last dimension fastest, else 0. */
  GRIDCALL_NDARRAY_ATTRIBUTE_IS_C_CONTIGUOUS = 100008,
  /** 1 if its elements follow each other in Fortran's order, the first dimension fastest, else 0. */
  GRIDCALL_NDARRAY_ATTRIBUTE_IS_F_CONTIGUOUS = 100009,
  /** 1 if it came as read-only from another library, else 0. */
  GRIDCALL_NDARRAY_ATTRIBUTE_IS_READ_ONLY = 100010
};

/** The result that gc_ndarray_reduce computes. */
typedef int32_t gc_reduction;
enum gc_reduction_value {
  GRIDCALL_REDUCTION_SUM = 1,  /**< The sum; 0 of no elements. */
  GRIDCALL_REDUCTION_PROD = 2, /**< The product; 1 of no elements. */
  GRIDCALL_REDUCTION_MIN = 3,  /**< The least element; NaN if there is one. */
  GRIDCALL_REDUCTION_MAX = 4,  /**< The greatest element; NaN if there is one. */
  GRIDCALL_REDUCTION_ANY = 5,  /**< 1 if an element is not zero, else 0. */
  GRIDCALL_REDUCTION_ALL = 6,  /**< 1 if no element is zero, else 0. */
  /**
   * The index of the first of the least elements, or of the first NaN: from 0, in C's order of the reduced
   * dimensions. The results are integers.
   */
  GRIDCALL_REDUCTION_ARG_MIN = 7,
  /** The index of the first of the greatest elements, or of the first NaN, counted as by ARG_MIN. */
  GRIDCALL_REDUCTION_ARG_MAX = 8,
  /** The combination of the options, for gc_ndarray_transform_reduce and gc_ndarray_scan alone. */
  GRIDCALL_REDUCTION_CUSTOM = 9
};

/** The order of elements in memory. Any of these bits: */
typedef uint64_t gc_ndarray_flags;
/** Fortran's order: the first dimension is the fastest. Without it C's order, the last dimension. */
#define GRIDCALL_NDARRAY_ORDER_F (UINT64_C(1) << 0)

/** Flags of how the elements of an ndarray become those of an array. Any of these bits: */
typedef uint64_t gc_array_from_flags;
/** The last dimension, of 1, 2 or 4, is the channels of an element. */
#define GRIDCALL_ARRAY_FROM_CHANNELS (UINT64_C(1) << 0)
/** Integers of 8 and 16 bits become formats read as 0 or -1 to 1: UNORM_INT8X1 and so on. */
#define GRIDCALL_ARRAY_FROM_NORMALIZED (UINT64_C(1) << 1)

/** Options of a new ndarray. Zero strides means none: the elements follow each other. */
typedef struct gc_ndarray_options {
  size_t struct_size;    /**< sizeof(gc_ndarray_options). */
  gc_ndarray_flags flags; /**< GRIDCALL_NDARRAY_* bits; not with strides. */
  gc_scalar_type scalar_type; /**< The type of the elements; 0 with a record: RECORD. */
  gc_mem_place place;    /**< The place of its memory; 0 means GRIDCALL_MEM_PLACE_DEVICE. Not with a pool. */
  gc_dtype* record;      /**< The layout of elements of type RECORD. NULL: the elements are scalars. */
  const uint64_t* shape; /**< The elements of each dimension. */
  size_t shape_count;    /**< The number of dimensions. */
  const int64_t* strides; /**< Bytes from element to element of each dimension. */
  size_t stride_count;   /**< 0, or the number of dimensions. */
  gc_mem_flags mem_flags; /**< GRIDCALL_MEM_* bits of its memory; not with a pool. */
  uint64_t alignment;    /**< The alignment of its memory, in bytes, as in gc_mem_options; not with a pool. */
  gc_pool* pool;         /**< The pool that its memory is taken from. NULL: the context. */
  /**
   * The stream that it is used on first: of memory from a pool, and of gc_ndarray_from_host. NULL: the
   * default stream of the context.
   */
  gc_stream* stream;
  gc_mem_attach_mode attach; /**< The mode of managed memory, as in gc_mem_options. */
  uint32_t reserved;     /**< Zero. */
} gc_ndarray_options;
#define GRIDCALL_NDARRAY_OPTIONS_INIT \
  {sizeof(gc_ndarray_options), 0, 0, 0, NULL, NULL, 0, NULL, 0, 0, 0, NULL, NULL, 0, 0}

/** The layout of the elements of host memory: of the shape of the ndarray that they are copied to or from. */
typedef struct gc_ndarray_layout {
  size_t struct_size;     /**< sizeof(gc_ndarray_layout). */
  gc_ndarray_flags flags; /**< GRIDCALL_NDARRAY_* bits; not with strides. */
  const int64_t* strides; /**< Bytes from element to element of each dimension, of any sign. */
  size_t stride_count;    /**< 0, or the number of dimensions. */
  uint64_t offset;        /**< From the beginning of the host memory to the first element, in bytes. */
  /** The type of the elements in host memory; 0: as in the ndarray. Elements are converted on the device. */
  gc_scalar_type scalar_type;
  uint32_t reserved;      /**< Zero. */
} gc_ndarray_layout;
#define GRIDCALL_NDARRAY_LAYOUT_INIT {sizeof(gc_ndarray_layout), 0, NULL, 0, 0, 0, 0}

/**
 * The part that is taken of one dimension: NumPy's start:stop:step. Numbers below 0 count from the end: -1 is
 * the last element. The smallest number of 64 bits, INT64_MIN, as start or stop leaves it out: the slice
 * begins, or ends, at that end of the dimension which the sign of the step says.
 */
typedef struct gc_axis_slice {
  int64_t start; /**< The first element. */
  int64_t stop;  /**< The first one that is not taken. */
  /**
   * From element to element, of any sign. 0 with a stop equal to the start: the element `start` alone, and
   * the ndarray that is made has one dimension less.
   */
  int64_t step;
} gc_axis_slice;

/** A number for gc_ndarray_apply. */
typedef struct gc_scalar {
  uint64_t bits[2];           /**< Its bytes, from the first on, as a variable of the type has them. */
  gc_scalar_type scalar_type; /**< Its type; not RECORD. */
  uint32_t reserved;          /**< Zero. */
} gc_scalar;

/**
 * Makes an ndarray and its memory, of any place. Without the flag ZERO of its memory the elements are
 * undefined. May block. Errors: only OUT_OF_RANGE, WRONG_CONTEXT, POOL_LIMIT, UNSUPPORTED, any device error.
 *
 * @param options Type, shape and the rest.
 */
GRIDCALL_API gc_status gc_ndarray_create(gc_context* context, const gc_ndarray_options* options,
                                         gc_ndarray** out_ndarray, gc_error** out_error);

/**
 * Makes an ndarray and its memory, and copies host memory to it, in the order of the stream. Returns when the
 * host memory may be used again. May block. Errors: POOL_LIMIT.
 *
 * @param data The elements, without gaps, in the order that the options say (ORDER_F, else C's).
 * @param options Type, shape and the rest. Strides are the new ndarray's; the host memory is in C's order.
 */
GRIDCALL_API gc_status gc_ndarray_from_host(gc_context* context, const void* data, size_t size,
                                            const gc_ndarray_options* options, gc_ndarray** out_ndarray,
                                            gc_error** out_error);

/**
 * Makes an ndarray of memory that is there: allocated, wrapped (the CUDA array interface of another library),
 * of another process. It holds the memory. The type, the shape, the strides and the order are taken of the
 * options, and the rest of them must be zero. Errors: only OUT_OF_RANGE, UNSUPPORTED.
 *
 * @param offset The first byte of its first element, in bytes; with strides below 0 others lie before it.
 * @param options Type, shape and strides.
 */
GRIDCALL_API gc_status gc_ndarray_from_mem(gc_mem* mem, uint64_t offset, const gc_ndarray_options* options,
                                           gc_ndarray** out_ndarray, gc_error** out_error);

/**
 * The memory of an ndarray; the attribute OFFSET has its first element. Errors: only what wrong arguments
 * cause.
 */
GRIDCALL_API gc_status gc_ndarray_get_mem(gc_ndarray* ndarray, gc_mem** out_mem, gc_error** out_error);

/** The record of an ndarray's elements. NOT_FOUND for an ndarray of scalars. Errors: only NOT_FOUND. */
GRIDCALL_API gc_status gc_ndarray_get_record(gc_ndarray* ndarray, gc_dtype** out_dtype, gc_error** out_error);

/**
 * One attribute of an ndarray. NOT_FOUND for a number that is none; UNSUPPORTED for the ADDRESS of memory
 * that kernels cannot reach. Errors: only NOT_FOUND, UNSUPPORTED.
 */
GRIDCALL_API gc_status gc_ndarray_get_attribute(gc_ndarray* ndarray, gc_ndarray_attribute attribute,
                                                uint64_t* out_value, gc_error** out_error);

/**
 * The elements of each dimension of an ndarray. Errors: only what wrong arguments cause.
 *
 * @param shape One for each dimension.
 */
GRIDCALL_API gc_status gc_ndarray_get_shape(gc_ndarray* ndarray, uint64_t* shape, size_t capacity,
                                            size_t* out_count, gc_error** out_error);

/**
 * The bytes from element to element of each dimension of an ndarray. Errors: only what wrong arguments cause.
 *
 * @param strides One for each dimension.
 */
GRIDCALL_API gc_status gc_ndarray_get_strides(gc_ndarray* ndarray, int64_t* strides, size_t capacity,
                                              size_t* out_count, gc_error** out_error);

/**
 * A part of an ndarray by NumPy's slices, that shares its memory. A start or stop outside of the dimension is
 * refused, where NumPy would move it to the end. Errors: only OUT_OF_RANGE.
 *
 * @param slices One for each of the first dimensions; those behind them are taken whole.
 * @param out_ndarray OWNED. The part.
 */
GRIDCALL_API gc_status gc_ndarray_slice(gc_ndarray* ndarray, const gc_axis_slice* slices, size_t slice_count,
                                        gc_ndarray** out_ndarray, gc_error** out_error);

/**
 * The elements of an ndarray, in C's order or with ORDER_F in Fortran's, as an ndarray of another shape that
 * shares its memory. INVALID_ARGUMENT if no strides can express it: copy the ndarray to a contiguous one
 * first. Errors: only OUT_OF_RANGE.
 *
 * @param shape The elements of each dimension; -1 for one of them: what is left.
 */
GRIDCALL_API gc_status gc_ndarray_reshape(gc_ndarray* ndarray, const int64_t* shape, size_t shape_count,
                                          gc_ndarray_flags flags, gc_ndarray** out_ndarray,
                                          gc_error** out_error);

/**
 * An ndarray with its dimensions in another order, that shares its memory. Errors: only OUT_OF_RANGE.
 *
 * @param axes Dimension i of the new ndarray is dimension axes[i] of this one; none: in reverse order.
 */
GRIDCALL_API gc_status gc_ndarray_transpose(gc_ndarray* ndarray, const uint32_t* axes, size_t axis_count,
                                            gc_ndarray** out_ndarray, gc_error** out_error);

/**
 * The bytes of an ndarray as elements of another type, as NumPy's view: nothing is converted. If the sizes
 * differ, the elements of the last dimension must follow each other, and its bytes be a multiple of the new
 * size. Errors: only OUT_OF_RANGE.
 *
 * @param scalar_type The new type; RECORD with a record.
 * @param record The layout of elements of type RECORD. NULL: the new elements are scalars.
 */
GRIDCALL_API gc_status gc_ndarray_view(gc_ndarray* ndarray, gc_scalar_type scalar_type, gc_dtype* record,
                                       gc_ndarray** out_ndarray, gc_error** out_error);

/**
 * One field of all records of an ndarray, that shares its memory: NumPy's ndarray["x"]. A field of several
 * elements becomes one more dimension, the last. Errors: only NOT_FOUND.
 *
 * @param ndarray An ndarray of records.
 * @param name The name of the field.
 */
GRIDCALL_API gc_status gc_ndarray_get_field(gc_ndarray* ndarray, const char* name, gc_ndarray** out_ndarray,
                                            gc_error** out_error);

/**
 * Copies the elements of one ndarray to another, of any strides and any two scalar types, queued on a stream.
 * The source is broadcast to the shape of the destination, as by NumPy's assignment. The ndarrays may
 * overlap: the source is as before the copy. Records are copied to records of the same size. Ndarrays of two
 * contexts are copied where their elements form rectangles and have one type. May block. Errors:
 * INVALID_ARGUMENT.
 *
 * @param dst The ndarray to copy to.
 * @param src The ndarray to copy from.
 * @param stream The stream it is queued on. NULL: the default stream of the destination's context.
 */
GRIDCALL_API gc_status gc_ndarray_copy(gc_ndarray* dst, gc_ndarray* src, gc_stream* stream,
                                       gc_error** out_error);

/**
 * Copies from host memory, in the order of the stream; returns when the host memory may be used again. May
 * block.
 *
 * @param data The elements. Without a layout exactly those of the ndarray, in C's order.
 * @param layout The layout of the elements. NULL: in C's order, of the ndarray's type.
 */
GRIDCALL_API gc_status gc_ndarray_copy_from_host(gc_ndarray* ndarray, const void* data, size_t size,
                                                 const gc_ndarray_layout* layout, gc_stream* stream,
                                                 gc_error** out_error);

/**
 * Copies to host memory, behind the work queued on the stream; returns when all elements are there. May
 * block.
 *
 * @param data The memory for the elements. Bytes between them stay as they are.
 * @param layout The layout of the elements. NULL: in C's order, of the ndarray's type.
 */
GRIDCALL_API gc_status gc_ndarray_copy_to_host(gc_ndarray* ndarray, void* data, size_t size,
                                               const gc_ndarray_layout* layout, gc_stream* stream,
                                               gc_error** out_error);

/**
 * Sets all elements of an ndarray to one value, queued on a stream. May block.
 *
 * @param value The bytes of one element.
 */
GRIDCALL_API gc_status gc_ndarray_fill(gc_ndarray* ndarray, const void* value, size_t value_size,
                                       gc_stream* stream, gc_error** out_error);

/**
 * Computes an expression of C++ for each element, queued on a stream: "a + 2 * b", "x < a ? sqrt(a) : y". The
 * elements of the inputs are named a, b, c, d, e, f, g and h, the scalars x, y, z, u, v and w, the index of
 * the element in C's order i and those in the first ten dimensions i0, i1 ... i9 (64 bits; "x + i * y" is
 * NumPy's arange), and the result is converted to the type of the ndarray. Types are C++'s, not NumPy's:
 * integers smaller than int become int, float with an integer stays float, and 1 / 2 is 0; FLOAT16 and
 * BFLOAT16 are computed as float; each operation is rounded by itself. The inputs are broadcast to the shape
 * of the ndarray, as by NumPy, and may be the ndarray itself or overlap it. An expression is made of these
 * names, numbers, operators without assignment, ?:, parentheses, casts to types of numbers such as (float)a,
 * and calls of CUDA's mathematical functions, by their names for float too (rsqrtf), besides real(a),
 * imag(a), conj(a), abs(a), complex(a, b), min and max. Nothing in it can reach memory: addresses, and all
 * else that C++ has, are refused with their column. May block. Errors: INVALID_OPTIONS.
 *
 * @param ndarray The ndarray for the results.
 * @param inputs The ndarrays that it reads, up to 8.
 * @param scalars The numbers that it reads, up to 6.
 */
GRIDCALL_API gc_status gc_ndarray_apply(gc_ndarray* ndarray, const char* expression,
                                        gc_ndarray* const* inputs, size_t input_count,
                                        const gc_scalar* scalars, size_t scalar_count, gc_stream* stream,
                                        gc_error** out_error);

/**
 * Combines the elements of an ndarray along some dimensions, or all, queued on a stream. The same call on the
 * same device gives the same result each time. Integers are computed in 64 bits, FLOAT16, BFLOAT16 and
 * FLOAT32 in float, or in double if the result is FLOAT64; the result is converted to the type of the ndarray
 * that it goes to. Complex numbers have no MIN, MAX, ARG_MIN and ARG_MAX. May block.
 *
 * @param ndarray The ndarray for the results: the shape of `src` without `axes`, or with 1 in their place.
 * @param src The ndarray that is read; it shares no byte with the results.
 * @param reduction The reduction; not CUSTOM.
 * @param axes The dimensions of `src` that are reduced; none: all.
 */
GRIDCALL_API gc_status gc_ndarray_reduce(gc_ndarray* ndarray, gc_ndarray* src, gc_reduction reduction,
                                         const uint32_t* axes, size_t axis_count, gc_stream* stream,
                                         gc_error** out_error);

/**
 * Makes an array of 1, 2 or 3 dimensions of the shape of an ndarray, and copies the elements to it, queued on
 * the stream. The last dimension becomes the width, the one before it the height and the first of three the
 * depth; to have the first one as the width, transpose the ndarray. Of no dimensions, it is one element. With
 * LAYERED the first dimension counts layers. The format follows the type of the elements: integers of 8, 16
 * and 32 bits, FLOAT16 and FLOAT32 have a format of their own, BOOL is read as UINT8, and COMPLEX64 has two
 * channels of FLOAT. Numbers of 64 bits have two channels of SIGNED_INT32 each, the lower bits first, and
 * COMPLEX128 has four; kernels put them together, as fp_tex2D of gridcall_textures.h does. BFLOAT16 and
 * records have no format: UNSUPPORTED. May block.
 *
 * @param ndarray The elements, of any strides.
 * @param array_flags Flags of the array.
 * @param from_flags Flags of its elements.
 * @param out_array OWNED. The array, of the ndarray's context.
 */
GRIDCALL_API gc_status gc_array_from_ndarray(gc_ndarray* ndarray, gc_array_flags array_flags,
                                             gc_array_from_flags from_flags, gc_stream* stream,
                                             gc_array** out_array, gc_error** out_error);

/**
 * Makes an array and copies host memory to it, in the order of the stream of the options, as
 * gc_ndarray_from_host and gc_array_from_ndarray do together. Returns when the host memory may be used again.
 * May block.
 *
 * @param data The elements, in the order that the options say (ORDER_F, else C's), or with their strides;
 *     without strides there are no gaps.
 * @param options Type, shape, stream, and order or strides: those of the elements in host memory, whose first
 *     element is the first (an image's pitches). The rest of them must be zero.
 * @param array_flags Flags of the array.
 * @param from_flags Flags of its elements.
 */
GRIDCALL_API gc_status gc_array_from_host(gc_context* context, const void* data, size_t size,
                                          const gc_ndarray_options* options, gc_array_flags array_flags,
                                          gc_array_from_flags from_flags, gc_array** out_array,
                                          gc_error** out_error);

/** Releases an ndarray. Its memory goes back when no ndarray, handle or work uses it. */
GRIDCALL_API void gc_ndarray_release(gc_ndarray* ndarray);

/* --- DLPack ------------------------------------------------------------------------------------------------
 * DLPack's tensors are how NumPy, PyTorch, CuPy, JAX and others exchange arrays without a copy. A tensor is a
 * DLManagedTensorVersioned of version 1, or with the flag LEGACY a DLManagedTensor; it is passed by its
 * address.
 *
 * In Python the address is in the capsule that `__dlpack__` returns. A tensor is consumed once: on success it
 * belongs to the one that took it, who calls its deleter, and on failure to the one that made it.
 *
 *     gc_ndarray_from_dlpack(context, tensor, 0, stream, &a, &error); // the tensor is the library's now
 *     gc_ndarray_to_dlpack(b, 0, stream, &tensor, &error);            // the taker calls its deleter
 *
 * Both calls share memory and queue at most the order of two streams: name the stream on which the other
 * library uses the memory, which gc_stream_wrap makes of its CUstream. An ndarray that came as a tensor keeps
 * the tensor until no ndarray and no work uses it; its deleter then runs in gc_handle_collect, on the thread
 * that calls that, because it may need a lock of its language. A program that takes many tensors calls it now
 * and then.
 *
 * Records have no type in DLPack. Strides, offsets and read-only memory are kept.
 *
 * Common errors: UNSUPPORTED, WRONG_CONTEXT, any device error.
 */

/** The form of a tensor. Any of these bits: */
typedef uint64_t gc_dlpack_flags;
/**
 * A DLManagedTensor, as before DLPack 1.0: a capsule named "dltensor" in Python. Without it a
 * DLManagedTensorVersioned, "dltensor_versioned".
 */
#define GRIDCALL_DLPACK_LEGACY (UINT64_C(1) << 0)

/**
 * An ndarray as a tensor of DLPack, which shares its memory and keeps it. Who takes the tensor calls its
 * deleter once, when its own work is done; that neither blocks nor calls the driver. UNSUPPORTED for records,
 * and for memory that DLPack has no device for.
 *
 * @param stream The stream that the tensor is used on, which gc_stream_wrap makes of another library's: it is
 *     ordered behind what uses the memory so far. NULL: the default stream of the ndarray's context.
 * @param out_tensor The address of the tensor.
 */
GRIDCALL_API gc_status gc_ndarray_to_dlpack(gc_ndarray* ndarray, gc_dlpack_flags flags, gc_stream* stream,
                                            uint64_t* out_tensor, gc_error** out_error);

/**
 * A tensor of DLPack as an ndarray, which shares its memory. On success the tensor is the library's, which
 * calls its deleter when no ndarray and no work uses the memory any more: in gc_handle_collect, on the thread
 * that calls it. On failure it stays the caller's. UNSUPPORTED for versions other than 1, devices that the
 * context cannot reach, and types that gc_scalar_type does not have. The memory counts as used on the stream.
 * Errors: OUT_OF_RANGE.
 *
 * @param context The context that uses it. Of the CPU device, for memory of kDLCPU; of a GPU for that of the
 *     same GPU (kDLCUDA), for page-locked memory (kDLCUDAHost) and managed memory (kDLCUDAManaged).
 * @param tensor The address of the tensor.
 * @param stream The stream that it is ordered on: what the producer was told. NULL: the default stream of the
 *     context.
 */
GRIDCALL_API gc_status gc_ndarray_from_dlpack(gc_context* context, uint64_t tensor, gc_dlpack_flags flags,
                                              gc_stream* stream, gc_ndarray** out_ndarray,
                                              gc_error** out_error);

/* --- Compile cache -----------------------------------------------------------------------------------------
 * Compiled code is kept on disk, in GRIDCALL_CACHE_DIR, else $XDG_CACHE_HOME/gridcall, else
 * ~/.cache/gridcall. The directory must belong to the user and be closed to others' writing, and nobody else
 * may be able to replace a directory above it; else the cache is off. GRIDCALL_DISABLE_CACHE=1 turns it off;
 * gc_cache_get_disabled_reason says why it is off. An entry is used only if its key and its checksum are
 * right.
 *
 * A program need not call anything here: every compilation looks in the cache and fills it. These functions
 * are for tools and tests, which want to see that it works:
 *
 *     gc_cache_statistics statistics = GRIDCALL_CACHE_STATISTICS_INIT;
 *     gc_cache_get_statistics(&statistics, &error);
 *     printf("%d of %d found\n", (int)statistics.hits, (int)(statistics.hits + statistics.misses));
 *
 * The numbers are those of this process; the directory is shared by all processes of the user, which may read
 * and write it at the same time. `errors` counts entries and directories that were refused, which cost time
 * and break nothing. gc_module_is_cached says it of one module. A single source gets a folder of its own by
 * `cache_dir` of gc_compile_options, or no cache by the flag NO_CACHE.
 */

/** Statistics of the compile cache in this process. */
typedef struct gc_cache_statistics {
  size_t struct_size; /**< sizeof(gc_cache_statistics). */
  uint64_t hits;      /**< Compilations saved. */
  uint64_t misses;    /**< Compilations done because nothing was found. */
  uint64_t errors;    /**< Entries that could not be read or written, or were damaged or refused. */
  int32_t enabled;    /**< 1 if the cache is on, else 0. */
  uint32_t reserved;  /**< Zero. */
} gc_cache_statistics;
#define GRIDCALL_CACHE_STATISTICS_INIT {sizeof(gc_cache_statistics), 0, 0, 0, 0, 0}

/** Statistics of the compile cache in this process. May block. */
GRIDCALL_API gc_status gc_cache_get_statistics(gc_cache_statistics* out_statistics, gc_error** out_error);

/**
 * The folder of the compile cache, or "" if it is off. May block.
 *
 * @param path The directory.
 */
GRIDCALL_API gc_status gc_cache_get_directory(char* path, size_t capacity, size_t* out_needed,
                                              gc_error** out_error);

/** The reason why the compile cache is off, with the setting or the directory; "" if it is on. May block. */
GRIDCALL_API gc_status gc_cache_get_disabled_reason(char* reason, size_t capacity, size_t* out_needed,
                                                    gc_error** out_error);

/**
 * Removes every entry of the compile cache, of all programs of this user. May block. Errors:
 * INVALID_ARGUMENT, IO.
 */
GRIDCALL_API gc_status gc_cache_clear(gc_error** out_error);

/* --- Arguments of a launch ---------------------------------------------------------------------------------
 * Macros for what gc_launch and gc_launch_staged take. In C they are compound literals, in C++ values.
 */

#ifdef __cplusplus
#define GRIDCALL_LITERAL(type) type
#else
#define GRIDCALL_LITERAL(type) (type)
#endif
#define GRIDCALL_NUMBERS(number) \
  number(char, INT8) number(signed char, INT8) number(unsigned char, UINT8) number(short, INT16) \
  number(unsigned short, UINT16) number(int, INT32) number(unsigned int, UINT32) number(long, INT64) \
  number(unsigned long, UINT64) number(long long, INT64) number(unsigned long long, UINT64) \
  number(float, FLOAT32) number(double, FLOAT64)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && defined(__LP64__)
#define GRIDCALL_VALUE_TYPE_CASE(type, name) type: GRIDCALL_VALUE_TYPE_##name,
/** The gc_value_type of a number, for `value_type` of a gc_arg; before C11 and in C++: UNKNOWN. */
#define GRIDCALL_VALUE_TYPE_OF(value) \
  _Generic((value), GRIDCALL_NUMBERS(GRIDCALL_VALUE_TYPE_CASE) _Bool: GRIDCALL_VALUE_TYPE_BOOL, \
    default: GRIDCALL_VALUE_TYPE_UNKNOWN)
#else
#define GRIDCALL_VALUE_TYPE_OF(value) GRIDCALL_VALUE_TYPE_UNKNOWN
#endif

#ifdef __cplusplus
extern "C++" {
namespace gridcall_header {
inline gc_value_type value_type_of(const volatile void*) { return GRIDCALL_VALUE_TYPE_UNKNOWN; }
#define GRIDCALL_NUMBER(type, name) \
  inline gc_value_type value_type_of(const volatile type*) { return GRIDCALL_VALUE_TYPE_##name; }
GRIDCALL_NUMBERS(GRIDCALL_NUMBER) GRIDCALL_NUMBER(bool, BOOL)
#undef GRIDCALL_NUMBER
// The number of a handle is no value: an object is an argument of its own kind, or none.
#define GRIDCALL_ARGUMENT(type, kind)                                                            \
  inline gc_arg arg_of(type* object) {                                                           \
    const gc_arg arg = {GRIDCALL_ARG_KIND_##kind, 8, 0, object, GRIDCALL_VALUE_TYPE_UNKNOWN, 0}; \
    return arg;                                                                                  \
  }                                                                                              \
  uint64_t host_array(type*) = delete;
#define GRIDCALL_NO_ARGUMENT(type) \
  gc_arg arg_of(type*) = delete;   \
  uint64_t host_array(type*) = delete;
GRIDCALL_NO_ARGUMENT(gc_error) GRIDCALL_NO_ARGUMENT(gc_device) GRIDCALL_NO_ARGUMENT(gc_context)
GRIDCALL_NO_ARGUMENT(gc_stream) GRIDCALL_NO_ARGUMENT(gc_event) GRIDCALL_NO_ARGUMENT(gc_completion)
GRIDCALL_NO_ARGUMENT(gc_dtype) GRIDCALL_ARGUMENT(gc_mem, MEM) GRIDCALL_NO_ARGUMENT(gc_mapping)
GRIDCALL_ARGUMENT(gc_pipe, PIPE) GRIDCALL_NO_ARGUMENT(gc_array) GRIDCALL_ARGUMENT(gc_texture, TEXTURE)
GRIDCALL_ARGUMENT(gc_surface, SURFACE) GRIDCALL_NO_ARGUMENT(gc_sampler) GRIDCALL_NO_ARGUMENT(gc_module)
GRIDCALL_NO_ARGUMENT(gc_program) GRIDCALL_NO_ARGUMENT(gc_kernel) GRIDCALL_NO_ARGUMENT(gc_prepared)
GRIDCALL_NO_ARGUMENT(gc_graph) GRIDCALL_NO_ARGUMENT(gc_pool) GRIDCALL_ARGUMENT(gc_ndarray, NDARRAY)
GRIDCALL_NO_ARGUMENT(gc_comm) GRIDCALL_NO_ARGUMENT(gc_log)
#undef GRIDCALL_ARGUMENT
#undef GRIDCALL_NO_ARGUMENT
template <class T>
inline gc_arg arg_of(T& variable) {
  const volatile void* const address = &variable;
  const gc_arg arg = {GRIDCALL_ARG_KIND_VALUE, sizeof(T), 0, const_cast<const void*>(address),
                      value_type_of(&variable), 0};
  return arg;
}
// The value of an expression goes into the gc_arg itself: it would be gone before the launch.
template <class T>
inline gc_arg arg_of(const T&& value) {
  static_assert(!__is_class(T) && !__is_union(T) && sizeof(T) <= sizeof(uint64_t),
                "GRIDCALL_ARG takes a struct, and what is larger than 8 bytes, as a variable");
  gc_arg arg = {GRIDCALL_ARG_KIND_SCALAR, sizeof(T), 0, nullptr, value_type_of(&value), 0};
  __builtin_memcpy(&arg.bits, &value, sizeof(T));
  return arg;
}
template <class T>
inline T* host_array(T* array) { return array; }
inline uint64_t host_array(uint64_t address) { return address; }
inline uint64_t host_array(decltype(nullptr)) { return 0; }
}  // namespace gridcall_header
}  // extern "C++"
#define GRIDCALL_HOST_ARRAY(array) gridcall_header::host_array(array)
/**
 * A gc_arg with any value, of a variable or of an expression, a struct too: an array of them is what
 * gc_launch takes. A variable must last, and is read, until that call; in C what an expression gave lasts
 * until the end of the block. A gc_mem, gc_ndarray, gc_pipe, gc_texture or gc_surface becomes an argument of
 * its kind, and another object is refused by the compiler.
 */
#define GRIDCALL_ARG(value) gridcall_header::arg_of(value)
#else
/** The type that a compiler names where an object is passed that is no argument, or no array of the host. */
struct gridcall_object_that_is_no_value {
  int unused;
};
#define GRIDCALL_NO_VALUE (struct gridcall_object_that_is_no_value){0}
#define GRIDCALL_IS(value, type) __builtin_types_compatible_p(__typeof__(value), type*)
#define GRIDCALL_IS_ARGUMENT(value) \
  (GRIDCALL_IS(value, gc_mem) || GRIDCALL_IS(value, gc_pipe) || GRIDCALL_IS(value, gc_texture) || \
  GRIDCALL_IS(value, gc_surface) || GRIDCALL_IS(value, gc_ndarray))
#define GRIDCALL_IS_NO_ARGUMENT(value) \
  (GRIDCALL_IS(value, gc_error) || GRIDCALL_IS(value, gc_device) || GRIDCALL_IS(value, gc_context) || \
  GRIDCALL_IS(value, gc_stream) || GRIDCALL_IS(value, gc_event) || GRIDCALL_IS(value, gc_completion) || \
  GRIDCALL_IS(value, gc_dtype) || GRIDCALL_IS(value, gc_mapping) || GRIDCALL_IS(value, gc_array) || \
  GRIDCALL_IS(value, gc_sampler) || GRIDCALL_IS(value, gc_module) || GRIDCALL_IS(value, gc_program) || \
  GRIDCALL_IS(value, gc_kernel) || GRIDCALL_IS(value, gc_prepared) || GRIDCALL_IS(value, gc_graph) || \
  GRIDCALL_IS(value, gc_pool) || GRIDCALL_IS(value, gc_comm) || GRIDCALL_IS(value, gc_log))
#define GRIDCALL_ARG_KIND_OF(value) \
  __builtin_choose_expr(GRIDCALL_IS_NO_ARGUMENT(value), GRIDCALL_NO_VALUE, \
    GRIDCALL_IS(value, gc_mem) ? GRIDCALL_ARG_KIND_MEM : \
    GRIDCALL_IS(value, gc_pipe) ? GRIDCALL_ARG_KIND_PIPE : \
    GRIDCALL_IS(value, gc_texture) ? GRIDCALL_ARG_KIND_TEXTURE : \
    GRIDCALL_IS(value, gc_surface) ? GRIDCALL_ARG_KIND_SURFACE : \
    GRIDCALL_IS(value, gc_ndarray) ? GRIDCALL_ARG_KIND_NDARRAY : \
    GRIDCALL_ARG_KIND_VALUE)
#define GRIDCALL_ARG_OBJECT_OF(value) \
  __builtin_choose_expr(GRIDCALL_IS_ARGUMENT(value), (value), (__typeof__(value)[1]){value})
#define GRIDCALL_HOST_ARRAY(array) \
  __builtin_choose_expr(GRIDCALL_IS_ARGUMENT(array) || GRIDCALL_IS_NO_ARGUMENT(array), \
    GRIDCALL_NO_VALUE, (array))
#define GRIDCALL_ARG(value) \
  ((gc_arg){GRIDCALL_ARG_KIND_OF(value), (uint32_t)sizeof(value), 0, GRIDCALL_ARG_OBJECT_OF(value), \
   GRIDCALL_VALUE_TYPE_OF(value), 0})
#define GRIDCALL_ARGS_1(value) GRIDCALL_ARG(value)
#define GRIDCALL_ARGS_2(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_1(__VA_ARGS__)
#define GRIDCALL_ARGS_3(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_2(__VA_ARGS__)
#define GRIDCALL_ARGS_4(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_3(__VA_ARGS__)
#define GRIDCALL_ARGS_5(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_4(__VA_ARGS__)
#define GRIDCALL_ARGS_6(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_5(__VA_ARGS__)
#define GRIDCALL_ARGS_7(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_6(__VA_ARGS__)
#define GRIDCALL_ARGS_8(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_7(__VA_ARGS__)
#define GRIDCALL_ARGS_9(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_8(__VA_ARGS__)
#define GRIDCALL_ARGS_10(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_9(__VA_ARGS__)
#define GRIDCALL_ARGS_11(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_10(__VA_ARGS__)
#define GRIDCALL_ARGS_12(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_11(__VA_ARGS__)
#define GRIDCALL_ARGS_13(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_12(__VA_ARGS__)
#define GRIDCALL_ARGS_14(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_13(__VA_ARGS__)
#define GRIDCALL_ARGS_15(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_14(__VA_ARGS__)
#define GRIDCALL_ARGS_16(value, ...) GRIDCALL_ARG(value), GRIDCALL_ARGS_15(__VA_ARGS__)
#define GRIDCALL_ARGS_17TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) count
#define GRIDCALL_ARGS_JOIN(name, count) name##count
#define GRIDCALL_ARGS_OF(count, ...) (gc_arg[]){GRIDCALL_ARGS_JOIN(GRIDCALL_ARGS_, count)(__VA_ARGS__)}, count
/**
 * In C: 1 to 16 arguments and their count, each as GRIDCALL_ARG makes it; a shape of one dimension; and
 * options of which some fields are set, the others being 0. gc_launch(kernel, GRIDCALL_SHAPE(grid, block),
 * GRIDCALL_ARGS(x, n), stream, &error); GRIDCALL_OPTIONS(gc_mem_options, .size = 64).
 */
#define GRIDCALL_ARGS(...) \
  GRIDCALL_ARGS_OF( \
    GRIDCALL_ARGS_17TH(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), __VA_ARGS__)
#define GRIDCALL_SHAPE(grid, block) \
  GRIDCALL_OPTIONS(gc_launch_config, .grid_x = (uint32_t)(grid), .block_x = (uint32_t)(block))
#define GRIDCALL_OPTIONS(type, ...) (&(type){.struct_size = sizeof(type), __VA_ARGS__})
#endif

#define GRIDCALL_OBJECT_ARG(kind, object) \
  (GRIDCALL_LITERAL(gc_arg){GRIDCALL_ARG_KIND_##kind, 8, 0, (object), GRIDCALL_VALUE_TYPE_UNKNOWN, 0})
/** A gc_arg with an object: with the device address of a gc_mem, or what a kernel knows of another one. */
#define GRIDCALL_ARG_MEM(mem) GRIDCALL_OBJECT_ARG(MEM, mem)
#define GRIDCALL_ARG_NDARRAY(ndarray) GRIDCALL_OBJECT_ARG(NDARRAY, ndarray)
#define GRIDCALL_ARG_PIPE(pipe) GRIDCALL_OBJECT_ARG(PIPE, pipe)
#define GRIDCALL_ARG_TEXTURE(texture) GRIDCALL_OBJECT_ARG(TEXTURE, texture)
#define GRIDCALL_ARG_SURFACE(surface) GRIDCALL_OBJECT_ARG(SURFACE, surface)
/** A gc_host_arg: the parameter's index, IN, OUT or IN_OUT, the array's address and its size in bytes. */
#define GRIDCALL_HOST_ARG(index, direction, array, size) \
  (GRIDCALL_LITERAL(gc_host_arg){(uint32_t)(index), GRIDCALL_HOST_DIRECTION_##direction, \
    (uint64_t)(uintptr_t)GRIDCALL_HOST_ARRAY(array), (size), GRIDCALL_VALUE_TYPE_UNKNOWN, 0})

#ifdef __cplusplus
}
#endif

#endif /* GRIDCALL_GRIDCALL_H */
