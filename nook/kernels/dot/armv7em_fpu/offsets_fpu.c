/* Checks that the fields of jobs have the offsets that the assembly of this folder uses. Generates no code.
 */
#include "nook/kernels/asm/offsets_are.h"
#include "nook/kernels/dot/armv7em_fpu/dot_2x4_k8_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k16_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k32_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_5x2_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/offsets.h"
#include "nook/kernels/dot/row_parts.h"
#include "nook/kernels/dot/row_parts_offsets.h"

NOOK_FIELD_IS_AT(nook_dot_2x4_k8, x, NOOK_2X4_K8_X);
NOOK_FIELD_IS_AT(nook_dot_2x4_k8, stream, NOOK_2X4_K8_STREAM);
NOOK_FIELD_IS_AT(nook_dot_2x4_k8, y, NOOK_2X4_K8_STREAM + 4);
NOOK_FIELD_IS_AT(nook_dot_2x4_k8, end, NOOK_2X4_K8_END);
NOOK_FIELD_IS_AT(nook_dot_2x4_k8, apart, NOOK_2X4_K8_STRIDE);
NOOK_FIELD_IS_AT(nook_dot_2x4_k8, twos, NOOK_2X4_K8_STRIDE + 4);
NOOK_FIELD_IS_AT(nook_dot_2x4_k8, odd, NOOK_2X4_K8_ODD);

NOOK_SIZE_IS(nook_dot_3x4_k32, 36);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, x, 0);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, left, 4);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, step, 8);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, second, 12);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, third, 16);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, span, 20);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, stream, NOOK_3X4_K32_STREAM);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, y, NOOK_3X4_K32_STREAM + 4);
NOOK_FIELD_IS_AT(nook_dot_3x4_k32, end, NOOK_3X4_K32_END);

NOOK_SIZE_IS(nook_dot_4x2, 56);
NOOK_FIELD_IS_AT(nook_dot_4x2, x, 0);
NOOK_FIELD_IS_AT(nook_dot_4x2, last, 16);
NOOK_FIELD_IS_AT(nook_dot_4x2, words_end, 20);
NOOK_FIELD_IS_AT(nook_dot_4x2, words, 24);
NOOK_FIELD_IS_AT(nook_dot_4x2, y, 28);
NOOK_FIELD_IS_AT(nook_dot_4x2, apart, 32);
NOOK_FIELD_IS_AT(nook_dot_4x2, end, 44);
NOOK_FIELD_IS_AT(nook_dot_4x2, zeros, 48);
NOOK_FIELD_IS_AT(nook_dot_4x2, stream, 52);

NOOK_SIZE_IS(nook_dot_5x2, 48);
NOOK_FIELD_IS_AT(nook_dot_5x2, x, 0);
NOOK_FIELD_IS_AT(nook_dot_5x2, y, 20);
NOOK_FIELD_IS_AT(nook_dot_5x2, apart, 24);
NOOK_FIELD_IS_AT(nook_dot_5x2, end, 40);
NOOK_FIELD_IS_AT(nook_dot_5x2, stream, 44);

NOOK_SIZE_IS(nook_row_part, 20);
NOOK_FIELD_IS_AT(nook_row_part, second, 4);
NOOK_FIELD_IS_AT(nook_row_part, third, 8);
NOOK_FIELD_IS_AT(nook_row_part, end, 12);
NOOK_FIELD_IS_AT(nook_row_part, apart, 16);

NOOK_SIZE_IS(nook_row_parts, 24);
NOOK_FIELD_IS_AT(nook_row_parts, stream, NOOK_ROW_PARTS_STREAM);
NOOK_FIELD_IS_AT(nook_row_parts, y, NOOK_ROW_PARTS_STREAM + 4);
NOOK_FIELD_IS_AT(nook_row_parts, last, NOOK_ROW_PARTS_LAST);
NOOK_FIELD_IS_AT(nook_row_parts, apart, NOOK_ROW_PARTS_STRIDE);
NOOK_FIELD_IS_AT(nook_row_parts, parts, NOOK_ROW_PARTS_PARTS);
NOOK_FIELD_IS_AT(nook_row_parts, parts_end, NOOK_ROW_PARTS_END);

typedef char
    nook_3x4_k16_stream_is_known[NOOK_3X4_K16_BYTES == (NOOK_3X4_K16_INPUTS / 2 * 3 + 11) * 4 ? 1 : -1];
