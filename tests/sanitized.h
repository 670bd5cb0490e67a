// Whether sanitizers make this program many times as slow, and how many random cases it tries.
#pragma once
#include <stdint.h>

#ifndef __has_feature  // clang says it so, gcc by the macro
#define __has_feature(name) 0
#endif

namespace test {

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// How many random cases a property is tried on: a twentieth under sanitizers.
constexpr uint32_t seeds(uint32_t many) { return kSanitized ? many / 20 : many; }

}  // namespace test
