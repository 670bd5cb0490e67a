#include <math.h>
#include <string.h>

#include "nook/ops/detection_post_process/detection_post_process.h"

/* The lower corner, then the upper one. */
typedef struct corners {
  float y0, x0, y1, x1;
} corners;

/* The boxes found, best first. */
typedef struct ranking {
  float* score;
  int32_t* number; /* box * classes + class */
  int32_t count, most;
} ranking;

static float center(float offset, float scale, float extent, float at) {
  return (float)((double)offset / (double)scale * (double)extent + (double)at);
}
static float half_extent(float logarithm, float scale, float extent) {
  return (float)(0.5 * exp((double)logarithm / (double)scale) * (double)extent);
}

static void decode(const nook_detection_post_process_f32* p, const float* encodings, const float* anchors,
                   corners* boxes) {
  for (int32_t i = 0; i < p->boxes; ++i, encodings += p->box_values, anchors += 4) {
    const float y = center(encodings[0], p->scale_y, anchors[2], anchors[0]);
    const float x = center(encodings[1], p->scale_x, anchors[3], anchors[1]);
    const float h = half_extent(encodings[2], p->scale_h, anchors[2]);
    const float w = half_extent(encodings[3], p->scale_w, anchors[3]);
    boxes[i].y0 = y - h, boxes[i].x0 = x - w, boxes[i].y1 = y + h, boxes[i].x1 = x + w;
  }
}

static float area(float y0, float x0, float y1, float x1) { return (y1 - y0) * (x1 - x0); }

/* The intersection of two boxes divided by their union. */
static float overlap(const corners* a, const corners* b) {
  const float of_a = area(a->y0, a->x0, a->y1, a->x1), of_b = area(b->y0, b->x0, b->y1, b->x1);
  if (of_a <= 0 || of_b <= 0) return 0;
  const float y0 = a->y0 > b->y0 ? a->y0 : b->y0, y1 = a->y1 < b->y1 ? a->y1 : b->y1;
  const float x0 = a->x0 > b->x0 ? a->x0 : b->x0, x1 = a->x1 < b->x1 ? a->x1 : b->x1;
  const float common = (y1 > y0 ? y1 - y0 : 0) * (x1 > x0 ? x1 - x0 : 0);
  return common / (of_a + of_b - common);
}

static int32_t best_class(const nook_detection_post_process_f32* p, const float* scores) {
  int32_t best = 0;
  for (int32_t c = 1; c < p->classes; ++c)
    if (scores[c] > scores[best]) best = c;
  return best;
}

/* The class of a score, as its distance from the box's first score. */
static int32_t class_of(const nook_detection_post_process_f32* p, const float* of_box, int32_t only) {
  return only < 0 ? best_class(p, of_box) : only;
}

static void insert(ranking* r, float score, int32_t number) {
  int32_t at = r->count < r->most ? r->count++ : r->most;
  for (; at > 0 && score > r->score[at - 1]; --at)
    if (at < r->most) r->score[at] = r->score[at - 1], r->number[at] = r->number[at - 1];
  if (at < r->most) r->score[at] = score, r->number[at] = number;
}

/* Adds boxes of the class `only`, or (-1) each box with its best class; `most` at most. `scores`: the used
 * ones. */
static void suppress(const nook_detection_post_process_f32* p, const float* scores, const corners* boxes,
                     uint8_t* active, int32_t only, int32_t most, ranking* found) {
  for (int32_t i = 0; i < p->boxes; ++i) {
    const float* const of_box = scores + i * p->class_values;
    active[i] = of_box[class_of(p, of_box, only)] >= p->least_score;
  }
  while (most-- > 0) {
    int32_t best = -1, of_best = 0;
    float highest = 0;
    for (int32_t i = 0; i < p->boxes; ++i) {
      if (!active[i]) continue;
      const float* const of_box = scores + i * p->class_values;
      const int32_t c = class_of(p, of_box, only);
      if (best < 0 || of_box[c] > highest) best = i, of_best = c, highest = of_box[c];
    }
    if (best < 0) return;
    active[best] = 0;
    insert(found, highest, best * p->classes + of_best);
    for (int32_t i = 0; i < p->boxes; ++i)
      if (active[i] && overlap(&boxes[best], &boxes[i]) > p->most_overlap) active[i] = 0;
  }
}

void nook_detection_post_process_f32_ref(const nook_detection_post_process_f32* p, const float* encodings,
                                         const float* scores, const float* anchors, float* found,
                                         float* found_class, float* found_score, float* count,
                                         void* scratch_memory) {
  corners* const boxes = (corners*)scratch_memory;
  ranking all;
  all.score = (float*)(boxes + p->boxes), all.number = (int32_t*)(all.score + p->detections);
  all.count = 0, all.most = p->detections;
  uint8_t* const active = (uint8_t*)(all.number + p->detections);
  const float* const counted = scores + (p->class_values - p->classes);
  decode(p, encodings, anchors, boxes);
  if (p->per_class == 0) suppress(p, counted, boxes, active, -1, p->detections, &all);
  for (int32_t c = 0; c < p->classes && p->per_class > 0; ++c)
    suppress(p, counted, boxes, active, c, p->per_class, &all);
  for (int32_t i = 0; i < p->detections; ++i) {
    const int there = i < all.count;
    const int32_t number = there ? all.number[i] : 0;
    memset(found + 4 * i, 0, 4 * sizeof *found);
    if (there) memcpy(found + 4 * i, boxes + number / p->classes, 4 * sizeof *found);
    found_class[i] = (float)(number % p->classes);
    found_score[i] = there ? all.score[i] : 0;
  }
  *count = (float)all.count;
}
