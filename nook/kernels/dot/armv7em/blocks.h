/* Blocks of four inputs in the loops of dot_pixels_steps_dsp.h and dot_segments_steps_dsp.h, and bytes of
 * code of each; for C and assembly. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_BLOCKS_H_
#define NOOK_KERNELS_DOT_ARMV7EM_BLOCKS_H_

#define NOOK_PIXELS_BLOCKS_OF_TWO 8
#define NOOK_PIXELS_BYTES_OF_TWO  60
#define NOOK_PIXELS_BLOCKS_OF_ONE 4
#define NOOK_PIXELS_BYTES_OF_ONE  40
#define NOOK_SEGMENTS_BLOCKS      4
#define NOOK_SEGMENTS_BLOCK_BYTES 56

#endif
