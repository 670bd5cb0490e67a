#pragma once
#include <concepts>

namespace nookc {

// The build sets NOOK_INVARIANTS to 1 in builds for developers and tests, and to 0 in releases.
inline constexpr bool kChecksInvariants = NOOK_INVARIANTS;

// Ends the process with a message: the compiler has a defect.
[[noreturn]] void broken_invariant(const char* text, const char* file, int line);

// Checks an assumption of the code that follows; `text` says it. Input can't break an invariant: bad input
// gets a Diag.
inline void invariant(bool holds, const char* text, const char* file = __builtin_FILE(),
                      int line = __builtin_LINE()) {
  if (kChecksInvariants && !holds) broken_invariant(text, file, line);
}

// For a condition that takes time: releases do not evaluate it.
template <std::predicate Holds>
void invariant(const Holds& holds, const char* text, const char* file = __builtin_FILE(),
               int line = __builtin_LINE()) {
  if constexpr (kChecksInvariants)
    if (!holds()) broken_invariant(text, file, line);
}

}  // namespace nookc
