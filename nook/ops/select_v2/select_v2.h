/* SELECT_V2: y = condition ? a : b, with broadcasting. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SELECT_V2_SELECT_V2_H_
#define NOOK_OPS_SELECT_V2_SELECT_V2_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

typedef struct nook_select_v2 {
  int32_t element_bytes; /* bytes of an element of a, b and y: 1, 2, 4 or 8 */
  int32_t run;           /* contiguous elements of y */
  int32_t step[3];       /* bytes by which condition, a and b advance within a segment; 0 if broadcast */
  int32_t rank;          /* y consists of dim[0] * ... * dim[rank - 1] segments */
  const int32_t* dim;    /* [rank] */
  const int32_t* jump;   /* [rank][3] bytes between the starts of segments when dimension d advances */
} nook_select_v2;

void nook_select_v2_ref(const nook_select_v2* p, const uint8_t* condition, const void* a, const void* b,
                        void* y, void* scratch_memory);

NOOK_END_C

#endif
