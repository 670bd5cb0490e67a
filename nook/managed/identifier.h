#pragma once
#include "nook/managed/event.h"

namespace nook::managed {

// A name that is a number from the moment it is compiled: the FNV-1a hash of a text, or an enumerator as it
// is. No text remains on the device. Two names are the same when their numbers are; of a set of names,
// static_assert(distinct(...)) says that they are not.
class string {
 public:
  constexpr string() = default;
  constexpr string(const char* text) : value_(detail::hash(text)) {}
  constexpr explicit string(uint32_t value) : value_(value) {}
  constexpr uint32_t get_value() const { return value_; }

 private:
  uint32_t value_ = 0;
};

constexpr bool operator==(string a, string b) { return a.get_value() == b.get_value(); }
constexpr bool operator!=(string a, string b) { return a.get_value() != b.get_value(); }

template <class... Names>
constexpr bool distinct(Names... names) {
  const string list[] = {string(names)...};
  for (const string& a : list)
    for (const string& b : list)
      if (&a != &b && a == b) return false;
  return true;
}

}  // namespace nook::managed
