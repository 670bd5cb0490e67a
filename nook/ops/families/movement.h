/* Operators that only move elements: kernel contracts, for C99 and C++. prepare() computes the source of each
 * element, so a few kernels serve all of them. The forms are in movement_op.h. */
#ifndef NOOK_OPS_FAMILIES_MOVEMENT_H_
#define NOOK_OPS_FAMILIES_MOVEMENT_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/rows.h"
#include "nook/ops/reference/gather.h"

NOOK_BEGIN_C

/* Copies x at regular distances; see gather.h. */
typedef nook_gather nook_movement;

/* y consists of dim[0] * ... * dim[rank - 1] segments; the segment at position i starts in x at the sum of
 * at[d][i[d]], all in bytes. For irregular distances that are equal throughout each dimension. */
typedef struct nook_pick {
  int32_t run;
  int32_t line;       /* bytes from a row of x to the next, if x is an image; else 0 */
  int32_t rank;       /* at least 1 */
  int32_t places;     /* sum of all dimensions */
  const int32_t* dim; /* [rank] */
  const int32_t* at;  /* [places]: the offsets of dimension 0, then of dimension 1, ... */
} nook_pick;

/* x consists of `outer` groups: run[0] bytes of output 0, run[1] bytes of output 1, ... */
typedef struct nook_parts {
  int32_t outer, outputs;
  const int32_t* run; /* [outputs] bytes */
} nook_parts;

/* The table's row says how far x and y may overlap for the first kernel; for the others they must not
 * overlap. */
void nook_movement_ref(const nook_movement* p, const void* x, void* y, void* scratch_memory);
void nook_pick_ref(const nook_pick* p, const void* x, void* y, void* scratch_memory);
/* Computes row `oy` of a single image y from a row of x. Dimension 1 is not part of a segment. */
void nook_pick_ref_row(const nook_pick* p, const nook_rows* x, int32_t oy, void* y_row, void* scratch_memory);
void nook_parts_ref(const nook_parts* p, const void* x, void* const* y, void* scratch_memory);

NOOK_END_C

#endif
