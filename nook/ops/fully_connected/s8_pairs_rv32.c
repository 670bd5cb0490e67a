#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/rescale_rv32.h"
#include "nook/kernels/dot/lanes.h"
#include "nook/kernels/dot/rv32/pairs_rv32.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* Registers: a0 x, a6 its end, a1 weights; a2 x2 + 2^16 * x0, a3 x3 + 2^16 * x1, a4 2^15 less what 128 in
 * place of each weight adds; a5 a mask of two bytes, a7 2^15; t0 to t2 and ra are free. s0 to s11 and t3 to
 * t6 sums. */
#define NOOK_FOUR_INPUTS \
  "lb   t0, 0(a0)\n\t"   \
  "lb   t1, 1(a0)\n\t"   \
  "lb   t2, 2(a0)\n\t"   \
  "lb   ra, 3(a0)\n\t"   \
  "slli t0, t0, 16\n\t"  \
  "slli t1, t1, 16\n\t"  \
  "add  a2, t0, t2\n\t"  \
  "add  a3, t1, ra\n\t"  \
  "add  t0, a2, a3\n\t"  \
  "slli t1, t0, 7\n\t"   \
  "slli t2, t0, 23\n\t"  \
  "sub  a4, a7, t1\n\t"  \
  "sub  a4, a4, t2\n\t"  \
  "addi a0, a0, 4\n\t"
#define NOOK_OUTPUT(at, sum) \
  "lw   t0, " #at            \
  "(a1)\n\t"                 \
  "and  t1, t0, a5\n\t"      \
  "srli t0, t0, 8\n\t"       \
  "and  t0, t0, a5\n\t"      \
  "mul  t1, t1, a2\n\t"      \
  "mul  t0, t0, a3\n\t"      \
  "add  t0, t0, t1\n\t"      \
  "add  t0, t0, a4\n\t"      \
  "srai t0, t0, 16\n\t"      \
  "add  " sum ", " sum ", t0\n\t"
#define NOOK_SAVE(what)                                                                              \
  what " s0, 4(sp)\n\t" what " s1, 8(sp)\n\t" what " s2, 12(sp)\n\t" what " s3, 16(sp)\n\t" what     \
       " s4, 20(sp)\n\t" what " s5, 24(sp)\n\t" what " s6, 28(sp)\n\t" what " s7, 32(sp)\n\t" what   \
       " s8, 36(sp)\n\t" what " s9, 40(sp)\n\t" what " s10, 44(sp)\n\t" what " s11, 48(sp)\n\t" what \
       " ra, 52(sp)\n\t"
#define NOOK_CLEAR                                                                                   \
  "li s0, 0\n\tli s1, 0\n\tli s2, 0\n\tli s3, 0\n\tli s4, 0\n\tli s5, 0\n\tli s6, 0\n\tli s7, 0\n\t" \
  "li s8, 0\n\tli s9, 0\n\tli s10, 0\n\tli s11, 0\n\tli t3, 0\n\tli t4, 0\n\tli t5, 0\n\tli t6, 0\n\t"
#define NOOK_STORE                                                                                      \
  "sw s0, 0(t0)\n\tsw s1, 4(t0)\n\tsw s2, 8(t0)\n\tsw s3, 12(t0)\n\tsw s4, 16(t0)\n\tsw s5, 20(t0)\n\t" \
  "sw s6, 24(t0)\n\tsw s7, 28(t0)\n\tsw s8, 32(t0)\n\tsw s9, 36(t0)\n\tsw s10, 40(t0)\n\t"              \
  "sw s11, 44(t0)\n\tsw t3, 48(t0)\n\tsw t4, 52(t0)\n\tsw t5, 56(t0)\n\tsw t6, 60(t0)\n\t"

/* Sixteen sums; returns the end of the weights. In assembly, because the compiler runs out of registers for
 * them. */
static __attribute__((naked, noinline)) const void* sixteen_sums(const int8_t* x NOOK_IN_REGISTER,
                                                                 const void* weights NOOK_IN_REGISTER,
                                                                 const int8_t* end NOOK_IN_REGISTER,
                                                                 uint32_t* sums NOOK_IN_REGISTER) {
  __asm volatile("addi sp, sp, -64\n\t" NOOK_SAVE("sw") NOOK_CLEAR
                 "sw   a3, 0(sp)\n\t"
                 "mv   a6, a2\n\t"
                 "lui  a7, 8\n\t"
                 "li   a5, 0xff00ff\n"
                 "1:\n\t" NOOK_FOUR_INPUTS NOOK_OUTPUT(0, "s0") NOOK_OUTPUT(4, "s1")
                 NOOK_OUTPUT(8, "s2") NOOK_OUTPUT(12, "s3")
                     NOOK_OUTPUT(16, "s4") NOOK_OUTPUT(20, "s5") NOOK_OUTPUT(24, "s6")
                     NOOK_OUTPUT(28, "s7") NOOK_OUTPUT(32, "s8")
                         NOOK_OUTPUT(36, "s9") NOOK_OUTPUT(40, "s10") NOOK_OUTPUT(44, "s11")
                         NOOK_OUTPUT(48, "t3")
                             NOOK_OUTPUT(52, "t4") NOOK_OUTPUT(56, "t5") NOOK_OUTPUT(60, "t6")
                 "addi a1, a1, 64\n\t"
                 "bne  a0, a6, 1b\n\t"
                 "lw   t0, 0(sp)\n\t" NOOK_STORE NOOK_SAVE("lw")
                 "mv   a0, a1\n\t"
                 "addi sp, sp, 64\n\t"
                 "ret\n\t");
}

static void one_row(const nook_fully_connected_s8* p, const int8_t* x, const void* w, int8_t* y) {
  const nook_clamp_to to = {p->out_zero, p->act_min - p->out_zero, p->act_max - p->out_zero};
  uint32_t sums[NOOK_PAIRS_RV32];
  for (int32_t left = p->out;;) {
    w = sixteen_sums(x, w, x + p->in, sums);
    for (int32_t k = 0; k < NOOK_PAIRS_RV32; ++k) {
      const nook_lanes_output* const o = w;
      const nook_lanes_rest* rest = (const nook_lanes_rest*)(o + 1);
      uint32_t sum = sums[k];
      for (const nook_lanes_rest* const last = rest + o->rests; rest != last; ++rest)
        sum += (uint32_t)(x[rest->at] * rest->weight);
      const nook_lanes_factor* const factor = (const nook_lanes_factor*)rest;
      const nook_output_rv32 output = {factor->bias, factor->multiplier, o->shift};
      *y++ = nook_finish_rv32(&output, sum, &to);
      w = factor + 1;
    }
    left -= NOOK_PAIRS_RV32;
    if (left <= 0) return;
    if (left < NOOK_PAIRS_RV32) y -= NOOK_PAIRS_RV32 - left;
  }
}

void nook_fully_connected_s8_rv32_pairs(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                        const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  for (int32_t n = 0; n < p->batch; ++n, x += p->in, y += p->out) one_row(p, x, w, y);
}
