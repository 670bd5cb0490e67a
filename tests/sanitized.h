// Whether sanitizers slow this program down, and the number of random cases to try.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <cstdlib>

#ifndef __has_feature  // clang's way to tell; gcc defines the macro
#define __has_feature(name) 0
#endif

namespace test {

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// With NOOK_TEST_FEW=1, for a run of many mutants: a twentieth of the random cases, and at least one.
inline uint32_t few(uint32_t many) {
  const uint32_t some = std::getenv("NOOK_TEST_FEW") ? many / 20 : many;
  return some > 0 ? some : 1;
}

// The number of random cases to try for a property, out of `many`: a third, a fortieth with sanitizers; with
// NOOK_TEST_ALL=1 all of them, and a fifth.
inline uint32_t seeds(uint32_t many) {
  if (std::getenv("NOOK_TEST_ALL")) return kSanitized ? many / 5 : many;
  return few(many / (kSanitized ? 40 : 3));
}

// Whether to try another random case of `many`: the number of seeds(), and more until the property was seen
// to hold for one that counts.
inline bool tries(uint32_t seed, uint32_t many, bool seen) {
  return seed < many && (seed < seeds(many) || !seen);
}

// For quick properties: all of them, a tenth with sanitizers; with NOOK_TEST_ALL=1 all of them there too.
inline uint32_t quick_seeds(uint32_t many) {
  return few(kSanitized && !std::getenv("NOOK_TEST_ALL") ? many / 10 : many);
}

// The step in which a property is tried on the bytes of a model: with NOOK_TEST_ALL=1 each byte.
inline size_t byte_step(size_t here, size_t sanitized) {
  return std::getenv("NOOK_TEST_ALL") ? 1 : kSanitized ? sanitized : here;
}

}  // namespace test
