/* NOOK_LEVELS: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_LEVELS_LEVELS_H_
#define NOOK_OPS_LEVELS_LEVELS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = first + step * (the number of marks of the channel that are at most x). A mark is the bits of a float
 * as an integer in the order of floats: if the float is negative, all bits but the sign are inverted. */
typedef struct nook_levels {
  int32_t size, channels; /* elements, the channel varies fastest */
  int32_t first, step, marks;
} nook_levels;

/* x and y are dense; marks: [channels][marks], ascending. y may start where x starts. */
void nook_levels_f32_ref(const nook_levels* p, const float* x, const int32_t* marks, int8_t* y,
                         void* scratch_memory);

/* The place of a float in the order of all floats. -0 comes before 0. */
static inline int32_t nook_levels_place(uint32_t bits) {
  return (int32_t)(bits ^ (bits >> 31 ? 0x7fffffffu : 0u));
}

NOOK_END_C

#endif
