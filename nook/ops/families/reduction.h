/* Reductions along some axes: kernel contract, for C99 and C++. The forms are in reduction_op.h; each
 * operator's kernels are in its own folder. */
#ifndef NOOK_OPS_FAMILIES_REDUCTION_H_
#define NOOK_OPS_FAMILIES_REDUCTION_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

/* The elements of one result, and the step from one result to the next; both are walks as in
 * nook/ops/reference/odometer.h, in elements of x. */
typedef struct nook_reduction_walk {
  int32_t count;             /* elements of one result: run times the product of taken_dim */
  int32_t run, step;         /* the innermost of the reduced dimensions: its size and stride */
  int32_t taken_rank;        /* the other reduced dimensions */
  const int32_t* taken_dim;  /* [taken_rank] */
  const int32_t* taken_jump; /* [taken_rank] */
  int32_t kept_rank;         /* the remaining dimensions */
  const int32_t* kept_dim;   /* [kept_rank] */
  const int32_t* kept_jump;  /* [kept_rank] */
} nook_reduction_walk;

typedef struct nook_reduction {
  nook_reduction_walk walk;
} nook_reduction;

/* The maximum or minimum of `first` and the elements; a NaN counts as no element. */
typedef struct nook_reduction_extremum {
  nook_reduction_walk walk;
  float first;
} nook_reduction_extremum;

NOOK_BEGIN_C

/* A kernel of one operator. x and y are dense; they may be the same memory. */
typedef void nook_reduction_s8_kernel(const nook_reduction* p, const int8_t* x, int8_t* y,
                                      void* scratch_memory);
typedef void nook_reduction_f32_kernel(const nook_reduction* p, const float* x, float* y,
                                       void* scratch_memory);
typedef void nook_reduction_extremum_kernel(const nook_reduction_extremum* p, const float* x, float* y,
                                            void* scratch_memory);
typedef void nook_reduction_s32_kernel(const nook_reduction* p, const int32_t* x, int32_t* y,
                                       void* scratch_memory);
typedef void nook_reduction_bool_kernel(const nook_reduction* p, const uint8_t* x, uint8_t* y,
                                        void* scratch_memory);

NOOK_END_C

#endif
