#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_halves_dsp.h"
#include "nook/ops/batch_matmul/packed.h"

/* The packed columns follow two unpacked rows, each element after subtracting its zero point. */
static uint32_t* columns_in(const nook_batch_matmul_walk* w, void* packed) {
  return (uint32_t*)packed + nook_halves_of_pixels(w->depth);
}

/* Up to four contiguous bytes; then zero points. */
static uint32_t some_bytes(const int8_t* from, int32_t some, int32_t zero) {
  if (some >= 4) return nook_load_word(from);
  uint32_t four = nook_all_bytes(zero);
  memcpy(&four, from, (size_t)some);
  return four;
}

/* Four contiguous columns. */
static void lay_columns(const nook_batch_matmul_s8* p, const int8_t* b, uint32_t* to) {
  const uint32_t minus = nook_both_halves(-p->b_zero);
  for (int32_t left = p->walk.depth; left > 0; left -= 4, b += 4, to += 8)
    for (int32_t c = 0; c < 4; ++c) {
      const uint32_t four = some_bytes(b + c * p->walk.b_column, left, p->b_zero);
      to[c] = nook_even_bytes(minus, four), to[4 + c] = nook_odd_bytes(minus, four);
    }
}

/* The low halves of two words, and the high halves. */
static inline uint32_t low_halves(uint32_t a, uint32_t b) { return (a & 0xffffu) | b << 16; }
static inline uint32_t high_halves(uint32_t a, uint32_t b) { return a >> 16 | (b & 0xffff0000u); }

/* Four columns of contiguous rows, four rows at a time: element k and k + 2 share a word. */
static void lay_rows(const nook_batch_matmul_s8* p, const int8_t* b, uint32_t* to) {
  const uint32_t minus = nook_both_halves(-p->b_zero), zeros = nook_all_bytes(p->b_zero);
  const int32_t step = p->walk.b_step;
  for (int32_t left = p->walk.depth; left > 0; left -= 4, b += 4 * step, to += 8)
    for (int32_t odd = 0; odd < 2; ++odd) {
      const uint32_t first = left > odd ? nook_load_word(b + odd * step) : zeros;
      const uint32_t third = left > odd + 2 ? nook_load_word(b + (odd + 2) * step) : zeros;
      const uint32_t first_even = nook_even_bytes(minus, first), third_even = nook_even_bytes(minus, third);
      const uint32_t first_odd = nook_odd_bytes(minus, first), third_odd = nook_odd_bytes(minus, third);
      uint32_t* const four = to + 4 * odd;
      four[0] = low_halves(first_even, third_even), four[1] = low_halves(first_odd, third_odd);
      four[2] = high_halves(first_even, third_even), four[3] = high_halves(first_odd, third_odd);
    }
}

static void pack(const nook_batch_matmul_s8* p, const int8_t* b, int32_t columns, void* packed) {
  const nook_batch_matmul_walk* w = &p->walk;
  uint32_t* to = columns_in(w, packed);
  for (int32_t next = 0; next < columns; next += 4, to += nook_halves_of_outputs(w->depth)) {
    const int8_t* const from = b + (columns - next < 4 ? columns - 4 : next) * w->b_column;
    if (w->b_step == 1)
      lay_columns(p, from, to);
    else
      lay_rows(p, from, to);
  }
}

/* Four elements of two rows, side by side. */
static inline void unpack_four(uint32_t minus, uint32_t four, uint32_t below, uint32_t* to) {
  to[0] = nook_even_bytes(minus, four), to[1] = nook_even_bytes(minus, below);
  to[2] = nook_odd_bytes(minus, four), to[3] = nook_odd_bytes(minus, below);
}
static void unpack_rows(const nook_batch_matmul_s8* p, const int8_t* a, int32_t second, uint32_t* to) {
  const uint32_t minus = nook_both_halves(-p->a_zero);
  int32_t left = p->walk.depth;
  for (; left >= 4; left -= 4, a += 4, to += 4)
    unpack_four(minus, nook_load_word(a), nook_load_word(a + second), to);
  if (left > 0)
    unpack_four(minus, some_bytes(a, left, p->a_zero), some_bytes(a + second, left, p->a_zero), to);
}

static void multiply(const nook_batch_matmul_s8* p, const int8_t* a, int32_t rows, int32_t columns,
                     void* packed, int8_t* y) {
  const nook_batch_matmul_walk* w = &p->walk;
  uint32_t* const halves = (uint32_t*)packed;
  const uint32_t* const panel = columns_in(w, packed);
  const int32_t power = 4 * nook_power(p->shift);
  nook_dot_2x4 job;
  job.y = y, job.outputs = columns, job.stride = w->columns;
  job.inputs = (const int32_t*)halves, job.pairs = (w->depth + 3) / 4 * 2;
  job.zero = p->out_zero;
  for (; rows > 0; rows -= 2, a += 2 * w->depth, job.y += 2 * w->columns) {
    if (rows == 1) job.stride = 0; /* the last row is computed twice */
    unpack_rows(p, a, rows > 1 ? w->depth : 0, halves);
    nook_dot_2x4_halves_dsp(&job, panel, p->multiplier, power);
  }
}

static const nook_product_loop product_loop = {4, pack, 0, 0, multiply};
#include "nook/ops/batch_matmul/packed_all.h"

void nook_batch_matmul_s8_dsp_2x4(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                                  void* scratch_memory) {
  multiply_all(p, a, b, y, scratch_memory, p->walk.columns);
}
void nook_batch_matmul_s8_dsp_2x4_stack(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b,
                                        int8_t* y, void* scratch_memory) {
  int8_t memory[NOOK_BATCH_MATMUL_STACK] __attribute__((aligned(4)));
  (void)scratch_memory;
  const int32_t rows = 4 * nook_halves_of_pixels(p->walk.depth),
                bytes = 4 * nook_halves_of_outputs(p->walk.depth);
  const int32_t fit = (NOOK_BATCH_MATMUL_STACK - nook_batch_matmul_copies(&p->walk) - rows) / bytes * 4;
  multiply_all(p, a, b, y, memory, fit < p->walk.columns ? fit : p->walk.columns);
}
