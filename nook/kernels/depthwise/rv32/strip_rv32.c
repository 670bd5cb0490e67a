#include "nook/kernels/depthwise/rv32/strip_rv32.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/asm/assembly.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* These kernels round twice; a build that rounds once uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char
    nook_offsets_are_known[sizeof(nook_strip_rv32) == 52 && sizeof(nook_strip_channel) == 20 ? 1 : -1];

/* Registers: s0 to s8 weights; a1 to a3 rows, a4 y, a5 step, a6 the end of inner pixels, a7 bias; t0 twice
 * the multiplier, t1 shift, t2 half of its unit, t3 most, t4 zero. ra, t5 and t6 a column, a0 a product. s9
 * and s10 the sums of two pixels whose first columns are there, s11 that of one that is complete. */
#define NOOK_SAVE(what)                                                                              \
  what " s0, 4(sp)\n\t" what " s1, 8(sp)\n\t" what " s2, 12(sp)\n\t" what " s3, 16(sp)\n\t" what     \
       " s4, 20(sp)\n\t" what " s5, 24(sp)\n\t" what " s6, 28(sp)\n\t" what " s7, 32(sp)\n\t" what   \
       " s8, 36(sp)\n\t" what " s9, 40(sp)\n\t" what " s10, 44(sp)\n\t" what " s11, 48(sp)\n\t" what \
       " ra, 52(sp)\n\t"
/* The next value of a pointer, which is advanced by `by` for the following channel. */
#define NOOK_TAKE(to, at, by) \
  "lw   " to ", " #at "(t6)\n\taddi t5, " to ", " #by "\n\tsw   t5, " #at "(t6)\n\t"
#define NOOK_ENTER \
  "addi sp, sp, -64\n\t"            \
  "sw   a0, 0(sp)\n\t" NOOK_SAVE("sw")   \
  "lw   a5, 20(a0)\n\t"             \
  "lw   t4, 28(a0)\n\t"             \
  "lw   t3, 32(a0)\n"               \
  "0:\n\t"                          \
  "lw   t6, 0(sp)\n\t"              \
  NOOK_TAKE("a1", 4, 1)                  \
  NOOK_TAKE("a2", 8, 1)                  \
  NOOK_TAKE("a3", 12, 1)                 \
  NOOK_TAKE("a4", 16, 1)                 \
  NOOK_TAKE("a6", 24, 1)                 \
  NOOK_TAKE("a0", 0, 20)                 \
  "lb   s0, 0(a0)\n\t"              \
  "lb   s1, 1(a0)\n\t"              \
  "lb   s2, 2(a0)\n\t"              \
  "lb   s3, 3(a0)\n\t"              \
  "lb   s4, 4(a0)\n\t"              \
  "lb   s5, 5(a0)\n\t"              \
  "lb   s6, 6(a0)\n\t"              \
  "lb   s7, 7(a0)\n\t"              \
  "lb   s8, 8(a0)\n\t"              \
  "lbu  t1, 9(a0)\n\t"              \
  "lw   a7, 12(a0)\n\t"             \
  "lw   t0, 16(a0)\n\t"             \
  "li   t2, 1\n\t"                  \
  "sll  t2, t2, t1\n\t"             \
  "srli t2, t2, 1\n\t"
#define NOOK_LEAVE      \
  "lw   t6, 0(sp)\n\t"  \
  "lw   t5, 48(t6)\n\t" \
  "addi t5, t5, -1\n\t" \
  "sw   t5, 48(t6)\n\t" \
  "bnez t5, 0b\n\t" NOOK_SAVE("lw") "addi sp, sp, 64\n\tret\n\t"
#define NOOK_COLUMN     \
  "lb   ra, 0(a1)\n\t"  \
  "lb   t5, 0(a2)\n\t"  \
  "lb   t6, 0(a3)\n\t"  \
  "add  a1, a1, a5\n\t" \
  "add  a2, a2, a5\n\t" \
  "add  a3, a3, a5\n\t"
/* to = from + what a column adds. */
#define NOOK_ADD_TO(to, from, w0, w1, w2)     \
  "mul  a0, ra, " w0 "\n\tadd  " to ", " from \
  ", a0\n\t"                                  \
  "mul  a0, t5, " w1 "\n\tadd  " to ", " to   \
  ", a0\n\t"                                  \
  "mul  a0, t6, " w2 "\n\tadd  " to ", " to ", a0\n\t"
#define NOOK_FIRST(to, from)  NOOK_ADD_TO(to, from, "s0", "s3", "s6")
#define NOOK_SECOND(to, from) NOOK_ADD_TO(to, from, "s1", "s4", "s7")
#define NOOK_THIRD(to, from)  NOOK_ADD_TO(to, from, "s2", "s5", "s8")
/* The same for a column outside the image; the strip is in t6. */
#define NOOK_BESIDE(to, from, w0, w1, w2)                                                            \
  "add  a0, " w0 ", " w1 "\n\tadd  a0, a0, " w2 "\n\tlw   t5, 36(t6)\n\tmul  a0, a0, t5\n\tadd  " to \
  ", " from ", a0\n\t"
/* s10 is the first column of a pixel. */
#define NOOK_BEGIN \
  "lw   t6, 0(sp)\n\t"                          \
  "lw   t5, 40(t6)\n\t"                         \
  "beqz t5, 1f\n\t" NOOK_BESIDE("s10", "a7", "s0", "s3", "s6") \
  "j    2f\n"                                   \
  "1:\n\t" NOOK_COLUMN NOOK_FIRST("s10", "a7")            \
  "2:\n\t"
/* The output of s11, which is not negative; nook_rescale_fast() as in rescale_rv32.h. */
#define NOOK_OUTPUT       \
  "mulhu ra, s11, t0\n\t" \
  "mul  t5, s11, t0\n\t"  \
  "srli t5, t5, 31\n\t"   \
  "add  ra, ra, t5\n\t"   \
  "add  ra, ra, t2\n\t"   \
  "srl  ra, ra, t1\n\t"   \
  "bgeu t3, ra, 5f\n\t"   \
  "mv   ra, t3\n"         \
  "5:\n\t"                \
  "add  ra, ra, t4\n\t"   \
  "sb   ra, 0(a4)\n\t"
/* All inner pixels: a negative sum gives zero. `end` is the last pixel with a column outside the image. */
#define NOOK_PIXELS(inner, end)                                                                  \
  "beq  a4, a6, 4f\n"                                                                            \
  "3:\n\t" inner "bltz s11, 6f\n\t" NOOK_OUTPUT                                                  \
  "add  a4, a4, a5\n\t"                                                                          \
  "bne  a4, a6, 3b\n\t"                                                                          \
  "j    4f\n"                                                                                    \
  "6:\n\t"                                                                                       \
  "sb   t4, 0(a4)\n\t"                                                                           \
  "add  a4, a4, a5\n\t"                                                                          \
  "bne  a4, a6, 3b\n"                                                                            \
  "4:\n\t"                                                                                       \
  "lw   t6, 0(sp)\n\t"                                                                           \
  "lw   t5, 44(t6)\n\t"                                                                          \
  "beqz t5, 8f\n\t" end                                                                          \
  "lw   t6, 0(sp)\n\t" NOOK_BESIDE("s11", "s9", "s2", "s5", "s8") "bltz s11, 7f\n\t" NOOK_OUTPUT \
                                                                  "j    8f\n"                    \
                                                                  "7:\n\t"                       \
                                                                  "sb   t4, 0(a4)\n"             \
                                                                  "8:\n\t"

/* In assembly, because compilers run out of registers for nine weights. */
__attribute__((naked, noinline)) void nook_depthwise_strip_rv32(nook_strip_rv32* strip NOOK_IN_REGISTER) {
  __asm volatile(NOOK_ENTER NOOK_BEGIN NOOK_COLUMN NOOK_SECOND("s9", "s10") NOOK_FIRST("s10", "a7")
                     NOOK_PIXELS(NOOK_COLUMN NOOK_THIRD("s11", "s9") NOOK_SECOND("s9", "s10")
                                     NOOK_FIRST("s10", "a7"), ) NOOK_LEAVE);
}

__attribute__((naked, noinline)) void nook_depthwise_strip_by_two_rv32(
    nook_strip_rv32* strip NOOK_IN_REGISTER) {
  __asm volatile(NOOK_ENTER NOOK_BEGIN NOOK_PIXELS(
      NOOK_COLUMN NOOK_SECOND("s9", "s10") NOOK_COLUMN NOOK_THIRD("s11", "s9") NOOK_FIRST("s10", "a7"),
      NOOK_COLUMN NOOK_SECOND("s9", "s10")) NOOK_LEAVE);
}
