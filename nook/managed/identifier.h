#pragma once
#include <stddef.h>

#include "nook/core/meta.h"
#include "nook/managed/event.h"

namespace nook::managed {
namespace detail {

// hash() without a loop and always inline: for a literal, optimizing compilers leave only a number.
template <size_t... i>
[[gnu::always_inline]] constexpr uint32_t hash_literal(const char* text, Indices<i...>) {
  uint32_t value = kHashOfNothing;
  bool inside = true;
  ((inside = inside && text[i], value = inside ? hash_step(value, text[i]) : value), ...);
  return value;
}

}  // namespace detail

// A name that is a number at compile time: the FNV-1a hash of a text, or the value of an enumerator. The
// device contains no text. Two names are equal if their numbers are; static_assert(distinct(...)) checks a
// set of names.
class string {
 public:
  constexpr string() = default;
  template <size_t n>
  [[gnu::always_inline]] constexpr string(const char (&text)[n])
      : value_(detail::hash_literal(text, indices<n>())) {}
  // The name for a text that is known only at run time.
  static constexpr string of(const char* text) { return string(detail::hash(text)); }
  constexpr explicit string(uint32_t value) : value_(value) {}
  constexpr uint32_t get_value() const { return value_; }

 private:
  uint32_t value_ = 0;
};

constexpr bool operator==(string a, string b) { return a.get_value() == b.get_value(); }
constexpr bool operator!=(string a, string b) { return a.get_value() != b.get_value(); }

template <class... Names>
constexpr bool distinct(const Names&... names) {
  const string list[] = {string(names)...};
  for (const string& a : list)
    for (const string& b : list)
      if (&a != &b && a == b) return false;
  return true;
}

namespace detail {

// The hash of an enumerator's name, which the compiler prints at the end of this function's name: "... [with
// auto value = some::Operator::filter]". 0 for a number without a name. (Returns auto: otherwise gcc would
// explain uint32_t after the name.)
template <auto value>
constexpr auto hash_of_enumerator() {
  constexpr size_t end = sizeof __PRETTY_FUNCTION__ - 2;  // "]" and the end of the text
  size_t start = end;
  for (; start > 0; --start) {
    const char c = __PRETTY_FUNCTION__[start - 1];
    const bool letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<uint8_t>(c) >= 0x80;
    if (!letter && !(c >= '0' && c <= '9')) break;
  }
  if (__PRETTY_FUNCTION__[start - 1] != ':') return uint32_t{0};
  uint32_t hash = kHashOfNothing;
  for (size_t i = start; i < end; ++i) hash = hash_step(hash, __PRETTY_FUNCTION__[i]);
  return hash;
}

}  // namespace detail

// The index of the enumerator, of 0 to n - 1, whose name is this text; n if there is none.
template <class Enum, size_t n>
struct EnumeratorNames {
  [[gnu::always_inline]] static constexpr uint32_t find(string name) { return find(name, indices<n>()); }

 private:
  template <size_t... i>
  [[gnu::always_inline]] static constexpr uint32_t find(string name, Indices<i...>) {
    constexpr uint32_t hashes[] = {detail::hash_of_enumerator<static_cast<Enum>(i)>()...};
    static_assert(((hashes[i] != 0) && ...), "the enumerators are 0 to n - 1");
    static_assert(distinct(string(hashes[i])...), "two names of this operator have one hash: rename one");
    uint32_t found = n;
    ((found = name.get_value() == hashes[i] ? i : found), ...);
    return found;
  }
};

}  // namespace nook::managed
