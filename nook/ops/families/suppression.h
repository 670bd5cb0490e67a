/* Non-maximum suppression, shared by the operators that do it: boxes are chosen, best first, except those
 * that overlap a chosen one too much. For C99 and C++. */
#ifndef NOOK_OPS_FAMILIES_SUPPRESSION_H_
#define NOOK_OPS_FAMILIES_SUPPRESSION_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* The operands of the operators of TensorFlow Lite. */
typedef struct nook_suppression_f32 {
  int32_t boxes; /* [boxes][4] and their scores [boxes] */
  int32_t most;  /* chosen boxes, at most; the size of the results */
} nook_suppression_f32;

/* A box that may be chosen, in the scratch; 12 bytes for each box. */
typedef struct nook_candidate {
  float score;
  int32_t box, compared; /* with how many of the chosen boxes it was compared */
} nook_candidate;

NOOK_END_C

#endif
