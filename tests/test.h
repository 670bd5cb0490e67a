// The smallest harness that also runs on a bare board over semihosting.
//
//   TEST(a_test_name_is_a_sentence) { EXPECT(condition); EXPECT_EQ(got, expected); }
//
// If this machine lacks something that a test needs, the test calls SKIP("the thing") and returns.
#pragma once
#include <stdint.h>
#include <stdio.h>

namespace test {

struct Case {
  const char* name;
  void (*body)();
  Case* next;
  static Case*& head() {
    static Case* first = nullptr;
    return first;
  }
  Case(const char* n, void (*b)()) : name(n), body(b), next(head()) { head() = this; }
};

inline int failures = 0;
inline int skips = 0;

// xorshift32, the same on every machine.
struct Rng {
  uint32_t state;
  explicit Rng(uint32_t seed) : state(seed * 2654435761u + 1) {}
  uint32_t next() {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
  }
  // Uniform in [lo, hi].
  int32_t in(int32_t lo, int32_t hi) {
    return lo + static_cast<int32_t>(next() % (static_cast<uint32_t>(hi - lo) + 1u));
  }
  float real(float lo, float hi) { return lo + (hi - lo) * static_cast<float>(next() >> 8) / 16777216.0f; }
};

}  // namespace test

#define TEST(name)                                   \
  static void test_##name();                         \
  static test::Case case_##name(#name, test_##name); \
  static void test_##name()

#define EXPECT(condition)                                             \
  do {                                                                \
    if (!(condition)) {                                               \
      ++test::failures;                                               \
      printf("%s:%d: expected %s\n", __FILE__, __LINE__, #condition); \
    }                                                                 \
  } while (0)

#define EXPECT_EQ(got, expected)                                                                      \
  do {                                                                                                \
    const long long got_ = static_cast<long long>(got), expected_ = static_cast<long long>(expected); \
    if (got_ != expected_) {                                                                          \
      ++test::failures;                                                                               \
      printf("%s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #got, got_, expected_);        \
    }                                                                                                 \
  } while (0)

#define SKIP(reason)                      \
  do {                                    \
    ++test::skips;                        \
    printf("     skipped: %s\n", reason); \
    return;                               \
  } while (0)
