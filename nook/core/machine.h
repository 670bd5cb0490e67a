/* What a core can do beyond what C says, for C99 and C++. */
#ifndef NOOK_CORE_MACHINE_H_
#define NOOK_CORE_MACHINE_H_

#include <stdint.h>
#include <string.h>

/* Whether loads and stores of words take any address. */
#ifdef __ARM_FEATURE_UNALIGNED
#define NOOK_WORDS_ANYWHERE 1
#else
#define NOOK_WORDS_ANYWHERE 0
#endif

/* x toward zero as an int32, beyond its range the nearest, and 0 of what is no number: its bits, in whatever
 * register they are made. C does not say what a number beyond the type becomes. */
#if defined(__arm__) && defined(__ARM_FP) && (__ARM_FP & 4)
typedef float nook_s32_bits;
static inline nook_s32_bits nook_truncated_bits(float x) {
  __asm__("vcvt.s32.f32 %0, %0" : "+t"(x));
  return x;
}
#else
typedef int32_t nook_s32_bits;
static inline nook_s32_bits nook_truncated_bits(float x) {
  const float beyond = 2147483648.0f;
  if (x > -beyond && x < beyond) return (int32_t)x;
  return x >= beyond ? INT32_MAX : x <= -beyond ? INT32_MIN : 0;
}
#endif

static inline int32_t nook_truncated(float x) {
  const nook_s32_bits bits = nook_truncated_bits(x);
  int32_t y;
  memcpy(&y, &bits, sizeof y);
  return y;
}

#endif
