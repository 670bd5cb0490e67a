/* NON_MAX_SUPPRESSION_V5: kernel contract, for C99 and C++. The operator is in non_max_suppression_v5_op.h.
 */
#ifndef NOOK_OPS_NON_MAX_SUPPRESSION_V5_NON_MAX_SUPPRESSION_V5_H_
#define NOOK_OPS_NON_MAX_SUPPRESSION_V5_NON_MAX_SUPPRESSION_V5_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/suppression.h"

NOOK_BEGIN_C

/* boxes [boxes][4], scores [boxes], two limits and sigma; chosen and chosen_scores [most], 0 after the last
 * box; their count. Scratch: a nook_candidate for each box. */
void nook_non_max_suppression_v5_f32_ref(const nook_suppression_f32* p, const float* boxes,
                                         const float* scores, const float* most_overlap,
                                         const float* least_score, const float* sigma, int32_t* chosen,
                                         float* chosen_scores, int32_t* count, void* scratch_memory);

NOOK_END_C

#endif
