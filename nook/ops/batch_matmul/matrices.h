/* The walk over matrices and their elements that the kernels of BATCH_MATMUL share. */
#ifndef NOOK_OPS_BATCH_MATMUL_MATRICES_H_
#define NOOK_OPS_BATCH_MATMUL_MATRICES_H_

#include "nook/ops/batch_matmul/batch_matmul.h"
#include "nook/ops/reference/odometer.h"

/* Writes one element of y: the product of a row of a and a column of b. */
typedef void (*nook_dot)(const void* params, const void* a_row, const void* b_column, void* y);

/* `bytes`: size of an element of a, b and y. */
static inline void nook_each_product(const nook_batch_matmul_walk* w, const void* params, const void* a_first,
                                     const void* b_first, void* y_first, int32_t bytes, nook_dot dot) {
  const char *a = (const char*)a_first, *b = (const char*)b_first;
  char* y = (char*)y_first;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const char* a_row = a;
    for (int32_t i = 0; i < w->rows; ++i, a_row += w->a_row * bytes) {
      const char* b_column = b;
      for (int32_t j = 0; j < w->columns; ++j, b_column += w->b_column * bytes, y += bytes)
        dot(params, a_row, b_column, y);
    }
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    a += w->a_jump[d] * bytes, b += w->b_jump[d] * bytes;
  }
}

/* Defines name(), which computes all matrices by make(), one at a time, with a tile of unpacked operands,
 * tile_in(walk, words). */
#define NOOK_BATCH_MATMUL_OF_TILES(name, Params, Element, Word, make)                              \
  static void name(const Params* p, const Element* a, const Element* b, Element* y, Word* words) { \
    const nook_batch_matmul_walk* w = &p->walk;                                                    \
    const tile at = tile_in(w, words);                                                             \
    int32_t index[NOOK_MAX_RANK] = {0};                                                            \
    for (;; y += w->rows * w->columns) {                                                           \
      make(p, a, b, y, &at);                                                                       \
      const int32_t d = nook_next_index(index, w->dim, w->rank);                                   \
      if (d < 0) return;                                                                           \
      a += w->a_jump[d], b += w->b_jump[d];                                                        \
    }                                                                                              \
  }

#endif
