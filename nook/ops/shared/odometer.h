/* Walking a tensor row by row, in the order of its bytes, when its rows do not lie next to each other. */
#ifndef NOOK_OPS_SHARED_ODOMETER_H_
#define NOOK_OPS_SHARED_ODOMETER_H_

#include <stdint.h>

#define NOOK_MAX_RANK 6

/* Advances `index` (all 0 at first) to the next of dim[0] * ... * dim[rank - 1] positions, the last dimension
 * fastest. Returns the dimension that advanced, those after it being back at 0; -1 when the walk is over.
 * prepare() has a table of how far a pointer moves for each answer, so that a kernel only adds. */
static inline int32_t nook_next_index(int32_t* index, const int32_t* dim, int32_t rank) {
  int32_t d = rank - 1;
  while (d >= 0 && ++index[d] == dim[d]) index[d--] = 0;
  return d;
}

#endif
