/* Fully connected layers of 64 inputs, as behind the last pooling of a small network, on cores with Helium:
 * the kernel nook_fully_connected_s8_mve_k64. One row of inputs, one scale, eight outputs or more, of which
 * no int8 is clamped.
 *
 * The first outputs are those that the others leave of a multiple of eight: two or four of them are done as
 * such, five to seven as eight. All that is computed for a group is stored, and what is not of it, is stored
 * over by the next; so nothing is switched off, and no group asks how many it has.
 *
 * The stream, with the zero point of the input folded into biases: ten words, which are the zero point of the
 * output, two biases, the outputs done before the eights, a bias, the multiplier, a bias, the constant 1, the
 * power 2^(31 + shift), and how the first outputs are done (0 not, 1 two, 2 four); their weights. Then for
 * each eight outputs ten words: four biases, the outputs up to the next eight (0: none), two biases, the
 * constant 1, two biases; and their weights. Of the weights, 16 bytes of each output of a group at a time. */
#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/in_registers.h"

/* This kernel rounds twice; a build that rounds once uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* Registers: r1 the zero point, r3 the stream, r5 y, r7 the outputs up to the next group, r9 the multiplier,
 * r11 the constant 1; the sums are in r0 r2 r4 r6 r8 r10 r12 lr, since vmladava accepts only even registers.
 * Inputs in q0 to q3, weights in q4 and q5 by turns, q6 the power. */

/* The weights of the next output are loaded while those of this one are multiplied. */
#define NOOK_LOAD(w)                  "vldrb.8 " w ", [r3], #16\n\t"
#define NOOK_MULTIPLY(sum, x, w)      "vmladava.s8 " sum ", " x ", " w "\n\t"
#define NOOK_NEXT(x, sum, w, next)    NOOK_LOAD(next) NOOK_MULTIPLY(sum, x, w)
#define NOOK_TWO(x, a, b)             NOOK_NEXT(x, a, "q4", "q5") NOOK_NEXT(x, b, "q5", "q4")
#define NOOK_LAST_TWO(x, a, b)        NOOK_LOAD("q5") NOOK_MULTIPLY(a, x, "q4") NOOK_MULTIPLY(b, x, "q5")
#define NOOK_FOUR(x, a, b, c, d)      NOOK_TWO(x, a, b) NOOK_TWO(x, c, d)
#define NOOK_LAST_FOUR(x, a, b, c, d) NOOK_TWO(x, a, b) NOOK_LAST_TWO(x, c, d)
#define NOOK_FIRST_FOUR_OF_EIGHT(x)   NOOK_FOUR(x, "r0", "r2", "r4", "r6")
#define NOOK_EIGHT(x)                 NOOK_FIRST_FOUR_OF_EIGHT(x) NOOK_FOUR(x, "r8", "r10", "r12", "lr")
#define NOOK_LAST_EIGHT(x)            NOOK_FIRST_FOUR_OF_EIGHT(x) NOOK_LAST_FOUR(x, "r8", "r10", "r12", "lr")

/* Products are rounded to their high word (ties up); a negative one becomes one less, so that ties of the
 * second rounding fall below. */
#define NOOK_RESCALE(q)    \
  "vqrdmulh.s32 " q ", " q \
  ", r9\n\t"               \
  "vqdmlah.s32 " q ", " q  \
  ", r11\n\t"              \
  "vqrdmlash.s32 " q ", q6, r1\n\t"
/* Saturates, and stores the low byte of each word. */
#define NOOK_STORE_FOUR    \
  NOOK_RESCALE("q4")       \
  "vqmovnb.s32 q4, q4\n\t" \
  "vqmovnb.s16 q4, q4\n\t" \
  "vstrb.32 q4, [r5]\n\t"  \
  "add    r5, r7\n\t"
/* Outputs with even numbers in q4, those with odd ones in q5, so that one halfword each is in order. */
#define NOOK_STORE_EIGHT \
  "vmov   q4[2], q4[0], r0, r8\n\t"  \
  "vmov   q4[3], q4[1], r4, r12\n\t" \
  "vmov   q5[2], q5[0], r2, r10\n\t" \
  "vmov   q5[3], q5[1], r6, lr\n\t"  \
  NOOK_RESCALE("q4") NOOK_RESCALE("q5")        \
  "vqmovnb.s32 q4, q4\n\t"           \
  "vqmovnt.s32 q4, q5\n\t"           \
  "vqmovnb.s16 q4, q4\n\t"           \
  "vstrb.16 q4, [r5]\n\t"

/* One piece of assembly, because no compiler keeps eight sums and their pointers in registers. */
NOOK_ASSEMBLY void nook_fully_connected_s8_mve_k64(NOOK_FULLY_CONNECTED_S8_IN_REGISTERS) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {d8, d9, d10, d11, d12, d13}\n\t"
      "ldr    r5, [sp, #84]\n\t"
      "vldrb.8 q0, [r1]\n\t"
      "vldrb.8 q1, [r1, #16]\n\t"
      "vldrb.8 q2, [r1, #32]\n\t"
      "vldrb.8 q3, [r1, #48]\n\t"
      "ldmia  r2!, {r1, r4, r6, r7, r8, r9, r10, r11, r12, lr}\n\t"
      "mov    r3, r2\n\t"
      "vdup.32 q6, r12\n\t"
      "tbb    [pc, lr]\n"
      "1:\n\t"
      ".byte  (4f - 1b) / 2, (3f - 1b) / 2, (2f - 1b) / 2, 0\n"
      "2:\n\t" /* up to four outputs */
      NOOK_LOAD("q4") NOOK_FOUR("q0", "r4", "r6", "r8", "r10") NOOK_FOUR("q1", "r4", "r6", "r8", "r10")
      NOOK_FOUR("q2", "r4", "r6", "r8", "r10") NOOK_LAST_FOUR("q3", "r4", "r6", "r8", "r10")
      "vmov   q4[2], q4[0], r4, r8\n\t"
      "vmov   q4[3], q4[1], r6, r10\n\t" NOOK_STORE_FOUR
      "b      4f\n"
      "3:\n\t" /* up to two */
      NOOK_LOAD("q4") NOOK_TWO("q0", "r4", "r6") NOOK_TWO("q1", "r4", "r6")
      NOOK_TWO("q2", "r4", "r6") NOOK_LAST_TWO("q3", "r4", "r6")
      "vmov   d8, r4, r6\n\t" NOOK_STORE_FOUR
      "4:\n\t" /* eight */
      "ldmia  r3!, {r0, r2, r4, r6, r7, r8, r10, r11, r12, lr}\n\t"
      NOOK_LOAD("q4") NOOK_EIGHT("q0") NOOK_EIGHT("q1") NOOK_EIGHT("q2") NOOK_LAST_EIGHT("q3")
      NOOK_STORE_EIGHT
      "cbnz   r7, 5f\n\t"
      "vpop   {d8, d9, d10, d11, d12, d13}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n"
      "5:\n\t"
      "add    r5, r7\n\t"
      "b      4b\n\t");
}
