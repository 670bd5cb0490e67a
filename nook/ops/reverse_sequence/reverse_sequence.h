/* REVERSE_SEQUENCE: kernel contract, for C99 and C++. The operator is in reverse_sequence_op.h. */
#ifndef NOOK_OPS_REVERSE_SEQUENCE_REVERSE_SEQUENCE_H_
#define NOOK_OPS_REVERSE_SEQUENCE_REVERSE_SEQUENCE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* x and y are [outer][first][between][second][run bytes]; one of `first` and `second` counts sequences, the
 * other the elements of a sequence. y is x with the first length[s] elements of sequence s reversed. Lengths
 * are clamped to the sequence. */
typedef struct nook_reverse_sequence {
  int32_t outer, first, between, second;
  int32_t run;               /* bytes */
  int32_t sequences_first;   /* 1: `first` counts sequences; 0: elements of a sequence */
  int32_t bytes_of_a_length; /* 4 or 8 */
} nook_reverse_sequence;

/* x and y share no byte. 64-bit lengths need an alignment of only 4 bytes. */
void nook_reverse_sequence_ref(const nook_reverse_sequence* p, const void* x, const void* lengths, void* y,
                               void* scratch_memory);

NOOK_END_C

#endif
