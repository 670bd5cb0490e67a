/* BROADCAST_ARGS: kernel contract, for C99 and C++. The operator is in broadcast_args_op.h. */
#ifndef NOOK_OPS_BROADCAST_ARGS_BROADCAST_ARGS_H_
#define NOOK_OPS_BROADCAST_ARGS_BROADCAST_ARGS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = the shape of a [a_size] and b [b_size] after broadcasting. Each dimension, counted from the last, is
 * a's, or b's if a does not have it or has 1. y has as many dimensions as the longer shape. */
typedef struct nook_broadcast_args {
  int32_t a_size, b_size; /* the larger is the size of y */
} nook_broadcast_args;

/* 64-bit elements of a and b need an alignment of only 4 bytes, because constants of a model have no more. */
void nook_broadcast_args_s32_ref(const nook_broadcast_args* p, const int32_t* a, const int32_t* b, int32_t* y,
                                 void* scratch_memory);
void nook_broadcast_args_s64_ref(const nook_broadcast_args* p, const void* a, const void* b, int64_t* y,
                                 void* scratch_memory);

NOOK_END_C

#endif
