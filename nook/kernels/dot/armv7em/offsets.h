/* Offsets, in bytes, of the fields of this folder's jobs for assembly. offsets_dsp.c checks them. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_OFFSETS_H_
#define NOOK_KERNELS_DOT_ARMV7EM_OFFSETS_H_

/* nook_dot_2x4_w16 */
#define NOOK_W16_OUTPUTS 12
#define NOOK_W16_STEP    20
#define NOOK_W16_AT      28
#define NOOK_W16_ALONE   36

/* nook_dot_2x8 */
#define NOOK_2X8_X       0
#define NOOK_2X8_Y       4
#define NOOK_2X8_WEIGHTS 8
#define NOOK_2X8_OUTPUTS 12
#define NOOK_2X8_TWOS    16
#define NOOK_2X8_STEP    20
#define NOOK_2X8_STRIDE  28

/* nook_dot_3x3s2 */
#define NOOK_3X3S2_TWOS   24
#define NOOK_3X3S2_STRIDE 28

/* nook_dot_strip */
#define NOOK_STRIP_Y      0
#define NOOK_STRIP_TILES  8
#define NOOK_STRIP_INPUTS 16
#define NOOK_STRIP_LAST   20
#define NOOK_STRIP_END    24

/* nook_dot_k16 */
#define NOOK_K16_X       0
#define NOOK_K16_Y       16
#define NOOK_K16_WEIGHTS 20
#define NOOK_K16_STEP    28
#define NOOK_K16_PIXELS  32
#define NOOK_K16_ZERO    36

/* Blocks of four inputs in the loops of dot_pixels_steps_dsp.h and dot_segments_steps_dsp.h, and bytes of
 * code of each. */
#define NOOK_PIXELS_BLOCKS_OF_TWO 8
#define NOOK_PIXELS_BYTES_OF_TWO  60
#define NOOK_PIXELS_BLOCKS_OF_ONE 4
#define NOOK_PIXELS_BYTES_OF_ONE  40
#define NOOK_SEGMENTS_BLOCKS      4
#define NOOK_SEGMENTS_BLOCK_BYTES 56

#endif
