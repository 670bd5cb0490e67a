#include "nook/kernels/dot/rv32/dot_eight_rv32.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/rescale_rv32.h"

/* The inputs of the sums of a pixel, or of two. */
typedef struct operands {
  const int8_t *x, *w;
  int32_t step; /* to the second pixel */
  int32_t run, runs;
  int32_t skip; /* from the end of a run to the next */
} operands;

/* Registers: a0 the first pixel, ra the second, a1 weights, a6 the end of the run; a2 step, a3 run, a4 runs
 * left, a5 skip; a7 and t0 inputs, t1 a weight, t2 a product; s0 to s7 sums of the first pixel, s8 to s11 and
 * t3 to t6 those of the second. */

/* An input `i` further on. */
#define NOOK_LOAD_ONE(i) "lb a7, " #i "(a0)\n\t"
#define NOOK_LOAD_TWO(i) NOOK_LOAD_ONE(i) "lb t0, " #i "(ra)\n\t"
#define NOOK_MAC_ONE(at, a) \
  "lb   t1, " #at           \
  "(a1)\n\t"                \
  "mul  t1, a7, t1\n\t"     \
  "add  " a ", " a ", t1\n\t"
#define NOOK_MAC_TWO(at, a, b) \
  "lb   t1, " #at              \
  "(a1)\n\t"                   \
  "mul  t2, a7, t1\n\t"        \
  "add  " a ", " a             \
  ", t2\n\t"                   \
  "mul  t1, t0, t1\n\t"        \
  "add  " b ", " b ", t1\n\t"
#define NOOK_EIGHT_ONE(at0, at1, at2, at3, at4, at5, at6, at7) \
  NOOK_MAC_ONE(at0, "s0")                                      \
  NOOK_MAC_ONE(at1, "s1")                                      \
  NOOK_MAC_ONE(at2, "s2")                                      \
  NOOK_MAC_ONE(at3, "s3")                                      \
  NOOK_MAC_ONE(at4, "s4") NOOK_MAC_ONE(at5, "s5") NOOK_MAC_ONE(at6, "s6") NOOK_MAC_ONE(at7, "s7")
#define NOOK_EIGHT_TWO(at0, at1, at2, at3, at4, at5, at6, at7) \
  NOOK_MAC_TWO(at0, "s0", "s8")                                \
  NOOK_MAC_TWO(at1, "s1", "s9")                                \
  NOOK_MAC_TWO(at2, "s2", "s10")                               \
  NOOK_MAC_TWO(at3, "s3", "s11")                               \
  NOOK_MAC_TWO(at4, "s4", "t3")                                \
  NOOK_MAC_TWO(at5, "s5", "t4") NOOK_MAC_TWO(at6, "s6", "t5") NOOK_MAC_TWO(at7, "s7", "t6")

/* Two inputs a turn; an odd run enters in the middle. */
#define NOOK_RUNS(load, eight, second, advance_second) \
  "1:\n\t"                                            \
  "add  a6, a0, a3\n\t" second                        \
  "andi t1, a3, 1\n\t"                                \
  "beqz t1, 2f\n\t"                                   \
  "addi a0, a0, -1\n\t"                               \
  "addi a1, a1, -8\n\t" advance_second(-1)            \
  "j    3f\n"                                         \
  "2:\n\t" load(0) eight(0, 1, 2, 3, 4, 5, 6, 7)      \
  "3:\n\t" load(1) eight(8, 9, 10, 11, 12, 13, 14, 15) \
  "addi a0, a0, 2\n\t"                                \
  "addi a1, a1, 16\n\t" advance_second(2)             \
  "bne  a0, a6, 2b\n\t"                               \
  "addi a4, a4, -1\n\t"                               \
  "add  a0, a0, a5\n\t"                               \
  "bnez a4, 1b\n\t"

#define NOOK_NOTHING         ""
#define NOOK_NO_SECOND(by)   ""
#define NOOK_SECOND          "add ra, a0, a2\n\t"
#define NOOK_MOVE_SECOND(by) "addi ra, ra, " #by "\n\t"

#define NOOK_SAVE(what)                                                                          \
  what " s0, 4(sp)\n\t" what " s1, 8(sp)\n\t" what " s2, 12(sp)\n\t" what " s3, 16(sp)\n\t" what \
       " s4, 20(sp)\n\t" what " s5, 24(sp)\n\t" what " s6, 28(sp)\n\t" what " s7, 32(sp)\n\t"
#define NOOK_SAVE_MORE(what)                                                                         \
  what " s8, 36(sp)\n\t" what " s9, 40(sp)\n\t" what " s10, 44(sp)\n\t" what " s11, 48(sp)\n\t" what \
       " ra, 52(sp)\n\t"
#define NOOK_LOAD_OPERANDS \
  "sw   a1, 0(sp)\n\t"     \
  "lw   a1, 4(a0)\n\t"     \
  "lw   a2, 8(a0)\n\t"     \
  "lw   a3, 12(a0)\n\t"    \
  "lw   a4, 16(a0)\n\t"    \
  "lw   a5, 20(a0)\n\t"    \
  "lw   a0, 0(a0)\n\t"
#define NOOK_CLEAR \
  "li s0, 0\n\tli s1, 0\n\tli s2, 0\n\tli s3, 0\n\tli s4, 0\n\tli s5, 0\n\tli s6, 0\n\tli s7, 0\n\t"
#define NOOK_CLEAR_MORE \
  "li s8, 0\n\tli s9, 0\n\tli s10, 0\n\tli s11, 0\n\tli t3, 0\n\tli t4, 0\n\tli t5, 0\n\tli t6, 0\n\t"
#define NOOK_STORE                                                                                     \
  "lw t1, 0(sp)\n\tsw s0, 0(t1)\n\tsw s1, 4(t1)\n\tsw s2, 8(t1)\n\tsw s3, 12(t1)\n\tsw s4, 16(t1)\n\t" \
  "sw s5, 20(t1)\n\tsw s6, 24(t1)\n\tsw s7, 28(t1)\n\t"
#define NOOK_STORE_MORE                                                                     \
  "sw s8, 32(t1)\n\tsw s9, 36(t1)\n\tsw s10, 40(t1)\n\tsw s11, 44(t1)\n\tsw t3, 48(t1)\n\t" \
  "sw t4, 52(t1)\n\tsw t5, 56(t1)\n\tsw t6, 60(t1)\n\t"

/* Sums of eight outputs of one pixel, and of two: those of the second follow those of the first. In assembly,
 * because the compiler loads all weights before it multiplies, and runs out of registers for the sums. Return
 * the end of the weights. */
static __attribute__((naked, noinline)) const int8_t* sum_one(const operands* of NOOK_IN_REGISTER,
                                                              uint32_t* sums NOOK_IN_REGISTER) {
  __asm volatile("addi sp, sp, -48\n\t" NOOK_SAVE("sw") NOOK_LOAD_OPERANDS NOOK_CLEAR NOOK_RUNS(
      NOOK_LOAD_ONE, NOOK_EIGHT_ONE, NOOK_NOTHING, NOOK_NO_SECOND)
                     NOOK_STORE NOOK_SAVE("lw") "mv a0, a1\n\taddi sp, sp, 48\n\tret\n\t");
}

static __attribute__((naked, noinline)) const int8_t* sum_two(const operands* of NOOK_IN_REGISTER,
                                                              uint32_t* sums NOOK_IN_REGISTER) {
  __asm volatile("addi sp, sp, -64\n\t" NOOK_SAVE("sw") NOOK_SAVE_MORE("sw")
                     NOOK_LOAD_OPERANDS NOOK_CLEAR NOOK_CLEAR_MORE NOOK_RUNS(NOOK_LOAD_TWO, NOOK_EIGHT_TWO,
                                                                             NOOK_SECOND, NOOK_MOVE_SECOND)
                         NOOK_STORE NOOK_STORE_MORE NOOK_SAVE("lw")
                             NOOK_SAVE_MORE("lw") "mv a0, a1\n\taddi sp, sp, 64\n\tret\n\t");
}

static uint32_t sum_alone(const operands* of) {
  const int8_t *x = of->x, *w = of->w;
  uint32_t sum = 0;
  for (int32_t r = of->runs; r > 0; --r, x += of->skip) {
    const int8_t* const end = x + of->run;
    for (; x != end; ++x, ++w) sum += (uint32_t)(*x * *w);
  }
  return sum;
}

/* Of four outputs whose weights are `apart` bytes apart: an input is loaded once for all. Not inline: a
 * caller leaves too few registers. */
static __attribute__((noinline)) void sum_four(const operands* of, int32_t apart, uint32_t* sums) {
  const int8_t *x = of->x, *a = of->w, *b = a + apart, *c = b + apart, *d = c + apart;
  uint32_t sum_a = 0, sum_b = 0, sum_c = 0, sum_d = 0;
  for (int32_t r = of->runs; r > 0; --r, x += of->skip) {
    const int8_t* const end = x + of->run;
    for (; x != end; ++x, ++a, ++b, ++c, ++d) {
      sum_a += (uint32_t)(*x * *a), sum_b += (uint32_t)(*x * *b);
      sum_c += (uint32_t)(*x * *c), sum_d += (uint32_t)(*x * *d);
    }
  }
  sums[0] = sum_a, sums[1] = sum_b, sums[2] = sum_c, sums[3] = sum_d;
}

/* Single outputs, beginning at of->w and at y. */
static __attribute__((noinline)) void outputs_left(const nook_dot_runs* job, const nook_clamp_to* to,
                                                   operands of, int32_t pixels, int32_t left, int8_t* y) {
  const int32_t weights = (of.run * of.runs + 3) & ~3, apart = weights + (int32_t)sizeof(nook_output_rv32);
  for (int32_t n = 0; n < pixels; ++n, of.x += of.step) {
    operands at = of;
    for (int32_t o = 0, count; o < left; o += count, at.w += count * apart) {
      uint32_t sums[4];
      count = left - o >= 4 ? 4 : 1;
      if (count == 4)
        sum_four(&at, apart, sums);
      else
        sums[0] = sum_alone(&at);
      const int8_t* output = at.w + weights;
      for (int32_t k = 0; k < count; ++k, output += apart)
        y[n * job->outputs + o + k] = nook_finish_rv32((const nook_output_rv32*)output, sums[k], to);
    }
  }
}

/* `pixels`, 1 or 2, beginning at of->x and at y. */
static void all_outputs(const nook_dot_runs* job, operands* of, int32_t pixels, int8_t* y) {
  const nook_clamp_to to = {job->zero, job->low - job->zero, job->high - job->zero};
  const int32_t outputs = job->outputs;
  int32_t left = outputs;
  of->w = job->weights;
  for (; left >= 8; left -= 8) {
    uint32_t sums[16];
    const int8_t* const end = pixels > 1 ? sum_two(of, sums) : sum_one(of, sums);
    const nook_output_rv32* o = (const nook_output_rv32*)end;
    of->w = (const int8_t*)(o + 8);
    for (const uint32_t* sum = sums; sum != sums + 8; ++sum, ++o, ++y) {
      y[0] = nook_finish_rv32(o, sum[0], &to);
      if (pixels > 1) y[outputs] = nook_finish_rv32(o, sum[8], &to);
    }
  }
  if (left > 0) outputs_left(job, &to, *of, pixels, left, y);
}

void nook_dot_eight_rv32(const nook_dot_runs* job) {
  operands of = {job->x, 0, job->step, job->run, job->runs, job->apart - job->run};
  int8_t* y = job->y;
  for (int32_t n = job->pixels; n > 0; n -= 2, y += 2 * job->outputs, of.x += 2 * job->step)
    all_outputs(job, &of, n > 1 ? 2 : 1, y);
}
