/* CONCATENATION: kernel contract, for C99 and C++. The operator is in concatenation_op.h. */
#ifndef NOOK_OPS_CONCATENATION_CONCATENATION_H_
#define NOOK_OPS_CONCATENATION_CONCATENATION_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y consists of `outer` groups: the next run[0] bytes of input 0, the next run[1] bytes of input 1, ... */
typedef struct nook_concatenation {
  int32_t outer;
  int32_t inputs;
  const int32_t* run; /* [inputs] bytes */
} nook_concatenation;

/* in[0] ... in[inputs - 1] and y dense. An input may be inside y if the rows allow it. */
void nook_concatenation_ref(const nook_concatenation* p, const void* const* in, void* y,
                            void* scratch_memory);

NOOK_END_C

#endif
