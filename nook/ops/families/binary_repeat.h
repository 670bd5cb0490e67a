/* Operators of two operands, one of which is a number for each run, or a short vector for many runs. Copies
 * of it become a vector, so that kernels for vectors compute many elements at once. */
#ifndef NOOK_OPS_FAMILIES_BINARY_REPEAT_H_
#define NOOK_OPS_FAMILIES_BINARY_REPEAT_H_

#include <string.h>

#include "nook/ops/families/binary.h"
#include "nook/ops/reference/odometer.h"

/* Computes y of vectors; `p` begins with their nook_binary_walk. It calls the kernel for vectors, which is
 * not inlined: its code stays as it is without this function. */
typedef void nook_binary_vectors(const void* p, const void* a, const void* b, void* y);

/* Writes `run` elements of `size` bytes. Returns their end. */
static inline char* nook_repeat(char* to, const char* from, int32_t step, int32_t run, int32_t size) {
  if (step) {
    memcpy(to, from, (size_t)(run * size));
  } else if (size == 1) {
    memset(to, *from, (size_t)run);
  } else {
    for (int32_t i = 0; i < run; ++i) memcpy(to + i * size, from, (size_t)size);
  }
  return to + run * size;
}

/* `walk` is the first field of the kernel's arguments, which are a copy: this function changes it. `size`:
 * bytes of an element. `copies`: scratch for nook_binary_repeated() elements. */
static inline void nook_binary_repeat(nook_binary_walk* walk, int32_t size, const void* a, const void* b,
                                      void* y, void* copies, nook_binary_vectors* compute) {
  const nook_binary_walk w = *walk;
  const int32_t most = nook_binary_repeated(&w), each = w.run < most ? w.run : most;
  /* Vectors contain many runs of the innermost dimension, or a part of one run. */
  const int32_t last = w.rank > 0 && w.run <= most ? w.rank - 1 : w.rank,
                runs = last < w.rank ? w.dim[last] : 1;
  const int first = w.a_step != w.b_step ? w.a_step == 0 : w.a_jump[w.rank - 1] == 0;
  const int32_t step = first ? w.a_step : w.b_step;
  const int32_t *const jump = first ? w.a_jump : w.b_jump, between = last < w.rank ? jump[last] * size : 0;
  const char *repeated = (const char*)(first ? a : b), *whole = (const char*)(first ? b : a);
  int32_t index[NOOK_MAX_RANK] = {0};
  char* to = (char*)y;
  walk->rank = 0, walk->a_step = walk->b_step = 1;
  for (;;) {
    int copied = 0; /* copies of one number or vector serve all vectors of the innermost dimension */
    for (int32_t left = runs * w.run; left > 0; left -= walk->run) {
      walk->run = left < most ? left : most;
      char* at = (char*)copies;
      for (int32_t i = copied ? 0 : walk->run; i > 0; i -= each, repeated += between)
        at = nook_repeat(at, repeated, step, each, size);
      copied = between == 0;
      compute(walk, first ? copies : whole, first ? whole : copies, to);
      whole += walk->run * size, to += walk->run * size;
    }
    const int32_t d = nook_next_index(index, w.dim, last);
    if (d < 0) return;
    repeated += jump[d] * size - between;
  }
}

#endif
