/* Walks a tensor row by row, in memory order, if its rows are not adjacent. */
#ifndef NOOK_OPS_REFERENCE_ODOMETER_H_
#define NOOK_OPS_REFERENCE_ODOMETER_H_

#include <stdint.h>

#define NOOK_MAX_RANK 6

/* Advances `index` (initially all 0) to the next of dim[0] * ... * dim[rank - 1] positions, the last
 * dimension fastest. Returns the dimension that advanced (those after it are back at 0), or -1 at the end of
 * the walk. prepare() computes a table with one distance per return value, so a kernel only adds. */
static inline int32_t nook_next_index(int32_t* index, const int32_t* dim, int32_t rank) {
  int32_t d = rank - 1;
  while (d >= 0 && ++index[d] == dim[d]) index[d--] = 0;
  return d;
}

#endif
