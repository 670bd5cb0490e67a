/* Fully connected layers with one scale for all outputs and at most 128 inputs, which are unpacked once. */
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/fully_connected/one_scale_dsp.h"

typedef char nook_room_is_known[NOOK_ONE_SCALE_ON_STACK == 128 ? 1 : -1];

/* nook_one_scale_sixes_dsp() with all inputs unpacked on the stack. */
static NOOK_ASSEMBLY const int8_t* sixes_unpacked(NOOK_ROW, NOOK_STREAM) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #284\n\t"
      "ldmia  r0, {r2, r3, r4, r5, r6, r7, r8}\n\t"
      "sub    r0, r5, r4\n\t"
      "add    r0, sp, r0, lsl #1\n\t"
      "mov    r9, r4\n\t"
      "mov    r4, r0\n\t" /* what the inputs are from here on */
      "add    r12, sp, #256\n\t"
      "stmia  r12, {r2, r3, r4, r5, r6, r7, r8}\n"
      "3:\n\t" /* eight inputs */
      "ldr    r6, [r9], #4\n\t"
      "ldr    r4, [r9], #4\n\t"
      "sxtb16 r7, r6, ror #8\n\t"
      "sxtb16 r6, r6\n\t"
      "sxtb16 r5, r4, ror #8\n\t"
      "sxtb16 r4, r4\n\t"
      "stmdb  r0!, {r4, r5, r6, r7}\n\t"
      "cmp    sp, r0\n\t"
      "bne    3b\n\t"
      "ldr    r0, [r12, #8]\n\t" NOOK_AT_A_WORD "1:\n\t" NOOK_SIX_BIASES NOOK_AT_A_WORD
      "2:\n\t" NOOK_TURN_OF_SIX(NOOK_FOUR_UNPACKED, NOOK_LAST_UNPACKED)
          NOOK_END("256", "260", "264", "272", "276", "280", NOOK_SIX_OUTPUTS,
                   NOOK_TWO_MORE) "add    sp, #284\n\t" NOOK_RETURN);
}

void nook_fully_connected_s8_dsp_one_scale_k128(const nook_fully_connected_s8* p, const int8_t* x,
                                                const int8_t* w, const int32_t* bias, int8_t* y,
                                                void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_one_scale_rows(p, x, w, y, sixes_unpacked);
}
