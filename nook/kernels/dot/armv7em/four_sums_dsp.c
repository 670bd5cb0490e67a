#include "nook/kernels/dot/armv7em/four_sums_dsp.h"

#include <string.h>

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"

void nook_unpack_for_sums_dsp(const int8_t* x, int32_t size, uint32_t* words) {
  for (; size > 0; size -= 4, x += 4) {
    uint32_t four = 0;
    if (size >= 4)
      memcpy(&four, x, 4);
    else
      memcpy(&four, x, (size_t)size);
    *words++ = nook_even_bytes_alone(four);
    *words++ = nook_odd_bytes_alone(four);
  }
}

void nook_unpack_s16_for_sums_dsp(const int16_t* x, int32_t size, uint32_t* words) {
  for (; size >= 4; size -= 4, x += 4, words += 2) {
    uint32_t a, b;
    memcpy(&a, x, 4), memcpy(&b, x + 2, 4);
    words[0] = (a & 0xFFFFu) | b << 16;
    words[1] = a >> 16 | (b & 0xFFFF0000u);
  }
  if (size > 0) {
    uint16_t four[4] = {0, 0, 0, 0};
    memcpy(four, x, 2 * (size_t)size);
    words[0] = four[0] | (uint32_t)four[2] << 16, words[1] = four[1];
  }
}

/* Of two outputs whose weights share halfwords, 256 * b + a: `both` sums the products with these, `a` with
 * their low bytes. */
#define NOOK_TWO(both, a, w0, w1)      \
  "smlad  " both ", r4, " w0 ", " both \
  "\n\t"                               \
  "sxtb16 " w0 ", " w0                 \
  "\n\t"                               \
  "smlad  " a ", r4, " w0 ", " a       \
  "\n\t"                               \
  "smlad  " both ", r5, " w1 ", " both \
  "\n\t"                               \
  "sxtb16 " w1 ", " w1                 \
  "\n\t"                               \
  "smlad  " a ", r5, " w1 ", " a "\n\t"

/* Of one output, whose weights are bytes. */
#define NOOK_ONE(sum, w)         \
  "sxtb16 r3, " w                \
  "\n\t"                         \
  "smlad  " sum ", r4, r3, " sum \
  "\n\t"                         \
  "sxtb16 " w ", " w             \
  ", ror #8\n\t"                 \
  "smlad  " sum ", r5, " w ", " sum "\n\t"

/* All of it in assembly: not every compiler finds registers for it. */
NOOK_ASSEMBLY const uint32_t* nook_four_sums_dsp(const uint32_t* words NOOK_IN_REGISTER,
                                                 int32_t count NOOK_IN_REGISTER,
                                                 const uint32_t* stream NOOK_IN_REGISTER,
                                                 uint32_t* sums NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr}\n\t"
      "add    r1, r0, r1, lsl #2\n\t"
      "ldr    r3, [r2, #16]\n\t"
      "adds   r2, #20\n\t"
      "mov    r10, #0\n\t"
      "mov    r11, #0\n\t"
      "mov    r12, #0\n\t"
      "mov    lr, #0\n\t"
      "cbnz   r3, 2f\n"
      "1:\n\t"
      "ldrd   r4, r5, [r0], #8\n\t"
      "ldmia  r2!, {r6, r7, r8, r9}\n\t" NOOK_TWO("r11", "r10", "r6", "r7") NOOK_TWO("lr", "r12", "r8", "r9")
      "cmp    r0, r1\n\t"
      "bne    1b\n\t"
      "sub    r11, r11, r10\n\t"
      "sub    lr, lr, r12\n\t"
      "asr    r11, r11, #8\n\t"
      "asr    lr, lr, #8\n\t"
      "b      3f\n"
      "2:\n\t"
      "ldrd   r4, r5, [r0], #8\n\t"
      "ldmia  r2!, {r6, r7, r8, r9}\n\t" NOOK_ONE("r10", "r6") NOOK_ONE("r11", "r7")
      NOOK_ONE("r12", "r8") NOOK_ONE("lr", "r9")
      "cmp    r0, r1\n\t"
      "bne    2b\n"
      "3:\n\t"
      "mov    r0, r2\n\t"
      "pop    {r2, r3}\n\t"
      "ldmia  r2, {r6, r7, r8, r9}\n\t"
      "add    r6, r6, r10\n\t"
      "add    r7, r7, r11\n\t"
      "add    r8, r8, r12\n\t"
      "add    r9, r9, lr\n\t"
      "stmia  r3, {r6, r7, r8, r9}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, r12, pc}\n\t");
}

NOOK_ASSEMBLY void nook_add_four_sums_dsp(const uint32_t* words NOOK_IN_REGISTER,
                                          int32_t count NOOK_IN_REGISTER,
                                          const uint32_t* weights NOOK_IN_REGISTER,
                                          uint32_t* sums NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr}\n\t"
      "add    r1, r0, r1, lsl #2\n\t"
      "ldmia  r3, {r10, r11, r12, lr}\n"
      "1:\n\t"
      "ldrd   r4, r5, [r0], #8\n\t"
      "ldmia  r2!, {r6, r7, r8, r9}\n\t" NOOK_ONE("r10", "r6") NOOK_ONE("r11", "r7")
      NOOK_ONE("r12", "r8") NOOK_ONE("lr", "r9")
      "cmp    r0, r1\n\t"
      "bne    1b\n\t"
      "pop    {r3}\n\t"
      "stmia  r3, {r10, r11, r12, lr}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, r12, pc}\n\t");
}
