/* TFLite_Detection_PostProcess: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_DETECTION_POST_PROCESS_DETECTION_POST_PROCESS_H_
#define NOOK_OPS_DETECTION_POST_PROCESS_DETECTION_POST_PROCESS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Selects boxes with at least the minimum score, the best first, except those that overlap a better one too
 * much. If scores are equal, the box with the lower number comes first. */
typedef struct nook_detection_post_process_f32 {
  int32_t boxes, box_values;     /* numbers per encoding; only the first 4 are used */
  int32_t classes, class_values; /* scores per box; only the last `classes` are used */
  int32_t detections;            /* rows of the results */
  int32_t per_class;             /* most boxes per class; 0: a box belongs only to its best class */
  float scale_y, scale_x, scale_h, scale_w;
  float least_score, most_overlap;
} nook_detection_post_process_f32;

/* encodings: y, x, height, width relative to the anchor with the same index, which has the same format.
 * found: per detection, y and x of the lower corner, then of the upper corner; class; score; count. Rows
 * without a detection are 0. Scratch: nook_detection_bytes(). */
void nook_detection_post_process_f32_ref(const nook_detection_post_process_f32* p, const float* encodings,
                                         const float* scores, const float* anchors, float* found,
                                         float* found_class, float* found_score, float* count,
                                         void* scratch_memory);

/* Four coordinates per box, a score and a number per row, a byte per box. */
static inline int32_t nook_detection_bytes(int32_t boxes, int32_t detections) {
  return boxes * 17 + detections * 8;
}

NOOK_END_C

#endif
