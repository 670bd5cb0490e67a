/* The walk of CUMSUM, for each element type. */
#ifndef NOOK_OPS_CUMSUM_ALONG_H_
#define NOOK_OPS_CUMSUM_ALONG_H_

#include "nook/ops/cumsum/cumsum.h"

/* Defines sums_along(p, x, y). start(p): the initial value of sums; term(p, x): the term of an element;
 * give(p, sum): y. */
#define NOOK_CUMSUM_ALONG(Params, Element, Sum, start, term, give)        \
  static void sums_along(const Params* p, const Element* x, Element* y) { \
    const nook_cumsum_walk* w = &p->walk;                                 \
    const int32_t step = w->reverse ? -w->inner : w->inner;               \
    int32_t at = w->reverse ? (w->size - 1) * w->inner : 0;               \
    Sum sum = start(p);                                                   \
    for (int32_t k = 0; k < w->size; ++k, at += step) {                   \
      const Sum more = term(p, x[at]);                                    \
      if (!w->exclusive) sum += more;                                     \
      y[at] = give(p, sum);                                               \
      if (w->exclusive) sum += more;                                      \
    }                                                                     \
  }

#endif
