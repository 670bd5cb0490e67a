/* Capabilities of a core beyond the guarantees of C, for C99 and C++. */
#ifndef NOOK_CORE_MACHINE_H_
#define NOOK_CORE_MACHINE_H_

#include <stdint.h>
#include <string.h>

/* Whether loads and stores of words accept any address. */
#ifdef __ARM_FEATURE_UNALIGNED
#define NOOK_WORDS_ANYWHERE 1
#else
#define NOOK_WORDS_ANYWHERE 0
#endif

/* Four bytes of any type: may alias memory that holds other types. */
typedef uint32_t __attribute__((may_alias)) nook_word;

/* Copies 16 bytes between addresses that are multiples of 4, and advances both pointers. All bytes are read
 * before any is written. */
#ifdef __arm__
static inline void nook_copy_sixteen(const void** from, void** to) {
  __asm__ volatile(
      "ldmia %0!, {r2, r3, r4, r5}\n\t"
      "stmia %1!, {r2, r3, r4, r5}"
      : "+l"(*from), "+l"(*to)
      :
      : "r2", "r3", "r4", "r5", "memory");
}
#else
static inline void nook_copy_sixteen(const void** from, void** to) {
  const nook_word *const x = (const nook_word*)*from, a = x[0], b = x[1], c = x[2], d = x[3];
  nook_word* const y = (nook_word*)*to;
  y[0] = a, y[1] = b, y[2] = c, y[3] = d;
  *from = x + 4, *to = y + 4;
}
#endif

/* x truncated to an int32, saturated; 0 for NaN. Computed from the bits, in either kind of register, because
 * C leaves the conversion of a float that is out of range undefined. */
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
