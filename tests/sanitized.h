// Whether sanitizers make this program many times as slow, and how many random cases it tries.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <cstdlib>

#ifndef __has_feature  // clang says it so, gcc by the macro
#define __has_feature(name) 0
#endif

namespace test {

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// How many of `many` random cases a property is tried on: a third, a fortieth under sanitizers; with
// NOOK_TEST_ALL=1 all of them, and a fifth.
inline uint32_t seeds(uint32_t many) {
  if (std::getenv("NOOK_TEST_ALL")) return kSanitized ? many / 5 : many;
  return many / (kSanitized ? 40 : 3);
}

// The same where they are quick: all of them, a tenth under sanitizers; with NOOK_TEST_ALL=1 all of them
// there too.
inline uint32_t quick_seeds(uint32_t many) {
  return kSanitized && !std::getenv("NOOK_TEST_ALL") ? many / 10 : many;
}

// In which steps a property is tried on the bytes of a model: with NOOK_TEST_ALL=1 on each.
inline size_t byte_step(size_t here, size_t sanitized) {
  return std::getenv("NOOK_TEST_ALL") ? 1 : kSanitized ? sanitized : here;
}

}  // namespace test
