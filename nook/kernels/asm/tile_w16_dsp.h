/* The assembler code of two channels of two tiles and four outputs with weights of 16 bits, which kernels
 * share, tiles being pixels or those of Winograd; C99 with gcc or clang. Registers: r0 the inputs, r1 the
 * stream, r2 and r3 weights, r4 and r5 two channels of each tile; r6 to r9 the sums of the first tile, r10 to
 * r12 and lr those of the second. */
#ifndef NOOK_KERNELS_ASM_TILE_W16_DSP_H_
#define NOOK_KERNELS_ASM_TILE_W16_DSP_H_

#include "nook/kernels/asm/assembly.h"

/* Whoever knows this asm takes strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

#define NOOK_OUTPUT_W16(w, v, u) \
  "smlad  " v ", r4, " w ", " v  \
  "\n\t"                         \
  "smlad  " u ", r5, " w ", " u "\n\t"
#define NOOK_TWO_CHANNELS                                                                              \
  "ldmia  r0!, {r4, r5}\n\t"                                                                           \
  "ldmia  r1!, {r2, r3}\n\t" NOOK_OUTPUT_W16("r2", "r6", "r10")                                        \
      NOOK_OUTPUT_W16("r3", "r7", "r11") "ldmia  r1!, {r2, r3}\n\t" NOOK_OUTPUT_W16("r2", "r8", "r12") \
          NOOK_OUTPUT_W16("r3", "r9", "lr")

/* The same where the sums begin. */
#define NOOK_FIRST_OUTPUT_W16(w, v, u) \
  "smuad  " v ", r4, " w               \
  "\n\t"                               \
  "smuad  " u ", r5, " w "\n\t"
#define NOOK_FIRST_TWO_CHANNELS                                                              \
  "ldmia  r0!, {r4, r5}\n\t"                                                                 \
  "ldmia  r1!, {r2, r3}\n\t" NOOK_FIRST_OUTPUT_W16("r2", "r6", "r10") NOOK_FIRST_OUTPUT_W16( \
      "r3", "r7", "r11") "ldmia  r1!, {r2, r3}\n\t" NOOK_FIRST_OUTPUT_W16("r2", "r8", "r12") \
      NOOK_FIRST_OUTPUT_W16("r3", "r9", "lr")

/* The arguments of Winograd's kernels. */
#define NOOK_TILES   const uint32_t* v NOOK_IN_REGISTER
#define NOOK_STREAM  const int32_t* stream NOOK_IN_REGISTER
#define NOOK_SUMS_OF int32_t* to NOOK_IN_REGISTER

#endif
