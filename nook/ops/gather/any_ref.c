#include "nook/ops/gather/gather.h"
#include "nook/ops/reference/copy.h"
#include "nook/ops/reference/index_value.h"

/* Like nook_clamp(), with one comparison if the index is in range. */
static inline int32_t in_range(int32_t index, int32_t last) {
  if ((uint32_t)index <= (uint32_t)last) return index;
  return index < 0 ? 0 : last;
}

/* Inlined for each way to copy a segment, and no field of p is loaded again after a store. */
static inline __attribute__((always_inline)) void gather(const nook_gather_segments* p, const int8_t* from,
                                                         const int32_t* indices, int8_t* to, int32_t run,
                                                         void (*copy)(void* y, const void* x, int32_t run)) {
  const int32_t count = p->count, last = p->limit - 1;
  for (int32_t b = 0; b < p->batch; ++b, indices += count)
    for (int32_t k = 0; k < p->outer; ++k, from += p->limit * run)
      for (int32_t i = 0; i < count; ++i, to += run) copy(to, from + in_range(indices[i], last) * run, run);
}

static void gather_wide(const nook_gather_segments* p, const int8_t* from, const void* indices, int8_t* to) {
  const int32_t run = p->run, last = p->limit - 1;
  for (int32_t b = 0; b < p->batch; ++b)
    for (int32_t k = 0; k < p->outer; ++k, from += p->limit * run)
      for (int32_t i = 0; i < p->count; ++i, to += run)
        memcpy(to, from + nook_index_value(indices, b * p->count + i, p->index_bytes, last) * run,
               (size_t)run);
}

static inline void copy_byte(void* y, const void* x, int32_t run) {
  (void)run;
  *(int8_t*)y = *(const int8_t*)x;
}

void nook_gather_segments_ref(const nook_gather_segments* p, const void* x, const void* places, void* y,
                              void* scratch_memory) {
  (void)scratch_memory;
  const int8_t* const from = (const int8_t*)x;
  int8_t* const to = (int8_t*)y;
  const int32_t* const indices = (const int32_t*)places;
  const int32_t run = p->run;
  const int aligned = nook_in_aligned_words((uintptr_t)x | (uintptr_t)y, run);
  if (p->index_bytes != 4)
    gather_wide(p, from, places, to);
  else if (run == 1)
    gather(p, from, indices, to, 1, copy_byte);
  else if (run == 4 && aligned)
    gather(p, from, indices, to, 4, nook_copy_aligned_words);
  else if (aligned && run <= NOOK_FEW_BYTES_OF_ALIGNED_WORDS)
    gather(p, from, indices, to, run, nook_copy_aligned_words);
  else if (NOOK_WORDS_ANYWHERE && run <= NOOK_FEW_BYTES_OF_WORDS && nook_in_words(0, run))
    gather(p, from, indices, to, run, nook_copy_words);
  else
    gather(p, from, indices, to, run, nook_copy_disjoint);
}
