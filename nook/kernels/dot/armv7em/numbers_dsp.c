/* Checks the numbers that assembly of this folder assumes of headers for C. Makes no code. */
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_f23_dsp.h"

typedef char nook_2x4_is_known[NOOK_2X4_RELU == 0 && NOOK_2X4_SIGNED == 1 && NOOK_2X4_HEAD == 16 ? 1 : -1];
typedef char nook_w16_room_is_known[NOOK_W16_MOST_INPUTS == 48 ? 1 : -1];
typedef char
    nook_winograd_parts_are_known[NOOK_WINOGRAD_CHANNELS == 16 && NOOK_F23_PART == 2 * 24 * 2 ? 1 : -1];
