/* Fully connected layers with one scale for all outputs, on cores with DSP instructions and an FPU: 64 inputs
 * at a time, unpacked into its 32 registers, for up to 64 outputs, whose sums wait on the stack between the
 * inputs. */
#include "nook/kernels/asm/assembly.h"
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/fully_connected/one_scale_dsp.h"

/* Assembly code depends on the offsets of these fields; it has a copy on the stack. */
typedef struct one_scale_block {
  const int32_t* from; /* what the sums of the next eight outputs begin as */
  int32_t* to;         /* where they go; null: these are the last inputs */
  int8_t* y;
  int32_t multiplier, power, zero; /* where negative outputs are hidden, `plus` instead of the power */
  int8_t* y_end;                   /* of the outputs, a multiple of eight of them */
  int32_t *sums, *sums_end;
  const int8_t *x, *x_end; /* of the inputs, a multiple of 64 of them */
  int32_t hidden;
} one_scale_block;

typedef char nook_block_is_known[sizeof(one_scale_block) == 48 && NOOK_ONE_SCALE_BLOCK == 64 ? 1 : -1];

/* Sixteen inputs, in eight registers of the FPU. Single loads, which take any alignment. */
#define NOOK_UNPACKED(word, s, next) \
  "sxtb16 r6, " word                 \
  "\n\t"                             \
  "sxtb16 r7, " word                 \
  ", ror #8\n\t"                     \
  "vmov   s" s ", s" next ", r6, r7\n\t"
#define NOOK_SIXTEEN(a, b, c, d, e, f, g, h)                                                               \
  "ldr    r3, [r0, #4]\n\t"                                                                                \
  "ldr    r4, [r0, #8]\n\t"                                                                                \
  "ldr    r5, [r0, #12]\n\t"                                                                               \
  "ldr    r2, [r0], #16\n\t" NOOK_UNPACKED("r2", a, b) NOOK_UNPACKED("r3", c, d) NOOK_UNPACKED("r4", e, f) \
      NOOK_UNPACKED("r5", g, h)

/* Two inputs of eight outputs: 18 cycles for 16 multiply-accumulates, and one ldm of four words. Registers:
 * r1 the stream, r4 the inputs; r5 r7 r9 r11 sum the products with a, r6 r8 r10 r12 those with 256 * b + a,
 * which share a halfword (dot_eight_dsp.h); the others are weights. */
#define NOOK_TWO(s)                                                                \
  "vmov   r4, s" s                                                                 \
  "\n\t"                                                                           \
  "ldmia  r1!, {r0, r2, r3, lr}\n\t" NOOK_ONE_PAIR("r4", "r0", "r5", "r6")         \
      NOOK_ONE_PAIR("r4", "r2", "r7", "r8") NOOK_ONE_PAIR("r4", "r3", "r9", "r10") \
          NOOK_ONE_PAIR("r4", "lr", "r11", "r12")
#define NOOK_EIGHT_TWOS(a, b, c, d, e, f, g, h) \
  NOOK_TWO(a) NOOK_TWO(b) NOOK_TWO(c) NOOK_TWO(d) NOOK_TWO(e) NOOK_TWO(f) NOOK_TWO(g) NOOK_TWO(h)
/* Of s0 to s31. */
#define NOOK_FIRST_SIXTEEN(code) \
  code("0", "1", "2", "3", "4", "5", "6", "7") code("8", "9", "10", "11", "12", "13", "14", "15")
#define NOOK_LAST_SIXTEEN(code) \
  code("16", "17", "18", "19", "20", "21", "22", "23") code("24", "25", "26", "27", "28", "29", "30", "31")
#define NOOK_EACH_EIGHT(code) NOOK_FIRST_SIXTEEN(code) NOOK_LAST_SIXTEEN(code)

/* As fixed_once.h has it, of one scale: two outputs, which end in the low half of `a`. */
#define NOOK_HIDDEN(a, ba)     \
  NOOK_SCALED(a, ba)           \
  NOOK_ONCE(a, ba, "r2", "r3") \
  NOOK_SATURATED(a, ", asr #12") NOOK_SATURATED(ba, ", asr #12") "bfi    " a ", " ba ", #8, #8\n\t"

/* All inputs of up to NOOK_ONE_SCALE_OUTPUTS outputs; returns the end of their part of the stream. The sums
 * begin as the biases, then as what they were. On the stack: the fields above. */
static NOOK_ASSEMBLY const int8_t* blocks(const one_scale_block* block NOOK_IN_REGISTER, NOOK_STREAM) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s31}\n\t"
      "sub    sp, #48\n\t"
      "ldmia  r0, {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr}\n\t"
      "stmia  sp, {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr}\n"
      "1:\n\t" /* 64 inputs */
      "ldr    r0, [sp, #36]\n\t"
      NOOK_EACH_EIGHT(NOOK_SIXTEEN)
      "ldr    r2, [sp, #40]\n\t"
      "str    r0, [sp, #36]\n\t"
      "cmp    r0, r2\n\t"
      "ite    eq\n\t"
      "moveq  r3, #0\n\t"
      "ldrne  r3, [sp, #28]\n\t"
      "str    r3, [sp, #4]\n\t"
      NOOK_AT_A_WORD
      "2:\n\t" /* eight outputs */
      "ldr    r0, [sp, #0]\n\t"
      "ldmia  r0!, {r5, r6, r7, r8, r9, r10, r11, r12}\n\t"
      "str    r0, [sp, #0]\n\t"
      NOOK_EACH_EIGHT(NOOK_EIGHT_TWOS)
      "ldr    r0, [sp, #4]\n\t"
      "ldr    r2, [sp, #32]\n\t"
      "cbz    r0, 3f\n\t"
      "stmia  r0!, {r5, r6, r7, r8, r9, r10, r11, r12}\n\t"
      "cmp    r0, r2\n\t"
      "str    r0, [sp, #4]\n\t"
      "bne.w  2b\n\t"
      "ldr    r3, [sp, #28]\n\t"
      "str    r3, [sp, #0]\n\t"
      "b.w    1b\n"
      "3:\n\t"
      "ldr    r0, [sp, #8]\n\t"
      "ldr    r2, [sp, #12]\n\t"
      "ldr    r3, [sp, #16]\n\t"
      "ldr    lr, [sp, #24]\n\t"
      "ldr    r4, [sp, #44]\n\t"
      "cbz    r4, 4f\n\t" NOOK_HIDDEN("r5", "r6") NOOK_HIDDEN("r7", "r8") NOOK_HIDDEN("r9", "r10")
      NOOK_HIDDEN("r11", "r12")
      "b      5f\n"
      "4:\n\t"
      "ldr    r4, [sp, #20]\n\t"
      NOOK_OUTPUTS("r5", "r6") NOOK_OUTPUTS("r7", "r8") NOOK_OUTPUTS("r9", "r10") NOOK_OUTPUTS("r11", "r12")
      "5:\n\t"
      "pkhbt  r5, r5, r7, lsl #16\n\t"
      "pkhbt  r9, r9, r11, lsl #16\n\t"
      "str    r9, [r0, #4]\n\t"
      "str    r5, [r0], #8\n\t"
      "cmp    r0, lr\n\t"
      "str    r0, [sp, #8]\n\t"
      "bne.w  2b\n\t"
      "mov    r0, r1\n\t"
      "add    sp, #48\n\t"
      "vpop   {s16-s31}\n\t" NOOK_RETURN);
}

void nook_fully_connected_s8_fpu_one_scale(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                           const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const int32_t* const scale = (const int32_t*)(const void*)w;
  int32_t sums[NOOK_ONE_SCALE_OUTPUTS];
  one_scale_block block = {0, 0, y, scale[0], scale[1], p->out_zero, 0, sums, 0, 0, 0, scale[2]};
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const int8_t* stream = w + NOOK_ONE_SCALE_HEAD;
    for (int32_t left = p->out; left > 0; left -= NOOK_ONE_SCALE_OUTPUTS) {
      const int32_t count = left < NOOK_ONE_SCALE_OUTPUTS ? left : NOOK_ONE_SCALE_OUTPUTS;
      block.from = (const int32_t*)(const void*)stream, block.sums_end = sums + count;
      block.x = x, block.x_end = x + p->in, block.y_end = block.y + count;
      stream = blocks(&block, stream + 4 * count);
      block.y = block.y_end;
    }
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, p->batch * p->out, p->act_min, p->act_max);
}
