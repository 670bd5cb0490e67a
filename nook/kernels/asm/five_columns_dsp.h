/* The assembler code for the five columns under two pixels of 3 by 3 taps of one channel with a stride of 2;
 * C99 with gcc or clang. */
#ifndef NOOK_KERNELS_ASM_FIVE_COLUMNS_DSP_H_
#define NOOK_KERNELS_ASM_FIVE_COLUMNS_DSP_H_

/* From bytes 0 and 1 of rows 0 and 1 in r5, 2 and 3 in r7, 4 of row 0 in r8 and of row 1 in r12; of row 2
 * bytes 0 to 3 in r9 and 4 in r11: of rows 0 and 1 columns 0 to 4 in r4 to r8, of row 2 columns 0 and 2 in
 * r9, 1 and 3 in r10, 4 and 2 in r11. */
#define NOOK_FIVE_COLUMNS           \
  "sxtb16 r4, r5\n\t"               \
  "sxtb16 r5, r5, ror #8\n\t"       \
  "sxtb16 r6, r7\n\t"               \
  "sxtb16 r7, r7, ror #8\n\t"       \
  "pkhbt  r8, r8, r12, lsl #16\n\t" \
  "sxtb16 r10, r9, ror #8\n\t"      \
  "sxtb16 r9, r9\n\t"               \
  "pkhbt  r11, r11, r9\n\t"

#endif
