/* The range to which a float kernel clamps its outputs, with the kind by which its assembly chooses a
 * path. */
#ifndef NOOK_KERNELS_ASM_FLOAT_RANGE_H_
#define NOOK_KERNELS_ASM_FLOAT_RANGE_H_

#include <float.h>
#include <stdint.h>

/* Kinds of ranges. Assembly depends on the numbers. */
enum {
  NOOK_RANGE_FINITE = 0,    /* every finite number stays */
  NOOK_RANGE_POSITIVE = 1,  /* from 0 on */
  NOOK_RANGE_FROM_ZERO = 2, /* from 0 to `high` */
  NOOK_RANGE_OTHER = 3
};

typedef struct nook_float_range {
  int32_t kind;
  float low, high;
} nook_float_range;

static inline nook_float_range nook_float_range_of(float low, float high) {
  nook_float_range range = {NOOK_RANGE_OTHER, low, high};
  if (low == 0 && high > 0)
    range.kind = high >= FLT_MAX ? NOOK_RANGE_POSITIVE : NOOK_RANGE_FROM_ZERO;
  else if (low <= -FLT_MAX && high >= FLT_MAX)
    range.kind = NOOK_RANGE_FINITE;
  return range;
}

#endif
