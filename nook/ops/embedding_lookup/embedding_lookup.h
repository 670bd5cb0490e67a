/* EMBEDDING_LOOKUP: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_EMBEDDING_LOOKUP_EMBEDDING_LOOKUP_H_
#define NOOK_OPS_EMBEDDING_LOOKUP_EMBEDDING_LOOKUP_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* The table is [limit][run], y is [count][run]: the rows at the indices, which are clamped to [0, limit). */
typedef struct nook_embedding_lookup {
  int32_t limit, count;
  int32_t run;         /* bytes */
  int32_t index_bytes; /* bytes of an index: 4 or 8 */
} nook_embedding_lookup;

/* Likewise for an int8 table, converted to real numbers. */
typedef struct nook_embedding_lookup_f32 {
  int32_t limit, count;
  int32_t run;         /* elements */
  int32_t index_bytes; /* bytes of an index: 4 or 8 */
  float scale;
} nook_embedding_lookup_f32;

void nook_embedding_lookup_ref(const nook_embedding_lookup* p, const void* indices, const void* table,
                               void* y, void* scratch_memory);
void nook_embedding_lookup_f32_ref(const nook_embedding_lookup_f32* p, const void* indices,
                                   const int8_t* table, float* y, void* scratch_memory);

NOOK_END_C

#endif
