/* Tables that SOFTMAX for int16 interpolates: curves at 512 steps. Each point is moved by half of the error
 * of a straight line in the middle of its step. */
#ifndef NOOK_OPS_SOFTMAX_TABLES_REF_H_
#define NOOK_OPS_SOFTMAX_TABLES_REF_H_

#include <stdint.h>

#define NOOK_SOFTMAX_TABLE 513

/* exp(x) for x from -10 to 0, in units of 2^-15 */
extern const int16_t nook_softmax_exp_table[NOOK_SOFTMAX_TABLE];
/* 1 / (1 + x) for x from 0 to 1 */
extern const int16_t nook_softmax_reciprocal_table[NOOK_SOFTMAX_TABLE];

#endif
