/* SPDX-License-Identifier: Apache-2.0 */

/* --- Arguments of a launch ---------------------------------------------------------------------------------
 * Macros for what gc_launch and gc_launch_staged take. In C they are compound literals, in C++ values.
 */

#ifdef __cplusplus
#define GRIDCALL_LITERAL(type) type
#else
#define GRIDCALL_LITERAL(type) (type)
#endif
@NUMBERS@

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
@OBJECTS@
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
@ARG_COMMENT@
#define GRIDCALL_ARG(value) gridcall_header::arg_of(value)
#else
/** The type that a compiler names where an object is passed that is no argument, or no array of the host. */
struct gridcall_object_that_is_no_value {
  int unused;
};
#define GRIDCALL_NO_VALUE (struct gridcall_object_that_is_no_value){0}
#define GRIDCALL_IS(value, type) __builtin_types_compatible_p(__typeof__(value), type*)
@TESTS@
#define GRIDCALL_ARG_OBJECT_OF(value) \
  __builtin_choose_expr(GRIDCALL_IS_ARGUMENT(value), (value), (__typeof__(value)[1]){value})
#define GRIDCALL_HOST_ARRAY(array) \
  __builtin_choose_expr(GRIDCALL_IS_ARGUMENT(array) || GRIDCALL_IS_NO_ARGUMENT(array), \
    GRIDCALL_NO_VALUE, (array))
#define GRIDCALL_ARG(value) \
  ((gc_arg){GRIDCALL_ARG_KIND_OF(value), (uint32_t)sizeof(value), 0, GRIDCALL_ARG_OBJECT_OF(value), \
   GRIDCALL_VALUE_TYPE_OF(value), 0})
#endif

#define GRIDCALL_OBJECT_ARG(kind, object) \
  (GRIDCALL_LITERAL(gc_arg){GRIDCALL_ARG_KIND_##kind, 8, 0, (object), GRIDCALL_VALUE_TYPE_UNKNOWN, 0})
/** A gc_arg with an object: with the device address of a gc_mem, or what a kernel knows of another one. */
@OBJECT_ARGS@
/** A gc_host_arg: the parameter's index, IN, OUT or IN_OUT, the array's address and its size in bytes. */
#define GRIDCALL_HOST_ARG(index, direction, array, size) \
  (GRIDCALL_LITERAL(gc_host_arg){(uint32_t)(index), GRIDCALL_HOST_DIRECTION_##direction, \
    (uint64_t)(uintptr_t)GRIDCALL_HOST_ARRAY(array), (size), GRIDCALL_VALUE_TYPE_UNKNOWN, 0})
