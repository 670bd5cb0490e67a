/* NOOK_SLIDE_WINDOW: moves a window along by some rows. Kernel contract, for C99 and C++. The operator is in
 * slide_window_op.h. */
#ifndef NOOK_OPS_SLIDE_WINDOW_SLIDE_WINDOW_H_
#define NOOK_OPS_SLIDE_WINDOW_SLIDE_WINDOW_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* All sizes in bytes. A window is [outer][size]: rows are contiguous, except that dimensions outside of the
 * time repeat them. */
typedef struct nook_slide_window {
  int32_t outer, size; /* y */
  int32_t head, tail;  /* the rows of y at its beginning and at its end that the operands replace */
  int32_t shift;       /* by which the other rows move to the front, at most `tail` */
  int32_t runs;        /* calls until every row of y has been written, at least 1 */
} nook_slide_window;

/* y [outer][size] keeps its value between calls. Its rows move by `shift`; then `begins` [outer][head], which
 * may be null if head is 0, replaces its first rows and `ends` [outer][tail] its last. */
void nook_slide_window_ref(const nook_slide_window* p, const void* ends, const void* begins, void* y,
                           void* scratch_memory);

/* Likewise. Returns 0 from the call number `runs` on, and 1 before. `state` is an int32_t, the number of
 * calls up to `runs`, 0 before the first. */
int nook_slide_window_counted_ref(const nook_slide_window* p, const void* ends, const void* begins, void* y,
                                  void* state, void* scratch_memory);

NOOK_END_C

#endif
