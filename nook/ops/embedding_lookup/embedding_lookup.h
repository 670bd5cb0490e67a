/* EMBEDDING_LOOKUP: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_EMBEDDING_LOOKUP_EMBEDDING_LOOKUP_H_
#define NOOK_OPS_EMBEDDING_LOOKUP_EMBEDDING_LOOKUP_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* The table is [limit][run], y is [count][run]: those rows that the indices say. Indices below 0 and from
 * `limit` on count as the nearest that is there. */
typedef struct nook_embedding_lookup {
  int32_t limit, count;
  int32_t run; /* bytes */
} nook_embedding_lookup;

/* The same of an int8 table as reals. */
typedef struct nook_embedding_lookup_f32 {
  int32_t limit, count;
  int32_t run; /* elements */
  float scale;
} nook_embedding_lookup_f32;

void nook_embedding_lookup_ref(const nook_embedding_lookup* p, const int32_t* indices, const void* table,
                               void* y, void* scratch_memory);
void nook_embedding_lookup_f32_ref(const nook_embedding_lookup_f32* p, const int32_t* indices,
                                   const int8_t* table, float* y, void* scratch_memory);

NOOK_END_C

#endif
