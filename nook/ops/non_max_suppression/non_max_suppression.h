/* NOOK_NON_MAX_SUPPRESSION: kernel contract, for C99 and C++. The operator is in non_max_suppression_op.h. */
#ifndef NOOK_OPS_NON_MAX_SUPPRESSION_NON_MAX_SUPPRESSION_H_
#define NOOK_OPS_NON_MAX_SUPPRESSION_NON_MAX_SUPPRESSION_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

typedef struct nook_non_max_suppression_f32 {
  int32_t batch, classes, boxes;
  int32_t most;    /* boxes chosen for each class of an image, at most */
  int32_t rows;    /* batch * classes * most */
  int32_t centred; /* boxes are x and y of their centre, width and height; else two opposite corners (y, x) */
  int32_t limited; /* scores must be larger than least_score */
  float least_score, most_overlap;
} nook_non_max_suppression_f32;

/* boxes [batch][boxes][4], scores [batch][classes][boxes]; chosen [rows][3]: image, class and box, best first
 * for each class; -1 after the last row. Scratch: a nook_candidate (families/suppression.h) for each box. */
void nook_non_max_suppression_f32_ref(const nook_non_max_suppression_f32* p, const float* boxes,
                                      const float* scores, int32_t* chosen, void* scratch_memory);

NOOK_END_C

#endif
