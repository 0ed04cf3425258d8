// SPDX-License-Identifier: Apache-2.0
//
// Thrust's iterators that compute what they point to, for a machine without Thrust; those of cuda/iterator are the same.

#pragma once
#pragma clang system_header

#if __cplusplus >= 201703L
#include <iterator>
#include <tuple>
namespace __gc_iterators {
#define __GC_HD __host__ __device__ constexpr
typedef ::std::make_signed_t<decltype(sizeof(0))> __diff;
// An iterator __D at __base, a number or another iterator. __D has __at(n), the element n behind.
template <typename __D, typename __R, typename __B> struct __facade {
  typedef ::std::remove_cvref_t<__R> value_type;
  typedef __gc_iterators::__diff difference_type;
  typedef __R reference;
  typedef void pointer;
  typedef ::std::random_access_iterator_tag iterator_category;
  __B __base{};
  constexpr __facade() = default;
  __GC_HD explicit __facade(__B __b) : __base(__b) {}
  __GC_HD __B base() const { return __base; }
  __GC_HD void __move(__diff __n) { __base = static_cast<__B>(__base + __n); }
  __GC_HD __diff __minus(const __D& __o) const { return static_cast<__diff>(__base - __o.__base); }
  __GC_HD const __D& __self() const { return *static_cast<const __D*>(this); }
  __GC_HD __R operator*() const { return __self().__at(0); }
  __GC_HD __R operator[](__diff __n) const { return __self().__at(__n); }
  __GC_HD __D& operator+=(__diff __n) { return static_cast<__D*>(this)->__move(__n), *static_cast<__D*>(this); }
  __GC_HD __D& operator-=(__diff __n) { return *this += -__n; }
  __GC_HD __D& operator++() { return *this += 1; }
  __GC_HD __D& operator--() { return *this += -1; }
  __GC_HD __D operator++(int) { return (*this += 1) - 1; }
  __GC_HD __D operator--(int) { return (*this += -1) + 1; }
  __GC_HD friend __D operator+(__D __i, __diff __n) { return __i += __n; }
  __GC_HD friend __D operator+(__diff __n, __D __i) { return __i += __n; }
  __GC_HD friend __D operator-(__D __i, __diff __n) { return __i += -__n; }
  __GC_HD friend __diff operator-(const __D& __a, const __D& __b) { return __a.__minus(__b); }
#define __GC_OPERATION(op) __GC_HD friend bool operator op(const __D& __a, const __D& __b) { return __a.__minus(__b) op 0; }
  __GC_OPERATION(==) __GC_OPERATION(!=) __GC_OPERATION(<) __GC_OPERATION(>) __GC_OPERATION(<=) __GC_OPERATION(>=)
#undef __GC_OPERATION
};
// Writes `function(value)`.
template <typename __F, typename __I> struct __output {
  __F function;
  __I at;
  template <typename __V> __GC_HD const __output& operator=(const __V& __v) const { return *at = function(__v), *this; }
};
struct __nothing {
  template <typename __V> __GC_HD const __nothing& operator=(const __V&) const { return *this; }
};
template <typename __I> using __element = decltype(*::std::declval<__I>());
template <typename __F, typename __I> using __result = decltype(::std::declval<__F&>()(*::std::declval<__I>()));

template <typename __T, typename... __U> struct counting_iterator : __facade<counting_iterator<__T, __U...>, __T, __T> {
  using __facade<counting_iterator, __T, __T>::__facade;
  __GC_HD __T __at(__diff __n) const { return static_cast<__T>(this->__base + __n); }
};
template <typename __T, typename... __U> struct constant_iterator : __facade<constant_iterator<__T, __U...>, __T, __diff> {
  __T __value{};
  constexpr constant_iterator() = default;
  __GC_HD constant_iterator(const __T& __v, __diff __n = 0) : __facade<constant_iterator, __T, __diff>(__n), __value(__v) {}
  __GC_HD __T __at(__diff) const { return __value; }
};
template <typename... __U> struct discard_iterator : __facade<discard_iterator<__U...>, __nothing, __diff> {
  __GC_HD discard_iterator(__diff __n = 0) : __facade<discard_iterator, __nothing, __diff>(__n) {}
  __GC_HD __nothing __at(__diff) const { return {}; }
};
template <typename __F, typename __I, typename... __U> struct transform_iterator : __facade<transform_iterator<__F, __I, __U...>, __result<__F, __I>, __I> {
  __F __function{};
  constexpr transform_iterator() = default;
  __GC_HD transform_iterator(__I __i, __F __f = {}) : __facade<transform_iterator, __result<__F, __I>, __I>(__i), __function(__f) {}
  __GC_HD __F functor() const { return __function; }
  __GC_HD __result<__F, __I> __at(__diff __n) const {
    __F __f = __function;
    return __f(this->__base[__n]);
  }
};
template <typename __F, typename __I> struct transform_output_iterator : __facade<transform_output_iterator<__F, __I>, __output<__F, __I>, __I> {
  __F __function;
  __GC_HD transform_output_iterator(__I __i, __F __f) : __facade<transform_output_iterator, __output<__F, __I>, __I>(__i), __function(__f) {}
  __GC_HD __output<__F, __I> __at(__diff __n) const { return {__function, this->__base + __n}; }
};
template <typename __E, typename __I> struct permutation_iterator : __facade<permutation_iterator<__E, __I>, __element<__E>, __I> {
  __E __elements{};
  constexpr permutation_iterator() = default;
  __GC_HD permutation_iterator(__E __e, __I __i) : __facade<permutation_iterator, __element<__E>, __I>(__i), __elements(__e) {}
  __GC_HD __element<__E> __at(__diff __n) const { return __elements[this->__base[__n]]; }
};
template <typename __T> struct zip_iterator;
template <typename... __I> struct zip_iterator<::std::tuple<__I...>> : __facade<zip_iterator<::std::tuple<__I...>>, ::std::tuple<__element<__I>...>, ::std::tuple<__I...>> {
  using __facade<zip_iterator, ::std::tuple<__element<__I>...>, ::std::tuple<__I...>>::__facade;
  __GC_HD ::std::tuple<__I...> get_iterator_tuple() const { return this->__base; }
  __GC_HD void __move(__diff __n) {
    ::std::apply([&](auto&... __i) { ((__i += __n), ...); }, this->__base);
  }
  __GC_HD __diff __minus(const zip_iterator& __o) const { return ::std::get<0>(this->__base) - ::std::get<0>(__o.__base); }
  __GC_HD ::std::tuple<__element<__I>...> __at(__diff __n) const {
    return ::std::apply([&](const auto&... __i) { return ::std::tuple<__element<__I>...>(__i[__n]...); }, this->__base);
  }
};
template <typename __T> __GC_HD counting_iterator<__T> make_counting_iterator(__T __v) { return counting_iterator<__T>(__v); }
template <typename __T> __GC_HD constant_iterator<__T> make_constant_iterator(__T __v, __diff __n = 0) { return {__v, __n}; }
__GC_HD inline discard_iterator<> make_discard_iterator(__diff __n = 0) { return {__n}; }
template <typename __I, typename __F> __GC_HD transform_iterator<__F, __I> make_transform_iterator(__I __i, __F __f) { return {__i, __f}; }
template <typename __I, typename __F> __GC_HD transform_output_iterator<__F, __I> make_transform_output_iterator(__I __i, __F __f) { return {__i, __f}; }
template <typename __E, typename __I> __GC_HD permutation_iterator<__E, __I> make_permutation_iterator(__E __e, __I __i) { return {__e, __i}; }
template <typename... __I> __GC_HD auto make_zip_iterator(::std::tuple<__I...> __i) { return zip_iterator<::std::tuple<__I...>>(__i); }
template <typename... __I> __GC_HD auto make_zip_iterator(__I... __i) { return zip_iterator<::std::tuple<__I...>>(::std::tuple<__I...>(__i...)); }
#undef __GC_HD
}  // namespace __gc_iterators
namespace thrust {
using namespace __gc_iterators;
using namespace ::std;
}  // namespace thrust
#endif
