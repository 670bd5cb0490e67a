/* How outputs are divided between tiles of eight and of twelve. */
#ifndef NOOK_KERNELS_DOT_EIGHTS_AND_TWELVES_H_
#define NOOK_KERNELS_DOT_EIGHTS_AND_TWELVES_H_

#include <stdint.h>

enum { NOOK_LEAST_IN_TWELVES = 28 }; /* outputs: fewer may leave less than a tile of twelve */

/* The first outputs of at least NOOK_LEAST_IN_TWELVES: 0, 8 or 16 in tiles of eight, before those in tiles of
 * twelve. The last tile of twelve computes at most three outputs twice. */
static inline int32_t nook_outputs_in_eights(int32_t outputs) { return (outputs + 3) / 4 * 2 % 3 * 8; }

#endif
