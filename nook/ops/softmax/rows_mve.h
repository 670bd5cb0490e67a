/* Rows of SOFTMAX of int8 on cores with Helium, by gathers from a table of powers. */
#ifndef NOOK_OPS_SOFTMAX_ROWS_MVE_H_
#define NOOK_OPS_SOFTMAX_ROWS_MVE_H_

#include <stdint.h>

/* The largest element; depth > 0. */
int32_t nook_softmax_most_mve(const int8_t* x, int32_t depth);

/* nook_softmax_terms() of powers that are known. `powers` is the place of the power of an element 0: the
 * offsets of elements below 0 wrap around. */
uint32_t nook_softmax_terms_mve(const int8_t* x, int32_t count, const int32_t* powers);

/* How a power becomes a result: (power * inverse) >> -right, at most `limit`, plus `least`. Assembly code
 * depends on the order of these fields. */
typedef struct nook_softmax_division {
  int32_t inverse, right, limit, least;
} nook_softmax_division;

/* Computes the results of a row, with `powers` as above; y may be in the memory of x. */
void nook_softmax_divide_s8_mve(const int8_t* x, int8_t* y, int32_t depth, const int32_t* powers,
                                const nook_softmax_division* by);
void nook_softmax_divide_s16_mve(const int8_t* x, int16_t* y, int32_t depth, const int32_t* powers,
                                 const nook_softmax_division* by);

#endif
