#include "nook/ops/families/suppress.h"
#include "nook/ops/non_max_suppression_v4/non_max_suppression_v4.h"

void nook_non_max_suppression_v4_f32_ref(const nook_suppression_f32* p, const float* boxes,
                                         const float* scores, const float* most_overlap,
                                         const float* least_score, int32_t* chosen, int32_t* count,
                                         void* scratch_memory) {
  const nook_suppress s = {boxes, 0, *most_overlap, 1, least_score, 0};
  nook_candidate* const heap = (nook_candidate*)scratch_memory;
  *count = nook_choose_boxes(&s, scores, p->boxes, heap, p->most, chosen, 1, NULL);
  for (int32_t i = *count; i < p->most; ++i) chosen[i] = 0;
}
