/* Assembly fragments for dot products with eight outputs at once, on cores with Helium. r7 is the job; the
 * stack holds the pixel's address and the number of pixels left. */
#ifndef NOOK_KERNELS_ASM_EIGHT_OUTPUTS_MVE_H_
#define NOOK_KERNELS_ASM_EIGHT_OUTPUTS_MVE_H_

/* Saves registers and loads the bounds of outputs into d8 to d11; r1 and r5 are x and y. */
#define NOOK_ENTER_EIGHT_MVE                          \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t" \
  "vpush  {d8, d9, d10, d11}\n\t"                     \
  "sub    sp, #12\n\t"                                \
  "mov    r7, r0\n\t"                                 \
  "ldrd   r1, r5, [r7, #0]\n\t"

/* Moves the sums in r0, r2, r4, r6, r8, r10, r12 and lr to q0 and q1. */
#define NOOK_EIGHT_SUMS_MVE          \
  "vmov   q0[2], q0[0], r0, r4\n\t"  \
  "vmov   q0[3], q0[1], r2, r6\n\t"  \
  "vmov   q1[2], q1[0], r8, r12\n\t" \
  "vmov   q1[3], q1[1], r10, lr\n\t"

/* Continues at 1b with the next pixel, whose distance is in the field at `step`, or returns. */
#define NOOK_NEXT_PIXEL_MVE(step) \
  "ldrd   r1, r2, [sp, #0]\n\t"   \
  "ldr    r4, [r7, #" #step       \
  "]\n\t"                         \
  "add    r1, r4\n\t"             \
  "subs   r2, #1\n\t"             \
  "strd   r1, r2, [sp, #0]\n\t"   \
  "bne    1b\n\t"                 \
  "add    sp, #12\n\t"            \
  "vpop   {d8, d9, d10, d11}\n\t" \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n"

#endif
