#include "nook/kernels/dot/rv32/dot_lanes_rv32.h"

#include <string.h>

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/rescale_rv32.h"

/* Registers: a0 words of x, a6 their end, a1 weights; a2 to a5 four words, t0 a weight or product, t1 the sum
 * of four; a7 2^15. s0 to s7 sums of t1, modulo 2^32: of the first pixel and 2^16 times the second; s8 to s11
 * and t3 to t6 those of the second. */
#define NOOK_NEXT(at, x) \
  "lb   t0, " #at        \
  "(a1)\n\t"             \
  "mul  t0, " x          \
  ", t0\n\t"             \
  "add  t1, t1, t0\n\t"
/* An output: four inputs. t1 is a + 2^16 * b; with 2^15 added its low half is not negative. */
#define NOOK_OUTPUT(at0, at1, at2, at3, both, second)             \
  "lb   t0, " #at0                                                \
  "(a1)\n\t"                                                      \
  "mul  t1, a2, t0\n\t" NOOK_NEXT(at1, "a3") NOOK_NEXT(at2, "a4") \
      NOOK_NEXT(at3, "a5") "add  " both ", " both                 \
                           ", t1\n\t"                             \
                           "add  t1, t1, a7\n\t"                  \
                           "srai t1, t1, 16\n\t"                  \
                           "add  " second ", " second ", t1\n\t"

#define NOOK_SAVE(what)                                                                            \
  what " s0, 0(sp)\n\t" what " s1, 4(sp)\n\t" what " s2, 8(sp)\n\t" what " s3, 12(sp)\n\t" what    \
       " s4, 16(sp)\n\t" what " s5, 20(sp)\n\t" what " s6, 24(sp)\n\t" what " s7, 28(sp)\n\t" what \
       " s8, 32(sp)\n\t" what " s9, 36(sp)\n\t" what " s10, 40(sp)\n\t" what " s11, 44(sp)\n\t"
#define NOOK_CLEAR                                                                                   \
  "li s0, 0\n\tli s1, 0\n\tli s2, 0\n\tli s3, 0\n\tli s4, 0\n\tli s5, 0\n\tli s6, 0\n\tli s7, 0\n\t" \
  "li s8, 0\n\tli s9, 0\n\tli s10, 0\n\tli s11, 0\n\tli t3, 0\n\tli t4, 0\n\tli t5, 0\n\tli t6, 0\n\t"
#define NOOK_SUMS_OF(what)                                                                           \
  what " s0, 0(t2)\n\t" what " s1, 4(t2)\n\t" what " s2, 8(t2)\n\t" what " s3, 12(t2)\n\t" what      \
       " s4, 16(t2)\n\t" what " s5, 20(t2)\n\t" what " s6, 24(t2)\n\t" what " s7, 28(t2)\n\t" what   \
       " s8, 32(t2)\n\t" what " s9, 36(t2)\n\t" what " s10, 40(t2)\n\t" what " s11, 44(t2)\n\t" what \
       " t3, 48(t2)\n\t" what " t4, 52(t2)\n\t" what " t5, 56(t2)\n\t" what " t6, 60(t2)\n\t"

/* Adds to both sums of eight outputs, and to the second ones, or starts with 0. Returns the end of the
 * weights. In assembly, because the compiler runs out of registers for the sums. */
static __attribute__((naked, noinline)) const void* eight_sums(const uint32_t* x NOOK_IN_REGISTER,
                                                               const void* weights NOOK_IN_REGISTER,
                                                               const uint32_t* end NOOK_IN_REGISTER,
                                                               uint32_t* sums NOOK_IN_REGISTER,
                                                               const uint32_t* from NOOK_IN_REGISTER,
                                                               int32_t begins NOOK_IN_REGISTER) {
  __asm volatile("addi sp, sp, -48\n\t" NOOK_SAVE("sw") NOOK_CLEAR
                 "mv   a6, a2\n\t"
                 "mv   t1, a3\n\t"
                 "mv   t2, a4\n\t"
                 "bnez a5, 2f\n\t" NOOK_SUMS_OF("lw")
                 "2:\n\t"
                 "mv   t2, t1\n\t"
                 "lui  a7, 8\n"
                 "1:\n\t"
                 "lw   a2, 0(a0)\n\t"
                 "lw   a3, 4(a0)\n\t"
                 "lw   a4, 8(a0)\n\t"
                 "lw   a5, 12(a0)\n\t"
                 "addi a0, a0, 16\n\t" NOOK_OUTPUT(0, 1, 2, 3, "s0", "s8") NOOK_OUTPUT(4, 5, 6, 7, "s1", "s9")
                     NOOK_OUTPUT(8, 9, 10, 11, "s2", "s10") NOOK_OUTPUT(12, 13, 14, 15, "s3", "s11")
                         NOOK_OUTPUT(16, 17, 18, 19, "s4", "t3") NOOK_OUTPUT(20, 21, 22, 23, "s5", "t4")
                             NOOK_OUTPUT(24, 25, 26, 27, "s6", "t5") NOOK_OUTPUT(28, 29, 30, 31, "s7", "t6")
                 "addi a1, a1, 32\n\t"
                 "bne  a0, a6, 1b\n\t" NOOK_SUMS_OF("sw") NOOK_SAVE("lw")
                 "mv   a0, a1\n\t"
                 "addi sp, sp, 48\n\t"
                 "ret\n\t");
}

/* The excess of an output's weights. */
static inline const void* add_rests(const nook_lanes_output* o, const uint32_t* x, uint32_t* both,
                                    uint32_t* second) {
  const nook_lanes_rest* rest = (const nook_lanes_rest*)(o + 1);
  for (const nook_lanes_rest* const last = rest + o->rests; rest != last; ++rest) {
    const uint32_t product = *(const uint32_t*)((const char*)x + rest->at) * (uint32_t)rest->weight;
    *both += product, *second += (uint32_t)((int32_t)(product + 0x8000u) >> 16);
  }
  return rest;
}

/* A part before the last one. */
static const void* wait(const nook_lanes_job* job) {
  const void* w = job->weights;
  uint32_t* sums = job->to;
  for (int32_t left = job->outputs; left > 0; left -= NOOK_LANES_RV32, sums += 2 * NOOK_LANES_RV32) {
    w = eight_sums(job->x, w, job->x + job->x_bytes / 4, sums, sums, !job->from);
    for (int32_t k = 0; k < NOOK_LANES_RV32; ++k)
      w = add_rests(w, job->x, sums + k, sums + k + NOOK_LANES_RV32);
  }
  return w;
}

const void* nook_dot_lanes_rv32(const nook_lanes_job* job) {
  if (job->to) return wait(job);
  const nook_clamp_to to = {job->zero, job->low - job->zero, job->high - job->zero};
  const uint32_t* const end = job->x + job->x_bytes / 4;
  const void* w = job->weights;
  int8_t *y0 = job->y0, *y1 = job->y1;
  uint32_t sums[2 * NOOK_LANES_RV32];
  const uint32_t* from = job->from ? job->from : sums;
  for (int32_t left = job->outputs;;) {
    w = eight_sums(job->x, w, end, sums, from, !job->from);
    if (job->from) from += 2 * NOOK_LANES_RV32;
    for (const uint32_t* sum = sums; sum != sums + NOOK_LANES_RV32; ++sum, ++y0, ++y1) {
      uint32_t both = sum[0], second = sum[NOOK_LANES_RV32];
      const nook_lanes_output* const o = w;
      const nook_lanes_factor* const factor = add_rests(o, job->x, &both, &second);
      const nook_output_rv32 output = {factor->bias, factor->multiplier, o->shift};
      *y0 = nook_finish_rv32(&output, both - (second << 16), &to);
      *y1 = nook_finish_rv32(&output, second, &to);
      w = factor + 1;
    }
    left -= NOOK_LANES_RV32;
    if (left <= 0) return w;
    if (left < NOOK_LANES_RV32) y0 -= NOOK_LANES_RV32 - left, y1 -= NOOK_LANES_RV32 - left;
  }
}
