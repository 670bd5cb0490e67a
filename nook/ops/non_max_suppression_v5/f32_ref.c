#include "nook/ops/families/suppress.h"
#include "nook/ops/non_max_suppression_v5/non_max_suppression_v5.h"

void nook_non_max_suppression_v5_f32_ref(const nook_suppression_f32* p, const float* boxes,
                                         const float* scores, const float* most_overlap,
                                         const float* least_score, const float* sigma, int32_t* chosen,
                                         float* chosen_scores, int32_t* count, void* scratch_memory) {
  const nook_suppress s = {boxes, 0, *most_overlap, 1, least_score, *sigma};
  nook_candidate* const heap = (nook_candidate*)scratch_memory;
  *count = nook_choose_boxes(&s, scores, p->boxes, heap, p->most, chosen, 1, chosen_scores);
  for (int32_t i = *count; i < p->most; ++i) chosen[i] = 0, chosen_scores[i] = 0;
}
