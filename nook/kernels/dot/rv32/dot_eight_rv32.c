#include "nook/kernels/dot/rv32/dot_eight_rv32.h"

#include "nook/kernels/asm/rescale_twice.h"
#include "nook/kernels/dot/rv32/dot_eight_sums_rv32.h"

/* Bytes from the end of a segment to the next. */
static int32_t skip_of(const nook_dot_segments* job) { return job->stride - job->segment; }

static uint32_t sum_alone(const nook_dot_segments* job, const int8_t* x, const int8_t* w) {
  const int32_t skip = skip_of(job), fours = job->segment & ~3;
  uint32_t sum = 0;
  for (int32_t r = job->segments; r > 0; --r, x += skip) {
    const int8_t *const end = x + job->segment, *const end_of_fours = x + fours;
    for (; x != end_of_fours; x += 4, w += 4)
      sum += (uint32_t)(x[0] * w[0] + x[1] * w[1] + x[2] * w[2] + x[3] * w[3]);
    for (; x != end; ++x, ++w) sum += (uint32_t)(*x * *w);
  }
  return sum;
}

typedef struct four_sums {
  uint32_t a, b, c, d;
} four_sums;

/* Adds the products of an input with four weights. Loads do not move across the end: compilers that load
 * the next inputs first run out of registers. */
static inline four_sums add_products(four_sums sums, int32_t x, int32_t a, int32_t b, int32_t c, int32_t d) {
  sums.a += (uint32_t)(x * a), sums.b += (uint32_t)(x * b);
  sums.c += (uint32_t)(x * c), sums.d += (uint32_t)(x * d);
  __asm__ volatile("" : : : "memory");
  return sums;
}

/* Sums of four outputs whose weights have a stride of `stride` bytes: each input is loaded once for all four.
 * Not inlined, because a caller leaves too few registers. */
static __attribute__((noinline)) void sum_four(const nook_dot_segments* job, const int8_t* x, const int8_t* w,
                                               int32_t stride, uint32_t* sums) {
  const int8_t *a = w, *b = a + stride, *c = b + stride, *d = c + stride;
  const int32_t skip = skip_of(job), fours = job->segment & ~3;
  four_sums four = {0, 0, 0, 0};
  for (int32_t r = job->segments; r > 0; --r, x += skip) {
    const int8_t *const end = x + job->segment, *const end_of_fours = x + fours;
    for (; x != end_of_fours; x += 4, a += 4, b += 4, c += 4, d += 4) {
      four = add_products(four, x[0], a[0], b[0], c[0], d[0]);
      four = add_products(four, x[1], a[1], b[1], c[1], d[1]);
      four = add_products(four, x[2], a[2], b[2], c[2], d[2]);
      four = add_products(four, x[3], a[3], b[3], c[3], d[3]);
    }
    for (; x != end; ++x, ++a, ++b, ++c, ++d) four = add_products(four, *x, *a, *b, *c, *d);
  }
  sums[0] = four.a, sums[1] = four.b, sums[2] = four.c, sums[3] = four.d;
}

/* Computes `left` single outputs, whose weights are at w, to y. */
static __attribute__((noinline)) void outputs_left(const nook_dot_segments* job, const nook_clamp_to* to,
                                                   const int8_t* x, const int8_t* w, int32_t pixels,
                                                   int32_t left, int8_t* y) {
  const int32_t weights = (job->segment * job->segments + 3) & ~3,
                stride = weights + (int32_t)sizeof(nook_output_twice);
  for (int32_t n = 0; n < pixels; ++n, x += job->step) {
    const int8_t* at = w;
    for (int32_t o = 0, count; o < left; o += count, at += count * stride) {
      uint32_t sums[4];
      count = left - o >= 4 ? 4 : 1;
      if (count == 4)
        sum_four(job, x, at, stride, sums);
      else
        sums[0] = sum_alone(job, x, at);
      const int8_t* output = at + weights;
      for (int32_t k = 0; k < count; ++k, output += stride)
        y[n * job->outputs + o + k] = nook_finish_twice((const nook_output_twice*)output, sums[k], to);
    }
  }
}

/* Computes `pixels`, 1 or 2, from x on, to y. */
static void all_outputs(const nook_dot_segments* job, const int8_t* x, int32_t pixels, int8_t* y) {
  const nook_clamp_to to = {job->zero, job->low - job->zero, job->high - job->zero};
  const int32_t outputs = job->outputs;
  const int8_t* w = job->weights;
  int32_t left = outputs;
  for (; left >= 8; left -= 8) {
    uint32_t sums[16];
    w = pixels > 1 ? nook_dot_eight_sums_of_two_rv32(job, x, w, sums)
                   : nook_dot_eight_sums_rv32(job, x, w, sums);
    const nook_output_twice* o = (const nook_output_twice*)w;
    w = (const int8_t*)(o + 8);
    for (const uint32_t* sum = sums; sum != sums + 8; ++sum, ++o, ++y) {
      y[0] = nook_finish_twice(o, sum[0], &to);
      if (pixels > 1) y[outputs] = nook_finish_twice(o, sum[8], &to);
    }
  }
  if (left > 0) outputs_left(job, &to, x, w, pixels, left, y);
}

void nook_dot_eight_rv32(const nook_dot_segments* job) {
  const int8_t* x = job->x;
  int8_t* y = job->y;
  for (int32_t n = job->pixels; n > 0; n -= 2, y += 2 * job->outputs, x += 2 * job->step)
    all_outputs(job, x, n > 1 ? 2 : 1, y);
}
