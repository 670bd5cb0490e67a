/* The walk of CUMSUM. The including file defines cumsum_params, cumsum_element and cumsum_sum, and the
 * functions declared here. */
#ifndef NOOK_OPS_CUMSUM_ALONG_H_
#define NOOK_OPS_CUMSUM_ALONG_H_

#include "nook/ops/cumsum/cumsum.h"

/* The initial value of sums, the term of an element, and y. */
static inline cumsum_sum start(const cumsum_params* p);
static inline cumsum_sum term(const cumsum_params* p, cumsum_element x);
static inline cumsum_element give(const cumsum_params* p, cumsum_sum sum);

static void sums_along(const cumsum_params* p, const cumsum_element* x, cumsum_element* y) {
  const nook_cumsum_walk* w = &p->walk;
  const int32_t step = w->reverse ? -w->inner : w->inner;
  int32_t at = w->reverse ? (w->size - 1) * w->inner : 0;
  cumsum_sum sum = start(p);
  for (int32_t k = 0; k < w->size; ++k, at += step) {
    const cumsum_sum more = term(p, x[at]);
    if (!w->exclusive) sum += more;
    y[at] = give(p, sum);
    if (w->exclusive) sum += more;
  }
}

#endif
