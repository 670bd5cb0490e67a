#include "nook/ops/families/suppress.h"
#include "nook/ops/non_max_suppression/non_max_suppression.h"

void nook_non_max_suppression_f32_ref(const nook_non_max_suppression_f32* p, const float* boxes,
                                      const float* scores, int32_t* chosen, void* scratch_memory) {
  nook_candidate* const heap = (nook_candidate*)scratch_memory;
  int32_t* const end = chosen + 3 * p->rows;
  for (int32_t image = 0; image < p->batch; ++image, boxes += 4 * p->boxes) {
    const nook_suppress s = {boxes, p->centred, p->most_overlap, 0, p->limited ? &p->least_score : NULL, 0};
    for (int32_t c = 0; c < p->classes; ++c, scores += p->boxes) {
      int32_t left = nook_choose_boxes(&s, scores, p->boxes, heap, p->most, chosen + 2, 3, NULL);
      for (; left > 0; --left, chosen += 3) chosen[0] = image, chosen[1] = c;
    }
  }
  while (chosen < end) *chosen++ = -1;
}
