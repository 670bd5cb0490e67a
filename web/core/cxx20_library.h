// Parts of C++20 that nookc uses but emscripten 3.1's C++ library lacks: algorithms of std::ranges, and
// numbers as their shortest text. The build includes this before every source (nookc/CMakeLists.txt); no
// other build sees it.
#pragma once
#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>

#include "web/core/shortest_text.h"

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

template <class Array>
unique_ptr<Array> make_unique_for_overwrite(size_t count) {
  return unique_ptr<Array>(new remove_extent_t<Array>[count]);
}

inline to_chars_result to_chars(char* first, char* last, float value) {
  return nook_web::shortest_text(first, last, value);
}
inline to_chars_result to_chars(char* first, char* last, double value) {
  return nook_web::shortest_text(first, last, value);
}

}  // namespace std

namespace std::ranges {

// Compares two values through a projection.
template <class Compare, class Projection>
auto nook_compare(Compare& compare, Projection& projection) {
  return [&](auto&& a, auto&& b) {
    return static_cast<bool>(std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b)));
  };
}
template <class Predicate, class Projection>
auto nook_test(Predicate& predicate, Projection& projection) {
  return [&](auto&& a) { return static_cast<bool>(std::invoke(predicate, std::invoke(projection, a))); };
}

template <class R, class T, class Projection = identity>
auto find(R&& r, const T& value, Projection projection = {}) {
  return std::find_if(std::begin(r), std::end(r),
                      [&](auto&& a) { return std::invoke(projection, a) == value; });
}
template <input_or_output_iterator I, class Predicate>
I find_if(I first, I last, Predicate predicate) {
  return std::find_if(first, last, predicate);
}
template <class R, class Predicate, class Projection = identity>
requires(!input_or_output_iterator<remove_cvref_t<R>>) auto find_if(R&& r, Predicate predicate,
                                                                    Projection projection = {}) {
  return std::find_if(std::begin(r), std::end(r), nook_test(predicate, projection));
}
template <class R, class Predicate, class Projection = identity>
bool any_of(R&& r, Predicate predicate, Projection projection = {}) {
  return std::any_of(std::begin(r), std::end(r), nook_test(predicate, projection));
}
template <class R, class Predicate, class Projection = identity>
bool all_of(R&& r, Predicate predicate, Projection projection = {}) {
  return std::all_of(std::begin(r), std::end(r), nook_test(predicate, projection));
}
template <class R, class Predicate, class Projection = identity>
bool none_of(R&& r, Predicate predicate, Projection projection = {}) {
  return std::none_of(std::begin(r), std::end(r), nook_test(predicate, projection));
}
template <class R, class Predicate, class Projection = identity>
auto count_if(R&& r, Predicate predicate, Projection projection = {}) {
  return std::count_if(std::begin(r), std::end(r), nook_test(predicate, projection));
}
template <class R, class T, class Projection = identity>
auto count(R&& r, const T& value, Projection projection = {}) {
  return std::count_if(std::begin(r), std::end(r),
                       [&](auto&& a) { return std::invoke(projection, a) == value; });
}
template <class R, class Compare = less, class Projection = identity>
void sort(R&& r, Compare compare = {}, Projection projection = {}) {
  std::sort(std::begin(r), std::end(r), nook_compare(compare, projection));
}
template <class R, class Compare = less, class Projection = identity>
void stable_sort(R&& r, Compare compare = {}, Projection projection = {}) {
  std::stable_sort(std::begin(r), std::end(r), nook_compare(compare, projection));
}
template <class R, class T, class Compare = less, class Projection = identity>
auto lower_bound(R&& r, const T& value, Compare compare = {}, Projection projection = {}) {
  return std::lower_bound(std::begin(r), std::end(r), value, [&](auto&& a, const T& v) {
    return static_cast<bool>(std::invoke(compare, std::invoke(projection, a), v));
  });
}
template <class R, class T, class Compare = less, class Projection = identity>
auto upper_bound(R&& r, const T& value, Compare compare = {}, Projection projection = {}) {
  return std::upper_bound(std::begin(r), std::end(r), value, [&](const T& v, auto&& a) {
    return static_cast<bool>(std::invoke(compare, v, std::invoke(projection, a)));
  });
}
template <class R, class Compare = less, class Projection = identity>
auto max_element(R&& r, Compare compare = {}, Projection projection = {}) {
  return std::max_element(std::begin(r), std::end(r), nook_compare(compare, projection));
}
template <class R, class Compare = less, class Projection = identity>
auto min_element(R&& r, Compare compare = {}, Projection projection = {}) {
  return std::min_element(std::begin(r), std::end(r), nook_compare(compare, projection));
}
template <class R, class Compare = less, class Projection = identity>
auto max(R&& r, Compare compare = {}, Projection projection = {}) {
  return *std::max_element(std::begin(r), std::end(r), nook_compare(compare, projection));
}
template <class R>
auto minmax_element(R&& r) {
  return std::minmax_element(std::begin(r), std::end(r));
}
template <class R>
auto minmax(R&& r) {
  const auto [low, high] = std::minmax_element(std::begin(r), std::end(r));
  return pair(*low, *high);
}
template <class R>
bool is_sorted(R&& r) {
  return std::is_sorted(std::begin(r), std::end(r));
}
template <class R, class Out>
void move(R&& r, Out out) {
  std::move(std::begin(r), std::end(r), out);
}
template <class R, class Out, class Predicate, class Projection = identity>
void copy_if(R&& r, Out out, Predicate predicate, Projection projection = {}) {
  std::copy_if(std::begin(r), std::end(r), out, nook_test(predicate, projection));
}
template <class R, class Out>
void copy(R&& r, Out out) {
  std::copy(std::begin(r), std::end(r), out);
}
template <class R, class Out, class Function>
void transform(R&& r, Out out, Function function) {
  std::transform(std::begin(r), std::end(r), out, [&](auto&& a) { return std::invoke(function, a); });
}
template <class R>
void reverse(R&& r) {
  std::reverse(std::begin(r), std::end(r));
}
template <class R, class Old, class New>
void replace(R&& r, const Old& old, const New& value) {
  for (auto& element : r)
    if (element == old) element = value;
}
template <class R, class T>
void fill(R&& r, const T& value) {
  std::fill(std::begin(r), std::end(r), value);
}
template <class A, class B, class Equal = equal_to>
bool equal(A&& a, B&& b, Equal same = {}) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b), same);
}

}  // namespace std::ranges
