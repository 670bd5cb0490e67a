#include "nook/ops/reference/sum_mve.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/asm/assembly.h"

/* This kernel rounds twice; a build that rounds once uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];
typedef char nook_offsets_are_known[sizeof(nook_sum_mve) == 76 ? 1 : -1];

/* Products are rounded to their high word (ties up); a negative one becomes one less where it is shifted. */
#define NOOK_RESCALE(q, multiplier, minus, shift) \
  "vqrdmulh.s32 " q ", " q ", " multiplier        \
  "\n\t"                                          \
  "vqdmlah.s32 " q ", " q ", " minus              \
  "\n\t"                                          \
  "vrshl.s32 " q ", " shift "\n\t"

/* One piece of assembly, because no compiler keeps all of it in registers: q2 q3 q4 the multipliers, q5 low,
 * q6 high, q7 2^20; r3 on as in the job. The last turn of the loop masks the lanes beyond the end. */
NOOK_ASSEMBLY void nook_sum_run_mve(const nook_sum_mve* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "ldrd   r1, r2, [r0, #56]\n\t"
      "vdup.32 q2, r1\n\t"
      "vdup.32 q3, r2\n\t"
      "ldrd   r1, r2, [r0, #64]\n\t"
      "vdup.32 q4, r1\n\t"
      "vdup.32 q5, r2\n\t"
      "ldr    r1, [r0, #72]\n\t"
      "vdup.32 q6, r1\n\t"
      "mov    r1, #0x100000\n\t"
      "vdup.32 q7, r1\n\t"
      "ldr    r1, [r0, #12]\n\t"
      "add    r12, r0, #16\n\t"
      "ldmia  r12, {r3, r4, r5, r6, r7, r8, r9, r10, r11, r12}\n\t"
      "dlstp.32 lr, r1\n\t"
      "ldmia  r0, {r0, r1, r2}\n"
      "1:\n\t"
      "vldrb.s32 q0, [r0], #4\n\t"
      "vldrb.s32 q1, [r1], #4\n\t"
      "vmlas.s32 q0, q7, r3\n\t"
      "vmlas.s32 q1, q7, r6\n\t"
      NOOK_RESCALE("q0", "q2", "r4", "r5")
      NOOK_RESCALE("q1", "q3", "r7", "r8")
      "vmla.s32 q0, q1, r9\n\t"
      NOOK_RESCALE("q0", "q4", "r10", "r11")
      "vadd.i32 q0, q0, r12\n\t"
      "vmax.s32 q0, q0, q5\n\t"
      "vmin.s32 q0, q0, q6\n\t"
      "vstrb.32 q0, [r2], #4\n\t"
      "letp   lr, 1b\n\t"
      "vpop   {d8, d9, d10, d11, d12, d13, d14, d15}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
