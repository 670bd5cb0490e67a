/* Products of matrices by the inner loops of convolutions: columns of b are packed, as the weights of their
 * outputs, and then multiplied by all rows of a, as pixels. Each column is packed once for a matrix: all of
 * them in scratch, or a panel of them at a time on the stack. */
#ifndef NOOK_OPS_BATCH_MATMUL_PACKED_H_
#define NOOK_OPS_BATCH_MATMUL_PACKED_H_

#include "nook/ops/batch_matmul/batch_matmul.h"
#include "nook/ops/reference/odometer.h"

/* The packing and the inner loop of a kernel. */
typedef struct nook_product_loop {
  int32_t least; /* the fewest columns that the loop multiplies */
  /* Packs columns of b, each with the share of its sums that does not depend on a, see nook_column_bias(). */
  void (*pack)(const nook_batch_matmul_s8* p, const int8_t* b, int32_t columns, void* packed);
  /* Adds to the sums of all columns, for loops that do not subtract the zero point of b. Null: they do. */
  void (*add)(const nook_batch_matmul_s8* p, int32_t columns, void* packed, uint32_t plus);
  int32_t (*sum)(const int8_t* a, int32_t depth); /* the sum of a row of a; null: as `add` */
  /* Multiplies contiguous rows of a by the columns. Several rows only where these are all columns, unless
   * `add` is null. */
  void (*multiply)(const nook_batch_matmul_s8* p, const int8_t* a, int32_t rows, int32_t columns,
                   void* packed, int8_t* y);
} nook_product_loop;

/* The share of a sum that depends on a column alone, if a loop multiplies bytes as they are:
 *   sum of (a - a_zero) * (b - b_zero) = sum of a * b - b_zero * sum of a + this. */
static inline uint32_t nook_column_bias(const nook_batch_matmul_s8* p, int32_t sum_of_column) {
  return (uint32_t)p->a_zero * ((uint32_t)p->b_zero * (uint32_t)p->walk.depth - (uint32_t)sum_of_column);
}

static inline int32_t nook_sum_of_row(const int8_t* a, int32_t depth) {
  int32_t sum = 0;
  for (const int8_t* const end = a + depth; a != end; ++a) sum += *a;
  return sum;
}

/* Copies rows of a transposed matrix. */
static inline void nook_copy_rows(const nook_batch_matmul_walk* w, const int8_t* a, int32_t rows,
                                  int8_t* to) {
  for (; rows > 0; --rows, a += w->a_row) {
    const int8_t* from = a;
    for (int32_t k = w->depth; k > 0; --k, from += w->a_step) *to++ = *from;
  }
}

/* The memory of a kernel: copies of rows, and packed columns, `panel` of them at a time. */
typedef struct nook_product_memory {
  int8_t* copies;
  void* packed;
  int32_t panel;
} nook_product_memory;

static inline nook_product_memory nook_product_memory_at(const nook_batch_matmul_walk* w, void* memory,
                                                         int32_t panel) {
  const nook_product_memory at = {(int8_t*)memory, (int8_t*)memory + nook_batch_matmul_copies(w), panel};
  return at;
}

/* How many columns fit the stack, `unit` of which take `bytes` there. */
static inline int32_t nook_panel_of(const nook_batch_matmul_walk* w, int32_t unit, int32_t bytes) {
  const int32_t fit = (NOOK_BATCH_MATMUL_STACK - nook_batch_matmul_copies(w)) / bytes * unit;
  return fit < w->columns ? fit : w->columns;
}

/* All rows of a matrix with some columns. The sums of the columns begin with `plus`, the share of a row.
 * Returns the share that they have in the end. */
static inline __attribute__((always_inline)) uint32_t nook_multiply_rows(const nook_batch_matmul_s8* p,
                                                                         const int8_t* a, int32_t columns,
                                                                         const nook_product_memory* at,
                                                                         uint32_t plus, int8_t* y,
                                                                         nook_product_loop loop) {
  const nook_batch_matmul_walk* w = &p->walk;
  const int32_t shares = loop.add && p->b_zero != 0, whole = !loop.add || columns == w->columns;
  const int32_t together = shares || !whole ? 1 : w->a_step == 1 ? w->rows : NOOK_BATCH_MATMUL_COPIES;
  for (int32_t i = 0; i < w->rows; i += together, a += together * w->a_row, y += together * w->columns) {
    const int32_t rows = w->rows - i < together ? w->rows - i : together;
    if (w->a_step != 1) nook_copy_rows(w, a, rows, at->copies);
    const int8_t* const from = w->a_step == 1 ? a : at->copies;
    if (shares) {
      const uint32_t share = (uint32_t)-p->b_zero * (uint32_t)loop.sum(from, w->depth);
      loop.add(p, columns, at->packed, share - plus);
      plus = share;
    }
    loop.multiply(p, from, rows, columns, at->packed, y);
  }
  return plus;
}

/* All matrices. A matrix of b that several of a share is packed for the first of them, if it is whole.
 * Inlined, so that the functions of the loop are called directly. */
static inline __attribute__((always_inline)) void nook_multiply_packed(const nook_batch_matmul_s8* p,
                                                                       const int8_t* a, const int8_t* b,
                                                                       int8_t* y, nook_product_memory at,
                                                                       nook_product_loop loop) {
  const nook_batch_matmul_walk* w = &p->walk;
  const int8_t* packed_from = 0;
  uint32_t plus = 0;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;; y += w->rows * w->columns) {
    for (int32_t next = 0; next < w->columns; next += at.panel) {
      int32_t columns = w->columns - next < at.panel ? w->columns - next : at.panel;
      if (columns < loop.least) columns = loop.least; /* the last ones overlap the previous panel */
      const int32_t first = next + columns > w->columns ? w->columns - columns : next;
      const int8_t* const from = b + first * w->b_column;
      if (from != packed_from) loop.pack(p, from, columns, at.packed), plus = 0, packed_from = from;
      plus = nook_multiply_rows(p, a, columns, &at, plus, y + first, loop);
    }
    const int32_t d = nook_next_index(index, w->dim, w->rank);
    if (d < 0) return;
    a += w->a_jump[d], b += w->b_jump[d];
  }
}

#endif
