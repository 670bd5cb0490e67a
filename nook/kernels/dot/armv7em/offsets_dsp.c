/* Checks that fields of jobs have the offsets that this folder's assembly uses. Generates no code. */
#include "nook/kernels/asm/offsets_are.h"
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x8_dsp.h"
#include "nook/kernels/dot/armv7em/dot_3x3s2_dsp.h"
#include "nook/kernels/dot/armv7em/dot_k16_dsp.h"
#include "nook/kernels/dot/armv7em/dot_pixels_dsp.h"
#include "nook/kernels/dot/armv7em/dot_segments_dsp.h"
#include "nook/kernels/dot/armv7em/dot_strip_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_f23_dsp.h"
#include "nook/kernels/dot/armv7em/offsets.h"
#include "nook/kernels/dot/armv7em/unpack_places_dsp.h"
#include "nook/kernels/dot/dot_job.h"

NOOK_SIZE_IS(nook_dot_2x4, 32);
NOOK_FIELD_IS_AT(nook_dot_2x4, outputs, 4);
NOOK_FIELD_IS_AT(nook_dot_2x4, apart, 8);
NOOK_FIELD_IS_AT(nook_dot_2x4, inputs, 12);
NOOK_FIELD_IS_AT(nook_dot_2x4, pairs, 16);
NOOK_FIELD_IS_AT(nook_dot_2x4, zero, 20);
NOOK_FIELD_IS_AT(nook_dot_2x4, from, 24);
NOOK_FIELD_IS_AT(nook_dot_2x4, to, 28);

NOOK_SIZE_IS(nook_dot_2x4_w16, 40);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, y, 4);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, weights, 8);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, outputs, NOOK_W16_OUTPUTS);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, pixels, 16);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, step, NOOK_W16_STEP);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, apart, NOOK_W16_STEP + 4);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, at, NOOK_W16_AT);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, words, NOOK_W16_AT + 4);
NOOK_FIELD_IS_AT(nook_dot_2x4_w16, alone, NOOK_W16_ALONE);

NOOK_FIELD_IS_AT(nook_dot_2x8, x, NOOK_2X8_X);
NOOK_FIELD_IS_AT(nook_dot_2x8, y, NOOK_2X8_Y);
NOOK_FIELD_IS_AT(nook_dot_2x8, weights, NOOK_2X8_WEIGHTS);
NOOK_FIELD_IS_AT(nook_dot_2x8, outputs, NOOK_2X8_OUTPUTS);
NOOK_FIELD_IS_AT(nook_dot_2x8, twos, NOOK_2X8_TWOS);
NOOK_FIELD_IS_AT(nook_dot_2x8, step, NOOK_2X8_STEP);
NOOK_FIELD_IS_AT(nook_dot_2x8, offset, NOOK_2X8_STEP + 4);
NOOK_FIELD_IS_AT(nook_dot_2x8, apart, NOOK_2X8_STRIDE);

NOOK_FIELD_IS_AT(nook_dot_3x3s2, rows, 0);
NOOK_FIELD_IS_AT(nook_dot_3x3s2, y, 12);
NOOK_FIELD_IS_AT(nook_dot_3x3s2, stream, 16);
NOOK_FIELD_IS_AT(nook_dot_3x3s2, outputs, 20);
NOOK_FIELD_IS_AT(nook_dot_3x3s2, twos, NOOK_3X3S2_TWOS);
NOOK_FIELD_IS_AT(nook_dot_3x3s2, apart, NOOK_3X3S2_STRIDE);

NOOK_FIELD_IS_AT(nook_dot_strip, y, NOOK_STRIP_Y);
NOOK_FIELD_IS_AT(nook_dot_strip, apart, 4);
NOOK_FIELD_IS_AT(nook_dot_strip, tiles, NOOK_STRIP_TILES);
NOOK_FIELD_IS_AT(nook_dot_strip, weights, NOOK_STRIP_TILES + 4);
NOOK_FIELD_IS_AT(nook_dot_strip, inputs, NOOK_STRIP_INPUTS);
NOOK_FIELD_IS_AT(nook_dot_strip, last, NOOK_STRIP_LAST);
NOOK_FIELD_IS_AT(nook_dot_strip, end, NOOK_STRIP_END);

NOOK_FIELD_IS_AT(nook_dot_k16, x, NOOK_K16_X);
NOOK_FIELD_IS_AT(nook_dot_k16, offset, 4);
NOOK_FIELD_IS_AT(nook_dot_k16, y, NOOK_K16_Y);
NOOK_FIELD_IS_AT(nook_dot_k16, weights, NOOK_K16_WEIGHTS);
NOOK_FIELD_IS_AT(nook_dot_k16, outputs, NOOK_K16_WEIGHTS + 4);
NOOK_FIELD_IS_AT(nook_dot_k16, step, NOOK_K16_STEP);
NOOK_FIELD_IS_AT(nook_dot_k16, pixels, NOOK_K16_PIXELS);
NOOK_FIELD_IS_AT(nook_dot_k16, zero, NOOK_K16_ZERO);

NOOK_SIZE_IS(nook_segment, 16);
NOOK_FIELD_IS_AT(nook_segment, end, 4);
NOOK_FIELD_IS_AT(nook_segment, code, 8);
NOOK_FIELD_IS_AT(nook_segment, x2, 12);
NOOK_FIELD_IS_AT(nook_pixels_job, weights, 0);
NOOK_FIELD_IS_AT(nook_pixels_job, y, 4);
NOOK_FIELD_IS_AT(nook_pixels_job, outputs, 8);
NOOK_FIELD_IS_AT(nook_pixels_job, list, 12);
NOOK_FIELD_IS_AT(nook_pixels_job, two, 16);
NOOK_FIELD_IS_AT(nook_segments_job, weights, 0);
NOOK_FIELD_IS_AT(nook_segments_job, y, 4);
NOOK_FIELD_IS_AT(nook_segments_job, outputs, 8);
NOOK_FIELD_IS_AT(nook_segments_job, list, 12);

/* Sizes of loops and of buffers on the stack. */
typedef char nook_numbers_are_known[NOOK_2X4_HIDDEN == 0 && NOOK_2X4_SEEN == 1 && NOOK_2X4_HEAD == 16 &&
                                            NOOK_W16_MOST_INPUTS == 48 && NOOK_WINOGRAD_CHANNELS == 16 &&
                                            NOOK_F23_PART == 2 * 24 * 2
                                        ? 1
                                        : -1];
