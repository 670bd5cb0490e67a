/* Chooses boxes by non-maximum suppression, for kernels of the operators of suppression.h. */
#ifndef NOOK_OPS_FAMILIES_SUPPRESS_H_
#define NOOK_OPS_FAMILIES_SUPPRESS_H_

#include <math.h>
#include <stddef.h>

#include "nook/ops/families/suppression.h"

typedef struct nook_suppress {
  const float* boxes; /* two opposite corners (y, x); `centred`: x, y, width and height */
  int32_t centred;
  float most_overlap;       /* a box that shares more with a chosen one is not chosen, */
  int32_t inclusive;        /* nor, if this is 1, a box that shares as much */
  const float* least_score; /* scores must be larger; NULL: all are */
  float sigma;              /* above 0: each overlap makes the score smaller */
} nook_suppress;

typedef struct nook_corners {
  float y0, x0, y1, x1; /* y0 <= y1, x0 <= x1 */
} nook_corners;

static inline float nook_smaller(float a, float b) { return a < b ? a : b; }
static inline float nook_larger(float a, float b) { return a > b ? a : b; }

static inline nook_corners nook_corners_of(const nook_suppress* s, int32_t box) {
  const float* const at = s->boxes + 4 * box;
  if (s->centred) {
    const float half_w = at[2] / 2, half_h = at[3] / 2;
    const nook_corners c = {at[1] - half_h, at[0] - half_w, at[1] + half_h, at[0] + half_w};
    return c;
  }
  const nook_corners c = {nook_smaller(at[0], at[2]), nook_smaller(at[1], at[3]), nook_larger(at[0], at[2]),
                          nook_larger(at[1], at[3])};
  return c;
}

/* The intersection of two boxes divided by their union; boxes without an area have none. */
static inline float nook_overlap(const nook_suppress* s, int32_t box, int32_t other) {
  const nook_corners a = nook_corners_of(s, box), b = nook_corners_of(s, other);
  const float of_a = (a.y1 - a.y0) * (a.x1 - a.x0), of_b = (b.y1 - b.y0) * (b.x1 - b.x0);
  if (!(of_a > 0) || !(of_b > 0)) return 0;
  const float height = nook_smaller(a.y1, b.y1) - nook_larger(a.y0, b.y0);
  const float width = nook_smaller(a.x1, b.x1) - nook_larger(a.x0, b.x0);
  const float common = (height > 0 ? height : 0) * (width > 0 ? width : 0);
  return common / (of_a + of_b - common);
}

/* If scores are equal, the box with the lower number is better. */
static inline int nook_is_better(const nook_candidate* a, const nook_candidate* b) {
  return a->score > b->score || (a->score == b->score && a->box < b->box);
}

/* Moves the candidate at `at` down until none below it is better. */
static inline void nook_sift_down(nook_candidate* heap, int32_t count, int32_t at) {
  const nook_candidate moved = heap[at];
  for (int32_t below = 2 * at + 1; below < count; below = 2 * at + 1) {
    if (below + 1 < count && nook_is_better(&heap[below + 1], &heap[below])) ++below;
    if (!nook_is_better(&heap[below], &moved)) break;
    heap[at] = heap[below], at = below;
  }
  heap[at] = moved;
}

/* A heap of the candidates, the best one first. */
static inline int32_t nook_candidates_of(const nook_suppress* s, const float* scores, int32_t boxes,
                                         nook_candidate* heap) {
  int32_t count = 0;
  for (int32_t box = 0; box < boxes; ++box) {
    if (s->least_score && !(scores[box] > *s->least_score)) continue;
    const nook_candidate one = {scores[box], box, 0};
    heap[count++] = one;
  }
  for (int32_t at = count / 2; at-- > 0;) nook_sift_down(heap, count, at);
  return count;
}

/* Compares the candidate with the boxes that were chosen since the last time, newest first. Returns whether
 * one suppresses it; its score becomes smaller if sigma is above 0. */
static inline int nook_is_suppressed(const nook_suppress* s, nook_candidate* one, const int32_t* chosen,
                                     int32_t step, int32_t count) {
  for (int32_t i = count; i-- > one->compared;) {
    const float overlap = nook_overlap(s, one->box, chosen[i * step]);
    if (overlap > s->most_overlap || (s->inclusive && overlap == s->most_overlap)) return 1;
    if (s->sigma > 0) one->score *= expf(-0.5f / s->sigma * overlap * overlap);
    if (s->least_score && !(one->score > *s->least_score)) return 1;
  }
  one->compared = count;
  return 0;
}

/* Chooses at most `most` boxes, best first, and returns their number: every `step`th element of `chosen` gets
 * a number, `chosen_scores`, unless it is NULL, the score. */
static inline int32_t nook_choose_boxes(const nook_suppress* s, const float* scores, int32_t boxes,
                                        nook_candidate* heap, int32_t most, int32_t* chosen, int32_t step,
                                        float* chosen_scores) {
  int32_t left = nook_candidates_of(s, scores, boxes, heap), count = 0;
  while (left > 0 && count < most) {
    const float before = heap[0].score;
    const int gone = nook_is_suppressed(s, &heap[0], chosen, step, count);
    if (!gone && heap[0].score == before) {
      chosen[count * step] = heap[0].box;
      if (chosen_scores) chosen_scores[count] = before;
      ++count;
    } else if (!gone) {
      nook_sift_down(heap, left, 0); /* another may be better now */
      continue;
    }
    heap[0] = heap[--left];
    nook_sift_down(heap, left, 0);
  }
  return count;
}

#endif
